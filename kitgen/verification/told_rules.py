"""The rules of a game told as data, read a second time from its text, without ``kitgen/games/told``.

Directions are complex numbers, ways are found by testing each pair of points, and a state is what is written.
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
SIDE, STRAIGHT, DIAGONAL = {1 + 0j, -1 + 0j}, {1 + 0j, -1 + 0j, 1j, -1j}, {1 + 1j, -1 + 1j, 1 - 1j, -1 - 1j}
SLANTED = {"forward-diagonal": {1 + 1j, -1 + 1j}, "back-diagonal": {1 - 1j, -1 - 1j}}
WAY_GROUPS = {"any": STRAIGHT | DIAGONAL, "orthogonal": STRAIGHT, "diagonal": DIAGONAL, "side": SIDE} | SLANTED
#: How far a drawn board may be from its image: less than the first is a symmetry, more than the second is none.
NEAR, FAR = 1e-7, 1e-5

#: The signs on all points, and the number of the side to move.
State = tuple[tuple[str, ...], int]
#: Points of which the first leads to the second.
Pairs = set[tuple[int, int]]


class Way(NamedTuple):
    """The way of a piece from one point to another, over some points, and whether it takes what is there."""

    source: int
    target: int
    over: frozenset[int]
    takes: bool


class ToldPieces:
    """The pieces of one kind that a side may play."""

    def __init__(self, rules: "ToldRules", pieces: dict[str, Any], sign: str | None, turn: complex) -> None:
        """Read a table of pieces; ``turn`` is where they face."""
        self.sign, self.hand = sign, pieces.get("hand", 0)
        self.not_beside, self.only_beside = pieces.get("not-beside"), pieces.get("only-beside")
        # Pieces that are never put, or never move, may name points that the board does not have.
        self.on = {*map(rules.names.index, pieces.get("on") or rules.names)} if self.hand else set[int]()
        own = rules.pairs(pieces["links"]) if pieces.get("links") else rules.links
        self.ways = {*rules.ways(pieces.get("step", ()), own, turn, most=1, takes=False)}
        self.ways |= {*rules.ways(pieces.get("take", ()), own, turn, most=1, takes=True)}
        self.ways |= {*rules.ways(pieces.get("slide", ()), own, turn, most=len(rules.names), takes=False)}
        entrance = pieces.get("enter", {"points": [], "beside": "any"})
        self.entries = {*map(rules.names.index, entrance["points"])} if self.ways else set[int]()
        self.entry_beside = entrance["beside"]

    def shape(self, to: Sequence[int]) -> tuple[object, ...]:
        """Return what the pieces do when points are exchanged."""
        ways = {Way(to[way.source], to[way.target], frozenset(to[n] for n in way.over), way.takes) for way in self.ways}
        return ways, {to[point] for point in self.entries}, {to[point] for point in self.on}


class ToldRules:
    """A game as its text defines it."""

    def __init__(self, text: str) -> None:
        """Read the text, in JSON."""
        told = json.loads(text)
        first = told.get("first", next(iter(told["side"])))
        self.sides = [first, *(side for side in told["side"] if side != first)]
        own = [told["side"][side] for side in self.sides]
        letters = (letter for letter in self.sides[1] if letter.isalnum() and letter != self.sides[0][0])
        self.letters = [self.sides[0][0], next(letters, "2")]
        self._place(told)
        self.at = {place: point for point, place in enumerate(self.places)}
        self.links = self.pairs((told.get("links") or ["orthogonal"]) if self.grid else self.drawn)
        self.end, self.blocks = told.get("end", {}), told.get("leaves") == "block"
        down = self.ways(["down"], self.links, 1, most=1, takes=False) if told.get("falls") else ()
        #: The point under each point, for pieces that fall.
        self.under = {way.source: way.target for way in down}
        lines = told.get("lines", [])
        if type(lines) is int:
            ways = product(self.at, (1, 1j, 1 + 1j, 1 - 1j))
            rows = [{place + way * step for step in range(lines)} for place, way in ways]
            self.lines = {frozenset(self.at[place] for place in row) for row in rows if row <= self.at.keys()}
        else:
            self.lines = {frozenset(map(self.names.index, line)) for line in lines}
        acts = ("hand", "step", "take", "slide", "sign")
        named = zip(self.sides, own, strict=True)
        self.signs = [kind.get("sign", side[0]) if any(map(kind.get, acts)) else None for side, kind in named]
        turns = [TURNS[pieces.get("faces", usual)] for pieces, usual in zip(own, ("up", "down"), strict=True)]
        self.common = told["common"].get("sign", "o") if "common" in told else None
        common = [ToldPieces(self, told["common"], self.common, 1)] if self.common else []
        own_kinds = zip(own, self.signs, turns, strict=True)
        self.kinds = [[ToldPieces(self, pieces, sign, turn), *common] for pieces, sign, turn in own_kinds]
        self.goals = [self._goal(pieces.get("goal", []), turn) for pieces, turn in zip(own, turns, strict=True)]
        start = "".join(told.get("start") or [EMPTY * len(self.names)])
        self.start: State = tuple(start.replace(HOLE, "") if self.grid else start), 0

    grid: tuple[int, int] | None

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
            at = [(x, rows - 1 - y) for y, x in product(range(rows), range(columns)) if picture[y][x] != HOLE]
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

    def ways(self, words: Sequence[str], links: Pairs, turn: complex, *, most: int, takes: bool) -> Iterator[Way]:
        """Yield each way that the words tell, of at most ``most`` steps in one direction."""
        for n, m in product(range(len(self.names)), repeat=2):
            if "links" in words and (n, m) in links:
                yield Way(n, m, frozenset(), takes)
            apart = self.places[m] - self.places[n]
            steps = round(max(abs(apart.real), abs(apart.imag)))
            if 1 <= steps <= most and self.grid and any(_fits(word, apart / steps / turn) for word in words):
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
                enemy = self.signs[1 - mover] if way.takes else EMPTY
                barred = way.target in kind.entries and not self._beside(cells, way.source, kind.entry_beside, mover)
                if cells[way.target] == enemy and all(cells[point] == EMPTY for point in way.over) and not barred:
                    text = ("" if self.grid else "-").join(self.names[point] for point in way[:2])
                    children[text] = self._changed(state, {way.source: vacated, way.target: cells[way.source]})
        return children

    def _open(self, cells: tuple[str, ...], point: int, kind: ToldPieces, mover: int) -> bool:
        return (
            cells[point] == EMPTY
            and not (point in self.under and cells[self.under[point]] == EMPTY)
            and not (kind.not_beside and self._beside(cells, point, kind.not_beside, mover))
            and not (kind.only_beside and not self._beside(cells, point, kind.only_beside, mover))
        )

    def _beside(self, cells: tuple[str, ...], point: int, whose: str, mover: int) -> bool:
        signs = {"own": [self.signs[mover]], "other": [self.signs[1 - mover]], "any": [*self.signs, self.common]}[whose]
        return any(cells[other] in signs for other in range(len(cells)) if (point, other) in self.links)

    @staticmethod
    def _changed(state: State, changes: dict[int, str]) -> State:
        return tuple(changes.get(point, sign) for point, sign in enumerate(state[0])), 1 - state[1]

    def _ended(self, state: State) -> int | None:
        """Return the value for the side to move if the last move has ended the game; None if it goes on."""
        cells, mover = state
        own = {point for point, sign in enumerate(cells) if sign == self.signs[1 - mover]}
        both = {point for point, sign in enumerate(cells) if sign == self.common}
        outcomes = [("line", "wins", any(line <= own or line <= both for line in self.lines))]
        outcomes.append(("reach", "wins", not own.isdisjoint(self.goals[1 - mover])))
        outcomes.append(("taken", "", "taken" in self.end and self.signs[mover] not in cells))
        return next((-1 if self.end.get(key, usual) == "wins" else 1 for key, usual, holds in outcomes if holds), None)

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
        rows = ["".join(at.get(f"{file}{rank}", HOLE) for file in files) for rank in range(self.grid[1], 0, -1)]
        return f"{'/'.join(rows)} {self.letters[mover]}"

    def named(self, to: Sequence[int]) -> str:
        """Return an exchange of points in words."""
        moved = (f"{name} to {self.names[n]}" for name, n in zip(self.names, to, strict=True) if name != self.names[n])
        return ", ".join(moved) or "the identity"

    # The symmetries of the game.

    def shape(self, to: Sequence[int]) -> list[object]:
        """Return the rules with points exchanged: the same for every symmetry."""
        under = {(to[n], to[m]) for n, m in self.under.items()}
        links = {(to[n], to[m]) for n, m in self.links}
        lines, goals = {frozenset(to[n] for n in line) for line in self.lines}, [{to[n] for n in g} for g in self.goals]
        return [lines, goals, links, under, *(kind.shape(to) for kinds in self.kinds for kind in kinds)]

    def symmetries(self, slack: float) -> set[tuple[int, ...]]:
        """Return each turn of the drawn board, or of its mirror image, that keeps all rules."""
        middle = sum(self.places) / len(self.places)
        arms, images = [place - middle for place in self.places], set()
        longest = max(range(len(arms)), key=lambda point: abs(arms[point]))
        for image, mirrored in product(arms, (False, True)):
            before = [arm.conjugate() for arm in arms] if mirrored else arms
            turned = [arm * image / before[longest] for arm in before]
            to = tuple(min(range(len(arms)), key=lambda point: abs(arms[point] - arm)) for arm in turned)
            if len({*to}) == len(to) and all(abs(arms[n] - arm) < slack for n, arm in zip(to, turned, strict=True)):
                images.add(to)
        return {to for to in images if self.shape(to) == self.shape(range(len(arms)))}


def _fits(word: str, way: complex) -> bool:
    """Return whether a step goes in a direction, or in one of a group of directions; their longest part is 1."""
    return way in WAY_GROUPS.get(word, {sum(WAY_PARTS.get(part, 9) for part in word.split("-"))})


def told_faults(game: Game, text: str, limit: int) -> tuple[int, list[str]]:
    """Return how many positions a told game can reach, and how it differs from its text.

    >>> from kitgen.games import make_game
    >>> game = make_game("told:hexapawn")
    >>> told_faults(game, game.spec.removeprefix("told:"), 1000)
    (135, [])
    """
    rules = ToldRules(text)
    faults = [] if game.text(game.start()) == rules.text(rules.start) else [f"the start is {rules.text(rules.start)}"]
    if [(side.name, side.letter) for side in game.sides] != [*zip(rules.sides, rules.letters, strict=True)]:
        faults.append(f"the sides are {' and '.join(rules.sides)}")
    known: dict[State, Position] = {rules.start: game.start()}
    after, waiting = dict[State, list[State]](), [rules.start]
    while waiting and not faults:
        state = waiting.pop()
        position, children = known[state], rules.after(state)
        after[state] = [*children.values()]
        moves = {game.move_text(move): game.play(position, move).position for move in game.legal_moves(position)}
        where = rules.text(state)
        if moves.keys() != children.keys():
            expected, played = (" ".join(sorted(texts)) or "none" for texts in (children, moves))
            faults.append(f"in {where} the moves told are {expected}, and those played {played}")
            break
        if game.result(position) != rules.result(state):
            faults.append(f"in {where} the result told is {rules.result(state)}, not {game.result(position)}")
        for move, child in children.items():
            if game.text(moves[move]) != rules.text(child):
                faults.append(f"in {where} {move} leads to {rules.text(child)}, not to {game.text(moves[move])}")
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
        yield from (f"endless play from {rules.text(state)} is worth {rules.repeated(state)}" for state in wrong)
    claimed = {symmetry.to for symmetry in game.symmetries}
    yield from (f"{rules.named(to)} is no symmetry of the rules" for to in claimed - rules.symmetries(FAR))
    yield from (f"{rules.named(to)} is a symmetry, too" for to in rules.symmetries(NEAR) - claimed)
