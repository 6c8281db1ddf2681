"""A box's label or card: board, id, turn and bead legend, as docs/reading-a-card.md describes them.

Everything has the same place and size on all cards of a kit; so it is measured once, from the whole kit.
"""

import math
from dataclasses import replace
from itertools import count as counting

from kitgen.errors import UsageError
from kitgen.kit.kit import Box, Kit, Slot
from kitgen.paper.card.badge import badge_extent, draw_badge
from kitgen.paper.card.board import draw_box
from kitgen.paper.card.measures import CardFace, bead_words, line_pitch
from kitgen.paper.card.placing import CrowdedError
from kitgen.paper.card.styles.style import CAPITAL
from kitgen.paper.marks.fonts import wrap
from kitgen.paper.marks.scene import DARK, POINT, WHITE, Scene, Text, rectangle
from kitgen.paper.texts import Texts

#: The grounds of rows 1, 2, 3 …, from the start again after the last: so pale that a copier drops them.
TINTS = ("#FCF6E1", "#E8F3F8", "#F9ECEA", "#EAF5E6", "#F1ECF7", "#F3F1EC")
#: Edge marks have places for at least so many rows.
EDGE_MARKS = 6
#: No label is made larger than this to hold its box, in mm.
LARGEST = 400


def tint(kit: Kit, box: Box) -> str:
    """Return the colour of a card's ground; greys would only turn into noise on a black-and-white printer."""
    grey = all(len({colour.fill[start : start + 2] for start in (1, 3, 5)}) == 1 for colour in kit.palette)
    return WHITE if grey else TINTS[(box.row - 1) % len(TINTS)]


class Cards:
    """The cards of a kit at one size.

    Args:
        kit: the kit; all its cards look alike.
        width: of a card, in mm.
        height: of a card, in mm.
        texts: the words.
        inset: what stays free along the edges, in mm, on label stock that drifts in the printer.

    Raises:
        UsageError: the size is too small for one of the boxes (on drawing it, or at once).
    """

    def __init__(self, kit: Kit, width: float, height: float, texts: Texts, *, inset: float = 0) -> None:
        self.kit = kit
        self._face = CardFace(kit, texts, width, height, inset)
        try:
            self._front = _Front(self._face)
        except CrowdedError:
            raise _too_small(self._face, kit.boxes[0]) from None

    def draw(self, box: Box) -> Scene:
        """Return the card of a box.

        Raises:
            UsageError: the size is too small for the box.
        """
        try:
            return self._front.draw(box)
        except CrowdedError:
            raise _too_small(self._face, box) from None


class _Front:
    """Draws the cards of one face, or raises CrowdedError, on drawing one or at once."""

    def __init__(self, face: CardFace) -> None:
        self.face = face
        self._measures = face.measure()
        self._rows = max(EDGE_MARKS, *(box.row for box in face.kit.boxes))

    def draw(self, box: Box) -> Scene:
        """Return the card of a box, or raise CrowdedError."""
        is_ = self._measures
        scene = Scene(self.face.width, self.face.height)
        wide, high = self.face.inner
        scene.add(rectangle(self.face.inset, self.face.inset, wide, high, tint(self.face.kit, box)))
        self._edge_mark(scene, box)
        x, y, room_x, room_y = is_.board
        board = draw_box(self.face.kit, box, room_x, room_y)
        # Beside the words the board stands right; below them it stands in the middle.
        left = x + (room_x - board.width) * (1 if is_.lying else 0.5)
        scene.place(board, left, y + (room_y - board.height) / 2)
        (self._lying_words if is_.lying else self._standing_words)(scene, box)
        return scene

    def _lying_words(self, scene: Scene, box: Box) -> None:
        """Write id and words at the top of the panel, and the legend at its foot."""
        is_ = self._measures
        x, y = self.face.inset + is_.pad, self.face.inset + is_.pad + CAPITAL * is_.id_size * POINT
        scene.add(Text((x, y), box.id, is_.id_size, bold=True, fill=DARK))
        y += 0.1 * line_pitch(is_.words)
        for text in self.face.box_words(box):
            for line in wrap(text, is_.words, is_.panel):
                y += line_pitch(is_.words)
                scene.add(Text((x, y), line, is_.words, fill=DARK))
        self._legend(scene, box.slots, x, y + 0.2 * is_.row)

    def _standing_words(self, scene: Scene, box: Box) -> None:
        """Write the id top left, the words top right, and the legend at the foot."""
        is_ = self._measures
        x, y = self.face.inset + is_.pad, self.face.inset + is_.pad + CAPITAL * is_.id_size * POINT
        scene.add(Text((x, y), box.id, is_.id_size, bold=True, fill=DARK))
        lines = list(self.face.box_words(box))
        for number, line in enumerate(reversed(lines)):
            at = (x + is_.panel, y - number * line_pitch(is_.words))
            scene.add(Text(at, line, is_.words, "end", fill=DARK))
        self._legend(scene, box.slots, x, 0)

    def _legend(self, scene: Scene, slots: tuple[Slot, ...], x: float, least: float) -> None:
        """Draw a badge and its number of beads for each slot, row by row.

        The first has one place on all cards, but where words reach further down than ``least``.
        """
        is_ = self._measures
        y = max(least, self.face.inset + self.face.inner[1] - is_.pad - is_.rows * is_.row)
        for number, slot in enumerate(slots):
            row, column = divmod(number, len(is_.columns))
            middle, start, words = is_.columns[column]
            _, top, _, bottom = badge_extent(slot.colour.symbol, is_.letters)
            level = y + (row + 0.5) * is_.row
            scene.add(*draw_badge(slot.colour, (x + middle, level - (top + bottom) / 2), is_.letters))
            at = (x + start, level + CAPITAL * is_.letters * POINT / 2)
            scene.add(Text(at, bead_words(slot.beads, is_.letters), is_.letters, fill=DARK))
            taken = self.face.take_words(slot)
            if taken:
                scene.add(Text((x + words, at[1]), taken, is_.letters, fill=DARK))

    def _edge_mark(self, scene: Scene, box: Box) -> None:
        """Draw the dark mark on the right edge, lower with each row."""
        wide, high = self.face.inner
        step = high / self._rows
        length = max(0.4, min(0.86 * step, step - 0.3))
        y = self.face.inset + (box.row - 1) * step + (step - length) / 2
        mark = self._measures.mark
        scene.add(rectangle(self.face.inset + wide - mark, y, mark, length, DARK))


def _too_small(face: CardFace, box: Box) -> UsageError:
    """Return the refusal of a size, with the least one of its proportions that would do."""
    for step in counting(1):
        scale = 1.04**step
        width, height = math.ceil(face.width * scale), math.ceil(face.height * scale)
        if max(width, height) > LARGEST or would_do(replace(face, width=width, height=height), box):
            break
    return UsageError(
        f"labels of {face.width:g} x {face.height:g} mm are too small for box {box.id} of {face.kit.name}; "
        + (f"{width} x {height} mm would do" if max(width, height) <= LARGEST else "choose other proportions")
    )


def would_do(face: CardFace, first: Box) -> bool:
    """Return whether all boxes can be drawn on a face; the one that is least likely to be is tried first."""
    try:
        front = _Front(face)
        for box in (first, *face.kit.boxes):
            front.draw(box)
    except CrowdedError:
        return False
    return True
