"""A kit's folder: its name, what kitgen made in it by its ``manifest.json``, and whether a kit
may be printed to it.
"""

import os
import re
import shlex
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec

from kitgen.errors import KitFileError, KitgenError, OutputError, quoted
from kitgen.files import folder_update
from kitgen.files.tree import digest, digest_of, inside, is_device
from kitgen.kit.choices import CHOICES, Choices, Offered, Wish
from kitgen.kit.editions import plan_kit
from kitgen.kit.file_table import (
    NEWER_OR_CHANGED,
    FileTable,
    other_version,
    read_written,
    schema_of,
)
from kitgen.kit.job_json import JobStock
from kitgen.kit.kit import Kit
from kitgen.kit.kit_json import KIT_FILE, read_kit
from kitgen.kit.palette import newest_palette, palette_name
from kitgen.paper.job import DEFAULT_PAGE, address_name, part_options, read_options
from kitgen.paper.parts import unknown_names
from kitgen.paper.stock import DEFAULT_STOCK, read_stock
from kitgen.reading.templates import Templates
from kitgen.reading.user_file import plain_bytes
from kitgen.sources.kit_sources import KIT_PDF

#: The version that is written and read.
MANIFEST_SCHEMA = "kitgen/manifest@1"
#: The name of a manifest in its folder.
MANIFEST = "manifest.json"
ABOUT = (
    "The files that kitgen has made in this folder, each with its SHA-256. Only these, and only "
    "as long as they are unchanged, does kitgen ever replace or remove; everything else here is "
    "yours."
)
#: The most letters that are shown of why a manifest is damaged.
MAX_REASON = 100
#: The most files that a message names.
MAX_NAMED_FILES = 3
#: The most differences of another kit that a message names.
MAX_NAMED_DIFFERENCES = 3


class Run(FileTable, frozen=True):
    """How the kit in a folder is printed: its parts in the order of use, the user's templates as
    typed, and options.

    ``options`` are the settings of single parts that differ from the usual, by their keys in
    ``job.json``.
    """

    page: str
    stock: JobStock
    templates: str | None
    parts: tuple[str, ...]
    options: dict[str, bool | int | float | str]
    svg: bool

    def differences(self, other: "Run") -> Iterator[str]:
        """Yield the differences to a run that cannot go to the same folder:
        ``page: a4 there, letter here``.
        """

        def words(run: Run) -> dict[str, str]:
            size = f"{run.stock.name} of {run.stock.width:g}x{run.stock.height:g} mm"
            return {"page": run.page, "stock": size, "templates": run.templates or "kitgen's own"}

        words_here = words(other)
        for key, there in words(self).items():
            here = words_here[key]
            if there != here:
                yield f"{key}: {there} there, {here} here"


class Manifest(FileTable, frozen=True):
    """The content of a ``manifest.json``.

    ``kit`` is the kit's hash; ``files`` has the SHA-256 of each file by its path.
    """

    schema: str
    about: str
    command: str
    kit: str
    run: Run
    files: dict[str, str]


def manifest_of(command: str, kit: str, run: Run, files: dict[str, str]) -> Manifest:
    """Return the manifest of a folder."""
    return Manifest(MANIFEST_SCHEMA, ABOUT, command, kit, run, files)


def write_manifest(manifest: Manifest) -> bytes:
    """Return the bytes of a ``manifest.json``."""
    return msgspec.json.format(msgspec.json.encode(manifest), indent=1) + b"\n"


def read_manifest(data: bytes, where: str) -> Manifest:
    """Return the manifest in the bytes of a file, which ``where`` names in errors.

    ``OutputError`` if it is damaged, of another version, or has unknown names.

    >>> run = Run("a4", JobStock("matchbox", 53, 36), None, ("cover",), {"bead": 8.0}, False)
    >>> manifest = manifest_of("kitgen print her", "77", run, {"kit.json": "1a"})
    >>> read_manifest(write_manifest(manifest), "here") == manifest
    True
    """
    advice = "remove the folder, or choose another with -o"
    schema = schema_of(data)
    if schema != MANIFEST_SCHEMA and schema.startswith("kitgen/manifest@"):
        raise OutputError(f"{where} {other_version(schema, [MANIFEST_SCHEMA])}; {advice}")
    try:
        if schema != MANIFEST_SCHEMA:
            raise OutputError(f'it has no "schema": "{MANIFEST_SCHEMA}"')
        manifest = read_written(data, Manifest, MANIFEST, OutputError)
        for name in unknown_names(manifest.run.parts, manifest.run.options):
            raise OutputError(f"this kitgen does not know {name}; {NEWER_OR_CHANGED}")
        part_options(**read_options(manifest.run.options))
    except KitgenError as error:
        reason = str(error)[:MAX_REASON]
        raise OutputError(
            f"{where} is damaged ({reason}), so kitgen cannot tell its own files from yours; "
            f"{advice}"
        ) from None
    return manifest


def made_in(folder: Path) -> tuple[Manifest | None, dict[str, str]]:
    """Return a folder's manifest, if it has one, and the SHA-256 of it and of its unchanged files,
    by their paths.

    ``OutputError`` if the folder cannot be read.
    """
    path = folder / MANIFEST
    with _readable(folder):
        if path.is_symlink() or not path.is_file():
            return None, {}
        data = path.read_bytes()
        manifest = read_manifest(data, quoted(path))
        unchanged = {
            name: sha
            for name, sha in manifest.files.items()
            if digest_of(inside(folder, name)) == sha
        }
    unchanged[MANIFEST] = digest(data)
    return manifest, unchanged


@contextmanager
def _readable(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        reason = error.strerror or error
        raise OutputError(
            f"folder {quoted(folder)} cannot be read: {reason}; choose another with -o"
        ) from None


def check_folder(folder: Path, kit: Kit, run: Run, *, force: bool = False) -> Run | None:
    """Refuse a folder that a kit must not be printed to, and return how it is printed there now.

    None for a folder without an earlier print, or one that is not kept. Hidden files, such as those
    of file managers, do not matter. With ``force``, a kit may replace another of kitgen's.

    Raises:
        OutputError: it is not a folder, cannot be written, or holds another kit, the same on other
            paper, or other files; or a file that kitgen made there and must now write has been
            changed.
    """
    if not folder.exists():
        _check_new(folder)
        return None
    if not folder.is_dir():
        raise OutputError(f"{quoted(folder)} is a file, not a folder; choose another place with -o")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise OutputError(f"folder {quoted(folder)} cannot be written to; choose another with -o")
    manifest, own = made_in(folder)
    if manifest is None:
        _check_empty(folder)
        return None
    changed = []
    for name in (KIT_FILE, KIT_PDF):
        if name not in own and os.path.lexists(folder / name):
            changed.append(name)
    if changed:
        raise _in_the_way(folder, changed, manifest)
    if force:
        return None
    if manifest.kit != kit.hash:
        raise _another_kit(folder, kit, manifest.kit)
    differences = ", ".join(manifest.run.differences(run))
    if differences:
        raise OutputError(
            f"folder {quoted(folder)} holds {kit.name} printed differently ({differences}); "
            "choose another folder with -o, or use --force to print it again"
        )
    return manifest.run


def _check_new(folder: Path) -> None:
    """Refuse a folder that does not exist yet and cannot be made."""
    if folder.is_symlink():
        raise OutputError(
            f"{quoted(folder)} is a broken link; remove it, or choose another place with -o"
        )
    parent = next(path for path in folder.absolute().parents if path.exists())
    if parent.is_dir() and os.access(parent, os.W_OK | os.X_OK):
        return
    cause = "cannot be written to" if parent.is_dir() else "is a file"
    raise OutputError(
        f"{quoted(folder)} cannot be made: {quoted(parent)} {cause}; choose another with -o"
    )


def _check_empty(folder: Path) -> None:
    """Refuse a folder with files that are not hidden."""
    with _readable(folder):
        names = sorted(path.name for path in folder.iterdir() if not path.name.startswith("."))
    if names:
        raise OutputError(
            f"folder {quoted(folder)} holds other files ({_some(names)}); "
            "move them away or choose another folder with -o"
        )


def check_folder_now(folder: Path, kit: Kit, run: Run, *, force: bool = False) -> Run | None:
    """Check a folder like ``check_folder``, a refused one again when no other kitgen is writing."""
    try:
        return check_folder(folder, kit, run, force=force)
    except OutputError:
        if not folder.is_dir() or not os.access(folder, os.W_OK | os.X_OK):
            raise
    with folder_update(folder):
        return check_folder(folder, kit, run, force=force)


def replaced(folder: Path, files: dict[str, bytes]) -> dict[str, str]:
    """Return the files that new ones replace, with their SHA-256.

    Files that kitgen did not make are refused, unless they are the same as the new ones.
    """
    manifest, own = made_in(folder)
    replaceable = dict(own)
    foreign = []
    for name, data in files.items():
        path = inside(folder, name)
        blocking = _file_above(path, folder)
        if blocking is not None:
            foreign.append(blocking.relative_to(folder).as_posix())
        elif name not in own and os.path.lexists(path):
            if digest_of(path) == digest(data):
                replaceable[name] = digest(data)
            else:
                foreign.append(name)
    if foreign:
        raise _in_the_way(folder, list(dict.fromkeys(foreign)), manifest)
    return replaceable


def _file_above(path: Path, folder: Path) -> Path | None:
    """Return what stands inside a folder where a path of a file has a folder, and is none."""
    for parent in path.parents:
        if folder in parent.parents and parent.exists() and not parent.is_dir():
            return parent
    return None


class PrintedMeanwhileError(OutputError):
    """Another kitgen has meanwhile printed other parts to the same folder, to be drawn, too."""


def _another_kit(folder: Path, kit: Kit, sha: str) -> OutputError:
    """Return the error for a folder that holds a kit of another hash, with the differences."""
    try:
        there = read_kit(plain_bytes(folder / KIT_FILE), quoted(folder / KIT_FILE), trust=True)
        differences = _differences(there, kit)[:MAX_NAMED_DIFFERENCES]
        which = f"{there.name}: {', '.join(differences)}"
    except (KitFileError, OSError):
        which = f"hash {sha[:8]}"
    return OutputError(
        f"folder {quoted(folder)} holds another kit ({which}); choose another folder with -o, "
        "or use --force to replace what kitgen has made there"
    )


def _differences(there: Kit, here: Kit) -> list[str]:
    """Return the different choices of two kits in words: ``rule: gardner there, menace here``."""

    def written(choice: Offered, kit: Kit) -> str:
        value = getattr(kit.choices, choice.key)
        if choice.is_switch:
            return "yes" if value else "no"
        return choice.offer.write(value) or "none"

    differences = []
    if there.game.called != here.game.called:
        differences.append(f"game: {there.game.called} there, {here.game.called} here")
    for choice in CHOICES:
        value_there = written(choice, there)
        value_here = written(choice, here)
        if value_there != value_here:
            differences.append(f"{address_name(choice)}: {value_there} there, {value_here} here")
    if not differences:
        hashes = f"{there.short_hash} there, {here.short_hash} here"
        differences.append(f"hash: {hashes}: rule, palette or boxes differ")
    return differences


def _in_the_way(folder: Path, names: list[str], manifest: Manifest | None) -> OutputError:
    """Return the error for files that kitgen did not make, or that were changed since."""
    is_changed = manifest is not None and manifest.files.keys() >= {*names}
    if len(names) > 1:
        why = "were not made by kitgen and are in the way; move them away"
        if is_changed:
            why = "have been changed since kitgen made them and are in the way; move them away"
    else:
        why = "was not made by kitgen and is in the way; move it away"
        if is_changed:
            why = "has been changed since kitgen made it and is in the way; move it away"
    return OutputError(
        f"{_some(names)} in folder {quoted(folder)} {why}, or choose another folder with -o"
    )


def _some(names: list[str]) -> str:
    shown = ", ".join(names[:MAX_NAMED_FILES])
    return f"{shown} and more" if len(names) > MAX_NAMED_FILES else shown


def write_folder(
    folder: Path,
    kit: Kit,
    run: Run,
    command: str,
    files: Mapping[str, bytes],
    *,
    force: bool = False,
) -> None:
    """Write the files of a kit, by their paths inside, and its manifest to a folder.

    They replace those of an earlier print; with ``force`` also those of another kit.

    Raises:
        OutputError: the folder holds something else, or cannot be written.
        PrintedMeanwhileError: it holds parts that are not among the files.
    """
    with folder_update(folder) as update:
        before = check_folder(folder, kit, run, force=force)  # again, because drawing takes time
        parts_before = () if before is None else before.parts
        missing = [part for part in parts_before if part not in run.parts]
        if missing:
            raise PrintedMeanwhileError(
                f"another kitgen has just printed {', '.join(missing)} to {quoted(folder)}"
            )
        shas = {name: digest(data) for name, data in files.items()}
        manifest = manifest_of(command, kit.hash, run, shas)
        all_files = {**files, MANIFEST: write_manifest(manifest)}
        update.put(all_files, replaced(update.folder, all_files))


# The default name of a kit's folder: the kit's name and the choices that are not the usual ones.

#: The longest name of a folder, in letters.
MAX_NAME = 80
#: The digits of its digest with which a longer name ends.
NAME_DIGITS = 8
#: Choices that are already in a kit's own name.
IN_THE_NAME = ("side", "express", "expect")


def default_folder(
    kit: Kit,
    page: str | None,
    stock: str,
    templates: Templates,
    *,
    economy: bool = False,
    groups: int = 0,
) -> str:
    """Return the default name of a kit's folder: kits with different sheets have different names.

    >>> from kitgen.sources.kit_sources import make_kit
    >>> default_folder(make_kit("her"), None, "matchbox", Templates())
    'her'
    >>> default_folder(
    ...     make_kit("her", language="it", rule="michie"), "letter", "poker", Templates()
    ... )
    'her-michie-it-letter-poker'
    """
    label = read_stock(stock, templates)
    words = [kit.name, *_chosen_words(kit, templates)]
    if page is not None and page != (label.page or DEFAULT_PAGE):
        words.append(page)
    if label.name != DEFAULT_STOCK:
        words.append(re.sub(r".*[/\\]|\.toml$", "", label.name, flags=re.IGNORECASE))
    if economy:
        words.append("economy")
    if groups:
        words.append(f"{groups}-groups")
    if templates.own is not None:
        words.append(templates.own.resolve().name)
    # Nothing that has a meaning in a path.
    plain = [re.sub(r"[^\w.]+", "-", word).strip("-.") for word in words]
    name = "-".join(filter(None, plain)) or "kit"
    if len(name) > MAX_NAME:
        sha = digest(name.encode())[:NAME_DIGITS]
        kept = name[: MAX_NAME - len("-") - NAME_DIGITS].rstrip("-.")
        name = f"{kept}-{sha}"
    return f"kit-{name}" if is_device(name) else name


def _chosen_words(kit: Kit, templates: Templates) -> Iterator[str]:
    """Yield a word or two for each choice that differs from the kit's edition or game."""
    usual = _usual_choices(kit, templates)
    for choice in CHOICES:
        value = getattr(kit.choices, choice.key)
        usual_value = getattr(usual, choice.key)
        if choice.key == "palette":
            usual_value = palette_name(usual_value)
            name = palette_name(value)
            if name in templates.names("palettes") and newest_palette(name, templates) == value:
                value = name  # the version matters only if there is a newer one
        if choice.offer.option and choice.key not in IN_THE_NAME and value != usual_value:
            words = choice.arguments(value)
            kind = getattr(choice.kind, "__origin__", choice.kind)  # without the pattern of a text
            yield words[-1] if kind is str else " ".join(words)  # a text stands for itself


def _usual_choices(kit: Kit, templates: Templates) -> Choices:
    """Return the choices of the edition or game that a kit was made from, as far as it is known."""
    # The command may have been changed, or name an edition that is not here.
    with suppress(KitgenError, ValueError, IndexError):
        source = shlex.split(kit.command)[2]
        source_in_name = "".join(letter if letter.isalnum() else "-" for letter in source)
        if kit.name.startswith(source_in_name):
            return plan_kit(source, Wish(), templates).choices
    return Choices(kit.choices.side)
