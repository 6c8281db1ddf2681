"""What happened to a machine beside its games: noted in words, undone, exported, and heeded by
every count.
"""

import os
import signal

import pytest
from click.testing import CliRunner
from command_answers import result_of
from jobs import LANGUAGES, TEXTS, kit_of, slots_of
from journal_games import begun

from kitgen.cli.main import main
from kitgen.errors import RecordError
from kitgen.journal.exchange import add_file, exported
from kitgen.journal.journal import Journal
from kitgen.journal.journal_words import JournalWords
from kitgen.journal.tables import VERSION, WITH_EVENTS, version_of
from kitgen.kit.kit_json import with_hash
from kitgen.record.machine_events import EventBead, MachineEvent
from kitgen.record.rows import GameRow, PickedBead
from kitgen.sources.journal_start import import_journal, new_journal
from kitgen.verdict import Verdict
from kitgen.verification.kit_checks import kit_checks

HER = kit_of("her")


def lost(number, *beads):
    """Return a lost game with some beads, such as ``A1 R``."""
    return GameRow(number, tuple(PickedBead(*bead.split()) for bead in beads), -1)


#: Three lost games: each takes out its last bead.
GAMES = [lost(1, "A1 R", "B1 R"), lost(2, "A1 R", "B1 U"), lost(3, "A1 U")]


#: Games that are noted wrongly, what check says to do, and what a class does then.
TO_NOTE = {
    "1,A1 R,B1 U,L\n2,A1 R,B1 R,L\n3,A1 R,B1 U,L\n4,A1 R,B1 R,L\n": (
        "was-refilled {} --box B1 --after 2",
        "",
    ),
    "1,A1 R,B1 U,W\n2,A1 R,B1 R,L\n": ("edit {} 1", "--result L"),
    "1,A1 R,B1 U,L\n3,A1 R,B1 R,L\n": ("insert {} 2", "--picks A1Y,B10R --result W"),
}


@pytest.mark.parametrize("rows", TO_NOTE)
def test_check_names_the_command_that_puts_its_story_into_the_journal(rows, tmp_path):
    path = tmp_path / "class.kitgen"
    (tmp_path / "games.csv").write_text(f"game,A,B,result\n{rows}")
    begun(path, HER, [])
    said("add", path, tmp_path / "games.csv", "--as-written")
    command, more = TO_NOTE[rows]
    command = command.format(path)
    assert f"kitgen journal {command}\n" in said("check", path).stdout
    assert said(*command.split(), *more.split()).exit_code == 0
    assert said("check", path).stdout.startswith("right: ")


def test_several_boxes_are_refilled_at_once_or_none(tmp_path):
    path = begun(tmp_path / "her.kitgen", HER, GAMES)
    wrong = said("was-refilled", path, "--box", "B1,Z9")
    assert wrong.exit_code == 2
    assert "the machine has no box 'Z9'" in wrong.stderr
    assert said("was-refilled", path, "--box", "B1, a1").exit_code == 0
    with Journal(path) as journal:
        assert [(event.what, event.box, event.after) for event in journal.events()] == [
            ("refilled", "B1", 3),
            ("refilled", "A1", 3),
        ]


@pytest.fixture
def journal(tmp_path):
    with Journal(begun(tmp_path / "her.kitgen", HER, GAMES), write=True) as opened:
        yield opened


def held(journal, box):
    """Return the beads that should be in a box, slot by slot."""
    return journal.beads()[journal.kit.indices[box]]


def said(*words, typed=""):
    done = CliRunner().invoke(main, ["journal", *map(str, words)], input=typed)
    assert not done.exception or isinstance(done.exception, SystemExit)
    return done


def test_a_reset_fills_all_boxes_and_later_games_count_from_there(journal):
    assert (held(journal, "B1"), held(journal, "A1")) == ([0, 0], [1, 0, 1])
    journal.happened(MachineEvent("reset", 2))
    assert (held(journal, "B1"), held(journal, "A1")) == ([1, 1], [1, 0, 1])
    journal.undo()
    assert (journal.events(), held(journal, "B1")) == ((), [0, 0])
    journal.redo()
    assert (journal.events(), held(journal, "B1")) == ((MachineEvent("reset", 2),), [1, 1])


def test_a_refilled_box_is_full_and_no_other(journal):
    journal.happened(MachineEvent("refilled", 3, box="B1"))
    assert (held(journal, "B1"), held(journal, "A1")) == ([1, 1], [1, 0, 1])
    journal.add(lost(4, "A1 R", "B1 U"))
    assert held(journal, "B1") == [1, 0]
    assert journal.check().passed


def test_without_the_reset_the_next_game_is_impossible(journal):
    journal.add(lost(4, "A1 R", "B1 U"), as_written=True)
    assert journal.check().verdict is Verdict.WRONG
    journal.happened(MachineEvent("reset", 3))
    assert journal.check().passed


def test_a_slip_after_a_reset_is_explained_as_in_a_new_machine(journal):
    journal.happened(MachineEvent("reset", 2))
    counts = {(box.id, slot.colour.letter): slot.beads for box, slot in slots_of(HER)}
    found = journal.check(counts, sure=["A1"]).audit
    assert [(slip.kind, slip.game, slip.box) for slip in found.stories[0]] == [
        ("not-removed", 3, "A1")
    ]


def test_after_games_of_others_nothing_is_decided_until_all_boxes_are_counted(journal):
    journal.happened(MachineEvent("others", 3, games=5))
    checked = journal.check()
    assert (checked.verdict, checked.audit) == (Verdict.NOT_DECIDED, None)
    with pytest.raises(RecordError, match="no beads were counted after the last game"):
        journal.go_on_from_count()
    journal.note_count({("B1", "R"): 1, ("B1", "U"): 0})
    with pytest.raises(RecordError, match="every box has to be counted; still: A1, A2"):
        journal.go_on_from_count()
    everything = {(box.id, slot.colour.letter): 1 for box, slot in slots_of(HER)}
    journal.note_count(everything | {("A1", "R"): 0})
    event = journal.go_on_from_count()
    assert EventBead("A1", "R", 0) in event.beads
    assert held(journal, "A1") == [0, 1, 1]
    assert journal.check().passed
    assert journal.last_count().is_latest


def test_after_games_of_others_no_command_says_what_is_in_the_boxes(journal):
    path = journal.path
    assert "Count all boxes" in said("others-played", path, "--games", "5").output
    status = said("status", path).output
    assert (
        "5 games were played after game 3 that nobody noted; nobody knows what is in the boxes now"
        in status
    )
    assert "should be in the boxes" not in status
    assert status.splitlines()[-1].startswith("Count all boxes")
    for command in (["beads", path], ["report", path], ["play", path, "--plain"]):
        done = said(*command)
        assert (
            done.exit_code,
            "so nobody knows what is in the boxes; count all of them" in done.output,
        ) == (1, True)


def test_a_count_that_is_right_is_gone_on_from(journal):
    journal.note_count({("B1", "R"): 1})
    journal.go_on_from_count()
    assert held(journal, "B1") == [1, 0]
    journal.undo()
    assert held(journal, "B1") == [0, 0]


def test_a_count_stays_the_last_one_until_something_else_happens(journal):
    path = journal.path
    journal.note_count({("B1", "R"): 1, ("B1", "U"): 1})
    counted = "with the beads that were counted after game 3"
    for step in (journal.go_on_from_count, journal.undo, journal.redo):
        step()
        assert said("check", path).stderr == f"{counted}\n"
        assert "the beads were counted after the last game" in said("status", path).output
    journal.happened(MachineEvent("reset", 3))
    happened = f"not compared {counted}: something else happened to the machine since\n"
    assert said("check", path).stderr == happened
    assert "since the beads were last counted" not in said("status", path).output
    journal.add(lost(4, "A1 Y"))
    assert said("check", path).stderr == f"not compared {counted}: more games were noted since\n"
    assert "1 game since the beads were last counted" in said("status", path).output


def test_an_event_stays_behind_its_game_when_one_is_inserted_before(journal):
    journal.happened(MachineEvent("reset", 2))
    before = journal.beads()
    journal.insert(1, lost(0, "A2 R"))
    assert journal.events() == (MachineEvent("reset", 3),)
    assert journal.beads() == before  # the new game was before the reset
    journal.undo()
    assert journal.events() == (MachineEvent("reset", 2),)


def test_games_after_a_number_are_undone_with_the_events_among_them(journal):
    journal.happened(MachineEvent("refilled", 1, box="B1"))
    journal.happened(MachineEvent("reset", 3))
    journal.undo(1)
    assert journal.events() == (MachineEvent("refilled", 1, box="B1"),)
    assert [row.game for row in journal.games()] == [1]


def test_an_export_holds_what_happened_and_an_import_has_it_again(journal, tmp_path):
    plain = exported(journal, "jsonl")
    assert b'"events"' not in plain
    journal.happened(MachineEvent("reset", 2))
    journal.note_count({("B1", "R"): 1})
    journal.go_on_from_count()
    text = exported(journal, "jsonl")
    (tmp_path / "a.jsonl").write_bytes(text)
    with import_journal(tmp_path / "a.jsonl", tmp_path / "b.kitgen") as other:
        assert other.events() == journal.events()
        assert other.beads() == journal.beads()
        assert exported(other, "jsonl") == text
    with new_journal("her", tmp_path / "c.kitgen") as other:
        add_file(other, tmp_path / "a.jsonl")
        add_file(other, tmp_path / "a.jsonl")
        assert other.events() == journal.events()


def test_a_file_stays_as_it_was_until_something_needs_the_new_tables(journal):
    assert version_of(journal._connection) == VERSION
    journal.note_count({("B1", "R"): 0})
    assert version_of(journal._connection) == VERSION
    journal.happened(MachineEvent("reset", 3))
    assert version_of(journal._connection) == WITH_EVENTS
    assert [entry.kind for entry in journal.log()] == ["add", "count", "event"]
    with Journal(journal.path) as reader:
        assert reader.events() == (MachineEvent("reset", 3),)


@pytest.mark.parametrize("event", [MachineEvent("reset", 2), MachineEvent("refilled", 2, box="B1")])
def test_the_machine_of_now_can_be_verified(journal, event):
    journal.happened(event)
    kit = journal.kit_now()
    assert [[slot.beads for slot in box.slots] for box in kit.boxes] == journal.beads()
    assert [game.game for game in kit.played] == [3]
    assert [check.name for check in kit_checks(with_hash(kit)) if check.faults] == []


@pytest.mark.parametrize(
    ("event", "match"),
    [
        (MachineEvent("reset", 9), "has no game 9"),
        (MachineEvent("refilled", 3, box="Z1"), "has no box 'Z1'"),
    ],
)
def test_what_cannot_have_happened_is_refused(journal, event, match):
    with pytest.raises(RecordError, match=match):
        journal.happened(event)
    assert journal.events() == ()


def test_each_command_says_what_it_noted_and_undo_takes_it_back(journal):
    path = journal.path
    reset = "the whole machine was filled again as at the start after game 2"
    assert said("was-reset", path, "--after", "2").output.startswith(f"Noted: {reset}. ")
    assert reset in said("log", path).output
    assert result_of(said("log", path, "--json").output)[-1]["event"] == reset
    assert said("undo", path).output == f"Undone: {reset}.\n"
    assert said("redo", path).output == f"Done again: {reset}.\n"
    assert "B1 was filled again" in said("was-refilled", path, "--box", "b1").output
    assert "5 games were played after game 3" in said("others-played", path, "--games", "5").output
    done = said("check", path)
    assert done.exit_code == 3
    assert "Count all boxes" in done.output
    refused = said("go-on", path)
    assert (refused.exit_code, "no beads were counted" in refused.output) == (1, True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_events_have_words_in_every_language(language):
    words = JournalWords(HER, TEXTS[language])
    events = [
        MachineEvent("reset", 0),
        MachineEvent("refilled", 3, box="B1"),
        MachineEvent("others", 3),
        MachineEvent("others", 3, games=2),
        MachineEvent("counted", 3, beads=(EventBead("B1", "R", 1),)),
    ]
    lines = [words.event(event) for event in events]
    assert len(set(lines)) == len(events)
    assert "B1" in lines[1]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a process is forked to be killed")
def test_after_a_kill_the_next_command_leaves_one_file(tmp_path):
    path = begun(tmp_path / "her.kitgen", HER, GAMES)
    child = os.fork()
    if not child:
        opened = Journal(path, write=True)
        opened.happened(MachineEvent("reset", 3))
        os.kill(os.getpid(), signal.SIGKILL)
    os.waitpid(child, 0)
    assert (tmp_path / "her.kitgen-wal").exists()
    assert said("status", path).exit_code == 0
    assert [file.name for file in tmp_path.iterdir()] == ["her.kitgen"]
    with Journal(path) as journal:
        assert journal.events() == (MachineEvent("reset", 3),)


def test_a_window_sees_what_another_one_changed(journal):
    assert not journal.changed_elsewhere()
    journal.add(lost(4, "A2 R"))
    assert not journal.changed_elsewhere()
    with Journal(journal.path, write=True) as other:
        other.add(lost(5, "A1 R", "B3 Y"), as_written=True)
    assert journal.changed_elsewhere()
    assert not journal.changed_elsewhere()
