"""A document again, from the kit and the print run inside its PDF, so that printed sheets can be
checked.

A ``job.json`` is not trusted: it is read as strictly as any file.
"""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
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
from kitgen.press.print_job import print_run
from kitgen.reading.templates import Templates
from kitgen.record.rows import game_and_file

T = TypeVar("T")

#: A place in a text with only a name; anything more might need a lot of time and memory.
_PLACE = re.compile(r"\w*(\[[\w.-]+\])?")


def print_again(kit: Kit, job: JobFile, use: Callable[[Job, Document], T]) -> T:
    """Return the result of ``use`` for a print run and its document, as long as the user's own
    files can be read.

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
    """Return the content of a PDF from a whole print run: all of it, one part alone, or all on
    paper of one size.
    """
    for pages in whole.by_paper():
        if pages.parts == job.parts:
            return pages
    names = {part.name for part in job.parts}
    if len(names) == 1 < len({part.name for part in whole.parts}):
        for part in whole.parts:
            if part.name == job.parts[0].name:
                return whole.alone(part)
    return whole


def laid_out(files: Mapping[str, str], folder: Path) -> Templates:
    """Return a user's templates that a ``job.json`` brings, written to a folder; kitgen's own if
    there are none.
    """
    for name, content in files.items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content.encode())
    return Templates(folder if files else None)


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
        name, number = game_and_file(options.story_game)
        path = folder / f"games{Path(name).suffix[:10]}"
        path.write_bytes(job.games.encode())  # with its own line ends
        options = replace(options, story_game=f"{path}:{number}" if number else str(path))
    stock = _same_stock(job, templates, folder)
    return print_run(
        kit, PAGES[job.page], stock, job.command, options, templates, in_order(job.printed)
    )


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
                if field is not None and (form or conversion or not _PLACE.fullmatch(field)):
                    raise KitFileError(
                        f"{name} asks for {{{field[:40]}}}, which is not a plain name"
                    )
        except ValueError as error:
            raise KitFileError(f"{name} cannot be filled in: {error}") from None


def _texts_in(name: str, content: str) -> Iterator[str]:
    """Yield what is filled in: a guide as a whole, and each text of a TOML file, whose tables
    have braces, too.
    """
    if not name.endswith(".toml"):
        yield content
        return
    try:
        values: list[object] = [tomllib.loads(content)]
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise KitFileError(f"{name} cannot be read: {error}") from None
    while values:
        value = values.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            values += value.values()
        elif isinstance(value, list):
            values += value
