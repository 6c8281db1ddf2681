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
from itertools import chain, pairwise, product

from kitgen.errors import KitFileError
from kitgen.position_tables.data_forms import groups_of_data
from kitgen.position_tables.named_squares import squares_by_name
from kitgen.position_tables.nested_data import NestedData, Pairs, Watch, plain
from kitgen.position_tables.records import (
    MOST_ENTRIES,
    MOST_FIELDS,
    MOST_SIGNS,
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
    if longest > MOST_SIGNS:
        if kind in COLUMN_FILES:
            raise KitFileError(f"is not valid CSV: it has a line of more than {MOST_SIGNS:,} signs")
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
    full = [(n, line) for n, line in lines if line.strip()]
    for by in ",;\t&":
        if 2 * sum(by in line for _, line in full) > len(full):
            yield from _columns_of(lines, by, strict=strict)
    in_bars = [(n, line.strip()) for n, line in full if "|" in line and line.strip(" \t|:-")]
    bars = [
        (n, line.strip("|").split("|"))
        for n, line in in_bars
        if not line.startswith(_ENDS_OF_A_WIKI_TABLE)
    ]
    yield (
        "rows of a Markdown table",
        [(n, [field.strip(" \t`*") for field in fields]) for n, fields in bars],
    )
    yield (
        "lines with a board alone",
        [(n, [line]) for n, line in lines if line.strip() or len(line) == cells],
    )
    for by in (r"\s*(?:[:=](?:\s|$)|\t|\s\s)\s*", r"\s*[:=](?:\s+|$)|\s+"):
        yield (
            "lines of a board and its moves",
            [(n, re.split(by, line.strip())) for n, line in full],
        )
    ends = [0, *(index for index, (_, line) in enumerate(lines, 1) if not line.strip()), len(lines)]
    blocks = [[line for line in lines[a:b] if line[1].strip()] for a, b in pairwise(ends)]
    yield (
        "blocks of rows",
        [(block[0][0], [line for _, line in block]) for block in blocks if len(block) > 1],
    )


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
        table = [(n, [field.strip() for field in fields]) for n, fields in table]
    yield (
        "lines of columns",
        [row for row in table if len(row[1]) > 1 or any(map(str.strip, row[1]))],
    )


def _of_columns(form: str, table: Sequence[Fields], rows: int, cells: int) -> Iterator[RecordGroup]:
    """Yield the groups in which the board is a field, or as many in a row as it has rows or
    cells.
    """
    if len(table) > MOST_ENTRIES:
        yield RecordGroup(form, True, [Record(n, "", {}) for n, _ in table])
        return
    usual = Counter(len(fields) for _, fields in table).most_common(1)[0][0] if table else 0
    headings = {name.strip(): place for place, name in enumerate(table[0][1])} if table else {}
    squares = [[headings[name] for name in square] for square in squares_by_name(headings)]
    joined = frozenset(str(column) for square in squares for column in square)
    for width, first in product(sorted({1, rows, cells}), range(min(usual, MOST_FIELDS))):
        records = []
        for place, texts in table if first + width <= usual else ():
            fields: list[NestedData] = [_LABEL.sub("", text, 1) for text in texts]
            # If one of the cells is missing, the moves have moved up.
            lost = 1 < width == cells == len(fields) - first and usual == len(fields) + 1
            end = first + width - lost if first + width < usual else len(fields)
            behind, board = fields[end:], fields[first:end]
            beside = chain(enumerate(behind, first + width), enumerate(fields[:first]))
            values = {str(n): field for n, field in beside} | {
                "behind": behind,
                "squares": "-".join(texts[end:]),
            }
            if squares and len(texts) == usual:
                values[NAMED_MOVE] = "-".join(
                    ",".join(texts[column].strip() for column in one) for one in squares
                )
            records.append(
                Record(place, board[0] if width == 1 and board else board, values, joined)
            )
        yield RecordGroup(form, True, records)


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
            records = [
                record._replace(place=n) for record, n in zip(group.records, numbers, strict=True)
            ]
            yield RecordGroup("lines of JSON", True, records)


# BASIC: boards and moves are values of DATA statements, in one order or another.


def _of_data_statements(lines: Sequence[Line], cells: int, fits: Fits) -> Iterator[RecordGroup]:
    """Yield the ways in which values of DATA may be boards: some in a line, moves behind each or
    in a later block.
    """
    statements = []
    for number, line in lines:
        if statement := _DATA.match(line):
            statements.append((number, [value.strip() for value in statement[1].split(",")]))
    if not statements:
        return
    yield from _with_later_moves(
        "values of DATA, a cell in each", *_boards_of_cells(statements, cells)
    )
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
        later = [move for moves in behind for move in moves]
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
    boards = [(number, name, fields) for number, fields in entries for name in fields]
    for wanted in dict.fromkeys(name for _, name, _ in boards):
        check()
        having = [(number, fields) for number, fields in entries if wanted in fields]
        if len(having) < 2 or 2 * sum(fits(fields[wanted]) for _, fields in having) <= len(having):
            continue
        records = [Record(number, fields[wanted], fields) for number, fields in having]
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
        if begun is not None:
            number, line = begun[0], f"{begun[1]} {line.strip()}"  # noqa: PLW2901 - the line that was begun
        is_open = (
            line.count("[") > line.count("]")
            and len(line) <= MOST_SIGNS
            and _NAMED.match(line) is not None
        )
        begun = (number, line) if is_open else None
        if not is_open:
            yield number, line
    if begun is not None:
        yield begun


def _value_of(text: str) -> NestedData:
    text = text.strip()
    if text.startswith("[") and text.endswith("]"):
        return [_value_of(part) for part in re.split(r",(?![^\[]*\])", text[1:-1]) if part.strip()]
    return text.strip("\"'")
