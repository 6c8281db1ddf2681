"""``kitgen session add SESSION PHOTO``: marked sheets read, and asked for row by row where that has to be."""

import re
import shlex
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from kitgen.cli.streams import lines_of_input
from kitgen.door.marked.adding import LEFT, Ask, RowAnswer, SeenRow, add_rows, left_out, understood_rows
from kitgen.door.marked.page import review_page, write_review
from kitgen.door.marked.photos import LaterSheet, of_part, read_photos
from kitgen.door.marked.telling import MarkedTelling, marked_telling
from kitgen.errors import CameraError, RecordError, UsageError, quoted
from kitgen.files import write_whole
from kitgen.record.forms.code import LOG
from kitgen.session.exchange.noted import read_text
from kitgen.session.session import Session
from kitgen.templates import Templates


def add_photos(
    journal: Session,
    paths: Sequence[Path],
    *,
    keep_good: bool,
    review: Path | None,
    answers: Path | None,
    first: int,
    templates: Templates,
) -> bool:
    """Note the games of marked sheets; return whether there is nothing left that nobody has decided on.

    Raises:
        RecordError: a row has to be decided on, and nobody does.
        CameraError: a picture cannot be read.
    """
    said = {} if answers is None else read_answers(answers)
    words = marked_telling(journal.kit, templates)
    sheets, others = of_part(read_photos("kitgen session add with a photo", paths, journal.printed), LOG)
    if others and not keep_good:
        raise CameraError(f"{others[0]}; nothing was noted, --keep-good notes what can be read")
    for line in others:
        click.echo(line, err=True)
    if first > 1:
        sheets = [LaterSheet.of(sheet, first) for sheet in sheets]
    for sheet in sheets:
        for line in words.sheet(sheet):
            click.echo(line)
    if review is not None:
        said_first = ["--first", str(first)] if first > 1 else []
        command = shlex.join(
            ["kitgen", "session", "add", str(journal.path), *map(str, paths), *said_first, "--answers", "answers.txt"]
        )
        write_review(review, review_page(understood_rows(journal, sheets), words, command))
        click.echo(words.texts("marked.wrote", file=review))
    ask: Ask | None = None
    if answers is not None:
        ask = _Answers(journal, words, said).ask
    elif _at_terminal():
        ask = _Terminal(journal, words).ask
    rows = understood_rows(journal, sheets, ask)
    if ask is None and not keep_good:
        for row in rows:
            if row.state == LEFT:
                click.echo(
                    words.texts("marked.asked", game=row.number, on=row.sheet.form.code.sheet, why=words.why(row))
                )
    left_out(rows, keep_good=keep_good)
    added = add_rows(journal, rows)
    for line in words.summary(added):
        click.echo(line)
    return not others and not added.of(LEFT)


def _at_terminal() -> bool:
    """Return whether somebody is there to be asked."""
    return sys.stdin.isatty()


def read_answers(path: Path) -> dict[int, tuple[int, str]]:
    """Return what a file says of rows: by the number of the game the line and the answer, as in ``7: A1 R, B1 L, L``.

    Raises:
        RecordError: a line is none.
    """
    found: dict[int, tuple[int, str]] = {}
    for number, text in enumerate(read_text(path).splitlines(), 1):
        line = text.partition("#")[0].strip()
        match = re.fullmatch(r"([1-9][0-9]{0,6})\s*[:;=]\s*(\S.*)", line)
        if line and match is None:
            raise RecordError(f"{path}, line {number}: {quoted(line)} is not a game and an answer, such as 7: 1")
        if match is not None and int(match[1]) in found:
            raise RecordError(f"{path}, line {number}: game {match[1]} was answered before")
        if match is not None:
            found[int(match[1])] = number, match[2]
    return found


class _Answers:
    """Answers from a file."""

    def __init__(self, journal: Session, words: MarkedTelling, said: Mapping[int, tuple[int, str]]) -> None:
        self._journal, self._words, self._said = journal, words, said

    def ask(self, row: SeenRow) -> RowAnswer | None:
        """Return what the file says of a row.

        Raises:
            RecordError: that cannot be.
        """
        line, said = self._said.get(row.number, (0, ""))
        if not said:
            return None
        try:
            return self._words.hear(self._journal, row, said)
        except RecordError as error:
            raise RecordError(f"line {line} of the answers: {error}") from None


class _Terminal:
    """Somebody at a terminal."""

    def __init__(self, journal: Session, words: MarkedTelling) -> None:
        self._journal, self._words = journal, words
        self._lines = lines_of_input()

    def ask(self, row: SeenRow) -> RowAnswer | None:
        """Ask until there is an answer that can be, or there are no more."""
        for line in self._words.asked(row):
            click.echo(line)
        for heard in self._lines:
            said = (heard or "").strip()
            if said.casefold() in ("strip", self._words.texts("marked.strip").casefold()):
                self._save(row)
                continue
            try:
                return self._words.hear(self._journal, row, said)
            except RecordError as error:
                click.echo(f"{error}", err=True)
        return None

    def _save(self, row: SeenRow) -> None:
        """Save the strips of a row where one works."""
        for index in row.written.rows:
            place = Path(f"game-{row.sheet.form.code.first + index}.png")
            data = row.sheet.strip(index)
            write_whole(place, lambda file, data=data: file.write(data))  # type: ignore[misc] # a default binds it
            click.echo(self._words.texts("marked.saved", file=place))


def no_photo_options(review: Path | None, answers: Path | None, first: int) -> None:
    """Refuse what is said of photos where there is none.

    Raises:
        UsageError: something is.
    """
    options = {"--review": review is not None, "--answers": answers is not None, "--first": first > 1}
    said = [name for name, given in options.items() if given]
    if said:
        raise UsageError(f"{' and '.join(said)} would change nothing: no FILE is a photo or a scan of a marked sheet")
