"""Parts that tell of games: for the gallery some games are played, as a class would play them."""

from collections.abc import Iterator
from contextlib import chdir, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from kitgen.journal.exchange import exported
from kitgen.journal.journal import Journal
from kitgen.kit.kit import Kit
from kitgen.record.rows import GameRow, PickedBead, SampleGame, sample_games

#: How many games are played, as many as a class does in a lesson, against a player who moves at
#: random.
GAMES = 20
LOG = "games.csv"


def _row(kit: Kit, number: int, game: SampleGame) -> GameRow:
    """Return a game as a class notes it."""
    picks = []
    for number_of_box, slot in game.picks:
        box = kit.boxes[number_of_box]
        picks.append(PickedBead(box.id, box.slots[slot].colour.letter))
    return GameRow(number, tuple(picks), game.outcome)


@contextmanager
def after_games(kit: Kit) -> Iterator[tuple[Kit, str]]:
    """Yield a kit after some games, and the name of the file of these games, in a folder that is
    then the current one.

    The name goes into the command that a print shows: it must be the same wherever the site is
    built.
    """
    with TemporaryDirectory() as folder, chdir(folder):
        with Journal.create(Path("class.kitgen"), kit) as journal:
            games = enumerate(sample_games(kit, GAMES, 1), 1)
            journal.add_all([_row(kit, number, game) for number, game in games])
            trained = journal.kit_now()
            Path(LOG).write_bytes(exported(journal, "csv"))
        yield trained, LOG
