"""Role cards, boxes kept by pupils, boxes found by yes or no, and result slips."""

from dataclasses import replace
from itertools import chain

import msgspec
import pytest
from counting import at_least, at_least_one
from jobs import LANGUAGES, kit_of, make_job
from printed_words import lines_on, texts_on, words_on
from prints import drawing_checks, write_print
from sampling import few

from kitgen.machine.learning import with_rule
from kitgen.paper.make import run_parts
from kitgen.paper.parts import load_part
from kitgen.paper.parts.roles import (
    MIRRORED,
    Question,
    can_ask,
    following,
    kept_boxes,
    questions_of,
)


def words(job, part):
    return lines_on(*load_part(part).sheets(job))


def found(kit, position):
    """Return the name to which the questions lead a board, and how many were asked."""
    lying = kit.game.diagram.lying(position)
    (goal,) = [each.first for each in questions_of(kit) if each.pieces == lying]
    asked = 0
    while isinstance(goal, Question):
        asked += 1
        goal = goal.yes if position.cells[goal.cell] == goal.content else goal.no
    return goal, asked


@pytest.mark.parametrize("name", ["her", "gardner24", "him"])
def test_yes_or_no_finds_the_box_of_every_board(name):
    kit = kit_of(name)
    boards = {box.position for box in kit.boxes}
    for box in at_least_one(kit.boxes):
        goal, asked = found(kit, box.position)
        assert goal == box.id
        assert asked <= 6
        for symmetry in kit.game.symmetries[1:]:
            image = symmetry.position(box.position)
            if image not in boards:
                assert found(kit, image)[0] == box.id + MIRRORED


@pytest.mark.parametrize("language", few(LANGUAGES, one_in=2))
def test_the_questions_are_printed_in_their_order(language):
    job = make_job("her", language=language)
    questions = []
    for each in questions_of(job.kit):
        questions += following(each.first)
    assert [question.number for question in questions] == [*range(1, len(questions) + 1)]
    page_words = words(job, "questions")
    for question in at_least_one(questions):
        for key, goal in (("yes", question.yes), ("no", question.no)):
            where = goal.number if isinstance(goal, Question) else goal
            assert job.texts(f"questions.{key}", goal=f"{where}") in page_words


@pytest.mark.parametrize(
    ("name", "asks"), [("gardner24", True), ("menace", False), ("ladder", False)]
)
def test_questions_are_for_few_boards_that_show_pieces(name, asks):
    assert can_ask(make_job(name)) == asks


@pytest.mark.parametrize(("each", "shares"), [(1, [1] * 19), (2, [2] * 9 + [1])])
def test_each_box_has_one_keeper(each, shares):
    kit = kit_of("her")
    kept = kept_boxes(kit, each)
    assert [len(boxes) for boxes in kept] == shares
    assert sorted(box.id for box in chain(*kept)) == sorted(kit.by_id)


@pytest.mark.parametrize(
    ("name", "choices", "kind"),
    [
        ("her", {}, "mirrored"),
        ("told:notakto", {}, "turned"),
        ("her", {"mirroring": "never"}, None),
        ("gardner24", {}, None),
        ("ladder", {}, None),
    ],
)
@pytest.mark.parametrize("language", few(LANGUAGES, one_in=4))
def test_whoever_finds_a_box_or_moves_is_told_that_boards_may_be_mirrored(
    name, choices, kind, language
):
    job = make_job(name, language=language, **choices)
    on_roles = " ".join(words(job, "roles"))
    on_slips = " ".join(words(job, "keepers"))
    for other in ("mirrored", "turned"):
        assert (said(job, f"roles.assessor.{other}") in on_roles) == (other == kind)
        assert (said(job, f"roles.chooser.{other}") in on_roles) == (other == kind)
        assert (said(job, f"roles.{other}") in on_roles) == (other == kind)
        assert (said(job, f"roles.{other}") in on_slips) == (other == kind)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_guide_has_the_roles_by_the_names_on_their_cards(language):
    """A class that has read the cards in German met no name on them that the guide had."""
    job = make_job("her", language=language)
    in_guide = " ".join(words(job, "guide")).casefold()
    for role in ("player", "assessor", "chooser", "recorder"):
        assert said(job, f"roles.{role}.name").casefold() in in_guide


@pytest.mark.parametrize(("name", "has_class"), [("her", True), ("menace", False)])
@pytest.mark.parametrize("language", few(LANGUAGES, one_in=2))
def test_the_card_of_a_whole_class_is_for_another_way_to_play(name, has_class, language):
    job = make_job(name, language=language)
    card = job.texts("roles.class.name")
    apart = job.texts("roles.class_apart", card=card).replace("\xa0", " ")
    on_sheet = " ".join(words(job, "roles"))
    assert (apart in on_sheet) == (card in on_sheet) == has_class


def said(job, key):
    """Return a text as it stands on a sheet, on which lines have plain blanks."""
    return job.texts(key).replace("\xa0", " ")


@pytest.mark.parametrize("language", LANGUAGES)
def test_letters_on_the_slips_of_keepers_are_alike(language):
    """B4 of HIM had letters of 5 points, and the others of more than 8: where the largest badges
    hide their arrows, the next smaller ones need not.
    """
    job = make_job("him", language=language)
    colours = {slot.colour.letter for box in job.kit.boxes for slot in box.slots}
    sizes = []
    for sheet in load_part("keepers").sheets(job):
        sizes += [mark.size for mark in texts_on(sheet) if mark.text in colours]
    assert min(at_least(30, sizes)) > 0.85 * max(sizes)


@pytest.mark.parametrize("each", few([2, 1], one_in=2))
def test_the_slips_of_keepers_are_read_back(each, tmp_path):
    job = make_job("her", keepers_each=each)
    checks = list(
        drawing_checks(job.kit, write_print(tmp_path / "kit.pdf", run_parts(job, ["keepers"]), job))
    )
    assert all(check.verdict == "right" for check in checks), checks
    assert "every box is drawn in the keepers" in {check.name for check in checks}


def test_the_assessor_hears_of_the_sheet_that_is_printed():
    for parts, helping in (
        (("roles", "questions"), "questions"),
        (("roles", "finder"), "finder"),
        (("roles",), ""),
    ):
        job = make_job("her", parts=parts)
        sheets = [sheet for sheet in run_parts(job, parts).sheets if sheet.part == "roles"]
        text = words_on(*at_least_one(sheets))
        for name in ("questions", "finder"):
            assert (job.texts(f"{name}.title") in text) == (name == helping)


@pytest.mark.parametrize(
    ("empty", "hears"),
    [
        ("resign", "gives up"),
        ("keep-last", ""),
        ("refill", "what happens"),
        ("draw", "what happens"),
    ],
)
def test_the_offerer_hears_what_an_empty_box_means_by_the_rule_of_the_kit(empty, hears):
    job = make_job("her")
    rule = msgspec.structs.replace(job.kit.rule, empty=empty)
    text = " ".join(words(replace(job, kit=with_rule(job.kit, rule, "own")), "roles"))
    for said in ("gives up", "what happens"):
        assert (said in text) == (said == hears), said


@pytest.mark.parametrize(("name", "drawn"), [("her", False), ("menace", True)])
def test_a_slip_offers_a_draw_where_there_are_draws(name, drawn):
    job = make_job(name)
    assert (job.texts("slips.nobody") in words(job, "slips")) == drawn


@pytest.mark.parametrize(("name", "small"), [("her", True), ("awari-mini", False)])
def test_a_class_keeps_the_boxes_of_a_small_kit_alone(name, small):
    job = make_job(name)
    assert (job.texts("roles.class.name") in words(job, "roles")) == small
