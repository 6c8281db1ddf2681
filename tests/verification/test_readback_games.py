"""Reading boards of the other kinds, drawn by hand after docs/reading-a-card.md: open boards,
pits and ladders.
"""

import math
from dataclasses import dataclass, field

import pytest
from counting import at_least
from jobs import make_job
from prints import drawing_checks, read_boxes, write_print
from test_readback import BLUE, DARK, RED, arrow

from kitgen.games import make_game
from kitgen.kit.choices import Choices
from kitgen.model import Game, Move
from kitgen.paper.card.moves import draw_badge
from kitgen.paper.document import Document, Sheet
from kitgen.paper.make import run_parts
from kitgen.paper.marks.pieces import PIECES as SHAPES
from kitgen.paper.marks.scene import Disc, Line, Scene, Stroke, Text, rectangle
from kitgen.render import save

GREY = "#A6A6A6"


@dataclass
class Bare:
    """As much of a kit as reading needs: the game, the machine's side and how ids look."""

    game: Game
    players: tuple[int, ...]
    choices: Choices = field(default_factory=lambda: Choices("one"))


@dataclass
class Page:
    """A page with one board at 30, 40 and its id above it."""

    scene: Scene = field(default_factory=lambda: Scene(210, 297))

    def add(self, *marks):
        self.scene.add(*marks)
        return self

    def read(self, tmp_path, kit):
        path = tmp_path / "hand.pdf"
        self.scene.add(Text((30, 38), "B1", 12, bold=True))
        save(Document("t", "a", "s", "en", (Sheet(self.scene, "labels", "Labels"),)), path)
        return read_boxes(path, kit)


# --- open boards and placements
# ------------------------------------------------------------------------------


def crosses(rows, size=10):
    lines = rows.split("/")
    wide = size * len(lines[0])
    high = size * len(lines)
    page = Page().add(rectangle(30, 40, wide, high, "#FFFFFF"))
    for x in range(30 + size, 30 + wide, size):
        page.add(Line((x, 41), (x, 39 + high), Stroke(GREY, 0.2)))
    for y in range(40 + size, 40 + high, size):
        page.add(Line((31, y), (29 + wide, y), Stroke(GREY, 0.2)))
    page.add(rectangle(30, 40, wide, high, None, Stroke(GREY, 0.2)))
    for row, line in enumerate(lines):
        for column, sign in enumerate(line):
            kind = {"X": "cross", "O": "ring"}.get(sign)
            if kind:
                page.add(SHAPES[kind].draw((35 + column * size, 45 + row * size), 6))
    return page


@pytest.mark.parametrize("rows", ["X./..", "X../...", ".X../....", "..../.X../..../...."])
def test_boards_are_read_whose_lines_cross_in_the_middle_too(rows, tmp_path):
    """With even numbers of columns and rows, two lines have one middle."""
    game = make_game(f"tictactoe:{len(rows.split('/')[0])}x{len(rows.split('/'))}")
    (box,) = crosses(rows).read(tmp_path, Bare(game, (1,)))
    assert box.position.cells == game.parse(f"{rows} O").cells


def test_placements_and_their_twins_are_read(tmp_path):
    kit = Bare(make_game("tictactoe"), (1,))
    page = crosses(".../.X./O..").add(*draw_badge(RED, (45, 45), 7), *draw_badge(BLUE, (55, 65), 7))
    page.add(Disc((35, 55), 1.2, "#D9D9D9", Stroke("#8C8C8C", 0.1)))
    (box,) = page.read(tmp_path, kit)
    assert box.position.cells == kit.game.parse(".../.X./O.. X").cells
    assert [(slot.move, slot.letter, slot.fill, slot.symbol) for slot in box.slots] == [
        (Move(None, 1), "R", "#D55E00", "circle"),
        (Move(None, 8), "B", "#0072B2", "square"),
    ]
    assert (box.twins, box.faults) == ((Move(None, 3),), ())


def test_a_badge_between_cells_is_named(tmp_path):
    page = crosses(".../.X./O..").add(*draw_badge(RED, (49, 45), 7))
    (box,) = page.read(tmp_path, Bare(make_game("tictactoe"), (0,)))
    assert box.faults == ("badge R is not in the middle of a cell",)


# --- pits and sowing
# -----------------------------------------------------------------------------------------

SIX_PITS = make_game("awari:3x2")
#: Where the pits of a board of 2 x 3 lie, in the game's order: South from the left, North in sowing
#: order.
PITS = [(36, 56), (48, 56), (60, 56), (60, 44), (48, 44), (36, 44)]


def pits(seeds, dots=None, places=None):
    page = Page().add(
        rectangle(30, 38, 36, 24, "#FFFFFF"), rectangle(30, 38, 36, 24, None, Stroke(GREY, 0.2))
    )
    for number, (x, y) in enumerate(places or PITS):
        page.add(Disc((x, y), 4, "#FFFFFF", Stroke("#7F7F7F", 0.15)))
        for dot in range((dots or seeds)[number]):
            angle = 2 * math.pi * dot / 12
            page.add(Disc((x + 2 * math.cos(angle), y - 1 + 1.5 * math.sin(angle)), 0.3, DARK))
        page.add(
            Text((x, y + 3.5), str(seeds[number]), 6, "middle"),
            Text((x - 5.5, y - 3), "ABCabc"[number], 5),
        )
    return page


def sowing(page, source, target, colour=RED):
    x, y = source
    end_x, end_y = target
    tail = (x + 0.4 * (end_x - x), y + 0.4 * (end_y - y))
    tip = (x + 0.6 * (end_x - x), y + 0.6 * (end_y - y))
    return page.add(arrow(tail, tip, colour.fill), *draw_badge(colour, tail, 4))


def test_seeds_and_sowings_are_read(tmp_path):
    page = sowing(sowing(pits((1, 0, 2, 3, 12, 0)), PITS[3], PITS[4]), PITS[4], PITS[5], BLUE)
    (box,) = page.read(tmp_path, Bare(SIX_PITS, (1,)))
    assert (box.position.cells, box.position.to_move) == ((1, 0, 2, 3, 12, 0), 1)
    assert [(slot.move, slot.letter) for slot in box.slots] == [
        (Move(3, 3), "R"),
        (Move(4, 4), "B"),
    ]
    assert box.faults == ()


def test_pits_of_a_machine_in_the_south_are_turned(tmp_path):
    places = [(96 - x, 100 - y) for x, y in PITS]
    page = sowing(pits((1, 0, 2, 3, 12, 0), places=places), places[2], places[3])
    (box,) = page.read(tmp_path, Bare(SIX_PITS, (0,)))
    assert (box.position.cells, box.position.to_move) == ((1, 0, 2, 3, 12, 0), 0)
    assert [slot.move for slot in box.slots] == [Move(2, 2)]
    assert box.faults == ()


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (
            lambda: pits((1, 0, 2, 3, 12, 0), (1, 0, 2, 4, 12, 0)),
            "pit column 3, row 1 says 3 and shows 4 seeds",
        ),
        (
            lambda: pits((1, 0, 2, 3, 12, 0)).add(Text((36, 55), "1", 6, "middle")),
            "pit column 1, row 2 has 2 figures",
        ),
        (
            lambda: sowing(pits((1, 0, 2, 3, 12, 0)), PITS[4], PITS[3]),
            "does not point to the next pit",
        ),
        (lambda: sowing(pits((1, 0, 2, 3, 12, 0)), PITS[1], PITS[2]), "where nothing lies"),
    ],
)
def test_pits_that_cannot_be_right_are_named(tmp_path, make, words):
    (box,) = make().read(tmp_path, Bare(SIX_PITS, (1,)))
    assert [fault for fault in box.faults if words in fault], box.faults


def test_more_seeds_than_a_pit_shows_are_told_by_the_figure(tmp_path):
    (box,) = pits((15, 0, 2, 3, 12, 0), (0, 0, 2, 3, 12, 0)).read(tmp_path, Bare(SIX_PITS, (1,)))
    assert (box.position.cells[0], box.faults) == (15, ())


# --- ladders
# -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("left", [1, 4, 9])
def test_counters_on_a_ladder_and_their_badges_are_read(tmp_path, left):
    kit = Bare(make_game("nim:9"), (0,))
    page = Page().add(rectangle(30, 40, 90, 12, None, Stroke(GREY, 0.2)))
    for number in range(9):  # the ladder's foot is at the left; the last counter lies at the right
        x = 35 + 10 * number
        page.add(Line((x, 41), (x, 51), Stroke(GREY, 0.2)))
        page.add(*(Line((x - 5, y), (x + 5, y), Stroke(GREY, 0.2)) for y in (41, 51)))
        if number < left:
            page.add(Disc((x, 44), 1.8, DARK))
    colours = {1: RED, 2: BLUE}  # by how many counters a move takes
    legal = [taken for taken in colours if taken <= left]
    for taken in legal:
        page.add(*draw_badge(colours[taken], (35 + 10 * (left - taken), 49), 5))
    (box,) = page.read(tmp_path, kit)
    assert kit.game.text(box.position) == f"{left} F"
    assert [kit.game.move_text(slot.move) for slot in box.slots] == list(map(str, legal))
    assert box.faults == ()


def test_the_number_of_a_step_is_no_box(tmp_path):
    """Boxes of nim are called 1, 2, 3 …, as are the pictures on the operator card."""
    job = make_job("nim:5", "letter", parts=("labels", "operator"))
    path = write_print(tmp_path / "kit.pdf", run_parts(job, job.parts), job)
    assert [
        check.faults
        for check in at_least(4, drawing_checks(job.kit, path))
        if check.verdict != "right"
    ] == []
    assert {box.id for box in read_boxes(path, job.kit)} == {box.id for box in job.kit.boxes}
