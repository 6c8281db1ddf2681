"""Verification: good kits pass, and each planted fault fails under its own name."""

import json
from dataclasses import replace

import msgspec
import pytest
from click.testing import CliRunner
from command_answers import result_of
from jobs import kit_of
from report_text import in_words
from sampling import sample

from kitgen.cli.main import main
from kitgen.kit.build import build_kit
from kitgen.kit.editions import Wish
from kitgen.kit.kit_json import kit_data, with_hash
from kitgen.machine.safety import Safety
from kitgen.model import Move
from kitgen.reading.templates import Templates
from kitgen.theory.solve import Value
from kitgen.verification.kit_checks import verdicts
from kitgen.verification.reference import Searcher
from kitgen.verification.report import does_not_apply, found_faults, not_decided, summed
from kitgen.verification.verify import verify_kit

EDITIONS = Templates().names("editions")
CHOSEN = [
    ("her", Wish(express=True)),
    ("her", Wish(expect="sensible")),
    ("her", Wish(merged=False)),
    ("him", Wish(forced="skip")),
    ("menace", Wish(merged=False)),
    ("ladder", Wish(express=True)),
    ("tictactoe", Wish(side="x", merged=False, colour_by="cell")),
    ("awari:3x1,rules=simple", Wish()),
    ("hexapawn:2x4", Wish()),
]
KITS = {name: (name, Wish()) for name in EDITIONS} | {
    f"{name.split(',')[0].replace(':', '-')}-{number}": (name, wish)
    for number, (name, wish) in enumerate(CHOSEN, 1)
}


@pytest.mark.parametrize(("name", "wish"), sample(KITS, one_in=16))
def test_a_kit_as_it_is_made_passes_and_its_figures_are_right(request, golden, name, wish):
    report = verify_kit(name, build_kit(name, wish))
    assert [check for check in report.checks if check.verdict == "wrong"] == []
    assert sum(check.verdict == "right" for check in report.checks) >= 13
    assert report.verdict == "right"
    golden(f"verify/kit-{request.node.callspec.id}", in_words(report.checks))


def changed(kit, number, **values):
    """The kit with one box changed."""
    boxes = list(kit.boxes)
    boxes[number] = replace(boxes[number], **values)
    return replace(kit, boxes=tuple(boxes))


def slot_changed(kit, number, slot, **values):
    slots = list(kit.boxes[number].slots)
    slots[slot] = replace(slots[slot], **values)
    return changed(kit, number, slots=tuple(slots))


HER = kit_of("her")
GARDNER = kit_of("gardner24@1")
EXPRESS = kit_of("her", express=True)
DRAWS = kit_of("menace", express=True)
#: A box of noughts and crosses where moves draw or lose, and its drawing move.
DRAWN = next(box for box in kit_of("menace").boxes if {slot.value for slot in box.slots} == {0, -1})
DRAW = next(slot for slot in DRAWN.slots if slot.value == 0)
MIRROR = HER.game.symmetries[1]


def second_image():
    box = HER.boxes[0]
    slots = tuple(replace(slot, moves=tuple(map(MIRROR.move, slot.moves))) for slot in box.slots)
    twin = replace(box, id="A3", position=MIRROR.position(box.position), slots=slots)
    return replace(HER, boxes=(*HER.boxes, twin))


def unreachable():
    box = HER.boxes[16]
    return changed(HER, 16, position=HER.game.parse("b../bww/... b"), slots=box.slots)


FAULTS = {
    "a box is missing": (
        replace(HER, boxes=HER.boxes[1:]),
        "every decision has a box",
        "bbb/..w/ww. b",
    ),
    "a box cannot be reached": (unreachable(), "every decision has a box", "b../bww/... b"),
    "a box of the other side": (
        changed(HER, 0, position=HER.game.start()),
        "every decision has a box",
        "the other side is to move",
    ),
    "two boxes are images": (second_image(), "no two boxes are mirror images", "A1 and A3"),
    "a declared image is missing": (
        replace(GARDNER, boxes=tuple(box for box in GARDNER.boxes if box.id != "B2")),
        "no two boxes are mirror images",
        "mirror image",
    ),
    "an image of the wrong box": (
        changed(GARDNER, 3, mirror_of="C1"),
        "no two boxes are mirror images",
        "which it is not",
    ),
    "an illegal move": (
        slot_changed(HER, 0, 0, moves=(Move(0, 4),)),
        "every legal move has its slot",
        "A1 (bbb/..w/ww. b): a3b2 is in a slot of a3b2 and should not be there",
    ),
    "a move without a slot": (
        changed(HER, 0, slots=HER.boxes[0].slots[:2]),
        "every legal move has its slot",
        "A1 (bbb/..w/ww. b): b3c2 is missing",
    ),
    "a move with two slots": (
        changed(
            HER,
            0,
            slots=(*HER.boxes[0].slots, replace(HER.boxes[0].slots[0], colour=HER.palette[3])),
        ),
        "every legal move has its slot",
        "a3a2 is there twice",
    ),
    "a twin left out": (
        slot_changed(HER, 1, 0, moves=HER.boxes[1].slots[0].moves[:1]),
        "every legal move has its slot",
        "a3a2 is in a slot of a3a2 instead of in a slot of a3a2, c3c2",
    ),
    "moves merged that are none": (
        changed(
            HER,
            0,
            slots=(
                replace(HER.boxes[0].slots[0], moves=(Move(0, 3), Move(1, 4))),
                HER.boxes[0].slots[2],
            ),
        ),
        "every legal move has its slot",
        "instead of in a slot of a3a2",
    ),
    "a colour twice": (
        slot_changed(HER, 0, 1, colour=HER.palette[0]),
        "colours differ within a box",
        "2 slots have the colour red",
    ),
    "a letter twice": (
        slot_changed(HER, 0, 1, colour=msgspec.structs.replace(HER.palette[1], letter="R")),
        "colours differ within a box",
        "2 slots have the letter R",
    ),
    "an id twice": (changed(HER, 1, id="A1"), "ids are unique", "2 boxes are called A1"),
    "an id of another turn": (changed(HER, 1, id="B99"), "ids are unique", "whose letter is A"),
    "a wrong turn": (changed(HER, 1, turn=2), "turns are right", "says turn 2"),
    "met later, it says": (changed(HER, 1, later=True), "turns are right", "later turns"),
    "a bead too many": (
        slot_changed(HER, 0, 0, beads=2),
        "starting beads are right",
        "2 beads instead of 1",
    ),
    "a wrong outcome": (
        replace(HER, outcome=Value(1, 7)),
        "the outcome is right",
        "with best play white loses in 6, but the kit says that white wins in 7",
    ),
    "a wrong length of the game": (
        replace(HER, outcome=Value(-1, 8)),
        "the outcome is right",
        "white loses in 6, but the kit says that white loses in 8",
    ),
    "draws where there are none": (
        replace(HER, draws=True),
        "draws are right",
        "the kit says: games can be drawn",
    ),
    "no draws where there are some": (
        replace(kit_of("menace"), draws=False),
        "draws are right",
        "the kit says: no game can be drawn",
    ),
    "a way to a box left out": (
        changed(HER, 2, arrivals=HER.boxes[2].arrivals[1:]),
        "how boxes are reached is right",
        " is missing",
    ),
    "all ways to a box left out": (
        changed(
            HER, next(number for number, box in enumerate(HER.boxes) if box.id == "C1"), arrivals=()
        ),
        "how boxes are reached is right",
        "a1b2 is missing | box C1",
    ),
    "a way to a box that is none": (
        changed(HER, 0, arrivals=(*HER.boxes[0].arrivals, Move(6, 3))),
        "how boxes are reached is right",
        "A1 (bbb/..w/ww. b): a1a2 is a way to the box and should not be there",
    ),
    "a way to a box said twice": (
        changed(HER, 0, arrivals=HER.boxes[0].arrivals * 2),
        "how boxes are reached is right",
        " is there twice",
    ),
    "a line of what is always played with a wrong length": (
        replace(
            EXPRESS,
            always=(
                replace(EXPRESS.always[0], slots=(replace(EXPRESS.always[0].slots[0], plies=99),)),
            ),
        ),
        "verdicts are right",
        "wins in 99",
    ),
    "a wrong verdict": (
        slot_changed(HER, 0, 0, value=1, plies=3),
        "verdicts are right",
        "a3a2 loses in 2, but the kit says wins in 3",
    ),
    "a wrong length": (
        slot_changed(HER, 0, 2, plies=5),
        "verdicts are right",
        "wins in 3, but the kit says wins in 5",
    ),
    "no winning bead": (
        slot_changed(HER, 0, 2, beads=0),
        "starting beads are right",
        "A1 (bbb/..w/ww. b): b3c2 starts with 0 beads instead of 1",
    ),
    "a box that cannot learn": (
        replace(
            EXPRESS,
            boxes=(*EXPRESS.boxes, next(box for box in HER.boxes if box.id == "B2")),
            always=(),
        ),
        "the express kit can learn the same",
        "has nothing to learn",
    ),
    "always a draw where moves can lose": (
        replace(DRAWS, always=(replace(DRAWS.always[0], position=DRAWN.position, slots=(DRAW,)),)),
        "the express kit can learn the same",
        "could be learned and needs a box",
    ),
    "always a move that could be learned": (
        replace(
            EXPRESS,
            always=(
                replace(
                    EXPRESS.always[0], position=HER.boxes[0].position, slots=HER.boxes[0].slots[:1]
                ),
            ),
        ),
        "the express kit can learn the same",
        "could be learned and needs a box",
    ),
}


@pytest.mark.parametrize(("kit", "name", "says"), FAULTS.values(), ids=FAULTS)
def test_a_planted_fault_is_found_and_named(request, golden, kit, name, says):
    report = verify_kit("a damaged kit", with_hash(kit))
    faults = {
        check.name: " | ".join(check.faults) for check in report.checks if check.verdict == "wrong"
    }
    assert name in faults
    assert says in faults[name]
    golden(f"verify/{request.node.callspec.id.replace(' ', '-')}", in_words(report.checks))


def test_a_hash_that_does_not_fit_is_found():
    report = verify_kit("her", replace(HER, hash="0" * 64))
    assert [check.name for check in report.checks if check.verdict == "wrong"] == [
        "the hash fits the kit"
    ]


def learning(kit):
    report = verify_kit("a kit", kit)
    return next(
        check for check in report.checks if check.name == "learning never removes a winning bead"
    )


def test_a_winning_bead_that_can_go_fails_with_the_game_that_shows_it(monkeypatch):
    lost = Safety(False, "after one game the move b3c2 has left box A1", ("a1a2", "b3c2"))
    monkeypatch.setattr("kitgen.verification.remade_kit.losing_beads_only", lambda _: lost)
    check = learning(HER)
    assert check.verdict == "wrong"
    assert check.faults == ("after one game the move b3c2 has left box A1: a1a2 b3c2",)


def test_a_rule_that_takes_beads_after_a_win_is_said_to_promise_nothing():
    own = msgspec.structs.replace(HER.choices, rule="mine")
    rule = msgspec.structs.replace(HER.rule, win=HER.rule.loss, loss=HER.rule.win)
    turned = with_hash(replace(HER, rule=rule, choices=own, command="kitgen print her --rule mine"))
    check = learning(turned)
    assert check.verdict is None
    assert "has left box" in check.reason


def test_a_rule_that_promises_nothing_is_left_out_with_the_reason():
    check = learning(build_kit("menace"))
    assert check.verdict is None
    assert "the rule michie does not promise it" in check.reason


def test_what_is_too_large_to_walk_is_not_decided_with_the_reason(monkeypatch):
    monkeypatch.setattr("kitgen.verification.reference.LIMIT", 50)
    report = verify_kit("her", HER)
    check = next(check for check in report.checks if check.name == "every decision has a box")
    assert check.verdict == "not decided"
    assert "too many positions" in check.not_read[0]
    assert report.verdict == "not decided"
    assert not report.passed
    assert f"{check.name}: {check.not_read[0]}" in report.not_read


def test_what_passed_failed_and_was_left_out_adds_up():
    checks = [found_faults("right", "", "", [])] * 5 + [
        found_faults("wrong", "", "", ["a fault"])
    ] * 2
    checks += [not_decided("unknown", "there was no time")] * 3 + [
        does_not_apply("none", "there are no beads")
    ]
    assert summed(checks) == "5 checks passed, 2 failed, 3 not decided, 1 left out"


@pytest.mark.parametrize(
    ("count", "last"),
    [
        (1, "fault 1"),
        (9, "fault 9"),
        (10, "fault 10"),
        (11, "and 1 more"),
        (12, "and 2 more"),
        (500, "and 490 more"),
    ],
)
def test_ten_faults_are_named_and_the_others_counted(count, last):
    lines = [f"fault {number}" for number in range(1, count + 1)]
    for named in (
        found_faults("ids", "", "", lines).faults,
        found_faults("ids", "", "", [], not_read=lines).not_read,
        not_decided("ids", *lines).not_read,
    ):
        assert named[:10] == tuple(lines[:10])
        assert len(named) == min(count, 11)
        assert named[-1] == last


def test_a_check_is_right_only_without_faults_and_with_everything_read():
    assert found_faults("ids", "", "", []).verdict == "right"
    assert found_faults("ids", "", "", ["one"]).verdict == "wrong"
    assert found_faults("ids", "", "", [], not_read=["two"]).verdict == "not decided"
    assert found_faults("ids", "", "", ["one"], not_read=["two"]).verdict == "wrong"
    assert not_decided("ids", "two").verdict == "not decided"
    left_out = does_not_apply("ids", "there are none")
    assert (left_out.verdict, left_out.reason) == (None, "there are none")


def test_a_wrong_verdict_is_named_although_others_cannot_be_looked_at():
    few = Searcher(HER.game, limit=8)
    unknown = verdicts(HER, few)
    assert (unknown.verdict, unknown.not_read) == (
        "not decided",
        ("4 of 47 moves lead to too many positions",),
    )
    number = next(n for n, box in enumerate(HER.boxes) if box.id == "C1")
    wrong = verdicts(slot_changed(HER, number, 0, value=-HER.boxes[number].slots[0].value), few)
    assert wrong.verdict == "wrong"
    assert "C1" in wrong.faults[0]


def run(*words):
    return CliRunner().invoke(main, ["verify", *map(str, words)])


def test_the_command_reports_in_words_and_as_json():
    done = run("her")
    assert done.exit_code == 0
    assert done.stdout.splitlines()[2:] == [
        "ok    the kit against the rules: 15 checks passed",
        "",
        "right: 15 checks passed",
    ]
    assert run("her", "--details").stdout.count("\n      ok    ") == 15
    data = result_of(run("her", "--json").stdout)
    assert data["passed"] is True
    assert (data["verdict"], data["not_read"]) == ("right", [])
    assert {"name", "verdict", "expected", "found", "faults", "not_read"} <= data["checks"][
        0
    ].keys()


def test_a_changed_kit_json_fails_with_exit_code_1(tmp_path):
    data = kit_data(HER)
    del data["boxes"][0]
    path = tmp_path / "kit.json"
    path.write_text(json.dumps(data))
    done = run(path)
    assert done.exit_code == 1
    assert "FAIL  the hash fits the kit" in done.stdout
    assert "there is no box for bbb/..w/ww. b" in done.stdout
    assert done.stderr == ""
