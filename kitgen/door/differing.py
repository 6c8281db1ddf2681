"""What differs between two kits, in words: game, choices, rule, colours, and box by box."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from kitgen.door.loading import load_kit
from kitgen.kit.choices import CHOICES
from kitgen.kit.kit import Box, Kit, Slot
from kitgen.templates import Templates


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing in which two kits differ.

    Attributes:
        what: the thing, such as ``learning rule`` or ``box A1, beads of b3c2``.
        first, second: what it is in each of them, in words; empty where it is not there.
    """

    what: str
    first: str
    second: str

    def __str__(self) -> str:
        if self.first and self.second:
            return f"{self.what}: {self.first} in the first, {self.second} in the second"
        return f"{self.what}: only in the {'first' if self.first else 'second'}: {self.first or self.second}"


def diff(first: Kit | str | Path, second: Kit | str | Path, *, templates: Templates | None = None) -> list[Difference]:
    """Return what differs between two kits; nothing when a machine made of the one is a machine made of the other.

    Titles, names and the commands that make them are no difference; the language is, for it is printed.

    Args:
        first: a kit, an edition or game by name, or a path.
        second: another.
        templates: where editions are read from; those that come with kitgen when None.

    Raises:
        UsageError: a kit is unknown.
        KitFileError: a kit's file is damaged or none of kitgen's.

    >>> diff("her", "hexapawn:3x3")
    []
    >>> print(diff("her", "her-3x4")[0])
    game: hexapawn:3x3 in the first, hexapawn:3x4 in the second
    >>> print(diff("her", "gardner24")[-1])
    box C11: only in the second: .b./wb./... b
    """
    templates = templates or Templates()
    one, other = (kit if isinstance(kit, Kit) else load_kit(kit, templates=templates) for kit in (first, second))
    if one.game_spec != other.game_spec:
        return [Difference("game", one.game_spec, other.game_spec)]
    alike = one.players == other.players  # machines for different sides have no box in common
    boxes = _boxes(one, other) if alike else ()
    return [*_chosen(one, other), *_rules(one, other), *_colours(one, other), *boxes]


def _chosen(one: Kit, other: Kit) -> Iterator[Difference]:
    """Yield the choices that differ."""
    for choice in CHOICES:
        values = [getattr(kit.choices, choice.key) for kit in (one, other)]
        if values[0] != values[1]:
            yield Difference(choice.key.replace("_", " "), *map(_words, values))


def _words(value: object) -> str:
    """Return the value of a choice in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(part if isinstance(part, str) else ":".join(map(str, part)) for part in value) or "none"
    return str(value)


def _rules(one: Kit, other: Kit) -> Iterator[Difference]:
    """Yield what differs in the learning rules, whatever these are called."""
    plain = [msgspec.to_builtins(kit.rule) for kit in (one, other)]
    for key in sorted({*plain[0], *plain[1]}):
        values = [rule.get(key) for rule in plain]
        if values[0] != values[1]:
            yield Difference(f"learning rule, {key}", *(_compact(value) for value in values))


def _compact(value: object) -> str:
    """Return plain data in a line."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def _colours(one: Kit, other: Kit) -> Iterator[Difference]:
    """Yield the colours that differ."""
    palettes = [{colour.key: colour for colour in kit.palette} for kit in (one, other)]
    for key in dict.fromkeys([*palettes[0], *palettes[1]]):
        looks = ["" if colour is None else _look(colour) for colour in (palette.get(key) for palette in palettes)]
        if looks[0] != looks[1]:
            yield Difference(f"colour {key}", *looks)


def _look(colour: object) -> str:
    """Return what is seen of a colour."""
    return " ".join(str(getattr(colour, part)) for part in ("name", "letter", "symbol", "line", "fill"))


def _boxes(one: Kit, other: Kit) -> Iterator[Difference]:
    """Yield what differs in the boxes, matched by the position that is drawn on them, and in what is always played."""
    for kind, held in (("box", (one.boxes, other.boxes)), ("always played", (one.always, other.always))):
        by_position = [{box.position: box for box in boxes} for boxes in held]
        for position in dict.fromkeys([*by_position[0], *by_position[1]]):
            first, second = (boxes.get(position) for boxes in by_position)
            text = one.game.text(position)
            if first is None or second is None:
                there = first or second
                assert there is not None  # noqa: S101 - the position comes from one of them
                yield Difference(f"{kind} {there.id}", text * (first is not None), text * (second is not None))
            else:
                yield from _box(one, f"{kind} {first.id}", first, second)


def _box(kit: Kit, what: str, first: Box, second: Box) -> Iterator[Difference]:
    """Yield what differs between two boxes of one position."""
    if first.id != second.id:
        yield Difference(f"the box of {kit.game.text(first.position)}", first.id, second.id)
    slots = [{_moves(kit, slot): slot for slot in box.slots} for box in (first, second)]
    for moves in dict.fromkeys([*slots[0], *slots[1]]):
        beads = ["" if slot is None else _beads(slot) for slot in (box.get(moves) for box in slots)]
        if beads[0] != beads[1]:
            yield Difference(f"{what}, move {moves}", *beads)


def _moves(kit: Kit, slot: Slot) -> str:
    """Return the moves that share a slot."""
    return "=".join(kit.game.move_text(move) for move in slot.moves)


def _beads(slot: Slot) -> str:
    """Return what lies in a slot at the start."""
    return f"{slot.beads} {slot.colour.name}" if slot.beads else "no bead"
