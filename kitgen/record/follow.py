"""A game followed from the beads that were picked in it: what lay on the table, and which moves were made.

A log says what the machine did, and not what the other side did. But each box shows a position, so that the moves
between two of them can be found out, or that there are none: then the row cannot be.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kitgen.errors import RecordError, quoted
from kitgen.kit.kit import Box, Kit, Slot
from kitgen.machine.paper_machine import Table
from kitgen.model import Move, Position
from kitgen.record.rows import GameRow, PickedBead

_ENDED = {1: "won", 0: "drawn", -1: "lost"}


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn in which the machine picked a bead.

    Attributes:
        box: the box that was opened.
        slot: the slot of the bead that was picked.
        met: the position on the table, which is that of the box, or an image of it.
        move: the move that was made on the table.
        since: the moves on the table between the machine's last bead and this one; None where there are several ways.
    """

    box: Box
    slot: Slot
    met: Position
    move: Move
    since: tuple[Move, ...] | None


@dataclass(frozen=True, slots=True)
class Story:
    """A game as far as it is known. Of games that are images of each other it is one.

    Attributes:
        turns: the turns in which the machine picked a bead.
        end: the moves that were made after the last of them; None where there are several ways.
        last: the position in which the game ended; None where it may be one of several.
        resigned: True when the machine gave up at an empty box; None where it is not known.
    """

    turns: tuple[Turn, ...]
    end: tuple[Move, ...] | None
    last: Position | None
    resigned: bool | None


@dataclass(frozen=True, slots=True)
class _Course:
    """One way in which a game may have gone so far.

    Attributes:
        table: the game on the table.
        turns: for each bead the number of moves made before it, the position met, and the move.
    """

    table: Table
    turns: tuple[tuple[int, Position, Move], ...] = ()

    def after(self, move: Move) -> "_Course":
        """Return the course with a move more."""
        old = self.table
        table = Table(old.game, old.position, old.lead, [*old.moves], old.met.copy())
        table.play(move)
        return _Course(table, self.turns)

    def pick(self, move: Move) -> "_Course":
        """Return the course with a bead picked and its move made."""
        turns = (*self.turns, (len(self.table.moves), self.table.position, move))
        return _Course(self.after(move).table, turns)

    def moves_before(self, number: int) -> tuple[Move, ...]:
        """Return the moves between one bead and the next, or those after the last."""
        start = self.turns[number - 1][0] + 1 if number else 0
        end = self.turns[number][0] if number < len(self.turns) else len(self.table.moves)
        return tuple(self.table.moves[start:end])


def follow(kit: Kit, row: GameRow) -> Story:
    """Return what is known of a game from its row.

    Raises:
        RecordError: it cannot have been so; the error says where it goes wrong.

    >>> from kitgen.kit.build import make_kit
    >>> kit = make_kit("her")
    >>> story = follow(kit, GameRow(1, (PickedBead("A1", "R"),), -1))
    >>> [kit.game.text(turn.met) for turn in story.turns]
    ['bbb/..w/ww. b']
    """
    picks = [_bead(kit, pick, row.game) for pick in row.picks]
    faults = []
    for side in kit.players:
        try:
            return _story(kit, side, row, picks)
        except RecordError as error:
            faults.append(error)
    raise faults[-1]


def _bead(kit: Kit, pick: PickedBead, game: int) -> tuple[Box, Slot]:
    """Return the box and the slot that a pick names."""
    box = next((box for box in kit.boxes if box.id == pick.box), None)
    if box is None:
        raise RecordError(f"game {game}: kit {kit.name!r} has no box {quoted(pick.box)}")
    for slot in box.slots:
        if pick.bead in (slot.colour.letter.upper(), slot.colour.key):
            return box, slot
    letters = ", ".join(slot.colour.letter for slot in box.slots)
    raise RecordError(f"game {game}: box {box.id} has no bead {quoted(pick.bead)}; it has {letters}")


def _story(kit: Kit, side: int, row: GameRow, picks: Sequence[tuple[Box, Slot]]) -> Story:
    """Return what is known of a game in which the machine played a side."""
    table = Table(kit.game, kit.game.start())
    if kit.game.repetition is not None:
        table.met[table.position] += 1
    courses = [_Course(table)]
    for number, (box, slot) in enumerate(picks):
        courses = [picked for course in courses for picked in _picked(kit, side, course, box, slot)]
        if not courses:
            where = f"cannot come after {row.picks[number - 1].text}" if number else "cannot be the machine's first"
            raise RecordError(f"game {row.game}: box {box.id} {where}")
    ends = [end for course in courses for end in _ends(kit, side, course, row.result)]
    if not ends:
        after = f"after {row.picks[-1].text}" if picks else "without a bead"
        raise RecordError(f"game {row.game}: {after} it cannot be {_ENDED[row.result]}")
    return _told(kit, picks, ends)


def _picked(kit: Kit, side: int, course: _Course, box: Box, slot: Slot) -> Iterator[_Course]:
    """Yield every way to come to a box from a course and to make a slot's move there."""
    for reached in _to_next_box(kit, side, course):
        found = kit.locate(reached.table.position)
        if found is not None and found[0] is box:
            back = found[1].inverse()
            for move in slot.moves:
                yield reached.pick(back.move(move))


def _to_next_box(kit: Kit, side: int, course: _Course) -> Iterator[_Course]:
    """Yield every way to come to the machine's next box."""
    table = course.table
    if table.ended() is not None:
        return
    if table.position.to_move == side and kit.locate(table.position) is not None:
        yield course
        return
    for move in _without_a_box(kit, side, table):
        yield from _to_next_box(kit, side, course.after(move))


def _ends(kit: Kit, side: int, course: _Course, result: int) -> Iterator[tuple[_Course, bool]]:
    """Yield every way in which a course may end with a result, without another bead; and whether at an empty box."""
    table = course.table
    ended = table.ended()
    if ended is not None:
        if (ended if side == 0 else -ended) == result:
            yield course, False
    elif table.position.to_move == side and kit.locate(table.position) is not None:
        if kit.rule.when_empty.outcome == result:
            yield course, True
    else:
        for move in _without_a_box(kit, side, table):
            yield from _ends(kit, side, course.after(move), result)


def _without_a_box(kit: Kit, side: int, table: Table) -> Sequence[Move]:
    """Return the moves that may be made in a position that the machine has no box for."""
    game, position = kit.game, table.position
    if position.to_move == side:
        only = kit.unboxed(position)
        return () if only is None else (only,)
    moves = game.legal_moves(position)
    if kit.choices.opponent == "sensible":
        wins = [move for move in moves if game.result(game.play(position, move).position) == -1]
        return wins or moves
    return moves


def _told(kit: Kit, picks: Sequence[tuple[Box, Slot]], ends: Sequence[tuple[_Course, bool]]) -> Story:
    """Return one of the ways that a game may have gone, and of it what all of them share, images aside.

    Of ways that are images of each other it is the one in which the table looks like the boxes for longest.
    """
    as_printed = [
        [met.cells == box.position.cells for (_, met, _), (box, _) in zip(course.turns, picks, strict=True)]
        for course, _ in ends
    ]
    chosen, _ = ends[as_printed.index(max(as_printed))]
    alike = [(course, resigned) for course, resigned in ends if course.turns == chosen.turns]

    def shared(number: int) -> tuple[Move, ...] | None:
        return chosen.moves_before(number) if len({course.moves_before(number) for course, _ in alike}) == 1 else None

    turns = [
        Turn(box, slot, met, move, shared(number))
        for number, ((box, slot), (_, met, move)) in enumerate(zip(picks, chosen.turns, strict=True))
    ]
    lasts = {kit.symmetries.canonical(course.table.position) for course, _ in ends}
    gave_up = {resigned for _, resigned in ends}
    return Story(
        turns=tuple(turns),
        end=shared(len(turns)),
        last=chosen.table.position if len(lasts) == 1 else None,
        resigned=gave_up.pop() if len(gave_up) == 1 else None,
    )
