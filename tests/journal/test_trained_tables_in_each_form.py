"""Tables of trained machines in each form that programs write, read straight from their text: the
beads of all boxes, the notes and what is not read, as a golden text.
"""

import json

import pytest
from counting import at_least
from jobs import kit_of

from kitgen.errors import KitgenError
from kitgen.journal.other_programs import read_foreign
from kitgen.journal.trained_tables import read_trained

KIT = kit_of("tictactoe:3x2", side="x")
#: A weight for each slot, no two alike in a box.
WEIGHTS = {
    box.position: {
        move: 3 + 5 * place + len(box.id)
        for place, slot in enumerate(box.slots)
        for move in slot.moves
    }
    for box in KIT.boxes
}
X_AND_O = ".XO"


def board(position, signs=X_AND_O, *, upwards=False) -> str:
    """Return a position as a program may write it, three squares a row."""
    rows = ["".join(signs[cell] for cell in position.cells[first : first + 3]) for first in (0, 3)]
    return "".join(rows[::-1] if upwards else rows)


def by_board(squares, signs=X_AND_O, *, factor=1, upwards=False):
    """Return the weights of all boxes, by board and square, each written by functions."""
    table = {}
    for position, weights in WEIGHTS.items():
        row = {squares(move.target): weight * factor for move, weight in weights.items()}
        table[board(position, signs, upwards=upwards)] = row
    return table


def in_squares(squares) -> dict:
    """Return lists with a number for each square, 0 where nothing can be placed."""
    table = {}
    for position, weights in WEIGHTS.items():
        by_square = {move.target: weight for move, weight in weights.items()}
        table[board(position, squares)] = [by_square.get(square, 0) for square in range(6)]
    return table


def lines_of(table, head="board,move,weight") -> str:
    rows = [head]
    for position, weights in table.items():
        rows += [f"{position},{move},{weight}" for move, weight in weights.items()]
    return "\n".join(rows) + "\n"


def records(table, **names) -> str:
    """Return a JSON object a line, with a move each."""
    rows = []
    for position, weights in table.items():
        for move, weight in weights.items():
            fields = {"board": position, "move": move, "weight": weight}
            rows.append(json.dumps({names.get(key, key): value for key, value in fields.items()}))
    return "\n".join(rows) + "\n"


def changed(**more) -> str:
    """Return the usual table with some more boards."""
    return json.dumps(by_board(str) | more)


def named(square: int) -> str:
    return f"{'abc'[square % 3]}{2 - square // 3}"


SOME = dict(list(by_board(str).items())[:2])
ONE_BY_ONE = {
    at: [int(move) for move, n in row.items() for _ in range(n % 4)]
    for at, row in by_board(str).items()
}
MORE = {
    "XXXOO.": {"5": 2},
    "X.....": {"1": 2},
    "XX....": {"2": 1},
    "hello!": {"1": 2},
    ".....": {"1": 1},
}
FORMS = {
    "squares from 0.json": json.dumps(by_board(str)),
    "squares from 1.json": json.dumps(by_board(lambda square: str(square + 1))),
    "names.json": json.dumps(by_board(named)),
    "rows and columns.json": json.dumps(by_board(lambda square: f"{square // 3},{square % 3}")),
    "a list for each.json": json.dumps(in_squares(X_AND_O)),
    "digits.json": json.dumps(by_board(str, "012")),
    "blanks.json": json.dumps(by_board(str, " xo")),
    "either.json": json.dumps(by_board(str, ".AB")),
    "swapped.json": json.dumps(by_board(str, ".OX")),
    "upwards.json": json.dumps(by_board(named, upwards=True)),
    "fractions.json": json.dumps(by_board(str, factor=0.013)),
    "inside.json": json.dumps({"name": "x", "agent": {"table": by_board(str)}}),
    "one by one.json": json.dumps(ONE_BY_ONE),
    "moves.csv": lines_of(by_board(named)),
    "state and action.csv": lines_of(by_board(str), "state,action,q"),
    "no heading.csv": lines_of(by_board(str), "").lstrip(),
    "lines.jsonl": records(by_board(str)),
    "other names.jsonl": records(by_board(str), board="state", move="action", weight="value"),
    "some.json": json.dumps(SOME),
    "more.json": changed(**MORE),
    "impossible move.json": changed(**{"XO....": {"0": 4, "2": 1}}),
    "no weights.json": changed(**{"XO....": {}}),
    "images.json": changed(**{"OX....": {"2": 9, "3": 1}, "....XO": {"0": 2}, "....OX": {"0": 3}}),
    "below.json": json.dumps(by_board(str, factor=-1)),
    "too many.json": json.dumps(by_board(str, factor=10**6)),
    "nothing.json": json.dumps({"a": 1}),
    "twice.csv": lines_of(by_board(named)) + lines_of(by_board(named), "......,a2,77"),
}  # fmt: skip


def test_tables_in_each_form_are_read_as_before(golden):
    lines = []
    usual = ""
    for name, text in at_least(27, FORMS.items()):
        kind = f".{name.rpartition('.')[2]}".replace("jsonl", "json")
        lines.append(f"== {name}")
        try:
            trained = read_trained(text, kind, KIT)
        except KitgenError as error:
            lines.append(f"  refused: {error}")
            continue
        if trained is None:
            lines.append("  no table")
            continue
        beads = " ".join(f"{box.box} {box.beads}" for box in trained.given.boxes)
        if beads == usual:
            beads = "as the first"
        usual = usual or beads
        lines.append(f"  {trained.given.source}, {len(trained.given.boxes)} boxes: {beads}")
        lines += [f"  {note}" for note in trained.notes]
        lines += [f"  {part}" for part in trained.account.unread]
    golden("journal/trained-forms", "\n".join(lines))


@pytest.mark.parametrize(
    ("kit", "refusal"),
    [
        ("her", "a program that kitgen does not know: it has 'name', 'agent'; kitgen reads saves"),
        ("ladder", "ladder plays both sides, and a table of positions does not say which one"),
    ],
)
def test_a_table_for_another_kit_is_refused(kit, refusal):
    foreign = read_foreign(FORMS["inside.json"], "x.json")
    with pytest.raises(KitgenError, match=refusal):
        foreign.read(kit_of(kit))
