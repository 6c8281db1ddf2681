"""The games that are shipped as data, against figures that two programs of others agree on.

Positions are all that legal moves reach; classes and boxes are counted up to the symmetries. A box
has all moves, at least two, or at least two that the symmetries of its own position do not
exchange.
"""

import re
import tomllib
from collections import defaultdict
from functools import cache
from math import inf

import msgspec
import pytest
from counting import at_least
from sampling import few
from told_games_by_hand import (
    Draughts,
    Frogs,
    LittleChess,
    LongDraughts,
    TantFant,
    TapatanWithoutCentre,
)
from told_games_by_hand import figures as hand_figures

from kitgen.games import make_game
from kitgen.games.told.told_language import Told, canonical
from kitgen.model import Game, Position
from kitgen.reading.templates import Templates
from kitgen.theory.explore import explore
from kitgen.theory.solve import solve_graph

#: Positions and those at the end, running ones by the side to move, symmetries, classes, boxes of
#: each side, the most moves, the value with its plies, and whether positions can recur. Plies are
#: infinite where endless play decides.
FIGURES = {
    "ttt": (
        5478,
        958,
        (2423, 2097),
        8,
        (765, 138),
        (338, 304, 304),
        (289, 289, 280),
        9,
        "draw",
        False,
    ),
    "notakto": (450, 220, (117, 113), 8, (87, 41), (25, 25, 25), (21, 21, 21), 9, "A 6", False),
    "nine-holes": (
        5390,
        416,
        (2201, 2773),
        8,
        (744, 63),
        (304, 304, 304),
        (377, 377, 377),
        9,
        "draw",
        True,
    ),
    "tmm-ortho": (
        5390,
        416,
        (2201, 2773),
        8,
        (744, 63),
        (304, 291, 284),
        (377, 364, 357),
        9,
        "A 9",
        True,
    ),
    "tapatan": (
        5390,
        416,
        (2201, 2773),
        8,
        (744, 63),
        (304, 297, 294),
        (377, 370, 367),
        9,
        "A 9",
        True,
    ),
    "pong-hau-ki": (56, 4, (26, 26), 2, (30, 2), (14, 7, 5), (14, 7, 5), 2, "draw", True),
    "mu-torere": (1180, 80, (550, 550), 16, (86, 6), (40, 24, 19), (40, 24, 19), 4, "draw", True),
    "hare-hounds-end": (
        2510,
        125,
        (1191, 1194),
        2,
        (1325, 71),
        (626, 618, 614),
        (628, 582, 573),
        9,
        "A 23",
        True,
    ),
    "fox-hounds-4x4": (
        110,
        27,
        (41, 42),
        1,
        (110, 27),
        (41, 24, 24),
        (42, 22, 22),
        4,
        "B 8",
        False,
    ),
    "hexapawn": (135, 65, (33, 37), 2, (71, 34), (18, 14, 13), (19, 17, 17), 4, "B 6", False),
    "hexapawn-misere": (
        135,
        65,
        (33, 37),
        2,
        (71, 34),
        (18, 14, 13),
        (19, 17, 17),
        4,
        "B 5",
        False,
    ),
    "hexapawn-4x3": (
        1128,
        642,
        (258, 228),
        2,
        (569, 322),
        (133, 119, 115),
        (114, 108, 108),
        6,
        "A 5",
        False,
    ),
    "hexapawn-back-3x4": (
        3867,
        1338,
        (1268, 1261),
        2,
        (1985, 676),
        (659, 592, 585),
        (650, 585, 580),
        7,
        "draw",
        True,
    ),
    "breakthrough-3x3-1row": (
        723,
        452,
        (156, 115),
        2,
        (369, 229),
        (80, 78, 77),
        (60, 58, 55),
        7,
        "A 5",
        False,
    ),
    "clobber-3x3": (
        761,
        100,
        (389, 272),
        8,
        (103, 14),
        (52, 39, 34),
        (37, 21, 20),
        12,
        "A 5",
        False,
    ),
    "clobber-4x3": (
        13343,
        996,
        (6348, 5999),
        4,
        (5311, 285),
        (2575, 2085, 2059),
        (2451, 2128, 2115),
        17,
        "B 8",
        False,
    ),
    "dawson-9": (89, 12, (34, 43), 2, (51, 8), (20, 17, 17), (23, 17, 15), 9, "A 5", False),
    "queen-5x8": (77, 2, (37, 38), 1, (77, 2), (37, 35, 35), (38, 36, 36), 15, "B 6", False),
    "hens-on-guard": (
        199,
        38,
        (82, 79),
        2,
        (105, 21),
        (42, 40, 40),
        (42, 38, 36),
        5,
        "A inf",
        True,
    ),
    "connect3-3x3": (
        694,
        189,
        (276, 229),
        2,
        (359, 98),
        (142, 90, 90),
        (119, 92, 87),
        3,
        "draw",
        False,
    ),
    "frogs-and-toads": (
        220,
        34,
        (92, 94),
        2,
        (114, 19),
        (48, 22, 18),
        (47, 20, 20),
        2,
        "B 10",
        False,
    ),
    "draughts-4x4": (78, 29, (28, 21), 1, (78, 29), (28, 16, 16), (21, 17, 17), 3, "A 7", False),
    "chess-3x3": (
        938,
        444,
        (247, 247),
        2,
        (872, 414),
        (229, 214, 214),
        (229, 214, 214),
        9,
        "A 5",
        True,
    ),
}

#: The boxes of each side in which some move keeps the value of the position and another does not.
MATTERING = {
    "ttt": (234, 197),
    "notakto": (15, 13),
    "nine-holes": (266, 298),
    "tmm-ortho": (235, 290),
    "tapatan": (234, 290),
    "pong-hau-ki": (3, 3),
    "mu-torere": (11, 11),
    "hare-hounds-end": (164, 175),
    "fox-hounds-4x4": (6, 14),
    "hexapawn": (4, 10),
    "hexapawn-misere": (4, 9),
    "hexapawn-4x3": (61, 57),
    "hexapawn-back-3x4": (337, 344),
    "breakthrough-3x3-1row": (44, 31),
    "clobber-3x3": (12, 5),
    "clobber-4x3": (676, 1235),
    "dawson-9": (8, 5),
    "queen-5x8": (31, 33),
    "connect3-3x3": (55, 53),
    "hens-on-guard": (23, 15),
    "frogs-and-toads": (7, 11),
    "draughts-4x4": (10, 10),
    "chess-3x3": (154, 154),
}


@cache
def reached(name):
    """Return each position that can be reached, with those after it."""
    game = make_game(f"told:{name}")
    after = {}
    waiting = [game.start()]
    while waiting:
        position = waiting.pop()
        if position not in after:
            moves = game.legal_moves(position)
            after[position] = [game.play(position, move).position for move in moves]
            waiting += after[position]
    return game, after


def drawn_alike(game: Game, position: Position) -> Position:
    return min(symmetry.position(position) for symmetry in game.symmetries)


def boxes(game, positions):
    """Return how many boxes there are, with a choice, and with one up to the symmetries of the
    position itself.
    """
    drawn = {drawn_alike(game, position) for position in positions}
    with_choice = 0
    with_different_moves = 0
    for position in drawn:
        moves = game.legal_moves(position)
        own = [symmetry for symmetry in game.symmetries if symmetry.position(position) == position]
        different = {min(symmetry.move(move) for symmetry in own) for move in moves}
        with_choice += len(moves) > 1
        with_different_moves += len(different) > 1
    return len(drawn), with_choice, with_different_moves


def values(game, after):
    """Return the value of each position and its plies, the winner as fast and the loser as
    slowly as can be.
    """
    before = defaultdict(list)
    left = {}  # how many moves of a position are not known to lose
    for position, children in after.items():
        left[position] = len(children)
        for child in children:
            before[child].append(position)
    known = {}
    for position, children in after.items():
        if not children:
            known[position] = game.result(position)
    lasts = dict.fromkeys(known, 0)
    # Back from the ends, ply by ply.
    front = list(known)
    plies = 0
    while front:
        plies += 1
        found = []
        for position in front:
            for parent in before[position]:
                left[parent] -= 1
                if parent in known:
                    continue
                if known[position] == -1:
                    known[parent] = 1
                elif not left[parent] and all(known[each] == 1 for each in after[parent]):
                    known[parent] = -1
                else:
                    continue
                lasts[parent] = plies
                found.append(parent)
        front = found
    for position in after.keys() - known.keys():
        # No shipped game has both drawn ends and a side that wins endless play.
        known[position] = 0 if game.repetition is None else game.repeated(position)
        lasts[position] = inf
    return {position: (known[position], lasts[position]) for position in after}


def value(game, after):
    """Return who wins from the start and in how many plies."""
    result, plies = values(game, after)[game.start()]
    if result == 0:
        return "draw"
    winner = "A" if result > 0 else "B"
    return f"{winner} {plies}"


def test_all_shipped_games_have_figures():
    assert set(Templates().names("games")) == set(FIGURES) == set(MATTERING)


@pytest.mark.parametrize("name", few(FIGURES, one_in=8))
def test_a_told_game_has_its_figures(name):
    assert figures(*reached(name)) == FIGURES[name]


def figures(game, after):
    """Return what ``FIGURES`` has of a game."""
    running = [position for position, children in after.items() if children]
    ended = [position for position, children in after.items() if not children]
    first = [position for position in running if position.to_move == 0]
    second = [position for position in running if position.to_move == 1]
    return (
        len(after),
        len(ended),
        (len(first), len(second)),
        len(game.symmetries),
        (
            len({drawn_alike(game, position) for position in after}),
            len({drawn_alike(game, position) for position in ended}),
        ),
        boxes(game, first),
        boxes(game, second),
        max(map(len, after.values())),
        value(game, after),
        game.repetition is not None,
    )


#: Games that are not shipped.
LONG_DRAUGHTS = """
    name = "Long draughts"
    board = "4x5"
    start = ["#b#b", ".#.#", "#.#.", ".#.#", "#w#w"]
    [side.white]
    step = ["forward-diagonal"]
    jump = ["forward-diagonal"]
    over = "other"
    jump-takes = true
    chain = true
    goal = "far"
    [side.black]
    step = ["forward-diagonal"]
    jump = ["forward-diagonal"]
    over = "other"
    jump-takes = true
    chain = true
    goal = "far"
    """
TANT_FANT = """
    name = "Tant fant"
    board = "3x3"
    start = ["bbb", "...", "www"]
    links = ["orthogonal", "a1-b2", "b2-c3", "a3-b2", "b2-c1"]
    [side.white]
    step = ["links"]
    lines = [["a2", "b2", "c2"], ["a3", "b3", "c3"], ["a1", "a2", "a3"], ["b1", "b2", "b3"],
             ["c1", "c2", "c3"], ["a1", "b2", "c3"], ["a3", "b2", "c1"]]
    [side.black]
    step = ["links"]
    lines = [["a2", "b2", "c2"], ["a1", "b1", "c1"], ["a1", "a2", "a3"], ["b1", "b2", "b3"],
             ["c1", "c2", "c3"], ["a1", "b2", "c3"], ["a3", "b2", "c1"]]
    """
TAPATAN_WITHOUT_CENTRE = """
    name = "Tapatan without its centre"
    board = "3x3"
    links = ["orthogonal", "a1-b2", "b2-c3", "a3-b2", "b2-c1"]
    lines = 3
    [side.white]
    hand = 3
    not-first = ["b2"]
    step = ["links"]
    [side.black]
    hand = 3
    step = ["links"]
    """
BY_HAND = {
    TAPATAN_WITHOUT_CENTRE: TapatanWithoutCentre(),
    "frogs-and-toads": Frogs(),
    "draughts-4x4": Draughts(),
    LONG_DRAUGHTS: LongDraughts(),
    TANT_FANT: TantFant(),
    "chess-3x3": LittleChess(),
}


@pytest.mark.parametrize(
    "text", few(BY_HAND, one_in=3), ids=lambda text: text.strip().splitlines()[0]
)
def test_rules_written_by_hand_give_the_same_figures(text):
    name = text
    if "=" in text:
        name = canonical(msgspec.convert(tomllib.loads(text), Told))
    ours = figures(*reached(name)), mattering(*reached(name))
    assert ours == hand_figures(BY_HAND[text])


@pytest.mark.parametrize("name", few(FIGURES, one_in=4))
def test_a_told_game_has_its_boxes_where_it_matters(name):
    assert mattering(*reached(name)) == MATTERING[name]


def mattering(game, after):
    """Return the number of boxes of each side in which some move keeps the value and another
    does not.
    """
    worth = values(game, after)
    counts = [0, 0]
    running = [position for position, children in after.items() if children]
    for position in {drawn_alike(game, position) for position in running}:
        # Some images of positions are never reached: then any that is.
        images = [symmetry.position(position) for symmetry in game.symmetries]
        image = next(image for image in images if image in after)
        counts[position.to_move] += len({worth[child][0] for child in after[image]}) > 1
    return tuple(counts)


@pytest.mark.parametrize("name", ["hens-on-guard", "hare-hounds-end"])
def test_endless_play_is_worth_what_the_file_says(name):
    """The start of one game is decided by it; in the other, positions on the way are. Neither
    has a draw.
    """
    game, after = reached(name)
    worth = values(game, after)
    solution = solve_graph(explore(game))
    endless = 0
    for position, (score, plies) in worth.items():
        found = solution.worth(position)
        assert (found.score, inf if found.plies is None else found.plies) == (score, plies)
        endless += plies == inf
    assert endless > 50
    assert {score for score, _ in worth.values()} == {1, -1}


#: Told nowhere else: noughts and crosses in which a row loses.
MISERE = (
    '{"name":"Misère","board":"3x3","lines":3,'
    '"side":{"x":{"hand":"any"},"o":{"hand":"any"}},'
    '"end":{"line":"loses","stuck":"draws"}}'
)


def worths_in(solution):
    """Return the value of each position of a solved game, and its plies."""
    worths = {}
    for number, node in enumerate(solution.graph.nodes):
        worths[node.position] = (solution.values[number], solution.plies[number])
    return worths


@pytest.mark.parametrize(
    ("name", "rules"),
    [("hexapawn", "hexapawn:3x3"), ("hexapawn-4x3", "hexapawn:4x3"), ("ttt", "tictactoe"),
     (MISERE, "tictactoe:3x3,rules=misere"), ("connect3-3x3", "connect:3x3,win=3")],
    ids=["hexapawn", "hexapawn-4x3", "ttt", "misere", "connect3-3x3"],
)  # fmt: skip
def test_a_told_game_is_the_one_that_is_written_in_python(name, rules):
    game, after = reached(name)
    other = make_game(rules)
    assert game.start() == other.start()
    assert {symmetry.to for symmetry in game.symmetries} == {
        symmetry.to for symmetry in other.symmetries
    }
    assert game.repetition is other.repetition is None
    for position, children in after.items():
        assert game.legal_moves(position) == other.legal_moves(position)
        assert game.result(position) == other.result(position)
        moves = other.legal_moves(position)
        assert children == [other.play(position, move).position for move in moves]
    ours = solve_graph(explore(game))
    theirs = solve_graph(explore(other))
    assert worths_in(ours) == worths_in(theirs)
    winner = {1: f"A {ours.plies[0]}", -1: f"B {ours.plies[0]}", 0: "draw"}[ours.values[0]]
    assert value(game, after) == winner


def test_a_file_of_a_game_is_short():
    for name in at_least(19, Templates().names("games")):
        whole = Templates().path("games", name).read_text(encoding="utf-8")
        text = re.sub(
            r"^\[rules\]\n.*?^$", "", whole, flags=re.MULTILINE | re.DOTALL
        )  # no sentences
        assert 8 <= len(text.splitlines()) <= 40, name


@pytest.mark.parametrize(
    "name", [TAPATAN_WITHOUT_CENTRE, TANT_FANT, "frogs-and-toads", "chess-3x3"]
)
def test_games_that_classes_invent_take_fifteen_lines_at_most(name):
    text = name
    if "=" not in text:
        text = Templates().path("games", name).read_text(encoding="utf-8")
    words = re.compile(r"(names|name = \{|with-article|several|called)\b")  # in other languages
    lines = [line for line in text.splitlines() if line.strip() and not words.match(line)]
    assert len(lines) <= 15


def test_symmetries_have_the_names_that_they_have_in_other_games():
    told = make_game("told:tapatan")
    square = make_game("tictactoe")
    assert {symmetry.name: symmetry.to for symmetry in told.symmetries} == {
        symmetry.name: symmetry.to for symmetry in square.symmetries
    }
