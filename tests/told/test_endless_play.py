"""Games in which a side wins if nobody ends them: what that is worth, and to whom it makes a
difference.
"""

import msgspec
import pytest
from certificate_programs import GENERAL, loaded
from counting import at_least
from jobs import kit_of, slots_of

from kitgen.games import make_game
from kitgen.games.told.told_game import ToldGame
from kitgen.kit.build import build_kit, settled_edge
from kitgen.kit.choices import Wish
from kitgen.kit.kit_json import write_kit
from kitgen.machine.match import Adviser, PolicyPlayer, parse_policy
from kitgen.machine.paper_machine import SplitMix, play_game
from kitgen.theory.explore import explore
from kitgen.theory.oracle import Oracle
from kitgen.theory.solve import Value, solve_graph
from kitgen.tree_search.plan import parse_plan
from kitgen.tree_search.scouts import make_scout
from kitgen.verification.reference import Searcher
from kitgen.verification.verify import verify
from kitgen.web.page_data import GOES_ON, page_data

GAMES = ("hens-on-guard", "hare-hounds-end")
SIDES = {"hens-on-guard": ("hens", "fox"), "hare-hounds-end": ("hounds", "hare")}


@pytest.mark.parametrize("name", GAMES)
def test_the_reference_finds_what_the_solver_finds(name):
    game = make_game(f"told:{name}")
    solution = Oracle(game).solution
    searcher = Searcher(game)
    for node, score, plies in zip(
        solution.graph.nodes, solution.values, solution.plies, strict=True
    ):
        assert searcher.worth(node.position) == (score, plies)
    assert None in solution.plies
    assert 0 not in solution.values


@pytest.mark.parametrize("winner", SIDES["hens-on-guard"])
def test_a_drawn_end_can_be_forced_on_the_side_that_wins_endless_play(winner):
    """Three values in one game: won by an end, drawn by an end that the other side forces, and
    won by going on.
    """
    told = make_game("told:hens-on-guard").told
    end = msgspec.structs.replace(told.end, endless=winner, stuck="draws")
    game = ToldGame(msgspec.structs.replace(told, end=end))
    solution = Oracle(game).solution
    searcher = Searcher(game)
    worths = [*zip(solution.values, solution.plies, strict=True)]
    for node, worth in zip(solution.graph.nodes, worths, strict=True):
        assert searcher.worth(node.position) == worth
    assert {score for score, _ in worths} == {1, 0, -1}
    assert max(plies for score, plies in worths if score == 0) > 0
    assert {score for score, plies in worths if plies is None} == {1, -1}


@pytest.mark.parametrize("name", GAMES)
def test_no_bead_reads_draws(name):
    for side in SIDES[name]:
        kit = kit_of(f"told:{name}", side=side)
        assert not kit.draws
        values = {slot.value for box, slot in slots_of(kit)}
        assert values == {1, -1}
        plies = {slot.plies is None for box, slot in slots_of(kit)}
        assert plies == {True, False}


def test_a_position_that_no_game_reaches_has_its_value_too():
    game = make_game("told:hens-on-guard")
    oracle = Oracle(game)
    behind = game.parse(".../hh./.f. h")
    assert not oracle.reached(behind)
    assert oracle.worth(behind) == Value(-1, 0)
    aside = game.parse("f../hh./... f")
    assert not oracle.reached(aside)
    assert oracle.worth(aside) == Searcher(game).worth(aside)


@pytest.mark.parametrize(("name", "winner"), [("hens-on-guard", 0), ("hare-hounds-end", 0)])
def test_perfect_play_wins_every_game_that_it_can_win(name, winner):
    """The hens have endless play; the hounds must not go round in circles, or the hare has it."""
    game = make_game(f"told:{name}")
    adviser = Adviser(Oracle(game))
    players = [
        PolicyPlayer(parse_policy("random"), adviser),
        PolicyPlayer(parse_policy("random"), adviser),
    ]
    players[winner] = PolicyPlayer(parse_policy("perfect"), adviser)
    random = SplitMix(1)
    outcomes = {play_game(game, players, random).outcome for _ in range(200)}
    assert outcomes == {1}


@pytest.mark.parametrize("side", SIDES["hens-on-guard"])
def test_the_page_knows_who_wins_endless_play(side):
    """In each situation in which the game is not over."""
    (seat,) = page_data(kit_of("told:hens-on-guard", side=side))["seats"]
    wins_endless = "w" if side == "hens" else "l"
    for end, repeated in at_least(100, zip(seat["ends"], seat["repeated"], strict=True)):
        assert repeated == (wins_endless if end == GOES_ON else GOES_ON)


def test_a_search_ends_a_line_of_positions_as_the_rules_do():
    game = make_game("told:hens-on-guard")
    scout = make_scout(game, parse_plan("negascout:3"), plain=True)
    start = game.start()
    line = [start]
    for move in ("a1b1", "b3a3", "b1a1", "a3b3") * 2:
        line.append(game.play(line[-1], game.parse_move(line[-1], move)).position)
    assert line.count(start) == 3
    assert scout.end(line) == 1


def kit_of_1_0(monkeypatch, name, side):
    """Return a kit in which endless play is a draw, as 1.0 made it."""
    game = make_game(f"told:{name}")
    with monkeypatch.context() as earlier:
        earlier.setattr(ToldGame, "repeated", lambda _self, _position: 0)
        oracle = Oracle(game, solution=solve_graph(explore(game)))
        return build_kit(game.spec, Wish(side=side), oracle=oracle)


@pytest.mark.parametrize("side", SIDES["hens-on-guard"])
def test_a_kit_of_1_0_is_wrong_and_verify_says_why(monkeypatch, tmp_path, side):
    kit = kit_of_1_0(monkeypatch, "hens-on-guard", side)
    path = tmp_path / "kit.json"
    path.write_bytes(write_kit(kit))
    report = verify(path)
    checks = {check.name: check for check in report.checks}
    assert checks["the hash fits the kit"].verdict == "right"
    assert checks["verdicts are right"].verdict == "wrong"
    (fault,) = checks["endless play has its value"].faults
    assert fault.startswith("values of 1.0 for endless games: ")
    assert fault.endswith(
        f"hens wins a game that goes on for ever; make the kit anew: {kit.command}"
    )
    anew = kit_of("told:hens-on-guard", side=side)
    assert anew.hash != kit.hash
    assert {check.name: check.verdict == "right" for check in verify(anew).checks}[
        "endless play has its value"
    ]


def test_games_that_nobody_wins_by_going_on_have_no_such_check():
    names = {check.name for check in verify(kit_of("told:pong-hau-ki")).checks}
    assert "endless play has its value" not in names


def test_a_machine_without_a_box_prefers_a_win_that_ends():
    """Both moves win; after one of them the game may go on for ever."""
    game = make_game("told:hens-on-guard")
    solution = Oracle(game).solution
    node = solution.graph.find(game.parse("..f/.hh/... h"))
    worths = {solution.worth_of(edge) for edge in solution.graph.nodes[node].edges}
    assert worths == {Value(1, 1), Value(1, None)}
    assert solution.worth_of(settled_edge(solution, node)) == Value(1, 1)
    rank = loaded(GENERAL).rank
    assert rank(1, 1) < rank(1, None) < rank(0, None) < rank(0, 5)
