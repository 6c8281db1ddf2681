"""How machines learn by each rule against each opponent, on paper, as golden texts: the results of
all games, and the beads that are left.
"""

import pytest
from counting import at_least
from jobs import TEMPLATES, kit_of

from kitgen.errors import KitgenError
from kitgen.lab.experiment import run_on_paper
from kitgen.lab.tally import Experiment
from kitgen.machine.match import Match, parse_policy, twin_kit

#: Who plays against the machines: players without boxes, and a second machine.
OPPONENTS = (
    "random",
    "perfect",
    "fastest",
    "winning-move",
    "adversary",
    "random:0.5,perfect:0.5",
    "machine",
)
GAMES = 9
MACHINES = 3


def learned(kit, opponent):
    """Return the results of games, and the beads that are left in boxes where some have changed."""
    side = kit.players[0]
    against = twin_kit(kit, side) if opponent == "machine" else parse_policy(opponent)
    try:
        tally = run_on_paper(Experiment(Match(kit, against, side), GAMES, MACHINES, 7))
    except KitgenError as error:
        return f"{opponent}: {error}"
    outcomes = zip(tally.wins, tally.draws, tally.losses, strict=True)
    games = " ".join("/".join(map(str, outcome)) for outcome in outcomes)
    by_machine = [f"{each.mean:.6g} {each.least}-{each.most}" for each in tally.by_machine]
    new = [[MACHINES * slot.beads for slot in box.slots] for box in kit.boxes]
    rows = zip(kit.boxes, tally.beads, new, strict=True)
    changed = [f"{box.id} {' '.join(map(str, row))}" for box, row, before in rows if row != before]
    emptied = sum(tally.emptied)
    return "\n  ".join(
        [
            f"{opponent}: {games}; {', '.join(by_machine)}",
            f"tracks {tally.tracks}, lost {tally.lost_counts}, last {tally.last_loss_counts}",
            f"plies {tally.plies}, lengths {tally.length_counts}, emptied {emptied}",
            "; ".join(changed) or "no bead has moved",
        ]
    )


@pytest.mark.parametrize("name", ["her", "ladder", "him", "awari-3x1"])
def test_machines_learn_as_before(name, golden):
    lines = []
    for rule in at_least(7, TEMPLATES.names("rules")):
        kit = kit_of(name, rule=rule)
        lines.append(f"== {rule}")
        lines += [learned(kit, opponent) for opponent in OPPONENTS]
    golden(f"learned/{name}", "\n".join(lines))
