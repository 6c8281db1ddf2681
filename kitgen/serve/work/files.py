"""What is downloaded: the PDF, the whole folder as a ZIP, the companion page."""

from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from kitgen.serve.work.printing import kit_of, printed
from kitgen.serve.work.worker import Errand
from kitgen.web.build import build_page

#: The earliest time that a ZIP can say: the same kit gives the same bytes.
_WHEN = (1980, 1, 1, 0, 0, 0)


def pdf(task: Errand) -> bytes:
    """Return the PDF of a print."""
    stream = BytesIO()
    printed(task.asked, stream)
    return stream.getvalue()


def folder(task: Errand) -> bytes:
    """Return the folder that ``kitgen print`` makes, as a ZIP with one folder inside."""
    stream = BytesIO()
    with TemporaryDirectory() as scratch:
        root = Path(scratch) / "kit"
        made = printed(task.asked, root)
        with ZipFile(stream, "w", ZIP_DEFLATED) as archive:
            for name in made.files:
                entry = ZipInfo(f"{made.kit.name}/{name}", _WHEN)
                entry.compress_type = ZIP_DEFLATED
                archive.writestr(entry, (root / name).read_bytes())
    return stream.getvalue()


def companion(task: Errand) -> bytes:
    """Return the companion page of a kit."""
    return build_page(kit_of(task.asked)).encode()
