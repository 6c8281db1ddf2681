"""``kitgen match``: players against each other, with sides swapped."""

from pathlib import Path

import click

from kitgen.cli.shared.kit_options import templates_option
from kitgen.cli.shared.progress import note, progress_options, working
from kitgen.cli.shared.show import show_json, show_table
from kitgen.contest.contest import Cost
from kitgen.contest.score import Score
from kitgen.contest.sprt import parse_sprt
from kitgen.door.ahead.matching import Matched, match
from kitgen.errors import UsageError
from kitgen.files import write_whole
from kitgen.templates import Templates


@click.command(epilog="Example: kitgen match negascout:4 alphabeta:2 random --games 20")
@click.argument("players", nargs=-1, required=True, metavar="PLAYER PLAYER…")
@click.option("--game", metavar="GAME", help="What they play; a machine's own game, or awari:6x4, if not said.")
@click.option("--games", default=100, show_default=True, metavar="N", help="Games of each two players.")
@click.option(
    "--opening", default=4, show_default=True, metavar="N", help="Moves made by chance before the players take over."
)
@click.option("--seed", default=1, show_default=True, metavar="N", help="Where all luck comes from.")
@click.option(
    "--sprt", metavar="LOW,HIGH", help="Stop once it is clear which share of the points the first gets, in per cent."
)
@click.option("--save", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
              help="Write the games, one a line, as 'kitgen play --game' and 'kitgen search' read them.")  # fmt: skip
@click.option("--jobs", type=int, metavar="N", help="How many processes play; one for each processor if not said.")
@click.option("--json", "as_json", is_flag=True, help="Write a JSON object.")
@templates_option
@progress_options
def command(
    players: tuple[str, ...],
    game: str | None,
    games: int,
    opening: int,
    seed: int,
    sprt: str | None,
    save: Path | None,
    jobs: int | None,
    templates: Templates,
    *,
    as_json: bool,
) -> None:
    """Let players play each other: two, or more, then everybody plays everybody.

    A PLAYER is a plan to look ahead, such as negascout:8 or alphabeta:10,quick,database=aw10.npz; an opponent such as
    random, perfect or a mixture; or machine:KIT, which learns nothing here. Every opening is played twice, with sides
    swapped. Ctrl-C shows the games that were finished.
    """
    if jobs is not None and jobs < 1:
        raise UsageError(f"--jobs {jobs} is no number of processes; ask for 1 or more")
    test = None if sprt is None else parse_sprt(sprt)
    with working("games") as report:
        found = match(
            *players, game=game, games=games, opening=opening, seed=seed, test=test, jobs=jobs, templates=templates,
            progress=lambda done, total: report("games", done, total),
        )  # fmt: skip
    if not found.standings.complete:
        note("stopped before the end; these are the games that were finished")
    if save is not None:
        write_whole(save, lambda file: file.write(found.record().encode()))
    if as_json:
        show_json(found.report())
    else:
        _show(found)


def _show(found: Matched) -> None:
    """Write for people how a match has ended."""
    standings, names = found.standings, found.names
    for one in standings.pairings:
        click.echo(f"{names[one.players[0]]} against {names[one.players[1]]}: {_score_text(one.score)}")
        if standings.test is not None and one.ratio is not None:
            test, (low, high) = standings.test, standings.test.bounds
            share = {"low": test.low, "high": test.high}.get(one.decision or "")
            said = "not decided yet" if share is None else f"decided for {100 * share:g} %"
            click.echo(f"  log ratio {one.ratio:+.2f} between {low:.2f} and {high:.2f}: {said}")
    if len(names) > 2:
        click.echo()
        _show_table(found)
    click.echo()
    costs = [(name, *_cost_cells(cost)) for name, cost in zip(names, standings.costs, strict=True)]
    show_table(["player", "moves", "ms a move", "positions a move"], costs,
               right=["moves", "ms a move", "positions a move"])  # fmt: skip


def _show_table(found: Matched) -> None:
    """Write what everybody has come to against everybody, the best first."""
    standings, names = found.standings, found.names
    order = sorted(range(len(names)), key=lambda number: -standings.total(number).share)
    rows = []
    for number in order:
        total = standings.total(number)
        cells = ["" if other == number else _share_text(standings.against(number, other)) for other in order]
        rows.append((names[number], f"{total.points:g} of {total.games}", _share_text(total), *cells))
    columns = ["player", "points", "score", *(names[number] for number in order)]
    show_table(columns, rows, right=columns[1:])


def _score_text(score: Score) -> str:
    """Return a score in a line.

    >>> _score_text(Score().with_pair((1, 0)).with_pair((1, -1)))
    '2 won, 1 drawn, 1 lost, 2.5 of 4 points: 62.5 % ± 12.5 %'
    """
    return (
        f"{score.wins} won, {score.draws} drawn, {score.losses} lost, {score.points:g} of {score.games} points: "
        f"{_share_text(score)}"
    )


def _share_text(score: Score) -> str:
    """Return a share of the points with its standard error, where it has one."""
    if not score.games:
        return "none"
    error = "" if score.error is None else f" ± {100 * score.error:.1f} %"
    return f"{100 * score.share:.1f} %{error}"


def _cost_cells(cost: Cost) -> tuple[str, str, str]:
    """Return moves, milliseconds a move, and positions a move."""
    seconds, nodes = cost.seconds_per_move, cost.nodes_per_move
    time = "" if seconds is None else f"{1000 * seconds:.2f}"
    return f"{cost.moves:,}", time, "" if nodes is None else f"{nodes:,.0f}"
