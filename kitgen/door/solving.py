"""Solving a game by name."""

from kitgen.kit.choices import Wish
from kitgen.kit.editions import plan_kit
from kitgen.model import Game
from kitgen.templates import Templates
from kitgen.theory.ply_counts import Progress
from kitgen.theory.survey import Survey, survey


def solve(
    game: Game | str,
    *,
    force: bool = False,
    limit: int | None = None,
    templates: Templates | None = None,
    progress: Progress | None = None,
) -> Survey:
    """Return the value of a game, and how many positions and boxes each of its turns has.

    Args:
        game: a game written ``NAME[:SIZE][,option=value…]``, or an edition.
        force: True to go on however many positions there are, as long as memory lasts.
        limit: the largest number of positions, up to symmetry; as many as fit into about 1 GiB when None.
        templates: where editions are read from; those that come with kitgen when None.
        progress: is told the name of the stage, how much of it is done, and how much there is (None: not known).

    Returns:
        The figures: ``worth`` for the side that starts (1, 0 or -1, or points, and plies to the end with best play),
        ``layers`` of positions by the ply on which they are first reached.

    Raises:
        UsageError: there is no such game or edition.
        TooLargeError: it has more positions than the limit, and was not forced.

    >>> found = solve("tictactoe")
    >>> found.worth, found.positions, found.side(0).boxes
    (Value(score=0, plies=9), 765, 338)
    """
    if isinstance(game, str):
        game = plan_kit(game, Wish(), templates or Templates()).game
    return survey(game, force=force, limit=limit, progress=progress)
