"""The board of sowing games: round pits with seeds and their number; to play on, with a store for each side."""

import math
from collections.abc import Iterator

from kitgen.kit.kit import Kit
from kitgen.model import Diagram, Game, Position
from kitgen.paper.card.grid import Grid
from kitgen.paper.card.styles.style import LEAST_LETTERS, QUIET, SHARE, PieceCount, Style
from kitgen.paper.card.styles.table import SEAT, draw_seats
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import BODY, GREY, SMALL
from kitgen.paper.marks.braille import Braille
from kitgen.paper.marks.geometry import Hull, circle_points
from kitgen.paper.marks.pieces import SEED
from kitgen.paper.marks.scene import (
    DARK,
    POINT,
    WHITE,
    Disc,
    Line,
    Mark,
    Path,
    Point,
    Polygon,
    Scene,
    Step,
    Stroke,
    Text,
    arc,
    rectangle,
)
from kitgen.paper.marks.touch import APART, THICK
from kitgen.paper.wording import side_name

#: The radius of a pit as a share of its cell: on cards, on the playing board, under a laser; and its line on cards.
PIT, PLAYED, SCORED, LINE = 0.35, 0.44, 0.42, "#7F7F7F"
#: More seeds than these are told by the figure alone.
DOTS = 12
#: The part of a pit's radius that holds seeds and figure; a badge may lie over the rest.
HELD = 0.84
#: Room above and below the pits of a playing board for seats, letters and arrows, in mm; and the line of its pits.
ROOM, RIM = 11.0, Stroke("#595959", 0.35)
#: Playing boards whose pits would be smaller than this are turned, to lie along the page, in mm.
LEAST_PIT = 28.0
#: Spare seeds: one in so many, and at least so many.
ONE_IN, LEAST_SPARE = 10, 2


class Pit(Style):
    """Pits; the content of a cell is its number of seeds."""

    aspect = (0.7, 1.5, 1.5)
    things, look = "seeds", "step.look_seeds"

    # --- on cards ----------------------------------------------------------------------------------------------

    def cells(self, grid: Grid, position: Position) -> Iterator[Mark]:
        """Yield the ground, the frame, and the pits with their seeds."""
        yield self.ground(grid)
        yield self.round(grid)
        for middle, count in zip(grid.centres, position.cells, strict=True):
            yield Disc(middle, self.rim(grid), WHITE, Stroke(LINE, grid.thin * 1.5))
            yield from self._seeds(grid, middle, count)

    def rim(self, grid: Grid) -> float:
        """Return the radius of a pit, in mm: arrows leave from its edge and stop at it."""
        return PIT * grid.unit

    def _seeds(self, grid: Grid, middle: Point, count: int) -> Iterator[Mark]:
        """Yield the seeds of a pit as dots, sunflower fashion, and below them their number."""
        x, y = middle
        figure = max(LEAST_LETTERS, min(12.0, 0.24 * grid.unit / POINT))
        dots = 0 if count > DOTS else count
        low, inside = figure * POINT * 0.73, HELD * self.rim(grid)
        # Dots fill a circle above the figure; both stay inside what badges keep off.
        foot = y + 0.86 * inside
        room = (foot - low - (y - inside)) / 2 - 0.15
        centre = (x, y - inside + room)
        radius = min(0.16 * self.rim(grid), room / 4.2)
        for number in range(dots):
            reach = (room - radius) * math.sqrt((number + 0.5) / max(dots, 5)) if dots > 1 else 0.0
            angle = number * math.pi * (3 - math.sqrt(5))
            yield Disc((centre[0] + reach * math.cos(angle), centre[1] + reach * math.sin(angle)), radius, DARK)
        yield Text((x, foot if dots else y + low / 2), str(count), figure, "middle")

    def kept_free(self, grid: Grid) -> list[Hull]:
        """Return what seeds, figures and names take up."""
        return [*(circle_points(middle, HELD * self.rim(grid)) for middle in grid.centres), *super().kept_free(grid)]

    def small_cell(self, grid: Grid, cell: int) -> Mark:
        """Return a grey disc."""
        return Disc(grid.centre(cell), SHARE * grid.unit / 2, QUIET)

    # --- on the table ------------------------------------------------------------------------------------------

    def playing(self, job: Job, cell: float, width: float, height: float, *, turned: bool) -> Scene:
        """Return the pits with a store on either side; along the page where they would be too small."""
        diagram = job.kit.game.diagram
        wide, high = diagram.width + 2, diagram.height
        extra = 2 * SEAT + 8
        across = min(cell, width / wide, (height - extra) / high)
        along = min(cell, height / wide, (width - extra) / high)
        lying = across < LEAST_PIT and along > across
        flat = _playing(job, along if lying else across, turned=turned)
        if not lying:
            return flat
        scene = Scene(flat.height, flat.width)
        scene.place(flat, flat.height, 0, turn=90)
        return scene

    def empty(self, grid: Grid) -> Iterator[Mark]:
        """Yield pits without seeds and without numbers."""
        yield self.round(grid)
        for middle in grid.centres:
            yield Disc(middle, self.rim(grid), None, RIM)

    def piece_counts(self, game: Game) -> list[PieceCount]:
        """Return how many seeds a game takes, and spares."""
        seeds = sum(game.start().cells)
        return [PieceCount(SEED, seeds, seeds + max(LEAST_SPARE, math.ceil(seeds / ONE_IN)))]

    # --- under a laser, to fingers, in a terminal --------------------------------------------------------------

    def cut(self, grid: Grid, score: Stroke) -> Iterator[Mark]:
        """Yield a circle for each pit."""
        for middle in grid.centres:
            yield Disc(middle, SCORED * grid.unit, None, score)

    def touch_sizes(self, kit: Kit, braille: Braille) -> tuple[float, ...]:
        """Return the sizes at which the largest number of seeds fits its pit."""
        number = f"{max(max(box.position.cells) for box in kit.boxes)}"
        ring = 2 * (APART + THICK.width)
        least = math.hypot(braille.width(number), braille.height) + ring + APART
        return (least + 2, least)

    def touch_cell(self, middle: Point, unit: float, content: int, braille: Braille) -> Iterator[Mark]:
        """Yield a ring, and the number of seeds where there are any."""
        x, y = middle
        yield Disc(middle, (unit - APART - THICK.width) / 2, stroke=THICK)
        if content:
            text = f"{content}"
            yield from braille.draw(text, (x - braille.width(text) / 2, y - braille.height / 2))

    def sign(self, diagram: Diagram, cell: int, content: int) -> str:
        """Return the number of seeds, after the name of the pit."""
        name = diagram.names[cell] if cell < len(diagram.names) else ""
        return f"{name}:{content}" if name else str(content)


def _playing(job: Job, cell: float, *, turned: bool) -> Scene:
    """Return the board with pits of a size in mm; each side's store lies on its right, as is usual."""
    diagram = job.kit.game.diagram
    grid = Grid(diagram, cell, cell, turned)
    scene = Scene((diagram.width + 2) * cell, diagram.height * cell + 2 * ROOM)
    scene.add(rectangle(0, ROOM, scene.width, diagram.height * cell, None, Stroke(DARK, 0.5)))
    for (x, y), name in zip(grid.centres, diagram.names, strict=True):
        middle = (x + cell, ROOM + y)
        scene.add(Disc(middle, PLAYED * cell, None, RIM))
        scene.add(Text((middle[0] - PLAYED * cell, middle[1] - 0.36 * cell), name, BODY, fill=GREY))
    for side, x in ((0 if turned else 1, 0.5 * cell), (1 if turned else 0, scene.width - 0.5 * cell)):
        words = job.texts("board.store", side=side_name(job, side))
        scene.add(_store((x, scene.height / 2), 0.38 * cell, (diagram.height - 0.2) * cell))
        scene.add(Text((x + 1.1, scene.height / 2), words, SMALL, "middle", fill=GREY, turn=-90))
    low = ROOM + diagram.height * cell
    _arrow(scene, (cell, low + 2.2), (scene.width - cell, low + 2.2))
    _arrow(scene, (scene.width - cell, ROOM - 2.2), (cell, ROOM - 2.2))
    draw_seats(job, scene, ROOM - 5, scene.height - 3, turned=turned)
    return scene


def _store(middle: Point, radius: float, height: float) -> Path:
    """Return an upright store: two straight sides, a half circle at each end."""
    x, y = middle
    reach = height / 2 - radius
    steps: tuple[Step, ...] = (
        ("M", (x - radius, y - reach)),
        *arc((x, y - reach), radius, 180, 360),
        ("L", (x + radius, y + reach)),
        *arc((x, y + reach), radius, 0, 180),
        ("Z",),
    )
    return Path(steps, None, RIM)


def _arrow(scene: Scene, start: Point, end: Point) -> None:
    """Draw the way of sowing along a row."""
    way = 1 if end[0] > start[0] else -1
    scene.add(Line(start, (end[0] - way * 3, end[1]), Stroke(GREY, 0.3)))
    scene.add(Polygon((end, (end[0] - way * 3.5, end[1] - 1.2), (end[0] - way * 3.5, end[1] + 1.2)), fill=GREY))
