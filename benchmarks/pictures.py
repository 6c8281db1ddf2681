"""Measures what pictures of pages may differ by: false alarms and planted faults, in PDFs saved anew and in scans.

    python benchmarks/pictures.py          # the tables of docs/reliability.md; about ten minutes
    python benchmarks/pictures.py --few    # a few of each
    python benchmarks/pictures.py --photos # photographs alone; with --few a few of them

PDFs are written again by what is installed: pikepdf (qpdf), MuPDF where PyMuPDF is there, Ghostscript, and by rounding
every place on a page as programs do that know fewer digits. Scans are simulated (``tests/scanning.py``): printed with
600 dots to an inch, in colours or, half of them, in black dots alone; then scanned in grey, through glass of another
colour each time, turned, scaled, lighter or darker, blurred, noisy, as JPEG of quality 80, at 200 dots to an inch.
Photographs (``tests/photographing.py``) show the sheet on a darker table, aslant, in uneven light, its paper bent.
"""

import argparse
import io
import pathlib
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from decimal import Decimal
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from shutil import which

import cv2
import msgspec
import numpy as np
import pikepdf
import pypdfium2

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "tests"))
import damage
import photographing
from jobs import kit_of
from prints import document
from scanning import GLASSES, printed, scanned

from kitgen.paper.document import Document
from kitgen.paper.marks.scene import Mark, Path, Place, Scene, Text
from kitgen.pictures.picture_compare import AREA, COLOUR, DOT, strongest
from kitgen.pictures.picture_files import GreyPage, answer, limits_of
from kitgen.pictures.pixels import DotGrid, page_size, strip_of
from kitgen.render.pdf import write_pdf
from kitgen.verification.picture_child import Lying, _compare
from kitgen.verification.remake import Remade
from kitgen.verification.scan import SheetsOnPaper

#: What is moved when the places of marks are rounded.
PLACES = {"m", "l", "c", "v", "y", "h", "re", "Td", "Tm", "w", "cm"}
SCANNED = {
    ("her", "matchbox"): "B3",
    ("gardner24", "matchbox"): "B3",
    ("menace", "matchbox"): "B7",
    ("her", "35x15"): "B3",
}


def pdf_of(drawn: Document) -> bytes:
    stream = io.BytesIO()
    write_pdf(drawn, stream)
    return stream.getvalue()


def saved(data: bytes, **how: object) -> bytes:
    stream = io.BytesIO()
    with pikepdf.open(io.BytesIO(data)) as pdf:
        pdf.save(stream, **how)
    return stream.getvalue()


def rounded(data: bytes, step: float) -> bytes:
    """A PDF with every place on its pages rounded to so many points."""
    stream = io.BytesIO()
    with pikepdf.open(io.BytesIO(data)) as pdf:
        for page in pdf.pages:
            made = []
            for operands, operator in pikepdf.parse_content_stream(page):
                kept = 4 if str(operator) in ("Tm", "cm") else 0
                if str(operator) in PLACES:
                    near = [round(Decimal(str(x)) / Decimal(str(step))) * Decimal(str(step)) for x in operands[kept:]]
                    made.append(([*operands[:kept], *near], operator))
                else:
                    made.append((operands, operator))
            page.Contents = pdf.make_stream(pikepdf.unparse_content_stream(made))
        pdf.save(stream)
    return stream.getvalue()


def anew() -> dict[str, Callable[[bytes], bytes]]:
    """Ways to write a PDF again."""
    ways: dict[str, Callable[[bytes], bytes]] = {
        "pikepdf, linearised": lambda data: saved(data, linearize=True),
        "pikepdf, streams of objects": lambda d: saved(d, object_stream_mode=pikepdf.ObjectStreamMode.generate),
        "places rounded to 0.01 pt": lambda data: rounded(data, 0.01),
        "places rounded to 0.05 pt": lambda data: rounded(data, 0.05),
        "places rounded to 0.1 pt (720 dpi)": lambda data: rounded(data, 0.1),
    }
    if find_spec("pymupdf"):
        mupdf = import_module("pymupdf")
        ways["MuPDF, cleaned"] = lambda d: mupdf.open(stream=d).tobytes(garbage=4, clean=True, deflate=True)
        ways["MuPDF, drawn anew"] = lambda data: mupdf.open(stream=data).convert_to_pdf()
    if which("gs"):
        ways["Ghostscript"] = by_ghostscript
    return ways


def by_ghostscript(data: bytes) -> bytes:
    command = ["gs", "-q", "-sDEVICE=pdfwrite", "-dAutoRotatePages=/None", "-o", "-", "-"]
    return subprocess.run(command, input=data, capture_output=True, check=True).stdout


def saving(kits: list[str]) -> None:
    """Print how far pages lie apart when programs have saved them anew."""
    print("| saved anew by | pages | dot | large dot | area | false alarms |\n|---|---|---|---|---|---|")
    for way, write in anew().items():
        worst, pages, alarms = (0, 0, 0), 0, 0
        for name in kits:
            data = pdf_of(document(name, None))
            one, other = pypdfium2.PdfDocument(data), pypdfium2.PdfDocument(write(data))
            for index in range(len(one)):
                grid = DotGrid.of(*page_size(one[index]))
                pictures = (strip_of(pdf[index], grid, 0, grid.height) for pdf in (one, other))
                worst = tuple(map(max, worst, strongest(*pictures)))
                pages += 1
                alarms += _compare(other, one, index, Lying(index, index)) is not None
        print(f"| {way} | {pages} | {worst[0]} | {worst[1]} | {worst[2]} | {alarms} |", flush=True)
    print(f"| *allowed* | | {DOT} | {COLOUR} | {AREA} | |\n")


def simulated(paper: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A sheet of paper as an office scanner has it."""
    turn = rng.uniform(0.5, 3) * rng.choice([-1, 1]) + rng.choice([0, 180])
    return scanned(
        paper, glass=rng.choice(list(GLASSES)), turn=turn, scale=rng.uniform(0.95, 1.03), blur=rng.uniform(0.2, 0.8),
        gamma=rng.uniform(0.85, 1.25), noise=rng.uniform(2, 8), margin=60, seed=int(rng.integers(1 << 30)),
    )  # fmt: skip


def photographed(grade: str, paper: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A sheet of paper on a table as a telephone has it, as ``kitgen`` unpacks it."""
    page = cv2.resize(cv2.cvtColor(paper, cv2.COLOR_RGB2GRAY), None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    seen = photographing.photographed(page, grade, rng)
    _, data = cv2.imencode(".jpg", seen, [cv2.IMWRITE_JPEG_QUALITY, photographing.GRADES[grade].quality])
    ((_, frame),) = answer(data.tobytes(), limits_of(data.tobytes()))
    unpacked = msgspec.msgpack.decode(frame, type=GreyPage)
    return np.frombuffer(unpacked.dots, np.uint8).reshape(unpacked.height, unpacked.width)


#: How pictures of paper are taken.
TAKEN = {
    "scanned": simulated,
    "photographed with care": partial(photographed, "mild"),
    "photographed in passing": partial(photographed, "middle"),
}


def faults(drawn: Document, box: str) -> Iterator[tuple[str, Document]]:
    """Faults on the card of one box."""
    card = damage.Card(drawn, box)

    def text(number: int, said: str) -> Document:
        return card.changed(number, replace(card.marks[number], text=said))

    def inside(point: tuple[float, float]) -> bool:
        return left <= point[0] <= right and top <= point[1] <= bottom

    def changed(marks: list[Mark]) -> Document:
        whole = list(drawn.sheets)
        scene = whole[card.sheet].scene
        whole[card.sheet] = replace(whole[card.sheet], scene=Scene(scene.width, scene.height, marks))
        return replace(drawn, sheets=tuple(whole))

    xs, ys = zip(*card.frame.points, strict=True)
    left, top, right, bottom = min(xs), min(ys), max(xs), max(ys)
    moved = [(mark, damage.middle(mark)) for mark in card.marks]
    yield (
        "mirror box",
        changed([mark.placed(Place(left + right - 2 * x, 0)) if inside((x, y)) else mark for mark, (x, y) in moved]),
    )
    if card.arrows:
        yield "missing arrow", card.without([card.arrows[0]])
    letter = card.marks[card.letters[0]].text
    yield "changed letter on the board", text(card.letters[0], "G" if letter != "G" else "B")
    yield "changed letter in the legend", text(card.legend[0], "Y")
    numbers = card.find(lambda mark: isinstance(mark, Text) and mark.text.startswith("×"))
    if numbers:
        yield "changed number", text(numbers[0], "× 7")
    yield "changed id", text(card.number, f"{box[0]}8")
    pawns = card.find(lambda mark: isinstance(mark, Path) and inside(damage.middle(mark)) and len(mark.steps) > 5)
    fills = sorted({card.marks[number].fill for number in pawns} - {None})
    if len(fills) == 2:
        marks = list(card.marks)
        for number in pawns:
            marks[number] = replace(marks[number], fill=fills[marks[number].fill == fills[0]])
        yield "exchanged pawns", changed(marks)


def scanning(rounds: int, what: str) -> None:
    """Print how many cards of untouched pictures differ, and how many planted faults are found on the right card.

    Args:
        rounds: how many pictures are taken of each sheet.
        what: of ``TAKEN``.
    """
    taken = TAKEN[what]
    rng = np.random.default_rng(20)
    sheets_seen = cards_seen = alarms = unread = 0
    table: dict[str, list[int]] = {}
    for (name, stock), box in SCANNED.items():
        drawn = document(name, ("labels", "finder"), stock=stock)
        judge, data = SheetsOnPaper(kit_of(name), Remade(pdf_of(drawn), drawn.parts)), pdf_of(drawn)

        def judged(pdf: bytes, index: int, judge: SheetsOnPaper = judge) -> tuple[bool, int, list[str]]:
            scan = taken(printed(pdf, index, colours=bool(rng.integers(2))), rng)
            dots = 200 if taken is simulated else 0
            check, wrong = judge.judge(GreyPage(*scan.shape[::-1], scan.tobytes(), dots), 1)
            count = int(check.expected.split()[0]) if check.expected.endswith(" cards") else 0
            return check.passed is not None and count > 0, count, [one.box for one in wrong]

        for index in range(min(3, len(drawn.sheets))):
            for _ in range(rounds):
                read, count, wrong = judged(data, index)
                sheets_seen, cards_seen = sheets_seen + 1, cards_seen + count
                unread, alarms = unread + (not read), alarms + len(wrong)
        for fault, harmed in faults(drawn, box):
            for _ in range(rounds):
                read, _, wrong = judged(pdf_of(harmed), damage.Card(drawn, box).sheet)
                row = table.setdefault(fault, [0, 0, 0, 0])
                row[0] += 1
                row[1] += wrong == [box]
                row[2] += not wrong
                row[3] += bool(set(wrong) - {box})
    print(f"| planted on one card, {what} | pictures | found, and named alone | not found | other cards named |")
    print("|---|---|---|---|---|", flush=True)
    for fault, row in table.items():
        print(f"| {fault} | {' | '.join(map(str, row))} |")
    print(f"| nothing | {sheets_seen} | {cards_seen} cards | {unread} not recognised | {alarms} |\n")


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--few", action="store_true")
    parser.add_argument("--photos", action="store_true")
    asked = parser.parse_args()
    if not asked.photos:
        saving(["her"] if asked.few else ["her", "gardner24", "menace", "awari-mini", "ladder"])
    for what, taken in TAKEN.items():
        if taken is not simulated or not asked.photos:
            scanning(1 if asked.few else 5, what)


if __name__ == "__main__":
    main()
