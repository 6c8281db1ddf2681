"""What a kit with other beads says of its past: the games that it has played, and the beads that follow from them."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Literal

from kitgen.kit.file.given import Given, GivenBox
from kitgen.kit.file.played import PlayedGame
from kitgen.kit.kit import Kit
from kitgen.record.passages import Passages
from kitgen.record.rows import RESULTS, GameRow, PickedBead
from kitgen.session.beads import RunningBeads, with_counts

_LETTERS: dict[int, Literal["W", "D", "L"]] = {1: "W", 0: "D", -1: "L"}


def played(rows: Iterable[GameRow]) -> tuple[PlayedGame, ...]:
    """Return games as a kit keeps them: without names and remarks.

    >>> played([GameRow(1, (PickedBead("A1", "R"), PickedBead("B1", "L")), -1, opponent="Anna")])
    (PlayedGame(game=1, picks='A1 R B1 L', result='L', resigned=None, last_only=False),)
    """
    return tuple(
        PlayedGame(
            row.game, " ".join(pick.text for pick in row.picks), _LETTERS[row.result], row.resigned, row.last_only
        )
        for row in rows
    )


def games_of(kit: Kit) -> tuple[GameRow, ...]:
    """Return the games that a kit has played."""
    return tuple(_row(one) for one in kit.played)


def _row(one: PlayedGame) -> GameRow:
    """Return a game as it was noted."""
    words = one.picks.split()
    beads = tuple(map(PickedBead, words[::2], words[1::2]))
    return GameRow(one.game, beads, RESULTS[one.result], resigned=one.resigned, last_only=one.last_only)


def as_new(kit: Kit) -> Kit:
    """Return a kit as its choices make it, with the beads that its rule gives to each box."""
    counts = [[kit.rule.beads(box.turn)] * len(box.slots) for box in kit.boxes]
    return replace(with_counts(kit, counts), hash="")


def at_first(kit: Kit) -> Kit:
    """Return a kit as it was before its first game: as new, or with the beads that it was given."""
    return as_new(kit) if kit.given is None else taken_over(as_new(kit), kit.given)


def taken_over(kit: Kit, given: Given) -> Kit:
    """Return a kit with beads that it is given, and that says so.

    Args:
        kit: a kit with the beads of its rule.
        given: the beads; those for a box that it has not are left out.
    """
    said = {one.box: one.beads for one in given.boxes}
    rows = [(said.get(box.id, ()), [slot.beads for slot in box.slots]) for box in kit.boxes]
    counts = [beads if len(beads) == len(usual) else usual for beads, usual in rows]
    return replace(with_counts(kit, counts), given=given, hash="")


def given_now(kit: Kit, counts: Sequence[Sequence[int]], source: str) -> Given:
    """Return the beads that a machine holds as beads that another is given.

    Args:
        kit: the machine.
        counts: the beads in each slot of each box.
        source: where they come from.
    """
    boxes = zip(kit.boxes, counts, strict=True)
    return Given(source, tuple(GivenBox(box.id, tuple(map(int, row))) for box, row in boxes))


def gone_on(kit: Kit, games: tuple[PlayedGame, ...]) -> Kit:
    """Return a kit after some games more.

    Args:
        kit: the kit as it is.
        games: what it plays then.
    """
    beads = RunningBeads(Passages(kit))
    for one in games:
        beads.learn(_row(one))
    return replace(with_counts(kit, beads.all()), given=kit.given, played=(*kit.played, *games), hash="")
