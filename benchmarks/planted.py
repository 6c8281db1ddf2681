"""Plants faults in printed PDFs, thousands of them at random, and holds what is found against four programs that draw.

    python benchmarks/planted.py --seed 1 --faults 500

Each fault is one change of one PDF (tests/planting.py): a value of an object, an operator of a page, a byte of a
stream, or a byte of the file itself, of prints that are picked from ``PRINTS``. It is *seen* when PDFium, poppler,
MuPDF or Ghostscript draws any page otherwise than before, and has to be *found* then, by the comparison that ``kitgen
verify`` makes. All prints are also compared as they are, and saved anew by qpdf in several ways: none may be reported.
"""

import argparse
import random
import subprocess
import sys
from collections import Counter
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import pikepdf
import pypdfium2

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from planting import changed_at_random, saved_anew

from kitgen.errors import KitFileError
from kitgen.kit_sources import make_kit
from kitgen.press.print_run import print_kit
from kitgen.verification.same_objects import compared

#: What is printed: a kit, what is chosen in it, and how it is printed. Of one page or two, for four programs draw each.
PRINTS = [
    ("her", {}, {"parts": ["labels"]}),
    ("her", {"language": "it", "palette": "grey"}, {"parts": ["zero", "certificate"], "stock": "35x24"}),
    ("him", {"language": "es"}, {"parts": ["always", "log"], "page": "letter"}),
    ("ladder", {}, {"parts": ["beads", "spinner"]}),
    ("awari-mini", {}, {"parts": ["board", "curve"]}),
]
#: Programs that draw a PDF at 50 dots to an inch, and how they are started.
PROGRAMS = {
    "poppler": ("pdftocairo", "-png", "-r", "50", "{of}", "{to}/p"),
    "MuPDF": ("mutool", "draw", "-q", "-r", "50", "-o", "{to}/m%d.png", "{of}"),
    "Ghostscript": ("gs", "-q", "-dSAFER", "-sDEVICE=png16m", "-r50", "-o", "{to}/g%d.png", "{of}"),
}


def printed(kit: str, choices: dict, options: dict) -> bytes:
    """Return the bytes of a print."""
    stream = BytesIO()
    print_kit(make_kit(kit, **choices), stream, **options)
    return stream.getvalue()


def by_pdfium(data: bytes) -> object:
    """Return the pages as PDFium draws them; why not, where it does not."""
    try:
        pdf = pypdfium2.PdfDocument(data)
        return [page.render(scale=50 / 72, may_draw_forms=True).to_numpy().tobytes() for page in pdf]
    except pypdfium2.PdfiumError as error:
        return str(error)


def by_program(program: str, data: bytes) -> object:
    """Return the pages as a program draws them; nothing where it fails."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "of.pdf"
        path.write_bytes(data)
        words = [word.format(of=path, to=folder) for word in PROGRAMS[program]]
        try:
            subprocess.run(words, capture_output=True, check=False, timeout=60)
        except subprocess.TimeoutExpired:
            return "takes too long"
        return [picture.read_bytes() for picture in sorted(Path(folder).glob("*.png"))]


def drawn(data: bytes) -> dict[str, object]:
    """Return what each program draws of a PDF."""
    return {"PDFium": by_pdfium(data)} | {program: by_program(program, data) for program in PROGRAMS}


def is_found(data: bytes, made: bytes) -> bool:
    """Return whether a PDF is told from the same as kitgen makes it."""
    try:
        return bool(compared(data, made))
    except KitFileError:
        return True


def one_byte(data: bytes, rng: random.Random) -> bytes:
    """Return a file with a byte changed, taken out, or put in."""
    at, byte = rng.randrange(len(data)), bytes([rng.randrange(256)])
    return rng.choice((data[:at] + byte + data[at + 1 :], data[:at] + data[at + 1 :], data[:at] + byte + data[at:]))


def main() -> None:
    """Plant faults and count; leave with 1 where one was missed, or an untouched print reported."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--faults", type=int, default=200)
    parser.add_argument("--every", type=int, default=1, help="draw one in so many of the faults that were found")
    options = parser.parse_args()
    rng, counts, seen_by = random.Random(options.seed), Counter[str](), Counter[str]()
    prints = [printed(*each) for each in PRINTS]
    models = [drawn(data) for data in prints]
    for data in prints:
        for copy in (data, *saved_anew(data).values()):
            counts["untouched"] += 1
            counts["untouched and reported"] += is_found(copy, data)
    for number in range(options.faults):
        at = rng.randrange(len(prints))
        try:
            data = rng.choice((changed_at_random, changed_at_random, one_byte))(prints[at], rng)
        except (pikepdf.PdfError, ValueError, TypeError, KeyError):
            counts["not written"] += 1  # by the program that changes it
            continue
        found = is_found(data, prints[at])
        if found and number % options.every:
            counts["found, not drawn"] += 1
            continue
        pictures = drawn(data)
        seen = [program for program, pages in pictures.items() if pages != models[at][program]]
        seen_by.update(seen)
        counts[f"{'seen' if seen else 'unseen'}, {'found' if found else 'missed'}"] += 1
        if seen and not found:
            print(f"missed: number {number}, seen by {', '.join(seen)}, of {PRINTS[at]}", file=sys.stderr)
    for kind, count in (*sorted(counts.items()), *sorted(seen_by.items())):
        print(f"{count:6} {kind}")
    sys.exit(bool(counts["seen, missed"] or counts["untouched and reported"]))


if __name__ == "__main__":
    main()
