"""Refusals in other languages, word for word: each with values of the kinds that it may have."""

import re

import pytest
from counting import at_least
from jobs import LANGUAGES, TEMPLATES, TEXTS

from kitgen.reading.texts import Texts, reasons

#: What stands in the places of a refusal: values that a language writes in its own way, by place.
VALUES = {
    "what": "template",
    "kit": "her",
    "game": "hexapawn",
    "stock": "matchbox",
    "part": "log",
    "parts": "log-marks",
    "option": "--set labels.start_at",
    "name": "'start: 1.5'",
    "text": "'1,5: x'",
    "field": "hand.any",
    "size": "'3x4'",
    "page": "a4",
    "most": "12,000",
    "least": "0.5",
    "says": "columns x rows",
    "fault": "is 2.5",
    "file": "'kit.pdf'",
}


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_each_refusal_is_said_in_a_language_as_before(language, golden):
    english = TEXTS["en"]
    lines = []
    for key, _ in at_least(200, sorted(reasons())):
        why = re.sub(r"\{(\w+)\}", lambda place: VALUES.get(place[1], place[1]), english.raw(key))
        lines.append(f"{key.removeprefix('refusals.')}: {TEXTS[language].reason(why)}")
    golden(f"refusals/{language}", "\n".join(lines))


@pytest.mark.parametrize(
    ("place", "value", "title"),
    [
        ("part", "log", "Diario delle partite"),
        ("parts", "log", "Diario delle partite"),
        ("part", "nothing", ""),
        ("parts", "nothing", ""),
        ("kit", "her", "HER: il robot educabile di Hexapawn"),
        ("kit", "'nim:8'", "Scala (Nim), 8"),
        ("kit", "nim", "Scala (Nim)"),
        ("kit", "rubbish", ""),
        ("game", "hexapawn", "Hexapawn"),
        ("game", "rubbish", ""),
        ("stock", "poker", "carta da poker"),
        ("stock", "50x30", ""),
        ("option", "--set labels.start_at", "Prima etichetta da stampare"),
        ("option", "--beads", "Perline che hai"),
        ("name", "labels.start_at", "Prima etichetta da stampare"),
        ("option", "--nothing", ""),
        ("text", "her", ""),
    ],
)
def test_what_a_refusal_names_is_called_as_the_page_calls_it(place, value, title):
    assert TEXTS["it"]._title_of(place, value) == title


def test_english_needs_no_other_words_and_what_no_list_has_has_none():
    assert Texts("en", TEMPLATES).reason("no file was sent") == ""
    assert TEXTS["it"].reason("something else") == ""


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_a_part_that_a_program_cannot_have_is_named_by_the_title_of_its_sheet(language):
    texts = TEXTS[language]
    sentence = texts.reason(
        "the rule of her keeps numbers in a program, no beads in boxes: no log; "
        "what can be printed: map"
    )
    assert texts("serve.quoted", text=texts("log.title")) in sentence
