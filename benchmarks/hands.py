"""How rows are read that children mark in their own ways: circles, highlighters, faint pencils,
stamps, stickers.

1,000 rows of each kind, which takes some 30 minutes; fewer rows, other ones; and one kind, of which
the pictures of sheets with a wrong or lost row are kept::

    python benchmarks/hands.py
    python benchmarks/hands.py --rows 200 --seed 5
    python benchmarks/hands.py --kinds circles --keep /tmp/x

Ink, stickers and the camera are drawn here, in colours, and share nothing with the reader or with
``tests/photographed_sheets.py``. Each row is the game of a simulated machine, or was left free, and
some free rows get ink. A row is *wrong* if another game, or a row that is crossed out, was read
without a question, and *lost* if it has ink and was taken for a free row. *Unneeded* questions are
about free rows.
"""

import argparse
import io
import math
import pathlib
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

import cv2
import numpy as np
import pypdfium2
from PIL import Image

from kitgen.forms.form import Form
from kitgen.forms.places import form_codes, in_rows, make_form, marks_of_game
from kitgen.journal.journal import Journal
from kitgen.kit.build import build_kit
from kitgen.kit.kit import Kit
from kitgen.marked.marked_games import UNDECIDED, SeenRow, understood_rows
from kitgen.marked.photos import read_photos
from kitgen.marked.row_games import BLANK, COMPLETED, READ
from kitgen.press.print_run import print_kit
from kitgen.record.rows import SampleGame, sample_games
from kitgen.sources.journal_start import new_journal

KITS = ("her", "menace", "nim")
#: Dots per mm of the page on which children draw.
DOTS = 10
#: The longer side of a photograph, in dots.
PHOTO = 3200
#: The share of rows that are left free; of these, the share that gets ink all the same.
FREE = 0.2
INKED = 0.4

Picture = np.ndarray
Colour = tuple[float, float, float]
Point = tuple[float, float]

PENCIL: Colour = (70, 70, 75)
PEN: Colour = (25, 40, 120)
HIGHLIGHTERS: Sequence[Colour] = (
    (250, 245, 90),
    (255, 150, 205),
    (150, 245, 130),
    (255, 190, 90),
    (140, 215, 250),
)
STAMPS: Sequence[Colour] = ((190, 30, 50), (40, 60, 160), (30, 120, 60), (60, 40, 60))
STICKERS: Sequence[Colour] = (
    (255, 255, 255),
    (250, 248, 240),
    (250, 215, 60),
    (230, 70, 80),
    (90, 170, 230),
    (120, 200, 110),
    (245, 160, 190),
)


@dataclass
class Shape:
    """A part of a page, from 0 to 1 for each dot of a window, whose upper left dot is at ``row``
    and ``column``.
    """

    row: int
    column: int
    share: Picture

    def over(self, page: Picture) -> tuple[Picture, Picture]:
        """Return the dots of a page below the shape, to be changed, and its share of each."""
        high, wide = self.share.shape
        below = page[self.row : self.row + high, self.column : self.column + wide]
        return below, self.share[: below.shape[0], : below.shape[1], None]


class Page:
    """A printed page to draw on; places and lengths in mm."""

    def __init__(self, dots: Picture) -> None:
        self.dots = dots.astype(np.float32)

    def cover(self, shape: Shape, colour: Colour, strength: float) -> None:
        """Lay ink on a shape, which multiplies with what is below."""
        below, share = shape.over(self.dots)
        below *= 1 - share * strength * (1 - np.array(colour, np.float32) / 255)

    def stick(self, shape: Shape, colour: Colour) -> None:
        """Hide what is below a shape."""
        below, share = shape.over(self.dots)
        below += (np.array(colour, np.float32) - below) * share


def lines(paths: Sequence[Sequence[Point]], broad: float) -> Shape:
    """Return the shape of some lines."""

    def draw(window: Picture, path: Picture) -> None:
        cv2.polylines(window, [path], False, 255, max(1, round(broad * DOTS)), cv2.LINE_AA, 4)

    return _drawn(paths, draw, broad)


def areas(paths: Sequence[Sequence[Point]]) -> Shape:
    """Return the shape of some closed areas."""
    return _drawn(paths, lambda window, path: cv2.fillPoly(window, [path], 255, cv2.LINE_AA, 4), 0)


def _drawn(
    paths: Sequence[Sequence[Point]], draw: Callable[[Picture, Picture], object], margin: float
) -> Shape:
    points = np.concatenate([np.array(path) for path in paths]) * DOTS
    low = np.maximum(np.floor(points.min(axis=0) - margin * DOTS - 3), 0).astype(int)
    size = np.ceil(points.max(axis=0) + margin * DOTS + 3).astype(int) - low
    window = np.zeros((max(size[1], 1), max(size[0], 1)), np.uint8)
    for path in paths:
        at = ((np.array(path) * DOTS - low) * 16).round().astype(np.int32)
        draw(window, at.reshape(-1, 1, 2))
    return Shape(low[1], low[0], window.astype(np.float32) / 255)


def together(shapes: Sequence[Shape]) -> Shape:
    """Return some shapes as one."""
    row = min(shape.row for shape in shapes)
    column = min(shape.column for shape in shapes)
    high = max(shape.row + shape.share.shape[0] for shape in shapes) - row
    wide = max(shape.column + shape.share.shape[1] for shape in shapes) - column
    whole = Shape(row, column, np.zeros((high, wide), np.float32))
    for shape in shapes:
        y = shape.row - row
        x = shape.column - column
        part = whole.share[y : y + shape.share.shape[0], x : x + shape.share.shape[1]]
        np.maximum(part, shape.share, out=part)
    return whole


Draw = Callable[[Page, Sequence[Point], np.random.Generator], None]


def _round(
    x: float, y: float, across: float, down: float, rng: np.random.Generator, turns: float = 1.05
) -> list[Point]:
    start = rng.uniform(0, 2 * math.pi)
    drift = rng.normal(0, 0.1)
    wave = rng.uniform(0, 0.1)
    path = []
    for step in np.linspace(0, 2 * math.pi * turns, 40):
        far = 1 + drift * step / 6 + wave * math.sin(2 * step + start)
        path_x = x + across * far * math.cos(start + step)
        path_y = y + down * far * math.sin(start + step)
        path.append((path_x, path_y))
    return path


class Tool(NamedTuple):
    """What somebody marks with: its colour, how strongly it covers, and how broad it is in mm."""

    colour: Colour
    strength: float
    broad: float


def _tool(rng: np.random.Generator) -> Tool:
    if rng.random() < 0.4:
        return Tool(PEN, rng.uniform(0.75, 0.95), rng.uniform(0.35, 0.6))
    return Tool(PENCIL, rng.uniform(0.45, 0.85), rng.uniform(0.4, 0.7))


def scribble(page: Page, at: Point, rng: np.random.Generator, tool: Tool, reach: float) -> None:
    """Fill a bubble by going to and fro."""
    x = at[0] + rng.normal(0, 0.2)
    y = at[1] + rng.normal(0, 0.2)
    slant = rng.uniform(-0.6, 0.6)
    path = []
    side = 1
    for level in np.arange(-reach, reach, tool.broad * rng.uniform(0.7, 1.0)):
        half = math.sqrt(max(reach**2 - level**2, 0.04)) * side
        path.append((x + half - slant * level, y + level + slant * half * 0.3))
        path.append((x - half - slant * level, y + level - slant * half * 0.3))
        side = -side
    page.cover(lines([path], tool.broad), tool.colour, tool.strength)


def usual(page: Page, bubbles: Sequence[Point], rng: np.random.Generator) -> None:
    """Fill the bubbles as the sheet asks."""
    tool = _tool(rng)
    for at in bubbles:
        scribble(page, at, rng, tool, rng.uniform(1.3, 1.9))


def circles(page: Page, bubbles: Sequence[Point], rng: np.random.Generator) -> None:
    """Draw circles round the bubbles, all or all but some, tight or wide, round or long; or
    underline them.
    """
    tool = _tool(rng)
    wide = rng.uniform(1.9, 3.6)
    filled = rng.choice([0.0, 0.0, 0.5])
    underlined = rng.random() < 0.1
    for x, y in bubbles:
        if rng.random() < filled:
            scribble(page, (x, y), rng, tool, 1.6)
            continue
        if underlined:
            path = [(x - 2, y + rng.uniform(2.1, 2.7)), (x + 2, y + rng.uniform(2.1, 2.7))]
        else:
            size = wide * rng.uniform(0.9, 1.15)
            middle_x = x + rng.normal(0, 0.3)
            middle_y = y + rng.normal(0, 0.3)
            across = size * rng.uniform(0.9, 1.1)
            down = size * rng.uniform(0.9, 1.2)
            path = _round(middle_x, middle_y, across, down, rng, rng.uniform(0.85, 1.1))
        page.cover(lines([path], tool.broad), tool.colour, tool.strength)


def highlighters(page: Page, bubbles: Sequence[Point], rng: np.random.Generator) -> None:
    """Draw a highlighter over each bubble, or fill the bubbles and draw one over the row or a
    part of it.
    """
    colour = HIGHLIGHTERS[int(rng.integers(len(HIGHLIGHTERS)))]
    broad = rng.uniform(3.0, 5.0)
    strength = rng.uniform(0.7, 1.0)
    if rng.random() < 0.7:
        for x, y in bubbles:
            half = rng.uniform(0.3, 2.2)
            tilt = rng.normal(0, 0.3)
            path = [(x - half, y + tilt), (x + half, y - tilt)]
            page.cover(lines([path], broad), colour, strength)
        return
    usual(page, bubbles, rng)
    left = min(x for x, _ in bubbles)
    right = max(x for x, _ in bubbles)
    from_x = rng.uniform(left - 3, left + 20)
    to_x = rng.uniform(max(from_x + 5, right - 60), max(from_x + 6, right + 3))
    for level in sorted({y for _, y in bubbles}):
        path = [(from_x, level + rng.normal(0, 0.5)), (to_x, level)]
        page.cover(lines([path], broad), colour, strength)


def pencils(page: Page, bubbles: Sequence[Point], rng: np.random.Generator) -> None:
    """Mark with a hard or blunt pencil: faint areas, dots, ticks, crosses, one stroke; of one
    kind in a row.
    """
    strength = rng.uniform(0.18, 0.6)
    kind = rng.choice(["area", "small area", "dot", "tick", "cross", "stroke", "mixed"])
    for at in bubbles:
        x, y = at
        own = strength * rng.uniform(0.75, 1.25)
        broad = rng.uniform(0.35, 0.7)
        tool = Tool(PENCIL, min(own, 0.95), broad)
        this = str(rng.choice(["area", "tick", "cross"])) if kind == "mixed" else str(kind)
        x += rng.normal(0, 0.25)
        y += rng.normal(0, 0.25)
        if this == "area":
            scribble(page, (x, y), rng, tool, rng.uniform(1.4, 2.0))
            continue
        if this == "small area":
            scribble(page, (x, y), rng, tool, rng.uniform(0.7, 1.1))
            continue
        paths = {
            "dot": [[(x, y), (x + 0.3, y + 0.2)]],
            "tick": [
                [(x - 1, y), (x - 0.2, y + 1.1), (x + rng.uniform(1, 2.8), y - rng.uniform(1.2, 3))]
            ],
            "cross": [
                [(x - 1.5, y - 1.5), (x + 1.5, y + 1.5)],
                [(x - 1.5, y + 1.4), (x + 1.6, y - 1.5)],
            ],
            "stroke": [[(x - 1.6, y + rng.uniform(-1, 1)), (x + 1.6, y + rng.uniform(-1, 1))]],
        }[this]
        page.cover(lines(paths, 0.8 if this == "dot" else broad), PENCIL, tool.strength)


def stamps(page: Page, bubbles: Sequence[Point], rng: np.random.Generator) -> None:
    """Fill the bubbles, or only some of them, and put a stamp somewhere on the row."""
    some = bubbles if rng.random() < 0.7 else [at for at in bubbles if rng.random() < 0.6]
    usual(page, some, rng)
    _stamp(page, bubbles, rng)


def _near(bubbles: Sequence[Point], rng: np.random.Generator) -> Point:
    left = min(x for x, _ in bubbles)
    right = max(x for x, _ in bubbles)
    if rng.random() < 0.5:
        x, y = bubbles[int(rng.integers(len(bubbles)))]
    else:
        x = rng.uniform(left - 3, right + 3)
        y = bubbles[0][1]
    return x + rng.normal(0, 1.5), y + rng.normal(0, 1.0)


def _stamp(page: Page, bubbles: Sequence[Point], rng: np.random.Generator) -> None:
    colour = STAMPS[int(rng.integers(len(STAMPS)))]
    strength = rng.uniform(0.4, 0.95)
    size = rng.uniform(2.0, 6.0)
    x, y = _near(bubbles, rng)
    kind = rng.choice(["disc", "star", "ring", "smile"])
    if kind == "disc":
        shape = areas([_round(x, y, size, size, rng, 1.0)])
    elif kind == "star":
        turn = rng.uniform(0, 6)
        corners = []
        for corner in range(10):
            far = size if corner % 2 == 0 else size * 0.45
            angle = turn + corner * math.pi / 5
            corners.append((x + far * math.cos(angle), y + far * math.sin(angle)))
        shape = areas([corners])
    else:
        shape = lines([_round(x, y, size, size, rng)], 0.8)
        if kind == "smile":
            eyes = [
                _round(x + side * size * 0.35, y - size * 0.25, 0.5, 0.6, rng, 1.0)
                for side in (-1, 1)
            ]
            arc = [
                (x + size * 0.6 * math.cos(a), y + size * 0.55 * math.sin(a))
                for a in np.linspace(0.4, 2.7, 12)
            ]
            shape = together([shape, areas(eyes), lines([arc], 0.7)])
    worn = cv2.GaussianBlur(rng.random(shape.share.shape, np.float32), (0, 0), 2.0)
    shape.share *= np.clip((worn - 0.44) * 12, 0.35, 1)
    page.cover(shape, colour, strength)


def stickers(page: Page, bubbles: Sequence[Point], rng: np.random.Generator) -> None:
    """Fill the bubbles, then stick something over the row; or stick first and mark on what is
    left.
    """
    late = rng.random() < 0.75
    if late:
        usual(page, bubbles, rng)
    _sticker(page, bubbles, rng)
    if not late:
        usual(page, bubbles, rng)


def _sticker(page: Page, bubbles: Sequence[Point], rng: np.random.Generator) -> None:
    colour = STICKERS[int(rng.integers(len(STICKERS)))]
    x, y = _near(bubbles, rng)
    if rng.random() < 0.5:
        size = rng.uniform(2.5, 7.0)
        shape = areas([_round(x, y, size, size, rng, 1.0)])
    else:  # a piece of tape, or a strip of paper
        wide = rng.uniform(4, 40)
        high = rng.uniform(2.2, 5.0)
        tilt = rng.normal(0, 0.05)
        ends = [(-wide, -high), (wide, -high), (wide, high), (-wide, high)]
        shape = areas([[(x + dx / 2, y + dy / 2 + tilt * dx) for dx, dy in ends]])
    page.stick(shape, colour)
    if rng.random() < 0.3:  # a little picture on it
        page.cover(lines([_round(x, y, 1.2, 1.2, rng)], 0.5), (90, 60, 60), 0.8)


KINDS: dict[str, Draw] = {
    "circles": circles,
    "highlighters": highlighters,
    "pencils": pencils,
    "reflections": usual,
    "stamps": stamps,
    "stickers": stickers,
}
#: What a free row may get, by the kind.
ALONE: dict[str, Draw] = {"stamps": _stamp, "stickers": _sticker}


def photograph(page: Page, rng: np.random.Generator, *, glare: bool) -> Picture:
    """Return a careful photograph of a page, a little aslant, uneven, blurred and noisy, perhaps
    with reflections.
    """
    high, wide = page.dots.shape[:2]
    size = np.array([PHOTO * 3 // 4, PHOTO])
    scale = float((size / (wide, high)).min()) * rng.uniform(0.86, 0.94)
    corners = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    middle = corners - np.array([wide, high]) / 2
    turn = rng.normal(0, 0.025)
    rotation = [[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]]
    turned = middle @ np.array(rotation)
    aims = turned * scale * (1 + rng.uniform(-0.025, 0.025, (4, 1))) + size / 2
    view = cv2.getPerspectiveTransform(corners, aims.astype(np.float32))
    table = tuple(float(tone) for tone in rng.uniform(60, 150, 3))
    paper = np.clip(page.dots, 0, 255).astype(np.uint8)
    soft = cv2.GaussianBlur(paper, (0, 0), max(0.4 / scale, 0.3))
    whole = tuple(map(int, size))
    seen = cv2.warpPerspective(soft, view, whole, borderValue=table).astype(np.float32)
    # Light and reflections are drawn on every eighth dot, and blown up.
    down, across = np.mgrid[0 : size[1] : 8, 0 : size[0] : 8].astype(np.float32) / PHOTO
    slope = rng.normal(0, 0.18, 2)
    light = 1 + slope[0] * (across - 0.37) + slope[1] * (down - 0.5)
    shine = np.zeros_like(light)
    if glare:
        shine = reflections(across, down, rng)
    light = cv2.resize(light, whole, interpolation=cv2.INTER_LINEAR)[..., None]
    shine = cv2.resize(shine, whole, interpolation=cv2.INTER_LINEAR)[..., None]
    tint = np.array([1, rng.uniform(0.95, 1), rng.uniform(0.82, 1)], np.float32)
    white = rng.uniform(185, 235)
    seen *= (white - 12) / 255
    seen += 12
    seen *= light * tint
    shine = np.clip(shine, 0, 1)
    seen += (255 - seen) * shine
    seen = cv2.GaussianBlur(seen, (0, 0), rng.uniform(0.6, 1.1))
    tile = rng.standard_normal((512, 512, 3), np.float32) * rng.uniform(1.5, 3.5)
    seen += np.tile(tile, (*(size[::-1] // 512 + 1), 1))[: size[1], : size[0]]
    return np.clip(seen, 0, 255).astype(np.uint8)


def reflections(across: Picture, down: Picture, rng: np.random.Generator) -> Picture:
    """Return how strongly each dot shines where some lamps are reflected: long spots, aslant."""
    shine = np.zeros_like(across)
    for _ in range(int(rng.integers(2, 6))):
        x = rng.uniform(0.1, 0.65)
        y = rng.uniform(0.15, 0.9)
        angle = rng.uniform(0, math.pi)
        along = (across - x) * math.cos(angle) + (down - y) * math.sin(angle)
        aside = -(across - x) * math.sin(angle) + (down - y) * math.cos(angle)
        long = rng.uniform(0.01, 0.12)
        short = rng.uniform(0.006, 0.035)
        edge = np.hypot(along / long, aside / short) ** rng.uniform(2, 6)
        shine = np.maximum(shine, rng.uniform(0.5, 1.3) / (1 + edge))
    return shine


@dataclass
class Sheet:
    """The first sheet of a kit's log, and games to fill it in with."""

    name: str
    kit: Kit
    form: Form
    print: Picture
    games: list[SampleGame]
    journal: Journal

    @classmethod
    def of(cls, name: str, folder: pathlib.Path) -> "Sheet":
        """Return the sheet of a kit."""
        kit = build_kit(name)
        stream = io.BytesIO()
        print_kit(kit, stream, parts=["log-marks"])
        pdf = pypdfium2.PdfDocument(stream.getvalue())
        page = np.asarray(pdf[0].render(scale=DOTS * 25.4 / 72).to_pil().convert("RGB"))
        games = [game for game in islice(sample_games(kit, 20, 400), 400) if not game.resigned]
        form = make_form(kit, form_codes(kit, "log-marks", "a4")[0])
        return cls(name, kit, form, page, games, new_journal(kit, folder / f"{name}.kitgen"))

    def game(self, rng: np.random.Generator) -> tuple[object, list[list[tuple[str, int, str]]]]:
        """Return what a game is, and its marks."""
        game = self.games[int(rng.integers(len(self.games)))]
        picks = []
        for number, slot in game.picks:
            box = self.kit.boxes[number]
            picks.append(f"{box.id} {box.slots[slot].colour.letter}")
        marks = in_rows(self.form, marks_of_game(self.kit, game.side, game.moves, game.outcome))
        return (tuple(picks), game.outcome), marks


def outcome(row: SeenRow, meant: object, *, inked: bool) -> str:
    """Return what became of a row: ``read``, ``completed``, ``asked``, ``wrong``, ``lost``, or
    ``free``.
    """
    if row.state == UNDECIDED:
        return "asked"
    if row.state == BLANK:
        return "lost" if inked else "free"
    if row.state in (READ, COMPLETED) and row.game is not None:
        found = tuple(pick.text for pick in row.game.picks), row.game.result
        if found == meant:
            return "completed" if row.state == COMPLETED else "read"
    return "wrong"


def measured(
    kind: str, rows: int, seed: int, sheets: Sequence[Sheet], keep: pathlib.Path | None
) -> Counter[str]:
    """Return how many rows of a kind became what."""
    counts: Counter[str] = Counter()
    number = 0
    while counts["rows"] < rows:
        rng = np.random.default_rng([seed, list(KINDS).index(kind), number])
        sheet = sheets[number % len(sheets)]
        number += 1
        page = Page(sheet.print)
        truth: dict[int, tuple[object, bool]] = {}
        for row, strip in enumerate(sheet.form.rows):
            meant, marks = sheet.game(rng)
            wanted = marks[0]
            at = [
                (bubble.x, bubble.y)
                for bubble in sheet.form.bubbles
                if bubble.row == row and (bubble.field, bubble.turn, bubble.value) in wanted
            ]
            free = rng.random() < FREE
            inked = not free
            if not free:
                KINDS[kind](page, at, rng)
            elif kind in ALONE and rng.random() < INKED:
                ALONE[kind](page, at, rng)
                inked = True
            truth[int(strip.name)] = (None if free else meant), inked
        picture = photograph(page, rng, glare=kind == "reflections")
        path = pathlib.Path(tempfile.gettempdir()) / f"hands-{seed}-{kind}-{number}.jpg"
        Image.fromarray(picture).save(path, quality=85)
        read = list(read_photos("benchmark", [path], sheet.kit))
        whole = [one for one in read if not isinstance(one, str)]
        bad = False
        found = Counter(rows=len(truth))
        if not whole:
            found["refused"] = len(truth)
        for row in understood_rows(sheet.journal, whole) if whole else []:
            meant, inked = truth[row.number]
            became = outcome(row, meant, inked=inked)
            found[became] += 1
            found["unneeded"] += became == "asked" and not inked
            if became in ("wrong", "lost"):
                bad = True
                print(
                    "  ",
                    path.name,
                    sheet.name,
                    row.number,
                    became,
                    row.state,
                    meant,
                    row.game,
                    file=sys.stderr,
                )
        counts.update(found)
        if keep is not None and bad:
            path.rename(keep / path.name)
        path.unlink(missing_ok=True)
    return counts


#: The columns of the table.
COLUMNS = ("rows", "read", "completed", "asked", "unneeded", "free", "refused", "wrong", "lost")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--rows", type=int, default=1000, help="at least so many rows of each kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--kits", default=",".join(KITS))
    parser.add_argument(
        "--keep", type=pathlib.Path, help="the folder for pictures with a wrong or lost row"
    )
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        sheets = [Sheet.of(name, pathlib.Path(folder)) for name in asked.kits.split(",")]
        print(f"| kind | {' | '.join(COLUMNS)} |\n|---{'|--:' * len(COLUMNS)}|", flush=True)
        for kind in asked.kinds.split(","):
            counts = measured(kind, asked.rows, asked.seed, sheets, asked.keep)
            print(
                f"| {kind} | {' | '.join(f'{counts[column]:,}' for column in COLUMNS)} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
