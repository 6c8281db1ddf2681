"""Machines that other programs have trained, a weight for each move of each board, as the beads
of a kit's boxes.
"""

import json
import random
import re
import time

import pytest
from click.testing import CliRunner
from counting import at_least, at_least_one
from jobs import TEMPLATES, kit_of
from sampling import few, sample

from kitgen.cli.main import main
from kitgen.errors import RecordError, UsageError
from kitgen.journal.change_words import note_text
from kitgen.journal.journal import Journal
from kitgen.journal.trained_tables import read_trained
from kitgen.journal.unread_parts import part_text
from kitgen.kit.kit_json import write_kit
from kitgen.position_tables.weights import weights_in
from kitgen.reading.texts import Texts
from kitgen.sources.journal_start import import_journal, machine_from

MENACE = kit_of("menace")
ENGLISH = Texts("en", TEMPLATES)
XO = {0: ".", 1: "X", 2: "O"}
DIGITS = {0: "0", 1: "1", 2: "2"}
SIGNED = {0: 0, 1: 1, 2: -1}


def run(*words, code=0):
    done = CliRunner().invoke(main, [*map(str, words)], prog_name="kitgen")
    assert done.exit_code == code, done.output
    return done


def reachable():
    """Return all positions of noughts and crosses in which the game goes on, of both sides."""
    game = MENACE.game
    waiting = [game.start()]
    found = set(waiting)
    going_on = []
    for position in waiting:  # grows below
        if game.result(position) is not None:
            continue
        going_on.append(position)
        for move in game.legal_moves(position):
            after = game.play(position, move).position
            if after not in found:
                found.add(after)
                waiting.append(after)
    return going_on


def trained(seed=3):
    """Return weights for every position of the first side that has a box, alike for images of
    each other.
    """
    own = weights_of_boxes(random.Random(seed))
    weights = {}
    for position in reachable():
        moves = MENACE.game.legal_moves(position)
        for symmetry in MENACE.symmetries.all:
            of_box = own.get(symmetry.position(position))
            if of_box is not None:
                weights[position] = {
                    move.target: of_box[symmetry.move(move).target] for move in moves
                }
    return weights


def weights_of_boxes(rng):
    """Return random weights for the position of each box: one for moves that share a slot, which
    the box's own symmetries exchange.
    """
    own = {}
    for box in MENACE.boxes:
        moves = MENACE.game.legal_moves(box.position)
        weights = {move.target: rng.randint(0, 20) for move in moves}
        for slot in box.slots:
            for move in slot.moves:
                weights[move.target] = weights[slot.moves[0].target]
        own[box.position] = weights
    return own


ALL = trained()


def board(position, signs=XO):
    return "".join(signs[content] for content in position.cells)


def nine(weights):
    """Return a weight for each cell, also for those without a move."""
    return [weights.get(cell, 0) for cell in range(9)]


def signed(position):
    """Return a board as numbers: 1 for the first side's pieces, -1 for the other's."""
    return [SIGNED[content] for content in position.cells]


def in_rows(position, signs):
    """Return a board as three lists."""
    cells = [signs[content] for content in position.cells]
    return [cells[:3], cells[3:6], cells[6:]]


def each_move(weights):
    """Yield position, cell and weight of each move."""
    for position, of_cells in weights.items():
        for cell, weight in of_cells.items():
            yield position, cell, weight


# The forms in which programs write a machine: each function here writes one, of the weights of each
# cell for each position.


def object_of_objects(weights):
    return json.dumps({board(position): cells for position, cells in weights.items()})


def lines_of_json(weights):
    lines = []
    for position, cells in weights.items():
        lines.append(json.dumps({"board": board(position), "moves": cells}) + "\n")
    return "".join(lines)


def boards_of_digits(weights):
    return json.dumps({board(position, DIGITS): nine(cells) for position, cells in weights.items()})


def tuples_as_keys(weights):
    return json.dumps(
        {str(tuple(signed(position))): nine(cells) for position, cells in weights.items()}
    )


def record_for_each_move(weights):
    records = []
    for position, cell, weight in each_move(weights):
        records.append({"state": signed(position), "action": cell, "count": weight})
    return json.dumps(records)


def moves_beside_weights(weights):
    records = []
    for position, cells in weights.items():
        rows = in_rows(position, {0: " ", 1: "x", 2: "o"})
        records.append({"board": rows, "moves": [*cells], "weights": [*cells.values()]})
    return json.dumps(records)


def pairs_in_lists(weights):
    pairs = []
    for position, cells in weights.items():
        pairs.append([board(position), [list(pair) for pair in cells.items()]])
    return json.dumps(pairs)


def program(weights):
    lines = ["Q = {\n"]
    for position, cells in weights.items():
        lines.append(f"    {tuple(board(position))!r}: {cells!r},\n")
    return "".join([*lines, "}\n"])


def line_for_each_move(weights):
    lines = ["board,move,weight\n"]
    for position, cell, weight in each_move(weights):
        lines.append(f"{board(position)},{cell + 1},{weight}\n")
    return "".join(lines)


def named_columns(weights):
    lines = ["state\taction\tq_value\tvisits\n"]
    for position, cell, weight in each_move(weights):
        lines.append(f"{board(position)}\t{cell}\t{weight / 7:.4f}\t{weight}\n")
    return "".join(lines)


def beads_in_places(weights):
    records = []
    for position, cells in weights.items():
        beads = [{"position": cell, "count": weight} for cell, weight in cells.items()]
        records.append({"board": list(board(position)), "beads": beads})
    return json.dumps(records)


def move_for_each_bead(weights):
    beads = {}
    for position in weights:
        beads[board(position)] = []
    for position, cell, weight in each_move(weights):
        beads[board(position)] += [cell] * weight
    return json.dumps(beads)


def moves_below_each_board(weights):
    lines = []
    for position, cells in weights.items():
        lines.append(f"{board(position)}:\n")
        lines += [f"  '{cell}': {weight}\n" for cell, weight in cells.items()]
    return "".join(lines)


def columns(weights):
    lines = []
    for position, cells in weights.items():
        lines.append(f"{board(position)},{','.join(map(str, nine(cells)))}\n")
    return "".join(lines)


def pairs_in_lines(weights):
    lines = []
    for position, cells in weights.items():
        pairs = [f"{cell + 1}={weight}" for cell, weight in cells.items()]
        lines.append(f"{board(position)}: {', '.join(pairs)}\n")
    return "".join(lines)


#: For each form its file's suffix, and what writes a machine in it.
FORMS = {
    "an object of objects": (".json", object_of_objects),
    "lines of JSON": (".jsonl", lines_of_json),
    "boards of digits, nine weights": (".json", boards_of_digits),
    "tuples as keys": (".json", tuples_as_keys),
    "a record for each move": (".json", record_for_each_move),
    "moves beside weights": (".json", moves_beside_weights),
    "pairs in lists": (".json", pairs_in_lists),
    "a program": (".py", program),
    "a line for each move": (".csv", line_for_each_move),
    "named columns, two of them numbers": (".tsv", named_columns),
    "boxes with beads in places": (".json", beads_in_places),
    "a move for each bead": (".json", move_for_each_bead),
    "a move and its weight below each board": (".yaml", moves_below_each_board),
    "columns": (".csv", columns),
    "pairs in lines": (".txt", pairs_in_lines),
}


def given_beads(machine):
    """Return the beads of each box of a machine that was read."""
    return {box.box: box.beads for box in machine.given.boxes}


def expected(weights=None):
    """Return the beads of each box, from the board that lies as the box is printed."""
    weights = weights or ALL
    beads = {}
    for box in MENACE.boxes:
        own = weights[box.position]
        beads[box.id] = tuple(sum(own[move.target] for move in slot.moves) for slot in box.slots)
    return beads


@pytest.mark.every
@pytest.mark.parametrize("form", few(FORMS, one_in=28))
def test_a_machine_of_two_thousand_boards_is_that_of_the_kit(form):
    suffix, write = FORMS[form]
    assert len(ALL) > 2000
    start = time.process_time()
    machine = read_trained(write(ALL), suffix, MENACE)
    assert given_beads(machine) == expected()
    assert machine.account.unread == ()
    assert time.process_time() - start < 20


@pytest.mark.every
@pytest.mark.parametrize("form", few(FORMS, one_in=28))
def test_one_board_that_differs_is_named_in_each_form(form):
    """One image of B1 that has other weights than the others, and a board with three more
    crosses than noughts.
    """
    suffix, write = FORMS[form]
    changed = dict(ALL)
    b1 = MENACE.by_id["B1"].position
    images = [symmetry.position(b1) for symmetry in MENACE.symmetries.all]
    turned = next(image for image in images if image != b1)
    changed[turned] = {cell: weight + 7 for cell, weight in ALL[turned].items()}
    impossible = impossible_position()
    changed[impossible] = {cell: 2 for cell in range(9) if not impossible.cells[cell]}
    machine = read_trained(write(changed), suffix, MENACE)
    assert given_beads(machine) == expected()
    lines = [part_text(ENGLISH, part) for part in machine.account.unread]
    assert len(lines) == 2
    assert any("is box B1, with other weights than" in text for text in lines)
    assert any(text.endswith("cannot be reached in tictactoe:3x3") for text in lines)


def impossible_position():
    """Return a position with three more crosses than noughts, in which nobody has a line."""
    for position in at_least(2000, ALL):
        crossed = with_more_crosses(position)
        if crossed is not None and MENACE.game.result(crossed) is None:
            return crossed
    raise AssertionError("no such position")


def with_more_crosses(position):
    """Return a position with three more crosses; None where too few cells are free."""
    cells = list(position.cells)
    free = [cell for cell in range(9) if not cells[cell]]
    if len(free) < 6:
        return None
    for cell in free[:3]:
        cells[cell] = 1
    return type(position)(tuple(cells), position.to_move)


@pytest.mark.every
def test_a_file_that_differs_makes_a_journal_only_without_the_boards_that_differ(tmp_path):
    some_boards = {board(box.position): ALL[box.position] for box in MENACE.boxes}
    some_boards["XXX......"] = {"3": 1}
    (tmp_path / "q.json").write_text(json.dumps(some_boards))
    table = tmp_path / "q.json"
    words = ("journal", "import", table, "--kit", "menace", "-o", tmp_path / "a.kitgen")
    refused = run(*words, code=1).stderr
    assert (
        "1 board not read: entry 305 'XXX/.../...' cannot be reached in tictactoe:3x3; "
        "nothing was made" in refused
    )
    assert refused.endswith("--ignore boxes\n")
    assert not (tmp_path / "a.kitgen").exists()
    done = run(*words, "--ignore", "boxes").stdout
    assert "304 of 304 boxes began with beads of a table of positions" in done
    assert "not read, as you said: entry 305 'XXX/.../...' cannot be reached" in done
    with Journal(tmp_path / "a.kitgen") as journal:
        ids = [box.id for box in journal.kit.boxes]
        beads = dict(zip(ids, map(tuple, journal.beads()), strict=True))
    assert beads == expected()


@pytest.mark.every
@pytest.mark.parametrize("language", few(["en", "it", "es", "fr", "de"], one_in=4))
def test_boxes_that_a_table_does_not_have_are_listed(language, tmp_path):
    path = tmp_path / "q.json"
    some_boxes = MENACE.boxes[:250]
    path.write_text(json.dumps({board(box.position): ALL[box.position] for box in some_boxes}))
    kit = tmp_path / "kit.json"
    kit.write_bytes(write_kit(kit_of("menace", language=language)))
    done = run("journal", "import", path, "--kit", kit, "-o", tmp_path / "a.kitgen").stdout
    assert re.search(r"\b[A-D][0-9]+, .* 42\b", done)


@pytest.mark.every
def test_a_large_table_of_boxes_is_taken_where_it_is_that_of_the_kit(tmp_path):
    """Boards of both sides, which the strict reading of a table of boxes refuses at the first."""
    rng = random.Random(8)
    every = {}
    for position in reachable():
        moves = MENACE.game.legal_moves(position)
        every[position] = {move.target: rng.randint(0, 9) for move in moves}
    assert len(every) > 4500
    (tmp_path / "all.json").write_text(boards_of_digits(every))
    taken = machine_from(tmp_path / "all.json", MENACE, ["boxes"])
    beads = {box.id: tuple(slot.beads for slot in box.slots) for box in taken.kit.boxes}
    assert beads == expected(every)
    lines = [note_text(ENGLISH, note) for note in taken.notes]
    assert "signs of the boards: 0 = ., 1 = X, 2 = O" in lines
    assert "2097 positions need no box: it is the other side's turn there" in lines
    assert any(re.match("222[0-9]* positions need no box", line) for line in lines)
    ignored = [part_text(ENGLISH, part) for part in at_least_one(taken.account.ignored)]
    assert all(re.search(r"is box \w+, with other weights than", text) for text in ignored)


@pytest.mark.every
def test_weights_that_are_not_whole_are_scaled_box_by_box_and_that_is_said():
    chances = {}
    for position, cells in ALL.items():
        chances[position] = {cell: weight / 32 for cell, weight in cells.items()}
    machine = read_trained(columns(chances), ".csv", MENACE)
    beads = given_beads(machine)
    for box, whole in expected().items():
        assert beads[box] == scaled_to_100(whole)
    message = note_text(ENGLISH, machine.notes[0])
    assert message.startswith(
        "the weights are not whole numbers: in each box the heaviest move has 100 beads"
    )


def scaled_to_100(weights):
    """Return weights so scaled that the heaviest is 100; only those of nothing become nothing."""
    heaviest = max(weights)
    scaled = []
    for weight in weights:
        if weight == 0:
            scaled.append(0)
        else:
            scaled.append(max(1, round(100 * weight / heaviest)))
    return tuple(scaled)


@pytest.mark.parametrize(
    ("weight", "said"),
    sample(
        [
            (-0.5, "some weights are below 0, such as -0.5"),
            (float("nan"), "a legal move has no weight that is a number"),
            (1e12, "is more than 999,999,999 beads"),
        ],
        one_in=3,
    ),
)
def test_weights_that_cannot_be_beads_are_refused_with_what_to_do(weight, said):
    changed = dict(ALL)
    position = MENACE.boxes[3].position
    changed[position] = dict.fromkeys(ALL[position], weight)
    with pytest.raises(RecordError, match=said):
        read_trained(object_of_objects(changed), ".json", MENACE)


def test_signs_that_may_stand_for_either_side_are_refused():
    """Before the first side's moves there are as many pieces of both, so that only usual signs
    tell them apart.
    """
    signs = {0: ".", 1: "a", 2: "b"}
    text = json.dumps({board(position, signs): cells for position, cells in ALL.items()})
    with pytest.raises(
        RecordError, match="may stand for either side; write X for the side that begins"
    ):
        read_trained(text, ".json", MENACE)


def test_a_machine_that_moves_pieces():
    her = kit_of("her")
    saved = {}
    for weight, box in enumerate(her.boxes, 1):
        moves = map(her.game.move_text, her.game.legal_moves(box.position))
        saved[her.game.text(box.position)] = dict.fromkeys(moves, weight)
    machine = read_trained(json.dumps(saved), ".json", her)
    assert len(machine.given.boxes) == len(her.boxes)
    for weight, given in enumerate(machine.given.boxes, 1):
        slots = her.by_id[given.box].slots
        assert given.beads == tuple(weight * len(slot.moves) for slot in slots)


def test_a_file_without_a_machine_is_refused_and_one_needs_its_kit(tmp_path):
    (tmp_path / "q.json").write_text('{"name": "Ada", "level": 3}')
    with pytest.raises(RecordError, match="a program that kitgen does not know"):
        import_journal(tmp_path / "q.json", tmp_path / "a.kitgen", kit="menace")
    (tmp_path / "q.json").write_text(tuples_as_keys(ALL))
    with pytest.raises(
        RecordError, match="name its kit with kitgen journal import FILE --kit menace"
    ):
        import_journal(tmp_path / "q.json", tmp_path / "a.kitgen")
    assert read_trained("1: a1a2 b3a2 W\n", ".txt", MENACE) is None


#: Boards of the machine's fourth turn: six squares are taken, and three free.
LAST_BOARDS = [box.position for box in MENACE.boxes if box.id.startswith("D")][:30]


@pytest.mark.parametrize("at_taken", [0, 0.0, float("nan"), float("-inf")])
def test_what_is_no_weight_may_stand_at_squares_that_are_taken(at_taken):
    """Programs save a number for each square: nothing, or one that they never choose."""
    saved = {}
    for position in LAST_BOARDS:
        weights = [ALL[position].get(cell, at_taken) for cell in range(9)]
        saved[board(position)] = weights
    machine = read_trained(json.dumps(saved), ".json", MENACE)
    beads = given_beads(machine)
    assert len(beads) == len(LAST_BOARDS)
    assert machine.account.unread == ()
    assert all(beads[box] == own for box, own in expected().items() if box in beads)


@pytest.mark.every
@pytest.mark.parametrize("weight", [1, 0.25])
def test_a_weight_at_a_square_that_is_taken_is_told_of(weight):
    position = MENACE.boxes[5].position
    taken = next(cell for cell in range(9) if position.cells[cell])
    saved = {board(box.position): nine(ALL[box.position]) for box in MENACE.boxes}
    saved[board(position)][taken] = weight
    (part,) = read_trained(json.dumps(saved), ".json", MENACE).account.unread
    assert "which cannot be played there" in part_text(ENGLISH, part)


def test_positions_without_a_box_are_counted_by_their_reason():
    """The other side's turn, a board with a line, and one with a single free square."""
    saved = {board(box.position): nine(ALL[box.position]) for box in MENACE.boxes}
    for others in ("X........", "XXXOO....", "XOXOXOOX.", "XXXOOO..."):
        saved[others] = [0] * 8 + [1]
    machine = read_trained(json.dumps(saved), ".json", MENACE)
    assert given_beads(machine) == expected()
    said = {note_text(ENGLISH, note) for note in machine.notes}
    assert "1 position needs no box: it is the other side's turn there" in said
    assert "1 position needs no box: the game is over there" in said
    assert "1 position needs no box: it has only one move" in said
    unread = [part_text(ENGLISH, part) for part in machine.account.unread]
    assert len(unread) == 1
    assert "XXX/OOO/..." in unread[0]
    assert "cannot be reached in tictactoe:3x3" in unread[0]


def test_images_that_differ_and_none_lies_as_printed_give_no_beads():
    """Then nobody knows which counts; where one lies as it is printed, that one counts."""
    box = MENACE.by_id["B1"]
    images = dict.fromkeys(symmetry.position(box.position) for symmetry in MENACE.symmetries.all)
    first, second = [image for image in images if image != box.position][:2]
    saved = {board(other.position): nine(ALL[other.position]) for other in MENACE.boxes}
    del saved[board(box.position)]
    saved[board(first)] = nine(ALL[first])
    saved[board(second)] = nine({cell: weight + 7 for cell, weight in ALL[second].items()})
    machine = read_trained(json.dumps(saved), ".json", MENACE)
    assert "B1" not in given_beads(machine)
    lines = [part_text(ENGLISH, part) for part in machine.account.unread]
    assert any("is box B1, with other weights than" in text for text in lines)
    assert any("is box B1, and so are others with other weights" in text for text in lines)
    assert any(
        note_text(ENGLISH, note).startswith("1 box ") or "B1" in note_text(ENGLISH, note)
        for note in machine.notes
    )


def test_a_machine_for_both_sides_takes_no_table():
    with pytest.raises(UsageError, match="plays both sides, and a table of positions does not say"):
        read_trained("{}", ".json", kit_of("nim:5", side="either"))


def test_a_list_of_legal_moves_is_no_machine():
    """It has as many lengths as a list with a move for each bead, but each move once."""
    saved = {}
    for box in MENACE.boxes:
        moves = MENACE.game.legal_moves(box.position)
        saved[board(box.position)] = [move.target for move in moves]
    assert read_trained(json.dumps(saved), ".json", MENACE) is None
    first = MENACE.boxes[0]
    saved[board(first.position)] += [4, 4]  # two more for the middle
    machine = read_trained(json.dumps(saved), ".json", MENACE)
    targets = [slot.moves[0].target for slot in first.slots]
    assert machine.given.boxes[0].beads[targets.index(4)] == 3


@pytest.mark.every
def test_the_page_begins_with_the_beads_of_a_trained_machine(tmp_path):
    table = tmp_path / "q.csv"
    table.write_text(line_for_each_move(ALL))
    run("web", "menace", "--machine", table, "-o", tmp_path / "trained.html")
    run("web", "menace", "-o", tmp_path / "new.html")
    assert "a table of positions" in (tmp_path / "trained.html").read_text()
    assert "a table of positions" not in (tmp_path / "new.html").read_text()
    run("journal", "import", table, "--kit", "menace", "-o", tmp_path / "a.kitgen")
    message = run("web", tmp_path / "a.kitgen", "--machine", table, code=2).stderr
    assert "name a kit beside --machine" in message


@pytest.mark.parametrize(
    ("value", "weights"),
    [
        ([["4", "3"], ["8", "1"]], [("4", 3.0), ("8", 1.0)]),
        ("3 0 1 0 0 0 0 0 2", [("0", 3.0), ("1", 0.0), ("2", 1.0)]),
        ("hello", []),
        (["4", "x"], []),
        ("", []),
        ([], []),
    ],
)
def test_weights_in_a_value(value, weights):
    assert weights_in(value, 9)[:3] == weights
