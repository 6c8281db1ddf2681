"""What looking ahead has found, in words: hints, moves that were judged, and where a game was lost."""

from collections.abc import Sequence

from kitgen.model import Move
from kitgen.play.speech import Speech
from kitgen.search.analysis import Prospect
from kitgen.search.review import Judged, costliest, decisive

#: So many moves of a variation are shown; the rest is far away.
SHOWN = 12


def worth_text(words: Speech, value: int) -> str:
    """Return a value in words, or in points where a game has any."""
    if words.game.scoring:
        return f"{value:+d}"
    return words(f"worth.{('even', 'win', 'loss')[(value > 0) - (value < 0)]}")


def line_text(words: Speech, moves: Sequence[Move]) -> str:
    """Return a variation, or its beginning where it is long."""
    return words.moves(moves[:SHOWN]) + (" …" if len(moves) > SHOWN else "")


def hint_lines(words: Speech, prospect: Prospect) -> list[str]:
    """Return what the moves of a position are worth: the best with their lines, then all others."""
    lines = [words("ahead", count=prospect.depth)]
    told = {one.moves[0] for one in prospect.lines}
    lines += [f"{worth_text(words, one.value):>7}  {line_text(words, one.moves)}" for one in prospect.lines]
    ranked = sorted(prospect.moves, key=lambda pair: -pair[1])
    rest = [f"{words.moves([move])} {worth_text(words, value)}" for move, value in ranked if move not in told]
    return [*lines, words("other_moves", moves=", ".join(rest))] if rest else lines


def judged_line(words: Speech, one: Judged) -> str:
    """Return a move that has lost value, with the better one."""
    return words(
        "judged", number=one.number, side=words.side(one.position.to_move), move=words.moves([one.move]),
        before=worth_text(words, one.before), after=worth_text(words, one.after),
        line=line_text(words, one.better),
    )  # fmt: skip


def summary_lines(words: Speech, judged: Sequence[Judged], outcome: int | None) -> list[str]:
    """Return what a walked game comes to: how far was looked, how often each side lost value, where it was lost.

    Args:
        words: what is said.
        judged: all moves of the game.
        outcome: how it ended for the side that began; None where it goes on.
    """
    if not judged:
        return [words("no_moves_yet")]
    least, most = min(one.depth for one in judged), max(one.depth for one in judged)
    lines = [words("looked", count=most) if least == most else words("looked_between", least=least, most=most)]
    for side in (0, 1):
        lost = [one.lost for one in judged if one.position.to_move == side and one.lost]
        if not lost:
            lines.append(words("lost_nothing", side=words.side(side)))
        else:
            key = "lost_points" if words.game.scoring else "lost_value"
            lines.append(words(key, side=words.side(side), count=len(lost), points=sum(lost)))
    return [*lines, *_where_lost(words, judged, 1 if outcome == 1 else 0)] if outcome else lines


def _where_lost(words: Speech, judged: Sequence[Judged], loser: int) -> list[str]:
    """Return where a game was lost: with which move, or, where it was behind all along, with which it lost most."""
    turn, worst = decisive(judged, loser), costliest(judged, loser)
    found = turn or worst
    if found is None:
        return [words("never_open", side=words.side(loser))]
    key = "lost_with" if turn is not None else "lost_most"
    side, move = words.side(loser), words.moves([found.move])
    return [words(key, number=found.number, side=side, move=move, points=found.lost)]
