"""Games in and out of a session: tables, JSON Lines and lists of moves (docs/journal.md)."""
