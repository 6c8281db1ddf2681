"""Games on record: the code on a log page, a row of a file, what follows from it; and games of
simulated machines.

docs/games-csv.md describes both as they are on paper and on the disk.
"""
