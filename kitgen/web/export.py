"""A kit as the page's engine wants it: every situation of its games, its boxes and its learning rule, as plain data.

The page knows no rules. It walks from situation to situation along the edges that are listed here, picks beads from the
boxes that are named here, and learns by the schedule that the kernel reads too. See docs/web.md for the format.
"""

from collections.abc import Sequence
from typing import Any

from kitgen.errors import UsageError, quoted
from kitgen.kit.kit import Box, Kit
from kitgen.machine.game_graph import GameGraph, list_situations
from kitgen.machine.paper_machine import Shelf
from kitgen.machine.policies import Adviser
from kitgen.model import Move

#: The opponents without boxes that the page offers: an edge's figure in ``choices`` has a bit for each, lowest first.
OFFERED = ("random", "winning-move", "perfect")
#: Games with more situations than this would make a page that no telephone likes to open.
MOST = 40_000
#: How an outcome is written: for the machine, lost, drawn, won; and a situation in which the game goes on.
OUTCOMES, GOES_ON = "ldw", "."


def page_data(kit: Kit) -> dict[str, Any]:
    """Return a kit as data for the page.

    Raises:
        UsageError: its rule keeps no beads.
        TooLargeError: its games have too many situations.

    >>> from kitgen.kit.build import make_kit
    >>> data = page_data(make_kit("her"))
    >>> len(data["boxes"]), [len(seat["boxes"]) for seat in data["seats"]]
    (19, [122])
    """
    if kit.rule.learns != "beads":
        raise UsageError(f"rule {quoted(kit.choices.rule)} keeps no beads; a page shows machines with beads")
    shelf, colours = Shelf(kit), {colour.key: at for at, colour in enumerate(kit.palette)}
    moves: dict[Move, int] = {}
    seats = [_seat(kit, shelf, side, moves) for side in kit.players]
    return {
        "name": kit.name,
        "title": kit.title,
        "game": kit.game_spec,
        "hash": kit.short_hash,
        "language": kit.choices.language,
        "schedule": shelf.schedule.data(),
        "opponents": list(OFFERED),
        "repetition": kit.game.repetition or 0,
        "colours": [{"name": one.name, "letter": one.letter} for one in kit.palette],
        "boxes": [_box(kit, box, colours) for box in kit.boxes],
        "moves": [
            {"text": kit.game.move_text(move), "from": move.target if move.source is None else move.source,
             "to": move.target}
            for move in moves
        ],
        "seats": seats,
    }  # fmt: skip


def _box(kit: Kit, box: Box, colours: dict[str, int]) -> dict[str, Any]:
    """Return a box: what it is called, the row that it lies in, and for each slot its colour and beads."""
    return {
        "id": box.id,
        "row": box.row,
        "colours": [colours[slot.colour.key] for slot in box.slots],
        "beads": [slot.beads for slot in box.slots],
        "moves": [kit.game.move_text(slot.moves[0]) for slot in box.slots],
    }


def _seat(kit: Kit, shelf: Shelf, side: int, moves: dict[Move, int]) -> dict[str, Any]:
    """Return all games of a machine on a side; moves that are new get a number in ``moves``."""
    graph = list_situations(
        kit.game, [shelf if number == side else None for number in (0, 1)], with_leads=True, limit=MOST
    )
    numbers = {position: number for number, position in enumerate(dict.fromkeys(graph.positions))}
    edges = [branch for branches in graph.branches for branch in branches]
    return {
        "side": side,
        "names": [one.name for one in kit.game.sides],
        "cells": ["".join(chr(ord("0") + content) for content in position.cells) for position in numbers],
        "position": [numbers[position] for position in graph.positions],
        "mover": "".join(str(position.to_move) for position in graph.positions),
        "ends": "".join(_written(graph.outcome(index, side)) for index in range(len(graph.positions))),
        "repeated": "".join(_written(_repeated(graph, index, side)) for index in range(len(graph.positions)))
        if kit.game.repetition is not None
        else "",
        "boxes": list(graph.boxes),
        "degrees": [len(branches) for branches in graph.branches],
        "children": [branch.child for branch in edges],
        "moves": [moves.setdefault(branch.move, len(moves)) for branch in edges],
        "choices": "".join(map(str, _choices(kit, graph, 1 - side))),
    }


def _written(outcome: int | None) -> str:
    """Return an outcome as one letter."""
    return GOES_ON if outcome is None else OUTCOMES[outcome + 1]


def _repeated(graph: GameGraph, index: int, side: int) -> int | None:
    """Return how the game has ended for a side where a repetition ends it in a situation; None where it is over."""
    if graph.results[index] is not None:
        return None
    position = graph.positions[index]
    value = graph.game.repeated(position)
    total = graph.leads[index] + (value if position.to_move == 0 else -value)
    return ((total > 0) - (total < 0)) * (1 if side == 0 else -1)


def _choices(kit: Kit, graph: GameGraph, side: int) -> Sequence[int]:
    """Return for each edge which of the offered opponents, on a side, may choose it: a bit for each; 0 elsewhere."""
    adviser, found = Adviser(kit.oracle), list[int]()
    for index, branches in enumerate(graph.branches):
        position = graph.positions[index]
        mine = bool(branches) and position.to_move == side
        chosen = [set(adviser.choices(name, position, graph.leads[index])) if mine else set() for name in OFFERED]
        found += (sum((branch.move in moves) << bit for bit, moves in enumerate(chosen)) for branch in branches)
    return found
