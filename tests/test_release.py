"""What is handed out: a wheel and a source archive, the same each time, with everything that
belongs to them.
"""

import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path
from typing import NamedTuple

import pytest
from counting import at_least
from places import ROOT

import kitgen
from kitgen.kit.releases import RELEASED

#: The most that the wheel may take.
MAX_WHEEL_BYTES = 3_000_000


class Archives(NamedTuple):
    """The files of a release."""

    wheel: Path
    source: Path


def build_archives(folder: Path) -> Archives:
    """Build both archives as for a release, the wheel from the source archive."""
    words = [sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = folder.glob("*.whl")
    (source,) = folder.glob("*.tar.gz")
    return Archives(wheel, source)


@pytest.fixture(scope="module")
def built(tmp_path_factory) -> Archives:
    pytest.importorskip("build", reason="the extra release is not installed")
    return build_archives(tmp_path_factory.mktemp("built"))


@pytest.mark.every
def test_archives_are_the_same_bytes_each_time(built, tmp_path):
    again = build_archives(tmp_path)
    for first, second in at_least(2, zip(built, again, strict=True)):
        assert first.name == second.name
        assert first.read_bytes() == second.read_bytes()


@pytest.mark.every
def test_other_tools_find_nothing_wrong_with_them(built):
    for words in (
        ["twine", "check", "--strict", built.wheel, built.source],
        ["check_wheel_contents", built.wheel],
    ):
        done = subprocess.run(
            [sys.executable, "-m", *words], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.every
def test_the_wheel_has_what_belongs_to_it(built):
    assert built.wheel.name == f"kitgen-{kitgen.__version__}-py3-none-any.whl"
    assert built.wheel.stat().st_size < MAX_WHEEL_BYTES
    names = zipfile.ZipFile(built.wheel).namelist()
    licences = [name.partition("/licenses/")[2] for name in names if "/licenses/" in name]
    assert licences == ["LICENSE", "kitgen/paper/marks/typefaces/LICENSE"]
    for template in at_least(200, (ROOT / "templates").rglob("*.*")):
        assert f"kitgen/templates/{template.relative_to(ROOT / 'templates').as_posix()}" in names
    assert "kitgen/py.typed" in names


@pytest.mark.every
def test_the_source_archive_is_the_whole_repository(built):
    listed = subprocess.run(["git", "-C", ROOT, "ls-files", "-z"], capture_output=True, check=False)
    if listed.returncode:
        pytest.skip("this is no clone")
    tracked = {name.decode() for name in listed.stdout.split(b"\0") if name}
    there = {name for name in tracked if (ROOT / name).exists()}  # one may be about to be removed
    with tarfile.open(built.source) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert there <= names


def test_versions_agree():
    project = tomllib.loads(text_of("pyproject.toml"))["project"]
    cited = re.search(r"^version: (.+)$", text_of("CITATION.cff"), re.MULTILINE)
    changes = re.findall(r"^## (\d\S*)(.*)$", text_of("CHANGELOG.md"), re.MULTILINE)
    assert kitgen.__version__ == project["version"]
    released = [version for version, when in reversed(changes) if "unreleased" not in when]
    assert tuple(released) == RELEASED
    assert cited[1] == RELEASED[-1]
    newest, _ = changes[0]
    # Until its release the newest version is that of its development.
    assert kitgen.__version__ in (newest, f"{newest}.dev0")
    assert (kitgen.__version__ in RELEASED) == (newest in RELEASED)


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")
