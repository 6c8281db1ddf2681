"""Writes a kit's folder in one go: all of it or nothing, and never over something else."""

import os
from collections.abc import Mapping
from pathlib import Path

from kitgen.door.loading import KIT_FILE, KIT_PDF
from kitgen.errors import KitFileError, OutputError
from kitgen.files import write_all
from kitgen.kit.kit import Kit
from kitgen.kit.kit_json import read_kit

#: Everything that a kit's folder may hold; anything else there is somebody's own.
OWN = (KIT_FILE, KIT_PDF, "parts", "cards", "laser")


def check_folder(folder: Path, kit: Kit) -> None:
    """Refuse a folder that a kit must not be written to.

    Hidden files, such as those that file managers leave behind, are let be.

    Raises:
        OutputError: it is no folder, cannot be written, or holds another kit or somebody's own files.
    """
    if not folder.exists():
        _check_parent(folder)
        return
    if not folder.is_dir():
        raise OutputError(f"{folder} is a file, not a folder; choose another place with -o")
    try:
        names = sorted(path.name for path in folder.iterdir() if not path.name.startswith("."))
    except OSError as error:
        raise OutputError(f"folder {folder} cannot be read: {error.strerror}; choose another with -o") from None
    if not os.access(folder, os.W_OK | os.X_OK):
        raise OutputError(f"folder {folder} cannot be written to; choose another with -o")
    foreign = [name for name in names if name not in OWN]
    if foreign:
        raise OutputError(
            f"folder {folder} holds other files ({_some(foreign)}); move them away or choose another folder with -o"
        )
    if not names:
        return
    if KIT_FILE not in names:
        raise OutputError(f"folder {folder} holds {_some(names)} but no {KIT_FILE}; choose another folder with -o")
    try:
        there = read_kit((folder / KIT_FILE).read_bytes(), str(folder / KIT_FILE), trust=True)
    except (KitFileError, OSError):
        raise OutputError(
            f"folder {folder} holds a damaged {KIT_FILE}; remove the folder or choose another with -o"
        ) from None
    if there.hash != kit.hash:
        raise OutputError(
            f"folder {folder} holds another kit ({there.name}, hash {there.short_hash}); "
            "remove the folder or choose another with -o"
        )


def _check_parent(folder: Path) -> None:
    """Refuse a new folder that could not be made."""
    parent = next(path for path in folder.absolute().parents if path.exists())
    if not parent.is_dir():
        raise OutputError(f"{folder} cannot be made, for {parent} is a file; choose another place with -o")
    if not os.access(parent, os.W_OK | os.X_OK):
        raise OutputError(f"folder {folder} cannot be made, for {parent} cannot be written to; choose another with -o")


def _some(names: list[str]) -> str:
    return ", ".join(names[:3]) + (" and more" if len(names) > 3 else "")


def write_folder(folder: Path, kit: Kit, files: Mapping[str, bytes]) -> None:
    """Write files to a folder, in place of what an earlier print of the same kit left there.

    Args:
        folder: where to.
        kit: the kit that they belong to.
        files: contents by path inside the folder, such as ``parts/01-cover.pdf``.

    Raises:
        OutputError: the folder holds something else, or cannot be written.
    """
    check_folder(folder, kit)
    write_all(folder, files, OWN)
