"""Compares two PDFs object by object: everything that a page or the catalog can reach.

Anything that is not in the file as kitgen prints it again is a fault. Streams are compared when
decoded, numbers by their value, fonts to the byte. The rest of a PDF, which programs may change,
must be unambiguous (``pdf_structure``).
"""

from collections.abc import Collection, Iterator
from contextlib import suppress
from io import BytesIO
from itertools import chain
from typing import Any

import msgspec
from pypdf import PdfReader
from pypdf import generic as pdf
from pypdf.errors import DependencyError, PyPdfError

from kitgen.sandbox.child import blaming
from kitgen.sandbox.pdf_linearised import check_linearised
from kitgen.sandbox.pdf_structure import PdfStructure
from kitgen.sandbox.pdf_syntax import StructureError, unpacked
from kitgen.verification.object_differences import PAGE_OBJECT, ObjectDifference

#: The letter of the frame with the differences.
_DIFFERENCES = b"o"
#: Keys that say how a stream is packed, not what it holds.
_PACKED = {"/Length", "/Filter", "/DecodeParms"}
#: Keys of the catalog and of what it says about itself, for and by programs; nothing is drawn by
#: them.
_FOR_PROGRAMS = {"/Version", "/Extensions", "/Producer", "/CreationDate", "/ModDate"}
#: Keys of the catalog for reading on a screen, which programs that split or join PDFs drop, like
#: attached files.
_FOR_SCREENS = {"/Outlines", "/PageMode", "/Lang"}
#: Attributes that a page may inherit from those above it (ISO 32000-1:2008, table 30).
_INHERITED = ("/Resources", "/MediaBox", "/CropBox", "/Rotate")
#: What a node of the tree of pages may hold beside these.
_NODE = {"/Type", "/Kids", "/Count", "/Parent", *_INHERITED}


def frames(_wanted: str, packed: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the frame with the differences of two packed PDFs."""
    data, made, stripped = msgspec.msgpack.decode(packed, type=tuple[bytes, bytes, bool])
    with blaming("cannot be compared"):
        yield _DIFFERENCES, msgspec.msgpack.encode(compared(data, made, stripped=stripped))


def compared(data: bytes, made: bytes, *, stripped: bool = False) -> list[ObjectDifference]:
    """Return all differences, as ``object_differences`` does, in this process."""
    try:
        own = _opened(data)
        model = PdfReader(BytesIO(made), strict=True)
        return list(_differences(own, model, stripped=stripped))
    except (
        PyPdfError,
        ArithmeticError,
        AttributeError,
        LookupError,
        RecursionError,
        TypeError,
        ValueError,
    ) as error:
        raise StructureError(f"is built in a way that kitgen does not know ({error})") from error


def _opened(data: bytes) -> PdfReader:
    structure = PdfStructure(data)
    if structure.encrypted:
        from kitgen.sandbox.pdf_page import without_password  # noqa: PLC0415 - few files are encrypted; pypdf alone cannot decrypt AES

        _check_password(data)
        data = without_password(data)
    reader = PdfReader(BytesIO(data), strict=True)
    if structure.encrypted:
        structure.check_decrypted(reader, data)
    check_linearised(structure, [number for number, _ in _pages(reader)])
    return reader


def _check_password(data: bytes) -> None:
    """Refuse a file that PDFium opens, but whose empty password others take for a wrong one."""
    with suppress(DependencyError):  # PDFium itself is as strict with AES of 256 bits
        if not PdfReader(BytesIO(data)).decrypt(""):
            raise StructureError("has a password that not every program takes for an empty one")


def _pages(reader: PdfReader) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield each page in order: its number as an object, and its attributes, with those that it
    inherits.
    """

    def below(
        reference: Any, inherited: dict[str, Any], above: Any
    ) -> Iterator[tuple[int, dict[str, Any]]]:
        node = reference.get_object()
        for key in _INHERITED:
            if isinstance(_resolved(_unresolved(node).get(key)), pdf.NullObject):
                raise StructureError(
                    f"has a page with null as its {key}, which not every program takes for none"
                )
        if _unresolved(node).get("/Parent") != above:
            raise StructureError("has a page that inherits from another place than its own")
        if node["/Type"] == "/Page":
            yield reference.idnum, _but(inherited | _unresolved(node), {"/Parent"})
            return
        if node["/Type"] != "/Pages" or not node.keys() <= _NODE:
            raise StructureError("has a tree of pages with something that kitgen does not know")
        inherited = inherited | {key: node[key] for key in _INHERITED if key in node}
        pages: list[tuple[int, dict[str, Any]]] = []
        for child in node["/Kids"]:
            pages += below(child, inherited, reference)
        if len(pages) != node["/Count"]:
            raise StructureError("has a tree of pages with another number of pages than it says")
        yield from pages

    return below(_unresolved(reader.trailer["/Root"])["/Pages"], {}, None)


def _differences(own: PdfReader, model: PdfReader, *, stripped: bool) -> Iterator[ObjectDifference]:
    pages = list(_pages(own))
    sheets = list(_pages(model))
    pairs = list(zip(pages, sheets, strict=False))
    seen = {(page, sheet) for (page, _), (sheet, _) in pairs}
    for number, ((_, page), (_, sheet)) in enumerate(pairs, 1):
        for path, kind in _dictionaries(page, sheet, "", seen):
            yield ObjectDifference(number, path, kind)
    kind = "added" if len(pages) > len(sheets) else "missing"  # of the pages beyond the pairs
    for number in range(len(pairs) + 1, max(len(pages), len(sheets)) + 1):
        yield ObjectDifference(number, PAGE_OBJECT, kind)
    _check_for_programs(own)
    root = _root(own)
    model_root = _root(model)
    if stripped:
        optional = {key for key in _FOR_SCREENS if key not in root}
        root = _but(_without_files(root), optional)
        model_root = _but(_without_files(model_root), optional)
    whole = chain(
        _dictionaries(root, model_root, "", seen),
        _dictionaries(_about(own), _about(model), "Info", seen),
    )
    for path, kind in whole:
        yield ObjectDifference(0, path, kind)  # 0 is the file as a whole


def _root(reader: PdfReader) -> dict[str, Any]:
    """Return the catalog of a PDF, as far as it is compared."""
    return _but(reader.trailer["/Root"], {*_FOR_PROGRAMS, "/Pages"})


def _about(reader: PdfReader) -> dict[str, Any]:
    """Return what a PDF says about itself, as far as it is compared."""
    return _but(_resolved(reader.trailer.get("/Info", {})), _FOR_PROGRAMS)


def _check_for_programs(own: PdfReader) -> None:
    """Refuse anything but plain values under the keys that are not compared, since other objects
    could hang there.
    """
    for value in (own.trailer["/Root"], own.trailer.get("/Info", {})):
        values = _unresolved(_resolved(value))
        for key in _FOR_PROGRAMS & values.keys():
            if not _is_plain(values[key]):
                raise StructureError(f"has something else than a text as its {key}")


def _is_plain(value: Any) -> bool:
    """Return whether a value is whole by itself: it refers to no other object."""
    if isinstance(value, pdf.DictionaryObject):
        return all(map(_is_plain, _unresolved(value).values()))
    if isinstance(value, pdf.ArrayObject):
        return all(map(_is_plain, list(value)))
    return not isinstance(value, pdf.IndirectObject)


#: The pairs of numbers of objects that have been compared.
_Seen = set[tuple[int, int]]


def _dictionaries(
    own: dict[str, Any], model: dict[str, Any], path: str, seen: _Seen
) -> Iterator[tuple[str, str]]:
    """Yield the path and the kind of each difference."""
    for key in [*model, *(key for key in own if key not in model)]:
        in_own = _has(own, key)
        in_model = _has(model, key)
        if in_own and in_model:
            yield from _values(own[key], model[key], path + key, seen)
        elif in_own:
            yield (path + key).lstrip("/"), "added"
        elif in_model:
            yield (path + key).lstrip("/"), "missing"


def _has(values: dict[str, Any], key: str) -> bool:
    """Return whether a dictionary has a value under a key: null is none."""
    return not isinstance(_resolved(values.get(key)), pdf.NullObject | None)


def _values(own: Any, model: Any, path: str, seen: _Seen) -> Iterator[tuple[str, str]]:
    if isinstance(own, pdf.IndirectObject) and isinstance(model, pdf.IndirectObject):
        pair = own.idnum, model.idnum
        if pair in seen:
            return
        seen.add(pair)
    own = _resolved(own)
    model = _resolved(model)
    different = (path.lstrip("/"), "different")
    if _kind(own) != _kind(model):
        yield different
    elif isinstance(own, pdf.StreamObject):
        yield from _dictionaries(_but(own, _PACKED), _but(model, _PACKED), path, seen)
        data = model.get_data()
        if unpacked(own, len(data)) != data:
            yield different
    elif isinstance(own, pdf.DictionaryObject):
        yield from _dictionaries(_unresolved(own), _unresolved(model), path, seen)
    elif isinstance(own, pdf.ArrayObject):
        if len(own) != len(model):
            yield different
        for member, other in zip(own, model, strict=False):
            yield from _values(member, other, path, seen)
    elif _comparable(own) != _comparable(model):
        yield different


def _unresolved(values: Any) -> dict[str, Any]:
    """Return a dictionary of a PDF as a plain one: that of pypdf follows the references in it."""
    return dict(values)


def _but(values: Any, without: Collection[str]) -> dict[str, Any]:
    """Return the same without some keys."""
    return {key: value for key, value in _unresolved(values).items() if key not in without}


def _without_files(root: dict[str, Any]) -> dict[str, Any]:
    """Return a catalog without attached files, which are the only names that kitgen gives."""
    names = _but(_resolved(root.get("/Names", {})), {"/EmbeddedFiles"})
    rest = _but(root, {"/Names"})
    if names:
        rest["/Names"] = pdf.DictionaryObject(names)
    return rest


def _resolved(value: Any) -> Any:
    return value.get_object() if isinstance(value, pdf.IndirectObject) else value


def _kind(value: Any) -> str:
    if isinstance(value, int | float):
        return "number"
    kinds = (
        pdf.StreamObject,
        pdf.DictionaryObject,
        pdf.ArrayObject,
        pdf.NameObject,
        pdf.BooleanObject,
    )
    return next((kind.__name__ for kind in kinds if isinstance(value, kind)), "text")


def _comparable(value: Any) -> object:
    if isinstance(value, pdf.BooleanObject):
        return value.value
    if isinstance(value, pdf.TextStringObject):
        return value.original_bytes
    return value
