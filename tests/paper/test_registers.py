"""The register of a long list, and the thumb index of a booklet: where their tabs, bars and cuts
lie.
"""

import pytest
from jobs import make_job
from scene_text import dump

from kitgen.paper.finder_index import (
    INDEX_EDGE_MM,
    INDEX_MM,
    MIN_REGISTER_PAGES,
    MIN_TAB_SCALE,
    TAB_GAP_MM,
    Heading,
    add_index,
    add_register,
    index_room,
)
from kitgen.paper.layout.frame import content_area
from kitgen.paper.marks.pieces import PIECES
from kitgen.paper.marks.scene import Line, Scene, Text
from kitgen.papers import PAGES

#: The paper of the job, and the width that its parts have.
WIDTH = content_area(PAGES["a4"]).width


def pages_with_register(number, width):
    """Return so many pages with a register of tabs of a width, each with its number."""
    pages = [Scene(210, 297) for _ in range(number)]
    tabs = []
    for place in range(number):
        tab = Scene(width, 0)
        tab.add(Text((0, 1), f"tab {place}", 9, bold=True))
        tabs.append(tab)
    add_register(make_job(), pages, tabs)
    return pages


@pytest.mark.parametrize("number", [1, 2])
def test_a_few_pages_need_no_register(number):
    assert all(not page.marks for page in pages_with_register(number, 20))


@pytest.mark.parametrize("number", [3, 4, 9])
def test_from_three_pages_on_each_has_a_tab_further_right(number):
    assert MIN_REGISTER_PAGES == 3
    pages = pages_with_register(number, 20)
    step = WIDTH / number
    for place, page in enumerate(pages):
        tab = next(mark for mark in page.marks if isinstance(mark, Text))
        assert tab.text == f"tab {place}"
        assert tab.at[0] == pytest.approx(10 + place * step + TAB_GAP_MM)
        cuts = [mark for mark in page.marks if isinstance(mark, Line) and mark.stroke.dash]
        assert len(cuts) == (0 if page is pages[-1] else 2)
        for cut in cuts:
            assert cut.end[0] in (pytest.approx(10 + (place + 1) * step), pytest.approx(204.8))


@pytest.mark.parametrize(("more", "has_tabs"), [(0.0, True), (0.01, False)])
def test_tabs_are_scaled_down_as_long_as_they_can_be_read(more, has_tabs):
    room = WIDTH / 5 - 2 * TAB_GAP_MM
    pages = pages_with_register(5, room / MIN_TAB_SCALE - 1e-9 + more)
    assert [bool(page.marks) for page in pages] == [has_tabs] * 5
    if has_tabs:
        assert pages[0].marks[0].size == pytest.approx(9 * MIN_TAB_SCALE)
    whole = pages_with_register(5, room)
    assert whole[0].marks[0].size == pytest.approx(9)


def test_a_register_looks_as_before(golden):
    golden("paper/register", "\n".join(dump(page) for page in pages_with_register(4, 20)))


def test_an_index_looks_as_before(golden):
    pages = [Scene(210, 297) for _ in range(3)]
    labels = []
    for name in ("A", "B", "C", "D"):
        label = Scene(0, 0)
        label.add(Text((0, 1), name, 9, anchor="middle"))
        labels.append(label)
    add_index(make_job(), pages, labels, [{0}, {0, 1}, set()], 35)
    golden("paper/index", "\n".join(dump(page) for page in pages))
    bars = [[mark for mark in page.marks if not isinstance(mark, Line | Text)] for page in pages]
    assert [len(row) for row in bars] == [1, 2, 0]
    right = 210 - INDEX_EDGE_MM
    for row in bars[:2]:
        assert max(x for x, _ in row[0].points) == pytest.approx(right)
    lines = [mark for mark in pages[2].marks if isinstance(mark, Line)]
    assert len(lines) == 5
    for line in lines:
        assert (line.start[0], line.end[0]) == (
            pytest.approx(right - INDEX_MM),
            pytest.approx(right),
        )


@pytest.mark.parametrize("name", ["a4", "letter"])
def test_the_room_for_an_index_is_what_the_margin_does_not_hold(name):
    page = PAGES[name]
    assert index_room(page) == pytest.approx(5.2 + 9.0 + 1.0 - page.margin)


def test_a_heading_has_its_words_and_then_numbers_of_pieces():
    piece = PIECES["pawn-light"]
    plain = Heading("Turn 3").draw(10)
    both = Heading("Turn 3", ((piece, 2), (piece, 14))).draw(10)
    texts = [mark for mark in both.marks if isinstance(mark, Text)]
    assert [mark.text for mark in texts] == ["Turn 3", "2", "14"]
    assert all(mark.bold and mark.size == 10 for mark in texts)
    starts = [mark.at[0] for mark in texts]
    assert starts[0] == 0
    assert starts[1] == pytest.approx(plain.width + 2.5)
    assert starts[2] > starts[1] + 3.8
    assert both.width > starts[2] + 3.8
    assert plain.marks == [texts[0]]
