"""Sheets for a whole class and for a museum: small boards, large labels, sweets on arrows,
panel, bags to swap.
"""

import math
import re
from collections import Counter
from dataclasses import replace
from io import BytesIO
from itertools import combinations, pairwise

import pytest
from card_geometry import apart_by, is_code, letter_corners, path_points
from counting import at_least, at_least_one
from jobs import EDITIONS, LANGUAGES, kit_of, make_job
from printed_words import lines_on, texts_on, words_on
from prints import as_printed, drawing_checks, write_print
from sampling import few, sample

from kitgen.errors import KitgenError, UnknownNameError, UsageError
from kitgen.kit.job_json import JobPart
from kitgen.paper.card.board import CUT
from kitgen.paper.layout.frame import content_area
from kitgen.paper.make import run_parts
from kitgen.paper.marks.scene import DARK, POINT, WHITE, Disc, Line, Path, Polygon, Stroke, Text
from kitgen.paper.parts import PARTS, first_lesson, load_part, panel, printed_sheets
from kitgen.paper.style import STYLE
from kitgen.papers import FOOT
from kitgen.press.print_run import print_kit
from kitgen.reading.templates import Templates
from kitgen.reading.texts import Decided, Texts


def sheets(part, job):
    return load_part(part).sheets(job)


def corners(mark):
    match mark:
        case Polygon():
            return mark.points
        case Disc(centre=(x, y), radius=r):
            return ((x - r, y - r), (x + r, y + r))
        case Path():
            return path_points(mark)
    return ()


# --- the class set
# -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kit", "page"), few(EDITIONS, ["a4", "letter"], one_in=3))
def test_four_to_six_boards_on_a_page_and_a_piece_for_each_that_is_needed(kit, page):
    job = make_job(kit, page, "it")
    (sheet,) = sheets("class-set", job)
    x, y, width, height = content_area(job.page)
    for mark in at_least(20, sheet.scene.marks):
        for a, b in corners(mark):
            assert x - 0.3 <= a <= x + width + 0.3
            assert y - 0.3 <= b <= y + height + 0.3
    boards = [
        mark for mark in sheet.scene.marks if isinstance(mark, Polygon) and mark.stroke == CUT
    ]
    assert 4 <= len(boards) <= 6
    discs = [mark for mark in sheet.scene.marks if isinstance(mark, Disc) and mark.stroke == CUT]
    kinds = {"hexapawn": 2, "tictactoe": 2, "nim": 1, "awari": 0}[job.kit.game.name]
    start = sum(content != 0 for content in job.kit.game.start().cells)
    needed = {"tictactoe": 9, "awari": 0}.get(job.kit.game.name, start)
    assert len(discs) == len(boards) * needed + kinds
    for one, other in combinations(discs, 2):
        assert math.dist(one.centre, other.centre) >= one.radius + other.radius


@pytest.mark.parametrize(
    ("kit", "spares"),
    [("her", "One piece of each kind is a spare."), ("ladder", "One piece is a spare.")],
)
def test_the_class_set_speaks_of_kinds_only_where_there_are_some(kit, spares):
    assert spares in words_on(sheets("class-set", make_job(kit))[0])


def test_the_class_set_says_how_many_seeds_a_board_takes():
    assert any(
        "12 seeds" in text for text in lines_on(sheets("class-set", make_job("awari-mini"))[0])
    )


# --- demo labels
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "ids", "pages"),
    [
        ({}, ["A1", "B4", "B6", "C6"], 2),
        ({"demo_size": "page"}, ["A1", "B4", "C6"], 3),
        ({"demo_show": "C1, A2,C1"}, ["C1", "A2"], 1),
        ({"demo_show": "all", "demo_size": "page"}, None, 19),
    ],
)
def test_labels_for_the_class_are_large_and_read_back(options, ids, pages, tmp_path):
    job = make_job("her", **options)
    document = run_parts(job, ["demo"])
    assert len(document.sheets) == pages
    known = {box.id for box in job.kit.boxes}
    texts = texts_on(*document.sheets)
    large = [mark.text for mark in texts if mark.text in known and mark.size > 40]
    assert large == (ids or [box.id for box in job.kit.boxes])
    checks = list(drawing_checks(job.kit, write_print(tmp_path / "kit.pdf", document, job)))
    assert all(check.verdict == "right" for check in checks)
    assert checks[-1].found == f"{len(large)} drawings of boxes read back"


def test_a_box_that_is_not_there_has_no_label():
    with pytest.raises(UnknownNameError, match="unknown box of her 'C8'"):
        sheets("demo", make_job("her", demo_show="C8"))


# --- sweets on arrows
# ----------------------------------------------------------------------------------------------

SWEETS = [
    ("her", {}),
    ("him", {"sweets_size": "double", "poster_bead": 11.0}),
    ("gardner24", {}),
    ("her", {"rule": "never-last"}),
    ("her", {"sweets_size": "page"}),
]


def rings(job):
    """Return the rings of the sheet, told from all else by their stroke, and what they are as
    wide as.
    """
    rings = []
    for sheet in sheets("sweets", job):
        rings += rings_on(sheet)
    return rings


def rings_on(sheet):
    return [
        mark
        for mark in sheet.scene.marks
        if isinstance(mark, Disc) and mark.stroke and mark.stroke.width == 0.4
    ]


@pytest.mark.parametrize("page", few(["a4", "letter"], one_in=16))
@pytest.mark.parametrize(("kit", "options"), sample(SWEETS, one_in=4))
def test_each_sweet_has_a_ring_that_holds_it(kit, options, page):
    job = make_job(kit, page, **options)
    pages = sheets("sweets", job)
    assert len(rings(job)) == job.kit.beads
    (size,) = re.findall(r"up to ([0-9.]+) mm", words_on(pages[0]))
    width = float(size)
    assert width == options.get("poster_bead", width)
    if "sweets_size" not in options:
        assert width == 14
    for sheet in pages:
        found = rings_on(sheet)
        for ring in found:
            assert ring.radius >= 0.52 * width
        for one, other in combinations(found, 2):
            assert math.dist(one.centre, other.centre) > one.radius + other.radius


@pytest.mark.parametrize(("kit", "options"), sample(SWEETS, one_in=8))
def test_the_sheet_of_sweets_is_read_back(kit, options, tmp_path):
    job = make_job(kit, language="it", **options)
    checks = list(
        drawing_checks(job.kit, write_print(tmp_path / "kit.pdf", run_parts(job, ["sweets"]), job))
    )
    assert all(check.verdict == "right" for check in checks), checks
    assert "every box is drawn in the sweets" in {check.name for check in checks}


@pytest.mark.every
def test_a_ring_that_is_missing_or_beside_its_arrow_is_found(tmp_path):
    job = make_job("her")
    for change in ([], [Disc((30.0, 160.0), 3.75, "#FFFFFF", Stroke("#1A1A1A", 0.4))]):
        document = run_parts(job, ["sweets"])
        marks = document.sheets[0].scene.marks
        first = next(
            i
            for i, m in enumerate(marks)
            if isinstance(m, Disc) and m.stroke and m.stroke.width == 0.4
        )
        marks[first : first + 1] = change
        checks = list(drawing_checks(job.kit, write_print(tmp_path / "kit.pdf", document, job)))
        assert any("0 rings for its beads instead of 1" in fault for fault in checks[-1].faults)


@pytest.mark.parametrize(
    ("kit", "options", "why"),
    sample(
        [
            ("menace", {"rule": "gardner"}, "moves are not arrows"),
            ("ladder", {}, "moves are not arrows"),
            ("awari-mini", {}, "does more than take the bead"),
            ("her", {"rule": "michie"}, "does more than take the bead"),
            ("her", {"rule": "gardner-reward"}, "does more than take the bead"),
            (
                "her-4x3",
                {},
                (
                    "part sweets: 114 boxes of her-4x3 with sweets of 14 mm take 39 sheets; "
                    "leave the part"
                ),
            ),
            ("her", {"express": True}, "leave out --express"),
            (
                "her-4x3",
                {"sweets_size": "page"},
                (
                    "part sweets: 114 boxes of her-4x3 do not fit on one sheet of a4 paper; "
                    "leave the part"
                ),
            ),
            ("her-4x3", {"sweets_size": "double"}, "on one sheet of a3 paper; leave the part out"),
            (
                "her",
                {"poster_bead": 8.0, "sweets_size": "page"},
                "choose --set poster.bead=6.5, or choose --set sweets.size=double",
            ),
        ],
        one_in=3,
    ),
)
def test_where_sweets_make_no_sense_the_reason_is_said(kit, options, why):
    with pytest.raises(UsageError, match=why):
        sheets("sweets", make_job(kit, **options))


def test_what_the_sheet_advises_does():
    assert len(rings(make_job("her", poster_bead=6.5, sweets_size="page"))) == 45
    assert len(rings(make_job("her", poster_bead=8.0, sweets_size="double"))) == 45


def test_what_is_said_of_an_empty_board_follows_the_rule():
    texts = {
        rule: words_on(sheets("sweets", make_job("her", rule=rule))[0])
        for rule in ("gardner", "never-last")
    }
    assert "No sweet left in a picture?" in texts["gardner"]
    assert "No sweet left" not in texts["never-last"]
    assert "unless it is the last one in its picture" in texts["never-last"]


# --- for museums
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kit", "page"), few(EDITIONS, ["a4", "letter"], one_in=3))
def test_the_panel_is_as_large_as_two_pages(kit, page):
    (sheet,) = sheets("panel", make_job(kit, page, "it"))
    assert (sheet.scene.width, sheet.scene.height) == {"a4": (297, 420), "letter": (279.4, 431.8)}[
        page
    ]
    headings = [
        mark.text
        for mark in sheet.scene.marks
        if isinstance(mark, Text) and mark.bold and len(mark.text) > 3
    ]
    assert all(heading[0].isupper() or heading[0].isdigit() for heading in at_least(5, headings)), (
        "also a game's name"
    )


@pytest.mark.parametrize("language", few(LANGUAGES, one_in=3))
@pytest.mark.parametrize(
    ("kit", "rule", "then"),
    [
        ("her", "gardner", {"loss": "last", "win": "nothing"}),
        ("her", "never-last", {"loss": "last_kept", "win": "nothing"}),
        ("him", "gardner-reward", {"loss": "last", "win": "adds_choice"}),
        ("her", "hexapawn-rl", {"loss": "takes_choice", "win": "adds_choice"}),
        ("menace", "michie", {"loss": "takes", "draw": "adds", "win": "adds"}),
        ("awari-mini", "gardner", {"loss": "last", "draw": "nothing", "win": "nothing"}),
    ],
)
def test_the_panel_says_what_the_rule_of_its_kit_does(kit, rule, then, language):
    texts = Texts(language, Templates())
    words = words_on(sheets("panel", make_job(kit, language=language, rule=rule))[0])
    for outcome, kind in then.items():
        sentence = f"{texts(f'panel.if.{outcome}')} {texts.claimed(Decided(f'then.{kind}'))}"
        assert as_printed(sentence) in words
    assert (as_printed(texts("panel.if.draw")) in words) == ("draw" in then)


def test_a_panel_is_read_back_and_its_tiles_are_no_boxes(tmp_path):
    for tiled, last in ((False, "right"), (True, None)):
        job = make_job("her", poster_tiled=tiled)
        document = run_parts(job, ["panel"])
        assert len(document.sheets) == (4 if tiled else 1)
        path = write_print(tmp_path / f"{tiled}.pdf", document, job)
        assert [check.verdict for check in drawing_checks(job.kit, path)][-1] == last


def test_a_rule_without_beads_has_no_panel():
    assert sheets("panel", make_job("menace", rule="tris")) == []
    with pytest.raises(KitgenError, match=r"keeps numbers in a program.*no part panel"):
        print_kit(kit_of("menace", rule="tris"), BytesIO(), parts=["panel"])


def heading_of(job, sheet):
    """Return the heading of a sheet of the museum pack."""
    return f"{job.texts('guide.museum')}: {job.texts(f'guide.museum_pack.{sheet}')}"


@pytest.mark.parametrize("kit", ["her", "menace", "awari-mini"])
def test_the_bags_to_swap_are_as_many_as_there_are_boxes(kit):
    job = make_job(kit)
    title = heading_of(job, "swap")
    pages = [sheet for sheet in sheets("museum", job) if title in lines_on(sheet)]
    (page,) = pages
    counts = [int(text.removesuffix(" ×")) for text in lines_on(page) if text.endswith(" ×")]
    fillings = Counter()
    for box in job.kit.boxes:
        fillings[tuple((slot.colour, slot.beads) for slot in box.slots)] += 1
    assert counts == list(fillings.values())
    assert sum(counts) == len(job.kit.boxes)


def test_the_bags_share_the_page_of_the_reset_where_more_columns_leave_room():
    job = make_job("awari-mini")
    pages = run_parts(job, ["museum"]).sheets
    assert len(pages) == 4
    assert {heading_of(job, sheet) for sheet in ("reset", "swap")} <= {*lines_on(pages[2])}


# --- bought labels, certificate, guide
# -----------------------------------------------------------------------------


@pytest.mark.parametrize(("stock", "note"), [
    ("L7160", "Print page 2 on a sheet of labels L7160, all others on plain paper."),
    ("mini", ""),
])  # fmt: skip
def test_the_cover_says_which_pages_go_on_bought_labels(stock, note):
    document = run_parts(
        make_job("her", stock=stock, parts=("cover", "labels", "log")), ["cover", "labels", "log"]
    )
    words = words_on(document.sheets[0])
    assert (note in words) if note else ("plain paper" not in words)
    assert ("Peel off the labels" in words) == bool(note)
    assert document.parts[1].title == ("Box labels, on L7160" if note else "Box labels")


@pytest.mark.parametrize(
    ("parts", "steps", "missing"),
    [
        (
            ("cover", "labels", "beads", "board", "operator"),
            ["Cut out", "Bead plan says", "Put the board in front, and"],
            [],
        ),
        (
            ("cover", "operator"),
            ["Lay the boxes", "Read the Operator card"],
            ["labels", "Bead plan", "Put the board"],
        ),
        (
            ("cover", "boxes", "board"),
            ["Fold the boxes", "as their labels say", "front."],
            ["Cut out", "Operator"],
        ),
        (("cover",), ["Lay the boxes"], ["Cut out", "Fold", "Fill", "Put", "Read"]),
    ],
)
def test_the_cover_sets_up_what_is_printed(parts, steps, missing):
    (sheet,) = sheets("cover", make_job("her", parts=parts))
    told = words_on(sheet).partition("How to set it up")[2].partition("The machine, laid out")[0]
    assert [step for step in at_least_one(steps) if step not in told] == []
    assert [step for step in missing if step in told] == []


def cover_of_all_parts(kit, page, language, **choices):
    """Return the cover of a print of nearly all parts, and the print."""
    names = [name for name in PARTS if name not in ("cover", "finder", "always", "outline")]
    return cover_of_parts(names, kit, page, language, **choices)


def cover_of_parts(names, kit, page, language, command="", **choices):
    """Return the cover of a print of some other parts, each on a page, and the print; a command
    takes the place of its own.
    """
    job = make_job(kit, page, language, parts=("cover", *names), **choices)
    job = replace(job, texts=job.texts.in_print(printed_sheets(job)))
    titled = [(name, job.texts(job.texts.title_key(name) or f"{name}.title")) for name in names]
    contents = tuple(
        (JobPart(name, title, number, 1, "cards"), "")
        for number, (name, title) in enumerate(titled, 2)
    )
    job = replace(job, contents=contents, lesson=first_lesson(job), command=command or job.command)
    cover, *_lists = sheets("cover", job)
    return cover, job


@pytest.mark.parametrize(
    ("kit", "language"), few(["her", "ladder", "menace", "awari-mini"], LANGUAGES, one_in=10)
)
def test_the_cover_of_all_parts_keeps_off_the_foot_of_a_letter_page(kit, language):
    address = "https://example.org/app/"
    for choices in ({}, {"cover_address": address}):
        cover, job = cover_of_all_parts(kit, "letter", language, **choices)
        bottom = job.page.height - FOOT
        assert [
            mark.text
            for mark in cover.scene.marks
            if isinstance(mark, Text) and mark.at[1] > bottom
        ] == []
        seen = 0
        for mark in at_least(100, cover.scene.marks):
            for _, y in corners(mark):
                assert y <= bottom + 0.01, mark
                seen += 1
        assert seen >= 100


def colliding_words(cover, top):
    """Return the words on a cover, further down than so many mm, that lie over others."""
    low = [mark for mark in cover.scene.marks if isinstance(mark, Text) and mark.at[1] > top]
    outlines = [(mark.text, letter_corners(mark)) for mark in at_least(20, low)]
    colliding = []
    for (words, outline), (other_words, other_outline) in combinations(outlines, 2):
        if not apart_by(outline, other_outline, 0.1):
            colliding.append((words, other_words))
    return colliding


#: So many parts that, if titles are long, the list of them reaches further down than the setup.
MANY_PARTS = (
    "operator board beads log guide class-set worksheet museum panel spinner roles route "
    "certificate errata zero"
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_words_on_the_cover_lie_over_the_list_of_sheets(language):
    chosen = MANY_PARTS.split()
    names = [name for name in PARTS if name in chosen]
    assert len(names) == len(chosen)
    cover, job = cover_of_parts(names, "awari-mini", "a4", language)
    assert colliding_words(cover, job.page.height / 2) == []


def words_at_the_code(cover, job):
    """Return the lines of the note beside the code of a cover: they follow it."""
    marks = cover.scene.marks
    after = next(place for place, mark in enumerate(marks, 1) if is_code(mark))
    bottom = job.page.height - FOOT
    note = [mark for mark in marks[after:] if isinstance(mark, Text) and mark.at[1] < bottom]
    assert note[-1].text.endswith(job.kit.short_hash)
    return note


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("count", [5, 20])
def test_the_note_beside_a_wide_code_has_one_size_and_keeps_off_other_words(count, language):
    names = [name for name in PARTS if name not in ("cover", "one-sheet", "lesson")][:count]
    for letters in (250, 400, 700):
        command = f"kitgen print him --templates {'a' * letters}"
        cover, job = cover_of_parts(names, "him", "a4", language, command=command)
        note = words_at_the_code(cover, job)
        assert {mark.size for mark in note} == {STYLE.letters.label}
        told = {mark.text for mark in note}
        colliding = colliding_words(cover, job.page.height / 2)
        assert [pair for pair in colliding if told & {*pair}] == []


@pytest.mark.every
def test_a_long_list_leaves_the_cover_a_picture_in_which_nothing_collides():
    job = make_job("awari-mini", "letter", "es")
    (cover,) = sheets(
        "cover", replace(job, contents=((JobPart("labels", "A part", 2, 1, "cards"), ""),) * 24)
    )
    table = next(
        mark
        for mark in cover.scene.marks
        if isinstance(mark, Path) and mark.fill == STYLE.colours.table
    )
    points = path_points(table)
    left = min(x for x, _ in points)
    top = min(y for _, y in points)
    low = max(y for _, y in points)
    told = [mark for mark in cover.scene.marks if isinstance(mark, Text) and mark.at[0] < left + 15]
    rows = [mark for mark in told if top < mark.at[1] < low]
    assert len(rows) == len({box.row for box in job.kit.boxes})
    for one, other in pairwise(at_least_one(rows)):
        assert other.at[1] - one.at[1] > other.size * POINT


@pytest.mark.every
def test_the_pages_on_bought_labels_are_counted():
    document = run_parts(make_job("menace", stock="L7160"), ["cover", "labels", "log"])
    assert f"Print pages 2–{1 + document.parts[1].pages} on sheets" in " ".join(
        lines_on(document.sheets[0])
    )


def test_a_certificate_has_no_ruler_and_no_command():
    (sheet,) = run_parts(make_job(), ["certificate"]).sheets
    said = lines_on(sheet)
    assert not any("100 mm" in text or "kitgen print" in text for text in said)
    assert any(make_job().kit.short_hash in text for text in said)


@pytest.mark.parametrize("kit", few(EDITIONS, one_in=4))
def test_the_guide_has_a_lesson_for_small_kits_and_names_sheets_that_there_are(kit):
    job = make_job(kit)
    words = words_on(*sheets("guide", job))
    assert ("Fifteen minutes" in words) == (kit == "ladder")
    for part in ("demo", "class-set"):
        assert job.texts(f"{part}.title") in words
        assert f"(print part {part})" in words
    assert ("Add no beads after a win" in words) == (not job.kit.rule.only_takes)


def lines_in(picture):
    """Return the lines of a pen on a picture, each as its two ends."""
    strokes = [mark for mark in picture.marks if isinstance(mark, Line)]
    return [(mark.start, mark.end) for mark in strokes if mark.stroke.colour == DARK]


@pytest.mark.parametrize(
    ("name", "row", "struck", "ticked"),
    [("her", 1, 1, None), ("menace", 10, 2, 3)],
)
def test_the_panel_strikes_out_the_last_bead_on_a_card_and_ticks_the_next(
    name, row, struck, ticked
):
    """HER has a bead in each row; this box of MENACE has two, and room for ten."""
    job = make_job(name, stock="poker", parts=("cards", "panel"))
    picture = panel._fields(job, 100)
    lines = lines_in(picture)[-4 if ticked else -2 :]
    (left, top), (right, bottom) = lines[0]
    assert lines[1] == ((left, bottom), (right, top))
    fields = set()
    for mark in picture.marks:
        if isinstance(mark, Polygon) and mark.fill == WHITE:
            xs, ys = zip(*mark.points, strict=True)
            if min(ys) == pytest.approx(top) and max(ys) == pytest.approx(bottom):
                fields.add(min(xs))
    in_row = sorted(fields)
    assert len(in_row) == row
    assert in_row.index(left) + 1 == struck
    if ticked:
        start, end = lines[2][0], lines[3][1]
        assert in_row[ticked - 1] < start[0] < end[0] < in_row[ticked]
        assert lines[2][1] == lines[3][0]


@pytest.mark.parametrize(("name", "ways"), [("her", 1), ("menace", 2)])
def test_the_panel_takes_a_bead_out_of_a_box_and_puts_some_in_where_the_rule_does(name, ways):
    """An arrow out of the box after a loss, one back into it after a win."""
    job = make_job(name, parts=("labels", "panel"))
    arrows = lines_in(panel._beads(job, 100))
    assert len(arrows) == ways
    directions = ["out" if end[0] > start[0] else "in" for start, end in arrows]
    assert directions == ["out", "in"][:ways]
