"""One name, one meaning: what modules import from one another, aliases, and the names of files."""

import ast
import re
from collections import defaultdict
from pathlib import Path

from counting import at_least
from parsed_sources import imports_and_classes, top_imports

import kitgen

PACKAGE = Path(kitgen.__file__).parent
#: Folders whose files are named after what users type: commands, and parts of a print.
NAMED_FOR_USERS = ("cli/commands/", "paper/parts/")
#: File names that Python and pytest ask for.
CONVENTIONAL = {"__init__.py", "__main__.py", "conftest.py"}


def module_of(path: Path, package: Path) -> str:
    return ".".join(path.relative_to(package.parent).with_suffix("").parts).removesuffix(
        ".__init__"
    )


def meanings(package: Path) -> tuple[dict[str, set[str]], list[str]]:
    """Return the full names that each imported name stands for, and each of the package's names
    under an alias.

    A name that a module hands on stands for what it was imported from.
    """
    files = {module_of(path, package): path for path in sorted(package.rglob("*.py"))}
    handed_on = {
        (module, alias.asname or alias.name): (node.module, alias.name)
        for module, path in files.items()
        for node in top_imports(path)
        for alias in node.names
    }
    stands_for = defaultdict(set)
    renamed = []
    for module, path in files.items():
        for node in imports_and_classes(path):
            if not isinstance(node, ast.Import | ast.ImportFrom):
                continue
            for alias in node.names:
                own = (getattr(node, "module", None) or alias.name).partition(".")[
                    0
                ] == package.name
                if isinstance(node, ast.ImportFrom):
                    source = node.module
                    name = alias.name
                    while f"{source}.{name}" not in files and (source, name) in handed_on:
                        source, name = handed_on[source, name]
                    full = f"{source}.{name}"
                else:
                    full = alias.name if alias.asname else alias.name.partition(".")[0]
                as_what = alias.asname or full.rpartition(".")[2]
                if own and alias.asname not in (None, alias.name):
                    renamed.append(f"{module} imports {full} as {as_what}")
                if own or alias.asname:
                    stands_for[as_what].add(full)
    return stands_for, renamed


def test_no_name_stands_for_two_things():
    stands_for, renamed = meanings(PACKAGE)
    assert len(stands_for) > 1000
    assert renamed == []
    assert {name: sorted(full) for name, full in stands_for.items() if len(full) > 1} == {}


def test_two_meanings_and_aliases_are_noticed(tmp_path):
    package = tmp_path / "house"
    package.mkdir()
    (package / "roof.py").write_text("class Tile: ...\ndef lay(): ...\n")
    (package / "floor.py").write_text("class Tile: ...\n")
    (package / "attic.py").write_text("from house.roof import Tile\nimport numpy as np\n")
    (package / "cellar.py").write_text(
        "def f():\n    from house.floor import Tile\n    import numbers as np\n"
    )
    (package / "door.py").write_text(
        "from house.attic import Tile\nfrom house.roof import lay as put\nimport house.roof as r\n"
    )
    stands_for, renamed = meanings(package)
    assert {name: sorted(full) for name, full in stands_for.items() if len(full) > 1} == {
        "Tile": ["house.floor.Tile", "house.roof.Tile"],
        "np": ["numbers", "numpy"],
    }
    assert renamed == [
        "house.door imports house.roof.lay as put",
        "house.door imports house.roof as r",
    ]


def test_file_names_are_unique():
    paths = [path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py")]
    names = [
        path.rpartition("/")[2]
        for path in paths
        if not path.startswith(NAMED_FOR_USERS) and path.rpartition("/")[2] not in CONVENTIONAL
    ]
    assert len(names) > 200
    assert {name for name in names if names.count(name) > 1} == set()


def bound_twice(tree: ast.Module) -> set[str]:
    """Return the names that a module binds twice at its top, so that only the second counts."""
    seen = set()
    twice = set()
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        names = {
            name.id
            for target in targets
            if target
            for name in ast.walk(target)
            if isinstance(name, ast.Name)
        }
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.decorator_list:
            names = {node.name}
        twice |= names & seen
        seen |= names
    return twice


def test_no_module_binds_a_name_twice():
    twice = {}
    for path in at_least(280, sorted(PACKAGE.rglob("*.py"))):
        # One tree after the other: all at once take the memory of a whole run of the suite.
        names = bound_twice(ast.parse(path.read_text(encoding="utf-8")))
        if names:
            twice[module_of(path, PACKAGE)] = names
    assert twice == {}
    assert bound_twice(ast.parse("MOST = FEW = 12\ndef f(): pass\nMOST, LEAST = 500, 1\n")) == {
        "MOST"
    }


def test_the_page_of_the_tests_names_every_helper():
    folder = Path(__file__).parent
    helpers = {
        path.name for path in folder.glob("*.py") if not path.name.startswith("test_")
    } - CONVENTIONAL
    page = (folder / "README.md").read_text(encoding="utf-8")
    assert len(helpers) > 40
    assert set(re.findall(r"^\| `(\w+\.py)` \|", page, re.MULTILINE)) == helpers
