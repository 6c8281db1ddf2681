"""Cases of a journal that few lessons meet, each made by hand."""

import pytest
from jobs import TEXTS, kit_of

from kitgen.errors import RecordError
from kitgen.journal.counted_files import take_counts
from kitgen.journal.course import Break, Candidate, JournalCourse
from kitgen.journal.journal import Journal
from kitgen.journal.journal_words import status_lines
from kitgen.journal.repairs import Repair, Repairs, repairs
from kitgen.journal.story_search import Search
from kitgen.journal.unread_parts import MAX_PARTS_NAMED, _ignoring, listed_parts
from kitgen.record.account import BoardPlace, Unread, UnreadBoard
from kitgen.record.machine_events import MachineEvent
from kitgen.record.rows import GameRow, Passages, PickedBead

HER = kit_of("her")


@pytest.mark.parametrize("is_refilled", [False, True])
def test_a_status_names_boxes_that_are_empty_now(tmp_path, is_refilled):
    with Journal.create(tmp_path / "a.kitgen", HER) as journal:
        box = next(box for box in HER.boxes if box.turn == 3 and len(box.slots) == 1)
        for number in range(1, box.slots[0].beads + 1):
            bead = PickedBead(box.id, box.slots[0].colour.letter)
            journal.add(GameRow(number, (bead,), -1, last_only=True))
        if is_refilled:
            journal.happened(MachineEvent("refilled", number, box=box.id))
        line = TEXTS["en"]("journal.status.empty", boxes=box.id)
        assert (line in status_lines(journal, TEXTS["en"])) is not is_refilled


def test_beads_that_were_counted_otherwise_are_named_with_both_numbers():
    counts = {("A1", "R"): 2}
    take_counts(counts, {("A1", "R"): 2, ("B1", "U"): 0}, "'b.csv'")
    assert counts == {("A1", "R"): 2, ("B1", "U"): 0}
    with pytest.raises(RecordError) as refused:
        take_counts(counts, {("A1", "R"): 5}, "'c.csv'")
    sentence = "'c.csv' says 5 for bead R of box A1, and another file 2; give only one of them"
    assert str(refused.value) == sentence


def test_a_slip_names_two_boxes_that_were_exchanged_and_else_those_of_its_slots():
    course = JournalCourse(Passages(HER), [GameRow(4, (), 1), GameRow(7, (), 1)])
    both = Candidate("boxes-exchanged", None, None, (), [0, 1], 1.0, exchanged=(0, 2))
    slip = course.slip(both, 1, [0, 1])
    first, second = HER.boxes[0].id, HER.boxes[2].id
    assert (slip.box, slip.other_box, slip.exchanged) == (first, second, (first, second))
    assert (slip.bead, slip.other_bead) == ("", "")
    assert (slip.game, slip.games, slip.after) == (7, (4, 7), 1)
    one = Candidate("bead-lost", 0, None, ((0, -1),), [0], 1.0)
    slip = course.slip(one, 0, [0])
    assert (slip.box, slip.bead) == course.names[0]
    assert (slip.other_box, slip.other_bead, slip.exchanged) == ("", "", ())
    assert slip.moved == ((course.names[0], -1),)


EARLY = Break(1, (3,), 1)
LATE = Break(2, (4,), 1)
LATE_BY_HAND = Break(2, (5,), 1, hand=True)


@pytest.mark.parametrize(
    ("breaks", "told"),
    [
        ([EARLY], [EARLY]),
        ([EARLY, LATE], [LATE, EARLY]),
        ([LATE, EARLY], [LATE]),
        ([LATE, LATE_BY_HAND], [LATE_BY_HAND, LATE]),
        ([LATE_BY_HAND, LATE], [LATE_BY_HAND]),
        ([EARLY, LATE, LATE_BY_HAND], [LATE_BY_HAND, EARLY]),
        ([], [Break(1)]),
    ],
)
def test_a_story_breaks_at_its_furthest_place_and_then_at_the_first_one(monkeypatch, breaks, told):
    """What is done by hand after a game is further than the game."""
    course = JournalCourse(Passages(HER), [GameRow(1, (), 1)])
    search = Search(course, {})
    monkeypatch.setattr(search, "_first_possible", lambda _: (None, breaks))
    monkeypatch.setattr(course, "broken", None)
    assert search._explain(()) == told
    assert search.explanations == []


def column(number):
    return Unread("column", f"c{number}", 1, "x")


def board(number):
    return Unread("position", "boards", 1, board=UnreadBoard(BoardPlace("line", number, "x"), "?"))


@pytest.mark.parametrize("count", [1, MAX_PARTS_NAMED, MAX_PARTS_NAMED + 1])
def test_a_refusal_names_as_many_parts_to_leave_out_as_it_can(count):
    parts = [column(number) for number in range(count)]
    named = [f"--ignore c{number}" for number in range(min(count, 40))]
    if count > 40:
        named.append("…")
    assert _ignoring([*parts, parts[0]]) == " ".join(named)


@pytest.mark.parametrize(
    ("columns", "boards", "named", "more"),
    [(40, 0, 40, 0), (41, 0, 40, 1), (0, 5, 5, 0), (0, 6, 5, 1), (2, 7, 7, 2), (42, 7, 45, 4)],
)
def test_so_many_parts_are_named_and_the_others_counted(monkeypatch, columns, boards, named, more):
    monkeypatch.setattr("kitgen.journal.unread_parts._board_text", lambda _, board: str(board.at))
    parts = [*map(board, range(boards)), *map(column, range(columns))]
    shown = [f"column 'c{number}' (1 cell, such as 'x')" for number in range(min(columns, 40))]
    shown += [str(BoardPlace("line", number, "x")) for number in range(min(boards, 5))]
    assert len(shown) == named
    text = ", ".join(shown)
    if more:
        text = TEXTS["en"]("journal.account.more", names=text, count=more)
    assert listed_parts(TEXTS["en"], parts) == text


@pytest.mark.parametrize("agreed", [1, 2])
def test_slots_that_were_not_counted_are_put_right_where_all_stories_agree(monkeypatch, agreed):
    course = JournalCourse(Passages(HER), [])
    stories = []
    for beads in (1, 4):
        left = {1: beads, 2: beads, agreed: 3}
        lost = Candidate("bead-lost", 0, None, tuple(left.items()), [-1], 1.0)
        stories.append([(lost, -1)])

    def run(story, **_how):
        course.beads.counts[:3] = [0, 5, 5]
        for candidate, _ in story:
            for slot, beads in candidate.adds:
                course.beads.counts[slot] = beads

    monkeypatch.setattr(course, "run", run)
    assert repairs(course, {0: 0}, stories) == Repairs((Repair(*course.names[agreed], 2),), ())
