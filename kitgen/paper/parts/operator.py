"""Operator card: a strip of four pictures to be read from across a table, and all details on its
back.

The sentences follow from the kit's learning rule, so that they are right for any rule file.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import count, product

from kitgen.claims.claims import say
from kitgen.claims.facts import Facts
from kitgen.errors import UsageError
from kitgen.kit.kit import Box, Kit, Slot, row_letter
from kitgen.model import only_mirror
from kitgen.paper import game_sheets
from kitgen.paper.card.board import draw_position
from kitgen.paper.card.moves import CrowdedError, draw_badge, draw_way, marking_of
from kitgen.paper.finder_index import find_steps, has_key, without_box
from kitgen.paper.job import Job, counts_beads
from kitgen.paper.layout.frame import Column, line_height, new_page, room_below
from kitgen.paper.machine_pictures import draw_number, draw_piece, draw_tray, greet
from kitgen.paper.marks.scene import DARK, WHITE, Scene, Stroke, rectangle, rounded
from kitgen.paper.spoken_game import game_aim, game_rules
from kitgen.paper.style import BODY, HEADING, LABEL, SMALL, SPACE, STYLE, TIE, fitted, in_rows
from kitgen.papers import Point
from kitgen.reading.texts import BOXES, CARDS, CARTONS, CHIPS, CUPS, PROGRAM, Texts
from kitgen.record.rows import LostGame

#: The least and the greatest height of the frames, that of the row of boxes, and of everything
#: else, in mm.
FRAMES, BOXES_ROOM, REST = (27.0, 38.0), 21.0, 3 * line_height(SMALL) + 4.5
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
#: The sections of the card.
SECTIONS = 5
#: Letter sizes to try until everything fits on the page.
SIZES = (14.0, 13.5, 13.0, 12.5, 12.0, BODY, 11.0, 10.5, SMALL)


def sheets(job: Job) -> list[Scene]:
    """Return the card: the strip and its back, or, to save sheets and where no beads are moved,
    only the back.
    """
    has_strip = job.kit.rule.learns == "beads" and not job.options.economy
    return [_strip(job), *_details(job)] if has_strip else _details(job)


def _details(job: Job) -> list[Scene]:
    """Return the page with all details and a lost game; that has a page of its own if no size of
    letters leaves room.

    To save sheets the card does without it then.
    """
    example = job.lost_game
    for least, size in product((LEAST, 0.0) if example else (0.0,), SIZES):
        scene, column = new_page(job, job.texts("operator.title"))
        _write(job, column, size)
        if (room := room_below(job, column)) >= least:
            break
    pages = [scene]
    if example is None:
        return pages
    if room < LEAST:
        if job.options.economy:
            return pages
        scene, column = new_page(job, job.texts("operator.title"))
    with suppress(CrowdedError):  # the card does without
        draw_lost_game(job, column, example)
        if scene not in pages:
            pages.append(scene)
    return pages


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


def _write(job: Job, column: Column, size: float) -> None:
    """Write the card in two columns of about the same height: short lines take less room."""
    width = (column.width - SPACE.sheet) / 2
    trials = [Column(Scene(1, 1), 0, 0, width) for _ in range(SECTIONS)]
    _write_sections(job, size, trials)
    heights = [trial.y for trial in trials]
    split = min(
        range(1, SECTIONS), key=lambda split: max(sum(heights[:split]), sum(heights[split:]))
    )
    left, right = (
        Column(column.scene, x, column.y, width) for x in (column.x, column.x + width + SPACE.sheet)
    )
    _write_sections(job, size, [*[left] * split, *[right] * (SECTIONS - split)])
    column.y = max(left.y, right.y)


def _write_sections(job: Job, size: float, columns: Sequence[Column]) -> None:
    """Write game, start, find, pick and learn, each at the end of its column."""
    texts, kit = job.texts, job.kit
    game, start, find, pick, learn = columns
    game.heading(texts("operator.game"), size + HEAD)
    game.paragraph(game_sheets.who_begins(job), size, bold=True, gap=SPACE.item)
    game.items(game_rules(job), size, 4.5, mark="•")
    game_sheets.draw_start(job, game, size)
    game.gap(SPACE.paragraph)
    _draw_kinds(job, game)
    if texts.made_of == PROGRAM:
        learn.heading(texts("operator.play"), size + HEAD)
        learn.paragraph(say(texts, "picks", Facts(kit)), size)
        learn.paragraph(texts("operator.software"), size)
        return
    start.heading(texts("operator.start.title"), size + HEAD)
    start.paragraph(_start(kit, texts), size)
    number = count(1)
    picks = (texts.sentence(*keys) for keys in _pick_steps(job))
    steps = {"find": (find, _find_steps(job)), "pick": (pick, picks)}
    for key, (column, sentences) in steps.items():
        column.heading(texts(f"operator.{key}"), size + HEAD)
        for sentence in sentences:
            column.item(f"{next(number)}.", sentence, size, indent=7)
    if texts.made_of != CARDS:
        game_sheets.draw_strip(kit, pick, size)
    learn.heading(texts("operator.learn"), size + HEAD)
    learn.gap(SPACE.near)
    game_sheets.draw_table(learn, job, texts, size)
    learn.gap(SPACE.paragraph)
    notes = [*game_sheets.rule_notes(kit, texts), texts("operator.back")]
    if texts.made_of == CUPS and kit.rule.when_empty.resigns:
        notes.append(texts("operator.turned_over"))
    if texts.made_of == CARTONS:
        notes.append(texts("operator.carton"))
    for note in notes:
        learn.paragraph(note, size)


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


def _find_steps(job: Job) -> Iterator[str]:
    """Yield the sentences that lead to a box; other ways are named if their sheets are printed."""
    kit, texts = job.kit, job.texts
    yield from find_steps(kit, texts)
    sentences = []
    if len(kit.game.symmetries) > 1:
        image = "mirror" if only_mirror(kit.game) else "turned"
        sentences.append(texts.sentence(f"operator.{image}", f"zero.{image}"))
    if has_key(kit):
        things = "seeds" if kit.game.diagram.seeds else "pieces"
        sentences.append(texts.sentence(f"operator.also.key.{things}"))
    sentences.append(texts.sentence("operator.also.route"))
    reasons = [f"operator.{reason}" for reason in without_box(kit)]
    sentences += [texts.sentence(reason, f"{reason}_apart") for reason in reasons]
    yield from filter(None, sentences)


def _pick_steps(job: Job) -> Iterator[tuple[str, ...]]:
    """Yield the keys of the steps: of each the first that names only printed sheets is what is
    said.
    """
    kit = job.kit
    cards, sign = job.texts.made_of == CARDS, marking_of(kit.game.diagram).sign
    start = "operator.step"
    if cards and counts_beads(kit):
        yield f"{start}.bead_numbered", f"{start}.bead_numbered_apart"
    else:
        yield (f"{start}.bead",)
    yield (f"{start}.{sign}",)
    if any(len(slot.moves) > 1 for box in kit.boxes for slot in box.slots):
        image = "mirror" if only_mirror(kit.game) else "turned"
        yield f"{start}.twin_route.{sign}.{image}", f"{start}.twin.{sign}.{image}"
    if cards and job.texts.has_sheet("deck"):
        yield (f"{start}.deck",)
    yield (f"{start}.leave",)


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
