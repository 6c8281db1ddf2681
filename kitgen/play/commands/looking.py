"""Commands that look ahead, or at games that are over: hints, analysis, games from a file, going on from a position."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kitgen.errors import UsageError
from kitgen.play.ahead.telling import hint_lines, judged_line, summary_lines
from kitgen.search.plan import DEEPEST
from kitgen.search.record import GameRecord

if TYPE_CHECKING:
    from kitgen.play.console import Console

#: After how many of the best moves a hint goes on, unless somebody says otherwise; below a small screen; and at most.
LINES, FEW_LINES, MOST_LINES = 3, 2, 20


def hint_(console: "Console", rest: list[str]) -> Iterator[str]:
    """Say what the moves of the position that is shown are worth."""
    sitting = console.host.sitting
    lines = console.number(rest, FEW_LINES if console.screened else LINES, MOST_LINES)
    if sitting.ended is not None and not sitting.looks_back:
        raise UsageError(console.words.outcome(sitting.ended))
    prospect = console.host.insight.hint(sitting.line[: sitting.shown + 1], lines)
    yield from hint_lines(console.words, prospect)


def analyse_(console: "Console", rest: list[str]) -> Iterator[str]:
    """Walk the game that ended last, or the one that was opened, and name the moves that lost value."""
    del rest
    words, judged = console.words, []
    record, outcome = to_analyse(console)
    for one in console.host.insight.review(record):
        judged.append(one)
        if one.lost:
            yield judged_line(words, one)
        if console.advance is not None:
            console.advance(len(judged), len(record.moves))
    yield from summary_lines(words, judged, outcome)


def to_analyse(console: "Console") -> tuple[GameRecord, int | None]:
    """Return the game that is to be analysed and how it ended: the one at hand if it is over or was opened."""
    sitting = console.host.sitting
    if sitting.last is None or sitting.ended is not None or sitting.opened:
        return sitting.record(), None if sitting.ended is None else sitting.ended.outcome
    return sitting.last


def game_(console: "Console", rest: list[str]) -> Iterator[str]:
    """Open a game from a file, or the one that ended last."""
    host, words = console.host, console.words
    if rest:
        host.open_game(" ".join(rest))
        yield console.written_game()
    elif host.sitting.last is None:
        raise UsageError(words("no_last_game"))
    else:
        record, _ = host.sitting.last
        host.sitting.open_record(record)
        yield words("last_game", note=record.note)
    console.heard()
    yield from console.standing()


def here_(console: "Console", rest: list[str]) -> Iterator[str]:
    """Go on from the position that is shown, whatever came after it."""
    del rest
    sitting = console.host.sitting
    if sitting.ended is not None and not sitting.looks_back:
        raise UsageError(console.words.outcome(sitting.ended))
    sitting.go_on_from_shown()
    yield console.words("from_here")
    yield from console.run_on()


def ahead_(console: "Console", rest: list[str]) -> Iterator[str]:
    """Say how far hints and analyses look ahead, or let them look so many plies."""
    insight, words = console.host.insight, console.words
    if rest:
        insight.look(console.number(rest, insight.plan.depth, DEEPEST))
    seconds = insight.plan.seconds
    told = words("looks", count=insight.plan.depth)
    yield told if seconds is None else words("looks_within", plies=told, seconds=f"{seconds:g}")
