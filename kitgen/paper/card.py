"""A box's label or card: board, id, turn and bead legend, as docs/reading-a-card.md describes them.

Everything has the same place and size on all cards of a kit; so the plan is made once, from the whole kit.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count as counting

from kitgen.errors import UsageError
from kitgen.kit.kit import Box, Kit, Slot
from kitgen.paper.badge import badge_extent, draw_badge
from kitgen.paper.board import draw_box
from kitgen.paper.fonts import text_width, wrap
from kitgen.paper.placing import CrowdedError
from kitgen.paper.scene import POINT, WHITE, Scene, Text, rectangle
from kitgen.paper.shapes import DARK
from kitgen.paper.texts import Texts

#: The grounds of turns 1, 2, 3 …, from the start again after the last: so pale that a copier drops them.
TINTS = ("#FCF6E1", "#E8F3F8", "#F9ECEA", "#EAF5E6", "#F1ECF7", "#F3F1EC")
#: Height of capitals, as a share of the letter size.
CAPITAL = 0.729
LEAST_LETTERS = 5.0
#: Labels at least this much wider than high have the board beside the words; others below the id.
LYING = 1.15
#: Edge marks have places for at least so many turns.
EDGE_MARKS = 6


def card(kit: Kit, box: Box, width: float, height: float, texts: Texts, *, inset: float = 0) -> Scene:
    """Return the card of one box; ``Cards`` draws many at less cost.

    Args:
        kit: the kit that the box belongs to; all its cards look alike.
        box: the box.
        width: of the card, in mm.
        height: of the card, in mm.
        texts: the words.
        inset: what stays free along the edges, in mm, on label stock that drifts in the printer.

    Raises:
        UsageError: the card is too small.
    """
    return Cards(kit, width, height, texts, inset=inset).draw(box)


@dataclass(frozen=True, slots=True)
class _Measures:
    """Lengths in mm and letter sizes in points that all cards of a kit share."""

    lying: bool
    pad: float
    mark: float
    id_size: float
    words: float
    letters: float
    panel: float
    columns: int
    rows: int
    column: float
    row: float
    board: tuple[float, float, float, float]


class Cards:
    """The cards of a kit at one size.

    Raises:
        UsageError: the size is too small for one of the boxes (on drawing it, or at once).
    """

    def __init__(self, kit: Kit, width: float, height: float, texts: Texts, *, inset: float = 0) -> None:
        self.kit, self.texts = kit, texts
        self.width, self.height, self.inset = width, height, inset
        try:
            self._measures = self._measure()
        except CrowdedError:
            raise self._too_small(kit.boxes[0]) from None

    def draw(self, box: Box) -> Scene:
        """Return the card of a box.

        Raises:
            UsageError: the size is too small for the box.
        """
        try:
            return self._draw(box)
        except CrowdedError:
            raise self._too_small(box) from None

    def _draw(self, box: Box) -> Scene:
        """Return the card of a box, or raise CrowdedError."""
        is_ = self._measures
        scene = Scene(self.width, self.height)
        wide, high = self._inner
        scene.add(rectangle(self.inset, self.inset, wide, high, self._tint(box)))
        self._edge_mark(scene, box)
        x, y, room_x, room_y = is_.board
        board = draw_box(self.kit, box, room_x, room_y)
        # Beside the words the board stands right; below them it stands in the middle.
        left = x + (room_x - board.width) * (1 if is_.lying else 0.5)
        scene.place(board, left, y + (room_y - board.height) / 2)
        (self._lying_words if is_.lying else self._standing_words)(scene, box)
        return scene

    # --- measures ----------------------------------------------------------------------------------------------

    @property
    def _inner(self) -> tuple[float, float]:
        return self.width - 2 * self.inset, self.height - 2 * self.inset

    def _measure(self) -> _Measures:
        """Return the measures of all cards.

        Raises:
            CrowdedError: the words alone leave no room for a board.
        """
        wide, high = self._inner
        lying = wide >= LYING * high
        small = min(wide, high)
        pad, mark = min(2.5, max(0.6, 0.045 * small)), min(1.5, max(0.5, 0.03 * small))
        capital = 0.165 * high if lying else 0.1 * high
        id_size = min(34.0, max(8.0, min(capital, 0.16 * wide) / CAPITAL / POINT))
        words = max(LEAST_LETTERS, min(12.0, 0.4 * id_size))
        letters = max(LEAST_LETTERS, min(11.0, 0.42 * id_size))
        column, row = self._legend_cell(letters)
        make = self._measure_lying if lying else self._measure_standing
        panel, columns, board = make(pad, mark, id_size, words, column, row)
        if board[2] < 5 or board[3] < 5:
            raise CrowdedError
        rows = math.ceil(max(len(box.slots) for box in self.kit.boxes) / columns)
        return _Measures(lying, pad, mark, id_size, words, letters, panel, columns, rows, column, row, board)

    def _measure_lying(
        self, pad: float, mark: float, id_size: float, words: float, column: float, row: float
    ) -> tuple[float, int, tuple[float, float, float, float]]:
        """Return panel width, legend columns and the board's room, beside the panel."""
        wide, high = self._inner
        texts = [text for box in self.kit.boxes for text in self._box_words(box)]
        panel = max(text_width(box.id, id_size, bold=True) for box in self.kit.boxes)
        panel = max(panel, *(text_width(self._turn(box), words) for box in self.kit.boxes))
        panel = max(panel, *(text_width(word, words) for text in texts for word in text.split()))
        lines = max(sum(len(wrap(text, words, panel)) for text in self._box_words(box)) for box in self.kit.boxes)
        free = high - 2 * pad - CAPITAL * id_size * POINT - lines * self._leading(words) - 0.25 * row
        rows = max(1, int(free / row))
        most = max(len(box.slots) for box in self.kit.boxes)
        columns = math.ceil(most / rows)
        if free < row or columns > 3:
            raise CrowdedError
        panel = max(panel, columns * column)
        gap = max(0.5, 0.9 * pad)
        x = self.inset + pad + panel + gap
        room = self.inset + wide - mark - gap - x
        return panel, columns, (x, self.inset + pad, room, high - 2 * pad)

    def _measure_standing(
        self, pad: float, mark: float, id_size: float, words: float, column: float, row: float
    ) -> tuple[float, int, tuple[float, float, float, float]]:
        """Return panel width, legend columns and the board's room, between id and legend."""
        del words
        wide, high = self._inner
        panel = wide - pad - max(pad, mark + 0.5 * pad)
        columns = max(1, int(panel / column))
        rows = math.ceil(max(len(box.slots) for box in self.kit.boxes) / columns)
        y = self.inset + pad + CAPITAL * id_size * POINT + 1.2 * pad
        room = self.inset + high - pad - rows * row - pad - y
        return panel, columns, (self.inset + pad, y, panel, room)

    def _legend_cell(self, letters: float) -> tuple[float, float]:
        """Return width and height of one entry of the legend."""
        extents = [badge_extent(colour.symbol, letters) for colour in self.kit.palette]
        figures = {slot.beads for box in self.kit.boxes for slot in box.slots}
        figure = max(text_width(_beads(number), letters) for number in figures)
        wide = max(right for _, _, right, _ in extents) - min(left for left, _, _, _ in extents)
        high = max(bottom - top for _, top, _, bottom in extents)
        return wide + figure + 0.75 * letters * POINT, high + 0.12 * letters * POINT

    @staticmethod
    def _leading(size: float) -> float:
        return 1.25 * size * POINT

    # --- words -------------------------------------------------------------------------------------------------

    def _turn(self, box: Box) -> str:
        return self.texts("card.later" if box.later else "card.turn", turn=box.turn)

    def _box_words(self, box: Box) -> Iterator[str]:
        """Yield the lines under a box's id, before they are broken."""
        yield self._turn(box)
        if box.mirror_of:
            yield self.texts("card.mirror", id=box.mirror_of)

    def _lying_words(self, scene: Scene, box: Box) -> None:
        """Write id and words at the top of the panel, and the legend at its foot."""
        is_ = self._measures
        x, y = self.inset + is_.pad, self.inset + is_.pad + CAPITAL * is_.id_size * POINT
        scene.add(Text((x, y), box.id, is_.id_size, bold=True, fill=DARK))
        y += 0.1 * self._leading(is_.words)
        for text in self._box_words(box):
            for line in wrap(text, is_.words, is_.panel):
                y += self._leading(is_.words)
                scene.add(Text((x, y), line, is_.words, fill=DARK))
        self._legend(scene, box.slots, x)

    def _standing_words(self, scene: Scene, box: Box) -> None:
        """Write the id top left, the words top right, and the legend at the foot."""
        is_ = self._measures
        x, y = self.inset + is_.pad, self.inset + is_.pad + CAPITAL * is_.id_size * POINT
        scene.add(Text((x, y), box.id, is_.id_size, bold=True, fill=DARK))
        lines = list(self._box_words(box))
        for number, line in enumerate(reversed(lines)):
            at = (x + is_.panel, y - number * self._leading(is_.words))
            scene.add(Text(at, line, is_.words, "end", fill=DARK))
        self._legend(scene, box.slots, x)

    def _legend(self, scene: Scene, slots: tuple[Slot, ...], x: float) -> None:
        """Draw a badge and its number of beads for each slot, row by row; the first has one place on all cards."""
        is_ = self._measures
        y = self.inset + self._inner[1] - is_.pad - is_.rows * is_.row
        extents = [badge_extent(colour.symbol, is_.letters) for colour in self.kit.palette]
        reach, after = -min(left for left, _, _, _ in extents), max(right for _, _, right, _ in extents)
        for number, slot in enumerate(slots):
            row, column = divmod(number, is_.columns)
            middle = (x + column * is_.column + reach, y + (row + 0.5) * is_.row)
            _, top, _, bottom = badge_extent(slot.colour.symbol, is_.letters)
            middle = (middle[0], middle[1] - (top + bottom) / 2)
            scene.add(*draw_badge(slot.colour, middle, is_.letters))
            baseline = y + (row + 0.5) * is_.row + CAPITAL * is_.letters * POINT / 2
            at = (middle[0] + after + 0.3 * is_.letters * POINT, baseline)
            scene.add(Text(at, _beads(slot.beads), is_.letters, fill=DARK))

    # --- turn --------------------------------------------------------------------------------------------------

    def _tint(self, box: Box) -> str:
        """Return the ground's colour; greys would only turn into noise on a black-and-white printer."""
        grey = all(len({colour.fill[start : start + 2] for start in (1, 3, 5)}) == 1 for colour in self.kit.palette)
        return WHITE if grey else TINTS[(box.turn - 1) % len(TINTS)]

    def _edge_mark(self, scene: Scene, box: Box) -> None:
        """Draw the dark mark on the right edge, lower with each turn."""
        turns = max(EDGE_MARKS, *(other.turn for other in self.kit.boxes))
        wide, high = self._inner
        step = high / turns
        length = max(0.4, min(0.86 * step, step - 0.3))
        y = self.inset + (box.turn - 1) * step + (step - length) / 2
        mark = self._measures.mark
        scene.add(rectangle(self.inset + wide - mark, y, mark, length, DARK))

    # --- too small ---------------------------------------------------------------------------------------------

    def _too_small(self, box: Box) -> UsageError:
        """Return the refusal of this size, with the least one of its proportions that would do."""
        for step in counting(1):
            scale = 1.04**step
            width, height = math.ceil(self.width * scale), math.ceil(self.height * scale)
            if max(width, height) > 400 or self._would_do(width, height, box):
                break
        return UsageError(
            f"labels of {self.width:g} x {self.height:g} mm are too small for box {box.id} of {self.kit.name}; "
            + (f"{width} x {height} mm would do" if max(width, height) <= 400 else "choose other proportions")
        )

    def _would_do(self, width: float, height: float, first: Box) -> bool:
        """Return whether all boxes can be drawn at a size; the one that failed is tried first."""
        other = object.__new__(Cards)
        other.kit, other.texts, other.width, other.height, other.inset = (
            self.kit, self.texts, width, height, self.inset,
        )  # fmt: skip
        try:
            other._measures = other._measure()  # noqa: SLF001 - the same class, at another size
            for box in (first, *self.kit.boxes):
                other._draw(box)  # noqa: SLF001
        except CrowdedError:
            return False
        return True


def _beads(number: int) -> str:
    """Return a number of beads as it stands in a legend."""
    return f"× {number}"
