"""What the app says of choices that cannot be: nothing English, and numbers as each language has
them.
"""

import re
from html import unescape

import pytest
from counting import at_least_one
from jobs import LANGUAGES, TEXTS, kit_of
from sampling import few

from kitgen.errors import KitgenError, UsageError
from kitgen.web.address import fields, read_address
from kitgen.web.engine import page_answer
from kitgen.web.forms import KitForm, word_in
from kitgen.web.forms import refusal as refusal_box
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
    "half a size of a board": "kit=hexapawn&size=4x",
    "a board in words": "kit=hexapawn&size=four by three",
    "three lengths of a board": "kit=hexapawn&size=4x3x2",
    "a board of a game told as data": "kit=told:hexapawn&size=4x3",
    "counters": "kit=nim&size=3x3",
    "half a size of a label": "kit=her&own=4x",
    "a label in words": "kit=her&own=four by three",
    "half a size of a box": "kit=her&boxes-size=60x40",
    "no number": "kit=her&groups=zero",
    "an unknown kit": "kit=xyzzy",
    "a small label": "kit=her&own=20x14",
    "paper": "kit=her&boxes-size=3x3x3&parts=boxes",
    "beads": "kit=her&beads=red:3",
    "theme": "kit=awari-mini&theme=crocodiles",
    "part": "kit=ladder&parts=questions",
    "one sheet": "kit=her&parts=one-sheet",
    "rule": "kit=menace&parts=one-sheet",
    "no groups": "kit=her&parts=groups",
    "poster": "kit=menace&parts=poster",
    "lesson": "kit=her&lesson-name=nim-cups&parts=lesson",
}


def refusal(query, language):
    """Return the box with which a page says why the figures of a kit cannot be shown."""
    pairs = [("language", language), *(pair.split("=", 1) for pair in query.split("&"))]
    with pytest.raises(KitgenError) as refused:
        page_answer(SiteTask("figures", *_asked(pairs, language)))
    return str(refusal_box(language, str(refused.value)))


def words_of(box):
    """Return the reason in the box of a refusal."""
    return unescape(re.search("<p.*?>(.*)</p>", box)[1])


def _asked(pairs, language):
    address, _ = read_address(pairs, language)
    return address.kit, address.choices


@pytest.mark.parametrize(("why", "language"), few(REFUSED, OTHERS, one_in=17))
def test_a_choice_that_cannot_be_is_refused_in_the_language_of_the_page(why, language):
    box = refusal(REFUSED[why], language)
    assert 'lang="en"' not in box, "no words for it"
    words = words_of(box)
    assert "--" not in words, "the page has no options, but fields"
    assert "own folder" not in words, "advice for the command line, in English"
    assert not re.search(r"(?<!\w)['\"]|['\"](?!\w)", words), "quotation marks of English"
    typed = re.sub("[«„].*?[»“]", "", words)
    assert not re.search(r"(?<![\d,.])\d+\.\d+(?![\d,.])", typed), "a decimal point"
    if language == "fr":
        assert not re.search(r"(?<!\u00a0):(?=\s)|(?<!\u202f)[;!?]", words)


@pytest.mark.parametrize(
    ("kit", "words"),
    [
        ("her", "kit her has a size of its own; for another one choose the game hexapawn"),
        ("her-4x3", "kit her-4x3 has a size of its own; for another one choose the game hexapawn"),
        ("menace", "kit menace has a size of its own; for another one choose the game tictactoe"),
        ("ladder", "kit ladder has a size of its own; for another one choose the game nim"),
        ("awari-3x1", "kit awari-3x1 has a size of its own; for another one choose the game awari"),
        ("told:notakto", "this game has a board of its own; leave the size empty"),
    ],
)
def test_a_size_of_its_own_is_not_changed_and_the_game_is_named(kit, words):
    """The named game can be chosen with any size."""
    with pytest.raises(UsageError) as refused:
        read_address([("kit", kit), ("size", "4x4")], "en")
    assert str(refused.value) == words


@pytest.mark.parametrize(
    ("kit", "size", "game"),
    [
        ("hexapawn", "4x3", "hexapawn:4x3"),
        ("hexapawn:3x3", "4x4", "hexapawn:4x4"),
        ("hexapawn", " 4 x 3 ", "hexapawn:4x3"),
        ("nim,last=loses", "9", "nim:9,last=loses"),
        ("her", "", "her"),
    ],
)
def test_a_size_is_that_of_the_game(kit, size, game):
    address, rest = read_address([("kit", kit), ("size", size)], "en")
    assert (address.kit, rest) == (game, {})


def test_a_number_that_was_typed_comes_back_as_the_language_writes_it():
    for language in LANGUAGES:
        field = KitForm(language, {"boxes-clearance": "2.5"}).field("boxes-clearance")
        assert f'value="2{TEXTS[language]("sheet.decimal")}5"' in str(field)


@pytest.mark.parametrize("language", OTHERS)
def test_labels_and_guides_are_not_called_by_the_names_of_their_files(language):
    stocks = fields()["stock"]
    guides = fields()["guide-name"]
    for word in at_least_one([word for word in stocks.words if word.isalpha()]):
        assert not word_in(language, stocks, word).startswith(f"{word},"), word
    for word in at_least_one(guides.words):
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


@pytest.mark.every
@pytest.mark.parametrize("language", few(OTHERS, one_in=4))
def test_a_refusal_calls_a_kit_by_its_title_and_paper_by_its_name(language):
    title = kit_of("menace", language=language).title
    assert title in unescape(refusal(REFUSED["rule"], language))
    assert not re.search(r"\ba[0-4]\b", refusal(REFUSED["poster"], language))
    name = {"fr": "Échelle (jeu de Nim), 8"}.get(language, "8")
    assert name in TEXTS[language].reason(
        "the rule of nim:8 does more than take the bead of a lost game's last move; no sweets"
    )


@pytest.mark.parametrize("language", OTHERS)
def test_a_pdf_that_cannot_be_opened_is_refused_in_the_language_of_the_page(language):
    why = "'the file.pdf' cannot be read (PdfStreamError); print the kit again"
    sentence = TEXTS[language].reason(why)
    assert sentence
    assert "file" not in sentence.casefold()


@pytest.mark.parametrize("language", OTHERS)
def test_a_refusal_calls_a_game_as_the_page_does(language):
    why = "hexapawn size '20x20' is outside 2x2 to 8x8 (columns x rows)"
    sentence = TEXTS[language].reason(why)
    name = {"fr": "Hexapion"}.get(language, "Hexapawn")
    assert re.search(rf"[«„]\W?{name}\W?[»“]", sentence), sentence


@pytest.mark.parametrize("language", OTHERS)
def test_the_example_of_beads_has_colours_of_the_language_and_is_read(language):
    typed = re.search(r"\w+:\d+, \w+:\d+", TEXTS[language]("serve.hint.beads"))
    palette = kit_of("her", language=language).palette
    assert re.findall(r"[^\W\d]+", typed[0]) == [
        colour.name for colour in palette if colour.key in ("red", "blue")
    ]
    assert 'lang="en"' not in refusal(f"kit=her&beads={typed[0]}", language)


#: What somebody has mistyped, and how the page says that it is written.
MISTYPED = {
    "kit=hexapawn&size=4x": "3x4",
    "kit=hexapawn&size=four by three": "3x4",
    "kit=hexapawn&size=4x3x2": "3x4",
    "kit=hexapawn&size=4,3": "3x4",
    "kit=nim&size=nine": "9",
    "kit=her&own=4x": "35x15",
    "kit=her&own=four by three": "35x15",
    "kit=her&own=4x3x2": "35x15",
    "kit=her&beads=purple 10": r"\w+:20, \w+:20",
    "kit=her&boxes-size=60x40": "60x40x20",
    "kit=her&groups=zero": "6",
    "kit=her&labels-nudge=1": "0.5,-1",
}


@pytest.mark.parametrize("typed", MISTYPED)
def test_what_is_mistyped_is_answered_with_the_form_that_is_expected(typed):
    message = words_of(refusal(typed, "en"))
    assert re.search(rf"(?<!\w){MISTYPED[typed]}(?!\w)", message), message
    example = re.search(MISTYPED[typed], message)[0]
    written = f"{typed.rpartition('=')[0]}={example}"
    pairs = [pair.split("=", 1) for pair in written.split("&")]
    assert read_address(pairs, "en")[0].kit


#: What is written as it has to be, but is too large, and the largest that would do.
TOO_LARGE = {
    "kit=hexapawn&size=99999x99999": "8x8",
    "kit=her&own=999999x999999": "250",
    "kit=nim&size=999999999999": "60",
    "kit=her&beads=red:9999999": "1,000,000",
}


@pytest.mark.parametrize("typed", TOO_LARGE)
def test_what_is_too_large_is_answered_with_the_largest_that_would_do(typed):
    message = words_of(refusal(typed, "en"))
    assert re.search(rf"(?<![\w,]){TOO_LARGE[typed]}(?!\w)", message), message


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("number", ["99999999999", "-1", "1e3"])
def test_a_number_that_does_not_fit_is_not_said_to_be_none(number, language):
    message = words_of(refusal(f"kit=her&groups={number}", language))
    denials = {"it": "non è un", "es": "no es un", "fr": "n'est pas un", "de": "keine "}
    assert denials[language] not in message
    assert re.search(r"(?<!\w)6(?!\w)", message), "an example"


@pytest.mark.parametrize("language", OTHERS)
def test_mistyped_beads_are_answered_with_colours_of_the_language(language):
    message = words_of(refusal("kit=her&beads=purple 10", language))
    example = re.search(r"\w+:\d+, \w+:\d+", message)[0]
    assert "red:" not in example
    assert read_address([("kit", "her"), ("beads", example)], language)[0].kit
    assert 'lang="en"' not in refusal(f"kit=her&beads={example}", language)


def test_a_page_in_english_speaks_of_its_fields_and_not_of_options():
    message = words_of(refusal("kit=her&own=20x14", "en"))
    assert message.endswith("24 x 17 mm would do: “Size of your own, in mm” 24x17")
    message = words_of(refusal("kit=her&beads-bank=a lot", "en"))
    assert message.startswith("“Games that the bank of beads lasts” 'a lot': write a number")
    message = words_of(refusal("kit=xyzzy", "en"))
    assert message.endswith("nim, tictactoe"), "no advice for the command line"
