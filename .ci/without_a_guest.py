"""Takes a guest out of a copy of the tree, and sees that the core works without it.

``python .ci/without_a_guest.py GUEST`` takes out the files that ``kitgen/guests/GUEST.toml`` names;
``--commit HASH`` chooses a guest by the hash of a commit. ``import kitgen``, ``print her``,
``verify``, the help, the commands of the guest, and the core's suite are tried in the copy;
``--share K/N`` tries the K-th of N shares of the suite.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from kitgen.guests import added_commands, guest, guest_names

#: What the core's suite reads of the repository.
COPIED = (
    "kitgen",
    "templates",
    "tests",
    "docs",
    "examples",
    "benchmarks",
    ".ci",
    "conftest.py",
    "pyproject.toml",
)
LEFT_OUT = shutil.ignore_patterns("gallery", "node_modules", "*_cache")


def copy_without(name: str, folder: Path) -> None:
    """Copy the tree into a folder, without the files of a guest."""
    for part in COPIED:
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, folder / part, ignore=LEFT_OUT)
        else:
            shutil.copy2(ROOT / part, folder / part)
    for file in guest(name).files:
        path = folder / "kitgen" / file
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()


def faults_without(name: str, share: str = "") -> list[str]:
    """Return what does not work without a guest; nothing if all is well."""
    with tempfile.TemporaryDirectory(prefix="kitgen-guest-") as place:
        folder = Path(place)
        copy_without(name, folder)
        found = []
        kit = str(folder / "printed")
        where = str(folder / "kitgen" / "__init__.py")
        tried = [
            (
                "import kitgen",
                [sys.executable, "-c", f"import kitgen; assert kitgen.__file__ == {where!r}"],
            ),
            ("kitgen print her", [*_KITGEN, "print", "her", "-o", kit]),
            ("kitgen verify", [*_KITGEN, "verify", kit]),
            ("the core's suite", [sys.executable, "-m", "pytest", "-m", "core", *_shared(share)]),
        ]
        for what, words in tried:
            code, output = _run(words, folder)
            if code:
                found.append(f"without {name}, {what} ends with {code}:\n{output[-9000:]}")
        return [*found, *_unnamed(name, folder)]


#: The command line, as a copy of the tree has it.
_KITGEN = (sys.executable, "-m", "kitgen")


def _shared(share: str) -> list[str]:
    return ["--share", share] if share else []


def _unnamed(name: str, folder: Path) -> list[str]:
    """Return the commands that the help does not list as missing, or that do not name their
    extra in one line.
    """
    found = []
    for group in ("", "journal"):
        _, help_text = _run([*_KITGEN, *group.split(), "--help"], folder)
        _, _, missing = help_text.partition("Not installed:\n")
        for word, command in added_commands(group):
            if name not in (command.guest, *guest(command.guest).needs):
                continue
            if word not in missing:
                found.append(f"the help of kitgen {group} does not say that {word} is missing")
            code, said = _run([*_KITGEN, *command.name.split(), "her"], folder)
            if code != 1 or said.count("\n") != 1 or f"[{command.extra}]" not in said:
                found.append(
                    f"without {name}, kitgen {command.name} ends with {code}:\n{said[-4000:]}"
                )
    return found


def _run(words: list[str] | tuple[str, ...], folder: Path) -> tuple[int, str]:
    own = {
        "PYTHONPATH": str(folder),
        "KITGEN_TEMPLATES": "",
        "PYTEST_ADDOPTS": "-p no:cacheprovider",
    }
    done = subprocess.run(
        words, cwd=folder, env={**os.environ, **own}, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr


def main() -> int:
    """Try the named guests, or the one that a commit chooses; return 1 when anything does not
    work without one.
    """
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("guests", nargs="*", metavar="GUEST", help=", ".join(guest_names()))
    parser.add_argument("--commit", metavar="HASH")
    parser.add_argument("--share", default="", metavar="K/N")
    asked = parser.parse_args()
    chosen = asked.guests
    if asked.commit:
        chosen = [guest_names()[int(asked.commit, 16) % len(guest_names())]]
    found = []
    for name in chosen:
        faults = faults_without(name, asked.share)
        print(f"without {name}: {'all is well' if not faults else f'{len(faults)} faults'}")
        found += faults
    print("\n".join(found))
    return 1 if found or not chosen else 0


if __name__ == "__main__":
    sys.exit(main())
