"""All checks of a printed PDF against its kit, in the order in which a report names them."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path

from kitgen.attachments import attached_job
from kitgen.errors import KitFileError, many
from kitgen.kit.job_json import JobPart, part_at
from kitgen.kit.kit import Box, Kit, Slot
from kitgen.model import Move, Position, Symmetry, only_mirror
from kitgen.sandbox.process import PrintedPdf, read_pdf
from kitgen.verification.drawn_boxes import BoxReader, PrintedBox, PrintedSlot
from kitgen.verification.finder_key import MIRRORED, SIGNS, PrintedKey, key_board_rows, key_check, laid
from kitgen.verification.reference import orbits, sensible_moves
from kitgen.verification.report import Check, found_faults, left_out, over_pages, pages_said
from kitgen.verification.route_reading import PrintedBlock, PrintedEntry

# One drawing of a box may show it as it is, as on its label, or as one of its images, as in the box finder; then its
# arrows must be images, too.


def box_faults(kit: Kit, printed: PrintedBox) -> list[str]:
    """Return what is wrong with one drawing of a box, in plain words."""
    box = _box_of(kit, printed.id)
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
    """Return the symmetry whose image of a box agrees with a drawing in most cells, preferably the identity.

    Several images of a box with symmetries of its own look alike; where its twins have different beads, the moves
    decide which of them was drawn.
    """

    def differing(symmetry: Symmetry) -> int:
        cells = symmetry.position(box.position).cells
        return sum(cell != other for cell, other in zip(cells, printed.position.cells, strict=True))

    identity, *others = kit.game.symmetries
    least = min(map(differing, kit.game.symmetries))
    if differing(identity) == least:
        return identity
    alike = [symmetry for symmetry in others if differing(symmetry) == least]
    return min(alike, key=lambda symmetry: len(_move_faults(kit, box, printed, symmetry)))


def _move_faults(kit: Kit, box: Box, printed: PrintedBox, symmetry: Symmetry) -> list[str]:
    text = kit.game.move_text
    word = "mark" if kit.game.diagram.moves == "place" else "arrow"
    faults: list[str] = []
    drawn_slots = {slot.move: slot for slot in printed.slots}
    twins = list(printed.twins)
    if len(drawn_slots) < len(printed.slots):
        faults.append(f"two {word}s show the same move")
    for slot in box.slots:
        # Which move of a slot is drawn in colour is free on an image; on the box itself it is the first.
        images = [symmetry.move(move) for move in slot.moves]
        main = next((move for move in images if move in drawn_slots), images[0])
        drawn = drawn_slots.pop(main, None)
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
    article = "an" if word == "arrow" else "a"
    faults += [
        f"there is {article} {word} for {text(move)}, "
        f"{'which the box has not' if move in legal else 'which is no legal move'}"
        for move in sorted(drawn_slots)
    ]
    faults += [f"there is a grey twin {word} for {text(move)}, which is not a twin" for move in twins]
    return faults


def _slot_faults(name: str, word: str, slot: Slot, drawn: PrintedSlot, kit: Kit) -> list[str]:
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
        faults.append(f"{name} starts with {many(drawn.beads, 'bead')} instead of {slot.beads}")
    return faults


# A route is checked against the rules and the boxes alone, without the code that made it: each box as it lies, each
# bead, each answer of the other side, and what follows.

#: Signs for the end of a game: by its value for the machine; and where points are counted.
ENDS, OVER = {1: "+", 0: "=", -1: "–"}, "■"
#: The sign for a box that has to be looked up: after so many answers without one.
UNKNOWN, ANSWERS = "?", 3
#: Between the answers of a line.
BETWEEN = "·"

#: What follows on a line of answers: the resulting position, or a sign for the end or for an unknown box.
Follows = tuple[int, ...] | str
#: A box, None before the first one, and the cells of its picture.
Place = tuple[str | None, tuple[int, ...]]


def route_check(kit: Kit, name: str, printed: Sequence[PrintedBlock]) -> Check:
    """Check that a route gives for each box and bead what follows on each answer, and nothing else."""
    walk = _Walk(kit)
    wanted = dict(walk.places())
    faults, seen = [], set[Place]()
    for block in printed:
        start = "the start" if block.id is None else f"box {block.id}{block.sign}"
        place = f"{start} (page {block.page})"
        faults += [f"{place}: {fault}" for fault in (*block.faults, *walk.faults(block))]
        key = walk.place(block.id, () if block.id is None else block.cells or ())
        if key in seen:
            faults.append(f"{place}: it is there twice")
        elif key not in wanted:
            faults.append(f"{place}: nothing follows on it, or it lies like another entry")
        seen.add(key)
    faults += [f"{words} is not there" for key, words in wanted.items() if key not in seen]
    count = sum(len(entries) for block in printed for _, entries in block.lines)
    expected = f"{many(len(wanted), 'box')} as they lie, each answer"
    return found_faults(name, expected, many(count, "answer"), faults)


class _Walk:
    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        # Where boards have many symmetries, answers are named by the cells in the picture.
        self._by_cells = len(kit.game.symmetries) > MIRRORED and kit.game.diagram.moves == "place"
        #: The box of each position, images included: a box's own position is no image of another.
        self._boxes = {
            symmetry.position(box.position).cells: box
            for symmetry in reversed(kit.game.symmetries)  # the identity comes last and so counts most
            for box in reversed((*kit.boxes, *kit.always))
        }

    def places(self) -> Iterator[tuple[Place, str]]:
        """Yield what has to be there: each id and how its board lies, where a box may follow, with words for it."""
        kit, ends = self.kit, {*ENDS.values(), OVER}
        if 1 - kit.game.start().to_move in kit.players:
            yield (None, ()), "the start"
        for box in (*kit.boxes, *kit.always):
            images = {symmetry.position(box.position): symmetry for symmetry in kit.game.symmetries}
            for position, symmetry in images.items():
                if self._boxes.get(position.cells) is box:  # and not an image of another
                    lines = (line for slot in box.slots for line in self.lines(position, symmetry.move(slot.moves[0])))
                    if any(follows not in ends for _, follows in lines):
                        yield self.place(box.id, position.cells), f"box {box.id} as {kit.game.text(position)}"

    def place(self, box_id: str | None, cells: tuple[int, ...]) -> Place:
        """Return the key of a box as it lies; where the sheet is turned with the board, one for all its turns."""
        if not self._by_cells or not cells:
            return box_id, cells
        rows = key_board_rows(self.kit.game.diagram, cells)
        turns = [rows]
        for _ in range(3):
            turns.append(tuple(zip(*turns[-1][::-1], strict=True)))
        return box_id, tuple(chain.from_iterable(min(turns)))

    def faults(self, block: PrintedBlock) -> Iterator[str]:
        """Yield what is wrong in a block."""
        kit = self.kit
        if block.id is None:
            ((badge, entries), *more) = block.lines
            if more or badge is not None:
                yield "there are beads before the first box"
            else:
                yield from self._line_faults(block, entries, kit.game.start(), None, "")
            return
        box = _box_of(kit, block.id)
        if box is None:
            yield "the kit has no such box"
            return
        if block.cells is None:
            yield "it has no picture, or several"
            return
        diagram = kit.game.diagram
        if block.sign not in SIGNS or key_board_rows(diagram, block.cells) != laid(diagram, box, block.sign):
            yield f"its picture is not the box as {block.sign or 'its id'} says"
            return
        position = Position(block.cells, box.position.to_move)
        lines = {badge.letter: (badge, entries) for badge, entries in block.lines if badge is not None}
        if len(lines) < len(block.lines):
            yield "two lines have the same badge, or one has none"
        for slot in box.slots:
            letter = slot.colour.letter
            badge, entries = lines.pop(letter, (None, ()))
            move = self._move(position, *block.moves.get(letter, (None, None)))
            if badge is None:
                yield f"there is no line for bead {letter}"
            elif (badge.fill.upper(), badge.symbol) != (slot.colour.fill.upper(), slot.colour.symbol):
                yield f"the badge of line {letter} is not that of its bead"
            elif move is None:
                yield f"its picture shows no move for bead {letter}"
            else:
                yield from self._line_faults(block, entries, position, move, f"bead {letter}, ")
        yield from (f"there is a line for bead {letter}, which the box has not" for letter in lines)

    def _move(self, position: Position, source: int | None, target: int | None) -> Move | None:
        for move in self.kit.game.legal_moves(position) if (source, target) != (None, None) else ():
            if source in (None, move.source) and target in (None, move.target):
                return move
        return None

    def _line_faults(
        self, block: PrintedBlock, entries: Sequence[PrintedEntry], position: Position, move: Move | None, where: str
    ) -> Iterator[str]:
        names = {cell: name for name, cell in block.names.items()}
        expected: dict[str, Follows] = {}
        for answers, follows in self.lines(position, move):
            line = BETWEEN.join(self._answer(answer, names) for answer in answers)
            if expected.setdefault(line, follows) != follows:  # a move of the machine between them has several images
                expected[line] = UNKNOWN
        printed = set[str]()
        for answer, goal in entries:
            words = answer or "no answer"
            if answer in printed:
                yield f"{where}{words}: it is there twice"
            elif answer not in expected:
                yield f"{where}{words}: it leads to {goal}, but the other side has no such answer"
            elif (wanted := self._amiss(goal, expected[answer])) is not None:
                yield f"{where}{words}: it leads to {goal or 'nothing'} instead of {wanted}"
            printed.add(answer)
        yield from (f"{where}{answer or 'no answer'}: it is not there" for answer in expected.keys() - printed)

    def _answer(self, move: Move, names: Mapping[int, str]) -> str:
        if not self._by_cells or move.target is None:
            return self.kit.game.move_text(move)
        return names.get(move.target, f"cell {move.target}")

    def _amiss(self, goal: str, follows: Follows) -> str | None:
        """Return what should stand instead of a goal; None where it is right."""
        if isinstance(follows, str):
            return None if goal == follows else follows
        box, rows = self._boxes[follows], key_board_rows(self.kit.game.diagram, follows)
        fitting = [box.id + sign for sign in SIGNS if laid(self.kit.game.diagram, box, sign) == rows]
        return None if goal in fitting else " or ".join(fitting)

    def lines(self, position: Position, move: Move | None) -> Iterator[tuple[tuple[Move, ...], Follows]]:
        """Yield each line of answers to a move (None at the start), and what follows: cells with a box, or a sign."""
        if move is not None:
            position = self.kit.game.play(position, move).position
        yield from self._after(position, 1 - position.to_move, ())

    def _after(
        self, position: Position, machine: int, answers: tuple[Move, ...]
    ) -> Iterator[tuple[tuple[Move, ...], Follows]]:
        game = self.kit.game
        result = game.result(position)
        if result is not None:
            yield answers, OVER if game.scoring else ENDS[result if position.to_move == machine else -result]
        elif position.to_move != machine:
            sensible = self.kit.choices.opponent == "sensible"
            for answer in sensible_moves(game, position) if sensible else game.legal_moves(position):
                yield from self._after(game.play(position, answer).position, machine, (*answers, answer))
        elif position.cells in self._boxes:
            yield answers, position.cells
        else:
            if len(orbits(game, position)) > 1 or len(answers) >= ANSWERS:
                yield answers, UNKNOWN
                return
            for move in game.legal_moves(position):
                yield from self._after(game.play(position, move).position, machine, answers)


def _box_of(kit: Kit, box_id: str | None) -> Box | None:
    return next((box for box in (*kit.boxes, *kit.always) if box.id == box_id), None)


def complete_part(
    kit: Kit,
    part: JobPart,
    printed: Sequence[PrintedBox],
    keys: Sequence[PrintedKey] = (),
    route: Sequence[PrintedBlock] = (),
) -> Check | None:
    """Check a part's boxes; None for one that need not show every box. With a key, pictures need not be there."""
    count, of_them, boxes = len(kit.boxes), " of them", many(len(kit.boxes), "box")
    drawn = Counter(box.id for box in printed)
    match part.shows:
        case "cards":
            drawn = Counter(box.id for box in printed if any(slot.beads is not None for slot in box.slots))
            missing = [box for box in kit.boxes if not drawn[box.id]]
            faults = [f"box {box.id}: there is no card of it ({kit.game.text(box.position)})" for box in missing]
            expected = f"a card of each of {boxes}"
        case "walls":
            wrong = [box.id for box in kit.boxes if drawn[box.id] != 1]
            faults = [f"box {box_id}: it is drawn {many(drawn[box_id], 'time')}" for box_id in wrong]
            expected = f"each of {boxes} once"
        case "boards" if keys:
            return key_check(kit, f"every position leads to its box in the {part.name}", keys)
        case "boards" | "always":
            count, faults = _on_boards(kit, kit.boxes if part.shows == "boards" else kit.always, printed)
            of_them, expected = "", many(count, "board")
        case "route":
            return route_check(kit, f"every answer leads on as the {part.name} says", route)
        case "tiles" | "nothing":  # what lies across several pages is not read, and elsewhere is no box
            return None
    actual = f"{count - len(faults)}{of_them}"
    if not drawn and count:  # one fault, and not one for each box
        where = pages_said(range(part.first, part.last + 1))
        faults = [f"{where}: no box can be read there; the page may be turned, moved, emptied or another"]
    return found_faults(f"every box is drawn in the {part.name}", expected, actual, faults)


def _on_boards(kit: Kit, boxes: Sequence[Box], printed: Sequence[PrintedBox]) -> tuple[int, list[str]]:
    """Return how many pictures there should be, and which are not there.

    Each box is drawn as it is and, where the game has only a mirror, as its mirror image.
    """
    mirror = only_mirror(kit.game)
    drawn = {(box.id, box.position.cells) for box in printed}
    own = {box.position.cells for box in boxes}
    faults, count = [], 0
    for box in boxes:
        images = {box.position.cells: ""}
        if mirror is not None and (image := mirror.position(box.position).cells) not in own:
            images[image] = "the mirror image of "
        count += len(images)
        faults += [
            f"box {box.id}: {which}{kit.game.text(Position(cells, box.position.to_move))} is not there"
            for cells, which in images.items()
            if (box.id, cells) not in drawn
        ]
    return count, faults


#: What to do with a PDF without a list of its parts, such as one of an older version.
AGAIN = "print it again"
RULES = "the drawing agrees with the rules"


def drawing_checks(kit: Kit, pdf: Path | PrintedPdf) -> Iterator[Check]:
    """Yield the checks of a PDF, or what was read from it, against its kit, which is checked elsewhere."""
    pdf = pdf if isinstance(pdf, PrintedPdf) else read_pdf(pdf)
    try:
        job, why = attached_job(pdf), "the PDF carries no job.json, so it is unknown which pages it should have"
    except KitFileError as error:
        job, why = None, str(error)
    count = len(pdf.pages)
    if job is None:
        pages = many(count, "page")
        yield found_faults("all pages are there", "as many as were printed", pages, [f"{why}; {AGAIN}"])
    else:
        faults = [f"page {number} belongs to no part" for number in range(job.pages + 1, count + 1)]
        if count < job.pages:  # the PDF does not say which ones: later pages have moved up
            missing = f"{job.pages - count} of {many(job.pages, 'page')} missing"
            faults = [f"{missing}; the numbers at the foot of the sheets tell which"]
        yield found_faults("all pages are there", many(job.pages, "page"), many(count, "page"), faults)
    parts = () if job is None else tuple(part for part in job.parts if part.first <= count)
    reader, nameless, strange = BoxReader(kit, pdf.path), list[int](), list[tuple[int, str]]()
    printed, keys, route = list[PrintedBox](), list[PrintedKey](), list[PrintedBlock]()
    for number, page in enumerate(pdf.marks(), 1):
        strange += [(number, what) for what in page.strange]
        if not any(kit.printed_hash in text.text for text in page.letters):
            nameless.append(number)
        printed += [box for box in reader.read_page(page, number) if _speaks(box, part_at(parts, number, box.at[1]))]
        shown = {part.shows for part in parts if part.first <= number <= part.last}
        keys += reader.read_key(page, number) if "boards" in shown else []
        route += reader.read_route(page, number) if "route" in shown else []
    actual = many(len(strange), "other")
    yield found_faults("nothing but plain marks", "outlines and letters", actual, over_pages(strange))
    verb = "do" if len(nameless) > 1 else "does"
    faults = [f"{pages_said(nameless)} {verb} not carry the hash {kit.printed_hash}"] if nameless else []
    carrying = str(count - len(nameless))
    yield found_faults("every sheet carries the kit's hash", many(count, "page"), carrying, faults)
    if not printed and all(part.shows in ("nothing", "tiles") for part in parts):
        yield left_out(RULES, "this PDF has no part that shows boxes")
        return
    for part in parts:
        boxes = [box for box in printed if part_at(parts, box.page, box.at[1]) is part]
        entries = [key for key in keys if part_at(parts, key.page, key.down) is part]
        blocks = [block for block in route if part.first <= block.page <= part.last]
        if (check := complete_part(kit, part, boxes, entries, blocks)) is not None:
            yield check
    expected = "pieces, arrows, colours, letters, symbols and beads of every box"
    actual = f"{many(len(printed), 'drawing')} of boxes read back"
    faults = [fault for box in printed for fault in box_faults(kit, box)]
    yield found_faults(RULES, expected, actual, faults, "read from the marks on the pages alone")


def _speaks(box: PrintedBox, part: JobPart | None) -> bool:
    """Return whether a drawing in a part shows something of a box.

    Tiles cut boards across several pages. In parts that need not show boxes, and on pages of an unknown part, a board
    without coloured moves, such as one in a picture of the laid-out machine, shows nothing of a box.
    """
    if part is None or part.shows in ("nothing", "route"):
        return bool(box.slots)
    return part.shows != "tiles"
