"""Programs that stand where the one works that ``kitgen serve`` has its tasks done by: each does
it badly.
"""

import os
import sys
import time
from pathlib import Path

import msgspec

from kitgen.sandbox.child import HEAD, NO_MEMORY, write_frames
from kitgen.serve.work import FAULT
from kitgen.verification.remake import DATA_FRAME
from kitgen.web.tasks import SiteTask


def main(scratch):
    """Take a task, and do what it asks for instead: what to do is the name of its kit."""
    while len(head := sys.stdin.buffer.read(HEAD)) == HEAD:
        task = msgspec.msgpack.decode(
            sys.stdin.buffer.read(int.from_bytes(head[1:])), type=SiteTask
        )
        (Path(scratch) / "left").write_text("behind")
        if task.kit == "sleeps":
            time.sleep(60)
        elif task.kit == "no-memory":
            os._exit(NO_MEMORY)
        elif task.kit == "dies":
            os.abort()
        elif task.kit == "cut-short":
            sys.stdout.buffer.write(DATA_FRAME + (4).to_bytes(HEAD - 1) + b"half")
            sys.stdout.buffer.flush()
            os.abort()
        elif task.kit == "too-much":
            write_frames([(DATA_FRAME, b"x" * 3_000_000)])
        elif task.kit == "at-fault":
            write_frames([(FAULT, b"Traceback, line 7")])
        else:
            write_frames([(DATA_FRAME, f"{os.getpid()} {scratch}".encode())])
