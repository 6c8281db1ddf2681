"""Verifying what somebody has sent: a printed kit, or a table of positions that another has written."""

import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from kitgen.check.foreign.verify import say_finding, say_reading
from kitgen.door.proofs.tables import table_texts, verify_table
from kitgen.door.verifying import verify
from kitgen.errors import KitgenError, UsageError
from kitgen.serve.asked.address import read_address, refuse_unknown
from kitgen.serve.work.printing import kit_of
from kitgen.serve.work.uploads import pieces
from kitgen.serve.work.worker import Errand

#: The piece of the form with the file.
FILE = "file"
#: The endings of tables, which say how they are written.
TABLES = (".csv", ".tsv", ".json", ".toml", ".txt")
#: So many findings are shown.
SHOWN = 100


def verified(task: Errand) -> dict[str, Any]:
    """Return what is right and wrong about a file.

    A PDF is held against the rules and against itself, a table against the game that the form names.

    Raises:
        UsageError: no file was sent, or it is of another kind.
        KitFileError: it cannot be read.
    """
    form = pieces(task.body, task.form)
    shown, content = form.pop(FILE, ("", b""))
    if not content:
        raise UsageError("no file was sent; choose a PDF that kitgen has printed, or a table")
    suffix = ".pdf" if b"%PDF-" in content[:1024] else Path(shown).suffix.lower()
    if suffix not in (".pdf", *TABLES):
        raise UsageError("this is neither a PDF nor a table; a table ends in " + ", ".join(TABLES))
    with TemporaryDirectory() as scratch:
        path = Path(scratch) / f"file{suffix}"  # of the name that somebody gave it nothing is used but its ending
        path.write_bytes(content)
        try:
            if suffix == ".pdf" or b"kitgen/kit@" in content[:200]:
                return _kit(path)
            said = [(name, text.decode(errors="replace")) for name, (_, text) in form.items()]
            return _table(path, said, task)
        except KitgenError as refusal:
            raise KitgenError(_named(str(refusal), path)) from None


def _kit(path: Path) -> dict[str, Any]:
    """Return the report of a kit."""
    report = verify(path)
    return {
        "passed": report.passed,
        "kit": report.kit,
        "hash": report.hash[:8],
        "checks": [
            {
                "name": check.name,
                "passed": check.passed,
                "expected": check.expected,
                "found": _named(check.found, path),
                "faults": [_named(fault, path) for fault in check.faults],
                "reason": _named(check.reason, path),
            }
            for check in report.checks
        ],
        "warnings": list(report.warnings),
    }


def _table(path: Path, said: list[tuple[str, str]], task: Errand) -> dict[str, Any]:
    """Return what is wrong with a table, in the language of the page."""
    asked, more = read_address([*said, ("lang", task.asked.language)], task.asked.language)
    refuse_unknown(more)
    kit_of(asked)  # refuses a game that is too large
    report = verify_table(path, asked.kit, **asked.chosen("kit"))
    texts = table_texts(report)
    return {
        "passed": report.passed,
        "kit": report.kit.name,
        "entries": len(report.guess.rows),
        "decisions": report.decisions,
        "reading": say_reading(report, texts),
        "findings": [say_finding(report, one, texts) for one in report.findings[:SHOWN]],
        "more": max(0, len(report.findings) - SHOWN),
    }


def _named(text: str, path: Path) -> str:
    """Return a text in which nothing says where a file lay."""
    return re.sub(rf"\S*{re.escape(path.name)}", "the file", text)
