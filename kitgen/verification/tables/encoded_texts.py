"""Texts in base64 or in hexadecimal digits, in which boards may stand that nobody can see."""

import re
from base64 import b64decode
from binascii import Error as NotBase64
from collections.abc import Iterator
from typing import NamedTuple

from kitgen.position_tables.board_notation import Boards
from kitgen.position_tables.nested_data import Watch

#: So many signs hold a text with a board, or whatever else where nothing can be read in them.
MIN_SIGNS_OF_A_TEXT = 12
MIN_SIGNS_OF_DATA = 24
#: The signs of the usual fingerprints of files in hexadecimal digits.
SIGNS_OF_HASHES = (32, 40, 48, 56, 64, 96, 128)
#: No more of it is shown.
MAX_SIGNS_SHOWN = 24
_ENCODED = re.compile(rf"(?<![\w/+:.-])[A-Za-z0-9+/_-]{{{MIN_SIGNS_OF_A_TEXT},}}={{0,2}}(?![\w=])")
#: Whatever stands between the lines of one text: the ends of comments and strings, and what joins
#: these.
_BETWEEN_LINES = " \t\r\n\"'\\+#/*-"
_HEXADECIMAL = re.compile(r"(?:0x)?((?:[0-9a-fA-F]{2})+)")
_SIGNS = re.compile(r"[^\s:;,\"'\[\]{}()]+")
#: A word within a name of a program.
_WORD = re.compile(r"[A-Z]?[a-z]{3,}")


class EncodedText(NamedTuple):
    """An encoded text: the line where it begins, and how it begins."""

    line: int
    begins: str


def encoded_texts(text: str, boards: Boards, check: Watch) -> Iterator[EncodedText]:
    """Yield the encoded texts in which boards may stand; ``check`` is called often."""
    line = 1
    counted = 0
    ended = 0
    for match in _ENCODED.finditer(text):
        check()
        if not _may_hold_boards(match[0], boards):
            continue
        line += text.count("\n", counted, match.start())
        counted = match.start()
        goes_on = ended > 0 and not text[ended : match.start()].strip(_BETWEEN_LINES)
        ended = match.end()
        if not goes_on:
            yield EncodedText(line, match[0][:MAX_SIGNS_SHOWN])


def _may_hold_boards(encoded: str, boards: Boards) -> bool:
    if encoded.isdigit() or boards.fits(encoded):
        return False
    hexadecimal = _HEXADECIMAL.fullmatch(encoded)
    if hexadecimal is None:
        return _has_board(_text_in(_decoded(encoded)), boards) or _is_data(encoded)
    hexadecimal_digits = hexadecimal[1]
    if _has_board(_text_in(bytes.fromhex(hexadecimal_digits)), boards):
        return True
    count = len(hexadecimal_digits)
    return count >= MIN_SIGNS_OF_DATA and count not in SIGNS_OF_HASHES


def _decoded(encoded: str) -> bytes:
    standard = encoded.rstrip("=").translate(str.maketrans("-_", "+/"))
    try:
        return b64decode(standard + "=" * (-len(standard) % 4))
    except (NotBase64, ValueError):
        return b""


def _text_in(data: bytes) -> str:
    """Return the text in some bytes; an empty one if they are none."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return ""
    return text if all(sign.isprintable() or sign.isspace() for sign in text) else ""


def _has_board(text: str, boards: Boards) -> bool:
    """Return whether a text has as many signs as a board, besides brackets and commas."""
    signs = sum(map(len, _SIGNS.findall(text)))
    return signs >= boards.size


def _is_data(encoded: str) -> bool:
    """Return whether a part of a text that no word, name or address would have is data."""
    for part in re.split(r"[-_/]", encoded):
        is_long = len(part) >= MIN_SIGNS_OF_DATA
        has_digits = any(sign.isdigit() or sign == "+" for sign in part) or encoded.endswith("=")
        in_words = sum(map(len, _WORD.findall(part)))
        if is_long and has_digits and any(map(str.isupper, part)) and 2 * in_words < len(part):
            return True
    return False
