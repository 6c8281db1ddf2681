"""What is written down of games that were really played: the code on a log page, a row of a file, what follows from it.

docs/games-csv.md describes both as they are on paper and on the disk.
"""
