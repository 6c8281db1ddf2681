"""Writes ``kitgen/claims/decided.json``: what claims say of shipped kits and rules, computed with more machines.

``python .ci/claims.py`` takes some minutes. Lost games are exact where the chain of bead states is small enough; other
figures are those of 1,000 machines. ``tests/claims/test_decided.py`` holds the file against the same computations.
"""

from collections.abc import Iterable
from contextlib import suppress
from itertools import product

import msgspec

from kitgen.claims.decided import DECIDED, DIGITS, DecidedKit, FirstBead, Trained, machine_digest
from kitgen.claims.facts import compare_first_bead, poor_moves_lose_more
from kitgen.errors import KitgenError
from kitgen.kit.build import build_kit
from kitgen.kit.choices import Wish
from kitgen.kit.kit import Kit
from kitgen.lab.chain import STATES, answer, changeable
from kitgen.machine.first_games import LESSON, FirstGames, forecast, opponents_of
from kitgen.machine.match import Match, parse_policy
from kitgen.templates import Templates

#: Machines whose games are counted.
MACHINES = 1_000
#: Digits of a figure behind the point.
PLACES = 3


def exact_lost(kit: Kit, opponent: str) -> float | None:
    """Return the games that a machine loses in a lesson, worked out exactly; None where that is too much."""
    if not kit.rule.only_takes or len(kit.players) != 1 or kit.game.repetition is not None:
        return None
    size = 1
    for count in changeable(kit).values():
        size *= count
    if size > STATES:
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
    return Trained(round(lost, PLACES), round(error, PLACES), round(seen.last_loss, PLACES), seen.gain)


def first_bead(kit: Kit) -> FirstBead | None:
    """Return what happens if the first bead left is always picked."""
    tried = compare_first_bead(kit, opponents_of(kit)[0], MACHINES)
    if tried is None:
        return None
    figures = (tried.any_bead, tried.any_error, tried.first_bead, tried.first_error)
    return FirstBead(tried.opponent, *(round(figure, PLACES) for figure in figures))


def decide(name: str, rule: str) -> DecidedKit:
    """Return what claims say of a shipped kit with a rule; KitgenError where the two do not go together."""
    kit = build_kit(name, Wish(rule=rule))
    return DecidedKit(
        kit=name,
        rule=rule,
        machine=machine_digest(kit)[:DIGITS],
        against={opponent: trained(kit, opponent) for opponent in opponents_of(kit)},
        first_bead=first_bead(kit),
        poor_lose_more=poor_moves_lose_more(kit),
    )


def written(known: Iterable[DecidedKit]) -> bytes:
    """Return the file with what is known of kits, a line for each."""
    rows = b",\n".join(msgspec.json.encode(each) for each in known)
    return b'{"decided": [\n' + rows + b"\n]}\n"


def main() -> None:
    """Write the file."""
    templates = Templates()
    known = []
    for name, rule in product(templates.names("editions"), templates.names("rules")):
        try:
            known.append(decide(name, rule))
        except KitgenError as error:
            print(f"{name} {rule}: {error}")
            continue
        print(f"{name} {rule}")
    DECIDED.write_bytes(written(known))


if __name__ == "__main__":
    main()
