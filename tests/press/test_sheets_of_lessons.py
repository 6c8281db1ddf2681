"""What the sheets of lessons say, where one of them once said something else than another, or than
the lesson.
"""

import re

import pytest
from counting import at_least_one
from jobs import LANGUAGES, TEMPLATES, TEXTS, kit_of, make_job
from printed_words import lines_on, words_on
from prints import as_printed
from sampling import few

from kitgen.claims.facts import Facts
from kitgen.games import make_game
from kitgen.machine.first_games import FirstGames, learning_scores
from kitgen.paper.card.board import piece_counts
from kitgen.paper.game_sheets import legend
from kitgen.paper.job import GAMES, LOST, Band
from kitgen.paper.lesson_file import read_lesson
from kitgen.paper.parts import load_part
from kitgen.paper.parts.lesson import numbers_to_leave
from kitgen.press.lessons import plan_lesson
from kitgen.press.print_run import make_document


def part_of_lesson(name, part, language="en", **more):
    """Return the words on a part of a lesson, of which the other parts are printed, too."""
    plan = plan_lesson(name, TEMPLATES)
    kit = kit_of(plan.kit, language=language, **plan.choices)
    printed = make_document(kit, parts=plan.parts, **(plan.options_for(plan.parts) | more))
    return words_on(*(sheet for sheet in printed.sheets if sheet.part == part))


@pytest.mark.parametrize("language", few(LANGUAGES, one_in=2))
def test_other_ways_to_a_box_are_named_before_what_no_box_stands_for(language):
    job = make_job("menace", parts=("labels", "operator", "finder"), language=language)
    words = as_printed(words_on(*load_part("operator").sheets(job)))
    no_box = as_printed(job.texts("operator.forced")).split("?")[0]
    finder = as_printed(job.texts("operator.also.key.pieces")).split(":")[0]
    assert 0 <= words.find(finder) < words.index(no_box)


@pytest.mark.parametrize("begins", ["machine", "human", None])
def test_a_log_asks_who_starts_only_where_no_lesson_says_it(begins):
    lessons = {"machine": "ten-pens", "human": "nim-sheet"}
    options = {} if begins is None else {"lesson_name": lessons[begins]}
    game = "nim:10,last=loses" if begins == "machine" else "nim:8"
    forced = "skip" if begins == "machine" else None
    job = make_job(game, side="either", forced=forced, **options)
    heads = lines_on(*load_part("log").sheets(job))
    assert (TEXTS["en"]("log.column.starts") in heads) == (begins is None)


@pytest.mark.every
@pytest.mark.parametrize("name", few(TEMPLATES.names("lessons"), one_in=3))
def test_a_lesson_needs_thick_card_where_a_sheet_asks_for_it(name):
    file = read_lesson(name, TEMPLATES)
    plan = plan_lesson(name, TEMPLATES)
    kit = kit_of(plan.kit, **plan.choices)
    printed = make_document(kit, parts=plan.parts, **plan.options_for(plan.parts))
    assert ("thick card" in words_on(*printed.sheets[1:])) == ("card" in file.needs)


@pytest.mark.parametrize("language", LANGUAGES)
def test_tokens_are_picked_one_way_on_cards_and_on_role_cards(language):
    texts = make_job("her", stock="poker", parts=("cards",), language=language).texts
    turns = {
        "en": "turn(s?) (one )?over",
        "it": "gira(ne)? uno",
        "es": "dale la vuelta a una",
        "fr": "retourner un",
        "de": "deckt? eines",
    }
    for key in ("cards.step.pick", "roles.cards.chooser.task"):
        assert re.search(turns[language], texts(key).lower()), key


@pytest.mark.every
def test_sheets_for_the_one_machine_of_a_fair_are_not_for_each_group():
    plan = part_of_lesson("menace-fair", "lesson")
    assert "For the machine" in plan
    assert "For each group" not in plan
    assert "For each group" in part_of_lesson("ten-pens", "lesson")


def test_the_bank_of_five_stones_is_for_games_against_those_who_use_the_card():
    beads = as_printed(part_of_lesson("five-stones", "beads"))
    assert "games against a perfect opponent" in beads
    assert "random moves" not in beads


@pytest.mark.parametrize(("rule", "opens"), [("gardner", False), ("gardner-reward", True)])
def test_fields_are_opened_only_by_a_rule_that_opens_some(rule, opens):
    job = make_job("her", stock="poker", parts=("cards", "operator"), rule=rule)
    words = as_printed(words_on(*load_part("cards").sheets(job)))
    assert "says which fields to strike out" in words
    assert ("or to open" in words) == opens


@pytest.mark.parametrize(("name", "by_token"), [("her", True), ("menace", False)])
def test_the_operator_of_cards_reads_the_letter_where_chance_has_left_it(name, by_token):
    job = make_job(name, stock="poker", parts=("cards", "operator"))
    words = as_printed(words_on(*load_part("operator").sheets(job)))
    assert ("The letter on the token names" in words) == by_token
    assert ("The letter before the row of this field names" in words) != by_token


@pytest.mark.parametrize("name", ["menace", "nim:8", "ladder"])
def test_no_boxes_of_one_row_go_back_into_their_rows(name):
    job = make_job(name, side="either" if name == "nim:8" else None)
    words = as_printed(words_on(*load_part("operator").sheets(job)))
    assert "put all boxes back in their places" in words


@pytest.mark.parametrize(
    ("game", "needed"),
    [
        ("tictactoe", {"cross": 5, "ring": 4}),
        ("told:connect3-3x3", {"cross": 5, "ring": 4}),
        ("told:notakto", {"cross": 9}),
        ("told:tapatan", {"pawn-light": 3, "pawn-dark": 3}),
    ],
)
def test_there_is_one_spare_piece_of_each_kind(game, needed):
    """On a board of nine cells whoever begins puts five pieces, and the other four."""
    pieces = piece_counts(make_game(game))
    assert {piece.kind: piece.needed for piece in pieces} == needed
    assert {piece.count - piece.needed for piece in at_least_one(pieces)} == {1}


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("her-4x3", "every machine loses every game"),
        ("him", "every machine loses every game"),
        ("misere", "nearly every machine loses every game"),
    ],
)
def test_every_machine_is_said_to_lose_only_where_best_play_always_wins(name, words):
    kit = kit_of(name)
    scores = learning_scores(FirstGames(kit, "perfect"), GAMES)[-1]
    low = scores[len(scores) // 10]
    high = scores[-1 - len(scores) // 10]
    assert high <= LOST - GAMES
    every = max(scores) == -GAMES
    assert every == (Facts(kit).value == -1)
    band = Band("perfect", (low,) * GAMES, (high,) * GAMES)
    (sentence,) = legend(kit, TEXTS["en"], [band])
    assert sentence == f"Against a perfect opponent {words}."


@pytest.mark.parametrize(
    ("name", "numbers"),
    [("ten-pens", [5, 1]), ("ladder-15", [4, 0]), ("nim-cups", [4, 0]), ("five-stones", [1])],
)
def test_a_strong_opponent_is_told_only_numbers_that_can_be_left(name, numbers):
    """Nine of ten pens, or eight of nine counters, are left by nobody whose machine begins."""
    plan = plan_lesson(name, TEMPLATES)
    job = make_job(plan.kit, **plan.choices, lesson_name=name)
    assert numbers_to_leave(job) == numbers


@pytest.mark.parametrize(
    ("lesson", "says"),
    [("ten-pens", "the chip picked last"), ("five-stones", "the bead picked last")],
)
def test_a_move_without_a_box_is_not_the_last_one_that_learning_asks_for(lesson, says):
    words = as_printed(part_of_lesson(lesson, "operator"))
    assert f"It has no {says.split()[1]}: {says} counts as that of its last move." in words
    assert "Its last pick:" in words
    assert "counts as that of its last move" not in as_printed(
        words_on(*load_part("operator").sheets(make_job("menace")))
    )


def test_each_lesson_tells_the_rules_of_its_game_somewhere():
    plan = as_printed(part_of_lesson("hexapawn-sheet", "lesson"))
    assert "A pawn steps one square straight ahead" in plan
    assert "45 sweets: red (R) 19" in plan
    assert "A pawn steps" not in part_of_lesson("hexapawn-50", "lesson")


def test_grey_arrows_take_no_sweets():
    sweets = as_printed(part_of_lesson("hexapawn-sheet", "sweets"))
    assert "A grey arrow without a letter is the same move mirrored: it takes no sweet." in sweets


@pytest.mark.parametrize(
    ("language", "picture", "board"),
    [
        ("en", "of that picture", "of that board"),
        ("it", "di quella figura", "di quel tavoliere"),
        ("es", "de esa imagen", "de ese tablero"),
        ("fr", "de cette image", "de ce plateau"),
        ("de", "dieses Bildes", "dieses Bretts"),
    ],
)
def test_a_sheet_of_sweets_shows_pictures_beside_the_board(language, picture, board):
    job = make_job("her", parts=("sweets",), language=language)
    words = as_printed(words_on(*load_part("sweets").sheets(job)))
    assert picture in words
    assert board not in words


@pytest.mark.every
def test_a_museum_starts_afresh_only_if_it_is_to():
    """The plan of the fair keeps the machine as it is for the next day."""
    museum = as_printed(part_of_lesson("menace-fair", "museum"))
    assert "If the machine is to start afresh the next day: after closing" in museum
    plan = as_printed(part_of_lesson("menace-fair", "lesson"))
    assert "If the machine is to start afresh then" in plan
    assert "Whoever has played gets a sticker." in plan


@pytest.mark.parametrize("part", ["museum", "panel"])
def test_a_machine_of_cups_is_declined_in_german(part):
    job = make_job("nim:8", stock="cups", side="second", parts=(part,), language="de")
    words = as_printed(words_on(*load_part(part).sheets(job)))
    assert re.search(r"Maschine aus \d+ Bechern\b", words)


@pytest.mark.parametrize(
    ("language", "of_boxes", "of_cups"),
    [("es", "fichas", "piezas"), ("fr", "jetons", "pions")],
)
def test_what_is_taken_away_is_no_chip_of_a_cup(language, of_boxes, of_cups):
    """Where the machine has chips, they and what lies on the table have two names."""
    assert of_boxes in make_job("ladder", language=language).texts("lesson.need.counters")
    cups = make_job("nim:8", stock="cups", side="second", language=language)
    assert of_cups in cups.texts("lesson.need.counters")
