"""``manifest.json``: which files in a kit's folder kitgen has made, and how, so that it never touches any other."""

from collections.abc import Iterator
from typing import Any

import msgspec

from kitgen.errors import KitgenError, OutputError
from kitgen.kit.job_json import JobStock
from kitgen.paper.options import PART_OPTIONS
from kitgen.paper.parts import in_order
from kitgen.schema import to_schema

SCHEMA = "kitgen/manifest@1"
#: Its name in the folder.
MANIFEST = "manifest.json"
ABOUT = (
    "The files that kitgen has made in this folder, each with its SHA-256. Only these, and only as long as they are "
    "unchanged, does kitgen ever replace or remove; everything else here is yours."
)


class Run(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the kit in a folder is printed.

    Attributes:
        page: the name of the paper.
        stock: the size of label or card.
        templates: the folder of one's own templates, as typed; None without one.
        parts: the parts asked for, in the order of use.
        options: what single parts are told, where it is not the usual; by the names of ``PartOptions``.
        svg: whether each card is also a picture.
    """

    page: str
    stock: JobStock
    templates: str | None
    parts: tuple[str, ...]
    options: dict[str, bool | int | float | str]
    svg: bool

    def differences(self, other: "Run") -> Iterator[str]:
        """Yield where the sheets of another run would not go with these, as words: ``page: a4 there, letter here``."""
        ours = "kitgen's own"
        for what, there, here in (
            ("page", self.page, other.page),
            ("for", _size(self.stock), _size(other.stock)),
            ("templates", self.templates or ours, other.templates or ours),
        ):
            if there != here:
                yield f"{what}: {there} there, {here} here"


def _size(stock: JobStock) -> str:
    return f"{stock.name} of {stock.width:g}x{stock.height:g} mm"


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The schema of ``manifest.json``.

    Attributes:
        schema: ``kitgen/manifest@1``.
        about: what this is, for whoever opens it.
        command: the whole command that prints the same again.
        kit: the hash of the kit.
        run: how it is printed.
        files: the SHA-256 of each file that kitgen made, by its path in the folder.
    """

    schema: str
    about: str
    command: str
    kit: str
    run: Run
    files: dict[str, str]


def write_manifest(command: str, kit: str, run: Run, files: dict[str, str]) -> bytes:
    """Return the bytes of a ``manifest.json``; see ``Manifest`` for what goes into it."""
    manifest = Manifest(SCHEMA, ABOUT, command, kit, run, files)
    return msgspec.json.format(msgspec.json.encode(manifest), indent=1) + b"\n"


def read_manifest(data: bytes, where: str) -> Manifest:
    """Return the manifest in the bytes of a ``manifest.json``.

    Args:
        data: the file's bytes.
        where: the file's name, for errors.

    Raises:
        OutputError: it is none, of another version, or names what is unknown.

    >>> run = Run("a4", JobStock("matchbox", 53, 36), None, ("cover",), {"bead": 8.0}, False)
    >>> read_manifest(write_manifest("kitgen print her", "77", run, {"kit.json": "1a"}), "here").run == run
    True
    """
    advice = "remove the folder, or choose another with -o"
    try:
        plain: Any = msgspec.json.decode(data)
        if not isinstance(plain, dict) or plain.get("schema") != SCHEMA:
            raise OutputError(f'it has no "schema": "{SCHEMA}"')
        manifest = to_schema(plain, Manifest, MANIFEST, OutputError)
        in_order(manifest.run.parts)
        known = {one.key: one for one in PART_OPTIONS}
        for key, value in manifest.run.options.items():
            known[key].checked(value)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, KeyError, KitgenError) as error:
        raise OutputError(
            f"{where} is damaged ({str(error)[:100]}), so that nobody knows which files there are kitgen's; {advice}"
        ) from None
    return manifest
