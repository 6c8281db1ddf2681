"""Checks a certificate of Hexapawn without kitgen, and believes nothing in it.

    python check_hexapawn.py FILE.json

It knows the rules: pawns step ahead onto an empty cell or take diagonally ahead; whoever reaches the far row, takes all
pawns or leaves the other side without a move wins. It plays all games itself and compares what it finds.
"""

import json
import re
import sys
from functools import cache
from hashlib import sha256


def need(holds, why):
    if not holds:
        sys.exit(f"refused: {why}")


@cache
def moves(position):
    """From each legal move to the position after it; nothing when the game is over."""
    rows, own, other = position[:-2].split("/"), position[-1], "b" if position[-1] == "w" else "w"
    if "w" in rows[0] or "b" in rows[-1] or not {"w", "b"} <= set(position[:-2]):
        return {}
    found = {}
    for row, column in ((r, c) for r, line in enumerate(rows) for c, cell in enumerate(line) if cell == own):
        ahead = row + (1 if own == "b" else -1)
        for to in range(max(0, column - 1), min(len(rows[0]), column + 2)):
            if rows[ahead][to] == ("." if to == column else other):
                board = [list(line) for line in rows]
                board[row][column], board[ahead][to] = ".", own
                move = "abcdefgh"[column] + str(len(rows) - row) + "abcdefgh"[to] + str(len(rows) - ahead)
                found[move] = "/".join(map("".join, board)) + " " + other
    return found


@cache
def worth(position):
    """What a position is worth to the side to move, and in how many plies; whoever cannot move any more has lost."""
    ways = [(-value, plies + 1) for value, plies in map(worth, moves(position).values())]
    return max(ways, key=lambda way: (way[0], -way[0] * way[1]), default=(-1, 0))


def mirror(position):
    return "/".join(row[::-1] for row in position[:-2].split("/")) + position[-2:]


def reach(start, follow):
    """Every position that is met from the start on."""
    met, waiting = {start}, [start]
    while waiting:
        fresh = set(follow(waiting.pop())) - met
        met |= fresh
        waiting += fresh
    return met


def check(data):
    seal = data.pop("sha256")
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    need(sha256(text.encode()).hexdigest() == seal, "the certificate is not as it was written")
    size = re.fullmatch(r"hexapawn:([2-8])x([2-8])", data["game"])
    need(size and data["schema"] == "kitgen/certificate@2", "it is not of Hexapawn")
    columns, rows = int(size[1]), int(size[2])
    need(data["sides"] == ["white", "black"] and data["machine"] in (["white"], ["black"]), "there are no such sides")
    need(data["forced"] in ("box", "skip") and data["opponent"] in ("any", "sensible"), "there is no such kit")
    start = "/".join(["b" * columns, *["." * columns] * (rows - 2), "w" * columns]) + " w"
    nodes = {node["position"]: node for node in data["positions"]}
    reached = reach(start, lambda position: moves(position).values())
    need(len(nodes) == len(data["positions"]) == len(reached), f"there are {len(reached)} positions, not {len(nodes)}")
    for position in reached:
        node, own = nodes[position], (None if moves(position) else -1, "wb".index(position[-1]), *worth(position))
        leads = {move: data["positions"][child]["position"] for move, child in node["moves"].items()}
        need(leads == moves(position), f"{position}: moves")
        need((node["result"], node["mover"], node["value"], node["plies"]) == own, f"{position}: its worth is {own}")
    worst, lines = check_boxes(data, start, nodes, data["machine"][0][0])
    (value, plies), boxes = worth(start), data["boxes"].values()
    need(worst >= value * (1 if data["machine"] == ["white"] else -1), "good beads do not keep the outcome")
    beads = [slot["beads"] for box in boxes for slot in box["slots"]]
    need(all(isinstance(count, int) and count >= 0 for count in beads), "no number of beads")
    found = {"value": value, "plies": plies, "positions": len(reached), "boxes": len(boxes)}
    found |= {"beads": sum(beads), "lines": [lines]}
    need(found == data["claims"], f"it claims {data['claims']}, but this is {found}")
    print(f"verified: {data['game']}, {data['machine'][0]}: {found}")


def check_boxes(data, start, nodes, machine):
    """Return how the machine comes out at worst, and in how many lines, when it plays the drawn moves of good beads."""
    files = "abcdefgh"[: start.index("/")]
    flip = str.maketrans(files, files[::-1])

    def mirrored(move):
        return move.translate(flip)

    def decides(position):
        """Whether a position of the machine has a box; not where one move is left, or in express kits where all win."""
        ends = {worth(after)[0] for after in moves(position).values()}
        turned = mirror(position) == position
        ways = {min(move, mirrored(move)) if turned else move for move in moves(position)}
        return len(ways) > (data["forced"] != "box") and not (data["express"] and ends == {-1})

    def followed(position):
        """The moves that can be made when the machine plays with whatever beads, or what it always plays."""
        after = moves(position)
        if position[-1] == machine:
            return [nodes[position]["plays"]] if after and not decides(position) else list(after)
        wins = [move for move in after if not moves(after[move])]
        return wins or list(after) if data["opponent"] == "sensible" else list(after)

    met = reach(start, lambda position: [moves(position)[move] for move in followed(position)])
    met = {position for position in met if position[-1] == machine and moves(position)}
    wanted = {position for position in met if decides(position)}
    need({name for name in nodes if "box" in nodes[name]} == wanted, "a box is opened where none is, or is missing")
    need({name for name in nodes if "plays" in nodes[name]} == met - wanted, "a move is said where a box decides")
    boxes = {box["position"]: box for box in data["boxes"].values()}
    need(len(boxes) == len(data["boxes"]), "two boxes have the same position")
    need({min(name, mirror(name)) for name in boxes} == {min(name, mirror(name)) for name in wanted}, "other boxes")
    for name, box in boxes.items():
        after, held = moves(name), [move for slot in box["slots"] for move in slot["moves"]]
        images = {name, mirror(name)}
        need(len(images & set(boxes)) == (2 if images & set(data["mirrors"]) else 1), f"{name}: its boxes")
        need(sorted(held) == sorted(after), f"{name}: its moves are {sorted(after)}")
        for slot in box["slots"]:
            move = slot["moves"][0]
            twins = {move, mirrored(move)} if mirror(name) == name and data["merged"] else {move}
            value, plies = worth(after[move])
            need(set(slot["moves"]) == twins, f"{name}: moves that share a slot")
            need((slot["value"], slot["plies"]) == (-value, plies + 1), f"{name}: the worth of {move}")
            need(slot["good"] == (slot["value"] == worth(name)[0]), f"{name}: good beads")
    for position in wanted:
        node, turned = nodes[position], position not in boxes
        box = boxes[mirror(position) if turned else position]
        need(data["boxes"][node["box"]] is box, f"{position} is not box {node['box']}")
        need(set(node["slots"]) == set(moves(position)), f"{position}: its slots")
        for move, slot in node["slots"].items():
            held = box["slots"][slot]["moves"]
            need((mirrored(move) if turned else move) in held, f"box {node['box']}: the slot of {move}")

    @cache
    def line(position):
        picked = followed(position)
        if position in wanted:
            turned = position not in boxes
            slots = boxes[mirror(position) if turned else position]["slots"]
            picked = [mirrored(slot["moves"][0]) if turned else slot["moves"][0] for slot in slots if slot["good"]]
        ends = [line(moves(position)[move]) for move in picked]
        value = worth(position)[0] * (1 if position[-1] == machine else -1)
        return min((worst for worst, _ in ends), default=value), sum(count for _, count in ends) or 1

    return line(start)


if __name__ == "__main__":
    try:
        with open(sys.argv[1], "rb") as file:
            check(json.load(file))
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, RecursionError) as error:
        sys.exit(f"refused: it is no certificate, or damaged: {type(error).__name__} {error}")
