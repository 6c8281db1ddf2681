"""What playing boards of all styles share: who sits where, and the measures of the edges."""

from kitgen.paper.job import Job
from kitgen.paper.layout.frame import SMALL
from kitgen.paper.marks.scene import Scene, Text
from kitgen.paper.wording import side_name

#: Room for the names along the edges, and for the lines that say who sits where, in mm.
EDGE, SEAT = 6.0, 6.0


def draw_seats(job: Job, scene: Scene, top: float, bottom: float, *, turned: bool) -> None:
    """Say on either side of a board who sits there, readable from below, where the people sit.

    Args:
        job: the print run.
        scene: the board.
        top: the baseline of the words above the board.
        bottom: the baseline of the words below it.
        turned: True when the board is turned by half, so that the side that starts is at the top.
    """
    for side, y in ((0, top), (1, bottom)) if turned else ((1, top), (0, bottom)):
        key = "board.machine" if side in job.kit.players else "board.opponent"
        words = job.texts(key, side=side_name(job, side))
        scene.add(Text((scene.width / 2, y), words, SMALL, "middle", bold=True))
