"""The quick machines of first games play as those at a table, bead by bead."""

import pytest
from counting import at_least, at_least_one
from sampling import few

from kitgen.errors import KitgenError
from kitgen.kit.build import build_kit
from kitgen.kit.choices import Wish
from kitgen.kit.kit import Kit
from kitgen.machine import first_games
from kitgen.machine.first_games import AfterGame, FirstGames
from kitgen.reading.templates import Templates

RULES = Templates().names("rules")


def figures(kit: Kit, opponent: str) -> list[list[AfterGame]]:
    """Return all that is known of the first games of a few machines."""
    return FirstGames(kit, opponent).courses(5, 20)


@pytest.mark.parametrize(
    "name", few(["her", "ladder", "him", "menace", "misere", "her-3x4"], one_in=6)
)
def test_quick_machines_play_as_machines_at_a_table(name, monkeypatch):
    quick = {}
    kit = build_kit(name)
    kits = []
    for rule in at_least(5, RULES):
        try:
            kits.append(build_kit(name, Wish(rule=rule), oracle=kit.oracle))
        except KitgenError:
            continue  # a rule for draws, in a game that has none
    for made in at_least(4, kits):
        for opponent in ("random", "winning-move", "perfect"):
            quick[made.choices.rule, opponent] = figures(made, opponent)
    monkeypatch.setattr(first_games, "_is_plain", lambda _match: False)
    for made in at_least(4, kits):
        for opponent in at_least_one(("random", "winning-move", "perfect")):
            assert figures(made, opponent) == quick[made.choices.rule, opponent]
