"""Draws the parts of a print run and joins their sheets into a document."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import count

from msgspec import structs

from kitgen.errors import KitgenError, TemplateError, UsageError
from kitgen.kit.job_json import JobPart
from kitgen.paper.document import Document, Foot, Sheet, parts_of
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import add_frame, content_area, extent
from kitgen.paper.layout.imposition import on_own_sheets
from kitgen.paper.marks.scene import Place, Scene, Text
from kitgen.paper.parts import Part, first_lesson, in_order, load_part, printed_sheets
from kitgen.paper.style import SPACE, NoLetterError, shift_left, text_width
from kitgen.papers import Page

#: Margin at the sides of a page that no text may reach into, and the tolerance, in mm.
EDGE, TOLERANCE = 5.0, 0.01
#: Texts of fewer letters are not measured: ids and figures.
SHORT = 12
#: The most pages that a part may begin on low paper, on which it might never end.
MOST_TRIED = 30


def run_parts(
    job: Job, parts: Sequence[str], report: Callable[[str, int, int], object] | None = None
) -> Document:
    """Return the document of a print run, its parts in the order of use, its sheets framed and
    numbered.

    ``report`` gets the part that is being drawn, how many are done, and how many there are.

    Raises:
        UsageError: none of the parts has a page for this kit, or a name is unknown.
        TemplateError: a text is too long for its place, or has a letter that cannot be printed.
        KitgenError: something cannot be drawn, such as a label that is too small.
    """
    names = in_order(parts)
    if job.options.lesson_name:
        names = _in_order_of_lesson(job, names)
    job = replace(job, parts=names)
    job = replace(job, texts=job.texts.in_print(printed_sheets(job)))
    sheets = _sheets(
        job, [load_part(name) for name in names], report or (lambda _part, _done, _total: None)
    )
    if not sheets:
        raise UsageError(
            f"{' and '.join(names)} has no page in kit {job.kit.name!r}; choose other parts"
        )
    for number, sheet in enumerate(sheets, 1):
        add_frame(job, sheet, number, len(sheets))
        if not sheet.tile and sheet.group <= 1:  # the sheets of other groups are alike
            _check_room(job, sheet, number)
    if job.options.printer:
        from kitgen.paper.printer import corrected  # noqa: PLC0415 - few prints are corrected

        sheets = corrected(job, sheets)
    return Document(
        title=job.title,
        author=job.texts("sheet.author"),
        subject=job.texts("sheet.subject", game=job.kit.game.called, hash=job.kit.short_hash),
        language=job.texts.language,
        sheets=tuple(sheets),
    )


def _in_order_of_lesson(job: Job, names: Sequence[str]) -> tuple[str, ...]:
    """Return the names of parts in the order of a lesson's file.

    What somebody prints besides is for the teacher; only lists of contents come before the plan.
    """
    from kitgen.paper.lesson_file import lesson_of  # noqa: PLC0415 - few prints are for a lesson

    file = lesson_of(job)
    others = [name for name in names if name not in file.parts]
    lists = [name for name in others if load_part(name).index]
    besides = [name for name in others if name not in lists]
    whole = [*lists, *file.teacher, *besides, *file.groups, *file.children]
    return tuple(name for name in whole if name in names)


def part_names(document: Document) -> tuple[str, ...]:
    """Return the names of the parts of a document, each once, in the order of their pages."""
    return tuple(dict.fromkeys(part.name for part in document.parts))


def _sheets(
    job: Job, parts: Sequence[Part], report: Callable[[str, int, int], object]
) -> list[Sheet]:
    """Return the sheets of all parts; short ones share a sheet, and lists of contents are drawn
    last.
    """
    parts = [part for part in parts if part.applies(job) or not part.index]
    lists = {part.name: part for part in parts if part.index}
    finished = count()

    def drawing(name: str) -> None:
        report(name, next(finished), len(parts))

    if job.options.groups:
        from kitgen.paper.layout.group_signs import for_group  # noqa: PLC0415 - few prints are for groups

        mine = [part for part in parts if receiver_of(job, part) == "groups" and not part.index]
        sheets = _shared(job, [part for part in parts if part not in mine], drawing)
        own = _shared(job, mine, drawing)
        for group in range(1, job.options.groups + 1):
            sheets += [for_group(sheet, group, job.page) for sheet in own]
    else:
        sheets = _shared(job, parts, drawing)
    _sort_by_paper(sheets, job.page)
    others = [
        part
        for part in parts_of(sheets)
        if part.name not in lists and sheets[part.first - 1].group <= 1
    ]
    contents = tuple(
        (_without_group(part, sheets[part.first - 1].group), sheets[part.first - 1].stock)
        for part in others
    )
    job = replace(job, contents=contents, lesson=first_lesson(job))
    if job.options.groups:
        pages = [
            tuple(number for number, sheet in enumerate(sheets, 1) if sheet.group == group)
            for group in range(1, job.options.groups + 1)
        ]
        job = replace(job, group_pages=tuple(pages), sheet_count=len(sheets))
    for part in lists.values():
        drawing(part.name)
        first = next(number for number, sheet in enumerate(sheets) if sheet.part == part.name)
        sheets[first : first + part.index] = _drawn(job, part)
    return sheets


def _without_group(part: JobPart, group: int) -> JobPart:
    """Return a part with its title alone: lists speak of all groups."""
    if not group:
        return part
    return structs.replace(part, title=part.title.removesuffix(f" · {group}"))


def receiver_of(job: Job, part: Part) -> str:
    """Return who gets the sheets of a part in a class of several groups: as a lesson says, or as
    the part declares.
    """
    if job.options.lesson_name:
        from kitgen.paper.lesson_file import lesson_of  # noqa: PLC0415 - few prints are for a lesson

        file = lesson_of(job)
        for receiver, names in (
            ("teacher", file.teacher),
            ("groups", file.groups),
            ("children", file.children),
        ):
            if part.name in names:
                return receiver
    return part.for_groups


def _shared(job: Job, parts: Sequence[Part], drawing: Callable[[str], object]) -> list[Sheet]:
    """Return the sheets of some parts, of which short ones share a sheet, with empty pages for
    lists of contents.
    """
    economy = job.options.economy
    sharing = Sharing(job.page, fewest=economy)
    for part in parts:
        if part.index:
            blank = Sheet(Scene(job.page.width, job.page.height), part.name, part.name)
            sharing.add([blank] * part.index, shares=False)
            continue
        drawing(part.name)
        shares = part.shares != "" and (economy or part.shares != "sparing")
        smaller = partial(_lower, job, part) if economy or part.shares == "smaller" else None
        sharing.add(_drawn(job, part), shares=shares, smaller=smaller)
    sheets = sharing.joined()
    if job.options.cards_duplex != "none":
        sheets = list(
            on_own_sheets(
                job, sheets, {part.name for part in parts if "cards_duplex" in part.reads}
            )
        )
    return sheets


def _sort_by_paper(sheets: list[Sheet], page: Page) -> None:
    """Put sheets of other sizes than the page last, so that each size has its pages in a row."""
    sizes = dict.fromkeys([(page.width, page.height), *(sheet.size for sheet in sheets)])
    order = {size: number for number, size in enumerate(sizes)}
    sheets.sort(key=lambda sheet: order[sheet.size])


def _drawn(job: Job, part: Part) -> list[Sheet]:
    """Return the sheets of a part; a letter that cannot be printed is refused with the text
    where it stands.
    """
    try:
        return part.sheets(job)
    except NoLetterError as error:
        key = job.texts.key_with(error.letter)
        if key is None:
            raise
        raise TemplateError(f"{job.texts.place_of(key)}, key {key!r}: {error}") from None


def _lower(job: Job, part: Part, page: Page) -> list[Sheet]:
    """Return the sheets of a part on lower paper; none if it does not fit there."""
    try:
        return part.sheets(replace(job, page=page, pages_left=iter(range(MOST_TRIED))))
    except (KitgenError, ZeroDivisionError, ValueError):  # not one row or column of it fits
        return []


def _check_room(job: Job, sheet: Sheet, number: int) -> None:
    """Refuse a text that runs over the edge of its page, as one of a user's own templates may."""
    right = sheet.scene.width - EDGE
    for mark in sheet.scene.marks:
        if not isinstance(mark, Text) or mark.turn or len(mark.text) < SHORT:
            continue
        start, long = (
            mark.at[0] - shift_left(mark),
            text_width(mark.text, mark.size, bold=mark.bold),
        )
        if start < EDGE - TOLERANCE or start + long > right + TOLERANCE:
            where = _origin(job, mark.text) or sheet.part
            over = max(EDGE - start, start + long - right)
            raise TemplateError(
                f"{where}: {mark.text[:40]!r}… is {over:.0f} mm too long for page "
                f"{number}; shorten it"
            )


def _origin(job: Job, line: str) -> str | None:
    title = job.title
    if line in title or title in line:  # first, because any letter of it may be a text by itself
        edition = job.kit.name in job.templates.names("editions")
        return (
            f"editions/{job.kit.name}.toml, key 'title.{job.texts.language}'"
            if edition
            else "the kit's title"
        )
    key = job.texts.key_of(line)
    return f"{job.texts.place_of(key)}, key {key!r}" if key else None


# Short pages share a sheet: below one that ends half-way down, the next one begins.
# A part is drawn for pages of its own. If its first page fits below the page before, it is moved
# there; if not, and it may be smaller, it is drawn again for a sheet as low as the remaining room.
# A print of the fewest sheets gives up the order of use: a part may go below any other, and all
# ways are tried. Parts make *chains*: each begins on the last sheet of the one before and saves a
# sheet. The room that remains depends on the whole chain; results for the same parts below the same
# height are cached.

#: The most parts to combine; more are taken in groups of so many.
COMBINED = 8

#: Part, part below it, and mm taken of the first one's last sheet: mm taken of the second one's
#: last sheet, and whether it is drawn smaller; None where it does not fit.
Fits = Callable[[int, int, float], tuple[float, bool] | None]
Chain = tuple[int, ...]


def fewest_chains(ends: list[float], fits: Fits) -> list[list[int]]:
    """Return the parts in as few chains as possible, then with as few parts drawn smaller as
    possible.

    ``ends`` are the mm that each part takes of its last sheet, in the order of use.

    >>> high = [60, 30, 40, 65]
    >>> def fits(above, below, taken):
    ...     return (taken + high[below], False) if taken + high[below] <= 100 else None
    >>> fewest_chains(high, fits)
    [[0, 2], [1, 3]]
    """

    @cache
    def best(
        parts: frozenset[int], above: int, taken: float
    ) -> tuple[int, int, Chain, tuple[Chain, ...]]:
        """Return how many chains these parts begin, how many are drawn smaller, those below
        another, and the chains.

        So many mm are ``taken`` of the last sheet of the part ``above``; -1 if there is none.
        """
        if not parts:
            return 0, 0, (), ()
        tried: list[tuple[int, int, Chain, tuple[Chain, ...]]] = []
        for part in sorted(parts):
            count, small, below, chains = best(parts - {part}, part, ends[part])
            tried.append((count + 1, small, (), ((part, *below), *chains)))
        for part in sorted(parts) if above >= 0 else ():
            if fitting := fits(above, part, taken):
                count, small, below, chains = best(parts - {part}, part, fitting[0])
                tried.append((count, small + fitting[1], (part, *below), chains))
        return min(tried, key=lambda item: item[:2])

    return sorted(map(list, best(frozenset(range(len(ends))), -1, 0.0)[-1]))


#: The foot of a sheet that two parts share is the one that says more.
_FEET: tuple[Foot, ...] = ("ruler", "line", "name", "none")
#: Nothing is drawn smaller for less room than this share of a page; lengths are equal if they
#: differ by less, in mm.
LEAST, SAME = 0.15, 1e-6

#: Draws a part for lower paper; no sheets if it does not fit.
Draw = Callable[[Page], Sequence[Sheet]]


class _Run:
    """Sheets that stay together: a part, or several of which one begins where the other ends."""

    def __init__(self, sheets: Sequence[Sheet], shares: bool, smaller: Draw | None) -> None:
        self.sheets, self.shares, self.smaller = list(sheets), shares, smaller
        self.lower: dict[
            float, Sequence[Sheet]
        ] = {}  # drawn for so many remaining mm; empty where they did not fit
        self.too_low = 0.0  # the most mm in which they did not fit


class Sharing:
    """The sheets of a document, part after part; for the ``fewest`` sheets, parts may leave the
    order of use.
    """

    def __init__(self, page: Page, *, fewest: bool = False) -> None:
        self.page = page
        self.fewest = fewest
        self._runs: list[_Run] = []

    def joined(self) -> list[Sheet]:
        """Return the sheets of all added parts; for the fewest, they are combined now."""
        sharing = [run for run in self._runs if run.shares] if self.fewest else []
        for start in range(0, len(sharing), COMBINED):
            runs = sharing[start : start + COMBINED]
            ends = [used(run.sheets[-1], self.page) for run in runs]
            for first, *others in fewest_chains(ends, partial(self._fits, runs)):
                for number in others:
                    self._join(runs[first], self._below(runs[first], runs[number]))
                    self._runs.remove(runs[number])
        return [sheet for run in self._runs for sheet in run.sheets]

    def add(self, sheets: Sequence[Sheet], *, shares: bool, smaller: Draw | None = None) -> None:
        """Add the sheets of a part, as on pages of its own; it may share them, and be drawn
        ``smaller`` for that.
        """
        run = _Run(sheets, shares, smaller)
        if not run.sheets:
            return
        if (
            self.fewest
            or not self._runs
            or not self._join(self._runs[-1], self._below(self._runs[-1], run))
        ):
            self._runs.append(_Run([], shares, smaller))
            self._join(self._runs[-1], run.sheets)

    def _fits(
        self, runs: Sequence[_Run], above: int, below: int, taken: float
    ) -> tuple[float, bool] | None:
        """Return how much of a sheet is taken if a run lies below another, and whether it is
        drawn smaller.
        """
        sheets = self._below(runs[above], runs[below], taken)
        if not sheets:
            return None
        ends = used(sheets[-1], self.page)
        return (ends if len(sheets) > 1 else taken + SPACE.sheet + ends), sheets is not runs[
            below
        ].sheets

    def _below(self, above: _Run, run: _Run, taken: float | None = None) -> Sequence[Sheet]:
        """Return the sheets of a run that fit below another, drawn smaller if necessary; none if
        they do not fit.

        So many mm of the other's last sheet are ``taken``, by default as many as it uses now.
        """
        if not (above.shares and run.shares and _alike(above.sheets[-1], run.sheets[0])):
            return ()
        taken = used(above.sheets[-1], self.page) if taken is None else taken
        room = content_area(self.page)[3] - taken - SPACE.sheet
        if used(run.sheets[0], self.page) <= room + SAME:
            return run.sheets
        low = round(room, 3)
        if (
            run.smaller is None
            or len(run.sheets) > 1
            or room < LEAST * self.page.height
            or low <= run.too_low
        ):
            return ()
        if low not in run.lower:
            drawn = run.smaller(replace(self.page, height=self.page.height - taken - SPACE.sheet))
            run.lower[low] = (
                drawn if len(drawn) == 1 and used(drawn[0], self.page) <= room + SAME else ()
            )
            run.too_low = run.too_low if run.lower[low] else low
        return run.lower[low]

    def _join(self, run: _Run, sheets: Sequence[Sheet]) -> bool:
        """Add sheets at the end of a run, each on the one before if it fits; return whether
        there are any.
        """
        _, top, _, room = content_area(self.page)
        for sheet in sheets:
            above = run.sheets[-1] if run.shares and run.sheets else None
            if above and _alike(above, sheet):
                taken = used(above, self.page) + SPACE.sheet
                if taken + used(sheet, self.page) <= room + SAME:
                    above.scene.add(*(mark.placed(Place(0, taken)) for mark in sheet.scene.marks))
                    moved = [
                        replace(begun, top=round(max(begun.top, top) + taken, 3))
                        for begun in sheet.beginnings
                    ]
                    below = (*above.below, *moved[above.beginnings[-1].part == sheet.part :])
                    foot = min(above.foot, sheet.foot, key=_FEET.index)
                    names = tuple(sorted({*above.names, *sheet.names}))
                    run.sheets[-1] = replace(above, below=below, foot=foot, names=names)
                    continue
            run.sheets.append(sheet)
        return bool(sheets)


def used(sheet: Sheet, page: Page) -> float:
    """Return how much of the height of a page a sheet without its frame takes, in mm."""
    top = content_area(page)[1]
    return max((extent(mark)[3] for mark in sheet.scene.marks), default=top) - top


def _alike(sheet: Sheet, other: Sheet) -> bool:
    """Return whether two pages can be one: on the same paper, with the same foot."""
    pages = (sheet, other)
    looks = {
        (page.framed, page.tile, page.foot == "name", page.ink, page.stock, page.scene.width)
        for page in pages
    }
    return len(looks) == 1 and sheet.framed and not sheet.tile
