"""The screens of ``kitgen play``: by Textual's pilot, as text, and through a real terminal."""

import asyncio
import shutil
import threading

import pytest
from counting import at_least
from jobs import LANGUAGES, TEXTS, kit_of
from random_players import hammer
from sampling import few, sample
from terminal_screens import cells_of, played, seen, terminal, type_line, until
from textual.widgets import Button, DataTable, Input, RichLog, Select

from kitgen.compiling import compile_progress
from kitgen.games import make_game
from kitgen.journal.journal import Journal
from kitgen.machine.paper_machine import SplitMix
from kitgen.play.console import Console
from kitgen.play.conversation import COMMANDS
from kitgen.play.host import Host, sit_down
from kitgen.play.screens.board_view import BoardView
from kitgen.play.screens.play_app import PlayApp, TableScreen
from kitgen.play.screens.talk_screen import ConfirmScreen, Tick, label
from kitgen.tree_search.plan import Plan
from kitgen.tree_search.scouts import make_scout
from kitgen.tree_search.written_games import parse_record

SIZES = ((80, 24), (200, 60))
#: So many seconds for a step that it is not over while the test looks.
VERY_SLOW = 60


def make_app(kit="her", language="en", folder=None, plain=False, seed=7):
    """Return the app with a kit or game, without pauses between moves."""
    if kit == "awari:6x4":  # too large for boxes, which would take long to find out
        host = Host(None, make_game(kit), SplitMix(seed))
    elif kit in ("her", "ladder", "menace"):
        host = sit_down(kit_of(kit), seed=seed, folder=folder)
    else:
        host = sit_down(kit, seed=seed, folder=folder)
    app = PlayApp(Console(host, TEXTS[language], plain=plain))
    app.speed = 0
    return app


def log_lines(app):
    """Return the lines of the conversation beside the board."""
    table = next(screen for screen in app.screen_stack if isinstance(screen, TableScreen))
    return [strip.text.rstrip() for strip in table.query_one("#log", RichLog).lines]


def sitting_of(app):
    return app.talk.host.sitting


@pytest.mark.parametrize(
    ("language", "size"),
    sample([*((language, SIZES[0]) for language in LANGUAGES), ("en", SIZES[1])], one_in=3),
    ids=str,
)
@played
async def test_the_table_looks_as_before(language, size, golden):
    app = make_app(language=language)
    async with app.run_test(size=size) as pilot:
        await type_line(pilot, "b1b2")
        await until(pilot, lambda: len(sitting_of(app).plies) == 2)
        text = seen(app)
        golden(f"play/table-{language}-{size[0]}x{size[1]}", text)
    app.talk.host.close()


@pytest.mark.every
@pytest.mark.parametrize("language", LANGUAGES)
@played
async def test_the_other_screens_look_as_before(language, golden):
    app = make_app(language=language)
    async with app.run_test(size=(80, 24)) as pilot:
        for key, name in (
            ("f1", "help"),
            ("f2", "gallery"),
            ("f3", "settings"),
            ("f4", "machines"),
        ):
            await pilot.press(key)
            await pilot.pause()
            golden(f"play/{name}-{language}", seen(app))
            if key != "f1" and language == "en":
                await pilot.press("f1")
                await pilot.pause()
                assert TEXTS[language]("play.screen.help").splitlines()[0] in seen(app)
                await pilot.press("escape")
            await pilot.press("escape")
            await pilot.pause()
            assert isinstance(app.screen, TableScreen)
            assert app.focused.id == "typed"


@pytest.mark.every
@pytest.mark.parametrize(
    "kit", few(["ladder", "menace", "awari:6x4", "told:fox-hounds-4x4", "told:mu-torere"], one_in=2)
)
@played
async def test_other_boards_in_letters(kit, golden):
    app = make_app(kit, plain=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: sitting_of(app).waits)
        text = seen(app)
        golden(f"play/letters-{kit.replace(':', '-')}", text)
        # The board is in the upper left of the screen.
        board = "\n".join(line[:42] for line in text.splitlines()[1:9])
        assert board.isascii()
        clicked = cells_of(app.screen.query_one(BoardView))
        assert {*clicked} == {None, *range(len(sitting_of(app).position.cells))}


@pytest.mark.parametrize("language", few(LANGUAGES, one_in=3))
@played
async def test_all_that_keys_do_can_be_read_at_80_columns(language):
    app = make_app(language=language)
    async with app.run_test(size=(80, 24)):
        screen = seen(app)
        words = app.talk.words
        for command in at_least(15, [command for command in app.talk.commands if command.key]):
            assert f"{command.key_label} {label(app.talk, command.name)}" in screen
        assert f"^P {words('screen.palette')}" in screen
        for name, other in (("auto", "stop"), ("take", "give")):
            command = next(command for command in COMMANDS if command.name == name)
            # The button has room for 13 letters, whichever of its two words it says.
            assert len(f"{command.key_label} {label(app.talk, other)}") <= 13


@pytest.mark.every
@pytest.mark.parametrize("size", few(SIZES, one_in=2), ids=str)
@played
async def test_a_piece_is_clicked_and_then_where_it_goes(size):
    app = make_app()
    async with app.run_test(size=size) as pilot:
        board = app.screen.query_one(BoardView)
        sitting = sitting_of(app)
        cells = cells_of(board)
        assert len(cells) == 10  # nine cells, and None
        start = sitting.game.parse_move(sitting.position, "b1b2")
        await pilot.click(BoardView, offset=cells[start.source])
        assert not sitting.plies
        await pilot.click(BoardView, offset=cells[start.target])
        await until(pilot, lambda: len(sitting.plies) == 2)
        assert sitting.plies[0].move == start


@played
async def test_a_bead_is_clicked():
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        sitting = sitting_of(app)
        opened = sitting.open_box()
        second_bead = (4, 2)
        await pilot.click("#box", offset=second_bead)
        await until(pilot, lambda: bool(sitting.plies))
        assert sitting.plies[0].move == opened.moves[1]


@pytest.mark.every
@played
async def test_the_picked_bead_is_seen_before_the_move():
    app = make_app()
    app.speed = VERY_SLOW
    async with app.run_test(size=(80, 24)) as pilot:
        await type_line(pilot, "b1b2")
        assert "▶" not in seen(app)
        await pilot.press("enter")
        await until(pilot, lambda: sitting_of(app).picked is not None)
        assert len(sitting_of(app).plies) == 1
        assert seen(app).count("▶") == 1
        await pilot.press("enter")
        await until(pilot, lambda: len(sitting_of(app).plies) == 2)


@pytest.mark.every
@played
async def test_after_the_game_the_box_of_its_last_move_is_open():
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        sitting = sitting_of(app)
        while sitting.ended is None:
            await type_line(pilot, sitting.game.move_text(sitting.legal[0]))
            await until(pilot, lambda: sitting.waits or sitting.ended is not None)
        await pilot.pause()
        assert seen(app).count("▶") == 1


@pytest.mark.every
@pytest.mark.parametrize("speed", [VERY_SLOW, 0])
@played
async def test_seeds_are_sown_one_by_one_unless_all_is_to_happen_at_once(speed):
    app = make_app("awari:6x4")
    app.speed = speed
    async with app.run_test(size=(80, 24)) as pilot:
        await type_line(pilot, "A")
        await until(pilot, lambda: bool(sitting_of(app).plies))
        assert (app.screen._under_way.stage is not None) == (speed > 0)


@pytest.mark.every
@played
async def test_games_go_on_by_themselves_and_are_looked_at_again(tmp_path):
    app = make_app(folder=tmp_path)
    app.speed = 0.05
    async with app.run_test(size=(80, 24)) as pilot:
        sitting = sitting_of(app)
        await type_line(pilot, "player white random")
        await pilot.press("f5")
        await until(pilot, lambda: len(sitting.outcomes) >= 1 and len(sitting.plies) >= 2)
        await pilot.press("f9")
        await until(pilot, lambda: not app.screen.auto)
        # A game under way is looked at, not one that has ended.
        while len(sitting.plies) < 2 or sitting.ended is not None:
            await pilot.press("enter")
            await pilot.pause()
        await pilot.press("f9")
        await pilot.pause()
        shown = sitting.shown
        plies = len(sitting.plies)
        assert shown < plies
        assert f"after {shown} of {plies}" in seen(app)
        await pilot.press("f10")
        assert sitting.shown == shown + 1
        games = len(sitting.outcomes)
    app.talk.host.close()
    with Journal(tmp_path / "her.kitgen") as journal:
        assert journal.status().games == games
        assert journal.check().problems == ()


@played
async def test_a_side_is_taken_and_given_back():
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f6")
        assert sitting_of(app).players == ["human", "human"]
        assert "F6 Give" in seen(app)
        await pilot.press("f6")
        assert sitting_of(app).players == ["human", "machine"]


@pytest.mark.every
@played
async def test_training_moves_a_bar_and_can_be_stopped():
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await type_line(pilot, "train 300 yes")
        await until(pilot, lambda: len(app.talk.host.sitting.machine(1).results) == 300)
        await until(pilot, lambda: "300 games were played." in log_lines(app))
        assert not app.screen.query_one("#learning").has_class("on")
        # A pilot that types the command would wait until the training is over.
        app.screen.run_worker(app.screen._learn(25_000))
        await asyncio.sleep(0.05)
        bar, share = app.screen.query_one("#learning").children
        assert bar.display
        assert share.display
        assert str(app.screen.query_one("#key-auto", Button).label) == "F5 Stop"
        await pilot.press("escape")
        await until(pilot, lambda: not app.screen.query_one("#learning").has_class("on"))
        assert len(sitting_of(app).outcomes) < 25_000


@pytest.mark.every
@played
async def test_settings_hold_at_once(tmp_path):
    app = make_app(folder=tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f3")
        await pilot.pause()
        screen = app.screen
        screen.query_one("#player-0", Select).value = "winning-move"
        screen.query_one("#rule", Select).value = "michie"
        await until(pilot, lambda: isinstance(app.screen, ConfirmScreen))
        await pilot.press("y")
        screen.query_one("#language", Select).value = "it"
        screen.query_one("#learns-1").value = False
        screen.query_one("#speed", Input).value = "0.01"
        screen.query_one("#name-1", Input).value = "Ada"
        screen.query_one("#dark").value = False
        await pilot.pause()
        await pilot.press("escape")
        await pilot.pause()
        host = app.talk.host
        assert host.sitting.players[0] == "winning-move"
        assert host.sitting.machine(1).kit.choices.rule == "michie"
        assert not host.sitting.machine(1).learns
        assert (app.speed, host.sitting.names[1], app.theme) == (0.01, "Ada", "textual-light")
        assert "Aiuto" in seen(app)
        assert "Ada" in seen(app)
    app.talk.host.close()


@pytest.mark.every
@played
async def test_the_gallery_is_filtered_and_shows_a_box():
    app = make_app()
    app.talk.answer("train 60 yes")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f2")
        await pilot.pause()
        assert "19 of 19" in seen(app)
        app.screen.query_one("#filter-changed").value = True
        await pilot.pause()
        text = seen(app)
        assert "19 of 19" not in text
        assert "[X] changed" in text
        assert "→0" in text


@pytest.mark.every
@pytest.mark.parametrize("language", ["es", "en"])
@played
async def test_a_machine_without_beads_shows_the_positions_that_it_compares(
    language, tmp_path, golden
):
    host = sit_down("tictactoe", seed=7, rule="tris", folder=tmp_path)
    app = PlayApp(Console(host, TEXTS[language]))
    app.speed = VERY_SLOW
    words = app.talk.words
    async with app.run_test(size=(80, 24)) as pilot:
        assert words("cannot_keep") in log_lines(app)
        app.talk.answer("train 30 yes")
        await type_line(pilot, "b2")
        await until(pilot, lambda: len(sitting_of(app).plies) == 1)
        await pilot.press("enter")  # the choice is shown before the move is made
        await until(pilot, lambda: sitting_of(app).picked is not None)
        chosen = sitting_of(app).picked
        assert f"▶ {sitting_of(app).game.move_text(chosen.move)}" in seen(app)
        golden(f"play/compared-{language}", seen(app))
        await pilot.press("f2")
        await pilot.pause()
        golden(f"play/met-{language}", seen(app))
        app.screen.query_one("#filter-negative", Tick).value = True
        boxes = app.screen.query_one("#boxes", DataTable)
        await until(pilot, lambda: boxes.row_count < len(host.sitting.machine(1).met))
        assert boxes.row_count > 0
        await pilot.press("escape", "f3")
        await pilot.pause()
        offered = [value for _, value in app.screen.query_one("#player-0", Select)._options]
        assert "random" in offered
        assert "adversary" not in offered
        app.screen.query_one("#rule", Select).value = "gardner"
        await until(pilot, lambda: isinstance(app.screen, ConfirmScreen))
        await pilot.press(words("yes")[0])
        await until(pilot, lambda: host.keeps)
        app.screen.query_one("#rule", Select).value = "tris"
        await until(pilot, lambda: isinstance(app.screen, ConfirmScreen))
        await pilot.press(words("yes")[0])
        await until(pilot, lambda: not host.keeps)
        assert words("cannot_keep") in seen(app)
    host.close()
    assert not list(tmp_path.iterdir())


@pytest.mark.every
@played
async def test_machines_are_opened_deleted_and_brought_back(tmp_path):
    app = make_app(folder=tmp_path)
    app.talk.answer("train 5 yes")
    app.talk.host.saves.begin("bob", kit_of()).close()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f4")
        await pilot.pause()
        assert "bob" in seen(app)
        await pilot.click("#do-delete")
        await pilot.pause()
        assert "Delete “bob”?" in seen(app)
        await pilot.click("#yes")
        await pilot.pause()
        assert not (tmp_path / "bob.kitgen").exists()
        await pilot.click("#do-undo")
        await pilot.pause()
        assert (tmp_path / "bob.kitgen").exists()
        await pilot.press("escape")
    app.talk.host.close()


@pytest.mark.every
@played
async def test_a_machine_of_another_program_is_taken_in(tmp_path):
    app = make_app(folder=tmp_path)
    file = tmp_path / "old one.json"
    file.write_text(
        '{"memory": {"ooo---OOO": {"validMoves": ["a1a2"], "confidenceScores": [7]}}}',
        encoding="utf-8",
    )
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f4")
        await pilot.pause()
        await pilot.click("#do-import")
        await pilot.pause()
        assert app.focused.id == "file"
        assert "Name the file" in seen(app)
        app.screen.query_one("#file", Input).value = f"{file}x"
        await pilot.press("enter")
        await pilot.pause()
        # Only the beginning: behind it, a long path breaks the line anywhere.
        await until(pilot, lambda: "there is no file" in seen(app))
        assert app.screen.query_one("#file", Input).value
        await pilot.press("backspace", "enter")
        await pilot.pause()
        assert (tmp_path / "old one.kitgen").exists()
        assert "“old one” is kept" in seen(app)
        assert not app.screen.query_one("#file", Input).value
    app.talk.host.close()


@pytest.mark.every
@pytest.mark.parametrize(("games", "hits"), sample([(1, 5), (2, 10)], one_in=4))
def test_random_keys_never_show_a_fault(tmp_path, games, hits):
    """As many games as there is time for; ``benchmarks/hammer_play.py`` plays 200."""
    assert hammer(games, 1, tmp_path) > hits


@pytest.mark.every
@played
async def test_without_colours_nothing_is_lost(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await type_line(pilot, "b1b2")
        await until(pilot, lambda: len(sitting_of(app).plies) == 2)
        assert app.no_color
        assert "Box" in seen(app)


@pytest.mark.every
@pytest.mark.parametrize(
    ("language", "size"), sample([("en", SIZES[0]), ("it", SIZES[1])], one_in=4), ids=str
)
@pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")
def test_in_a_real_terminal(language, size, tmp_path):
    words = f"play her --language {language} --seed 3"
    with terminal(f"play-{language}", size, words, KITGEN_MACHINES=tmp_path) as window:
        window.wait_for(TEXTS[language]("play.typed"))
        window.send("b1b2", "Enter")
        screen = window.wait_for("1. b1b2")
        assert "♟" in screen
        assert TEXTS[language]("play.screen.palette") in screen
        window.send("F2")
        window.wait_for(TEXTS[language]("play.gallery", found=19, boxes=19))
        window.send("Escape")
        window.wait_for(TEXTS[language]("play.typed"))
        (tmp_path / "games.txt").write_text(": b1b2 a3b2 a1b2 ; somebody\n")
        word = TEXTS[language]("play.word.game")
        window.send(f"{word} {tmp_path / 'games.txt'}", "Enter")
        # A game is on the table; the question may go on in a second line.
        window.wait_for(TEXTS[language]("play.ask.leave")[:30])
        window.send(TEXTS[language]("play.yes")[0])
        window.wait_for(TEXTS[language]("play.shown_opened", shown=0, moves=3))
        window.send("F10")
        window.wait_for(TEXTS[language]("play.shown_opened", shown=1, moves=3))
        window.send("a3a2", "Enter")
        window.wait_for("1. b1b2     a3")  # the machine moves
        window.send("C-q")
        window.wait_for("left 0")  # the terminal says so when the program has ended without error


@pytest.mark.every
@played
async def test_buttons_do_what_their_keys_do():
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        for button in at_least(12, app.screen.query("#keys Button").results(Button)):
            assert not button.can_focus
        await pilot.click("#key-gallery")
        await pilot.pause()
        assert not isinstance(app.screen, TableScreen)


def cells_shown(app):
    """Return the cells of the position that the board on the screen shows."""
    return app.screen.query_one(BoardView)._position.cells


@pytest.mark.every
@played
async def test_seeds_are_sown_one_by_one_at_the_chosen_speed(monkeypatch):
    app = make_app("awari:6x4")
    positions = []
    show = BoardView.show

    def noting_show(self, position, *rest):
        positions.append(position)
        show(self, position, *rest)

    monkeypatch.setattr(BoardView, "show", noting_show)
    app.speed = 0.3
    async with app.run_test(size=(80, 24)) as pilot:
        positions.clear()
        await type_line(pilot, "3")  # the third pit, which is C
        await until(pilot, lambda: cells_shown(app) == sitting_of(app).position.cells)
        sums = [sum(position.cells) for position in positions]
        assert sorted(set(sums)) == [44, 45, 46, 47, 48]  # the other seeds are in the hand
        assert sums == sorted(sums)
        assert TEXTS["en"]("play.screen.hand", pieces=1) not in state_line(app)
        app.speed = VERY_SLOW
        await type_line(pilot, "f")
        assert sum(cells_shown(app)) < 48
        await pilot.press("enter")  # does not wait for the other seeds
        await pilot.pause()
        assert cells_shown(app) == sitting_of(app).position.cells
        app.speed = 0
        await type_line(pilot, "A")
        assert cells_shown(app) == sitting_of(app).position.cells


def look_plainly(app, depth):
    """Let hints and analyses look so many plies ahead in plain Python, without compiled code."""
    insight = app.talk.host.insight
    insight.plan = Plan("negascout", depth)
    insight._scout = make_scout(insight.game, insight.plan, plain=True)


def state_line(app):
    """Return the line above the conversation, on how the game stands."""
    return str(app.screen.query_one("#state").render())


@played
async def test_a_hint_is_asked_for_by_a_key():
    language = "es"
    app = make_app(language=language)
    look_plainly(app, 3)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f11")
        await until(
            pilot, lambda: TEXTS[language]("play.ahead", count=3) in "\n".join(log_lines(app))
        )
        even = TEXTS[language]("play.worth.even")
        best = next(line for line in log_lines(app) if line.strip().startswith(even))
        assert best.split()[1] in ("a1a2", "b1b2", "c1c2")
        assert not sitting_of(app).plies


@pytest.mark.every
@played
async def test_a_hint_says_that_code_is_compiled():
    app = make_app()
    look_plainly(app, 3)
    insight = app.talk.host.insight
    hint = insight.hint
    seen_by_test = threading.Event()

    def compile_first(*words):
        compile_progress.report(0, 3)
        assert seen_by_test.wait(20), "the screen is not frozen meanwhile"
        compile_progress.report(0, 0)
        return hint(*words)

    insight.hint = compile_first
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f11")
        await until(
            pilot, lambda: TEXTS["en"]("play.screen.compiling") in "\n".join(log_lines(app))
        )
        seen_by_test.set()
        await until(pilot, lambda: TEXTS["en"]("play.ahead", count=3) in "\n".join(log_lines(app)))


@pytest.mark.every
@played
async def test_a_hint_that_takes_long_is_stopped_by_its_key():
    app = make_app("tictactoe")
    app.talk.host.insight.look(200)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f11")
        await asyncio.sleep(0.3)
        before = len(log_lines(app))
        assert log_lines(app)[-1] == TEXTS["en"]("play.screen.looking")
        await pilot.press("f11")
        await until(pilot, lambda: len(log_lines(app)) > before)
        assert "ahead:" in log_lines(app)[before]


@pytest.mark.every
@played
async def test_an_analysis_fills_its_bar_and_leads_to_the_board(golden):
    app = make_app()
    look_plainly(app, 6)
    async with app.run_test(size=(80, 24)) as pilot:
        sitting = sitting_of(app)
        await pilot.press("f12")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)  # there is nothing to be analysed
        sitting.seat(1, "human")
        for move in ("b1b2", "a3b2", "a1b2", "c3b2", "c1b2"):
            await type_line(pilot, move)
        await pilot.press("f8")
        assert not sitting.plies
        await pilot.press("f12")
        await pilot.pause()
        await until(pilot, lambda: "100%" in seen(app) and "Black  c3b2" in seen(app))
        text = seen(app)
        assert "━━━" in text
        golden("play/analysis-en", text)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        assert (sitting.opened, len(sitting.plies)) == (True, 5)
        first_row = text.splitlines()[3]
        number_of_move = int(first_row.split()[0])
        assert sitting.shown == number_of_move - 1


@pytest.mark.every
@played
async def test_an_analysis_is_left_before_its_end():
    app = make_app("tictactoe")
    look_plainly(app, 9)
    sitting_of(app).open_record(parse_record(sitting_of(app).game, ": a3 b3 c3"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f12")
        await asyncio.wait_for(pilot.press("escape"), 10)
        assert isinstance(app.screen, TableScreen)


@pytest.mark.every
@played
async def test_a_written_game_is_stepped_through_with_keys(tmp_path):
    (tmp_path / "games.txt").write_text(": A b C d ; somebody\n: C f\n")
    app = make_app("awari:6x4")
    app.talk.host.open_game(f"{tmp_path / 'games.txt'}:1")
    async with app.run_test(size=(80, 24)) as pilot:
        sitting = sitting_of(app)
        assert "somebody" in "\n".join(log_lines(app))
        for key, number in (("f10", 1), ("enter", 2), ("f9", 1), ("f9", 0), ("f5", 4)):
            await pilot.press(key)
            await until(pilot, lambda number=number: sitting.shown == number)
        await until(pilot, lambda: not sitting.looks_back)
        await pilot.press("f9")
        await type_line(pilot, "d")
        assert [sitting.game.move_text(ply.move) for ply in sitting.plies] == ["A", "b", "C", "d"]
        await type_line(pilot, "game 2")
        assert (len(sitting.plies), sitting.shown) == (2, 0)


@pytest.mark.every
@played
async def test_levels_are_chosen_by_depth_and_by_time():
    app = make_app("awari:6x4")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f3")
        await pilot.pause()
        chooser = app.screen.query_one("#player-1", Select)
        offered = [str(text) for text, _ in chooser._options]
        assert "level 5 (depth 6)" in offered
        assert "3 s a move" in offered
        assert "perfect" not in offered  # nobody knows what so large a game is worth
        chooser.value = next(
            value for text, value in chooser._options if str(text) == "level 2 (depth 2)"
        )
        app.screen.query_one("#ahead", Input).value = "5"
        await pilot.pause()
        assert sitting_of(app).players[1].startswith("negascout:2,")
        assert app.talk.host.insight.plan.depth == 5
        await pilot.press("escape")
        await pilot.pause()
        assert "North: level 2" in seen(app)


@pytest.mark.every
@played
async def test_a_terminal_with_few_letters_gets_no_others():
    host = sit_down(kit_of(), seed=3)
    texts = TEXTS["it"]  # which have accents, and quotation marks of their own
    app = PlayApp(Console(host, texts, plain=True), "ascii")
    async with app.run_test(size=(80, 24)) as pilot:
        await type_line(pilot, "b1b2")
        for key in ("f1", "f3"):
            assert terminal_text(app).isascii()
            await pilot.press(key)
            await pilot.pause()
            assert terminal_text(app).isascii()
            await pilot.press("escape")
            await pilot.pause()
        assert "b1b2" in terminal_text(app)
    host.close()


def terminal_text(app):
    """Return the text that goes to the terminal, after the filters for its letters."""
    strips = app.screen._compositor.render_strips()
    background = app.screen.background_colors[1]
    for line_filter in app.get_line_filters():
        strips = [strip.apply_filter(line_filter, background) for strip in strips]
    return "\n".join(strip.text for strip in strips)
