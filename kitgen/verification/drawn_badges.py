"""Badges: a bead's symbol with its letter, on the board and, with a number of beads, in the legend beside it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kitgen.papers import Bounds, Point
from kitgen.sandbox.limits import Effort
from kitgen.sandbox.page_marks import Letters, Shape, holds
from kitgen.verification.mark_index import MarkIndex
from kitgen.verification.recognise import find_arrow, find_symbol, luminance

#: A bead count in the legend.
BEADS = re.compile(r"[×x]\s*([0-9]{1,6})")
#: Stands instead of a letter in the badge of a move that an express machine always plays.
ALWAYS = "!"
#: Letter and badge differ by at least this much in luminance (0 to 1), or nobody reads the letter.
LEAST_CONTRAST = 0.15


@dataclass(frozen=True, slots=True)
class DrawnBadge:
    """A bead's symbol with its letter; ``symbol`` is empty for an unknown outline."""

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


def is_badge(shape: Shape) -> bool:
    """Return whether an outline is drawn like a badge: filled, with a line around it."""
    return shape.fill is not None and shape.stroke is not None and shape.closed


def find_badges(
    shapes: Sequence[Shape], letters: Sequence[Letters], effort: Effort
) -> tuple[list[DrawnBadge], list[str]]:
    """Return the badges among some marks, outlines with a letter in the middle, and what is wrong with them."""
    held: dict[int, tuple[Shape, list[Letters]]] = {}
    for text in letters:
        if len(text.text) != 1 or not (text.text.isalpha() or text.text == ALWAYS):
            continue
        effort.spend(len(shapes))
        around = [s for s in shapes if s.order < text.order and is_badge(s) and _fits(text, s)]
        if around:
            shape = min(around, key=lambda s: s.size[0] * s.size[1])
            held.setdefault(shape.order, (shape, []))[1].append(text)
    badges, faults = [], []
    for shape, texts in held.values():
        if len(texts) > 1:
            faults.append(f"a badge has {len(texts)} letters: {' '.join(text.text for text in texts)}")
        badges.append(DrawnBadge(shape, texts[-1], find_symbol(shape) or "", shape.fill or ""))
    faults += [f"badge {badge.letter} has an outline that is not a symbol" for badge in badges if not badge.symbol]
    return badges, faults


def _fits(text: Letters, shape: Shape) -> bool:
    wide, high = shape.size
    x, y = shape.centre
    near = abs(text.centre[0] - x) < 0.25 * wide and abs(text.centre[1] - y) < 0.25 * high
    return near and max(wide, high) < 5 * (text.bounds[3] - text.bounds[1])


def unreadable(index: MarkIndex, badges: Sequence[DrawnBadge]) -> list[str]:
    """Return the badges that cannot be read: something drawn later covers them, or their letters do not stand out."""
    faults = []
    for badge in badges:
        if index.hidden(badge.at, badge.text.order):
            faults.append(f"badge {badge.letter} is covered")
        if abs(luminance(badge.text.fill) - luminance(badge.fill)) < LEAST_CONTRAST:
            faults.append(f"the letter {badge.letter} does not stand out from its badge")
    return faults


def read_legend(index: MarkIndex, board: Bounds, card: Bounds) -> tuple[list[tuple[DrawnBadge, int]], list[str]]:
    """Return the badges of a card outside its board, each with its number of beads, and what is wrong there."""
    shapes = [s for s in index.shapes(card) if not holds(board, s.centre)]
    letters = [t for t in index.letters(card) if not holds(board, t.centre)]
    faults = ["an arrow lies beside the board" for shape in shapes if find_arrow(shape)]
    badges, wrong = find_badges(shapes, letters, index.effort)
    faults += wrong
    counts = [(match, text) for text in letters if (match := BEADS.fullmatch(text.text))]
    legend = []
    for badge in badges:
        index.effort.spend(len(counts))
        _, top, right, bottom = badge.shape.bounds
        beside = [
            (text.bounds[0] - right, int(match[1]))
            for match, text in counts
            if top <= text.centre[1] <= bottom and text.centre[0] > right
        ]
        if beside:
            legend.append((badge, min(beside)[1]))
        else:
            faults.append(f"the legend gives no number of beads for {badge.letter}")
    if len(counts) > len(legend):
        faults.append(f"the legend has {len(counts)} numbers of beads for {len(legend)} badges")
    return legend, faults
