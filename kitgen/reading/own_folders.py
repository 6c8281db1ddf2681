"""The folders of a user's own templates and machines."""

import os
from collections.abc import Callable
from pathlib import Path

from kitgen.errors import KitgenError, UsageError, quoted
from kitgen.reading.templates import Templates, known_folders

#: The variable that names the folder of templates; set but empty, there is none.
VARIABLE = "KITGEN_TEMPLATES"
#: The same for the folder with machines that were trained with ``kitgen play``.
MACHINES = "KITGEN_MACHINES"


def user_folder() -> Path | None:
    """Return the folder of the user's own templates, which may not exist; None without a home.

    Unless ``KITGEN_TEMPLATES`` names it, it is ``kitgen/templates`` where programs keep a user's
    data: ``~/.local/share`` on Linux, ``~/Library/Application Support`` on macOS,
    ``%LOCALAPPDATA%`` on Windows.
    """
    return _own_folder(VARIABLE, "templates")


def machines_folder() -> Path | None:
    """Return the folder of the user's own machines: ``KITGEN_MACHINES``, or that beside their
    templates.
    """
    return _own_folder(MACHINES, "machines")


def _own_folder(variable: str, name: str) -> Path | None:
    value = os.environ.get(variable)
    if value is not None:
        if not value.strip():
            return None
        return Path(value).expanduser()
    from platformdirs import user_data_path  # noqa: PLC0415 - loaded only when a user's files are needed

    folder = user_data_path("kitgen", appauthor=False) / name
    if not folder.is_absolute():
        return None
    return folder


def folder_to_write(named: Path | None) -> Path:
    """Return the folder for new templates: the named one, or the user's own."""
    folder = named or user_folder()
    if folder is None:
        raise UsageError(
            f"there is no folder of your own ({VARIABLE} is empty, or you have no home); "
            "name a folder"
        )
    return folder


def folder_to_read(named: Path | None) -> Path:
    """Return the folder of templates to read: the named one, or the user's own, if there is one."""
    folder = folder_to_write(named)
    if named is None and not folder.exists():
        raise UsageError(
            f"you have no templates of your own yet ({quoted(folder)}); 'kitgen new' begins one"
        )
    return folder


def templates_in_force(
    named: Path | None, left_out: Callable[[Path, KitgenError], object]
) -> Templates:
    """Return the templates of a command: those of a named folder, then the user's own, then
    kitgen's.

    ``left_out`` gets each unreadable file in the user's own folder, and the reason.
    """
    return Templates(named, _if_templates(user_folder()), left_out)


def templates_to_begin_from(folder: Path | None) -> Templates:
    """Return the templates that a new one can copy; a named folder may still be empty."""
    return templates_in_force(_if_templates(folder), lambda _path, _error: None)


def _if_templates(folder: Path | None) -> Path | None:
    """Return a folder if it holds templates."""
    if folder is None:
        return None
    try:
        holds_some = any((folder / name).is_dir() for name in known_folders())
    except OSError:
        return None
    if not holds_some:
        return None
    return folder
