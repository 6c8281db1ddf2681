"""A game that a new machine loses, as an example: its last turn in four frames, and what becomes of each bead.

The game is one that the rules allow and that the kit's own boxes lead through; what is done to the beads is worked out
by the learning rule.
"""

from dataclasses import dataclass
from functools import partial

from kitgen.kit.kit import Kit
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import SMALL, Column, line_height, room_below
from kitgen.paper.marks.fonts import fit
from kitgen.paper.marks.scene import Text
from kitgen.paper.pictures.turn import draw_open_box, draw_turn
from kitgen.record.follow import Story, follow
from kitgen.record.rows import GameRow, PickedBead
from kitgen.record.samples import SampleGame, sample_games

#: How many first games are looked at, and how many beads one may have to be drawn.
GAMES, MOST = 300, 6
#: The least and the most height of the frames, that of the row of boxes, and of all else, in mm.
FRAMES, BOXES, REST = (27.0, 38.0), 21.0, 3 * line_height(SMALL) + 3
#: The least room for an example, in mm.
LEAST = FRAMES[0] + BOXES + REST


@dataclass(frozen=True, slots=True)
class LostGame:
    """A lost game with what its loss does to the beads.

    Attributes:
        story: the game.
        row: the game as it is written on the log.
        changes: for each turn how many beads of its colour its box has more after the game; mostly none or fewer.
    """

    story: Story
    row: GameRow
    changes: tuple[int, ...]


def lost_game(kit: Kit) -> LostGame | None:
    """Return a short game that a new machine loses and learns from, or None where none is found."""
    opponent = "random" if kit.choices.opponent == "any" else "winning-move"
    found = [game for game in sample_games(kit, 1, GAMES, opponent) if _would_do(game)]
    if not found:
        return None
    game = min(found, key=partial(_fitness, kit))
    picks = tuple(PickedBead(kit.boxes[box].id, kit.boxes[box].slots[slot].colour.letter) for box, slot in game.picks)
    row = GameRow(1, picks, game.outcome)
    done = {(one.box, one.slot): one.after - one.before for one in game.updates}
    return LostGame(follow(kit, row), row, tuple(done.get(pick, 0) for pick in game.picks))


def _would_do(game: SampleGame) -> bool:
    """Return whether a game can be drawn: lost, not given up, and no box opened twice."""
    boxes = [box for box, _ in game.picks]
    return game.outcome < 0 and not game.resigned and 0 < len(boxes) == len(set(boxes)) <= MOST


def _fitness(kit: Kit, game: SampleGame) -> tuple[bool, bool, bool, int]:
    """Return what makes a game a good example, best first: something is learned, some choice, two turns or few more."""
    last = kit.boxes[game.picks[-1][0]]
    return not game.updates, len(game.picks) < 2, len(last.slots) < 2, len(game.picks)


def draw_lost_game(job: Job, column: Column, game: LostGame) -> None:
    """Draw a lost game below what a column has written, as large as the room there; it needs ``LEAST`` mm."""
    texts, turns = job.texts, game.story.turns
    high = min(FRAMES[1], room_below(job, column) - BOXES - REST)
    beads = ", ".join(pick.text for pick in game.row.picks)
    column.gap(1)
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
        size = fit(words, SMALL, pitch - 1, bold=bool(change))
        column.scene.add(Text((middle, low + 3.4), words, size, "middle", bold=bool(change)))
    column.gap(BOXES + line_height(SMALL) + 1)
