"""How to look ahead, as one text: ``negascout:8``, ``alphabeta:10,database=aw10.npz``,
``alphabeta,seconds=1``.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from kitgen.errors import UnknownNameError, UsageError, quoted

#: The algorithms, simplest first.
ALGORITHMS = ("minimax", "alphabeta", "negascout")
#: Refinements, each a switch, and their descriptions for the command line.
REFINEMENTS = {
    "ordering": "tries gains first, then what was good before",
    "table": "looks at no position twice",
    "deepening": "begins with the moves that were best at one ply less",
    "quiescence": "goes on past the horizon while points can be won at once",
    "single": "plays a single legal move at once",
    "preference": "among equal moves prefers the hopeful ones, then picks by chance",
}
#: Those that make a search faster and change no value, for the compiled search only.
QUICK = ("ordering", "table", "deepening")
#: Those that only a player uses.
PLAYERS_ONLY = ("single", "preference")
#: The most plies of a search.
DEEPEST = 200
#: The most seconds of a search.
LONGEST = 86_400.0


@dataclass(frozen=True, slots=True)
class Plan:
    """How to look ahead.

    Attributes:
        depth: how many plies; with ``seconds`` an upper limit.
        refinements: some of ``REFINEMENTS``, in their order.
        database: a file with values of endgames, or None.

    >>> print(parse_plan("negascout:8,table,ordering"))
    negascout:8,ordering,table
    """

    algorithm: str
    depth: int
    seconds: float | None = None
    refinements: tuple[str, ...] = ()
    database: Path | None = None

    def __post_init__(self) -> None:
        if self.algorithm not in ALGORITHMS:
            raise UnknownNameError("algorithm", self.algorithm, ALGORITHMS)
        if not 1 <= self.depth <= DEEPEST:
            raise UsageError(f"depth {self.depth} is not a number of plies from 1 to {DEEPEST}")
        if self.seconds is not None and not 0 < self.seconds <= LONGEST:
            raise UsageError(
                f"{self.seconds:g} seconds is not a time above 0 and up to {LONGEST:g}"
            )

    def __str__(self) -> str:
        head = self.algorithm
        if not self.seconds or self.depth != DEEPEST:
            head += f":{self.depth}"
        parts = [head, *self.refinements]
        if self.seconds:
            parts.append(f"seconds={self.seconds:g}")
        if self.database:
            parts.append(f"database={self.database}")
        return ",".join(parts)

    def has(self, refinement: str) -> bool:
        """Return whether a refinement is switched on."""
        return refinement in self.refinements


def parse_plan(text: str) -> Plan:
    """Return the plan of a text: algorithm, plies after a colon, and refinements after commas."""
    head, *parts = text.split(",")
    algorithm, colon, figure = head.partition(":")
    if algorithm not in ALGORITHMS:
        raise UnknownNameError("algorithm", algorithm, ALGORITHMS)
    seconds = None
    database = None
    words = []
    for part in parts:
        key, equals, value = part.partition("=")
        if key == "seconds" and equals:
            if re.fullmatch(r"[0-9]{1,5}(\.[0-9]{1,6})?", value) is None:
                raise UsageError(
                    f"{quoted(part)} of {quoted(text)} is not a number of seconds, like "
                    "'seconds=1.5'"
                )
            seconds = float(value)
        elif key == "database" and equals and value:
            database = Path(value)
        else:
            words.append(part)
    if colon and re.fullmatch("[0-9]{1,3}", figure) is None:
        raise UsageError(
            f"{quoted(head)} of {quoted(text)} needs plies after the colon, like 'negascout:8'"
        )
    if not colon and seconds is None:
        raise UsageError(
            f"{quoted(text)} does not say how far to look ahead; write '{algorithm}:8'"
        )
    return Plan(
        algorithm=algorithm,
        depth=int(figure) if colon else DEEPEST,
        seconds=seconds,
        refinements=chosen_refinements(words),
        database=database,
    )


def chosen_refinements(words: list[str]) -> tuple[str, ...]:
    """Return refinements in their usual order; ``quick`` stands for those that change no value."""
    for word in words:
        if word not in REFINEMENTS and word != "quick":
            raise UnknownNameError("refinement", word, [*REFINEMENTS, "quick"])
    wanted = {*words}
    if "quick" in wanted:
        wanted.update(QUICK)
    return tuple(name for name in REFINEMENTS if name in wanted)
