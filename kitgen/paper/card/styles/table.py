"""What playing boards of all styles share: who sits where, and the measures of the edges."""

from kitgen.paper.job import Job
from kitgen.paper.layout.frame import SMALL
from kitgen.paper.marks.scene import Scene, Text
from kitgen.paper.wording import side_name

#: Room for the names along the edges, and for the lines that say who sits where, in mm.
EDGE, SEAT = 6.0, 6.0


def draw_seats(job: Job, scene: Scene, top: float, bottom: float) -> None:
    """Say on either side of a board who sits there, readable from that side.

    Args:
        job: the print run.
        scene: the board.
        top: the baseline of the words for the second side, which stand on their heads.
        bottom: the baseline of the words for the side that starts.
    """
    for side, y, turn in ((1, top, 180), (0, bottom, 0)):
        key = "board.machine" if side in job.kit.players else "board.opponent"
        words = job.texts(key, side=side_name(job, side))
        scene.add(Text((scene.width / 2, y), words, SMALL, "middle", bold=True, turn=turn))
