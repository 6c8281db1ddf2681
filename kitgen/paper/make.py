"""Draws the parts of a print run and joins their sheets into a document."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import count
from typing import NamedTuple

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
from kitgen.papers import Page, pdf_of_paper

#: The margin at the sides of a page that no text may reach into, in mm.
TEXT_EDGE_MM = 5.0
#: How far a text may reach into it after all, in mm.
TOLERANCE_MM = 0.01
#: Texts of fewer letters are not measured: ids and figures.
MIN_MEASURED_LETTERS = 12
#: The part that is printed on both sides, however cards are.
TWO_SIDED = "calibration"
#: The most pages that a part may begin on low paper, on which it might never end.
MAX_LOW_PAGES = 30


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
    loaded = [load_part(name) for name in names]
    sheets = _sheets(job, loaded, report or (lambda _part, _done, _total: None))
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
    contents = []
    for begun in parts_of(sheets):
        first = sheets[begun.first - 1]
        if begun.name not in lists and first.group <= 1:
            contents.append((_as_listed(job, begun, first, sheets[0]), first.stock))
    job = replace(job, contents=tuple(contents), lesson=first_lesson(job))
    if job.options.groups:
        group_pages = []
        for group in range(1, job.options.groups + 1):
            pages = [number for number, sheet in enumerate(sheets, 1) if sheet.group == group]
            group_pages.append(tuple(pages))
        job = replace(job, group_pages=tuple(group_pages), sheet_count=len(sheets))
    for part in lists.values():
        drawing(part.name)
        start = next(index for index, sheet in enumerate(sheets) if sheet.part == part.name)
        sheets[start : start + _pages_of_list(job, part)] = _drawn(job, part)
    return sheets


def _pages_of_list(job: Job, part: Part) -> int:
    """Return how many pages a list of contents takes."""
    if len(job.parts) > part.index_holds:
        return part.index + 1
    return part.index


def _as_listed(job: Job, part: JobPart, first: Sheet, in_kit_pdf: Sheet) -> JobPart:
    """Return a part as a list of contents has it: its title alone, since lists speak of all groups,
    and behind it the file where the part is not in ``kit.pdf``.

    ``first`` is the first sheet of the part; ``in_kit_pdf`` one on the paper of ``kit.pdf``.
    """
    title = part.title
    if first.group:
        title = title.removesuffix(f" · {first.group}")
    if first.size != in_kit_pdf.size:
        title = job.texts("sheet.in_file", title=title, file=pdf_of_paper(*first.size))
    return structs.replace(part, title=title)


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
            sharing.add([blank] * _pages_of_list(job, part), shares=False)
            continue
        drawing(part.name)
        shares = part.shares != "" and (economy or part.shares != "sparing")
        smaller = partial(_lower, job, part) if economy or part.shares == "smaller" else None
        sharing.add(_drawn(job, part), shares=shares, smaller=smaller)
    sheets = sharing.joined()
    with_backs = {part.name for part in parts if _has_backs(job, part)}
    if with_backs:
        sheets = list(on_own_sheets(job, sheets, with_backs))
    return sheets


def _has_backs(job: Job, part: Part) -> bool:
    """Return whether every other page of a part is the back of the page before."""
    has_chosen_backs = job.options.cards_duplex != "none" and "cards_duplex" in part.reads
    return part.name == TWO_SIDED or has_chosen_backs


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
        return part.sheets(replace(job, page=page, pages_left=iter(range(MAX_LOW_PAGES))))
    except (KitgenError, ZeroDivisionError, ValueError):  # not one row or column of it fits
        return []


def _check_room(job: Job, sheet: Sheet, number: int) -> None:
    """Refuse a text that runs over the edge of its page, as one of a user's own templates may."""
    right = sheet.scene.width - TEXT_EDGE_MM
    for mark in sheet.scene.marks:
        if not isinstance(mark, Text) or mark.turn or len(mark.text) < MIN_MEASURED_LETTERS:
            continue
        start = mark.at[0] - shift_left(mark)
        end = start + text_width(mark.text, mark.size, bold=mark.bold)
        over = max(TEXT_EDGE_MM - start, end - right)
        if over > TOLERANCE_MM:
            where = _origin(job, mark.text) or sheet.part
            raise TemplateError(
                f"{where}: {mark.text[:40]!r}… is {over:.0f} mm too long for page "
                f"{number}; shorten it"
            )


def _origin(job: Job, line: str) -> str | None:
    """Return the file and the key of the text from which a printed line comes, if it is known."""
    title = job.title
    if line in title or title in line:  # first, because any letter of it may be a text by itself
        if job.kit.name in job.templates.names("editions"):
            return f"editions/{job.kit.name}.toml, key 'title.{job.texts.language}'"
        return "the kit's title"
    key = job.texts.key_of(line)
    if key is None:
        return None
    return f"{job.texts.place_of(key)}, key {key!r}"


# Short pages share a sheet: below one that ends half-way down, the next one begins.
# A part is drawn for pages of its own. If its first page fits below the page before, it is moved
# there; if not, and it may be smaller, it is drawn again for a sheet as low as the remaining room.
# A print of the fewest sheets gives up the order of use: a part may go below any other, and all
# ways are tried. Parts make *chains*: each begins on the last sheet of the one before and saves a
# sheet. The room that remains depends on the whole chain; results for the same parts below the same
# height are cached.

#: The most parts to combine; more are taken in groups of so many.
MAX_COMBINED = 8

#: Part, part below it, and mm taken of the first one's last sheet: mm taken of the second one's
#: last sheet, and whether it is drawn smaller; None where it does not fit.
Fits = Callable[[int, int, float], tuple[float, bool] | None]
Chain = tuple[int, ...]


class _Chains(NamedTuple):
    """A way of putting parts on sheets.

    Attributes:
        begun: how many chains begin.
        smaller: how many parts are drawn smaller.
        below: the parts below another, which began before.
        chains: the chains that begin.
    """

    begun: int
    smaller: int
    below: Chain
    chains: tuple[Chain, ...]


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
    def best(parts: frozenset[int], above: int | None, taken: float) -> _Chains:
        """Return the best way to put these parts below the part ``above``, or on sheets of their
        own.

        So many mm are ``taken`` of the last sheet of the part above.
        """
        if not parts:
            return _Chains(0, 0, (), ())
        tried = []
        for part in sorted(parts):
            rest = best(parts - {part}, part, ends[part])
            chains = ((part, *rest.below), *rest.chains)
            tried.append(_Chains(rest.begun + 1, rest.smaller, (), chains))
        if above is not None:
            for part in sorted(parts):
                fitting = fits(above, part, taken)
                if fitting is None:
                    continue
                end, is_smaller = fitting
                rest = best(parts - {part}, part, end)
                smaller = rest.smaller + is_smaller
                tried.append(_Chains(rest.begun, smaller, (part, *rest.below), rest.chains))
        return min(tried, key=lambda way: (way.begun, way.smaller))

    everything = best(frozenset(range(len(ends))), None, 0.0)
    return sorted(map(list, everything.chains))


#: The foot of a sheet that two parts share is the one that says more.
_FEET: tuple[Foot, ...] = ("ruler", "line", "name", "none")
#: Nothing is drawn smaller for less room than this share of a page.
MIN_ROOM_SHARE = 0.15
#: Lengths are equal if they differ by no more, in mm.
SAME_MM = 1e-6

#: Draws a part for lower paper; no sheets if it does not fit.
Draw = Callable[[Page], Sequence[Sheet]]


class _Run:
    """Sheets that stay together: a part, or several of which one begins where the other ends."""

    def __init__(self, sheets: Sequence[Sheet], shares: bool, smaller: Draw | None) -> None:
        self.sheets = list(sheets)
        self.shares = shares
        self.smaller = smaller
        #: The sheets drawn for so many remaining mm; none where they did not fit.
        self.lower: dict[float, Sequence[Sheet]] = {}
        #: The most mm in which they did not fit.
        self.too_low = 0.0


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
        if self.fewest:
            sharing = [run for run in self._runs if run.shares]
            for start in range(0, len(sharing), MAX_COMBINED):
                self._combine(sharing[start : start + MAX_COMBINED])
        sheets = []
        for run in self._runs:
            sheets += run.sheets
        return sheets

    def _combine(self, runs: Sequence[_Run]) -> None:
        """Join runs to as few chains as possible."""
        ends = [used(run.sheets[-1], self.page) for run in runs]
        for first, *others in fewest_chains(ends, partial(self._fits, runs)):
            for number in others:
                self._join(runs[first], self._below(runs[first], runs[number]))
                self._runs.remove(runs[number])

    def add(self, sheets: Sequence[Sheet], *, shares: bool, smaller: Draw | None = None) -> None:
        """Add the sheets of a part, as on pages of its own; it may share them, and be drawn
        ``smaller`` for that.
        """
        run = _Run(sheets, shares, smaller)
        if not run.sheets:
            return
        if self._runs and not self.fewest:
            last = self._runs[-1]
            if self._join(last, self._below(last, run)):
                return
        begun = _Run([], shares, smaller)
        self._runs.append(begun)
        self._join(begun, run.sheets)

    def _fits(
        self, runs: Sequence[_Run], above: int, below: int, taken: float
    ) -> tuple[float, bool] | None:
        """Return how much of a sheet is taken if a run lies below another, and whether it is
        drawn smaller.
        """
        sheets = self._below(runs[above], runs[below], taken)
        if not sheets:
            return None
        end = used(sheets[-1], self.page)
        if len(sheets) == 1:
            end = taken + SPACE.sheet + end
        return end, sheets is not runs[below].sheets

    def _below(self, above: _Run, run: _Run, taken: float | None = None) -> Sequence[Sheet]:
        """Return the sheets of a run that fit below another, drawn smaller if necessary; none if
        they do not fit.

        So many mm of the other's last sheet are ``taken``, by default as many as it uses now.
        """
        if not (above.shares and run.shares and _alike(above.sheets[-1], run.sheets[0])):
            return ()
        if taken is None:
            taken = used(above.sheets[-1], self.page)
        room = content_area(self.page).height - taken - SPACE.sheet
        if used(run.sheets[0], self.page) <= room + SAME_MM:
            return run.sheets
        if run.smaller is None or len(run.sheets) > 1 or room < MIN_ROOM_SHARE * self.page.height:
            return ()
        low = round(room, 3)
        if low <= run.too_low:
            return ()
        if low not in run.lower:
            drawn = run.smaller(replace(self.page, height=self.page.height - taken - SPACE.sheet))
            if len(drawn) == 1 and used(drawn[0], self.page) <= room + SAME_MM:
                run.lower[low] = drawn
            else:
                run.lower[low] = ()
                run.too_low = low
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
                if taken + used(sheet, self.page) <= room + SAME_MM:
                    run.sheets[-1] = _on_one_page(above, sheet, taken, top)
                    continue
            run.sheets.append(sheet)
        return bool(sheets)


def _on_one_page(above: Sheet, sheet: Sheet, taken: float, top: float) -> Sheet:
    """Return the page of two sheets, the second moved down by what the first has ``taken``, in mm;
    contents begin at ``top``.
    """
    place = Place(0, taken)
    above.scene.add(*(mark.placed(place) for mark in sheet.scene.marks))
    moved = []
    for begun in sheet.beginnings:
        moved.append(replace(begun, top=round(max(begun.top, top) + taken, 3)))
    if above.beginnings[-1].part == sheet.part:  # it only goes on
        del moved[0]
    return replace(
        above,
        below=(*above.below, *moved),
        foot=min(above.foot, sheet.foot, key=_FEET.index),
        names=tuple(sorted({*above.names, *sheet.names})),
    )


def used(sheet: Sheet, page: Page) -> float:
    """Return how much of the height of a page a sheet without its frame takes, in mm."""
    top = content_area(page).y
    return max((extent(mark)[3] for mark in sheet.scene.marks), default=top) - top


def _alike(sheet: Sheet, other: Sheet) -> bool:
    """Return whether two pages can be one: on the same paper, with the same foot."""
    return sheet.framed and not sheet.tile and _look(sheet) == _look(other)


def _look(sheet: Sheet) -> tuple[object, ...]:
    """Return what two sheets must have in common to be one page."""
    has_name_alone = sheet.foot == "name"
    return sheet.framed, sheet.tile, has_name_alone, sheet.ink, sheet.stock, sheet.scene.width
