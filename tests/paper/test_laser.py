"""Files for laser cutters: lines alone, right sizes after the kerf, fingers that fit, nothing
drawn that is hidden.
"""

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree as ET

import msgspec
import pytest
from card_geometry import path_points
from click.testing import CliRunner
from counting import at_least
from hypothesis import given, settings
from hypothesis import strategies as st
from jobs import kit_of, make_job
from sampling import examples, few
from shapely.geometry import Point, Polygon
from test_drawn import digest

from kitgen.cli.main import main
from kitgen.errors import TemplateError, UnknownNameError, UsageError
from kitgen.paper.card.board import piece_counts
from kitgen.paper.fold import BoxSize
from kitgen.paper.job import bead_totals
from kitgen.paper.laser.drawings import (
    game_pieces,
    laser_files,
    notches,
    outlines,
    text_outline,
    tray_panels,
)
from kitgen.paper.laser.material import read_laser
from kitgen.paper.layout.frame import extent
from kitgen.paper.marks import scene as marks
from kitgen.paper.marks.scene import BLACK, WHITE, Disc, Line, Scene, Stroke, Text, rectangle
from kitgen.paper.style import text_width
from kitgen.paper.theme import in_theme
from kitgen.press.print_run import print_kit
from kitgen.reading.templates import Templates

TEMPLATES = Templates()
USUAL = read_laser("usual", TEMPLATES)
THIN = Stroke(BLACK, 0.1)


def cuts(scene):
    return [mark for mark in scene.marks if mark.stroke.colour == USUAL.cut]


def drawn(scene):
    return [mark for mark in scene.marks if isinstance(mark, marks.Polygon)]


@pytest.mark.every
@pytest.mark.parametrize("kit", few(["her", "ladder", "awari-mini"], one_in=6))
def test_files_hold_lines_in_three_colours_alone(kit):
    whole = kit_of(kit, rule="gardner")  # which needs no bank, for which all boxes would be played
    some = replace(whole, boxes=whole.boxes[:20])
    files = laser_files(make_job(some, parts=("labels",)), "usual")  # no game is shown
    assert {name.split("-")[0] for name in files} == {"board", "pieces", "tokens", "faces", "trays"}
    for name, scene in files.items():
        assert not any(isinstance(mark, Text) for mark in scene.marks), name
        assert all(getattr(mark, "fill", None) is None for mark in scene.marks), name
        assert {mark.stroke.width for mark in scene.marks} == {USUAL.line}
        assert {mark.stroke.colour for mark in scene.marks} <= {
            USUAL.cut,
            USUAL.score,
            USUAL.engrave,
        }
        assert scene.width <= USUAL.sheet[0] + 1
        assert scene.height <= USUAL.sheet[1] + 1


@pytest.mark.every
def test_every_piece_is_there():
    job = make_job()
    files = laser_files(job, "usual")
    assert len(cuts(files["board"])) == 1
    assert len(cuts(files["pieces"])) == sum(piece.count for piece in piece_counts(job.kit.game))
    assert len(cuts(files["tokens"])) == sum(row.total for row in bead_totals(job.kit))
    assert len(cuts(files["faces"])) == 19
    assert len(cuts(files["trays"])) == 5 * 19


@pytest.mark.every
def test_cuts_are_moved_out_by_half_the_kerf_and_stay_apart():
    files = laser_files(make_job(), "usual")
    plates = [Polygon(mark.points) for mark in cuts(files["faces"])]
    for plate in plates:
        left, top, right, bottom = plate.bounds
        assert sorted((right - left, bottom - top)) == pytest.approx(
            [36 + USUAL.kerf, 53 + USUAL.kerf], abs=1e-3
        )
        assert left >= -1e-6
        assert top >= -1e-6
    for number, plate in enumerate(plates):
        assert all(
            plate.distance(other) >= USUAL.gap - USUAL.kerf - 1e-3 for other in plates[:number]
        )
    radii = Counter(mark.radius for mark in cuts(files["tokens"]))
    assert [*radii] == [USUAL.token / 2 + USUAL.kerf / 2]


# --- fingers
# --------------------------------------------------------------------------------------------------


@given(st.floats(9, 300), st.floats(1, 6))
@settings(max_examples=examples(60), deadline=None)
def test_fingers_of_two_edges_fit(length, thickness):
    one, other = (notches(length, thickness, first=first) for first in (True, False))
    ends = sorted([*one, *other])
    assert ends[0][0] == pytest.approx(0)
    assert ends[-1][1] == pytest.approx(length)
    assert all(a[1] == pytest.approx(b[0]) for a, b in pairwise(ends))
    assert len(other) == len(one) + 1


@pytest.mark.parametrize("size", few([BoxSize(53, 36, 15), BoxSize(100, 60, 40)], one_in=3))
def test_a_tray_has_each_bit_of_its_walls_from_one_panel(size):
    thick = 3.0
    wide = size.width
    deep = size.depth
    high = size.height
    exact = msgspec.structs.replace(USUAL, kerf=0.0, thickness=thick)
    shapes = [Polygon(cuts(scene)[0].points) for scene in tray_panels(size, "A1", exact)]
    floor, end, back, long, other = shapes
    assert end.equals(back)
    assert long.equals(other)

    def owners(x, y, z):
        """Count the panels that hold a point; z goes up, panels are drawn with their top
        upwards.
        """
        return (
            (z < thick and floor.contains(Point(x, y)))
            + (x < thick and end.contains(Point(y, high - z)))
            + (x > wide - thick and end.contains(Point(y, high - z)))
            + (y < thick and long.contains(Point(x, high - z)))
            + (y > deep - thick and long.contains(Point(x, high - z)))
        )

    for a in range(int(wide)):
        for b in range(int(deep)):
            for c in (0.51, 1.51, 2.51, *(n + 0.51 for n in range(3, int(high), 2))):
                x = a + 0.493
                y = b + 0.487
                is_inside = thick < x < wide - thick and thick < y < deep - thick and c > thick
                assert owners(x, y, c) == (0 if is_inside else 1), (x, y, c)


@pytest.mark.parametrize(
    ("kit", "theme"), [("awari-mini", "shells"), ("awari-mini", "sunflower"), ("nim:8", "coins")]
)
def test_pieces_have_the_pictures_of_their_theme(kit, theme):
    """Seeds are bare discs without one; a picture stays within the cut."""
    usual = kit_of(kit)
    themed = in_theme(usual, theme, TEMPLATES)
    bare, drawn_pieces = ([*game_pieces(each, USUAL)] for each in (usual, themed))
    assert len(bare) == len(drawn_pieces) > 0
    has_picture = kit != "awari-mini"
    for before, after in zip(bare, drawn_pieces, strict=True):
        assert (len(before.marks) > 1) == has_picture
        engraved = [mark for mark in after.marks if mark.stroke.colour == USUAL.engrave]
        assert engraved
        for mark in engraved:
            x0, y0, x1, y1 = extent(mark)
            assert min(x0, y0) > 0.3
            assert max(x1, y1) < after.width - 0.3


def test_the_id_of_a_tray_is_on_its_short_end():
    upright, wide = (
        tray_panels(BoxSize(*sides, 20), "A1", USUAL) for sides in ((40, 60), (60, 40))
    )
    assert [panel.marks for panel in upright] == [panel.marks for panel in wide]
    assert wide[1].width == 40


def test_a_box_too_small_for_its_material_is_refused():
    with pytest.raises(UsageError, match="too small for material of 3 mm; choose at least 9 mm"):
        tray_panels(BoxSize(53, 36, 8), "A1", USUAL)


# --- outlines
# --------------------------------------------------------------------------------------------------


def test_what_is_hidden_is_not_drawn():
    scene = Scene(30, 10)
    scene.add(Line((0, 5), (30, 5), THIN), rectangle(10, 0, 10, 10, WHITE, THIN))
    lines = [mark for mark in drawn(outlines(scene, THIN)) if not mark.closed]
    assert sorted(sorted(line.points) for line in lines) == [[(0, 5), (10, 5)], [(20, 5), (30, 5)]]


def test_what_shines_through_is_drawn():
    scene = Scene(30, 10)
    scene.add(Line((0, 5), (30, 5), THIN), rectangle(10, 0, 10, 10, None, THIN))
    assert [mark.points for mark in drawn(outlines(scene, THIN)) if not mark.closed] == [
        ((0, 5), (30, 5))
    ]


def test_tints_leave_no_line_and_dark_fills_are_hatched():
    tinted = Scene(10, 10, [rectangle(1, 1, 8, 8, "#FCF6E1")])
    assert not outlines(tinted, THIN).marks
    dark = outlines(Scene(10, 10, [Disc((5, 5), 4, BLACK)]), THIN)
    light = outlines(Scene(10, 10, [Disc((5, 5), 4, WHITE, THIN)]), THIN)
    assert len(light.marks) == 1
    assert len(dark.marks) > 8


@pytest.mark.parametrize("anchor", ["start", "middle", "end"])
def test_letters_become_outlines_where_they_stood(anchor):
    path = text_outline(Text((20, 10), "HOH", 12, anchor))
    points = path_points(path)
    width = text_width("HOH", 12)
    start = 20 - {"start": 0, "middle": width / 2, "end": width}[anchor]
    assert min(x for x, _ in points) == pytest.approx(start, abs=0.7)
    assert max(x for x, _ in points) == pytest.approx(start + width, abs=0.7)
    assert max(y for _, y in points) == pytest.approx(10, abs=0.1)
    assert sum(kind == "Z" for kind, *_ in path.steps) == 4  # two in the O


def test_turned_letters_are_turned():
    path = text_outline(Text((20, 10), "I", 12, turn=90))
    points = path_points(path)
    xs = [x for x, _ in points]
    ys = [y for _, y in points]
    assert max(xs) - min(xs) > max(ys) - min(ys)


# --- maps of colours, and the command
# --------------------------------------------------------------------------------


def test_shipped_maps_are_right():
    assert set(TEMPLATES.names("laser")) >= {"usual", "blue-cuts"}
    for name in TEMPLATES.names("laser"):
        read_laser(name, TEMPLATES)
    with pytest.raises(UnknownNameError, match="did you mean 'usual'"):
        read_laser("usul", TEMPLATES)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('cut = "red"', "cut is 'red'; it must be written as #RRGGBB"),
        ('cut = "#000000"', "share a colour"),
        ("kerf = 2.0", "kerf is 2.0; it must be a number from 0 to 1"),
        ("thickness = 0.2", "thickness is 0.2; it must be a number from 1 to 10"),
        ("sheet = [50.0, 400.0]", r"sheet\[0\] is 50.0; it must be a number from 100"),
        ("colour = 1", "unknown key 'colour'"),
    ],
)
def test_wrong_maps_are_refused(tmp_path, line, words):
    (tmp_path / "laser").mkdir()
    usual = (Templates().roots[-1] / "laser" / "usual.toml").read_text(encoding="utf-8")
    key = line.partition(" ")[0]
    lines = [line if old.startswith(f"{key} ") else old for old in usual.splitlines()]
    text = "\n".join(lines if line in lines else [line, *lines])
    (tmp_path / "laser" / "mine.toml").write_text(text, encoding="utf-8")
    with pytest.raises(TemplateError, match=words):
        read_laser("mine", Templates(tmp_path))


@pytest.mark.every
def test_the_command_writes_svg_in_millimetres(tmp_path):
    folder = tmp_path / "kit"
    command = [
        "print",
        "ladder",
        "--parts",
        "beads",
        "--laser",
        "usual",
        "--set",
        "boxes.size=60x40x20",
        "-o",
        str(folder),
    ]
    result = CliRunner().invoke(main, command)
    assert result.exit_code == 0, result.output
    names = {path.stem for path in (folder / "laser").iterdir()}
    assert names == {"board", "pieces", "tokens", "faces", "trays"}
    root = ET.parse(folder / "laser" / "board.svg").getroot()  # noqa: S314 - our own file
    assert root.attrib["width"] == "360.15mm"
    assert root.attrib["viewBox"] == "0 0 360.15 40.15"
    fills = {element.attrib.get("fill") for element in root.iter() if "stroke" in element.attrib}
    assert fills == {"none"}


@pytest.mark.every
def test_files_for_a_laser_cutter_are_announced_before_they_are_drawn(tmp_path):
    told = []
    folder = tmp_path / "ladder"
    print_kit(
        "ladder",
        folder,
        parts=["board"],
        laser="usual",
        report=lambda *step: told.append(step),
        write=False,
    )
    assert ("files for a laser cutter", 0, 0) in told


def test_files_for_a_laser_are_drawn_as_before(golden):
    lines = []
    for name, laser, box in (("her", "usual", "japan"), ("ladder", "blue-cuts", "matchbox")):
        for file, scene in at_least(5, laser_files(make_job(name, boxes_size=box), laser).items()):
            lines.append(f"{name} {file}: {digest(scene)} {scene.width:g} x {scene.height:g}")
    golden("refusals-of-sheets/laser", "\n".join(lines))
