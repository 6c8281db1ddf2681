"""What the companion page knows of a machine: every situation of its games, and its boxes.

The page knows no rules: its data has every situation, with edges to the next ones. It learns by the
schedule that the kernel reads too. See docs/web.md for the format.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from kitgen.errors import UsageError, quoted
from kitgen.kit.kit import Box, Kit, view_at
from kitgen.kit.palette import Colour
from kitgen.machine.game_graph import Branch, GameGraph, one_sided
from kitgen.machine.lines import sign
from kitgen.machine.match import Adviser, twin_kit
from kitgen.machine.paper_machine import Shelf
from kitgen.model import Move
from kitgen.paper.spoken_game import has_draws
from kitgen.record.rows import RESULTS

#: The page's opponents without boxes: an edge's digit in ``choices`` has a bit for each, lowest
#: first.
OFFERED = ("random", "winning-move", "perfect")
#: The most situations of a game; more would make a page too large for a phone.
MAX_SITUATIONS = 40_000
#: The letters for an outcome for the machine: lost, drawn and won.
OUTCOMES = "ldw"
#: The letter where a game goes on.
GOES_ON = "."
#: The sign of an edge for which the second machine has no bead.
NO_BEAD = "."


def second_machine(kit: Kit) -> Kit | None:
    """Return the opposite machine; None if the kit has no boxes for all its moves.

    >>> from kitgen.kit.build import build_kit
    >>> second_machine(build_kit("her")).choices.side
    'white'
    """
    if kit.choices.expect != "any":
        return None
    return twin_kit(kit, kit.players[0])


def all_colours(kits: Sequence[Kit]) -> list[Colour]:
    """Return the bead colours of several kits, the first kit's first."""
    by_key: dict[str, Colour] = {}
    for kit in kits:
        by_key |= {colour.key: colour for colour in kit.palette}
    return list(by_key.values())


def page_data(kit: Kit, other: Kit | None = None) -> dict[str, Any]:
    """Return a kit as data for the page; the boxes of the ``other``, opposite machine come after
    its own.

    >>> from kitgen.kit.build import build_kit
    >>> data = page_data(build_kit("her"))
    >>> len(data["boxes"]), [len(seat["boxes"]) for seat in data["seats"]]
    (19, [122])
    """
    if kit.rule.learns != "beads":
        raise UsageError(
            f"rule {quoted(kit.choices.rule)} keeps no beads; a page shows machines with beads"
        )
    kits = [kit] if other is None else [kit, other]
    shelf = Shelf(kit)
    palette = all_colours(kits)
    number_of_colour = {colour.key: number for number, colour in enumerate(palette)}
    numbers = Numbers()
    seats = _seats(kit, shelf, other, numbers)
    diagram = kit.game.diagram
    return {
        "name": kit.name,
        "game": kit.game_spec,
        "kind": diagram.moves,
        "names": list(_cell_names(kit)),
        "seeds": diagram.seeds,
        "hash": kit.short_hash,
        "language": kit.choices.language,
        "schedule": shelf.schedule.data(),
        "gives_up": kit.rule.when_empty.outcome,
        "draws": has_draws(kit),
        "scoring": kit.game.scoring,
        "cares": {
            letter: shelf.schedule.cares_how_it_ended(result) for letter, result in RESULTS.items()
        },
        "opponents": list(OFFERED),
        "repetition": kit.game.repetition or 0,
        "colours": [_colour_data(colour) for colour in palette],
        "endings": list(numbers.endings),
        "boxes": [_box_data(box, number_of_colour) for machine in kits for box in machine.boxes],
        "own": len(kit.boxes),
        "other": "" if other is None else other.name,
        "moves": [_move_data(kit, move) for move in numbers.moves],
        "signs": list(numbers.lies),
        "seats": seats,
    }


class Numbers:
    """The numbers that a page gives to moves, to how a box lies, and to endings, by first use."""

    def __init__(self) -> None:
        self.moves: dict[Move, int] = {}
        #: How a box lies beside the board, by the signs of the finder; 0 is as drawn.
        self.lies: dict[str, int] = {"": 0}
        #: Why a game ended; 0 is that it goes on.
        self.endings: dict[str, int] = {"": 0}

    def of_move(self, move: Move) -> int:
        """Return the number of a move."""
        return self.moves.setdefault(move, len(self.moves))

    def of_lie(self, finder_sign: str) -> int:
        """Return the number of how a box lies."""
        return self.lies.setdefault(finder_sign, len(self.lies))

    def of_ending(self, ending: str) -> int:
        """Return the number of a reason for which games end."""
        return self.endings.setdefault(ending, len(self.endings))


def _colour_data(colour: Colour) -> dict[str, str]:
    return {
        "name": colour.name,
        "key": colour.key,
        "letter": colour.letter,
        "fill": colour.fill,
    }


def _box_data(box: Box, number_of_colour: Mapping[str, int]) -> dict[str, Any]:
    return {
        "id": box.id,
        "row": box.row,
        "colours": [number_of_colour[slot.colour.key] for slot in box.slots],
        "beads": [slot.beads for slot in box.slots],
        "values": "".join(_written(sign(slot.value)) for slot in box.slots),
    }


def _move_data(kit: Kit, move: Move) -> dict[str, Any]:
    start = move.target if move.source is None else move.source
    return {"text": kit.game.move_text(move), "from": start, "to": move.target}


def _cell_names(kit: Kit) -> Sequence[str]:
    """Return the name of each cell in moves; nothing if moves do not name cells."""
    diagram = kit.game.diagram
    if diagram.names or kit.game.rows_by == "none":
        return diagram.names
    cells = range(len(diagram.centres))
    if diagram.moves != "arrow":
        return [kit.game.move_text(Move(None, cell)) for cell in cells]
    # A move from a cell to itself is its name twice.
    twice = [kit.game.move_text(Move(cell, cell)) for cell in cells]
    return [text[: len(text) // 2] for text in twice]


def _seats(kit: Kit, shelf: Shelf, other: Kit | None, numbers: Numbers) -> list[dict[str, Any]]:
    """Return the data of each side on which the machine can sit."""
    opposite = None if other is None else Shelf(other)
    seats = []
    for side in kit.players:
        graph = one_sided(shelf, side, MAX_SITUATIONS)
        seat = _seat(kit, graph, side, numbers)
        if opposite is not None:
            seat |= _opposite(graph, opposite, side, before=len(kit.boxes))
        seats.append(seat)
    return seats


def _seat(kit: Kit, graph: GameGraph, side: int, numbers: Numbers) -> dict[str, Any]:
    number_of = {position: number for number, position in enumerate(dict.fromkeys(graph.positions))}
    edges = list(chain.from_iterable(graph.branches))
    situations = range(len(graph.positions))
    repeated = ""
    if kit.game.repetition is not None:
        repeated = "".join(_written(graph.repeated(index, side)) for index in situations)
    return {
        "side": side,
        "names": [player.name for player in kit.game.sides],
        "cells": [signs(position.cells) for position in number_of],
        "position": _fresh([number_of[position] for position in graph.positions], 0),
        "mover": signs(position.to_move for position in graph.positions),
        "ends": "".join(_written(graph.outcome(index, side)) for index in situations),
        "why": signs(_ending_numbers(kit, graph, numbers)),
        "repeated": repeated,
        "boxes": list(graph.boxes),
        "lies": signs(_lie_numbers(kit, graph, numbers)),
        "degrees": [len(branches) for branches in graph.branches],
        "children": _fresh([branch.child for branch in edges], 1),
        "moves": [numbers.of_move(branch.move) for branch in edges],
        "choices": signs(_choices(kit, graph, 1 - side)),
    }


def _ending_numbers(kit: Kit, graph: GameGraph, numbers: Numbers) -> list[int]:
    """Return for each situation why the game has ended; 0 where it goes on."""
    endings = []
    for position, result in zip(graph.positions, graph.results, strict=True):
        ending = "" if result is None else kit.game.ending(position)
        endings.append(numbers.of_ending(ending))
    return endings


def _lie_numbers(kit: Kit, graph: GameGraph, numbers: Numbers) -> list[int]:
    """Return for each situation how its box lies; 0 where there is none."""
    lies = []
    for position, box in zip(graph.positions, graph.boxes, strict=True):
        view = view_at(kit, position) if box >= 0 else None
        lies.append(numbers.of_lie("" if view is None else view.sign))
    return lies


def _opposite(graph: GameGraph, opposite: Shelf, side: int, before: int) -> dict[str, Any]:
    """Return the second machine's boxes in a seat's situations, and its slot for each edge.

    Its boxes are numbered after the ``before`` boxes of the first machine.
    """
    boxes = []
    slots = ""
    for position, branches in zip(graph.positions, graph.branches, strict=True):
        opening = None
        if branches and position.to_move != side:
            opening = opposite.find(position)
        if opening is None or opening.box is None:
            boxes.append(-1)
        else:
            boxes.append(before + opening.box)
        drawn = () if opening is None else opening.moves
        slots += "".join(_slot_sign(branch, drawn) for branch in branches)
    return {"opposite": boxes, "slots": slots}


def _slot_sign(branch: Branch, drawn: Sequence[Move]) -> str:
    if branch.move not in drawn:
        return NO_BEAD
    return signs([drawn.index(branch.move)])


def _fresh(numbers: Sequence[int], unseen: int) -> list[int]:
    """Return numbers in little space: 0 for the first that is not seen yet, which most are;
    otherwise one more.
    """
    short = []
    for number in numbers:
        if number == unseen:
            short.append(0)
            unseen += 1
        else:
            short.append(number + 1)
    return short


def signs(numbers: Iterable[int]) -> str:
    """Return small numbers as text, a sign for each: a letter from ``0`` on.

    >>> signs([0, 9, 10]), numbers_in("09:")
    ('09:', (0, 9, 10))
    """
    return "".join(chr(ord("0") + number) for number in numbers)


def numbers_in(text: str) -> tuple[int, ...]:
    """Return the numbers of ``signs``."""
    return tuple(ord(digit) - ord("0") for digit in text)


def _written(outcome: int | None) -> str:
    if outcome is None:
        return GOES_ON
    return OUTCOMES[outcome + 1]


def _choices(kit: Kit, graph: GameGraph, side: int) -> Sequence[int]:
    """Return for each edge a bit for each offered opponent on a side that may choose it."""
    adviser = Adviser(kit.oracle)
    choices: list[int] = []
    for index, branches in enumerate(graph.branches):
        position = graph.positions[index]
        if not branches or position.to_move != side:
            choices += [0] * len(branches)
            continue
        chosen = [set(adviser.choices(name, position, graph.leads[index])) for name in OFFERED]
        choices += [_bits(branch.move, chosen) for branch in branches]
    return choices


def _bits(move: Move, chosen: Sequence[set[Move]]) -> int:
    """Return the bits of the opponents that may choose a move, the first's lowest."""
    return sum(1 << bit for bit, moves in enumerate(chosen) if move in moves)
