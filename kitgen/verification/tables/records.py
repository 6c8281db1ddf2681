"""Files with position tables, read into groups of records: fields by name, of which one or many hold a board.

A line, a block of lines, a row of a Markdown table, an object, a pair of it or a list is a record. Which group is the
table, and which fields hold the boards and the moves, is decided by the game (``guess``).
"""

import csv
import io
import json
import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TypeGuard

from kitgen.errors import KitFileError, quoted
from kitgen.user_file import kind_of, not_wanted, read_user_file
from kitgen.verification.tables.literals import Pairs, Value, literals, plain
from kitgen.verification.tables.truth import Clock

#: The longest file, the most entries in it, and the most signs of one line. The largest kit has 3,000 boxes.
MOST_BYTES, MOST_ENTRIES, MOST_SIGNS = 2_000_000, 10_000, 2_000
#: Names of columns and keys that hold boards, and moves.
BOARD_KEYS = ("position", "board", "state", "cells", "rows")
MOVE_KEYS = ("moves", "move")
#: Names of the two squares of a move where each has a column or a key.
SQUARE_KEYS = ("from", "to")
#: No more fields of a record may begin its board or have its moves.
MOST_FIELDS = 12
#: The name of such a file, and what its first bytes may show it to be: the boxes of a ``kit.json`` are a table, too.
TABLE = "a table of positions: CSV, JSON, TOML or plain text"
_KINDS = ("text", "JSON", "a kit")

#: Whether a value has as many signs as the board has cells.
Fits = Callable[[Value], bool]


@dataclass(frozen=True, slots=True)
class Record:
    """One record; its place is the line of the file, or its number in the group, from 1."""

    place: int
    fields: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class RecordGroup:
    """Records of one shape.

    Attributes:
        form: the shape in words.
        lines: whether places are lines of the file.
        boards: the names of the fields that may hold the boards, one for all, one a row, or one a cell.
    """

    form: str
    lines: bool
    records: Sequence[Record]
    boards: tuple[tuple[str, ...], ...]


def read_groups(text: str, kind: str, clock: Clock, rows: int, cells: int, fits: Fits) -> Iterator[RecordGroup]:
    """Yield the groups of records in a text; ``kind`` is the suffix of its file.

    Raises:
        KitFileError: the text is damaged; the message goes on after the name of its file.
    """
    if kind in (".json", ".toml"):
        yield from _of_data([_data(text, kind)], clock, rows, cells, fits)
        return
    lines = [(n, line) for n, line in enumerate(text.splitlines(), 1) if not line.lstrip().startswith("#")]
    if max((len(line) for _, line in lines), default=0) <= MOST_SIGNS:
        for by in (",", ";", "\t", "|"):
            if sum(by in line for _, line in lines) * 2 > sum(bool(line.strip()) for _, line in lines) or by == "|":
                yield from _of_columns(lines, by, rows, cells, strict=kind in (".csv", ".tsv"))
        yield from _of_lines(lines, cells)
        yield from _of_blocks(lines, rows)
    elif kind in (".csv", ".tsv"):
        raise KitFileError(f"is not valid CSV: it has a line of more than {MOST_SIGNS:,} signs")
    if kind not in (".csv", ".tsv"):
        yield from _of_data(literals(text, clock), clock, rows, cells, fits)


def table_text(path: Path) -> str:
    """Return the text of a file with a table; raise ``KitFileError`` where it cannot be read or is too large."""
    data = read_user_file(path, MOST_BYTES, TABLE, KitFileError, pipes=False)
    if kind_of(data) not in _KINDS:
        raise KitFileError(not_wanted(path, data, TABLE))
    if len(data) > MOST_BYTES:
        raise KitFileError(f"{quoted(path)} has more than {MOST_BYTES // 1_000_000} MB; no table is that large")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise KitFileError(f"{quoted(path)} is not written in UTF-8; save it as UTF-8") from None
    if "\0" in text:
        raise KitFileError(f"{quoted(path)} is not text: it contains a zero byte")
    return text


def _data(text: str, kind: str) -> Value:
    try:
        return plain(json.loads(text, object_pairs_hook=Pairs) if kind == ".json" else tomllib.loads(text))
    except (ValueError, RecursionError) as error:
        why = "its tables or lists are nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise KitFileError(f"is not valid {kind[1:].upper()}: {why.partition(';')[0]}") from None


def _of_data(data: Iterable[Value], clock: Clock, rows: int, cells: int, fits: Fits) -> Iterator[RecordGroup]:
    """Yield the objects by their fields, the pairs and items that may be boards, and short lists by their length."""
    groups = defaultdict[tuple[str, str, tuple[str, ...]], list[Mapping[str, Value]]](list)
    waiting: list[Value] = [list(data)]
    while waiting:
        clock.check()
        node = waiting.pop()
        if isinstance(node, Pairs):
            fields = dict(node)
            for name in fields:
                groups["objects", name, (name,)].append(fields)
            groups["objects", "", tuple(fields)[: cells + MOST_FIELDS]].append(fields)
            if 2 * sum(map(fits, fields)) > len(fields):
                groups["pairs of a board and its moves", "", ("1",)] += [{"1": name, "2": v} for name, v in node]
            node = [value for _, value in node]
        elif isinstance(node, list) and 1 < len(node) <= cells + MOST_FIELDS:
            fields = {str(number): value for number, value in enumerate(node, 1)}
            kinds = "".join(map(_kind, node))
            groups["lists", kinds, tuple(fields)].append(fields)
        if isinstance(node, list):
            if 2 * sum(map(fits, node)) > len(node):
                groups["boards alone", "", ("1",)] += [{"1": value} for value in node]
            waiting += reversed(node)
    for (form, _, names), objects in groups.items():
        if boards := tuple(_runs(names, rows, cells)):
            yield RecordGroup(form, False, [Record(n, fields) for n, fields in enumerate(objects, 1)], boards)


def _kind(value: Value) -> str:
    """Return a letter for a text, an object, a list of texts, or a list of lists."""
    if isinstance(value, list):
        return "l" if value and isinstance(value[0], list) else "t"
    return "s" if isinstance(value, str) else "o"


def _runs(names: Sequence[str], rows: int, cells: int) -> Iterator[tuple[str, ...]]:
    """Yield the fields that may be a board: any one, or as many in a row as the board has rows or cells."""
    for width in sorted({1, rows, cells}):
        for first in range(min(len(names) - width + 1, MOST_FIELDS)):
            yield tuple(names[first : first + width])


def _of_columns(
    lines: Sequence[tuple[int, str]], by: str, rows: int, cells: int, *, strict: bool
) -> Iterator[RecordGroup]:
    """Yield the lines of a table with columns; those of Markdown have a bar between them."""
    if by == "|":
        full = [(n, line.strip().strip("|")) for n, line in lines if by in line and line.strip(" \t|:-")]
        table = [(n, [field.strip().strip("`*") for field in line.split(by)]) for n, line in full]
    else:
        numbers = [n for n, _ in lines]
        reader = csv.reader(io.StringIO("\n".join(line for _, line in lines)), delimiter=by)
        try:  # spaces in a field are kept: they may be signs for nothing
            table = [(numbers[reader.line_num - 1], fields) for fields in reader]
        except csv.Error as error:
            if not strict:
                return
            raise KitFileError(f"is not valid CSV: line {reader.line_num}: {error}") from None
        table = [(n, fields) for n, fields in table if any(map(str.strip, fields)) or len(fields) > 1]
    if not table:
        return
    labelled = [Record(n, dict(pairs)) for n, fields in table if len(pairs := _labels(fields)) > 1]
    if 2 * len(labelled) > len(table):
        yield RecordGroup("lines of fields with names", True, labelled, tuple((name,) for name in labelled[0].fields))
    width = Counter(len(fields) for _, fields in table).most_common(1)[0][0]
    header = [field.strip().lower() for field in table[0][1]]
    named = bool({*BOARD_KEYS, *MOVE_KEYS} & {*header}) or {*SQUARE_KEYS} <= {*header} or _is_header(header)
    names = [name or str(n) for n, name in enumerate(header, 1)] if named else [str(n + 1) for n in range(width)]
    records = []
    for place, fields in table[named:]:
        record: dict[str, Value] = dict(zip(names, fields, strict=False))
        if named and len(fields) == len(names) - 1 >= cells > 1:  # a cell is missing, and the others have moved up
            record[names[-1]] = record.pop(names[-2])
        if len(fields) > len(names):  # moves may have a column each
            record[names[-1]] = [*fields[len(names) - 1 :]]
        records.append(Record(place, record))
    boards = next((((name,),) for name in BOARD_KEYS if name in names), tuple(_runs(names, rows, cells)))
    yield RecordGroup("rows of a Markdown table" if by == "|" else "lines of columns", True, records, boards)


def _labels(fields: Sequence[str]) -> list[tuple[str, str]]:
    """Return the fields that have a name before a colon, with it.

    >>> _labels(["Added position: X.O", " Moves: [1 4]", "X.O"])
    [('position', 'X.O'), ('moves', '[1 4]')]
    """
    parts = [field.partition(":") for field in fields]
    named = [(name.lower().split()[-1], value.strip()) for name, colon, value in parts if colon and name.strip()]
    return [(name, value) for name, value in named if name.isalpha() and len(name) > 2]


def _is_header(fields: Sequence[str]) -> bool:
    """Return whether a first line names the columns: words, and neither a board nor a move.

    >>> _is_header(["id", "top", "m1"]), _is_header(["a1", "x.x/.../o.o", "1-4"]), _is_header(["xxx", "oo.", "..."])
    (True, False, False)
    """
    words = [field for field in fields if field]
    return all(re.fullmatch(r"[^\W\d_][\w -]*", word) for word in words) and any(len(set(word)) > 2 for word in words)


def _of_lines(lines: Sequence[tuple[int, str]], cells: int) -> Iterator[RecordGroup]:
    """Yield the lines as boards alone, and as a board, with or without a name before it, and its moves."""
    full = [(n, line) for n, line in lines if line.strip()]
    alone = [Record(n, {"1": line}) for n, line in lines if line.strip() or len(line) == cells]
    yield RecordGroup("lines with a board alone", True, alone, (("1",),))
    for cut in (str, _after_name):
        halves = [Record(n, dict(zip("12", _halves(cut(line)), strict=True))) for n, line in full]
        yield RecordGroup("lines of a board and its moves", True, halves, (("1",),))


def _after_name(line: str) -> str:
    """Return a line without the name of its box: ``A1:``, ``12.``, ``Box 3``."""
    return re.sub(r"^\s*(?:[^\W\d_]{3,} )?\S+\s+", "", line, count=1)


def _halves(line: str) -> tuple[str, str]:
    """Return the board and the moves of a line: split at a colon, a tab or wide space; else at the first space.

    >>> _halves("bbb/w../.ww b: 1-4, 1-5")[0], _halves("bbbw...ww 14 15")[1]
    ('bbb/w../.ww b', '14 15')
    """
    line = line.strip()
    between = re.search(r"\s*(?::|\t|\s\s|=)\s*", line)
    board, _, moves = line.partition(between[0] if between else " ")
    return board, moves


def _of_blocks(lines: Sequence[tuple[int, str]], rows: int) -> Iterator[RecordGroup]:
    """Yield the blocks with a line for each row of the board, and one for a name before or moves after, or both."""
    ends = [0, *(index for index, (_, line) in enumerate(lines, 1) if not line.strip()), len(lines)]
    blocks = [[line for line in lines[a:b] if line[1].strip()] for a, b in pairwise(ends)]
    blocks = [block for block in blocks if block]
    if rows < 2 or 2 * sum(rows <= len(block) <= rows + 2 for block in blocks) <= len(blocks):
        return
    names = [str(number) for number in range(1, rows + MOST_FIELDS)]
    for first in (0, 1):
        records = [
            Record(block[first][0], dict(zip(names, (line.rstrip("\r") for _, line in block), strict=False)))
            for block in blocks
            if len(block) > first
        ]
        yield RecordGroup("blocks of rows", True, records, (tuple(names[first : first + rows]),))


def moves_in(value: Value, *, beads: bool = False) -> tuple[str, str]:
    """Return the moves in a field as one text, and those of them that have no beads.

    Moves are words of a text, a list, the keys of an object with ``beads`` for each, or the places in a list of beads.

    >>> moves_in([["0", "1"], [["0", "1"], ["1", "1"]]]), moves_in(Pairs([("2", "4"), ("3", "0"), ("5", "X")]))
    (('0-1 0,1-1,1', ''), ('2', '3'))
    >>> moves_in(["4", "0", "1"], beads=True), moves_in("Moves: 1-4")
    (('0 2', '1'), ('1-4', ''))
    """
    if isinstance(value, str):
        return re.sub(r"^\s*[^\W\d_]{4,}\s*[:=]\s*", "", value), ""
    if beads and isinstance(value, list):
        value = Pairs((str(number), count) for number, count in enumerate(value))
    if isinstance(value, list):
        return " ".join(map(_move, value)), ""
    counts = [(name, count.strip("0.")) for name, count in value if is_count(count) and re.search(r"\d", name)]
    if not counts:
        return _move(value), ""
    return " ".join(name for name, count in counts if count), " ".join(name for name, count in counts if not count)


def is_count(value: Value) -> TypeGuard[str]:
    """Return whether a value is a number of beads."""
    return isinstance(value, str) and bool(re.fullmatch(r"[0-9]+(\.[0-9]+)?", value))


def _move(value: Value) -> str:
    """Return a move: a word, its squares in a list, or an object with them; a square may be a list of coordinates."""
    if isinstance(value, Pairs):
        names = dict(value)
        if {*SQUARE_KEYS} <= {*names}:
            return "-".join(_move(names[key]) for key in SQUARE_KEYS)
        inner = [names[key] for key in MOVE_KEYS if key in names] or [v for _, v in value if not isinstance(v, str)]
        if not inner:
            return " ".join(v for _, v in value if isinstance(v, str))
        squares = isinstance(inner[0], list) and all(map(is_count, inner[0]))
        return _move(inner[0]) if squares else moves_in(inner[0])[0]
    if isinstance(value, str):
        return value
    return "-".join(",".join(map(_move, v)) if isinstance(v, list) else _move(v) for v in value)
