"""Braille is read back with the signs of each country's code, typed here from the code and not from
kitgen's table.

Sources: Code braille français uniformisé (2nd edition, 2008); Das System der deutschen
Brailleschrift (2015, basic script); Braille español (Comisión Braille Española, documento técnico
B1); Codice Braille italiano (Biblioteca italiana per i ciechi); Unified English Braille (2013).
"""

import pytest
from jobs import TEMPLATES, TEXTS, kit_of

from kitgen.paper.marks.braille import read_braille


def signs_of(letters, dots):
    return dict(zip(letters, dots.split(), strict=True))


LETTERS = signs_of("abcdefghij", "1 12 14 145 15 124 1245 125 24 245")
LETTERS |= signs_of("klmnopqrst", "13 123 134 1345 135 1234 12345 1235 234 2345")
LETTERS |= signs_of("uvxyzw", "136 1236 1346 13456 1356 2456")
LOUIS_BRAILLE = signs_of("1234567890", "1 12 14 145 15 124 1245 125 24 245")
ANTOINE = signs_of("1234567890", "16 126 146 1456 156 1246 12456 1256 246 3456")

#: For each language the sign before a capital letter, that before a number, the digits, and the
#: letters of its own.
CODES = {
    "en": ("6", "3456", LOUIS_BRAILLE, ""),
    "it": ("46", "3456", LOUIS_BRAILLE, "à 12356 è 2346 é 123456 ì 34 ò 346 ù 23456"),
    "es": ("46", "3456", LOUIS_BRAILLE, "á 12356 é 2346 í 34 ó 346 ú 23456 ü 1256 ñ 12456"),
    "de": ("46", "3456", LOUIS_BRAILLE, "ä 345 ö 246 ü 1256 ß 2346"),
    "fr": (
        "46",
        "6",
        ANTOINE,
        (
            "â 16 ê 126 î 146 ô 1456 û 156 ë 1246 ï 12456 ü 1256 œ 246 ç 12346 é 123456 à 12356 "
            "è 2346 ù 23456"
        ),
    ),
}


def read_back(cells, language):
    """Return what a reader of this language's code reads."""
    capital, number, digits, own = CODES[language]
    pairs = own.split()
    signs = {
        dots: letter
        for letter, dots in (LETTERS | dict(zip(pairs[::2], pairs[1::2], strict=True))).items()
    }
    signs |= {"36": "-", "2": ",", "25": ":", "": " "}
    values = {dots: digit for digit, dots in digits.items()}
    text = ""
    in_number = False
    is_capital = False
    for cell in cells:
        if cell == number and not is_capital:
            in_number = True
        elif in_number and cell in values:
            text += values[cell]
        elif cell == capital:
            is_capital = True
            in_number = False
        else:
            text += signs[cell].upper() if is_capital else signs[cell]
            is_capital = in_number = False
    return text


@pytest.mark.parametrize("language", CODES)
def test_braille_reads_back_with_the_code_of_the_country(language):
    braille = read_braille("marburg-medium", language, TEMPLATES)
    own = CODES[language][3].split()[::2]
    colours = [colour.name for colour in kit_of("menace", language=language).palette]
    names = [box.id for box in kit_of("menace").boxes[:40]]
    for text in (
        *LETTERS,
        *own,
        *(letter.upper() for letter in own if letter != "ß"),
        *colours,
        *names,
        "1234567890",
    ):
        assert read_back(braille.cells(text), language) == text
    assert read_back(braille.cells(TEXTS[language]("words.box")), language) == TEXTS[language](
        "words.box"
    )
