"""What parts and their settings declare of themselves, in two golden tables: whoever changes one of
these words changes prints that nobody looks at.
"""

from dataclasses import fields, is_dataclass

from counting import at_least

from kitgen.kit.choices import CHOICES
from kitgen.paper.declared import DECLARED, PART_OPTIONS

#: What an offer says that is no sentence for people.
OF_OFFERS = (
    "option",
    "metavar",
    "edition",
    "wish",
    "setting",
    "written",
    "file_key",
    "check",
    "reads",
    "folder",
    "pattern",
    "example",
    "in_app",
)


def shown(value):
    if callable(value):
        return getattr(value, "__name__", type(value).__name__)
    if isinstance(value, list | tuple | set | frozenset):
        return "[" + ", ".join(shown(each) for each in value) + "]"
    if is_dataclass(value) and not isinstance(value, type):
        return type(value).__name__
    return repr(value)


def test_parts_declare_what_they_declared_before(golden):
    lines = []
    for part in at_least(40, DECLARED):
        facts = [
            f"{field.name} {shown(getattr(part, field.name))}"
            for field in fields(part)
            if field.name not in ("name", "help", "about")
        ]
        lines.append(f"{part.name}: {'; '.join(facts)}")
    golden("declared/parts", "\n".join(lines))


def test_settings_and_choices_declare_what_they_declared_before(golden):
    lines = []
    for option in at_least(40, (*PART_OPTIONS, *CHOICES)):
        offer = option.offer
        facts = [f"{key} {getattr(offer, key)!r}" for key in OF_OFFERS if getattr(offer, key)]
        words = ", ".join(map(str, option.words))
        lines.append(f"{option.key} = {option.default!r} ({words}): {'; '.join(facts)}")
    golden("declared/settings", "\n".join(lines))
