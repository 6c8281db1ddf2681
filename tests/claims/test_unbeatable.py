"""Which machines can never become perfect, held against the exact chain of their bead states."""

import pytest
from counting import some
from jobs import kit_of
from sampling import sample

from kitgen.claims.unbeatable import future_of, mend_of, warning
from kitgen.errors import KitgenError
from kitgen.kit.build import build_kit
from kitgen.kit.choices import Wish
from kitgen.lab.chain import answer
from kitgen.machine.match import Match, parse_policy

RULES = ("gardner", "never-last")
NIM = [
    (f"nim:{counters},last={last}", side)
    for counters in range(3, 13)
    for last in ("wins", "loses")
    for side in ("first", "second")
]
HEXAPAWN = [(f"hexapawn:{size}", side) for size in ("3x3", "2x3") for side in ("black", "white")]
GAMES = [*NIM, *HEXAPAWN, ("told:dawson-9", "first"), ("told:notakto", "first")]
CASES = [(game, side, rule, forced) for game, side in GAMES for rule in RULES for forced in ("box", "skip")]


@pytest.mark.parametrize(("game", "side", "rule", "forced"), sample(CASES, one_in=40))
def test_a_machine_that_can_become_perfect_is_one_that_the_chain_calls_safe(game, side, rule, forced):
    """Against chance every game can happen: a machine that can become safe does, sooner or later."""
    try:
        kit = build_kit(game, Wish(side=side, rule=rule, forced=forced))
    except KitgenError as error:
        pytest.skip(str(error))
    try:
        exact = answer(Match(kit, parse_policy("random"), kit.players[0]), [1])
    except KitgenError as error:
        pytest.skip(str(error))
    assert future_of(kit).unbeatable == (exact.never_safe < 1 - 1e-9)


@pytest.mark.parametrize(
    ("name", "wish"),
    [
        ("nim:10,last=loses", {"side": "either", "rule": "never-last"}),
        ("nim:10,last=loses", {"side": "either", "rule": "never-last", "forced": "skip"}),
        ("ladder", {"rule": "never-last"}),
        ("him", {}),
        ("her-4x3", {}),
    ],
)
def test_the_choice_that_mends_a_kit_does(name, wish):
    kit = kit_of(name, **wish)
    options = dict(zip(*[iter(mend_of(kit, future_of(kit)).options)] * 2, strict=True))
    choices = {"side": kit.choices.side, "rule": kit.choices.rule, "forced": kit.choices.forced}
    choices |= {option.removeprefix("--"): value for option, value in options.items()}
    assert options
    assert future_of(build_kit(kit.game_spec, Wish(**choices))).unbeatable is True
    assert " ".join(mend_of(kit, future_of(kit)).options) in warning(kit)


@pytest.mark.parametrize("name", ["her", "gardner24", "ladder", "menace", "misere", "awari-mini"])
def test_no_warning_where_a_machine_can_become_perfect_or_nobody_knows(name):
    assert warning(kit_of(name)) is None


def test_a_stuck_bead_is_one_that_loses_beside_one_that_need_not():
    kit = kit_of("nim:10,last=loses", side="either", rule="never-last")
    for box in some(future_of(kit).stuck, 6):
        assert min(slot.value for slot in box.slots) < 0 <= max(slot.value for slot in box.slots)
