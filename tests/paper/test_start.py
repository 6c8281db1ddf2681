"""How a game starts: the picture is read back from operator card, zero sheet and playing board."""

import pytest

from kitgen.press.print_run import make_document
from kitgen.render.pdf import pdf_bytes
from kitgen.sandbox.page_marks import MarkIndex
from kitgen.sandbox.plain_page import PlainPdf
from kitgen.verification.drawn_boards import find_boards
from kitgen.verification.drawn_boxes import BoxReader, CardReader
from tests.jobs import EDITIONS, kit_of

KITS = (
    *EDITIONS,
    "misere",
    "hexapawn:4x3",
    "nim:8",
    "dodgem",
    "told:clobber-3x3",
    "told:fox-hounds-4x4",
    "told:hare-hounds-end",
    "told:mu-torere",
    "told:pong-hau-ki",
    "told:tapatan",
)
#: Kits whose arrows do not fit on a sheet of all positions, or whose sheets take long.
WITHOUT_ZERO = ("told:clobber-3x3", "told:tapatan", "dodgem")
SUITE = ("her", "him", "menace", "awari-mini", "ladder", "told:fox-hounds-4x4", "told:pong-hau-ki")


def positions_read(kit, part):
    """The cells of every board that stands upright on the sheets of a part, read from the PDF."""
    reader = BoxReader(kit)
    document = make_document(kit, parts=[part])
    cells = []
    for page in PlainPdf(pdf_bytes(document)):
        index = MarkIndex(page)
        for board in find_boards(index, kit.game.diagram, turned=reader.turned):
            drawing = CardReader(index, board, kit.game, reader.to_move).drawing(None)
            if not drawing.slots:
                cells.append(drawing.position.cells)
    return cells


@pytest.mark.every
@pytest.mark.parametrize(
    "name",
    [kit if kit in SUITE[:2] else pytest.param(kit, marks=pytest.mark.every) for kit in KITS],
)
def test_card_zero_sheet_and_board_show_the_start(name):
    kit = kit_of(name)
    start = kit.game.start().cells
    assert start in positions_read(kit, "operator")
    assert start in positions_read(kit, "board")
    if name not in WITHOUT_ZERO:
        assert start in positions_read(kit, "zero")
