"""Games told as data: a TOML file in which somebody who does not program says how a game goes.

``language`` is what a file may say, ``board`` the points and what connects them, ``game`` the rules that follow, with
the symmetries that the board and the rules have together. See docs/inventing-a-game.md.
"""
