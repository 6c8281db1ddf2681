"""The certificate for whoever trained the machine."""

from kitgen.paper.card.board import draw_box
from kitgen.paper.document import Sheet
from kitgen.paper.exercises import spread
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import GREY, content_area
from kitgen.paper.marks.fonts import fit
from kitgen.paper.marks.scene import BLACK, Line, Scene, Stroke, Text, rectangle
from kitgen.paper.robot import HEIGHT, WIDTH, greet

NAME = "certificate"
#: The room below the border, in mm: for the kit's hash only, as a certificate has no ruler.
FOOT = 6.0
#: The height of the robot above the heading, in mm.
ROBOT = 18.0
#: A board with more columns than this gets the whole width.
MANY = 5


def sheets(job: Job) -> list[Sheet]:
    """Return one page with lines for a name, the games played, and a signature."""
    texts, kit = job.texts, job.kit
    x, y, width, _ = content_area(job.page)
    height = job.page.height - 2 * y - FOOT
    scene = Scene(job.page.width, job.page.height)
    for inset, line in ((0.0, 0.8), (2.2, 0.25)):
        scene.add(rectangle(x + inset, y + inset, width - 2 * inset, height - 2 * inset, None, Stroke(BLACK, line)))
    middle = x + width / 2

    def say(at: float, text: str, size: float, *, bold: bool = False) -> None:
        scene.add(Text((middle, y + at), text, fit(text, size, width - 24, bold=bold), "middle", bold=bold))

    greet(scene, kit, middle + ROBOT * WIDTH / HEIGHT / 2, y + 26, ROBOT)
    say(40, texts("guide.award.heading"), 38, bold=True)
    say(62, texts("guide.award.this_is"), 14)
    scene.add(Line((middle - 60, y + 86), (middle + 60, y + 86), Stroke(BLACK, 0.3)))
    say(104, texts("guide.award.has", boxes=len(kit.boxes), beads=kit.beads), 14)
    say(114, texts("guide.award.machine", title=kit.title), 14, bold=True)
    boxes = spread(kit, 3 if kit.game.diagram.width <= MANY else 1)  # one long board, or three small ones
    for index, box in enumerate(boxes):
        board = draw_box(kit, box, 44 if len(boxes) > 1 else width - 30, 44)
        scene.place(board, middle + (index - (len(boxes) - 1) / 2) * 54 - board.width / 2, y + 128)
    for at, keys in ((196.0, ("games", "won")), (height - 18, ("signed", "date"))):
        for index, key in enumerate(keys):
            start = x + 18 + index * (width - 36 + 10) / 2
            end = start + (width - 36 - 10) / 2
            scene.add(Line((start, y + at), (end, y + at), Stroke(BLACK, 0.3)))
            scene.add(Text(((start + end) / 2, y + at + 5), texts(f"guide.award.{key}"), 10, "middle", fill=GREY))
    return [Sheet(scene, NAME, texts("guide.certificate"), ruler=False)]
