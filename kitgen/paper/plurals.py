"""Which form of a text goes with a number, ``one``, ``few``, ``many`` …: Unicode CLDR's rules for each language.

The rules are data, ``templates/tables/plurals.toml``, in CLDR's own notation.
"""

import re
from functools import cache

import msgspec

from kitgen.errors import TemplateError
from kitgen.templates import Templates

#: The forms in the order in which their conditions are tried; what meets none takes ``other``.
FORMS = ("zero", "one", "two", "few", "many")
OTHER = "other"

_RELATION = re.compile(r"n(?: % (\d+))? (!?=) (\d+(?:\.\.\d+)?(?:,\d+(?:\.\.\d+)?)*)")


class Family(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Languages that count alike: each form with the condition under which it is taken; empty where there is none."""

    languages: tuple[str, ...]
    zero: str = ""
    one: str = ""
    two: str = ""
    few: str = ""
    many: str = ""


class PluralFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The schema of ``templates/tables/plurals.toml``."""

    source: str
    families: tuple[Family, ...]


class Plurals:
    """The forms of one language.

    Attributes:
        conditions: the condition of each form that the language has besides ``other``, in the order to try them.

    Raises:
        TemplateError: a condition cannot be read.

    >>> polish = Plurals("pl", Templates())
    >>> [polish.form(count) for count in (0, 1, 2, 5, 22, 112)]
    ['many', 'one', 'few', 'many', 'few', 'many']
    """

    def __init__(self, language: str, templates: Templates) -> None:
        families = templates.read("tables", "plurals", PluralFile).families
        by_language = {name: family for family in families for name in family.languages}
        # What is not said of a country's way of writing, such as en-GB, is as in the language.
        family = by_language.get(language) or by_language.get(re.split("[-_]", language)[0])
        said = {form: getattr(family, form) for form in FORMS} if family else {}
        self.conditions = {form: condition for form, condition in said.items() if condition}
        for condition in self.conditions.values():
            holds(condition, 0)  # a condition that cannot be read is refused now, not when a number comes to it

    def form(self, count: int) -> str:
        """Return the form that goes with a number, from 0 up."""
        return next((form for form, condition in self.conditions.items() if holds(condition, count)), OTHER)


def holds(condition: str, count: int) -> bool:
    """Return whether a condition in CLDR's notation holds for a number.

    Raises:
        TemplateError: it cannot be read.

    >>> holds("n % 10 = 2..4 and n % 100 != 12..14", 22), holds("n = 0,1", 2)
    (True, False)
    """
    return any(
        all(_meets(relation.strip(), count) for relation in way.split(" and ")) for way in condition.split(" or ")
    )


def _meets(relation: str, count: int) -> bool:
    """Return whether a relation such as ``n % 10 = 2..4`` holds for a number."""
    modulus, equal, ranges = _parsed(relation)
    rest = count % modulus if modulus else count
    return any(low <= rest <= high for low, high in ranges) == equal


@cache
def _parsed(relation: str) -> tuple[int, bool, tuple[tuple[int, int], ...]]:
    """Return a relation's modulus (0 for none), whether it is one of equality, and its ranges."""
    read = _RELATION.fullmatch(relation)
    if read is None:
        raise TemplateError(f"tables/plurals.toml: {relation!r} is no condition like 'n % 10 = 2..4'")
    ends = [part.split("..") for part in read[3].split(",")]
    return int(read[1] or 0), read[2] == "=", tuple((int(part[0]), int(part[-1])) for part in ends)
