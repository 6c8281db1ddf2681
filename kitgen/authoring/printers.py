"""Printers that somebody has measured, as files in a folder of templates."""

from pathlib import Path

from kitgen.authoring.copies import write_new
from kitgen.errors import UsageError, quoted
from kitgen.reading.printer_file import NAME, PRINTERS, Printer


def check_new_printer(name: str, folder: Path, *, force: bool) -> None:
    """Refuse a name that a printer cannot have, or that one has, unless it is measured anew."""
    if NAME.fullmatch(name) is None:
        raise UsageError(
            f"{quoted(name)} cannot be the name of a printer; begin with one of the letters a to "
            "z, and go on with up to 39 of them, digits, '-' and '_'"
        )
    path = _path(name, folder)
    if not force and (path.exists() or path.is_symlink()):
        raise UsageError(
            f"{quoted(path)} already exists; use --force to measure this printer anew, "
            "or another name"
        )


def write_printer(name: str, printer: Printer, measured: str, folder: Path) -> Path:
    """Write the file of a printer, which says what was measured, and return its path."""
    lines = [
        f"# A printer, as 'kitgen printer new' has measured it: A,B,C,D = {measured} mm.",
        f"# Prints take it: --printer {name}. It scales a page across and down,",
        f"scale_x = {printer.scale_x}",
        f"scale_y = {printer.scale_y}",
        "# and then moves it right and down, in mm.",
        f"offset_x = {printer.offset_x}",
        f"offset_y = {printer.offset_y}",
    ]
    path = _path(name, folder)
    write_new(path, ("\n".join(lines) + "\n").encode())
    return path


def _path(name: str, folder: Path) -> Path:
    return folder / PRINTERS / f"{name}.toml"
