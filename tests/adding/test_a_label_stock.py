"""A size of label or card that was added is led to all that it needs (docs/labels-and-cards.md#a-size-of-your-own)."""

import pytest
from covering import RUNS
from gaps import gap, named, rows, section
from jobs import TEMPLATES

from kitgen.errors import TemplateError
from kitgen.paper.job import read_stock

PAGE = "docs/labels-and-cards.md"


@pytest.mark.parametrize("name", TEMPLATES.names("stock"))
def test_the_file_of_a_stock_can_be_read(name):
    try:
        read_stock(name, TEMPLATES)
    except TemplateError as error:
        gap(f"templates/stock/{name}.toml", str(error))


@pytest.mark.parametrize("name", TEMPLATES.names("stock"))
def test_the_page_of_labels_names_a_stock(name):
    if name not in {word for row in rows(section(PAGE, "## Sizes")) for word in named(row[0])}:
        gap(PAGE, f"add `{name}` to the table of sizes")


@pytest.mark.parametrize("name", TEMPLATES.names("stock"))
def test_a_stock_is_printed_by_some_run(name):
    assert any(run.stock == name for run in RUNS)
