"""For a machine with many operators: operators' log, nightly reset, bags to swap, stickers for
visitors.
"""

from itertools import cycle, islice

from kitgen.claims.claims import facts_of, say
from kitgen.kit.kit import Box
from kitgen.paper.card.moves import draw_badge
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import Column, content_area, line_height, new_page, room_below
from kitgen.paper.machine_pictures import HEIGHT, WIDTH, greet
from kitgen.paper.marks.scene import (
    BLACK,
    DARK,
    Disc,
    Line,
    Scene,
    Stroke,
    Text,
    rectangle,
    rounded,
)
from kitgen.paper.spoken_game import has_draws
from kitgen.paper.style import (
    BODY,
    GREY,
    LABEL,
    SHADE,
    SMALL,
    SPACE,
    STYLE,
    fitted,
    in_rows,
    text_width,
    wrap,
)
from kitgen.papers import Point
from kitgen.reading.texts import CARDS

#: Rows of the operators' log, the space below the last one in mm, and its columns' shares of the
#: width.
LOG_ROWS, LOG_FOOT = 30, 1.5
LOG_FIELDS = {
    "game": 1.0,
    "operator": 2.2,
    "opponent": 2.2,
    "box": 1.8,
    "colour": 1.4,
    "result": 1.3,
    "remark": 2.6,
}
#: A line of the nightly reset: its least height, its height if there is room, the width of the
#: count, in mm.
RESET_ROW, RESET_ROOMY, RESET_COUNT = 6.0, 9.0, 19.0
#: The space below the last line, in mm; the most boxes on one page.
RESET_FOOT, RESET_MOST = 2.0, 160
#: A badge in a list: its letters in points and its width in mm; the least width of the column of
#: bags, in mm.
LETTERS, BADGE, SWAP_COUNT = LABEL, 5.9, 22.0
#: In front of a badge, after its number, and behind it, in mm.
GAPS = 0.7, 0.8
STICKER_COLUMNS, STICKER_HEIGHT = 3, 46.0
#: The height of the robot on a sticker, in mm; and its last game, by the visitor's.
ROBOT, MOOD = 24.0, {"won": "lost", "drew": "drawn", "lost": "won"}
#: The ground of a sticker, by the visitor's result.
TINTS = dict(zip(("won", "lost", "drew"), STYLE.colours.turns, strict=False))


def sheets(job: Job) -> list[Scene]:
    """Return the operators' log, the nightly reset, the bags to swap where there are beads, and
    a page of stickers.
    """
    resets = [
        _reset(job, *way) for way in ((RESET_ROOMY, 2), (RESET_ROW, 2), (RESET_ROW, RESET_MOST))
    ]
    reset, bags = resets[0][0], list[Scene]()
    if job.texts.made_of != CARDS:
        bags, column = _swap(job)
        # Where one page holds the list of bags, lower lines or more columns may leave room for it.
        high = column.y - content_area(job.page)[1] + SPACE.sheet
        reset = next(
            (pages for pages, end in resets if len(bags) == 1 and room_below(job, end) >= high),
            reset,
        )
    return [_log(job), *reset, *bags, _stickers(job)]


def _log(job: Job) -> Scene:
    texts = job.texts
    scene, column = new_page(job, texts("guide.museum_pack.log"))
    column.paragraph(texts("guide.museum_pack.log_intro"), gap=SPACE.paragraph)
    top, head = column.y, 8.0
    row = (room_below(job, column) - head - LOG_FOOT) / LOG_ROWS
    unit = column.width / sum(LOG_FIELDS.values())
    scene.add(rectangle(column.x, top, column.width, head, SHADE))
    x = column.x
    for key, share in LOG_FIELDS.items():
        word, width = texts(f"guide.museum_pack.{key}"), share * unit
        scene.add(fitted((x + width / 2, top + 5.2), word, SMALL, width - 1.5, "middle", bold=True))
        if x > column.x:
            scene.add(Line((x, top), (x, top + head + LOG_ROWS * row), Stroke(GREY, 0.2)))
        x += width
    for y in (top + head + number * row for number in range(LOG_ROWS)):
        scene.add(Line((column.x, y), (column.x + column.width, y), Stroke(GREY, 0.2)))
    scene.add(
        rectangle(column.x, top, column.width, head + LOG_ROWS * row, None, Stroke(BLACK, 0.4))
    )
    return scene


def _reset(job: Job, roomy: float, beside: int) -> tuple[list[Scene], Column]:
    """Return pages of boxes with their starting beads and room for a count, in ``beside``
    columns or more.
    """
    texts, waiting = job.texts, list(job.kit.boxes)
    pages: list[Scene] = []
    indent = 3 + max(text_width(box.id, BODY, bold=True) for box in waiting)
    while waiting:
        scene, column = new_page(job, texts("guide.museum_pack.reset"))
        if not pages:
            column.paragraph(texts("guide.museum_pack.reset_intro"), gap=SPACE.paragraph)
        pages.append(scene)
        room = room_below(job, column) - RESET_ROW - RESET_FOOT
        least = indent + max(map(_width, waiting[:RESET_MOST])) + RESET_COUNT
        columns = min(
            int(column.width // least) or 1, max(beside, -(-len(waiting) // int(room // roomy)))
        )
        width = column.width / columns if columns > 1 else least
        rows = min(int(room // RESET_ROW), -(-len(waiting) // columns))
        pitch = min(roomy, room / rows)
        for index, box in enumerate(waiting[: columns * rows]):
            x, y = column.x + index // rows * width, column.y + RESET_ROW + index % rows * pitch
            if index % rows == 0:
                scene.add(Text((x + indent, y), texts("guide.museum_pack.start"), SMALL, fill=GREY))
                scene.add(
                    Text(
                        (x + width - 4, y), texts("guide.museum_pack.left"), SMALL, "end", fill=GREY
                    )
                )
            y += pitch
            scene.add(Text((x, y), box.id, BODY, bold=True))
            _beads(scene, box, (x + indent, y))
            scene.add(Line((x + width - 16, y + 0.8), (x + width - 4, y + 0.8), Stroke(GREY, 0.2)))
        waiting = waiting[columns * rows :]
        column.gap(RESET_ROW + rows * pitch + RESET_FOOT)
    return pages, column


def _width(box: Box) -> float:
    """Return the width in mm of the beads of a box, each badge with its number."""
    return sum(text_width(f"{slot.beads}", SMALL) + GAPS[0] + BADGE + GAPS[1] for slot in box.slots)


def _beads(scene: Scene, box: Box, at: Point) -> None:
    x, y = at
    for slot in box.slots:
        scene.add(Text((x, y), f"{slot.beads}", SMALL))
        x += text_width(f"{slot.beads}", SMALL) + GAPS[0] + BADGE / 2
        scene.add(*draw_badge(slot.colour, (x, y - 1.1), LETTERS))
        x += BADGE / 2 + GAPS[1]


def _swap(job: Job) -> tuple[list[Scene], Column]:
    fillings: dict[tuple[tuple[str, int], ...], list[Box]] = {}
    for box in job.kit.boxes:
        fillings.setdefault(tuple((slot.colour.key, slot.beads) for slot in box.slots), []).append(
            box
        )
    waiting = list(fillings.values())
    words = {key: job.texts(f"guide.museum_pack.swap_{key}") for key in ("bags", "beads", "boxes")}
    counts = max(SWAP_COUNT, text_width(words["bags"], SMALL, bold=True) + 3)
    wide = max(
        max(_width(boxes[0]) for boxes in waiting) + 6,
        text_width(words["beads"], SMALL, bold=True) + 3,
    )
    pages: list[Scene] = []
    while waiting:
        scene, column = new_page(job, job.texts("guide.museum_pack.swap"))
        if not pages:
            intro = job.texts("guide.museum_pack.swap_intro", beads=job.kit.beads)
            bags = sum(map(len, fillings.values()))
            enough = say(job.texts, "bags", facts_of(job.kit, bags=bags))
            column.paragraph(f"{intro} {enough}", gap=SPACE.paragraph)
        pages.append(scene)
        ids = column.x + counts + wide
        for key, x in (("bags", column.x), ("beads", column.x + counts), ("boxes", ids)):
            scene.add(Text((x, column.y + 4), words[key], SMALL, bold=True))
        column.gap(6)
        while waiting:
            boxes = waiting[0]
            lines = wrap(", ".join(box.id for box in boxes), SMALL, column.x + column.width - ids)
            if len(lines) * line_height(SMALL) + 3 > room_below(job, column):
                break
            waiting.pop(0)
            scene.add(
                Line((column.x, column.y), (column.x + column.width, column.y), Stroke(GREY, 0.2))
            )
            column.gap(SPACE.paragraph)
            y = column.y + 0.78 * line_height(SMALL)
            scene.add(Text((column.x, y), f"{len(boxes)} ×", SMALL, bold=True))
            _beads(scene, boxes[0], (column.x + counts, y))
            for number, line in enumerate(lines):
                scene.add(Text((ids, y + number * line_height(SMALL)), line, SMALL))
            column.gap(max(len(lines) * line_height(SMALL), BADGE) + 1.5)
    return pages, column


def _stickers(job: Job) -> Scene:
    texts, kit = job.texts, job.kit
    scene, column = new_page(job, texts("guide.museum_pack.stickers"))
    results = ["won", *(["drew"] if has_draws(kit) else []), "lost"]
    # A visitor's loss is a win of the machine, from which not every rule learns.
    changes = {"won": kit.rule.loss, "drew": kit.rule.draw, "lost": kit.rule.win}
    taught = {
        result: say(texts, "taught", facts_of(kit, change=changes[result])) for result in results
    }
    wide = content_area(job.page)[2] / STICKER_COLUMNS
    rows = int(room_below(job, column) // STICKER_HEIGHT)
    accent = STYLE.readers["museum"].accent
    by_column = len(results) == STICKER_COLUMNS
    places = (
        index % 3 if by_column else index * 2 // (rows * 3)
        for index in range(rows * STICKER_COLUMNS)
    )
    stickers = [results[place] for place in places]
    for result, x, y in in_rows(
        stickers, STICKER_COLUMNS, (column.x, column.y), (wide, STICKER_HEIGHT)
    ):
        scene.add(rectangle(x, y, wide, STICKER_HEIGHT, None, Stroke(GREY, 0.2, (2, 2))))
        scene.add(
            rounded(
                x + 2.5,
                y + 2.5,
                wide - 5,
                STICKER_HEIGHT - 5,
                4,
                TINTS[result],
                Stroke(accent, 0.9),
            )
        )
        greet(scene, kit, x + wide - 4.5, y + STICKER_HEIGHT - 9, ROBOT, MOOD[result])
        inner = Column(scene, x + 5.5, y + 4.5, wide - 11 - ROBOT * WIDTH / HEIGHT)
        inner.line(
            texts(f"guide.museum_pack.{result}"), STYLE.display.sticker, bold=True, fill=accent
        )
        inner.paragraph(texts("guide.museum_pack.machine", boxes=len(kit.boxes)), SMALL, bold=True)
        inner.paragraph(taught[result], SMALL)
        for number, colour in enumerate(islice(cycle(kit.palette), 10)):
            bead = (x + 7 + number * ((wide - 14) / 9), y + STICKER_HEIGHT - 6)
            scene.add(Disc(bead, 1.3, colour.fill, Stroke(DARK, 0.2)))
    return scene
