"""A board style is one file: an invented one is drawn on cards, tables, lasers, to fingers, in a
terminal.
"""

import pytest
from jobs import make_job
from prints import read_boxes

from kitgen import print_kit, verify
from kitgen.cli.terminal_board import board_text
from kitgen.games import GAMES
from kitgen.kit.build import build_kit
from kitgen.model import Diagram
from kitgen.paper.card.moves import MARKINGS
from kitgen.paper.card.styles import STYLES, Style
from kitgen.paper.laser.drawings import board_piece
from kitgen.paper.laser.material import read_laser
from kitgen.paper.make import run_parts
from kitgen.paper.marks.pieces import PIECES
from kitgen.paper.marks.scene import Disc, Stroke
from kitgen.reading.templates import Templates
from kitgen.render import save

PINK = "#FF00FF"


class Ponds(Style):
    """Ponds: everything that a style has to say, and no more."""

    aspect = (1.0, 1.0, 1.0)

    def cells(self, grid, position):
        del position
        yield self.ground(grid)
        yield from (Disc(middle, 0.4 * grid.unit, PINK) for middle in grid.centres)
        yield self.round(grid)

    def cut(self, grid, score):
        yield from (Disc(middle, 0.45 * grid.unit, None, score) for middle in grid.centres)

    def touch_cell(self, middle, unit, content, braille):
        del content, braille
        yield Disc(middle, 0.45 * unit, stroke=Stroke(PINK, 1.2))


@pytest.fixture
def job(monkeypatch):
    """A print run of a game whose board has ponds."""
    kit = build_kit("her")
    monkeypatch.setitem(STYLES, "pond", Ponds())
    diagram = kit.game.diagram
    pond = Diagram(
        diagram.width,
        diagram.height,
        diagram.centres,
        "pond",
        diagram.moves,
        diagram.pieces,
        turns=True,
    )
    monkeypatch.setattr(kit.game, "diagram", pond)
    return make_job(kit)


def ponds(scene):
    return [
        m
        for m in scene.marks
        if isinstance(m, Disc) and PINK in (m.fill, m.stroke and m.stroke.colour)
    ]


def test_a_new_style_is_drawn_everywhere(job):
    document = run_parts(job, ("cover", "labels", "finder", "board", "tactile", "zero", "cards"))
    counts = {part.name: 0 for part in document.parts}
    for sheet in document.sheets:
        counts[sheet.part] += len(ponds(sheet.scene))
    boxes = len(job.kit.boxes)
    assert counts["labels"] == counts["cards"] == counts["tactile"] == 9 * boxes
    assert counts["zero"] == 9 * (boxes + 2)  # and the playing board, and the start
    assert counts["finder"] >= 9 * boxes
    assert counts["board"] == 9 * 2  # and the start
    assert counts["cover"] > 9, "the board, and those on boxes"
    assert counts["cover"] % 9 == 0
    laser = read_laser("usual", Templates())
    assert sum(isinstance(mark, Disc) for mark in board_piece(job.kit, laser).marks) == 9
    assert board_text(job.kit.game, job.kit.game.start()).split() == list("♟♟♟···♙♙♙")


@pytest.mark.parametrize("name", STYLES)
def test_every_style_has_its_own_class_and_a_way_from_narrow_to_wide(name):
    style = STYLES[name]
    least, usual, most = style.aspect
    assert 0 < least <= usual <= most
    assert type(style).__name__.casefold() == name


def test_letters_of_badges_are_legible_and_never_grow():
    kit = build_kit("her")
    for marking in MARKINGS.values():
        for unit in (4, 8, 20, 60):
            grid = STYLES["square"].fit(kit.game.diagram, 3 * unit, 3 * unit)
            sizes = marking.letters(grid, 5)
            assert min(sizes) >= 5
            assert list(sizes) == sorted(sizes, reverse=True)


def test_pieces_are_told_apart_in_a_terminal_of_any_kind():
    shapes = [piece for piece in PIECES.values() if not piece.loose]
    for signs in ([piece.sign for piece in shapes], [piece.plain for piece in shapes]):
        assert len(set(signs)) == len(signs)
    assert all(piece.plain.isascii() for piece in PIECES.values())


def test_boards_of_a_new_style_are_read_back_from_print(job, tmp_path):
    """The reader knows no ponds; as many marks as there are cells, all alike, are the cells."""
    path = tmp_path / "ponds.pdf"
    save(run_parts(job, ("labels",)), path)
    printed = read_boxes(path, job.kit)
    assert {box.id for box in printed} == {box.id for box in job.kit.boxes}
    assert {box.id: box.position.cells for box in printed} == {
        box.id: box.position.cells for box in job.kit.boxes
    }


def test_a_kit_of_a_narrow_strip_is_verified(monkeypatch, tmp_path):
    """Boards of one row are flat: in the finder hardly 3 mm high."""
    monkeypatch.setitem(GAMES, "gaps", "kitgen.games._template")
    print_kit("gaps:9", tmp_path / "gaps", parts=["labels", "finder"])
    report = verify(tmp_path / "gaps", marks=True)
    assert [check.name for check in report.checks if check.verdict == "wrong"] == []
    assert any(check.name == "every box is drawn in the finder" for check in report.checks)
