"""Players against each other: what counts, in which order, and when enough games were played."""

import os
import random
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
    return Bout(players, (), 0, outcome, None, (Cost(1, 0.5, 7), Cost(2, 0.25)))


def test_the_score_is_counted_by_pairs():
    """Won and lost, won and drawn, both won: two and a half pairs' worth, and their spread,
    reckoned by hand.
    """
    standings = Standings(contest("random", "perfect", games=6))
    for number, outcomes in enumerate(
        [(1, 1), (1, 0), (1, -1)]
    ):  # as the side that began sees them
        pair = bout((0, 1), outcomes[0]), bout((1, 0), outcomes[1])
        standings.take(0, number, pair)
    (standing,) = standings.pairings
    score = standing.score
    assert (score.wins, score.draws, score.losses, score.points) == (4, 1, 1, 4.5)
    assert score.pairs == (0, 0, 1, 1, 1)
    assert score.share == 0.75
    assert score.error == pytest.approx((0.25**2 * 2 / 2 / 3) ** 0.5)
    assert standings.total(1) == standings.against(1, 0) == Score(1, 1, 4, (1, 1, 1, 0, 0))
    assert standings.costs == [Cost(9, 2.25, 21), Cost(9, 2.25, 21)]
    assert standings.complete


def test_pairs_count_in_their_order_whoever_was_ready_first():
    """After the decision nothing counts any more, although it came before."""
    test = Sprt(0.4, 0.6)
    pairs = [((0, 1), 1, -1)] * 9 + [((0, 1), -1, 1)] * 5
    ends = []
    for order in (range(14), range(13, -1, -1), [4, 0, 5, 13, 1, 7, 3, 9, 10, 2, 12, 6, 11, 8]):
        standings = Standings(contest("random", "perfect", games=28), test)
        for number in order:
            players, first, second = pairs[number]
            standings.take(0, number, (bout(players, first), bout(players[::-1], second)))
        ends.append(standings.pairings[0])
    assert ends[0] == ends[1] == ends[2]
    assert ends[0].decision == "high"
    assert ends[0].score == Score(
        16, 0, 0, (0, 0, 0, 0, 8)
    )  # the first 8 pairs: 8 times log(0.6 / 0.4) exceeds log(19)


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
        position = parse_record(
            game, f": {' '.join(map(game.move_text, first.moves[: first.opening]))}"
        ).line[-1]
        assert game.result(position) is None
        assert len(first.moves) > first.opening
        lengths[first.opening] += 1
    assert len(lengths) > 1


def test_the_seed_says_it_all():
    def moves(seed):
        found = play_contest(contest("random", "winning-move", games=8, seed=seed), jobs=1)
        return [bout.moves for bout in found.bouts]

    assert moves(3) == moves(3)
    assert moves(3) != moves(4)


def test_processes_change_nothing(monkeypatch):
    """Two processes play what one does, and what counts is what counts there."""
    plans = tuple(Entrant(text, parse_plan(text)) for text in ("minimax:2", "minimax:1,preference"))
    asked = Contest("nim:15,take=3", plans, games=8)
    alone = play_contest(asked, jobs=1)
    monkeypatch.setattr("kitgen.lab.matches.ALONE_S", -1.0)
    told = []
    together = play_contest(asked, jobs=2, progress=lambda done, total: told.append((done, total)))
    assert [bout.moves for bout in together.bouts] == [bout.moves for bout in alone.bouts]
    assert together.pairings == alone.pairings
    assert [(cost.moves, cost.nodes) for cost in together.costs] == [
        (cost.moves, cost.nodes) for cost in alone.costs
    ]
    assert told == [(done, 8) for done in (2, 4, 6, 8)]


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
    """With two outcomes the likeliest chances are the hypotheses themselves."""
    test = Sprt(0.5, 0.6)
    for won, lost in ((10, 4), (3, 30), (55, 45)):
        wanted = won * log(0.6 / 0.5) + lost * log(0.4 / 0.5)
        assert test.ratio((lost, 0, 0, 0, won)) == pytest.approx(wanted, abs=0.01)


def test_the_ratio_is_that_of_the_likeliest_chances():
    """Against chances found by a search of its own."""
    from scipy.optimize import minimize  # noqa: PLC0415 - takes each process of the suite half a second

    counts = (3, 9, 20, 14, 6)
    test = Sprt(0.45, 0.6)

    def best(mean):
        kept = (
            {"type": "eq", "fun": lambda p: sum(p) - 1},
            {"type": "eq", "fun": lambda p: sum(x * i / 4 for i, x in enumerate(p)) - mean},
        )
        found = minimize(
            lambda p: -sum(n * log(x) for n, x in zip(counts, p, strict=True)), [0.2] * 5,
            bounds=[(1e-9, 1)] * 5, constraints=kept, options={"ftol": 1e-12},
        )  # fmt: skip
        assert found.success
        return -found.fun

    assert test.ratio(counts) == pytest.approx(best(0.6) - best(0.45), abs=1e-2)


@pytest.mark.parametrize(
    ("chances", "truth"), sample([((1, 4, 6, 4, 1), "low"), ((1, 2, 4, 7, 6), "high")], one_in=4)
)
def test_streams_are_decided_rightly(chances, truth):
    """Of two hypotheses the true one is taken, at least 19 times in 20, give or take; and long
    before the last game.
    """
    mean = sum(i * n for i, n in enumerate(chances)) / 4 / sum(chances)
    test = Sprt(mean, mean + 0.1) if truth == "low" else Sprt(mean - 0.1, mean)
    luck = random.Random(1)
    decided = Counter()
    lengths = []
    for _ in range(60):
        counts = [0] * 5
        while (decision := test.decision(counts)) is None:
            counts[luck.choices(range(5), chances)[0]] += 1
        decided[decision] += 1
        lengths.append(sum(counts))
    assert decided[truth] >= 53
    assert 10 < sum(lengths) / 60 < 120


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


def test_games_are_written_as_search_and_the_rules_read_them(tmp_path):
    """Each line is a legal game to its end, and ends as it says."""
    path = tmp_path / "games.txt"
    words = (
        "perfect",
        "random",
        "--game",
        "awari:2x3",
        "--games",
        "6",
        "--save",
        str(path),
        "--json",
        "--jobs",
        "1",
    )
    found = result_of(run(*words).stdout)
    assert (found["games"], found["players"][0]["played"], found["complete"]) == (6, 6, True)
    game = make_game("awari:2x3")
    points = 0.0
    lines = path.read_text(encoding="utf-8").splitlines()
    for line in at_least(6, lines):
        positions = parse_record(game, line).line
        moves = line.partition(": ")[2].partition(" ;")[0].split()
        lead = 0
        for move, before in zip(moves, positions, strict=False):
            gain = game.play(before, game.parse_move(before, move)).gain
            lead += gain if before.to_move == 0 else -gain
        last = positions[-1]
        end = game.result(last)
        if end is None:
            assert positions.count(last) == 3
            end = game.repeated(last)
        lead += end if last.to_move == 0 else -end
        assert ("1-0" if lead > 0 else "0-1" if lead < 0 else "1/2-1/2") in line
        share = (lead > 0) + (lead == 0) / 2
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
    assert (
        found.standings.pairings[0].score.losses >= 3
    )  # as White it cannot win against perfect play


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
    words = [
        "match",
        "minimax:2",
        "random",
        "--game",
        "nim:20,take=3",
        "--games",
        "1000000",
        "--json",
        "--jobs",
        "1",
    ]
    with subprocess.Popen(
        [sys.executable, "-m", "kitgen", *words, "--progress", "bar"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as started:
        started.stderr.read(1)  # a bar, which is drawn after a while
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
    assert len(seeds) == 12
    assert len(set(seeds)) == 12
