"""Operator card: on one page, how to play for the machine and what it learns from a game.

The sentences follow from the kit's learning rule, so that they are right for any rule file.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice

from kitgen.kit.kit import Kit, row_letter
from kitgen.machine.first_games import SampleGame
from kitgen.model import only_mirror
from kitgen.paper.card.moves import marking_of
from kitgen.paper.document import Sheet
from kitgen.paper.finder_index import find_steps, has_key, has_rows, without_box
from kitgen.paper.game_sheets import draw_open_box, draw_strip, draw_table, draw_turn, learning_rows, rule_notes
from kitgen.paper.job import Job, counts_beads, game_rules, machine_side
from kitgen.paper.layout.frame import BODY, SMALL, Column, line_height, new_page, room_below
from kitgen.paper.marks.fonts import fitted
from kitgen.paper.marks.scene import Scene
from kitgen.paper.texts import BOXES, CARDS, Texts
from kitgen.record.rows import GameRow, KnownGame, PickedBead, follow, sample_games

#: How many first games are searched for the best example, and for any where these have none; the most beads of a game
#: that can be drawn.
GAMES, ALL_GAMES, MOST = 60, 300, 6
#: The least and the greatest height of the frames, that of the row of boxes, and of everything else, in mm.
FRAMES, BOXES_ROOM, REST = (27.0, 38.0), 21.0, 3 * line_height(SMALL) + 4.5
#: Between the two columns, in mm; how many points larger headings are.
GUTTER, HEAD = 7.0, 2.0
#: The least room for an example, in mm.
LEAST = FRAMES[0] + BOXES_ROOM + REST


@dataclass(frozen=True, slots=True)
class LostGame:
    """A lost game, its row on the log, and for each turn how many more beads of its colour its box then has."""

    story: KnownGame
    row: GameRow
    changes: tuple[int, ...]


def lost_game(kit: Kit) -> LostGame | None:
    """Return a short game that a new machine loses and learns from; None if there is none among the first games."""
    games = sample_games(kit, 1, ALL_GAMES)
    first = [*filter(_can_be_drawn, islice(games, GAMES))]
    game = min(first or filter(_can_be_drawn, games), key=partial(_fitness, kit), default=None)
    if game is None:
        return None
    picks = tuple(PickedBead(kit.boxes[box].id, kit.boxes[box].slots[slot].colour.letter) for box, slot in game.picks)
    row = GameRow(1, picks, game.outcome)
    done = {(update.box, update.slot): update.after - update.before for update in game.updates}
    return LostGame(follow(kit, row), row, tuple(done.get(pick, 0) for pick in game.picks))


def _can_be_drawn(game: SampleGame) -> bool:  # lost, not given up, and no box opened twice
    boxes = [box for box, _ in game.picks]
    return game.outcome < 0 and not game.resigned and 0 < len(boxes) == len(set(boxes)) <= MOST


def _fitness(kit: Kit, game: SampleGame) -> tuple[bool, bool, bool, int]:
    """Return the sort key of examples: something is learned, two turns or few more, a choice in the last."""
    last = kit.boxes[game.picks[-1][0]]
    return not game.updates, len(game.picks) < 2, len(last.slots) < 2, len(game.picks)


def draw_lost_game(job: Job, column: Column, game: LostGame) -> None:
    """Draw a lost game at the end of a column, as large as fits; it needs ``LEAST`` mm."""
    texts, turns = job.texts, game.story.turns
    high = min(FRAMES[1], room_below(job, column) - BOXES_ROOM - REST)
    beads = ", ".join(pick.text for pick in game.row.picks)
    column.gap(2.5)
    column.line(texts("turn.example", beads=beads), SMALL, bold=True)
    column.scene.place(draw_turn(job, turns[-1], column.width, high), column.x, column.y)
    column.gap(high + 1)
    column.line(texts("turn.then"), SMALL, bold=True)
    pitch = min(42.0, column.width / len(turns))
    for number, (turn, change) in enumerate(zip(turns, game.changes, strict=True)):
        middle = column.x + (number + 0.5) * pitch
        low = draw_open_box(job, column.scene, turn, middle, column.y + 1, min(20.0, pitch - 6))
        done = "more" if change > 0 else "fewer"
        words = texts(f"turn.{done}", count=abs(change)) if change else texts("turn.back")
        column.scene.add(fitted((middle, low + 3.4), words, SMALL, pitch - 1, "middle", bold=bool(change)))
    column.gap(BOXES_ROOM + line_height(SMALL) + 1)


NAME = "operator"
#: Letter sizes to try until everything fits on the page.
SIZES = (12, 11.5, 11, BODY, 10, 9.5, 9, 8.5, 8)
#: In smaller letters no lost game is drawn: then the words get its room.
SMALLEST = 9


def sheets(job: Job) -> list[Sheet]:
    """Return the operator card: one page, with a lost game on it where letters of some size leave room for it."""
    example = lost_game(job.kit)
    with_example = [(size, LEAST) for size in SIZES if size >= SMALLEST and example]
    tries = [*with_example, *((size, 0.0) for size in SIZES)]
    for size, least in tries:
        scene, column = new_page(job, job.texts("operator.title"), aside=job.kit.title)
        _write(job, column, size)
        if (room := room_below(job, column)) >= least:
            break
    if example and room >= LEAST:
        draw_lost_game(job, column, example)
    return [Sheet(scene, NAME, job.texts("operator.title"))]


def _write(job: Job, column: Column, size: float) -> None:
    """Write the card in two columns, in which short sentences take less room, as even as their sections allow."""
    sections = list(_sections(job, size))
    width = (column.width - GUTTER) / 2
    heights = []
    for section in sections:
        trial = Column(Scene(1, 1), 0, 0, width)
        section(trial)
        heights.append(trial.y)
    left = min(range(1, len(sections)), key=lambda split: max(sum(heights[:split]), sum(heights[split:])))
    columns = [Column(column.scene, x, column.y, width) for x in (column.x, column.x + width + GUTTER)]
    for number, section in enumerate(sections):
        section(columns[number >= left])
    column.y = max(half.y for half in columns)


def _sections(job: Job, size: float) -> Iterator[Callable[[Column], None]]:
    texts, kit = job.texts, job.kit

    def game(column: Column) -> None:
        column.heading(texts("operator.game"), size + HEAD)
        column.paragraph(machine_side(job), size, bold=True)
        column.gap(0.8)
        for rule in game_rules(job):
            column.item("•", rule, size, indent=4.5)

    def start(column: Column) -> None:
        column.heading(texts("operator.start.title"), size + HEAD)
        column.paragraph(_start(kit, texts), size)

    def steps(key: str, first: int, sentences: Sequence[str], column: Column) -> None:
        column.heading(texts(f"operator.{key}"), size + HEAD)
        for number, step in enumerate(sentences, first):
            column.item(f"{number}.", step, size, indent=7)
        if key == "pick" and texts.made_of == BOXES:
            draw_strip(kit, column, size)

    def learn(column: Column) -> None:
        column.heading(texts("operator.learn"), size + HEAD)
        if kit.rule.learns != "beads":
            column.paragraph(texts("operator.software"), size)
            return
        column.gap(1)
        draw_table(column, list(learning_rows(kit, texts)), size)
        column.gap(2)
        for note in (*rule_notes(kit, texts), texts("operator.back")):
            column.paragraph(note, size)

    find, pick = list(_find_steps(job)), [texts(f"operator.{key}") for key in _pick_steps(job)]
    yield from (game, start, partial(steps, "find", 1, find), partial(steps, "pick", len(find) + 1, pick), learn)


def _find_steps(job: Job) -> Iterator[str]:
    kit, texts = job.kit, job.texts
    yield from find_steps(kit, texts)
    if len(kit.game.symmetries) > 1:
        printed = "operator" if "finder" in job.parts else "zero"  # which names no finder
        yield texts(f"{printed}.{'mirror' if only_mirror(kit.game) else 'turned'}")
    if "finder" in job.parts and has_key(kit):
        yield texts(f"operator.also.key.{'seeds' if kit.game.diagram.seeds else 'pieces'}")
    if "route" in job.parts and has_rows(kit):
        yield texts("operator.also.route")
    for reason in without_box(kit):
        yield texts(f"operator.{reason}")


def _pick_steps(job: Job) -> Iterator[str]:
    kit = job.kit
    yield "step.bead_numbered" if job.texts.made_of == CARDS and counts_beads(kit) else "step.bead"
    yield f"step.{marking_of(kit.game.diagram).sign}"
    if any(len(slot.moves) > 1 for box in kit.boxes for slot in box.slots):
        twin = "twin_route" if "route" in job.parts and has_rows(kit) else "twin"
        yield f"step.{twin}.{marking_of(kit.game.diagram).sign}"
    if "deck" in job.parts and job.texts.made_of == CARDS:
        yield "step.deck"
    yield "step.leave"


def _start(kit: Kit, texts: Texts) -> str:
    """Return the sentence on the beads of each slot; the last figure of the rule also holds for later turns."""
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
        later = turn == len(figures) < turns
        parts.append(texts(f"operator.start.{'later' if later else 'turn'}", letter=row_letter(turn), beads=beads))
    return texts("operator.start.by_turn", list=", ".join(parts), sign=sign)
