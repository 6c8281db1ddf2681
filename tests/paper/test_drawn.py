"""What is drawn on each page stays as it is, unless somebody means to change it.

``test_golden_parts.py`` has one print of each part as text. Here are all runs that together show
every part with every value of its options, as a short digest of each page: of all that is drawn but
the words, which people read (``tests/authoring/test_reviewed.py``).
"""

import hashlib
import re
from collections import defaultdict
from zlib import crc32

import pytest
from covering_prints import RUNS
from scene_text import dump

#: The digits of a digest: of a million changes to a page one would not be seen.
DIGITS = 5
#: Kits that are drawn in a second, and languages whose sheets are drawn like those of others.
QUICK_KITS = ("her", "him", "ladder")
LATER_LANGUAGES = ("fr", "de")


def drawn_runs():
    """Return all runs; those of large kits, and again in other languages, are left out of the
    suite.
    """
    return [
        run
        if run.kit in QUICK_KITS and run.language not in LATER_LANGUAGES
        else pytest.param(run, marks=pytest.mark.every)
        for run in RUNS
    ]


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


@pytest.mark.parametrize("run", drawn_runs(), ids=str)
def test_what_is_drawn_on_each_page_is_as_before(run, golden):
    pages = defaultdict(list)
    for sheet in run.document.sheets:
        pages[sheet.part].append(digest(sheet.scene))
    golden(file_of(run), "\n".join(f"{part}: {' '.join(own)}" for part, own in pages.items()))
