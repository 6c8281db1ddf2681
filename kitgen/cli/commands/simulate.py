"""``kitgen simulate``: train machines and show their learning curve."""

from collections.abc import Iterator
from typing import Any

import click

from kitgen.cli.experiment_options import Reports, note_slow_games, report_options, trial_options
from kitgen.cli.options import options
from kitgen.cli.terminal import (
    echo_lines,
    progress_options,
    show_table,
    with_error,
    working,
    wrote_json,
)
from kitgen.errors import many
from kitgen.lab.experiment import trial
from kitgen.lab.tally import Experiment, Tally

#: The most columns of the learning curve, and its lines.
WIDTH, HEIGHT = 64, 10
BLOCKS = " ▁▂▃▄▅▆▇█"


@click.command(epilog="Example: kitgen simulate her --games 100 --opponent winning-move")
@options(trial_options(), report_options, progress_options)
def command(settings: dict[str, Any], reports: Reports) -> None:
    """Train machines and draw their learning curve.

    The remaining beads in each box are shown, too. KIT is an edition such as her, a game with its
    board such as hexapawn:4x3 (4 wide, 3 high), or a path to a kit.json, a kit folder, a kit PDF or
    a journal; 'kitgen kits' lists the names.
    """
    reports.check()
    with working(f"making {settings['kit']}"):
        experiment = trial(**settings)
    note_slow_games(experiment.games * experiment.machines)
    _, [(_, tally)] = reports.carry_out([experiment])
    if not wrote_json(tally.report):
        _show(experiment, tally)


def _outcomes(tally: Tally) -> dict[str, list[int]]:
    return {"wins": tally.wins, "draws": tally.draws, "losses": tally.losses}


def _show(experiment: Experiment, tally: Tally) -> None:
    kit = experiment.match.kit
    click.echo(experiment.text)
    click.echo(
        f"{many(tally.machines, 'machine')}, {many(tally.games, 'game')} each, seed "
        f"{experiment.seed}\n"
    )
    echo_lines(curve_lines(tally))
    click.echo()
    rows = []
    for index, (name, games) in enumerate(_outcomes(tally).items()):
        rows.append(
            (
                name,
                f"{sum(games):,}",
                with_error(tally.share(index), ".2%"),
                f"{tally.late_share(games):.2%}",
            )
        )
    show_table(
        ["", "games", "share", "in the last tenth"],
        rows,
        right=["games", "share", "in the last tenth"],
    )
    lost, last = with_error(tally.lost, ".4g", ".2g"), with_error(tally.last_loss, ".4g", ".2g")
    click.echo(f"\nA machine lost {lost} games; its last loss was game {last}.")
    if tally.machines > 1:
        click.echo("(±: one standard error, over machines)")
    if kit.rule.learns == "positions":
        return
    click.echo(
        "\nBeads left in each box" + (" (mean of all machines)" if tally.machines > 1 else "")
    )
    rows = []
    for number, (box, counts) in enumerate(zip(kit.boxes, tally.beads, strict=True)):
        beads = "  ".join(
            f"{slot.colour.letter} {kit.game.move_text(slot.moves[0])} "
            f"{counts[index] / tally.machines:.3g}"
            for index, slot in enumerate(box.slots)
        )
        empty = "" if not tally.emptied[number] else f"{tally.emptied[number] / tally.machines:.0%}"
        rows.append((box.id, kit.game.text(box.position), beads, empty))
    show_table(["box", "position", "letter, move and beads", "empty"], rows, right=["empty"])


def curve_lines(tally: Tally) -> Iterator[str]:
    """Yield the learning curve as lines of text: the share of won games, and of drawn ones if
    there are any.
    """
    windows = list(tally.windows(WIDTH))
    for name, place in (("won", 2), ("drawn", 3)):
        shares = [window[place] for window in windows]
        if name == "drawn" and not any(shares):
            continue
        yield f"share of games {name}"
        for line in range(HEIGHT, 0, -1):
            label = {HEIGHT: "100%", HEIGHT // 2 + 1: " 50%", 1: "  0%"}.get(line, "    ")
            signs = (
                BLOCKS[max(0, min(8, round((share * HEIGHT - line + 1) * 8)))] for share in shares
            )
            yield f"{label} ┤{''.join(signs)}".rstrip()
        yield f"     └{'─' * len(windows)}"
        yield f"      1{f'game {tally.games:,}':>{max(len(windows) - 1, 10)}}"
