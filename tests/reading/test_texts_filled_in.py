"""Texts as they are filled in: numbers, lists and sheets as each language writes them, words for
kinds of machines and themes, and what is said of a text that cannot be filled in.
"""

import pytest
from counting import at_least
from jobs import LANGUAGES, TEMPLATES, TEXTS

from kitgen.errors import TemplateError
from kitgen.reading.templates import Templates
from kitgen.reading.texts import Texts, check_keys, did_you_mean, holds, span, texts_for

NUMBERS = (0, 1, 12, 999, 1000, 9999, 10_000, 99_999, 100_000, 1_234_567, -9999, -10_000)
DECIMALS = (0.0, 0.5, 0.25, 1.005, 2.999, 36.0, 63.5, 1234.5, -0.1, 0.004, 0.006)


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_and_lists_are_written_as_before(language, golden):
    texts = TEXTS[language]
    lines = [
        "whole " + " ".join(repr(texts.whole(number)) for number in NUMBERS),
        "decimals " + " ".join(repr(texts.decimals(number)) for number in DECIMALS),
        f"list {texts.joined(['one', 'two', 'three'])!r}, {texts.joined(['one'])!r}",
        f"thousands {texts.between_thousands!r}",
    ]
    filled = texts._filled({"a": 10_000, "b": 2.5, "c": (1, "x"), "d": True, "e": "x"})
    lines.append(" ".join(f"{name}={filled[name]!r}" for name in "abcde"))
    golden(f"texts/numbers-{language}", "\n".join(lines))


@pytest.mark.parametrize(
    ("condition", "numbers"),
    [
        ("n = 1", [1]),
        ("n != 1", [0, 2, 3, 4, 5, 10, 11, 12, 20, 21, 22, 101, 102, 112]),
        ("n = 0,1", [0, 1]),
        ("n = 2..4", [2, 3, 4]),
        ("n % 10 = 1 and n % 100 != 11", [1, 21, 101]),
        ("n % 10 = 2..4 and n % 100 != 12..14", [2, 3, 4, 22, 102]),
        ("n = 0 or n % 100 = 11,12", [0, 11, 12, 112]),
        ("n % 10 != 0 and n = 0..5", [1, 2, 3, 4, 5]),
    ],
)
def test_a_condition_holds_for_its_numbers(condition, numbers):
    tried = (0, 1, 2, 3, 4, 5, 10, 11, 12, 20, 21, 22, 101, 102, 112)
    assert [number for number in tried if holds(condition, number)] == numbers


@pytest.mark.parametrize("wrong", ["n is 1", "m = 1", "n = a", "n =", "n % = 1", "n > 1"])
def test_what_is_no_condition_is_refused(wrong):
    with pytest.raises(TemplateError, match=r"is not a condition like 'n % 10 = 2\.\.4'"):
        holds(wrong, 1)


def own_texts(tmp_path, **files):
    """Return the texts of an own language with some files."""
    folder = tmp_path / "texts" / "nl"
    folder.mkdir(parents=True)
    for name, text in files.items():
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    return Texts("nl", Templates(tmp_path))


OPERATOR = """title = "Games"
find = "All {number} games"
floor.one = "{count} game of {who}"
floor.other = "{count} games of {who}"
pick = "{number"
learn = "{0}"
ceiling.one = "one"
[cards]
floor.one = "{count} row of {who}"
"""


def test_a_text_is_filled_in_with_its_values_and_form(tmp_path):
    texts = own_texts(tmp_path, operator=OPERATOR)
    assert texts("operator.title") == "Games"
    assert texts("operator.find", number=7) == "All 7 games"
    assert texts("operator.floor", count=1, who="her") == "1 game of her"
    assert texts("operator.floor", count=12_345, who="her") == "12345 games of her"
    assert texts.get("operator.title", "none") == "Games"
    assert texts.get("operator.nothing", "none") == "none"
    assert texts.has("operator.title")
    assert not texts.has("operator.nothing")
    assert texts.raw("operator.find") == "All {number} games"
    cards = texts.speaking_of("cards")
    assert cards("operator.floor", count=1, who="her") == "1 row of her"
    assert cards("operator.floor", count=2, who="her") == "2 games of her"
    assert cards("operator.title") == "Games"
    assert texts("operator.find", number=2) == "All 2 games"
    assert texts.raw_under("operator.floor.") == {
        "one": "{count} game of {who}",
        "other": "{count} games of {who}",
    }


@pytest.mark.parametrize(
    ("key", "values", "said"),
    [
        ("operator.nothing", {}, "texts/nl/operator.toml: 'operator.nothing' is missing"),
        (
            "operator.find",
            {},
            "texts/nl/operator.toml: 'operator.find' asks for an unknown {number}",
        ),
        (
            "operator.ceiling",
            {"count": 2},
            "'operator.ceiling' has no form 'other', which goes with 2",
        ),
        (
            "operator.pick",
            {"number": 1},
            "texts/nl/operator.toml: 'operator.pick' cannot be filled in: ",
        ),
        ("operator.learn", {}, "texts/nl/operator.toml: 'operator.learn' cannot be filled in: "),
        ("claims.winning.loses", {}, "only kitgen.claims prints it, after it has been decided"),
    ],
)
def test_a_text_that_cannot_be_filled_in_says_why(tmp_path, key, values, said):
    texts = own_texts(tmp_path, operator=OPERATOR)
    with pytest.raises(TemplateError) as refused:
        texts(key, **values)
    assert said in str(refused.value)


def test_a_language_that_has_just_begun_has_no_sign_between_thousands(tmp_path):
    texts = own_texts(tmp_path, operator=OPERATOR)
    assert texts.between_thousands == ""
    assert texts.whole(1_234_567) == "1234567"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sheet_that_is_not_printed_is_named_with_its_part(language):
    texts = TEXTS[language]
    title = texts("curve.title")
    within = texts.in_print({"curve": "boxes", "log": "cards"})
    without = texts.in_print({"log": "boxes"})
    assert title in within("log.score")
    quoted = title if f"{title} (" in without("log.score") else texts("serve.quoted", text=title)
    elsewhere = texts("sheet.elsewhere", title=quoted, part="curve")
    assert elsewhere in without("log.score")
    assert within.named == {"curve"}
    assert without.named == set()
    assert texts.sheets_in("log.score") == ["curve"]
    assert within.has_sheet("curve")
    assert not within.has_sheet("log")
    assert within.speaking_of("cards").has_sheet("log")
    assert texts.has_sheet("nothing")
    assert within.sentence("log.score", "log.score_alone") == within("log.score")
    assert without.sentence("log.score", "log.score_alone") == texts("log.score_alone")
    assert without.sentence("log.score") == ""


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("log.title", ""),
        ("log.titel", "'log.toml': unknown key 'titel'; did you mean 'title'?"),
        ("log.title.few", ""),
        ("games.chess.name", ""),
        ("games.chess.nam", "'log.toml': unknown key 'nam' of 'chess'; did you mean 'name'?"),
        ("games.hexapwn.name", "'log.toml': unknown game 'hexapwn'; did you mean 'hexapawn'?"),
        ("guide.story.chess", ""),
        ("guide.story.hexapwn", "'log.toml': unknown game 'hexapwn'; did you mean 'hexapawn'?"),
        ("log.xyzzy123", "'log.toml': unknown key 'xyzzy123'"),
    ],
)
def test_a_key_that_nothing_reads_is_refused(tmp_path, key, said):
    known = TEXTS["en"].keys()
    path = tmp_path / "log.toml"
    if not said:
        check_keys(path, [key], known)
        return
    with pytest.raises(TemplateError) as refused:
        check_keys(path, [key], known)
    assert str(refused.value).replace(f"{tmp_path}/", "") == said


def test_a_file_that_kitgen_does_not_read_is_refused(tmp_path):
    with pytest.raises(TemplateError, match="reads no texts from this file; did you mean 'cover'"):
        check_keys(tmp_path / "covr.toml", [], TEXTS["en"].keys())


def test_the_nearest_word_is_named_and_a_range_has_two_ends():
    assert did_you_mean("edition", ["editions", "texts"]) == "; did you mean 'editions'?"
    assert did_you_mean("edition", ["editions", "texts"], 0.99) == ""
    assert did_you_mean("x", []) == ""
    assert [span(2, 4), span(2, 2), span("A1", "A2")] == ["2–4", "2", "A1–A2"]


def test_a_language_that_nobody_has_made_speaks_english():
    assert texts_for("it", TEMPLATES).language == "it"
    assert texts_for("tlh", TEMPLATES).language == "en"


def test_each_line_is_the_text_with_most_of_its_words():
    texts = TEXTS["en"]
    for key in at_least(3, ("log.title", "curve.title", "cover.time")):
        line = texts.raw(key).replace("{minutes}", "30").replace("{people}", "four people")
        assert texts.key_of(line) is not None
    assert texts.key_of("xyzzy") is None
    assert texts.key_with("\u2e18") is None
