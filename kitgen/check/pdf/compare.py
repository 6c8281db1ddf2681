"""One drawing of a box against the box: pieces, arrows, colours, letters, symbols and beads.

What is drawn was read back by ``boxes``, which knows nothing of the code that drew it. A box may be drawn as it is, as
on its label, or as one of its images, as in the box finder; then its arrows must be images too.
"""

from collections.abc import Sequence

from kitgen.check.pdf.boxes import PrintedBox, PrintedSlot
from kitgen.check.report import counted
from kitgen.kit.kit import Box, Kit, Slot
from kitgen.model import Move, Position, Symmetry


def box_faults(kit: Kit, printed: PrintedBox) -> list[str]:
    """Return what is wrong with one drawing of a box, in plain words; nothing when it is right."""
    box = next((box for box in (*kit.boxes, *kit.always) if box.id == printed.id), None)
    if box is None:
        name = "without an id" if printed.id is None else f"with the id {printed.id}, which the kit has not"
        return [f"page {printed.page}: a box {name} ({kit.game.text(printed.position)})"]
    faults = list(printed.faults)
    symmetry = _image(kit, box, printed)
    expected = symmetry.position(box.position)
    if printed.position.cells != expected.cells:
        faults.append(f"the pieces stand as {kit.game.text(printed.position)} instead of {kit.game.text(expected)}")
    faults += _move_faults(kit, box, printed, symmetry)
    return [f"box {box.id} (page {printed.page}): {fault}" for fault in faults]


def _image(kit: Kit, box: Box, printed: PrintedBox) -> Symmetry:
    """Return the symmetry whose image of a box agrees with a drawing in most cells, the identity before others.

    Images of a box with a stabiliser look alike by twos or more; where twins have no beads in common, the moves tell
    which of them was drawn.
    """

    def differing(symmetry: Symmetry) -> int:
        cells = symmetry.position(box.position).cells
        return sum(one != other for one, other in zip(cells, printed.position.cells, strict=True))

    identity, *others = kit.game.symmetries
    least = min(map(differing, kit.game.symmetries))
    if differing(identity) == least:
        return identity
    alike = [symmetry for symmetry in others if differing(symmetry) == least]
    return min(alike, key=lambda symmetry: len(_move_faults(kit, box, printed, symmetry)))


def _move_faults(kit: Kit, box: Box, printed: PrintedBox, symmetry: Symmetry) -> list[str]:
    """Return what is wrong with the moves of one drawing."""
    text = kit.game.move_text
    word = "mark" if kit.game.diagram.moves == "place" else "arrow"
    faults: list[str] = []
    left = {slot.move: slot for slot in printed.slots}
    twins = list(printed.twins)
    if len(left) < len(printed.slots):
        faults.append(f"two {word}s show the same move")
    for slot in box.slots:
        # Which move of a slot is drawn in colour is free on an image; on the box itself it is the first.
        images = [symmetry.move(move) for move in slot.moves]
        main = next((move for move in images if move in left), images[0])
        drawn = left.pop(main, None)
        if drawn is None:
            faults.append(f"the {word} of {text(main)} is missing")
        else:
            faults += _slot_faults(text(main), word, slot, drawn, kit)
        for twin in images:
            if twin != main and twin in twins:
                twins.remove(twin)
            elif twin != main:
                faults.append(f"the grey twin {word} of {text(twin)} is missing")
    legal = kit.game.legal_moves(Position(printed.position.cells, box.position.to_move))
    faults += [f"there is {_one(word)} for {text(move)}, {_why(move, legal)}" for move in sorted(left)]
    faults += [f"there is a grey twin {word} for {text(move)}, which is no twin" for move in twins]
    return faults


def _slot_faults(name: str, word: str, slot: Slot, drawn: PrintedSlot, kit: Kit) -> list[str]:
    """Return what is wrong with the look of one move."""
    faults = []
    colour = slot.colour
    if drawn.fill.upper() != colour.fill.upper():
        names = {c.fill.upper(): c.name for c in kit.palette}
        seen = names.get(drawn.fill.upper(), drawn.fill)
        faults.append(f"the {word} of {name} is {seen} instead of {colour.name}")
    if not (drawn.letter or drawn.symbol):
        faults.append(f"the badge of {name} is missing")
    else:
        if drawn.letter != colour.letter:
            faults.append(f"the letter of {name} is {drawn.letter or 'missing'} instead of {colour.letter}")
        if drawn.symbol != colour.symbol:
            faults.append(f"the symbol of {name} is {drawn.symbol or 'none'} instead of {colour.symbol}")
    if drawn.beads is not None and drawn.beads != slot.beads:
        faults.append(f"{name} starts with {counted(drawn.beads, 'bead')} instead of {slot.beads}")
    return faults


def _one(word: str) -> str:
    return f"an {word}" if word == "arrow" else f"a {word}"


def _why(move: Move, legal: Sequence[Move]) -> str:
    return "which the box has not" if move in legal else "which is no legal move"
