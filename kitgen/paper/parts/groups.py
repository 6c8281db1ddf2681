"""The list for a class in groups: which pages are for whom, what to buy for all, and the plan of
time.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kitgen.kit.bead_shares import class_beads
from kitgen.paper.document import Sign
from kitgen.paper.job import BeadTotal, Job, bead_totals, count_in_words
from kitgen.paper.layout.frame import Column, line_height, new_page
from kitgen.paper.layout.group_signs import draw_sign
from kitgen.paper.lesson_file import lesson_of
from kitgen.paper.making import is_made, shared_minutes, work_for
from kitgen.paper.marks.scene import Scene, Text
from kitgen.paper.style import BODY, SPACE
from kitgen.reading.texts import CARDS, CHIPS, CUPS, PICTURES, span

#: The width of a sign in the list, in mm.
SIGN_MM = 5.4
#: The height of its row, in mm.
ROW_MM = 7.0
#: From the left edge to the words of a row, in mm.
INDENT_MM = 9.0


def is_for_groups(job: Job) -> bool:
    """Return whether a print is for a class of several groups."""
    return bool(job.options.groups)


def sheets(job: Job) -> list[Scene]:
    """Return the page of the list."""
    texts = job.texts
    scene, column = new_page(job, texts("groups.title"))
    column.paragraph(texts("groups.about", groups=job.options.groups), BODY, gap=SPACE.paragraph)
    column.heading(texts("groups.buy"))
    column.items(_needs(job), BODY, 5, mark="•")
    column.heading(texts("groups.time"))
    column.items(_plan(job), BODY, 5, mark="•")
    column.heading(texts("groups.pages"))
    if job.contents:
        _list_pages(job, column)
    return [scene]


def _needs(job: Job) -> Iterator[str]:
    """Yield what is needed for all groups together."""
    texts = job.texts
    on_sheet = _on_sheet(job)
    if on_sheet:
        yield on_sheet
    elif texts.made_of != CARDS:
        yield from _boxes_and_beads(job)
    if job.sheet_count:
        yield texts("groups.paper", count=job.sheet_count)


def _on_sheet(job: Job) -> str:
    """Return which sheet is the whole machine of a group, where nothing is made for boxes or
    cards.
    """
    if is_made(job) and job.texts.made_of != PICTURES:
        return ""
    sheets = ("one-sheet", "sweets", "zero")
    return job.texts.sentence(*(f"groups.on_sheet.{sheet}" for sheet in sheets))


def _boxes_and_beads(job: Job) -> Iterator[str]:
    """Yield how many boxes and beads all groups need, and for how many those they own suffice."""
    texts = job.texts
    groups = job.options.groups
    owned = job.kit.choices.beads
    boxes = len(job.kit.boxes)
    if is_made(job):
        yield texts("groups.boxes", total=groups * boxes, each=boxes)
    totals = _beads_of_class(job)
    counts = [count_in_words(texts, row.colour, row.to_buy) for row in totals if row.to_buy]
    if not counts:
        yield texts("groups.beads_enough")
    elif owned:
        total = sum(row.to_buy for row in totals)
        yield texts("groups.beads_owned", total=total, list=", ".join(counts))
        more = job.bank.beads if job.bank else {}
        enough = class_beads(job.kit.boxes, owned, more)
        yield texts("groups.machines", count=enough.machines, groups=groups)
    else:
        yield _beads_to_buy(job, totals, ", ".join(counts))
    if owned and job.bank is not None:
        yield texts("groups.bank", games=job.bank.games)


def _beads_of_class(job: Job) -> list[BeadTotal]:
    """Return the beads of each colour for all groups, who share the spare ones; but chips are cut
    out of a sheet of each group, which has its own.
    """
    groups = job.options.groups
    if job.texts.made_of not in (CUPS, CHIPS):
        return bead_totals(job.kit, job.bank, groups)
    totals = []
    for row in bead_totals(job.kit, job.bank):
        needed = groups * row.needed
        bank = groups * row.bank
        spare = groups * row.spare
        totals.append(replace(row, needed=needed, bank=bank, spare=spare))
    return totals


def _beads_to_buy(job: Job, totals: Sequence[BeadTotal], counts: str) -> str:
    """Return how many beads are for the boxes, to add during the games, and spare."""
    total = sum(row.total for row in totals)
    filled = sum(row.needed for row in totals)
    if job.bank is None:
        return job.texts("groups.beads", total=total, list=counts, filled=filled)
    return job.texts(
        "groups.beads_bank",
        total=total,
        list=counts,
        filled=filled,
        added=sum(row.bank for row in totals),
        games=job.bank.games,
        spare=sum(row.spare for row in totals),
    )


def _plan(job: Job) -> Iterator[str]:
    """Yield what takes how long."""
    texts = job.texts
    minutes = shared_minutes(work_for(job).tasks) if is_made(job) else 0
    if minutes:
        yield texts("groups.build", minutes=minutes)
    if job.options.lesson_name:
        yield texts("groups.lesson", minutes=lesson_of(job).minutes)
    else:
        guide = texts.sentence("groups.guide")
        if guide:
            yield guide
    yield texts("groups.after")


def _list_pages(job: Job, column: Column) -> None:
    """Write the pages that are printed once, and those of each group beside its sign."""
    texts = job.texts
    of_groups = set[int]().union(*job.group_pages)
    once = [number for number in range(1, job.sheet_count + 1) if number not in of_groups]
    column.line(texts("groups.once", count=len(once), pages=_spans(once)), BODY)
    column.gap(SPACE.near)
    if not of_groups:
        return
    for group, pages in enumerate(job.group_pages, 1):
        middle = column.y + ROW_MM / 2
        column.scene.add(*draw_sign(group, Sign((column.x + SIGN_MM / 2, middle), SIGN_MM)))
        baseline = middle + 0.28 * line_height(BODY)
        words = texts("groups.group", count=len(pages), number=group, pages=_spans(pages))
        column.scene.add(Text((column.x + INDENT_MM, baseline), words, BODY))
        column.gap(ROW_MM)


def _spans(pages: Sequence[int]) -> str:
    """Return page numbers with ranges for those in a row.

    >>> _spans([1, 2, 3, 5])
    '1–3, 5'
    """
    runs: list[list[int]] = []
    for page in pages:
        if not runs or page != runs[-1][-1] + 1:
            runs.append([])
        runs[-1].append(page)
    return ", ".join(span(run[0], run[-1]) for run in runs)
