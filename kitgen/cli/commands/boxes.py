"""``kitgen boxes``: list the boxes of a kit."""

from typing import Any

import click

from kitgen.cli.options import kit_argument, kit_options, options
from kitgen.cli.sections import Command
from kitgen.cli.terminal import json_option, progress_options, show_table, working, wrote_json
from kitgen.kit.kit import Kit, Slot
from kitgen.kit.kit_json import box_data
from kitgen.reading.templates import Templates
from kitgen.sources.kit_sources import load_kit
from kitgen.theory.solve import in_plies, verdict


@click.command(cls=Command, epilog="Example: kitgen boxes her")
@options(kit_argument(), kit_options, progress_options, json_option)
def command(kit: str, choices: dict[str, Any], templates: Templates) -> None:
    """List the boxes of a kit with their moves and beads.

    KIT is an edition such as her, a game with its board such as hexapawn:4x3 (4 wide, 3 high), or a
    path to a kit.json, a kit folder, a kit PDF or a journal; 'kitgen kits' lists the names.
    """
    with working(f"making {kit}") as report:
        made = load_kit(kit, templates=templates, progress=report, **choices)
    if wrote_json(lambda: [box_data(made.game, box) for box in made.boxes]):
        return
    rows = []
    for box in made.boxes:
        slots = ";  ".join(slot_text(made, slot) for slot in box.slots)
        rows.append((box.id, str(box.turn), made.game.text(box.position), slots))
    show_table(
        ["box", "turn", "position", "beads: colour, move and what it leads to"],
        rows,
        right=["turn"],
    )
    click.echo(f"{len(made.boxes)} boxes, {made.beads} beads")


def slot_text(kit: Kit, slot: Slot) -> str:
    """Return a slot in words: ``2 red b3c2 wins in 3 plies``; a single bead is not counted, and
    moves that are mirror images of each other have equals signs between them.
    """
    moves = "=".join(kit.game.move_text(move) for move in slot.moves)
    beads = "" if slot.beads == 1 else f"{slot.beads} "
    return f"{beads}{slot.colour.name} {moves} {verdict(slot.value)}{in_plies(slot.plies)}"
