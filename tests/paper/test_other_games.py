"""Every part of kits whose games are drawn and spoken of in other ways, as digests of its pages and
of the figures on them; or why there is none.

``test_drawn.py`` has all runs of the smallest kits of Hexapawn and Nim.
"""

from itertools import product

import pytest
from counting import at_least
from jobs import make_job
from sampling import few
from test_drawn import digest, figures_digest, words_digest

from kitgen.errors import KitgenError
from kitgen.paper.parts import PARTS, load_part

#: Kits with seeds in pits, with no board of squares, with counters in cups, and whose machine is a
#: program; with parts that are like those of others and take long.
GAMES = {
    "awari": (
        "awari-mini",
        {"language": "it"},
        ("cover", "boxes", "cards", "log", "poster", "zero"),
    ),
    "mu-torere": ("told:mu-torere", {}, ("boxes", "log", "sweets", "guide")),
    "dawson": ("told:dawson-9", {"language": "es"}, ()),
    "coins": ("nim:8", {"stock": "cups", "theme": "coins"}, ()),
    "program": ("her", {"rule": "tris"}, ()),
}


def said_of(part, name, choices):
    """Return the digests of the pages of a part, of the figures on them, and of all words; or the
    refusal.
    """
    try:
        sheets = load_part(part).sheets(make_job(name, parts=(part,), **choices))
    except KitgenError as error:
        return str(error)
    drawn = [digest(sheet.scene) for sheet in sheets]
    figures = [figures_digest(sheet.scene) for sheet in sheets]
    words = words_digest(sheet.scene for sheet in sheets)
    return " ".join([*drawn, "with figures", *figures, "and words", words])


@pytest.mark.parametrize("game", few(GAMES, one_in=2))
def test_each_part_of_another_game_is_as_before(game, golden):
    name, choices, left_out = GAMES[game]
    lines = [f"{part}: {said_of(part, name, choices)}" for part in PARTS if part not in left_out]
    golden(f"drawn-of-games/{game}", "\n".join(lines))


@pytest.mark.parametrize("name", ["her", "him", "menace", "ladder"])
@pytest.mark.parametrize("stock", ["poker", "matchbox"])
def test_the_cover_of_a_kit_is_as_before(name, stock, golden):
    lines = [said_of("cover", name, {"stock": stock})]
    golden(f"drawn-of-games/cover-{name}-{stock}", "\n".join(lines))


#: Sheets that show what is special about a board, and games whose boards have arrows, own lines,
#: closed places, two kinds of pieces, or pieces in a hand.
OF_BOARDS = ("board", "operator")
BOARDS = {
    "pieces": ("chess-3x3", "draughts-4x4", "fox-hounds-4x4", "hens-on-guard"),
    "lines": ("hare-hounds-end", "pong-hau-ki", "tapatan", "connect3-3x3"),
    "ways": ("frogs-and-toads", "queen-5x8", "notakto"),
}


@pytest.mark.parametrize("kind", BOARDS)
def test_the_board_of_a_told_game_is_as_before(kind, golden):
    lines = []
    for name, part in at_least(6, product(BOARDS[kind], OF_BOARDS)):
        lines.append(f"{name} {part}: {said_of(part, f'told:{name}', {})}")
    golden(f"drawn-of-games/boards-{kind}", "\n".join(lines))


#: Choices that change what is said or drawn of a machine, and the sheets that they change.
CHOICES = {
    "michie": {"rule": "michie"},
    "never-last": {"rule": "never-last"},
    "hexapawn-rl": {"rule": "hexapawn-rl"},
    "sensible": {"expect": "sensible"},
    "express": {"express": True},
    "unmerged": {"merged": False},
    "white": {"side": "white"},
}
LATER = ("hexapawn-rl", "unmerged", "white")
OF_CHOICES = (
    "operator", "guide", "sweets", "situations", "always", "one-sheet", "playing-cards", "keepers",
    "route",
)  # fmt: skip


@pytest.mark.parametrize(
    "choice",
    [pytest.param(each, marks=[pytest.mark.every] * (each in LATER)) for each in CHOICES],
)
def test_sheets_of_another_choice_are_as_before(choice, golden):
    lines = [f"{part}: {said_of(part, 'her', CHOICES[choice])}" for part in OF_CHOICES]
    if "rule" in CHOICES[choice]:
        lines += [
            f"ladder {part}: {said_of(part, 'ladder', CHOICES[choice])}" for part in OF_CHOICES
        ]
    golden(f"drawn-of-games/choice-{choice}", "\n".join(lines))
