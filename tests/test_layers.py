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

#: Folders and top files of the package, low to high; those in a line have one rank. A new one gets its rank here, or
#: the test fails.
ROOMS = (
    "errors extras installation fields model papers schema templates user_file files compiled compile_progress kept",
    "workbook",
    "games",
    "theory",
    "kit search",
    "machine",
    "record",
    "forms",
    "paper",
    "sandbox journal",
    "attachments",
    "kit_sources",
    "journal_start differences position_lookup game_solution game_trial lookahead lab render conformance",
    "press",
    "pictures",
    "marked",
    "verification",
    "authoring play web",
    "__init__",
    "serve",
    "cli",
    "__main__",
)
RANKS = {room: rank for rank, rooms in enumerate(ROOMS) for room in rooms.split()}
#: Arrows that are not wanted although they point downwards: what is drawn is found in the kit.
NOT_EVEN_DOWN = [("paper", "theory"), ("paper", "search"), ("render", "machine"), ("render", "theory")]
#: Each library has one door, or a few: the only places that may import it.
ONLY_IN = {
    "click": ("cli/",),
    "cv2": ("marked/", "pictures/", "verification/scan.py"),
    "coloraide": ("kit/colours.py",),
    "dask": ("lab/sweeps.py",),
    "distributed": ("lab/sweeps.py",),
    "fontTools": ("paper/laser/drawings.py",),
    "hypothesis": ("conformance/",),
    "markdown_it": ("paper/layout/flow.py",),
    "matplotlib": ("lab/result_tables.py",),
    "pyarrow": ("lab/result_tables.py",),
    "platformdirs": ("authoring/place.py",),
    "PIL": ("pictures/", "verification/scan.py"),
    "pypdf": ("sandbox/", "verification/same_objects.py"),
    "pypdfium2": ("sandbox/pdf_page.py", "pictures/", "verification/scan.py", "render/png.py"),
    "pytest": ("conformance/",),
    "rectpack": ("paper/fold.py",),
    "reportlab": ("paper/style.py", "render/pdf.py"),
    "rich": ("cli/",),
    "scipy": ("lab/",),
    "segno": ("paper/marks/codes.py",),
    "shapely": ("paper/laser/",),
    "starlette": ("serve/app.py",),
    "svgwrite": ("render/svg.py",),
    "textual": ("play/screens/",),
    "uvicorn": ("serve/run.py",),
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
                names = {one.name for one in node.names} - {"__version__"}  # which needs nothing else
                yield from {f"kitgen.{name}" if name in RANKS else "kitgen" for name in names}
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
    assert [fault for path in some(sources(), 280) for fault in faults(path)] == []


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


@pytest.mark.parametrize("words", few(MAY_LOAD, one_in=8), ids=lambda words: words[0])
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
CHANGING = {"Candidate", "Column", "RoutePlan", "Scene", "Table", "Tally"}


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


def test_printing_loads_little_and_nothing_of_what_only_others_need():
    script = "import io, sys, kitgen; kitgen.print_kit('her', io.BytesIO()); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = [name.split(".") for name in done.stdout.split() if name.partition(".")[0] == "kitgen"]
    assert 30 < len(loaded) <= 71
    rooms = {name[1] for name in loaded if name[1:]}
    assert rooms.isdisjoint({"verification", "lab", "search", "journal", "play", "web"})
