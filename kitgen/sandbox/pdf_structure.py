"""Reads the structure of a PDF strictly, so that no two programs can find different objects in it.

Programs find objects in several ways: from the end of the file by its index, from its beginning if
it is linearised, and by searching all bytes for ``obj`` if they think that it is damaged. A file
passes only if each of these ways leads to the same objects. It is a closed world: a row of objects
and indexes with nothing but white space and comments between them, in which each object is given
once, listed once and needed. The syntax is that of ISO 32000-1:2008, 7.2 to 7.5.

This module checks the extent and spelling of objects, and as much of their content as the structure
depends on.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO
from math import isclose
from typing import TYPE_CHECKING, Any, TypeGuard

from kitgen.sandbox.pdf_syntax import (
    OBJECT_NUMBER,
    WORD_END,
    ObjectNumber,
    StructureError,
    inflated,
    past_blank,
    read_value,
    references,
    unpacked,
)

if TYPE_CHECKING:
    from pypdf import PdfReader

#: The place of an object: its first byte, or the number of the object stream that holds it and its
#: index there.
Place = int | tuple[int, int]
#: The entries of an index, by the number of the object: its place, or None for a number that is
#: free.
Entries = dict[int, Place | None]
#: No object stream holds more bytes.
MAX_BYTES_OF_A_STREAM = 50_000_000
#: The most white space in and after the end of a file: programs look for ``startxref`` in its last
#: 1,024 bytes.
MAX_BLANK_BYTES = 100
#: The most bytes for each field of an index that is a stream: the kind, the place, and the index in
#: an object stream.
MAX_BYTES_OF_FIELDS = (1, 4, 2)
#: What the dictionary of an index may hold that is a table, that is a stream, and what that of an
#: object stream may hold.
_KEYS_OF_TRAILER = {"Size", "Root", "Info", "ID", "Prev", "Encrypt"}
_KEYS_OF_INDEX_STREAM = _KEYS_OF_TRAILER | {
    "Type",
    "W",
    "Index",
    "Length",
    "Filter",
    "DecodeParms",
}
_KEYS_OF_OBJECT_STREAM = {"Type", "N", "First", "Length", "Filter"}

#: What the dictionary about a password may hold.
_KEYS_OF_PASSWORD = {
    "Filter",
    "V",
    "R",
    "Length",
    "P",
    "O",
    "U",
    "OE",
    "UE",
    "Perms",
    "CF",
    "StmF",
    "StrF",
    "EncryptMetadata",
}
#: The permissions to print, and to print in all detail.
_PRINT_BIT = 1 << 2
_PRINT_FINELY_BIT = 1 << 11


@dataclass(frozen=True, slots=True)
class _Revision:
    """What all programs read alike in one revision of the standard way to encrypt.

    Attributes:
        versions: its versions, each with the bits of its key.
        crypt_filters: the ways of its crypt filter; none if it has no such filter.
        key_lengths: of a key in the crypt filter: programs write bytes, bits, or nothing.
    """

    versions: tuple[tuple[int, int], ...]
    crypt_filters: tuple[str, ...] = ()
    key_lengths: tuple[int | None, ...] = ()


#: The revisions by their number. Programs read revision 5, or another length of a key, in different
#: ways.
_REVISIONS = {
    2: _Revision(((1, 40),)),
    3: _Revision(tuple((2, bits) for bits in range(40, 129, 8))),
    4: _Revision(((4, 128),), ("V2", "AESV2"), (16, 128, None)),
    6: _Revision(((5, 256),), ("AESV3",), (32, 256, None)),
}
#: A number with a fraction is the same, as another program writes it, up to this share of it.
PRECISION = 1e-6
_BEGIN_OF_A_TEXT = (b"(", b"<")

_HEADER = re.compile(rb"%PDF-(?:1\.[0-7]|2\.0)[\r\n]")
_OBJECT = re.compile(OBJECT_NUMBER + rb" 0 obj" + WORD_END)
_OBJECT_END = re.compile(rb"[\t\n\r ]*(endobj)(?=[\t\n\r ])")
_STREAM = re.compile(rb"[\t\n\r ]*stream\r?\n")
_STREAM_END = re.compile(rb"[\r\n]*(endstream)[\t\n\r ]+")
_TABLE = re.compile(rb"xref *(?:\r\n|\r|\n)")
_RANGE = re.compile(rb"(0|[1-9]\d{0,9}) (\d{1,10}) *(?:\r\n|\r|\n)")
_ENTRY = re.compile(rb"(\d{10}) (\d{5}) ([nf])(?: \r| \n|\r\n)")
_TABLE_END = re.compile(rb"trailer(?=[\t\n\r <])")
_LATE_TABLE_END = re.compile(rb"[\t\n\r ]+trailer(?=[\t\n\r <])")
_END = re.compile(
    rb"startxref[\r\n]{1,%d}(0|[1-9]\d{0,9})[\r\n]{1,%d}%%%%EOF(?=[\r\n]|\Z)"
    % (MAX_BLANK_BYTES, MAX_BLANK_BYTES)
)
#: The numbers and places of packed objects, at the beginning of their stream.
_PLACES = re.compile(rb"(?:[1-9]\d{0,9}[\t\n\r ]+\d{1,9}[\t\n\r ]+)*")
#: The words by which programs search for objects, indexes and ends, wherever they stand.
_SEARCHED = re.compile(
    rb"(?P<object>(?<!end)obj)"
    rb"|(?P<object_end>endobj)"
    rb"|(?P<stream_end>endstream)"
    rb"|(?P<trailer>trailer\s*<<)"
    rb"|(?P<end>startxref)"
    rb"|(?P<table>(?<!start)xref\s+\d)"
)
_BLANK_BYTES = b"\0\t\n\f\r "
_DIGITS = b"0123456789"


@dataclass(frozen=True, slots=True)
class Index:
    """An index of objects.

    Attributes:
        start: its first byte.
        values: its dictionary.
        entries: what it lists.
        before_first_entry: the byte before its first entry, or before the whole index if it is a
            stream; /T of a linearised file leads there.
    """

    start: int
    values: dict[str, Any]
    entries: Entries
    before_first_entry: int


class PdfStructure:
    """The structure of a PDF.

    Attributes:
        indexes: its indexes in the order of the file: one, or two if it is linearised.
        places: the place of each object by its number.
        ends: the byte after each object that lies in the file itself, by its number.
        encrypted: whether it has a password, which may be empty.
        linearised: the dictionary of a linearised one, or None.
    """

    def __init__(self, data: bytes) -> None:
        """Read a PDF; raise ``StructureError`` if programs could find different objects in it.

        What is built so strangely that reading it fails raises another error (``KeyError``,
        ``TypeError`` and the like), which refuses the file as well: see
        ``kitgen.verification.same_objects.compared``.
        """
        self.data = data
        self.linearised: dict[str, Any] | None = None
        self.indexes: list[Index] = []
        self.places: dict[int, Place] = {}
        self.ends: dict[int, int] = {}
        #: What each object holds, by its number; the dictionaries of object streams, too.
        self._values: dict[int, Any] = {}
        self._object_streams: list[int] = []
        #: Where the bytes of each stream begin, and how many there are.
        self._streams: dict[int, tuple[int, int]] = {}
        #: Where each word by which programs search stands, and the indexes to which the ends of the
        #: file lead.
        self._words: set[tuple[str, int]] = set()
        self._leads: list[int] = []
        #: Where each end of the file ends.
        self._after_ends: list[int] = []
        self._read()
        for number in self._object_streams:
            self._unpack(number)
        # Later checks rely on earlier ones: the first finds that there is an index, and the second
        # that all say alike which object is the root.
        self._check_ends()
        self._check_numbers()
        self._check_indexes()
        self._check_search()
        self._check_reached()
        self.encrypted = "Encrypt" in self.indexes[0].values
        if self.encrypted:
            self._check_password()

    @property
    def first_object(self) -> int:
        """The number of the first object of the file."""
        return next(iter(self.ends))

    def object_at(self, place: int) -> tuple[int, Any] | None:
        """Return the number and the value of the object that begins at a byte; None if none
        does.
        """
        for number, own in self.places.items():
            if own == place:
                return number, self._values[number]
        return None

    def content_of(self, number: int) -> bytes:
        """Return the bytes of a stream, as they are packed."""
        begin, size = self._streams[number]
        return self.data[begin : begin + size]

    @property
    def catalog(self) -> dict[str, Any]:
        """The catalog: what the file as a whole has."""
        return dict(self._values[self.indexes[0].values["Root"]])

    def attributes_of(self, page: int) -> dict[str, Any]:
        """Return the attributes of a page, which is an object, but what leads back to those
        above it.
        """
        return {key: value for key, value in self._values[page].items() if key != "Parent"}

    def check_decrypted(self, copy: "PdfReader", copy_bytes: bytes) -> None:
        """Check that a copy without a password, made by another program, differs in texts and
        streams alone.

        Only these are encrypted. If the rest differs, that program has mended it; others may read
        it as it is.
        """
        nowhere = len(copy_bytes)
        for number in self._values.keys() - self._not_compared():
            other = _value_of_object(copy_bytes, copy.xref[0].get(number, nowhere))
            changed = "Length" if number in self._streams else ""
            if not _is_alike(self._values[number], other, but=changed):
                raise StructureError(
                    f"is encrypted, and has an object {number} that programs read in different ways"
                )

    def _not_compared(self) -> set[int]:
        """Return the objects that another program writes anew: indexes, object streams, the
        password's, the lengths of streams, and those that only a linearised file has.
        """
        starts = {index.start for index in self.indexes}
        left_out = {number for number, place in self.places.items() if place in starts}
        left_out.update(self._object_streams)
        left_out.update(references(self.indexes[0].values["Encrypt"]))
        for number in self._streams:
            left_out.update(references(self._values[number].get("Length")))
        if self.linearised is not None:
            left_out.update(self._helpers())
        return left_out

    def reached(self, starts: Iterable[int], *, avoiding: Collection[int] = ()) -> set[int]:
        """Return some objects and all to which they lead, on ways that avoid others."""
        avoided = frozenset(avoiding)
        reached = set(starts) - avoided
        waiting = list(reached)
        while waiting:
            number = waiting.pop()
            if number not in self._values:
                raise StructureError(f"refers to object {number}, which it does not have")
            more = set(references(self._values[number])) - reached - avoided
            reached |= more
            waiting += more
        return reached

    @cached_property
    def _reader(self) -> "PdfReader":
        """The whole file, opened only if objects are packed into streams."""
        from pypdf import PdfReader  # noqa: PLC0415 - loads slowly

        return PdfReader(BytesIO(self.data), strict=True)

    @cached_property
    def _by_search(self) -> dict[int, int]:
        """Where each object begins by its number, as a program finds it that searches all bytes."""
        return {int(match[1]): match.start() for match in _OBJECT.finditer(self.data)}

    # The row of objects and indexes.

    def _read(self) -> None:
        """Read the file from its first byte to its last."""
        header = _HEADER.match(self.data)
        if header is None:
            raise StructureError("does not begin as a PDF does")
        at = past_blank(self.data, header.end())
        while at < len(self.data):
            if match := _OBJECT.match(self.data, at):
                at = self._object(int(match[1]), at, match.end())
            elif match := _TABLE.match(self.data, at):
                at = self._table(at, match.end())
            elif match := _END.match(self.data, at):
                self._words.add(("end", at))
                self._leads.append(int(match[1]))
                self._after_ends.append(match.end())
                at = match.end()
            else:
                raise StructureError(
                    f"has something at byte {at} that is neither an object nor an index"
                )
            at = past_blank(self.data, at)

    def _object(self, number: int, start: int, at: int) -> int:
        self._words.add(("object", start))
        self._place(number, start)
        value, at = read_value(self.data, at)
        stream = _STREAM.match(self.data, at)
        if stream is not None and isinstance(value, dict):
            at = self._stream(number, value, stream.end())
            if value.get("Type") == "XRef":
                self._index(start, value, self.content_of(number))
            elif value.get("Type") == "ObjStm":
                self._object_streams.append(number)
        last = _OBJECT_END.match(self.data, at)
        if last is None:
            raise StructureError(f"has an object {number} without an end")
        self._words.add(("object_end", last.start(1)))
        self._values[number] = value
        self.ends[number] = last.end()
        if isinstance(value, dict) and "Linearized" in value:
            is_first = len(self.places) == 1
            if not is_first:
                raise StructureError("says that it is linearised, but not in its first object")
            self.linearised = value
        return self.ends[number]

    def _stream(self, number: int, values: dict[str, Any], begin: int) -> int:
        """Note the stream of an object, which begins at a byte, and return where it has ended."""
        size = self._length(values.get("Length"))
        end = None if size < 0 else _STREAM_END.match(self.data, begin + size)
        if end is None:
            raise StructureError(f"has a stream in object {number} of another length than it says")
        self._words.add(("stream_end", end.start(1)))
        self._streams[number] = (begin, size)
        return end.end()

    def _length(self, length: object) -> int:
        """Return the length of a stream, which may be an object of its own; -1 if there is none."""
        if isinstance(length, ObjectNumber):
            place = self._by_search.get(length, len(self.data))
            length = _value_of_object(self.data, place)
        return length if isinstance(length, int) else -1

    def _place(self, number: int, place: Place) -> None:
        if number in self.places:
            raise StructureError(
                f"gives object {number} twice, as programs do that add changes at the end of a file"
            )
        self.places[number] = place

    # Indexes.

    def _table(self, start: int, at: int) -> int:
        entries: Entries = {}
        self._words.add(("table", start))
        match = _RANGE.match(self.data, at)
        if match is None:
            raise StructureError(f"has an index that lists nothing at byte {at}")
        first = int(match[1])
        at = match.end()
        before_first_entry = at - 1
        for number in range(first, first + int(match[2])):
            entry = _ENTRY.match(self.data, at)
            if entry is None:
                raise StructureError(f"has an index with something at byte {at} that is no entry")
            _list_entry(entries, number, _place_in_table(entry, number))
            at = entry.end()
        if _RANGE.match(self.data, at):
            raise StructureError(
                "has an index in several parts, as programs make that leave numbers out"
            )
        if not _TABLE_END.match(self.data, at):
            if _LATE_TABLE_END.match(self.data, at):
                raise StructureError("has a blank line before its trailer, as after mutool")
            raise StructureError(f"has an index without a trailer at byte {at}")
        self._words.add(("trailer", at))
        values, at = read_value(self.data, at + len(b"trailer"))
        self._add_index(Index(start, values, entries, before_first_entry), _KEYS_OF_TRAILER)
        return at

    def _index(self, start: int, values: dict[str, Any], compressed: bytes) -> None:
        """Read an index that is a stream."""
        widths = values.get("W")
        if not _are_numbers(widths) or len(widths) != len(MAX_BYTES_OF_FIELDS):
            raise StructureError("has an index whose fields cannot be read")
        pairs = zip(widths, MAX_BYTES_OF_FIELDS, strict=True)
        if widths[0] != 1 or not all(1 <= width <= most for width, most in pairs):
            raise StructureError(
                f"has an index with fields of {widths} bytes, which not every program reads"
            )
        ranges = values.get("Index", [0, values.get("Size")])
        if not _are_numbers(ranges) or len(ranges) % 2:
            raise StructureError("has an index that does not say what it lists")
        rows = BytesIO(_index_rows(values, compressed, sum(widths)))
        if sum(ranges[1::2]) * sum(widths) != len(rows.getbuffer()):
            raise StructureError("has an index of another length than it says")
        entries: Entries = {}
        for first, count in zip(ranges[::2], ranges[1::2], strict=True):
            for number in range(first, first + count):
                kind = int.from_bytes(rows.read(widths[0]))
                place = int.from_bytes(rows.read(widths[1]))
                rest = int.from_bytes(rows.read(widths[2]))
                _list_entry(entries, number, _place_in_stream(number, kind, place, rest))
        self._add_index(Index(start, values, entries, start - 1), _KEYS_OF_INDEX_STREAM)

    def _add_index(self, index: Index, known: set[str]) -> None:
        if not isinstance(index.values, dict) or not index.values.keys() <= known:
            raise StructureError("has an index with something that kitgen does not know")
        self.indexes.append(index)

    def _unpack(self, number: int) -> None:
        """Find the objects in an object stream, which follow one another."""
        values = self._values[number]
        first = values.get("First")
        if not values.keys() <= _KEYS_OF_OBJECT_STREAM or not _are_numbers(
            [first, values.get("N")]
        ):
            raise StructureError(
                f"has packed objects in object {number} in a way that kitgen does not know"
            )
        # Of a file with a password, only the reader can decrypt the stream.
        data = unpacked(self._reader.get_object(number), MAX_BYTES_OF_A_STREAM)
        if not _PLACES.fullmatch(data, 0, first):
            raise StructureError(f"has packed objects in object {number}, but not where they are")
        words = [int(word) for word in data[:first].split()]
        at = first
        for index, (own, offset) in enumerate(zip(words[::2], words[1::2], strict=True)):
            self._place(own, (number, index))
            if past_blank(data, at) != past_blank(data, first + offset):
                raise StructureError(f"has something between the objects in object {number}")
            self._values[own], at = read_value(data, first + offset)
        if past_blank(data, at) != len(data) or len(words) != 2 * values["N"]:
            raise StructureError(f"has something in object {number} that belongs to no object")

    # The ways in which programs find objects.

    def _check_ends(self) -> None:
        """Check that the end leads to the first index, each index to the next, and that nothing
        follows.
        """
        parts = 1 if self.linearised is None else 2
        if len(self.indexes) != parts or not 1 <= len(self._leads) <= parts:
            raise StructureError(
                "has several ends or indexes, as programs make that add changes at the "
                "end of a file"
            )
        rest = self.data[self._after_ends[-1] :]
        if len(rest) > MAX_BLANK_BYTES or rest.strip(_BLANK_BYTES):
            raise StructureError("has something after its end")
        starts: list[int | None] = [index.start for index in self.indexes]
        if self._leads[-1] != starts[0]:
            raise StructureError("has an end that leads elsewhere than to its index")
        # The first part of a linearised file may have an end that leads nowhere, which is byte 0.
        if any(lead != 0 for lead in self._leads[:-1]):
            raise StructureError("has an end that leads elsewhere than to its index")
        if [index.values.get("Prev") for index in self.indexes] != [*starts[1:], None]:
            raise StructureError("has an index that leads elsewhere than to the next one")

    def _check_numbers(self) -> None:
        """Check that objects are numbered without gaps, and that each index says as many."""
        count = len(self.places)
        size = self.indexes[0].values.get("Size")
        if max(self.places, default=0) > count:
            raise StructureError(
                f"has {count} objects, but one with the number {max(self.places)}, as "
                "after pdfunite"
            )
        if size != count + 1:
            raise StructureError(f"says that it has {size} objects instead of {count + 1}")
        for index in self.indexes:
            if max(index.entries, default=0) >= index.values["Size"]:
                raise StructureError("has an index that lists more objects than it says")
        for key in ("Root", "Info", "ID", "Encrypt"):
            spelled = {repr(index.values[key]) for index in self.indexes if key in index.values}
            if len(spelled) > 1:
                raise StructureError(f"has two of /{key}")
        if "Root" not in self.indexes[0].values:
            raise StructureError("has an index without /Root")

    def _check_indexes(self) -> None:
        """Check that the indexes together list each object once, where it is."""
        listed: Entries = {}
        for index in self.indexes:
            for number, place in index.entries.items():
                _list_entry(listed, number, place)
        # Object 0 is always free.
        if 0 not in listed or listed.pop(0) is not None:
            raise StructureError("has an index without an entry for object 0")
        for number, place in listed.items():
            if self.places.get(number, -1) != place:
                raise StructureError(f"has an index with object {number} where it is not")
        for number in self.places:
            if number not in listed:
                raise StructureError(f"has an object {number} that is in no index")

    def _check_search(self) -> None:
        """Check that a search through all bytes finds the same objects, indexes and ends, and
        nothing else.
        """
        for match in _SEARCHED.finditer(self.data):
            kind = str(match.lastgroup)
            at: int | None = match.start()
            if kind == "object":
                at = _start_of_object(self.data, match.start())
            if at is not None and (kind, at) not in self._words:
                word = match[0].decode("latin-1").split()[0]
                raise StructureError(
                    f"has {word!r} at byte {match.start()}, which some programs take "
                    "for a part of it"
                )

    def _check_reached(self) -> None:
        """Check that the file needs each object, and has each that it needs."""
        starts = {index.start for index in self.indexes}
        needed = {number for number, place in self.places.items() if place in starts}
        needed.update(self._object_streams)
        for index in self.indexes:
            needed.update(references(index.values))
        if self.linearised is not None:
            needed.update(self._helpers())
        unneeded = self.places.keys() - self.reached(needed)
        if unneeded:
            raise StructureError(f"has an object {min(unneeded)} that nothing in it needs")

    def _helpers(self) -> Iterator[int]:
        """Yield the numbers of the objects that only a linearised file has: its first one, and
        the hint stream.
        """
        yield self.first_object
        values = self.linearised or {}
        hints = values.get("H")
        if isinstance(hints, list) and hints:
            hint_stream = self.object_at(hints[0])
            if hint_stream is not None:
                number, _ = hint_stream
                yield number

    def _check_password(self) -> None:
        """Check that the file is encrypted in one of the usual ways, as a whole, and may be
        printed in all detail.
        """
        values = self.indexes[0].values["Encrypt"]
        if isinstance(values, ObjectNumber):
            values = self._values[values]
        if not _is_usual_password(values):
            raise StructureError("is encrypted in a way that kitgen does not know")
        permissions = values.get("P")
        wanted = _PRINT_BIT | _PRINT_FINELY_BIT
        if not isinstance(permissions, int) or permissions & wanted != wanted:
            raise StructureError("forbids printing it, or allows only a coarse print")


def _is_alike(value: Any, other: Any, *, but: str = "") -> bool:
    """Return whether two values are the same, apart from texts, the precision of numbers, and
    one key.
    """
    if type(value) is not type(other):
        return False
    if isinstance(value, dict):
        keys = value.keys() - {but}
        if keys != other.keys() - {but}:
            return False
        return all(_is_alike(value[key], other[key]) for key in keys)
    if isinstance(value, list):
        return len(value) == len(other) and all(map(_is_alike, value, other))
    if isinstance(value, float):
        return isclose(value, other, rel_tol=PRECISION)
    if isinstance(value, bytes) and value[:1] in _BEGIN_OF_A_TEXT:
        return bool(other[:1] in _BEGIN_OF_A_TEXT)
    return bool(value == other)


def _is_usual_password(values: Any) -> bool:
    """Return whether a file is encrypted by the standard way alone, all its texts and streams
    alike.
    """
    if not isinstance(values, dict) or not values.keys() <= _KEYS_OF_PASSWORD:
        return False
    if values.get("Filter") != "Standard":
        return False
    number: Any = values.get("R")
    revision = _REVISIONS.get(number)
    if revision is None:
        return False
    if (values.get("V"), values.get("Length", 40)) not in revision.versions:
        return False
    if not revision.crypt_filters:
        return values.keys().isdisjoint({"CF", "StmF", "StrF"})
    if values.get("StmF") != "StdCF" or values.get("StrF") != "StdCF":
        return False
    if values["CF"].keys() != {"StdCF"}:
        return False
    return _is_usual_crypt_filter(values["CF"]["StdCF"], revision)


def _is_usual_crypt_filter(values: dict[str, Any], revision: _Revision) -> bool:
    if not values.keys() <= {"AuthEvent", "CFM", "Length", "Type"}:
        return False
    if values.get("AuthEvent", "DocOpen") != "DocOpen":
        return False
    if values.get("Type", "CryptFilter") != "CryptFilter":
        return False
    if values.get("CFM") not in revision.crypt_filters:
        return False
    return values.get("Length") in revision.key_lengths


def _value_of_object(data: bytes, at: int) -> Any:
    """Return the value of the object that begins at a byte; None if none does."""
    match = _OBJECT.match(data, at)
    if match is None:
        return None
    value, _ = read_value(data, match.end())
    return value


def _place_in_table(entry: re.Match[bytes], number: int) -> Place | None:
    """Return what an entry of a table says of an object."""
    if entry[3] == b"f":
        return None
    if entry[2] != b"00000":
        raise StructureError(f"has an index with another generation of object {number}")
    return int(entry[1])


def _place_in_stream(number: int, kind: int, place: int, rest: int) -> Place | None:
    """Return what an entry of an index that is a stream says of an object."""
    if kind == 0:
        return None
    if kind == 1 and not rest:
        return place
    if kind == 2:
        return place, rest
    raise StructureError(f"has an index with an entry for object {number} that cannot be read")


def _list_entry(entries: Entries, number: int, place: Place | None) -> None:
    if number in entries:
        raise StructureError(f"lists object {number} twice")
    entries[number] = place


def _are_numbers(values: Any) -> TypeGuard[list[int]]:
    return isinstance(values, list) and all(type(value) is int and value >= 0 for value in values)


def _index_rows(values: dict[str, Any], compressed: bytes, width: int) -> bytes:
    """Return the rows of an index that is a stream, each of as many bytes as ``width``."""
    if "Filter" not in values and "DecodeParms" not in values:
        return compressed
    if values.get("Filter") != "FlateDecode":
        raise StructureError("has an index that is packed in a way that kitgen does not know")
    rows = inflated(compressed, MAX_BYTES_OF_A_STREAM)
    if "DecodeParms" not in values:
        return rows
    if values["DecodeParms"] != {"Predictor": 12, "Columns": width}:
        raise StructureError("has an index that is packed in a way that kitgen does not know")
    return b"".join(_rows_from_differences(rows, width))


def _rows_from_differences(packed: bytes, width: int) -> Iterator[bytes]:
    """Yield rows each of which is written as its difference from the one before (the predictor
    *up* of PNG).
    """
    if len(packed) % (width + 1):
        raise StructureError("has an index of another length than it says")
    before = bytes(width)
    for start in range(0, len(packed), width + 1):
        if packed[start] != 2:
            raise StructureError("has an index that is packed in a way that kitgen does not know")
        row = packed[start + 1 : start + 1 + width]
        before = bytes((own + above) % 256 for own, above in zip(row, before, strict=True))
        yield before


def _start_of_object(data: bytes, at: int) -> int | None:
    """Return where the number begins of an object whose word ``obj`` is at a byte; None if no
    number is there.

    >>> _start_of_object(b"x 12 0 obj", 7), _start_of_object(b"an obj", 3)
    (2, None)
    """
    # Going backwards from "obj": white space if any, the 0, white space, the number.
    zero_end = _before(data, at, _BLANK_BYTES)
    zero_start = _before(data, zero_end, _DIGITS)
    number_end = _before(data, zero_start, _BLANK_BYTES)
    number_start = _before(data, number_end, _DIGITS)
    has_zero = zero_start < zero_end
    has_blank = number_end < zero_start
    has_number = number_start < number_end
    if not (has_zero and has_blank and has_number):
        return None
    return number_start


def _before(data: bytes, at: int, kind: bytes) -> int:
    """Return where the bytes of a kind begin that end at a byte; this byte if there are none."""
    while at and data[at - 1] in kind:
        at -= 1
    return at
