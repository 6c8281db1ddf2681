"""A kit as the page's engine wants it: every situation of its games, its boxes and its learning rule, as plain data.

The page knows no rules. It walks from situation to situation along the edges that are listed here, picks beads from the
boxes that are named here, and learns by the schedule that the kernel reads too. See docs/web.md for the format.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from kitgen.errors import UsageError, quoted
from kitgen.kit.kit import Box, Kit
from kitgen.kit.palette import Colour
from kitgen.machine.game_graph import GameGraph, list_situations
from kitgen.machine.paper_machine import Shelf
from kitgen.machine.policies import Adviser
from kitgen.machine.twin import twin_kit
from kitgen.model import Move
from kitgen.paper.find.views import view_at
from kitgen.record.rows import RESULTS
from kitgen.session.beads import cares_how_it_ended

#: The opponents without boxes that the page offers: an edge's figure in ``choices`` has a bit for each, lowest first.
OFFERED = ("random", "winning-move", "perfect")
#: Games with more situations than this would make a page that no telephone likes to open.
MOST = 40_000
#: How an outcome is written: for the machine, lost, drawn, won; and a situation in which the game goes on.
OUTCOMES, GOES_ON = "ldw", "."
#: An edge that no bead of the second machine stands for.
NEVER = "."


def second_machine(kit: Kit) -> Kit | None:
    """Return the machine that can sit opposite; None where the kit has no boxes for all that it may do.

    >>> from kitgen.kit.build import make_kit
    >>> second_machine(make_kit("her")).choices.side
    'white'
    """
    return twin_kit(kit, kit.players[0]) if kit.choices.opponent == "any" else None


def all_colours(kits: Sequence[Kit]) -> list[Colour]:
    """Return the bead colours of some kits, those of the first one first."""
    return list({colour.key: colour for kit in kits for colour in kit.palette}.values())


def page_data(kit: Kit, other: Kit | None = None) -> dict[str, Any]:
    """Return a kit as data for the page.

    Args:
        kit: the machine.
        other: the machine that can sit opposite; its boxes come after those of the kit.

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
    kits = [kit] if other is None else [kit, other]
    shelf, palette = Shelf(kit), all_colours(kits)
    colours = {colour.key: at for at, colour in enumerate(palette)}
    moves: dict[Move, int] = {}
    signs: dict[str, int] = {"": 0}
    opposite = None if other is None else Shelf(other)
    seats = []
    for side in kit.players:
        shelves = [shelf if number == side else None for number in (0, 1)]
        graph = list_situations(kit.game, shelves, with_leads=True, limit=MOST)
        seats.append(_seat(kit, graph, side, moves, signs))
        if opposite is not None:
            seats[-1] |= _opposite(graph, opposite, side, len(kit.boxes))
    return {
        "name": kit.name,
        "title": kit.title,
        "game": kit.game_spec,
        "hash": kit.short_hash,
        "language": kit.choices.language,
        "schedule": shelf.schedule.data(),
        "gives_up": kit.rule.when_empty.outcome,
        "draws": kit.draws or kit.rule.when_empty.draws,
        "scoring": kit.game.scoring,
        "cares": {letter: cares_how_it_ended(shelf.schedule, result) for letter, result in RESULTS.items()},
        "opponents": list(OFFERED),
        "repetition": kit.game.repetition or 0,
        "colours": [{"name": one.name, "key": one.key, "letter": one.letter} for one in palette],
        "boxes": [_box(box, colours) for one in kits for box in one.boxes],
        "own": len(kit.boxes),
        "other": "" if other is None else other.name,
        "moves": [
            {"text": kit.game.move_text(move), "from": move.target if move.source is None else move.source,
             "to": move.target}
            for move in moves
        ],
        "signs": list(signs),
        "seats": seats,
    }  # fmt: skip


def _box(box: Box, colours: dict[str, int]) -> dict[str, Any]:
    """Return a box: what it is called, the row that it lies in, and for each slot its colour, beads and worth."""
    return {
        "id": box.id,
        "row": box.row,
        "colours": [colours[slot.colour.key] for slot in box.slots],
        "beads": [slot.beads for slot in box.slots],
        "values": "".join(_written((slot.value > 0) - (slot.value < 0)) for slot in box.slots),
    }


def _seat(kit: Kit, graph: GameGraph, side: int, moves: dict[Move, int], signs: dict[str, int]) -> dict[str, Any]:
    """Return all games of a machine on a side; moves and signs that are new get a number."""
    numbers = {position: number for number, position in enumerate(dict.fromkeys(graph.positions))}
    edges = [branch for branches in graph.branches for branch in branches]
    return {
        "side": side,
        "names": [one.name for one in kit.game.sides],
        "cells": ["".join(map(_figure, position.cells)) for position in numbers],
        "position": [numbers[position] for position in graph.positions],
        "mover": "".join(str(position.to_move) for position in graph.positions),
        "ends": "".join(_written(graph.outcome(index, side)) for index in range(len(graph.positions))),
        "repeated": "".join(_written(_repeated(graph, index, side)) for index in range(len(graph.positions)))
        if kit.game.repetition is not None
        else "",
        "boxes": list(graph.boxes),
        "lies": "".join(_figure(signs.setdefault(sign, len(signs))) for sign in _signs(kit, graph)),
        "degrees": [len(branches) for branches in graph.branches],
        "children": [branch.child for branch in edges],
        "moves": [moves.setdefault(branch.move, len(moves)) for branch in edges],
        "choices": "".join(map(str, _choices(kit, graph, 1 - side))),
    }


def _signs(kit: Kit, graph: GameGraph) -> Iterator[str]:
    """Yield how the box of each situation lies beside the table, as the finder writes it; nothing without one."""
    for position, box in zip(graph.positions, graph.boxes, strict=True):
        view = view_at(kit, position) if box >= 0 else None
        yield "" if view is None else view.sign


def _opposite(graph: GameGraph, opposite: Shelf, side: int, before: int) -> dict[str, Any]:
    """Return what the second machine finds in the situations of a seat: its boxes, and a slot for each edge."""
    boxes, slots = [], []
    for position, branches in zip(graph.positions, graph.branches, strict=True):
        opening = opposite.find(position) if branches and position.to_move != side else None
        boxes.append(-1 if opening is None or opening.box is None else before + opening.box)
        drawn = () if opening is None else opening.moves
        slots += [_figure(drawn.index(one.move)) if one.move in drawn else NEVER for one in branches]
    return {"opposite": boxes, "slots": "".join(slots)}


def _figure(number: int) -> str:
    """Return a small number as one letter, as cells have it."""
    return chr(ord("0") + number)


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
