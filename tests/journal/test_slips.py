"""Slips of real classrooms, made by simulated classes: each is found, and nothing impossible is
ever told.
"""

from collections import Counter
from dataclasses import replace
from itertools import chain, islice, product

import pytest
from counting import at_least, at_least_one
from hypothesis import given, settings
from hypothesis import strategies as st
from jobs import LANGUAGES, TEXTS, kit_of, slots_of
from sampling import examples, few, sample
from simulated_classes import (
    EVENTS,
    KINDS,
    MOVED,
    PEN,
    WHERE,
    explains,
    fits,
    lesson_of,
    lessons_with,
    put_right,
)

from kitgen.errors import TemplateError
from kitgen.journal.audit import Audit, _is_alone, audit
from kitgen.journal.beads import RunningBeads
from kitgen.journal.course import Candidate, JournalCourse, Slip
from kitgen.journal.journal_words import JournalWords
from kitgen.journal.repairs import Repair, Repairs, repairs
from kitgen.journal.slips.slip_kinds import KINDS as NAMES
from kitgen.journal.slips.slip_kinds import slip_kinds
from kitgen.journal.story_search import Search
from kitgen.reading.templates import Templates, shipped
from kitgen.record.rows import GameRow, Passages, PickedBead, parse_bead

PASSAGES = {name: Passages(kit_of(name)) for name in ("her", "gardner24@1", "ladder", "menace")}


def first_lessons(kind, name, games, few):
    """Return the first lessons in which a slip was made and left a trace."""
    return [*islice(lessons_with(kind, name, games), few)]


@pytest.mark.parametrize(
    "lessons", [1, *(pytest.param(n, marks=pytest.mark.every) for n in (4, 8))]
)
@pytest.mark.parametrize("kind", few(KINDS, one_in=4))
def test_each_kind_of_slip_is_found_and_the_machine_is_put_right(kind, lessons):
    name = WHERE[kind]
    for people, rows, facts, counts in at_least(lessons, first_lessons(kind, name, 30, lessons)):
        found = audit(PASSAGES[name], rows, counts)
        assert any(fits(story, facts, counts) for story in found.stories)
        assert all(
            explains(name, rows, story, counts) == "" for story in at_least_one(found.stories)
        )
        put_right(counts, found.repair)
        pens = [fact for fact in facts if fact.kind in (*PEN, *EVENTS, MOVED)]
        for case in found.cases:
            if any(fits(way, pens, counts) for way in case.pens):
                put_right(counts, case.repair)
                break
        assert counts == people.ideal


@pytest.mark.parametrize(
    ("kind", "seed"),
    sample(
        [("game-missing", 33), ("game-missing", 35), ("bead-lost", 1), ("boxes-exchanged", 2)],
        one_in=2,
    ),
)
def test_a_slip_can_have_been_at_all_times_at_which_its_story_can_be_replayed(
    kind, seed, monkeypatch
):
    """Games that touch none of its boxes are passed over; here each is tried."""
    quick = Search._times
    asked = Counter()

    def both(search, placed, others):
        candidate, chosen = placed
        work = search._games_replayed
        tried = []
        for time in candidate.times:
            story = [(candidate, time), *others]
            if time == chosen or search._replayed(story) is None:
                tried.append(time)
        search._games_replayed = work
        assert quick(search, placed, others) == tried
        asked[candidate.kind] += 1
        return tried

    monkeypatch.setattr(Search, "_times", both)
    _, rows, _, counts = lesson_of("her", 30, [kind], f"{kind}/{seed}")
    audit(PASSAGES["her"], rows, counts)
    assert asked[kind]


def test_a_bead_that_was_picked_twice_in_a_game_and_is_gone_by_the_notes_was_there_twice():
    """A wrong result earlier explained nothing, since the loss of two beads was taken for that
    of one.
    """
    course = JournalCourse(Passages(kit_of("awari-mini")), [])
    empty = [0] * len(course.start)
    assert course.taught((5, 5), -1, resigned=False, state=empty) == {5: -2}
    assert course.taught((5, 5), -1, resigned=False, state=[1] * len(empty)) == {5: -1}


def test_boxes_are_exchanged_after_what_else_was_done_at_that_moment():
    """A bead that went into the wrong box moves on with the beads of that box, in the replay as
    it is told.
    """
    _, rows, _, counts = lesson_of("awari-mini", 10, ["wrong-move"], "turned/64")
    stories = audit(Passages(kit_of("awari-mini")), rows, counts).stories
    assert all(explains("awari-mini", rows, story, counts) == "" for story in at_least_one(stories))


@pytest.mark.parametrize(
    "kind", few(["bead-lost", "put-elsewhere", "beads-exchanged", "wrong-bead"], one_in=4)
)
def test_no_game_is_invented_for_beads_that_went_astray(kind):
    """In classes of 60 games these were told as one game that was played and not noted, which
    could not have been.
    """
    for _, rows, facts, counts in at_least(6, first_lessons(kind, "her", 60, 6)):
        found = audit(PASSAGES["her"], rows, counts)
        assert found.stories[0][0].kind != "game-missing"
        assert any(fits(story, facts, counts) for story in found.stories)


def test_beads_that_are_only_missing_have_rolled_away_and_it_is_asked_whether():
    _, rows, facts, counts = next(lessons_with("bead-lost", "her", 40))
    (((box, bead), _),) = facts[0].moved.items()
    found = audit(PASSAGES["her"], rows, counts)
    assert (found.stories[0][0].kind, found.stories[0][0].box) == ("bead-lost", box)
    lines = JournalWords(kit_of("her"), TEXTS["en"]).lines(found)
    if any(slip.kind == "game-missing" for slip in found.explanations[0][0]):
        question = next(line for line in lines if line.startswith("Ask those who were there"))
        assert f"({bead}) roll away from {box}?" in question
        assert question.count("?") == 1


def test_the_likeliest_slip_of_hands_and_of_the_pen_are_asked_about():
    lost = Slip(3, (3,), "bead-lost", "B6", "R", "", "", 2)
    missing = replace(lost, kind="game-missing", row=GameRow(3, (), -1))
    part = (lost, replace(lost, kind="filled-wrongly"), missing)
    asked = audit_of((part,))
    questions = list(JournalWords(kit_of("her"), TEXTS["en"])._questions(asked))
    assert questions == [
        "Did a red bead (R) roll away from B6?",
        "Was another game played, lost for the machine, with red (R) from B6 as its last bead?",
    ]


def audit_of(*found):
    """Return an audit with some explanations."""
    return Audit(found, unexplained=False, unique=False, proven=True, repair=(), cases=(), count=())


def test_the_two_likeliest_explanations_are_asked_about_where_they_have_no_alternatives():
    both = Slip(3, (3,), "not-removed", "B6", "R", "", "", 2)
    lost = replace(both, kind="bead-lost")
    filled = replace(both, kind="filled-wrongly")
    asked = audit_of(((both,), (lost,)), ((both,), (filled,)))
    questions = list(JournalWords(kit_of("her"), TEXTS["en"])._questions(asked))
    assert questions == [
        "Did a red bead (R) roll away from B6?",
        "Was B6 filled wrongly at the start?",
    ]


def test_a_box_that_was_not_counted_is_not_named_in_a_question():
    hidden = Slip(3, (3,), "boxes-exchanged", "B6", "R", "", "", 2)
    asked = audit_of(((hidden, replace(hidden, kind="bead-lost")),))
    question = next(JournalWords(kit_of("her"), TEXTS["en"])._questions(asked))
    assert question == "Were the beads of B6 ever exchanged with those of another box?"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_likeliest_few_are_shown_and_how_many_more_there_are(language):
    slips = [Slip(game, (game,), "bead-lost", "B6", "R", "", "", game) for game in range(1, 6)]
    found = [(tuple(slips[first:]),) for first in range(4)]  # with 5, 4, 3 and 2 alternatives
    short = JournalWords(kit_of("her"), TEXTS[language]).lines(audit_of(*found))
    words = JournalWords(kit_of("her"), TEXTS[language], everything=True)
    whole = words.lines(audit_of(*found))

    def mentions(lines):
        return sum(words.slip(slip) in line for slip, line in product(slips, lines))

    assert mentions(short) == 1
    assert mentions(whole) == 5 + 4 + 3 + 2
    assert short[-1] == TEXTS[language](
        "audit.more_possibilities", count=4 + 3, command="kitgen journal check --all"
    )
    assert short[-1] not in whole


@pytest.mark.parametrize("language", LANGUAGES)
def test_of_a_missing_game_only_a_bead_from_a_counted_box_is_told(language):
    row = GameRow(3, tuple(parse_bead(kit_of("her"), cell) for cell in ("A1 R", "B6 U")), -1)
    last, first = (
        Slip(3, (3,), "game-missing", box, bead, "", "", 2, row=row)
        for box, bead in (("B6", "U"), ("A1", "R"))
    )
    words = JournalWords(kit_of("her"), TEXTS[language])
    assert words.slip(first) != words.slip(last).replace("B6", "A1").replace("(U)", "(R)")
    for slip in (last, first):
        assert slip.box in words.slip(slip)
        assert slip.box in words._question(slip)
        assert slip.box in words.slip(replace(slip, before=True))


@pytest.mark.every
@settings(max_examples=examples(8), deadline=None)
@given(
    st.sampled_from(sorted(PASSAGES)),
    st.sampled_from([5, 12, 25]),
    st.lists(st.sampled_from(KINDS), max_size=3),
    st.integers(0, 10**6),
    st.booleans(),
)
def test_every_story_that_is_shown_can_have_been_so(name, games, kinds, seed, opened_only):
    _, rows, facts, counts = lesson_of(name, games, kinds, seed)
    if opened_only:
        opened = {pick.box for row in rows for pick in row.picks}
        counts = {slot: n for slot, n in counts.items() if slot[0] in opened}
    found = audit(PASSAGES[name], rows, counts)
    assert {explains(name, rows, story, counts) for story in found.stories} <= {""}
    if not facts:
        assert (found.stories, found.unexplained, found.repair) == ((), False, ())


def test_without_counts_every_story_makes_the_games_possible():
    """Nobody has counted: a bead was picked that by the notes was gone."""
    lessons = first_lessons("punishment-forgotten", "ladder", 60, 6)
    audits = [(rows, audit(PASSAGES["ladder"], rows)) for _, rows, *_ in lessons]
    stories = []
    for rows, result in audits:
        if result is not None:
            stories += [(rows, story) for story in result.stories]
    for rows, story in at_least_one(stories):
        assert explains("ladder", rows, story, {}) == ""


def test_a_story_holds_no_slip_without_which_it_is_a_story():
    for _, rows, _, counts in at_least(4, first_lessons("bead-lost", "ladder", 30, 4)):
        for story in at_least_one(audit(PASSAGES["ladder"], rows, counts).stories):
            for at in at_least_one(range(len(story))):
                assert explains("ladder", rows, [*story[:at], *story[at + 1 :]], counts)


def test_no_story_is_told_with_a_slip_more():
    """A game was given up before a box with beads; a bead noted wrongly beside that would
    explain nothing.
    """
    her = PASSAGES["her"]
    row = GameRow(
        1, tuple(parse_bead(kit_of("her"), cell) for cell in ("A1 R", "B1 U")), -1, resigned=True
    )
    beads = RunningBeads(her)
    beads.learn(row)
    names = [(box.id, slot.colour.letter) for box, slot in slots_of(her.kit)]
    counts = dict(zip(names, beads.counts, strict=True))
    found = audit(her, [row], counts)
    assert found.stories
    assert "wrong-bead" not in {slip.kind for slip in chain(*found.stories)}


def test_put_right_now_lists_only_what_every_case_has():
    """Three games may be noted wrongly; what should be in two slots, now empty, depends on which
    of them is.
    """
    course = JournalCourse(PASSAGES["her"], [])
    should = {"a": (1, 1), "b": (1, 0), "c": (1, 1)}
    stories = []
    for name in should:
        candidate = Candidate("wrong-result", None, None, ((name, 0),), [-1], 1.0)
        stories.append([(candidate, -1)])

    def run(story, **_how):
        course.beads.counts[:2] = next(
            (should[candidate.adds[0][0]] for candidate, _ in story), (0, 0)
        )

    course.run = run
    both = repairs(course, {0: 0, 1: 0}, stories)
    one = repairs(course, {0: 0, 1: 0}, stories[::2])
    names = course.names
    assert both.in_any_case == (Repair(*names[0], 1),)
    assert [case.repair for case in both.cases] == [(Repair(*names[1], 1),), ()]
    assert one == Repairs((Repair(*names[0], 1), Repair(*names[1], 1)), ())


def test_what_nothing_explains_is_said_and_the_boxes_are_to_hold_what_the_notes_say():
    _, rows, _, counts = lesson_of("her", 6, [], 1)
    rows = [
        *rows[:3],
        replace(rows[3], picks=rows[3].picks[:1] * 3),
        *rows[4:],
    ]  # no one bead can be wrong here
    found = audit(PASSAGES["her"], rows, counts)
    assert (found.stories, found.unexplained, found.unique, found.proven) == (
        (),
        True,
        False,
        False,
    )
    lines = JournalWords(kit_of("her"), TEXTS["en"]).lines(found)
    assert lines[0] == "No slips of the kinds that kitgen knows explain it."


def test_how_often_slips_happen_is_data_with_a_reason(tmp_path):
    assert set(slip_kinds(Templates())) == set(NAMES)
    text = (shipped() / "tables" / "slips.toml").read_text(encoding="utf-8")
    (tmp_path / "tables").mkdir()
    file = tmp_path / "tables" / "slips.toml"
    file.write_text(text.replace("[bead-lost]", "[bead-lots]"), encoding="utf-8")
    with pytest.raises(TemplateError, match="kind of slip 'bead-lost' is missing"):
        slip_kinds(Templates(tmp_path))
    file.write_text(text + '\n[bead-lots]\nper_hundred = 1\nreason = "x"\n', encoding="utf-8")
    with pytest.raises(
        TemplateError, match="unknown kind of slip 'bead-lots'; did you mean 'bead-lost'"
    ):
        slip_kinds(Templates(tmp_path))


def test_a_game_of_which_a_box_was_not_counted_is_not_the_only_one():
    missing = Slip(3, (3,), "game-missing", "B1", "U", "", "", 2, row=game_row("A1 R", "B1 U"))
    counted = {("A1", "R"): 1, ("B1", "U"): 0}
    assert _is_alone(((missing,),), counted)
    assert not _is_alone(((missing,),), {("B1", "U"): 0})
    assert not _is_alone(((missing, missing),), counted)


def test_a_game_that_is_noted_wrongly_and_something_else_in_it_are_not_the_only_two():
    wrong = Slip(3, (3,), "wrong-bead", "B1", "U", "B1", "R", 2, row=game_row("A1 R", "B1 R"))
    colour = Slip(3, (3,), "wrong-colour", "B1", "U", "B1", "R", 2)
    assert _is_alone(((wrong,),), {})
    assert not _is_alone(((wrong,), (colour,)), {})
    assert _is_alone(((wrong,), (replace(colour, game=4, games=(4,)),)), {})


def game_row(*picks):
    return GameRow(3, tuple(PickedBead(*pick.split()) for pick in picks), -1)
