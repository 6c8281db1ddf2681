"""Checks a certificate of a game told as data without kitgen, and believes nothing in it.

    python check_told.py FILE.json [KIT.json]

The rules stand in the certificate, as the text of the game. This program reads them from there: it
plays all games itself, and compares every position, move and end, and the symmetries, of which none
may be missing. All that follows from these is left to check_certificate.py, which has to lie beside
it.
"""

import json
import sys
from cmath import exp, pi
from functools import partial
from importlib.util import module_from_spec, spec_from_file_location
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

SPEC = spec_from_file_location(
    "check_certificate", Path(__file__).with_name("check_certificate.py")
)
GENERAL = module_from_spec(SPEC)
SPEC.loader.exec_module(GENERAL)
need = GENERAL.need
same = GENERAL.same

ABC = "abcdefghijklmnopqrstuvwxyz"
#: What a game can say as a whole.
GAME = {
    "name",
    "names",
    "rules",
    "board",
    "start",
    "first",
    "links",
    "lines",
    "falls",
    "leaves",
    "side",
    "common",
    "end",
}
#: What it can say of pieces.
PIECES = {
    "called",
    "chain",
    "enter",
    "goal",
    "hand",
    "jump",
    "jump-takes",
    "links",
    "looks",
    "not-beside",
    "not-first",
    "on",
    "only-beside",
    "over",
    "piece",
    "sign",
    "slide",
    "step",
    "take",
}
#: What it can say of a side besides.
WORDS = {"name", "with-article", "several", "faces", "lines"}
#: What it can say of each of two kinds of pieces.
KINDS = {"sign", "looks", "called", "step", "take", "slide", "jump", "over", "jump-takes", "chain"}
#: What a side of two kinds can say of both.
BOTH_KINDS = {"piece", "links", "enter", "goal"}
#: What it can say of its end.
END = {"reach", "line", "taken", "stuck", "endless"}
#: The steps that words name, across and ahead.
WAYS = {
    "forward": (0, 1),
    "back": (0, -1),
    "left": (-1, 0),
    "right": (1, 0),
    "up": (0, 1),
    "down": (0, -1),
}
#: How a side sees a step to the right and up that faces somewhere.
SEEN = {
    "up": lambda x, y: (x, y),
    "down": lambda x, y: (-x, -y),
    "right": lambda x, y: (-y, x),
    "left": lambda x, y: (y, -x),
}
#: How far a point may lie from its image: a turn of a board by which all lie nearer is a symmetry,
#: one by which a point lies farther is none.
NEAR = 1e-7
FAR = 1e-5


def known(table, keys):
    need(type(table) is dict and set(table) <= keys, f"a game has no {sorted(set(table) - keys)}")
    return table


def unique(pairs):
    need(len(dict(pairs)) == len(pairs), "a key of the game is given twice")
    return dict(pairs)


def goes(word, x, y):
    """Return whether a step to a neighbour, as its side sees it, is one that the word names."""
    groups = {
        "any": True,
        "orthogonal": not (x and y),
        "diagonal": bool(x and y),
        "side": not y,
        "forward-diagonal": bool(x) and y == 1,
        "back-diagonal": bool(x) and y == -1,
    }
    if word in groups:
        return groups[word]
    across = 0
    ahead = 0
    for part in word.split("-"):
        across += WAYS[part][0]
        ahead += WAYS[part][1]
    return (across, ahead) == (x, y)


def army(side, table):
    """Return the sign and the table of each kind of a side's pieces."""
    kinds = table.get("piece")
    if type(kinds) is dict:
        is_said_of_both = not set(table) & (PIECES - BOTH_KINDS)
        need(len(kinds) == 2 and is_said_of_both, "its kinds of pieces")
        both = {key: table[key] for key in ("links", "enter") if key in table}
        return [
            (kind.get("sign", name[0]), {**known(kind, KINDS), **both})
            for name, kind in kinds.items()
        ]
    acts = ("hand", "step", "take", "slide", "jump", "sign")
    has_pieces = any(table.get(key) for key in acts)
    return [(table.get("sign", side[0]) if has_pieces else None, table)]


class Kind(NamedTuple):
    """What one kind of a side's pieces does.

    Attributes:
        sign: its sign; None for a side without pieces.
        table: what the game says of it.
        ways: its steps and slides: from where, where to, the points between, and whether it takes.
        leaps: its jumps: from where, over which point, where to.
        entries: the points that a piece enters only beside somebody.
        beside: beside whom it enters them.
        on: the points on which it is put.
        late: those on which no first piece is put.
    """

    sign: Any
    table: Any
    ways: set
    leaps: set
    entries: set
    beside: str
    on: set
    late: set


class Rules:
    """A game as its text tells it. A position is the signs of all points, in order, and the
    number of who moves.
    """

    def __init__(self, game):
        need(game.startswith("told:"), "it is not of a game told as data")
        told = self.told = known(json.loads(game[len("told:") :], object_pairs_hook=unique), GAME)
        self.end = known(told.get("end", {}), END)
        self.sides = list(told["side"])
        if told.get("first", self.sides[0]) != self.sides[0]:
            self.sides.reverse()
        is_first = told.get("first", self.sides[0]) == self.sides[0]
        need(is_first and len(self.sides) == 2, "its sides")
        first, second = self.sides
        own_signs = (sign for sign in second if sign.isalnum() and sign != first[0])
        self.letters = (first[0], next(own_signs, "2"))
        self.board(told["board"], told.get("start"))
        links = (told.get("links") or ["orthogonal"]) if self.size else self.drawn
        self.beside = self.linked(links)
        tables = [known(told["side"][side], PIECES | WORDS) for side in self.sides]
        faces = [table.get("faces", usual) for table, usual in zip(tables, ("up", "down"))]
        self.pieces(tables, faces)
        self.goals = [self.goal(table.get("goal", []), face) for table, face in zip(tables, faces)]
        shared = told.get("lines", [])
        # The lines of each side, and those of the pieces of both.
        self.lines = [self.rows_of(table.get("lines") or shared) for table in tables]
        self.lines.append(self.rows_of(shared if self.common else []))
        # The point under each, where pieces fall.
        self.under = {}
        if told.get("falls"):
            for (x, y), point in self.at.items():
                if (x, y - 1) in self.at:
                    self.under[point] = self.at[x, y - 1]
        signs = "".join(told.get("start") or ["." * len(self.names)])
        self.start = tuple(signs.replace("#", "") if self.size else signs), 0
        need(len(self.start[0]) == len(self.names), "its start")

    def pieces(self, tables, faces):
        """Set what the pieces of each side do, of one kind or of two, and those of both sides."""
        armies = [army(side, table) for side, table in zip(self.sides, tables)]
        # The signs of each side's own pieces, and the kinds that it moves.
        self.owned = []
        self.kinds = []
        for kinds, face in zip(armies, faces):
            self.owned.append({sign for sign, _ in kinds if sign})
            self.kinds.append([self.kind(table, sign, face) for sign, table in kinds])
        self.common = None
        if "common" in self.told:
            common = known(self.told["common"], PIECES - {"goal"})
            self.common = common.get("sign", "o")
            for kinds in self.kinds:
                kinds.append(self.kind(common, self.common, "up"))

    def number(self, name):
        """Return which point has a name."""
        return self.names.index(name)

    def board(self, board, picture):
        """Set the names and places of all points; of a grid also which point lies where, of other
        boards the links that are drawn.
        """
        self.size = None
        self.at = {}
        self.drawn = []
        if type(board) is dict:
            known(board, {"points", "links"})
            self.names = list(board["points"])
            self.drawn = board.get("links", [])
            self.places = [complex(*place) for place in board["points"].values()]
            return
        kind, _, number = board.partition(" ")
        if not number:
            self.grid(board, picture)
            return
        need(kind in ("path", "ring", "wheel"), "its board")
        count = int(number)
        self.names = [str(point) for point in range(1, count + 1)]
        self.drawn = [f"{point}-{point + 1}" for point in range(1, count)]
        if kind == "path":
            self.places = [complex(point) for point in range(count)]
            return
        self.drawn.append(f"{count}-1")
        self.places = [exp(-2j * pi * point / count) for point in range(count)]
        if kind == "wheel":
            self.drawn += [f"{point}-{count + 1}" for point in range(1, count + 1)]
            self.names.append(str(count + 1))
            self.places.append(0j)

    def grid(self, board, picture):
        """Set the points of a grid, without the cells that its picture leaves out."""
        columns, rows = self.size = tuple(map(int, board.split("x")))
        picture = picture or ["." * columns] * rows
        for row, column in product(range(rows), range(columns)):
            if picture[row][column] != "#":
                self.at[column, rows - 1 - row] = len(self.at)
        self.names = [ABC[column] + str(row + 1) for column, row in self.at]
        self.places = [complex(*place) for place in self.at]

    def step(self, one, other):
        """Return the step from a point of a grid into the direction of another, and how many of
        them lead there.
        """
        way = self.places[other] - self.places[one]
        x, y = int(way.real), int(way.imag)
        far = max(abs(x), abs(y))
        is_straight = one != other and {abs(x), abs(y)} <= {0, far}
        if not is_straight:
            return 0, 0, 0
        return x // far, y // far, far

    def linked(self, links):
        """Return the pairs of points of which the first leads to the second."""
        pairs = set()
        for one, other in self.pairs():
            first, second = self.names[one], self.names[other]
            words = {f"{first}-{second}", f"{first}>{second}", f"{second}-{first}", "all"}
            if self.size:
                x, y, far = self.step(one, other)
                if far == 1:
                    words |= {word for word in ("orthogonal", "any") if goes(word, x, y)}
            if one != other and words & set(links):
                pairs.add((one, other))
        return pairs

    def pairs(self):
        """Return all pairs of points, in both orders."""
        return product(range(len(self.names)), repeat=2)

    def kind(self, table, sign, faces):
        """Return what pieces do, by what the game says of them, for a side that faces somewhere."""
        links = self.linked(table["links"]) if table.get("links") else self.beside
        ways = set()
        for key in ("step", "take", "slide"):
            for one, other in self.pairs():
                words = table.get(key, [])
                if "links" in words and (one, other) in links:
                    ways.add((one, other, frozenset(), key == "take"))
                between = self.between(one, other, words, faces, slides=key == "slide")
                if between is not None:
                    ways.add((one, other, between, key == "take"))
        entry = known(table.get("enter", {"points": [], "beside": "any"}), {"points", "beside"})
        leaps = set()
        for one, other in self.pairs():
            middle = self.leapt_over(one, other, table.get("jump", []), faces)
            if middle is not None:
                leaps.add((one, middle, other))
        # Pieces that are never put, or never move, may name points that the board does not have.
        entries = entry["points"] if ways or leaps else ()
        on = (table.get("on") or self.names) if table.get("hand") else ()
        late = table.get("not-first", []) if table.get("hand") else ()
        return Kind(
            sign=sign,
            table=table,
            ways=ways,
            leaps=leaps,
            entries=set(map(self.number, entries)),
            beside=entry["beside"],
            on=set(map(self.number, on)),
            late=set(map(self.number, late)),
        )

    def between(self, one, other, words, faces, slides):
        """Return the points between the ends of a way on a grid that words name, or None; only a
        piece that slides goes farther than to the next point.
        """
        x, y, far = self.step(one, other) if self.size else (0, 0, 0)
        is_near_enough = far == 1 or (far and slides)
        if not is_near_enough or not self.is_named(words, faces, x, y):
            return None
        column, row = self.cell(one)
        between = [self.at.get((column + x * n, row + y * n)) for n in range(1, far)]
        return None if None in between else frozenset(between)

    def leapt_over(self, one, other, words, faces):
        """Return the point over which a jump on a grid goes that words name, or None."""
        x, y, far = self.step(one, other) if self.size else (0, 0, 0)
        if far != 2 or not self.is_named(words, faces, x, y):
            return None
        column, row = self.cell(one)
        return self.at.get((column + x, row + y))

    def is_named(self, words, faces, x, y):
        """Return whether one of some words names a direction, for a side that faces somewhere."""
        return any(goes(word, *SEEN[faces](x, y)) for word in words if word != "links")

    def cell(self, point):
        """Return the column and the row of a point of a grid."""
        return int(self.places[point].real), int(self.places[point].imag)

    def jumps(self, cells, kind, mover, one):
        """Return where a piece on a point can jump, in a chain or once, and whose points it
        empties by that.
        """
        barred = set() if self.near(cells, one, kind.beside, mover) else kind.entries
        over = self.whose(kind.table.get("over", "any"), mover)
        ends = {}
        waiting = [[one]]
        while waiting and cells[one] == kind.sign:
            been = waiting.pop()
            taken = ends.get(been[-1], set())
            for start, middle, end in kind.leaps:
                if start != been[-1] or end in been or end in ends:
                    continue
                is_free = cells[end] == "." and end not in barred
                if is_free and middle not in taken and cells[middle] in over:
                    ends[end] = taken | {middle} if kind.table.get("jump-takes") else taken
                    if kind.table.get("chain"):
                        waiting.append([*been, end])
        return ends

    def goal(self, goal, faces):
        """Return the points that a side tries to reach."""
        if goal != "far":
            return set(map(self.number, goal))
        ahead = [SEEN[faces](place.real, place.imag)[1] for place in self.places]
        return {n for n, far in enumerate(ahead) if far == max(ahead)}

    def rows_of(self, lines):
        """Return lines that are listed, or each straight row of so many points."""
        if type(lines) is not int:
            return {frozenset(map(self.number, row)) for row in lines}
        rows = set()
        for (x, y), (across, up) in product(self.at, ((1, 0), (0, 1), (1, 1), (1, -1))):
            row = [self.at.get((x + across * n, y + up * n)) for n in range(lines)]
            if None not in row:
                rows.add(frozenset(row))
        return rows

    def near(self, cells, point, whose, mover):
        """Return whether a piece of somebody stands beside a point."""
        signs = self.whose(whose, mover)
        return any(cells[other] in signs for one, other in self.beside if one == point)

    def whose(self, word, mover):
        """Return the signs of a side's own pieces, of the other side's, or of all."""
        own, other = self.owned[mover], self.owned[1 - mover]
        return {"own": own, "other": other, "any": own | other | {self.common}}[word]

    def over(self, position):
        """Return the value for the side to move of a game that the last move has ended, or None."""
        cells, mover = position
        other = 1 - mover
        has_own_line = self.is_line_full(cells, self.lines[other], self.owned[other])
        if has_own_line or self.is_line_full(cells, self.lines[2], {self.common}):
            return self.value_of("line")
        if any(cells[point] in self.owned[other] for point in self.goals[other]):
            return self.value_of("reach")
        if "taken" in self.end and not self.owned[mover] & set(cells):
            return self.value_of("taken")
        return None

    def is_line_full(self, cells, lines, signs):
        """Return whether all points of a line hold some signs."""
        return any(all(cells[point] in signs for point in line) for line in lines)

    def value_of(self, end):
        """Return what an end that the other side has brought about is worth to the side to move."""
        return -1 if self.end.get(end, "wins") == "wins" else 1

    def moves(self, position):
        """Return each legal move, as points from and to, or the one where a piece is put, and
        the position after it.
        """
        cells, mover = position
        if self.over(position) is not None:
            return {}
        legal = {}
        for kind in self.kinds[mover]:
            hand = kind.table.get("hand", 0)
            if hand == "any" or cells.count(kind.sign) < hand:
                for point in kind.on:
                    if self.can_be_put(cells, kind, mover, point):
                        legal[(point,)] = self.changed(position, {point: kind.sign})
            else:
                legal |= self.moves_on_board(position, kind)
        return legal

    def can_be_put(self, cells, kind, mover, point):
        """Return whether a piece can be put on a point."""
        table = kind.table
        if cells[point] != ".":
            return False
        falls = point in self.under and cells[self.under[point]] == "."
        is_barred = "not-beside" in table and self.near(cells, point, table["not-beside"], mover)
        is_alone = "only-beside" in table and not self.near(
            cells, point, table["only-beside"], mover
        )
        is_early = point in kind.late and kind.sign not in cells
        return not (falls or is_barred or is_alone or is_early)

    def moves_on_board(self, position, kind):
        """Return each step, slide and jump of one kind, and the position after it."""
        cells, mover = position
        left = "*" if self.told.get("leaves") == "block" else "."
        legal = {}
        for one, other, between, takes in kind.ways:
            may_stand_there = self.owned[1 - mover] if takes else {"."}
            if cells[one] != kind.sign or cells[other] not in may_stand_there:
                continue
            is_entry = other in kind.entries
            is_barred = is_entry and not self.near(cells, one, kind.beside, mover)
            if not is_barred and all(cells[point] == "." for point in between):
                legal[one, other] = self.changed(position, {one: left, other: kind.sign})
        for one in range(len(cells)):
            for other, taken in self.jumps(cells, kind, mover, one).items():
                changes = {**dict.fromkeys(taken, "."), one: left, other: kind.sign}
                legal[one, other] = self.changed(position, changes)
        return legal

    def changed(self, position, changes):
        """Return a position with other signs on some points, and the other side to move."""
        cells, mover = position
        return tuple(changes.get(n, sign) for n, sign in enumerate(cells)), 1 - mover

    def result(self, position):
        """Return the value for the side to move of a game that is over, or None."""
        if self.over(position) is None and not self.moves(position):
            return {"loses": -1, "wins": 1, "draws": 0}[self.end.get("stuck", "loses")]
        return self.over(position)

    def write(self, position):
        """Return a position as it is written."""
        cells, mover = position
        if not self.size:
            return "".join(cells) + " " + self.letters[mover]
        columns, rows = self.size
        lines = []
        for y in reversed(range(rows)):
            points = [self.at.get((x, y)) for x in range(columns)]
            lines.append("".join("#" if point is None else cells[point] for point in points))
        return "/".join(lines) + " " + self.letters[mover]

    def move(self, points):
        """Return a move as it is written."""
        return ("" if self.size else "-").join(self.names[n] for n in points)

    def turn(self, to, moves):
        """Return a symmetry from move to move."""
        return {self.move(move): self.move([to[n] for n in move]) for move in moves}

    def turned(self, position, to):
        """Return the image of a position."""
        cells, mover = position
        return tuple(cells[list(to).index(n)] for n in range(len(cells))), mover

    def image(self, to, where):
        """Return the image of a position as it is written."""
        written, _, letter = where.rpartition(" ")
        cells = tuple(written.replace("/", "").replace("#", "") if self.size else written)
        return self.write(self.turned((cells, self.letters.index(letter)), to))

    def told_of(self, to):
        """Return all that the rules say of points, when these are exchanged: the same for a
        symmetry as for none.
        """

        def image(points):
            return frozenset(to[n] for n in points)

        def image_of_pairs(pairs):
            return {(to[one], to[other]) for one, other in pairs}

        kinds = []
        for kind in (*self.kinds[0], *self.kinds[1]):
            ways = {
                (to[one], to[other], image(between), takes)
                for one, other, between, takes in kind.ways
            }
            leaps = {tuple(to[point] for point in leap) for leap in kind.leaps}
            kinds.append((ways, leaps, image(kind.late), image(kind.entries), image(kind.on)))
        return (
            image_of_pairs(self.beside),
            image_of_pairs(self.under.items()),
            [set(map(image, lines)) for lines in self.lines],
            list(map(image, self.goals)),
            kinds,
        )

    def symmetries(self, slack):
        """Yield each turn of the board, also of its mirror image, that changes nothing in the
        rules.
        """
        middle = sum(self.places) / len(self.places)
        arms = [place - middle for place in self.places]
        longest = max(arms, key=abs)
        for image, mirrored in product(arms, (False, True)):
            # The turn by which the longest arm comes to lie on another.
            if mirrored:
                turned = [arm.conjugate() * image / longest.conjugate() for arm in arms]
            else:
                turned = [arm * image / longest for arm in arms]
            to = [min(range(len(arms)), key=lambda n: abs(arms[n] - arm)) for arm in turned]
            is_near = all(abs(arms[n] - arm) < slack for n, arm in zip(to, turned))
            is_exchange = len(set(to)) == len(to)
            if is_exchange and is_near and self.told_of(to) == self.told_of(range(len(to))):
                yield to


def check(data, kit=None):
    rules = Rules(data["game"])
    need(data["schema"] in GENERAL.VERSIONS, "it is of another version")
    same([data["sides"], data["points"]], [rules.sides, False], "its sides and points")
    numbers = {}
    for number, node in enumerate(data["positions"]):
        where = node["position"]
        need(where not in numbers, f"{where} is given twice")
        numbers[where] = number
    played = play_all(rules, data["positions"], numbers)
    need(len(played.positions) == len(numbers), f"there are {len(played.positions)} positions")
    far = [*rules.symmetries(FAR)]
    near = [*rules.symmetries(NEAR)]
    if all(rules.turned(rules.start, to) == rules.start for to in far):
        need(data["schema"] == GENERAL.VERSIONS[-1], "it has no symmetries")
        least = {GENERAL.text(rules.turn(to, played.moves)) for to in near}
        claimed = {GENERAL.text(turn) for turn in data["symmetries"]}
        most = {GENERAL.text(rules.turn(to, played.moves)) for to in far}
        need(least <= claimed <= most, f"its symmetries: there are {len(far)}")
        GENERAL.check(data, kit)
        return
    need(data["schema"] == GENERAL.VERSIONS[0], "its symmetries do not keep the start")
    # All moves that there could be: the general checker asks for images of those of a kit.
    every = {(point,) for point in range(len(rules.names))} | set(rules.pairs())
    maps = []
    turns = []
    for to in far:
        turn = rules.turn(to, every)
        turns.append((turn, partial(rules.image, to)))
        reached = {}
        for where, number in numbers.items():
            image = rules.write(rules.turned(played.positions[where], to))
            if image in numbers:
                reached[number] = numbers[image]
        maps.append((turn, reached))
    GENERAL.check(data, kit, maps, turns)


class Played(NamedTuple):
    """All games of some rules: each position by how it is written, and all moves."""

    positions: dict
    moves: set


def play_all(rules, nodes, numbers):
    """Play all games, and compare what a certificate says of each position."""
    met = {rules.write(rules.start): rules.start}
    waiting = [rules.start]
    made = set()
    need(numbers.get(rules.write(rules.start)) == 0, "the first position is not the start")
    while waiting:
        position = waiting.pop()
        where = rules.write(position)
        after = rules.moves(position)
        made.update(after)
        children = {rules.move(move): rules.write(child) for move, child in after.items()}
        missing = sorted(set(children.values()) - set(numbers))
        need(not missing, f"there is no position {missing[:1]}")
        node = nodes[numbers[where]]
        moves = {move: numbers[child] for move, child in children.items()}
        same(node["moves"], moves, f"the moves in {where}")
        same(
            [node["mover"], node["result"]],
            [position[1], rules.result(position)],
            f"mover and result in {where}",
        )
        for move in sorted(after, key=rules.move):
            child = after[move]
            if rules.write(child) not in met:
                met[rules.write(child)] = child
                waiting.append(child)
    return Played(met, made)


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        print("usage: python check_told.py FILE.json [KIT.json]", file=sys.stderr)
        sys.exit(2)
    try:
        check(*map(GENERAL.read, sys.argv[1:]))
    except GENERAL.DAMAGED as error:
        sys.exit(f"refused: it is no certificate, or damaged: {type(error).__name__} {error}")
