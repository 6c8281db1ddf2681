"""What the app says of choices that cannot be: nothing English, and numbers as each language has
them.
"""

import re

import pytest
from counting import some
from jobs import LANGUAGES, TEXTS, kit_of
from sampling import few

from kitgen.errors import KitgenError
from kitgen.web.address import fields, read_address
from kitgen.web.engine import page_answer
from kitgen.web.forms import KitForm, word_in
from kitgen.web.tasks import SiteTask

OTHERS = [language for language in LANGUAGES if language != "en"]

#: Choices that are refused, each for another reason, as an address has them.
REFUSED = {
    "groups": "kit=her&groups=300",
    "half a group": "kit=her&groups=2.5",
    "keepers": "kit=her&keepers-each=9&parts=keepers",
    "bank": "kit=her&beads-bank=99999",
    "first label": "kit=her&labels-start-at=90&stock=L7160",
    "no bought label": "kit=her&labels-start-at=9",
    "clearance": "kit=her&boxes-clearance=90&parts=boxes",
    "backs": "kit=her&stock=poker&parts=cards&cards-back-offset=90,90&cards-duplex=long",
    "labels moved": "kit=her&stock=L7160&labels-nudge=90,90",
    "lengths": "kit=her&printer=1,2,3,4",
    "too few lengths": "kit=her&printer=178.2",
    "paper": "kit=her&boxes-size=3x3x3&parts=boxes",
    "beads": "kit=her&beads=red:3",
    "theme": "kit=awari-mini&theme=crocodiles",
    "part": "kit=ladder&parts=questions",
    "one sheet": "kit=her&parts=one-sheet",
    "rule": "kit=menace&parts=one-sheet",
    "no groups": "kit=her&parts=groups",
    "lesson": "kit=her&lesson-name=nim-cups&parts=lesson",
}


def refusal(query, language):
    """Return why the figures of a kit cannot be shown, in a language, or in English where it has
    no words.
    """
    pairs = [("language", language), *(pair.split("=", 1) for pair in query.split("&"))]
    with pytest.raises(KitgenError) as refused:
        page_answer(SiteTask("figures", *_asked(pairs, language)))
    return TEXTS[language].reason(str(refused.value)) or f"no words for: {refused.value}"


def _asked(pairs, language):
    address, _ = read_address(pairs, language)
    return address.kit, address.choices


@pytest.mark.parametrize(("why", "language"), few(REFUSED, OTHERS, one_in=10))
def test_a_choice_that_cannot_be_is_refused_in_the_language_of_the_page(why, language):
    said = refusal(REFUSED[why], language)
    assert "no words for" not in said
    assert "--" not in said, "the page has no options, but fields"
    assert not re.search(r"(?<!\w)['\"]|['\"](?!\w)", said), "quotation marks of English"
    typed = re.sub("[«„].*?[»“]", "", said)
    assert not re.search(r"(?<![\d,.])\d+\.\d+(?![\d,.])", typed), "a decimal point"
    if language == "fr":
        assert not re.search(r"(?<!\u00a0):(?=\s)|(?<!\u202f)[;!?]", said)


def test_a_number_that_was_typed_comes_back_as_the_language_writes_it():
    for language in some(LANGUAGES, 5):
        field = KitForm(language, {"boxes-clearance": "2.5"}).field("boxes-clearance")
        assert f'value="2{TEXTS[language]("sheet.decimal")}5"' in str(field)


@pytest.mark.parametrize("language", OTHERS)
def test_labels_and_guides_are_not_called_by_the_names_of_their_files(language):
    stocks, guides = fields()["stock"], fields()["guide-name"]
    for word in some([word for word in stocks.words if word.isalpha()]):
        assert not word_in(language, stocks, word).startswith(f"{word},"), word
    for word in some(guides.words):
        assert word_in(language, guides, word).casefold() != word


def test_what_stands_before_the_command_ends_with_a_colon_of_the_language():
    colons = {language: TEXTS[language]("serve.command")[-2:] for language in LANGUAGES}
    assert colons.pop("fr") == "\u00a0:"
    assert all(re.fullmatch(r"\w:", colon) for colon in colons.values())


def test_a_game_without_an_edition_is_called_as_its_sheets_call_it():
    shown = page_answer(
        SiteTask(
            "figures", *_asked([("kit", "hexapawn"), ("size", "3x3"), ("language", "fr")], "fr")
        )
    )
    assert "Hexapion 3x3 · " in shown["shown"]
    assert "black" not in shown["shown"]


@pytest.mark.parametrize("language", OTHERS)
def test_a_refusal_calls_a_game_as_the_page_does(language):
    why = "hexapawn size '20x20' is outside 2x2 to 8x8 (columns x rows)"
    said = TEXTS[language].reason(why)
    name = {"fr": "Hexapion"}.get(language, "Hexapawn")
    assert re.search(rf"[«„]\W?{name}\W?[»“]", said), said


@pytest.mark.parametrize("language", OTHERS)
def test_the_example_of_beads_has_colours_of_the_language_and_is_read(language):
    typed = re.search(r"\w+:\d+, \w+:\d+", TEXTS[language]("serve.hint.beads"))
    palette = kit_of("her", language=language).palette
    assert re.findall(r"[^\W\d]+", typed[0]) == [
        colour.name for colour in palette if colour.key in ("red", "blue")
    ]
    assert "no words for" not in refusal(f"kit=her&beads={typed[0]}", language)
