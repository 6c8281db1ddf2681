"""Prints every edition in every language and on Letter: PDFs are valid, kits verify, sheets are as
many as docs say.

``python .ci/editions.py`` runs after the tests, which try some editions in some languages; with
``--sample WORD`` it prints each in English on A4, and once more in a language and on a paper that
the word chooses for it. A PDF is valid when what ``qpdf --check`` does finds neither fault nor
warning in it; the sheets are those that the table in docs/makers.md says.
"""

import argparse
import random
import re
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from pathlib import Path

import pikepdf

import kitgen
from kitgen.reading.templates import Templates

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from pdf_validity import qpdf_check

TABLE = (Path(__file__).parents[1] / "docs" / "makers.md").read_text(encoding="utf-8")


def faults(name: str, language: str, page: str) -> list[str]:
    """Return what is wrong with an edition in a language, on paper; nothing, if all is well."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        made = kitgen.print_kit(
            kitgen.make_kit(name, language=language), Path(folder) / "kit", page=page
        )
        pdfs = sorted(made.folder.rglob("*.pdf"))
        if len(pdfs) < 2:
            found.append("there are no parts beside kit.pdf")
        for path in pdfs:
            code, warns = qpdf_check(path)
            if code or warns:
                found.append(f"{path.name} is not valid (qpdf --check returns {code})")
        report = kitgen.verify(made.folder, marks=True)
        found += [
            f"verify: {check.name}: {'; '.join(check.faults[:3])}"
            for check in report.checks
            if check.faults
        ]
        found += [f"verify: not decided: {what}" for what in report.not_read]
        row = re.search(rf"^\| `{name}` \| (\d+) \|", TABLE, re.MULTILINE)
        sheets = len(pikepdf.open(made.folder / "kit.pdf").pages)
        if (language, page) == ("en", "a4") and (row is None or sheets != int(row[1])):
            found.append(f"it takes {sheets} sheets: run benchmarks/sheets.py for docs/makers.md")
    return found


def main() -> int:
    """Print a line for each edition, language and paper; return 1 when anything is wrong with
    one of them.
    """
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--sample", metavar="WORD", help="the word that chooses a language and a paper for each"
    )
    parser.add_argument("--jobs", type=int, help="how many at once [as many as there are cores]")
    asked = parser.parse_args()
    word = asked.sample
    templates = Templates()
    names = templates.names("editions")
    every = [*product(names, templates.languages(), ["a4", "letter"])]
    if word is not None:
        draw = random.Random(word)
        other_languages = [language for language in templates.languages() if language != "en"]
        others = [*product(other_languages, ["a4", "letter"])]
        every = []
        for name in names:
            every += [(name, "en", "a4"), (name, *draw.choice(others))]
    with ProcessPoolExecutor(asked.jobs) as pool:
        results = [*pool.map(faults, *zip(*every, strict=True))]
    for (name, language, page), found in zip(every, results, strict=True):
        print(f"{name:14} {language} {page:6}  {'; '.join(found) or 'ok'}")
    return 1 if any(results) or not results else 0


if __name__ == "__main__":
    sys.exit(main())
