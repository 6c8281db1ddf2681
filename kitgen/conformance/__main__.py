"""Runs the suite: ``python -m kitgen.conformance mygame:3x2 mygame:3x3``, followed by any
options of pytest.
"""

import sys
from collections.abc import Sequence

import pytest


def arguments(words: Sequence[str]) -> list[str]:
    """Return pytest's arguments: games, and from the first word that begins with a dash on,
    options of pytest.
    """
    games: list[str] = []
    options: list[str] = []
    for word in words:
        if options or word.startswith("-"):
            options.append(word)
        else:
            games += ("--game", word)
    # kitgen is imported before pytest could rewrite its assertions, since it runs this.
    imported = "ignore:Module already imported:pytest.PytestAssertRewriteWarning"
    return [
        "-W",
        imported,
        "-p",
        "kitgen.conformance.plugin",
        "--pyargs",
        "kitgen.conformance",
        *games,
        *options,
    ]


if __name__ == "__main__":
    sys.exit(pytest.main(arguments(sys.argv[1:])))
