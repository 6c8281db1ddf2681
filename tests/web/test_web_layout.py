"""Where things lie on the app's form and on the board of a class, as Chromium lays them out."""

import pytest

from kitgen.web.app_page import page_files
from kitgen.web.forms import KitForm
from kitgen.web.markup import fill
from kitgen.web.script import source

#: Fingers need 44 points; a hair less may come of rounding.
FINGER = 43.5
#: The height of each.
HEIGHTS = "all => all.map((one) => one.getBoundingClientRect().height)"
#: The widths of a field and of the row of fields that it is in.
WIDTHS = """one => {
  const field = one.closest(".field");
  return [field, field.parentElement].map((each) => each.clientWidth);
}"""
#: The left and upper edges of each, its width and its height.
BOXES = """all => all.map((one) => one.getBoundingClientRect())
  .map(({ x, y, width, height }) => [x, y, width, height].map(Math.round))"""


@pytest.fixture
def laid_out(browser):
    """A function that lays out a page with a style."""
    pages = []

    def show(style, body):
        page = browser.new_page(viewport={"width": 1280, "height": 720})
        pages.append(page)
        page.set_content(f"<style>{style}</style><body>{body}</body>")
        return page

    yield show
    for page in pages:
        page.close()


def test_what_is_pressed_is_large_enough_and_long_names_have_a_row_of_their_own(laid_out):
    """Other fields stand beside each other where there is room."""
    form = KitForm("en", {}).choices(fill("<p></p>", "en"))
    page = laid_out(page_files()["app.css"], form)
    page.eval_on_selector_all("details", "all => all.forEach((one) => { one.open = true; })")
    for width, beside in ((360, 1), (700, 2), (1280, 4)):
        page.set_viewport_size({"width": width, "height": 720})
        assert page.evaluate("document.documentElement.scrollWidth") == width
        for pressed, least in (
            (".switch label", 3),
            ("select", 8),
            ("input:not([type=checkbox])", 4),
        ):
            heights = page.eval_on_selector_all(pressed, HEIGHTS)
            assert len([height for height in heights if height]) >= least
            assert min(height for height in heights if height) >= FINGER, (pressed, width)
        for long in ("#kit", "#stock"):
            own, row = page.eval_on_selector(long, WIDTHS)
            assert row - own <= 40, f"{long} takes the row, but for its edges"
        own, row = page.eval_on_selector("#size", WIDTHS)
        assert round(row / own) == beside


def test_groups_stand_in_as_many_columns_and_rows_as_the_board_says(laid_out):
    page = laid_out(source("look.css") + source("board/board.css"), "<main id='tiles'></main>")
    for groups, columns, rows in ((1, 1, 1), (2, 2, 1), (5, 3, 2), (6, 3, 2), (8, 4, 2)):
        page.eval_on_selector(
            "#tiles",
            """(tiles, [groups, columns, rows]) => {
              tiles.style.setProperty("--columns", columns);
              tiles.style.setProperty("--rows", rows);
              tiles.innerHTML = '<figure class="tile"></figure>'.repeat(groups);
            }""",
            [groups, columns, rows],
        )
        boxes = page.eval_on_selector_all(".tile", BOXES)
        assert len(boxes) == groups
        assert (len({x for x, *_ in boxes}), len({y for _, y, *_ in boxes})) == (columns, rows)
        assert boxes == sorted(boxes, key=lambda box: (box[1], box[0])), "row by row"
        _, _, wide, high = boxes[0]
        assert all((width, height) == (wide, high) for *_, width, height in boxes)
        assert all(x + wide <= 1280 and y + high <= 720 for x, y, *_ in boxes)
        assert wide > 1100 / columns
        assert high > 600 / rows
