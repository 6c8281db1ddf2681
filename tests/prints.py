"""Documents that several tests read back, drawn once, and PDFs that say what is in them, as
printed ones do.
"""

from dataclasses import replace
from functools import cache

from jobs import make_job

from kitgen.errors import KitFileError
from kitgen.kit.job_json import JOB_SCHEMA, JobFile, JobStock, contract_of, write_job
from kitgen.kit.kit_json import write_kit
from kitgen.paper.document import Document
from kitgen.paper.job import written_options
from kitgen.paper.make import run_parts
from kitgen.paper.style import TIE
from kitgen.render.pdf import pdf_bytes
from kitgen.sandbox.page_marks import MarkIndex
from kitgen.sandbox.plain_page import PlainPdf
from kitgen.sources.attachments import attached_job
from kitgen.verification.drawn_boxes import BoxReader
from kitgen.verification.pdf_checks import marks_checks


@cache
def document(name, parts=("labels",), **choices):
    """The document of some parts; the same one for the same choices (see ``jobs.make_job``)."""
    return run_parts(make_job(name, **choices), parts)


def as_printed(text):
    """Return a text with usual spaces for the no-break ones, as the lines of most sheets have
    them.
    """
    return text.replace(TIE, " ")


def parts_of(sheets):
    """The parts that sheets belong to, in their order."""
    return Document("", "", "", "en", tuple(sheets)).parts


def attached(job, parts):
    """What travels in a PDF of some parts."""
    stock = JobStock(job.stock.name, job.stock.width, job.stock.height)
    about = JobFile(
        schema=JOB_SCHEMA,
        kitgen="1.0.0",
        writer="another",
        contract=contract_of(job.kit.game.diagram),
        command=job.command,
        page=job.page.name,
        stock=stock,
        options=written_options(job.options),
        parts=tuple(parts),
        printed=tuple(part.name for part in parts) or ("cover",),
    )
    return {"kit.json": write_kit(job.kit), "job.json": write_job(about)}


def write_print(path, drawn, job="her", parts=None, **files):
    """Write a document as a PDF, and return its path.

    Args:
        path: of the PDF.
        drawn: the document, perhaps damaged.
        job: the print run, or the name of a kit.
        parts: what the PDF says is in it; what is in it when None.
        files: other contents for ``kit_file`` and ``job_file``; None leaves one out.
    """
    job = make_job(job) if isinstance(job, str) else job
    inside = attached(job, parts_of(drawn.sheets) if parts is None else parts)
    inside |= {f"{name.removesuffix('_file')}.json": data for name, data in files.items()}
    inside = {name: data for name, data in inside.items() if data is not None}
    names = tuple(dict.fromkeys(sheet.part for sheet in drawn.sheets))
    path.write_bytes(pdf_bytes(replace(drawn, keywords=names, attachments=inside)))
    return path


def read_boxes(path, kit):
    """Every box that a PDF shows: one for each board with an id, page by page, without the
    boards to play on.
    """
    reader = BoxReader(kit)
    pages = PlainPdf(path.read_bytes())
    return [
        box
        for number, page in enumerate(pages, 1)
        for box in reader.read_page(MarkIndex(page), number)
    ]


def drawing_checks(kit, path):
    """The checks of the marks of a PDF against its kit."""
    try:
        job = attached_job(path)
        why = "the PDF carries no job.json"
    except KitFileError as error:
        job = None
        why = str(error)
    return marks_checks(kit, job, PlainPdf(path.read_bytes()), why)
