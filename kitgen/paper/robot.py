"""The character of the machine: a robot of two matchboxes, as on the companion page."""

from kitgen.kit.kit import Kit
from kitgen.paper.marks.scene import DARK, WHITE, Disc, Line, Path, Scene, Stroke, rectangle

#: Width and height as it is drawn; it is scaled where it is placed.
WIDTH, HEIGHT = 40.0, 44.0
#: The card of its boxes, and the lamp.
CARD, LAMP = "#F1E3C6", "#D55E00"
#: How far its mouth hangs below its ends, by the machine's last game.
MOODS = {"won": 2.7, "drawn": 0.0, "lost": -2.3}


def robot(kit: Kit, mood: str = "won") -> Scene:
    """Return the robot with beads of a kit in its drawer; it looks as after a game that was won, drawn or lost.

    >>> from kitgen.kit.build import build_kit
    >>> len(robot(build_kit("her"), "lost").marks)
    19
    """
    scene, line = Scene(WIDTH, HEIGHT), Stroke(DARK, 1.1)
    for shoulder, hand in ((8, 2), (32, 38)):
        scene.add(Line((shoulder, 26), (hand, 20), line), Disc((hand, 19), 2, WHITE, line))
    for foot in (13, 27):
        scene.add(Line((foot, 38), (foot, HEIGHT), line))
    scene.add(rectangle(8, 21, 24, 17, CARD, line), rectangle(11, 25, 18, 9, WHITE, line))
    for x, colour in zip((15.5, 20.5, 25.5), kit.palette, strict=False):
        scene.add(Disc((x, 29.5), 2, colour.fill, Stroke(DARK, 0.5)))
    scene.add(
        rectangle(11, 5, 18, 14, CARD, line),
        Line((20, 5), (20, 3), line),
        Disc((20, 1.7), 1.5, LAMP, Stroke(DARK, 0.5)),
    )
    for eye in (16, 24):
        scene.add(Disc((eye, 11), 2.2, WHITE, line), Disc((eye, 11), 0.7, DARK))
    low = 15 + MOODS[mood]
    scene.add(Path((("M", (16, 15)), ("C", (18, low), (22, low), (24, 15))), None, line))
    return scene


def greet(scene: Scene, kit: Kit, right: float, foot: float, height: float, mood: str = "won") -> None:
    """Draw the robot of a height in mm, which stands on a line and ends at a place on the right."""
    scale = height / HEIGHT
    scene.place(robot(kit, mood), right - WIDTH * scale, foot - height, scale=scale)
