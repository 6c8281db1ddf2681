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
from kitgen.paper.finder_index import find_steps, has_key, without_box
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

#: The least and the greatest height of the frames, that of the row of boxes, and of everything
#: else, in mm.
FRAMES, BOXES_ROOM, REST = (24.0, 38.0), 21.0, 3 * line_height(SMALL) + 4.5
#: The heights of frames to try, in mm.
TRIED_FRAMES_MM = (FRAMES[0], 28.0, 32.0, FRAMES[1])
#: How many points larger headings are.
HEAD = 2.0
#: The least room for an example, in mm.
LEAST = FRAMES[0] + BOXES_ROOM + REST


def draw_lost_game(job: Job, column: Column, game: LostGame) -> None:
    """Draw a lost game in the last ``LEAST`` mm or more of a page; CrowdedError if its last box
    has too many moves.
    """
    texts, scene, turns = job.texts, column.scene, game.story.turns
    high = min(FRAMES[1], room_below(job, column) - BOXES_ROOM - REST)
    beads = ", ".join(pick.text for pick in game.row.picks)
    picture = game_sheets.draw_turn(job, turns[-1], column.width, high)
    column.gap(SPACE.block)
    column.line(texts("turn.example", beads=beads), SMALL, bold=True)
    scene.place(picture, column.x, column.y)
    column.gap(high + 1)
    column.line(texts("turn.then"), SMALL, bold=True)
    pitch, top = min(42.0, column.width / len(turns)), column.y + 1
    wide, below = min(20.0, pitch - 6), top + 10
    for number, (turn, change) in enumerate(zip(turns, game.changes, strict=True)):
        middle = column.x + (number + 0.5) * pitch
        x = middle - wide / 2
        if texts.made_of in (BOXES, CHIPS):  # its tray is open
            scene.add(rectangle(x - 3.4, top + 1, 3.4, 8, STYLE.colours.tray, Stroke(DARK, 0.15)))
        scene.add(rectangle(x, top, wide, 10, WHITE, Stroke(DARK, 0.3)))
        scene.add(
            fitted((middle, top + 5), turn.box.id, BODY, wide - 2, "middle", bold=True, level=True)
        )
        scene.add(*draw_badge(turn.slot.colour, (middle, below + 6.6), LABEL))
        words = game_sheets.change_words(texts, change)
        scene.add(
            fitted((middle, below + 12.8), words, SMALL, pitch - 1, "middle", bold=bool(change))
        )


#: The largest side of a picture of a kind of move, and the room between two, in mm.
KIND, APART = 24.0, 4.0
#: The room of a sign before a row of the back, as it is drawn; between two rows; before a
#: step's words.
SIGN_MM = (18.0, 10.0)
SIGN_WIDTH_MM = SIGN_MM[0]
#: The least and the greatest gap between two pictures of a sign, in mm.
SIGN_GAPS_MM = (0.2, 1.4)
CASE_GAP_MM = 1.2
NUMBER_MM = 6.0
#: The lines of signs, and the letters in them, in points.
THIN = Stroke(DARK, 0.25)
DASHED = Stroke(DARK, 0.3, (1.2, 0.8))
CROSSED = Stroke(DARK, 0.5)
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

    def leaves(least: float, look: _Look) -> bool:
        trial = Column(Scene(1, 1), column.x, column.y, column.width)
        _write(job, trial, sections, look)
        return room_below(job, trial) >= least

    def roomiest(least: float) -> _Look | None:
        for similar in looks:
            place = bisect_left(similar, True, key=partial(leaves, least))
            if place < len(similar):
                return similar[place]
        return None

    example = job.lost_game
    look = None
    if example is not None:
        example_room = _room_of(job, column.width, example)
        look = roomiest(example_room) if example_room else None
    if example is None or look is None:
        _write(job, column, sections, roomiest(0.0) or looks[-1][-1])
        return scene
    _write(job, column, sections, look)
    with suppress(CrowdedError):  # the card does without
        draw_lost_game(job, column, example)
    return scene


def _room_of(job: Job, width: float, game: LostGame) -> float | None:
    """Return the least height of a lost game in mm; None if its last box has too many moves."""
    last = game.story.turns[-1]
    for frames in TRIED_FRAMES_MM:
        with suppress(CrowdedError):
            game_sheets.draw_turn(job, last, width, frames)
            return frames + BOXES_ROOM + REST
    return None


#: Letters of the strip's sentences in points, the largest that lets all of them fit; how many
#: points more titles have.
STRIP_SIZES, STRIP_HEAD = (
    (22.0, 21.0, 20.0, 19.0, 18.0, 17.0, 16.0, 15.0, 14.0, 13.0, 12.0, 11.0),
    7.0,
)
#: Between two frames, inside one, and the least height of one, in mm; the share of it for its
#: picture.
BETWEEN, INSIDE, LEAST_FRAME, PICTURE = 5.0, 4.0, 70.0, 0.5


#: The band above the four pictures: letters to try, the largest board and the height from which on
#: smaller letters are tried, in mm.
BAND_SIZES = (14.0, 13.0, 12.0, 11.0, SMALL)
BAND_BOARD = (70.0, 32.0)
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
    wide = (column.width - BETWEEN) / 2
    for above in (band.height + BETWEEN, 0.0):
        high = (room - above - 2 * BETWEEN) / 2
        frames = _frames(job, (wide, high)) if high >= LEAST_FRAME else None
        if frames is not None:
            break
    else:
        raise UsageError(f"{job.texts('operator.title')} finds no room on this page")
    if above:
        scene.place(band, column.x, column.y)
        column.gap(above)
    for frame, x, y in in_rows(frames, 2, (column.x, column.y), (wide + BETWEEN, high + BETWEEN)):
        scene.place(frame, x, y)
    scene.place(legend.scene, 0, column.y + 2 * (high + BETWEEN))
    return scene


def _band(job: Job, width: float) -> Scene:
    """Return how a game starts, as a picture, who begins and how one wins."""
    kit = job.kit
    board = draw_position(kit, kit.game.start(), *BAND_BOARD)
    beside = width - board.width - 3 * INSIDE
    for size in BAND_SIZES:
        words = Column(Scene(1, 1), board.width + 2 * INSIDE, INSIDE, beside)
        words.paragraph(game_sheets.who_begins(job), size, bold=True, gap=SPACE.item)
        for sentence in game_aim(job):
            words.paragraph(sentence, size)
        if words.y <= BAND_MM - INSIDE:
            break
    high = max(board.height + 2 * INSIDE, words.y + INSIDE)
    band = Scene(width, high)
    band.add(
        rounded(
            0, 0, width, high, 4, STYLE.colours.table, Stroke(STYLE.readers["operator"].accent, 0.3)
        )
    )
    band.place(board, INSIDE, (high - board.height) / 2)
    band.place(words.scene, 0, (high - words.y - INSIDE) / 2)
    return band


def _frames(job: Job, room: Point) -> list[Scene] | None:
    """Return the four pictures, with the largest letters that leave room; None without."""
    for size in STRIP_SIZES:
        frames: dict[int, Scene] = {}
        for number in reversed(range(4)):  # learning has the most words
            frame, end = _frame(job, number, room, size)
            if end > room[1] - INSIDE:
                break
            frames[number] = frame
        if len(frames) == 4:
            return [frames[number] for number in range(4)]
    return None


def _frame(job: Job, number: int, room: Point, size: float) -> tuple[Scene, float]:
    """Return a frame of the strip, and where its words end."""
    texts, kit, (wide, high) = job.texts, job.kit, room
    (box, taken), accent = game_sheets.shown(job), STYLE.readers["operator"].accent
    scene = Scene(wide, high)
    scene.add(rounded(0, 0, wide, high, 4, WHITE, Stroke(accent, 0.7)))
    draw_number(scene, number + 1, (INSIDE + 5, INSIDE + 5), 10, accent)
    key = ("find", "pick", "move", "learn")[number]
    head = Column(scene, INSIDE + 13, INSIDE, wide - 2 * INSIDE - 13)
    head.line(texts(f"operator.strip.{key}"), size + STRIP_HEAD, bold=True)
    words = Column(scene, INSIDE, head.y + 2, wide - 2 * INSIDE)
    if key == "learn":
        *outcomes, _ = game_sheets.learning_rows(kit, texts)  # the empty box is on the back
        moods = ("won", "drawn", "lost") if len(outcomes) == 3 else ("won", "lost")
        for (outcome, sentences), mood in zip(outcomes, moods, strict=True):
            top = words.y
            greet(scene, kit, INSIDE + 12, top + 15, 14, mood)
            beside = Column(scene, INSIDE + 16, top, words.width - 16)
            beside.line(outcome, size, bold=True)
            for sentence in sentences:
                beside.paragraph(sentence, max(SMALL, size - 3))
            words.y = max(beside.y, top + 16) + 2
        return scene, words.y
    top, tall, plain = words.y, PICTURE * high, ""
    picture = Scene(wide - 2 * INSIDE, tall)
    if key == "find":
        plain = (
            "_plain" if len(kit.game.symmetries) == 1 else "_mirror" * bool(only_mirror(kit.game))
        )
        side = 0.4 * picture.width
        board = draw_position(kit, box.position, side, min(side, tall))
        piece = draw_piece(kit, texts, box, 0.44 * picture.width)
        picture.place(board, 0, (tall - board.height) / 2)
        picture.place(piece, picture.width - piece.width, (tall - piece.height) / 2)
        picture.add(
            draw_way((board.width + 3, tall / 2), (picture.width - piece.width - 3, tall / 2), 3.2)
        )
    elif key == "pick":
        boxes = texts.made_of != CARDS
        across = (
            min(0.6 * picture.width, 1.8 * tall) if boxes else min(0.56 * picture.width, tall / 1.1)
        )
        tray = draw_tray(kit, texts, box, across, taken)
        picture.place(tray, 0, (tall - tray.height) / 2)
        at = (picture.width - 13, tall / 2)
        picture.add(draw_way((tray.width + 3, tall / 2), (at[0] - 13, tall / 2), 3.2))
        picture.add(*draw_badge(taken.colour, at, 40))
    else:
        board = draw_position(kit, box.position, picture.width, tall, (taken,))
        picture.place(board, (picture.width - board.width) / 2, (tall - board.height) / 2)
    scene.place(picture, wide / 2 - picture.width / 2, top)
    words.y = top + tall + 3
    words.paragraph(texts(f"operator.strip.{key}_words{plain}"), size)
    return scene, words.y


class _Case(NamedTuple):
    """A short row of the back: a sign, and the words for it.

    Attributes:
        sign: drawn in a room of ``SIGN_MM``.
        words: a paragraph each.
        head: in bold letters before them.
        number: of a step.
        on_front: whether the front has the same words.
    """

    sign: Scene
    words: Sequence[str]
    head: str = ""
    number: str = ""
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
    texts, size = job.texts, look.size
    if texts.made_of == PROGRAM:
        column.heading(texts("operator.play"), size + HEAD)
        column.paragraph(say(texts, "picks", Facts(job.kit)), size)
        column.paragraph(texts("operator.software"), size)
    number = count(1)
    for title, cases in sections.items():
        column.gap(look.gap)
        column.line(texts(title), size + HEAD, bold=True)
        for case in cases:
            if case.on_front and not look.has_outcomes:
                continue
            step = f"{next(number)}." if case.number else ""
            _write_case(column, case._replace(number=step), look)
        if title == "operator.pick" and texts.made_of != CARDS:
            game_sheets.draw_strip(job.kit, column, size)
    column.gap(look.gap)
    _write_game(job, column, look)


def _write_case(column: Column, case: _Case, look: _Look) -> None:
    """Write a row: its sign at the left, about as high as two lines, and its words behind it."""
    size = look.size
    high = look.sign_lines * line_height(size)
    scale = high / SIGN_MM[1]
    behind = SIGN_MM[0] * scale + INSIDE / 2
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
        if case.number and not number:
            words.item(case.number, sentence, size, indent=NUMBER_MM)
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
    texts, kit, size = job.texts, job.kit, look.size
    column.line(texts("operator.game"), size + HEAD, bold=True)
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
    behind = start.width + INSIDE
    rules = Column(column.scene, column.x + behind, column.y, column.width - behind)
    rules.paragraph(game_sheets.who_begins(job), size, bold=True, gap=SPACE.item)
    key = "empty" if game_sheets.starts_empty(kit) else "shown"
    rules.item("•", texts(f"board.start.{key}"), size, indent=4.5)
    rules.items(game_rules(job), size, 4.5, mark="•")
    column.y = max(left.y, rules.y)
    _draw_kinds(job, column)


def _find_cases(job: Job, signs: "_Signs") -> Iterator[_Case]:
    """Yield the steps that lead to a box; other ways are named if their sheets are printed."""
    kit, texts = job.kit, job.texts
    first, *others = find_steps(kit, texts)
    yield _Case(signs.rows(), [first], number="1")
    for sentence in others:
        yield _Case(signs.look(), [sentence], number="1")
    cases = []
    if len(kit.game.symmetries) > 1:
        image = "mirror" if only_mirror(kit.game) else "turned"
        sentence = texts.sentence(f"operator.{image}", f"zero.{image}")
        cases.append(_Case(signs.image(), [sentence]))
    for reason in without_box(kit):
        sentence = texts.sentence(f"operator.{reason}", f"operator.{reason}_apart")
        cases.append(_Case(signs.no_box(), [sentence]))
    if has_key(kit):
        things = "seeds" if kit.game.diagram.seeds else "pieces"
        sentence = texts.sentence(f"operator.also.key.{things}")
        cases.append(_Case(signs.table(), [sentence]))
    cases.append(_Case(signs.route(), [texts.sentence("operator.also.route")]))
    yield from (case for case in cases if case.words[0])


def _pick_cases(job: Job, signs: "_Signs") -> Iterator[_Case]:
    """Yield the steps with a bead, and what is done if there is none.

    Of the keys of a step the first that names only printed sheets is what is said.
    """
    kit, texts = job.kit, job.texts
    cards, sign = texts.made_of == CARDS, marking_of(kit.game.diagram).sign
    start = "operator.step"
    numbered = (f"{start}.bead_numbered", f"{start}.bead_numbered_apart")
    bead = numbered if cards and counts_beads(kit) else (f"{start}.bead",)
    yield _Case(signs.tray(), [texts.sentence(*bead)], number="1")
    yield _Case(signs.bead_and_move(), [texts.sentence(f"{start}.{sign}")], number="1")
    yield _Case(signs.in_front(), [texts.sentence(f"{start}.leave")], number="1")
    *_, (title, sentences) = game_sheets.learning_rows(kit, texts, game_sheets.facts_in(job))
    yield _Case(signs.empty(), sentences, head=title)
    if any(len(slot.moves) > 1 for box in kit.boxes for slot in box.slots):
        image = "mirror" if only_mirror(kit.game) else "turned"
        keys = (f"{start}.twin_route.{sign}.{image}", f"{start}.twin.{sign}.{image}")
        yield _Case(signs.twin(), [texts.sentence(*keys)])
    if not cards:
        yield _Case(signs.stray(), [texts("operator.step.stray")])
    if cards and texts.has_sheet("deck"):
        yield _Case(signs.deck(), [texts.sentence(f"{start}.deck")])


def _learn_cases(job: Job, signs: "_Signs") -> Iterator[_Case]:
    """Yield what each outcome does to the beads, and the limits of that."""
    kit, texts = job.kit, job.texts
    *outcomes, _ = game_sheets.learning_rows(kit, texts, game_sheets.facts_in(job))
    moods = ("won", "drawn", "lost") if len(outcomes) == 3 else ("won", "lost")
    for (outcome, sentences), mood in zip(outcomes, moods, strict=True):
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
        first = {box.row: box for box in reversed(self._kit.boxes)}
        letters = [first[row] for row in sorted(first)][:3]
        if not letters[0].id[0].isalpha():
            return self._side_by_side([self._board(SIGN_MM[1])])
        for number, box in enumerate(letters):
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
        board = self._board(0.8 * SIGN_MM[1], 0.42 * SIGN_MM[0])
        position = symmetry.position(self._box.position)
        other = draw_position(self._kit, position, 0.42 * SIGN_MM[0], 0.8 * SIGN_MM[1])
        between = Scene(2.6, 4.0)
        between.add(draw_way((0, 1.0), (2.6, 1.0), 1.2), draw_way((2.6, 3.0), (0, 3.0), 1.2))
        return self._side_by_side([board, between, other])

    def no_box(self) -> Scene:
        """Return an empty place where a box would stand."""
        scene = Scene(*SIGN_MM)
        left, top, wide, high = 4.0, 2.0, 10.0, 6.0
        scene.add(rectangle(left, top, wide, high, None, DASHED))
        scene.add(Line((left, top + high), (left + wide, top), CROSSED))
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
        scene.add(*(draw_way((4.8 + 6.4 * n, 5.0), (6.8 + 6.4 * n, 5.0), 1.0) for n in range(2)))
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
        scene = Scene(cup.width, cup.height)
        outline = [mark for mark in cup.marks if isinstance(mark, Polygon)][:1]
        scene.place(Scene(cup.width, cup.height, [*outline]), cup.width, cup.height, turn=180)
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
        wide = sum(picture.width for picture in pictures)
        scale = min(1.0, (SIGN_MM[0] - gaps * SIGN_GAPS_MM[0]) / wide)
        spare = SIGN_MM[0] - scale * wide
        gap = max(SIGN_GAPS_MM[0], min(SIGN_GAPS_MM[1], spare / (gaps + 2)))
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
    kit, texts = job.kit, job.texts
    examples = dict[str, tuple[Box, Slot]]()
    for box in kit.boxes:
        for slot in box.slots:
            if kind := kit.game.move_kind(box.position, slot.moves[0]):
                examples.setdefault(kind, (box, slot))
    pitch = min(KIND + APART, column.width / max(1, len(examples)))
    pictures = []
    for kind, (box, slot) in examples.items():
        with suppress(CrowdedError):  # a long board: its words say it
            board = draw_position(kit, box.position, pitch - APART, KIND, (slot,))
            pictures.append((texts(f"told.kind.{kind}"), board))
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


def _start(kit: Kit, texts: Texts) -> str:
    """Return the sentence on the beads of each slot; the last figure of the rule also holds for
    later turns.
    """
    sign = texts(f"operator.sign.{marking_of(kit.game.diagram).sign}")
    turns = max(box.turn for box in kit.boxes)
    figures = [kit.rule.beads(turn) for turn in range(1, turns + 1)]
    while len(figures) > 1 and figures[-1] == figures[-2]:
        figures.pop()
    if len(figures) == 1:
        return texts("operator.start.same", count=figures[0], sign=sign)
    if kit.choices.rows_by != "turn":  # letters are no turns
        return texts("operator.start.printed", sign=sign)
    parts = []
    for turn, beads in enumerate(figures, 1):
        key = "later" if turn == len(figures) < turns else "turn"
        parts.append(
            texts(f"operator.start.{key}", letter=row_letter(turn), beads=beads).replace(" ", TIE)
        )
    return texts("operator.start.by_turn", list=", ".join(parts), sign=sign)
