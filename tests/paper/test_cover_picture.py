"""The picture of a cover: one idea for each kind of game, with all boxes of the machine, and
nothing in it that a reader of marks could take for something else.
"""

from collections import Counter
from itertools import pairwise
from math import dist

import pytest
from card_geometry import path_points
from counting import at_least
from jobs import LANGUAGES, TEXTS, kit_of, make_job
from prints import document
from sampling import few

from kitgen.paper.marks.scene import DARK, WHITE, Disc, Path, Polygon, Text
from kitgen.paper.parts import load_part
from kitgen.paper.style import STYLE, text_width
from kitgen.press.print_run import print_kit
from kitgen.verification.verify import verify

#: Kits whose pictures differ, with what they are printed as; and those in whose pictures no board
#: with moves is large enough to be read.
PRINTS = [
    ("her", {}),
    ("him", {"theme": "crocodiles"}),
    ("menace", {}),
    ("nim:8", {"stock": "cups", "theme": "coins"}),
    ("awari-mini", {}),
    ("her", {"stock": "poker"}),
    ("her", {"stock": "egg-carton"}),
    ("her", {"stock": "drawers"}),
    ("told:fox-hounds-4x4", {}),
    ("told:dawson-9", {}),
    ("her", {"rule": "tris"}),
]
UNREAD = [PRINTS[place] for place in (4, 6, 9, 10)]


def cover_marks(name, **choices):
    """Return the marks of a cover, and the job."""
    job = make_job(name, **choices)
    (cover,) = load_part("cover").sheets(job)
    return list(at_least(100, cover.scene.marks)), job


def places_of_boxes(marks, kit):
    """Return how many boxes of a rack are drawn: small ones with one of their beads, or with an
    id.
    """
    ids = {box.id for box in kit.boxes}
    lettered = {mark.text for mark in marks if isinstance(mark, Text) and mark.text in ids}
    tints = {*STYLE.colours.turns}
    small = [
        mark
        for mark, bead in pairwise(marks)
        if isinstance(mark, Polygon) and mark.fill in tints and isinstance(bead, Disc)
    ]
    return len(lettered), len(small)


@pytest.mark.parametrize("language", few(LANGUAGES, one_in=2))
@pytest.mark.parametrize("name", few(["tictactoe", "menace", "her", "nim:8"], one_in=2))
def test_no_words_touch_those_beside_the_code(name, language):
    parts = ("cover", "labels", "finder", "board", "beads", "operator", "log", "curve")
    marks, _ = cover_marks(name, language=language, parts=parts)
    words = [mark for mark in marks if isinstance(mark, Text) and mark.anchor == "start"]
    told = TEXTS[language]("cover.again")
    first = next(mark for mark in reversed(words) if told.startswith(mark.text))
    left, top = first.at
    for mark in at_least(20, words):
        x, y = mark.at
        if x < left and top - 3 < y < top + 15:
            assert x + text_width(mark.text, mark.size, bold=mark.bold) <= left - 2, mark.text


@pytest.mark.parametrize("printed", few(PRINTS, one_in=11), ids=str)
def test_the_box_that_is_pulled_out_is_read_as_that_box(printed, tmp_path):
    """Its moves are coloured, so that ``verify --marks`` compares it with the kit."""
    name, choices = printed
    options = {key: value for key, value in choices.items() if key != "rule"}
    wish = {key: value for key, value in choices.items() if key == "rule"}
    print_kit(kit_of(name, **wish), tmp_path / "print", parts=["cover", "board"], **options)
    report = verify(tmp_path / "print" / "kit.pdf", marks=True)
    assert [check.faults for check in report.checks if check.faults] == []
    drawn = [check.found for check in report.checks if "read back" in check.found]
    assert drawn == ([] if printed in UNREAD else ["1 drawing of boxes read back"])


@pytest.mark.parametrize("name", few(["her", "gardner24", "ladder", "her-4x3"], one_in=2))
def test_every_box_of_the_machine_is_in_the_picture(name):
    marks, job = cover_marks(name)
    lettered, small = places_of_boxes(marks, job.kit)
    assert max(lettered, small + 1) == len(job.kit.boxes)


@pytest.mark.every
@pytest.mark.parametrize("name", ["menace", "awari-mini", "her-3x4"])
def test_every_box_of_a_large_machine_is_in_the_picture(name):
    marks, job = cover_marks(name)
    _, small = places_of_boxes(marks, job.kit)
    assert small + 1 == len(job.kit.boxes)  # one is pulled out


def test_two_large_pieces_face_each_other_across_the_box_of_hexapawn():
    marks, job = cover_marks("her", parts=("cover", "labels"))
    spans = []
    for mark in marks:
        if isinstance(mark, Path) and mark.fill in (DARK, WHITE) and mark.stroke is not None:
            points = path_points(mark)
            xs = [x for x, _ in points]
            ys = [y for _, y in points]
            if max(ys) - min(ys) < 60:  # no frame
                spans.append((max(ys) - min(ys), min(xs), max(xs), mark.fill))
    (_, left, right, fill), (_, other_left, _, other_fill) = sorted(
        sorted(spans, reverse=True)[:2], key=lambda span: span[1]
    )
    assert (fill, other_fill) == (DARK, WHITE)  # the machine plays Black
    out = job.kit.boxes[0].id
    (at,) = {mark.at for mark in marks if isinstance(mark, Text) and mark.text == out}
    assert right < at[0] < other_left
    assert left < right


def test_the_box_for_each_number_stands_below_its_counters():
    marks, job = cover_marks("ladder")
    counters = [mark for mark in marks if isinstance(mark, Disc) and mark.fill == DARK]
    largest = max(disc.radius for disc in counters)
    row = sorted(disc.centre[0] for disc in counters if disc.radius > 0.9 * largest)
    assert len(row) == len(job.kit.game.start().cells)
    pitch = row[1] - row[0]
    for box in job.kit.boxes:
        number = job.kit.game.diagram.lying(box.position)
        names = [mark.at[0] for mark in marks if isinstance(mark, Text) and mark.text == box.id]
        if box.id != f"{len(row)}":  # it is pulled out
            middle = row[number - 1]
            assert any(abs(x - middle) < pitch / 2 for x in names), box.id


def words_in_a_row(marks, words):
    """Return those of some words that stand level with most others of them, from the left on."""
    texts = [mark for mark in marks if isinstance(mark, Text) and mark.text in words]
    levels = Counter(mark.at[1] for mark in texts)
    ((level, _),) = levels.most_common(1)
    row = [mark for mark in texts if mark.at[1] == level]
    return [mark.text for mark in sorted(row, key=lambda mark: mark.at[0])]


def test_the_boxes_below_the_counters_stand_in_the_order_of_the_rungs_of_the_board():
    marks, job = cover_marks("ladder", parts=("cover", "board"))
    ids = {box.id for box in job.kit.boxes}
    (board,) = document("ladder", ("board",)).sheets
    rungs = words_in_a_row(board.scene.marks, ids)
    assert rungs == [f"{number}" for number in range(1, 10)]
    assert words_in_a_row(marks, ids) == rungs[:-1]  # the last box is pulled out


@pytest.mark.every
def test_the_seeds_of_a_pit_go_where_the_rules_sow_them():
    marks, job = cover_marks("awari-mini")
    lamp = STYLE.colours.lamp
    heads = [mark.points[0] for mark in marks if isinstance(mark, Polygon) and mark.fill == lamp]
    ways = [mark for mark in marks if isinstance(mark, Path) and mark.fill is None]
    ways = [way for way in ways if way.stroke is not None and way.stroke.colour == lamp]
    game = job.kit.game
    start = game.start()
    sown = [
        sum(
            after > before
            for before, after in zip(
                start.cells, game.play(start, move).position.cells, strict=True
            )
        )
        for move in game.legal_moves(start)
    ]
    assert len(heads) == len(ways) == max(sown)
    pits = dist(ways[0].steps[0][1], ways[-1].steps[-1][-1])
    for way, other in pairwise(ways):  # one pit after the other
        assert dist(way.steps[-1][-1], other.steps[0][1]) < pits
