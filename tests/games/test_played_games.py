"""Games of every kind as they are played: positions, legal moves, what a move changes, and how
each game ends, as golden texts.
"""

import pytest
from jobs import TEMPLATES, TEXTS
from played_through import plies

from kitgen.games import make_game

#: Built-in games on several boards and with their options.
BUILT_IN = (
    "hexapawn:3x3", "hexapawn:4x5", "hexapawn:2x3", "tictactoe:3x3", "tictactoe:4x3,win=3",
    "tictactoe:3x3,rules=misere", "awari:3x2", "awari:6x4", "awari:3x2,rules=simple", "nim:12",
    "nim:10,take=4,last=loses", "connect:4x4", "connect:5x4,win=3", "dodgem:3x3", "dodgem:2x2",
    "dodgem:4x4",
)  # fmt: skip
#: Games that are told, three at a time.
TOLD = TEMPLATES.names("games")
#: Which of the legal moves is made, turn by turn.
CHOICES = ((0,), (-1,), (1, 2, 0, 3, 5), (3, 1, 4, 1, 5, 9, 2, 6))
MOST_PLIES = 40


def played(game, choices):
    """Return a game as lines: each position, how many moves there are, the one that is made."""
    *made, (last, _, _) = plies(game, choices, MOST_PLIES)
    lines = []
    for position, moves, move in made:
        texts = " ".join(game.move_text(one) for one in moves)
        won = game.play(position, move).gain
        gain = f", gains {won}" if won else ""
        lines.append(f"{game.text(position)}: {game.move_text(move)} of {texts}{gain}")
    if len(made) < MOST_PLIES:
        lines.append(f"{game.text(last)}: over, {game.result(last)}")
    else:
        again = None if game.repetition is None else game.repeated(last)
        lines.append(f"{game.text(last)}: goes on; worth {again} if it comes again")
    return lines


def described(game):
    """Return what a game says of itself."""
    diagram = game.diagram
    sides = ", ".join(f"{side.name} {side.letter}" for side in game.sides)
    symmetries = ", ".join(
        f"{each.name} {''.join(chr(97 + cell) for cell in each.to)}" for each in game.symmetries
    )
    return [
        f"{game.called}: {sides}; {symmetries}",
        f"scoring {game.scoring}, repetition {game.repetition}, impartial {game.impartial}",
        f"{diagram.width:g} x {diagram.height:g}, {diagram.cell}, {diagram.moves}",
        f"pieces {diagram.pieces}, shaded {sorted(diagram.shaded)}, names {diagram.names}",
    ]


@pytest.mark.parametrize("name", ["built-in", "told"])
def test_games_are_played_as_before(name, golden):
    specs = BUILT_IN if name == "built-in" else [f"told:{each}" for each in TOLD]
    lines = []
    for spec in specs:
        game = make_game(spec)
        lines += [f"== {spec}", *described(game)]
        for choices in CHOICES:
            lines += ["", *played(game, choices)]
    golden(f"games/{name}", "\n".join(lines))


@pytest.mark.parametrize("language", ["en", "it", "es", "fr", "de"])
def test_the_rules_of_each_told_game_are_said_as_before(language, golden):
    lines = []
    for name in TOLD:
        game = make_game(f"told:{name}")
        lines.append(f"== {name}")
        words = game.spoken(TEXTS[language], language)
        lines += [f"{key}: {said}" for key, said in words.items()]
    golden(f"games/rules-{language}", "\n".join(lines))
