"""A certificate: what a kit claims and all that is needed to check it without kitgen, as plain data for JSON.

It holds every position that a game can come to, with its moves and its worth, which box the machine opens there, and
which beads are good. ``docs/check_certificate.py`` checks one of any game from the positions and moves in it;
``docs/check_hexapawn.py`` knows the rules of one game and believes nothing. The figures are those of the kit and of the
search in ``search.py``, not of the code that solves kits.
"""

from hashlib import sha256
from json import dumps
from typing import Any

from kitgen.check.kit.reference import walk
from kitgen.check.kit.search import Searcher
from kitgen.check.strategy.lines import Walk, good_beads
from kitgen.errors import UsageError
from kitgen.kit.kit import Kit
from kitgen.model import Position

SCHEMA = "kitgen/certificate@1"
#: The most positions that go into one; each takes about 150 bytes.
LIMIT = 200_000


def certificate(kit: Kit) -> dict[str, Any]:
    """Return the certificate of a kit.

    Raises:
        UsageError: positions of its game recur, or the kit has no box for some decisions.
        TooLargeError: it has too many positions.

    >>> from kitgen.kit.build import make_kit
    >>> made = certificate(make_kit("her"))
    >>> made["claims"]
    {'value': -1, 'plies': 6, 'positions': 135, 'boxes': 19, 'beads': 45, 'lines': [38]}
    """
    game, choices = kit.game, kit.choices
    if game.repetition is not None:
        raise UsageError(f"positions of {game.name} recur, so that no list of them proves anything; no --certificate")
    if choices.express or choices.opponent != "any":
        raise UsageError("a certificate is of a kit with a box for every decision; leave out --express and --opponent")
    positions = sorted(walk(game, LIMIT), key=lambda position: (position != game.start(), position))
    index = {position: number for number, position in enumerate(positions)}
    searcher = Searcher(game)
    data: dict[str, Any] = {
        "schema": SCHEMA,
        "game": kit.game_spec,
        "kit": kit.hash,
        "machine": [game.sides[side].name for side in kit.players],
        "sides": [side.name for side in game.sides],
        "forced": choices.forced,
        "merged": choices.merged,
        "mirrors": list(choices.mirrors),
        "claims": {
            "value": kit.outcome.score,
            "plies": kit.outcome.plies,
            "positions": len(positions),
            "boxes": len(kit.boxes),
            "beads": kit.beads,
            "lines": [Walk(kit, side, good_beads).outlook(game.start()).lines for side in kit.players],
        },
        "boxes": {box.id: _box(kit, number) for number, box in enumerate(kit.boxes)},
        "positions": [_node(kit, position, index, searcher) for position in positions],
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


def _node(kit: Kit, position: Position, index: dict[Position, int], searcher: Searcher) -> dict[str, Any]:
    """Return a position: who moves, what its moves lead to, what it is worth, and its box with a slot for each move."""
    game = kit.game
    worth = searcher.worth(position)
    if worth is None:
        raise UsageError(f"what {game.text(position)} is worth is too much to find out; no --certificate")
    moves = game.legal_moves(position)
    node: dict[str, Any] = {
        "position": game.text(position),
        "mover": position.to_move,
        "result": game.result(position),
        "value": worth.score,
        "plies": worth.plies,
        "moves": {game.move_text(move): index[game.play(position, move).position] for move in moves},
    }
    located = kit.locate(position)
    if located is not None and moves:
        box, symmetry = located
        slots = {move: number for number, slot in enumerate(box.slots) for move in slot.moves}
        node["box"] = box.id
        node["slots"] = {game.move_text(move): slots.get(symmetry.move(move), -1) for move in moves}
        back = symmetry.inverse()
        node["drawn"] = [game.move_text(back.move(slot.moves[0])) for slot in box.slots]
    elif position.to_move in kit.players and moves:
        move = kit.unboxed(position)
        node["plays"] = None if move is None else game.move_text(move)
    return node
