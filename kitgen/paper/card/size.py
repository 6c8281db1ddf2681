"""How large move-colour cards are."""

from kitgen.paper.job import Job
from kitgen.paper.layout.stock import Stock, read_stock

#: The size of card when the size that was chosen is one of labels.
USUAL = "poker"


def card_size(job: Job) -> Stock:
    """Return the size of the cards: what was chosen, or a playing card where that is a size of labels."""
    return read_stock(USUAL, job.templates) if job.stock.kind == "label" or job.stock.page else job.stock
