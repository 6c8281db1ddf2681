"""Move-colour cards, the machine without boxes: the position on the front, a field for each bead on
the back.

Fronts and backs are side by side, to be folded, or on two sides of the paper, for a duplex printer.
Tokens, two dice or a deck of colours, printed on a sheet that says how to play, pick one of the
open fields. A test sheet shows where the printer puts the backs.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain, product

from kitgen.errors import UsageError
from kitgen.kit.kit import Kit
from kitgen.kit.palette import Colour
from kitgen.paper.card.box_words import id_tells
from kitgen.paper.card.faces import USUAL_SIZE, Backs, Cards, card_size
from kitgen.paper.card.moves import draw_badge
from kitgen.paper.declared import PartOptions
from kitgen.paper.document import Sheet
from kitgen.paper.finder_index import guise
from kitgen.paper.game_sheets import draw_table, rule_notes
from kitgen.paper.job import Job
from kitgen.paper.layout import group_signs, imposition
from kitgen.paper.layout.dice import draw_throws
from kitgen.paper.layout.frame import Column, heading_line, new_page, room_below
from kitgen.paper.layout.imposition import (
    Layout,
    back_offset,
    behind_layout,
    empty_side,
    fill_pages,
    plan_plain,
)
from kitgen.paper.marks.scene import BLACK, Line, Scene, Stroke, rectangle
from kitgen.paper.stock import Stock, read_stock
from kitgen.paper.style import BODY, GREY, LABEL, PALE, SMALL, SPACE, TIE, fitted, in_rows
from kitgen.papers import FOOT, Point

#: The line along which a card is folded.
FOLD = Stroke(GREY, 0.1, (3, 1, 0.4, 1))
#: The largest side of a token in mm, and the letters in its badge, in points for each mm; tokens of
#: a colour.
TOKEN, LETTERS, EACH = 44.0, 0.93, 2
#: The least side of a token that shares its sheet with the table of what is learned, in mm.
LEAST_TOKEN_MM = 25.0


def sheets(job: Job) -> list[Scene | Sheet]:
    """Return the sheet that says how to play, then the sheets of cards.

    For duplex printing the back of the first sheet stays empty unless it goes on there, so that the
    two sides of each sheet of cards are an odd and an even page.
    """
    size = card_size(job)
    fronts = Cards(job.kit, size.width, size.height, job.texts)
    if job.options.cards_duplex == "none":
        if back_offset(job) != (0, 0):
            problem = "--set cards.back-offset moves backs on the other side of the paper"
            raise UsageError(f"{problem}; set cards.duplex=long, too")
        return [*_how(job, size), *_folded(job, size, fronts)]
    how = _how(job, size)
    if len(how) % 2:
        how.append(empty_side(job))
    return [*how, *_two_sided(job, size, fronts)]


def _folded(job: Job, size: Stock, fronts: Cards) -> Iterator[Scene | Sheet]:
    """Yield pages of cards with their backs beside or below them, whichever takes fewer pages."""
    backs = Backs(job, size.width, size.height)
    plans = []
    for below in (False, True):
        wide, high = (size.width, 2 * size.height) if below else (2 * size.width, size.height)
        with suppress(UsageError):
            layout = plan_plain(
                job.page, (wide, high), imposition.HEADING_HEIGHT, len(job.kit.boxes)
            )
            plans.append((-(-len(job.kit.boxes) // len(layout.spots)), below, layout))
    if not plans:
        raise UsageError(
            f"cards of {size.width:g} x {size.height:g} mm with their backs beside them do not "
            f"fit on {job.page.name} "
            "paper; choose smaller ones, or --set cards.duplex=long"
        )
    _, below, layout = min(plans, key=lambda plan: plan[:2])
    units = []
    drawn = [fronts.draw(box) for box in job.kit.boxes]
    for box, front in zip(job.kit.boxes, drawn, strict=True):
        unit = Scene(size.width, 2 * size.height) if below else Scene(2 * size.width, size.height)
        unit.place(front)
        # Folded away from the eye and turned over like a page, the back stands upright.
        unit.place(
            backs.draw(box), size.width, 2 * size.height if below else 0, turn=180 if below else 0
        )
        unit.add(
            Line((0, size.height) if below else (size.width, 0), (size.width, size.height), FOLD)
        )
        units.append(unit)
    yield from _pages(job, layout, units, drawn, "fold")


def _two_sided(job: Job, size: Stock, fronts: Cards) -> Iterator[Scene | Sheet]:
    backs = Backs(job, size.width, size.height, inset=imposition.LABEL_DRIFT)
    layout = _fronts(job, size)
    back_pages = fill_pages(
        job.page, behind_layout(job, layout), [backs.draw(box) for box in job.kit.boxes]
    )
    drawn = [fronts.draw(box) for box in job.kit.boxes]
    front_pages = _pages(job, layout, drawn, drawn, f"front_{job.options.cards_duplex}")
    yield from chain.from_iterable(zip(front_pages, back_pages, strict=True))


def _fronts(job: Job, size: Stock) -> Layout:
    """Return the layout of the fronts; their backs must not reach the strip at the foot of the
    page either.
    """
    down = max(0.0, back_offset(job)[1])
    sides, count = (size.width, size.height), len(job.kit.boxes)
    if job.options.cards_duplex == "short":  # the first row comes to lie at the foot
        return plan_plain(
            job.page, sides, max(imposition.HEADING_HEIGHT, FOOT - job.page.margin + down), count
        )
    layout = plan_plain(job.page, sides, imposition.HEADING_HEIGHT + down, count)
    return replace(layout, spots=tuple(replace(spot, y=spot.y - down) for spot in layout.spots))


def _pages(
    job: Job, layout: Layout, cards: Sequence[Scene], fronts: Sequence[Scene], hint: str
) -> Iterator[Scene | Sheet]:
    """Yield pages of cards, each of which has its front at its upper left corner, with places
    for a group's sign.
    """
    title = job.texts("cards.title")
    sign = group_signs.free_sign(fronts) if job.options.groups else None
    places = imposition.places_on_pages(layout, len(cards))
    for scene, spots in zip(fill_pages(job.page, layout, cards), places, strict=True):
        heading_line(job, scene, title, job.texts(f"cards.{hint}"))
        if sign is None:
            yield scene
        else:
            yield Sheet(scene, "cards", title, signs=tuple(sign.placed(spot) for spot in spots))


def _how(job: Job, size: Stock) -> list[Scene]:
    """Return the sheet that says how to play; without an operator card for cards it also says
    how they learn.
    """
    texts = job.texts
    backs = Backs(job, size.width, size.height)
    scene, column = new_page(job, texts("cards.how.title"))
    learning = Column(Scene(1, 1), column.x, 0, column.width)
    if not texts.has_sheet("operator"):
        _draw_learning(job, learning)
    column.paragraph(texts("cards.how.what"), SMALL, gap=SPACE.paragraph)
    tells = id_tells(job.kit, texts)
    values = {"tells": tells, "title": texts("operator.learn")}
    steps = (texts.sentence(*keys, **values) for keys in _steps(job, numbered=backs.numbered))
    column.items(filter(None, steps))
    if backs.numbered:
        column.heading(texts("dice.title"), gap=SPACE.paragraph)
        draw_throws(column, texts, max(map(backs.highest, job.kit.boxes)))
        return _with_learning(job, scene, column, learning)
    column.heading(texts("cards.how.tokens"))
    spare = texts("board.spare", count=len(job.kit.palette))
    column.paragraph(f"{texts('cards.how.cut')} {spare}", SMALL, gap=SPACE.block)
    room = room_below(job, column)
    if room - learning.y >= EACH * LEAST_TOKEN_MM:
        room -= learning.y
    side = min(TOKEN, column.width / len(job.kit.palette), room / EACH)
    for (cell, colour), row in product(enumerate(job.kit.palette), range(EACH)):
        x, y = column.x + cell * side, column.y + row * side
        scene.add(
            rectangle(x, y, side, side, None, Stroke(PALE, 0.15))
        )  # neighbours share the lines to cut along
        scene.add(*draw_badge(colour, (x + side / 2, y + side / 2 + 0.6), LETTERS * side))
    column.gap(EACH * side)
    return _with_learning(job, scene, column, learning)


def _draw_learning(job: Job, column: Column) -> None:
    """Draw what each outcome does to the fields, at the end of a column."""
    column.heading(job.texts("operator.learn"), gap=SPACE.near)
    draw_table(column, job, job.texts, SMALL)
    column.gap(SPACE.near)
    for note in rule_notes(job.kit, job.texts):
        column.paragraph(note, SMALL)


def _with_learning(job: Job, scene: Scene, column: Column, learning: Column) -> list[Scene]:
    """Return a page with a column of words below its own, or on a further page where there is no
    room.
    """
    if not learning.y:
        return [scene]
    if learning.y <= room_below(job, column):
        scene.place(learning.scene, 0, column.y)
        return [scene]
    further, below = new_page(job, job.texts("cards.how.title"))
    further.place(learning.scene, 0, below.y)
    return [scene, further]


def _steps(job: Job, *, numbered: bool) -> Iterator[tuple[str, ...]]:
    """Yield the keys of the steps: of each the first that names only printed sheets, or none, is
    what is said.
    """
    way = "fold" if job.options.cards_duplex == "none" else "duplex"
    keys = [f"make_{way}", f"find_{guise(job.kit)}"]
    keys += ("pick_numbered", "move_numbered") if numbered else ("pick", "move")
    keys += ("deck", "leave", "take")
    if job.kit.rule.adds:
        keys.append("add")
    keys.append("empty")
    others = {"make_duplex": ["make_duplex_apart"], "leave": ["leave_here"]}
    for key in keys:
        yield tuple(f"cards.step.{name}" for name in (key, *others.get(key, ())))


#: Places of the crosses, as shares of the page; turned over either edge, none covers the words of
#: the other side.
PLACES = ((0.2, 0.35), (0.8, 0.35), (0.5, 0.5), (0.2, 0.65), (0.8, 0.65))
#: Half the length of a cross and of a scale's axis, and how far its figures go, in mm.
CROSS, AXIS, REACH = 9.0, 8.0, 5
HEAVY, FINE = Stroke(BLACK, 0.5), Stroke(BLACK, 0.12)


def calibration(job: Job) -> list[Scene]:
    """Return both sides of the calibration sheet: crosses on one, scales in the same places on the
    other.

    Held against the light, the crosses show on the scales how far the printer moves the second
    side.
    """
    duplex = "short" if job.options.cards_duplex == "short" else "long"
    title, shift = job.texts("calibration.title"), back_offset(job)
    aside = job.texts(f"calibration.{duplex}")
    front, column = new_page(job, title, aside=aside)
    column.paragraph(job.texts("calibration.front"))
    back, below = new_page(job, title, aside=aside)
    for number, step in enumerate(("print", "look", "read", "say"), 1):
        below.item(
            f"{number}.",
            job.texts(f"calibration.step.{step}", present=job.options.cards_back_offset),
            indent=7,
        )
    for across, down in PLACES:
        x, y = across * job.page.width, down * job.page.height
        front.add(
            Line((x - CROSS, y), (x + CROSS, y), HEAVY), Line((x, y - CROSS), (x, y + CROSS), HEAVY)
        )
        # A point at x, y on one side of the paper shows mirrored on the other.
        mirrored = (job.page.width - x, y) if duplex == "long" else (x, job.page.height - y)
        _scale(back, (mirrored[0] + shift[0], mirrored[1] + shift[1]))
    return [front, back]


def _scale(scene: Scene, middle: Point) -> None:
    x, y = middle
    scene.add(Line((x - AXIS, y), (x + AXIS, y), FINE), Line((x, y - AXIS), (x, y + AXIS), FINE))
    for mm in range(-REACH, REACH + 1):
        length = 1.6 if mm % REACH == 0 else 0.9
        scene.add(Line((x + mm, y - length), (x + mm, y + length), FINE))
        scene.add(Line((x - length, y + mm), (x + length, y + mm), FINE))
    for way in (-1, 1):  # each figure in a quarter of its own
        mm = way * REACH
        words = f"{mm:+d}".replace("-", "\N{MINUS SIGN}")
        scene.add(fitted((x + mm, y + 3.5 * way), words, LABEL, anchor="middle", level=True))
        scene.add(
            fitted(
                (x - 2.2 * way, y + mm),
                words,
                LABEL,
                anchor="start" if way < 0 else "end",
                level=True,
            )
        )


#: Cards side by side: the fewest that take no more sheets than the most. Height over width of a
#: card; letters of its badge, and of the badges in its corners, in points for each mm of its width.
ACROSS, SHAPE, BADGE, CORNER = (3, 4, 5), 1.5, 1.1, 0.32


def deck(job: Job) -> list[Scene]:
    """Return the sheet that says how to play with a deck of colours, with its cards below; more
    sheets for many cards.

    There are as many cards of each colour as the fullest card of the kit has fields of it.
    """
    return min((_deck(job, across) for across in ACROSS), key=len)


def _deck(job: Job, across: int) -> list[Scene]:
    counts, pages = deck_of(job), list[Scene]()
    waiting = [colour for colour, count in counts for _ in range(count)]
    while waiting:
        scene, column = new_page(job, job.texts("deck.title"))
        if not pages:
            _deck_rules(job, column, counts)
        width = column.width / across
        height = SHAPE * width
        here = across * int(room_below(job, column) / height)
        for colour, x, y in in_rows(waiting[:here], across, (column.x, column.y), (width, height)):
            scene.add(
                rectangle(x, y, width, height, None, Stroke(PALE, 0.15))
            )  # neighbours share their lines
            scene.add(*draw_badge(colour, (x + width / 2, y + height / 2 - 1), BADGE * width))
            for corner in (x + 0.145 * width, x + 0.855 * width):
                scene.add(*draw_badge(colour, (corner, y + 0.145 * width), CORNER * width))
            scene.add(
                fitted((x + width / 2, y + height - 5), colour.name, BODY, width - 6, "middle")
            )
        waiting = waiting[here:]
        pages.append(scene)
    return pages


def _deck_rules(job: Job, column: Column, counts: Sequence[tuple[Colour, int]]) -> None:
    texts = job.texts
    cards = ", ".join(
        f"{count}{TIE}×{TIE}{colour.name}{TIE}({colour.letter})" for colour, count in counts
    )
    column.paragraph(texts("deck.intro", cards=cards), SMALL, gap=SPACE.paragraph)
    column.items(texts(f"deck.step.{key}") for key in ("make", "deal", "draw", "back"))
    column.heading(texts("operator.learn"), gap=SPACE.near)
    draw_table(column, job, texts, SMALL)
    column.gap(SPACE.paragraph)
    for note in rule_notes(job.kit, texts):
        column.paragraph(note, SMALL)
    column.paragraph(
        texts("deck.dealt_takes" if job.kit.rule.only_takes else "deck.dealt"),
        SMALL,
        gap=SPACE.section,
    )


def deck_of(job: Job) -> list[tuple[Colour, int]]:
    """Return the number of cards of each colour, in the order of the palette: as many as any
    card has fields.
    """
    size = card_size(job)
    try:
        backs = Backs(job, size.width, size.height)
    except UsageError:  # the size of the labels does not suit cards
        size = read_stock(USUAL_SIZE, job.templates)
        backs = Backs(job, size.width, size.height)
    most: Counter[str] = Counter()
    for box in job.kit.boxes:
        most |= {slot.colour.key: backs.row_fields(slot) for slot in box.slots}
    return [(colour, most[colour.key]) for colour in job.kit.palette]


def check_back_offset(job: Job) -> None:
    """Refuse a shift of the backs that brings them too near to the paper's edge."""
    back_offset(job)


def work(kit: Kit, options: PartOptions, _bought: bool) -> Iterator[tuple[str, int]]:
    """Yield what is made: cards, glued to their backs or printed on both sides."""
    yield "folded_card" if options.cards_duplex == "none" else "cut_card", len(kit.boxes)
