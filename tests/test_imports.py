"""What kitgen imports is declared, and what only an extra brings is imported only where that
extra is asked for.
"""

import ast
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path

import pytest
from command_answers import result_of
from counting import at_least
from parsed_sources import imports_and_classes
from places import ROOT
from sampling import sample

import kitgen
from kitgen.games import make_game
from kitgen.guests import guest, guest_names
from kitgen.installing import extras
from kitgen.installing.extras import EXTRA_OF
from kitgen.installing.installation import install_command
from kitgen.theory.oracle import Oracle

PACKAGE = Path(kitgen.__file__).parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

#: Distributions whose modules are named otherwise.
MODULE_OF = {
    "fonttools": "fontTools",
    "markdown-it-py": "markdown_it",
    "opencv-python-headless": "cv2",
    "open_spiel": "pyspiel",
    "pillow": "PIL",
    "pytest-xdist": "xdist",
    "python-calamine": "python_calamine",
}


def places_of(*names: str) -> tuple[str, ...]:
    """Return the files and folders of some guests."""
    return tuple(chain.from_iterable(guest(name).files for name in names))


def guests_of(extra: str) -> list[str]:
    """Return the names of the guests that need an extra."""
    return [name for name in guest_names() if guest(name).extra == extra]


#: Extras that nobody installs to use kitgen.
FOR_DEVELOPERS = {"all", "test", "docs", "mutants", "release"}
EXTRAS = tuple(sorted(PROJECT["optional-dependencies"].keys() - FOR_DEVELOPERS))
#: Where libraries of an extra may be imported: the files of its guests, and what no guest has. All
#: else runs without.
MAY = {
    **{extra: places_of(*guests_of(extra)) for extra in EXTRAS},
    "cluster": ("lab/",),
    "lab": (*places_of("lab", "search"), "rl/"),
    "play": ("play/screens/",),
    "rl": ("rl/", "results.py"),
    "web": ("serve/app.py", "serve/run.py"),
    "workbook": ("reading/workbook.py",),
    "test": ("conformance/", "results.py"),
}


def modules_of(group: str) -> set[str]:
    """Return the modules that the distributions of an extra are imported by; "" stands for no
    extra.
    """
    lines = PROJECT["dependencies"] if not group else PROJECT["optional-dependencies"][group]
    names = [re.match(r"[A-Za-z0-9_-]+", line)[0] for line in lines]
    return {MODULE_OF.get(name, name) for name in names if name != "kitgen"}


def imported(path: Path) -> Iterator[str]:
    """Yield the libraries that a file imports, in functions and through ``import_module`` too."""
    for node in imports_and_classes(path):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module]
        elif isinstance(node, ast.Call):
            names = [word.value for word in node.args if isinstance(word, ast.Constant)]
        yield from (name.partition(".")[0] for name in names)


@cache
def libraries() -> list[tuple[str, str]]:
    """Return each file of the package with each library that it imports, the standard library
    aside.
    """
    found = set()
    for path in PACKAGE.rglob("*.py"):
        file = path.relative_to(PACKAGE).as_posix()
        for name in imported(path):
            if name != "kitgen" and name not in sys.stdlib_module_names:
                found.add((file, name))
    return sorted(found)


def faults(found: list[tuple[str, str]]) -> list[str]:
    """Return what is imported without being declared, or where it may not be."""
    base = modules_of("")
    brought = {extra: modules_of(extra) for extra in MAY}
    wrong = []
    for path, name in found:
        if name in base:
            continue
        holders = [extra for extra, names in brought.items() if name in names]
        if not holders:
            wrong.append(f"{path} imports {name}, which pyproject.toml does not declare")
        elif not any(path.startswith(MAY[extra]) for extra in holders):
            wrong.append(f"{path} imports {name}, which only the extra {holders[0]} brings")
    return wrong


def test_every_import_is_declared():
    found = libraries()
    assert len(found) > 80
    assert faults(found) == []


def test_core_tests_need_the_base_installation_and_pytest_alone(request):
    plugin = request.config.pluginmanager.get_plugin(str(ROOT / "conftest.py"))
    assert plugin.CORE_LIBRARIES - sys.stdlib_module_names == modules_of("") | {"pytest"}
    files = [path for path in sorted((ROOT / "tests").rglob("test_*.py")) if plugin.is_core(path)]
    assert len(files) > 15
    assert ROOT / "tests" / "kit" / "test_kit_json.py" in files
    assert (
        ROOT / "tests" / "games" / "test_conformance.py" not in files
    )  # Hypothesis, through kitgen/conformance


def test_an_undeclared_import_is_noticed(tmp_path):
    (tmp_path / "wrong.py").write_text(
        "def f():\n    import_module('shapely.ops')\n    from requests.auth import x\n"
    )
    found = [("paper/wrong.py", name) for name in imported(tmp_path / "wrong.py")]
    assert sorted(faults(found)) == [
        "paper/wrong.py imports requests, which pyproject.toml does not declare",
        "paper/wrong.py imports shapely, which only the extra laser brings",
    ]


def test_every_declared_library_is_imported():
    used = {name for _, name in libraries()}
    for group in ("", *EXTRAS):
        assert modules_of(group)
        assert modules_of(group) <= used, group


def test_extras_name_the_same_libraries_as_the_project():
    declared = {module: extra for extra in EXTRAS for module in modules_of(extra)}
    assert declared == EXTRA_OF


def test_all_and_test_bring_every_extra():
    declared = PROJECT["optional-dependencies"]
    named = re.fullmatch(r"kitgen\[(.*)\]", declared["all"][0])[1].split(",")
    assert sorted(named) == sorted(EXTRAS)
    assert "kitgen[all]" in declared["test"]


#: A Python in which no library of an extra can be imported, as in an installation without extras.
WITHOUT = f"""
import sys
class Without:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {set(EXTRA_OF)!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Without())
"""


def without_extras(
    code: str, *words: str, cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Run some Python without the libraries of any extra."""
    return subprocess.run(
        [sys.executable, "-c", WITHOUT + code, *words],
        capture_output=True,
        text=True,
        cwd=cwd,
        check=False,
    )


@pytest.mark.every
def test_what_needs_no_extra_can_be_imported_without():
    outside = tuple(place for places in MAY.values() for place in places)
    modules = [
        "kitgen." + path.relative_to(PACKAGE).as_posix().removesuffix(".py").replace("/", ".")
        for path in sorted(PACKAGE.rglob("*.py"))
        if path.name not in ("__init__.py", "__main__.py")
        and not path.relative_to(PACKAGE).as_posix().startswith(outside)
    ]
    assert len(modules) > 80
    done = without_extras(
        "from importlib import import_module\nfor name in sys.argv[1:]: import_module(name)",
        *modules,
    )
    assert done.returncode == 0, done.stderr


MAIN = "from kitgen.cli.main import main\nmain(sys.argv[1:])"


@pytest.mark.parametrize(
    ("words", "extra", "what"),
    sample(
        [
            (["exact", "her"], "lab", "kitgen exact"),
            (["print", "her", "--laser", "usual"], "laser", "--laser"),
            (["simulate", "her", "--plot", "a.svg"], "lab", "--plot"),
            (["simulate", "her", "--parquet", "a.parquet"], "lab", "--parquet"),
            (["solve", "awari:2x3", "--levels", "4"], "lab", "kitgen solve --levels"),
            (["reproduce", "gardner"], "lab", "kitgen reproduce"),
            (["sweep", "none.toml"], "lab", "kitgen sweep"),
            (["serve"], "web", "kitgen serve"),
        ],
        one_in=6,
    ),
    ids=lambda value: "-".join(value) if isinstance(value, list) else None,
)
def test_work_that_needs_more_is_refused_in_one_line(tmp_path, words, extra, what):
    done = without_extras(MAIN, *words, cwd=tmp_path)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr == f"kitgen: {what} needs more than is installed: {install_command(extra)}\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.every
def test_large_boards_are_answered_as_far_as_plain_python_goes(tmp_path):
    late = without_extras(
        MAIN, "find", "hexapawn:5x5", "...../..b../.w.../...../..... b", "--json", cwd=tmp_path
    )
    assert late.returncode == 0, late.stderr
    assert result_of(late.stdout)["value"] == 1


def test_what_plain_python_cannot_answer_names_the_extra(monkeypatch):
    game = make_game("hexapawn:5x5")
    monkeypatch.setattr(extras, "_found", lambda module: module not in EXTRA_OF)
    with pytest.raises(extras.MissingExtraError, match=r"a position of hexapawn:5x5 .*\[lab\]'"):
        Oracle(game, limit=50, too_large=True).worth(game.start())
    unaided = make_game("tictactoe:4x4")
    assert Oracle(unaided, limit=50, too_large=True).worth(unaided.start()) is None


def test_more_games_than_a_class_plays_are_said_to_take_long(tmp_path):
    words = ("simulate", "ladder", "--games", "10", "--machines")
    patient = (
        "from kitgen.cli import experiment_options as options\n"
        "assert options.MAX_QUICK_GAMES == 100_000\n"
        "options.MAX_QUICK_GAMES = 100\n"
    )
    done = without_extras(patient + MAIN, *words, "11", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stderr.startswith("kitgen: 110 games are played by the paper machine")
    assert done.stderr.endswith(f"{install_command('lab')}\n")
    few = without_extras(patient + MAIN, *words, "10", cwd=tmp_path)
    assert (few.returncode, few.stderr) == (0, "")


def test_an_import_that_no_door_foresaw_is_still_one_line():
    """Whatever slips past the doors is named by its extra; a library that no extra brings is a
    fault of kitgen.
    """
    code = "from kitgen.cli.main import guarded\nsys.exit(guarded(lambda: __import__(sys.argv[1])))"
    done = without_extras(code, "scipy")
    assert done.returncode == 1
    assert done.stderr == f"kitgen: this needs more than is installed: {install_command('lab')}\n"
    assert "ModuleNotFoundError" in without_extras(code, "no_such_library").stderr


@pytest.mark.every
def test_a_folder_of_tests_runs_alone():
    """Tests share what stands in ``tests/``: another folder is on the path of imports only where
    its tests run too.
    """
    files = sorted((ROOT / "tests").rglob("test_*.py"))
    names = {path.stem: path.parent for path in files}
    imported = [
        (path, node.module)
        for path in files
        for node in imports_and_classes(path)
        if isinstance(node, ast.ImportFrom)
    ]
    for path, module in at_least(1000, imported):
        assert names.get(module, path.parent) == path.parent, f"{path} imports {module}"


def kitgen_modules_after(**completing: str) -> set[str]:
    """Return the modules of kitgen, rooms not counted, that are loaded once the help, or a
    completion, is written.
    """
    script = (
        "import sys\nsys.argv = ['kitgen', '--help']\nfrom kitgen.cli.main import main\n"
        "try:\n    main()\nexcept SystemExit:\n"
        "    files = [name for name, module in sys.modules.items() if not hasattr(module, "
        "'__path__')]\n"
        "    print('\\n'.join(files), file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, **completing},
    )
    assert done.stdout
    return {name for name in done.stderr.split() if name.partition(".")[0] == "kitgen"}


#: A command is being completed in bash.
COMPLETION = {"_KITGEN_COMPLETE": "bash_complete", "COMP_WORDS": "kitgen pr", "COMP_CWORD": "1"}


@pytest.mark.parametrize("completing", [{}, COMPLETION], ids=["help", "completion"])
def test_help_and_completion_of_commands_load_none(completing):
    loaded = kitgen_modules_after(**completing)
    assert "kitgen.cli.main" in loaded
    assert {name for name in loaded if name.startswith("kitgen.cli.commands")} == set()
    assert len(loaded) <= 5, sorted(loaded)


#: What a command does its work with: none of it is needed to complete its words.
WORK = {
    "print": ("kitgen.press.print_run", "kitgen.render.pdf", "kitgen.kit.build"),
    "journal": ("kitgen.journal.journal", "kitgen.journal.audit", "kitgen.marked.photos"),
    "play": ("kitgen.play.console", "kitgen.play.host", "kitgen.paper.card.board"),
    "web": ("kitgen.web.page_build", "kitgen.journal.journal", "kitgen.sources.kit_sources"),
}


@pytest.mark.parametrize(
    ("typed", "most"),
    sample(
        [
            ("print he", 24),
            ("print her --la", 24),
            ("journal ne", 20),
            ("journal export --fo", 20),
            ("play he", 21),
            ("play her --la", 21),
            ("web he", 20),
            ("web her --la", 20),
        ],
        one_in=2,
    ),
)
def test_completion_within_a_command_loads_none_of_its_work(typed, most):
    command = typed.partition(" ")[0]
    words = {"COMP_WORDS": f"kitgen {typed}", "COMP_CWORD": str(typed.count(" ") + 1)}
    loaded = kitgen_modules_after(**COMPLETION | words)
    assert f"kitgen.cli.commands.{command}" in loaded
    assert loaded.isdisjoint({*WORK[command], "kitgen.cli.commands.kits"})
    assert len(loaded) <= most, sorted(loaded)
