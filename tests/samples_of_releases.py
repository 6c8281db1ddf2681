"""The samples of each release: what it has written, as people have it
(``tests/formats/README.md``).
"""

import io
import json
import lzma
import tarfile
from functools import cache
from pathlib import Path

from places import TESTS

FOLDER = TESTS / "formats"
#: What is put before the path of a sample. Release 1.0 wrote every format, and its samples are the
#: usual ones; a later release wrote what is new in it.
RELEASES = {"1.0": "", "1.1": "1.1/"}
#: The hash of each kit, by the path of its sample.
HASHES: dict[str, str] = {
    f"{prefix}{name}": hash_
    for release, prefix in RELEASES.items()
    for name, hash_ in json.loads((FOLDER / release / "hashes.json").read_bytes()).items()
}


@cache
def samples() -> dict[str, bytes]:
    """All samples but the PDFs, by their paths."""
    found = {}
    for release, prefix in RELEASES.items():
        data = lzma.decompress((FOLDER / release / "samples.tar.xz").read_bytes())
        with tarfile.open(fileobj=io.BytesIO(data)) as archive:
            for entry in archive:
                file = archive.extractfile(entry)
                if file is not None:
                    found[f"{prefix}{entry.name}"] = file.read()
    return found


def release_of(name: str) -> str:
    """Return the release that wrote a sample."""
    return next(release for release, prefix in [*RELEASES.items()][::-1] if name.startswith(prefix))


def sample(name: str) -> bytes:
    """A sample as it was written."""
    return samples()[name]


def unpacked(name: str, place: Path) -> Path:
    """Where a sample lies as it was written."""
    path = place / Path(name).name
    path.write_bytes(sample(name))
    return path
