"""What is drawn on each page stays as it is, unless somebody means to change it.

``test_golden_parts.py`` has one print of each part as text. Here are all runs that together show
every part with every value of its options, as a short digest of each page: of all that is drawn but
the words, which people read (``tests/authoring/test_reviewed.py``). Of the words of those that the
suite draws there is a digest of the figures and of the boxes that they name, since these are
computed; and in English one of all words of a part, which shows where another text is chosen.
"""

import hashlib
import re
from collections import defaultdict
from zlib import crc32

import pytest
from covering_prints import RUNS
from scene_text import dump

from kitgen.paper.marks.scene import Text

#: The digits of a digest: of a million changes to a page one would not be seen.
DIGITS = 5
#: Kits that are drawn in a second, and languages whose sheets are drawn like those of others.
QUICK_KITS = ("her", "him", "ladder")
LATER_LANGUAGES = ("fr", "de")
#: A number, or a box such as B4.
FIGURE = re.compile(r"[A-Z]?\d+(?:[.,]\d+)*")


def is_quick(run):
    return run.kit in QUICK_KITS and run.language not in LATER_LANGUAGES


def drawn_runs():
    """Return all runs; those of large kits, and again in other languages, are left out of the
    suite.
    """
    return [run if is_quick(run) else pytest.param(run, marks=pytest.mark.every) for run in RUNS]


def file_of(run):
    """Return what the golden file of a run is called."""
    number = crc32(str(run).encode())
    return f"drawn/{run.kit}-{run.page}-{run.language}-{run.stock}-{number:08x}"


def digest(scene):
    """Return the digest of a page: of its words only how large they are, and in which colour."""
    drawn = []
    for line in dump(scene).split("\n"):
        if line.startswith("text "):
            manner, *_ = re.split("['\"]", line, maxsplit=1)
            _, _, *look = manner.split(" ")
            drawn.append(" ".join(look))
        else:
            drawn.append(line)
    return hashlib.sha256("\n".join(drawn).encode()).hexdigest()[:DIGITS]


def words_of(scene):
    """Return all words of a page, in the order in which they are drawn."""
    return " ".join(mark.text for mark in scene.marks if isinstance(mark, Text))


def figures_digest(scene):
    """Return the digest of the numbers and the boxes that the words of a page name."""
    figures = " ".join(FIGURE.findall(words_of(scene)))
    return hashlib.sha256(figures.encode()).hexdigest()[:DIGITS]


def words_digest(scenes):
    """Return the digest of all words of some pages: of which text is chosen, and what is filled
    in.
    """
    words = "\n".join(map(words_of, scenes))
    return hashlib.sha256(words.encode()).hexdigest()[:DIGITS]


@pytest.mark.parametrize("run", drawn_runs(), ids=str)
def test_what_is_drawn_on_each_page_is_as_before(run, golden):
    pages = defaultdict(list)
    figures = defaultdict(list)
    for sheet in run.document.sheets:
        pages[sheet.part].append(digest(sheet.scene))
        figures[sheet.part].append(figures_digest(sheet.scene))
    golden(file_of(run), "\n".join(f"{part}: {' '.join(own)}" for part, own in pages.items()))
    if is_quick(run):
        of_parts = [f"{part}: {' '.join(own)}" for part, own in figures.items()]
        golden(f"{file_of(run)}-figures", "\n".join(of_parts))
    if is_quick(run) and run.language == "en":
        of_parts = []
        for part in pages:
            scenes = [sheet.scene for sheet in run.document.sheets if sheet.part == part]
            of_parts.append(f"{part}: {words_digest(scenes)}")
        golden(f"{file_of(run)}-words", "\n".join(of_parts))
