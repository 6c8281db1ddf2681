"""Names places on a page and the differences between two pages, such as the arrow of R on B3.

The names come from the marks of the page as it should be, which kitgen has just drawn itself.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from msgspec.structs import replace

from kitgen.kit.kit import Kit
from kitgen.paper.marks.scene import to_segment
from kitgen.papers import FOOT, Bounds
from kitgen.sandbox.page_marks import (
    MarkIndex,
    PageMark,
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
from kitgen.verification.recognise import DrawnArrow
from kitgen.verification.remake import Remade
from kitgen.verification.report import ELSE, Mismatch

#: A difference may exceed the thing it is in by so much; a badge is so near to its arrow.
SLACK_MM = 0.6
#: How many letters of a text are used to name it.
MAX_LETTERS_NAMED = 30
#: Marks of a legend are smaller than so many widths of half a cell; larger ones are the card's.
LEGEND_SIZE = 4
#: The title of a page stands in this upper share of it, in its largest letters.
TITLE_SHARE = 1 / 8
#: The largest letters of a page are looked for in this upper share of it.
LARGEST_SHARE = 1 / 4


@dataclass(frozen=True, slots=True)
class Thing:
    """Something on a page with a name, such as ``the arrow of R``; outside cards without box."""

    name: str
    bounds: Bounds
    box: str = ""


def named_things(reader: BoxReader, page: PageMarks) -> list[Thing]:
    """Return everything that has a name on a page, the smallest first."""
    things = [*_cards(reader, page), *_words(page)]
    # Of two things of one size, a card names its words better.
    return sorted(things, key=lambda thing: (_area(thing.bounds), not thing.box))


def _cards(reader: BoxReader, page: PageMarks) -> Iterator[Thing]:
    for turn in sorted({round(text.turn) for text in page.letters} & {0, 90, 180, 270}):
        index = MarkIndex(turn_page(page, turn))
        for card, ground, box in reader.read_upright(index):
            box_id = box.id or ""
            area = None if ground is None else ground.bounds
            for name, bounds in _on_card(card, area, box_id):
                start = turn_point(index.page, -turn, bounds[:2])
                end = turn_point(index.page, -turn, bounds[2:])
                yield Thing(name, between(start, end), box_id)


def _area(bounds: Bounds) -> float:
    x0, y0, x1, y1 = bounds
    return round((x1 - x0) * (y1 - y0), 1)


def named(things: Sequence[Thing], bounds: Bounds) -> Thing | None:
    """Return the smallest of sorted things around a rectangle, else the card around its middle."""
    for thing in things:
        if within(bounds, thing.bounds, SLACK_MM):
            return thing
    # A rectangle larger than a card covers several: then the card in its middle names it.
    for thing in things:
        if thing.box and holds(thing.bounds, middle(bounds)):
            return thing
    return None


def _on_card(card: CardReader, ground: Bounds | None, box: str) -> Iterator[tuple[str, Bounds]]:
    for badge in card.badges:
        yield f"the letter {badge.letter} of a badge", badge.text.bounds
        yield f"the badge of {badge.letter}", badge.shape.bounds
    for arrow in card.arrows:
        yield _name_arrow(arrow, card), arrow.shape.bounds
    yield from _on_board(card)
    if ground is not None:
        yield from _beside_board(card, ground, box)
        yield "the card", ground


def _name_arrow(arrow: DrawnArrow, card: CardReader) -> str:
    if is_twin(arrow.shape):
        return "the grey arrow of a twin"
    for badge in card.badges:
        if to_segment(badge.at, arrow.tail, arrow.tip) < SLACK_MM:
            return f"the arrow of {badge.letter}"
    return "the arrow"


def _on_board(card: CardReader) -> Iterator[tuple[str, Bounds]]:
    board = card.board
    wide, high = board.reach
    for shape in card.others:
        cell = board.cell_at(shape.centre)
        if cell is not None and shape.size[0] < 2 * wide and shape.size[1] < 2 * high:
            yield f"what stands on {board.say(cell)}", shape.bounds
    for cell, (x, y) in enumerate(board.cells):
        yield f"the cell at {board.say(cell)}", (x - wide, y - high, x + wide, y + high)
    yield "the board", board.frame.bounds


def _beside_board(card: CardReader, ground: Bounds, box: str) -> Iterator[tuple[str, Bounds]]:
    """Yield the words of a card, and its legend as a whole."""
    frame = card.board.frame.bounds
    wide, _ = card.board.reach
    legend = []
    for shape in card.index.shapes(ground):
        if not holds(frame, shape.centre) and max(shape.size) < LEGEND_SIZE * wide:
            legend.append(shape.bounds)
    for text in card.index.letters(ground):
        if holds(frame, text.centre):
            continue
        if text.text == box:
            yield "the id", text.bounds
        elif text.text.startswith("×") or len(text.text) == 1:
            yield f"{text.text} in the legend", text.bounds
            legend.append(text.bounds)
        else:
            yield f"“{text.text[:MAX_LETTERS_NAMED]}”", text.bounds
    if legend:
        lefts, tops, rights, bottoms = zip(*legend, strict=True)
        yield "the legend", (min(lefts), min(tops), max(rights), max(bottoms))


def _words(page: PageMarks) -> Iterator[Thing]:
    foot = page.height - FOOT
    upper = [text for text in page.letters if text.bounds[1] < page.height * LARGEST_SHARE]
    largest = max((text.size for text in upper), default=0)
    for text in page.letters:
        top = text.bounds[1]
        words = f"“{text.text[:MAX_LETTERS_NAMED]}”"
        if len(text.text) > MAX_LETTERS_NAMED:
            words = f"“{text.text[:MAX_LETTERS_NAMED]}…”"
        if top >= foot:
            yield Thing(f"{words} at the foot", text.bounds)
        elif text.size == largest and top < page.height * TITLE_SHARE:
            yield Thing("the title", text.bounds)
        else:
            yield Thing(words, text.bounds)
    yield Thing("the foot", (0, foot, page.width, page.height))


#: A page on which more than this share of the marks is missing shows something else.
MAX_MISSING_SHARE = 0.9
SCALED = "the whole page is scaled or moved"
ORDER = "its marks are drawn in another order"


def marks_differences(
    kit: Kit, pdf: PlainPdf, document: Remade, pages: Collection[int]
) -> Iterator[Mismatch]:
    """Yield how pages, counted from 1, differ from the same as kitgen prints them, card by card."""
    model = PlainPdf(document.data)
    reader = BoxReader(kit)
    for number in sorted(pages):
        own = pdf.page(number - 1)
        sheet = model.page(number - 1)
        drawn = _without_order(own)
        wanted = _without_order(sheet)
        counts = Counter(mark for mark, _ in drawn)
        expected = Counter(mark for mark, _ in wanted)
        added = counts - expected
        missing = expected - counts
        of_page = ""
        if missing.total() > MAX_MISSING_SHARE * len(wanted):
            of_page = ELSE
        elif not own.correction.is_near(sheet.correction):
            of_page = SCALED
        elif not (missing or added):
            of_page = ORDER
        if of_page:
            yield Mismatch(number, document.part_at(number), "", (of_page,))
            continue
        changed = [bounds for mark, bounds in wanted if mark in missing]
        changed += [bounds for mark, bounds in drawn if mark in added]
        yield from _by_card(number, changed, named_things(reader, sheet), document)


def _without_order(page: PageMarks) -> list[tuple[PageMark, Bounds]]:
    """Return the marks of a page without their places in its order, each with its bounds."""
    return [(replace(mark, order=0), mark.bounds) for mark in page.marks]


def _by_card(
    number: int, changed: Iterable[Bounds], things: Sequence[Thing], document: Remade
) -> Iterator[Mismatch]:
    """Yield the changed places of a page, once for each card in each part."""
    by_card: dict[tuple[str, str], dict[str, list[Bounds]]] = {}
    for bounds in changed:
        thing = named(things, bounds)
        box = ""
        name = _say_place(bounds)
        if thing is not None:
            box = thing.box
            name = thing.name
        _, top, _, _ = bounds
        card = by_card.setdefault((document.part_at(number, top), box), {})
        card.setdefault(name, []).append(bounds)
    for (part, box), places in by_card.items():
        all_bounds = tuple(chain.from_iterable(places.values()))
        yield Mismatch(number, part, box, tuple(places), all_bounds)


def _say_place(bounds: Bounds) -> str:
    x0, y0, x1, y1 = bounds
    return (
        f"{x1 - x0:.0f} x {y1 - y0:.0f} mm, {x0:.0f} mm from the left and {y0:.0f} mm from the top"
    )
