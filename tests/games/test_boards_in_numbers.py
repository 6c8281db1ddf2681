"""The numbers of which compiled kernels know a board, and the largest boards that have them, as a
golden text: a kernel that plays wrongly is seen by the tests that compare it with the rules, and
one that has no board any more is not.
"""

import zlib

import pytest
from counting import at_least

from kitgen.games import make_game
from kitgen.model import Move

pytest.importorskip("numba")

#: Boards of every size, those of the largest and of the next one too.
SPECS = (
    "hexapawn:2x2", "hexapawn:3x3", "hexapawn:4x3", "hexapawn:3x5", "hexapawn:6x5", "hexapawn:5x6",
    "hexapawn:4x8", "hexapawn:8x4", "hexapawn:6x6", "hexapawn:7x6", "hexapawn:6x7", "hexapawn:8x6",
    "hexapawn:2x8", "hexapawn:8x2", "awari:1x1", "awari:2x2", "awari:3x3", "awari:3x3,rules=simple",
    "awari:6x4", "awari:6x9", "awari:6x9,rules=simple", "awari:7x1", "awari:12x9", "awari:12x1",
    "awari:5x9", "awari:2x9", "nim:9", "connect:4x4",
)  # fmt: skip


def digest(numbers):
    """Return how many numbers there are, the first of them, and a check of all."""
    numbers = [int(number) for number in numbers]
    check = zlib.crc32(repr(numbers).encode())
    return f"{len(numbers)} {numbers[:9]} {check:08x}"


def some_positions(game):
    """Return the start and two positions after it."""
    positions = [game.start()]
    for which in (-1, 0):
        moves = game.legal_moves(positions[-1])
        if moves:
            positions.append(game.play(positions[-1], moves[which]).position)
    return positions


def described(game):
    """Yield what kernels know of a board in each form."""
    positions = some_positions(game)
    packed = game.packed
    if packed is not None:
        keys = [(packed.key(position), packed.rank(position)) for position in positions]
        yield f"packed: {packed.ranks} {packed.max_fall} {packed.max_moves} {keys}"
        yield digest(packed.shape)
    levels = game.levels
    if levels is not None:
        sizes = [levels.size(level) for level in (0, 1, levels.highest)]
        found = [levels.locate(position) for position in positions]
        yield f"levels: {levels.name}, {levels.max_moves} {levels.cells} {levels.highest} {sizes}"
        yield f"{digest(levels.shape)} {found}"
    words = game.words
    if words is not None:
        packs = [words.pack(position) for position in positions]
        moves = [
            words.move(position, number) for position in positions for number in range(words.width)
        ]
        plain = " ".join(f"{move.source}>{move.target}" for move in moves if isinstance(move, Move))
        yield f"words: {words.width} {words.traits} {words.gaining} {words.cycle} {packs}"
        yield f"{digest(words.numbers)} {zlib.crc32(plain.encode()):08x} {plain[:60]}"


@pytest.mark.guest("search")
def test_boards_have_the_numbers_that_they_had(golden):
    lines = []
    for spec in at_least(20, SPECS):
        lines += [f"== {spec}", *described(make_game(spec))]
    golden("games/in-numbers", "\n".join(lines))
