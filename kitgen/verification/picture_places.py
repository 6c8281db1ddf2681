"""Names places on a page and the differences between two pages, such as the arrow of R on B3.

The names come from the marks of the page as it should be, which kitgen has just drawn itself.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from msgspec.structs import replace

from kitgen.kit.kit import Kit
from kitgen.paper.marks.scene import to_segment
from kitgen.papers import FOOT, Bounds
from kitgen.sandbox.page_marks import (
    MarkIndex,
    PageMarks,
    between,
    holds,
    middle,
    turn_page,
    turn_point,
    within,
)
from kitgen.sandbox.plain_page import PlainPdf
from kitgen.verification.drawn_boxes import BoxReader, CardReader, is_twin
from kitgen.verification.remake import Remade
from kitgen.verification.report import ELSE, Mismatch

#: By how many mm a difference may exceed the thing it is in.
SLACK = 0.6
#: How many letters of a text are used to name it.
LETTERS = 30


@dataclass(frozen=True, slots=True)
class Thing:
    """Something on a page with a name, such as ``the arrow of R``; ``box`` is empty outside all
    cards.
    """

    name: str
    bounds: Bounds
    box: str = ""


def named_things(reader: BoxReader, page: PageMarks) -> list[Thing]:
    """Return everything that has a name on a page, the smallest first."""
    things = [*_cards(reader, page), *_words(page)]
    return sorted(
        things, key=lambda thing: (_area(thing.bounds), not thing.box)
    )  # a card names its words better


def _cards(reader: BoxReader, page: PageMarks) -> Iterator[Thing]:
    for turn in sorted({round(text.turn) for text in page.letters} & {0, 90, 180, 270}):
        index = MarkIndex(turn_page(page, turn))
        for card, ground, box in reader.read_upright(index):
            for name, bounds in _on_card(
                card, None if ground is None else ground.bounds, box.id or ""
            ):
                ends = [turn_point(index.page, -turn, end) for end in (bounds[:2], bounds[2:])]
                yield Thing(name, between(*ends), box.id or "")


def _area(bounds: Bounds) -> float:
    x0, y0, x1, y1 = bounds
    return round((x1 - x0) * (y1 - y0), 1)


def named(things: Sequence[Thing], bounds: Bounds) -> Thing | None:
    """Return the smallest of sorted things that holds a rectangle; else the card around its
    middle; or None.
    """
    whole = next((thing for thing in things if within(bounds, thing.bounds, SLACK)), None)
    # A rectangle larger than a card covers several: then the card in its middle names it.
    return whole or next(
        (thing for thing in things if thing.box and holds(thing.bounds, middle(bounds))), None
    )


def _on_card(card: CardReader, ground: Bounds | None, box: str) -> Iterator[tuple[str, Bounds]]:
    index, board, frame = card.index, card.board, card.board.frame.bounds
    for badge in card.badges:
        yield f"the letter {badge.letter} of a badge", badge.text.bounds
        yield f"the badge of {badge.letter}", badge.shape.bounds
    for arrow in card.arrows:
        near = [
            f" of {badge.letter}"
            for badge in card.badges
            if to_segment(badge.at, arrow.tail, arrow.tip) < SLACK
        ]
        name = (
            "the grey arrow of a twin" if is_twin(arrow.shape) else f"the arrow{''.join(near[:1])}"
        )
        yield name, arrow.shape.bounds
    wide, high = board.reach
    for shape in card.others:
        cell = board.cell_at(shape.centre)
        if cell is not None and shape.size[0] < 2 * wide and shape.size[1] < 2 * high:
            yield f"what stands on {board.say(cell)}", shape.bounds
    for cell, (x, y) in enumerate(board.cells):
        yield f"the cell at {board.say(cell)}", (x - wide, y - high, x + wide, y + high)
    yield "the board", frame
    if ground is None:
        return
    legend = [
        s.bounds
        for s in index.shapes(ground)
        if not holds(frame, s.centre) and max(s.size) < 4 * wide
    ]
    for text in index.letters(ground):
        if holds(frame, text.centre):
            continue
        if text.text == box:
            yield "the id", text.bounds
        elif text.text.startswith("×") or len(text.text) == 1:
            yield f"{text.text} in the legend", text.bounds
            legend.append(text.bounds)
        else:
            yield f"“{text.text[:LETTERS]}”", text.bounds
    if legend:
        lefts, tops, rights, bottoms = zip(*legend, strict=True)
        yield "the legend", (min(lefts), min(tops), max(rights), max(bottoms))
    yield "the card", ground


def _words(page: PageMarks) -> Iterator[Thing]:
    foot = page.height - FOOT
    largest = max(
        (text.size for text in page.letters if text.bounds[1] < page.height / 4), default=0
    )
    for text in page.letters:
        words = f"“{text.text[:LETTERS]}{'…' * (len(text.text) > LETTERS)}”"
        if text.bounds[1] >= foot:
            yield Thing(f"{words} at the foot", text.bounds)
        else:
            is_title = text.size == largest and text.bounds[1] < page.height / 8
            yield Thing("the title" if is_title else words, text.bounds)
    yield Thing("the foot", (0, foot, page.width, page.height))


#: A page on which more than this share of the marks differs shows something else.
NOTHING = 0.9
SCALED = "the whole page is scaled or moved"
ORDER = "its marks are drawn in another order"


def marks_differences(
    kit: Kit, pdf: PlainPdf, document: Remade, pages: Collection[int]
) -> Iterator[Mismatch]:
    """Yield how some pages, counted from 1, differ from the same as kitgen prints them; once for
    each card.
    """
    model, reader = PlainPdf(document.data), BoxReader(kit)
    for number in sorted(pages):
        own, sheet = pdf.page(number - 1), model.page(number - 1)
        # The marks without their places in the order, and their bounds.
        drawn, wanted = (
            [(replace(mark, order=0), mark.bounds) for mark in page.marks] for page in (own, sheet)
        )
        counts, expected = Counter(mark for mark, _ in drawn), Counter(mark for mark, _ in wanted)
        added, missing = counts - expected, expected - counts
        if not own.correction.is_near(sheet.correction):
            yield Mismatch(number, document.part_at(number), "", (SCALED,))
            continue
        if missing.total() > NOTHING * len(wanted) or not (missing or added):
            yield Mismatch(number, document.part_at(number), "", (ELSE if missing else ORDER,))
            continue
        things = named_things(reader, sheet)
        by_card: dict[tuple[str, str], dict[str, list[Bounds]]] = {}
        changed = [bounds for mark, bounds in wanted if mark in missing]
        for bounds in changed + [bounds for mark, bounds in drawn if mark in added]:
            thing = named(things, bounds)
            card = by_card.setdefault(
                (document.part_at(number, bounds[1]), thing.box if thing else ""), {}
            )
            x0, y0, x1, y1 = bounds
            place = (
                f"{x1 - x0:.0f} x {y1 - y0:.0f} mm, {x0:.0f} mm from the left and {y0:.0f} "
                "mm from the top"
            )
            card.setdefault(thing.name if thing else place, []).append(bounds)
        for (part, box), names in by_card.items():
            yield Mismatch(
                number, part, box, tuple(names), tuple(chain.from_iterable(names.values()))
            )
