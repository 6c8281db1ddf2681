"""Prints a document again from what travels in its PDF: the kit, and the print run that made it.

The same kit and the same run always give the same sheets, so that what lies on somebody's table can be held against
what should lie there. What is said in a ``job.json`` is somebody else's word: it is read as strictly as any file.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from string import Formatter
from tempfile import TemporaryDirectory
from typing import TypeVar

from kitgen.check.print_run import print_run
from kitgen.errors import KitFileError, KitgenError
from kitgen.extras import MissingExtraError
from kitgen.kit.job_json import JOB_FILE, JobFile
from kitgen.kit.kit import Kit
from kitgen.paper.document import Document
from kitgen.paper.job import Job
from kitgen.paper.layout.papers import PAGES
from kitgen.paper.layout.stock import Stock, read_stock
from kitgen.paper.make import make_document
from kitgen.paper.options import PART_OPTIONS, PartOptions
from kitgen.paper.parts import in_order
from kitgen.record.rows import game_and_file
from kitgen.templates import Templates

T = TypeVar("T")

#: A place in a text that is filled in by a name alone: anything more could ask for far more than a word.
_PLACE = re.compile(r"\w*(\[[\w.-]+\])?")


def made(kit: Kit, job: JobFile, use: Callable[[Job, Document], T]) -> T:
    """Return what is made of a print run and its whole document, while the user's own files lie there to be read.

    Raises:
        MissingExtraError: what some sheet needs is not installed.
        KitFileError: nothing can be printed from what it says.
    """
    with TemporaryDirectory(prefix="kitgen-") as folder:
        try:
            run = _job(kit, job, Path(folder))
            whole = make_document(run, in_order(job.printed))
            return use(run, replace(whole, keywords=tuple(part.name for part in whole.parts)))
        except MissingExtraError:
            raise
        except KitgenError as error:
            said = str(error).replace(folder, JOB_FILE)
            raise KitFileError(f"cannot be printed again from what {JOB_FILE} says: {said}") from None


def held(whole: Document, job: JobFile) -> Document:
    """Return what a PDF holds of a whole print run: all of it, or one part alone, as ``parts/`` has them."""
    if len(job.parts) != 1 or len(whole.parts) == 1:
        return whole
    (only,) = job.parts
    part = next((part for part in whole.parts if part.name == only.name), None)
    if part is None:
        return whole
    sheets = tuple(sheet.alone(part) for sheet in whole.sheets[part.first - 1 : part.last])
    return replace(whole, title=f"{whole.title} · {part.title}", sheets=sheets, keywords=(part.name,))


def _job(kit: Kit, job: JobFile, folder: Path) -> Job:
    """Return the print run, its user's own files laid out in a folder.

    Raises:
        KitgenError: it names what is unknown, or asks for what cannot be.
    """
    if job.page not in PAGES:
        raise KitFileError(f"there is no paper {job.page!r}")
    templates = _templates(job.templates, folder)
    options = _options(job, folder)
    stock = _stock(job, templates, folder)
    return print_run(kit, PAGES[job.page], stock, job.command, options, templates, in_order(job.printed))


def _options(job: JobFile, folder: Path) -> PartOptions:
    """Return what single parts were told, each checked against its type."""
    known = {one.key: one for one in PART_OPTIONS}
    for key in job.options:
        if key not in known:
            raise KitFileError(f"there is no option {key!r}")
    checked: dict[str, object] = {key: known[key].checked(value) for key, value in job.options.items()}
    if checked.get("story"):
        name, number = game_and_file(str(checked["story"]))
        path = folder / f"games{Path(name).suffix[:10]}"
        path.write_text(job.games, encoding="utf-8")
        checked["story"] = f"{path}:{number}" if number else str(path)
    return replace(PartOptions(), **checked)  # type: ignore[arg-type] # each has just been checked against its type


def _stock(job: JobFile, templates: Templates, folder: Path) -> Stock:
    """Return the size of label or card."""
    if job.label:
        path = folder / "label.toml"
        path.write_text(job.label, encoding="utf-8")
        stock = replace(read_stock(str(path), templates), name=job.stock.name)
    elif job.stock.name.lower().endswith(".toml"):
        raise KitFileError(f"the file {job.stock.name} did not travel along")
    else:
        stock = read_stock(job.stock.name, templates)
    if (stock.width, stock.height) != (job.stock.width, job.stock.height):
        raise KitFileError(f"{stock.name} has {stock.width:g} x {stock.height:g} mm here")
    return stock


def _templates(files: Mapping[str, str], folder: Path) -> Templates:
    """Return the templates of a print run: a user's own, then those that come with kitgen.

    Raises:
        KitFileError: a text asks for more than words.
    """
    if not files:
        return Templates()
    own = folder / "templates"
    for name, content in files.items():
        if name.startswith(("texts/", "guides/")):
            _check_places(name, content)
        place = own / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(content, encoding="utf-8")
    return Templates(own)


def _check_places(name: str, content: str) -> None:
    """Refuse words with places that are filled in by anything but a plain name: they may take any time and memory."""
    try:
        for _, field, form, conversion in Formatter().parse(content):
            if field is not None and (form or conversion or not _PLACE.fullmatch(field)):
                raise KitFileError(f"{name} asks for {{{field[:40]}}}, which is no plain name")
    except ValueError as error:
        raise KitFileError(f"{name} cannot be filled in: {error}") from None
