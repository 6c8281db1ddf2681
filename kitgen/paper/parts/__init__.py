"""The printed parts, and what each declares.

A new part is a line here, a file with its texts, and a file of its name with a function ``sheets``, which returns its
pages, drawn inside the content area, without the frame: scenes, or sheets where more than the title is to be said.
Parts with one idea share a file, with a function of its name for each part that joins it. A file is loaded when its
part is drawn, so that listing the parts or printing a few does not wait for the others.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any, Literal

from kitgen.errors import UnknownNameError, quoted
from kitgen.kit.job_json import Shows
from kitgen.paper.document import Sheet
from kitgen.paper.job import PART_OPTIONS, Job, Lesson
from kitgen.paper.style import Reader
from kitgen.paper.texts import BOXES, CARDS

#: The kinds of stock with which a part is printed by default: labels are for boxes, cards replace boxes.
LABEL_STOCK, CARD_STOCK = ("label", "any"), ("card",)
_ANY = (*LABEL_STOCK, *CARD_STOCK)


@dataclass(frozen=True, slots=True)
class Part:
    """A printed part; its words are in ``templates/texts``.

    Its pages share a sheet with others not at all, as they are, drawn smaller, or only to save sheets.
    """

    name: str  # as typed after ``--parts``; ``parts.NAME`` is the key of its description
    reader: Reader  # who it is for: its heading has this reader's icon and colour
    shows: Shows = "nothing"
    usual: tuple[str, ...] = ()  # the kinds of stock with which it is printed by default
    trained: tuple[str, ...] = ()  # the same for a machine that a class has trained: its other sheets are printed
    made_of: str = ""  # which machine it is a piece of, ``boxes`` or ``cards``; empty if it serves both
    bands: bool = False  # whether it shows where learning curves run, which a job must bring
    forecasts: bool = False  # whether it says what a class can expect, which a job must bring
    past: bool = False  # whether it shows the state of a machine, which a job must bring
    ranked: bool = False  # whether it also compares this with other machines and shows expectations
    reads: tuple[str, ...] = ()  # the keys of the options that set it
    needs: tuple[str, ...] = ()  # the keys of required options
    shares: Literal["", "as-is", "smaller", "sparing"] = ""  # how its pages share a sheet
    spared: bool = False  # whether a print of the fewest sheets omits it
    cut: bool = False  # whether something is cut out of its sheets to measure: these have a ruler
    file: str = ""  # the file of another part that has a function of its name; empty for a file of its own
    index: int = 0  # the pages of a part that lists the pages of the others and is drawn last
    when: str = ""  # the function of its file that says whether a print run has a use for it; empty if every one has
    titles: tuple[str, ...] = ()  # the keys of the titles of further sheets in it, as texts name them

    @property
    def settings(self) -> tuple[str, ...]:
        """The keys of all options that it reads."""
        return (*self.reads, "economy") if self.shares else self.reads

    def _function(self, name: str) -> Callable[[Job], Any]:
        """Return a function of the part's file."""
        module = import_module(f"{__name__}.{self.file or self.name.replace('-', '_')}")
        function: Callable[[Job], Any] = getattr(module, name)
        return function

    def applies(self, job: Job) -> bool:
        """Return whether a print run has a use for the part."""
        return not self.when or bool(self._function(self.when)(job))

    def sheets(self, job: Job) -> list[Sheet]:
        """Return the part's pages for a print run, each with ``shows``; none if it has no use for the part."""
        if not self.applies(job):
            return []
        texts = job.texts.speaking_of(self.made_of) if self.made_of else job.texts
        printed = job.texts.printed
        if printed is None:
            printed = printed_sheets(replace(job, parts=job.parts or (self.name,)))
        texts = texts.in_print(printed)
        job = replace(job, texts=texts, reader=self.reader)
        sheets = []
        draw = self._function(self.name.replace("-", "_") if self.file else "sheets")
        for page in draw(job):
            title = texts.title_key(self.name) or self.name
            sheet = page if isinstance(page, Sheet) else Sheet(page, self.name, texts(title))
            shows = sheet.shows if sheet.tile else self.shows
            foot = "line" if sheet.foot == "ruler" and not self.cut else sheet.foot
            sheets.append(replace(sheet, shows=shows, foot=foot))
        return [replace(sheet, names=tuple(sorted(texts.named))) for sheet in sheets]


_ALL = (
    Part(
        "cover", "maker", usual=_ANY, index=1, spared=True,
        reads=("beads_bank", "beads_bank_opponent", "cover_address"),
    ),
    Part("lesson", "teacher", index=1, reads=("lesson_name",), needs=("lesson_name",), when="is_named"),
    Part("strong", "pupil", cut=True, file="lesson", shares="as-is", when="can_leave"),
    Part("outline", "maker", file="labels", cut=True, reads=("labels_nudge", "labels_start_at")),
    Part(
        "labels", "maker", cut=True, made_of=BOXES, shows="cards", usual=LABEL_STOCK, trained=LABEL_STOCK,
        reads=("labels_nudge", "labels_start_at"), shares="sparing",
    ),
    Part(
        "boxes", "maker", cut=True, made_of=BOXES, shows="cards",
        reads=("boxes_size", "boxes_paper", "boxes_clearance"),
    ),
    Part("calibration", "maker", file="cards", cut=True, reads=("cards_duplex", "cards_back_offset")),
    Part(
        "cards", "maker", cut=True, made_of=CARDS, shows="cards", usual=CARD_STOCK, trained=CARD_STOCK,
        reads=("cards_duplex", "cards_back_offset"), titles=("dice", "cards.how"),
    ),
    Part("deck", "operator", file="cards", cut=True, made_of=CARDS),
    Part("finder", "operator", shows="boards", usual=_ANY, shares="as-is", when="leads_to_boxes"),
    Part("route", "operator", shows="route", when="leads_on"),
    Part("always", "operator", file="finder", shows="always", usual=_ANY, shares="smaller", when="plays_alone"),
    Part("board", "maker", cut=True, usual=_ANY, shares="smaller", reads=("board_pieces",)),
    Part(
        "beads", "maker", made_of=BOXES, usual=LABEL_STOCK, shares="smaller",
        reads=("beads_bank", "beads_bank_opponent"),
    ),
    Part(
        "chips", "maker", cut=True, made_of=BOXES, shares="as-is", reads=("beads_bank", "beads_bank_opponent"),
    ),
    Part("operator", "operator", usual=_ANY, shares="as-is"),
    Part("log", "operator", usual=_ANY, spared=True),
    Part("log-marks", "operator"),
    Part("count-marks", "operator", file="log_marks"),
    Part("curve", "pupil", file="report", usual=_ANY, bands=True, spared=True),
    Part("story", "pupil", reads=("story_game",), needs=("story_game",), when="is_named"),
    Part("spinner", "operator", cut=True, shares="as-is", when="has_choices", titles=("spinner.dice",)),
    Part("tactile", "maker", made_of=BOXES, reads=("tactile_braille", "tactile_eye"), shares="as-is"),
    Part("map", "maker", cut=True, reads=("boxes_size",)),
    Part(
        "poster", "maker", cut=True, shows="walls", trained=_ANY,
        reads=("poster_size", "poster_tiled", "poster_bead"),
    ),
    Part("sweets", "pupil", cut=True, shows="walls", reads=("sweets_size", "poster_bead")),
    Part("zero", "pupil", shows="walls"),
    Part("class-set", "teacher", file="board", cut=True, reads=("board_pieces",)),
    Part("demo", "teacher", file="labels", cut=True, reads=("demo_size", "demo_show")),
    Part("guide", "teacher", forecasts=True, reads=("guide_name",)),
    Part("worksheet", "pupil"),
    Part("errata", "pupil", shares="as-is"),
    Part("museum", "museum", shares="as-is"),
    Part("panel", "museum", reads=("poster_tiled",)),
    Part("report", "pupil", past=True, ranked=True, trained=_ANY, shares="as-is", when="has_past"),
    Part(
        "reset", "operator", file="report", made_of=BOXES, past=True, trained=LABEL_STOCK, shares="as-is",
        when="has_past",
    ),
    Part("certificate", "pupil"),
)  # fmt: skip
#: The parts by name, in the order of use.
PARTS = {part.name: part for part in _ALL}


def printed_sheets(job: Job) -> dict[str, str]:
    """Return the sheets of a print run by the names that texts have for them, each with its kind of machine."""
    sheets: dict[str, str] = {}
    for name in job.parts:
        part = PARTS[name]
        if part.applies(job):
            kind = part.made_of or job.texts.made_of
            sheets |= dict.fromkeys((name, *part.titles), kind)
    return sheets


#: The machines that a print may have, the first of which a first lesson takes, and the other parts that it needs.
LESSON_NEEDS = {
    "boxes": ("always", "board", "operator", "log"),
    "labels": ("always", "board", "operator", "log"),
    "cards": ("always", "board", "operator", "log"),
    "sweets": ("always", "board", "log"),
    "zero": ("always", "log"),
}
#: Printed parts that a first lesson with boxes or cards uses, too.
LESSON_USES = ("finder", "beads")
#: Printed parts that serve instead of another.
INSTEAD = {"log": "log-marks", "board": "class-set"}


def first_lesson(job: Job) -> Lesson:
    """Return what a first lesson needs of a print run, in the order of use, and what it lacks."""
    machines = [name for name in LESSON_NEEDS if PARTS[name].made_of in ("", job.texts.made_of)]
    machine = next((name for name in machines if name in job.parts), None)
    wanted = [machine or ("cards" if job.texts.made_of == CARDS else "labels")]
    wanted += [name for name in LESSON_NEEDS[wanted[0]] if PARTS[name].applies(job)]
    if machine == "zero" and {"operator", "board"} <= set(job.parts):
        wanted += ("operator", "board")  # then the sheet says less itself
    needed, lacking = [], []
    for name in wanted:
        other = INSTEAD.get(name, "")
        if name in job.parts:
            needed.append(name)
        elif other in job.parts:
            needed.append(other)
        else:
            lacking.append(name)
    if machine in ("boxes", "labels", "cards"):
        needed += [name for name in LESSON_USES if name in job.parts]
    return Lesson(
        tuple(name for name in job.parts if name in needed),
        tuple(name for name in PARTS if name in lacking),
    )


def usual_parts(kind: str, *, economy: bool = False, trained: bool = False) -> tuple[str, ...]:
    """Return the names of the parts to print with a kind of stock, ``label``, ``card`` or ``any``, when none are named.

    ``economy`` leaves out what a class can do without; ``trained`` is for a machine that a class has trained.

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


def unknown_names(parts: Iterable[str], options: Iterable[str]) -> Iterator[str]:
    """Yield the parts and options in a file that this kitgen does not have."""
    known = {option.file_key for option in PART_OPTIONS}
    yield from (f"part {quoted(name)}" for name in parts if name not in PARTS)
    yield from (f"option {quoted(name)}" for name in options if name not in known)
