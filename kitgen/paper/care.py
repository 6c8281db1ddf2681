"""Safety and care: small parts, matches, sweets, used cups, and how a machine is kept between lessons."""

from collections.abc import Iterable, Iterator

from kitgen.paper.job import Job, Worded
from kitgen.paper.texts import CARDS, Texts


def care_of(needs: Iterable[str], texts: Texts) -> Iterator[str]:
    """Yield a sentence for each thing that needs care, by its name in lessons."""
    for need in needs:
        if texts.has(f"care.{need}"):
            yield texts(f"care.{need}")


def care_for(job: Worded) -> list[str]:
    """Return the sentences for a print run, or for a kit where nothing is printed."""
    texts = job.texts
    needs = ["beads"]
    if isinstance(job, Job):
        if texts.made_of != CARDS and is_for_matchboxes(job):
            needs.append("matchboxes")
        if is_for_cups(job):
            needs.append("cups")
        if texts.has_sheet("sweets"):
            needs.append("sweets")
    return [*care_of(needs, texts), texts("care.keep")]


def is_for_matchboxes(job: Job) -> bool:
    """Return whether labels or trays are made for matchboxes."""
    return "match" in job.stock.name or "tray" in job.stock.name


def is_for_cups(job: Job) -> bool:
    """Return whether labels are made for cups."""
    return job.stock.name == "cup"
