"""The files of a kit's folder: the whole document, each part singly, the kit as data, pictures."""

from collections.abc import Iterator
from dataclasses import asdict, replace
from io import BytesIO
from pathlib import Path

import msgspec

from kitgen import __version__
from kitgen.errors import TemplateError, quoted
from kitgen.kit.job_json import CONTRACT, JOB_FILE, JOB_SCHEMA, LONGEST_FILE, JobFile, JobPart, JobStock, write_job
from kitgen.kit.kit_json import KIT_FILE, write_kit
from kitgen.kit_sources import KIT_PDF
from kitgen.paper.card.front import Cards
from kitgen.paper.document import Document
from kitgen.paper.job import Job
from kitgen.paper.marks.scene import Scene
from kitgen.paper.texts import guide_path
from kitgen.record.rows import game_and_file
from kitgen.render.pdf import WRITER, PdfWriter
from kitgen.templates import shipped

# A user's own files travel in ``job.json``, so that others can print the same: only the files that these sheets can
# have been made from, nothing else of a user's folder.

#: Folders in which any file may be read.
_WHOLE = ("errata", "tables")


def own_templates(job: Job) -> dict[str, str]:
    """Return the user's own templates that a print run may have read, by their paths in a folder of templates."""
    files: dict[str, str] = {}
    for root in reversed([root for root in job.templates.roots if root != shipped()]):  # the named folder wins
        for path in _candidates(job, root):
            inside = path.relative_to(root)
            usual = shipped() / inside
            if path.is_file() and not (usual.is_file() and path.read_bytes() == usual.read_bytes()):
                files[inside.as_posix()] = _whole(path)
    return dict(sorted(files.items()))


def own_label(job: Job) -> str:
    """Return the file of a label, if the run names a file; otherwise an empty text."""
    name = job.stock.name
    return _whole(Path(name)) if name.lower().endswith(".toml") else ""


def own_games(job: Job) -> str:
    """Return the file of the story's game; empty without a story."""
    return _whole(Path(game_and_file(job.options.story)[0])) if job.options.story else ""


def _candidates(job: Job, root: Path) -> Iterator[Path]:
    """Yield the files of a folder that a print run may read, whether they exist or not."""
    language, options = job.texts.language, job.options
    yield from sorted((root / "texts" / language).glob("*.toml"))
    for kind in _WHOLE:
        yield from sorted((root / kind).glob("*.toml"))
    for kind, name in (("braille", options.braille), ("boxes", options.box), ("stock", job.stock.name)):
        if name in job.templates.names(kind):
            yield root / kind / f"{name}.toml"
    yield guide_path(root, language, options.guide)


def _whole(path: Path) -> str:
    """Return the text of a user's own file; refuse one that is far too long."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise TemplateError(f"{quoted(path)} cannot be read: {error}") from None
    if len(text) > LONGEST_FILE:
        raise TemplateError(f"{quoted(path)} has more than {LONGEST_FILE // 1000} kB; no template is that long")
    return text


def attachments(job: Job, document: Document, kit: bytes, about: JobFile | None = None) -> dict[str, bytes]:
    """Return the files inside a PDF: the bytes of the kit, and the print run; ``about`` is that of an earlier print."""
    if about is not None:
        return {KIT_FILE: kit, JOB_FILE: write_job(msgspec.structs.replace(about, parts=document.parts))}
    stock = JobStock(job.stock.name, job.stock.width, job.stock.height)
    about = JobFile(
        JOB_SCHEMA, job.command, job.page.name, stock, asdict(job.options), document.parts,
        job.parts, own_templates(job), own_label(job), own_games(job), __version__, WRITER, CONTRACT,
    )  # fmt: skip
    return {KIT_FILE: kit, JOB_FILE: write_job(about)}


def kit_files(job: Job, document: Document, *, svg: bool, about: JobFile | None = None) -> dict[str, bytes]:
    """Return the files of a kit's folder, by their paths inside; with ``svg`` also a picture of each card.

    ``about`` is the print run as it was described when the folder was printed first.
    """
    writer, kit = PdfWriter(), write_kit(job.kit)
    files = {KIT_FILE: kit, KIT_PDF: _pdf(job, document, kit, writer, about)}
    for number, part in enumerate(document.parts, 1):
        files[part_path(number, part)] = _pdf(job, document.alone(part), kit, writer, about)
    if svg:
        cards = Cards(job.kit, job.stock.width, job.stock.height, job.texts)
        files |= {f"cards/{box.id}.svg": _svg(cards.draw(box)) for box in job.kit.boxes}
    if job.options.laser:
        # The geometry of cuts needs a library that nothing else needs.
        from kitgen.paper.laser.drawings import laser_files  # noqa: PLC0415

        drawings = laser_files(job, job.options.laser)
        files |= {f"laser/{name}.svg": _svg(scene) for name, scene in drawings.items()}
    return files


def part_path(number: int, part: JobPart) -> str:
    """Return the path of a part in a folder, the parts counted from 1."""
    return f"parts/{number:02}-{part.name}.pdf"


def kit_pdf(job: Job, document: Document) -> bytes:
    """Return the whole document as a PDF."""
    return _pdf(job, document, write_kit(job.kit), PdfWriter())


def _pdf(job: Job, document: Document, kit: bytes, writer: PdfWriter, about: JobFile | None = None) -> bytes:
    stream = BytesIO()
    writer.write(replace(document, attachments=attachments(job, document, kit, about)), stream)
    return stream.getvalue()


def _svg(scene: Scene) -> bytes:
    # This library takes a while to load, and few prints need SVG.
    from kitgen.render.svg import write_svg  # noqa: PLC0415

    stream = BytesIO()
    write_svg(scene, stream)
    return stream.getvalue()
