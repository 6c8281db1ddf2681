"""The files of a kit's folder: the whole document, each part singly, the kit as data, pictures."""

from dataclasses import asdict, replace
from io import BytesIO

from kitgen.door.folder.own_files import own_games, own_label, own_templates
from kitgen.door.loading import KIT_FILE, KIT_PDF
from kitgen.kit.job_json import JOB_FILE, SCHEMA, JobFile, JobPart, JobStock, write_job
from kitgen.kit.kit_json import write_kit
from kitgen.paper.card.front import Cards
from kitgen.paper.document import Document
from kitgen.paper.job import Job
from kitgen.paper.marks.scene import Scene
from kitgen.render.pdf import PdfWriter


def attachments(job: Job, document: Document, kit: bytes) -> dict[str, bytes]:
    """Return what travels inside a PDF: the bytes of the kit, and what was printed of it."""
    stock = JobStock(job.stock.name, job.stock.width, job.stock.height)
    about = JobFile(
        SCHEMA, job.command, job.page.name, stock, asdict(job.options), document.parts,
        job.parts, own_templates(job), own_label(job), own_games(job),
    )  # fmt: skip
    return {KIT_FILE: kit, JOB_FILE: write_job(about)}


def kit_files(job: Job, document: Document, *, svg: bool) -> dict[str, bytes]:
    """Return the files of a kit's folder, by their paths inside.

    Args:
        job: the print run.
        document: what it has made.
        svg: True for a picture of each card, too.
    """
    writer, kit = PdfWriter(), write_kit(job.kit)
    files = {KIT_FILE: kit, KIT_PDF: _pdf(job, document, kit, writer)}
    for number, part in enumerate(document.parts, 1):
        sheets = tuple(sheet.alone(part) for sheet in document.sheets[part.first - 1 : part.last])
        title = f"{document.title} · {part.title}"
        single = replace(document, title=title, sheets=sheets, keywords=(part.name,))
        files[part_path(number, part)] = _pdf(job, single, kit, writer)
    if svg:
        files |= _cards(job)
    if job.options.laser:
        files |= _laser(job)
    return files


def part_path(number: int, part: JobPart) -> str:
    """Return where a part lies alone in a folder, the parts counted from 1."""
    return f"parts/{number:02}-{part.name}.pdf"


def kit_pdf(job: Job, document: Document) -> bytes:
    """Return the whole document as a PDF."""
    return _pdf(job, document, write_kit(job.kit), PdfWriter())


def _pdf(job: Job, document: Document, kit: bytes, writer: PdfWriter) -> bytes:
    """Return a document as a PDF that carries the bytes of its kit, and what was printed of it."""
    stream = BytesIO()
    writer.write(replace(document, attachments=attachments(job, document, kit)), stream)
    return stream.getvalue()


def _cards(job: Job) -> dict[str, bytes]:
    """Return the card of each box as SVG."""
    cards = Cards(job.kit, job.stock.width, job.stock.height, job.texts)
    return {f"cards/{box.id}.svg": _svg(cards.draw(box)) for box in job.kit.boxes}


def _laser(job: Job) -> dict[str, bytes]:
    """Return the drawings for a laser cutter as SVG."""
    # The geometry of cuts needs a library that nothing else needs.
    from kitgen.paper.laser.drawings import laser_files  # noqa: PLC0415

    return {f"laser/{name}.svg": _svg(scene) for name, scene in laser_files(job, job.options.laser).items()}


def _svg(scene: Scene) -> bytes:
    """Return a scene as SVG."""
    # Its library takes a while to load, and few prints ask for SVG.
    from kitgen.render.svg import write_svg  # noqa: PLC0415

    stream = BytesIO()
    write_svg(scene, stream)
    return stream.getvalue()
