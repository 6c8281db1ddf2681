"""Every part of kits whose games are drawn and spoken of in other ways, as digests of its pages and
of their words; or why there is none.

``test_drawn.py`` has all runs of the smallest kits of Hexapawn and Nim.
"""

import hashlib

import pytest
from jobs import make_job
from scene_text import dump
from test_drawn import DIGITS, digest

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
    """Return the digests of the pages of a part, and one of all their words; or the refusal."""
    try:
        sheets = load_part(part).sheets(make_job(name, parts=(part,), **choices))
    except KitgenError as error:
        return str(error)
    words = "\n".join(dump(sheet.scene) for sheet in sheets)
    whole = hashlib.sha256(words.encode()).hexdigest()[:DIGITS]
    return " ".join([*(digest(sheet.scene) for sheet in sheets), "with words", whole])


@pytest.mark.parametrize("game", GAMES)
def test_each_part_of_another_game_is_as_before(game, golden):
    name, choices, left_out = GAMES[game]
    lines = [f"{part}: {said_of(part, name, choices)}" for part in PARTS if part not in left_out]
    golden(f"drawn-of-games/{game}", "\n".join(lines))


@pytest.mark.parametrize("name", ["her", "him", "menace", "ladder"])
@pytest.mark.parametrize("stock", ["poker", "matchbox"])
def test_the_cover_of_a_kit_is_as_before(name, stock, golden):
    lines = [said_of("cover", name, {"stock": stock})]
    golden(f"drawn-of-games/cover-{name}-{stock}", "\n".join(lines))
