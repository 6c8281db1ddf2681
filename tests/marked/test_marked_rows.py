"""From bubbles to games: what was marked is read, completed by the rules, or asked for, and
never another game.
"""

import random
from collections import Counter
from types import SimpleNamespace

import pytest
from counting import at_least_one
from filled_in_sheets import empty_box, filled_in, form_of, game_marks, spoiled
from jobs import EDITIONS, kit_of, slots_of
from journal_games import row_of
from sampling import few

from kitgen.machine.paper_machine import Table
from kitgen.marked.photos import counts_on
from kitgen.marked.row_games import (
    BLANK,
    COMPLETED,
    DOUBTFUL,
    MAX_PROPOSED,
    READ,
    VOID,
    Paths,
    _is_missing,
    _Search,
    fitting,
    understand_row,
)
from kitgen.marked.row_marks import (
    MARKED,
    TOUCHED,
    UNMARKED,
    UNSEEN,
    UNSURE,
    Misfit,
    RowMark,
    RowMarks,
    games_on,
)
from kitgen.record.rows import GameRow, sample_games

HER = kit_of("her")
PATHS = Paths(HER)
#: How a bubble may be spoiled, and how often it is tried on each sheet.
SPOILED = {"faint": 6, "smudge": 6, "missed": 6, "speck": 6}


def row(text, kit=HER, **others):
    """Return a row of a sheet in which some bubbles are marked, as in
    ``box 1 A1, bead 1 red, result 0 loss``.
    """
    form = form_of(kit)
    states = {
        RowMark(one.field, one.turn, one.value): UNMARKED for one in form.bubbles if one.row == 0
    }
    for state, said in ((MARKED, text), *((state, said) for state, said in others.items())):
        for words in filter(None, map(str.split, said.split(","))):
            mark = RowMark(words[0], int(words[1]), words[2] if len(words) > 2 else "")
            assert mark in states
            states[mark] = state
    return RowMarks(states)


def beads(game):
    return None if game is None else ([pick.text for pick in game.picks], game.result)


# --- any game of any kit
# ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", few(EDITIONS, one_in=8))
def test_what_is_marked_is_read_and_what_is_spoiled_never_becomes_another_game(name):
    kit = kit_of(name)
    paths = Paths(kit)
    form = form_of(kit)
    rng = random.Random(name)
    games = list(sample_games(kit, len(form.rows), machines=2))
    boxes = [box.id for box in kit.boxes]
    seen = Counter()
    for start in (0, len(form.rows)):
        part = games[start : start + len(form.rows)]
        clean, rows = filled_in(kit, part, form)
        played = {row: game for game, row in zip(part, rows, strict=True) if row is not None}
        before = {one.number: one.marks for one in games_on(form, clean)}
        sheets = [("clean", clean)]
        sheets += [
            (kind, spoiled(clean, rng, kind)[0])
            for kind, times in SPOILED.items()
            for _ in range(times)
        ]
        for kind, states in at_least_one(sheets):
            for one in games_on(form, states):
                game = played.get(one.rows[0])
                if game is None or (
                    kind != "clean" and one.marks.states == before[one.number].states
                ):
                    continue  # one row of a sheet is spoiled, or two where a game goes on
                gone = empty_box(kit, game)
                full = [box for box in boxes if box != gone]
                found = understand_row(paths, one.marks, one.number, full=full, joined=one.joined)
                true = beads(row_of(kit, game, one.number))
                seen[kind, found.state] += 1
                if kind == "speck" and found.state == READ and gone and beads(found.game) != true:
                    assert gone in [pick.box for pick in found.game.picks]  # ``check`` names it
                elif found.game is not None:
                    assert beads(found.game) == true, (kind, found.state)
                    assert found.game.game == form.code.first + one.rows[0]
                elif kind in ("clean", "faint") and found.state == DOUBTFUL and not found.more:
                    assert true in map(beads, found.proposed)
                assert found.state != READ or kind != "faint" or not one.marks.unsure
                assert found.state != VOID or kind == "speck"
    assert {state for kind, state in seen if kind == "clean"} <= {READ, DOUBTFUL}
    assert seen["clean", DOUBTFUL] == 0 or told_by_replies_alone(kit, form)
    assert seen["clean", READ] > 9 * seen["clean", DOUBTFUL]
    assert seen["faint", COMPLETED]


def told_by_replies_alone(kit, form):
    """Return whether a bead may stand for several moves on the table, and the sheet does not ask
    everywhere which.
    """
    twins = any(len(slot.moves) > 1 for box, slot in slots_of(kit))
    fields = {bubble.field for bubble in form.bubbles}
    return twins and "reply" in fields


# --- one row of Hexapawn
# ------------------------------------------------------------------------------------------

#: A whole game, and one that is as good but for its second bead.
GAME = "box 1 A1, bead 1 red, box 2 B1, bead 2 blue, result 0 loss"
PLAYED = (["A1 R", "B1 U"], -1)
LONG = "box 1 A1, bead 1 yellow, box 2 B6, bead 2 yellow, box 3 C6, bead 3 yellow, result 0 win"
ALL = [box.id for box in HER.boxes]


def judged(text, full=ALL, **others):
    return understand_row(PATHS, row(text, **others), 7, full=full)


@pytest.mark.parametrize(
    ("text", "others", "state", "game"),
    [
        (GAME, {}, READ, PLAYED),
        (GAME, {"unsure": "bead 2 red"}, COMPLETED, PLAYED),
        (GAME.replace("box 2 B1, ", ""), {"unsure": "box 2 B1"}, COMPLETED, PLAYED),
        (LONG.replace("bead 2 yellow, ", ""), {}, COMPLETED, (["A1 Y", "B6 Y", "C6 Y"], 1)),
        (GAME.replace(", result 0 loss", ""), {}, COMPLETED, PLAYED),
        ("box 1 A1, bead 1 red, box 2 B1, result 0 loss", {"full": []}, READ, (["A1 R"], -1)),
        (f"{GAME}, void 0", {}, VOID, None),
        ("", {}, BLANK, None),
    ],
    ids=[
        "clear",
        "a smudge",
        "faint",
        "one missing",
        "no result",
        "an empty box",
        "void",
        "nothing",
    ],
)
def test_a_row_that_the_rules_can_settle(text, others, state, game):
    found = judged(text, **others)
    assert (found.state, beads(found.game), found.doubt) == (state, game, None)


@pytest.mark.parametrize(
    ("text", "others", "kind", "turn", "proposed"),
    [
        (f"{GAME}, bead 2 red", {}, "two", 2, [(["A1 R", "B1 R"], -1), PLAYED]),
        (f"{GAME}, result 0 win", {}, "two", 0, [PLAYED]),
        (
            GAME.replace("bead 2 blue, ", ""),
            {},
            "missing",
            2,
            [(["A1 R", "B1 R"], -1), PLAYED, (["A1 R"], -1)],
        ),
        (
            GAME.replace("bead 2 blue, ", ""),
            {"full": None},
            "empty-box",
            2,
            [(["A1 R"], -1), PLAYED],
        ),
        (
            GAME.replace("bead 2 blue, ", ""),
            {"unsure": "bead 2 blue, bead 2 red"},
            "faint",
            0,
            [PLAYED],
        ),
        (GAME, {"unsure": "void 0"}, "void", 0, [PLAYED]),
        (f"{GAME}, void 0", {"touched": "box 3 C1"}, "touched", 3, [PLAYED]),
        (GAME, {"touched": "void 0"}, "touched", 0, [PLAYED]),
        ("", {"unsure": GAME}, "faint-alone", 0, [PLAYED]),
        ("", {"unsure": "bead 1 red"}, "faint-alone", 0, []),
        (GAME, {"touched": "box 3 C1"}, "touched", 3, [PLAYED]),
        (GAME, {"unseen": "box 3 C1, result 0 win"}, "unseen", 3, [PLAYED]),
        ("", {"touched": GAME}, "touched", 1, [PLAYED]),
        (GAME.replace(", result 0 loss", ""), {"unseen": "result 0 loss"}, "unseen", 0, [PLAYED]),
        (GAME.replace("loss", "win"), {}, "impossible", 0, [PLAYED]),
        (GAME.replace("B1", "B9"), {}, "impossible", 0, [PLAYED]),
        (f"{GAME}, box 3 C4", {}, "missing", 3, [(["A1 R", "B1 U", "C4 R"], -1), PLAYED]),
        # a stamp on the blue bead of A1; what was marked faintly belongs to another game
        (
            "bead 1 blue",
            {"unsure": "box 1 A1, bead 2 red"},
            "missing",
            0,
            [(["A1 U"], -1), (["A1 U", "B5 R"], -1)],
        ),
        # the same, beside a bead that was faintly marked itself
        (
            "bead 1 blue, result 0 loss",
            {"unsure": "box 1 A1, bead 1 red", "full": []},
            "faint",
            0,
            [(["A1 U"], -1), (["A1 R"], -1)],
        ),
    ],
)
def test_a_row_that_is_asked_for_says_why_and_what_it_may_be(text, others, kind, turn, proposed):
    found = judged(text, **others)
    assert (found.state, found.game, found.doubt.kind, found.doubt.turn) == (
        DOUBTFUL,
        None,
        kind,
        turn,
    )
    assert [game for game in map(beads, found.proposed) if game in proposed] == proposed


@pytest.mark.parametrize(
    ("text", "more"),
    [
        (f"{GAME}, bead 2 red", 0),
        ("bead 1 red, bead 2 red, result 0 loss", 0),
        ("bead 1 red, bead 2 blue", 1),
        ("box 2 B1, result 0 loss", 3),
    ],
    ids=["two games", "as many as are proposed", "one more", "seven games"],
)
def test_a_question_says_how_many_more_games_it_may_have_been(text, more):
    found = judged(text)
    assert (found.state, found.more) == (DOUBTFUL, more)
    assert len(found.proposed) == MAX_PROPOSED or not more


def test_ink_in_a_row_without_marks_is_asked_about():
    found = understand_row(PATHS, row(""), 7, inked=True)
    assert (found.state, found.doubt.kind, found.proposed) == (DOUBTFUL, "ink", ())


@pytest.mark.every
def test_so_little_is_marked_that_nobody_can_know():
    kit = kit_of("awari-mini")
    form = form_of(kit)
    states = {
        RowMark(one.field, one.turn, one.value): UNSURE for one in form.bubbles if one.row == 0
    }
    states |= {mark: UNMARKED for mark in states if mark.field in ("void", "on")} | {
        RowMark("result", 0, "win"): MARKED
    }
    found = understand_row(Paths(kit), RowMarks(states), 1)
    assert (found.state, found.doubt.kind, found.proposed) == (DOUBTFUL, "open", ())


def test_a_game_that_overrules_a_mark_costs_more_than_one_that_adds_one():
    marks = row(f"{GAME}, bead 2 red")
    assert fitting(PATHS, marks, 0) == []
    found = [
        (fit.cost, beads(GameRow(1, fit.picks, fit.result))[0]) for fit in fitting(PATHS, marks, 1)
    ]
    assert found == [(Misfit(1, 0), ["A1 R", "B1 R"]), (Misfit(1, 0), ["A1 R", "B1 U"])]
    costs = [fit.cost.all for fit in fitting(PATHS, marks, 2)]
    assert costs == sorted(costs)
    assert {1, 2} == set(costs)


# --- sheets
# --------------------------------------------------------------------------------------------------


def test_a_game_goes_on_in_the_next_row_unless_that_is_void():
    kit = kit_of("awari-3x1")
    form = form_of(kit)
    room = form_of(kit).code.turns
    game = next(iter(sample_games(kit, 1, 1)))
    at = {(one.row, RowMark(one.field, one.turn, one.value)): one for one in form.bubbles}
    states = dict.fromkeys(form.bubbles, UNMARKED)
    for mark in game_marks(kit, game, form):
        states[at[0, mark]] = MARKED
    for on, crossed, rows in (
        (UNMARKED, UNMARKED, [(0,), (1,), (2,)]),
        (MARKED, UNMARKED, [(0, 1), (2,)]),
        (MARKED, MARKED, [(0,), (1,), (2,)]),
    ):
        states[at[1, RowMark("on", 0, "")]] = on
        states[at[1, RowMark("void", 0, "")]] = crossed
        found = games_on(form, states)
        assert [one.rows for one in found][: len(rows)] == rows
        assert all(one.joined for one in found)
    states[at[1, RowMark("result", 0, "draw")]] = (
        TOUCHED  # beside stray ink nobody knows whether the row is void
    )
    assert [one.rows for one in games_on(form, states)][:2] == [(0, 1), (2,)]
    states[at[1, RowMark("result", 0, "draw")]] = UNMARKED
    states[at[1, RowMark("void", 0, "")]] = UNMARKED
    states[at[1, RowMark("on", 0, "")]] = UNSURE
    states[at[1, RowMark("bead", 1, next(iter({m.value for _, m in at if m.field == "bead"})))]] = (
        MARKED
    )
    joined = games_on(form, states)[0]
    last = max(mark.turn for mark in (*joined.marks.marked, *joined.marks.unsure))
    assert (joined.rows, joined.joined, last) == ((0, 1), False, room + 1)
    assert understand_row(Paths(kit), joined.marks, 1, joined=False).doubt.kind == "on"


def test_beads_are_counted_by_their_sums_and_what_is_unclear_is_left_out():
    kit = kit_of("menace")
    form = form_of(kit, part="count-marks")
    at = {(one.row, one.field, one.turn, one.value): one for one in form.bubbles}

    def counted(*marked, unsure=(), unseen=()):
        states = dict.fromkeys(form.bubbles, UNMARKED)
        states |= {at[one]: MARKED for one in marked} | {at[one]: UNSURE for one in unsure}
        states |= {at[one]: UNSEEN for one in unseen}
        return counts_on(kit, form, states)

    box = kit.boxes[0]
    other = kit.boxes[1]
    letters = [slot.colour.letter for slot in box.slots]
    counts, unsure, void = counted(
        (0, "count", 1, "5"),
        (0, "count", 1, "2"),
        (0, "count", 2, "0"),
        (1, "count", 1, "1"),
        (1, "void", 0, ""),
    )
    assert counts == {(box.id, letters[0]): 7, (box.id, letters[1]): 0}
    assert (unsure, void) == ([], [other.id])
    _, unsure, void = counted(
        (1, "count", 1, "1"), (1, "void", 0, ""), unseen=[(1, "count", 2, "0")]
    )
    assert (unsure, void) == ([(other.id, slot.colour.letter) for slot in other.slots[:2]], [])
    counts, unsure, _ = counted(
        (0, "count", 1, "0"),
        (0, "count", 1, "2"),
        (0, "count", 2, "3"),
        unsure=[(0, "count", 2, "1")],
    )
    assert (counts, unsure) == ({}, [(box.id, letters[0]), (box.id, letters[1])])
    assert counted() == ({}, [], [])


def test_two_numbers_of_a_bead_are_unclear_where_they_are_not_added_up():
    form = form_of(HER, part="count-marks")
    box = form.rows[0].name
    at = {(one.row, one.field, one.turn, one.value): one for one in form.bubbles}
    states = dict.fromkeys(form.bubbles, UNMARKED)
    states |= {
        at[0, "count", 1, "3"]: MARKED,
        at[0, "count", 2, "1"]: MARKED,
        at[0, "count", 2, "2"]: MARKED,
    }
    letters = [slot.colour.letter for slot in HER.by_id[box].slots]
    counts, unclear, _ = counts_on(HER, form, states, inked={0, 1})
    assert counts == {(box, letters[0]): 3}
    other = HER.by_id[form.rows[1].name]
    assert unclear == [(box, letters[1]), *((other.id, slot.colour.letter) for slot in other.slots)]


# --- turns without a bead
# ------------------------------------------------------------------------------------------

MINI = kit_of("awari-mini")
MINI_PATHS = Paths(MINI)


def game_with_a_turn_without_a_bead():
    """A game in which the machine has only one move on a turn, which has no box: its row of marks,
    its beads, that turn, and the marks of the move there and of the one before it.
    """
    form = form_of(MINI)
    moves = MINI_PATHS.moves
    for game in sample_games(MINI, 200, 1):
        table = Table(MINI.game, MINI.game.start())
        turn = 1
        reply = ()
        found = None
        for move in game.moves:
            if table.position.to_move != game.side:
                reply = moves.marks(move)
            else:
                if reply and turn > 1 and MINI.locate(table.position) is None:
                    found = found or (turn, moves.marks(move), reply)
                turn += 1
                reply = ()
            table.play(move)
        beads_after = found and turn - found[0] > 1
        if beads_after and turn < form.code.turns:
            states = {
                RowMark(one.field, one.turn, one.value): UNMARKED
                for one in form.bubbles
                if one.row == 0
            }
            states |= dict.fromkeys(game_marks(MINI, game, form), MARKED)
            picks = [pick.text for pick in row_of(MINI, game, 1).picks]
            return states, (picks, game.outcome), *found
    raise AssertionError("no such game")


def costs(states, game, most):
    """What it costs to take a row for a game; None if it cannot be that game."""
    for fit in fitting(MINI_PATHS, RowMarks(states), most):
        if ([pick.text for pick in fit.picks], fit.result) == game:
            return fit.cost
    return None


def test_on_a_turn_without_a_bead_moves_may_be_marked_and_nothing_else():
    """Each other mark there is one too many, and the row is then no clear one."""
    states, game, turn, own, reply = game_with_a_turn_without_a_bead()
    others = {}
    for mark, state in states.items():
        if mark.turn == turn and state == UNMARKED and mark.value not in (*own, *reply):
            others.setdefault(mark.field, mark.value)
    assert costs(states, game, 0) == Misfit()
    for field, values, too_many in (
        ("reply", reply, 0),
        ("reply", [others["reply"]], 1),
        ("move", own, 0),
        ("move", ["another"], 1),
        ("move", [*own, "another"], 1),
        ("box", ["A1"], 1),
        ("box", ["A1", "B1"], 2),
        ("bead", [others["bead"]], 1),
    ):
        marked = {RowMark(field, turn, value): MARKED for value in values}
        assert costs(states | marked, game, 2) == Misfit(too_many), (field, values)
        assert (costs(states | marked, game, 0) is None) is (too_many > 0), (field, values)
        found = understand_row(MINI_PATHS, RowMarks(states | marked), 1)
        assert (found.state == READ) is (too_many == 0), (field, values)


def test_after_the_last_bead_a_move_and_an_empty_box_may_be_marked():
    """The row of a game that ends on turn 2: what is marked on the next turn belongs to nothing
    but the other side's last move, and what stands later to no game.
    """
    marks = row(GAME).states

    def misfit(*more, most=2):
        states = marks | dict.fromkeys(more, MARKED)
        for fit in fitting(PATHS, RowMarks(states), most, full=ALL):
            if ([pick.text for pick in fit.picks], fit.result) == PLAYED:
                return fit.cost.all
        return None

    assert misfit() == 0
    for mark, cost in (
        (RowMark("reply", 3, "b2b3"), 1),
        (RowMark("box", 3, "C1"), 1),
        (RowMark("bead", 3, "red"), 1),
        (RowMark("move", 3, "a1a2"), 1),
        (RowMark("bead", 4, "red"), 1),
        (RowMark("box", 4, "C1"), 1),
        (RowMark("bead", 1, "blue"), 1),
        (RowMark("box", 2, "B2"), 1),
        (RowMark("result", 0, "win"), 1),
    ):
        assert misfit(mark) == cost, mark
        assert misfit(mark, most=0) is None, mark
    assert misfit(RowMark("box", 3, "C1"), RowMark("bead", 3, "red")) == 2


@pytest.mark.parametrize(
    ("costs_of_each", "most", "total"),
    [
        ([], 0, Misfit()),
        ([Misfit(1, 0), Misfit(0, 1)], 2, Misfit(1, 1)),
        ([Misfit(1, 0), Misfit(0, 1)], 1, None),
        ([Misfit(), None], 5, None),
        ([Misfit(2, 0), Misfit(0, 1)], 3, Misfit(2, 1)),
    ],
)
def test_misfits_add_up_to_the_most_that_is_allowed(costs_of_each, most, total):
    assert _Search(PATHS, RowMarks({}), most, frozenset())._sum(*costs_of_each) == total


def test_of_two_ways_to_a_stand_the_one_with_less_misfit_is_kept():
    """Of as much misfit, the one with fewer marks that it overrules."""
    kept = {}
    for cost, at_last in (
        (None, None),
        (Misfit(1, 1), Misfit(1, 1)),
        (Misfit(0, 3), Misfit(1, 1)),
        (Misfit(2, 0), Misfit(1, 1)),
        (Misfit(0, 2), Misfit(0, 2)),
        (Misfit(1, 0), Misfit(1, 0)),
        (None, Misfit(1, 0)),
    ):
        _Search._keep(kept, "stand", cost)
        assert kept.get("stand") == at_last


@pytest.mark.parametrize(
    ("field", "turn", "marked", "missing"),
    [
        ("result", 0, "bead 1 red", True),
        ("result", 0, "result 0 win", False),
        ("starts", 0, "bead 1 red", False),
        ("box", 1, "bead 2 red", True),
        ("box", 2, "bead 2 red", True),
        ("box", 3, "bead 2 red", False),
        ("bead", 1, "box 1 A1", True),
        ("bead", 1, "bead 1 red", False),
        ("bead", 1, "", False),
        ("move", 1, "bead 2 red", True),
        ("reply", 1, "bead 1 red", True),
        ("reply", 2, "bead 1 red", False),
        ("reply", 1, "box 1 A1", False),
        ("void", 0, "bead 1 red", False),
        ("on", 0, "bead 1 red", False),
    ],
)
def test_whether_a_group_lacks_a_mark_is_known_by_the_others(field, turn, marked, missing):
    states = {}
    for name, at, value in (("reply", 1, "x"), ("move", 1, "x"), ("starts", 0, "machine")):
        states[RowMark(name, at, value)] = UNMARKED
    marks = RowMarks(states | row(marked).states)
    assert _is_missing(marks, field, turn) is missing
    if turn and marks.group(field, turn):
        faint = {RowMark(field, turn, next(iter(marks.group(field, turn)))): UNSURE}
        assert not _is_missing(RowMarks(marks.states | faint), field, turn)


def test_a_bead_leads_to_every_board_that_its_moves_make():
    """A bead of a symmetric box stands for several moves on the table."""
    table = SimpleNamespace(
        moves=SimpleNamespace(marks=lambda move: (move,)),
        moves_for=lambda stand, _: [("a1a2", f"{stand} left"), ("c1c2", f"{stand} right")],
    )
    sheet = SimpleNamespace(group=lambda *_: {"red": UNMARKED}, choosing=lambda *_: Misfit())
    search = _Search(table, sheet, 0, frozenset())
    box = HER.boxes[0]
    before = {("one", 1): Misfit(), ("other", 3): Misfit()}
    after = search._picked(box, box.slots[0], before)
    assert set(after) == {
        ("one left", 2),
        ("one right", 2),
        ("other left", 4),
        ("other right", 4),
    }
