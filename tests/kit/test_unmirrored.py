"""Games and kits without mirrors: each board has a box as it lies."""

import pytest
from counting import at_least_one
from jobs import LANGUAGES, kit_of, make_job
from printed_words import words_on
from samples_of_releases import sample
from sampling import few

from kitgen import verify
from kitgen.errors import KitgenError
from kitgen.games import make_game
from kitgen.kit.build import build_kit
from kitgen.kit.choices import Wish
from kitgen.kit.kit_json import read_kit
from kitgen.paper.make import run_parts
from kitgen.paper.spoken_game import mirror_rule

HEXAPAWN = make_game("hexapawn")
MIRROR = HEXAPAWN.symmetries[1]
START = HEXAPAWN.start()
CENTRE = HEXAPAWN.play(START, HEXAPAWN.parse_move(START, "b1b2")).position


def met(openings, answers):
    """Return Black's decisions as they lie, if White may open so, and Black answers the centre
    so.
    """
    allowed = {START: openings, CENTRE: answers}
    positions = {START}
    waiting = [START]
    while waiting:
        position = waiting.pop()
        for move in HEXAPAWN.legal_moves(position):
            if HEXAPAWN.move_text(move) in allowed.get(position, HEXAPAWN.move_text(move)):
                child = HEXAPAWN.play(position, move).position
                if child not in positions:
                    positions.add(child)
                    waiting.append(child)
    return {
        position
        for position in positions
        if position.to_move == 1 and HEXAPAWN.legal_moves(position)
    }


LEFT_OR_CENTRE = {"a1a2", "b1b2"}
ON_THE_LEFT = {"a3b2", "a3a2"}
ON_THE_RIGHT = {"c3b2", "c3c2"}


def test_gardner24_are_the_positions_that_occur_as_they_lie():
    kit = kit_of("gardner24")
    positions = {box.position for box in kit.boxes}
    assert positions == met(LEFT_OR_CENTRE, ON_THE_LEFT)
    assert (len(kit.boxes), len(met(LEFT_OR_CENTRE, ON_THE_RIGHT)), kit.beads) == (24, 23, 55)
    doubles = [
        position for position in positions if MIRROR.position(position) in positions - {position}
    ]
    former = kit_of("gardner24@1")
    pairs = {box.position for box in former.boxes if box.mirror_of}
    assert len(doubles) == 10
    assert pairs <= set(doubles)
    assert len(positions - {box.position for box in former.boxes}) == 7


@pytest.mark.parametrize(
    ("way", "boxes"), [("never", 37), ("left", 24), ("right", 24), ("allowed", 19)]
)
def test_the_choice_is_part_of_the_game(way, boxes):
    kit = build_kit("her", Wish(mirroring=way))
    assert len(kit.boxes) == boxes
    assert kit.command == (
        "kitgen print her" if way == "allowed" else f"kitgen print hexapawn:3x3,mirrors={way}"
    )
    assert len({box.position for box in kit.boxes}) == boxes
    assert build_kit(kit.command.split()[2]) == kit
    assert verify(kit).passed


def test_right_is_left_in_a_mirror():
    left, right = (kit_of("hexapawn:4x3", mirroring=way) for way in ("left", "right"))
    mirror = make_game("hexapawn:4x3").symmetries[1]
    assert {mirror.position(box.position) for box in left.boxes} == {
        box.position for box in right.boxes
    }
    assert left.outcome == right.outcome == kit_of("hexapawn:4x3").outcome


def test_a_kit_of_1_0_is_read_and_verified_as_what_it_is():
    kit = read_kit(sample("gardner24/kit.json"), "kit.json")
    assert [box.position for box in kit.boxes] == [
        box.position for box in kit_of("gardner24@1").boxes
    ]
    assert kit.hash != kit_of("gardner24").hash
    report = verify(kit)
    assert report.passed
    assert not report.warnings


@pytest.mark.parametrize(
    ("name", "way", "why"),
    [
        ("nim:8", "never", "no board of nim:8 is turned or mirrored"),
        ("tictactoe", "left", "tictactoe:3x3 takes mirrors=never"),
        ("told:hexapawn", "never", "told as data"),
        ("her", "up", "unknown way of --mirrors 'up'"),
    ],
)
def test_what_cannot_be_is_refused_in_a_line(name, way, why):
    with pytest.raises(KitgenError, match=why):
        build_kit(name, Wish(mirroring=way))


def words_of(job, part):
    sheets = run_parts(job, [part]).sheets
    return words_on(*sheets)


@pytest.mark.parametrize("language", few(LANGUAGES, one_in=2))
def test_board_operator_and_guide_say_which(language):
    job = make_job("gardner24", language=language)
    for part in at_least_one(("board", "operator", "guide")):
        assert job.texts("games.other.mirrors.left") in words_of(job, part)


@pytest.mark.parametrize(
    ("name", "way", "said"),
    [("her", "never", "never"), ("her", "left", "left"), ("him", "left", "right")],
)
def test_a_turned_board_has_left_on_its_right(name, way, said):
    """HIM plays White: on its sheets the board is turned, so that the machine sits at the top."""
    job = make_job(name, mirroring=way)
    assert mirror_rule(job) == job.texts(f"games.other.mirrors.{said}")
    assert not mirror_rule(make_job(name))
