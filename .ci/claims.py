"""Writes ``kitgen/claims/decided.json``: what claims say of shipped kits and rules, computed with
more machines.

``python .ci/claims.py`` takes some minutes; with names of kits and lessons it only decides these
anew. Lost games are exact where the chain of bead states is small enough; other figures are those
of 1,000 machines. ``tests/claims/test_decided.py`` holds the file against the same computations.
"""

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import product

import msgspec

from kitgen.claims.decided import (
    DECIDED,
    DIGITS,
    DecidedKit,
    DecidedLesson,
    FirstBead,
    Trained,
    UnbeatableWithin,
    UntilUnbeatable,
    all_decided,
    decided_lessons,
)
from kitgen.claims.facts import compare_first_bead, poor_moves_lose_more
from kitgen.claims.same_machine import machine_digest
from kitgen.claims.until_unbeatable import (
    MAX_POSITIONS,
    UNTIL_OPPONENTS,
    until_unbeatable,
    within_games,
)
from kitgen.errors import KitgenError
from kitgen.kit.build import build_kit
from kitgen.kit.choices import Wish
from kitgen.kit.kit import Kit
from kitgen.lab.chain import changeable
from kitgen.lab.chain_answers import answer
from kitgen.lab.chain_scores import MAX_STATES_FOR_SCORES
from kitgen.machine.first_games import LESSON, FirstGames, forecast, opponents_of
from kitgen.machine.match import Match, parse_policy
from kitgen.press.lessons import plan_lesson
from kitgen.reading.templates import Templates

#: Machines whose games are counted.
MACHINES = 1_000
#: Machines that play until nothing beats them, and the most games of all of them.
LESSON_MACHINES = 10_000
MAX_LESSON_GAMES = 10_000_000
#: Machines of a rule that also adds beads, each with its few hundred games, and those of a large
#: game.
ADDING_MACHINES = 10_000
LARGE_MACHINES = 100
MAX_LARGE_POSITIONS = 10_000
#: Digits of a figure behind the point.
PLACES = 3


def exact_lost(kit: Kit, opponent: str) -> float | None:
    """Return the games that a machine loses in a lesson, worked out exactly; None where that is
    too much.
    """
    if not kit.rule.only_takes or len(kit.players) != 1 or kit.game.repetition is not None:
        return None
    size = 1
    for count in changeable(kit).values():
        size *= count
    if size > MAX_STATES_FOR_SCORES:
        return None
    games = range(1, LESSON + 1)
    losses = answer(Match(kit, parse_policy(opponent), kit.players[0]), games).losses
    return float(sum(losses.values()))


def trained(kit: Kit, opponent: str) -> Trained:
    """Return how machines of a kit fare against an opponent."""
    seen = forecast(FirstGames(kit, opponent), MACHINES)
    lost, error = seen.lost, seen.lost_error
    with suppress(KitgenError):
        exact = exact_lost(kit, opponent)
        if exact is not None:
            lost, error = exact, 0.0
    return Trained(
        round(lost, PLACES), round(error, PLACES), round(seen.last_loss, PLACES), seen.gain
    )


def first_bead(kit: Kit) -> FirstBead | None:
    """Return what happens if the first bead left is always picked."""
    tried = compare_first_bead(kit, opponents_of(kit)[0], MACHINES)
    if tried is None:
        return None
    figures = (tried.any_bead, tried.any_error, tried.first_bead, tried.first_error)
    return FirstBead(tried.opponent, *(round(figure, PLACES) for figure in figures))


def decide(name: str, rule: str) -> DecidedKit:
    """Return what claims say of a shipped kit with a rule; KitgenError where the two do not go
    together.
    """
    kit = build_kit(name, Wish(rule=rule))
    return DecidedKit(
        kit=name,
        rule=rule,
        machine=machine_digest(kit)[:DIGITS],
        against={opponent: trained(kit, opponent) for opponent in opponents_of(kit)},
        first_bead=first_bead(kit),
        poor_lose_more=poor_moves_lose_more(kit),
    )


def written(known: Iterable[DecidedKit], lessons: Iterable[DecidedLesson]) -> bytes:
    """Return the file with what is known of kits and of lessons, a line for each."""
    tables = [("decided", known), ("lesson", lessons)]
    parts = [b'"%s": [\n%s\n]' % (name.encode(), _rows(table)) for name, table in tables]
    return b"{" + b",\n".join(parts) + b"}\n"


def _rows(table: Iterable[DecidedKit | DecidedLesson]) -> bytes:
    return b",\n".join(msgspec.json.encode(each) for each in table)


def exact_games(kit: Kit, side: int, opponent: str) -> float | None:
    """Return the mean of games until a machine can never lose again, worked out; None where that
    is too much.
    """
    try:
        games = answer(Match(kit, parse_policy(opponent), side), [1]).expected_games
    except KitgenError:
        return None
    return None if games is None else float(games)


def decide_lesson(name: str, templates: Templates) -> DecidedLesson | None:
    """Return how long the machine of a lesson takes until nothing beats it; None where it does
    not, or takes long.
    """
    plan = plan_lesson(name, templates)
    kit = build_kit(plan.kit, Wish(**plan.choices))
    side = kit.players[0] if len(kit.players) == 1 else int(plan.file.begins == "human")
    against = {}
    for opponent in UNTIL_OPPONENTS:
        seen = until_unbeatable(
            kit, side, opponent, machines=LESSON_MACHINES, most_games=MAX_LESSON_GAMES
        )
        if seen is None:
            break
        exact = exact_games(kit, side, opponent)
        mean = seen.mean if exact is None else exact
        against[opponent] = UntilUnbeatable(seen.least, seen.most, round(mean, PLACES), seen.half)
    within = decide_within(kit, side)
    if {*UNTIL_OPPONENTS} not in ({*against}, {*within}):
        return None
    return DecidedLesson(name, machine_digest(kit)[:DIGITS], side, against, within)


def decide_within(kit: Kit, side: int) -> dict[str, UnbeatableWithin]:
    """Return how many machines of a rule that also adds beads get there within some games, by
    opponent.
    """
    against = {}
    for opponent in UNTIL_OPPONENTS:
        seen = within_games(
            kit, side, opponent, machines=ADDING_MACHINES, most_positions=MAX_POSITIONS
        )
        if seen is None:
            seen = within_games(
                kit, side, opponent, machines=LARGE_MACHINES, most_positions=MAX_LARGE_POSITIONS
            )
        if seen is not None:
            against[opponent] = seen
    return against


def decide_kits(names: Iterable[str], templates: Templates) -> Iterator[DecidedKit]:
    """Yield what claims say of kits with each rule that they can have."""
    for name, rule in product(names, templates.names("rules")):
        try:
            yield decide(name, rule)
        except KitgenError as error:
            print(f"{name} {rule}: {error}")
            continue
        print(f"{name} {rule}")


def decide_lessons(names: Iterable[str], templates: Templates) -> Iterator[DecidedLesson]:
    """Yield what is decided of lessons."""
    for name in names:
        lesson = decide_lesson(name, templates)
        print(f"lesson {name}")
        if lesson is not None:
            yield lesson


def main(only: Sequence[str]) -> None:
    """Write the file, with what it has now of all kits and lessons that are not named, if some
    are.
    """
    templates = Templates()
    every_kit = templates.names("editions")
    every_lesson = templates.names("lessons")
    kits = [name for name in every_kit if not only or name in only]
    lessons = [name for name in every_lesson if not only or name in only]
    known = [each for each in all_decided().values() if each.kit in {*every_kit} - {*kits}]
    known += decide_kits(kits, templates)
    taught = [each for each in decided_lessons() if each.lesson in {*every_lesson} - {*lessons}]
    taught += decide_lessons(lessons, templates)
    known.sort(key=lambda each: (each.kit, each.rule))
    taught.sort(key=lambda each: each.lesson)
    DECIDED.write_bytes(written(known, taught))


if __name__ == "__main__":
    main(sys.argv[1:])
