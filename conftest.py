"""What holds for every test and every doctest: none sees the working folder, home or locale of whoever runs them.

Run from any folder, with or without a home, and after any commands in the clone, the suite finds the same.
"""

import os
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import configuration

ROOT = Path(__file__).parent

# Hypothesis keeps what it finds here, not in whatever folder a test happens to work in.
configuration.set_hypothesis_home_dir(ROOT / ".hypothesis")

#: What decides where programs keep files of a user.
HOMES = ("HOME", "USERPROFILE", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")


#: The folders with tests and doctests.
TESTED = ("kitgen", "tests")


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave out what holds no test: benchmarks, docs and prints of the clone, and modules without examples.

    To look for examples pytest imports each module; to import kernels compiles them, in each process of a run.
    """
    if ROOT not in collection_path.parents:
        return None
    room = collection_path.relative_to(ROOT).parts[0]
    if room == "kitgen" and collection_path.suffix == ".py" and not collection_path.name.startswith("test_"):
        return True if b">>> " not in collection_path.read_bytes() else None
    return None if room in TESTED else True


@pytest.fixture(scope="session")
def cache_of_this_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for what programs keep to be quicker the next time, such as lists of fonts."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="session")
def new_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Folders for tests, numbered here: pytest would look through all of them for each new number."""
    base = tmp_path_factory.mktemp("own")
    return (base / str(number) for number in count())


@pytest.fixture(autouse=True)
def _own_folders(new_folders: Iterator[Path], monkeypatch: pytest.MonkeyPatch, cache_of_this_run: Path) -> None:
    """Start each test in an empty folder, with an empty home, in the C locale's UTF-8 and at Greenwich's time."""
    own = next(new_folders)
    home, work = own / "home", own / "work"
    home.mkdir(parents=True)
    work.mkdir()
    for name in HOMES:
        monkeypatch.delenv(name, raising=False)
    for name in [name for name in os.environ if name.startswith("LC_") or name == "LANGUAGE"]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME" if os.name == "posix" else "USERPROFILE", str(home))
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache_of_this_run))
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("TZ", "UTC")
    monkeypatch.chdir(work)
