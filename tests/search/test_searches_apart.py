"""The parts of a search one by one: how it is watched, interrupted and timed, where it ends, what a
player chooses by a database, and what is refused. Scouts and databases are written down.
"""

import threading
import time
from types import SimpleNamespace

import numpy as np
import pytest
from counting import at_least, at_least_one

from kitgen.errors import KitgenError, NotationError, UsageError
from kitgen.games import make_game
from kitgen.machine.paper_machine import SplitMix
from kitgen.model import Step
from kitgen.theory.database import Database, levels_of, starts_of
from kitgen.theory.solve import Value
from kitgen.tree_search import analysis, scouts
from kitgen.tree_search.analysis import Analyst, Judged, costliest, decisive, variation
from kitgen.tree_search.plan import Plan, chosen_refinements, parse_plan
from kitgen.tree_search.scout import INFINITY, StoppedSearchError, time_limit
from kitgen.tree_search.scouts import GradualScout, PlainScout, SearchPlayer, make_scout
from kitgen.tree_search.written_games import parse_record, write_record

NIM = make_game("nim:7")
AWARI = make_game("awari:2x2")


class Known:
    """A database that knows the values of some positions, written as text."""

    def __init__(self, game, values):
        self.values = {game.parse(text): value for text, value in values.items()}

    def worth(self, position):
        """Return the value of a position, or None."""
        value = self.values.get(position)
        return None if value is None else Value(value, None)


# --- a search that is watched
# --------------------------------------------------------------------------------------------------


class Slow(PlainScout):
    """Waits before it looks deeper than one ply, until it is stopped."""

    def __init__(self, game, plan):
        super().__init__(game, plan)
        self.let_go = threading.Event()
        self.stopped = 0

    def answer(self, line, depth):
        if depth > 1:
            assert self.let_go.wait(20)
            if self.stopped:
                raise StoppedSearchError
        return super().answer(line, depth)

    def stop(self):
        self.stopped += 1
        super().stop()
        self.let_go.set()


def test_a_search_tells_the_depth_and_how_much_it_has_seen():
    scout = Slow(NIM, Plan("negascout", 3))
    scout.nodes = 7
    told = []
    waiting = []
    analyst = Analyst(scout, [NIM.start()])

    def progress(*words):
        told.append(words)
        if len(analyst.prospects) == 1:
            waiting.append(words)
        if len(waiting) == 3:
            scout.let_go.set()

    assert analyst.run(progress) is True
    assert {words[0] for words in told} <= {"depth 1", "depth 2", "depth 3"}
    assert waiting[2][0] == "depth 2"
    assert {words[2] for words in told} == {None}
    assert all(words[1] >= 7 for words in at_least_one(told))
    assert [prospect.depth for prospect in analyst.prospects] == [1, 2, 3]
    assert scout.stopped == 0


def test_a_search_that_is_interrupted_is_stopped_and_keeps_what_is_finished():
    scout = Slow(NIM, Plan("negascout", 3))
    analyst = Analyst(scout, [NIM.start()])

    def interrupt(*_):
        if analyst.prospects and not scout.stopped:
            raise KeyboardInterrupt

    assert analyst.run(interrupt) is False
    assert scout.stopped == 1
    assert [prospect.depth for prospect in analyst.prospects] == [1]


def test_a_search_ends_when_its_time_is_over():
    scout = Slow(NIM, Plan("negascout", 3, seconds=0.01))
    analyst = Analyst(scout, [NIM.start()])
    assert analyst.run() is True
    assert scout.stopped >= 1
    assert [prospect.depth for prospect in analyst.prospects] == [1]


def test_loading_code_takes_no_time_of_a_search(monkeypatch):
    clock = []

    class Loading(Slow):
        @property
        def preparing(self):
            clock.append(len(clock))
            if len(clock) == 8:
                self.let_go.set()
            return len(clock) < 8

    monkeypatch.setattr(analysis.time, "monotonic", lambda: 10.0 * len(clock))
    scout = Loading(NIM, Plan("negascout", 2, seconds=60.0))
    analyst = Analyst(scout, [NIM.start()])
    assert analyst.run() is True
    assert [prospect.depth for prospect in analyst.prospects] == [1, 2]


def test_a_fault_of_a_search_is_that_of_whoever_waits():
    class Faulty(PlainScout):
        def answer(self, *_):
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        Analyst(Faulty(NIM, Plan("negascout", 2)), [NIM.start()]).run()


def test_deepening_counts_all_it_has_seen_so_far():
    found = {}
    for refinements in ((), ("deepening",)):
        analyst = Analyst(
            PlainScout(NIM, Plan("negascout", 4, refinements=refinements)), [NIM.start()]
        )
        assert analyst.run()
        found[refinements] = analyst.prospects
    nodes = [prospect.nodes for prospect in found[()]]
    sums = [sum(nodes[: number + 1]) for number in range(4)]
    assert [prospect.nodes for prospect in found["deepening",]] == sums
    seconds = [prospect.seconds for prospect in found["deepening",]]
    assert seconds == sorted(seconds)


@pytest.mark.parametrize("seconds", [None, 0.01])
def test_only_a_search_with_a_time_is_stopped_after_it(seconds):
    scout = Slow(NIM, Plan("negascout", 3, seconds=seconds))
    with time_limit(scout):
        if seconds is not None:
            assert scout.let_go.wait(20)
    assert scout.stopped == (seconds is not None)
    assert scout._stopped is False


# --- where a search ends
# --------------------------------------------------------------------------------------------------


def test_a_database_ends_a_search_but_not_at_its_first_position():
    start = AWARI.start()
    (move,) = AWARI.legal_moves(start)
    following, gain = AWARI.play(start, move)
    known = Known(AWARI, {AWARI.text(start): 5, AWARI.text(following): -4})
    for algorithm in ("minimax", "alphabeta", "negascout"):
        scout = PlainScout(AWARI, Plan(algorithm, 4), known)
        assert scout.end([start]) == 5
        assert scout.end([start], root=True) is None
        assert scout.answer([start], 4)[:2] == (gain + 4, move)
        assert scout.nodes == 2
        assert scout.worth([start], 4) == 5
        assert scout.worth_of([start], 4, move) == gain + 4


def test_a_game_that_is_over_is_answered_without_a_move():
    over = NIM.parse("0 S")
    scout = PlainScout(NIM, Plan("minimax", 3))
    assert scout.answer([over], 3) == (-1, None, 1)
    assert scout.nodes == 1
    assert scout.visiting == 0


def test_a_position_that_recurs_ends_a_game():
    game = make_game("told:mu-torere")
    scout = PlainScout(game, Plan("minimax", 2))
    start = game.start()
    often = [start] * game.repetition
    assert scout.end(often) == scout.end(often, root=True) == game.repeated(start)
    assert scout.end(often[:-1]) is None


def test_a_search_gives_up_after_so_many_positions():
    scout = PlainScout(NIM, Plan("minimax", 4))
    nodes = scout.answer([NIM.start()], 4).nodes
    scout.most = nodes
    assert scout.answer([NIM.start()], 4).nodes == nodes
    scout.most = nodes - 1
    with pytest.raises(StoppedSearchError):
        scout.answer([NIM.start()], 4)
    assert scout.visiting == nodes


def test_a_move_is_worth_at_least_so_much():
    scout = PlainScout(NIM, Plan("alphabeta", 7))
    line = [NIM.start()]
    for move in at_least(3, NIM.legal_moves(line[-1])):
        value = scout.worth_of(line, 7, move)
        assert scout.is_worth(line, 7, move, value)
        assert scout.is_worth(line, 7, move, value - 1)
        assert not scout.is_worth(line, 7, move, value + 1)
    assert scout.worth(line, 7, 0, 1) in (0, 1)
    assert -INFINITY < scout.worth(line, 7) < INFINITY


def test_a_variation_goes_to_the_horizon_or_the_end():
    scout = PlainScout(NIM, Plan("negascout", 9))
    line = [NIM.start()]
    for depth in (1, 2, 3):
        for move in at_least(3, NIM.legal_moves(line[-1])):
            value = scout.worth_of(line, depth, move)
            found = variation(scout, line, depth, move, value)
            assert found[0] == move
            assert len(found) == depth
    assert line == [NIM.start()]
    record = parse_record(NIM, "3 F")
    take_all = NIM.legal_moves(record.line[-1])[-1]
    assert variation(scout, record.line, 9, take_all, 1) == (take_all,)


def judged(number, side, before, after, lead=0):
    """Return a judged move."""
    position = SimpleNamespace(to_move=side)
    return Judged(number, position, "move", 3, lead, before, after, ())


@pytest.mark.parametrize(
    ("lead", "before", "after", "gave_away"),
    [
        (0, 0, -1, True),
        (0, 1, 0, False),
        (0, -1, -2, False),
        (2, -2, -3, True),
        (-1, 1, 0, True),
        (-1, 0, -1, False),
    ],
)
def test_a_game_is_given_away_by_a_move_after_which_it_is_lost(lead, before, after, gave_away):
    one = judged(1, 0, before, after, lead)
    assert one.gave_away is gave_away
    assert one.lost == before - after
    assert decisive([one], 0) is (one if gave_away else None)
    assert decisive([one], 1) is None


def test_the_last_decisive_and_the_first_costliest_move_are_named():
    moves = [judged(1, 0, 0, -1), judged(2, 1, 0, -5), judged(3, 0, 0, -1), judged(4, 0, 1, 0)]
    assert decisive(moves, 0) is moves[2]
    assert costliest(moves, 0) is moves[0]
    assert costliest(moves, 1) is moves[1]
    assert costliest(moves[:1], 1) is None
    assert costliest([judged(1, 0, 0, 0)], 0) is None


def timed(game, seconds, answers):
    """Return a scout that answers as it is told, depth by depth."""
    questions = []

    class Told(PlainScout):
        def answer(self, line, depth):
            questions.append(depth)
            if depth == 4:
                raise StoppedSearchError
            return SimpleNamespace(
                value=answers[depth], move=game.legal_moves(line[-1])[0], nodes=1
            )

        def worth_of(self, line, depth, move):
            return answers[depth] if move == game.legal_moves(line[-1])[0] else -1

    return Told(game, Plan("negascout", 9, seconds=seconds)), questions


@pytest.mark.parametrize(
    ("game", "answers", "depths"),
    [
        (NIM, {1: 0, 2: 0, 3: 0}, [1, 2, 3, 4]),
        (NIM, {1: 0, 2: 1, 3: 0}, [1, 2]),
        (NIM, {1: -1, 2: 0, 3: 0}, [1]),
        (AWARI, {1: 2, 2: 1, 3: 3}, [1, 2, 3, 4]),
    ],
)
def test_a_move_is_judged_deeper_until_time_or_the_game_is_over(game, answers, depths):
    scout, asked = timed(game, 60.0, answers)
    move = game.legal_moves(game.start())[0]
    record = SimpleNamespace(line=(game.start(),), moves=(move,))
    (found,) = analysis.review(scout, record)
    assert asked == depths
    last = [depth for depth in depths if depth < 4][-1]
    assert (found.depth, found.before, found.after) == (last, answers[last], answers[last])
    assert (found.number, found.position, found.move, found.lead) == (1, game.start(), move, 0)


def test_a_review_ends_when_it_is_stopped():
    scout, asked = timed(NIM, None, {})
    scout.plan = Plan("negascout", 4)
    record = parse_record(NIM, ": 1 2")
    assert list(analysis.review(scout, record)) == []
    assert asked == [4]


def test_a_review_begins_anew_after_a_search_was_stopped():
    scout = PlainScout(NIM, Plan("negascout", 3))
    scout.stop()
    record = parse_record(NIM, ": 1 2")
    assert [judged.number for judged in analysis.review(scout, record)] == [1, 2]


class SlowAtFirst(PlainScout):
    """Takes longer for its first ply, as where code is loaded, than it has time."""

    def answer(self, line, depth):
        if depth == 1:
            time.sleep(0.03)
            if self._stopped:
                raise StoppedSearchError
        return super().answer(line, depth)


def test_the_clock_starts_after_the_first_ply(monkeypatch):
    monkeypatch.setattr(analysis, "_GLANCE_S", 0.002)
    analyst = Analyst(SlowAtFirst(NIM, Plan("minimax", 3, seconds=0.001)), [NIM.start()])
    assert analyst.run()
    assert [prospect.depth for prospect in analyst.prospects][:1] == [1]


# --- players
# --------------------------------------------------------------------------------------------------


def player(values, text="alphabeta:3", game=AWARI):
    """Return a player whose database knows some values."""
    return SearchPlayer(game, parse_plan(text), Known(game, values), plain=True)


def after(game, position):
    """Return each move of a position, and the text of the position after it."""
    return [
        (move, game.text(game.play(position, move).position)) for move in game.legal_moves(position)
    ]


def test_a_player_takes_the_best_move_that_its_database_knows():
    game = make_game("awari:3x2")
    start = game.start()
    moves = after(game, start)
    gains = {move: game.play(start, move).gain for move, _ in moves}
    assert len(moves) == 3
    for best in range(3):
        values = {text: (-3 if number == best else 4) for number, (_, text) in enumerate(moves)}
        assert player(values, game=game).equal_best([start]) == (moves[best][0],)
    even = {text: gains[move] for move, text in moves}
    assert player(even, game=game).equal_best([start]) == (moves[0][0],)
    preferring = player(even, "alphabeta:3,preference", game)
    assert preferring.equal_best([start]) == tuple(move for move, _ in moves)
    del even[moves[1][1]]
    assert player(even, game=game)._best_by_database([start], game.legal_moves(start)) == ()
    nobody = SearchPlayer(game, parse_plan("alphabeta:3"), plain=True)
    assert nobody._best_by_database([start], game.legal_moves(start)) == ()


def test_a_player_that_wins_goes_on_to_new_positions(monkeypatch):
    game = make_game("awari:3x2")
    start = game.start()
    moves = after(game, start)
    winning = {text: game.play(start, move).gain - 2 for move, text in moves}
    who = player(winning, "alphabeta:3,preference", game)
    calls = []

    def is_worth(_line, depth, move, value):
        calls.append((depth, move, value))
        return depth == 2 and move == moves[2][0]

    monkeypatch.setattr(who._onward, "is_worth", is_worth)
    assert who.equal_best([start]) == (moves[2][0],)
    assert {value for _, _, value in calls} == {1}
    assert {depth for depth, _, _ in calls} == {1, 2}
    met = game.play(start, moves[2][0]).position
    assert who.equal_best([met, start]) == (moves[0][0], moves[1][0])
    assert max(depth for depth, _, _ in calls) == scouts.PLIES_TO_PROGRESS == 12
    losing = player(
        {text: 2 + game.play(start, move).gain for move, text in moves},
        "alphabeta:3,preference",
        game,
    )
    monkeypatch.setattr(
        losing._onward, "is_worth", lambda *_: pytest.fail("there is nothing to win")
    )
    assert losing.equal_best([met, start]) == tuple(move for move, _ in moves)


@pytest.mark.parametrize(
    ("words", "plain", "refinements"),
    [
        ("words", False, ("ordering", "table", "deepening")),
        ("words", True, ()),
        (None, False, ()),
        (None, True, ()),
    ],
)
def test_a_player_looks_for_progress_as_quickly_as_it_can(words, plain, refinements, monkeypatch):
    made = []
    monkeypatch.setattr(scouts, "make_scout", lambda *given, plain: made.append((given, plain)))
    game = SimpleNamespace(words=words)
    plan = parse_plan("minimax:3")
    SearchPlayer(game, plan, "database", plain=plain)
    onward = Plan("alphabeta", 200, refinements=refinements)
    assert made == [((game, plan, "database"), plain), ((game, onward), plain)]


def test_a_player_with_one_move_makes_it_at_once():
    line = [NIM.parse("1 F")]
    at_once = SearchPlayer(NIM, parse_plan("alphabeta:3,single"), plain=True)
    assert at_once.equal_best(line) == NIM.legal_moves(line[-1])
    assert at_once.nodes == 0
    searching = SearchPlayer(NIM, parse_plan("alphabeta:3"), plain=True)
    assert searching.equal_best(line) == NIM.legal_moves(line[-1])
    assert searching.nodes > 0


def test_a_player_deepens_while_it_has_time():
    class Told:
        def __init__(self, plan):
            self.plan = plan
            self.asked = []
            self.nodes = 3
            self.stopped = self.resumed = 0

        def answer(self, line, depth):
            self.asked.append(depth)
            if depth == 3:
                raise StoppedSearchError
            return SimpleNamespace(value=0, move=NIM.legal_moves(line[-1])[depth % 3], nodes=1)

        def is_worth(self, _line, depth, move, value):
            self.asked.append((depth, value))
            return move != NIM.legal_moves(NIM.start())[0]

        database = None

        def resume(self):
            self.resumed += 1

        def stop(self):
            self.stopped += 1

    moves = NIM.legal_moves(NIM.start())
    for text, asked, best in (
        ("alphabeta:2", [2], moves[2:]),
        ("alphabeta:2,deepening", [1, 2], moves[2:]),
        ("alphabeta:9,seconds=60", [1, 1, 2, 3], moves[2:]),
        (
            "alphabeta:9,seconds=60,preference",
            [1, 1, (1, 0), (1, 0), 2, (2, 0), (2, 0), 3],
            moves[1:],
        ),
        ("alphabeta:2,deepening,preference", [1, 2, (2, 0), (2, 0)], moves[1:]),
        ("alphabeta:3", [3], moves[:1]),
    ):
        who = SearchPlayer(NIM, parse_plan("alphabeta:2"), plain=True)
        who.plan = parse_plan(text)
        who._scout = Told(who.plan)
        who._hopeful = lambda _position, equal: tuple(equal)
        assert who.equal_best([NIM.start()]) == tuple(best), text
        assert who._scout.asked == asked, text
        assert who._scout.resumed == 1
        who.stop()
        assert who._scout.stopped == 1
        assert who.nodes == 3
    assert who.choose([NIM.start()], SplitMix(1)) in moves


def test_moves_of_most_hope_are_those_whose_best_reply_is_worst_for_the_other_side():
    steps = {
        ("start", "a"): Step("A", 2),
        ("start", "b"): Step("B", 0),
        ("start", "c"): Step("C", 1),
        ("A", "x"): Step("AX", 1),
        ("A", "y"): Step("AY", 3),
        ("B", "x"): Step("BX", 0),
        ("C", "x"): Step("CX", 0),
    }
    ends = {"CX": 0, "BX": None, "AX": 0, "AY": 0, "A": None, "B": None, "C": None}
    game = SimpleNamespace(
        play=lambda position, move: steps[position, move],
        result=lambda position: ends[position],
        legal_moves=lambda position: [move for at, move in steps if at == position],
    )
    who = SearchPlayer(NIM, parse_plan("alphabeta:2"), plain=True)
    who._game = game
    assert who._hopeful("start", ["a", "b", "c"]) == ("a", "c")
    assert who._hopeful("start", ["b"]) == ("b",)
    ends["BX"] = 2
    assert who._hopeful("start", ["a", "b", "c"]) == ("b",)
    ends["A"] = -4
    assert who._hopeful("start", ["a", "b", "c"]) == ("a",)


# --- scouts and plans
# --------------------------------------------------------------------------------------------------


def test_refinements_for_compiled_code_are_refused_in_plain_python(monkeypatch):
    needed = []
    monkeypatch.setattr(scouts, "need", lambda *what: needed.append(what))
    game = make_game("tictactoe")
    plan = Plan("alphabeta", 3, refinements=("table", "quiescence"))
    for plain in (True, False):
        with pytest.raises(UsageError) as caught:
            make_scout(game, plan, plain=plain)
        assert str(caught.value) == (
            "tictactoe:3x3 is searched in plain Python, without refinement table; leave it out"
        )
    assert needed == [("refinement table", "numba", "numpy")] * 2
    made = make_scout(game, Plan("alphabeta", 3, refinements=("quiescence", "preference")))
    assert isinstance(made, PlainScout)


def test_a_compiled_search_is_asked_for_where_a_game_offers_one(monkeypatch):
    calls = []

    def ask_guest(name, what):
        calls.append((name, what))
        return lambda *given: given

    monkeypatch.setattr(scouts, "ask_guest", ask_guest)
    game = SimpleNamespace(words="words", called="game")
    plan = Plan("alphabeta", 3)
    assert make_scout(game, plan, "database") == (game, plan, "database", "words")
    assert calls == [("search.scout", "a compiled search")]


def test_the_database_of_a_plan_is_opened(monkeypatch):
    needed = []
    monkeypatch.setattr(scouts, "need_compiled_search", needed.append)
    monkeypatch.setattr(scouts, "open_endgames", lambda game, path: (game, path))
    assert scouts.plan_database("game", Plan("alphabeta", 3)) is None
    assert needed == []
    plan = parse_plan("alphabeta:3,database=a.npz")
    assert scouts.plan_database("game", plan) == ("game", plan.database)
    assert needed == ["an endgame database"]


def test_a_gradual_search_counts_and_stops_both_ways_to_search():
    gradual = GradualScout(
        NIM, Plan("negascout", 5, refinements=("ordering", "quiescence", "table"))
    )
    assert gradual._plain.plan.refinements == ("quiescence",)
    assert gradual.MAX_PLAIN_POSITIONS == 20_000
    gradual.answer([NIM.start()], 3)
    assert gradual.visiting == gradual._plain.visiting > 1
    gradual.stop()
    assert gradual._plain._stopped
    with pytest.raises(StoppedSearchError):
        gradual.answer([NIM.start()], 3)
    assert gradual._scouts == [gradual._plain]
    gradual.resume()
    assert not gradual._plain._stopped
    assert gradual._begun == gradual._plain.nodes > 0
    before = gradual.nodes
    gradual.worth([NIM.start()], 3)
    assert gradual.nodes > before


@pytest.mark.parametrize(
    ("words", "chosen"),
    [
        ([], ()),
        (["table", "ordering"], ("ordering", "table")),
        (["quick"], ("ordering", "table", "deepening")),
        (
            ["preference", "quick", "single", "table"],
            ("ordering", "table", "deepening", "single", "preference"),
        ),
        (["quiescence", "quiescence"], ("quiescence",)),
    ],
)
def test_refinements_have_one_order(words, chosen):
    assert chosen_refinements(words) == chosen
    plan = Plan("minimax", 3, refinements=chosen)
    assert [name for name in ("ordering", "single") if plan.has(name)] == [
        name for name in ("ordering", "single") if name in chosen
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("minimax:3,seconds", "unknown refinement 'seconds'"),
        ("minimax:3,database=", "unknown refinement 'database='"),
        ("minimax:1000", "'minimax:1000' of 'minimax:1000' needs plies after the colon"),
        ("minimax:3,seconds=1.1234567", "'seconds=1.1234567' of"),
        ("minimax:3,seconds=123456", "'seconds=123456' of"),
        ("minimax:3,seconds=.5", "'seconds=.5' of"),
        ("minimax,database=a", "'minimax,database=a' does not say how far to look ahead"),
    ],
)
def test_a_plan_that_cannot_be_is_refused(text, said):
    with pytest.raises(KitgenError) as caught:
        parse_plan(text)
    assert str(caught.value).startswith(said)


@pytest.mark.parametrize(
    ("plan", "text"),
    [
        (Plan("minimax", 200), "minimax:200"),
        (Plan("minimax", 200, seconds=0.5), "minimax,seconds=0.5"),
        (Plan("minimax", 199, seconds=86_400.0), "minimax:199,seconds=86400"),
    ],
)
def test_a_plan_is_written_as_short_as_it_can_be(plan, text):
    assert str(plan) == text


@pytest.mark.parametrize(
    ("text", "line", "moves", "note"),
    [
        (": 1 2", ["7 F", "6 S", "4 F"], 2, ""),
        (" : 1 ; first; second ", ["7 F", "6 S"], 1, "first; second"),
        ("5 S", ["5 S"], 0, ""),
        (" 5 S : 3 2", ["5 S", "2 F", "0 S"], 2, ""),
        ("5 S; alone", ["5 S"], 0, "alone"),
        (":", ["7 F"], 0, ""),
    ],
)
def test_a_game_is_read_from_a_line(text, line, moves, note):
    record = parse_record(NIM, text)
    assert [NIM.text(position) for position in record.line] == line
    assert (len(record.moves), record.note) == (moves, note)
    again = parse_record(NIM, write_record(NIM, record.line[0], record.moves))
    assert again.line == record.line


def test_a_move_that_is_not_legal_is_named_with_its_position():
    with pytest.raises(NotationError) as caught:
        parse_record(make_game("hexapawn"), ": a1a2 b3b2 a2b3")
    assert str(caught.value) == (
        "move 'a2b3' is not legal in 'b.b/wb./.ww w'; check the moves before it"
    )
    assert write_record(NIM, NIM.start(), ()) == "7 F:"


# --- compiled searches with refinements
# --------------------------------------------------------------------------------------------------

REFINED = (
    (),
    ("ordering",),
    ("table",),
    ("deepening",),
    ("ordering", "table"),
    ("ordering", "table", "deepening"),
    ("quiescence",),
    ("ordering", "quiescence"),
    ("ordering", "table", "deepening", "quiescence"),
)


def some_values(game, highest):
    """Return a database of values that nobody has solved."""
    starts = starts_of(levels_of(game), highest)
    values = np.array([number * 7 % 5 - 2 for number in range(starts[-1])], np.int8)
    return Database(game, highest, values, starts)


def told_answer(game, scout, line, depth):
    """Return what a scout answers, and how many positions it has looked at for that."""
    answer = scout.answer(line, depth)
    move = "none" if answer.move is None else game.move_text(answer.move)
    return f"{answer.value} {move} {answer.nodes}"


def line_of(game, plies):
    """Return the positions of a game whose moves are the last, the first, the second one …"""
    line = [game.start()]
    for ply in range(plies):
        moves = game.legal_moves(line[-1])
        if game.result(line[-1]) is not None:
            break
        line.append(game.play(line[-1], moves[(ply - 1) % len(moves)]).position)
    return line


@pytest.mark.parametrize("spec", ["awari:4x3", "hexapawn:4x4"])
def test_compiled_searches_look_at_what_they_looked_at_before(spec, golden):
    """Values, moves and numbers of positions: whatever orders moves or keeps results shows in
    these.
    """
    game = make_game(spec)
    lines = []
    databases = [None]
    if spec.startswith("awari"):
        databases.append(some_values(game, 4))
    for known in databases:
        for algorithm in ("minimax", "alphabeta", "negascout"):
            for refinements in REFINED:
                plan = Plan(algorithm, 7, refinements=refinements)
                scout = make_scout(game, plan, known)
                told = []
                for plies in (0, 3, 8):
                    line = line_of(game, plies)
                    depths = (1, 2, 4, 5) if algorithm == "minimax" else (1, 3, 6, 7)
                    told.append(
                        ", ".join(told_answer(game, scout, line, depth) for depth in depths)
                    )
                with_values = " with a database" if known else ""
                lines.append(f"{plan}{with_values}: {'; '.join(told)}")
    golden(f"searched/refined-{spec.replace(':', '-')}", "\n".join(lines))


#: A game that goes round and round.
ROUND = "3,3/3,3 S: A a B b A b B a B b A a B a A a B b B a B a A a B b A a A b B a A b B a"


def test_compiled_searches_see_that_positions_recur(golden):
    """After many plies without a gain."""
    game = make_game("awari:2x3")
    whole = parse_record(game, ROUND).line
    lines = []
    for plies in at_least(3, (20, 28, 34)):
        line = whole[:plies]
        for refinements in REFINED:
            scout = make_scout(game, Plan("negascout", 9, refinements=refinements))
            told = [told_answer(game, scout, line, depth) for depth in (1, 5, 8)]
            worth = scout.worth(line, 4)
            lines.append(f"{len(line)} {' '.join(refinements)}: {', '.join(told)}; {worth}")
    golden("searched/refined-recurring", "\n".join(lines))


@pytest.mark.parametrize("spec", ["awari:4x3", "hexapawn:4x4"])
def test_compiled_searches_know_each_move_as_plain_ones_do(spec):
    game = make_game(spec)
    fast = make_scout(game, Plan("negascout", 4))
    plain = PlainScout(game, Plan("negascout", 4))
    for plies in at_least(3, (0, 3, 6)):
        line = line_of(game, plies)
        for depth in at_least(3, (1, 2, 4)):
            for move in at_least_one(game.legal_moves(line[-1])):
                value = plain.worth_of(line, depth, move)
                assert fast.worth_of(line, depth, move) == value
                assert fast.is_worth(line, depth, move, value)
                assert not fast.is_worth(line, depth, move, value + 1)
