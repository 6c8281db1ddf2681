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

import pytest
from counting import at_least
from places import ROOT

import kitgen
from kitgen.kit.releases import RELEASED

#: The most that the wheel may take, in bytes.
MOST = 3_000_000


def archives(folder: Path) -> tuple[Path, Path]:
    """Build both archives as for a release, the wheel from the source archive; return wheel and
    source archive.
    """
    words = [sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = folder.glob("*.whl")
    (source,) = folder.glob("*.tar.gz")
    return wheel, source


@pytest.fixture(scope="module")
def built(tmp_path_factory) -> tuple[Path, Path]:
    pytest.importorskip("build", reason="the extra release is not installed")
    return archives(tmp_path_factory.mktemp("built"))


@pytest.mark.every
def test_archives_are_the_same_bytes_each_time(built, tmp_path):
    for first, second in at_least(2, zip(built, archives(tmp_path), strict=True)):
        assert first.name == second.name
        assert first.read_bytes() == second.read_bytes()


@pytest.mark.every
def test_others_find_nothing_wrong_with_them(built):
    wheel, source = built
    for words in (["twine", "check", "--strict", wheel, source], ["check_wheel_contents", wheel]):
        done = subprocess.run(
            [sys.executable, "-m", *words], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.every
def test_the_wheel_has_what_belongs_to_it(built):
    wheel, _ = built
    assert wheel.name == f"kitgen-{kitgen.__version__}-py3-none-any.whl"
    assert wheel.stat().st_size < MOST
    names = zipfile.ZipFile(wheel).namelist()
    licences = [name for name in names if "/licenses/" in name]
    assert [name.partition("/licenses/")[2] for name in licences] == [
        "LICENSE", "kitgen/paper/marks/typefaces/LICENSE",
    ]  # fmt: skip
    for template in at_least(200, (ROOT / "templates").rglob("*.*")):
        assert f"kitgen/templates/{template.relative_to(ROOT / 'templates').as_posix()}" in names
    assert "kitgen/py.typed" in names


@pytest.mark.every
def test_the_source_archive_is_the_whole_repository(built):
    listed = subprocess.run(["git", "-C", ROOT, "ls-files", "-z"], capture_output=True, check=False)
    if listed.returncode:
        pytest.skip("this is no clone")
    kept = {name.decode() for name in listed.stdout.split(b"\0") if name}
    with tarfile.open(built[1]) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {name for name in kept if (ROOT / name).exists()} <= names


def test_versions_agree():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    cited = re.search(
        r"^version: (.+)$", (ROOT / "CITATION.cff").read_text(encoding="utf-8"), re.MULTILINE
    )
    changes = re.findall(
        r"^## (\d\S*)(.*)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert kitgen.__version__ == project["version"]
    assert (
        tuple(version for version, when in reversed(changes) if "unreleased" not in when)
        == RELEASED
    )
    assert cited[1] == RELEASED[-1]
    newest = changes[0][0]
    assert kitgen.__version__ in (newest, f"{newest}.dev0")
    assert (kitgen.__version__ in RELEASED) == (newest in RELEASED)
