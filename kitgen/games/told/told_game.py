"""A game from its file: its rules, its symmetries, its notation and its drawing."""

import re
from cmath import phase
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from itertools import chain, product
from math import pi
from typing import NamedTuple

from kitgen.errors import NotationError, UsageError, quoted
from kitgen.games.notation import read_grid, split_side, write_grid
from kitgen.games.told import TOLD
from kitgen.games.told.told_board import (
    BLOCK,
    COMMON,
    CONTENTS_OF,
    EMPTY,
    FIRST,
    make_board,
    read_links,
    read_ways,
)
from kitgen.games.told.told_drawing import CLOSED_SHAPE, diagram_of, shapes
from kitgen.games.told.told_jumps import Jumps, leaps_on
from kitgen.games.told.told_language import (
    FIELDS_OF_KINDS,
    MAX_LETTERS_OF_RULES,
    Lines,
    OwnPieces,
    Pieces,
    Told,
    canonical,
    kinds_of,
    side_order,
)
from kitgen.games.told.told_words import told_words
from kitgen.model import Diagram, Game, Move, Position, Side, Step, Symmetry
from kitgen.papers import Point

#: What a text shows where a grid has no point.
HOLE = -1
#: The sign of an empty point, in texts.
NOTHING = "."
#: The sign of a blocked point.
BLOCKED = "*"
#: The usual sign of pieces that belong to both sides.
COMMON_SIGN = "o"
#: The contents of common pieces alone.
_COMMON_ALONE = frozenset({COMMON})
#: The keys of pieces that are put on the board; a side with two kinds of pieces has none of them.
FIELDS_OF_HANDS = ("hand", "on", "not_first", "not_beside", "only_beside")


class WayOfPieces(NamedTuple):
    """A way of a piece from a point, without jumps.

    Attributes:
        act: ``step``, ``take`` or ``slide``.
        wanted: the content that its points must have.
        points: these points in order; only a slide may have several.
    """

    act: str
    wanted: int
    points: tuple[int, ...]


class ReachedPoint(NamedTuple):
    """A point that can be reached, the content it must have, and the points between."""

    wanted: int
    target: int
    between: frozenset[int]


@dataclass(frozen=True, slots=True)
class Movement:
    """What the pieces of one kind may do, point by point.

    Attributes:
        hand: how many are put before any moves; None if there are always more.
        puts: where they may be put.
        not_first: where the first of them may not be put.
        ways: from each point the ways without jumps.
        jumps: the ways over other pieces.
        not_beside, only_beside: contents that may not, or must, be next to a point where a piece is
            put, if any.
        entries: points that a piece enters only from beside one of the contents ``entry_beside``.
    """

    content: int
    hand: int | None
    puts: tuple[int, ...]
    not_first: frozenset[int]
    ways: tuple[tuple[WayOfPieces, ...], ...]
    jumps: Jumps
    not_beside: frozenset[int] | None
    only_beside: frozenset[int] | None
    entries: frozenset[int]
    entry_beside: frozenset[int]

    @property
    def moves(self) -> bool:
        """Whether a piece has a way from any point."""
        return any(self.ways) or any(self.jumps.leaps)

    @property
    def takes(self) -> bool:
        """Whether a piece has a way of taking another from any point."""
        if self.jumps.takes and any(self.jumps.leaps):
            return True
        return any(way.act == "take" for way in chain(*self.ways))

    def reached(self, point: int) -> set[ReachedPoint]:
        """Return the points that can be reached from a point without jumps."""
        reached = set()
        for way in self.ways[point]:
            for number, target in enumerate(way.points):
                reached.add(ReachedPoint(way.wanted, target, frozenset(way.points[:number])))
        return reached


class ToldGame(Game):
    """A game that is told as data.

    >>> from kitgen.games.told.told_language import OwnPieces
    >>> pieces = {"a": OwnPieces(step=("links",)), "b": OwnPieces(step=("links",))}
    >>> game = ToldGame(Told(name="Gap", board="path 4", start=("a.bb",), side=pieces))
    >>> [game.move_text(move) for move in game.legal_moves(game.start())]
    ['1-2']
    """

    name = "told"

    def __init__(self, told: Told) -> None:
        """Work out the rules.

        UsageError when they contradict each other, or nobody can play by them.
        """
        self.told = told
        self.spec = f"{TOLD}{canonical(told)}"
        self.board = make_board(told)
        self._columns = len(self.board.names)
        if self.board.grid is not None:
            self._columns, _ = self.board.grid
        #: The point of each square of the grid, row by row from the top, or of each place of
        #: another board.
        self._points = self._points_of_squares()
        _check_sides(told)
        order = side_order(told)
        self.sides = _sides(order)
        self._own = [told.side[side] for side in order]
        first, second = self._own
        self._faces = [first.faces or "up", second.faces or "down"]
        #: All kinds of pieces by content.
        self.kinds = _kinds(told, self._own)
        #: The contents of each side's pieces.
        self.owned = tuple(
            frozenset(CONTENTS_OF[side]) & {FIRST + side, *self.kinds} for side in (0, 1)
        )
        self.signs = _signs(told, order, self.kinds)
        #: The signs of a written position: those of the pieces, and that of a hole.
        self._written = dict(self.signs)
        if None in self._points:
            self._written[HOLE] = "#"
        self._movements = [tuple(self._side_moves(side)) for side in (0, 1)]
        self._all_movements = [*chain(*self._movements)]
        self._takes_by_jumps = any(movement.jumps.takes for movement in self._all_movements)
        #: The content of the pieces that each side puts.
        self._put = []
        for movements in self._movements:
            put = [kind.content for kind in movements if kind.puts]
            self._put.append(put[0] if put else EMPTY)
        self.hands = {kind.content: kind.hand for kind in self._all_movements if kind.hand}
        self._goals = [self._goal(side) for side in (0, 1)]
        #: The lines that pieces of each side can fill, and those for common ones.
        self._lines = [self._side_lines(side) for side in (0, 1)]
        self._common_lines = self._read_lines(told.lines) if told.common is not None else ()
        self._below = self._fall() if told.falls else {}
        self._start = self._read_start()
        if told.leaves == "block":  # each move closes a point, and opens none
            self.hands[BLOCK] = self._start.cells.count(EMPTY)
        self._check()
        self.symmetries = self._symmetries()
        self.repetition = 3 if self._positions_recur() else None
        only_common = all(kind.content == COMMON for kind in self._all_movements)
        self.impartial = only_common and not any(self._goals)
        self.diagram = self._diagram()

    def _points_of_squares(self) -> list[int | None]:
        if self.board.grid is None:
            return [*range(len(self.board.names))]
        columns, rows = self.board.grid
        squares = product(reversed(range(rows)), range(columns))
        return [self.board.at.get((column, row)) for row, column in squares]

    def _positions_recur(self) -> bool:
        # Pieces are put and taken, and points blocked, only so often. Turns alternate, so positions
        # recur only if pieces of both sides can go round.
        if self.told.leaves == "block":
            return False
        return all(any(map(_goes_round, side)) for side in self._movements)

    @property
    def called(self) -> str:
        """The name of the game, whatever the language."""
        return self.told.name

    @property
    def short_name(self) -> str:
        """The same: ``told`` is no game's name."""
        return self.told.name

    @property
    def has_lines(self) -> bool:
        """Whether the board has a line that can be filled."""
        return any((*self._lines, self._common_lines))

    @property
    def movements(self) -> Sequence[tuple[Movement, ...]]:
        """What the pieces do that each side may play."""
        return self._movements

    def _side_moves(self, side: int) -> Iterator[Movement]:
        names = kinds_of(self._own[side])
        for content, name in zip(CONTENTS_OF[side], names, strict=False):
            if content in self.kinds:
                table = f"side.{self.sides[side].name}"
                if name:
                    table += f".piece.{name}"
                with _about(table):
                    yield self._movement(content, self.kinds[content], self._faces[side], side)
        if self.told.common is not None:
            with _about("common"):
                yield self._movement(COMMON, self.told.common, None, side)

    def _movement(self, content: int, pieces: Pieces, faces: str | None, side: int) -> Movement:
        """Return how pieces of a kind are put and move for a side."""
        board = self.board
        own = self.owned[side]
        other = self.owned[1 - side]
        ways = self._ways_without_jumps(pieces, faces, other)
        leaps = leaps_on(board, self._directions(pieces.jump, faces))
        hand = None if pieces.hand == "any" else pieces.hand
        contents: dict[str | None, frozenset[int]] = {
            "own": own,
            "other": other,
            "any": own | other | {COMMON},
        }
        puts: tuple[int, ...] = ()
        not_first: frozenset[int] = frozenset()
        if pieces.hand:
            puts = tuple(range(len(board.names)))
            if pieces.on:
                puts = tuple(sorted(board.points(pieces.on)))
            not_first = board.points(pieces.not_first)
        entries: frozenset[int] = frozenset()
        entry_beside: frozenset[int] = frozenset()
        if pieces.enter:
            entries = board.points(pieces.enter.points)
            entry_beside = contents[pieces.enter.beside]
        movement = Movement(
            content=content,
            hand=hand,
            puts=puts,
            not_first=not_first,
            ways=ways,
            jumps=Jumps(leaps, contents[pieces.over], pieces.jump_takes, pieces.chain),
            not_beside=contents.get(pieces.not_beside),
            only_beside=contents.get(pieces.only_beside),
            entries=entries,
            entry_beside=entry_beside,
        )
        self._check_jumps(movement)
        return movement

    def _ways_without_jumps(
        self, pieces: Pieces, faces: str | None, others: frozenset[int]
    ) -> tuple[tuple[WayOfPieces, ...], ...]:
        """Return from each point the ways of pieces that can take the contents ``others``."""
        links = read_links(self.board, pieces.links) if pieces.links else self.board.links
        ways: list[list[WayOfPieces]] = [[] for _ in links]

        def add(act: str, words: tuple[str, ...], wanted: int, farthest: int | None) -> None:
            directions = self._directions(words, faces)
            for point, linked in enumerate(links):
                rays = {self.board.ray(point, way)[:farthest] for way in directions}
                if farthest is not None and "links" in words:
                    rays |= {(target,) for target in linked}
                ways[point] += [WayOfPieces(act, wanted, ray) for ray in sorted(rays) if ray]

        add("step", pieces.step, EMPTY, 1)
        for content in sorted(others):
            add("take", pieces.take, content, 1)
        add("slide", pieces.slide, EMPTY, None)
        return tuple(map(tuple, ways))

    def _check_jumps(self, movement: Movement) -> None:
        """Refuse jumps of which the ends do not say what they take."""
        for point, name in enumerate(self.board.names):
            plain = [
                (target, between)
                for wanted, target, between in movement.reached(point)
                if wanted == EMPTY
            ]
            end = movement.jumps.two_ways(point, plain)
            if end is not None:
                raise UsageError(
                    f"jump-takes: two ways lead from {name} to {self.board.names[end]}, which do "
                    "not take the same pieces, and an arrow cannot tell them apart; leave out a "
                    "direction, chain or jump-takes"
                )

    def _directions(self, words: Sequence[str], faces: str | None) -> list[tuple[int, int]]:
        directions = [word for word in words if word != "links"]
        if directions and self.board.grid is None:
            raise UsageError(
                f"direction {quoted(directions[0])} is for grids; on this board pieces "
                "go along links"
            )
        return read_ways(directions, faces)

    def _goal(self, side: int) -> frozenset[int]:
        goal = self._own[side].goal
        if goal != "far":
            with _about(f"side.{self.sides[side].name}"):
                return self.board.points(goal)
        if self.board.grid is None:
            raise UsageError("goal far is for grids; list the points")
        ahead = read_ways(("forward",), self._faces[side])[0]
        distances = [x * ahead[0] + y * ahead[1] for x, y in self.board.places]
        farthest = max(distances)
        return frozenset(point for point, distance in enumerate(distances) if distance == farthest)

    def _side_lines(self, side: int) -> tuple[tuple[int, ...], ...]:
        own = self._own[side].lines
        if not own:
            return self._read_lines(self.told.lines)
        with _about(f"side.{self.sides[side].name}"):
            return self._read_lines(own)

    def _read_lines(self, lines: Lines) -> tuple[tuple[int, ...], ...]:
        if not isinstance(lines, int):
            return tuple(tuple(self.board.points(line)) for line in lines)
        if self.board.grid is None:
            raise UsageError(f"lines = {lines} is for grids; list the points of each line")
        return tuple(map(tuple, self.board.straight(lines)))

    def _fall(self) -> dict[int, int]:
        """Return the point under each point that has one."""
        if self.board.grid is None:
            raise UsageError("falls is for grids")
        below = {}
        for point in range(len(self.board.names)):
            ray = self.board.ray(point, (0, -1))
            if ray:
                below[point] = ray[0]
        return below

    def _read_start(self) -> Position:
        """Return the position at the start of a game."""
        start = self.told.start
        count = len(self.board.names)
        if not start:
            return Position((EMPTY,) * count, 0)
        if self.board.grid is None and len(start) != 1:
            raise UsageError("start is one text with a sign for each point of this board")
        line = "".join(start).replace("#", "") if self.board.grid else start[0]
        if len(line) != count:
            raise UsageError(
                f"start {quoted(line)} has {len(line)} signs; the board has {count} points"
            )
        known = {sign: content for content, sign in self.signs.items()}
        for sign in line:
            if sign not in known:
                raise UsageError(f"start has {quoted(sign)}; there are {' '.join(known)}")
        return Position(tuple(known[sign] for sign in line), 0)

    def _check(self) -> None:
        """Refuse rules that contradict each other, and those under which nobody can play."""
        for language, sentences in self.told.rules.items():
            letters = sum(map(len, sentences))
            if letters > MAX_LETTERS_OF_RULES:
                raise UsageError(
                    f"rules.{language} has {letters:,} letters; at most {MAX_LETTERS_OF_RULES:,} "
                    "fit on a card"
                )
        moves = any(movement.moves for movement in self._all_movements)
        takes = any(movement.takes for movement in self._all_movements)
        puts = any(movement.puts for movement in self._all_movements)
        if takes and puts:
            raise UsageError(
                "a game told as data does not both put pieces and take them; its hands are "
                "not on the board"
            )
        if self.told.common is not None and self.told.common.hand not in (0, "any"):
            raise UsageError('hand of common pieces is "any" or nothing')
        for side in self._movements:
            if sum(bool(movement.puts) for movement in side) > 1:
                raise UsageError(
                    "a side puts either pieces of its own or common ones; give only one of "
                    "them a hand"
                )
        if self.told.falls and moves:
            raise UsageError("falls is for pieces that are put and then stay")
        chains = any(pieces.jump and pieces.chain for pieces in self.told.kinds)
        if chains and self.told.leaves == "block":
            raise UsageError(
                "chain: with leaves nobody could say which places a chain of jumps has closed"
            )
        endless = self.told.end.endless
        if endless != "draws" and endless not in self.told.side:
            raise UsageError(f"endless is {quoted(endless)}; write draws, or the name of a side")
        if not self.legal_moves(self._start):
            raise UsageError(
                "the game is over before it begins: the side that starts has no move, or has lost"
            )

    # Playing.

    def start(self) -> Position:
        """Return the start picture, the first side to move."""
        return self._start

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        """Return the legal moves, sorted; none when the game is over."""
        if self._decided(position) is not None:
            return ()
        return tuple(sorted(set(self._moves(position))))

    def _moves(self, position: Position) -> Iterator[Move]:
        """Yield the moves of a position in any order, some of them more than once."""
        cells = position.cells
        for movement in self._movements[position.to_move]:
            has_hand = movement.hand is None or cells.count(movement.content) < movement.hand
            if movement.puts and has_hand:
                for point in movement.puts:
                    if self._may_put(cells, point, movement):
                        yield Move(None, point)
                continue
            for point, content in enumerate(cells):
                if content != movement.content:
                    continue
                closed = movement.entries
                if closed:
                    closed = self._closed_to(cells, point, movement)
                for _, wanted, points in movement.ways[point]:
                    for target in points:
                        if cells[target] != wanted:
                            break
                        if target not in closed:
                            yield Move(point, target)
                if movement.jumps.leaps[point]:
                    for target in movement.jumps.ends(cells, point, closed):
                        yield Move(point, target)

    def _closed_to(self, cells: tuple[int, ...], point: int, movement: Movement) -> frozenset[int]:
        """Return the points that a piece may not enter from where it stands."""
        if not movement.entries or self._beside(cells, point, movement.entry_beside):
            return frozenset()
        return movement.entries

    def _may_put(self, cells: tuple[int, ...], point: int, movement: Movement) -> bool:
        if cells[point] != EMPTY:
            return False
        below = self._below.get(point)
        if below is not None and cells[below] == EMPTY:
            return False
        if point in movement.not_first and movement.content not in cells:
            return False
        if movement.not_beside is not None and self._beside(cells, point, movement.not_beside):
            return False
        return movement.only_beside is None or self._beside(cells, point, movement.only_beside)

    def _beside(self, cells: tuple[int, ...], point: int, contents: frozenset[int]) -> bool:
        return any(cells[other] in contents for other in self.board.links[point])

    def play(self, position: Position, move: Move) -> Step:
        """Return the result of a legal move."""
        cells = list(position.cells)
        if move.source is None:
            cells[move.target] = self._put[position.to_move]
        else:
            if self._takes_by_jumps:
                for taken in self._jumped(position, move):
                    cells[taken] = EMPTY
            cells[move.target] = cells[move.source]
            cells[move.source] = BLOCK if self.told.leaves == "block" else EMPTY
        return Step(Position(tuple(cells), 1 - position.to_move), 0)

    def _jumped(self, position: Position, move: Move) -> frozenset[int]:
        """Return the points whose pieces a move from point to point takes by jumping over them."""
        cells = position.cells
        if move.source is None:
            return frozenset()
        for movement in self._movements[position.to_move]:
            if movement.jumps.takes and movement.content == cells[move.source]:
                closed = self._closed_to(cells, move.source, movement)
                return movement.jumps.ends(cells, move.source, closed).get(move.target, frozenset())
        return frozenset()

    def _decided(self, position: Position) -> tuple[str, int] | None:
        """Return why the last move has ended the game, and its value for the side to move.

        The ends are looked at in this order: a line, a goal, the last piece taken. Only those of
        the side that has moved count, whether the move brought its pieces there or they stood there
        before.
        """
        cells = position.cells
        mover = 1 - position.to_move
        end = self.told.end
        own = self.owned[mover]
        if _has_line(cells, self._lines[mover], own):
            return "line", _worth(end.line)
        # common pieces are nobody's, and a line of them is the mover's
        if _has_line(cells, self._common_lines, _COMMON_ALONE):
            return "line", _worth(end.line)
        if self._goals[mover] and any(cells[point] in own for point in self._goals[mover]):
            return "reach", _worth(end.reach)
        if end.taken is not None and self.owned[position.to_move].isdisjoint(cells):
            return "taken", _worth(end.taken)
        return None

    def result(self, position: Position) -> int | None:
        """Return the value for the side to move when the game is over, otherwise None."""
        decided = self._decided(position)
        if decided is not None:
            return decided[1]
        if next(self._moves(position), None) is None:
            return {"loses": -1, "wins": 1, "draws": 0}[self.told.end.stuck]
        return None

    def repeated(self, position: Position) -> int:
        """Return the value for the side to move when a position has come for the third time."""
        if self.told.end.endless == "draws":
            return 0
        return 1 if self.sides[position.to_move].name == self.told.end.endless else -1

    def ending(self, position: Position) -> str:
        """Return why a finished game is over: ``line``, ``reach``, ``taken`` or ``stuck``."""
        decided = self._decided(position)
        return decided[0] if decided else "stuck"

    def move_kind(self, position: Position, move: Move) -> str:
        """Return what a move does: ``step``, ``take``, ``slide``, ``jump``, ``put`` or ``drop``."""
        if move.source is None:
            return "drop" if self.told.falls else "put"
        if position.cells[move.target] != EMPTY:
            return "take"
        mover = position.cells[move.source]
        movement = next(each for each in self._movements[position.to_move] if each.content == mover)
        if self._jumped(position, move):
            return "jump"
        acts = set()
        for way in movement.ways[move.source]:
            if way.wanted == EMPTY and move.target in way.points:
                acts.add(way.act)
        if "step" in acts:
            return "step"
        return "slide" if "slide" in acts else "jump"

    def spoken(self, texts: Callable[..., str], language: str) -> Mapping[str, str]:
        """Return the names of game and sides, and the rules, in a language.

        See ``told_words.py``.
        """
        return told_words(self, texts, language)

    # Symmetries.

    def _symmetries(self) -> tuple[Symmetry, ...]:
        """Return every map of the drawn board onto itself that keeps all rules.

        The identity is the first.
        """
        identity = tuple(range(len(self.board.names)))
        rules = self._renamed(identity)
        kept = [
            symmetry
            for symmetry in _isometries(self.board.places)
            if self._renamed(symmetry.to) == rules
        ]
        return tuple(sorted(kept, key=lambda symmetry: symmetry.to != identity))

    def _renamed(self, to: tuple[int, ...]) -> list[object]:
        """Return the rules, for comparison, with each point ``i`` called ``to[i]``."""

        def image(points: Iterable[int]) -> frozenset[int]:
            return frozenset(to[point] for point in points)

        all_lines = (*self._lines, self._common_lines)
        rules: list[object] = [
            [set(map(image, lines)) for lines in all_lines],
            [image(goal) for goal in self._goals],
            {to[point]: image(others) for point, others in enumerate(self.board.links)},
            {to[point]: to[under] for point, under in self._below.items()},
        ]
        for kind in self._all_movements:
            jumps = {}
            for point, leaps in enumerate(kind.jumps.leaps):
                jumps[to[point]] = {(to[over], to[end]) for over, end in leaps}
            reached = {}
            for point, renamed in enumerate(to):
                reached[renamed] = {
                    ReachedPoint(wanted, to[target], image(between))
                    for wanted, target, between in kind.reached(point)
                }
            rules += [
                image(kind.puts),
                image(kind.not_first),
                kind.moves and image(kind.entries),
                jumps,
                reached,
            ]
        return rules

    # Notation and drawing.

    def text(self, position: Position) -> str:
        """Return the points in order, then the side to move.

        Those of a grid are in rows from the top joined by ``/``.
        """
        cells = tuple(HOLE if point is None else position.cells[point] for point in self._points)
        return write_grid(
            Position(cells, position.to_move), self._columns, self._written, self.sides
        )

    def parse(self, text: str) -> Position:
        """Return the position of a text, reachable or not."""
        example = self.text(self._start)
        board, side = split_side(text, self.sides, example)
        rows = len(self._points) // self._columns
        contents = [*self._written]
        squares = read_grid(board, self._columns, rows, "".join(self._written.values()), example)
        cells = [contents[square] for square in squares]
        if [cell == HOLE for cell in cells] != [point is None for point in self._points]:
            raise NotationError(
                f"position {quoted(text)} has points where the board has none; write it "
                f"like '{example}'"
            )
        return Position(tuple(cell for cell in cells if cell != HOLE), side)

    def move_text(self, move: Move) -> str:
        """Return the points from and to, ``a1b2`` on a grid and ``1-2`` elsewhere.

        Of a piece that is put it is the one point.
        """
        target = self.board.names[move.target]
        if move.source is None:
            return target
        between = "" if self.board.grid else "-"
        return f"{self.board.names[move.source]}{between}{target}"

    def parse_move(self, position: Position, text: str) -> Move:
        """Return the move of a text, legal or not."""
        del position
        names = self.board.names
        pattern = r"([a-z0-9]+)(?:-([a-z0-9]+))?"
        if self.board.grid:
            pattern = r"([a-z]\d+)([a-z]\d+)?"
        match = re.fullmatch(pattern, text)
        points: list[str] = []
        if match is not None:
            points += filter(None, match.groups())
        if not points or any(name not in names for name in points):
            example = self.move_text(self.legal_moves(self._start)[0])
            raise NotationError(
                f"move {quoted(text)} is not written with points of the board, like '{example}'"
            )
        *sources, target = (names.index(name) for name in points)
        return Move(sources[0] if sources else None, target)

    def _diagram(self) -> Diagram:
        moves = any(kind.moves for kind in self._all_movements)
        puts = any(kind.puts for kind in self._all_movements)
        marking = "place"
        if moves:
            marking = "mixed" if puts else "arrow"
        pieces = shapes(self.told, self.kinds, moves=moves)
        if self.told.leaves == "block":
            pieces[BLOCK] = CLOSED_SHAPE
        return diagram_of(
            self.told,
            self.board,
            own=self._own,
            fronts=self._faces,
            goals=self._goals,
            pieces=pieces,
            marking=marking,
        )


@contextmanager
def _about(key: str) -> Iterator[None]:
    """Begin the message of a UsageError with the key of the file that it is about."""
    try:
        yield
    except UsageError as error:
        raise UsageError(f"{key}: {error}") from None


def has_pieces(pieces: Pieces) -> bool:
    """Return whether a side has pieces of its own."""
    return bool(pieces.hand or pieces.ways or pieces.sign or isinstance(pieces.piece, dict))


def signs_of(told: Told, side: str) -> list[str]:
    """Return the signs of a side's pieces in pictures of the board, one for each of its kinds."""
    return [kind.sign or side[0] for kind in kinds_of(told.side[side]).values()]


def written_key(field: str) -> str:
    """Return the key of a file for a field of its table."""
    return field.replace("_", "-")


def _check_sides(told: Told) -> None:
    """Refuse a side that begins and is not there, and kinds of pieces that cannot be."""
    if told.first is not None and told.first not in told.side:
        raise UsageError(
            f"first is {quoted(told.first)}, but the sides are {' and '.join(told.side)}"
        )
    for side in side_order(told):
        _check_kinds(f"side.{side}", told.side[side])
    if told.common is not None and isinstance(told.common.piece, dict):
        raise UsageError("common.piece: only a side has two kinds of pieces")


def _check_kinds(table: str, pieces: OwnPieces) -> None:
    """Refuse keys that each of two kinds of pieces has for itself, and those of pieces put on."""
    if not isinstance(pieces.piece, dict):
        return
    usual = Pieces()
    for key in FIELDS_OF_KINDS:
        if getattr(pieces, key) != getattr(usual, key):
            below = ", ".join(f"[{table}.piece.{kind}]" for kind in pieces.piece)
            raise UsageError(
                f"{table}.{written_key(key)}: each kind of pieces has its own; write it in {below}"
            )
    for key in FIELDS_OF_HANDS:
        if getattr(pieces, key) != getattr(usual, key):
            raise UsageError(
                f"{table}.{written_key(key)}: a side with two kinds of pieces puts "
                "none on the board"
            )


def _kinds(told: Told, own: Sequence[OwnPieces]) -> dict[int, Pieces]:
    """Return all kinds of pieces by content: the first side's, the second's, and common ones."""
    kinds: dict[int, Pieces] = {}
    for contents, pieces in zip(CONTENTS_OF, own, strict=True):
        if has_pieces(pieces):
            kinds.update(zip(contents, kinds_of(pieces).values(), strict=False))
    if told.common is not None:
        kinds[COMMON] = told.common
    return kinds


def _sides(names: Sequence[str]) -> tuple[Side, Side]:
    """Return both sides, each with a letter of its own."""
    first, second = names
    others = [letter for letter in second if letter.isalnum() and letter != first[0]]
    return Side(first, first[0]), Side(second, others[0] if others else "2")


def _has_line(
    cells: tuple[int, ...], lines: Sequence[tuple[int, ...]], contents: frozenset[int]
) -> bool:
    for line in lines:
        for point in line:
            if cells[point] not in contents:
                break
        else:
            return True
    return False


def _signs(told: Told, order: Sequence[str], kinds: Mapping[int, Pieces]) -> dict[int, str]:
    """Return the sign of each content of a point."""
    signs = {EMPTY: NOTHING}
    for contents, side in zip(CONTENTS_OF, order, strict=True):
        own = zip(contents, signs_of(told, side), strict=False)
        signs |= {content: sign for content, sign in own if content in kinds}
    if told.common is not None:
        signs[COMMON] = told.common.sign or COMMON_SIGN
    if told.leaves == "block":
        signs[BLOCK] = BLOCKED
    if len({*signs.values()}) < len(signs):
        raise UsageError(
            f"two kinds of pieces have the same sign; give each its own: {' '.join(signs.values())}"
        )
    return signs


def _worth(outcome: str) -> int:
    """Return the value for the side to move of an outcome for the side that has moved."""
    return -1 if outcome == "wins" else 1


def _goes_round(movement: Movement) -> bool:
    free: dict[int, set[int]] = {}
    for point, leaps in enumerate(movement.jumps.leaps):
        free[point] = {target for wanted, target, _ in movement.reached(point) if wanted == EMPTY}
        if not movement.jumps.takes:  # pieces can be taken only so often
            free[point] |= {target for _, target in leaps}
    try:
        TopologicalSorter(free).prepare()
    except CycleError:
        return True
    return False


#: Places that are less apart than this are one, in cells.
TOLERANCE = 1e-6
#: The usual names of rearrangements: turned clockwise by degrees, after a mirror from left to right
#: or not.
_NAMES: dict[tuple[float, bool], str] = {
    (0, False): "identity",
    (90, False): "quarter-turn",
    (180, False): "half-turn",
    (270, False): "three-quarter-turn",
    (0, True): "mirror",
    (90, True): "antidiagonal",
    (180, True): "upside-down",
    (270, True): "diagonal",
}


def _nearest(place: complex, places: Sequence[complex]) -> int:
    """Return the number of the place that is there; -1 if none is."""
    for number, other in enumerate(places):
        if abs(place - other) < TOLERANCE:
            return number
    return -1


def _isometries(places: Sequence[Point]) -> list[Symmetry]:
    """Return every rearrangement of places that keeps all distances.

    Each is a turn, with or without a mirror before it.
    """
    points = [complex(*place) for place in places]
    count = len(points)
    middle = sum(points) / count
    arms = [point - middle for point in points]
    # A point far from the middle, and one that is not on a line with it and the middle: where these
    # two go decides where all go.
    far = max(range(count), key=lambda point: abs(arms[point]))
    aside = far
    for point, arm in enumerate(arms):
        if abs((arms[far].conjugate() * arm).imag) > TOLERANCE:
            aside = point
            break
    names: dict[tuple[int, ...], str] = {}
    for mirrored, image in product((False, True), range(count)):
        before = [-arm.conjugate() for arm in arms] if mirrored else arms
        turn = arms[image] / before[far]
        if abs(abs(turn) - 1) > 1e-5:
            continue
        to = tuple(_nearest(turn * old, arms) for old in before)
        if sorted(to) == list(range(count)):
            degrees = round(-phase(turn) * 180 / pi, 1) % 360
            usual = f"mirror-turn-{degrees:g}" if mirrored else f"turn-{degrees:g}"
            names.setdefault(to, _NAMES.get((degrees, mirrored), usual))
    return [Symmetry(names[to], to) for to in sorted(names, key=lambda to: (to[far], to[aside]))]
