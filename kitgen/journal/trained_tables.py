"""A trained machine as another program saves it, a weight for each move of each board, as the beads
of a kit's boxes.

A board may be turned or mirrored. Where a file has several images of a box that differ, the one
that lies as the kit prints it counts. Boards that are no boxes of the kit, and boxes that are not
clear, are listed.
"""

import math
import time
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, product

from kitgen.errors import KitFileError, RecordError, UsageError, quoted
from kitgen.kit.kit import TABLE_OF_POSITIONS, Box, Given, GivenBox, Kit
from kitgen.model import Game, Move, Position
from kitgen.position_tables.board_notation import Boards, Signs, Squares
from kitgen.position_tables.hints import NAMINGS, TableHints
from kitgen.position_tables.nested_data import NestedData, Pairs
from kitgen.position_tables.records import ACTION_KEYS, WEIGHT_KEYS, Fits, Record, RecordGroup
from kitgen.position_tables.table_forms import read_groups
from kitgen.position_tables.table_search import (
    SAMPLE,
    TableFields,
    is_words,
    notation_of,
    with_boards,
)
from kitgen.position_tables.weights import Weight, beads_one_by_one, weights_in
from kitgen.record.account import Account, BoardPlace, ForeignNote, Unread, UnreadBoard

#: The most work in seconds, and the most positions that are walked to know those of the other side.
MAX_SECONDS = 20.0
MAX_POSITIONS_WALKED = 300_000
#: The beads of the heaviest move of a box, where weights are not whole numbers.
SCALED_BEADS = 100
#: A group of records with fewer than one in so many of those of the largest group is no table; a
#: field with weights in fewer of its records has none.
SMALL_SHARE = 10
#: The most beads of a slot.
MAX_BEADS = 999_999_999
#: The usual signs for a piece of the side that begins, and of the other.
FIRST_SIGNS = ("1", "X", "x")
SECOND_SIGNS = ("2", "-1", "O", "o")
#: The part of a file with boards that are no boxes, as ``--ignore`` takes it.
BOXES = "boxes"
#: The most boxes that begin as the rule says and are named.
MAX_BOXES_NAMED = 12
#: The field of a record that stands for all its fields.
_WHOLE = "the whole record"
#: What a weight on a legal move is worth beside a legal move that is only named; one on an illegal
#: move is as bad as one on a legal move is good.
WEIGHT_ON_LEGAL = 4


@dataclass(frozen=True, slots=True)
class TrainedBoxes:
    """The beads that a table gives to a kit's boxes, notes on how it was read, and what is not
    in it or not read.
    """

    given: Given
    notes: tuple[ForeignNote, ...]
    account: Account


@dataclass(frozen=True)
class KitPositions:
    """The positions of a kit's boxes, for ``table_search``."""

    kit: Kit
    _end: float = field(default_factory=lambda: time.process_time() + MAX_SECONDS)

    @property
    def game(self) -> Game:
        """The kit's game."""
        return self.kit.game

    @property
    def mover(self) -> int:
        """The side of the machine."""
        return self.kit.players[0]

    @cached_property
    def images(self) -> Mapping[Position, tuple[Position, ...]]:
        """All images of the position of each box."""
        images = {}
        for box in self.kit.boxes:
            of_box = [symmetry.position(box.position) for symmetry in self.kit.symmetries.all]
            images[box.position] = tuple(dict.fromkeys(of_box))
        return images

    @cached_property
    def least_of(self) -> Mapping[Position, Position]:
        """The position of a box for each of its images; a box of its own comes before an image."""
        least: dict[Position, Position] = {}
        for position, images in self.images.items():
            least.update(dict.fromkeys(images, position))
        least.update({position: position for position in self.images})
        return least

    def check(self) -> None:
        """Raise ``RecordError`` if reading takes too long."""
        if time.process_time() > self._end:
            raise RecordError(
                "takes too long to read; give a file with the table alone, a position on each line"
            )


@dataclass(frozen=True, slots=True)
class _Entry:
    """A board of the table with the weights of its moves, by how they were written."""

    at: BoardPlace
    signs: Signs
    position: Position | None
    weights: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class _Reading:
    """A way to read a table: its records, the field with the weights, and how squares are named.

    Where beads stand ``one_by_one``, a list has the move of each of them.
    """

    table: TableFields
    name: str
    squares: Squares
    one_by_one: bool = False
    score: int = 0

    def value_of(self, record: Record) -> NestedData:
        """Return the value of the field with the weights in a record."""
        if self.name != _WHOLE:
            return record.fields.get(self.name, "")
        fields = record.fields.items()
        return Pairs((name, value) for name, value in fields if value is not record.board)

    def weights_of(self, record: Record) -> list[Weight]:
        """Return the weights in a record, with the moves as they are written."""
        value = self.value_of(record)
        if value is record.board:
            return []
        if self.one_by_one:
            return beads_one_by_one(value)
        return weights_in(value, self.table.boards.size)


def read_trained(text: str, kind: str, kit: Kit) -> TrainedBoxes | None:
    """Return the beads of a trained machine in a text of any form; None if it has no weights for a
    kit's positions.

    Args:
        kind: the suffix of its file.

    Raises:
        RecordError: its weights cannot be beads, or its signs may stand for either side.
        UsageError: the kit's machine may play both sides.

    >>> from kitgen.kit.build import build_kit
    >>> saved = '{".........": {"0": 3, "1": 0, "4": 5}, "XO.......": {"3": 2, "4": 1}}'
    >>> trained = read_trained(saved, ".json", build_kit("menace"))
    >>> [(box.box, box.beads) for box in trained.given.boxes][0]
    ('A1', (3, 0, 5))
    """
    if len(kit.players) != 1:
        raise UsageError(
            f"{kit.name} plays both sides, and a table of positions does not say which one moves"
        )
    known = KitPositions(kit)
    reading = _best_reading(text, kind, known)
    if reading is None:
        return None
    entries = _entries(reading)
    machine = _BoxFilling(known, reading)
    for entry in entries:
        machine.take(entry)
    return machine.result()


# How the table is written.


def _best_reading(text: str, kind: str, known: KitPositions) -> _Reading | None:
    hints = TableHints()
    notation = notation_of(known, hints)
    squares = Squares(known.game, NAMINGS[0])
    rows = notation.size // notation.columns
    try:
        as_written = read_groups(text, kind, known.check, rows, notation.size, notation.fits)
        groups = [_with_named_columns(group, notation.fits) for group in as_written]
    except KitFileError:
        return None  # it is no JSON or CSV at all
    largest = max((len(group.records) for group in groups), default=0)
    tables = []
    for group in groups:
        if len(group.records) * SMALL_SHARE < largest:
            continue
        boards = [record.board for record in _sample_of(group.records)]
        fitting = sum(map(notation.fits, boards))
        if boards and 2 * fitting >= len(boards):
            tables.append(with_boards(known, TableFields(group, notation, squares), hints))
    most_known = max((table.known for table in tables), default=0)
    if not most_known:
        return None
    readings = []
    for table in tables:
        if 10 * table.known >= 9 * most_known:  # nine tenths of those of the best, or more
            readings.append(_with_weights(known, _as_usual(table)))
    best = max(readings, key=lambda reading: (reading.score, -len(reading.table.group.records)))
    return best if best.score > 0 else None


def _with_named_columns(group: RecordGroup, fits: Fits) -> RecordGroup:
    """Return a group of which the first record names columns of moves and weights with fields of
    these names.
    """
    if len(group.records) < 2 or fits(group.records[0].board):
        # a table of boards has a group of one record for each, and they share all their fields
        return group
    first, *others = group.records
    headings = {}
    for name, heading in first.fields.items():
        if isinstance(heading, str):
            headings[name] = heading.casefold()
    named = set(headings.values())
    if named.isdisjoint(ACTION_KEYS) or named.isdisjoint(WEIGHT_KEYS):
        return group
    records = []
    for record in others:
        fields = {headings.get(name, name): value for name, value in record.fields.items()}
        records.append(record._replace(fields=fields))
    return replace(group, records=records)


def _sample_of(records: Sequence[Record]) -> Sequence[Record]:
    """Return at most ``SAMPLE`` records from all over a table."""
    return records[:: 1 + len(records) // SAMPLE]


def _as_usual(table: TableFields) -> TableFields:
    """Return a table whose signs stand for the usual sides where the positions do not decide.

    ``RecordError`` if they do not, and the signs are not usual.
    """
    letters = table.boards.letters
    if len(set(letters.values())) != 3:
        return table
    first, second = _signs_of_sides(table.boards)
    swapped = dict(letters) | {first: letters[second], second: letters[first]}
    other = replace(table.boards, letters=swapped)
    boards = [record.board for record in table.group.records]
    if _count(other, boards) < _count(table.boards, boards):
        return table
    if first in FIRST_SIGNS or second in SECOND_SIGNS:
        return table
    if first in SECOND_SIGNS or second in FIRST_SIGNS:
        return replace(table, boards=other)
    raise RecordError(
        f"its signs {quoted(first)} and {quoted(second)} may stand for either side; write X for "
        "the side that begins and O for the other"
    )


def _signs_of_sides(boards: Boards) -> tuple[str, str]:
    """Return the signs for a piece of the side that begins, and of the other."""
    by_content = {boards.contents[own]: sign for sign, own in boards.letters.items()}
    return by_content[1], by_content[2]


def _count(boards: Boards, values: Sequence[NestedData]) -> int:
    """Return how many of some boards are positions in which the machine has a move."""
    positions = (boards.decision(boards.signs(value)) for value in values)
    return sum(position is not None for position in positions)


def _with_weights(known: KitPositions, table: TableFields) -> _Reading:
    """Return the field and the names of squares with the most weights on legal moves, and the
    fewest on others.
    """
    boards = table.boards
    decisions = []
    for record in table.group.records:
        if boards.decision(boards.signs(record.board)):
            decisions.append(record)
    records = list(_sample_of(decisions))
    names: dict[str, None] = {_WHOLE: None}
    for record in records:
        names.update(dict.fromkeys(record.fields))
    best = _Reading(table, _WHOLE, table.squares)
    for name in names:
        one_by_one = _are_one_by_one([record.fields.get(name, "") for record in records])
        reading = _Reading(table, name, table.squares, one_by_one)
        weights_by_record = [(record, reading.weights_of(record)) for record in records]
        weighed = sum(bool(weights) for _, weights in weights_by_record)
        if SMALL_SHARE * weighed < max(1, len(records)):
            continue
        for naming, upwards in product(NAMINGS, (boards.upwards, not boards.upwards)):
            known.check()
            squares = Squares(known.game, naming, upwards)
            score = 0
            for record, weights in weights_by_record:
                score += _score(known, boards, squares, record, weights)
            if score > best.score:
                best = replace(reading, squares=squares, score=score)
    return best


def _are_one_by_one(values: Sequence[NestedData]) -> bool:
    """Return whether values are lists with a move for each bead: of different lengths, and with
    some moves repeated.

    Lists of weights are as long as the board, and lists of legal moves have each of them once.
    """
    lists = [value for value in values if isinstance(value, list)]
    if len(lists) < len(values) or len({len(value) for value in lists}) < 2:
        return False
    repeated = False
    for value in lists:
        beads = beads_one_by_one(value)
        if bool(beads) is not bool(value):
            return False
        repeated = repeated or any(count > 1 for _, count in beads)
    return repeated


def _score(
    known: KitPositions, boards: Boards, squares: Squares, record: Record, weights: Sequence[Weight]
) -> int:
    position = boards.decision(boards.signs(record.board))
    if position is None:
        return 0
    legal = {squares.spell(move) for move in known.game.legal_moves(position)}
    score = 0
    for move, weight in weights:
        is_legal = _spelled(squares, move) in legal
        if is_legal:
            score += 1
        if weight and math.isfinite(weight):
            score += WEIGHT_ON_LEGAL if is_legal else -WEIGHT_ON_LEGAL
    return score


def _spelled(squares: Squares, text: str) -> str:
    """Return the first way to spell a move, as it may be written; empty if it is none."""
    return "".join(squares.split(text)[:1])


def _entries(reading: _Reading) -> Iterator[_Entry]:
    """Yield the boards of a table; records of one board, with a move each, are put together."""
    group = reading.table.group
    boards = reading.table.boards

    def place_of(signs: Signs, number: int) -> BoardPlace:
        return BoardPlace("line" if group.lines else "entry", number, boards.laid_out(signs))

    first_places: dict[Signs, int] = {}
    weights_by_board: dict[Signs, dict[str, float]] = {}
    doubled: list[_Entry] = []
    for record in group.records:
        signs = boards.signs(record.board)
        weights = dict(reading.weights_of(record))
        if not weights and is_words(boards, signs):
            continue  # a heading
        first_places.setdefault(signs, record.place)
        before = weights_by_board.setdefault(signs, {})
        if any(move in before and before[move] != weight for move, weight in weights.items()):
            doubled.append(_Entry(place_of(signs, record.place), signs, None, {}))
            continue
        before |= weights
    for signs, weights in weights_by_board.items():
        place = place_of(signs, first_places[signs])
        yield _Entry(place, signs, boards.position(signs), weights)
    yield from doubled


# What it gives to the boxes.


class _BoxFilling:
    """The boxes of a kit that are filled from entries."""

    def __init__(self, known: KitPositions, reading: _Reading) -> None:
        self._known = known
        self._kit = known.kit
        self._squares = reading.squares
        self._boards = reading.table.boards
        self._box_at = {box.position: box for box in known.kit.boxes}
        #: For each box what its images give, by slot; first of all the one that lies as it is
        #: printed.
        self._rows: dict[str, dict[BoardPlace, tuple[float, ...]]] = {}
        self._printed: dict[str, BoardPlace] = {}
        self._needless = Counter[str]()
        self._different: list[UnreadBoard] = []

    def take(self, entry: _Entry) -> None:
        """Give an entry to its box, or note why it has none."""
        self._known.check()
        position = entry.position
        if position is None:
            self._different.append(UnreadBoard(entry.at, "twice"))
            return
        box = self._box_at.get(self._known.least_of.get(position, position))
        if box is None:
            self._without_box(entry.at, position)
            return
        legal = {self._squares.spell(move): move for move in self._kit.game.legal_moves(position)}
        weights = {_spelled(self._squares, move): weight for move, weight in entry.weights.items()}
        weights_of_legal: dict[Move, float] = {}
        illegal = []
        for move, weight in weights.items():
            if move in legal:
                weights_of_legal[legal[move]] = weight
            elif weight > 0 and math.isfinite(weight):
                illegal.append(move)
        if illegal:
            moves = {"moves": ", ".join(illegal)}
            self._different.append(UnreadBoard(entry.at, "impossible_moves", moves))
            return
        if not weights_of_legal:
            self._different.append(UnreadBoard(entry.at, "no_weights"))
            return
        rows = self._rows.setdefault(box.id, {})
        rows[entry.at] = self._row(box, position, weights_of_legal)
        if position == box.position:
            self._printed[box.id] = entry.at

    def _row(
        self, box: Box, position: Position, by_move: Mapping[Move, float]
    ) -> tuple[float, ...]:
        """Return the weights of a box slot by slot; those of moves that share a slot are added
        up.
        """
        for symmetry in self._kit.symmetries.all:
            if symmetry.position(position) != box.position:
                continue
            images = {symmetry.move(move): weight for move, weight in by_move.items()}
            row = []
            for slot in box.slots:
                row.append(sum(images.get(move, 0.0) for move in slot.moves))
            return tuple(row)
        raise AssertionError(f"{box.id} is no image of {position}")

    def _without_box(self, at: BoardPlace, position: Position) -> None:
        """Note why a position has no box; a table may not say which side is to move."""
        game = self._kit.game
        other_to_move = Position(position.cells, 1 - position.to_move)
        met = [either for either in (position, other_to_move) if either in self._reachable]
        if not met and len(self._reachable) < MAX_POSITIONS_WALKED:
            self._different.append(UnreadBoard(at, "unreachable", {"game": game.called}))
        elif any(game.result(either) is not None for either in met):
            self._needless["over"] += 1
        elif position in met and self._kit.unboxed(position) is not None:
            self._needless["forced"] += 1
        elif position not in met and met:
            self._needless["other_side"] += 1
        else:
            self._different.append(UnreadBoard(at, "no_box", {"kit": self._kit.name}))

    @cached_property
    def _reachable(self) -> set[Position]:
        """The positions of the game, as many as are walked."""
        game = self._kit.game
        reachable = {game.start()}
        waiting = deque(reachable)
        while waiting and len(reachable) < MAX_POSITIONS_WALKED:
            position = waiting.popleft()
            self._known.check()
            if game.result(position) is not None:
                continue
            for move in game.legal_moves(position):
                after = game.play(position, move).position
                if after not in reachable:
                    reachable.add(after)
                    waiting.append(after)
        return reachable

    def result(self) -> TrainedBoxes | None:
        """Return what was taken; None if nothing was; ``RecordError`` if weights cannot be
        beads.
        """
        weights_by_box = {}
        for box in self._kit.boxes:
            row = self._chosen_row(box)
            if row is not None:
                weights_by_box[box.id] = row
        if not weights_by_box:
            return None
        beads, scaled = _as_beads(weights_by_box)
        boxes = tuple(GivenBox(box.id, beads[box.id]) for box in self._kit.boxes if box.id in beads)
        unread = tuple(Unread("position", BOXES, 1, board=board) for board in self._different)
        return TrainedBoxes(
            given=Given(TABLE_OF_POSITIONS, boxes),
            notes=tuple(self._notes(beads, scaled=scaled)),
            account=Account(unread=unread),
        )

    def _chosen_row(self, box: Box) -> tuple[float, ...] | None:
        """Return the weights of the image of a box that lies as it is printed, or that all images
        have; None if there are none. Images that differ are noted.
        """
        rows = self._rows.get(box.id, {})
        if not rows:
            return None
        printed = self._printed.get(box.id)
        chosen = next(iter(rows)) if printed is None else printed
        values = {"box": box.id}
        others = [at for at, row in rows.items() if row != rows[chosen]]
        for at in others:
            self._different.append(UnreadBoard(at, "other_weights", values, chosen))
        if others and printed is None:
            self._different.append(UnreadBoard(chosen, "also_others", values))
            return None
        return rows[chosen]

    def _notes(self, beads: Mapping[str, Sequence[int]], *, scaled: bool) -> Iterator[ForeignNote]:
        letters = self._boards.letters
        if letters and {*letters} != {*letters.values()}:
            meanings = []
            for sign, own in letters.items():
                visible = "␣" if sign == " " else sign
                meanings.append(f"{visible} = {own}")
            yield ForeignNote("signs", {"meanings": ", ".join(meanings)})
        if scaled:
            yield ForeignNote("scaled", {"most": SCALED_BEADS})
        for kind, count in self._needless.items():
            yield ForeignNote(kind, count=count)
        missing = [box.id for box in self._kit.boxes if box.id not in beads]
        if missing:
            named = tuple(missing[:MAX_BOXES_NAMED])
            more = len(missing) - len(named)
            yield ForeignNote("missing", count=len(missing), boxes=named, more=more)


def _as_beads(rows: Mapping[str, Sequence[float]]) -> tuple[dict[str, tuple[int, ...]], bool]:
    """Return weights as beads, and whether they had to be scaled; ``RecordError`` if they cannot
    be beads.
    """
    weights = list(chain.from_iterable(rows.values()))
    if not all(map(math.isfinite, weights)):
        raise RecordError(
            "a legal move has no weight that is a number; save a number for each move"
        )
    if min(weights) < 0:
        raise RecordError(
            f"some weights are below 0, such as {min(weights):g}, and no box has fewer beads than "
            "none; values of moves (Q-values) are no chances: save for each move how often the "
            "program would choose it"
        )
    if max(weights) > MAX_BEADS:
        raise RecordError(f"{max(weights):,.0f} is more than {MAX_BEADS:,} beads")
    if all(weight.is_integer() for weight in weights):
        return {box: tuple(map(int, row)) for box, row in rows.items()}, False
    return {box: _scaled(row) for box, row in rows.items()}, True


def _scaled(row: Sequence[float]) -> tuple[int, ...]:
    """Return weights in proportion, the heaviest as ``SCALED_BEADS``.

    >>> _scaled([0.5, 0.25, 0.001, 0])
    (100, 50, 1, 0)
    """
    heaviest = max(row)
    if heaviest == 0:
        return (0,) * len(row)
    beads = []
    for weight in row:
        share = round(SCALED_BEADS * weight / heaviest)
        beads.append(max(1, share) if weight else 0)
    return tuple(beads)
