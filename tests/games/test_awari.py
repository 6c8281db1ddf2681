"""Awari: named rule tests, the counts and values of small boards, and random play against
OpenSpiel's oware.
"""

import random
from collections import Counter

import pytest
from openspiel_oware import board, scores, slams
from sampling import few, sample

from kitgen.errors import UsageError
from kitgen.games import make_game
from kitgen.kit.build import build_kit
from kitgen.kit.editions import Wish
from kitgen.machine.paper_machine import Table
from kitgen.model import Game, Move, Position
from kitgen.theory.explore import explore
from kitgen.theory.solve import solve_graph

RESEARCH = make_game("awari:6x4")
SIMPLE = make_game("awari:6x4,rules=simple")


def played(game: Game, text: str, move: str) -> tuple[str, int]:
    """Return the position after a move, as text, and the seeds won."""
    position = game.parse(text)
    step = game.play(position, game.parse_move(position, move))
    return game.text(step.position), step.gain


def legal(game: Game, text: str) -> list[str]:
    return [game.move_text(move) for move in game.legal_moves(game.parse(text))]


def test_sowing_goes_counterclockwise_from_south_into_north() -> None:
    assert played(RESEARCH, "4,4,4,4,4,4/4,4,4,4,4,4 S", "D") == ("4,4,4,0,5,5/5,5,4,4,4,4 N", 0)
    assert played(RESEARCH, "4,4,4,4,4,4/4,4,4,4,4,4 N", "f") == ("5,5,5,5,4,4/4,4,4,4,4,0 S", 0)


def test_pits_lie_as_on_the_table() -> None:
    """South's pits at the bottom from the left, North's at the top from the right: sowing runs
    counterclockwise.
    """
    diagram = make_game("awari:3x1").diagram
    assert diagram.names == ("A", "B", "C", "a", "b", "c")
    assert diagram.centres == (
        (0.5, 1.5),
        (1.5, 1.5),
        (2.5, 1.5),
        (2.5, 0.5),
        (1.5, 0.5),
        (0.5, 0.5),
    )


def test_origin_is_skipped_at_twelve_seeds() -> None:
    assert played(RESEARCH, "12,0,0,0,0,0/1,1,1,1,1,1 S", "A") == ("0,2,1,1,1,1/2,2,2,2,2,2 N", 0)
    # The eleventh seed still ends in the pit before the origin, the twelfth in the one behind it.
    assert played(RESEARCH, "11,0,0,0,0,0/5,1,1,1,1,1 S", "A") == ("0,1,1,1,1,1/6,0,0,0,0,0 N", 10)


def test_origin_is_skipped_twice_at_23_seeds() -> None:
    assert played(RESEARCH, "23,0,0,0,0,0/0,0,0,0,0,0 S", "A") == ("0,3,2,2,2,2/2,2,2,2,2,2 N", 0)
    assert played(make_game("awari:2x9"), "9,0/1,1 S", "A") == ("0,3/4,4 N", 0)


def test_twos_and_threes_are_taken_backwards() -> None:
    assert played(RESEARCH, "0,0,0,0,0,3/1,2,1,4,0,0 S", "F") == ("0,0,0,0,0,0/0,0,0,4,0,0 N", 7)


def test_capture_stops_at_a_pit_of_another_number() -> None:
    assert played(RESEARCH, "0,0,0,0,0,4/1,3,1,1,0,0 S", "F") == ("0,0,0,0,0,0/2,4,0,0,0,0 N", 4)
    assert played(RESEARCH, "0,0,0,0,0,2/1,3,0,0,0,0 S", "F") == ("0,0,0,0,0,0/2,4,0,0,0,0 N", 0)


def test_capture_chain_stops_at_the_end_of_the_row() -> None:
    """Own twos and threes are safe, also where the chain would run back into the own row."""
    assert played(RESEARCH, "0,0,0,0,2,2/1,1,0,0,0,4 S", "F") == ("0,0,0,0,2,0/0,0,0,0,0,4 N", 4)
    assert played(RESEARCH, "1,0,0,0,0,0/1,1,0,0,2,1 N", "f") == ("0,0,0,0,0,0/1,1,0,0,2,0 S", 2)


def test_no_capture_in_the_own_row() -> None:
    assert played(RESEARCH, "1,1,0,0,0,0/1,1,1,1,1,1 S", "A") == ("0,2,0,0,0,0/1,1,1,1,1,1 N", 0)


def test_grand_slam_is_forbidden_by_research_and_allowed_by_simple() -> None:
    slam = "1,0,0,0,0,1/1,0,0,0,0,0 S"  # F would take the only seed of the other side
    assert legal(RESEARCH, slam) == ["A"]
    assert legal(SIMPLE, slam) == ["A", "F"]
    assert played(SIMPLE, slam, "F") == ("1,0,0,0,0,0/0,0,0,0,0,0 N", 2)


def test_grand_slam_is_allowed_when_there_is_nothing_else() -> None:
    text = "0,0,0,0,0,1/1,0,0,0,0,0 S"
    assert legal(RESEARCH, text) == ["F"]
    assert played(RESEARCH, text, "F") == ("0,0,0,0,0,0/0,0,0,0,0,0 N", 2)


def test_feeding_duty() -> None:
    """A side without seeds must be given some, where a move does; only by research rules."""
    hungry = "1,0,0,0,2,1/0,0,0,0,0,0 S"
    assert legal(RESEARCH, hungry) == ["E", "F"]
    assert legal(SIMPLE, hungry) == ["A", "E", "F"]
    assert legal(RESEARCH, "1,1,0,0,0,0/0,0,0,0,0,0 S") == [
        "A",
        "B",
    ]  # no move feeds: all are allowed


@pytest.mark.parametrize("game", [RESEARCH, SIMPLE])
def test_starvation_gives_what_is_left_to_the_other_side(game: Game) -> None:
    over = game.parse("0,0,0,0,0,0/0,2,0,1,0,4 S")
    assert game.legal_moves(over) == ()
    assert game.result(over) == -7
    assert game.result(game.parse("0,0,0,0,0,0/0,2,0,1,0,4 N")) is None
    assert game.result(game.parse("0,0,0,0,0,0/0,0,0,0,0,0 N")) == 0


def test_third_repetition_halves_the_seeds() -> None:
    """Two seeds that never meet go round; the game ends the third time, and what was won before
    decides.
    """
    assert RESEARCH.repetition == 3
    start = RESEARCH.parse("1,0,0,0,0,0/1,0,0,0,0,0 S")
    assert RESEARCH.repeated(start) == 0  # half of the seeds each: nobody gains on the other
    table = Table(RESEARCH, start, lead=-5)
    table.met[start] += 1
    while table.ended() is None:
        assert max(table.met.values()) < 3
        table.play(RESEARCH.legal_moves(table.position)[0])
    assert table.met[table.position] == 3
    assert RESEARCH.result(table.position) is None
    assert sum(table.position.cells) == 2
    assert table.ended() == -1  # South was behind, and halving changes nothing


def test_cycles_without_captures_are_worth_nothing() -> None:
    """Where both sides can go round for ever, neither gains: a position of value 0 that is not
    over.
    """
    solution = solve_graph(explore(make_game("awari:3x1")))
    nodes = zip(solution.graph.nodes, solution.values, strict=True)
    assert any(value == 0 and node.edges for node, value in nodes)


@pytest.mark.parametrize(
    ("size", "boxes", "choice", "start"),
    sample(
        [
            (
                "2x3",
                (327, 326),
                {"simple": (186, 185), "research": (155, 154)},
                {"simple": -4, "research": 1},
            ),
            (
                "3x1",
                (405, 405),
                {"simple": (238, 238), "research": (215, 215)},
                {"simple": -2, "research": 0},
            ),
            (
                "3x2",
                (8010, 8010),
                {"simple": (6231, 6231), "research": (6045, 6045)},
                {"simple": 0, "research": 3},
            ),
            (
                "4x1",
                (7400, 7400),
                {"simple": (5631, 5631), "research": (5474, 5474)},
                {"simple": -2, "research": 0},
            ),
        ],
        one_in=4,
    ),
)
@pytest.mark.parametrize("rules", ["simple", "research"])
def test_counts_and_values_of_small_boards(
    size: str,
    boxes: tuple[int, int],
    choice: dict[str, tuple[int, int]],
    start: dict[str, int],
    rules: str,
) -> None:
    solution = solve_graph(explore(make_game(f"awari:{size},rules={rules}")))
    nodes = [node for node in solution.graph.nodes if node.edges]
    assert tuple(sum(node.position.to_move == side for node in nodes) for side in (0, 1)) == boxes
    chosen = [node for node in nodes if len(node.edges) > 1]
    assert (
        tuple(sum(node.position.to_move == side for node in chosen) for side in (0, 1))
        == choice[rules]
    )
    assert solution.values[0] == start[rules]


def test_editions() -> None:
    assert len(build_kit("awari-mini").boxes) == 155
    assert len(build_kit("awari-mini", Wish(side="north")).boxes) == 154
    assert len(build_kit("awari-mini", Wish(forced="box")).boxes) == 327
    assert len(build_kit("awari-3x1").boxes) == 215


def test_leaves_of_the_full_game_by_depth() -> None:
    """Published numbers of leaves of the game tree, by depth (ends of the game count as leaves)."""

    def leaves(position: Position, depth: int) -> int:
        moves = SIMPLE.legal_moves(position) if depth else ()
        return (
            sum(leaves(SIMPLE.play(position, move).position, depth - 1) for move in moves)
            if moves
            else 1
        )

    assert [leaves(SIMPLE.start(), depth) for depth in range(1, 6)] == [6, 36, 190, 1014, 5219]


@pytest.mark.parametrize(
    "size", few([(3, 2), (6, 4), (2, 3), (4, 4), (3, 5), (6, 9)], one_in=6), ids=str
)
def test_random_play_agrees_with_openspiel(size: tuple[int, int], pyspiel) -> None:
    """OpenSpiel's oware agrees with ``research`` but for the following, and with ``simple`` in
    sowing and taking.

    - A grand slam is legal there and takes nothing; here it is not allowed unless every move leaves
      the other side without seeds, and then it takes, and moves that do not feed are allowed too.
    - There a game ends as soon as a side has more than half of all seeds, when no move feeds a side
      without seeds, or when a position occurs again; what is left then goes to the side in whose
      row it lies. Here a game ends when the side to move has no seeds, or at a third occurrence,
      which halves the rest.
    - ``simple`` has no duty to feed; there it is a duty.
    """
    pits, seeds = size
    research, simple = (
        make_game(f"awari:{pits}x{seeds},rules={rules}") for rules in ("research", "simple")
    )
    theirs = pyspiel.load_game(f"oware(num_houses_per_player={pits},num_seeds_per_house={seeds})")
    draw = random.Random(pits * 100 + seeds)
    met: Counter[str] = Counter()
    for _ in range(60):
        state = theirs.new_initial_state()
        while not state.is_terminal():
            side = state.current_player()
            position = Position(board(state), side)
            actions = {action + side * pits for action in state.legal_actions()}
            slam = slams(pits, position)
            own = {move.target for move in research.legal_moves(position)}
            all_moves = {pit for pit in simple.own(side) if position.cells[pit]}
            assert own == (actions - slam or all_moves)
            hungry = not any(position.cells[pit] for pit in simple.own(1 - side))
            assert hungry or all_moves == actions
            assert {move.target for move in simple.legal_moves(position)} == all_moves
            met["slam"] += bool(slam)
            met["hungry"] += hungry
            move = draw.choice(sorted(actions))
            child = state.child(move - side * pits)
            before = scores(state)[side]
            after = scores(child)[side]
            if move in slam:
                step = simple.play(position, Move(move, move))
                assert step.gain > 0
                assert not any(step.position.cells[pit] for pit in simple.own(1 - side))
                met["slam played"] += 1
            elif not child.is_terminal():
                for game in (research, simple):
                    step = game.play(position, Move(move, move))
                    assert step == (Position(board(child), 1 - side), after - before)
                met["played"] += 1
            else:
                step = research.play(position, Move(move, move))
                left = sum(step.position.cells[pit] for pit in research.own(side))
                assert (
                    after - before == step.gain + left
                )  # they count what lies in a row as won by its side
                met["ended"] += 1
            state = child
    assert met["played"] > 500
    assert met["ended"] == 60 or met["slam played"]
    if pits > 3:
        assert min(met["slam"], met["slam played"], met["hungry"]) > 0


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("4,4/4,4 S", "2 and 2 pits; each side has 6"),
        ("4,4,4,4,4,4/4,4,4,4,4,5 S", "49 seeds; awari:6x4 is played with 48"),
        ("4,4,4,4,4,4 S", "two rows of seeds"),
        ("4,4,4,4,4,/4,4,4,4,4,4 S", "two rows of seeds"),
        ("4,4,4,4,4,-1/4,4,4,4,4,4 S", "two rows of seeds"),
        ("4,4,4,4,4,4/4,4,4,4,4,4 X", "S or N"),
    ],
)
def test_impossible_positions_are_refused(text: str, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        RESEARCH.parse(text)


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("awari:6x4,rules=reserch", "did you mean 'research'"),
        ("awari:13x1", "outside 1x1 to 12x9"),
        ("awari:6", "not written like"),
        ("awari:6x4,rule=simple", "did you mean 'rules'"),
    ],
)
def test_impossible_games_are_refused(spec: str, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        make_game(spec)


def test_bad_moves_are_refused() -> None:
    with pytest.raises(UsageError, match="South has A to F, North a to f"):
        RESEARCH.parse_move(RESEARCH.start(), "G")
