"""Builds the app: ``python -m docs.app [--out DIR]``, a folder that any host can serve.

kitgen itself runs in the browser there, in Python compiled to WebAssembly (Pyodide). What is
fetched to build it (Pyodide from npm, libraries from PyPI) has to have the hashes in
``docs/site/app-lock.toml``, and is kept for the next build. Needs Node. When the app runs, nothing
is fetched from elsewhere.
"""

import argparse
import gzip
import lzma
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import product
from pathlib import Path, PurePosixPath
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from platformdirs import user_cache_path

from docs.site.prints import PAPERS, ROOT, source_hash
from kitgen import __version__
from kitgen.guests import guest
from kitgen.reading.templates import Templates, shipped
from kitgen.web.address import LANGUAGE
from kitgen.web.app_page import (
    FIRST_KIT,
    FIRST_PAPER,
    app_files,
    headers,
    ready_name,
    service_worker,
)
from kitgen.web.form_results import print_figures
from kitgen.web.tasks import WORK, SiteTask

LOCK = ROOT / "docs" / "site" / "app-lock.toml"
COMPILE = ROOT / "docs" / "site" / "compile.mjs"
#: Where fetched files are kept.
KEPT = user_cache_path("kitgen", appauthor=False) / "app"
#: The platform of the one library that is no plain Python.
PLATFORM = "pyemscripten_2026_0_wasm32"
#: What a browser does not need of kitgen: commands, the terminal, the server, photographs, work
#: on templates, and files of the app itself.
NOT_KITGEN = (
    "authoring",
    "cli",
    "conformance",
    "marked",
    "pictures",
    "play",
    "serve",
    "__main__.py",
    "templates",
    "web/app_page.py",
    "web/shelf.py",
)
#: Guests of kitgen whose libraries no browser has.
NOT_GUESTS = ("rl", "search")
#: What is needed to unpack what is packed.
UNPACKING = ("lzma", "shutil", "tarfile")
#: What kitgen imports of its libraries; what these do not load, such as fonts and layout engines,
#: is left out.
LIBRARIES = (
    "PIL.Image",
    "coloraide",
    "markdown_it",
    "msgspec",
    "pypdf._codecs._codecs",
    "pypdf.filters",
    "rectpack",
    "reportlab.lib.boxstuff",
    "reportlab.lib.fonts",
    "reportlab.lib.rltempfile",
    "reportlab.pdfbase.ttfonts",
    "reportlab.pdfgen.canvas",
    "segno",
    "svgwrite",
)
#: What nothing here imports of Python's library: tools for developers, terminals, protocols of
#: the network, other systems, and what Python has inside itself.
NOT_PYTHON = (
    "__hello__.py",
    "__phello__",
    "_pydatetime.py",
    "_pydecimal.py",
    "_pyio.py",
    "_pyrepl",
    "antigravity.py",
    "asyncio/__main__.py",
    "asyncio/proactor_events.py",
    "asyncio/tools.py",
    "asyncio/windows_events.py",
    "asyncio/windows_utils.py",
    "bdb.py",
    "cProfile.py",
    "cmd.py",
    "code.py",
    "compileall.py",
    "concurrent/futures/interpreter.py",
    "concurrent/futures/process.py",
    "concurrent/interpreters",
    "ctypes/macholib",
    "configparser.py",
    "curses",
    "dbm",
    "email/mime",
    "doctest.py",
    "ensurepip",
    "fileinput.py",
    "ftplib.py",
    "http/cookiejar.py",
    "http/cookies.py",
    "http/server.py",
    "idlelib",
    "imaplib.py",
    "importlib/_bootstrap.py",
    "importlib/_bootstrap_external.py",
    "json/tool.py",
    "logging/config.py",
    "logging/handlers.py",
    "mailbox.py",
    "modulefinder.py",
    "multiprocessing",
    "netrc.py",
    "optparse.py",
    "pdb.py",
    "pickletools.py",
    "plistlib.py",
    "poplib.py",
    "profile.py",
    "profiling",
    "pstats.py",
    "pty.py",
    "pyclbr.py",
    "pydoc.py",
    "pydoc_data",
    "rlcompleter.py",
    "sched.py",
    "shelve.py",
    "smtplib.py",
    "socketserver.py",
    "symtable.py",
    "tabnanny.py",
    "this.py",
    "timeit.py",
    "tkinter",
    "trace.py",
    "tty.py",
    "tracemalloc.py",
    "turtle.py",
    "turtledemo",
    "unittest",
    "venv",
    "wave.py",
    "webbrowser.py",
    "wsgiref",
    "xmlrpc",
    "zipapp.py",
)
#: The encodings that are read or written here.
ENCODINGS = (
    "__init__",
    "aliases",
    "ascii",
    "charmap",
    "cp1252",
    "cp437",
    "hex_codec",
    "idna",
    "latin_1",
    "mac_roman",
    "punycode",
    "raw_unicode_escape",
    "unicode_escape",
    "utf_16",
    "utf_16_be",
    "utf_16_le",
    "utf_32",
    "utf_32_be",
    "utf_32_le",
    "utf_8",
    "utf_8_sig",
)
#: The files of a ready-made kit, and the task of the site that makes each. The PDF is the last:
#: where it is, all are.
READY_FILES = {
    "card.svg": "card",
    "sheet.svg": "labels",
    "figures.html": "figures",
    "kit.pdf": "pdf",
}
#: The earliest time in a ZIP, so that the same build gives the same bytes.
_WHEN = (1980, 1, 1, 0, 0, 0)


def main(words: Sequence[str] | None = None) -> int:
    """Build the app."""
    parser = argparse.ArgumentParser(
        prog="python -m docs.app", description="Build the app of kitgen."
    )
    parser.add_argument(
        "--out",
        type=Path,
        default=ROOT / "build" / "app",
        help="where to [build/app]; it is replaced",
    )
    parser.add_argument(
        "--fetched", type=Path, default=KEPT, help=f"where fetched files are kept [{KEPT}]"
    )
    parser.add_argument(
        "--ready",
        type=lambda text: text.split(","),
        default=[FIRST_KIT],
        help="ready-made kits [her]",
    )
    parser.add_argument(
        "--kept",
        type=Path,
        default=ROOT / "build" / "ready",
        help="where ready-made kits are kept [build/ready]",
    )
    asked = parser.parse_args(words)
    out: Path = asked.out
    holds_an_app = (out / "sw.js").is_file()
    if out.exists() and not holds_an_app and any(out.iterdir()):
        parser.error(f"{out} holds something else; choose another folder")
    ready = ready_made(asked.ready, Templates().languages(), tuple(PAPERS), asked.kept)
    build(out, ready, asked.fetched)
    files = [path for path in out.rglob("*") if path.is_file()]
    first_visit = sum(
        packed_size(path) for path in files if "ready" not in path.relative_to(out).parts
    )
    megabytes = first_visit / 1e6
    print(f"{out}: {len(files)} files; the first visit takes {megabytes:.2f} MB, compressed")
    return 0


def packed_size(path: Path) -> int:
    """Return the bytes of a file as a host sends it, compressed unless it is packed already."""
    data = path.read_bytes()
    if path.suffix in (".zip", ".xz", ".pdf"):
        return len(data)
    return len(gzip.compress(data, 9))


def build(out: Path, ready: Sequence[Path], fetched: Path = KEPT) -> None:
    """Build the app into a folder, which it replaces, with folders of ready-made kits."""
    with tempfile.TemporaryDirectory() as scratch:
        work = Path(scratch)
        made = work / "app"
        _build_engine(work, made / "engine", fetched)
        # Folders are named by their content, so that a browser keeps what has not changed.
        engine = _renamed(made / "engine")
        names = sorted(path.name for path in ready)
        draft = app_files("app", engine.name, names)
        folder = f"app-{_digest(content.encode() for content in draft.values())}"
        for path, content in app_files(folder, engine.name, names).items():
            _write(made / path, content.encode())
        files = sorted(
            path.relative_to(made).as_posix() for path in made.rglob("*") if path.is_file()
        )
        version = _digest((made / path).read_bytes() for path in files)
        _write(made / "_headers", headers().encode())
        kept_offline = [*files, *_first_pictures(names)]
        _write(made / "sw.js", service_worker(version, kept_offline).encode())
        for path in ready:
            shutil.copytree(path, made / "ready" / path.name)
        shutil.rmtree(out, ignore_errors=True)
        out.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(made, out)


def _first_pictures(ready_names: Sequence[str]) -> list[str]:
    """Return the pictures with which the page begins in each language, also without a network."""
    pictures = []
    for folder in sorted(ready_name(FIRST_KIT, language) for language in Templates().languages()):
        if folder.removeprefix("ready/") in ready_names:
            pictures += [f"{folder}/card.svg", f"{folder}/sheet.svg"]
    return pictures


def ready_made(
    editions: Sequence[str], languages: Sequence[str], papers: Sequence[str], kept: Path
) -> list[Path]:
    """Return a folder for each kit as it is printed most: its pictures, its figures and its PDF."""
    kept = kept / source_hash()[:16]
    folders = []
    for edition, language, paper in product(editions, languages, papers):
        folder = kept / PurePosixPath(ready_name(edition, language, paper)).name
        folders.append(folder)
        if (folder / "kit.pdf").is_file():
            continue
        choices = [(LANGUAGE, language)]
        if paper != FIRST_PAPER:
            choices.append(("page", paper))
        for name, kind in READY_FILES.items():
            answer: Any = WORK[kind](SiteTask(kind, edition, tuple(choices)), None)
            if kind == "figures":
                answer = print_figures(language, answer).encode()
            _write(folder / name, answer)
    return folders


def _digest(contents: Iterable[bytes]) -> str:
    digest = sha256()
    for content in contents:
        digest.update(sha256(content).digest())
    return digest.hexdigest()[:12]


def _renamed(folder: Path) -> Path:
    digest = _digest(path.read_bytes() for path in sorted(folder.iterdir()))
    return folder.rename(folder.with_name(f"{folder.name}-{digest}"))


def _build_engine(work: Path, engine: Path, fetched: Path) -> None:
    """Put Python, its library, and kitgen with what it needs into a folder."""
    runtime = unpack_runtime(work / "runtime", fetched)
    engine.mkdir(parents=True)
    for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"):
        shutil.copyfile(runtime / name, engine / name)
    python = work / "python"
    _unpack_python(runtime, python)
    packages = work / "packages"
    stage(packages, fetched)
    loaded = _compile(runtime, packages, LIBRARIES)
    _remove_unloaded(packages, loaded)
    # Python finds what it needs at first in a ZIP, and unpacks all else, which is a third smaller
    # so.
    start = work / "start"
    loaded_first = {module.partition(".")[0] for module in _compile(runtime, python, UNPACKING)}
    for path in sorted(path for path in python.rglob("*") if path.is_file()):
        place = path.relative_to(python)
        is_first = _module(place).partition(".")[0] in loaded_first
        target = start / place if is_first else packages / "lib" / place
        target.parent.mkdir(parents=True, exist_ok=True)
        path.rename(target)
    pack(start, engine / "python.zip")
    pack_tar(packages, engine / "kitgen.tar.xz")


def _unpack_python(runtime: Path, folder: Path) -> None:
    """Put Python's library into a folder, without what nothing here imports."""
    with ZipFile(runtime / "python_stdlib.zip") as archive:
        archive.extractall(folder)  # noqa: S202 - its hash is known
    for left_out in NOT_PYTHON:
        _remove(folder / left_out)
    for path in (folder / "encodings").iterdir():
        if path.stem not in ENCODINGS:
            _remove(path)


def _remove_unloaded(packages: Path, loaded: set[str]) -> None:
    """Remove the modules of libraries that kitgen does not load; measures of fonts are loaded by
    name, later.
    """
    for path in sorted(packages.rglob("*.pyc")):
        place = path.relative_to(packages)
        is_kitgen = place.parts[0] == "kitgen"
        measures_a_font = place.name.startswith("_fontdata")
        if not is_kitgen and not measures_a_font and _module(place) not in loaded:
            path.unlink()


def fetch(kept: Path, *groups: str) -> Mapping[str, Path]:
    """Return what is fetched in some groups of the lock, by name: from what is kept, or from npm
    and PyPI.
    """
    kept.mkdir(parents=True, exist_ok=True)
    found = {}
    lock = tomllib.loads(LOCK.read_text(encoding="utf-8"))
    for group in groups:
        for thing in lock[group]:
            path = kept / thing["file"]
            if not path.is_file():
                _fetch(group, thing, kept)
            if sha256(path.read_bytes()).hexdigest() != thing["sha256"]:
                path.unlink()
                raise SystemExit(
                    f"{thing['file']} is not the file with the hash in {LOCK.name}; it was removed"
                )
            found[thing["name"]] = path
    return found


def _fetch(group: str, thing: Mapping[str, str], kept: Path) -> None:
    if group == "npm":
        command = ["npm", "pack", "--silent", f"{thing['name']}@{thing['version']}"]
    else:
        command = _pip_download(thing)
    with tempfile.TemporaryDirectory(dir=kept) as scratch:
        done = subprocess.run(command, cwd=scratch, check=False, capture_output=True, text=True)
        made = Path(scratch, thing["file"])
        if done.returncode or not made.is_file():
            raise SystemExit(f"{thing['file']} cannot be fetched: {done.stderr.strip() or command}")
        made.replace(kept / thing["file"])


def _pip_download(thing: Mapping[str, str]) -> list[str]:
    """Return the command that fetches one archive from PyPI: of sources, or of a wheel."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
    if thing["file"].endswith(".tar.gz"):
        command += ["--no-binary", thing["name"]]
    else:
        command += ["--only-binary", ":all:"]
    if PLATFORM in thing["file"]:
        command += ["--platform", PLATFORM, "--python-version", "3.14"]
    return [*command, f"{thing['name']}=={thing['version']}"]


def unpack_runtime(folder: Path, fetched: Path) -> Path:
    """Unpack Pyodide."""
    with tarfile.open(fetch(fetched, "npm")["pyodide"]) as archive:
        # Filters came with Python 3.11.4; the hash of the file is known anyway.
        safely = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
        archive.extractall(folder, **safely)  # noqa: S202
    return folder / "package"


def stage(folder: Path, fetched: Path) -> None:
    """Put kitgen and the libraries that it needs in the browser into a folder, as they are
    installed.
    """
    for path in fetch(fetched, "pypi").values():
        unpack(path, folder)
    stand_in(folder)
    # No text is read from a PDF here, for which pypdf has 4,000 names of glyphs.
    _write(folder / "pypdf" / "_codecs" / "adobe_glyphs.py", b"adobe_glyphs = {}\n")
    package = ROOT / "kitgen"
    left_out = {Path(name) for name in NOT_KITGEN}
    for name in NOT_GUESTS:
        left_out |= {Path(file) for file in guest(name).files}
    for path in sorted(package.rglob("*")):
        place = path.relative_to(package)
        is_left_out = not left_out.isdisjoint({place, *place.parents})
        if path.is_file() and "__pycache__" not in place.parts and not is_left_out:
            _write(folder / "kitgen" / place, path.read_bytes())
    shutil.copytree(shipped(), folder / "kitgen" / "templates")
    about = f"Metadata-Version: 2.1\nName: kitgen\nVersion: {__version__}\n"
    _write(folder / f"kitgen-{__version__}.dist-info" / "METADATA", about.encode())


def stand_in(folder: Path) -> None:
    """Put an empty Pillow into a folder: libraries ask for its name, but no picture is printed."""
    _write(folder / "PIL" / "__init__.py", b'__version__ = "0"\n')
    _write(folder / "PIL" / "Image.py", b"")


def unpack(path: Path, folder: Path) -> None:
    """Put the files that a wheel, or an archive of sources, installs into a folder."""
    for place, content in _files(path):
        _write(folder / place, content)


def _files(path: Path) -> Iterator[tuple[PurePosixPath, bytes]]:
    """Yield the files that a wheel, or an archive of sources, installs."""
    if path.suffix == ".whl":
        with ZipFile(path) as archive:
            for name in archive.namelist():
                place = PurePosixPath(name)
                if not name.endswith("/") and place.suffix in (".py", ".so"):
                    yield place, archive.read(name)
        return
    with tarfile.open(path) as sources:
        for member in sources.getmembers():
            place = PurePosixPath(*PurePosixPath(member.name).parts[1:])
            file = sources.extractfile(member)
            if file is not None and place.suffix == ".py" and len(place.parts) > 1:
                yield place, file.read()


def _module(place: Path) -> str:
    return ".".join(place.with_suffix("").parts).removesuffix(".__init__")


def _compile(runtime: Path, folder: Path, modules: Sequence[str]) -> set[str]:
    """Compile a folder, and return all modules that are loaded when some are imported."""
    command = ["node", COMPILE, runtime, folder, *modules]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"what the app needs cannot be compiled: {done.stderr.strip()}")
    return set(done.stdout.split())


def pack(folder: Path, target: Path) -> None:
    """Pack a folder: the same files give the same bytes."""
    with ZipFile(target, "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                entry = ZipInfo(path.relative_to(folder).as_posix(), _WHEN)
                entry.compress_type = ZIP_DEFLATED
                archive.writestr(entry, path.read_bytes(), compresslevel=9)


def pack_tar(folder: Path, target: Path) -> None:
    """Pack a folder as small as can be: the same files give the same bytes."""
    with tarfile.open(target, "w:xz", preset=9 | lzma.PRESET_EXTREME) as archive:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            entry = tarfile.TarInfo(path.relative_to(folder).as_posix())
            entry.size = path.stat().st_size
            with path.open("rb") as file:
                archive.addfile(entry, file)


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


if __name__ == "__main__":
    sys.exit(main())
