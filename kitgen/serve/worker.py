"""The worker process: it takes tasks on standard input, one by one, and answers on standard output.

Its memory and its processor time per task are limited; its starter ends it after too long on the clock. An answer has
the frames of ``kitgen.sandbox.child``.
"""

import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator

import msgspec

from kitgen.errors import KitgenError
from kitgen.extras import MissingExtraError
from kitgen.sandbox.child import HEAD, NO_MEMORY, restrain, write_frames
from kitgen.serve.address import Asked
from kitgen.serve.bounds import KINDS
from kitgen.verification.remake import DATA_FRAME

#: The first byte of a task's frame.
TASK = b"t"


class Errand(msgspec.Struct, frozen=True, array_like=True):
    """One task.

    Attributes:
        kind: one of ``KINDS``.
        kit: as in ``Asked``.
        said: as in ``Asked``.
        more: the rest of the address.
        body: what the browser has uploaded.
        form: its content type.
    """

    kind: str
    kit: str = ""
    said: tuple[tuple[str, str], ...] = ()
    more: dict[str, str] = {}
    body: bytes = b""
    form: str = ""

    @property
    def asked(self) -> Asked:
        """Its kit."""
        return Asked(self.kit, self.said)


def main(scratch: str) -> None:
    """Do tasks until the input ends; the starter empties the ``scratch`` folder for temporary files."""
    tempfile.tempdir = scratch
    from kitgen.serve.work import do  # noqa: PLC0415

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
    """Yield the answer to a task; an unexpected error refuses it, too."""
    try:
        content = do(task)
    except MissingExtraError as error:
        raise KitgenError(error.elsewhere) from None
    except (KitgenError, MemoryError):
        raise
    except RecursionError:
        raise KitgenError("what was given is nested too deeply to be read") from None
    except Exception as error:  # the process stays, and the person is told
        raise KitgenError(f"this is a fault of kitgen, please report it ({type(error).__name__})") from error
    yield DATA_FRAME, content
