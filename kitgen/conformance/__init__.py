"""Tests for the rules of any game, including games of other packages.

Needs the extra ``test``: in a copy of kitgen ``python -m pip install '.[test]'``. Then::

    python -m kitgen.conformance mygame
    python -m kitgen.conformance mygame:3x3 mygame:4x3,option=value -x
    python -m kitgen.conformance mygame.toml told:notakto

Options of pytest follow the games. In a test suite of your own, load the option with
``-p kitgen.conformance.plugin`` and run ``--pyargs kitgen.conformance --game mygame:3x3``; other
runs of pytest are not affected. Without a game, all games are tested at their usual sizes. Tests
that need every position of a game are skipped where there are too many; name a small size, and one
that is not square, to run them too.
"""
