"""The drawing of a sheet to be marked: rings with letters, squares for a camera, the code, a
filled-in example.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

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
    Text,
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

#: The ring of a bubble, and the colour of the letters in it: so light that a photograph hardly
#: shows them.
RING = Stroke(STYLE.greys.ring, 0.18)
LETTERS = STYLE.greys.letter
#: The line between rows.
RULE = Stroke(STYLE.greys.quiet, 0.12)
#: The colour of a bubble printed as if filled in, and its share of the ring.
PENCIL = STYLE.greys.pencil
FILLED_SHARE = 0.86
#: Letters in rings, as large as lets a camera tell them from marks, in points.
RING_LETTER_PT = 6.5
#: The letters of a sheet's title, in points.
TITLE_PT = STYLE.display.form
#: The sizes to try for the instructions, in points, and the one that is taken if none has room.
INSTRUCTION_SIZES = (SMALL, 9.5, LABEL, 8.5, 8.0, 7.5, TINY)
MIN_INSTRUCTION_PT = 6.5
#: The gap between two headings of rings, in mm.
HEADING_GAP_MM = 1.4
#: The sizes to try for all headings of rings together, in points.
HEADING_SIZES = (LABEL, 8.5, 8.0, 7.5, 7.0, 6.5, 6.0)
#: The signs of rows that do not count, and of those that continue the game above.
VOID_SIGN = "×"
ON_SIGN = "+"


def draw_form(job: Job, form: Form, title: str, steps: Sequence[str]) -> Scene:
    """Return a form as a page, with what to do in sentences."""
    scene = Scene(form.width, form.height)
    _head(job, scene, form, title, " ".join(steps))
    for square in form.squares:
        scene.add(centred((square.x, square.y), square.side, square.side, BLACK))
    for number, corner in enumerate(form.corners):
        half = corner.side / 2
        scene.add(*marker(number, corner.x - half, corner.y - half, corner.side))
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
    """Write title, aside and instructions at the head of a form."""
    area = Area(form.code.page)
    x = area.x + CORNER + 1.5
    right = form.code_at[0] - 2
    size = fit(title, TITLE_PT, right - x - 30, bold=True)
    baseline = area.y + STRIP + SQUARE / 2 + 7
    scene.add(fitted((x, baseline), title, size, bold=True))
    room = right - x - text_width(title, size, bold=True) - 4
    small = fit(job.title, SMALL, room)
    if small >= LEAST_LETTERS and text_width(job.title, small) <= room:
        scene.add(fitted((right, baseline), job.title, small, anchor="end", fill=GREY))
    column = Column(scene, area.x + STRIP + SQUARE + 2, area.y + CORNER + 1.5, 0)
    column.width = right - column.x
    room = form.labels[0].y - form.diameter / 2 - 5 - column.y
    fitting = [size for size in INSTRUCTION_SIZES if text_height(words, size, column.width) <= room]
    column.paragraph(words, fitting[0] if fitting else MIN_INSTRUCTION_PT)


def _names(job: Job, form: Form) -> list[Mark]:
    """Return the names of the rows, in front of the highest line of each."""
    upwards = sorted((*form.example, *form.bubbles), key=lambda bubble: -bubble.y)
    levels = {bubble.row: bubble.y for bubble in upwards}  # of the highest line
    starts = {label.row: label.x for label in reversed(form.labels)}
    marks: list[Mark] = []
    for number, row in (*enumerate(form.rows), (-1, form.example_row)):
        is_example = number < 0
        words = job.texts("form.example") if is_example else row.name
        room = min(starts[number], row.x + 8.5) - row.x - 1.6
        marks.append(
            fitted(
                (row.x + room, levels[number]),
                words,
                LABEL,
                room,
                "end",
                bold=not is_example,
                fill=GREY if is_example else BLACK,
                level=True,
            )
        )
    return marks


class _RingHeading(NamedTuple):
    """Words over a group of rings."""

    label: Label
    words: str


class _Letters:
    """The letters of a form: in its rings, over their columns, and in front of their lines."""

    def __init__(self, job: Job, form: Form) -> None:
        self._job = job
        self._form = form
        texts = job.texts
        self._of_fields = {"void": VOID_SIGN, "on": ON_SIGN}
        self._of_values: Mapping[str, Mapping[str, str]] = {
            "bead": {colour.key: colour.letter for colour in job.kit.palette},
            "starts": {value: texts(f"form.letter.{value}") for value in STARTS},
            "result": {value: texts(f"log.letter.{value}") for value in ("win", "draw", "loss")},
        }
        self._lettered = len({bubble.y for bubble in form.example}) > 1
        rows_of_turns: dict[int, set[int]] = {}
        for bubble in form.example:
            if bubble.field == "box":
                rows = rows_of_turns.setdefault(bubble.turn, set())
                rows.add(job.kit.by_id[bubble.value].row)
        #: The turns whose boxes are all of one row.
        self._one_row = {turn for turn, rows in rows_of_turns.items() if len(rows) == 1}

    def bubble(self, bubble: Bubble, radius: float, *, filled: bool) -> list[Mark]:
        """Return a ring with its letter; below the ring if that is too long for it."""
        at = (bubble.x, bubble.y)
        words = self._words_in(bubble)
        size = fit(words, RING_LETTER_PT, 1.7 * radius)
        inside = text_width(words, size) <= 1.85 * radius
        drop = MIDDLE * size * POINT if inside else radius + size * POINT * 0.85
        marks: list[Mark] = [Disc(at, radius, WHITE, RING)]
        if filled:
            marks.append(Disc(at, radius * FILLED_SHARE, PENCIL))
        on_pencil = filled and inside
        ink = WHITE if on_pencil else LETTERS
        below = (bubble.x, bubble.y + drop)
        marks.append(fitted(below, words, size, anchor="middle", fill=ink, bold=on_pencil))
        return marks

    def _words_in(self, bubble: Bubble) -> str:
        field = bubble.field
        words = bubble.value
        if field in self._of_fields:
            return self._of_fields[field]
        if field == "box" and bubble.turn in self._one_row:  # the heading has its letter
            return words.removeprefix(row_letter(self._job.kit.by_id[words].row))
        return self._of_values.get(field, {}).get(words, words)

    def headings(self) -> list[Mark]:
        """Return the words over the columns of rings: in one size, or where that finds no room
        each as large as it may be.
        """
        lines = self._heading_lines()
        for size in HEADING_SIZES:
            middles = [self._middles(line, size) for line in lines]
            if all(middles):
                return [*self._headings_at(lines, middles, size)]
        return [self._narrow_heading(heading) for heading in chain.from_iterable(lines)]

    def _heading_lines(self) -> list[list[_RingHeading]]:
        """Return the headings line by line, each from left to right."""
        lines: dict[tuple[int, float], list[_RingHeading]] = {}
        turns = set[int]()
        for label in self._form.labels:
            if label.row >= 0 or label.field == "count":
                continue
            words = self._job.texts(f"form.head.{label.field}")
            begins_turn = label.turn and label.turn not in turns
            if label.field == "box" or (begins_turn and not self._lettered):
                words = f"{self._turn(label)} {words}"
            turns.add(label.turn)
            lines.setdefault((label.row, label.y), []).append(_RingHeading(label, words))
        return [sorted(line, key=lambda heading: heading.label.x) for line in lines.values()]

    def _middles(self, line: Sequence[_RingHeading], size: float) -> list[float]:
        """Return the middles of headings with letters of a size: each over the middle of its rings
        or, pushed aside by another, still over its rings; none without room.
        """
        row = self._form.example_row
        halves = [text_width(heading.words, size) / 2 for heading in line]
        middles = []
        left = row.x
        for (label, _), half in zip(line, halves, strict=True):
            middle = max(label.x + label.width / 2, left + half)
            middles.append(middle)
            left = middle + half + HEADING_GAP_MM
        right = row.x + row.width
        for place in reversed(range(len(line))):
            middles[place] = min(middles[place], right - halves[place])
            right = middles[place] - halves[place] - HEADING_GAP_MM
        if right + HEADING_GAP_MM < row.x:
            return []
        for (label, _), middle in zip(line, middles, strict=True):
            if not label.x <= middle <= label.x + label.width:
                return []
        return middles

    def _headings_at(
        self,
        lines: Sequence[Sequence[_RingHeading]],
        middles: Sequence[Sequence[float]],
        size: float,
    ) -> Iterator[Mark]:
        for line, places in zip(lines, middles, strict=True):
            for (label, words), middle in zip(line, places, strict=True):
                yield Text((middle, self._heading_y(label)), words, size, "middle")

    def _narrow_heading(self, heading: _RingHeading) -> Mark:
        """Return a heading with letters as large as lets it keep to its own side of those beside
        it.
        """
        label, words = heading
        left, right = self._reach(label)
        wide = min(text_width(words, LABEL), right - left)
        middle = min(max(label.x + label.width / 2, left + wide / 2), right - wide / 2)
        return fitted((middle, self._heading_y(label)), words, LABEL, right - left, "middle")

    def _heading_y(self, label: Label) -> float:
        return label.y - self._form.diameter / 2 - 0.9

    def _reach(self, label: Label) -> tuple[float, float]:
        """Return from where to where a heading may reach: half-way to those beside it, or to the
        ends of the row.
        """
        row = self._form.example_row
        left = row.x
        right = row.x + row.width
        before = []
        after = []
        for other in self._form.labels:
            if (other.row, other.y) == (label.row, label.y):
                if other.x < label.x:
                    before.append(other.x + other.width)
                elif other.x > label.x:
                    after.append(other.x)
        if before:
            left = (max(before) + label.x) / 2
        if after:
            right = (label.x + label.width + min(after)) / 2
        return left + HEADING_GAP_MM / 2, right - HEADING_GAP_MM / 2

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
                # The row of the example shows the first box.
                number = 0 if label.row < 0 else self._form.code.first - 1 + label.row
                words = self._job.kit.boxes[number].slots[label.turn - 1].colour.letter
            elif self._lettered:
                words = self._turn(label)
            else:
                continue
            at = (label.x - 0.7, label.y)
            marks.append(fitted(at, words, LABEL, 2.8, "end", bold=True, fill=GREY, level=True))
        return marks

    def _turn(self, label: Label) -> str:
        """Return the name of a label's turn: its row's letter, or its number."""
        if self._job.kit.choices.rows_by == "turn":
            return row_letter(label.turn)
        return str(label.turn)
