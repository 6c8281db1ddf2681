"""A certificate: what a kit claims and everything needed to check it without kitgen, as plain data
for JSON.

It holds every reachable position with its moves, its worth and the box that the machine opens
there. The figures are those of the kit and of the search in ``reference.py``, not of the code that
solves kits.

If a game can go on for ever, the plies prove the worth: a won position has a best move after which
fewer plies remain, and every best move of a lost one leads to such a position, so nobody can escape
by going round in circles. In games of points these are the plies until points are won, or until the
end (``countdown``). A side that wins endless play needs no plies: it need only stay among its won
positions, and each has a move to another, while the loser has no other.
"""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

from kitgen.errors import UsageError, quoted
from kitgen.files.whole import write_whole
from kitgen.games.told import TOLD
from kitgen.kit.kit import Box, Kit
from kitgen.machine.lines import Walk, good_beads, promised
from kitgen.model import Game, Position, Symmetry
from kitgen.verification.certificate_file import CERTIFICATE_SCHEMA, WITHOUT_SYMMETRIES, as_written
from kitgen.verification.reference import Searcher, most_wins, recurs, walk


def countdown(nodes: list[dict[str, Any]]) -> None:
    """Add to each position its plies, and how many more moves can win points, at most (``left``).

    A move that wins points counts as finished at once; others must lead nearer to such a move, or
    to the end.
    >>> end = {"value": 0, "moves": {}, "wins": {}}
    >>> nodes = [
    ...     {"value": -2, "moves": {"a": 1}, "wins": {}},
    ...     {"value": 2, "moves": {"b": 2}, "wins": {"b": 2}},
    ...     end,
    ... ]
    >>> countdown(nodes)
    >>> [(node["plies"], node["left"]) for node in nodes]
    [(2, 1), (1, 1), (0, 0)]
    """
    for node in nodes:
        node["plies"] = None if node["moves"] else 0
    plies = 0
    waiting = [node for node in nodes if node["moves"]]
    while waiting:
        plies += 1
        settled = [node for node in waiting if _settled(node, nodes)]
        if not settled:
            break
        for node in settled:
            node["plies"] = plies
        waiting = [node for node in waiting if node["plies"] is None]
    steps: dict[int, list[tuple[int, bool]]] = {}
    for number, node in enumerate(nodes):
        steps[number] = [(child, move in node["wins"]) for move, child in node["moves"].items()]
    most = most_wins(steps)
    for number, node in enumerate(nodes):
        node["left"] = most[number]


def _settled(node: dict[str, Any], nodes: list[dict[str, Any]]) -> bool:
    """Return whether the best moves of a position lead to points or to positions with plies: all of
    them in a lost position, one in another.
    """
    known = []
    for move, child in node["moves"].items():
        points = node["wins"].get(move, 0)
        after = nodes[child]
        is_best = points - after["value"] == node["value"]
        if is_best:
            known.append(bool(points) or after["plies"] is not None)
    return all(known) if node["value"] < 0 else any(known)


#: The most positions that go into a certificate; each takes about 150 bytes.
MAX_POSITIONS = 200_000


def certificate(kit: Kit) -> dict[str, Any]:
    """Return the certificate of a kit; values are for the side to move, plies are moves of both
    sides.

    Raises:
        UsageError: a box has no bead for a move that keeps its outcome, or is drawn as no game
            reaches it although the game is not told as data, or the worth of a position takes too
            much work.
        TooLargeError: the game has more positions than ``MAX_POSITIONS``.

    >>> from kitgen.kit.build import build_kit
    >>> made = certificate(build_kit("her"))
    >>> made["claims"]
    {'value': -1, 'plies': 6, 'positions': 135, 'boxes': 19, 'beads': 45, 'lines': [38]}
    """
    game = kit.game
    _refuse_lost_good_beads(kit)
    start_first = sorted(
        walk(game, MAX_POSITIONS), key=lambda position: (position != game.start(), position)
    )
    reached = _reached_images(kit, start_first)
    nodes = _nodes(kit, start_first)
    symmetries = _symmetries(game, start_first)
    _show_boxes(kit, start_first, nodes)
    lines = None  # if positions recur, a line need not end, and lines cannot be counted
    if not recurs({number: node["moves"].values() for number, node in enumerate(nodes)}):
        lines = [Walk(kit, side, good_beads).outlook(game.start()).lines for side in kit.players]
    claims = {
        "value": kit.outcome.score,
        "plies": kit.outcome.plies,
        "positions": len(start_first),
        "boxes": len(kit.boxes),
        "beads": kit.beads,
        "lines": lines,
    }
    data = as_written({
        "schema": CERTIFICATE_SCHEMA if symmetries else WITHOUT_SYMMETRIES,
        "game": kit.game_spec,
        "kit": kit.hash,
        "machine": [game.sides[side].name for side in kit.players],
        "sides": [side.name for side in game.sides],
        "points": game.scoring,
        **_endless(game),
        "forced": kit.choices.forced,
        "express": kit.choices.express,
        "opponent": kit.choices.expect,
        "merged": kit.choices.merged,
        "mirrors": list(kit.choices.mirrors),
        "claims": claims,
        "boxes": {box.id: _box(game, box, reached[box.id]) for box in kit.boxes},
        "positions": nodes,
        **({"symmetries": symmetries} if symmetries else {}),
    })  # fmt: skip
    return data | {"sha256": seal(data)}


def _refuse_lost_good_beads(kit: Kit) -> None:
    """Refuse a kit whose certificate would claim that beads it has lost keep the outcome."""
    for box in kit.boxes:
        kept = any(slot.beads and good_beads(box, index) for index, slot in enumerate(box.slots))
        if promised(box) >= 0 and not kept:
            raise UsageError(
                f"box {box.id} has no bead for a move that keeps its outcome, so "
                f"{quoted(kit.name)} has no certificate"
            )


def _reached_images(kit: Kit, positions: list[Position]) -> dict[str, Symmetry]:
    """Return for each box the first symmetry that takes its drawing to a position that games reach.

    That is the identity, unless the start is less symmetrical than the rules. Only check_told.py,
    which knows the rules, can see that such an image is the same box; other games have no
    certificate then.
    """
    reached = {(position.cells, position.to_move) for position in positions}
    first_reached = {}
    for box in kit.boxes:
        movers = kit.players if len(kit.players) == 2 else (box.position.to_move,)
        for symmetry in kit.game.symmetries:
            image = symmetry.position(box.position).cells
            if any((image, mover) in reached for mover in movers):
                first_reached[box.id] = symmetry
                break
        is_drawn = first_reached.get(box.id) is kit.game.symmetries[0]
        if box.id not in first_reached or not (is_drawn or kit.game_spec.startswith(TOLD)):
            raise UsageError(
                f"box {box.id} is drawn as an image that no game reaches, because the start is "
                f"less symmetrical than the rules, so {quoted(kit.name)} has no certificate"
            )
    return first_reached


def _endless(game: Game) -> dict[str, str]:
    """Return who wins endless play; nothing if it is a draw, or does not occur."""
    start = game.start()
    if game.repetition is None or game.scoring or game.repeated(start) == 0:
        return {}
    winner = start.to_move if game.repeated(start) > 0 else 1 - start.to_move
    return {"endless": game.sides[winner].name}


def _symmetries(game: Game, positions: list[Position]) -> list[dict[str, str]] | None:
    """Return each symmetry as a map from moves to their images; None if moves do not determine
    them.
    """
    moves = {move for position in positions for move in game.legal_moves(position)}
    symmetries = []
    for symmetry in game.symmetries:
        pairs = {(game.move_text(move), game.move_text(symmetry.move(move))) for move in moves}
        images = dict(sorted(pairs))
        # The start has other images, or the image of a move depends on the position.
        if symmetry.position(game.start()) != game.start() or len(images) != len(pairs):
            return None
        if images not in symmetries:
            symmetries.append(images)
    return symmetries


def seal(data: dict[str, Any]) -> str:
    """Return the digest of a certificate's data, without its own key."""
    plain = {key: value for key, value in data.items() if key != "sha256"}
    return sha256(json.dumps(plain, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _box(game: Game, box: Box, symmetry: Symmetry) -> dict[str, Any]:
    """Return a box as the image by a symmetry."""
    slots = []
    for index, slot in enumerate(box.slots):
        slots.append(
            {
                "moves": [game.move_text(symmetry.move(move)) for move in slot.moves],
                "beads": slot.beads,
                "value": slot.value,
                "plies": slot.plies,
                "good": good_beads(box, index),
            }
        )
    return {"position": game.text(symmetry.position(box.position)), "slots": slots}


def _nodes(kit: Kit, positions: list[Position]) -> list[dict[str, Any]]:
    game = kit.game
    index = {position: number for number, position in enumerate(positions)}
    searcher = Searcher(game)
    nodes: list[dict[str, Any]] = []
    for position in positions:
        worth = searcher.worth(position)
        if worth is None:
            where = game.text(position)
            raise UsageError(
                f"what {where} is worth takes too much work to find out; leave out --certificate"
            )
        steps = {
            game.move_text(move): game.play(position, move) for move in game.legal_moves(position)
        }
        nodes.append({
            "position": game.text(position),
            "mover": position.to_move,
            "result": game.result(position),
            "value": worth.score,
            "plies": worth.plies,
            "moves": {move: index[step.position] for move, step in steps.items()},
        })  # fmt: skip
        if game.scoring:
            nodes[-1]["wins"] = {move: step.gain for move, step in steps.items() if step.gain}
    if game.scoring:
        countdown(nodes)
    return nodes


def _show_boxes(kit: Kit, positions: list[Position], nodes: list[dict[str, Any]]) -> None:
    """Add to each position that the machine meets the box it opens, with a slot for each move,
    or the move it plays.
    """
    for side in kit.players:
        met = {0}
        waiting = [0]
        while waiting:
            number = waiting.pop()
            position = positions[number]
            node = nodes[number]
            if position.to_move == side and node["moves"]:
                # With every bead of a box: a machine that has learnt nothing yet meets every
                # position of a trained one.
                moves = _show_box(kit, position, node)
            else:
                moves = [kit.game.move_text(move) for move in kit.replies(position)]
            fresh = {node["moves"][move] for move in moves} - met
            met |= fresh
            waiting += fresh


def _show_box(kit: Kit, position: Position, node: dict[str, Any]) -> list[str]:
    """Add the box that the machine opens in a position, or its move if it has none; return the
    moves it can make.
    """
    game = kit.game
    located = kit.locate(position)
    if located is None:
        move = kit.unboxed(position)
        if move is None:
            node["plays"] = None
            return []
        node["plays"] = game.move_text(move)
        return [node["plays"]]
    box, symmetry = located
    slots = {move: number for number, slot in enumerate(box.slots) for move in slot.moves}
    node["box"] = box.id
    node["slots"] = {
        game.move_text(move): slots.get(symmetry.move(move), -1)
        for move in game.legal_moves(position)
    }
    back = symmetry.inverse()
    node["drawn"] = [game.move_text(back.move(slot.moves[0])) for slot in box.slots]
    return list(node["moves"])


def write_certificate(kit: Kit, path: Path) -> None:
    """Write the certificate of a kit as JSON, a position on each line; see ``certificate`` for
    the errors.
    """
    data = certificate(kit)
    lines = ",\n  ".join(map(json.dumps, data.pop("positions")))
    text = f'{json.dumps(data, indent=1)[:-2]},\n "positions": [\n  {lines}\n ]\n}}\n'
    write_whole(path, text.encode())
