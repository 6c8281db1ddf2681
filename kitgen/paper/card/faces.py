"""The two faces of a box's label or card: docs/reading-a-card.md describes the front; the back has
fields to count in.

Everything has the same place and size on all cards of a kit, so it is measured once, from the whole
kit.
"""

import math
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from kitgen.errors import UsageError, many
from kitgen.kit.kit import Box, Kit, Slot
from kitgen.model import Move
from kitgen.paper.card.board import SMALLER, draw_box, fit_grid, has_room, machine_below
from kitgen.paper.card.box_words import has_rows, on_card
from kitgen.paper.card.moves import CrowdedError, badge_extent, draw_badge, marking_of
from kitgen.paper.card.styles import style_of
from kitgen.paper.marks.scene import (
    DARK,
    POINT,
    WHITE,
    Disc,
    Line,
    Polygon,
    Scene,
    Stroke,
    Text,
    direction,
    rectangle,
)
from kitgen.paper.spoken_game import side_name
from kitgen.paper.stock import LARGEST_SIDE, Stock, read_stock
from kitgen.paper.style import (
    CAPITAL,
    GREY,
    LEAST_LETTERS,
    MIDDLE,
    PALE,
    STYLE,
    fit,
    text_width,
    wrap,
)
from kitgen.papers import Point
from kitgen.reading.templates import Templates
from kitgen.reading.texts import Texts

if TYPE_CHECKING:
    from kitgen.paper.job import Job

#: How much larger an id is if it is the number of pieces on the board.
PIECE_NUMBER_SCALE = 1.5
#: Labels at least this much wider than high have the board beside the words; on others it is below
#: the id.
LYING_SHAPE = 1.15
#: How much more a board is worth beside the words: a long board stands below the id even on a
#: lying label, if its cells are so much larger there.
BESIDE_WORTH = 1.2
#: How much of their usual size ids and legends may have, the largest first.
LETTER_SCALES = (1.0, 0.85, 0.7)
#: The narrowest and lowest room for a board, in mm.
MIN_BOARD_MM = 5
#: The smallest letters that children read easily, in points: used if all boxes have room for them.
LEGIBLE = 6.0


@dataclass(frozen=True, slots=True)
class Measures:
    """Lengths in mm and letter sizes in points that all cards of a kit share.

    Attributes:
        mark, panel: widths of the edge mark and of the words.
        id_size, words, letters: sizes of the id, of the words and of the legend, in points.
        columns: of the legend: the middles of the badges, the starts of the figures and of the
            words behind them.
        rows, row: the number of lines of the legend on the fullest card, and the height of a line.
        board: left, top, width and height of the board's room.
    """

    lying: bool
    pad: float
    mark: float
    id_size: float
    words: float
    letters: float
    panel: float
    columns: tuple[tuple[float, float, float], ...]
    rows: int
    row: float
    board: tuple[float, float, float, float]


@dataclass(frozen=True)
class CardFace:
    """A kit's cards at one size in mm; ``inset`` stays free along the edges, ``least`` is that of
    letters in points.

    Measuring or drawing raises ``CrowdedError`` where the size is too small.
    """

    kit: Kit
    texts: Texts
    width: float
    height: float
    inset: float = 0
    least: float = LEAST_LETTERS

    @property
    def inner(self) -> tuple[float, float]:
        """Width and height of the printed area, in mm."""
        return self.width - 2 * self.inset, self.height - 2 * self.inset

    @cached_property
    def measures(self) -> Measures:
        """The measures of all cards: words as large as possible without taking room from the
        board.
        """
        best = None
        best_score = 0.0
        wide, high = self.inner
        ways = [(False, 1.0)]
        if _is_lying(wide, high):
            ways.insert(0, (True, BESIDE_WORTH))
        for (lying, worth), id_scale, letter_scale in product(ways, LETTER_SCALES, LETTER_SCALES):
            with suppress(CrowdedError):
                measures = self._measure_at(id_scale, letter_scale, lying=lying)
                grid = fit_grid(self.kit.game.diagram, *measures.board[2:])
                board_size = math.sqrt(grid.cell_width * grid.cell_height)
                # The board weighs most, but words shrink only if the board gains.
                score = worth * board_size * (id_scale * letter_scale) ** 0.25
                if score > best_score + 1e-6:
                    best = measures
                    best_score = score
        if best is None:
            raise CrowdedError
        return best

    def _measure_at(self, id_scale: float, letter_scale: float, *, lying: bool) -> Measures:
        """Return the measures at shares of the usual sizes of ids and of legends."""
        wide, high = self.inner
        small = min(wide, high)
        pad = min(2.5, max(0.6, 0.045 * small))
        mark = min(1.5, max(0.5, 0.03 * small))
        capital = 0.1 * high
        if _is_lying(wide, high):
            capital = 0.165 * high
        usual = min(34.0, max(8.0, min(capital, 0.16 * wide) / CAPITAL / POINT))
        id_size = max(8.0, id_scale * usual)
        words = max(self.least, min(12.0, 0.4 * id_size))
        if not has_rows(self.kit):  # the id is the number that an operator counts
            id_size *= PIECE_NUMBER_SCALE
        letters = max(self.least, min(11.0, letter_scale * 0.45 * usual))
        extents = [badge_extent(colour.symbol, letters) for colour in self.kit.palette]
        row = max(bottom - top for _, top, _, bottom in extents) + 0.12 * letters * POINT
        sizes = _Sizes(pad, mark, id_size, words, letters, row)
        most = max(len(box.slots) for box in self._kinds)
        if lying:
            columns, panel, board = self._board_beside(sizes)
        else:
            columns, panel, board = self._board_below(sizes, most)
        if board[2] < MIN_BOARD_MM or board[3] < MIN_BOARD_MM:
            raise CrowdedError
        return Measures(
            lying=lying,
            pad=pad,
            mark=mark,
            id_size=id_size,
            words=words,
            letters=letters,
            panel=panel,
            columns=self._legend_columns(letters, columns).places,
            rows=math.ceil(most / columns),
            row=row,
            board=board,
        )

    def _board_beside(self, sizes: "_Sizes") -> "_BoardPlan":
        """Return the layout with the board beside the words."""
        wide, high = self.inner
        widths = [self._id_width(sizes)]
        for box in self._kinds:
            widths.append(text_width(on_card(self.kit, self.texts, box), sizes.words))
            for text in self.box_words(box):
                widths += [text_width(word, sizes.words) for word in text.split()]
        least = max(widths)
        room = high - 2 * sizes.pad
        for columns in (1, 2, 3):
            panel = max(least, self._legend_columns(sizes.letters, columns).width)
            if all(self._panel_height(box, sizes, columns, panel) <= room for box in self._kinds):
                break
        else:
            raise CrowdedError
        gap = max(0.5, 0.9 * sizes.pad)
        x = self.inset + sizes.pad + panel + gap
        board_width = self.inset + wide - sizes.mark - gap - x
        return _BoardPlan(columns, panel, (x, self.inset + sizes.pad, board_width, room))

    def _board_below(self, sizes: "_Sizes", most: int) -> "_BoardPlan":
        """Return the layout with the board between id and legend; ``most`` moves need places."""
        wide, high = self.inner
        pad = sizes.pad
        panel = wide - pad - max(pad, sizes.mark + 0.5 * pad)
        fitting = [
            count
            for count in range(1, most + 1)
            if self._legend_columns(sizes.letters, count).width <= panel
        ]
        longest = 0.0
        for box in self._kinds:
            for text in self.box_words(box):
                longest = max(longest, text_width(text, sizes.words))
        if not fitting or self._id_width(sizes) + longest + pad > panel:
            raise CrowdedError
        columns = fitting[-1]
        y = self.inset + pad + CAPITAL * sizes.id_size * POINT + 1.2 * pad
        board_height = self.inset + high - pad - math.ceil(most / columns) * sizes.row - pad - y
        return _BoardPlan(columns, panel, (self.inset + pad, y, panel, board_height))

    def _id_width(self, sizes: "_Sizes") -> float:
        return max(text_width(box.id, sizes.id_size, bold=True) for box in self.kit.boxes)

    def _panel_height(self, box: Box, sizes: "_Sizes", columns: int, width: float) -> float:
        """Return the height of id, words and legend of a box in mm."""
        lines = sum(len(wrap(text, sizes.words, width)) for text in self.box_words(box))
        legend = (math.ceil(len(box.slots) / columns) + 0.2) * sizes.row
        return CAPITAL * sizes.id_size * POINT + lines * line_pitch(sizes.words) + legend

    @cached_property
    def _kinds(self) -> tuple[Box, ...]:
        """One box for each number of slots and words."""
        kinds = {}
        for box in self.kit.boxes:
            kinds[(*self.box_words(box), len(box.slots))] = box
        return tuple(kinds.values())

    @cached_property
    def _figures(self) -> set[int]:
        """The numbers of beads in the legends."""
        figures = set[int]()
        for box in self.kit.boxes:
            figures.update(slot.beads for slot in box.slots)
        return figures

    @cached_property
    def _takes(self) -> set[str]:
        """The words of the legends on what moves take away."""
        takes = set[str]()
        for box in self.kit.boxes:
            takes.update(map(self.take_words, box.slots))
        return takes

    @cached_property
    def _symbols(self) -> list[set[str]]:
        """The symbols in each place of the legends, by the number of the slot."""
        most = max(len(box.slots) for box in self.kit.boxes)
        symbols: list[set[str]] = [set() for _ in range(most)]
        for box in self.kit.boxes:
            for place, slot in zip(symbols, box.slots, strict=False):
                place.add(slot.colour.symbol)
        return symbols

    def _legend_columns(self, letters: float, columns: int) -> "_LegendColumns":
        """Return the columns of a legend with letters of a size in points."""
        em = letters * POINT
        figure = max(text_width(bead_words(number, letters), letters) for number in self._figures)
        takes = 0.0
        for words in self._takes:
            if words:
                takes = max(takes, text_width(words, letters) + 0.7 * em)
        apart = 0.34 * em
        if takes:
            apart = 1.2 * em
        x = 0.0
        places = []
        for column in range(columns):
            used = set().union(*self._symbols[column::columns])
            extents = [badge_extent(symbol, letters) for symbol in sorted(used)]
            middle = x - min((left for left, _, _, _ in extents), default=0.0)
            start = middle + max((right for _, _, right, _ in extents), default=0.0) + 0.22 * em
            places.append((middle, start, start + figure + 0.7 * em))
            x = start + figure + takes + apart
        return _LegendColumns(tuple(places), x - apart)

    def take_words(self, slot: Slot) -> str:
        """Return the words on how many pieces a move takes away; empty for other moves."""
        amount = marking_of(self.kit.game.diagram).amount(slot.moves[0])
        if amount is None:
            return ""
        return self.texts("card.take", number=amount)

    def box_words(self, box: Box) -> Iterator[str]:
        """Yield the lines under a box's id, before wrapping."""
        yield on_card(self.kit, self.texts, box)
        if box.mirror_of:
            yield self.texts("card.mirror", id=box.mirror_of)

    def _edge_mark(self, box: Box) -> Polygon:
        """Return the dark mark on the right edge, which is lower with each row."""
        wide, high = self.inner
        mark = self.measures.mark
        step = high / max(EDGE_MARKS, self.kit.boxes[-1].row)
        length = max(0.4, min(0.86 * step, step - 0.3))
        y = self.inset + (box.row - 1) * step + (step - length) / 2
        return rectangle(self.inset + wide - mark, y, mark, length, DARK)

    def draw(self, box: Box, *, is_sorted: bool = True) -> Scene:
        """Return the card of a box; one that nobody sorts has no mark of its row."""
        sizes = self.measures
        wide, high = self.inner
        scene = Scene(self.width, self.height)
        scene.add(rectangle(self.inset, self.inset, wide, high, tint(self.kit, box)))
        if is_sorted:
            scene.add(self._edge_mark(box))
        self._place_board(scene, box)
        x = self.inset + sizes.pad
        y = self.inset + sizes.pad + CAPITAL * sizes.id_size * POINT
        scene.add(Text((x, y), box.id, sizes.id_size, bold=True, fill=DARK))
        least = 0.0
        if sizes.lying:
            y = self._words_below_id(scene, box, x, y)
            least = y + 0.2 * sizes.row
        else:
            self._words_beside_id(scene, box, x + sizes.panel, y)
        self._legend(scene, box.slots, x, least)
        return scene

    def _place_board(self, scene: Scene, box: Box) -> None:
        """Draw the board in its room: beside the words at the right, below them in the middle."""
        left, top, width, height = self.measures.board
        board = self._board(box, width, height)
        spare = width - board.width
        if not self.measures.lying:
            spare *= 0.5
        scene.place(board, left + spare, top + (height - board.height) / 2)

    def _words_below_id(self, scene: Scene, box: Box, x: float, y: float) -> float:
        """Write the words of a box below its id; return the baseline of their last line."""
        sizes = self.measures
        y += 0.1 * line_pitch(sizes.words)
        for text in self.box_words(box):
            for line in wrap(text, sizes.words, sizes.panel):
                y += line_pitch(sizes.words)
                scene.add(Text((x, y), line, sizes.words, fill=DARK))
        return y

    def _words_beside_id(self, scene: Scene, box: Box, right: float, y: float) -> None:
        """Write the words of a box right of its id, the last line on the baseline of the id."""
        size = self.measures.words
        upwards = reversed(list(self.box_words(box)))
        for number, line in enumerate(upwards):
            scene.add(Text((right, y - number * line_pitch(size)), line, size, "end", fill=DARK))

    def _board(self, box: Box, width: float, height: float) -> Scene:
        """Return the board of a box: with legible badges; else with smaller ones; else with
        smaller pieces.
        """
        trials = [(LEGIBLE, 1.0)]
        if self.least != LEGIBLE:
            trials.append((self.least, 1.0))
            trials += product((LEGIBLE, self.least), SMALLER)
        for least, size in trials:
            with suppress(CrowdedError):
                return draw_box(self.kit, box, width, height, least=least, size=size)
        raise CrowdedError

    def _legend(self, scene: Scene, slots: tuple[Slot, ...], x: float, least: float) -> None:
        """Draw a badge and the number of beads for each slot, at one height on all cards but not
        above ``least``.
        """
        sizes = self.measures
        y = max(least, self.inset + self.inner[1] - sizes.pad - sizes.rows * sizes.row)
        for number, slot in enumerate(slots):
            row, column = divmod(number, len(sizes.columns))
            middle, start, words = sizes.columns[column]
            _, top, _, bottom = badge_extent(slot.colour.symbol, sizes.letters)
            level = y + (row + 0.5) * sizes.row
            badge_at = (x + middle, level - (top + bottom) / 2)
            scene.add(*draw_badge(slot.colour, badge_at, sizes.letters))
            baseline = level + CAPITAL * sizes.letters * POINT / 2
            beads = bead_words(slot.beads, sizes.letters)
            scene.add(Text((x + start, baseline), beads, sizes.letters, fill=DARK))
            taken = self.take_words(slot)
            if taken:
                scene.add(Text((x + words, baseline), taken, sizes.letters, fill=DARK))


class _Sizes(NamedTuple):
    """The measures that do not depend on where the board stands, as in ``Measures``."""

    pad: float
    mark: float
    id_size: float
    words: float
    letters: float
    row: float


class _BoardPlan(NamedTuple):
    """The number of columns of the legend; the width of the words, and the room of the board, as
    in ``Measures``.
    """

    columns: int
    panel: float
    board: tuple[float, float, float, float]


class _LegendColumns(NamedTuple):
    """The places of a legend's columns, as in ``Measures``, and its width in mm."""

    places: tuple[tuple[float, float, float], ...]
    width: float


def _is_lying(width: float, height: float) -> bool:
    """Return whether a card is so much wider than high that the board has room beside the words."""
    return width >= LYING_SHAPE * height


def line_pitch(size: float) -> float:
    """Return the distance between two lines, in mm, for letters of a size in points."""
    return 1.25 * size * POINT


def bead_words(number: int, letters: float) -> str:
    """Return a number of beads as written in a legend; the smallest letters have no room for the
    space.
    """
    if letters > LEAST_LETTERS:
        return f"× {number}"
    return f"×{number}"


#: Edge marks have places for at least so many rows.
EDGE_MARKS = 6


def row_tint(box: Box) -> str:
    """Return the colour of a box's row; after the last of these colours comes the first again."""
    return STYLE.colours.turns[(box.row - 1) % len(STYLE.colours.turns)]


def tint(kit: Kit, box: Box) -> str:
    """Return the colour of a card's ground; greys would only turn into noise on a
    black-and-white printer.
    """
    if all(_is_grey(colour.fill) for colour in kit.palette):
        return WHITE
    return row_tint(box)


def _is_grey(colour: str) -> bool:
    """Return whether ``#RRGGBB`` has as much red as green and blue."""
    return colour[1:3] == colour[3:5] == colour[5:7]


class Cards:
    """The cards of a kit at one size in mm; ``inset`` stays free along the edges, for the printer's
    drift.

    A size that is too small for one of the boxes is a ``UsageError``, at once or when the box is
    drawn.
    """

    def __init__(
        self, kit: Kit, width: float, height: float, texts: Texts, *, inset: float = 0
    ) -> None:
        self.kit = kit
        face = CardFace(kit, texts, width, height, inset)
        try:
            smallest = min(face.measures.words, face.measures.letters)
        except CrowdedError:
            raise _too_small(face, kit.boxes[0]) from None
        self._face = face
        if smallest < LEGIBLE:
            legible = replace(face, least=LEGIBLE)
            if would_do(legible):
                self._face = legible

    def draw(self, box: Box, *, is_sorted: bool = True) -> Scene:
        """Return the card of a box; one that nobody sorts has no mark of its row."""
        try:
            return self._face.draw(box, is_sorted=is_sorted)
        except CrowdedError:
            raise _too_small(self._face, box) from None


#: How much larger each size is than the one before it, where a size that is enough is looked for.
SIZE_GROWTH = 1.04


def _too_small(face: CardFace, box: Box) -> UsageError:
    """Return the error for a size, with the smallest one that is large enough: of its own
    proportions or a square.
    """
    advice = (
        f"no label holds its {many(len(box.slots), 'move')}; choose a game with fewer moves "
        "in a position"
    )
    for shape in (face.width / face.height, 1.0):
        faces = _larger_faces(face, shape)
        enough = _first_to_hold(faces, box, face.kit.boxes, _holds)
        if enough is not None:
            size = f"{enough.width}x{enough.height}"
            advice = f"{enough.width} x {enough.height} mm would do: --stock {size}"
            break
    size = f"labels of {face.width:g} x {face.height:g} mm"
    return UsageError(f"{size} are too small for box {box.id} of {face.kit.name}; {advice}")


def _larger_faces(face: CardFace, shape: float) -> list[CardFace]:
    """Return ever larger faces of a shape, their width by their height, up to the largest label
    that there is; the first is hardly larger than a face.
    """
    height = math.sqrt(face.width * face.height / shape)
    width = shape * height
    steps = int(math.log(LARGEST_SIDE / max(width, height), SIZE_GROWTH))
    faces = []
    for step in range(1, 1 + steps):
        scale = SIZE_GROWTH**step
        larger = replace(face, width=math.ceil(width * scale), height=math.ceil(height * scale))
        faces.append(larger)
    return faces


def _first_to_hold(
    faces: Sequence[CardFace],
    box: Box,
    boxes: Sequence[Box],
    holds: Callable[[Box, CardFace], bool],
) -> CardFace | None:
    """Return the first of ever larger faces that holds all boxes; the one that is given likely
    needs the most room.
    """
    first = 0
    crowded: Box | None = box
    # The larger a label, the more boxes fit; few of many boxes need the most room.
    while crowded is not None:
        first = bisect_left(faces, True, lo=first, key=partial(holds, crowded))
        if first == len(faces):
            return None
        crowded = next((box for box in boxes if not holds(box, faces[first])), None)
    return faces[first]


def would_do(face: CardFace) -> bool:
    """Return whether all boxes can be drawn on a face."""
    return all(_holds(box, face) for box in face.kit.boxes)


def _holds(box: Box, face: CardFace) -> bool:
    with suppress(CrowdedError):
        face.draw(box)
        return True
    return False


#: Boxes with fewer moves than the fullest one by more than this are not crowded where that one is
#: not.
MAX_FEWER_MOVES = 2
#: The widest label that is proposed, in mm.
MAX_PROPOSED_MM = 190
#: How much larger each label that is tried is than the one before.
PROPOSED_GROWTH = 1.1


def label_for(kit: Kit, usual: Stock, texts: Texts) -> str | None:
    """Return the label to choose for a kit as ``WxH``: empty if the usual one holds all boxes, None
    if no label does.

    Only the fullest boxes are tried, each as small as it may be drawn.
    """
    most = max(len(box.slots) for box in kit.boxes)
    full = [box for box in kit.boxes if len(box.slots) >= most - MAX_FEWER_MOVES]
    faces = []
    width = usual.width
    height = usual.height
    while width <= MAX_PROPOSED_MM:
        faces.append(CardFace(kit, texts, math.ceil(width), math.ceil(height)))
        width *= PROPOSED_GROWTH
        height *= PROPOSED_GROWTH
    crowded = next((box for box in full if not _has_room(box, faces[0])), None)
    if crowded is None:
        return ""
    face = _first_to_hold(faces, crowded, full, _has_room)
    if face is None:
        return None
    return f"{face.width}x{face.height}"


def _has_room(box: Box, face: CardFace) -> bool:
    with suppress(CrowdedError):
        return has_room(face.kit, box, *face.measures.board[2:], face.least)
    return False


#: The smallest width to try, in mm.
MIN_WIDTH_MM = 17


def smallest_label(kit: Kit, usual: Stock, texts: Texts, templates: Templates) -> Stock:
    """Return the smallest label of the usual one's shape that holds every box legibly, or the
    usual one.
    """
    faces = []
    for width in range(MIN_WIDTH_MM, int(usual.width)):
        height = round(width * usual.height / usual.width)
        faces.append(CardFace(kit, texts, width, height, least=LEGIBLE))
    fullest = max(kit.boxes, key=lambda box: len(box.slots))
    face = _first_to_hold(faces, fullest, kit.boxes, _holds)
    if face is None:
        return usual
    return read_stock(f"{face.width}x{face.height}", templates)


# The back of a card.


def begins(kit: Kit, box: Box) -> bool:
    """Return whether a box is the machine's first in a game."""
    start = kit.game.start()
    if start.to_move not in kit.players:
        return False
    canonical = kit.symmetries.canonical
    return canonical(start).cells == canonical(box.position).cells


def draw_arrivals(kit: Kit, moves: tuple[Move, ...], width: float, height: float) -> Scene:
    """Return a small board for a room in mm, with an arrow for each move or a disc in its only
    cell, but no pieces.
    """
    diagram = kit.game.diagram
    grid = fit_grid(diagram, width, height, turned=machine_below(kit))
    scene = Scene(grid.cell_width * diagram.width, grid.cell_height * diagram.height)
    scene.add(*(style_of(diagram).small_cell(grid, cell) for cell in range(len(diagram.centres))))
    for move in moves:
        start, *others = (grid.centre(cell) for cell in marking_of(diagram).cells(move))
        if others:
            scene.add(*_arrow(start, others[0], 0.13 * grid.unit))
        else:
            scene.add(Disc(start, 0.24 * grid.unit, DARK))
    return scene


def _arrow(start: Point, end: Point, half: float) -> list[Line | Polygon]:
    """Return an arrow whose shaft has half a width in mm; its head grows with it."""
    x, y = direction(start, end)
    neck = (end[0] - 3.2 * half * x, end[1] - 3.2 * half * y)
    barb_x = 1.9 * half * y
    barb_y = 1.9 * half * x
    head = ((neck[0] - barb_x, neck[1] + barb_y), end, (neck[0] + barb_x, neck[1] - barb_y))
    return [Line(start, neck, Stroke(DARK, max(0.2, half))), Polygon(head, DARK)]


#: The size of card when the size that was chosen is a label's.
USUAL_SIZE = "poker"

# Fields in a row: one for each bead that may come to lie in a box.

#: The largest and the smallest side of a field, in mm.
MAX_FIELD_MM = 9.0
MIN_FIELD_MM = 2.6
#: The gap between two fields, as a share of their side.
FIELD_GAP_SHARE = 0.14
#: The most fields in a row, unless there are more beads at the start.
MAX_ROW_FIELDS = 10
#: Where beads are added a row has at least this many fields for them, and more if fields of this
#: side, in mm, have room.
MIN_SPARE_FIELDS = 2
HANDY_FIELD_MM = 4.2
#: The tallest row of fields, in mm.
MAX_ROW_MM = 12.0
#: Rows at least this high, in mm, are comfortable: words take no larger share of the card.
COMFORTABLE_ROW_MM = 7.0
#: Shares of a standing card's height, or a lying card's width, for the words, the largest first.
WORD_SHARES = (0.36, 0.31, 0.27, 0.23)
#: The height of a badge, and the most of a field, as a share of their row.
ROW_SHARE = 0.86
#: The outline of an open field, and of one that opens when a bead is added.
OPEN = Stroke(DARK, 0.25)
CLOSED = Stroke(GREY, 0.15, (0.6, 0.6))


def card_size(job: "Job") -> Stock:
    """Return the size of the cards: the chosen one, or that of a playing card if it is a
    label's.
    """
    is_for_cards = job.stock.kind in ("card", "any") and job.stock.page is None
    if is_for_cards:
        return job.stock
    return read_stock(USUAL_SIZE, job.templates)


def field_number(box: Box, slot: int, index: int) -> int:
    """Return the number of a field, by slot and place in its row from 0; numbers go down, so
    open ones are lowest.
    """
    return index * len(box.slots) + slot + 1


@dataclass(frozen=True, slots=True)
class _Rows:
    """The rows of fields on a back, in mm: ``row`` is their height, ``badge`` the width of the
    column of badges.

    ``letters`` are the badges' in points, ``side`` is a field's, ``count`` the number of fields in
    a row.
    """

    left: float
    top: float
    row: float
    letters: float
    badge: float
    side: float
    count: int


class Backs:
    """The backs of a kit's cards at one size in mm; ``inset`` stays white along the edges, for the
    printer's drift.

    Cards that are too small for the fields of the fullest box are a ``UsageError``.
    """

    def __init__(self, job: "Job", width: float, height: float, *, inset: float = 0) -> None:
        self.job = job
        self.kit = job.kit
        self.width = width
        self.height = height
        self.inset = inset
        self.lying = _is_lying(width, height)
        self.pad = min(3.0, max(0.8, 0.05 * min(width, height)))
        self.share, self.rows = self._choose_share()

    def _choose_share(self) -> "tuple[float, _Rows]":
        """Return the largest share of words that leaves comfortable rows of fields, with these
        rows; without such a one, the smallest share.
        """
        fitting = None
        for share in WORD_SHARES:
            rows = self._measure(share)
            if rows is None:
                continue
            fitting = share, rows
            if rows.row >= COMFORTABLE_ROW_MM:
                break
        if fitting is None:
            raise UsageError(
                f"cards of {self.width:g} x {self.height:g} mm are too small for the fields on "
                "their backs; choose a larger --stock, such as poker or a7"
            )
        return fitting

    @property
    def _inner(self) -> tuple[float, float]:
        return self.width - 2 * self.inset, self.height - 2 * self.inset

    @property
    def numbered(self) -> bool:
        """True when fields carry numbers for dice, because a colour may have more than one."""
        return self.rows.count > 1

    def highest(self, box: Box) -> int:
        """Return the highest number of a field on a box's card."""
        return max(map(self.row_fields, box.slots)) * len(box.slots)

    def row_fields(self, slot: Slot) -> int:
        """Return the number of fields in a slot's row, open or closed."""
        if self.kit.rule.adds:
            return self.rows.count
        return slot.beads

    def field_at(self, slot: int, index: int) -> Point:
        """Return the upper left corner of a field: by slot and place in its row, from 0."""
        rows = self.rows
        x = rows.left + rows.badge + 0.15 * rows.row + index * rows.side * (1 + FIELD_GAP_SHARE)
        return x, rows.top + (slot + 0.5) * rows.row - rows.side / 2

    def _measure(self, share: float) -> _Rows | None:
        """Return the rows of fields when words take a share of the card, or None when they are
        too small.
        """
        wide, high = self._inner
        foot = LEAST_LETTERS * POINT
        left = self.inset + self.pad
        top = self.inset + self.pad
        if self.lying:
            left = self.inset + (share * wide + self.pad)
        else:
            top = self.inset + share * high
        width = self.inset + wide - self.pad - left
        height = self.inset + high - 1.4 * self.pad - foot - top
        most = max(len(box.slots) for box in self.kit.boxes)
        row = min(MAX_ROW_MM, height / most)
        extents = [badge_extent(colour.symbol, 1) for colour in self.kit.palette]
        highest = max(bottom - top for _, top, _, bottom in extents)
        widest = max(right for _, _, right, _ in extents) - min(left for left, _, _, _ in extents)
        letters = min(14.0, ROW_SHARE * row / highest)
        if letters < LEAST_LETTERS:
            return None
        badge = letters * widest
        room = width - badge - 0.15 * row
        count = self._fields_in_row(room)
        side = min(MAX_FIELD_MM, ROW_SHARE * row, room / (count + FIELD_GAP_SHARE * (count - 1)))
        if side < MIN_FIELD_MM:
            return None
        return _Rows(left, top, row, letters, badge, side, count)

    def _fields_in_row(self, room: float) -> int:
        """Return how many fields a row has in a room in mm: those of the beads at the start, and
        if beads are added some more.
        """
        at_start = max(slot.beads for box in self.kit.boxes for slot in box.slots)
        rule = self.kit.rule
        if not rule.adds:
            return at_start
        handy = min(MAX_ROW_FIELDS, int(room / HANDY_FIELD_MM / (1 + FIELD_GAP_SHARE)))
        most = rule.ceiling or MAX_ROW_FIELDS + at_start
        return min(max(at_start + MIN_SPARE_FIELDS, handy), most)

    def draw(self, box: Box) -> Scene:
        """Return the back of a box's card."""
        wide, high = self._inner
        scene = Scene(self.width, self.height)
        scene.add(rectangle(self.inset, self.inset, wide, high, tint(self.kit, box)))
        if self.lying:
            self._words(scene, box, self.share * wide - self.pad, high - 2 * self.pad)
        else:
            self._words(scene, box, wide - 2 * self.pad, self.share * high - 2 * self.pad)
        self._fields(scene, box)
        for words in (f"{self.kit.name} · {self.kit.short_hash}", self.kit.short_hash):
            if text_width(words, LEAST_LETTERS) <= wide - 2 * self.pad:
                at = (self.inset + wide - self.pad, self.inset + high - self.pad)
                scene.add(Text(at, words, LEAST_LETTERS, "end", fill=GREY))
                break
        return scene

    def _words(self, scene: Scene, box: Box, width: float, height: float) -> None:
        """Write id and row at the top; below, the other side's last move on a small board, with
        words.
        """
        x = y = self.inset + self.pad
        words = on_card(self.kit, self.job.texts, box)
        size = min(24.0, max(8.0, 0.26 * min(height, width) / CAPITAL / POINT))
        small = max(LEAST_LETTERS, min(10.0, 0.5 * size))
        y += CAPITAL * size * POINT
        scene.add(Text((x, y), box.id, size, bold=True, fill=DARK))
        if text_width(box.id, size, bold=True) + text_width(words, small) + 2 > width:
            y += 1.3 * small * POINT
            scene.add(Text((x, y), words, fit(words, small, width), fill=DARK))
        else:
            scene.add(Text((x + width, y), words, small, "end", fill=DARK))
        y += 0.6 * self.pad
        height = self.inset + self.pad + height - y
        if box.arrivals and self.lying:
            board = draw_arrivals(self.kit, box.arrivals, width, 0.62 * height)
            scene.place(board, x, y)
            y += board.height
            height -= board.height
        elif box.arrivals:
            board = draw_arrivals(self.kit, box.arrivals, 0.45 * width, height)
            scene.place(board, x, y)
            x = x + board.width + self.pad
            width = width - board.width - self.pad
        lines, size = _fitting(self._sentences(box), width, height)
        for line in lines:
            y += line_pitch(size)
            scene.add(Text((x, y), line, size, fill=DARK))

    def _sentences(self, box: Box) -> list[str]:
        """Return the sentences on the moves that lead to a position, the most important first."""
        texts = self.job.texts
        sentences = []
        if begins(self.kit, box):
            sentences.append(texts("cards.begins"))
        if box.arrivals:
            side = texts("cards.other")
            if len(self.kit.players) == 1:
                side = side_name(self.job, 1 - self.kit.players[0])
            names = ", ".join(dict.fromkeys(map(self.kit.game.move_text, box.arrivals)))
            sentences.append(texts("cards.last", side=side, moves=names))
        return sentences

    def _fields(self, scene: Scene, box: Box) -> None:
        """Draw the badge of each slot, and beside it its row of fields."""
        rows = self.rows
        usual = max(LEAST_LETTERS, min(10.0, 0.62 * rows.side / POINT))
        for number, slot in enumerate(box.slots):
            middle = rows.top + (number + 0.5) * rows.row
            left, top, _, bottom = badge_extent(slot.colour.symbol, rows.letters)
            half = max(-left, rows.badge / 2)
            badge_at = (rows.left + half, middle - (top + bottom) / 2)
            scene.add(*draw_badge(slot.colour, badge_at, rows.letters))
            for index in range(self.row_fields(slot)):
                x, y = self.field_at(number, index)
                outline = CLOSED
                if index < slot.beads:
                    outline = OPEN
                scene.add(rectangle(x, y, rows.side, rows.side, WHITE, outline))
                if self.numbered:
                    at = (x + rows.side / 2, y + rows.side / 2 + CAPITAL * usual * POINT / 2)
                    figures = f"{field_number(box, number, index)}"
                    size = max(LEAST_LETTERS, fit(figures, usual, 0.86 * rows.side))
                    scene.add(Text(at, figures, size, "middle", fill=GREY))


def _fitting(sentences: list[str], width: float, height: float) -> tuple[list[str], float]:
    """Return sentences as lines with their size, as large as possible; the last ones are dropped
    if none fits.
    """
    for count, size in product(range(len(sentences), 0, -1), (9.0, 8.0, 7.0, 6.0, LEAST_LETTERS)):
        lines = []
        for sentence in sentences[:count]:
            lines += wrap(sentence, size, width)
        # A single word may be wider than the room.
        is_narrow = all(text_width(line, size) <= width for line in lines)
        if is_narrow and len(lines) * line_pitch(size) <= height:
            return lines, size
    return [], LEAST_LETTERS


# A tally beside a board: for each move of a box a badge, and a field with its starting beads and
# room for more.

#: The gap between fields, in mm.
TALLY_GAP_MM = 0.7
#: The share of a field's width for the starting number.
TALLY_START_SHARE = 0.36
#: The height of a badge as a share of its row.
TALLY_BADGE_SHARE = 0.92


@dataclass(frozen=True, slots=True)
class NumberFields:
    """Fields beside the boards of all boxes: their width and height in mm, and how many stand
    below one another.
    """

    width: float
    height: float
    rows: int

    @property
    def column(self) -> float:
        """The width of a column with badge and field, in mm."""
        return self.height + self.width + 2 * TALLY_GAP_MM

    def size(self, box: Box) -> tuple[float, float]:
        """Return width and height of the fields of a box, in mm."""
        slots = len(box.slots)
        columns = math.ceil(slots / self.rows)
        rows = min(slots, self.rows)
        return columns * self.column, rows * (self.height + TALLY_GAP_MM)

    def draw(self, scene: Scene, box: Box, at: Point) -> None:
        """Draw the fields of a box, column by column, each with the starting number left of a
        line.
        """
        for index, slot in enumerate(box.slots):
            column, row = divmod(index, self.rows)
            x = at[0] + column * self.column
            y = at[1] + row * (self.height + TALLY_GAP_MM)
            middle = y + self.height / 2
            _, top, _, bottom = badge_extent(slot.colour.symbol, 1)
            letters = min(20.0, TALLY_BADGE_SHARE * self.height / (bottom - top))
            badge_at = (x + self.height / 2, middle - letters * (top + bottom) / 2)
            scene.add(*draw_badge(slot.colour, badge_at, letters))
            field = x + self.height + TALLY_GAP_MM
            size = max(5.0, min(22.0, 0.55 * self.height / POINT))
            start = TALLY_START_SHARE * self.width
            scene.add(rectangle(field, y, self.width, self.height, WHITE, Stroke(DARK, 0.2)))
            scene.add(Line((field + start, y), (field + start, y + self.height), Stroke(PALE, 0.2)))
            number_at = (field + start / 2, middle + MIDDLE * size * POINT)
            scene.add(Text(number_at, f"{slot.beads}", size, "middle", fill=GREY))
