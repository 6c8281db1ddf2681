"""Players that look ahead: as opponents of machines, and what they prefer among equal moves."""

import random

import pytest
from counting import at_least
from sampling import sample

from kitgen.errors import UsageError
from kitgen.games import make_game
from kitgen.kit.build import build_kit
from kitgen.kit.choices import Wish
from kitgen.lab.experiment import run, run_on_paper
from kitgen.lab.tally import Experiment
from kitgen.machine.match import Match, parse_policy
from kitgen.machine.paper_machine import SplitMix
from kitgen.model import Position
from kitgen.theory.database import build_database
from kitgen.tree_search.plan import REFINEMENTS, parse_plan
from kitgen.tree_search.scouts import SearchPlayer


@pytest.mark.parametrize(
    ("kit", "plan"),
    sample(
        [
            ("ladder", "minimax:3"),
            ("her", "negascout:4"),
            ("ladder", "alphabeta:2,preference"),
            ("awari:2x2", "negascout:4,quick"),
        ],
        one_in=8,
    ),
)
def test_machines_meet_them_on_paper_and_in_the_kernel(kit, plan):
    made = build_kit(kit, Wish(side="first") if kit.startswith("awari") else Wish())
    experiment = Experiment(Match(made, parse_policy(plan), made.players[0]), 30, 5, 3)
    assert run(experiment, engine="kernel") == run_on_paper(experiment)


@pytest.mark.every
def test_looking_far_ahead_is_playing_well():
    """Six plies are enough for Black in Hexapawn: the machine on White's side loses every game."""
    him = build_kit("him")
    tally = run_on_paper(Experiment(Match(him, parse_policy("negascout:7"), 0), 60, 3, 1))
    assert sum(tally.losses) == 180
    assert (
        sum(run_on_paper(Experiment(Match(him, parse_policy("random"), 0), 60, 3, 1)).losses) < 120
    )


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("negascout,seconds=1", "plays by the clock"),
        ("negascout:3,tabel", "did you mean 'table'"),
        ("negascot:3", "negascout"),
    ],
)
def test_plans_that_no_experiment_can_use_are_refused(text, says):
    with pytest.raises(UsageError, match=says):
        parse_policy(text)


def test_a_single_move_is_made_at_once():
    game = make_game("awari:6x4")
    line = [game.parse("0,0,0,0,0,3/4,4,4,4,4,4 S")]
    for more, visited in (("", True), (",single", False)):
        player = SearchPlayer(game, parse_plan(f"negascout:6{more}"))
        assert game.move_text(player.choose(line, SplitMix(1))) == "F"
        assert (player.nodes > 0) == visited


@pytest.mark.parametrize("plain", [True, False])
def test_among_equal_moves_the_hopeful_ones_are_preferred(plain):
    """Of the equal moves those remain whose best reply, as this side would wish it, leaves the
    highest score.
    """
    game = make_game("awari:4x3")
    luck = random.Random(3)
    smaller = 0
    for number in range(5 if plain else 20):
        line = [game.start()]
        for _ in range(luck.randrange(25)):
            if game.result(line[-1]) is None:
                line.append(game.play(line[-1], luck.choice(game.legal_moves(line[-1]))).position)
        if game.result(line[-1]) is not None:
            continue
        moves = game.legal_moves(line[-1])
        values = [worth(game, line[-1], move, 3) for move in moves]
        equal = [move for move, value in zip(moves, values, strict=True) if value == max(values)]
        hopes = [hope(game, line[-1], move) for move in equal]
        wanted = tuple(
            move for move, score in zip(equal, hopes, strict=True) if score == max(hopes)
        )
        player = SearchPlayer(game, parse_plan("negascout:3,preference"), plain=plain)
        assert player.equal_best(line) == wanted
        chosen = {player.choose(line, SplitMix(seed)) for seed in range(12 if number < 3 else 1)}
        assert chosen <= set(wanted)
        assert len(chosen) > 1 or len(wanted) == 1 or number >= 3
        smaller += len(wanted) < len(equal)
    assert plain or smaller


def worth(game, position, move, depth):
    """Return what a move is worth, by trying everything."""
    step = game.play(position, move)
    end = game.result(step.position)
    if end is not None or depth == 1:
        return step.gain - (end or 0)
    return step.gain - max(
        worth(game, step.position, reply, depth - 1) for reply in game.legal_moves(step.position)
    )


def hope(game, position, move):
    step = game.play(position, move)
    if game.result(step.position) is not None:
        return step.gain - game.result(step.position)
    replies = [game.play(step.position, reply) for reply in game.legal_moves(step.position)]
    return max(step.gain - reply.gain + (game.result(reply.position) or 0) for reply in replies)


def test_a_win_is_not_put_off_by_going_back_to_a_position_that_was_met():
    """Two moves win as much; where one of them leads back, the player makes the other."""
    game = make_game("awari:3x2")
    player = SearchPlayer(
        game, parse_plan("negascout:4,preference"), build_database(game, 4), plain=True
    )
    position = game.parse("0,2,1/1,1,0 S")
    moves = player.equal_best([position])
    assert [game.move_text(move) for move in moves] == ["B", "C"]
    for back, on in (moves, moves[::-1]):
        assert player.equal_best([game.play(position, back).position, position]) == (on,)


def test_a_won_endgame_is_won():
    """By the database's values alone a win can be put off for ever; the player that gets on wins
    what it is worth.
    """
    game = make_game("awari:6x4")
    database = build_database(game, 5)
    player = SearchPlayer(game, parse_plan("negascout:4,preference"), database)
    luck = random.Random(4)
    played = 0
    while played < 6:
        cells = [0] * 12
        for _ in range(5):
            cells[luck.randrange(12)] += 1
        line = [Position(tuple(cells), luck.randrange(2))]
        value = database.worth(line[0]).score
        if value <= 0 or game.result(line[0]) is not None:
            continue
        side = line[0].to_move
        won = 0
        while game.result(line[-1]) is None and line.count(line[-1]) < 3:
            moves = game.legal_moves(line[-1])
            if line[-1].to_move == side:
                move = player.choose(line, SplitMix(len(line)))
            else:
                worths = [
                    game.play(line[-1], m).gain
                    - database.worth(game.play(line[-1], m).position).score
                    for m in moves
                ]
                move = luck.choice(
                    [m for m, worth in zip(moves, worths, strict=True) if worth == max(worths)]
                )
            step = game.play(line[-1], move)
            won += step.gain if line[-1].to_move == side else -step.gain
            line.append(step.position)
        end = game.result(line[-1]) or 0
        won += end if line[-1].to_move == side else -end
        assert won >= value, game.text(line[0])
        played += 1


def test_a_misspelled_refinement_is_known_by_those_that_there_are():
    with pytest.raises(UsageError, match="quick"):
        parse_plan("alphabeta:3,quik")
    for name in at_least(6, REFINEMENTS):
        with pytest.raises(UsageError, match=name):
            parse_plan(f"alphabeta:3,{name}x")
