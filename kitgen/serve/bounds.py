"""The limits of the site beside those of any task (``kitgen.web.tasks``): sizes, seconds and
memory.
"""

from kitgen.sandbox.limits import LARGEST_FILE, MB, Limits
from kitgen.verification.remake import MEMORY

#: The longest address, which may have a whole game, in bytes.
LONGEST_ADDRESS = 8_000
#: The largest upload, a file behind a line of JSON, in bytes.
LARGEST_UPLOAD = LARGEST_FILE + 64_000
#: The most waiting tasks of one client; further requests are refused for a while. Clients take
#: turns.
LONGEST_QUEUE = 200
#: The most seconds that sending a file may take.
SENDING = 60
#: The most bytes of files on disk at the same time.
UPLOADED = 200 * MB
#: The most seconds on the clock before a waiting page gets its place in the queue.
PATIENCE = 1.5
#: The most seconds on the clock before a download is refused.
LONGEST_WAIT = 120.0
#: Seconds after which a refused client may ask again.
RETRY_AFTER = 2
#: From so many connections on, one that waits for its client gives way to a new one; twice as many
#: are refused. The backlog waits to be accepted. Together they are fewer than the files that a
#: process may usually open, 1,024.
CONNECTIONS = 400
BACKLOG = 128
#: Seconds that a connection may wait for the head of a request.
IDLE = 20
#: Bytes of cached answers.
KEPT = 64 * MB
#: A process is replaced after so many tasks.
TASKS = 500


def _limits(seconds: int, answer: int = 32) -> Limits:
    """Return the limits of a task, in seconds of work and MB; the clock gets more, since other
    programs run too.
    """
    return Limits(seconds, 3 * seconds, answer=answer * MB, memory=MEMORY)


#: The limits of every kind of task.
LIMITS = {
    "card": _limits(10, 2),
    "labels": _limits(15, 8),
    "board": _limits(10, 2),
    "look": _limits(25, 16),
    "set-up": _limits(20, 4),
    "figures": _limits(30, 1),
    "pdf": _limits(60),
    "zip": _limits(90, 64),
    "kit": _limits(20, 8),
    "journal": _limits(60),
    "companion": _limits(40),
    "class-board": _limits(40, 4),
    "find": _limits(20, 1),
    "curve": _limits(40, 2),
    "curve-picture": _limits(40, 2),
    "verify": _limits(90, 4),
    "invent": _limits(10, 2),
    "trial": _limits(40, 2),
    "warm": _limits(60, 1),
}
#: Tasks that answer each change of a form, which go first.
LIGHT = ("look", "card", "labels", "board", "invent")
