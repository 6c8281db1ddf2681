"""What the fields of files hold: the longest, the shortest, and the letters that are refused."""

import msgspec
import pytest

from kitgen.reading import schema

#: Letters that no line has: they would move or hide what stands beside them.
UNSEEN = "\x00\x1f\x7f\x9f\u2028\u2029\u202a\u202e\u2066\u2069\ufeff\n"

#: Each type with the longest and the shortest value, and others, that it holds.
HELD = {
    "TextLine": ["", "a", "a" * 1000, "è ♟ 😀", " "],
    "Notation": ["a", "a" * 1000, "bbb/.../www w"],
    "Title": ["a", "a" * 120, "HER: è"],
    "Key": ["a", "9", "a" * 40, "dark red", "dark-red_2", "é"],
    "Language": ["en", "abcdefgh", "en-GB", "zh_Hant-TW", "en-1-2-3"],
    "Fill": ["#000000", "#ffFF09"],
    "Letter": ["a", "Z", "7", "é"],
    "Millimetres": [0, 0.5, 2000],
    "Beads": [0, 1, 9999],
}
#: What it does not hold.
REFUSED = {
    "TextLine": ["a" * 1001, *UNSEEN, *(f"a{sign}b" for sign in UNSEEN), 1, None],
    "Notation": ["", "a" * 1001, *(f"a{sign}" for sign in UNSEEN)],
    "Title": ["", "a" * 121, "a" * 1000, *(f"a{sign}b" for sign in UNSEEN)],
    "Key": ["", "a" * 41, "_a", "-a", " a", "a.b", "a\n", "a/b"],
    "Language": ["e", "abcdefghi", "en-", "e1", "en-abcdefghi", "en-1-2-3-4", "en\n", ""],
    "Fill": ["#00000", "#0000000", "000000", "#00000g", "#000000\n", "red"],
    "Letter": ["", "ab", "_", " ", "-", "a\n"],
    "Millimetres": [-0.1, 2000.1, float("inf"), "1"],
    "Beads": [-1, 10_000, 1.5, "1"],
}
#: What is said of each: the words of its description or its range.
SAID = {
    "TextLine": "one line of at most 1,000 printable letters",
    "Notation": "a position or a move in the notation of its game",
    "Title": "one line of 1 to 120 printable letters",
    "Key": "a word of at most 40 letters, digits, blanks, '-' or '_'",
    "Language": "the code of a language, such as en",
    "Fill": "written as #RRGGBB",
    "Letter": "a single letter or digit",
}


def cases(values):
    return [(name, value) for name, held in values.items() for value in held]


@pytest.mark.parametrize(("name", "value"), cases(HELD), ids=repr)
def test_a_field_holds_what_it_is_for(name, value):
    assert msgspec.convert(value, getattr(schema, name)) == value


@pytest.mark.parametrize(("name", "value"), cases(REFUSED), ids=repr)
def test_a_field_refuses_all_else(name, value):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(value, getattr(schema, name))


@pytest.mark.parametrize("name", SAID)
def test_a_field_says_what_it_is_for(name):
    meta = getattr(schema, name).__metadata__[0]
    assert meta.description == SAID[name]


def test_words_are_lines_by_language():
    assert msgspec.convert({"en": "a"}, schema.Words) == {"en": "a"}
    for wrong in ({"e": "a"}, {"en": "a\nb"}, {"en": 1}, ["en"]):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(wrong, schema.Words)


def test_the_bounds_are_far_beyond_what_is_printed():
    assert (schema.MAX_BEADS, schema.MAX_GAME_NUMBER) == (9999, 9_999_999)
