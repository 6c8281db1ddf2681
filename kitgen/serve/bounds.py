"""All limits of the site: sizes, seconds, memory, and how often a client may ask."""

from dataclasses import dataclass

from kitgen.sandbox.limits import LARGEST_FILE, MB, Limits
from kitgen.theory.explore import SOON
from kitgen.verification.remake import MEMORY

#: The most positions of a game, the number above which ``print`` asks first.
MOST_POSITIONS = SOON
#: The most sheets of a print; all parts of MENACE take fewer.
MOST_SHEETS = 150
#: The most games for a curve, all machines together.
MOST_GAMES = 100_000
#: The longest address, and the largest upload, a PDF in a form; in bytes.
LONGEST_ADDRESS, LARGEST_UPLOAD = 4_000, LARGEST_FILE + 64_000
#: The most pieces of a form with a file.
MOST_PIECES = 16
#: The most waiting tasks; further requests are refused for a while.
LONGEST_QUEUE = 200
#: The most seconds on the clock that a browser waits before a page shows its place in the queue; and the most that a
#: program waits for an answer.
PATIENCE, LONGEST_WAIT = 1.5, 120.0
#: Seconds after which a waiting page asks again.
RETRY_AFTER = 2
#: The most connections at the same time.
CONNECTIONS = 1_000
#: Bytes of cached answers.
KEPT = 64 * MB
#: A process is replaced after so many tasks.
TASKS = 500


@dataclass(frozen=True, slots=True)
class TaskKind:
    """The limits of one kind of task.

    Attributes:
        seconds: of work.
        light: True for answers to each change of a form, which go first.
        answer: the most bytes of its answer.
        cost: how much of a client's allowance it takes.
    """

    seconds: int
    light: bool = False
    answer: int = 32 * MB
    cost: int = 1

    @property
    def limits(self) -> Limits:
        """The limits of the process; the clock gets more seconds, since other programs run too."""
        return Limits(self.seconds, 3 * self.seconds, 0, 0, 0, answer=self.answer, memory=MEMORY)


#: Every kind of task, by name.
KINDS = {
    "card": TaskKind(10, light=True, answer=2 * MB),
    "labels": TaskKind(15, light=True, answer=8 * MB),
    "board": TaskKind(10, light=True, answer=2 * MB),
    "figures": TaskKind(30, answer=1 * MB),
    "pdf": TaskKind(60, cost=2),
    "zip": TaskKind(90, cost=3, answer=64 * MB),
    "companion": TaskKind(40, cost=2),
    "find": TaskKind(20, answer=1 * MB),
    "curve": TaskKind(40, answer=2 * MB, cost=2),
    "verify": TaskKind(90, cost=4, answer=4 * MB),
    "warm": TaskKind(60, answer=1 * MB),
}
#: A client's allowance at once, and each second. A class behind one address is one client.
AT_ONCE, A_SECOND = 400.0, 10.0
#: Clients that are remembered.
CLIENTS = 10_000
