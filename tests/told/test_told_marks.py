"""Sheets of told games are read back from their marks, whatever their boards, pieces and moves
look like.
"""

import math
from contextlib import suppress

import pytest
from card_geometry import path_points
from click.testing import CliRunner
from jobs import make_job
from sampling import few

from kitgen.cli.main import main
from kitgen.kit.build import build_kit
from kitgen.kit.editions import Wish
from kitgen.paper.card.board import draw_box
from kitgen.paper.card.moves import CrowdedError
from kitgen.paper.card.styles import LINE
from kitgen.paper.marks.scene import (
    DARK,
    WHITE,
    Line,
    Path,
    Polygon,
    Text,
    clear,
    convex_hull,
    to_segment,
)
from kitgen.paper.parts import load_part

#: Points in a row with round pieces, on a wheel, anywhere; a chequered board with holes; a falling
#: piece.
NAMES = [
    "dawson-9",
    "mu-torere",
    "pong-hau-ki",
    "fox-hounds-4x4",
    "connect3-3x3",
    "hexapawn-4x3",
    "notakto",
]
#: Many moves from neighbouring squares, which need small pieces.
NAMES += ["breakthrough-3x3-1row", "clobber-3x3"]
#: A piece that moves over several squares, on its way past another.
ROOK = """name = "Rook race"
board = "4x3"
start = ["b..r", "....", "...."]
[side.first]
sign = "b"
looks = "pawn-light"
[side.second]
[common]
sign = "r"
slide = ["left", "down"]
"""


@pytest.mark.every
@pytest.mark.parametrize("name", few(NAMES, one_in=9))
def test_the_marks_say_what_the_kit_says(tmp_path, name):
    check_marks(f"told:{name}", tmp_path)


def check_marks(game: str, folder) -> None:
    """Print a kit, and read it back."""
    run = CliRunner()
    out = str(folder / "out")
    printed = run.invoke(main, ["print", game, "--parts", "labels,finder,route", "-o", out])
    assert printed.exit_code == 0, printed.output
    checked = run.invoke(main, ["verify", f"{out}/kit.pdf", "--marks"])
    assert checked.exit_code == 0, checked.output
    assert "the marks on its sheets" in checked.output


@pytest.mark.parametrize("language", ["en", "it", "es"])
def test_sheets_of_a_game_that_puts_and_moves_have_their_words(tmp_path, language):
    """Where some moves put a piece and others move one, each is explained as what it is."""
    words = [
        "print",
        "told:tmm-ortho",
        "--parts",
        "errata,certificate",
        "--language",
        language,
        "-o",
        str(tmp_path / "out"),
    ]
    printed = CliRunner().invoke(main, words)
    assert printed.exit_code == 0, printed.output


def test_a_certificate_does_without_moves_that_find_no_room(tmp_path):
    words = [
        "print",
        "told:nine-holes",
        "--side",
        "black",
        "--parts",
        "certificate",
        "-o",
        str(tmp_path / "out"),
    ]
    printed = CliRunner().invoke(main, words)
    assert printed.exit_code == 0, printed.output


@pytest.mark.every
def test_arrows_along_one_line_lie_side_by_side(tmp_path):
    """Three squares to the left: three arrows, the shortest in the middle, each from the piece
    to its own square.
    """
    (tmp_path / "rook.toml").write_text(ROOK, encoding="utf-8")
    check_marks(str(tmp_path / "rook.toml"), tmp_path)
    kit = build_kit(str(tmp_path / "rook.toml"), Wish(side="first"))
    box = max(kit.boxes, key=lambda box: len(box.slots))
    board = draw_box(kit, box, 60, 45)
    arrows = arrows_of(board.marks)
    assert len(arrows) == len(box.slots) > 3
    for number, arrow in enumerate(arrows):
        for other in arrows[:number]:
            assert clear(shaft(arrow), shaft(other)), "no arrow lies on another"


def test_an_arrow_passes_beside_a_piece_that_is_in_its_way():
    """In nine holes a piece goes anywhere, also past its neighbour."""
    kit = build_kit("told:nine-holes", Wish(side="white"))
    passes = 0
    for box in kit.boxes[::16]:
        with suppress(CrowdedError):
            marks = draw_box(kit, box, 60, 60, size=0.64).marks
            pieces = [convex_hull(path_points(mark)) for mark in paths(marks)]
            for arrow in arrows_of(marks):
                tail = midpoint(arrow.points[0], arrow.points[-1])
                tip = arrow.points[3]
                for piece in pieces:
                    if math.dist(midpoint(*piece), tail) > 10:  # not the one that moves
                        assert clear(shaft(arrow), piece)
                        passes += to_segment(midpoint(*piece), tail, tip) < 10
    assert passes > 3


def arrows_of(marks):
    return [mark for mark in marks if isinstance(mark, Polygon) and len(mark.points) == 7]


def shaft(arrow):
    return convex_hull([*arrow.points[:2], *arrow.points[-2:]])


def paths(marks):
    return [
        mark for mark in marks if isinstance(mark, Path) and mark.fill in (DARK, WHITE)
    ]  # no badges


def midpoint(*points):
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


@pytest.mark.parametrize(
    "name",
    few(["dawson-9", "mu-torere", "pong-hau-ki", "hare-hounds-end", "tmm-ortho"], one_in=2),
)
def test_each_point_of_the_playing_board_has_its_name_clear_of_the_lines(name):
    """Rules and moves name points, such as 7 or 1-2."""
    job = make_job(f"told:{name}", parts=("board",))
    marks = load_part("board").sheets(job)[0].scene.marks
    names = [
        mark for mark in marks if isinstance(mark, Text) and mark.text in job.kit.game.board.names
    ]
    assert sorted(mark.text for mark in names) == sorted(job.kit.game.board.names)
    lines = [mark for mark in marks if isinstance(mark, Line) and mark.stroke.colour == LINE]
    # Those of the small picture of the start are finer.
    widest = max(line.stroke.width for line in lines)
    lines = [line for line in lines if line.stroke.width == widest]
    assert len(lines) == len(job.kit.game.diagram.lines)
    for mark in names:
        x, baseline = mark.at
        middle = (x, baseline - 1.4)
        for line in lines:
            assert to_segment(middle, line.start, line.end) > 1.9, (mark.text, line)
