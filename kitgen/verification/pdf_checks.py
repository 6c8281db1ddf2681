"""All checks of the marks of a printed PDF against its kit, in the order in which a report names
them.

They run in a process of their own, as a PDF may be malicious.
"""

import pickle
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain

import msgspec

from kitgen.errors import many
from kitgen.kit.job_json import JobFile, JobPart, part_at
from kitgen.kit.kit import Box, Kit
from kitgen.model import Move, Position, Symmetry, only_mirror
from kitgen.sandbox.child import blaming
from kitgen.sandbox.page_marks import MarkIndex, PageMarks
from kitgen.sandbox.plain_page import PlainPdf
from kitgen.verification.drawn_boxes import BoxReader, PrintedBox
from kitgen.verification.finder_key import (
    MIRRORED,
    QUARTERS,
    SIGNS,
    PrintedKey,
    key_cells,
    key_rows,
    laid,
    read_key,
)
from kitgen.verification.picture_places import marks_differences
from kitgen.verification.print_theme import as_printed
from kitgen.verification.printer_correction import correction_of, wrong_correction
from kitgen.verification.reference import orbits, replies
from kitgen.verification.remake import MARKS_FRAME, WRONG_FRAME
from kitgen.verification.report import (
    Check,
    does_not_apply,
    found_faults,
    over_pages,
    pages_said,
    row_faults,
)
from kitgen.verification.route_reading import PrintedBlock, read_route

# A drawing may show a box as it is, for instance on its label, or one of its images, as in the box
# finder; then its arrows must be images, too.


def box_faults(kit: Kit, printed: PrintedBox) -> list[str]:
    """Return what is wrong with one drawing of a box, in plain words."""
    box = _box_of(kit, printed.id)
    if box is None:
        name = (
            "without an id"
            if printed.id is None
            else f"with the id {printed.id}, which the kit has not"
        )
        return [f"page {printed.page}: a box {name} ({kit.game.text(printed.position)})"]
    faults = list(printed.faults)
    symmetry = _image(kit, box, printed)
    expected = symmetry.position(box.position)
    if printed.position.cells != expected.cells:
        faults.append(
            f"the pieces stand as {kit.game.text(printed.position)} instead of "
            f"{kit.game.text(expected)}"
        )
    faults += _move_faults(kit, box, printed, symmetry)
    return [f"box {box.id} (page {printed.page}): {fault}" for fault in faults]


def _image(kit: Kit, box: Box, printed: PrintedBox) -> Symmetry:
    """Return the symmetry whose image of a box agrees with a drawing in most cells, preferably the
    identity.

    Several images of a box with symmetries of its own look alike; where its twins have different
    beads, the moves decide which of them was drawn.
    """

    def differing(symmetry: Symmetry) -> int:
        cells = symmetry.position(box.position).cells
        return sum(cell != other for cell, other in zip(cells, printed.position.cells, strict=True))

    least = min(map(differing, kit.game.symmetries))
    alike = [symmetry for symmetry in kit.game.symmetries if differing(symmetry) == least]
    if alike[0] is kit.game.symmetries[0]:  # the identity
        return alike[0]
    return min(alike, key=lambda symmetry: len(_move_faults(kit, box, printed, symmetry)))


def _move_faults(kit: Kit, box: Box, printed: PrintedBox, symmetry: Symmetry) -> list[str]:
    word = "mark" if kit.game.diagram.moves == "place" else "arrow"
    names = {colour.fill.upper(): colour.name for colour in kit.palette}

    def look(fill: str, symbol: str, letter: str, beads: int | None) -> str:
        parts = names.get(fill.upper(), fill), symbol or "no symbol", letter or "no letter"
        return " ".join(parts) + ("" if beads is None else f" ×{beads}")

    drawn = {slot.move: slot for slot in printed.slots}
    expected: dict[Move, list[str]] = {}
    for slot in box.slots:
        # Which move of a slot is drawn in colour is free on an image; on the box itself it is the
        # first.
        images = [symmetry.move(move) for move in slot.moves]
        main = next((move for move in images if move in drawn), images[0])
        beads = None if main in drawn and drawn[main].beads is None else slot.beads
        expected |= {move: ["grey"] for move in images}
        expected[main] = [look(slot.colour.fill, slot.colour.symbol, slot.colour.letter, beads)]
    rows = [
        (slot.move, look(slot.fill, slot.symbol, slot.letter, slot.beads)) for slot in printed.slots
    ]
    rows += [(move, "grey") for move in printed.twins]
    return [*row_faults(expected, rows, lambda move: f"the {word} of {kit.game.move_text(move)}")]


# A route is checked against the rules and the boxes alone, without the code that made it: each box
# as it lies, each bead, each answer of the opponent, and what follows.

#: Signs for the end of a game: by its value for the machine; and where points are counted.
ENDS, OVER = {1: "+", 0: "=", -1: "–"}, "■"
#: The sign for a box that must be looked up: after this many answers without a box.
UNKNOWN, ANSWERS = "?", 3

#: What follows on a line of answers: the resulting position, or a sign for the end or for an
#: unknown box.
Follows = tuple[int, ...] | str
#: The answers on a line, and what follows.
Line = tuple[tuple[Move, ...], Follows]
#: A box, None before the first one, and the cells of its picture.
Place = tuple[str | None, tuple[int, ...]]


def route_check(kit: Kit, name: str, printed: Sequence[PrintedBlock]) -> Check:
    """Check that a route gives for each box and bead what follows on each answer, and nothing
    else.
    """
    walk = _Walk(kit)
    words = dict(walk.places())
    faults, rows = [], []
    for block in printed:
        place = (
            f"{'the start' if block.id is None else f'box {block.id}{block.sign}'} (page "
            f"{block.page})"
        )
        faults += [f"{place}: {fault}" for fault in (*block.faults, *walk.faults(block))]
        rows.append((walk.place(block.id, () if block.id is None else block.cells or ()), ""))
    expected = {key: [""] for key in words}
    faults += row_faults(
        expected, rows, lambda key: words.get(key, f"box {key[0]} as it lies there")
    )
    count = sum(len(entries) for block in printed for _, entries in block.lines)
    return found_faults(
        name, f"{many(len(words), 'box')} as they lie, each answer", many(count, "answer"), faults
    )


class _Walk:
    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        # Where boards have many symmetries, answers are named by the cells in the picture.
        self._by_cells = len(kit.game.symmetries) > MIRRORED and kit.game.diagram.moves == "place"
        self._rows = partial(key_rows, kit.game.diagram)
        #: The box of each position, images included: a box's own position is no image of another.
        self._boxes = {
            symmetry.position(box.position).cells: box
            for symmetry in reversed(
                kit.game.symmetries
            )  # the identity comes last and so counts most
            for box in reversed(kit.all_boxes)
        }

    def places(self) -> Iterator[tuple[Place, str]]:
        """Yield each place that must be there, each box as it may lie if another may follow it,
        and its words.
        """
        kit, ends = self.kit, {*ENDS.values(), OVER}
        if 1 - kit.game.start().to_move in kit.players:
            yield (None, ()), "the start"
        for box in kit.all_boxes:
            images = {symmetry.position(box.position): symmetry for symmetry in kit.game.symmetries}
            for position, symmetry in images.items():
                if self._boxes.get(position.cells) is box:  # and not an image of another
                    lines = (
                        line
                        for slot in box.slots
                        for line in self._lines(position, symmetry.move(slot.moves[0]))
                    )
                    if any(follows not in ends for _, follows in lines):
                        yield (
                            self.place(box.id, position.cells),
                            f"box {box.id} as {kit.game.text(position)}",
                        )

    def place(self, box_id: str | None, cells: tuple[int, ...]) -> Place:
        """Return the key of a box as it lies; the same for all its turns if the sheet is turned
        with the board.
        """
        if not self._by_cells or not cells:
            return box_id, cells
        rows = self._rows(cells)
        return box_id, tuple(chain.from_iterable(min(laid(rows, sign) for sign in QUARTERS)))

    def faults(self, block: PrintedBlock) -> Iterator[str]:
        """Yield what is wrong in a block: the badges of its beads, then each answer with what
        follows on it.
        """
        kit, box, names = (
            self.kit,
            _box_of(self.kit, block.id),
            {cell: name for name, cell in block.names.items()},
        )
        moves: dict[str, Move | None] = {"": None}
        position = kit.game.start()
        if block.id is not None:
            if box is None or block.cells is None or block.sign not in SIGNS:
                yield "it is no box of the kit, or its picture is not one board"
                return
            if self._rows(block.cells) != laid(self._rows(box.position.cells), block.sign):
                yield f"its picture is not the box as {block.sign or 'its id'} says"
                return
            position = Position(block.cells, box.position.to_move)
            letters = [slot.colour.letter for slot in box.slots]
            legal = kit.game.legal_moves(position)
            moves = {
                letter: move if (move := block.moves.get(letter)) in legal else None
                for letter in letters
            }
            yield from (
                f"its picture shows no move for bead {letter}"
                for letter in letters
                if moves[letter] is None
            )
        colours = [slot.colour for slot in box.slots] if box else []
        badges = {colour.letter: [f"{colour.fill.upper()} {colour.symbol}"] for colour in colours}
        drawn = [
            (badge.letter, f"{badge.fill.upper()} {badge.symbol}")
            for badge, _ in block.lines
            if badge
        ]
        yield from row_faults(badges, drawn, "the badge of line {}".format)
        expected: dict[tuple[str, str], list[str]] = {}
        for letter, move in moves.items():
            for answers, follows in (
                self._lines(position, move) if box is None or move is not None else ()
            ):
                goals = self._goals(follows)
                key = letter, "·".join(self._answer(answer, names) for answer in answers)
                if (
                    expected.setdefault(key, goals) != goals
                ):  # a move of the machine between them has several images
                    expected[key] = [UNKNOWN]
        rows = [
            ((b.letter if b else "", answer), goal)
            for b, entries in block.lines
            for answer, goal in entries
        ]
        yield from row_faults(
            expected,
            rows,
            lambda key: (
                f"{f'bead {key[0]}, ' * bool(key[0])}what follows on {key[1] or 'no answer'}"
            ),
        )

    def _answer(self, move: Move, names: Mapping[int, str]) -> str:
        return (
            names.get(move.target, f"cell {move.target}")
            if self._by_cells
            else self.kit.game.move_text(move)
        )

    def _goals(self, follows: Follows) -> list[str]:
        """Return the texts for what follows: a box with any sign for its orientation, or the
        sign itself.
        """
        if isinstance(follows, str):
            return [follows]
        box, rows = self._boxes[follows], self._rows(follows)
        own = self._rows(box.position.cells)
        return [box.id + sign for sign in SIGNS if laid(own, sign) == rows]

    def _lines(self, position: Position, move: Move | None) -> Iterator[Line]:
        """Yield each line of answers to a move (None at the start), and what follows: cells with
        a box, or a sign.
        """
        if move is not None:
            position = self.kit.game.play(position, move).position
        yield from self._after(position, 1 - position.to_move, ())

    def _after(self, position: Position, machine: int, answers: tuple[Move, ...]) -> Iterator[Line]:
        game = self.kit.game
        result = game.result(position)
        if result is not None:
            yield (
                answers,
                OVER if game.scoring else ENDS[result if position.to_move == machine else -result],
            )
        elif position.to_move != machine:
            for answer in replies(self.kit, position):
                yield from self._after(
                    game.play(position, answer).position, machine, (*answers, answer)
                )
        elif position.cells in self._boxes:
            yield answers, position.cells
        elif len(orbits(game, position)) > 1 or len(answers) >= ANSWERS:
            yield answers, UNKNOWN
        else:
            for move in game.legal_moves(position):
                yield from self._after(game.play(position, move).position, machine, answers)


def key_check(kit: Kit, name: str, printed: Sequence[PrintedKey]) -> Check:
    """Check that a key leads from every position, turned and mirrored ones too, to its box as it
    lies.
    """
    diagram = kit.game.diagram
    turned = diagram.turns and kit.players == (0,)  # the machine sits at the top
    images = (
        symmetry.position(box.position).cells
        for box in kit.boxes
        for symmetry in kit.game.symmetries
    )
    boards = (key_rows(diagram, cells, turned=turned) for cells in images)
    expected: dict[tuple[int, ...], list[str]] = {key_cells(board): [] for board in boards}
    for box in kit.boxes:
        rows = key_rows(diagram, box.position.cells, turned=turned)
        for sign in SIGNS:
            expected.get(key_cells(laid(rows, sign)), []).append(box.id + sign)
    pages = {entry.rows: f" (page {entry.page})" for entry in printed}

    def say(rows: tuple[int, ...]) -> str:
        return f"the entry of {expected.get(rows, ['no box'])[0]}{pages.get(rows, '')}"

    faults = [
        f"box {entry.id} (page {entry.page}): {fault}"
        for entry in printed
        for fault in entry.faults
    ]
    faults += row_faults(expected, ((entry.rows, entry.id + entry.sign) for entry in printed), say)
    return found_faults(name, many(len(expected), "position"), f"{len(printed)} in the key", faults)


def _box_of(kit: Kit, box_id: str | None) -> Box | None:
    return next((box for box in kit.all_boxes if box.id == box_id), None)


def complete_part(kit: Kit, part: JobPart, printed: Sequence[PrintedBox]) -> Check:
    """Check that a part shows every box."""
    cells = {box.id: box.position.cells for box in kit.boxes}
    what = {"cards": "card", "walls": "box"}.get(part.shows, "board")
    shown = [
        box
        for box in printed
        if what != "card" or any(slot.beads is not None for slot in box.slots)
    ]
    count = Counter(
        (box.id, box.position.cells if what == "board" else cells.get(box.id or ""))
        for box in shown
    )
    # Where the game has only a mirror, boards show each box as it is and as its mirror image.
    boxes = kit.always if part.shows == "always" else kit.boxes
    mirror, own = (
        only_mirror(kit.game) if what == "board" else None,
        {box.position for box in boxes},
    )
    expected = {(box.id, box.position.cells): box.position for box in boxes}
    if mirror is not None:
        images = {box.id: mirror.position(box.position) for box in boxes}
        expected |= {
            (box_id, image.cells): image for box_id, image in images.items() if image not in own
        }
    faults = []
    for key, position in expected.items():
        if not count[key] or (what == "box" and count[key] > 1):
            presence = f"there {many(count[key], 'time')}" if count[key] else "missing"
            faults.append(f"box {key[0]}: its {what} ({kit.game.text(position)}) is {presence}")
    actual = f"{len(expected) - len(faults)}"
    if not shown and expected:  # one fault, and not one for each box
        where = pages_said(range(part.first, part.last + 1))
        faults = [
            f"{where}: no box can be read there; the page may be turned, moved, emptied or another"
        ]
    return found_faults(
        f"every box is drawn in the {part.name}", many(len(expected), what), actual, faults
    )


RULES = "the drawing agrees with the rules"


def frames(_wanted: str, data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the frames of the answer to a packed question about the marks of a PDF: their
    checks, and differences.
    """
    # From the process that started this one, and nobody else.
    kit, content, job, missing, document, pages = pickle.loads(data)  # noqa: S301
    kit = as_printed(kit, job)
    with blaming("has marks that cannot be read"):
        pdf = PlainPdf(content)
        yield MARKS_FRAME, msgspec.msgpack.encode(tuple(marks_checks(kit, job, pdf, missing)))
        if document is not None:
            yield (
                WRONG_FRAME,
                msgspec.msgpack.encode(list(marks_differences(kit, pdf, document, pages))),
            )


def marks_checks(
    kit: Kit, job: JobFile | None, pages: Iterable[PageMarks], missing: str = ""
) -> Iterator[Check]:
    """Yield the checks of the marks on pages against a kit; ``missing`` is why there is no print
    run to name parts.
    """
    kit = as_printed(kit, job)
    parts = () if job is None else job.parts
    reader, nameless, strange, count = BoxReader(kit), list[int](), list[tuple[int, str]](), 0
    boxes = defaultdict[JobPart | None, list[PrintedBox]](list)
    keys = defaultdict[JobPart | None, list[PrintedKey]](list)
    route = list[PrintedBlock]()
    correction = correction_of(job)
    for count, page in enumerate(pages, 1):
        strange += [(count, what) for what in page.strange]
        if wrong := wrong_correction(page, count, job, correction):
            strange.append((count, wrong))
        if not any(kit.short_hash in text.text for text in page.letters):
            nameless.append(count)
        index = MarkIndex(page)
        for box in reader.read_page(index, count):
            if _speaks(box, part := part_at(parts, count, box.at[1])):
                boxes[part].append(box)
        shown = {part.shows for part in parts if part.first <= count <= part.last}
        for key in read_key(index, count, kit.game) if "boards" in shown else ():
            keys[part_at(parts, count, key.down)].append(key)
        if "route" in shown:
            route += read_route(index, count, kit.game, reader.to_move, turned=reader.turned)
    expected, faults = "as many as were printed", [f"{missing}; print it again"]
    if job is not None:
        expected = many(job.pages, "page")
        faults = [f"page {number} belongs to no part" for number in range(job.pages + 1, count + 1)]
        if count < job.pages:  # the PDF does not say which ones: later pages have moved up
            faults = [
                (
                    f"{job.pages - count} of {expected} missing; the numbers at the foot of the "
                    "sheets tell which"
                )
            ]
    yield found_faults("all pages are there", expected, many(count, "page"), faults)
    actual = many(len(strange), "other")
    yield found_faults(
        "nothing but plain marks", "outlines and letters", actual, over_pages(strange)
    )
    verb = "do" if len(nameless) > 1 else "does"
    faults = (
        [f"{pages_said(nameless)} {verb} not carry the hash {kit.short_hash}"] if nameless else []
    )
    yield found_faults(
        "every sheet carries the kit's hash",
        many(count, "page"),
        str(count - len(nameless)),
        faults,
    )
    printed = [*chain.from_iterable(boxes.values())]
    if not printed and all(part.shows in ("nothing", "tiles") for part in parts):
        yield does_not_apply(RULES, "this PDF has no part that shows boxes")
        return
    for part in (part for part in parts if part.first <= count):
        if part.shows == "route":
            blocks = [block for block in route if part.first <= block.page <= part.last]
            yield route_check(kit, f"every answer leads on as the {part.name} says", blocks)
        elif part.shows == "boards" and keys[part]:  # with a key, pictures need not be there
            yield key_check(kit, f"every position leads to its box in the {part.name}", keys[part])
        elif part.shows not in ("tiles", "nothing"):  # what lies across several pages is not read
            yield complete_part(kit, part, boxes[part])
    expected = "pieces, arrows, colours, letters, symbols and beads of every box"
    actual = f"{many(len(printed), 'drawing')} of boxes read back"
    faults = [fault for box in printed for fault in box_faults(kit, box)]
    yield found_faults(RULES, expected, actual, faults, "read from the marks on the pages alone")


def _speaks(box: PrintedBox, part: JobPart | None) -> bool:
    """Return whether a drawing in a part counts as one of a box.

    Tiles cut boards across several pages. In parts that need not show boxes, and on pages of an
    unknown part, a board without coloured moves, such as one in a picture of the whole machine,
    does not.
    """
    if part is None or part.shows in ("nothing", "route"):
        return bool(box.slots)
    return part.shows != "tiles"
