"""Each letter and sign of each language is in both weights of the typeface, and is read back from
the PDF as text.

So what is printed can be searched and copied.
"""

import re
import unicodedata
from contextlib import closing

import pypdfium2
import pytest
from counting import at_least
from jobs import LANGUAGES, TEXTS

from kitgen.paper.document import Document, Sheet
from kitgen.paper.marks.scene import Scene, Text
from kitgen.paper.style import wrap
from kitgen.render.pdf import pdf_bytes

BASIC = "abcdefghijklmnopqrstuvwxyz"
#: Letters besides those from a to z, and punctuation besides that of English, by language.
OWN_LETTERS = {
    "de": "äöüß",
    "en": "",
    "es": "áéíñóúü",
    "fr": "àâæçéèêëîïôœùûüÿ",
    "it": "àèéìíîòóùú",
}
OWN_SIGNS = {
    "de": "„“‚‘–%\u00a0\u202f",
    "en": "“”‘’—",
    "es": "¿¡«»ºª—",
    "fr": "«\u00a0»\u202f;\u202f!\u202f?’–°",
    "it": "«»’°",
}
SIGNS = ".,:;!?()[]-–…'\"/+−×=%·→←↑↓0123456789"
#: Files of texts that are broken into lines by browsers, or stand on one line.
ON_A_SCREEN = ("app", "refusals", "serve", "sheet", "web")
#: A line of letters stands between two more, since readers of PDF drop blanks at its ends.
LETTERS_OF_A_LINE = 12


def lines_of(language):
    """Return the alphabet of a language in small and capital letters, and its signs, a few on
    each line.
    """
    small = BASIC + OWN_LETTERS[language]
    capitals = small.replace("ß", "ẞ").upper()
    lines = []
    for letters in (small, capitals, SIGNS + OWN_SIGNS[language]):
        lines += [
            f"{letters[at : at + LETTERS_OF_A_LINE]}"
            for at in range(0, len(letters), LETTERS_OF_A_LINE)
        ]
    return [f"A{line}Z" for line in lines]


def read_back(lines, *, bold):
    """Return the lines of a PDF that has been printed with some."""
    scene = Scene(210, 297)
    for number, line in enumerate(lines):
        scene.add(Text((20, 20 + 8 * number), line, 11, bold=bold))
    printed = pdf_bytes(Document("", "", "", "en", (Sheet(scene, "", ""),)))
    with closing(pypdfium2.PdfDocument(printed)) as document:
        return document[0].get_textpage().get_text_bounded().splitlines()


@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize("language", LANGUAGES)
def test_an_alphabet_and_its_signs_are_read_back(language, bold):
    """A no-break space is read as a space, which is what people search for; a narrow one as
    itself.
    """
    lines = [line.replace("\u00a0", " ") for line in lines_of(language)]
    assert [unicodedata.normalize("NFC", line) for line in read_back(lines, bold=bold)] == lines


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_alphabets_have_every_sign_of_the_texts(language):
    """Nothing is left out here that is printed: other signs are those of all languages, and of
    boards.
    """
    alphabet = {*"".join(lines_of(language))}
    texts = TEXTS[language]
    letters = {letter for key in texts.keys() for letter in texts.raw(key) if letter.isalpha()}  # noqa: SIM118
    assert {
        letter for letter in letters - alphabet if letter.isascii() or letter.casefold() not in "µ×"
    } == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_begins_or_ends_with_a_sign_that_belongs_to_a_word(language):
    texts = TEXTS[language]
    shown = (key for key in sorted(texts.keys()) if key.partition(".")[0] not in ON_A_SCREEN)
    for key in at_least(1000, shown):
        text = texts.raw(key).removeprefix("? ")
        lines = wrap(text, 10, 22)
        begins = [line for line in lines[1:] if re.match(r"[»”!?;:%](?!\w)", line)]
        ends = [line for line in lines[:-1] if re.search(r"[«„¿¡]$", line)]
        assert (begins, ends) == ([], []), key
