"""All checks of the marks of a printed PDF against its kit, in the order of a report.

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
from kitgen.kit.palette import Colour
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
        name = "without an id"
        if printed.id is not None:
            name = f"with the id {printed.id}, which the kit has not"
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
    """Return the symmetry whose image of a box agrees with a drawing in most cells.

    It is the identity if that is as good. Several images of a box with symmetries of its own look
    alike; where its twins have different beads, the moves decide which of them was drawn.
    """

    def differing(symmetry: Symmetry) -> int:
        cells = symmetry.position(box.position).cells
        return sum(cell != other for cell, other in zip(cells, printed.position.cells, strict=True))

    least = min(map(differing, kit.game.symmetries))
    alike = [symmetry for symmetry in kit.game.symmetries if differing(symmetry) == least]
    identity = kit.game.symmetries[0]
    if alike[0] is identity:
        return identity
    return min(alike, key=lambda symmetry: len(_move_faults(kit, box, printed, symmetry)))


def _move_faults(kit: Kit, box: Box, printed: PrintedBox, symmetry: Symmetry) -> list[str]:
    """Return how the moves of a drawing differ from those of a box's image."""
    word = "mark" if kit.game.diagram.moves == "place" else "arrow"
    names = {colour.fill.upper(): colour.name for colour in kit.palette}

    def look(fill: str, symbol: str, letter: str, beads: int | None) -> str:
        colour = names.get(fill.upper(), fill)
        words = f"{colour} {symbol or 'no symbol'} {letter or 'no letter'}"
        return words if beads is None else f"{words} ×{beads}"

    drawn = {slot.move: slot for slot in printed.slots}
    expected: dict[Move, list[str]] = {}
    for slot in box.slots:
        # Which move of a slot is drawn in colour is free on an image; on the box itself it is the
        # first.
        images = [symmetry.move(move) for move in slot.moves]
        main = next((move for move in images if move in drawn), images[0])
        without_beads = main in drawn and drawn[main].beads is None
        beads = None if without_beads else slot.beads
        expected |= {move: ["grey"] for move in images}
        expected[main] = [look(slot.colour.fill, slot.colour.symbol, slot.colour.letter, beads)]
    rows = [
        (slot.move, look(slot.fill, slot.symbol, slot.letter, slot.beads)) for slot in printed.slots
    ]
    rows += [(move, "grey") for move in printed.twins]
    return [*row_faults(expected, rows, lambda move: f"the {word} of {kit.game.move_text(move)}")]


# A route is checked against the rules and the boxes alone, without the code that made it: each box
# as it lies, each bead, each answer of the opponent, and what follows.

#: Signs for the end of a game by its value for the machine.
ENDS = {1: "+", 0: "=", -1: "–"}
#: The sign for it where points are counted.
OVER = "■"
#: The sign for a box that must be looked up.
UNKNOWN = "?"
#: After so many answers without a box between them, the next box must be looked up.
MAX_ANSWERS = 3

#: What follows on a line of answers: the resulting position, or a sign for the end or for an
#: unknown box.
Follows = tuple[int, ...] | str
#: The answers on a line, and what follows.
Line = tuple[tuple[Move, ...], Follows]
#: A box, None before the first one, and the cells of its picture.
Place = tuple[str | None, tuple[int, ...]]


def route_check(kit: Kit, name: str, printed: Sequence[PrintedBlock]) -> Check:
    """Check that a route gives, for each box and bead, what follows on each answer."""
    rules = _RouteRules(kit)
    words = dict(rules.places())
    faults = []
    rows = []
    count = 0
    for block in printed:
        name_of_block = "the start" if block.id is None else f"box {block.id}{block.sign}"
        place = f"{name_of_block} (page {block.page})"
        faults += [f"{place}: {fault}" for fault in (*block.faults, *rules.faults(block))]
        cells = () if block.id is None else block.cells or ()
        rows.append((rules.place(block.id, cells), ""))
        count += sum(len(entries) for _, entries in block.lines)
    expected = {key: [""] for key in words}
    faults += row_faults(
        expected, rows, lambda key: words.get(key, f"box {key[0]} as it lies there")
    )
    return found_faults(
        name, f"{many(len(words), 'box')} as they lie, each answer", many(count, "answer"), faults
    )


class _RouteRules:
    """What a route must say, by the rules of the game and the boxes of a kit."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        # Where boards have many symmetries, answers are named by the cells in the picture.
        self._by_cells = len(kit.game.symmetries) > MIRRORED and kit.game.diagram.moves == "place"
        self._rows = partial(key_rows, kit.game.diagram)
        #: The box of each position, images included: a box's own position is no image of another.
        self._boxes: dict[tuple[int, ...], Box] = {}
        for symmetry in kit.game.symmetries:  # the identity comes first and so counts most
            for box in kit.all_boxes:
                self._boxes.setdefault(symmetry.position(box.position).cells, box)

    def places(self) -> Iterator[tuple[Place, str]]:
        """Yield each place that must be there, with its words.

        That is each box as it may lie, if another may follow it.
        """
        kit = self.kit
        if 1 - kit.game.start().to_move in kit.players:
            yield (None, ()), "the start"
        for box in kit.all_boxes:
            images = {symmetry.position(box.position): symmetry for symmetry in kit.game.symmetries}
            for position, symmetry in images.items():
                is_of_another = self._boxes.get(position.cells) is not box
                if not is_of_another and self._leads_on(box, position, symmetry):
                    place = self.place(box.id, position.cells)
                    yield place, f"box {box.id} as {kit.game.text(position)}"

    def _leads_on(self, box: Box, position: Position, symmetry: Symmetry) -> bool:
        """Return whether another box may follow on an image of a box."""
        ends = {*ENDS.values(), OVER}
        for slot in box.slots:
            for _, follows in self._lines(position, symmetry.move(slot.moves[0])):
                if follows not in ends:
                    return True
        return False

    def place(self, box_id: str | None, cells: tuple[int, ...]) -> Place:
        """Return the key of a box as it lies, the same for all turns of a sheet that is turned."""
        if not self._by_cells or not cells:
            return box_id, cells
        rows = self._rows(cells)
        return box_id, tuple(chain.from_iterable(min(laid(rows, sign) for sign in QUARTERS)))

    def faults(self, block: PrintedBlock) -> Iterator[str]:
        """Yield what is wrong in a block: with its badges, then with answers and what follows."""
        if block.id is None:
            yield from _badge_faults((), block)
            yield from self._answer_faults(block, self.kit.game.start(), {"": None})
            return
        box = _box_of(self.kit, block.id)
        if box is None or block.cells is None or block.sign not in SIGNS:
            yield "it is no box of the kit, or its picture is not one board"
            return
        if self._rows(block.cells) != laid(self._rows(box.position.cells), block.sign):
            yield f"its picture is not the box as {block.sign or 'its id'} says"
            return
        position = Position(block.cells, box.position.to_move)
        legal = self.kit.game.legal_moves(position)
        moves: dict[str, Move | None] = {}
        for slot in box.slots:
            letter = slot.colour.letter
            move = block.moves.get(letter)
            if move in legal:
                moves[letter] = move
            else:
                yield f"its picture shows no move for bead {letter}"
        yield from _badge_faults([slot.colour for slot in box.slots], block)
        yield from self._answer_faults(block, position, moves)

    def _answer_faults(
        self, block: PrintedBlock, position: Position, moves: Mapping[str, Move | None]
    ) -> Iterator[str]:
        """Yield what is wrong with the answers to the moves of a block's beads, by their letters.

        The answers to the start have no letter.
        """
        names = {cell: name for name, cell in block.names.items()}
        expected: dict[tuple[str, str], list[str]] = {}
        for letter, move in moves.items():
            for answers, follows in self._lines(position, move):
                goals = self._goals(follows)
                key = letter, "·".join(self._answer(answer, names) for answer in answers)
                if expected.setdefault(key, goals) != goals:
                    # A move of the machine between the answers has several images.
                    expected[key] = [UNKNOWN]
        rows = []
        for badge, entries in block.lines:
            letter = badge.letter if badge else ""
            rows += [((letter, answer), goal) for answer, goal in entries]
        yield from row_faults(expected, rows, _say_answer)

    def _answer(self, move: Move, names: Mapping[int, str]) -> str:
        if self._by_cells:
            return names.get(move.target, f"cell {move.target}")
        return self.kit.game.move_text(move)

    def _goals(self, follows: Follows) -> list[str]:
        """Return the texts for what follows: a box with any sign that fits, or a sign alone."""
        if isinstance(follows, str):
            return [follows]
        rows = self._rows(follows)
        box = self._boxes[follows]
        own = self._rows(box.position.cells)
        return [box.id + sign for sign in SIGNS if laid(own, sign) == rows]

    def _lines(self, position: Position, move: Move | None) -> Iterator[Line]:
        """Yield each line of answers to a move (None at the start), and what follows it."""
        if move is not None:
            position = self.kit.game.play(position, move).position
        yield from self._after(position, 1 - position.to_move, ())

    def _after(self, position: Position, machine: int, answers: tuple[Move, ...]) -> Iterator[Line]:
        game = self.kit.game
        result = game.result(position)
        if result is not None and game.scoring:
            yield answers, OVER
        elif result is not None:
            result_for_machine = result if position.to_move == machine else -result
            yield answers, ENDS[result_for_machine]
        elif position.to_move != machine:
            for answer in replies(self.kit, position):
                after = game.play(position, answer).position
                yield from self._after(after, machine, (*answers, answer))
        elif position.cells in self._boxes:
            yield answers, position.cells
        elif len(orbits(game, position)) > 1 or len(answers) >= MAX_ANSWERS:
            yield answers, UNKNOWN
        else:
            for move in game.legal_moves(position):
                yield from self._after(game.play(position, move).position, machine, answers)


def _badge_faults(colours: Iterable[Colour], block: PrintedBlock) -> Iterator[str]:
    """Yield how the badges of a block's lines differ from those of some colours."""
    expected = {}
    for colour in colours:
        expected[colour.letter] = [f"{colour.fill.upper()} {colour.symbol}"]
    drawn = []
    for badge, _ in block.lines:
        if badge:
            drawn.append((badge.letter, f"{badge.fill.upper()} {badge.symbol}"))
    yield from row_faults(expected, drawn, "the badge of line {}".format)


def _say_answer(key: tuple[str, str]) -> str:
    letter, answer = key
    words = f"what follows on {answer or 'no answer'}"
    return f"bead {letter}, {words}" if letter else words


def key_check(kit: Kit, name: str, printed: Sequence[PrintedKey]) -> Check:
    """Check that a key leads from every position, also turned or mirrored, to its box."""
    diagram = kit.game.diagram
    turned = diagram.turns and kit.players == (0,)  # the machine sits at the top
    expected: dict[tuple[int, ...], list[str]] = {}
    for box in kit.boxes:
        for symmetry in kit.game.symmetries:
            cells = symmetry.position(box.position).cells
            expected[key_cells(key_rows(diagram, cells, turned=turned))] = []
    for box in kit.boxes:
        rows = key_rows(diagram, box.position.cells, turned=turned)
        for sign in SIGNS:
            expected.get(key_cells(laid(rows, sign)), []).append(box.id + sign)
    pages = {entry.rows: f" (page {entry.page})" for entry in printed}

    def say(rows: tuple[int, ...]) -> str:
        return f"the entry of {expected.get(rows, ['no box'])[0]}{pages.get(rows, '')}"

    faults = []
    for entry in printed:
        faults += [f"box {entry.id} (page {entry.page}): {fault}" for fault in entry.faults]
    faults += row_faults(expected, ((entry.rows, entry.id + entry.sign) for entry in printed), say)
    return found_faults(name, many(len(expected), "position"), f"{len(printed)} in the key", faults)


def _box_of(kit: Kit, box_id: str | None) -> Box | None:
    return next((box for box in kit.all_boxes if box.id == box_id), None)


def complete_part(kit: Kit, part: JobPart, printed: Sequence[PrintedBox]) -> Check:
    """Check that a part shows every box."""
    what = {"cards": "card", "walls": "box"}.get(part.shows, "board")
    shown = [*printed]
    if what == "card":
        shown = [box for box in shown if any(slot.beads is not None for slot in box.slots)]
    cells_of = {box.id: box.position.cells for box in kit.boxes}
    times = Counter[tuple[str | None, tuple[int, ...] | None]]()
    for box in shown:
        # Only a board may show an image of its box.
        cells = box.position.cells if what == "board" else cells_of.get(box.id or "")
        times[box.id, cells] += 1
    boxes = kit.always if part.shows == "always" else kit.boxes
    expected = {(box.id, box.position.cells): box.position for box in boxes}
    if what == "board":
        expected |= _mirror_images(kit, boxes)
    faults = []
    for key, position in expected.items():
        if not times[key]:
            presence = "missing"
        elif what == "box" and times[key] > 1:
            presence = f"there {many(times[key], 'time')}"
        else:
            continue
        box_id, _ = key
        faults.append(f"box {box_id}: its {what} ({kit.game.text(position)}) is {presence}")
    actual = f"{len(expected) - len(faults)}"
    if not shown and expected:  # one fault, and not one for each box
        where = pages_said(range(part.first, part.last + 1))
        faults = [
            f"{where}: no box can be read there; the page may be turned, moved, emptied or another"
        ]
    return found_faults(
        f"every box is drawn in the {part.name}", many(len(expected), what), actual, faults
    )


def _mirror_images(kit: Kit, boxes: Sequence[Box]) -> dict[tuple[str, tuple[int, ...]], Position]:
    """Return the mirror image of each box that is no box itself, where the game has only a mirror.

    Boards show each box as it is and as its mirror image.
    """
    mirror = only_mirror(kit.game)
    if mirror is None:
        return {}
    own = {box.position for box in boxes}
    images = {box.id: mirror.position(box.position) for box in boxes}
    return {(box_id, image.cells): image for box_id, image in images.items() if image not in own}


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
        checks = tuple(marks_checks(kit, job, pdf, missing))
        yield MARKS_FRAME, msgspec.msgpack.encode(checks)
        if document is not None:
            differences = list(marks_differences(kit, pdf, document, pages))
            yield WRONG_FRAME, msgspec.msgpack.encode(differences)


def marks_checks(
    kit: Kit, job: JobFile | None, pages: Iterable[PageMarks], missing: str = ""
) -> Iterator[Check]:
    """Yield the checks of the marks on pages against a kit; ``missing`` is why there is no print
    run to name parts.
    """
    kit = as_printed(kit, job)
    marks = _PrintedMarks(kit, job)
    for page in pages:
        marks.read(page)
    yield _all_pages(job, marks.count, missing)
    yield found_faults(
        "nothing but plain marks",
        "outlines and letters",
        many(len(marks.strange), "other"),
        over_pages(marks.strange),
    )
    yield _hash_on_pages(kit, marks)
    printed = [*chain.from_iterable(marks.boxes.values())]
    if not printed and all(part.shows in ("nothing", "tiles") for part in marks.parts):
        yield does_not_apply(RULES, "this PDF has no part that shows boxes")
        return
    for part in marks.parts:
        if part.first <= marks.count:
            yield from _part_checks(kit, part, marks)
    expected = "pieces, arrows, colours, letters, symbols and beads of every box"
    actual = f"{many(len(printed), 'drawing')} of boxes read back"
    faults = [fault for box in printed for fault in box_faults(kit, box)]
    yield found_faults(RULES, expected, actual, faults, "read from the marks on the pages alone")


class _PrintedMarks:
    """What is read from the pages of a PDF, page by page.

    Attributes:
        count: how many pages were read.
        strange: each mark that is neither outline nor letter, with its page.
        nameless: the pages without the hash of the kit.
        boxes, keys: the drawings of boxes, and the entries of keys, by their part.
        route: the blocks of routes.
    """

    def __init__(self, kit: Kit, job: JobFile | None) -> None:
        self._kit = kit
        self._job = job
        self._reader = BoxReader(kit)
        self._correction = correction_of(job)
        self.parts: Sequence[JobPart] = () if job is None else job.parts
        self.count = 0
        self.strange = list[tuple[int, str]]()
        self.nameless = list[int]()
        self.boxes = defaultdict[JobPart | None, list[PrintedBox]](list)
        self.keys = defaultdict[JobPart | None, list[PrintedKey]](list)
        self.route = list[PrintedBlock]()

    def read(self, page: PageMarks) -> None:
        """Read the next page."""
        self.count += 1
        number = self.count
        self.strange += [(number, what) for what in page.strange]
        wrong = wrong_correction(page, number, self._job, self._correction)
        if wrong:
            self.strange.append((number, wrong))
        if not any(self._kit.short_hash in text.text for text in page.letters):
            self.nameless.append(number)
        index = MarkIndex(page)
        for box in self._reader.read_page(index, number):
            part = part_at(self.parts, number, box.at[1])
            if _speaks(box, part):
                self.boxes[part].append(box)
        shown = {part.shows for part in self.parts if part.first <= number <= part.last}
        if "boards" in shown:
            for key in read_key(index, number, self._kit.game):
                self.keys[part_at(self.parts, number, key.down)].append(key)
        if "route" in shown:
            reader = self._reader
            self.route += read_route(
                index, number, reader.game, reader.to_move, turned=reader.turned
            )


def _all_pages(job: JobFile | None, count: int, missing: str) -> Check:
    """Check that a PDF has as many pages as its print run; ``missing`` is why there is none."""
    name = "all pages are there"
    actual = many(count, "page")
    if job is None:
        return found_faults(name, "as many as were printed", actual, [f"{missing}; print it again"])
    expected = many(job.pages, "page")
    faults = [f"page {number} belongs to no part" for number in range(job.pages + 1, count + 1)]
    if count < job.pages:  # the PDF does not say which ones: later pages have moved up
        faults.append(
            f"{job.pages - count} of {expected} missing; the numbers at the foot of the "
            "sheets tell which"
        )
    return found_faults(name, expected, actual, faults)


def _hash_on_pages(kit: Kit, marks: _PrintedMarks) -> Check:
    nameless = marks.nameless
    faults = []
    if nameless:
        verb = "do" if len(nameless) > 1 else "does"
        faults.append(f"{pages_said(nameless)} {verb} not carry the hash {kit.short_hash}")
    return found_faults(
        "every sheet carries the kit's hash",
        many(marks.count, "page"),
        str(marks.count - len(nameless)),
        faults,
    )


def _part_checks(kit: Kit, part: JobPart, marks: _PrintedMarks) -> Iterator[Check]:
    """Yield the check that a part is complete; none for one that shows no boxes, or shows them
    across several pages, which is not read.
    """
    if part.shows == "route":
        blocks = [block for block in marks.route if part.first <= block.page <= part.last]
        yield route_check(kit, f"every answer leads on as the {part.name} says", blocks)
    elif part.shows == "boards" and marks.keys[part]:  # with a key, pictures need not be there
        name = f"every position leads to its box in the {part.name}"
        yield key_check(kit, name, marks.keys[part])
    elif part.shows not in ("tiles", "nothing"):
        yield complete_part(kit, part, marks.boxes[part])


def _speaks(box: PrintedBox, part: JobPart | None) -> bool:
    """Return whether a drawing in a part counts as one of a box.

    Tiles cut boards across several pages. In parts that need not show boxes, and on pages of an
    unknown part, a board without coloured moves, such as one in a picture of the whole machine,
    does not.
    """
    if part is None or part.shows in ("nothing", "route"):
        return bool(box.slots)
    return part.shows != "tiles"
