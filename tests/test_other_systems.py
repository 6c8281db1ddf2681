"""Windows and macOS, as far as Linux can play them: what they lack, how their files look, and
other encodings.
"""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from counting import at_least_one
from places import ROOT
from told_samples import HENS

#: What Windows has not: modules of the standard library, and names in ``os``.
NO_MODULES = ("grp", "pwd", "resource", "termios", "tty")
NO_NAMES = (
    "chown",
    "fork",
    "forkpty",
    "getgid",
    "getloadavg",
    "getuid",
    "killpg",
    "mkfifo",
    "nice",
    "O_CLOEXEC",
    "O_NOFOLLOW",
    "pread",
    "sched_getaffinity",
    "setsid",
    "statvfs",
    "sysconf",
)
#: Takes them away, as soon as Python itself has been loaded, then runs the command.
SYSTEM = f"""
import asyncio, getpass, multiprocessing.spawn, os, shutil, subprocess, sys, tempfile, threading
import uuid, warnings
warnings.filterwarnings("error", category=EncodingWarning, module=r"kitgen\\b")
for name in {NO_MODULES!r}:
    sys.modules[name] = None
for name in {NO_NAMES!r}:
    if hasattr(os, name):
        delattr(os, name)
sys.argv[0] = "kitgen"
from kitgen.__main__ import run
run()
"""
GAMES = "game,opponent,A,B,C,result\n1,Łucja,A1 R,B1 U,,L\n2,Ana,A1 U,B5 Y,,L\n"
COUNTS = "box,R,U\nA1,1,0\n"


def elsewhere(
    *words: str, folder: Path, given: str = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run a command where the system lacks what Windows lacks, in the C locale, where no
    encoding may be guessed.
    """
    clean = {key: value for key, value in os.environ.items() if not key.startswith("LC_")}
    clean |= {
        "PYTHONPATH": str(ROOT),
        "LANG": "C",
        "PYTHONUTF8": "0",
        "PYTHONIOENCODING": "utf-8",
    } | environment
    return subprocess.run(
        [sys.executable, "-X", "warn_default_encoding", "-c", SYSTEM, *words],
        capture_output=True,
        encoding="utf-8",
        input=given,
        cwd=folder,
        env=clean,
        check=False,
        timeout=300,
    )


@pytest.mark.every
def test_a_lesson_without_what_windows_lacks(tmp_path):
    """Print, prove, play, note, check, simulate with several processes, and make a page."""
    (tmp_path / "games.csv").write_text(GAMES, encoding="utf-8")
    (tmp_path / "counts.csv").write_text(COUNTS, encoding="utf-8")
    for line, code in at_least_one({
        "print her --language it --parts labels,finder,story --set story.game=games.csv:1": 0,
        "verify output/her-it": 0,
        "verify output/her-it/kit.pdf --marks": 0,
        "journal new her -o class.kitgen": 0,
        "journal add class.kitgen games.csv": 0,
        "journal check class.kitgen --counts counts.csv": 1,  # beads are missing
        "journal export class.kitgen -o out.csv": 0,
        "play her --plain": 0,
        "web her -o her.html": 0,
        "simulate ladder --games 20 --machines 20": 0,
        "match alphabeta:2 random --game hexapawn --games 4 --jobs 2": 0,
        "new edition ours --like her": 0,
        "games try told:notakto": 0,
    }.items()):  # fmt: skip
        done = elsewhere(
            *line.split(), folder=tmp_path, given="quit\n", KITGEN_TEMPLATES=str(tmp_path / "own")
        )
        assert done.returncode == code, f"{line}\n{done.stdout}\n{done.stderr}"
        assert "Traceback" not in done.stderr


def test_files_are_locked_beyond_their_content_on_windows(monkeypatch, tmp_path):
    locked = []
    windows = ModuleType("msvcrt")
    windows.LK_NBLCK = 2
    windows.locking = lambda descriptor, mode, size: locked.append(
        (os.lseek(descriptor, 0, os.SEEK_CUR), mode, size)
    )
    monkeypatch.setitem(sys.modules, "msvcrt", windows)
    monkeypatch.setattr(sys, "platform", "win32")
    spec = importlib.util.spec_from_file_location(
        "whole_on_windows", ROOT / "kitgen/files/whole.py"
    )
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.write_whole(tmp_path / "a.txt", lambda file: file.write(b"whole"))
    assert (tmp_path / "a.txt").read_bytes() == b"whole"
    assert locked == [(1 << 40, windows.LK_NBLCK, 1)]


@pytest.mark.parametrize(
    "name", ["CON", "nul.csv", "Com1.txt", "aux.tar.gz", "a:b", "what?", "ends.", "ends ", 'a"b']
)
def test_no_name_that_windows_cannot_have_becomes_a_file(name):
    from kitgen.files.tree import fault_of  # noqa: PLC0415

    assert fault_of(f"cards/{name}") is not None


#: Texts that people name, and a command that shows how each was read.
READ = {
    "examples/lesson/games.csv": "journal export --format csv",
    "examples/ahl-1976.csv": "verify {file} --game hexapawn:3x3 --side black",
    "templates/games/hens.toml": "boxes {file} --side hens",
    "templates/stock/mini.toml": "print ladder --dry-run --stock {file}",
    "games.jsonl": "journal export --format csv",
    "table.md": "verify {file} --game hexapawn:3x3 --side black",
}


def shown(command: str, data: bytes, file: Path) -> str:
    """Return what a command shows of a file with such bytes; of games, after they have been
    noted.
    """
    file.parent.mkdir()
    file.write_bytes(data)
    words = [file.name if word == "{file}" else word for word in command.split()]
    lines = [
        ["journal", "new", "her", "-o", "her.kitgen"],
        ["journal", "add", "her.kitgen", file.name, "--keep-good"],
    ]
    if command.startswith("journal"):
        words.insert(2, "her.kitgen")
    else:
        lines = []
    for line in (*lines, words):
        done = subprocess.run(
            [sys.executable, "-m", "kitgen", *line],
            capture_output=True,
            encoding="utf-8",
            check=False,
            cwd=file.parent,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
        )
    assert done.returncode in {0, 1}, done.stderr
    return done.stdout + done.stderr


@pytest.mark.every
@pytest.mark.parametrize("name", READ)
def test_texts_of_windows_programs_are_read_alike(name, tmp_path):
    """Lines that end in CRLF, and a mark of the encoding at the beginning."""
    text = {
        "templates/games/hens.toml": HENS,
        "games.jsonl": '{"game": 1, "picks": ["A1 R", "B1 U"], "result": "L", '
        '"opponent": "Łucja"}\n',
        "table.md": "| board | moves |\n|---|---|\n| bbb/w../.ww | b3a2 |\n",
    }.get(name) or (ROOT / name).read_text(encoding="utf-8")
    file = f"given{Path(name).suffix}"
    expected = shown(READ[name], text.encode(), tmp_path / "first" / file)
    assert len(expected) > 40
    of_windows = b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode()
    assert shown(READ[name], of_windows, tmp_path / "second" / file) == expected


@pytest.mark.parametrize("code", [0, 1])
def test_the_suite_in_webassembly_ends_as_pytest_does(monkeypatch, code):
    """A failure that is told of and not counted would pass for none."""
    pytest.importorskip("resource")
    spec = importlib.util.spec_from_file_location("wasm_suite", ROOT / ".ci" / "wasm_suite.py")
    suite = importlib.util.module_from_spec(spec)
    monkeypatch.setattr(sys, "path", [*sys.path])
    spec.loader.exec_module(suite)
    for name in ("unpack_runtime", "stand_in"):
        monkeypatch.setattr(suite, name, lambda *_: None)
    monkeypatch.setattr(suite, "fetch", lambda *_: {})
    monkeypatch.setattr(suite.resource, "setrlimit", lambda *_: None)
    monkeypatch.setattr(suite.subprocess, "run", lambda *_, **__: SimpleNamespace(returncode=code))
    monkeypatch.setattr(sys, "argv", ["wasm_suite.py"])
    assert suite.main() == code
