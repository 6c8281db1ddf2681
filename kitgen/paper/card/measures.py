"""The measures that all cards of a kit share: words as large as they can be without taking room from the board."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from kitgen.kit.kit import Box, Kit, Slot
from kitgen.paper.card.badge import badge_extent
from kitgen.paper.card.board import fit_grid
from kitgen.paper.card.marking import marking_of
from kitgen.paper.card.placing import CrowdedError
from kitgen.paper.card.styles.style import CAPITAL, LEAST_LETTERS
from kitgen.paper.marks.fonts import text_width, wrap
from kitgen.paper.marks.scene import POINT
from kitgen.paper.texts import Texts
from kitgen.paper.words.rows import has_rows, on_card

#: How much larger an id is that says what lies on the board.
LARGE = 1.5
#: Labels at least this much wider than high have the board beside the words; others below the id.
LYING = 1.15


@dataclass(frozen=True, slots=True)
class Measures:
    """Lengths in mm and letter sizes in points that all cards of a kit share.

    Attributes:
        lying: True when the board stands beside the words, False when below the id.
        pad: what stays free along the edges.
        mark: width of the edge mark.
        id_size, words, letters: sizes of the id, of the words and of the legend.
        panel: width of the words.
        columns: of the legend: where each has the middles of its badges, its figures, and the words behind them.
        rows: lines of the legend on the fullest card.
        row: height of one of them.
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
    """What a kit's cards have to hold, and the room that they have for it.

    Attributes:
        kit: whose cards they are.
        texts: the words.
        width, height: of a card, in mm.
        inset: what stays free along its edges, in mm.
    """

    kit: Kit
    texts: Texts
    width: float
    height: float
    inset: float = 0

    @property
    def inner(self) -> tuple[float, float]:
        """Width and height of what is printed on, in mm."""
        return self.width - 2 * self.inset, self.height - 2 * self.inset

    def measure(self) -> Measures:
        """Return the measures of all cards: words as large as they can be without taking room from the board.

        Raises:
            CrowdedError: the words alone leave no room for a board.
        """
        best, best_score = None, 0.0
        for id_scale, letter_scale in product((1.0, 0.85, 0.7), (1.0, 0.85, 0.7)):
            try:
                found = self._measure_at(id_scale, letter_scale)
            except CrowdedError:
                continue
            grid = fit_grid(self.kit.game.diagram, found.board[2], found.board[3])
            # The board weighs most; but words shrink only for what they give to it.
            score = math.sqrt(grid.width * grid.height) * (id_scale * letter_scale) ** 0.25
            if score > best_score + 1e-6:
                best, best_score = found, score
        if best is None:
            raise CrowdedError
        return best

    def _measure_at(self, id_scale: float, letter_scale: float) -> Measures:
        """Return the measures with id and legend at a scale of their usual size, or raise CrowdedError."""
        wide, high = self.inner
        lying = wide >= LYING * high
        small = min(wide, high)
        pad, mark = min(2.5, max(0.6, 0.045 * small)), min(1.5, max(0.5, 0.03 * small))
        capital = 0.165 * high if lying else 0.1 * high
        usual = min(34.0, max(8.0, min(capital, 0.16 * wide) / CAPITAL / POINT))
        id_size = max(8.0, id_scale * usual)
        words = max(LEAST_LETTERS, min(12.0, 0.4 * id_size))
        if not has_rows(self.kit):  # the id is the number that an operator counts
            id_size *= LARGE
        letters = max(LEAST_LETTERS, min(11.0, letter_scale * 0.45 * usual))
        row = self._legend_row(letters)
        make = self._measure_lying if lying else self._measure_standing
        panel, columns, board = make(pad, mark, id_size, words, letters)
        if board[2] < 5 or board[3] < 5:
            raise CrowdedError
        rows = math.ceil(max(len(box.slots) for box in self.kit.boxes) / columns)
        places, _ = self._legend_columns(letters, columns)
        return Measures(lying, pad, mark, id_size, words, letters, panel, places, rows, row, board)

    def _measure_lying(
        self, pad: float, mark: float, id_size: float, words: float, letters: float
    ) -> tuple[float, int, tuple[float, float, float, float]]:
        """Return panel width, legend columns and the board's room, beside the panel."""
        wide, high = self.inner
        boxes = self._kinds
        panel = text_width(self._longest_id, id_size, bold=True)
        panel = max(panel, *(text_width(on_card(self.kit, self.texts, box), words) for box in boxes))
        panel = max(panel, *(text_width(w, words) for box in boxes for t in self.box_words(box) for w in t.split()))
        row = self._legend_row(letters)
        for columns in (1, 2, 3):
            needed = max(panel, self._legend_columns(letters, columns)[1])
            if all(self._panel_height(box, id_size, words, row, columns, needed) <= high - 2 * pad for box in boxes):
                break
        else:
            raise CrowdedError
        gap = max(0.5, 0.9 * pad)
        x = self.inset + pad + needed + gap
        room = self.inset + wide - mark - gap - x
        return needed, columns, (x, self.inset + pad, room, high - 2 * pad)

    def _panel_height(self, box: Box, id_size: float, words: float, row: float, columns: int, width: float) -> float:
        """Return how high id, words and legend of a box stand one below the other."""
        lines = sum(len(wrap(text, words, width)) for text in self.box_words(box))
        return CAPITAL * id_size * POINT + lines * line_pitch(words) + (math.ceil(len(box.slots) / columns) + 0.2) * row

    def _measure_standing(
        self, pad: float, mark: float, id_size: float, words: float, letters: float
    ) -> tuple[float, int, tuple[float, float, float, float]]:
        """Return panel width, legend columns and the board's room, between id and legend."""
        wide, high = self.inner
        panel = wide - pad - max(pad, mark + 0.5 * pad)
        beside = max(text_width(text, words) for box in self._kinds for text in self.box_words(box))
        if text_width(self._longest_id, id_size, bold=True) + beside + pad > panel:
            raise CrowdedError
        most = max(len(box.slots) for box in self._kinds)
        fitting = [count for count in range(1, most + 1) if self._legend_columns(letters, count)[1] <= panel]
        if not fitting:
            raise CrowdedError
        columns, row = fitting[-1], self._legend_row(letters)
        rows = math.ceil(max(len(box.slots) for box in self.kit.boxes) / columns)
        y = self.inset + pad + CAPITAL * id_size * POINT + 1.2 * pad
        room = self.inset + high - pad - rows * row - pad - y
        return panel, columns, (self.inset + pad, y, panel, room)

    @cached_property
    def _kinds(self) -> tuple[Box, ...]:
        """One box of each kind that takes a room of its own: by words and number of slots."""
        return tuple({(*self.box_words(box), len(box.slots)): box for box in self.kit.boxes}.values())

    @cached_property
    def _longest_id(self) -> str:
        return max((box.id for box in self.kit.boxes), key=lambda text: (text_width(text, 10, bold=True), text))

    def _legend_row(self, letters: float) -> float:
        """Return the height of one line of the legend."""
        extents = [badge_extent(colour.symbol, letters) for colour in self.kit.palette]
        return max(bottom - top for _, top, _, bottom in extents) + 0.12 * letters * POINT

    def _legend_columns(self, letters: float, columns: int) -> tuple[tuple[tuple[float, float, float], ...], float]:
        """Return where the legend's columns have the middles of badges, figures and words, and its width."""
        figures = {slot.beads for box in self.kit.boxes for slot in box.slots}
        figure = max(text_width(bead_words(number, letters), letters) for number in figures)
        words = {self.take_words(slot) for box in self.kit.boxes for slot in box.slots}
        takes = max(text_width(word, letters) + 0.7 * letters * POINT if word else 0.0 for word in words)
        em, x, places = letters * POINT, 0.0, []
        apart = (1.2 if takes else 0.34) * em
        for column in range(columns):
            used = {slot.colour.symbol for box in self.kit.boxes for slot in box.slots[column::columns]}
            extents = [badge_extent(symbol, letters) for symbol in sorted(used)] or [(0.0, 0.0, 0.0, 0.0)]
            middle = x - min(left for left, _, _, _ in extents)
            start = middle + max(right for _, _, right, _ in extents) + 0.22 * em
            places.append((middle, start, start + figure + 0.7 * em))
            x = start + figure + takes + apart
        return tuple(places), x - apart

    def take_words(self, slot: Slot) -> str:
        """Return how many pieces a move takes away, where that is what it does; otherwise nothing."""
        amount = marking_of(self.kit.game.diagram).amount(slot.moves[0])
        return "" if amount is None else self.texts("card.take", number=amount)

    def box_words(self, box: Box) -> Iterator[str]:
        """Yield the lines under a box's id, before they are broken."""
        yield on_card(self.kit, self.texts, box)
        if box.mirror_of:
            yield self.texts("card.mirror", id=box.mirror_of)


def line_pitch(size: float) -> float:
    """Return the distance between two lines of letters of a size in points, in mm."""
    return 1.25 * size * POINT


def bead_words(number: int, letters: float) -> str:
    """Return a number of beads as it stands in a legend; the smallest letters have no room for the space."""
    return f"× {number}" if letters > LEAST_LETTERS else f"×{number}"
