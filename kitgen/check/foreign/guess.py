"""Finds out how a table is written: which letters, which way up, how squares are called; whatever is not said."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

from kitgen.check.foreign.boards import Boards, LetterBoards, OwnNotation, own_signs, reading_order, signs_of
from kitgen.check.foreign.explain import Explanation, Reading, TableRow
from kitgen.check.foreign.namings import NAMINGS
from kitgen.check.foreign.per_move import gathered, is_per_move
from kitgen.check.foreign.squares import Squares
from kitgen.check.foreign.table import PositionTable, TableEntry
from kitgen.check.foreign.truth import Truth
from kitgen.errors import UnknownNameError, UsageError, quoted

#: Of the signs in a table so many of the commonest may stand for something; the rest are typing errors.
SIGNS = 5


@dataclass(frozen=True, slots=True)
class Said:
    """What the reader of a table has said of how it is written; None for what is to be found out.

    Attributes:
        letters: what signs stand for, as ``X=b,O=w,-=.``, the signs of the game's own notation on the right.
        squares: how squares are called, one of ``NAMINGS``.
        upside_down: True when the rows of the boards begin with the bottom one.
        images: True when the table should hold every image of a position.
        merged: True when one of several moves that are images of each other stands for all.
    """

    letters: str | None = None
    squares: str | None = None
    upside_down: bool | None = None
    images: bool | None = None
    merged: bool | None = None


@dataclass(frozen=True, slots=True)
class Guess:
    """How a table is read, and what that gives.

    Attributes:
        reading: how it is read.
        upside_down: True when the rows of its boards begin with the bottom one.
        rows: its entries, so read.
        explanation: what is wrong with them.
    """

    reading: Reading
    upside_down: bool
    rows: tuple[TableRow, ...]
    explanation: Explanation


def read_entries(truth: Truth, table: PositionTable, said: Said) -> Guess:
    """Return how a table is best read: as what gives the most decisions, then the most legal moves, then least faults.

    Raises:
        UsageError: something that was said is no way of writing tables of this game.
    """
    if said.squares is not None and said.squares not in NAMINGS:
        raise UnknownNameError("naming of squares", said.squares, NAMINGS)
    upwards, boards = max(_boards(truth, table, said), key=lambda one: _sense(truth, one[1], table.entries))
    order = reading_order(truth.game, upwards=upwards)
    namings = [said.squares] if said.squares else list(NAMINGS if isinstance(boards, LetterBoards) else NAMINGS[::-1])
    ways = [Squares(truth.game, naming, order) for naming in namings]
    squares = max(ways, key=lambda way: _legal(truth, boards, way, table.entries))
    rows = tuple(_row(truth, boards, squares, entry) for entry in table.entries)
    best: Guess | None = None
    for images in (False, True) if said.images is None else (said.images,):
        for merged in (False, True) if said.merged is None else (said.merged,):
            reading = Reading(boards, squares, images, merged, is_per_move(rows))
            entries, strayed = gathered(truth, reading, rows) if reading.per_move else (rows, ())
            found = Guess(reading, upwards, entries, Explanation(truth, reading, entries, strayed))
            if best is None or len(found.explanation.findings) < len(best.explanation.findings):
                best = found
    if best is None:  # there are always two ways, or the one that was said
        raise AssertionError
    return best


def _boards(truth: Truth, table: PositionTable, said: Said) -> Iterator[tuple[bool, Boards]]:
    """Yield the ways in which the boards may be written, and whether their rows begin with the bottom one."""
    game = truth.game
    own = own_signs(game, (image for images in truth.images.values() for image in images))
    if own is None:
        if said.letters is not None:
            raise UsageError(f"boards of {game.name} have no letters; leave out --letters")
        yield False, OwnNotation(game, truth.mover)
        return
    columns, cells = round(game.diagram.width), len(game.start().cells)
    sides = (game.sides[truth.mover].letter, game.sides[1 - truth.mover].letter)
    ways = [said.upside_down] if said.upside_down is not None else [False, True]
    counts = Counter[str]()
    for entry in table.entries:
        counts.update(signs_of(entry.board, columns, cells, sides))
    for upwards in ways:
        plain = LetterBoards(own, reading_order(game, upwards=upwards), columns, truth.mover, sides)
        if said.letters is not None:
            yield upwards, replace(plain, contents=_letters(said.letters, own))
            continue
        common = [sign for sign, _ in counts.most_common(SIGNS)]
        if set(own) >= set(common[: len(own)]):
            yield upwards, plain
            continue
        contents = sorted(own.values())
        for signs in permutations(common, min(len(contents), len(common))):
            yield upwards, replace(plain, contents=dict(zip(signs, contents, strict=False)))


def _letters(text: str, own: dict[str, int]) -> dict[str, int]:
    """Return what signs stand for, as ``--letters`` says it."""
    found: dict[str, int] = {}
    for part in text.split(","):
        sign, _, meant = part.rpartition("=")
        if not sign or meant not in own or sign in found:
            signs = " ".join(own)
            raise UsageError(f"--letters {quoted(text)} is not written like X={next(iter(own))}, with one of {signs}")
        found[sign] = own[meant]
    if set(found.values()) != set(own.values()):
        raise UsageError(f"--letters {quoted(text)} does not say what stands for each of {' '.join(own)}")
    return found


def _sense(truth: Truth, boards: Boards, entries: Sequence[TableEntry]) -> int:
    """Return how many decisions a way of writing boards gives."""
    return truth.known(boards.position(boards.signs(entry.board)) for entry in entries)


def _legal(truth: Truth, boards: Boards, squares: Squares, entries: Sequence[TableEntry]) -> int:
    """Return how many legal moves a way of writing moves gives, less the others."""
    score = 0
    for entry in entries:
        position = boards.position(boards.signs(entry.board))
        if position in truth.least_of:
            legal = {squares.spell(move) for move in truth.game.legal_moves(position)}
            score += sum(1 if move in legal else -1 for move in squares.split(entry.moves))
    return score


def _row(truth: Truth, boards: Boards, squares: Squares, entry: TableEntry) -> TableRow:
    """Return an entry as it is understood; where only the other way round gives sense, with its parts exchanged."""
    signs = boards.signs(entry.board)
    position = boards.position(signs)
    if position is None and entry.moves:
        other, moves = boards.signs(entry.moves), squares.split(entry.board)
        meant = boards.position(other)
        if meant in truth.least_of and set(moves) <= {squares.spell(move) for move in truth.game.legal_moves(meant)}:
            return TableRow(entry.place, other, meant, moves, exchanged=True)
    return TableRow(entry.place, signs, position, squares.split(entry.moves))
