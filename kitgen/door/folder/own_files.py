"""What of a print run comes from a user's own files: it travels in ``job.json``, so that others can print the same.

Only what these sheets can have been made from is taken along: the words in the kit's language, and the tables, label,
box, guide, and games that the run names; nothing else of a user's folder leaves it.
"""

from collections.abc import Iterator
from pathlib import Path

from kitgen.errors import TemplateError
from kitgen.kit.job_json import LONGEST_FILE
from kitgen.paper.job import Job
from kitgen.paper.texts import guide_path
from kitgen.record.rows import game_and_file
from kitgen.templates import Templates, shipped

#: Folders of which any file may be read.
_WHOLE = ("errata", "tables")


def own_templates(job: Job) -> dict[str, str]:
    """Return the user's own templates that a print run may have read, by their paths in a folder of templates."""
    found: dict[str, str] = {}
    for root in reversed(_own_roots(job.templates)):  # the folder that was named is read last and wins
        for path in _asked_for(job, root):
            inside = path.relative_to(root)
            if path.is_file() and _differs(path, shipped() / inside):
                found[inside.as_posix()] = _whole(path)
    return dict(sorted(found.items()))


def own_label(job: Job) -> str:
    """Return the file that says where labels lie, where the run names a file; nothing otherwise."""
    name = job.stock.name
    return _whole(Path(name)) if name.lower().endswith(".toml") else ""


def own_games(job: Job) -> str:
    """Return the file of the game that is told; nothing where none is."""
    return _whole(Path(game_and_file(job.options.story)[0])) if job.options.story else ""


def _own_roots(templates: Templates) -> list[Path]:
    return [root for root in templates.roots if root != shipped()]


def _asked_for(job: Job, root: Path) -> Iterator[Path]:
    """Yield the files of a folder that a print run may read, whether they are there or not."""
    language, options = job.texts.language, job.options
    yield from sorted((root / "texts" / language).glob("*.toml"))
    for kind in _WHOLE:
        yield from sorted((root / kind).glob("*.toml"))
    for kind, name in (("braille", options.braille), ("boxes", options.box), ("stock", job.stock.name)):
        if name in job.templates.names(kind):
            yield root / kind / f"{name}.toml"
    yield guide_path(root, language, options.guide)


def _differs(path: Path, other: Path) -> bool:
    """Return whether a file is not the one that comes with kitgen."""
    return not other.is_file() or path.read_bytes() != other.read_bytes()


def _whole(path: Path) -> str:
    """Return the text of a user's own file.

    Raises:
        TemplateError: it cannot be read, or is far longer than such files are.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise TemplateError(f"{path} cannot be read: {error}") from None
    if len(text) > LONGEST_FILE:
        raise TemplateError(f"{path} has more than {LONGEST_FILE // 1000} kB; no file of kitgen's is that long")
    return text
