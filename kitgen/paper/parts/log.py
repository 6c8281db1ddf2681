"""Log sheet: a row for each of 50 games, from which the beads of a real machine can be computed
again.
"""

import math
from dataclasses import dataclass
from functools import lru_cache

from kitgen.claims.same_machine import SameMachine
from kitgen.kit.kit import row_letter
from kitgen.machine.first_games import first_boxes, most_picks
from kitgen.paper.game_sheets import draw_strip, sides_played
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import Column, new_page, room_below
from kitgen.paper.marks.codes import qr_code
from kitgen.paper.marks.scene import BLACK, Line, Scene, Stroke, centred, rectangle
from kitgen.paper.spoken_game import has_draws, result_letters
from kitgen.paper.style import BODY, GREY, SHADE, SMALL, STYLE, WRITING_GREY, fitted
from kitgen.record.log_codes import log_code
from kitgen.record.rows import sample_games, usual_length

GAMES, GAMES_A_PAGE = 50, 25
#: Kits with more turns than this, or with boxes met on several turns, get one wide column of moves.
MOST_TURNS = 5
#: The least cell for a handwritten box and bead, and headings, in mm; how many cells more than a
#: game usually needs.
CELL_WIDE, CELL_HIGH, HEAD, SPARE = 10.5, 6.5, 7.0, 2
#: The last columns, each with its least width in mm.
LAST = {"result": 19, "beads": 17, "score": 15}
#: The side of the code that names the page, and its white zone, in mm.
CODE = 24.0
QUIET = 2.0
#: Between the lines at the head and the table, in mm.
ABOVE_TABLE = 3.0
#: The square to fill for a result, and the lines between the cells of a game.
TICK, CELL_LINE = Stroke(WRITING_GREY, 0.2), Stroke(STYLE.greys.fine, 0.15)
#: Marks the row where a game too long for its own row goes on.
GOES_ON = "+"


@dataclass(frozen=True, slots=True)
class _Field:
    """A column of the log: its heading, its share of the spare width, its least width in mm, its
    cells.
    """

    title: str
    share: float
    least: float
    cells: int = 1


@dataclass(frozen=True, slots=True)
class _Plan:
    fields: list[_Field]  # the last three are those of ``LAST``
    widths: list[float]
    lines: int  # rows of cells of a game
    goes_on: bool  # games may be longer than their row, and go on in one more
    games: int  # per page
    signs: list[str]  # the letters of the results


def sheets(job: Job) -> list[Scene]:
    """Return the log: 50 games on as few pages as their moves allow."""
    _, column, _ = _head(job, goes_on=_wide(job))
    plan = _plan(job, column.width, room_below(job, column) - HEAD)
    return [_page(job, plan, first) for first in range(1, GAMES + 1, plan.games)]


def _head(job: Job, *, goes_on: bool) -> tuple[Scene, Column, float]:
    texts = job.texts
    scene, column = new_page(job, texts("log.title"))
    top, width = column.y, column.width
    column.width -= CODE + 2
    column.paragraph(f"{_how(job)} {result_letters(job)}", SMALL)
    if goes_on:
        column.paragraph(texts("log.longer", sign=GOES_ON), SMALL)
    column.paragraph(
        f"{texts('log.beads')} {texts.sentence('log.score', 'log.score_alone')}", SMALL
    )
    draw_strip(job.kit, column, SMALL)
    column.width = width
    column.y = max(column.y + ABOVE_TABLE, top + CODE - QUIET)
    return scene, column, top


def _plan(job: Job, width: float, height: float) -> _Plan:
    texts, kit = job.texts, job.kit
    fields = [_Field(texts("log.column.game"), 0, 15), _Field(texts("log.column.opponent"), 1, 22)]
    if len(kit.players) == 2:  # otherwise the same side starts every game
        fields.append(_Field(texts("log.column.starts"), 0.5, 16))
    last = [_Field(texts(f"log.column.{key}"), 0.2, least) for key, least in LAST.items()]
    lines, games, goes_on = 1, GAMES_A_PAGE, False
    if _wide(job):
        most_beads = most_picks(kit)
        fits = int((width - sum(field.least for field in (*fields, *last))) / CELL_WIDE)
        usual = _usual_length(SameMachine.of(kit))
        lines = math.ceil(usual / fits)
        cells = fits if lines > 1 else min(fits, usual + SPARE)
        fields.append(_Field(texts("log.column.moves"), 1, cells * CELL_WIDE, cells))
        if lines > 1:
            most = min(
                GAMES_A_PAGE, int(height / (lines * CELL_HIGH)) - 1
            )  # one is for games that go on
            games = math.ceil(GAMES / math.ceil(GAMES / most))
        goes_on = most_beads is None or most_beads > lines * cells
    else:
        turns = range(1, max(box.turn for box in kit.boxes) + 1)
        fields += [
            _Field(texts("log.column.turn", letter=row_letter(turn)), 1, 14) for turn in turns
        ]
    fields += last
    spare, shares = (
        width - sum(field.least for field in fields),
        sum(field.share for field in fields),
    )
    widths = [field.least + spare * field.share / shares for field in fields]
    signs = [
        texts(f"log.letter.{key}")
        for key in ("win", "draw", "loss")
        if key != "draw" or has_draws(kit)
    ]
    return _Plan(fields, widths, lines, goes_on, games, signs)


@lru_cache(maxsize=64)
def _usual_length(machine: SameMachine) -> int:
    """Return the usual length of a game, for which thousands are simulated: once for a machine,
    in whatever languages its log is printed.
    """
    return usual_length(machine.kit, GAMES)


def _page(job: Job, plan: _Plan, first: int) -> Scene:
    scene, column, code_at = _head(job, goes_on=plan.goes_on)
    last = min(GAMES, first + plan.games - 1)
    scene.add(
        qr_code(
            log_code(job.kit, first, last), column.x + column.width - CODE, code_at - QUIET, CODE
        )
    )
    top = column.y
    room = room_below(job, column) - HEAD
    names = [*map(str, range(first, last + 1)), *([GOES_ON] if plan.goes_on else [])]
    height = room / (plan.games + plan.goes_on)
    bottom = top + HEAD + height * len(names)
    scene.add(rectangle(column.x, top, column.width, HEAD, SHADE))
    x = column.x
    for field, width in zip(plan.fields, plan.widths, strict=True):
        scene.add(
            fitted(
                (x + width / 2, top + HEAD / 2 + 1.1),
                field.title,
                SMALL,
                width - 1,
                "middle",
                bold=True,
            )
        )
        if x > column.x:
            scene.add(Line((x, top), (x, bottom), Stroke(GREY, 0.2)))
        for cell in range(1, field.cells):
            at = x + width * cell / field.cells
            scene.add(Line((at, top + HEAD), (at, bottom), CELL_LINE))
        x += width
    for index, name in enumerate(names):
        _row(scene, plan, name, (column.x, top + HEAD + index * height), height)
    scene.add(rectangle(column.x, top, column.width, bottom - top, None, Stroke(BLACK, 0.4)))
    return scene


def _row(scene: Scene, plan: _Plan, name: str, at: tuple[float, float], height: float) -> None:
    x, y = at
    scene.add(Line((x, y), (x + sum(plan.widths), y), Stroke(GREY, 0.2)))
    middle = y + height / 2
    scene.add(fitted((x + plan.widths[0] / 2, middle), name, BODY, anchor="middle", level=True))
    for number, (field, width) in enumerate(zip(plan.fields, plan.widths, strict=True)):
        start = x + sum(plan.widths[:number])
        for line in range(1, plan.lines if field.cells > 1 else 1):
            level = y + height * line / plan.lines
            scene.add(Line((start, level), (start + width, level), CELL_LINE))
    if name == GOES_ON:
        return
    room = plan.widths[-3] / len(plan.signs)
    for number, sign in enumerate(plan.signs):
        centre = x + sum(plan.widths[:-3]) + room * (number + 0.5)
        half = min(height / plan.lines, room) * 0.42
        scene.add(centred((centre, middle), 2 * half, 2 * half, None, TICK))
        scene.add(fitted((centre, middle), sign, BODY, anchor="middle", fill=GREY, level=True))


def _how(job: Job) -> str:
    """Return how moves are written, with an example.

    It is the first moves of a game in a wide column, or one move where none was played; otherwise a
    move in the column of its turn.
    """
    kit = job.kit
    if _wide(job):
        sides = sides_played(job)
        first = ((kit.boxes.index(first_boxes(kit, sides)[0]), 0),)
        picks = next(
            (game.picks[:2] for game in sample_games(kit, 1, sides=sides) if len(game.picks) > 1),
            first,
        )
        moves = (
            f"{kit.boxes[box].id} {kit.boxes[box].slots[slot].colour.letter}" for box, slot in picks
        )
        return job.texts("log.how_wide", example=", ".join(moves))
    row = max(row for row in (1, 2) if any(box.row == row for box in kit.boxes))
    box, letter = [box for box in kit.boxes if box.row == row][-1], row_letter(row)
    return job.texts(
        "log.how",
        example=f"{box.id.removeprefix(letter)} {box.slots[-1].colour.letter}",
        column=letter,
    )


def _wide(job: Job) -> bool:
    """Return whether moves stand in one wide column: their boxes' letters are no turns, or too
    many.
    """
    boxes, by_turn = job.kit.boxes, job.kit.choices.rows_by == "turn"
    return (
        not by_turn
        or max(box.turn for box in boxes) > MOST_TURNS
        or any(box.later for box in boxes)
    )
