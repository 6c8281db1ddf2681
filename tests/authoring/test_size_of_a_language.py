"""How much there is to translate, as the docs tell whoever thinks of adding a language."""

import re
import zlib
from pathlib import Path

from counting import at_least
from jobs import TEMPLATES

from kitgen.authoring.language_checks import MAX_NAMED, first_of, guides_of, written_texts
from kitgen.reading.templates import shipped

DOCS = Path(__file__).parents[2] / "docs"
#: A figure of the docs is round: the true one may differ by one in twenty.
NEAR = 0.05


def test_the_docs_say_how_large_a_language_is():
    told = re.search(
        r"Spanish, for comparison, has some ([\d,]+) texts of ([\d,]+) words in (\d+) files, "
        r"three guides of ([\d,]+) words",
        (DOCS / "adding-a-language.md").read_text(encoding="utf-8").replace("\n", " "),
    )
    texts = written_texts("es", TEMPLATES)
    files = {key.partition(".")[0] for key in texts}
    numbers = [
        len(texts),
        sum(_words_in(text) for text in texts.values()),
        len(files),
        sum(_words_in(text) for text in guides_of("es", TEMPLATES).values()),
    ]
    for said, number in at_least(4, list(zip(told.groups(), numbers, strict=True))):
        assert abs(int(said.replace(",", "")) / number - 1) < NEAR, (said, number)


def test_the_docs_say_what_a_language_takes_on_disk_and_in_a_download():
    told = re.search(
        r"take (\d+) kB where kitgen is installed, (\d+) kB in what is downloaded",
        (DOCS / "adding-a-language.md").read_text(encoding="utf-8").replace("\n", " "),
    )
    folders = ("texts/es/*", "guides/es/*", "glossaries/es.toml", "reviewed/es.toml")
    files = [path.read_bytes() for folder in folders for path in shipped().glob(folder)]
    sizes = [sum(map(len, files)), sum(len(zlib.compress(file)) for file in files)]
    for said, size in at_least(2, list(zip(told.groups(), sizes, strict=True))):
        assert abs(int(said) * 1000 / size - 1) < NEAR, (said, size)


def _words_in(text):
    """Count words; a place in braces stands for one."""
    return len(re.sub(r"\{[^}]*\}", "x", text).split())


def test_dots_stand_for_names_that_are_left_out():
    names = [f"n{number}" for number in range(MAX_NAMED + 1)]
    assert first_of(names[:-1]) == ", ".join(names[:-1])
    assert first_of(names) == f"{', '.join(names[:-1])} …"
