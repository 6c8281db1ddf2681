"""Files with position tables, read into groups of records, each with a value that may be a board.

A record is a line, a block of lines, a row of a Markdown table, an object, a pair of an object, or a list. ``reading``
decides by the game which group is the table, and which field has the moves.

Text of any kind may hold nested data: JSON, or the literals of programs (Python, JavaScript, Go, C). Only strings,
numbers, names and brackets count; everything between them is skipped.
"""

import csv
import io
import json
import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise, product
from pathlib import Path
from typing import NamedTuple, TypeAlias

from kitgen.errors import KitFileError, quoted
from kitgen.user_file import read_user_file

#: Names of columns and keys that hold moves, and the two squares of a move.
MOVE_KEYS = ("moves", "move")
SQUARE_KEYS = ("from", "to")
#: No table is nested more deeply.
DEEPEST = 50
#: A string of at least this many signs may hold data.
LONG = 100


class Pairs(tuple[tuple[str, "NestedData"], ...]):
    """The pairs of an object in order; a name may stand twice, which shows a doubled position."""

    __slots__ = ()


#: Nested data: a text or number as it was typed, a list, or pairs of names and values.
NestedData: TypeAlias = "str | list[NestedData] | Pairs"

#: It is called often and raises an error when time is over.
Watch: TypeAlias = Callable[[], None]
#: Whether a value may be a board.
Fits: TypeAlias = Callable[[NestedData], bool]
#: Words for an empty cell.
_NOTHING = ("None", "null", "nil", "undefined", "NULL")
_TOKEN = re.compile(
    r"""(?P<skip>\s+|//[^\n]*|\#[^\n]*|/\*.*?\*/)
    |(?P<string>\"{3}.*?\"{3}|'{3}.*?'{3}|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)
    |(?P<open>[\[({])|(?P<close>[\])}])|(?P<pair>=>|[:=](?!=))|(?P<end>[,;])|(?P<word>-?\w+)|.""",
    re.VERBOSE | re.DOTALL,
)


def plain(data: object, depth: int = 0) -> NestedData:
    """Return the result of a parser of JSON or TOML as nested data.

    >>> plain({"position": [[1, None]], "moves": "1-4"})
    (('position', [['1', '']]), ('moves', '1-4'))
    """
    if depth > DEEPEST:
        raise RecursionError
    if isinstance(data, Pairs | dict):
        pairs = data.items() if isinstance(data, dict) else data
        return Pairs((name, plain(value, depth + 1)) for name, value in pairs)
    if isinstance(data, list):
        return [plain(value, depth + 1) for value in data]
    return "" if data is None else str(data)


def texts_of(value: NestedData) -> list[str]:
    """Return the texts in nested lists; none for an object."""
    if isinstance(value, str | Pairs):
        return [value] if isinstance(value, str) else []
    return [text for item in value for text in texts_of(item)]


def _is_number(value: object) -> bool:
    return isinstance(value, str) and bool(re.fullmatch("-?[0-9]+", value))


class _Bracket:
    """A bracket that is being read, and its last name and value without a comma."""

    def __init__(self) -> None:
        self.items: list[tuple[str | None, NestedData]] = []
        self.name: str | None = None
        self.item: NestedData | None = None

    def finish(self) -> None:
        if self.item is not None:
            self.items.append((self.name, self.item))
        self.name = self.item = None

    def content(self) -> NestedData:
        """Return the pairs with names, if there are any, or else the list."""
        pairs = Pairs((name, item) for name, item in self.items if name is not None)
        return pairs or [item for _, item in self.items]


def literals(text: str, check: Watch = lambda: None) -> list[NestedData]:
    """Return the outermost lists and objects in a text and in its strings, in order; ``check`` is called often.

    >>> literals('boards = [Board([-1, 0], [(1, 2)]), {"a": "b"}]  # two')
    [[[['-1', '0'], [['1', '2']]], (('a', 'b'),)]]
    """
    outside: list[NestedData] = []
    stack = [_Bracket()]
    for match in _TOKEN.finditer(text):
        check()
        top, token = stack[-1], match[0]
        match match.lastgroup:
            case "open":
                if len(stack) > DEEPEST:  # these brackets are no data
                    return outside
                if isinstance(top.item, list) and any(map(_is_number, top.item)):
                    top.finish()  # an array as Python prints it, without commas
                stack.append(_Bracket())
            case "close" if len(stack) > 1:
                top.finish()
                stack.pop()
                stack[-1].item = top.content()
                if len(stack) == 1:
                    outside.append(stack[-1].item)
            case "pair":
                top.name = None if top.item is None else ",".join(texts_of(top.item))
                top.item = None
            case "end":
                top.finish()
            case "string":
                marks = 3 if token.startswith(('"""', "'''")) and len(token) > 5 else 1
                string = re.sub(r"\\(.)", r"\1", token[marks:-marks])
                if len(string) >= LONG and re.search(r"[\[{]", string):
                    outside += literals(string, check)
                elif not isinstance(top.item, list | Pairs):
                    top.item = string
            case "word" if not isinstance(top.item, list | Pairs):
                if isinstance(top.item, str) and (_is_number(top.item) or _is_number(token)):
                    top.finish()
                top.item = "" if token in _NOTHING else token
    return outside


#: The longest file, the most entries in it, and the most signs of one line.
MOST_BYTES, MOST_ENTRIES, MOST_SIGNS = 2_000_000, 10_000, 2_000
#: No more fields of a record may begin its board or have its moves.
MOST_FIELDS = 12
#: The name of such a file, and its kinds by the first bytes: the boxes of a ``kit.json`` are a table, too.
TABLE = "a table of positions: CSV, JSON, TOML, Markdown, a program or other text"
TEXTS = ("text", "JSON", "a kit")
#: Files in which only a comma or a tab separates columns.
_COLUMNS = (".csv", ".tsv")
#: The name of a field before it, as in ``Moves: 2-4``.
_LABEL = re.compile(r"^\s*[^\W\d_]{3,}(?: \w+)*:\s*")

#: The end of a row of a table in LaTeX.
_END_OF_ROW = re.compile(r"\s*\\\\\s*$")

#: The number and text of a line.
Line = tuple[int, str]


class Record(NamedTuple):
    """One record: its line in the file or its number in the group, its board, and its fields by name."""

    place: int
    board: NestedData
    fields: Mapping[str, NestedData]


@dataclass(frozen=True, slots=True)
class RecordGroup:
    """Records of one ``form``, in words; ``lines`` is whether their places are lines of the file."""

    form: str
    lines: bool
    records: Sequence[Record]


def table_text(path: Path) -> str:
    """Return the text of a file with a table; raise ``KitFileError`` if it cannot be read or is too large."""
    data = read_user_file(path, MOST_BYTES, TABLE, KitFileError, kinds=TEXTS, pipes=False)
    if len(data) > MOST_BYTES:
        raise KitFileError(f"{quoted(path)} has more than {MOST_BYTES // 1_000_000} MB; no table is that large")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise KitFileError(f"{quoted(path)} is not written in UTF-8; save it as UTF-8") from None
    if "\0" in text:
        raise KitFileError(f"{quoted(path)} is not text: it contains a zero byte")
    return text


def read_groups(text: str, kind: str, check: Watch, rows: int, cells: int, fits: Fits) -> Iterator[RecordGroup]:
    """Yield the groups of records in a text; ``kind`` is the suffix of its file, and a value that ``fits`` is a board.

    The ``KitFileError`` for a damaged text follows the name of its file.
    """
    if kind in (".json", ".toml"):
        yield from _of_data([_data(text, kind)], check, fits)
        return
    numbered = enumerate(text.splitlines(), 1)
    lines = [(n, _END_OF_ROW.sub("", line)) for n, line in numbered if not line.lstrip().startswith("#")]
    if max((len(line) for _, line in lines), default=0) <= MOST_SIGNS:
        for form, table in _of_lines(lines, cells, strict=kind in _COLUMNS):
            check()
            yield from _of_fields(form, table, rows, cells) if len(table) <= MOST_ENTRIES else ()
            if len(table) > MOST_ENTRIES:
                yield RecordGroup(form, True, [Record(n, "", {}) for n, _ in table])
    elif kind in _COLUMNS:
        raise KitFileError(f"is not valid CSV: it has a line of more than {MOST_SIGNS:,} signs")
    if kind not in _COLUMNS:
        yield from _of_data(literals(text, check), check, fits)


def _data(text: str, kind: str) -> NestedData:
    try:
        return plain(json.loads(text, object_pairs_hook=Pairs) if kind == ".json" else tomllib.loads(text))
    except (ValueError, RecursionError) as error:
        why = "its tables or lists are nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise KitFileError(f"is not valid {kind[1:].upper()}: {why.partition(';')[0]}") from None


def _of_data(data: Iterable[NestedData], check: Watch, fits: Fits) -> Iterator[RecordGroup]:
    """Yield the objects by the name of a field, the short lists by its place, and pairs and items that are boards."""
    groups = defaultdict[tuple[str, str], list[tuple[NestedData, Mapping[str, NestedData]]]](list)
    waiting: list[NestedData] = [list(data)]
    while waiting:
        check()
        node = waiting.pop()
        if isinstance(node, Pairs):
            fields = dict(node)
            if {*SQUARE_KEYS} <= fields.keys():
                fields[MOVE_KEYS[0]] = Pairs((name, fields[name]) for name in SQUARE_KEYS)
            for name, value in fields.items():
                groups["objects", name].append((value, fields))
            if 2 * sum(fits(name) for name, _ in node) > len(node):
                groups["pairs of a board and its moves", ""] += [(name, {"": value}) for name, value in node]
            node = [value for _, value in node]
        if isinstance(node, list):
            if 2 * sum(map(fits, node)) > len(node):
                groups["boards alone", ""] += [(value, {}) for value in node]
            lists = [item for item in node if isinstance(item, list) and 1 < len(item) <= MOST_FIELDS]
            for place in range(max(map(len, lists), default=0)):
                items = [item for item in lists if place < len(item)]
                if 2 * sum(fits(item[place]) for item in items) >= len(node):  # names of columns may precede each
                    groups["lists", str(place)] += [
                        (item[place], dict(zip(map(str, range(MOST_FIELDS)), item, strict=False))) for item in items
                    ]
            waiting += reversed(node)
    for (form, _), records in groups.items():
        yield RecordGroup(form, False, [Record(number, *record) for number, record in enumerate(records, 1)])


def _of_lines(lines: Sequence[Line], cells: int, *, strict: bool) -> Iterator[tuple[str, list[tuple[int, list[str]]]]]:
    """Yield the ways to cut lines into fields, each with its name, and the lines or blocks with their fields."""
    full = [(n, line) for n, line in lines if line.strip()]
    for by in ",;\t&":
        if 2 * sum(by in line for _, line in full) > len(full):
            reader = csv.reader(io.StringIO("\n".join(line for _, line in lines)), delimiter=by)
            try:  # spaces in a field are kept: they may be signs for nothing
                table = [(lines[reader.line_num - 1][0], fields) for fields in reader]
                if by == "&":  # in LaTeX they are not
                    table = [(n, [field.strip() for field in fields]) for n, fields in table]
            except csv.Error as error:
                if strict:
                    raise KitFileError(f"is not valid CSV: line {reader.line_num}: {error}") from None
                continue
            yield "lines of columns", [row for row in table if len(row[1]) > 1 or any(map(str.strip, row[1]))]
    bars = [(n, line.strip().strip("|").split("|")) for n, line in full if "|" in line and line.strip(" \t|:-")]
    yield "rows of a Markdown table", [(n, [field.strip(" \t`*") for field in fields]) for n, fields in bars]
    yield "lines with a board alone", [(n, [line]) for n, line in lines if line.strip() or len(line) == cells]
    for by in (r"\s*(?:[:=](?:\s|$)|\t|\s\s)\s*", r"\s*[:=](?:\s+|$)|\s+"):
        yield "lines of a board and its moves", [(n, re.split(by, line.strip())) for n, line in full]
    ends = [0, *(index for index, (_, line) in enumerate(lines, 1) if not line.strip()), len(lines)]
    blocks = [[line for line in lines[a:b] if line[1].strip()] for a, b in pairwise(ends)]
    yield "blocks of rows", [(block[0][0], [line for _, line in block]) for block in blocks if len(block) > 1]


def _of_fields(form: str, table: Sequence[tuple[int, list[str]]], rows: int, cells: int) -> Iterator[RecordGroup]:
    """Yield the groups in which the board is a field, or as many in a row as it has rows or cells."""
    usual = Counter(len(fields) for _, fields in table).most_common(1)[0][0] if table else 0
    for width, first in product(sorted({1, rows, cells}), range(min(usual, MOST_FIELDS))):
        records = []
        for place, texts in table if first + width <= usual else ():
            fields: list[NestedData] = [_LABEL.sub("", text, 1) for text in texts]
            # If one of the cells is missing, the moves have moved up.
            lost = 1 < width == cells == len(fields) - first and usual == len(fields) + 1
            end = first + width - lost if first + width < usual else len(fields)
            behind, board = fields[end:], fields[first:end]
            beside = chain(enumerate(behind, first + width), enumerate(fields[:first]))
            values = {str(n): field for n, field in beside} | {"behind": behind, "squares": "-".join(texts[end:])}
            records.append(Record(place, board[0] if width == 1 and board else board, values))
        yield RecordGroup(form, True, records)
