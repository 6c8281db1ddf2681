"""The two ways through the house that docs/design.md draws *as it is* are those that the work
takes.
"""

import pytest
from counting import at_least
from places import ROOT

from docs.draw_ways import drawings

#: How many letters wide a column of the page's drawings is.
COLUMN_WIDTH = 17
#: The lines above the drawings: the titles of the ways, what is as it is, and blank ones.
LINES_ABOVE = 5


@pytest.mark.every  # each call of a function is followed, which takes a while
def test_the_page_of_the_design_has_the_figures_and_drawings_of_both_ways():
    page = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
    # Blanks up to the next column: so the titles stand above the drawings, not in the table.
    block = next(block for block in page.split("```") if "a kit's name to a PDF  " in block)
    lines = block.splitlines()
    titles = lines[1]
    for title, text in at_least(2, drawings().items()):
        head, _, drawing = text.partition("\n\n")
        figures = head.removeprefix(f"{title}: ")
        row = next(line for line in page.splitlines() if line.startswith(f"| {title} |"))
        _, _, as_it_is, _ = row.split(" | ")
        assert figures == as_it_is
        column = titles.index(title)
        shown = [line[column : column + COLUMN_WIDTH].rstrip() for line in lines[LINES_ABOVE:]]
        assert "\n".join(shown).rstrip() == drawing
