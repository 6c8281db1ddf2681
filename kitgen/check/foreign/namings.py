"""How the squares of a board may be called."""

#: ``7-9`` is a numeric keypad, whose top row is 7 8 9. ``own``: as the game writes moves.
NAMINGS = ("1-9", "0-8", "a1-c3", "7-9", "own")
