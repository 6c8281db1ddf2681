"""Move-colour cards, the machine without boxes: the position on the front, a field for each bead on the back.

Fronts and backs are side by side, to be folded, or on two sides of the paper, for a duplex printer.
Tokens or two dice, printed on a sheet that says how to play, pick one of the open fields.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain, product

from kitgen.errors import UsageError
from kitgen.paper.card.faces import Backs, Cards, card_size
from kitgen.paper.card.moves import draw_badge
from kitgen.paper.finder_index import guise, id_tells
from kitgen.paper.job import Job, Stock
from kitgen.paper.layout.dice import draw_throws
from kitgen.paper.layout.frame import heading_line, new_page, room_below
from kitgen.paper.layout.imposition import (
    HEADING_HEIGHT,
    LABEL_DRIFT,
    Layout,
    back_offset,
    behind_layout,
    empty_side,
    fill_pages,
    plan_plain,
)
from kitgen.paper.marks.scene import Line, Scene, Stroke, rectangle
from kitgen.paper.style import GREY, PALE, SMALL, SPACE
from kitgen.papers import FOOT

#: The line along which a card is folded.
FOLD = Stroke(GREY, 0.1, (3, 1, 0.4, 1))
#: The largest side of a token in mm, and the letters in its badge, in points for each mm; tokens of a colour.
TOKEN, LETTERS, EACH = 44.0, 0.93, 2


def sheets(job: Job) -> list[Scene]:
    """Return the sheet that says how to play, then the sheets of cards.

    For duplex printing the back of the first sheet stays empty, so that the two sides of each sheet of cards are an
    odd and an even page.
    """
    size = card_size(job)
    fronts = Cards(job.kit, size.width, size.height, job.texts)
    if job.options.duplex == "none":
        if back_offset(job) != (0, 0):
            problem = "--set cards.back-offset moves backs on the other side of the paper"
            raise UsageError(f"{problem}; set cards.duplex=long, too")
        return [_how(job, size), *_folded(job, size, fronts)]
    return [_how(job, size), empty_side(job), *_two_sided(job, size, fronts)]


def _folded(job: Job, size: Stock, fronts: Cards) -> Iterator[Scene]:
    """Yield pages of cards with their backs beside or below them, whichever takes fewer pages."""
    backs = Backs(job, size.width, size.height)
    plans = []
    for below in (False, True):
        wide, high = (size.width, 2 * size.height) if below else (2 * size.width, size.height)
        with suppress(UsageError):
            layout = plan_plain(job.page, (wide, high), HEADING_HEIGHT, len(job.kit.boxes))
            plans.append((-(-len(job.kit.boxes) // len(layout.spots)), below, layout))
    if not plans:
        raise UsageError(
            f"cards of {size.width:g} x {size.height:g} mm with their backs beside them do not fit on {job.page.name} "
            "paper; choose smaller ones, or --set cards.duplex=long"
        )
    _, below, layout = min(plans, key=lambda plan: plan[:2])
    units = []
    for box in job.kit.boxes:
        unit = Scene(size.width, 2 * size.height) if below else Scene(2 * size.width, size.height)
        unit.place(fronts.draw(box))
        # Folded away from the eye and turned over like a page, the back stands upright.
        unit.place(backs.draw(box), size.width, 2 * size.height if below else 0, turn=180 if below else 0)
        unit.add(Line((0, size.height) if below else (size.width, 0), (size.width, size.height), FOLD))
        units.append(unit)
    yield from _pages(job, layout, units, "fold")


def _two_sided(job: Job, size: Stock, fronts: Cards) -> Iterator[Scene]:
    backs = Backs(job, size.width, size.height, inset=LABEL_DRIFT)
    layout = _fronts(job, size)
    back_pages = fill_pages(job.page, behind_layout(job, layout), [backs.draw(box) for box in job.kit.boxes])
    front_pages = _pages(job, layout, [fronts.draw(box) for box in job.kit.boxes], f"front_{job.options.duplex}")
    yield from chain.from_iterable(zip(front_pages, back_pages, strict=True))


def _fronts(job: Job, size: Stock) -> Layout:
    """Return the layout of the fronts; their backs must not reach the strip at the foot of the page either."""
    down = max(0.0, back_offset(job)[1])
    sides, count = (size.width, size.height), len(job.kit.boxes)
    if job.options.duplex == "short":  # the first row comes to lie at the foot
        return plan_plain(job.page, sides, max(HEADING_HEIGHT, FOOT - job.page.margin + down), count)
    layout = plan_plain(job.page, sides, HEADING_HEIGHT + down, count)
    return replace(layout, spots=tuple(replace(spot, y=spot.y - down) for spot in layout.spots))


def _pages(job: Job, layout: Layout, cards: Sequence[Scene], hint: str) -> Iterator[Scene]:
    for scene in fill_pages(job.page, layout, cards):
        heading_line(job, scene, job.texts("cards.title"), job.texts(f"cards.{hint}"))
        yield scene


def _how(job: Job, size: Stock) -> Scene:
    texts = job.texts
    backs = Backs(job, size.width, size.height)
    scene, column = new_page(job, texts("cards.how.title"))
    column.paragraph(texts("cards.how.what"), SMALL, gap=SPACE.paragraph)
    tells = id_tells(job.kit, texts)
    column.items(texts(f"cards.step.{key}", tells=tells) for key in _steps(job, numbered=backs.numbered))
    if backs.numbered:
        column.heading(texts("dice.title"), gap=SPACE.paragraph)
        draw_throws(column, texts, max(map(backs.highest, job.kit.boxes)))
        return scene
    column.heading(texts("cards.how.tokens"))
    column.paragraph(f"{texts('cards.how.cut')} {texts('board.spare')}", SMALL, gap=SPACE.block)
    side = min(TOKEN, column.width / len(job.kit.palette), room_below(job, column) / EACH)
    for (cell, colour), row in product(enumerate(job.kit.palette), range(EACH)):
        x, y = column.x + cell * side, column.y + row * side
        scene.add(rectangle(x, y, side, side, None, Stroke(PALE, 0.15)))  # neighbours share the lines to cut along
        scene.add(*draw_badge(colour, (x + side / 2, y + side / 2 + 0.6), LETTERS * side))
    return scene


def _steps(job: Job, *, numbered: bool) -> Iterator[str]:
    yield "make_fold" if job.options.duplex == "none" else "make_duplex"
    yield f"find_{guise(job.kit)}"
    yield from ("pick_numbered", "move_numbered") if numbered else ("pick", "move")
    if "deck" in job.parts:
        yield "deck"
    yield from ("leave", "take")
    if job.kit.rule.adds:
        yield "add"
    yield "empty"
