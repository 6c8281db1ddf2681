"""Is this kitgen whole? Which libraries, typefaces and data it has, and where they are."""

import platform
import re
import sys
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from kitgen.errors import KitgenError
from kitgen.extras import EXTRA_OF
from kitgen.paper.marks.fonts import FACES
from kitgen.templates import Templates


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at.

    Attributes:
        group: ``program``, ``library``, ``typeface`` or ``data``.
        name: what it is.
        found: its version, or where it is; empty when it is not there.
        extra: the extra that brings it; empty for what kitgen cannot do without.
    """

    group: str
    name: str
    found: str
    extra: str = ""

    @property
    def missing(self) -> bool:
        """True when it is not there and nothing goes without it."""
        return not self.found and not self.extra


def examine(templates: Templates | None = None) -> list[Finding]:
    """Return what kitgen runs on and with, each library and typeface whether or not it is there.

    Args:
        templates: where data is read from; what comes with kitgen when None.

    >>> [one.name for one in examine() if one.group == "program"]
    ['kitgen', 'Python', 'system']
    """
    templates = templates or Templates()
    return [
        Finding("program", "kitgen", f"{_version('kitgen') or 'not installed,'} in {Path(__file__).parents[1]}"),
        Finding("program", "Python", f"{platform.python_version()} in {sys.prefix}"),
        Finding("program", "system", platform.platform()),
        *_libraries(),
        *(_typeface(face.name) for faces in FACES.values() for face in faces),
        *(Finding("data", f"templates {number}", str(root)) for number, root in enumerate(templates.roots, 1)),
        Finding("data", "editions", ", ".join(templates.names("editions"))),
        Finding("data", "languages", ", ".join(templates.languages())),
    ]


def _libraries() -> list[Finding]:
    """Return all libraries that kitgen or one of its extras asks for."""
    found = []
    for line in _asked_for():
        name = re.match(r"[A-Za-z0-9._-]+", line)
        extra = re.search(r"extra\s*==\s*['\"]([a-z]+)", line)
        if name is not None and name[0].lower() != "kitgen" and (extra is None or extra[1] in EXTRA_OF.values()):
            found.append(Finding("library", name[0], _version(name[0]), extra[1] if extra else ""))
    return found


def _asked_for() -> list[str]:
    """Return what kitgen's own metadata ask for; nothing in a checkout that is not installed."""
    try:
        return metadata.requires("kitgen") or []
    except metadata.PackageNotFoundError:
        return []


def _version(name: str) -> str:
    """Return a library's version; nothing when it is not installed."""
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""


def _typeface(name: str) -> Finding:
    """Return where a typeface is."""
    faces = [face for faces in FACES.values() for face in faces if face.name == name]
    try:
        return Finding("typeface", name, str(faces[0].file()))
    except KitgenError:
        return Finding("typeface", name, "")
