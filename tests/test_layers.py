"""The house: who may import whom. A file imports from its own folder or from folders of lower rank, never upwards."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import kitgen

PACKAGE = Path(kitgen.__file__).parent

#: Folders and top files of the package, low to high. A new one gets its rank here, or the test fails.
RANKS = {
    "__init__": 0,
    "errors": 0,
    "model": 0,
    "templates": 0,
    "games": 1,
    "theory": 2,
    "kit": 3,
    "machine": 4,
    "files": 0,
    "experiment": 5,
    "exact": 5,
    "paper": 5,
    "published": 7,
    "check": 8,
    "render": 6,
    "conformance": 5,
    "cli": 9,
    "__main__": 10,
}
#: Each of the few libraries with a place of their own, and the only places that may import it.
ONLY_IN = {
    "reportlab": ("render/pdf.py",),
    "svgwrite": ("render/svg.py",),
    "matplotlib": ("experiment/reports/curves.py",),
    "click": ("cli/",),
    "rich": ("cli/",),
    "pypdfium2": ("check/",),
}


def sources() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def imports(path: Path) -> Iterator[str]:
    """Yield the full names of all modules that a file imports, inside functions too."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written in full"
            assert node.module is not None
            yield node.module
            # from kitgen import errors: the name may be a module.
            yield from (f"{node.module}.{alias.name}" for alias in node.names if node.module == "kitgen")


def place(module: str) -> str:
    """Return the folder or top file that a module of the package belongs to."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 and parts[1] in RANKS else "__init__"


def faults(path: Path) -> list[str]:
    inside = path.relative_to(PACKAGE)
    own = inside.parts[0].removesuffix(".py")
    found = [] if own in RANKS else [f"{inside}: {own} has no rank; give it one in tests/test_layers.py"]
    for module in imports(path):
        top = module.partition(".")[0]
        if top == "kitgen":
            target = place(module)
            if target != own and RANKS[target] >= RANKS.get(own, 99) and not (RANKS[target] == RANKS.get(own) == 0):
                found.append(f"{inside} imports {module}, which is not below it")
        allowed = ONLY_IN.get(top)
        if allowed is not None and not inside.as_posix().startswith(allowed):
            found.append(f"{inside} imports {top}, which only {' '.join(allowed)} may")
    return found


@pytest.mark.parametrize("path", sources(), ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_imports_only_downwards(path):
    assert faults(path) == []


def test_an_arrow_upwards_is_noticed(tmp_path, monkeypatch):
    monkeypatch.setattr(sys.modules[__name__], "PACKAGE", tmp_path)
    wrong = tmp_path / "theory" / "wrong.py"
    wrong.parent.mkdir()
    wrong.write_text(
        "def f():\n    from kitgen.kit.kit import Kit\n    import reportlab.lib\n    from kitgen import errors\n"
    )
    assert faults(wrong) == [
        "theory/wrong.py imports kitgen.kit.kit, which is not below it",
        "theory/wrong.py imports reportlab, which only render/pdf.py may",
    ]


def test_no_file_is_two_files():
    long = {path.name: n for path in sources() if (n := len(path.read_text(encoding="utf-8").splitlines())) > 400}
    assert long == {}


def modules_after(*words: str) -> set[str]:
    """Return the modules that are loaded after a command has run, in a Python of its own."""
    script = (
        "import sys\nfrom kitgen.cli.main import main\n"
        f"try:\n    main({list(words)!r})\nexcept SystemExit as left:\n    assert left.code == 0, left.code\n"
        "print('\\n'.join(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return set(done.stderr.split())


def test_printing_needs_neither_numpy_nor_numba(tmp_path):
    loaded = modules_after("print", "her", "-o", str(tmp_path / "her"), "--svg")
    assert "reportlab" in loaded
    assert not loaded & {"numpy", "numba", "scipy", "pypdfium2", "coloraide"}


def test_starting_loads_no_library_but_click():
    loaded = modules_after("--version")
    assert "click" in loaded
    assert not loaded & {"reportlab", "numpy", "rich", "msgspec", "svgwrite", "fontTools", "kitgen.kit"}
