"""Games at random, as golden texts: what is refused and why, who plays, which boards look alike,
how they are drawn, how they are played, and what is said of them.

They have every key of the language, together as nobody would write them.
"""

import msgspec
import pytest
from counting import at_least
from jobs import TEXTS
from played_through import plies
from told_samples import told_at_random

from kitgen.errors import KitgenError
from kitgen.games.told.told_drawing import follows_links, has_upright_ways, looks_beside
from kitgen.games.told.told_file import facing_as_placed, idle_keys, unclear_rules
from kitgen.games.told.told_game import ToldGame
from kitgen.games.told.told_language import Told

#: The numbers of the games, so many at a time.
IN_A_BLOCK = 60
BLOCKS = 5
#: Which of the legal moves is made, turn by turn, and for how long.
CHOICES = ((0,), (3, 1, 4, 1, 5, 9, 2, 6))
MOST_PLIES = 7
#: Games that are over before they begin say nothing but that.
SAY_NOTHING = "the game is over before it begins"


def read(number):
    """Return the data of a game, the game, and the refusal; one of the last two is None."""
    data = told_at_random(number)
    try:
        told = facing_as_placed(msgspec.convert(data, Told))
        return data, ToldGame(told), None
    except KitgenError as error:
        return data, None, str(error)


def drawn(diagram):
    """Return the drawing of a board in lines."""
    goals = [sorted(goal) for goal in diagram.goals]
    centres = " ".join(f"{x:.4g},{y:.4g}" for x, y in diagram.centres)
    return [
        f"{diagram.width:.4g} x {diagram.height:.4g} {diagram.cell} {diagram.moves}: {centres}",
        f"lines {diagram.lines}, one way {sorted(diagram.one_way)}, own {diagram.own_lines}",
        f"pieces {diagram.pieces}, goals {goals}, turns {diagram.turns}, {diagram.fronts}",
    ]


def played(game, choices):
    """Return a game as a line: each move with its kind, among how many, and how it ended."""
    *made, (last, _, _) = plies(game, choices, MOST_PLIES)
    lines = []
    for position, moves, move in made:
        assert game.parse(game.text(position)) == position
        assert game.parse_move(position, game.move_text(move)) == move
        lines.append(f"{game.move_text(move)} {game.move_kind(position, move)} 1 of {len(moves)}")
    if len(made) < MOST_PLIES:
        lines.append(f"{game.text(last)} {game.ending(last)} {game.result(last)}")
    else:
        again = None if game.repetition is None else game.repeated(last)
        lines.append(f"{game.text(last)}, again {again}")
    return "; ".join(lines)


def described(game):
    """Return what a game is, in lines."""
    sides = ", ".join(f"{side.name} {side.letter}" for side in game.sides)
    alike = ", ".join(f"{each.name} {'.'.join(map(str, each.to))}" for each in game.symmetries[1:])
    told = game.told
    of_kinds = [
        (follows_links(kind), looks_beside(kind), has_upright_ways(kind)) for kind in told.kinds
    ]
    return [
        f"{sides}; {alike}; hands {game.hands}, signs {''.join(game.signs.values())}",
        f"repetition {game.repetition}, impartial {game.impartial}, lines {game.has_lines}",
        f"kinds {of_kinds}",
        *drawn(game.diagram),
    ]


def what_is_vain(data, game):
    """Return each key without effect, and each rule that says not what to do."""
    idle = [f"idle {key}: {reason}" for key, reason in idle_keys(game, data.get("end", {}))]
    return [*idle, *(f"unclear {problem}" for problem in unclear_rules(game))]


@pytest.mark.parametrize("block", range(BLOCKS))
def test_games_at_random_are_what_they_were(block, golden):
    lines = []
    for number in at_least(9, range(block * IN_A_BLOCK, (block + 1) * IN_A_BLOCK)):
        data, game, refusal = read(number)
        if game is None:
            if not refusal.startswith(SAY_NOTHING):
                lines.append(f"== {number}: {refusal}")
            continue
        lines += [f"== {number}", *described(game), *what_is_vain(data, game)]
        lines += [played(game, choices) for choices in CHOICES]
        lines += game.spoken(TEXTS["en"], "en").values()
    golden(f"told/at-random-{block}", "\n".join(lines))
