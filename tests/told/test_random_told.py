"""Games of ``benchmarks/random_told.py``: two readings of the language, and values found in another
way.

The second reading is that of ``verify``. From it all positions are listed, and their values are
found by sweeps over all of them, without parents, queues or symmetries.
"""

import tomllib
from collections import Counter
from itertools import islice
from math import inf

import pytest
from certificate_programs import GENERAL, TOLD, refusal
from sampling import few
from told_samples import random_told

from kitgen.errors import KitgenError
from kitgen.games.told.told_file import game_at
from kitgen.games.told.told_keys import KEYS
from kitgen.kit.build import build_kit
from kitgen.kit.choices import Wish
from kitgen.kit.kit_json import kit_data
from kitgen.theory.explore import explore
from kitgen.theory.solve import solve_graph
from kitgen.verification.certificate import certificate
from kitgen.verification.told_rules import ToldRules, told_faults

#: The seed of the games, how many there are, and in how many parts.
SEED = 11
BLOCKS = 20
GAMES_IN_A_BLOCK = 15
#: Keys that only a table of words has, or that stand for a table.
TABLES = {"side", "common", "end", "points", "beside"}


def games(block, folder):
    """Yield the games of a part."""
    texts = random_told.game_texts(f"{SEED}.{block}")
    for number, text in enumerate(islice(texts, GAMES_IN_A_BLOCK)):
        path = folder / f"{number}.toml"
        path.write_text(text, encoding="utf-8")
        yield game_at(path)


def worths(rules):
    """Return the value of each state for the side to move, and its plies, from the second
    reading alone.
    """
    children = {}
    waiting = [rules.start]
    while waiting:
        state = waiting.pop()
        if state not in children:
            children[state] = [*rules.after(state).values()]
            waiting += children[state]
    known = {state: (rules.result(state), 0) for state, after in children.items() if not after}

    def sweep(decides):
        """Add what follows from what is known, a ply farther from the end each time."""
        for plies in range(1, len(children) + 1):
            found = {}
            for state, after in children.items():
                if state not in known:
                    score = decides(
                        state, [known[child][0] if child in known else None for child in after]
                    )
                    if score is not None:
                        found[state] = score, plies
            if not found:
                return
            known.update(found)

    def by_force(_state, scores):
        if -1 in scores:
            return 1
        return -1 if set(scores) == {1} else None

    def drawn(state, scores):
        evades = rules.repeated(state) > 0 and None in scores
        return 0 if 0 in scores and not evades else None

    sweep(by_force)
    sweep(drawn)
    return {state: known.get(state, (rules.repeated(state), inf)) for state in children}


@pytest.mark.guest("web")
@pytest.mark.parametrize("block", few(range(BLOCKS), one_in=BLOCKS))
def test_random_games_are_read_and_solved_alike(block, tmp_path):
    compared = 0
    for game in games(block, tmp_path):
        text = game.spec.removeprefix("told:")
        reached, faults = told_faults(game, text, random_told.MAX_POSITIONS)
        assert faults == [], game.spec
        rules = ToldRules(text)
        solution = solve_graph(explore(game))
        found = worths(rules)
        assert len(found) == reached
        for state, worth in found.items():
            value = solution.worth(game.parse(rules.text(state)))
            plies = inf if value.plies is None else value.plies
            assert (value.score, plies) == worth, (game.spec, state)
        compared += 1
    assert compared == GAMES_IN_A_BLOCK


@pytest.mark.every
@pytest.mark.parametrize("block", few(range(BLOCKS), one_in=BLOCKS))
def test_certificates_of_random_games_are_right(block, tmp_path):
    checked = 0
    for game in games(block, tmp_path):
        for side in game.sides:
            try:
                kit = build_kit(game.spec, Wish(side=side.name))
                made = certificate(kit)
            except KitgenError:
                # Nothing to decide, more moves than colours, or a start that is not symmetrical.
                continue
            data = kit_data(kit)
            assert refusal(TOLD, made, data) == "", game.spec
            # Where rules have a symmetry that the start has not, boxes may be images of what games
            # reach.
            same = all(
                made["boxes"][box.id]["position"] == game.text(box.position) for box in kit.boxes
            )
            assert (refusal(GENERAL, made, data) == "") == same, game.spec
            checked += 1
    assert checked > GAMES_IN_A_BLOCK / 3


@pytest.mark.guest("web")
def test_random_games_are_the_same_for_the_same_seed():
    assert [*islice(random_told.game_texts(3), 5)] == [*islice(random_told.game_texts(3), 5)]
    assert [*islice(random_told.game_texts(3), 5)] != [*islice(random_told.game_texts(4), 5)]


def kind_of(board):
    """Return what kind of board a file has."""
    if isinstance(board, dict):
        return "own"
    return "grid" if "x" in board else board.split()[0]


@pytest.mark.every
def test_random_games_have_every_key_every_kind_of_board_and_circles(tmp_path):
    keys = Counter()
    boards = Counter()
    for block in range(BLOCKS):
        for number, game in enumerate(games(block, tmp_path)):
            data = tomllib.loads((tmp_path / f"{number}.toml").read_text(encoding="utf-8"))
            keys.update([*data])
            for table in random_told.tables_of(data):
                keys.update([*table])
            keys.update([*data.get("end", {})])
            kind = kind_of(data["board"])
            boards[kind] += 1
            keys["points"] += kind == "own"
            keys["holes"] += "#" in "".join(data.get("start", []))
            keys["circles"] += game.repetition is not None
            first, second = data["side"].values()
            keys["unequal"] += first != second
            keys["won endless play"] += data.get("end", {}).get("endless", "draws") != "draws"
    for key in {key.name for key in KEYS} - TABLES:
        assert keys[key] > 2, key
    often = {board for board, number in boards.items() if number > 10}
    assert often == {"path", "ring", "wheel", "grid", "own"}
    assert min(keys["circles"], keys["unequal"]) > 60
    assert min(keys["won endless play"], keys["holes"]) > 10
