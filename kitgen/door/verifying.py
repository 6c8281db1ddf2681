"""Verifying a kit by name, by path, or as an object."""

from pathlib import Path
from typing import Any

from kitgen.check import verify as checks
from kitgen.check.report import Report
from kitgen.door.loading import KIT_PDF, is_path, load_kit
from kitgen.kit.kit import Kit
from kitgen.templates import Templates


def verify(
    kit: Kit | str | Path, pdf: Path | None = None, *, templates: Templates | None = None, **choices: Any
) -> Report:
    """Check a kit against the rules of its game, and its PDF against both.

    Args:
        kit: a kit, an edition or game by name, or a path to a ``kit.json``, a kit folder or a kit PDF. Where a path
            leads to a PDF, the drawing itself is read back.
        pdf: the PDF of a kit that is given as an object or by name.
        templates: where editions are read from; those that come with kitgen when None.
        choices: what is chosen otherwise, where a name is given.

    Returns:
        The checks in order, each with what was expected and found; ``passed`` says whether none failed.

    Raises:
        UsageError: the kit is unknown.
        KitFileError: a file is damaged so that it cannot be read, or none of kitgen's.

    >>> report = verify("her")
    >>> report.passed, report.checks[0].passed
    (True, True)
    """
    templates = templates or Templates()
    if isinstance(kit, Kit):
        return checks.verify(kit.name, kit, pdf)
    loaded = load_kit(kit, templates=templates, trust=True, **choices)
    return checks.verify(str(kit), loaded, pdf or _pdf_at(kit, templates))


def _pdf_at(named: str | Path, templates: Templates) -> Path | None:
    """Return the PDF to read back, when a user names one or a folder that holds one."""
    if isinstance(named, str) and not is_path(named, templates):
        return None
    path = Path(named)
    if path.is_dir():
        return path / KIT_PDF if (path / KIT_PDF).is_file() else None
    return path if path.suffix.lower() != ".json" else None
