"""The games whose positions fit into two words (``words.py``).

Their functions are built into all kernels that look ahead. Whoever compiles such kernels imports
this module, so that they are compiled again when the rules of one of the games change.
"""

from kitgen.games import awari_kernels, hexapawn_kernels

GAMES_IN_WORDS = (awari_kernels, hexapawn_kernels)
