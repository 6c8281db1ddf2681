"""The character of the machine: the same on sheets and on the companion page."""

import re
from pathlib import Path

from counting import at_least_one
from jobs import kit_of

from kitgen.paper.machine_pictures import ROBOT_HEIGHT_MM, ROBOT_WIDTH_MM, robot
from kitgen.paper.marks.scene import Disc, Line, Polygon

PAGE = Path(__file__).parents[2] / "kitgen" / "web" / "page"


def test_the_page_has_the_robot_of_the_sheets():
    svg = (PAGE / "robot.svg").read_text(encoding="utf-8")
    assert f'viewBox="0 0 {ROBOT_WIDTH_MM:.0f} {ROBOT_HEIGHT_MM:.0f}"' in svg
    marks = robot(kit_of("her")).marks
    boxes = [points(mark) for mark in marks if isinstance(mark, Polygon)]
    for place in at_least_one(
        re.findall(r'<rect [^>]*x="(\S+)" y="(\S+)" width="(\S+)" height="(\S+)"', svg)
    ):
        x, y, wide, high = map(float, place)
        assert (x, y, x + wide, y + high) in boxes
    discs = [(*mark.centre, mark.radius) for mark in marks if isinstance(mark, Disc)]
    for place in at_least_one(re.findall(r'<circle [^>]*cx="(\S+)" cy="(\S+)" r="(\S+)"', svg)):
        assert tuple(map(float, place)) in discs


def points(mark):
    xs, ys = zip(*mark.points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def test_its_drawer_holds_beads_of_the_kit_and_its_mouth_tells_the_last_game():
    ladder = kit_of("ladder")
    fills = [mark.fill for mark in robot(ladder).marks if isinstance(mark, Disc)]
    assert [colour.fill for colour in ladder.palette[:3]] == [
        fill for fill in fills if fill in {c.fill for c in ladder.palette}
    ][:3]
    mouths = {mood: robot(ladder, mood).marks[-1].steps for mood in ("won", "drawn", "lost")}
    ends = {mood: steps[1][1][1] for mood, steps in mouths.items()}
    assert ends["won"] > ends["drawn"] > ends["lost"]
    assert not any(
        isinstance(mark, Line) and max(mark.start[1], mark.end[1]) > ROBOT_HEIGHT_MM
        for mark in robot(ladder).marks
    )


def test_alone_as_an_icon_it_has_the_colours_of_the_page_by_day():
    look = (PAGE / "look.css").read_text(encoding="utf-8")
    day = dict(re.findall(r"--([\w-]+): (#\w+);", look[: look.index(":root.dark")]))
    svg = (PAGE / "robot.svg").read_text(encoding="utf-8")
    assert re.search(r'stroke="(#\w+)"', svg)[1] == day["ink"]
    rule = r"^#robot \.(\w+)(?:,\n#robot \.(\w+))? \{\n  fill: var\(--(\w+)\);"
    rules = re.findall(rule, look, re.MULTILINE)
    colour_of = {name: day[colour] for *names, colour in rules for name in names if name}
    for name, fill in at_least_one(re.findall(r'class="(\w+)" fill="(#\w+)"', svg)):
        assert fill == colour_of[name], name
