"""The templates of a user that are attached to a print, laid out again as files."""

from collections.abc import Mapping
from pathlib import Path

from kitgen.reading.templates import Templates


def laid_out(files: Mapping[str, str], folder: Path) -> Templates:
    """Write a user's templates, which a ``job.json`` brings, to a folder and return them; kitgen's
    own if there are none.
    """
    if not files:
        return Templates(None)
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode())
    return Templates(folder)
