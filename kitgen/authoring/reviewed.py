"""Which texts of a language somebody has read since they or their English changed.

A mark says that a text was read beside its English as both are now, not by whom. Marks are short
hashes, in ``templates/reviewed/LANGUAGE.toml``: a change of either text makes another hash, so the
text is unread again. Besides texts and guides these are the words that files of all languages have:
titles of kits, rules of told games, steps of lessons, names of colours.
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
from kitgen.errors import TemplateError, UsageError, on_disk, quoted
from kitgen.files import write_whole
from kitgen.reading.templates import (
    USUAL_LANGUAGE,
    Templates,
    flat,
    known_folders,
    toml_key,
    toml_value,
)

#: The folder of marks in ``templates/``.
REVIEWED = "reviewed"
#: The letters of a mark, six bits each: of a file's hundred texts one changed text in 2,600 would
#: seem read.
MARK_LETTERS = 3
#: The folder of guides, and their name among the marks.
GUIDES = "guides"
#: The folder of words to use and to avoid, a file for each language.
GLOSSARIES = "glossaries"
#: Told games have their English name apart from the names in other languages.
NAME = "name"
NAMES = "names"
#: The folders whose files are of one language, or have no words.
OF_ONE_LANGUAGE = ("texts", GUIDES, GLOSSARIES, REVIEWED)


def mark_of(key: str, english: str, text: str) -> str:
    """Return the mark of a text that was read beside its English.

    >>> mark_of("log.title", "Log sheet", "Diario"), mark_of("log.title", "Log", "Diario")
    ('Qw2', 'q4V')
    """
    digest = hashlib.sha256(f"{key}\0{english}\0{text}".encode()).digest()
    return urlsafe_b64encode(digest)[:MARK_LETTERS].decode()


def unreviewed(language: str, templates: Templates, english: English) -> tuple[str, ...]:
    """Return the sorted keys of the words of a language that nobody has marked as read.

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
    """Mark all words of a language in a folder of templates as read."""
    templates = Templates(folder)
    if not (folder / "texts" / language).is_dir() or is_of_user(language, templates):
        raise UsageError(f"{quoted(folder)} has no language {quoted(language)} of its own")
    marks = defaultdict[str, set[str]](set)
    for key, mark in _marks_now(language, templates, english):
        marks[_file(key)].add(mark)
    lines = [
        f'{toml_key(file)} = "{"".join(sorted(own))}"\n' for file, own in sorted(marks.items())
    ]
    path = folder / REVIEWED / f"{language}.toml"
    with on_disk(path.parent, "made"):
        path.parent.mkdir(exist_ok=True)
    write_whole(path, "".join(lines).encode())


def _marks_now(language: str, templates: Templates, english: English) -> Iterator[tuple[str, str]]:
    """Yield each key with the mark that its words would get as they are now."""
    for key, text in written_texts(language, templates).items():
        yield key, mark_of(key, english.like(key), text)
    known = guides_of(USUAL_LANGUAGE, Templates())
    for name, text in guides_of(language, templates).items():
        yield f"{GUIDES}.{name}", mark_of(name, known.get(name, ""), text)
    words_elsewhere = [
        *_words_of_glossary(language, templates),
        *_words_beside(language, templates),
    ]
    for key, in_english, own in words_elsewhere:
        yield key, mark_of(key, in_english, own)


def _words_of_glossary(language: str, templates: Templates) -> Iterator[tuple[str, str, str]]:
    """Yield each entry of a language's glossary: its key, the English entry, and its own."""
    if language not in templates.names(GLOSSARIES):
        return
    in_english = dict(flat(GLOSSARIES, _data(GLOSSARIES, USUAL_LANGUAGE, templates)))
    for key, own in flat(GLOSSARIES, _data(GLOSSARIES, language, templates)):
        yield key, toml_value(in_english.get(key, "")), toml_value(own)


def _words_beside(language: str, templates: Templates) -> Iterator[tuple[str, str, str]]:
    """Yield the words that stand beside those of other languages: their key, the English ones, and
    their own.
    """
    for kind in known_folders():
        if kind in OF_ONE_LANGUAGE:
            continue
        for name in templates.names(kind):
            for inside, words in _with_language(language, _data(kind, name, templates)):
                in_english = toml_value(words.get(USUAL_LANGUAGE, ""))
                yield f"{kind}/{name}{inside}", in_english, toml_value(words[language])


def _with_language(
    language: str, data: object, inside: str = ""
) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield where words of a language stand in the data of a file, with those of all languages."""
    if isinstance(data, dict) and language in data:
        yield inside, data
    elif isinstance(data, dict):
        for key, value in data.items():
            beside = value
            if key == NAMES and isinstance(value, dict):
                beside = {USUAL_LANGUAGE: data.get(NAME, ""), **value}
            yield from _with_language(language, beside, f"{inside}.{key}")
    elif isinstance(data, list):
        for number, value in enumerate(data, 1):
            yield from _with_language(language, value, f"{inside}.{number}")


def _data(kind: str, name: str, templates: Templates) -> dict[str, object]:
    """Return what stands in a file; nothing if it cannot be read, of which others tell."""
    try:
        return templates.read(kind, name, dict[str, object])
    except TemplateError:
        return {}


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
