"""Learning-curve sheet: lined paper with axes for 50 games and their scores.

A line of wins minus losses is the curve that Gardner drew for his machine of 1962: it goes down while the machine
loses, and turns upwards when it has learned. The axes reach a little farther than the machines of the bands do.
"""

import math
from collections.abc import Sequence

from kitgen.machine.first_games import CLEAR, Forecast
from kitgen.paper.game_sheets import draw_bands, legend, signed_score
from kitgen.paper.job import GAMES, Band, Job, has_draws
from kitgen.paper.layout.frame import new_page, room_below
from kitgen.paper.marks.scene import BLACK, Line, Scene, Stroke, Text
from kitgen.paper.style import BODY, GREY, SMALL, SPACE, STYLE, fitted
from kitgen.paper.texts import Texts
from kitgen.papers import Point

#: Scores between bold lines, the room beyond a band for most machines outside it, and the least score at both ends of
#: the axis, whatever the bands.
STEP, BEYOND, LEAST = 5, 5, 10
#: Room for the figures at the axes, in mm.
LEFT, RIGHT, FOOT = 13.0, 2.0, 8.0
FINE, BOLD, AXIS = Stroke(STYLE.greys.fine, 0.1), Stroke(STYLE.greys.line, 0.22), Stroke(BLACK, 0.5)
GUIDE = Stroke(GREY, 0.35, (0.4, 1.2))


def sheets(job: Job) -> list[Scene]:
    """Return the curve sheet: one page."""
    texts = job.texts
    scene, column = new_page(job, texts("curve.title"))
    column.paragraph(texts("curve.how_draws" if has_draws(job.kit) else "curve.how"), BODY)
    turns = (_turn(texts, forecast) for forecast in job.forecasts[:1])
    words = [texts("curve.guides"), *turns, *legend(texts, job.bands)]
    if job.bands and len(job.kit.players) == 2:
        words.append(texts("curve.in_turn"))
    column.paragraph(" ".join(words), SMALL, gap=SPACE.section)
    width = _tenths((column.width - LEFT - RIGHT) / GAMES)
    room = room_below(job, column) - FOOT
    below, above = reach(job.bands, int(room / width))
    left, top, height = column.x + LEFT, column.y, min(width, _tenths(room / (below + above)))

    def at(game: int, score: int) -> Point:
        return left + game * width, top + (above - score) * height

    grey, dashed = draw_bands(job.bands, at)
    scene.add(*grey)
    scores = range(-below, above + 1)
    for game in range(GAMES + 1):
        scene.add(Line(at(game, above), at(game, -below), BOLD if game % STEP == 0 else FINE))
    for score in scores:
        scene.add(Line(at(0, score), at(GAMES, score), BOLD if score % STEP == 0 else FINE))
    scene.add(*dashed)
    for end in (above, -below):
        scene.add(Line(at(0, 0), at(abs(end), end), GUIDE))
    scene.add(Line(at(0, above), at(0, -below), AXIS), Line(at(0, 0), at(GAMES, 0), AXIS))
    for score in scores:
        if score % 10 == 0:
            x, y = at(0, score)
            scene.add(fitted((x - 1.5, y), signed_score(score), SMALL, anchor="end", level=True))
    for game in range(10, GAMES + 1, 10):
        x, bottom = at(game, -below)
        scene.add(Text((x, bottom + 4), str(game), SMALL, "middle"))
    x, bottom = at(GAMES // 2, -below)
    scene.add(Text((x, bottom + 7.4), texts("curve.across"), SMALL, "middle", bold=True))
    scene.add(Text((left - LEFT + 2.4, (top + bottom) / 2), texts("curve.up"), SMALL, "middle", bold=True, turn=-90))
    return [scene]


def _turn(texts: Texts, forecast: Forecast) -> str:
    """Return what becomes of the line of such a machine within the sheet's games."""
    won, _, lost = forecast.last
    key = "up" if won > lost and forecast.gain > 0 else "slower" if forecast.gain >= CLEAR else "not"
    return texts(f"curve.turn.{key}", opponent=texts(f"curve.band.{forecast.opponent}"), games=GAMES)


def _tenths(length: float) -> float:
    """Round a length down to tenths of a mm, so that the steps can be measured with a ruler."""
    return math.floor(length * 10) / 10


def reach(bands: Sequence[Band], rows: int) -> tuple[int, int]:
    """Return how far the scores of a sheet go below zero and above it, in steps of five.

    Both ends share what the bands do not need of the rows that fit at the usual height.

    >>> reach((Band("random", (-3, -12), (1, 22)),), 40), reach((Band("perfect", (-50,), (-1,)),), 60)
    ((20, 30), (50, 10))
    """
    lowest = min((score for band in bands for score in band.low), default=0)
    highest = max((score for band in bands for score in band.high), default=0)
    below, above = (min(GAMES, max(LEAST, STEP * math.ceil((end + BEYOND) / STEP))) for end in (-lowest, highest))
    while below + above + STEP <= rows and min(below, above) < GAMES:
        below, above = (below + STEP, above) if below <= above else (below, above + STEP)
    return below, above
