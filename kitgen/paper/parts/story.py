"""Story strip: a game that a class has played, box by box, drawn from a row of its log."""

from kitgen.model import Move, only_mirror
from kitgen.paper.card.board import draw_board, machine_below
from kitgen.paper.document import Sheet
from kitgen.paper.game_sheets import draw_turn
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import Column, new_page, room_below
from kitgen.paper.style import BODY, HEADING, SMALL, SPACE
from kitgen.record.rows import GameRow, KnownGame, follow

NAME = "story"
#: Heights of a turn's frames, the tallest first, of the board at the end, and of the words round them, in mm.
FRAMES, END, WORDS = (46.0, 42.0, 38.0, 34.0, 30.0, 27.0), 60.0, 16.0
OUTCOMES = {1: "won", 0: "drawn", -1: "lost"}


def sheets(job: Job) -> list[Sheet]:
    """Return the strip on as few pages as possible; none when no game is named."""
    if not job.options.story:
        return []
    row, story = read_story(job)
    return min((_pages(job, row, story, frames) for frames in FRAMES), key=len)


def read_story(job: Job) -> tuple[GameRow, KnownGame]:
    """Return the game that a print run names, and what is known of it, or raise RecordError."""
    from kitgen.record.games_table import named_game  # noqa: PLC0415 - few print runs tell a game

    row = named_game(job.options.story, job.kit, job.templates)
    return row, follow(job.kit, row)


def _pages(job: Job, row: GameRow, story: KnownGame, frames: float) -> list[Sheet]:
    """Return the strip with frames of a height in mm: as many turns on a page as fit, then the end."""
    title = job.texts("story.title")
    scene, column = new_page(job, title)
    pages = [Sheet(scene, NAME, title)]

    def with_room(needed: float) -> Column:
        if room_below(job, column) >= needed:
            return column
        scene, fresh = new_page(job, title)
        pages.append(Sheet(scene, NAME, title))
        return fresh

    words = [job.texts("story.game", number=row.game)]
    if row.opponent:
        words.append(job.texts("story.against", name=row.opponent))
    column.line(" · ".join(words), HEADING, bold=True)
    game = job.kit.game
    how = "mirrored" if only_mirror(game) else "turned" if len(game.symmetries) > 1 else "plain"
    column.paragraph(job.texts(f"story.{how}"), SMALL)
    for number, turn in enumerate(story.turns, 1):
        column = with_room(frames + WORDS)
        column.heading(job.texts("story.turn", number=number, box=turn.box.id, bead=turn.slot.colour.name))
        _between(job, column, turn.since, first=number == 1)
        column.scene.place(draw_turn(job, turn, column.width, frames), column.x, column.y)
        column.gap(frames + 2)
    column = with_room(frames + WORDS)
    _end(job, column, row, story)
    return pages


def _between(job: Job, column: Column, moves: tuple[Move, ...] | None, *, first: bool) -> None:
    if moves is None:
        column.line(job.texts("story.unknown"), BODY)
    elif moves:
        key = "single" if len(moves) == 1 else "several"
        names = ", ".join(map(job.kit.game.move_text, moves))
        column.line(job.texts(f"story.between.{key}", moves=names), BODY)
    elif first:
        column.line(job.texts("story.begins"), BODY)


def _end(job: Job, column: Column, row: GameRow, story: KnownGame) -> None:
    column.heading(job.texts(f"story.outcome.{OUTCOMES[row.result]}"))
    if story.turns and story.end != ():
        _between(job, column, story.end, first=False)
    if story.resigned:
        column.line(job.texts("story.resigned"), BODY)
    if story.last is not None:
        kit = job.kit
        room = min(END, room_below(job, column) - 2)
        column.gap(SPACE.near)
        board = draw_board(kit.game, story.last, (), column.width / 3, room, turned=machine_below(kit))
        column.scene.place(board, column.x, column.y)
        column.gap(board.height)
