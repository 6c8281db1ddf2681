"""The games in two words (``kernels/words.py``): what their functions do is built into all kernels that look ahead.

Kernels import this module, so that they are compiled anew when the rules of one of the games change.
"""

from kitgen.games.kernels import awari_words, hexapawn_words, words

GAMES_IN_WORDS = (awari_words, hexapawn_words)

BITS, ONGOING, ROOM = words.BITS, words.ONGOING, words.ROOM
can, ended, facing, index, level, play, spare, trait = (
    words.can, words.ended, words.facing, words.index, words.level, words.play, words.spare,
    words.trait,
)  # fmt: skip
peek, peek_byte, poke = words.peek, words.peek_byte, words.poke
