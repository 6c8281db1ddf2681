"""Slips under rules whose changes stop at a bound: what a slip leaves then depends on all games
that come after it.
"""

import random
from itertools import product

import pytest
from counting import at_least_one
from jobs import kit_of, slots_of
from sampling import sample
from simulated_classes import play_one, row_of

from kitgen.journal.audit import audit
from kitgen.kit.rule import Change, Rule
from kitgen.machine.learning import with_rule
from kitgen.record.rows import Passages


def rule_of(**keys):
    return Rule("a source", {"en": "a title"}, **keys)


RULES = {
    "two beads taken, never below zero": rule_of(
        start=(3,), win=Change(every=1), loss=Change(every=-2)
    ),
    "a floor": rule_of(start=(3,), win=Change(every=1), loss=Change(every=-2), floor=1),
    "a ceiling": rule_of(start=(2,), win=Change(every=2), loss=Change(every=-1), ceiling=4),
    "a floor and a ceiling": rule_of(
        start=(2,), win=Change(every=2), loss=Change(every=-1), floor=1, ceiling=3
    ),
}


def learn(rule, beads, row):
    """Change beads after a game as docs/rules.md says: no change goes below the floor or above
    the ceiling.
    """
    amount = {1: rule.win, 0: rule.draw, -1: rule.loss}[row.result].every
    for slot in ((pick.box, pick.bead) for pick in row.picks):
        if amount < 0 and beads[slot] > rule.floor:
            beads[slot] = max(rule.floor, beads[slot] + amount)
        elif amount > 0 and (rule.ceiling is None or beads[slot] < rule.ceiling):
            beads[slot] += (
                amount if rule.ceiling is None else min(amount, rule.ceiling - beads[slot])
            )


def lesson(kit, rule, luck, forgotten=None, lost=None):
    """Play 14 games, after one of which learning is forgotten, or a bead of a slot in it is lost.

    Return the games, the beads in the boxes, those that the rule would have left, and the beads of
    the slip, if any.
    """
    real = {(box.id, slot.colour.letter): slot.beads for box, slot in slots_of(kit)}
    ideal = dict(real)
    rows = []
    made = None
    for number in range(1, 15):
        picks, result, gave_up = play_one(kit, real, kit.players[number % len(kit.players)], luck)
        if gave_up:
            break
        rows.append(row_of(number, picks, result))
        learn(rule, ideal, rows[-1])
        learned = dict(real)
        learn(rule, learned, rows[-1])
        if number == forgotten:
            made = picks if learned != real else None
        else:
            real = learned
        if number == lost and picks and real[picks[0]]:
            real[picks[0]] -= 1
            made = picks[:1]
    return rows, real, ideal, made


def follows(kit, rule, rows, story):
    """Return the beads that a story of slips of hands leaves."""
    beads = {(box.id, slot.colour.letter): slot.beads for box, slot in slots_of(kit)}
    for number in range(len(rows) + 1):
        if number:
            assert all(beads[pick.box, pick.bead] for pick in rows[number - 1].picks)
            learn(rule, beads, rows[number - 1])
        for slip in story:
            if slip.after == number - 1:
                beads |= {slot: beads[slot] + n for slot, n in slip.moved}
    return beads


@pytest.mark.every
@pytest.mark.parametrize("rule", sample({name: (rule,) for name, rule in RULES.items()}, one_in=4))
@pytest.mark.parametrize("slip", ["forgotten", "lost"])
def test_a_slip_is_found_where_changes_stop_at_a_bound(rule, slip):
    kit = with_rule(kit_of("her"), rule, "own")
    passages = Passages(kit)
    seen = []
    for seed, game in product(range(4), (2, 5)):
        rows, real, ideal, made = lesson(kit, rule, random.Random(f"{seed}"), **{slip: game})
        if made and real != ideal:
            seen.append((game, rows, real, ideal, made))
    for game, rows, real, ideal, made in at_least_one(seen):
        found = audit(passages, rows, real)
        kinds = {"forgotten": ("not-removed", "reward-forgotten"), "lost": ("bead-lost",)}[slip]
        slots_of_slips = []
        for story in found.stories:
            if len(story) == 1 and story[0].kind in kinds and game in story[0].games:
                slots_of_slips.append({slot for slot, _ in story[0].moved})
        assert any(slots <= set(made) for slots in slots_of_slips)
        hands = []
        for story in found.stories:
            if all(one.moved and not one.exchanged for one in story):
                hands.append(story)
        assert all(follows(kit, rule, rows, story) == real for story in at_least_one(hands))
        mended = dict(real)
        for one in found.repair:
            mended[one.box, one.bead] += one.put
        assert mended == ideal or found.cases
