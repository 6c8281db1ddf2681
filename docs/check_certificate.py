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
from typing import Any, NamedTuple

#: The versions that are read; the first has no symmetries.
VERSIONS = ("kitgen/certificate@2", "kitgen/certificate@3")
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


def sign(value):
    return (value > 0) - (value < 0)


def texts(values):
    """Return whether this is a list of different texts."""
    if type(values) is not list:
        return False
    all_are_texts = all(type(value) is str and value for value in values)
    return all_are_texts and len(set(values)) == len(values)


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


def check(data, kit=None, maps=None, turns=()):
    """Check a certificate; ``maps`` are the symmetries, from a program that knows the rules
    (version 2 has none).

    So are ``turns``, each from move to move and, as a function, from any position to its image,
    reached or not.
    """
    seal = data.pop("sha256")
    digest = sha256(text(data).encode()).hexdigest()
    need(digest == seal, "the certificate is not as it was written")
    check_form(data)
    always = None if kit is None else check_kit(data, kit, turns)
    nodes = data["positions"]
    sides = movers(nodes)
    order = in_order(nodes)
    endless = endless_play(data, order)
    wanted = []
    for number, node in enumerate(nodes):
        side = sides[number]
        wanted.append(worth(node, nodes, data["points"], endless[side]) | {"mover": side})
    if data["schema"] == VERSIONS[0]:
        maps = maps or []
    else:
        maps = symmetries(data, nodes)
    opened = Boxes(data, maps, always).check()
    for number, node in enumerate(nodes):
        same(node, wanted[number] | opened.get(number, {}), node["position"])
    claims = claimed(data, order)
    same(data["claims"], claims, "its claims")
    decided = sum("box" in entry for entry in opened.values())
    print(
        f"verified: {data['game']}, {' and '.join(data['machine'])}: {claims}, {decided} "
        "positions with a box"
    )
    if kit:
        print("its kit is that of the file")
    else:
        print("not checked: which kit it is, and how its beads are divided")
    if not maps:
        print("not checked in version 2: which positions and moves are images of each other")


def check_form(data):
    """Check that a certificate has all its keys, and choices that there are."""
    need(data["schema"] in VERSIONS, "it is of another version")
    keys = set(KEYS)
    if data["schema"] != VERSIONS[0]:
        keys.add("symmetries")
    if "endless" in data:  # only games have it that somebody wins by going on for ever
        keys.add("endless")
    need(set(data) == keys, "a key is missing, or there is one that only a newer checker knows")
    is_named = texts([data["game"]]) and re.fullmatch("[0-9a-f]{64}", data["kit"])
    need(is_named, "it does not name its game and its kit")
    sides = data["sides"]
    need(texts(sides) and len(sides) == 2, "a game has two sides")
    machines = ([sides[0]], [sides[1]], sides)
    need(data["machine"] in machines, "it does not say which side the machine plays")
    need(data["forced"] in ("box", "skip"), "it does not say whether forced moves have boxes")
    need(
        data["opponent"] in ("any", "sensible"),
        "it does not say whether the opponent may pass up a win",
    )
    for key in ("points", "express", "merged"):
        need(type(data[key]) is bool, "a choice is neither true nor false")
    positions = [node["position"] for node in data["positions"]]
    need(texts(data["mirrors"]) and texts(positions), "a position is given twice")


def claimed(data, order):
    """Return what a certificate claims of the whole kit; lines only where all games end."""
    nodes = data["positions"]
    lines = None
    if order:
        sides = [data["sides"].index(side) for side in data["machine"]]
        lines = [check_policy(data, nodes, order, side) for side in sides]
    beads = 0
    for box in data["boxes"].values():
        beads += sum(slot["beads"] for slot in box["slots"])
    return {
        "value": nodes[0]["value"],
        "plies": None if data["points"] else nodes[0]["plies"],
        "positions": len(nodes),
        "boxes": len(data["boxes"]),
        "beads": beads,
        "lines": lines,
    }


def check_kit(data, kit, turns):
    """Compare a certificate with the file of its kit; return the moves that an express kit always
    plays.

    Where the start is less symmetrical than the rules, a kit may draw a box as no game reaches it:
    then the certificate has an image of it.
    """
    version = "kitgen/kit@4" if kit["game"].startswith("told:") else "kitgen/kit@3"
    need(kit["schema"] == version, "the kit's file is of another version")
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
        found = [own["position"], slots]
        drawn = [box["position"], wanted]
        if not is_turned(found, drawn, turns):
            same(found, drawn, f"box {box['id']} of the kit")
    always = {entry["position"]: entry["move"] for entry in kit["always"]}
    for position, move in list(always.items()):
        for turn, image in turns:
            always.setdefault(image(position), turn[move])
    return always


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


def is_turned(found, drawn, turns):
    """Return whether a box, its position with its slots, is drawn as another image of itself."""
    position, slots = found
    drawn_position, drawn_slots = drawn
    for turn, image in turns:
        if image(position) == drawn_position != position:
            turned = [[list(map(turn.get, moves)), *figures] for moves, *figures in slots]
            if turned == drawn_slots:
                return True
    return False


def rank(value, plies):
    """Return the rank of a move where there is no box: the machine makes the one of the least. A
    draw by endless play comes before one that ends.
    """
    if plies is None:
        return -value, NEVER if value > 0 else 0
    return -value, plies


class Outcome(NamedTuple):
    """What a move leads to.

    Attributes:
        won: what it wins at once, in a game of points.
        child: the position after it.
        value: what it is worth to the side that makes it.
        plies: in how many plies; None without an end, and in a game of points.
    """

    won: Any
    child: Any
    value: Any
    plies: Any


def outcomes(node, nodes, points):
    """Return what each move of a position leads to."""
    found = {}
    for move, number in node["moves"].items():
        leads_somewhere = type(number) is int and 0 <= number < len(nodes)
        need(leads_somewhere, f"{node['position']}: {move} leads nowhere")
        won = node.get("wins", {}).get(move, 0)
        child = nodes[number]
        plies = None
        if not points and child["plies"] is not None:
            plies = child["plies"] + 1
        found[move] = Outcome(won, child, won - child["value"], plies)
    return found


def endless_play(data, order):
    """Return what a game that never ends is worth to each side. A game told as data says so in
    its text.
    """
    winner = data.get("endless", "draws")
    told = json.loads(data["game"][len("told:") :]) if data["game"].startswith("told:") else {}
    if told:
        rule = told.get("end", {}).get("endless", "draws")
        is_earlier = winner == "draws" and rule != "draws" and order is None
        need(not is_earlier, f"{EARLIER}: the rules give endless play to {rule}; {ANEW}")
        need(
            winner in ("draws", rule),
            f"who wins endless play: it says {winner}, but its rules say {rule}",
        )
    need(winner in ("draws", *data["sides"]), "it does not say who wins endless play")
    need(winner == "draws" or not data["points"], "nobody wins endless play in a game of points")
    if winner == "draws":
        return [0, 0]
    return [1 if side == winner else -1 for side in data["sides"]]


def worth(node, nodes, points, endless):
    """Return a position as its moves make it: what it is worth, in so many plies that it is not put
    off for ever.

    ``endless`` is what its side has from a game that never ends. Whoever has less from the best
    move delays.
    """
    where = node["position"]
    result = node["result"]
    moves = outcomes(node, nodes, points)
    need(bool(moves) == (result is None), f"{where}: an end with moves, or none without")
    if result is not None:
        ends_so = type(result) is int and (points or abs(result) <= 1)
        need(ends_so, f"{where}: no game ends like that")
    best = max((outcome.value for outcome in moves.values()), default=result)
    steps = [plies_after(outcome) for outcome in moves.values() if outcome.value == best]
    if not moves:
        plies = 0
    elif best < max(endless, 0):
        plies = 1 + max(steps)
    else:
        plies = 1 + min(steps)
    if plies == NEVER:
        plies = None
    need(best == endless or plies is not None, f"{where}: what it is worth may be put off for ever")
    wanted = {key: node[key] for key in ("position", "result", "moves")}
    wanted["value"] = best
    wanted["plies"] = plies
    if points:
        wins = node["wins"]
        are_wins = set(wins) <= set(moves)
        need(
            are_wins and all(type(won) is int and won for won in wins.values()),
            f"{where}: its wins",
        )
        wanted["wins"] = wins
        # Each that is won brings the end of winning nearer.
        left = [outcome.child["left"] + (outcome.won != 0) for outcome in moves.values()]
        wanted["left"] = max([0, *left])
    return wanted


def plies_after(outcome):
    """Return the plies from a move on to what it is worth, which is now if it wins points."""
    if outcome.won:
        return 0
    plies = outcome.child["plies"]
    return NEVER if plies is None else plies


def movers(nodes):
    """Return who moves in each position: the sides in turn, the first one first. A position ends
    in a side's letter.
    """
    sides = {0: 0}
    waiting = [0]
    for number in waiting:  # which grows on the way
        next_side = 1 - sides[number]
        for child in nodes[number]["moves"].values():
            if child not in sides:
                sides[child] = next_side
                waiting.append(child)
            need(sides[child] == next_side, "a side moves twice")
    need(len(sides) == len(nodes), "some positions are never reached")
    pairs = {(mover, letter(nodes[number]["position"])) for number, mover in sides.items()}
    letters = {name for _, name in pairs}
    need(len(dict(pairs)) == len(letters) == len(pairs), "a position ends in another side")
    return sides


def letter(position):
    return position.rpartition(" ")[2]


def in_order(nodes):
    """Return the positions, each after all that it leads to; nothing where a game can go round
    in circles.
    """
    leads_to = {number: set(node["moves"].values()) for number, node in enumerate(nodes)}
    try:
        return list(TopologicalSorter(leads_to).static_order())
    except CycleError:
        return None


def symmetries(data, nodes):
    """Return each symmetry, from move to move, and where it takes each position: to the same
    game, up to its ends.
    """
    turns = data["symmetries"]
    moves = {move for node in nodes for move in node["moves"]}
    for turn in turns:
        need(set(turn) == moves == set(turn.values()), "a symmetry exchanges all moves")
    for move, to in turns[0].items():
        need(move == to, "the first symmetry leaves all moves as they are")
    group = {text(turn) for turn in turns}
    need(len(group) == len(turns), "a symmetry is given twice")
    products = set()
    for first in turns:
        for second in turns:
            products.add(text({move: second[first[move]] for move in first}))
    need(group == products, "a symmetry is missing")
    return [(turn, images_of(nodes, turn)) for turn in turns]


def images_of(nodes, turn):
    """Return where a symmetry takes each position, from the start on, which it keeps."""
    to = {0: 0}
    waiting = [0]
    for number in waiting:  # which grows on the way
        node = nodes[number]
        image = nodes[to[number]]
        turned = {turn[move] for move in node["moves"]}
        wins = {turn[move]: won for move, won in node.get("wins", {}).items()}
        need(
            node["result"] == image["result"]
            and turned == set(image["moves"])
            and wins == image.get("wins", {}),
            f"{node['position']} is no image of {image['position']}",
        )
        for move, child in node["moves"].items():
            there = image["moves"][turn[move]]
            if child not in to:
                to[child] = there
                waiting.append(child)
            need(to[child] == there, f"{nodes[child]['position']} has two images")
    return to


def followed(data, nodes, node, side):
    """The moves that can be made when the machine plays a side with whatever beads, and what
    they lead to.
    """
    moves = node["moves"]
    if node["mover"] == side:
        if "plays" in node:
            return {node["plays"]: moves[node["plays"]]}
        return moves
    wins = {move: child for move, child in moves.items() if nodes[child]["result"] == -1}
    if wins and data["opponent"] == "sensible":
        return wins
    return moves


class Boxes:
    """The boxes of a machine, each against its own position and against every position that
    opens it.
    """

    def __init__(self, data, symmetries, always):
        self.data = data
        self.nodes = data["positions"]
        self.boxes = data["boxes"]
        self.symmetries = symmetries
        self.players = [data["sides"].index(side) for side in data["machine"]]
        # Positions are found by their keys: those of the machine, of boxes, of what is always
        # played, and of pairs of mirror images that have a box each.
        self.at = {}
        for number, node in enumerate(self.nodes):
            if node["mover"] in self.players:
                self.at[self.key(node["position"])] = number
        self.home = {self.key(box["position"]): name for name, box in self.boxes.items()}
        self.always = None
        if always is not None:
            self.always = {self.key(position): move for position, move in always.items()}
        self.mirrors = {self.key(position) for position in data["mirrors"]}

    def key(self, position):
        """A machine that plays both sides has one box for both."""
        return position if len(self.players) == 1 else position.rpartition(" ")[0]

    def images(self, number):
        """Return each symmetry with the number and the key of the image; of version 2, the one
        that the slots show.
        """
        node = self.nodes[number]
        views = [(turn, to[number]) for turn, to in self.symmetries if number in to]
        if not views:
            views = [({move: move for move in node["moves"]}, number)]
            if "box" in node:
                box = self.boxes[node["box"]]
                views.append((self.shown_turn(node, box), self.at[self.key(box["position"])]))
        return [(turn, image, self.key(self.nodes[image]["position"])) for turn, image in views]

    def shown_turn(self, node, box):
        """Return which move of its box each move of a position is, as its slots show; the drawn
        move of a slot is the first.
        """
        turn = {}
        for slot, drawn in enumerate(node["drawn"]):
            mine = [move for move, own_slot in node["slots"].items() if own_slot == slot]
            mine.sort(key=lambda move: move != drawn)
            turn |= dict(zip(mine, box["slots"][slot]["moves"]))
        return turn

    def distinct(self, number):
        """Return the moves of a position in groups that its own symmetries exchange."""
        own = [turn for turn, image, _ in self.images(number) if image == number]
        return {frozenset(turn[move] for turn in own) for move in self.nodes[number]["moves"]}

    def check(self):
        """Return for each position that the machine meets the box that it opens there, or what
        it plays.
        """
        need(self.mirrors <= set(self.at), "its mirrors are no positions of the machine")
        need(len(self.home) == len(self.boxes), "two boxes have the same position")
        if len(self.players) == 2:
            self.check_both_sides()
        for name, box in self.boxes.items():
            self.check_box(name, box)
        if self.symmetries:
            self.check_mirrors()
        opened = {}
        for side in self.players:
            for number in self.met(side):
                node = self.nodes[number]
                if node["mover"] == side and node["moves"]:
                    opened[number] = self.decision(number, node)
        used = {entry["box"] for entry in opened.values() if "box" in entry}
        need(used == set(self.boxes), "a box is never opened")
        return opened

    def check_both_sides(self):
        """Check that both sides have the same moves wherever one machine plays both."""
        for node in self.nodes:
            twin = self.nodes[self.at[self.key(node["position"])]]
            need(
                self.steps(node) == self.steps(twin),
                f"{node['position']}: the sides have other moves, so no machine plays both",
            )

    def steps(self, node):
        """Return the key of the position after each move."""
        moves = node["moves"]
        return {move: self.key(self.nodes[child]["position"]) for move, child in moves.items()}

    def check_mirrors(self):
        """Check that of all images of a position one has a box, or two that are mirror images."""
        for key in self.mirrors | set(self.home):
            keys = {image for _, _, image in self.images(self.at[key])}
            boxes = 2 if keys & self.mirrors else 1
            need(len(keys & set(self.home)) == boxes, f"{key}: boxes of its mirror images")

    def met(self, side):
        """Return every position that is met when the machine plays a side with whatever beads."""
        met = {0}
        waiting = [0]
        while waiting:
            node = self.nodes[waiting.pop()]
            fresh = set(followed(self.data, self.nodes, node, side).values()) - met
            met |= fresh
            waiting += fresh
        return met

    def check_box(self, name, box):
        """Compare a box with its own position, which need not be met as it is drawn."""
        key = self.key(box["position"])
        need(key in self.at, f"box {name}: there is no position {box['position']}")
        number = self.at[key]
        first = next(node["position"] for node in self.nodes if node["mover"] == self.players[0])
        need(letter(box["position"]) == letter(first), f"box {name}: the side to move")
        moves = outcomes(self.nodes[number], self.nodes, self.data["points"])
        slotted = [move for slot in box["slots"] for move in slot["moves"]]
        need(sorted(slotted) == sorted(moves), f"box {name}: its moves are {sorted(moves)}")
        best = max(sign(outcome.value) for outcome in moves.values())
        wanted = [self.checked_slot(name, slot, moves, best) for slot in box["slots"]]
        same(box, {"position": box["position"], "slots": wanted}, f"box {name}")
        has_good_bead = any(slot["good"] and slot["beads"] for slot in wanted)
        need(best < 0 or has_good_bead, f"box {name}: it has no good bead")
        if not self.data["merged"]:
            groups = {frozenset([move]) for move in moves}
        elif self.symmetries:
            groups = self.distinct(number)
        else:
            return
        shared = {frozenset(slot["moves"]) for slot in wanted}
        need(shared == groups, f"box {name}: moves that share a slot")

    def checked_slot(self, name, slot, moves, best):
        """Return what a slot has to say of its moves, which are worth the same."""
        beads = slot["beads"]
        need(type(beads) is int and beads >= 0, f"box {name}: {text(beads)} beads")
        worths = {(moves[move].value, moves[move].plies) for move in slot["moves"]}
        need(len(worths) == 1, f"box {name}: moves that share a slot")
        value, plies = worths.pop()
        return {
            "moves": [*slot["moves"]],
            "beads": beads,
            "value": value,
            "plies": plies,
            "good": sign(value) == best,
        }

    def decision(self, number, node):
        """Return the box that a position opens, with the slot of each move and the moves drawn,
        or what is played.
        """
        where = node["position"]
        moves = outcomes(node, self.nodes, self.data["points"])
        images = self.images(number)
        ranks = {move: rank(outcome.value, outcome.plies) for move, outcome in moves.items()}
        # Version 2 does not say which moves are images of each other; these are worth the same.
        if self.symmetries or "box" in node:
            distinct = self.distinct(number)
        else:
            distinct = set(ranks.values())
        is_forced = self.data["forced"] == "skip" and len(distinct) == 1
        signs = {sign(outcome.value) for outcome in moves.values()}
        nothing_to_learn = self.data["express"] and len(signs) == 1 and min(signs) >= 0
        if is_forced or nothing_to_learn:
            need("plays" in node, f"{where} needs no box")
            plays = node["plays"]
            is_best = ranks.get(plays) == min(ranks.values())
            need(is_best, f"{where}: it plays a move that is not the best")
            if self.always is not None and not is_forced:
                need(self.plays_as_the_kit(plays, images), f"{where}: the kit plays another move")
            return {"plays": plays}
        return self.opened_box(where, node, moves, images)

    def plays_as_the_kit(self, plays, images):
        """Return whether a move is the one that the kit always plays, by the first image that the
        kit names; version 2 may know no image.
        """
        for turn, _, key in images:
            if key in self.always:
                return turn[plays] == self.always[key]
        return not self.symmetries

    def opened_box(self, where, node, moves, images):
        """Return the box that a position opens, with the slot of each move and the moves drawn."""
        fits = [(turn, self.home[key]) for turn, _, key in images if key in self.home]
        need(fits, f"{where} has no box")
        if self.data["schema"] == VERSIONS[0]:
            # Without an order of symmetries, each that fits is right.
            fits.sort(key=lambda fit: self.drawn(*fit, moves) != node.get("drawn"))
        turn, name = fits[0]
        slots = self.boxes[name]["slots"]
        slot_of = {}
        for number, slot in enumerate(slots):
            slot_of |= dict.fromkeys(slot["moves"], number)
        need({turn.get(move) for move in moves} == set(slot_of), f"{where} does not fit box {name}")
        for move, outcome in moves.items():
            slot = slots[slot_of[turn[move]]]
            need(
                (slot["value"], slot["plies"]) == (outcome.value, outcome.plies),
                f"box {name}: the worth of {move} in {where}",
            )
        return {
            "box": name,
            "slots": {move: slot_of[turn[move]] for move in moves},
            "drawn": self.drawn(turn, name, moves),
        }

    def drawn(self, turn, name, moves):
        """Return the moves of a position that a box draws when it lies like that."""
        back = {turn.get(move): move for move in moves}
        return [back.get(slot["moves"][0]) for slot in self.boxes[name]["slots"]]


def check_policy(data, nodes, order, side):
    """Return how many lines there are with good moves only, after making sure that none ends
    worse than claimed.
    """
    worst = {}
    lines = {}
    for number in order:
        node = nodes[number]
        picked = followed(data, nodes, node, side)
        if node["mover"] == side and "box" in node:
            picked = good_moves(node, data["boxes"][node["box"]]["slots"])
        own = 1 if node["mover"] == side else -1
        wins = node.get("wins", {})
        ends = [worst[child] + own * wins.get(move, 0) for move, child in picked.items()]
        worst[number] = min(ends, default=own * (node["result"] or 0))
        lines[number] = sum(lines[child] for child in picked.values()) or 1
    promised = nodes[0]["value"] * (1 if nodes[0]["mover"] == side else -1)
    need(
        sign(worst[0]) >= sign(promised),
        "with good beads only an opponent does better than claimed",
    )
    return lines[0]


def good_moves(node, slots):
    """Return the moves of a position whose slots are good, as drawn, and what they lead to."""
    picked = {}
    for move, slot in zip(node["drawn"], slots):
        if slot["good"]:
            picked[move] = node["moves"][move]
    return picked


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        print("usage: python check_certificate.py FILE.json [KIT.json]", file=sys.stderr)
        sys.exit(2)
    try:
        check(*map(read, sys.argv[1:]))
    except DAMAGED as error:
        sys.exit(f"refused: it is no certificate, or damaged: {type(error).__name__} {error}")
