"""The back of a move-colour card: whose turn, the last move, and fields for each colour instead of beads."""

import math
from dataclasses import dataclass
from itertools import product

from kitgen.errors import UsageError
from kitgen.kit.kit import Box, Kit, Slot
from kitgen.model import Move
from kitgen.paper.card.board import fit_grid, machine_below
from kitgen.paper.card.front import LYING, line_pitch, tint
from kitgen.paper.card.moves import badge_extent, draw_badge, marking_of
from kitgen.paper.card.styles import style_of
from kitgen.paper.finder_index import on_card
from kitgen.paper.job import Job, Stock, read_stock, side_name
from kitgen.paper.marks.scene import DARK, POINT, WHITE, Disc, Line, Polygon, Scene, Stroke, Text, direction, rectangle
from kitgen.paper.style import CAPITAL, GREY, LEAST_LETTERS, MIDDLE, PALE, fit, text_width, wrap
from kitgen.papers import Point


def begins(kit: Kit, box: Box) -> bool:
    """Return whether a box is the machine's first in a game."""
    start, canonical = kit.game.start(), kit.symmetries.canonical
    return start.to_move in kit.players and canonical(start).cells == canonical(box.position).cells


def draw_arrivals(kit: Kit, moves: tuple[Move, ...], width: float, height: float) -> Scene:
    """Return a small board for a room in mm, with an arrow for each move or a disc in its only cell, but no pieces."""
    diagram = kit.game.diagram
    grid = fit_grid(diagram, width, height, turned=machine_below(kit))
    scene = Scene(grid.width * diagram.width, grid.height * diagram.height)
    scene.add(*(style_of(diagram).small_cell(grid, cell) for cell in range(len(diagram.centres))))
    for move in moves:
        start, *others = (grid.centre(cell) for cell in marking_of(diagram).cells(move))
        if others:
            scene.add(*_arrow(start, others[0], 0.13 * grid.unit))
        else:
            scene.add(Disc(start, 0.24 * grid.unit, DARK))
    return scene


def _arrow(start: Point, end: Point, half: float) -> list[Line | Polygon]:
    x, y = direction(start, end)
    neck_x, neck_y = end[0] - 3.2 * half * x, end[1] - 3.2 * half * y
    barb_x, barb_y = 1.9 * half * y, 1.9 * half * x
    corners = (neck_x - barb_x, neck_y + barb_y), end, (neck_x + barb_x, neck_y - barb_y)
    return [Line(start, (neck_x, neck_y), Stroke(DARK, max(0.2, half))), Polygon(corners, DARK)]


#: The size of card when the size that was chosen is a label's.
USUAL_SIZE = "poker"
#: Fields: the largest and smallest side in mm, the gap between two as a share of it, and the most in a row, unless
#: there are more at the start.
LARGEST, SMALLEST, BETWEEN, MOST = 9.0, 2.6, 0.14, 10
#: Fields in a row for added beads: at least so many, and as many of this side as there is room for.
SPARE, HANDY = 2, 4.2
#: The tallest row of fields, and the least comfortable one, in mm.
TALLEST, COMFORTABLE = 12.0, 7.0
#: Shares of a standing card's height, or a lying card's width, for the words; and a badge's share of its row.
SHARES, BADGE = (0.36, 0.31, 0.27, 0.23), 0.86
#: An open field, and one that opens when a bead is added.
OPEN, CLOSED = Stroke(DARK, 0.25), Stroke(GREY, 0.15, (0.6, 0.6))


def card_size(job: Job) -> Stock:
    """Return the size of the cards: the chosen one, or that of a playing card if it is a label's."""
    return read_stock(USUAL_SIZE, job.templates) if job.stock.kind == "label" or job.stock.page else job.stock


def field_number(box: Box, slot: int, index: int) -> int:
    """Return the number of a field, by slot and place in its row from 0; numbers go down, so open ones are lowest."""
    return index * len(box.slots) + slot + 1


@dataclass(frozen=True, slots=True)
class _Rows:
    """The rows of fields on a back, in mm: ``row`` is their height, ``badge`` the width of the column of badges.

    ``letters`` are the badges' in points, ``side`` is a field's, ``count`` the number of fields in a row.
    """

    left: float
    top: float
    row: float
    letters: float
    badge: float
    side: float
    count: int


class Backs:
    """The backs of a kit's cards at one size in mm; ``inset`` stays white along the edges, for the printer's drift.

    Cards that are too small for the fields of the fullest box are a ``UsageError``.
    """

    def __init__(self, job: Job, width: float, height: float, *, inset: float = 0) -> None:
        self.job, self.kit = job, job.kit
        self.width, self.height, self.inset = width, height, inset
        self.lying = width >= LYING * height
        self.pad = min(3.0, max(0.8, 0.05 * min(width, height)))
        fitting = [(share, rows) for share in SHARES if (rows := self._measure(share)) is not None]
        if not fitting:
            raise UsageError(
                f"cards of {width:g} x {height:g} mm are too small for the fields on their backs; "
                "choose a larger --for, such as poker or a7"
            )
        self.share, self.rows = next((pair for pair in fitting if pair[1].row >= COMFORTABLE), fitting[-1])

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
        return self.rows.count if self.kit.rule.adds else slot.beads

    def field_at(self, slot: int, index: int) -> Point:
        """Return the upper left corner of a field: by slot and place in its row, from 0."""
        rows = self.rows
        x = rows.left + rows.badge + 0.15 * rows.row + index * rows.side * (1 + BETWEEN)
        return x, rows.top + (slot + 0.5) * rows.row - rows.side / 2

    def _measure(self, share: float) -> _Rows | None:
        """Return the rows of fields when words take a share of the card, or None when they are too small."""
        wide, high = self._inner
        foot = LEAST_LETTERS * POINT
        x = self.inset + (share * wide + self.pad if self.lying else self.pad)
        top = self.inset + (self.pad if self.lying else share * high)
        room_x, room_y = self.inset + wide - self.pad - x, self.inset + high - 1.4 * self.pad - foot - top
        row = min(TALLEST, room_y / max(len(box.slots) for box in self.kit.boxes))
        extents = [badge_extent(colour.symbol, 1) for colour in self.kit.palette]
        highest = max(bottom - up for _, up, _, bottom in extents)
        letters = min(14.0, BADGE * row / highest)
        if letters < LEAST_LETTERS:
            return None
        badge = letters * (max(right for _, _, right, _ in extents) - min(least for least, _, _, _ in extents))
        room = room_x - badge - 0.15 * row
        wanted = max(slot.beads for box in self.kit.boxes for slot in box.slots)
        if (rule := self.kit.rule).adds:
            handy = min(MOST, int(room / HANDY / (1 + BETWEEN)))
            wanted = min(max(wanted + SPARE, handy), rule.ceiling or MOST + wanted)
        side = min(LARGEST, BADGE * row, room / (wanted + BETWEEN * (wanted - 1)))
        return None if side < SMALLEST else _Rows(x, top, row, letters, badge, side, wanted)

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
        """Write id and row at the top; below, the other side's last move on a small board, with words."""
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
        if box.arrivals:
            most = (width, 0.62 * height) if self.lying else (0.45 * width, height)
            board = draw_arrivals(self.kit, box.arrivals, *most)
            scene.place(board, x, y)
            if self.lying:
                y, height = y + board.height, height - board.height
            else:
                x, width = x + board.width + self.pad, width - board.width - self.pad
        lines, size = _fitting(self._sentences(box), width, height)
        for line in lines:
            y += line_pitch(size)
            scene.add(Text((x, y), line, size, fill=DARK))

    def _sentences(self, box: Box) -> list[str]:
        """Return the sentences on the moves that lead to a position, the most important first."""
        texts, sentences = self.job.texts, []
        if begins(self.kit, box):
            sentences.append(texts("cards.begins"))
        if box.arrivals:
            alone = len(self.kit.players) == 1
            side = side_name(self.job, 1 - self.kit.players[0]) if alone else texts("cards.other")
            names = ", ".join(dict.fromkeys(map(self.kit.game.move_text, box.arrivals)))
            sentences.append(texts("cards.last", side=side, moves=names))
        return sentences

    def _fields(self, scene: Scene, box: Box) -> None:
        rows = self.rows
        usual = max(LEAST_LETTERS, min(10.0, 0.62 * rows.side / POINT))
        for number, slot in enumerate(box.slots):
            middle = rows.top + (number + 0.5) * rows.row
            least, up, _, bottom = badge_extent(slot.colour.symbol, rows.letters)
            half = max(-least, rows.badge / 2)
            scene.add(*draw_badge(slot.colour, (rows.left + half, middle - (up + bottom) / 2), rows.letters))
            for index in range(self.row_fields(slot)):
                x, y = self.field_at(number, index)
                scene.add(rectangle(x, y, rows.side, rows.side, WHITE, OPEN if index < slot.beads else CLOSED))
                if self.numbered:
                    at = (x + rows.side / 2, y + rows.side / 2 + CAPITAL * usual * POINT / 2)
                    figures = f"{field_number(box, number, index)}"
                    size = max(LEAST_LETTERS, fit(figures, usual, 0.86 * rows.side))
                    scene.add(Text(at, figures, size, "middle", fill=GREY))


def _fitting(sentences: list[str], width: float, height: float) -> tuple[list[str], float]:
    """Return sentences as lines with their size, as large as possible; the last ones are dropped if none fits."""
    for count, size in product(range(len(sentences), 0, -1), (9.0, 8.0, 7.0, 6.0, LEAST_LETTERS)):
        lines = [line for text in sentences[:count] for line in wrap(text, size, width)]
        if all(text_width(line, size) <= width for line in lines) and len(lines) * line_pitch(size) <= height:
            return lines, size
    return [], LEAST_LETTERS


# A tally beside a board: for each move of a box a badge, and a field with its starting beads and room for more.

#: Gap between fields, in mm; the share of a field for the starting number; a badge's share of its row.
TALLY_GAP, START, TALLY_BADGE = 0.7, 0.36, 0.92


@dataclass(frozen=True, slots=True)
class NumberFields:
    """Fields beside the boards of all boxes: their width and height in mm, and how many stand below one another."""

    width: float
    height: float
    rows: int

    @property
    def column(self) -> float:
        """The width of a column with badge and field, in mm."""
        return self.height + self.width + 2 * TALLY_GAP

    def size(self, box: Box) -> tuple[float, float]:
        """Return width and height of the fields of a box, in mm."""
        slots = len(box.slots)
        return math.ceil(slots / self.rows) * self.column, min(slots, self.rows) * (self.height + TALLY_GAP)

    def draw(self, scene: Scene, box: Box, at: Point) -> None:
        """Draw the fields of a box, column by column, each with the starting number left of a line."""
        for index, slot in enumerate(box.slots):
            column, row = divmod(index, self.rows)
            x, y = at[0] + column * self.column, at[1] + row * (self.height + TALLY_GAP)
            middle = y + self.height / 2
            _, up, _, bottom = badge_extent(slot.colour.symbol, 1)
            letters = min(20.0, TALLY_BADGE * self.height / (bottom - up))
            scene.add(*draw_badge(slot.colour, (x + self.height / 2, middle - letters * (up + bottom) / 2), letters))
            field, size = x + self.height + TALLY_GAP, max(5.0, min(22.0, 0.55 * self.height / POINT))
            start = START * self.width
            scene.add(rectangle(field, y, self.width, self.height, WHITE, Stroke(DARK, 0.2)))
            scene.add(Line((field + start, y), (field + start, y + self.height), Stroke(PALE, 0.2)))
            baseline = middle + MIDDLE * size * POINT
            scene.add(Text((field + start / 2, baseline), f"{slot.beads}", size, "middle", fill=GREY))
