"""A field of the pages that make kits is led to all that it needs (docs/adding.md).

Each choice of a kit and each setting of a part is a field, without more to write than its words.
"""

import re
from importlib import import_module

import msgspec
import pytest
from gaps import gap, named, needs_text, page
from places import ROOT

from kitgen.kit.choices import CHOICES, WISHES, Choices
from kitgen.paper.declared import PART_OPTIONS
from kitgen.paper.job import address_name
from kitgen.web.address import FILES, NAMED, OWN, SIZE, fields
from kitgen.web.tasks import SITE_OPPONENTS

FIELDS = fields()
#: The choices that a kit's file has by name; others are in its game.
CHOICE_KEYS = {choice.key for choice in CHOICES}
#: The choices of a kit and the settings of parts.
OPTIONS = {option.key: option for option in (*WISHES.values(), *PART_OPTIONS)}
#: Words that are the same in all languages: names of papers.
SAME_EVERYWHERE = re.compile(r"a\d|tabloid|arch-[a-e]")
WORDS = {
    f"{name} {word}": (name, word)
    for name, field in FIELDS.items()
    for word in OPTIONS.get(field.key, field).words
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
        if field.key in {option.key for option in PART_OPTIONS}:
            gap("kitgen/paper/declared.py", f'say of {field.key} what a text may be, pattern=r"…", or folder="…"')
        pattern = f'add to _PATTERNS what a text may be, "{field.key}": r"…"'
        gap("kitgen/web/address.py", f"{pattern}, or to FILES the folder of its files")


@pytest.mark.parametrize("words", WORDS)
def test_each_word_of_a_field_has_its_name(words):
    name, word = WORDS[words]
    if name not in ("page", "parts", "language", "guide-name"):
        needs_text(f"serve.word.{name}.{word}", "the name of a choice")


@pytest.mark.parametrize("key", OPTIONS)
def test_random_prints_can_say_a_text(key, monkeypatch):
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    untouched = import_module("untouched")
    option = OPTIONS[key]
    words = FIELDS[address_name(option)].words if address_name(option) in FIELDS else option.words
    unsaid = option.offer.example is None and key not in untouched.SPELLED
    if isinstance(option.default, str) and not words and unsaid:
        gap("benchmarks/untouched.py", f'add to SPELLED what a text may be: "{key}": lambda desk: "…"')


@pytest.mark.parametrize("key", WISHES)
def test_the_page_of_commands_tells_of_a_choice(key):
    told = page("docs/commands.md").partition("## KIT\n")[2].partition("\n## ")[0]
    if WISHES[key].typed not in told:
        gap("docs/commands.md", f"add `{WISHES[key].typed}` to the table of options under KIT")


@pytest.mark.parametrize("key", [key for key in WISHES if key in CHOICE_KEYS])
def test_the_page_of_kit_json_names_a_choice(key):
    told = page("docs/kit-json.md").partition("`choices` holds")[2].partition("## The hash")[0]
    (field,) = [field for field in msgspec.structs.fields(Choices) if field.name == key]
    if field.encode_name not in named(told):
        gap("docs/kit-json.md", f"add `{field.encode_name}` to what `choices` holds")


@pytest.mark.parametrize("name", SITE_OPPONENTS)
def test_each_opponent_of_the_site_has_its_name(name):
    needs_text(f"serve.who.{name}", "the name of an opponent")
