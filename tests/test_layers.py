"""The house: who may import whom. A file imports from its own folder or from folders of lower rank, never upwards."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from counting import some
from sampling import few

import kitgen
from kitgen.extras import EXTRA_OF

PACKAGE = Path(kitgen.__file__).parent

#: Folders and top files of the package, low to high. A new one gets its rank here, or the test fails.
RANKS = {
    "errors": 0,
    "extras": 0,
    "fields": 0,
    "model": 0,
    "papers": 0,
    "schema": 0,
    "templates": 0,
    "files": 0,
    "compiled": 0,
    "kept": 0,
    "games": 1,
    "theory": 2,
    "kit": 3,
    "search": 3,
    "machine": 4,
    "record": 5,
    "session": 6,
    "experiment": 6,
    "paper": 6,
    "markov": 7,
    "contest": 7,
    "render": 7,
    "conformance": 7,
    "published": 8,
    "check": 9,
    "camera": 10,
    "play": 10,
    "web": 10,
    "door": 11,
    "serve": 12,
    "__init__": 12,
    "cli": 13,
    "__main__": 14,
}
#: Arrows that are not wanted although they point downwards: what is drawn is found in the kit.
NOT_EVEN_DOWN = [
    ("paper", "theory"),
    ("paper", "experiment"),
    ("render", "experiment"),
    ("render", "machine"),
]
#: Each library has one door, or a few: the only places that may import it.
ONLY_IN = {
    "click": ("cli/",),
    "cv2": ("camera/", "check/picture/scan/"),
    "coloraide": ("kit/colours.py",),
    "dask": ("experiment/workers.py",),
    "distributed": ("experiment/workers.py",),
    "fontTools": ("paper/laser/outlines.py",),
    "hypothesis": ("conformance/",),
    "markdown_it": ("paper/layout/flow.py",),
    "matplotlib": ("experiment/reports/curves.py",),
    "pyarrow": ("experiment/reports/tables.py",),
    "platformdirs": ("door/templates/place.py",),
    "PIL": ("check/picture/",),
    "pypdfium2": ("check/pdf/page.py", "check/pdf/look.py", "check/picture/", "render/png.py"),
    "pytest": ("conformance/",),
    "rectpack": ("paper/fold/packing.py",),
    "reportlab": ("paper/marks/fonts.py", "render/pdf.py"),
    "rich": ("cli/",),
    "scipy": ("markov/", "kit/beads/sharing.py"),
    "segno": ("paper/marks/qr.py",),
    "shapely": ("paper/laser/",),
    "starlette": ("serve/site/",),
    "svgwrite": ("render/svg.py",),
    "textual": ("play/screens/",),
    "uvicorn": ("serve/run.py",),
}
#: A folder with more modules than this has an inside to be found; those that have more say why.
DOZEN = 13
MANY_ALIKE = {
    "paper/parts": "one file for each printed part, all of one shape",
    "cli/commands": "one file for each command, all of one shape",
}


def sources() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Return all that a file says that these tests look at, parsed once for all of them."""
    kinds = (ast.Import, ast.ImportFrom, ast.ClassDef)
    return tuple(node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, kinds))


def imports(path: Path) -> Iterator[str]:
    """Yield the full names of all modules that a file imports, inside functions too."""
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written in full"
            assert node.module is not None
            if node.module == "kitgen":  # from kitgen import errors: the name may be a module
                yield from {f"kitgen.{one.name}" if one.name in RANKS else "kitgen" for one in node.names}
            else:
                yield node.module


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


def test_imports_only_downwards():
    assert [fault for path in some(sources(), 500) for fault in faults(path)] == []


def test_an_arrow_upwards_is_noticed(tmp_path, monkeypatch):
    monkeypatch.setattr(sys.modules[__name__], "PACKAGE", tmp_path)
    wrong = tmp_path / "theory" / "wrong.py"
    wrong.parent.mkdir()
    wrong.write_text(
        "def f():\n    from kitgen.kit.kit import Kit\n    import svgwrite.text\n"
        "    from kitgen import make_kit\n    from kitgen.errors import KitgenError\n"
    )
    assert faults(wrong) == [
        "theory/wrong.py imports kitgen.kit.kit, which is not below it",
        "theory/wrong.py imports svgwrite, which only render/svg.py may",
        "theory/wrong.py imports kitgen, which is not below it",
    ]


@pytest.mark.parametrize(("room", "other"), NOT_EVEN_DOWN)
def test_arrows_that_are_not_wanted(room, other):
    files = sorted((PACKAGE / room).rglob("*.py"))
    assert files
    found = [f"{path.name} imports {module}" for path in files for module in imports(path) if place(module) == other]
    assert found == []


def test_every_library_has_its_door():
    """A library that nothing imports any more is taken from the table, and so from pyproject.toml."""
    used = {module.partition(".")[0] for path in sources() for module in imports(path)}
    assert set(ONLY_IN) - {"dask", "distributed"} <= used


def test_no_file_is_two_files():
    lengths = {path.name: len(path.read_text(encoding="utf-8").splitlines()) for path in sources()}
    assert len(lengths) > 100
    assert {name: length for name, length in lengths.items() if length > 400} == {}


def test_no_folder_is_overfull():
    folders = sorted({path.parent for path in sources()})
    counts = {
        folder.relative_to(PACKAGE).as_posix(): sum(path.name != "__init__.py" for path in folder.glob("*.py"))
        for folder in folders
    }
    assert {name: n for name, n in counts.items() if n > DOZEN and name not in MANY_ALIKE} == {}
    assert all(counts[name] > DOZEN for name in MANY_ALIKE), "an exception that is not needed"


#: All libraries that kitgen imports.
LIBRARIES = {*ONLY_IN, *EXTRA_OF, "msgspec"}


def libraries_after(*words: str) -> set[str]:
    """Return the libraries that are loaded after ``import kitgen`` and a command, in a Python of its own."""
    run = "" if not words else (
        "from kitgen.cli.main import main\n"
        f"try:\n    main({list(words)!r})\nexcept SystemExit as left:\n    assert left.code == 0, left.code\n"
    )  # fmt: skip
    script = f"import sys, kitgen\n{run}print('\\n'.join(sys.modules), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return {name.partition(".")[0] for name in done.stderr.split()} & LIBRARIES


#: What each command may load of the libraries that take time or room, click and the tiny ones aside.
PLAIN = {"msgspec", "rich"}
MAY_LOAD = {
    ("--version",): set(),
    ("boxes", "her"): PLAIN,
    ("find", "her", "bbb/w../.ww b"): PLAIN,
    ("kits",): PLAIN,
    ("palette",): PLAIN | {"coloraide"},
    ("parts",): PLAIN,
    ("simulate", "ladder", "--games", "9", "--machines", "9"): PLAIN,
    ("play", "ladder", "--plain", "--no-save"): PLAIN,
    ("compare", "ladder", "--games", "9", "--machines", "9"): PLAIN,
    ("solve", "nim:9"): PLAIN,
    ("web", "her"): PLAIN | {"PIL", "reportlab", "svgwrite"},
    ("verify", "her"): PLAIN,
    ("exact", "ladder"): PLAIN | {"numba", "numpy", "scipy"},
    ("print", "her", "--parts", "cover,labels,guide,boxes", "--svg"): PLAIN
    | {"PIL", "markdown_it", "rectpack", "reportlab", "segno", "svgwrite"},
}  # fmt: skip


@pytest.mark.parametrize("words", few(MAY_LOAD, one_in=4), ids=lambda words: words[0])
def test_a_command_loads_only_what_it_needs(words, tmp_path):
    where = ("-o", str(tmp_path / "kit")) if words[0] in ("print", "web") else ()
    loaded = libraries_after(*words, *where)
    assert "click" in loaded
    assert loaded - {"click"} <= MAY_LOAD[words]
    assert not MAY_LOAD[words] or "msgspec" in loaded


def test_importing_kitgen_loads_no_library():
    assert libraries_after() == set()


def test_no_class_name_stands_for_two_things():
    names = [node.name for path in sources() for node in nodes(path) if isinstance(node, ast.ClassDef)]
    assert {name for name in names if names.count(name) > 1} == set()


#: What changes while it is made or played; everything else stays as it is once made.
CHANGING = {"Column", "KeyPage", "RoutePlan", "Scene", "Table", "Tally", "_Flow"}


def test_data_is_frozen():
    changing = {
        node.name
        for path in sources()
        for node in nodes(path)
        if isinstance(node, ast.ClassDef)
        for line in map(ast.unparse, node.decorator_list)
        if line.startswith("dataclass") and "frozen=True" not in line
    }
    assert changing == CHANGING


def test_listing_the_parts_loads_none_of_the_files_that_draw_them():
    script = "import sys, kitgen.paper.parts\nprint(*(m for m in sys.modules if m.startswith('kitgen.paper.parts.')))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
