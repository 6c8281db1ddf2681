"""Each choice in each of several kits gives the kit that it gave before, or is refused as before:
its names, title, command and counts, and a digest of its boxes.
"""

import hashlib

import pytest
from counting import at_least

from kitgen.errors import KitgenError
from kitgen.kit.build import build_kit
from kitgen.kit.editions import Wish

KITS = (
    "her",
    "him",
    "ladder",
    "gardner24",
    "hexapawn:2x3",
    "nim:6,take=2",
    "tictactoe:2x2",
    "awari:1x3",
    "dodgem:2x2",
    "connect:3x2",
    "told:dawson-9",
)
#: The choices, one or two at a time.
WISHES = (
    {},
    {"side": "first"},
    {"side": "second"},
    {"side": "either"},
    {"side": "black"},
    {"rule": "michie"},
    {"rule": "tris"},
    {"palette": "grey"},
    {"forced": "skip"},
    {"forced": "box"},
    {"colour_by": "cell"},
    {"expect": "sensible"},
    {"express": True},
    {"express": False},
    {"merged": False},
    {"language": "it"},
    {"language": "fr", "rule": "gardner-reward"},
    {"mirroring": "never"},
    {"mirroring": "left"},
    {"beads": "red:99,blue:99,yellow:99,green:99"},
    {"express": True, "forced": "skip"},
    {"expect": "sensible", "side": "second"},
)


def digest_of(kit):
    """Return a digest of all boxes: positions, moves, colours, beads, values, and ways to them."""
    digest = hashlib.sha256()
    for box in kit.all_boxes:
        slots = [slot_data(kit, slot) for slot in box.slots]
        arrivals = [(move.source, move.target) for move in box.arrivals]
        data = (box.id, kit.game.text(box.position), box.turn, box.later, slots, arrivals)
        digest.update(repr(data).encode())
    return digest.hexdigest()[:8]


def slot_data(kit, slot):
    moves = [kit.game.move_text(move) for move in slot.moves]
    return (*moves, slot.colour.letter, slot.beads, slot.value, slot.plies)


def described(name, wish):
    """Return a kit in one line, or why it is refused."""
    try:
        kit = build_kit(name, Wish(**wish))
    except KitgenError as error:
        return f"{type(error).__name__}: {error}"
    slots = sum(len(box.slots) for box in kit.boxes)
    turns = sorted({box.turn for box in kit.boxes})
    return (
        f"{kit.name} | {kit.title} | {kit.command} | {kit.game.called} {kit.choices.side}, "
        f"{len(kit.boxes)} boxes in {len(turns)} rows, {slots} slots, {kit.beads} beads in "
        f"{len(kit.palette)} colours, {len(kit.always)} fixed, worth {kit.outcome.score} in "
        f"{kit.outcome.plies}, draws {kit.draws}, {digest_of(kit)}"
    )


@pytest.mark.parametrize("name", KITS)
def test_a_wished_kit_is_as_before(name, golden):
    lines = []
    for wish in at_least(20, WISHES):
        chosen = " ".join(f"{key}={value}" for key, value in wish.items()) or "as it is"
        lines.append(f"{chosen}: {described(name, wish)}")
    golden(f"kits/{name.replace(':', '-')}", "\n".join(lines))
