"""Games on record: codes of log pages, rows of files, and the games that follow from them (docs/games-csv.md)."""
