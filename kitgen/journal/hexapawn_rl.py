"""Saves of HexapawnRL, a program by N. Jarry (1.0.0, https://github.com/JohnNoahJarry/HexapawnRL).

``saves/player1AI.json`` has White's machine, which moves first, ``player2AI.json`` Black's: for
each position that it has met, or its mirror image, the remaining moves and a score from 1 to 100
for each, which tells how likely it is.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta

from kitgen.errors import NotationError, RecordError, located, many, quoted
from kitgen.journal.foreign_beads import ForeignPosition, given_beads, spelled
from kitgen.kit.build import build_kit
from kitgen.kit.choices import Wish
from kitgen.kit.kit import Box, Given, Kit
from kitgen.model import Move, Position
from kitgen.reading.schema import read_json
from kitgen.reading.templates import Templates
from kitgen.record.account import ForeignNote

#: The program, its game, and the learning rule of kitgen that does what it does.
PROGRAM = "HexapawnRL"
GAME_SPEC = "hexapawn:3x3"
RULE_NAME = "hexapawn-rl"
#: Signs for a square, from a3 to c1: empty, a pawn of player 1, who moves up, a pawn of player 2.
SQUARE_SIGNS = "-Oo"
#: The highest score of a move, and the highest number of games.
MAX_SCORE = 100
MAX_GAMES = 999

Count = Annotated[int, Meta(ge=0, le=MAX_GAMES)]


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


class MetPosition(NamedTuple):
    """A position of a save: its place for messages, its squares, and its moves."""

    place: str
    squares: str
    saved: SavedPosition


class HexapawnRLSave:
    """A save of HexapawnRL from a file; ``RecordError`` if it contains no machine, or impossible
    moves.
    """

    def __init__(self, text: str, where: str) -> None:
        self.where = where
        self.saved = read_json(text.encode(), SavedMachine, where, RecordError)
        self.positions = []
        for squares, saved in self.saved.memory.items():
            self.positions.append(MetPosition(f"position {quoted(squares)}", squares, saved))
        with located(where):
            for position in self.positions:
                _check_scores(position)
            self.side = self._side()

    def kit(self, templates: Templates, rule: str | None = None) -> Kit:
        """Return a kit that learns like HexapawnRL, or by another rule, with a slot for each of
        its moves.
        """
        side = build_kit(GAME_SPEC).game.sides[self.side].name
        return build_kit(
            GAME_SPEC, Wish(side=side, rule=rule or RULE_NAME, merged=False), templates
        )

    def given(self, kit: Kit) -> Given:
        """Return its beads for a kit; ``RecordError`` if this plays another game or side, or a
        move is impossible.
        """
        _check_game(kit, self.where)
        if kit.players != (self.side,):
            own = kit.game.sides[self.side].name
            raise RecordError(f"{self.where} plays {own}, and {kit.name} plays {kit.choices.side}")
        with located(self.where):
            given = given_beads(kit, self._positions_in(kit), PROGRAM, SQUARE_SIGNS)
        name = "".join(letter for letter in self.saved.name if letter.isprintable())
        return msgspec.structs.replace(
            given, name=name, won=self.saved.wins, lost=self.saved.losses
        )

    def _side(self) -> int:
        """Return the side whose moves it has: 0 if they go up, 1 if down; without moves, that of
        its file's name.
        """
        example_by_side: dict[int, str] = {}
        for place, _, saved in self.positions:
            for move in saved.valid_moves:
                ranks = re.fullmatch(r"[a-c]([1-3])[a-c]([1-3])", move)
                if ranks is None or ranks[1] == ranks[2]:
                    raise RecordError(f"{place}: {quoted(move)} is not a move, such as a1a2")
                side = 1 if ranks[1] > ranks[2] else 0
                example_by_side[side] = f"{move} in {place}"
        if len(example_by_side) == 2:
            raise RecordError(
                f"the save has moves of both sides: {example_by_side[0]}, {example_by_side[1]}"
            )
        if example_by_side:
            return next(iter(example_by_side))
        named = re.search(r"player([12])AI", self.where)
        if named is None:
            raise RecordError("the save has no moves, and does not say which side it plays")
        return int(named[1]) - 1

    def _positions_in(self, kit: Kit) -> Iterator[ForeignPosition]:
        """Yield its positions in the game of a kit."""
        for place, squares, saved in self.positions:
            if not re.fullmatch(f"[{SQUARE_SIGNS}]{{9}}", squares):
                raise RecordError(
                    f"{place} is impossible: it needs nine of O, o and -, from a3 to c1"
                )
            position = Position(tuple(map(SQUARE_SIGNS.index, squares)), self.side)
            legal = kit.game.legal_moves(position)
            if not legal and not saved.valid_moves:
                continue  # the game is over there
            beads: dict[Move, int] = {}
            for text, score in zip(saved.valid_moves, saved.confidence_scores, strict=True):
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
            yield ForeignPosition(place, position, beads)


def _check_scores(position: MetPosition) -> None:
    """Refuse a position in which a move has no score, or an impossible one."""
    moves = position.saved.valid_moves
    scores = position.saved.confidence_scores
    if len(moves) != len(scores):
        counts = f"{many(len(moves), 'move')} and {many(len(scores), 'score')}"
        raise RecordError(f"{position.place} has {counts}; each move has one")
    for move, score in zip(moves, scores, strict=True):
        if not 1 <= score <= MAX_SCORE:
            raise RecordError(
                f"{position.place}: the score of {quoted(move)} is {score}; scores are "
                f"1 to {MAX_SCORE}"
            )


def _check_game(kit: Kit, where: str) -> None:
    if kit.game.spec != GAME_SPEC:
        raise RecordError(
            f"{where}: {PROGRAM} knows only {GAME_SPEC}, and {kit.name} plays {kit.game.called}"
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
    given_boxes = set()
    name = kit.name
    if kit.given is not None:
        given_boxes = {box.box for box in kit.given.boxes}
        name = kit.given.name or kit.name
    memory = {}
    moves_removed = 0
    for box, at_first in zip(kit.boxes, first.boxes, strict=True):
        if box.mirror_of is not None:  # its beads are those of the mirror image
            if box.slots != kit.by_id[box.mirror_of].slots:
                notes.append(ForeignNote("omitted", {"box": box.id, "other": box.mirror_of}))
            continue
        notes += _notes_on_box(kit, box)
        moves_removed += sum(len(slot.moves) for slot in box.slots if not slot.beads)
        saved = _saved_box(kit, box)
        has_changed = box.id in given_boxes or box.slots != at_first.slots
        if has_changed or not _is_new(saved, len(kit.game.legal_moves(box.position))):
            memory[spelled(box.position, SQUARE_SIGNS)] = saved
    for key, games in (("won", won), ("lost", lost)):
        if games > MAX_GAMES:
            notes.append(ForeignNote(key, {"games": games, "most": MAX_GAMES}))
    machine = SavedMachine(
        memory,
        name,
        level=1 + moves_removed,
        losses=min(lost, MAX_GAMES),
        wins=min(won, MAX_GAMES),
    )
    return msgspec.json.format(msgspec.json.encode(machine), indent=4) + b"\n", notes


def _beads_by_move(kit: Kit, box: Box) -> dict[str, int]:
    """Return the beads of the moves that are left in a box; of a slot, the first move stands for
    all.
    """
    return {kit.game.move_text(slot.moves[0]): slot.beads for slot in box.slots if slot.beads}


def _notes_on_box(kit: Kit, box: Box) -> Iterator[ForeignNote]:
    """Yield what of a box does not fit into a save."""
    if any(len(slot.moves) > 1 for slot in box.slots):
        yield ForeignNote("one_move", {"box": box.id})
    for move, beads in _beads_by_move(kit, box).items():
        if beads > MAX_SCORE:
            values = {"box": box.id, "move": move, "beads": beads, "most": MAX_SCORE}
            yield ForeignNote("beads", values)


def _saved_box(kit: Kit, box: Box) -> SavedPosition:
    moves = _beads_by_move(kit, box)
    return SavedPosition(list(moves), [min(beads, MAX_SCORE) for beads in moves.values()])


def _is_new(saved: SavedPosition, legal_moves: int) -> bool:
    """Return whether a position is as the program begins it: with a score of 1 for each move."""
    return saved.confidence_scores == [1] * legal_moves
