"""A setting of a part that was added is led to all that it needs
(docs/adding-a-part.md#a-setting).
"""

from dataclasses import is_dataclass
from importlib import import_module
from typing import get_origin

import pytest
from gaps import gap
from places import ROOT
from sampling import few
from setting_values import NEEDED_CHOICES, OF_NO_PART, OTHER_VALUES, OWN_FILES, scenes

from kitgen.paper import declared
from kitgen.paper.declared import PART_OPTIONS, PartOptions, PrintSettings
from kitgen.paper.parts import PARTS, check_of

#: Every setting by its key, and those of parts.
OPTIONS = {one.key: one for one in PART_OPTIONS}
DECLARED = [key for key in OPTIONS if key not in OF_NO_PART]


CLASSES = [
    each
    for name, each in vars(declared).items()
    if name.endswith("Settings") and is_dataclass(each)
]


@pytest.mark.parametrize("settings", CLASSES, ids=lambda settings: settings.__name__)
def test_a_class_of_settings_belongs_to_the_options_of_parts(settings):
    if not issubclass(PartOptions, settings):
        gap("kitgen/paper/declared.py", f"add {settings.__name__} to the bases of PartOptions")


@pytest.mark.parametrize("key", OPTIONS)
def test_python_takes_the_setting(key):
    """The types of the arguments stand there for editors and type checkers."""
    if key in PrintSettings.__annotations__:
        return
    before = list(OPTIONS)[: list(OPTIONS).index(key)]
    place = f"after {before[-1]}" if before else "first"
    kind = typed(PartOptions.__dataclass_fields__[key].type)
    gap("kitgen/paper/declared.py", f"add to PrintSettings, {place}: {key}: {kind}")


def typed(kind):
    """Return a type as it is written, without what is annotated."""
    plain = getattr(kind, "__origin__", kind) if hasattr(kind, "__metadata__") else kind
    return str(plain).removeprefix("typing.") if get_origin(plain) is not None else plain.__name__


@pytest.mark.parametrize("key", DECLARED)
def test_a_part_reads_the_setting(key):
    if not any(key in part.reads for part in PARTS.values()):
        gap("kitgen/paper/declared.py", f'add "{key}" to `reads` of the part that heeds it')


@pytest.mark.parametrize("name", PARTS)
def test_what_a_part_reads_is_a_setting(name):
    for key in PARTS[name].reads:
        if key not in OPTIONS:
            gap(
                "kitgen/paper/declared.py",
                f"PartOptions has no field {key}, which part {name!r} reads",
            )


@pytest.mark.parametrize("key", [key for key, option in OPTIONS.items() if option.offer.check])
def test_the_check_of_a_setting_is_a_function(key):
    module, colon, function = OPTIONS[key].offer.check.partition(":")
    if not colon:  # what a guest offers, such as laser.check
        assert callable(check_of(OPTIONS[key]))
        return
    file = f"{module.replace('.', '/')}.py"
    if not (ROOT / file).is_file() or not callable(getattr(import_module(module), function, None)):
        gap(
            file,
            f"add a function {function}(job), which refuses impossible values of {key}, or name "
            "another in `check`",
        )


@pytest.mark.parametrize(
    "key", [key for key, option in OPTIONS.items() if option.offer.example is not None]
)
def test_the_example_of_a_setting_is_a_value_other_than_the_default(key):
    option = OPTIONS[key]
    if option.checked(option.offer.example) == option.default:
        gap("kitgen/paper/declared.py", f"give {key} an `example` other than its default")


@pytest.mark.parametrize("key", DECLARED)
def test_a_value_that_is_not_the_usual_one_is_tried(key):
    """That of a switch or a word is found by its type."""
    if key not in OTHER_VALUES and key not in OWN_FILES:
        gap(
            "kitgen/paper/declared.py", f"give {key} an `example` other than its default: example=…"
        )


@pytest.mark.parametrize("key", few(OTHER_VALUES, one_in=3))
def test_parts_read_what_they_declare(key):
    value, stock = OTHER_VALUES[key]
    more = NEEDED_CHOICES.get(key, {})
    for name in (name for name, part in PARTS.items() if key in part.reads):
        if scenes(name, stock, **more) == scenes(name, stock, **more, **{key: value}):
            module = (PARTS[name].file or name).replace("-", "_")
            gap(
                f"kitgen/paper/parts/{module}.py",
                f"read job.options.{key}: {value!r} changes nothing on {name!r}",
            )
