"""What went wrong at the table: the slips that explain the beads in the boxes, and how to put them right.

Everything here is pure: a kit, games and counts go in, slips come out. ``course.py`` replays the games, ``slips.py``
says what can go wrong, ``candidates.py`` (with ``missing.py`` and ``swapped.py``) what could have gone wrong in these
games, ``search.py`` finds the fewest slips that explain everything, ``audit.py`` puts it together.
"""
