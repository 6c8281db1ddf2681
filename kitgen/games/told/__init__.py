"""Games told as data, in TOML files by people who need not program (see docs/inventing-a-game.md)."""
