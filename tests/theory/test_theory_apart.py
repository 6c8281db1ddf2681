"""The parts of the theory one by one: whom the oracle asks and what it says when nobody knows, what
a database is and why it is refused, how memory is counted, and what a move is worth. No kernel is
compiled: what kernels would answer is written down.
"""

import inspect
import json
import os
import zipfile
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from counting import at_least

from kitgen.errors import KitgenError, TooLargeError
from kitgen.games import make_game
from kitgen.games.hexapawn import Hexapawn
from kitgen.theory import database, large_boards, memory, oracle
from kitgen.theory.database import Database, levels_of, open_database, save_database, starts_of
from kitgen.theory.explore import Layer, Symmetries, explore
from kitgen.theory.memory import SPARE, Budget, gib
from kitgen.theory.oracle import Oracle
from kitgen.theory.packed_solver import solve_packed
from kitgen.theory.possible_games import PossibleGames, count_games
from kitgen.theory.solve import Value, best_of, endless_score, in_plies, plies_to_the_end, verdict

AWARI = make_game("awari:2x2")


def refusal_of(ask):
    """Return why something is refused."""
    with pytest.raises(KitgenError) as caught:
        ask()
    return f"{type(caught.value).__name__}: {caught.value}"


# --- the oracle
# --------------------------------------------------------------------------------------------------


class Answers:
    """A solved board or a database that knows one position, and counts who asks."""

    def __init__(self, score, highest=3):
        self.score = score
        self.highest = highest
        self.asked = 0

    def worth(self, position):
        """Return the value of the start; None for others."""
        self.asked += 1
        return Value(self.score, 1) if position == Kernel().start() else None


class Kernel(Hexapawn):
    """Hexapawn with a kernel that is written down."""

    packed = SimpleNamespace(
        rank=lambda position: sum(map(bool, position.cells)),
        key=lambda position: hash(position.cells),
    )

    def __init__(self):
        super().__init__(3, 3)


class Plain(Hexapawn):
    """Hexapawn whose kernel is not installed."""

    packed = property(lambda _self: None)

    def __init__(self):
        super().__init__(3, 3)


@pytest.fixture
def solved(monkeypatch):
    """What is asked of a kernel."""
    calls = []

    def solve_board(game, position, *, limit):
        calls.append((game.text(position), limit))
        if position != game.start():
            raise TooLargeError("too large")
        return Answers(1)

    monkeypatch.setattr(large_boards, "solve_board", solve_board)
    return calls


def test_a_kernel_is_asked_once_for_each_position_and_first_where_a_game_is_large(solved):
    game = Kernel()
    start = game.start()
    asked = Oracle(game, too_large=True)
    assert asked.worth(start) == asked.worth(start) == Value(1, 1)
    assert asked.reached(start) is True
    assert solved == [(game.text(start), 4_000_000)]
    other = game.parse("bbb/w../.ww b")
    assert asked.worth(other) is None
    assert asked.worth(other) is None
    assert asked.reached(other) is False
    assert [text for text, _ in solved] == [game.text(start), game.text(other)]


def test_a_kernel_is_asked_where_plain_python_gives_up(solved):
    game = Kernel()
    asked = Oracle(game, limit=5)
    assert asked.worth(game.start()) == Value(1, 1)
    assert len(solved) == 1
    small = Oracle(game)
    assert small.worth(game.start()) == Value(-1, 6)
    assert len(solved) == 1


def test_whoever_lacks_a_kernel_is_told_what_to_install(monkeypatch):
    needed = []
    monkeypatch.setattr(large_boards, "need_compiled_search", needed.append)
    game = Plain()
    assert Oracle(game, limit=5).worth(game.start()) is None
    assert needed == [f"a position of {game.called} from which so many follow"]
    needed.clear()
    tictactoe = make_game("tictactoe:2x2")
    assert Oracle(tictactoe, limit=2).worth(tictactoe.start()) is None
    assert needed == []


def test_a_game_that_is_too_large_is_refused_as_a_whole(monkeypatch):
    game = make_game("tictactoe:2x2")
    for large in (Oracle(game, too_large=True), Oracle(game, limit=3)):
        for _ in range(2):
            message = refusal_of(lambda large=large: large.solution)
            if large._limit == 300_000:
                assert message == (
                    "TooLargeError: tictactoe:2x2 has more than 300,000 positions up to symmetry"
                )
            else:
                assert message == (
                    "TooLargeError: tictactoe:2x2 has more than 3 positions up to symmetry"
                )
        assert large.reached(game.start()) is None
    monkeypatch.setattr(oracle, "solve_graph", lambda graph: graph)
    whole = Oracle(game)
    assert whole.solution is whole.solution


def test_a_search_gives_up_after_so_many_positions():
    game = make_game("tictactoe:2x2")
    plain = Oracle(game)
    plain._search(game.start())
    known = len(plain._values)
    assert plain.worth(game.start()) == Value(1, 3)
    assert len(plain._values) == known
    few = Oracle(game, limit=2)
    message = refusal_of(lambda: few._search(game.start()))
    assert message == "TooLargeError: tictactoe:2x2 has more than 2 positions from here on"


def test_what_ends_a_game_is_known():
    for game, text, plies in (
        (make_game("hexapawn"), "w.b/.../... b", 0),
        (AWARI, "0,0/1,0 S", None),
    ):
        position = game.parse(text)
        value = Value(game.result(position), plies)
        assert value.score is not None
        asked = Oracle(game)
        asked._learn = None
        assert asked.worth(position) == value


def test_databases_are_asked_the_given_one_first_and_made_once(monkeypatch):
    made = []

    def quick(game, known):
        made.append((game.spec, known))
        return None if known == 7 else Answers(5)

    monkeypatch.setattr(large_boards, "quick_endgames", quick)
    for given, known, scores in (
        (None, -1, [5]),
        (Answers(2, highest=3), 3, [2, 5]),
        (Answers(2, highest=7), 7, [2]),
    ):
        made.clear()
        asked = Oracle(AWARI, too_large=True, database=given)
        assert [each.score for each in asked._endgames()] == scores
        assert asked._endgames() is asked._endgames()
        assert made == [("awari:2x2", known)]
    nim = Oracle(make_game("nim:5"), too_large=True)
    assert nim._endgames() == []


# --- databases
# --------------------------------------------------------------------------------------------------


@pytest.fixture
def small():
    """A database of small levels, of values that nobody has solved."""
    levels = levels_of(AWARI)
    starts = starts_of(levels, 3)
    values = np.array([[2, 0, -1, 0][number % 4] for number in range(starts[-1])], np.int8)
    return Database(AWARI, 3, values, starts)


def test_a_database_counts_its_positions_by_level(small):
    assert small.starts == (0, 1, 5, 15, 35)
    assert json.dumps(small.report()) == json.dumps(
        {
            "game": "awari:2x2",
            "positions": 35,
            "levels": [
                {"seeds": 0, "positions": 1, "wins": 1, "draws": 0, "losses": 0},
                {"seeds": 1, "positions": 4, "wins": 1, "draws": 2, "losses": 1},
                {"seeds": 2, "positions": 10, "wins": 2, "draws": 5, "losses": 3},
                {"seeds": 3, "positions": 20, "wins": 5, "draws": 10, "losses": 5},
            ],
        }
    )
    found = [small.worth(AWARI.parse(text)) for text in ("0,0/0,1 S", "1,1/1,0 N", "1,1/1,1 S")]
    assert found[2] is None
    assert {value.plies for value in found[:2]} == {None}
    level, index = levels_of(AWARI).locate(AWARI.parse("1,1/1,0 N"))
    assert found[1].score == small.values[small.starts[level] + index]


def test_a_database_is_kept_in_a_file_as_it_is(small, tmp_path):
    path = tmp_path / "ends.npz"
    save_database(small, path)
    with zipfile.ZipFile(path) as archive:
        assert archive.namelist() == ["about.npy", "values.npy"]
        assert {info.compress_type for info in archive.infolist()} == {zipfile.ZIP_STORED}
    with np.load(path) as archive:
        about = json.loads(archive["about"].tobytes())
        assert archive["values"].dtype == np.int8
    assert about == {
        "schema": "kitgen/endgame@1",
        "game": levels_of(AWARI).name,
        "unit": "seeds",
        "highest": 3,
    }
    found = open_database(path, AWARI)
    assert (found.highest, found.starts) == (3, small.starts)
    assert found.values.tolist() == small.values.tolist()


def test_each_file_that_is_no_database_is_told(small, tmp_path, golden):
    path = tmp_path / "ends.npz"
    save_database(small, path)
    content = path.read_bytes()
    with np.load(path) as archive:
        arrays = dict(archive)
    about = json.loads(arrays["about"].tobytes())
    lines = []

    def told(name, change=None, values=None, save=np.savez, game=AWARI):
        if callable(change):
            change()
        else:
            text = json.dumps(about | (change or {})).encode()
            kept = arrays["values"] if values is None else values
            save(path, about=np.frombuffer(text, np.uint8), values=kept)
        message = refusal_of(partial(open_database, path, game)).replace(str(tmp_path), "TMP")
        lines.append(f"{name}: {message}")
        path.write_bytes(content)

    told("cut", lambda: path.write_bytes(content[:-40]))
    told("empty", lambda: path.write_bytes(b""))
    told("text", lambda: path.write_text("words"))
    told("none", path.unlink)
    message = refusal_of(partial(open_database, Path("/dev/null"), AWARI))
    lines.append(f"a device: {message}")
    told("another schema", {"schema": "kitgen/endgame@9"})
    told("another game", {"game": "awari, 3 pits a side, rules simple"})
    told("no game", {"game": None})
    told("a level below nought", {"highest": -1})
    told("a level in words", {"highest": "many"})
    told("a level too many", {"highest": 4})
    told("too few values", values=arrays["values"][:-1])
    told("wide values", values=arrays["values"].astype(np.int16))
    told("values in rows", values=arrays["values"].reshape(5, 7))
    told("compressed", save=np.savez_compressed)
    told("without values", lambda: np.savez(path, about=arrays["about"]))
    told("without anything", lambda: np.savez(path, other=arrays["about"]))
    told("for another kind of game", lambda: None, game=make_game("hexapawn"))
    golden("said/databases-refused", "\n".join(lines))


def test_places_for_a_database_are_told(small, tmp_path, monkeypatch, golden):
    (tmp_path / "words.npz").write_text("words")
    save_database(small, tmp_path / "old.npz")
    lines = []
    for name in ("new.npz", "old.npz", "words.npz", "a.txt", "a.NPZ", "none/a.npz"):
        try:
            said = str(database.check_place(tmp_path / name))
        except KitgenError as error:
            said = f"{type(error).__name__}: {error}".replace(str(tmp_path), "TMP")
        lines.append(f"{name}: {said}")
    monkeypatch.setattr(os, "access", lambda *_: False)
    said = refusal_of(lambda: database.check_place(tmp_path / "new.npz"))
    lines.append(f"read-only: {said.replace(str(tmp_path), 'TMP')}")
    golden("said/places-for-databases", "\n".join(lines))


def test_a_database_is_built_level_by_level_where_memory_lasts(monkeypatch):
    solved = []
    told = []

    def solve(game, level, values, starts, tell):
        solved.append((game.spec, level, len(values), starts))
        tell("stage", 1, 2)

    monkeypatch.setattr(database, "_solve_level", solve)
    starts = starts_of(levels_of(AWARI), 2)
    needed = database.memory_for(AWARI, 2)
    assert needed == 32 * 10 + 15
    monkeypatch.setattr(database, "free_bytes", lambda: needed + SPARE)
    built = database.build_database(AWARI, 2, progress=lambda *words: told.append(words))
    assert (built.highest, built.starts, built.values.tolist()) == (2, starts, [0] * 15)
    assert solved == [("awari:2x2", level, 15, starts) for level in (0, 1, 2)]
    assert told == [("stage", 1, 2)] * 3
    solved.clear()
    monkeypatch.setattr(database, "gib", lambda size: f"{size} bytes")
    monkeypatch.setattr(database, "free_bytes", lambda: needed + SPARE - 1)
    words = (
        "TooLargeError: a database of awari:2x2 with 2 seeds has 15 positions and takes about "
        "335 bytes of memory to build"
    )
    for no_limit in (False, True):
        message = refusal_of(
            lambda no_limit=no_limit: database.build_database(AWARI, 2, no_limit=no_limit)
        )
        assert message == f"{words}; 334 bytes is available"
    monkeypatch.setattr(database, "free_bytes", lambda: 0)
    assert refusal_of(lambda: database.build_database(AWARI, 2)).endswith("; 0 bytes is available")
    monkeypatch.setattr(database, "free_bytes", lambda: 2**40)
    monkeypatch.setattr(database, "MAX_DATABASE_BYTES", needed - 1)
    assert refusal_of(lambda: database.build_database(AWARI, 2)) == words
    assert solved == []
    assert database.build_database(AWARI, 2, no_limit=True).highest == 2
    assert refusal_of(lambda: database.build_database(AWARI, 9)) == (
        "UsageError: a database of awari:2x2 can have 0 to 8 seeds, not 9"
    )


@pytest.mark.parametrize(
    ("most", "known", "highest"),
    [
        (4, -1, 0),
        (5, -1, 1),
        (15, -1, 2),
        (34, -1, 2),
        (35, -1, 3),
        (35, 2, 3),
        (35, 3, None),
        (10**9, -1, 8),
    ],
)
def test_the_levels_that_are_solved_at_once_have_so_many_positions(
    most, known, highest, monkeypatch
):
    monkeypatch.setattr(database, "build_database", lambda _game, highest: highest)
    found = database.build_at_once(AWARI, most, known)
    assert found == (highest if highest is None or highest > known else None)


def test_the_database_with_the_most_levels_is_found(small, tmp_path, monkeypatch):
    opened = []

    def open_one(path, _game):
        opened.append(path.name)
        if path.name == "c.npz":
            raise database.DatabaseError("damaged")
        return SimpleNamespace(highest={"a": 3, "b": 5, "d": 4}[path.stem])

    monkeypatch.setattr(database, "open_database", open_one)
    for name in ("b.npz", "a.npz", "c.npz", "d.npz", "e.txt"):
        (tmp_path / name).write_text("x")
    assert database.find_database(AWARI, [tmp_path / "none", tmp_path]).highest == 5
    assert opened == ["a.npz", "b.npz", "c.npz", "d.npz"]
    assert database.find_database(AWARI, []) is None
    assert database.find_database(make_game("nim:5"), [tmp_path]) is None
    assert small.highest == 3


# --- compiled search, memory
# --------------------------------------------------------------------------------------------------


def test_compiled_search_is_asked_by_name(monkeypatch):
    calls = []

    def ask_guest(name, what):
        def answer(*given, **how):
            calls.append((name, what, given, how))
            return name

        return 77 if name == "search.most_positions" else answer

    monkeypatch.setattr(large_boards, "ask_guest", ask_guest)
    monkeypatch.setattr(large_boards, "require", lambda *what: calls.append(what))
    monkeypatch.setattr(large_boards, "need", lambda *what: calls.append(what))
    large_boards.need_compiled_search("some work")
    assert large_boards.solve_board("game", "position", limit=5) == "search.solve_packed"
    large_boards.solve_board("game", limit=None, progress="told")
    assert large_boards.quick_endgames("game", 3) == "search.build_at_once"
    assert large_boards.open_endgames("game", "path") == "search.open_database"
    board = ("search.solve_packed", "a large board")
    assert calls == [
        ("search", "some work"),
        ("some work", "numba", "numpy"),
        (*board, ("game", "position"), {"limit": 5, "progress": None}),
        (*board, ("game", None), {"limit": 77, "progress": "told"}),
        ("search.build_at_once", "an endgame database", ("game", 1_000_000, 3), {}),
        ("search.open_database", "an endgame database", ("path", "game"), {}),
    ]


def test_a_budget_is_all_that_is_free_but_a_reserve(monkeypatch):
    assert SPARE == 256 * 2**20
    monkeypatch.setattr(memory, "free_bytes", lambda: SPARE + 10)
    budget = Budget("a game")
    assert (budget.what, budget.most, budget.taken) == ("a game", 10, 0)
    budget.take(10)
    message = refusal_of(lambda: budget.take(3 * 2**29))
    assert message == (
        "TooLargeError: a game needs more memory than is available: 1.5 GiB needed, 0.0 GiB "
        "available"
    )
    assert budget.taken == 10
    budget.give(4)
    assert budget.taken == 6
    budget.take(4)
    monkeypatch.setattr(memory, "free_bytes", lambda: SPARE - 1)
    assert Budget("a game").most == 0
    assert Budget("a game", most=7).most == 7
    assert [gib(size) for size in (0, 2**30, 2**31 + 2**29)] == ["0.0 GiB", "1.0 GiB", "2.5 GiB"]


def test_the_limit_of_a_process_counts(monkeypatch, tmp_path):
    resource = pytest.importorskip("resource")
    statm = tmp_path / "statm"
    statm.write_text("3 9 9\n")
    monkeypatch.setattr(memory, "_STATM", statm)
    monkeypatch.setattr(memory, "_GROUPS", ())
    monkeypatch.setattr(memory, "_MEMINFO", tmp_path / "none")
    monkeypatch.setattr(
        memory.os, "sysconf", lambda name: {"SC_PAGE_SIZE": 100, "SC_PHYS_PAGES": 50}[name]
    )
    monkeypatch.setattr(resource, "getpagesize", lambda: 1000)
    for limit, free in ((resource.RLIM_INFINITY, 5000), (7000, 4000), (2000, 0), (90_000, 5000)):
        monkeypatch.setattr(resource, "getrlimit", lambda _which, limit=limit: (limit, limit))
        assert memory.free_bytes() == free
    statm.unlink()
    assert memory.free_bytes() == 5000


# --- values, layers and symmetries
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("values", "best"),
    [
        ([(1, 5), (1, 3), (-1, 2)], (1, 3)),
        ([(-1, 5), (-1, 3)], (-1, 5)),
        ([(0, 5), (0, 3), (-1, 1)], (0, 3)),
        ([(0, None), (0, 3)], (0, 3)),
        ([(0, None), (-1, 3)], (0, None)),
        ([(4, None), (2, None)], (4, None)),
        ([(-1, 2)], (-1, 2)),
    ],
)
def test_the_best_value_hurries_to_win_and_delays_to_lose(values, best):
    assert best_of([Value(*value) for value in values]) == Value(*best)


def test_values_are_told_in_words():
    assert [verdict(score) for score in (2, 1, 0, -1, -2)] == [
        "wins",
        "wins",
        "draws",
        "loses",
        "loses",
    ]
    assert [in_plies(plies) for plies in (None, 0, 1, 2)] == [
        "",
        " in 0 plies",
        " in 1 ply",
        " in 2 plies",
    ]
    assert in_plies(2, "; ") == "; 2 plies"
    assert Value(2, None).before(3) == Value(1, None)
    assert Value(-1, 0).before(0) == Value(1, 1)
    assert plies_to_the_end(Value(0, 0)) == 0
    hare = make_game("told:hare-hounds-end")
    assert [endless_score(hare, side) for side in (0, 1)] == [-1, 1]
    assert [endless_score(make_game("nim:5"), side) for side in (0, 1)] == [0, 0]


def test_layers_have_turns_and_figures():
    layer = Layer(5, 1, 4, 3, 7, 2)
    assert layer.turn == 3
    assert layer.figures() == {"positions": 4, "boxes": 3, "slots": 7, "choices": 2}
    assert [Layer(depth, 0, 0, 0, 0, 0).turn for depth in range(5)] == [1, 1, 2, 2, 3]


def test_the_least_image_stands_for_all():
    game = make_game("tictactoe")
    symmetries = Symmetries(game)
    assert len(symmetries.all) == 8
    for text, unchanged, groups in (
        (".../.../... X", 8, [1, 4, 4]),
        ("X../.../... O", 2, [1, 1, 2, 2, 2]),
        ("XO./.../... X", 1, [1] * 7),
        (".X./.../... O", 2, [1, 1, 2, 2, 2]),
    ):
        position = game.parse(text)
        images = {symmetry.position(position) for symmetry in symmetries.all}
        assert symmetries.canonical(position) == min(images, key=lambda image: image.cells)
        assert len(symmetries.stabiliser(position)) == unchanged
        orbits = symmetries.orbits(position, game.legal_moves(position))
        assert sorted(map(len, orbits)) == groups
        assert list(orbits) == sorted(orbits)
        assert all(list(orbit) == sorted(orbit) for orbit in at_least(3, orbits))
    start = make_game("nim:5").start()
    assert Symmetries(make_game("nim:5")).canonical(start) is start


def test_exploring_stops_at_its_limit():
    game = make_game("tictactoe:2x2")
    size = len(explore(game).nodes)
    assert len(explore(game, limit=size).nodes) == size
    message = refusal_of(lambda: explore(game, limit=size - 1))
    assert message == (
        f"TooLargeError: tictactoe:2x2 has more than {size - 1} positions up to symmetry"
    )


def test_possible_games_are_counted_with_their_images():
    won = PossibleGames(9, (4, 3), 2, 5, 3.5)
    assert won.drawn == 2
    assert PossibleGames(9, None, 2, 5, 3.5).drawn is None
    counted = count_games(explore(make_game("tictactoe:2x2")))
    assert counted == PossibleGames(24, (24, 0), 3, 3, 3.0)
    assert count_games(explore(make_game("nim:3"))) == PossibleGames(4, (2, 2), 1, 3, 2.0)
    assert count_games(explore(make_game("told:mu-torere"))) is None


def test_points_have_no_winner_of_a_game():
    graph = explore(make_game("nim:3"))
    counted = count_games(graph)
    graph.game = SimpleNamespace(repetition=None, scoring=True)
    assert count_games(graph) == PossibleGames(4, None, 1, 3, 2.0)
    graph.game = SimpleNamespace(repetition=None, scoring=False)
    assert count_games(graph) == counted


def test_a_large_board_tells_how_far_it_is():
    told = []
    found = solve_packed(make_game("hexapawn:3x4"), progress=lambda *words: told.append(words))
    exploring = [words for words in told if words[0] == "exploring"]
    solving = [words for words in told if words[0] == "solving"]
    assert told == exploring + solving
    assert {total for _, _, total in exploring} == {None}
    assert {total for _, _, total in solving} == {len(found)}
    for steps in (exploring, solving):
        done = [count for _, count, _ in steps]
        assert done == sorted(done)
        assert done[-1] == len(found)


def test_exploring_tells_after_each_thousand_positions():
    told = []
    game = make_game("connect:4x3")
    graph = inspect.unwrap(explore)(game, progress=lambda *words: told.append(words))
    assert 3000 < len(graph.nodes) < 4000
    assert told == [("exploring connect:4x3", count, None) for count in (1000, 2000, 3000)]
