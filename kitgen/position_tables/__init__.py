"""Tables of positions in files of any kind: read into records, and how their boards and moves
are written.
"""
