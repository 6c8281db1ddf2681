"""Games for journals: those of simulated machines, as a class would note them."""

from pathlib import Path

from kitgen.journal.journal import Journal
from kitgen.kit.kit import Kit
from kitgen.machine.first_games import SampleGame
from kitgen.record.rows import GameRow, PickedBead, sample_games


def row_of(kit: Kit, game: SampleGame, number: int) -> GameRow:
    """Return a game of a simulated machine as it stands on the log."""
    picks = [
        (kit.boxes[box].id, kit.boxes[box].slots[slot].colour.letter) for box, slot in game.picks
    ]
    return GameRow(number, tuple(PickedBead(*pick) for pick in picks), game.outcome)


def rows_of(kit: Kit, games: int, opponent: str = "random") -> list[GameRow]:
    """Return the games of one machine."""
    return [row_of(kit, game, n) for n, game in enumerate(sample_games(kit, games, 1, opponent), 1)]


def begun(path: Path, kit: Kit, rows: list[GameRow] = ()) -> Path:
    """Begin a journal with some games, and return its file."""
    with Journal.create(path, kit) as journal:
        journal.add_all(rows)
    return path
