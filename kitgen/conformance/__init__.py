"""Does a game keep its word? Tests for any game, those of other packages included.

Needs what kitgen's own tests need: ``python -m pip install 'kitgen[test]'``. Then::

    python -m kitgen.conformance mygame
    python -m kitgen.conformance mygame:3x3 mygame:4x3,option=value -x

What follows the games are options of pytest. In a suite of your own, load the suite's option with
``-p kitgen.conformance.plugin`` and run ``--pyargs kitgen.conformance --game mygame:3x3``; nobody else's run of pytest
is touched. Without a game all games there are, at their usual sizes, are tested. Tests that need every position of a
game are skipped where there are too many; name a small size, and one that is not square, to have them too.
"""
