"""What a printed part declares of itself, so that whoever prints, lists or checks parts needs to know none of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from kitgen.kit.job_json import Shows
from kitgen.paper.document import Sheet
from kitgen.paper.job import Job

#: The kinds of stock with which a part is usual: boxes take labels, and a machine of cards brings its own words.
BOXES, CARDS = ("label", "any"), ("card",)


@dataclass(frozen=True, slots=True)
class Part:
    """A printed part, as ``kitgen.paper.parts`` lists it; its words stand in ``templates/texts``.

    Attributes:
        name: as typed after ``--parts``, and the key of what it is, ``parts.NAME``.
        draw: returns its pages for a print run, drawn inside the content area, without the frame; none where the kit
            has no use for it.
        shows: what it shows of the kit's boxes.
        usual: the kinds of stock with which it is printed when no parts are named.
        bands: whether it shows where learning curves run, which a job must bring.
        reads: the keys of the options that set it, as in ``kitgen.paper.options``.
        needs: those of them that have to be said.
        index: how many pages a part has that lists what is on which page, and so is drawn last; 0 for others.
    """

    name: str
    draw: Callable[[Job], Sequence[Sheet]]
    shows: Shows = "nothing"
    usual: tuple[str, ...] = ()
    bands: bool = False
    reads: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    index: int = 0

    def sheets(self, job: Job) -> list[Sheet]:
        """Return the part's pages for a print run, each with what it shows.

        Raises:
            KitgenError: something cannot be drawn; the part's own ``draw`` says what.
        """
        return [replace(sheet, shows=self._shown_on(sheet)) for sheet in self.draw(job)]

    def _shown_on(self, sheet: Sheet) -> Shows:
        """Return what a page shows: on a piece of a larger picture, boards may lie across several pages."""
        return "tiles" if sheet.tile and {self.shows, sheet.shows} != {"nothing"} else self.shows
