"""One side of a table, game by game: what is open, what can come and how it may end after each bead
and move, and what is taken back; as readable text.
"""

import pytest
from counting import at_least, at_least_one
from jobs import kit_of

from kitgen.record.rows import GameRow, Passages, PickedBead
from kitgen.record.table_side import TableSide

#: Kits, with their choices.
KITS = {
    "her": {},
    "him": {},
    "nim:5,last=loses": {"side": "either"},
    "ladder": {},
    "awari-mini": {},
    "nim:6": {"side": "first", "forced": "skip"},
    "menace": {"rule": "michie"},
}
#: No game at a table has more steps.
MAX_STEPS = 12


def stood(side):
    """What can be said of a game as it stands."""
    kit = side.passages.kit
    boxes = side.boxes()
    view = side.open_box()
    only = side.only_move()
    words = [f"{len(side.stands)} states"]
    if side.is_over:
        words.append("over")
    if side.machine_moves:
        words.append("machine")
    if view is not None:
        words.append(f"open {view.name}")
    if only is not None:
        words.append(f"only {kit.game.move_text(only)}")
    words.append(f"boxes {' '.join(boxes[:4]) or '-'} ({len(boxes)})")
    ends = (side.ends(), side.ends([]), side.ends(boxes[:1]), side.ends(["none"]))
    words.append("ends " + " | ".join(",".join(map(str, sorted(one))) or "-" for one in ends))
    return "; ".join(words)


def played(side, pick_of):
    """Play a game on the table, and yield what can be said after each step."""
    kit = side.passages.kit
    yield f"begins: {stood(side)}"
    for _ in range(MAX_STEPS):
        view = side.open_box()
        if side.is_over:
            return
        if view is not None:
            slot = view.box.slots[pick_of % len(view.box.slots)]
            (move, *_) = side.passages.moves_for(side.stands[0], slot)[0]
            said = side.pick(PickedBead.of(view.box, slot), move)
            step = f"{view.box.id} {slot.colour.letter} {kit.game.move_text(move)}"
        else:
            position = side.stands[0].position
            moves = [side.only_move()] if side.machine_moves else kit.game.legal_moves(position)
            move = moves[pick_of % len(moves)]
            said = side.report(move)
            step = kit.game.move_text(move)
        yield f"{step}, {said}: {stood(side)}"
        if said is not None:
            return


@pytest.mark.parametrize("name", KITS)
def test_a_game_at_a_table_step_by_step(golden, name):
    kit = kit_of(name, **KITS[name])
    lines = []
    for number in (0, 1):
        for of_side in at_least_one(kit.players):
            side = TableSide(Passages(kit, as_it_lies=True), side=of_side)
            lines.append(f"side {of_side}, choice {number}")
            lines += [f"    {line}" for line in at_least(3, played(side, number))]
            picks = " ".join(pick.text for pick in side.picks)
            moves = " ".join(map(kit.game.move_text, side.moves))
            lines.append(f"    {picks}; {moves}; gives up: {side.give_up()}")
            row = side.row(1)
            assert row == GameRow(0, tuple(side.picks), 1, resigned=side.resigned or None)
            for _ in range(MAX_STEPS):
                if not side.undo():
                    break
                lines.append(f"    back to {len(side.picks)} beads, {len(side.moves)} moves")
            assert not side.picks
    golden(f"journal/table-{name.replace(':', '-').replace(',', '-')}", "\n".join(lines))


def test_a_machine_gives_up_at_its_open_box_and_takes_that_back():
    kit = kit_of("her")
    side = TableSide(Passages(kit, as_it_lies=True))
    assert side.give_up() == "no_box"
    assert side.report(kit.game.parse_move(kit.game.start(), "a1a2")) is None
    assert side.give_up() is None
    assert (side.resigned, side.is_over, side.machine_moves) == (True, True, False)
    assert (side.boxes(), side.ends(), side.open_box()) == ([], {-1}, None)
    assert side.pick(PickedBead("A1", "R")) == "not_after_end"
    assert side.report(kit.game.parse_move(kit.game.start(), "a1a2")) == "not_answered"
    assert side.row(-1).resigned is True
    assert side.undo()
    assert (side.resigned, side.open_box().box.id) == (False, "A1")
    refilling = TableSide(Passages(kit_of("her", rule="never-last"), as_it_lies=True))
    refilling.report(kit.game.parse_move(kit.game.start(), "a1a2"))
    assert refilling.give_up() == "no_box"


@pytest.mark.parametrize(
    ("may_be_last", "last_only", "bead", "said", "late"),
    [
        (None, False, "A1 R", None, False),
        (None, False, "B1 U", "not_first", False),
        (True, False, "B1 U", None, True),
        (False, False, "B1 U", "not_first", False),
        (True, False, "A1 R", None, False),
        (None, True, "A1 R", None, True),
        (None, True, "B1 U", None, True),
    ],
)
def test_a_first_bead_may_be_the_last_of_its_game(may_be_last, last_only, bead, said, late):
    questions = []

    def asks(pick):
        questions.append(pick.text)
        return may_be_last

    side = TableSide(
        Passages(kit_of("her")), None if may_be_last is None else asks, last_only=last_only
    )
    assert side.pick(PickedBead(*bead.split())) == said
    assert side.starts_late is late
    assert questions == (["B1 U"] if may_be_last is not None and bead == "B1 U" else [])
    if said is None:
        assert side.pick(PickedBead("A2", "R")) == "not_next"


def test_states_are_left_out_by_whoever_knows_more():
    side = TableSide(Passages(kit_of("her")))
    side.pick(PickedBead("A1", "R"))
    stands = side.stands
    first = [stand for stand in stands if "B1" in side.passages.next_boxes([stand])]
    side.leave_only(first)
    assert side.stands == tuple(first)
    side.leave_only([])
    assert side.stands == ()
    assert side.undo()
    assert side.stands == side.passages.start
    side.leave_only([])
    assert side.stands == ()
    assert side.undo() is False
