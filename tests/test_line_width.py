"""Lines of scripts, style sheets and pages end at 100 columns; Ruff holds those of Python to it."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
WIDTH = 100
ENDINGS = (".js", ".mjs", ".css", ".html")
FOLDERS = (
    ".ci",
    ".github",
    "benchmarks",
    "docs",
    "examples",
    "kitgen",
    "templates",
    "tests",
)


def wide_lines(root: Path) -> list[str]:
    """Return the lines that are too long: the file, the number of the line, and its length."""
    found = []
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix not in ENDINGS:
                continue
            lines = path.read_text(encoding="utf-8").splitlines()
            where = path.relative_to(root).as_posix()
            for number, line in enumerate(lines, 1):
                if len(line) > WIDTH:
                    found.append(f"{where}:{number}: {len(line)}")
    return found


def test_lines_of_scripts_styles_and_pages_end_at_100_columns():
    assert wide_lines(ROOT) == []


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_wide_line_is_noticed(ending, tmp_path):
    path = tmp_path / "kitgen" / f"page{ending}"
    path.parent.mkdir()
    path.write_text(f"{'x' * WIDTH}\n{'é' * WIDTH}y\n", encoding="utf-8")
    assert wide_lines(tmp_path) == [f"kitgen/page{ending}:2: {WIDTH + 1}"]
