"""The board of a sowing game to play on: pits with their letters, a store for each side, the way of sowing."""

from kitgen.paper.job import Job
from kitgen.paper.layout.frame import BODY, GREY, SMALL
from kitgen.paper.marks.scene import Disc, Line, Path, Point, Polygon, Scene, Step, Stroke, Text, rectangle
from kitgen.paper.marks.shapes import DARK, curve
from kitgen.paper.wording import side_name

#: Room above and below the pits for seats, letters and arrows, in mm.
ROOM = 11.0
RIM = Stroke("#595959", 0.35)


def draw_pits(job: Job, cell: float) -> Scene:
    """Return the board with pits of a size in mm; the first side's store lies on the right, as is usual."""
    game = job.kit.game
    diagram = game.diagram
    scene = Scene((diagram.width + 2) * cell, diagram.height * cell + 2 * ROOM)
    scene.add(rectangle(0, ROOM, scene.width, diagram.height * cell, None, Stroke(DARK, 0.5)))
    for (x, y), name in zip(diagram.centres, diagram.names, strict=True):
        middle = ((x + 1) * cell, ROOM + y * cell)
        scene.add(Disc(middle, 0.44 * cell, None, RIM))
        scene.add(Text((middle[0] - 0.44 * cell, middle[1] - 0.36 * cell), name, BODY, fill=GREY))
    for side, x in ((1, 0.5 * cell), (0, scene.width - 0.5 * cell)):
        words = job.texts("board.store", side=side_name(job, side))
        scene.add(_store((x, scene.height / 2), 0.38 * cell, (diagram.height - 0.2) * cell))
        scene.add(Text((x + 1.1, scene.height / 2), words, SMALL, "middle", fill=GREY, turn=-90))
    low = ROOM + diagram.height * cell
    _arrow(scene, (cell, low + 2.2), (scene.width - cell, low + 2.2))
    _arrow(scene, (scene.width - cell, ROOM - 2.2), (cell, ROOM - 2.2))
    for side, y, turn in ((1, ROOM - 8, 180), (0, scene.height - 3, 0)):
        key = "board.machine" if side in job.kit.players else "board.opponent"
        words = job.texts(key, side=side_name(job, side))
        scene.add(Text((scene.width / 2, y), words, SMALL, "middle", bold=True, turn=turn))
    return scene


def _store(middle: Point, radius: float, height: float) -> Path:
    """Return an upright store: two straight sides, a half circle at each end."""
    x, y = middle
    reach = height / 2 - radius
    steps: tuple[Step, ...] = (
        ("M", (x - radius, y - reach)),
        *curve((x, y - reach), radius, 180, 360),
        ("L", (x + radius, y + reach)),
        *curve((x, y + reach), radius, 0, 180),
        ("Z",),
    )
    return Path(steps, None, RIM)


def _arrow(scene: Scene, start: Point, end: Point) -> None:
    """Draw the way of sowing along a row."""
    way = 1 if end[0] > start[0] else -1
    scene.add(Line(start, (end[0] - way * 3, end[1]), Stroke(GREY, 0.3)))
    scene.add(Polygon((end, (end[0] - way * 3.5, end[1] - 1.2), (end[0] - way * 3.5, end[1] + 1.2)), fill=GREY))
