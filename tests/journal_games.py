"""Games for journals: those of simulated machines, as a class would note them; and their beads."""

from collections.abc import Sequence
from pathlib import Path

from kitgen.journal.journal import Journal
from kitgen.kit.kit import Kit
from kitgen.machine.first_games import SampleGame
from kitgen.record.rows import GameRow, PickedBead, sample_games


def row_of(kit: Kit, game: SampleGame, number: int) -> GameRow:
    """Return a game of a simulated machine as it stands on the log."""
    picks = []
    for number_of_box, slot in game.picks:
        box = kit.boxes[number_of_box]
        picks.append(PickedBead(box.id, box.slots[slot].colour.letter))
    return GameRow(number, tuple(picks), game.outcome)


def rows_of(kit: Kit, games: int, opponent: str = "random") -> list[GameRow]:
    """Return the games of one machine."""
    return [row_of(kit, game, n) for n, game in enumerate(sample_games(kit, games, 1, opponent), 1)]


def by_slot(kit: Kit, beads: Sequence[Sequence[int]]) -> dict[tuple[str, str], int]:
    """Return the beads of all boxes, slot by slot, by the box and the letter of each."""
    counts = {}
    for box, row in zip(kit.boxes, beads, strict=True):
        for slot, count in zip(box.slots, row, strict=True):
            counts[box.id, slot.colour.letter] = count
    return counts


def begun(path: Path, kit: Kit, rows: list[GameRow] = ()) -> Path:
    """Begin a journal with some games, and return its file."""
    with Journal.create(path, kit) as journal:
        journal.add_all(rows)
    return path
