"""A printed PDF against the kit: every box that it shows, arrow by arrow, and what every sheet says of itself.

What is drawn is read back by ``readback``, which knows nothing of the code that drew it. A box may be drawn as it
is, as on its label, or as one of its images, as in the box finder; then its arrows must be images too.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from kitgen.check.pdf.boxes import PrintedBox, PrintedSlot, boxes_on
from kitgen.check.pdf.page import PageMarks, open_pdf, page_marks
from kitgen.check.report import Check, found_faults, left_out
from kitgen.kit.kit import Box, Kit, Slot
from kitgen.model import Move, Position, Symmetry

#: Parts that show every box: on a card with its beads, as a board with its id and that of its mirror image, or
#: as a board alone.
CARDS, BOARDS, WALLS = (
    frozenset({"labels", "cards", "boxes"}),
    frozenset({"finder", "always"}),
    frozenset({"poster", "zero"}),
)
#: The part that shows what an express machine always plays, drawn like the finder.
ALWAYS = "always"
#: A poster cut into tiles, whose boards may lie across several pages.
CUT = "poster-tiles"


def drawing_checks(kit: Kit, path: Path) -> Iterator[Check]:
    """Yield the checks of a PDF against its kit.

    Args:
        kit: the kit, checked on its own elsewhere.
        path: the PDF.

    Raises:
        KitFileError: the file is no PDF, or is damaged.
    """
    sheets, pages = _sheets(kit, path)
    nameless = [
        f"page {n} does not carry the hash {kit.short_hash}" for n, sheet in enumerate(sheets, 1) if not sheet[1]
    ]
    yield found_faults(
        "every sheet carries the kit's hash", f"{len(sheets)} pages", str(len(sheets) - len(nameless)), nameless
    )
    parts = {part for part, _ in sheets}
    # Elsewhere a board without coloured moves, such as one in a picture of the laid-out machine, says nothing of a box.
    whole = CARDS | BOARDS | WALLS
    found = [box for box in boxes_on(pages, kit) if sheets[box.page - 1][0] != CUT]
    printed = [box for box in found if box.slots or sheets[box.page - 1][0] in whole | {None}]
    if not printed and not parts & whole:
        yield left_out("the drawing agrees with the rules", "this PDF has no part that shows boxes")
        return
    for part in sorted(CARDS & parts):
        yield _all_on_cards(kit, part, [box for box in printed if sheets[box.page - 1][0] == part])
    for part in sorted(WALLS & parts):
        yield _all_on_walls(kit, part, [box for box in printed if sheets[box.page - 1][0] == part])
    for part in sorted(BOARDS & parts):
        boxes = kit.always if part == ALWAYS else kit.boxes
        yield _all_in_finder(kit, boxes, part, [box for box in printed if sheets[box.page - 1][0] == part])
    yield found_faults(
        "the drawing agrees with the rules",
        "pieces, arrows, colours, letters, symbols and beads of every box",
        f"{len(printed)} drawings of boxes read back",
        [fault for box in printed for fault in box_faults(kit, box)],
        "read from the marks on the pages alone",
    )


def _sheets(kit: Kit, path: Path) -> tuple[list[tuple[str | None, bool]], list[PageMarks]]:
    """Return for each page its part, where that is known, and whether it carries the kit's hash; and all pages' marks.

    The bookmarks stand in the order of the parts, whose names are the last of the keywords.
    """
    pdf = open_pdf(path)
    try:
        marks = [mark.get_dest() for mark in pdf.get_toc()]
        starts = [int(place.get_index()) for place in marks if place is not None]
        words = [word.strip() for word in str(pdf.get_metadata_value("Keywords")).split(",")]
        names = words[-len(starts) :] if starts else []
        sheets = []
        pages = [page_marks(pdf, index) for index in range(len(pdf))]
        for index, page in enumerate(pages):
            part = next((name for start, name in zip(starts[::-1], names[::-1], strict=False) if start <= index), None)
            sheets.append((part, any(kit.short_hash in text.text for text in page.letters)))
        return sheets, pages
    finally:
        pdf.close()


def _all_on_cards(kit: Kit, part: str, printed: Sequence[PrintedBox]) -> Check:
    """Return whether each box has a card with its beads."""
    drawn = {box.id for box in printed if any(slot.beads is not None for slot in box.slots)}
    faults = [
        f"box {box.id}: there is no card of it ({kit.game.text(box.position)})"
        for box in kit.boxes
        if box.id not in drawn
    ]
    expected = f"a card of each of {len(kit.boxes)} boxes"
    return found_faults(
        f"every box is drawn in the {part}", expected, f"{len(kit.boxes) - len(faults)} of them", faults
    )


def _all_on_walls(kit: Kit, part: str, printed: Sequence[PrintedBox]) -> Check:
    """Return whether each box is there once."""
    drawn = Counter(box.id for box in printed)
    faults = [f"box {box.id}: it is drawn {drawn[box.id]} times" for box in kit.boxes if drawn[box.id] != 1]
    expected = f"each of {len(kit.boxes)} boxes once"
    return found_faults(
        f"every box is drawn in the {part}", expected, f"{len(kit.boxes) - len(faults)} of them", faults
    )


def _all_in_finder(kit: Kit, boxes: Sequence[Box], part: str, printed: Sequence[PrintedBox]) -> Check:
    """Return whether each box can be found as it is and, where the game has a mirror alone, as its mirror image."""
    drawn = {(box.id, box.position.cells) for box in printed}
    own = {box.position.cells for box in boxes}
    faults, count = [], 0
    for box in boxes:
        images = {box.position.cells: ""}
        for symmetry in kit.game.symmetries if len(kit.game.symmetries) == 2 else ():
            image = symmetry.position(box.position).cells
            if image not in own:
                images.setdefault(image, "the mirror image of ")
        count += len(images)
        faults += [
            f"box {box.id}: {which}{kit.game.text(Position(cells, box.position.to_move))} is not there"
            for cells, which in images.items()
            if (box.id, cells) not in drawn
        ]
    return found_faults(f"every box is drawn in the {part}", f"{count} boards", f"{count - len(faults)}", faults)


def box_faults(kit: Kit, printed: PrintedBox) -> list[str]:
    """Return what is wrong with one drawing of a box, in plain words; nothing when it is right."""
    box = next((box for box in (*kit.boxes, *kit.always) if box.id == printed.id), None)
    if box is None:
        name = "without an id" if printed.id is None else f"with the id {printed.id}, which the kit has not"
        return [f"page {printed.page}: a box {name} ({kit.game.text(printed.position)})"]
    faults = list(printed.faults)
    symmetry = _image(kit, box, printed.position)
    expected = symmetry.position(box.position)
    if printed.position.cells != expected.cells:
        faults.append(f"the pieces stand as {kit.game.text(printed.position)} instead of {kit.game.text(expected)}")
    faults += _move_faults(kit, box, printed, symmetry)
    return [f"box {box.id} (page {printed.page}): {fault}" for fault in faults]


def _image(kit: Kit, box: Box, drawn: Position) -> Symmetry:
    """Return the symmetry whose image of a box agrees with a drawing in most cells, the identity before others."""

    def differing(symmetry: Symmetry) -> int:
        cells = symmetry.position(box.position).cells
        return sum(one != other for one, other in zip(cells, drawn.cells, strict=True))

    return min(kit.game.symmetries, key=differing)


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
    faults += [f"there is {_one(word)} for {text(move)}, {_why(move, legal)}" for move in sorted(left, key=_order)]
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
        faults.append(f"{name} starts with {drawn.beads} beads instead of {slot.beads}")
    return faults


def _one(word: str) -> str:
    return f"an {word}" if word == "arrow" else f"a {word}"


def _why(move: Move, legal: Sequence[Move]) -> str:
    return "which the box has not" if move in legal else "which is no legal move"


def _order(move: Move) -> tuple[int, int]:
    return -1 if move.source is None else move.source, move.target
