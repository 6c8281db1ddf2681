"""Reads the structure of a PDF strictly, so that no two programs can read different objects in it.

Programs disagree about ambiguous files, such as those with an object that is given twice or an index that leads
elsewhere. A file passes only if it is a row of objects and indexes with nothing but white space between them, in which
each object is given once and every entry of every index leads to its object. The syntax is that of ISO 32000-1:2008,
7.2 to 7.5.

This module checks the extent and spelling of objects, and as much of their content as the structure depends on.
"""

import re
import zlib
from functools import cached_property
from io import BytesIO
from typing import TYPE_CHECKING, Any

from kitgen.errors import KitFileError

if TYPE_CHECKING:
    from pypdf import PdfReader

#: The place of an object: its first byte, or the number of the object stream that holds it and its index there.
Place = int | tuple[int, int]
#: No object stream holds more bytes.
LARGEST = 50_000_000
#: What a dictionary of an index may hold, besides the keys that describe it as a stream.
_TRAILER = {"Size", "Root", "Info", "ID", "Prev", "Encrypt"}
_INDEX = _TRAILER | {"Type", "W", "Index", "Length", "Filter", "DecodeParms"}

_SPACE = rb"[\0\t\n\f\r ]"
_BLANK = re.compile(rb"(?:" + _SPACE + rb"|%[^\r\n]*[\r\n])*")
_END = rb"(?=[\0\t\n\f\r ()<>\[\]/%]|\Z)"
_NUMBER = re.compile(rb"[+-]?(?:\d+\.?\d*|\.\d+)" + _END)
_REFERENCE = re.compile(rb"(\d+)" + _SPACE + rb"+0" + _SPACE + rb"+R" + _END)
_NAME = re.compile(rb"/((?:[!\"$&'*+,\-.0-9:;=?@A-Z\\^_`a-z|~]|#[0-9A-Fa-f]{2})*)" + _END)
_HEX = re.compile(rb"<[0-9A-Fa-f\0\t\n\f\r ]*>")
_WORD = re.compile(rb"(?:true|false|null)" + _END)
_LETTERS = re.compile(rb"[^()\\]+|\\.|[()]", re.DOTALL)
_HEADER = re.compile(rb"%PDF-(?:1\.[0-7]|2\.0)[\r\n]")
_OBJECT = re.compile(rb"(\d+)" + _SPACE + rb"+0" + _SPACE + rb"+obj" + _END)
_STREAM = re.compile(rb"stream\r?\n")
_STREAM_END = re.compile(rb"[\r\n]*endstream" + _SPACE + rb"+")
_RANGE = re.compile(rb"(\d+) (\d+) *[\r\n]+")
_ENTRY = re.compile(rb"(\d{10}) (\d{5}) ([nf])(?: \r| \n|\r\n)")
_START = re.compile(rb"startxref[\r\n]+(\d+)[\r\n]+%%EOF" + _END)


class StructureError(KitFileError):
    """A PDF can be read in more than one way, or is built in a way that kitgen does not know."""


class ObjectNumber(int):
    """The number of an object that another one refers to."""


class PdfStructure:
    """The structure of a PDF.

    Attributes:
        encrypted: whether it has a password, which may be empty.
        linearised: the dictionary of a linearised one, or None.
    """

    def __init__(self, data: bytes) -> None:
        """Read a PDF; raise ``StructureError`` if programs could read different objects in it."""
        self.data = data
        self.linearised: dict[str, Any] | None = None
        #: The place of each object by its number; the dictionary of each index by its place; all entries of them.
        self._places: dict[int, Place] = {}
        self._indexes: dict[int, dict[str, Any]] = {}
        self._entries: list[tuple[int, Place | None]] = []
        #: Where reading begins, and the dictionaries of object streams by their numbers.
        self._start = -1
        self._packed: list[tuple[int, dict[str, Any]]] = []
        self._read()
        for number, values in self._packed:
            self._unpack(number, values)
        self._check_indexes()
        self.encrypted = any("Encrypt" in index for index in self._indexes.values())

    @cached_property
    def _reader(self) -> "PdfReader":
        """The whole file, opened only if something in one place depends on another."""
        from pypdf import PdfReader  # noqa: PLC0415 - loads slowly

        return PdfReader(BytesIO(self.data), strict=True)

    def _read(self) -> None:
        """Read the file from its first byte to its last."""
        header = _HEADER.match(self.data)
        if header is None:
            raise StructureError("does not begin as a PDF does")
        at = _past_blank(self.data, header.end())
        while at < len(self.data):
            if match := _OBJECT.match(self.data, at):
                at = self._object(int(match[1]), at, match.end())
            elif self.data.startswith(b"xref", at):
                at = self._table(at)
            elif match := _START.match(self.data, at):
                self._start, at = int(match[1]), match.end()
            else:
                raise StructureError(f"has something at byte {at} that is neither an object nor an index")
            at = _past_blank(self.data, at)

    def _object(self, number: int, start: int, at: int) -> int:
        self._place(number, start)
        value, at = _value(self.data, at)
        at = _past_blank(self.data, at)
        if (match := _STREAM.match(self.data, at)) and isinstance(value, dict):
            length: object = value.get("Length")
            if isinstance(length, ObjectNumber):
                length = self._reader.get_object(int(length))
            size = length if isinstance(length, int) else -1
            end = _STREAM_END.match(self.data, match.end() + size)
            if size < 0 or end is None:
                raise StructureError(f"has a stream in object {number} of another length than it says")
            if value.get("Type") == "XRef":
                self._index(start, value, self.data[match.end() : match.end() + size])
            elif value.get("Type") == "ObjStm":
                self._packed.append((number, value))
            at = end.end()
        if not self.data.startswith(b"endobj", at):
            raise StructureError(f"has an object {number} without an end")
        if isinstance(value, dict) and "Linearized" in value:
            if len(self._places) > 1:
                raise StructureError("says that it is linearised, but not in its first object")
            self.linearised = value
        return at + len(b"endobj")

    def _place(self, number: int, place: Place) -> None:
        if number in self._places:
            raise StructureError(f"gives object {number} twice")
        self._places[number] = place

    def _table(self, start: int) -> int:
        at = _past_blank(self.data, start + len(b"xref"))
        while match := _RANGE.match(self.data, at):
            first, count, at = int(match[1]), int(match[2]), match.end()
            for number in range(first, first + count):
                entry = _ENTRY.match(self.data, at)
                if entry is None:
                    raise StructureError(f"has an index with something at byte {at} that is no entry")
                self._entries.append((number, int(entry[1]) if entry[3] == b"n" else None))
                at = entry.end()
        at = _past_blank(self.data, at)
        if not self.data.startswith(b"trailer", at):
            raise StructureError(f"has an index without a trailer at byte {at}")
        values, at = _value(self.data, at + len(b"trailer"))
        self._add_index(start, values, _TRAILER)
        return at

    def _add_index(self, start: int, values: Any, known: set[str]) -> None:
        if not isinstance(values, dict) or not values.keys() <= known:
            raise StructureError("has an index with something that kitgen does not know")
        self._indexes[start] = values

    def _index(self, start: int, values: dict[str, Any], packed: bytes) -> None:
        self._add_index(start, values, _INDEX)
        if values.get("Filter", "FlateDecode") != "FlateDecode":
            raise StructureError("has an index that is packed in a way that kitgen does not know")
        if "Filter" in values:
            inflated(packed, LARGEST)  # pypdf would repair it
            from pypdf.filters import FlateDecode  # noqa: PLC0415 - as above
            from pypdf.generic import DictionaryObject, NameObject, NumberObject  # noqa: PLC0415

            known = {NameObject(f"/{key}"): NumberObject(value) for key, value in values.get("DecodeParms", {}).items()}
            packed = FlateDecode.decode(packed, DictionaryObject(known))
        rows = BytesIO(packed)
        ranges = values.get("Index", [0, values["Size"]])
        for first, count in zip(ranges[::2], ranges[1::2], strict=True):
            for number in range(first, first + count):
                kind, place, rest = (int.from_bytes(rows.read(width)) for width in values["W"])
                if kind > 2 or (kind == 1 and rest):
                    raise StructureError(f"has an index with an entry for object {number} that cannot be read")
                self._entries.append((number, (None, place, (place, rest))[kind]))
        if rows.read():
            raise StructureError("has an index of another length than it says")

    def _unpack(self, number: int, values: dict[str, Any]) -> None:
        """Find the objects in an object stream, which follow one another."""
        data, first = unpacked(self._reader.get_object(number), LARGEST), values["First"]
        words = [int(word) for word in data[:first].split()]
        at = first
        for index, (own, offset) in enumerate(zip(words[::2], words[1::2], strict=True)):
            self._place(own, (number, index))
            if _past_blank(data, at) != _past_blank(data, first + offset):
                raise StructureError(f"has something between the objects in object {number}")
            at = _value(data, first + offset)[1]
        if _past_blank(data, at) != len(data) or len(words) != 2 * values["N"] or "Extends" in values:
            raise StructureError(f"has something in object {number} that belongs to no object")

    def _check_indexes(self) -> None:
        """Check that indexes are reached from the end of the file, entries lead to objects, and no object lacks one."""
        indexes, start, seen = self._indexes, self._start, list[int]()
        while start in indexes and start not in seen:
            seen.append(start)
            start = indexes[start].get("Prev", -1)
        if not seen or len(seen) < len(indexes) or start != -1:
            raise StructureError("has an index that is not reached from its end")
        if max(self._places) >= indexes[seen[0]]["Size"]:
            raise StructureError("has more objects than it says")
        for number, place in self._entries:
            if self._places.get(number) != place:
                raise StructureError(f"has an index with object {number} where it is not")
        listed = {number for number, place in self._entries if place is not None}
        for number, place in self._places.items():
            if number not in listed and place not in indexes:
                raise StructureError(f"has an object {number} that is in no index")
        for key in ("Root", "Encrypt"):
            if len({repr(index[key]) for index in indexes.values() if key in index}) > 1:
                raise StructureError(f"has two of /{key}")


def unpacked(stream: Any, most: int) -> bytes:
    """Return the content of a stream, plain or deflated, at most one byte more than ``most``."""
    packed = bytes(stream._data)  # noqa: SLF001 - what pypdf unpacks it has mended
    if "/Filter" not in stream:
        return packed
    if "/DecodeParms" in stream or stream["/Filter"] not in ("/FlateDecode", ["/FlateDecode"]):
        raise StructureError("has a stream that is packed in a way that kitgen does not know")
    return inflated(packed, most)


def inflated(packed: bytes, most: int) -> bytes:
    """Return deflated data, at most one byte more than ``most``; programs repair damaged ones in different ways."""
    inflater = zlib.decompressobj()
    try:
        data = inflater.decompress(packed, most + 1)
    except zlib.error as error:
        raise StructureError(f"has a damaged stream ({error})") from error
    if len(data) <= most and (not inflater.eof or inflater.unused_data.strip()):
        raise StructureError("has a damaged stream, which does not end where it should")
    return data


# Values: pypdf builds them; here they must be spelled so that every program reads the same.


def _past_blank(data: bytes, at: int) -> int:
    return blank.end() if (blank := _BLANK.match(data, at)) else at


def _value(data: bytes, at: int) -> tuple[Any, int]:
    """Return a value and where it ends: a number, a name as ``str``, a list, a dictionary; None for anything else."""
    at = _past_blank(data, at)
    if data.startswith(b"<<", at):
        return _dictionary(data, at + 2)
    if data.startswith(b"[", at):
        values, at = list[Any](), at + 1
        while not data.startswith(b"]", at := _past_blank(data, at)):
            value, at = _value(data, at)
            values.append(value)
        return values, at + 1
    if data.startswith(b"(", at):
        return None, _past_text(data, at)
    if match := _REFERENCE.match(data, at):
        return ObjectNumber(match[1]), match.end()
    if match := _NUMBER.match(data, at):
        return float(match[0]) if b"." in match[0] else int(match[0]), match.end()
    if match := _NAME.match(data, at):
        return _name(match[1]), match.end()
    if match := _HEX.match(data, at) or _WORD.match(data, at):
        return None, match.end()
    raise StructureError(f"has something at byte {at} that cannot be read")


def _dictionary(data: bytes, at: int) -> tuple[dict[str, Any], int]:
    values: dict[str, Any] = {}
    while not data.startswith(b">>", at := _past_blank(data, at)):
        key = _NAME.match(data, at)
        if key is None:
            raise StructureError(f"has something at byte {at} that is no name")
        name = _name(key[1])
        if name in values:
            raise StructureError(f"gives /{name} twice, at byte {at}")
        values[name], at = _value(data, key.end())
    return values, at + 2


def _name(spelled: bytes) -> str:
    return re.sub(rb"#(..)", lambda code: bytes([int(code[1], 16)]), spelled).decode("latin-1")


def _past_text(data: bytes, at: int) -> int:
    depth = 0
    while match := _LETTERS.match(data, at):
        at = match.end()
        depth += (match[0] == b"(") - (match[0] == b")")
        if not depth:
            return at
    raise StructureError("has a text without an end")
