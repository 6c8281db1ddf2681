"""In what order the ends of a told game are looked at, and for whom; the second reading says the
same.
"""

import msgspec
import pytest

from kitgen.errors import UsageError
from kitgen.games.told.told_game import ToldGame
from kitgen.games.told.told_language import Told
from kitgen.verification.told_rules import ToldRules


def both(**keys):
    """Return a game and the second reading of its text."""
    game = ToldGame(msgspec.convert({"name": "Ends", **keys}, Told))
    return game, ToldRules(game.spec.removeprefix("told:"))


def ending(game, rules, *moves):
    """Play moves; return the reason why the game is over, with its value for the side to move,
    or None.
    """
    position = game.start()
    state = rules.start
    for text in moves:
        assert game.result(position) is rules.result(state) is None
        position = game.play(position, game.parse_move(position, text)).position
        state = rules.after(state)[text]
    assert game.result(position) == rules.result(state)
    assert {game.move_text(move) for move in game.legal_moves(position)} == {*rules.after(state)}
    if game.result(position) is None:
        return None
    return game.ending(position), game.result(position)


#: White steps up onto the middle row, where it has two in a row, and its goal.
STEP = {"step": ["forward"]}
ROWS = {"board": "3x3", "start": ["..b", "w..", ".w."], "lines": 2}


@pytest.mark.parametrize(("line", "reach", "value"), [("wins", "loses", -1), ("loses", "wins", 1)])
def test_a_line_comes_before_a_goal(line, reach, value):
    white = {**STEP, "goal": ["b2"]}
    ends = {"line": line, "reach": reach}
    game = both(**ROWS, side={"white": white, "black": STEP}, end=ends)
    assert ending(*game, "b1b2") == ("line", value)
    apart = both(**{**ROWS, "lines": 3}, side={"white": white, "black": STEP}, end=ends)
    assert ending(*apart, "b1b2") == ("reach", -value)


@pytest.mark.parametrize(("reach", "taken", "value"), [("wins", "loses", -1), ("loses", "wins", 1)])
def test_a_goal_comes_before_the_last_piece_taken(reach, taken, value):
    """With one move White takes the last piece and stands on its goal."""
    board = {"board": "2x2", "start": ["b.", "w."]}
    white = {"take": ["forward"], "step": ["right"], "goal": ["a2"]}
    ends = {"reach": reach, "taken": taken, "stuck": "draws"}
    assert ending(*both(**board, side={"white": white, "black": STEP}, end=ends), "a1a2") == (
        "reach",
        value,
    )
    white = {**white, "goal": ["b2"]}
    assert ending(*both(**board, side={"white": white, "black": STEP}, end=ends), "a1a2") == (
        "taken",
        -value,
    )


@pytest.mark.parametrize(("taken", "value"), [("wins", -1), ("loses", 1)])
def test_the_last_piece_taken_comes_before_being_stuck(taken, value):
    """Who has no piece left cannot move either."""
    board = {"board": "2x2", "start": ["b.", "w."]}
    side = {"take": ["forward"]}
    found = both(
        **board, side={"white": side, "black": side}, end={"taken": taken, "stuck": "draws"}
    )
    assert ending(*found, "a1a2") == ("taken", value)
    without = both(**board, side={"white": side, "black": side}, end={"stuck": "draws"})
    assert ending(*without, "a1a2") == ("stuck", 0)


def test_only_the_side_that_has_moved_has_reached_its_goal():
    """A piece that stands on its goal at the start is there after its own side's first move."""
    board = {"board": "3x1", "start": ["w.w"]}
    white = {"step": ["side"], "goal": ["a1"]}
    black = {"sign": "b", "step": ["side"]}
    game = both(**board, side={"white": white, "black": black})
    assert ending(*game) is None
    assert ending(*game, "c1b1") == ("reach", -1)
    assert ending(*game, "a1b1") == ("stuck", -1)


def test_a_piece_of_the_other_side_on_its_goal_ends_the_game_before_it_begins():
    board = {"board": "3x1", "start": ["w.b"]}
    black = {"step": ["side"], "goal": ["c1"]}
    with pytest.raises(UsageError, match="over before it begins"):
        both(**board, side={"white": {"step": ["side"]}, "black": black})


def test_a_line_at_the_start_is_there_after_the_first_move():
    """The pieces of White that do not move have it."""
    board = {"board": "2x3", "start": ["w.", "w.", "w."], "lines": 2}
    side = {"step": ["side"]}
    assert ending(*both(**board, side={"white": side, "black": {**side, "sign": "b"}}), "a1b1") == (
        "line",
        -1,
    )


def test_a_line_of_common_pieces_is_of_whoever_has_moved():
    keys = {
        "board": "3x1",
        "lines": 2,
        "side": {"first": {}, "second": {}},
        "common": {"hand": "any"},
    }
    assert ending(*both(**keys), "a1", "b1") == ("line", -1)
    assert ending(*both(**keys, end={"line": "loses"}), "a1", "b1") == ("line", 1)


def test_a_side_makes_only_the_lines_that_are_its_own():
    """White needs a column; Black makes none, or the rows of two of the whole game."""
    board = {"board": "3x3", "start": ["b.b", "...", "w.w"]}
    white = {"step": ["any"], "lines": [["a1", "a2"], ["c1", "c3"]]}
    black = {"step": ["any"]}
    alone = {**board, "side": {"white": white, "black": black}}
    assert ending(*both(**alone), "a1b1") is None
    assert (
        ending(*both(**alone), "a1b1", "a3b3", "b1a1", "c3c2", "c1b1", "c2c3", "b1b2", "b3c2")
        is None
    )
    assert ending(*both(**alone), "c1b1", "a3b3", "b1a2") == ("line", -1)
    for_all = {**alone, "lines": 2}
    assert ending(*both(**for_all), "a1b1") is None
    assert ending(*both(**for_all), "a1b1", "a3b3") == ("line", -1)
