"""The certificate for whoever trained the machine."""

from itertools import cycle

from kitgen.claims.claims import facts_of, say
from kitgen.kit.kit import Kit
from kitgen.paper.card.board import draw_full_box, draw_position
from kitgen.paper.card.moves import CrowdedError
from kitgen.paper.document import Sheet
from kitgen.paper.exercises import spread
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import content_area
from kitgen.paper.machine_pictures import HEIGHT, WIDTH, draw_piece, greet
from kitgen.paper.marks.scene import BLACK, DARK, Disc, Line, Scene, Stroke, rounded
from kitgen.paper.style import BODY, STYLE, fitted
from kitgen.papers import Point

#: The room below the border for the kit's hash, as a certificate has no ruler; the height of the
#: robot above the heading, and the width of a box beside it, in mm.
FOOT, ROBOT, BOX = 6.0, 40.0, 26.0
#: Letters of the heading, of the machine's name and of the words, in points.
HEADING, MACHINE, WORDS = STYLE.display.certificate
#: A board with more columns than this gets the whole width.
MANY = 5
#: Beads along the border: their distance from its line and from each other, and their radius, in
#: mm.
INSET, PITCH, BEAD = 5.0, 6.5, 1.7


def sheets(job: Job) -> list[Sheet]:
    """Return one page with lines for a name, the games played, and a signature."""
    texts, kit, accent = job.texts, job.kit, STYLE.readers["pupil"].accent
    x, y, width, _ = content_area(job.page)
    height = job.page.height - 2 * y - FOOT
    scene = Scene(job.page.width, job.page.height)
    scene.add(rounded(x, y, width, height, 5, None, Stroke(accent, 1.4)))
    _beads(kit, scene, (x + INSET, y + INSET), (width - 2 * INSET, height - 2 * INSET))
    scene.add(rounded(x + 10, y + 10, width - 20, height - 20, 3, None, Stroke(accent, 0.3)))
    middle = x + width / 2

    def write(at: float, text: str, size: float, *, bold: bool = False, fill: str = BLACK) -> None:
        scene.add(fitted((middle, y + at), text, size, width - 40, "middle", bold=bold, fill=fill))

    greet(scene, kit, middle + ROBOT * WIDTH / HEIGHT / 2, y + 58, ROBOT)
    for box, aside in zip(
        spread(kit, 2), (-62, 62 - BOX), strict=False
    ):  # on both sides of the robot
        piece = draw_piece(kit, texts, box, BOX)
        scene.place(piece, middle + aside, y + 56 - piece.height)
    write(78, texts("guide.award.heading"), HEADING, bold=True, fill=accent)
    write(92, texts("guide.award.this_is"), WORDS)
    scene.add(Line((middle - 60, y + 112), (middle + 60, y + 112), Stroke(BLACK, 0.3)))
    write(126, say(texts, "trained", facts_of(kit, boxes=len(kit.boxes), beads=kit.beads)), WORDS)
    write(136, texts("guide.award.machine", title=job.title), MACHINE, bold=True)
    boxes = spread(
        kit, 3 if kit.game.diagram.width <= MANY else 1
    )  # one long board, or three small ones
    top, foot = y + 145, y + height - 54
    for index, box in enumerate(boxes):
        room = min(46.0, foot - top - 4)
        size = room if len(boxes) > 1 else width - 40, room
        try:
            board = draw_full_box(kit, box, *size)
        except CrowdedError:  # the position alone is a picture, too
            board = draw_position(kit, box.position, *size)
        scene.place(board, middle + (index - (len(boxes) - 1) / 2) * 53 - board.width / 2, top)
    for at, keys in ((foot - y + 8, ("games", "won")), (height - 24, ("signed", "date"))):
        for index, key in enumerate(keys):
            start = x + 20 + index * (width - 40 + 10) / 2
            end = start + (width - 40 - 10) / 2
            scene.add(Line((start, y + at), (end, y + at), Stroke(BLACK, 0.3)))
            scene.add(
                fitted(
                    ((start + end) / 2, y + at + 5.5),
                    texts(f"guide.award.{key}"),
                    BODY,
                    anchor="middle",
                )
            )
    return [Sheet(scene, "certificate", texts("guide.certificate"), foot="name")]


def _beads(kit: Kit, scene: Scene, at: Point, room: Point) -> None:
    """Draw beads of all colours in turn along the sides of a rectangle."""
    (x, y), (wide, high) = at, room
    across, down = int(wide // PITCH), int(high // PITCH)
    places = [(x + wide * step / across, y) for step in range(across)]
    places += [(x + wide, y + high * step / down) for step in range(down)]
    places += [(x + wide - wide * step / across, y + high) for step in range(across)]
    places += [(x, y + high - high * step / down) for step in range(down)]
    for place, colour in zip(places, cycle(kit.palette), strict=False):
        scene.add(Disc(place, BEAD, colour.fill, Stroke(DARK, 0.2)))
