"""Beads as they are counted in a machine's boxes: what is gone, what beats it now, and what the
rule can come to.
"""

import pytest
from click.testing import CliRunner
from command_answers import result_of
from counting import at_least, at_least_one
from jobs import kit_of
from places import ROOT
from sampling import few, sample

from kitgen.cli.main import main
from kitgen.errors import KitFileError, RecordError, UsageError
from kitgen.kit.build import build_kit
from kitgen.kit.choices import Wish
from kitgen.lab.learning_check import learning_check
from kitgen.machine.lines import good_beads
from kitgen.record.game_lines import MAX_FILE_BYTES
from kitgen.verification.beads_now import beads_now, beads_now_in_file


def run(*words):
    return CliRunner().invoke(main, ["verify", *map(str, words)])


def counted(folder, *lines):
    path = folder / "beads.csv"
    path.write_text("\n".join(["box,bead,beads", *lines]), encoding="utf-8")
    return path


def perfect(kit):
    """The counts of a machine that has lost every bead but the best ones."""
    counts = {}
    for box in kit.boxes:
        counts[box.id] = []
        for index, slot in enumerate(box.slots):
            counts[box.id].append(slot.beads if good_beads(box, index) else 0)
    return counts


@pytest.mark.parametrize("name", ["her", "gardner24", "her-3x4", "menace-second"])
def test_a_machine_with_the_best_beads_alone_cannot_be_beaten(name):
    kit = kit_of(name)
    now = beads_now(kit, perfect(kit))
    assert [(one.outlook.lost, one.lines) for one in now.standings] == [(0, ())]
    assert (now.spoilt, now.bad[0], now.named) == ((), 0, len(kit.boxes))


def test_each_line_that_beats_a_machine_is_a_game_that_it_can_play_and_loses():
    kit = kit_of("her")
    standing = beads_now(kit, {}).standings[0]
    game = kit.game
    boxes = {box.id: box for box in kit.boxes}
    for line in at_least(20, standing.lines):
        position = game.start()
        opened = list(line.boxes)
        for move in line.moves:
            assert move in game.legal_moves(position)
            if position.to_move == 1 and kit.locate(position):
                box, symmetry = kit.locate(position)
                box_id, slot = opened.pop(0)
                assert (box.id, symmetry.move(move)) == (box_id, boxes[box_id].slots[slot].moves[0])
            position = game.play(position, move).position
        assert game.result(position) == (-1 if position.to_move == 1 else 1)
        assert opened == []
    lengths = [len(line.moves) for line in standing.lines]
    assert lengths == sorted(lengths)
    assert lengths[0] == 3


def test_an_empty_box_loses_the_game(tmp_path):
    kit = kit_of("her")
    now = beads_now_in_file(kit, counted(tmp_path, "A1,red,0", "A1,blue,0", "A1,yellow,0"))
    assert [box.id for box in now.spoilt] == ["A1"]
    ends = {line.empty for line in now.standings[0].lines}
    assert "A1" in ends
    assert any(len(line.moves) == 1 for line in now.standings[0].lines)


def test_beads_are_named_by_colour_letter_or_move_in_any_case(tmp_path):
    kit = kit_of("her")
    letters = tuple(slot.colour.letter for slot in kit.boxes[0].slots)
    ways = [
        ("red", "blue", "yellow"),
        letters,
        ("a3a2", "b3b2", "b3c2"),
        ("Red", "B3B2", letters[2].lower()),
    ]
    found = [
        beads_now_in_file(kit, counted(tmp_path, f"a1,{a},1", f"A1,{b},1", f"A1,{c},0"))
        for a, b, c in ways
    ]
    assert len({repr(now) for now in found}) == 1
    assert [box.id for box in found[0].spoilt] == ["A1"]


AHL = ROOT / "examples" / "ahl-1976.csv"

BAD = {
    "unknown box": (["Z1,red,1"], "no box 'Z1'"),
    "unknown bead": (["A1,pink,1"], "no bead 'PINK'"),
    "no number": (["A1,red,one"], "not a number of beads"),
    "negative": (["A1,red,-1"], "not a number of beads"),
    "huge": (["A1,red,99999999999"], "not a number of beads"),
    "twice": (["A1,red,1", "A1,red,1"], "is counted twice"),
    "not all": (["A1,red,1"], "is not counted"),
    "two fields": (["A1,red"], "not a number of beads"),
    "nothing": ([], "contains no counted beads"),
    "too much": (["A1,red,1" + " " * MAX_FILE_BYTES], "has more than 20,000,000 bytes"),
    "a long field": (["A1," + "x" * 200_000 + ",1"], "line 2: field larger than"),
}


@pytest.mark.parametrize("name", few(BAD, one_in=4))
def test_counts_that_make_no_sense_are_refused_in_one_line(name, tmp_path):
    lines, why = BAD[name]
    done = run("her", "--counts", counted(tmp_path, *lines))
    assert (done.exit_code, done.stdout, len(done.stderr.splitlines())) == (1, "", 1)
    assert why in done.stderr


def test_counts_of_what_is_no_file_or_no_text_are_refused(tmp_path):
    (tmp_path / "latin.csv").write_bytes(b"\xff\xfe")
    for path in at_least_one((tmp_path, tmp_path / "none.csv", tmp_path / "latin.csv")):
        with pytest.raises((KitFileError, RecordError)):
            beads_now_in_file(kit_of("her"), path)
    with pytest.raises(UsageError, match="recur"):
        beads_now(kit_of("awari-mini"), {})


def test_the_command_says_what_beats_the_machine(tmp_path):
    path = counted(tmp_path, "A1,red,1", "A1,blue,1", "A1,yellow,0")
    words = run("her", "--counts", path)
    assert "box A1 (bbb/..w/ww. b) has no good beads left" in words.stdout
    assert "lines, the 20 shortest:" in words.stdout
    data = result_of(run("her", "--counts", path, "--json").stdout)
    assert data["passed"] is True
    assert data["beads"]["without_a_good_bead"] == ["A1"]
    (side,) = data["beads"]["sides"]
    assert (side["side"], len(side["beaten_by"]), side["lost"] > 20) == ("black", 20, True)


@pytest.mark.parametrize(
    ("name", "wish", "found"),
    sample(
        [
            ("her", {}, "black becomes unbeatable, after 9 to 16 lost games"),
            ("him", {}, "white can always be beaten"),
            (
                "ladder",
                {},
                "first becomes unbeatable, after 14 lost games; second can always be beaten",
            ),
            ("her", {"rule": "michie"}, None),
        ],
        one_in=4,
    ),
)
def test_what_a_rule_comes_to(name, wish, found):
    check = learning_check(build_kit(name, Wish(**wish)))
    assert check.verdict == (None if found is None else "right")
    assert check.found == (found or "not looked at")


@pytest.mark.every
def test_the_command_adds_what_the_rule_comes_to():
    data = result_of(run("her", "--exact", "--json").stdout)
    assert data["checks"][-1]["found"] == "black becomes unbeatable, after 9 to 16 lost games"
    assert "for kits" in run(str(AHL), "--game", "her", "--exact").stderr
