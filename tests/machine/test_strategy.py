"""Lines walked to their ends: good beads keep their promise, and what beats a machine is told
line by line.
"""

from dataclasses import replace

import pytest
from counting import at_least_one
from jobs import kit_of

from kitgen.kit.build import build_kit
from kitgen.kit.choices import Wish
from kitgen.machine.lines import Walk, good_beads, promised
from kitgen.reading.templates import Templates
from kitgen.verification.kit_checks import policy


def plain_lines(kit, side, allowed):
    """All lines, walked the plainest way: the moves, and how the machine comes out."""
    game = kit.game

    def visit(position, moves):
        result = game.result(position)
        if result is not None:
            yield moves, result if position.to_move == side else -result
            return
        found = kit.locate(position) if position.to_move == side else None
        if position.to_move != side:
            out = game.legal_moves(position)
        elif found is None:
            out = [kit.unboxed(position)]
        else:
            box, symmetry = found
            # The moves of the position whose images are drawn first in a slot that may be picked.
            drawn = {slot.moves[0] for index, slot in enumerate(box.slots) if allowed(box, index)}
            out = [move for move in game.legal_moves(position) if symmetry.move(move) in drawn]
            if not out:
                yield moves, -1
        for move in out:
            yield from visit(game.play(position, move).position, (*moves, move))

    return list(visit(game.start(), ()))


@pytest.mark.parametrize("name", ["her", "him", "gardner24", "ladder", "menace-second"])
@pytest.mark.parametrize("allowed", [good_beads, lambda _, slot: slot == 0])
def test_the_walk_counts_the_lines_that_a_plain_walk_finds(name, allowed):
    kit = kit_of(name)
    for side in at_least_one(kit.players):
        walk = Walk(kit, side, allowed)
        lines = plain_lines(kit, side, allowed)
        outlook = walk.outlook(kit.game.start())
        ends = [end for _, end in lines]
        assert (outlook.worst, outlook.lines, outlook.lost) == (
            min(ends),
            len(ends),
            ends.count(-1),
        )
        assert sorted(line.moves for line in walk.lost()) == sorted(
            moves for moves, end in lines if end == -1
        )


NAMES = [name for name in Templates().names("editions") if not name.startswith("awari")]


@pytest.mark.parametrize("name", NAMES)
def test_good_beads_keep_what_they_promise(name):
    assert policy(kit_of(name)).verdict == "right"


@pytest.mark.parametrize(
    "wish", [Wish(express=True), Wish(expect="sensible"), Wish(merged=False), Wish(forced="skip")]
)
def test_so_they_do_in_kits_with_fewer_boxes(wish):
    assert policy(build_kit("her", wish)).verdict == "right"


def test_where_positions_recur_nothing_is_claimed():
    check = policy(kit_of("awari-mini"))
    assert (check.verdict, "recur" in check.reason) == (None, True)


def test_each_bead_called_good_that_is_not_is_found():
    kit = kit_of("her")
    count = 0
    for number, box in enumerate(kit.boxes):
        for index, slot in enumerate(box.slots):
            if slot.value > 0 or promised(box) < 0:
                continue
            slots = (*box.slots[:index], replace(slot, value=1), *box.slots[index + 1 :])
            wrong = replace(
                kit,
                boxes=(*kit.boxes[:number], replace(box, slots=slots), *kit.boxes[number + 1 :]),
            )
            check = policy(wrong)
            assert check.verdict == "wrong", (box.id, index)
            assert any(f"box {box.id} " in fault for fault in check.faults), (box.id, index)
            count += 1
    assert count == 13  # of 16 losing beads three lie in boxes that are lost anyway


def test_an_outcome_that_good_beads_do_not_reach_is_found():
    kit = kit_of("him")
    check = policy(replace(kit, outcome=replace_score(kit)))
    assert check.verdict == "wrong"
    assert "white can be beaten, not wins" in check.faults[0]


def replace_score(kit):
    return type(kit.outcome)(1, kit.outcome.plies)
