"""What is in a folder already, whose it is, and whether a kit may be printed to it."""

import os
from dataclasses import dataclass
from pathlib import Path

from kitgen.door.folder.manifest import MANIFEST, Manifest, Run, read_manifest
from kitgen.door.loading import KIT_FILE, KIT_PDF
from kitgen.errors import KitFileError, OutputError
from kitgen.files.inside import inside
from kitgen.files.tree import digest, digest_of
from kitgen.kit.choices import CHOICES
from kitgen.kit.kit import Kit
from kitgen.kit.kit_json import read_kit
from kitgen.kit.offers import Offered

#: What a kit's folder was called by before there were manifests.
BEFORE = (KIT_FILE, KIT_PDF, "parts", "cards", "laser")


@dataclass(frozen=True, slots=True)
class There:
    """What kitgen has made in a folder.

    Attributes:
        manifest: what the folder says of itself; None when nothing was printed there, or before there were manifests.
        own: the SHA-256 of the files that are kitgen's and unchanged, by their paths inside, the manifest among them.
    """

    manifest: Manifest | None
    own: dict[str, str]


def look(folder: Path) -> There:
    """Return what kitgen has made in a folder.

    Raises:
        OutputError: its manifest is damaged or cannot be read.
    """
    place = folder / MANIFEST
    try:
        if place.is_symlink() or not place.is_file():
            return There(None, {})
        data = place.read_bytes()
        manifest = read_manifest(data, str(place))
        own = {name: sha for name, sha in manifest.files.items() if digest_of(inside(folder, name)) == sha}
    except OSError as error:
        raise OutputError(
            f"folder {folder} cannot be read: {error.strerror or error}; choose another with -o"
        ) from None
    return There(manifest, own | {MANIFEST: digest(data)})


def check_folder(folder: Path, kit: Kit, run: Run, *, force: bool = False) -> Run | None:
    """Refuse a folder that a kit must not be printed to, and return how the same kit is printed there already.

    Hidden files, such as those that file managers leave behind, are let be.

    Args:
        folder: the folder, which need not be there.
        kit: the kit.
        run: how it is to be printed.
        force: True to let a kit take the place of another that kitgen has printed there.

    Returns:
        How it is printed there; None when nothing of it is kept: it is not there, or ``force`` begins anew.

    Raises:
        OutputError: it is no folder, cannot be written, or holds another kit, the same on another paper, or somebody's
            own files without any kit; or what kitgen made there and must now write has been changed.
    """
    if not folder.exists():
        _check_parent(folder)
        return None
    if not folder.is_dir():
        raise OutputError(f"{folder} is a file, not a folder; choose another place with -o")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise OutputError(f"folder {folder} cannot be written to; choose another with -o")
    there = look(folder)
    if there.manifest is None:
        _check_before(folder, kit)
        return None
    changed = [name for name in (KIT_FILE, KIT_PDF) if name not in there.own and os.path.lexists(folder / name)]
    if changed:
        raise _in_the_way(folder, changed, there)
    if force:
        return None
    if there.manifest.kit != kit.hash:
        advice = "or say --force to replace what kitgen has made there"
        raise _another_kit(folder, kit, there.manifest.kit, advice)
    found = list(there.manifest.run.differences(run))
    if found:
        raise OutputError(
            f"folder {folder} holds {kit.name} printed otherwise ({', '.join(found)}); "
            "choose another folder with -o, or say --force to print it anew"
        )
    return there.manifest.run


def replaced(folder: Path, there: There, files: dict[str, bytes]) -> dict[str, str]:
    """Return the files that new ones take the place of, with their SHA-256: kitgen's own, and such as are the same.

    Args:
        folder: the folder.
        there: what kitgen has made in it.
        files: the new ones, by their paths inside.

    Raises:
        OutputError: something else is in the way of a new one.
    """
    same, foreign = {}, []
    for name, data in files.items():
        place = inside(folder, name)
        above = next((one for one in place.parents if one != folder and _is_no_folder(one, folder)), None)
        if above is not None:
            foreign.append(above.relative_to(folder).as_posix())
        elif name not in there.own and os.path.lexists(place):
            if digest_of(place) == digest(data):
                same[name] = digest(data)
            else:
                foreign.append(name)
    if foreign:
        raise _in_the_way(folder, list(dict.fromkeys(foreign)), there)
    return there.own | same


def _is_no_folder(path: Path, folder: Path) -> bool:
    """Return whether something inside a folder is there and is no folder."""
    return path.is_relative_to(folder) and path.exists() and not path.is_dir()


def _check_parent(folder: Path) -> None:
    """Refuse a new folder that could not be made."""
    if folder.is_symlink():
        raise OutputError(f"{folder} is a link that leads nowhere; remove it, or choose another place with -o")
    parent = next(path for path in folder.absolute().parents if path.exists())
    if not parent.is_dir():
        raise OutputError(f"{folder} cannot be made, for {parent} is a file; choose another place with -o")
    if not os.access(parent, os.W_OK | os.X_OK):
        raise OutputError(f"folder {folder} cannot be made, for {parent} cannot be written to; choose another with -o")


def _check_before(folder: Path, kit: Kit) -> None:
    """Refuse a folder without a manifest that holds anything but the same kit, printed before there were manifests."""
    try:
        names = sorted(path.name for path in folder.iterdir() if not path.name.startswith("."))
    except OSError as error:
        raise OutputError(f"folder {folder} cannot be read: {error.strerror}; choose another with -o") from None
    foreign = [name for name in names if name not in BEFORE]
    if foreign:
        raise OutputError(
            f"folder {folder} holds other files ({_some(foreign)}); move them away or choose another folder with -o"
        )
    if not names:
        return
    if KIT_FILE not in names:
        raise OutputError(f"folder {folder} holds {_some(names)} but no {KIT_FILE}; choose another folder with -o")
    there = _kit_in(folder)
    if there is None:
        raise OutputError(f"folder {folder} holds a damaged {KIT_FILE}; remove the folder or choose another with -o")
    if there.hash != kit.hash:
        raise _another_kit(folder, kit, there.hash, "or remove this one")


def _kit_in(folder: Path) -> Kit | None:
    """Return the kit in a folder; None when it is damaged or cannot be read."""
    try:
        return read_kit((folder / KIT_FILE).read_bytes(), str(folder / KIT_FILE), trust=True)
    except (KitFileError, OSError):
        return None


def _another_kit(folder: Path, kit: Kit, sha: str, advice: str) -> OutputError:
    """Return the refusal of a folder that holds a kit of another hash, with what is different."""
    there = _kit_in(folder)
    name = there.name if there is not None else f"hash {sha[:8]}"
    found = "" if there is None else ", ".join(_differences(there, kit)[:3])
    return OutputError(
        f"folder {folder} holds another kit ({name}{': ' * bool(found)}{found}); "
        f"choose another folder with -o, {advice}"
    )


def _differences(there: Kit, here: Kit) -> list[str]:
    """Return in words what is chosen otherwise in two kits: ``rule: gardner there, menace here``."""
    pairs = [("game", there.game_spec, here.game_spec)]
    for one in CHOICES:
        what = one.offer.option.partition("/")[0].removeprefix("--") or one.key
        pairs.append((what, _said(one, there), _said(one, here)))
    found = [f"{what}: {before} there, {now} here" for what, before, now in pairs if before != now]
    return found or [
        f"hash: {there.short_hash} there, {here.short_hash} here, for rule, palette or boxes are not alike"
    ]


def _said(one: Offered, kit: Kit) -> str:
    """Return in words what is chosen in a kit."""
    value = getattr(kit.choices, one.key)
    return ("no", "yes")[value] if one.is_switch else one.offer.write(value) or "none"


def _in_the_way(folder: Path, names: list[str], there: There) -> OutputError:
    """Return the refusal of a folder in which what kitgen must write is somebody's own."""
    made = {} if there.manifest is None else there.manifest.files
    if there.manifest is None:
        why = "was not made by this version of kitgen"
    elif all(name in made for name in names):
        why = "has been changed since kitgen made it"
    else:
        why = "was not made by kitgen"
    many = len(names) > 1
    why = why.replace("was ", "were ", 1).replace("has ", "have ", 1).replace(" it", " them") if many else why
    return OutputError(
        f"{_some(names)} in folder {folder} {why} and {'are' if many else 'is'} in the way; "
        f"move {'them' if many else 'it'} away, or choose another folder with -o"
    )


def _some(names: list[str]) -> str:
    return ", ".join(names[:3]) + (" and more" if len(names) > 3 else "")
