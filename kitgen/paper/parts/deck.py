"""The colour deck: one card is drawn from those dealt for the open fields of a move-colour card.

There are as many cards of each colour as the fullest card of the kit has fields of it.
"""

from collections import Counter
from collections.abc import Sequence

from kitgen.errors import UsageError
from kitgen.kit.palette import Colour
from kitgen.paper.card.faces import USUAL_SIZE, Backs, card_size
from kitgen.paper.card.moves import draw_badge
from kitgen.paper.game_sheets import draw_table, rule_notes
from kitgen.paper.job import Job, read_stock
from kitgen.paper.layout.frame import Column, new_page, room_below
from kitgen.paper.marks.scene import Scene, Stroke, rectangle
from kitgen.paper.style import BODY, PALE, SMALL, SPACE, TIE, fitted, in_rows

#: Cards side by side: the fewest that take no more sheets than the most. Height over width of a card; letters of its
#: badge, and of the badges in its corners, in points for each mm of its width.
ACROSS, SHAPE, LETTERS, CORNER = (3, 4, 5), 1.5, 1.1, 0.32


def sheets(job: Job) -> list[Scene]:
    """Return the sheet that says how to play with the deck, with its cards below; more sheets when there are many."""
    return min((_pages(job, across) for across in ACROSS), key=len)


def _pages(job: Job, across: int) -> list[Scene]:
    deck, pages = deck_of(job), list[Scene]()
    waiting = [colour for colour, count in deck for _ in range(count)]
    while waiting:
        scene, column = new_page(job, job.texts("deck.title"))
        if not pages:
            _how(job, column, deck)
        width = column.width / across
        height = SHAPE * width
        here = across * int(room_below(job, column) / height)
        for colour, x, y in in_rows(waiting[:here], across, (column.x, column.y), (width, height)):
            scene.add(rectangle(x, y, width, height, None, Stroke(PALE, 0.15)))  # neighbours share their lines
            scene.add(*draw_badge(colour, (x + width / 2, y + height / 2 - 1), LETTERS * width))
            for corner in (x + 0.145 * width, x + 0.855 * width):
                scene.add(*draw_badge(colour, (corner, y + 0.145 * width), CORNER * width))
            scene.add(fitted((x + width / 2, y + height - 5), colour.name, BODY, width - 6, "middle"))
        waiting = waiting[here:]
        pages.append(scene)
    return pages


def _how(job: Job, column: Column, deck: Sequence[tuple[Colour, int]]) -> None:
    texts = job.texts
    cards = ", ".join(f"{count}{TIE}×{TIE}{colour.name}{TIE}({colour.letter})" for colour, count in deck)
    column.paragraph(texts("deck.intro", cards=cards), SMALL, gap=SPACE.paragraph)
    column.items(texts(f"deck.step.{key}") for key in ("make", "deal", "draw", "back"))
    column.heading(texts("operator.learn"), gap=SPACE.near)
    draw_table(column, job.kit, texts, SMALL)
    column.gap(SPACE.paragraph)
    for note in rule_notes(job.kit, texts):
        column.paragraph(note, SMALL)
    column.paragraph(texts("deck.dealt_takes" if job.kit.rule.only_takes else "deck.dealt"), SMALL, gap=SPACE.section)


def deck_of(job: Job) -> list[tuple[Colour, int]]:
    """Return the number of cards of each colour, in the order of the palette: as many as any card has fields."""
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
