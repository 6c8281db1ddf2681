"""Versions 1 and 2 of ``kit.json``, which are read but no longer written: their schemas, and what their hashes cover.

Both name a kit by the same hash, over fewer keys than today's; version 2 adds a checksum over more of them. A file is
held to what its own version promised, and then bears the hash of today, so that it is the same kit everywhere.
"""

from typing import Annotated

import msgspec
from msgspec import Meta

from kitgen.fields import BoxId, Notation, Turn
from kitgen.kit.file.digest import digest
from kitgen.kit.file.structs import MOST_BOXES, BoxFile, Digest, KitHead, OutcomeFile, SlotFile

FIRST, SECOND = "kitgen/kit@1", "kitgen/kit@2"
#: What the hash of both does not cover, in the words of ``kit.json``.
UNCOVERED = ("name", "title", "command")
#: What the checksum of version 2 leaves out, besides itself.
_UNCHECKED = frozenset({"checksum", *UNCOVERED})
#: The choices that there were then. A later one is covered where it differs from the usual.
_CHOICES = frozenset(
    "side rule palette language merged forced colour_by mirrors express opponent beads".split()  # noqa: SIM905
)
#: The keys that the hash of both covers, each as it was in version 1.
_HASHED = ("game", "choices", "rule", "palette", "boxes", "always")


class FirstBoxFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One box as it stands in version 1."""

    id: BoxId
    turn: Turn
    later: bool
    position: Notation
    mirror_of: BoxId | None
    slots: Annotated[tuple[SlotFile, ...], Meta(min_length=1, max_length=100)]


class FirstKitFile(KitHead, frozen=True, forbid_unknown_fields=True):
    """The schema of version 1, which does not say the outcome, draws and arrivals."""

    boxes: Annotated[tuple[FirstBoxFile, ...], Meta(min_length=1, max_length=MOST_BOXES)]


class SecondKitFile(KitHead, frozen=True, forbid_unknown_fields=True):
    """The schema of version 2."""

    boxes: Annotated[tuple[BoxFile, ...], Meta(min_length=1, max_length=MOST_BOXES)]
    outcome: OutcomeFile
    draws: bool
    checksum: Digest


def is_sound(file: FirstKitFile | SecondKitFile) -> bool:
    """Return whether a file of version 1 or 2 says what it said when it was made."""
    plain = msgspec.to_builtins(file)
    usual = {field.name: field.default for field in msgspec.structs.fields(type(file.choices))}
    plain["choices"] = {
        key: value
        for key, value in plain["choices"].items()
        if key in _CHOICES or getattr(file.choices, key) != usual[key]
    }
    hashed = {"schema": FIRST} | {key: plain[key] for key in _HASHED}
    hashed["boxes"] = [{key: box[key] for key in FirstBoxFile.__struct_fields__} for box in plain["boxes"]]
    if digest(hashed) != file.hash:
        return False
    checked = {key: value for key, value in plain.items() if key not in _UNCHECKED}
    return isinstance(file, FirstKitFile) or digest(checked) == file.checksum
