"""The sizes of letters on real prints, by whom a sheet is for: what children read has at least 9
pt, sentences 10 pt.

What geometry binds is smaller: see docs/adding-a-part.md.
"""

import re
from collections import Counter
from io import BytesIO
from itertools import product

import pytest
from counting import at_least
from jobs import LANGUAGES, TEXTS
from sampling import sample

from kitgen import make_kit, print_kit
from kitgen.errors import KitgenError
from kitgen.paper.declared import MAX_LISTED_ON_COVER
from kitgen.paper.parts import PARTS
from kitgen.papers import FOOT
from kitgen.sandbox.plain_page import PlainPdf

#: The least sizes of words, and of sentences, in points.
WORDS = 9.0
SENTENCES = 10.0
#: The least size of a single word in a list, which is too long for its line.
LONG_WORDS = 8.5
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


@pytest.mark.every
@pytest.mark.parametrize(
    ("language", "most"), sample([*product(LANGUAGES, (14, 24, 40))], one_in=16), ids=str
)
def test_the_list_of_all_sheets_is_large_enough_to_read(language, most):
    """It is on the cover, or behind it where a kit has too many sheets."""
    names = [part.name for part in PARTS.values() if not part.past and not part.needs]
    names.remove("one-sheet")  # on it HER has no room
    names = names[:most]
    printed = BytesIO()
    print_kit(make_kit("her", language=language), printed, parts=names)
    cover, behind, *_ = PlainPdf(printed.getvalue())
    page = cover if len(names) <= MAX_LISTED_ON_COVER else behind
    texts = TEXTS[language]
    titles = [texts(texts.title_key(name) or "") for name in names if name != "cover"]
    lines = [text for text in page.letters if any(text.text in title for title in titles)]
    words = [text for text in lines if WORD.search(text.text)]
    for text in at_least(len(names) // 2, words):
        assert text.size >= (WORDS - 0.05 if " " in text.text else LONG_WORDS), text.text
