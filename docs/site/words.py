"""What the site itself says, in each of its languages: ``words.toml``, and pages with places to
fill in.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent
#: The languages of the site; what is only in the first is shown in it to readers of the others.
SITE_LANGUAGES = ("en", "it", "es", "fr", "de")
#: What stands between thousands, where it is no comma.
BETWEEN_THOUSANDS = {
    "de": ".",
    "es": "\u202f",
    "fr": "\u202f",
    "it": ".",
}
_PLACE = re.compile(r"\{\{ *(\w+) *\}\}")


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one language.

    Attributes:
        language: its code.
        texts: by key.
    """

    language: str
    texts: Mapping[str, str]

    def __call__(self, key: str, **values: object) -> str:
        """Return a text with its places filled in."""
        return self.texts[key].format(**values)

    def number(self, value: int) -> str:
        r"""Return a number as this language groups its digits.

        >>> [Words(language, {}).number(1720) for language in ("en", "it", "de", "fr", "es")]
        ['1,720', '1.720', '1.720', '1\u202f720', '1720']
        """
        if self.language == "es" and value < 10_000:
            return str(value)
        return f"{value:,}".replace(",", BETWEEN_THOUSANDS.get(self.language, ","))


def read_words(language: str) -> Words:
    """Return the words of a language."""
    texts = tomllib.loads((FOLDER / "words.toml").read_text(encoding="utf-8"))
    return Words(language, texts[language])


def filled(text: str, places: Mapping[str, str]) -> str:
    """Return a page with its places, such as ``{{ kits }}``, filled in.

    >>> filled("All {{ kits }}.", {"kits": "eleven"})
    'All eleven.'
    """
    return _PLACE.sub(lambda place: places[place[1]], text)
