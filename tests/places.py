"""Where things lie in the repository."""

from pathlib import Path

#: The folder of the tests, and the clone.
TESTS = Path(__file__).parent
ROOT = TESTS.parent
DOCS = ROOT / "docs"
EXAMPLES = ROOT / "examples"
GOLDEN = TESTS / "golden"
