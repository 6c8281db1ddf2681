"""``manifest.json``: the files in a kit's folder that kitgen made, and how, so that it never changes any others."""

from collections.abc import Iterator
from typing import Any

import msgspec

from kitgen.errors import KitgenError, OutputError
from kitgen.kit.format_fields import frozen, other_version, schema_of, thawed
from kitgen.kit.frozen_formats import MANIFEST_1, ManifestFile, RunFile
from kitgen.kit.job_json import JobStock, stock_to_file
from kitgen.paper.job import part_options
from kitgen.paper.parts import in_order
from kitgen.schema import to_schema

#: Its name in the folder.
MANIFEST = "manifest.json"
ABOUT = (
    "The files that kitgen has made in this folder, each with its SHA-256. Only these, and only as long as they are "
    "unchanged, does kitgen ever replace or remove; everything else here is yours."
)


class Run(msgspec.Struct, frozen=True):
    """How the kit in a folder is printed.

    Attributes:
        templates: the folder of the user's templates, as typed; None without one.
        parts: in the order of use.
        options: settings of single parts that differ from the usual, by the names of ``PartOptions``.
        svg: whether there is also a picture of each card.
    """

    page: str
    stock: JobStock
    templates: str | None
    parts: tuple[str, ...]
    options: dict[str, bool | int | float | str]
    svg: bool

    def differences(self, other: "Run") -> Iterator[str]:
        """Yield the differences to another run that would not fit, as words: ``page: a4 there, letter here``."""
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


class Manifest(msgspec.Struct, frozen=True):
    """The content of a ``manifest.json``.

    Attributes:
        schema: ``kitgen/manifest@1``.
        about: an explanation for people.
        command: the whole command that prints the same again.
        kit: the hash of the kit.
        files: the SHA-256 of each file that kitgen made, by its path in the folder.
    """

    schema: str
    about: str
    command: str
    kit: str
    run: Run
    files: dict[str, str]


def write_manifest(command: str, kit: str, run: Run, files: dict[str, str]) -> bytes:
    """Return the bytes of a ``manifest.json``; ``NewVersionDueError`` if the format has no place for the run."""
    run_file = frozen(run, RunFile, MANIFEST_1, stock=stock_to_file(run.stock, MANIFEST_1))
    manifest = ManifestFile(MANIFEST_1, ABOUT, command, kit, run_file, files)
    return msgspec.json.format(msgspec.json.encode(manifest), indent=1) + b"\n"


def read_manifest(data: bytes, where: str) -> Manifest:
    """Return the manifest in the bytes of a file, whose name is for errors.

    Raises:
        OutputError: it is damaged, of another version, or has unknown names.

    >>> run = Run("a4", JobStock("matchbox", 53, 36), None, ("cover",), {"bead": 8.0}, False)
    >>> read_manifest(write_manifest("kitgen print her", "77", run, {"kit.json": "1a"}), "here").run == run
    True
    """
    advice = "remove the folder, or choose another with -o"
    if (schema := schema_of(data)) != MANIFEST_1 and schema.startswith("kitgen/manifest@"):
        raise OutputError(f"{where} {other_version(schema, [MANIFEST_1])}; {advice}")
    try:
        plain: Any = msgspec.json.decode(data)
        if not isinstance(plain, dict) or plain.get("schema") != MANIFEST_1:
            raise OutputError(f'it has no "schema": "{MANIFEST_1}"')
        file = to_schema(plain, ManifestFile, MANIFEST, OutputError)
        run = thawed(file.run, Run, stock=thawed(file.run.stock, JobStock))
        manifest = thawed(file, Manifest, run=run)
        in_order(manifest.run.parts)
        part_options(**manifest.run.options)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, KeyError, KitgenError) as error:
        raise OutputError(
            f"{where} is damaged ({str(error)[:100]}), so kitgen cannot tell its own files from yours; {advice}"
        ) from None
    return manifest
