"""A machine as a class has trained it, printed: its report and reset sheet, and that its PDF is proven by its games."""

from dataclasses import replace

import pytest
from click.testing import CliRunner
from jobs import kit_of
from journals import begun, rows_of

from kitgen.check.past import past_of
from kitgen.check.strategy.lines import Walk
from kitgen.check.verify import verify
from kitgen.cli.main import main
from kitgen.kit.kit_json import with_hash
from kitgen.machine.match import Match
from kitgen.machine.policies import parse_policy
from kitgen.markov.absorption import answer
from kitgen.markov.scores import score_chances
from kitgen.session.past import at_first, gone_on, played


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


def test_scores_are_those_of_the_chain():
    her = Match(kit_of("her"), parse_policy("random"), side=1)
    chances = [score_chances(her, games) for games in (4, 5)]
    assert [sum(one.values()) for one in chances] == pytest.approx([1, 1])
    mean = [sum(score * chance for score, chance in one.items()) for one in chances]
    exact = answer(her, [5])
    assert mean[1] - mean[0] == pytest.approx(exact.wins[5] - exact.losses[5])


def test_the_shortest_line_is_as_short_as_any():
    kit = kit_of("ladder")
    walk = Walk(kit, kit.players[0], lambda _box, _slot: True)
    assert len(walk.shortest().moves) == min(len(line.moves) for line in walk.lost())
    past = past_of(trained("ladder"), ("report",))
    assert past.walked
    assert len(past.scores) == 20


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
