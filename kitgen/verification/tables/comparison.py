"""The smallest set of mistakes that explains how a table differs from what it should be.

An entry stands for a decision at the price of its mistakes: one for a typing error in its board,
one for each wrong move. An entry without a decision is a mistake, and so is a decision without an
entry; they are paired so that the sum is least. So one wrong sign is one finding, *this should be
that*, not an unreachable position and a missing one.
"""

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import combinations, product
from typing import Generic, NamedTuple, TypeVar

from kitgen.errors import UnreadTableError
from kitgen.kit.kit import Kit
from kitgen.model import Game, Move, Position, Symmetry
from kitgen.papers import Point
from kitgen.position_tables.board_notation import Boards, Signs, Squares, alike
from kitgen.verification.reference import Reference, least_image, orbits

A = TypeVar("A", bound=Hashable)
B = TypeVar("B", bound=Hashable)
P = TypeVar("P", bound=Hashable)
#: An entry and a decision without each other are two mistakes.
COST_APART = 2.0
#: The most that an entry with exactly the position of a decision costs, however wrong its moves
#: are.
MAX_COST_SAME = 1.5
#: What a typing error in a board costs, and each wrong move beside it: less, so that a wrong sign
#: and one wrong move still cost less than two mistakes.
COST_OF_A_SIGN = 1.0
COST_OF_A_MOVE = 0.9
#: What an extra move gains that is paired with a missing one; an image of another move a little
#: less, so that others are paired first.
GAIN = 1.0
TWIN_GAIN = 0.9
#: Sums that differ by less are the same.
SAME_SUM = 1e-9
#: The work that reading and comparing a table may take, in seconds of CPU; MENACE's takes less than
#: one.
SECONDS = 8.0
#: The CPU time of this thread; WebAssembly only knows that of the process.
_worked = getattr(time, "thread_time", time.process_time)


class Truth:
    """The decisions of a machine and their moves; the boxes in its kit are not trusted.

    Attributes:
        images: all images of each decision by the least, in the order in which decisions are met.
        least_of: the least image of each image of a decision; ``least`` returns that of any
            position.
        declared: the decisions of which the kit has mirror images, too.
    """

    def __init__(self, kit: Kit) -> None:
        """Walk the game, then start the clock; raise ``TooLargeError`` if it has too many
        positions.
        """
        self.kit = kit
        self.game = kit.game
        self.mover = kit.players[0]
        self.least = partial(least_image, kit.game)
        turns = Reference(kit).turns
        self.images: dict[Position, tuple[Position, ...]] = {}
        self.least_of: dict[Position, Position] = {}
        for least in sorted(turns, key=lambda least: (turns[least], least)):
            images = [least, *(symmetry.position(least) for symmetry in self.game.symmetries)]
            self.images[least] = tuple(dict.fromkeys(images))
            self.least_of |= dict.fromkeys(images, least)
        self.declared = frozenset(self.least(self.game.parse(text)) for text in kit.choices.mirrors)
        self._entries: dict[tuple[Symmetry, ...], dict[Position, tuple[Position, ...]]] = {}
        self._end = _worked() + SECONDS

    def entries(self, reduction: Sequence[Symmetry]) -> dict[Position, tuple[Position, ...]]:
        """Return the positions that a table up to some symmetries should have, each with all
        that it stands for.
        """
        key = tuple(reduction)
        if key not in self._entries:  # several readings of a table have the same
            self._entries[key] = self._entries_up_to(key)
        return self._entries[key]

    def _entries_up_to(
        self, reduction: tuple[Symmetry, ...]
    ) -> dict[Position, tuple[Position, ...]]:
        wanted: dict[Position, tuple[Position, ...]] = {}
        for least, images in self.images.items():
            group = self.game.symmetries[:1] if least in self.declared else reduction
            for image in images:
                alike = {symmetry.position(image) for symmetry in group}
                first = min(alike)
                if first not in wanted:
                    wanted[first] = (first, *sorted(alike - {first}))
        return wanted

    def check(self) -> None:
        """Raise ``UnreadTableError`` if the time is over."""
        if _worked() > self._end:
            raise UnreadTableError(
                "takes too long to compare; give a file with the table alone, a "
                "position on each line",
                "time",
            )


def reductions(symmetries: Sequence[Symmetry]) -> list[tuple[Symmetry, ...]]:
    """Return the groups of symmetries up to which a table may list positions, the largest first.

    These are all subgroups that two symmetries generate: all symmetries, the turns alone, one
    mirror, none.

    >>> from kitgen.games import make_game
    >>> [len(group) for group in reductions(make_game("tictactoe").symmetries)]
    [8, 4, 4, 4, 2, 2, 2, 2, 2, 1]
    """
    by_cells = {symmetry.to: symmetry for symmetry in symmetries}
    groups = {_generated(first.to, second.to) for first, second in product(symmetries, symmetries)}
    groups.add(frozenset(by_cells))
    ordered = sorted(groups, key=lambda group: (-len(group), sorted(group)))
    return [tuple(symmetry for symmetry in symmetries if symmetry.to in group) for group in ordered]


def _generated(*generators: tuple[int, ...]) -> frozenset[tuple[int, ...]]:
    """Return all rearrangements of cells that come of some, one after the other."""
    group = {tuple(range(len(generators[0])))}
    waiting = list(group)
    for element in waiting:
        for generator in generators:
            image = tuple(generator[cell] for cell in element)
            if image not in group:
                group.add(image)
                waiting.append(image)
    return frozenset(group)


def keeps_orientation(game: Game, symmetry: Symmetry) -> bool:
    """Return whether a symmetry turns the drawn board without mirroring it.

    >>> from kitgen.games import make_game
    >>> game = make_game("tictactoe")
    >>> [symmetry.name for symmetry in game.symmetries if keeps_orientation(game, symmetry)]
    ['identity', 'half-turn', 'quarter-turn', 'three-quarter-turn']
    """
    centres = game.diagram.centres
    cells = range(len(centres))
    for three in zip(cells, cells[1:], cells[2:], strict=False):
        before = _turn(*(centres[cell] for cell in three))
        after = _turn(*(centres[symmetry.to[cell]] for cell in three))
        if before:
            return before * after > 0
    return False


def _turn(a: Point, b: Point, c: Point) -> float:
    """Return a positive number if the way from a over b to c turns to one side, a negative one
    for the other.
    """
    to_b = (b[0] - a[0], b[1] - a[1])
    to_c = (c[0] - a[0], c[1] - a[1])
    return round(to_b[0] * to_c[1] - to_b[1] * to_c[0], 6)


@dataclass(frozen=True, slots=True)
class TableFinding:
    """One mistake.

    Attributes:
        kind: its key among the findings in ``texts/LANGUAGE/foreign.toml``.
        places: lines of the file or numbers of entries, the wrong one first; none for what is
            missing.
        should: the position that should be there.
        move, right: the wrong move in the table, and the one that should be there.
        count: how many positions are missing.
    """

    kind: str
    places: tuple[int, ...] = ()
    position: Position | None = None
    should: Position | None = None
    signs: Signs = ()
    move: str = ""
    right: Move | None = None
    count: int = 1


@dataclass(frozen=True, slots=True)
class TableRow:
    """An entry as it was read; ``move_places`` are the lines of its moves in a table with a line
    for each move.
    """

    place: int
    signs: Signs
    position: Position | None
    moves: tuple[str, ...]
    exchanged: bool = False
    move_places: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reading:
    """How a table is read.

    Attributes:
        reduction: the symmetries up to which the table lists positions; of the images under them it
            has one.
        merged: whether one of the moves that a position's own symmetries exchange stands for all of
            them.
        per_move: whether the table has a line for each move.
        boards_alone: whether the table has no moves, or none that could be read.
    """

    boards: Boards
    squares: Squares
    reduction: tuple[Symmetry, ...]
    merged: bool
    per_move: bool
    boards_alone: bool


class Fault(NamedTuple):
    """A mistake in the moves of an entry: its kind, the move in the table, and the one that should
    be there, if any.
    """

    kind: str
    move: str
    right: Move | None = None


#: More than any line of a file, or number of an entry.
BEHIND_ALL_PLACES = 10**9


class _LegalMoves(NamedTuple):
    """The legal moves of a position: as they are spelled, and in groups that are worth the same."""

    spelled: set[str]
    orbits: list[tuple[Move, ...]]


class TableComparison:
    """A table compared with the rules, read in one way.

    Attributes:
        rows: the entries; lines with one move each are put together for a position.
        findings: the mistakes in the order of the table, missing positions last.
    """

    def __init__(
        self,
        truth: Truth,
        reading: Reading,
        rows: Sequence[TableRow],
        elsewhere: Collection[Position] = (),
    ) -> None:
        """Compare the rows; the positions ``elsewhere`` in the file, each the least of its
        images, are not missing.
        """
        self._truth = truth
        self.reading = reading
        self._wanted = truth.entries(reading.reduction)
        self._key_of: dict[Position, Position] = {}
        for key, images in self._wanted.items():
            self._key_of |= dict.fromkeys(images, key)
        self._known_moves: dict[Position, _LegalMoves] = {}
        self.rows: Sequence[TableRow] = rows
        findings: list[TableFinding] = []
        if reading.per_move:
            self.rows, findings = self._gathered(rows)
        self._stands = self._pair()
        findings += self._of_rows()
        findings += self._missing(elsewhere)
        self.findings = tuple(sorted(findings, key=_first_place))

    def _missing(self, elsewhere: Collection[Position]) -> list[TableFinding]:
        """Return the decisions that no entry stands for; most of them together as one finding."""
        present = {self._key(position) for position in self._stands.values()}
        missing = []
        for key in self._wanted:
            if key not in present and self._truth.least(key) not in elsewhere:
                missing.append(TableFinding("missing", position=key))
        if 2 * len(missing) > len(self._wanted):
            return [replace(missing[0], kind="missing_most", count=len(missing))]
        return missing

    def _key(self, position: Position | None) -> Position | None:
        """Return the key of a decision in ``_wanted``, or None."""
        return self._key_of.get(position) if position else None

    def _faults(self, moves: Sequence[str], position: Position) -> list[Fault]:
        """Return the mistakes in the moves of an entry, as few as explain it."""
        if self.reading.boards_alone:
            return []
        extra, missing = self._extra_and_missing(moves, position)
        spell = self.reading.squares.spell
        # For each extra move that may have been meant as a missing one: that move, and the gain of
        # one mistake in place of two.
        rights: dict[tuple[int, int], Move] = {}
        gains: dict[tuple[int, int], float] = {}
        for (e, fault), (m, orbit) in product(enumerate(extra), enumerate(missing)):
            likely = [move for move in orbit if alike(fault.move, spell(move))]
            if likely:
                rights[e, m] = likely[0]
                gains[e, m] = TWIN_GAIN if fault.kind == "move_twin" else GAIN
        pairs = best_pairs(gains)
        faults = list[Fault]()
        for e, fault in enumerate(extra):
            if e in pairs:
                faults.append(Fault("move_wrong", fault.move, rights[e, pairs[e]]))
            else:
                faults.append(fault)
        explained = {*pairs.values()}
        for m, orbit in enumerate(missing):
            if m not in explained:
                faults.append(Fault("move_missing", "", orbit[0]))
        return faults

    def _extra_and_missing(
        self, moves: Sequence[str], position: Position
    ) -> tuple[list[Fault], list[tuple[Move, ...]]]:
        """Return the moves that an entry should not have, and groups of which one is missing."""
        spell = self.reading.squares.spell
        legal, orbits = self._legal_moves(position)
        counts = Counter(moves)
        extra = list[Fault]()
        for move, count in counts.items():
            if move in legal:
                extra += [Fault("move_doubled", move)] * (count - 1)
            else:
                extra += [Fault("move_illegal", move)] * count
        missing: list[tuple[Move, ...]] = []
        for orbit in orbits:
            present = [move for move in orbit if spell(move) in counts]
            if not self.reading.merged:
                missing += [(move,) for move in orbit if move not in present]
            elif not present:
                missing.append(orbit)
            else:
                extra += [Fault("move_twin", spell(move)) for move in present[1:]]
        return extra, missing

    def _legal_moves(self, position: Position) -> "_LegalMoves":
        if position not in self._known_moves:  # it is compared with several entries
            moves = self._truth.game.legal_moves(position)
            spelled = {*map(self.reading.squares.spell, moves)}
            self._known_moves[position] = _LegalMoves(spelled, self._orbits(position))
        return self._known_moves[position]

    def _orbits(self, position: Position) -> list[tuple[Move, ...]]:
        """Return the legal moves of a position, grouped by its own symmetries in the reduction."""
        reduction = self.reading.reduction
        if len(reduction) == 1:  # a table of all positions may still leave out moves
            reduction = tuple(self._truth.game.symmetries)
        own = [symmetry for symmetry in reduction if symmetry.position(position) == position]
        groups = set()
        for move in self._truth.game.legal_moves(position):
            images = {symmetry.move(move) for symmetry in own}
            groups.add(tuple(sorted(images)))
        return sorted(groups)

    # In a table with a line for each move, a wrong sign in the board of a line makes it a line of
    # another position or of none, and its own position lacks a move.

    def _gathered(self, lines: Sequence[TableRow]) -> tuple[list[TableRow], list[TableFinding]]:
        """Return an entry for each position, and findings for lines misplaced by a typing error."""
        groups: dict[Signs, list[TableRow]] = {}
        for line in lines:
            groups.setdefault(line.signs, []).append(line)
        # Of the images of a decision, the board that most lines have.
        homes: dict[Position, list[TableRow]] = {}
        for group in groups.values():
            key = self._key(group[0].position)
            if key is not None and len(group) > len(homes.get(key, ())):
                homes[key] = group
        places: dict[Position, list[TableRow]] = {}
        for group in homes.values():
            if group[0].position:
                places[group[0].position] = group
        absent = list[Position]()
        for key, images in self._wanted.items():
            if key not in homes:
                absent += images
        places |= {position: [] for position in absent}
        spelled = {position: self.reading.boards.spelled(position) for position in places}
        near = BoardsNearby(spelled)
        # Of a position without a mistake no line is elsewhere.
        right = {group[0].signs for group in homes.values() if not self._mistakes(group)}
        findings = []
        for line in lines:
            self._truth.check()
            group = groups[line.signs]
            is_home = line.position is not None and group is places.get(line.position)
            if is_home and line.signs in right:
                continue
            rest = [other for other in group if other is not line]
            if line.position and is_home and not self._better(line.position, rest, group):
                continue
            for place in near.boards(line.signs):
                home = places[place]
                if home is not group and self._better(place, [*home, line], home):
                    twin = [other.place for other in rest if other.moves == line.moves][:1]
                    kind = "doubled_wrong" if twin else "wrong"
                    findings.append(
                        TableFinding(kind, (line.place, *twin), line.position, place, line.signs)
                    )
                    home.append(replace(line, signs=spelled[place], position=place))
                    group[:] = rest
                    right.discard(line.signs)
                    break
        entries = [group for group in (*groups.values(), *map(places.__getitem__, absent)) if group]
        return [_joined(group) for group in entries], findings

    def _mistakes(self, lines: Sequence[TableRow]) -> list[Fault]:
        """Return the mistakes in the moves of the lines of one position."""
        position = lines[0].position
        if position is None:
            return []
        return self._faults(_moves_of(lines), position)

    def _better(
        self, position: Position, lines: Sequence[TableRow], before: Sequence[TableRow]
    ) -> bool:
        """Return whether lines have fewer mistakes than those before; no lines count as one."""
        faults_before = 1
        if before:
            faults_before = len(self._faults(_moves_of(before), position))
        return len(self._faults(_moves_of(lines), position)) < faults_before

    def _pair(self) -> dict[int, Position]:
        """Return the position that each entry stands for, by its number.

        They are such that the fewest mistakes explain all.
        """
        stands: dict[int, Position] = {}
        taken: set[Position] = set()
        for number, row in enumerate(self.rows):
            key = self._key(row.position)
            if not row.position or not key or key in taken:
                continue
            if not self._faults(row.moves, row.position):
                stands[number] = row.position
                taken.add(key)
        spell = self.reading.boards.spelled
        free = {}
        for key, images in self._wanted.items():
            if key not in taken:
                free[key] = [(image, spell(image)) for image in images]
        # For an entry and a decision, what they cost together, and by which image.
        costs: dict[tuple[int, Position], float] = {}
        image_of: dict[tuple[int, Position], Position] = {}
        for number, row in enumerate(self.rows):
            self._truth.check()
            if number in stands:
                continue
            for key, spelled in free.items():
                for image, signs in spelled:
                    cost = self._cost(row, image, signs)
                    if cost < costs.get((number, key), COST_APART):
                        costs[number, key] = cost
                        image_of[number, key] = image
        gains = {pair: COST_APART - cost for pair, cost in costs.items()}
        pairs = best_pairs(gains, self._truth.check)
        return stands | {number: image_of[number, key] for number, key in pairs.items()}

    def _cost(self, row: TableRow, image: Position, signs: Signs) -> float:
        """Return what it costs that an entry stands for a position, which is spelled in signs."""
        if image == row.position:
            return min(MAX_COST_SAME, 1.0 * len(self._faults(row.moves, image)))
        if one_typing_error_apart(row.signs, signs):
            return COST_OF_A_SIGN + COST_OF_A_MOVE * len(self._faults(row.moves, image))
        return COST_APART

    def _of_rows(self) -> Iterator[TableFinding]:
        for number, row in enumerate(self.rows):
            if row.exchanged:
                yield TableFinding("exchanged", (row.place,), row.position, signs=row.signs)
            position = self._stands.get(number)
            if position is None:
                yield from self._loose(row)
                continue
            if row.position != position:
                twin = self._twin(row.position)
                # Either of the two may be the wrong one when their moves are alike, too.
                other = [twin.place] if twin is not None and twin.position == row.position else []
                kind = "doubled_wrong" if other else "wrong"
                yield TableFinding(kind, (row.place, *other), row.position, position, row.signs)
            yield from self._of_moves(row, position)

    @cached_property
    def _standing(self) -> dict[Position | None, TableRow]:
        """The entries that stand for their own positions: by these, and by their least images."""
        exact: dict[Position | None, TableRow] = {}
        for number, row in reversed(list(enumerate(self.rows))):  # the first of several counts
            if row.position and row.position == self._stands.get(number):
                exact[row.position] = row
        by_key = {self._key(position): row for position, row in exact.items()}
        return by_key | exact

    def _twin(self, position: Position | None) -> TableRow | None:
        """Return an entry that stands for the same position, or else for an image of it."""
        if position is None:
            return None
        rows = self._standing
        return rows.get(position) or rows.get(self._key(position))

    def _of_moves(self, row: TableRow, position: Position) -> Iterator[TableFinding]:
        for kind, move, right in self._faults(row.moves, position):
            place = row.move_places.get(move, row.place)
            yield TableFinding(kind, (place,), position, signs=row.signs, move=move, right=right)

    def _loose(self, row: TableRow) -> Iterator[TableFinding]:
        """Yield what is wrong with an entry that stands for no decision."""
        twin = self._twin(row.position)
        places = (row.place,) if twin is None else (row.place, twin.place)
        kind = self._kind_of_loose(row.position, twin)
        yield TableFinding(kind, places, row.position, signs=row.signs)
        if row.position is not None and twin is not None:
            yield from self._of_moves(row, row.position)

    def _kind_of_loose(self, position: Position | None, twin: TableRow | None) -> str:
        game = self._truth.game
        if position is None:
            return "unreadable"
        if twin is not None:
            return "doubled" if twin.position == position else "mirrored"
        if game.result(position) is not None:
            return "over"
        if self._truth.kit.choices.forced == "skip" and len(orbits(game, position)) == 1:
            return "forced"
        return "unreachable"


def _first_place(finding: TableFinding) -> tuple[int, ...]:
    """Return where a finding stands in the order of the file; without a place it is the last."""
    return finding.places[:1] or (BEHIND_ALL_PLACES,)


def _moves_of(rows: Iterable[TableRow]) -> list[str]:
    moves: list[str] = []
    for row in rows:
        moves += row.moves
    return moves


def _joined(group: Iterable[TableRow]) -> TableRow:
    """Return the lines of a position, with a move each, as one entry."""
    lines = sorted(group, key=lambda row: row.place)
    move_places: dict[str, int] = {}
    for line in lines:
        move_places |= dict.fromkeys(line.moves, line.place)
    return replace(lines[0], moves=tuple(_moves_of(lines)), move_places=move_places)


def one_typing_error_apart(typed: Signs, meant: Signs) -> bool:
    """Return whether a board may have been meant as another: a sign is wrong, lost or too many, or
    two are exchanged.

    >>> one_typing_error_apart(("b", "w"), ("w", "b")), one_typing_error_apart(("b",), ("b", "w"))
    (True, True)
    >>> one_typing_error_apart(("b", "."), ("w", "b"))
    False
    """
    if len(typed) == len(meant):
        wrong = [pair for pair in zip(typed, meant, strict=True) if pair[0] != pair[1]]
        return len(wrong) == 1 or (len(wrong) == 2 and wrong[0] == wrong[1][::-1])
    short, long = sorted((typed, meant), key=len)
    if len(long) != len(short) + 1:
        return False
    return any(long[:n] + long[n + 1 :] == short for n in range(len(long)))


class BoardsNearby(Generic[P]):
    """Boards by what is typed for them with one error, so that not each is compared with each.

    >>> near = BoardsNearby({1: ("b", "w", "."), 2: ("w", "b", "."), 3: ("b", "w", "w")})
    >>> near.boards(("b", "w", ".")), near.boards(("b", "w"))
    ([2, 3], [1, 3])
    """

    def __init__(self, spelled: Mapping[P, Signs]) -> None:
        """Index the signs of boards by each of them that may be wrong or lost."""
        self._order = {board: number for number, board in enumerate(spelled)}
        self._spelled = spelled
        self._whole = defaultdict[Signs, list[P]](list)
        self._wrong = defaultdict[tuple[int, Signs], list[P]](list)
        self._lost = defaultdict[Signs, list[P]](list)
        for board, signs in spelled.items():
            self._whole[signs].append(board)
            for place, rest in _each_left_out(signs):
                self._wrong[place, rest].append(board)
                self._lost[rest].append(board)

    def boards(self, typed: Signs) -> list[P]:
        """Return the boards that are one typing error apart from what was typed, in order."""
        near = {*self._lost.get(typed, ())}
        for place, rest in _each_left_out(typed):
            near.update(self._wrong.get((place, rest), ()))
            near.update(self._whole.get(rest, ()))
        for first, second in combinations(range(len(typed)), 2):
            if typed[first] != typed[second]:
                near.update(self._whole.get(_exchanged(typed, first, second), ()))
        near.difference_update(self._whole.get(typed, ()))
        return sorted(near, key=self._order.__getitem__)


def _each_left_out(signs: Signs) -> Iterator[tuple[int, Signs]]:
    """Yield each place, and the signs without that in it."""
    for place in range(len(signs)):
        yield place, signs[:place] + signs[place + 1 :]


def _exchanged(signs: Signs, first: int, second: int) -> Signs:
    changed = [*signs]
    changed[first], changed[second] = signs[second], signs[first]
    return tuple(changed)


def best_pairs(
    gains: Mapping[tuple[A, B], float], check: Callable[[], None] = lambda: None
) -> dict[A, B]:
    """Return the pairs, each thing in one at most, whose ``gains`` (above 0) have the greatest sum.

    Things are added one by one, each by the best path that alternately adds and removes pairs, with
    calls of ``check``.

    >>> best_pairs({("a", 1): 2, ("a", 2): 1.5, ("b", 1): 1.8})
    {'a': 2, 'b': 1}
    """
    mine: dict[A, dict[B, float]] = {}
    for (a, b), gain in gains.items():
        mine.setdefault(a, {})[b] = gain
    pair: dict[A, B] = {}
    holder: dict[B, A] = {}
    for start in mine:
        before: dict[B, A] = {}  # on the best path to each b so far
        gained: dict[A, float] = {start: 0.0}
        ends: dict[B, float] = {}
        waiting = [start]
        for a in waiting:  # steps may be negative, so that a may come again
            check()
            for b, gain in mine[a].items():
                total = gained[a] + gain
                if pair.get(a) == b or ends.get(b, 0.0) >= total - SAME_SUM:
                    continue
                before[b] = a
                ends[b] = total
                other = holder.get(b)
                if other is None:
                    continue
                without_other = total - mine[other][b]
                if without_other > gained.get(other, float("-inf")) + SAME_SUM:
                    gained[other] = without_other
                    waiting.append(other)
        free = max((b for b in ends if b not in holder), key=lambda b: ends[b], default=None)
        # A path may also end by leaving some a without a pair.
        last = max(gained, key=lambda a: gained[a])
        if free is None or gained[last] > ends[free]:
            if last == start:
                continue
            free = pair.pop(last)
        following: B | None = free
        while following is not None:
            a = before[following]
            holder[following] = a
            pair[a], following = following, pair.get(a)
    return {a: pair[a] for a in mine if a in pair}
