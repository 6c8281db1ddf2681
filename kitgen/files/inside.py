"""Names of files inside a folder: every name is checked here before anything is written."""

import re
from collections.abc import Iterable
from pathlib import Path
from unicodedata import normalize

from kitgen.errors import OutputError, quoted

#: The longest name of a file or folder, in bytes.
LONGEST = 255
#: Characters that some system does not allow in a name; a backslash and a colon lead elsewhere on Windows.
_UNFIT = re.compile(r'[\x00-\x1f\x7f<>:"|?*\\]')
#: Names of devices on Windows, whatever follows after a dot.
_DEVICE = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])", re.IGNORECASE)


def is_device(name: str) -> bool:
    """Return whether a name is a device on Windows.

    >>> is_device("nul.svg"), is_device("null.svg")
    (True, False)
    """
    return _DEVICE.fullmatch(name.partition(".")[0].rstrip()) is not None


def fault_of(name: str) -> str | None:
    """Return the fault in the name of a file inside a folder, ``parts/01-cover.pdf``; None without one.

    >>> fault_of("cards/A1.svg")
    >>> fault_of("../../A1.svg")
    'leads out of it'
    >>> fault_of("cards/NUL.svg")
    'is the name of a device on Windows'
    """
    parts = name.split("/")
    if ".." in parts or "" in parts or "." in parts or "\\" in name or re.match(r"[A-Za-z]:", name):
        return "leads out of it"
    if _UNFIT.search(name):
        return "has a sign that not every system can have in a name"
    if any(part.endswith((".", " ")) for part in parts):
        return "ends in a dot or a space"
    if any(is_device(part) for part in parts):
        return "is the name of a device on Windows"
    try:
        if any(len(part.encode()) > LONGEST for part in parts):
            return f"is longer than {LONGEST} bytes"
    except UnicodeEncodeError:
        return "has a sign that not every system can have in a name"
    return None


def inside(folder: Path, name: str) -> Path:
    """Return the place of a file inside a folder, refusing a name (``parts/01-cover.pdf``) that leads elsewhere.

    >>> inside(Path("kit"), "/etc/passwd")
    Traceback (most recent call last):
    kitgen.errors.OutputError: '/etc/passwd' cannot be a file in 'kit': it leads out of it; choose another name
    """
    fault = fault_of(name)
    if fault is not None:
        short = name if len(name) <= 60 else f"{name[:60]}…"
        raise OutputError(f"{short!r} cannot be a file in {quoted(folder)}: it {fault}; choose another name")
    return place_of(folder, name)


def place_of(folder: Path, name: str) -> Path:
    """Return the place of an existing file in a folder, whatever its name; no link may lead there."""
    place = folder
    for part in name.split("/")[:-1]:
        place /= part
        if place.is_symlink():
            raise OutputError(
                f"{quoted(place)} is a link that may lead out of {quoted(folder)}; remove it, or choose another folder"
            )
    return folder / name


def check_names(folder: Path, names: Iterable[str]) -> None:
    """Refuse names that cannot all be files inside a folder.

    >>> check_names(Path("kit"), ["cards/a1.svg", "cards/A1.svg"])
    Traceback (most recent call last):
    kitgen.errors.OutputError: 'cards/a1.svg' and 'cards/A1.svg' are one file on many systems; choose other names
    """
    met: dict[str, str] = {}
    for name in names:
        inside(folder, name)
        other = met.setdefault(normalize("NFC", name).casefold(), name)
        if other != name:
            raise OutputError(f"{other!r} and {name!r} are one file on many systems; choose other names")
