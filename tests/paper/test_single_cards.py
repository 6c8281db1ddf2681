"""Single labels and cards of games of every kind, in several sizes, as digests."""

import pytest
from counting import at_least
from jobs import TEMPLATES, TEXTS, kit_of
from test_drawn import digest, figures_digest

from kitgen.errors import KitgenError
from kitgen.paper.card.faces import Cards

#: Built-in games, and those that are told.
BUILT_IN = (
    "her", "him", "gardner24", "ladder", "nim:12", "tictactoe:3x2", "awari-3x1", "awari:1x3",
    "connect:3x2", "dodgem:2x2", "menace",
)  # fmt: skip
#: The sizes of labels and cards, in mm.
SIZES = ((53, 36), (63, 88), (99.1, 38.1))
#: Told games with many positions, or whose moves need more colours than there are.
LARGE = (
    "clobber-4x3",
    "hexapawn-4x3",
    "hexapawn-back-3x4",
    "nine-holes",
    "queen-5x8",
    "tapatan",
    "tmm-ortho",
)


def drawn(name, size):
    """Return the digests of the first, a middle and the last box of a kit on a label of a size."""
    try:
        kit = kit_of(name)
        cards = Cards(kit, *size, TEXTS["en"])
        boxes = (kit.boxes[0], kit.boxes[len(kit.boxes) // 2], kit.boxes[-1])
        scenes = [cards.draw(box) for box in boxes]
    except KitgenError as error:
        return str(error)
    return " ".join(f"{digest(scene)}-{figures_digest(scene)}" for scene in scenes)


@pytest.mark.parametrize("kind", ["built-in", "told"])
def test_a_card_is_drawn_as_before(kind, golden):
    names = (
        BUILT_IN
        if kind == "built-in"
        else [f"told:{name}" for name in TEMPLATES.names("games") if name not in LARGE]
    )
    lines = []
    for name in at_least(11, names):
        sizes = SIZES if name in ("her", "told:mu-torere") else SIZES[:1]
        for width, height in sizes:
            lines.append(f"{name} {width:g} x {height:g}: {drawn(name, (width, height))}")
    golden(f"single-cards/{kind}", "\n".join(lines))
