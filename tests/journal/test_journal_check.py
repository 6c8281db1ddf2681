"""Games that cannot have been: refused with the nearest thing that could be, or noted as written
and then named.
"""

import random
import re
from collections import Counter
from dataclasses import replace
from itertools import chain

import pytest
from click.testing import CliRunner
from command_answers import result_of
from counting import at_least, at_least_one
from jobs import LANGUAGES, TEXTS, kit_of, slots_of
from journal_games import begun, rows_of
from sampling import few, sample

from kitgen.cli.main import main
from kitgen.errors import RecordError
from kitgen.journal.journal import Journal
from kitgen.journal.journal_check import check
from kitgen.journal.journal_words import JournalWords
from kitgen.journal.understand import nearest, understood
from kitgen.kit.rule import Change, Rule
from kitgen.machine.learning import with_rule
from kitgen.record.rows import GameRow, Passages, PickedBead, follow, parse_bead

KITS = (
    "her",
    "him",
    "gardner24",
    "her-4x3",
    "menace",
    "menace-second",
    "awari-mini",
    "awari-3x1",
    "ladder",
)
HER = Passages(kit_of("her"))


def game(number, *cells, result=-1, **said):
    return GameRow(number, tuple(parse_bead(kit_of("her"), cell) for cell in cells), result, **said)


@pytest.mark.parametrize("name", few(KITS, one_in=3))
def test_games_of_a_machine_are_understood_and_agree(name):
    passages = Passages(kit_of(name))
    rows = list(at_least(60, rows_of(passages.kit, 60)))
    assert [understood(passages, row) for row in rows] == rows
    checked = check(passages, rows)
    assert (checked.games, checked.problems) == (60, ())


@pytest.mark.parametrize(
    "name", few(["her", "gardner24", "menace", "awari-mini", "awari-3x1", "ladder"], one_in=2)
)
def test_what_can_be_is_what_can_be_followed_move_by_move(name):
    """Games with a bead, an order or a result changed: the quick look agrees with the long one."""
    kit = kit_of(name)
    passages = Passages(kit)
    rng = random.Random(12)
    slots = {(box.id, slot.colour.letter): (box, slot) for box, slot in slots_of(kit)}
    kept = 0
    refused = 0
    for row in at_least(40, rows_of(kit, 40)):
        picks = list(row.picks)
        box = rng.choice(kit.boxes)
        if picks:
            picks[rng.randrange(len(picks))] = PickedBead(
                box.id, rng.choice(box.slots).colour.letter
            )
        for changed in (
            replace(row, picks=tuple(picks)),
            replace(row, picks=row.picks[::-1]),
            replace(row, result=-row.result),
        ):
            try:
                follow(kit, changed)
                possible = True
            except RecordError:
                possible = False
            stands = passages.follow([slots[pick.box, pick.bead] for pick in changed.picks])
            ends = set()
            if len(stands) > len(changed.picks):
                ends = {outcome for outcome, _ in passages.ends(stands[-1])}
            assert (changed.result in ends) is possible, changed
            if possible:
                kept += 1
            else:
                refused += 1
    assert min(kept, refused) >= 5


REFUSED = [
    (game(3, "A1 R", "A2 R"), "game 3: box A2 cannot come after A1 R; B1 or B3 could"),
    (game(3, "A1 R", "B1 U", "B3 R"), "game 3: box B3 cannot come after B1 U; C4 could"),
    (
        game(3, "A1 R", "B3 R", "B1 R"),
        "game 3: box B1 cannot come after B3 R; the game is over there",
    ),
    (game(3, "A1 R", "B3 R", result=-1), "game 3: after B3 R it cannot be lost; it can be won"),
    (game(3, "A1 R", "B1 R", result=0), "game 3: after B1 R it cannot be drawn; it can be lost"),
    (game(3, result=0), "game 3: a game of hexapawn:3x3 cannot be drawn"),
    (
        game(3, "A1 R", "B1 R", resigned=True),
        "game 3: after B1 R it cannot be lost so; it can be lost",
    ),
]


@pytest.mark.parametrize(
    ("row", "said"), REFUSED, ids=lambda value: value[:40] if isinstance(value, str) else None
)
def test_a_refusal_names_the_nearest_thing_that_could_be(row, said):
    with pytest.raises(RecordError) as refused:
        understood(HER, row)
    assert str(refused.value) == said


def test_nearest_boxes_are_those_of_the_same_row_and_number():
    assert nearest("B4", ["C1", "B9", "B3", "A1"]) == "B3, B9, A1 or C1"
    assert nearest("B4", [f"B{number}" for number in range(1, 20)]) == "B4, B3, B5, B2 or 15 others"


@pytest.mark.parametrize(
    ("cell", "column", "bead"),
    [
        ("B4 R", "", "B4 R"),
        ("b4r", "", "B4 R"),
        ("b4-g", "", "B4 G"),
        ("4 R", "B", "B4 R"),
        ("04:red", "B", "B4 R"),
        ("B4 RED", "C", "B4 R"),
        ("B4 b3a2", "", "B4 R"),
        ("A1 a3a2", "", "A1 R"),
        ("A1 c3c2", "", "A1 R"),
        ("A1 b3a2", "", "A1 Y"),
        (" B10\tr ", "", "B10 R"),
    ],
)
def test_a_bead_is_read_as_people_write_it(cell, column, bead):
    assert parse_bead(kit_of("her"), cell, column).text == bead


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        ("B44 R", "kit 'her' has no box 'B44'; did you mean B4"),
        ("B4 P", "box B4 has no bead 'P'; it has R, U, Y, G"),
        ("red", "'red' is not a box and a bead, such as C7 U"),
        ("4 R", "no box '4'"),
        ("B4", "is not a box and a bead"),
        ("B4 c1c2", "has no bead 'C1C2'"),
    ],
)
def test_a_bead_that_is_none_is_refused_with_the_nearest(cell, said):
    with pytest.raises(RecordError) as refused:
        parse_bead(kit_of("her"), cell)
    assert said in str(refused.value)


def bead_or_refusal(kit, cell):
    try:
        return parse_bead(kit, cell).bead, ""
    except RecordError as refusal:
        return None, str(refusal)


def test_a_move_that_may_be_turned_in_two_ways_is_not_guessed():
    """A move that is drawn on the box is meant; else it is one that the board, turned, shows
    there, if but one does.
    """
    kit = kit_of("menace")
    text = kit.game.move_text
    turns = kit.symmetries.all
    seen = Counter()
    for box in at_least(5, [box for box in kit.boxes if box.turn <= 2]):
        letters = {}
        for slot in box.slots:
            letters |= dict.fromkeys(slot.moves, slot.colour.letter)
        for cell in kit.game.legal_moves(kit.game.start()):
            could = set()
            for move, own in letters.items():
                if cell in [turn.move(move) for turn in turns]:
                    could.add(own)
            if cell in letters:
                could = {letters[cell]}
            letter, refusal = bead_or_refusal(kit, f"{box.id} {text(cell)}")
            assert {letter} == (could if len(could) == 1 else {None})
            assert ("name the bead" in refusal) == (len(could) > 1)
            if cell in letters:
                seen["drawn"] += 1
            elif len(could) == 1:
                seen["turned"] += 1
            elif could:
                seen["asked"] += 1
    assert set(seen) >= {"drawn", "turned", "asked"}


# --- a game by its last beads
# ------------------------------------------------------------------------------------


def test_a_game_is_given_by_its_last_bead_where_the_rule_needs_no_more():
    assert understood(HER, game(1, "B1 R")) == game(1, "B1 R", last_only=True)
    assert understood(HER, game(1, result=1)) == game(1, result=1, last_only=True)
    assert not understood(HER, game(1, "A1 R", "B1 R")).last_only
    for row, said in (
        (game(1, "B1 R", result=1), "it cannot be won"),
        (game(1, "B3 R", "B1 R"), "B1 cannot come after"),
    ):
        with pytest.raises(RecordError, match=said):
            understood(HER, row)
    for rule in ("hexapawn-rl", "michie"):
        with pytest.raises(RecordError, match="B1 cannot be the machine's first"):
            understood(Passages(kit_of("her", rule=rule)), game(1, "B1 R"))


@pytest.mark.parametrize("name", ["her", "gardner24", "awari-3x1", "ladder"])
def test_last_beads_alone_leave_the_same_beads_in_the_boxes(name):
    kit = kit_of(name, rule="gardner")
    passages = Passages(kit)
    rows = list(at_least(60, rows_of(kit, 60)))
    short = []
    for row in rows:
        try:
            short.append(
                understood(passages, replace(row, picks=row.picks[-1:] if row.result < 0 else ()))
            )
        except RecordError:
            short.append(row)
    assert sum(row.last_only for row in short) > 20
    assert check(passages, short).counts == check(passages, rows).counts
    assert check(passages, short).problems == ()


# --- what a check names
# ------------------------------------------------------------------------------------------


def problems(*rows, passages=HER):
    return [
        (one.game, one.turn, one.kind, one.box, one.bead) for one in check(passages, rows).problems
    ]


def test_a_check_names_each_kind_of_problem_with_its_place():
    lost = ("A1 R", "B1 R")
    assert problems(game(1, *lost), game(2, *lost)) == [(2, 2, "bead-gone", "B1", "R")]
    assert problems(game(1, "A1 R", "A2 R")) == [(1, 2, "wrong-box", "A2", "R")]
    assert problems(game(1, *lost, result=1)) == [(1, 2, "wrong-result", "B1", "R")]
    assert problems(game(1, result=-1)) == [(1, None, "wrong-result", "", "")], "no box is empty"
    assert problems(game(2, *lost)) == [(1, None, "game-missing", "", "")]
    assert problems(game(1, *lost), game(5, "A1 R", "B1 U")) == [(2, None, "game-missing", "", "")]
    assert problems(game(1, *lost), game(1, "A1 R", "B1 U")) == [(1, None, "game-twice", "", "")]
    for pick in (PickedBead("Z9", "R"), PickedBead("A1", "Q")):
        assert problems(GameRow(1, (pick,), -1)) == [(1, 1, "unknown-bead", pick.box, pick.bead)]
    said = check(HER, [game(1, *lost), game(5, *lost)]).problems
    assert [one.message for one in said] == [
        "games 2 to 4 are missing",
        "game 5: bead R cannot come from B1, which has none left",
    ]


#: A journal for each kind of problem that HER can have.
WRONG = {
    "bead-gone": [game(1, "A1 R", "B1 R"), game(2, "A1 R", "B1 R")],
    "wrong-box": [game(1, "A1 R", "A2 R")],
    "wrong-result": [game(1, "A1 R", "B1 R", result=1)],
    "game-missing": [game(3, "A1 R", "B1 R")],
    "game-twice": [game(1, "A1 R", "B1 R"), game(1, "A1 R", "B1 U")],
    "unknown-bead": [GameRow(1, (PickedBead("A1", "Q"),), -1)],
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_problems_are_told_in_the_language_of_the_kit(language):
    for kind, rows in at_least_one(WRONG.items()):
        found = next(one for one in check(HER, rows).problems if one.kind == kind)
        told = found.sentence(TEXTS[language])
        assert all(
            sign in told for sign in (str(found.game), found.box, found.bead, *found.others[:1])
        )
        english = told.startswith(("game ", "games "))
        assert english == (language == "en")
        assert found.message.startswith(("game ", "games "))
    first = check(HER, WRONG["wrong-result"]).problems[0].message
    assert first == "game 1: it cannot be won after B1 R; it can be lost"


def test_a_game_that_ends_at_an_empty_box_ends_at_one_that_is_empty():
    lost = [game(number, f"A1 {bead}") for number, bead in enumerate("RUY", 1)]
    assert {one[2] for one in problems(*lost)} == {"wrong-result"}, (
        "after its first bead the game goes on"
    )
    rule = Rule("a source", {"en": "a title"}, loss=Change(every=-1))
    first = Passages(with_rule(kit_of("her"), rule, "own"))
    gone = [game(1, "A1 R", "B1 R"), game(2, "A1 U", "B6 R"), game(3, "A1 Y", "B9 R")]
    no_bead = replace(game(4), resigned=True)
    assert problems(*gone[:2], replace(no_bead, game=3), passages=first)[-1] == (
        3,
        None,
        "wrong-result",
        "",
        "",
    )
    assert all(one[0] < 4 for one in problems(*gone, no_bead, passages=first))


def lost_on_the_table_or_at_an_empty_box(rule):
    """Return HER by a rule with a box that is empty, and a game that was lost there, or on the
    table before it.
    """
    passages = Passages(with_rule(kit_of("her"), rule, "own"))
    first_slots = [bead for bead in slots_of(passages.kit) if bead[0] in passages.kit.boxes[:2]]
    both = []
    for bead in first_slots:
        stand = passages.follow([bead])[-1]
        if {True, False} <= {gave_up for end, gave_up in passages.ends(stand) if end == -1}:
            both.append(bead)
    box, slot = both[0]
    after = passages.next_boxes(passages.follow([both[0]])[-1])
    assert after
    row = GameRow(1, (PickedBead(box.id, slot.colour.letter),), -1)
    assert check(passages, [row]).problems == ()
    emptied = next(box for box in passages.kit.boxes if box.id in after)
    empty = replace(emptied, slots=tuple(replace(slot, beads=0) for slot in emptied.slots))
    boxes = tuple(empty if one is emptied else one for one in passages.kit.boxes)
    return Passages(replace(passages.kit, boxes=boxes)), row


def test_where_the_rule_asks_how_a_game_ended_an_unclear_end_is_named():
    rule = Rule("a source", {"en": "a title"}, empty="resign", loss=Change(from_end=(-1,)))
    passages, row = lost_on_the_table_or_at_an_empty_box(rule)
    assert [one.kind for one in check(passages, [row]).problems] == ["unclear-end"]
    for gave_up in (True, False):
        assert check(passages, [replace(row, resigned=gave_up)]).problems == ()


def test_nobody_is_asked_how_a_game_ended_where_all_its_beads_change_alike():
    rule = Rule("a source", {"en": "a title"}, empty="resign", loss=Change(every=-1))
    passages, row = lost_on_the_table_or_at_an_empty_box(rule)
    assert check(passages, [row]).problems == ()


def test_an_impossible_result_alone_is_explained():
    checked = check(HER, WRONG["wrong-result"])
    assert [one.kind for one in checked.problems] == ["wrong-result"]
    assert "wrong-result" in {slip.kind for slip in chain(*checked.audit.stories)}


@pytest.mark.parametrize(
    ("name", "times"), sample([("her", 40), ("menace", 15), ("ladder", 5)], one_in=3)
)
def test_the_first_thing_that_is_named_is_where_a_planted_slip_is(name, times):
    """In the games of real machines one bead is changed to another: nothing before that game is
    ever named.
    """
    rng = random.Random(3)
    found = 0
    kit = kit_of(name)
    passages = Passages(kit)
    for _ in range(times):
        rows = rows_of(kit, 30)
        at = rng.randrange(30)
        if not rows[at].picks:
            continue
        picks = list(rows[at].picks)
        box = rng.choice(kit.boxes)
        picks[-1] = PickedBead(box.id, rng.choice(box.slots).colour.letter)
        rows[at] = replace(rows[at], picks=tuple(picks))
        named = check(passages, rows).problems
        assert not named or named[0].game >= at + 1
        found += bool(named) and named[0].game == at + 1
    assert found > times / 2


# --- the command
# -------------------------------------------------------------------------------------------------


def test_check_as_json_has_all_its_keys(tmp_path):
    path = begun(tmp_path / "a.kitgen", kit_of("her"), rows_of(kit_of("her"), 5))
    done = CliRunner().invoke(main, ["journal", "check", str(path), "--json"])
    empty = {
        "explanations": [],
        "more": 0,
        "unique": None,
        "proven": None,
        "unexplained": False,
        "repair": [],
        "cases": [],
        "count": [],
        "recount": [],
        "verdict": "right",
        "passed": True,
        "not_read": [],
    }
    assert (done.exit_code, result_of(done.stdout)) == (0, {"games": 5, "problems": []} | empty)
    with Journal(path, write=True) as journal:
        journal.add(game(6, "A1 R", "A2 R"), as_written=True)
    done = CliRunner().invoke(main, ["journal", "check", str(path), "--json"])
    (problem,) = result_of(done.stdout)["problems"]
    assert done.exit_code == 1
    assert problem["message"].startswith("game 6: box A2 cannot come after A1 R")
    assert sorted(problem) == ["bead", "box", "game", "kind", "message", "turn"]
    done = CliRunner().invoke(main, ["journal", "check", str(path)])
    assert done.stdout.splitlines()[-1] == "wrong: 1 problem; games replayed: 6"


@pytest.mark.parametrize(
    ("games", "named"), [(6, ["1", "2", "3", "4", "5", "6"]), (7, ["1", "2", "3", "4", "5"])]
)
def test_of_many_games_that_it_may_have_been_the_first_five_are_named(games, named):
    words = JournalWords(HER.kit, TEXTS["en"])._games(range(1, games + 1))
    assert re.findall("[0-9]+", words) == named


def test_nothing_is_said_of_counted_beads_where_nobody_has_counted():
    given_up = [game(1, "A1 R", "B1 U", resigned=True)]
    words = JournalWords(HER.kit, TEXTS["en"])
    alone = check(HER, given_up)
    assert [problem.kind for problem in alone.problems] == ["wrong-result"]
    assert "counted" not in " ".join(words.checked(alone))
    counts = {(box.id, slot.colour.letter): 1 for box, slot in slots_of(HER.kit)}
    assert (
        words.checked(check(HER, [], counts))[-1]
        == "All beads that were counted are as they should be."
    )
