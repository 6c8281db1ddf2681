"""The folders of a user's own templates and machines."""

import os
from collections.abc import Callable
from pathlib import Path

from kitgen.errors import KitgenError, UsageError, quoted
from kitgen.templates import Templates, known_folders

#: The variable that names the folder of templates; set but empty, there is none.
VARIABLE = "KITGEN_TEMPLATES"
#: The same for the folder with machines that were trained with ``kitgen play``.
MACHINES = "KITGEN_MACHINES"


def user_folder() -> Path | None:
    """Return the folder of the user's own templates, which need not exist; None without a home.

    The variable ``KITGEN_TEMPLATES`` names it; otherwise it is ``kitgen/templates`` where programs keep a user's data:
    ``~/.local/share`` on Linux, ``~/Library/Application Support`` on macOS, ``%LOCALAPPDATA%`` on Windows.
    """
    return _own_folder(VARIABLE, "templates")


def machines_folder() -> Path | None:
    """Return the folder of the user's own machines, which need not exist; None without a home.

    The variable ``KITGEN_MACHINES`` names it; otherwise it is ``kitgen/machines`` beside the user's own templates.
    """
    return _own_folder(MACHINES, "machines")


def _own_folder(variable: str, name: str) -> Path | None:
    value = os.environ.get(variable)
    if value is not None:
        return Path(value).expanduser() if value.strip() else None
    # Loaded only when files of a user are needed.
    from platformdirs import user_data_path  # noqa: PLC0415

    folder = user_data_path("kitgen", appauthor=False) / name
    return folder if folder.is_absolute() else None


def folder_to_write(named: Path | None) -> Path:
    """Return the folder for new templates: the named one, or the user's own."""
    folder = named or user_folder()
    if folder is None:
        raise UsageError(f"there is no folder of your own ({VARIABLE} is empty, or you have no home); name a folder")
    return folder


def folder_to_read(named: Path | None) -> Path:
    """Return the folder of templates to read: the named one, or the user's own, if there is one."""
    folder = folder_to_write(named)
    if named is None and not folder.exists():
        raise UsageError(f"you have no templates of your own yet ({quoted(folder)}); 'kitgen new' begins one")
    return folder


def templates_in_force(named: Path | None, left_out: Callable[[Path, KitgenError], object]) -> Templates:
    """Return the templates of a command: those of a named folder, then the user's own, then kitgen's.

    ``left_out`` gets each unreadable file in the user's own folder, and the reason.
    """
    home = user_folder()
    return Templates(named, home if home is not None and _holds_templates(home) else None, left_out)


def templates_to_begin_from(folder: Path | None) -> Templates:
    """Return the templates that a new one can begin as; a named folder need not hold any yet."""
    named = folder if folder is not None and _holds_templates(folder) else None
    return templates_in_force(named, lambda _path, _error: None)


def _holds_templates(folder: Path) -> bool:
    """Return whether kitgen would find anything in a folder; False for one that cannot be read."""
    try:
        return any((folder / name).is_dir() for name in known_folders())
    except OSError:
        return False
