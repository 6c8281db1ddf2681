"""Games for journals: those of simulated machines, as a class would note them."""

from pathlib import Path

from kitgen.kit.kit import Kit
from kitgen.record.rows import GameRow, PickedBead
from kitgen.record.samples import SampleGame, sample_games
from kitgen.session.session import Session


def row_of(kit: Kit, game: SampleGame, number: int) -> GameRow:
    """Return a game of a simulated machine as it stands on the log."""
    picks = [(kit.boxes[box].id, kit.boxes[box].slots[slot].colour.letter) for box, slot in game.picks]
    return GameRow(number, tuple(PickedBead(*pick) for pick in picks), game.outcome)


def rows_of(kit: Kit, games: int, opponent: str = "random") -> list[GameRow]:
    """Return the games of one machine."""
    return [row_of(kit, game, n) for n, game in enumerate(sample_games(kit, games, 1, opponent), 1)]


def begun(path: Path, kit: Kit, rows: list[GameRow] = ()) -> Path:
    """Begin a session with some games, and return its file."""
    with Session.create(path, kit) as session:
        session.add_all(rows)
    return path
