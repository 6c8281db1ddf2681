"""The sizes of letters on real prints, by whom a sheet is for: what children read has at least 9
pt, sentences 10 pt.

What geometry binds is smaller: see docs/adding-a-part.md.
"""

import re
from collections import Counter
from io import BytesIO

import pytest

from kitgen import make_kit, print_kit
from kitgen.errors import KitgenError
from kitgen.paper.parts import PARTS
from kitgen.papers import FOOT
from kitgen.sandbox.plain_page import PlainPdf

#: The least sizes of words, and of sentences, in points.
WORDS = 9.0
SENTENCES = 10.0
#: A word, and a text long enough for a sentence.
WORD = re.compile(r"[^\W\d_]{4,}")
LONG = 30
#: Words that geometry binds: on labels and cards, over the bubbles of forms, at the edge of a tile,
#: and of outlines that fill the page.
ON_CARDS = {"labels", "cards", "boxes", "demo"}
BOUND = ON_CARDS | {"log-marks", "count-marks", "map", "outline"}
#: Where signs are smaller: badges, names of cells and ids on boards and in pictures, bubbles,
#: outlines of labels.
SIGNS = BOUND | {
    *(
        "cover",
        "finder",
        "route",
        "always",
        "poster",
        "sweets",
        "zero",
        "worksheet",
        "errata",
        "certificate",
        "panel",
    ),
    *(
        "operator",
        "guide",
        "class-set",
        "board",
        "beads",
        "deck",
        "keepers",
        "questions",
        "one-sheet",
        "playing-cards",
    ),
}


def letters_of(kit, part):
    """Yield the texts of a part on paper with their sizes, without the strip at the foot;
    nothing if it has no page.
    """
    printed = BytesIO()
    try:
        print_kit(kit, printed, parts=[part])
    except KitgenError:
        return
    for page in PlainPdf(printed.getvalue()):
        for text in page.letters:
            if text.bounds[3] < page.height - FOOT + 1:
                yield text


CASES = (
    ("her", "en"),
    ("ladder", "it"),
    ("him", "es"),
    ("awari-mini", "es"),
    ("him", "de"),
    ("him", "fr"),
)


@pytest.mark.every
@pytest.mark.parametrize(("name", "language"), CASES)
def test_nobody_has_to_read_small_letters(name, language):
    kit = make_kit(name, language=language)
    small: list[str] = []
    for part in PARTS.values():
        sentences = Counter[float]()
        for text in letters_of(kit, part.name):
            is_word = WORD.search(text.text) is not None
            bound = part.name in (BOUND if is_word else SIGNS)
            if text.size < WORDS - 0.05 and not bound:
                small.append(
                    f"{part.name}, for the {part.reader}: {text.text!r} has {text.size:.1f} pt"
                )
            if is_word and len(text.text) >= LONG and part.name not in BOUND:
                sentences[round(text.size, 1)] += len(text.text)
        usual = sentences.most_common(1)
        if usual and usual[0][0] < SENTENCES:
            small.append(f"{part.name}: sentences have {usual[0][0]} pt")
    assert not small, "\n".join(dict.fromkeys(small))
