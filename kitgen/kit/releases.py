"""The released versions of kitgen, and how a version that a file names compares with the one
that runs.
"""

import re

from kitgen import __version__

#: All that were ever released, oldest first. A release adds itself here; ``tests/test_release.py``
#: holds it to that.
RELEASED = ("1.0.0", "1.1.0")


def _numbers(version: str) -> tuple[int, ...]:
    """Return the numbers of a version, and 1 at the end of a release, which comes after what led
    to it.
    """
    parts = re.fullmatch(
        r"(\d{1,6})\.(\d{1,6})(?:\.(\d{1,6}))?(\.dev\d{1,6}|(?:a|b|rc)\d{1,6})?", version, re.ASCII
    )
    if parts is None:
        return ()
    first, second, third, before = parts.groups()
    return int(first), int(second), int(third or 0), int(not before)


def is_later(version: str, than: str = __version__) -> bool:
    """Return whether a version is later than another, usually the one that runs; False if it is no
    version.

    >>> is_later("1.2.0", "1.1.dev0"), is_later("1.1.0", "1.1.dev0"), is_later("1.0.0", "1.1.dev0")
    (True, True, False)
    >>> is_later("not installed")
    False
    """
    return _numbers(version) > _numbers(than)


def never_existed(version: str) -> bool:
    """Return whether nothing can have been printed by a version: it was not released, and is not
    this one or a later.

    >>> (
    ...     never_existed("1.0.0"),
    ...     never_existed("0.9.0"),
    ...     never_existed("99.0.0"),
    ...     never_existed("mine"),
    ... )
    (False, True, False, True)
    """
    return version not in (*RELEASED, __version__) and not is_later(version, __version__)
