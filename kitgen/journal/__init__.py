"""Journals of real machines, with every game that was played with them (docs/journal.md)."""

#: The formats of an export, with their file name endings.
EXPORT_FORMATS = {"csv": ".csv", "jsonl": ".jsonl", "hexapawn-rl": ".json"}
