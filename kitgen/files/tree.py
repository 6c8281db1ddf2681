"""Files in a folder: checking their names before anything is written, and removing only those
that kitgen made.
"""

import os
import re
import stat
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from unicodedata import normalize

from kitgen.errors import OutputError, quoted
from kitgen.files import disk

#: The longest name of a file or folder, in bytes.
MAX_NAME_BYTES = 255
#: The most signs of a name that a message shows.
MAX_SIGNS_SHOWN = 60
#: Characters that some system does not allow in a name; a backslash and a colon lead elsewhere on
#: Windows, and lone surrogates stand for bytes that are no text.
_UNFIT = re.compile(r'[\x00-\x1f\x7f<>:"|?*\\\ud800-\udfff]')
#: Names of devices on Windows, whatever follows after a dot.
_DEVICE = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])", re.IGNORECASE)


def is_device(name: str) -> bool:
    """Return whether a name is a device on Windows.

    >>> is_device("nul.svg"), is_device("null.svg")
    (True, False)
    """
    return _DEVICE.fullmatch(name.partition(".")[0].rstrip()) is not None


def fault_of(name: str) -> str | None:
    """Return the fault in the name of a file inside a folder, ``parts/01-cover.pdf``; None without
    one.

    >>> fault_of("cards/A1.svg")
    >>> fault_of("../../A1.svg")
    'leads out of it'
    >>> fault_of("cards/NUL.svg")
    'is the name of a device on Windows'
    """
    parts = name.split("/")
    if not {"", ".", ".."}.isdisjoint(parts) or "\\" in name or re.match(r"[A-Za-z]:", name):
        return "leads out of it"
    if _UNFIT.search(name):
        return "has a sign that not every system can have in a name"
    if any(part.endswith((".", " ")) for part in parts):
        return "ends in a dot or a space"
    if any(map(is_device, parts)):
        return "is the name of a device on Windows"
    if any(len(part.encode()) > MAX_NAME_BYTES for part in parts):
        return f"is longer than {MAX_NAME_BYTES} bytes"
    return None


def inside(folder: Path, name: str) -> Path:
    """Return the path of a file, by its name in a folder (``parts/01-cover.pdf``); refuse a name
    that leads elsewhere.

    >>> inside(Path("kit"), "/etc/passwd")  # doctest: +NORMALIZE_WHITESPACE
    Traceback (most recent call last):
    kitgen.errors.OutputError: '/etc/passwd' cannot be a file in 'kit': it leads out of it;
    choose another name
    """
    fault = fault_of(name)
    if fault:
        short = name if len(name) <= MAX_SIGNS_SHOWN else f"{name[:MAX_SIGNS_SHOWN]}…"
        raise OutputError(
            f"{short!r} cannot be a file in {quoted(folder)}: it {fault}; choose another name"
        )
    return place_of(folder, name)


def place_of(folder: Path, name: str) -> Path:
    """Return the path of an existing file in a folder, whatever its name; no link may lead
    there.
    """
    place = folder
    for part in name.split("/")[:-1]:
        place /= part
        if place.is_symlink():
            raise OutputError(
                f"{quoted(place)} is a link, maybe out of {quoted(folder)}; remove it or choose "
                "another folder"
            )
    return folder / name


def check_names(folder: Path, names: Iterable[str]) -> None:
    """Refuse names that cannot all be files inside a folder.

    >>> check_names(Path("kit"), ["cards/a1.svg", "cards/A1.svg"])  # doctest: +NORMALIZE_WHITESPACE
    Traceback (most recent call last):
    kitgen.errors.OutputError: 'cards/a1.svg' and 'cards/A1.svg' are one file on many systems;
    choose other names
    """
    names_seen: dict[str, str] = {}
    for name in names:
        inside(folder, name)
        other = names_seen.setdefault(normalize("NFC", name).casefold(), name)
        if other != name:
            raise OutputError(
                f"{other!r} and {name!r} are one file on many systems; choose other names"
            )


def digest(data: bytes) -> str:
    """Return the SHA-256 of bytes, as hexadecimal digits.

    >>> digest(b"")[:8]
    'e3b0c442'
    """
    import hashlib  # noqa: PLC0415 - takes 3 ms, and a list or a completion needs none

    return hashlib.sha256(data).hexdigest()


def zipped(files: Mapping[str, bytes]) -> bytes:
    """Return files, by their paths, as a ZIP; all are of 1980, so that the same files give the
    same bytes.
    """
    from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo  # noqa: PLC0415 - few need it

    stream = BytesIO()
    with ZipFile(stream, "w") as archive:
        for name, data in files.items():
            archive.writestr(ZipInfo(name), data, ZIP_DEFLATED)
    return stream.getvalue()


def digest_of(path: Path) -> str | None:
    """Return the SHA-256 of a file; None for anything but a plain file."""
    import hashlib  # noqa: PLC0415 - as above

    try:
        if not stat.S_ISREG(path.lstat().st_mode):
            return None
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except (FileNotFoundError, NotADirectoryError):
        return None


def files_in(folder: Path) -> Iterator[str]:
    """Yield everything in a folder except folders, by its path inside; a link counts as a file,
    whatever its target.
    """
    for place, folders, files in os.walk(folder, onerror=_refuse):
        links = [name for name in folders if os.path.islink(os.path.join(place, name))]  # noqa: PTH114, PTH118 - quick
        for name in (*files, *links):
            yield Path(place, name).relative_to(folder).as_posix()


def _refuse(error: OSError) -> None:
    # Otherwise a folder that cannot be read would seem to be empty.
    raise error


def folders_in(folder: Path) -> Iterator[Path]:
    """Yield all folders in a folder, the inner ones first."""
    for place, folders, _ in os.walk(folder, topdown=False, onerror=_refuse):
        for name in folders:
            path = Path(place, name)
            if not path.is_symlink():
                yield path


def remove_tree(folder: Path) -> None:
    """Remove a folder with everything in it; the targets of links are not touched."""
    if folder.is_symlink():
        disk.remove_file(folder)
    if not folder.is_dir():
        return
    for name in list(files_in(folder)):
        disk.remove_file(folder / name)
    for path in (*folders_in(folder), folder):
        disk.remove_folder(path)


def put_away(aside: Path, folder: Path, own: Mapping[str, str]) -> None:
    """Remove a folder that another one replaced, but move files there that kitgen did not create,
    if they are missing.

    ``own`` is the SHA-256 of kitgen's files in it, by path.
    """
    if not aside.is_dir() or aside.is_symlink():
        return
    for name in list(files_in(aside)):
        path = aside / name
        in_new_folder = folder / name
        is_there = False
        with suppress(FileNotFoundError, NotADirectoryError):
            is_there = os.path.samestat(path.lstat(), in_new_folder.lstat())
        if is_there or own.get(name, "") == digest_of(path):
            disk.remove_file(path)
        else:
            give_back(path, place_of(folder, name))
    remove_tree(aside)


def give_back(path: Path, place: Path) -> None:
    """Move a file of the user's to its place, or beside it if something else is there now."""
    make_folders(place.parent)
    free = place
    number = 0
    while os.path.lexists(free):
        number += 1
        kept = "kept" if number == 1 else f"kept {number}"
        free = place.with_stem(f"{place.stem} ({kept})")
    disk.move(path, free)


def make_folders(folder: Path) -> list[Path]:
    """Make a folder and its missing parents; return those made, the outermost first."""
    missing = [path for path in reversed((folder, *folder.parents)) if not path.exists()]
    for path in missing:
        disk.make_folder(path)
    return missing
