"""The lines of a TOML file by the places that messages name, such as ``course[1].words``.

The parser of TOML does not keep them, so they are found by the lines' first words; a line inside
a text of several lines may look like a key, which only moves the number of a line in a message.
"""

import re
from collections import Counter

#: The steps to a value: keys, and numbers in a list.
Place = tuple[str | int, ...]

#: The head of a table, or of the next table in a list.
_HEAD = re.compile(r"\s*(\[\[?)\s*([\w.\"' -]+?)\s*\]\]?\s*(#.*)?$")
#: A key, bare with dots or in quotation marks.
_KEY = re.compile(r"\s*(?:([\w.-]+)|\"([^\"]+)\"|'([^']+)')\s*=")
#: A step in a place as messages write it.
_STEP = re.compile(r"\[(\d+)\]|([\w-]+)")


def line_of_place(text: str, place: str) -> int:
    r"""Return the number of the line that a place in a TOML file begins on, or the table or list
    around it; 0 if neither is found.

    >>> text = 'age = 7\n[[step]]\nminutes = 1\n[step.words]\nen = "Go"\n[[step]]\nminutes = 0'
    >>> [line_of_place(text, place) for place in ("age", "step[1].minutes", "step[0].words.it")]
    [1, 7, 4]
    >>> line_of_place(text, "step[1].words"), line_of_place(text, "group")
    (6, 0)
    """
    lines = _lines_of_places(text)
    steps = _steps(place)
    for length in range(len(steps), 0, -1):
        if steps[:length] in lines:
            return lines[steps[:length]]
    return 0


def _steps(place: str) -> Place:
    steps: list[int | str] = []
    for number, key in _STEP.findall(place):
        if number:
            steps.append(int(number))
        else:
            steps.append(key)
    return tuple(steps)


def _lines_of_places(text: str) -> dict[Place, int]:
    """Return the line on which each table and key of a TOML file begins."""
    lines: dict[Place, int] = {}
    tables = Counter[Place]()
    table: Place = ()
    for number, line in enumerate(text.splitlines(), 1):
        head = _HEAD.match(line)
        if head is not None:
            table = _table(head[2], tables, in_list=head[1] == "[[")
            for length in range(1, len(table) + 1):
                lines.setdefault(table[:length], number)
            continue
        key = _KEY.match(line)
        if key is not None:
            bare, *quoted = key.groups()
            names = [name for name in quoted if name]
            if bare:
                names = bare.split(".")
            for length in range(1, len(names) + 1):
                lines.setdefault((*table, *names[:length]), number)
    return lines


def _table(name: str, tables: Counter[Place], *, in_list: bool) -> Place:
    """Return the place of a table; ``tables`` counts those in each list so far."""
    place: Place = ()
    names = [word.strip(" \"'") for word in name.split(".")]
    for number, word in enumerate(names, 1):
        place += (word,)
        if in_list and number == len(names):
            tables[place] += 1
        if tables[place]:
            place += (tables[place] - 1,)
    return place
