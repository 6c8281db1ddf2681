"""The boards of told games under a laser and for fingers: what the playing board shows, they
show too.
"""

from collections import Counter

import pytest
from jobs import make_job
from test_told_speech import ONE_WAY

from kitgen.paper.card.vocabulary import TOUCH_PEN
from kitgen.paper.laser.drawings import board_piece, game_pieces
from kitgen.paper.laser.material import read_laser
from kitgen.paper.marks.scene import BLACK, WHITE, Disc, Line, Polygon, Text
from kitgen.paper.parts import load_part
from kitgen.paper.parts.tactile import felt_pieces
from kitgen.reading.templates import Templates

#: Common pieces with lines of their own, closed places, and a goal of both sides.
ROADS = """name = "Both roads"
board = "3x3"
links = ["a1-b2", "b2>c3", "a3-b2", "c1-b2"]
start = ["b.b", ".c.", "w.w"]
leaves = "block"
[side.white]
step = ["links"]
goal = ["c3", "b2"]
[side.black]
step = ["links"]
links = ["a3-a2", "a2-a1", "c3>c2", "a3>b2"]
goal = ["b2"]
[common]
sign = "c"
looks = "counter"
step = ["links"]
links = ["b1-b2", "b2-b3"]
"""
#: A square board whose sides look to the left and to the right.
FROGS = """name = "Frogs"
board = "4x1"
start = ["g..t"]
[side.toads]
faces = "left"
step = ["forward"]
goal = "far"
[side.greens]
faces = "right"
step = ["forward"]
goal = "far"
"""
LASER = read_laser("usual", Templates())


def job_of(tmp_path, text, **wish):
    path = tmp_path / f"{len([*tmp_path.iterdir()])}.toml"
    path.write_text(text, encoding="utf-8")
    return make_job(str(path), **wish)


def engraved(kit):
    return [
        mark
        for mark in board_piece(kit, LASER).marks
        if mark.stroke and mark.stroke.colour == LASER.engrave
    ]


def triangles(marks):
    return [
        mark
        for mark in marks
        if isinstance(mark, Polygon) and mark.closed and len(mark.points) == 3
    ]


def test_a_laser_engraves_arrowheads_lines_of_one_side_and_goals(tmp_path):
    kit = job_of(tmp_path, ONE_WAY).kit
    plain = job_of(
        tmp_path, ONE_WAY.replace(">", "-").replace('links = ["5-4", "4-2", "2-1"]\n', "")
    ).kit
    goals = job_of(tmp_path, ONE_WAY.replace('goal = ["1"]', 'goal = ["1", "2"]')).kit
    marks = engraved(kit)
    assert len(marks) > len(engraved(plain)) > 0
    assert len(engraved(goals)) > len(marks)


def test_a_laser_engraves_the_goals_of_squares(tmp_path):
    assert len(engraved(job_of(tmp_path, FROGS).kit)) >= 4


def test_a_laser_cuts_markers_for_closed_places(tmp_path):
    job = job_of(tmp_path, ROADS)
    closed = job.kit.game.start().cells.count(0)
    pieces = Counter(len(scene.marks) for scene in game_pieces(job.kit, LASER))
    assert (
        pieces.total() == 3 + 3 + 2 + closed + 1
    )  # those of White, Black and both, each with a spare, and markers


BOARD = "The board to feel"
POSITIONS = "Positions to feel"


def texts(scene):
    return [mark.text for mark in scene.marks if isinstance(mark, Text)]


def pages(job, title):
    """The sheets for fingers with a title."""
    return [
        sheet.scene for sheet in load_part("tactile").sheets(job) if title in texts(sheet.scene)
    ]


def test_the_empty_board_for_fingers_has_every_mark_and_its_meaning(tmp_path):
    job = job_of(tmp_path, ROADS)
    (board,) = pages(job, BOARD)
    meanings = [
        "this way only",
        "lines of Black",
        "lines of the common pieces",
        "goal of White",
        "goal of Black",
    ]
    assert [text for text in texts(board) if text in meanings] == meanings
    filled = [mark for mark in triangles(board.marks) if mark.fill == BLACK]
    hollow = [mark for mark in triangles(board.marks) if mark.fill == WHITE]
    assert (
        len(filled) == 1 + 2 + 1 + 2
    )  # an arrowhead of all, two of Black, a flag; an arrowhead and a flag explained
    assert len(hollow) == 2 + 1


def test_positions_for_fingers_have_arrowheads_and_the_lines_of_each_side(tmp_path):
    job = job_of(tmp_path, ROADS)
    first = pages(job, POSITIONS)[0]
    boxes = sum(text in {box.id for box in job.kit.boxes} for text in texts(first))
    heads = [
        mark
        for mark in triangles(first.marks)
        if mark.fill == BLACK and _length(mark) == TOUCH_PEN.head
    ]
    assert len(heads) == 3 * boxes
    dots = [mark for mark in first.marks if isinstance(mark, Disc) and mark.radius == TOUCH_PEN.dot]
    assert len(dots) >= 4 * boxes


def _length(head):
    """How long an arrowhead is from its tip to the middle of its back."""
    (tip_x, tip_y), (x1, y1), (x2, y2) = head.points
    return round(((tip_x - (x1 + x2) / 2) ** 2 + (tip_y - (y1 + y2) / 2) ** 2) ** 0.5, 6)


def test_where_a_side_looks_is_felt(tmp_path):
    (board,) = pages(job_of(tmp_path, FROGS), BOARD)
    assert {"Toads: ahead", "Greens: ahead"} <= {*texts(board)}
    ways = [
        mark.points[0][0] - mark.points[1][0]
        for mark in triangles(board.marks)
        if _length(mark) == TOUCH_PEN.head
    ]
    assert [way < 0 for way in ways] == [True, False]


def test_a_board_without_marks_has_no_sheet_of_its_own():
    assert pages(make_job("her"), POSITIONS)
    assert not pages(make_job("her"), BOARD)


def test_two_kinds_of_pieces_never_feel_alike(tmp_path):
    """A dark pawn and a counter are both discs."""
    kit = job_of(tmp_path, ROADS).kit
    felt = felt_pieces(kit)
    assert [*kit.game.diagram.pieces.values()] == ["pawn-light", "pawn-dark", "counter", "block"]
    assert [*felt.values()] == ["pawn-light", "pawn-dark", "cross", "block"]
    first = pages(make_job(kit), POSITIONS)[0]
    assert sum(isinstance(mark, Line) and mark.stroke.width > 3 for mark in first.marks) >= 2


@pytest.mark.parametrize("language", ["en", "it", "es"])
def test_the_sheets_for_fingers_print_in_every_language(tmp_path, language):
    job = job_of(tmp_path, ROADS, language=language)
    assert len(pages(job, job.texts("tactile.board"))) == 1


#: Two kinds of pieces for each side.
KINGS = """name = "Kings on guard"
board = "2x3"
start = ["pk", "..", "KP"]
[side.white]
goal = "far"
piece.king = { sign = "K", step = ["side"], take = ["any"] }
piece.pawn = { sign = "P", step = ["forward"], take = ["forward-diagonal"] }
[side.black]
goal = "far"
piece.king = { step = ["side"], take = ["any"] }
piece.pawn = { step = ["forward"], take = ["forward-diagonal"] }
"""


def shape_of(disc):
    """The shape that a disc for a laser shows: a crown spreads at its top, and a pawn has a
    round head there.
    """
    points = []
    for mark in disc.marks:
        if mark.stroke.colour == LASER.engrave:
            points += mark.points
    top = min(y for _, y in points)
    high = max(y for _, y in points) - top
    upper = [x for x, y in points if y < top + high / 4]
    wide = max(x for x, _ in points) - min(x for x, _ in points)
    shape = "king" if max(upper) - min(upper) > 0.8 * wide else "pawn"
    is_dark = any(mark.stroke.colour == LASER.score for mark in disc.marks)
    return f"{shape}-{'dark' if is_dark else 'light'}"


def test_a_laser_engraves_each_kind_of_pieces_in_its_shape(tmp_path):
    kit = job_of(tmp_path, KINGS).kit
    engraved_shapes = Counter(map(shape_of, game_pieces(kit, LASER)))
    assert engraved_shapes == {
        "king-light": 2,
        "pawn-light": 2,
        "king-dark": 2,
        "pawn-dark": 2,
    }  # with a spare each


def felt(marks):
    """What fingers feel of pieces on squares: kings are triangles, pawns round, of one size;
    dark is filled.
    """
    shapes = Counter()
    radii = {mark.radius for mark in marks if isinstance(mark, Disc) and mark.radius > 2}
    heights = {round(1.5 * radius, 6) for radius in radii}
    for mark in marks:
        if isinstance(mark, Disc) and mark.radius in radii:
            shapes["pawn-light" if mark.stroke else "pawn-dark"] += 1
        elif triangles([mark]) and _length(mark) in heights:
            shapes["king-light" if mark.stroke else "king-dark"] += 1
    return shapes


def test_fingers_feel_each_kind_of_pieces_in_every_position(tmp_path):
    job = job_of(tmp_path, KINGS)
    pieces = Counter()
    for box in job.kit.boxes:
        pieces.update(job.kit.game.text(box.position).rpartition(" ")[0])
    marks = []
    for page in pages(job, POSITIONS):
        marks += page.marks
    shapes = felt(marks)
    names = {"K": "king-light", "P": "pawn-light", "k": "king-dark", "p": "pawn-dark"}
    assert shapes == {name: pieces[sign] for sign, name in names.items()}


def test_the_key_for_fingers_names_each_kind_of_pieces(tmp_path):
    key = load_part("tactile").sheets(job_of(tmp_path, KINGS))[0].scene
    named = [text for text in texts(key) if text.partition(", ")[0] in ("White", "Black")]
    assert sorted(named) == ["Black, king", "Black, pawn", "White, king", "White, pawn"]
