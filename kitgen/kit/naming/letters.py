"""Letters of beads that are no other letters of the kit: a bead B beside a box B1 and a pit B is three things called B.

A palette gives each colour the letter that it would have by itself. In a kit it gives way to the letters that the game
prints, of its pits, columns and pieces, and to those of the boxes' rows.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from string import ascii_uppercase

from kitgen.kit.palette import Colour

#: Capitals that look like a figure: they are nobody's second choice.
_LIKE_FIGURES = frozenset("IOQ")


def free_letters(palette: Sequence[Colour], game: Collection[str], rows: Collection[str]) -> tuple[Colour, ...]:
    """Return a palette whose letters are none of a game's, nor of the boxes' rows, in as far as there are others.

    A colour keeps its letter if it can; otherwise it has another letter of its name, the first that is left, or else
    of the alphabet. Where rows take nearly all letters, beads keep off the game's alone.

    Args:
        palette: the colours, each with the letter that it has by itself.
        game: the capitals that the game prints.
        rows: the capitals that the boxes' ids begin with.

    >>> blue, clear = Colour("blue", "blue", "B", "square", "#0072B2"), Colour("clear", "clear", "C", "plus", "#FFFFFF")
    >>> [colour.letter for colour in free_letters((blue, clear), "XO", "ABCD")]
    ['L', 'E']
    """
    taken = {colour.letter for colour in palette} - {*game, *rows}
    found = []
    for colour in palette:
        letter = colour.letter
        if letter in {*game, *rows}:
            wanted = (*_others(colour, {*game, *rows}), *_others(colour, {*game}), letter)
            letter = next((other for other in wanted if other not in taken), letter)
            taken.add(letter)
        found.append(replace(colour, letter=letter))
    return tuple(found)


def _others(colour: Colour, refused: Collection[str]) -> list[str]:
    """Return the letters that a colour may have: of its name, then of the alphabet, those like a figure last."""
    letters = dict.fromkeys((*filter(str.isalpha, colour.name.upper()), *ascii_uppercase))
    free = [letter for letter in letters if len(letter) == 1 and letter not in refused]
    return sorted(free, key=_LIKE_FIGURES.__contains__)
