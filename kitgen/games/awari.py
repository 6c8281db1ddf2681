"""Awari (oware) on any number of pits, each with any number of seeds.

South's pits are numbered left to right, then North's in sowing order; on six pits, with their
names::

    11 f  10 e   9 d   8 c   7 b   6 a      North
     0 A   1 B   2 C   3 D   4 E   5 F      South, who starts

Seeds are sown counterclockwise, in the order of the numbers. The stores are not part of a position.
Rules as in J. Romein and H. Bal, Solving Awari with Parallel Retrograde Analysis, Computer 36(10),
2003 (``research``), and in their simple form without a duty to feed (``simple``).

OpenSpiel's oware, which tests compare with, differs from both: a move that would take all seeds of
the other side takes none; a game ends at the first recurrence, or when a side has more than half of
all seeds, and each side then gets the seeds in its row.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from kitgen.errors import NotationError, UnknownNameError, quoted
from kitgen.games.notation import check_options, compiled_kernels, read_size, split_side
from kitgen.model import Diagram, Game, Move, Position, RowsBy, Side, Stage, Step, Symmetry

#: The sets of rules, the usual one first.
RULES = ("research", "simple")
#: The numbers of seeds that are taken from a pit.
CAPTURED = (2, 3)
#: The letters of South's pits from the left; North's are the same, small ones.
PIT_LETTERS = "ABCDEFGHIJKL"


class Awari(Game):
    """Sow a pit's seeds one by one; take twos and threes backwards from the last pit in the other
    row.

    A side to move without seeds ends the game, and the other keeps what is left in its own pits.

    Attributes:
        pits: pits per side, from 1 to 12.
        seeds: seeds in each pit at the start, from 1 to 9.
        rules: ``research``: a move that leaves the other side without seeds is allowed only when
            all moves do; ``simple``: every move is allowed.

    >>> game = Awari(6, 4, "research")
    >>> step = game.play(game.parse("0,0,0,0,0,2/1,2,1,0,0,0 S"), Move(5, 5))
    >>> game.text(step.position), step.gain
    ('0,0,0,0,0,0/0,0,1,0,0,0 N', 5)
    """

    name = "awari"
    sides = (Side("south", "S"), Side("north", "N"))
    scoring = True
    points = "seeds"
    repetition = 3
    # Few positions occur on one turn only, but seeds on the board only become fewer.
    rows_by: RowsBy = "lying"

    def __init__(self, pits: int, seeds: int, rules: str) -> None:
        self.pits = pits
        self.seeds = seeds
        self.rules = rules
        self.about: dict[str, int | str] = {"pits": pits, "seeds": seeds, "rules": rules}
        self.spec = f"awari:{pits}x{seeds}"
        if rules != RULES[0]:
            self.spec += f",rules={rules}"
        # Turning the board would exchange the sides, and sowing has one direction: only the
        # identity remains.
        self.symmetries = (Symmetry("identity", tuple(range(2 * pits))),)
        south = [(pit + 0.5, 1.5) for pit in range(pits)]
        north = [(pits - pit - 0.5, 0.5) for pit in range(pits)]
        counted = tuple(str(pit) for pit in range(1, pits + 1))
        self.diagram = Diagram(
            width=pits,
            height=2,
            centres=(*south, *north),
            cell="pit",
            moves="sow",
            seeds=True,
            names=(*PIT_LETTERS[:pits], *PIT_LETTERS[:pits].lower()),
            counted=counted * 2,
            turns=True,
        )

    @property
    def _all_seeds(self) -> int:
        """The number of seeds at the start."""
        return 2 * self.pits * self.seeds

    @property
    def levels(self) -> Any:
        """The game by number of seeds, for endgame databases; None without Numba. See
        ``games/packed.py``.
        """
        kernels = compiled_kernels("awari")
        if kernels is None:
            return None
        return kernels.levels(self.pits, self._all_seeds, self.rules)

    @property
    def words(self) -> Any:
        """The game for kernels that look ahead; None beyond 6 pits or without Numba. See
        ``games/words.py``.
        """
        kernels = compiled_kernels("awari")
        if kernels is None:
            return None
        return kernels.in_words(self.pits, self._all_seeds, self.rules)

    def start(self) -> Position:
        """Return full pits, South to move."""
        return Position((self.seeds,) * (2 * self.pits), 0)

    def own(self, side: int) -> range:
        """Return the pits of a side."""
        return range(side * self.pits, (side + 1) * self.pits)

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        """Return the pits that may be sown, sorted; none when the game is over."""
        moves = tuple(Move(pit, pit) for pit in self.own(position.to_move) if position.cells[pit])
        if self.rules == "simple":
            return moves
        other = self.own(1 - position.to_move)
        feeding = []
        for move in moves:
            after = self.play(position, move).position.cells
            if any(after[pit] for pit in other):
                feeding.append(move)
        return tuple(feeding) or moves

    def play(self, position: Position, move: Move) -> Step:
        """Return the result of a legal move, with the seeds that it takes."""
        cells = list(position.cells)
        sown = self._sown(cells, move.target)
        cells[move.target] = 0
        for pit in sown:
            cells[pit] += 1
        gain = 0
        for pit in self._taken(cells, sown[-1], position.to_move):
            gain += cells[pit]
            cells[pit] = 0
        return Step(Position(tuple(cells), 1 - position.to_move), gain)

    def stages(self, position: Position, move: Move) -> tuple[Stage, ...]:
        """Return a move step by step: the seeds are lifted, put down one by one, and taken pit by
        pit.

        >>> game = Awari(6, 4, "research")
        >>> [
        ...     (stage.act, stage.count)
        ...     for stage in game.stages(game.parse("0,0,0,0,0,2/1,2,1,0,0,0 S"), Move(5, 5))
        ... ]
        [('lift', 2), ('put', 1), ('put', 1), ('take', 3), ('take', 2)]
        """
        cells = list(position.cells)

        def stage(act: Literal["lift", "put", "take"], pit: int, count: int) -> Stage:
            """Do something with the seeds of a pit; return it with the board afterwards."""
            cells[pit] += count if act == "put" else -count
            return Stage(act, pit, count, tuple(cells))

        sown = self._sown(cells, move.target)
        stages = [stage("lift", move.target, len(sown))]
        for pit in sown:
            stages.append(stage("put", pit, 1))
        for pit in self._taken(cells, sown[-1], position.to_move):
            stages.append(stage("take", pit, cells[pit]))
        return tuple(stages)

    def _sown(self, cells: Sequence[int], origin: int) -> list[int]:
        """Return where the seeds of a pit go, one by one; it is passed over itself."""
        others = [*range(origin + 1, len(cells)), *range(origin)]
        rounds, rest = divmod(cells[origin], len(others))
        return others * rounds + others[:rest]

    def _taken(self, cells: Sequence[int], last: int, side: int) -> Iterator[int]:
        """Yield the pits that a side takes after its last seed, backwards from there."""
        other = self.own(1 - side)
        while last in other and cells[last] in CAPTURED:
            yield last
            last -= 1

    def result(self, position: Position) -> int | None:
        """Return minus the remaining seeds when the side to move has none, for the other side gets
        them; otherwise None.
        """
        own = self.own(position.to_move)
        if any(position.cells[own.start : own.stop]):
            return None
        return -sum(position.cells)

    def ending(self, position: Position) -> str:
        """Return why a game is over: a side has no ``seeds``."""
        del position
        return "seeds"

    def text(self, position: Position) -> str:
        """Return South's pits, then North's in sowing order, then the side: ``4,4,4/4,4,4 S``."""
        rows = []
        for side in (0, 1):
            rows.append(",".join(str(position.cells[pit]) for pit in self.own(side)))
        return f"{'/'.join(rows)} {self.sides[position.to_move].letter}"

    def parse(self, text: str) -> Position:
        """Return the position of a text, reachable or not."""
        example = self.text(self.start())
        board, side = split_side(text, self.sides, example)
        rows = board.split("/")
        if len(rows) != 2 or any(
            re.fullmatch(r"[0-9]{1,3}(,[0-9]{1,3})*", row) is None for row in rows
        ):
            wanted = "two rows of seeds, South's pits and then North's"
            raise NotationError(
                f"position {quoted(text)} is not {wanted}; write it like '{example}'"
            )
        counts = [tuple(map(int, row.split(","))) for row in rows]
        if any(len(row) != self.pits for row in counts):
            sizes = " and ".join(str(len(row)) for row in counts)
            raise NotationError(
                f"position {quoted(text)} has {sizes} pits; each side has {self.pits}; write it "
                f"like '{example}'"
            )
        cells = (*counts[0], *counts[1])
        if sum(cells) > self._all_seeds:
            raise NotationError(
                f"position {quoted(text)} has {sum(cells)} seeds; {self.spec} is "
                f"played with {self._all_seeds}"
            )
        return Position(cells, side)

    def move_text(self, move: Move) -> str:
        """Return the letter of the pit that is sown: a capital for South's."""
        return self.diagram.names[move.target]

    def parse_move(self, position: Position, text: str) -> Move:
        """Return the move of a pit's letter, legal or not."""
        del position
        names = self.diagram.names
        if text not in names:
            pits = (
                f"South has {names[0]} to {names[self.pits - 1]}, North {names[self.pits]} "
                f"to {names[-1]}"
            )
            raise NotationError(f"move {quoted(text)} is not a pit; {pits}")
        pit = names.index(text)
        return Move(pit, pit)


def make(size: str | None, options: Mapping[str, str]) -> Awari:
    """Return Awari of a size (pits per side x seeds per pit), usually 6x4; ``rules`` is
    ``research`` or ``simple``.
    """
    check_options("awari", options, ("rules",))
    rules = options.get("rules", RULES[0])
    if rules not in RULES:
        raise UnknownNameError("rule set of awari", rules, RULES)
    pits, seeds = read_size(
        "awari", size or "6x4", range(1, 13), range(1, 10), "pits a side x seeds a pit"
    )
    return Awari(pits, seeds, rules)
