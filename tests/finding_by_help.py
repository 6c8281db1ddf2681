"""Follows the printed help in finding a box word by word, as somebody would who cannot guess, and
counts what it takes.

Here is what is looked up, and the route; ``finding_by_finder.py`` follows the box finder. A *look*
is one comparison of the table with something printed: a heading, a picture, a row, an entry. Beside
looks, turns of the sheet and changes of page are counted. What is printed is taken from the sheets
themselves.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain

from kitgen.kit.kit import Kit, View
from kitgen.kit.kit import view_at as find_view
from kitgen.model import Diagram, Move, Position, Symmetry, lie_of
from kitgen.paper.document import Sheet
from kitgen.paper.job import Job
from kitgen.paper.marks.scene import Text
from kitgen.paper.parts import PARTS, route

#: What each takes, in seconds: a glance at a small picture that is compared with the board, a turn
#: of the sheet with a new start, another page. Measured on nobody: assumed, so that "ten seconds"
#: can be computed.
LOOK = 0.5
TURN = 3.0
PAGE = 1.0
#: Machines make no more turns than this in what is followed; beyond it lies less than a thousandth
#: of all finds.
TURNS = 60
#: What stands higher on a page stands on its tab, in mm.
MARGIN = 9.7
ID = re.compile(r"[A-Z]{1,2}[0-9]+")
_VIEWS: dict[tuple[str, Position], View | None] = {}


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


def view_at(kit: Kit, position: Position) -> View | None:
    """Return the box for a position, as it lies; many games lead to the same."""
    if (kit.hash, position) not in _VIEWS:
        _VIEWS[kit.hash, position] = find_view(kit, position)
    return _VIEWS[kit.hash, position]


def leafed(pages: int, wanted: int) -> int:
    """Return how many pages of a stack are looked at until one is on top: each time half of what is
    left is lifted.

    >>> [leafed(6, page) for page in range(6)], leafed(1, 0)
    ([2, 3, 1, 3, 2, 3], 0)
    """
    low = 0
    high = pages
    taken = 0
    while high - low > 1 or taken:
        middle = (low + high - 1) // 2
        taken += 1
        if middle == wanted:
            break
        low, high = (low, middle) if wanted < middle else (middle + 1, high)
    return taken


def opened(sheets: Sequence[Sheet], wanted: int) -> Effort:
    """Return what opening a page takes: with tabs that stand out, some of them are read, then it is
    taken at once.

    Tabs are read as a stack is leafed through: the middle one, then the middle one of those that
    are left. The first page has the first tab, and is not looked for.
    """
    taken = leafed(len(sheets), wanted)
    if not all(map(has_tab, sheets)):
        return Effort(taken, pages=taken)
    return Effort(1 if wanted == 0 else taken, pages=1)


def has_tab(sheet: Sheet) -> bool:
    """Return whether something stands in the strip along the upper edge of a sheet, where its
    margin is.
    """
    return any(isinstance(mark, Text) and mark.at[1] < MARGIN for mark in sheet.scene.marks)


@dataclass(frozen=True, slots=True)
class Trail:
    """What happened since the machine's last box.

    Attributes:
        position: what lay on the table when that box was opened; None before the first.
        slot: the index of the bead that was picked.
        answers: the moves of the other side since.
        lay: what took the table to the sheet as it lay when that box was opened; None where it
            stood upright.
    """

    position: Position | None = None
    slot: int = 0
    answers: tuple[Move, ...] = ()
    lay: Symmetry | None = None


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


def random_play(
    kit: Kit, lies: Callable[[Trail], Symmetry | None] = lambda _: None, *, turns: int = TURNS
) -> dict[Met, float]:
    """Return how often each find comes up in a game of a new machine against random moves: the
    expected number.

    Both players of an impartial game are followed, each half of the time. How a sheet lies that is
    turned with the board follows from what happened before.
    """
    finds: defaultdict[Met, float] = defaultdict(float)
    ways = cache(lambda *about: tuple(_ways(kit, lies, *about)))
    for machine in kit.players:
        level = {(kit.game.start(), 1, Trail()): 1.0 / len(kit.players)}
        while level:
            following: defaultdict[tuple[Position, int, Trail], float] = defaultdict(float)
            for (position, turn, trail), weight in level.items():
                if kit.game.result(position) is not None or turn > turns:
                    continue
                for share, move, next_trail in ways(machine, position, trail):
                    child = kit.game.play(position, move).position
                    following[child, turn + (position.to_move == machine), next_trail] += (
                        weight * share
                    )
                if position.to_move == machine and kit.locate(position) is not None:
                    finds[Met(position, turn, trail)] += weight
            level = following
    return dict(finds)


def _ways(
    kit: Kit,
    lies: Callable[[Trail], Symmetry | None],
    machine: int,
    position: Position,
    trail: Trail,
) -> Iterator[tuple[float, Move, Trail]]:
    """Yield the moves of whoever is to move, how likely each is, and what has then happened
    since the last box.
    """
    if position.to_move != machine:
        moves = kit.game.legal_moves(position)
        if kit.choices.expect == "sensible":
            wins = [
                move
                for move in moves
                if kit.game.result(kit.game.play(position, move).position) == -1
            ]
            moves = tuple(wins) or moves
        for move in moves:
            yield 1 / len(moves), move, replace(trail, answers=(*trail.answers, move))
        return
    view = view_at(kit, position)
    if view is None:
        move = kit.unboxed(position)
        if (
            move is not None
        ):  # otherwise the other side has passed up a win, and takes its move back
            yield 1.0, move, trail
        return
    total = sum(slot.beads for slot in view.box.slots) or 1  # what is always played has no beads
    for number, slot in enumerate(view.box.slots):
        now = Trail(position, number, lay=lies(trail))
        yield (slot.beads or 1) / total, made(kit, now), now


def made(kit: Kit, trail: Trail) -> Move:
    """Return the move that the machine made on the table: the coloured one of its bead, as the
    box lies.
    """
    view = view_at(kit, trail.position)
    return view.symmetry.move(view.box.slots[trail.slot].moves[0])


def board_rows(
    diagram: Diagram, position: Position, *, turned: bool = False
) -> list[tuple[int, ...]]:
    """Return what lies on a board, row by row from above; as it is seen from the other side
    where it is turned.
    """
    heights = sorted({y for _, y in diagram.centres}, reverse=turned)
    cells = sorted(
        range(len(diagram.centres)), key=lambda cell: diagram.centres[cell][0], reverse=turned
    )
    return [
        tuple(position.cells[c] for c in cells if diagram.centres[c][1] == height)
        for height in heights
    ]


def check_sign(kit: Kit, name: str, position: Position) -> None:
    """Refuse a box that does not look like the board when it is laid as the signs behind its id
    say.
    """
    box_id, signs = re.fullmatch(r"([A-Z]*\*?[0-9]+)(.*)", name).groups()
    box = next(box for box in kit.all_boxes if box.id == box_id)
    rows = board_rows(kit.game.diagram, box.position)
    if kit.game.diagram.seeds:
        assert not signs, "boards of pits are not turned"
    # In the order of the sentence: lay the box, then swap what is seen.
    for _ in range({"▶": 1, "▼": 2, "◀": 3}.get(signs[:1], 0)):
        rows = [tuple(row) for row in zip(*rows[::-1], strict=True)]
    if "⇄" in signs:
        rows = [row[::-1] for row in rows]
    if "⇅" in signs:
        rows = rows[::-1]
    if rows != board_rows(kit.game.diagram, position):
        raise NotFoundError(f"{name} does not lie like {kit.game.text(position)}")


# --- the route
# --------------------------------------------------------------------------------------------------


class Route:
    """The route: the box that was used last, the line of its bead, the answer; what is not there is
    looked up.

    Boxes stand in order of their ids: they are looked up as words in a dictionary, first that in
    the middle of a page. A sheet that was turned for the box before still lies so.
    """

    def __init__(self, job: Job, look_up: Callable[[Met], Effort]) -> None:
        self.kit, self.look_up = job.kit, look_up
        self.sheets = PARTS["route"].sheets(job)
        self._by_id: defaultdict[str | None, list[tuple[Effort, route.Block]]] = defaultdict(list)
        self._blocks: dict[
            tuple[Position | None, int], tuple[Effort, route.Block, list[Symmetry]]
        ] = {}
        for page, columns in enumerate(route.lay_out(job).pages):
            way = opened(self.sheets, page)
            blocks = list(chain.from_iterable(columns))
            for place, block in enumerate(blocks):
                looks = way.looks + max(1, leafed(len(blocks), place))
                self._by_id[block.view and block.view.box.id].append(
                    (Effort(looks, pages=way.pages), block)
                )

    def find(self, met: Met) -> Effort:
        """Return what finding the next box takes."""
        if met.trail.position is None and not met.trail.answers:
            return Effort(1)  # the machine begins: there is one box for it
        way, block, backs = self._block(met.trail.position, met.trail.slot)
        lay = met.trail.lay or self.kit.symmetries.all[0]
        back = lay if lay in backs else backs[0]
        goal, read = self._read(block, met.trail, back)
        effort = Effort(way.looks + read, int(back != lay), way.pages)
        if goal == route.UNKNOWN:
            more = self.look_up(met)
            return Effort(
                effort.looks + more.looks,
                effort.turns + more.turns,
                way.pages + more.pages,
                more.wrong,
            )
        located = self.kit.locate(met.position)
        box_id = None if located is None else located[0].id
        if box_id is None or re.match(r"[A-Z]*[0-9]+", goal)[0] != box_id:
            raise NotFoundError(f"{goal} for {self.kit.game.text(met.position)}")
        check_sign(self.kit, goal, back.position(met.position))
        return effort

    def lies(self, trail: Trail) -> Symmetry | None:
        """Return what takes the table to the sheet after the find that a trail leads to."""
        if trail.position is None:
            return None
        _, _, backs = self._block(trail.position, trail.slot)
        lay = trail.lay or self.kit.symmetries.all[0]
        return lay if lay in backs else backs[0]

    def _block(
        self, position: Position | None, slot: int
    ) -> tuple[Effort, route.Block, list[Symmetry]]:
        """Return the block of the box that was used last, what it takes to find it, and the ways
        it then can lie.
        """
        known = self._blocks.get((position, slot))
        if known is not None:
            return known
        box_id = None if position is None else view_at(self.kit, position).box.id
        for way, block in self._by_id[box_id]:
            backs = self._lies(block, Trail(position, slot))
            if backs:
                self._blocks[position, slot] = way, block, backs
                return way, block, backs
        raise NotFoundError(f"{box_id} does not stand there as it lies")

    def _lies(self, block: route.Block, trail: Trail) -> list[Symmetry]:
        """Return what takes the table to a block's picture; nothing where it is not the box that
        was used last.
        """
        ways = self.kit.symmetries.all
        if block.view is None or trail.position is None:
            return [ways[0]] if block.view is None and trail.position is None else []
        if not block.cells:
            return [ways[0]] if block.view.position.cells == trail.position.cells else []
        move = made(self.kit, trail)
        return [
            way
            for way in ways
            if way.position(trail.position).cells == block.view.position.cells
            and not lie_of(self.kit.game.diagram, way).swapped
            and way.move(move) == block.legs[trail.slot].move
        ]

    def _read(self, block: route.Block, trail: Trail, back: Symmetry) -> tuple[str, int]:
        """Return what stands beside an answer, and how many lines and answers are looked at."""
        seen = [back.move(move) for move in trail.answers]
        names = [
            block.cells[move.target] if block.cells else self.kit.game.move_text(move)
            for move in seen
        ]
        number = 0 if block.view is None else trail.slot
        for place, entry in enumerate(block.lines[number]):
            if entry.answer == route.BETWEEN.join(names):
                return entry.goal, number + place + 2
            if entry.goal == route.UNKNOWN and "·".join(names).startswith(entry.answer):
                return entry.goal, number + place + 2
        raise NotFoundError(f"no answer {names} in {block.view and block.view.name}")
