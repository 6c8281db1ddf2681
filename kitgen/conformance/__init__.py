"""Does a game keep its word? Tests for any game, those of other packages included.

Needs what kitgen's own tests need: ``python -m pip install 'kitgen[test]'``. Then::

    python -m pytest --pyargs kitgen.conformance --game mygame
    python -m pytest --pyargs kitgen.conformance --game mygame:3x3 --game mygame:4x3,option=value

Without ``--game`` all games there are, at their usual sizes, are tested. Tests that need every position of a
game are skipped where there are too many; name a small size, and one that is not square, to have them too.
"""
