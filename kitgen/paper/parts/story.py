"""Story strip: a game played by a class, box by box, drawn from a row of its log."""

from collections.abc import Sequence

from kitgen.model import Game, Move
from kitgen.paper.card.board import draw_position
from kitgen.paper.finder_index import guise
from kitgen.paper.game_sheets import draw_turn
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import Column, new_page, room_below
from kitgen.paper.marks.scene import Scene
from kitgen.paper.style import BODY, HEADING, SMALL, SPACE
from kitgen.reading.texts import Texts
from kitgen.record.rows import RESULT_WORDS, GameRow, KnownGame, Turn, follow

#: Heights of a turn's frames to try in mm, the tallest first; the fewest pages win.
FRAME_HEIGHTS_MM = (46.0, 42.0, 38.0, 34.0, 30.0, 27.0)
#: The height of the words above them, in mm.
WORDS_MM = 16.0
#: The greatest height of the board at the end, in mm.
MAX_END_MM = 60.0


def is_named(job: Job) -> bool:
    """Return whether a game to tell is named."""
    return bool(job.options.story_game)


def sheets(job: Job) -> list[Scene]:
    """Return the strip on as few pages as possible."""
    row, story = read_story(job)
    return min((_pages(job, row, story, frames) for frames in FRAME_HEIGHTS_MM), key=len)


def read_story(job: Job) -> tuple[GameRow, KnownGame]:
    """Return the game that a print run names, and what is known of it; raise RecordError if it
    cannot be read.
    """
    from kitgen.record.games_table import named_game  # noqa: PLC0415 - few print runs tell a game

    row = named_game(job.options.story_game, job.kit, job.templates)
    return row, follow(job.kit, row)


def title_line(texts: Texts, row: GameRow) -> str:
    """Return the line above a game: its number, and who played."""
    number = texts("story.game", number=row.game)
    if not row.opponent:
        return number
    return f"{number} · {texts('story.against', name=row.opponent)}"


def between_lines(
    texts: Texts, game: Game, moves: Sequence[Move] | None, *, first: bool = False
) -> list[str]:
    """Return a line about the moves between two beads; if there are none, only before the
    ``first`` bead.
    """
    if moves is None:
        return [texts("story.unknown")]
    if moves:
        names = ", ".join(map(game.move_text, moves))
        key = "single" if len(moves) == 1 else "several"
        return [texts(f"story.between.{key}", moves=names)]
    if first:
        return [texts("story.begins")]
    return []


def end_lines(texts: Texts, game: Game, story: KnownGame) -> list[str]:
    """Return the lines about the moves after the last bead, and about a machine that gave up."""
    lines = []
    if story.turns:
        lines += between_lines(texts, game, story.end)
    if story.resigned:
        lines.append(texts("story.resigned"))
    return lines


def _pages(job: Job, row: GameRow, story: KnownGame, frames: float) -> list[Scene]:
    """Return the strip with frames of a height in mm: as many turns on a page as fit, then the
    end.
    """
    title = job.texts("story.title")
    scene, column = new_page(job, title)
    pages = [scene]
    column.line(title_line(job.texts, row), HEADING, bold=True)
    column.paragraph(job.texts(f"story.{guise(job.kit)}"), SMALL)
    needed = frames + WORDS_MM
    for number, turn in enumerate(story.turns, 1):
        if room_below(job, column) < needed:
            scene, column = new_page(job, title)
            pages.append(scene)
        _draw_turn(job, column, number, turn, frames)
    if room_below(job, column) < needed:
        scene, column = new_page(job, title)
        pages.append(scene)
    _draw_end(job, column, row, story)
    return pages


def _draw_turn(job: Job, column: Column, number: int, turn: Turn, frames: float) -> None:
    """Draw a turn with a line about the moves before it, in frames of a height in mm."""
    bead = turn.slot.colour.name
    column.heading(job.texts("story.turn", number=number, box=turn.box.id, bead=bead))
    for line in between_lines(job.texts, job.kit.game, turn.since, first=number == 1):
        column.line(line, BODY)
    column.scene.place(draw_turn(job, turn, column.width, frames), column.x, column.y)
    column.gap(frames + 2)


def _draw_end(job: Job, column: Column, row: GameRow, story: KnownGame) -> None:
    """Draw how the game ended, and its last board if that is known."""
    column.heading(job.texts(f"story.outcome.{RESULT_WORDS[row.result]}"))
    for line in end_lines(job.texts, job.kit.game, story):
        column.line(line, BODY)
    if story.last is not None:
        high = min(MAX_END_MM, room_below(job, column) - 2)
        board = draw_position(job.kit, story.last, column.width / 3, high)
        column.gap(SPACE.near)
        column.scene.place(board, column.x, column.y)
