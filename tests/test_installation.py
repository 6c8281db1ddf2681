"""Hints that name an extra say how to add it to this installation, and never send anybody to a
stranger's package.
"""

import json
import shlex
import sys
import tomllib
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

import pytest

from kitgen.installing import extras, installation
from kitgen.installing.extras import MissingExtraError
from kitgen.installing.installation import install_command


@pytest.fixture
def recorded(monkeypatch):
    """A function that fakes what the installer recorded: a mapping, or None for an installation
    from an index.
    """

    class Faked(Distribution):
        origin = None  # a property from Python 3.13 on

        def __init__(self, origin):
            self.origin = origin

        def read_text(self, filename):
            return (
                None
                if self.origin is None or filename != "direct_url.json"
                else json.dumps(self.origin)
            )

        def locate_file(self, path):
            return path

    def fake(origin):
        monkeypatch.setattr(installation, "distribution", lambda _name: Faked(origin))

    return fake


def copy_of_kitgen(folder):
    """Make a folder look like a copy of the repository, and return it with its URL."""
    folder.mkdir(parents=True)
    (folder / "pyproject.toml").touch()
    return folder, folder.as_uri()


@pytest.mark.parametrize(("editable", "option"), [(False, ""), (True, "-e ")])
def test_from_a_folder(recorded, tmp_path, editable, option):
    folder, url = copy_of_kitgen(tmp_path / "my kits" / "kitgen")
    assert "%20" in url
    recorded({"url": url, "dir_info": {"editable": editable} if editable else {}})
    assert install_command("lab") == f"python -m pip install {option}'{folder}[lab]'"


def test_a_folder_whose_name_a_shell_would_read_is_quoted(recorded, tmp_path):
    folder, url = copy_of_kitgen(tmp_path / "Ann's $kits; [old] #1")
    recorded({"url": url, "dir_info": {}})
    assert shlex.split(install_command("lab")) == [
        "python",
        "-m",
        "pip",
        "install",
        f"{folder}[lab]",
    ]


@pytest.mark.parametrize(("editable", "option"), [(False, ""), (True, "-e ")])
def test_from_a_folder_that_is_gone(recorded, tmp_path, editable, option):
    recorded({"url": (tmp_path / "gone").as_uri(), "dir_info": {"editable": editable}})
    copy = "in the copy of kitgen that you installed from"
    assert install_command("lab") == f"{copy}: python -m pip install {option}'.[lab]'"


def test_from_a_file(recorded, tmp_path):
    wheel = tmp_path / "my kits" / "kitgen-1.0-py3-none-any.whl"
    recorded({"url": wheel.as_uri(), "archive_info": {"hash": "sha256=0"}})
    gone = (
        f"beside {wheel.name}, which you installed from: python -m pip install "
        f"'./{wheel.name}[lab]'"
    )
    assert install_command("lab") == gone
    wheel.parent.mkdir()
    wheel.touch()
    assert install_command("lab") == f"python -m pip install 'kitgen[lab] @ {wheel.as_uri()}'"


@pytest.mark.parametrize(
    ("origin", "source"),
    [
        (
            {"url": "https://example.org/kitgen-1.0.tar.gz", "archive_info": {}},
            "https://example.org/kitgen-1.0.tar.gz",
        ),
        (
            {
                "url": "https://ann:secret@example.org:8443/kitgen.whl?key=secret#secret",
                "archive_info": {},
            },
            "https://example.org:8443/kitgen.whl",
        ),
        (
            {
                "url": "https://example.org/kitgen.git",
                "vcs_info": {"vcs": "git", "commit_id": "f00"},
            },
            "git+https://example.org/kitgen.git",
        ),
        (
            {
                "url": "https://secret@example.org/kitgen",
                "subdirectory": "src",
                "vcs_info": {"vcs": "hg", "requested_revision": "1.0", "commit_id": "f00"},
            },
            "hg+https://example.org/kitgen@1.0#subdirectory=src",
        ),
        (
            {
                "url": "ssh://git:secret@example.org/kitgen.git",
                "vcs_info": {"vcs": "git", "commit_id": "f00"},
            },
            "git+ssh://git@example.org/kitgen.git",
        ),
        (
            {"url": "ssh://example.org/kitgen.git", "vcs_info": {"vcs": "git"}},
            "git+ssh://example.org/kitgen.git",
        ),
        (
            {"url": "ssh://ann@example.org/kitgen.whl", "archive_info": {}},
            "ssh://example.org/kitgen.whl",
        ),
        (
            {"url": "https://example.org/all.zip", "archive_info": {}, "subdirectory": "kitgen"},
            "https://example.org/all.zip#subdirectory=kitgen",
        ),
        (
            {"url": "file:///srv/kitgen", "vcs_info": {"vcs": "git", "requested_revision": "x"}},
            "git+file:///srv/kitgen@x",
        ),
    ],
)
def test_from_an_address_without_its_secrets(recorded, origin, source):
    recorded(origin)
    assert install_command("laser") == f"python -m pip install 'kitgen[laser] @ {source}'"


def test_from_an_index(recorded):
    recorded(None)
    assert install_command("lab") == "python -m pip install 'kitgen[lab]'"


def test_run_from_a_copy_that_is_not_installed(monkeypatch, tmp_path):
    def nothing(name):
        raise PackageNotFoundError(name)

    monkeypatch.setattr(installation, "distribution", nothing)
    folder, _ = copy_of_kitgen(tmp_path / "copy")
    monkeypatch.setattr(
        installation, "__file__", str(folder / "kitgen" / "installing" / "installation.py")
    )
    assert install_command("lab") == f"python -m pip install '{folder}[lab]'"


def test_programs_of_pipx_and_uv_have_no_pip(recorded, monkeypatch, tmp_path):
    recorded(None)
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    (tmp_path / "pyvenv.cfg").write_text("home = /usr/bin\nuv = 0.9.1\n")
    assert (
        install_command("lab") == "python -m pip install 'kitgen[lab]'"
    )  # somebody has put pip there
    monkeypatch.setattr(installation, "find_spec", lambda _name: None)
    assert shlex.split(install_command("lab")) == [
        "uv",
        "pip",
        "install",
        "--python",
        str(tmp_path),
        "kitgen[lab]",
    ]
    (tmp_path / "pipx_metadata.json").touch()
    assert install_command("lab") == f"pipx runpip {tmp_path.name} install 'kitgen[lab]'"


def test_this_installation():
    """The real metadata: what is said is what pip accepts, and would install kitgen from where
    it came.
    """
    command = install_command("lab")
    origin = distribution("kitgen").read_text("direct_url.json")
    if origin is None:
        assert command == "python -m pip install 'kitgen[lab]'"
        return
    recorded = json.loads(origin)
    assert "dir_info" in recorded, "the tests are run from a folder, as the README says"
    words = shlex.split(command)
    assert words[:4] == ["python", "-m", "pip", "install"]
    assert ("-e" in words) == recorded["dir_info"].get("editable", False)
    folder = Path(words[-1].removesuffix("[lab]"))
    assert folder.as_uri() == recorded["url"]
    assert (
        tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]["name"]
        == "kitgen"
    )


def test_reports_and_visitors_of_a_site_are_not_told_of_folders():
    error = MissingExtraError("--laser", "laser")
    assert str(error) == f"--laser needs more than is installed: {install_command('laser')}"
    assert error.elsewhere == "--laser needs the extra 'laser', which is not installed"


@pytest.mark.parametrize("settings", [None, "home = /usr/bin\n", "uvx = 1\n", "version = uv\n"])
def test_an_environment_without_pip_that_uv_did_not_make_is_told_of_pip(
    recorded, monkeypatch, tmp_path, settings
):
    recorded(None)
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setattr(installation, "find_spec", lambda _name: None)
    if settings is not None:
        (tmp_path / "pyvenv.cfg").write_text(settings)
    assert install_command("lab") == "python -m pip install 'kitgen[lab]'"


@pytest.mark.parametrize("error", [ImportError, ValueError])
def test_a_library_whose_import_is_forbidden_is_not_installed(monkeypatch, error):
    def forbid(_):
        raise error

    monkeypatch.setattr(extras, "find_spec", forbid)
    assert not extras.installed("numpy")
    with pytest.raises(MissingExtraError, match=r"^x needs more than is installed: .*\[laser\]'?$"):
        extras.need("x", "shapely", "numpy")


def test_the_first_library_that_is_missing_names_the_extra(monkeypatch):
    monkeypatch.setattr(extras, "find_spec", {"numpy": True, "numba": True}.get)
    extras.need("x", "numpy", "numba")
    assert extras.installed("numpy", "numba")
    assert not extras.installed("numpy", "textual")
    with pytest.raises(MissingExtraError) as missing:
        extras.need("x", "numpy", "textual", "starlette")
    assert (missing.value.what, missing.value.extra) == ("x", "play")
    explained = extras.explained(ModuleNotFoundError(name="uvicorn.config"))
    assert (explained.what, explained.extra) == ("this", "web")
    assert extras.explained(ModuleNotFoundError()) is None
