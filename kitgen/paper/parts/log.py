"""Log sheet: a row for each of 50 games, from which the beads of a real machine can be computed
again.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from kitgen.claims.same_machine import SameMachine
from kitgen.kit.kit import Kit, row_letter
from kitgen.machine.first_games import first_boxes, most_picks
from kitgen.paper.game_sheets import draw_strip, sides_played
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import Column, new_page, room_below
from kitgen.paper.marks.codes import qr_code
from kitgen.paper.marks.scene import BLACK, Line, Scene, Stroke, centred, rectangle
from kitgen.paper.spoken_game import has_draws, result_letters
from kitgen.paper.style import BODY, GREY, SHADE, SMALL, STYLE, WRITING_GREY, fitted
from kitgen.papers import Point
from kitgen.record.log_codes import log_code
from kitgen.record.rows import sample_games, usual_length

#: The games of the log, and the most on a page.
GAMES = 50
MAX_GAMES_A_PAGE = 25
#: Kits with more turns than this, or with boxes met on several turns, get one wide column of moves.
MAX_TURNS = 5
#: The least cell for a handwritten box and bead, in mm.
CELL_WIDTH_MM = 10.5
CELL_HEIGHT_MM = 6.5
#: How many cells more than a game usually needs.
SPARE_CELLS = 2
#: The height of the headings, in mm.
HEAD_MM = 7.0
#: The last columns, each with its least width in mm.
LAST_COLUMNS = {"result": 19, "beads": 17, "score": 15}
#: The side of the code that names the page, and its white zone, in mm.
CODE_MM = 24.0
QUIET_MM = 2.0
#: Between the lines at the head and the table, in mm.
ABOVE_TABLE_MM = 3.0
#: The lines of the table, those between the cells of a game, and the square to fill for a result.
LINE = Stroke(GREY, 0.2)
CELL_LINE = Stroke(STYLE.greys.fine, 0.15)
TICK = Stroke(WRITING_GREY, 0.2)
#: Marks the row where a game too long for its own row goes on.
GOES_ON = "+"


@dataclass(frozen=True, slots=True)
class _Field:
    """A column of the log.

    Attributes:
        title: its heading.
        share: its share of the spare width.
        least: its least width, in mm.
        cells: the number of its cells in a line.
    """

    title: str
    share: float
    least: float
    cells: int = 1


@dataclass(frozen=True, slots=True)
class _Moves:
    """The columns of moves, and how games lie in them.

    Attributes:
        fields: the columns: one for each turn, or a wide one.
        lines: rows of cells of a game.
        games: the games on a page.
        goes_on: True if games may be longer than their row, and go on in one more.
    """

    fields: list[_Field]
    lines: int
    games: int
    goes_on: bool


@dataclass(frozen=True, slots=True)
class _Plan:
    """The table of a page.

    Attributes:
        fields: its columns; the last three are ``LAST_COLUMNS``.
        widths: their widths, in mm.
        moves: the columns of moves among them.
        signs: the letters of the results.
    """

    fields: list[_Field]
    widths: list[float]
    moves: _Moves
    signs: list[str]

    def result_start(self) -> float:
        """Return how far the first of the last columns is from the left edge, in mm."""
        return sum(self.widths[: -len(LAST_COLUMNS)])

    def result_width(self) -> float:
        """Return the width of the first of the last columns, in mm."""
        return self.widths[-len(LAST_COLUMNS)]


def sheets(job: Job) -> list[Scene]:
    """Return the log: 50 games on as few pages as their moves allow."""
    _, column, _ = _head(job, goes_on=_is_wide(job))
    plan = _plan(job, column.width, room_below(job, column) - HEAD_MM)
    return [_page(job, plan, first) for first in range(1, GAMES + 1, plan.moves.games)]


class _LogHead(NamedTuple):
    """A page with what stands above its table."""

    scene: Scene
    column: Column
    code_y: float  # the top of the code with its white zone, in mm


def _head(job: Job, *, goes_on: bool) -> _LogHead:
    """Return a page with its title, the words and the colours of beads above its table."""
    texts = job.texts
    scene, column = new_page(job, texts("log.title"))
    top = column.y
    width = column.width
    column.width -= CODE_MM + 2  # the code stands beside the words
    column.paragraph(f"{_how(job)} {result_letters(job)}", SMALL)
    if goes_on:
        column.paragraph(texts("log.longer", sign=GOES_ON), SMALL)
    score = texts.sentence("log.score", "log.score_alone")
    beads = texts("log.beads_out" if job.kit.rule.only_takes else "log.beads")
    column.paragraph(f"{beads} {score}", SMALL)
    draw_strip(job.kit, column, SMALL)
    column.width = width
    column.y = max(column.y + ABOVE_TABLE_MM, top + CODE_MM - QUIET_MM)
    return _LogHead(scene, column, top)


def _plan(job: Job, width: float, height: float) -> _Plan:
    """Return the table for a width, with games in a height, in mm."""
    texts = job.texts
    first = [_Field(texts("log.column.game"), 0, 15), _Field(texts("log.column.opponent"), 1, 22)]
    if len(sides_played(job)) == 2:  # otherwise the same side starts every game
        first.append(_Field(texts("log.column.starts"), 0.5, 16))
    last = [_Field(texts(f"log.column.{key}"), 0.2, least) for key, least in LAST_COLUMNS.items()]
    if _is_wide(job):
        room = width - sum(field.least for field in (*first, *last))
        moves = _wide_column(job, room, height)
    else:
        moves = _column_for_each_turn(job)
    fields = [*first, *moves.fields, *last]
    spare = width - sum(field.least for field in fields)
    shares = sum(field.share for field in fields)
    widths = [field.least + spare * field.share / shares for field in fields]
    results = ("win", "draw", "loss") if has_draws(job.kit) else ("win", "loss")
    return _Plan(fields, widths, moves, [texts(f"log.letter.{key}") for key in results])


def _column_for_each_turn(job: Job) -> _Moves:
    last_turn = max(box.turn for box in job.kit.boxes)
    fields = []
    for turn in range(1, last_turn + 1):
        title = job.texts("log.column.turn", letter=row_letter(turn))
        fields.append(_Field(title, 1, 14))
    return _Moves(fields, lines=1, games=MAX_GAMES_A_PAGE, goes_on=False)


def _wide_column(job: Job, width: float, height: float) -> _Moves:
    """Return one column in which the moves of usual games have room, on so many lines as that
    takes.
    """
    fitting = int(width / CELL_WIDTH_MM)
    usual = _usual_length(SameMachine.of(job.kit))
    lines = math.ceil(usual / fitting)
    games = MAX_GAMES_A_PAGE
    cells = min(fitting, usual + SPARE_CELLS)
    if lines > 1:
        cells = fitting
        most = min(MAX_GAMES_A_PAGE, int(height / (lines * CELL_HEIGHT_MM)) - 1)
        games = math.ceil(GAMES / math.ceil(GAMES / most))
    field = _Field(job.texts("log.column.moves"), 1, cells * CELL_WIDTH_MM, cells)
    most_beads = most_picks(job.kit)
    goes_on = most_beads is None or most_beads > lines * cells
    return _Moves([field], lines, games, goes_on)


@lru_cache(maxsize=64)
def _usual_length(machine: SameMachine) -> int:
    """Return the usual length of a game, for which thousands are simulated: once for a machine,
    in whatever languages its log is printed.
    """
    return usual_length(machine.kit, GAMES)


def _page(job: Job, plan: _Plan, first: int) -> Scene:
    """Return a page with games from a number on."""
    moves = plan.moves
    scene, column, code_y = _head(job, goes_on=moves.goes_on)
    last = min(GAMES, first + moves.games - 1)
    code = log_code(job.kit, first, last)
    code_x = column.x + column.width - CODE_MM
    scene.add(qr_code(code, code_x, code_y - QUIET_MM, CODE_MM))
    names = [str(number) for number in range(first, last + 1)]
    rows = moves.games
    if moves.goes_on:
        names.append(GOES_ON)
        rows += 1
    row_height = (room_below(job, column) - HEAD_MM) / rows
    bottom = column.y + HEAD_MM + row_height * len(names)
    scene.add(rectangle(column.x, column.y, column.width, HEAD_MM, SHADE))
    _draw_columns(scene, plan, (column.x, column.y), bottom)
    for index, name in enumerate(names):
        top = column.y + HEAD_MM + index * row_height
        _row(scene, plan, name, (column.x, top), row_height)
    height = bottom - column.y
    scene.add(rectangle(column.x, column.y, column.width, height, None, Stroke(BLACK, 0.4)))
    return scene


def _draw_columns(scene: Scene, plan: _Plan, at: Point, bottom: float) -> None:
    """Draw the headings of the columns, and the lines between them and their cells."""
    x, top = at
    for number, (field, width) in enumerate(zip(plan.fields, plan.widths, strict=True)):
        middle = (x + width / 2, top + HEAD_MM / 2 + 1.1)
        scene.add(fitted(middle, field.title, SMALL, width - 1, "middle", bold=True))
        if number:
            scene.add(Line((x, top), (x, bottom), LINE))
        for cell in range(1, field.cells):
            edge = x + width * cell / field.cells
            scene.add(Line((edge, top + HEAD_MM), (edge, bottom), CELL_LINE))
        x += width


def _row(scene: Scene, plan: _Plan, name: str, at: Point, height: float) -> None:
    """Draw the row of a game, or the one where long games go on, which has no result."""
    x, y = at
    lines = plan.moves.lines
    scene.add(Line((x, y), (x + sum(plan.widths), y), LINE))
    middle = y + height / 2
    scene.add(fitted((x + plan.widths[0] / 2, middle), name, BODY, anchor="middle", level=True))
    for number, (field, width) in enumerate(zip(plan.fields, plan.widths, strict=True)):
        if field.cells > 1:
            start = x + sum(plan.widths[:number])
            for line in range(1, lines):
                level = y + height * line / lines
                scene.add(Line((start, level), (start + width, level), CELL_LINE))
    if name == GOES_ON:
        return
    room = plan.result_width() / len(plan.signs)
    half = min(height / lines, room) * 0.42
    for number, sign in enumerate(plan.signs):
        centre = (x + plan.result_start() + room * (number + 0.5), middle)
        scene.add(centred(centre, 2 * half, 2 * half, None, TICK))
        scene.add(fitted(centre, sign, BODY, anchor="middle", fill=GREY, level=True))


def _how(job: Job) -> str:
    """Return how moves are written, with an example.

    It is the first moves of a game in a wide column, or one move where none was played; otherwise a
    move in the column of its turn.
    """
    if _is_wide(job):
        return job.texts("log.how_wide", example=_example_of_moves(job))
    boxes = job.kit.boxes
    row = 2 if any(box.row == 2 for box in boxes) else 1
    box = [box for box in boxes if box.row == row][-1]
    letter = row_letter(row)
    move = f"{box.id.removeprefix(letter)} {box.slots[-1].colour.letter}"
    return job.texts("log.how", example=move, column=letter)


def _example_of_moves(job: Job) -> str:
    """Return the first two moves of a game, or one move where none has two."""
    kit = job.kit
    sides = sides_played(job)
    for game in sample_games(kit, 1, sides=sides):
        if len(game.picks) > 1:
            return _written(kit, game.picks[:2])
    first = kit.boxes.index(first_boxes(kit, sides)[0])
    return _written(kit, [(first, 0)])


def _written(kit: Kit, picks: Sequence[tuple[int, int]]) -> str:
    """Return picked beads, by the places of their box and slot, as they are written in the log."""
    moves = []
    for box_place, slot_place in picks:
        box = kit.boxes[box_place]
        moves.append(f"{box.id} {box.slots[slot_place].colour.letter}")
    return ", ".join(moves)


def _is_wide(job: Job) -> bool:
    """Return whether moves stand in one wide column: their boxes' letters are no turns, or too
    many.
    """
    boxes = job.kit.boxes
    if job.kit.choices.rows_by != "turn":
        return True
    return max(box.turn for box in boxes) > MAX_TURNS or any(box.later for box in boxes)
