"""Moves whose squares stand in fields of their own, by the names of these fields: ``row`` and
``col``, ``x2``.
"""

import re
from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from typing import Literal, NamedTuple

from kitgen.position_tables.records import SQUARE_KEYS

#: A name of a coordinate, such as ``row``, ``from_x`` or ``c2``: which square it is of, and which
#: axis it is on.
_COORDINATE = re.compile(
    r"""(?:(?P<first>from|source|src|start|f)|(?P<second>to|target|dest|dst|end|t))?[_ .-]?
        (?P<axis>row|r|y|i|column|col|c|x|j)[_ .-]?(?:(?P<before>from|1)|(?P<after>to|2))?""",
    re.VERBOSE,
)
#: Longer names are none of a coordinate.
MAX_SIGNS_OF_A_NAME = 12
#: Words that name the rows and the columns of one square.
_AXES = {
    "row": ("words", 0),
    "col": ("words", 1),
    "column": ("words", 1),
    "r": ("initials", 0),
    "c": ("initials", 1),
    "y": ("plane", 0),
    "x": ("plane", 1),
    "i": ("matrix", 0),
    "j": ("matrix", 1),
}


class _Coordinate(NamedTuple):
    """What a name says: how its kind of words names the axes, 0 for a row and 1 for a column,
    and of which square.
    """

    words: str
    axis: int
    square: Literal["", "first", "second"]


def squares_by_name(names: Iterable[str]) -> list[tuple[str, ...]]:
    """Return the squares of a move, each as the names of its row and its column, or its own name;
    none if unnamed.

    >>> squares_by_name(["board", "x", "y", "weight"]), squares_by_name(["board", "From", "to"])
    ([('y', 'x')], [('From',), ('to',)])
    >>> squares_by_name(["fr", "fc", "tr", "tc"]), squares_by_name(["row", "col", "row2", "col2"])
    ([('fr', 'fc'), ('tr', 'tc')], [('row', 'col'), ('row2', 'col2')])
    >>> squares_by_name(["board", "row", "y"])
    []
    """
    names = [name for name in names if len(name) <= MAX_SIGNS_OF_A_NAME]
    whole = {name.strip().casefold(): name for name in names}
    if {*SQUARE_KEYS} <= whole.keys():
        return [(whole[key],) for key in SQUARE_KEYS]
    axes_of: defaultdict[tuple[str, str], dict[int, str]] = defaultdict(dict)
    for name in names:
        coordinate = _coordinate(name)
        if coordinate is not None:
            axes_of[coordinate.words, coordinate.square].setdefault(coordinate.axis, name)
    squares = {key: (axes[0], axes[1]) for key, axes in axes_of.items() if len(axes) == 2}
    for words, _ in squares:
        first = squares.get((words, "first")) or squares.get((words, ""))
        second = squares.get((words, "second"))
        if first is not None:
            return [first] if second is None else [first, second]
    return []


@cache
def _coordinate(name: str) -> _Coordinate | None:
    match = _COORDINATE.fullmatch(name.strip().casefold())
    if match is None:
        return None
    words, axis = _AXES[match["axis"]]
    if match["first"] or match["before"]:
        return _Coordinate(words, axis, "first")
    if match["second"] or match["after"]:
        return _Coordinate(words, axis, "second")
    return _Coordinate(words, axis, "")
