"""Runs the suite in the Python of the app, which is WebAssembly, under Node:
``python .ci/wasm_suite.py [WORDS]``.

Words go to pytest; without any the whole suite is run, except what needs processes, threads or
native libraries (``wasm_plugin.py``; counted by reason in the end). ``--sample WORD --seconds 120``
runs files in an order that the word chooses, such as a commit, until the time is over.
"""

import argparse
import resource
import subprocess
import sys
import tempfile
from hashlib import sha256
from pathlib import Path
from zipfile import ZipFile

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from docs.app import KEPT, fetch, stand_in, unpack, unpack_runtime  # noqa: E402 - from the clone

#: Kilobytes of the stack, on which tests nest deeper than a browser lets them.
STACK = 900_000
#: The files of a sample, of which not all are come to in its time.
FILES = 60


def main() -> int:
    """Run the suite; return pytest's exit code."""
    parser = argparse.ArgumentParser(description="Run the suite in WebAssembly.")
    parser.add_argument(
        "--sample", metavar="WORD", help="some files, in an order that the word chooses"
    )
    parser.add_argument("--seconds", type=float, default=0, help="stop after so many [never]")
    parser.add_argument(
        "--fetched", type=Path, default=KEPT, help=f"where fetched files are kept [{KEPT}]"
    )
    asked, words = parser.parse_known_args()
    if asked.sample:
        ordered = sorted(
            files(), key=lambda file: sha256(f"{asked.sample} {file}".encode()).digest()
        )
        words += ordered[:FILES]
    with tempfile.TemporaryDirectory() as scratch:
        runtime = Path(scratch, "runtime")
        libraries = Path(scratch, "libraries")
        unpack_runtime(runtime, asked.fetched)
        for path in fetch(asked.fetched, "pypi", "suite").values():
            if path.suffix == ".whl":
                with ZipFile(path) as archive:  # with what it says of itself
                    archive.extractall(libraries)
            else:
                unpack(path, libraries)
        stand_in(libraries)
        most = resource.getrlimit(resource.RLIMIT_STACK)[1]
        resource.setrlimit(resource.RLIMIT_STACK, (most, most))
        script = Path(__file__).with_suffix(".mjs")
        command = ["node", f"--stack-size={STACK}", script, runtime / "package", libraries, ROOT]
        command += [str(asked.seconds), *words]
        return subprocess.run(command, check=False).returncode  # noqa: S603 - this repository's own


def files() -> list[str]:
    """Return all files with tests or examples."""
    tests = ROOT.glob("tests/**/test_*.py")
    examples = [
        path for path in ROOT.glob("kitgen/**/*.py") if ">>> " in path.read_text(encoding="utf-8")
    ]
    return [path.relative_to(ROOT).as_posix() for path in (*tests, *examples)]


if __name__ == "__main__":
    sys.exit(main())
