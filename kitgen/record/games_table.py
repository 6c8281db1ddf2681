"""Read and write tables of games, from a spreadsheet or typed from the log sheet; see
docs/games-csv.md.
"""

import csv
import io
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from difflib import get_close_matches
from itertools import pairwise
from pathlib import Path

from kitgen.errors import RecordError, command_line, located, quoted
from kitgen.kit.kit import Kit, row_letter
from kitgen.reading.templates import Templates
from kitgen.reading.user_file import kind_of_file
from kitgen.reading.workbook import WORKBOOKS
from kitgen.record.account import Unread
from kitgen.record.game_lines import HOW, NotedLine, NotedRow, read_text
from kitgen.record.rows import LETTERS, GameRow, PickedBead, ReadBead, game_and_file, parse_bead
from kitgen.record.table_sheets import (
    SEPARATORS,
    CellSheet,
    SheetRow,
    as_cell,
    as_text,
    letter_of_column,
    line_name,
    rows_of_text,
)
from kitgen.record.table_words import (
    FOLLOWS,
    MARKED_COLUMNS,
    OWN_WORDS,
    WINNER,
    WRITTEN_COLUMNS,
    ResultWords,
    Vocabulary,
    meanings_of_results,
    text_words,
    turn_pattern,
    turn_row,
    vocabularies,
    vocabulary_of,
)

#: The name of a table of games in messages.
TABLE = "a table of games as CSV"
#: The number of rows in which a heading is searched.
MAX_ROWS_ABOVE = 60
#: The most rows of a title, and the most filled cells of each.
MAX_TITLE_ROWS = 3
MAX_TITLE_CELLS = 2
#: In the column ``game`` of a row that continues the game above.
GOES_ON = "+"
#: A cell with a box alone.
_BOX = re.compile(r"[A-Za-z]{0,2}\s*[0-9]{1,6}")
#: A cell with a box and a bead, and one of several beads in a cell.
_BEAD = re.compile(r"\s*[A-Za-z]{1,2}\s*[0-9]{1,6}\s*[-:/.]?\s*[^\s,;|].*")
_BEADS = re.compile(r"[A-Za-z]{0,2}\s*[0-9]{1,6}\s*[-:/.]?\s*[^\s,;|]+")
#: What separates several beads in a cell.
_BETWEEN_BEADS = re.compile(r"[\s,;|]")
_PLAIN_NUMBER = re.compile(r"[0-9]{1,7}(?:[.,]0*)?")
#: What may stand before the number of a game, beside the words for a game.
_BEFORE_NUMBER = re.compile(r"(?:#|№|n[ro]?\s*[.°º]?|num\.?)\s*(?=[0-9])", re.IGNORECASE)
#: The shortest heading that may be a typing error of another, and how alike they are at least,
#: from 0 to 1.
MIN_SIGNS_OF_A_TYPO = 4
MIN_LIKENESS_OF_A_TYPO = 0.75


class NoResultsError(RecordError):
    """A table has no column of results."""


@dataclass(frozen=True, slots=True)
class TableReading:
    """The games of a file's sheets.

    Attributes:
        lines: a line for each game, in order.
        unread: what had something in it and was not read.
        titles: the titles of the tables.
        follows: the columns with something in them that follow from the others.
        waiting: the lines with nothing but the number of a game.
        cells: how many cells were read.
        tally: whether there are results and no beads.
        tables: how many tables there are, below each other or on several sheets.
    """

    lines: tuple[NotedLine, ...] = ()
    unread: tuple[Unread, ...] = ()
    titles: tuple[str, ...] = ()
    follows: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    cells: int = 0
    tally: bool = False
    tables: int = 0


class _Collected:
    """The parts of a ``TableReading`` that have been read so far."""

    def __init__(self) -> None:
        self.lines: list[NotedLine] = []
        self.unread: list[Unread] = []
        self.titles: list[str] = []
        self.follows: list[str] = []
        self.waiting: list[str] = []
        self.cells = 0
        self.tables = 0

    def reading(self) -> TableReading:
        """Return what has been read."""
        rows = [line.row for line in self.lines if line.row is not None]
        with_beads = [row for row in rows if row.picks or row.last_only or row.resigned is not None]
        return TableReading(
            lines=tuple(self.lines),
            unread=tuple(self.unread),
            titles=tuple(self.titles),
            follows=tuple(dict.fromkeys(self.follows)),
            waiting=tuple(self.waiting),
            cells=self.cells,
            tally=bool(rows) and not with_beads,
            tables=self.tables,
        )


class GamesTable:
    r"""Reads tables of games for one kit.

    >>> from kitgen.kit.build import build_kit
    >>> tables = GamesTable(build_kit("her"), vocabularies(Templates()))
    >>> reading = tables.read(
    ...     tables.sheets("partita;avversario;A;B;macchina;meteo\n1;Anna;1 r;b1 U;Pe;sole\n")
    ... )
    >>> [pick.text for pick in reading.lines[0].row.picks], reading.lines[0].row.result
    (['A1 R', 'B1 U'], -1)
    >>> [(part.kind, part.name, part.example) for part in reading.unread]
    [('column', 'meteo', 'sole')]
    """

    def __init__(self, kit: Kit, words: Sequence[Vocabulary], read: ReadBead = parse_bead) -> None:
        own, *others = words
        self.kit = kit
        self.own = own
        # If a table is in no language, it is in the kit's.
        self.others = sorted(others, key=lambda words: words.language != kit.choices.language)
        self.words = words
        self._read_bead = read
        # The headings of all languages, those for the number of a game, and the colours.
        self._titles: set[str] = set()
        self._titles_of_number: set[str] = set()
        self._colours: dict[str, str] = {}
        for vocabulary in words:
            self._titles.update(vocabulary.columns)
            for title, column in vocabulary.columns.items():
                if column == "game":
                    self._titles_of_number.add(title)
            self._colours |= vocabulary.colours
        self._turn = re.compile(turn_pattern(words))

    # Where tables are: their headings, and what separates their cells.

    def sheets(self, text: str) -> list[CellSheet]:
        """Return the one sheet of a text, cut at the sign that shows a heading, or else at the
        commonest one.
        """
        heading = self.heading_line(text)
        if heading is None:
            separator = max(SEPARATORS, key=text.count)
            return [CellSheet("", rows_of_text(text, separator))]
        lines = text.split("\n")
        separator = max(SEPARATORS, key=lines[heading].count)
        above = rows_of_text("\n".join(lines[:heading]), separator)
        below = rows_of_text("\n".join(lines[heading:]), separator, heading + 1)
        return [CellSheet("", [*above, *below])]

    def heading_line(self, text: str) -> int | None:
        """Return the index of the line with the first heading of a text; None if there is none."""
        rows = []
        for index, line in enumerate(text.split("\n")[:MAX_ROWS_ABOVE]):
            row = SheetRow(index, [cell.strip(' "\r') for cell in re.split("[,;\t]", line)])
            if row.filled:
                rows.append(row)
        return self._heading_among(rows)

    def _heading_among(self, rows: Sequence[SheetRow]) -> int | None:
        """Return the line of the first heading among rows: the one with the most known titles."""
        titles_in_rows = []
        for row in rows:
            titles_in_rows.append(0 if self._is_game(row) else sum(map(self._is_title, row.cells)))
        most_titles = max(titles_in_rows, default=0)
        if not most_titles:
            return None
        best = titles_in_rows.index(most_titles)
        if most_titles == 1 and best > 0:
            return None  # one known word may be anything, unless it stands first
        return rows[best].line

    def _is_title(self, cell: str) -> bool:
        return _folded_title(cell) in self._titles

    def _is_game(self, row: SheetRow) -> bool:
        """Return whether a row is a game rather than a heading: it has a bead, or begins with a
        number.
        """
        if any(map(_BEAD.fullmatch, row.cells)):
            return True
        return _PLAIN_NUMBER.fullmatch(row.cells[0].strip()) is not None

    def has_heading(self, sheet: CellSheet) -> bool:
        """Return whether a sheet has the heading of a table."""
        return self._heading_among(sheet.rows[:MAX_ROWS_ABOVE]) is not None

    # Reading.

    def read(self, sheets: Sequence[CellSheet]) -> TableReading:
        """Return the games of some sheets, and what was not read of them.

        ``RecordError`` if no sheet has a table, or a heading cannot be read.
        """
        collected = _Collected()
        has_table = False
        first_refusal = ""
        for sheet in sheets:
            if self.has_heading(sheet) and (len(sheets) == 1 or self._names_results(sheet)):
                self._read_sheet(sheet, collected)
                has_table = True
                continue
            try:
                self._read_without_heading(sheet, collected)
                has_table = True
            except RecordError as error:
                first_refusal = first_refusal or str(error)
                example = sheet.rows[0].filled[0] if sheet.rows else ""
                collected.unread.append(Unread("sheet", sheet.name, sheet.cells, example))
        if not has_table:
            raise RecordError(first_refusal or "it is empty")
        return collected.reading()

    def _names_results(self, sheet: CellSheet) -> bool:
        """Return whether the heading of a sheet names a column of results; a list of children,
        beside the sheet with their games, has none.
        """
        rows = list(sheet.rows)
        first = self._first_heading(rows)
        try:
            self._names(rows[first].cells, rows[first + 1 :])
        except NoResultsError:
            return False
        except RecordError:
            return True  # said when the sheet is read, with its line
        return True

    def _first_heading(self, rows: Sequence[SheetRow]) -> int:
        """Return the index of the first heading among rows that have one."""
        line = self._heading_among(rows[:MAX_ROWS_ABOVE])
        return next(index for index, row in enumerate(rows) if row.line == line)

    def _headings(self, rows: Sequence[SheetRow]) -> list[int]:
        """Return the indexes of the first heading, and of those below it that repeat two of its
        titles.
        """
        first = self._first_heading(rows)
        headings = [first]
        titles = {_folded(cell) for cell in rows[first].filled if self._is_title(cell)}
        for index, row in enumerate(rows[first + 1 :], first + 1):
            repeated = titles.intersection(map(_folded, row.filled))
            if len(repeated) > 1 and not self._is_game(row):
                headings.append(index)
        return headings

    def _read_sheet(self, sheet: CellSheet, collected: _Collected) -> None:
        """Read all tables of a sheet, one below the other."""
        rows = list(sheet.rows)
        starts = self._headings(rows)
        above = rows[: starts[0]]
        for start, end in pairwise([*starts, len(rows)]):
            inside = rows[start + 1 : end]
            below = self._titles_below(inside) if end < len(rows) else []
            self._account_for_titles(sheet, above, collected)
            self._read_part(sheet, rows[start], inside[: len(inside) - len(below)], collected)
            above = below

    def _titles_below(self, rows: Sequence[SheetRow]) -> list[SheetRow]:
        """Return the last rows that are titles of the next table."""
        titles: list[SheetRow] = []
        for row in reversed(rows[-MAX_TITLE_ROWS:]):
            if self._is_game(row) or len(row.filled) > MAX_TITLE_CELLS:
                break
            titles.insert(0, row)
        return titles

    def _account_for_titles(
        self, sheet: CellSheet, above: Sequence[SheetRow], collected: _Collected
    ) -> None:
        """Account for the rows above a table: its titles if they are few and short, otherwise rows
        that are not read.
        """
        most_cells = max((len(row.filled) for row in above), default=0)
        are_short = len(above) <= MAX_TITLE_ROWS and most_cells <= MAX_TITLE_CELLS
        if are_short and not any(map(self._is_game, above)):
            collected.titles += [" ".join(row.filled) for row in above]
            collected.cells += sum(len(row.filled) for row in above)
        else:
            collected.unread += _unread_rows(sheet, above)

    def _read_part(
        self, sheet: CellSheet, titles: SheetRow, rows: Sequence[SheetRow], collected: _Collected
    ) -> None:
        """Read one table below its heading."""
        collected.cells += len(titles.filled)
        best = self._language(titles.cells)
        bead_columns = self._columns_of_beads(titles.cells, rows, best)
        for row in rows:
            collected.cells += sum(bool(_at(row, column)) for column in bead_columns)
        titles = _with_beads_beside_boxes(titles, bead_columns, heading=True)
        rows = [_with_beads_beside_boxes(row, bead_columns) for row in rows]
        with located(line_name(sheet.name, titles.line)):
            names = self._names(titles.cells, rows)
        head = _Heading(names, titles.cells, self, best, rows)
        self._read_rows(sheet, head, rows, collected)

    def _columns_of_beads(
        self, titles: Sequence[str], rows: Sequence[SheetRow], best: Vocabulary
    ) -> list[int]:
        """Return the columns that only hold the beads of the boxes in the column before, such as
        ``box 1`` and ``bead 1``.
        """
        names = [self._name(_folded_title(title), best) for title in titles]
        columns = []
        for column, (name_before, name) in enumerate(pairwise(names), 1):
            if name != name_before or not name.isupper():
                continue
            boxes = _filled_cells(rows, column - 1)
            beads = _filled_cells(rows, column)
            only_boxes = bool(boxes) and all(map(_BOX.fullmatch, boxes))
            if only_boxes and not any(map(_BEAD.fullmatch, beads)):
                columns.append(column)
        return columns

    def _read_rows(
        self, sheet: CellSheet, head: "_Heading", rows: Sequence[SheetRow], collected: _Collected
    ) -> None:
        """Read the rows of a table: games, some of which take several rows; remarks between them;
        and numbers below them that wait for games.
        """
        with_number = sum(bool(head.cell(row, "game")) for row in rows)
        numbered = 2 * with_number > len(rows)
        words = []
        games = []
        for row in rows:
            if head.is_words(row, numbered=numbered):
                words.append(row)
            else:
                games.append(row)
        waiting: list[SheetRow] = []
        while games and head.is_only_number(games[-1]):
            waiting.insert(0, games.pop())
        collected.waiting += [_name_of_block(sheet, block) for block in _in_blocks(waiting)]
        collected.cells += len(waiting)
        collected.tables += 1
        collected.unread += _unread_rows(sheet, words)
        unread, follows = head.unread_columns(games)
        collected.unread += unread
        collected.follows += follows
        collected.cells += sum(head.cells_read(row) for row in games)
        lines: list[NotedLine] = []
        for row in games:
            if lines and head.cell(row, "game") == GOES_ON:
                lines[-1] = head.longer(lines[-1], row)
            else:
                lines.append(head.line(row))
        collected.lines += [replace(line, sheet=sheet.name) for line in lines]

    # The meaning of a heading.

    def _language(self, titles: Iterable[str]) -> Vocabulary:
        """Return the language with the most of some titles."""
        folded = [_folded_title(title) for title in titles]

        def titles_known(words: Vocabulary) -> int:
            return sum(title in words.columns for title in folded)

        return max(self.others, key=titles_known, default=self.own)

    def _names(self, titles: Sequence[str], rows: Sequence[SheetRow]) -> list[str]:
        """Return the meaning of each column; empty if it has none.

        That is a known name, or a row of boxes in capitals. ``RecordError`` if the heading cannot
        be read.
        """
        best = self._language(titles)
        names: list[str] = []
        for index, title in enumerate(titles):
            name = self._name(_folded_title(title), best)
            is_used = not rows or bool(_filled_cells(rows, index))
            if title.strip() and not name and is_used:
                near = self._near(_folded_title(title), best)
                if near:
                    raise RecordError(
                        f"unknown column {quoted(title.strip())}; did you mean {' or '.join(near)}?"
                    )
            if name and name in names and name not in (*FOLLOWS, *WRITTEN_COLUMNS):
                raise RecordError(
                    f"column {quoted(title.strip())} is there twice; put tables below each other, "
                    "and give each column a name of its own"
                )
            names.append(name)
        if "result" not in names and WINNER in names:
            names[names.index(WINNER)] = "result"
        if "result" not in names:
            unnamed = self._results_without_heading(titles, rows)
            if len(unnamed) != 1:
                raise NoResultsError(
                    "there is no column 'result'; columns are game, A, B, C … and result"
                )
            names[unnamed[0]] = "result"
        return names

    def _results_without_heading(
        self, titles: Sequence[str], rows: Sequence[SheetRow]
    ) -> list[int]:
        """Return the columns without a heading that can be the results."""
        columns = []
        for index, title in enumerate(titles):
            cells = _filled_cells(rows, index)
            if not title.strip() and cells and self._languages_of(cells):
                columns.append(index)
        return columns

    def _near(self, title: str, best: Vocabulary) -> list[str]:
        if len(title) < MIN_SIGNS_OF_A_TYPO:
            return []
        return get_close_matches(
            title, {**self.own.columns, **best.columns}, n=2, cutoff=MIN_LIKENESS_OF_A_TYPO
        )

    def _name(self, title: str, best: Vocabulary) -> str:
        """Return the meaning of a heading, by all that is known of headings; empty if it has
        none.
        """
        name = best.columns.get(title) or self.own.columns.get(title)
        if name:
            return name
        if re.fullmatch("[a-z]{1,2}", title):
            return title.upper()
        turn = self._turn.fullmatch(title)
        if turn is not None:
            return turn_row(turn)
        if any(words.are_results(title) for words in self.words):
            return "result"
        for words in self.others:
            if title in words.columns:
                return words.columns[title]
        return ""

    def bead(self, cell: str, column: str) -> PickedBead:
        """Return the bead in a cell, of which the colour may be a word of any language."""
        try:
            return parse_bead(self.kit, cell, column)
        except RecordError:
            box, _, word = cell.strip().partition(" ")
            key = self._colours.get(_folded(word))
            if key is not None:
                with suppress(RecordError):
                    return parse_bead(self.kit, f"{box} {key}", column)
            return self._read_bead(self.kit, cell, column)

    def number(self, text: str) -> int:
        """Return the number of a game in a cell, 0 for an empty one; ``RecordError`` if it is
        none.
        """
        plain = _BEFORE_NUMBER.sub("", text.strip(), 1)
        word, _, rest = plain.rpartition(" ")
        if _folded(word) in self._titles_of_number:
            plain = rest
        match = re.fullmatch(r"([0-9]{0,7})(?:[.,]0*|\))?", plain)
        if match is None or (text.strip() and not int(match[1] or 0)):
            raise RecordError(f"{quoted(text.strip())} is not the number of a game")
        return int(match[1] or 0)

    # Tables without a heading.

    def _read_without_heading(self, sheet: CellSheet, collected: _Collected) -> None:
        """Read a table without a heading if it can mean only one thing; ``RecordError`` if not."""
        rows = [row for row in sheet.rows if len(row.filled) > 1]
        if not rows:
            raise RecordError(
                "it has no table of games; write a heading above it: game, A, B, C … and result"
            )
        width = max(len(row.cells) for row in rows)
        columns = []
        for index in range(width):
            columns.append([_at(row, index) for row in rows])
        names = [self._guess(column) for column in columns]
        turns = 0
        for index, name in enumerate(names):
            if name == "bead":
                turns += 1
                names[index] = row_letter(turns)
        results = names.count("result")
        if results != 1 or names.count("game") > 1:
            self._refuse_headless(sheet, results)
        texts = [index for index, name in enumerate(names) if name == "text"]
        for index in texts:
            is_name = len(texts) == 1 and index < names.index("result")
            names[index] = "opponent" if is_name else ""
        best, *_ = self._languages_of(columns[names.index("result")])
        head = _Heading(names, [""] * width, self, best, rows)
        others = [row for row in sheet.rows if row not in rows]
        collected.unread += _unread_rows(sheet, others)
        self._read_rows(sheet, head, rows, collected)

    def _guess(self, column: Sequence[str]) -> str:
        """Return what a column without a heading holds: ``game``, ``bead``, ``result``,
        ``text``, or nothing.
        """
        filled = [cell for cell in column if cell]
        if not filled:
            return ""
        numbers = []
        for cell in filled:
            if cell.isdecimal() and _PLAIN_NUMBER.fullmatch(cell):
                numbers.append(int(cell))
        only_numbers = len(numbers) == len(column) > 1
        if only_numbers and all(after == before + 1 for before, after in pairwise(numbers)):
            return "game"
        if all(self.is_bead(cell) for cell in filled):
            return "bead"
        if len(filled) == len(column) and self._languages_of(filled):
            return "result"
        return "text"

    def is_bead(self, cell: str) -> bool:
        """Return whether a cell is a box with one of its beads."""
        try:
            parse_bead(self.kit, cell)
        except RecordError:
            box, _, word = cell.partition(" ")
            return box.upper() in self.kit.by_id and _folded(word) in self._colours
        return True

    def _languages_of(self, results: Iterable[str]) -> list[Vocabulary]:
        """Return the languages in which all cells are results, the kit's first."""
        used = set(map(_folded, results))
        languages = []
        for vocabulary in self.others:
            words = meanings_of_results(used, vocabulary, self.words)
            if used <= {*words.words, *words.unclear, "1", "0", "-1", "+1"}:
                languages.append(vocabulary)
        return languages

    def _refuse_headless(self, sheet: CellSheet, results: int) -> None:
        """Raise ``RecordError``: no heading is known, and so many columns can be the results."""
        first = sheet.rows[0]
        where = line_name(sheet.name, first.line)
        unknown = [cell for cell in first.filled if not re.fullmatch(r"[A-Za-z]{1,2}|[0-9]+", cell)]
        if not self._is_game(first) and len(unknown) > 1:
            raise RecordError(
                f"{where}: none of these headings is known: {', '.join(map(quoted, unknown))}; "
                "name the columns game, opponent, A, B, C … and result"
            )
        count = "no column" if not results else f"{results} columns"
        raise RecordError(
            f"{where}: there is no heading, and {count} could be the result; "
            "write one above the games: game, opponent, A, B, C … and result"
        )


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


def _folded_title(text: str) -> str:
    """Return a heading in small letters, without the marks of a question or a colon."""
    return _folded(text).strip(" ?:¿")


def _with_beads_beside_boxes(
    row: SheetRow, columns: Sequence[int], *, heading: bool = False
) -> SheetRow:
    """Return a row in which the cells of some columns stand in the cell before; in a heading they
    are left out.

    >>> _with_beads_beside_boxes(SheetRow(2, ["1", "A1", "red", "L"]), [2]).cells
    ['1', 'A1 red', '', 'L']
    """
    cells = list(row.cells)
    for index in columns:
        if index >= len(cells):
            continue
        if not heading:
            box = cells[index - 1].strip()
            bead = cells[index].strip()
            cells[index - 1] = f"{box} {bead}".strip()
        cells[index] = ""
    return replace(row, cells=cells)


def _unread_rows(sheet: CellSheet, rows: Sequence[SheetRow]) -> list[Unread]:
    """Return rows that were not read, those that follow each other as one part."""
    parts = []
    for group in _in_blocks(rows):
        cells = sum(len(row.filled) for row in group)
        content = " / ".join(" ".join(row.filled) for row in group)
        parts.append(Unread("row", _name_of_block(sheet, group), cells, content))
    return parts


def _in_blocks(rows: Sequence[SheetRow]) -> list[list[SheetRow]]:
    """Return rows in blocks of consecutive lines."""
    blocks: list[list[SheetRow]] = []
    for row in rows:
        if blocks and blocks[-1][-1].line == row.line - 1:
            blocks[-1].append(row)
        else:
            blocks.append([row])
    return blocks


def _name_of_block(sheet: CellSheet, block: Sequence[SheetRow]) -> str:
    first = block[0].line
    last = block[-1].line
    if first == last:
        return sheet.place(first)
    return sheet.place(first, last)


class _Heading:
    """The columns of a table, and how its rows are read.

    Attributes:
        names: for each column a known name, a row of boxes in capitals, or nothing.
    """

    def __init__(
        self,
        names: Sequence[str],
        titles: Sequence[str],
        table: GamesTable,
        best: Vocabulary,
        rows: Sequence[SheetRow],
    ) -> None:
        self.names = [self._named_by_cells(name, index, rows) for index, name in enumerate(names)]
        self._titles = titles
        self._table = table
        self._answers = {**table.own.answers, **best.answers}
        results = [_folded(self.cell(row, "result")) for row in rows]
        meanings = meanings_of_results(results, best, table.words)
        self._results = self._with_winners(meanings, table.kit)
        self._turns = self._turn_columns(rows)
        self._wide = self._wide_columns()

    def _named_by_cells(self, name: str, index: int, rows: Sequence[SheetRow]) -> str:
        """Return the name of a column; beads that follow from the others are numbers, and those
        picked have a box.
        """
        if name == "beads" and any(_BEAD.fullmatch(_at(row, index)) for row in rows):
            return "moves"
        return name

    def _with_winners(self, words: ResultWords, kit: Kit) -> ResultWords:
        """Return the words for results with the name of the machine."""
        return replace(words, words={kit.name.casefold(): 1, **words.words})

    def _turn_columns(self, rows: Sequence[SheetRow]) -> list[tuple[int, str]]:
        """Return the columns with a bead in each cell, in the order of play, and the row of boxes
        of each.

        Columns without a heading go on with the one before if all their cells are beads, as below a
        merged heading.
        """
        turns: list[tuple[int, str]] = []
        before = ""
        for index, name in enumerate(self.names):
            if name.isupper():
                before = name
                turns.append((index, name))
                continue
            cells = _filled_cells(rows, index)
            merged = not name and before and not self._title(index)
            if merged and cells and all(map(self._table.is_bead, cells)):
                turns.append((index, before))
            else:
                before = ""

        def order_of_play(turn: tuple[int, str]) -> tuple[int, str, int]:
            index, row_of_boxes = turn
            return len(row_of_boxes), row_of_boxes, index

        return sorted(turns, key=order_of_play)

    def _wide_columns(self) -> list[int]:
        """Return the columns with several beads in a cell; they may extend over columns without
        a heading.
        """
        wide: list[int] = []
        for index, name in enumerate(self.names):
            goes_on = not name and not self._title(index) and index - 1 in wide
            if name == "moves" or goes_on:
                wide.append(index)
        return wide

    def _title(self, index: int) -> str:
        return self._titles[index].strip() if index < len(self._titles) else ""

    def cell(self, row: SheetRow, name: str) -> str:
        """Return what a row has in a column; what several columns of one name have is joined."""
        cells = []
        for index, column in enumerate(self.names):
            if column == name:
                cells.append(as_text(_at(row, index)).strip())
        return "; ".join(filter(None, cells))

    def is_words(self, row: SheetRow, *, numbered: bool) -> bool:
        """Return whether a row is no game, but a remark or a sum: it has no bead, and no number
        if others have.
        """
        bead_columns = [*self._wide, *(index for index, _ in self._turns)]
        if any(_BEAD.fullmatch(_at(row, index)) for index in bead_columns):
            return False
        game = self.cell(row, "game")
        if game == GOES_ON or self.cell(row, "how"):
            return False
        try:
            number = self._table.number(game)
        except RecordError:
            return not game.isdecimal()
        if number:
            return False
        known = _folded(self.cell(row, "result")) in self._results.words
        return numbered or not known

    def is_only_number(self, row: SheetRow) -> bool:
        """Return whether a row has nothing but the number of a game."""
        return len(row.filled) == 1 and self.cell(row, "game") not in ("", GOES_ON)

    def _read_columns(self) -> set[int]:
        """Return the columns that are read."""
        columns = set(self._wide)
        columns.update(index for index, _ in self._turns)
        for index, name in enumerate(self.names):
            if name and name not in (*FOLLOWS, WINNER):
                columns.add(index)
        return columns

    def cells_read(self, row: SheetRow) -> int:
        """Return the number of a row's cells that were read."""
        return sum(bool(_at(row, index)) for index in self._read_columns())

    def unread_columns(self, rows: Sequence[SheetRow]) -> tuple[list[Unread], list[str]]:
        """Return the columns with something in them that are not read, and those that follow
        from the others.
        """
        unread = []
        follows = []
        read = self._read_columns()
        for index, name in enumerate(self.names):
            cells = _filled_cells(rows, index)
            if index in read or not cells:
                continue
            title = self._title(index)
            if name:
                follows.append(title)
                continue
            title = title or letter_of_column(index)
            unread.append(Unread("column", title, len(cells), cells[0]))
        return unread, follows

    def line(self, row: SheetRow) -> NotedLine:
        """Return the game of a row, or why it cannot be read."""
        beyond = [cell for cell in row.cells[len(self.names) :] if cell.strip()]
        if beyond:
            fault = f"it has {len(row.cells)} cells, and there are {len(self.names)} columns"
            return NotedLine(row.line, None, fault)
        try:
            return self._game(row)
        except RecordError as error:
            return NotedLine(row.line, None, str(error))

    def _game(self, row: SheetRow) -> NotedLine:
        game = self._table.number(self.cell(row, "game"))
        marked = self._marked(game, row)
        picks = tuple(self._picks(row))
        result = self.cell(row, "result")
        if marked and not picks and not result:
            return NotedLine(row.line, None, marked=marked)
        written = {name: self.cell(row, name) for name in WRITTEN_COLUMNS}
        resigned = self._answer(self.cell(row, "resigned"))
        last_only = bool(self._answer(self.cell(row, "last_only")))
        outcome = self._outcome(result, written["opponent"])
        played = GameRow(game, picks, outcome, **written, resigned=resigned, last_only=last_only)
        return NotedLine(row.line, played, marked=marked)

    def _outcome(self, result: str, opponent: str) -> int:
        """Return how a game ended for the machine, whose opponent may be named as the winner."""
        if opponent and _folded(opponent) == _folded(result):
            return -1
        is_word = len(result) > 1
        return self._result(result, opponent if is_word else "")

    def longer(self, last: NotedLine, row: SheetRow) -> NotedLine:
        """Return a game with the beads of the row in which it goes on."""
        if last.fault:
            return last
        if last.row is None:
            return NotedLine(row.line, None, "the row above holds no game that could go on")
        try:
            picks = (*last.row.picks, *self._picks(row))
        except RecordError as error:
            return NotedLine(row.line, None, str(error))
        return replace(last, row=replace(last.row, picks=picks))

    def _picks(self, row: SheetRow) -> Iterator[PickedBead]:
        """Yield the beads of a row in the order of play."""
        for index, column in self._turns:
            cell = as_text(_at(row, index))
            if cell and cell not in "-–—":
                yield self._table.bead(cell, column)
        for index in self._wide:
            cell = _at(row, index)
            if not cell:
                continue
            beads = _BEADS.findall(cell)
            if _BETWEEN_BEADS.sub("", "".join(beads)) != _BETWEEN_BEADS.sub("", cell):
                raise RecordError(f"{quoted(cell)} are not boxes and beads, such as A1 R, B4 U")
            for bead in beads:
                yield self._table.bead(bead, "")

    def _marked(self, game: int, row: SheetRow) -> tuple[NotedRow, ...]:
        values = {name: self.cell(row, name) for name in MARKED_COLUMNS}
        if not any(values.values()):
            return ()
        sheet = _number(values["sheet"], "a sheet")
        number = _number(values["row"], "a row")
        if not (game and sheet and number):
            raise RecordError("a row of a marked sheet needs its game, sheet and row")
        word = values["how"].casefold()
        for how in HOW:
            if how == word:
                return (NotedRow(sheet, number, game, how),)
        raise RecordError(f"how {quoted(word)} is not one of {', '.join(HOW)}")

    def _result(self, text: str, opponent: str) -> int:
        """Return the result in a cell: a word, a letter, or 1, 0 or -1."""
        number = re.fullmatch(r"([-+−–]?)([01])(?:[.,]0*)?", _folded(text))
        if number is None:
            return self._results.result(text, opponent)
        sign, digit = number.groups()
        return -int(digit) if sign in ("-", "−", "–") else int(digit)

    def _answer(self, text: str) -> bool | None:
        word = text.casefold()
        if word and word not in self._answers:
            raise RecordError(f"{quoted(text)} is neither yes nor no")
        return self._answers.get(word)


def _at(row: SheetRow, index: int) -> str:
    return row.cells[index].strip() if index < len(row.cells) else ""


def _filled_cells(rows: Sequence[SheetRow], index: int) -> list[str]:
    """Return the cells of a column with something in them."""
    cells = [_at(row, index) for row in rows]
    return [cell for cell in cells if cell]


def _number(text: str, of: str) -> int:
    """Return the number in a cell, 0 if it is empty; ``RecordError`` if it is no number ``of``
    something.
    """
    match = re.fullmatch(r"([0-9]{0,7})(?:[.,]0*)?", text.strip())
    if match is None or (text.strip() and not int(match[1] or 0)):
        raise RecordError(f"{quoted(text.strip())} is not the number of {of}")
    return int(match[1] or 0)


def read_table(
    text: str, kit: Kit, words: Sequence[Vocabulary], read: ReadBead = parse_bead
) -> Iterator[NotedLine]:
    r"""Yield the games of a table, whatever else the text holds; ``RecordError`` if its heading
    cannot be read.

    >>> from kitgen.kit.build import build_kit
    >>> table = "partita;avversario;A;B;macchina\n1;Anna;1 r;b1 U;Pe\n"
    >>> [noted] = read_table(table, build_kit("her"), vocabularies(Templates()))
    >>> [pick.text for pick in noted.row.picks], noted.row.result
    (['A1 R', 'B1 U'], -1)
    """
    tables = GamesTable(kit, words, read)
    yield from tables.read(tables.sheets(text)).lines


def read_row(
    text: str, kit: Kit, words: Sequence[Vocabulary], read: ReadBead = parse_bead
) -> NotedLine:
    """Return the game of a table with a heading and one row, or what is wrong with that row."""
    for noted in read_table(text, kit, words, read):
        return noted
    return NotedLine(
        2, None, "there is no game; it needs its beads, or those that are known, and a result"
    )


def row_from(
    cells: Mapping[str, str], kit: Kit, templates: Templates, read: ReadBead = parse_bead
) -> GameRow:
    """Return a game from its cells by column, as typed, with words in the kit's language.

    ``RecordError`` if a cell cannot be read.

    >>> from kitgen.kit.build import build_kit
    >>> row_from(
    ...     {"moves": "a1 r, B1 blue", "result": "lost"}, build_kit("her"), Templates()
    ... ).picks_text
    'A1 R B1 U'
    """
    out = io.StringIO()
    csv.writer(out).writerows([cells.keys(), map(as_cell, cells.values())])
    words = [OWN_WORDS, vocabulary_of(kit.choices.language, templates)]
    noted = read_row(out.getvalue(), kit, words, read)
    if noted.row is None:
        raise RecordError(noted.fault)
    return noted.row


def write_table(rows: Sequence[GameRow], marked: Sequence[NotedRow] = ()) -> str:
    """Return games as a table, for ``read_table``, with the columns that are used.

    Rows of marked sheets without a game have their own lines.

    >>> from kitgen.record.rows import PickedBead
    >>> print(write_table([GameRow(1, (PickedBead("A1", "R"),), -1, "Anna")]), end="")
    game,opponent,A,result
    1,Anna,A1 R,L
    >>> game = GameRow(1, (PickedBead("A1", "R"),), -1)
    >>> print(write_table([game], [NotedRow(1, 1, 1, "read"), NotedRow(1, 2, 2, "void")]), end="")
    game,A,result,sheet,row,how
    1,A1 R,L,1,1,read
    2,,,1,2,void
    """
    columns = _columns_to_write(rows, marked)
    games = {row.game for row in rows}
    notes = {note.game: note for note in marked}
    blank = [GameRow(number, (), 0) for number in notes if number not in games]
    lines = list(rows)
    if blank:
        lines = sorted([*rows, *blank], key=lambda row: row.game)
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(columns)
    for row in lines:
        cells = _cells_to_write(row, notes.get(row.game))
        if row.game not in games:
            cells["result"] = ""
        table.writerow([cells.get(column, "") for column in columns])
    return out.getvalue()


def _columns_to_write(rows: Sequence[GameRow], marked: Sequence[NotedRow]) -> list[str]:
    """Return the columns that games need."""
    turns = max((len(row.picks) for row in rows), default=1)
    columns = ["game"]
    for name in WRITTEN_COLUMNS:
        if any(getattr(row, name) for row in rows):
            columns.append(name)
    columns += map(row_letter, range(1, turns + 1))
    columns.append("result")
    if any(row.resigned is not None for row in rows):
        columns.append("resigned")
    if any(row.last_only for row in rows):
        columns.append("last_only")
    if marked:
        columns += MARKED_COLUMNS
    return columns


def _cells_to_write(row: GameRow, note: NotedRow | None) -> dict[str, str]:
    """Return the cells of a game by column."""
    cells = {"game": str(row.game), "result": LETTERS[row.result]}
    for name in WRITTEN_COLUMNS:
        cells[name] = as_cell(getattr(row, name))
    for turn, pick in enumerate(row.picks, 1):
        cells[row_letter(turn)] = as_cell(pick.text)
    if row.resigned is not None:
        cells["resigned"] = "yes" if row.resigned else "no"
    cells["last_only"] = "yes" if row.last_only else "no"
    if note is not None:
        cells |= {"sheet": str(note.sheet), "row": str(note.row), "how": note.how}
    return cells


def named_game(text: str, kit: Kit, templates: Templates) -> GameRow:
    """Return the game that ``games.csv:3`` names by file and number; without a number the last one.

    ``RecordError`` if the file has no such game, or it cannot be read.
    """
    name, number = game_and_file(text)
    path = Path(name)
    if kind_of_file(path) == "a journal":
        export = command_line("kitgen", "journal", "export", path, "-o", path.with_suffix(".csv"))
        raise RecordError(
            f"{quoted(path)} is a journal; name a table of its games, which this writes: {export}"
        )
    table = read_text(path, TABLE, ("text",))
    with located(quoted(path)):
        lines = list(read_table(table, kit, vocabularies(templates)))
        rows = [line.row for line in lines if line.row is not None]
        matches = rows[-1:]
        if number:
            matches = [row for row in rows if row.game == int(number)]
        if len(matches) == 1:
            return matches[0]
        if matches:
            raise RecordError(f"it has two games {number}")
        for line in lines:
            if line.fault:
                raise RecordError(f"line {line.line}: {line.fault}")
        raise RecordError(f"it has no game {number}" if number else "it contains no games")


# Counted beads: a table with a line for each slot.

#: Counted beads, by box and letter.
CountedBeads = dict[tuple[str, str], int]
COUNT_COLUMNS = ("box", "bead", "beads")
#: Words for them that version 1.0 has printed.
EARLIER_COUNT_COLUMNS = {"cuenta": "bead", "cuentas": "beads"}
#: The names of such a file in messages.
COUNTS = "a table of counted beads: box,bead,beads"
OR_PHOTO = "a table of counted beads (box,bead,beads) or a photo of a count sheet"


def counted_beads(
    kit: Kit, path: Path, templates: Templates | None = None, wanted: str = COUNTS
) -> CountedBeads:
    """Return the counted beads in a file; ``wanted`` says in messages what it should be.

    ``RecordError`` names the line that cannot be read.
    """
    text = read_text(path, wanted, ("text", *WORKBOOKS))
    with located(quoted(path)):
        return parse_counts(text, kit, templates)


def parse_counts(text: str, kit: Kit, templates: Templates | None = None) -> CountedBeads:
    r"""Return the counted beads in a table with columns named in any language; see
    ``counted_beads``.

    >>> from kitgen.kit.build import build_kit
    >>> parse_counts("box;bead;beads\nb4;red;1\nB4;U;0\n", build_kit("her"))
    {('B4', 'R'): 1, ('B4', 'U'): 0}
    """
    separator = max(SEPARATORS, key=text.partition("\n")[0].count)
    rows = rows_of_text(text, separator)
    heading = rows[0] if rows else SheetRow(1, [])
    names: Sequence[str] = COUNT_COLUMNS
    is_count = len(heading.cells) == len(COUNT_COLUMNS) and heading.cells[-1].strip().isdecimal()
    if not is_count:
        names = _count_columns(heading, templates or Templates())
        rows = rows[1:]
    counts: CountedBeads = {}
    for row in rows:
        with located(f"line {row.line}"):
            values = defaultdict(str, zip(names, map(str.strip, row.cells), strict=False))
            pick = parse_bead(kit, f"{values['box']} {values['bead']}")
            beads = re.fullmatch(r"([0-9]{1,6})(?:[.,]0*)?", values["beads"])
            if beads is None:
                raise RecordError(f"{quoted(values['beads'])} is not a number of beads")
            if (pick.box, pick.bead) in counts:
                raise RecordError(f"bead {pick.bead} of box {pick.box} is counted twice")
            counts[pick.box, pick.bead] = int(beads[1])
    if not counts:
        raise RecordError(
            "it contains no counted beads; write a line for each slot: box,bead,beads"
        )
    return counts


def _count_columns(heading: SheetRow, templates: Templates) -> list[str]:
    """Return the meaning of each column of counted beads; ``RecordError`` if one is missing."""
    known = {column: column for column in COUNT_COLUMNS} | EARLIER_COUNT_COLUMNS
    for language in templates.languages():
        words = dict(text_words(language, templates, "audit"))
        known |= {words.get(f"audit.counts.{name}", name): name for name in COUNT_COLUMNS}
    names = [known.get(_folded(cell), "") for cell in heading.cells]
    if not {*COUNT_COLUMNS} <= {*names}:
        raise RecordError(f"line {heading.line}: the columns are not box,bead,beads")
    return names
