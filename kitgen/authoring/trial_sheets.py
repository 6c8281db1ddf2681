"""Prints all parts of a few kits for trial, whose sheets have nearly all texts on paper."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kitgen.errors import KitgenError, UsageError
from kitgen.kit.build import build_kit
from kitgen.kit.choices import Wish
from kitgen.paper.declared import PartOptions
from kitgen.paper.document import Sheet
from kitgen.paper.job import Job
from kitgen.paper.make import run_parts
from kitgen.paper.parts import PARTS, kind_of_machine
from kitgen.paper.stock import read_stock
from kitgen.papers import PAGES
from kitgen.press.print_job import simulate_for
from kitgen.reading.texts import Texts


@dataclass(frozen=True, slots=True)
class TrialKit:
    """A kit for trial prints, with the stock of its labels or cards."""

    kit: str
    stock: str = "matchbox"


#: The kit that alone is enough to find a text that is too long: its sheets are the fullest.
FIRST_TRIAL = TrialKit("her")
#: All kits for trial: with others' sheets of games, builds and learning rules.
TRIALS = (
    FIRST_TRIAL,
    TrialKit("him", "poker"),
    TrialKit("ladder"),
    TrialKit("awari-mini"),
    TrialKit("told:mu-torere"),
)


def trial_job(trial: TrialKit, texts: Texts) -> Job:
    """Return a print run of a trial kit with all parts on A4, in the language of its texts.

    Raises:
        KitgenError: the kit cannot be made, for example because the language has no names of
            colours.
    """
    templates = texts.templates
    kit = build_kit(trial.kit, Wish(language=texts.language), templates)
    stock = read_stock(trial.stock, templates)
    options = PartOptions()
    parts = tuple(PARTS)
    texts = texts.speaking_of(kind_of_machine(kit, stock.kind, parts))
    simulated = simulate_for(kit, ("operator",), options)
    return Job(
        kit=kit,
        page=PAGES["a4"],
        stock=stock,
        texts=texts,
        command=kit.command,
        options=options,
        templates=templates,
        lost_game=simulated.lost_game,
        bank=simulated.bank,
        parts=parts,
    )


def trial_sheets(
    job: Job, parts: Sequence[str] = tuple(PARTS)
) -> Iterator[tuple[Sheet, ...] | KitgenError]:
    """Yield the sheets of each part that the kit has, or the reason why they cannot be drawn."""
    for part in parts:
        try:
            yield run_parts(replace(job, parts=(part,)), (part,)).sheets
        except UsageError:  # the kit has no such sheet
            continue
        except KitgenError as error:
            yield error
