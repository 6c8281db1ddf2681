"""What a user may say of how a table is written: the rest is found out."""

from dataclasses import dataclass

#: The names of squares: numbered by rows, from 1 or 0; by column and row; as on a numeric keypad,
#: whose top row is 7 8 9; by row and column of the first square; and the game's own.
NAMINGS = ("1-9", "0-8", "a1-c3", "7-9", "0,0", "1,1", "own")
#: The images of a position that a table may list.
IMAGES = ("one", "turned", "all")


@dataclass(frozen=True, slots=True)
class TableHints:
    """Hints on how a table is written; what is None will be found out. ``merged`` is as in
    ``Reading``.

    Attributes:
        images: one of ``IMAGES``: of the images of a position the table lists one, all, or one of
            those that turn it.
        letters: what signs stand for, as ``X=b,O=w,-=.``, the signs of the game's own notation on
            the right.
        upside_down: whether the rows of the boards begin with the bottom one.
    """

    letters: str | None = None
    squares: str | None = None
    upside_down: bool | None = None
    images: str | None = None
    merged: bool | None = None
