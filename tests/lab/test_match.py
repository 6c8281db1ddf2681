"""Players against each other: what counts, in which order, and when enough games were played."""

import os
import random
import shlex
import signal
import subprocess
import sys
from collections import Counter
from math import log

import pytest
from click.testing import CliRunner
from command_answers import result_of
from counting import at_least
from sampling import sample

import kitgen
from kitgen.cli.main import main
from kitgen.games import make_game
from kitgen.lab.matches import (
    Arena,
    Bout,
    Contest,
    Cost,
    Entrant,
    Score,
    Sprt,
    Standings,
    parse_sprt,
    play_contest,
)
from kitgen.machine.match import parse_policy
from kitgen.machine.paper_machine import SplitMix
from kitgen.tree_search.plan import parse_plan
from kitgen.tree_search.written_games import parse_record


def chooser(text):
    return Entrant(text, parse_policy(text))


def contest(*texts, game="hexapawn", **choices):
    return Contest(game, tuple(map(chooser, texts)), **choices)


def bout(players, outcome):
    """Return a game that counts, without moves; ``outcome`` is that of the side that began."""
    return Bout(
        players=players,
        moves=(),
        opening=0,
        outcome=outcome,
        resigned=None,
        costs=(Cost(moves=1, seconds=0.5, nodes=7), Cost(moves=2, seconds=0.25)),
    )


def test_the_score_is_counted_by_pairs():
    """The first player wins and loses, wins and draws, wins twice: four and a half points of six,
    and their spread, reckoned by hand.
    """
    standings = Standings(contest("random", "perfect", games=6))
    # Outcomes are those of the side that began, in the second game the other player.
    for number, (first, second) in enumerate([(1, 1), (1, 0), (1, -1)]):
        standings.take(0, number, (bout((0, 1), first), bout((1, 0), second)))
    (standing,) = standings.pairings
    score = standing.score
    assert (score.wins, score.draws, score.losses, score.points) == (4, 1, 1, 4.5)
    assert score.pairs == (0, 0, 1, 1, 1)
    assert score.share == 0.75
    # The shares of the three pairs are 0.5, 0.75 and 1.
    variance = (0.25**2 + 0 + 0.25**2) / (3 - 1)
    assert score.error == pytest.approx((variance / 3) ** 0.5)
    assert standings.total(1) == standings.against(1, 0) == Score(1, 1, 4, (1, 1, 1, 0, 0))
    assert standings.costs == [Cost(9, 2.25, 21), Cost(9, 2.25, 21)]
    assert standings.complete


def test_pairs_count_in_their_order_whoever_was_ready_first():
    """Pairs after the decision do not count, even if they were ready before it."""
    test = Sprt(0.4, 0.6)
    won = (bout((0, 1), 1), bout((1, 0), -1))
    lost = (bout((0, 1), -1), bout((1, 0), 1))
    pairs = [won] * 9 + [lost] * 5
    in_order = range(14)
    shuffled = [4, 0, 5, 13, 1, 7, 3, 9, 10, 2, 12, 6, 11, 8]
    ends = []
    for order in (in_order, reversed(in_order), shuffled):
        standings = Standings(contest("random", "perfect", games=28), test)
        for number in order:
            standings.take(0, number, pairs[number])
        ends.append(standings.pairings[0])
    assert ends[0] == ends[1] == ends[2]
    assert ends[0].decision == "high"
    # The first 8 pairs decide: 8 times log(0.6 / 0.4) exceeds log(19).
    assert ends[0].score == Score(16, 0, 0, (0, 0, 0, 0, 8))


def test_scripted_players_win_what_they_have_to():
    """Whoever begins in nim:1 takes the last one and wins: each pair is one game all, exactly."""
    found = play_contest(contest("random", "perfect", game="nim:1", games=10, opening=0), jobs=1)
    assert found.pairings[0].score == Score(5, 0, 5, (0, 0, 5, 0, 0))
    # Hexapawn is Black's: perfect play never loses with it, and beats a White that makes one fixed
    # move after another.
    found = play_contest(contest("script:a1a2,b1b2,c1c2", "perfect", games=8, opening=0), jobs=1)
    black = [bout.outcome for bout in found.bouts if bout.players == (0, 1)]
    assert black == [-1] * 4


def test_sides_are_swapped_and_openings_are_the_same():
    arena = Arena(contest("random", "perfect", game="tictactoe", games=40, opening=3, seed=5))
    openings = set()
    for number in range(20):
        first, second = arena.play_pair((0, 1), number)
        assert (first.players, second.players) == ((0, 1), (1, 0))
        assert first.moves[: first.opening] == second.moves[: second.opening]
        assert first.opening == second.opening == 3
        openings.add(first.moves[:3])
    assert len(openings) > 15


def test_no_opening_ends_the_game():
    game = make_game("hexapawn")
    arena = Arena(contest("random", "perfect", games=40, opening=30))
    lengths = Counter()
    for number in range(20):
        first, _ = arena.play_pair((0, 1), number)
        opening = " ".join(map(game.move_text, first.moves[: first.opening]))
        position = parse_record(game, f": {opening}").line[-1]
        assert game.result(position) is None
        assert len(first.moves) > first.opening
        lengths[first.opening] += 1
    assert len(lengths) > 1


def test_the_same_seed_plays_the_same_games():
    def moves(seed):
        found = play_contest(contest("random", "winning-move", games=8, seed=seed), jobs=1)
        return [bout.moves for bout in found.bouts]

    assert moves(3) == moves(3)
    assert moves(3) != moves(4)


def test_processes_change_nothing(monkeypatch):
    """Two processes play the same games as one, and count the same."""
    plans = tuple(Entrant(text, parse_plan(text)) for text in ("minimax:2", "minimax:1,preference"))
    asked = Contest("nim:15,take=3", plans, games=8)
    alone = play_contest(asked, jobs=1)
    monkeypatch.setattr("kitgen.lab.matches.ALONE_S", -1.0)
    steps = []
    together = play_contest(asked, jobs=2, progress=lambda done, total: steps.append((done, total)))
    assert [bout.moves for bout in together.bouts] == [bout.moves for bout in alone.bouts]
    assert together.pairings == alone.pairings
    assert [(cost.moves, cost.nodes) for cost in together.costs] == [
        (cost.moves, cost.nodes) for cost in alone.costs
    ]
    assert steps == [(done, 8) for done in (2, 4, 6, 8)]


def die(_there, _contest):
    os._exit(9)


@pytest.mark.every
def test_a_process_that_ends_is_said_in_a_line(monkeypatch):
    monkeypatch.setattr("kitgen.lab.matches.ALONE_S", -1.0)
    monkeypatch.setattr("kitgen.lab.matches._work", die)
    with pytest.raises(kitgen.errors.KitgenError, match="was ended"):
        play_contest(contest("random", "winning-move", games=8), jobs=2)


# --- when enough games were played
# -------------------------------------------------------------------------------


def test_the_ratio_is_walds_where_pairs_are_won_or_lost():
    """Where no pair is drawn, the likeliest chances are the two hypotheses themselves."""
    test = Sprt(0.5, 0.6)
    for won, lost in ((10, 4), (3, 30), (55, 45)):
        wanted = won * log(0.6 / 0.5) + lost * log(0.4 / 0.5)
        assert test.ratio((lost, 0, 0, 0, won)) == pytest.approx(wanted, abs=0.01)


def test_the_ratio_is_that_of_the_likeliest_chances():
    """The likeliest chances are found again, by another search."""
    from scipy.optimize import minimize  # noqa: PLC0415 - takes half a second

    counts = (3, 9, 20, 14, 6)
    test = Sprt(0.45, 0.6)

    def unlikelihood(chances):
        return -sum(count * log(chance) for count, chance in zip(counts, chances, strict=True))

    def mean_of(chances):
        return sum(chance * quarters / 4 for quarters, chance in enumerate(chances))

    def best(mean):
        constraints = (
            {"type": "eq", "fun": lambda chances: sum(chances) - 1},
            {"type": "eq", "fun": lambda chances: mean_of(chances) - mean},
        )
        found = minimize(
            unlikelihood,
            [0.2] * 5,
            bounds=[(1e-9, 1)] * 5,
            constraints=constraints,
            options={"ftol": 1e-12},
        )
        assert found.success
        return -found.fun

    assert test.ratio(counts) == pytest.approx(best(0.6) - best(0.45), abs=1e-2)


@pytest.mark.parametrize(
    ("chances", "truth"), sample([((1, 4, 6, 4, 1), "low"), ((1, 2, 4, 7, 6), "high")], one_in=4)
)
def test_streams_are_decided_rightly(chances, truth):
    """The true one of two hypotheses is taken 19 times in 20, here with some room for bad luck; and
    after some dozens of pairs.
    """
    shares = sum(quarters * weight for quarters, weight in enumerate(chances)) / 4
    mean = shares / sum(chances)
    if truth == "low":
        test = Sprt(mean, mean + 0.1)
    else:
        test = Sprt(mean - 0.1, mean)
    luck = random.Random(1)
    decided = Counter()
    lengths = []
    streams = 60
    for _ in range(streams):
        counts = [0] * 5
        while test.decision(counts) is None:
            [quarters] = luck.choices(range(5), chances)
            counts[quarters] += 1
        decided[test.decision(counts)] += 1
        lengths.append(sum(counts))
    assert decided[truth] >= 53
    assert 10 < sum(lengths) / streams < 120


@pytest.mark.parametrize("text", ["60,50", "50", "0,50", "50,100", "a,b", "50,60,70"])
def test_hypotheses_that_make_no_sense_are_refused(text):
    with pytest.raises(kitgen.errors.UsageError, match="two shares"):
        parse_sprt(text)


# --- the command
# -------------------------------------------------------------------------------------------------


def run(*words, code=0):
    done = CliRunner().invoke(main, ["match", *words])
    assert done.exit_code == code, done.output
    return done


def lead_at_the_end(game, line):
    """Return by how many points the side that began leads at the end of a written game."""
    positions = parse_record(game, line).line
    moves = line.partition(": ")[2].partition(" ;")[0].split()
    lead = 0
    for move, before in zip(moves, positions, strict=False):  # the last position has no move
        gain = game.play(before, game.parse_move(before, move)).gain
        lead += gain if before.to_move == 0 else -gain
    last = positions[-1]
    end = game.result(last)
    if end is None:
        assert positions.count(last) == 3
        end = game.repeated(last)
    return lead + (end if last.to_move == 0 else -end)


def test_games_are_written_as_search_and_the_rules_read_them(tmp_path):
    """Each line is a legal game to its end, and ends as it says."""
    path = tmp_path / "games.txt"
    words = shlex.split("perfect random --game awari:2x3 --games 6 --json --jobs 1")
    found = result_of(run(*words, "--save", str(path)).stdout)
    assert (found["games"], found["players"][0]["played"], found["complete"]) == (6, 6, True)
    game = make_game("awari:2x3")
    points = 0.0
    lines = path.read_text(encoding="utf-8").splitlines()
    for line in at_least(6, lines):
        lead = lead_at_the_end(game, line)
        if lead > 0:
            result = "1-0"
            share = 1.0
        elif lead < 0:
            result = "0-1"
            share = 0.0
        else:
            result = "1/2-1/2"
            share = 0.5
        assert result in line
        points += share if "perfect - random" in line else 1 - share
    assert points == found["players"][0]["points"]
    searched = CliRunner().invoke(
        main, ["search", "awari:2x3", "-", "--depth", "1", "--reference"], input="\n".join(lines)
    )
    assert searched.exit_code == 0, searched.output
    assert len(searched.stdout.splitlines()) == 6


def test_more_than_two_play_everybody():
    shown = run("random", "perfect", "winning-move", "--game", "hexapawn", "--games", "10").stdout
    assert shown.count(" against ") == 3
    assert "of 20" in shown
    assert "positions a move" in shown


@pytest.mark.parametrize(
    ("game", "chosen", "says"),
    [
        ("hexapawn", (), "openings: none"),
        ("tictactoe", (), "openings: the first move of"),
        ("awari:2x3", (), "openings: the first 2 moves"),
        ("awari:2x3", ("--opening", "1"), "openings: the first move of"),
    ],
)
def test_a_match_says_how_its_games_begin(game, chosen, says):
    assert says in run("perfect", "random", "--game", game, "--games", "4", *chosen).stdout


def test_machines_play_either_side_with_the_beads_they_have():
    found = kitgen.match("machine:her", "perfect", games=6)
    assert found.game.spec == "hexapawn:3x3"
    assert {bout.players for bout in found.standings.bouts} == {(0, 1), (1, 0)}
    # In the three games in which it is White it cannot win against perfect play.
    assert found.standings.pairings[0].score.losses >= 3


def test_the_test_ends_a_match_early():
    found = result_of(
        run("perfect", "random", "--game", "tictactoe", "--sprt", "50,70", "--json").stdout
    )
    (pairing,) = found["pairings"]
    assert pairing["decision"] == "high"
    assert pairing["played"] < 100
    assert found["complete"]
    assert found["sprt"]["low"] == 0.5


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("random",), "two players or more"),
        (("random", "perfekt"), "did you mean 'perfect'"),
        (("random", "negascout"), "how far to look ahead"),
        (("random", "machine"), "needs a kit"),
        (
            ("random", "machine:menace", "--game", "hexapawn"),
            "plays tictactoe:3x3, not hexapawn:3x3",
        ),
        (("random", "perfect", "--games", "7"), "even number"),
        (("random", "perfect", "--opening", "-1"), "not a number of moves"),
        (("random", "perfect", "--jobs", "0"), "at least 1 process"),
        (("random", "adversary", "--game", "hexapawn"), "needs to know the beads of a machine"),
        (("negascout:2,table", "random", "--game", "tictactoe"), "without refinement table"),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_line(words, says):
    done = CliRunner().invoke(main, ["match", *words])
    assert done.exit_code in (1, 2)
    assert says in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.every
def test_an_interrupt_shows_the_games_that_were_finished():
    words = shlex.split("match minimax:2 random --game nim:20,take=3 --games 1000000 --json")
    with subprocess.Popen(
        [sys.executable, "-m", "kitgen", *words, "--jobs", "1", "--progress", "bar"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as started:
        started.stderr.read(1)  # the bar is drawn after the first games
        started.send_signal(signal.SIGINT)
        out, err = started.communicate()
    assert started.returncode == 0, err
    found = result_of(out)
    assert not found["complete"]
    assert 0 < found["players"][0]["played"] < 1_000_000


def test_no_two_games_of_a_match_share_their_luck(monkeypatch):
    """Each opening and each game has random numbers of its own, in all pairs."""
    seeds = []

    class Noted(SplitMix):
        def __init__(self, seed, machine=0):
            seeds.append((seed, machine))
            super().__init__(seed, machine)

    monkeypatch.setattr("kitgen.lab.matches.SplitMix", Noted)
    arena = Arena(contest("random", "perfect", game="nim:9,take=3", games=8))
    for number in range(4):
        arena.play_pair((0, 1), number)
    # In each of four pairs an opening and two games.
    assert len(seeds) == 12
    assert len(set(seeds)) == 12
