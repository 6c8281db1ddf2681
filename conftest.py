"""What holds for every test and every doctest: none sees the folder, home, locale or terminal of
whoever runs them.

Run from any folder, with or without a home, and after any commands in the clone, the suite finds
the same.
"""

import ast
import os
import sys
from collections.abc import Generator, Iterator
from functools import cache
from importlib.util import find_spec
from itertools import count
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule

from kitgen.guests import is_here, owner
from kitgen.installing.extras import EXTRA_OF

ROOT = Path(__file__).parent

if find_spec("hypothesis"):
    from hypothesis import configuration

    # Hypothesis keeps what it finds here, not in whatever folder a test happens to work in.
    configuration.set_hypothesis_home_dir(ROOT / ".hypothesis")

#: What decides where programs keep files of a user.
HOMES = ("HOME", "USERPROFILE", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")
#: What decides beside ``TERM`` how wide and in which colours programs write to a terminal.
TERMINALS = (
    "NO_COLOR",
    "FORCE_COLOR",
    "TTY_COMPATIBLE",
    "TTY_INTERACTIVE",
    "COLORTERM",
    "COLUMNS",
    "LINES",
)


#: The folders with tests and doctests.
TESTED = ("kitgen", "tests")


#: The rooms of ``tests/`` whose files are core tests, if these libraries are all that they import,
#: themselves or through files of ``tests/`` and ``kitgen/``: those of the base installation
#: (tests/test_imports.py), and pytest; and if they import no guest of ``kitgen/guests/``.
CORE_ROOMS = ("games", "kit", "machine", "told")
CORE_LIBRARIES = sys.stdlib_module_names | {
    "PIL",
    "click",
    "coloraide",
    "markdown_it",
    "msgspec",
    "platformdirs",
    "pypdf",
    "pypdfium2",
    "pytest",
    "rectpack",
    "reportlab",
    "rich",
    "segno",
    "svgwrite",
}


@cache
def is_core(path: Path) -> bool:
    """Return whether a file has core tests."""
    inside = path.relative_to(ROOT).parts
    return inside[0] == "tests" and inside[1] in CORE_ROOMS and _libraries(path) <= CORE_LIBRARIES


def _libraries(path: Path) -> set[str]:
    """Return the libraries that are imported when a file is, through other files of the
    repository, too.
    """
    libraries = set[str]()
    waiting = [path]
    read = set[Path]()
    while waiting:
        file = waiting.pop()
        if file in read:
            continue
        read.add(file)
        own, files = _needed(file)
        libraries |= own
        waiting += files
    return libraries


@cache
def _found(name: str) -> tuple[str, tuple[Path, ...]]:
    """Return the guest that a module belongs to, if any, and its files in the repository."""
    place = name.replace(".", "/")
    own = (f"{ROOT}/tests/{place}.py", f"{ROOT}/{place}.py", f"{ROOT}/{place}/__init__.py")
    # Thousands are looked for: paths are made only of those that are there.
    files = tuple(Path(path) for path in own if os.path.isfile(path))  # noqa: PTH113
    return owner(f"{place.removeprefix('kitgen/')}.py"), files


@cache
def _needed(path: Path) -> tuple[frozenset[str], tuple[Path, ...]]:
    """Return the libraries and guests that a file itself imports, and its other imports' files."""
    libraries = set[str]()
    files: list[Path] = []
    for name in _imported(path):
        guest, found = _found(name)
        if guest:
            libraries.add(f"the guest {guest}")
        files += found
        if not found and name.partition(".")[0] != "kitgen":
            libraries.add(name.partition(".")[0])
    return frozenset(libraries), tuple(files)


@cache
def _imported(path: Path) -> frozenset[str]:
    """Return the modules that a file imports at its top, and a test anywhere; perhaps with names
    that are none.
    """
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = set[str]()
    for node in ast.walk(tree) if path.name.startswith("test_") else tree.body:
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            names.add(node.module)
            if node.module.startswith("kitgen"):
                names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return frozenset(names)


def pytest_configure(config: pytest.Config) -> None:
    """Hide the libraries of all extras with ``-m core``: its tests do without them wherever they
    run.
    """
    if config.getoption("-m") == "core":
        for name in EXTRA_OF:
            sys.modules.setdefault(name, None)  # type: ignore[arg-type] # as if it were not installed


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Leave out a test that runs a command of a guest, where that guest has been taken out."""
    for marker in item.iter_markers("guest"):
        if not is_here(marker.args[0]):
            pytest.skip(f"the guest {marker.args[0]} has been taken out")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Take the options of pytest-xdist in pyproject.toml where it is not installed: tests run in
    one process then.
    """
    if find_spec("xdist") is None:
        group = parser.getgroup("xdist")
        group._addoption("-n", "--numprocesses", help="needs pytest-xdist")  # noqa: SLF001 - as xdist does
        group.addoption("--dist", help="needs pytest-xdist")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out what holds no test: benchmarks, docs and prints of the clone, and modules without
    examples.

    To look for examples pytest imports each module; to import kernels compiles them, in each
    process of a run. With ``-m core`` no other files are read: what they import need not be
    installed.
    """
    if ROOT not in collection_path.parents:
        return None
    if (
        config.getoption("-m") == "core"
        and collection_path.is_file()
        and not is_core(collection_path)
    ):
        return True
    room = collection_path.relative_to(ROOT).parts[0]
    if (
        room == "kitgen"
        and collection_path.suffix == ".py"
        and not collection_path.name.startswith("test_")
    ):
        return True if b">>> " not in collection_path.read_bytes() else None
    return None if room in TESTED else True


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(
    file_path: Path,
) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Look for examples only in files that have some: pytest would ask each function of each file
    of tests, which takes a tenth of the time in which it finds all tests.
    """
    found = yield
    if not found or b">>> " in file_path.read_bytes():
        return found
    return [each for each in found if not isinstance(each, DoctestModule)]


@pytest.fixture(scope="session")
def cache_of_this_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for what programs keep to be quicker the next time, such as lists of fonts."""
    return tmp_path_factory.mktemp("cache")


class Folders:
    """Empty folders for tests: a home and one to work in, used again if a test has left nothing in
    them.

    Most tests write nothing there, and to make three folders for each, and to remove them, takes
    seconds of a run.
    """

    def __init__(self, base: Path) -> None:
        self._numbers = (
            base / str(number) for number in count()
        )  # pytest would look for the next one among all
        self._home = self._work = base
        self._made_mode = 0

    def take(self) -> tuple[Path, Path]:
        """Return a home and a folder to work in, both empty."""
        if not (self._is_unused(self._home) and self._is_unused(self._work)):
            own = next(self._numbers)
            self._home = own / "home"
            self._work = own / "work"
            self._home.mkdir(parents=True)
            self._work.mkdir()
            self._made_mode = self._work.stat().st_mode
        return self._home, self._work

    def _is_unused(self, folder: Path) -> bool:
        try:
            with os.scandir(folder) as found:
                return next(found, None) is None and folder.stat().st_mode == self._made_mode
        except OSError:
            return False


@pytest.fixture(scope="session")
def folders(tmp_path_factory: pytest.TempPathFactory) -> Folders:
    """Empty folders for tests."""
    return Folders(tmp_path_factory.mktemp("own"))


def _settings() -> dict[str, str]:
    """Return what the environment says of languages, times, terminals and caches."""
    names = {*TERMINALS, "LANG", "LANGUAGE", "TERM", "TZ", "XDG_CACHE_HOME"}
    return {
        name: value for name, value in os.environ.items() if name in names or name.startswith("LC_")
    }


@pytest.fixture(scope="session", autouse=True)
def _usual_surroundings(cache_of_this_run: Path) -> Iterator[None]:
    """Let all tests run in the C locale's UTF-8 and at Greenwich's time, and see no settings of
    a terminal.
    """
    usual = {
        "XDG_CACHE_HOME": str(cache_of_this_run),
        "LANG": "C.UTF-8",
        "TERM": "xterm-256color",
        "TZ": "UTC",
    }
    with pytest.MonkeyPatch.context() as monkeypatch:
        for name in _settings():
            monkeypatch.delenv(name)
        for name, value in usual.items():
            monkeypatch.setenv(name, value)
        yield
        left = _settings()
    if left != usual:
        pytest.fail(f"a test has changed the environment of those after it: {left}")


@pytest.fixture(autouse=True)
def _own_folders(folders: Folders, monkeypatch: pytest.MonkeyPatch) -> None:
    """Start each test in an empty folder, with an empty home."""
    home, work = folders.take()
    for name in HOMES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME" if os.name == "posix" else "USERPROFILE", str(home))
    monkeypatch.chdir(work)
