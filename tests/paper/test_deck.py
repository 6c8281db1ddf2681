"""The colour deck: enough cards for every position card, and after a game what the learning rule
says.
"""

from collections import Counter
from functools import partial

import pytest
from counting import at_least, at_least_one
from jobs import LANGUAGES, make_job
from printed_words import words_on
from sampling import few, sample

from kitgen.paper.card.faces import CLOSED, OPEN, Backs
from kitgen.paper.game_sheets import learning_rows
from kitgen.paper.marks.scene import Polygon, Text
from kitgen.paper.parts import load_part
from kitgen.paper.parts.cards import DECK_SHAPE, deck_of
from kitgen.reading.templates import Templates
from kitgen.reading.texts import CARDS

make_card_job = partial(make_job, stock="poker")
KITS = [
    ("her", None),
    ("him", None),
    ("gardner24", None),
    ("ladder", None),
    ("menace", None),
    ("menace-second", None),
    ("awari-mini", None),
    ("her", "mscroggs"),
    ("her", "hexapawn-rl"),
    ("her", "never-last"),
]


def cards(sheets):
    """How many cards there are, and how often each letter stands large on one."""
    marks = [mark for sheet in sheets for mark in sheet.scene.marks]
    frames = [
        mark for mark in marks if isinstance(mark, Polygon) and mark.fill is None and is_card(mark)
    ]
    largest = max(mark.size for mark in marks if isinstance(mark, Text))
    letters = Counter(
        mark.text for mark in marks if isinstance(mark, Text) and mark.size == largest
    )
    return len(frames), letters


def is_card(mark):
    (left, *_, right), (top, *_, bottom) = map(sorted, zip(*mark.points, strict=True))
    return right - left > 30 and bottom - top == pytest.approx(DECK_SHAPE * (right - left))


@pytest.mark.parametrize(("name", "rule"), sample(KITS, one_in=3))
def test_every_position_card_can_be_dealt_and_no_card_is_idle(name, rule):
    job = make_card_job(name, rule=rule)
    backs = Backs(job, 63, 88)
    most = Counter()
    for box in at_least_one(job.kit.boxes):
        drawn = sum(
            isinstance(mark, Polygon) and mark.stroke in (OPEN, CLOSED)
            for mark in backs.draw(box).marks
        )
        assert drawn == sum(backs.row_fields(slot) for slot in box.slots)
        for slot in box.slots:
            most[slot.colour.letter] = max(most[slot.colour.letter], backs.row_fields(slot))
    count, letters = cards(load_part("deck").sheets(job))
    assert letters == most == {colour.letter: number for colour, number in deck_of(job)}
    assert count == sum(most.values())


def test_her_has_four_cards_on_one_sheet():
    job = make_card_job("her")
    sheets = load_part("deck").sheets(job)
    assert len(sheets) == 1
    assert cards(sheets) == (4, {colour.letter: 1 for colour in job.kit.palette})


def test_labels_that_no_card_can_be_as_small_as_get_the_deck_of_playing_cards():
    assert deck_of(make_card_job("menace", stock="35x15")) == deck_of(make_card_job("menace"))


@pytest.mark.parametrize(
    ("rule", "language"),
    few(sorted({*Templates().names("rules")} - {"tris"}), LANGUAGES, one_in=5),
)
def test_the_deck_says_all_that_its_rule_does_after_a_game(rule, language):
    """It is the operator card's table, in the words for cards."""
    job = make_card_job("menace", rule=rule, language=language)
    texts = job.texts.speaking_of(CARDS)
    (sheet, *_) = load_part("deck").sheets(job)
    words = words_on(sheet)
    for outcome, sentences in at_least(3, learning_rows(job.kit, texts)):
        assert outcome in words
        for sentence in sentences:
            assert sentence.replace("\xa0", " ") in words.replace("\xa0", " ")
    assert "{" not in words


def test_other_sheets_speak_of_the_deck_only_where_it_is_printed():
    for part in ("cards", "operator"):
        for parts in ((), ("deck", part)):
            sheets = load_part(part).sheets(make_card_job("her", parts=parts))
            words = words_on(*sheets)
            assert ("Colour deck" in words) == ("deck" in parts)
