"""The folders of a user's own templates and machines, and copies of kitgen's templates in them."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path, PurePosixPath

from kitgen.errors import KitgenError, OutputError, UnknownNameError, UsageError, on_disk, quoted
from kitgen.files import folder_update, write_whole
from kitgen.reading.templates import Templates, known_folders, shipped

#: The variable that names the folder of templates; set but empty, there is none.
VARIABLE = "KITGEN_TEMPLATES"
#: The same for the folder with machines that were trained with ``kitgen play``.
MACHINES = "KITGEN_MACHINES"


def user_folder() -> Path | None:
    """Return the folder of the user's own templates, which may not exist; None without a home.

    Unless ``KITGEN_TEMPLATES`` names it, it is ``kitgen/templates`` where programs keep a user's data:
    ``~/.local/share`` on Linux, ``~/Library/Application Support`` on macOS, ``%LOCALAPPDATA%`` on Windows.
    """
    return _own_folder(VARIABLE, "templates")


def machines_folder() -> Path | None:
    """Return the folder of the user's own machines: ``KITGEN_MACHINES``, or that beside their templates."""
    return _own_folder(MACHINES, "machines")


def _own_folder(variable: str, name: str) -> Path | None:
    value = os.environ.get(variable)
    if value is not None:
        return Path(value).expanduser() if value.strip() else None
    from platformdirs import user_data_path  # noqa: PLC0415 - loaded only when a user's files are needed

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
    return Templates(named, _if_templates(user_folder()), left_out)


def templates_to_begin_from(folder: Path | None) -> Templates:
    """Return the templates that a new one can copy; a named folder may still be empty."""
    return templates_in_force(_if_templates(folder), lambda _path, _error: None)


def _if_templates(folder: Path | None) -> Path | None:
    """Return a folder if it holds templates."""
    try:
        return folder if folder and any((folder / name).is_dir() for name in known_folders()) else None
    except OSError:
        return None


# Copies of the templates that come with kitgen, for users to change: all of them, or single ones.


def copy_all(folder: Path) -> None:
    """Copy all templates into a new folder, completely or not at all."""
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise OutputError(f"{quoted(folder)} exists and is not a folder; name a new folder")
    try:
        if folder.is_dir() and any(folder.iterdir()):
            raise OutputError(f"{quoted(folder)} exists and is not empty; name a new folder, or single files")
        files = {name: (shipped() / name).read_bytes() for name in all_names()}
    except OSError as error:
        raise OutputError(f"{quoted(error.filename or folder)} cannot be read: {error.strerror or error}") from None
    with folder_update(folder) as update:
        update.put(files, {})


def copy_some(folder: Path, wanted: Sequence[str]) -> list[Path]:
    """Copy single templates into a folder of templates, never over another file, and return the new files.

    Names are those of ``all_names``, with or without the ending, or folders, such as ``texts/it``. If a file cannot be
    written, those before it stay.
    """
    places = {folder / name: shipped() / name for text in wanted for name in _meant(text)}
    for place in places:
        if os.path.lexists(place):
            raise OutputError(f"{quoted(place)} already exists; nothing was copied")
    for place, source in places.items():
        write_new(place, source.read_bytes())
    return list(places)


def write_new(path: Path, data: bytes) -> None:
    """Write a file, and make its folder if necessary."""
    with on_disk(path.parent, "made"):
        path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, data)


def all_names() -> tuple[str, ...]:
    """Return the paths inside their folder of all templates that come with kitgen, except for earlier versions.

    >>> "editions/her.toml" in all_names()
    True
    """
    from kitgen.kit.palette import EARLIER  # noqa: PLC0415 - completion needs no palettes

    root = shipped()
    paths = (path for path in root.rglob("*") if path.is_file() and path.parent != root / EARLIER)
    return tuple(sorted(path.relative_to(root).as_posix() for path in paths))


def _meant(text: str) -> list[str]:
    wanted = text.replace("\\", "/").strip("/")
    names = all_names()
    stems = {name: str(PurePosixPath(name).with_suffix("")) for name in names}
    matches = [name for name in names if wanted in (name, stems[name]) or name.startswith(f"{wanted}/")]
    if not matches:
        folders = {str(parent) for name in names for parent in PurePosixPath(name).parents} - {"."}
        near = [name for name in names if PurePosixPath(name).stem == PurePosixPath(wanted).stem]
        raise UnknownNameError("template", text, near or folders)
    return matches
