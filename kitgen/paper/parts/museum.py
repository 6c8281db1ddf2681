"""For a machine that many people look after: operators' log, nightly reset, stickers for those who played."""

from kitgen.kit.kit import Box
from kitgen.paper.document import Sheet
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import BODY, GREY, SMALL, Column, content_area, new_page, room_below
from kitgen.paper.marks.fonts import fit, text_width
from kitgen.paper.marks.scene import BLACK, Line, Scene, Stroke, Text, rectangle
from kitgen.paper.wording import game_name, has_draws

NAME = "museum"
#: Rows of the operators' log, and the shares of the width that its columns take.
LOG_ROWS = 30
LOG_FIELDS = (("game", 1.0), ("operator", 2.2), ("opponent", 2.2), ("box", 1.4), ("colour", 1.4), ("result", 1.3),
              ("remark", 3.0))  # fmt: skip
#: A line of the nightly reset: its least height, its height where there is room, what the count takes, in mm.
RESET_ROW, RESET_ROOMY, RESET_COUNT = 6.2, 12.0, 19.0
STICKER_COLUMNS, STICKER_HEIGHT = 3, 34.0


def sheets(job: Job) -> list[Sheet]:
    """Return the operators' log, the nightly reset and a page of stickers."""
    title = job.texts("guide.museum")
    pages = [_log(job), *_reset(job), _stickers(job)]
    return [Sheet(page, NAME, title) for page in pages]


def _log(job: Job) -> Scene:
    texts = job.texts
    scene, column = new_page(job, texts("guide.museum_pack.log"), aside=job.kit.title)
    column.paragraph(texts("guide.museum_pack.log_intro"))
    column.gap(2)
    top, head = column.y, 8.0
    row = (room_below(job, column) - head) / LOG_ROWS
    unit = column.width / sum(share for _, share in LOG_FIELDS)
    scene.add(rectangle(column.x, top, column.width, head, "#EFEFEF"))
    x = column.x
    for key, share in LOG_FIELDS:
        word, width = texts(f"guide.museum_pack.{key}"), share * unit
        scene.add(Text((x + width / 2, top + 5.2), word, fit(word, SMALL, width - 1.5, bold=True), "middle", bold=True))
        if x > column.x:
            scene.add(Line((x, top), (x, top + head + LOG_ROWS * row), Stroke(GREY, 0.2)))
        x += width
    for number in range(LOG_ROWS):
        y = top + head + number * row
        scene.add(Line((column.x, y), (column.x + column.width, y), Stroke(GREY, 0.2)))
    scene.add(rectangle(column.x, top, column.width, head + LOG_ROWS * row, None, Stroke(BLACK, 0.4)))
    return scene


def _reset(job: Job) -> list[Scene]:
    """Return the boxes with their starting beads and room for a count, in columns, on as many pages as needed."""
    texts = job.texts
    pages: list[Scene] = []
    waiting = list(job.kit.boxes)
    indent = 3 + max(text_width(box.id, BODY, bold=True) for box in waiting)
    least = indent + max(text_width(_beads(box), SMALL) for box in waiting) + RESET_COUNT
    while waiting:
        scene, column = new_page(job, texts("guide.museum_pack.reset"), aside=job.kit.title)
        if not pages:
            column.paragraph(texts("guide.museum_pack.reset_intro"))
            column.gap(2)
        pages.append(scene)
        room = room_below(job, column) - RESET_ROW
        columns = min(int(column.width // least) or 1, max(2, -(-len(waiting) // int(room // RESET_ROOMY))))
        width = column.width / columns
        rows = min(int(room // RESET_ROW), -(-len(waiting) // columns))
        pitch = min(RESET_ROOMY, room / rows)
        for index, box in enumerate(waiting[: columns * rows]):
            x, y = column.x + index // rows * width, column.y + RESET_ROW + index % rows * pitch
            if index % rows == 0:
                scene.add(Text((x + indent, y), texts("guide.museum_pack.start"), SMALL, fill=GREY))
                scene.add(Text((x + width - 4, y), texts("guide.museum_pack.left"), SMALL, "end", fill=GREY))
            y += pitch
            scene.add(Text((x, y), box.id, BODY, bold=True))
            scene.add(Text((x + indent, y), _beads(box), fit(_beads(box), SMALL, width - indent - RESET_COUNT)))
            scene.add(Line((x + width - 16, y + 0.8), (x + width - 4, y + 0.8), Stroke(GREY, 0.2)))
        waiting = waiting[columns * rows :]
    return pages


def _beads(box: Box) -> str:
    """Return what lies in a box at the start, such as ``1R 1B``."""
    return " ".join(f"{slot.beads}{slot.colour.letter}" for slot in box.slots)


def _stickers(job: Job) -> Scene:
    """Return stickers for those who beat, drew with or lost to the machine, a column each."""
    texts, kit = job.texts, job.kit
    scene, column = new_page(job, texts("guide.museum_pack.stickers"), aside=kit.title)
    results = ["won", *(["drew"] if has_draws(kit) else []), "lost"]
    # A visitor's loss is a win of the machine's, from which not every rule learns.
    teaches = {"won": not kit.rule.loss.nothing, "drew": not kit.rule.draw.nothing, "lost": not kit.rule.win.nothing}
    _, _, width, _ = content_area(job.page)
    wide = width / STICKER_COLUMNS
    rows = int(room_below(job, column) // STICKER_HEIGHT)
    for index in range(rows * STICKER_COLUMNS):
        x = column.x + index % STICKER_COLUMNS * wide
        y = column.y + index // STICKER_COLUMNS * STICKER_HEIGHT
        result = results[index % len(results)] if len(results) == STICKER_COLUMNS else results[index * 2 // (rows * 3)]
        scene.add(rectangle(x, y, wide, STICKER_HEIGHT, None, Stroke(GREY, 0.2, (2, 2))))
        inner = Column(scene, x + 5, y + 5, wide - 10)
        inner.line(texts(f"guide.museum_pack.{result}"), 15, bold=True)
        inner.line(texts("guide.museum_pack.machine", boxes=len(kit.boxes)), BODY)
        inner.line(texts(f"guide.museum_pack.{'taught' if teaches[result] else 'kept'}"), BODY)
        inner.line(game_name(job), SMALL, fill=GREY)
    return scene
