"""``kitgen simulate``: trains machines and shows what they have learned."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from kitgen.cli.shared.experiment_options import (
    check_reports,
    machine_options,
    report_options,
    tell_how_long,
    write_reports,
)
from kitgen.cli.shared.progress import progress_bar, progress_options, working
from kitgen.cli.shared.show import show_json, show_table
from kitgen.door.trials import play, trial
from kitgen.experiment.experiment import Experiment
from kitgen.experiment.tally import Tally
from kitgen.templates import Templates

#: The learning curve in the terminal: its width in columns at most, and its height in lines.
WIDTH, HEIGHT = 64, 10
BLOCKS = " ▁▂▃▄▅▆▇█"


@click.command(epilog="Example: kitgen simulate her --games 100 --opponent winning-move")
@machine_options
@click.option("--games", default=200, show_default=True, metavar="N", help="Games that each machine plays.")
@click.option("--machines", default=100, show_default=True, metavar="N", help="Machines, each new at first.")
@click.option("--seed", default=1, show_default=True, metavar="N", help="Where all luck comes from.")
@report_options
@progress_options
def command(
    kit: str,
    side: str | None,
    rule: str | None,
    opponent: str,
    opponent_rule: str | None,
    games: int,
    machines: int,
    seed: int,
    templates: Templates,
    plot: Path | None,
    csv_file: Path | None,
    parquet: Path | None,
    *,
    as_json: bool,
) -> None:
    """Train machines of KIT and show their learning curve and the beads left.

    KIT is an edition, a game, or a path to a kit.json, a kit folder or a kit PDF.
    """
    check_reports(plot, csv_file, parquet)
    with working(f"making {kit}"):
        experiment = trial(
            kit, side=side, rule=rule, against=opponent, opponent_rule=opponent_rule,
            games=games, machines=machines, seed=seed, templates=templates,
        )  # fmt: skip
    tell_how_long(games * machines)
    with progress_bar("games", games * machines) as advance:
        tally = play(experiment, advance)
    made = experiment.kit
    title = f"{made.title}, against {experiment.opponent_text}"
    write_reports([(experiment, tally)], title, [f"rule {made.choices.rule}"], plot, csv_file, parquet)
    if as_json:
        show_json(report(experiment, tally))
    else:
        show(experiment, tally)


def report(experiment: Experiment, tally: Tally) -> dict[str, Any]:
    """Return the results as plain data: what ``--json`` writes."""
    kit = experiment.kit
    lost, last = tally.lost, tally.last_loss
    return {
        "kit": kit.name,
        "game": kit.game_spec,
        "side": kit.game.sides[experiment.side].name,
        "rule": kit.choices.rule,
        "opponent": experiment.opponent_text,
        "seed": experiment.seed,
        "machines": tally.machines,
        "games": tally.games,
        **{
            name: {"games": total, "share": tally.share(place)[0], "standard_error": tally.share(place)[1]}
            for place, (name, total) in enumerate(
                {"wins": sum(tally.wins), "draws": sum(tally.draws), "losses": sum(tally.losses)}.items()
            )
        },
        "losses_per_machine": {"mean": lost[0], "standard_error": lost[1]},
        "last_loss": {"mean": last[0], "standard_error": last[1]},
        "by_game": {"wins": tally.wins, "draws": tally.draws, "losses": tally.losses},
        "boxes": [
            {
                "id": box.id,
                "position": kit.game.text(box.position),
                "emptied": tally.emptied[number],
                "slots": [
                    {
                        "move": kit.game.move_text(slot.moves[0]),
                        "colour": slot.colour.key,
                        "letter": slot.colour.letter,
                        "start": slot.beads,
                        "left": tally.beads[number][place] / tally.machines,
                    }
                    for place, slot in enumerate(box.slots)
                ],
            }
            for number, box in enumerate(kit.boxes if kit.rule.learns == "beads" else ())
        ],
    }


def show(experiment: Experiment, tally: Tally) -> None:
    """Write the results for people."""
    kit = experiment.kit
    click.echo(
        f"{kit.title} ({kit.game.sides[experiment.side].name}), rule {kit.choices.rule}, "
        f"against {experiment.opponent_text}"
    )
    click.echo(f"{_count(tally.machines, 'machine')}, {_count(tally.games, 'game')} each, seed {experiment.seed}\n")
    for line in curve_lines(tally):
        click.echo(line)
    click.echo()
    rows = []
    for place, (name, games) in enumerate((("wins", tally.wins), ("draws", tally.draws), ("losses", tally.losses))):
        share, error = tally.share(place)
        late = games[-max(1, tally.games // 10) :]
        rows.append(
            (
                name,
                f"{sum(games):,}",
                f"{share:.2%}" + ("" if error is None else f" ± {error:.2%}"),
                f"{sum(late) / len(late) / tally.machines:.2%}",
            )
        )
    show_table(["", "games", "share", "in the last tenth"], rows, right=["games", "share", "in the last tenth"])
    lost, lost_error = tally.lost
    last, last_error = tally.last_loss
    click.echo(
        f"\nA machine lost {lost:.4g}{_error(lost_error)} games; its last loss was game {last:.4g}{_error(last_error)}."
    )
    if tally.machines > 1:
        click.echo("(±: one standard error, over machines)")
    if kit.rule.learns == "positions":
        return
    click.echo("\nBeads left in each box" + (" (mean of all machines)" if tally.machines > 1 else ""))
    rows = []
    for number, (box, left) in enumerate(zip(kit.boxes, tally.beads, strict=True)):
        beads = "  ".join(
            f"{slot.colour.letter} {kit.game.move_text(slot.moves[0])} {left[place] / tally.machines:.3g}"
            for place, slot in enumerate(box.slots)
        )
        empty = "" if not tally.emptied[number] else f"{tally.emptied[number] / tally.machines:.0%}"
        rows.append((box.id, kit.game.text(box.position), beads, empty))
    show_table(["box", "position", "letter, move and beads", "empty"], rows, right=["empty"])


def curve_lines(tally: Tally) -> Iterator[str]:
    """Yield the learning curve as lines of text: the share of won games, and of drawn ones where there are any."""
    windows = list(tally.windows(WIDTH))
    for name, place in (("won", 2), ("drawn", 3)):
        shares = [window[place] for window in windows]
        if name == "drawn" and not any(shares):
            continue
        yield f"share of games {name}"
        for line in range(HEIGHT, 0, -1):
            label = {HEIGHT: "100%", HEIGHT // 2 + 1: " 50%", 1: "  0%"}.get(line, "    ")
            signs = (BLOCKS[max(0, min(8, round((share * HEIGHT - line + 1) * 8)))] for share in shares)
            yield f"{label} ┤{''.join(signs)}".rstrip()
        yield f"     └{'─' * len(windows)}"
        yield f"      1{f'game {tally.games:,}':>{max(len(windows) - 1, 10)}}"


def _count(number: int, noun: str) -> str:
    """Return a number with its noun."""
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


def _error(error: float | None) -> str:
    """Return a standard error as it stands behind its figure."""
    return "" if error is None else f" ± {error:.2g}"
