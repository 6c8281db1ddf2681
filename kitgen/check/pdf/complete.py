"""Whether a part shows every box that it has to show, as often as it has to."""

from collections import Counter
from collections.abc import Sequence

from kitgen.check.pdf.boxes import PrintedBox
from kitgen.check.pdf.find.answers import route_check
from kitgen.check.pdf.find.key import PrintedKey, key_check
from kitgen.check.pdf.find.route import PrintedBlock
from kitgen.check.report import Check, counted, found_faults, pages_said
from kitgen.kit.job_json import JobPart
from kitgen.kit.kit import Box, Kit
from kitgen.model import Position, only_mirror


def complete_part(
    kit: Kit,
    part: JobPart,
    printed: Sequence[PrintedBox],
    keys: Sequence[PrintedKey] = (),
    route: Sequence[PrintedBlock] = (),
) -> Check | None:
    """Return whether a part shows all that it has to; None for a part that need not show every box.

    Args:
        kit: the kit.
        part: the part, which says what it shows.
        printed: the boxes that were read on its pages.
        keys: the entries of a key that were read there; with a key, pictures need not be there.
        route: the blocks of a route that were read there.
    """
    match part.shows:
        case "cards":
            return _on_cards(kit, part, printed)
        case "walls":
            return _on_walls(kit, part, printed)
        case "boards" if keys:
            return key_check(kit, f"every position leads to its box in the {part.name}", keys)
        case "boards":
            return _on_boards(kit, kit.boxes, part, printed)
        case "always":
            return _on_boards(kit, kit.always, part, printed)
        case "route":
            return route_check(kit, f"every answer leads on as the {part.name} says", route)
        case "tiles" | "nothing":  # what lies across several pages is not read, and elsewhere is no box
            return None


def _on_cards(kit: Kit, part: JobPart, printed: Sequence[PrintedBox]) -> Check:
    """Return whether each box has a card with its beads."""
    drawn = {box.id for box in printed if any(slot.beads is not None for slot in box.slots)}
    faults = [
        f"box {box.id}: there is no card of it ({kit.game.text(box.position)})"
        for box in kit.boxes
        if box.id not in drawn
    ]
    expected = f"a card of each of {counted(len(kit.boxes), 'box')}"
    return _complete(part, expected, len(kit.boxes), " of them", faults, nothing=not drawn)


def _on_walls(kit: Kit, part: JobPart, printed: Sequence[PrintedBox]) -> Check:
    """Return whether each box is there once."""
    drawn = Counter(box.id for box in printed)
    faults = [f"box {box.id}: it is drawn {counted(drawn[box.id], 'time')}" for box in kit.boxes if drawn[box.id] != 1]
    expected = f"each of {counted(len(kit.boxes), 'box')} once"
    return _complete(part, expected, len(kit.boxes), " of them", faults, nothing=not drawn)


def _on_boards(kit: Kit, boxes: Sequence[Box], part: JobPart, printed: Sequence[PrintedBox]) -> Check:
    """Return whether each box can be found as it is and, where the game has a mirror alone, as its mirror image."""
    mirror = only_mirror(kit.game)
    drawn = {(box.id, box.position.cells) for box in printed}
    own = {box.position.cells for box in boxes}
    faults, count = [], 0
    for box in boxes:
        images = {box.position.cells: ""}
        if mirror is not None:
            image = mirror.position(box.position).cells
            if image not in own:
                images.setdefault(image, "the mirror image of ")
        count += len(images)
        faults += [
            f"box {box.id}: {which}{kit.game.text(Position(cells, box.position.to_move))} is not there"
            for cells, which in images.items()
            if (box.id, cells) not in drawn
        ]
    return _complete(part, counted(count, "board"), count, "", faults, nothing=not drawn)


def _complete(part: JobPart, expected: str, count: int, of_them: str, faults: Sequence[str], *, nothing: bool) -> Check:
    """Return whether all is there; where nothing is, that is one fault, and not one for each box."""
    if nothing and count:
        where = pages_said(range(part.first, part.last + 1))
        said = [f"{where}: no box can be read there; the page may be turned, moved, emptied or another"]
    else:
        said = [*faults]
    return found_faults(f"every box is drawn in the {part.name}", expected, f"{count - len(faults)}{of_them}", said)
