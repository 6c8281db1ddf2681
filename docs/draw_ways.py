"""Draws two ways through the house: from a kit's name to a PDF, and from a noted line to a verdict.

``python -m docs.draw_ways`` runs ``kitgen print her`` and ``kitgen journal check`` and writes each
room below its caller, in the order in which the work first comes to them; a caller that is called
again stands in brackets. The ground, which all rooms stand on, is left out. A *step back up* is a
room that the work leaves before it comes to the next new one; the work *comes back* to a room in
brackets, which it had left.
"""

import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from types import FrameType

import kitgen
from docs.draw_house import GROUND, LOW_ROOMS, rooms
from kitgen.cli.main import main

PACKAGE = Path(kitgen.__file__).parent

#: A stay in a room: its name, and which call of a function began it.
Stay = tuple[str, int]


class Way:
    """The rooms that some work comes to, each with the rooms of its callers at its first entry."""

    def __init__(self) -> None:
        self.entries: list[tuple[Stay, ...]] = []
        files = {path.name for path in rooms()[GROUND] if path.parent == PACKAGE}
        self._ground = files | LOW_ROOMS | {"__init__.py", "__main__.py", "guests"}
        self._known: set[str] = set()

    def follow(self, work: Callable[[], object]) -> None:
        """Do some work and note its rooms."""
        sys.setprofile(self._note)
        try:
            work()
        finally:
            sys.setprofile(None)

    @property
    def rooms(self) -> list[str]:
        """The rooms, in the order of their first entry."""
        return [stays[-1][0] for stays in self.entries]

    @property
    def steps_back(self) -> int:
        """How many rooms the work leaves on its way from each new room to the next."""
        steps = 0
        for before, after in zip(self.entries, self.entries[1:], strict=False):
            steps += len(before) - _shared(before, after)
        return steps

    @property
    def comebacks(self) -> int:
        """How often the work comes back to a room, which it had left, to go on from there to a
        new one.
        """
        again = 0
        for before, after in zip(self.entries, self.entries[1:], strict=False):
            again += len(after) - 1 - _shared(before, after)
        return again

    @property
    def figures(self) -> str:
        """The figures of the way in words."""
        return (
            f"{len(self.rooms)} rooms, {self.steps_back} steps back up, comes back to "
            f"{self.comebacks}"
        )

    def drawing(self) -> str:
        """Return a line for each room, indented below its callers; one that is called again
        stands in brackets.
        """
        lines = []
        before: tuple[Stay, ...] = ()
        for stays in self.entries:
            for depth in range(_shared(before, stays), len(stays)):
                name = stays[depth][0]
                is_new = depth == len(stays) - 1
                lines.append("  " * depth + (name if is_new else f"({name})"))
            before = stays
        return "\n".join(lines)

    def _note(self, frame: FrameType, event: str, _argument: object) -> None:
        room = self._room(frame)
        if event != "call" or room is None or room in self._known:
            return
        stays: list[Stay] = []
        caller: FrameType | None = frame
        while caller is not None:
            if caller.f_code.co_name == "<module>" and self._is_ours(caller):
                return  # a module is being imported
            name = self._room(caller)
            if name is not None:
                stays.append((name, id(caller)))
            caller = caller.f_back
        self._known.add(room)
        self.entries.append(_merged(stays[::-1]))

    @staticmethod
    def _is_ours(frame: FrameType) -> bool:
        return frame.f_code.co_filename.startswith(str(PACKAGE))

    def _room(self, frame: FrameType) -> str | None:
        """Return the room of a function; None for the ground, and for what is not kitgen's."""
        if not self._is_ours(frame):
            return None
        first = Path(frame.f_code.co_filename).relative_to(PACKAGE).parts[0]
        if first in self._ground:
            return None
        return first.removesuffix(".py")


def _merged(stays: Sequence[Stay]) -> tuple[Stay, ...]:
    """Return stays without those in the room of the one before."""
    kept: list[Stay] = []
    for stay in stays:
        if not kept or kept[-1][0] != stay[0]:
            kept.append(stay)
    return tuple(kept)


def _shared(before: Sequence[Stay], after: Sequence[Stay]) -> int:
    """Return how many stays two entries have in common."""
    count = 0
    for own, other in zip(before, after, strict=False):
        if own != other:
            break
        count += 1
    return count


def print_way(folder: Path) -> Way:
    """Return the way from a kit's name to a PDF."""
    return _quiet("print", "her", "-o", str(folder / "kit"))


def verdict_way(folder: Path) -> Way:
    """Return the way from a noted line to a verdict."""
    journal = folder / "class.kitgen"
    games = folder / "games.csv"
    games.write_text("game,moves,result\n1,A1 R,L\n", encoding="utf-8")
    _quiet("journal", "new", "her", "-o", str(journal))
    _quiet("journal", "add", str(journal), str(games))
    return _quiet("journal", "check", str(journal))


def _quiet(*words: str) -> Way:
    way = Way()

    def work() -> None:
        with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
            try:
                main.main(words)
            except SystemExit as end:
                if end.code:
                    raise RuntimeError(f"kitgen {' '.join(words)} ends with {end.code}") from end

    way.follow(work)
    return way


def drawings() -> dict[str, str]:
    """Return each way's drawing, with its figures in the first line."""
    with tempfile.TemporaryDirectory() as place:
        ways = {
            "a kit's name to a PDF": print_way(Path(place)),
            "a noted line to a verdict": verdict_way(Path(place)),
        }
    return {title: f"{title}: {way.figures}\n\n{way.drawing()}" for title, way in ways.items()}


if __name__ == "__main__":
    print("\n\n".join(drawings().values()))
