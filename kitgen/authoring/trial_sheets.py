"""Prints all parts of a few kits for trial, whose sheets have nearly all texts on paper."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kitgen.errors import KitgenError, UsageError
from kitgen.kit.build import build_kit
from kitgen.kit.choices import Wish
from kitgen.paper.declared import CARDS_PART, COVER_PART, PartOptions
from kitgen.paper.document import Sheet
from kitgen.paper.job import Job
from kitgen.paper.make import run_parts
from kitgen.paper.parts import FOLDED_BOXES, PARTS, kind_of_machine
from kitgen.paper.stock import read_stock
from kitgen.paper.theme import in_theme, texts_in_theme
from kitgen.papers import PAGES
from kitgen.press.print_job import simulate_for
from kitgen.reading.texts import Texts


@dataclass(frozen=True, slots=True)
class TrialKit:
    """A kit for trial prints.

    Attributes:
        kit: its name.
        stock: of its labels or cards.
        parts: that are printed.
        rule: by which it learns, if not by its own.
        theme: that its pieces are drawn in, if any.
    """

    kit: str
    stock: str = "matchbox"
    parts: tuple[str, ...] = tuple(PARTS)
    rule: str = ""
    theme: str = ""


#: The parts of a machine of labels alone: with folded boxes or cards, sheets would speak of these,
#: whatever the stock is.
_ON_LABELS = tuple(name for name in PARTS if name not in (FOLDED_BOXES, CARDS_PART.name))
#: Those of a machine in a program.
_OF_PROGRAM = tuple(name for name in PARTS if PARTS[name].of_program)
#: Those with the words of a theme: what pieces and sides are called, and what it says of a game. On
#: the others, a theme changes at most pictures, and the title of a kit that names its side.
_OF_THEME = (
    COVER_PART.name,
    "labels",
    FOLDED_BOXES,
    CARDS_PART.name,
    "one-sheet",
    "playing-cards",
    "situations",
    "finder",
    "board",
    "operator",
    "tactile",
    "map",
    "poster",
    "sweets",
    "zero",
    "class-set",
    "demo",
    "guide",
    "errata",
    "panel",
)
#: The kit whose game each theme draws.
_KIT_OF_THEME = {
    "crocodiles": "her",
    "cats": "her",
    "knights": "her",
    "rockets": "her",
    "hedgehogs": "her",
    "stars": "menace-second",
    "garden": "menace-second",
    "pens": "ladder",
    "coins": "ladder",
    "icicles": "ladder",
    "sunflower": "awari-3x1",
    "shells": "awari-3x1",
}

#: The kit that alone is enough to find a text that is too long: its sheets are the fullest.
FIRST_TRIAL = TrialKit("her")
#: All kits for trial: with others' sheets of games, builds and learning rules, what serves as
#: boxes, and themes.
TRIALS = (
    FIRST_TRIAL,
    TrialKit("him", "poker"),
    TrialKit("ladder"),
    TrialKit("awari-mini"),
    TrialKit("told:mu-torere"),
    TrialKit("misere", "poker"),
    TrialKit("ladder", "cups", _ON_LABELS),
    TrialKit("awari-mini", "cups", _ON_LABELS),
    TrialKit("her", "egg-carton", _ON_LABELS),
    TrialKit("her", "drawers", _ON_LABELS),
    TrialKit("her", "chips", _ON_LABELS),
    TrialKit("her", parts=_OF_PROGRAM, rule="tris"),
    *(TrialKit(kit, parts=_OF_THEME, theme=theme) for theme, kit in _KIT_OF_THEME.items()),
)


def trial_job(trial: TrialKit, texts: Texts) -> Job:
    """Return a print run of a trial kit with its parts on A4, in the language of its texts.

    Raises:
        KitgenError: the kit cannot be made, for example because the language has no names of
            colours.
    """
    templates = texts.templates
    kit = build_kit(trial.kit, Wish(language=texts.language, rule=trial.rule or None), templates)
    stock = read_stock(trial.stock, templates)
    options = PartOptions(theme=trial.theme)
    parts = trial.parts
    texts = texts.speaking_of(kind_of_machine(kit, stock.kind, parts))
    if trial.theme:
        kit = in_theme(kit, trial.theme, templates)
        texts = texts_in_theme(texts, trial.theme, templates)
    simulated = simulate_for(kit, parts, options)
    return Job(
        kit=kit,
        page=PAGES["a4"],
        stock=stock,
        texts=texts,
        command=kit.command,
        options=options,
        templates=templates,
        bands=simulated.bands,
        forecasts=simulated.forecasts,
        lost_game=simulated.lost_game,
        bank=simulated.bank,
        parts=parts,
    )


def trial_sheets(
    job: Job, parts: Sequence[str] | None = None
) -> Iterator[tuple[Sheet, ...] | KitgenError]:
    """Yield the sheets of each part that the kit has, all or some, or the reason why they cannot be
    drawn.
    """
    for part in job.parts if parts is None else parts:
        try:
            yield run_parts(replace(job, parts=(part,)), (part,)).sheets
        except UsageError:  # the kit has no such sheet
            continue
        except KitgenError as error:
            yield error
