"""A box's label or card: board, id, turn and bead legend, as docs/reading-a-card.md describes them.

Everything has the same place and size on all cards of a kit; so the plan is made once, from the whole kit.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import count as counting
from itertools import product

from kitgen.errors import UsageError
from kitgen.kit.kit import Box, Kit, Slot
from kitgen.paper.card.badge import badge_extent, draw_badge
from kitgen.paper.card.board import draw_box, fit_grid
from kitgen.paper.card.placing import CrowdedError
from kitgen.paper.marks.fonts import text_width, wrap
from kitgen.paper.marks.scene import DARK, POINT, WHITE, Scene, Text, rectangle
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


def tint(kit: Kit, box: Box) -> str:
    """Return the colour of a card's ground; greys would only turn into noise on a black-and-white printer."""
    grey = all(len({colour.fill[start : start + 2] for start in (1, 3, 5)}) == 1 for colour in kit.palette)
    return WHITE if grey else TINTS[(box.turn - 1) % len(TINTS)]


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
    columns: tuple[tuple[float, float], ...]
    rows: int
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
        scene.add(rectangle(self.inset, self.inset, wide, high, tint(self.kit, box)))
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

    def _measure_at(self, id_scale: float, letter_scale: float) -> _Measures:
        """Return the measures with id and legend at a scale of their usual size, or raise CrowdedError."""
        wide, high = self._inner
        lying = wide >= LYING * high
        small = min(wide, high)
        pad, mark = min(2.5, max(0.6, 0.045 * small)), min(1.5, max(0.5, 0.03 * small))
        capital = 0.165 * high if lying else 0.1 * high
        usual = min(34.0, max(8.0, min(capital, 0.16 * wide) / CAPITAL / POINT))
        id_size = max(8.0, id_scale * usual)
        words = max(LEAST_LETTERS, min(12.0, 0.4 * id_size))
        letters = max(LEAST_LETTERS, min(11.0, letter_scale * 0.45 * usual))
        row = self._legend_row(letters)
        make = self._measure_lying if lying else self._measure_standing
        panel, columns, board = make(pad, mark, id_size, words, letters)
        if board[2] < 5 or board[3] < 5:
            raise CrowdedError
        rows = math.ceil(max(len(box.slots) for box in self.kit.boxes) / columns)
        places, _ = self._legend_columns(letters, columns)
        return _Measures(lying, pad, mark, id_size, words, letters, panel, places, rows, row, board)

    def _measure_lying(
        self, pad: float, mark: float, id_size: float, words: float, letters: float
    ) -> tuple[float, int, tuple[float, float, float, float]]:
        """Return panel width, legend columns and the board's room, beside the panel."""
        wide, high = self._inner
        boxes = self._kinds
        panel = text_width(self._longest_id, id_size, bold=True)
        panel = max(panel, *(text_width(self._turn(box), words) for box in boxes))
        panel = max(panel, *(text_width(w, words) for box in boxes for t in self._box_words(box) for w in t.split()))
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
        lines = sum(len(wrap(text, words, width)) for text in self._box_words(box))
        return (
            CAPITAL * id_size * POINT + lines * self._leading(words) + (math.ceil(len(box.slots) / columns) + 0.2) * row
        )

    def _measure_standing(
        self, pad: float, mark: float, id_size: float, words: float, letters: float
    ) -> tuple[float, int, tuple[float, float, float, float]]:
        """Return panel width, legend columns and the board's room, between id and legend."""
        wide, high = self._inner
        panel = wide - pad - max(pad, mark + 0.5 * pad)
        beside = max(text_width(text, words) for box in self._kinds for text in self._box_words(box))
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
        return tuple({(*self._box_words(box), len(box.slots)): box for box in self.kit.boxes}.values())

    @cached_property
    def _longest_id(self) -> str:
        return max((box.id for box in self.kit.boxes), key=lambda text: (text_width(text, 10, bold=True), text))

    def _legend_row(self, letters: float) -> float:
        """Return the height of one line of the legend."""
        extents = [badge_extent(colour.symbol, letters) for colour in self.kit.palette]
        return max(bottom - top for _, top, _, bottom in extents) + 0.12 * letters * POINT

    def _legend_columns(self, letters: float, columns: int) -> tuple[tuple[tuple[float, float], ...], float]:
        """Return where the legend's columns have the middles of their badges and their figures, and its width."""
        figures = {slot.beads for box in self.kit.boxes for slot in box.slots}
        figure = max(text_width(_beads(number, letters), letters) for number in figures)
        em, x, places = letters * POINT, 0.0, []
        for column in range(columns):
            used = {slot.colour.symbol for box in self.kit.boxes for slot in box.slots[column::columns]}
            extents = [badge_extent(symbol, letters) for symbol in sorted(used)] or [(0.0, 0.0, 0.0, 0.0)]
            middle = x - min(left for left, _, _, _ in extents)
            start = middle + max(right for _, _, right, _ in extents) + 0.22 * em
            places.append((middle, start))
            x = start + figure + 0.34 * em
        return tuple(places), x - 0.34 * em

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
        self._legend(scene, box.slots, x, y + 0.2 * is_.row)

    def _standing_words(self, scene: Scene, box: Box) -> None:
        """Write the id top left, the words top right, and the legend at the foot."""
        is_ = self._measures
        x, y = self.inset + is_.pad, self.inset + is_.pad + CAPITAL * is_.id_size * POINT
        scene.add(Text((x, y), box.id, is_.id_size, bold=True, fill=DARK))
        lines = list(self._box_words(box))
        for number, line in enumerate(reversed(lines)):
            at = (x + is_.panel, y - number * self._leading(is_.words))
            scene.add(Text(at, line, is_.words, "end", fill=DARK))
        self._legend(scene, box.slots, x, 0)

    def _legend(self, scene: Scene, slots: tuple[Slot, ...], x: float, least: float) -> None:
        """Draw a badge and its number of beads for each slot, row by row.

        The first has one place on all cards, but where words reach further down than ``least``.
        """
        is_ = self._measures
        y = max(least, self.inset + self._inner[1] - is_.pad - is_.rows * is_.row)
        for number, slot in enumerate(slots):
            row, column = divmod(number, len(is_.columns))
            middle, start = is_.columns[column]
            _, top, _, bottom = badge_extent(slot.colour.symbol, is_.letters)
            level = y + (row + 0.5) * is_.row
            scene.add(*draw_badge(slot.colour, (x + middle, level - (top + bottom) / 2), is_.letters))
            at = (x + start, level + CAPITAL * is_.letters * POINT / 2)
            scene.add(Text(at, _beads(slot.beads, is_.letters), is_.letters, fill=DARK))

    # --- turn --------------------------------------------------------------------------------------------------

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
            other._measures = other._measure()
            for box in (first, *self.kit.boxes):
                other._draw(box)
        except CrowdedError:
            return False
        return True


def _beads(number: int, letters: float) -> str:
    """Return a number of beads as it stands in a legend; the smallest letters have no room for the space."""
    return f"× {number}" if letters > LEAST_LETTERS else f"×{number}"
