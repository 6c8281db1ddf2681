"""The saves of HexapawnRL, a program of N. Jarry (1.0.0, https://github.com/JohnNoahJarry/HexapawnRL), in and out.

``saves/player1AI.json`` holds White's machine, which moves first, ``player2AI.json`` Black's. For each position that
was met, or its mirror image, there are the moves that are left and a score from 1 to 100 for each: how likely it is.
"""

import re
from collections.abc import Iterator
from typing import Annotated

import msgspec
from msgspec import Meta

from kitgen.errors import NotationError, RecordError, quoted
from kitgen.kit.build import make_kit
from kitgen.kit.choices import Wish
from kitgen.kit.file.given import Given
from kitgen.kit.kit import Kit
from kitgen.model import Move, Position
from kitgen.schema import read_json
from kitgen.session.exchange.states import ForeignPosition, given_beads
from kitgen.templates import Templates

NAME, GAME, RULE = "HexapawnRL", "hexapawn:3x3", "hexapawn-rl"
#: What lies on a square, from a3 to c1: nothing, a pawn of player 1, who moves up, one of player 2.
SIGNS = "-Oo"
#: The highest score of a move, and the highest number of games.
HIGHEST, MOST_GAMES = 100, 999

Count = Annotated[int, Meta(ge=0, le=MOST_GAMES)]


class SavedPosition(msgspec.Struct, frozen=True, rename="camel"):
    """What is known of one position; without any move the machine resigns there.

    Attributes:
        valid_moves: the moves that are left.
        confidence_scores: the score of each.
    """

    valid_moves: Annotated[list[Annotated[str, Meta(max_length=20)]], Meta(max_length=50)]
    confidence_scores: Annotated[list[int], Meta(max_length=50)]


class SavedMachine(msgspec.Struct, frozen=True, rename="camel"):
    """A whole save.

    Attributes:
        memory: all positions that were met.
        name: what the machine is called.
        level: 1, and one more for each move that was removed.
        losses, wins: how many games it has lost and won.
        is_learning: whether it learns.
    """

    memory: Annotated[dict[str, SavedPosition], Meta(max_length=1000)]
    name: Annotated[str, Meta(max_length=1000)] = ""
    level: Annotated[int, Meta(ge=0, le=9999)] = 1
    losses: Count = 0
    wins: Count = 0
    is_learning: bool = True


class HexapawnRLSave:
    """A save that was read.

    Args:
        text: the file.
        where: its name.

    Raises:
        RecordError: it holds no machine, or moves that are none.
    """

    def __init__(self, text: str, where: str) -> None:
        self.where = where
        self.saved = read_json(text.encode(), SavedMachine, where, RecordError)
        for place, one in self._positions():
            if len(one.valid_moves) != len(one.confidence_scores):
                moves, scores = len(one.valid_moves), len(one.confidence_scores)
                raise RecordError(f"{place} has {_many(moves, 'move')} and {_many(scores, 'score')}; each move has one")
            for move, score in zip(one.valid_moves, one.confidence_scores, strict=True):
                if not 1 <= score <= HIGHEST:
                    raise RecordError(f"{place}: the score of {quoted(move)} is {score}; scores are 1 to {HIGHEST}")
        self.side = self._side()

    def kit(self, templates: Templates, rule: str | None = None) -> Kit:
        """Return a kit that learns as HexapawnRL does, or by another rule, and has a slot for each of its moves."""
        side = make_kit(GAME).game.sides[self.side].name
        return make_kit(GAME, Wish(side=side, rule=rule or RULE, merged=False), templates)

    def given(self, kit: Kit) -> Given:
        """Return its beads, as they lie in the boxes of a kit.

        Raises:
            RecordError: the kit plays another game or side, or a position or move is none.
        """
        _check_game(kit, self.where)
        if kit.players != (self.side,):
            own = kit.game.sides[self.side].name
            raise RecordError(f"{self.where} plays {own}, and {kit.name} plays {kit.choices.side}")
        try:
            given = given_beads(kit, self._entries(kit), NAME, spelled)
        except RecordError as error:
            if str(error).startswith(self.where):
                raise
            raise RecordError(f"{self.where}: {error}") from None
        name = "".join(letter for letter in self.saved.name if letter.isprintable())
        return msgspec.structs.replace(given, name=name, won=self.saved.wins, lost=self.saved.losses)

    def _positions(self) -> Iterator[tuple[str, SavedPosition]]:
        """Yield all positions, each with where it stands."""
        for letters, one in self.saved.memory.items():
            yield f"{self.where}, position {quoted(letters)}", one

    def _side(self) -> int:
        """Return the side that plays: White's pawns go up, Black's down.

        Raises:
            RecordError: both do, or nobody knows.
        """
        went: dict[int, str] = {}
        for place, one in self._positions():
            for move in one.valid_moves:
                way = re.fullmatch(r"[a-c]([1-3])[a-c]([1-3])", move)
                if way is None or way[1] == way[2]:
                    raise RecordError(f"{place}: {quoted(move)} is no move, such as a1a2")
                went[int(way[1] > way[2])] = f"{move} in {place.removeprefix(f'{self.where}, ')}"
        if len(went) == 2:
            raise RecordError(f"{self.where} has moves of both sides: {went[0]}, {went[1]}")
        if went:
            return next(iter(went))
        named = re.search(r"player([12])AI", self.where)
        if named is None:
            raise RecordError(f"{self.where} has no move in it, and does not say which side it plays")
        return int(named[1]) - 1

    def _entries(self, kit: Kit) -> Iterator[ForeignPosition]:
        """Yield all positions with the scores of their moves."""
        for (place, one), letters in zip(self._positions(), self.saved.memory, strict=True):
            if not re.fullmatch(f"[{SIGNS}]{{9}}", letters):
                raise RecordError(f"{place} is none: it needs nine of O, o and -, from a3 to c1")
            position = Position(tuple(map(SIGNS.index, letters)), self.side)
            legal = kit.game.legal_moves(position)
            if not legal and not one.valid_moves:
                continue  # the game is over there, as it knows
            beads: dict[Move, int] = {}
            for text, score in zip(one.valid_moves, one.confidence_scores, strict=True):
                move = _move(kit, position, text)
                if move not in legal:
                    could = ", ".join(map(kit.game.move_text, legal)) or "none"
                    raise RecordError(f"{place}: {text} is no legal move there; there are {could}")
                if move in beads:
                    raise RecordError(f"{place} has {text} twice")
                beads[move] = score
            yield ForeignPosition(place, position, beads)


def _many(count: int, what: str) -> str:
    """Return a number of things in words."""
    return f"{count} {what}{'s' * (count != 1)}"


def _move(kit: Kit, position: Position, text: str) -> Move | None:
    """Return the move that a text says; None where it says none."""
    try:
        return kit.game.parse_move(position, text)
    except NotationError:
        return None


def _check_game(kit: Kit, where: str) -> None:
    """Refuse a machine of another game."""
    if kit.game.spec != GAME:
        raise RecordError(f"{where}: {NAME} knows {GAME} alone, and {kit.name} plays {kit.game.spec}")


def spelled(position: Position) -> str:
    """Return a position as HexapawnRL writes it.

    >>> spelled(make_kit("her").game.start())
    'ooo---OOO'
    """
    return "".join(SIGNS[content] for content in position.cells)


def write_save(kit: Kit, first: Kit, won: int, lost: int) -> tuple[bytes, list[str]]:
    """Return a machine as a save of HexapawnRL, and what of it has no place there.

    Positions that are as HexapawnRL itself would begin them are left out, but for those that it was given.

    Args:
        kit: the machine, with the beads that are left.
        first: the same before its first game.
        won: how many games it has won.
        lost: how many it has lost.

    Raises:
        RecordError: it plays another game, or both sides of one.
    """
    _check_game(kit, "it cannot be written")
    notes = []
    given = {one.box for one in kit.given.boxes} if kit.given is not None else set()
    memory = {}
    removed = 0
    for box, before in zip(kit.boxes, first.boxes, strict=True):
        if box.mirror_of is not None:
            if box.slots != next(other.slots for other in kit.boxes if other.id == box.mirror_of):
                notes.append(f"box {box.id} is left out: there its mirror image, {box.mirror_of}, stands for both")
            continue
        if any(len(slot.moves) > 1 for slot in box.slots):
            notes.append(f"box {box.id}: one move is written for itself and its mirror image")
        removed += sum(len(slot.moves) for slot in box.slots if not slot.beads)
        left = {kit.game.move_text(slot.moves[0]): slot.beads for slot in box.slots if slot.beads}
        over = [text for text, beads in left.items() if beads > HIGHEST]
        notes += [f"box {box.id}: {text} has {left[text]} beads, and is written with {HIGHEST}" for text in over]
        scores = [min(beads, HIGHEST) for beads in left.values()]
        # What has still to be met is not known to it; it would begin it with a score of 1 for each move.
        if box.id in given or box.slots != before.slots or scores != [1] * len(kit.game.legal_moves(box.position)):
            memory[spelled(box.position)] = SavedPosition(list(left), scores)
    for what, games in (("won", won), ("lost", lost)):
        if games > MOST_GAMES:
            notes.append(f"{games} games {what} are written as {MOST_GAMES}")
    name = (kit.given.name if kit.given is not None else "") or kit.name
    saved = SavedMachine(memory, name, 1 + removed, min(lost, MOST_GAMES), min(won, MOST_GAMES))
    return msgspec.json.format(msgspec.json.encode(saved), indent=4) + b"\n", notes
