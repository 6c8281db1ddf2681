"""The certificate for whoever trained the machine."""

from collections.abc import Sequence
from itertools import cycle

from kitgen.claims.claims import facts_of, say
from kitgen.kit.kit import Kit
from kitgen.paper.card.board import draw_full_box, draw_position
from kitgen.paper.card.moves import CrowdedError
from kitgen.paper.document import Sheet
from kitgen.paper.exercises import spread
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import content_area
from kitgen.paper.machine_pictures import draw_piece, greet, robot_width
from kitgen.paper.marks.scene import BLACK, DARK, Disc, Line, Scene, Stroke, rounded
from kitgen.paper.style import BODY, STYLE, fitted
from kitgen.papers import Point

#: The room below the border for the kit's hash, as a certificate has no ruler, in mm.
HASH_ROOM_MM = 6.0
#: The height of the robot above the heading, and the feet of robot and boxes from the top of the
#: border, in mm.
ROBOT_MM = 40.0
ROBOT_FOOT_MM = 58.0
BOX_FOOT_MM = 56.0
#: The width of a box beside the robot, and how far its outer edge is from the middle, in mm.
BOX_MM = 26.0
BOX_REACH_MM = 62.0
#: Letters of the heading, of the machine's name and of the words.
HEADING_PT, MACHINE_PT, WORDS_PT = STYLE.display.certificate
#: A board with more columns than this gets the whole width.
MAX_SHORT_COLUMNS = 5
#: The number of shorter ones, the largest of them, and from one to the next, in mm.
SHORT_BOARDS = 3
MAX_SHORT_BOARD_MM = 46.0
BOARD_PITCH_MM = 53.0
#: Between the inner border and the longest words and boards, on both sides together, in mm.
WORDS_SIDES_MM = 40.0
#: Between two lines to write on, in mm.
WRITING_GAP_MM = 10.0
#: Beads along the border: their distance from its line and from each other, and their radius, in
#: mm.
BEADS_INSET_MM = 5.0
BEADS_PITCH_MM = 6.5
BEAD_RADIUS_MM = 1.7


def sheets(job: Job) -> list[Sheet]:
    """Return one page with lines for a name, the games played, and a signature."""
    texts = job.texts
    kit = job.kit
    accent = STYLE.readers["pupil"].accent
    x, y, width, _ = content_area(job.page)
    height = job.page.height - 2 * y - HASH_ROOM_MM
    middle = x + width / 2
    scene = Scene(job.page.width, job.page.height)
    _draw_borders(kit, scene, (x, y), (width, height))
    _draw_machine(job, scene, (middle, y))

    def write(at: float, text: str, size: float, *, bold: bool = False, fill: str = BLACK) -> None:
        room = width - WORDS_SIDES_MM
        scene.add(fitted((middle, y + at), text, size, room, "middle", bold=bold, fill=fill))

    write(78, texts("guide.award.heading"), HEADING_PT, bold=True, fill=accent)
    write(92, texts("guide.award.this_is"), WORDS_PT)
    scene.add(Line((middle - 60, y + 112), (middle + 60, y + 112), Stroke(BLACK, 0.3)))
    trained = say(texts, "trained", facts_of(kit, boxes=len(kit.boxes), beads=kit.beads))
    write(126, trained, WORDS_PT)
    write(136, texts("guide.award.machine", title=job.title), MACHINE_PT, bold=True)
    top = y + 145
    foot = y + height - 54
    _draw_boards(kit, scene, (middle, top), (width - WORDS_SIDES_MM, foot - top))
    for level, keys in ((foot - y + 8, ("games", "won")), (height - 24, ("signed", "date"))):
        _draw_writing_lines(job, scene, (x + WORDS_SIDES_MM / 2, y + level), keys)
    return [Sheet(scene, "certificate", texts("guide.certificate"), foot="name")]


def _draw_borders(kit: Kit, scene: Scene, at: Point, size: Point) -> None:
    """Draw two lines round the page with beads between them."""
    x, y = at
    width, height = size
    accent = STYLE.readers["pupil"].accent
    scene.add(rounded(x, y, width, height, 5, None, Stroke(accent, 1.4)))
    corner = (x + BEADS_INSET_MM, y + BEADS_INSET_MM)
    _draw_beads(kit, scene, corner, (width - 2 * BEADS_INSET_MM, height - 2 * BEADS_INSET_MM))
    scene.add(rounded(x + 10, y + 10, width - 20, height - 20, 3, None, Stroke(accent, 0.3)))


def _draw_machine(job: Job, scene: Scene, top: Point) -> None:
    """Draw the robot that greets, and a box on both of its sides."""
    middle, y = top
    right = middle + robot_width(ROBOT_MM) / 2
    greet(scene, job.kit, right, y + ROBOT_FOOT_MM, ROBOT_MM)
    sides = (-BOX_REACH_MM, BOX_REACH_MM - BOX_MM)
    for box, side in zip(spread(job.kit, len(sides)), sides, strict=False):
        piece = draw_piece(job.kit, job.texts, box, BOX_MM)
        scene.place(piece, middle + side, y + BOX_FOOT_MM - piece.height)


def _draw_boards(kit: Kit, scene: Scene, top: Point, room: Point) -> None:
    """Draw one long board, or three small ones side by side."""
    middle, y = top
    wide, high = room
    is_long = kit.game.diagram.width > MAX_SHORT_COLUMNS
    boxes = spread(kit, 1 if is_long else SHORT_BOARDS)
    side = min(MAX_SHORT_BOARD_MM, high - 4)
    size = (side, side) if len(boxes) > 1 else (wide, side)
    for index, box in enumerate(boxes):
        try:
            board = draw_full_box(kit, box, *size)
        except CrowdedError:  # the position alone is a picture, too
            board = draw_position(kit, box.position, *size)
        place = middle + (index - (len(boxes) - 1) / 2) * BOARD_PITCH_MM
        scene.place(board, place - board.width / 2, y)


def _draw_writing_lines(job: Job, scene: Scene, at: Point, keys: Sequence[str]) -> None:
    """Draw two lines side by side with the words below them that say what to write."""
    x, y = at
    width = content_area(job.page).width - WORDS_SIDES_MM
    for index, key in enumerate(keys):
        start = x + index * (width + WRITING_GAP_MM) / 2
        end = start + (width - WRITING_GAP_MM) / 2
        scene.add(Line((start, y), (end, y), Stroke(BLACK, 0.3)))
        words = job.texts(f"guide.award.{key}")
        scene.add(fitted(((start + end) / 2, y + 5.5), words, BODY, anchor="middle"))


def _draw_beads(kit: Kit, scene: Scene, at: Point, room: Point) -> None:
    """Draw beads of all colours in turn along the sides of a rectangle."""
    x, y = at
    wide, high = room
    across = int(wide // BEADS_PITCH_MM)
    down = int(high // BEADS_PITCH_MM)
    places = [(x + wide * step / across, y) for step in range(across)]
    places += [(x + wide, y + high * step / down) for step in range(down)]
    places += [(x + wide - wide * step / across, y + high) for step in range(across)]
    places += [(x, y + high - high * step / down) for step in range(down)]
    for place, colour in zip(places, cycle(kit.palette), strict=False):
        scene.add(Disc(place, BEAD_RADIUS_MM, colour.fill, Stroke(DARK, 0.2)))
