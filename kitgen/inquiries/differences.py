"""Lists the differences between two kits in words: game, choices, rule, colours, and box by box."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import msgspec

from kitgen.errors import many
from kitgen.kit.choices import CHOICES
from kitgen.kit.kit import Box, Kit, KitGiven
from kitgen.model import Result
from kitgen.reading.templates import Templates
from kitgen.sources.kit_sources import load_kit


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing in which two kits differ, and its value in each in words, if it has one."""

    what: str
    first: str
    second: str

    def __str__(self) -> str:
        if self.first and self.second:
            return f"{self.what}: {self.first} in the first, {self.second} in the second"
        kit = "first" if self.first else "second"
        return f"{self.what}: only in the {kit}: {self.first or self.second}"


class Differences(Result, list[Difference]):
    """The differences between two kits: a list, empty where there are none."""

    __slots__ = ()

    def summary(self) -> str:
        """Return how many there are."""
        return many(len(self), "difference") if self else "no differences"

    def table(self) -> list[dict[str, Any]]:
        """Return a row for each difference."""
        return [asdict(difference) for difference in self]


def diff(first: KitGiven, second: KitGiven, *, templates: Templates | None = None) -> Differences:
    """Return the differences between two kits; none when a machine made of one is a machine made of
    the other.

    Each may be a kit, an edition or game by name, a path, or a game as an object. Titles, names and
    the commands that make them do not count; the language does, because it is printed.

    Raises:
        UsageError: a kit is unknown.
        KitFileError: a kit's file is damaged or not a kit.

    >>> diff("her", "hexapawn:3x3")
    <no differences>
    >>> print(diff("her", "her-3x4")[0])
    game: hexapawn:3x3 in the first, hexapawn:3x4 in the second
    >>> print(diff("her", "gardner24@1")[-1])
    box C11: only in the second: .b./wb./... b
    """
    kit = load_kit(first, templates=templates)
    other = load_kit(second, templates=templates)
    if kit.game_spec != other.game_spec:
        games = (kit.game.called, other.game.called)
        if games[0] == games[1]:
            games = (kit.game_spec, other.game_spec)
        return Differences([Difference("game", *games)])
    differences = [
        *_differing("{}", _choices(kit), _choices(other), _words),
        *_differing("learning rule, {}", _rule(kit), _rule(other), _json),
        *_differing("colour {}", _colours(kit), _colours(other)),
    ]
    if kit.players == other.players:  # otherwise they have no box in common
        differences += _boxes(kit, other)
    return Differences(differences)


def _choices(kit: Kit) -> dict[str, Any]:
    return {field.key.replace("_", " "): getattr(kit.choices, field.key) for field in CHOICES}


def _rule(kit: Kit) -> dict[str, Any]:
    return dict(sorted(msgspec.to_builtins(kit.rule).items()))


def _colours(kit: Kit) -> dict[str, str]:
    colours = {}
    for colour in kit.palette:
        looks = f"{colour.letter} {colour.symbol} {colour.line} {colour.fill}"
        colours[colour.key] = f"{colour.name} {looks}"
    return colours


def _differing(
    what: str,
    first: Mapping[str, Any],
    second: Mapping[str, Any],
    words: Callable[[Any], str] = str,
) -> Iterator[Difference]:
    """Yield the keys that have another value, or stand in one only; ``words`` says a value."""
    for key in dict.fromkeys([*first, *second]):
        if first.get(key) != second.get(key):
            in_first = words(first[key]) if key in first else ""
            in_second = words(second[key]) if key in second else ""
            yield Difference(what.format(key), in_first, in_second)


def _words(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Sequence) and not isinstance(value, str):
        parts = [part if isinstance(part, str) else ":".join(map(str, part)) for part in value]
        return ", ".join(parts) or "none"
    return str(value)


def _json(value: object) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def _boxes(kit: Kit, other: Kit) -> Iterator[Difference]:
    """Yield the differences between the boxes, matched by position, and between the moves that
    are always played.
    """
    for kind, boxes, other_boxes in (
        ("box", kit.boxes, other.boxes),
        ("always played", kit.always, other.always),
    ):
        in_first = {box.position: box for box in boxes}
        in_second = {box.position: box for box in other_boxes}
        for position in dict.fromkeys([*in_first, *in_second]):
            first = in_first.get(position)
            second = in_second.get(position)
            text = kit.game.text(position)
            if first is not None and second is not None:
                yield from _box(kit, f"{kind} {first.id}", first, second)
            elif first is not None:
                yield Difference(f"{kind} {first.id}", text, "")
            elif second is not None:
                yield Difference(f"{kind} {second.id}", "", text)


def _box(kit: Kit, what: str, first: Box, second: Box) -> Iterator[Difference]:
    if first.id != second.id:
        yield Difference(f"the box of {kit.game.text(first.position)}", first.id, second.id)

    def beads_by_move(box: Box) -> dict[str, str]:
        beads = {}
        for slot in box.slots:
            moves = "=".join(map(kit.game.move_text, slot.moves))
            beads[moves] = f"{slot.beads} {slot.colour.name}" if slot.beads else "no bead"
        return beads

    yield from _differing(f"{what}, move {{}}", beads_by_move(first), beads_by_move(second))
