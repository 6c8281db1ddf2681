"""One way to make a print run for a test: a kit by name, the paper, the stock, and any choice or
option by its name.

Kits are made once for all tests of a process. Tests get ``make_job`` as the fixture ``job``, or
import it.
"""

from dataclasses import fields
from functools import cache

from kitgen.kit.build import build_kit
from kitgen.kit.editions import Wish
from kitgen.kit.kit import Box, Kit, Slot
from kitgen.paper.declared import PartOptions
from kitgen.paper.job import Band, Bank, Job
from kitgen.paper.parts import PARTS, kind_of_machine
from kitgen.paper.stock import Stock, read_stock
from kitgen.papers import PAGES
from kitgen.press.print_job import simulate_for
from kitgen.reading.templates import Templates
from kitgen.reading.texts import Texts
from kitgen.record.rows import LostGame, lost_game

TEMPLATES = Templates()
#: All editions but misere, whose sheets have the boards of menace; small ones of each game first.
EDITIONS = (
    "her",
    "him",
    "gardner24",
    "her-4x3",
    "her-3x4",
    "menace",
    "menace-second",
    "awari-mini",
    "awari-3x1",
    "ladder",
)
#: All languages that there are: found, so that no test has to be told of the next one.
LANGUAGES = TEMPLATES.languages()
#: The words in each language, read once.
TEXTS = {language: Texts(language, TEMPLATES) for language in LANGUAGES}


@cache
def kit_of(name: str = "her", **wish: object) -> Kit:
    """Return a kit, the same one for the same wishes."""
    return build_kit(name, Wish(**wish))


def slots_of(kit: Kit) -> list[tuple[Box, Slot]]:
    """Return each slot of a kit, with its box before it."""
    slots = []
    for box in kit.boxes:
        slots += [(box, slot) for slot in box.slots]
    return slots


@cache
def _bank(options: PartOptions, name: str, **wish: object) -> Bank | None:
    """Return the bank of a kit by name, which is simulated when first asked for: once for all
    tests of a process.
    """
    return simulate_for(kit_of(name, **wish), (), options).bank


@cache
def _lost_game(name: str, **wish: object) -> LostGame | None:
    """Return a game that a new machine of a kit by name loses: found once for all tests of a
    process.
    """
    return lost_game(kit_of(name, **wish))


def make_job(
    kit: str | Kit = "her",
    page: str | None = None,
    language: str = "en",
    stock: str | Stock = "matchbox",
    bands: tuple[Band, ...] = (),
    parts: tuple[str, ...] = (),
    **choices: object,
) -> Job:
    """Return a print run.

    Args:
        kit: a name, or a kit as it is, which brings its own language.
        page: the paper; that of the stock, or A4, when None.
        language: of the kit and of all words.
        stock: a size of label or card, by name or as it is.
        bands: for the curve sheet.
        parts: the names of all that is printed.
        choices: fields of ``Wish`` for a kit by name, and of ``PartOptions``.
    """
    own = {field.name for field in fields(PartOptions)}
    options = PartOptions(**{key: value for key, value in choices.items() if key in own})
    wish = {key: value for key, value in choices.items() if key not in own}
    if isinstance(kit, Kit):
        assert not wish, f"a finished kit takes no {', '.join(wish)}"
        language = kit.choices.language
        bank = simulate_for(kit, (), options).bank
        shows_a_game = not parts or any(PARTS[part].lost_game for part in parts)
        example = lost_game(kit) if shows_a_game else None
    else:
        chosen = PartOptions(
            beads_bank=options.beads_bank, beads_bank_opponent=options.beads_bank_opponent
        )
        bank = _bank(chosen, kit, language=language, **wish)
        example = _lost_game(kit, language=language, **wish)
        kit = kit_of(kit, language=language, **wish)
    size = read_stock(stock, TEMPLATES) if isinstance(stock, str) else stock
    paper = PAGES[page or size.page or "a4"]
    texts = TEXTS[language].speaking_of(kind_of_machine(kit, size.kind, parts))
    return Job(
        kit,
        paper,
        size,
        texts,
        kit.command,
        options,
        TEMPLATES,
        bands=bands,
        bank=bank,
        lost_game=example,
        parts=parts,
    )
