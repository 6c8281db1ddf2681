"""Machines of other programs as they stand: how many beads there are for which move, and no games.

Other programs write a position as it lay before them. Here it is laid on the boxes of a kit that are its images, its
moves with it; moves that share a slot there bring their beads together.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from kitgen.errors import RecordError
from kitgen.kit.file.given import Given, GivenBox
from kitgen.kit.kit import Box, Kit
from kitgen.model import Move, Position, Symmetry


@dataclass(frozen=True, slots=True)
class ForeignPosition:
    """One position of another program's machine.

    Attributes:
        place: where it stands, as a refusal names it.
        position: the position.
        beads: how many beads there are for each of its moves; none for one that is not named.
    """

    place: str
    position: Position
    beads: Mapping[Move, int] = field(default_factory=dict)


def given_beads(kit: Kit, entries: Iterable[ForeignPosition], source: str, spell: Callable[[Position], str]) -> Given:
    """Return the beads that a machine of another program gives to the boxes of a kit.

    Args:
        kit: the kit.
        entries: its positions; their moves are legal.
        source: the program.
        spell: how it writes a position.

    Raises:
        RecordError: there is no box for a position, or two positions are one box and differ in their beads.
    """
    at = {box.position: box for box in kit.boxes}
    found: dict[str, tuple[ForeignPosition, tuple[int, ...]]] = {}
    for entry in entries:
        rows = list(_rows(kit.symmetries.all, at, entry))
        if not rows and kit.unboxed(entry.position) is None:
            raise RecordError(f"{entry.place} {_no_box(kit, entry.position, spell)}")
        for box, beads in rows:
            other = found.setdefault(box.id, (entry, beads))
            if other[1] != beads:
                raise RecordError(f"{entry.place} and {other[0].place} are both box {box.id}, with other beads")
    boxes = tuple(GivenBox(box.id, found[box.id][1]) for box in kit.boxes if box.id in found)
    if not boxes:
        raise RecordError("there is no position in it that the machine has a box for")
    return Given(source, boxes)


def _rows(
    symmetries: Iterable[Symmetry], at: Mapping[Position, Box], entry: ForeignPosition
) -> Iterator[tuple[Box, tuple[int, ...]]]:
    """Yield the boxes that are images of a position, each with the beads for its slots."""
    done = set()
    for symmetry in symmetries:
        box = at.get(symmetry.position(entry.position))
        if box is not None and box.id not in done:
            done.add(box.id)
            beads = {symmetry.move(move): number for move, number in entry.beads.items()}
            yield box, tuple(sum(beads.get(move, 0) for move in slot.moves) for slot in box.slots)


def _no_box(kit: Kit, position: Position, spell: Callable[[Position], str]) -> str:
    """Return in words that a machine has no box for a position, and the box that comes nearest."""
    images = [symmetry.position(position).cells for symmetry in kit.symmetries.all]

    def apart(box: Box) -> int:
        return min(sum(a != b for a, b in zip(box.position.cells, cells, strict=True)) for cells in images)

    near = min(kit.boxes, key=apart)
    return f"is no position that {kit.name} has a box for; the nearest is {spell(near.position)}, its box {near.id}"
