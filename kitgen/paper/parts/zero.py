"""The machine without boxes: every position on as few legible sheets as possible, with arrows to
strike out.

Rules and board are printed below if they fit on the last sheet; a single sheet is then the whole
kit.
"""

from collections.abc import Sequence
from contextlib import suppress
from itertools import chain

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
from kitgen.paper.finder_index import without_box
from kitgen.paper.game_sheets import (
    draw_start,
    draw_table,
    facts_in,
    rule_notes,
    signed_score,
    who_begins,
)
from kitgen.paper.job import Job, counts_beads
from kitgen.paper.layout.frame import Column, new_page, room_below
from kitgen.paper.layout.wall import hang
from kitgen.paper.marks.scene import POINT, Line, Scene, Stroke, Text
from kitgen.paper.spoken_game import game_rules, has_draws, pieces_in_words
from kitgen.paper.style import BODY, LABEL, PALE, SMALL, SPACE
from kitgen.reading.texts import CARDS, STRIKE, Texts

#: Cells of the board, in mm, the largest first: a coin still fits on the smallest.
CELLS = (50, 46, 42, 38, 34, 30, 26, 23, 20, 18)
#: Above the words, between them and the board, and the greatest height of the board, in mm.
ABOVE, BETWEEN, HIGHEST = 3.0, 3.0, 170.0


def is_told(kit: Kit) -> bool:
    """Return whether a sentence or two say what to do after a game, so that no operator card is
    needed.
    """
    rule = kit.rule
    simple = (
        rule.empty in ("resign-blame", "keep-last") and set(rule.start) == {1} and not rule.floor
    )
    return (
        simple
        and rule.loss == TAKES_LAST
        and rule.win.nothing
        and rule.draw.nothing
        and not kit.always
    )


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
        job = self.job
        texts, kit = job.texts, job.kit
        words = Column(Scene(1, 1), column.x, column.y + ABOVE, column.width)
        words.heading(texts("operator.game"))
        words.paragraph(who_begins(job), letters, bold=True)
        words.items(game_rules(job), letters, 4.5, mark="•")
        draw_start(job, words, letters)
        words.gap(SPACE.paragraph)
        if is_told(kit):
            finished = say(texts, "finished_zero", facts_in(job))
            learning = [texts("zero.loss"), texts(f"zero.empty.{kit.rule.empty}"), finished]
            words.heading(texts("operator.learn"))
            words.paragraph(" ".join(learning).rstrip(), letters)
        elif not counts_beads(kit) and not _card_tells(job):
            _draw_learning(job, words)
        counts = style_of(kit.game.diagram).piece_counts(kit.game)
        pieces = ", ".join(pieces_in_words(job, count.kind, count.needed) for count in counts)
        words.gap(SPACE.near)
        words.paragraph(texts("zero.pieces", pieces=pieces), SMALL)
        room = min(room_below(job, words) - BETWEEN, HIGHEST)
        boards = (self._playing(cell, column.width) for cell in CELLS)
        board = next((board for board in boards if board.height <= room), None)
        if board is None:
            return False
        column.scene.add(*words.scene.marks)
        column.scene.place(board, column.x + (column.width - board.width) / 2, words.y + BETWEEN)
        return True

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
BOARDS = tuple(range(45, 11, -1))
#: The most sheets on which a position is easily looked up.
SHEETS = 2
#: The least height of an easily read board, and of a cell, in mm.
EASY, CELL = 24, 5.0
#: The greatest width over height of a board of one long row, where moves are badges.
LONG = 2.2
#: The least height of a board with a tally, the gap between them, and the height and widths of its
#: fields, in mm.
BESIDE, APART, FIELD, WIDTHS = 16, 1.2, 5.2, (19.0, 15.0, 13.0, 11.0)
GAP, HEADING = 2.6, 6.0
#: Width and height of the pages, the last one for all that follow.
Rooms = Sequence[tuple[float, float]]


def sheets(job: Job) -> list[Scene]:
    """Return the sheets: at most two, unless smaller boards would not be legible."""
    rest = _BelowBoxes(job)
    columns = [_page(job, first=first)[1] for first in (True, False)]
    layouts = _layouts(job, [(column.width, room_below(job, column)) for column in columns])
    easy = [layout for layout in layouts if layout.wall.pages == 1 and layout.board >= EASY]
    # One sheet is the whole kit if the rest fits on it.
    whole = (layout for layout in easy if is_told(job.kit) and layout.draw_below(Scene(1, 1), rest))
    # One sheet if its boards are easy to read, else two, else as few as possible.
    few = (layout for layout in layouts if layout.wall.pages <= SHEETS)
    best = next(chain(easy, few), None) or min(layouts, key=lambda layout: layout.wall.pages)
    # Where arrows do not fit at a size, larger boards are tried: the largest of those on the fewest
    # sheets.
    larger = sorted(layouts, key=lambda layout: (layout.wall.pages, -layout.board))
    for layout in chain(whole, [best], (layout for layout in larger if layout.board > best.board)):
        with suppress(CrowdedError):
            scenes = layout.draw()
            # With operator card and board the rest is only for those who have paper left; alone it
            # needs a page.
            elsewhere = _card_tells(job) and job.texts.has_sheet("board")
            if not layout.draw_below(scenes[-1], rest) and not elsewhere:
                scene, column = new_page(job, job.texts("zero.title"))
                rest.draw(column)
                scenes.append(scene)
            return scenes
    raise UsageError(
        f"the arrows of {job.kit.name} do not fit on {job.page.name} paper; leave out "
        "the part 'zero'"
    )


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
        diagram, boxes = job.kit.game.diagram, job.kit.boxes
        wide = diagram.width / diagram.height
        # Badges in cells need no wide cells, but a long row does.
        shape = (wide if narrow else 4) if marking_of(diagram).arrows else min(LONG, max(1, wide))
        self.job, self.board, self.tally, self.room = job, board, tally, board * shape
        self.letters = max(
            LABEL, min(12.0, 0.25 * board / POINT)
        )  # of an id above a board, in points
        # Boxes with the same number of slots have the same size: hundreds of sizes are tried with
        # hundreds of boxes.
        items = {
            slots: self.item(box) for slots, box in {len(box.slots): box for box in boxes}.items()
        }
        self.wall = hang(boxes, rooms, lambda box: items[len(box.slots)], GAP, HEADING)

    def item(self, box: Box) -> tuple[float, float]:
        wide, high = fit_grid(self.job.kit.game.diagram, self.room, self.board).size
        if self.tally is not None:
            beside, down = self.tally.size(box)
            wide, high = wide + APART + beside, max(high, down)
        return wide, self.letters * POINT + 0.8 + high

    def draw_below(self, scene: Scene, rest: _BelowBoxes) -> bool:
        """Draw rules and board below the last positions, and return whether they fit."""
        last = self.wall.pages - 1
        _, column = _page(self.job, first=last == 0)
        below = column.y + max(
            spot.y + self.item(spot.box)[1] for spot in self.wall.spots if spot.page == last
        )
        return rest.draw(Column(scene, column.x, below, column.width))

    def draw(self) -> list[Scene]:
        kit, pages = (
            self.job.kit,
            [_page(self.job, first=number == 0) for number in range(self.wall.pages)],
        )
        for heading in self.wall.headings:
            scene, column = pages[heading.page]
            top = column.y + heading.y
            if heading.y:
                scene.add(Line((column.x, top), (column.x + column.width, top), Stroke(PALE, 0.2)))
            scene.add(
                Text(
                    (column.x, top + 4.4),
                    row_title(kit, self.job.texts, heading.box),
                    SMALL,
                    bold=True,
                )
            )
        for spot in self.wall.spots:
            scene, column = pages[spot.page]
            x, y = column.x + spot.x, column.y + spot.y
            scene.add(
                Text((x, y + 0.78 * self.letters * POINT), spot.box.id, self.letters, bold=True)
            )
            board = draw_box(kit, spot.box, self.room, self.board)
            scene.place(board, x, y + self.letters * POINT + 0.8)
            if self.tally is not None:
                self.tally.draw(
                    scene, spot.box, (x + board.width + APART, y + self.letters * POINT + 0.8)
                )
        return [scene for scene, _ in pages]


def _number_changes(job: Job) -> list[str]:
    """Return what each outcome does to the numbers beside the moves, and what a position without
    any means.
    """
    texts = job.texts
    kit = job.kit
    rule = kit.rule
    if rule.learns != "beads":
        return [texts("operator.software")]
    outcomes = []
    for name, change in (("win", rule.win), ("draw", rule.draw), ("loss", rule.loss)):
        if name != "draw" or has_draws(kit):
            outcomes.append(
                f"{texts(f'zero.learning.{name}')} {_number_change(change, rule.ceiling, texts)}"
            )
    words = [texts("zero.learning.changes", list=texts.joined(outcomes))]
    if rule.floor and any(change.lowers for change in rule.changes):
        words.append(texts("zero.learning.bounds.floor", floor=rule.floor))
    if rule.ceiling is not None and any(change.raises for change in rule.changes):
        words.append(texts("zero.learning.bounds.ceiling", ceiling=rule.ceiling))
    words.append(texts(f"zero.all_zero.{rule.empty}"))
    if finished := say(texts, "finished_tally", facts_in(job)):
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
    if not counts_beads(job.kit):
        ways = (False, True) if marking_of(job.kit.game.diagram).arrows else (False,)
        least = CELL * job.kit.game.diagram.height
        boards = [board for board in BOARDS if board >= least] or BOARDS
        return [_Layout(job, rooms, board, narrow=narrow) for board in boards for narrow in ways]
    slots = max(len(box.slots) for box in job.kit.boxes)
    tallies = [NumberFields(wide, FIELD, rows) for wide in WIDTHS for rows in range(1, slots + 1)]
    return [
        _Layout(job, rooms, board, tally)
        for board in BOARDS
        if board >= BESIDE
        for tally in tallies
    ]


def _page(job: Job, *, first: bool) -> tuple[Scene, Column]:
    texts, kit = job.texts, job.kit
    scene, column = new_page(job, texts("zero.title"))
    if first:
        arrows = marking_of(kit.game.diagram).arrows
        beads = ", ".join(f"{colour.name} ({colour.letter})" for colour in kit.palette)
        if counts_beads(kit):
            words = [texts("zero.tally", learning=" ".join(_number_changes(job)))]
            last = [texts("zero.beads", beads=beads)]
        else:
            words = [texts("zero.intro" if arrows else "zero.marks")]
            last = [
                texts("zero.strike" if arrows else "zero.strike_marks"),
                texts("zero.bag", beads=beads),
            ]
        if len(kit.game.symmetries) > 1:
            words.append(texts("zero.mirror" if only_mirror(kit.game) else "zero.turned"))
        words += [
            texts.sentence(f"zero.{reason}", f"zero.{reason}_apart") for reason in without_box(kit)
        ]
        column.paragraph(" ".join((*words, *last)), SMALL, gap=SPACE.near)
    return scene, column
