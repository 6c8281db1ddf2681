"""A claim that was found to hold, as the texts of a language take it."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Decided:
    """A claim that was found to hold; only ``kitgen/claims/claims.py`` makes one.

    Attributes:
        key: of its words in the texts, behind ``claims.``.
        count: the number that chooses their plural form, if they have one.
        values: what their places are filled with.
    """

    key: str
    count: int | None = None
    values: Mapping[str, object] = field(default_factory=dict)
