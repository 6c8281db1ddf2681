"""A field of the pages that make kits is led to all that it needs (docs/adding.md).

Each choice of a kit and each setting of a part is a field, without more to write than its words.
"""

import re

import pytest
from gaps import gap, needs_text

from kitgen.kit.choices import WISHES
from kitgen.paper.job import PART_OPTIONS
from kitgen.web.address import FILES, NAMED, OWN, SIZE, fields
from kitgen.web.tasks import SITE_OPPONENTS

FIELDS = fields()
#: Words that are the same in all languages: names of papers.
SAME_EVERYWHERE = re.compile(r"a\d|tabloid|arch-[a-e]")
WORDS = {
    f"{name} {word}": (name, word)
    for name, field in FIELDS.items()
    for word in {option.key: option for option in (*WISHES.values(), *PART_OPTIONS)}.get(field.key, field).words
    if field.key not in FILES and not SAME_EVERYWHERE.fullmatch(word)
}


@pytest.mark.parametrize("name", [NAMED, SIZE, OWN, *FIELDS])
def test_a_field_has_a_label(name):
    needs_text(f"serve.field.{name}", "the label of the field")


@pytest.mark.parametrize("name", FIELDS)
def test_a_field_says_what_it_may_hold(name):
    """Nothing in an address is ever used as a path: so every text has its pattern."""
    field = FIELDS[name]
    if not (field.words or field.pattern or field.switch or field.number):
        pattern = f'add to _PATTERNS what a text may be, "{field.key}": r"…"'
        gap("kitgen/web/address.py", f"{pattern}, or to FILES the folder of its files")


@pytest.mark.parametrize("words", WORDS)
def test_each_word_of_a_field_has_its_name(words):
    name, word = WORDS[words]
    if name not in ("page", "parts", "lang", "guide"):
        needs_text(f"serve.word.{name}.{word}", "the name of a choice")


@pytest.mark.parametrize("name", SITE_OPPONENTS)
def test_each_opponent_of_the_site_has_its_name(name):
    needs_text(f"serve.who.{name}", "the name of an opponent")
