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
from kitgen.record.rows import RESULT_WORDS, GameRow, KnownGame, follow

#: Heights of a turn's frames, the tallest first, of the board at the end, and of the words round
#: them, in mm.
FRAMES, END, WORDS = (46.0, 42.0, 38.0, 34.0, 30.0, 27.0), 60.0, 16.0


def is_named(job: Job) -> bool:
    """Return whether a game to tell is named."""
    return bool(job.options.story_game)


def sheets(job: Job) -> list[Scene]:
    """Return the strip on as few pages as possible."""
    row, story = read_story(job)
    return min((_pages(job, row, story, frames) for frames in FRAMES), key=len)


def read_story(job: Job) -> tuple[GameRow, KnownGame]:
    """Return the game that a print run names, and what is known of it; raise RecordError if it
    cannot be read.
    """
    from kitgen.record.games_table import named_game  # noqa: PLC0415 - few print runs tell a game

    row = named_game(job.options.story_game, job.kit, job.templates)
    return row, follow(job.kit, row)


def title_line(texts: Texts, row: GameRow) -> str:
    """Return the line above a game: its number, and who played."""
    against = [texts("story.against", name=row.opponent)] if row.opponent else []
    return " · ".join([texts("story.game", number=row.game), *against])


def between_lines(
    texts: Texts, game: Game, moves: Sequence[Move] | None, *, first: bool = False
) -> list[str]:
    """Return a line about the moves between two beads; if there are none, only before the
    ``first`` bead.
    """
    if moves is None:
        return [texts("story.unknown")]
    if not moves:
        return [texts("story.begins")] * first
    names = ", ".join(map(game.move_text, moves))
    return [texts(f"story.between.{'single' if len(moves) == 1 else 'several'}", moves=names)]


def end_lines(texts: Texts, game: Game, story: KnownGame) -> list[str]:
    """Return the lines about the moves after the last bead, and about a machine that gave up."""
    moves = between_lines(texts, game, story.end) if story.turns else []
    return moves + [texts("story.resigned")] * bool(story.resigned)


def _pages(job: Job, row: GameRow, story: KnownGame, frames: float) -> list[Scene]:
    """Return the strip with frames of a height in mm: as many turns on a page as fit, then the
    end.
    """
    title = job.texts("story.title")
    scene, column = new_page(job, title)
    pages = [scene]

    def with_room(needed: float) -> Column:
        if room_below(job, column) >= needed:
            return column
        scene, fresh = new_page(job, title)
        pages.append(scene)
        return fresh

    column.line(title_line(job.texts, row), HEADING, bold=True)
    column.paragraph(job.texts(f"story.{guise(job.kit)}"), SMALL)
    game = job.kit.game
    for number, turn in enumerate(story.turns, 1):
        column = with_room(frames + WORDS)
        column.heading(
            job.texts("story.turn", number=number, box=turn.box.id, bead=turn.slot.colour.name)
        )
        for line in between_lines(job.texts, game, turn.since, first=number == 1):
            column.line(line, BODY)
        column.scene.place(draw_turn(job, turn, column.width, frames), column.x, column.y)
        column.gap(frames + 2)
    column = with_room(frames + WORDS)
    column.heading(job.texts(f"story.outcome.{RESULT_WORDS[row.result]}"))
    for line in end_lines(job.texts, game, story):
        column.line(line, BODY)
    if story.last is not None:
        room = min(END, room_below(job, column) - 2)
        column.gap(SPACE.near)
        column.scene.place(
            draw_position(job.kit, story.last, column.width / 3, room), column.x, column.y
        )
    return pages
