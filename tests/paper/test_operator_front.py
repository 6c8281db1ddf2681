"""The operator card: how a game starts, who begins, how one wins, and four steps on its front; all
else in short rows on its back.
"""

import re

import pytest
from counting import at_least, at_least_one
from jobs import LANGUAGES, make_job
from printed_words import words_on
from prints import as_printed, document
from sampling import few

from kitgen.paper.card.moves import MARKINGS
from kitgen.paper.game_sheets import learning_rows
from kitgen.paper.layout.frame import content_area, extent
from kitgen.paper.marks.scene import Text
from kitgen.paper.parts import PARTS
from kitgen.paper.spoken_game import game_aim


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "name", few(["her", "menace", "awari-mini", "ladder", "told:pong-hau-ki"], one_in=5)
)
def test_the_front_says_how_one_wins_above_the_steps(name, language):
    front = document(name, ("operator",), language=language).sheets[0].scene
    texts = [mark for mark in front.marks if isinstance(mark, Text)]
    written = as_printed(" ".join(mark.text for mark in texts))
    job = make_job(name, language=language)
    for sentence in at_least_one(game_aim(job)):
        assert as_printed(sentence) in written
    (step,) = [mark for mark in texts if mark.text == job.texts("operator.strip.find")]
    first = as_printed(game_aim(job)[0]).split()[0]
    assert any(mark.text.startswith(first) and mark.at[1] < step.at[1] for mark in texts)


@pytest.mark.parametrize(
    ("name", "sign", "other"),
    [
        ("her", "arrow", "mark"),
        ("menace", "mark", "arrow"),
        ("ladder", "mark", "arrow"),
        ("awari-mini", "mark", "arrow"),
        ("told:pong-hau-ki", "arrow", "mark"),
    ],
)
def test_a_move_is_called_as_it_is_drawn(name, sign, other):
    """By an arrow from square to square, or by a mark: a badge, or the first step of sowing."""
    words = words_on(*document(name, ("operator",)).sheets)
    article = "an" if sign == "arrow" else "a"
    assert f"Its colour names {article} {sign} on the box" in words
    assert f" {other} on the box" not in words
    assert f"grey {other}" not in words


def test_each_way_of_marking_moves_is_called_an_arrow_or_a_mark():
    called = {name: marking.sign for name, marking in MARKINGS.items()}
    assert called == {"arrow": "arrow", "place": "mark", "sow": "mark", "mixed": "mark"}
    assert [name for name, marking in MARKINGS.items() if not marking.arrows] == ["place"]


@pytest.mark.parametrize("language", few(LANGUAGES, one_in=2))
@pytest.mark.parametrize(
    "name", few(["her", "menace", "awari-mini", "ladder", "told:pong-hau-ki"], one_in=2)
)
def test_the_back_is_rows_across_the_page_with_a_sign_each(name, language):
    job = make_job(name, language=language)
    back = document(name, ("operator",), language=language).sheets[1].scene
    texts = [mark for mark in back.marks if isinstance(mark, Text)]
    game = next(mark.at[1] for mark in texts if mark.text == job.texts("operator.game"))
    steps = [mark for mark in texts if re.fullmatch(r"\d\.", mark.text)]
    assert [mark.text for mark in steps] == [f"{number}." for number in range(1, len(steps) + 1)]
    assert len({mark.at[0] for mark in steps}) == 1
    assert all(mark.at[1] < game for mark in steps)
    for step in at_least(3, steps):
        x, y = step.at
        before = [
            extent(mark)
            for mark in back.marks
            if not isinstance(mark, Text) and extent(mark)[2] < x + 0.1
        ]
        assert any(top < y < bottom for _, top, _, bottom in before), f"{step.text} has no sign"


@pytest.mark.parametrize("language", few(LANGUAGES, one_in=3))
@pytest.mark.parametrize(
    "name", few(["awari-mini", "menace", "misere", "told:pong-hau-ki", "told:chess-3x3"], one_in=3)
)
def test_a_card_has_two_sides_on_the_shortest_paper(name, language):
    """Where the back has no room for a lost game, it leaves to the front what that says, and does
    without the game if that is not enough; all its rows and rules stand above the foot.
    """
    job = make_job(name, page="letter", language=language)
    front, back = (getattr(sheet, "scene", sheet) for sheet in PARTS["operator"].sheets(job))
    inside = content_area(job.page)
    for side in (front, back):
        assert max(extent(mark)[3] for mark in side.marks) <= inside.y + inside.height
    assert "•" in {mark.text for mark in back.marks if isinstance(mark, Text)}, "the rules"


@pytest.mark.parametrize("language", few(LANGUAGES, one_in=3))
def test_what_a_full_back_leaves_out_is_on_the_front(language):
    job = make_job("awari-mini", page="letter", language=language)
    front, back = [as_printed(words_on(sheet)) for sheet in PARTS["operator"].sheets(job)]
    *outcomes, _ = learning_rows(job.kit, job.texts)
    for outcome, sentences in at_least(3, outcomes):
        assert outcome not in back
        for words in at_least(2, [outcome, *sentences]):
            assert as_printed(words) in front
    assert as_printed(job.texts("operator.back")) in back


@pytest.mark.parametrize(("name", "says"), [("her", True), ("awari-mini", False)])
def test_the_start_is_left_to_the_front_only_where_a_lost_game_needs_its_room(name, says):
    job = make_job(name)
    back = PARTS["operator"].sheets(job)[1].scene
    texts = [mark.text for mark in back.marks if isinstance(mark, Text)]
    written = as_printed(" ".join(texts))
    assert job.texts("turn.then") in written
    assert (as_printed(job.texts("board.start.shown")) in written) == says
    assert all((as_printed(aim) in written) == says for aim in game_aim(job))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "stock"), [("ladder", "matchbox"), ("nim:8", "cups")])
def test_a_box_that_bears_the_number_left_is_found_by_counting(name, stock, language):
    """On both sides of the card: a lesson with pens on the table has no board to compare."""
    job = make_job(name, stock=stock, language=language)
    card = document(name, ("operator",), stock=stock, language=language)
    for side in at_least(2, card.sheets):
        written = as_printed(words_on(side))
        assert as_printed(job.texts("row.count.counters")) in written
        assert as_printed(job.texts("row.find.none")) in written
        assert as_printed(job.texts("operator.strip.find_words_plain")) not in written


@pytest.mark.parametrize("name", ["menace", "connect:3x3", "told:notakto"])
def test_the_back_says_once_that_the_board_is_empty(name):
    back = as_printed(words_on(document(name, ("operator",)).sheets[1]))
    assert back.count(as_printed("board is empty at first")) == 1
    assert as_printed("with an empty board") not in back


def test_an_empty_box_and_a_stray_bead_come_right_after_the_steps():
    job = make_job("her")
    back = document("her", ("operator",)).sheets[1].scene
    written = as_printed(" ".join(mark.text for mark in back.marks if isinstance(mark, Text)))
    keys = (
        "operator.step.leave",
        "operator.empty.title",
        "operator.step.stray",
        "operator.outcome.win",
        "operator.game",
    )
    places = [written.index(as_printed(job.texts(key))) for key in keys]
    assert places == sorted(places)
