"""The bank of a rule that adds beads: enough for nearly all machines, the same on every sheet,
worked out once.
"""

from itertools import pairwise
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner
from command_answers import result_of
from counting import at_least
from jobs import LANGUAGES, kit_of, make_job
from sampling import few, sample

import kitgen.machine.first_games
import kitgen.press.print_run
from kitgen.cli.main import main
from kitgen.errors import UsageError
from kitgen.machine.first_games import (
    SEED,
    FirstGames,
    large_enough,
    most_added,
    simulate_bank,
    suffices,
)
from kitgen.machine.learning import with_rule
from kitgen.machine.match import Match, parse_policy, seats
from kitgen.machine.paper_machine import SplitMix, play_game
from kitgen.paper.job import bead_totals
from kitgen.paper.marks.scene import Text
from kitgen.paper.parts import check_settings, load_part
from kitgen.press import print_job
from kitgen.press.print_again import print_again
from kitgen.sandbox.process import read_pdf
from kitgen.sources.attachments import attached_job
from kitgen.sources.kit_sources import load_kit

#: Kits and rules that add beads, and whom their machines meet.
ADDING = [
    ("menace", None, "random"),
    ("her", "gardner-reward", "random"),
    ("ladder", "michie", "random"),
    ("her", "gardner-reward", "winning-move"),
    ("awari-mini", None, "random"),
]


def words(job, part):
    return " ".join(mark.text for sheet in load_part(part).sheets(job) for mark in sheet.scene.marks
                    if isinstance(mark, Text))  # fmt: skip


@pytest.mark.parametrize(("name", "rule", "opponent"), sample(ADDING, one_in=6))
def test_a_bank_is_enough_for_95_of_100_fresh_machines(name, rule, opponent):
    kit = kit_of(name, rule=rule)
    bank = list(simulate_bank(FirstGames(kit, opponent), 30).values())
    fresh = [most_added(course) for course in FirstGames(kit, opponent, SEED + 1).courses(200, 30)]
    enough = sum(suffices(bank, need) for need in at_least(200, fresh))
    assert enough >= 190 - 6  # 200 machines are a sample, too: two standard deviations
    # It is no larger than it has to be: of each colour some machine needs nearly as much.
    for there, *needs in zip(bank, *fresh, strict=True):
        assert there <= 1.3 * max(needs) + 3


def test_spares_alone_run_out_early_with_menace():
    kit = kit_of("menace")
    spares = [row.spare for row in bead_totals(kit)]
    out = [
        next(
            (game for game, after in enumerate(course, 1) if not suffices(spares, after.added)), 99
        )
        for course in FirstGames(kit, "random").courses(60, 50)
    ]
    assert sorted(out)[30] < 15


@pytest.mark.parametrize(
    ("like", "empty"), [("michie", "resign"), ("michie", "keep-last"), ("gardner", "refill")]
)
def test_added_beads_are_those_in_the_boxes(like, empty):
    kit = kit_of("her")
    rule = msgspec.structs.replace(kit_of("her", rule=like).rule, empty=empty, start=(1,))
    kit = with_rule(kit, rule, "mine")
    course = [after.added for after in FirstGames(kit, "random", 7).courses(1, 150)[0]]
    # Beads come in: for wins, or, where the rule only takes, when an empty box is filled again.
    assert any(
        after > before
        for one, other in pairwise(course)
        for before, after in zip(one, other, strict=True)
    )
    machine, players = seats(Match(kit, parse_policy("random"), 1), kit.oracle)()
    rng = SplitMix(7, 0)
    for row in at_least(150, course):
        play_game(kit.game, players, rng)
        inside = dict.fromkeys((colour.key for colour in kit.palette), 0)
        for box, beads in zip(kit.boxes, machine.beads, strict=True):
            for slot, count in zip(box.slots, beads, strict=True):
                inside[slot.colour.key] += count - slot.beads
        assert row == tuple(inside.values())


def test_a_bank_is_the_same_each_time_and_grows_with_the_games():
    kit = kit_of("ladder", rule="gardner-reward")
    played = FirstGames(kit, "random")
    bank = simulate_bank(played, 20)
    assert sum(simulate_bank(played, 40).values()) > sum(bank.values())
    assert bank == simulate_bank(played, 20) == simulate_bank(FirstGames(kit, "random"), 20)


def test_the_smallest_bank_that_is_enough_is_taken():
    kit = kit_of("ladder")
    assert list(large_enough(kit, [(5, 0, 2)] * 100).values()) == [5, 0, 2]


@pytest.mark.parametrize("language", few(LANGUAGES, one_in=3))
def test_all_sheets_say_the_same_sums(language):
    job = make_job("ladder", language=language, rule="gardner-reward", beads_bank=20)
    totals = bead_totals(job.kit, job.bank)
    sums = [
        sum(column)
        for column in zip(
            *((row.needed, row.bank, row.spare, row.total) for row in totals), strict=True
        )
    ]
    assert sums[1] > sums[0]  # more is added than there was
    assert sums[0] + sums[1] + sums[2] == sums[3]
    page_words = words(job, "beads")
    assert f"{sums[0]} {sums[1]} {sums[2]} {sums[3]}" in page_words
    assert all(f"{row.needed} {row.bank} {row.spare} {row.total}" in page_words for row in totals)
    assert " 20 " in page_words
    assert f" {sums[3]}" in words(job, "cover")
    assert job.texts("operator.used_up")[:20] in words(job, "operator")


def test_the_dry_run_says_the_same_sums(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    line = ["print", "ladder", "--rule", "gardner-reward", "--set", "beads.bank=20", "--dry-run"]
    output = result_of(CliRunner().invoke(main, [*line, "--json"]).stdout)
    job = make_job("ladder", rule="gardner-reward", beads_bank=20)
    assert [row["to_buy"] for row in output["to_buy"]] == [
        row.total for row in bead_totals(job.kit, job.bank)
    ]
    assert output["bank"] == {"games": 20, "opponent": "random", "of_hundred": 95}
    for_people = CliRunner().invoke(main, line).stdout
    assert "to buy, with a bank for the first 20 games and some to spare:" in for_people
    assert f"red {output['to_buy'][0]['total']}" in for_people


def test_beads_at_hand_are_short_of_what_the_bank_lacks():
    job = make_job(
        "ladder", rule="gardner-reward", beads=(("red", 60), ("blue", 20), ("yellow", 20))
    )
    for row in at_least(3, bead_totals(job.kit, job.bank)):
        assert row.to_buy == max(0, row.needed + row.bank - row.hand)
        assert f"{row.needed} {row.bank} {row.hand} {row.left} {row.to_buy}" in words(job, "beads")
    assert f" {sum(row.to_buy for row in bead_totals(job.kit, job.bank))} more" in words(
        job, "cover"
    )


def test_rules_that_only_take_have_no_bank():
    job = make_job("her", beads_bank=20, parts=("beads",))
    assert job.bank is None
    assert "bank" not in words(make_job("her"), "beads")
    with pytest.raises(UsageError, match=r"--set beads\.bank is for rules that add beads"):
        check_settings(job)


def test_a_kit_for_sensible_opponents_is_tried_against_one():
    assert make_job("her", rule="gardner-reward", expect="sensible").bank.opponent == "winning-move"
    wish = {"rule": "gardner-reward", "expect": "sensible", "beads_bank_opponent": "perfect"}
    with pytest.raises(UsageError, match="take every win at once"):
        check_settings(make_job("her", parts=("beads",), **wish))


@pytest.mark.every
def test_machines_play_once_in_a_print_and_not_at_all_where_nobody_asks(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    games = []

    def counted(*asked):
        for played in quick_games(*asked):
            games.append(asked)
            yield played

    quick_games = kitgen.machine.first_games._quick_games
    monkeypatch.setattr(kitgen.machine.first_games, "_quick_games", counted)

    def played_in(*words):
        games.clear()
        print_job._first_games.cache_clear()
        assert CliRunner().invoke(main, list(words)).exit_code == 0
        return len(games)

    line = ["print", "ladder", "--rule", "michie"]
    # the bank's machines and the first band's are the same
    bank = 200 * 50
    band = 100 * 50
    assert played_in(*line, "-o", "a") == bank + band
    assert played_in(*line, "--parts", "board", "-o", "b") == 0
    assert played_in(*line, "--parts", "beads", "-o", "c") == bank
    assert played_in(*line, "--parts", "curve", "-o", "d") == 2 * band
    games.clear()
    for more in (("--language", "it"), ("--page", "letter")):
        assert (
            CliRunner().invoke(main, [*line, *more, "--parts", "curve", "-o", more[1]]).exit_code
            == 0
        )
    assert games == [], "the same machine, printed otherwise, has played already"
    print_job._first_games.cache_clear()
    pdf = read_pdf(Path("a/kit.pdf"))
    # As verify does, in a process of its own.
    print_again(load_kit("a/kit.json"), attached_job(pdf), lambda _, whole: whole)
    assert len(games) == bank + band


def test_games_are_the_same_in_one_go_or_more():
    kit = kit_of("ladder", rule="michie")
    at_once = FirstGames(kit, "random")
    bit_by_bit = FirstGames(kit, "random")
    few = bit_by_bit.courses(2, 7)
    more = bit_by_bit.courses(5, 20)
    assert few == [course[:7] for course in more[:2]]
    assert more == at_once.courses(5, 20)
    assert len(at_once.courses(3, 4)) == 3
    assert {len(course) for course in at_once.courses(3, 4)} == {4}
