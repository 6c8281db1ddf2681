"""Who does what: role cards for five people, boxes kept by pupils, a box found by yes or no, and
result slips.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kitgen.kit.kit import Box, Kit
from kitgen.model import Position, only_mirror
from kitgen.paper.card.board import draw_full_box, draw_position
from kitgen.paper.finder_index import guise
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import (
    BASELINE,
    Column,
    line_height,
    new_page,
    room_below,
    text_height,
)
from kitgen.paper.marks.scene import Line, Scene, Stroke, Text, rectangle, rounded
from kitgen.paper.spoken_game import has_draws
from kitgen.paper.style import BODY, GREY, PALE, SMALL, SPACE, STYLE, fit, in_rows

#: The roles, in the order in which they act.
ROLES = ("player", "assessor", "offerer", "chooser", "recorder", "class")
#: The most boxes that a class can keep: thirty pupils with two each.
MAX_KEPT_BOXES = 60
#: Cards side by side.
CARDS_ACROSS = 2
#: The height of a card where there is room, its padding, and the gap between two, in mm.
ROOMY_CARD_MM = 60.0
CARD_PAD_MM = 4.0
CARD_GAP_MM = 4.0
#: Letters of a role's name and of its task, in points.
ROLE_PT = 16.0
TASK_PT = 12.0
#: The lines to cut along.
CUT = Stroke(GREY, 0.2)


def sheets(job: Job) -> list[Scene]:
    """Return a page of role cards to cut out."""
    texts = job.texts
    scene, column = new_page(job, texts("roles.title"))
    roles = [role for role in ROLES if role != "class" or len(job.kit.boxes) <= MAX_KEPT_BOXES]
    how = [texts("roles.how")]
    if "class" in roles:
        how.append(texts("roles.class_apart", card=texts("roles.class.name")))
    column.paragraph(" ".join(how), SMALL, gap=SPACE.paragraph)
    words = [(texts(f"roles.{role}.name"), _task(job, role)) for role in roles]
    wide = (column.width - (CARDS_ACROSS - 1) * CARD_GAP_MM) / CARDS_ACROSS
    inner = wide - 2 * CARD_PAD_MM
    rows = math.ceil(len(words) / CARDS_ACROSS)
    room = (room_below(job, column) + CARD_GAP_MM) / rows - CARD_GAP_MM
    longest = max(text_height(task, TASK_PT, inner) for _, task in words)
    needed = longest + line_height(ROLE_PT) + 2 * CARD_PAD_MM + 4
    high = max(needed, min(ROOMY_CARD_MM, room))
    pitch = (wide + CARD_GAP_MM, high + CARD_GAP_MM)
    for (name, task), x, y in in_rows(words, CARDS_ACROSS, (column.x, column.y), pitch):
        scene.add(rounded(x, y, wide, high, 3, STYLE.colours.table, Stroke(PALE, 0.3)))
        card = Column(scene, x + CARD_PAD_MM, y + CARD_PAD_MM, inner)
        card.line(name, ROLE_PT, bold=True)
        card.gap(SPACE.near)
        card.paragraph(task, TASK_PT)
    return [scene]


def _task(job: Job, role: str) -> str:
    """Return what somebody does, also if a board is mirrored or a box empty, and the sheets that
    help.
    """
    sentences = [job.texts(f"roles.{role}.task")]
    if role in ("assessor", "chooser"):
        sentences.append(_image(job, f"roles.{role}"))
    if role == "assessor":
        sentences.append(job.texts.sentence("roles.assessor.questions", "roles.assessor.finder"))
    elif role == "offerer":
        sentences.append(_empty(job))
    elif role == "recorder":
        sentences.append(job.texts.sentence("roles.recorder.slips"))
    elif role == "class":
        sentences.append(_image(job, "roles"))
    return " ".join(filter(None, sentences))


def _image(job: Job, group: str) -> str:
    """Return what to do if the board is an image of the picture; empty where boards are never
    turned or mirrored.
    """
    kind = guise(job.kit)
    if kind == "plain":
        return ""
    return job.texts(f"{group}.{kind}")


def _empty(job: Job) -> str:
    """Return what to do at an empty box; empty where the rule leaves none."""
    empty = job.kit.rule.when_empty
    if empty.keeps_last:
        return ""
    return job.texts("roles.offerer.gives_up" if empty.resigns else "roles.offerer.look")


# A class as the machine: each pupil keeps one or two boxes.

#: Slips side by side, by the boxes of each pupil, and one above the other.
SLIPS_ACROSS = {1: 3, 2: 2}
SLIPS_DOWN = 5
#: The height of the line for a name, in mm.
NAME_MM = 9.0


def kept_boxes(kit: Kit, each: int) -> list[list[Box]]:
    """Return the boxes of each pupil; two of one pupil lie far apart, so that both are seldom
    met in one game.
    """
    pupils = math.ceil(len(kit.boxes) / each)
    return [[*kit.boxes[number::pupils]] for number in range(pupils)]


def keepers(job: Job) -> list[Scene]:
    """Return slips to cut out, one for each pupil, with the pictures of the boxes that the pupil
    keeps.
    """
    texts = job.texts
    each = job.options.keepers_each
    across = SLIPS_ACROSS[each]
    pages: list[Scene] = []
    waiting = list(enumerate(kept_boxes(job.kit, each), 1))
    while waiting:
        scene, column = new_page(job, texts("keepers.title"))
        if not pages:
            how = f"{texts('keepers.how')} {_image(job, 'roles')}".rstrip()
            column.paragraph(how, SMALL, gap=SPACE.paragraph)
        pages.append(scene)
        wide = column.width / across
        high = room_below(job, column) / SLIPS_DOWN
        here = waiting[: across * SLIPS_DOWN]
        waiting = waiting[len(here) :]
        for (number, boxes), x, y in in_rows(here, across, (column.x, column.y), (wide, high)):
            scene.add(rectangle(x, y, wide, high, stroke=CUT))
            slip = Column(scene, x + CARD_PAD_MM, y + 2, wide - 2 * CARD_PAD_MM)
            slip.line(texts("keepers.pupil", number=number), BODY)
            room = (slip.width / each - CARD_PAD_MM, high - NAME_MM)
            _draw_kept(job.kit, boxes, slip, room)
    return pages


def _draw_kept(kit: Kit, boxes: Sequence[Box], slip: Column, room: tuple[float, float]) -> None:
    """Draw boxes side by side on a slip, each with its id above it; the room of one is its width
    and height in mm.
    """
    wide, high = room
    head = line_height(ROLE_PT)
    for place, box in enumerate(boxes):
        x = slip.x + place * (wide + CARD_PAD_MM)
        slip.scene.add(Text((x, slip.y + BASELINE * head), box.id, ROLE_PT, bold=True))
        # Slips lie side by side in a class: small badges on one would look like a mistake.
        board = draw_full_box(kit, box, wide, high - head - 3, try_all=True)
        slip.scene.place(board, x, slip.y + head + 1)


# A box is found by questions that are answered with yes or no.

#: The most boards, images included, among which questions find a box before children lose patience.
MAX_BOARDS = 120
#: Questions side by side.
QUESTIONS_ACROSS = 4
#: The height of a question, the width of its picture, and that picture from its left edge, in mm.
QUESTION_MM = 21.0
PICTURE_MM = 17.0
PICTURE_INDENT_MM = 9.0
#: The letters of its number, in points.
NUMBER_PT = 13.0
#: Behind the name of a box whose board is mirrored.
MIRRORED = " ⇄"


@dataclass(frozen=True, slots=True)
class Question:
    """Whether a cell has a content; each answer leads to another question or to the name of a
    box.
    """

    number: int
    cell: int
    content: int
    yes: "Question | str"
    no: "Question | str"


@dataclass(frozen=True, slots=True)
class FirstQuestion:
    """The question with which a board of so many pieces begins, or the only box with so many."""

    pieces: int
    first: Question | str


def can_ask(job: Job) -> bool:
    """Return whether yes or no finds the boxes: few boards, which show pieces and have no image
    but a mirror's.
    """
    kit = job.kit
    if kit.game.diagram.seeds or kit.choices.rows_by == "none":  # a board is a number of things
        return False
    images = len(kit.game.symmetries)
    if images > 1 and only_mirror(kit.game) is None:
        return False
    return len(kit.boxes) * images <= MAX_BOARDS


def questions_of(kit: Kit) -> list[FirstQuestion]:
    """Return the questions for each number of pieces, the most first; numbered in the order in
    which they stand.
    """
    boards = _boards(kit)
    by_pieces: defaultdict[int, dict[Position, str]] = defaultdict(dict)
    for position, name in boards.items():
        by_pieces[kit.game.diagram.lying(position)][position] = name
    numbers = iter(range(1, len(boards) + 1))
    beginnings = []
    for pieces in sorted(by_pieces, reverse=True):
        beginnings.append(FirstQuestion(pieces, _ask(by_pieces[pieces], numbers)))
    return beginnings


def _boards(kit: Kit) -> dict[Position, str]:
    """Return each board, as it lies on the table, with the name of its box and the sign of a
    mirrored one.
    """
    boards = {box.position: box.id for box in kit.boxes}
    for box in kit.boxes:
        for symmetry in kit.game.symmetries[1:]:
            boards.setdefault(symmetry.position(box.position), box.id + MIRRORED)
    return boards


def _ask(boards: dict[Position, str], numbers: Iterator[int]) -> Question | str:
    """Return the question that parts boards best, with those that follow; or the only name."""
    names = set(boards.values())
    if len(names) == 1:
        return names.pop()
    number = next(numbers)
    cell, content = _best_parting(boards)
    has_content: dict[Position, str] = {}
    others: dict[Position, str] = {}
    for position, name in boards.items():
        answer = has_content if position.cells[cell] == content else others
        answer[position] = name
    return Question(number, cell, content, _ask(has_content, numbers), _ask(others, numbers))


def _best_parting(boards: dict[Position, str]) -> tuple[int, int]:
    """Return the cell and the content that about half of the boards have; of equal ones the
    first.
    """
    having: Counter[tuple[int, int]] = Counter()
    for position in boards:
        for cell, content in enumerate(position.cells):
            if content:
                having[cell, content] += 1
    parting = [pair for pair, count in having.items() if count < len(boards)]
    return min(parting, key=lambda pair: (abs(2 * having[pair] - len(boards)), pair))


def following(first: Question | str) -> Iterator[Question]:
    """Yield a question and all those after it, in the order of their numbers."""
    if isinstance(first, Question):
        yield first
        yield from following(first.yes)
        yield from following(first.no)


def questions(job: Job) -> list[Scene]:
    """Return the pages of questions."""
    texts = job.texts
    beginnings = questions_of(job.kit)
    scene, column = new_page(job, texts("questions.title"))
    column.paragraph(texts("questions.how"), SMALL, gap=SPACE.near)
    if any(name.endswith(MIRRORED) for name in _boards(job.kit).values()):
        column.paragraph(texts("questions.mirrored"), SMALL, gap=SPACE.near)
    waiting: list[Question] = []
    for beginning in beginnings:
        goal = _goal(beginning.first)
        lead = texts("questions.begin", count=beginning.pieces, goal=goal)
        column.item("•", lead, BODY, indent=4.5)
        waiting += following(beginning.first)
    column.gap(SPACE.near)
    pages = [scene]
    while waiting:
        rows = int(room_below(job, column) / QUESTION_MM)
        here = waiting[: rows * QUESTIONS_ACROSS]
        waiting = waiting[len(here) :]
        wide = column.width / QUESTIONS_ACROSS
        pitch = (wide, QUESTION_MM)
        for question, x, y in in_rows(here, QUESTIONS_ACROSS, (column.x, column.y), pitch):
            _draw_question(job, question, Column(scene, x, y, wide))
        if waiting:
            scene, column = new_page(job, texts("questions.title"))
            pages.append(scene)
    return pages


def _draw_question(job: Job, question: Question, column: Column) -> None:
    """Draw the number of a question, the piece on its square, and where each answer leads."""
    kit = job.kit
    start = kit.game.start()
    cells = [0] * len(start.cells)
    cells[question.cell] = question.content
    board = Position(tuple(cells), start.to_move)
    picture = draw_position(kit, board, PICTURE_MM, PICTURE_MM)
    picture_x = column.x + PICTURE_INDENT_MM
    picture_y = column.y + (QUESTION_MM - picture.height) / 2
    column.scene.add(Text((column.x, column.y + 5), f"{question.number}", NUMBER_PT, bold=True))
    column.scene.place(picture, picture_x, picture_y)
    words_x = picture_x + PICTURE_MM + 3
    words = Column(column.scene, words_x, column.y + 4, column.width - PICTURE_MM - 14)
    for key, goal in (("yes", question.yes), ("no", question.no)):
        words.line(job.texts(f"questions.{key}", goal=_goal(goal)), BODY)


def _goal(goal: Question | str) -> str:
    return f"{goal.number}" if isinstance(goal, Question) else goal


# Result slips.

#: Result slips side by side and one above the other.
RESULTS_ACROSS = 2
RESULTS_DOWN = 4
#: The height of a row on them, and of a box to tick, in mm.
ROW_MM = 10.5
TICK_MM = 4.0
#: The lines to write on, and round a box to tick.
LINE = Stroke(GREY, 0.25)


def slips(job: Job) -> list[Scene]:
    """Return one page of slips to cut out: one for each game, or for each group's last one."""
    texts = job.texts
    scene, column = new_page(job, texts("slips.title"))
    column.paragraph(texts("slips.how"), SMALL, gap=SPACE.paragraph)
    wide = column.width / RESULTS_ACROSS
    high = room_below(job, column) / RESULTS_DOWN
    winners = ["machine", "opponent"]
    if has_draws(job.kit):
        winners.append("nobody")
    places = range(RESULTS_ACROSS * RESULTS_DOWN)
    for _, x, y in in_rows(places, RESULTS_ACROSS, (column.x, column.y), (wide, high)):
        scene.add(rectangle(x, y, wide, high, stroke=CUT))
        slip = Column(scene, x + CARD_PAD_MM, y + CARD_PAD_MM, wide - 2 * CARD_PAD_MM)
        _draw_blank(slip, texts("slips.names"))
        _draw_blank(slip, texts("slips.game"))
        _draw_ticks(slip, texts("slips.won"), [texts(f"slips.{winner}") for winner in winners])
        _draw_blank(slip, texts("slips.changed"))
        _draw_blank(slip, texts("slips.notice"))
    return [scene]


def _draw_blank(slip: Column, words: str) -> None:
    """Write words, and draw a line below them to write on."""
    slip.line(words, SMALL)
    slip.gap(ROW_MM - line_height(SMALL))
    slip.scene.add(Line((slip.x, slip.y - 1.5), (slip.x + slip.width, slip.y - 1.5), LINE))


def _draw_ticks(slip: Column, question: str, answers: Sequence[str]) -> None:
    """Write a question, and its answers with boxes to tick below it."""
    slip.line(question, SMALL)
    room = slip.width / len(answers)
    for number, answer in enumerate(answers):
        x = slip.x + number * room
        slip.scene.add(rectangle(x, slip.y + 0.5, TICK_MM, TICK_MM, stroke=LINE))
        size = fit(answer, SMALL, room - TICK_MM - 3)
        slip.scene.add(Text((x + TICK_MM + 1.5, slip.y + TICK_MM - 0.3), answer, size))
    slip.gap(TICK_MM + 4)
