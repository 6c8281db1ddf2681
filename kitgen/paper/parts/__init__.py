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
    Part(
        "cover",
        "maker",
        _drawn_in("cover"),
        usual=_ANY,
        reads=("bank", "bank_opponent", "address"),
        index=1,
        spared=True,
    ),
    Part("outline", "maker", _drawn_in("outline"), cut=True, reads=("nudge", "start_at")),
    Part(
        "labels",
        "maker",
        _drawn_in("labels"),
        cut=True,
        made_of=BOXES,
        shows="cards",
        usual=LABEL_STOCK,
        trained=LABEL_STOCK,
        reads=("nudge", "start_at"),
        shares="sparing",
    ),
    Part("calibration", "maker", _drawn_in("calibration"), cut=True, reads=("duplex", "back_offset")),
    Part(
        "cards",
        "maker",
        _drawn_in("cards"),
        cut=True,
        made_of=CARDS,
        shows="cards",
        usual=CARD_STOCK,
        trained=CARD_STOCK,
        reads=("duplex", "back_offset"),
    ),
    Part("deck", "operator", _drawn_in("deck"), cut=True, made_of=CARDS),
    Part("finder", "operator", _drawn_in("finder"), shows="boards", usual=_ANY, shares="as-is"),
    Part("route", "operator", _drawn_in("route"), shows="route"),
    Part("always", "operator", _always, shows="always", usual=_ANY, shares="smaller"),
    Part("board", "maker", _drawn_in("board"), cut=True, usual=_ANY, shares="smaller"),
    Part(
        "beads",
        "maker",
        _drawn_in("beads"),
        made_of=BOXES,
        usual=LABEL_STOCK,
        reads=("bank", "bank_opponent"),
        shares="smaller",
    ),
    Part("operator", "operator", _drawn_in("operator"), usual=_ANY, shares="as-is"),
    Part("log", "operator", _drawn_in("log"), usual=_ANY, spared=True),
    Part("log-marks", "operator", _drawn_in("log_marks")),
    Part("count-marks", "operator", _drawn_in("count_marks")),
    Part("curve", "pupil", _drawn_in("curve"), usual=_ANY, bands=True, spared=True),
    Part("story", "pupil", _drawn_in("story"), reads=("story",), needs=("story",)),
    Part(
        "boxes",
        "maker",
        _drawn_in("boxes"),
        cut=True,
        made_of=BOXES,
        shows="cards",
        reads=("box", "paper", "clearance"),
    ),
    Part("spinner", "operator", _drawn_in("spinner"), cut=True, shares="as-is"),
    Part("tactile", "maker", _drawn_in("tactile"), made_of=BOXES, reads=("braille", "eye"), shares="as-is"),
    Part("map", "maker", _drawn_in("map"), cut=True, reads=("box",)),
    Part(
        "poster", "maker", _drawn_in("poster"), cut=True, shows="walls", trained=_ANY, reads=("poster", "tiled", "bead")
    ),
    Part("sweets", "pupil", _drawn_in("sweets"), cut=True, shows="walls", reads=("sweets", "bead")),
    Part("zero", "pupil", _drawn_in("zero"), shows="walls"),
    Part("class-set", "teacher", _drawn_in("class_set"), cut=True),
    Part("demo", "teacher", _drawn_in("demo"), cut=True, reads=("demo", "show")),
    Part("guide", "teacher", _drawn_in("guide"), forecasts=True, reads=("guide",)),
    Part("worksheet", "pupil", _drawn_in("worksheet")),
    Part("errata", "pupil", _drawn_in("errata"), shares="as-is"),
    Part("museum", "museum", _drawn_in("museum"), shares="as-is"),
    Part("panel", "museum", _drawn_in("panel"), reads=("tiled",)),
    Part("report", "pupil", _drawn_in("report"), past=True, ranked=True, trained=_ANY, shares="as-is"),
    Part("reset", "operator", _drawn_in("reset"), made_of=BOXES, past=True, trained=LABEL_STOCK, shares="as-is"),
    Part("certificate", "pupil", _drawn_in("certificate")),
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
