"""Reproductions by name, and a Markdown page with all their figures."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from kitgen.published.common import WIDE, Figure, Progress, Reproduction
from kitgen.published.gardner import gardner
from kitgen.published.hexapawn_rl import hexapawn_rl
from kitgen.published.mancala import mancala, searches
from kitgen.published.michie import michie
from kitgen.published.tris import tris


class Listed(NamedTuple):
    """A reproduction that can be asked for.

    Attributes:
        reproduce: does it, given the number of runs of each experiment and whom to tell of games played.
        games: games that are played in all for each run, about: for a progress bar.
        once: work that is done once, however many runs there are, told of piece by piece.
    """

    reproduce: Callable[[int, Progress | None], Reproduction]
    games: int
    once: int = 0


#: What can be reproduced, by name.
REPRODUCTIONS = {
    "gardner": Listed(gardner, 0, 1),
    "michie": Listed(michie, 50_000),
    "hexapawn-rl": Listed(hexapawn_rl, 50_000),
    "tris": Listed(tris, 1_165_000),
    "mancala": Listed(mancala, 0, searches()),
}


def page(reproductions: Sequence[Reproduction], command: str) -> Iterator[str]:
    """Yield the lines of a Markdown page with all figures."""
    yield "# Published results, done again"
    yield ""
    yield f"This page is made by `{command}`; the seed is always 1, so that"
    yield "all but seconds comes out the same each time."
    yield "*Published* is what the publication itself says; *reference* is a figure that it does not give, and that"
    yield "independent programs have found. *Spread* is the standard deviation over runs, or the standard error where"
    yield f"it stands beside a mean; a figure *agrees* when it lies within {WIDE:g} of these, and half a unit of its"
    yield "last digit, of ours."
    for done in reproductions:
        yield ""
        yield f"## {done.title}"
        yield ""
        yield f"{done.source}."
        yield ""
        yield done.about
        yield ""
        yield f"| | {' | '.join(HEADINGS)} |"
        yield "|---|---:|---:|---:|---:|---|"
        for line in done.lines:
            yield f"| {line.what} | {' | '.join(cells(line))} |"


#: What stands above the cells of a line.
HEADINGS = ("published", "reference", "ours", "spread", "verdict")


def cells(line: Figure) -> tuple[str, str, str, str, str]:
    """Return the texts of a line, in the order of ``HEADINGS``.

    Our figure has as many decimals as the known one, and one more where it has a spread.
    """
    unit = f" {line.unit}" if line.unit else ""
    digits = 3 if line.timed else line.digits + (1 if line.spread else 0)
    published, reference = (
        "" if figure is None else f"{figure:,.{line.digits}f}{unit}" for figure in (line.published, line.reference)
    )
    spread = f"{line.spread:.{digits}f}{unit}" if line.spread else ""
    return published or line.words, reference, f"{line.ours:,.{digits}f}{unit}", spread, line.verdict
