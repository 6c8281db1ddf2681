"""What is said about the drawing of a box, given what was read back: every difference is named
in plain words.
"""

from dataclasses import replace
from itertools import product
from types import SimpleNamespace

import pytest
from jobs import kit_of
from palette_colours import INK

from kitgen.games import make_game
from kitgen.model import Diagram, Move, Position, Symmetry, only_mirror
from kitgen.verification.drawn_boxes import PrintedBox, PrintedSlot
from kitgen.verification.pdf_checks import box_faults

KITS = {
    name: kit_of(name) for name in ("her", "him", "gardner24@1", "menace", "awari-mini", "ladder")
}


def drawn(kit, box, symmetry=None):
    """The box as a faultless drawing of it would be read back, straight or as an image."""
    symmetry = symmetry or kit.game.symmetries[0]
    slots = []
    twins = []
    for slot in box.slots:
        first, *others = map(symmetry.move, slot.moves)
        colour = slot.colour
        slots.append(PrintedSlot(first, colour.letter, colour.fill, colour.symbol, slot.beads))
        twins += others
    position = symmetry.position(box.position)
    return PrintedBox(4, box.id, position, tuple(slots), tuple(twins))


@pytest.mark.parametrize(
    ("name", "images"),
    [
        ("her", 38),
        ("him", 36),
        ("gardner24@1", 48),
        ("menace", 2432),
        ("awari-mini", 155),
        ("ladder", 9),
    ],
)
def test_a_faultless_drawing_has_no_faults_on_any_of_its_images(name, images):
    kit = KITS[name]
    looked_at = 0
    for box, symmetry in product(kit.boxes, kit.game.symmetries):
        assert [*box_faults(kit, drawn(kit, box, symmetry))] == []
        looked_at += 1
    assert looked_at == images


def test_where_images_look_alike_their_moves_tell_which_of_them_is_drawn():
    """Where twins have beads of their own, images of a box with a stabiliser have the same
    pieces, and other moves.
    """
    kit = kit_of("menace", merged=False)
    identity, *others = kit.game.symmetries
    alike = swapped = 0
    for box in kit.boxes:
        images = [symmetry.position(box.position) for symmetry in kit.game.symmetries]
        if len(set(images)) == len(images):
            continue
        for symmetry in others:
            look = drawn(kit, box, symmetry)
            if look.position == box.position:
                assert bool(box_faults(kit, look)) == (
                    look != drawn(kit, box, identity)
                )  # the box itself has its own
                continue
            alike += 1
            assert box_faults(kit, look) == []
            first, second, *rest = look.slots
            wrong = replace(
                look,
                slots=(replace(first, move=second.move), replace(second, move=first.move), *rest),
            )
            swapped += bool(box_faults(kit, wrong))
    assert (alike, swapped) == (326, 296)  # the others are images, too


def test_on_an_image_of_a_symmetric_box_any_move_of_a_slot_may_be_the_coloured_one():
    kit = KITS["her"]
    box = kit.boxes[1]
    assert len(box.slots[0].moves) == 2
    plain = drawn(kit, box)
    other = replace(
        plain,
        slots=tuple(
            replace(p, move=slot.moves[1]) for p, slot in zip(plain.slots, box.slots, strict=True)
        ),
        twins=tuple(slot.moves[0] for slot in box.slots),
    )
    assert box_faults(kit, other) == []


HER = KITS["her"]
A1 = drawn(HER, HER.boxes[0])
A2 = drawn(HER, HER.boxes[1])


def with_slot(printed, number, **values):
    slots = list(printed.slots)
    slots[number] = replace(slots[number], **values)
    return replace(printed, slots=tuple(slots))


def with_cells(printed, text):
    cells = tuple(".wb".index(sign) for sign in text.replace("/", ""))
    return replace(printed, position=Position(cells, printed.position.to_move))


FAULTS = {
    "an arrow is missing": (
        replace(A1, slots=A1.slots[:2]),
        ["box A1 (page 4): the arrow of b3c2 is missing"],
    ),
    "an arrow is turned": (
        with_slot(A1, 2, move=Move(1, 3)),
        [
            "box A1 (page 4): the arrow of b3a2 is yellow hexagon Y ×1 and should not be there",
            "box A1 (page 4): the arrow of b3c2 is missing",
        ],
    ),
    "an arrow is recoloured": (
        with_slot(A1, 2, fill=INK["blue"]),
        ["box A1 (page 4): the arrow of b3c2 is blue hexagon Y ×1 instead of yellow hexagon Y ×1"],
    ),
    "a colour of no palette": (
        with_slot(A1, 2, fill="#123456"),
        [
            (
                "box A1 (page 4): the arrow of b3c2 is #123456 hexagon Y ×1 instead of "
                "yellow hexagon Y ×1"
            )
        ],
    ),
    "another letter": (
        with_slot(A1, 0, letter="B"),
        ["box A1 (page 4): the arrow of a3a2 is red circle B ×1 instead of red circle R ×1"],
    ),
    "no badge": (
        with_slot(A1, 0, letter="", symbol="", beads=None),
        ["box A1 (page 4): the arrow of a3a2 is red no symbol no letter instead of red circle R"],
    ),
    "another symbol": (
        with_slot(A1, 0, symbol="square"),
        ["box A1 (page 4): the arrow of a3a2 is red square R ×1 instead of red circle R ×1"],
    ),
    "other beads": (
        with_slot(A1, 0, beads=2),
        ["box A1 (page 4): the arrow of a3a2 is red circle R ×2 instead of red circle R ×1"],
    ),
    "a pawn is moved": (
        with_cells(A1, "bbb/.w./ww."),
        ["box A1 (page 4): the pieces stand as bbb/.w./ww. b instead of bbb/..w/ww. b"],
    ),
    "a twin is missing": (
        replace(A2, twins=A2.twins[:1]),
        ["box A2 (page 4): the arrow of c3b2 is missing"],
    ),
    "a twin too many": (
        replace(A1, twins=(Move(0, 3),)),
        ["box A1 (page 4): the arrow of a3a2 is there twice"],
    ),
    "an id of no box": (
        replace(A1, id="Z9"),
        ["page 4: a box with the id Z9, which the kit has not (bbb/..w/ww. b)"],
    ),
    "no id": (replace(A1, id=None), ["page 4: a box without an id (bbb/..w/ww. b)"]),
    "what the reader itself found": (
        replace(A1, faults=("the legend shows G, but no move does",)),
        ["box A1 (page 4): the legend shows G, but no move does"],
    ),
}


@pytest.mark.parametrize(("printed", "faults"), FAULTS.values(), ids=FAULTS.keys())
def test_each_difference_is_named(printed, faults):
    assert box_faults(HER, printed) == faults


def test_an_id_of_another_box_is_a_wrong_position():
    assert "the pieces stand as" in box_faults(HER, replace(A1, id="A2"))[0]


def test_placed_marks_are_not_called_arrows():
    kit = KITS["menace"]
    box = kit.boxes[0]
    faults = box_faults(kit, replace(drawn(kit, box), slots=()))
    assert faults[0].startswith("box A1 (page 4): the mark of ")


# --- which image of a box the finder must show
# ---------------------------------------------------------------


def board_of(*symmetries):
    """Cells of a board of 3 x 2, and a game on it with some symmetries; the identity is always
    one.
    """
    centres = [(column + 0.5, row + 0.5) for row in range(2) for column in range(3)]
    ways = {
        "mirror": lambda x, y: (3 - x, y),
        "upside down": lambda x, y: (x, 2 - y),
        "half turn": lambda x, y: (3 - x, 2 - y),
    }
    own = [Symmetry("identity", tuple(range(6)))]
    for name in symmetries:
        to = [centres.index(ways[name](*centre)) for centre in centres]
        own.append(Symmetry(name, tuple(to)))
    diagram = Diagram(3, 2, tuple(centres), "square", "arrow")
    return SimpleNamespace(symmetries=tuple(own), diagram=diagram)


@pytest.mark.parametrize(
    ("symmetries", "name"),
    [
        ((), None),
        (("mirror",), "mirror"),
        (("upside down",), "upside down"),
        (("half turn",), None),
        (("mirror", "upside down", "half turn"), None),
    ],
)
def test_only_a_mirror_gives_a_mirror_image(symmetries, name):
    found = only_mirror(board_of(*symmetries))
    assert (found and found.name) == name


@pytest.mark.parametrize(
    ("spec", "name"),
    [("hexapawn", "mirror"), ("hexapawn:4x3", "mirror"), ("tictactoe", None), ("awari:2x3", None)],
)
def test_which_games_have_a_mirror_alone(spec, name):
    found = only_mirror(make_game(spec))
    assert (found and found.name) == name


def test_a_slanting_mirror_is_one():
    square = Diagram(2, 2, ((0.5, 0.5), (1.5, 0.5), (0.5, 1.5), (1.5, 1.5)), "square", "arrow")
    flip = Symmetry("flip", (0, 2, 1, 3))
    turn = Symmetry("turn", (1, 3, 0, 2))
    same = Symmetry("identity", (0, 1, 2, 3))
    assert only_mirror(SimpleNamespace(symmetries=(same, flip), diagram=square)) == flip
    assert only_mirror(SimpleNamespace(symmetries=(same, turn), diagram=square)) is None
