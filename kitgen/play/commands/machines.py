"""Commands about machines: how they learn, how they stand, and where they are kept."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from kitgen.errors import UsageError
from kitgen.paper.texts import Texts
from kitgen.play.figures import curve
from kitgen.play.speech import Speech
from kitgen.play.training import MOST

if TYPE_CHECKING:
    from kitgen.play.console import Console

#: How wide a curve is drawn at most, and how high.
WIDTH, HEIGHT = 60, 4


def learn_(console: "Console", rest: list[str]) -> Iterator[str]:
    """Switch learning on and off."""
    words = console.words
    if not rest or rest[-1].casefold() not in (on := words("on"), off := words("off"), "on", "off"):
        raise UsageError(words("say_learn"))
    side = console.side(rest[:-1])
    console.host.machine(side).learns = rest[-1].casefold() in (on, "on")
    yield words("learns" if console.host.machine(side).learns else "learns_not", side=words.side(side))
    del off


def rule_(console: "Console", rest: list[str]) -> Iterator[str]:
    """Name the learning rule, or begin new machines by another."""
    words, host = console.words, console.host
    if not rest:
        kit = host.machine(host.side).kit
        yield words("rule", rule=kit.choices.rule, rules=", ".join(host.templates.names("rules")))
        return
    host.change_rule(rest[0])
    yield words("new_rule", rule=rest[0], name=host.name) if host.keeps else words("new_rule_unkept", rule=rest[0])
    if host.saves is not None and not host.keeps:
        yield words("cannot_keep")
    yield from console.run_on()


def train_(console: "Console", rest: list[str]) -> Iterator[str]:
    """Let many games be played at once."""
    host, words = console.host, console.words
    games, done = console.number(rest, 100, MOST), 0

    def progress(more: int) -> None:
        nonlocal done
        done += more
        if console.advance is not None:
            console.advance(done, games)

    name = host.name
    played = host.train(games, progress)
    yield words("trained", count=played)
    if host.name != name:
        yield words("trained_anew", name=host.name)
    yield words.figures(host.side, host.figures(host.side))
    yield from console.run_on()


def stats_(console: "Console", rest: list[str]) -> Iterator[str]:
    """Show how both machines stand."""
    del rest
    words, host = console.words, console.host
    for machine in host.sitting.known_machines():
        yield words.figures(machine.side, host.figures(machine.side))
    won, drawn, lost = host.sitting.score()
    yield words("sitting", first=words.side(0), second=words.side(1), won=won, drawn=drawn, lost=lost)


def curve_(console: "Console", rest: list[str]) -> Iterator[str]:
    """Draw the share of games that a machine has won."""
    machine = console.host.machine(console.side(rest))
    if not machine.results:
        yield console.words("no_games_yet")
        return
    yield console.words("curve", games=len(machine.results))
    for number, line in enumerate(curve(machine.results, WIDTH, HEIGHT, plain=console.plain)):
        yield f"{('100%', '', '', '  0%')[number]:>4} |{line}".rstrip()


def saves_(console: "Console", rest: list[str]) -> Iterator[str]:
    """List the machines that are kept."""
    del rest
    saves = console.host.saves
    found = saves.list() if saves is not None else []
    if saves is None or not found:
        yield console.words("no_saves")
        return
    for one in found:
        yield (
            one.name
            + "  "
            + (one.fault or console.words("save", kit=one.kit, won=one.won, drawn=one.drawn, lost=one.lost))
        )
    yield str(saves.folder)


def open_(console: "Console", rest: list[str]) -> Iterator[str]:
    """Go on with another machine."""
    console.host.open(" ".join(rest))
    yield console.words("opened", name=console.host.name)
    yield from console.run_on()


def import_(console: "Console", rest: list[str]) -> Iterator[str]:
    """Keep a machine of another program."""
    if not rest:
        raise UsageError(console.words("say_import"))
    name = console.host.take_in(Path(" ".join(rest)).expanduser())
    yield console.words("imported", name=name, command=console.words("word.open"))


def delete_(console: "Console", rest: list[str]) -> Iterator[str]:
    """Delete a machine that is kept."""
    name = " ".join(rest)
    console.host.delete(name)
    yield console.words("deleted", name=name, command=console.words("word.undo"))


def undo_(console: "Console", rest: list[str]) -> Iterator[str]:
    """Bring back the machine that was deleted last."""
    del rest
    if console.host.saves is None:
        raise UsageError(console.words("no_saves"))
    yield console.words("undeleted", name=console.host.saves.undelete())


def call_(console: "Console", rest: list[str]) -> Iterator[str]:
    """Give a player a name."""
    if len(rest) < 2:
        raise UsageError(console.words("say_name"))
    side, name = console.words.parse_side(rest[0]), " ".join(rest[1:])[:40]
    console.host.sitting.names[side] = name
    yield console.words("called", side=console.words.side(side), name=name)


def language_(console: "Console", rest: list[str]) -> Iterator[str]:
    """Speak another language."""
    templates = console.host.templates
    if len(rest) != 1:
        raise UsageError(console.words("say_language", languages=", ".join(templates.languages())))
    console.words = Speech(console.host.sitting.game, Texts(rest[0].casefold(), templates))
    yield console.words("speaks")


def quit_(console: "Console", rest: list[str]) -> Iterator[str]:
    """Leave."""
    del rest
    console.over = True
    yield console.farewell
