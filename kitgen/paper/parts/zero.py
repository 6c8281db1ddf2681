"""The machine without boxes: every position on as few legible sheets as possible, with arrows to
strike out.

Rules and board are printed below if they fit on the last sheet; a single sheet is then the whole
kit.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress

from kitgen.claims.claims import say
from kitgen.errors import UsageError
from kitgen.kit.kit import Box, Kit
from kitgen.kit.rule import TAKES_LAST, Change
from kitgen.model import only_mirror
from kitgen.paper.card.board import draw_box, fit_grid, machine_below
from kitgen.paper.card.box_words import row_title
from kitgen.paper.card.faces import NumberFields
from kitgen.paper.card.moves import CrowdedError, marking_of
from kitgen.paper.card.styles import style_of
from kitgen.paper.finder_index import twin_words, words_without_box
from kitgen.paper.game_sheets import (
    draw_start,
    draw_table,
    facts_in,
    rule_notes,
    signed_score,
    who_begins,
)
from kitgen.paper.job import Job, counts_beads
from kitgen.paper.layout.frame import BASELINE, Column, new_page, room_below
from kitgen.paper.layout.wall import Spot, hang
from kitgen.paper.marks.scene import POINT, Line, Scene, Stroke, Text
from kitgen.paper.spoken_game import game_rules, has_draws, pieces_in_words
from kitgen.paper.style import BODY, LABEL, PALE, SMALL, SPACE
from kitgen.papers import Point
from kitgen.reading.texts import CARDS, STRIKE, Texts

#: Cells of the board to play on, in mm, the largest first: a coin still fits on the smallest.
PLAYING_CELLS_MM = (50, 46, 42, 38, 34, 30, 26, 23, 20, 18)
#: The greatest height of that board, in mm.
MAX_PLAYING_MM = 170.0
#: Above the words, and between them and the board, in mm.
ABOVE_WORDS_MM = 3.0
BELOW_WORDS_MM = 3.0


def is_told(kit: Kit) -> bool:
    """Return whether a sentence or two say what to do after a game, so that no operator card is
    needed.
    """
    rule = kit.rule
    starts_with_ones = set(rule.start) == {1} and not rule.floor
    if rule.empty not in ("resign-blame", "keep-last") or not starts_with_ones or kit.always:
        return False
    return rule.loss == TAKES_LAST and rule.win.nothing and rule.draw.nothing


def _card_tells(job: Job) -> bool:
    """Return whether the operator card of this print says what is learned, and of beads."""
    return job.texts.made_of != CARDS and job.texts.has_sheet("operator")


def _draw_learning(job: Job, column: Column) -> None:
    """Draw after which outcome which moves of this sheet are struck out."""
    kit = job.kit
    own = job.texts.speaking_of(STRIKE)
    column.heading(own("operator.learn"), gap=SPACE.near)
    if kit.rule.learns != "beads":
        column.paragraph(own("operator.software"), BODY)
        return
    draw_table(column, job, own, BODY)
    column.gap(SPACE.near)
    for note in rule_notes(kit, own):
        column.paragraph(note, BODY)


class _BelowBoxes:
    """The rest of a kit below its positions: what is told of the game, and a board to play on."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self._turned = machine_below(job.kit)
        self._boards: dict[tuple[float, float], Scene] = {}

    def draw(self, column: Column) -> bool:
        """Draw it below a column, and return whether it fits; if not, nothing is drawn."""
        return any(self._draw_in(column, letters) for letters in (BODY, SMALL))

    def _draw_in(self, column: Column, letters: float) -> bool:
        """Draw it in letters of a size in points, and return whether it fits; if not, nothing is
        drawn.
        """
        words = Column(Scene(1, 1), column.x, column.y + ABOVE_WORDS_MM, column.width)
        self._write(words, letters)
        room = min(room_below(self.job, words) - BELOW_WORDS_MM, MAX_PLAYING_MM)
        boards = (self._playing(cell, column.width) for cell in PLAYING_CELLS_MM)
        board = next((board for board in boards if board.height <= room), None)
        if board is None:
            return False
        x = column.x + (column.width - board.width) / 2
        column.scene.add(*words.scene.marks)
        column.scene.place(board, x, words.y + BELOW_WORDS_MM)
        return True

    def _write(self, words: Column, letters: float) -> None:
        """Write the rules, how the machine learns, and which pieces are needed."""
        job = self.job
        texts = job.texts
        words.heading(texts("operator.game"))
        words.paragraph(who_begins(job), letters, bold=True)
        words.items(game_rules(job), letters, 4.5, mark="•")
        draw_start(job, words, letters)
        words.gap(SPACE.paragraph)
        if is_told(job.kit):
            words.heading(texts("operator.learn"))
            words.paragraph(self._told(), letters)
        elif not counts_beads(job.kit) and not _card_tells(job):
            _draw_learning(job, words)
        counts = style_of(job.kit.game.diagram).piece_counts(job.kit.game)
        pieces = ", ".join(pieces_in_words(job, count.kind, count.needed) for count in counts)
        words.gap(SPACE.near)
        words.paragraph(texts("zero.pieces", pieces=pieces), SMALL)

    def _told(self) -> str:
        """Return the sentences that say what to do after a game."""
        texts = self.job.texts
        sentences = (
            texts("zero.loss"),
            texts(f"zero.empty.{self.job.kit.rule.empty}"),
            say(texts, "finished_zero", facts_in(self.job)),
        )
        return " ".join(sentences).rstrip()

    def _playing(self, cell: float, width: float) -> Scene:
        """Return a board to play on, drawn once however often it is tried: below each of many
        layouts.
        """
        if (cell, width) not in self._boards:
            diagram = self.job.kit.game.diagram
            high = 10 * cell * diagram.height
            board = style_of(diagram).playing(self.job, cell, width, high, turned=self._turned)
            self._boards[cell, width] = board
        return self._boards[cell, width]


#: Heights of boards that are tried, in mm, the largest first; the letters on smaller ones cannot be
#: read.
BOARD_HEIGHTS_MM = tuple(range(45, 11, -1))
#: The most sheets on which a position is easily looked up.
MAX_EASY_SHEETS = 2
#: The least height of an easily read board, of a board with a tally, and of a cell, in mm.
MIN_EASY_BOARD_MM = 24
MIN_BOARD_WITH_TALLY_MM = 16
MIN_CELL_MM = 5.0
#: The greatest width over height: of a board with arrows, and of one long row, where moves are
#: badges.
MAX_ARROWS_SHAPE = 4
MAX_LONG_SHAPE = 2.2
#: Between a board and its tally, in mm.
TALLY_GAP_MM = 1.2
#: The height of a tally's fields, and the widths to try, in mm.
FIELD_HEIGHT_MM = 5.2
FIELD_WIDTHS_MM = (19.0, 15.0, 13.0, 11.0)
#: Between two boards, and the height of a row's heading, in mm.
BOARD_GAP_MM = 2.6
HEADING_MM = 6.0
#: Between an id and its board, in mm.
UNDER_ID_MM = 0.8
#: The letters of an id: as a share of the height of its board, and the largest, in points.
ID_SHARE = 0.25
MAX_ID_PT = 12.0
#: Width and height of the pages, the last one for all that follow.
Rooms = Sequence[tuple[float, float]]


def sheets(job: Job) -> list[Scene]:
    """Return the sheets: at most two, unless smaller boards would not be legible."""
    rest = _BelowBoxes(job)
    rooms = []
    for first in (True, False):
        _, column = _page(job, first=first)
        rooms.append((column.width, room_below(job, column)))
    for layout in _in_order(job, _layouts(job, rooms), rest):
        with suppress(CrowdedError):
            return _with_rest(job, layout, layout.draw(), rest)
    raise UsageError(
        f"the arrows of {job.kit.name} do not fit on {job.page.name} paper; leave out "
        "the part 'zero'"
    )


def _in_order(job: Job, layouts: Sequence["_Layout"], rest: _BelowBoxes) -> Iterator["_Layout"]:
    """Yield layouts in the order in which they are wanted; in some, arrows may not fit."""
    easy = [
        layout for layout in layouts if layout.wall.pages == 1 and layout.board >= MIN_EASY_BOARD_MM
    ]
    # One sheet is the whole kit if the rest fits on it.
    if is_told(job.kit):
        for layout in easy:
            if layout.draw_below(Scene(1, 1), rest):
                yield layout
    # One sheet if its boards are easy to read, else two, else as few as possible.
    few = [layout for layout in layouts if layout.wall.pages <= MAX_EASY_SHEETS]
    fewest = min(layouts, key=lambda layout: layout.wall.pages)
    best = [*easy, *few, fewest][0]
    yield best
    # Where arrows do not fit at a size, larger boards are tried: the largest of those on the fewest
    # sheets.
    for layout in sorted(layouts, key=lambda layout: (layout.wall.pages, -layout.board)):
        if layout.board > best.board:
            yield layout


def _with_rest(job: Job, layout: "_Layout", scenes: list[Scene], rest: _BelowBoxes) -> list[Scene]:
    """Return sheets with the rest of the kit below the last position, or on a page of its own.

    With operator card and board the rest is only for those who have paper left.
    """
    is_elsewhere = _card_tells(job) and job.texts.has_sheet("board")
    if layout.draw_below(scenes[-1], rest) or is_elsewhere:
        return scenes
    scene, column = new_page(job, job.texts("zero.title"))
    rest.draw(column)
    return [*scenes, scene]


class _Layout:
    """All positions with boards of one height, and beside them fields where beads are counted;
    lengths in mm.

    If it is ``narrow``, cells with arrows are no wider than high, so that more boards fit side by
    side.
    """

    def __init__(
        self,
        job: Job,
        rooms: Rooms,
        board: int,
        tally: NumberFields | None = None,
        *,
        narrow: bool = False,
    ) -> None:
        self.job = job
        self.board = board
        self.tally = tally
        self.room = board * self._shape(narrow=narrow)
        self.letters = max(LABEL, min(MAX_ID_PT, ID_SHARE * board / POINT))
        # Boxes with the same number of slots have the same size: hundreds of sizes are tried with
        # hundreds of boxes.
        boxes = job.kit.boxes
        by_slots = {len(box.slots): box for box in boxes}
        sizes = {slots: self.item(box) for slots, box in by_slots.items()}
        self.wall = hang(boxes, rooms, lambda box: sizes[len(box.slots)], BOARD_GAP_MM, HEADING_MM)

    def _shape(self, *, narrow: bool) -> float:
        """Return the greatest width of a board over its height; badges in cells need no wide
        cells, but a long row does.
        """
        diagram = self.job.kit.game.diagram
        shape = diagram.width / diagram.height
        if not marking_of(diagram).arrows:
            return min(MAX_LONG_SHAPE, max(1, shape))
        return shape if narrow else MAX_ARROWS_SHAPE

    @property
    def _id_height(self) -> float:
        """The height of an id with the gap below it."""
        return self.letters * POINT + UNDER_ID_MM

    def item(self, box: Box) -> tuple[float, float]:
        """Return the width and height of a box with its id, its board and its tally."""
        wide, high = fit_grid(self.job.kit.game.diagram, self.room, self.board).size
        if self.tally is not None:
            tally_wide, tally_high = self.tally.size(box)
            wide = wide + TALLY_GAP_MM + tally_wide
            high = max(high, tally_high)
        return wide, self._id_height + high

    def draw_below(self, scene: Scene, rest: _BelowBoxes) -> bool:
        """Draw rules and board below the last positions, and return whether they fit."""
        last = self.wall.pages - 1
        _, column = _page(self.job, first=last == 0)
        ends = []
        for spot in self.wall.spots:
            if spot.page == last:
                _, high = self.item(spot.box)
                ends.append(spot.y + high)
        return rest.draw(Column(scene, column.x, column.y + max(ends), column.width))

    def draw(self) -> list[Scene]:
        """Return the pages with all positions, below the headings of their rows."""
        pages = [_page(self.job, first=number == 0) for number in range(self.wall.pages)]
        for heading in self.wall.headings:
            _, column = pages[heading.page]
            self._draw_heading(column, heading)
        for spot in self.wall.spots:
            scene, column = pages[spot.page]
            self._draw_box(scene, spot.box, (column.x + spot.x, column.y + spot.y))
        return [scene for scene, _ in pages]

    def _draw_heading(self, column: Column, heading: Spot) -> None:
        """Write the title of a row of the kit, below a line unless it is at the top."""
        top = column.y + heading.y
        if heading.y:
            right = column.x + column.width
            column.scene.add(Line((column.x, top), (right, top), Stroke(PALE, 0.2)))
        title = row_title(self.job.kit, self.job.texts, heading.box)
        column.scene.add(Text((column.x, top + 4.4), title, SMALL, bold=True))

    def _draw_box(self, scene: Scene, box: Box, at: Point) -> None:
        """Draw a box: its id, its board, and its tally beside that."""
        x, y = at
        baseline = y + BASELINE * self.letters * POINT
        scene.add(Text((x, baseline), box.id, self.letters, bold=True))
        board = draw_box(self.job.kit, box, self.room, self.board)
        top = y + self.letters * POINT + UNDER_ID_MM
        scene.place(board, x, top)
        if self.tally is not None:
            self.tally.draw(scene, box, (x + board.width + TALLY_GAP_MM, top))


def _number_changes(job: Job) -> list[str]:
    """Return what each outcome does to the numbers beside the moves, and what a position without
    any means.
    """
    texts = job.texts
    rule = job.kit.rule
    if rule.learns != "beads":
        return [texts("operator.software")]
    outcomes = []
    for name, change in (("win", rule.win), ("draw", rule.draw), ("loss", rule.loss)):
        if name != "draw" or has_draws(job.kit):
            what = _number_change(change, rule.ceiling, texts)
            outcomes.append(f"{texts(f'zero.learning.{name}')} {what}")
    words = [texts("zero.learning.changes", list=texts.joined(outcomes))]
    if rule.floor and any(change.lowers for change in rule.changes):
        words.append(texts("zero.learning.bounds.floor", floor=rule.floor))
    if rule.ceiling is not None and any(change.raises for change in rule.changes):
        words.append(texts("zero.learning.bounds.ceiling", ceiling=rule.ceiling))
    words.append(texts(f"zero.all_zero.{rule.empty}"))
    finished = say(texts, "finished_tally", facts_in(job))
    if finished:
        words.append(finished)
    return words


def _number_change(change: Change, ceiling: int | None, texts: Texts) -> str:
    """Return what a change does to numbers, such as ``+3``, or ``−1 for the last move``."""
    if change.nothing:
        return texts("zero.learning.none")
    pieces = []
    for place, what in change.by_move:
        if what == 0:
            continue
        if isinstance(what, str):
            pieces.append(texts(f"zero.learning.{what}", ceiling=ceiling))
            continue
        key = {0: "rest" if pieces else "all", 1: "last", 2: "second"}.get(place, "nth")
        pieces.append(texts(f"zero.learning.{key}", amount=signed_score(what), place=place))
    return ", ".join(pieces)


def _layouts(job: Job, rooms: Rooms) -> list[_Layout]:
    """Return all layouts to try, those with the highest boards first."""
    if counts_beads(job.kit):
        return _layouts_with_tally(job, rooms)
    diagram = job.kit.game.diagram
    least = MIN_CELL_MM * diagram.height
    boards = [board for board in BOARD_HEIGHTS_MM if board >= least] or BOARD_HEIGHTS_MM
    layouts = []
    for board in boards:
        layouts.append(_Layout(job, rooms, board))
        if marking_of(diagram).arrows:
            layouts.append(_Layout(job, rooms, board, narrow=True))
    return layouts


def _layouts_with_tally(job: Job, rooms: Rooms) -> list[_Layout]:
    """Return all layouts with fields where beads are counted, in so many rows as a box has
    slots, or fewer.
    """
    slots = max(len(box.slots) for box in job.kit.boxes)
    tallies = []
    for wide in FIELD_WIDTHS_MM:
        for rows in range(1, slots + 1):
            tallies.append(NumberFields(wide, FIELD_HEIGHT_MM, rows))
    layouts = []
    for board in BOARD_HEIGHTS_MM:
        if board >= MIN_BOARD_WITH_TALLY_MM:
            layouts += [_Layout(job, rooms, board, tally) for tally in tallies]
    return layouts


def _page(job: Job, *, first: bool) -> tuple[Scene, Column]:
    """Return a page with its column; on the first one stands how positions are looked up and
    used.
    """
    scene, column = new_page(job, job.texts("zero.title"))
    if first:
        column.paragraph(" ".join(_how(job)), SMALL, gap=SPACE.near)
    return scene, column


def _how(job: Job) -> Iterator[str]:
    """Yield how positions are looked up and used."""
    texts = job.texts
    kit = job.kit
    has_arrows = marking_of(kit.game.diagram).arrows
    beads = ", ".join(f"{colour.name} ({colour.letter})" for colour in kit.palette)
    if counts_beads(kit):
        yield texts("zero.tally", learning=" ".join(_number_changes(job)))
    else:
        yield texts("zero.intro" if has_arrows else "zero.marks")
    if len(kit.game.symmetries) > 1:
        yield texts("zero.mirror" if only_mirror(kit.game) else "zero.turned")
    yield from twin_words(kit, texts)
    yield from words_without_box(kit, texts, "zero")
    if counts_beads(kit):
        yield texts("zero.beads", beads=beads)
    else:
        yield texts("zero.strike" if has_arrows else "zero.strike_marks")
        yield texts("zero.bag", beads=beads)
