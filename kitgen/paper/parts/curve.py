"""Learning-curve sheet: squared paper with axes for 50 games, a square for a game both across and up.

A line of wins minus losses is the curve that Gardner drew for his machine of 1962: it goes down while the machine
loses, and turns upwards when it has learned.
"""

import math

from kitgen.paper.document import Sheet
from kitgen.paper.job import GAMES, Band, Job
from kitgen.paper.layout.frame import BODY, GREY, SMALL, new_page, room_below
from kitgen.paper.marks.scene import BLACK, POINT, Line, Point, Polygon, Scene, Stroke, Text
from kitgen.paper.wording import has_draws

NAME = "curve"
#: Squares below the axis, whatever the page: enough for a machine that starts with a run of losses.
BELOW = 20
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
    # A whole number of tenths, so that a ruler measures the squares without doubt.
    square = math.floor((column.width - LEFT - RIGHT) / GAMES * 10) / 10
    rows = int((room_below(job, column) - FOOT) / square)
    above = rows - BELOW
    _grid(job, scene, (column.x + LEFT, column.y + above * square), square, above)
    return [Sheet(scene, NAME, texts("curve.title"))]


def _legend(job: Job) -> list[str]:
    """Return what the bands mean, in words."""
    texts = job.texts
    looks = zip(("curve.grey", "curve.dashed"), job.bands, strict=False)
    return [texts(look, opponent=texts(f"curve.band.{band.opponent}")) for look, band in looks]


def _band(band: Band, origin: tuple[float, float], square: float, above: int) -> tuple[list[Point], list[Point]]:
    """Return the upper and the lower edge of a band, cut off where the squares end."""
    x, y = origin

    def edge(scores: tuple[int, ...]) -> list[Point]:
        inside = (max(-BELOW, min(above, score)) for score in (0, *scores[:GAMES]))
        return [(x + game * square, y - score * square) for game, score in enumerate(inside)]

    return edge(band.high), edge(band.low)


def _grid(job: Job, scene: Scene, origin: tuple[float, float], square: float, above: int) -> None:
    """Draw the squares about an origin, every fifth line bold, figures at every tenth."""
    x, y = origin
    edges = [_band(band, origin, square, above) for band in job.bands]
    for high, low in edges[:1]:
        scene.add(Polygon((*high, *reversed(low)), BAND_GREY))
    top, bottom, right = y - above * square, y + BELOW * square, x + GAMES * square
    for game in range(GAMES + 1):
        at = x + game * square
        scene.add(Line((at, top), (at, bottom), BOLD if game % 5 == 0 else FINE))
    for score in range(-BELOW, above + 1):
        at = y - score * square
        scene.add(Line((x, at), (right, at), BOLD if score % 5 == 0 else FINE))
    for pair in edges[1:2]:
        scene.add(*(Polygon(tuple(edge), None, BAND_EDGE, closed=False) for edge in pair))
    for slope, most in ((1, above), (-1, BELOW)):
        reach = min(GAMES, most)
        scene.add(Line((x, y), (x + reach * square, y - slope * reach * square), GUIDE))
    scene.add(Line((x, top), (x, bottom), AXIS), Line((x, y), (right, y), AXIS))
    down = SMALL * POINT * 0.36
    for score in range(-BELOW, above + 1, 10):
        words = f"{score:+d}".replace("-", "−") if score else "0"
        scene.add(Text((x - 1.5, y - score * square + down), words, SMALL, "end"))
    for game in range(10, GAMES + 1, 10):
        scene.add(Text((x + game * square, bottom + 4), str(game), SMALL, "middle"))
    across = job.texts("curve.across")
    scene.add(Text(((x + right) / 2, bottom + 7.4), across, SMALL, "middle", bold=True))
    up = job.texts("curve.up")
    scene.add(Text((x - LEFT + 2.4, (top + bottom) / 2), up, SMALL, "middle", bold=True, turn=-90))
