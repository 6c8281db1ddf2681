"""The rules of a game told as data, read a second time, without ``kitgen/games/told``.

Directions are complex numbers, ways are found by testing each pair of points, and a state is what
is written.
"""

import json
from cmath import exp, pi
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, product
from string import ascii_lowercase
from typing import Any, NamedTuple

from kitgen.errors import TooLargeError
from kitgen.model import Game, Position
from kitgen.verification.reference import recurs

# The signs of points in a file.
EMPTY = "."
BLOCKED = "*"
HOLE = "#"
#: The turn of a side that faces somewhere, from one that faces up.
TURNS = {"up": 1, "right": -1j, "down": -1, "left": 1j}
#: The parts of directions.
WAY_PARTS = {"forward": 1j, "back": -1j, "left": -1, "right": 1, "up": 1j, "down": -1j}
STRAIGHT = {1 + 0j, -1 + 0j, 1j, -1j}
DIAGONAL = {1 + 1j, -1 + 1j, 1 - 1j, -1 - 1j}
#: Words for several directions.
WAY_GROUPS = {
    "any": STRAIGHT | DIAGONAL,
    "orthogonal": STRAIGHT,
    "diagonal": DIAGONAL,
    "side": {1 + 0j, -1 + 0j},
    "forward-diagonal": {1 + 1j, -1 + 1j},
    "back-diagonal": {1 - 1j, -1 - 1j},
}
#: No direction has a part so long: the parts of directions are 1.
NO_PART = 9
#: How near a drawn board is to its image under a symmetry, in steps of a path: such errors come
#: from the rounding of numbers alone.
NEAR = 1e-7
#: A board that is farther from its image than this has no such symmetry.
FAR = 1e-5

#: The signs on all points, and the number of the side to move.
State = tuple[tuple[str, ...], int]
#: Points of which the first leads to the second.
PointPairs = set[tuple[int, int]]


class Way(NamedTuple):
    """The way of a piece.

    Attributes:
        source, target: the points from which it goes and to which.
        over: the points between them, which have to be empty.
        takes: whether it takes what is on the target.
    """

    source: int
    target: int
    over: frozenset[int]
    takes: bool


class ToldPieces:
    """The pieces of one kind that a side may play."""

    def __init__(
        self, rules: "ToldRules", pieces: dict[str, Any], sign: str | None, turn: complex
    ) -> None:
        """Read a table of pieces; ``turn`` is where they face."""
        self.sign = sign
        # Pieces that are never put, or never move, may name points that the board does not have.
        self.hand = pieces.get("hand", 0)
        self.on = set[int]()
        self.not_first = set[int]()
        if self.hand:
            self.on = {*map(rules.names.index, pieces.get("on") or rules.names)}
            self.not_first = {*map(rules.names.index, pieces.get("not-first", []))}
        self.not_beside = pieces.get("not-beside")
        self.only_beside = pieces.get("only-beside")

        links = rules.pairs(pieces["links"]) if pieces.get("links") else rules.links
        whole_board = len(rules.names)
        self.ways = {*rules.ways(pieces.get("step", ()), links, turn, most=1, takes=False)}
        self.ways |= {*rules.ways(pieces.get("take", ()), links, turn, most=1, takes=True)}
        slides = rules.ways(pieces.get("slide", ()), links, turn, most=whole_board, takes=False)
        self.ways |= {*slides}
        jumps = rules.ways(pieces.get("jump", ()), set(), turn, most=2, takes=False)
        #: From a point over the next one to that behind it.
        self.jumps = {(way.source, min(way.over), way.target) for way in jumps if way.over}
        self.over = pieces.get("over", "any")
        self.jump_takes = pieces.get("jump-takes", False)
        self.chain = pieces.get("chain", False)

        entrance = pieces.get("enter", {"points": [], "beside": "any"})
        self.entries = set[int]()
        if self.ways or self.jumps:
            self.entries = {*map(rules.names.index, entrance["points"])}
        self.entry_beside = entrance["beside"]

    def shape(self, to: Sequence[int]) -> tuple[object, ...]:
        """Return what the pieces do when points are exchanged."""
        ways = set[Way]()
        for way in self.ways:
            over = frozenset(to[point] for point in way.over)
            ways.add(Way(to[way.source], to[way.target], over, way.takes))
        jumps = {(to[source], to[over], to[target]) for source, over, target in self.jumps}
        entries = {to[point] for point in self.entries}
        on = {to[point] for point in self.on}
        not_first = {to[point] for point in self.not_first}
        return ways, jumps, entries, on, not_first


def tables_of(side: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the table of each kind of pieces of a side, by its name; the only one has no name.

    >>> tables_of({"links": ["1-2"], "piece": {"king": {"step": ["links"]}}})
    {'king': {'step': ['links'], 'links': ['1-2']}}
    """
    kinds = side.get("piece")
    if not isinstance(kinds, dict):
        return {"": side}
    both = {key: side[key] for key in ("links", "enter") if key in side}
    return {name: kind | both for name, kind in kinds.items()}


def _sign(side: str, kind: str, table: dict[str, Any]) -> str | None:
    """Return the sign of a kind of pieces; None for a side without pieces."""
    if kind:
        sign: str = table.get("sign", kind[0])
        return sign
    has_pieces = any(map(table.get, ("hand", "step", "take", "slide", "jump", "sign")))
    return table.get("sign", side[0]) if has_pieces else None


class ToldRules:
    """A game as its text defines it."""

    def __init__(self, text: str) -> None:
        """Read the text, in JSON."""
        told = json.loads(text)
        first = told.get("first", next(iter(told["side"])))
        self.sides = [first, *(side for side in told["side"] if side != first)]
        own = [told["side"][side] for side in self.sides]
        first_letter = self.sides[0][0]
        letters = [letter for letter in self.sides[1] if letter.isalnum()]
        other_letters = [letter for letter in letters if letter != first_letter]
        self.letters = [first_letter, other_letters[0] if other_letters else "2"]

        self._place(told)
        self.at = {place: point for point, place in enumerate(self.places)}
        self.links = self.pairs((told.get("links") or ["orthogonal"]) if self.grid else self.drawn)
        #: The point under each point, for pieces that fall.
        self.under: dict[int, int] = {}
        if told.get("falls"):
            down = self.ways(["down"], self.links, 1, most=1, takes=False)
            self.under = {way.source: way.target for way in down}

        self.end = told.get("end", {})
        self.blocks = told.get("leaves") == "block"
        common_lines = told.get("lines", []) if "common" in told else []
        #: The lines of each side, and of common pieces.
        self.lines = [self._lines(table.get("lines") or told.get("lines", [])) for table in own]
        self.lines.append(self._lines(common_lines))

        self.tables = [tables_of(pieces) for pieces in own]
        #: The signs of each side's kinds of pieces, None for a side without any.
        self.signs: list[list[str | None]] = []
        for side, kinds_of_side in zip(self.sides, self.tables, strict=True):
            self.signs.append([_sign(side, *each) for each in kinds_of_side.items()])
        #: The signs that belong to each side.
        self.owned = [{sign for sign in signs if sign is not None} for signs in self.signs]
        self.common = told["common"].get("sign", "o") if "common" in told else None

        turns = [TURNS[own[0].get("faces", "up")], TURNS[own[1].get("faces", "down")]]
        self.kinds: list[list[ToldPieces]] = []
        for side, turn in enumerate(turns):
            tables = zip(self.tables[side].values(), self.signs[side], strict=True)
            kinds = [ToldPieces(self, pieces, sign, turn) for pieces, sign in tables]
            if self.common:
                kinds.append(ToldPieces(self, told["common"], self.common, 1))
            self.kinds.append(kinds)
        self.goals = [
            self._goal(pieces.get("goal", []), turn)
            for pieces, turn in zip(own, turns, strict=True)
        ]
        start = "".join(told.get("start") or [EMPTY * len(self.names)])
        if self.grid:
            start = start.replace(HOLE, "")
        self.start: State = tuple(start), 0

    grid: tuple[int, int] | None

    def _lines(self, lines: int | list[list[str]]) -> set[frozenset[int]]:
        """Return lines of points: those that are named, or all rows of so many."""
        if not isinstance(lines, int):
            return {frozenset(map(self.names.index, line)) for line in lines}
        rows = set()
        for place, way in product(self.at, (1, 1j, 1 + 1j, 1 - 1j)):
            row = {place + way * step for step in range(lines)}
            if row <= self.at.keys():
                rows.add(frozenset(self.at[place] for place in row))
        return rows

    def _place(self, told: dict[str, Any]) -> None:
        """Find the names and places of all points, and the links of boards that are not grids."""
        board = told["board"]
        self.grid = None
        self.drawn = list[str]()
        if isinstance(board, dict):
            self.names = [*board["points"]]
            self.places = [complex(*place) for place in board["points"].values()]
            self.drawn = board.get("links", [])
        elif "x" in board:
            columns, rows = map(int, board.split("x"))
            picture = told.get("start") or [EMPTY * columns] * rows
            self._place_grid(columns, rows, picture)
        else:
            kind, count = board.split()
            self._place_row(kind, int(count))

    def _place_grid(self, columns: int, rows: int, picture: Sequence[str]) -> None:
        """Place the squares of a grid without the holes of a picture, row by row from above."""
        self.grid = columns, rows
        self.names = []
        self.places = []
        for y, x in product(range(rows), range(columns)):
            if picture[y][x] != HOLE:
                rank = rows - y
                self.names.append(f"{ascii_lowercase[x]}{rank}")
                self.places.append(complex(x, rank - 1))

    def _place_row(self, kind: str, count: int) -> None:
        """Place the points of a path, or of a circle, clockwise, with a hub if it is a wheel."""
        self.names = [str(number) for number in range(1, count + 1)]
        self.drawn = [f"{number}-{number + 1}" for number in range(1, count)]
        self.places = [complex(point) for point in range(count)]
        if kind != "path":
            self.drawn.append(f"{count}-1")
            self.places = [exp(-2j * pi * point / count) for point in range(count)]
        if kind == "wheel":
            hub = count + 1
            self.drawn += [f"{name}-{hub}" for name in self.names]
            self.names.append(str(hub))
            self.places.append(0j)

    def pairs(self, links: Sequence[str]) -> PointPairs:
        """Return the pairs of points of which the first leads to the second."""
        joined = set()
        for (n, source), (m, target) in product(enumerate(self.names), repeat=2):
            if n == m:
                continue
            words = {f"{source}-{target}", f"{source}>{target}", f"{target}-{source}", "all"}
            if self.grid:
                apart = self.places[m] - self.places[n]
                words |= {word for word in ("orthogonal", "any") if _fits(word, apart)}
            if not words.isdisjoint(links):
                joined.add((n, m))
        return joined

    def ways(
        self, words: Sequence[str], links: PointPairs, turn: complex, *, most: int, takes: bool
    ) -> Iterator[Way]:
        """Yield each way that the words tell, of at most ``most`` steps in one direction."""
        for n, m in product(range(len(self.names)), repeat=2):
            if "links" in words and (n, m) in links:
                yield Way(n, m, frozenset(), takes)
            if not self.grid:
                continue
            apart = self.places[m] - self.places[n]
            steps = round(max(abs(apart.real), abs(apart.imag)))
            if not 1 <= steps <= most:
                continue
            step = apart / steps
            if not any(_fits(word, step / turn) for word in words):
                continue
            between = {self.places[n] + step * number for number in range(1, steps)}
            if between <= self.at.keys():
                yield Way(n, m, frozenset(self.at[place] for place in between), takes)

    def _goal(self, goal: str | list[str], turn: complex) -> set[int]:
        if goal != "far":
            return {*map(self.names.index, goal)}
        ahead = [(place / turn).imag for place in self.places]
        return {point for point, far in enumerate(ahead) if far == max(ahead)}

    # The course of a game.

    def after(self, state: State) -> dict[str, State]:
        """Return each legal move, as it is written, with the state after it."""
        cells, mover = state
        if self._ended(state) is not None:
            return {}
        children = dict[str, State]()
        for kind in self.kinds[mover]:
            sign = kind.sign or ""
            if kind.hand == "any" or cells.count(sign) < kind.hand:
                for point in kind.on:
                    if self._open(cells, point, kind, mover):
                        children[self.names[point]] = self._changed(state, {point: sign})
                continue
            for way in kind.ways:
                if cells[way.source] == kind.sign and self._is_free(way, cells, kind, mover):
                    children[self._move(way.source, way.target)] = self._moved(
                        state, way.source, way.target
                    )
            for source, sign_there in enumerate(cells):
                if sign_there != kind.sign:
                    continue
                may_enter = self._beside(cells, source, kind.entry_beside, mover)
                barred = set[int]() if may_enter else kind.entries
                for target, taken in self._jumps(cells, kind, mover, source, barred):
                    children[self._move(source, target)] = self._moved(state, source, target, taken)
        return children

    def _is_free(self, way: Way, cells: tuple[str, ...], kind: ToldPieces, mover: int) -> bool:
        """Return whether a piece can go a way."""
        wanted = self.owned[1 - mover] if way.takes else {EMPTY}
        if cells[way.target] not in wanted or any(cells[point] != EMPTY for point in way.over):
            return False
        enters = way.target in kind.entries
        return not enters or self._beside(cells, way.source, kind.entry_beside, mover)

    def _move(self, source: int, target: int) -> str:
        """Return a move as it is written."""
        between = "" if self.grid else "-"
        return f"{self.names[source]}{between}{self.names[target]}"

    def _moved(self, state: State, source: int, target: int, taken: Iterable[int] = ()) -> State:
        """Return a state after a piece has moved and has taken some others."""
        cells, _ = state
        vacated = BLOCKED if self.blocks else EMPTY
        changes = dict.fromkeys(taken, EMPTY)
        changes[source] = vacated
        changes[target] = cells[source]
        return self._changed(state, changes)

    def _jumps(
        self, cells: tuple[str, ...], kind: ToldPieces, mover: int, start: int, barred: set[int]
    ) -> set[tuple[int, frozenset[int]]]:
        """Return each point to which a piece can jump, with those that lose pieces on the way."""
        jumped = self._signs_of(kind.over, mover)
        ends = set[tuple[int, frozenset[int]]]()
        waiting: list[tuple[tuple[int, ...], frozenset[int]]] = [((start,), frozenset())]
        while waiting:
            path, taken = waiting.pop()
            for source, over, target in kind.jumps:
                if source != path[-1] or over in taken or cells[over] not in jumped:
                    continue
                if target in path or target in barred or cells[target] != EMPTY:
                    continue
                now_taken = taken | {over} if kind.jump_takes else taken
                end = (target, now_taken)
                if kind.chain and end not in ends:
                    waiting.append(((*path, target), now_taken))
                ends.add(end)
        return ends

    def _open(self, cells: tuple[str, ...], point: int, kind: ToldPieces, mover: int) -> bool:
        """Return whether a piece can be put on a point."""
        if cells[point] != EMPTY:
            return False
        would_fall = point in self.under and cells[self.under[point]] == EMPTY
        is_too_early = point in kind.not_first and kind.sign not in cells
        if would_fall or is_too_early:
            return False
        if kind.not_beside and self._beside(cells, point, kind.not_beside, mover):
            return False
        return not kind.only_beside or self._beside(cells, point, kind.only_beside, mover)

    def _beside(self, cells: tuple[str, ...], point: int, whose: str, mover: int) -> bool:
        """Return whether a piece of somebody is on a point to which a point leads."""
        signs = self._signs_of(whose, mover)
        for other, sign in enumerate(cells):
            if sign in signs and (point, other) in self.links:
                return True
        return False

    def _signs_of(self, whose: str, mover: int) -> set[str]:
        """Return the signs of a side's ``own`` pieces, of the ``other`` side's, or of ``any``."""
        match whose:
            case "own":
                return self.owned[mover]
            case "other":
                return self.owned[1 - mover]
        both = self.owned[0] | self.owned[1]
        return both | {self.common} if self.common else both

    @staticmethod
    def _changed(state: State, changes: Mapping[int, str]) -> State:
        """Return a state with other signs on some points, and the other side to move."""
        cells, mover = state
        return tuple(changes.get(point, sign) for point, sign in enumerate(cells)), 1 - mover

    def _ended(self, state: State) -> int | None:
        """Return the value for the side to move if the last move has ended the game, or None."""
        cells, mover = state
        last = 1 - mover
        own = {point for point, sign in enumerate(cells) if sign in self.owned[last]}
        common = {point for point, sign in enumerate(cells) if sign == self.common}
        *_, common_lines = self.lines
        has_line = any(line <= own for line in self.lines[last])
        has_common_line = any(line <= common for line in common_lines)
        if has_line or has_common_line:
            outcome = self.end.get("line", "wins")
        elif not own.isdisjoint(self.goals[last]):
            outcome = self.end.get("reach", "wins")
        elif "taken" in self.end and self.owned[mover].isdisjoint(cells):
            outcome = self.end["taken"]
        else:
            return None
        return -1 if outcome == "wins" else 1

    def result(self, state: State) -> int | None:
        """Return the value for the side to move of a game that is over."""
        if self._ended(state) is None and not self.after(state):
            return {"loses": -1, "wins": 1, "draws": 0}[self.end.get("stuck", "loses")]
        return self._ended(state)

    def repeated(self, state: State) -> int:
        """Return the value for the side to move when a state occurs for the third time."""
        _, mover = state
        winner = self.end.get("endless", "draws")
        if winner == "draws":
            return 0
        return 1 if winner == self.sides[mover] else -1

    def text(self, state: State) -> str:
        """Return a state as text."""
        cells, mover = state
        if self.grid is None:
            return f"{''.join(cells)} {self.letters[mover]}"
        sign_at = dict(zip(self.names, cells, strict=True))
        columns, last_rank = self.grid
        rows = []
        for rank in range(last_rank, 0, -1):
            files = ascii_lowercase[:columns]
            rows.append("".join(sign_at.get(f"{file}{rank}", HOLE) for file in files))
        return f"{'/'.join(rows)} {self.letters[mover]}"

    def named(self, to: Sequence[int]) -> str:
        """Return an exchange of points in words."""
        images = [self.names[point] for point in to]
        moved = [
            f"{name} to {image}"
            for name, image in zip(self.names, images, strict=True)
            if name != image
        ]
        return ", ".join(moved) or "the identity"

    # The symmetries of the game.

    def shape(self, to: Sequence[int]) -> list[object]:
        """Return the rules with points exchanged: the same for every symmetry."""
        under = {(to[n], to[m]) for n, m in self.under.items()}
        links = {(to[n], to[m]) for n, m in self.links}
        lines = []
        for lines_of_side in self.lines:
            lines.append({frozenset(to[n] for n in line) for line in lines_of_side})
        goals = [{to[n] for n in goal} for goal in self.goals]
        kinds = [kind.shape(to) for kind in chain.from_iterable(self.kinds)]
        return [lines, goals, links, under, *kinds]

    def symmetries(self, slack: float) -> set[tuple[int, ...]]:
        """Return each turn of the drawn board, or of its mirror image, that keeps all rules."""
        middle = sum(self.places) / len(self.places)
        arms = [place - middle for place in self.places]
        points = range(len(arms))
        longest = max(points, key=lambda point: abs(arms[point]))

        def nearest(place: complex) -> int:
            return min(points, key=lambda point: abs(arms[point] - place))

        images = set[tuple[int, ...]]()
        for image, mirrored in product(arms, (False, True)):
            before = [arm.conjugate() for arm in arms] if mirrored else arms
            turned = [arm * image / before[longest] for arm in before]
            to = tuple(map(nearest, turned))
            off = [abs(arms[point] - arm) for point, arm in zip(to, turned, strict=True)]
            if len({*to}) == len(to) and max(off) < slack:
                images.add(to)
        own_shape = self.shape(points)
        return {to for to in images if self.shape(to) == own_shape}


def _fits(word: str, way: complex) -> bool:
    """Return whether a step, whose longest part is 1, goes in a direction or one of a group."""
    if word in WAY_GROUPS:
        return way in WAY_GROUPS[word]
    return way == sum(WAY_PARTS.get(part, NO_PART) for part in word.split("-"))


def told_faults(game: Game, text: str, limit: int) -> tuple[int, list[str]]:
    """Return how many positions a told game can reach, and how it differs from its text.

    >>> from kitgen.games import make_game
    >>> game = make_game("told:hexapawn")
    >>> told_faults(game, game.spec.removeprefix("told:"), 1000)
    (135, [])
    """
    rules = ToldRules(text)
    faults = []
    if game.text(game.start()) != rules.text(rules.start):
        faults.append(f"the start is {rules.text(rules.start)}")
    sides = [(side.name, side.letter) for side in game.sides]
    if sides != list(zip(rules.sides, rules.letters, strict=True)):
        faults.append(f"the sides are {' and '.join(rules.sides)}")
    known: dict[State, Position] = {rules.start: game.start()}
    after = dict[State, list[State]]()
    waiting = [rules.start]
    while waiting and not faults:
        state = waiting.pop()
        position = known[state]
        children = rules.after(state)
        after[state] = [*children.values()]
        moves = {
            game.move_text(move): game.play(position, move).position
            for move in game.legal_moves(position)
        }
        where = rules.text(state)
        if moves.keys() != children.keys():
            expected = " ".join(sorted(children)) or "none"
            played = " ".join(sorted(moves)) or "none"
            faults.append(f"in {where} the moves told are {expected}, and those played {played}")
            break
        if game.result(position) != rules.result(state):
            faults.append(
                f"in {where} the result told is {rules.result(state)}, not {game.result(position)}"
            )
        for move, child in children.items():
            if game.text(moves[move]) != rules.text(child):
                faults.append(
                    f"in {where} {move} leads to {rules.text(child)}, not to "
                    f"{game.text(moves[move])}"
                )
            elif child not in known:
                known[child] = moves[move]
                waiting.append(child)
        if len(known) > limit:
            raise TooLargeError(f"{rules.text(rules.start)} leads to more than {limit:,} positions")
    return len(known), faults or [*_whole_faults(game, rules, known, after)]


def _whole_faults(
    game: Game, rules: ToldRules, known: dict[State, Position], after: dict[State, list[State]]
) -> Iterator[str]:
    """Yield how a game as a whole differs from its rules: in endless play and in symmetries."""
    if game.repetition is None:
        if recurs(after):
            yield "positions recur, and the game says that they do not"
    else:
        if game.repetition != 3:
            yield f"a game ends when a position has come 3 times, not {game.repetition}"
        for state, position in known.items():
            if game.repeated(position) != rules.repeated(state):
                yield f"endless play from {rules.text(state)} is worth {rules.repeated(state)}"
    claimed = {symmetry.to for symmetry in game.symmetries}
    for to in claimed - rules.symmetries(FAR):
        yield f"{rules.named(to)} is no symmetry of the rules"
    for to in rules.symmetries(NEAR) - claimed:
        yield f"{rules.named(to)} is a symmetry, too"
