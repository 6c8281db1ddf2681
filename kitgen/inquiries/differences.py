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
        return (
            f"{self.what}: only in the {'first' if self.first else 'second'}: "
            f"{self.first or self.second}"
        )


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
        names = kit.game.called, other.game.called
        games = names if names[0] != names[1] else (kit.game_spec, other.game_spec)
        return Differences([Difference("game", *games)])
    both = (kit, other)
    choices = [
        {field.key.replace("_", " "): getattr(each.choices, field.key) for field in CHOICES}
        for each in both
    ]
    rules = [dict(sorted(msgspec.to_builtins(each.rule).items())) for each in both]
    colours = [
        {c.key: f"{c.name} {c.letter} {c.symbol} {c.line} {c.fill}" for c in each.palette}
        for each in both
    ]
    found = [
        *_differing("{}", choices, _words),
        *_differing("learning rule, {}", rules, _json),
        *_differing("colour {}", colours),
        *(
            _boxes(kit, other) if kit.players == other.players else ()
        ),  # else they have no box in common
    ]
    return Differences(found)


def _differing(
    what: str, both: Sequence[Mapping[str, Any]], words: Callable[[Any], str] = str
) -> Iterator[Difference]:
    first, second = both
    for key in dict.fromkeys([*first, *second]):
        if first.get(key) != second.get(key):
            yield Difference(
                what.format(key), *(words(each[key]) if key in each else "" for each in both)
            )


def _words(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return (
            ", ".join(part if isinstance(part, str) else ":".join(map(str, part)) for part in value)
            or "none"
        )
    return str(value)


def _json(value: object) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def _boxes(kit: Kit, other: Kit) -> Iterator[Difference]:
    """Yield the differences between the boxes, matched by position, and between the moves that
    are always played.
    """
    for kind, held in (
        ("box", (kit.boxes, other.boxes)),
        ("always played", (kit.always, other.always)),
    ):
        by_position = [{box.position: box for box in boxes} for boxes in held]
        for position in dict.fromkeys([*by_position[0], *by_position[1]]):
            first, second = (boxes.get(position) for boxes in by_position)
            text = kit.game.text(position)
            if first and second:
                yield from _box(kit, f"{kind} {first.id}", first, second)
            elif box := first or second:
                yield Difference(f"{kind} {box.id}", text if first else "", text if second else "")


def _box(kit: Kit, what: str, first: Box, second: Box) -> Iterator[Difference]:
    if first.id != second.id:
        yield Difference(f"the box of {kit.game.text(first.position)}", first.id, second.id)

    def slots(box: Box) -> dict[str, str]:
        moves = ["=".join(map(kit.game.move_text, slot.moves)) for slot in box.slots]
        beads = [
            f"{slot.beads} {slot.colour.name}" if slot.beads else "no bead" for slot in box.slots
        ]
        return dict(zip(moves, beads, strict=True))

    yield from _differing(f"{what}, move {{}}", (slots(first), slots(second)))
