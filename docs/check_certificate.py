"""Checks a certificate of any game without kitgen.

    python check_certificate.py FILE.json

The positions and moves are taken from the certificate. All that is claimed of them is worked out again: what each is
worth, what each bead leads to, and that good beads keep the outcome in every line. What is not checked is that the
positions and moves are those of the game; check_hexapawn.py does that for Hexapawn.
"""

import json
import sys
from hashlib import sha256


def need(holds, why):
    if not holds:
        sys.exit(f"refused: {why}")


def check(data):
    seal = data.pop("sha256")
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    need(sha256(text.encode()).hexdigest() == seal, "the certificate is not as it was written")
    need(data["schema"] == "kitgen/certificate@1", "it is of another version")
    nodes, boxes, claims = data["positions"], data["boxes"], data["claims"]
    players = [data["sides"].index(side) for side in data["machine"]]
    need(sorted(set(players)) == sorted(players) and players, "it does not say which side the machine plays")
    need(data["forced"] in ("box", "skip"), "it does not say whether forced moves have boxes")
    need(len({node["position"] for node in nodes}) == len(nodes), "a position stands there twice")
    order = check_worth(nodes)
    used = check_boxes(nodes, boxes, players, data["forced"])
    need(used == set(boxes), f"boxes that are never opened: {sorted(set(boxes) - used)}")
    lines = [check_policy(nodes, boxes, order, side) for side in players]
    beads = sum(slot["beads"] for box in boxes.values() for slot in box["slots"])
    found = {
        "value": nodes[0]["value"],
        "plies": nodes[0]["plies"],
        "positions": len(nodes),
        "boxes": len(boxes),
        "beads": beads,
        "lines": lines,
    }
    need(found == claims, f"it claims {claims}, but this is {found}")
    print(f"verified: {data['game']}, {' and '.join(data['machine'])}: {found}")


def check_worth(nodes):
    """Return the positions, ends first, after working out what each is worth."""
    waiting, children = [0], [list(node["moves"].values()) for node in nodes]
    seen, parents, left = {0}, [[] for _ in nodes], [len(some) for some in children]
    while waiting:  # all that the start leads to
        number = waiting.pop()
        for child in children[number]:
            need(isinstance(child, int) and 0 <= child < len(nodes), f"position {number} leads nowhere")
            need(nodes[child]["mover"] == 1 - nodes[number]["mover"], f"position {child}: the wrong side is to move")
            parents[child].append(number)
            if child not in seen:
                seen.add(child)
                waiting.append(child)
    need(len(seen) == len(nodes), "some positions are never reached")
    order = [number for number in range(len(nodes)) if not left[number]]
    for number in order:  # grows: a position comes after all that it leads to
        node = nodes[number]
        after = [(-nodes[child]["value"], nodes[child]["plies"] + 1) for child in children[number]]
        best = max(after, key=lambda one: (one[0], one[1] if one[0] < 0 else -one[1]), default=(node["result"], 0))
        need(bool(after) == (node["result"] is None), f"{node['position']}: an end with moves, or none without")
        need(best[0] in (-1, 0, 1), f"{node['position']}: no game ends like that")
        need([node["value"], node["plies"]] == list(best), f"{node['position']} is worth {best}")
        for parent in parents[number]:
            left[parent] -= 1
            if not left[parent]:
                order.append(parent)
    need(len(order) == len(nodes), "the game can go round in circles")
    return order


def check_boxes(nodes, boxes, players, forced):
    """Return the boxes that are opened, after comparing each with every position that opens it."""
    used = set()
    for node in nodes:
        name, moves, where = node.get("box"), node["moves"], node["position"]
        if node["mover"] not in players or not moves:
            need(name is None and "plays" not in node, f"{where} needs no box")
        elif name is None:
            need(forced == "skip" and node.get("plays") in moves, f"{where} has no box")
            worth = {-nodes[child]["value"] for child in moves.values()}
            need(len(worth) == 1, f"{where}: its moves differ, so that it needs a box")
        else:
            slots = boxes[name]["slots"]
            used.add(name)
            need(set(node["slots"]) == set(moves), f"{where}: a move has no slot, or a slot has no move")
            need(set(node["slots"].values()) == set(range(len(slots))), f"{where} does not fit box {name}")
            for move, slot in node["slots"].items():
                child = nodes[moves[move]]
                need(
                    (slots[slot]["value"], slots[slot]["plies"]) == (-child["value"], child["plies"] + 1),
                    f"box {name}: the worth of {move} is wrong",
                )
            need(
                [node["slots"].get(move) for move in node["drawn"]] == list(range(len(slots))), f"{where}: drawn moves"
            )
            best = max(slot["value"] for slot in slots)
            need(all(slot["good"] == (slot["value"] == best) for slot in slots), f"box {name}: good beads")
            need(len({move for slot in slots for move in slot["moves"]}) == len(moves), f"box {name}: moves are wrong")
            if boxes[name]["position"] == where:
                own = {move: slot for slot, one in enumerate(slots) for move in one["moves"]}
                need(own == node["slots"], f"box {name}: its slots are not those of its position")
    return used


def check_policy(nodes, boxes, order, side):
    """Return how many lines there are with good beads only, after making sure that none ends worse than claimed."""
    worst, lines = {}, {}
    for number in order:
        node = nodes[number]
        picked = list(node["moves"])
        if node["mover"] == side and picked:
            slots = boxes[node["box"]]["slots"] if "box" in node else []
            picked = [move for move, slot in zip(node["drawn"], slots) if slot["good"]] if slots else [node["plays"]]
        after = [node["moves"][move] for move in picked]
        end = (node["result"] or 0) * (1 if node["mover"] == side else -1)
        worst[number] = min((worst[child] for child in after), default=end)
        lines[number] = sum(lines[child] for child in after) or 1
    promised = nodes[0]["value"] * (1 if nodes[0]["mover"] == side else -1)
    need(worst[0] >= promised, "with good beads only an opponent does better than claimed")
    return lines[0]


if __name__ == "__main__":
    try:
        with open(sys.argv[1], "rb") as file:
            check(json.load(file))
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, RecursionError) as error:
        sys.exit(f"refused: it is no certificate, or damaged: {type(error).__name__} {error}")
