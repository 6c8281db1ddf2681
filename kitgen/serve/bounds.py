"""The limits of the site: sizes, seconds and memory. Those of tasks are in ``kitgen.web.tasks``."""

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
MAX_SENDING_SECONDS = 60
#: The most bytes of files on disk at the same time.
MAX_UPLOADED_BYTES = 200 * MB
#: The most seconds on the clock before a waiting page gets its place in the queue.
SECONDS_BEFORE_A_PLACE = 1.5
#: The most seconds on the clock before a download is refused.
MAX_WAIT_SECONDS = 120.0
#: Seconds after which a refused client may ask again.
RETRY_SECONDS = 2
# Twice these connections and the backlog together are fewer than the files that a process may
# usually open, 1,024.

#: From so many connections on, one that waits for its client gives way to a new one; twice as many
#: are refused.
CONNECTIONS = 400
#: The most connections that wait to be accepted.
BACKLOG = 128
#: Seconds that a connection may wait for the head of a request.
MAX_IDLE_SECONDS = 20
#: Bytes of cached answers.
CACHE_BYTES = 64 * MB
#: How long browsers and caches on the way may keep what was made of a kit.
KEPT_SECONDS = 3600
#: A process is replaced after so many tasks.
TASKS_OF_A_PROCESS = 500


def _limits(seconds: int, answer: int = 32) -> Limits:
    """Return the limits of a task, in seconds of work and MB of its answer.

    The clock gets more seconds, since other programs run, too.
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
