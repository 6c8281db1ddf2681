"""A journal's whole life as a golden text: every step, right or wrong, what it says, and all that
is known of the machine after it. And what is said of a single game, for many games.
"""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import msgspec
import pytest
from counting import at_least
from jobs import TEXTS, kit_of
from journal_games import begun, rows_of

from kitgen.errors import KitgenError
from kitgen.journal import store
from kitgen.journal.beads import RunningBeads, most_left
from kitgen.journal.change_words import change_text, curve_line, log_rows
from kitgen.journal.class_board import BoardFolder, called, leaders, learned_words
from kitgen.journal.class_journals import (
    fared,
    group_names,
    journals_named,
    move_to_numbers,
    name_one_group,
    numbered,
    numbers_of,
)
from kitgen.journal.exchange import exported, exported_machine, read_moves
from kitgen.journal.journal import Journal
from kitgen.journal.journal_words import (
    JournalWords,
    given_lines,
    shown_games,
    status_lines,
    to_do,
    what_now,
)
from kitgen.journal.results_alone import ends_at_once
from kitgen.journal.understand import (
    Problem,
    either,
    impossible_end,
    nearest,
    nearest_in,
    problems_of,
    understood,
)
from kitgen.kit.kit import Given, GivenBox
from kitgen.kit.kit_json import with_hash
from kitgen.machine.learning import with_rule
from kitgen.record.game_lines import NotedRow
from kitgen.record.machine_events import EventBead, MachineEvent
from kitgen.record.rows import GameRow, Passages, PickedBead
from kitgen.record.table_words import OWN_WORDS

RESULT = {"W": 1, "D": 0, "L": -1}


def told(function, *given, **wish):
    """Return what a function answers, or how it refuses."""
    try:
        return function(*given, **wish)
    except KitgenError as error:
        return f"refused: {error}"


def game(text: str, number: int = 0) -> GameRow:
    """Return a game such as ``A1 R B1 U L``; with ``…`` only its last beads, with ``!`` or ``?`` it
    is known that the machine gave up, or that it did not.
    """
    *words, result = text.split()
    last_only = "…" in words
    resigned = {"!": True, "?": False}.get(result[1:])
    words = [word for word in words if word != "…"]
    picks = tuple(map(PickedBead, words[::2], words[1::2]))
    return GameRow(number, picks, RESULT[result[0]], resigned=resigned, last_only=last_only)


def shown(row) -> str:
    """Return a game in one line, with all that is known of it."""
    if not isinstance(row, GameRow):
        return str(row)
    more = [word for word in (row.opponent, row.remark, row.when) if word]
    mark = {None: "", True: " gave up", False: " ended"}[row.resigned]
    last = "… " if row.last_only else ""
    return f"{row.game}: {last}{row.picks_text} {row.result:+d}{mark} {' '.join(more)}".rstrip()


GAMES = """
    L|W|D|L!|L?|W!|… L|… A1 R L|A1 R L|A1 R W|A1 R D|A1 r L|A1 red L|A1 X L|Z1 R L|A1 R B1 R L
    A1 R B1 R W|A1 R B9 R L|A1 U B5 R C8 R L|A1 U B5 R C8 R W|A2 U B2 Y C3 R L|B1 R L|B1 R W|C1 R L
    … B1 R L|… B1 R W|… C1 R A1 R L|A1 R A1 R L|A1 R L!|A1 R B1 R L!|A1 R B1 R W!|A1 Y B10 R W|9 R L
    9 U 6 R L|9 U 5 R W|9 R 8 R L|9 R 7 U 4 Y L|9 Y 5 R 3 Y W|5 R W|… 5 R L|2 U W|1 R L|9 R 9 R L
""".replace("\n", "|")


def learned(beads, row) -> str:
    """Return what a game changes in boxes that are then as they were."""
    before = beads.state()
    beads.learn(row)
    changes = []
    for box, start, end in zip(beads.kit.boxes, beads.first, beads.first[1:], strict=False):
        had = before[0][start:end]
        has = beads.counts[start:end]
        if had != has:
            changes.append(f"{box.id} {had} -> {has}")
    beads.restore(before)
    return ", ".join(changes)


@pytest.mark.parametrize("name", ["her", "ladder", "him"])
def test_what_is_made_of_a_noted_game(name, golden):
    """By rules of which each needs to know something else."""
    lines = []
    for rule, empty in (
        ("gardner", "resign-blame"),
        ("michie", "refill"),
        ("never-last", "resign"),
    ):
        kit = kit_of(name, rule=rule)
        kit = with_hash(with_rule(kit, msgspec.structs.replace(kit.rule, empty=empty), rule))
        passages = Passages(kit)
        beads = RunningBeads(passages)
        lines.append(f"== {rule}, {empty}")
        for text in at_least(40, filter(None, map(str.strip, GAMES.split("|")))):
            row = game(text, 4)
            lines.append(f"{text}: {shown(told(understood, passages, row))}")
            lines += [f"  {problem.message}" for problem in problems_of(beads, row)]
            lines.append(f"  may end at once: {told(ends_at_once, beads, row)}")
            lines.append(f"  learned: {learned(beads, row)}")
    golden(f"journal/noted-{name}", "\n".join(lines))


def test_problems_in_words(golden):
    lines = []
    boxes = ("B1", "B3", "C2", "C10", "A2")
    for language in ("en", "it"):
        texts = TEXTS[language]
        for kind, detail in (
            ("unknown-bead", ""), ("unknown-bead", "box"), ("wrong-box", ""),
            ("wrong-box", "first"), ("wrong-box", "over"), ("bead-gone", ""),
            ("bead-gone", "empty"), ("wrong-result", ""), ("unclear-end", ""),
            ("game-twice", ""), ("game-missing", ""),
            ("game-missing", "several"),
        ):  # fmt: skip
            for others, ends, after in (
                (boxes, (-1, 1), "A1 R"),
                (boxes[:1], (), ""),
                ((), (0,), ""),
            ):
                problem = Problem(
                    7, 2, kind, "B4", "R", detail, after, others, ends, last=9, result=-1
                )
                lines.append(problem.sentence(texts))
        for count in range(6):
            names = boxes[:count]
            lines.append(f"{either(texts, names)} | {either(texts, names, more=True)}")
            lines.append(f"{nearest_in(texts, 'C3', names)} | {nearest('C3', names)}")
        for results in ([], [1], [-1, 0], [1, 1, 0, -1]):
            lines.append(curve_line(texts, results, draws=True))
            lines.append(curve_line(texts, results, draws=False))
    golden("journal/problems", "\n".join(lines))


def counted(boxes: str) -> dict:
    """Return counts such as ``A1 R 2 A1 U 0``."""
    words = boxes.split()
    return {
        (box, bead): int(number)
        for box, bead, number in zip(words[::3], words[1::3], words[2::3], strict=True)
    }


def all_as(journal) -> dict:
    """Return counts of all boxes that agree with what the kit began with."""
    counts = {}
    for box in journal.kit.boxes:
        for slot in box.slots:
            counts[box.id, slot.colour.letter] = slot.beads
    return counts


MARKED = [NotedRow(1, 1, 9, "game"), NotedRow(1, 2, 10, "void")]
LIFE = [
    ("add 1 game", lambda j: j.add(game("A1 R B1 R L"))),
    ("add it again", lambda j: j.add(game("A1 R B1 R L", 1))),
    ("add another of its number", lambda j: j.add(game("A1 U B5 R C8 R L", 1))),
    ("add another instead", lambda j: j.add_all([game("A1 U L", 1)], instead=[1])),
    ("add two of one number", lambda j: j.add_all([game("A1 U L", 2), game("A2 R L", 2)])),
    ("add three", lambda j: j.add_all([game("A1 Y B10 R W"), game("A2 R L"), game("A1 R L", 5)])),
    ("add two", lambda j: j.add_all([game("A2 R L", 8), game("A2 U L", 9)], as_written=True)),
    ("undo them", lambda j: j.undo()),
    ("add an impossible one", lambda j: j.add(game("A1 R B9 R L"))),
    ("add it as written", lambda j: j.add(game("A1 R B9 R L"), as_written=True)),
    ("add a result alone", lambda j: j.add(game("… L"))),
    ("undo", lambda j: j.undo()),
    ("redo", lambda j: j.redo()),
    ("redo", lambda j: j.redo()),
    ("edit", lambda j: j.edit(2, game("A1 Y B10 R W"))),
    ("edit to an impossible one", lambda j: j.edit(2, game("A1 Y B10 R L"))),
    ("edit one that is not there", lambda j: j.edit(4, game("A2 R L"))),
    ("edit", lambda j: j.edit(6, game("A2 U L"))),
    ("edit a name", lambda j: j.edit(3, game_named("A2 R L", "Anna", "well played"))),
    ("insert", lambda j: j.insert(3, game("A1 R B1 U L"))),
    ("insert where there is room", lambda j: j.insert(5, game("A2 R L"))),
    ("remove", lambda j: j.remove(2)),
    ("remove again", lambda j: j.remove(2)),
    ("count", lambda j: j.note_count(counted("A1 R 0 A1 U 0 A1 Y 1 B1 R 1 B1 U 0"))),
    ("count again", lambda j: j.note_count(counted("A1 R 0 A1 U 0 A1 Y 1 B2 R 0"))),
    ("what is counted", lambda j: j.last_count()),
    ("go on from it", lambda j: j.go_on_from_count()),
    ("add", lambda j: j.add(game("A1 Y B10 R W"))),
    ("go on from it", lambda j: j.go_on_from_count()),
    ("refill", lambda j: j.happened(MachineEvent("refilled", 3, box="A1"))),
    ("refill no box", lambda j: j.happened(MachineEvent("refilled", 3, box="Z9"))),
    ("refill after no game", lambda j: j.happened(MachineEvent("refilled", 99, box="A1"))),
    ("others", lambda j: j.happened(MachineEvent("others", 7, games=3))),
    ("go on", lambda j: j.go_on_from_count()),
    ("count all", lambda j: j.note_count(all_as(j))),
    ("go on from all", lambda j: j.go_on_from_count()),
    ("add", lambda j: j.add(game("A1 R L"))),
    ("reset", lambda j: j.happened(MachineEvent("reset", 8))),
    ("undo the reset", lambda j: j.undo()),
    ("undo all after 5", lambda j: j.undo(5)),
    ("undo all after 99", lambda j: j.undo(99)),
    ("redo them", lambda j: j.redo()),
    ("others, nobody knows how many", lambda j: j.happened(MachineEvent("others", 8))),
    ("rows of a sheet", lambda j: j.add_marked(MARKED, [game("A2 R L", 9)])),
    ("insert before a row", lambda j: j.insert(9, game("A2 R L"))),
    ("remove names", lambda j: (j.games_with_names(), j.remove_names())),
]  # fmt: skip


def game_named(text, opponent, remark):
    row = game(text)
    return GameRow(0, row.picks, row.result, opponent=opponent, remark=remark)


@pytest.fixture
def clock(monkeypatch):
    """A clock that goes on by a minute whenever a step is noted."""
    times = iter(range(10_000))
    begin = datetime(2026, 3, 9, 8, 30, tzinfo=UTC)

    def now():
        time = begin + timedelta(minutes=next(times))
        return SimpleNamespace(astimezone=lambda: time)

    monkeypatch.setattr(store, "datetime", SimpleNamespace(now=now))


def after_a_step(journal) -> list[str]:
    """Return all that is known of a machine now."""
    kit = journal.kit
    lines = [f"  {shown(row)}" for row in journal.games()]
    beads = told(journal.beads)
    if isinstance(beads, list):
        first = RunningBeads(journal.passages).all()
        rows = zip(kit.boxes, beads, first, strict=True)
        beads = ", ".join(f"{box.id} {now}" for box, now, before in rows if now != before)
    lines.append(f"  beads: {beads}")
    lines.append(f"  {journal.summary()}")
    return lines


def answered(answer) -> str:
    if isinstance(answer, tuple):
        return "; ".join(map(answered, answer))
    if isinstance(answer, store.GameChange):
        return f"[{shown(answer.before)} -> {shown(answer.after)} {answer.only_moves}]"
    return shown(answer)


@pytest.mark.usefixtures("clock")
def test_the_life_of_a_journal(tmp_path, golden):
    lines = []
    known = []
    english = TEXTS["en"]
    path = begun(tmp_path / "her.kitgen", kit_of())
    with Journal(path, write=True) as journal:
        for what, step in at_least(46, LIFE):
            before = [told(journal.undoing), told(journal.redoing)]
            lines.append(f"== {what}: {answered(told(step, journal))}")
            lines.append(f"  undo or redo was {answered(tuple(before))}")
            now = after_a_step(journal)
            now.append(f"  {told(what_now, journal, english)}")
            words = JournalWords(journal.kit, english, journal=journal.path)
            checked = journal.check()
            now.append(f"  {words.verdict(checked)}")
            now += [f"  - {line}" for line in words.checked(checked)]
            lines += ["  as before"] if now == known else now
            known = now
        lines += end_of_a_life(journal)
    golden("journal/life", "\n".join(lines).replace(str(tmp_path), "FOLDER"))


def end_of_a_life(journal) -> list[str]:
    """Return all lists of a journal: its games, its log, its status, in several languages."""
    lines = [str(row) for row in journal.table()]
    lines.append(str(journal.status().report()))
    lines += [str(event) for event in journal.events()]
    for language in ("en", "de"):
        words = JournalWords(journal.kit, TEXTS[language], journal=journal.path)
        lines += [" | ".join(row) for row in log_rows(words, journal.log())]
        lines += [" | ".join(row) for row in shown_games(journal, TEXTS[language])]
        lines += status_lines(journal, TEXTS[language])
        lines.append(to_do(journal, TEXTS[language]))
        lines += [words.event(event, capital=True) for event in journal.events()]
        for entry in journal.log():
            lines += [change_text(TEXTS[language], change) for change in entry.changes]
    lines += exported(journal, "csv").decode().splitlines()
    lines += exported(journal, "jsonl").decode().splitlines()[1:]
    lines.append(str(told(journal.kit_now)))
    return lines


def test_a_machine_that_goes_on_after_events_began_with_other_beads(tmp_path, golden):
    path = begun(tmp_path / "her.kitgen", kit_of(), rows_of(kit_of(), 9))
    lines = []
    with Journal(path, write=True) as journal:
        for event in (
            MachineEvent("refilled", 4, box="A1"),
            MachineEvent("counted", 6, beads=(EventBead("A1", "R", 5), EventBead("B1", "U", 0))),
            MachineEvent("reset", 7),
        ):
            kit = journal.kit_now()
            lines.append(f"{kit.command} {len(kit.played)} games, {kit.beads} beads")
            lines += given_lines(kit, TEXTS["en"])
            journal.happened(event)
            lines.append(f"{event}")
            lines += after_a_step(journal)
        kit = journal.kit_now()
        lines += [str(kit.given)[:150], str(kit.played), *given_lines(kit, TEXTS["en"])]
        lines.append(str(most_left(journal.passages, journal.games())))
        save, notes = exported_machine(journal)
        lines += [*map(str, notes), *save.decode().splitlines()]
    golden("journal/after-events", "\n".join(lines))


@pytest.mark.parametrize("results", [(0, 3, 0), (1, 0, 0), (0, 0, 2)])
def test_games_of_a_machine_that_was_taken_over_are_told_also_if_all_were_draws(results):
    won, drawn, lost = results
    beads = GivenBox("A1", (1, 1, 1))
    kit = replace(kit_of(), given=Given("a table of boxes", (beads,), "", won, drawn, lost))
    (line,) = given_lines(kit, TEXTS["en"])
    assert line.endswith(f": {won} won, {drawn} drawn, {lost} lost there")


def test_a_machine_that_was_taken_over_without_games_is_told_without_figures():
    kit = replace(kit_of(), given=Given("a table of boxes", (GivenBox("A1", (1, 1, 1)),)))
    (line,) = given_lines(kit, TEXTS["en"])
    assert "won" not in line


def test_where_nothing_is_possible_nothing_is_named():
    passages = Passages(kit_of())
    row = game("A1 R W")
    assert impossible_end(passages, (), row) == "after A1 R it cannot be won"
    gave_up = game("L!")
    assert impossible_end(passages, (), gave_up) == "without a bead it cannot be lost so"


def test_drawn_games_are_counted_where_there_are_some(tmp_path):
    path = begun(tmp_path / "x.kitgen", kit_of("tictactoe:3x2", side="x"))
    with Journal(path, write=True) as journal:
        assert (
            status_lines(journal, TEXTS["en"])[1]
            == "0 games: 0 won by the machine, 0 drawn, 0 lost"
        )
        journal.add(game("A1 R B1 R C1 R D"), as_written=True)
        assert (
            status_lines(journal, TEXTS["en"])[1] == "1 game: 0 won by the machine, 1 drawn, 0 lost"
        )
    with Journal(begun(tmp_path / "her.kitgen", kit_of()), write=True) as journal:
        assert status_lines(journal, TEXTS["en"])[1] == "0 games: 0 won by the machine, 0 lost"
        journal.add(game("A1 R D"), as_written=True)
        assert (
            status_lines(journal, TEXTS["en"])[1] == "1 game: 0 won by the machine, 1 drawn, 0 lost"
        )


MOVES = """1: a1a2 b3a2 b1a2 c3c2
a1a2 b3a2 b1a2 c3c2 W # a remark
a1a2 b3a2 b1a2 c3c2 L
2: a1a2 b3b2

# nothing
1. a1a2 2. c3c2 a2b3
a1a2 c3c2 a2b3 x
a1a2 c3c2 a2b3 b1b2
a1a3
a1a2
a1a2 L
a1a2 c3c2 b1b2 L
a1a2 c3c2 b1b2 W
a1a2, c3c2, a2b3 verloren"""


@pytest.mark.parametrize(
    ("name", "text"), [("her", MOVES), ("ladder", "1 2 3 1 2\n3 3 3 L\n3 3 3\n3 2\n3 2 W")]
)
def test_what_is_made_of_moves(name, text, golden):
    lines = []
    for line in read_moves(text, kit_of(name), [OWN_WORDS]):
        lines.append(f"line {line.line}: {shown(line.row)} {line.fault}")
        if line.row is not None:
            lines[-1] += line.row.remark
    golden(f"journal/moves-{name}", "\n".join(lines))


@pytest.mark.usefixtures("clock")
def test_the_board_of_a_class_key_by_key(tmp_path, golden):
    folder = tmp_path / "class3b"
    folder.mkdir()
    for name, games in (("1", 0), ("2", 4), ("Owls", 7)):
        begun(folder / f"{name}.kitgen", kit_of(), rows_of(kit_of(), games) if games else [])
    class_board = BoardFolder(folder)
    lines = []
    for typed in (
        "", "1 l", "1w, 3 l u", "4 l", "1 x", "l 1", "1", "uu", "u u u", "1 l 1 l 1 w", "1234567 l",
        "1 l " * 60, "2 w", "3 lost", "1 W u u",
    ):  # fmt: skip
        noted = told(class_board.press, typed)
        lines.append(f"> {typed[:20]}: {noted}")
        if isinstance(noted, list):
            lines += [class_board.noted_words(noted, TEXTS[language]) for language in ("en", "it")]
    class_board.press("1 l")
    with Journal(class_board.path_of(1), write=True) as journal:
        journal.edit(journal.games()[-1].game, game("… W"))
    lines.append(f"{told(class_board.press, 'u')}")
    with Journal(class_board.path_of(1), write=True) as journal:
        journal.undo()
    lines.append(f"{told(class_board.press, 'u')}")
    lines += [f"{name}: {class_board.number(name)}" for name in ("1", "Owls", "Foxes")]
    lines += [class_board.called(name) for name in ("1", "Owls")]
    lines.append(told(BoardFolder(tmp_path / "none").paths))
    for word in (folder, folder / "1", folder / "1.kitgen", folder / "4", tmp_path / "none"):
        lines.append(f"{told(journals_named, word)}".replace("PosixPath", ""))
    lines.append(name_one_group(folder, class_board.paths()))
    lines.append(str(sorted(place.name for place in numbered(folder).values())))
    board = class_board.board()
    texts = class_board.texts()
    lines.append(f"compared {board.compared}, lost {board.least_lost}, reach {board.reach}")
    for group in board.groups:
        bands = [(band.opponent, band.low[:3], band.high[:3]) for band in group.bands]
        lines.append(
            f"{called(group.group, group.number, texts)}: {group.results} {group.leads} {bands}"
        )
        lines.append(f"  {learned_words(group, texts)}")
    journals = [Journal(path) for path in class_board.paths()]
    lines += [str(row) for row in fared(journals)]
    for journal in journals:
        journal.close()
    for text in (
        "0",
        "1",
        "60",
        "61",
        "000060",
        "000003",
        "Foxes, Owls",
        "Foxes,foxes",
        "a/b",
        "",
        "x" * 41,
        "x" * 40,
        ",",
    ):
        lines.append(f"{text}: {told(group_names, text)}")
    for names in (["1", "3"], ["b", "1", "a"], ["01", "2"], ["1000000", "x"]):
        lines.append(f"{names}: {numbers_of(names)}")
    for results in (
        {},
        {"a": []},
        {"a": [1], "b": [-1, 1]},
        {"a": [-1] * 60, "b": [-1] * 30 + [1] * 30},
    ):
        lines.append(f"{leaders(results)}")
    move_to_numbers(folder)
    lines.append(str([path.name for path in class_board.paths()]))
    golden("journal/class-board", "\n".join(lines).replace(str(tmp_path), "FOLDER"))
