"""Shared by sheets that lead to boxes: registers, the orientations of boxes on the table, and
the words for rows.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from kitgen.kit.kit import Box, Kit
from kitgen.model import Diagram, Position, Symmetry, only_mirror
from kitgen.paper.card.box_words import has_rows, row_list
from kitgen.paper.card.moves import marking_of
from kitgen.paper.card.styles import style_of
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import content_area
from kitgen.paper.marks.pieces import Piece
from kitgen.paper.marks.scene import POINT, Line, Scene, Stroke, Text
from kitgen.paper.style import GREY, LABEL, MIDDLE, PALE, fitted, text_width
from kitgen.reading.texts import Texts

# A register: tabs along the upper edges of a long list, each further right than the one before.
# When the strip to the right of each tab is cut off, all tabs of the stack are visible side by
# side.

#: Fewer pages than these fit side by side on a table.
LEAST = 3
#: Top and bottom of the strip along the upper edge, in mm; printers leave less than that white.
TOP, BOTTOM = 5.2, 9.1
#: Letters on a tab in points; the smallest scale for them; free room on both sides of a tab, in mm.
TAB_LETTERS, SMALLEST, SIDE = LABEL, 0.7, 0.8
CUT = Stroke(GREY, 0.2, (1.5, 1.0))


def add_register(job: Job, pages: Sequence[Scene], tabs: Sequence[Scene]) -> None:
    """Draw a register on pages, unless there are too few of them, or too many for the width.

    Each of ``tabs`` holds the contents of a tab, from 0 to its width and about a height of 0, with
    letters of ``TAB_LETTERS``.
    """
    if len(pages) < LEAST:
        return
    x, _, width, _ = content_area(job.page)
    step = width / len(pages)
    scale = min(1.0, (step - 2 * SIDE) / max(tab.width for tab in tabs))
    if scale < SMALLEST:
        return
    middle = (TOP + BOTTOM) / 2
    for number, (page, tab) in enumerate(zip(pages, tabs, strict=True)):
        begins, ends = x + number * step, x + (number + 1) * step
        page.place(tab, begins + SIDE, middle, scale=scale)
        page.add(Line((begins, TOP), (begins, BOTTOM), Stroke(PALE, 0.2)))
        if page is pages[-1]:
            continue
        page.add(
            Line((ends, TOP), (ends, BOTTOM), CUT),
            Line((ends, BOTTOM), (job.page.width - TOP, BOTTOM), CUT),
        )
        words = job.texts("finder.strip")
        if text_width(words, LABEL) < x + width - ends - 2 * SIDE:
            page.add(fitted((ends + SIDE, middle), words, LABEL, level=True))


#: A piece in a heading: its height, and the space before its number, in mm for each point of the
#: letters.
PIECE, PIECE_GAP = 0.38, 0.25


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading or a tab: words, and the shapes and numbers of pieces where the words are not
    enough.
    """

    words: str
    kinds: tuple[tuple[Piece, int], ...] = ()

    def draw(self, size: float = TAB_LETTERS) -> Scene:
        """Draw it in letters of a size in points, about a height of 0."""
        base, piece = MIDDLE * size * POINT, PIECE * size
        x = text_width(self.words, size, bold=True)
        scene = Scene(x, 0)
        scene.add(Text((0, base), self.words, size, bold=True))
        for shape, count in self.kinds:
            number = f"{count}"
            x += PIECE_GAP * size
            scene.add(Text((x, base), number, size, bold=True))
            x += text_width(number, size, bold=True) + piece / 2
            scene.add(shape.draw((x, 0), piece))
            x += piece / 2
        scene.width = x
        return scene


# On boards with many symmetries the orientation of a picture is hard to see. Two signs give it: an
# arrow towards the picture's upper edge, and what is then swapped: ``⇄`` left and right, or ``⇅``
# top and bottom.

#: Where the upper edge lies after this many quarter turns clockwise; empty where it lies above.
ARROWS = ("", "▶", "▼", "◀")
SWAPPED, UPENDED = "⇄", "⇅"


@dataclass(frozen=True, slots=True)
class View:
    """A box in one orientation on the table, to which a symmetry takes its picture; without a
    sign as it is drawn.
    """

    box: Box
    symmetry: Symmetry
    position: Position
    sign: str = ""

    @property
    def name(self) -> str:
        """The id, with the sign."""
        return self.box.id + self.sign

    @property
    def mirrored(self) -> bool:
        """Whether it is mirrored."""
        return self.sign.endswith((SWAPPED, UPENDED))


class Lie(NamedTuple):
    """A symmetry of a board as an action: swap left and right, then turn by quarters, clockwise."""

    swapped: bool
    quarters: int

    @property
    def sign(self) -> str:
        """Its sign on paper, in the order of an operator: the box is laid down first, then seen
        as in a mirror.
        """
        return ARROWS[self.quarters] + self.mirror

    @property
    def mirror(self) -> str:
        """What is swapped once the box lies there, if anything: on its side, left and right are
        above and below.
        """
        return "" if not self.swapped else UPENDED if self.quarters % 2 else SWAPPED


def lie_of(diagram: Diagram, symmetry: Symmetry) -> Lie | None:
    """Return the effect of a symmetry on a board; None if it is neither a turn nor a reflection.

    >>> from kitgen.games import make_game
    >>> game = make_game("tictactoe")
    >>> for symmetry in game.symmetries[1:4]:
    ...     print(symmetry.name, lie_of(game.diagram, symmetry).sign)
    mirror ⇄
    upside-down ▼⇄
    half-turn ▼
    >>> for symmetry in game.symmetries[4:]:
    ...     print(symmetry.name, lie_of(game.diagram, symmetry).sign)
    quarter-turn ▶
    three-quarter-turn ◀
    diagonal ◀⇅
    antidiagonal ▶⇅
    """
    return _lie_of(diagram.width, diagram.height, diagram.centres, symmetry.to)


@cache  # called for each entry of a long list
def _lie_of(
    wide: float, high: float, centres: tuple[tuple[float, float], ...], to: tuple[int, ...]
) -> Lie | None:
    moved = [centres[image] for image in to]
    for swapped in (False, True):
        image, across, down = [(wide - x, y) if swapped else (x, y) for x, y in centres], wide, high
        for quarters in range(4):
            if all(
                abs(a - c) + abs(b - d) < 1e-6 for (a, b), (c, d) in zip(moved, image, strict=True)
            ):
                return Lie(swapped, quarters)
            image, across, down = [(down - y, x) for x, y in image], down, across
    return None


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


def views_of(kit: Kit, box: Box) -> Iterator[View]:
    """Yield each orientation of a box on the table, except those that show the picture of another
    box.

    Turns come before reflections, fewer quarters first.
    """
    seen = set()
    first, *others = kit.symmetries.all
    others.sort(key=lambda symmetry: lie_of(kit.game.diagram, symmetry) or (True, 4))
    for symmetry in (first, *others):
        position = symmetry.position(box.position)
        own = kit.locate(position) or kit.always_played(position)
        if position not in seen and own is not None and own[0] is box:
            seen.add(position)
            yield View(box, symmetry, position, _sign(kit, symmetry))


def view_at(kit: Kit, position: Position) -> View | None:
    """Return the box for a position in its orientation; None where the machine has none or plays
    without one.
    """
    match = kit.locate(position) or kit.always_played(position)
    views = views_of(kit, match[0]) if match else ()
    return next((view for view in views if view.position.cells == position.cells), None)


def _sign(kit: Kit, symmetry: Symmetry) -> str:
    """Return the sign of an orientation; a number if it is neither a turn nor a reflection."""
    place = kit.symmetries.all.index(symmetry)
    if place == 0:
        return ""
    if only_mirror(kit.game) is not None:
        return SWAPPED
    lie = lie_of(kit.game.diagram, symmetry)
    return f"/{place + 1}" if lie is None else lie.sign


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


def _rows_differ_in_pieces(kit: Kit) -> bool:
    """Return whether boxes of one row show different numbers of pieces, or of seeds."""
    seeds = kit.game.diagram.seeds
    numbers: dict[int, set[int]] = {}
    for box in kit.boxes:
        cells = box.position.cells
        numbers.setdefault(box.turn, set()).add(sum(cells) if seeds else sum(map(bool, cells)))
    return any(len(row) > 1 for row in numbers.values())


def find_steps(kit: Kit, texts: Texts) -> list[str]:
    """Return the sentences that lead an operator from the table to a box, one per step."""
    style, by = style_of(kit.game.diagram), kit.choices.rows_by
    if by == "turn":
        look = texts("operator.step.look")
        if _rows_differ_in_pieces(kit):
            look = f"{look} {texts(f'operator.step.first.{style.things}')}"
        later = [texts("operator.step.later")] if any(box.later for box in kit.boxes) else []
        return [texts("operator.step.turn"), look, *later]
    count = texts(f"row.count.{style.things}")
    if by == "none":
        return [count, texts("row.find.none")]
    names = kit.game.diagram.names
    sort = f" {texts('row.find.sorted', first=names[0], second=names[1])}" if len(names) > 1 else ""
    return [count, texts("row.find.lying", list=row_list(kit)), texts("row.find.look") + sort]
