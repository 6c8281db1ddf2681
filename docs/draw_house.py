"""Draws the house, docs/house.svg, from the imports of the code: ``python docs/draw_house.py``.

Each room, a folder of ``kitgen/`` or a file beside them, is a box; files that need nothing but one
another are drawn as one. A room stands above those that it imports, and an arrow leads to each of
them that no longer way leads to as well. The same code gives the same drawing.
"""

import ast
import textwrap
from functools import cache
from io import StringIO
from itertools import pairwise
from pathlib import Path

from svgwrite import Drawing

HERE = Path(__file__).parent
PACKAGE = HERE.parent / "kitgen"
PICTURE = HERE / "house.svg"

#: The ground that the house stands on: the files beside the folders that need no room.
GROUND = "ground"
#: Rooms that belong to the ground: each of them, and each file beside the folders, may need the
#: others.
LOW_ROOMS = {"compiling", "files", "installing", "reading"}
#: Measures, in units of the drawing: a box, the way between two, and letters.
WIDTH, HEIGHT, ACROSS, DOWN, SIZE = 172, 74, 26, 46, 11
#: Letters in a line of a box, and how often rows are put in order.
LETTERS, SWEEPS = 31, 8
DARK, PALE, GREY = "#1A1A1A", "#F4F1EA", "#8C8C8C"

Edges = set[tuple[str, str]]


def rooms() -> dict[str, list[Path]]:
    """Return the files of each room, the ground among them."""
    found: dict[str, list[Path]] = {}
    ground = [path.stem for path in PACKAGE.glob("*.py")]
    while above := [
        name
        for name in ground
        if not {module.split(".")[1] for module in imported(PACKAGE / f"{name}.py")}
        <= {*ground, *LOW_ROOMS}
    ]:
        ground = [name for name in ground if name not in above]
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
        for module in {module for path in files for module in imported(path)}:
            part = module.split(".")[1]
            other = part if part in house else "kitgen"
            if part in LOW_ROOMS or PACKAGE / f"{part}.py" in house[GROUND]:
                other = GROUND
            if other != name and not (other == "kitgen" and part.startswith("__")):
                found.add((name, other))
    return found


def ranks(names: list[str], edges: Edges) -> dict[str, int]:
    """Return how high each room stands: one above the highest that it imports.

    Raises:
        ValueError: rooms import one another in a circle.
    """
    high: dict[str, int] = {}
    left = set(names)
    while left:
        ready = {name for name in left if all(other in high for one, other in edges if one == name)}
        if not ready:
            raise ValueError(
                f"these rooms import one another in a circle: {', '.join(sorted(left))}"
            )
        for name in ready:
            high[name] = 1 + max((high[other] for one, other in edges if one == name), default=-1)
        left -= ready
    return high


def needed(edges: Edges) -> Edges:
    """Return the arrows that no longer way makes plain."""

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
    """
    ways = []
    rows: list[list[str]] = [[] for _ in range(max(high.values()) + 1)]
    for name in sorted(high):
        rows[high[name]].append(name)
    for one, other in sorted(edges):
        bends = [f"{one}>{other}@{rank}" for rank in range(high[one] - 1, high[other], -1)]
        for rank, bend in zip(range(high[one] - 1, high[other], -1), bends, strict=True):
            rows[rank].append(bend)
        ways.append([one, *bends, other])
    links: dict[str, list[str]] = {}
    for way in ways:
        for upper, lower in pairwise(way):
            links.setdefault(upper, []).append(lower)
            links.setdefault(lower, []).append(upper)
    for sweep in range(SWEEPS):
        order = range(1, len(rows)) if sweep % 2 == 0 else range(len(rows) - 2, -1, -1)
        for rank in order:
            beside = rows[rank - 1] if sweep % 2 == 0 else rows[rank + 1]
            at = {name: (index + 0.5) / len(beside) for index, name in enumerate(beside)}

            def middle(name: str, at: dict[str, float] = at) -> float:
                own = [at[link] for link in links.get(name, ()) if link in at]
                return sum(own) / len(own) if own else 0.5

            rows[rank].sort(key=lambda name: (round(middle(name), 6), name))
    return rows, ways


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


def drawing() -> str:
    """Return the drawing as SVG."""
    house = rooms()
    edges = arrows(house)
    house = {name: files for name, files in house.items() if any(name in edge for edge in edges)}
    high = ranks(list(house), edges)
    rows, ways = rows_of(high, needed(edges))
    wide = (
        max(sum((WIDTH if name in house else 0) + ACROSS for name in row) for row in rows) + ACROSS
    )
    tall = len(rows) * (HEIGHT + DOWN) + DOWN
    picture = Drawing(
        size=(f"{wide}px", f"{tall}px"), viewBox=f"0 0 {wide} {tall}", profile="full", debug=False
    )
    picture.set_desc(title="The rooms of kitgen: an arrow leads from a room to one that it imports")
    picture.add(picture.rect((0, 0), (wide, tall), fill="#FFFFFF"))
    tops, middles = {}, {}
    for rank, row in enumerate(rows):
        room = (wide - sum(WIDTH if name in house else 0 for name in row)) / (len(row) + 1)
        x = room
        for name in row:
            own = WIDTH if name in house else 0
            middles[name], tops[name] = round(x + own / 2, 1), tall - (rank + 1) * (HEIGHT + DOWN)
            x += own + room
    lines = picture.add(picture.g(fill="none", stroke=GREY, stroke_width=1.2))
    for way in ways:
        steps = f"M {middles[way[0]]} {tops[way[0]] + HEIGHT}"
        for upper, lower in pairwise(way):
            above, below = tops[upper] + HEIGHT, tops[lower]
            half = (above + below) / 2
            steps += f" C {middles[upper]} {half} {middles[lower]} {half} {middles[lower]} {below}"
            if lower != way[-1]:
                steps += f" L {middles[lower]} {below + HEIGHT}"
        lines.add(picture.path(steps))
        x, y = middles[way[-1]], tops[way[-1]]
        lines.add(
            picture.polygon([(x - 4, y - 8), (x + 4, y - 8), (x, y)], fill=GREY, stroke="none")
        )
    words = picture.add(
        picture.g(font_family="Source Sans 3, Open Sans, Arial, sans-serif", fill=DARK)
    )
    for name in sorted(house):
        heading, text = says(name, house[name])
        x, y = middles[name] - WIDTH / 2, tops[name]
        words.add(picture.rect((x, y), (WIDTH, HEIGHT), rx=4, fill=PALE, stroke=DARK))
        words.add(picture.text(heading, (x + 8, y + 16), font_size=SIZE + 2, font_weight="bold"))
        for index, line in enumerate(textwrap.wrap(text, LETTERS, max_lines=4, placeholder=" …")):
            words.add(picture.text(line, (x + 8, y + 31 + 12 * index), font_size=SIZE - 2))
    text = StringIO()
    picture.write(text, pretty=True, indent=1)
    return text.getvalue()


if __name__ == "__main__":
    PICTURE.write_text(drawing(), encoding="utf-8")
    print(PICTURE)
