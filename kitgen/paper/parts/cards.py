"""Move-colour cards, the machine without boxes: the position on the front, a field for each bead on
the back.

Fronts and backs are side by side, to be folded, or on two sides of the paper, for a duplex printer.
Tokens, two dice or a deck of colours, printed on a sheet that says how to play, pick one of the
open fields. A test sheet shows where the printer puts the backs.
"""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain

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
#: Tokens of each colour.
TOKENS_EACH = 2
#: The largest side of a token, and the least of one that shares its sheet with the table of what is
#: learned, in mm.
MAX_TOKEN_MM = 44.0
MIN_TOKEN_MM = 25.0
#: The letters in a token's badge, in points for each mm of its side.
TOKEN_LETTERS = 0.93
#: The lines between neighbours, who share them.
SHARED_EDGE = Stroke(PALE, 0.15)


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


@dataclass(frozen=True, slots=True)
class _FoldedCard:
    """How a card lies to be folded: its back beside its front, or below it."""

    size: Stock
    below: bool

    @property
    def sides(self) -> tuple[float, float]:
        """The width and height of front and back together, in mm."""
        if self.below:
            return self.size.width, 2 * self.size.height
        return 2 * self.size.width, self.size.height

    def draw(self, front: Scene, back: Scene) -> Scene:
        """Return front and back with the fold between them."""
        width = self.size.width
        height = self.size.height
        card = Scene(*self.sides)
        card.place(front)
        if self.below:
            # Folded away from the eye and turned over like a page, the back stands upright.
            card.place(back, width, 2 * height, turn=180)
            card.add(Line((0, height), (width, height), FOLD))
        else:
            card.place(back, width, 0, turn=0)
            card.add(Line((width, 0), (width, height), FOLD))
        return card


def _folded(job: Job, size: Stock, fronts: Cards) -> Iterator[Scene | Sheet]:
    """Yield pages of cards with their backs beside or below them, whichever takes fewer pages."""
    boxes = job.kit.boxes
    backs = Backs(job, size.width, size.height)
    plans = []
    for folded in (_FoldedCard(size, below=False), _FoldedCard(size, below=True)):
        with suppress(UsageError):
            layout = plan_plain(job.page, folded.sides, imposition.HEADING_HEIGHT, len(boxes))
            plans.append((folded, layout))
    if not plans:
        raise UsageError(
            f"cards of {size.width:g} x {size.height:g} mm with their backs beside them do not "
            f"fit on {job.page.name} "
            "paper; choose smaller ones, or --set cards.duplex=long"
        )
    folded, layout = min(plans, key=lambda plan: math.ceil(len(boxes) / len(plan[1].spots)))
    drawn = [fronts.draw(box) for box in boxes]
    cards = []
    for box, front in zip(boxes, drawn, strict=True):
        cards.append(folded.draw(front, backs.draw(box)))
    yield from _pages(job, layout, cards, drawn, "fold")


def _two_sided(job: Job, size: Stock, fronts: Cards) -> Iterator[Scene | Sheet]:
    """Yield pages of fronts, each followed by the page of their backs."""
    boxes = job.kit.boxes
    backs = Backs(job, size.width, size.height, inset=imposition.LABEL_DRIFT)
    layout = _fronts(job, size)
    drawn_backs = [backs.draw(box) for box in boxes]
    back_pages = fill_pages(job.page, behind_layout(job, layout), drawn_backs)
    drawn = [fronts.draw(box) for box in boxes]
    front_pages = _pages(job, layout, drawn, drawn, f"front_{job.options.cards_duplex}")
    yield from chain.from_iterable(zip(front_pages, back_pages, strict=True))


def _fronts(job: Job, size: Stock) -> Layout:
    """Return the layout of the fronts; their backs must not reach the strip at the foot of the
    page either.
    """
    _, offset_down = back_offset(job)
    down = max(0.0, offset_down)
    sides = (size.width, size.height)
    count = len(job.kit.boxes)
    if job.options.cards_duplex == "short":  # the first row comes to lie at the foot
        heading = max(imposition.HEADING_HEIGHT, FOOT - job.page.margin + down)
        return plan_plain(job.page, sides, heading, count)
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
    else:
        _draw_tokens(job, column, learning.y)
    return _with_learning(job, scene, column, learning)


def _draw_tokens(job: Job, column: Column, learning_height: float) -> None:
    """Draw the tokens of all colours, so large that what is learned has room below them, unless
    that makes them too small.
    """
    texts = job.texts
    palette = job.kit.palette
    column.heading(texts("cards.how.tokens"))
    how = f"{texts('cards.how.cut')} {texts('cards.how.spare')}"
    column.paragraph(how, SMALL, gap=SPACE.block)
    room = room_below(job, column)
    if room - learning_height >= TOKENS_EACH * MIN_TOKEN_MM:
        room -= learning_height
    side = min(MAX_TOKEN_MM, column.width / len(palette), room / TOKENS_EACH)
    for number, colour in enumerate(palette):
        x = column.x + number * side
        for row in range(TOKENS_EACH):
            y = column.y + row * side
            middle = (x + side / 2, y + side / 2 + 0.6)
            column.scene.add(rectangle(x, y, side, side, None, SHARED_EDGE))
            column.scene.add(*draw_badge(colour, middle, TOKEN_LETTERS * side))
    column.gap(TOKENS_EACH * side)


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
    leaving = "leave_takes" if job.kit.rule.only_takes else "leave"
    keys += ("deck", leaving, "take")
    if job.kit.rule.adds:
        keys.append("add")
    keys.append("empty")
    others = {"make_duplex": ["make_duplex_apart"], leaving: ["leave_here"]}
    for key in keys:
        yield tuple(f"cards.step.{name}" for name in (key, *others.get(key, ())))


# The calibration sheet.

#: Places of the crosses, as shares of the page; turned over either edge, none covers the words of
#: the other side.
CROSSES_AT = ((0.2, 0.35), (0.8, 0.35), (0.5, 0.5), (0.2, 0.65), (0.8, 0.65))
#: Half the length of a cross and of a scale's axis, in mm.
HALF_CROSS_MM = 9.0
HALF_AXIS_MM = 8.0
#: How far the figures of a scale go, in mm.
SCALE_REACH_MM = 5
#: Half the length of a scale's marks: of those at its ends and middle, and of the others, in mm.
LONG_MARK_MM = 1.6
SHORT_MARK_MM = 0.9
#: The lines of a cross, and of a scale.
HEAVY_LINE = Stroke(BLACK, 0.5)
FINE_LINE = Stroke(BLACK, 0.12)


def calibration(job: Job) -> list[Scene]:
    """Return both sides of the calibration sheet: crosses on one, scales in the same places on the
    other.

    Held against the light, the crosses show on the scales how far the printer moves the second
    side.
    """
    texts = job.texts
    duplex = "short" if job.options.cards_duplex == "short" else "long"
    title = texts("calibration.title")
    aside = texts(f"calibration.{duplex}")
    front, column = new_page(job, title, aside=aside)
    column.paragraph(texts("calibration.front"))
    back, below = new_page(job, title, aside=aside)
    present = job.options.cards_back_offset
    for number, step in enumerate(("print", "look", "read", f"say_{duplex}"), 1):
        words = texts(f"calibration.step.{step}", present=present)
        below.item(f"{number}.", words, indent=7)
    right, down = back_offset(job)
    for across_share, down_share in CROSSES_AT:
        x = across_share * job.page.width
        y = down_share * job.page.height
        _plus(front, (x, y), HALF_CROSS_MM, HEAVY_LINE)
        # A point at x, y on one side of the paper shows mirrored on the other.
        if duplex == "long":
            behind = (job.page.width - x, y)
        else:
            behind = (x, job.page.height - y)
        _scale(back, (behind[0] + right, behind[1] + down))
    return [front, back]


def _plus(scene: Scene, middle: Point, half: float, line: Stroke) -> None:
    """Draw a level and an upright line that cross in their middle."""
    x, y = middle
    scene.add(Line((x - half, y), (x + half, y), line))
    scene.add(Line((x, y - half), (x, y + half), line))


def _scale(scene: Scene, middle: Point) -> None:
    """Draw a level and an upright scale that cross, with a mark for each mm and figures at their
    ends, each in a quarter of its own.
    """
    x, y = middle
    _plus(scene, middle, HALF_AXIS_MM, FINE_LINE)
    for mm in range(-SCALE_REACH_MM, SCALE_REACH_MM + 1):
        length = LONG_MARK_MM if mm % SCALE_REACH_MM == 0 else SHORT_MARK_MM
        scene.add(Line((x + mm, y - length), (x + mm, y + length), FINE_LINE))
        scene.add(Line((x - length, y + mm), (x + length, y + mm), FINE_LINE))
    for way in (-1, 1):
        mm = way * SCALE_REACH_MM
        figure = f"{mm:+d}".replace("-", "\N{MINUS SIGN}")
        scene.add(fitted((x + mm, y + 3.5 * way), figure, LABEL, anchor="middle", level=True))
        beside = (x - 2.2 * way, y + mm)
        if way < 0:
            scene.add(fitted(beside, figure, LABEL, anchor="start", level=True))
        else:
            scene.add(fitted(beside, figure, LABEL, anchor="end", level=True))


# The deck of colours.

#: Cards side by side: the fewest that take no more sheets than the most.
DECK_ACROSS = (3, 4, 5)
#: Height over width of a card of the deck.
DECK_SHAPE = 1.5
#: Letters of its badge, and of the badges in its corners, in points for each mm of its width.
DECK_LETTERS = 1.1
CORNER_LETTERS = 0.32
#: The middle of a badge in a corner from both edges, as a share of the card's width.
CORNER_SHARE = 0.145


def deck(job: Job) -> list[Scene]:
    """Return the sheet that says how to play with a deck of colours, with its cards below; more
    sheets for many cards.

    There are as many cards of each colour as the fullest card of the kit has fields of it.
    """
    return min((_deck(job, across) for across in DECK_ACROSS), key=len)


def _deck(job: Job, across: int) -> list[Scene]:
    """Return the sheets with so many cards side by side."""
    counts = deck_of(job)
    waiting: list[Colour] = []
    for colour, count in counts:
        waiting += [colour] * count
    pages: list[Scene] = []
    while waiting:
        scene, column = new_page(job, job.texts("deck.title"))
        if not pages:
            _deck_rules(job, column, counts)
        width = column.width / across
        height = DECK_SHAPE * width
        here = across * int(room_below(job, column) / height)
        for colour, x, y in in_rows(waiting[:here], across, (column.x, column.y), (width, height)):
            _draw_deck_card(scene, colour, (x, y), (width, height))
        waiting = waiting[here:]
        pages.append(scene)
    return pages


def _draw_deck_card(scene: Scene, colour: Colour, at: Point, size: tuple[float, float]) -> None:
    """Draw a card with a large badge, two small ones in its upper corners, and its colour's
    name.
    """
    x, y = at
    width, height = size
    middle = x + width / 2
    scene.add(rectangle(x, y, width, height, None, SHARED_EDGE))
    scene.add(*draw_badge(colour, (middle, y + height / 2 - 1), DECK_LETTERS * width))
    for corner in (x + CORNER_SHARE * width, x + (1 - CORNER_SHARE) * width):
        at = (corner, y + CORNER_SHARE * width)
        scene.add(*draw_badge(colour, at, CORNER_LETTERS * width))
    scene.add(fitted((middle, y + height - 5), colour.name, BODY, width - 6, "middle"))


def _deck_rules(job: Job, column: Column, counts: Sequence[tuple[Colour, int]]) -> None:
    """Write what the deck has, how to play with it, and how the machine learns."""
    texts = job.texts
    cards = []
    for colour, count in counts:
        cards.append(f"{count}{TIE}×{TIE}{colour.name}{TIE}({colour.letter})")
    column.paragraph(texts("deck.intro", cards=", ".join(cards)), SMALL, gap=SPACE.paragraph)
    column.items(texts(f"deck.step.{key}") for key in ("make", "deal", "draw", "back"))
    column.heading(texts("operator.learn"), gap=SPACE.near)
    draw_table(column, job, texts, SMALL)
    column.gap(SPACE.paragraph)
    for note in rule_notes(job.kit, texts):
        column.paragraph(note, SMALL)
    dealt = "deck.dealt_takes" if job.kit.rule.only_takes else "deck.dealt"
    column.paragraph(texts(dealt), SMALL, gap=SPACE.section)


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
