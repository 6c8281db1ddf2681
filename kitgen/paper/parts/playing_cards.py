"""The machine as a deck of ordinary playing cards: a picture of each position, and which card is
which move.

The rank of a card is its picture, the suit its move. The cards of a picture lie beside it as a
pile.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from kitgen.errors import UsageError
from kitgen.kit.kit import Box, Kit
from kitgen.paper.card.board import draw_box, fit_grid
from kitgen.paper.card.moves import CrowdedError, draw_badge, least_cell
from kitgen.paper.finder_index import twin_words, words_without_box
from kitgen.paper.game_sheets import amounts_of, check_takes_last, find_picture, who_begins
from kitgen.paper.job import Job, counts_beads
from kitgen.paper.layout.frame import BASELINE, Column, new_page, room_below
from kitgen.paper.marks.scene import BLACK, POINT, Path, Place, Scene, Text
from kitgen.paper.style import BODY, HEADING, SMALL, SPACE, fitted, icon_lines, in_rows, text_width

#: The suits in the order of the palette, as outlines of height 2 round the middle.
SUITS = {
    "hearts": icon_lines(
        "M 0 1 C -0.4 0.5 -1 0.1 -1 -0.4 C -1 -1 -0.2 -1.1 0 -0.4 C 0.2 -1.1 1 -1 1 -0.4 C 1 0.1 "
        "0.4 0.5 0 1 Z"
    ),
    "spades": icon_lines(
        "M 0 -1 C 0.4 -0.5 1 -0.1 1 0.3 C 1 0.8 0.3 0.8 0.1 0.4 L 0.3 1 L -0.3 1 L -0.1 0.4 "
        "C -0.3 0.8 -1 0.8 -1 0.3 C -1 -0.1 -0.4 -0.5 0 -1 Z"
    ),
    "diamonds": icon_lines("M 0 -1 L 0.75 0 L 0 1 L -0.75 0 Z"),
    "clubs": icon_lines(
        "M 0.1 0.3 L 0.3 1 L -0.3 1 L -0.1 0.3 C -0.3 0.7 -1 0.6 -1 0.1 C -1 -0.3 -0.6 "
        "-0.5 -0.3 -0.3 "
        "C -0.7 -0.7 -0.3 -1 0 -1 C 0.3 -1 0.7 -0.7 0.3 -0.3 C 0.6 -0.5 1 -0.3 1 0.1 C 1 0.6 0.3 "
        "0.7 0.1 0.3 Z"
    ),
}
#: How many ranks a deck has, those that have a letter, and the most decks that are told apart by
#: their backs.
RANKS = 13
LETTER_RANKS = (1, 11, 12, 13)
MAX_DECKS = 3
#: The numbers of pictures in a row to try.
PICTURES_ACROSS = range(1, 6)

#: The greatest height of a board, and how much lower the next one to try is, in mm.
MAX_BOARD_MM = 45.0
BOARD_STEP_MM = 1.0
#: The size of ids, in points, and the height of their line, in mm.
ID_PT = 12.0
ID_MM = ID_PT * POINT
#: Half the height of a suit, in mm.
SUIT_MM = 1.7
#: The height of a line that names cards, in mm.
CARDS_MM = 6.0
#: Between an id, its board and its cards, and between two pictures, in mm.
UNDER_MM = 1.0
GAP_MM = 5.0
#: The room for the rank of a picture's cards, and for a badge with its suit, in mm.
RANK_MM = 10.0
PAIR_MM = 9.0


@dataclass(frozen=True, slots=True)
class PlayingCard:
    """An ordinary playing card: its deck and its rank, from 1 up."""

    deck: int
    rank: int


def card_ranks(kit: Kit) -> dict[str, PlayingCard]:
    """Return the rank for the cards of each box, by its id: its own number where all ids are
    numbers up to 13.

    >>> from kitgen.kit.build import build_kit
    >>> [card_ranks(build_kit("nim:8"))[name].rank for name in ("7", "2")]
    [7, 2]
    >>> card_ranks(build_kit("her"))["B10"]
    PlayingCard(deck=1, rank=12)
    """
    names = [box.id for box in kit.boxes]
    if all(name.isdecimal() and 1 <= int(name) <= RANKS for name in names):
        return {name: PlayingCard(1, int(name)) for name in names}
    cards = {}
    for number, name in enumerate(names):
        deck, rank = divmod(number, RANKS)
        cards[name] = PlayingCard(deck + 1, rank + 1)
    return cards


def sheets(job: Job) -> list[Scene]:
    """Return the pages; UsageError for a kit with more moves, beads or boxes than a few decks
    have cards.
    """
    kit = job.kit
    check_takes_last(kit, "playing-cards", "the parts labels and beads")
    ranks = card_ranks(kit)
    decks = max(card.deck for card in ranks.values())
    if counts_beads(kit):
        problem = f"in {kit.name} a move has several beads, and a deck has one card for it"
        raise UsageError(f"the part playing-cards: {problem}; print the part labels")
    if len(kit.palette) > len(SUITS) or decks > MAX_DECKS:
        size = f"{len(kit.boxes)} boxes with up to {len(kit.palette)} moves"
        most = f"at most {MAX_DECKS * RANKS} with {len(SUITS)}"
        raise UsageError(
            f"the part playing-cards: {kit.name} has {size}; decks of cards take {most}"
        )
    scene, column = new_page(job, job.texts("playing-cards.title"))
    _words(job, column, decks)
    return _pages(job, scene, column, ranks)


def _words(job: Job, column: Column, decks: int) -> None:
    """Write who plays which side, the suits, and the steps."""
    column.paragraph(who_begins(job), SMALL, bold=True)
    _draw_suits(job, column)
    for number, words in enumerate(_steps(job, decks), 1):
        column.item(f"{number}.", words, SMALL, indent=5.5)
    column.gap(SPACE.near)


def _draw_suits(job: Job, column: Column) -> None:
    """Draw the badge of each colour with the suit that stands for it, and how many things it
    takes, as far as that is one number: the small pictures have no room for it.
    """
    amounts = amounts_of(job.kit)
    column.gap(SPACE.near)
    x = column.x
    for colour, suit in zip(job.kit.palette, SUITS, strict=False):
        words = job.texts(f"playing-cards.suit.{suit}")
        if colour.key in amounts:
            words += f" · {job.texts('card.take', number=amounts[colour.key])}"
        width = 11.5 + text_width(words, BODY, bold=True)
        if x + width > column.x + column.width:
            column.gap(CARDS_MM)
            x = column.x
        middle = column.y + CARDS_MM / 2
        column.scene.add(*draw_badge(colour, (x + 2.5, middle), BODY))
        _draw_suit(column.scene, suit, (x + 8.5, middle))
        column.scene.add(fitted((x + 11.5, middle), words, BODY, bold=True, level=True))
        x += width + 6.0
    column.gap(CARDS_MM + SPACE.near)


def _draw_suit(scene: Scene, suit: str, at: tuple[float, float]) -> None:
    scene.add(Path(SUITS[suit], BLACK).placed(Place(*at, SUIT_MM)))


def _steps(job: Job, decks: int) -> Iterator[str]:
    """Yield what to do, in sentences."""
    texts = job.texts
    kit = job.kit
    empty = kit.rule.when_empty
    yield texts("playing-cards.fill", number=kit.beads)
    if decks > 1:
        yield texts("playing-cards.decks", number=decks)
    yield find_picture(kit, texts)
    yield from words_without_box(kit, texts, "sweets")
    yield texts("playing-cards.pick")
    yield from twin_words(kit, texts)
    yield texts("playing-cards.learn_kept" if empty.keeps_last else "playing-cards.learn")
    if empty.resigns:
        yield texts("playing-cards.empty_blames" if empty.blames_last else "playing-cards.empty")


class _PageLayout(NamedTuple):
    """A way to place the pictures; the least one has the fewest pages, then the largest cells.

    Attributes:
        pages: how many they take.
        minus_cell: the width of a cell in mm, negative.
        across: pictures in a row.
        board_high: the greatest height of a board, in mm.
        on_first: the number of pictures on the first page.
        on_later: the number of pictures on each further page.
        high: the height of a picture with the gap below it, in mm.
    """

    pages: int
    minus_cell: float
    across: int
    board_high: float
    on_first: int
    on_later: int
    high: float


def _pages(job: Job, scene: Scene, column: Column, ranks: dict[str, PlayingCard]) -> list[Scene]:
    """Return the pages with the pictures: as few as are legible, the largest pictures on them."""
    for layout in sorted(_layouts(job, column)):
        wide = (column.width + GAP_MM) / layout.across - GAP_MM
        size = (wide, layout.board_high)
        try:
            pictures = [_picture(job, box, ranks[box.id], size) for box in job.kit.boxes]
        except CrowdedError:
            continue
        return _placed(job, scene, column, layout, pictures)
    raise UsageError(
        f"the pictures of {job.kit.name} do not fit on {job.page.name} paper; print the part labels"
    )


def _layouts(job: Job, column: Column) -> Iterator[_PageLayout]:
    """Yield the layouts below the words of the first page with legible cells, and room for the
    cards of the fullest box.
    """
    _, later_column = new_page(job, job.texts("playing-cards.title"))
    first_room = room_below(job, column) + GAP_MM
    later_room = room_below(job, later_column) + GAP_MM
    diagram = job.kit.game.diagram
    legible = least_cell(diagram)
    most_moves = max(len(box.slots) for box in job.kit.boxes)
    for across in PICTURES_ACROSS:
        wide = (column.width + GAP_MM) / across - GAP_MM
        if wide < RANK_MM + most_moves * PAIR_MM:
            continue
        board_high = MAX_BOARD_MM
        while board_high >= legible:
            grid = fit_grid(diagram, wide, board_high)
            if grid.unit < legible:
                break
            high = ID_MM + 2 * UNDER_MM + grid.size[1] + CARDS_MM + GAP_MM
            on_first = int(first_room / high) * across
            on_later = int(later_room / high) * across
            if on_later:
                others = len(job.kit.boxes) - on_first
                pages = 1 + max(0, math.ceil(others / on_later))
                yield _PageLayout(pages, -grid.unit, across, board_high, on_first, on_later, high)
            board_high -= BOARD_STEP_MM


def _placed(
    job: Job, scene: Scene, column: Column, layout: _PageLayout, pictures: list[Scene]
) -> list[Scene]:
    """Return the first page and those that follow, with the pictures on them."""
    wide = (column.width + GAP_MM) / layout.across - GAP_MM
    pitch = (wide + GAP_MM, layout.high)
    scenes = [scene]
    waiting = pictures
    count = layout.on_first
    while True:
        at = (column.x, column.y)
        for picture, x, y in in_rows(waiting[:count], layout.across, at, pitch):
            scenes[-1].place(picture, x, y)
        waiting = waiting[count:]
        if not waiting:
            return scenes
        scene, column = new_page(job, job.texts("playing-cards.title"))
        scenes.append(scene)
        count = layout.on_later


def _picture(job: Job, box: Box, card: PlayingCard, size: tuple[float, float]) -> Scene:
    """Return a box: its id, its board no larger than a size in mm, and below it the card of each
    move.
    """
    wide, _ = size
    board = draw_box(job.kit, box, *size)
    top = ID_MM + UNDER_MM
    level = top + board.height + UNDER_MM + CARDS_MM / 2
    id_level = BASELINE * ID_PT * POINT
    scene = Scene(wide, level + CARDS_MM / 2)
    scene.add(Text((0, id_level), box.id, ID_PT, bold=True))
    scene.place(board, 0, top)
    rank = _rank_name(job, card.rank)
    scene.add(fitted((0, level), rank, HEADING, RANK_MM - 1, bold=True, level=True))
    colours = [colour.key for colour in job.kit.palette]
    suits = dict(zip(colours, SUITS, strict=False))
    for number, slot in enumerate(box.slots):
        x = RANK_MM + number * PAIR_MM
        scene.add(*draw_badge(slot.colour, (x + 2.2, level), SMALL))
        _draw_suit(scene, suits[slot.colour.key], (x + 6.2, level))
    if card.deck > 1:
        deck = job.texts("playing-cards.deck", number=card.deck)
        scene.add(Text((wide, id_level), deck, SMALL, "end"))
    return scene


def _rank_name(job: Job, rank: int) -> str:
    """Return the letter or the number on the cards of a rank."""
    if rank in LETTER_RANKS:
        return job.texts(f"playing-cards.rank.{rank}")
    return f"{rank}"
