"""Follows the printed help in finding a box word by word, as somebody would who cannot guess, and counts what it takes.

A *look* is one comparison of the table with something printed: a heading, a picture, a row, an entry. Beside looks,
turns of the sheet and changes of page are counted. What is printed is taken from the sheets themselves.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from kitgen.kit.kit import Box, Kit
from kitgen.model import Move, Position
from kitgen.paper.document import Sheet
from kitgen.paper.job import Job
from kitgen.paper.marks.scene import Text
from kitgen.paper.parts import load_part

#: What each takes, in seconds: a glance at a small picture that is compared with the board, a turn of the sheet with
#: a new start, another page. Measured on nobody: assumed, so that "ten seconds" can be computed.
LOOK, TURN, PAGE = 0.5, 3.0, 2.0
#: Machines make no more turns than this in what is followed; beyond it lies less than a thousandth of all finds.
TURNS = 60
ID = re.compile(r"[A-Z]{1,2}[0-9]+")


@dataclass(frozen=True, slots=True)
class Effort:
    """What finding one box took.

    Attributes:
        looks: comparisons with something printed.
        turns: how often the sheet was turned or held before a mirror.
        pages: how often another page was taken.
        wrong: whether it began under a letter under which the box is not.
    """

    looks: int
    turns: int = 0
    pages: int = 0
    wrong: bool = False

    @property
    def seconds(self) -> float:
        """How long it takes, by the assumption."""
        return LOOK * self.looks + TURN * self.turns + PAGE * self.pages


class NotFoundError(Exception):
    """The instructions do not lead to the box."""


@dataclass(frozen=True, slots=True)
class Trail:
    """What happened since the machine's last box.

    Attributes:
        position: what lay on the table when that box was opened; None before the first.
        slot: the index of the bead that was picked.
        answers: the moves of the other side since.
    """

    position: Position | None = None
    slot: int = 0
    answers: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True)
class Met:
    """A position in which a box has to be found.

    Attributes:
        position: what lies on the table.
        turn: which turn of the machine it is.
        trail: what happened since its last box.
    """

    position: Position
    turn: int
    trail: Trail


def random_play(kit: Kit, *, turns: int = TURNS) -> dict[Met, float]:
    """Return how often each find comes up in a game of a new machine against random moves: the expected number.

    Both players of an impartial game are followed, each half of the time.
    """
    finds: defaultdict[Met, float] = defaultdict(float)
    for machine in kit.players:
        level = {(kit.game.start(), 1, Trail()): 1.0 / len(kit.players)}
        while level:
            following: defaultdict[tuple[Position, int, Trail], float] = defaultdict(float)
            for (position, turn, trail), weight in level.items():
                if kit.game.result(position) is not None or turn > turns:
                    continue
                for share, move, next_trail in _ways(kit, machine, position, trail):
                    child = kit.game.play(position, move).position
                    following[child, turn + (position.to_move == machine), next_trail] += weight * share
                if position.to_move == machine and kit.locate(position) is not None:
                    finds[Met(position, turn, trail)] += weight
            level = following
    return dict(finds)


def _ways(kit: Kit, machine: int, position: Position, trail: Trail) -> Iterator[tuple[float, Move, Trail]]:
    """Yield the moves of whoever is to move, how likely each is, and what has then happened since the last box."""
    if position.to_move != machine:
        moves = kit.game.legal_moves(position)
        if kit.choices.opponent == "sensible":
            wins = [move for move in moves if kit.game.result(kit.game.play(position, move).position) == -1]
            moves = tuple(wins) or moves
        for move in moves:
            yield 1 / len(moves), move, Trail(trail.position, trail.slot, (*trail.answers, move))
        return
    located = kit.locate(position)
    if located is None:
        move = kit.unboxed(position)
        if move is not None:  # otherwise the other side has passed up a win, and takes its move back
            yield 1.0, move, trail
        return
    box, symmetry = located
    back = symmetry.inverse()
    total = sum(slot.beads for slot in box.slots)
    for number, slot in enumerate(box.slots):
        yield slot.beads / total, back.move(slot.moves[0]), Trail(position, number)


# --- the box finder ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Section:
    """A heading of the finder and the ids under it.

    Attributes:
        page: on which it stands, from 0.
        words: the heading.
        ids: of the boxes under it, in order.
    """

    page: int
    words: str
    ids: list[str] = field(default_factory=list)


def read_sections(sheets: Sequence[Sheet]) -> list[Section]:
    """Return the finder's sections, as they are printed; one that goes on after a page begins again there."""
    sections: list[Section] = []
    for page, sheet in enumerate(sheets):
        for mark in sheet.scene.marks:
            if isinstance(mark, Text) and mark.bold and not ID.fullmatch(mark.text) and " · " in mark.text:
                sections.append(Section(page, mark.text))
            elif isinstance(mark, Text) and mark.bold and ID.fullmatch(mark.text):
                sections[-1].ids.append(mark.text)
    return sections


class Pictures:
    """The finder with a picture of each box: look up the turn, the number of pieces, and compare the pictures."""

    def __init__(self, job: Job, shown: Callable[[Kit, Box], Sequence[object]]) -> None:
        self.kit, self.texts = job.kit, job.texts
        self.shown = {box.id: 1 + len(shown(job.kit, box)) for box in job.kit.boxes}
        self.boxes = {box.id: box for box in job.kit.boxes}
        self.sections = read_sections(load_part("finder").sheets(job))
        self.turnable = max(self.shown.values()) == 1 and len(self.kit.symmetries.all) > 1
        self.things = "seeds" if self.kit.game.diagram.seeds else "pieces"

    def find(self, met: Met) -> Effort:
        """Return what finding a box takes: under the turn's letter, then under earlier ones, the latest first."""
        located = self.kit.locate(met.position)
        assert located is not None, "only positions with a box are looked up"
        looks, turns, pages, page = 0, 0, 0, 0
        for turn in range(met.turn, 0, -1):
            here = [section for section in self.sections if section.words.startswith(self._turn(turn))]
            count = self.kit.game.diagram.lying(met.position)
            number = self.texts(f"finder.{self.things}", count=count)
            words = self.texts("finder.section", turn=turn, things=number)
            for place, section in enumerate(here):
                if place == 0 or section.words != here[place - 1].words:
                    looks += 1  # at the heading
            mine = [section for section in here if section.words == words]
            if not mine:
                continue
            pages += abs(mine[0].page - page) + mine[-1].page - mine[0].page
            page = mine[-1].page
            compared, turned, found = self._compare(mine, located[0], met.position)
            looks, turns = looks + compared, turns + turned
            if found:
                return Effort(looks, turns, pages, wrong=turn != met.turn)
        raise NotFoundError(f"{self.kit.game.text(met.position)}: {located[0].id}")

    def _turn(self, turn: int) -> str:
        return self.texts("finder.section", turn=turn, things="")

    def _compare(self, sections: Sequence[Section], box: Box, position: Position) -> tuple[int, int, bool]:
        """Return how many pictures are compared, how often the sheet is turned, and whether the box is found."""
        ids = [box_id for section in sections for box_id in section.ids]
        pictures = sum(self.shown[box_id] for box_id in ids)
        # All pictures are compared, the sheet is turned, all are compared again, and so on, at last before a mirror.
        ways = [s.position(box.position).cells for s in self.kit.symmetries.all] if self.turnable else [None]
        if box.id not in ids:
            return len(ways) * pictures, len(ways) - 1, False
        turns = ways.index(position.cells) if self.turnable else 0
        image = not self.turnable and position.cells != box.position.cells  # the picture on the right
        before = sum(self.shown[box_id] for box_id in ids[: ids.index(box.id)])
        return turns * pictures + before + 1 + image, turns, True
