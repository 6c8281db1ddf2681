"""The past of a trained kit: the games that it has played, the beads that it was given, and the beads that follow."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from kitgen.journal.beads import RunningBeads
from kitgen.kit.kit import Given, GivenBox, Kit, PlayedGame
from kitgen.machine.learning import as_new, starting_beads, with_counts
from kitgen.record.rows import LETTERS, RESULTS, GameRow, Passages, picks_in


def played(rows: Iterable[GameRow]) -> tuple[PlayedGame, ...]:
    """Return games as a kit keeps them: without names and remarks.

    >>> from kitgen.record.rows import PickedBead
    >>> played([GameRow(1, (PickedBead("A1", "R"), PickedBead("B1", "U")), -1, opponent="Anna")])
    (PlayedGame(game=1, picks='A1 R B1 U', result='L', resigned=None, last_only=False),)
    """
    return tuple(PlayedGame(row.game, row.picks_text, LETTERS[row.result], row.resigned, row.last_only) for row in rows)


def games_of(kit: Kit) -> tuple[GameRow, ...]:
    """Return the games that a kit has played."""
    return tuple(map(_row, kit.played))


def _row(game: PlayedGame) -> GameRow:
    picks, result = picks_in(game.picks), RESULTS[game.result]
    return GameRow(game.game, picks, result, resigned=game.resigned, last_only=game.last_only)


def at_first(kit: Kit) -> Kit:
    """Return a kit as it was before its first game: with the beads of its rule, or those it was given."""
    return as_new(kit) if kit.given is None else taken_over(as_new(kit), kit.given)


def taken_over(kit: Kit, given: Given) -> Kit:
    """Return a kit with given beads instead of those of its rule; beads for unknown boxes are ignored."""
    by_box = {box.box: box.beads for box in given.boxes}
    rows = [(by_box.get(box.id, ()), usual) for box, usual in zip(kit.boxes, starting_beads(kit), strict=True)]
    counts = [beads if len(beads) == len(usual) else usual for beads, usual in rows]
    return replace(with_counts(kit, counts), given=given)


def given_now(kit: Kit, counts: Sequence[Sequence[int]], source: str) -> Given:
    """Return the beads of a machine, box by box, as beads that another machine is given, with their source."""
    boxes = zip(kit.boxes, counts, strict=True)
    return Given(source, tuple(GivenBox(box.id, tuple(map(int, row))) for box, row in boxes))


def gone_on(kit: Kit, games: tuple[PlayedGame, ...]) -> Kit:
    """Return a kit after some more games."""
    beads = RunningBeads(Passages(kit))
    for game in games:
        beads.learn(_row(game))
    return replace(with_counts(kit, beads.all()), given=kit.given, played=(*kit.played, *games))
