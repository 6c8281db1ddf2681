"""The operator's guide on the screen: clicks are what could be typed, and the journal is the
same.
"""

import io
import random
import shutil
import sys

import pytest
from counting import at_least
from jobs import LANGUAGES, TEXTS, kit_of
from journal_games import begun
from sampling import sample
from terminal_screens import cells_of, played, seen, terminal, type_line
from textual.widgets import Button, Input, Static

from kitgen.cli.commands import play as play_command
from kitgen.journal.journal import Journal
from kitgen.play.guide import sit_beside
from kitgen.play.learners import OpenBox
from kitgen.play.screens.board_view import BoardView
from kitgen.play.screens.play_app import BesideApp, BesideScreen
from kitgen.play.screens.talk_screen import label


@pytest.fixture
def beside(tmp_path):
    """Return what makes a guide with a journal of its own."""

    def sit(kit="her", name="class3b", **wish):
        journals.append(
            Journal(begun(tmp_path / f"{name}.kitgen", kit_of(kit, **wish)), write=True)
        )
        return sit_beside(journals[-1], seed=1)

    journals = []
    yield sit
    for journal in journals:
        journal.close()


def answered(app):
    """Return what the guide has said last."""
    return str(app.screen.query(".now").only_one(Static).content)


async def click_move(pilot, move):
    """Click a move: the piece and then the square, unless the square alone says it."""
    cells = cells_of(pilot.app.screen.query_one(BoardView))
    for cell in dict.fromkeys(cell for cell in (move.source, move.target) if cell is not None):
        before = len(pilot.app.talk.table.plies)
        await pilot.click(BoardView, offset=cells[cell])
        await pilot.pause()
        if len(pilot.app.talk.table.plies) != before:
            return


async def click_next(pilot, chance):
    """Do with the mouse what a class may do next, and return the line that it stands for."""
    table = pilot.app.talk.table
    opened = table.open_box()
    if not isinstance(opened, OpenBox):
        move = chance.choice(table.legal)
        await click_move(pilot, move)
        return table.game.move_text(move)
    what = chance.choice(["draw", "bead", "move"])
    slot = chance.choice([number for number, beads in enumerate(opened.beads) if beads])
    if what == "draw":
        await pilot.click("#key-draw")
    elif what == "bead":
        await pilot.click("#box", offset=(4, 1 + slot))
    else:
        await click_move(pilot, opened.moves[slot])
    await pilot.pause()
    return "draw" if what == "draw" else opened.box.slots[slot].colour.letter


@pytest.mark.every
@pytest.mark.parametrize(
    ("name", "games"), [("her", 1), ("her", 3), ("menace-second", 1), ("awari-mini", 1)]
)
@played
async def test_games_by_clicks_are_the_games_by_lines(name, games, beside):
    clicked = BesideApp(beside(name))
    typed = beside(name, "typed")
    chance = random.Random(3)
    typed.screened = True
    typed.greeting()
    async with clicked.run_test(size=(80, 24)) as pilot:
        while typed.last_game < games:
            line = await click_next(pilot, chance)
            assert answered(clicked).partition("\n")[2] == "\n".join(typed.answer(line))
    assert clicked.talk.journal.games() == typed.journal.games()
    assert clicked.talk.journal.beads() == typed.journal.beads()
    assert clicked.talk.journal.check().problems == ()


@pytest.mark.parametrize(
    ("language", "kit", "size"),
    sample(
        [
            ("en", "her", (80, 24)),
            ("it", "menace", (40, 24)),
            ("es", "awari-mini", (80, 24)),
            ("en", "ladder", (200, 60)),
        ],
        one_in=2,
    ),
)
@played
async def test_the_screen_looks_as_before(language, kit, size, beside, golden):
    app = BesideApp(beside(kit, language=language))
    async with app.run_test(size=size) as pilot:
        for _ in range(2):
            move = app.talk.table.game.move_text(app.talk.table.legal[0])
            await (
                pilot.press("ctrl+r") if app.talk.table.machine_moves else type_line(pilot, move)
            )
        await pilot.pause()
        golden(f"play/beside-{kit}-{language}", seen(app))


@pytest.mark.parametrize("language", LANGUAGES)
@played
async def test_every_key_can_be_read(language, beside):
    app = BesideApp(beside("ladder", language=language))
    async with app.run_test(size=(80, 24)):
        buttons = list(app.screen.query("#keys Button").results(Button))
        screen = seen(app)
        for command in at_least(10, [command for command in app.talk.commands if command.key]):
            assert f"{command.key_label} {label(app.talk, command.name)}" in screen
        assert not any(button.can_focus for button in buttons)


@pytest.mark.every
@played
async def test_all_of_it_by_keyboard_alone(beside):
    app = BesideApp(beside())
    journal = app.talk.journal
    async with app.run_test(size=(80, 24)) as pilot:
        for line in ("b1b2", "u", "c1b2", "", "f1"):
            await (pilot.press(line) if line == "f1" else type_line(pilot, line))
        await pilot.pause()
        assert "asks first" in seen(app)
        await pilot.press("escape")
        await pilot.pause()
        await pilot.press("pageup")
        await pilot.pause()
        assert "Type the other side" in seen(app)
        while not journal.games():
            await pilot.press("ctrl+r")
            if not journal.games() and not app.talk.table.machine_moves:
                await type_line(pilot, app.talk.table.game.move_text(app.talk.table.legal[0]))
        await pilot.press("ctrl+z")
        await pilot.pause()
        assert journal.games() == ()
        assert "Game 1 is taken back" in answered(app)
        assert len(app.screen_stack) == 2
        await pilot.press("ctrl+o")
        typed = app.screen.query_one("#typed", Input)
        assert (typed.value, answered(app).partition(":")[0]) == ("box ", "box [BOX [SIDE]]")
        await pilot.press("ctrl+q")
    assert app.talk.over


@pytest.mark.every
@played
async def test_control_c_leaves_and_loses_nothing(beside):
    app = BesideApp(beside())
    async with app.run_test(size=(80, 24)) as pilot:
        for line in ("a1a2", "U", "c1c2", "b1b2"):
            await type_line(pilot, line)
        assert isinstance(app.screen, BesideScreen)
        await pilot.press("ctrl+c")
        await pilot.pause()
        assert "The game on the table is not over" in seen(app)
        assert not app.talk.over
        await pilot.press("y")
    assert app.talk.over
    assert [[pick.text for pick in row.picks] for row in app.talk.journal.games()] == [["A1 U"]]
    assert "is not noted" in app.talk.farewell


class Typed(io.TextIOWrapper):
    """A terminal at which some lines are typed."""

    def __init__(self, text: str = "") -> None:
        super().__init__(io.BytesIO(text.encode()), encoding="utf-8")

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("plain", "there"), [(True, True), (False, False)])
def test_line_by_line_where_that_is_asked_or_the_extra_is_missing(
    plain, there, beside, monkeypatch
):
    out = Typed()
    monkeypatch.setattr(BesideApp, "run", lambda _: pytest.fail("a screen"))
    monkeypatch.setattr(play_command, "installed", lambda *_: there)
    monkeypatch.setattr(sys, "stdin", Typed("a1a2\n"))
    monkeypatch.setattr(sys, "stdout", out)
    guide = beside()
    play_command.talk_on(guide, plain=plain)
    said = out.buffer.getvalue().decode()
    assert not guide.screened
    assert "♟" in said
    assert "Open box A1" in said


@pytest.mark.every
@pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")
def test_in_a_real_terminal(tmp_path):
    path = begun(tmp_path / "class3b.kitgen", kit_of("her", language="it"))
    say = TEXTS["it"]
    with terminal("beside", (80, 24), f"journal play {path} --seed 1") as window:
        window.wait_for(say("journal-play.typed"))
        for line in ("a1a2", "blu", "c1c2", "b1b2"):  # faster than anybody types
            window.send(line, "Enter")
        screen = window.wait_for(say("play.screen.box", side="Nero", box="A2"))
        assert "♟" in screen
        window.send("C-c")
        window.wait_for(say("play.ask.leave")[:30])
        window.send("s")
        window.wait_for("left 0")
        window.wait_for(say("journal-play.bye_unended")[:40])
    with Journal(path) as journal:
        assert [[pick.text for pick in row.picks] for row in journal.games()] == [["A1 U"]]
