"""``kitgen journal add`` from photos of marked sheets: reads them, and asks about unclear rows."""

import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from kitgen.cli.terminal import echo_lines, lines_of_input
from kitgen.errors import CameraError, RecordError, command_line, located, quoted
from kitgen.files import write_whole
from kitgen.forms.form import LOG
from kitgen.journal.journal import Journal
from kitgen.marked import marked_games
from kitgen.marked.marked_games import SeenRow, SheetWords
from kitgen.marked.photos import numbered_from, read_photos, sheets_and_notes
from kitgen.marked.review_page import review_page
from kitgen.reading.templates import Templates
from kitgen.record.game_lines import read_text

#: A line of a file of answers: the number of a game, and the answer.
_ANSWER = re.compile(r"([1-9][0-9]{0,6})\s*[:;=]\s*(\S.*)")


def add_photos(
    journal: Journal,
    paths: Sequence[Path],
    *,
    keep_good: bool,
    review: Path | None,
    answers: Path | None,
    first: int,
    templates: Templates,
    asks: bool = True,
) -> bool:
    """Note the games of marked sheets, and return whether no row is undecided.

    Rows that are unclear are asked for on a terminal, if there is one, unless ``asks`` is False.
    Unless ``keep_good``, a row that is undecided is a ``RecordError``, and an unreadable picture a
    ``CameraError``.
    """
    words = SheetWords(journal.kit, templates)
    ask = None
    if answers is not None:
        ask = _ask_file(journal, words, read_answers(answers))
    photos = read_photos("kitgen journal add with a photo", paths, journal.printed)
    sheets, unreadable = sheets_and_notes(photos, LOG)
    if unreadable and not keep_good:
        raise CameraError(
            f"{unreadable[0]}; nothing was noted; --keep-good notes the games that can be read"
        )
    echo_lines(unreadable, err=True)
    if first > 1:
        sheets = [numbered_from(sheet, first) for sheet in sheets]
    for sheet in sheets:
        echo_lines(words.sheet(sheet))
    if review is not None:
        later = ["--first", str(first)] if first > 1 else []
        command = command_line(
            "kitgen", "journal", "add", journal.path, *paths, *later, "--answers", "answers.txt"
        )
        page = review_page(marked_games.understood_rows(journal, sheets), words, command)
        write_whole(review, page.encode())
        click.echo(words.texts("marked.wrote", file=review))
    if ask is None and asks and _at_terminal():
        ask = _ask_terminal(journal, words)
    rows = marked_games.understood_rows(journal, sheets, ask)
    undecided = [row for row in rows if row.state == marked_games.UNDECIDED]
    if ask is None and not keep_good:
        echo_lines(_undecided_line(words, row) for row in undecided)
    marked_games.refuse_undecided(rows, keep_good=keep_good)
    marked_games.add_rows(journal, rows)
    echo_lines(words.summary(rows))
    return not unreadable and not undecided


def _undecided_line(words: SheetWords, row: SeenRow) -> str:
    sheet = row.sheet.form.code.sheet
    return words.texts("marked.asked", game=row.number, on=sheet, why=words.why(row))


def _at_terminal() -> bool:
    return sys.stdin.isatty()


def read_answers(path: Path) -> dict[int, tuple[int, str]]:
    """Return the answers in a file, such as ``7: A1 R, B1 U, L``: by the number of the game, the
    line and the answer.

    ``RecordError`` if a line is not an answer.
    """
    answers: dict[int, tuple[int, str]] = {}
    lines = read_text(path, "a file of answers, such as 7: 1", ("text", "empty")).splitlines()
    for number, whole_line in enumerate(lines, 1):
        line = whole_line.partition("#")[0].strip()  # without a remark
        if not line:
            continue
        place = f"{quoted(path)}, line {number}"
        match = _ANSWER.fullmatch(line)
        if match is None:
            raise RecordError(f"{place}: {quoted(line)} is not a game and an answer, such as 7: 1")
        game = int(match[1])
        if game in answers:
            raise RecordError(f"{place}: game {game} is answered twice")
        answers[game] = number, match[2]
    return answers


def _ask_file(
    journal: Journal, words: SheetWords, answers: Mapping[int, tuple[int, str]]
) -> marked_games.Ask:
    """Return what takes the answer to a row from a file."""

    def ask(row: SeenRow) -> SeenRow | None:
        if row.number not in answers:
            return None
        line, answer = answers[row.number]
        with located(f"line {line} of the answers"):
            return words.decided(journal, row, answer)

    return ask


def _ask_terminal(journal: Journal, words: SheetWords) -> marked_games.Ask:
    """Return what asks for a row on the terminal, until an answer can be understood."""
    lines = lines_of_input()
    words_for_pictures = ("strip", words.texts("marked.strip").casefold())

    def ask(row: SeenRow) -> SeenRow | None:
        echo_lines(words.question(row))
        for line in lines:
            answer = (line or "").strip()
            if answer.casefold() in words_for_pictures:
                _write_pictures(row, words)
                continue
            try:
                return words.decided(journal, row, answer)
            except RecordError as error:
                click.echo(f"{error}", err=True)
        return None

    return ask


def _write_pictures(row: SeenRow, words: SheetWords) -> None:
    """Write a picture of each line of a row to the working folder."""
    for index in row.written.rows:
        path = Path(f"game-{row.sheet.form.code.first + index}.png")
        write_whole(path, row.sheet.strip(index))
        click.echo(words.texts("marked.saved", file=path))
