"""The samples of version 1.0: what it has written, as people have it
(``tests/formats/README.md``).
"""

import io
import json
import lzma
import tarfile
from functools import cache
from pathlib import Path

from places import TESTS

FOLDER = TESTS / "formats/1.0"
#: The hash of each kit, by the path of its sample.
HASHES: dict[str, str] = json.loads((FOLDER / "hashes.json").read_bytes())


@cache
def samples() -> dict[str, bytes]:
    """All samples but the PDFs, by their paths."""
    data = lzma.decompress((FOLDER / "samples.tar.xz").read_bytes())
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        files = {entry.name: archive.extractfile(entry) for entry in archive if entry.isfile()}
        return {name: file.read() for name, file in files.items() if file is not None}


def sample(name: str) -> bytes:
    """A sample as it was written."""
    return samples()[name]


def unpacked(name: str, place: Path) -> Path:
    """Where a sample lies as it was written."""
    path = place / Path(name).name
    path.write_bytes(sample(name))
    return path
