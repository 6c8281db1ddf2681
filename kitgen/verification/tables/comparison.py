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
from typing import Generic, TypeVar

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
APART = 2.0
#: The most that an entry with exactly the position of a decision costs, however wrong its moves
#: are.
SAME = 1.5
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
        self.kit, self.game, self.mover = kit, kit.game, kit.players[0]
        self.least = partial(least_image, kit.game)
        turns = Reference(kit).turns
        self.images = {
            least: tuple(
                dict.fromkeys(
                    (least, *(symmetry.position(least) for symmetry in self.game.symmetries))
                )
            )
            for least in sorted(turns, key=lambda least: (turns[least], least))
        }
        self.least_of = {image: least for least, images in self.images.items() for image in images}
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
    for a, b, c in zip(cells, cells[1:], cells[2:], strict=False):
        before = _turn(centres[a], centres[b], centres[c])
        if before:
            return before * _turn(*(centres[symmetry.to[cell]] for cell in (a, b, c))) > 0
    return False


def _turn(a: Point, b: Point, c: Point) -> float:
    """Return a positive number if the way from a over b to c turns to one side, a negative one
    for the other.
    """
    return round((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]), 6)


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


#: A mistake in the moves of an entry: its kind, the move in the table, and the one that should be
#: there, if any.
Fault = tuple[str, str, Move | None]


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
        self._truth, self.reading = truth, reading
        self._wanted = truth.entries(reading.reduction)
        self._key_of = {image: key for key, images in self._wanted.items() for image in images}
        self._known_moves: dict[Position, tuple[set[str], list[tuple[Move, ...]]]] = {}
        self.rows, strayed = self._gathered(rows) if reading.per_move else (rows, [])
        self._stands = self._pair()
        present = {self._key(position) for position in self._stands.values()}
        lacking = [
            key for key in self._wanted if key not in present and truth.least(key) not in elsewhere
        ]
        missing = [TableFinding("missing", position=key) for key in lacking]
        if 2 * len(missing) > len(self._wanted):
            missing = [replace(missing[0], kind="missing_most", count=len(missing))]
        findings = [*strayed, *self._of_rows(), *missing]
        self.findings = tuple(sorted(findings, key=lambda finding: finding.places[:1] or (10**9,)))

    def _key(self, position: Position | None) -> Position | None:
        """Return the key of a decision in ``_wanted``, or None."""
        return self._key_of.get(position) if position else None

    def _faults(self, moves: Sequence[str], position: Position) -> list[Fault]:
        """Return the mistakes in the moves of an entry, as few as explain it: the kind, the
        move, and the right one.
        """
        if self.reading.boards_alone:
            return []
        spell = self.reading.squares.spell
        if position not in self._known_moves:  # it is compared with several entries
            legal_moves = self._truth.game.legal_moves(position)
            self._known_moves[position] = {*map(spell, legal_moves)}, self._orbits(position)
        legal, orbits = self._known_moves[position]
        counts = Counter(moves)
        extra: list[tuple[str, str]] = []
        for move, count in counts.items():
            extra += (
                [("move_doubled", move)] * (count - 1)
                if move in legal
                else [("move_illegal", move)] * count
            )
        missing: list[tuple[Move, ...]] = []
        for orbit in orbits:
            present = [move for move in orbit if spell(move) in counts]
            if not self.reading.merged:
                missing += [(move,) for move in orbit if move not in present]
            elif not present:
                missing.append(orbit)
            else:
                extra += [("move_twin", spell(move)) for move in present[1:]]
        rights: dict[tuple[int, int], Move] = {}
        for (e, (_, move)), (m, orbit) in product(enumerate(extra), enumerate(missing)):
            if likely := [twin for twin in orbit if alike(move, spell(twin))]:
                rights[e, m] = likely[0]
        pairs = best_pairs({(e, m): 0.9 if extra[e][0] == "move_twin" else 1.0 for e, m in rights})
        faults: list[Fault] = [
            ("move_wrong", move, rights[e, pairs[e]]) if e in pairs else (kind, move, None)
            for e, (kind, move) in enumerate(extra)
        ]
        return faults + [
            ("move_missing", "", orbit[0])
            for m, orbit in enumerate(missing)
            if m not in pairs.values()
        ]

    def _orbits(self, position: Position) -> list[tuple[Move, ...]]:
        """Return the legal moves of a position, grouped by those symmetries of its own that the
        table leaves out.
        """
        reduction = self.reading.reduction
        if len(reduction) == 1:  # a table of all positions may still leave out moves
            reduction = tuple(self._truth.game.symmetries)
        own = [symmetry for symmetry in reduction if symmetry.position(position) == position]
        moves = self._truth.game.legal_moves(position)
        return sorted({tuple(sorted({symmetry.move(move) for symmetry in own})) for move in moves})

    # In a table with a line for each move, a wrong sign in the board of a line makes it a line of
    # another position or of none, and its own position lacks a move.

    def _gathered(self, lines: Sequence[TableRow]) -> tuple[list[TableRow], list[TableFinding]]:
        """Return an entry for each position, and findings for lines that are elsewhere because
        of a typing error.
        """
        groups: dict[Signs, list[TableRow]] = {}
        for line in lines:
            groups.setdefault(line.signs, []).append(line)
        homes: dict[
            Position, list[TableRow]
        ] = {}  # of the images of a decision, the board that most lines have
        for group in groups.values():
            key = self._key(group[0].position)
            if key is not None and len(group) > len(homes.get(key, ())):
                homes[key] = group
        absent = [
            image for key, images in self._wanted.items() if key not in homes for image in images
        ]
        places = {group[0].position: group for group in homes.values() if group[0].position} | {
            p: [] for p in absent
        }
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
        moves = [move for line in lines for move in line.moves]
        return [] if position is None else self._faults(moves, position)

    def _better(
        self, position: Position, lines: Sequence[TableRow], before: Sequence[TableRow]
    ) -> bool:
        """Return whether lines have fewer mistakes than others; a position without lines has
        one.
        """
        now, earlier = ([move for row in rows for move in row.moves] for rows in (lines, before))
        return len(self._faults(now, position)) < (
            len(self._faults(earlier, position)) if before else 1
        )

    def _pair(self) -> dict[int, Position]:
        """Return the position that each entry stands for, by its number, so that the fewest
        mistakes explain all.
        """
        stands: dict[int, Position] = {}
        taken: set[Position] = set()
        for number, row in enumerate(self.rows):
            key = self._key(row.position)
            if (
                row.position
                and key
                and key not in taken
                and not self._faults(row.moves, row.position)
            ):
                stands[number] = row.position
                taken.add(key)
        choices: dict[tuple[int, Position], tuple[float, Position]] = {}
        spell = self.reading.boards.spelled
        wanted = self._wanted.items()
        free = {
            key: [(image, spell(image)) for image in images]
            for key, images in wanted
            if key not in taken
        }
        for number, row in enumerate(self.rows):
            self._truth.check()
            for key, images in free.items() if number not in stands else ():
                for image, signs in images:
                    if image == row.position:
                        cost = min(SAME, 1.0 * len(self._faults(row.moves, image)))
                    elif one_typing_error_apart(row.signs, signs):
                        cost = 1.0 + 0.9 * len(self._faults(row.moves, image))
                    else:
                        continue
                    if cost < choices.get((number, key), (APART,))[0]:
                        choices[number, key] = (cost, image)
        pairs = best_pairs(
            {pair: APART - cost for pair, (cost, _) in choices.items()}, self._truth.check
        )
        return stands | {number: choices[number, key][1] for number, key in pairs.items()}

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
        own = [
            row for number, row in enumerate(self.rows) if row.position == self._stands.get(number)
        ]
        exact = {row.position: row for row in reversed(own) if row.position}
        return {self._key(position): row for position, row in exact.items()} | exact

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
        game, position, twin, kind = (
            self._truth.game,
            row.position,
            self._twin(row.position),
            "unreachable",
        )
        if position is None:
            kind = "unreadable"
        elif twin is not None:
            kind = "doubled" if twin.position == position else "mirrored"
        elif game.result(position) is not None:
            kind = "over"
        elif self._truth.kit.choices.forced == "skip" and len(orbits(game, position)) == 1:
            kind = "forced"
        places = (row.place,) if twin is None else (row.place, twin.place)
        yield TableFinding(kind, places, position, signs=row.signs)
        if position is not None and twin is not None:
            yield from self._of_moves(row, position)


def _joined(group: Iterable[TableRow]) -> TableRow:
    lines = sorted(group, key=lambda row: row.place)
    moves = [(move, row.place) for row in lines for move in row.moves]
    return replace(lines[0], moves=tuple(move for move, _ in moves), move_places=dict(moves))


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
    return len(long) == len(short) + 1 and any(
        long[:n] + long[n + 1 :] == short for n in range(len(long))
    )


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
        found = {*self._lost.get(typed, ())}
        for place, rest in _each_left_out(typed):
            found.update(self._wrong.get((place, rest), ()))
            found.update(self._whole.get(rest, ()))
        for first, second in combinations(range(len(typed)), 2):
            if typed[first] != typed[second]:
                found.update(self._whole.get(_exchanged(typed, first, second), ()))
        found.difference_update(self._whole.get(typed, ()))
        return sorted(found, key=self._order.__getitem__)


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
                if pair.get(a) == b or ends.get(b, 0.0) >= total - 1e-9:
                    continue
                before[b], ends[b] = a, total
                other = holder.get(b)
                if (
                    other is not None
                    and total - mine[other][b] > gained.get(other, float("-inf")) + 1e-9
                ):
                    gained[other] = total - mine[other][b]
                    waiting.append(other)
        free = max((b for b in ends if b not in holder), key=lambda b: ends[b], default=None)
        last = max(
            gained, key=lambda a: gained[a]
        )  # a path may also end by leaving some a without a pair
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
