"""What is made from a print before a class can play, about how many minutes that takes, and what
needs care.

Each part says itself what is made from it, by the function that it declares as ``work``; the
minutes are estimates in ``templates/tables/work_minutes.toml``.
"""

import math
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

import msgspec

from kitgen.kit.kit import Kit
from kitgen.paper.declared import DECLARED, MACHINES_OF_PICTURES, Declared, PartOptions
from kitgen.paper.job import Job, counts_beads
from kitgen.paper.spoken_game import Worded
from kitgen.reading.templates import Templates
from kitgen.reading.texts import BOXES, CARDS, CARTONS, CUPS, PICTURES, PROGRAM, Texts

#: How many people share the work.
HANDS = 4
#: The fewest minutes that are told: no text speaks of one minute.
MIN_MINUTES = 2
#: From this many minutes on, they are rounded up to this step; fewer would be doubled by it.
STEP_FROM_MINUTES = 10
STEP_MINUTES = 5


class WorkMinutes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The schema of ``templates/tables/work_minutes.toml``: minutes that one person needs for one
    of each.

    Attributes:
        label: a label, cut out and glued on a box.
        bought_label: a label that is peeled off and stuck on a box.
        folded_box: a sleeve and a tray, cut out, folded and glued.
        filled_box: the beads of a box, counted into it.
        folded_card: a card, cut out, folded and glued.
        cut_card: a card that is printed on both sides, cut out.
        tent: a piece that stands, cut out and folded.
        disc: a round piece, cut out.
        square: a square piece, cut out.
        chip: a square chip in place of a bead, cut out.
        situation: a large card, cut out and put into a sleeve.
    """

    label: float
    bought_label: float
    folded_box: float
    filled_box: float
    folded_card: float
    cut_card: float
    tent: float
    disc: float
    square: float
    chip: float
    situation: float


@dataclass(frozen=True, slots=True)
class MakingTask:
    """Things of one kind to make: ``kind`` is a key of the table, ``each`` the minutes for one
    of them.
    """

    kind: str
    count: int
    each: float


@dataclass(frozen=True, slots=True)
class Making:
    """The tasks of a print: those for the machine, and those for the pieces of the game."""

    machine: tuple[MakingTask, ...]
    pieces: tuple[MakingTask, ...]

    @property
    def tasks(self) -> tuple[MakingTask, ...]:
        """All tasks."""
        return (*self.machine, *self.pieces)


def shared_minutes(tasks: Collection[MakingTask]) -> int:
    """Return about how many minutes four people need for some tasks, rounded up: many to five.

    >>> shared_minutes([MakingTask("label", 19, 1.5), MakingTask("filled_box", 19, 0.5)])
    10
    """
    total = sum(task.count * task.each for task in tasks)
    if not total:
        return 0
    minutes = max(MIN_MINUTES, math.ceil(total / HANDS))
    if minutes < STEP_FROM_MINUTES:
        return minutes
    return STEP_MINUTES * math.ceil(minutes / STEP_MINUTES)


def work_of(
    kit: Kit,
    made_of: str,
    templates: Templates,
    parts: Collection[str] = (),
    options: PartOptions | None = None,
    *,
    bought: bool = False,
) -> Making:
    """Return what is made from some parts; a machine that none of them brings is made as usual, if
    it is of boxes.

    ``made_of`` says which machine it is; ``bought`` whether its labels are peeled off.

    >>> from kitgen.kit.build import build_kit
    >>> work = work_of(build_kit("her"), "boxes", Templates(), ["boxes", "board"])
    >>> [(task.kind, task.count) for task in work.tasks]
    [('folded_box', 19), ('filled_box', 19), ('tent', 8)]
    >>> work_of(build_kit("nim:8"), "pictures", Templates(), ["one-sheet", "log"]).machine
    ()
    """
    minutes = templates.read("tables", "work_minutes", WorkMinutes)
    options = options or PartOptions()

    def task(kind: str, count: int) -> MakingTask:
        return MakingTask(kind, count, getattr(minutes, kind))

    machine = []
    if made_of not in (PICTURES, PROGRAM):
        maker = _maker(made_of, parts)
        machine += [
            task(kind, count) for kind, count in maker.function(maker.work)(kit, options, bought)
        ]
    if (
        made_of == CARTONS
    ):  # its sheets of pictures lie beside the cartons: nothing is cut out or glued
        machine = [each for each in machine if each.kind == "filled_box"]
    pieces = []
    for part in DECLARED:
        if part.name in parts and part.work and part.shows != "cards":
            pieces += [
                task(kind, count) for kind, count in part.function(part.work)(kit, options, bought)
            ]
    return Making(tuple(machine), tuple(pieces))


def _maker(made_of: str, parts: Collection[str]) -> Declared:
    """Return the part from which the boxes or cards of a machine are made: a printed one, or
    else the usual one.
    """
    kind = CARDS if made_of == CARDS else BOXES
    makers = [
        part for part in DECLARED if part.work and part.shows == "cards" and part.made_of == kind
    ]
    replaced = {part.instead_of for part in makers if part.name in parts}
    for part in makers:
        if part.name in parts and part.name not in replaced:
            return part
    return next(part for part in makers if part.usual)


#: Parts that are a whole machine as they are printed: nothing is cut out for it.
READY_MACHINES = ("zero", "sweets", "playing-cards")


def is_made(job: Job) -> bool:
    """Return whether something is cut out for the boxes or cards of the machine of a print."""
    return any(
        job.texts.has_sheet(name)
        for name in ("labels", "boxes", "cards", "one-sheet", "situations")
    )


def work_for(job: Job) -> Making:
    """Return what is made from a print run."""
    return work_of(
        job.kit, job.texts.made_of, job.templates, job.parts, job.options, bought=job.peels_labels
    )


# Safety and care: small parts, matches, sweets, used cups, and how a machine is kept between
# lessons.


def care_of(needs: Iterable[str], texts: Texts) -> Iterator[str]:
    """Yield a sentence for each thing that needs care, by its name in lessons."""
    for need in needs:
        if texts.has(f"care.{need}"):
            yield texts(f"care.{need}")


def care_for(job: Worded) -> list[str]:
    """Return the sentences for a print run, or for a kit where nothing is printed."""
    texts = job.texts
    if texts.made_of == PROGRAM:  # of it only pieces of a board are small
        return [*care_of(["beads"], texts)] if texts.has_sheet("board") else []
    needs = ["beads"]
    if isinstance(job, Job):
        if texts.made_of not in (CARDS, PICTURES) and is_for_matchboxes(job):
            needs.append("matchboxes")
        if texts.made_of == CUPS:
            needs.append("cups")
        if texts.has_sheet("sweets"):
            needs.append("sweets")
    sentences = [*care_of(needs, texts), how_to_keep(job)]
    if texts.made_of == CUPS and job.kit.rule.when_empty.resigns:
        sentences.append(texts("operator.turned_over"))
    return sentences


def how_to_keep(job: Worded) -> str:
    """Return how a machine is kept until it is played next, with board and log where a print has
    them.
    """
    texts = job.texts
    key = "care.keep"
    if texts.made_of == PICTURES and counts_beads(job.kit):
        key = "care.keep_numbers"  # such a sheet has room for the numbers, and keeps them itself
    elif texts.made_of == PICTURES and _is_a_deck(texts):
        key = "care.keep_piles"
    kept = [sheet for sheet in ("board", "log") if texts.printed is None or sheet in texts.printed]
    if not kept:
        return texts(f"{key}_alone")
    of_kept = "both" if len(kept) > 1 else kept[0]
    return texts(key, things=texts(f"care.kept.{of_kept}"))


def _is_a_deck(texts: Texts) -> bool:
    """Return whether playing cards are the only machine of a print."""
    printed = texts.printed or {}
    return MACHINES_OF_PICTURES & printed.keys() == {"playing-cards"}


def is_for_matchboxes(job: Job) -> bool:
    """Return whether labels or trays are made for matchboxes."""
    return job.stock.holder == "matchbox"
