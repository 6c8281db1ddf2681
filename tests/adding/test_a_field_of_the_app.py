"""A field of the pages that make kits is led to all that it needs (docs/adding.md).

Each choice of a kit and each setting of a part is a field, without more to write than its words.
"""

import random
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

import msgspec
import pytest
from gaps import gap, named, needs_text, page
from places import ROOT

from kitgen.errors import KitgenError
from kitgen.kit.choices import CHOICES, WISHES, Choices
from kitgen.kit.kit_json import write_kit
from kitgen.paper.declared import PART_OPTIONS
from kitgen.paper.job import address_name
from kitgen.press.print_run import make_document
from kitgen.web.address import (
    FILES,
    KIT_FIELD,
    NO,
    OWN,
    SIZE,
    WRITTEN_LIKE,
    YES,
    KitAddress,
    fields,
    read_address,
)
from kitgen.web.tasks import SITE_OPPONENTS, kit_of

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


#: The kits on which a choice is tried, until one is another kit with it.
KITS = ("her", "gardner24", "hexapawn:3x4", "ladder", "menace")
#: What says which choices a kit was made with, and so changes with every choice.
NAMES_OF_CHOICES = ("choices", "command", "hash")
#: The sheets on which a field about the whole print is tried.
SHEETS = "labels,log"


@cache
def prints_at_random() -> ModuleType:
    """Return the program that prints at random, which says how texts are written."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(ROOT / "benchmarks")
        return import_module("untouched")


def values_of(name: str, kit: str, folder: Path) -> Iterator[str]:
    """Yield values of a field as they stand in an address."""
    field = FIELDS[name]
    yield from (NO, YES) if field.switch else ()
    yield from ("1", "2") if field.number else ()
    yield from field.words
    write = prints_at_random().SPELLED.get(field.key)
    if write is not None and not field.words:
        usual = kit_of(read_address([(KIT_FIELD, kit)], "en")[0])
        for seed in range(4):
            yield write(prints_at_random().Desk(random.Random(seed), usual, folder))


@cache
def made(address: KitAddress) -> object:
    """Return what is made at an address: a kit, without the names of its choices, and its
    sheets.
    """
    kit = kit_of(address)
    data = msgspec.json.decode(write_kit(kit))
    whole = {key: value for key, value in data.items() if key not in NAMES_OF_CHOICES}
    if not address.chosen("print"):
        return whole
    document = make_document(kit, **address.chosen("print"))
    return whole, [sheet.scene for sheet in document.sheets]


@pytest.mark.parametrize("name", [name for name, field in FIELDS.items() if field.about != "part"])
def test_a_field_changes_what_is_made(name, tmp_path):
    """Settings of parts are tried on their sheets, by test_a_setting.py."""
    field = FIELDS[name]
    sheets = [("parts", SHEETS)] if field.about == "print" and name != "parts" else []
    for kit in KITS if field.about == "kit" else KITS[:1]:
        seen = []
        for value in values_of(name, kit, tmp_path):
            try:
                here = made(read_address([(KIT_FIELD, kit), *sheets, (name, value)], "en")[0])
            except KitgenError:  # this kit cannot have it
                continue
            if seen and here != seen[0]:
                return
            seen.append(here)
    if field.about == "kit":
        other = (
            "add to KITS in tests/adding/test_a_field_of_the_app.py one on which it has an effect"
        )
        gap(
            "kitgen/kit/build.py",
            f"nothing heeds `{field.key}`: {', '.join(KITS)} stay the same; heed it, or {other}",
        )
    gap(
        "kitgen/press/print_run.py",
        f"nothing heeds `{field.key}`: the sheets of {KITS[0]} stay the same",
    )


@pytest.mark.parametrize("name", [KIT_FIELD, SIZE, OWN, *FIELDS])
def test_a_field_has_a_label(name):
    needs_text(f"serve.field.{name}", "the label of the field")


@pytest.mark.parametrize("name", FIELDS)
def test_a_field_says_what_it_may_hold(name):
    """Nothing in an address is ever used as a path: so every text has its pattern."""
    field = FIELDS[name]
    if not (field.words or field.pattern or field.switch or field.number):
        if field.key in {option.key for option in PART_OPTIONS}:
            gap(
                "kitgen/paper/declared.py",
                f'say of {field.key} what a text may be, pattern=r"…", or folder="…"',
            )
        pattern = f'add to _PATTERNS what a text may be, "{field.key}": r"…"'
        gap("kitgen/web/address.py", f"{pattern}, or to FILES the folder of its files")
    if (
        field.pattern and not field.words and WRITTEN_LIKE.get(field.key, "None") == "None"
    ):  # of none that is declared
        gap(
            "kitgen/web/address.py", f'add to WRITTEN_LIKE an example of a text, "{field.key}": "…"'
        )


@pytest.mark.parametrize("words", WORDS)
def test_each_word_of_a_field_has_its_name(words):
    name, word = WORDS[words]
    if name not in ("page", "parts", "language"):
        needs_text(f"serve.word.{name}.{word}", "the name of a choice")


@pytest.mark.parametrize("key", OPTIONS)
def test_random_prints_can_say_a_text(key):
    option = OPTIONS[key]
    words = FIELDS[address_name(option)].words if address_name(option) in FIELDS else option.words
    unsaid = option.offer.example is None and key not in prints_at_random().SPELLED
    if isinstance(option.default, str) and not words and unsaid:
        gap(
            "benchmarks/untouched.py",
            f'add to SPELLED what a text may be: "{key}": lambda desk: "…"',
        )


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
