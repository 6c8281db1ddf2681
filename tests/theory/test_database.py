"""Endgame databases: right values, whole files or none, and clear words about what is no
database.
"""

import json
import os
import random
import shutil
import zipfile
from math import comb

import numpy as np
import pytest
from click.testing import CliRunner
from command_answers import result_of
from counting import at_least
from hypothesis import given, settings
from hypothesis import strategies as st
from sampling import examples, sample

from kitgen.cli.main import main
from kitgen.errors import DatabaseError, TooLargeError, UsageError
from kitgen.games import make_game
from kitgen.model import Position
from kitgen.theory.database import (
    build_database,
    check_place,
    find_database,
    memory_for,
    open_database,
    save_database,
)
from kitgen.theory.explore import explore
from kitgen.theory.solve import solve_graph

RULES = ["research", "simple"]


@pytest.fixture(scope="module")
def ten():
    """All positions of the usual board with up to ten seeds."""
    return build_database(make_game("awari:6x4"), 10)


@pytest.mark.parametrize(
    ("seeds", "counts"),
    [(5, (2165, 0, 2203)), (8, (37767, 8351, 29464)), (10, (157721, 93743, 101252))],
)
def test_as_many_wins_draws_and_losses_as_published(ten, seeds, counts):
    assert ten.counts(seeds) == counts


def test_every_position_has_its_byte(ten):
    assert [sum(ten.counts(seeds)) for seeds in range(11)] == [
        comb(seeds + 11, 11) for seeds in range(11)
    ]
    assert ten.values.dtype == np.int8
    assert len(ten.values) == ten.values.nbytes == comb(22, 12)


def test_progress_goes_from_nothing_to_all_and_never_back():
    told = []
    game = make_game("awari:6x4")
    build_database(game, 7, progress=lambda *step: told.append(step))
    done = [step[1] for step in told]
    assert done == sorted(done)
    assert {step[2] for step in told} == {done[-1]} == {comb(19, 12)}
    assert [*dict.fromkeys(step[0] for step in told)] == [f"{level} seeds" for level in range(8)]


def test_a_database_may_go_as_far_as_places_can_be_numbered():
    assert make_game("awari:6x4").levels.highest == 28
    assert comb(28 + 11, 11) < 1 << 31 < comb(29 + 11, 11)
    assert make_game("awari:3x3").levels.highest == 18


def test_positions_are_the_same_in_any_order():
    """The next position is made from the one before it; any other from its number alone."""
    levels = make_game("awari:3x3").levels
    luck = random.Random(1)

    def moves_of(level, index, cells):
        child = np.zeros(levels.max_moves, np.int64)
        gain = np.zeros(levels.max_moves, np.int64)
        return levels.moves(level, index, levels.shape, cells, child, gain), [*child], [*gain]

    shared = np.zeros(levels.cells, np.int64)
    shared[-1] = -1
    index = 0
    for _ in range(300):
        index = luck.choice((index, (index + 1) % levels.size(6), luck.randrange(levels.size(6))))
        fresh = np.zeros(levels.cells, np.int64)
        fresh[-1] = -1
        assert moves_of(6, index, shared) == moves_of(6, index, fresh)


@pytest.mark.parametrize(
    ("size", "simple", "research"),
    [("2x3", -4, 1), ("3x1", -2, 0), ("3x2", 0, 3), ("3x3", 2, 0), ("4x1", -2, 0)],
)
def test_the_starts_of_small_boards(size, simple, research):
    found = {}
    for rules in RULES:
        game = make_game(f"awari:{size},rules={rules}")
        found[rules] = build_database(game, game.levels.highest).worth(game.start()).score
    assert found == {"simple": simple, "research": research}


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("size", ["2x3", "3x1", "1x4"])
def test_equal_to_retrograde_analysis_from_the_start(size, rules):
    game = make_game(f"awari:{size},rules={rules}")
    database = build_database(game, game.levels.highest)
    solution = solve_graph(explore(game))
    for node, value in at_least(3, zip(solution.graph.nodes, solution.values, strict=True)):
        assert database.worth(node.position) == (value, None), game.text(node.position)


def searched(game, position, path):
    """Value by the plainest search there is: a position that was met before on the way ends the
    game, even.
    """
    result = game.result(position)
    if result is not None:
        return result
    if position in path:
        return 0
    steps = [game.play(position, move) for move in game.legal_moves(position)]
    return max(step.gain - searched(game, step.position, path | {position}) for step in steps)


def compositions(seeds, pits):
    """All ways to put seeds into pits."""
    if pits == 1:
        yield (seeds,)
        return
    for first in range(seeds + 1):
        yield from ((first, *rest) for rest in compositions(seeds - first, pits - 1))


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(("size", "most"), sample([("1x4", 8), ("2x2", 6), ("3x1", 3)], one_in=3))
def test_equal_to_brute_force(size, most, rules):
    game = make_game(f"awari:{size},rules={rules}")
    database = build_database(game, most)
    count = 0
    for seeds in range(most + 1):
        for cells in compositions(seeds, 2 * game.pits):
            for side in (0, 1):
                position = Position(cells, side)
                assert database.worth(position).score == searched(game, position, frozenset()), (
                    game.text(position)
                )
                count += 1
    assert count == 2 * comb(most + 2 * game.pits, 2 * game.pits)


@settings(max_examples=examples(300), deadline=None)
@given(st.data())
def test_a_value_is_that_of_the_best_move(ten, data):
    pits = data.draw(st.lists(st.integers(0, 11), max_size=10))
    cells = tuple(pits.count(pit) for pit in range(12))
    position = Position(cells, data.draw(st.integers(0, 1)))
    game = ten.game
    result = game.result(position)
    if result is None:
        steps = [game.play(position, move) for move in game.legal_moves(position)]
        result = max(step.gain - ten.worth(step.position).score for step in steps)
    assert ten.worth(position).score == result


def test_positions_with_more_seeds_are_not_known(ten):
    assert ten.worth(ten.game.start()) is None


def test_a_file_is_mapped_and_gives_the_same_values(ten, tmp_path):
    path = tmp_path / "ten.npz"
    save_database(ten, path)
    read = open_database(path, ten.game)
    assert isinstance(read.values, np.memmap)
    assert np.array_equal(read.values, ten.values)
    assert os.listdir(tmp_path) == ["ten.npz"]  # noqa: PTH208 - hidden files count
    assert path.stat().st_size < len(ten.values) + 2000
    with np.load(path) as archive:  # NumPy itself reads it, too
        assert np.array_equal(archive["values"], ten.values)
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None


def test_the_same_database_gives_the_same_bytes(tmp_path):
    game = make_game("awari:3x2")
    for name in ("one.npz", "two.npz"):
        save_database(build_database(game, 6), tmp_path / name)
    assert (tmp_path / "one.npz").read_bytes() == (tmp_path / "two.npz").read_bytes()
    with zipfile.ZipFile(tmp_path / "one.npz") as archive:  # no clock in it either
        assert {member.date_time for member in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_a_failure_while_writing_leaves_the_old_file(tmp_path, monkeypatch):
    game = make_game("awari:2x3")
    path = tmp_path / "a.npz"
    save_database(build_database(game, 3), path)
    before = path.read_bytes()

    def fail(*_args, **_keys):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(np.lib.format, "write_array", fail)
    with pytest.raises(DatabaseError, match="No space left on device; nothing was changed"):
        save_database(build_database(game, 4), path)
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["a.npz"]  # noqa: PTH208


@pytest.fixture
def small(tmp_path):
    game = make_game("awari:2x3")
    path = tmp_path / "small.npz"
    save_database(build_database(game, 5), path)
    return path


@pytest.mark.parametrize("keep", [0, 10, 100, 300, -1, -30])
def test_a_truncated_file_is_refused(small, keep):
    content = small.read_bytes()
    small.write_bytes(content[:keep])
    with pytest.raises(
        DatabaseError,
        match="damaged or no endgame database" if keep else "is empty; name a database",
    ):
        open_database(small, make_game("awari:2x3"))


def test_foreign_files_are_refused(small, tmp_path):
    game = make_game("awari:2x3")
    with pytest.raises(
        DatabaseError,
        match=r"is a database of 'awari, 2 pits a side, rules research', not 'awari, 3",
    ):
        open_database(small, make_game("awari:3x3"))
    with pytest.raises(DatabaseError, match="rules simple"):
        open_database(small, make_game("awari:2x3,rules=simple"))
    other = tmp_path / "other.npz"
    np.savez(other, values=np.zeros(10, np.int8))
    with pytest.raises(DatabaseError, match="no endgame database"):
        open_database(other, game)
    np.savez(other, about=np.zeros(3, np.uint8), values=np.zeros(10, np.int8))
    with pytest.raises(DatabaseError, match="no endgame database"):
        open_database(other, game)
    other.write_text("words")
    with pytest.raises(DatabaseError, match="is text; name a database of endgames"):
        open_database(other, game)
    with pytest.raises(DatabaseError, match="there is no file"):
        open_database(tmp_path / "missing.npz", game)
    with pytest.raises(UsageError, match="no endgame databases"):
        open_database(small, make_game("hexapawn"))


def rewritten(path, about=None, values=None):
    """Write a database again with something else in it."""
    with np.load(path) as archive:
        old_about = json.loads(archive["about"].tobytes())
        old_values = archive["values"]
    text = json.dumps(old_about | (about or {})).encode()
    np.savez(
        path, about=np.frombuffer(text, np.uint8), values=old_values if values is None else values
    )


def test_a_file_that_contradicts_itself_is_refused(small):
    game = make_game("awari:2x3")
    for about, values in (
        ({"highest": 6}, None),
        ({"highest": -1}, None),
        ({"highest": "many"}, None),
        ({"schema": "kitgen/endgame@9"}, None),
        (None, np.zeros(5, np.int8)),
        (None, np.zeros(1000, np.int16)),
        (None, np.zeros((100, 10), np.int8)),
    ):
        content = small.read_bytes()
        rewritten(small, about, values)
        with pytest.raises(DatabaseError, match=r"damaged"):
            open_database(small, game)
        small.write_bytes(content)
    assert open_database(small, game).highest == 5


def test_values_that_are_cut_short_are_refused(small):
    with zipfile.ZipFile(small) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    members["values.npy"] = members["values.npy"][:-20]
    with zipfile.ZipFile(small, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    with pytest.raises(DatabaseError, match="its values are incomplete"):
        open_database(small, make_game("awari:2x3"))


def test_compressed_values_are_refused(small):
    with np.load(small) as archive:
        arrays = dict(archive)
    np.savez_compressed(small, **arrays)
    with pytest.raises(DatabaseError, match="its values are compressed"):
        open_database(small, make_game("awari:2x3"))


def test_a_database_of_a_board_with_more_seeds_serves_one_with_fewer(tmp_path):
    path = tmp_path / "many.npz"
    save_database(build_database(make_game("awari:2x4"), 14), path)
    few = make_game("awari:2x3")
    assert open_database(path, few).worth(few.start()).score == 1


def test_the_largest_database_in_a_folder_is_found(small, tmp_path):
    game = make_game("awari:2x3")
    save_database(build_database(game, 7), tmp_path / "b.npz")
    save_database(build_database(make_game("awari:3x1"), 6), tmp_path / "c.npz")
    (tmp_path / "d.npz").write_text("words")
    assert find_database(game, [tmp_path / "nowhere", tmp_path]).highest == 7
    assert find_database(make_game("awari:4x1"), [tmp_path]) is None
    assert find_database(make_game("hexapawn"), [tmp_path]) is None
    assert small.exists()


def test_too_many_seeds_are_refused_with_the_memory_they_take():
    game = make_game("awari:6x4")
    with pytest.raises(
        TooLargeError, match=r"22 seeds has 548,354,040 positions and takes about 6\.3 GiB"
    ):
        build_database(game, 22)
    with pytest.raises(UsageError, match="can have 0 to 12 seeds, not 13"):
        build_database(make_game("awari:2x3"), 13)
    with pytest.raises(UsageError, match="not -1"):
        build_database(game, -1)
    assert memory_for(game, 12) < 100e6


def test_places_that_cannot_be_written_are_refused_before_the_work(small, tmp_path):
    check_place(small)  # a database may be made anew
    check_place(tmp_path / "new.npz")
    words = tmp_path / "words.npz"
    words.write_text("words")
    for path, why in (
        (words, "is not a database"),
        (tmp_path / "a.txt", "does not end in .npz"),
        (tmp_path / "no" / "a.npz", "there is no folder"),
    ):
        with pytest.raises(DatabaseError, match=why):
            check_place(path)


def run(*words):
    return CliRunner().invoke(main, list(words))


def test_solve_saves_and_find_uses_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def no_kit(
        text, *_wishes, **_limits
    ):  # finding out that the usual board is too large takes seconds
        raise TooLargeError(text)

    monkeypatch.setattr("kitgen.inquiries.position_lookup.load_kit", no_kit)
    done = run("solve", "awari:6x4", "--levels", "6", "-o", "awari6.npz", "--json")
    assert done.exit_code == 0, done.output
    data = result_of(done.stdout)
    assert data["positions"] == comb(18, 12)
    assert data["levels"][5] == {
        "seeds": 5,
        "positions": 4368,
        "wins": 2165,
        "draws": 0,
        "losses": 2203,
    }
    assert data["file"] == "awari6.npz"
    position = "0,0,0,0,1,2/0,2,1,0,0,0 S"
    answer = run("find", "awari:6x4", position, "--json", "--database", "awari6.npz")
    assert answer.exit_code == 0, answer.output
    game = make_game("awari:6x4")
    database = open_database(tmp_path / "awari6.npz", game)
    assert result_of(answer.stdout)["value"] == database.worth(game.parse(position)).score
    # Without --database it is found where it lies.
    monkeypatch.setattr("kitgen.theory.large_boards.AT_ONCE", 1)
    assert (
        result_of(run("find", "awari:6x4", position, "--json").stdout)["value"]
        == database.worth(game.parse(position)).score
    )
    (tmp_path / "awari6.npz").rename(tmp_path / "awari6.away")
    assert (
        result_of(run("find", "awari:6x4", "1,1,1,1,1,1/1,0,0,0,0,0 S", "--json").stdout)["value"]
        is None
    )
    (tmp_path / "awari6.away").rename(tmp_path / "awari6.npz")
    shutil.copy("awari6.npz", "foreign.npz")
    wrong = run("find", "awari:6x4,rules=simple", position, "--database", "foreign.npz")
    assert wrong.exit_code == 1
    assert "is a database of 'awari, 6 pits a side, rules research'" in wrong.output
    assert run("find", "awari:6x4", position, "--database", "missing.npz").exit_code == 1


def test_without_a_file_solve_says_what_it_found():
    done = run("solve", "awari:3x3", "--levels", "4")
    assert done.exit_code == 0
    assert "210 positions; wins, draws and losses are of the side to move." in done.stdout
    assert "Nothing was saved" in done.stdout


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (OSError(5, "Input/output error"), "cannot be read: Input/output error"),
        (OSError("no more room for a map"), "cannot be read: no more room for a map"),
        (ValueError("odd\nmore"), r"is damaged or no endgame database \(odd\)"),
    ],
)
def test_a_file_that_cannot_be_mapped_is_refused(error, said, tmp_path, monkeypatch):
    game = make_game("awari:2x2")
    path = tmp_path / "small.npz"
    save_database(build_database(game, 2), path)

    def fail(_path):
        raise error

    monkeypatch.setattr("kitgen.theory.database._map", fail)
    with pytest.raises(DatabaseError, match=said):
        open_database(path, game)
