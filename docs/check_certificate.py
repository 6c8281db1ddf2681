"""Checks a certificate of any game without kitgen.

    python check_certificate.py FILE.json [KIT.json]

The game is taken from the certificate: its positions, their moves, where these lead and what they
win, and how games end. Everything else is worked out again and compared: what each position is
worth (a game that never ends wins no more points, and is a draw, or won by the side that the rules
name), the symmetries, the boxes, and, in games that end, that good beads keep the outcome in every
line. With the kit's file, its hash, choices, boxes and beads are compared, too. Whether the
positions and moves are those of the game is not checked; check_hexapawn.py does that for Hexapawn,
check_told.py for games told as data.
"""

import json
import re
import sys
from graphlib import CycleError, TopologicalSorter
from hashlib import sha256

VERSIONS = ("kitgen/certificate@2", "kitgen/certificate@3")  # the first has no symmetries
#: What is wrong with certificates of 1.0 for games that somebody wins by going on for ever, and
#: what to do.
EARLIER = "values of 1.0 for endless games"
ANEW = "write it anew: kitgen verify KIT --certificate FILE.json"
#: The plies to the end of a game that has none.
NEVER = float("inf")
CHOICES = ("forced", "express", "opponent", "merged", "mirrors")
KEYS = {
    "schema",
    "game",
    "kit",
    "machine",
    "sides",
    "points",
    *CHOICES,
    "claims",
    "boxes",
    "positions",
}
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


def need(holds, why):
    if not holds:
        sys.exit(f"refused: {why}")


def text(value):
    """Return plain data as text, where 1, 1.0 and true differ."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def same(value, wanted, what):
    need(text(value) == text(wanted), f"{what}: it says {text(value)}, but this is {text(wanted)}")


def sign(value):
    return (value > 0) - (value < 0)


def texts(values):
    """Return whether this is a list of different texts."""
    return (
        type(values) is list
        and all(type(v) is str and v for v in values)
        and len(set(values)) == len(values)
    )


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


def check(data, kit=None, maps=None, turns=()):
    """Check a certificate; ``maps`` are the symmetries, from a program that knows the rules
    (version 2 has none).

    So are ``turns``, each from move to move and, as a function, from any position to its image,
    reached or not.
    """
    seal = data.pop("sha256")
    need(
        sha256(text(data).encode()).hexdigest() == seal, "the certificate is not as it was written"
    )
    need(data["schema"] in VERSIONS, "it is of another version")
    new, points, nodes, boxes = (
        data["schema"] != VERSIONS[0],
        data["points"],
        data["positions"],
        data["boxes"],
    )
    keys = set(data) - {"endless"}  # which only games have that somebody wins by going on for ever
    need(
        keys == KEYS | ({"symmetries"} if new else set()),
        "a key is missing, or there is one that only a newer checker knows",
    )
    need(
        texts([data["game"]]) and re.fullmatch("[0-9a-f]{64}", data["kit"]),
        "it does not name its game and its kit",
    )
    need(texts(data["sides"]) and len(data["sides"]) == 2, "a game has two sides")
    machines = [[side] for side in data["sides"]] + [data["sides"]]
    need(data["machine"] in machines, "it does not say which side the machine plays")
    need(data["forced"] in ("box", "skip"), "it does not say whether forced moves have boxes")
    need(
        data["opponent"] in ("any", "sensible"),
        "it does not say whether the opponent may pass up a win",
    )
    need(
        {type(data[key]) for key in ("points", "express", "merged")} == {bool},
        "a choice is neither true nor false",
    )
    need(
        texts(data["mirrors"]) and texts([node["position"] for node in nodes]),
        "a position is given twice",
    )
    always = None if kit is None else check_kit(data, kit, turns)
    sides, order = movers(nodes), in_order(nodes)
    endless = endless_play(data, order)
    wanted = [
        worth(node, nodes, points, endless[sides[number]]) for number, node in enumerate(nodes)
    ]
    for number, mover in sides.items():
        wanted[number]["mover"] = mover
    maps = symmetries(data, nodes) if new else maps or []
    opened = Boxes(data, maps, always).check()
    for number, node in enumerate(nodes):
        same(node, wanted[number] | opened.get(number, {}), node["position"])
    lines = (
        [check_policy(data, nodes, order, data["sides"].index(side)) for side in data["machine"]]
        if order
        else None
    )
    plies = None if points else nodes[0]["plies"]
    claims = {
        "value": nodes[0]["value"],
        "plies": plies,
        "positions": len(nodes),
        "boxes": len(boxes),
    }
    claims |= {
        "beads": sum(slot["beads"] for box in boxes.values() for slot in box["slots"]),
        "lines": lines,
    }
    same(data["claims"], claims, "its claims")
    decided = sum("box" in entry for entry in opened.values())
    print(
        f"verified: {data['game']}, {' and '.join(data['machine'])}: {claims}, {decided} "
        "positions with a box"
    )
    print(
        "its kit is that of the file"
        if kit
        else "not checked: which kit it is, and how its beads are divided"
    )
    if not maps:
        print("not checked in version 2: which positions and moves are images of each other")


def check_kit(data, kit, turns):
    """Compare a certificate with the file of its kit; return the moves that an express kit always
    plays.

    Where the start is less symmetrical than the rules, a kit may draw a box as no game reaches it:
    then the certificate has an image of it.
    """
    version = "kitgen/kit@4" if kit["game"].startswith("told:") else "kitgen/kit@3"
    need(kit["schema"] == version, "the kit's file is of another version")
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
        for turn, image in turns:
            if image(own["position"]) == box["position"] != own["position"]:
                turned = [[list(map(turn.get, moves)), *figures] for moves, *figures in slots]
                if turned == wanted:
                    break
        else:
            same([own["position"], slots], [box["position"], wanted], f"box {box['id']} of the kit")
    always = {entry["position"]: entry["move"] for entry in kit["always"]}
    for position, move in list(always.items()):
        for turn, image in turns:
            always.setdefault(image(position), turn[move])
    return always


def haste(value, plies):
    """Return what the machine makes least where it has no box; a draw by endless play comes
    before one that ends.
    """
    if plies is None:
        return -value, NEVER if value > 0 else 0
    return -value, plies


def after(node, nodes, points):
    """Return for each move what it wins, the position after it, what it is worth and its plies,
    as a slot has them.
    """
    outcomes = {}
    for move, number in node["moves"].items():
        need(
            type(number) is int and 0 <= number < len(nodes),
            f"{node['position']}: {move} leads nowhere",
        )
        won, child = node.get("wins", {}).get(move, 0), nodes[number]
        plies = None if points or child["plies"] is None else child["plies"] + 1
        outcomes[move] = (won, child, won - child["value"], plies)
    return outcomes


def endless_play(data, order):
    """Return what a game that never ends is worth to each side. A game told as data says so in
    its text.
    """
    winner = data.get("endless", "draws")
    told = json.loads(data["game"][len("told:") :]) if data["game"].startswith("told:") else {}
    if told:
        rule = told.get("end", {}).get("endless", "draws")
        earlier = winner == "draws" != rule and order is None
        need(not earlier, f"{EARLIER}: the rules give endless play to {rule}; {ANEW}")
        need(
            winner in ("draws", rule),
            f"who wins endless play: it says {winner}, but its rules say {rule}",
        )
    need(winner in ("draws", *data["sides"]), "it does not say who wins endless play")
    need(winner == "draws" or not data["points"], "nobody wins endless play in a game of points")
    return [0 if winner == "draws" else 1 if side == winner else -1 for side in data["sides"]]


def worth(node, nodes, points, endless):
    """Return a position as its moves make it: what it is worth, in so many plies that it is not put
    off for ever.

    ``endless`` is what its side has from a game that never ends. Whoever has less from the best
    move delays.
    """
    where, result, moves = node["position"], node["result"], after(node, nodes, points)
    need(bool(moves) == (result is None), f"{where}: an end with moves, or none without")
    need(
        result is None or (type(result) is int and (points or abs(result) <= 1)),
        f"{where}: no game ends like that",
    )
    best = max((value for _, _, value, _ in moves.values()), default=result)
    steps = [
        0 if won else child["plies"] for won, child, value, _ in moves.values() if value == best
    ]
    steps = [NEVER if step is None else step for step in steps]
    plies = 1 + (max if best < max(endless, 0) else min)(steps) if moves else 0
    plies = None if plies == NEVER else plies
    need(best == endless or plies is not None, f"{where}: what it is worth may be put off for ever")
    wanted = {key: node[key] for key in ("position", "result", "moves")} | {
        "value": best,
        "plies": plies,
    }
    if points:  # each that is won brings the end of winning nearer
        wins = node["wins"]
        need(
            set(wins) <= set(moves) and all(type(won) is int and won for won in wins.values()),
            f"{where}: its wins",
        )
        wanted |= {
            "wins": wins,
            "left": max([0, *(child["left"] + (won != 0) for won, child, _, _ in moves.values())]),
        }
    return wanted


def movers(nodes):
    """Return who moves in each position: the sides in turn, the first one first. A position ends
    in a side's letter.
    """
    sides, waiting = {0: 0}, [0]
    for number in waiting:
        for child in nodes[number]["moves"].values():
            waiting += [child] * (child not in sides)
            need(sides.setdefault(child, 1 - sides[number]) != sides[number], "a side moves twice")
    need(len(sides) == len(nodes), "some positions are never reached")
    letters = {(mover, letter(nodes[number]["position"])) for number, mover in sides.items()}
    need(
        len(dict(letters)) == len({name for _, name in letters}) == len(letters),
        "a position ends in another side",
    )
    return sides


def letter(position):
    return position.rpartition(" ")[2]


def in_order(nodes):
    """Return the positions, each after all that it leads to; nothing where a game can go round
    in circles.
    """
    try:
        return list(
            TopologicalSorter(
                {n: set(node["moves"].values()) for n, node in enumerate(nodes)}
            ).static_order()
        )
    except CycleError:
        return None


def symmetries(data, nodes):
    """Return each symmetry, from move to move, and where it takes each position: to the same
    game, up to its ends.
    """
    turns, moves, maps = data["symmetries"], {move for node in nodes for move in node["moves"]}, []
    need(
        all(set(turn) == moves == set(turn.values()) for turn in turns),
        "a symmetry exchanges all moves",
    )
    need(
        all(move == to for move, to in turns[0].items()),
        "the first symmetry leaves all moves as they are",
    )
    group = {text(turn) for turn in turns}
    need(len(group) == len(turns), "a symmetry is given twice")
    need(
        group == {text({move: b[a[move]] for move in a}) for a in turns for b in turns},
        "a symmetry is missing",
    )
    for turn in turns:
        to, waiting = {0: 0}, [0]
        for number in waiting:
            node, image = nodes[number], nodes[to[number]]
            alike = node["result"] == image["result"] and {
                turn[move] for move in node["moves"]
            } == set(image["moves"])
            wins = {turn[move]: won for move, won in node.get("wins", {}).items()}
            need(
                alike and wins == image.get("wins", {}),
                f"{node['position']} is no image of {image['position']}",
            )
            for move, child in node["moves"].items():
                waiting += [child] * (child not in to)
                there = image["moves"][turn[move]]
                need(
                    to.setdefault(child, there) == there,
                    f"{nodes[child]['position']} has two images",
                )
        maps.append((turn, to))
    return maps


def reach(follow):
    """Every position that is met from the start on."""
    met, waiting = {0}, [0]
    while waiting:
        fresh = set(follow(waiting.pop())) - met
        met |= fresh
        waiting += fresh
    return met


def followed(data, nodes, node, side):
    """The moves that can be made when the machine plays a side with whatever beads, and what
    they lead to.
    """
    moves = node["moves"]
    if node["mover"] == side:
        return {node["plays"]: moves[node["plays"]]} if "plays" in node else moves
    wins = {move: child for move, child in moves.items() if nodes[child]["result"] == -1}
    return wins if wins and data["opponent"] == "sensible" else moves


class Boxes:
    """The boxes of a machine, each against its own position and against every position that
    opens it.
    """

    def __init__(self, data, symmetries, always):
        self.data, self.nodes, self.boxes, self.symmetries = (
            data,
            data["positions"],
            data["boxes"],
            symmetries,
        )
        self.players = [data["sides"].index(side) for side in data["machine"]]
        self.at = {
            self.key(node["position"]): n
            for n, node in enumerate(self.nodes)
            if node["mover"] in self.players
        }
        self.home = {self.key(box["position"]): name for name, box in self.boxes.items()}
        self.always = (
            None
            if always is None
            else {self.key(position): move for position, move in always.items()}
        )
        self.mirrors = {self.key(position) for position in data["mirrors"]}

    def key(self, position):
        """A machine that plays both sides has one box for both."""
        return position if len(self.players) == 1 else position.rpartition(" ")[0]

    def images(self, number):
        """Return each symmetry with the number and the key of the image; of version 2, the one
        that the slots show.
        """
        node, views = (
            self.nodes[number],
            [(turn, to[number]) for turn, to in self.symmetries if number in to],
        )
        if not views:
            views = [({move: move for move in node["moves"]}, number)]
            if "box" in node:
                box, turn = self.boxes[node["box"]], {}
                for slot, drawn in enumerate(node["drawn"]):
                    mine = sorted(
                        (move for move in node["slots"] if node["slots"][move] == slot),
                        key=drawn.__ne__,
                    )
                    turn |= dict(zip(mine, box["slots"][slot]["moves"]))
                views.append((turn, self.at[self.key(box["position"])]))
        return [(turn, image, self.key(self.nodes[image]["position"])) for turn, image in views]

    def distinct(self, number):
        """Return the moves of a position in groups that its own symmetries exchange."""
        own = [turn for turn, image, _ in self.images(number) if image == number]
        return {frozenset(turn[move] for turn in own) for move in self.nodes[number]["moves"]}

    def check(self):
        """Return for each position that the machine meets the box that it opens there, or what
        it plays.
        """
        opened = {}
        need(self.mirrors <= set(self.at), "its mirrors are no positions of the machine")
        need(len(self.home) == len(self.boxes), "two boxes have the same position")
        for node in self.nodes if len(self.players) == 2 else ():
            twin = self.nodes[self.at[self.key(node["position"])]]
            steps = [
                {
                    move: self.key(self.nodes[child]["position"])
                    for move, child in each["moves"].items()
                }
                for each in (node, twin)
            ]
            need(
                steps[0] == steps[1],
                f"{node['position']}: the sides have other moves, so no machine plays both",
            )
        for name, box in self.boxes.items():
            self.check_box(name, box)
        for key in (self.mirrors | set(self.home)) if self.symmetries else ():
            keys = {image for _, _, image in self.images(self.at[key])}
            need(
                len(keys & set(self.home)) == 1 + bool(keys & self.mirrors),
                f"{key}: boxes of its mirror images",
            )
        for side in self.players:
            for number in reach(
                lambda n, side=side: followed(self.data, self.nodes, self.nodes[n], side).values()
            ):
                if self.nodes[number]["mover"] == side and self.nodes[number]["moves"]:
                    opened[number] = self.decision(number, self.nodes[number])
        need(
            {entry["box"] for entry in opened.values() if "box" in entry} == set(self.boxes),
            "a box is never opened",
        )
        return opened

    def check_box(self, name, box):
        """Compare a box with its own position, which need not be met as it is drawn."""
        need(
            self.key(box["position"]) in self.at,
            f"box {name}: there is no position {box['position']}",
        )
        number = self.at[self.key(box["position"])]
        first = next(node["position"] for node in self.nodes if node["mover"] == self.players[0])
        need(letter(box["position"]) == letter(first), f"box {name}: the side to move")
        moves = after(self.nodes[number], self.nodes, self.data["points"])
        slotted = [move for slot in box["slots"] for move in slot["moves"]]
        need(sorted(slotted) == sorted(moves), f"box {name}: its moves are {sorted(moves)}")
        best, wanted = max(sign(value) for _, _, value, _ in moves.values()), []
        for slot in box["slots"]:
            need(
                type(slot["beads"]) is int and slot["beads"] >= 0,
                f"box {name}: {text(slot['beads'])} beads",
            )
            worths = {moves[move][2:] for move in slot["moves"]}
            need(len(worths) == 1, f"box {name}: moves that share a slot")
            value, plies = worths.pop()
            wanted.append(
                {"moves": [*slot["moves"]], "beads": slot["beads"], "value": value, "plies": plies}
            )
            wanted[-1]["good"] = sign(value) == best
        same(box, {"position": box["position"], "slots": wanted}, f"box {name}")
        need(
            best < 0 or any(slot["good"] and slot["beads"] for slot in wanted),
            f"box {name}: it has no good bead",
        )
        if self.symmetries or not self.data["merged"]:
            groups = (
                self.distinct(number)
                if self.data["merged"]
                else {frozenset([move]) for move in moves}
            )
            need(
                {frozenset(slot["moves"]) for slot in wanted} == groups,
                f"box {name}: moves that share a slot",
            )

    def decision(self, number, node):
        """Return the box that a position opens, with the slot of each move and the moves drawn,
        or what is played.
        """
        where, moves, images = (
            node["position"],
            after(node, self.nodes, self.data["points"]),
            self.images(number),
        )
        ranks = {move: haste(value, plies) for move, (_, _, value, plies) in moves.items()}
        signs = {sign(value) for _, _, value, _ in moves.values()}
        # Version 2 does not say which moves are images of each other; these are worth the same.
        distinct = (
            self.distinct(number) if self.symmetries or "box" in node else set(ranks.values())
        )
        forced = self.data["forced"] == "skip" and len(distinct) == 1
        if forced or (
            self.data["express"] and len(signs) == 1 and min(signs) >= 0
        ):  # nothing to learn
            need("plays" in node, f"{where} needs no box")
            need(
                ranks.get(node["plays"]) == min(ranks.values()),
                f"{where}: it plays a move that is not the best",
            )
            if self.always is not None and not forced:
                fits = [
                    turn[node["plays"]] == self.always[key]
                    for turn, _, key in images
                    if key in self.always
                ]
                need((fits or [not self.symmetries])[0], f"{where}: the kit plays another move")
            return {"plays": node["plays"]}
        fits = [(turn, self.home[key]) for turn, _, key in images if key in self.home]
        need(fits, f"{where} has no box")
        if (
            self.data["schema"] == VERSIONS[0]
        ):  # without an order of symmetries, each that fits is right
            fits.sort(key=lambda fit: self.drawn(*fit, moves) != node.get("drawn"))
        turn, name = fits[0]
        slots = self.boxes[name]["slots"]
        slot_of = {move: number for number, slot in enumerate(slots) for move in slot["moves"]}
        need({turn.get(move) for move in moves} == set(slot_of), f"{where} does not fit box {name}")
        for move, (_, _, *value) in moves.items():
            slot = slots[slot_of[turn[move]]]
            need(
                [slot["value"], slot["plies"]] == value,
                f"box {name}: the worth of {move} in {where}",
            )
        slots = {move: slot_of[turn[move]] for move in moves}
        return {"box": name, "slots": slots, "drawn": self.drawn(turn, name, moves)}

    def drawn(self, turn, name, moves):
        """Return the moves of a position that a box draws when it lies like that."""
        back = {turn.get(move): move for move in moves}
        return [back.get(slot["moves"][0]) for slot in self.boxes[name]["slots"]]


def check_policy(data, nodes, order, side):
    """Return how many lines there are with good moves only, after making sure that none ends
    worse than claimed.
    """
    worst, lines = {}, {}
    for number in order:
        node, picked = nodes[number], followed(data, nodes, nodes[number], side)
        if node["mover"] == side and "box" in node:
            slots = data["boxes"][node["box"]]["slots"]
            picked = {
                move: node["moves"][move]
                for move, slot in zip(node["drawn"], slots)
                if slot["good"]
            }
        own = 1 if node["mover"] == side else -1
        ends = [
            worst[child] + own * node.get("wins", {}).get(move, 0) for move, child in picked.items()
        ]
        worst[number] = min(ends, default=own * (node["result"] or 0))
        lines[number] = sum(lines[child] for child in picked.values()) or 1
    promised = nodes[0]["value"] * (1 if nodes[0]["mover"] == side else -1)
    need(
        sign(worst[0]) >= sign(promised),
        "with good beads only an opponent does better than claimed",
    )
    return lines[0]


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        print("usage: python check_certificate.py FILE.json [KIT.json]", file=sys.stderr)
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
