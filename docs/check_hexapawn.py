"""Checks a certificate of Hexapawn without kitgen, and believes nothing in it.

    python check_hexapawn.py FILE.json [KIT.json]

It knows the rules: pawns step ahead onto an empty cell or take diagonally ahead; whoever reaches
the far row, takes all pawns or leaves the other side without a move wins. If boards are not
mirrored, each one has its own box; with left or right, moves on the other side of a board that is
its own mirror image are not allowed. It plays all games itself, makes the whole certificate again,
and compares. Only the hash of the kit, the names of boxes and their numbers of beads are taken from
the certificate; with the kit's file, these are compared, too.
"""

import json
import re
import sys
from functools import cache
from hashlib import sha256
from itertools import product

#: The versions that are read; the first has no symmetries.
VERSIONS = ("kitgen/certificate@2", "kitgen/certificate@3")
CHOICES = ("forced", "express", "opponent", "merged", "mirrors")
FILES = "abcdefgh"
#: The usual choices, which the hash of a kit leaves out.
USUAL = {
    "beads": [],
    "colour_by": "slot",
    "express": False,
    "forced": "box",
    "language": "en",
    "merged": True,
    "mirrors": [],
    "opponent": "any",
    "palette": "okabe-ito",
    "rows_by": "turn",
    "rule": "gardner",
}
#: What Python raises where a certificate is damaged.
DAMAGED = (
    KeyError,
    TypeError,
    ValueError,
    AttributeError,
    IndexError,
    RecursionError,
    OSError,
)


def need(holds, why):
    if not holds:
        sys.exit(f"refused: {why}")


def text(value):
    """Return plain data as text, where 1, 1.0 and true differ."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def same(value, wanted, what):
    need(text(value) == text(wanted), f"{what}: it says {text(value)}, but this is {text(wanted)}")


def read(path):
    """Return the data of a JSON file of whole numbers, in which no key is given twice."""

    def table(pairs):
        keys = [key for key, _ in pairs]
        need(len(set(keys)) == len(keys), f"a key is given twice among {keys}")
        return dict(pairs)

    def fraction(digits):
        need(False, f"{digits} is no whole number")

    with open(path, "rb") as file:
        data = json.load(
            file, object_pairs_hook=table, parse_float=fraction, parse_constant=fraction
        )
    need(type(data) is dict, f"{path} holds no table")
    return data


class Game:
    """Hexapawn on a board. A position is its rows from the top, and the letter of who moves:
    ``bbb/.../www w``.
    """

    def __init__(self, columns, rows, sides_kept):
        """``sides_kept`` says how boards that are not mirrored are played: never, left or right;
        it is empty if they are mirrored.
        """
        self.columns = columns
        self.sides_kept = sides_kept
        empty = ["." * columns] * (rows - 2)
        self.start = "/".join(["b" * columns, *empty, "w" * columns]) + " w"
        # Each position is worked out once.
        self.moves = cache(self.moves)
        self.worth = cache(self.worth)

    def moves(self, position):
        """Return for each legal move the position after it, in the order of cells; nothing when
        the game is over.
        """
        rows = position[:-2].split("/")
        own = position[-1]
        other = "b" if own == "w" else "w"
        is_won = "w" in rows[0] or "b" in rows[-1]
        have_both_pawns = {"w", "b"} <= set(position[:-2])
        if is_won or not have_both_pawns:
            return {}
        legal = {}
        for row, column in product(range(len(rows)), range(self.columns)):
            if rows[row][column] != own:
                continue
            ahead = row + 1 if own == "b" else row - 1
            for to in range(max(0, column - 1), min(self.columns, column + 2)):
                wanted = "." if to == column else other
                if rows[ahead][to] == wanted and not self.is_left_out(rows, column, to):
                    board = [list(line) for line in rows]
                    board[row][column] = "."
                    board[ahead][to] = own
                    source = FILES[column] + str(len(rows) - row)
                    target = FILES[to] + str(len(rows) - ahead)
                    legal[source + target] = "/".join(map("".join, board)) + " " + other
        return legal

    def is_left_out(self, rows, column, to):
        """Return whether a move is on the side that is not played, of a board that is its own
        mirror image.
        """
        is_its_own_image = all(line == line[::-1] for line in rows)
        if self.sides_kept not in ("left", "right") or not is_its_own_image:
            return False
        last = self.columns - 1
        place = (column + to, column)
        image = (2 * last - column - to, last - column)
        return place > image if self.sides_kept == "left" else place < image

    def worth(self, position):
        """What a position is worth to the side to move, and in how many plies: the soonest win,
        else the latest loss. Whoever cannot move any more has lost.
        """
        ways = []
        for child in self.moves(position).values():
            value, plies = self.worth(child)
            ways.append((-value, plies + 1))
        return max(ways, key=lambda way: (way[0], -way[0] * way[1]), default=(-1, 0))

    def mirror(self, position):
        """Return the mirror image of a position, which is itself where boards are not mirrored."""
        if self.sides_kept:
            return position
        return "/".join(row[::-1] for row in position[:-2].split("/")) + position[-2:]

    def mirrored(self, move):
        """Return the mirror image of a move."""
        files = FILES[: self.columns]
        return move.translate(str.maketrans(files, files[::-1]))

    def drawn_image(self, position):
        """Return the one of two mirror images that is drawn: the first, where an empty cell comes
        before a white pawn, and that before a black one.
        """
        order = str.maketrans(".wb", "012")
        return min(position, self.mirror(position), key=lambda image: image.translate(order))

    def reach(self, follow):
        """Return every position that is met from the start on."""
        met = {self.start}
        waiting = [self.start]
        while waiting:
            fresh = set(follow(waiting.pop())) - met
            met |= fresh
            waiting += fresh
        return met


def check(data, kit=None):
    seal = data.pop("sha256")
    digest = sha256(text(data).encode()).hexdigest()
    need(digest == seal, "the certificate is not as it was written")
    game = check_form(data)
    order = {node["position"]: number for number, node in enumerate(data["positions"])}
    reached = game.reach(lambda position: game.moves(position).values())
    need(
        set(order) == reached and len(data["positions"]) == len(reached),
        f"there are {len(reached)} other positions",
    )
    need(order[game.start] == 0, "the first position is not the start")
    machine = Machine(data, game)
    machine.make()
    wanted = {key: data[key] for key in ("schema", "game", "kit", "machine", *CHOICES)}
    wanted["sides"] = ["white", "black"]
    wanted["points"] = False
    if data["schema"] != VERSIONS[0]:
        every = {move for position in reached for move in game.moves(position)}
        wanted["symmetries"] = [{move: move for move in every}]
        if not game.sides_kept:
            wanted["symmetries"].append({move: game.mirrored(move) for move in every})
    wanted["boxes"] = machine.boxes
    wanted["positions"] = []
    for position in order:
        value, plies = game.worth(position)
        node = {
            "position": position,
            "mover": "wb".index(position[-1]),
            "result": None if game.moves(position) else -1,
            "value": value,
            "plies": plies,
            "moves": {move: order[child] for move, child in game.moves(position).items()},
        }
        wanted["positions"].append(node | machine.opened.get(position, {}))
    value, plies = game.worth(game.start)
    wanted["claims"] = {
        "value": value,
        "plies": plies,
        "positions": len(reached),
        "boxes": len(machine.boxes),
        "beads": machine.bead_count(),
        "lines": [machine.lines],
    }
    for own, true in zip(data["positions"], wanted["positions"]):
        same(own, true, true["position"])
    need(
        set(data) == set(wanted),
        "a key is missing, or there is one that only a newer checker knows",
    )
    for key, true in wanted.items():
        same(data[key], true, key)
    if kit is not None:
        need(check_kit(data, kit) == machine.always, "the kit always plays other moves")
    print(f"verified: {data['game']}, {data['machine'][0]}: {wanted['claims']}")
    if kit:
        print("its kit is that of the file")
    else:
        print("not checked: which kit it is, and how its beads are divided")


def check_form(data):
    """Check that a certificate is of Hexapawn, with choices that there are; return its game."""
    size = re.fullmatch(r"hexapawn:([2-8])x([2-8])(?:,mirrors=(never|left|right))?", data["game"])
    need(size and data["schema"] in VERSIONS, "it is not of Hexapawn")
    need(data["machine"] in (["white"], ["black"]), "there are no such sides")
    are_offered = data["forced"] in ("box", "skip") and data["opponent"] in ("any", "sensible")
    need(are_offered, "there is no such kit")
    need({type(data["express"]), type(data["merged"])} == {bool}, "there is no such kit")
    need(re.fullmatch("[0-9a-f]{64}", data["kit"]), "it does not name its kit")
    return Game(int(size[1]), int(size[2]), size[3] or "")


def check_kit(data, kit):
    """Compare a certificate with the file of its kit; return the moves that an express kit
    always plays.
    """
    need(kit["schema"] == "kitgen/kit@3", "the kit's file is of another version")
    chosen = check_hash(kit)
    wanted = {key: chosen[key] for key in CHOICES}
    wanted["game"] = kit["game"]
    wanted["kit"] = kit["hash"]
    wanted["machine"] = data["sides"] if chosen["side"] == "either" else [chosen["side"]]
    wanted["claims"] = data["claims"] | {key: kit["outcome"][key] for key in ("value", "plies")}
    for key, value in wanted.items():
        same(data[key], value, f"{key} of the kit")
    names = {box["id"] for box in kit["boxes"]}
    need(set(data["boxes"]) == names, "its boxes are not those of the kit")
    for box in kit["boxes"]:
        own = data["boxes"][box["id"]]
        slots = [[s["moves"], s["beads"], s["value"], s["plies"]] for s in own["slots"]]
        wanted = [
            [[s["move"], *s["equivalent"]], s["beads"], s["value"], s["plies"]]
            for s in box["slots"]
        ]
        same([own["position"], slots], [box["position"], wanted], f"box {box['id']} of the kit")
    return {entry["position"]: entry["move"] for entry in kit["always"]}


def check_hash(kit):
    """Check the hash of a kit's file, which leaves out usual choices; return all choices."""
    choices = kit["choices"]
    unusual = {key: choices[key] for key in choices if text(choices[key]) != text(USUAL.get(key))}
    hashed = {key: value for key, value in kit.items() if key != "hash"}
    hashed["choices"] = unusual
    plain = json.dumps(hashed, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    digest = sha256(plain.encode()).hexdigest()
    need(kit["hash"] == digest, "the kit's file is not as it was written")
    return USUAL | unusual


class Machine:
    """The machine of a kit: its boxes, made again, and where each is opened.

    Attributes:
        boxes: each box by its name.
        opened: for a position that the machine meets, the box that it opens, or what it plays.
        always: where an express kit has no box, the move that is always played.
        lines: in how many lines a game with good beads goes.
    """

    def __init__(self, data, game):
        self.data = data
        self.game = game
        self.letter = data["machine"][0][0]
        self.boxes = {}
        self.opened = {}
        self.line = cache(self.line)

    def groups(self, position, together=True):
        """Return the moves of a position in groups, those that share a slot."""
        moves = self.game.moves(position)
        has_twins = not self.game.sides_kept and self.game.mirror(position) == position
        if not (together and has_twins):
            return [[move] for move in moves]
        groups = []
        grouped = set()
        for move in moves:
            if move not in grouped:
                group = list(dict.fromkeys([move, self.game.mirrored(move)]))
                groups.append(group)
                grouped.update(group)
        return groups

    def plays(self, position):
        """The move where no box decides: the only one, or in an express kit the fastest of those
        that win.
        """
        moves = self.game.moves
        worth = self.game.worth
        after = moves(position)
        if not after:
            return None
        if self.data["forced"] == "skip" and len(self.groups(position)) == 1:
            return next(iter(after))
        all_win = {worth(child)[0] for child in after.values()} == {-1}
        if not (self.data["express"] and all_win):
            return None
        drawn = self.game.drawn_image(position)
        fastest = min(moves(drawn), key=lambda move: worth(moves(drawn)[move])[1])
        return fastest if drawn == position else self.game.mirrored(fastest)

    def followed(self, position):
        """The positions that can follow when the machine plays with whatever beads."""
        after = self.game.moves(position)
        if position[-1] == self.letter:
            move = self.plays(position)
            return [after[move]] if move else after.values()
        wins = [child for child in after.values() if not self.game.moves(child)]
        if wins and self.data["opponent"] == "sensible":
            return wins
        return after.values()

    def make(self):
        """Make the boxes, and all that follows from them."""
        met = set()
        for position in self.game.reach(self.followed):
            if position[-1] == self.letter and self.game.moves(position):
                met.add(position)
        decided = {position for position in met if not self.plays(position)}
        home = self.homes(decided)
        for position, name in home.items():
            self.make_box(position, name)
        for position in met - decided:
            self.opened[position] = {"plays": self.plays(position)}
        for position in decided:
            self.opened[position] = self.opened_box(position, home)
        worst, self.lines = self.line(self.game.start)
        own = 1 if self.letter == "w" else -1
        promised = own * self.game.worth(self.game.start)[0]
        need(worst >= promised, "good beads do not keep the outcome")
        self.always = {}
        for position in met - decided:
            if self.data["forced"] == "box" or len(self.groups(position)) > 1:
                drawn = self.game.drawn_image(position)
                self.always[drawn] = self.plays(drawn)

    def homes(self, decided):
        """Return the name of the box of each position that is drawn; boxes are as many as the
        positions that they decide need.
        """
        mirror = self.game.mirror
        mirrors = self.data["mirrors"]
        boxes = self.data["boxes"]
        need(type(mirrors) is list and len(set(mirrors)) == len(mirrors), "mirror images")
        for position in mirrors:
            need(position in decided and mirror(position) != position, "mirror images")
        drawn = {self.game.drawn_image(position) for position in decided}
        home = {box["position"]: name for name, box in boxes.items()}
        need(
            set(home) == {*drawn, *mirrors, *map(mirror, mirrors)} and len(home) == len(boxes),
            "there are other boxes",
        )
        return home

    def make_box(self, position, name):
        """Make a box with the numbers of beads that the certificate gives it, and compare it."""
        claimed = self.data["boxes"][name]
        beads = [slot["beads"] for slot in claimed["slots"]]
        are_numbers = all(type(count) is int and count >= 0 for count in beads)
        need(are_numbers, f"box {name}: no number of beads")
        groups = self.groups(position, self.data["merged"])
        need(len(beads) == len(groups), f"box {name}: its slots")
        best, _ = self.game.worth(position)
        slots = []
        for group, count in zip(groups, beads):
            value, plies = self.game.worth(self.game.moves(position)[group[0]])
            slot = {"moves": group, "beads": count, "value": -value, "plies": plies + 1}
            slots.append(slot | {"good": -value == best})
        self.boxes[name] = {"position": position, "slots": slots}
        same(claimed, self.boxes[name], f"box {name}")
        has_good_bead = any(slot["good"] and slot["beads"] for slot in slots)
        need(best < 0 or has_good_bead, f"box {name}: it has no good bead")

    def opened_box(self, position, home):
        """Return the box that a position opens, the slot of each move, and the moves drawn."""
        if position in home:
            name = home[position]
            shown = [slot["moves"] for slot in self.boxes[name]["slots"]]
        else:
            name = home[self.game.mirror(position)]
            shown = [
                [*map(self.game.mirrored, slot["moves"])] for slot in self.boxes[name]["slots"]
            ]
        slots = {}
        for number, group in enumerate(shown):
            slots |= dict.fromkeys(group, number)
        return {"box": name, "slots": slots, "drawn": [group[0] for group in shown]}

    def line(self, position):
        """How the machine comes out at worst with good beads, and in how many lines."""
        after = self.followed(position)
        opened = self.opened.get(position, {})
        if "box" in opened:
            after = []
            for move, slot in zip(opened["drawn"], self.boxes[opened["box"]]["slots"]):
                if slot["good"]:
                    after.append(self.game.moves(position)[move])
        ends = [self.line(child) for child in after]
        own = 1 if position[-1] == self.letter else -1
        value = own * self.game.worth(position)[0]
        worst = min((worst for worst, _ in ends), default=value)
        return worst, sum(count for _, count in ends) or 1

    def bead_count(self):
        """Return how many beads there are in all boxes."""
        counts = [sum(slot["beads"] for slot in box["slots"]) for box in self.boxes.values()]
        return sum(counts)


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        print("usage: python check_hexapawn.py FILE.json [KIT.json]", file=sys.stderr)
        sys.exit(2)
    try:
        check(*map(read, sys.argv[1:]))
    except DAMAGED as error:
        sys.exit(f"refused: it is no certificate, or damaged: {type(error).__name__} {error}")
