"""pytest's option ``--game`` for the games of the suite.

It is loaded only on request, with ``-p kitgen.conformance.plugin``;
``python -m kitgen.conformance`` does so.
"""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--game SPEC``, which may be given more than once."""
    group = parser.getgroup("kitgen", "conformance of games to kitgen")
    example = "a game to test, such as mygame:4x3,option=value, or a .toml file that tells one"
    group.addoption("--game", action="append", metavar="SPEC", help=example)
