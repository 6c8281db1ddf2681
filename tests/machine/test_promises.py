"""What is promised of machines by each rule, as golden texts: what they can become, which beads
they can lose, and what a class sees of their first games.
"""

import pytest
from counting import at_least
from jobs import TEMPLATES, kit_of

from kitgen.claims.unbeatable import future_of, mend_of, never_perfect
from kitgen.errors import KitgenError
from kitgen.lab.learning_check import learning_check
from kitgen.machine import first_games
from kitgen.machine.first_games import FirstGames
from kitgen.machine.safety import losing_beads_only, takeable_slots

#: Kits with the choices that matter to what their machines can become.
KITS = {
    "her": {},
    "him": {},
    "ladder": {},
    "gardner24": {},
    "hexapawn:2x3": {},
    "nim:6": {"side": "first", "forced": "skip"},
    "tictactoe:2x2": {"side": "x"},
    "awari:1x3": {},
    "connect:3x2": {},
    "told:dawson-9": {},
}


def tried(work):
    """Return what some work finds, or why it finds nothing."""
    try:
        return str(work())
    except KitgenError as error:
        return f"refused: {error}"


def promises(kit):
    future = future_of(kit)
    stuck = " ".join(box.id for box in future.stuck)
    never = never_perfect(kit)
    mend = mend_of(kit, future)
    return [
        f"unbeatable {future.unbeatable}, lost {future.lost_game}, learns {future.learns}",
        f"stuck {stuck or 'nowhere'}",
        f"never perfect: {'no' if never is None else never.line}",
        f"mend: {'none' if mend is None else ' '.join(mend.options)}",
        f"safety: {tried(lambda: losing_beads_only(kit))}",
        f"takeable: {tried(lambda: sorted(takeable_slots(kit)))}",
    ]


@pytest.mark.parametrize("name", KITS)
def test_what_machines_can_become_is_as_before(name, golden):
    lines = []
    for rule in at_least(7, TEMPLATES.names("rules")):
        kit = kit_of(name, rule=rule, **KITS[name])
        lines += [f"== {rule}", *promises(kit)]
    kit = kit_of(name, **KITS[name])
    first = " ".join(box.id for box in first_games.first_boxes(kit))
    lines.append(f"first boxes {first}; most picks {first_games.most_picks(kit)}")
    lines.append(f"opponents {first_games.opponents_of(kit)}")
    lines.append(f"for bands {first_games.band_opponents(kit)}")
    golden(f"promises/{name.replace(':', '-')}", "\n".join(lines))


@pytest.mark.parametrize("rule", ["gardner", "never-last", "gardner-reward", "tris"])
def test_what_the_rule_comes_to_is_said_as_before(rule, golden):
    lines = []
    for name in at_least(5, ("ladder", "nim:6", "hexapawn:2x3", "tictactoe:2x2", "connect:3x2")):
        kit = kit_of(name, **KITS[name], rule=rule)
        lines.append(f"{name}: {tried(lambda kit=kit: learning_check(kit))}")
    golden(f"promises/in-the-end-{rule}", "\n".join(lines))


@pytest.mark.parametrize("name", ["her", "ladder", "awari:1x3"])
def test_what_a_class_sees_of_first_games_is_as_before(name, golden):
    lines = []
    for rule in ("gardner", "gardner-reward", "michie", "never-last", "tris"):
        kit = kit_of(name, rule=rule)
        for opponent in first_games.opponents_of(kit):
            games = FirstGames(kit, opponent)
            low, high = first_games.learning_band(games, 12, 30)
            lines += [
                f"{rule} against {opponent}",
                f"  {first_games.forecast(games, 20)}",
                f"  band {low} to {high}",
            ]
            if kit.rule.learns == "beads" and not kit.rule.only_takes:
                lines.append(f"  bank {first_games.simulate_bank(games, 6)}")
    golden(f"first-games/{name.replace(':', '-')}", "\n".join(lines))
