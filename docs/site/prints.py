"""What the gallery shows of a kit in one language on one paper: every part as a PDF, its first page
as a picture.

A print is kept under the hash of its kit and of kitgen's own files, so that the next build makes
only what has changed.
"""

import json
import os
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import kitgen
from docs.site.played import after_games
from kitgen.errors import KitgenError, UsageError
from kitgen.kit.kit import Kit
from kitgen.paper.document import Document
from kitgen.paper.lesson_file import read_lesson
from kitgen.paper.parts import PARTS
from kitgen.press.print_run import printed_report
from kitgen.reading.templates import Templates
from kitgen.render.png import png_bytes
from kitgen.web.page_build import write_page

ROOT = Path(__file__).parents[2]
#: Papers with the name that is read on the site.
PAPERS = {"a4": "A4", "letter": "Letter"}
#: The largest poster for each paper: MENACE's wells do not fit the usual one.
LARGE = {"a4": "a0", "letter": "arch-e"}
#: How wide a picture is, in dots: twice what is shown, for screens with fine dots.
WIDE = 420
MADE = "made.json"
#: Stands for the options of parts that show a machine after some games.
PLAYED = "played"


@dataclass(frozen=True, slots=True)
class Print:
    """One edition in one language on one paper.

    Attributes:
        edition: its name.
        language: of all that is printed.
        page: the paper, a key of ``PAPERS``.
        folder: where its files are.
        report: what the whole kit comes to, as ``kitgen print --json`` says it.
        pages: how many pages each part has, in the order of use.
        besides_name: what printing a part takes besides its name, options or ``PLAYED``; parts that
            take no more are left out.
        refused: why this kit does not have the other parts.
    """

    edition: str
    language: str
    page: str
    folder: Path
    report: Mapping[str, Any]
    pages: Mapping[str, int]
    besides_name: Mapping[str, str]
    refused: Mapping[str, str]

    def name(self, what: str) -> str:
        """Return the name of a file, which says what it is wherever it is saved."""
        return f"{self.edition}-{what}-{self.language}-{self.page}"

    def address(self, what: str, suffix: str) -> str:
        """Return where a file is on the site, from its root."""
        return f"files/{self.edition}/{self.name(what)}{suffix}"


@cache
def source_hash() -> str:
    """Return a hash of all that a print depends on beside its kit: the package and its
    templates.
    """
    own = (Path(__file__), Path(__file__).with_name("played.py"))
    digest = sha256()
    for path in sorted([*ROOT.glob("kitgen/**/*"), *ROOT.glob("templates/**/*"), *own]):
        if path.is_file() and path.suffix != ".pyc":
            digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def make_print(edition: str, language: str, page: str, kept: Path, app: str) -> Print:
    """Return a print, from what is kept where that is there; its page to play on leads to the
    ``app``, unless empty.
    """
    kit = kitgen.make_kit(edition, language=language)
    digest = sha256((kit.hash + source_hash() + app).encode()).hexdigest()
    folder = kept / f"{edition}-{language}-{page}-{digest[:16]}"
    if not folder.exists():
        kept.mkdir(parents=True, exist_ok=True)
        unfinished = Path(mkdtemp(prefix=".making-", dir=kept))
        try:
            _make(Print(edition, language, page, unfinished, {}, {}, {}, {}), kit, app)
            unfinished.rename(folder)
        except BaseException:
            shutil.rmtree(unfinished)
            raise
    made = json.loads((folder / MADE).read_text(encoding="utf-8"))
    return Print(edition, language, page, folder, **made)


def _make(made: Print, kit: Kit, app: str) -> None:
    """Make all files of a print in its folder."""
    whole = BytesIO()
    printed = kitgen.print_kit(kit, whole, page=made.page)
    (made.folder / f"{made.name('kit')}.pdf").write_bytes(whole.getvalue())
    pages = {}
    refused = {}
    besides_name = {}
    is_first_paper = made.page == next(iter(PAPERS))
    for name in PARTS:
        try:
            document, besides_name[name] = _document(kit, made.page, name)
        except KitgenError as error:
            refused[name] = str(error)
            continue
        kitgen.save(document, made.folder / f"{made.name(name)}.pdf")
        pages[name] = len(document.sheets)
        if is_first_paper:
            scene = document.sheets[0].scene
            dpi = round(WIDE / scene.width * 25.4)
            (made.folder / f"{made.name(name)}.png").write_bytes(png_bytes(scene, dpi))
    if is_first_paper:
        write_page(kit, made.folder / f"{made.name('play')}.html", app=app)
    report = printed_report(printed)
    data = {
        "report": report,
        "pages": pages,
        "besides_name": {name: text for name, text in besides_name.items() if text},
        "refused": refused,
    }
    (made.folder / MADE).write_text(json.dumps(data), encoding="utf-8")


def _document(kit: Kit, page: str, part: str) -> tuple[Document, str]:
    """Return the sheets of a part, and what printing it takes besides its name; some games are
    played for a part that shows games.
    """
    declared = PARTS[part]
    if "lesson_name" in declared.needs:
        lesson = _lesson_for(kit)
        document = kitgen.make_document(kit, page=page, parts=[part], lesson_name=lesson)
        return document, f"--set lesson.name={lesson}"
    if declared.past:
        with after_games(kit) as (trained, _):
            return kitgen.make_document(trained, page=page, parts=[part]), PLAYED
    if declared.needs:
        with after_games(kit) as (_, log):
            document = kitgen.make_document(kit, page=page, parts=[part], story_game=log)
        return document, f"--set story.game={log}"
    try:
        return kitgen.make_document(kit, page=page, parts=[part]), ""
    except KitgenError:
        if "poster_size" in declared.reads:
            large = LARGE[page]
            document = kitgen.make_document(kit, page=page, parts=[part], poster_size=large)
            return document, f"--set poster.size={large}"
        if declared.shows != "always":
            raise
        express = kitgen.make_kit(kit.name, language=kit.choices.language, express=True)
        return kitgen.make_document(express, page=page, parts=[part]), "--express"


def _lesson_for(kit: Kit) -> str:
    """Return the first lesson of an edition; UsageError if it has none."""
    templates = Templates()
    for name in templates.names("lessons"):
        if read_lesson(name, templates).kit == kit.name:
            return name
    raise UsageError(f"no lesson is for {kit.name}")


def lay_out(prints: Sequence[Print], pages: Path) -> None:
    """Put the files of prints where the site has them."""
    for made in prints:
        for path in sorted(made.folder.iterdir()):
            if path.name == MADE:
                continue
            target = pages / made.address("", "").rpartition("/")[0] / path.name
            target.parent.mkdir(parents=True, exist_ok=True)
            try:
                os.link(path, target)
            except OSError:  # kept on another disk
                shutil.copyfile(path, target)
