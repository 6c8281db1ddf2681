"""Operator card: a strip of four pictures to be read from across a table, and all details on its
back.

The sentences follow from the kit's learning rule, so that they are right for any rule file.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import count, product
from typing import NamedTuple

from msgspec import structs

from kitgen.claims.claims import say
from kitgen.claims.facts import Facts
from kitgen.errors import UsageError
from kitgen.kit.kit import Box, Kit, Slot, row_letter
from kitgen.model import only_mirror
from kitgen.paper import game_sheets
from kitgen.paper.card.board import draw_position
from kitgen.paper.card.faces import row_tint
from kitgen.paper.card.moves import CrowdedError, draw_badge, draw_way, marking_of
from kitgen.paper.finder_index import (
    find_in_short,
    find_steps,
    has_key,
    twin_words,
    words_without_box,
)
from kitgen.paper.job import Job, counts_beads
from kitgen.paper.layout.frame import Column, line_height, new_page, room_below
from kitgen.paper.machine_pictures import draw_bag, draw_number, draw_piece, draw_tray, greet
from kitgen.paper.marks.scene import (
    DARK,
    POINT,
    WHITE,
    Disc,
    Line,
    Mark,
    Polygon,
    Scene,
    Stroke,
    Text,
    rectangle,
    rounded,
)
from kitgen.paper.spoken_game import game_aim, game_rules
from kitgen.paper.style import (
    BODY,
    HEADING,
    LABEL,
    LEAST_LETTERS,
    PALE,
    SMALL,
    SPACE,
    STYLE,
    TIE,
    fitted,
    in_rows,
    text_width,
    wrap,
)
from kitgen.papers import Point
from kitgen.reading.texts import BOXES, CARDS, CARTONS, CHIPS, CUPS, PROGRAM, Texts
from kitgen.record.rows import LostGame

#: The heights to try for the frames of a lost game's last turn, from the least to the greatest.
FRAME_HEIGHTS_MM = (24.0, 28.0, 32.0, 38.0)
#: The room of a lost game's row of boxes, and of its lines and gaps.
BOXES_ROOM_MM = 21.0
LOST_GAME_LINES_MM = 3 * line_height(SMALL) + 4.5
#: A box in that row: the most from one to the next, its greatest width and its height.
MAX_BOX_PITCH_MM = 42.0
MAX_BOX_WIDTH_MM = 20.0
BOX_HEIGHT_MM = 10.0


def draw_lost_game(job: Job, column: Column, game: LostGame) -> None:
    """Draw a lost game in the rest of a page, which has room for it; CrowdedError if its last box
    has too many moves.
    """
    texts = job.texts
    scene = column.scene
    last = game.story.turns[-1]
    room = room_below(job, column) - BOXES_ROOM_MM - LOST_GAME_LINES_MM
    high = min(FRAME_HEIGHTS_MM[-1], room)
    picture = game_sheets.draw_turn(job, last, column.width, high)
    beads = ", ".join(pick.text for pick in game.row.picks)
    column.gap(SPACE.block)
    column.line(texts("turn.example", beads=beads), SMALL, bold=True)
    scene.place(picture, column.x, column.y)
    column.gap(high + 1)
    column.line(texts("turn.then"), SMALL, bold=True)
    _draw_changed_boxes(column, texts, game)


def _draw_changed_boxes(column: Column, texts: Texts, game: LostGame) -> None:
    """Draw the box of each turn of a lost game in a row, its bead below it, and what happens to
    that.
    """
    scene = column.scene
    turns = game.story.turns
    pitch = min(MAX_BOX_PITCH_MM, column.width / len(turns))
    wide = min(MAX_BOX_WIDTH_MM, pitch - 6)
    top = column.y + 1
    below = top + BOX_HEIGHT_MM
    for number, (turn, change) in enumerate(zip(turns, game.changes, strict=True)):
        middle = column.x + (number + 0.5) * pitch
        x = middle - wide / 2
        if texts.made_of in (BOXES, CHIPS):  # its tray is open
            tray = rectangle(x - 3.4, top + 1, 3.4, 8, STYLE.colours.tray, Stroke(DARK, 0.15))
            scene.add(tray)
        scene.add(rectangle(x, top, wide, BOX_HEIGHT_MM, WHITE, Stroke(DARK, 0.3)))
        id_at = (middle, top + BOX_HEIGHT_MM / 2)
        scene.add(fitted(id_at, turn.box.id, BODY, wide - 2, "middle", bold=True, level=True))
        scene.add(*draw_badge(turn.slot.colour, (middle, below + 6.6), LABEL))
        words = game_sheets.change_words(texts, change)
        words_at = (middle, below + 12.8)
        scene.add(fitted(words_at, words, SMALL, pitch - 1, "middle", bold=bool(change)))


#: How many points larger headings of the back are.
HEADING_MORE_PT = 2.0
#: The largest side of a picture of a kind of move, and the gap between two.
MAX_KIND_MM = 24.0
KIND_GAP_MM = 4.0
#: The width and height of a sign before a row of the back, as it is drawn.
SIGN_MM = (18.0, 10.0)
SIGN_WIDTH_MM = SIGN_MM[0]
#: The least and the greatest gap between two pictures of a sign.
SIGN_GAPS_MM = (0.2, 1.4)
#: The gap between two rows of the back, and the room of a step's number before its words.
CASE_GAP_MM = 1.2
NUMBER_MM = 6.0
#: The lines of signs: usual ones, those of what is not there, and those that strike out.
THIN = Stroke(DARK, 0.25)
DASHED = Stroke(DARK, 0.3, (1.2, 0.8))
CROSSED = Stroke(DARK, 0.5)
#: The letters in signs, and the thinnest line of a sign that is made smaller.
SIGN_PT = 11.5
MIN_LINE_MM = 0.1


class _Look(NamedTuple):
    """How the back is set.

    Attributes:
        size: of its letters, in points.
        sign_lines: the height of a sign, in lines of these.
        gap: above a heading, in mm.
        has_start: whether it says how a game starts and is won, as the front does.
        has_outcomes: whether it says what each outcome does to the beads, as the front does.
    """

    size: float
    sign_lines: float = 1.75
    gap: float = 2.2
    has_start: bool = True
    has_outcomes: bool = True


#: Looks to try until everything fits on the page, each closer than the one before.
LOOKS = (
    *(_Look(size) for size in (14.0, 13.0, 12.0, BODY, 11.0, 10.5, SMALL)),
    _Look(SMALL, 1.5, 1.4),
    _Look(SMALL, 1.25, 0.8),
    _Look(SMALL, 1.05, 0.4),
)
#: The same behind a front, to which start and aim of the game are left, and what it learns, too.
LOOKS_WITHOUT_START = tuple(look._replace(has_start=False) for look in LOOKS)
LOOKS_BEHIND_FRONT = tuple(look._replace(has_outcomes=False) for look in LOOKS_WITHOUT_START)


def sheets(job: Job) -> list[Scene]:
    """Return the card: the strip and its back, or, to save sheets and where no beads are moved,
    only the back.
    """
    has_strip = job.kit.rule.learns == "beads" and not job.options.economy
    if has_strip:
        return [_strip(job), _details(job, (LOOKS, LOOKS_WITHOUT_START, LOOKS_BEHIND_FRONT))]
    return [_details(job, (LOOKS,))]


def _details(job: Job, looks: Sequence[Sequence[_Look]]) -> Scene:
    """Return the page with all details, and a lost game if some look leaves room for it."""
    sections = _sections(job)
    scene, column = new_page(job, job.texts("operator.title"))

    def leaves(least_mm: float, look: _Look) -> bool:
        trial = Column(Scene(1, 1), column.x, column.y, column.width)
        _write(job, trial, sections, look)
        return room_below(job, trial) >= least_mm

    def roomiest(least_mm: float) -> _Look | None:
        for similar in looks:
            place = bisect_left(similar, True, key=partial(leaves, least_mm))
            if place < len(similar):
                return similar[place]
        return None

    example = job.lost_game
    if example is not None:
        example_room = _room_of(job, column.width, example)
        look = None
        if example_room is not None:
            look = roomiest(example_room)
        if look is not None:
            _write(job, column, sections, look)
            with suppress(CrowdedError):  # the card does without
                draw_lost_game(job, column, example)
            return scene
    look = roomiest(0.0) or looks[-1][-1]
    _write(job, column, sections, look)
    return scene


def _room_of(job: Job, width: float, game: LostGame) -> float | None:
    """Return the least height of a lost game in mm; None if its last box has too many moves."""
    last = game.story.turns[-1]
    for height in FRAME_HEIGHTS_MM:
        with suppress(CrowdedError):
            game_sheets.draw_turn(job, last, width, height)
            return height + BOXES_ROOM_MM + LOST_GAME_LINES_MM
    return None


#: Letters to try for the strip's sentences, the largest first; how many points more titles have.
STRIP_SIZES_PT = (22.0, 21.0, 20.0, 19.0, 18.0, 17.0, 16.0, 15.0, 14.0, 13.0, 12.0, 11.0)
STRIP_TITLE_MORE_PT = 7.0
#: Between two frames of the strip, inside one, and the least height of one.
BETWEEN_MM = 5.0
INSIDE_MM = 4.0
MIN_FRAME_MM = 70.0
#: The share of a frame's height for its picture.
PICTURE_SHARE = 0.5
#: The disc with a frame's number, the room before its title, and the gaps below title and picture.
FRAME_NUMBER_MM = 10.0
FRAME_TITLE_INDENT_MM = 13.0
BELOW_TITLE_MM = 2.0
BELOW_PICTURE_MM = 3.0
#: Between a picture in a frame and the arrow to the next one.
ARROW_GAP_MM = 3.0
ARROW_HEAD_MM = 3.2

#: The band above the four pictures: letters to try, the largest board, and the height up to which
#: no smaller letters are tried.
BAND_SIZES_PT = (14.0, 13.0, 12.0, 11.0, SMALL)
BAND_BOARD_MM = (70.0, 32.0)
BAND_MM = 46.0


def _strip(job: Job) -> Scene:
    """Return the front: how a game starts and is won, the four pictures find, pick, move, learn,
    and the colours below them; without the first where there is no room.
    """
    scene, column = new_page(job, job.texts("operator.title"))
    legend = Column(Scene(1, 1), column.x, 0, column.width)
    game_sheets.draw_strip(job.kit, legend, HEADING)
    room = room_below(job, column) - legend.y
    band = _band(job, column.width)
    wide = (column.width - BETWEEN_MM) / 2
    for above in (band.height + BETWEEN_MM, 0.0):
        high = (room - above - 2 * BETWEEN_MM) / 2
        frames = None
        if high >= MIN_FRAME_MM:
            frames = _frames(job, (wide, high))
        if frames is not None:
            break
    else:
        raise UsageError(f"{job.texts('operator.title')} finds no room on this page")
    if above:
        scene.place(band, column.x, column.y)
        column.gap(above)
    pitch = (wide + BETWEEN_MM, high + BETWEEN_MM)
    for frame, x, y in in_rows(frames, 2, (column.x, column.y), pitch):
        scene.place(frame, x, y)
    scene.place(legend.scene, 0, column.y + 2 * (high + BETWEEN_MM))
    return scene


def _band(job: Job, width: float) -> Scene:
    """Return how a game starts, as a picture, who begins and how one wins."""
    kit = job.kit
    board = draw_position(kit, kit.game.start(), *BAND_BOARD_MM)
    beside = width - board.width - 3 * INSIDE_MM
    for size in BAND_SIZES_PT:
        words = Column(Scene(1, 1), board.width + 2 * INSIDE_MM, INSIDE_MM, beside)
        words.paragraph(game_sheets.who_begins(job), size, bold=True, gap=SPACE.item)
        for sentence in game_aim(job):
            words.paragraph(sentence, size)
        if words.y <= BAND_MM - INSIDE_MM:
            break
    high = max(board.height + 2 * INSIDE_MM, words.y + INSIDE_MM)
    band = Scene(width, high)
    line = Stroke(STYLE.readers["operator"].accent, 0.3)
    band.add(rounded(0, 0, width, high, 4, STYLE.colours.table, line))
    band.place(board, INSIDE_MM, (high - board.height) / 2)
    band.place(words.scene, 0, (high - words.y - INSIDE_MM) / 2)
    return band


#: The four pictures of the strip, in their order, as the texts name them.
STRIP = ("find", "pick", "move", "learn")


def _frames(job: Job, room: Point) -> list[Scene] | None:
    """Return the four pictures, with the largest letters that leave room; None without."""
    for size in STRIP_SIZES_PT:
        frames = []
        for key in reversed(STRIP):  # learning has the most words, so that it fails first
            frame = _StripFrame(job, key, room, size)
            frame.draw()
            if frame.end > room[1] - INSIDE_MM:
                break
            frames.append(frame.scene)
        if len(frames) == len(STRIP):
            return frames[::-1]
    return None


class _StripFrame:
    """A frame of the strip: its number and title, and below them a picture with a sentence.

    Attributes:
        scene: what is drawn.
        end: where its words end, in mm from the top.
    """

    def __init__(self, job: Job, key: str, room: Point, size: float) -> None:
        self._kit = job.kit
        self._texts = job.texts
        self._key = key
        self._size = size
        self._box, self._taken = game_sheets.shown(job)
        self._width, self._height = room
        self.scene = Scene(*room)
        self.end = 0.0

    def draw(self) -> None:
        """Draw everything, even where the words find no room."""
        accent = STYLE.readers["operator"].accent
        edge = rounded(0, 0, self._width, self._height, 4, WHITE, Stroke(accent, 0.7))
        self.scene.add(edge)
        disc_at = INSIDE_MM + FRAME_NUMBER_MM / 2
        number = STRIP.index(self._key) + 1
        draw_number(self.scene, number, (disc_at, disc_at), FRAME_NUMBER_MM, accent)
        room = self._width - 2 * INSIDE_MM
        title_x = INSIDE_MM + FRAME_TITLE_INDENT_MM
        head = Column(self.scene, title_x, INSIDE_MM, room - FRAME_TITLE_INDENT_MM)
        title = self._texts(f"operator.strip.{self._key}")
        head.line(title, self._size + STRIP_TITLE_MORE_PT, bold=True)
        words = Column(self.scene, INSIDE_MM, head.y + BELOW_TITLE_MM, room)
        if self._key == "learn":
            self._write_outcomes(words)
        else:
            self._draw_step(words)
        self.end = words.y

    def _write_outcomes(self, words: Column) -> None:
        """Write what each outcome does to the beads, beside the robot in the mood of it."""
        # The last row is the empty box, which stands on the back.
        *outcomes, _ = game_sheets.learning_rows(self._kit, self._texts)
        moods = _moods(len(outcomes))
        for (outcome, sentences), mood in zip(outcomes, moods, strict=True):
            top = words.y
            greet(self.scene, self._kit, INSIDE_MM + 12, top + 15, 14, mood)
            beside = Column(self.scene, INSIDE_MM + 16, top, words.width - 16)
            beside.line(outcome, self._size, bold=True)
            for sentence in sentences:
                beside.paragraph(sentence, max(SMALL, self._size - 3))
            words.y = max(beside.y, top + 16) + 2

    def _draw_step(self, words: Column) -> None:
        """Draw the picture of a step, and write its sentence below."""
        top = words.y
        picture = Scene(words.width, PICTURE_SHARE * self._height)
        match self._key:
            case "find":
                self._draw_find(picture)
                sentence = find_in_short(self._kit, self._texts)
            case "pick":
                self._draw_pick(picture)
                sentence = self._texts("operator.strip.pick_words")
            case _:
                self._draw_move(picture)
                sentence = self._texts("operator.strip.move_words")
        self.scene.place(picture, self._width / 2 - picture.width / 2, top)
        words.y = top + picture.height + BELOW_PICTURE_MM
        words.paragraph(sentence, self._size)

    def _draw_find(self, picture: Scene) -> None:
        """Draw a board that leads to its box."""
        middle = picture.height / 2
        side = 0.4 * picture.width
        board = draw_position(self._kit, self._box.position, side, min(side, picture.height))
        piece = draw_piece(self._kit, self._texts, self._box, 0.44 * picture.width)
        picture.place(board, 0, (picture.height - board.height) / 2)
        piece_x = picture.width - piece.width
        picture.place(piece, piece_x, (picture.height - piece.height) / 2)
        start = (board.width + ARROW_GAP_MM, middle)
        picture.add(draw_way(start, (piece_x - ARROW_GAP_MM, middle), ARROW_HEAD_MM))

    def _draw_pick(self, picture: Scene) -> None:
        """Draw an open box, and the bead that comes out of it."""
        middle = picture.height / 2
        if self._texts.made_of == CARDS:
            across = min(0.56 * picture.width, picture.height / 1.1)
        else:
            across = min(0.6 * picture.width, 1.8 * picture.height)
        tray = draw_tray(self._kit, self._texts, self._box, across, self._taken)
        picture.place(tray, 0, (picture.height - tray.height) / 2)
        bead_x = picture.width - 13
        start = (tray.width + ARROW_GAP_MM, middle)
        picture.add(draw_way(start, (bead_x - 13, middle), ARROW_HEAD_MM))
        picture.add(*draw_badge(self._taken.colour, (bead_x, middle), 40))

    def _draw_move(self, picture: Scene) -> None:
        """Draw the board with the move of the bead."""
        position = self._box.position
        board = draw_position(self._kit, position, picture.width, picture.height, (self._taken,))
        left = (picture.width - board.width) / 2
        picture.place(board, left, (picture.height - board.height) / 2)


def _moods(outcomes: int) -> Sequence[str]:
    """Return the robot's moods, one for each outcome that a game can have."""
    if outcomes == 3:
        return ("won", "drawn", "lost")
    return ("won", "lost")


class _Case(NamedTuple):
    """A short row of the back: a sign, and the words for it.

    Attributes:
        sign: drawn in a room of ``SIGN_MM``.
        words: a paragraph each.
        head: in bold letters before them.
        is_step: whether it is numbered as a step.
        on_front: whether the front has the same words.
    """

    sign: Scene
    words: Sequence[str]
    head: str = ""
    is_step: bool = False
    on_front: bool = False


#: The rows below each heading of the back, by the heading's text.
_Sections = Mapping[str, Sequence[_Case]]


def _sections(job: Job) -> _Sections:
    """Return the rows of the back, the common cases first."""
    texts = job.texts
    if texts.made_of == PROGRAM:
        return {}
    signs = _Signs(job)
    return {
        "operator.find": [*_find_cases(job, signs)],
        "operator.pick": [*_pick_cases(job, signs)],
        "operator.learn": [*_learn_cases(job, signs)],
    }


def _write(job: Job, column: Column, sections: _Sections, look: _Look) -> None:
    """Write the back in short rows across the page, and the game last."""
    texts = job.texts
    size = look.size
    if texts.made_of == PROGRAM:
        column.heading(texts("operator.play"), size + HEADING_MORE_PT)
        column.paragraph(say(texts, "picks", Facts(job.kit)), size)
        column.paragraph(texts("operator.software"), size)
    number = count(1)
    for title, cases in sections.items():
        column.gap(look.gap)
        column.line(texts(title), size + HEADING_MORE_PT, bold=True)
        for case in cases:
            if case.on_front and not look.has_outcomes:
                continue
            step = ""
            if case.is_step:
                step = f"{next(number)}."
            _write_case(column, case, step, look)
        if title == "operator.pick" and texts.made_of != CARDS:
            game_sheets.draw_strip(job.kit, column, size)
    column.gap(look.gap)
    _write_game(job, column, look)


def _write_case(column: Column, case: _Case, step: str, look: _Look) -> None:
    """Write a row: its sign at the left, about as high as two lines, and its words behind it.

    ``step`` is the number of a step, with its full stop, and otherwise empty.
    """
    size = look.size
    high = look.sign_lines * line_height(size)
    scale = high / SIGN_MM[1]
    behind = SIGN_MM[0] * scale + INSIDE_MM / 2
    words = Column(Scene(1, 1), column.x + behind, 0, column.width - behind)
    sentences = case.words
    if case.head:
        words.line(case.head, size, bold=True)
        indent = text_width(case.head, size, bold=True) + 1.2 * size * POINT
        if len(wrap(sentences[0], size, words.width - indent)) == 1:
            words.gap(-line_height(size))  # a short sentence goes on in the same line
            words.paragraph(sentences[0], size, indent=indent)
            sentences = sentences[1:]
    for number, sentence in enumerate(sentences):
        if step and number == 0:
            words.item(step, sentence, size, indent=NUMBER_MM)
            words.gap(-SPACE.item)
        else:
            words.paragraph(sentence, size)
    row = max(high, words.y)
    sign_top = column.y + (row - high) / 2
    sign = Scene(column.width, row)
    sign.place(case.sign, column.x, sign_top, scale=scale)
    column.scene.add(*_legible(sign.marks))
    column.scene.place(words.scene, 0, column.y + (row - words.y) / 2)
    column.gap(row + CASE_GAP_MM / 2)
    rule = Line((column.x, column.y), (column.x + column.width, column.y), Stroke(PALE, 0.2))
    column.scene.add(rule)
    column.gap(CASE_GAP_MM / 2)


def _legible(marks: Iterable[Mark]) -> Iterator[Mark]:
    """Yield marks without letters that are too small, and with no line that is too thin."""
    for mark in marks:
        if isinstance(mark, Text):
            if mark.size >= LEAST_LETTERS:
                yield mark
        elif isinstance(mark, Line) or mark.stroke is None or mark.stroke.width >= MIN_LINE_MM:
            yield mark
        else:
            yield structs.replace(mark, stroke=structs.replace(mark.stroke, width=MIN_LINE_MM))


def _write_game(job: Job, column: Column, look: _Look) -> None:
    """Write the rules, beside a picture of the start if it is to be said, and draw one move of
    each kind.
    """
    texts = job.texts
    kit = job.kit
    size = look.size
    column.line(texts("operator.game"), size + HEADING_MORE_PT, bold=True)
    if not look.has_start:
        on_front = game_aim(job)
        rest = [rule for rule in game_rules(job) if rule not in on_front]
        column.items(rest, size, 4.5, mark="•")
        _draw_kinds(job, column)
        return
    high = game_sheets.START_MM_A_POINT * size
    start = draw_position(kit, kit.game.start(), game_sheets.START_SHAPE * high, high)
    left = Column(column.scene, column.x, column.y, start.width)
    column.scene.place(start, left.x, left.y)
    left.gap(start.height + SPACE.near)
    behind = start.width + INSIDE_MM
    rules = Column(column.scene, column.x + behind, column.y, column.width - behind)
    rules.paragraph(game_sheets.who_begins(job), size, bold=True, gap=SPACE.item)
    # Rules of a game that starts on an empty board begin with this themselves.
    if not game_sheets.starts_empty(kit):
        rules.item("•", texts("board.start.shown"), size, indent=4.5)
    rules.items(game_rules(job), size, 4.5, mark="•")
    column.y = max(left.y, rules.y)
    _draw_kinds(job, column)


def _find_cases(job: Job, signs: "_Signs") -> Iterator[_Case]:
    """Yield the steps that lead to a box; other ways are named if their sheets are printed."""
    kit = job.kit
    texts = job.texts
    first, *others = find_steps(kit, texts)
    yield _Case(signs.rows(), [first], is_step=True)
    for sentence in others:
        yield _Case(signs.look(), [sentence], is_step=True)
    cases = []
    if len(kit.game.symmetries) > 1:
        image = "mirror" if only_mirror(kit.game) else "turned"
        sentence = texts.sentence(f"operator.{image}", f"zero.{image}")
        cases.append(_Case(signs.image(), [sentence]))
    if has_key(kit):
        things = "seeds" if kit.game.diagram.seeds else "pieces"
        sentence = texts.sentence(f"operator.also.key.{things}")
        cases.append(_Case(signs.table(), [sentence]))
    cases.append(_Case(signs.route(), [texts.sentence("operator.also.route")]))
    # What no box stands for comes last: other ways lead to a box, and speak of it as "it".
    for sentence in words_without_box(kit, texts, "operator"):
        cases.append(_Case(signs.no_box(), [sentence]))
    for case in cases:
        if case.words[0]:
            yield case


def _pick_cases(job: Job, signs: "_Signs") -> Iterator[_Case]:
    """Yield the steps with a bead, and what is done if there is none.

    Of the keys of a step the first that names only printed sheets is what is said.
    """
    kit = job.kit
    texts = job.texts
    on_cards = texts.made_of == CARDS
    sign = marking_of(kit.game.diagram).sign
    start = "operator.step"
    bead: tuple[str, ...] = (f"{start}.bead",)
    if on_cards and counts_beads(kit):
        bead = (f"{start}.bead_numbered", f"{start}.bead_numbered_apart")
    yield _Case(signs.tray(), [texts.sentence(*bead)], is_step=True)
    move = f"{start}.{sign}"
    if on_cards and counts_beads(kit):
        move += "_numbered"
    yield _Case(signs.bead_and_move(), [texts.sentence(move)], is_step=True)
    yield _Case(signs.in_front(), [texts.sentence(f"{start}.leave")], is_step=True)
    *_, (title, sentences) = game_sheets.learning_rows(kit, texts, game_sheets.facts_in(job))
    empty = signs.turned_over() if texts.made_of == CUPS else signs.empty()
    yield _Case(empty, sentences, head=title)
    for sentence in twin_words(kit, texts):
        yield _Case(signs.twin(), [sentence])
    if not on_cards:
        yield _Case(signs.stray(), [texts("operator.step.stray")])
    elif texts.has_sheet("deck"):
        yield _Case(signs.deck(), [texts.sentence(f"{start}.deck")])


def _learn_cases(job: Job, signs: "_Signs") -> Iterator[_Case]:
    """Yield what each outcome does to the beads, and the limits of that."""
    kit = job.kit
    texts = job.texts
    *outcomes, _ = game_sheets.learning_rows(kit, texts, game_sheets.facts_in(job))
    for (outcome, sentences), mood in zip(outcomes, _moods(len(outcomes)), strict=True):
        words = [" ".join(sentences)]
        yield _Case(signs.robot(mood), words, head=outcome, on_front=True)
    for note in game_sheets.rule_notes(kit, texts):
        yield _Case(signs.bag(), [note])
    if texts.made_of == CUPS and kit.rule.when_empty.resigns:
        yield _Case(signs.turned_over(), [texts("operator.turned_over")])
    if texts.made_of == CARTONS:
        yield _Case(signs.filled(), [texts("operator.carton")])
    yield _Case(signs.row_of_boxes(), [texts("operator.back")])
    yield _Case(signs.filled(), [_start(kit, texts)], head=texts("operator.start.title"))


class _Signs:
    """Small pictures before the rows of the back, each in a room of ``SIGN_MM``.

    No board stands beside a name of a box in them: it would be read as that box.
    """

    def __init__(self, job: Job) -> None:
        self._job = job
        self._kit = job.kit
        self._texts = job.texts
        self._box, self._taken = game_sheets.shown(job)

    def rows(self) -> Scene:
        """Return the letters of the first rows of the machine, or a number of things."""
        scene = Scene(*SIGN_MM)
        first_boxes: dict[int, Box] = {}
        for box in self._kit.boxes:
            first_boxes.setdefault(box.row, box)
        shown = [first_boxes[row] for row in sorted(first_boxes)][:3]
        has_letters = shown[0].id[0].isalpha()
        if not has_letters:
            return self._side_by_side([self._board(SIGN_MM[1])])
        for number, box in enumerate(shown):
            left = number * SIGN_MM[0] / 3
            scene.add(rectangle(left + 0.4, 2.2, 5.2, 5.6, row_tint(box), THIN))
            at = (left + 3.0, SIGN_MM[1] / 2)
            scene.add(fitted(at, box.id[0], SIGN_PT, anchor="middle", bold=True, level=True))
        return scene

    def look(self) -> Scene:
        """Return a board that leads to the same board on a label."""
        board = self._board(0.7 * SIGN_MM[1], 0.4 * SIGN_MM[0])
        label = Scene(board.width + 1.6, board.height + 1.6)
        label.add(rectangle(0, 0, label.width, label.height, row_tint(self._box), THIN))
        label.place(board, 0.8, 0.8)
        return self._side_by_side([board, _sign_way(), label])

    def image(self) -> Scene:
        """Return a board and an image of it."""
        symmetry = self._kit.game.symmetries[-1]
        room = (0.42 * SIGN_MM[0], 0.8 * SIGN_MM[1])
        board = draw_position(self._kit, self._box.position, *room)
        other = draw_position(self._kit, symmetry.position(self._box.position), *room)
        between = Scene(2.6, 4.0)
        between.add(draw_way((0, 1.0), (2.6, 1.0), 1.2), draw_way((2.6, 3.0), (0, 3.0), 1.2))
        return self._side_by_side([board, between, other])

    def no_box(self) -> Scene:
        """Return an empty place where a box would stand."""
        scene = Scene(*SIGN_MM)
        scene.add(rectangle(4.0, 2.0, 10.0, 6.0, None, DASHED))
        scene.add(Line((4.0, 8.0), (14.0, 2.0), CROSSED))  # from corner to corner
        return scene

    def table(self) -> Scene:
        """Return a table in which one cell is marked."""
        scene = Scene(*SIGN_MM)
        for row, place in product(range(3), range(3)):
            fill = PALE if (row, place) == (1, 2) else WHITE
            scene.add(rectangle(4 + 3.4 * place, 1 + 2.7 * row, 3.4, 2.7, fill, THIN))
        return scene

    def route(self) -> Scene:
        """Return a way from box to box."""
        scene = Scene(*SIGN_MM)
        for number in range(3):
            scene.add(rectangle(0.5 + 6.4 * number, 3.2, 4.2, 3.6, row_tint(self._box), THIN))
        for number in range(2):
            start = 4.8 + 6.4 * number
            end = 6.8 + 6.4 * number
            scene.add(draw_way((start, 5.0), (end, 5.0), 1.0))
        return scene

    def tray(self) -> Scene:
        """Return a box that is open, with its beads."""
        return self._fitting(draw_tray(self._kit, self._texts, self._box, SIGN_MM[0]))

    def bead_and_move(self) -> Scene:
        """Return a bead, and the mark of its move."""
        move = self._arrow(self._taken.colour.fill)
        return self._side_by_side([self._badge(), _sign_way(), move])

    def in_front(self) -> Scene:
        """Return a box without the bead that lies in front of it."""
        wide = 0.74 * SIGN_MM[0]
        tray = draw_tray(self._kit, self._texts, self._box, wide, self._taken)
        return self._side_by_side([tray, self._badge()])

    def empty(self) -> Scene:
        """Return a box without beads."""
        bare = replace(self._box, slots=(self._taken,))
        return self._fitting(draw_tray(self._kit, self._texts, bare, SIGN_MM[0], self._taken))

    def twin(self) -> Scene:
        """Return a coloured mark and a grey one."""
        return self._side_by_side(
            [self._arrow(self._taken.colour.fill), self._arrow(STYLE.greys.twin)]
        )

    def stray(self) -> Scene:
        """Return a bead that goes into the bag."""
        return self._side_by_side([self._badge(), _sign_way(), draw_bag(self._kit, SIGN_MM[1])])

    def deck(self) -> Scene:
        """Return playing cards."""
        scene = Scene(*SIGN_MM)
        for number in range(3):
            scene.add(rounded(2 + 3.4 * number, 1, 6, 8, 0.8, WHITE, THIN))
        scene.add(*draw_badge(self._taken.colour, (11.8, 5.0), SMALL))
        return scene

    def robot(self, mood: str) -> Scene:
        """Return the robot after a game."""
        scene = Scene(*SIGN_MM)
        greet(scene, self._kit, 13.6, SIGN_MM[1], SIGN_MM[1], mood)
        return scene

    def bag(self) -> Scene:
        """Return the bag, or a card with a field that is struck out."""
        if self._texts.made_of != CARDS:
            return self._side_by_side([draw_bag(self._kit, SIGN_MM[1])])
        scene = Scene(*SIGN_MM)
        for number in range(3):
            scene.add(rectangle(1 + 5.6 * number, 2.8, 4.4, 4.4, WHITE, THIN))
        scene.add(Line((12.2, 7.2), (16.6, 2.8), CROSSED))
        return scene

    def filled(self) -> Scene:
        """Return a closed box."""
        return self._fitting(draw_piece(self._kit, self._texts, self._box, 12.0))

    def turned_over(self) -> Scene:
        """Return a cup that stands on its rim."""
        cup = draw_piece(self._kit, self._texts, self._box, 12.0)
        outline = Scene(cup.width, cup.height)
        outline.add(next(mark for mark in cup.marks if isinstance(mark, Polygon)))
        scene = Scene(cup.width, cup.height)
        scene.place(outline, cup.width, cup.height, turn=180)
        return self._fitting(scene)

    def row_of_boxes(self) -> Scene:
        """Return closed boxes in a row."""
        scene = Scene(*SIGN_MM)
        for number in range(3):
            place = 0.4 + 6.0 * number
            scene.add(rectangle(place, 3.0, 5.0, 3.8, row_tint(self._box), THIN))
        return scene

    def _board(self, height: float, width: float = SIGN_WIDTH_MM) -> Scene:
        return draw_position(self._kit, self._box.position, width, height)

    def _badge(self) -> Scene:
        size = 0.45 * SIGN_MM[1] / POINT
        scene = Scene(1.3 * size * POINT, SIGN_MM[1])
        scene.add(*draw_badge(self._taken.colour, (scene.width / 2, scene.height / 2), size))
        return scene

    def _arrow(self, fill: str) -> Scene:
        """Return an arrow in a colour, or a cell with a disc where moves are no arrows."""
        scene = Scene(6.4, SIGN_MM[1])
        middle = SIGN_MM[1] / 2
        if marking_of(self._kit.game.diagram).sign == "arrow":
            way = draw_way((0.2, middle), (6.2, middle), 2.6)
            scene.add(structs.replace(way, fill=fill, stroke=Stroke(DARK, 0.15)))
            return scene
        scene.add(rectangle(0.4, middle - 2.8, 5.6, 5.6, WHITE, THIN))
        scene.add(Disc((3.2, middle), 1.6, fill, Stroke(DARK, 0.15)))
        return scene

    def _fitting(self, picture: Scene) -> Scene:
        """Return a picture that fills the room of a sign."""
        scale = min(1.0, SIGN_MM[1] / picture.height, SIGN_MM[0] / picture.width)
        small = Scene(picture.width * scale, picture.height * scale)
        small.place(picture, scale=scale)
        return self._side_by_side([small])

    def _side_by_side(self, pictures: Sequence[Scene]) -> Scene:
        """Return pictures in a line in the middle of the room of a sign."""
        scene = Scene(*SIGN_MM)
        gaps = len(pictures) - 1
        least_gap, greatest_gap = SIGN_GAPS_MM
        wide = sum(picture.width for picture in pictures)
        scale = min(1.0, (SIGN_WIDTH_MM - gaps * least_gap) / wide)
        spare = SIGN_WIDTH_MM - scale * wide
        even_gap = spare / (gaps + 2)  # as wide as the edges on both sides
        gap = max(least_gap, min(greatest_gap, even_gap))
        x = (spare - gaps * gap) / 2
        for picture in pictures:
            scene.place(picture, x, (SIGN_MM[1] - scale * picture.height) / 2, scale=scale)
            x += scale * picture.width + gap
        return scene


def _sign_way() -> Scene:
    """Return a short arrow from one picture of a sign to the next."""
    scene = Scene(2.4, 2.0)
    scene.add(draw_way((0, 1.0), (2.4, 1.0), 1.2))
    return scene


def _draw_kinds(job: Job, column: Column) -> None:
    """Draw one move of each kind that the machine's boxes have, with its word, for games that
    name their kinds.
    """
    kit = job.kit
    examples = _examples_of_kinds(kit)
    if not examples:
        return
    pitch = min(MAX_KIND_MM + KIND_GAP_MM, column.width / len(examples))
    pictures = []
    for kind, (box, slot) in examples.items():
        with suppress(CrowdedError):  # a long board: its words say it
            board = draw_position(kit, box.position, pitch - KIND_GAP_MM, MAX_KIND_MM, (slot,))
            pictures.append((job.texts(f"told.kind.{kind}"), board))
    if not pictures:
        return
    column.gap(SPACE.item)
    high = max(board.height for _, board in pictures)
    for number, (word, board) in enumerate(pictures):
        x = column.x + number * pitch
        column.scene.place(board, x, column.y + high - board.height)
        middle = (x + board.width / 2, column.y + high + line_height(SMALL) * 0.8)
        column.scene.add(fitted(middle, word, SMALL, pitch - 1, "middle", bold=True))
    column.gap(high + line_height(SMALL) + SPACE.item)


def _examples_of_kinds(kit: Kit) -> dict[str, tuple[Box, Slot]]:
    """Return the first move of each kind that a game names, with its box."""
    examples: dict[str, tuple[Box, Slot]] = {}
    for box in kit.boxes:
        for slot in box.slots:
            kind = kit.game.move_kind(box.position, slot.moves[0])
            if kind:
                examples.setdefault(kind, (box, slot))
    return examples


def _start(kit: Kit, texts: Texts) -> str:
    """Return the sentence on the beads of each slot; the last figure of the rule also holds for
    later turns.
    """
    sign = texts(f"operator.sign.{marking_of(kit.game.diagram).sign}")
    turns = max(box.turn for box in kit.boxes)
    beads_by_turn = [kit.rule.beads(turn) for turn in range(1, turns + 1)]
    while len(beads_by_turn) > 1 and beads_by_turn[-1] == beads_by_turn[-2]:
        beads_by_turn.pop()
    if len(beads_by_turn) == 1:
        return texts("operator.start.same", count=beads_by_turn[0], sign=sign)
    if kit.choices.rows_by != "turn":  # letters are no turns
        return texts("operator.start.printed", sign=sign)
    last = len(beads_by_turn)
    parts = []
    for turn, beads in enumerate(beads_by_turn, 1):
        holds_for_later = turn == last and last < turns
        key = "later" if holds_for_later else "turn"
        words = texts(f"operator.start.{key}", letter=row_letter(turn), beads=beads)
        parts.append(words.replace(" ", TIE))
    return texts("operator.start.by_turn", list=", ".join(parts), sign=sign)
