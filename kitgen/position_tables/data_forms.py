"""Tables in nested data: objects, pairs, lists, lists side by side, and assignments of programs."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from kitgen.position_tables.named_squares import squares_by_name
from kitgen.position_tables.nested_data import Literals, NestedData, Pairs, Watch, texts_of
from kitgen.position_tables.records import (
    MAX_FIELDS_OF_A_KIND,
    MOVE_KEYS,
    NAMED_MOVE,
    SQUARE_KEYS,
    Fits,
    Record,
    RecordGroup,
)

#: The value that may be a board, the fields beside it, and the names of those with the squares of a
#: move.
_Entry = tuple[NestedData, Mapping[str, NestedData], frozenset[str]]
#: No names of squares.
_NONE: frozenset[str] = frozenset()


def groups_of_program(text: str, kind: str, check: Watch, fits: Fits) -> Iterator[RecordGroup]:
    """Yield the groups in the literals of a program, and in what it assigns to names."""
    literals = Literals(text, kind, check)
    yield from groups_of_data(literals.outermost, check, fits)
    boards: list[_Entry] = [
        (name, {"": value}, _NONE) for name, value in literals.assigned if fits(name)
    ]
    if boards:
        yield _numbered("assignments of a board's moves", boards)
    named = Pairs((name, value) for name, value in literals.assigned if isinstance(value, list))
    yield from _side_by_side(named, fits)


def groups_of_data(data: Iterable[NestedData], check: Watch, fits: Fits) -> Iterator[RecordGroup]:
    """Yield the objects by the name of a field, the short lists by its place, and pairs and
    items that are boards.
    """
    groups = defaultdict[tuple[str, str], list[_Entry]](list)
    waiting: list[NestedData] = [list(data)]
    while waiting:
        check()
        node = waiting.pop()
        if isinstance(node, Pairs):
            for name, entry in _of_object(node):
                groups["objects", name].append(entry)
            if 2 * sum(fits(name) for name, _ in node) > len(node):
                groups["pairs of a board and its moves", ""] += [
                    (name, {"": value}, _NONE) for name, value in node
                ]
            groups["pairs of a board with a move and its beads", ""] += _of_keys(node, fits)
            yield from _side_by_side(node, fits)
            node = [value for _, value in node]
        if isinstance(node, list):
            if 2 * sum(map(fits, node)) > len(node):
                groups["boards alone", ""] += [(value, {}, _NONE) for value in node]
            for place, entries in _of_lists(node, fits):
                groups["lists", str(place)] += entries
            numbered = Pairs(
                (str(number), value) for number, value in enumerate(node[:MAX_FIELDS_OF_A_KIND])
            )
            yield from _side_by_side(numbered, fits)
            waiting += reversed(node)
    for (form, _), entries in groups.items():
        if entries:
            yield _numbered(form, entries)


def _numbered(form: str, entries: Iterable[_Entry]) -> RecordGroup:
    records = [Record(number, *entry) for number, entry in enumerate(entries, 1)]
    return RecordGroup(form, False, records)


def _of_object(node: Pairs) -> Iterator[tuple[str, _Entry]]:
    """Yield each field of an object as a board, by its name."""
    fields: dict[str, NestedData] = {}
    times = Counter[str]()
    for name, value in node:
        own = name
        while own in fields:  # it is given twice
            times[name] += 1
            own = f"{name}'{times[name]}"
        fields[own] = value
    if {*SQUARE_KEYS} <= fields.keys() and MOVE_KEYS[0] not in fields:
        fields[MOVE_KEYS[0]] = Pairs((name, fields[name]) for name in SQUARE_KEYS)
    squares = squares_by_name(fields)
    joined = _NONE
    if squares and len(squares[0]) == 2:
        joined = frozenset(chain.from_iterable(squares))
        move: list[NestedData] = []
        for square in squares:
            move.append([fields[name] for name in square])
        fields[NAMED_MOVE] = [move]
    for name, value in fields.items():
        yield name, (value, fields, joined)


def _of_keys(node: Pairs, fits: Fits) -> list[_Entry]:
    """Return the pairs of an object whose name is a board and a move, such as ``("X.O", 4)`` in
    Python.
    """
    entries: list[_Entry] = []
    for name, value in node:
        board, _, move = name.partition(",")
        if move and isinstance(value, str) and fits(board):
            entries.append((board, {"": Pairs([(move.strip(), value)])}, _NONE))
    return entries if 2 * len(entries) > len(node) else []


def _of_lists(node: Sequence[NestedData], fits: Fits) -> Iterator[tuple[int, list[_Entry]]]:
    """Yield the short lists in a list with boards in one place, by that place."""
    lists = [
        item for item in node if isinstance(item, list) and 1 < len(item) <= MAX_FIELDS_OF_A_KIND
    ]
    for place in range(max(map(len, lists), default=0)):
        items = [item for item in lists if place < len(item)]
        boards = sum(fits(item[place]) for item in items)
        if 2 * boards < len(node):  # names of columns may precede each
            continue
        entries: list[_Entry] = []
        for item in items:
            fields: dict[str, NestedData] = {
                str(number): value for number, value in enumerate(item)
            }
            behind = item[place + 1 :]
            fields["behind"] = behind
            if len(behind) > 1 and all(isinstance(value, str) for value in behind):
                fields["squares"] = "-".join(texts_of(behind))
            entries.append((item[place], fields, _NONE))
        yield place, entries


def _side_by_side(node: Pairs, fits: Fits) -> Iterator[RecordGroup]:
    """Yield lists of equal length, of which one has the boards and another, place by place,
    their moves.
    """
    lists = {name: value for name, value in node if isinstance(value, list) and len(value) > 1}
    for name, boards in lists.items():
        if 2 * sum(map(fits, boards)) <= len(boards):
            continue
        beside = {
            other: value
            for other, value in lists.items()
            if other != name and len(value) == len(boards)
        }
        if not beside:
            continue
        entries: list[_Entry] = []
        for place, board in enumerate(boards):
            fields = {key: value[place] for key, value in beside.items()}
            entries.append((board, fields, _NONE))
        yield _numbered("a list of boards beside a list of their moves", entries)
