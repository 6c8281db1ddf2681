"""Shared by sheets that lead to boxes: registers, which kits have a key or a route, and the
words for rows.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from kitgen.kit.kit import Kit
from kitgen.model import lie_of, only_mirror
from kitgen.paper.card.box_words import has_rows, row_list
from kitgen.paper.card.moves import marking_of
from kitgen.paper.card.styles import style_of
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import content_area
from kitgen.paper.marks.pieces import Piece
from kitgen.paper.marks.scene import DARK, POINT, Line, Scene, Stroke, Text, rectangle
from kitgen.paper.style import GREY, LABEL, MIDDLE, PALE, fitted, text_width
from kitgen.papers import Page
from kitgen.reading.texts import Texts

# A register: tabs along the upper edges of a long list, each further right than the one before.
# When the strip to the right of each tab is cut off, all tabs of the stack are visible side by
# side.

#: Fewer pages than these fit side by side on a table.
MIN_REGISTER_PAGES = 3
#: Top and bottom of the strip along the upper edge, in mm; printers leave less than that white.
STRIP_TOP_MM = 5.2
STRIP_BOTTOM_MM = 9.1
#: The size of letters on a tab, in points, and the smallest scale for them.
TAB_LETTERS = LABEL
MIN_TAB_SCALE = 0.7
#: The free room on both sides of a tab, in mm.
TAB_GAP_MM = 0.8
#: Where the strip is cut off beside a tab.
CUT = Stroke(GREY, 0.2, (1.5, 1.0))


def add_register(job: Job, pages: Sequence[Scene], tabs: Sequence[Scene]) -> None:
    """Draw a register on pages, unless there are too few of them, or too many for the width.

    Each of ``tabs`` holds the contents of a tab, from 0 to its width and about a height of 0, with
    letters of ``TAB_LETTERS``.
    """
    if len(pages) < MIN_REGISTER_PAGES:
        return
    x, _, width, _ = content_area(job.page)
    step = width / len(pages)
    scale = min(1.0, (step - 2 * TAB_GAP_MM) / max(tab.width for tab in tabs))
    if scale < MIN_TAB_SCALE:
        return
    top = STRIP_TOP_MM
    bottom = STRIP_BOTTOM_MM
    middle = (top + bottom) / 2
    for number, (page, tab) in enumerate(zip(pages, tabs, strict=True)):
        begins = x + number * step
        ends = x + (number + 1) * step
        page.place(tab, begins + TAB_GAP_MM, middle, scale=scale)
        page.add(Line((begins, top), (begins, bottom), Stroke(PALE, 0.2)))
        if page is pages[-1]:
            continue
        page.add(Line((ends, top), (ends, bottom), CUT))
        page.add(Line((ends, bottom), (job.page.width - top, bottom), CUT))
        words = job.texts("finder.strip")
        if text_width(words, LABEL) < x + width - ends - 2 * TAB_GAP_MM:
            page.add(fitted((ends + TAB_GAP_MM, middle), words, LABEL, level=True))


# A thumb index: labels down the right edge of a booklet, the same on each page, and a dark bar
# beside those that the page belongs to. The edge of the closed booklet shows where to open it.

#: The strip of the index: its outer edge from that of the paper, its width, and that of the bars.
INDEX_EDGE_MM = STRIP_TOP_MM
INDEX_MM = 9.0
INDEX_BAR_MM = 3.0
#: Room between the index and the sheet's own contents.
INDEX_GAP_MM = 1.0
#: The most labels: each needs the height of a thumb.
MAX_INDEX_LABELS = 16


def index_room(page: Page) -> float:
    """Return how much narrower an index makes the contents of a page, in mm.

    >>> index_room(Page("a4", 210, 297))
    5.2
    """
    return round(INDEX_EDGE_MM + INDEX_MM + INDEX_GAP_MM - page.margin, 2)


def add_index(
    job: Job,
    pages: Sequence[Scene],
    labels: Sequence[Scene],
    found_on: Sequence[Collection[int]],
    top: float,
) -> None:
    """Draw a thumb index on pages, from ``top`` down; ``found_on`` has the places of each page's
    labels.

    Each of ``labels`` holds its contents about a point in its middle, 0 wide and high.
    """
    _, y, _, height = content_area(job.page)
    right = job.page.width - INDEX_EDGE_MM
    left = right - INDEX_MM
    bar = right - INDEX_BAR_MM
    step = (y + height - top) / len(labels)
    for page, here in zip(pages, found_on, strict=True):
        for number, label in enumerate(labels):
            begins = top + number * step
            page.add(Line((left, begins), (right, begins), Stroke(PALE, 0.2)))
            page.place(label, (left + bar) / 2, begins + step / 2)
            if number in here:
                page.add(rectangle(bar, begins, INDEX_BAR_MM, step, DARK))
        page.add(Line((left, y + height), (right, y + height), Stroke(PALE, 0.2)))


#: A piece in a heading: its height, and the space before its number, in mm for each point of the
#: letters.
PIECE_MM_A_POINT = 0.38
PIECE_GAP_MM_A_POINT = 0.25


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading or a tab: words, and the shapes and numbers of pieces where the words are not
    enough.
    """

    words: str
    kinds: tuple[tuple[Piece, int], ...] = ()

    def draw(self, size: float = TAB_LETTERS) -> Scene:
        """Draw it in letters of a size in points, about a height of 0."""
        base = MIDDLE * size * POINT
        piece = PIECE_MM_A_POINT * size
        x = text_width(self.words, size, bold=True)
        scene = Scene(x, 0)
        scene.add(Text((0, base), self.words, size, bold=True))
        for shape, count in self.kinds:
            number = f"{count}"
            x += PIECE_GAP_MM_A_POINT * size
            scene.add(Text((x, base), number, size, bold=True))
            x += text_width(number, size, bold=True) + piece / 2
            scene.add(shape.draw((x, 0), piece))
            x += piece / 2
        scene.width = x
        return scene


def turns_with_board(kit: Kit) -> bool:
    """Return whether sheets for a kit are turned like the board: where it has many symmetries.

    With a mirror at most, each picture stands beside its mirror image. Boards with arrows are not
    turned either: only the places of marks can be read when turned.
    """
    return len(kit.symmetries.all) > 2 and not marking_of(kit.game.diagram).arrows


def guise(kit: Kit) -> str:
    """Return how a position may differ from its box's picture: the end of a text's key."""
    if len(kit.game.symmetries) == 1:
        return "plain"
    return "mirrored" if only_mirror(kit.game) else "turned"


def has_key(kit: Kit) -> bool:
    """Return whether a kit's finder is a key.

    On boards with many symmetries, pictures of all positions would fill dozens of pages. Pictures
    of pits say no more than their numbers of seeds, and numbers have an order.
    """
    return kit.game.diagram.seeds or turns_with_board(kit)


def has_route(kit: Kit) -> bool:
    """Return whether the route can name the next box: where boxes are found by more than a number.

    A board that is turned by less than a quarter, as a wheel with eight spokes, has no sign for it.
    """
    return has_rows(kit) and None not in (
        lie_of(kit.game.diagram, symmetry) for symmetry in kit.symmetries.all
    )


def without_box(kit: Kit) -> Iterator[str]:
    """Yield the reasons why a position may have no box, the first to think of first, each the
    end of a text's key.
    """
    if kit.always:
        yield "always"
    if kit.choices.forced == "skip":
        yield "forced"
    if kit.choices.expect == "sensible":
        yield "sensible"


def words_without_box(kit: Kit, texts: Texts, file: str) -> Iterator[str]:
    """Yield what is done where a position has no box, in the sentences of a file of texts."""
    for reason in without_box(kit):
        sentence = texts.sentence(f"{file}.{reason}", f"{file}.{reason}_apart")
        if reason == "forced" and kit.rule.blames_single_moves:
            sentence += f" {texts(f'{file}.forced_last')}"
        yield sentence


def has_twins(kit: Kit) -> bool:
    """Return whether a bead of some box stands for two moves or more, which are images."""
    return any(len(slot.moves) > 1 for box in kit.boxes for slot in box.slots)


def twin_words(kit: Kit, texts: Texts) -> Iterator[str]:
    """Yield what a move without a letter means, if some box has one."""
    if not has_twins(kit):
        return
    sign = marking_of(kit.game.diagram).sign
    image = "mirror" if only_mirror(kit.game) else "turned"
    start = "operator.step"
    yield texts.sentence(f"{start}.twin_route.{sign}.{image}", f"{start}.twin.{sign}.{image}")


def _rows_differ_in_pieces(kit: Kit) -> bool:
    """Return whether boxes of one row show different numbers of pieces, or of seeds."""
    seeds = kit.game.diagram.seeds
    numbers: dict[int, set[int]] = {}
    for box in kit.boxes:
        cells = box.position.cells
        lying = sum(cells) if seeds else sum(map(bool, cells))
        numbers.setdefault(box.turn, set()).add(lying)
    return any(len(row) > 1 for row in numbers.values())


def find_steps(kit: Kit, texts: Texts) -> list[str]:
    """Return the sentences that lead an operator from the table to a box, one per step."""
    things = style_of(kit.game.diagram).things
    if kit.choices.rows_by == "turn":
        look = texts("operator.step.look")
        if _rows_differ_in_pieces(kit):
            look = f"{look} {texts(f'operator.step.first.{things}')}"
        steps = [texts("operator.step.turn"), look]
        if any(box.later for box in kit.boxes):
            steps.append(texts("operator.step.later"))
        return steps
    count = texts(f"row.count.{things}")
    if kit.choices.rows_by == "none":
        return [count, texts("row.find.none")]
    look = texts("row.find.look")
    names = kit.game.diagram.names
    if len(names) > 1:
        look = f"{look} {texts('row.find.sorted', first=names[0], second=names[1])}"
    return [count, texts("row.find.lying", list=row_list(kit)), look]


def find_in_short(kit: Kit, texts: Texts) -> str:
    """Return how an operator finds a box, for a place with room for little: where boxes bear the
    number of what is left, by counting; otherwise by its picture, and how that may lie.
    """
    if kit.choices.rows_by == "none":
        return " ".join(find_steps(kit, texts))
    if len(kit.game.symmetries) == 1:
        return texts("operator.strip.find_words_plain")
    if only_mirror(kit.game):
        return texts("operator.strip.find_words_mirror")
    return texts("operator.strip.find_words")
