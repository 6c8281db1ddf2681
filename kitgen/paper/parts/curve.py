"""Learning-curve sheet: lined paper with axes for 50 games, a step for a game both across and up.

A line of wins minus losses is the curve that Gardner drew for his machine of 1962: it goes down while the machine
loses, and turns upwards when it has learned. The axes reach as far as the machines of the bands do, and a little
farther: a kit that loses fifty games in a row wants other paper than one that wins them.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from kitgen.paper.document import Sheet
from kitgen.paper.job import GAMES, Band, Job
from kitgen.paper.layout.frame import BODY, GREY, SMALL, new_page, room_below
from kitgen.paper.marks.scene import BLACK, POINT, Line, Point, Polygon, Scene, Stroke, Text
from kitgen.paper.wording import has_draws

NAME = "curve"
#: Scores between bold lines, and what is left free beyond a band, so that most machines outside it have room, too.
STEP, BEYOND = 5, 5
#: The scores that every sheet has room for, whatever the bands.
LEAST = 10
#: Room for the figures at the axes, in mm.
LEFT, RIGHT, FOOT = 13.0, 2.0, 8.0
FINE, BOLD, AXIS = Stroke("#A6A6A6", 0.1), Stroke("#808080", 0.22), Stroke(BLACK, 0.5)
GUIDE = Stroke(GREY, 0.35, (0.4, 1.2))
#: How the bands of simulated machines look: the first is a light grey, the second the room between dashed lines.
BAND_GREY, BAND_EDGE = "#E2E2E2", Stroke("#8C8C8C", 0.3, (1.6, 1.1))


def sheets(job: Job) -> list[Sheet]:
    """Return the curve sheet: one page."""
    texts = job.texts
    scene, column = new_page(job, texts("curve.title"), aside=job.kit.title)
    column.paragraph(texts("curve.how_draws" if has_draws(job.kit) else "curve.how"), BODY)
    column.paragraph(" ".join([texts("curve.guides"), *_legend(job)]), SMALL, fill=GREY)
    column.gap(4)
    width = _tenths((column.width - LEFT - RIGHT) / GAMES)
    room = room_below(job, column) - FOOT
    below, above = reach(job.bands, int(room / width))
    grid = _Grid(column.x + LEFT, column.y, width, min(width, _tenths(room / (below + above))), below, above)
    _draw(job, scene, grid)
    return [Sheet(scene, NAME, texts("curve.title"))]


def _tenths(length: float) -> float:
    """Return a length in whole tenths of a mm, so that a ruler measures the steps without doubt."""
    return math.floor(length * 10) / 10


def reach(bands: Sequence[Band], rows: int) -> tuple[int, int]:
    """Return how far the scores on a sheet go below nothing and above it, in steps of five.

    Args:
        bands: what has to lie on the sheet.
        rows: how many scores have room at the usual height; what the bands do not need is shared by both ends.

    >>> reach((Band("random", (-3, -12), (1, 22)),), 40), reach((Band("perfect", (-50,), (-1,)),), 60)
    ((20, 30), (50, 10))
    """
    lowest = min((score for band in bands for score in band.low), default=0)
    highest = max((score for band in bands for score in band.high), default=0)
    below, above = (
        min(GAMES, max(LEAST, STEP * math.ceil((farthest + BEYOND) / STEP))) for farthest in (-lowest, highest)
    )
    while below + above + STEP <= rows and min(below, above) < GAMES:
        below, above = (below + STEP, above) if below <= above else (below, above + STEP)
    return below, above


@dataclass(frozen=True, slots=True)
class _Grid:
    """Where the lines are.

    Attributes:
        x, top: the top left corner, in mm.
        width, height: of a step across and of one up; all steps up are as high as the page allows, and not higher
            than wide.
        below, above: the lowest and the highest score, both without a sign.
    """

    x: float
    top: float
    width: float
    height: float
    below: int
    above: int

    def at(self, game: int, score: int) -> Point:
        """Return the point of a score after a game."""
        return self.x + game * self.width, self.top + (self.above - score) * self.height


def _legend(job: Job) -> list[str]:
    """Return what the bands mean, in words."""
    texts = job.texts
    looks = zip(("curve.grey", "curve.dashed"), job.bands, strict=False)
    words = [texts(look, opponent=texts(f"curve.band.{band.opponent}")) for look, band in looks]
    return [*words, texts("curve.in_turn")] if words and len(job.kit.players) == 2 else words


def _edges(band: Band, grid: _Grid) -> tuple[list[Point], list[Point]]:
    """Return the upper and the lower edge of a band."""
    high, low = ([grid.at(game, score) for game, score in enumerate((0, *scores))] for scores in (band.high, band.low))
    return high, low


def _draw(job: Job, scene: Scene, grid: _Grid) -> None:
    """Draw the lines, every fifth one bold, with figures at every tenth, and the bands among them."""
    edges = [_edges(band, grid) for band in job.bands]
    for high, low in edges[:1]:
        scene.add(Polygon((*high, *reversed(low)), BAND_GREY))
    scores = range(-grid.below, grid.above + 1)
    for game in range(GAMES + 1):
        line = BOLD if game % STEP == 0 else FINE
        scene.add(Line(grid.at(game, grid.above), grid.at(game, -grid.below), line))
    for score in scores:
        scene.add(Line(grid.at(0, score), grid.at(GAMES, score), BOLD if score % STEP == 0 else FINE))
    for pair in edges[1:2]:
        scene.add(*(Polygon(tuple(edge), None, BAND_EDGE, closed=False) for edge in pair))
    for end in (grid.above, -grid.below):
        scene.add(Line(grid.at(0, 0), grid.at(abs(end), end), GUIDE))
    scene.add(Line(grid.at(0, grid.above), grid.at(0, -grid.below), AXIS), Line(grid.at(0, 0), grid.at(GAMES, 0), AXIS))
    _figures(job, scene, grid)


def _figures(job: Job, scene: Scene, grid: _Grid) -> None:
    """Write the figures at the axes, and what they count."""
    for score in range(-grid.below, grid.above + 1):
        if score % 10 == 0:
            words = f"{score:+d}".replace("-", "−") if score else "0"
            x, y = grid.at(0, score)
            scene.add(Text((x - 1.5, y + SMALL * POINT * 0.36), words, SMALL, "end"))
    for game in range(10, GAMES + 1, 10):
        x, bottom = grid.at(game, -grid.below)
        scene.add(Text((x, bottom + 4), str(game), SMALL, "middle"))
    x, bottom = grid.at(GAMES // 2, -grid.below)
    scene.add(Text((x, bottom + 7.4), job.texts("curve.across"), SMALL, "middle", bold=True))
    up = (grid.x - LEFT + 2.4, (grid.top + bottom) / 2)
    scene.add(Text(up, job.texts("curve.up"), SMALL, "middle", bold=True, turn=-90))
