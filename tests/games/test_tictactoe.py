"""Tic-tac-toe and MENACE: the published counts, exact random play, and every position against
OpenSpiel.
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from time import process_time

import pytest
from counting import at_least

from kitgen.errors import UsageError
from kitgen.games import make_game
from kitgen.kit.build import build_kit
from kitgen.kit.editions import Wish
from kitgen.model import Move, Position
from kitgen.theory.explore import explore
from kitgen.theory.solve import solve_graph

GAME = make_game("tictactoe")


@cache
def all_positions() -> dict[Position, int]:
    """Return every reachable position with the number of ways to it, no symmetry used."""
    ways = {GAME.start(): 1}
    level = dict(ways)
    while level:
        following: Counter[Position] = Counter()
        for position, count in level.items():
            for move in GAME.legal_moves(position):
                following[GAME.play(position, move).position] += count
        ways.update(following)
        level = following
    return ways


def test_positions_and_games() -> None:
    ways = all_positions()
    assert len(ways) == 5478
    assert (
        sum(count for position, count in ways.items() if GAME.result(position) is not None)
        == 255_168
    )
    graph = explore(GAME)
    assert len(graph.nodes) == 765
    assert solve_graph(graph).values[0] == 0


def test_random_play_exactly() -> None:
    chance = {GAME.start(): Fraction(1)}
    ends: Counter[str] = Counter()
    for (
        position
    ) in all_positions():  # in order of play, so that a position's chance is whole when it is met
        result = GAME.result(position)
        if result is not None:
            winner = (
                "draw"
                if result == 0
                else GAME.sides[position.to_move if result > 0 else 1 - position.to_move].name
            )
            ends[winner] += chance[position]
        moves = GAME.legal_moves(position)
        for move in moves:
            child = GAME.play(position, move).position
            chance[child] = chance.get(child, Fraction(0)) + chance[position] / len(moves)
    assert ends == {"x": Fraction(737, 1260), "draw": Fraction(8, 63), "o": Fraction(121, 420)}


def by_turn(name: str, wish: Wish | None = None) -> tuple[list[int], list[int]]:
    """Return a kit's boxes and slots by turn."""
    boxes: Counter[int] = Counter()
    slots: Counter[int] = Counter()
    for box in build_kit(name, wish).boxes:
        boxes[box.turn] += 1
        slots[box.turn] += len(box.slots)
    return [boxes[turn] for turn in sorted(boxes)], [slots[turn] for turn in sorted(slots)]


def test_menace_has_its_boxes_and_beads() -> None:
    assert by_turn("menace") == ([1, 12, 108, 183], [3, 66, 492, 526])
    kit = build_kit("menace")
    assert (len(kit.boxes), kit.beads) == (304, 1720)
    assert {box.turn: {slot.beads for slot in box.slots} for box in kit.boxes} == {
        1: {4},
        2: {3},
        3: {2},
        4: {1},
    }


def test_menace_is_made_from_the_rules_in_a_fifth_of_a_second() -> None:
    """Of CPU, in plain Python, the best of three; measured: 0.03 to 0.05 s."""
    times = []
    for _ in range(3):
        before = process_time()
        build_kit("menace")
        times.append(process_time() - before)
    assert min(times) < 0.2


def test_menace_unmerged_and_with_the_forced_move() -> None:
    unmerged = build_kit("menace", Wish(merged=False))
    assert (len(unmerged.boxes), unmerged.beads) == (304, 1917)
    assert by_turn("menace", Wish(forced="box"))[0] == [1, 12, 108, 183, 34]  # 338 in all


def test_menace_second() -> None:
    assert by_turn("menace-second")[0] == [3, 38, 153, 95]  # 289 in all


def test_colour_by_cell_gives_each_cell_its_own() -> None:
    kit = build_kit("menace", Wish(colour_by="cell"))
    colours = {slot.moves[0].target: slot.colour.key for box in kit.boxes for slot in box.slots}
    assert len(colours) == len(set(colours.values())) == len(kit.palette) == 9
    for box in kit.boxes:
        assert all(slot.colour.key == colours[slot.moves[0].target] for slot in box.slots)


def test_every_position_agrees_with_openspiel(pyspiel) -> None:
    """Legal moves and results for all 5,478 positions, and values by their minimax for all 765
    classes.
    """
    states = {GAME.start(): pyspiel.load_game("tic_tac_toe").new_initial_state()}
    for position in at_least(5478, all_positions()):
        state = states[position]
        assert state.is_terminal() == (GAME.result(position) is not None)
        assert [move.target for move in GAME.legal_moves(position)] == state.legal_actions()
        if state.is_terminal():
            assert GAME.result(position) == state.player_return(position.to_move)
        else:
            assert state.current_player() == position.to_move
        for move in GAME.legal_moves(position):
            states.setdefault(GAME.play(position, move).position, state.child(move.target))

    @cache
    def theirs(text: str) -> float:
        state = by_text[text]
        if state.is_terminal():
            return float(state.player_return(0))
        values = [theirs(str(state.child(action))) for action in state.legal_actions()]
        return max(values) if state.current_player() == 0 else min(values)

    by_text = {str(state): state for state in states.values()}
    solution = solve_graph(explore(GAME))
    for node, value in at_least(765, zip(solution.graph.nodes, solution.values, strict=True)):
        assert theirs(str(states[node.position])) == (
            value if node.position.to_move == 0 else -value
        )


@pytest.mark.parametrize(
    ("spec", "theirs"),
    [("tictactoe:4x3", "mnk(m=4,n=3,k=3)"), ("tictactoe:3x4,win=4", "mnk(m=3,n=4,k=4)")],
)
def test_rectangles_agree_with_openspiel(spec: str, theirs: str, pyspiel) -> None:
    """All positions within five plies and one long game through each of them."""
    game = make_game(spec)
    level = {game.start(): pyspiel.load_game(theirs).new_initial_state()}
    checked = 0
    for _ in range(12):
        following: dict[Position, object] = {}
        for position, state in level.items():
            checked += 1
            assert [move.target for move in game.legal_moves(position)] == state.legal_actions()
            assert state.is_terminal() == (game.result(position) is not None)
            if state.is_terminal():
                assert game.result(position) == state.player_return(position.to_move)
            for move in game.legal_moves(position):
                if len(following) < 1500:
                    following.setdefault(
                        game.play(position, move).position, state.child(move.target)
                    )
        level = following
    assert checked > 5000


def test_sizes_have_their_symmetries() -> None:
    assert len(make_game("tictactoe:4x4").symmetries) == 8
    assert len(make_game("tictactoe:4x3").symmetries) == 4
    for spec in ("tictactoe:3x3", "tictactoe:4x3"):
        game = make_game(spec)
        assert len({symmetry.to for symmetry in game.symmetries}) == len(game.symmetries)


def test_line_length() -> None:
    game = make_game("tictactoe:4x3,win=4")
    assert game.result(game.parse("XXX./OO../.... O")) is None
    assert game.result(game.parse("XXXX/OO.O/.... O")) == -1
    assert game.spec == "tictactoe:4x3,win=4"
    assert make_game("tictactoe:4x3,win=3").spec == "tictactoe:4x3"


def test_cells_are_named_as_in_chess() -> None:
    game = make_game("tictactoe:4x3")
    names = [game.move_text(Move(None, cell)) for cell in range(12)]
    assert names == ["a3", "b3", "c3", "d3", "a2", "b2", "c2", "d2", "a1", "b1", "c1", "d1"]


def test_a_line_of_the_side_to_move_ends_the_game_too() -> None:
    assert GAME.result(GAME.parse("XXX/OO./..O X")) == 1
    assert GAME.legal_moves(GAME.parse("XXX/OO./..O X")) == ()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("X../.../... X", "1 X and 0 O; with X to move there are as many"),
        (".../.../... O", "one X more than O"),
        ("XXX/OOO/... X", "lines of both sides"),
        ("XO/../.. X", "not 3 rows of 3 cells"),
        ("X.Q/.../... O", "contains 'Q'"),
        ("X../.../...", "does not end with the side to move"),
    ],
)
def test_impossible_positions_are_refused(text: str, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        GAME.parse(text)


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("tictactoe:3x3,win=4", "may be 2 to 3"),
        ("tictactoe:3x3,win=1", "may be 2 to 3"),
        ("tictactoe:3x3,win=x", "may be 2 to 3"),
        ("tictactoe:9x3", "outside 2x2 to 8x8"),
        ("tictactoe:3", "not written like"),
        ("tictactoe:3x3,wins=3", "did you mean 'win'"),
    ],
)
def test_impossible_games_are_refused(spec: str, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        make_game(spec)


def test_bad_moves_are_refused() -> None:
    with pytest.raises(UsageError, match="not a cell of a 3x3 board"):
        GAME.parse_move(GAME.start(), "d1")
