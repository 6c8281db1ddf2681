"""The values of a PDF, spelled so that every program reads the same (ISO 32000-1:2008, 7.2 and
7.3).

pypdf builds the values that are compared; here their extent is found, and what the structure of a
file depends on.
"""

import re
import zlib
from collections.abc import Iterator
from typing import Any

from kitgen.errors import KitFileError

_SPACE = rb"[\0\t\n\f\r ]"
#: Where a number, a name or a word ends.
WORD_END = rb"(?=[\0\t\n\f\r ()<>\[\]/%]|\Z)"
#: The number of an object. Ten digits are read alike by all programs as far as there are so many
#: objects.
OBJECT_NUMBER = rb"([1-9]\d{0,9})"

_BLANK = re.compile(rb"(?:" + _SPACE + rb"|%[^\r\n]*[\r\n])*")
_NUMBER = re.compile(rb"[+-]?(?:\d+\.?\d*|\.\d+)" + WORD_END)
_REFERENCE = re.compile(OBJECT_NUMBER + _SPACE + rb"+0" + _SPACE + rb"+R" + WORD_END)
_NAME = re.compile(rb"/((?:[!\"$&'*+,\-.0-9:;=?@A-Z\\^_`a-z|~]|#[0-9A-Fa-f]{2})*)" + WORD_END)
_HEX = re.compile(rb"<[0-9A-Fa-f\0\t\n\f\r ]*>")
_WORD = re.compile(rb"(?:true|false|null)" + WORD_END)
_LETTERS = re.compile(rb"[^()\\]+|\\.|[()]", re.DOTALL)


class StructureError(KitFileError):
    """A PDF can be read in more than one way, or is built in a way that kitgen does not know."""


class ObjectNumber(int):
    """The number of an object that another one refers to."""


def past_blank(data: bytes, at: int) -> int:
    """Return where white space and comments that begin at a byte end."""
    blank = _BLANK.match(data, at)
    return blank.end() if blank else at


def read_value(data: bytes, at: int) -> tuple[Any, int]:
    """Return a value and where it ends.

    A number, a name as ``str``, a list, a dictionary, an ``ObjectNumber``; of a text or a word the
    bytes that spell it.

    >>> read_value(b"<< /A [ 1 2 0 R (x) ] >> endobj", 0)
    ({'A': [1, 2, b'(x)']}, 24)
    """
    at = past_blank(data, at)
    if data.startswith(b"<<", at):
        return _dictionary(data, at + 2)
    if data.startswith(b"[", at):
        return _list(data, at + 1)
    if data.startswith(b"(", at):
        end = _past_text(data, at)
        return data[at:end], end
    if match := _REFERENCE.match(data, at):
        return ObjectNumber(match[1]), match.end()
    if match := _NUMBER.match(data, at):
        return _number(match[0]), match.end()
    if match := _NAME.match(data, at):
        return _name(match[1]), match.end()
    if match := _HEX.match(data, at) or _WORD.match(data, at):
        return match[0], match.end()
    raise StructureError(f"has something at byte {at} that cannot be read")


def references(value: Any) -> Iterator[int]:
    """Yield the numbers of the objects that a value refers to.

    >>> sorted(references({"A": [1, ObjectNumber(7)], "B": ObjectNumber(2)}))
    [2, 7]
    """
    waiting = [value]
    while waiting:
        value = waiting.pop()
        if isinstance(value, ObjectNumber):
            yield int(value)
        elif isinstance(value, dict):
            waiting += value.values()
        elif isinstance(value, list):
            waiting += value


def inflated(packed: bytes, most: int) -> bytes:
    """Return deflated data, at most one byte more than ``most``; programs repair damaged ones in
    different ways.
    """
    inflater = zlib.decompressobj()
    try:
        data = inflater.decompress(packed, most + 1)
    except zlib.error as error:
        raise StructureError(f"has a damaged stream ({error})") from error
    if len(data) <= most and (not inflater.eof or inflater.unused_data.strip()):
        raise StructureError("has a damaged stream, which does not end where it should")
    return data


def unpacked(stream: Any, most: int) -> bytes:
    """Return the content of a stream, plain or deflated, at most one byte more than ``most``."""
    packed = bytes(stream._data)  # noqa: SLF001 - what pypdf unpacks it has mended
    if "/Filter" not in stream:
        return packed
    if "/DecodeParms" in stream or stream["/Filter"] not in ("/FlateDecode", ["/FlateDecode"]):
        raise StructureError("has a stream that is packed in a way that kitgen does not know")
    return inflated(packed, most)


def _number(spelled: bytes) -> int | float:
    if b"." in spelled:
        return float(spelled)
    return int(spelled)


def _list(data: bytes, at: int) -> tuple[list[Any], int]:
    values: list[Any] = []
    at = past_blank(data, at)
    while not data.startswith(b"]", at):
        value, at = read_value(data, at)
        values.append(value)
        at = past_blank(data, at)
    return values, at + 1


def _dictionary(data: bytes, at: int) -> tuple[dict[str, Any], int]:
    values: dict[str, Any] = {}
    at = past_blank(data, at)
    while not data.startswith(b">>", at):
        key = _NAME.match(data, at)
        if key is None:
            raise StructureError(f"has something at byte {at} that is no name")
        name = _name(key[1])
        if name in values:
            raise StructureError(f"gives /{name} twice, at byte {at}")
        values[name], at = read_value(data, key.end())
        at = past_blank(data, at)
    return values, at + 2


def _name(spelled: bytes) -> str:
    return re.sub(rb"#(..)", lambda code: bytes([int(code[1], 16)]), spelled).decode("latin-1")


def _past_text(data: bytes, at: int) -> int:
    """Return where a text in parentheses ends; pairs of them may stand in it."""
    depth = 0
    while match := _LETTERS.match(data, at):
        at = match.end()
        if match[0] == b"(":
            depth += 1
        elif match[0] == b")":
            depth -= 1
        if depth == 0:
            return at
    raise StructureError("has a text without an end")
