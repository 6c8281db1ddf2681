"""What the page says, word for word, at moments of a visit: all that can be read in each of its
tabs, with everything folded out, and what a reader of screens is told of what can be pressed.
"""

import re

import pytest
from browsers import READY, play_at_once, press_until_over

#: Folds out all that can be, and returns each line that is seen, and the names of what is pressed.
READ = """() => {
  document.querySelectorAll('details').forEach((one) => { one.open = true; });
  const names = [...document.querySelectorAll('button, input, select, [role=button]')]
    .filter((one) => one.checkVisibility())
    .map((one) => one.getAttribute('aria-label'))
    .filter(Boolean);
  const lines = document.body.innerText.split('\\n').map((line) => line.trim()).filter(Boolean);
  return [...lines, ...names.map((name) => `(${name})`)];
}"""


def visited(page):
    """Play a game to its end, let the machine play twenty, follow it on the table; yield each time
    where the visitor is and all that is read there.
    """
    yield "at first", page.evaluate(READ)
    press_until_over(page)
    page.locator(READY).wait_for()
    yield "after a game", page.evaluate(READ)
    play_at_once(page, 20)
    yield "after twenty games", page.evaluate(READ)
    page.click("#tab-table")
    yield "beside the table", page.evaluate(READ)


#: How long games took, and how many a second that is.
SPEED = re.compile(r"\d[\d.,]*\ss,? \D*\d[\d.,\s]*\d")


@pytest.mark.every  # test_page_in_node.py sees the same without a browser
@pytest.mark.parametrize(
    ("name", "language"), [("her", "en"), ("ladder", "es"), ("told:notakto", "it")]
)
def test_the_page_says_what_it_said_before(opened, golden, name, language):
    page = opened(name, language=language, reduced_motion="reduce")  # it waits for no beads
    lines = []
    for moment, read in visited(page):
        lines += [f"== {moment}", *(SPEED.sub("TIME", line) for line in read)]
    golden(f"page/{name.replace(':', '-')}-{language}", "\n".join(lines))
