"""How a PDF differs from the same as kitgen prints it, found in a process that compares objects."""

from pathlib import Path

import msgspec

from kitgen.sandbox.limits import MB, Limits
from kitgen.sandbox.process import ask

#: The path of what is drawn on a page.
CONTENTS = "Contents"
#: The path of a whole page.
PAGE_OBJECT = "the page"
#: Seconds that comparing may take at least.
MIN_SECONDS = 10
#: Seconds more for each MB of both PDFs.
SECONDS_A_MB = 10
#: Address space in bytes.
MEMORY = 1000 * MB
#: The module that compares: another process loads its library, and only where two files have other
#: bytes.
_COMPARER = "kitgen.verification.same_objects"


class ObjectDifference(msgspec.Struct, frozen=True):
    """Something that is not as kitgen writes it.

    Attributes:
        page: counted from 1; 0 for the file as a whole.
        path: leads to it, such as ``Resources/Font``.
        kind: ``added``, ``missing`` or ``different``.
    """

    page: int
    path: str
    kind: str

    def __str__(self) -> str:
        """Return the difference without its page.

        >>> print(ObjectDifference(3, "Annots", "added"))
        Annots is added
        """
        subject = "what is drawn" if self.path == CONTENTS else self.path
        return f"{subject} is {self.kind}"


def object_differences(
    path: Path, data: bytes, made: bytes, *, stripped: bool = False
) -> list[ObjectDifference]:
    """Return all differences between a PDF and the same as kitgen has ``made`` it, found in a
    process of its own.

    A ``stripped`` PDF may lack its attached files; one that cannot be compared raises a
    ``KitFileError``.
    """
    packed = msgspec.msgpack.encode((data, made, stripped))
    seconds = MIN_SECONDS + SECONDS_A_MB * len(packed) // MB
    limits = Limits.working(seconds, memory=MEMORY)
    ((_, content), _) = ask(path, _COMPARER, "", packed, limits, what="be compared")
    return msgspec.msgpack.decode(content, type=list[ObjectDifference])
