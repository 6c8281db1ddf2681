"""Which commands the palette of the screens finds, and what a hand holds while a move is shown."""

import asyncio
from types import SimpleNamespace

import pytest
from counting import at_least
from jobs import TEXTS, kit_of

from kitgen.model import Stage
from kitgen.play.console import Console
from kitgen.play.host import sit_down
from kitgen.play.screens import talk_screen
from kitgen.play.screens.play_app import UnderWay
from kitgen.play.screens.talk_screen import CommandList


class Containing:
    """Counts how often a text has a word in it, where Textual guesses what was meant."""

    def __init__(self, word):
        self.word = word

    def match(self, text):
        return text.count(self.word)


@pytest.fixture
def palette(seated, monkeypatch):
    """The palette at a table of her, on which commands are only noted."""
    host = seated(sit_down(kit_of(), seed=1))
    done = []
    table = SimpleNamespace(talk=Console(host, TEXTS["en"]), action_do=done.append)
    monkeypatch.setattr(talk_screen, "TalkScreen", SimpleNamespace)
    monkeypatch.setattr(CommandList, "screen", table, raising=False)
    monkeypatch.setattr(CommandList, "matcher", lambda _self, query: Containing(query))
    return object.__new__(CommandList), done


async def found(hits):
    return [hit async for hit in hits]


def test_the_palette_lists_and_finds_commands_by_use_and_meaning(palette, golden):
    commands, done = palette
    lines = []
    for hit in at_least(10, asyncio.run(found(commands.discover()))):
        lines.append(f"{hit.display} | {hit.text} | {hit.help}")
    for query in ("undo", "machine", "beads", "xyzzy"):
        hits = asyncio.run(found(commands.search(query)))
        lines += [f"{query}: {hit.score:.2f} {hit.match_display} | {hit.help}" for hit in hits]
        for hit in hits:
            hit.command()
        lines.append(f"  does {' '.join(done)}")
        done.clear()
    golden("play/palette", "\n".join(lines))


def test_what_is_lifted_and_put_down_is_counted_in_the_hand():
    acts = (("lift", 3), ("put", 1), ("lift", 2), ("put", 1), ("put", 1), ("take", 4), ("put", 2))
    stages = tuple(Stage(act, 0, count, (0,)) for act, count in acts)
    game = SimpleNamespace(stages=lambda _position, _move: stages)
    sitting = SimpleNamespace(game=game, shown=0, shown_ply=None)
    under_way = UnderWay(sitting)
    assert not under_way.notice(at_once=False)
    sitting.shown = 1
    sitting.shown_ply = SimpleNamespace(position=None, move=None)
    assert under_way.notice(at_once=False)
    hands = []
    while under_way.stage is not None:
        hands.append(under_way.hand)
        assert under_way.go_on() is (len(hands) < len(stages))
    assert hands == [3, 2, 4, 3, 2, 2, 0]
    assert (under_way.hand, under_way.notice(at_once=False)) == (0, False)
    for shown, at_once in ((2, True), (4, False), (3, False)):
        sitting.shown = shown
        assert not under_way.notice(at_once=at_once)
