"""The process that works: takes tasks on standard input, one after the other, and answers on standard output.

It may take only so much memory, and for each task only so much work; whoever started it ends it when the clock says so.
An answer has the frames of ``kitgen.check.pdf.child``.
"""

import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator

import msgspec

from kitgen.check.pdf.child import HEAD, NO_MEMORY, restrain, write_frames
from kitgen.check.remake.bounds import DATA
from kitgen.errors import KitgenError
from kitgen.serve.asked.address import Asked
from kitgen.serve.bounds import KINDS

#: What a task's frame begins with.
TASK = b"t"


class Errand(msgspec.Struct, frozen=True, array_like=True):
    """One thing to do.

    Attributes:
        kind: one of ``KINDS``.
        kit: as in ``Asked``.
        said: as in ``Asked``.
        more: what else the address says.
        body: what the browser has sent.
        form: how that is written: its content type.
    """

    kind: str
    kit: str = ""
    said: tuple[tuple[str, str], ...] = ()
    more: dict[str, str] = {}
    body: bytes = b""
    form: str = ""

    @property
    def asked(self) -> Asked:
        """The kit that it is about."""
        return Asked(self.kit, self.said)


def main(scratch: str) -> None:
    """Do tasks until there are none.

    Args:
        scratch: a folder for what has to lie in a file while it is looked at; whoever started this process empties it.
    """
    tempfile.tempdir = scratch
    # What does the work is loaded before the first task comes.
    from kitgen.serve.work.tasks import do  # noqa: PLC0415

    decoder = msgspec.msgpack.Decoder(Errand)
    while len(head := sys.stdin.buffer.read(HEAD)) == HEAD:
        task = decoder.decode(sys.stdin.buffer.read(int.from_bytes(head[1:])))
        limits = KINDS[task.kind].limits
        restrain(limits.longer(int(time.process_time()) + 1))
        try:
            write_frames(_answer(do, task))
        except MemoryError:
            os._exit(NO_MEMORY)


def _answer(do: Callable[[Errand], bytes], task: Errand) -> Iterator[tuple[bytes, bytes]]:
    """Yield the answer to a task; whatever goes wrong that nobody foresaw is a refusal, too.

    Raises:
        KitgenError: the task is refused.
    """
    try:
        content = do(task)
    except (KitgenError, MemoryError):
        raise
    except RecursionError:
        raise KitgenError("what was given is nested too deeply to be read") from None
    except Exception as error:  # the process stays, and the person is told
        raise KitgenError(f"this is a fault of kitgen, please report it ({type(error).__name__})") from error
    yield DATA, content
