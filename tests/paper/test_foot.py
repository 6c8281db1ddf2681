"""The foot of a sheet: one line of words, also where a ruler is below it."""

import pytest
from counting import at_least_one
from prints import document
from sampling import few

from kitgen.paper.layout.frame import extent
from kitgen.paper.marks.scene import POINT, Disc, Path, Polygon, Text
from kitgen.papers import FOOT

#: The parts that are cut out, and one that is not.
PARTS_TO_CUT = (
    "labels",
    "cards",
    "finder",
    "chips",
    "boxes",
    "board",
    "deck",
    "playing-cards",
    "keepers",
    "slips",
    "spinner",
    "class-set",
    "situations",
    "demo",
)


@pytest.mark.parametrize("part", few(PARTS_TO_CUT, one_in=3))
def test_the_command_shares_the_line_of_the_name(part):
    """It lies across nothing that is cut out: no other mark reaches down to it."""
    for sheet in at_least_one(document("her", (part,)).sheets):
        low = sheet.size[1] - FOOT
        foot = [mark for mark in sheet.scene.marks if isinstance(mark, Text) and mark.at[1] > low]
        (command,) = [mark for mark in at_least_one(foot) if "kitgen print" in mark.text]
        (name,) = [mark for mark in foot if mark.bold]
        assert command.at[1] == name.at[1]
        assert command.turn == 0
        top = command.at[1] - command.size * POINT
        for mark in sheet.scene.marks:
            if isinstance(mark, Polygon | Disc | Path):
                _, high, _, deep = extent(mark)
                assert deep < top or high > command.at[1], mark
