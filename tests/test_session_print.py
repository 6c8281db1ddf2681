"""A machine as a class has trained it, printed: its report and reset sheet, and that its PDF is proven by its games."""

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from jobs import kit_of, make_job
from journals import begun, rows_of

from kitgen.check.past import MACHINES, _band, past_of
from kitgen.check.strategy.lines import Walk
from kitgen.check.verify import verify
from kitgen.cli.main import main
from kitgen.door.journal.beginning import new_session
from kitgen.door.trials import machine
from kitgen.kit.kit_json import with_hash
from kitgen.machine.match import Match
from kitgen.machine.policies import parse_policy
from kitgen.markov.absorption import answer
from kitgen.markov.scores import score_chances
from kitgen.paper.marks.scene import Text
from kitgen.paper.parts import PARTS
from kitgen.session.past import at_first, given_now, gone_on, played, taken_over
from kitgen.session.session import Session
from kitgen.templates import Templates


def trained(name, games=20):
    kit = kit_of(name)
    return with_hash(gone_on(kit, played(rows_of(kit, games))))


def failed(kit):
    return {check.name for check in verify("it", kit).checks if check.passed is False}


def test_beads_are_judged_by_the_games_that_left_them():
    kit = trained("ladder")
    assert failed(kit) == set()
    assert at_first(kit).boxes == kit_of("ladder").boxes != kit.boxes
    lost = next(one for one in kit.played if one.result == "L")
    forgotten = with_hash(replace(kit, played=tuple(one for one in kit.played if one is not lost)))
    assert failed(forgotten) >= {"the kit is the one that its choices make", "beads are those that the games have left"}
    first = kit.played[0]
    odd = type(first)(first.game, "1 R 1 R", first.result)
    assert "the journal agrees with the rules" in failed(with_hash(replace(kit, played=(odd, *kit.played[1:]))))


@pytest.mark.every
def test_scores_are_those_of_the_chain():
    her = Match(kit_of("her"), parse_policy("random"), side=1)
    chances = [score_chances(her, games) for games in (4, 5)]
    assert [sum(one.values()) for one in chances] == pytest.approx([1, 1])
    mean = [sum(score * chance for score, chance in one.items()) for one in chances]
    exact = answer(her, [5])
    assert mean[1] - mean[0] == pytest.approx(exact.wins[5] - exact.losses[5])


def test_a_band_leaves_out_as_many_curves_above_as_below():
    band = _band("random", [range(MACHINES)])
    assert band.low[0] == MACHINES - 1 - band.high[0] == MACHINES // 10


def test_the_shortest_line_is_as_short_as_any():
    kit = kit_of("ladder")
    walk = Walk(kit, kit.players[0], lambda _box, _slot: True)
    assert len(walk.shortest().moves) == min(len(line.moves) for line in walk.lost())
    assert Walk(kit, kit.players[0], lambda _box, _slot: False).shortest().empty == "9"
    past = past_of(trained("ladder"), ("report",))
    assert past.walked
    assert len(past.scores) == 20


def test_a_machine_that_nothing_beats_any_more_has_no_line():
    """All but the winning beads are gone: the report says that it was looked, and that there is none."""
    kit = kit_of("her")
    counts = [[slot.beads if slot.value > 0 else 0 for slot in box.slots] for box in kit.boxes]
    past = past_of(with_hash(taken_over(kit, given_now(kit, counts, "elsewhere"))), ("report",))
    assert (past.walked, past.line) == (True, None)


def words(sheet):
    return [mark.text for mark in sheet.scene.marks if isinstance(mark, Text)]


def test_a_machine_that_was_taken_over_has_a_report_and_a_reset_sheet():
    """Without a game there is no course to tell of; and the way back is to a new machine."""
    kit = kit_of("ladder")
    counts = [[2] * len(box.slots) for box in kit.boxes]
    taken = with_hash(taken_over(kit, given_now(kit, counts, "elsewhere")))
    past = past_of(taken, ("report",))
    assert (past.scores, past.bands, past.rank) == ((), (), None)
    assert past.new.boxes == kit.boxes
    job = replace(make_job(taken, parts=("report", "reset")), past=past)
    said = " ".join(text for part in ("report", "reset") for sheet in PARTS[part].sheets(job) for text in words(sheet))
    assert "It began with the beads of elsewhere. It has not played here yet." in said
    assert "How unusual" not in said
    assert f"Beads to put in: 0. Beads to take out: {sum(map(sum, counts)) - kit.beads}." in said
    played_on = with_hash(gone_on(taken, played(rows_of(kit, 8))))
    assert past_of(played_on, ("report",)).rank.games == 8
    assert past_of(played_on, ("reset",)).new.boxes == kit.boxes


def test_a_report_on_very_many_games_says_of_which_it_ranks(monkeypatch):
    monkeypatch.setattr("kitgen.check.past.MOST", 12)
    kit = trained("ladder")
    past = past_of(kit, ("report",))
    assert (past.rank.games, len(past.scores), {len(band.low) for band in past.bands}) == (12, 20, {12})
    (sheet,) = PARTS["report"].sheets(replace(make_job(kit), past=past))
    assert "This is about its first 12 games alone." in " ".join(words(sheet))


def test_a_class_goes_on_by_another_rule_with_the_beads_that_are_left(tmp_path):
    kit = kit_of("her")
    file = begun(tmp_path / "a.kitgen", kit, rows_of(kit, 20))
    with new_session(str(file), tmp_path / "b.kitgen", rule="michie") as session:
        assert session.rule_name == "michie"
        with Session(file) as before:
            assert session.beads() == before.beads() != [[slot.beads for slot in box.slots] for box in kit.boxes]
        assert session.kit.given.source == "her, rule gardner, game 20"
        assert session.kit.played == ()
        assert failed(session.kit_now()) == set()


def test_machines_of_a_session_go_on_by_another_rule_with_the_beads_that_are_left(tmp_path):
    file = begun(tmp_path / "a.kitgen", kit_of("her"), rows_of(kit_of("her"), 20))
    kit, _ = machine(str(file), rule="michie")
    with Session(file) as session:
        assert [[slot.beads for slot in box.slots] for box in kit.boxes] == session.beads()
    assert kit.choices.rule == "michie"
    new, _ = machine("her", rule="michie")
    assert [slot.beads for slot in new.boxes[0].slots] != [slot.beads for slot in kit.boxes[0].slots]


def test_a_session_with_a_rule_of_its_own_passes_when_it_is_printed(tmp_path):
    with new_session("ladder", tmp_path / "a.kitgen", rule="gardner-reward") as session:
        session.add_all(rows_of(kit_of("ladder"), 5))
        assert failed(session.kit_now()) == set()


def test_a_rule_that_somebody_changes_midway_changes_no_session(tmp_path):
    """Its rule is in the file: what a rule of that name says elsewhere, later, does not matter."""
    own = tmp_path / "templates" / "rules" / "ours.toml"
    own.parent.mkdir(parents=True)
    text = (Path(__file__).parents[1] / "templates" / "rules" / "gardner.toml").read_text()
    own.write_text(text)
    kit, templates = kit_of("her"), Templates(tmp_path / "templates")
    with new_session(kit, tmp_path / "a.kitgen", rule="ours", templates=templates) as session:
        session.add_all(rows_of(kit, 10))
        before = session.beads()
    own.write_text(text.replace("from_end = [-1]", "from_end = [-1, -1]"))
    with new_session(kit, tmp_path / "b.kitgen", rule="ours", templates=Templates(tmp_path / "templates")) as other:
        other.add_all(rows_of(kit, 10))
        assert other.beads() != before, "the rule really is another one now"
    with Session(tmp_path / "a.kitgen") as session:
        assert session.beads() == before
        assert session.kit_now().rule.loss.from_end == (-1,)


def test_the_command_prints_what_verify_passes(tmp_path):
    file = begun(tmp_path / "class.kitgen", kit_of("ladder"), rows_of(kit_of("ladder"), 20))
    out = tmp_path / "out"
    run = CliRunner().invoke(main, ["session", "print", str(file), "-o", str(out), "--parts", "labels,report,reset"])
    assert run.exit_code == 0, run.output
    checked = CliRunner().invoke(main, ["verify", str(out / "kit.pdf")])
    assert checked.exit_code == 0, checked.output
    assert "of a session after game 20" in checked.output
    new = begun(tmp_path / "new.kitgen", kit_of("ladder"))
    refused = CliRunner().invoke(main, ["session", "print", str(new), "-o", str(tmp_path / "no")])
    assert refused.exit_code != 0
    assert "has no game yet" in refused.output
