"""What anybody may ask of the site: sizes, seconds, memory, and how often. All of it stands here."""

from dataclasses import dataclass

from kitgen.check.pdf.limits import LARGEST_FILE, MB, Limits
from kitgen.check.remake.bounds import MEMORY
from kitgen.theory.explore import SOON

#: A game of more positions than this is not explored, as ``print`` explores none without a question.
MOST_POSITIONS = SOON
#: A print of more sheets than this is refused: all parts of MENACE take fewer.
MOST_SHEETS = 150
#: The most games that are played for a curve, all machines together.
MOST_GAMES = 100_000
#: The longest address and the most that a browser may send otherwise, in bytes: a PDF, and a form around it.
LONGEST_ADDRESS, LARGEST_UPLOAD = 4_000, LARGEST_FILE + 64_000
#: The most pieces of a form that is sent with a file.
MOST_PIECES = 16
#: The most tasks that wait; whoever comes then is asked to come again later.
LONGEST_QUEUE = 200
#: The most seconds on the clock that a browser waits for a page, before the page says its place in the queue; and the
#: most that a program waits for an answer.
PATIENCE, LONGEST_WAIT = 1.5, 120.0
#: Seconds after which a page that waits asks again.
AGAIN = 2
#: The most connections at a time.
CONNECTIONS = 1_000
#: Bytes of answers that are kept.
KEPT = 64 * MB
#: A process that has done so many tasks is replaced by a new one.
TASKS = 500


@dataclass(frozen=True, slots=True)
class TaskKind:
    """What one kind of task may take.

    Attributes:
        seconds: of work.
        light: True for what a person waits for at each change: it goes before all else.
        answer: the most bytes of its answer.
        cost: how much of a client's allowance it takes.
    """

    seconds: int
    light: bool = False
    answer: int = 32 * MB
    cost: int = 1

    @property
    def limits(self) -> Limits:
        """What the process may take for it; other programs run too, so that the clock is given longer."""
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
#: A client's allowance: so much at once, and so much more each second. A class behind one address is one client.
AT_ONCE, A_SECOND = 400.0, 10.0
#: Clients that are remembered.
CLIENTS = 10_000
