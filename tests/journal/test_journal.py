"""The journal of a real machine: its file, its transactions, and the beads that are left."""

import os
import re
import sqlite3
import threading
from collections import Counter
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
import skipping_fsync
from counting import at_least, at_least_one
from jobs import TEMPLATES, kit_of, slots_of
from journal_games import begun, row_of, rows_of
from sampling import few

import kitgen
from kitgen.errors import JournalError, KitgenError, OutputError, RecordError, UsageError
from kitgen.journal import store, tables
from kitgen.journal.beads import RunningBeads, played
from kitgen.journal.journal import Journal
from kitgen.journal.store import GameChange
from kitgen.kit.kit_json import with_hash
from kitgen.kit.rule import Change, Rule, in_languages, read_rule
from kitgen.machine.learning import with_counts, with_rule
from kitgen.machine.paper_machine import PaperMachine, Shelf
from kitgen.record.game_lines import NotedRow
from kitgen.record.rows import GameRow, Passages, PickedBead, sample_games

KITS = ("her", "him", "gardner24", "menace", "awari-mini", "ladder")
LOST = GameRow(1, (PickedBead("A1", "R"), PickedBead("B1", "R")), -1)


# --- the beads that are left
# -------------------------------------------------------------------------------------


def rules_for(kit):
    """Return all rules that keep beads, and some that no template has, that make sense for a
    kit.
    """
    named = [read_rule(name, TEMPLATES) for name in TEMPLATES.names("rules")]
    last = Change(from_end=(-1,))
    own = [
        Rule("a source", {"en": "refilled"}, empty="refill", loss=last),
        Rule(
            "a source",
            {"en": "forgiven"},
            start=(2,),
            empty="resign",
            win=Change(every=1),
            loss=last,
        ),
    ]
    return [
        rule
        for rule in (*named, *own)
        if rule.learns == "beads" and not (rule.when_empty.draws and not kit.draws)
    ]


@pytest.mark.parametrize("name", few(KITS, one_in=4))
def test_the_beads_are_those_of_the_paper_machine_after_every_game(name):
    """With each rule, pick for pick; and whether the machine gave up is found out where the rule
    asks for it.

    Where a game may have ended so on the table as well as at an empty box nobody can find it out:
    there it is noted.
    """
    for rule in at_least(7, rules_for(kit_of(name))):
        kit = with_rule(kit_of(name), rule, "own")
        running = RunningBeads(Passages(kit))
        machine = PaperMachine(Shelf(kit))
        for number, game in enumerate(at_least(60, sample_games(kit, 60, machines=1)), 1):
            row = row_of(kit, game, number)
            ways = {gave_up for outcome, gave_up in running.read(row).ends if outcome == row.result}
            assert game.resigned in ways
            if len(ways) == 2 and running.schedule.cares_how_it_ended(row.result):
                row = replace(row, resigned=game.resigned)
            for box, slot in game.picks:
                bead = kit.boxes[box].slots[slot].colour.letter
                assert running.there(
                    running.slots(GameRow(1, (PickedBead(kit.boxes[box].id, bead),), 1))[0]
                )
            running.learn(row)
            for update in game.updates:
                assert running.all()[update.box][update.slot] == update.after, (rule.title, number)
            assert machine.beads is not None
        totals = [sum(row) for row in running.all()]
        assert totals == running._totals


def test_a_forgiving_rule_heeds_that_the_machine_gave_up_noted_or_found_out():
    """Where the rule forgives the move that was not made, the last bead stays; so it does where
    that must have been.
    """
    rule = Rule("a source", {"en": "forgiven"}, empty="resign", loss=Change(from_end=(-1,)))
    passages = Passages(with_rule(kit_of("her"), rule, "own"))
    beads = [(box, slot) for box, slot in slots_of(passages.kit) if box.turn == 1]
    ends = {
        bead[1].colour.letter + bead[0].id: passages.ends(passages.follow([bead])[-1])
        for bead in beads
    }
    seen = set()
    for (box, slot), ways in zip(at_least_one(beads), ends.values(), strict=True):
        lost = {gave_up for outcome, gave_up in ways if outcome == -1}
        for said in (None, *lost):
            running = RunningBeads(passages)
            running.learn(GameRow(1, (PickedBead(box.id, slot.colour.letter),), -1, resigned=said))
            gave_up = said if said is not None else lost == {True}
            seen.add((said, gave_up))
            beads_now = running.all()[passages.kit.indices[box.id]]
            assert sum(beads_now) == len(box.slots) - (not gave_up), (
                box.id,
                slot.colour.letter,
                said,
            )
    assert {(True, True), (None, True)} <= seen


def test_a_journal_gives_the_kit_with_the_beads_that_are_left(tmp_path):
    kit = kit_of("her")
    path = begun(tmp_path / "a.kitgen", kit, [LOST])
    now = kitgen.load_kit(path)
    assert [(box.id, slot.colour.letter) for box, slot in slots_of(now) if slot.beads == 0] == [
        ("B1", "R")
    ]
    now_beads = [[slot.beads for slot in box.slots] for box in now.boxes]
    assert now == with_hash(
        replace(with_counts(kit, now_beads), command="kitgen print a.kitgen", played=played([LOST]))
    )
    assert now.hash != kit.hash
    with Journal(path) as journal:
        assert journal.beads() == now_beads
        assert journal.status().beads == kit.beads - 1 == now.beads


def test_a_journal_has_a_rule_of_its_own_and_its_starting_beads(tmp_path):
    with kitgen.new_journal("her", tmp_path / "a.kitgen", rule="michie") as journal:
        assert journal.printed == kit_of("her")
        assert journal.kit.rule == in_languages(read_rule("michie", TEMPLATES), "en")
        assert journal.kit.boxes[0].slots[0].beads == 4
        assert journal.printed.hash != journal.kit.hash == with_hash(journal.kit).hash
        journal.add(LOST)
    with Journal(tmp_path / "a.kitgen") as journal:
        assert journal.rule_name == "michie"
        assert journal.beads()[0] == [3, 4, 4]
    for rule, said in (("tris", "keeps no beads"), ("gardnr", "did you mean 'gardner'")):
        with pytest.raises(UsageError, match=said):
            kitgen.new_journal("her", tmp_path / "b.kitgen", rule=rule)
    assert not (tmp_path / "b.kitgen").exists()


# --- notes
# --------------------------------------------------------------------------------------------------


def test_games_are_noted_whole_or_not_at_all(tmp_path):
    rows = rows_of(kit_of("her"), 20)
    with Journal.create(tmp_path / "a.kitgen", kit_of("her")) as journal:
        wrong = replace(rows[12], result=0)
        with pytest.raises(RecordError, match=r"game 13: .* it cannot be drawn"):
            journal.add_all([*rows[:12], wrong, *rows[13:]])
        assert journal.games() == ()
        assert journal.add_all(rows) == journal.games() == tuple(rows)
        assert journal.add_all(rows) == ()
        with pytest.raises(RecordError, match="game 3 is there already, as "):
            journal.add(replace(rows[2], opponent="Anna"))
        with pytest.raises(RecordError, match="game 21 is given twice"):
            journal.add_all([replace(rows[0], game=21)] * 2)
        assert journal.add(replace(rows[0], game=0)).game == 21


def test_a_game_that_comes_late_stands_where_its_number_says(tmp_path):
    rows = rows_of(kit_of("her"), 6)
    with Journal.create(tmp_path / "a.kitgen", kit_of("her")) as journal:
        journal.add_all([*rows[:2], *rows[3:]])
        journal.add(rows[2])
        assert journal.games() == tuple(rows)
        assert journal.undo() == (GameChange(rows[2], None),), "it was noted last"


def test_steps_are_undone_and_stay_in_the_file(tmp_path):
    rows = rows_of(kit_of("her"), 9)
    path = begun(tmp_path / "a.kitgen", kit_of("her"), rows[:6])
    with Journal(path, write=True) as journal:
        for row in rows[6:]:
            journal.add(row)
        assert journal.undoing() == journal.undo() == (GameChange(rows[8], None),)
        assert journal.undo(5) == tuple(GameChange(row, None) for row in rows[5:8])
        assert journal.games() == tuple(rows[:5])
        with pytest.raises(RecordError, match="no game after game 5 to take out"):
            journal.undo(5)
        assert (
            journal.redoing() == journal.redo() == tuple(GameChange(None, row) for row in rows[5:8])
        )
        assert journal.redo() == (GameChange(None, rows[8]),)
        with pytest.raises(RecordError, match="nothing to redo"):
            journal.redo()
        journal.undo(7)
        assert journal.undo() == (GameChange(rows[6], None),)
        assert journal.undo() == tuple(GameChange(row, None) for row in rows[:6]), (
            "a table is one step"
        )
        with pytest.raises(RecordError, match="nothing to undo"):
            journal.undo()
        assert [step.kind for step in journal.log()] == ["add"] * 4 + ["undo"] * 2 + [
            "redo"
        ] * 2 + ["undo"] * 3
    with sqlite3.connect(path) as inside:
        assert inside.execute("SELECT game FROM game ORDER BY id").fetchall() == [
            (n,) for n in range(1, 10)
        ]


def test_a_game_is_edited_removed_and_inserted_and_the_log_shows_what_was_there(tmp_path):
    rows = rows_of(kit_of("her"), 6)
    with Journal.create(tmp_path / "a.kitgen", kit_of("her"), rows=[*rows[:4], rows[5]]) as journal:
        named = replace(rows[2], opponent="Anna")
        assert journal.edit(3, replace(named, game=0)) == journal.game(3) == named
        with pytest.raises(RecordError, match="is noted like that already"):
            journal.edit(3, named)
        with pytest.raises(RecordError, match=r"game 3: .* cannot be drawn"):
            journal.edit(3, replace(named, result=0))
        with pytest.raises(RecordError, match="has no game 5; the nearest is game 4"):
            journal.game(5)
        moved = [replace(row, game=row.game + 1) for row in (named, rows[3])]
        assert journal.insert(3, rows[0]) == (replace(rows[0], game=3), *moved)
        assert [row.game for row in journal.games()] == [1, 2, 3, 4, 5, 6], (
            "up to the number that was free"
        )
        assert journal.remove(2) == rows[1]
        assert [
            problem.kind for problem in journal.check().problems if problem.kind == "game-missing"
        ] == []
        edit, insert, remove = journal.log()[-3:]
        assert (edit.kind, edit.game, edit.changes) == ("edit", 3, (GameChange(rows[2], named),))
        assert insert.changes == (
            GameChange(None, replace(rows[0], game=3)),
            GameChange(named, moved[0]),
            GameChange(rows[3], moved[1]),
        )
        assert remove.changes == (GameChange(rows[1], None),)
        assert all(
            re.fullmatch(r"\d{4}-\d\d-\d\dT[\d:]{8}[+-]\d\d:\d\d", step.when)
            for step in (edit, remove)
        )
        for _ in range(3):
            journal.undo()
        assert journal.games() == (*rows[:4], rows[5])
        assert [step.undone for step in journal.log()] == [False] * 5 + [True] * 3 + [False] * 3
        journal.remove(2)
        journal.insert(2, rows[1])
        assert journal.games() == (*rows[:4], rows[5]), "a free number moves nothing"


def test_a_row_of_a_marked_sheet_keeps_its_number(tmp_path):
    rows = rows_of(kit_of("her"), 3)
    with Journal.create(
        tmp_path / "a.kitgen", kit_of("her"), rows=rows, marked=[NotedRow(1, 3, 3, "read")]
    ) as journal:
        with pytest.raises(
            RecordError, match="game 3 is a row of a marked sheet, which keeps its number"
        ):
            journal.insert(2, rows[0])
        assert journal.insert(4, rows[0])[0].game == 4


def test_games_as_written_are_never_doubled(tmp_path):
    rows = [
        LOST,
        LOST,
        replace(LOST, game=2, picks=(PickedBead("B1", "U"),)),
        replace(LOST, game=3, result=0),
    ]
    with Journal.create(tmp_path / "a.kitgen", kit_of("her")) as journal:
        late = journal.add(rows[2])
        assert late.last_only
        for new in (3, 0):
            assert len(journal.add_all(rows, as_written=True)) == new
        with pytest.raises(
            RecordError,
            match=r"game 3 is there already, .*; to correct it: kitgen journal edit .* 3",
        ):
            journal.add(replace(LOST, game=3), as_written=True)
        assert journal.add_all([replace(LOST, game=3), late], instead={3, late.game}) == (
            replace(LOST, game=3),
        )
        assert len(journal.games()) == 4


def test_all_that_is_said_of_a_game_is_kept(tmp_path):
    row = replace(
        LOST, opponent='Nicolò; "x"', starts="we", when="9 May", remark="a\nb", resigned=False
    )
    with Journal.create(tmp_path / "a.kitgen", kit_of("her")) as journal:
        journal.add(row)
        journal.add(GameRow(2, (PickedBead("B1", "U"),), -1))
        assert journal.games() == (row, GameRow(2, (PickedBead("B1", "U"),), -1, last_only=True))


def test_a_journal_is_never_written_over_and_leaves_one_file(tmp_path):
    path = begun(tmp_path / "a.kitgen", kit_of("her"), [LOST])
    before = path.read_bytes()
    with pytest.raises(OutputError, match="already exists"):
        Journal.create(path, kit_of("him"))
    with Journal(path) as journal:
        assert len(journal.games()) == 1
    assert path.read_bytes() == before
    assert [one.name for one in tmp_path.iterdir()] == ["a.kitgen"]


# --- files that are none, damaged, old, new, or not to be written
# -------------------------------------------------


def test_a_file_that_is_no_journal_is_refused_in_a_line(tmp_path):
    path = begun(tmp_path / "a.kitgen", kit_of("her"), rows_of(kit_of("her"), 30))
    whole = path.read_bytes()
    foreign = tmp_path / "foreign.kitgen"
    with sqlite3.connect(foreign) as other:
        other.execute("CREATE TABLE game (id)")
    cases = {
        "empty": b"",
        "text": b"game,A,result\n",
        "magic": whole[:16],
        "half": whole[: len(whole) // 2],
    }
    cases["torn"] = whole[:4096] + bytes(4096) + whole[8192:]
    for name, data in cases.items():
        (tmp_path / name).write_bytes(data)
    for name in (*cases, "foreign.kitgen", "none.kitgen", "."):
        for write in (False, True):
            with (
                pytest.raises(JournalError) as said,
                Journal(tmp_path / name, write=write) as journal,
            ):
                journal.games()
            assert "\n" not in str(said.value)
    for name, data in cases.items():
        assert (tmp_path / name).read_bytes() == data
    assert not (tmp_path / "none.kitgen").exists()


@pytest.mark.parametrize("at", few(range(0, 60, 3), one_in=4))
def test_a_journal_that_was_cut_off_anywhere_is_read_or_refused(tmp_path, at):
    path = begun(tmp_path / "a.kitgen", kit_of("her"), rows_of(kit_of("her"), 30))
    data = path.read_bytes()
    path.write_bytes(data[: len(data) * at // 60])
    with pytest.raises(KitgenError):
        Journal(path).games()


def test_what_the_file_says_of_its_machine_is_checked(tmp_path):
    path = begun(tmp_path / "a.kitgen", kit_of("her"), [LOST])
    for key, value in (("rule", b"{}"), ("kit", b"{}"), ("software", b"\xff")):
        copy = tmp_path / key
        copy.write_bytes(path.read_bytes())
        with sqlite3.connect(copy) as inside:
            inside.execute("UPDATE machine SET value = ? WHERE key = ?", (value, key))
        with pytest.raises(KitgenError, match=str(copy)):
            Journal(copy)
    with sqlite3.connect(path) as inside:
        inside.execute("UPDATE game SET picks = 'A1'")
    with Journal(path) as journal, pytest.raises(JournalError, match="a game in it cannot be read"):
        journal.games()


def test_a_journal_of_a_newer_kitgen_is_left_alone(tmp_path):
    path = begun(tmp_path / "a.kitgen", kit_of("her"), [LOST])
    with sqlite3.connect(path) as inside:
        inside.execute(f"PRAGMA user_version = {tables.WITH_EVENTS + 1}")
    before = path.read_bytes()
    for write in (False, True):
        with pytest.raises(JournalError, match="comes from a newer kitgen"):
            Journal(path, write=write)
    assert path.read_bytes() == before


def test_a_rule_that_a_newer_kitgen_has_noted_is_not_the_users_mistake(tmp_path):
    path = begun(tmp_path / "a.kitgen", kit_of("her"), [LOST])
    rule = msgspec.json.decode(msgspec.json.encode({"name": "ours", "rule": kit_of("her").rule}))
    rule["rule"]["empty"] = "sulk"
    with sqlite3.connect(path) as inside:
        inside.execute(
            "UPDATE machine SET value = ? WHERE key = 'rule'", [msgspec.json.encode(rule)]
        )
    inside.close()
    with pytest.raises(
        JournalError,
        match=r"does not know 'sulk' as rule\.empty; a newer kitgen has written it, or",
    ):
        Journal(path)


@pytest.mark.skipif(not hasattr(os, "seteuid"), reason="files have other rights there")
def test_a_read_only_journal_can_be_read_and_not_written(tmp_path):
    path = begun(tmp_path / "a.kitgen", kit_of("her"), [LOST])
    path.chmod(0o444)
    tmp_path.chmod(0o555)
    for folder in tmp_path.parents[:3]:
        folder.chmod(folder.stat().st_mode | 0o055)
    mine = os.geteuid()
    if mine == 0:
        os.seteuid(65534)
    try:
        assert not os.access(path, os.W_OK, effective_ids=True)
        with Journal(path) as journal:
            assert len(journal.games()) == 1
        with (
            pytest.raises(OutputError, match=r"is read-only|cannot be used"),
            Journal(path, write=True) as journal,
        ):
            journal.add(replace(LOST, game=2))
        with pytest.raises(OutputError, match="cannot be written"):
            Journal.create(tmp_path / "b.kitgen", kit_of("her"))
    finally:
        os.seteuid(mine)
        tmp_path.chmod(0o755)
    with (
        Journal(path) as journal,
        pytest.raises(OutputError, match="is read-only; nothing was noted"),
    ):
        journal.add(replace(LOST, game=2))


def test_a_full_disk_loses_nothing_that_was_noted(tmp_path):
    path = begun(tmp_path / "a.kitgen", kit_of("her"), [LOST])
    with Journal(path, write=True) as journal:
        (pages,) = journal._connection.execute("PRAGMA page_count").fetchone()
        journal._connection.execute(f"PRAGMA max_page_count = {pages}")
        more = [replace(LOST, game=number, remark="x" * 500) for number in range(2, 100)]
        with pytest.raises(OutputError, match="the disk is full; nothing was noted"):
            journal.add_all(more)
        assert journal.games() == (LOST,)
        journal._connection.execute(f"PRAGMA max_page_count = {pages + 1000}")
        journal.add_all(more)
        assert len(journal.games()) == 99


def test_a_confirmed_game_is_on_the_disk(tmp_path, monkeypatch):
    """Outside tests, which do without (``skipping_fsync.py``): the system is told to write at each
    confirmation.
    """
    monkeypatch.setattr(skipping_fsync.Connection, "execute", sqlite3.Connection.execute)
    with Journal(begun(tmp_path / "a.kitgen", kit_of("her")), write=True) as journal:
        full = 2
        assert journal._connection.execute("PRAGMA synchronous").fetchone() == (full,)


# --- several at once
# ---------------------------------------------------------------------------------------------


@pytest.mark.every
def test_two_writers_and_ten_readers(tmp_path):
    """Nobody loses a game, no reader sees half of one, and no number is given twice."""
    kit = kit_of("her")
    rows = rows_of(kit, 24)
    path = begun(tmp_path / "a.kitgen", kit)
    faults = []
    seen = []
    done = threading.Event()

    def write(own):
        try:
            for row in own:
                with Journal(path, write=True) as journal:
                    journal.add(replace(row, game=0))
        except KitgenError as error:
            faults.append(error)

    def read():
        try:
            count = 0
            while not done.is_set():
                with Journal(path) as journal:
                    games = journal.games()
                assert [row.game for row in games] == list(range(1, len(games) + 1))
                assert len(games) >= count
                count = len(games)
                seen.append(count)
        except (KitgenError, AssertionError) as error:
            faults.append(error)

    writers = [threading.Thread(target=write, args=(rows[start::2],)) for start in (0, 1)]
    readers = [threading.Thread(target=read) for _ in range(10)]
    for thread in (*writers, *readers):
        thread.start()
    for thread in writers:
        thread.join()
    done.set()
    for thread in readers:
        thread.join()
    assert faults == []
    assert len(seen) > 10
    with Journal(path) as journal:
        assert Counter(row.picks for row in journal.games()) == Counter(row.picks for row in rows)
    assert [one.name for one in tmp_path.iterdir()] == ["a.kitgen"]


def test_a_writer_that_waits_in_vain_is_told(tmp_path, monkeypatch):
    path = begun(tmp_path / "a.kitgen", kit_of("her"))
    monkeypatch.setattr(store, "MAX_WAIT_SECONDS", 0.05)
    with Journal(path, write=True) as one, Journal(path, write=True) as other:
        one._connection.execute("BEGIN IMMEDIATE")
        with pytest.raises(OutputError, match="another kitgen is writing to"):
            other.add(LOST)
        one._connection.execute("ROLLBACK")
        assert other.add(LOST) == LOST
        assert one.games() == (LOST,)


def test_every_kind_of_path_is_a_journal(tmp_path, monkeypatch):
    begun(tmp_path / "a b?.kitgen", kit_of("her"), [LOST])
    begun(tmp_path / "plain", kit_of("her"), [LOST])
    monkeypatch.chdir(tmp_path)
    for name in ("a b?.kitgen", "plain", Path("plain")):
        assert kitgen.load_kit(name).beads == 44


@pytest.mark.every
def test_commands_go_on_from_the_beads_that_are_left(tmp_path):
    """The chance to win the next game is that of the beads in the boxes, by exact reckoning and
    by simulation.
    """
    kit = kit_of("her")
    path = begun(tmp_path / "a.kitgen", kit, rows_of(kit, 60))
    now = kitgen.load_kit(path)
    chance = kitgen.exact(str(path), at=[1]).wins[1]
    assert chance == kitgen.exact(now, at=[1]).wins[1] > kitgen.exact("her", at=[1]).wins[1] + 0.1
    tally = kitgen.simulate(str(path), games=1, machines=400)
    assert abs(tally.wins[0] / 400 - chance) < 0.1
    found = kitgen.find(now, "bbb/..w/ww. b").box
    with Journal(path) as journal:
        assert [slot.beads for slot in found.slots] == journal.beads()[0]


def test_verify_judges_the_kit_as_printed_and_all_games(tmp_path):
    path = begun(tmp_path / "a.kitgen", kit_of("her"), rows_of(kit_of("her"), 60))
    report = kitgen.verify(path)
    assert report.passed
    assert report.checks[-1].name == "the journal agrees with the rules"
    assert report.hash == kit_of("her").hash
    with Journal(path, write=True) as journal:
        journal.add(replace(LOST, game=61), as_written=True)
        journal.add(replace(LOST, game=62), as_written=True)
    report = kitgen.verify(path)
    assert [check.name for check in report.checks if check.verdict == "wrong"] == [
        "the journal agrees with the rules"
    ]


def test_a_machine_in_training_can_be_printed(tmp_path):
    path = begun(tmp_path / "a.kitgen", kit_of("her"), rows_of(kit_of("her"), 60))
    made = kitgen.make_document(kitgen.load_kit(path), parts=["labels"])
    assert len(made.sheets) >= 1
