"""What went wrong at a machine: slips planted by hand, found by the beads that they left, told
and put right.
"""

import subprocess
import sys
from dataclasses import replace
from itertools import chain

import pytest
from click.testing import CliRunner
from command_answers import result_of
from counting import at_least, at_least_one
from hypothesis import given, settings
from hypothesis import strategies as st
from jobs import LANGUAGES, TEXTS, kit_of
from journal_games import begun, by_slot, rows_of
from places import ROOT
from sampling import examples
from simulated_classes import explains, replayed

from kitgen.cli.main import main
from kitgen.errors import RecordError
from kitgen.journal.audit import Audit, audit
from kitgen.journal.beads import RunningBeads
from kitgen.journal.course import OF_COUNTING, Slip
from kitgen.journal.journal import Journal
from kitgen.journal.journal_words import JournalWords
from kitgen.journal.understand import Problem, nearest_in
from kitgen.kit.rule import Change, Rule
from kitgen.machine.learning import with_rule
from kitgen.record.games_table import counted_beads, parse_counts
from kitgen.record.rows import GameRow, Passages, parse_bead

EXAMPLES = ROOT / "examples"
HER = Passages(kit_of("her"))
MENACE = Passages(kit_of("menace"))


def game(number, *cells, result=-1, kit="her"):
    return GameRow(number, tuple(parse_bead(kit_of(kit), cell) for cell in cells), result)


def beads_after(passages, rows):
    """Return the beads that the rule leaves, by box and letter."""
    beads = RunningBeads(passages)
    for row in rows:
        beads.learn(row)
    return by_slot(passages.kit, beads.all())


def changed(counts, **by):
    """Return counts with some beads more or fewer; a slot is said as ``B4_R``."""
    return counts | {
        tuple(slot.split("_")): counts[tuple(slot.split("_"))] + n for slot, n in by.items()
    }


def real_beads(passages, rows, acts):
    """Return the beads that lie there in the end when the rule is kept after each game, and then
    something happens.

    Args:
        passages: of the machine.
        rows: the games that were really played.
        acts: by the number of a game, 0 before the first, what is done to the beads after it.
    """
    real = beads_after(passages, [])
    for played in range(len(rows) + 1):
        if played:
            assert all(real[pick.box, pick.bead] for pick in rows[played - 1].picks)
            before = beads_after(passages, rows[: played - 1])
            after = beads_after(passages, rows[:played])
            real = {slot: n + after[slot] - before[slot] for slot, n in real.items()}
        if played in acts:
            real |= acts[played](real)
    return real


def swapped(one, other):
    """Return what exchanges the beads of two boxes."""

    def act(real):
        turned = {}
        for here, there in ((one, other), (other, one)):
            for (box, letter), n in real.items():
                if box == here:
                    assert (there, letter) in real or n == 0
                    turned[here, letter] = real.get((there, letter), 0)
        return turned

    return act


def moved(**by):
    """Return what puts some beads somewhere, and takes them."""
    return lambda real: changed(real, **by)


def told(story):
    return [(slip.kind, slip.after, slip.row) for slip in story]


def after_story(passages, rows, story):
    """Return the beads that a story leaves, as the referee of the simulated classes replays it."""
    beads = replayed(passages.kit.name, rows, story)
    assert not isinstance(beads, str), beads
    return beads


def slips(story):
    return [(slip.game, slip.kind, slip.box, slip.bead) for slip in story]


#: Two games that HER has lost and one that it has won.
THREE = [
    game(1, "A1 R", "B1 U"),
    game(2, "A2 U", "B9 U", "C4 R"),
    game(3, "A1 Y", "B10 R", result=1),
]


@pytest.mark.parametrize(
    ("by", "story"),
    [
        ({"B1_U": 1}, (1, "not-removed", "B1", "U")),
        ({"B1_U": 1, "B1_R": -1}, (1, "wrong-colour", "B1", "R")),
        ({"B1_U": 1, "A1_R": -1}, (1, "wrong-box", "A1", "R")),
        ({"C4_R": 1, "B9_U": -1}, (2, "wrong-box", "B9", "U")),
        ({"C4_R": 1, "C3_R": -1}, (2, "neighbour-box", "C3", "R")),
        ({"B10_R": -1}, (3, "wrong-sign", "B10", "R")),
    ],
    ids=lambda value: value[1] if isinstance(value, tuple) else None,
)
def test_one_slip_is_found_by_the_beads_that_it_left(by, story):
    right = beads_after(HER, THREE)
    counts = changed(right, **by)
    found = audit(HER, THREE, counts)
    assert [story] in [slips(one) for one in found.stories]
    assert found.proven
    as_noted = next((case.repair for case in found.cases if () in case.pens), ())
    for one in at_least_one([*found.repair, *as_noted]):
        counts[one.box, one.bead] += one.put
    assert counts == right


@pytest.mark.parametrize(("last", "twin"), [("B2 U", "B1 R"), ("C5 R", "C6 R")])
def test_a_bead_taken_from_the_mirror_image_of_a_box_is_told_by_the_same_move(last, twin):
    """The boxes of gardner24@1 have mirror images among them: B2 is B1 seen in a mirror, and its
    bead U is R there.
    """
    gardner = Passages(kit_of("gardner24@1"))
    lost = next(
        row
        for row in rows_of(gardner.kit, 60)
        if row.result < 0 and row.picks and row.picks[-1].text == last
    )
    played = [replace(lost, game=1)]
    counts = beads_after(gardner, played)
    right = tuple(last.split())
    wrong = tuple(twin.split())
    counts |= {right: counts[right] + 1, wrong: counts[wrong] - 1}
    (slip,) = next(
        story for story in audit(gardner, played, counts).stories if story[0].kind == "mirror-box"
    )
    assert slips([slip]) == [(1, "mirror-box", *wrong)]
    assert (slip.other_box, slip.other_bead) == right


def test_beads_that_are_right_need_no_story():
    found = audit(HER, THREE, beads_after(HER, THREE))
    assert (found.stories, found.unique, found.proven, found.repair) == ((), True, True, ())
    assert audit(HER, THREE) is None


def test_a_bead_that_was_picked_again_stayed_in_its_box_although_nothing_was_counted():
    rows = [*THREE, game(4, "A1 R", "B1 U")]
    found = audit(HER, rows)
    assert slips(found.stories[0]) == [(1, "not-removed", "B1", "U")]
    counted = audit(HER, rows, beads_after(HER, THREE))
    assert slips(counted.stories[0]) == [(1, "not-removed", "B1", "U")]
    assert (counted.unique, counted.repair) == (False, ())


def test_a_slip_that_would_have_left_no_bead_to_pick_later_is_no_explanation():
    rows = [THREE[0], game(2, "A1 R", "B3 R", result=1)]
    counts = changed(beads_after(HER, rows), B1_U=1, A1_R=-1)
    found = audit(HER, rows, counts)
    assert min(len(story) for story in found.stories) == 2, "A1 R was there in game 2"


def test_a_game_given_up_tells_that_a_box_was_empty():
    """HIM gave up before an empty box that by the journal holds a bead: a game is missing that
    took it.
    """
    him = Passages(kit_of("him"))
    b5 = next(box for box in him.kit.boxes if box.id == "B5")
    played = [
        game(n, "A1 R", f"B5 {slot.colour.letter}", kit="him") for n, slot in enumerate(b5.slots, 1)
    ]
    played.append(game(len(played) + 1, "A1 R", kit="him"))
    assert audit(him, played) is None
    noted = played[:-2] + played[-1:]
    found = audit(him, noted, beads_after(him, played))
    assert slips(found.stories[0]) == [
        (played[-2].game, "game-missing", "B5", b5.slots[-1].colour.letter)
    ]
    assert found.repair == ()
    assert [() in case.pens for case in found.cases].count(True) == 1


def test_a_result_that_cannot_be_was_noted_wrongly_and_the_beads_are_right():
    rows = [THREE[0], replace(THREE[2], game=2, result=-1)]  # after B10 R the machine has won
    really = [rows[0], replace(rows[1], result=1)]
    found = audit(HER, rows, beads_after(HER, really))
    assert [slips(story) for story in found.stories] == [[(2, "wrong-result", "", "")]]
    assert found.repair == ()


def test_what_hangs_on_the_result_of_a_game_is_asked_and_each_answer_has_its_repair():
    """A winner that was punished leaves the beads of a game that was lost and noted as won."""
    rows = [row for row in at_least(30, rows_of(MENACE.kit, 30)) if row.result == 1]
    for n in range(1, len(rows) + 1):
        noted = [replace(one, game=number) for number, one in enumerate(rows[:n], 1)]
        really = [*noted[:-1], replace(noted[-1], result=-1)]
        found = audit(MENACE, noted, beads_after(MENACE, really))
        if found.cases:
            break
    right = beads_after(MENACE, noted)
    lain = beads_after(MENACE, really)
    assert found.repair == ()
    assert not found.unique
    answers = {slip.kind for slip in chain(*found.stories)}
    assert answers == {"wrong-sign", "wrong-result"}
    wrong, as_noted = sorted(found.cases, key=lambda case: len(case.repair))
    assert (slips(wrong.pens[0]), wrong.repair) == ([(len(noted), "wrong-result", "", "")], ())
    assert as_noted.pens == ((),)
    for one in as_noted.repair:
        lain[one.box, one.bead] += one.put
    assert lain == right
    for language in LANGUAGES:
        lines = JournalWords(MENACE.kit, TEXTS[language]).lines(found)
        assert TEXTS[language]("audit.repair") not in lines
        assert lines.count(TEXTS[language]("audit.ask")) == 1
        assert f"  {TEXTS[language]('audit.nothing')}" in lines


@pytest.mark.parametrize("gap", [True, False])
def test_a_game_that_was_not_noted_is_told_and_stays_in_the_beads(gap):
    rows = list(at_least(12, rows_of(MENACE.kit, 12)))
    counts = beads_after(MENACE, rows)
    noted = [row for row in rows if row.game != 6]
    if not gap:
        noted = [replace(row, game=n) for n, row in enumerate(noted, 1)]
    found = audit(MENACE, noted, counts)
    assert slips(found.stories[0])[0][1] == "game-missing"
    assert found.stories[0][0].games == ((6,) if gap else tuple(range(1, 13)))
    assert found.stories[0][0].row.result == rows[5].result
    assert found.repair == ()


def one_bead_fewer(*, gap):
    """Return games of MENACE, of which the seventh is missing or its number is not, and counts
    of its first box.
    """
    noted = [row for row in at_least(8, rows_of(MENACE.kit, 8)) if row.game != 7]
    if not gap:
        noted = [replace(row, game=number) for number, row in enumerate(noted, 1)]
    right = beads_after(MENACE, noted)
    return noted, {slot: n - (slot == ("A1", "U")) for slot, n in right.items() if slot[0] == "A1"}


@pytest.mark.every
def test_a_missing_game_is_told_first_only_where_its_number_is_missing():
    """One bead fewer in the first box may be a lost game that is not noted, or a bead that went
    into another box.
    """
    first = [slips(audit(MENACE, *one_bead_fewer(gap=gap)).stories[0]) for gap in (True, False)]
    assert [(len(story), story[0][1]) for story in first] == [
        (1, "game-missing"),
        (1, "put-elsewhere"),
    ]


@pytest.mark.parametrize(("limit", "most"), [("MAX_STEPS", 2), ("MAX_GAMES_REPLAYED", 3)])
def test_a_search_that_ends_early_proves_nothing(monkeypatch, limit, most):
    counts = changed(beads_after(HER, THREE), B1_U=1, C4_R=1, C3_R=-1)
    assert audit(HER, THREE, counts).proven
    monkeypatch.setattr(f"kitgen.journal.story_search.{limit}", most)
    found = audit(HER, THREE, counts)
    assert (found.proven, found.unique) == (False, False)


def test_a_game_that_was_noted_twice_is_told():
    rows = list(at_least(8, rows_of(MENACE.kit, 8)))
    counts = beads_after(MENACE, rows)
    twice = [*rows, replace(rows[-1], game=9)]
    found = audit(MENACE, twice, counts)
    assert slips(found.stories[0]) == [(9, "game-twice", "", "")]
    assert found.repair == ()


def test_boxes_that_were_exchanged_are_told_with_the_games_after_which_it_may_have_been():
    right = beads_after(HER, THREE)
    counts = dict(right)
    for letter in {letter for box, letter in right if box == "B1"}:
        counts["B1", letter] = right["B8", letter]
        counts["B8", letter] = right["B1", letter]
    assert counts != right
    found = audit(HER, THREE, counts)
    kinds = {story[0].kind for story in found.stories if len(story) == 1}
    assert "boxes-exchanged" in kinds
    assert found.proven
    for one in at_least_one(found.repair):
        counts[one.box, one.bead] += one.put
    assert counts == right


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_for_which_no_number_is_free_is_found_before_the_game_that_shows_it(language):
    """The games are numbered one after the other, so that nothing but the beads tells of one
    more.
    """
    him = Passages(kit_of("him"))
    letters = [slot.colour.letter for slot in him.kit.by_id["B5"].slots]
    played = [game(n, "A1 R", f"B5 {letter}", kit="him") for n, letter in enumerate(letters, 1)]
    played.append(game(len(played) + 1, "A1 R", kit="him"))  # gave up: B5 is empty
    played.append(game(len(played) + 1, "A1 U", "B2 R", result=1, kit="him"))
    missing = len(letters) - 1
    noted = [
        replace(row, game=n) for n, row in enumerate(played[:missing] + played[missing + 1 :], 1)
    ]
    found = audit(him, noted, beads_after(him, played))
    missed = next(story[0] for story in found.stories if story[0].kind == "game-missing")
    assert (missed.box, missed.bead, missed.before, missed.games) == (
        "B5",
        letters[-1],
        True,
        (1, 2, 3),
    )
    assert found.proven
    words = JournalWords(him.kit, TEXTS[language])
    assert words.slip(missed).startswith(
        {
            "en": "before game 1, 2 or 3 a game",
            "it": "prima della partita 1, 2 o 3",
            "es": "antes de la partida 1, 2 o 3",
            "fr": "avant la partie 1, 2 ou 3",
            "de": "vor Partie 1, 2 oder 3",
        }[language]
    )


def test_a_game_in_boxes_that_nobody_counted_is_found_by_those_that_were():
    """Two of its four boxes were counted: of the others nobody can say what was played there."""
    rows = rows_of(MENACE.kit, 30)
    long = next(row for row in rows if len(row.picks) == 4 and row.result == 1)
    others = [row for row in rows if row is not long]
    noted = [replace(row, game=number) for number, row in enumerate(others, 1)]
    opened = {pick.box for row in noted for pick in row.picks}
    shut = {pick.box for pick in long.picks[2:]}
    real = beads_after(MENACE, rows)
    counts = {slot: n for slot, n in real.items() if slot[0] in opened - shut}
    found = audit(MENACE, noted, counts)
    missed = [
        story[0] for story in found.stories if story[0].kind == "game-missing" and len(story) == 1
    ]
    assert missed
    assert all(30 in slip.games for slip in missed)
    assert not found.unique
    assert found.repair == ()


#: What happens at HER after some of its games: a bead that stays, boxes whose beads are exchanged.
EXCHANGES = {
    "a bead had stayed in the one box": {5: moved(B5_Y=1), 12: swapped("B5", "A1")},
    "two times two boxes": {6: swapped("B9", "C5"), 14: swapped("B1", "C7")},
    "one after the other, one box twice": {11: swapped("B5", "B2"), 12: swapped("B2", "B8")},
}


@pytest.mark.parametrize("acts", EXCHANGES.values(), ids=EXCHANGES)
def test_an_exchange_is_found_beside_what_happened_before_and_after_it(acts):
    rows = rows_of(HER.kit, 20)
    right = beads_after(HER, rows)
    counts = real_beads(HER, rows, acts)
    assert counts != right
    found = audit(HER, rows, counts)
    games = []
    for story in found.stories:
        if len(story) == 2:
            games.append({*story[0].games, *story[1].games})
    assert any(possible >= set(acts) for possible in games)
    as_noted = next((case.repair for case in found.cases if () in case.pens), ())
    for one in at_least_one([*found.repair, *as_noted]):
        counts[one.box, one.bead] += one.put
    assert counts == right


def test_what_was_not_counted_may_be_counted_next_to_tell_stories_apart():
    right = beads_after(HER, THREE)
    counts = {slot: n for slot, n in changed(right, C4_R=1, C3_R=-1).items() if slot[0] != "C3"}
    found = audit(HER, THREE, counts)
    assert {"not-removed", "neighbour-box"} <= {slip.kind for slip in chain(*found.stories)}
    assert not found.unique
    assert "C3" in found.count
    told = audit(HER, THREE, changed(right, C4_R=1, C3_R=-1))
    assert slips(told.stories[0]) == [(2, "neighbour-box", "C3", "R")]
    assert "not-removed" not in {story[0].kind for story in told.stories if len(story) == 1}


@pytest.mark.parametrize(
    ("passages", "counted"), [(HER, ("B3", "Y", 2)), (MENACE, ("C98", "S", -1))]
)
def test_where_nobody_counted_only_that_is_put_right_on_which_all_stories_agree(passages, counted):
    """One box was counted, and many stories explain it; some of them leave other beads in the
    other boxes.
    """
    box, bead, by = counted
    rows = rows_of(passages.kit, 3)
    right = beads_after(passages, rows)
    counts = {slot: n + by * (slot == (box, bead)) for slot, n in right.items() if slot[0] == box}
    found = audit(passages, rows, counts)
    assert len(found.stories) > 1
    for story in at_least_one(found.stories):
        real = after_story(passages, rows, story)
        should = after_story(passages, rows, [slip for slip in story if slip.boxes_right])
        assert all(
            real[one.box, one.bead] + one.put == should[one.box, one.bead] for one in found.repair
        )


def test_six_slips_are_told():
    rows = rows_of(HER.kit, 40)
    right = beads_after(HER, rows)
    lost = [row for row in rows if row.result < 0 and row.picks]
    last = {(row.picks[-1].box, row.picks[-1].bead) for row in lost}
    assert len(last) >= 6
    counts = right | {
        slot: right[slot] + 1 for slot in sorted(last)[:6]
    }  # all of them would be a reset
    found = audit(HER, rows, counts)
    assert found.stories
    assert not found.unique
    as_noted = next(case for case in found.cases if () in case.pens)
    for one in at_least_one([*found.repair, *as_noted.repair]):
        counts[one.box, one.bead] += one.put
    assert counts == right


def test_a_case_tells_its_games_in_the_order_of_the_story():
    """Beads that were taken out of A2 and B1 without reason, after three games."""
    rows = rows_of(HER.kit, 3)
    counts = beads_after(HER, rows)
    counts["A2", "R"] -= 1
    counts["B1", "R"] -= 1
    found = audit(HER, rows, counts)
    cases = [told(pens) for pens in chain(*(case.pens for case in found.cases))]
    at_the_table = []
    for story in found.stories:
        if not any(slip.kind in OF_COUNTING for slip in story):
            at_the_table.append(story)
    for story in at_least(5, at_the_table):
        assert told([slip for slip in story if slip.boxes_right]) in cases


@settings(max_examples=examples(40), deadline=None)
@given(st.data())
def test_whatever_was_counted_the_repair_makes_it_right_and_the_story_comes_to_it(data):
    """Any counts at all: the boxes come out as the rule says, but for games that were really
    otherwise.
    """
    name = data.draw(st.sampled_from(["her", "gardner24", "ladder", "menace"]))
    known = {"her": HER, "menace": MENACE}
    passages = known[name] if name in known else Passages(kit_of(name))
    rows = rows_of(passages.kit, data.draw(st.integers(0, 12)))[:12]
    right = beads_after(passages, rows)
    by = data.draw(st.dictionaries(st.sampled_from(sorted(right)), st.integers(-1, 2), max_size=4))
    counts = {slot: max(0, n + by.get(slot, 0)) for slot, n in right.items()}
    found = audit(passages, rows, counts)
    assert (bool(found.stories) or found.unexplained) is (counts != right)
    for story in found.stories:
        assert explains(name, rows, story, counts) == ""
        if any(slip.kind in OF_COUNTING for slip in story):
            continue  # what should be in the boxes follows from the second count
        pens = tuple(slip for slip in story if slip.boxes_right)
        ideal = replayed(name, rows, list(pens))
        if isinstance(ideal, str):
            # Only a bead that hands had put there could be picked in a game that was not noted.
            continue
        beads = counts.copy()
        case = next((case.repair for case in found.cases if told(pens) in map(told, case.pens)), ())
        for one in [*found.repair, *case]:
            beads[one.box, one.bead] += one.put
        assert beads == ideal


@pytest.mark.parametrize("empty", ["keep-last", "refill"])
def test_rules_under_which_slips_do_not_add_up_are_looked_at_box_by_box(empty):
    kit = with_rule(
        kit_of("her"),
        Rule("a source", {"en": "a title"}, empty=empty, loss=Change(from_end=(-1,))),
        "own",
    )
    passages = Passages(kit)
    rows = [game(1, "A1 R", "B1 U"), game(2, "A1 R", "B1 R")]
    right = beads_after(passages, rows)
    assert audit(passages, rows, right).stories == ()
    found = audit(passages, rows[:1], changed(beads_after(passages, rows[:1]), B1_U=1))
    assert slips(found.stories[0]) == [(1, "not-removed", "B1", "U")]


@pytest.mark.parametrize("empty", ["keep-last", "refill"])
def test_a_slip_after_an_impossible_game_is_found_under_rules_under_which_slips_do_not_add_up(
    empty,
):
    kit = with_rule(
        kit_of("her"),
        Rule("a source", {"en": "a title"}, empty=empty, loss=Change(from_end=(-1,))),
        "own",
    )
    rows = [*THREE[:1], game(2, "A1 R", "B1 U"), game(3, "A2 U", "B9 U", "C4 R")]
    counts = changed(beads_after(Passages(kit), [rows[1], rows[2]]), C4_R=1)
    found = audit(Passages(kit), rows, counts)
    assert slips(found.stories[0]) == [(2, "game-twice", "", ""), (3, "not-removed", "C4", "R")]


def test_boxes_of_which_some_colours_were_counted_are_explained():
    """An exchange of two boxes may change only the colours that nobody counted."""
    rows = [
        game(1, "A1 R", "B1 R"),
        game(2, "A1 U", "B5 Y"),
        game(3, "A1 R", "B1 R"),
        game(4, "A1 R", "B1 U"),
        game(5, "A1 U", "B5 R", result=1),
    ]
    counts = {
        ("A1", "R"): 0,
        ("A1", "U"): 1,
        ("B1", "R"): 0,
        ("B1", "U"): 1,
        ("B5", "R"): 1,
        ("B5", "U"): 0,
    }
    found = audit(HER, rows, counts)
    assert found.stories


# --- counts and words
# --------------------------------------------------------------------------------------------


def test_counts_are_read_as_people_write_them():
    text = "\tbeads;bead;box\n1,0;red;b4\n\n0;U;B4\n".replace("\t", "")
    assert parse_counts(text, kit_of("her")) == {("B4", "R"): 1, ("B4", "U"): 0}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("box,bead,beads\nB44,R,1\n", "line 2: kit 'her' has no box 'B44'; did you mean B4"),
        ("box,bead,beads\nB4,R,one\n", "line 2: 'one' is not a number of beads"),
        ("box,bead,beads\nB4,R,1\nB4,red,0\n", "line 3: bead R of box B4 is counted twice"),
        ("box,bead\nB4,R\n", "line 1: the columns are not box,bead,beads"),
        ("box,bead,beads\n", "it contains no counted beads"),
    ],
)
def test_counts_that_cannot_be_are_refused_with_their_line(text, said):
    with pytest.raises(RecordError) as refused:
        parse_counts(text, kit_of("her"))
    assert said in str(refused.value)


@pytest.mark.parametrize(
    "heading",
    ["scatola;perlina;perline", "caja\tcuenta\tcuentas", "caja;bolita;bolitas", "box,bead,beads"],
)
def test_columns_of_counts_are_called_so_in_any_language(tmp_path, heading):
    mark = next(one for one in ";\t," if one in heading)
    (tmp_path / "c.csv").write_text(
        f"{heading}\n{mark.join(('B4', 'R', '1'))}\n", encoding="utf-16"
    )
    with Journal(begun(tmp_path / "a.kitgen", kit_of("her"))) as journal:
        assert counted_beads(journal.printed, tmp_path / "c.csv") == {("B4", "R"): 1}


def test_what_is_told_names_the_game_the_bead_and_the_box():
    counts = changed(beads_after(HER, THREE), B1_U=1, C4_R=1, B9_U=-1)
    lines = JournalWords(HER.kit, TEXTS["en"]).lines(audit(HER, THREE, counts))
    stayed = "after game 1 the blue bead (U) stayed in B1"
    taken = (
        "after game 2 a blue bead (U) was taken from B9, another box of the game, and the red one "
        "(R) stayed in C4"
    )
    assert lines[0] == "2 slips explain it; the likeliest of the kinds that kitgen knows:"
    assert f"  1. {stayed}" in lines
    assert f"  2. {taken}" in lines
    assert lines[-5:-1] == [
        "To put the machine right now:",
        "  B1: take out 1 blue (U)",
        "  B9: put in 1 blue (U)",
        "  C4: take out 1 red (R)",
    ]


@pytest.mark.parametrize(
    ("others", "said"),
    [
        (("B2",), "box B1 cannot come after A1 R; B2 could"),
        (("B2", "B3"), "box B1 cannot come after A1 R; B2 or B3 could"),
        (("B2", "B3", "B4", "B5"), "box B1 cannot come after A1 R; B2, B3, B4 or B5 could"),
        (("B2", "B3", "B4", "B5", "B6"), "box B1 cannot come after A1 R; B2, B3, B4, B5, … could"),
    ],
)
def test_a_problem_names_four_boxes_and_dots_only_for_more(others, said):
    problem = Problem(3, 2, "wrong-box", "B1", "R", after="A1 R", others=others)
    assert problem.message == f"game 3: {said}"


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["C1", "C2"], "C2 or C1"),
        (["C9"], "C9"),
        (["C4", "C3", "C2", "C1"], "C2, C1, C3 or C4"),
        (["C5", "C4", "C3", "C2", "C1"], "C2, C1, C3, C4, …"),
    ],
)
def test_the_nearest_boxes_are_named_first_and_dots_stand_for_more(names, said):
    assert nearest_in(TEXTS["en"], "C2", names) == said


@pytest.mark.parametrize(
    ("ends", "others", "after", "said"),
    [
        ((), (), "", "it cannot be drawn without a bead"),
        ((1,), (), "A1 R", "it cannot be drawn after A1 R; it can be won"),
        ((1, -1), (), "A1 R", "it cannot be drawn after A1 R; it can be won or lost"),
        ((), ("B2",), "A1 R", "it cannot be drawn after A1 R; it can go on with B2"),
        (
            (-1,),
            ("B2", "B3"),
            "A1 R",
            "it cannot be drawn after A1 R; it can be lost; it can go on with B2 or B3",
        ),
    ],
)
def test_a_result_that_cannot_be_is_told_with_what_can(ends, others, after, said):
    problem = Problem(3, 1, "wrong-result", after=after, others=others, ends=ends, result=0)
    assert problem.message == f"game 3: {said}"


def slips_of(count, game):
    """Return so many slips of which one happened."""
    slip = Slip(game, (game,), "not-removed", "B1", "U", "", "", game - 1)
    return tuple(replace(slip, bead=f"{number}") for number in range(count))


@pytest.mark.parametrize(
    ("counts", "stories"),
    [
        ([], 0),
        ([(1,)], 1),
        ([(3,)], 3),
        ([(2, 3)], 6),
        ([(2, 3), (4,)], 10),
        ([(10, 20)], 200),
        ([(3, 67)], 201),
        ([(2, 2, 2, 2, 2, 2, 2, 2)], 256),
        ([(200,), (100, 2)], 400),
    ],
)
def test_stories_of_several_slips_are_all_their_combinations(counts, stories):
    """Two hundred are listed, and the others are counted."""
    explanations = tuple(
        tuple(slips_of(count, game) for game, count in enumerate(parts, 1)) for parts in counts
    )
    found = Audit(explanations, False, False, True, (), (), ())
    assert len(found.stories) == min(stories, 200)
    assert found.more == max(0, stories - 200)
    assert found.wrong is bool(counts)
    assert len({*found.stories}) == len(found.stories)


def test_what_nothing_explains_is_wrong_too():
    assert Audit((), True, False, True, (), (), ()).wrong
    assert not Audit((), False, True, True, (), (), ()).wrong


def test_the_command_explains_counts_and_says_so_in_its_exit_code(tmp_path):
    path = begun(tmp_path / "a.kitgen", kit_of("her"), THREE)
    right = beads_after(HER, THREE)
    file = tmp_path / "c.csv"

    def check(counts):
        lines = "".join(f"{box},{bead},{n}\n" for (box, bead), n in counts.items())
        file.write_text(f"box,bead,beads\n{lines}")
        return CliRunner().invoke(
            main, ["journal", "check", str(path), "--counts", str(file), "--json"]
        )

    assert check(right).exit_code == 0
    done = check(changed(right, B1_U=1))
    output = result_of(done.stdout)
    assert done.exit_code == 3
    assert (output["verdict"], output["passed"]) == ("not decided", False)
    assert output["not_read"] == ["Count box B1 again: the games leave other beads in it."]
    (slip,) = output["explanations"][0]
    assert slip.items() >= {"game": 1, "kind": "not-removed", "box": "B1", "bead": "U"}.items()
    assert (output["unique"], output["proven"], output["problems"]) == (False, True, [])
    assert output["repair"] == [{"box": "B1", "bead": "U", "put": -1}]


@pytest.mark.every
def test_a_whole_lesson_from_the_print_to_a_machine_that_is_right_again(tmp_path):
    done = subprocess.run(
        [sys.executable, EXAMPLES / "lesson.py", tmp_path],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    lines = [line.strip() for line in done.stdout.splitlines()]
    assert any(line.startswith("3 slips explain it") for line in lines)
    assert any("after game 10 the red bead (R) stayed in B1" in line for line in lines)
    assert "All beads that were counted are as they should be." in lines
    assert (tmp_path / "her" / "kit.pdf").exists()
