"""Parts for classes without beads or boxes, for museums and for fingers: complete, on the page,
to scale.
"""

import re
from collections import Counter
from dataclasses import replace
from itertools import combinations, pairwise, product
from math import dist
from typing import NamedTuple

import pypdfium2
import pytest
from card_geometry import path_points
from counting import at_least, at_least_one
from jobs import LANGUAGES, TEXTS, make_job, slots_of
from printed_words import lines_on, marks_on, texts_on
from prints import drawing_checks, write_print
from sampling import few, sample
from scene_text import dump

from kitgen.errors import TemplateError, UnknownNameError, UsageError
from kitgen.kit.build import build_kit
from kitgen.kit.editions import Wish
from kitgen.kit.palette import parse_beads
from kitgen.machine.learning import with_counts
from kitgen.paper.card.box_words import row_title
from kitgen.paper.card.faces import row_tint
from kitgen.paper.card.styles import TOUCH_LINE, style_of
from kitgen.paper.document import Sheet
from kitgen.paper.fold import read_carton
from kitgen.paper.layout.frame import GREY, content_area
from kitgen.paper.layout.wall import OVERLAP, hang, tile_counts, tiles
from kitgen.paper.make import run_parts
from kitgen.paper.marks.braille import read_braille
from kitgen.paper.marks.scene import (
    BLACK,
    DARK,
    POINT,
    WHITE,
    Disc,
    Line,
    Path,
    Polygon,
    Scene,
    Stroke,
    Text,
    bounds,
    rectangle,
)
from kitgen.paper.parts import check_settings, load_part
from kitgen.paper.parts.spinner import common_colours, spans
from kitgen.paper.parts.tactile import FAINT, FLAT, draw_shape
from kitgen.paper.style import CAPITAL, SHADE, text_width
from kitgen.papers import PAGES, POSTERS
from kitgen.reading.templates import Templates
from kitgen.render.pdf import pdf_bytes

PARTS = ("boxes", "spinner", "tactile", "map", "poster", "zero")


def sheets(part, job):
    return load_part(part).sheets(job)


def pdf(job, parts):
    document = run_parts(job, parts)
    keywords = tuple(dict.fromkeys(sheet.part for sheet in document.sheets))
    return document, pdf_bytes(replace(document, keywords=keywords))


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize(
    ("kit", "page", "language"), sample([("her", "a4", "it"), ("ladder", "letter", "en")], one_in=4)
)
def test_nothing_lies_at_the_edge_of_the_paper(part, kit, page, language):
    job = make_job(kit, page, language, poster_size="a3", poster_tiled=True)
    document, data = pdf(job, [part])
    pictures = pypdfium2.PdfDocument(data)
    for sheet, picture in at_least_one(zip(document.sheets, pictures, strict=True)):
        grey = picture.render(scale=1, grayscale=True).to_numpy()
        edge = round(5 / POINT)
        for strip in (grey[:edge], grey[-edge:], grey[:, :edge], grey[:, -edge:]):
            assert strip.min() > 250, (part, sheet.title)
        assert grey.min() < 100


@pytest.mark.parametrize("other", few(sorted({*LANGUAGES} - {"en"}), one_in=8))
@pytest.mark.parametrize("part", PARTS)
def test_no_words_are_left_in_english(part, other):
    job = make_job()
    english = set(lines_on(*sheets(part, make_job(language="en"))))
    others = set(lines_on(*sheets(part, make_job(language=other))))
    names = {f"{box.id} · {job.kit.name}" for box in job.kit.boxes}
    assert not [text for text in (english & others) - names if re.search("[a-z]{3}", text)]


@pytest.mark.parametrize("part", few(PARTS, one_in=3))
def test_the_same_again_is_the_same(part):
    first = [dump(sheet.scene) for sheet in sheets(part, make_job())]
    second = [dump(sheet.scene) for sheet in sheets(part, make_job())]
    assert first == second


# --- read back


@pytest.mark.parametrize(
    ("kit", "wish"),
    sample(
        [
            ("her", Wish()),
            ("gardner24", Wish(beads=parse_beads("red:20,sky:20,black:16,clear:6"))),
            ("ladder", Wish()),
        ],
        one_in=4,
    ),
)
def test_boxes_poster_and_sheet_are_read_back(tmp_path, kit, wish):
    job = make_job(build_kit(kit, wish), poster_size="a2")
    path = write_print(tmp_path / "kit.pdf", run_parts(job, ["boxes", "poster", "zero"]), job)
    checks = {check.name: check for check in drawing_checks(job.kit, path)}
    assert all(check.verdict == "right" for check in checks.values()), checks
    for part in ("boxes", "poster", "zero"):
        assert f"every box is drawn in the {part}" in checks
    found = checks["the drawing agrees with the rules"].found
    assert found.startswith(f"{3 * len(job.kit.boxes)} drawings")


def poster_of(*words, **options):
    """Return the one sheet of a poster."""
    (sheet,) = sheets("poster", make_job(*words, **options))
    return getattr(sheet, "scene", sheet)


@pytest.mark.parametrize(("size", "least"), [("a1", 99), ("a0", 150)])
def test_the_boards_of_a_large_poster_fill_it(size, least):
    """With the steps behind the two boxes of the first row, the others take the whole page."""
    job = make_job("her", poster_size=size)
    boards = boards_of(poster_of("her", poster_size=size))
    large = [height for _, height in boards if height >= least]
    assert len(large) == len(job.kit.boxes)


def boards_of(scene):
    """Return the widths and heights of the frames of boards on a poster, the largest first."""
    sizes = []
    for mark in scene.marks:
        if isinstance(mark, Polygon) and mark.fill is None and mark.stroke and mark.closed:
            xs, ys = zip(*mark.points, strict=True)
            sizes.append((max(xs) - min(xs), max(ys) - min(ys)))
    return sorted(sizes, reverse=True)


@pytest.mark.parametrize(
    ("kit", "wide", "high"),
    [("nim:8", 400, 50), ("ladder", 370, 41), ("told:pong-hau-ki", 105, 105)],
)
def test_strips_and_short_rows_fill_a_large_poster(kit, wide, high):
    """A strip has cells about as high as wide; short rows of the machine share a line, each with
    its heading and its band.
    """
    job = make_job(kit, poster_size="a1")
    poster = poster_of(kit, poster_size="a1")
    large = boards_of(poster)[: len(job.kit.boxes)]
    assert min(width for width, _ in large) >= wide
    assert min(height for _, height in large) >= high
    headings = {row_title(job.kit, job.texts, box) for box in job.kit.boxes}
    written = [mark for mark in poster.marks if isinstance(mark, Text) and mark.text in headings]
    assert sorted(mark.text for mark in written) == sorted(headings)
    polygons = [mark for mark in poster.marks if isinstance(mark, Polygon)]
    lowest = max(bounds(mark.points)[3] for mark in polygons)
    assert lowest > 0.9 * poster.height, "the sheet is filled down to its foot"


@pytest.mark.every
@pytest.mark.parametrize(
    ("kit", "part", "stock"),
    [("told:dawson-9", "poster", "matchbox"), ("told:pong-hau-ki", "cards", "poker")],
)
def test_points_of_boards_are_read_back(tmp_path, kit, part, stock):
    """On a long strip the discs of grey moves are as small as its points, and on a card those of
    one size differ by a hundredth of a millimetre.
    """
    job = make_job(kit, poster_size="a1", stock=stock)
    path = write_print(tmp_path / "kit.pdf", run_parts(job, [part]), job)
    checks = [*drawing_checks(job.kit, path)]
    assert {check.verdict for check in checks} == {"right"}, checks


@pytest.mark.parametrize("language", few(LANGUAGES, one_in=2))
def test_the_question_of_a_large_poster_is_read_across_a_room(language):
    poster = poster_of("her", language=language, poster_size="a1")
    question = largest_text(poster)
    assert CAPITAL * question.size * POINT >= 40
    assert text_width(question.text, question.size, bold=True) <= poster.width
    low = poster_of("her", language=language, poster_size="a3")
    assert largest_text(low).size < question.size / 3


def largest_text(scene):
    texts = [mark for mark in scene.marks if isinstance(mark, Text)]
    return max(texts, key=lambda text: text.size)


@pytest.mark.parametrize("size", ["a3", "tabloid"])
def test_wells_beside_long_boards_stay_on_the_paper(size):
    """A row of nine stones is so long that its wells find no room beside boards of any height."""
    poster = poster_of("ladder", poster_size=size)
    wells = [mark for mark in poster.marks if isinstance(mark, Disc) and mark.fill is None]
    assert len(wells) == make_job("ladder").kit.beads
    edge = content_area(PAGES["a4"]).x
    for well in at_least_one(wells):
        assert well.centre[0] + well.radius <= poster.width - edge


def test_each_arrow_of_a_poster_has_the_well_of_its_bead():
    her = build_kit("her")
    for size in at_least(2, ("a3", "a1")):
        wells = [
            mark
            for mark in poster_of("her", poster_size=size).marks
            if isinstance(mark, Disc) and mark.radius == pytest.approx(1.25 * 6 / 2)
        ]
        assert len(wells) == her.beads


@pytest.mark.parametrize(("kit", "count"), [("her", 3), ("him", 4), ("awari-mini", 0)])
def test_the_rows_of_a_poster_are_bands_if_there_are_few(kit, count):
    poster = poster_of(kit, poster_size="a0")
    paths = [mark for mark in poster.marks if isinstance(mark, Path) and mark.stroke is None]
    ends = 0.9 * poster.width
    wide = [mark for mark in paths if max(x for x, _ in path_points(mark)) > ends]
    assert len(wide) == count
    assert len({mark.fill for mark in wide}) == count


def test_a_box_that_is_missing_on_the_poster_is_named(tmp_path):
    job = make_job()
    short = replace(job, kit=replace(job.kit, boxes=job.kit.boxes[:-1]))
    path = write_print(tmp_path / "kit.pdf", run_parts(short, ["poster"]), job)
    checks = {check.name: check for check in drawing_checks(job.kit, path)}
    assert (
        "box C7: its box (.b./.bw/... b) is missing"
        in checks["every box is drawn in the poster"].faults
    )


def test_tiles_are_not_taken_for_whole_boards(tmp_path):
    job = make_job(poster_size="a3", poster_tiled=True)
    path = write_print(tmp_path / "kit.pdf", run_parts(job, ["poster"]), job)
    checks = list(drawing_checks(job.kit, path))
    assert [check.verdict for check in checks] == ["right", "right", "right", None]
    assert "no part that shows boxes" in checks[-1].reason


# --- boxes to fold


@pytest.mark.parametrize("page", few(["a4", "letter"], one_in=8))
@pytest.mark.parametrize("box", ["matchbox", "slim", "70x50x30", "40x60x20"])
def test_every_box_has_a_sleeve_and_a_tray(page, box):
    job = make_job(page=page, boxes_size=box)
    made = sheets("boxes", job)
    ids = Counter(lines_on(*made[1:]))
    for each in at_least(19, job.kit.boxes):
        assert ids[f"{each.id} · her"] == 2, "below the sleeve and in the tray"
        assert ids[each.id] == 5, "label, both sides, both ends of the tray"
    x, y, width, height = content_area(job.page)
    for sheet in made[1:]:
        for mark in at_least_one(mark for mark in sheet.scene.marks if isinstance(mark, Polygon)):
            left, top, right, bottom = bounds(mark.points)
            assert x - 0.2 <= left < right <= x + width + 0.2
            assert y - 0.2 <= top < bottom <= y + height + 0.2


def test_upright_labels_of_boxes_are_read_back(tmp_path):
    job = make_job("her", boxes_size="40x60x20")
    path = write_print(tmp_path / "kit.pdf", run_parts(job, ["boxes"]), job)
    checks = [*drawing_checks(job.kit, path)]
    assert {check.verdict for check in checks} == {"right"}, checks


def test_each_glue_tab_has_its_number_twice():
    sheet = sheets("boxes", make_job("her"))[1]
    texts = [mark.text for mark in texts_on(sheet)]
    assert any("·" not in text and text.startswith(("A", "B", "C")) for text in texts), "a sleeve"
    numbers = Counter(text for text in texts if text in "1234")
    assert numbers["1"] % 2 == 1, "the legend shows one more"
    for number in "234":
        assert numbers[number] % 2 == 0


# --- the machine on a sheet


@pytest.mark.parametrize(
    ("name", "choices", "says"),
    sample(
        [
            ("her", {}, set()),
            ("menace", {}, {"forced"}),
            ("her", {"express": True}, {"always"}),
            ("menace", {"express": True}, {"always", "forced"}),
            ("her", {"expect": "sensible"}, {"sensible"}),
        ],
        one_in=2,
    ),
)
def test_a_machine_on_a_sheet_says_what_to_do_where_there_is_no_picture(name, choices, says):
    """The kit's own boxes decide: some position of the machine has none, unless nothing is said."""
    job = make_job(name, parts=("always", "zero"), **choices)
    sheet = " ".join(mark.text for mark in texts_on(sheets("zero", job)[0]))
    phrases = {
        "always": "shows what the machine plays here",
        "forced": "only one move",
        "sensible": "missed a win",
    }
    assert {reason for reason, phrase in phrases.items() if phrase in sheet} == says
    game = job.kit.game
    found = 0
    unboxed = 0
    waiting = [game.start()]
    seen = set()
    while waiting:
        position = waiting.pop()
        if position in seen or game.result(position) is not None:
            continue
        seen.add(position)
        if position.to_move in job.kit.players:
            found += 1
            if job.kit.locate(position) is None:
                unboxed += 1
        waiting += [game.play(position, move).position for move in game.legal_moves(position)]
    assert found > 30
    assert bool(unboxed) == bool(says)


# --- spinners


def hubs_on(scene):
    """The discs in the middle of the wheels."""
    return [mark for mark in scene.marks if isinstance(mark, Disc) and mark.radius == 2.2]


def test_a_spinner_for_each_number_of_slots():
    job = make_job()
    scene = sheets("spinner", job)[0].scene
    assert len(hubs_on(scene)) == 3  # HER has boxes of 1, 2, 3 and 4 slots
    on_wheels = [mark for mark in scene.marks if isinstance(mark, Text) and mark.size == 26]
    letters = Counter(mark.text for mark in on_wheels)
    assert letters == {"R": 3, "U": 3, "Y": 2, "G": 1}


@pytest.mark.parametrize("page", ["a4", "letter"])
def test_the_last_spinner_stands_above_the_dice_where_that_makes_all_larger(page):
    """The five of MENACE and its dice take two pages; all on one page, they were less than 61 mm
    wide.
    """
    pages = run_parts(make_job("menace", page=page), ["spinner"]).sheets
    assert [len(hubs_on(sheet.scene)) for sheet in pages] == [4, 1]
    for sheet in pages:
        sectors = [mark.steps for mark in sheet.scene.marks if isinstance(mark, Path)]
        for hub in hubs_on(sheet.scene):
            rim = next(steps[1][1] for steps in sectors if steps[0] == ("M", hub.centre))
            assert 2 * dist(hub.centre, rim) > 61


def test_numbers_stand_where_boxes_use_different_colours():
    kit = build_kit("her", Wish(beads=parse_beads("red:15,blue:15,yellow:10,green:8")))
    assert common_colours(kit) == ()
    assert [colour.letter for colour in common_colours(build_kit("her"))] == ["R", "U", "Y", "G"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_for_throwing_again_stay_within_the_head_of_a_dice_table(language):
    """A table of seven moves has narrow columns, and the German words were wider than theirs."""
    job = make_job("menace", language=language)
    page = sheets("spinner", job)[-1].scene
    heads = [
        bounds(mark.points)
        for mark in page.marks
        if isinstance(mark, Polygon) and mark.fill == SHADE
    ]
    again = job.texts("spinner.one.again")
    words = [mark for mark in page.marks if isinstance(mark, Text) and mark.text == again]
    for word in at_least(2, words):
        left, _, right, _ = next(head for head in heads if head[1] < word.at[1] < head[3])
        half = text_width(word.text, word.size) / 2
        assert left < word.at[0] - half
        assert word.at[0] + half < right
        assert word.size > 9


@pytest.mark.parametrize(
    ("count", "faces"), [(n, 6) for n in range(2, 7)] + [(n, 36) for n in range(7, 10)]
)
def test_dice_are_fair(count, faces):
    found = spans(count, faces)
    sizes = {last - first + 1 for first, last in found}
    assert len(found) == count
    assert len(sizes) == 1
    assert found[0][0] == 1
    for (_, last), (first, _) in pairwise(found):
        assert first == last + 1
    unused = faces - found[-1][1]
    assert 0 <= unused < count


# --- for fingers


def test_braille_has_the_published_measures():
    marburg = read_braille("marburg-medium", "en", Templates()).standard
    assert (marburg.spacing, marburg.cell, marburg.line) == (2.5, 6.0, 10.0)
    library = read_braille("library-of-congress", "en", Templates()).standard
    assert (library.dot, library.spacing, library.cell, library.line) == (1.44, 2.34, 6.2, 10.0)


def test_braille_signs():
    english = read_braille("marburg-medium", "en", Templates())
    italian = read_braille("marburg-medium", "it", Templates())
    spanish = read_braille("marburg-medium", "es", Templates())
    assert english.cells("A1") == ["6", "1", "3456", "1"]
    assert italian.cells("A1") == ["46", "1", "3456", "1"]
    assert english.cells("b3c2") == ["12", "3456", "14", "", "14", "3456", "12"]
    assert italian.cells("lilla") == ["123", "24", "123", "123", "1"]
    # One letter, two signs.
    assert italian.cells("é") == ["123456"]
    assert spanish.cells("é") == ["2346"]
    with pytest.raises(TemplateError, match="no sign for 'ß'"):
        english.cells("weiß")
    alphabet = "abcdefghijklmnopqrstuvwxyz"
    for braille, accented in ((english, ""), (italian, "àèéìòù"), (spanish, "áéíóúüñ")):
        letters = alphabet + accented
        assert len({tuple(braille.cells(letter)) for letter in letters}) == len(letters)


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_is_a_sign_for_every_letter_that_stands_in_braille(language):
    for name in at_least_one(("her", "menace", "awari-mini")):
        job = make_job(name, language=language)
        braille = read_braille("marburg-medium", language, Templates())
        for colour in at_least_one(job.kit.palette):
            assert len(braille.cells(colour.name)) >= len(colour.name)


def test_braille_dots_lie_where_they_should():
    braille = read_braille("marburg-medium", "en", Templates())
    dots = list(braille.draw("ba", (10, 20)))
    centres = [(round(x, 6), round(y, 6)) for x, y in (dot.centre for dot in dots)]
    assert centres == [(10.8, 20.8), (10.8, 23.3), (16.8, 20.8)]
    assert {dot.radius * 2 for dot in dots} == {1.6}
    assert braille.width("ba") == pytest.approx(6 + 2.5 + 1.6)


@pytest.mark.parametrize("kit", few(["her", "tictactoe:3x3", "ladder", "awari-mini"], one_in=2))
def test_what_is_to_be_felt_is_black_and_thick(kit):
    for sheet in at_least_one(sheets("tactile", make_job(kit))):
        for mark in at_least(10, sheet.scene.marks):
            fill = getattr(mark, "fill", None)
            stroke = getattr(mark, "stroke", None)
            assert fill in (None, BLACK, FLAT), mark
            assert not isinstance(mark, Text) or fill == FLAT, mark
            if stroke and stroke.colour not in (FLAT, FAINT):
                assert (stroke.colour, stroke.width) >= (BLACK, TOUCH_LINE.width - 1e-9), mark


def test_no_line_is_felt_in_the_hole_of_a_ring():
    """White lies between lines and pieces; and pieces that sides have in common are called by
    their sides.
    """
    key, *_, last = sheets("tactile", make_job("told:mu-torere"))
    rings = [
        mark
        for mark in last.scene.marks
        if isinstance(mark, Disc) and mark.stroke and not mark.fill
    ]
    for ring in at_least_one(rings):
        under = last.scene.marks[: last.scene.marks.index(ring)]
        (white,) = (mark for mark in under if isinstance(mark, Disc) and mark.centre == ring.centre)
        assert white.fill == WHITE
        assert white.radius == pytest.approx(ring.radius + ring.stroke.width / 2)
    names = {mark.text for mark in texts_on(key)}
    assert {"piece, White", "piece, Black"} <= names


@pytest.mark.parametrize("eye", ["colour", "none"])
def test_what_is_only_for_the_eye_has_no_black_in_it(eye):
    document = run_parts(make_job("ladder", tactile_eye=eye), ["tactile"])
    words = texts_on(*document.sheets)
    for mark in at_least(2 * len(document.sheets), words):
        assert "FF" in (mark.fill[1:3], mark.fill[3:5], mark.fill[5:7])
    assert (len(words) == 2 * len(document.sheets)) == (eye == "none"), (
        "without words the kit's name and hash are left"
    )
    with_stroke = [mark for mark in marks_on(*document.sheets) if getattr(mark, "stroke", None)]
    for mark in at_least_one(with_stroke):
        assert mark.stroke.colour in (FLAT, FAINT) or mark.stroke.width >= 1, mark


def test_bead_shapes_differ():
    assert len({dump(Scene(8, 8, draw_shape(index, (4, 4)))) for index in range(9)}) == 9


def test_no_bead_feels_like_a_piece():
    for index in at_least(9, range(9)):
        marks = draw_shape(index, (4, 4))
        assert not any(isinstance(mark, Disc) for mark in marks), "discs and rings are pieces"
        lines = [mark for mark in marks if isinstance(mark, Line)]
        middles = {
            tuple((a + b) / 2 for a, b in zip(line.start, line.end, strict=True)) for line in lines
        }
        assert len(middles) == len(lines), "two lines that cross in the middle are a piece"


@pytest.mark.every
def test_every_box_can_be_felt():
    job = make_job("menace")
    printed = Counter(lines_on(*sheets("tactile", job)))
    assert all(printed[box.id] == 2 for box in job.kit.boxes)


# --- walls


@pytest.mark.parametrize("kit", ["her", "menace", "ladder"])
def test_boxes_hang_once_apart_and_row_by_row(kit):
    boxes = build_kit(kit).boxes
    wall = hang(boxes, [(190, 100), (190, 150)], lambda box: (20 + len(box.slots), 15), 3, 8)
    assert [spot.box.id for spot in wall.spots] == [box.id for box in boxes]
    assert len(wall.headings) == len({box.row for box in boxes})
    places = [(s.page, s.x, s.y, s.x + 20 + len(s.box.slots), s.y + 15) for s in wall.spots]
    for one, other in combinations(places, 2):
        assert (
            one[0] != other[0]
            or one[3] <= other[1]
            or other[3] <= one[1]
            or one[4] <= other[2]
            or other[4] <= one[2]
        )
    for page, *_, right, bottom in places:
        assert right <= 190
        assert bottom <= (100 if page == 0 else 150)
    for one, other in pairwise(wall.spots):
        assert one.box.row == other.box.row or other.y > one.y or other.page > one.page


def test_many_small_turns_share_rows():
    boxes = build_kit("awari-mini").boxes
    wall = hang(boxes, [(190, 1000)], lambda _: (20, 15), 3, 8)
    assert wall.headings == ()
    rows = Counter(spot.y for spot in wall.spots)
    assert set(rows.values()) <= {8, len(boxes) % 8}


def test_tiles_together_show_all_of_a_large_page():
    large = Scene(400, 500, [rectangle(10, 20, 380, 460, "#123456"), Disc((395, 495), 2, BLACK)])
    page = PAGES["a4"]
    assert tile_counts((400, 500), page) == (3, 2)
    made = tiles(large, page, TEXTS["en"], "poster")
    assert len(made) == 6
    x, y, width, height = content_area(page)
    covered = set()
    for number, sheet in enumerate(made):
        row, column = divmod(number, 3)
        left = column * (width - OVERLAP)
        top = row * (height - OVERLAP)
        moved = [m for m in sheet.marks if isinstance(m, Polygon) and m.fill == "#123456"]
        assert all(m.points[0] == pytest.approx((10 + x - left, 20 + y - top)) for m in moved)
        across = [a for a in range(0, 400, 5) if left <= a < left + width]
        down = [b for b in range(0, 500, 5) if top <= b < top + height]
        covered.update(product(across, down))
    assert len(covered) == 80 * 100
    assert any(isinstance(m, Disc) for m in made[-1].marks)
    assert not any(isinstance(m, Disc) for m in made[0].marks)


@pytest.mark.parametrize(
    ("language", "says"), [("en", "Tiles 3, 5 are blank"), ("it", "I riquadri 3, 5 sono vuoti")]
)
def test_blank_tiles_are_not_printed_and_the_first_names_them(language, says):
    """What lies in the strip that two tiles share is on one of them already."""
    page = PAGES["a4"]
    _, _, width, _ = content_area(page)
    only_in_the_strip = Line((width - OVERLAP + 1, 300), (width - 1, 300), Stroke(BLACK, 0.3))
    marks = [rectangle(10, 20, 300, 100, "#123456"), only_in_the_strip, Disc((395, 495), 2, BLACK)]
    made = tiles(Scene(400, 500, marks), page, TEXTS[language], "poster")
    lines = [
        " ".join(mark.text for mark in sheet.marks if isinstance(mark, Text)) for sheet in made
    ]
    numbers = [re.search(r"\b(?:tile|riquadro) (\d)", words).group(1) for words in lines]
    assert numbers == ["1", "2", "4", "6"]
    assert [says in words for words in lines] == [True, False, False, False]


@pytest.mark.parametrize("language", few(LANGUAGES, one_in=3))
@pytest.mark.parametrize("size", ["a3", "a2"])
def test_words_above_a_tile_stand_side_by_side(size, language):
    _, top, width, _ = content_area(PAGES["a4"])
    job = make_job(poster_size=size, poster_tiled=True, language=language)
    for sheet in at_least(2, run_parts(job, ["poster"]).sheets):
        marks = sheet.scene.marks
        white = [mark for mark in marks if isinstance(mark, Polygon) and mark.fill == "#FFFFFF"]
        over_cover = marks[marks.index(white[-1]) :]
        (line,) = [mark for mark in over_cover if isinstance(mark, Text) and mark.at[1] < top]
        assert text_width(line.text, line.size) < width - OVERLAP
        assert line.size >= 5


@pytest.mark.parametrize("name", few(["her", "him", "gardner24"], one_in=6))
@pytest.mark.parametrize("size", ["a3", "a2", "a1"])
def test_every_printed_tile_of_a_poster_shows_something_of_its_own(name, size):
    document = run_parts(make_job(name, poster_size=size, poster_tiled=True), ["poster"])
    large = run_parts(make_job(name, poster_size=size), ["poster"]).sheets[0].scene
    columns, rows = tile_counts((large.width, large.height), PAGES["a4"])
    printed = [re.search(r"tile (\d+)", line) for line in lines_on(*document.sheets)]
    numbers = [int(found.group(1)) for found in printed if found]
    named = [mark.text for mark in texts_on(document.sheets[0]) if "blank" in mark.text]
    missing = sorted(set(range(1, rows * columns + 1)) - set(numbers))
    assert numbers == sorted(numbers)
    blank = re.findall(r"\d+", " ".join(named).rpartition("·")[2])
    assert [int(number) for number in blank] == missing


@pytest.mark.parametrize("size", POSTERS)
def test_the_poster_has_the_size_of_its_paper(size):
    (sheet,) = sheets("poster", make_job(poster_size=size))
    assert (sheet.scene.width, sheet.scene.height) == (POSTERS[size].width, POSTERS[size].height)


def test_a_poster_has_no_wells_for_many_beads():
    """Up to twelve beads of a move have a well each; more are written down as a number."""
    her = build_kit("her")
    slots = sum(len(box.slots) for box in her.boxes)
    rings = {}
    numbers = {}
    for beads in (12, 13):
        counts = [[beads] * len(box.slots) for box in her.boxes]
        (sheet,) = sheets("poster", make_job(with_counts(her, counts), poster_size="a0"))
        discs = [mark for mark in sheet.scene.marks if isinstance(mark, Disc) and mark.fill is None]
        rings[beads] = len(discs)
        numbers[beads] = [mark.text for mark in texts_on(sheet)].count(str(beads))
    assert rings[12] - rings[13] == 12 * slots
    assert numbers == {12: 0, 13: slots}


def test_the_usual_poster_belongs_with_the_other_pages():
    sizes = {page: sheets("poster", make_job(page=page))[0].scene.width for page in PAGES}
    assert sizes == {"a4": POSTERS["a2"].width, "letter": POSTERS["arch-c"].width}


def test_the_poster_has_a_well_for_each_bead():
    job = make_job(poster_bead=8)
    (sheet,) = sheets("poster", job)
    wells = [m for m in sheet.scene.marks if isinstance(m, Disc) and m.radius == pytest.approx(5)]
    assert len(wells) == job.kit.beads == 45


@pytest.mark.parametrize("beads", [3, 4, 6, 9])
def test_each_bead_has_a_well_of_its_own(beads):
    job = make_job(poster_bead=5)
    boxes = []
    for box in job.kit.boxes:
        slots = tuple(replace(slot, beads=beads) for slot in box.slots)
        boxes.append(replace(box, slots=slots))
    (sheet,) = sheets("poster", replace(job, kit=replace(job.kit, boxes=tuple(boxes))))
    discs = [mark for mark in sheet.scene.marks if isinstance(mark, Disc) and mark.fill is None]
    wells = [disc.centre for disc in discs if disc.radius == pytest.approx(3.125)]
    assert len(wells) == 45 * beads
    assert all(dist(one, other) > 2 * 3.125 for one, other in combinations(wells, 2))


class NumberField(NamedTuple):
    """A field on a sheet, and the number at its left, in which beads are counted."""

    left: float
    top: float
    right: float
    bottom: float
    number: int

    def meets(self, other):
        beside = self.left >= other.right or other.left >= self.right
        above = self.top >= other.bottom or other.top >= self.bottom
        return not beside and not above


def number_fields(sheet):
    """The fields for numbers on a sheet."""
    grey = [mark for mark in texts_on(sheet) if mark.fill == GREY and mark.anchor == "middle"]
    found = []
    for mark in sheet.scene.marks:
        if isinstance(mark, Polygon) and mark.stroke == Stroke(DARK, 0.2):
            left, top, right, bottom = bounds(mark.points)
            middle = (left + right) / 2
            in_line = [text for text in grey if top < text.at[1] < bottom]
            (start,) = [text for text in in_line if left < text.at[0] < middle]
            assert text_width(start.text, start.size) < 0.36 * (right - left)
            found.append(NumberField(left, top, right, bottom, int(start.text)))
    return found


@pytest.mark.parametrize(
    ("kit", "rule", "options"),
    sample(
        [
            ("ladder", "gardner-reward", {"poster_size": "a3"}),
            ("menace", None, {"poster_size": "a0"}),
            ("her", "michie", {}),
        ],
        one_in=6,
    ),
)
@pytest.mark.parametrize("part", few(["poster", "zero"], one_in=4))
def test_where_beads_are_added_their_number_stands_in_a_field_with_room_for_the_next(
    part, kit, rule, options
):
    job = make_job(kit, rule=rule, **options)
    box_ids = {box.id for box in job.kit.boxes}
    numbers = Counter()
    for sheet in sheets(part, job):
        fields = number_fields(sheet)
        numbers.update(field.number for field in fields)
        for field in fields:
            assert field.right - field.left >= 10.9
            assert field.bottom - field.top >= 5.1
        for field, other in combinations(fields, 2):
            assert not field.meets(other)
        ids = [mark for mark in texts_on(sheet) if mark.bold and mark.text in box_ids]
        # No field covers a board: the nearest id left of a field and above it begins a board as
        # wide as it is high. About fifty fields of a page are enough.
        for field in fields[:: max(1, len(fields) // 50)]:
            row = max(mark.at[1] for mark in ids if mark.at[1] < field.top + 1)
            in_row = [mark.at[0] for mark in ids if mark.at[1] == row]
            assert field.left - max(x for x in in_row if x < field.left) > 14
        discs = [mark for mark in sheet.scene.marks if isinstance(mark, Disc)]
        wells = [disc for disc in discs if disc.fill is None and disc.stroke.width == 0.5]
        assert wells == []
    assert numbers == Counter(slot.beads for _, slot in slots_of(job.kit))


def test_a_bead_says_nothing_to_a_poster_of_numbers():
    with pytest.raises(UsageError, match=r"--set poster\.bead"):
        check_settings(make_job("menace", poster_size="a0", poster_bead=8, parts=("poster",)))
    check_settings(make_job(poster_bead=8, parts=("poster",)))


@pytest.mark.every
@pytest.mark.parametrize(
    ("kit", "options", "error", "text"),
    [
        ("her", {"poster_size": "a5"}, UnknownNameError, "unknown poster size 'a5'"),
        ("her", {"poster_bead": 2}, UsageError, "beads are 3 to 20 mm wide"),
        ("her", {"poster_bead": float("nan")}, UsageError, "beads are 3 to 20 mm wide"),
        # What is named has room: A2 and ARCH C would not do.
        (
            "her-4x3",
            {"poster_size": "a3"},
            UsageError,
            "do not fit a3 paper; choose --set poster.size=a1",
        ),
        pytest.param(
            "her-3x4",
            {"poster_size": "tabloid"},
            UsageError,
            "do not fit tabloid paper; choose --set poster.size=arch-d",
            marks=pytest.mark.every,
        ),
    ],
)
def test_posters_that_cannot_be_are_refused(kit, options, error, text):
    with pytest.raises(error, match=text):
        sheets("poster", make_job(kit, **options))


@pytest.mark.every
def test_the_whole_machine_on_a_sheet():
    assert len(sheets("zero", make_job(parts=("zero", "operator", "board")))) == 1
    job = make_job("menace")
    pages = sheets("zero", job)
    assert len(pages) <= 10
    first = lines_on(pages[0])
    last = lines_on(pages[-1])
    assert job.texts("operator.game") in last
    assert job.texts("operator.game") not in first
    assert any("win +3; draw +1; loss −1" in line for line in first), (
        "what a game does to the numbers"
    )
    assert {job.texts("operator.learn"), job.texts("operator.empty.title")}.isdisjoint(last), (
        "which are about beads"
    )
    beside = sheets("zero", replace(job, parts=("zero", "operator", "board")))
    assert job.texts("operator.learn") not in [mark.text for mark in texts_on(beside[-1])]


@pytest.mark.parametrize(
    ("parts", "pages"), [((), 2), (("zero", "operator"), 2), (("zero", "operator", "board"), 1)]
)
def test_a_sheet_of_the_whole_machine_has_rules_and_board_where_nothing_else_has_them(parts, pages):
    job = make_job("her", parts=parts)
    made = sheets("zero", job)
    assert len(made) == pages
    text = " ".join(mark.text for mark in at_least_one(texts_on(made[-1])))
    assert ("A pawn takes a pawn" in text and "If the machine loses, strike out" in text) == (
        pages == 2
    )


@pytest.mark.every
def test_positions_on_sheets_are_as_large_as_so_many_sheets_allow():
    """On boards of 12 mm the arrows of this kit find no room, and two sheets hold no larger
    ones.
    """
    pages = sheets("zero", make_job("her-3x4", parts=("zero", "operator", "board")))
    assert len(pages) == 3
    lowest = max(mark.at[1] for mark in texts_on(pages[-1]))
    assert lowest > 200


# --- the mat


#: Of each tile of a mat boxes cover at least so much, and of all tiles together, where there
#: are more than two; and so many tiles the mats have.
MIN_TILE_SHARE = 0.15
MIN_MAT_SHARE = 0.5
TILES = {
    "menace": 18,
    "her-4x3": 8,
    "menace-second": 18,
    "her-3x4": 12,
    "awari-mini": 8,
    "awari-3x1": 15,
}


@pytest.mark.parametrize("kit", few(TILES, one_in=2))
def test_a_mat_of_many_tiles_is_not_blank(kit):
    job = make_job(kit)
    x, y, width, height = content_area(job.page)
    tints = {row_tint(box) for box in job.kit.boxes}
    shares = []
    for sheet in sheets("map", job):
        covered = 0.0
        for mark in at_least_one(sheet.scene.marks):
            if isinstance(mark, Polygon) and mark.fill in tints:
                left, top, right, bottom = bounds(mark.points)
                wide = max(0, min(right, x + width) - max(left, x))
                high = max(0, min(bottom, y + height) - max(top, y))
                covered += wide * high
        shares.append(covered / (width * height))
    assert len(shares) == TILES[kit]
    assert min(shares) > MIN_TILE_SHARE
    assert sum(shares) / len(shares) > MIN_MAT_SHARE


@pytest.mark.parametrize("kit", ["her", "ladder"])
def test_the_mat_has_a_place_of_the_right_size_for_each_box(kit):
    job = make_job(kit, boxes_size="slim")
    size = read_carton(job.options, job.templates).size
    boxes = {box.id for box in job.kit.boxes}
    seen = set()
    for sheet in at_least_one(sheets("map", job)):
        assert isinstance(sheet, Sheet)
        ids = [mark for mark in texts_on(sheet) if mark.bold and mark.text in boxes]
        seen |= {mark.text for mark in ids}
        places = []
        for mark in sheet.scene.marks:
            if isinstance(mark, Polygon) and mark.stroke is not None:
                (left, top), _, (right, bottom), _ = mark.points
                assert (right - left, bottom - top) == pytest.approx((size.width, size.depth))
                places.append((left, top))
        for (x, y), (x2, y2) in combinations(places, 2):
            assert abs(x - x2) >= size.width or abs(y - y2) >= size.depth
        middles = {(round(x + size.width / 2, 6), round(y, 6)) for x, y in places}
        for mark in ids:
            x, y = mark.at
            below = [middle for middle, top in middles if top < y < top + size.depth]
            assert any(x == pytest.approx(middle) for middle in below)
    assert seen == boxes


def test_a_number_of_seeds_is_felt_in_the_middle_of_its_pit():
    game = make_job("awari-mini").kit.game
    braille = read_braille("marburg-medium", "en", Templates())
    ring, *dots = style_of(game.diagram).touch_cell((50.0, 60.0), 30.0, 3, braille)
    assert ring.centre == (50.0, 60.0)
    for way, middle in enumerate(ring.centre):
        places = [dot.centre[way] for dot in dots]
        assert (min(places) + max(places)) / 2 == pytest.approx(
            middle, abs=braille.standard.spacing
        )


@pytest.mark.parametrize("kit", ["her", "menace"])
def test_the_line_above_a_foot_is_thin(kit):
    job = make_job(kit)
    scene = run_parts(job, ["labels"]).sheets[0].scene
    lines = [mark for mark in scene.marks if isinstance(mark, Line)]
    long = [line for line in lines if line.end[0] - line.start[0] > 150]
    assert [line.stroke.width for line in long] == [0.15]
