"""The types of fields in files: both ends of each range, and what each text may hold."""

import msgspec
import pytest

from kitgen.reading.schema import (
    Beads,
    Fill,
    Key,
    Language,
    Letter,
    Millimetres,
    Notation,
    TextLine,
    Title,
)

TAKEN = [
    (Key, ["a", "7", "é", "red-brown", "two words", "a_b", "x" * 40]),
    (Title, ["a", "«HER», 4 × 3", "x" * 120]),
    (TextLine, ["", " ", "x" * 1000]),
    (Notation, ["bbb/..w/ww. b", "x" * 1000]),
    (Language, ["en", "pt-BR", "zh_Hant", "sr-Latn-RS-x", "abcdefgh"]),
    (Fill, ["#F0E442", "#000000", "#abcdef"]),
    (Letter, ["A", "b", "7", "Ł"]),
    (Millimetres, [0, 0.5, 2000]),
    (Beads, [0, 1, 9999]),
]
REFUSED = [
    (Key, ["", " a", "-a", "_a", "x" * 41, "a.b", "a\n", "a/b", 7]),
    (Title, ["", "x" * 121, "two\nlines", "a\x00"]),
    (TextLine, ["x" * 1001, "two\nlines", "a\n", "\u202eleft", "\ufeff", "\x7f", "\u2028"]),
    (Notation, ["", "x" * 1001, "a\tb"]),
    (Language, ["", "e", "abcdefghi", "en-", "en-a-b-c-d", "e1", "en\n"]),
    (Fill, ["", "F0E442", "#F0E44", "#F0E4422", "#F0E44G", "red", "#F0E442\n"]),
    (Letter, ["", "AB", "_", " ", "-", "A\n"]),
    (Millimetres, [-0.1, 2000.1, float("nan"), "5"]),
    (Beads, [-1, 10_000, 0.5, "3"]),
]


@pytest.mark.parametrize(
    ("kind", "value"), [(kind, value) for kind, values in TAKEN for value in values]
)
def test_a_field_takes_what_its_description_says(kind, value):
    assert msgspec.convert(value, kind) == value


@pytest.mark.parametrize(
    ("kind", "value"), [(kind, value) for kind, values in REFUSED for value in values]
)
def test_a_field_refuses_anything_else(kind, value):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(value, kind)
