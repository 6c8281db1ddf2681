"""How many sheets each edition takes: the whole kit, its express kit, and the print of the fewest sheets.

``python benchmarks/sheets.py`` writes the table of docs/makers.md; ``--short`` lists instead, for every part of every
edition, the pages that are less than 45 % full after short ones have been put on one sheet.
"""

import sys
from collections.abc import Iterator

from kitgen.door.making import make_kit
from kitgen.door.printing import make_document, part_options
from kitgen.errors import KitgenError
from kitgen.kit.kit import Kit
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import content_area
from kitgen.paper.layout.papers import PAGES
from kitgen.paper.layout.sharing import Sharing, used
from kitgen.paper.layout.stock import read_stock
from kitgen.paper.parts import PARTS
from kitgen.paper.texts import Texts
from kitgen.templates import Templates

TEMPLATES = Templates()
#: A page of which less is used is short.
SHORT = 0.45


def counts(name: str, page: str) -> tuple[str, str, str]:
    """Return how many sheets an edition takes; a dash where there is no express kit."""
    kit = make_kit(name)
    whole, fewest = (len(make_document(kit, page=page, economy=economy).sheets) for economy in (False, True))
    try:
        express = f"{len(make_document(make_kit(name, express=True), page=page).sheets)}"
    except KitgenError:
        express = "–"
    return f"{whole}", express, f"{fewest}"


def short_pages(kit: Kit, page: str) -> Iterator[tuple[str, int, int, float]]:
    """Yield a part, the number of a page of it that is short, how many it has, and the share of it that is used."""
    texts, paper = Texts(kit.choices.language, TEMPLATES), PAGES[page]
    job = Job(kit, paper, read_stock("matchbox", TEMPLATES), texts, kit.command, part_options())
    for part in PARTS.values():
        sharing = Sharing(paper)
        try:
            sharing.add(part.sheets(job), shares=part.shares != "")
        except KitgenError:
            continue  # the part has no page for this kit, or needs to be told more
        for number, sheet in enumerate(sharing.sheets, 1):
            share = used(sheet, paper) / content_area(paper)[3]
            if sheet.scene.width == paper.width and share < SHORT:
                yield part.name, number, len(sharing.sheets), share


def main() -> None:
    """Print the table, or the list."""
    if "--short" in sys.argv:
        for name in TEMPLATES.names("editions"):
            for part, number, pages, share in short_pages(make_kit(name), "a4"):
                print(f"{name:14} {part:10} page {number} of {pages}: {share:.0%} used", flush=True)
        return
    print("| edition | sheets | `--express` | `--economy` |\n|---|--:|--:|--:|")
    for name in TEMPLATES.names("editions"):
        print(f"| `{name}` | {' | '.join(counts(name, 'a4'))} |", flush=True)


if __name__ == "__main__":
    main()
