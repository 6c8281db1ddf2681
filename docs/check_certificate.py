"""Checks a certificate of any game without kitgen.

    python check_certificate.py FILE.json

The positions and moves are taken from the certificate. All that is claimed of them is worked out again: what each is
worth (a game that never ends wins no more points, and is a draw), what each bead leads to, and, in games that end, that
good beads keep the outcome in every line. What is not checked is that the positions and moves are those of the game;
check_hexapawn.py does that for Hexapawn.
"""

import json
import sys
from graphlib import CycleError, TopologicalSorter
from hashlib import sha256


def need(holds, why):
    if not holds:
        sys.exit(f"refused: {why}")


def sign(value):
    return (value > 0) - (value < 0)


def check(data):
    seal = data.pop("sha256")
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    need(sha256(text.encode()).hexdigest() == seal, "the certificate is not as it was written")
    need(data["schema"] == "kitgen/certificate@2", "it is of another version")
    nodes, boxes, claims = data["positions"], data["boxes"], data["claims"]
    players = [data["sides"].index(side) for side in data["machine"]]
    need(sorted(set(players)) == sorted(players) and players, "it does not say which side the machine plays")
    need(data["forced"] in ("box", "skip"), "it does not say whether forced moves have boxes")
    need(data["opponent"] in ("any", "sensible"), "it does not say whether the opponent may pass up a win")
    need(len({node["position"] for node in nodes}) == len(nodes), "a position stands there twice")
    for node in nodes:
        check_worth(node, nodes, data["points"])
    order = in_order(nodes)
    decided = check_boxes(data, nodes, boxes, players)
    lines = [check_policy(data, nodes, order, side) for side in players] if order else None
    beads = [slot["beads"] for box in boxes.values() for slot in box["slots"]]
    plies = None if data["points"] else nodes[0]["plies"]
    found = {"value": nodes[0]["value"], "plies": plies, "positions": len(nodes), "boxes": len(boxes)}
    found |= {"beads": sum(beads), "lines": lines}
    need(found == claims, f"it claims {claims}, but this is {found}")
    print(f"verified: {data['game']}, {' and '.join(data['machine'])}: {found}, {decided} positions with a box")


def after(node, nodes, points):
    """From each move to what it wins, the position after it, what it is worth and its plies, as a slot has them."""
    found = {}
    for move, number in node["moves"].items():
        need(isinstance(number, int) and 0 <= number < len(nodes), f"{node['position']}: {move} leads nowhere")
        won, child = node.get("wins", {}).get(move, 0), nodes[number]
        plies = None if points or child["plies"] is None else child["plies"] + 1
        found[move] = (won, child, won - child["value"], plies)
    return found


def check_worth(node, nodes, points):
    """Compare what a position is worth with what its moves lead to; by its plies that is not put off for ever."""
    where, moves = node["position"], after(node, nodes, points)
    need(bool(moves) == (node["result"] is None), f"{where}: an end with moves, or none without")
    need(set(node.get("wins", {})) <= set(moves) and (points or "wins" not in node), f"{where}: points for no move")
    need(points or node["result"] in (None, -1, 0, 1), f"{where}: no game ends like that")
    best = max((worth for _, _, worth, _ in moves.values()), default=node["result"])
    steps = [0 if won else child["plies"] for won, child, worth, _ in moves.values() if worth == best]
    steps = [one for one in steps if one is not None]
    plies = (1 + (max if best < 0 else min)(steps) if steps else None) if moves else 0
    need((node["value"], node["plies"]) == (best, plies), f"{where} is worth {best} in {plies} plies")
    need(best == 0 or plies is not None, f"{where}: what it is worth may be put off for ever")
    for won, child, _, _ in moves.values():
        need(child["mover"] == 1 - node["mover"], f"{child['position']}: the wrong side is to move")
        need(not points or node["left"] >= child["left"] + (won != 0) >= 0, f"{where}: points can be won without end")


def reach(follow):
    """Every position that is met from the start on."""
    met, waiting = {0}, [0]
    while waiting:
        fresh = set(follow(waiting.pop())) - met
        met |= fresh
        waiting += fresh
    return met


def in_order(nodes):
    """Return the positions, each after all that it leads to; nothing where a game can go round in circles."""
    leads = {number: set(node["moves"].values()) for number, node in enumerate(nodes)}
    need(len(reach(leads.get)) == len(nodes), "some positions are never reached")
    try:
        return list(TopologicalSorter(leads).static_order())
    except CycleError:
        return None


def followed(data, nodes, node, side):
    """The moves that can be made when the machine plays a side with whatever beads, and what they lead to."""
    moves = node["moves"]
    if node["mover"] == side:
        return {node["plays"]: moves[node["plays"]]} if "plays" in node else moves
    wins = {move: child for move, child in moves.items() if nodes[child]["result"] == -1}
    return wins if wins and data["opponent"] == "sensible" else moves


def check_boxes(data, nodes, boxes, players):
    """Compare each box with its own position and with every other that opens it; return how many open one."""
    opened, at = {}, {node["position"]: node for node in nodes}
    for side in players:
        for number in reach(lambda one, side=side: followed(data, nodes, nodes[one], side).values()):
            if nodes[number]["mover"] == side and nodes[number]["moves"]:
                opened[number] = check_decision(data, nodes, boxes, nodes[number])
    for number, node in enumerate(nodes):
        need(number in opened or not {"box", "plays"} & set(node), f"{node['position']} needs no box")
    need(set(opened.values()) - {None} == set(boxes), "a box is never opened")
    for name, box in boxes.items():
        own = [move for slot in box["slots"] for move in slot["moves"]]
        best = max(sign(slot["value"]) for slot in box["slots"])
        need(len(set(own)) == len(own), f"box {name}: a move stands there twice")
        need(all(slot["good"] == (sign(slot["value"]) == best) for slot in box["slots"]), f"box {name}: good beads")
        node = at.get(box["position"])
        if node and "box" in node:
            need(node["box"] == name, f"{node['position']} opens box {node['box']}, not its own")
            mine = {move: slot for slot, one in enumerate(box["slots"]) for move in one["moves"]}
            need(mine == node["slots"], f"box {name}: its slots are not those of its position")
    return sum(name is not None for name in opened.values())


def check_decision(data, nodes, boxes, node):
    """Return the box that is opened in a position; None where nothing is to be decided."""
    where, moves, name = node["position"], after(node, nodes, data["points"]), node.get("box")
    verdicts = {sign(worth) for _, _, worth, _ in moves.values()}
    settled = data["express"] and len(verdicts) == 1 and min(verdicts) >= 0  # nothing to learn
    if name is None:
        need(data["forced"] == "skip" or settled, f"{where} has no box")
        need(node.get("plays") in moves, f"{where}: it does not say what is played")
        need(len(verdicts) == 1, f"{where}: its moves differ, so that it needs a box")
        return None
    slots = boxes[name]["slots"]
    need("plays" not in node and not settled, f"{where} has a box and needs none")
    need(set(node["slots"]) == set(moves), f"{where}: a move has no slot, or a slot has no move")
    need(set(node["slots"].values()) == set(range(len(slots))), f"{where} does not fit box {name}")
    for move, slot in node["slots"].items():
        need((slots[slot]["value"], slots[slot]["plies"]) == moves[move][2:], f"box {name}: the worth of {move}")
    need([node["slots"].get(move) for move in node["drawn"]] == list(range(len(slots))), f"{where}: drawn moves")
    need(len([move for slot in slots for move in slot["moves"]]) == len(moves), f"box {name}: moves are wrong")
    return name


def check_policy(data, nodes, order, side):
    """Return how many lines there are with good beads only, after making sure that none ends worse than claimed."""
    worst, lines = {}, {}
    for number in order:
        node, picked = nodes[number], followed(data, nodes, nodes[number], side)
        if node["mover"] == side and "box" in node:
            slots = data["boxes"][node["box"]]["slots"]
            picked = {move: node["moves"][move] for move, slot in zip(node["drawn"], slots) if slot["good"]}
        own = 1 if node["mover"] == side else -1
        ends = [worst[child] + own * node.get("wins", {}).get(move, 0) for move, child in picked.items()]
        worst[number] = min(ends, default=own * (node["result"] or 0))
        lines[number] = sum(lines[child] for child in picked.values()) or 1
    promised = nodes[0]["value"] * (1 if nodes[0]["mover"] == side else -1)
    need(sign(worst[0]) >= sign(promised), "with good beads only an opponent does better than claimed")
    return lines[0]


if __name__ == "__main__":
    try:
        with open(sys.argv[1], "rb") as file:
            check(json.load(file))
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, RecursionError) as error:
        sys.exit(f"refused: it is no certificate, or damaged: {type(error).__name__} {error}")
