"""What a terminal shows that has few letters: each sign it lacks is written by the likest one that it has."""

from functools import cache
from unicodedata import normalize

#: Signs by those that stand for them, each as wide as the other.
LIKE = {
    "-": "─━╸╺╴╶–—", "|": "│┃", "+": "┌┬┐├┼┤└┴┘╭╮╰╯", "#": "█▉▊▋▌▍▎▏▇▆▅▄▃▂▁▔▀", "o": "●", ">": "▶→»", "<": "◀←«",
    "v": "▼", "^": "▲", ".": "·…", "x": "×", "'": "‘’", '"': "“”", "b": "♟", "w": "♙",
}  # fmt: skip
_STANDS_FOR = {sign: like for like, signs in LIKE.items() for sign in signs}


def in_letters(text: str, encoding: str) -> str:
    """Return a text in the signs of an encoding, as long as it was.

    >>> in_letters("│ ♟ │ Perché “sì” …", "ascii"), in_letters("Perché …", "latin-1"), in_letters("│ …", "utf-8")
    ('| b | Perche "si" .', 'Perché .', '│ …')
    """
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return "".join(_like(sign, encoding) for sign in text)
    return text


@cache
def _like(sign: str, encoding: str) -> str:
    """Return the likest sign that there is: for a letter with an accent the letter."""
    for like in (sign, _STANDS_FOR.get(sign, ""), normalize("NFKD", sign)[0]):
        try:
            like.encode(encoding)
        except UnicodeEncodeError:
            continue
        if like:
            return like
    return "?"
