"""The machine without boxes: every position on as few sheets as can be read, with arrows to strike out.

Where the last sheet has room for it, rules and board stand below; where there is but one, it is the whole kit.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from kitgen.errors import UsageError
from kitgen.kit.kit import Box
from kitgen.paper.bead_totals import counts_beads
from kitgen.paper.card.board import draw_box, fit_grid
from kitgen.paper.card.marking import marking_of
from kitgen.paper.card.placing import CrowdedError
from kitgen.paper.card.tally import NumberFields
from kitgen.paper.document import Sheet
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import GREY, PALE, SMALL, Column, new_page, room_below
from kitgen.paper.layout.wall import Wall, hang, heading_height
from kitgen.paper.layout.whole_kit import draw_rest, is_told
from kitgen.paper.marks.scene import POINT, Line, Point, Scene, Stroke, Text
from kitgen.paper.words.rows import row_title

NAME = "zero"
#: Heights of boards that are tried, in mm, the largest first; the letters on smaller ones cannot be read.
BOARDS = tuple(range(45, 11, -1))
#: More sheets than these are too many to look a position up on, if there is a way to need fewer.
SHEETS = 2
#: Boards of this height are easy to read, and pieces in cells that are lower than this are not, in mm.
EASY, CELL = 24, 5.0
#: How much wider than high a board of one long row may be, where moves are badges.
LONG = 2.2
#: The lowest boards with a tally beside them, what is between, the height of its fields and their widths, in mm.
BESIDE, APART, FIELD, WIDTHS = 16, 1.2, 5.2, (19.0, 15.0, 13.0, 11.0)
GAP, HEADING = 2.6, 6.0


def sheets(job: Job) -> list[Sheet]:
    """Return the sheets: two at most, unless smaller boards would not be legible.

    Raises:
        UsageError: the arrows find no room on any size of board.
    """
    title = job.texts("zero.title")
    sizes = _sizes(job)
    walls = {size: _wall(job, size) for size in sizes}
    for size, wall in walls.items():
        if wall.pages == 1 and size.board >= EASY:
            whole = _whole_kit(job, wall, size)
            if whole is not None:
                return [Sheet(whole, NAME, title)]
    # One sheet if its boards are easy to read, else two, else the fewest that there may be.
    best = next(
        (
            size
            for most, least in ((1, EASY), (SHEETS, BOARDS[-1]))
            for size, wall in walls.items()
            if wall.pages <= most and size.board >= least
        ),
        min(sizes, key=lambda size: walls[size].pages),
    )
    # Where arrows find no room at a size, larger boards are tried: the largest of those on as few sheets as can be.
    larger = sorted(
        (size for size in walls if size.board > best.board), key=lambda size: (walls[size].pages, -size.board)
    )
    for size in (best, *larger):
        try:
            scenes = _draw(job, walls[size], size)
        except CrowdedError:
            continue
        _rest_below(job, walls[size], size, scenes[-1])
        return [Sheet(scene, NAME, title) for scene in scenes]
    raise UsageError(f"the arrows of {job.kit.name} find no room on {job.page.name} paper; leave out the part 'zero'")


def _whole_kit(job: Job, wall: Wall, size: "_Size") -> Scene | None:
    """Return one sheet with all that is needed to play; None where boards of a size leave no room for it."""
    if not is_told(job.kit) or not _rest_below(job, wall, size, Scene(1, 1)):
        return None
    try:
        (scene,) = _draw(job, wall, size)
    except CrowdedError:
        return None
    _rest_below(job, wall, size, scene)
    return scene


def _rest_below(job: Job, wall: Wall, size: "_Size", scene: Scene) -> bool:
    """Draw rules and board below the last positions, and return whether there was room for them."""
    last = wall.pages - 1
    _, column = _page(job, first=last == 0)
    below = column.y + max(spot.y + size.item(job, spot.box)[1] for spot in wall.spots if spot.page == last)
    column = Column(scene, column.x, below, column.width)
    return draw_rest(job, column, room_below(job, column))


@dataclass(frozen=True, slots=True)
class _Size:
    """How large a board is drawn.

    Attributes:
        board: its height, in mm.
        tally: the fields beside it, in which beads are counted; None where each move has one bead at most.
        narrow: True where cells with arrows are no wider than high, so that more boards find room side by side.
    """

    board: int
    tally: NumberFields | None
    narrow: bool = False

    def room(self, job: Job) -> float:
        """Return the width that a board may take, in mm: badges in cells need no wide cells, but a long row does."""
        diagram = job.kit.game.diagram
        wide = diagram.width / diagram.height
        if marking_of(diagram).arrows:
            return self.board * (wide if self.narrow else 4)
        return self.board * min(LONG, max(1, wide))

    def item(self, job: Job, box: Box) -> tuple[float, float]:
        """Return the room that a box takes with its id and fields, in mm."""
        diagram = job.kit.game.diagram
        grid = fit_grid(diagram, self.room(job), self.board)
        wide, high = grid.width * diagram.width, grid.height * diagram.height
        if self.tally is not None:
            beside, down = self.tally.size(box)
            wide, high = wide + APART + beside, max(high, down)
        return wide, _letters(self.board) * POINT + 0.8 + high


def _sizes(job: Job) -> list[_Size]:
    """Return the sizes that may be taken, the largest boards first."""
    if not counts_beads(job.kit):
        ways = (False, True) if marking_of(job.kit.game.diagram).arrows else (False,)
        sizes = [_Size(board, None, narrow) for board in BOARDS for narrow in ways]
        return [size for size in sizes if size.board >= CELL * job.kit.game.diagram.height] or sizes
    slots = max(len(box.slots) for box in job.kit.boxes)
    tallies = [NumberFields(wide, FIELD, rows) for wide in WIDTHS for rows in range(1, slots + 1)]
    return [_Size(board, tally) for board in BOARDS if board >= BESIDE for tally in tallies]


def _wall(job: Job, size: _Size) -> Wall:
    """Return how the boxes lie."""
    rooms = []
    for first in (True, False):
        _, column = _page(job, first=first)
        rooms.append((column.width, room_below(job, column)))
    return hang(job.kit.boxes, rooms, lambda box: size.item(job, box), GAP, heading_height(job.kit.boxes, HEADING))


def _letters(board: float) -> float:
    """Return the size in points of an id above a board of a height in mm."""
    return max(5.5, min(12.0, 0.25 * board / POINT))


def _page(job: Job, *, first: bool) -> tuple[Scene, Column]:
    """Return an empty sheet; the first one says how it is used."""
    texts, kit = job.texts, job.kit
    scene, column = new_page(job, texts("zero.title"), aside=kit.title)
    if first:
        arrows = marking_of(kit.game.diagram).arrows
        beads = ", ".join(f"{colour.name} ({colour.letter})" for colour in kit.palette)
        if counts_beads(kit):
            words = [texts("zero.tally"), texts("zero.beads", beads=beads)]
        else:
            words = [texts("zero.intro" if arrows else "zero.marks")]
            words += [texts("zero.strike" if arrows else "zero.strike_marks"), texts("zero.bag", beads=beads)]
        column.paragraph(" ".join(words), SMALL, fill=GREY)
        column.gap(1)
    return scene, column


def _draw(job: Job, wall: Wall, size: _Size) -> Sequence[Scene]:
    """Return the sheets with all boards.

    Raises:
        CrowdedError: arrows find no room.
    """
    pages = [_page(job, first=number == 0) for number in range(wall.pages)]
    for heading in wall.headings:
        scene, column = pages[heading.page]
        top = column.y + heading.y
        if heading.y:
            scene.add(Line((column.x, top), (column.x + column.width, top), Stroke(PALE, 0.2)))
        words = row_title(job.kit, job.texts, heading.box)
        scene.add(Text((column.x, top + 4.4), words, SMALL, bold=True))
    for spot in wall.spots:
        scene, column = pages[spot.page]
        _board(job, scene, spot.box, (column.x + spot.x, column.y + spot.y), size)
    return [scene for scene, _ in pages]


def _board(job: Job, scene: Scene, box: Box, at: Point, size: _Size) -> None:
    """Draw a box: its id and, below it, its board."""
    letters = _letters(size.board)
    scene.add(Text((at[0], at[1] + 0.78 * letters * POINT), box.id, letters, bold=True))
    board = draw_box(job.kit, box, size.room(job), size.board)
    scene.place(board, at[0], at[1] + letters * POINT + 0.8)
    if size.tally is not None:
        size.tally.draw(scene, box, (at[0] + board.width + APART, at[1] + letters * POINT + 0.8))
