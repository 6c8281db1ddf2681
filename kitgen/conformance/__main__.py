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
    options = next((index for index, word in enumerate(words) if word.startswith("-")), len(words))
    games = [part for word in words[:options] for part in ("--game", word)]
    # kitgen is: it runs this
    known = "ignore:Module already imported:pytest.PytestAssertRewriteWarning"
    return [
        "-W",
        known,
        "-p",
        "kitgen.conformance.plugin",
        "--pyargs",
        "kitgen.conformance",
        *games,
        *words[options:],
    ]


if __name__ == "__main__":
    sys.exit(pytest.main(arguments(sys.argv[1:])))
