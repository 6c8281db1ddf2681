"""The bubbles of a game: for the example on a sheet, and to fill in sheets for a trial."""

from collections.abc import Iterator, Sequence

from kitgen.forms.form import RESULT_VALUES, STARTS, Bubble, Form
from kitgen.forms.places import Moves
from kitgen.kit.kit import Kit
from kitgen.machine.paper_machine import SplitMix, Table, start_table
from kitgen.model import Move
from kitgen.record.rows import without_a_box

#: Field, turn and value of a bubble.
Mark = tuple[str, int, str]
#: The random seed of the example; the most games to try, and how many marks are enough.
SEED, TRIES, ENOUGH = 1961, 60, 12


def marks_of_game(kit: Kit, side: int, moves: Sequence[Move], outcome: int) -> list[Mark]:
    """Return all possible marks of a game in which the machine played a side and had an outcome: 1, 0 or -1.

    >>> from kitgen.kit.build import build_kit
    >>> from kitgen.model import Move
    >>> marks_of_game(build_kit("her"), 1, [Move(8, 5), Move(1, 5)], -1)[:4]
    [('reply', 1, 'c1'), ('reply', 1, 'c2'), ('box', 1, 'A1'), ('bead', 1, 'yellow')]
    """
    values, table, turn = Moves(kit).marks, Table(kit.game, kit.game.start()), 1
    marks: list[Mark] = []
    for move in moves:
        if table.position.to_move != side:
            marks += [("reply", turn, value) for value in values(move)]
        else:
            located = kit.locate(table.position)
            if located is not None:
                box, symmetry = located
                slot = next(slot for slot in box.slots if symmetry.move(move) in slot.moves)
                marks += [("box", turn, box.id), ("bead", turn, slot.colour.key)]
                marks += [("move", turn, value) for value in values(move)]
            turn += 1
        table.play(move)
    result = next(name for name, worth in RESULT_VALUES.items() if worth == outcome)
    return [*marks, ("starts", 0, STARTS[side]), ("result", 0, result)]


def in_rows(form: Form, marks: Sequence[Mark]) -> list[list[Mark]]:
    """Return the marks of a game that a form has bubbles for, row by row: a long game continues in other rows.

    Replies after the last box are omitted where beads are asked as well: they have no bead beside them.
    """
    turns = form.code.turns
    last = max((turn for field, turn, _ in marks if field == "bead"), default=1)
    rows: list[list[Mark]] = []
    for first in range(0, last, turns):
        row: list[Mark] = [] if not first else [("on", 0, "")]
        row += [
            (field, turn - first, value) for field, turn, value in marks if first < turn <= min(last, first + turns)
        ]
        rows.append(row)
    rows[0] += [mark for mark in marks if mark[0] == "starts"]
    rows[-1] += [mark for mark in marks if mark[0] == "result"]
    there = {(bubble.field, bubble.turn, bubble.value) for bubble in form.example}
    return [[mark for mark in row if mark in there] for row in rows]


def example_marks(kit: Kit, form: Form) -> list[Bubble]:
    """Return the filled-in bubbles of a form's example: of a real game, or of a new box.

    >>> from kitgen.kit.build import build_kit
    >>> from kitgen.forms.places import form_codes, make_form
    >>> kit = build_kit("her")
    >>> form = make_form(kit, form_codes(kit, "log-marks", "a4")[0])
    >>> [bubble.value for bubble in example_marks(kit, form)]
    ['A2', 'blue', 'B9', 'red', 'C7', 'red', 'win']
    """
    if not form.code.turns:
        return list(_counted(kit, form))
    best: list[Mark] = []
    for number in range(TRIES):
        side, moves, outcome = random_game(kit, SplitMix(SEED, number))
        rows = in_rows(form, marks_of_game(kit, side, moves, outcome))
        if len(rows) == 1 and len(rows[0]) > len(best):
            best = rows[0]
        if len(best) >= ENOUGH:
            break
    return [bubble for bubble in form.example if (bubble.field, bubble.turn, bubble.value) in best]


def _counted(kit: Kit, form: Form) -> Iterator[Bubble]:
    """Yield the bubbles for the beads of the first box when it is new."""
    for number, slot in enumerate(kit.boxes[0].slots, 1):
        remaining = slot.beads
        for bubble in reversed([bubble for bubble in form.example if bubble.turn == number]):
            if int(bubble.value) <= remaining and (remaining or not slot.beads):
                remaining -= int(bubble.value)
                yield bubble


def random_game(kit: Kit, rng: SplitMix) -> tuple[int, list[Move], int]:
    """Return a game of a new machine against a random opponent: its side, the moves, and its outcome."""
    side = kit.players[rng.below(len(kit.players))]
    table, moves = start_table(kit.game), list[Move]()
    while (ended := table.ended()) is None:
        located = kit.locate(table.position) if table.position.to_move == side else None
        if located is not None:
            box, symmetry = located
            choice = [symmetry.inverse().move(move) for slot in box.slots for move in slot.moves]
        else:
            choice = list(without_a_box(kit, side, table))
        moves.append(choice[rng.below(len(choice))])
        table.play(moves[-1])
    return side, moves, ended if side == 0 else -ended
