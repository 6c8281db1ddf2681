"""Changes printed PDFs at random and looks for one that ``kitgen verify`` passes and a program
shows otherwise.

    python benchmarks/fuzz_pdf.py --seed 1 --files 500

Each file is a print of ``PRINTS`` (tests/fuzzed_pdfs.py) with one change: a value of an object, an
operator of a page, a byte of a stream or of the file (tests/planted_faults.py), or up to four of
its structure: its indexes, ends, numbers, comments and hidden objects
(tests/changed_pdf_structure.py). It is *seen* when PDFium, poppler, MuPDF or Ghostscript shows any
page otherwise than before, and *passes* when the comparison of ``kitgen verify`` finds nothing.
Only a file that passes and is seen is a fault. All prints are also compared as they are, and saved
anew by qpdf in several ways: none may be reported.
"""

import argparse
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from fuzzed_pdfs import MISSING, PRINTS, fuzzed, is_found, printed
from planted_faults import saved_anew


def main() -> None:
    """Change files and count; leave with 1 where one passes that a program shows otherwise, or a
    print is reported.
    """
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--files", type=int, default=200)
    parser.add_argument(
        "--every", type=int, default=20, help="draw one in so many of the files that do not pass"
    )
    parser.add_argument("--keep", type=Path, help="a folder for files that are a fault")
    options = parser.parse_args()
    counts = Counter[str]()
    seen = Counter[str]()
    for number in range(len(PRINTS)):
        made = printed(number)
        for copy in (made, *saved_anew(made).values()):
            counts["untouched"] += 1
            counts["untouched and reported"] += is_found(copy, made)
    for number in range(options.files):
        file = fuzzed(options.seed, number, draw_found=not number % options.every)
        verdict = "refused" if file.found else "passes"
        if file.data is None:
            counts[f"{file.kind}: not written"] += 1
            continue
        if file.seen is None:
            counts[f"{file.kind}: refused, not drawn"] += 1
            continue
        shown = "seen" if file.seen else "not seen"
        counts[f"{file.kind}: {verdict}, {shown}"] += 1
        for program in file.seen:
            seen[f"seen by {program}, {verdict}"] += 1
        if file.is_fault:
            counts["faults"] += 1
            print(
                f"passes, and {', '.join(file.seen)} shows it otherwise: number "
                f"{number}, {file.kind}",
                file=sys.stderr,
            )
            if options.keep:
                (options.keep / f"{options.seed}-{number}.pdf").write_bytes(file.data)
    for kind, count in (*sorted(counts.items()), *sorted(seen.items())):
        print(f"{count:6} {kind}")
    if MISSING:
        print(f"left out, as not installed: {', '.join(MISSING)}")
    sys.exit(bool(counts["faults"] or counts["untouched and reported"]))


if __name__ == "__main__":
    main()
