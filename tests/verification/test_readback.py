"""Boxes read back from PDFs: cards drawn by hand after docs/reading-a-card.md, every card of the
kits, and damage.
"""

import math

import msgspec
import pytest
from jobs import kit_of
from prints import read_boxes

from kitgen.kit.job_json import JobPart
from kitgen.kit.palette import Colour
from kitgen.paper.card.moves import draw_badge
from kitgen.paper.document import Document, Sheet
from kitgen.paper.marks.pieces import PIECES as SHAPES
from kitgen.paper.marks.scene import Polygon, Scene, Stroke, Text, rectangle
from kitgen.render import save
from kitgen.verification.drawn_boxes import PrintedBox, PrintedSlot
from kitgen.verification.pdf_checks import _speaks as speaks

HER = kit_of("her")
HIM = kit_of("him")
RED = Colour("red", "red", "R", "circle", "#D55E00")
BLUE = Colour("blue", "blue", "B", "square", "#0072B2")


def red(**other: str) -> Colour:
    """The same with something else."""
    return msgspec.structs.replace(RED, **other)


DARK = "#1A1A1A"
PIECES = {"w": "pawn-light", "b": "pawn-dark"}


def arrow(start, end, fill="#D55E00", line=DARK):
    """An arrow between two points, drawn here without the writer's code."""
    x, y = start
    across = end[0] - x
    down = end[1] - y
    length = math.dist(start, end)
    corners = []
    # Each corner: how far along, from 0 to 1, and how far to the side, in mm.
    for along, aside in ((0, -0.4), (0.7, -0.4), (0.7, -1), (1, 0), (0.7, 1), (0.7, 0.4), (0, 0.4)):
        corner_x = x + along * across - aside * down / length
        corner_y = y + along * down + aside * across / length
        corners.append((corner_x, corner_y))
    return Polygon(tuple(corners), fill, Stroke(line, 0.2))


class Hand:
    """A card drawn by hand: a ground with an id, and a board of 3 x 3 cells on it."""

    def __init__(self, rows, box_id="B1", x=20, y=30, wide=12, high=9):
        self.scene = Scene(210, 297)
        self.x, self.y, self.wide, self.high = x, y, wide, high
        self.scene.add(
            rectangle(x - 10, y - 10, 80, 50, "#FFF4E0"), rectangle(x + 68, y, 2, 9, DARK)
        )
        for row in range(3):
            for column in range(3):
                fill = "#FFFFFF" if (row + column) % 2 else "#E8E8E8"
                left = x + column * wide
                top = y + row * high
                self.scene.add(rectangle(left, top, wide, high, fill, Stroke("#A6A6A6", 0.1)))
        self.scene.add(rectangle(x, y, 3 * wide, 3 * high, None, Stroke(DARK, 0.3)))
        for row, line in enumerate(rows.split("/")):
            for column, sign in enumerate(line):
                if sign in PIECES:
                    self.scene.add(SHAPES[PIECES[sign]].draw(self.cell(column, row), 0.6 * high))
        if box_id:
            self.scene.add(Text((x - 9, y - 4), box_id, 14, bold=True))
        self.scene.add(Text((x - 9, y - 1), "mirror of B9", 6))

    def cell(self, column, row):
        return self.x + (column + 0.5) * self.wide, self.y + (row + 0.5) * self.high

    def move(self, start, end, colour=RED, badge=True, fill=None, line=DARK):
        x, y = self.cell(*start)
        end_x, end_y = self.cell(*end)

        def way(share):
            return x + share * (end_x - x), y + share * (end_y - y)

        self.scene.add(arrow(way(0.3), way(0.85), fill or colour.fill, line))
        if badge:
            self.scene.add(*draw_badge(colour, way(0.5), 5))
        return self

    def legend(self, *lines):
        for number, (colour, beads) in enumerate(lines):
            y = self.y + 5 + 6 * number
            self.scene.add(
                *draw_badge(colour, (self.x + 45, y), 7),
                Text((self.x + 49, y + 1), f"× {beads}", 7),
            )
        return self

    def read(self, tmp_path, kit=HER, turn=0):
        path = tmp_path / "hand.pdf"
        page = Scene(297, 297)
        x = 297 if turn in (90, 180) else 0
        y = 297 if turn in (180, 270) else 0
        page.place(self.scene, x, y, turn=turn)
        save(Document("t", "a", "s", "en", (Sheet(page, "labels", "Labels"),)), path)
        return read_boxes(path, kit)


def good_card():
    return (
        Hand("bbb/..w/ww.")
        .move((1, 0), (1, 1))
        .move((1, 0), (2, 1), BLUE)
        .legend((RED, 1), (BLUE, 3))
    )


def test_a_card_drawn_by_hand_after_the_page_is_read(tmp_path):
    (box,) = good_card().read(tmp_path)
    assert (box.page, box.id, HER.game.text(box.position)) == (1, "B1", "bbb/..w/ww. b")
    assert [
        (HER.game.move_text(s.move), s.letter, s.fill, s.symbol, s.beads) for s in box.slots
    ] == [
        ("b3b2", "R", "#D55E00", "circle", 1),
        ("b3c2", "B", "#0072B2", "square", 3),
    ]
    assert (box.twins, box.faults) == ((), ())


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_a_card_that_lies_on_its_side_is_read_as_if_it_stood(tmp_path, turn):
    assert good_card().read(tmp_path, turn=turn) == good_card().read(tmp_path)


def test_the_board_of_a_machine_at_home_below_is_turned_back(tmp_path):
    (box,) = Hand("ww./.bw/bb.").move((0, 0), (0, 1)).legend((RED, 1)).read(tmp_path, HIM)
    assert HIM.game.text(box.position) == ".bb/wb./.ww w"
    assert [HIM.game.move_text(slot.move) for slot in box.slots] == ["c1c2"]


def test_grey_arrows_are_twins(tmp_path):
    card = Hand("bbb/.w./w.w").move((2, 0), (1, 1), badge=False, fill="#D9D9D9", line="#8C8C8C")
    (box,) = card.move((0, 0), (1, 1)).legend((RED, 1)).read(tmp_path)
    assert [HER.game.move_text(move) for move in box.twins] == ["c3b2"]
    assert [HER.game.move_text(slot.move) for slot in box.slots] == ["a3b2"]
    assert box.faults == ()


def test_a_board_on_the_bare_page_takes_the_id_beside_it_or_is_left_out(tmp_path):
    card = good_card()
    card.scene.marks = [
        mark for mark in card.scene.marks if getattr(mark, "stroke", 0) or isinstance(mark, Text)
    ]
    (box,) = card.read(tmp_path)
    assert (box.id, [slot.beads for slot in box.slots], box.faults) == ("B1", [None, None], ())
    card.scene.marks = [mark for mark in card.scene.marks if getattr(mark, "text", "") != "B1"]
    assert card.read(tmp_path) == []


def on_the_bare_page(*cards):
    """Return the first card with the marks of all, without grounds."""
    first = cards[0]
    marks = [mark for card in cards for mark in card.scene.marks]
    first.scene.marks = [
        mark for mark in marks if getattr(mark, "stroke", 0) or isinstance(mark, Text)
    ]
    return first


@pytest.mark.parametrize(
    ("gap", "lower", "shared"),
    [(1, 0, True), (8.5, 0, True), (9.5, 0, False), (1, 0.4, True), (1, 0.7, False)],
)
def test_a_board_close_on_the_right_and_level_shares_the_id_of_the_other(
    tmp_path, gap, lower, shared
):
    """Boards are 36 mm wide: a quarter of that is close; level is within half a millimetre."""
    named = Hand("bbb/..w/ww.", "")
    named.scene.add(Text((named.x, named.y - 1), "B1", 14, bold=True))
    image = Hand("bbb/w../.ww", "", x=20 + 36 + gap, y=30 + lower)
    ids = [box.id for box in on_the_bare_page(named, image).read(tmp_path)]
    assert ids == (["B1", "B1"] if shared else ["B1"])


def test_a_card_without_an_id_is_named(tmp_path):
    (box,) = Hand("bbb/..w/ww.", "").move((1, 0), (1, 1)).legend((RED, 1)).read(tmp_path)
    assert (box.id, box.faults) == (None, ("the card has no id",))


@pytest.mark.parametrize(
    ("text", "size", "box_id"),
    [("C1", 8, "B1"), ("C1", 20, "C1"), ("C1", 14, "B1"), ("B1", 8, "B1"), ("hello", 20, "B1")],
)
def test_the_largest_id_on_a_ground_is_that_of_the_card(tmp_path, text, size, box_id):
    """Of two that are as large, the one that was drawn first."""
    card = good_card()
    card.scene.add(Text((card.x + 50, card.y + 28), text, size, bold=True))
    (box,) = card.read(tmp_path)
    assert (box.id, HER.game.text(box.position)) == (box_id, "bbb/..w/ww. b")


def test_an_id_beside_the_ground_is_not_that_of_the_card(tmp_path):
    card = Hand("bbb/..w/ww.", "").move((1, 0), (1, 1)).legend((RED, 1))
    card.scene.add(Text((card.x + 80, card.y), "C1", 14, bold=True))
    (box,) = card.read(tmp_path)
    assert (box.id, box.faults) == (None, ("the card has no id",))


@pytest.mark.parametrize(
    ("shows", "with_moves", "without"),
    [
        (None, True, False),
        ("nothing", True, False),
        ("route", True, False),
        ("tiles", False, False),
        ("cards", True, True),
        ("boards", True, True),
        ("walls", True, True),
        ("always", True, True),
    ],
)
def test_a_board_without_moves_counts_where_a_part_shows_boxes(shows, with_moves, without):
    """A picture of the machine on a page of the route is no box; tiles cut boards apart."""
    position = HER.boxes[0].position
    moving = PrintedSlot(HER.boxes[0].slots[0].moves[0], "R", "#D55E00", "circle", 1)
    part = None if shows is None else JobPart("part", "Part", 1, 1, shows)
    assert speaks(PrintedBox(1, "A1", position, (moving,), ()), part) is with_moves
    assert speaks(PrintedBox(1, "A1", position, (), ()), part) is without


def with_marks(card, *marks):
    card.scene.add(*marks)
    return card


def half_card():
    return Hand("bbb/..w/ww.").move((1, 0), (1, 1))


def repainted(card, letter, fill):
    """The card with all letters of one badge in another colour."""
    card.scene.marks = [
        msgspec.structs.replace(mark, fill=fill)
        if isinstance(mark, Text) and mark.text == letter
        else mark
        for mark in card.scene.marks
    ]
    return card


FAULTS = [
    (lambda: good_card().move((0, 1), (0, 2), badge=False), "has no badge"),
    (
        lambda: good_card().move((0, 1), (0, 2), badge=False),
        "an arrow starts on column 1, row 2, where nothing lies",
    ),
    (lambda: with_marks(good_card(), *draw_badge(RED, (24, 50), 5)), "badge R lies on no arrow"),
    (lambda: good_card().move((0, 0), (0, 1), RED), "two moves share the letter R"),
    (
        lambda: good_card().move((0, 0), (0, 1), fill="#F0E442"),
        "is #F0E442, and its badge R is #D55E00",
    ),
    (lambda: good_card().move((0, 0), (0, 1), red(letter="Z")), "the legend has no line for Z"),
    (
        lambda: good_card().legend((RED, 1), (BLUE, 3), (red(letter="Z"), 1)),
        "shows Z, but no move does",
    ),
    (
        lambda: half_card().legend((red(fill="#F0E442"), 1)),
        "R is #D55E00 on the board and #F0E442 in the leg",
    ),
    (
        lambda: half_card().legend((red(symbol="house"), 1)),
        "R is a circle on the board and a house in the",
    ),
    (
        lambda: with_marks(good_card(), Text((37.7, 39.6), "I", 4, bold=True)),
        "a badge has 2 letters",
    ),
    (
        lambda: repainted(good_card(), "R", "#D55E00"),
        "the letter R does not stand out from its badge",
    ),
    (lambda: with_marks(good_card(), Text((65, 55), "× 4", 7)), "3 numbers of beads for 2 badges"),
    (lambda: with_marks(good_card(), *draw_badge(RED, (65, 55), 7)), "no number of beads for R"),
    (
        lambda: with_marks(good_card(), SHAPES["pawn-dark"].draw((26, 34), 4)),
        "two pieces lie on column 1, row 1",
    ),
    (
        lambda: with_marks(good_card(), SHAPES["pawn-dark"].draw((30, 43), 4)),
        "off the middle of its cell",
    ),
    (
        lambda: with_marks(good_card(), rectangle(24, 32, 4, 5, "#FFFFFF")),
        "the piece on column 1, row 1 is covered",
    ),
    (lambda: with_marks(good_card(), rectangle(30, 38, 16, 8, "#FFFFFF")), "is covered"),
    (lambda: with_marks(good_card(), rectangle(8, 20, 20, 9, "#FFFFFF")), "the id B1 is covered"),
    (
        lambda: with_marks(good_card(), SHAPES["cross"].draw((26, 43), 4)),
        "not a piece lies on column 1, row 2",
    ),
    (
        lambda: with_marks(good_card(), arrow((38, 31.2), (38, 24))),
        "an arrow lies beside the board",
    ),
    (lambda: with_marks(good_card(), arrow((38, 34), (38, 27))), "an arrow leaves the board"),
]


@pytest.mark.parametrize(("make", "words"), FAULTS)
def test_what_cannot_be_right_is_said(tmp_path, make, words):
    (box,) = make().read(tmp_path)
    assert [fault for fault in box.faults if words in fault], box.faults
