"""Tables in nested data: objects, pairs, lists, lists side by side, and assignments of programs."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from kitgen.position_tables.nested_data import Literals, NestedData, Pairs, Watch
from kitgen.position_tables.records import (
    MOST_FIELDS,
    MOVE_KEYS,
    SQUARE_KEYS,
    Fits,
    Record,
    RecordGroup,
)

#: The value that may be a board, and the fields beside it.
_Entry = tuple[NestedData, Mapping[str, NestedData]]


def groups_of_program(text: str, kind: str, check: Watch, fits: Fits) -> Iterator[RecordGroup]:
    """Yield the groups in the literals of a program, and in what it assigns to names."""
    literals = Literals(text, kind, check)
    yield from groups_of_data(literals.outermost, check, fits)
    boards = [(name, {"": value}) for name, value in literals.assigned if fits(name)]
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
                    (name, {"": value}) for name, value in node
                ]
            yield from _side_by_side(node, fits)
            node = [value for _, value in node]
        if isinstance(node, list):
            if 2 * sum(map(fits, node)) > len(node):
                groups["boards alone", ""] += [(value, {}) for value in node]
            for place, entries in _of_lists(node, fits):
                groups["lists", str(place)] += entries
            yield from _side_by_side(
                Pairs((str(n), value) for n, value in enumerate(node[:MOST_FIELDS])), fits
            )
            waiting += reversed(node)
    for (form, _), entries in groups.items():
        yield _numbered(form, entries)


def _numbered(form: str, entries: Iterable[_Entry]) -> RecordGroup:
    return RecordGroup(
        form, False, [Record(number, *entry) for number, entry in enumerate(entries, 1)]
    )


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
    for name, value in fields.items():
        yield name, (value, fields)


def _of_lists(node: Sequence[NestedData], fits: Fits) -> Iterator[tuple[int, list[_Entry]]]:
    """Yield the short lists in a list with boards in one place, by that place."""
    lists = [item for item in node if isinstance(item, list) and 1 < len(item) <= MOST_FIELDS]
    for place in range(max(map(len, lists), default=0)):
        items = [item for item in lists if place < len(item)]
        if 2 * sum(fits(item[place]) for item in items) < len(
            node
        ):  # names of columns may precede each
            continue
        entries: list[_Entry] = []
        for item in items:
            fields: dict[str, NestedData] = {
                str(number): value for number, value in enumerate(item)
            }
            fields["behind"] = item[place + 1 :]
            entries.append((item[place], fields))
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
        entries = [
            (board, {key: value[n] for key, value in beside.items()})
            for n, board in enumerate(boards)
        ]
        yield _numbered("a list of boards beside a list of their moves", entries)
