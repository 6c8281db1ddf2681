"""Draws the house, docs/house.svg, from the imports of the code: ``python docs/draw_house.py``.

Each room, a folder of ``kitgen/`` or a file beside them, is a box; files that need nothing but one
another are drawn as one. A room stands above those that it imports, and an arrow leads to each of
them, unless other arrows lead there by a longer way. The same code gives the same drawing.
"""

import ast
import textwrap
from functools import cache
from io import StringIO
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from svgwrite import Drawing

HERE = Path(__file__).parent
PACKAGE = HERE.parent / "kitgen"
PICTURE = HERE / "house.svg"

#: The ground that the house stands on: the files beside the folders that need no room.
GROUND = "ground"
#: Rooms that belong to the ground: each of them, and each file beside the folders, may need the
#: others.
LOW_ROOMS = {"compiling", "files", "installing", "reading"}
# Measures, in units of the drawing.

#: A box.
BOX_WIDTH = 172
BOX_HEIGHT = 74
#: The gaps between two boxes beside and below one another.
GAP_ACROSS = 26
GAP_DOWN = 46
#: From the left edge of a box to its words.
WORDS_LEFT = 8
#: From the top of a box to its heading and to the first line of its words, and from line to line.
HEADING_DOWN = 16
WORDS_DOWN = 31
LINE_DOWN = 12
#: The size of letters in a heading and in lines.
HEADING_SIZE = 13
LINE_SIZE = 9
#: Letters in a line of a box, and the most lines.
LINE_LETTERS = 31
MAX_LINES = 4
#: How often rows are put in order, downwards and upwards in turn.
SWEEPS = 8
DARK = "#1A1A1A"
PALE = "#F4F1EA"
GREY = "#8C8C8C"

Edges = set[tuple[str, str]]


def ground_files() -> set[str]:
    """Return the names of the files beside the folders that import only one another and low
    rooms.
    """
    ground = {path.stem for path in PACKAGE.glob("*.py")}
    while True:
        above = set()
        for name in ground:
            needs = {module.split(".")[1] for module in imported(PACKAGE / f"{name}.py")}
            if not needs <= ground | LOW_ROOMS:
                above.add(name)
        if not above:
            return ground
        ground -= above


def rooms() -> dict[str, list[Path]]:
    """Return the files of each room, the ground among them."""
    found: dict[str, list[Path]] = {}
    ground = ground_files()
    for path in sorted(PACKAGE.rglob("*.py")):
        inside = path.relative_to(PACKAGE).parts
        name = inside[0].removesuffix(".py")
        if name in LOW_ROOMS or name in ground:
            name = GROUND
        if path.name == "__init__.py" and len(inside) == 1:
            name = "kitgen"
        if inside != ("__main__.py",):
            found.setdefault(name, []).append(path)
    return found


@cache
def imported(path: Path) -> frozenset[str]:
    """Return the modules of kitgen that a file imports, in functions too."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names if alias.name.startswith("kitgen.")}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "kitgen":
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return frozenset(found)


def arrows(house: dict[str, list[Path]]) -> Edges:
    """Return who imports whom, room by room."""
    found = set()
    for name, files in house.items():
        for module in set().union(*map(imported, files)):
            part = module.split(".")[1]
            other = room_of(part, house)
            is_version = other == "kitgen" and part.startswith("__")  # everybody may know it
            if other != name and not is_version:
                found.add((name, other))
    return found


def room_of(part: str, house: dict[str, list[Path]]) -> str:
    """Return the room of a folder or a file beside the folders; ``kitgen`` for any other name."""
    if part in LOW_ROOMS or PACKAGE / f"{part}.py" in house[GROUND]:
        return GROUND
    return part if part in house else "kitgen"


def ranks(names: list[str], edges: Edges) -> dict[str, int]:
    """Return how high each room stands: one above the highest that it imports.

    Raises:
        ValueError: rooms import one another in a circle.
    """
    high: dict[str, int] = {}
    left = set(names)
    below: dict[str, set[str]] = {name: set() for name in names}
    for one, other in edges:
        below[one].add(other)
    while left:
        ready = {name for name in left if below[name] <= set(high)}
        if not ready:
            raise ValueError(
                f"these rooms import one another in a circle: {', '.join(sorted(left))}"
            )
        for name in ready:
            high[name] = 1 + max((high[other] for other in below[name]), default=-1)
        left -= ready
    return high


def needed(edges: Edges) -> Edges:
    """Return the arrows without those whose end is also reached by a longer way."""

    def reach(name: str, without: tuple[str, str]) -> set[str]:
        seen: set[str] = set()
        waiting = [name]
        while waiting:
            here = waiting.pop()
            for edge in edges - {without}:
                if edge[0] == here and edge[1] not in seen:
                    seen.add(edge[1])
                    waiting.append(edge[1])
        return seen

    return {edge for edge in edges if edge[1] not in reach(edge[0], edge)}


def rows_of(high: dict[str, int], edges: Edges) -> tuple[list[list[str]], list[list[str]]]:
    """Return rooms, and bends of long arrows, row by row in an order with few crossings; and
    each arrow's way.

    An arrow that passes rows has a bend in each of them, which is named and placed like a room.
    """
    ways = []
    rows: list[list[str]] = [[] for _ in range(max(high.values()) + 1)]
    for name in sorted(high):
        rows[high[name]].append(name)
    for one, other in sorted(edges):
        way = [one]
        for rank in range(high[one] - 1, high[other], -1):
            bend = f"{one}>{other}@{rank}"
            rows[rank].append(bend)
            way.append(bend)
        ways.append([*way, other])
    put_in_order(rows, ways)
    return rows, ways


def put_in_order(rows: list[list[str]], ways: list[list[str]]) -> None:
    """Sort rows again and again, each by that below it, and then each by that above it."""
    links: dict[str, list[str]] = {}
    for way in ways:
        for upper, lower in pairwise(way):
            links.setdefault(upper, []).append(lower)
            links.setdefault(lower, []).append(upper)
    for sweep in range(SWEEPS):
        if sweep % 2 == 0:
            for rank in range(1, len(rows)):
                sort_row(rows[rank], rows[rank - 1], links)
        else:
            for rank in range(len(rows) - 2, -1, -1):
                sort_row(rows[rank], rows[rank + 1], links)


def sort_row(row: list[str], beside: list[str], links: dict[str, list[str]]) -> None:
    """Sort a row so that each name stands near the middle of its links in the row beside it."""
    at = {name: (index + 0.5) / len(beside) for index, name in enumerate(beside)}

    def middle(name: str) -> float:
        linked = [at[link] for link in links.get(name, ()) if link in at]
        return sum(linked) / len(linked) if linked else 0.5

    row.sort(key=lambda name: (round(middle(name), 6), name))


def says(name: str, files: list[Path]) -> tuple[str, str]:
    """Return the heading of a box and the words in it: the first sentence of the room's own
    description.
    """
    if name == GROUND:
        parts = [path.relative_to(PACKAGE).parts[0].removesuffix(".py") for path in files]
        return "the ground", ", ".join(dict.fromkeys(parts))
    path = next((path for path in files if path.name == "__init__.py"), files[0])
    text = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
    first_paragraph = " ".join(text.partition("\n\n")[0].split())
    return name, first_paragraph.partition(". ")[0].rstrip(".").replace("``", "")


class Place(NamedTuple):
    """Where a room, or a bend of an arrow, is drawn: the middle of its box, and its top."""

    middle: float
    top: float


def drawing() -> str:
    """Return the drawing as SVG."""
    house = rooms()
    edges = arrows(house)
    house = {name: files for name, files in house.items() if any(name in edge for edge in edges)}
    high = ranks(list(house), edges)
    rows, ways = rows_of(high, needed(edges))
    widths = {name: BOX_WIDTH if name in house else 0 for row in rows for name in row}
    wide = GAP_ACROSS + max(sum(widths[name] + GAP_ACROSS for name in row) for row in rows)
    tall = len(rows) * (BOX_HEIGHT + GAP_DOWN) + GAP_DOWN
    picture = Drawing(
        size=(f"{wide}px", f"{tall}px"), viewBox=f"0 0 {wide} {tall}", profile="full", debug=False
    )
    picture.set_desc(title="The rooms of kitgen: an arrow leads from a room to one that it imports")
    picture.add(picture.rect((0, 0), (wide, tall), fill="#FFFFFF"))
    places = {}
    for rank, row in enumerate(rows):
        gap = (wide - sum(widths[name] for name in row)) / (len(row) + 1)
        top = tall - (rank + 1) * (BOX_HEIGHT + GAP_DOWN)
        x = gap
        for name in row:
            places[name] = Place(round(x + widths[name] / 2, 1), top)
            x += widths[name] + gap
    draw_arrows(picture, ways, places)
    draw_rooms(picture, house, places)
    written = StringIO()
    picture.write(written, pretty=True, indent=1)
    return written.getvalue()


def draw_rooms(picture: Drawing, house: dict[str, list[Path]], places: dict[str, Place]) -> None:
    """Draw the box of each room, with its heading and its words."""
    words = picture.add(
        picture.g(font_family="Source Sans 3, Open Sans, Arial, sans-serif", fill=DARK)
    )
    for name in sorted(house):
        heading, text = says(name, house[name])
        x = places[name].middle - BOX_WIDTH / 2
        y = places[name].top
        words.add(picture.rect((x, y), (BOX_WIDTH, BOX_HEIGHT), rx=4, fill=PALE, stroke=DARK))
        place = (x + WORDS_LEFT, y + HEADING_DOWN)
        words.add(picture.text(heading, place, font_size=HEADING_SIZE, font_weight="bold"))
        lines = textwrap.wrap(text, LINE_LETTERS, max_lines=MAX_LINES, placeholder=" …")
        for index, line in enumerate(lines):
            place = (x + WORDS_LEFT, y + WORDS_DOWN + LINE_DOWN * index)
            words.add(picture.text(line, place, font_size=LINE_SIZE))


def draw_arrows(picture: Drawing, ways: list[list[str]], places: dict[str, Place]) -> None:
    """Draw each way as a curve from below its first room, through its bends, to its last room."""
    lines = picture.add(picture.g(fill="none", stroke=GREY, stroke_width=1.2))
    for way in ways:
        first = places[way[0]]
        steps = f"M {first.middle} {first.top + BOX_HEIGHT}"
        for upper, lower in pairwise(way):
            start = places[upper]
            end = places[lower]
            half = (start.top + BOX_HEIGHT + end.top) / 2
            steps += f" C {start.middle} {half} {end.middle} {half} {end.middle} {end.top}"
            if lower != way[-1]:
                steps += f" L {end.middle} {end.top + BOX_HEIGHT}"
        lines.add(picture.path(steps))
        x, y = places[way[-1]]
        tip = [(x - 4, y - 8), (x + 4, y - 8), (x, y)]
        lines.add(picture.polygon(tip, fill=GREY, stroke="none"))


if __name__ == "__main__":
    PICTURE.write_text(drawing(), encoding="utf-8")
    print(PICTURE)
