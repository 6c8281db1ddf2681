"""The two ways through the house that docs/design.md draws are those that the work takes."""

import pytest
from places import ROOT

from docs.draw_ways import drawings

#: The letters of a column of the drawing.
COLUMN = 17


@pytest.mark.every  # each call of a function is followed, which takes a while
def test_the_page_of_the_design_has_the_figures_and_drawings_of_both_ways():
    page = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
    block = next(block for block in page.split("```") if "a kit's name to a PDF  " in block)
    head_line = block.splitlines()[1]
    drawn = drawings()
    assert len(drawn) == 2
    for title, text in drawn.items():
        head, _, drawing = text.partition("\n\n")
        row = next(line for line in page.splitlines() if line.startswith(f"| {title} |"))
        assert head.partition(": ")[2] == row.split(" | ")[2]
        column = head_line.index(title)
        shown = [line[column : column + COLUMN].rstrip() for line in block.splitlines()[5:]]
        assert "\n".join(shown).rstrip() == drawing
