"""The learning curve of many machines: the share of games won, and drawn where there are any, as marks in mm."""

from typing import Literal

from kitgen.experiment.tally import Tally
from kitgen.paper.marks.scene import Line, Point, Polygon, Scene, Stroke, Text

#: The picture and the room around the curve, in mm.
WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 150.0, 84.0, 15.0, 5.0, 6.0, 12.0
#: Letters, in points; and the points of a curve, at most.
LETTERS, POINTS = 9.0, 40
_INK, _QUIET = "#1a1a1a", "#8a8a8a"
#: The lines of games won and drawn: told apart without colour.
_WON, _DRAWN = Stroke("#0072b2", 0.8), Stroke("#d55e00", 0.7, (2.0, 1.4))


def draw_curve(tally: Tally) -> Scene:
    """Return the curve of an experiment: each point stands for some games in a row."""
    scene = Scene(WIDTH, HEIGHT)
    wide, high = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def at(game: float, share: float) -> Point:
        return LEFT + wide * (game - 1) / max(1, tally.games - 1), TOP + high * (1 - share)

    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        level = at(1, share)
        scene.add(Line(level, (LEFT + wide, level[1]), Stroke(_QUIET, 0.15 if share else 0.3)))
        scene.add(Text((LEFT - 2, level[1] + 1.1), f"{share:.0%}", LETTERS, fill=_INK, anchor="end"))
    for game in sorted({1, (tally.games + 1) // 2, tally.games}):
        anchor: Literal["end", "middle"] = "end" if game == tally.games > 1 else "middle"
        scene.add(Text((at(game, 0)[0], HEIGHT - BOTTOM + 5), f"{game}", LETTERS, fill=_INK, anchor=anchor))
    windows = list(tally.windows(POINTS))
    for index, stroke in ((3, _DRAWN), (2, _WON)):
        shares = [(window[0], window[1], window[index]) for window in windows]
        if index == 2 or any(share for _, _, share in shares):
            points = tuple(at((first + last) / 2, share) for first, last, share in shares)
            scene.add(Polygon(points, None, stroke, closed=False))
    return scene
