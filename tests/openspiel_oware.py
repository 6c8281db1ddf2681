"""OpenSpiel's oware, to hold Awari against: its states as positions of ours, and the moves that
differ.
"""

import re

from kitgen.model import Position


def board(state) -> tuple[int, ...]:
    """Return the pits of an oware state in the order of our cells."""
    rows = [line.split() for line in str(state).splitlines()]
    north, south = [row for row in rows if row and all(word.isdigit() for word in row)]
    return (*map(int, south), *map(int, reversed(north)))


def scores(state) -> list[int]:
    """Return the seeds that each side has won in an oware state, South's first."""
    north, south = re.findall(r"score = (\d+)", str(state))
    return [int(south), int(north)]


def slams(pits: int, position: Position) -> set[int]:
    """Return the moves that take all seeds in the other row, found without the code under test."""
    side = position.to_move
    other = range((1 - side) * pits, (2 - side) * pits)
    found = set()
    for origin in range(side * pits, (side + 1) * pits):
        cells = list(position.cells)
        path = [pit for step in range(1, 400) if (pit := (origin + step) % (2 * pits)) != origin][
            : cells[origin]
        ]
        if not path:
            continue
        cells[origin] = 0
        for pit in path:
            cells[pit] += 1
        last = path[-1]
        taken = last in other and all(cells[pit] in (2, 3) for pit in other if pit <= last)
        if taken and not any(cells[pit] for pit in other if pit > last):
            found.add(origin)
    return found
