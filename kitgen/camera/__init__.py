"""Marked sheets on photographs and scans: found, straightened, and read bubble by bubble.

Which games the marks tell is worked out elsewhere; this room knows sheets of paper and light, and no game.
"""
