"""The colour deck: cards of a colour each, dealt for the open fields of a move-colour card, of which one is drawn.

There are as many of each colour as the fullest card of the kit has fields of it, so that every card can be played.
"""

from collections.abc import Iterator, Sequence

from kitgen.errors import UsageError
from kitgen.kit.palette import Colour
from kitgen.kit.rule import Change
from kitgen.paper.card.back import USUAL, Backs, card_size
from kitgen.paper.card.badge import draw_badge
from kitgen.paper.document import Sheet
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import BODY, GREY, PALE, SMALL, Column, new_page, room_below
from kitgen.paper.layout.stock import read_stock
from kitgen.paper.marks.fonts import fit
from kitgen.paper.marks.scene import Point, Polygon, Scene, Stroke, Text
from kitgen.paper.texts import Texts
from kitgen.paper.wording import has_draws

NAME = "deck"
#: Width and height of a card in mm, and its letters in points: of the badge, and of the badges in its corners.
WIDTH, HEIGHT, LETTERS, CORNER = 38.0, 57.0, 42.0, 12.0


def sheets(job: Job) -> list[Sheet]:
    """Return the sheet that says how the deck is played, with its cards below; more sheets when there are many."""
    title = job.texts("deck.title")
    scene, column = new_page(job, title, aside=job.kit.title)
    deck, pages = deck_of(job), []
    _how(job, column, deck)
    waiting = [colour for colour, count in deck for _ in range(count)]
    while waiting:
        across, down = int(column.width / WIDTH + 1e-6), int(room_below(job, column) / HEIGHT)
        for index, colour in enumerate(waiting[: across * down]):
            row, place = divmod(index, across)
            _card(scene, (column.x + place * WIDTH, column.y + row * HEIGHT), colour)
        waiting = waiting[across * down :]
        pages.append(scene)
        if waiting:
            scene, column = new_page(job, title, aside=job.kit.title)
    return [Sheet(page, NAME, title) for page in pages]


def _how(job: Job, column: Column, deck: Sequence[tuple[Colour, int]]) -> None:
    """Say which cards there are, how one is drawn, and what is done after the game."""
    texts = job.texts
    cards = ", ".join(f"{count} × {colour.name} ({colour.letter})" for colour, count in deck)
    column.paragraph(texts("deck.intro", cards=cards), SMALL)
    column.gap(2)
    for number, key in enumerate(("make", "deal", "draw", "back"), 1):
        column.item(f"{number}.", texts(f"deck.step.{key}"), indent=7)
    column.heading(texts("operator.learn"))
    for words in after_game(job):
        column.item("•", words, BODY, indent=4.5)
    column.paragraph(texts("deck.dealt"), SMALL, fill=GREY)
    column.gap(4)


def deck_of(job: Job) -> list[tuple[Colour, int]]:
    """Return how many cards of each colour there are, in the order of the palette: as many as any card has fields."""
    backs = _backs(job)
    most: dict[str, int] = {}
    for box in job.kit.boxes:
        for slot in box.slots:
            most[slot.colour.key] = max(most.get(slot.colour.key, 0), backs.row_fields(slot))
    return [(colour, most[colour.key]) for colour in job.kit.palette]


def _backs(job: Job) -> Backs:
    """Return the backs of the position cards; of a size of label that cards cannot have, those of a playing card."""
    size = card_size(job)
    try:
        return Backs(job, size.width, size.height)
    except UsageError:
        size = read_stock(USUAL, job.templates)
        return Backs(job, size.width, size.height)


def after_game(job: Job) -> Iterator[str]:
    """Yield what each outcome of a game does to the fields of the cards that were played in it."""
    texts, rule = job.texts, job.kit.rule
    for outcome, change in (("win", rule.win), ("draw", rule.draw), ("loss", rule.loss)):
        if outcome != "draw" or has_draws(job.kit):
            yield f"{texts(f'operator.outcome.{outcome}')}: {'; '.join(_changes(change, texts))}."
    yield texts(f"deck.empty.{rule.empty}")
    if rule.when_empty.outcome is not None:
        yield texts("deck.finished")
    if rule.floor and any(min((change.every, *change.from_end)) < 0 for change in (rule.win, rule.draw, rule.loss)):
        yield texts("deck.floor", count=rule.floor)


def _changes(change: Change, texts: Texts) -> Iterator[str]:
    """Yield what a change does to the fields, move by move; where it does nothing, that."""
    if change.nothing:
        yield texts("deck.nothing")
        return
    named = [*change.from_end]
    if change.last is not None:
        yield texts(f"deck.{change.last}", which=_which(1, texts))
        named = [0, *named[1:]]
    for place, fields in enumerate(named, 1):
        if fields:
            yield _what(fields, _which(place, texts), texts)
    if change.every:
        yield _what(change.every, texts(f"deck.which.{'rest' if named else 'all'}"), texts)


def _which(place: int, texts: Texts) -> str:
    """Return which move is meant, counted from the end of the game."""
    key = {1: "last", 2: "second"}.get(place, "nth")
    return texts(f"deck.which.{key}", place=place)


def _what(fields: int, which: str, texts: Texts) -> str:
    """Return what happens to the fields of a move's colour."""
    return texts(f"deck.{'plus' if fields > 0 else 'minus'}", count=abs(fields), which=which)


def _card(scene: Scene, at: Point, colour: Colour) -> None:
    """Draw a card: its badge large in the middle and small in two corners; neighbours share the lines of their cuts."""
    x, y = at
    right, bottom = x + WIDTH, y + HEIGHT
    scene.add(Polygon(((x, y), (right, y), (right, bottom), (x, bottom)), None, Stroke(PALE, 0.15)))
    scene.add(*draw_badge(colour, (x + WIDTH / 2, y + HEIGHT / 2 - 1), LETTERS))
    for corner in ((x + 5.5, y + 5.5), (right - 5.5, y + 5.5)):
        scene.add(*draw_badge(colour, corner, CORNER))
    size = fit(colour.name, BODY, WIDTH - 6)
    scene.add(Text((x + WIDTH / 2, bottom - 5), colour.name, size, "middle"))
