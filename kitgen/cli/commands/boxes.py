"""``kitgen boxes``: lists the boxes of a kit."""

from typing import Any

import click

from kitgen.cli.shared.kit_options import kit_argument, kit_options
from kitgen.cli.shared.progress import progress_options, working
from kitgen.cli.shared.show import plies_text, show_json, show_table
from kitgen.door.loading import load_kit
from kitgen.kit.kit import Kit, Slot
from kitgen.kit.kit_json import box_data
from kitgen.templates import Templates
from kitgen.theory.value import verdict


@click.command(epilog="Example: kitgen boxes her")
@kit_argument()
@kit_options
@progress_options
@click.option("--json", "as_json", is_flag=True, help="Write a JSON list of boxes.")
def command(kit: str, choices: dict[str, Any], templates: Templates, *, as_json: bool) -> None:
    """List the boxes of KIT: an edition, a game, or a path to a kit.json, a kit folder or a kit PDF."""
    with working(f"making {kit}") as report:
        made = load_kit(kit, templates=templates, progress=report, **choices)
    if as_json:
        show_json([box_data(made.game, box) for box in made.boxes])
        return
    rows = [
        (box.id, str(box.turn), made.game.text(box.position), ";  ".join(slot_text(made, slot) for slot in box.slots))
        for box in made.boxes
    ]
    show_table(["box", "turn", "position", "beads: colour, move and what it leads to"], rows, right=["turn"])
    click.echo(f"{len(made.boxes)} boxes, {made.beads} beads")


def slot_text(kit: Kit, slot: Slot) -> str:
    """Return a slot in words: ``2 red b3c2 wins in 3 plies``, twins after an equals sign."""
    moves = "=".join(kit.game.move_text(move) for move in slot.moves)
    beads = "" if slot.beads == 1 else f"{slot.beads} "
    length = "" if slot.plies is None else f" in {plies_text(slot.plies)}"
    return f"{beads}{slot.colour.name} {moves} {verdict(slot.value)}{length}"
