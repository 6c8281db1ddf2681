"""Gaps: what somebody has added in one place and not yet in another.

Each test in ``tests/adding/`` looks for one kind of gap and fails with one line: the file, and what
to add there. All things are found in the types and registries of kitgen, so that no test has to be
told of a new one.
"""

import re
from collections.abc import Callable
from pathlib import PurePath
from typing import NoReturn

import pytest
from jobs import LANGUAGES, TEXTS
from places import ROOT

from kitgen.errors import TemplateError

#: Kitgen's texts are complete in this language; ``test_a_language.py`` holds the others to it.
ENGLISH = TEXTS["en"]
#: The room whose failures explain others.
ROOM = "tests/adding/"


def gap(file: str, what: str) -> NoReturn:
    """Fail with one line that says in which file what is missing.

    A refusal may begin with the path of the file, perhaps in quotation marks: it is named once.
    """
    begins_with_file = rf"^'?(\S*/)?{re.escape(PurePath(file).name)}'?: "
    says = re.sub(begins_with_file, "", what)
    pytest.fail(f"{file}: {says}", pytrace=False)


def refusal(work: Callable[[], object]) -> str:
    """Return why kitgen refuses to do something; nothing if it does it."""
    try:
        work()
    except TemplateError as error:
        return str(error)
    return ""


def needs_text(key: str, what: str) -> None:
    """Fail unless kitgen has an English text; ``what`` says what it is for."""
    if ENGLISH.has(key):
        return
    name, _, rest = key.partition(".")  # "cover.hook.box" is hook.box in cover.toml
    table, _, word = rest.rpartition(".")
    others = ", ".join(language for language in LANGUAGES if language != "en")
    under = f" under [{table}]" if table else ""
    gap(
        f"templates/texts/en/{name}.toml",
        f'add{under} {word} = "…", {what}; and the same key in {others}',
    )


def page(name: str) -> str:
    """Return the text of a page or another file of the repository."""
    return (ROOT / name).read_text(encoding="utf-8")


def section(name: str, heading: str) -> str:
    """Return a page from a heading to the next one."""
    text = page(name).partition(f"{heading}\n")[2]
    assert text, f"{name} has no heading {heading!r}"
    return re.split(r"^#+ ", text, maxsplit=1, flags=re.MULTILINE)[0]


def rows(text: str) -> list[list[str]]:
    """Return the rows of the tables in a text, each as its cells, without headings."""
    found: list[list[str]] = []
    for line in text.splitlines():
        if not line.startswith("|"):
            continue
        if re.fullmatch(r"[|:\- ]+", line):
            found.pop()  # the heading stands above such a rule
            continue
        cells = re.split(r"(?<!\\)\|", line.strip("|"))
        found.append([cell.strip() for cell in cells])
    return found


def named(text: str) -> list[str]:
    """Return what stands between backquotes in a text."""
    return re.findall(r"`([^`]+)`", text)
