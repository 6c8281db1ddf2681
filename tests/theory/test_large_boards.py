"""Large boards, explored and solved by compiled kernels: equal to plain Python, position by
position.
"""

import subprocess
import sys
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sampling import examples, few

from kitgen.errors import TooLargeError
from kitgen.games import make_game
from kitgen.games.nim import Nim
from kitgen.games.packed import GAME_OVER, MAX_RANKS, PACKED_MOVES_TYPE, Packed
from kitgen.inquiries.game_solution import survey
from kitgen.theory import memory, packed_solver
from kitgen.theory.explore import Symmetries, explore
from kitgen.theory.memory import Budget, free_bytes
from kitgen.theory.packed_solver import PLACE_BYTES, solve_packed
from kitgen.theory.solve import Value, solve_graph


def bytes_of(ranked):
    """Return the bytes of all keys and values."""
    return sum(rank_set.keys.nbytes + rank_set.marks.nbytes for rank_set in ranked.sets.values())


@pytest.mark.parametrize(
    "size", few(["2x2", "3x3", "2x5", "3x4", "4x3", "5x3", "3x5", "4x4"], one_in=3)
)
def test_every_position_is_worth_what_plain_python_says(size):
    game = make_game(f"hexapawn:{size}")
    solution = solve_graph(explore(game))
    ranked = solve_packed(game)
    assert len(ranked) == len(solution.graph.nodes)
    for node in solution.graph.nodes:
        assert ranked.worth(node.position) == solution.worth(node.position), game.text(
            node.position
        )


def test_exploring_starts_anywhere():
    game = make_game("hexapawn:4x4")
    start = game.parse("bb.b/..b./.w../w.ww w")
    solution = solve_graph(explore(game, start))
    ranked = solve_packed(game, start)
    assert len(ranked) == len(solution.graph.nodes)
    for node in solution.graph.nodes:
        assert ranked.worth(node.position) == solution.worth(node.position)
    assert ranked.worth(game.start()) is None


@pytest.mark.parametrize(
    "size", few(["3x3", "4x4", "5x5", "6x5", "6x6", "7x5", "3x7", "8x3", "4x7"], one_in=3)
)
def test_moves_keys_and_ranks_agree_with_the_rules(size):
    """A key stands for a position and its mirror image, and the kernel's moves lead to those of
    the rules.
    """
    game = make_game(f"hexapawn:{size}")
    form = game.packed
    symmetries = Symmetries(game)
    child = np.zeros(form.max_moves, np.int64)
    fall = np.zeros(form.max_moves, np.int64)
    position = game.start()
    keys = {}
    ended = 0
    symmetric = 0
    for step in range(400):
        key = form.key(position)
        assert 0 < key < 2**63
        assert keys.setdefault(key, symmetries.canonical(position)) == symmetries.canonical(
            position
        )
        assert {form.key(symmetry.position(position)) for symmetry in game.symmetries} == {key}
        count = form.moves(key, form.shape, child, fall)
        result = game.result(position)
        if result is not None:
            ended += 1
            assert count == GAME_OVER + result
            position = game.start()
            continue
        orbits = symmetries.orbits(position, game.legal_moves(position))
        symmetric += len(symmetries.stabiliser(position)) > 1
        after = [game.play(position, orbit[0]).position for orbit in orbits]
        expected = sorted((form.key(p), form.rank(position) - form.rank(p)) for p in after)
        assert sorted(zip(child[:count].tolist(), fall[:count].tolist(), strict=True)) == expected
        assert 0 <= form.rank(position) < form.ranks
        assert all(0 < falls <= form.max_fall for _, falls in expected)
        assert count <= form.max_moves
        position = after[step * 7 % len(after)]
    assert ended > 5
    assert symmetric > 5
    assert len(keys) > 5


@pytest.mark.parametrize("size", ["8x8", "5x8", "7x6"])
def test_a_board_that_does_not_fit_into_a_word_offers_no_kernel(size):
    game = make_game(f"hexapawn:{size}")
    assert game.packed is None
    with pytest.raises(TooLargeError, match="no compiled kernel"):
        solve_packed(game)


@pytest.mark.every
def test_the_counts_of_5x5():
    game = make_game("hexapawn:5x5")
    told = []
    ranked = solve_packed(game, progress=lambda *args: told.append(args))
    sides = {
        side: tuple(sum(getattr(layer, key) for layer in ranked.layers if layer.side == side)
                    for key in ("boxes", "slots", "choices"))
        for side in (0, 1)
    }  # fmt: skip
    assert sides == {1: (478_322, 1_782_086, 454_899), 0: (490_848, 1_802_037, 464_611)}
    assert ranked.worth(game.start()) == Value(1, 19)
    assert bytes_of(ranked) < 24 * len(ranked)
    assert {stage for stage, _, _ in told} == {"exploring", "solving"}
    assert told[-1] == ("solving", len(ranked), len(ranked))
    for stage in ("exploring", "solving"):
        done = [count for name, count, _ in told if name == stage]
        assert done == sorted(done)
        assert len(done) > 50


@pytest.mark.parametrize("size", ["3x4", "4x3", "3x5"])
def test_positions_are_counted_by_their_fewest_plies(size, monkeypatch):
    game = make_game(f"hexapawn:{size}")
    compiled = survey(game)
    monkeypatch.setattr(type(game), "packed", None)
    assert survey(game).layers == compiled.layers


@cache
def drawn_moves():
    """The moves of games that nobody plays: ``shape`` lists where each number goes, and who has
    won at the ends.
    """
    from kitgen.compiling.compiled import compiled  # noqa: PLC0415 - it takes a second

    @compiled(PACKED_MOVES_TYPE)
    def moves(key, shape, child, fall):
        width = shape[0]
        number = (key - 1) // 2
        side = (key - 1) % 2
        row = 1 + number * width
        count = 0
        while shape[row + count] >= 0:
            child[count] = 2 * shape[row + count] + 2 - side
            fall[count] = number - shape[row + count]
            count += 1
        return count or GAME_OVER + shape[row + width - 1]

    return moves


class Ladder(Nim):
    """Nim, of which only the positions are used."""

    packed = None


def drawn_game(ways, results):
    """A game in which one goes from a number down to one of those listed for it."""
    table = np.full((len(ways), 5), -1, np.int64)
    for number, out in enumerate(ways):
        table[number, : len(out)] = out
        table[number, 4] = results[number]
    game = Ladder(MAX_RANKS, 3, "wins")
    game.packed = Packed(
        shape=np.concatenate(([5], table.ravel())),
        moves=drawn_moves(),
        ranks=len(ways),
        max_fall=len(ways),
        max_moves=3,
        key=lambda position: 2 * sum(position.cells) + 1 + position.to_move,
        rank=lambda position: sum(position.cells),
    )
    return game


@pytest.mark.every
@settings(max_examples=examples(100), deadline=None)
@given(st.data())
def test_wins_draws_and_losses_of_any_length(data):
    """Down a ladder of ends that are won, drawn and lost; compared with the definition, read
    literally.
    """
    size = data.draw(st.integers(3, 60))
    few = [
        st.lists(st.integers(max(0, number - 9), number - 1), max_size=3, unique=True)
        for number in range(1, size)
    ]
    ways = [[], *map(data.draw, few)]
    results = [data.draw(st.integers(-1, 1)) for _ in ways]
    values = []
    for number, out in enumerate(ways):
        best = [Value(-values[child].score, values[child].plies + 1) for child in out]
        top = max((value.score for value in best), default=results[number])
        lengths = [value.plies for value in best if value.score == top] or [0]
        values.append(Value(top, max(lengths) if top < 0 else min(lengths)))
    game = drawn_game(ways, results)
    ranked = solve_packed(game, game.position(size - 1, 0))
    met = set()
    waiting = [(size - 1, 0)]
    while waiting:
        number, side = waiting.pop()
        if (number, side) not in met:
            met.add((number, side))
            assert ranked.worth(game.position(number, side)) == values[number]
            waiting += [(child, 1 - side) for child in ways[number]]
    assert len(ranked) == len(met)


@pytest.mark.parametrize("end", [-1, 0, 1])
def test_a_game_may_be_as_long_as_a_byte_can_say(end):
    game = drawn_game([[], *([number] for number in range(MAX_RANKS - 1))], [end] * MAX_RANKS)
    ranked = solve_packed(game, game.position(MAX_RANKS - 1, 0))
    for number in range(MAX_RANKS):
        side = (MAX_RANKS - 1 - number) % 2
        assert ranked.worth(game.position(number, side)) == Value(
            -end if number % 2 else end, number
        )


def test_too_many_positions_are_refused_in_words(monkeypatch):
    game = make_game("hexapawn:4x4")
    count = len(solve_packed(game))
    assert len(solve_packed(game, limit=count)) == count
    monkeypatch.setattr(packed_solver, "gib", lambda size: f"{size:,} bytes")
    says = (
        f"hexapawn:4x4 has more than {count - 1:,} positions .* over "
        f"{2 * PLACE_BYTES * (count - 1):,} bytes of memory"
    )
    with pytest.raises(TooLargeError, match=says):
        solve_packed(game, limit=count - 1)


def test_what_memory_cannot_hold_is_refused_in_words(monkeypatch):
    monkeypatch.setattr(packed_solver, "Budget", lambda what: Budget(what, most=2 << 20))
    with pytest.raises(
        TooLargeError, match=r"hexapawn:5x5 needs more memory than is available: .*, 0\.0 GiB av"
    ):
        solve_packed(make_game("hexapawn:5x5"), limit=2**62)


def test_what_is_counted_as_taken_is_what_the_answers_take(monkeypatch):
    budget = Budget("hexapawn:4x4")
    monkeypatch.setattr(packed_solver, "Budget", lambda _what: budget)
    ranked = solve_packed(make_game("hexapawn:4x4"))
    assert budget.taken == bytes_of(ranked) > PLACE_BYTES * len(ranked)


@pytest.mark.every
def test_a_limit_of_the_process_is_kept_without_being_killed():
    script = (
        "import resource\nfrom kitgen.games import make_game\n"
        "from kitgen.theory.packed_solver import solve_packed\n"
        "solve_packed(make_game('hexapawn:3x3'))\nfrom kitgen.theory.memory import _STATM, SPARE\n"
        "now = int(_STATM.read_text().split()[0]) * resource.getpagesize()\n"
        "resource.setrlimit(resource.RLIMIT_AS, (now + SPARE + (8 << 20),) * 2)\n"
        "try:\n    solve_packed(make_game('hexapawn:5x5'))\nexcept Exception as error:\n"
        "    print(type(error).__name__)"
    )
    if not memory._STATM.exists():
        pytest.skip("the system does not say how much memory a process has")
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout == "TooLargeError\n"


def test_the_least_of_what_is_free_counts(monkeypatch, tmp_path):
    most = tmp_path / "max"
    used = tmp_path / "current"
    most.write_text("5000\n")
    used.write_text("1000\n")
    before = free_bytes()
    assert before > 1 << 20
    monkeypatch.setattr(memory, "_GROUPS", ((most, used),))
    assert free_bytes() == 4000
    most.write_text("max\n")
    assert free_bytes() > 1 << 20
    said = tmp_path / "meminfo"
    said.write_text("MemTotal: 9 kB\nMemFree: 1 kB\nMemAvailable: 3 kB\n")
    monkeypatch.setattr(memory, "_MEMINFO", said)
    assert free_bytes() == 3072


def test_a_budget_counts_what_is_taken():
    budget = Budget("hexapawn:9x9", most=3 << 29)
    budget.take(1 << 30)
    with pytest.raises(
        TooLargeError, match=r"hexapawn:9x9 needs .* 2\.0 GiB needed, 1\.5 GiB available"
    ):
        budget.take(1 << 30)
    budget.give(1 << 30)
    budget.take(1 << 30)
    assert budget.taken == 1 << 30


@pytest.mark.every
def test_kernels_print_no_warnings_and_load_only_when_needed():
    script = (
        "import sys, warnings\nwarnings.simplefilter('error')\n"
        "from kitgen.games import make_game\nfrom kitgen.inquiries.game_solution import survey\n"
        "survey(make_game('nim'))\nassert 'numba' not in sys.modules\n"
        "from kitgen.theory.packed_solver import solve_packed\ngame = make_game('hexapawn:3x3')\n"
        "print(tuple(solve_packed(game).worth(game.start())))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert (done.stdout, done.stderr) == ("(-1, 6)\n", "")
