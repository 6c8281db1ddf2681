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
from kitgen.kit.kit import Kit
from kitgen.lab.experiment import trial
from kitgen.lab.tally import Experiment, Tally

#: The most columns of the learning curve.
MAX_COLUMNS = 64
#: The lines of the learning curve.
LINES = 10
#: The characters of a line, filled by none to all of its eighths.
BLOCKS = " ▁▂▃▄▅▆▇█"
#: The scale beside the curve, by the number of the line; the lowest is 1.
SCALE = {LINES: "100%", LINES // 2 + 1: " 50%", 1: "  0%"}


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
        share = with_error(tally.share(index), ".2%")
        rows.append((name, f"{sum(games):,}", share, f"{tally.late_share(games):.2%}"))
    figures = ["games", "share", "in the last tenth"]
    show_table(["", *figures], rows, right=figures)
    lost = with_error(tally.lost, ".4g", ".2g")
    last = with_error(tally.last_loss, ".4g", ".2g")
    click.echo(f"\nA machine lost {lost} games; its last loss was game {last}.")
    if tally.machines > 1:
        click.echo("(±: one standard error, over machines)")
    if kit.rule.learns != "positions":
        _show_beads(kit, tally)


def _show_beads(kit: Kit, tally: Tally) -> None:
    heading = "Beads left in each box"
    if tally.machines > 1:
        heading += " (mean of all machines)"
    click.echo(f"\n{heading}")
    rows = []
    for box, counts, emptied in zip(kit.boxes, tally.beads, tally.emptied, strict=True):
        slots = []
        for slot, count in zip(box.slots, counts, strict=False):
            move = kit.game.move_text(slot.moves[0])
            slots.append(f"{slot.colour.letter} {move} {count / tally.machines:.3g}")
        empty = f"{emptied / tally.machines:.0%}" if emptied else ""
        rows.append((box.id, kit.game.text(box.position), "  ".join(slots), empty))
    show_table(["box", "position", "letter, move and beads", "empty"], rows, right=["empty"])


def curve_lines(tally: Tally) -> Iterator[str]:
    """Yield the learning curve as lines of text: the share of won games, and of any drawn ones."""
    windows = list(tally.windows(MAX_COLUMNS))
    for name, place in (("won", 2), ("drawn", 3)):
        shares = [window[place] for window in windows]
        if name == "drawn" and not any(shares):
            continue
        yield f"share of games {name}"
        for line in range(LINES, 0, -1):
            blocks = "".join(_block(share, line) for share in shares)
            yield f"{SCALE.get(line, '    ')} ┤{blocks}".rstrip()
        yield f"     └{'─' * len(windows)}"
        yield f"      1{f'game {tally.games:,}':>{max(len(windows) - 1, 10)}}"


def _block(share: float, line: int) -> str:
    """Return the character of a share on a line; the lowest line is 1."""
    eighths = round((share * LINES - line + 1) * 8)
    return BLOCKS[max(0, min(eighths, 8))]
