"""Log sheet: a row for each of 50 games, from which the beads of a real machine can be worked out again."""

from dataclasses import dataclass

from kitgen.kit.naming.rows import row_letter
from kitgen.paper.document import Sheet
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import BODY, GREY, SMALL, Column, new_page, room_below
from kitgen.paper.marks.fiducial import marker
from kitgen.paper.marks.fonts import fit
from kitgen.paper.marks.qr import qr_code
from kitgen.paper.marks.scene import BLACK, POINT, Line, Scene, Stroke, Text, rectangle
from kitgen.paper.wording import has_draws

NAME = "log"
GAMES = 50
GAMES_A_PAGE = 25
#: Kits with more turns than this, or with boxes met on several turns, get one wide column for all moves.
MOST_TURNS = 5
HEAD = 7.0
#: A corner marker with its white zone, that zone alone, and the code that names the page, in mm.
CORNER, QUIET, CODE = 12.0, 2.0, 16.0
#: The square to fill for a result.
TICK = Stroke("#8C8C8C", 0.2)


@dataclass(frozen=True, slots=True)
class _Field:
    """A column of the log: its heading, its share of the width that is left over, its least width in mm."""

    title: str
    share: float
    least: float


def sheets(job: Job) -> list[Sheet]:
    """Return the log: two pages of 25 games."""
    title = job.texts("log.title")
    return [Sheet(_page(job, title, first), NAME, title) for first in range(1, GAMES + 1, GAMES_A_PAGE)]


def _page(job: Job, title: str, first: int) -> Scene:
    texts, kit = job.texts, job.kit
    scene, column = new_page(job, title, aside=kit.title)
    win, draw, loss = (texts(f"log.letter.{key}") for key in ("win", "draw", "loss"))
    wide = _wide(job)
    results = texts("log.result_draws" if has_draws(kit) else "log.result", win=win, draw=draw, loss=loss)
    column.paragraph(
        f"{texts('log.how_wide' if wide else 'log.how', example=_example(job, wide=wide))} {results}", SMALL
    )
    column.paragraph(f"{texts('log.beads')} {texts('log.score')}", SMALL)
    column.gap(2)
    fields = _fields(job, wide=wide)
    spare = column.width - sum(field.least for field in fields)
    shares = sum(field.share for field in fields)
    widths = [field.least + spare * field.share / shares for field in fields]
    _corners(job, scene, column, first)
    top = column.y + CORNER
    row = (room_below(job, column) - 2 * CORNER - HEAD) / GAMES_A_PAGE
    bottom = top + HEAD + GAMES_A_PAGE * row
    scene.add(rectangle(column.x, top, column.width, HEAD, "#EFEFEF"))
    x = column.x
    for field, width in zip(fields, widths, strict=True):
        size = fit(field.title, SMALL, width - 1, bold=True)
        scene.add(Text((x + width / 2, top + HEAD / 2 + 1.1), field.title, size, "middle", bold=True))
        if x > column.x:
            scene.add(Line((x, top), (x, bottom), Stroke(GREY, 0.2)))
        x += width
    signs = [win, draw, loss] if has_draws(kit) else [win, loss]
    result_at = column.x + sum(widths[:-3])
    for index in range(GAMES_A_PAGE):
        y = top + HEAD + index * row
        scene.add(Line((column.x, y), (column.x + column.width, y), Stroke(GREY, 0.2)))
        baseline = y + row / 2 + BODY * POINT * 0.36
        scene.add(Text((column.x + widths[0] / 2, baseline), str(first + index), BODY, "middle"))
        for number, sign in enumerate(signs):
            at = result_at + widths[-3] * (number + 0.5) / len(signs)
            half = min(row * 0.42, widths[-3] / len(signs) * 0.42)
            scene.add(rectangle(at - half, y + row / 2 - half, 2 * half, 2 * half, None, TICK))
            scene.add(Text((at, baseline), sign, BODY, "middle", fill=GREY))
    scene.add(rectangle(column.x, top, column.width, bottom - top, None, Stroke(BLACK, 0.4)))
    return scene


def _example(job: Job, *, wide: bool) -> str:
    """Return moves as they are written down: boxes and beads of the kit; where columns say the row, numbers alone."""
    boxes = job.kit.boxes
    shown = (boxes[0], boxes[len(boxes) // 2]) if wide else (boxes[-1],)
    moves = [(box.id if wide else box.id.removeprefix(row_letter(box.row)), box.slots[-1].colour) for box in shown]
    return ", ".join(f"{name} {colour.letter}" for name, colour in moves)


def _corners(job: Job, scene: Scene, column: Column, first: int) -> None:
    """Draw what a camera needs: a marker at each corner of the table, and a code that names kit and page."""
    size = CORNER - 2 * QUIET
    left, right = column.x, column.x + column.width - CORNER
    bottom = column.y + room_below(job, column) - CORNER
    for number, (x, y) in enumerate(((left, column.y), (right, column.y), (right, bottom), (left, bottom))):
        scene.add(*marker(number, x + QUIET, y + QUIET, size))
    code = f"kitgen log {job.kit.short_hash} {first}-{first + GAMES_A_PAGE - 1}"
    scene.add(qr_code(code, right - CODE - 2, column.y + CORNER - CODE, CODE))
    words = job.texts("log.camera")
    scene.add(Text((left + CORNER + 2, column.y + CORNER - 3), words, fit(words, SMALL, column.width - 60), fill=GREY))


def _wide(job: Job) -> bool:
    """Return whether moves stand in one wide column: their boxes' letters are no turns, or too many."""
    boxes, by_turn = job.kit.boxes, job.kit.choices.rows_by == "turn"
    return not by_turn or max(box.turn for box in boxes) > MOST_TURNS or any(box.later for box in boxes)


def _fields(job: Job, *, wide: bool) -> list[_Field]:
    """Return the columns; the last three are result, beads and score."""
    texts, kit = job.texts, job.kit
    fields = [_Field(texts("log.column.game"), 0, 15), _Field(texts("log.column.opponent"), 1, 22)]
    if len(kit.players) == 2:  # otherwise the same side starts every game
        fields.append(_Field(texts("log.column.starts"), 0.5, 16))
    if wide:
        fields.append(_Field(texts("log.column.moves"), 3, 40))
    else:
        turns = range(1, max(box.turn for box in kit.boxes) + 1)
        fields += [_Field(texts("log.column.turn", letter=row_letter(turn)), 1, 14) for turn in turns]
    fields.append(_Field(texts("log.column.result"), 0.2, 19))
    return [*fields, _Field(texts("log.column.beads"), 0.2, 17), _Field(texts("log.column.score"), 0.2, 15)]
