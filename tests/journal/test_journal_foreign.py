"""Machines of other programs in and out: HexapawnRL's saves, tables of boxes, and what they are
given in a kit.
"""

import json
import random
from dataclasses import replace
from types import SimpleNamespace

import pytest
from click.testing import CliRunner
from counting import at_least
from jobs import TEMPLATES, kit_of
from journal_games import rows_of
from sampling import few

import kitgen
from kitgen.cli.main import main
from kitgen.errors import KitFileError, KitgenError
from kitgen.journal import other_programs
from kitgen.journal.beads import at_first, given_now, taken_over
from kitgen.journal.box_tables import BoxTable
from kitgen.journal.change_words import note_text
from kitgen.journal.exchange import exported, exported_machine
from kitgen.journal.hexapawn_rl import write_save
from kitgen.journal.journal import Journal
from kitgen.journal.other_programs import machine_of, read_foreign
from kitgen.kit.kit import Given, GivenBox
from kitgen.kit.kit_json import read_kit, with_hash, write_kit
from kitgen.machine.learning import as_new
from kitgen.reading.texts import Texts
from kitgen.sources.journal_start import import_journal
from kitgen.verification.verify import verify, verify_kit

ADA = {
    "memory": {
        "ooo---OOO": {"validMoves": ["a1a2", "b1b2"], "confidenceScores": [4, 1]},
        # B3, the other way round
        "o-oOo--OO": {"validMoves": ["c1b2", "c1c2"], "confidenceScores": [3, 100]},
        "oo--o-O-O": {"validMoves": [], "confidenceScores": []},
    },
    "name": "Ada",
    "level": 6,
    "losses": 2,
    "wins": 1,
    "isLearning": True,
}
WHITE = {"side": "white", "rule": "hexapawn-rl", "merged": False}
BLACK = WHITE | {"side": "black"}


def run(*words, code=0):
    done = CliRunner().invoke(main, list(map(str, words)))
    assert done.exit_code == code, done.output
    return done.output


def counts(kit):
    return {box.id: [slot.beads for slot in box.slots] for box in kit.boxes}


def imported(tmp_path, data, name="player1AI.json", **how):
    path = tmp_path / name
    path.write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")
    return import_journal(path, tmp_path / "new.kitgen", **how)


# --- HexapawnRL
# --------------------------------------------------------------------------------------------------


def test_a_save_of_hexapawn_rl_is_a_machine_that_goes_on(tmp_path):
    with imported(tmp_path, ADA) as journal:
        now = journal.status()
        kit = journal.kit_now()
        assert (now.games, now.empty, kit.choices.side, kit.choices.rule) == (
            0,
            ("B4",),
            "white",
            "hexapawn-rl",
        )
        beads = counts(kit)
        assert (beads["A1"], beads["B3"], beads["B4"]) == ([4, 1, 0], [100, 3], [0, 0, 0, 0])
        assert beads["B5"] == [1, 1, 1]  # never met there
        kit_of_file = read_kit(write_kit(kit), "it")
        assert kit_of_file == kit
        journal.add_all(rows_of(kit, 30))
        later = journal.kit_now()
        assert journal.check().problems == ()
        assert later.given == kit.given
        assert counts(later) != beads == counts(at_first(later))
    assert verify(tmp_path / "new.kitgen").passed
    assert "Ada”: 1 won, 0 drawn, 2 lost there" in run("journal", "status", tmp_path / "new.kitgen")


def test_a_save_comes_out_as_it_came_in(tmp_path):
    with imported(tmp_path, ADA) as journal:
        data, notes = exported_machine(journal)
    assert notes == []
    turned = {"validMoves": ["a1a2", "a1b2"], "confidenceScores": [100, 3]}
    memory = {"ooo---OOO": ADA["memory"]["ooo---OOO"], "o-o-oOOO-": turned,
              "-oo-o-O-O": {"validMoves": [], "confidenceScores": []}}  # fmt: skip
    assert json.loads(data) == ADA | {"memory": memory}
    with (
        import_journal_of(tmp_path, data.decode()) as again,
        Journal(tmp_path / "new.kitgen") as first,
    ):
        assert again.kit_now() == replace(
            first.kit_now(), command=again.kit_now().command, hash=again.kit_now().hash
        )


def import_journal_of(tmp_path, data):
    (tmp_path / "again.json").write_text(data, encoding="utf-8")
    return import_journal(tmp_path / "again.json", tmp_path / "again.kitgen")


@pytest.mark.parametrize("choices", [WHITE, BLACK], ids=["white", "black"])
def test_any_machine_of_hexapawn_rl_goes_out_and_in(choices):
    kit = kit_of("hexapawn:3x3", **choices)
    rng = random.Random(5)
    for _ in range(10):
        left = [[rng.choice((0, 1, 2, 50, 100)) for _ in box.slots] for box in kit.boxes]
        machine = taken_over(kit, given_now(kit, left, "a test"))
        data, notes = write_save(machine, kit, 3, 4)
        assert notes == []
        said = json.loads(data)
        assert said["level"] == 1 + sum(not beads for row in left for beads in row)
        back = machine_of(read_foreign(data.decode(), "player.json"), kit)
        assert counts(back) == counts(machine)
        assert (back.given.won, back.given.lost, back.given.name) == (3, 4, kit.name)


def test_a_position_that_was_met_and_left_as_it_was_is_written_again(tmp_path):
    met = {"o-o-oOOO-": {"validMoves": ["a1a2", "a1b2"], "confidenceScores": [1, 1]}}
    with imported(tmp_path, {"memory": met}) as journal:
        assert json.loads(exported_machine(journal)[0])["memory"] == met


def test_games_played_here_count_in_the_save(tmp_path):
    with imported(tmp_path, ADA) as journal:
        journal.add_all(rows_of(journal.kit, 20))
        now = journal.status()
        said = json.loads(exported_machine(journal)[0])
        assert (said["wins"], said["losses"]) == (1 + now.won, 2 + now.lost)
        assert now.won + now.lost == 20
        assert len(said["memory"]) > 3
        with import_journal_of(tmp_path, json.dumps(said)) as again:
            assert again.beads() == journal.beads()


def test_what_does_not_fit_into_a_save_is_named():
    her = kit_of("her")
    left = [
        [120] * len(box.slots) if box.id == "A1" else [slot.beads for slot in box.slots]
        for box in her.boxes
    ]
    data, notes = write_save(taken_over(her, given_now(her, left, "a test")), her, 1200, 0)
    assert json.loads(data)["wins"] == 999
    scores = [one["confidenceScores"] for one in json.loads(data)["memory"].values()]
    assert [100, 100, 100] in scores
    assert max(map(max, scores)) == 100
    texts = Texts("en", TEMPLATES)
    message = "\n".join(note_text(texts, note) for note in notes)
    assert "box A1: a3a2 has 120 beads, and is written with 100" in message
    assert "box A2: one move is written for itself and its mirror image" in message
    assert "1200 games won are written as 999" in message
    with pytest.raises(
        KitgenError, match=r"HexapawnRL knows only hexapawn:3x3, and ladder plays nim"
    ):
        write_save(kit_of("ladder"), kit_of("ladder"), 0, 0)
    gardner = kit_of("gardner24@1")
    mirror = next(box for box in gardner.boxes if box.mirror_of)
    one = taken_over(gardner, Given("a test", (GivenBox(mirror.id, (0,) * len(mirror.slots)),)))
    assert any(
        f"box {mirror.id} is omitted" in note_text(texts, note)
        for note in write_save(one, gardner, 0, 0)[1]
    )


def test_a_save_into_boxes_of_ones_own_kit(tmp_path):
    save = {
        "memory": {
            "ooo-O-O-O": {"validMoves": ["a3b2", "c3b2", "a3a2"], "confidenceScores": [5, 6, 7]}
        }
    }
    with imported(
        tmp_path, save, kit="her"
    ) as journal:  # moves that are mirror images share a slot there
        assert counts(journal.kit_now())["A2"] == [7, 11]
    with pytest.raises(KitgenError, match="plays black, and him plays white"):
        imported(tmp_path, save, kit="him")
    with pytest.raises(KitgenError, match="knows only hexapawn:3x3"):
        imported(tmp_path, save, kit="menace")
    (tmp_path / "new.kitgen").unlink()
    with imported(tmp_path, ADA, rule="never-last") as journal:
        assert journal.rule_name == "never-last"


def test_the_side_is_told_by_the_moves_and_else_by_the_name():
    empty = {"memory": {"oo-Oo---O": {"validMoves": [], "confidenceScores": []}}}
    assert read_foreign(json.dumps(ADA), "x.json").side == 0
    assert read_foreign(json.dumps(empty), "saves/player2AI.json").side == 1
    with pytest.raises(KitgenError, match="does not say which side"):
        read_foreign(json.dumps(empty), "x.json")


BAD = {
    "cut off": ('{"memory": {', "is not valid JSON"),
    "of another program": (
        '{"weights": [1], "bias": 2}',
        "it has 'weights', 'bias'; kitgen reads saves of HexapawnRL",
    ),
    "no table": ('{"memory": 3}', "memory is 3; it must be a table"),
    "a position that is none": (
        {"ooo---OOX": (["a1a2"], [1])},
        "'ooo---OOX' is impossible: it needs nine of O, o",
    ),
    "one that cannot come": (
        {"oo-Oo-O-O": ([], [])},
        "has a box for; the nearest is -oo-o-O-O, its box B4",
    ),
    "an illegal move": (
        {"ooo---OOO": (["a1a3"], [1])},
        "a1a3 is not a legal move there; legal moves: a1a2, b1b2",
    ),
    "no move": ({"ooo---OOO": (["north"], [1])}, "'north' is not a move, such as a1a2"),
    "a move after the end": (
        {"O-o------": (["a1a2"], [1])},
        "a1a2 is not a legal move there; legal moves: none",
    ),
    "a move twice": ({"ooo---OOO": (["a1a2", "a1a2"], [1, 1])}, "has a1a2 twice"),
    "both sides": (
        {"ooo---OOO": (["a1a2", "a3a2"], [1, 1])},
        "has moves of both sides: a1a2 in position",
    ),
    "unlike lists": ({"ooo---OOO": (["a1a2"], [1, 2])}, "has 1 move and 2 scores"),
    "no score": ({"ooo---OOO": (["a1a2"], [0])}, "the score of 'a1a2' is 0; scores are 1 to 100"),
    "too high a score": ({"ooo---OOO": (["a1a2"], [101])}, "scores are 1 to 100"),
    "two that differ": (
        {"o-oOo--OO": (["c1c2"], [3]), "o-o-oOOO-": (["a1b2"], [3])},
        "are both box B3, with other beads",
    ),
    "key twice": ('{"memory": {}, "wins": 1, "wins": 2}', "is twice in one table"),
    "nothing": ('{"memory": {}}', "the machine has no box for any position in it"),
    "deep": ('{"memory": ' + "[" * 5000, "is not valid JSON"),
}


@pytest.mark.parametrize(("bad", "said"), BAD.values(), ids=BAD)
def test_a_bad_save_is_refused_in_a_line(bad, said, tmp_path):
    if isinstance(bad, dict):
        bad = json.dumps({"memory": {key: {"validMoves": moves, "confidenceScores": scores}
                                     for key, (moves, scores) in bad.items()}})  # fmt: skip
    with pytest.raises(KitgenError) as refused:
        imported(tmp_path, bad)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)
    assert str(refused.value).removeprefix("'").startswith(str(tmp_path / "player1AI.json"))
    assert not (tmp_path / "new.kitgen").exists()


def test_a_huge_file_is_not_read(tmp_path):
    with pytest.raises(KitgenError, match="more than 20,000,000 bytes"):
        imported(tmp_path, " " * 20_000_001)


# --- tables of boxes
# -----------------------------------------------------------------------------------------------


def table_of(kit, rng):
    """A box for each of a kit, turned at random, with beads at random for each square."""
    rows = {}
    sums = {}
    for box in kit.boxes:
        turn = rng.choice(kit.symmetries.all)
        row = [0] * len(box.position.cells)
        sums[box.id] = []
        for slot in box.slots:
            beads = [rng.randrange(9) for _ in slot.moves]
            sums[box.id].append(sum(beads))
            for move, number in zip(slot.moves, beads, strict=True):
                row[turn.move(move).target] = number
        rows["".join(map(str, turn.position(box.position).cells))] = row
    return rows, sums


def as_lines(rows, mark=","):
    return "".join(mark.join([key, *map(str, row)]) + "\n" for key, row in rows.items())


@pytest.mark.parametrize("name", few(["menace", "menace-second"], one_in=4))
def test_a_table_of_boxes_however_it_is_written(name, tmp_path):
    rows, sums = table_of(kit_of(name), random.Random(3))
    forms = [
        json.dumps(rows),
        json.dumps({"boxes": rows}, indent=1),
        as_lines(rows),
        "box;1;2;3\n" + as_lines(rows, ";"),
        "".join(f"{key}: {row}  # a box\n" for key, row in rows.items()),
        as_lines(
            {key.translate(str.maketrans("012", ".XO")): row for key, row in rows.items()}, "\t"
        ),
    ]
    for number, form in at_least(6, enumerate(forms)):
        with imported(tmp_path, form, f"{number}.txt") as journal:
            assert journal.kit.name == name
            assert counts(journal.kit_now()) == sums
        (tmp_path / "new.kitgen").unlink()


@pytest.mark.every
def test_a_table_may_name_some_boxes_and_squares_that_share_a_slot(tmp_path):
    with imported(
        tmp_path, '{"000000000": [8, 8, 1, 0, 4, 0, 2, 0, 0]}', rule="mscroggs"
    ) as journal:
        start = journal.kit.boxes[0]
        slots = {slot.moves[0].target: slot.beads for slot in start.slots}
        assert slots == {0: 11, 1: 8, 4: 4}  # three corners together
        assert counts(journal.kit_now())["B1"] == counts(kit_of("menace", rule="mscroggs"))["B1"]
    assert verify(tmp_path / "new.kitgen").passed


BAD_TABLES = {
    "too few numbers": ({"000000000": [1] * 8}, "line 1: '000000000' has 8 numbers for 9 squares"),
    "no number": ({"000000000": [1] * 8 + ["x"]}, "'x' is not a number of beads"),
    "below nothing": ({"000000000": [1] * 8 + [-1]}, "'-1' is not a number of beads"),
    "a taken square": (
        {"100000000": [3] + [1] * 8},
        "square 1 of '100000000' has 3 beads, but nothing can be placed",
    ),
    "of a game that is over": (
        {"111220000": [0] * 9},
        "'111220000' is not a position that menace-second has",
    ),
    "that cannot be": (
        {"122220000": [0] * 9},
        "is impossible: 1 of the side that begins, 4 of the other",
    ),
    "the other to move": (
        {"000000000": [1] * 9, "100000000": [0] + [1] * 8},
        "it is o to move, not the machine",
    ),
    "twice": (
        '{"120000000": [0,0,0,0,4,0,0,0,1],\n"021000000": [0,0,0,0,4,0,0,0,1]}',
        "line 2 '021000000' and line 1 '120000000' are both box B",
    ),
    "no list": ({"000000000": 3}, "has no list of numbers"),
    "another key": ({"000000000": [1] * 9, "sum": [1] * 9}, "'sum' is not a position"),
    "a later line": ("000000000,1,2,3,4,5,6,7,8,9\nhello\n", "line 2: 'hello' is not a box"),
    "another board": ("0000,1,2,3,4\n", "line 1: '0000' has 4 squares, not 9"),
}


@pytest.mark.parametrize(("bad", "said"), BAD_TABLES.values(), ids=BAD_TABLES)
def test_a_bad_table_is_refused_in_a_line(bad, said, tmp_path):
    with pytest.raises(KitgenError) as refused:
        imported(tmp_path, bad, "menace.json")
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)
    assert str(refused.value).removeprefix("'").startswith(str(tmp_path / "menace.json"))


def test_a_table_is_for_games_in_which_pieces_are_placed(tmp_path):
    with pytest.raises(KitgenError, match="her is not one"):
        imported(tmp_path, {"000000000": [1] * 9}, kit="her")


# --- in a kit
# --------------------------------------------------------------------------------------------------


def test_beads_that_were_given_stand_in_the_kit_and_are_checked():
    kit = kit_of("her")
    left = [[3 + n for n, _ in enumerate(box.slots)] for box in kit.boxes]
    machine = with_hash(taken_over(kit, given_now(kit, left, "a neighbour")))
    back = read_kit(write_kit(machine), "it")
    assert back == machine != kit
    assert counts(as_new(back)) == counts(kit)
    report = verify_kit("it", machine)
    assert report.passed
    [made] = [check for check in report.checks if check.name.startswith("the kit is the one")]
    assert made.warning == "its beads given by 'a neighbour', which cannot be checked"
    boxes = machine.boxes
    more = replace(boxes[0], slots=(replace(boxes[0].slots[0], beads=99), *boxes[0].slots[1:]))
    assert not verify_kit("it", with_hash(replace(machine, boxes=(more, *boxes[1:])))).passed


@pytest.mark.parametrize(
    "box", [GivenBox("Z9", (1,)), GivenBox("A1", (1, 1))], ids=["no box", "too few slots"]
)
def test_beads_for_a_box_that_is_not_there_are_refused(box):
    kit = with_hash(replace(kit_of("her"), given=Given("a test", (box,))))
    with pytest.raises(KitFileError, match=f"beads are given to box {box.box}"):
        read_kit(write_kit(kit), "it")


def test_a_trained_machine_may_have_empty_boxes_and_very_many_beads(tmp_path):
    kit = kit_of("menace")
    left = [
        [0] * len(box.slots) if n else [400_000] * len(box.slots) for n, box in enumerate(kit.boxes)
    ]
    with Journal.create(
        tmp_path / "a.kitgen", with_hash(taken_over(kit, given_now(kit, left, "training")))
    ) as one:
        assert one.beads() == left
        (tmp_path / "a.jsonl").write_bytes(exported(one, "jsonl"))
    with import_journal(tmp_path / "a.jsonl", tmp_path / "b.kitgen") as copy:
        assert copy.beads() == left


@pytest.mark.every
def test_an_imported_machine_can_be_printed_and_verified(tmp_path):
    imported(tmp_path, ADA).close()
    done = run("print", tmp_path / "new.kitgen", "-o", tmp_path / "out", "--parts", "labels")
    assert "1 sheet, 18 boxes, 138 beads" in done
    assert "which cannot be checked" in run("verify", tmp_path / "out" / "kit.pdf")


def test_what_an_export_leaves_out_is_said_beside_it_not_in_it(tmp_path):
    """A save on standard output is nothing but the save, for another program to read."""
    kitgen.new_journal("her", tmp_path / "a.kitgen").close()
    command = ["journal", "export", str(tmp_path / "a.kitgen"), "--format", "hexapawn-rl"]
    done = CliRunner().invoke(main, command)
    assert done.exit_code == 0
    assert json.loads(done.stdout)["wins"] == 0
    assert "box A2: one move is written for itself and its mirror image" in done.stderr


@pytest.mark.parametrize(
    ("name", "begins"),
    [
        ("a.csv", "game,A,result"),
        ("A.CSV", "game,A,result"),
        ("a", "game,A,result"),
        ("a.jsonl", '{"'),
        ("a.JSON", '"memory": {'),
    ],
)
def test_an_export_has_the_form_of_its_ending(tmp_path, name, begins):
    kitgen.new_journal("her", tmp_path / "a.kitgen").close()
    run("journal", "export", tmp_path / "a.kitgen", "-o", tmp_path / name)
    assert begins in (tmp_path / name).read_text(encoding="utf-8")[:40]


def test_the_commands(tmp_path):
    (tmp_path / "player1AI.json").write_text(json.dumps(ADA), encoding="utf-8")
    done = run("journal", "import", tmp_path / "player1AI.json", "-o", tmp_path / "a.kitgen")
    assert "3 of 18 boxes began with beads of HexapawnRL, “Ada”" in done
    run("journal", "export", tmp_path / "a.kitgen", "-o", tmp_path / "b.json")
    assert json.loads((tmp_path / "b.json").read_text(encoding="utf-8"))["name"] == "Ada"
    assert "say --format" in run(
        "journal", "export", tmp_path / "a.kitgen", "-o", tmp_path / "b.xls", code=2
    )


@pytest.mark.parametrize(("boxes", "is_read"), [(9, False), (10, True), (19, True)])
def test_a_table_of_boxes_is_one_of_positions_if_half_of_a_machine_is_in_it(
    boxes, is_read, monkeypatch
):
    """HER has 19 boxes."""
    kit = kit_of("her")
    given = Given("trained.csv", tuple(GivenBox(box.id, (1,)) for box in kit.boxes[:boxes]))
    trained = SimpleNamespace(given=given)
    monkeypatch.setattr(other_programs, "read_trained", lambda *_: trained)
    found = other_programs._large_table(BoxTable([], "trained.csv", ""), kit)
    assert found == (trained if is_read else None)
