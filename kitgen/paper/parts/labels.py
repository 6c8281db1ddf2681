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
from kitgen.paper.layout.frame import BASELINE, ContentArea, content_area, heading_line, line_height
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
    # Where there are marks to cut along, labels are cut out of plain paper.
    stock = "" if layout.marks else job.stock.name
    title = job.texts("labels.on_stock", stock=stock) if stock else job.texts("labels.title")
    hint = _hint(job)
    labels = [cards.draw(box) for box in job.kit.boxes]
    sign = _sign(job, labels)
    if job.stock.tent:
        labels = [_tent(label) for label in labels]
        if sign is not None:
            sign = sign.placed(Place(0, job.stock.height))
    scenes = fill_pages(job.page, layout, labels)
    places_by_page = places_on_pages(layout, len(labels))
    pages = []
    for scene, places in zip(scenes, places_by_page, strict=True):
        if layout.marks:
            heading_line(job, scene, title, hint)
        signs: tuple[Sign, ...] = ()
        if sign is not None:
            signs = tuple(sign.placed(place) for place in places)
        pages.append(Sheet(scene, "labels", title, framed=layout.marks, stock=stock, signs=signs))
    return pages


def _one_a_page(job: Job) -> list[Sheet]:
    """Return a page for each label, as large as the label, with nothing but the hash at its foot;
    a roll drifts in the printer as a sheet does.
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
    """Return what to do with the labels, and what the marks at their edges mean."""
    if job.stock.tent:
        hint = job.texts("labels.fold")
    elif job.stock.is_grid:
        hint = job.texts(f"labels.{job.stock.kind}")
    else:
        hint = job.texts("labels.hint")
    if has_rows(job.kit):
        return f"{hint} {job.texts('labels.mark')}"
    return hint


def _tent(label: Scene) -> Scene:
    """Return a label with an empty back above it, to be folded between them."""
    tent = Scene(label.width, 2 * label.height)
    tent.place(label, 0, label.height)
    tent.add(Line((0, label.height), (label.width, label.height), FOLD))
    return tent


#: The letters of the hash at the foot of a label that is a page, in points.
HASH_PT = 5.0
#: The height of its line, and the part of that below the letters' feet, in mm.
HASH_LINE_MM = 2.0
HASH_DROP_MM = 0.5
#: The line along which a tent is folded.
FOLD = Stroke(GREY, 0.1, (3, 1, 0.4, 1))

# Outlines to test the stock.

#: The outline of a label, and of its printed area.
EDGE = Stroke(BLACK, 0.2)
INNER_EDGE = Stroke(GREY, 0.1, (1, 1))
#: Letter sizes in points to try for the words in the first label; if none fits, they continue in
#: the label below.
WORDS_SIZES_PT = (SMALL, LABEL, 8.0, TINY, 6.0)
#: From the left and the upper edge of a label's printed area to its number, in mm, and the height
#: of that as a share of its letters.
NUMBER_INSET_MM = 1.0
NUMBER_HEIGHT_SHARE = 0.75
#: From the left and the upper edge of a label's printed area to its words, which stand behind the
#: number, and from them to the right edge, in mm.
WORDS_INDENT_MM = 10.0
WORDS_TOP_MM = 0.5
WORDS_RIGHT_MM = 1.0


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
            x = spot.x + LABEL_DRIFT
            y = spot.y + LABEL_DRIFT
            wide = spot.width - 2 * LABEL_DRIFT
            high = spot.height - 2 * LABEL_DRIFT
            scene.add(rectangle(x, y, wide, high, None, INNER_EDGE))
        number_x = spot.x + layout.inset + NUMBER_INSET_MM
        number_y = spot.y + layout.inset + NUMBER_INSET_MM + NUMBER_HEIGHT_SHARE * HEADING * POINT
        fill = PALE if number <= layout.skip else BLACK  # skipped labels stay free
        scene.add(Text((number_x, number_y), f"{number}", HEADING, bold=True, fill=fill))
    _words(job, scene, layout)
    return [Sheet(scene, "outline", job.texts("outline.title"), framed=layout.marks)]


def _words(job: Job, scene: Scene, layout: Layout) -> None:
    """Write what to do with the outlines: above them, or in the first labels of bought stock."""
    how = job.texts("outline.sheet" if layout.inset else "outline.plain")
    if layout.marks:
        heading_line(job, scene, job.texts("outline.title"), how)
        return
    width = job.stock.width - 2 * LABEL_DRIFT - WORDS_INDENT_MM - WORDS_RIGHT_MM
    height = job.stock.height - 2 * LABEL_DRIFT - 2 * WORDS_TOP_MM
    size = _words_size(how, width, height)
    lines_a_label = max(1, int(height / line_height(size)))
    for line, words in enumerate(wrap(how, size, width)):
        # Words that do not fit into the first label go on in the one below.
        label_row, row = divmod(line, lines_a_label)
        spot = layout.spots[min(label_row * job.stock.columns, len(layout.spots) - 1)]
        x = spot.x + LABEL_DRIFT + WORDS_INDENT_MM
        y = spot.y + LABEL_DRIFT + WORDS_TOP_MM + (row + BASELINE) * line_height(size)
        scene.add(Text((x, y), words, size))


def _words_size(words: str, width: float, height: float) -> float:
    """Return the first size of letters in points with which words fit into a label; the smallest
    if none does.
    """
    for size in WORDS_SIZES_PT:
        if len(wrap(words, size, width)) * line_height(size) <= height:
            return size
    return WORDS_SIZES_PT[-1]


# Labels for the front of the room.

#: The height of a page's heading, in mm.
DEMO_HEAD_MM = 7.5
#: Between heading, labels and cut line, in mm.
DEMO_GAP_MM = 4.0
#: The height at which labels are drawn before they are enlarged, so that words and badges grow with
#: the board, in mm.
DRAWN_MM = 45.0
#: The most turns that have a label when no boxes are named.
MAX_DEMO_TURNS = 4


def demo(job: Job) -> list[Scene]:
    """Return the pages with the chosen labels: two on a page, or one that fills it, on its side."""
    if job.options.demo_size == "page":
        return list(_whole_pages(job))
    return list(_half_pages(job))


def _demo_area(job: Job) -> ContentArea:
    """Return the room for labels on a page, below its heading."""
    x, y, width, height = content_area(job.page)
    return ContentArea(x, y + DEMO_HEAD_MM, width, height - DEMO_HEAD_MM)


def _whole_pages(job: Job) -> Iterator[Scene]:
    """Yield a page for each chosen label, turned on its side."""
    inside = _demo_area(job)
    scale = inside.width / DRAWN_MM
    cards = Cards(job.kit, inside.height / scale, DRAWN_MM, job.texts)
    for box in chosen(job.kit, job.options.demo_show):
        scene = Scene(job.page.width, job.page.height)
        heading_line(job, scene, job.texts("demo.title"), job.texts("demo.page"))
        right = inside.x + inside.width
        scene.place(cards.draw(box), right, inside.y, scale=scale, turn=90)
        yield scene


def _half_pages(job: Job) -> Iterator[Scene]:
    """Yield pages of two chosen labels, with a line to cut between them."""
    inside = _demo_area(job)
    high = (inside.height - 2 * DEMO_GAP_MM) / 2
    scale = high / DRAWN_MM
    cards = Cards(job.kit, inside.width / scale, DRAWN_MM, job.texts)
    boxes = chosen(job.kit, job.options.demo_show, even=True)
    for start in range(0, len(boxes), 2):
        scene = Scene(job.page.width, job.page.height)
        heading_line(job, scene, job.texts("demo.title"), job.texts("demo.half"))
        for place, box in enumerate(boxes[start : start + 2]):
            top = inside.y + place * (high + 2 * DEMO_GAP_MM)
            if place:
                cut = top - DEMO_GAP_MM
                scene.add(Line((inside.x, cut), (inside.x + inside.width, cut), CUT))
            scene.place(cards.draw(box), inside.x, top, scale=scale, turn=0)
        yield scene


def chosen(kit: Kit, show: str, *, even: bool = False) -> Sequence[Box]:
    """Return the boxes named by a list of ids or ``all``; for an empty one, the fullest box of each
    early turn.

    ``even`` adds a box where the number of turns is odd, so that no half page stays free.

    >>> from kitgen.kit.build import build_kit
    >>> [box.id for box in chosen(build_kit("her"), "")]
    ['A1', 'B4', 'C6']
    >>> [box.id for box in chosen(build_kit("her"), "B1, A2")]
    ['B1', 'A2']
    """
    if show == "all":
        return kit.boxes
    if not show:
        return _of_early_turns(kit, even=even)
    names = [name.strip() for name in show.split(",") if name.strip()]
    if not names:
        advice = "leave it out for one of each turn, or write ids such as A1,B4, or all"
        raise UsageError(f"--set demo.show names no box; {advice}")
    for name in names:
        if name not in kit.by_id:
            raise UnknownNameError(f"box of {kit.name}", name, kit.by_id)
    return [kit.by_id[name] for name in dict.fromkeys(names)]


def _of_early_turns(kit: Kit, *, even: bool) -> list[Box]:
    """Return the fullest box of each early turn, and the fullest of the others if their number
    should be ``even`` and is not.
    """
    fullest = sorted(kit.boxes, key=lambda box: -len(box.slots))
    turns = sorted({box.turn for box in kit.boxes})[:MAX_DEMO_TURNS]
    shown = [next(box for box in fullest if box.turn == turn) for turn in turns]
    if even and len(shown) % 2:
        others = [box for box in fullest if box not in shown]
        shown += others[:1]
    return sorted(shown, key=kit.boxes.index)


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
    stock = job.stock
    if not job.options.labels_one_a_page:
        return
    if stock.page is not None or stock.is_grid or stock.tent:
        raise UsageError(
            f"--one-a-page is for labels on a roll, not for {stock.name}; give their size, "
            f"as in --stock {stock.width:g}x{stock.height:g}"
        )


def check_nudge(job: Job) -> None:
    """Refuse a shift that is not written as two lengths."""
    parse_shift(job.options.labels_nudge, "--set labels.nudge")


def work(kit: Kit, _options: PartOptions, bought: bool) -> Iterator[tuple[str, int]]:
    """Yield what is made: labels, cut out or peeled off if they are bought, and boxes to fill."""
    yield "bought_label" if bought else "label", len(kit.boxes)
    yield "filled_box", len(kit.boxes)
