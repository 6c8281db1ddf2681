"""The package as a newcomer gets it: built, installed without extras in a new environment, and
put to work there.
"""

import os
import re
import subprocess
import time
import venv
from collections import Counter
from pathlib import Path

import pytest
from command_answers import result_of
from journal_games import begun, rows_of
from places import ROOT
from sampling import sample

from kitgen.installing.extras import EXTRA_OF
from kitgen.kit.build import build_kit

#: Where an environment has its programs.
PROGRAMS = "Scripts" if os.name == "nt" else "bin"
#: The most that a new environment with kitgen may take on disk, pip included, in MB as ``du``
#: counts them: 102 with Python 3.11, 100 with 3.12.
MAX_MEGABYTES = 105

#: What Python puts into a new environment up to its version 3.11, for nobody here: 9 MB, which are
#: not counted.
OF_OLD_PYTHON = re.compile(r"setuptools|pkg_resources|_distutils_hack|distutils-precedence")

#: What a disk gives a file at a time, in bytes.
BLOCK = 4096

#: How long one process waits for another that installs, in seconds.
PATIENCE = 300


@pytest.fixture(scope="session")
def installed(tmp_path_factory) -> Path:
    """The programs of a new environment with the built wheel in it, made once for all processes
    of a run.
    """
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "install"
    ready = folder / "ready"
    try:
        folder.mkdir()
    except FileExistsError:  # another process is at it
        until = time.monotonic() + PATIENCE
        while not ready.exists():
            assert time.monotonic() < until, "the installation in another process has failed"
            time.sleep(0.2)
    else:
        install(folder)
        ready.touch()
    return folder / "venv" / PROGRAMS


def install(folder: Path) -> None:
    """Build the wheel and install it into a new environment, without extras."""
    venv.create(folder / "venv", with_pip=True, symlinks=os.name != "nt")  # as python -m venv does
    programs = folder / "venv" / PROGRAMS
    clean = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    for words in (
        ["wheel", "--no-deps", "-w", folder, ROOT],
        ["install", "--find-links", folder, "kitgen"],
    ):
        done = subprocess.run(
            [programs / "python", "-m", "pip", "--disable-pip-version-check", "-q", *words],
            capture_output=True, text=True, env=clean, cwd=folder, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr


@pytest.fixture
def kitgen(installed, tmp_path):
    """A function that runs the installed command in a folder of its own."""

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        clean = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
        return subprocess.run(
            [installed / "kitgen", *words],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env=clean,
            check=False,
        )

    return run


def kilobytes(folder: Path) -> int:
    """Return what a folder takes on disk, as ``du -sk`` counts: each file once, in blocks of 4 kB.

    By the sizes of files, since blocks that a busy disk has taken in advance are counted as taken.
    """
    sizes = {
        (s.st_dev, s.st_ino): s.st_size
        for s in (path.lstat() for path in (folder, *folder.rglob("*")))
    }
    return sum(-(-size // BLOCK) * BLOCK for size in sizes.values()) // 2**10


@pytest.mark.every
def test_it_is_light(installed):
    whole = installed.parent
    sizes = Counter(
        {path.name: kilobytes(path) for path in whole.glob("lib/python*/site-packages/*")}
    )
    not_counted = sum(size for name, size in sizes.items() if OF_OLD_PYTHON.match(name))
    megabytes = (kilobytes(whole) - not_counted) / 2**10
    assert 60 < megabytes < MAX_MEGABYTES, sizes.most_common(5)


@pytest.mark.every
def test_nothing_of_the_extras_is_installed(installed):
    there = {path.name for path in installed.parent.glob("lib/python*/site-packages/*")}
    assert {"kitgen", "reportlab"} <= there
    assert not there & set(EXTRA_OF)


@pytest.mark.every
def test_the_main_job(kitgen, tmp_path):
    """Prints, reads the print back, finds, simulates and lists, with what printing needs and no
    more.
    """
    printed = kitgen("print", "her")
    assert printed.returncode == 0, printed.stderr
    assert (tmp_path / "output" / "her" / "kit.pdf").is_file()
    checked = kitgen("verify", "output/her/kit.pdf")
    assert checked.returncode == 0, checked.stdout + checked.stderr
    found = result_of(kitgen("find", "her", "bbb/w../.ww b", "--json").stdout)
    assert (found["value"], found["box"]) == (1, "A1")
    trained = result_of(kitgen("simulate", "her", "--machines", "100", "--json").stdout)
    assert trained["games"] * trained["machines"] == 20_000
    assert 0.9 < trained["wins"]["share"] < 1


@pytest.mark.every
@pytest.mark.parametrize(
    ("words", "says"),
    sample(
        [
            (["kits"], "menace"),
            (["boxes", "ladder"], "9 boxes"),
            (["palette"], "okabe-ito"),
            (["parts"], "labels"),
            (["templates", "copy", "mine"], "mine"),
            (["compare", "ladder", "--games", "20", "--machines", "20"], "gardner"),
            (["solve", "hexapawn:3x3"], "black"),
            (["find", "awari-mini", "3,3/3,3 S"], "Open box"),
            (
                ["print", "her", "--stock", "poker", "--svg", "--parts", "cards,guide,curve"],
                "cards",
            ),
        ],
        one_in=16,
    ),
    ids=lambda value: "-".join(value[:2]) if isinstance(value, list) else None,
)
def test_other_commands_need_no_extra(kitgen, words, says):
    done = kitgen(*words)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert says in done.stdout


@pytest.mark.every
def test_a_journal_is_printed_but_for_the_report(kitgen, tmp_path):
    begun(tmp_path / "class.kitgen", build_kit("her"), rows_of(build_kit("her"), 3))
    done = kitgen("print", "class.kitgen", "-o", "made")
    assert done.returncode == 0, done.stderr
    assert re.search(r"without part report: .*kitgen\[lab\]", done.stderr)
    assert "3 sheets, 19 boxes, 44 beads" in done.stdout
    assert kitgen("print", "class.kitgen", "-o", "other", "--parts", "report").returncode == 1


@pytest.mark.every
@pytest.mark.parametrize(
    ("words", "extra"),
    [
        (["exact", "her"], "lab"),
        (["print", "her", "--laser", "usual"], "laser"),
        (["simulate", "her", "--plot", "curve.svg"], "lab"),
        (["solve", "awari:6x4", "--levels", "12"], "lab"),
    ],
    ids=lambda value: "-".join(value[:3]) if isinstance(value, list) else None,
)
def test_what_needs_more_says_so_in_one_line(kitgen, tmp_path, words, extra):
    done = kitgen(*words)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.endswith(
        f" needs more than is installed: python -m pip install 'kitgen[{extra}]'\n"
    )
    assert done.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.every
def test_many_games_are_played_all_the_same(kitgen):
    done = kitgen("simulate", "ladder", "--games", "1", "--machines", "100001")
    assert done.returncode == 0
    assert done.stderr.startswith("kitgen: 100,001 games are played by the paper machine")
