"""The machine as a deck of ordinary playing cards: a picture of each position, and which card is
which move.

The rank of a card is its picture, the suit its move. The cards of a picture lie beside it as a
pile.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from kitgen.errors import UsageError
from kitgen.kit.kit import Box, Kit
from kitgen.paper.card.board import draw_box, fit_grid
from kitgen.paper.card.moves import CrowdedError, draw_badge, marking_of
from kitgen.paper.finder_index import without_box
from kitgen.paper.game_sheets import amounts_of, check_takes_last, find_picture, who_begins
from kitgen.paper.job import Job, counts_beads
from kitgen.paper.layout.frame import Column, new_page, room_below
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
#: How many ranks a deck has, and the most decks that are told apart by their backs.
RANKS = 13
MAX_DECKS = 3
#: The numbers of pictures in a row to try, the least width of a cell on them, and of one with
#: arrows, in mm.
ACROSS = range(1, 6)
MIN_CELL_MM = 4.5
MIN_ARROW_CELL_MM = 7.0
#: The size of ids; of suits, half their height; the height of the line that names the cards; gaps;
#: in mm.
ID_PT = 12.0
SUIT_MM = 1.7
CARDS_MM = 6.0
UNDER_MM = 1.0
GAP_MM = 5.0
#: The room for the rank of a picture's cards, and for a badge with its suit, in mm.
RANK_MM = 10.0
PAIR_MM = 9.0
#: A picture is no higher than this, in mm.
MAX_BOARD_MM = 45.0


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
    return {
        name: PlayingCard(number // RANKS + 1, number % RANKS + 1)
        for number, name in enumerate(names)
    }


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
    texts = job.texts
    kit = job.kit
    empty = kit.rule.when_empty
    yield texts("playing-cards.fill", number=kit.beads)
    if decks > 1:
        yield texts("playing-cards.decks", number=decks)
    yield find_picture(kit, texts)
    for key in without_box(kit):
        yield texts(f"sweets.{key}")
    yield texts("playing-cards.pick")
    yield texts("playing-cards.learn_kept" if empty.keeps_last else "playing-cards.learn")
    if empty.resigns:
        yield texts("playing-cards.empty_blames" if empty.blames_last else "playing-cards.empty")


def _pages(job: Job, scene: Scene, column: Column, ranks: dict[str, PlayingCard]) -> list[Scene]:
    """Return the pages with the pictures: as few as are legible, the largest pictures on them."""
    _, whole = new_page(job, job.texts("playing-cards.title"))
    rooms = room_below(job, column), room_below(job, whole)
    grid = job.kit.game.diagram
    least = MIN_ARROW_CELL_MM if marking_of(grid).arrows else MIN_CELL_MM
    most_moves = max(len(box.slots) for box in job.kit.boxes)
    found = []
    for across in ACROSS:
        wide = (column.width + GAP_MM) / across - GAP_MM
        if wide < RANK_MM + most_moves * PAIR_MM:
            continue
        unit_high = MAX_BOARD_MM
        while unit_high >= least:
            unit = fit_grid(grid, wide, unit_high)
            if unit.unit < least:
                break
            high = ID_PT * POINT + 2 * UNDER_MM + unit.size[1] + CARDS_MM + GAP_MM
            first = int((rooms[0] + GAP_MM) / high) * across
            later = int((rooms[1] + GAP_MM) / high) * across
            if later:
                pages = 1 + max(0, -(-(len(job.kit.boxes) - first) // later))
                found.append((pages, -unit.unit, across, unit_high, (first, later, high)))
            unit_high -= 1.0
    for _, _, across, board_high, (first, later, high) in sorted(found):
        wide = (column.width + GAP_MM) / across - GAP_MM
        try:
            pictures = [
                _picture(job, box, ranks[box.id], wide, board_high) for box in job.kit.boxes
            ]
        except CrowdedError:
            continue
        return _placed(job, scene, column, pictures, across, (wide + GAP_MM, high), (first, later))
    raise UsageError(
        f"the pictures of {job.kit.name} do not fit on {job.page.name} paper; print the part labels"
    )


def _placed(
    job: Job,
    scene: Scene,
    column: Column,
    pictures: list[Scene],
    across: int,
    pitch: tuple[float, float],
    counts: tuple[int, int],
) -> list[Scene]:
    scenes = [scene]
    waiting = pictures
    count = counts[0]
    while True:
        for picture, x, y in in_rows(waiting[:count], across, (column.x, column.y), pitch):
            scenes[-1].place(picture, x, y)
        waiting = waiting[count:]
        if not waiting:
            return scenes
        scene, column = new_page(job, job.texts("playing-cards.title"))
        scenes.append(scene)
        count = counts[1]


def _picture(job: Job, box: Box, card: PlayingCard, wide: float, high: float) -> Scene:
    """Return a box: its id, its picture, and below it the card of each move."""
    board = draw_box(job.kit, box, wide, high)
    top = ID_PT * POINT + UNDER_MM
    level = top + board.height + UNDER_MM + CARDS_MM / 2
    scene = Scene(wide, level + CARDS_MM / 2)
    scene.add(Text((0, 0.78 * ID_PT * POINT), box.id, ID_PT, bold=True))
    scene.place(board, 0, top)
    suits = dict(zip((colour.key for colour in job.kit.palette), SUITS, strict=False))
    rank = (
        job.texts(f"playing-cards.rank.{card.rank}")
        if card.rank in (1, 11, 12, 13)
        else f"{card.rank}"
    )
    scene.add(fitted((0, level), rank, HEADING, RANK_MM - 1, bold=True, level=True))
    for number, slot in enumerate(box.slots):
        x = RANK_MM + number * PAIR_MM
        scene.add(*draw_badge(slot.colour, (x + 2.2, level), SMALL))
        _draw_suit(scene, suits[slot.colour.key], (x + 6.2, level))
    if card.deck > 1:
        deck = job.texts("playing-cards.deck", number=card.deck)
        scene.add(Text((wide, 0.78 * ID_PT * POINT), deck, SMALL, "end"))
    return scene
