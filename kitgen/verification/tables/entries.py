"""Files with position tables: CSV, JSON, TOML or plain text, read into entries of a board and its moves, still text.

A board is one field, a field for each row or a field for each cell; the moves stand after it, or under a key of their
own. Files are read within bounds, and whatever is no table is refused in one line.
"""

import csv
import io
import json
import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kitgen.errors import KitFileError, quoted
from kitgen.user_file import kind_of, not_wanted, read_user_file

#: The longest file, the most entries in it, and the most signs of one entry. The largest kit has 3,000 boxes.
MOST_BYTES, MOST_ENTRIES, MOST_SIGNS = 2_000_000, 10_000, 2_000
#: Names of the columns and keys of boards and of moves.
BOARD_KEYS = ("position", "board", "state", "cells", "rows")
MOVE_KEYS = ("moves", "move")
#: Names of the two squares of a move where each has a column or a key.
SQUARE_KEYS = ("from", "to")
#: The keys under which a file may keep its list of entries.
LIST_KEYS = ("entries", "positions", "boxes", "table")
#: The name of such a file, and what its first bytes may show it to be: the boxes of a ``kit.json`` are a table, too.
TABLE = "a table of positions: CSV, JSON, TOML or plain text"
_KINDS = ("text", "JSON", "a kit")


@dataclass(frozen=True, slots=True)
class TableEntry:
    """One position of a table, still as text.

    Attributes:
        place: the line of the file, or the number of the entry, from 1.
        board: rows joined by ``/``, or cells joined by ``,``; or in the game's own notation.
    """

    place: int
    board: str
    moves: str


@dataclass(frozen=True, slots=True)
class PositionTable:
    """The entries of a file in order; their places are ``lines`` of the file, or numbers of entries."""

    lines: bool
    entries: tuple[TableEntry, ...]


def read_table(path: Path, rows: int, cells: int) -> PositionTable:
    """Return the entries of a table; the suffix of its file tells the format, or else it is plain text.

    Raises:
        KitFileError: the file cannot be read, is too large, or holds no table.
    """
    text = _text(path)
    kind = path.suffix.lower()
    if kind in (".json", ".toml"):
        table = PositionTable(lines=False, entries=tuple(_from_data(_data(text, kind, path), path)))
    elif kind in (".csv", ".tsv"):
        table = PositionTable(lines=True, entries=tuple(_from_columns(text, path, rows, cells)))
    else:
        table = PositionTable(lines=True, entries=tuple(_from_lines(text, rows, cells)))
    if not table.entries:
        raise KitFileError(
            f"{quoted(path)} contains no positions; a line of a table is a board and its moves, like bbb/w../.ww,1-4"
        )
    if len(table.entries) > MOST_ENTRIES:
        raise KitFileError(f"{quoted(path)} has more than {MOST_ENTRIES:,} entries; no kit is that large")
    for entry in table.entries:
        if len(entry.board) + len(entry.moves) > MOST_SIGNS:
            where = f"line {entry.place}" if table.lines else f"entry {entry.place}"
            raise KitFileError(f"{quoted(path)}: {where} has more than {MOST_SIGNS:,} signs; no position needs as many")
    return table


def _text(path: Path) -> str:
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


def _data(text: str, kind: str, path: Path) -> object:
    name = kind[1:].upper()
    try:
        return json.loads(text, object_pairs_hook=_each_once) if kind == ".json" else tomllib.loads(text)
    except RecursionError:
        raise KitFileError(f"{quoted(path)} is not valid {name}: its tables or lists are nested too deeply") from None
    except ValueError as error:
        raise KitFileError(f"{quoted(path)} is not valid {name}: {str(error).partition(';')[0]}") from None


def _each_once(pairs: list[tuple[str, Any]]) -> object:
    """Return an object as a table; with a key twice, as a list of its pairs, which shows a doubled position."""
    table = dict(pairs)
    return table if len(table) == len(pairs) else [{BOARD_KEYS[0]: key, MOVE_KEYS[0]: value} for key, value in pairs]


def _from_data(data: object, path: Path) -> Iterator[TableEntry]:
    if isinstance(data, dict):
        data = next((data[key] for key in LIST_KEYS if isinstance(data.get(key), list | dict)), data)
    if isinstance(data, dict) and data and all(isinstance(value, dict) for value in data.values()):
        data = list(data.values())  # each under its own name
    elif isinstance(data, dict):
        data = [
            {BOARD_KEYS[0]: key, MOVE_KEYS[0]: value}
            for key, value in data.items()
            if isinstance(value, list) or re.search("[/, ]", key)
        ]
    if not isinstance(data, list):
        raise KitFileError(f"{quoted(path)} contains no list of positions; write {{position, moves}} for each")
    for number, entry in enumerate(data, 1):
        board = next((entry[key] for key in BOARD_KEYS if key in entry), None) if isinstance(entry, dict) else None
        if not isinstance(entry, dict) or board is None:
            keys = ", ".join(BOARD_KEYS)
            raise KitFileError(
                f"{quoted(path)}: entry {number} is {quoted(entry)}, not a table with a board under one of {keys}"
            )
        pair = [entry] if SQUARE_KEYS[0] in entry else []
        moves: object = next((entry[key] for key in MOVE_KEYS if key in entry), pair)
        yield TableEntry(number, _joined(board, "/"), _joined(moves, " "))


def _joined(value: object, by: str) -> str:
    """Return a text, or a list of texts, as one text; the inner lists of a list are rows of cells, or pairs."""
    if not isinstance(value, list):
        return str(value).strip("\n") if isinstance(value, str | int) else quoted(value)
    items: list[Any] = [_pair(item) for item in value]
    deep = any(isinstance(item, list) for item in items)
    inner = "," if by == "/" else "-"
    parts = (inner.join(map(_plain, item)) if isinstance(item, list) else _plain(item) for item in items)
    single = by == "/" and not deep and all(isinstance(item, int) or len(item) < 2 for item in items)
    return ("," if single else by).join(parts)


def _pair(value: object) -> object:
    return [value[key] for key in SQUARE_KEYS] if isinstance(value, dict) and set(SQUARE_KEYS) <= set(value) else value


def _plain(value: object) -> str:
    """Return an item of a list as text; a list too deep, or a table, as something that no board has."""
    return str(value) if isinstance(value, str | int) else quoted(value)


def _from_columns(text: str, path: Path, rows: int, cells: int) -> Iterator[TableEntry]:
    head = text[:4000]
    by = max(",;\t", key=lambda sign: sum(sign in line for line in head.splitlines()))
    reader = csv.reader(io.StringIO(text), delimiter=by)
    try:  # spaces in a field are kept: they may be signs for nothing
        lines = [(reader.line_num, fields) for fields in reader if any(field.strip() for field in fields)]
    except csv.Error as error:
        raise KitFileError(f"{quoted(path)} is not valid CSV: line {reader.line_num}: {error}") from None
    lines = [(number, fields) for number, fields in lines if not fields[0].lstrip().startswith("#")]
    header = [field.strip().lower() for field in lines[0][1]] if lines else []
    at = next((index for index, field in enumerate(header) if field in BOARD_KEYS), None)
    moves = next((index for index, field in enumerate(header) if field in MOVE_KEYS), None)
    squares = [header.index(key) for key in SQUARE_KEYS if key in header]
    named = at is not None or moves is not None or len(squares) == len(SQUARE_KEYS) or _is_header(header)
    lines = lines[1:] if named else lines
    first, width = (at, 1) if at is not None else _board_columns([fields for _, fields in lines], rows, cells)
    for number, fields in lines:
        if moves == len(header) - 1 == len(fields) and width == cells > 1:
            fields.insert(moves - 1, "")  # a cell is missing, and the moves have moved up
        board = fields[first : first + width]
        rest = fields[first + width :] if moves is None else fields[moves : moves + 1]
        if moves is not None and moves == len(header) - 1:
            rest = fields[moves:]  # moves may have a column each
        if moves is None and len(squares) == len(SQUARE_KEYS):
            rest = ["-".join(field.strip() for index in squares for field in fields[index : index + 1])]
        yield TableEntry(number, ("/" if width in (1, rows) else ",").join(filter(None, board)), " ".join(rest).strip())


def _is_header(fields: Sequence[str]) -> bool:
    """Return whether a first line names the columns: words, and neither a board nor a move.

    >>> _is_header(["id", "top", "m1"]), _is_header(["a1", "x.x/.../o.o", "1-4"]), _is_header(["xxx", "oo.", "..."])
    (True, False, False)
    """
    words = [field for field in fields if field]
    return all(re.fullmatch(r"[^\W\d_][\w -]*", word) for word in words) and any(len(set(word)) > 2 for word in words)


def _board_columns(lines: Sequence[Sequence[str]], rows: int, cells: int) -> tuple[int, int]:
    def fits(fields: Sequence[str], first: int, width: int) -> bool:
        board = fields[first : first + width]
        if width == 1:
            inside = re.sub(r"[\s/|]", "", board[0]) if board else ""
            return len(inside) >= cells or (
                cells > 1 and len(re.split("[,;/ ]", board[0])) >= cells if board else False
            )
        each = cells // rows if width == rows else 1
        long = width * each - 1 <= sum(map(len, board))  # except for a missing sign
        return len(board) == width and long and all(0 < len(field.strip()) <= max(each, 2) for field in board)

    places = [(first, width) for width in (1, rows, cells) for first in range(4)]
    counts = {place: sum(fits(fields, *place) for fields in lines) for place in places}
    best = max(places, key=lambda place: counts[place])
    return best if counts[best] else (0, 1)


def _from_lines(text: str, rows: int, cells: int) -> Iterator[TableEntry]:
    """Yield the entries of plain text: a board and its moves on a line, or in a block with a line for each row.

    A name before the board, if most lines or blocks have one, is skipped.
    """
    blocks: list[list[tuple[int, str]]] = [[]]
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            blocks[-1].append((number, line.rstrip()))
        elif blocks[-1]:
            blocks.append([])
    blocks = [block for block in blocks if block]
    most = len(blocks) / 2
    if rows > 1 and sum(len(block) in (rows, rows + 1, rows + 2) for block in blocks) > most:
        named = sum(len(block) == rows + 2 for block in blocks) > most
        for block in (block[named:] for block in blocks if len(block) > named):
            moves = " ".join(_unnamed(line) for _, line in block[rows:])
            yield TableEntry(block[0][0], "/".join(line for _, line in block[:rows]), moves)
        return
    lines = [line for block in blocks for line in block]
    plain, unnamed = ([_halves(cut(line)) for _, line in lines] for cut in (str, _after_name))
    named = _boards(unnamed, cells) > _boards(plain, cells)
    for (number, _), (board, _, rest) in zip(lines, unnamed if named else plain, strict=True):
        yield TableEntry(number, board, _unnamed(rest))


def _after_name(line: str) -> str:
    """Return a line without the name of its box: ``A1:``, ``12.``, ``Box 3``."""
    return re.sub(r"^\s*(?:[^\W\d_]{3,} )?\S+\s+", "", line, count=1)


def _unnamed(moves: str) -> str:
    """Return moves without a word that introduces them, as in ``moves: 1-4``."""
    return re.sub(r"^\s*[^\W\d_]{4,}\s*[:=]\s*", "", moves)


def _boards(halves: Sequence[tuple[str, str, str]], cells: int) -> int:
    return sum(len(re.sub(r"[\s/|,;]", "", first)) >= cells for first, _, _ in halves)


def _halves(line: str) -> tuple[str, str, str]:
    """Return the board and the moves of a line: split at a colon, a tab or wide space; else at the first space.

    >>> _halves("bbb/w../.ww b: 1-4, 1-5")[0], _halves("bbbw...ww 14 15")[2]
    ('bbb/w../.ww b', '14 15')
    """
    match = re.search(r"\s*(?::|\t|\s\s|=)\s*", line.strip())
    if match is None:
        return line.strip().partition(" ")
    return line.strip()[: match.start()], match[0], line.strip()[match.end() :]
