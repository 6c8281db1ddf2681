"""``kitgen match``: let players play each other."""

from pathlib import Path
from typing import Any

import click

from kitgen.cli.options import options, templates_option
from kitgen.cli.terminal import (
    json_option,
    note,
    progress_options,
    show_table,
    with_error,
    working,
    wrote_json,
)
from kitgen.errors import UsageError
from kitgen.files import write_whole
from kitgen.lab.matches import Matched, Score, match, parse_sprt
from kitgen.reading.templates import Templates


@click.command(epilog="Example: kitgen match negascout:4 alphabeta:2 random --games 20")
@click.argument("players", nargs=-1, required=True, metavar="PLAYER PLAYER…")
@click.option(
    "--game", metavar="GAME", help="The game [default: a machine's own game, or awari:6x4]."
)
@click.option(
    "--games", default=100, show_default=True, metavar="N", help="How many games each pair plays."
)
@click.option(
    "--opening",
    type=int,
    metavar="N",
    help="Random moves before the players take over [default: one for every 8 moves of a "
    "random game, at most 4].",
)
@click.option("--seed", default=1, show_default=True, metavar="N", help="Random seed.")
@click.option(
    "--sprt",
    metavar="LOW,HIGH",
    help="Stop once it is clear which share the first player gets, in per cent.",
)
@click.option(
    "--save",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Save the games, one per line, for 'kitgen play --record' and 'kitgen search'.",
)
@click.option(
    "--jobs", type=int, metavar="N", help="How many processes to use [default: one per processor]."
)
@options(json_option, templates_option, progress_options)
def command(
    players: tuple[str, ...],
    sprt: str | None,
    save: Path | None,
    jobs: int | None,
    templates: Templates,
    **settings: Any,
) -> None:
    """Let players and search plans play each other.

    Each player plays every other one. A PLAYER is a search plan such as negascout:8 or
    alphabeta:10,quick,database=aw10.npz; an opponent such as random, perfect or a mixture; or
    machine:KIT, which does not learn here. Every opening is played twice, with sides swapped.
    Ctrl-C shows the finished games.
    """
    if jobs is not None and jobs < 1:
        raise UsageError(f"--jobs {jobs}: there must be at least 1 process")
    with working("games") as report:
        matched = match(
            *players,
            sprt=None if sprt is None else parse_sprt(sprt),
            jobs=jobs,
            templates=templates,
            progress=lambda done, total: report("games", done, total),
            **settings,
        )
    if not matched.standings.complete:
        note("stopped before the end; these are the finished games")
    if save is not None:
        write_whole(save, matched.record().encode())
    if not wrote_json(matched.report):
        _show(matched)


def _show(matched: Matched) -> None:
    standings = matched.standings
    _show_pairings(matched)
    if len(matched.names) > 2:
        click.echo()
        _show_tournament(matched)
    if standings.bouts:
        click.echo(_opening_text({bout.opening for bout in standings.bouts}))
    click.echo()
    _show_costs(matched)


def _show_pairings(matched: Matched) -> None:
    """Show the score of each pair, and how far a test of it has come."""
    test = matched.standings.test
    for pair in matched.standings.pairings:
        first, second = [matched.names[number] for number in pair.players]
        click.echo(f"{first} against {second}: {_score_text(pair.score)}")
        if test is None or pair.ratio is None:
            continue
        decision = "not decided yet"
        if pair.decision:
            share = test.low if pair.decision == "low" else test.high
            decision = f"decided for {100 * share:g}%"
        low, high = test.bounds
        click.echo(f"  log ratio {pair.ratio:+.2f} between {low:.2f} and {high:.2f}: {decision}")


def _show_tournament(matched: Matched) -> None:
    """Show the points of each player, the best first, and its share against each other one."""
    standings = matched.standings
    names = matched.names
    order = sorted(range(len(names)), key=lambda number: -standings.total(number).share)
    rows = []
    for number in order:
        shares = []
        for other in order:
            shares.append("" if other == number else _share_text(standings.against(number, other)))
        total = standings.total(number)
        points = f"{total.points:g} of {total.games}"
        rows.append((names[number], points, _share_text(total), *shares))
    columns = ["player", "points", "score", *(names[number] for number in order)]
    show_table(columns, rows, right=columns[1:])


def _show_costs(matched: Matched) -> None:
    """Show how long each player takes for a move, and how many positions it looks at."""
    rows = []
    for name, cost in zip(matched.names, matched.standings.costs, strict=True):
        milliseconds = ""
        if cost.seconds_per_move is not None:
            milliseconds = f"{1000 * cost.seconds_per_move:.2f}"
        positions = ""
        if cost.nodes_per_move is not None:
            positions = f"{cost.nodes_per_move:,.0f}"
        rows.append((name, f"{cost.moves:,}", milliseconds, positions))
    columns = ["player", "moves", "ms a move", "positions a move"]
    show_table(columns, rows, right=columns[1:])


def _opening_text(lengths: set[int]) -> str:
    """Return how games began, from the numbers of their random moves.

    >>> _opening_text({0})
    'openings: none, the players chose every move'
    >>> _opening_text({1})
    'openings: the first move of each game is random'
    >>> _opening_text({3, 4})
    'openings: the first 3 to 4 moves of each game are random'
    """
    shortest = min(lengths)
    longest = max(lengths)
    if longest == 0:
        return "openings: none, the players chose every move"
    if shortest < longest:
        return f"openings: the first {shortest} to {longest} moves of each game are random"
    if longest == 1:
        return "openings: the first move of each game is random"
    return f"openings: the first {longest} moves of each game are random"


def _score_text(score: Score) -> str:
    """Return a score in words.

    >>> _score_text(Score().with_pair((1, 0)).with_pair((1, -1)))
    '2 won, 1 drawn, 1 lost, 2.5 of 4 points: 62.5% ± 12.5%'
    """
    results = f"{score.wins} won, {score.draws} drawn, {score.losses} lost"
    return f"{results}, {score.points:g} of {score.games} points: {_share_text(score)}"


def _share_text(score: Score) -> str:
    if not score.games:
        return "none"
    return with_error((score.share, score.error), ".1%")
