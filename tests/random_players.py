"""Random keys, clicks and lines at the table of ``kitgen play``, until so many games are over:
nothing may break.
"""

import asyncio
import random
from pathlib import Path

from jobs import TEXTS, kit_of
from textual.widgets import Input, RichLog

from kitgen.games import make_game
from kitgen.journal.journal import Journal
from kitgen.play.console import Console
from kitgen.play.host import GameFile, sit_down
from kitgen.play.screens.play_app import PlayApp, TableScreen

KEYS = [
    "f1",
    "f2",
    "f3",
    "f4",
    "f5",
    "f6",
    "f7",
    "f8",
    "f9",
    "f10",
    "f11",
    "f12",
    "escape",
    "tab",
    "up",
    "down",
    "enter",
    "pageup",
    "end",
    "left",
    "ctrl+z",
    "ctrl+y",
    "ctrl+p",
    "ctrl+o",
    "y",
    "n",
    "question_mark",
]
#: What somebody may type who does not look.
LINES = [
    "b1b2",
    "a1a2",
    "c1c2",
    "a2a3",
    "r",
    "l",
    "box",
    "gallery",
    "back",
    "take white",
    "give white",
    "learn off",
    "learn on",
    "stats",
    "curve",
    "player white random",
    "player black human",
    "give black",
    "new",
    "moves",
    "xyzzy",
    "call white Ada",
    "language es",
    "language en",
    "undo",
    "saves",
    "box b3",
    "rule",
    "hint",
    "hint 1",
    "analyse",
    "game",
    "here",
    "ahead 4",
    "undo yes",
    "redo",
    "new",
    "rule michie yes",
]
#: More hits than this for a game, and the table is stuck: at a kit, at a larger game.
MOST = 30
MOST_LARGE = 400
WIDTH = 80
HEIGHT = 24


def hammer(games: int, seed: int, folder: Path, kit: str = "her") -> int:
    """Hit at random until so many games are over, and return how often that was.

    Args:
        games: how many games.
        seed: where chance comes from.
        folder: where the machines are kept; each has to agree with its journal in the end. Of a
            game too large for machines the finished games are kept, and have to be read back.
        kit: a kit, or a game.
    """
    hits = asyncio.run(_hammer(games, random.Random(seed), folder, kit))
    machines = sorted(folder.glob("*.kitgen"))
    played = sorted(folder.glob("*.txt"))
    assert machines or played
    for path in played:
        file = GameFile(path)
        assert all(file.record(make_game(kit), number + 1).moves for number in range(len(file)))
    for path in machines:
        with Journal(path) as journal:
            assert journal.check().problems == ()
    return hits


async def _hammer(games: int, chance: random.Random, folder: Path, kit: str) -> int:
    host = sit_down(kit_of() if kit == "her" else kit, seed=chance.randrange(1000), folder=folder)
    app = PlayApp(Console(host, TEXTS["en"]))
    app.speed = chance.choice((0, 0.001))
    sides = [side.name for side in host.sitting.game.sides]
    hits = 0
    async with app.run_test(size=(WIDTH, HEIGHT)) as pilot:
        while len(host.sitting.outcomes) < games:
            hits += 1
            assert hits < (MOST if kit == "her" else MOST_LARGE) * games, "no game comes to its end"
            await _hit(app, pilot, chance, sides)
            assert app.is_running
        over = next(screen for screen in app.screen_stack if isinstance(screen, TableScreen))
        said = [strip.text for strip in over.query_one("#log", RichLog).lines]
        assert said
        assert not [line for line in said if "Traceback" in line or "fault of kitgen" in line]
    host.close()
    return hits


async def _hit(app: PlayApp, pilot: object, chance: random.Random, sides: list[str]) -> None:
    """Hit a key, click somewhere, or type a line: a move half of the time."""
    kind = chance.random()
    sitting = app.talk.host.sitting
    if kind < 0.25:
        await pilot.press(chance.choice(KEYS))
        if len(app.screen_stack) > 2 and chance.random() < 0.7:
            await pilot.press("escape")
    elif kind < 0.4:
        await pilot.click(offset=(chance.randrange(WIDTH), chance.randrange(HEIGHT)))
    elif isinstance(app.screen, TableScreen):
        legal = sitting.legal if chance.random() < 0.6 else ()
        typed = app.screen.query_one("#typed", Input)
        typed.value = (
            sitting.game.move_text(chance.choice(legal)) if legal else _line(chance, sides)
        )
        typed.focus()
        await pilot.press("enter")
    else:
        await pilot.press(chance.choice(["escape", "space", "enter", "down", "f1"]))


def _line(chance: random.Random, sides: list[str]) -> str:
    """Return a line that somebody may type, the sides of the game in the place of those of
    Hexapawn.
    """
    return chance.choice(LINES).replace("white", sides[0]).replace("black", sides[1])
