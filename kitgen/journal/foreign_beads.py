"""The beads that a machine of another program gives to the boxes of a kit.

A position is matched with the boxes of a kit that are images of it; the beads of moves that share a
slot are added up.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from kitgen.errors import RecordError
from kitgen.kit.kit import Box, Given, GivenBox, Kit
from kitgen.model import Move, Position


class ForeignPosition(NamedTuple):
    """A position of another program's machine.

    Attributes:
        place: its place in the file, for messages.
        position: the position.
        beads: the beads of its legal moves.
    """

    place: str
    position: Position
    beads: Mapping[Move, int]


class _BoxRow(NamedTuple):
    """The beads that a box is given, slot by slot, and the place in the file that gives them."""

    place: str
    beads: tuple[int, ...]


def given_beads(
    kit: Kit, positions: Iterable[ForeignPosition], source: str, signs: Sequence[str]
) -> Given:
    """Return the beads that a machine of another program gives to the boxes of a kit.

    Args:
        positions: its positions, with beads for legal moves only.
        signs: the program's signs for the contents of a square.

    Raises:
        RecordError: there is no box for a position, or two positions belong to one box but differ
            in their beads.
    """
    rows: dict[str, _BoxRow] = {}
    boxes_at = {box.position: box for box in kit.boxes}
    for entry in positions:
        beads_by_box = _beads_by_box(kit, boxes_at, entry)
        if not beads_by_box and kit.unboxed(entry.position) is None:
            raise RecordError(f"{entry.place} {_no_box(kit, entry.position, signs)}")
        for box_id, beads in beads_by_box.items():
            row = rows.setdefault(box_id, _BoxRow(entry.place, beads))
            if row.beads != beads:
                raise RecordError(
                    f"{entry.place} and {row.place} are both box {box_id}, with other beads"
                )
    if not rows:
        raise RecordError("the machine has no box for any position in it")
    in_order = [box.id for box in kit.boxes if box.id in rows]
    return Given(source, tuple(GivenBox(box_id, rows[box_id].beads) for box_id in in_order))


def _beads_by_box(
    kit: Kit, boxes_at: Mapping[Position, Box], entry: ForeignPosition
) -> dict[str, tuple[int, ...]]:
    """Return the beads of each box that is an image of a position, slot by slot."""
    beads_by_box: dict[str, tuple[int, ...]] = {}
    for symmetry in kit.symmetries.all:
        box = boxes_at.get(symmetry.position(entry.position))
        if box is None or box.id in beads_by_box:
            continue
        images = {symmetry.move(move): number for move, number in entry.beads.items()}
        slots = []
        for slot in box.slots:
            slots.append(sum(images.get(move, 0) for move in slot.moves))
        beads_by_box[box.id] = tuple(slots)
    return beads_by_box


def _no_box(kit: Kit, position: Position, signs: Sequence[str]) -> str:
    """Return the end of a message about a position without a box, with the box nearest to it."""
    images = [symmetry.position(position).cells for symmetry in kit.symmetries.all]
    nearest = min(
        kit.boxes, key=lambda box: min(_differing(box.position.cells, cells) for cells in images)
    )
    return (
        f"is not a position that {kit.name} has a box for; the nearest is "
        f"{spelled(nearest.position, signs)}, its box {nearest.id}"
    )


def _differing(cells: Sequence[int], others: Sequence[int]) -> int:
    """Return how many squares of two positions differ."""
    return sum(content != other for content, other in zip(cells, others, strict=True))


def spelled(position: Position, signs: Sequence[str]) -> str:
    """Return a position with the first sign for the contents of each square.

    >>> spelled(Position((0, 1, 2, 0), 0), ("0.-_", "1Xx", "2Oo"))
    '0120'
    """
    return "".join(signs[content][0] for content in position.cells)
