"""The sizes of a game: what each would be as a kit, and whether it could be printed."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from kitgen.errors import TooLargeError, UsageError, quoted
from kitgen.games import make_game
from kitgen.model import Game
from kitgen.paper.layout.imposition import labels_per_page
from kitgen.paper.layout.papers import PAGES
from kitgen.paper.layout.stock import read_stock
from kitgen.templates import Templates
from kitgen.theory.explore import LIMIT, SOON
from kitgen.theory.ply_counts import Progress
from kitgen.theory.survey import Survey, survey

#: The sizes tried: two numbers, or one. A game refuses those that it does not have.
LARGEST, LONGEST = 8, 24
#: The most positions that are counted for the list, with a compiled kernel and without.
COUNTED, COUNTED_PLAINLY = 2_000_000, SOON


@dataclass(frozen=True, slots=True)
class SizeRow:
    """A machine on one size of board.

    Attributes:
        game: the game with its size.
        side: the machine's side.
        boxes, beads, choices: boxes, beads when each slot starts with one, and boxes with a choice.
        value: of the game, for the side that starts.
        plies: to its end with best play; None where that has no meaning.
        winner: the side that should win; None for a draw.
        sheets: of matchbox labels; None when the game is too large for a kit.
    """

    game: str
    side: str
    boxes: int
    beads: int
    choices: int
    value: int
    plies: int | None
    winner: str | None
    sheets: int | None


def size_rows(name: str, progress: Progress | None = None) -> list[SizeRow]:
    """Return the figures of every size of a game that is counted in a moment, a row for each side.

    Args:
        name: the game without a size, such as ``hexapawn`` or ``awari,rules=simple``.
        progress: told now and then how far the work is.

    Raises:
        UsageError: there is no such game, or it was given with a size.

    >>> [(row.game, row.side, row.boxes) for row in size_rows("nim")][:2]
    [('nim:1', 'first', 1), ('nim:2', 'first', 1)]
    """
    if ":" in name:
        raise UsageError(f"--sizes lists all sizes; leave out the one in {quoted(name)}")
    make_game(name)
    return [row for found in measured(name, progress) for row in rows_of(found)]


def sizes(name: str) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield the sizes to try, each as it is written and as numbers, small ones first.

    >>> [spec for spec, _ in sizes("hexapawn,x=1")][:3]
    ['hexapawn:1,x=1', 'hexapawn:1x1,x=1', 'hexapawn:1x2,x=1']
    """
    head, comma, options = name.partition(",")
    numbers = [(n,) for n in range(1, LONGEST + 1)]
    pairs = [(a, b) for a in range(1, LARGEST + 1) for b in range(1, LARGEST + 1)]
    for size in sorted([*numbers, *pairs], key=lambda size: (size[0] * size[-1] if len(size) == 2 else size[0], size)):
        yield f"{head}:{'x'.join(map(str, size))}{comma}{options}", size


def measured(name: str, progress: Progress | None = None) -> Iterator[Survey]:
    """Yield the figures of every size that is counted in a moment."""
    too_large: list[tuple[int, ...]] = []
    for spec, size in sizes(name):
        if any(len(small) == len(size) and all(map(int.__le__, small, size)) for small in too_large):
            continue  # a board that holds one that is too large is too large, too
        game = _made(spec)
        if game is None:
            continue
        try:
            yield survey(game, limit=COUNTED if game.packed is not None else COUNTED_PLAINLY, progress=progress)
        except TooLargeError:
            too_large.append(size)


@cache
def labels_on_a_sheet(count: int) -> int:
    """Return how many labels for matchboxes lie on a sheet of A4, when so many are printed.

    >>> labels_on_a_sheet(18), labels_on_a_sheet(304)
    (18, 23)
    """
    return labels_per_page(PAGES["a4"], read_stock("matchbox", Templates()), count)


def _made(spec: str) -> Game | None:
    """Return the game, or None when it does not have this size."""
    try:
        return make_game(spec)
    except UsageError:
        return None


def rows_of(found: Survey) -> Iterator[SizeRow]:
    """Yield a row for each side that has something to decide."""
    winner = None if found.winner is None else found.game.sides[found.winner].name
    for number, side in enumerate(found.game.sides):
        all_turns = found.side(number)
        if all_turns.boxes:
            sheets = None if found.positions > LIMIT else -(-all_turns.boxes // labels_on_a_sheet(all_turns.boxes))
            yield SizeRow(
                game=found.game.spec,
                side=side.name,
                boxes=all_turns.boxes,
                beads=all_turns.slots,
                choices=all_turns.choices,
                value=found.worth.score,
                plies=found.worth.plies,
                winner=winner,
                sheets=sheets,
            )
