"""What lies on a board and beside it: pieces, seeds, arrows, badges, and the lines of the legend."""

import math
import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from kitgen.check.pdf.boards import Board, Marks, holds
from kitgen.check.pdf.page import Bounds, Letters, Point, Shape
from kitgen.check.pdf.recognise import (
    Arrow,
    apart,
    find_arrow,
    find_piece,
    find_symbol,
    inside,
    is_circle,
    luminance,
    to_segment,
)
from kitgen.model import Diagram

BEADS = re.compile(r"[×x]\s*([0-9]+)")
#: Stands in the badge of a move that an express machine always plays, in the place of a letter.
ALWAYS = "!"
#: More seeds than this are told by their figure alone.
DOTS = 12
#: Letter and badge differ by at least this much in luminance (0 to 1), or nobody reads the letter.
LEAST_CONTRAST = 0.15

#: An arrow that runs by more than so many degrees beside the line between the middles of its cells is turned.
ASKEW = 8.0


@dataclass(frozen=True, slots=True)
class Badge:
    """A bead's symbol with its letter.

    Attributes:
        shape: the outline.
        text: the letter in it, as it was drawn.
        symbol: which outline it is; empty when it is none of the known ones.
        fill: the outline's colour.
    """

    shape: Shape
    text: Letters
    symbol: str
    fill: str

    @property
    def letter(self) -> str:
        """The letter in it."""
        return self.text.text

    @property
    def at(self) -> Point:
        """The middle of its letter."""
        return self.text.centre


@dataclass(frozen=True, slots=True)
class Way:
    """One coloured move as it is marked.

    Attributes:
        source, target: the cells that the mark shows; None for an end that it does not show.
        fill: the colour of the arrow, or of the badge where there is no arrow.
        badge: its badge, if it has one.
    """

    source: int | None
    target: int | None
    fill: str
    badge: Badge | None


@dataclass(frozen=True, slots=True)
class Drawing:
    """What one board and its card show.

    Attributes:
        cells: the content of each cell, in the game's code.
        ways: the coloured moves.
        twins: source and target of the moves drawn in grey.
        legend: the badges beside the board, with their numbers of beads.
        faults: what cannot be right.
    """

    cells: tuple[int, ...]
    ways: tuple[Way, ...]
    twins: tuple[tuple[int | None, int | None], ...]
    legend: tuple[tuple[Badge, int], ...]
    faults: tuple[str, ...]


def read_drawing(marks: Marks, board: Board, diagram: Diagram, card: Bounds | None) -> Drawing:
    """Return what a board shows, and the card around it.

    Args:
        marks: the page.
        board: where the board is.
        diagram: how the game marks pieces and moves.
        card: the rectangle of the card; None for a board on the bare page.
    """
    return _Look(marks, board, diagram).read(card)


class _Look:
    """One look at one board."""

    def __init__(self, marks: Marks, board: Board, diagram: Diagram) -> None:
        self.marks = marks
        self.board = board
        self.diagram = diagram
        self.shapes = [s for s in marks.shapes(board.frame.bounds) if s.order not in board.parts]
        self.faults: list[str] = []

    def read(self, card: Bounds | None) -> Drawing:
        """Return everything."""
        arrows = [arrow for arrow in map(find_arrow, self.shapes) if arrow is not None]
        used = {arrow.shape.order for arrow in arrows}
        outlines = [shape for shape in self.shapes if shape.order not in used]
        badges = self._badges(outlines, self.marks.letters(self.board.frame.bounds))
        used |= {badge.shape.order for badge in badges}
        rest = [s for s in self.shapes if s.order not in used and not _on_arrow(s, arrows)]
        twins: list[tuple[int | None, int | None]] = []
        if self.diagram.moves == "place":
            ways = self._placed(badges)
            for shape in [s for s in rest if _is_twin(s) and is_circle(s)]:
                twins.append((None, self.board.cell_at(shape.centre)))
                rest.remove(shape)
            self.faults += ["an arrow on a board whose moves have none"] * len(arrows)
        else:
            ways = self._pointed(arrows, badges, twins)
        self._hidden(badges, arrows)
        cells = self._seeds(rest) if self.diagram.seeds else self._pieces(rest)
        for source in [way.source for way in ways] + [twin[0] for twin in twins]:
            if source is not None and not cells[source]:
                self.faults.append(f"an arrow starts on {self._say(source)}, where nothing lies")
        legend = self._legend(card) if card is not None else ()
        return Drawing(tuple(cells), tuple(ways), tuple(twins), tuple(legend), tuple(self.faults))

    def _hidden(self, badges: Sequence[Badge], arrows: Sequence[Arrow]) -> None:
        """Find badges and arrows that something drawn later covers."""
        for badge in badges:
            if self.marks.hidden(badge.at, badge.text.order):
                self.faults.append(f"badge {badge.letter} is covered")
            if abs(luminance(badge.text.fill) - luminance(badge.fill)) < LEAST_CONTRAST:
                self.faults.append(f"the letter {badge.letter} cannot be told from its badge")
        for arrow in arrows:
            neck = [sum(parts) / 2 for parts in zip(*arrow.shaft[2:], strict=True)]
            head = [(end + start) / 2 for end, start in zip(arrow.tip, neck, strict=True)]
            if self.marks.hidden((head[0], head[1]), arrow.shape.order):
                self.faults.append(f"the head of the arrow to {self._say(self._target(arrow))} is covered")

    def _say(self, cell: int) -> str:
        """Return a cell in words, as it lies on the page."""
        x, y = self.board.cells[cell]
        column = 1 + len({round(a, 1) for a, _ in self.board.cells if a < x - 0.1})
        row = 1 + len({round(b, 1) for _, b in self.board.cells if b < y - 0.1})
        return f"column {column}, row {row}"

    def _badges(self, shapes: Sequence[Shape], letters: Sequence[Letters]) -> list[Badge]:
        """Return the badges among some marks: outlines with a letter in the middle."""
        held: defaultdict[int, list[Letters]] = defaultdict(list)
        found: dict[int, Shape] = {}
        for text in letters:
            if len(text.text) != 1 or not (text.text.isalpha() or text.text == ALWAYS):
                continue
            around = [s for s in shapes if s.order < text.order and _is_badge(s) and _fits(text, s)]
            if around:
                shape = min(around, key=lambda s: s.size[0] * s.size[1])
                held[shape.order].append(text)
                found[shape.order] = shape
        badges = []
        for order, texts in held.items():
            if len(texts) > 1:
                self.faults.append(f"a badge has {len(texts)} letters: {' '.join(text.text for text in texts)}")
            shape = found[order]
            badges.append(Badge(shape, texts[-1], find_symbol(shape) or "", shape.fill or ""))
        for badge in badges:
            if not badge.symbol:
                self.faults.append(f"badge {badge.letter} has an outline that is no symbol")
        return badges

    def _placed(self, badges: Sequence[Badge]) -> list[Way]:
        """Return the moves of a board on which a badge marks the target."""
        ways = []
        for badge in badges:
            cell = self.board.cell_at(badge.at)
            if cell is None or self.board.off_centre(cell, badge.at):
                self.faults.append(f"badge {badge.letter} is not in the middle of a cell")
            ways.append(Way(None, cell, badge.fill, badge))
        return ways

    def _pointed(
        self, arrows: Sequence[Arrow], badges: Sequence[Badge], twins: list[tuple[int | None, int | None]]
    ) -> list[Way]:
        """Return the moves of a board on which arrows show them; grey ones go to ``twins``."""
        of: defaultdict[int, list[Badge]] = defaultdict(list)
        for found in badges:
            number = _nearest_arrow(found, arrows)
            if number is None:
                self.faults.append(f"badge {found.letter} lies on no arrow")
            else:
                of[number].append(found)
        ways = []
        for number, arrow in enumerate(arrows):
            ends = self._ends(arrow)
            if ends is None:
                continue
            if _is_twin(arrow.shape) and not of[number]:
                twins.append(ends)
                continue
            badge = next(iter(of[number]), None)
            fill = arrow.shape.fill or ""
            where = f"the arrow to {self._say(self._target(arrow))}"
            if badge is None:
                self.faults.append(f"{where} has no badge")
            elif badge.fill != fill:
                self.faults.append(f"{where} is {fill}, and its badge {badge.letter} is {badge.fill}")
            if len(of[number]) > 1:
                self.faults.append(f"{where} has {len(of[number])} badges")
            ways.append(Way(*ends, fill, badge))
        return ways

    def _target(self, arrow: Arrow) -> int:
        """Return the cell that an arrow points to."""
        cell = self.board.cell_at(arrow.tip)
        return 0 if cell is None else cell

    def _ends(self, arrow: Arrow) -> tuple[int | None, int | None] | None:
        """Return the cells that an arrow shows; None when it leaves the board."""
        source, target = self._source(arrow), self.board.cell_at(arrow.tip)
        if self.diagram.moves == "sow":
            target = self._ahead(arrow)
        if source is None or target is None:
            self.faults.append("an arrow leaves the board")
            return None
        if source == target:
            self.faults.append(f"an arrow stays within its cell ({self._say(source)})")
        if self.diagram.moves != "sow":
            if source != target and self._askew(arrow, source, target):
                self.faults.append(f"the arrow from {self._say(source)} does not point to the middle of a cell")
            return source, target
        if target != (source + 1) % len(self.board.cells):
            self.faults.append(f"the arrow at {self._say(source)} does not point to the next pit")
        return source, None

    def _askew(self, arrow: Arrow, source: int, target: int) -> bool:
        """Return whether an arrow runs in another direction than from middle to middle of its cells."""
        (x, y), (tx, ty) = self.board.cells[source], self.board.cells[target]
        (ax, ay), (bx, by) = arrow.tail, arrow.tip
        across = (tx - x) * (by - ay) - (ty - y) * (bx - ax)
        along = (tx - x) * (bx - ax) + (ty - y) * (by - ay)
        return abs(math.degrees(math.atan2(across, along))) > ASKEW

    def _ahead(self, arrow: Arrow) -> int | None:
        """Return the cell that an arrow points at without reaching it: the nearest one around its tip."""
        far = [math.dist(middle, arrow.tip) for middle in self.board.cells]
        best = min(range(len(far)), key=far.__getitem__)
        return best if far[best] < 2 * max(self.board.reach) else None

    def _source(self, arrow: Arrow) -> int | None:
        """Return the cell behind an arrow: the one whose middle is nearest to its axis, drawn on backwards."""
        (x, y), (tx, ty) = arrow.tail, arrow.tip
        length = math.dist(arrow.tail, arrow.tip)
        back = 0.75 * max(self.board.reach)
        start = x + (x - tx) / length * back, y + (y - ty) / length * back
        away = {
            cell: to_segment(middle, arrow.tail, start)
            for cell, middle in enumerate(self.board.cells)
            if self.board.cell_at(arrow.tail) == cell or math.dist(middle, start) < max(self.board.reach)
        }
        return min(away, key=lambda cell: away[cell], default=None)

    def _pieces(self, shapes: Sequence[Shape]) -> list[int]:
        """Return the content of each cell by the piece drawn on it."""
        codes = {piece: code for code, piece in self.diagram.pieces.items()}
        cells = [0] * len(self.board.cells)
        for shape in shapes:
            cell = self.board.cell_at(shape.centre)
            if cell is None:
                continue
            piece = find_piece(shape)
            if piece not in codes:
                if piece is not None or _is_badge(shape):
                    self.faults.append(f"a mark that is no piece lies on {self._say(cell)}")
                continue
            if self.marks.hidden(shape.centre, shape.order):
                self.faults.append(f"the piece on {self._say(cell)} is covered")
            if self.board.off_centre(cell, shape.centre):
                self.faults.append(f"the piece on {self._say(cell)} lies off the middle of its cell")
            if cells[cell]:
                self.faults.append(f"two pieces lie on {self._say(cell)}")
            cells[cell] = codes[piece]
        return cells

    def _seeds(self, shapes: Sequence[Shape]) -> list[int]:
        """Return the number of seeds in each pit: its figure, checked by its dots."""
        pits = len(self.board.cells)
        dots, figures = [0] * pits, [list[int]() for _ in range(pits)]
        for shape in shapes:
            cell = self.board.cell_at(shape.centre)
            if cell is not None and is_circle(shape):
                dots[cell] += shape.fill is not None and luminance(shape.fill) < 0.3
        for text in self.marks.letters(self.board.frame.bounds):
            cell = self.board.cell_at(text.centre)
            if cell is not None and text.text.isdecimal():
                figures[cell].append(int(text.text))
        counts = []
        for cell in range(pits):
            if len(figures[cell]) != 1:
                self.faults.append(f"pit {self._say(cell)} has {len(figures[cell])} figures")
            count = figures[cell][-1] if figures[cell] else dots[cell]
            if dots[cell] != count and (count <= DOTS or dots[cell]):
                self.faults.append(f"pit {self._say(cell)} says {count} and shows {dots[cell]} seeds")
            counts.append(count)
        return counts

    def _legend(self, card: Bounds) -> list[tuple[Badge, int]]:
        """Return the badges of a card outside its board, each with the number beside it."""
        board = self.board.frame.bounds
        shapes = [s for s in self.marks.shapes(card) if not holds(board, s.centre)]
        letters = [t for t in self.marks.letters(card) if not holds(board, t.centre)]
        self.faults += ["an arrow lies beside the board" for shape in shapes if find_arrow(shape)]
        badges = self._badges(shapes, letters)
        counts = [(match, text) for text in letters if (match := BEADS.fullmatch(text.text))]
        legend = []
        for badge in badges:
            _, top, right, bottom = badge.shape.bounds
            beside = [
                (text.bounds[0] - right, int(match[1]))
                for match, text in counts
                if top <= text.centre[1] <= bottom and text.centre[0] > right
            ]
            if beside:
                legend.append((badge, min(beside)[1]))
            else:
                self.faults.append(f"the legend gives no number of beads for {badge.letter}")
        if len(counts) > len(legend):
            self.faults.append(f"the legend has {len(counts)} numbers of beads for {len(legend)} badges")
        return legend


def _is_badge(shape: Shape) -> bool:
    return shape.fill is not None and shape.stroke is not None and shape.closed


def _is_twin(shape: Shape) -> bool:
    """Return whether a mark is drawn in the greys of a twin: light inside, and no dark outline."""
    colours = [colour for colour in (shape.fill, shape.stroke) if colour is not None]
    if len(colours) != 2 or any(len({colour[1:3], colour[3:5], colour[5:]}) != 1 for colour in colours):
        return False
    return luminance(colours[0]) > 0.7 and 0.35 < luminance(colours[1]) < 0.8


def _fits(text: Letters, shape: Shape) -> bool:
    """Return whether a letter stands in the middle of an outline that is not much larger."""
    wide, high = shape.size
    x, y = shape.centre
    near = abs(text.centre[0] - x) < 0.25 * wide and abs(text.centre[1] - y) < 0.25 * high
    return near and max(wide, high) < 5 * (text.bounds[3] - text.bounds[1])


def _nearest_arrow(badge: Badge, arrows: Sequence[Arrow]) -> int | None:
    """Return the number of the arrow to whose shaft a badge is nearest; None when none is near.

    In crowded places a badge stands beside its shaft, and plainly nearer to it than to any other.
    """
    reach = max(badge.shape.size)
    near = [n for n, arrow in enumerate(arrows) if to_segment(badge.at, arrow.tail, arrow.tip) < 2 * reach]
    away = {number: apart(badge.shape.outline, arrows[number].shaft) for number in near}
    best = min(away, key=lambda number: away[number], default=None)
    return best if best is not None and away[best] < reach / 2 else None


def _on_arrow(shape: Shape, arrows: Sequence[Arrow]) -> bool:
    """Return whether a mark is the line style of an arrow: drawn after it, and inside it."""
    return any(
        arrow.shape.order < shape.order and all(inside(corner, arrow.shape.corners) for corner in shape.corners)
        for arrow in arrows
    )
