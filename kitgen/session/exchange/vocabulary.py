"""What a table of games may call its columns and its results: as the log sheet does, in every language there is."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from kitgen.errors import TemplateError
from kitgen.record.rows import MARKED, RESULTS
from kitgen.templates import Templates, read_toml

#: What a column may be, by the name that it has in the files that kitgen writes.
COLUMNS = (
    "game", "opponent", "starts", "when", "remark", "moves", "result", "resigned", "last_only", *MARKED, "beads",
    "score",
)  # fmt: skip
#: Which of them follow from the others, and are not read.
FOLLOWS = ("beads", "score")
_ENDS = {"win": 1, "draw": 0, "loss": -1, "won": 1, "drawn": 0, "lost": -1}


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of a table in one language.

    Attributes:
        columns: from a heading, in small letters, to what it is one of ``COLUMNS``.
        results: from a word or letter, in small letters, to how the game ended for the machine.
        answers: from a word to yes or no.
    """

    columns: Mapping[str, str]
    results: Mapping[str, int]
    answers: Mapping[str, bool]


#: The words in the files that kitgen writes, the same in every language.
OWN = Vocabulary(
    {name: name for name in COLUMNS},
    {letter.lower(): result for letter, result in RESULTS.items()},
    {"yes": True, "no": False},
)


def vocabularies(templates: Templates) -> list[Vocabulary]:
    """Return the words of kitgen's own files, then those of the log sheet in each language.

    >>> english, _, italian = vocabularies(Templates())[1:4]
    >>> italian.columns["partita"], italian.results["v"], english.columns["machine"]
    ('game', 1, 'result')
    """
    return [OWN, *(_of(language, templates) for language in templates.languages())]


def _of(language: str, templates: Templates) -> Vocabulary:
    """Return the words in one language."""
    columns, results, answers = {}, {}, {}
    for key, word in _words(language, templates):
        *_, table, name = ["", *key.split(".")]
        if table == "column" and name in COLUMNS:
            columns[word] = name
        elif table in ("letter", "say") and name in _ENDS:
            results[word] = _ENDS[name]
        elif table == "say":
            answers[word] = name == "yes"
    return Vocabulary(columns, results, answers)


def _words(language: str, templates: Templates) -> Iterator[tuple[str, str]]:
    """Yield the keys and words of the texts that tables take their words from, a user's own last.

    A file of the user's own that cannot be read is left alone: printing names what is wrong with it.
    """
    for root in reversed(templates.roots):
        for name in ("log", "session"):
            path = root / "texts" / language / f"{name}.toml"
            try:
                yield from _flat("", read_toml(path, dict) if path.is_file() else {})
            except TemplateError:
                continue


def _flat(before: str, table: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the texts of a table by their whole keys, in small letters."""
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(f"{before}{key}.", value)
        elif isinstance(value, str):
            yield before + key, value.casefold()
