"""The smallest set of mistakes that explains how a table differs from what it should be.

An entry stands for a decision at the price of its mistakes: none, one for a typing error in its board, one for each
wrong move. An entry without a decision is a mistake, as is a decision without an entry; they are paired so that the sum
is least. So one wrong sign is one finding, *this should be that*, and not an unreachable position and a missing one.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from kitgen.model import Move, Position
from kitgen.verification.tables.boards import Boards, Signs
from kitgen.verification.tables.entry_moves import MoveFault, best_pairs, move_faults
from kitgen.verification.tables.findings import Kind, TableFinding
from kitgen.verification.tables.squares import Squares
from kitgen.verification.tables.truth import Truth

#: An entry and a decision without each other are two mistakes.
APART = 2.0
#: The most that an entry with the very position of a decision costs, however wrong its moves are.
SAME = 1.5
#: So many identical entries may each stand for something else; more are doubled, whatever else they are.
MOST_ALIKE = 4
#: Unreadable boards are compared with decisions without an entry by their moves alone, this many pairs at most.
MOST_UNREADABLE = 20_000


@dataclass(frozen=True, slots=True)
class TableRow:
    """An entry as it was read; ``move_places`` are the lines of its moves in a table with a line for each move."""

    place: int
    signs: Signs
    position: Position | None
    moves: tuple[str, ...]
    exchanged: bool = False
    move_places: tuple[int, ...] = ()

    def place_of(self, move: str) -> int:
        """Return the last place of a move; that of the entry where it has no such move."""
        places = [place for place, other in zip(self.move_places, self.moves, strict=False) if other == move]
        return places[-1] if places else self.place


@dataclass(frozen=True, slots=True)
class Reading:
    """How a table is read.

    Attributes:
        images: True when the table should hold every image of a position, False when one stands for all.
        merged: True when one of the moves that a position's own symmetries exchange stands for all of them.
        per_move: True when the table has a line for each move.
        boards_alone: True when the table has no moves, or none that could be read; they are not compared.
    """

    boards: Boards
    squares: Squares
    images: bool = False
    merged: bool = False
    per_move: bool = False
    boards_alone: bool = False


#: What an entry may stand for, and at what price.
_Choice = tuple[float, Position]


class Explanation:
    """A table compared with the rules, read in one way; the findings are in its order, missing positions last."""

    def __init__(
        self, truth: Truth, reading: Reading, rows: Sequence[TableRow], before: Sequence[TableFinding] = ()
    ) -> None:
        """Compare; ``before`` has the findings from putting the rows together."""
        self._truth, self._reading, self._rows = truth, reading, rows
        self._wanted: dict[Position, tuple[Position, ...]] = {}
        for least, images in truth.images.items():
            apart = reading.images or least in truth.declared
            self._wanted |= {image: (image,) for image in images} if apart else {least: images}
        self._stands = self._pair()
        held = {self._key(position) for position in self._stands.values()}
        moves = {key: truth.game.legal_moves(key) for key in self._wanted if key not in held}
        missing = [TableFinding("missing", position=key, right=right) for key, right in moves.items()]
        if 2 * len(missing) > len(self._wanted):
            missing = [replace(missing[0], kind="missing_most", count=len(missing))]
        findings = [*before, *self._of_rows(), *missing]
        self.findings = tuple(sorted(findings, key=lambda finding: finding.places[:1] or (10**9,)))

    def _key(self, position: Position | None) -> Position | None:
        """Return the decision that a position is, by its key in ``_wanted``, or None."""
        return position if position in self._wanted else self._truth.least_of.get(position) if position else None

    def _faults(self, row: TableRow, position: Position) -> tuple[MoveFault, ...]:
        reading = self._reading
        if reading.boards_alone:
            return ()
        return move_faults(self._truth, reading.squares, row.moves, position, merged=reading.merged)

    def _pair(self) -> dict[int, Position]:
        stands: dict[int, Position] = {}
        taken: set[Position] = set()
        for number, row in enumerate(self._rows):
            key = self._key(row.position)
            if row.position and key and key not in taken and not self._faults(row, row.position):
                stands[number] = row.position
                taken.add(key)
        rows = {number: row for number, row in enumerate(self._rows) if number not in stands}
        alike = Counter[tuple[Signs, tuple[str, ...]]]()
        for number, row in list(rows.items()):
            alike[row.signs, row.moves] += 1
            if alike[row.signs, row.moves] > MOST_ALIKE:
                del rows[number]
        open_yet = {key: images for key, images in self._wanted.items() if key not in taken}
        choices = self._choices(rows, open_yet)
        gains = {pair: APART - cost for pair, (cost, _) in choices.items()}
        return stands | {
            number: choices[number, key][1] for number, key in best_pairs(gains, self._truth.clock.check).items()
        }

    def _choices(
        self, rows: Mapping[int, TableRow], wanted: Mapping[Position, Sequence[Position]]
    ) -> dict[tuple[int, Position], _Choice]:
        near = _near_index(self._reading.boards, wanted)
        choices: dict[tuple[int, Position], _Choice] = {}

        def offer(number: int, key: Position, position: Position, cost: float) -> None:
            if cost < APART and cost < choices.get((number, key), (APART, position))[0]:
                choices[number, key] = (cost, position)

        for number, row in rows.items():
            self._truth.clock.check()
            key = self._key(row.position)
            if row.position and key and key in wanted:
                offer(number, key, row.position, min(SAME, 1.0 * len(self._faults(row, row.position))))
            for name in _typed(row.signs):
                for other, position in near.get(name, ()):
                    offer(number, other, position, min(1.0 + 0.9 * len(self._faults(row, position)), APART))
        unreadable = [number for number, row in rows.items() if row.position is None]
        if not self._reading.boards_alone and len(unreadable) * len(self._truth.least_of) <= MOST_UNREADABLE:
            for number in unreadable:
                for key, images in wanted.items():
                    for position in images:
                        if not self._faults(rows[number], position):
                            offer(number, key, position, 1.2)
        return choices

    def _of_rows(self) -> Iterator[TableFinding]:
        for number, row in enumerate(self._rows):
            if row.exchanged:
                yield TableFinding("exchanged", (row.place,), row.position, signs=row.signs)
            yield from self._of_stand(row, self._stands[number]) if number in self._stands else self._loose(row)

    def _twin(self, position: Position | None) -> TableRow | None:
        """Return an entry that stands for its own position: the same position or else an image of it."""
        least = None if position is None else self._truth.least(position)
        exact, images = self._standing
        return exact.get(position) or images.get(least)

    @cached_property
    def _standing(self) -> tuple[dict[Position | None, TableRow], dict[Position | None, TableRow]]:
        """The entries that stand for their own positions: by these, and by their least images."""
        exact: dict[Position | None, TableRow] = {}
        images: dict[Position | None, TableRow] = {}
        for number, row in enumerate(self._rows):
            if row.position is not None and row.position == self._stands.get(number):
                exact.setdefault(row.position, row)
                images.setdefault(self._truth.least(row.position), row)
        return exact, images

    def _of_stand(self, row: TableRow, should: Position) -> Iterator[TableFinding]:
        if row.position != should:
            finding = TableFinding("wrong", (row.place,), row.position, should, row.signs)
            twin = self._twin(row.position)
            if row.position is None and not set(_typed(row.signs)) & set(_meant(self._reading.boards.spelled(should))):
                finding = replace(finding, kind="unreadable")
            elif twin is not None and twin.position == row.position:
                # Either of the two may be the wrong one when their moves are alike, too.
                finding = replace(finding, kind="doubled_wrong", places=(row.place, twin.place))
            yield finding
        yield from self._of_moves(row, should)

    def _of_moves(self, row: TableRow, position: Position) -> Iterator[TableFinding]:
        squares = self._reading.squares
        faults = self._faults(row, position)
        wrong = {fault.said for fault in faults}
        kept = tuple(
            move
            for move in self._truth.game.legal_moves(position)
            if (word := squares.spell(move)) in row.moves and word not in wrong
        )
        for fault in faults:
            right: tuple[Move, ...] = () if fault.should is None else (fault.should,)
            yield TableFinding(
                fault.kind,
                (row.place_of(fault.said),),
                position,
                signs=row.signs,
                move=fault.said,
                move_should=squares.spell(right[0]) if right else "",
                wrong=squares.cells(fault.said) or (),
                right=right,
                kept=kept,
            )

    def _loose(self, row: TableRow) -> Iterator[TableFinding]:
        """Yield what is wrong with an entry that stands for no decision."""
        truth, position = self._truth, row.position
        here = TableFinding("unreachable", (row.place,), position, signs=row.signs)
        if position is None:
            yield replace(here, kind="unreadable")
            return
        twin = self._twin(position)
        if twin is not None and twin.position is not None:
            kind: Kind = "doubled" if twin.position == position else "mirrored"
            yield replace(here, kind=kind, places=(row.place, twin.place), other=twin.position)
            yield from self._of_moves(row, position)
        elif truth.game.result(position) is not None:
            yield replace(here, kind="over")
        elif truth.kit.choices.forced == "skip" and truth.lone(position):
            yield replace(here, kind="forced")
        else:
            yield here


#: What two lists of signs one typing error apart have in common.
_Name = tuple[str, int, Signs]


def _typed(signs: Signs) -> Iterator[_Name]:
    """Yield what a typed board may share with the one that was meant."""
    for index in range(len(signs)):
        rest = (*signs[:index], *signs[index + 1 :])
        yield "another sign", index, rest
        yield "a sign too many", 0, rest
    yield "a sign too few", 0, signs
    yield "two exchanged", 0, signs


def _meant(signs: Signs) -> Iterator[_Name]:
    """Yield what the board that was meant may share with the typed one."""
    for index in range(len(signs)):
        rest = (*signs[:index], *signs[index + 1 :])
        yield "another sign", index, rest
        yield "a sign too few", 0, rest
        for other in range(index + 1, len(signs)):
            if signs[index] != signs[other]:
                changed = list(signs)
                changed[index], changed[other] = changed[other], changed[index]
                yield "two exchanged", 0, tuple(changed)
    yield "a sign too many", 0, signs


def one_typing_error_apart(typed: Signs, meant: Signs) -> bool:
    """Return whether a board may have been meant as another.

    >>> one_typing_error_apart(("b", "w"), ("w", "b")), one_typing_error_apart(("b",), ("b", "w"))
    (True, True)
    >>> one_typing_error_apart(("b", "."), ("w", "b"))
    False
    """
    return not set(_typed(typed)).isdisjoint(_meant(meant))


def _near_index(
    boards: Boards, wanted: Mapping[Position, Sequence[Position]]
) -> Mapping[_Name, list[tuple[Position, Position]]]:
    """Return the decisions, and which image of them, by what a typed board may share with them."""
    index = defaultdict[_Name, list[tuple[Position, Position]]](list)
    for key, images in wanted.items():
        for image in images:
            for name in set(_meant(boards.spelled(image))):
                index[name].append((key, image))
    return index
