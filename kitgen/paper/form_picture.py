"""The drawing of a sheet to be marked: rings with letters, squares for a camera, the code, a
filled-in example.
"""

from collections.abc import Mapping, Sequence

from kitgen.forms.form import CORNER, SQUARE, STARTS, STRIP, Area, Bubble, Form, Label
from kitgen.forms.places import example_marks
from kitgen.kit.kit import row_letter
from kitgen.paper.job import Job
from kitgen.paper.layout.frame import Column, text_height
from kitgen.paper.marks.codes import marker, qr_code
from kitgen.paper.marks.scene import (
    BLACK,
    DARK,
    POINT,
    WHITE,
    Disc,
    Line,
    Mark,
    Scene,
    Stroke,
    centred,
    rectangle,
)
from kitgen.paper.style import (
    GREY,
    LABEL,
    LEAST_LETTERS,
    MIDDLE,
    SHADE,
    SMALL,
    STYLE,
    TINY,
    fit,
    fitted,
    text_width,
)

#: The ring of a bubble and the letters in it: so light that a photograph hardly shows them.
RING, LETTERS = Stroke(STYLE.greys.ring, 0.18), STYLE.greys.letter
#: Between rows.
RULE = Stroke(STYLE.greys.quiet, 0.12)
#: A bubble printed as if filled in, and its share of the ring.
PENCIL, FILLED = STYLE.greys.pencil, 0.86
#: Letters in rings, as large as lets a camera tell them from marks; a sheet's title; in points.
IN_RING, TITLE = 6.5, STYLE.display.form
#: Between two headings of rings, in mm.
HEADS_APART = 1.4
#: The signs of rows that do not count, and of those that continue the game above.
VOID_SIGN, ON_SIGN = "×", "+"


def draw_form(job: Job, form: Form, title: str, steps: Sequence[str]) -> Scene:
    """Return a form as a page, with what to do in sentences."""
    scene = Scene(form.width, form.height)
    _head(job, scene, form, title, " ".join(steps))
    for square in form.squares:
        scene.add(centred((square.x, square.y), square.side, square.side, BLACK))
    for number, corner in enumerate(form.corners):
        scene.add(
            *marker(number, corner.x - corner.side / 2, corner.y - corner.side / 2, corner.side)
        )
    scene.add(qr_code(form.code.text, *form.code_at))
    shown = form.example_row
    scene.add(rectangle(shown.x, shown.y, shown.width, shown.height, SHADE))
    for row in form.rows:
        scene.add(Line((row.x, row.y + row.height), (row.x + row.width, row.y + row.height), RULE))
    letters = _Letters(job, form)
    scene.add(*_names(job, form), *letters.headings(), *letters.beside())
    filled = set(example_marks(job.kit, form))
    for bubble in (*form.example, *form.bubbles):
        scene.add(*letters.bubble(bubble, form.diameter / 2, filled=bubble in filled))
    for x, y in form.empty:
        scene.add(Disc((x, y), form.diameter / 2, None, RING))
    for x, y in form.full:
        scene.add(Disc((x, y), form.diameter / 2, DARK))
    return scene


def _head(job: Job, scene: Scene, form: Form, title: str, words: str) -> None:
    area, aside = Area(form.code.page), job.title
    x, right = area.x + CORNER + 1.5, form.code_at[0] - 2
    size = fit(title, TITLE, right - x - 30, bold=True)
    at = area.y + STRIP + SQUARE / 2 + 7
    scene.add(fitted((x, at), title, size, bold=True))
    room = right - x - text_width(title, size, bold=True) - 4
    small = fit(aside, SMALL, room)
    if small >= LEAST_LETTERS and text_width(aside, small) <= room:
        scene.add(fitted((right, at), aside, small, anchor="end", fill=GREY))
    column = Column(scene, area.x + STRIP + SQUARE + 2, area.y + CORNER + 1.5, 0)
    column.width = right - column.x
    room = form.labels[0].y - form.diameter / 2 - 5 - column.y
    sizes = (SMALL, 9.5, LABEL, 8.5, 8.0, 7.5, TINY)
    column.paragraph(
        words, next((size for size in sizes if text_height(words, size, column.width) <= room), 6.5)
    )


def _names(job: Job, form: Form) -> list[Mark]:
    upwards = sorted((*form.example, *form.bubbles), key=lambda bubble: -bubble.y)
    levels = {bubble.row: bubble.y for bubble in upwards}  # of the highest line
    starts = {label.row: label.x for label in reversed(form.labels)}
    marks: list[Mark] = []
    for number, row in (*enumerate(form.rows), (-1, form.example_row)):
        room = min(starts[number], row.x + 8.5) - row.x - 1.6
        words, bold = (row.name, True) if number >= 0 else (job.texts("form.example"), False)
        at, fill = (row.x + room, levels[number]), BLACK if bold else GREY
        marks.append(fitted(at, words, LABEL, room, "end", bold=bold, fill=fill, level=True))
    return marks


class _Letters:
    def __init__(self, job: Job, form: Form) -> None:
        self._job, self._form = job, form
        self._of_fields = {"void": VOID_SIGN, "on": ON_SIGN}
        self._of_values: Mapping[str, Mapping[str, str]] = {
            "bead": {colour.key: colour.letter for colour in job.kit.palette},
            "starts": {value: job.texts(f"form.letter.{value}") for value in STARTS},
            "result": {
                value: job.texts(f"log.letter.{value}") for value in ("win", "draw", "loss")
            },
        }
        boxes = [
            (bubble.turn, job.kit.by_id[bubble.value].row)
            for bubble in form.example
            if bubble.field == "box"
        ]
        self._lettered = len({bubble.y for bubble in form.example}) > 1
        self._one_row = {
            turn
            for turn, row in boxes
            if all(pair == (turn, row) for pair in boxes if pair[0] == turn)
        }

    def bubble(self, bubble: Bubble, radius: float, *, filled: bool) -> list[Mark]:
        x, y, field, words = bubble.x, bubble.y, bubble.field, bubble.value
        if field == "box" and bubble.turn in self._one_row:  # the heading has its letter
            words = words.removeprefix(row_letter(self._job.kit.by_id[words].row))
        words = self._of_fields.get(field) or self._of_values.get(field, {}).get(words, words)
        size = fit(words, IN_RING, 1.7 * radius)
        inside = text_width(words, size) <= 1.85 * radius
        level = y + (MIDDLE * size * POINT if inside else radius + size * POINT * 0.85)
        ring = [Disc((x, y), radius, WHITE, RING)]
        if filled:
            ring.append(Disc((x, y), radius * FILLED, PENCIL))
        ink = WHITE if filled and inside else LETTERS
        return [
            *ring,
            fitted((x, level), words, size, anchor="middle", fill=ink, bold=filled and inside),
        ]

    def headings(self) -> list[Mark]:
        marks, turns = list[Mark](), set[int]()
        for label in self._form.labels:
            if label.row >= 0 or label.field == "count":
                continue
            words = self._job.texts(f"form.head.{label.field}")
            if label.field == "box" or (
                label.turn and label.turn not in turns and not self._lettered
            ):
                words = f"{self._turn(label)} {words}"
            turns.add(label.turn)
            left, right = self._reach(label)
            wide = min(text_width(words, LABEL), right - left)
            middle = min(max(label.x + label.width / 2, left + wide / 2), right - wide / 2)
            at = (middle, label.y - self._form.diameter / 2 - 0.9)
            marks.append(fitted(at, words, LABEL, right - left, "middle"))
        return marks

    def _reach(self, label: Label) -> tuple[float, float]:
        """Return from where to where a heading may reach: half-way to those beside it, or to the
        ends of the row.
        """
        row, end = self._form.example_row, label.x + label.width
        beside = [
            other for other in self._form.labels if (other.row, other.y) == (label.row, label.y)
        ]
        before = [other.x + other.width for other in beside if other.x < label.x]
        after = [other.x for other in beside if other.x > label.x]
        left = (max(before) + label.x) / 2 if before else row.x
        right = (end + min(after)) / 2 if after else row.x + row.width
        return left + HEADS_APART / 2, right - HEADS_APART / 2

    def beside(self) -> list[Mark]:
        """Return the letters of turns, or of beads that are counted, in front of groups of
        bubbles.
        """
        marks: list[Mark] = []
        seen: set[tuple[int, int]] = set()
        for label in self._form.labels:
            if not label.turn or (label.row, label.turn) in seen:
                continue
            seen.add((label.row, label.turn))
            if label.field == "count":
                box = self._job.kit.boxes[
                    0 if label.row < 0 else self._form.code.first - 1 + label.row
                ]
                words = box.slots[label.turn - 1].colour.letter
            elif self._lettered:
                words = self._turn(label)
            else:
                continue
            marks.append(
                fitted(
                    (label.x - 0.7, label.y),
                    words,
                    LABEL,
                    2.8,
                    "end",
                    bold=True,
                    fill=GREY,
                    level=True,
                )
            )
        return marks

    def _turn(self, label: Label) -> str:
        return (
            row_letter(label.turn) if self._job.kit.choices.rows_by == "turn" else str(label.turn)
        )
