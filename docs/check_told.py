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

SPEC = spec_from_file_location(
    "check_certificate", Path(__file__).with_name("check_certificate.py")
)
GENERAL = module_from_spec(SPEC)
SPEC.loader.exec_module(GENERAL)
need, same = GENERAL.need, GENERAL.same

ABC = "abcdefghijklmnopqrstuvwxyz"
#: All that a game can say: as a whole, of pieces, of a side besides, and of its end.
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
PIECES = {
    "sign",
    "looks",
    "hand",
    "on",
    "not-beside",
    "only-beside",
    "step",
    "take",
    "slide",
    "links",
    "enter",
    "goal",
}
PIECES |= {"piece", "called", "jump", "over", "jump-takes", "chain", "not-first"}
WORDS = {"name", "with-article", "several", "faces", "lines"}
KINDS = {"sign", "looks", "called", "step", "take", "slide", "jump", "over", "jump-takes", "chain"}
END = {"reach", "line", "taken", "stuck", "endless"}
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
#: How far apart a board may lie from its image: less is a symmetry, more is none.
NEAR, FAR = 1e-7, 1e-5


def known(table, keys):
    need(type(table) is dict and set(table) <= keys, f"a game has no {sorted(set(table) - keys)}")
    return table


def unique(pairs):
    need(len(dict(pairs)) == len(pairs), "a key of the game is given twice")
    return dict(pairs)


def goes(word, x, y):
    """Return whether a step to a neighbour, as its side sees it, is one that the word names."""
    groups = {"any": True, "orthogonal": not (x and y), "diagonal": bool(x and y), "side": not y}
    groups.update({"forward-diagonal": bool(x) and y == 1, "back-diagonal": bool(x) and y == -1})
    if word in groups:
        return groups[word]
    parts = [WAYS[part] for part in word.split("-")]
    return (sum(part[0] for part in parts), sum(part[1] for part in parts)) == (x, y)


def army(side, table):
    """Return the sign and the table of each kind of a side's pieces."""
    kinds = table.get("piece")
    if type(kinds) is dict:
        both = {key: table[key] for key in ("links", "enter") if key in table}
        need(
            len(kinds) == 2 and not set(table) & (PIECES - {"piece", "links", "enter", "goal"}),
            "its kinds of pieces",
        )
        return [
            (kind.get("sign", name[0]), {**known(kind, KINDS), **both})
            for name, kind in kinds.items()
        ]
    acts = ("hand", "step", "take", "slide", "jump", "sign")
    return [(table.get("sign", side[0]) if any(table.get(key) for key in acts) else None, table)]


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
        need(
            told.get("first", self.sides[0]) == self.sides[0] and len(self.sides) == 2, "its sides"
        )
        first, second = self.sides
        self.letters = (
            first[0],
            next((sign for sign in second if sign.isalnum() and sign != first[0]), "2"),
        )
        self.board(told["board"], told.get("start"))
        self.beside = self.linked(
            (told.get("links") or ["orthogonal"]) if self.size else self.drawn
        )
        tables = [known(told["side"][side], PIECES | WORDS) for side in self.sides]
        faces = [table.get("faces", usual) for table, usual in zip(tables, ("up", "down"))]
        # For each side the signs and tables of its pieces: of one kind, or of two.
        armies = [army(side, table) for side, table in zip(self.sides, tables)]
        self.owned = [{sign for sign, _ in kinds if sign} for kinds in armies]
        self.kinds = [
            [self.kind(table, sign, face) for sign, table in kinds]
            for kinds, face in zip(armies, faces)
        ]
        self.common = None
        if "common" in told:
            common = known(told["common"], PIECES - {"goal"})
            self.common = common.get("sign", "o")
            for kinds in self.kinds:
                kinds.append(self.kind(common, self.common, "up"))
        self.goals = [self.goal(table.get("goal", []), face) for table, face in zip(tables, faces)]
        shared = told.get("lines", [])
        common_lines = shared if self.common else []
        self.lines = []
        for lines in [*(table.get("lines") or shared for table in tables), common_lines]:
            rows = (
                self.rows(lines)
                if type(lines) is int
                else (frozenset(map(self.number, row)) for row in lines)
            )
            self.lines.append(set(rows))
        self.under = {
            n: self.at[x, y - 1]
            for (x, y), n in self.at.items()
            if told.get("falls") and (x, y - 1) in self.at
        }
        signs = "".join(told.get("start") or ["." * len(self.names)])
        self.start = tuple(signs.replace("#", "") if self.size else signs), 0
        need(len(self.start[0]) == len(self.names), "its start")

    def number(self, name):
        """Return which point has a name."""
        return self.names.index(name)

    def board(self, board, picture):
        """Set the names and places of all points; of a grid also which point lies where."""
        self.size, self.at, self.drawn = None, {}, []
        if type(board) is dict:
            known(board, {"points", "links"})
            self.names, self.drawn = list(board["points"]), board.get("links", [])
            self.places = [complex(*place) for place in board["points"].values()]
            return
        kind, _, number = board.partition(" ")
        if not number:
            columns, rows = self.size = tuple(map(int, board.split("x")))
            picture = picture or ["." * columns] * rows
            for row, column in product(range(rows), range(columns)):
                if picture[row][column] != "#":
                    self.at[column, rows - 1 - row] = len(self.at)
            self.names = [ABC[column] + str(row + 1) for column, row in self.at]
            self.places = [complex(*place) for place in self.at]
            return
        need(kind in ("path", "ring", "wheel"), "its board")
        count = int(number)
        self.names = [str(n) for n in range(1, count + 1 + (kind == "wheel"))]
        self.drawn = [f"{n}-{n + 1}" for n in range(1, count)] + [f"{count}-1"] * (kind != "path")
        self.places = [
            complex(n) if kind == "path" else exp(-2j * pi * n / count) for n in range(count)
        ]
        if kind == "wheel":
            self.drawn += [f"{n}-{count + 1}" for n in range(1, count + 1)]
            self.places.append(0j)

    def step(self, one, other):
        """Return the step from a point of a grid into the direction of another, and how many of
        them lead there.
        """
        way = self.places[other] - self.places[one]
        x, y = int(way.real), int(way.imag)
        far = max(abs(x), abs(y))
        straight = one != other and {abs(x), abs(y)} <= {0, far}
        return (x // far, y // far, far) if straight else (0, 0, 0)

    def linked(self, links):
        """Return the pairs of points of which the first leads to the second."""
        pairs = set()
        for one, other in product(range(len(self.names)), repeat=2):
            first, second = self.names[one], self.names[other]
            words = {f"{first}-{second}", f"{first}>{second}", f"{second}-{first}", "all"}
            if self.size:
                x, y, far = self.step(one, other)
                words |= {word for word in ("orthogonal", "any") if far == 1 and goes(word, x, y)}
            if one != other and words & set(links):
                pairs.add((one, other))
        return pairs

    def kind(self, table, sign, faces):
        """Return what pieces do: their sign, their table, and each way with the points between
        and whether it takes.
        """
        links, ways = self.linked(table["links"]) if table.get("links") else self.beside, set()
        for key, (one, other) in product(
            ("step", "take", "slide"), product(range(len(self.names)), repeat=2)
        ):
            words = table.get(key, [])
            if "links" in words and (one, other) in links:
                ways.add((one, other, frozenset(), key == "take"))
            x, y, far = self.step(one, other) if self.size else (0, 0, 0)
            if (far == 1 or (far and key == "slide")) and any(
                goes(w, *SEEN[faces](x, y)) for w in words if w != "links"
            ):
                column, row = int(self.places[one].real), int(self.places[one].imag)
                between = [self.at.get((column + x * n, row + y * n)) for n in range(1, far)]
                if None not in between:
                    ways.add((one, other, frozenset(between), key == "take"))
        entry = known(table.get("enter", {"points": [], "beside": "any"}), {"points", "beside"})
        leaps = set()
        for one, other in product(range(len(self.names)), repeat=2):
            x, y, far = self.step(one, other) if self.size else (0, 0, 0)
            if far == 2 and any(
                goes(w, *SEEN[faces](x, y)) for w in table.get("jump", []) if w != "links"
            ):
                middle = self.at.get(
                    (int(self.places[one].real) + x, int(self.places[one].imag) + y)
                )
                if middle is not None:
                    leaps.add((one, middle, other))
        # Pieces that are never put, or never move, may name points that the board does not have.
        entries = set(map(self.number, entry["points"] if ways or leaps else ()))
        on = set(map(self.number, (table.get("on") or self.names) if table.get("hand") else ()))
        late = set(map(self.number, table.get("not-first", []) if table.get("hand") else ()))
        whole = {"sign": sign, "table": table, "ways": ways, "leaps": leaps, "late": late}
        return whole | {"entries": entries, "beside": entry["beside"], "on": on}

    def jumps(self, cells, kind, mover, one):
        """Return where a piece on a point can jump, in a chain or once, and whose points it
        empties by that.
        """
        table, sign = kind["table"], kind["sign"]
        barred = set() if self.near(cells, one, kind["beside"], mover) else kind["entries"]
        over = self.whose(table.get("over", "any"), mover)
        ends, waiting = {}, [[one]]
        while waiting and cells[one] == sign:
            been = waiting.pop()
            taken = ends.get(been[-1], set())
            for start, middle, end in kind["leaps"]:
                free = (
                    cells[end] == "." and end not in barred and end not in been and end not in ends
                )
                if start == been[-1] and free and middle not in taken and cells[middle] in over:
                    ends[end] = taken | {middle} if table.get("jump-takes") else taken
                    waiting += [[*been, end]] * bool(table.get("chain"))
        return ends

    def goal(self, goal, faces):
        """Return the points that a side tries to reach."""
        if goal != "far":
            return set(map(self.number, goal))
        ahead = [SEEN[faces](place.real, place.imag)[1] for place in self.places]
        return {n for n, far in enumerate(ahead) if far == max(ahead)}

    def rows(self, count):
        """Yield each straight row of so many points."""
        for (x, y), (across, up) in product(self.at, ((1, 0), (0, 1), (1, 1), (1, -1))):
            row = [self.at.get((x + across * n, y + up * n)) for n in range(count)]
            if None not in row:
                yield frozenset(row)

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
        for signs, lines in (
            (self.owned[1 - mover], self.lines[1 - mover]),
            ({self.common}, self.lines[2]),
        ):
            if any(all(cells[n] in signs for n in line) for line in lines):
                return -1 if self.end.get("line", "wins") == "wins" else 1
        if any(cells[n] in self.owned[1 - mover] for n in self.goals[1 - mover]):
            return -1 if self.end.get("reach", "wins") == "wins" else 1
        if "taken" in self.end and not self.owned[mover] & set(cells):
            return -1 if self.end["taken"] == "wins" else 1
        return None

    def moves(self, position):
        """Return each legal move, as points from and to, or the one where a piece is put, and
        the position after it.
        """
        cells, mover = position
        legal = {}
        for kind in self.kinds[mover] if self.over(position) is None else []:
            sign, table = kind["sign"], kind["table"]
            if table.get("hand", 0) == "any" or cells.count(sign) < table.get("hand", 0):
                for n in kind["on"]:
                    falls = n in self.under and cells[self.under[n]] == "."
                    barred = "not-beside" in table and self.near(
                        cells, n, table["not-beside"], mover
                    )
                    alone = "only-beside" in table and not self.near(
                        cells, n, table["only-beside"], mover
                    )
                    early = n in kind["late"] and sign not in cells
                    if cells[n] == "." and not (falls or barred or alone or early):
                        legal[(n,)] = self.changed(position, {n: sign})
                continue
            for one, other, between, takes in kind["ways"]:
                if cells[one] != sign or cells[other] not in (
                    self.owned[1 - mover] if takes else {"."}
                ):
                    continue
                barred = other in kind["entries"] and not self.near(
                    cells, one, kind["beside"], mover
                )
                if not barred and all(cells[n] == "." for n in between):
                    left = "*" if self.told.get("leaves") == "block" else "."
                    legal[one, other] = self.changed(position, {one: left, other: sign})
            for one in range(len(cells)):
                for other, taken in self.jumps(cells, kind, mover, one).items():
                    left = "*" if self.told.get("leaves") == "block" else "."
                    changes = {**dict.fromkeys(taken, "."), one: left, other: sign}
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
        lines = [
            "".join(cells[self.at[x, y]] if (x, y) in self.at else "#" for x in range(columns))
            for y in reversed(range(rows))
        ]
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

        pairs = [
            {(to[one], to[other]) for one, other in each}
            for each in (self.beside, self.under.items())
        ]
        kinds = [
            (
                {
                    (to[one], to[other], image(between), takes)
                    for one, other, between, takes in kind["ways"]
                },
                {tuple(to[n] for n in leap) for leap in kind["leaps"]},
                image(kind["late"]),
                image(kind["entries"]),
                image(kind["on"]),
            )
            for kinds in self.kinds
            for kind in kinds
        ]
        return (
            pairs,
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
            back = longest.conjugate() if mirrored else longest
            turned = [(arm.conjugate() if mirrored else arm) * image / back for arm in arms]
            to = [min(range(len(arms)), key=lambda n: abs(arms[n] - arm)) for arm in turned]
            fits = len(set(to)) == len(to) and all(
                abs(arms[n] - arm) < slack for n, arm in zip(to, turned)
            )
            if fits and self.told_of(to) == self.told_of(range(len(to))):
                yield to


def check(data, kit=None):
    rules = Rules(data["game"])
    need(data["schema"] in GENERAL.VERSIONS, "it is of another version")
    same([data["sides"], data["points"]], [rules.sides, False], "its sides and points")
    nodes, numbers = data["positions"], {}
    for number, node in enumerate(nodes):
        need(
            numbers.setdefault(node["position"], number) == number,
            f"{node['position']} is given twice",
        )
    met, waiting, made = {rules.write(rules.start): rules.start}, [rules.start], set()
    need(numbers.get(rules.write(rules.start)) == 0, "the first position is not the start")
    while waiting:
        position = waiting.pop()
        where, after = rules.write(position), rules.moves(position)
        made.update(after)
        children = {rules.move(move): rules.write(child) for move, child in after.items()}
        missing = sorted(set(children.values()) - set(numbers))
        need(not missing, f"there is no position {missing[:1]}")
        node = nodes[numbers[where]]
        same(
            node["moves"],
            {move: numbers[child] for move, child in children.items()},
            f"the moves in {where}",
        )
        same(
            [node["mover"], node["result"]],
            [position[1], rules.result(position)],
            f"mover and result in {where}",
        )
        ways = sorted(after, key=rules.move)
        waiting += [
            after[way]
            for way in ways
            if met.setdefault(rules.write(after[way]), after[way]) is after[way]
        ]
    need(len(met) == len(nodes), f"there are {len(met)} positions")
    far, near = ([*rules.symmetries(slack)] for slack in (FAR, NEAR))
    if all(rules.turned(rules.start, to) == rules.start for to in far):
        need(data["schema"] == GENERAL.VERSIONS[-1], "it has no symmetries")
        claimed = {GENERAL.text(turn) for turn in data["symmetries"]}
        texts = ({GENERAL.text(rules.turn(to, made)) for to in each} for each in (near, far))
        need(next(texts) <= claimed <= next(texts), f"its symmetries: there are {len(far)}")
        GENERAL.check(data, kit)
        return
    need(data["schema"] == GENERAL.VERSIONS[0], "its symmetries do not keep the start")
    every, maps = (
        {(n,) for n in range(len(rules.names))} | set(product(range(len(rules.names)), repeat=2)),
        [],
    )
    turns = [(rules.turn(to, every), partial(rules.image, to)) for to in far]
    for to in far:
        images = (
            (number, rules.write(rules.turned(met[where], to))) for where, number in numbers.items()
        )
        maps.append(
            (
                rules.turn(to, every),
                {number: numbers[image] for number, image in images if image in numbers},
            )
        )
    GENERAL.check(data, kit, maps, turns)


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        print("usage: python check_told.py FILE.json [KIT.json]", file=sys.stderr)
        sys.exit(2)
    try:
        check(*map(GENERAL.read, sys.argv[1:]))
    except (
        KeyError,
        TypeError,
        ValueError,
        AttributeError,
        IndexError,
        RecursionError,
        OSError,
    ) as error:
        sys.exit(f"refused: it is no certificate, or damaged: {type(error).__name__} {error}")
