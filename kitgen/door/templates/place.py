"""Where a user's own templates and machines are: a folder that is named, or the one that kitgen finds by itself."""

import os
from collections.abc import Callable
from pathlib import Path

from kitgen.errors import KitgenError, UsageError
from kitgen.templates import Templates, known_folders

#: Names the user's folder in place of the usual one; set but empty, it says that there is none.
VARIABLE = "KITGEN_TEMPLATES"
#: The same of the folder with machines that were trained with ``kitgen play``.
MACHINES = "KITGEN_MACHINES"


def user_folder() -> Path | None:
    """Return the folder of the user's own templates, whether or not it is there yet.

    It is what the variable ``KITGEN_TEMPLATES`` says, or ``kitgen/templates`` where programs keep a user's data:
    ``~/.local/share`` on Linux, ``~/Library/Application Support`` on macOS, ``%LOCALAPPDATA%`` on Windows.

    Returns:
        The folder, or None where there is none: the variable is empty, or the user has no home.
    """
    return _own_folder(VARIABLE, "templates")


def machines_folder() -> Path | None:
    """Return the folder of the user's own machines, whether or not it is there yet.

    It is what the variable ``KITGEN_MACHINES`` says, or ``kitgen/machines`` beside the user's own templates; None where
    there is none.
    """
    return _own_folder(MACHINES, "machines")


def _own_folder(variable: str, name: str) -> Path | None:
    """Return the folder that a variable names, or else the one of this name where programs keep a user's data."""
    said = os.environ.get(variable)
    if said is not None:
        return Path(said).expanduser() if said.strip() else None
    # It is loaded only here, where files of a user are asked for.
    from platformdirs import user_data_path  # noqa: PLC0415

    folder = user_data_path("kitgen", appauthor=False) / name
    return folder if folder.is_absolute() else None


def folder_to_write(named: Path | None) -> Path:
    """Return the folder that new templates go to: the one that is named, or the user's own.

    Raises:
        UsageError: none is named, and there is none.
    """
    folder = named or user_folder()
    if folder is None:
        raise UsageError(f"there is no folder of your own ({VARIABLE} is empty, or you have no home); name a folder")
    return folder


def folder_to_read(named: Path | None) -> Path:
    """Return the folder of templates that is looked at: the one that is named, or the user's own.

    Raises:
        UsageError: none is named, and the user has none yet.
    """
    folder = folder_to_write(named)
    if named is None and not folder.exists():
        raise UsageError(f"you have no templates of your own yet ({folder}); 'kitgen new' begins one")
    return folder


def templates_in_force(named: Path | None, left_out: Callable[[Path, KitgenError], object]) -> Templates:
    """Return the templates that a command reads: a folder that is named, then the user's own, then kitgen's.

    Args:
        named: the folder after ``--templates``, or None.
        left_out: is told which file in the user's own folder is left out of a list, and why.

    Raises:
        UsageError: the folder that is named is not there, or holds no templates.
    """
    home = user_folder()
    return Templates(named, home if home is not None and _holds_templates(home) else None, left_out)


def templates_to_begin_from(folder: Path | None) -> Templates:
    """Return the templates that a new one can begin as; a folder that is named need not hold any yet."""
    named = folder if folder is not None and _holds_templates(folder) else None
    return templates_in_force(named, lambda _path, _error: None)


def _holds_templates(folder: Path) -> bool:
    """Return whether kitgen would find anything in a folder, which may also be one that nobody may read."""
    try:
        return any((folder / name).is_dir() for name in known_folders())
    except OSError:
        return False
