"""What a printed part declares of itself, so that whoever prints, lists or checks parts needs to know none of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from kitgen.kit.job_json import Shows
from kitgen.paper.document import Sheet
from kitgen.paper.job import Job

#: The kinds of stock with which a part is usual: labels are for boxes, and cards are a machine without any.
LABEL_STOCK, CARD_STOCK = ("label", "any"), ("card",)
#: How a part shares sheets: not at all, as it is, drawn smaller, or only where sheets are spared.
Shares = Literal["", "as-is", "smaller", "sparing"]


@dataclass(frozen=True, slots=True)
class Part:
    """A printed part, as ``kitgen.paper.parts`` lists it; its words stand in ``templates/texts``.

    Attributes:
        name: as typed after ``--parts``, and the key of what it is, ``parts.NAME``.
        draw: returns its pages for a print run, drawn inside the content area, without the frame; none where the kit
            has no use for it.
        shows: what it shows of the kit's boxes.
        usual: the kinds of stock with which it is printed when no parts are named.
        made_of: which machine it is a piece of, ``boxes`` or ``cards``, and so speaks of; empty where it serves any.
        bands: whether it shows where learning curves run, which a job must bring.
        past: whether it shows what a machine has come to, which a job must bring.
        reads: the keys of the options that set it, as in ``kitgen.paper.options``.
        needs: those of them that have to be said.
        shares: whether its pages may share a sheet with those of its neighbours, ``smaller`` where it is drawn smaller
            for that; ``sparing`` where only a print of the fewest sheets does so.
        spared: whether a print of the fewest sheets does without it.
        index: how many pages a part has that lists what is on which page, and so is drawn last; 0 for others.
    """

    name: str
    draw: Callable[[Job], Sequence[Sheet]]
    shows: Shows = "nothing"
    usual: tuple[str, ...] = ()
    made_of: str = ""
    bands: bool = False
    past: bool = False
    reads: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    shares: Shares = ""
    spared: bool = False
    index: int = 0

    @property
    def settings(self) -> tuple[str, ...]:
        """The keys of all options that it reads; what shares sheets does so all the more where sheets are spared."""
        return (*self.reads, "economy") if self.shares else self.reads

    def sheets(self, job: Job) -> list[Sheet]:
        """Return the part's pages for a print run, each with what it shows.

        Raises:
            KitgenError: something cannot be drawn; the part's own ``draw`` says what.
        """
        if self.made_of:
            job = replace(job, texts=job.texts.speaking_of(self.made_of))
        return [replace(sheet, shows=self._shown_on(sheet)) for sheet in self.draw(job)]

    def _shown_on(self, sheet: Sheet) -> Shows:
        """Return what a page shows: on a piece of a larger picture, boards may lie across several pages."""
        return "tiles" if sheet.tile and {self.shows, sheet.shows} != {"nothing"} else self.shows
