"""Box labels: one for each box, to cut out of plain paper or printed on label stock.

Outlines to test the stock and labels for the front of the room, large enough for a whole class to
see, are here too.
"""

from collections.abc import Iterator, Sequence

from kitgen.errors import UnknownNameError, UsageError
from kitgen.kit.kit import Box, Kit
from kitgen.paper.card.board import CUT
from kitgen.paper.card.box_words import has_rows
from kitgen.paper.card.faces import Cards
from kitgen.paper.declared import PartOptions
from kitgen.paper.document import Sheet, Sign
from kitgen.paper.job import Job, parse_shift
from kitgen.paper.layout.frame import content_area, heading_line, line_height
from kitgen.paper.layout.imposition import (
    LABEL_DRIFT,
    Layout,
    fill_pages,
    places_on_pages,
    plan_sheet,
)
from kitgen.paper.marks.scene import BLACK, POINT, Line, Place, Scene, Stroke, Text, rectangle
from kitgen.paper.style import GREY, HEADING, LABEL, PALE, SMALL, TINY, wrap


def sheets(job: Job) -> list[Sheet]:
    """Return the pages with the labels of all boxes."""
    if job.options.labels_one_a_page:
        return _one_a_page(job)
    layout = plan_sheet(job)
    cards = Cards(job.kit, job.stock.width, job.stock.height, job.texts, inset=layout.inset)
    stock = "" if layout.marks else job.stock.name
    title = job.texts("labels.on_stock", stock=stock) if stock else job.texts("labels.title")
    hint = _hint(job)
    if has_rows(job.kit):
        hint = f"{hint} {job.texts('labels.mark')}"
    pages = []
    labels = [cards.draw(box) for box in job.kit.boxes]
    sign = _sign(job, labels)
    if job.stock.tent:
        labels = [_tent(label) for label in labels]
        sign = sign and sign.placed(Place(0, job.stock.height))
    for scene, places in zip(
        fill_pages(job.page, layout, labels), places_on_pages(layout, len(labels)), strict=True
    ):
        if layout.marks:
            heading_line(job, scene, title, hint)
        signs = tuple(sign.placed(place) for place in places) if sign else ()
        pages.append(Sheet(scene, "labels", title, framed=layout.marks, stock=stock, signs=signs))
    return pages


def _one_a_page(job: Job) -> list[Sheet]:
    """Return a page of its own size for each label; a roll drifts like a sheet, and has only the
    hash as foot.
    """
    stock = job.stock
    cards = Cards(job.kit, stock.width, stock.height - HASH_LINE_MM, job.texts, inset=LABEL_DRIFT)
    title = job.texts("labels.title")
    end_of_hash = (stock.width - LABEL_DRIFT, stock.height - LABEL_DRIFT - HASH_DROP_MM)
    labels = [cards.draw(box) for box in job.kit.boxes]
    sign = _sign(job, labels)
    signs = (sign,) if sign else ()
    pages = []
    for label in labels:
        scene = Scene(stock.width, stock.height)
        scene.place(label, 0, 0)
        scene.add(Text(end_of_hash, job.kit.short_hash, HASH_PT, "end", fill=GREY))
        pages.append(
            Sheet(scene, "labels", title, framed=False, foot="none", stock=stock.name, signs=signs)
        )
    return pages


def _sign(job: Job, labels: Sequence[Scene]) -> Sign | None:
    """Return the place for a group's sign on each label; None without groups, or without room."""
    if not job.options.groups:
        return None
    from kitgen.paper.layout.group_signs import free_sign  # noqa: PLC0415 - few prints are for groups

    return free_sign(labels)


def _hint(job: Job) -> str:
    """Return what to do with the labels."""
    if job.stock.tent:
        return job.texts("labels.fold")
    if job.stock.is_grid:
        return job.texts(f"labels.{job.stock.kind}")
    return job.texts("labels.hint")


def _tent(label: Scene) -> Scene:
    """Return a label with an empty back above it, to be folded between them."""
    tent = Scene(label.width, 2 * label.height)
    tent.place(label, 0, label.height)
    tent.add(Line((0, label.height), (label.width, label.height), FOLD))
    return tent


#: Below a label that is a page: the kit's hash alone, in points; its line, and how far that reaches
#: below the letters' feet, in mm.
HASH_PT = 5.0
HASH_LINE_MM = 2.0
HASH_DROP_MM = 0.5
#: The line along which a tent is folded.
FOLD = Stroke(GREY, 0.1, (3, 1, 0.4, 1))
#: The outline of a label, and of its printed area.
EDGE, INNER = Stroke(BLACK, 0.2), Stroke(GREY, 0.1, (1, 1))
#: Letter sizes to try for the words in the first label; if none fits, they continue in the label
#: below.
SIZES = (SMALL, LABEL, 8.0, TINY, 6.0)


def outline(job: Job) -> list[Sheet]:
    """Return one page with the outlines of a sheet of labels, to compare with a bought sheet or a
    box before printing.

    They are numbered as ``--set labels.start-at`` counts them.
    """
    layout = plan_sheet(job)
    scene = Scene(job.page.width, job.page.height)
    for number, spot in enumerate(layout.spots, 1):
        scene.add(rectangle(spot.x, spot.y, spot.width, spot.height, None, EDGE))
        if layout.inset:
            wide, high = spot.width - 2 * LABEL_DRIFT, spot.height - 2 * LABEL_DRIFT
            scene.add(
                rectangle(spot.x + LABEL_DRIFT, spot.y + LABEL_DRIFT, wide, high, None, INNER)
            )
        at = (spot.x + layout.inset + 1, spot.y + layout.inset + 1 + 0.75 * HEADING * POINT)
        fill = PALE if number <= layout.skip else BLACK  # skipped labels stay free
        scene.add(Text(at, f"{number}", HEADING, bold=True, fill=fill))
    _words(job, scene, layout)
    return [Sheet(scene, "outline", job.texts("outline.title"), framed=layout.marks)]


def _words(job: Job, scene: Scene, layout: Layout) -> None:
    title, how = (
        job.texts("outline.title"),
        job.texts("outline.sheet" if layout.inset else "outline.plain"),
    )
    if layout.marks:
        heading_line(job, scene, title, how)
        return
    width, room = job.stock.width - 2 * LABEL_DRIFT - 11, job.stock.height - 2 * LABEL_DRIFT - 1
    size = next(
        (size for size in SIZES if len(wrap(how, size, width)) * line_height(size) <= room),
        SIZES[-1],
    )
    lines, most = wrap(how, size, width), max(1, int(room / line_height(size)))
    for line, words in enumerate(lines):
        place, row = divmod(line, most)
        spot = layout.spots[min(place * job.stock.columns, len(layout.spots) - 1)]
        at = (
            spot.x + LABEL_DRIFT + 10,
            spot.y + LABEL_DRIFT + 0.5 + (row + 0.78) * line_height(size),
        )
        scene.add(Text(at, words, size))


#: The height of a page's heading, the gap between heading, labels and cut line, and the height at
#: which labels are drawn before they are enlarged, so that words and badges grow with the board, in
#: mm.
DEMO_HEAD, GAP, DRAWN = 7.5, 4.0, 45.0
#: The most turns that have a label when no boxes are named.
TURNS = 4


def demo(job: Job) -> list[Scene]:
    """Return the pages with the chosen labels: two on a page, or one that fills it, on its side."""
    whole = job.options.demo_size == "page"
    boxes, step = chosen(job.kit, job.options.demo_show, even=not whole), 1 if whole else 2
    title, hint = job.texts("demo.title"), job.texts("demo.page" if whole else "demo.half")
    x, y, width, height = content_area(job.page)
    y, height = y + DEMO_HEAD, height - DEMO_HEAD
    wide, high = (height, width) if whole else (width, (height - 2 * GAP) / 2)
    scale = high / DRAWN
    cards = Cards(job.kit, wide / scale, DRAWN, job.texts)
    pages = []
    for start in range(0, len(boxes), step):
        scene = Scene(job.page.width, job.page.height)
        heading_line(job, scene, title, hint)
        for place, box in enumerate(boxes[start : start + step]):
            top = y + place * (high + 2 * GAP)
            if place:
                scene.add(Line((x, top - GAP), (x + width, top - GAP), CUT))
            scene.place(
                cards.draw(box),
                x + width if whole else x,
                top,
                scale=scale,
                turn=90 if whole else 0,
            )
        pages.append(scene)
    return pages


def chosen(kit: Kit, show: str, *, even: bool = False) -> Sequence[Box]:
    """Return the boxes named by a list of ids or ``all``; for an empty one, the fullest box of each
    early turn.

    ``even`` adds a box to those of an odd number of turns, so that no half page stays free.

    >>> from kitgen.kit.build import build_kit
    >>> [box.id for box in chosen(build_kit("her"), "")]
    ['A1', 'B4', 'C6']
    >>> [box.id for box in chosen(build_kit("her"), "B1, A2")]
    ['B1', 'A2']
    """
    if show == "all":
        return kit.boxes
    if not show:
        fullest = sorted(kit.boxes, key=lambda box: -len(box.slots))
        turns = sorted({box.turn for box in kit.boxes})[:TURNS]
        first = [next(box for box in fullest if box.turn == turn) for turn in turns]
        more = [box for box in fullest if box not in first][: len(first) % 2 if even else 0]
        return sorted([*first, *more], key=kit.boxes.index)
    names = [name.strip() for name in show.split(",") if name.strip()]
    if not names:
        advice = "leave it out for one of each turn, or write ids such as A1,B4, or all"
        raise UsageError(f"--set demo.show names no box; {advice}")
    for name in names:
        if name not in kit.by_id:
            raise UnknownNameError(f"box of {kit.name}", name, kit.by_id)
    return [kit.by_id[name] for name in dict.fromkeys(names)]


def check_shown(job: Job) -> None:
    """Refuse boxes for the front of a class that this kit does not have."""
    chosen(job.kit, job.options.demo_show)


def check_start(job: Job) -> None:
    """Refuse a first label before the first."""
    start = job.options.labels_start_at
    if start < 1:
        raise UsageError(f"--set labels.start-at={start}: labels are counted from 1")


def check_one_a_page(job: Job) -> None:
    """Refuse a page for each label where labels come on sheets, are folded, or lie in a grid."""
    if job.options.labels_one_a_page and (
        job.stock.page is not None or job.stock.is_grid or job.stock.tent
    ):
        example = f"--stock {job.stock.width:g}x{job.stock.height:g}"
        raise UsageError(
            f"--one-a-page is for labels on a roll, not for {job.stock.name}; give their size, "
            f"as in {example}"
        )


def check_nudge(job: Job) -> None:
    """Refuse a shift that is not written as two lengths."""
    parse_shift(job.options.labels_nudge, "--set labels.nudge")


def work(kit: Kit, _options: PartOptions, bought: bool) -> Iterator[tuple[str, int]]:
    """Yield what is made: labels, which are peeled off if they are bought, on boxes to fill."""
    yield "bought_label" if bought else "label", len(kit.boxes)
    yield "filled_box", len(kit.boxes)
