"""Text for terminals with few characters: each missing one is replaced by the most similar one."""

from contextlib import suppress
from functools import cache
from unicodedata import normalize

#: Characters by their replacement, which is as wide.
LIKE = {
    "-": "─━╸╺╴╶–—",
    "|": "│┃",
    "+": "┌┬┐├┼┤└┴┘╭╮╰╯",
    "#": "█▉▊▋▌▍▎▏▇▆▅▄▃▂▁▔▀",
    "o": "●",
    ">": "▶→»",
    "<": "◀←«",
    "v": "▼",
    "^": "▲",
    ".": "·…",
    "x": "×",
    "'": "‘’",
    '"': "“”",
    "b": "♟",
    "w": "♙",
}
_STANDS_FOR = {sign: like for like, signs in LIKE.items() for sign in signs}


def in_letters(text: str, encoding: str) -> str:
    """Return a text in the characters of an encoding, of the same length.

    >>> (
    ...     in_letters("│ ♟ │ Perché “sì” …", "ascii"),
    ...     in_letters("Perché …", "latin-1"),
    ...     in_letters("│ …", "utf-8"),
    ... )
    ('| b | Perche "si" .', 'Perché .', '│ …')
    """
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return "".join(_like(sign, encoding) for sign in text)
    return text


@cache
def _like(sign: str, encoding: str) -> str:
    for like in filter(None, (sign, _STANDS_FOR.get(sign), normalize("NFKD", sign)[0])):
        with suppress(UnicodeEncodeError):
            like.encode(encoding)
            return like
    return "?"
