"""A print run with all that it brings beside kit, paper and words: made when something is printed, and to check it."""

from collections.abc import Sequence

from kitgen.check.figures import figures_of
from kitgen.check.past import past_of
from kitgen.kit.kit import Kit
from kitgen.paper.job import Job
from kitgen.paper.layout.papers import Page
from kitgen.paper.layout.stock import Stock
from kitgen.paper.option_checks import check_options
from kitgen.paper.options import PartOptions
from kitgen.paper.parts import made_of
from kitgen.paper.texts import Texts
from kitgen.templates import Templates


def print_run(
    kit: Kit,
    page: Page,
    stock: Stock,
    command: str,
    options: PartOptions,
    templates: Templates,
    names: Sequence[str],
) -> Job:
    """Return a print run of some parts, whose options have been checked.

    Args:
        kit: the kit.
        page: the paper.
        stock: the size of label or card.
        command: the whole command that prints the same again.
        options: what single parts are told.
        templates: where words and tables are read from.
        names: the parts, in the order of use.

    Raises:
        UsageError: the parts cannot be printed as they are told.
        MissingExtraError: what some part needs is not installed.
    """
    texts = Texts(kit.choices.language, templates).speaking_of(made_of(stock.kind, names))
    bands, bank = figures_of(kit, names, options)
    past = past_of(kit, names)
    job = Job(kit, page, stock, texts, command, options, templates, bands, bank, tuple(names), past=past)
    check_options(job, names)
    return job
