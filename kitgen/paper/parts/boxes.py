"""Boxes to fold: a page that says how, then sleeves and trays as nets, each with its box's label in place."""

from collections.abc import Iterator, Sequence
from typing import Any

from kitgen.kit.kit import Box
from kitgen.paper.card.front import TINTS, Cards
from kitgen.paper.document import Sheet
from kitgen.paper.fold.cutouts import CUT, MOUNTAIN, VALLEY
from kitgen.paper.fold.net import Net, Panel, sleeve, tray, tray_size
from kitgen.paper.fold.packing import Carton, Laid, lay_out, read_carton
from kitgen.paper.fold.picture import folded_picture
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import BODY, GREY, SMALL, content_area, new_page
from kitgen.paper.marks.fonts import fit, text_width
from kitgen.paper.marks.scene import BLACK, POINT, Disc, Line, Place, Point, Polygon, Scene, Stroke, Text, rectangle
from kitgen.paper.words.rows import on_side

NAME = "boxes"
#: How each line of a net is drawn: cut solid, mountain dash-dot, valley dashed.
LINES = {"cut": CUT, "mountain": MOUNTAIN, "valley": VALLEY}
GLUE = "#D9D9D9"
#: Between two nets, and the strip at the foot of a sheet that says what the lines mean, in mm.
GAP, LEGEND = 1.0, 13.0
#: What stays free between a label and the folds round it, in mm.
INSET = 1.0


def sheets(job: Job) -> list[Sheet]:
    """Return the page of instructions and the sheets of nets.

    Raises:
        UsageError: the box or paper that the options name is unknown, or a net is larger than the page.
    """
    carton = read_carton(job.options, job.templates)
    boxes = job.kit.boxes
    nets = (
        sleeve(carton.size, carton.paper),
        tray(tray_size(carton.size, carton.paper, carton.clearance), carton.paper),
    )
    _, _, width, height = content_area(job.page)
    laid = lay_out([(net.width, net.height) for net in nets], [len(boxes)] * 2, width, height - LEGEND, GAP)
    title = job.texts("boxes.title")
    # The packing fills each sheet with whatever fits; each kind of piece takes its boxes in the order of the kit.
    waiting = (iter(boxes), iter(boxes))
    _, _, label_width, label_height = _bounds(nets[0].panel("top"))
    cards = Cards(job.kit, label_width - 2 * INSET, label_height - 2 * INSET, job.texts)
    pages = [_how(job, carton, len(laid))]
    for pieces in laid:
        chosen = [(piece, next(waiting[piece.kind])) for piece in pieces]
        scene = Scene(job.page.width, job.page.height)
        for piece, box in chosen:
            net = nets[piece.kind]
            _place(scene, _tray(job, net, box) if piece.kind else _sleeve(job, net, box, cards), piece, job)
        ids = [[box.id for piece, box in chosen if piece.kind == kind] for kind in (0, 1)]
        _legend(job, scene, nets, ids)
        pages.append(scene)
    return [Sheet(page, NAME, title) for page in pages]


def _place(scene: Scene, piece: Scene, laid: Laid, job: Job) -> None:
    """Draw a net where it lies on its sheet."""
    x, y, _, _ = content_area(job.page)
    if laid.turned:
        scene.place(piece, x + laid.x + piece.height, y + laid.y, turn=90)
    else:
        scene.place(piece, x + laid.x, y + laid.y)


def _how(job: Job, carton: Carton, count: int) -> Scene:
    """Return the page that says how boxes are folded."""
    texts = job.texts
    scene, column = new_page(job, texts("boxes.title"), aside=job.kit.title)
    size = carton.size
    column.paragraph(texts("boxes.count", count=len(job.kit.boxes), sheets=count))
    column.gap(1)
    column.paragraph(texts("boxes.size", width=f"{size.width:g}", depth=f"{size.depth:g}", height=f"{size.height:g}"))
    column.gap(1)
    spare = f"{carton.clearance:g}"
    column.paragraph(texts("boxes.paper", weight=carton.weight, thickness=f"{carton.paper:g}", clearance=spare))
    column.gap(8)
    picture = folded_picture(size, carton.paper, carton.clearance, 140)
    scene.place(picture, column.x + (column.width - picture.width) / 2, column.y)
    column.gap(picture.height + 6)
    column.heading(texts("boxes.how"))
    column.gap(1)
    for number in range(1, 7):
        column.item(f"{number}", texts(f"boxes.step.{number}"))
    return scene


def _flat(net: Net) -> Scene:
    """Return a net with its lines, glue tabs and their numbers."""
    scene = Scene(net.width, net.height)
    for panel in net.panels:
        if panel.glue is not None:
            x, y = _middle(panel)
            scene.add(Polygon(panel.points, fill=GLUE), *_centred(str(panel.glue), (x, y), SMALL, bold=True))
    for start, end, kind in net.folds():
        scene.add(Line(start, end, LINES[kind]))
    scene.add(Polygon(net.outline(), stroke=LINES["cut"]))
    return scene


def _seats(net: Net) -> Iterator[Disc | Text]:
    """Yield the numbers in circles behind which glue tabs go."""
    for seat in net.seats:
        yield Disc(seat.at, 1.6, stroke=Stroke(GREY, 0.15))
        yield from _centred(str(seat.number), seat.at, 6, fill=GREY)


def _sleeve(job: Job, net: Net, box: Box, cards: Cards) -> Scene:
    """Return the sleeve of a box: the label on its top, the id on both sides, the kit below."""
    scene = _flat(net)
    x, y, _, _ = _bounds(net.panel("top"))
    scene.place(cards.draw(box), x + INSET, y + INSET)
    for side, turn in (("left", 180), ("right", 0)):
        panel = net.panel(side)
        _, _, _, height = _bounds(panel)
        name = on_side(job.kit, job.texts, box)
        size = fit(name, min(14.0, 0.6 * height / POINT), 0.9 * net.width, bold=True)
        scene.add(*_centred(name, _middle(panel), size, bold=True, turn=turn))
    panel = net.panel("bottom")
    words = job.texts("boxes.bottom", id=box.id, kit=job.kit.name)
    size = fit(words, SMALL, net.width - 4)
    scene.add(*_centred(words, _middle(panel), size, fill=GREY), *_seats(net))
    return scene


def _tray(job: Job, net: Net, box: Box) -> Scene:
    """Return the tray of a box: on both ends its id, to be read when the tray stands, on the tint of its row."""
    scene = Scene(net.width, net.height)
    tint = TINTS[(box.row - 1) % len(TINTS)]
    scene.add(*(Polygon(net.panel(name).points, fill=tint) for name in ("front", "back")))
    scene.place(_flat(net))
    for end, turn in (("front", 270), ("back", 90)):
        panel = net.panel(end)
        _, _, high, wide = _bounds(panel)
        # Between the numbers in circles that stand at both ends.
        name = on_side(job.kit, job.texts, box)
        size = fit(name, min(22.0, 0.65 * high / POINT), max(wide - 17, 0.4 * wide), bold=True)
        scene.add(*_centred(name, _middle(panel), size, bold=True, turn=turn))
    words = job.texts("boxes.bottom", id=box.id, kit=job.kit.name)
    base = net.panel("base")
    scene.add(*_centred(words, _middle(base), fit(words, SMALL, net.width / 2), fill=GREY), *_seats(net))
    return scene


def _legend(job: Job, scene: Scene, nets: Sequence[Net], ids: Sequence[Sequence[str]]) -> None:
    """Draw at the foot of a sheet which pieces it holds and what its lines mean."""
    x, y, width, height = content_area(job.page)
    texts = job.texts
    top = y + height - LEGEND
    named: dict[str, Any] = {"sleeves": _spell(ids[0]), "trays": _spell(ids[1])}
    key = "pieces" if all(ids) else "sleeves" if ids[0] else "trays"
    title = f"{texts('boxes.title')} · {texts(f'boxes.legend.{key}', **named)}"
    scene.add(Text((x, top + 5.5), title, fit(title, BODY, width, bold=True), bold=True))
    kinds = {kind for net in nets for _, _, kind in net.folds()}
    entries = [(key, texts(f"boxes.legend.{key}")) for key in LINES if key in {"cut", *kinds}]
    entries.append(("glue", texts("boxes.legend.glue")))
    sample, size = 13.0, 8.0
    while sum(sample + 1.5 + text_width(words, size) + 5 for _, words in entries) > width + 5 and size > 5:
        size -= 0.25
    base = top + 11
    for key, words in entries:
        if key == "glue":
            scene.add(rectangle(x, base - 3.2, sample, 4.2, GLUE), *_centred("1", (x + sample / 2, base - 1.1), 7))
        else:
            scene.add(Line((x, base - 1), (x + sample, base - 1), LINES[key]))
        scene.add(Text((x + sample + 1.5, base), words, size))
        x += sample + 1.5 + text_width(words, size) + 5


def _spell(ids: Sequence[str]) -> str:
    """Return a run of ids in short.

    >>> _spell(["A1", "A2", "B1"]), _spell(["C4"]), _spell([])
    ('A1–B1', 'C4', '')
    """
    return f"{ids[0]}–{ids[-1]}" if len(ids) > 1 else "".join(ids)


def _bounds(panel: Panel) -> tuple[float, float, float, float]:
    """Return left, top, width and height of a panel, in mm."""
    xs, ys = [x for x, _ in panel.points], [y for _, y in panel.points]
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


def _middle(panel: Panel) -> Point:
    x, y, width, height = _bounds(panel)
    return x + width / 2, y + height / 2


def _centred(
    words: str, at: Point, size: float, *, bold: bool = False, fill: str = BLACK, turn: float = 0
) -> Iterator[Text]:
    """Yield letters centred on a point, whichever way they are turned."""
    drop = Place(turn=turn).point((0, 0.36 * size * POINT))
    yield Text((at[0] + drop[0], at[1] + drop[1]), words, size, "middle", bold=bold, fill=fill, turn=turn)
