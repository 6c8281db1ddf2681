"""Kits by name and from files: what a user may call a kit, and how it is made or read."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kitgen.door.making import make_kit
from kitgen.errors import KitFileError, UsageError
from kitgen.games import game_names
from kitgen.kit.choices import WISHES, Wish
from kitgen.kit.kit import Kit
from kitgen.kit.kit_json import MOST_BYTES, read_kit
from kitgen.session import is_session
from kitgen.templates import Templates
from kitgen.theory.explore import LIMIT
from kitgen.theory.ply_counts import Progress

#: The name of a kit's data in the folder that it was printed to, and inside its PDF.
KIT_FILE, KIT_PDF = "kit.json", "kit.pdf"


def load_kit(
    name: str | Path,
    *,
    templates: Templates | None = None,
    trust: bool = False,
    limit: int = LIMIT,
    progress: Progress | None = None,
    **choices: Any,
) -> Kit:
    """Return the kit that a user names: make it, or read it from a file.

    Args:
        name: an edition, a game with options, or a path to a ``kit.json``, a kit folder, a kit PDF or a session, whose
            boxes hold the beads that are left. Text with a slash, ending in ``.json``, ``.pdf`` or ``.kitgen``, or
            naming a file that is there, is a path.
        templates: where editions, palettes, rules and texts are read from; those that come with kitgen when None.
        trust: True to accept a damaged ``kit.json``, whose faults ``verify`` then names.
        limit: the most positions, up to symmetry, that a game may have to be made into a kit.
        progress: told now and then how many positions have been explored.
        choices: what is chosen otherwise, as for ``make_kit``; nothing where a finished kit is named.

    Raises:
        UsageError: the name or a choice is unknown, or a choice would change a finished kit.
        KitFileError: the file is damaged or none of kitgen's.
        TooLargeError: the game is too large for a kit.

    >>> load_kit("ladder").beads
    24
    """
    templates = templates or Templates()
    finished = finished_at(name, templates, choices)
    if finished is None:
        return make_kit(str(name), templates=templates, limit=limit, progress=progress, **choices)
    return read_kit_at(finished, trust=trust)


def finished_at(name: str | Path, templates: Templates, choices: Mapping[str, Any]) -> Path | None:
    """Return the file in which a user names a finished kit, a ``kit.json`` or a PDF; None where a kit is to be made.

    Raises:
        UsageError: there is no name or no such file, or a choice would change a finished kit.
        KitFileError: a folder holds no kit.
    """
    text = str(name)
    if not text.strip():
        raise UsageError("a kit needs a name, such as 'her'; 'kitgen kits' lists them")
    if not (isinstance(name, Path) or is_path(text, templates)):
        return None
    asked = Wish(**choices).asked
    for key, one in WISHES.items():
        if key in asked:
            raise UsageError(
                f"{text} is a finished kit, which {one.offer.option} would change; "
                "give the option together with the name of an edition or a game instead"
            )
    return file_at(Path(text))


def is_path(text: str, templates: Templates) -> bool:
    """Return whether a KIT is meant as a file or folder rather than as a name.

    >>> [is_path(text, Templates()) for text in ("her", "output/her", "kit.json", "hexapawn:3x3")]
    [False, True, True, False]
    """
    if any(separator in text for separator in (os.sep, os.altsep) if separator):
        return True
    if Path(text).suffix.lower() in (".json", ".pdf", ".kitgen"):
        return True
    if text in templates.names("editions") or text.partition(":")[0].partition(",")[0] in game_names():
        return False
    return bool(text) and (_is_there(Path(text)) or _is_link(Path(text)))


def file_at(path: Path) -> Path:
    """Return the file that holds a kit: the path itself, or the ``kit.json`` in the folder there.

    Raises:
        UsageError: there is no such file.
        KitFileError: the folder holds none.
    """
    if not _is_there(path):
        if _is_link(path):
            raise UsageError(f"{path} is a link that leads nowhere, or round in a circle; name the file itself")
        raise UsageError(f"there is no file or folder {path}; 'kitgen kits' lists the kits that can be named")
    if path.is_dir():
        inside = path / KIT_FILE
        if not inside.is_file():
            raise KitFileError(f"folder {path} holds no {KIT_FILE}; name a folder that 'kitgen print' has made")
        return inside
    if path.suffix.lower() == ".toml":
        raise UsageError(
            f"{path} is no kit; an edition is named without .toml, and found in your own folder "
            "('kitgen new edition NAME' puts one there) or in DIR/editions with --templates DIR"
        )
    return path


def is_pdf(path: Path) -> bool:
    """Return whether a path leads to a PDF, told by its first bytes; a pipe, which gives them once only, is none.

    Raises:
        KitFileError: it cannot be read.
    """
    return path.is_file() and _read_bytes(path, 4) == b"%PDF"


def read_kit_at(path: Path, *, trust: bool = False) -> Kit:
    """Return the kit in a ``kit.json``, in a folder that holds one, in a PDF, or in a session, as it is now.

    Raises:
        UsageError: there is no such file.
        KitFileError: it is damaged or none of kitgen's.
        SessionError: the same of a session.
    """
    path = file_at(path)
    if is_pdf(path):
        # Reading PDFs is needed only here, and starting it takes time.
        from kitgen.check.pdf.attached import attached_kit  # noqa: PLC0415

        return attached_kit(path, trust=trust)
    if is_session(path):
        # A session needs much that most kits do not.
        from kitgen.session.session import Session  # noqa: PLC0415

        with Session(path) as session:
            return session.kit_now()
    if path.suffix.lower() == ".pdf":
        raise KitFileError(f"{path} is not a PDF; name one that 'kitgen print' has made")
    return read_kit(_read_bytes(path, MOST_BYTES + 1), str(path), trust=trust)


def _is_there(path: Path) -> bool:
    """Return whether there is such a file or folder; there is none by a name that no file can have."""
    try:
        return path.exists()
    except OSError:
        return False


def _is_link(path: Path) -> bool:
    """Return whether there is a link of that name, wherever it leads."""
    try:
        return path.is_symlink()
    except (OSError, ValueError):  # no file can have such a name
        return False


def _read_bytes(path: Path, most: int) -> bytes:
    """Return the first bytes of a file, all of them when there are no more.

    Raises:
        KitFileError: it cannot be read.
    """
    try:
        with path.open("rb") as file:
            return file.read(most)
    except OSError as error:
        raise KitFileError(f"{path} cannot be read: {error.strerror}") from None
