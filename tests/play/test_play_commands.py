"""One table of commands for both tables: keys, questions, undo, help, palette and docs."""

import os
import re
from types import SimpleNamespace

import pytest
from command_answers import run
from counting import at_least
from jobs import LANGUAGES, TEXTS, kit_of
from journal_games import begun
from places import ROOT
from sampling import few
from terminal_screens import played, seen, type_line, until
from textual.widgets import Button, Input, RichLog

from kitgen.cli.commands import play
from kitgen.errors import KitgenError, UsageError
from kitgen.journal.journal import Journal
from kitgen.play.console import Console
from kitgen.play.conversation import BY_NAME, COMMANDS
from kitgen.play.guide import Guide, sit_beside
from kitgen.play.host import sit_down
from kitgen.play.saves import Saves
from kitgen.play.screens.play_app import BesideApp, PlayApp, TableScreen
from kitgen.play.screens.talk_screen import ConfirmScreen

SAY = TEXTS["en"]


@pytest.fixture
def table(tmp_path, seated):
    """Return what sits somebody down at the table of ``kitgen play``."""

    def sit(keep=True, language="en", **choices):
        folder = tmp_path / "machines" if keep else None
        return Console(
            seated(sit_down(kit_of(), seed=7, folder=folder, **choices)), TEXTS[language]
        )

    return sit


@pytest.fixture
def guide(tmp_path):
    """Return a guide with a journal of its own."""
    with Journal(begun(tmp_path / "class3b.kitgen", kit_of()), write=True) as journal:
        yield sit_beside(journal, seed=1)


def app_of(console):
    app = PlayApp(console)
    app.speed = 0
    return app


def beads(console):
    return [[list(box) for box in machine.beads] for machine in console.sitting.known_machines()]


def play_a_game(console):
    games = len(console.sitting.outcomes)
    while len(console.sitting.outcomes) == games:
        console.answer(console.sitting.game.move_text(console.sitting.legal[0]))


# --- the table
# --------------------------------------------------------------------------------------------------


def test_no_key_and_no_word_has_two_meanings():
    keys = [command.key for command in COMMANDS if command.key]
    names = [name for command in COMMANDS for name in (command.name, *command.aliases)]
    assert len(set(keys)) == len(keys)
    assert len(set(names)) == len(names)
    for language in LANGUAGES:
        words = [TEXTS[language](f"play.word.{name}") for name in names]
        assert len(set(words)) == len(words), language


def test_every_command_is_done_somewhere_and_asks_where_the_table_says_so(table, guide):
    console = table()
    words = {"rule": "michie", "game": "x.txt", "open": "her", "insert": "1 A1 R B1 R lost"}
    words |= {"edit": "1 opponent Eva", "remove": "1", "train": "9", "watch": "9"}
    for line in ("b1b2", "c1c2", "a1a2", "b1b2"):
        console.answer(line)
    for line in ("a1a2", "R", "a2b3", "a1a2"):
        guide.answer(line)
    for command in at_least(30, COMMANDS):
        tables = [one for one in (console, guide) if command in one.commands]
        assert tables or command.name in Console.SCREEN_ONLY, command.name
        for one in (one for one in tables if command.name not in ("delete", "watch")):
            question = one.question(command, words.get(command.name, "").split())
            assert question.endswith("?") == command.asks, (command.name, question)
    assert (len(console.sitting.plies), len(guide.table.plies)) == (2, 1), "nothing was done"


def test_the_docs_have_the_table():
    page = (ROOT / "docs" / "playing.md").read_text(encoding="utf-8")
    for command in at_least(30, COMMANDS):
        usage, _, meaning = SAY(
            f"play.help.{command.name}", command=SAY(f"play.word.{command.name}")
        ).partition(": ")
        where = [hasattr(Console, f"_do_{command.name}") or command.name in Console.SCREEN_ONLY,
                 hasattr(Guide, f"_do_{command.name}")]  # fmt: skip
        table = {(True, True): "both", (True, False): "`play`", (False, True): "`journal play`"}[
            tuple(where)
        ]
        usage = f"`{usage}`".replace("|", "\\|")
        row = ["", command.key_label, usage, meaning, table, "yes" if command.asks else "", ""]
        assert "\n" + " | ".join(row).strip() + "\n" in page, command.name


def test_the_help_says_which_commands_ask(table):
    console = table()
    lines = console.answer("?")
    assert lines == console.answer("help")
    for command in console.commands:
        usage = SAY(f"play.help.{command.name}", command=console.word(command.name))
        line = next(line for line in lines if line.strip().startswith(usage))
        assert line.endswith("(asks first)") == command.asks
    console.screened = True
    assert any(line.endswith("(^T, asks first)") for line in console.answer("help"))


# --- questions and undo, in lines
# --------------------------------------------------------------------------------


def test_training_is_asked_about_and_undone(table):
    console = table()
    play_a_game(console)
    before = beads(console)
    results = list(console.sitting.machine(1).results)
    assert console.answer("train 40") == [
        SAY("play.ask.train", count=40),
        SAY("play.say_yes", yes="yes"),
    ]
    assert console.answer("") == [SAY("play.unchanged")]
    assert beads(console) == before
    console.answer("train 40")
    assert "40 games were played." in console.answer("yes")
    after = beads(console)
    assert after != before
    assert console.answer("undo")[0] == "Take back 40 games?"
    console.answer("yes")
    assert beads(console) == before
    assert console.sitting.machine(1).results == results
    assert console.answer("redo")[0] == "Done again: 40 games."
    assert beads(console) == after
    for machine in console.sitting.known_machines():
        assert machine.journal.check().problems == ()
        assert machine.journal.beads() == machine.beads


def test_a_yes_that_nobody_asked_for_does_nothing(table):
    console = table()
    console.answer("train 40")
    console.answer("stats")  # another command is no answer
    assert "not a command" in console.answer("yes")[0]
    assert console.sitting.machine(1).results == []


@pytest.mark.parametrize(
    ("language", "word"), [("en", "machines"), ("it", "macchine"), ("es", "máquinas")]
)
def test_what_is_not_there_is_refused_in_the_players_language(language, word, table):
    console = table(language=language)
    for line in ("open x", "delete x"):
        (answer,) = console.answer(line)
        assert "'x'" in answer
        assert word in answer
    for line, key in (("undo", "no_undo"), ("redo", "no_redo")):
        assert console.answer(line) == [TEXTS[language](f"play.{key}")]
    assert table(keep=False, language=language).answer("open x") == [
        TEXTS[language]("play.no_saves")
    ]


@pytest.mark.parametrize("keep", [True, False])
def test_each_game_is_undone_by_itself(keep, table):
    console = table(keep=keep)
    states = [beads(console)]
    for _ in range(3):
        play_a_game(console)
        states.append(beads(console))
    for state in reversed(states[:-1]):
        console.answer("undo yes")
        assert beads(console) == state
    assert console.answer("undo") == [SAY("play.no_undo")]
    for state in states[1:]:
        console.answer("redo")
        assert beads(console) == state
    console.answer("undo 1 yes")
    assert beads(console) == states[1]


def test_new_machines_and_other_rules_are_asked_about_and_undone(table):
    console = table(name="ada")
    play_a_game(console)
    before = beads(console)
    for line in at_least(2, ("rule michie", "new machine")):
        assert len(console.answer(line)) == 2
        assert console.host.name == "ada"
        console.answer("yes")
        assert console.host.name in ("ada-2", "ada-3")
        play_a_game(console)
        console.answer("undo 1 yes")
        assert (console.host.name, beads(console)) == ("ada", before)
        assert console.host.kit.choices.rule == "gardner"
    play_a_game(console)
    with Journal(console.host.saves.path("ada")) as journal:
        assert journal.status().games == 2
        assert journal.check().problems == ()


def test_a_game_under_way_is_not_thrown_away_unasked(table):
    console = table()
    assert console.answer("new")[0] == "A new game."  # nobody has moved
    console.answer("b1b2")
    for line in at_least(5, ("new", "quit", "rule michie", "game nowhere.txt", "train 3")):
        plies = list(console.sitting.plies)
        assert console.answer(line)[1] == SAY("play.say_yes", yes="yes"), line
        assert console.answer("no") == [SAY("play.unchanged")]
        assert console.sitting.plies == plies
    assert not console.over
    console.answer("quit")
    console.answer("yes")
    assert console.over


def test_machines_that_nobody_saves_are_not_lost_unasked(table):
    console = table(keep=False)
    play_a_game(console)
    assert console.answer("quit")[0] == SAY("play.ask.lose")
    assert not console.over


def test_watching_many_games_is_one_change(table):
    console = table()
    console.answer("player white random")
    before = beads(console)
    assert len(console.answer("watch 6")) == 2
    console.answer("yes")
    assert len(console.sitting.outcomes) == 6
    console.answer("undo yes")
    assert beads(console) == before


@pytest.mark.parametrize("language", LANGUAGES)
def test_questions_are_answered_in_every_language(language, table):
    console = table(keep=False, language=language)
    console.answer(f"{console.word('train')} 12")
    assert TEXTS[language]("play.trained", count=12) in console.answer(console.words("yes"))


# --- what is saved, and what is refused
# --------------------------------------------------------------------------


def test_the_last_line_counts_games_that_could_not_be_saved(table, monkeypatch):
    console = table()
    play_a_game(console)
    assert console.farewell == SAY("play.bye")

    def full(*_rows, **_how):
        raise KitgenError("the disk is full")

    monkeypatch.setattr(Journal, "add_all", full)
    play_a_game(console)
    assert console.farewell == SAY("play.bye_unsaved", count=1)
    assert "the disk is full" in console.answer("train 30 yes")
    assert console.farewell == SAY("play.bye_unsaved", count=31)


def test_a_folder_that_cannot_be_written_is_named_at_the_start(table, monkeypatch, tmp_path):
    monkeypatch.setattr(os, "access", lambda *_: False)
    lines = table().greeting()
    assert f"Nothing can be saved: '{tmp_path}' is read-only." in lines
    (tmp_path / "file").write_text("")
    assert Saves(tmp_path / "file" / "machines").fault.endswith("is not a folder")


@pytest.mark.parametrize("option", ["--rule", "--side"])
def test_a_journal_keeps_its_own_rule_and_side(option, tmp_path):
    path = begun(tmp_path / "class3b.kitgen", kit_of())
    value = {"--rule": "michie", "--side": "white"}[option]
    done = run("play", path, option, value, "--plain", "--no-save", text="quit\n")
    assert done.exit_code == 2
    assert f"{option} '{value}' would change nothing" in done.stderr


def test_a_saved_machine_keeps_its_rule(table):
    console = table(name="ada")
    play_a_game(console)
    with pytest.raises(UsageError, match="machine 'ada' learns by gardner, not michie"):
        table(name="ada", rule="michie")


# --- on the screen
# -----------------------------------------------------------------------------------------------


@pytest.mark.every
@played
async def test_a_key_asks_before_it_trains(table):
    app = app_of(table())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+t")
        await pilot.pause()
        assert "Play 100 games at once?" in seen(app)
        await pilot.press("enter")  # the answer under the cursor is no
        await pilot.pause()
        assert app.talk.sitting.machine(1).results == []
        await pilot.press("ctrl+t")
        await pilot.pause()
        await pilot.press("y")
        await until(pilot, lambda: len(app.talk.sitting.machine(1).results) == 100)
        await until(pilot, lambda: not app.screen._learning)
        await pilot.press("ctrl+z")
        await pilot.pause()
        assert "Take back 100 games?" in seen(app)
        await pilot.click("#yes")
        await until(pilot, lambda: app.talk.sitting.machine(1).results == [])


@pytest.mark.every
@played
async def test_leaving_asks_if_a_game_would_be_lost(table):
    app = app_of(table())
    async with app.run_test(size=(80, 24)) as pilot:
        await type_line(pilot, "b1b2")
        await pilot.press("f1")
        await pilot.pause()
        await pilot.press("ctrl+q")  # from any screen
        await pilot.pause()
        assert isinstance(app.screen, ConfirmScreen)
        await pilot.press("ctrl+q")
        await pilot.pause()
        assert app.is_running
        await pilot.press("escape", "escape")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        await pilot.press("ctrl+q")
        await pilot.pause()
        await pilot.press("y")
    assert app.talk.over


@pytest.mark.every
@played
async def test_statistics_and_help_have_keys(table, guide):
    console = table()
    console.answer("train 50 yes")
    for app in at_least(2, (app_of(console), BesideApp(guide))):
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("f7")
            await pilot.pause()
            assert "beads in the boxes" in seen(app)
            await pilot.press("escape")
            await pilot.pause()
            await pilot.press("question_mark")
            await pilot.pause()
            assert "Escape stops whatever is running" in seen(app)
            await pilot.press("escape", "f2")
            await pilot.pause()
            assert "of 19 boxes" in seen(app)


@pytest.mark.every
@played
async def test_the_palette_lists_all_commands_in_every_language(table):
    app = app_of(table())
    async with app.run_test(size=(100, 40)) as pilot:
        log = app.screen_stack[1].query_one("#log", RichLog)
        for language in at_least(3, LANGUAGES):
            app.talk.answer(f"language {language}")
            await pilot.press("ctrl+p")
            await until(pilot, lambda: app.talk.word("board") in seen(app))
            assert app.talk.words("screen.search") in seen(app)
            await pilot.press(*app.talk.word("curve"))
            await until(
                pilot,
                lambda: app.talk.words("help.curve", command="").partition(": ")[2] in seen(app),
            )
            await pilot.press("enter")
            await pilot.press("enter")
            await until(
                pilot,
                lambda: any(app.talk.words("no_games_yet")[:30] in line.text for line in log.lines),
            )


@pytest.mark.every
@played
async def test_stop_is_there_only_while_something_runs(table):
    app = app_of(table())
    app.speed = 0.05
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f5")
        await pilot.pause()
        assert "F5 Stop" not in seen(app), "a person is to move: nothing plays by itself"
        assert SAY("play.watch_whom")[:30] in seen(app)
        await type_line(pilot, "player white random")
        await pilot.press("f5")
        await until(pilot, lambda: len(app.talk.sitting.outcomes) >= 1)
        assert "F5 Stop" in seen(app)
        await pilot.press("f5")
        await pilot.pause()
        assert "F5 Auto" in seen(app)
        games = len(app.talk.sitting.outcomes)
        plies = len(app.talk.sitting.plies)
        await pilot.pause(0.4)
        assert (len(app.talk.sitting.outcomes), len(app.talk.sitting.plies)) == (games, plies)


@pytest.mark.every
@pytest.mark.parametrize("language", few(LANGUAGES, one_in=5))
@played
async def test_a_terminal_that_is_too_small_says_how_large_it_has_to_be(language, table, guide):
    for app in at_least(2, (app_of(table(language=language)), BesideApp(guide))):
        async with app.run_test(size=(40, 12)) as pilot:
            await pilot.pause()
            width, height = map(int, re.findall(r"\d+", " ".join(seen(app).split()))[2:4])
            assert "♟" not in seen(app)
            await pilot.resize_terminal(width, height)
            await pilot.pause()
            assert "♟" in seen(app)
            assert app.screen.query_one("#typed", Input).display
            assert "^P" in seen(app)
            await pilot.resize_terminal(width, height - 1)
            await pilot.pause()
            assert "♟" not in seen(app)


@pytest.mark.every
@played
async def test_a_box_says_whose_it_is(table):
    app = app_of(table())
    app.speed = 30
    async with app.run_test(size=(80, 24)) as pilot:
        assert "Your moves" in seen(app)
        assert "box A1" not in seen(app)
        assert re.search(r" 3 │ ♟ │ ♟ │ ♟ │ +a1a2 ", seen(app))
        await type_line(pilot, "b1b2")
        assert "Black, box A2" in seen(app)
        assert "Your moves" not in seen(app)


@played
async def test_small_terminals_show_the_keys_that_lead_to_all_others(table):
    app = app_of(table())
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.pause()
        shown = [
            button.id
            for button in app.screen.query("#keys Button").results(Button)
            if button.display
        ]
        assert shown == ["key-help", "key-palette", "key-quit"]
        assert "Your moves" in seen(app)


def test_hints_name_one_of_each_pair_of_mirror_images(table):
    console = table(keep=False)
    *lines, note = console.answer("hint 1")
    best = lines[1].split()[1]
    others = lines[-1].split()
    assert best in ("a1a2", "b1b2")
    assert "c1c2" not in others
    assert ("a1a2" in others) != (best == "a1a2")
    assert note == SAY("play.mirror_images")
    assert BY_NAME["hint"].key == "f11"


@pytest.mark.parametrize(("encoding", "known"), [("latin-1", "latin-1"), (None, "utf-8")])
def test_the_screen_knows_what_the_terminal_can_write(table, monkeypatch, encoding, known):
    begun = []
    console = table()

    class Screen:
        def __init__(self, *words):
            begun.append(words)

        def run(self):
            """Nobody is there."""

    monkeypatch.setattr("kitgen.play.screens.play_app.PlayApp", Screen)
    monkeypatch.setattr(play, "at_terminal", lambda: True)
    monkeypatch.setattr(
        play.sys, "stdout", SimpleNamespace(encoding=encoding, write=len, flush=len)
    )
    monkeypatch.setattr(play, "_say", len)
    play.talk_on(console, plain=False)
    assert begun == [(console, known)]
