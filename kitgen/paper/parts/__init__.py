"""The printed parts, and how their pages are made.

What a part declares is in ``paper/declared.py``. A file here, of the part's name, has a function
``sheets``, which returns its pages, drawn inside the content area, without the frame: scenes, or
sheets where more than the title is to be said. Parts with one idea share a file, with a function of
its name for each part that joins it. A file is loaded when its part is drawn, so that listing the
parts or printing a few does not wait for the others.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass, replace
from functools import cache
from importlib import import_module

from kitgen.errors import UnknownNameError, UsageError, quoted
from kitgen.kit.choices import Offered
from kitgen.kit.kit import Kit
from kitgen.paper.declared import (
    CARD_STOCK,
    CHIP_STOCK,
    DECLARED,
    MACHINES_OF_PICTURES,
    PART_OPTIONS,
    Declared,
)
from kitgen.paper.document import Sheet
from kitgen.paper.job import Job, Lesson, unusual_options, written_options
from kitgen.paper.marks.scene import Scene
from kitgen.reading.templates import Templates, plain_word
from kitgen.reading.texts import (
    BOXES,
    CARDS,
    CARTONS,
    CHIPS,
    CUPS,
    DRAWERS,
    LIKE_BOXES,
    PICTURES,
    PROGRAM,
    texts_in,
)


@dataclass(frozen=True, slots=True)
class Part(Declared):
    """A printed part with its pages."""

    def applies(self, job: Job) -> bool:
        """Return whether a print run has a use for the part."""
        if job.texts.made_of == PROGRAM and not self.of_program:
            return False
        if not self.when:
            return True
        has_use = self.function(self.when)
        return bool(has_use(job))

    def speaks_of(self, job: Job) -> str:
        """Return the kind of machine of which its sheets speak: what is for boxes is for cups
        and drawers, too.
        """
        kind = job.texts.made_of
        if self.made_of == BOXES and kind in LIKE_BOXES:
            return kind
        return self.made_of or kind

    def sheets(self, job: Job) -> list[Sheet]:
        """Return the part's pages for a print run; none if it has no use for the part."""
        if not self.applies(job):
            return []
        printed = job.texts.printed
        if printed is None:
            printed = printed_sheets(replace(job, parts=job.parts or (self.name,)))
        texts = job.texts.speaking_of(self.speaks_of(job)).in_print(printed)
        title = texts.title_key(self.name) or self.name
        sheets = []
        for page in self._draw(replace(job, texts=texts, reader=self.reader)):
            sheet = page if isinstance(page, Sheet) else Sheet(page, self.name, texts(title))
            shows = sheet.shows if sheet.tile else self.shows
            foot = sheet.foot
            if foot == "ruler" and not self.cut:  # only what is cut has to fit something
                foot = "line"
            sheets.append(replace(sheet, shows=shows, foot=foot))
        # All names are known only when all pages are drawn.
        names = tuple(sorted(texts.named))
        return [replace(sheet, names=names) for sheet in sheets]

    def _draw(self, job: Job) -> Iterable[Scene | Sheet]:
        """Return what the function of the part draws."""
        name = self.name.replace("-", "_") if self.file else "sheets"
        draw: Callable[[Job], Iterable[Scene | Sheet]] = self.function(name)
        return draw(job)


#: The part with boxes to fold, which are boxes whatever the stock is for.
FOLDED_BOXES = "boxes"
#: The kind of machine for each kind of stock that serves as boxes.
LIKE_BOXES_BY_STOCK = {"cup": CUPS, "carton": CARTONS, "drawer": DRAWERS, "chip": CHIPS}

#: The most parts that are named for a word of their titles.
MAX_MEANT = 2
#: A word of a title.
_WORD = re.compile(r"[\w'’-]+")
#: Behind the name of a part in the name of its sheets that are cut into tiles.
TILES_SUFFIX = "-tiles"
#: The parts by name, in the order of use.
PARTS = {declared.name: Part(*astuple(declared)) for declared in DECLARED}


def part_of(sheets: str) -> Part:
    """Return the part that sheets of a name are of: the tiles of a poster have a name of their own.

    >>> part_of("poster-tiles").name, part_of("labels").name
    ('poster', 'labels')
    """
    return PARTS[sheets.removesuffix(TILES_SUFFIX)]


def printed_sheets(job: Job) -> dict[str, str]:
    """Return the sheets of a print run by the names that texts have for them, each with its kind
    of machine.
    """
    sheets: dict[str, str] = {}
    for name in job.parts:
        part = PARTS[name]
        if part.applies(job):
            sheets |= dict.fromkeys((name, *part.titles), part.speaks_of(job))
    return sheets


def first_lesson(job: Job) -> Lesson:
    """Return what a first lesson needs of a print run, in the order of use, and what it lacks;
    nothing for a machine that a program keeps.
    """
    if job.texts.made_of == PROGRAM:
        return Lesson((), ())
    machine = _lesson_machine(job)
    needed: set[str] = set()
    lacking: set[str] = set()
    for name in _wanted(job, machine):
        others = [other for other in job.parts if PARTS[other].instead_of == name]
        if name in job.parts:
            needed.add(name)
        elif others:
            needed.update(others)
        else:
            lacking.add(name)
    if machine.name in job.parts:
        needed.update(machine.lesson_uses)
    return Lesson(
        tuple(name for name in job.parts if name in needed),
        tuple(name for name in PARTS if name in lacking),
    )


def _wanted(job: Job, machine: Part) -> list[str]:
    """Return the names of the parts that a first lesson with a machine wants."""
    wanted = [machine.name]
    wanted += [name for name in machine.lesson_needs if PARTS[name].applies(job)]
    if machine.name == "zero" and {"operator", "board"} <= set(job.parts):
        wanted += ("operator", "board")  # the sheet leaves to them what they say
    if machine.made_of == BOXES and job.stock.kind in CHIP_STOCK:
        wanted.append("chips")  # nobody buys beads for it
    return wanted


def _lesson_machine(job: Job) -> Part:
    """Return the machine that a first lesson takes: the first in a print run, or else its usual
    one.
    """
    machines = [
        part
        for part in PARTS.values()
        if part.lesson_needs and part.speaks_of(job) == job.texts.made_of
    ]
    printed = [part for part in machines if part.name in job.parts]
    replaced = {part.instead_of for part in printed}
    for part in printed:
        if part.name not in replaced:
            return part
    return next(part for part in machines if part.usual)


def usual_parts(
    kind: str, *, economy: bool = False, trained: bool = False, groups: int = 0
) -> tuple[str, ...]:
    """Return the names of the parts to print with a kind of stock, such as ``label`` or ``card``,
    when none are named.

    ``economy`` leaves out what a class can do without; ``trained`` is for a machine that a class
    has trained. Several ``groups`` have a list for all of them instead of the cover, which is about
    one machine.

    >>> usual_parts("card")
    ('cover', 'cards', 'finder', 'always', 'board', 'operator', 'log', 'curve')
    >>> usual_parts("card", economy=True)
    ('cards', 'finder', 'always', 'board', 'operator')
    >>> usual_parts("label", trained=True)
    ('labels', 'poster', 'report', 'reset')
    """
    if trained:
        return tuple(part.name for part in PARTS.values() if kind in part.trained)
    parts = [part for part in PARTS.values() if kind in part.usual]
    if economy:
        parts = [part for part in parts if not part.spared]
    names = [part.name for part in parts]
    if groups:
        for_one_machine = [name for name in names if name != "cover"]
        return in_order(["groups", "class-board", *for_one_machine])
    return tuple(names)


def made_of(kind: str, names: Sequence[str]) -> str:
    """Return what the printed machine is made of: what the named parts are pieces of, or else, and
    where they are of several machines, the kind of stock.

    >>> (
    ...     made_of("label", ("finder", "labels")),
    ...     made_of("card", ("finder",)),
    ...     made_of("label", ("cards", "operator")),
    ... )
    ('boxes', 'cards', 'cards')
    >>> (
    ...     made_of("cup", ("labels", "chips")),
    ...     made_of("cup", ("boxes", "chips")),
    ...     made_of("label", ("one-sheet", "log")),
    ... )
    ('cups', 'boxes', 'pictures')
    """
    materials = {PARTS[name].made_of for name in names} - {""}
    if not materials and not MACHINES_OF_PICTURES.isdisjoint(names):
        return PICTURES
    material = CARDS if kind in CARD_STOCK else BOXES
    if len(materials) == 1:
        material = materials.pop()
    if material == BOXES and FOLDED_BOXES not in names:
        return LIKE_BOXES_BY_STOCK.get(kind, BOXES)
    return material


def kind_of_machine(kit: Kit, kind: str, names: Sequence[str]) -> str:
    """Return what the printed machine of a kit is made of; a rule without beads needs a program.

    >>> from kitgen.kit.build import build_kit
    >>> from kitgen.kit.editions import Wish
    >>> kind_of_machine(build_kit("her", Wish(rule="tris")), "label", ("cover", "board"))
    'program'
    """
    if kit.rule.learns != "beads":
        return PROGRAM
    return made_of(kind, names)


def check_program(kit: Kit, names: Iterable[str], *, other: str = "") -> None:
    """Refuse parts, or an ``other`` wish, that need boxes, for a machine that a program keeps."""
    if kit.rule.learns == "beads":
        return
    unfit = [f"part {name}" for name in names if not PARTS[name].of_program]
    if other:
        unfit.append(other)
    if unfit:
        usable = ", ".join(name for name in PARTS if PARTS[name].of_program)
        raise UsageError(
            f"the rule of {kit.name} keeps numbers in a program, no beads in boxes: no "
            f"{' and no '.join(unfit)}; what can be printed: {usable}"
        )


def load_part(name: str) -> Part:
    """Return a part by its name, or raise UnknownNameError."""
    if name not in PARTS:
        raise UnknownNameError("part", name, PARTS, meant=_parts_called(name)[:MAX_MEANT])
    return PARTS[name]


def _parts_called(word: str) -> list[str]:
    """Return the parts whose titles are a word in some language, or else begin with it, or else
    have it.

    >>> _parts_called("etichette"), _parts_called("Lernkurve")
    (['labels', 'demo'], ['curve'])
    """
    wanted = plain_word(word)
    whole = []
    first = []
    within = []
    for name, title in _titles():
        words = [plain_word(part) for part in _WORD.findall(title)]
        if wanted == plain_word(title):
            whole.append(name)
        elif wanted == words[0]:
            first.append(name)
        elif wanted in words:
            within.append(name)
    return list(dict.fromkeys(whole or first or within))


@cache
def _titles() -> tuple[tuple[str, str], ...]:
    """Return the names of the parts, each with its titles in all languages."""
    titles = []
    for language in Templates().languages():
        texts = texts_in(language)
        for name in PARTS:
            title_key = texts.title_key(name)
            if title_key is not None:
                titles.append((name, texts(title_key)))
    return tuple(titles)


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


def check_settings(job: Job) -> None:
    """Refuse an option with an impossible value, one that no printed part reads, and a required
    one that is missing.
    """
    unusual = unusual_options(written_options(job.options))
    given = [option for option in PART_OPTIONS if option.file_key in unusual]
    for option in PART_OPTIONS:
        if option not in given:
            _check_not_needed(job, option)
    for option in given:
        _check_value(job, option)
    read_by_others: set[str] = set()
    for option in given:
        read_by_others.update(option.offer.reads)
    for option in given:
        if option.key not in read_by_others:
            _check_is_read(job, option)


def _check_not_needed(job: Job, option: Offered) -> None:
    """Refuse to print a part without an option that it needs."""
    for name in job.parts:
        if option.key in PARTS[name].needs:
            raise UsageError(f"part {name} needs {option.typed}={option.values}")


def _check_is_read(job: Job, option: Offered) -> None:
    """Refuse an option that only parts read which are not printed."""
    readers = [part.name for part in PARTS.values() if option.key in part.settings]
    if readers and set(readers).isdisjoint(job.parts):
        raise UsageError(
            f"{option.typed} changes nothing printed here; it needs --parts {' or '.join(readers)}"
        )


def _check_value(job: Job, option: Offered) -> None:
    """Refuse a value that a print run cannot have; for options that declare no check their type
    is enough.
    """
    if option.offer.check:
        check_of(option)(job)


def check_of(option: Offered) -> Callable[[Job], object]:
    """Return the check that an option declares: a function of a module, or what a guest offers."""
    module, colon, function = option.offer.check.partition(":")
    if colon:
        check: Callable[[Job], object] = getattr(import_module(module), function)
    else:
        from kitgen.guests import ask_guest  # noqa: PLC0415 - few prints need a guest

        check = ask_guest(option.offer.check, option.typed)
    return check
