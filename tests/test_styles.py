"""A board style is one file: an invented one is drawn on cards, tables, lasers, to fingers, in a terminal."""

import pytest
from jobs import make_job

from kitgen.cli.shared.boards import board_text
from kitgen.kit.build import make_kit
from kitgen.model import Diagram
from kitgen.paper.card.marking import MARKINGS
from kitgen.paper.card.styles import STYLES
from kitgen.paper.card.styles.style import Style
from kitgen.paper.laser.drawings import board_piece
from kitgen.paper.laser.material import read_laser
from kitgen.paper.make import make_document
from kitgen.paper.marks.pieces import PIECES
from kitgen.paper.marks.scene import Disc, Stroke
from kitgen.templates import Templates

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
    kit = make_kit("her")
    monkeypatch.setitem(STYLES, "pond", Ponds())
    diagram = kit.game.diagram
    pond = Diagram(diagram.width, diagram.height, diagram.centres, "pond", diagram.moves, diagram.pieces, turns=True)
    monkeypatch.setattr(kit.game, "diagram", pond)
    return make_job(kit)


def ponds(scene):
    return [m for m in scene.marks if isinstance(m, Disc) and PINK in (m.fill, m.stroke and m.stroke.colour)]


def test_a_new_style_is_drawn_everywhere(job):
    document = make_document(job, ("cover", "labels", "finder", "board", "tactile", "zero", "cards"))
    counts = {part.name: 0 for part in document.parts}
    for sheet in document.sheets:
        counts[sheet.part] += len(ponds(sheet.scene))
    boxes = len(job.kit.boxes)
    assert counts["labels"] == counts["zero"] == counts["cards"] == counts["tactile"] == 9 * boxes
    assert counts["finder"] >= 9 * boxes
    assert counts["cover"] == counts["board"] == 9
    laser = read_laser("usual", Templates())
    assert sum(isinstance(mark, Disc) for mark in board_piece(job.kit, laser).marks) == 9
    assert board_text(job.kit.game, job.kit.game.start()).split() == list("♟♟♟···♙♙♙")


@pytest.mark.parametrize("name", STYLES)
def test_every_style_has_its_own_class_and_a_way_from_narrow_to_wide(name):
    style = STYLES[name]
    least, usual, most = style.aspect
    assert 0 < least <= usual <= most
    assert type(style).__module__.endswith(f"styles.{name}")


def test_letters_of_badges_are_legible_and_never_grow():
    kit = make_kit("her")
    for marking in MARKINGS.values():
        for unit in (4, 8, 20, 60):
            grid = STYLES["square"].fit(kit.game.diagram, 3 * unit, 3 * unit)
            sizes = marking.letters(grid)
            assert min(sizes) >= 5
            assert list(sizes) == sorted(sizes, reverse=True)


def test_pieces_are_told_apart_in_a_terminal_of_any_kind():
    shapes = [piece for piece in PIECES.values() if not piece.loose]
    for signs in ([piece.sign for piece in shapes], [piece.plain for piece in shapes]):
        assert len(set(signs)) == len(signs)
    assert all(piece.plain.isascii() for piece in PIECES.values())
