"""Plants faults in printed PDFs, thousands of them from seeds, and says of each kind how many were found and named.

    python benchmarks/planted.py --seed 1 --faults 500

Each fault is one change of one PDF (tests/planting.py), in a print that is picked from ``PRINTS``: kits, languages,
palettes, papers, sizes of label, parts. A fault counts as *found* when a check of the sheets fails, as *named* when
what is said names its page, and as *nothing to see* when nothing is said and all pages look the same to PDFium at 200
dots to an inch. All prints are also read as they are, and saved anew by another program: none may be reported.
"""

import argparse
import sys
from collections import Counter
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import pikepdf
import pypdfium2

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from planting import FAULTS, planted

from kitgen.attached import attached_kit
from kitgen.errors import KitFileError
from kitgen.loading import make_kit
from kitgen.press.printing import print_kit
from kitgen.sandbox.limits import Allowance, Limits
from kitgen.sandbox.pdf_page import attachments, open_pdf, page_marks
from kitgen.sandbox.process import PrintedPdf
from kitgen.verification.laid import LaidPdf
from kitgen.verification.remake import Again
from kitgen.verification.sheet_checks import sheet_checks
from kitgen.verification.sheet_order import Order

#: What is printed: a kit, what is chosen in it, and how it is printed.
PRINTS = [
    ("her", {}, {"parts": ["cover", "labels", "finder", "beads", "operator"]}),
    ("her", {"language": "it", "palette": "grey"}, {"parts": ["labels", "zero", "certificate"], "stock": "35x24"}),
    ("gardner24", {}, {"parts": ["labels", "board", "map", "errata"], "page": "letter"}),
    ("him", {"language": "es"}, {"parts": ["poster", "always", "log", "spinner"]}),
    ("ladder", {}, {"parts": ["cards", "deck", "beads"], "stock": "poker", "duplex": "long"}),
    ("awari-mini", {}, {"parts": ["labels", "finder"], "stock": "L7160"}),
    ("tictactoe", {"side": "second"}, {"parts": ["operator", "route"]}),
    ("her", {"express": True}, {"economy": True}),
]


def printed(kit: str, choices: dict, options: dict) -> bytes:
    """Return the bytes of a print."""
    stream = BytesIO()
    print_kit(make_kit(kit, **choices), stream, **options)
    return stream.getvalue()


def read(data: bytes, path: Path) -> PrintedPdf:
    """Read a PDF in this process."""
    path.write_bytes(data)
    pdf = open_pdf(data)
    budget = Allowance(Limits.of(len(data)))
    pages = tuple(msgspec.msgpack.encode(page_marks(pdf, number, budget)) for number in range(len(pdf)))
    return PrintedPdf(path, attachments(pdf, ["kit.json", "job.json"]), pages)


def faults_of(data: bytes, path: Path, again: Again) -> list[str]:
    """Return what is said of a PDF that something is wrong with it, held against the print as it should be."""
    try:
        pdf = read(data, path)
        kit = attached_kit(pdf)
        laid = LaidPdf.of(pdf, again)
        found = [laid.check(), *sheet_checks(kit, laid, again, Order.of(kit, laid))]
        return [fault for check in found if not check.passed for fault in check.faults]
    except KitFileError as error:
        return [f"refused: {error}"]


def pictures(data: bytes) -> list[bytes]:
    """Return the pages as PDFium draws them."""
    pdf = pypdfium2.PdfDocument(data)
    return [page.render(scale=200 / 72, grayscale=False).to_numpy().tobytes() for page in pdf]


def saved_anew(data: bytes) -> bytes:
    """Return a PDF as another program saves it."""
    stream = BytesIO()
    with pikepdf.open(BytesIO(data)) as pdf:
        pdf.save(stream, object_stream_mode=pikepdf.ObjectStreamMode.generate, recompress_flate=True)
    return stream.getvalue()


def main() -> None:
    """Plant faults and count."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--faults", type=int, default=200)
    asked = parser.parse_args()
    found, named, missed, nothing = Counter(), Counter(), Counter(), Counter()
    reported, prints = [], 0
    with TemporaryDirectory() as folder:
        path = Path(folder) / "kit.pdf"
        kinds = list(FAULTS)
        each = -(-asked.faults // len(PRINTS))
        number = 0
        for place, one in enumerate(PRINTS):
            data = printed(*one)
            again = Again.of(attached_kit(read(data, path)), read(data, path))  # once for all faults of a print
            for untouched in (data, saved_anew(data)):
                prints += 1
                if said := faults_of(untouched, path, again):
                    reported.append((one, said))
            print(f"{one[0]}: untouched prints read, {len(reported)} reported", file=sys.stderr, flush=True)
            for step in range(min(each, asked.faults - number)):
                kind = kinds[(place * each + step + asked.seed) % len(kinds)]
                changed = planted(data, kind, asked.seed * 1_000_000 + number)
                number += 1
                if changed is None:
                    nothing[kind] += 1
                    continue
                content, page = changed
                said = faults_of(content, path, again)
                if not said:
                    same = pictures(content) == pictures(data)
                    (nothing if same else missed)[kind] += 1
                    if not same:
                        print(f"missed: {kind}, page {page} of {one}", file=sys.stderr)
                    continue
                found[kind] += 1
                named[kind] += not page or any(f"page {page}" in f or f"sheet {page}" in f for f in said)
    print("| fault | found | named | missed | nothing to see |\n|---|--:|--:|--:|--:|")
    for kind in kinds:
        print(f"| {kind} | {found[kind]} | {named[kind]} | {missed[kind]} | {nothing[kind]} |")
    counts = [sum(one.values()) for one in (found, named, missed, nothing)]
    print("| **all** | " + " | ".join(map(str, counts)) + " |")
    print(f"\n{prints} prints in which nothing is planted, half of them saved anew: {len(reported)} reported.")
    for one, said in reported:
        print(one, said[:3], file=sys.stderr)


if __name__ == "__main__":
    main()
