"""The board styles, one file each. A new one is a file with a class after ``styles/style.py``, and a line here."""

from kitgen.model import Diagram
from kitgen.paper.card.styles.open import Open
from kitgen.paper.card.styles.pit import Pit
from kitgen.paper.card.styles.rung import Rung
from kitgen.paper.card.styles.square import Square
from kitgen.paper.card.styles.style import Style

#: The styles by the words that stand in ``Diagram.cell``.
STYLES: dict[str, Style] = {"square": Square(), "open": Open(), "pit": Pit(), "rung": Rung()}


def style_of(diagram: Diagram) -> Style:
    """Return how boards of a diagram's kind are drawn.

    >>> from kitgen.games import make_game
    >>> style_of(make_game("awari:2x3").diagram).things
    'seeds'
    """
    return STYLES[diagram.cell]
