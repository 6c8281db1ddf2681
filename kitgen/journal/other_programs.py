"""Machines of other programs, with beads for moves but no games, from files recognised by their
contents.

A position is matched with the boxes of a kit that are images of it; the beads of moves that share a
slot are added up.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Annotated

import msgspec
from msgspec import Meta

from kitgen.errors import NotationError, RecordError, located, many, quoted
from kitgen.journal.beads import taken_over
from kitgen.journal.trained_tables import TrainedBoxes, read_trained
from kitgen.journal.unread_parts import leave_out, refuse_unread
from kitgen.kit.build import build_kit
from kitgen.kit.choices import Wish
from kitgen.kit.kit import TABLE_OF_BOXES, Box, Given, GivenBox, Kit
from kitgen.kit.kit_json import with_hash
from kitgen.model import Move, Position
from kitgen.position_tables.table_forms import is_json_lines
from kitgen.reading.schema import read_json
from kitgen.reading.templates import Templates
from kitgen.record.account import Account, ForeignNote

#: A position of another program's machine: its place in the file for messages, the position, and
#: the beads of moves.
ForeignPosition = tuple[str, Position, Mapping[Move, int]]


def given_beads(
    kit: Kit, entries: Iterable[ForeignPosition], source: str, signs: Sequence[str]
) -> Given:
    """Return the beads that a machine of another program gives to the boxes of a kit.

    Args:
        entries: its positions, with beads for legal moves only.
        signs: the program's signs for the contents of a square.

    Raises:
        RecordError: there is no box for a position, or two positions belong to one box but differ
            in their beads.
    """
    at = {box.position: box for box in kit.boxes}
    given: dict[str, tuple[str, tuple[int, ...]]] = {}
    for place, position, beads in entries:
        rows: dict[str, tuple[int, ...]] = {}
        for symmetry in kit.symmetries.all:
            box = at.get(symmetry.position(position))
            if box is not None and box.id not in rows:
                images = {symmetry.move(move): number for move, number in beads.items()}
                rows[box.id] = tuple(
                    sum(images.get(move, 0) for move in slot.moves) for slot in box.slots
                )
        if not rows and kit.unboxed(position) is None:
            raise RecordError(f"{place} {_no_box(kit, position, signs)}")
        for box_id, row in rows.items():
            other, same = given.setdefault(box_id, (place, row))
            if same != row:
                raise RecordError(f"{place} and {other} are both box {box_id}, with other beads")
    boxes = tuple(GivenBox(box.id, given[box.id][1]) for box in kit.boxes if box.id in given)
    if not boxes:
        raise RecordError("the machine has no box for any position in it")
    return Given(source, boxes)


def _no_box(kit: Kit, position: Position, signs: Sequence[str]) -> str:
    images = [symmetry.position(position).cells for symmetry in kit.symmetries.all]

    def apart(box: Box) -> int:
        return min(
            sum(a != b for a, b in zip(box.position.cells, cells, strict=True)) for cells in images
        )

    near = min(kit.boxes, key=apart)
    text = spelled(near.position, signs)
    return (
        f"is not a position that {kit.name} has a box for; the nearest is {text}, its box {near.id}"
    )


def spelled(position: Position, signs: Sequence[str]) -> str:
    """Return a position with the first sign for the contents of each square.

    >>> (
    ...     spelled(Position((0, 1, 2, 0), 0), SIGNS),
    ...     spelled(build_kit("her").game.start(), HEXAPAWN_SIGNS),
    ... )
    ('0120', 'ooo---OOO')
    """
    return "".join(signs[content][0] for content in position.cells)


# Tables of boxes for games in which pieces are placed, as programs for MENACE keep them; see the
# page of M. Scroggs (https://www.mscroggs.co.uk/menace).
#
# A box is its position, with a sign for each square row by row (0 if empty, 1 and 2 for the sides),
# and a number of beads for each square: in JSON ``{"000000000": [8, 8, 0, 0, 4, 0, 0, 0, 0], …}``,
# otherwise a line for each box.

#: The editions in which the machine goes first and second.
EDITIONS = ("menace", "menace-second")
#: Signs for an empty square, a piece of the side that begins, and a piece of the other side.
SIGNS = ("0.-_", "1Xx", "2Oo")
KEY = re.compile(r"[012.\-_XxOo]{4,64}")
_LINE = re.compile(
    r"[\s\"'{\[(]*([012.\-_XxOo]{4,64})[\s\"'\])]*[\s,;:=\t]+([-+0-9.,;\s\[\]\"'(){}]*)"
)
#: The most beads of a box, and the most boxes of a machine.
MOST_BEADS, MOST_BOXES = 999_999_999, 100_000
#: A box of a table: its place in the file for messages, its position, and its beads for each
#: square.
BoxLine = tuple[str, str, Sequence[object]]


class BoxTable:
    """A table of boxes from a file."""

    def __init__(self, lines: Sequence[BoxLine], where: str, text: str) -> None:
        self.lines = lines
        self.where = where
        self.text = text
        if len(lines) > MOST_BOXES:
            raise RecordError(f"{where} has more than {MOST_BOXES:,} boxes; no machine has so many")

    def kit(self, templates: Templates, rule: str | None = None) -> Kit:
        """Return the edition whose side is to move in the first position, with another rule if
        given.
        """
        with located(self.where):
            side = _position(*self.lines[0][:2], 9).to_move
        return build_kit(EDITIONS[side], Wish(rule=rule), templates)

    def given(self, kit: Kit) -> Given:
        """Return its beads for the boxes of a kit.

        ``RecordError`` if pieces are not placed in the kit's game, or a position or number of beads
        is impossible.
        """
        if (
            kit.game.diagram.moves != "place"
            or len(kit.game.diagram.pieces) != 2
            or len(kit.players) != 1
        ):
            raise RecordError(
                f"{self.where} is for games in which two sides place pieces, and "
                f"{kit.name} is not one"
            )
        with located(self.where):
            return given_beads(kit, self._entries(kit), TABLE_OF_BOXES, SIGNS)

    def _entries(self, kit: Kit) -> Iterator[ForeignPosition]:
        for place, signs, numbers in self.lines:
            position = _position(place, signs, len(kit.game.start().cells))
            if position.to_move not in kit.players:
                other = kit.game.sides[position.to_move].name
                raise RecordError(
                    f"{place}: in {quoted(signs)} it is {other} to move, not the machine"
                )
            if len(numbers) != len(signs):
                raise RecordError(
                    f"{place}: {quoted(signs)} has {len(numbers)} numbers for {len(signs)} squares"
                )
            legal = kit.game.legal_moves(position)
            beads: dict[Move, int] = {}
            for cell, number in enumerate(numbers):
                if (
                    isinstance(number, bool)
                    or not isinstance(number, int)
                    or not 0 <= number <= MOST_BEADS
                ):
                    raise RecordError(f"{place}: {quoted(str(number))} is not a number of beads")
                beads[Move(None, cell)] = number
            for move, number in beads.items():
                if number and move not in legal:
                    free = ", ".join(str(move.target + 1) for move in legal) or "none"
                    square = f"square {move.target + 1} of {quoted(signs)} has {number} beads"
                    raise RecordError(
                        f"{place}: {square}, but nothing can be placed there; open squares: {free}"
                    )
            yield f"{place} {quoted(signs)}", position, {move: beads[move] for move in legal}


def _position(place: str, signs: str, cells: int) -> Position:
    if len(signs) != cells:
        raise RecordError(f"{place}: {quoted(signs)} has {len(signs)} squares, not {cells}")
    contents = tuple(next(n for n, same in enumerate(SIGNS) if sign in same) for sign in signs)
    first, second = contents.count(1), contents.count(2)
    if first - second not in (0, 1):
        pieces = f"{first} of the side that begins, {second} of the other"
        raise RecordError(f"{place}: {quoted(signs)} is impossible: {pieces}")
    return Position(contents, first - second)


def from_data(data: Mapping[str, object], text: str, where: str) -> BoxTable:
    """Return the table in JSON; ``RecordError`` if a key is not a position, or a value not a
    list.
    """
    lines = []
    for key, value in data.items():
        before = text.partition(f'"{key}"')[0]
        place = f"line {before.count(chr(10)) + 1}"
        if KEY.fullmatch(key) is None:
            raise RecordError(
                f"{where}, {place}: {quoted(key)} is not a position: a 0, 1 or 2 for each square"
            )
        if not isinstance(value, list):
            raise RecordError(
                f"{where}, {place}: {quoted(key)} has no list of numbers, one for each square"
            )
        lines.append((place, key, value))
    return BoxTable(lines, where, text)


def from_lines(text: str, where: str) -> BoxTable | None:
    """Return the table in lines of text, such as ``000000000,8,8,0,0,4,0,0,0,0``; None if it is
    something else.

    There may be a heading; remarks begin with ``#``. ``RecordError`` if a line after the first is
    not a box.
    """
    rows = [(number, line.partition("#")[0]) for number, line in enumerate(text.splitlines(), 1)]
    rows = [(number, line) for number, line in rows if line.strip()]
    start = next(
        (index for index, row in enumerate(rows[:2]) if _line(*row) is not None), None
    )  # 1 below a heading
    if start is None:
        return None
    lines = []
    for number, line in rows[start:]:
        box = _line(number, line)
        if box is None:
            place = f"{where}, line {number}"
            raise RecordError(
                f"{place}: {quoted(line.strip())} is not a box: a position, then its beads"
            )
        lines.append(box)
    return BoxTable(lines, where, text)


def _line(number: int, text: str) -> BoxLine | None:
    match = _LINE.fullmatch(text.strip())
    if match is None:
        return None
    words = re.findall(r"[^\s,;:\[\]\"'(){}]+", match[2])
    beads = [int(word) if re.fullmatch("[0-9]{1,12}", word) else word for word in words]
    return (f"line {number}", match[1], beads) if beads else None


# Saves of HexapawnRL, a program by N. Jarry (1.0.0, https://github.com/JohnNoahJarry/HexapawnRL).
#
# ``saves/player1AI.json`` has White's machine, which moves first, ``player2AI.json`` Black's: for
# each position that it has met, or its mirror image, the remaining moves and a score from 1 to 100
# for each, which tells how likely it is.

NAME, GAME, RULE = "HexapawnRL", "hexapawn:3x3", "hexapawn-rl"
#: Signs for a square, from a3 to c1: empty, a pawn of player 1, who moves up, a pawn of player 2.
HEXAPAWN_SIGNS = "-Oo"
#: The highest score of a move, and the highest number of games.
HIGHEST, MOST_GAMES = 100, 999

Count = Annotated[int, Meta(ge=0, le=MOST_GAMES)]


class SavedPosition(msgspec.Struct, frozen=True, rename="camel"):
    """The remaining moves of a position, with their scores; without a move the machine resigns
    there.
    """

    valid_moves: Annotated[list[Annotated[str, Meta(max_length=20)]], Meta(max_length=50)]
    confidence_scores: Annotated[list[int], Meta(max_length=50)]


class SavedMachine(msgspec.Struct, frozen=True, rename="camel"):
    """A whole save; ``memory`` has the positions that were met, ``level`` is 1, plus 1 for each
    removed move.
    """

    memory: Annotated[dict[str, SavedPosition], Meta(max_length=1000)]
    name: Annotated[str, Meta(max_length=1000)] = ""
    level: Annotated[int, Meta(ge=0, le=9999)] = 1
    losses: Count = 0
    wins: Count = 0
    is_learning: bool = True


class HexapawnRLSave:
    """A save of HexapawnRL from a file; ``RecordError`` if it contains no machine, or impossible
    moves.
    """

    def __init__(self, text: str, where: str) -> None:
        self.where = where
        self.saved = read_json(text.encode(), SavedMachine, where, RecordError)
        self.positions = [
            (f"position {quoted(name)}", name, known) for name, known in self.saved.memory.items()
        ]
        with located(where):
            for place, _, known in self.positions:
                moves, scores = (
                    many(len(known.valid_moves), "move"),
                    many(len(known.confidence_scores), "score"),
                )
                if len(known.valid_moves) != len(known.confidence_scores):
                    raise RecordError(f"{place} has {moves} and {scores}; each move has one")
                for move, score in zip(known.valid_moves, known.confidence_scores, strict=True):
                    if not 1 <= score <= HIGHEST:
                        raise RecordError(
                            f"{place}: the score of {quoted(move)} is {score}; scores are "
                            f"1 to {HIGHEST}"
                        )
            self.side = self._side()

    def kit(self, templates: Templates, rule: str | None = None) -> Kit:
        """Return a kit that learns like HexapawnRL, or by another rule, with a slot for each of
        its moves.
        """
        side = build_kit(GAME).game.sides[self.side].name
        return build_kit(GAME, Wish(side=side, rule=rule or RULE, merged=False), templates)

    def given(self, kit: Kit) -> Given:
        """Return its beads for a kit; ``RecordError`` if this plays another game or side, or a
        move is impossible.
        """
        _check_game(kit, self.where)
        if kit.players != (self.side,):
            own = kit.game.sides[self.side].name
            raise RecordError(f"{self.where} plays {own}, and {kit.name} plays {kit.choices.side}")
        with located(self.where):
            given = given_beads(kit, self._entries(kit), NAME, HEXAPAWN_SIGNS)
        name = "".join(letter for letter in self.saved.name if letter.isprintable())
        return msgspec.structs.replace(
            given, name=name, won=self.saved.wins, lost=self.saved.losses
        )

    def _side(self) -> int:
        went: dict[int, str] = {}
        for place, _, known in self.positions:
            for move in known.valid_moves:
                way = re.fullmatch(r"[a-c]([1-3])[a-c]([1-3])", move)
                if way is None or way[1] == way[2]:
                    raise RecordError(f"{place}: {quoted(move)} is not a move, such as a1a2")
                went[int(way[1] > way[2])] = f"{move} in {place}"
        if len(went) == 2:
            raise RecordError(f"the save has moves of both sides: {went[0]}, {went[1]}")
        if went:
            return next(iter(went))
        named = re.search(r"player([12])AI", self.where)
        if named is None:
            raise RecordError("the save has no moves, and does not say which side it plays")
        return int(named[1]) - 1

    def _entries(self, kit: Kit) -> Iterator[ForeignPosition]:
        for place, letters, known in self.positions:
            if not re.fullmatch(f"[{HEXAPAWN_SIGNS}]{{9}}", letters):
                raise RecordError(
                    f"{place} is impossible: it needs nine of O, o and -, from a3 to c1"
                )
            position = Position(tuple(map(HEXAPAWN_SIGNS.index, letters)), self.side)
            legal = kit.game.legal_moves(position)
            if not legal and not known.valid_moves:
                continue  # the game is over there
            beads: dict[Move, int] = {}
            for text, score in zip(known.valid_moves, known.confidence_scores, strict=True):
                move = None
                with suppress(NotationError):
                    move = kit.game.parse_move(position, text)
                if move is None or move not in legal:
                    could = ", ".join(map(kit.game.move_text, legal)) or "none"
                    raise RecordError(
                        f"{place}: {text} is not a legal move there; legal moves: {could}"
                    )
                if move in beads:
                    raise RecordError(f"{place} has {text} twice")
                beads[move] = score
            yield place, position, beads


def _check_game(kit: Kit, where: str) -> None:
    if kit.game.spec != GAME:
        raise RecordError(
            f"{where}: {NAME} knows only {GAME}, and {kit.name} plays {kit.game.called}"
        )


def write_save(kit: Kit, first: Kit, won: int, lost: int) -> tuple[bytes, list[ForeignNote]]:
    """Return a machine as a save of HexapawnRL, and notes about what does not fit there.

    Positions that are as HexapawnRL would begin them are omitted, unless they were in the save from
    which it comes. ``RecordError`` if it plays another game.

    Args:
        kit: the machine with its present beads.
        first: the same machine before its first game.
        won, lost: how many games it has won and lost.
    """
    _check_game(kit, "it cannot be written")
    notes: list[ForeignNote] = []
    given = {box.box for box in kit.given.boxes} if kit.given is not None else set()
    memory = {}
    removed = 0
    for box, before in zip(kit.boxes, first.boxes, strict=True):
        if box.mirror_of is not None:
            if box.slots != next(other.slots for other in kit.boxes if other.id == box.mirror_of):
                notes.append(ForeignNote("omitted", {"box": box.id, "other": box.mirror_of}))
            continue
        if any(len(slot.moves) > 1 for slot in box.slots):
            notes.append(ForeignNote("one_move", {"box": box.id}))
        removed += sum(len(slot.moves) for slot in box.slots if not slot.beads)
        moves = {kit.game.move_text(slot.moves[0]): slot.beads for slot in box.slots if slot.beads}
        for move, beads in moves.items():
            if beads > HIGHEST:
                notes.append(
                    ForeignNote(
                        "beads", {"box": box.id, "move": move, "beads": beads, "most": HIGHEST}
                    )
                )
        scores = [min(beads, HIGHEST) for beads in moves.values()]
        # It begins a new position with a score of 1 for each move.
        if (
            box.id in given
            or box.slots != before.slots
            or scores != [1] * len(kit.game.legal_moves(box.position))
        ):
            memory[spelled(box.position, HEXAPAWN_SIGNS)] = SavedPosition(list(moves), scores)
    for key, games in (("won", won), ("lost", lost)):
        if games > MOST_GAMES:
            notes.append(ForeignNote(key, {"games": games, "most": MOST_GAMES}))
    name = (kit.given.name if kit.given is not None else "") or kit.name
    saved = SavedMachine(memory, name, 1 + removed, min(lost, MOST_GAMES), min(won, MOST_GAMES))
    return msgspec.json.format(msgspec.json.encode(saved), indent=4) + b"\n", notes


# Machines of any other program, as a table of positions with weights for moves; see
# ``trained_tables``.


#: The most keys of a file that a message names.
MAX_KEYS_NAMED = 4


class TrainedFile:
    """A text that may hold a trained machine."""

    def __init__(self, text: str, kind: str, where: str, keys: Iterable[str] = ()) -> None:
        """``kind`` is the suffix of its file, ``keys`` are the first ones of its data, for
        messages.
        """
        self.text = text
        self.kind = kind
        self.where = where
        self._has = ", ".join(map(quoted, keys)) or "no keys"

    def kit(self, _templates: Templates, _rule: str | None = None) -> Kit:
        """Raise ``RecordError``: the text does not name its game."""
        raise RecordError(
            f"{self._unknown()}; name its kit with kitgen journal import FILE --kit menace"
        )

    def _unknown(self) -> str:
        return (
            f"{self.where} is of a program that kitgen does not know: it has {self._has}; kitgen "
            "reads saves of "
            'HexapawnRL (memory), tables of boxes ("000000000": [8, …]), its own exports, and for '
            "a kit that is named "
            "tables with a weight for each move of each board"
        )

    def given(self, kit: Kit) -> Given:
        """Return its beads for a kit; ``RecordError`` if it has none, or boards that are no
        boxes of the kit.
        """
        trained = self.read(kit)
        refuse_unread(trained.account, self.where, "nothing was made")
        return trained.given

    def read(self, kit: Kit) -> TrainedBoxes:
        """Return the beads for a kit, and an account; ``RecordError`` if it has none for any
        box.
        """
        with located(self.where):
            trained = read_trained(self.text, self.kind, kit)
        if trained is None:
            raise RecordError(f"{self._unknown()}; there are none for positions of {kit.name}")
        return trained


#: A machine of another program.
Foreign = BoxTable | HexapawnRLSave | TrainedFile


def read_foreign(text: str, where: str) -> Foreign | None:
    """Return the machine of another program in a file; None if the file contains games.

    ``RecordError`` if it is damaged.
    """
    begins = text.lstrip()
    if begins.startswith("["):
        return TrainedFile(text, ".json", where)
    if not begins.startswith("{"):
        return from_lines(text, where)
    if any(
        key in begins.partition("\n")[0] for key in ('"schema"', '"picks"')
    ):  # of a journal, or of a game
        return None
    if is_json_lines(text, ".json"):
        return TrainedFile(text, ".json", where)
    try:
        data = msgspec.json.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise RecordError(f"{where} is not valid JSON ({error})") from None
    if "memory" in data:
        return HexapawnRLSave(text, where)
    boxes = data["boxes"] if isinstance(data.get("boxes"), dict) else data
    if any(KEY.fullmatch(key) for key in boxes) and not any(
        isinstance(value, dict) for value in boxes.values()
    ):
        return from_data(boxes, text, where)
    return TrainedFile(text, ".json", where, list(data)[:MAX_KEYS_NAMED])


def machine_of(foreign: Foreign, kit: Kit) -> Kit:
    """Return a kit with the beads of another program's machine; ``RecordError`` if the machine
    does not fit the kit.
    """
    return with_given(kit, foreign.given(kit))


def with_given(kit: Kit, given: Given) -> Kit:
    """Return a kit with the beads that a machine is given."""
    return with_hash(taken_over(kit, given))


@dataclass(frozen=True, slots=True)
class ForeignMachine:
    """A kit with the beads of another program's machine, notes on how it was read, and an
    account of its file.
    """

    kit: Kit
    notes: tuple[ForeignNote, ...] = ()
    account: Account = field(default_factory=Account)


def take_machine(
    foreign: Foreign, kit: Kit, ignore: Collection[str] = (), *, trained: TrainedBoxes | None = None
) -> ForeignMachine:
    """Return a kit with the beads of another program's machine, without the parts that are ignored
    by name.

    A table of boxes that does not fit as it stands is read as a table of positions, if it has at
    least half of the kit's boxes; ``trained`` is what somebody has read of it already.
    ``RecordError`` if the machine does not fit the kit, or a part of the file is not read.
    """
    if not isinstance(foreign, TrainedFile):
        try:
            return ForeignMachine(machine_of(foreign, kit))
        except RecordError:
            trained = _large_table(foreign, kit)
            if trained is None:
                raise
    elif trained is None:
        trained = foreign.read(kit)
    account = leave_out(trained.account, ignore, foreign.where)
    refuse_unread(account, foreign.where, "nothing was made")
    return ForeignMachine(with_given(kit, trained.given), trained.notes, account)


def _large_table(foreign: Foreign, kit: Kit) -> TrainedBoxes | None:
    """Return what a table of boxes gives as a table of positions; None if that is less than half
    of the boxes.
    """
    if not isinstance(foreign, BoxTable) or len(kit.players) != 1:
        return None
    kind = ".json" if foreign.text.lstrip().startswith("{") else ".txt"
    trained = read_trained(foreign.text, kind, kit)
    if trained is None or 2 * len(trained.given.boxes) < len(kit.boxes):
        return None
    return trained
