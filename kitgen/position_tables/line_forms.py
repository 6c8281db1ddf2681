"""Tables in lines of text: columns, Markdown, HTML, blocks of rows, BASIC's DATA, named fields,
a board in a line.
"""

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from html.parser import HTMLParser
from itertools import chain, groupby, product

from kitgen.errors import KitFileError
from kitgen.position_tables.data_forms import groups_of_data
from kitgen.position_tables.named_squares import squares_by_name
from kitgen.position_tables.nested_data import NestedData, Pairs, Watch, plain
from kitgen.position_tables.records import (
    MAX_ENTRIES,
    MAX_FIELDS_OF_A_KIND,
    MAX_LETTERS_OF_A_LINE,
    NAMED_MOVE,
    Fits,
    Record,
    RecordGroup,
)

#: Files in which only a comma or a tab separates columns.
COLUMN_FILES = (".csv", ".tsv")
#: Files that may hold a table of HTML.
_PAGES = (".html", ".htm", ".md")
#: The name of a field before it, as in ``Moves: 2-4``.
_LABEL = re.compile(r"^\s*[^\W\d_]{3,}(?: \w+)*:\s*")
#: The end of a row of a table in LaTeX, and a command that is a line of its own.
_END_OF_ROW = re.compile(r"\s*\\\\(?:\s*\\(?:hline|midrule|bottomrule|toprule))*\s*$")
_LATEX_COMMAND = re.compile(
    r"\s*\\(?:begin|end|hline|toprule|midrule|bottomrule|caption|label|centering)\b.*$"
)
#: The first and the last line of a table in a wiki.
_ENDS_OF_A_WIKI_TABLE = ("{|", "|}")
#: A statement of BASIC with values, after the number of its line.
_DATA = re.compile(r"^\s*\d*\s*DATA\b\s*(.*)$", re.IGNORECASE)
#: Moves in a text of DATA, each from one square to another, with a sign between them.
_MOVES = re.compile(
    r"[a-z]?[0-9](?:->|[>-])[a-z]?[0-9](?:[\s;]+[a-z]?[0-9](?:->|[>-])[a-z]?[0-9])*", re.IGNORECASE
)
#: A field with its name, perhaps the first of an entry, as YAML has them.
_NAMED = re.compile(
    r"^(?P<blank>\s*)(?P<first>-\s+)?(?P<name>[\w\"' .-]{1,60}?)\s*:(?:\s+(?P<value>.*))?$"
)
_LISTED = re.compile(r"^\s*-\s+(?P<value>.*)$")

#: The number and text of a line.
Line = tuple[int, str]
#: The number of a line and its fields.
Fields = tuple[int, list[str]]


def groups_of_lines(
    text: str, kind: str, check: Watch, rows: int, cells: int, fits: Fits
) -> Iterator[RecordGroup]:
    """Yield the groups of records in the lines of a text; a board has so many ``rows`` and
    ``cells``.
    """
    lines = without_comments(text, kind)
    longest = max((len(line) for _, line in lines), default=0)
    if kind in _PAGES:
        yield from _of_columns("rows of an HTML table", _rows_of_html(text), rows, cells)
    if longest > MAX_LETTERS_OF_A_LINE:
        if kind in COLUMN_FILES:
            raise KitFileError(
                f"is not valid CSV: it has a line of more than {MAX_LETTERS_OF_A_LINE:,} signs"
            )
        yield from _of_json_lines(lines, check, fits)
        return
    for form, table in _ways_to_cut(lines, cells, strict=kind in COLUMN_FILES):
        check()
        yield from _of_columns(form, table, rows, cells)
    if kind not in COLUMN_FILES:
        yield from _of_json_lines(lines, check, fits)
        yield from _of_data_statements(lines, cells, fits)
        yield from _of_named_fields(lines, check, fits)


def without_comments(text: str, kind: str = "") -> list[Line]:
    """Return the lines of a text, in a file with the suffix ``kind``, that are no comments, with
    their numbers.
    """
    lines = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("#") or (kind == ".tex" and _LATEX_COMMAND.match(line)):
            continue
        if kind == ".tex":
            line = re.sub(r"(?<!\\)%.*", "", line)  # noqa: PLW2901 - the same line, without its comment
        lines.append((number, _END_OF_ROW.sub("", line)))
    return lines


# Lines and blocks that are cut into fields.


def _ways_to_cut(
    lines: Sequence[Line], cells: int, *, strict: bool
) -> Iterator[tuple[str, list[Fields]]]:
    """Yield the ways to cut lines into fields, each with its name, and the lines or blocks with
    their fields.
    """
    full = [(number, line) for number, line in lines if line.strip()]
    for by in ",;\t&":
        if 2 * sum(by in line for _, line in full) > len(full):
            yield from _columns_of(lines, by, strict=strict)
    yield "rows of a Markdown table", _between_bars(full)
    # A line of blanks may be an empty board.
    whole = [(number, [line]) for number, line in lines if line.strip() or len(line) == cells]
    yield "lines with a board alone", whole
    for by in (r"\s*(?:[:=](?:\s|$)|\t|\s\s)\s*", r"\s*[:=](?:\s+|$)|\s+"):
        parted = [(number, re.split(by, line.strip())) for number, line in full]
        yield "lines of a board and its moves", parted
    yield "blocks of rows", _blocks(lines)


def _between_bars(lines: Iterable[Line]) -> list[Fields]:
    """Return the fields between the bars of lines, without those that only rule a table."""
    rows = []
    for number, line in lines:
        is_rule = not line.strip(" \t|:-")
        if "|" not in line or is_rule or line.strip().startswith(_ENDS_OF_A_WIKI_TABLE):
            continue
        fields = line.strip().strip("|").split("|")
        rows.append((number, [field.strip(" \t`*") for field in fields]))
    return rows


def _blocks(lines: Iterable[Line]) -> list[Fields]:
    """Return the blocks of several lines that blank ones part, each as its first number and its
    lines.
    """
    blocks = []
    for is_blank, group in groupby(lines, key=lambda line: not line[1].strip()):
        block = [*group]
        if not is_blank and len(block) > 1:
            first, _ = block[0]
            blocks.append((first, [line for _, line in block]))
    return blocks


def _columns_of(
    lines: Sequence[Line], by: str, *, strict: bool
) -> Iterator[tuple[str, list[Fields]]]:
    reader = csv.reader(io.StringIO("\n".join(line for _, line in lines)), delimiter=by)
    try:  # spaces in a field are kept: they may be signs for nothing
        table = [(lines[reader.line_num - 1][0], fields) for fields in reader]
    except csv.Error as error:
        if strict:
            raise KitFileError(f"is not valid CSV: line {reader.line_num}: {error}") from None
        return
    if by == "&":  # in LaTeX they are not
        table = [(number, [field.strip() for field in fields]) for number, fields in table]
    full = [
        (number, fields)
        for number, fields in table
        if len(fields) > 1 or any(field.strip() for field in fields)
    ]
    yield "lines of columns", full


def _of_columns(form: str, table: Sequence[Fields], rows: int, cells: int) -> Iterator[RecordGroup]:
    """Yield the groups in which the board is a field, or as many in a row as it has rows or
    cells.
    """
    if len(table) > MAX_ENTRIES:
        yield RecordGroup(form, True, [Record(number, "", {}) for number, _ in table])
        return
    if not table:
        return
    columns = _Columns(table, cells)
    starts = range(min(columns.usual, MAX_FIELDS_OF_A_KIND))
    for width, first in product(sorted({1, rows, cells}), starts):
        records = []
        if first + width <= columns.usual:
            records = [columns.record(*row, first, width) for row in table]
        yield RecordGroup(form, True, records)


class _Columns:
    """A table of columns.

    Attributes:
        usual: how many fields most rows have.
    """

    def __init__(self, table: Sequence[Fields], cells: int) -> None:
        self._cells = cells
        ((self.usual, _),) = Counter(len(fields) for _, fields in table).most_common(1)
        _, first_row = table[0]
        headings = {name.strip(): column for column, name in enumerate(first_row)}
        #: The columns of each square of a move, if they have names.
        self._squares = [
            [headings[name] for name in square] for square in squares_by_name(headings)
        ]
        self._joined = frozenset(str(column) for column in chain.from_iterable(self._squares))

    def record(self, place: int, texts: Sequence[str], first: int, width: int) -> Record:
        """Return the record of a row whose board takes some columns from the ``first`` one on."""
        fields: list[NestedData] = [_LABEL.sub("", text, 1) for text in texts]
        end = len(fields)
        if first + width < self.usual:
            end = first + width
            has_board_of_cells = 1 < width == self._cells == len(fields) - first
            if has_board_of_cells and self.usual == len(fields) + 1:
                end -= 1  # one of the cells is missing, and the moves have moved up
        board = fields[first:end]
        behind = fields[end:]
        beside = chain(enumerate(behind, first + width), enumerate(fields[:first]))
        values = {str(column): field for column, field in beside}
        values["behind"] = behind
        values["squares"] = "-".join(texts[end:])
        if self._squares and len(texts) == self.usual:
            values[NAMED_MOVE] = self._named_move(texts)
        return Record(place, board[0] if width == 1 and board else board, values, self._joined)

    def _named_move(self, texts: Sequence[str]) -> str:
        squares = []
        for columns in self._squares:
            squares.append(",".join(texts[column].strip() for column in columns))
        return "-".join(squares)


class _HtmlRows(HTMLParser):
    """The rows of all tables of a page, each with the line on which it begins; a line break ends
    a row of a board.
    """

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[Fields] = []

    def handle_starttag(self, tag: str, _attributes: object) -> None:
        """Begin a row or a cell."""
        if tag == "tr":
            self.rows.append((self.getpos()[0], []))
        elif tag in ("td", "th") and self.rows:
            self.rows[-1][1].append("")
        elif tag == "br":
            self.handle_data("/")

    def handle_data(self, data: str) -> None:
        """Add words to the last cell."""
        if self.rows and self.rows[-1][1]:
            self.rows[-1][1][-1] += data.strip()


def _rows_of_html(text: str) -> list[Fields]:
    parser = _HtmlRows()
    parser.feed(text)
    return [row for row in parser.rows if row[1]]


# Lines of JSON.


def _of_json_lines(lines: Sequence[Line], check: Watch, fits: Fits) -> Iterator[RecordGroup]:
    """Yield the groups of objects and lists, one on each line; a line that is none is left to
    other readers.
    """
    entries: list[NestedData] = []
    numbers: list[int] = []
    for number, line in lines:
        if not line.lstrip().startswith(("{", "[")):
            continue
        check()
        try:
            entries.append(plain(json.loads(line, object_pairs_hook=Pairs)))
        except (ValueError, RecursionError):
            return
        numbers.append(number)
    if len(entries) < 2:
        return
    for group in groups_of_data([entries], check, fits):
        if len(group.records) == len(entries):
            pairs = zip(group.records, numbers, strict=True)
            records = [record._replace(place=number) for record, number in pairs]
            yield RecordGroup("lines of JSON", True, records)


# BASIC: boards and moves are values of DATA statements, in one order or another.


def _of_data_statements(lines: Sequence[Line], cells: int, fits: Fits) -> Iterator[RecordGroup]:
    """Yield the ways in which values of DATA may be boards: some in a line, moves behind each or
    in a later block.
    """
    statements = []
    for number, line in lines:
        statement = _DATA.match(line)
        if statement:
            statements.append((number, [value.strip() for value in statement[1].split(",")]))
    if not statements:
        return
    boards_of_cells, rest = _boards_of_cells(statements, cells)
    yield from _with_later_moves("values of DATA, a cell in each", boards_of_cells, rest)
    boards: list[tuple[int, NestedData]] = []
    behind: list[list[NestedData]] = []
    for number, values in statements:
        for value in values:
            text = value.strip('"')
            is_moves = bool(boards) and _MOVES.fullmatch(text) is not None
            is_board = value.startswith('"') or (len(text) > 1 and fits(text))
            if is_board and not is_moves:
                boards.append((number, text))
                behind.append([])
            elif behind:
                behind[-1].append(text)
    if boards:
        records = [
            Record(number, board, {"behind": moves})
            for (number, board), moves in zip(boards, behind, strict=True)
        ]
        yield RecordGroup("values of DATA, a board and its moves", True, records)
        later = [*chain.from_iterable(behind)]
        yield from _with_later_moves("values of DATA, a board in each", boards, later)


def _boards_of_cells(
    statements: Sequence[Fields], cells: int
) -> tuple[list[tuple[int, NestedData]], list[NestedData]]:
    """Return the boards in the first statements, as many in each, and the values of all that
    follow.

    In one of them a cell may be missing, or be too many.
    """
    in_a_line = round(len(statements[0][1]) / cells)
    boards: list[tuple[int, NestedData]] = []
    rest: list[NestedData] = []
    for number, values in statements:
        count = round(len(values) / cells)
        if rest or not 0 < count <= in_a_line or abs(len(values) - count * cells) > 1:
            rest += values
            continue
        for start in range(0, count * cells, cells):
            is_last = start == (count - 1) * cells
            board: NestedData = list(values[start:] if is_last else values[start : start + cells])
            boards.append((number, board))
    return boards, rest


def _with_later_moves(
    form: str, boards: Sequence[tuple[int, NestedData]], rest: Sequence[NestedData]
) -> Iterator[RecordGroup]:
    """Yield boards with an equal share each of the values behind all of them."""
    if not boards:
        return
    share, over = divmod(len(rest), len(boards))
    if over:
        share = 0
    records = []
    for index, (number, board) in enumerate(boards):
        values: list[NestedData] = list(rest[index * share : (index + 1) * share])
        records.append(Record(number, board, {"behind": values} if share else {}))
    yield RecordGroup(form, True, records)


# Fields with names, an entry after the other, as YAML has them.


def _of_named_fields(lines: Sequence[Line], check: Watch, fits: Fits) -> Iterator[RecordGroup]:
    """Yield the entries whose fields stand on lines of their own, with a name before a colon."""
    entries = _named_entries(lines, fits)
    names = chain.from_iterable(fields for _, fields in entries)
    for name in dict.fromkeys(names):
        check()
        records = [
            Record(number, fields[name], fields) for number, fields in entries if name in fields
        ]
        boards = sum(fits(record.board) for record in records)
        if len(records) > 1 and 2 * boards > len(records):
            yield RecordGroup("entries with named fields", True, records)


def _named_entries(lines: Sequence[Line], fits: Fits) -> list[tuple[int, dict[str, NestedData]]]:
    """Return the line and the fields of each entry; a dash, a board, or a name that comes again
    begins the next one.
    """
    entries: list[tuple[int, dict[str, NestedData]]] = []
    items: list[NestedData] | None = None
    for number, line in _with_lists_closed(lines):
        named = _NAMED.match(line)
        listed = _LISTED.match(line)
        if named is None and listed is not None and items is not None:
            items.append(_value_of(listed["value"]))
        if named is None:
            continue
        name = named["name"].strip("\"' ")
        if fits(name) and not named["value"]:
            entries.append((number, {"board": name}))
            continue
        if not entries or named["first"] or name in entries[-1][1]:
            entries.append((number, {}))
        items = None
        value = _value_of(named["value"] or "")
        if value == "":
            items = []
            value = items
        entries[-1][1][name] = value
    return entries


def _with_lists_closed(lines: Iterable[Line]) -> Iterator[Line]:
    """Yield lines, each with those that end a list in brackets which it has begun."""
    begun: Line | None = None
    for number, line in lines:
        whole = (number, line)
        if begun is not None:
            first_number, first_lines = begun
            whole = (first_number, f"{first_lines} {line.strip()}")
        if _is_open(whole[1]):
            begun = whole
        else:
            begun = None
            yield whole
    if begun is not None:
        yield begun


def _is_open(line: str) -> bool:
    """Return whether a line begins a list in brackets and does not end it."""
    if line.count("[") <= line.count("]") or len(line) > MAX_LETTERS_OF_A_LINE:
        return False
    return _NAMED.match(line) is not None


def _value_of(text: str) -> NestedData:
    text = text.strip()
    if text.startswith("[") and text.endswith("]"):
        return [_value_of(part) for part in re.split(r",(?![^\[]*\])", text[1:-1]) if part.strip()]
    return text.strip("\"'")
