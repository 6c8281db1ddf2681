"""Changes printed PDFs at random and looks for one that ``kitgen verify`` passes and a program shows otherwise.

    python benchmarks/fuzz_pdf.py --seed 1 --files 500

Each file is a print of ``PRINTS`` with one change: a value of an object, an operator of a page, a byte of a stream or of
the file (tests/planting.py), or of its structure: its indexes, ends, numbers, comments and hidden objects
(tests/shifting.py). It is *seen* when PDFium, poppler, MuPDF or Ghostscript shows any page otherwise than before, and
*passes* when the comparison of ``kitgen verify`` finds nothing. Only a file that passes and is seen is a fault. All
prints are also compared as they are, and saved anew by qpdf in several ways: none may be reported.
"""

import argparse
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from functools import cache
from io import BytesIO
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

import pikepdf
import pypdfium2

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from planting import changed_at_random, saved_anew
from shifting import shifted_at_random

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
#: Those that are installed, and those that are not.
INSTALLED = [name for name, words in PROGRAMS.items() if which(words[0])]
MISSING = sorted(PROGRAMS.keys() - INSTALLED)
#: What a program says of a file that it does not draw.
NOT_DRAWN = "not drawn"


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
            return NOT_DRAWN
        return [picture.read_bytes() for picture in sorted(Path(folder).glob("*.png"))]


def drawn(data: bytes) -> dict[str, object]:
    """Return what each program draws of a PDF."""
    return {"PDFium": by_pdfium(data)} | {program: by_program(program, data) for program in INSTALLED}


@cache
def model(data: bytes) -> dict[str, object]:
    """Return what each program draws of a print as it is."""
    return drawn(data)


def seen_by(data: bytes, made: bytes) -> list[str]:
    """Return the programs that show a PDF otherwise than the same as kitgen makes it."""
    return [program for program, pages in drawn(data).items() if pages != model(made)[program]]


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


#: What is changed, by the name of the kind, and how often of ten times.
KINDS: dict[str, tuple[int, Callable[[bytes, random.Random], bytes]]] = {
    "structure": (6, shifted_at_random),
    "content": (3, changed_at_random),
    "byte": (1, one_byte),
}
#: How a change says that it cannot be made, or the program that makes it.
UNCHANGEABLE = (pikepdf.PdfError, ValueError, TypeError, KeyError)


def main() -> None:
    """Change files and count; leave with 1 where one passes that a program shows otherwise, or a print is reported."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--files", type=int, default=200)
    parser.add_argument("--every", type=int, default=20, help="draw one in so many of the files that do not pass")
    parser.add_argument("--keep", type=Path, help="a folder for files that are a fault")
    options = parser.parse_args()
    counts, seen = Counter[str](), Counter[str]()
    prints = [printed(*each) for each in PRINTS]
    for data in prints:
        for copy in (data, *saved_anew(data).values()):
            counts["untouched"] += 1
            counts["untouched and reported"] += is_found(copy, data)
    for number in range(options.files):
        rng = random.Random(f"{options.seed} {number}")
        made = rng.choice(prints)
        kind = rng.choices(list(KINDS), [often for often, _ in KINDS.values()])[0]
        try:
            data = KINDS[kind][1](made, rng)
        except UNCHANGEABLE:
            counts[f"{kind}: not written"] += 1
            continue
        found = is_found(data, made)
        if found and number % options.every:
            counts[f"{kind}: refused, not drawn"] += 1
            continue
        programs = seen_by(data, made)
        counts[f"{kind}: {'refused' if found else 'passes'}, {'seen' if programs else 'not seen'}"] += 1
        for program in programs:
            seen[f"seen by {program}, {'refused' if found else 'passes'}"] += 1
        if programs and not found:
            counts["faults"] += 1
            print(f"passes, and {', '.join(programs)} shows it otherwise: number {number}, {kind}", file=sys.stderr)
            if options.keep:
                (options.keep / f"{options.seed}-{number}.pdf").write_bytes(data)
    for kind, count in (*sorted(counts.items()), *sorted(seen.items())):
        print(f"{count:6} {kind}")
    if MISSING:
        print(f"left out, as not installed: {', '.join(MISSING)}")
    sys.exit(bool(counts["faults"] or counts["untouched and reported"]))


if __name__ == "__main__":
    main()
