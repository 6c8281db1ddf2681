"""A size of label or card that was added is led to all that it needs (docs/adding.md#a-label-stock)."""

import pytest
from gaps import gap, named, refusal, rows, section
from jobs import TEMPLATES

from kitgen.paper.job import read_stock

PAGE = "docs/labels-and-cards.md"


@pytest.mark.parametrize("name", TEMPLATES.names("stock"))
def test_the_file_of_a_stock_can_be_read(name):
    fault = refusal(lambda: read_stock(name, TEMPLATES))
    if fault:
        gap(f"templates/stock/{name}.toml", fault.rpartition(f"{name}.toml': ")[2])


@pytest.mark.parametrize("name", TEMPLATES.names("stock"))
def test_the_page_of_labels_names_a_stock(name):
    if name not in {word for row in rows(section(PAGE, "## Sizes")) for word in named(row[0])}:
        gap(PAGE, f"add `{name}` to the table of sizes")
