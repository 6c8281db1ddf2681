"""The rules of a game told as data, read a second time from its text, without
``kitgen/games/told``.

Directions are complex numbers, ways are found by testing each pair of points, and a state is what
is written.
"""

import json
from cmath import exp, pi
from collections.abc import Iterator, Sequence
from itertools import product
from string import ascii_lowercase
from typing import Any, NamedTuple

from kitgen.errors import TooLargeError
from kitgen.model import Game, Position
from kitgen.verification.reference import recurs

EMPTY, BLOCKED, HOLE = ".", "*", "#"
#: The turn of a side that faces somewhere, from one that faces up.
TURNS = {"up": 1, "right": -1j, "down": -1, "left": 1j}
#: The parts of directions, and words for several directions.
WAY_PARTS = {"forward": 1j, "back": -1j, "left": -1, "right": 1, "up": 1j, "down": -1j}
SIDE, STRAIGHT, DIAGONAL = (
    {1 + 0j, -1 + 0j},
    {1 + 0j, -1 + 0j, 1j, -1j},
    {1 + 1j, -1 + 1j, 1 - 1j, -1 - 1j},
)
SLANTED = {"forward-diagonal": {1 + 1j, -1 + 1j}, "back-diagonal": {1 - 1j, -1 - 1j}}
WAY_GROUPS = {
    "any": STRAIGHT | DIAGONAL,
    "orthogonal": STRAIGHT,
    "diagonal": DIAGONAL,
    "side": SIDE,
} | SLANTED
#: How far a drawn board may be from its image: less than the first is a symmetry, more than the
#: second is none.
NEAR, FAR = 1e-7, 1e-5

#: The signs on all points, and the number of the side to move.
State = tuple[tuple[str, ...], int]
#: Points of which the first leads to the second.
Pairs = set[tuple[int, int]]


class Way(NamedTuple):
    """The way of a piece from one point to another, over some points, and whether it takes what
    is there.
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
        self.sign, self.hand = sign, pieces.get("hand", 0)
        self.not_beside, self.only_beside = pieces.get("not-beside"), pieces.get("only-beside")
        # Pieces that are never put, or never move, may name points that the board does not have.
        self.on = (
            {*map(rules.names.index, pieces.get("on") or rules.names)} if self.hand else set[int]()
        )
        self.not_first = (
            {*map(rules.names.index, pieces.get("not-first", []))} if self.hand else set[int]()
        )
        own = rules.pairs(pieces["links"]) if pieces.get("links") else rules.links
        self.ways = {*rules.ways(pieces.get("step", ()), own, turn, most=1, takes=False)}
        self.ways |= {*rules.ways(pieces.get("take", ()), own, turn, most=1, takes=True)}
        self.ways |= {
            *rules.ways(pieces.get("slide", ()), own, turn, most=len(rules.names), takes=False)
        }
        jumps = rules.ways(pieces.get("jump", ()), set(), turn, most=2, takes=False)
        #: From a point over the next one to that behind it.
        self.jumps = {(way.source, min(way.over), way.target) for way in jumps if way.over}
        self.over, self.jump_takes = pieces.get("over", "any"), pieces.get("jump-takes", False)
        self.chain = pieces.get("chain", False)
        entrance = pieces.get("enter", {"points": [], "beside": "any"})
        self.entries = (
            {*map(rules.names.index, entrance["points"])} if self.ways or self.jumps else set[int]()
        )
        self.entry_beside = entrance["beside"]

    def shape(self, to: Sequence[int]) -> tuple[object, ...]:
        """Return what the pieces do when points are exchanged."""
        ways = {
            Way(to[way.source], to[way.target], frozenset(to[n] for n in way.over), way.takes)
            for way in self.ways
        }
        jumps = {tuple(to[point] for point in jump) for jump in self.jumps}
        points = [
            {to[point] for point in points} for points in (self.entries, self.on, self.not_first)
        ]
        return ways, jumps, points


def tables_of(side: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the table of each kind of pieces of a side by its name; under no name that of the only
    one.

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
    acts = ("hand", "step", "take", "slide", "jump", "sign")
    return table.get("sign", side[0]) if any(map(table.get, acts)) else None


class ToldRules:
    """A game as its text defines it."""

    def __init__(self, text: str) -> None:
        """Read the text, in JSON."""
        told = json.loads(text)
        first = told.get("first", next(iter(told["side"])))
        self.sides = [first, *(side for side in told["side"] if side != first)]
        own = [told["side"][side] for side in self.sides]
        letters = (
            letter for letter in self.sides[1] if letter.isalnum() and letter != self.sides[0][0]
        )
        self.letters = [self.sides[0][0], next(letters, "2")]
        self._place(told)
        self.at = {place: point for point, place in enumerate(self.places)}
        self.links = self.pairs((told.get("links") or ["orthogonal"]) if self.grid else self.drawn)
        self.end, self.blocks = told.get("end", {}), told.get("leaves") == "block"
        down = self.ways(["down"], self.links, 1, most=1, takes=False) if told.get("falls") else ()
        #: The point under each point, for pieces that fall.
        self.under = {way.source: way.target for way in down}
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
        turns = [
            TURNS[pieces.get("faces", usual)]
            for pieces, usual in zip(own, ("up", "down"), strict=True)
        ]
        self.common = told["common"].get("sign", "o") if "common" in told else None
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
        self.start: State = tuple(start.replace(HOLE, "") if self.grid else start), 0

    grid: tuple[int, int] | None

    def _lines(self, lines: int | list[list[str]]) -> set[frozenset[int]]:
        if not isinstance(lines, int):
            return {frozenset(map(self.names.index, line)) for line in lines}
        ways = product(self.at, (1, 1j, 1 + 1j, 1 - 1j))
        rows = [{place + way * step for step in range(lines)} for place, way in ways]
        return {frozenset(self.at[place] for place in row) for row in rows if row <= self.at.keys()}

    def _place(self, told: dict[str, Any]) -> None:
        """Find the names and places of all points, and the links of boards that are not grids."""
        board = told["board"]
        self.grid, self.drawn = None, list[str]()
        if isinstance(board, dict):
            self.names, self.drawn = [*board["points"]], board.get("links", [])
            self.places = [complex(*place) for place in board["points"].values()]
        elif "x" in board:
            columns, rows = map(int, board.split("x"))
            self.grid = columns, rows
            picture = told.get("start") or [EMPTY * columns] * rows
            at = [
                (x, rows - 1 - y)
                for y, x in product(range(rows), range(columns))
                if picture[y][x] != HOLE
            ]
            self.names = [f"{ascii_lowercase[x]}{y + 1}" for x, y in at]
            self.places = [complex(*place) for place in at]
        else:
            kind, number = board.split()
            count = int(number)
            self.names = [str(n + 1) for n in range(count + (kind == "wheel"))]
            self.drawn = [f"{n}-{n + 1}" for n in range(1, count)]
            self.places = [complex(n) for n in range(count)]
            if kind != "path":
                self.drawn.append(f"{count}-1")
                self.places = [exp(-2j * pi * n / count) for n in range(count)]
            if kind == "wheel":
                self.drawn += [f"{n + 1}-{count + 1}" for n in range(count)]
                self.places.append(0j)

    def pairs(self, links: Sequence[str]) -> Pairs:
        """Return the pairs of points of which the first leads to the second."""
        joined = set()
        for (n, source), (m, target) in product(enumerate(self.names), repeat=2):
            apart = self.places[m] - self.places[n]
            words = [f"{source}-{target}", f"{source}>{target}", f"{target}-{source}", "all"]
            words += [word for word in ("orthogonal", "any") if self.grid and _fits(word, apart)]
            if n != m and not {*words}.isdisjoint(links):
                joined.add((n, m))
        return joined

    def ways(
        self, words: Sequence[str], links: Pairs, turn: complex, *, most: int, takes: bool
    ) -> Iterator[Way]:
        """Yield each way that the words tell, of at most ``most`` steps in one direction."""
        for n, m in product(range(len(self.names)), repeat=2):
            if "links" in words and (n, m) in links:
                yield Way(n, m, frozenset(), takes)
            apart = self.places[m] - self.places[n]
            steps = round(max(abs(apart.real), abs(apart.imag)))
            if (
                1 <= steps <= most
                and self.grid
                and any(_fits(word, apart / steps / turn) for word in words)
            ):
                between = {self.places[n] + apart / steps * step for step in range(1, steps)}
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
        vacated, children = BLOCKED if self.blocks else EMPTY, dict[str, State]()
        for kind in self.kinds[mover]:
            if kind.hand == "any" or cells.count(kind.sign or "") < kind.hand:
                for point in (point for point in kind.on if self._open(cells, point, kind, mover)):
                    children[self.names[point]] = self._changed(state, {point: kind.sign or ""})
                continue
            for way in (way for way in kind.ways if cells[way.source] == kind.sign):
                wanted = self.owned[1 - mover] if way.takes else {EMPTY}
                barred = way.target in kind.entries and not self._beside(
                    cells, way.source, kind.entry_beside, mover
                )
                if (
                    cells[way.target] in wanted
                    and all(cells[point] == EMPTY for point in way.over)
                    and not barred
                ):
                    text = ("" if self.grid else "-").join(self.names[point] for point in way[:2])
                    children[text] = self._changed(
                        state, {way.source: vacated, way.target: cells[way.source]}
                    )
            for source in (point for point, sign in enumerate(cells) if sign == kind.sign):
                far = not self._beside(cells, source, kind.entry_beside, mover)
                for target, taken in self._jumps(
                    cells, kind, mover, source, kind.entries if far else set()
                ):
                    text = ("" if self.grid else "-").join(
                        self.names[point] for point in (source, target)
                    )
                    changes = dict.fromkeys(taken, EMPTY) | {source: vacated, target: cells[source]}
                    children[text] = self._changed(state, changes)
        return children

    def _jumps(
        self, cells: tuple[str, ...], kind: ToldPieces, mover: int, start: int, barred: set[int]
    ) -> set[tuple[int, frozenset[int]]]:
        """Return each point to which a piece can jump, with those whose pieces it takes on the
        way.
        """
        whose = self._signs_of(kind.over, mover)
        found = set[tuple[int, frozenset[int]]]()
        waiting: list[tuple[tuple[int, ...], frozenset[int]]] = [((start,), frozenset())]
        while waiting:
            path, taken = waiting.pop()
            for source, over, target in kind.jumps:
                if (
                    source != path[-1]
                    or target in path
                    or target in barred
                    or cells[target] != EMPTY
                ):
                    continue
                if over in taken or cells[over] not in whose:
                    continue
                now = taken | {over} if kind.jump_takes else taken
                if (target, now) not in found and kind.chain:
                    waiting.append(((*path, target), now))
                found.add((target, now))
        return found

    def _open(self, cells: tuple[str, ...], point: int, kind: ToldPieces, mover: int) -> bool:
        return (
            cells[point] == EMPTY
            and not (point in self.under and cells[self.under[point]] == EMPTY)
            and not (point in kind.not_first and kind.sign not in cells)
            and not (kind.not_beside and self._beside(cells, point, kind.not_beside, mover))
            and not (kind.only_beside and not self._beside(cells, point, kind.only_beside, mover))
        )

    def _beside(self, cells: tuple[str, ...], point: int, whose: str, mover: int) -> bool:
        signs = self._signs_of(whose, mover)
        return any(
            cells[other] in signs for other in range(len(cells)) if (point, other) in self.links
        )

    def _signs_of(self, whose: str, mover: int) -> set[str]:
        """Return the signs of the pieces that a side calls its ``own``, the ``other`` side's, or
        ``any``.
        """
        match whose:
            case "own":
                return self.owned[mover]
            case "other":
                return self.owned[1 - mover]
        return self.owned[0] | self.owned[1] | ({self.common} if self.common else set())

    @staticmethod
    def _changed(state: State, changes: dict[int, str]) -> State:
        return tuple(changes.get(point, sign) for point, sign in enumerate(state[0])), 1 - state[1]

    def _ended(self, state: State) -> int | None:
        """Return the value for the side to move if the last move has ended the game; None if it
        goes on.
        """
        cells, mover = state
        own = {point for point, sign in enumerate(cells) if sign in self.owned[1 - mover]}
        both = {point for point, sign in enumerate(cells) if sign == self.common}
        in_line = any(line <= own for line in self.lines[1 - mover]) or any(
            line <= both for line in self.lines[2]
        )
        outcomes = [("line", "wins", in_line)]
        outcomes.append(("reach", "wins", not own.isdisjoint(self.goals[1 - mover])))
        outcomes.append(("taken", "", "taken" in self.end and self.owned[mover].isdisjoint(cells)))
        return next(
            (
                -1 if self.end.get(key, usual) == "wins" else 1
                for key, usual, holds in outcomes
                if holds
            ),
            None,
        )

    def result(self, state: State) -> int | None:
        """Return the value for the side to move of a game that is over."""
        if self._ended(state) is None and not self.after(state):
            return {"loses": -1, "wins": 1, "draws": 0}[self.end.get("stuck", "loses")]
        return self._ended(state)

    def repeated(self, state: State) -> int:
        """Return the value for the side to move when a state occurs for the third time."""
        winner = self.end.get("endless", "draws")
        return 0 if winner == "draws" else 1 if winner == self.sides[state[1]] else -1

    def text(self, state: State) -> str:
        """Return a state as text."""
        cells, mover = state
        if self.grid is None:
            return f"{''.join(cells)} {self.letters[mover]}"
        at, files = dict(zip(self.names, cells, strict=True)), ascii_lowercase[: self.grid[0]]
        rows = [
            "".join(at.get(f"{file}{rank}", HOLE) for file in files)
            for rank in range(self.grid[1], 0, -1)
        ]
        return f"{'/'.join(rows)} {self.letters[mover]}"

    def named(self, to: Sequence[int]) -> str:
        """Return an exchange of points in words."""
        moved = (
            f"{name} to {self.names[n]}"
            for name, n in zip(self.names, to, strict=True)
            if name != self.names[n]
        )
        return ", ".join(moved) or "the identity"

    # The symmetries of the game.

    def shape(self, to: Sequence[int]) -> list[object]:
        """Return the rules with points exchanged: the same for every symmetry."""
        under = {(to[n], to[m]) for n, m in self.under.items()}
        links = {(to[n], to[m]) for n, m in self.links}
        lines = [{frozenset(to[n] for n in line) for line in each} for each in self.lines]
        goals = [{to[n] for n in goal} for goal in self.goals]
        return [
            lines,
            goals,
            links,
            under,
            *(kind.shape(to) for kinds in self.kinds for kind in kinds),
        ]

    def symmetries(self, slack: float) -> set[tuple[int, ...]]:
        """Return each turn of the drawn board, or of its mirror image, that keeps all rules."""
        middle = sum(self.places) / len(self.places)
        arms, images = [place - middle for place in self.places], set()
        longest = max(range(len(arms)), key=lambda point: abs(arms[point]))
        for image, mirrored in product(arms, (False, True)):
            before = [arm.conjugate() for arm in arms] if mirrored else arms
            turned = [arm * image / before[longest] for arm in before]
            to = tuple(
                min(range(len(arms)), key=lambda point: abs(arms[point] - arm)) for arm in turned
            )
            if len({*to}) == len(to) and all(
                abs(arms[n] - arm) < slack for n, arm in zip(to, turned, strict=True)
            ):
                images.add(to)
        return {to for to in images if self.shape(to) == self.shape(range(len(arms)))}


def _fits(word: str, way: complex) -> bool:
    """Return whether a step goes in a direction, or in one of a group of directions; their
    longest part is 1.
    """
    return way in WAY_GROUPS.get(word, {sum(WAY_PARTS.get(part, 9) for part in word.split("-"))})


def told_faults(game: Game, text: str, limit: int) -> tuple[int, list[str]]:
    """Return how many positions a told game can reach, and how it differs from its text.

    >>> from kitgen.games import make_game
    >>> game = make_game("told:hexapawn")
    >>> told_faults(game, game.spec.removeprefix("told:"), 1000)
    (135, [])
    """
    rules = ToldRules(text)
    faults = (
        []
        if game.text(game.start()) == rules.text(rules.start)
        else [f"the start is {rules.text(rules.start)}"]
    )
    if [(side.name, side.letter) for side in game.sides] != [
        *zip(rules.sides, rules.letters, strict=True)
    ]:
        faults.append(f"the sides are {' and '.join(rules.sides)}")
    known: dict[State, Position] = {rules.start: game.start()}
    after, waiting = dict[State, list[State]](), [rules.start]
    while waiting and not faults:
        state = waiting.pop()
        position, children = known[state], rules.after(state)
        after[state] = [*children.values()]
        moves = {
            game.move_text(move): game.play(position, move).position
            for move in game.legal_moves(position)
        }
        where = rules.text(state)
        if moves.keys() != children.keys():
            expected, played = (" ".join(sorted(texts)) or "none" for texts in (children, moves))
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
    if recurs(after) and game.repetition is None:
        yield "positions recur, and the game says that they do not"
    if game.repetition is not None:
        if game.repetition != 3:
            yield f"a game ends when a position has come 3 times, not {game.repetition}"
        wrong = (state for state, at in known.items() if game.repeated(at) != rules.repeated(state))
        yield from (
            f"endless play from {rules.text(state)} is worth {rules.repeated(state)}"
            for state in wrong
        )
    claimed = {symmetry.to for symmetry in game.symmetries}
    yield from (
        f"{rules.named(to)} is no symmetry of the rules" for to in claimed - rules.symmetries(FAR)
    )
    yield from (f"{rules.named(to)} is a symmetry, too" for to in rules.symmetries(NEAR) - claimed)
