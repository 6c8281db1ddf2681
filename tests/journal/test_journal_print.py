"""A machine as a class has trained it, printed: its report and reset sheet, and that its PDF is
proven by its games.
"""

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from command_answers import result_of
from jobs import kit_of, make_job
from journal_games import begun, rows_of
from places import ROOT
from printed_words import lines_on, words_on

from kitgen.cli.main import main
from kitgen.errors import TooLargeError
from kitgen.installing import extras
from kitgen.installing.extras import MissingExtraError
from kitgen.journal.beads import at_first, given_now, gone_on, played, taken_over
from kitgen.journal.journal import Journal
from kitgen.kit.kit_json import with_hash
from kitgen.kit.rule import Change, Rule
from kitgen.lab.chain_answers import answer
from kitgen.lab.chain_scores import score_chances
from kitgen.lab.experiment import machine
from kitgen.machine.first_games import MACHINES, percentiles
from kitgen.machine.learning import starting_beads, with_rule
from kitgen.machine.lines import Walk
from kitgen.machine.match import Match, parse_policy
from kitgen.paper.marks.scene import Text
from kitgen.paper.parts import PARTS
from kitgen.press.machine_figures import need_for_rank, past_of
from kitgen.press.print_run import print_kit
from kitgen.reading.templates import Templates
from kitgen.sources.journal_start import new_journal
from kitgen.verification.verify import verify_kit


def trained(name, games=20):
    kit = kit_of(name)
    return with_hash(gone_on(kit, played(rows_of(kit, games))))


def failed(kit):
    return {check.name for check in verify_kit("it", kit).checks if check.verdict == "wrong"}


def test_beads_are_judged_by_the_games_that_left_them():
    kit = trained("ladder")
    assert failed(kit) == set()
    assert at_first(kit).boxes == kit_of("ladder").boxes != kit.boxes
    lost = next(one for one in kit.played if one.result == "L")
    forgotten = with_hash(replace(kit, played=tuple(one for one in kit.played if one is not lost)))
    assert failed(forgotten) >= {
        "the kit is the one that its choices make",
        "beads are those that the games have left",
    }
    first = kit.played[0]
    odd = type(first)(first.game, "1 R 1 R", first.result)
    assert "the journal agrees with the rules" in failed(
        with_hash(replace(kit, played=(odd, *kit.played[1:])))
    )


@pytest.mark.every
def test_scores_are_those_of_the_chain():
    her = Match(kit_of("her"), parse_policy("random"), side=1)
    after_4 = score_chances(her, 4)
    after_5 = score_chances(her, 5)
    assert sum(after_4.values()) == pytest.approx(1)
    assert sum(after_5.values()) == pytest.approx(1)
    exact = answer(her, [5])
    fifth_game = mean_score(after_5) - mean_score(after_4)
    assert fifth_game == pytest.approx(exact.wins[5] - exact.losses[5])


def mean_score(chances):
    return sum(score * chance for score, chance in chances.items())


def test_scores_are_refused_where_a_win_takes_beads_too():
    """A change of state is then not always a lost game, and the chain does not say which it was."""
    change = Change(from_end=(-1,))
    small = with_rule(
        kit_of("nim:5"), Rule("a source", {"en": "a title"}, win=change, loss=change), "own"
    )
    with pytest.raises(TooLargeError, match="after games that it does not lose"):
        score_chances(Match(small, parse_policy("random"), small.players[0]), 4)


def test_a_band_leaves_out_as_many_curves_above_as_below():
    (low,), (high,) = percentiles([range(MACHINES)])
    assert low == MACHINES - 1 - high == MACHINES // 10


def test_the_shortest_line_is_as_short_as_any():
    kit = kit_of("ladder")
    walk = Walk(kit, kit.players[0])
    assert len(walk.shortest().moves) == min(len(line.moves) for line in walk.lost())
    assert Walk(kit, kit.players[0], lambda _box, _slot: False).shortest().empty == "9"
    past = past_of(trained("ladder"), ("report",))
    assert past.walked
    assert len(past.scores) == 20


def test_a_machine_that_nothing_beats_any_more_has_no_line():
    """All but the winning beads are gone: the report says that it was looked, and that there is
    none.
    """
    kit = kit_of("her")
    counts = [[slot.beads if slot.value > 0 else 0 for slot in box.slots] for box in kit.boxes]
    past = past_of(with_hash(taken_over(kit, given_now(kit, counts, "elsewhere"))), ("report",))
    assert past.walked
    assert past.line is None
    assert past.next_score == 10  # it wins each of the next ten games


def test_a_machine_with_nothing_left_has_no_line_without_moves():
    """White's first box is empty: there is no way to it, and no bead on that way."""
    kit = kit_of("him")
    counts = [[0 if box.id == "A1" else slot.beads for slot in box.slots] for box in kit.boxes]
    taken = with_hash(taken_over(kit, given_now(kit, counts, "elsewhere")))
    past = past_of(taken, ("report",))
    assert past.line == ((), (), "A1")
    (sheet,) = PARTS["report"].sheets(replace(make_job(taken, parts=("report",)), past=past))
    words = words_on(sheet)
    assert "Box A1 is empty: the machine gives up at once." in words
    assert "The shortest way" not in words


def test_a_machine_that_was_taken_over_has_a_report_and_a_reset_sheet():
    """Without a game there is no course to tell of; and the way back is to a new machine."""
    kit = kit_of("ladder")
    counts = [[2] * len(box.slots) for box in kit.boxes]
    taken = with_hash(taken_over(kit, given_now(kit, counts, "elsewhere")))
    past = past_of(taken, ("report",))
    assert (past.scores, past.bands, past.rank) == ((), (), None)
    assert past.new.boxes == kit.boxes
    job = replace(make_job(taken, parts=("report", "reset")), past=past)
    sheets = [*PARTS["report"].sheets(job), *PARTS["reset"].sheets(job)]
    text = " ".join(lines_on(*sheets))
    assert "It began with the beads of elsewhere. It has not played here yet." in text
    assert "How unusual" not in text
    assert f"Beads to put in: 0. Beads to take out: {sum(map(sum, counts)) - kit.beads}." in text
    played_on = with_hash(gone_on(taken, played(rows_of(kit, 8))))
    assert past_of(played_on, ("report",)).rank.games == 8
    assert past_of(played_on, ("reset",)).new.boxes == kit.boxes


def test_the_reset_sheet_names_each_box_once_and_again_at_the_head_of_a_column():
    kit = kit_of("her")
    counts = [[0] * len(box.slots) for box in kit.boxes]
    emptied = with_hash(taken_over(kit, given_now(kit, counts, "elsewhere")))
    job = replace(make_job(emptied, parts=("reset",)), past=past_of(emptied, ("reset",)))
    (sheet,) = PARTS["reset"].sheets(job)
    own = [box.id for box in kit.boxes]
    ids = [mark for mark in sheet.scene.marks if isinstance(mark, Text) and mark.text in own]
    columns = sorted({mark.at[0] for mark in ids})
    assert len(columns) > 1
    named = [mark.text for mark in ids]
    assert list(dict.fromkeys(named)) == own
    for column in columns:
        of_column = [mark.text for mark in ids if mark.at[0] == column]
        assert len(set(of_column)) == len(of_column)
    assert len(named) - len(kit.boxes) < len(columns)


def test_a_report_on_very_many_games_says_of_which_it_ranks(monkeypatch):
    monkeypatch.setattr("kitgen.press.machine_figures.MAX_COMPARED_GAMES", 12)
    kit = trained("ladder")
    past = past_of(kit, ("report",))
    assert len(past.scores) == 20
    assert past.rank.games == 12
    assert {len(band.low) for band in past.bands} == {12}
    (sheet,) = PARTS["report"].sheets(replace(make_job(kit), past=past))
    assert "This is only about its first 12 games." in words_on(sheet)


def test_a_class_goes_on_by_another_rule_with_the_beads_that_are_left(tmp_path):
    kit = kit_of("her")
    file = begun(tmp_path / "a.kitgen", kit, rows_of(kit, 20))
    with new_journal(str(file), tmp_path / "b.kitgen", rule="michie") as journal:
        assert journal.rule_name == "michie"
        with Journal(file) as before:
            assert journal.beads() == before.beads()
            assert journal.beads() != starting_beads(kit)
        assert journal.kit.given.source == "her, rule gardner, game 20"
        assert journal.kit.played == ()
        assert failed(journal.kit_now()) == set()


def test_machines_of_a_journal_go_on_by_another_rule_with_the_beads_that_are_left(tmp_path):
    file = begun(tmp_path / "a.kitgen", kit_of("her"), rows_of(kit_of("her"), 20))
    kit, _ = machine(str(file), rule="michie")
    with Journal(file) as journal:
        assert [[slot.beads for slot in box.slots] for box in kit.boxes] == journal.beads()
    assert kit.choices.rule == "michie"
    new, _ = machine("her", rule="michie")
    assert [slot.beads for slot in new.boxes[0].slots] != [
        slot.beads for slot in kit.boxes[0].slots
    ]


@pytest.mark.parametrize(
    ("name", "side", "made_for", "seat"),
    [("her", None, "black", 1), ("her", "white", "white", 0), ("ladder", "second", "either", 1)],
)
def test_a_machine_is_made_for_the_side_that_is_asked_for_unless_it_serves_both(
    name, side, made_for, seat
):
    kit, number = machine(name, side)
    assert (kit.choices.side, number) == (made_for, seat)


def test_a_journal_with_a_rule_of_its_own_passes_when_it_is_printed(tmp_path):
    with new_journal("ladder", tmp_path / "a.kitgen", rule="gardner-reward") as journal:
        journal.add_all(rows_of(kit_of("ladder"), 5))
        assert failed(journal.kit_now()) == set()


def test_a_rule_that_somebody_changes_midway_changes_no_journal(tmp_path):
    """Its rule is in the file: what a rule of that name says elsewhere, later, does not matter."""
    own = tmp_path / "templates" / "rules" / "ours.toml"
    own.parent.mkdir(parents=True)
    text = (ROOT / "templates" / "rules" / "gardner.toml").read_text()
    own.write_text(text)
    kit = kit_of("her")
    templates = Templates(tmp_path / "templates")
    with new_journal(kit, tmp_path / "a.kitgen", rule="ours", templates=templates) as journal:
        journal.add_all(rows_of(kit, 10))
        before = journal.beads()
    own.write_text(text.replace("from_end = [-1]", "from_end = [-1, -1]"))
    with new_journal(
        kit, tmp_path / "b.kitgen", rule="ours", templates=Templates(tmp_path / "templates")
    ) as other:
        other.add_all(rows_of(kit, 10))
        assert other.beads() != before, "the rule really is another one now"
    with Journal(tmp_path / "a.kitgen") as journal:
        assert journal.beads() == before
        assert journal.kit_now().rule.loss.from_end == (-1,)


@pytest.mark.every
def test_the_command_prints_what_verify_passes(tmp_path):
    file = begun(tmp_path / "class.kitgen", kit_of("ladder"), rows_of(kit_of("ladder"), 20))
    out = tmp_path / "out"
    run = CliRunner().invoke(
        main, ["print", str(file), "-o", str(out), "--parts", "labels,report,reset"]
    )
    assert run.exit_code == 0, run.output
    checked = CliRunner().invoke(main, ["verify", str(out / "kit.pdf")])
    assert checked.exit_code == 0, checked.output
    assert "of a journal after game 20" in checked.output
    new = begun(tmp_path / "new.kitgen", kit_of("ladder"))
    fresh = CliRunner().invoke(main, ["print", str(new), "--dry-run", "--json"])
    assert [part["name"] for part in result_of(fresh.stdout)["parts"]][:2] == ["cover", "labels"]
    assert result_of(fresh.stdout)["folder"] == str(Path("output", "new"))
    trained = CliRunner().invoke(main, ["print", str(file), "--dry-run", "--json"])
    assert [part["name"] for part in result_of(trained.stdout)["parts"]] == [
        "labels",
        "report",
        "reset",
        "poster",
    ]


def test_without_its_extra_a_journal_is_printed_but_for_the_report(tmp_path, monkeypatch):
    file = begun(tmp_path / "class.kitgen", kit_of("her"), rows_of(kit_of("her"), 3))
    monkeypatch.setattr(extras, "_found", lambda name: name not in ("numba", "numpy", "scipy"))
    done = CliRunner().invoke(main, ["print", str(file), "-o", str(tmp_path / "made")])
    assert done.exit_code == 0, done.output
    assert (
        done.stderr
        == f"kitgen: without part report: {MissingExtraError('a report on a machine', 'lab')}\n"
    )
    printed = print_kit(str(file), tmp_path / "second")
    assert {"labels", "reset", "poster"} <= {part.name for part in printed.parts}
    assert list(printed.left_out) == ["report"]
    for words in (["--parts", "report,reset"], ["--parts", "report"]):
        refused = CliRunner().invoke(main, ["print", str(file), "-o", str(tmp_path / "no"), *words])
        assert isinstance(refused.exception, SystemExit)
        assert refused.exit_code == 1
        assert not (tmp_path / "no").exists()
    need_for_rank(trained("menace", 1))  # simulated, which needs no extra
