"""The printed parts, and what each declares.

A new part is a line here, a file with a function ``sheets`` that returns its pages, and its texts. A file is loaded
when its part is drawn, so that listing the parts or printing a few does not wait for the others.
"""

from collections.abc import Callable, Sequence
from importlib import import_module

from kitgen.errors import UnknownNameError
from kitgen.paper.document import Sheet
from kitgen.paper.job import CARD_STOCK, LABEL_STOCK, Job, Part
from kitgen.paper.texts import BOXES, CARDS


def _drawn_in(file: str) -> Callable[[Job], Sequence[Sheet]]:
    def draw(job: Job) -> Sequence[Sheet]:
        pages: Sequence[Sheet] = import_module(f"{__name__}.{file}").sheets(job)
        return pages

    return draw


def _always(job: Job) -> Sequence[Sheet]:
    """Most kits have no such sheet, and do not load the module that draws it."""
    return _drawn_in("always")(job) if job.kit.always else []


_ANY = (*LABEL_STOCK, *CARD_STOCK)
_ALL = (
    Part("cover", _drawn_in("cover"), usual=_ANY, reads=("bank", "bank_opponent"), index=1, spared=True),
    Part("outline", _drawn_in("outline"), reads=("nudge", "start_at")),
    Part(
        "labels",
        _drawn_in("labels"),
        made_of=BOXES,
        shows="cards",
        usual=LABEL_STOCK,
        trained=LABEL_STOCK,
        reads=("nudge", "start_at"),
        shares="sparing",
    ),
    Part("calibration", _drawn_in("calibration"), reads=("duplex", "back_offset")),
    Part(
        "cards",
        _drawn_in("cards"),
        made_of=CARDS,
        shows="cards",
        usual=CARD_STOCK,
        trained=CARD_STOCK,
        reads=("duplex", "back_offset"),
    ),
    Part("deck", _drawn_in("deck"), made_of=CARDS),
    Part("finder", _drawn_in("finder"), shows="boards", usual=_ANY, shares="as-is"),
    Part("route", _drawn_in("route"), shows="route"),
    Part("always", _always, shows="always", usual=_ANY, shares="smaller"),
    Part("board", _drawn_in("board"), usual=_ANY, shares="smaller"),
    Part(
        "beads", _drawn_in("beads"), made_of=BOXES, usual=LABEL_STOCK, reads=("bank", "bank_opponent"), shares="smaller"
    ),
    Part("operator", _drawn_in("operator"), usual=_ANY, shares="as-is"),
    Part("log", _drawn_in("log"), usual=_ANY, spared=True),
    Part("log-marks", _drawn_in("log_marks")),
    Part("count-marks", _drawn_in("count_marks")),
    Part("curve", _drawn_in("curve"), usual=_ANY, bands=True, spared=True),
    Part("story", _drawn_in("story"), reads=("story",), needs=("story",)),
    Part("boxes", _drawn_in("boxes"), made_of=BOXES, shows="cards", reads=("box", "paper", "clearance")),
    Part("spinner", _drawn_in("spinner"), shares="as-is"),
    Part("tactile", _drawn_in("tactile"), made_of=BOXES, reads=("braille", "eye"), shares="as-is"),
    Part("map", _drawn_in("map"), reads=("box",)),
    Part("poster", _drawn_in("poster"), shows="walls", trained=_ANY, reads=("poster", "tiled", "bead")),
    Part("sweets", _drawn_in("sweets"), shows="walls", reads=("sweets", "bead")),
    Part("zero", _drawn_in("strike_out"), shows="walls"),
    Part("class-set", _drawn_in("class_set")),
    Part("demo", _drawn_in("demo"), reads=("demo", "show")),
    Part("guide", _drawn_in("guide"), forecasts=True, reads=("guide",)),
    Part("worksheet", _drawn_in("worksheet")),
    Part("errata", _drawn_in("errata"), shares="as-is"),
    Part("museum", _drawn_in("museum"), shares="as-is"),
    Part("panel", _drawn_in("panel"), reads=("tiled",)),
    Part("report", _drawn_in("report"), past=True, ranked=True, trained=_ANY, shares="as-is"),
    Part("reset", _drawn_in("reset"), made_of=BOXES, past=True, trained=LABEL_STOCK, shares="as-is"),
    Part("certificate", _drawn_in("certificate")),
)
#: The parts by name, in the order of use.
PARTS = {part.name: part for part in _ALL}


def usual_parts(kind: str, *, economy: bool = False, trained: bool = False) -> tuple[str, ...]:
    """Return the names of the parts to print when none are named.

    Args:
        kind: of stock: ``label``, ``card``, ``any``.
        economy: True to leave out what a class can do without.
        trained: True for a machine that a class has trained.

    >>> usual_parts("card")
    ('cover', 'cards', 'finder', 'always', 'board', 'operator', 'log', 'curve')
    >>> usual_parts("card", economy=True)
    ('cards', 'finder', 'always', 'board', 'operator')
    >>> usual_parts("label", trained=True)
    ('labels', 'poster', 'report', 'reset')
    """
    if trained:
        return tuple(part.name for part in PARTS.values() if kind in part.trained)
    return tuple(part.name for part in PARTS.values() if kind in part.usual and not (economy and part.spared))


def made_of(kind: str, names: Sequence[str]) -> str:
    """Return what the printed machine is made of: what the named parts are pieces of, or else the kind of stock.

    >>> made_of("label", ("finder", "labels")), made_of("card", ("finder",)), made_of("label", ("cards", "operator"))
    ('boxes', 'cards', 'cards')
    """
    materials = {PARTS[name].made_of for name in names} - {""}
    if len(materials) == 1:
        return materials.pop()
    return CARDS if kind in CARD_STOCK else BOXES


def load_part(name: str) -> Part:
    """Return a part by its name, or raise UnknownNameError."""
    if name not in PARTS:
        raise UnknownNameError("part", name, PARTS)
    return PARTS[name]


def in_order(names: Sequence[str]) -> tuple[str, ...]:
    """Return the named parts once each, in the order of use, or raise UnknownNameError.

    >>> in_order(["beads", "cover", "beads"])
    ('cover', 'beads')
    """
    wanted = {load_part(name).name for name in names}
    return tuple(name for name in PARTS if name in wanted)
