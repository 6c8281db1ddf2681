"""Looking ahead: the compiled search equals the plain one node for node, and refinements change
no value.
"""

import random
import threading
import time
from collections import Counter
from itertools import pairwise

import pytest
from counting import at_least, at_least_one
from openspiel_oware import board, scores, slams
from sampling import sample

from kitgen.errors import NotationError, UsageError
from kitgen.games import make_game
from kitgen.games.words import ROOM
from kitgen.lab.reproductions import MANCALA_POSITIONS
from kitgen.model import Move, Position
from kitgen.theory.database import Database, build_database
from kitgen.tree_search import search_kernels
from kitgen.tree_search.analysis import Analyst
from kitgen.tree_search.plan import ALGORITHMS, REFINEMENTS, parse_plan
from kitgen.tree_search.scout import INFINITY, Answer, StoppedSearchError
from kitgen.tree_search.scouts import PlainScout, make_scout
from kitgen.tree_search.search_kernels import SwiftScout
from kitgen.tree_search.written_games import parse_record, write_record

#: Boards of all sizes with both rule sets, and how deep the plain search goes there.
SIZES = [
    ("1x3", 12),
    ("1x9", 9),
    ("2x2", 9),
    ("2x9", 7),
    ("3x1", 8),
    ("3x4", 6),
    ("4x4", 5),
    ("5x2", 4),
    ("6x4", 4),
    ("6x9", 4),
]
BOARDS = [
    (f"awari:{size},rules={rules}", depth)
    for size, depth in SIZES
    for rules in ("research", "simple")
]
PAWNS = [("hexapawn:3x3", 8), ("hexapawn:4x3", 6), ("hexapawn:5x4", 4), ("hexapawn:6x6", 3)]


def random_line(game, luck, longest=30):
    """Return the positions of the beginning of a random game that is not over."""
    line = [game.start()]
    for _ in range(luck.randrange(longest)):
        position = game.play(line[-1], luck.choice(game.legal_moves(line[-1]))).position
        if (
            game.result(position) is not None
            or [*line, position].count(position) == game.repetition
        ):
            break
        line.append(position)
    return line


def lines_of(spec, count, seed=1):
    game = make_game(spec)
    luck = random.Random(f"{spec} {seed}")
    return game, luck, [random_line(game, luck) for _ in range(count)]


def told(game, line):
    return write_record(game, line[0], [move_to(game, *pair) for pair in pairwise(line)])


def move_to(game, before, after):
    return next(
        move for move in game.legal_moves(before) if game.play(before, move).position == after
    )


@pytest.mark.parametrize("plain", [True, False])
@pytest.mark.parametrize(("algorithm", "nodes"), [("alphabeta", 6429), ("negascout", 6325)])
def test_as_many_positions_are_visited_as_known(algorithm, nodes, plain):
    game = make_game("awari:6x4")
    scout = make_scout(game, parse_plan(f"{algorithm}:8"), plain=plain)
    assert scout.answer([game.start()], 8) == Answer(0, Move(0, 0), nodes)


@pytest.mark.parametrize(("algorithm", "nodes"), [("alphabeta", 228_685), ("negascout", 223_229)])
def test_as_many_positions_are_visited_as_known_farther_on(algorithm, nodes):
    game = make_game("awari:6x4")
    answer = make_scout(game, parse_plan(f"{algorithm}:12")).answer([game.start()], 12)
    assert (answer.value, answer.nodes) == (0, nodes)
    assert MANCALA_POSITIONS[algorithm][12] == nodes


@pytest.mark.parametrize(
    ("plan", "nodes"),
    [
        ("alphabeta:10", 102_994),
        ("alphabeta:10,table", 102_364),
        ("alphabeta:10,ordering,table", 24_731),
        ("negascout:10", 98_224),
        ("negascout:10,table", 91_165),
        ("negascout:10,ordering,table", 20_866),
    ],
)
def test_what_refinements_save_is_what_they_saved_when_measured(plan, nodes):
    """A table that is never of use, or an order that is no better than none, changes no value
    but these.
    """
    game = make_game("awari:6x4")
    assert make_scout(game, parse_plan(plan)).answer([game.start()], 10).nodes == nodes


def test_values_of_the_start_by_depth():
    game = make_game("awari:6x4,rules=simple")
    scout = make_scout(game, parse_plan("minimax:9"))
    answers = [scout.answer([game.start()], depth) for depth in range(1, 11)]
    assert [answer.value for answer in answers] == [0] * 9 + [-1]
    leaves = [6, 36, 190, 1014, 5219, 27332, 139157, 711414]
    assert [after.nodes - before.nodes for before, after in pairwise(answers[:8])] == leaves[1:]
    assert make_scout(game, parse_plan("negascout:12")).answer([game.start()], 11).value == 0
    assert make_scout(game, parse_plan("negascout:12")).answer([game.start()], 12).value == 0


@pytest.mark.parametrize(("spec", "deepest"), sample(BOARDS + PAWNS, one_in=6))
def test_compiled_and_plain_search_walk_the_same_tree(spec, deepest):
    """Value, move and nodes agree, in the quick kernels and in the refined one with all switches
    off.
    """
    game, luck, lines = lines_of(spec, 12)
    seen = Counter()
    for line in lines:
        depth = luck.randrange(1, deepest + 1)
        for algorithm in ALGORITHMS:
            plan = parse_plan(f"{algorithm}:{depth}")
            known = make_scout(game, plan, plain=True).answer(line, depth)
            scout = make_scout(game, plan)
            assert isinstance(scout, SwiftScout)
            assert scout.answer(line, depth) == known, told(game, line)
            scout._last_one = -1  # as if a position could always come up for the last time
            assert scout.answer(line, depth) == known, told(game, line)
            seen[algorithm] += 1
    assert min(seen.values()) == 12


def test_positions_of_the_game_before_count_and_end_it():
    """Where a position comes up for the third time within the horizon, plain and compiled search
    end the game there.
    """
    met = Counter()
    for spec in ("awari:1x3", "awari:2x3", "awari:2x5", "awari:3x2,rules=simple"):
        game = make_game(spec)
        luck = random.Random(1)
        for _ in range(150):
            line = random_line(game, luck, 80)
            depth = luck.choice((5, 9, 12))
            plan = parse_plan(f"alphabeta:{depth}")
            fresh = make_scout(game, plan).answer(line[-1:], depth)
            found = make_scout(game, plan).answer(line, depth)
            if fresh == found and luck.randrange(9):
                continue
            assert found == make_scout(game, plan, plain=True).answer(line, depth), told(game, line)
            for refinements in ("table", "ordering,table", "quick"):
                other = make_scout(game, parse_plan(f"alphabeta:{depth},{refinements}"))
                assert other.answer(line, depth).value == found.value, (
                    refinements,
                    told(game, line),
                )
            met["differs"] += fresh != found
            met["value"] += fresh.value != found.value
    assert met["differs"] > 20
    assert met["value"] > 0


def test_a_game_that_is_over_needs_no_search():
    game = make_game("awari:6x4")
    over = game.parse("0,0,0,0,0,0/0,2,0,1,0,4 S")
    for plain in (True, False):
        scout = make_scout(game, parse_plan("minimax:5"), plain=plain)
        assert scout.answer([over], 5) == Answer(-7, None, 1)
        round_and_round = game.parse("1,0,0,0,0,0/1,0,0,0,0,0 S")
        assert scout.answer([round_and_round] * 3, 5) == Answer(0, None, 1)


def refined_plans(depth):
    for algorithm in ("alphabeta", "negascout"):
        for refinements in (
            "ordering",
            "table",
            "deepening",
            "ordering,table",
            "ordering,deepening",
            "quick",
        ):
            yield parse_plan(f"{algorithm}:{depth},{refinements}")
    yield parse_plan(f"minimax:{depth},table")
    yield parse_plan(f"minimax:{depth},ordering")


@pytest.mark.parametrize(("spec", "deepest"), sample(BOARDS + PAWNS, one_in=6))
def test_refinements_keep_the_value(spec, deepest):
    """Deeper than the plain search can go, beside the kernel that equals it."""
    game, luck, lines = lines_of(spec, 8, seed=3)
    for line in at_least_one(lines):
        depth = luck.randrange(deepest, deepest + 3)
        value = make_scout(game, parse_plan(f"alphabeta:{depth}")).answer(line, depth).value
        for plan in at_least(5, refined_plans(depth)):
            scout = make_scout(game, plan)
            steps = range(1, depth + 1) if plan.has("deepening") else [depth]
            answer = [scout.answer(line, step) for step in steps][-1]
            assert answer.value == value, (str(plan), told(game, line))
            after = game.play(line[-1], answer.move)
            worth = after.gain - scout.worth([*line, after.position], depth - 1)
            assert worth == value, (str(plan), told(game, line))


@pytest.mark.parametrize(
    "record",
    [
        "3,3/3,3 S: A a B b A b B a B b A a B a A a B b B a B a A a B b A a A b B a A b B a",
        (
            "5,5/5,5 S: A a B b B a A b A a A b B b B a A a B b A b A a A b B a A a B b B a "
            "A b B a B b A"
        ),
    ],
)
def test_the_table_is_not_asked_where_the_way_counts(record):
    """Here a table that took no notice of what came before would find another value."""
    game = make_game("awari:2x3" if record.startswith("3") else "awari:2x5")
    line = parse_record(game, record).line
    values = {make_scout(game, parse_plan(f"alphabeta:18{more}")).answer(line, 18).value
              for more in ("", ",table", ",ordering,table")}  # fmt: skip
    assert values == {0}


@pytest.mark.parametrize("rules", ["research", "simple"])
def test_refinements_keep_the_value_with_few_seeds(rules):
    """Where all moves leave the other side without seeds they are allowed after all."""
    game = make_game(f"awari:6x4,rules={rules}")
    luck = random.Random(8)
    scout = make_scout(game, parse_plan("alphabeta:3,ordering"))
    plain = make_scout(game, parse_plan("alphabeta:3"), plain=True)
    for _ in range(300):
        line = [random_endgame(luck, luck.randrange(1, 5))]
        depth = luck.randrange(2, 4)
        assert scout.answer(line, depth).value == plain.answer(line, depth).value, game.text(
            line[0]
        )


def test_a_table_kept_through_a_game_keeps_the_values():
    game = make_game("awari:3x3")
    luck = random.Random(5)
    scout = make_scout(game, parse_plan("negascout:9,quick"))
    line = [game.start()]
    while game.result(line[-1]) is None and line.count(line[-1]) < 3:
        for depth in (10, 7, 9):
            known = make_scout(game, parse_plan(f"alphabeta:{depth}")).answer(line, depth)
            assert scout.answer(line, depth).value == known.value, told(game, line)
        line.append(game.play(line[-1], luck.choice(game.legal_moves(line[-1]))).position)
    assert len(line) > 15


def tried(game, line, depth):
    """Return the value of the last position of a line by trying everything in plain Python,
    without a database.
    """
    return PlainScout(game, parse_plan("minimax:1")).answer(line, depth).value


@pytest.mark.parametrize(
    ("spec", "deepest"), sample([board for board in BOARDS if board[1] < 9], one_in=3)
)
def test_every_move_has_its_exact_value(spec, deepest):
    game, luck, lines = lines_of(spec, 4, seed=4)
    for line in at_least_one(lines):
        depth = luck.randrange(1, deepest + 1)
        exact = {}
        for move in game.legal_moves(line[-1]):
            step = game.play(line[-1], move)
            exact[move] = step.gain - tried(game, [*line, step.position], depth - 1)
        analyst = Analyst(make_scout(game, parse_plan(f"negascout:{depth}")), line, lines=9)
        assert analyst.run()
        prospect = analyst.prospects[-1]
        assert dict(prospect.moves) == exact, told(game, line)
        assert set(prospect.best) == {
            move for move, value in exact.items() if value == max(exact.values())
        }
        assert [found.depth for found in analyst.prospects] == list(range(1, depth + 1))
        check_lines(game, line, prospect)


def check_lines(game, line, prospect):
    """A line's gains add up to the value of its first move, which the moves say too."""
    values = dict(prospect.moves)
    for found in at_least_one(prospect.lines):
        position = line[-1]
        total = 0
        sign = 1
        for move in found.moves:
            assert move in game.legal_moves(position)
            step = game.play(position, move)
            total += sign * step.gain
            position = step.position
            sign = -sign
        end = game.result(position)
        assert total + sign * (end or 0) == found.value == values[found.moves[0]]
        assert len(found.moves) == prospect.depth or end is not None or game.repetition


@pytest.mark.every
def test_quiescence_goes_on_while_points_can_be_won():
    differs = 0
    for spec, deepest in BOARDS:
        game, luck, lines = lines_of(spec, 6, seed=6)
        for line in lines:
            depth = luck.randrange(1, min(deepest, 5) + 1)
            plan = parse_plan(f"minimax:{depth},quiescence")
            known = make_scout(game, plan, plain=True).answer(line, depth)
            assert make_scout(game, plan).answer(line, depth)[:2] == known[:2], told(game, line)
            for text in ("alphabeta:{},quiescence", "negascout:{},quick,quiescence"):
                scout = make_scout(game, parse_plan(text.format(depth)))
                assert scout.answer(line, depth).value == known.value, (text, told(game, line))
                assert scout.worth(line, depth) == known.value
            differs += known.value != tried(game, line, depth)
    assert differs > 10


def test_quiescence_by_hand():
    """B leaves a seed in A to be taken, which one ply shows only to those who go on."""
    game = make_game("awari:6x4,rules=simple")
    line = [game.parse("1,1,0,0,0,0/0,0,0,0,0,1 S")]
    found = {}
    for more in ("", ",quiescence"):
        analyst = Analyst(make_scout(game, parse_plan(f"minimax:1{more}")), line)
        analyst.run()
        found[more] = {game.move_text(move): value for move, value in analyst.prospects[-1].moves}
    assert found == {"": {"A": 0, "B": 0}, ",quiescence": {"A": 0, "B": -2}}


@pytest.fixture(scope="module", params=["research", "simple"])
def eight(request):
    game = make_game(f"awari:6x4,rules={request.param}")
    return build_database(game, 8)


def random_endgame(luck, seeds):
    cells = [0] * 12
    for _ in range(seeds):
        cells[luck.randrange(12)] += 1
    return Position(tuple(cells), luck.randrange(2))


def test_the_database_at_the_leaves(eight):
    game = eight.game
    luck = random.Random(7)
    compared = 0
    for _ in range(40):
        line = [random_endgame(luck, luck.randrange(5, 12))]
        depth = luck.randrange(1, 5)
        for more in ("", ",quiescence"):
            plan = parse_plan(f"negascout:{depth}{more}")
            known = make_scout(game, plan, eight, plain=True).answer(line, depth)
            answer = make_scout(game, plan, eight).answer(line, depth)
            assert answer.value == known.value
            assert more or answer == known
            quick = make_scout(game, parse_plan(f"negascout:{depth},quick{more}"), eight)
            assert quick.answer(line, depth).value == known.value
            assert quick.worth(line, depth) == known.value
            exact = eight.worth(line[0])
            if exact is not None and known.move is not None:
                assert known.value == exact.score
                compared += 1
    assert compared > 20


def test_one_ply_and_the_database_find_as_many_wins_as_published():
    """Five seeds, rules ``research``: 2165 wins, no draws, 2203 losses of the side to move."""
    game = make_game("awari:6x4")
    database = build_database(game, 5)
    scout = make_scout(
        game, parse_plan("alphabeta:1"), Database(game, 5, database.values, database.starts)
    )
    counts: Counter[int] = Counter()

    def share(left, pits):
        if pits == 1:
            yield (left,)
            return
        for first in range(left + 1):
            yield from ((first, *rest) for rest in share(left - first, pits - 1))

    for cells in share(5, 12):
        value = scout.answer([Position(cells, 0)], 1).value
        counts[(value > 0) - (value < 0)] += 1
    assert (counts[1], counts[0], counts[-1]) == (2165, 0, 2203)


@pytest.mark.parametrize(("pits", "seeds"), sample([(4, 3), (6, 4), (3, 5)], one_in=6))
def test_openspiel_agrees_where_the_rules_do(pits, seeds, pyspiel):
    """Trees without a grand slam, a hungry side, an end or a recurrence have the same value in
    OpenSpiel's oware.
    """
    theirs = pyspiel.load_game(f"oware(num_houses_per_player={pits},num_seeds_per_house={seeds})")
    game = make_game(f"awari:{pits}x{seeds}")
    luck = random.Random(pits)
    scout = make_scout(game, parse_plan("negascout:3"))

    def value(state, depth):
        """Return South's score minus North's at the horizon, or None where the rules differ on
        the way.
        """
        if state.is_terminal():
            return None
        position = Position(board(state), state.current_player())
        hungry = not any(position.cells[pit] for pit in game.own(1 - position.to_move))
        if hungry or slams(pits, position):
            return None
        if depth == 0:
            south, north = scores(state)
            return south - north
        values = [value(state.child(action), depth - 1) for action in state.legal_actions()]
        if None in values:
            return None
        return max(values) if position.to_move == 0 else min(values)

    compared = 0
    for _ in range(150):
        state = theirs.new_initial_state()
        for _ in range(luck.randrange(25)):
            if not state.is_terminal():
                state.apply_action(luck.choice(state.legal_actions()))
        known = value(state, 3)
        if known is not None:
            south, north = scores(state)
            side = state.current_player()
            ours = scout.answer([Position(board(state), side)], 3).value
            assert ours * (1 - 2 * side) == known - (south - north)
            compared += 1
    assert compared > 30


def test_a_search_lets_others_work_and_can_be_stopped():
    """While the kernel works this thread goes on, which it could not with the interpreter's lock
    held.
    """
    game = make_game("awari:6x4")
    scout = make_scout(game, parse_plan("minimax:16"))
    scout.answer([game.start()], 2)  # compiled by now
    raised = []

    def work():
        try:
            scout.answer([game.start()], 16)
        except StoppedSearchError as error:
            raised.append(error)

    worker = threading.Thread(target=work)
    worker.start()
    time.sleep(0.1)
    before = scout.visiting
    time.sleep(0.1)
    assert worker.is_alive()
    assert scout.visiting > before > 0
    scout.stop()
    worker.join(20)
    assert raised
    scout.resume()
    assert scout.answer([game.start()], 8).value == 0


def test_a_plain_search_can_be_stopped():
    game = make_game("tictactoe")
    scout = make_scout(game, parse_plan("minimax:9"))
    clock = threading.Timer(0.1, scout.stop)
    clock.start()
    with pytest.raises(StoppedSearchError):
        scout.answer([game.start()], 9)


def test_a_time_limit_ends_with_what_is_finished():
    game = make_game("awari:6x4")
    analyst = Analyst(make_scout(game, parse_plan("negascout,seconds=0.3,quick")), [game.start()])
    assert analyst.run()
    assert 3 < len(analyst.prospects) < 40


@pytest.mark.parametrize("spec", ["nim:9", "tictactoe", "hexapawn:3x3"])
def test_games_without_points_are_won_or_lost_or_open(spec):
    game = make_game(spec)
    values = [
        PlainScout(game, parse_plan("negascout:8")).answer([game.start()], depth).value
        for depth in range(1, 8)
    ]
    assert set(values) <= {-1, 0, 1}
    assert abs(values[0]) == 0
    if spec == "hexapawn:3x3":
        assert values == [0, 0, 0, 0, 0, -1, -1]  # Black wins in 6 plies


def test_the_plain_alphabeta_is_fail_hard():
    """The start is worth 0 at depth 4: bounds above it are returned as they are."""
    game = make_game("awari:6x4")
    scout = PlainScout(game, parse_plan("alphabeta:4"))
    assert scout.alphabeta(game.start(), 4, 3, 5) == 3
    assert scout.negascout(game.start(), 4, 3, 5) == 0
    assert scout.alphabeta(game.start(), 4, -INFINITY, INFINITY) == 0


@pytest.mark.parametrize(
    "text",
    [
        "minimax:3",
        "alphabeta:12,ordering,table",
        "negascout,seconds=0.5",
        "negascout:8,single,preference",
    ],
)
def test_plans_round_trip(text):
    assert str(parse_plan(text)) == text
    assert str(parse_plan(str(parse_plan(f"{text},table")))) == str(parse_plan(f"{text},table"))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("negascot:3", "did you mean 'negascout'"),
        ("negascout", "does not say how far"),
        ("negascout:x", "plies after the colon"),
        ("negascout:0", "not a number of plies from 1"),
        ("negascout:3,tabel", "did you mean 'table'"),
        ("negascout:3,seconds=x", "not a number of seconds"),
        ("negascout,seconds=0", "not a time above 0"),
    ],
)
def test_plans_that_make_no_sense_are_refused(text, says):
    with pytest.raises(UsageError, match=says):
        parse_plan(text)


def test_refinements_that_plain_python_lacks_are_refused():
    with pytest.raises(UsageError, match="searched in plain Python, without refinement ordering"):
        make_scout(make_game("nim:9"), parse_plan("negascout:3,ordering"))
    assert set(REFINEMENTS) >= {"ordering", "table"}


def test_no_two_things_lie_in_one_place_of_the_desk():
    kernels = search_kernels
    places = [
        kernels.NODES,
        kernels.STOP,
        kernels.WIDTH,
        kernels.TRAITS,
        kernels.DEPTH,
        kernels.BEST,
        kernels.ALGORITHM,
        kernels.ORDERING,
        kernels.QUIESCENCE,
        kernels.FOLLOWING,
        kernels.SIMPLE_END,
        kernels.TABLE,
        kernels.MASK,
        kernels.HIGHEST,
        kernels.VALUES,
        kernels.STARTS,
        kernels.QUIET,
        kernels.REPETITION,
        kernels.BEFORE,
        kernels.WAY,
        kernels.CHILDREN,
        kernels.KILLERS,
        kernels.LINE,
        kernels.FOLLOWED,
        kernels.HISTORY,
    ]
    assert len({*places}) == len(places)
    assert max(places) < ROOM


def test_records():
    game = make_game("awari:6x4")
    line = parse_record(game, "4,4,4,4,4,4/4,4,4,4,4,4 S: C d F").line
    assert len(line) == 4
    assert parse_record(game, ": C d F").line == line == parse_record(game, told(game, line)).line
    assert parse_record(game, game.text(line[-1])).line == line[-1:]
    with pytest.raises(NotationError, match="move 'd' is not legal"):
        parse_record(game, ": C d d")
    with pytest.raises(NotationError, match="is not a pit"):
        parse_record(game, ": C x")


@pytest.mark.parametrize("interrupted", [False, True])
def test_an_analysis_says_whether_it_was_interrupted(interrupted):
    game = make_game("awari:6x4")
    calls = []

    def look(*step):
        calls.append(step)
        if interrupted and len(calls) == 1:
            raise KeyboardInterrupt

    analyst = Analyst(
        make_scout(game, parse_plan("negascout:40" if interrupted else "negascout:3")),
        [game.start()],
    )
    assert analyst.run(look) is not interrupted
    assert calls or not interrupted
