"""What teachers and museums are told of each kit: a table of all, and the teacher's guide of each
as a page.

The guide is the one that kitgen prints (part ``guide``): it is written once, in
``templates/guides/``.
"""

from collections.abc import Sequence

import kitgen
from docs.site.gallery import Shelf
from docs.site.words import Words
from kitgen.paper.parts.guide import MAX_BOXES_FOR_A_SHORT_LESSON, figures
from kitgen.paper.spoken_game import Spoken
from kitgen.reading.templates import Templates
from kitgen.reading.texts import BOXES, Texts

#: How long building a kit may take in the long lesson of the guide.
MAX_BUILDING_MINUTES = 40


def kits_table(shelves: Sequence[Shelf], words: Words) -> str:
    """Return a table with a row for each kit."""
    head = f"| {words('table_head')} |\n|---|--:|--:|--:|--:|---|---|\n"
    rows = "\n".join(_row(shelf, words) for shelf in shelves)
    return f'<div class="figures" markdown>\n\n{head}{rows}\n\n</div>'


def _row(shelf: Shelf, words: Words) -> str:
    report = shelf.shown(words.language).report
    # A class needs more beads than the boxes hold at first: spare ones, and those of the bank.
    beads = sum(row["total"] for row in report["to_buy"])
    cells = [
        f"[**{shelf.edition}**](gallery/{shelf.edition}.md): {shelf.about(words.language)}",
        words.number(report["boxes"]),
        words.number(beads),
        str(report["sheets"]),
        str(report["minutes"]),
        words(_key_of_building(report["boxes"], report["minutes"])),
        f"[{words('lesson')}](lessons/{shelf.edition}.md)",
    ]
    return f"| {' | '.join(cells)} |"


def _key_of_building(boxes: int, minutes: int) -> str:
    """Return the key of the words that say when a class can build a kit: in a short lesson, in a
    long one, or beforehand.
    """
    if boxes <= MAX_BOXES_FOR_A_SHORT_LESSON:
        return "built_short"
    return "built_long" if minutes <= MAX_BUILDING_MINUTES else "built_before"


def lesson_page(shelf: Shelf, words: Words) -> str:
    """Return the teacher's guide of a kit as a page."""
    kit = kitgen.make_kit(shelf.edition, language=words.language)
    texts = Texts(words.language, Templates()).speaking_of(BOXES)
    guide, _path = texts.guide("teacher", **figures(Spoken(kit, texts)))
    made = shelf.shown(words.language)
    printed = (
        f"[{words('guide_pdf')}](../{made.address('guide', '.pdf')}) · "
        f"[{shelf.edition}](../gallery/{shelf.edition}.md)"
    )
    return f"# {texts('guide.title')}: {shelf.edition}\n\n{printed}\n\n{guide}\n"
