"""A size of label or card that was added is led to all that it needs
(docs/adding.md#a-label-stock).
"""

import re

import pytest
from gaps import gap, named, refusal, rows, section
from jobs import TEMPLATES

from kitgen.paper.stock import read_stock

PAGE = "docs/labels-and-cards.md"


NAMES = TEMPLATES.names("stock")
#: The table of sizes, without that of the keys below it.
SIZES = section(PAGE, "## Sizes").partition("\nA file for bought sheets")[0]
#: Its rows: the names in the first cell, and what the second one says.
ROWS = [(named(first), second) for first, second in rows(SIZES)]
#: All sizes that the table names.
NAMED = {name for names, _ in ROWS for name in names}
#: A width and a height, as the page writes them.
SIZE = re.compile(r"\d+(?:\.\d+)? x \d+(?:\.\d+)?")
#: A word, and no unit or sign between two numbers.
WORD = re.compile(r"[^\W\d_]{3,}")


@pytest.mark.parametrize("name", NAMES)
def test_the_file_of_a_stock_can_be_read(name):
    fault = refusal(lambda: read_stock(name, TEMPLATES))
    if fault:
        gap(f"templates/stock/{name}.toml", fault)


def size_of(name):
    """Return the width and height of a label or card as the page writes them; nothing if its
    file cannot be read.
    """
    if refusal(lambda: read_stock(name, TEMPLATES)):
        return ""
    stock = read_stock(name, TEMPLATES)
    return f"{stock.width:g} x {stock.height:g}"


@pytest.mark.parametrize("name", NAMES)
def test_the_page_of_labels_names_a_stock(name):
    if name not in NAMED:
        gap(
            PAGE,
            f"add to the table of sizes: | `{name}` | what it is, {size_of(name) or '… x …'} mm |",
        )


@pytest.mark.parametrize(("names", "says"), ROWS)
def test_a_row_of_sizes_is_about_the_sizes_that_it_names(names, says):
    unknown = [name for name in names if name not in NAMES]
    if unknown or not names:
        gap(
            PAGE,
            f"the table of sizes names {unknown or says}, and templates/stock has no such file",
        )
    own = [*map(size_of, names)]
    for size in SIZE.findall(says):
        if size not in own:
            gap(
                PAGE,
                f"the row of `{names[0]}` says {size} mm; by its file it is {' and '.join(own)}",
            )
    if not WORD.search(says):
        gap(PAGE, f"say in the row of `{names[0]}` what it is")
    if len(names) == 1 and own[0] and own[0] not in says:
        gap(PAGE, f"say in the row of `{names[0]}` how large it is: {own[0]} mm")
