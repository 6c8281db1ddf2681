"""Games told as data, in TOML files by people who need not program (see
docs/inventing-a-game.md).
"""

#: The beginning of the text of a game that is told as data.
TOLD = "told:"
