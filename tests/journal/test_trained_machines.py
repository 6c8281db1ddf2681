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
from kitgen.errors import RecordError
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
    for position in waiting:
        for move in game.legal_moves(position) if game.result(position) is None else ():
            after = game.play(position, move).position
            if after not in found:
                found.add(after)
                waiting.append(after)
    return [position for position in waiting if game.result(position) is None]


def trained(seed=3):
    """Return weights for every position of the first side that has a box, alike for images of
    each other.
    """
    rng = random.Random(seed)
    game = MENACE.game
    own = {}
    for box in MENACE.boxes:
        own[box.position] = {
            move.target: rng.randint(0, 20) for move in game.legal_moves(box.position)
        }
        for slot in box.slots:  # moves that the box's own symmetries exchange have one weight
            own[box.position].update(
                {move.target: own[box.position][slot.moves[0].target] for move in slot.moves}
            )
    weights = {}
    for position in reachable():
        for symmetry in MENACE.symmetries.all:
            of_box = own.get(symmetry.position(position))
            if of_box is not None:
                moves = game.legal_moves(position)
                weights[position] = {
                    move.target: of_box[symmetry.move(move).target] for move in moves
                }
    return weights


ALL = trained()


def board(position, signs=XO):
    return "".join(signs[content] for content in position.cells)


def nine(weights):
    return [weights.get(cell, 0) for cell in range(9)]


def rows(position, signs):
    return [
        [signs[content] for content in position.cells[start : start + 3]] for start in (0, 3, 6)
    ]


#: For each form its file's suffix, and how a machine is written in it.
FORMS = {
    "an object of objects": (".json", lambda of: json.dumps({board(p): w for p, w in of.items()})),
    "lines of JSON": (
        ".jsonl",
        lambda of: "".join(
            f"{json.dumps({'board': board(p), 'moves': w})}\n" for p, w in of.items()
        ),
    ),
    "boards of digits, nine weights": (
        ".json",
        lambda of: json.dumps({board(p, DIGITS): nine(w) for p, w in of.items()}),
    ),
    "tuples as keys": (
        ".json",
        lambda of: json.dumps(
            {str(tuple(SIGNED[c] for c in p.cells)): nine(w) for p, w in of.items()}
        ),
    ),
    "a record for each move": (
        ".json",
        lambda of: json.dumps(
            [
                {"state": [SIGNED[c] for c in p.cells], "action": move, "count": weight}
                for p, w in of.items()
                for move, weight in w.items()
            ]
        ),
    ),
    "moves beside weights": (
        ".json",
        lambda of: json.dumps(
            [
                {
                    "board": rows(p, {0: " ", 1: "x", 2: "o"}),
                    "moves": list(w),
                    "weights": list(w.values()),
                }
                for p, w in of.items()
            ]
        ),
    ),
    "pairs in lists": (
        ".json",
        lambda of: json.dumps([[board(p), list(map(list, w.items()))] for p, w in of.items()]),
    ),
    "a program": (
        ".py",
        lambda of: (
            "Q = {\n" + "".join(f"    {tuple(board(p))!r}: {w!r},\n" for p, w in of.items()) + "}\n"
        ),
    ),
    "a line for each move": (
        ".csv",
        lambda of: (
            "board,move,weight\n"
            + "".join(
                f"{board(p)},{cell + 1},{weight}\n"
                for p, w in of.items()
                for cell, weight in w.items()
            )
        ),
    ),
    "named columns, two of them numbers": (
        ".tsv",
        lambda of: (
            "state\taction\tq_value\tvisits\n"
            + "".join(
                f"{board(p)}\t{cell}\t{weight / 7:.4f}\t{weight}\n"
                for p, w in of.items()
                for cell, weight in w.items()
            )
        ),
    ),
    "boxes with beads in places": (
        ".json",
        lambda of: json.dumps(
            [
                {
                    "board": list(board(p)),
                    "beads": [{"position": cell, "count": n} for cell, n in w.items()],
                }
                for p, w in of.items()
            ]
        ),
    ),
    "a move for each bead": (
        ".json",
        lambda of: json.dumps(
            {board(p): [cell for cell, n in w.items() for _ in range(n)] for p, w in of.items()}
        ),
    ),
    "a move and its weight below each board": (
        ".yaml",
        lambda of: "".join(
            f"{board(p)}:\n" + "".join(f"  '{cell}': {n}\n" for cell, n in w.items())
            for p, w in of.items()
        ),
    ),
    "columns": (
        ".csv",
        lambda of: "".join(f"{board(p)},{','.join(map(str, nine(w)))}\n" for p, w in of.items()),
    ),
    "pairs in lines": (
        ".txt",
        lambda of: "".join(
            f"{board(p)}: {', '.join(f'{cell + 1}={weight}' for cell, weight in w.items())}\n"
            for p, w in of.items()
        ),
    ),
}


def expected(weights=None):
    """Return the beads of each box, from the board that lies as the box is printed."""
    weights = weights or ALL
    beads = {}
    for box in MENACE.boxes:
        own = weights[box.position]
        beads[box.id] = tuple(sum(own[move.target] for move in slot.moves) for slot in box.slots)
    return beads


@pytest.mark.parametrize("form", few(FORMS, one_in=28))
def test_a_machine_of_two_thousand_boards_is_that_of_the_kit(form):
    suffix, write = FORMS[form]
    assert len(ALL) > 2000
    start = time.process_time()
    machine = read_trained(write(ALL), suffix, MENACE)
    assert {box.box: box.beads for box in machine.given.boxes} == expected()
    assert machine.account.unread == ()
    assert time.process_time() - start < 20


@pytest.mark.parametrize("form", few(FORMS, one_in=28))
def test_one_board_that_differs_is_named_in_each_form(form):
    """One image of B1 that has other weights than the others, and a board with three more
    crosses than noughts.
    """
    suffix, write = FORMS[form]
    changed = dict(ALL)
    b1 = MENACE.by_id["B1"].position
    turned = next(
        symmetry.position(b1) for symmetry in MENACE.symmetries.all if symmetry.position(b1) != b1
    )
    changed[turned] = {cell: weight + 7 for cell, weight in ALL[turned].items()}
    impossible = next(
        p
        for p in map(with_more_crosses, at_least(2000, ALL))
        if p is not None and MENACE.game.result(p) is None
    )
    changed[impossible] = {cell: 2 for cell in range(9) if not impossible.cells[cell]}
    machine = read_trained(write(changed), suffix, MENACE)
    assert {box.box: box.beads for box in machine.given.boxes} == expected()
    said = [part_text(ENGLISH, part) for part in machine.account.unread]
    assert len(said) == 2
    assert any("is box B1, with other weights than" in text for text in said)
    assert any(text.endswith("cannot be reached in tictactoe:3x3") for text in said)


def with_more_crosses(position):
    cells = list(position.cells)
    free = [cell for cell in range(9) if not cells[cell]]
    if len(free) < 6:
        return None
    for cell in free[:3]:
        cells[cell] = 1
    return type(position)(tuple(cells), position.to_move)


def test_a_file_that_differs_makes_a_journal_only_without_the_boards_that_differ(tmp_path):
    some_boards = {board(box.position): ALL[box.position] for box in MENACE.boxes}
    some_boards["XXX......"] = {"3": 1}
    (tmp_path / "q.json").write_text(json.dumps(some_boards))
    words = (
        "journal",
        "import",
        tmp_path / "q.json",
        "--kit",
        "menace",
        "-o",
        tmp_path / "a.kitgen",
    )
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
        beads = dict(
            zip((box.id for box in journal.kit.boxes), map(tuple, journal.beads()), strict=True)
        )
    assert beads == expected()


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
    every = {
        p: {m.target: rng.randint(0, 9) for m in MENACE.game.legal_moves(p)} for p in reachable()
    }
    (tmp_path / "all.json").write_text(
        json.dumps({board(p, DIGITS): nine(w) for p, w in every.items()})
    )
    assert len(every) > 4500
    taken = machine_from(tmp_path / "all.json", MENACE, ["boxes"])
    assert {box.id: tuple(slot.beads for slot in box.slots) for box in taken.kit.boxes} == expected(
        every
    )
    said = [note_text(ENGLISH, note) for note in taken.notes]
    assert "signs of the boards: 0 = ., 1 = X, 2 = O" in said
    assert "2097 positions need no box: it is the other side's turn there" in said
    assert any(re.match("222[0-9]* positions need no box", line) for line in said)
    ignored = [part_text(ENGLISH, part) for part in at_least_one(taken.account.ignored)]
    assert all(re.search(r"is box \w+, with other weights than", text) for text in ignored)


@pytest.mark.every
def test_weights_that_are_not_whole_are_scaled_box_by_box_and_that_is_said():
    chances = {p: {cell: weight / 32 for cell, weight in w.items()} for p, w in ALL.items()}
    machine = read_trained(FORMS["columns"][1](chances), ".csv", MENACE)
    beads = {box.box: box.beads for box in machine.given.boxes}
    for box, whole in expected().items():
        heaviest = max(whole)
        scaled = tuple(max(1, round(100 * weight / heaviest)) if weight else 0 for weight in whole)
        assert beads[box] == (scaled if heaviest else whole)
    said = note_text(ENGLISH, machine.notes[0])
    assert said.startswith(
        "the weights are not whole numbers: in each box the heaviest move has 100 beads"
    )


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
    changed[MENACE.boxes[3].position] = dict.fromkeys(ALL[MENACE.boxes[3].position], weight)
    with pytest.raises(RecordError, match=said):
        read_trained(FORMS["an object of objects"][1](changed), ".json", MENACE)


def test_signs_that_may_stand_for_either_side_are_refused():
    """Before the first side's moves there are as many pieces of both, so that only usual signs
    tell them apart.
    """
    signs = {0: ".", 1: "a", 2: "b"}
    text = json.dumps({board(p, signs): w for p, w in ALL.items()})
    with pytest.raises(
        RecordError, match="may stand for either side; write X for the side that begins"
    ):
        read_trained(text, ".json", MENACE)


def test_a_machine_that_moves_pieces():
    her = kit_of("her")
    saved = {}
    for number, box in enumerate(her.boxes):
        moves = her.game.legal_moves(box.position)
        saved[her.game.text(box.position)] = {
            her.game.move_text(move): number + 1 for move in moves
        }
    machine = read_trained(json.dumps(saved), ".json", her)
    for number, given in enumerate(machine.given.boxes):
        assert given.beads == tuple(
            (number + 1) * len(slot.moves) for slot in her.by_id[given.box].slots
        )
    assert len(machine.given.boxes) == len(her.boxes)


def test_a_file_without_a_machine_is_refused_and_one_needs_its_kit(tmp_path):
    (tmp_path / "q.json").write_text('{"name": "Ada", "level": 3}')
    with pytest.raises(RecordError, match="a program that kitgen does not know"):
        import_journal(tmp_path / "q.json", tmp_path / "a.kitgen", kit="menace")
    (tmp_path / "q.json").write_text(FORMS["tuples as keys"][1](ALL))
    with pytest.raises(
        RecordError, match="name its kit with kitgen journal import FILE --kit menace"
    ):
        import_journal(tmp_path / "q.json", tmp_path / "a.kitgen")
    assert read_trained("1: a1a2 b3a2 W\n", ".txt", MENACE) is None


def test_a_list_of_legal_moves_is_no_machine():
    """It has as many lengths as a list with a move for each bead, but each move once."""
    saved = {
        board(box.position): [m.target for m in MENACE.game.legal_moves(box.position)]
        for box in MENACE.boxes
    }
    assert read_trained(json.dumps(saved), ".json", MENACE) is None
    saved[board(MENACE.boxes[0].position)] += [4, 4]
    machine = read_trained(json.dumps(saved), ".json", MENACE)
    middle = next(slot for slot in MENACE.boxes[0].slots if slot.moves[0].target == 4)
    assert machine.given.boxes[0].beads[MENACE.boxes[0].slots.index(middle)] == 3


@pytest.mark.every
def test_the_page_begins_with_the_beads_of_a_trained_machine(tmp_path):
    suffix, write = FORMS["a line for each move"]
    (tmp_path / f"q{suffix}").write_text(write(ALL))
    run("web", "menace", "--machine", tmp_path / f"q{suffix}", "-o", tmp_path / "trained.html")
    run(
        "journal", "import", tmp_path / f"q{suffix}", "--kit", "menace", "-o", tmp_path / "a.kitgen"
    )
    run("web", "menace", "-o", tmp_path / "new.html")
    given = {
        name: "a table of positions" in (tmp_path / f"{name}.html").read_text()
        for name in ("trained", "new")
    }
    assert given == {"trained": True, "new": False}
    said = run("web", tmp_path / "a.kitgen", "--machine", tmp_path / f"q{suffix}", code=2).stderr
    assert "name a kit beside --machine" in said


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
