"""Games with a result and without beads: a tally has nothing else, and a record of beads may have
none of them.

After such a game nobody knows what is in the boxes, unless the rule changes nothing after it. It is
noted as a game of which only the last beads are known, and of these none.
"""

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from kitgen.errors import RecordError, many
from kitgen.journal.beads import RunningBeads
from kitgen.kit.kit import Kit
from kitgen.machine.learning import schedule_of
from kitgen.record.game_lines import NotedLine
from kitgen.record.rows import GameRow, Passages

#: The most lines that a message names.
MAX_LINES_NAMED = 8


def has_enough_beads(kit: Kit, row: GameRow) -> bool:
    """Return whether the beads that are noted as the last ones of a game are all that the rule
    needs.
    """
    needed = schedule_of(kit.rule).needs(row.result)
    return needed <= len(row.picks) and not kit.rule.when_empty.refills


def is_result_alone(row: GameRow) -> bool:
    """Return whether a game was noted by its result, as a key of the board does, and none of its
    beads is known.
    """
    return row.last_only and not row.picks


def lacks_beads(kit: Kit, row: GameRow) -> bool:
    """Return whether a game has a result and no beads, although its rule needs them."""
    return is_result_alone(row) and not has_enough_beads(kit, row)


def games_without_beads(kit: Kit, rows: Collection[GameRow]) -> int:
    """Return how many games have a result alone, if after some of them nobody knows what is in
    the boxes.
    """
    if not any(lacks_beads(kit, row) for row in rows):
        return 0
    return sum(map(is_result_alone, rows))


def as_tally(row: GameRow) -> GameRow:
    """Return a game of a table without beads as one whose beads are not known, unless the row has
    some or says whether the machine gave up.
    """
    if row.picks or row.resigned is not None:
        return row
    return replace(row, last_only=True)


def refuse_mixture(kit: Kit, rows: Collection[GameRow]) -> None:
    """Raise ``RecordError`` if some games lack their beads and others have them."""
    lacking = [row.game for row in rows if lacks_beads(kit, row)]
    if lacking and any(row.picks for row in rows):
        games = f"{many(len(lacking), 'game')} have"
        if len(lacking) == 1:
            # A game that has no number yet gets the next one.
            games = f"game {lacking[0]} has" if lacking[0] else "1 game has"
        raise RecordError(
            f"{games} a result and no beads, and others have beads; after such a game nobody "
            "knows what is in the boxes; "
            "note results alone in a journal of their own: kitgen journal new"
        )


def ends_at_once(beads: RunningBeads, row: GameRow) -> bool:
    """Return whether a game may have ended before the machine picked a bead, with the boxes as
    they are now: by the rules, or because its first box was empty.
    """
    passages = beads.passages
    ends = passages.ends(passages.start)
    if (row.result, False) in ends:
        return True
    if (row.result, True) not in ends:
        return False
    return any(map(beads.empty, passages.next_boxes(passages.start)))


def refuse_without_beads(
    passages: Passages, lines: Iterable[NotedLine], before: Sequence[GameRow] = ()
) -> None:
    """Refuse a table with beads in which some games have none, although the rule needs them; name
    their lines.

    Args:
        lines: the games of the table.
        before: the games that the journal has already.
    """
    kit = passages.kit
    bare = [line for line in lines if line.row is not None and _is_bare(kit, line.row)]
    if not bare:
        return
    # What is in the boxes before a game depends on all games before it. Rows are told apart by
    # their identity, since two of them may be equal; games without a number are the last.
    games = [*before, *(line.row for line in lines if line.row is not None)]
    games.sort(key=lambda row: row.game or math.inf)
    bare_lines = {id(line.row): line for line in bare}
    beads = RunningBeads(passages)
    wrong = []
    for row in games:
        line = bare_lines.get(id(row))
        if line is not None and not ends_at_once(beads, row):
            wrong.append(line)
        beads.learn(row)
    if not wrong:
        return
    wrong.sort(key=lambda line: (line.sheet, line.line))
    places = ", ".join(line.place for line in wrong[:MAX_LINES_NAMED])
    if len(wrong) > MAX_LINES_NAMED:
        places += f" and {len(wrong) - MAX_LINES_NAMED} more"
    raise RecordError(
        f"{places}: a result and no beads, in a table with beads, and no first box was empty; "
        "write the beads, or put the games without beads into a table and a "
        "journal of their own"
    )


def _is_bare(kit: Kit, row: GameRow) -> bool:
    """Return whether a game has no beads, its rule needs some, and nothing says why."""
    return (
        not row.picks
        and not row.last_only
        and row.resigned is None
        and not has_enough_beads(kit, row)
    )
