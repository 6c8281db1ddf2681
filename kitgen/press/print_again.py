"""Makes a document again from the kit and the print run inside its PDF, to check printed sheets.

A ``job.json`` is not trusted: it is read as strictly as any file.
"""

import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from string import Formatter
from tempfile import TemporaryDirectory
from typing import TypeVar

import msgspec

from kitgen.errors import KitFileError, KitgenError, quoted
from kitgen.installing.extras import MissingExtraError
from kitgen.kit.file_table import written_by
from kitgen.kit.job_json import JOB_FILE, JobFile, write_job
from kitgen.kit.kit import Kit
from kitgen.paper.document import Document
from kitgen.paper.job import Job, part_options, read_options
from kitgen.paper.make import part_names, run_parts
from kitgen.paper.parts import in_order, unknown_names
from kitgen.paper.stock import Stock, read_stock
from kitgen.papers import PAGES
from kitgen.press.attached_templates import laid_out
from kitgen.press.print_job import print_run
from kitgen.reading.templates import Templates
from kitgen.record.rows import game_and_file

#: What a caller makes of a document.
T = TypeVar("T")

#: The most letters of the ending that a user's file of games keeps.
MAX_ENDING = 10
#: A place in a text with only a name; anything more might need a lot of time and memory.
_PLACE = re.compile(r"\w*(\[[\w.-]+\])?")
#: The most letters of a wrong name that an error shows.
MAX_SHOWN_NAME = 40


def print_again(kit: Kit, job: JobFile, use: Callable[[Job, Document], T]) -> T:
    """Return the result of ``use`` for a print run and its document.

    The user's own files, which the ``job.json`` brings, can be read only as long as ``use`` works.

    ``MissingExtraError`` if a sheet needs something not installed, ``KitFileError`` for any other
    obstacle.
    """
    with TemporaryDirectory(prefix="kitgen-") as folder:
        try:
            run = _same_job(kit, job, Path(folder))
            whole = run_parts(run, in_order(job.printed))
            return use(run, replace(whole, keywords=part_names(whole)))
        except MissingExtraError:
            raise
        except KitgenError as error:
            reason = str(error).replace(folder, JOB_FILE)
            raise KitFileError(
                f"cannot be printed again from what {JOB_FILE} says: {reason}"
            ) from None


def pages_of(whole: Document, job: JobFile) -> Document:
    """Return the content of one PDF of a print run: all sheets, one part, or one size of paper."""
    for sheets in whole.by_paper():
        if sheets.parts == job.parts:
            return sheets
    names_in_pdf = {part.name for part in job.parts}
    all_names = {part.name for part in whole.parts}
    if len(names_in_pdf) > 1 or len(all_names) == 1:
        return whole
    for part in whole.parts:
        if part.name in names_in_pdf:
            return whole.alone(part)
    return whole


def _same_job(kit: Kit, job: JobFile, folder: Path) -> Job:
    if job.page not in PAGES:
        raise KitFileError(f"there is no paper {quoted(job.page)}")
    for name in unknown_names(job.printed, job.options):
        raise KitFileError(f"this kitgen does not know {name}; {written_by(write_job(job))}")
    for name, content in job.templates.items():
        if name.startswith(("texts/", "guides/")):
            _check_places(name, content)
    templates = laid_out(job.templates, folder / "templates")
    options = part_options(**read_options(job.options))
    if options.story_game:
        story_game = _story_game(options.story_game, job.games, folder)
        options = replace(options, story_game=story_game)
    stock = _same_stock(job, templates, folder)
    return print_run(
        kit, PAGES[job.page], stock, job.command, options, templates, in_order(job.printed)
    )


def _story_game(setting: str, games: str, folder: Path) -> str:
    """Write the attached games to a folder, and return the setting that names a game there."""
    name, number = game_and_file(setting)
    path = folder / f"games{Path(name).suffix[:MAX_ENDING]}"
    path.write_bytes(games.encode())  # with its own line ends
    return f"{path}:{number}" if number else str(path)


def _same_stock(job: JobFile, templates: Templates, folder: Path) -> Stock:
    if job.label:
        path = folder / "label.toml"
        path.write_bytes(job.label.encode())
        stock = msgspec.structs.replace(read_stock(str(path), templates), name=job.stock.name)
    elif job.stock.name.lower().endswith(".toml"):
        raise KitFileError(f"the file {job.stock.name} is not attached")
    else:
        stock = read_stock(job.stock.name, templates)
    if (stock.width, stock.height) != (job.stock.width, job.stock.height):
        raise KitFileError(f"{stock.name} has {stock.width:g} x {stock.height:g} mm here")
    return stock


def _check_places(name: str, content: str) -> None:
    for text in _texts_in(name, content):
        try:
            for _, field, form, conversion in Formatter().parse(text):
                if field is None:  # the end of the text
                    continue
                if form or conversion or not _PLACE.fullmatch(field):
                    shown = field[:MAX_SHOWN_NAME]
                    raise KitFileError(f"{name} asks for {{{shown}}}, which is not a plain name")
        except ValueError as error:
            raise KitFileError(f"{name} cannot be filled in: {error}") from None


def _texts_in(name: str, content: str) -> Iterator[str]:
    """Yield what is filled in: a guide as a whole, but each text of a TOML file alone, since its
    inline tables have braces, too.
    """
    if not name.endswith(".toml"):
        yield content
        return
    try:
        unread: list[object] = [tomllib.loads(content)]
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise KitFileError(f"{name} cannot be read: {error}") from None
    while unread:
        value = unread.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            unread += value.values()
        elif isinstance(value, list):
            unread += value
