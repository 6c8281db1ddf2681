"""A certificate: what a kit claims and all that is needed to check it without kitgen, as plain data for JSON.

It holds every position that a game can come to, with its moves and its worth, which box the machine opens there, and
which beads are good. ``docs/check_certificate.py`` checks one of any game from the positions and moves in it;
``docs/check_hexapawn.py`` knows the rules of one game and believes nothing. The figures are those of the kit and of the
search in ``search.py``, not of the code that solves kits.

A game that goes on for ever has no end to reckon back from. There the plies prove the worth: a position that is won has
a move after which fewer are left, and of one that is lost every best move leads there, so that nobody can go round in
circles to escape. In games of points these are the plies until points are won (``countdown.py``).
"""

from hashlib import sha256
from json import dumps
from typing import Any

from kitgen.check.kit.reference import walk
from kitgen.check.kit.search import Searcher
from kitgen.check.strategy.countdown import countdown
from kitgen.check.strategy.lines import Walk, good_beads
from kitgen.errors import UsageError
from kitgen.kit.kit import Kit
from kitgen.model import Position

SCHEMA = "kitgen/certificate@2"
#: The most positions that go into one; each takes about 150 bytes.
LIMIT = 200_000


def certificate(kit: Kit) -> dict[str, Any]:
    """Return the certificate of a kit.

    Raises:
        TooLargeError: it has too many positions.
        UsageError: what its positions are worth is too much to find out.

    >>> from kitgen.kit.build import make_kit
    >>> made = certificate(make_kit("her"))
    >>> made["claims"]
    {'value': -1, 'plies': 6, 'positions': 135, 'boxes': 19, 'beads': 45, 'lines': [38]}
    """
    game, choices = kit.game, kit.choices
    positions = sorted(walk(game, LIMIT), key=lambda position: (position != game.start(), position))
    nodes = _nodes(kit, positions)
    _show_boxes(kit, positions, nodes)
    lines = None  # where positions recur a line need not end, and there is none to count
    if game.repetition is None:
        lines = [Walk(kit, side, good_beads).outlook(game.start()).lines for side in kit.players]
    data: dict[str, Any] = {
        "schema": SCHEMA,
        "game": kit.game_spec,
        "kit": kit.hash,
        "machine": [game.sides[side].name for side in kit.players],
        "sides": [side.name for side in game.sides],
        "points": game.scoring,
        "forced": choices.forced,
        "express": choices.express,
        "opponent": choices.opponent,
        "merged": choices.merged,
        "mirrors": list(choices.mirrors),
        "claims": {
            "value": kit.outcome.score,
            "plies": kit.outcome.plies,
            "positions": len(positions),
            "boxes": len(kit.boxes),
            "beads": kit.beads,
            "lines": lines,
        },
        "boxes": {box.id: _box(kit, number) for number, box in enumerate(kit.boxes)},
        "positions": nodes,
    }
    return data | {"sha256": seal(data)}


def seal(data: dict[str, Any]) -> str:
    """Return the digest of a certificate's data, without its own key."""
    plain = {key: value for key, value in data.items() if key != "sha256"}
    return sha256(dumps(plain, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _box(kit: Kit, number: int) -> dict[str, Any]:
    """Return a box: its position, and its slots with their moves, beads and worth; the good ones are marked."""
    box, game = kit.boxes[number], kit.game
    slots = [
        {
            "moves": [game.move_text(move) for move in slot.moves],
            "beads": slot.beads,
            "value": slot.value,
            "plies": slot.plies,
            "good": good_beads(box, index),
        }
        for index, slot in enumerate(box.slots)
    ]
    return {"position": game.text(box.position), "slots": slots}


def _nodes(kit: Kit, positions: list[Position]) -> list[dict[str, Any]]:
    """Return the positions: who moves, what the moves lead to and win, and what each is worth."""
    game = kit.game
    index = {position: number for number, position in enumerate(positions)}
    searcher = Searcher(game)
    nodes: list[dict[str, Any]] = []
    for position in positions:
        worth = searcher.worth(position)
        if worth is None:
            raise UsageError(f"what {game.text(position)} is worth is too much to find out; no --certificate")
        steps = {game.move_text(move): game.play(position, move) for move in game.legal_moves(position)}
        node = {
            "position": game.text(position),
            "mover": position.to_move,
            "result": game.result(position),
            "value": worth.score,
            "plies": worth.plies,
            "moves": {move: index[step.position] for move, step in steps.items()},
        }
        nodes.append(node)
        if game.scoring:
            node["wins"] = {move: step.gain for move, step in steps.items() if step.gain}
    if game.scoring:
        countdown(nodes)
    return nodes


def _show_boxes(kit: Kit, positions: list[Position], nodes: list[dict[str, Any]]) -> None:
    """Say of each position that the machine meets which box it opens, with a slot for each move, or what it plays."""
    for side in kit.players:
        # With every bead of a box: a machine that has learnt nothing yet meets all that this one can.
        walk, met, waiting = Walk(kit, side, lambda _box, _slot: True), {0}, [0]
        while waiting:
            number = waiting.pop()
            position, node = positions[number], nodes[number]
            moves = list(node["moves"])
            if position.to_move == side and moves:
                moves = _show_box(kit, position, node)
            elif moves:
                moves = [kit.game.move_text(move) for move, _, _ in walk.steps(position)]
            fresh = {node["moves"][move] for move in moves} - met
            met |= fresh
            waiting += fresh


def _show_box(kit: Kit, position: Position, node: dict[str, Any]) -> list[str]:
    """Say which box the machine opens in a position, or what it plays without; return the moves that it can make."""
    game, located = kit.game, kit.locate(position)
    if located is None:
        move = kit.unboxed(position)
        node["plays"] = None if move is None else game.move_text(move)
        return [] if move is None else [node["plays"]]
    box, symmetry = located
    slots = {move: number for number, slot in enumerate(box.slots) for move in slot.moves}
    node["box"] = box.id
    node["slots"] = {game.move_text(move): slots.get(symmetry.move(move), -1) for move in game.legal_moves(position)}
    back = symmetry.inverse()
    node["drawn"] = [game.move_text(back.move(slot.moves[0])) for slot in box.slots]
    return list(node["moves"])
