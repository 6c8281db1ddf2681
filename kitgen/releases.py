"""The versions of kitgen that were released, which a printed sheet may name."""

import re

from kitgen import __version__

#: All released versions, the oldest first.
RELEASED = ("1.0.0",)


def never_existed(version: str) -> bool:
    """Return whether there cannot be a print by a version: it was not released, is not this one, and is not newer.

    >>> never_existed("1.0.0"), never_existed("0.9.0"), never_existed("99.0.0"), never_existed("mine")
    (False, True, False, True)
    """
    return version not in (*RELEASED, __version__) and not is_newer(version)


def is_newer(version: str) -> bool:
    """Return whether a version may come after this one, which therefore cannot know it.

    >>> is_newer("99.0.0"), is_newer("0.9.0"), is_newer("mine")
    (True, False, False)
    """
    if re.fullmatch(r"\d{1,4}(\.\d{1,4}){2}", version, re.ASCII) is None:
        return False
    return _in_order(version) > _in_order(__version__)


def _in_order(version: str) -> tuple[list[int], bool]:
    """Return what versions are ordered by; one that is being developed comes before its release."""
    numbers, development, _ = version.partition(".dev")
    parts = [int(part) for part in numbers.split(".")]
    return parts + [0] * (3 - len(parts)), not development
