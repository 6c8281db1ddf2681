"""The house: who may import whom. A file imports from its own folder or from folders of lower
rank, never upwards.
"""

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest
from counting import at_least
from parsed_sources import imports_and_classes
from sampling import few

import kitgen
from kitgen.games import GAMES
from kitgen.installing.extras import EXTRA_OF

PACKAGE = Path(kitgen.__file__).parent

#: Folders and top files of the package, low to high; those in a line have one rank. A new one gets
#: its rank here, or the test fails.
ROOMS = (
    "errors front_door installing model papers reading files compiling verdict",
    "guests",
    "results",
    "games",
    "theory",
    "kit tree_search",
    "machine",
    "claims",
    "record",
    "forms",
    "paper",
    "position_tables",
    "sandbox journal",
    "sources",
    "inquiries render conformance",
    "press",
    "pictures",
    "marked",
    "verification",
    "lab",
    "authoring play rl web",
    "__init__",
    "serve",
    "cli",
    "__main__",
)
RANKS = {room: rank for rank, rooms in enumerate(ROOMS) for room in rooms.split()}
#: The same within paper/, as docs/design.md lists it: what is drawn with stands below what is
#: drawn.
PAPER_ROOMS = (
    "marks",
    "style document",
    "declared spoken_game stock",
    "job",
    "theme",
    "card layout fold lesson_file",
    "finder_index next_boxes exercises form_picture machine_pictures",
    "game_sheets making",
    "laser",
    "parts",
    "printer",
    "make",
)
PAPER_RANKS = {room: rank for rank, rooms in enumerate(PAPER_ROOMS) for room in rooms.split()}
#: Arrows that are not wanted although they point downwards: what is drawn is found in the kit.
NOT_EVEN_DOWN = [
    ("paper", "theory"),
    ("paper", "tree_search"),
    ("render", "machine"),
    ("render", "theory"),
]
#: Each library has one door, or a few: the only places that may import it.
ONLY_IN = {
    "click": ("cli/",),
    "cv2": ("marked/", "pictures/", "verification/scan.py"),
    "coloraide": ("kit/colours.py",),
    "dask": ("lab/sweeps.py",),
    "distributed": ("lab/sweeps.py",),
    "fontTools": ("paper/laser/drawings.py",),
    "gymnasium": ("rl/",),
    "hypothesis": ("conformance/",),
    "markdown_it": ("paper/layout/flow.py",),
    "matplotlib": ("lab/curves.py",),
    "pandas": ("results.py",),
    "pyarrow": ("lab/result_tables.py",),
    "platformdirs": ("reading/own_folders.py",),
    "PIL": ("pictures/", "verification/scan.py"),
    "pettingzoo": ("rl/aec_environment.py",),
    "pypdf": ("sandbox/", "verification/same_objects.py"),
    "pypdfium2": ("sandbox/pdf_page.py", "pictures/", "verification/scan.py", "render/png.py"),
    "pytest": ("conformance/",),
    "rectpack": ("paper/fold.py",),
    "reportlab": ("render/pdf.py",),
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


def imports(path: Path) -> Iterator[str]:
    """Yield the full names of all modules that a file imports, inside functions too."""
    for node in imports_and_classes(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written in full"
            assert node.module is not None
            if node.module != "kitgen":
                yield node.module
                continue
            for alias in node.names:
                if alias.name in RANKS:  # from kitgen import errors: the name is a module's
                    yield f"kitgen.{alias.name}"
                elif alias.name != "__version__":  # which needs nothing else
                    yield "kitgen"


def place(module: str) -> str:
    """Return the folder or top file that a module of the package belongs to."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 and parts[1] in RANKS else "__init__"


def may_import(own: str, target: str) -> bool:
    """Return whether one room may import another: one below it; the lowest ones, which everything
    stands on, also each other.
    """
    if own == target or own not in RANKS:  # a room without a rank is a fault of its own
        return True
    if RANKS[own] == RANKS[target] == 0:
        return True
    return RANKS[target] < RANKS[own]


def faults(path: Path) -> list[str]:
    inside = path.relative_to(PACKAGE)
    own = inside.parts[0].removesuffix(".py")
    found = []
    if own not in RANKS:
        found.append(f"{inside}: {own} has no rank; give it one in tests/test_layers.py")
    for module in imports(path):
        top = module.partition(".")[0]
        if top == "kitgen" and not may_import(own, place(module)):
            found.append(f"{inside} imports {module}, which is not below it")
        allowed = ONLY_IN.get(top)
        if allowed is not None and not inside.as_posix().startswith(allowed):
            found.append(f"{inside} imports {top}, which only {' '.join(allowed)} may")
    return found


def test_imports_only_downwards():
    assert [fault for path in at_least(280, sources()) for fault in faults(path)] == []


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


def module_of(path: Path) -> str:
    """Return the name of a module of kitgen: that of its package for an ``__init__.py``."""
    words = ("kitgen", *path.relative_to(PACKAGE).with_suffix("").parts)
    return ".".join(words).removesuffix(".__init__")


def graph_of(paths: list[Path]) -> dict[str, set[str]]:
    """Return each module with those of kitgen that it imports: in functions, too, and for types
    alone.
    """
    modules = {module_of(path): path for path in paths}
    graph = {}
    for module, path in modules.items():
        names = set(imports(path))
        from_imports = [
            node for node in imports_and_classes(path) if isinstance(node, ast.ImportFrom)
        ]
        for node in from_imports:  # the names of "from kitgen.games import words" may be modules
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
        graph[module] = (names & modules.keys()) - {module}
        # "from kitgen.games import words" needs that file, and not what else its package offers.
        for node in from_imports:
            imported = {f"{node.module}.{alias.name}" for alias in node.names}
            if imported <= modules.keys():
                graph[module].discard(node.module)
    return graph


def circle_in(graph: dict[str, set[str]]) -> list[str]:
    """Return modules of which each imports the next and the last the first; empty if there are
    none.
    """
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return error.args[1]
    return []


def test_no_circle_of_files():
    """Not even one that is hidden, because a file is imported late, in a function."""
    assert circle_in(graph_of(at_least(280, sources()))) == []


def test_a_circle_of_files_is_noticed(tmp_path, monkeypatch):
    monkeypatch.setattr(sys.modules[__name__], "PACKAGE", tmp_path)
    games = tmp_path / "games"
    games.mkdir()
    (games / "one.py").write_text("def f():\n    from kitgen.games.two import g\n")
    (games / "two.py").write_text(
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from kitgen.games import one\n"
    )
    found = circle_in(graph_of(sorted(games.iterdir())))
    assert set(found) == {"kitgen.games.one", "kitgen.games.two"}
    (games / "two.py").write_text("")
    imports_and_classes.cache_clear()
    assert circle_in(graph_of(sorted(games.iterdir()))) == []


def paper_faults(path: Path) -> list[str]:
    """Return what a file of paper/ imports from there although it is not below it."""
    inside = path.relative_to(PACKAGE / "paper")
    own = inside.parts[0].removesuffix(".py")
    if own == "__init__":
        return []
    if own not in PAPER_RANKS:
        return [f"paper/{inside}: {own} has no rank; give it one in tests/test_layers.py"]
    found = []
    for module in imports(path):
        if not module.startswith("kitgen.paper."):
            continue
        target = module.split(".")[2]
        if target != own and PAPER_RANKS[target] >= PAPER_RANKS[own]:
            found.append(f"paper/{inside} imports {module}, which is not below it")
    return found


def test_imports_only_downwards_on_paper():
    paths = at_least(50, sorted((PACKAGE / "paper").rglob("*.py")))
    assert [fault for path in paths for fault in paper_faults(path)] == []


def test_an_arrow_upwards_on_paper_is_noticed(tmp_path, monkeypatch):
    monkeypatch.setattr(sys.modules[__name__], "PACKAGE", tmp_path)
    wrong = tmp_path / "paper" / "card" / "wrong.py"
    wrong.parent.mkdir(parents=True)
    wrong.write_text(
        "from kitgen.paper.finder_index import Heading\n"
        "from kitgen.paper.marks.scene import Scene\n"
    )
    assert paper_faults(wrong) == [
        "paper/card/wrong.py imports kitgen.paper.finder_index, which is not below it"
    ]


def test_every_room_with_a_rank_is_there():
    for folder, ranks in ((PACKAGE, RANKS), (PACKAGE / "paper", PAPER_RANKS)):
        there = {path.stem for path in folder.glob("*.py")} | {
            path.parent.name for path in folder.glob("*/*.py")
        }
        assert ranks.keys() <= there
        assert there - {"__init__"} <= ranks.keys()


#: Where code outside games/ names a game, and why; cli/ names them as examples.
NAMING_A_GAME = {
    "authoring/template_files.py": "the told game that a new one is copied from",
    "journal/hexapawn_rl.py": "another program, which knows one game",
    "lab/matches.py": "the game of matches if none is named",
    "lab/reproductions.py": "published experiments",
    "verification/tables/table_check.py": "an example",
    "web/address.py": "an example",
    "web/game_form.py": "the told game that the form begins with",
}


def texts_of(path: Path) -> Iterator[str]:
    """Yield the texts in the code of a file, docstrings aside."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docstrings = set[int]()
    for node in ast.walk(tree):  # a function comes before its docstring
        if isinstance(node, ast.Constant):
            if isinstance(node.value, str) and id(node) not in docstrings:
                yield node.value
        elif (
            isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
            and node.body
            and isinstance(node.body[0], ast.Expr)
        ):
            docstrings.add(id(node.body[0].value))


def test_games_are_named_outside_their_room_only_by_files_that_are_listed_with_a_reason():
    named = re.compile(rf"(?<![\w-])({'|'.join(GAMES)})(?![\w-])")
    naming = set()
    importing = set()
    for path in at_least(280, sources()):
        inside = path.relative_to(PACKAGE).as_posix()
        if inside.startswith(("games/", "cli/")):
            continue
        source = path.read_text(encoding="utf-8")
        may_name_one = any(game in source for game in GAMES)  # to parse all files takes seconds
        if may_name_one and any(named.search(text) for text in texts_of(path)):
            naming.add(inside)
        rules = {
            module
            for module in imports(path)
            if re.match(rf"kitgen\.games\.({'|'.join(GAMES)})", module)
        }
        importing |= {f"{inside} imports {module}" for module in rules}
    assert naming == set(NAMING_A_GAME)
    assert importing == set()


DESIGN = (Path(__file__).parents[1] / "docs" / "design.md").read_text(encoding="utf-8")


def test_the_page_of_the_design_names_every_room_and_file_of_the_package():
    house = DESIGN[DESIGN.index("## The house") :]
    rooms = [path.parent.name for path in at_least(20, sorted(PACKAGE.glob("*/__init__.py")))]
    assert [room for room in rooms if f"`{room}/" not in house] == []
    files = {path.name for path in at_least(8, sorted(PACKAGE.glob("*.py")))} - {"__main__.py"}
    assert [
        name
        for name in sorted(files)
        if f"`{name}`" not in house and f"`kitgen/{name}`" not in house
    ] == []
    parts = {path.name for path in (PACKAGE / "paper").glob("*.py")} - {"__init__.py"}
    parts |= {f"{path.parent.name}/" for path in (PACKAGE / "paper").glob("*/__init__.py")}
    assert [name for name in sorted(parts) if f"`paper/{name}" not in house] == []


def test_the_page_of_the_design_names_no_file_that_is_gone():
    named = at_least(
        50, re.findall(r"`((?:[\w-]+/)*(?:[\w-]+/|[\w-]+\.(?:py|js|toml|sql|svg)))`", DESIGN)
    )
    folders = [PACKAGE.parent, PACKAGE, *(path.parent for path in PACKAGE.rglob("__init__.py"))]
    gone = [name for name in named if not any((folder / name).exists() for folder in folders)]
    assert gone == []


@pytest.mark.parametrize(("room", "other"), NOT_EVEN_DOWN)
def test_arrows_that_are_not_wanted(room, other):
    files = sorted((PACKAGE / room).rglob("*.py"))
    assert files
    for path in files:
        unwanted = [module for module in imports(path) if place(module) == other]
        assert unwanted == [], path.name


def test_every_library_has_its_door():
    """A library that nothing imports any more is taken from the table, and so from
    pyproject.toml.
    """
    used = {module.partition(".")[0] for path in sources() for module in imports(path)}
    by_name = {"dask", "distributed", "pandas"}  # import_module, since they take a while to load
    assert set(ONLY_IN) - by_name <= used


#: All libraries that kitgen imports.
LIBRARIES = {*ONLY_IN, *EXTRA_OF, "msgspec"}


def libraries_after(*words: str) -> set[str]:
    """Return the libraries that are loaded after ``import kitgen`` and a command, in a Python of
    its own.
    """
    run = ""
    if words:
        run = (
            "from kitgen.cli.main import main\n"
            f"try:\n    main({list(words)!r})\nexcept SystemExit as left:\n"
            "    assert left.code == 0, left.code\n"
        )
    script = f"import sys, kitgen\n{run}print('\\n'.join(sys.modules), file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    return {name.partition(".")[0] for name in done.stderr.split()} & LIBRARIES


#: What each command may load of the libraries that take time or room, click and the tiny ones
#: aside.
PLAIN = {"msgspec", "rich"}
MAY_LOAD = {
    ("--version",): set(),
    ("boxes", "her"): PLAIN,
    ("find", "her", "bbb/w../.ww b"): PLAIN,
    ("games", "try", "told:notakto"): PLAIN,
    ("kits",): PLAIN,
    ("palette",): PLAIN | {"coloraide"},
    ("parts",): PLAIN,
    ("simulate", "ladder", "--games", "9", "--machines", "9"): PLAIN,
    ("play", "ladder", "--plain", "--no-save"): PLAIN,
    ("compare", "ladder", "--games", "9", "--machines", "9"): PLAIN,
    ("solve", "nim:9"): PLAIN,
    ("web", "her"): PLAIN | {"svgwrite"},
    ("verify", "her"): PLAIN,
    ("exact", "ladder"): PLAIN | {"numba", "numpy", "scipy"},
    ("print", "her", "--parts", "cover,labels,guide,boxes", "--svg"): PLAIN
    | {"PIL", "markdown_it", "rectpack", "reportlab", "segno", "svgwrite"},
}  # fmt: skip


@pytest.mark.parametrize("words", few(MAY_LOAD, one_in=8), ids=lambda words: words[0])
def test_a_command_loads_only_what_it_needs(words, tmp_path):
    where = ()
    if words[0] == "print":
        where = ("-o", str(tmp_path / "kit"))
    elif words[0] == "web":
        where = ("-o", str(tmp_path / "kit.html"))
    loaded = libraries_after(*words, *where)
    assert "click" in loaded
    assert loaded - {"click"} <= MAY_LOAD[words]
    if MAY_LOAD[words]:  # without msgspec, which reads kits, it has done nothing
        assert "msgspec" in loaded


def test_importing_kitgen_loads_no_library():
    assert libraries_after() == set()


def test_no_class_name_stands_for_two_things():
    numbers = Counter(node.name for node in classes())
    assert {name for name, number in numbers.items() if number > 1} == set()


def classes():
    """Yield the definitions of all classes."""
    for path in sources():
        for node in imports_and_classes(path):
            if isinstance(node, ast.ClassDef):
                yield node


#: What changes while it is made or played; everything else stays as it is once made.
CHANGING = {"Candidate", "Column", "RoutePlan", "Scene", "Table", "Tally"}


def test_data_is_frozen():
    changing = set()
    for node in classes():
        for decorator in map(ast.unparse, node.decorator_list):
            if decorator.startswith("dataclass") and "frozen=True" not in decorator:
                changing.add(node.name)
    assert changing == CHANGING


def test_listing_the_parts_loads_none_of_the_files_that_draw_them():
    script = (
        "import sys, kitgen.paper.parts\nprint(*(m for m in sys.modules if "
        "m.startswith('kitgen.paper.parts.')))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == []


#: A print by itself, and by the command, which reads and says more.
PRINTING = {
    "in Python": ("import io, kitgen; kitgen.print_kit('her', io.BytesIO())\n", 74),
    "the command": (
        (
            "from kitgen.cli.main import main\n"
            "try:\n    main(['print', 'her', '-o', 'made'])\nexcept SystemExit:\n    pass\n"
        ),
        100,
    ),
}


@pytest.mark.parametrize("way", PRINTING)
def test_printing_loads_little_and_nothing_of_what_only_others_need(way, tmp_path):
    printing, most = PRINTING[way]
    script = (
        f"{printing}import sys\n"
        "print(*(name for name, module in sys.modules.items() if not hasattr(module, '__path__')))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=tmp_path
    )
    words = done.stdout.splitlines()[-1].split()
    loaded = [name.split(".") for name in words if name.partition(".")[0] == "kitgen"]
    assert 30 < len(loaded) <= most
    rooms = {name[1] for name in loaded if name[1:]}
    assert rooms.isdisjoint({"verification", "lab", "tree_search", "journal", "play", "web"})
