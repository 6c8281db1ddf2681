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


def check(data):
    seal = data.pop("sha256")
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    need(sha256(text.encode()).hexdigest() == seal, "the certificate is not as it was written")
    size = re.fullmatch(r"hexapawn:([2-8])x([2-8])", data["game"])
    need(size and data["schema"] == "kitgen/certificate@2", "it is not of Hexapawn")
    columns, rows = int(size[1]), int(size[2])
    need(data["sides"] == ["white", "black"] and data["machine"] in (["white"], ["black"]), "there are no such sides")
    machine = data["sides"].index(data["machine"][0])

    def name(cell):
        return "abcdefgh"[cell % columns] + str(rows - cell // columns)

    def written(board, mover):
        return "/".join(board[i : i + columns] for i in range(0, len(board), columns)) + " " + "wb"[mover]

    @cache
    def moves(board, mover):
        """From each legal move to the board after it; nothing when the game is over."""
        own, other, step = ("w", "b", -1) if mover == 0 else ("b", "w", 1)
        if "w" in board[:columns] or "b" in board[-columns:] or own not in board or other not in board:
            return {}
        found = {}
        for cell in (cell for cell in range(len(board)) if board[cell] == own):
            row, column = cell // columns + step, cell % columns
            for to in range(max(0, column - 1), min(columns, column + 2)):
                target = row * columns + to
                if 0 <= row < rows and board[target] == ("." if to == column else other):
                    after = list(board)
                    after[cell], after[target] = ".", own
                    found[name(cell) + name(target)] = "".join(after)
        return found

    @cache
    def worth(board, mover):
        """What a position is worth to the side to move, and in how many plies; without a move it is lost."""
        ways = [worth(after, 1 - mover) for after in moves(board, mover).values()]
        if ways:
            return max(((-v, p + 1) for v, p in ways), key=lambda one: (one[0], one[1] if one[0] < 0 else -one[1]))
        reached = "w" in board[:columns] or "b" not in board
        lost = "b" in board[-columns:] or "w" not in board
        return ((1 if (reached and mover == 0) or (lost and mover == 1) else -1), 0)

    def mirror(board):
        return "".join(board[i : i + columns][::-1] for i in range(0, len(board), columns))

    def mirrored(move):
        flip = dict(zip("abcdefgh", "abcdefgh"[:columns][::-1]))
        return "".join(flip.get(sign, sign) for sign in move)

    start = "b" * columns + "." * (columns * (rows - 2)) + "w" * columns
    reached, waiting = {(start, 0)}, [(start, 0)]
    for board, mover in waiting:
        for after in moves(board, mover).values():
            if (after, 1 - mover) not in reached:
                reached.add((after, 1 - mover))
                waiting.append((after, 1 - mover))
    nodes = {node["position"]: node for node in data["positions"]}
    need(
        len(nodes) == len(data["positions"]) == len(reached), f"it has {len(nodes)} positions instead of {len(reached)}"
    )
    for board, mover in reached:
        node, after = nodes[written(board, mover)], moves(board, mover)
        leads = {move: data["positions"][child]["position"] for move, child in node["moves"].items()}
        need(leads == {move: written(one, 1 - mover) for move, one in after.items()}, f"{node['position']}: moves")
        need(
            (node["value"], node["plies"]) == worth(board, mover), f"{node['position']} is worth {worth(board, mover)}"
        )
        need(
            node["result"] == (None if after else node["value"]) and node["mover"] == mover, f"{node['position']}: end"
        )

    def followed(board, mover):
        """The moves that can be made when the machine plays with whatever beads, or what it always plays."""
        after = moves(board, mover)
        if mover != machine:
            wins = [
                move for move in after if not moves(after[move], 1 - mover) and worth(after[move], 1 - mover)[0] < 0
            ]
            return wins or list(after) if data["opponent"] == "sensible" else list(after)
        return [nodes[written(board, mover)]["plays"]] if after and not decides(board) else list(after)

    def decides(board):
        """Whether a position of the machine has a box; not where one move is left, or in express kits where all win."""
        ends = {worth(one, 1 - machine)[0] for one in moves(board, machine).values()}
        turned = mirror(board) == board
        ways = {min(move, mirrored(move)) if turned else move for move in moves(board, machine)}
        return len(ways) > (data["forced"] != "box") and not (data["express"] and ends == {-1})

    need(data["forced"] in ("box", "skip") and data["opponent"] in ("any", "sensible"), "there is no such kit")
    met, waiting, beads, wanted = {(start, 0)}, [(start, 0)], 0, {}
    for board, mover in waiting:
        for after in (moves(board, mover).get(move) for move in followed(board, mover)):
            need(after, f"{written(board, mover)}: what is played there is no move")
            if (after, 1 - mover) not in met:
                met.add((after, 1 - mover))
                waiting.append((after, 1 - mover))
        if mover == machine and decides(board):
            wanted.setdefault(min(board, mirror(board)), []).append(board)
    opening = {written(board, machine) for images in wanted.values() for board in images}
    playing = {written(b, mover) for b, mover in met if mover == machine and moves(b, mover) and not decides(b)}
    need({name for name in nodes if "box" in nodes[name]} == opening, "a box is opened where none is, or is missing")
    need({name for name in nodes if "plays" in nodes[name]} == playing, "a move is said where a box decides")
    own = {text[:-2].replace("/", "") for text in data["mirrors"]}
    boxes = {box["position"][:-2].replace("/", ""): box for box in data["boxes"].values()}
    need(len(boxes) == len(data["boxes"]), "two boxes have the same position")
    for least in wanted:
        images = {least, mirror(least)}
        need(len(images & set(boxes)) == (2 if own & images else 1), f"{written(least, machine)}: its boxes")
    need({min(board, mirror(board)) for board in boxes} == set(wanted), "a box is never opened")
    for board, box in boxes.items():
        need(box["position"] == written(board, machine), f"{box['position']} is not the machine's")
        after, symmetric = moves(board, machine), mirror(board) == board and data["merged"]
        held = [move for slot in box["slots"] for move in slot["moves"]]
        need(sorted(held) == sorted(after), f"{box['position']}: its moves are {sorted(after)}")
        for slot in box["slots"]:
            twins = {slot["moves"][0], mirrored(slot["moves"][0])} if symmetric else {slot["moves"][0]}
            need(set(slot["moves"]) == twins, f"{box['position']}: moves that share a slot")
            value, plies = worth(after[slot["moves"][0]], 1 - machine)
            need((slot["value"], slot["plies"]) == (-value, plies + 1), f"{box['position']}: {slot['moves'][0]}")
            need(slot["good"] == (slot["value"] == worth(board, machine)[0]), f"{box['position']}: good beads")
            need(isinstance(slot["beads"], int) and slot["beads"] >= 0, f"{box['position']}: beads")
            beads += slot["beads"]
    for board in (board for images in wanted.values() for board in images):
        node = nodes[written(board, machine)]
        box = data["boxes"][node["box"]]
        same = box["position"] == node["position"]
        need(same or box["position"] == written(mirror(board), machine), f"{node['position']} is not box {node['box']}")
        need(set(node["slots"]) == set(moves(board, machine)), f"{node['position']}: its slots")
        for move, slot in node["slots"].items():
            held = box["slots"][slot]["moves"]
            need((move if same else mirrored(move)) in held, f"box {node['box']}: the slot of {move}")

    @cache
    def line(board, mover):
        """How the machine comes out at worst, and in how many lines, when it plays the drawn moves of good beads."""
        after = moves(board, mover)
        after = {move: after[move] for move in followed(board, mover)}
        if mover == machine and after and decides(board):
            turned = board not in boxes
            drawn = [s["moves"][0] for s in boxes[mirror(board) if turned else board]["slots"] if s["good"]]
            after = {move: after[move] for move in (map(mirrored, drawn) if turned else drawn)}
        ends = [line(one, 1 - mover) for one in after.values()]
        value = worth(board, mover)[0] * (1 if mover == machine else -1)
        return min((worst for worst, _ in ends), default=value), sum(count for _, count in ends) or 1

    value, plies = worth(start, 0)
    need(line(start, 0)[0] >= value * (1 if machine == 0 else -1), "good beads do not keep the outcome")
    found = {
        "value": value,
        "plies": plies,
        "positions": len(reached),
        "boxes": len(boxes),
        "beads": beads,
        "lines": [line(start, 0)[1]],
    }
    need(found == data["claims"], f"it claims {data['claims']}, but this is {found}")
    print(f"verified: {data['game']}, {data['machine'][0]}: {found}")


if __name__ == "__main__":
    try:
        with open(sys.argv[1], "rb") as file:
            check(json.load(file))
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, RecursionError) as error:
        sys.exit(f"refused: it is no certificate, or damaged: {type(error).__name__} {error}")
