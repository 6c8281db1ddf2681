"""What searches find, as golden texts: values, best lines and the positions that each algorithm
looks at; and plans and games as they are written, read and refused.
"""

import random
from dataclasses import replace

import pytest
from counting import at_least

from kitgen.errors import KitgenError
from kitgen.games import make_game
from kitgen.machine.paper_machine import SplitMix
from kitgen.tree_search.analysis import Analyst, costliest, decisive, review
from kitgen.tree_search.plan import Plan, parse_plan
from kitgen.tree_search.scout import StoppedSearchError
from kitgen.tree_search.scouts import GradualScout, PlainScout, SearchPlayer
from kitgen.tree_search.written_games import parse_record, write_record

#: Games of all kinds, how deep they are searched, and how many random moves are made before.
GAMES = {
    "hexapawn:3x3": (7, 1),
    "hexapawn:4x4": (4, 4),
    "tictactoe:3x3": (4, 3),
    "awari:3x2": (4, 2),
    "awari:2x2": (5, 2),
    "nim:11": (5, 1),
    "connect:4x3": (4, 3),
    "dodgem:3x3": (4, 4),
    "told:mu-torere": (4, 3),
}


class CountingScout(PlainScout):
    """Notes how deep it is asked to look."""

    def __init__(self, game, plan):
        super().__init__(game, plan)
        self.asked = []

    def answer(self, line, depth):
        self.asked.append(depth)
        return super().answer(line, depth)


ALGORITHMS = ("minimax", "alphabeta", "negascout")


def line_of(game, plies):
    luck = random.Random(5)
    line = [game.start()]
    for _ in range(plies):
        line.append(game.play(line[-1], luck.choice(game.legal_moves(line[-1]))).position)
    return line


def shown(game, prospect):
    """Return what looking ahead to a depth has found, but for its time."""
    moves = " ".join(f"{game.move_text(move)} {value}" for move, value in prospect.moves)
    best = " ".join(map(game.move_text, prospect.best))
    lines = "; ".join(
        f"{each.value} {' '.join(map(game.move_text, each.moves))}" for each in prospect.lines
    )
    return (
        f"  {prospect.depth}: {prospect.value} by {best}; {moves}; lines {lines}; "
        f"{prospect.nodes}+{prospect.extra_nodes}"
    )


@pytest.mark.parametrize("spec", GAMES)
def test_searches_find_what_they_found_before(spec, golden):
    game = make_game(spec)
    depth, plies = GAMES[spec]
    lines = []
    for before in (0, plies):
        line = line_of(game, before)
        for algorithm in ALGORITHMS:
            for refinements in ((), ("quiescence",)):
                plan = Plan(algorithm, depth if before else depth - 1, refinements=refinements)
                analyst = Analyst(PlainScout(game, plan), line, lines=2)
                assert analyst.run()
                lines.append(f"{plan} in {game.text(line[-1])}")
                lines += [shown(game, prospect) for prospect in at_least(1, analyst.prospects)]
    golden(f"searched/{spec.replace(':', '-')}", "\n".join(lines))


@pytest.mark.parametrize("spec", ["hexapawn:3x3", "awari:2x2", "nim:11", "tictactoe:3x3"])
def test_players_choose_what_they_chose_before(spec, golden):
    game = make_game(spec)
    lines = []
    for text in (
        "negascout:3",
        "alphabeta:2,single",
        "minimax:3,preference",
        "negascout:3,quiescence",
    ):
        player = SearchPlayer(game, parse_plan(text), plain=True)
        luck = SplitMix(3)
        line = [game.start()]
        for _ in range(6):
            if game.result(line[-1]) is not None:
                break
            among = [game.move_text(move) for move in player.equal_best(line)]
            move = player.choose(line, luck)
            lines.append(
                f"{text} in {game.text(line[-1])}: {game.move_text(move)} of {' '.join(among)}"
            )
            line.append(game.play(line[-1], move).position)
        lines.append(f"{text}: {player.nodes} positions")
    golden(f"searched/players-{spec.replace(':', '-')}", "\n".join(lines))


def judged_words(game, judged):
    if judged is None:
        return "none"
    better = " ".join(map(game.move_text, judged.better)) or "nothing"
    return (
        f"{judged.number} {game.text(judged.position)} {game.move_text(judged.move)}: "
        f"{judged.before} > {judged.after} at {judged.lead}, lost {judged.lost}, "
        f"gave away {judged.gave_away}, better {better}"
    )


@pytest.mark.parametrize("spec", ["hexapawn:3x3", "hexapawn:4x4", "awari:2x2", "nim:11"])
def test_games_are_reviewed_as_before(spec, golden):
    game = make_game(spec)
    luck = random.Random(8)
    lines = []
    for _ in range(3):
        position = game.start()
        moves = []
        while game.result(position) is None and len(moves) < 12:
            moves.append(luck.choice(game.legal_moves(position)))
            position = game.play(position, moves[-1]).position
        written = write_record(game, game.start(), moves)
        record = parse_record(game, f"{written} ; as it was")
        assert (record.moves, record.note) == (tuple(moves), "as it was")
        judged = list(review(PlainScout(game, Plan("negascout", 6)), record))
        assert len(judged) == len(moves)
        lines += [written, *(f"  {judged_words(game, each)}" for each in judged)]
        for loser in (0, 1):
            lines.append(f"  decisive {loser}: {judged_words(game, decisive(judged, loser))}")
            lines.append(f"  costliest {loser}: {judged_words(game, costliest(judged, loser))}")
    golden(f"searched/review-{spec.replace(':', '-')}", "\n".join(lines))


@pytest.mark.parametrize(("most", "made"), [(10_000, 0), (3, 1), (0, 1)])
@pytest.mark.parametrize("spec", ["hexapawn:3x3", "nim:11", "awari:2x2"])
def test_a_search_that_gets_long_goes_on_with_the_other_one(spec, most, made, monkeypatch):
    """Here the other one is as plain, so that nothing has to be compiled."""
    game = make_game(spec)
    plan = Plan("negascout", 5, refinements=("deepening",))
    others = []

    def other(own_game, own_plan):
        others.append(CountingScout(own_game, replace(own_plan, refinements=())))
        return others[-1]

    monkeypatch.setattr("kitgen.tree_search.scouts.make_scout", other)
    monkeypatch.setattr(GradualScout, "MAX_PLAIN_POSITIONS", most)
    line = line_of(game, 1)
    gradual = GradualScout(game, plan)
    known = PlainScout(game, Plan("negascout", 5))
    assert gradual.answer(line, 5).value == known.answer(line, 5).value
    for move in game.legal_moves(line[-1]):
        assert gradual.worth_of(line, 5, move) == known.worth_of(line, 5, move)
    assert len(others) == made
    assert gradual.preparing is False
    if made:
        assert others[0].asked == [1, 5]
        assert gradual.nodes > 0
    gradual.stop()
    with pytest.raises(StoppedSearchError):
        gradual.answer(line, 5)
    gradual.resume()
    assert gradual.answer(line, 5).value == known.answer(line, 5).value


#: Plans as they are written, and as they are written again; or why they are none.
PLANS = {
    "negascout:8": "negascout:8",
    "negascout:8,table,ordering": "negascout:8,ordering,table",
    "minimax:1": "minimax:1",
    "alphabeta:200": "alphabeta:200",
    "negascout:6,quick": "negascout:6,ordering,table,deepening",
    "negascout,seconds=1.5": "negascout,seconds=1.5",
    "negascout:9,seconds=2": "negascout:9,seconds=2",
    "negascout:9,database=ends.npz": "negascout:9,database=ends.npz",
    "negascout:9,single,single": "negascout:9,single",
    "negamax:3": "unknown algorithm 'negamax'; there are: alphabeta, minimax, negascout",
    "negascout": "'negascout' does not say how far to look ahead; write 'negascout:8'",
    "negascout:": "'negascout:' of 'negascout:' needs plies after the colon, like 'negascout:8'",
    "negascout:x": "'negascout:x' of 'negascout:x' needs plies after the colon, like 'negascout:8'",
    "negascout:0": "depth 0 is not a number of plies from 1 to 200",
    "negascout:201": "depth 201 is not a number of plies from 1 to 200",
    "negascout:3,seconds=x": (
        "'seconds=x' of 'negascout:3,seconds=x' is not a number of seconds, like 'seconds=1.5'"
    ),
    "negascout:3,seconds=0": "0 seconds is not a time above 0 and up to 86400",
    "negascout:3,seconds=86401": "86401 seconds is not a time above 0 and up to 86400",
    "negascout:3,tabel": "unknown refinement 'tabel'; did you mean 'table'?",
}


@pytest.mark.parametrize("text", PLANS)
def test_a_plan_is_read_or_refused(text):
    try:
        whole_text = str(parse_plan(text))
    except KitgenError as error:
        whole_text = str(error)
    assert whole_text == PLANS[text]
