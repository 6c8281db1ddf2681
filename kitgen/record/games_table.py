"""Read and write tables of games, from a spreadsheet or typed from the log sheet; see docs/games-csv.md."""

import csv
import io
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import partial
from itertools import chain
from pathlib import Path

from kitgen.errors import RecordError, TemplateError, located, quoted
from kitgen.kit.kit import Kit, row_letter
from kitgen.record.game_lines import HOW, NotedLine, NotedRow, read_text
from kitgen.record.rows import LETTERS, RESULTS, GameRow, PickedBead, ReadBead, game_and_file, parse_bead
from kitgen.templates import Templates, flat, read_toml
from kitgen.workbook import WORKBOOKS

# The names of columns and results, in kitgen's own files and on the log sheet in every language.

#: The columns of a row of a marked sheet.
MARKED_COLUMNS = ("sheet", "row", "how")
#: Columns with free text.
_WRITTEN = ("opponent", "starts", "when", "remark")
#: Columns that follow from the others, and are not read.
FOLLOWS = ("beads", "score")
#: The columns in files that kitgen writes.
COLUMNS = ("game", *_WRITTEN, "moves", "result", "resigned", "last_only", *MARKED_COLUMNS, *FOLLOWS)
#: The name of a table of games in messages.
TABLE = "a table of games as CSV"
_ENDS = {"win": 1, "draw": 0, "loss": -1, "won": 1, "drawn": 0, "lost": -1}


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of a table in one language, in small letters.

    Attributes:
        columns: from a heading to one of ``COLUMNS``.
        results: from a word or letter to the result for the machine.
        answers: from a word for yes or no.
    """

    columns: Mapping[str, str]
    results: Mapping[str, int]
    answers: Mapping[str, bool]


#: The words in files that kitgen writes, the same in every language.
_RESULTS = {letter.lower(): result for letter, result in RESULTS.items()}
OWN = Vocabulary({column: column for column in COLUMNS}, _RESULTS, {"yes": True, "no": False})


def vocabularies(templates: Templates) -> list[Vocabulary]:
    """Return the words of kitgen's own files, then those of the log sheet in each language.

    >>> english, _, italian = vocabularies(Templates())[1:4]
    >>> italian.columns["partita"], italian.results["vi"], english.columns["machine"]
    ('game', 1, 'result')
    """
    return [OWN, *(_of(language, templates) for language in templates.languages())]


def _of(language: str, templates: Templates) -> Vocabulary:
    columns, results, answers = {}, dict[str, int](), {}
    for key, word in _words(language, templates, "log", "journal"):
        *_, table, name = key.split(".")
        if table == "column" and name in COLUMNS:
            columns[word] = name
        elif table in ("letter", "say") and name in _ENDS:
            results[word] = _ENDS[name]
        elif table == "say":
            answers[word] = name == "yes"
    return Vocabulary(columns, results, answers)


def _words(language: str, templates: Templates, *files: str) -> Iterator[tuple[str, str]]:
    """Yield keys and words from some files of texts, a user's own last; printing reports files that cannot be read."""
    for root in reversed(templates.roots):
        for name in files:
            path = root / "texts" / language / f"{name}.toml"
            with suppress(TemplateError):
                for key, text in flat(name, read_toml(path, dict) if path.is_file() else {}):
                    if isinstance(text, str):
                        yield key, text.casefold()


#: The number of lines in which a heading is searched.
TITLES = 12
#: In the column ``game`` of a row that continues the game above.
GOES_ON = "+"
#: One of several beads in a cell.
_BEADS = re.compile(r"[A-Za-z]{0,2}\s*[0-9]{1,6}\s*[-:/.]?\s*[^\s,;|]+")
#: The start of a cell that a spreadsheet would run as a formula, possibly after apostrophes that prevent it.
_FORMULA = re.compile(r"'*[=+\-@\t\r]")


def heading_index(text: str, words: Sequence[Vocabulary]) -> int | None:
    r"""Return the index of the line with a table's heading, below titles and empty lines; None if there is none.

    >>> heading_index("Class 3b, May\n\ngame,A,result\n", [OWN]), heading_index("1: a1a2 b3a2 W\n", [OWN])
    (2, None)
    """
    lines = text.split("\n")[:TITLES]
    known = {title for vocabulary in words for title in vocabulary.columns}
    rows = [re.split("[,;\t]", line.casefold()) for line in lines]
    counts = [sum(" ".join(cell.strip(' "\r').split()) in known for cell in row) for row in rows]
    first = next((index for index, line in enumerate(lines) if line.strip(",;\t \r")), 0)
    best = counts.index(max(counts))
    return best if counts[best] > (best != first) else None


def read_table(text: str, kit: Kit, words: Sequence[Vocabulary], read: ReadBead = parse_bead) -> Iterator[NotedLine]:
    r"""Yield the games of a table, skipping lines above its heading; ``RecordError`` if the heading cannot be read.

    >>> from kitgen.kit.build import build_kit
    >>> from kitgen.record.games_table import vocabularies
    >>> from kitgen.templates import Templates
    >>> table = "partita;avversario;A;B;macchina\n1;Anna;1 r;b1 U;Pe\n"
    >>> [noted] = read_table(table, build_kit("her"), vocabularies(Templates()))
    >>> [pick.text for pick in noted.row.picks], noted.row.result
    (['A1 R', 'B1 U'], -1)
    """
    above = heading_index(text, words) or 0
    lines = _cells_of(text.split("\n", above)[above], above)
    _, titles = next(lines, (0, []))
    with located(f"line {above + 1}"):
        head = _Heading(titles, words, kit, read)
    last: NotedLine | None = None
    for number, cells in lines:
        if last is not None and _cells(head, cells).get("game", "").strip() == GOES_ON:
            last = _longer(head, last, cells, number)
        else:
            if last is not None:
                yield last
            last = _line(head, cells, number)
    if last is not None:
        yield last


def _cells_of(text: str, above: int = 0) -> Iterator[tuple[int, list[str]]]:
    """Yield number and cells of each line that is not empty, after so many lines ``above`` the table."""
    mark = max("\t;,", key=text.partition("\n")[0].count)
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=mark)
    try:
        for cells in lines:
            if any(cell.strip() for cell in cells):
                yield above + lines.line_num, cells
    except csv.Error as error:
        raise RecordError(f"line {above + lines.line_num}: {error}") from None


def row_from(cells: Mapping[str, str], kit: Kit, templates: Templates, read: ReadBead = parse_bead) -> GameRow:
    """Return a game from its cells by column, as typed, with words in the kit's language.

    ``RecordError`` if a cell cannot be read.

    >>> from kitgen.kit.build import build_kit
    >>> row_from({"moves": "a1 r, B1 blue", "result": "lost"}, build_kit("her"), Templates()).picks_text
    'A1 R B1 U'
    """
    out = io.StringIO()
    csv.writer(out).writerows([cells.keys(), map(_as_cell, cells.values())])
    [noted] = read_table(out.getvalue(), kit, [OWN, _of(kit.choices.language, templates)], read)
    if noted.row is None:
        raise RecordError(noted.fault)
    return noted.row


class _Heading:
    """The columns of a table; ``RecordError`` if they cannot be read.

    Attributes:
        names: for each column a known name, a row of boxes in capitals, or nothing if it has no heading.
        results, answers: the words of its language, and kitgen's own.
        read: reads a bead from a cell and the name of its column.
    """

    def __init__(self, cells: Sequence[str], words: Sequence[Vocabulary], kit: Kit, read: ReadBead) -> None:
        titles = [" ".join(cell.casefold().split()) for cell in cells]
        own, *others = words
        best = max(others, key=lambda words: sum(title in words.columns for title in titles), default=own)
        known = {**own.columns, **best.columns}
        names = []
        for title, cell in zip(titles, cells, strict=True):
            name = known.get(title) or (title.upper() if re.fullmatch("[a-z]{1,2}", title) else "")
            if title and not name:
                near = get_close_matches(title, known, n=2, cutoff=0.75)
                advice = f"did you mean {' or '.join(near)}?" if near else f"columns are A, B, C …, {', '.join(known)}"
                raise RecordError(f"unknown column {quoted(cell.strip())}; {advice}")
            if name and name in names and name not in FOLLOWS:
                raise RecordError(f"column {quoted(cell.strip())} is there twice")
            names.append(name)
        if "result" not in names:
            raise RecordError("there is no column 'result'; columns are game, A, B, C … and result")
        self.names, self.read = names, partial(read, kit)
        self.results = {**best.results, **own.results, **best.results}  # those of the language come first and prevail
        self.answers = {**own.answers, **best.answers}


def _cells(head: _Heading, cells: Sequence[str]) -> dict[str, str]:
    return {name: _as_text(cell) for name, cell in zip(head.names, cells, strict=False) if name}


def _as_text(cell: str) -> str:
    """Return a cell without the apostrophe that ``_as_cell`` has put before it."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


def _as_cell(text: str) -> str:
    """Return a text as a cell that no spreadsheet runs as a formula."""
    return f"'{text}" if _FORMULA.match(text) else text


def _line(head: _Heading, cells: Sequence[str], number: int) -> NotedLine:
    if any(cell.strip() for cell in cells[len(head.names) :]):
        return NotedLine(number, None, f"it has {len(cells)} cells, and there are {len(head.names)} columns")
    try:
        values = defaultdict(str, _cells(head, cells))
        game = _number(values["game"], "a game")
        marked = _marked(game, values)
        picks = tuple(_picks(head, cells))
        if marked and not picks and not values["result"].strip():
            return NotedLine(number, None, marked=marked)
        result = _result(head, values["result"])
        resigned, last_only = _answer(head, values["resigned"]), bool(_answer(head, values["last_only"]))
        opponent, starts, when, remark = (values[name].strip() for name in _WRITTEN)
        row = GameRow(game, picks, result, opponent, starts, when, remark, resigned, last_only)
    except RecordError as error:
        return NotedLine(number, None, str(error))
    return NotedLine(number, row, marked=marked)


def _longer(head: _Heading, last: NotedLine, cells: Sequence[str], number: int) -> NotedLine:
    if last.row is None:
        return last if last.fault else NotedLine(number, None, "the row above holds no game that could go on")
    try:
        return replace(last, row=replace(last.row, picks=(*last.row.picks, *_picks(head, cells))))
    except RecordError as error:
        return NotedLine(number, None, str(error))


def _picks(head: _Heading, cells: Sequence[str]) -> Iterator[PickedBead]:
    turns = [(name, _as_text(cell).strip()) for name, cell in zip(head.names, cells, strict=False) if name.isupper()]
    for name, cell in sorted(turns, key=lambda turn: (len(turn[0]), turn[0])):
        if cell and cell not in "-–—":
            yield head.read(cell, name)
    wide = False
    for name, cell in zip(head.names, cells, strict=False):
        wide = name == "moves" or (wide and not name)  # it may extend over columns without a heading
        if wide and cell.strip():
            beads = _BEADS.findall(cell)
            if re.sub(r"[\s,;|]", "", "".join(beads)) != re.sub(r"[\s,;|]", "", cell):
                raise RecordError(f"{quoted(cell.strip())} are not boxes and beads, such as A1 R, B4 U")
            yield from (head.read(bead, "") for bead in beads)


def _marked(game: int, values: Mapping[str, str]) -> tuple[NotedRow, ...]:
    if not any(values[name].strip() for name in MARKED_COLUMNS):
        return ()
    sheet, row = (_number(values[name], f"a {name}") for name in ("sheet", "row"))
    if not (game and sheet and row):
        raise RecordError("a row of a marked sheet needs its game, sheet and row")
    word = values["how"].strip().casefold()
    how = next((how for how in HOW if how == word), None)
    if how is None:
        raise RecordError(f"how {quoted(word)} is not one of {', '.join(HOW)}")
    return (NotedRow(sheet, row, game, how),)


def _number(text: str, of: str) -> int:
    match = re.fullmatch(r"([0-9]{0,7})(?:[.,]0*)?", text.strip())
    if match is None or (text.strip() and not int(match[1] or 0)):
        raise RecordError(f"{quoted(text.strip())} is not the number of {of}")
    return int(match[1] or 0)


def _result(head: _Heading, text: str) -> int:
    word = " ".join(text.casefold().split())
    if word in head.results:
        return head.results[word]
    number = re.fullmatch(r"([-+−–]?)([01])(?:[.,]0*)?", word)
    if number is not None:
        return -int(number[2]) if number[1] in ("-", "−", "–") else int(number[2])
    letters = ", ".join(dict.fromkeys(key.upper() for key in head.results if len(key) == 1))
    raise RecordError(f"result {quoted(text.strip())} is not one of {letters}" if word else "there is no result")


def _answer(head: _Heading, text: str) -> bool | None:
    word = text.strip().casefold()
    if word and word not in head.answers:
        raise RecordError(f"{quoted(text.strip())} is neither yes nor no")
    return head.answers.get(word)


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
    turns = max((len(row.picks) for row in rows), default=1)
    used = [name for name in _WRITTEN if any(getattr(row, name) for row in rows)]
    ends = ["resigned"] * any(row.resigned is not None for row in rows)
    ends += ["last_only"] * any(row.last_only for row in rows)
    marks = MARKED_COLUMNS if marked else ()
    notes, numbers = {note.game: note for note in marked}, {row.game for row in rows}
    blank = [GameRow(number, (), 0) for number in notes if number not in numbers]
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(["game", *used, *map(row_letter, range(1, turns + 1)), "result", *ends, *marks])
    for row in sorted([*rows, *blank], key=lambda row: row.game) if blank else rows:
        cells = [_as_cell(pick.text) for pick in row.picks] + [""] * (turns - len(row.picks))
        cells.append(LETTERS[row.result] if row.game in numbers else "")
        cells += ({True: "yes", False: "no", None: ""}[getattr(row, name)] for name in ends)
        note = notes.get(row.game)
        where = ("",) * len(marks) if note is None else (note.sheet, note.row, note.how)
        table.writerow([row.game, *(_as_cell(getattr(row, name)) for name in used), *cells, *where])
    return out.getvalue()


def named_game(text: str, kit: Kit, templates: Templates) -> GameRow:
    """Return the game that ``games.csv:3`` names by file and number; without a number the last one.

    ``RecordError`` if the file has no such game, or it cannot be read.
    """
    name, number = game_and_file(text)
    table = read_text(Path(name), TABLE, ("text",))
    with located(quoted(Path(name))):
        lines = list(read_table(table, kit, vocabularies(templates)))
        rows = [line.row for line in lines if line.row is not None]
        matches = [row for row in rows if row.game == int(number)] if number else rows[-1:]
        if len(matches) == 1:
            return matches[0]
        none = f"it has no game {number}" if number else "it contains no games"
        faults = [f"line {line.line}: {line.fault}" for line in lines if line.fault]
        raise RecordError(f"it has two games {number}" if matches else next(iter(faults), none))


# Counted beads: a table with a line for each slot.

#: Counted beads, by box and letter.
CountedBeads = dict[tuple[str, str], int]
COUNT_COLUMNS = ("box", "bead", "beads")
#: The names of such a file in messages.
COUNTS = "a table of counted beads: box,bead,beads"
OR_PHOTO = "a table of counted beads (box,bead,beads) or a photo of a count sheet"


def counted_beads(kit: Kit, path: Path, templates: Templates | None = None, wanted: str = COUNTS) -> CountedBeads:
    """Return the counted beads in a file; ``wanted`` says in messages what it should be.

    ``RecordError`` names the line that cannot be read.
    """
    text = read_text(path, wanted, ("text", *WORKBOOKS))
    with located(quoted(path)):
        return parse_counts(text, kit, templates)


def parse_counts(text: str, kit: Kit, templates: Templates | None = None) -> CountedBeads:
    r"""Return the counted beads in a table with columns named in any language; see ``counted_beads``.

    >>> from kitgen.kit.build import build_kit
    >>> parse_counts("box;bead;beads\nb4;red;1\nB4;U;0\n", build_kit("her"))
    {('B4', 'R'): 1, ('B4', 'U'): 0}
    """
    templates = templates or Templates()
    lines = _cells_of(text)
    first, titles = next(lines, (1, []))
    headless = len(titles) == len(COUNT_COLUMNS) and titles[-1].strip().isdecimal()
    known = {column: column for column in COUNT_COLUMNS}
    for language in templates.languages():
        words = dict(_words(language, templates, "audit"))
        known |= {words.get(f"audit.counts.{name}", name): name for name in COUNT_COLUMNS}
    names = COUNT_COLUMNS if headless else [known.get(" ".join(cell.casefold().split()), "") for cell in titles]
    if not {*COUNT_COLUMNS} <= {*names}:
        raise RecordError(f"line {first}: the columns are not box,bead,beads")
    counts: CountedBeads = {}
    for number, cells in chain([(first, titles)] * headless, lines):
        with located(f"line {number}"):
            values = defaultdict(str, zip(names, map(str.strip, cells), strict=False))
            pick = parse_bead(kit, f"{values['box']} {values['bead']}")
            beads = re.fullmatch(r"([0-9]{1,6})(?:[.,]0*)?", values["beads"])
            if beads is None:
                raise RecordError(f"{quoted(values['beads'])} is not a number of beads")
            if (pick.box, pick.bead) in counts:
                raise RecordError(f"bead {pick.bead} of box {pick.box} is counted twice")
            counts[pick.box, pick.bead] = int(beads[1])
    if not counts:
        raise RecordError("it contains no counted beads; write a line for each slot: box,bead,beads")
    return counts
