"""The slips that may explain a journal: which are taken for candidates, each once, and what they
leave unexplained.
"""

import pytest
from jobs import kit_of

from kitgen.journal.course import JournalCourse
from kitgen.journal.slips.candidate_pool import (
    CandidateKey,
    CandidatePool,
    each_once,
    slot_differences,
)
from kitgen.journal.slips.slip_candidates import Candidates
from kitgen.journal.slips.unnoted_games import UnnotedGames
from kitgen.record.rows import GameRow, Passages, parse_bead

HER = Passages(kit_of("her"))


def game(number, *cells, result=-1):
    return GameRow(number, tuple(parse_bead(HER.kit, cell) for cell in cells), result)


#: Two games that HER has lost and one that it has won.
POSSIBLE = [
    game(1, "A1 R", "B1 U"),
    game(2, "A2 U", "B9 U", "C4 R"),
    game(3, "A1 Y", "B10 R", result=1),
]
#: And one in which a bead is picked that the first has taken out.
IMPOSSIBLE = [*POSSIBLE, game(4, "A1 R", "B1 U")]


def pool_of(rows, residual=None):
    """Return a pool for games and beads that differ, by box and letter."""
    course = JournalCourse(HER, rows)
    slots = {course.names.index(name): more for name, more in (residual or {}).items()}
    return CandidatePool(course, slots, [*slots])


def names_of(pool, slots):
    return {" ".join(pool.course.names[slot]) for slot in slots}


@pytest.mark.parametrize(
    ("rows", "residual", "wanted"),
    [
        (POSSIBLE, {}, set()),
        (POSSIBLE, {("C7", "R"): -1}, {"C7 R"}),
        (POSSIBLE, {("C7", "R"): -1, ("A1", "U"): 2}, {"C7 R", "A1 U"}),
        (IMPOSSIBLE, {}, {"B1 U"}),
        (IMPOSSIBLE, {("C7", "R"): -1}, {"C7 R", "B1 U"}),
        (IMPOSSIBLE, {("B1", "U"): 1}, {"B1 U"}),
    ],
)
def test_wanted_are_all_slots_that_differ_and_those_of_the_impossible_game(rows, residual, wanted):
    """For each of them, a bead that was lost and one that was found are candidates."""
    pool = pool_of(rows, residual)
    assert names_of(pool, pool.wanted) == wanted
    Candidates(pool).take_likely()
    for kind in ("bead-lost", "bead-found"):
        assert names_of(pool, [key.slot for key in pool.taken if key.kind == kind]) == wanted


@pytest.mark.parametrize(
    ("rows", "residual", "something_is_wrong"),
    [
        (POSSIBLE, {}, False),
        (POSSIBLE, {("B1", "U"): 1}, True),
        (IMPOSSIBLE, {}, True),
        (IMPOSSIBLE, {("B1", "U"): 1}, True),
    ],
)
def test_exchanged_boxes_are_looked_for_where_anything_is_wrong(rows, residual, something_is_wrong):
    """Also where nobody has counted, and a game alone shows it."""
    pool = pool_of(rows, residual)
    Candidates(pool).take_likely()
    kinds = {key.kind for key in pool.taken}
    assert ("boxes-exchanged" in kinds) == something_is_wrong
    assert ("wrong-beads" in kinds) == (rows is IMPOSSIBLE)
    assert "not-removed" in kinds


def test_a_slip_is_one_candidate_with_all_its_times():
    pool = pool_of(POSSIBLE, {("B1", "U"): 1})
    first = pool.take("not-removed", {3: 1}, [0, 0, 1], slot=3)
    again = pool.take("not-removed", {3: 1, 4: 0}, [1, 2], slot=3, share=0.5)
    assert first is again
    assert first.times == [0, 1, 2]
    assert first.adds == ((3, 1),)
    assert first.likely == pytest.approx(pool.frequency["not-removed"] * (3 + 2 * 0.5))
    assert pool.known("not-removed", {3: 1}, slot=3) is first
    assert [*pool.taken.values()] == [first]


@pytest.mark.parametrize(
    "other",
    [
        {"kind": "removed-twice"},
        {"change": {3: 2}},
        {"change": {4: 1}},
        {"slot": 4},
        {"other": 4},
        {"exchanged": (1, 2)},
    ],
    ids=lambda value: next(iter(value)),
)
def test_another_kind_change_slot_or_pair_of_boxes_is_another_candidate(other):
    pool = pool_of(POSSIBLE)
    usual = {"kind": "not-removed", "change": {3: 1}, "slot": 3, "other": None, "exchanged": None}
    first = pool.take(**usual, times=[0])
    second = pool.take(**(usual | other), times=[1])
    assert first is not second
    assert (first.times, second.times) == ([0], [1])
    assert pool.known(**(usual | other)) is second
    assert len(pool.taken) == 2


def test_what_was_not_taken_is_not_known():
    assert pool_of(POSSIBLE).known("not-removed", {3: 1}, slot=3) is None


def test_only_counted_slots_show_a_change_and_leave_something_unexplained():
    pool = pool_of(POSSIBLE, {("A1", "R"): 2, ("A1", "U"): -1})
    red, blue = [*pool.counted]
    assert pool.shown({red: 1, blue: 0, 40: 5}) == {red: 1}
    assert pool.unexplained({}) == 3
    assert pool.unexplained({red: 2}) == 1
    assert pool.unexplained({red: 2, blue: -1, 40: 5}) == 0
    assert pool.unexplained({red: -1}) == 4


@pytest.mark.parametrize(
    ("beads", "others", "more"),
    [
        ({}, {}, {}),
        ({1: 2}, {1: 2}, {}),
        ({1: 2}, {}, {1: 2}),
        ({}, {1: 2}, {1: -2}),
        ({3: 1, 1: 5}, {2: 1, 1: 2}, {1: 3, 2: -1, 3: 1}),
    ],
)
def test_differences_of_beads_are_by_slot_in_order_without_zeros(beads, others, more):
    assert [*slot_differences(beads, others).items()] == [*more.items()]


def test_each_candidate_is_kept_once_and_in_order():
    pool = pool_of(POSSIBLE)
    first = pool.take("not-removed", {3: 1}, [0], slot=3)
    second = pool.take("not-removed", {4: 1}, [0], slot=4)
    assert each_once([second, None, first, second, None]) == [second, first]
    assert [*pool.taken] == [
        CandidateKey("not-removed", 3, None, ((3, 1),), None),
        CandidateKey("not-removed", 4, None, ((4, 1),), None),
    ]


def test_boxes_stand_beside_each_other_in_their_row_and_less_likely_in_the_next():
    """HER has the rows A1 and A2, B1 to B10, C1 to C7."""
    pool = pool_of(POSSIBLE)
    ids = [box.id for box in HER.kit.boxes]
    beside = {
        ids[box]: {ids[near.box]: near.likely for near in neighbours}
        for box, neighbours in enumerate(pool.neighbours)
    }
    assert beside["A1"] == {"A2": 1.0}
    assert beside["A2"] == {"A1": 1.0, "B1": 0.3}
    assert beside["B1"] == {"A2": 0.3, "B2": 1.0}
    assert beside["B5"] == {"B4": 1.0, "B6": 1.0}
    assert beside["C7"] == {"C6": 1.0}


@pytest.mark.parametrize(
    ("numbers", "gaps"),
    [
        ((1, 2, 3), [(-1, 1), (0, 2), (1, 3), (2, 4)]),
        ((1, 3, 6), [(0, 2), (1, 4), (1, 5)]),
        ((), [(-1, 1)]),
    ],
)
def test_a_game_may_be_missing_where_a_number_is_and_else_after_each_game(numbers, gaps):
    rows = [game(number, "A1 R", "B1 U") for number in numbers]
    assert UnnotedGames(pool_of(rows))._gaps == gaps
