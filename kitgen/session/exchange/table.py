"""A table of games from a spreadsheet, or typed from the log sheet; and one as kitgen writes it."""

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches

from kitgen.errors import RecordError, quoted
from kitgen.kit.kit import Kit
from kitgen.record.rows import MARKED, RESULTS, GameRow
from kitgen.session.exchange.noted import NotedLine
from kitgen.session.exchange.vocabulary import FOLLOWS, Vocabulary
from kitgen.session.noted_rows import HOW, NotedRow
from kitgen.session.understand import ReadBead, parse_bead

#: The row in which a game that is too long for its own goes on.
GOES_ON = "+"
#: Between the beads of a wide cell, unless a bead follows its box after a blank alone.
_BEADS = re.compile(r"[A-Za-z]{0,2}\s*[0-9]{1,6}\s*[-:/.]?\s*[^\s,;|]+")
#: What is kept as somebody has written it.
_WRITTEN = ("opponent", "starts", "when", "remark")
_LETTERS = {result: letter for letter, result in RESULTS.items()}


@dataclass(frozen=True, slots=True)
class _Heading:
    """What the columns of a table are.

    Attributes:
        names: what each is: one of the known columns, a row of boxes in capitals, or nothing for one without heading.
        words: the vocabularies of its language.
        read: what reads the beads below them.
    """

    names: tuple[str, ...]
    words: tuple[Vocabulary, ...]
    read: ReadBead


def read_table(text: str, kit: Kit, words: Sequence[Vocabulary], read: ReadBead = parse_bead) -> Iterator[NotedLine]:
    r"""Yield the games of a table.

    Args:
        text: the file.
        kit: the machine.
        words: what columns and results may be called.
        read: what reads a bead.

    Raises:
        RecordError: its heading cannot be read.

    >>> from kitgen.kit.build import make_kit
    >>> from kitgen.session.exchange.vocabulary import vocabularies
    >>> from kitgen.templates import Templates
    >>> table = "partita;chi sfida;A;B;macchina\n1;Anna;1 r;b1 L;S\n"
    >>> [noted] = read_table(table, make_kit("her"), vocabularies(Templates()))
    >>> [pick.text for pick in noted.row.picks], noted.row.result
    (['A1 R', 'B1 L'], -1)
    """
    heading = text.partition("\n")[0]
    mark = max("\t;,", key=heading.count)
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=mark)
    try:
        head = _heading(next(lines, []), words, read)
        last: NotedLine | None = None
        for cells in lines:
            if not any(cell.strip() for cell in cells):
                continue
            said = _said(head, cells)
            if last is not None and said.get("game", "").strip() == GOES_ON:
                last = _longer(kit, head, last, cells, lines.line_num)
                continue
            if last is not None:
                yield last
            last = _line(kit, head, cells, lines.line_num)
        if last is not None:
            yield last
    except csv.Error as error:
        raise RecordError(f"line {lines.line_num}: {error}") from None


def _heading(cells: Sequence[str], words: Sequence[Vocabulary], read: ReadBead) -> _Heading:
    """Return what the columns are; the language is the one that knows most of the headings.

    Raises:
        RecordError: there is no column for the result or for the beads, an unknown one, or one twice.
    """
    titles = [" ".join(cell.casefold().split()) for cell in cells]
    own, *others = words
    best = max(others, key=lambda one: sum(title in one.columns for title in titles), default=own)
    known = {**own.columns, **best.columns}
    names = []
    for title, cell in zip(titles, cells, strict=True):
        name = known.get(title) or (title.upper() if re.fullmatch("[a-z]{1,2}", title) else "")
        if title and not name:
            near = get_close_matches(title, known, n=2, cutoff=0.75)
            advice = f"did you mean {' or '.join(near)}?" if near else f"columns are A, B, C …, {', '.join(known)}"
            raise RecordError(f"line 1: unknown column {quoted(cell.strip())}; {advice}")
        if name and name in names and name not in FOLLOWS:
            raise RecordError(f"line 1: column {quoted(cell.strip())} is there twice")
        names.append(name)
    if "result" not in names:
        raise RecordError("line 1: there is no column 'result'; columns are game, A, B, C … and result")
    return _Heading(tuple(names), (best, own), read)


def _said(head: _Heading, cells: Sequence[str]) -> dict[str, str]:
    """Return what stands under each known heading."""
    return {name: cell for name, cell in zip(head.names, cells, strict=False) if name}


def _line(kit: Kit, head: _Heading, cells: Sequence[str], number: int) -> NotedLine:
    """Return the game of a line."""
    if any(cell.strip() for cell in cells[len(head.names) :]):
        return NotedLine(number, None, f"it has {len(cells)} cells, and there are {len(head.names)} columns")
    try:
        said = _said(head, cells)
        game = _number(said.get("game", ""), "a game")
        marked = _marked(game, said)
        picks = tuple(head.read(kit, text, column) for column, text in _beads(head, cells))
        if marked and not picks and not said.get("result", "").strip():
            return NotedLine(number, None, marked=marked)
        result = _result(head, said.get("result", ""))
        answers = [_answer(head, said.get(name, "")) for name in ("resigned", "last_only")]
        opponent, starts, when, remark = (said.get(name, "").strip() for name in _WRITTEN)
        row = GameRow(game, picks, result, opponent, starts, when, remark, answers[0], bool(answers[1]))
    except RecordError as error:
        return NotedLine(number, None, str(error))
    return NotedLine(number, row, marked=marked)


def _longer(kit: Kit, head: _Heading, last: NotedLine, cells: Sequence[str], number: int) -> NotedLine:
    """Return a game with the beads of a second line."""
    if last.row is None:
        return last if last.fault else NotedLine(number, None, "the row above holds no game that could go on")
    try:
        picks = tuple(head.read(kit, text, column) for column, text in _beads(head, cells))
    except RecordError as error:
        return NotedLine(number, None, str(error))
    return replace(last, row=replace(last.row, picks=(*last.row.picks, *picks)))


def _beads(head: _Heading, cells: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the beads of a line in the order of play, each with the row of boxes that its column stands for."""
    turns = [(name, cell.strip()) for name, cell in zip(head.names, cells, strict=False) if name.isupper()]
    for name, cell in sorted(turns, key=lambda one: (len(one[0]), one[0])):
        if cell and cell not in "-–—":
            yield name, cell
    wide = False
    for name, cell in zip(head.names, cells, strict=False):
        wide = name == "moves" or (wide and not name)  # its cells may be parted over columns without a heading
        if wide and cell.strip():
            found = _BEADS.findall(cell)
            if re.sub(r"[\s,;|]", "", "".join(found)) != re.sub(r"[\s,;|]", "", cell):
                raise RecordError(f"{quoted(cell.strip())} are not boxes and beads, such as A1 R, B4 L")
            yield from (("", one) for one in found)


def _marked(game: int, said: Mapping[str, str]) -> tuple[NotedRow, ...]:
    """Return what a line says of the row of a marked sheet, where it does."""
    if not any(said.get(name, "").strip() for name in MARKED):
        return ()
    sheet, row = (_number(said.get(name, ""), f"a {name}") for name in ("sheet", "row"))
    if not (game and sheet and row):
        raise RecordError("of a row of a marked sheet its game, sheet and row have to be said")
    word = said.get("how", "").strip().casefold()
    found = [how for how in HOW if how == word]
    if not found:
        raise RecordError(f"how {quoted(word)} is not one of {', '.join(HOW)}")
    return (NotedRow(sheet, row, game, found[0]),)


def _number(text: str, of: str) -> int:
    """Return a number, which a spreadsheet may have given decimals; 0 where there is none."""
    match = re.fullmatch(r"([0-9]{0,7})(?:[.,]0*)?", text.strip())
    if match is None or (text.strip() and not int(match[1] or 0)):
        raise RecordError(f"{quoted(text.strip())} is not the number of {of}")
    return int(match[1] or 0)


def _result(head: _Heading, text: str) -> int:
    """Return how a game ended for the machine: by letter or word in the language of the table, or as 1, 0 or -1."""
    word = " ".join(text.casefold().split())
    for words in head.words:
        if word in words.results:
            return words.results[word]
    number = re.fullmatch(r"([-+−–]?)([01])(?:[.,]0*)?", word)
    if number is not None:
        return -int(number[2]) if number[1] in ("-", "−", "–") else int(number[2])
    letters = ", ".join(dict.fromkeys(key.upper() for words in head.words for key in words.results if len(key) == 1))
    raise RecordError(f"result {quoted(text.strip())} is not one of {letters}" if word else "there is no result")


def _answer(head: _Heading, text: str) -> bool | None:
    """Return yes, no, or None where nothing is said."""
    word = text.strip().casefold()
    for words in head.words:
        if word in words.answers:
            return words.answers[word]
    if word:
        raise RecordError(f"{quoted(text.strip())} is neither yes nor no")
    return None


def write_table(rows: Sequence[GameRow], marked: Sequence[NotedRow] = ()) -> str:
    """Return games as a table that ``read_table`` reads back, with the columns that are used.

    Args:
        rows: the games.
        marked: the rows of marked sheets from which they come; one without a game is a line of its own.

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
    turns = max((len(row.picks) for row in rows), default=1)
    used = [name for name in _WRITTEN if any(getattr(row, name) for row in rows)]
    ends = ["resigned"] * any(row.resigned is not None for row in rows)
    ends += ["last_only"] * any(row.last_only for row in rows)
    marks = MARKED if marked else ()
    notes, numbers = {one.game: one for one in marked}, {row.game for row in rows}
    blank = [GameRow(number, (), 0) for number in notes if number not in numbers]
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(["game", *used, *map(column, range(turns)), "result", *ends, *marks])
    for row in sorted([*rows, *blank], key=lambda one: one.game) if blank else rows:
        cells = [pick.text for pick in row.picks] + [""] * (turns - len(row.picks))
        said = [{True: "yes", False: "no", None: ""}[getattr(row, name)] for name in ends]
        cells.append(_LETTERS[row.result] if row.game in numbers else "")
        note = notes.get(row.game)
        where = ("",) * len(marks) if note is None else (note.sheet, note.row, note.how)
        table.writerow([row.game, *(getattr(row, name) for name in used), *cells, *said, *where])
    return out.getvalue()


def column(number: int) -> str:
    """Return the heading of a turn, from 0.

    >>> [column(number) for number in (0, 25, 26, 51, 52)]
    ['A', 'Z', 'AA', 'AZ', 'BA']
    """
    before, last = divmod(number, 26)
    return (chr(64 + before) if before else "") + chr(65 + last)
