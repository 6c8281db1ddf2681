"""Reads boxes back from the marks on printed pages, knowing nothing of the code that drew them.

docs/reading-a-card.md explains what the marks mean: pieces or seeds, arrows or badges for moves,
and the lines of the legend. The reader knows the game and on which side of the board the machine
sits; the content of a box comes from the page.
"""

import cmath
import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from kitgen.kit.kit import Kit
from kitgen.model import Game, Move, Position
from kitgen.paper.marks.scene import apart, to_segment, within_polygon
from kitgen.papers import Bounds, Point
from kitgen.sandbox.page_marks import (
    Letters,
    MarkIndex,
    Shape,
    holds,
    middle,
    turn_page,
    turn_point,
    within,
)
from kitgen.verification.drawn_boards import NEAR_MM, DrawnBoard, find_boards, find_cards
from kitgen.verification.drawn_lines import line_faults
from kitgen.verification.recognise import (
    DrawnArrow,
    find_arrow,
    find_piece,
    find_symbol,
    is_circle,
    luminance,
)

#: A bead count in the legend.
BEADS = re.compile(r"[×x]\s*([0-9]{1,6})")
#: The sign in the badge of a move that an express machine always plays.
ALWAYS = "!"
#: Letter and badge must differ by at least this much in luminance (0 to 1), or the letter is
#: unreadable.
MIN_CONTRAST = 0.15
#: The middle of a badge's letter is nearer to that of the badge than this share of its size.
LETTER_OFF_CENTRE = 0.25
#: A badge is smaller than so many heights of its letter.
LETTERS_IN_A_BADGE = 5


@dataclass(frozen=True, slots=True)
class DrawnBadge:
    """A bead's symbol, empty for an unknown outline, with its colour and its letter, whose
    middle is ``at``.
    """

    shape: Shape
    text: Letters
    symbol: str
    fill: str
    letter: str
    at: Point


def is_badge(shape: Shape) -> bool:
    """Return whether an outline is drawn like a badge: filled, with a line around it."""
    return shape.fill is not None and shape.stroke is not None and shape.closed


def find_badges(
    shapes: Sequence[Shape], letters: Sequence[Letters], faults: list[str]
) -> list[DrawnBadge]:
    """Return the badges among some marks; add what is wrong to ``faults``.

    A badge is an outline with a letter in the middle, which is drawn after it.
    """
    letters_of = defaultdict[int, list[Letters]](list)
    outlines = dict[int, Shape]()
    for text in letters:
        if len(text.text) != 1 or not (text.text.isalpha() or text.text == ALWAYS):
            continue
        before = [shape for shape in shapes if shape.order < text.order]
        around = [shape for shape in before if is_badge(shape) and _fits(text, shape)]
        if around:
            shape = min(around, key=lambda shape: shape.size[0] * shape.size[1])
            outlines[shape.order] = shape
            letters_of[shape.order].append(text)
    badges = []
    for order, texts in letters_of.items():
        shape = outlines[order]
        letter = texts[-1]
        if len(texts) > 1:
            words = " ".join(text.text for text in texts)
            faults.append(f"a badge has {len(texts)} letters: {words}")
        badges.append(
            DrawnBadge(
                shape=shape,
                text=letter,
                symbol=find_symbol(shape) or "",
                fill=shape.fill or "",
                letter=letter.text,
                at=letter.centre,
            )
        )
    for badge in badges:
        if not badge.symbol:
            faults.append(f"badge {badge.letter} has an outline that is not a symbol")
    return badges


def _fits(text: Letters, shape: Shape) -> bool:
    """Return whether a text has the size and place in a shape that a letter has in its badge."""
    wide, high = shape.size
    across = abs(text.centre[0] - shape.centre[0])
    down = abs(text.centre[1] - shape.centre[1])
    if across >= LETTER_OFF_CENTRE * wide or down >= LETTER_OFF_CENTRE * high:
        return False
    letter_height = text.bounds[3] - text.bounds[1]
    return max(wide, high) < LETTERS_IN_A_BADGE * letter_height


def unreadable(index: MarkIndex, badges: Sequence[DrawnBadge]) -> Iterator[str]:
    """Yield the badges that cannot be read: covered ones, and letters that do not stand out."""
    for badge in badges:
        if index.hidden(badge.at, badge.text.order):
            yield f"badge {badge.letter} is covered"
        if abs(luminance(badge.text.fill) - luminance(badge.fill)) < MIN_CONTRAST:
            yield f"the letter {badge.letter} does not stand out from its badge"


# The whole card.

#: More seeds than this are shown by their figure alone.
MAX_DOTS = 12
#: A number of seeds.
FIGURE = re.compile(r"[0-9]{1,3}")
#: An arrow may deviate from the line between the middles of its cells by no more than this.
MAX_ASKEW_DEGREES = 1.0
#: A ring for a bead is filled lighter than this, in luminance.
LIGHT_RING = 0.95
#: The middle of a ring is nearer to its arrow's axis than this.
OFF_AXIS_MM = 0.3
#: A seed is darker than this, in luminance.
DARK_SEED = 0.3
#: The greys of a twin, in luminance: lighter than this inside, and its outline between these.
LIGHT_TWIN = 0.7
TWIN_OUTLINE = (0.35, 0.8)

#: The cells at which a move starts and ends; None for an end that its mark does not show.
Ends = tuple[int | None, int | None]
#: A coloured move as it is marked: its ends, its colour, and its badge, if any.
_Marked = tuple[Ends, str, DrawnBadge | None]


@dataclass(frozen=True, slots=True)
class PrintedSlot:
    """One slot as it is drawn.

    Attributes:
        letter, symbol: of its badge; empty without a badge, or for an unknown outline.
        fill: the colour of its arrow, or of its badge where there are no arrows.
        beads: the number in the legend, if there is one.
    """

    move: Move
    letter: str
    fill: str
    symbol: str
    beads: int | None


@dataclass(frozen=True, slots=True)
class PrintedBox:
    """One box as it is drawn.

    Attributes:
        page: counted from 1.
        position: in the kit's own orientation.
        slots, twins: the coloured moves and the grey ones, sorted.
        faults: what is wrong whatever the kit says, such as an arrow that starts at no piece.
        at: the middle of its board, in mm from the top left corner of the page.
    """

    page: int
    id: str | None
    position: Position
    slots: tuple[PrintedSlot, ...]
    twins: tuple[Move, ...]
    faults: tuple[str, ...] = ()
    at: Point = field(default=(0.0, 0.0), compare=False)  # the same box wherever it lies


def _move(game: Game, position: Position, source: int | None, target: int | None) -> Move:
    """Return the move that starts or ends where a mark says, or both; a legal one if there is
    any.
    """
    for move in game.legal_moves(position):
        if (source is None or move.source == source) and (target is None or move.target == target):
            return move
    end = next(cell for cell in (target, source) if cell is not None)
    placed = any(move.source is None for move in game.legal_moves(game.start()))
    if placed:
        return Move(None, end)
    return Move(end if source is None else source, end)


def is_twin(shape: Shape) -> bool:
    """Return whether a mark is drawn in the greys of a twin: light inside, and no dark outline."""
    if shape.fill is None or shape.stroke is None:
        return False
    if not (_is_grey(shape.fill) and _is_grey(shape.stroke)):
        return False
    darkest, lightest = TWIN_OUTLINE
    is_light = luminance(shape.fill) > LIGHT_TWIN
    return is_light and darkest < luminance(shape.stroke) < lightest


def _is_grey(colour: str) -> bool:
    return colour[1:3] == colour[3:5] == colour[5:]


def _is_inside(shape: Shape, arrow: Shape) -> bool:
    return shape.order > arrow.order and all(
        within_polygon(corner, arrow.corners) for corner in shape.corners
    )


class CardReader:
    """Reads one board and the card around it, and collects what is wrong with it in ``faults``."""

    def __init__(self, index: MarkIndex, board: DrawnBoard, game: Game, to_move: int) -> None:
        self.index = index
        self.board = board
        self.game = game
        self.to_move = to_move
        self.diagram = game.diagram
        self.faults: list[str] = []
        shapes = [
            shape for shape in index.shapes(board.frame.bounds) if shape.order not in board.parts
        ]
        self.arrows = [arrow for arrow in map(find_arrow, shapes) if arrow is not None]
        of_arrows = {arrow.shape.order for arrow in self.arrows}
        free = [shape for shape in shapes if shape.order not in of_arrows]
        self.badges = find_badges(free, index.letters(board.frame.bounds), self.faults)
        of_badges = {badge.shape.order for badge in self.badges}
        self.others = [shape for shape in free if shape.order not in of_badges]
        #: The others without the line style of an arrow, which is drawn after it and inside it.
        self.rest = [shape for shape in self.others if not self._is_in_arrow(shape)]

    def _is_in_arrow(self, shape: Shape) -> bool:
        return any(_is_inside(shape, arrow.shape) for arrow in self.arrows)

    def drawing(self, card: Bounds | None) -> PrintedBox:
        """Return the box that is drawn, without id and page; ``card`` is None on the bare page."""
        self._take_rings()
        is_placed = self.diagram.moves == "place"
        if self.diagram.moves == "mixed":
            is_placed = not self.arrows
        if is_placed:
            moves, twins = self._placed()
        else:
            moves, twins = self._pointed()
        self.faults += unreadable(self.index, self.badges)
        self._check_arrowheads()
        if self.diagram.cell == "points":
            self._check_lines()
        cells = self._seeds() if self.diagram.seeds else self._pieces()
        for source, _ in (*(ends for ends, _, _ in moves), *twins):
            if source is not None and not cells[source]:
                self.faults.append(
                    f"an arrow starts on {self.board.say(source)}, where nothing lies"
                )
        beads: list[int | None] = [None] * len(moves)
        if card is not None:
            beads = list(self._beads(moves, self._legend(card)))
        letters = Counter(badge.letter for _, _, badge in moves if badge is not None)
        for letter in sorted(letters):
            if letters[letter] > 1:
                self.faults.append(f"two moves share the letter {letter}")
        position = Position(tuple(cells), self.to_move)
        slots = list[PrintedSlot]()
        for (ends, fill, badge), count in zip(moves, beads, strict=True):
            move = _move(self.game, position, *ends)
            letter = badge.letter if badge else ""
            symbol = badge.symbol if badge else ""
            slots.append(PrintedSlot(move, letter, fill, symbol, count))
        slots.sort(key=lambda slot: slot.move)
        greys = sorted(_move(self.game, position, *ends) for ends in twins)
        return PrintedBox(0, None, position, tuple(slots), tuple(greys), tuple(self.faults))

    def _check_arrowheads(self) -> None:
        for arrow in self.arrows:
            neck = middle((*arrow.shaft[2], *arrow.shaft[3]))
            if self.index.hidden(middle((*arrow.tip, *neck)), arrow.shape.order):
                self.faults.append(f"the head of the arrow to {self._say_target(arrow)} is covered")

    def _check_lines(self) -> None:
        """Add what is wrong with the lines under the points of the board."""
        board = self.board
        on_board = self.index.shapes(board.frame.bounds)
        ground = [shape for shape in on_board if shape.order in board.parts]
        smaller_side = 2 * min(board.reach)
        self.faults += line_faults(ground, board.cells, smaller_side, self.diagram)

    def _beads(
        self, moves: Sequence[_Marked], legend: Sequence[tuple[DrawnBadge, int]]
    ) -> Iterator[int | None]:
        """Yield the number of beads of each move in the legend, which must show the same badges."""
        lines = {badge.letter: (badge, count) for badge, count in legend}
        if len(lines) < len(legend):
            self.faults.append("two lines of the legend have the same letter")
        for _, _, badge in moves:
            entry, beads = lines.pop(badge.letter if badge else "", (None, None))
            if badge and entry:
                self._compare_badges(badge, entry)
            elif badge:
                self.faults.append(f"the legend has no line for {badge.letter}")
            yield beads
        self.faults += [f"the legend shows {letter}, but no move does" for letter in lines]

    def _compare_badges(self, badge: DrawnBadge, entry: DrawnBadge) -> None:
        """Add how the badge of a move differs from that of its ``entry`` in the legend."""
        pairs = (
            (badge.fill, entry.fill),
            (f"a {badge.symbol}", f"a {entry.symbol}"),
        )
        for own, other in pairs:
            if own != other:
                self.faults.append(
                    f"{badge.letter} is {own} on the board and {other} in the legend"
                )

    def _legend(self, card: Bounds) -> list[tuple[DrawnBadge, int]]:
        """Return the badges beside the board, each with the number of its beads."""
        frame = self.board.frame.bounds
        shapes = [shape for shape in self.index.shapes(card) if not holds(frame, shape.centre)]
        letters = [text for text in self.index.letters(card) if not holds(frame, text.centre)]
        self.faults += ["an arrow lies beside the board" for shape in shapes if find_arrow(shape)]
        badges = find_badges(shapes, letters, self.faults)
        counts = list[tuple[Letters, int]]()
        for text in letters:
            match = BEADS.fullmatch(text.text)
            if match:
                counts.append((text, int(match[1])))
        legend = []
        for badge in badges:
            _, top, right, bottom = badge.shape.bounds
            on_its_right = [
                (text.bounds[0], count)
                for text, count in counts
                if top <= text.centre[1] <= bottom and text.centre[0] > right
            ]
            if on_its_right:
                _, nearest_count = min(on_its_right)
                legend.append((badge, nearest_count))
            else:
                self.faults.append(f"the legend gives no number of beads for {badge.letter}")
        if len(counts) > len(legend):
            self.faults.append(
                f"the legend has {len(counts)} numbers of beads for {len(legend)} badges"
            )
        return legend

    def _take_rings(self) -> None:
        """Take the rings for beads, white circles on the axes of arrows, out of the rest: if there
        are any, each coloured arrow needs one.
        """
        rings_on: Counter[int] = Counter()
        taken = set[int]()
        for shape in filter(is_circle, self.rest):
            if not shape.stroke or not shape.fill or luminance(shape.fill) <= LIGHT_RING:
                continue
            distances = [
                (to_segment(shape.centre, arrow.tail, arrow.tip), arrow.shape.order)
                for arrow in self.arrows
                if arrow.shape.order > shape.order
            ]
            distance, order = min(distances, default=(math.inf, 0))
            if distance < OFF_AXIS_MM:
                rings_on[order] += 1
                taken.add(shape.order)
        if not taken:
            return
        self.rest = [shape for shape in self.rest if shape.order not in taken]
        for arrow in self.arrows:
            count = rings_on[arrow.shape.order]
            wanted = 0 if is_twin(arrow.shape) else 1
            if count != wanted:
                self.faults.append(f"an arrow has {count} rings for its beads instead of {wanted}")

    def _placed(self) -> tuple[list[_Marked], list[Ends]]:
        """Return the moves of a board on which badges mark the targets, and small grey discs the
        targets of twins.
        """
        board = self.board
        moves = list[_Marked]()
        for badge in self.badges:
            cell = board.cell_at(badge.at)
            if cell is None or board.off_centre(cell, badge.at):
                self.faults.append(f"badge {badge.letter} is not in the middle of a cell")
            if cell is not None:
                moves.append(((None, cell), badge.fill, badge))
        self.faults += ["an arrow on a board whose moves have none"] * len(self.arrows)
        discs = {shape.order: shape for shape in self.rest if is_twin(shape) and is_circle(shape)}
        self.rest = [shape for shape in self.rest if shape.order not in discs]
        cells = [board.cell_at(disc.centre) for disc in discs.values()]
        self.faults += ["a grey disc lies on no cell"] * cells.count(None)
        return moves, [(None, cell) for cell in cells if cell is not None]

    def _pointed(self) -> tuple[list[_Marked], list[Ends]]:
        """Return the moves of a board on which arrows show them, and the ends of the grey ones."""
        badges_on: defaultdict[int | None, list[DrawnBadge]] = defaultdict(list)
        for badge in self.badges:
            badges_on[self._nearest_arrow(badge)].append(badge)
        self.faults += [f"badge {badge.letter} lies on no arrow" for badge in badges_on[None]]
        moves = list[_Marked]()
        twins = list[Ends]()
        for number, arrow in enumerate(self.arrows):
            ends = self._ends(arrow)
            if ends is None:
                continue
            badges = badges_on[number]
            if is_twin(arrow.shape) and not badges:
                twins.append(ends)
                continue
            first = badges[0] if badges else None
            fill = arrow.shape.fill or ""
            where = f"the arrow to {self._say_target(arrow)}"
            if first is None:
                self.faults.append(f"{where} has no badge")
            elif first.fill != fill:
                self.faults.append(
                    f"{where} is {fill}, and its badge {first.letter} is {first.fill}"
                )
            if len(badges) > 1:
                self.faults.append(f"{where} has {len(badges)} badges")
            moves.append((ends, fill, first))
        return moves, twins

    def _say_target(self, arrow: DrawnArrow) -> str:
        return self.board.say(self.board.cell_at(arrow.tip) or 0)

    def _nearest_arrow(self, badge: DrawnBadge) -> int | None:
        """Return the number of the arrow whose shaft is nearest to a badge; None if none is
        near.
        """
        size = max(badge.shape.size)
        distances = list[tuple[float, int]]()
        for number, arrow in enumerate(self.arrows):
            if to_segment(badge.at, arrow.tail, arrow.tip) < 2 * size:
                distances.append((apart(badge.shape.outline, arrow.shaft), number))
        if not distances:
            return None
        distance, nearest = min(distances)
        return nearest if distance < size / 2 else None

    def _ends(self, arrow: DrawnArrow) -> Ends | None:
        """Return the ends of a move, for a sowing only where it starts; None if its arrow leaves
        the board.
        """
        board = self.board
        is_sowing = self.diagram.moves == "sow"
        source = board.cell_at(arrow.tail)
        target = board.cell_at(arrow.tip)
        if source is not None and is_sowing:
            target = (source + 1) % len(board.cells)
        if source is None or target is None:
            self.faults.append("an arrow leaves the board")
            return None
        way = complex(*board.cells[target]) - complex(*board.cells[source])
        drawn = complex(*arrow.tip) - complex(*arrow.tail)
        askew = math.degrees(cmath.phase(drawn * way.conjugate()))
        where = board.say(source)
        if source == target:
            self.faults.append(f"an arrow stays within its cell ({where})")
        elif abs(askew) > MAX_ASKEW_DEGREES and is_sowing:
            self.faults.append(f"the arrow at {where} does not point to the next pit")
        elif abs(askew) > MAX_ASKEW_DEGREES:
            self.faults.append(f"the arrow from {where} does not point to the middle of a cell")
        return source, None if is_sowing else target

    def _pieces(self) -> list[int]:
        """Return the content of each cell: the code of its piece, 0 where none lies."""
        board = self.board
        codes = {piece: code for code, piece in self.diagram.pieces.items()}
        cells = [0] * len(board.cells)
        for shape in self.rest:
            cell = board.cell_at(shape.centre)
            if cell is None:
                continue
            piece = find_piece(shape, self.diagram.theme)
            if piece not in codes:
                if piece is not None or is_badge(shape):
                    self.faults.append(f"a mark that is not a piece lies on {board.say(cell)}")
                continue
            if self.index.hidden(shape.centre, shape.order):
                self.faults.append(f"the piece on {board.say(cell)} is covered")
            if board.off_centre(cell, shape.centre):
                self.faults.append(
                    f"the piece on {board.say(cell)} lies off the middle of its cell"
                )
            if cells[cell]:
                self.faults.append(f"two pieces lie on {board.say(cell)}")
            cells[cell] = codes[piece]
        return cells

    def _seeds(self) -> list[int]:
        """Return the number of seeds in each pit: its figure, checked by its dots."""
        board = self.board
        figures = defaultdict[int | None, list[int]](list)
        for text in self.index.letters(board.frame.bounds):
            if FIGURE.fullmatch(text.text):
                figures[board.cell_at(text.centre)].append(int(text.text))
        dots = Counter[int | None]()
        for shape in filter(self._is_seed, self.rest):
            dots[board.cell_at(shape.centre)] += 1
        counts = []
        for cell in range(len(board.cells)):
            own = figures[cell]
            shown = dots[cell]
            if len(own) != 1:
                self.faults.append(f"pit {board.say(cell)} has {len(own)} figures")
            count = own[-1] if own else shown
            if shown != count and (count <= MAX_DOTS or shown):
                self.faults.append(f"pit {board.say(cell)} says {count} and shows {shown} seeds")
            counts.append(count)
        return counts

    def _is_seed(self, shape: Shape) -> bool:
        """Return whether a mark is a seed: a dark disc, or the picture that a theme has of it."""
        if self.diagram.theme:
            return find_piece(shape, self.diagram.theme) in self.diagram.theme
        return is_circle(shape) and shape.fill is not None and luminance(shape.fill) < DARK_SEED


# The boxes of a page.

#: An id: a letter for the row and a number.
ID = re.compile(r"[A-Z]{1,2}[0-9]{1,6}")
#: The same in a kit of a single row.
NUMBER = re.compile(r"[0-9]{1,6}")


class BoxReader:
    """Reads the boxes of one kit from the pages of one PDF."""

    def __init__(self, kit: Kit) -> None:
        self.game = kit.game
        self.to_move = kit.players[0]
        self._id = NUMBER if kit.choices.rows_by == "none" else ID
        # The machine sits at the top, so its side is the one at home there, or the board is turned.
        self.turned = self.game.diagram.turns and kit.players == (0,)

    def read_page(self, index: MarkIndex, number: int) -> Iterator[PrintedBox]:
        """Yield the boxes of one page: those that stand upright, then those that lie on a side
        or upside down.
        """
        turns = {round(text.turn) for text in index.page.letters if self._id.fullmatch(text.text)}
        for turn in (0, *sorted(turns & {90, 180, 270})):
            view = MarkIndex(turn_page(index.page, turn)) if turn else index
            for _, _, box in self.read_upright(view):
                yield replace(box, page=number, at=turn_point(view.page, -turn, box.at))

    def read_upright(
        self, index: MarkIndex
    ) -> Iterator[tuple[CardReader, Shape | None, PrintedBox]]:
        """Yield the boxes of one page that stand upright on it, each with the marks and the
        ground of its card.
        """
        boards = [*find_boards(index, self.game.diagram, turned=self.turned)]
        for board, ground, name in find_cards(index, boards, self._ids(index, boards)):
            turns = Counter(text.turn for text in index.letters((ground or board.frame).bounds))
            is_turned = turns and turns.most_common(1)[0][0]
            if is_turned or (name is None and ground is None):
                continue
            faults: list[str] = []
            if name is None:
                faults.append("the card has no id")
            elif index.hidden(name.centre, name.order):
                faults.append(f"the id {name.text} is covered")
            if not within(board.frame.bounds, (0, 0, index.page.width, index.page.height), NEAR_MM):
                faults.append("the board leaves the page")
            card = CardReader(index, board, self.game, self.to_move)
            drawing = card.drawing(ground.bounds if ground else None)
            is_empty = not (drawing.slots or drawing.twins or any(drawing.position.cells))
            if ground is None and is_empty:
                continue  # a board to play on
            box = replace(
                drawing,
                id=name.text if name else None,
                faults=(*faults, *drawing.faults),
                at=board.frame.centre,
            )
            yield card, ground, box

    def _ids(self, index: MarkIndex, boards: Sequence[DrawnBoard]) -> list[Letters]:
        """Return the texts of a page that are ids."""
        ids = []
        for text in index.page.letters:
            if text.turn or not self._id.fullmatch(text.text):
                continue
            is_step = text.fill.lower() == "#ffffff"  # the number of a step, in a disc
            on_board = any(holds(board.frame.bounds, text.centre) for board in boards)
            if not is_step and not on_board:
                ids.append(text)
        return ids
