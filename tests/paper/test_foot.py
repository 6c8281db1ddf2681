"""The foot of a sheet: one line of words, also where a ruler is below it."""

import pytest
from counting import some
from prints import document

from kitgen.paper.marks.scene import Text
from kitgen.papers import FOOT


@pytest.mark.parametrize("part", ["labels", "finder"])
def test_the_command_shares_the_line_of_the_name(part):
    sheet = document("her", (part,)).sheets[0]
    low = sheet.size[1] - FOOT
    foot = [mark for mark in sheet.scene.marks if isinstance(mark, Text) and mark.at[1] > low]
    (command,) = [mark for mark in some(foot) if "kitgen print" in mark.text]
    (name,) = [mark for mark in foot if mark.bold]
    assert command.at[1] == name.at[1]
