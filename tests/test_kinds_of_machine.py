"""A machine of cards is spoken of as one of cards, on every sheet of its kit, from its cover on."""

import re

import pytest
from counting import some
from jobs import TEXTS, make_job

from kitgen.paper.make import make_document
from kitgen.paper.marks.scene import Text
from kitgen.paper.parts import usual_parts

#: Words of the other kind of machine, and where they are right: a comparison, the name of the kit.
BOXES = {"en": r"\b(box|boxes|beads?|matchbox\w*)\b", "it": r"\b(scatol\w+|perlin\w+)\b"}
COMPARED = {"en": ("Cards instead of boxes", "work of one matchbox", "its beads", "Matchboxes", "24 boxes"),
            "it": ("Carte al posto delle scatole", "lavoro di una scatola", "sue perline", "scatole di fiammiferi",
                   "24 scatole")}  # fmt: skip


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("rule", [None, "gardner-reward", "hexapawn-rl", "never-last", "michie"])
@pytest.mark.parametrize("name", ["her", "him", "gardner24", "ladder"])
def test_a_kit_of_cards_speaks_of_no_boxes(name, rule, language):
    job = make_job(name, language=language, stock="poker", **({} if rule is None else {"rule": rule}))
    kit = job.kit
    document = make_document(job, usual_parts("card"))
    lines = [mark.text for sheet in document.sheets for mark in sheet.scene.marks if isinstance(mark, Text)]
    for line in some(lines, 100):
        if any(words in line for words in COMPARED[language]) or kit.title in line:
            continue
        assert not re.search(BOXES[language], line, re.IGNORECASE), line


@pytest.mark.parametrize("name", ["menace", "awari-mini"])
def test_large_kits_of_cards_speak_of_no_boxes(name):
    parts = [part for part in usual_parts("card") if part not in ("cards", "finder", "always")]
    for language in ("en", "it"):
        document = make_document(make_job(name, language=language, stock="poker"), parts)
        for sheet in some(document.sheets):
            for mark in some(sheet.scene.marks):
                if isinstance(mark, Text) and not re.search("Beans|fagioli", mark.text):  # they serve as seeds
                    assert not re.search(BOXES[language], mark.text, re.IGNORECASE), mark.text


def test_a_kit_of_boxes_speaks_of_no_cards_or_fields():
    document = make_document(make_job("her"), usual_parts("label"))
    for sheet in some(document.sheets):
        for mark in sheet.scene.marks:
            if isinstance(mark, Text):
                assert not re.search(r"\b(token|tokens|fields?|coins?)\b", mark.text), mark.text


def test_a_kit_of_cards_begins_with_its_cover_and_says_how_to_play_before_the_cards():
    document = make_document(make_job("her", stock="poker"), usual_parts("card"))
    assert [sheet.part for sheet in document.sheets[:3]] == ["cover", "cards", "cards"]
    titles = [[mark.text for mark in sheet.scene.marks if isinstance(mark, Text)] for sheet in document.sheets[:3]]
    assert "Cards instead of boxes" in titles[1]
    assert "A1" in titles[2]


def test_fronts_and_backs_stay_an_odd_and_an_even_page():
    document = make_document(make_job("her", stock="poker", duplex="long"), ["cards"])
    words = [[mark.text for mark in sheet.scene.marks if isinstance(mark, Text)] for sheet in document.sheets]
    assert "A1" in words[0]
    assert "A1" in words[1]
    assert "Cards instead of boxes" in words[-1]


def test_words_for_cards_stand_beside_those_for_boxes_and_are_asked_for_in_one_place():
    for language in some(("en", "it"), 2):
        texts = TEXTS[language]
        cards = texts.speaking_of("card")
        own = [key for key in texts.keys() if key.split(".")[1] == "cards" and key.count(".") > 1]  # noqa: SIM118
        assert len(own) > 50
        for key in own:
            file, _, rest = key.split(".", 2)
            assert cards.raw(f"{file}.{rest}") == texts.raw(key)
        assert texts("operator.find") != cards("operator.find")
        assert texts.speaking_of("any")("operator.find") == texts("operator.find")
