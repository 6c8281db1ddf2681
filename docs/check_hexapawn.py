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

VERSIONS = ("kitgen/certificate@2", "kitgen/certificate@3")  # the first has no symmetries
CHOICES = ("forced", "express", "opponent", "merged", "mirrors")
#: The usual choices, which the hash of a kit leaves out.
USUAL = {
    "rule": "gardner",
    "palette": "okabe-ito",
    "forced": "box",
    "colour_by": "slot",
    "mirrors": [],
    "beads": [],
}
USUAL |= {"opponent": "any", "express": False, "merged": True, "language": "en", "rows_by": "turn"}
#: How boards that are not mirrored are played: never, left or right, as the certificate says; empty
#: if they are.
way = ""


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
        need(
            len(dict(pairs)) == len(pairs),
            f"a key is given twice among {[key for key, _ in pairs]}",
        )
        return dict(pairs)

    def fraction(digits):
        need(False, f"{digits} is no whole number")

    with open(path, "rb") as file:
        data = json.load(
            file, object_pairs_hook=table, parse_float=fraction, parse_constant=fraction
        )
    need(type(data) is dict, f"{path} holds no table")
    return data


@cache
def moves(position):
    """Return for each legal move the position after it, in the order of cells; nothing when the
    game is over.
    """
    rows, own, other = position[:-2].split("/"), position[-1], "b" if position[-1] == "w" else "w"
    if "w" in rows[0] or "b" in rows[-1] or not {"w", "b"} <= set(position[:-2]):
        return {}
    legal = {}
    for row, column in (
        (r, c) for r, line in enumerate(rows) for c, cell in enumerate(line) if cell == own
    ):
        ahead = row + (1 if own == "b" else -1)
        for to in range(max(0, column - 1), min(len(rows[0]), column + 2)):
            if rows[ahead][to] == ("." if to == column else other):
                board = [list(line) for line in rows]
                board[row][column], board[ahead][to] = ".", own
                move = (
                    "abcdefgh"[column]
                    + str(len(rows) - row)
                    + "abcdefgh"[to]
                    + str(len(rows) - ahead)
                )
                if way in ("left", "right") and all(line == line[::-1] for line in rows):
                    last = len(rows[0]) - 1
                    place, image = (column + to, column), (2 * last - column - to, last - column)
                    if (place > image) if way == "left" else (place < image):
                        continue
                legal[move] = "/".join(map("".join, board)) + " " + other
    return legal


@cache
def worth(position):
    """What a position is worth to the side to move, and in how many plies; whoever cannot move
    any more has lost.
    """
    ways = [(-value, plies + 1) for value, plies in map(worth, moves(position).values())]
    return max(ways, key=lambda way: (way[0], -way[0] * way[1]), default=(-1, 0))


def mirror(position):
    if way:
        return position
    return "/".join(row[::-1] for row in position[:-2].split("/")) + position[-2:]


def least(position):
    """Return the one of two mirror images that is drawn."""
    return min(
        position, mirror(position), key=lambda image: image.translate(str.maketrans(".wb", "012"))
    )


def reach(start, follow):
    """Every position that is met from the start on."""
    met, waiting = {start}, [start]
    while waiting:
        fresh = set(follow(waiting.pop())) - met
        met |= fresh
        waiting += fresh
    return met


def check(data, kit=None):
    seal = data.pop("sha256")
    need(
        sha256(text(data).encode()).hexdigest() == seal, "the certificate is not as it was written"
    )
    global way  # of all moves from here on
    size = re.fullmatch(r"hexapawn:([2-8])x([2-8])(?:,mirrors=(never|left|right))?", data["game"])
    need(size and data["schema"] in VERSIONS, "it is not of Hexapawn")
    columns, rows, way = int(size[1]), int(size[2]), size[3] or ""
    moves.cache_clear()
    worth.cache_clear()
    need(data["machine"] in (["white"], ["black"]), "there are no such sides")
    need(
        data["forced"] in ("box", "skip") and data["opponent"] in ("any", "sensible"),
        "there is no such kit",
    )
    need({type(data["express"]), type(data["merged"])} == {bool}, "there is no such kit")
    need(re.fullmatch("[0-9a-f]{64}", data["kit"]), "it does not name its kit")
    start = "/".join(["b" * columns, *["." * columns] * (rows - 2), "w" * columns]) + " w"
    order = {node["position"]: number for number, node in enumerate(data["positions"])}
    reached = reach(start, lambda position: moves(position).values())
    need(
        set(order) == reached and len(data["positions"]) == len(reached),
        f"there are {len(reached)} other positions",
    )
    need(order[start] == 0, "the first position is not the start")
    kept = {key: data[key] for key in ("schema", "game", "kit", "machine", *CHOICES)}
    wanted = kept | {"sides": ["white", "black"], "points": False}
    if data["schema"] != VERSIONS[0]:
        every = {move for position in reached for move in moves(position)}
        wanted["symmetries"] = [{move: move for move in every}]
        if not way:
            wanted["symmetries"].append({move: mirrored(move, columns) for move in every})
    wanted["boxes"], opened, always, lines = make_boxes(data, start, data["machine"][0][0])
    wanted["positions"] = [
        {
            "position": position,
            "mover": "wb".index(position[-1]),
            "result": None if moves(position) else -1,
            "value": worth(position)[0],
            "plies": worth(position)[1],
            "moves": {move: order[child] for move, child in moves(position).items()},
            **opened.get(position, {}),
        }
        for position in order
    ]
    (value, plies), boxes = worth(start), wanted["boxes"].values()
    beads = sum(slot["beads"] for box in boxes for slot in box["slots"])
    wanted["claims"] = {
        "value": value,
        "plies": plies,
        "positions": len(reached),
        "boxes": len(boxes),
    }
    wanted["claims"] |= {"beads": beads, "lines": [lines]}
    for own, true in zip(data["positions"], wanted["positions"]):
        same(own, true, true["position"])
    need(
        set(data) == set(wanted),
        "a key is missing, or there is one that only a newer checker knows",
    )
    for key, true in wanted.items():
        same(data[key], true, key)
    if kit is not None:
        need(check_kit(data, kit) == always, "the kit always plays other moves")
    print(f"verified: {data['game']}, {data['machine'][0]}: {wanted['claims']}")
    print(
        "its kit is that of the file"
        if kit
        else "not checked: which kit it is, and how its beads are divided"
    )


def check_kit(data, kit):
    """Compare a certificate with the file of its kit; return the moves that an express kit
    always plays.
    """
    need(kit["schema"] == "kitgen/kit@3", "the kit's file is of another version")
    chosen = {
        key: value for key, value in kit["choices"].items() if text(value) != text(USUAL.get(key))
    }
    plain = {key: value for key, value in kit.items() if key != "hash"} | {"choices": chosen}
    digest = json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    need(kit["hash"] == sha256(digest).hexdigest(), "the kit's file is not as it was written")
    chosen = USUAL | chosen
    wanted = {key: chosen[key] for key in CHOICES} | {"game": kit["game"], "kit": kit["hash"]}
    wanted["machine"] = data["sides"] if chosen["side"] == "either" else [chosen["side"]]
    wanted["claims"] = data["claims"] | {key: kit["outcome"][key] for key in ("value", "plies")}
    for key, value in wanted.items():
        same(data[key], value, f"{key} of the kit")
    need(
        set(data["boxes"]) == {box["id"] for box in kit["boxes"]},
        "its boxes are not those of the kit",
    )
    for box in kit["boxes"]:
        own = data["boxes"][box["id"]]
        slots = [[s["moves"], s["beads"], s["value"], s["plies"]] for s in own["slots"]]
        wanted = [
            [[s["move"], *s["equivalent"]], s["beads"], s["value"], s["plies"]]
            for s in box["slots"]
        ]
        same([own["position"], slots], [box["position"], wanted], f"box {box['id']} of the kit")
    return {entry["position"]: entry["move"] for entry in kit["always"]}


def mirrored(move, columns):
    files = "abcdefgh"[:columns]
    return move.translate(str.maketrans(files, files[::-1]))


def make_boxes(data, start, machine):
    """Return the boxes of a kit, what each position opens, what is always played, and the number
    of good lines.
    """
    columns, boxes, opened = start.index("/"), {}, {}
    forced, express, opponent, merged, mirrors = (data[key] for key in CHOICES)

    def groups(position, together=True):
        """Return the moves of a position in groups, those that share a slot."""
        twins = together and not way and mirror(position) == position
        pairs = [[move, mirrored(move, columns)] if twins else [move] for move in moves(position)]
        return [
            list(dict.fromkeys(pair))
            for number, pair in enumerate(pairs)
            if pair[::-1] not in pairs[:number]
        ]

    def plays(position):
        """The move where no box decides: the only one, or in an express kit the fastest of those
        that win.
        """
        after = moves(position)
        if not after or (forced == "skip" and len(groups(position)) == 1):
            return next(iter(after), None)
        if express and {worth(child)[0] for child in after.values()} == {-1}:
            drawn = least(position)
            move = min(moves(drawn), key=lambda choice: worth(moves(drawn)[choice])[1])
            return move if drawn == position else mirrored(move, columns)
        return None

    def followed(position):
        """The positions that can follow when the machine plays with whatever beads."""
        after = moves(position)
        if position[-1] == machine:
            return [after[plays(position)]] if plays(position) else after.values()
        wins = [child for child in after.values() if not moves(child)]
        return wins if wins and opponent == "sensible" else after.values()

    met = {
        position
        for position in reach(start, followed)
        if position[-1] == machine and moves(position)
    }
    decided = {position for position in met if not plays(position)}
    need(type(mirrors) is list and len(set(mirrors)) == len(mirrors), "mirror images")
    need(
        all(position in decided and mirror(position) != position for position in mirrors),
        "mirror images",
    )
    twins = {*mirrors, *map(mirror, mirrors)}
    home = {box["position"]: name for name, box in data["boxes"].items()}
    need(
        set(home) == set(map(least, decided)) | twins and len(home) == len(data["boxes"]),
        "there are other boxes",
    )
    for position, name in home.items():
        slots, beads = [], [slot["beads"] for slot in data["boxes"][name]["slots"]]
        need(
            all(type(count) is int and count >= 0 for count in beads),
            f"box {name}: no number of beads",
        )
        need(len(beads) == len(groups(position, merged)), f"box {name}: its slots")
        for group, count in zip(groups(position, merged), beads):
            value, plies = worth(moves(position)[group[0]])
            slots.append({"moves": group, "beads": count, "value": -value, "plies": plies + 1})
            slots[-1]["good"] = -value == worth(position)[0]
        boxes[name] = {"position": position, "slots": slots}
        same(data["boxes"][name], boxes[name], f"box {name}")
        kept = worth(position)[0] < 0 or any(slot["good"] and slot["beads"] for slot in slots)
        need(kept, f"box {name}: it has no good bead")
    for position in met - decided:
        opened[position] = {"plays": plays(position)}
    for position in decided:
        name = home.get(position) or home[mirror(position)]
        shown = [slot["moves"] for slot in boxes[name]["slots"]]
        if position not in home:
            shown = [[mirrored(move, columns) for move in group] for group in shown]
        slots = {move: slot for slot, group in enumerate(shown) for move in group}
        opened[position] = {"box": name, "slots": slots, "drawn": [group[0] for group in shown]}

    @cache
    def line(position):
        """How the machine comes out at worst with good beads, and in how many lines."""
        after = followed(position)
        if position in decided:
            slots = zip(opened[position]["drawn"], boxes[opened[position]["box"]]["slots"])
            after = [moves(position)[move] for move, slot in slots if slot["good"]]
        value = worth(position)[0] * (1 if position[-1] == machine else -1)
        ends = [line(child) for child in after]
        return min((worst for worst, _ in ends), default=value), sum(
            count for _, count in ends
        ) or 1

    worst, lines = line(start)
    need(
        worst >= worth(start)[0] * (1 if machine == "w" else -1),
        "good beads do not keep the outcome",
    )
    settled = {
        least(position)
        for position in met - decided
        if forced == "box" or len(groups(position)) > 1
    }
    return boxes, opened, {position: plays(position) for position in settled}, lines


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        print("usage: python check_hexapawn.py FILE.json [KIT.json]", file=sys.stderr)
        sys.exit(2)
    try:
        check(*map(read, sys.argv[1:]))
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
