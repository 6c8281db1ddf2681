"""How many sheets each edition takes: the whole kit, its express kit, and the print of the fewest
sheets.

``python benchmarks/sheets.py`` writes the table of docs/makers.md; ``--short`` lists instead, for
every part of every edition, the pages that are less than 45 % full after short ones have been put
on one sheet.
"""

import sys
from collections.abc import Iterator

from kitgen.errors import KitgenError
from kitgen.kit.kit import Kit
from kitgen.paper.job import Job, part_options
from kitgen.paper.layout.frame import content_area
from kitgen.paper.make import Sharing, used
from kitgen.paper.parts import PARTS, usual_parts
from kitgen.paper.stock import read_stock
from kitgen.papers import PAGES
from kitgen.press.print_run import make_document
from kitgen.reading.templates import Templates
from kitgen.reading.texts import Texts
from kitgen.record.rows import lost_game
from kitgen.sources.kit_sources import make_kit

TEMPLATES = Templates()
PAPERS = {"a4": "A4", "letter": "Letter"}
#: A page of which less is used is short.
SHORT = 0.45


def counts(name: str, page: str) -> tuple[str, str, str]:
    """Return how many sheets an edition takes; a dash where there is no express kit."""
    kit = make_kit(name)
    fewest = len(make_document(kit, page=page, economy=True).sheets)
    try:
        express = f"{_usual(make_kit(name, express=True), page)}"
    except KitgenError:
        express = "–"
    return f"{_usual(kit, page)}", express, f"{fewest}"


def _usual(kit: Kit, page: str) -> int:
    """Return how many sheets a kit takes; each that waits for simulations is one page, and is
    counted unseen.
    """
    names = usual_parts("label")
    seen = [name for name in names if not PARTS[name].bands]
    return len(make_document(kit, page=page, parts=seen).sheets) + len(names) - len(seen)


def short_pages(kit: Kit, page: str) -> Iterator[tuple[str, int, int, float]]:
    """Yield a part, the number of a page of it that is short, how many it has, and the share of
    it that is used.
    """
    texts = Texts(kit.choices.language, TEMPLATES)
    paper = PAGES[page]
    job = Job(
        kit,
        paper,
        read_stock("matchbox", TEMPLATES),
        texts,
        kit.command,
        part_options(),
        lost_game=lost_game(kit),
    )
    for part in PARTS.values():
        sharing = Sharing(paper)
        try:
            sharing.add(part.sheets(job), shares=part.shares != "")
        except KitgenError:
            continue  # the part has no page for this kit, or needs to be told more
        sheets = sharing.joined()
        for number, sheet in enumerate(sheets, 1):
            share = used(sheet, paper) / content_area(paper)[3]
            if sheet.scene.width == paper.width and share < SHORT:
                yield part.name, number, len(sheets), share


def main() -> None:
    """Print the table, or the list."""
    if "--short" in sys.argv:
        for name in TEMPLATES.names("editions"):
            for part, number, pages, share in short_pages(make_kit(name), "a4"):
                print(f"{name:14} {part:10} page {number} of {pages}: {share:.0%} used", flush=True)
        return
    heads = []
    for said in PAPERS.values():
        heads += [f"{head}, {said}" for head in ("sheets", "`--express`", "`--economy`")]
    print(f"| edition | {' | '.join(heads)} |\n|---|{'--:|' * len(heads)}")
    for name in TEMPLATES.names("editions"):
        cells = [f"`{name}`"]
        for page in PAPERS:
            cells += counts(name, page)
        print(f"| {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
