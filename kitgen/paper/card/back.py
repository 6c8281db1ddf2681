"""The back of a move-colour card: whose turn, what was just played, and fields for each colour, in place of beads."""

from dataclasses import dataclass
from functools import cached_property

from kitgen.errors import UsageError
from kitgen.kit.kit import Box, Kit, Slot
from kitgen.kit.rule import Change
from kitgen.model import Move
from kitgen.paper.arrivals import begins, draw_arrivals
from kitgen.paper.card.badge import badge_extent, draw_badge
from kitgen.paper.card.front import tint
from kitgen.paper.card.measures import LYING
from kitgen.paper.card.styles.style import CAPITAL, LEAST_LETTERS
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import GREY
from kitgen.paper.layout.stock import Stock, read_stock
from kitgen.paper.marks.fonts import fit, text_width, wrap
from kitgen.paper.marks.scene import DARK, POINT, WHITE, Point, Scene, Stroke, Text, rectangle
from kitgen.paper.wording import side_name
from kitgen.paper.words.rows import on_card

#: The size of card when the size that was chosen is one of labels.
USUAL = "poker"
#: Fields: the largest and smallest side in mm, what is free between two as a share of it, and the most
#: in a row (but for more at the start).
LARGEST, SMALLEST, BETWEEN, MOST = 9.0, 2.6, 0.14, 10
#: Where the rule adds beads, a row has at least so many fields for them, and as many of this side as there is room for.
SPARE, HANDY = 2, 4.2
#: The tallest row of fields, and from where on one is comfortable, in mm.
TALLEST, COMFORTABLE = 12.0, 7.0
#: Shares of a standing card's height, or a lying card's width, that the words may take; and a badge's of its row.
SHARES, BADGE = (0.36, 0.31, 0.27, 0.23), 0.86
#: An open field, and one that opens when a bead is added.
OPEN, CLOSED = Stroke(DARK, 0.25), Stroke(GREY, 0.15, (0.6, 0.6))


def card_size(job: Job) -> Stock:
    """Return the size of the cards: what was chosen, or a playing card where that is a size of labels."""
    return read_stock(USUAL, job.templates) if job.stock.kind == "label" or job.stock.page else job.stock


def adds(kit: Kit) -> bool:
    """Return whether the learning rule ever puts more beads into a box than it had at the start."""
    return any(_adds(change) for change in (kit.rule.win, kit.rule.draw, kit.rule.loss))


def counts_fields(kit: Kit) -> bool:
    """Return whether fields and tokens carry numbers, because a colour may have more than one field on a card."""
    return adds(kit) or any(slot.beads > 1 for box in kit.boxes for slot in box.slots)


def _adds(change: Change) -> bool:
    return change.last == "only" or max((change.every, *change.from_end)) > 0


def field_number(box: Box, slot: int, index: int) -> int:
    """Return the number of a slot's field: numbers go down the columns, so that the open ones are the lowest.

    Args:
        box: the box.
        slot: the row, from 0.
        index: the field in its row, from 0.
    """
    return index * len(box.slots) + slot + 1


@dataclass(frozen=True, slots=True)
class _Rows:
    """The rows of fields on a back.

    Attributes:
        left, top: where they begin, in mm.
        row: height of a row.
        letters: size of the badges' letters, in points.
        badge: width of the column of badges.
        side: of a field.
        count: fields that a row has room for.
    """

    left: float
    top: float
    row: float
    letters: float
    badge: float
    side: float
    count: int


class Backs:
    """The backs of a kit's cards at one size.

    Args:
        job: the print run.
        width: of a card, in mm.
        height: of a card.
        inset: what stays white along the edges, where the printer's drift would show.

    Raises:
        UsageError: the cards are too small for the fields of the fullest box.
    """

    def __init__(self, job: Job, width: float, height: float, *, inset: float = 0) -> None:
        self.job, self.kit = job, job.kit
        self.width, self.height, self.inset = width, height, inset
        self.lying = width >= LYING * height
        self.pad = min(3.0, max(0.8, 0.05 * min(width, height)))
        self._most = max(slot.beads for box in job.kit.boxes for slot in box.slots)
        found = [(share, rows) for share in SHARES if (rows := self._measure(share)) is not None]
        if not found:
            raise UsageError(
                f"cards of {width:g} x {height:g} mm are too small for the fields on their backs; "
                "choose a larger --for, such as poker or a7"
            )
        self.share, self.rows = next((pair for pair in found if pair[1].row >= COMFORTABLE), found[-1])

    @property
    def _inner(self) -> tuple[float, float]:
        return self.width - 2 * self.inset, self.height - 2 * self.inset

    @cached_property
    def numbered(self) -> bool:
        """True when fields carry numbers for dice, because a colour may have more than one field."""
        return self.fields > 1

    @property
    def fields(self) -> int:
        """The most fields that a colour has on any card."""
        return self.rows.count if adds(self.kit) else self._most

    def highest(self, box: Box) -> int:
        """Return the highest number that a field of a box's card has."""
        return self._columns(box) * len(box.slots)

    def _columns(self, box: Box) -> int:
        """Return how many fields the longest row of a box's card has."""
        return max(map(self.row_fields, box.slots))

    def row_fields(self, slot: Slot) -> int:
        """Return how many fields a slot's row has, open or closed."""
        return self.rows.count if adds(self.kit) else slot.beads

    def field_at(self, slot: int, index: int) -> Point:
        """Return the upper left corner of a field: its slot and its place in the row count from 0."""
        is_ = self.rows
        x = is_.left + is_.badge + 0.15 * is_.row + index * is_.side * (1 + BETWEEN)
        return x, is_.top + (slot + 0.5) * is_.row - is_.side / 2

    def _measure(self, share: float) -> _Rows | None:
        """Return the rows of fields when words take a share of the card, or None when they are too small to use."""
        wide, high = self._inner
        foot = LEAST_LETTERS * POINT
        left = self.inset + (share * wide + self.pad if self.lying else self.pad)
        top = self.inset + (self.pad if self.lying else share * high)
        room_x, room_y = self.inset + wide - self.pad - left, self.inset + high - 1.4 * self.pad - foot - top
        row = min(TALLEST, room_y / max(len(box.slots) for box in self.kit.boxes))
        extents = [badge_extent(colour.symbol, 1) for colour in self.kit.palette]
        highest = max(bottom - up for _, up, _, bottom in extents)
        letters = min(14.0, BADGE * row / highest)
        if letters < LEAST_LETTERS:
            return None
        badge = letters * (max(right for _, _, right, _ in extents) - min(least for least, _, _, _ in extents))
        ceiling = self.kit.rule.ceiling
        room = room_x - badge - 0.15 * row
        wanted = self._most
        if adds(self.kit):
            wanted = min(max(wanted + SPARE, min(MOST, int(room / HANDY / (1 + BETWEEN)))), ceiling or MOST + wanted)
        side = min(LARGEST, BADGE * row, room / (wanted + BETWEEN * (wanted - 1)))
        if side < SMALLEST:
            return None
        return _Rows(left, top, row, letters, badge, side, wanted)

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
        self._foot(scene)
        return scene

    def _foot(self, scene: Scene) -> None:
        """Say which kit the card belongs to, as fully as its width allows."""
        wide, high = self._inner
        for words in (f"{self.kit.name} · {self.kit.short_hash}", self.kit.short_hash):
            if text_width(words, LEAST_LETTERS) <= wide - 2 * self.pad:
                at = (self.inset + wide - self.pad, self.inset + high - self.pad)
                scene.add(Text(at, words, LEAST_LETTERS, "end", fill=GREY))
                return

    # --- words -------------------------------------------------------------------------------------------------

    def _words(self, scene: Scene, box: Box, width: float, height: float) -> None:
        """Write id and row at the top, and below them what was just played."""
        x, y = self.inset + self.pad, self.inset + self.pad
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
        top = y + 0.6 * self.pad
        self._last_move(scene, box, (x, top), (width, self.inset + self.pad + height - top))

    def _last_move(self, scene: Scene, box: Box, at: tuple[float, float], room: tuple[float, float]) -> None:
        """Draw the other side's last move on a small board, the words beside or below it."""
        (x, y), (width, height) = at, room
        moves = box.arrivals
        below = self.lying
        if moves:
            most = (width, 0.62 * height) if below else (0.45 * width, height)
            board = draw_arrivals(self.kit, moves, *most)
            scene.place(board, x, y)
            if below:
                y, height = y + board.height, height - board.height
            else:
                x, width = x + board.width + self.pad, width - board.width - self.pad
        lines, size = self._fitting(self._said(box, moves), width, height)
        for line in lines:
            y += 1.25 * size * POINT
            scene.add(Text((x, y), line, size, fill=DARK))

    def _said(self, box: Box, moves: tuple[Move, ...]) -> list[str]:
        """Return the sentences on how a position comes about, the most important first."""
        texts, said = self.job.texts, []
        if begins(self.kit, box):
            said.append(texts("cards.begins"))
        if moves:
            other = len(self.kit.players) == 1
            side = side_name(self.job, 1 - self.kit.players[0]) if other else texts("cards.other")
            names = ", ".join(dict.fromkeys(map(self.kit.game.move_text, moves)))
            said.append(texts("cards.last", side=side, moves=names))
        return said

    @staticmethod
    def _fitting(said: list[str], width: float, height: float) -> tuple[list[str], float]:
        """Return sentences as lines with their size, as large as the room allows; the last ones go if none does."""
        while said:
            for size in (9.0, 8.0, 7.0, 6.0, LEAST_LETTERS):
                lines = [line for text in said for line in wrap(text, size, width)]
                fits = all(text_width(line, size) <= width for line in lines)
                if fits and len(lines) * 1.25 * size * POINT <= height:
                    return lines, size
            said = said[:-1]
        return [], LEAST_LETTERS

    # --- fields ------------------------------------------------------------------------------------------------

    def _fields(self, scene: Scene, box: Box) -> None:
        """Draw a row for each slot: its badge, a field for each bead, and fields for beads to come."""
        is_ = self.rows
        for number, slot in enumerate(box.slots):
            middle = is_.top + (number + 0.5) * is_.row
            least, up, _, bottom = badge_extent(slot.colour.symbol, is_.letters)
            half = max(-least, is_.badge / 2)
            scene.add(*draw_badge(slot.colour, (is_.left + half, middle - (up + bottom) / 2), is_.letters))
            for index in range(self.row_fields(slot)):
                (x, y), is_open = self.field_at(number, index), index < slot.beads
                scene.add(rectangle(x, y, is_.side, is_.side, WHITE, OPEN if is_open else CLOSED))
                if self.numbered:
                    size = max(LEAST_LETTERS, min(10.0, 0.45 * is_.side / POINT))
                    at = (x + is_.side / 2, y + is_.side / 2 + CAPITAL * size * POINT / 2)
                    figures = f"{field_number(box, number, index)}"
                    size = max(LEAST_LETTERS, fit(figures, size, 0.86 * is_.side))
                    scene.add(Text(at, figures, size, "middle", fill=GREY))
