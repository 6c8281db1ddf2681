"""Which texts of a language somebody has read since they or their English changed.

A mark says that a text was read beside its English as both are now, not by whom. Marks are short
hashes, in ``templates/reviewed/LANGUAGE.toml``: a change of either text makes another hash, so the
text is unread again.
"""

import hashlib
from base64 import urlsafe_b64encode
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

from kitgen.authoring.language_checks import (
    English,
    guides_of,
    is_english,
    is_of_user,
    written_texts,
)
from kitgen.errors import UsageError, on_disk, quoted
from kitgen.files import write_whole
from kitgen.reading.templates import USUAL_LANGUAGE, Templates

#: The folder of marks in ``templates/``.
REVIEWED = "reviewed"
#: The letters of a mark, six bits each: of a file's hundred texts one changed text in 2,600 would
#: seem read.
MARK_LETTERS = 3
#: The file of marks that stands for the guides.
GUIDES = "guides"


def mark_of(key: str, english: str, text: str) -> str:
    """Return the mark of a text that was read beside its English.

    >>> mark_of("log.title", "Log sheet", "Diario"), mark_of("log.title", "Log", "Diario")
    ('Qw2', 'q4V')
    """
    digest = hashlib.sha256(f"{key}\0{english}\0{text}".encode()).digest()
    return urlsafe_b64encode(digest)[:MARK_LETTERS].decode()


def unreviewed(language: str, templates: Templates, english: English) -> tuple[str, ...]:
    """Return the sorted keys of the texts and guides of a language that nobody has marked as read.

    There are none of English itself, and of a language that comes with kitgen and is changed in a
    user's folder.
    """
    if is_english(language) or is_of_user(language, templates):
        return ()
    marks = _read_marks(language, templates)
    return tuple(
        key
        for key, mark in sorted(_marks_now(language, templates, english))
        if mark not in marks[_file(key)]
    )


def mark_reviewed(folder: Path, language: str, english: English) -> None:
    """Mark all texts of a language in a folder of templates as read."""
    templates = Templates(folder)
    if not (folder / "texts" / language).is_dir() or is_of_user(language, templates):
        raise UsageError(f"{quoted(folder)} has no language {quoted(language)} of its own")
    marks = defaultdict[str, set[str]](set)
    for key, mark in _marks_now(language, templates, english):
        marks[_file(key)].add(mark)
    lines = [f'{file} = "{"".join(sorted(own))}"\n' for file, own in sorted(marks.items())]
    path = folder / REVIEWED / f"{language}.toml"
    with on_disk(path.parent, "made"):
        path.parent.mkdir(exist_ok=True)
    write_whole(path, "".join(lines).encode())


def _marks_now(language: str, templates: Templates, english: English) -> Iterator[tuple[str, str]]:
    """Yield each key with the mark that its text would get as it is now."""
    for key, text in written_texts(language, templates).items():
        yield key, mark_of(key, english.like(key), text)
    known = guides_of(USUAL_LANGUAGE, Templates())
    for name, text in guides_of(language, templates).items():
        yield f"{GUIDES}.{name}", mark_of(name, known.get(name, ""), text)


def _read_marks(language: str, templates: Templates) -> Mapping[str, set[str]]:
    """Return the marks of each file of texts, which stand there one after another."""
    marks = defaultdict[str, set[str]](set)
    if language not in templates.names(REVIEWED):
        return marks
    for file, joined in templates.read(REVIEWED, language, dict[str, str]).items():
        for start in range(0, len(joined), MARK_LETTERS):
            marks[file].add(joined[start : start + MARK_LETTERS])
    return marks


def _file(key: str) -> str:
    return key.partition(".")[0]
