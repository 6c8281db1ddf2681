"""A user's own folder of templates is found by itself, and a mistake in it spoils nothing that
does not use it.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from command_answers import run
from sampling import few

import kitgen
from kitgen.errors import UsageError
from kitgen.reading.own_folders import folder_to_write, templates_in_force, user_folder
from kitgen.reading.templates import Templates, shipped
from kitgen.reading.texts import Texts
from kitgen.sources.attachments import attached_job

HER = (shipped() / "editions" / "her.toml").read_text(encoding="utf-8")


def edition(folder: Path, name: str, text: str = HER) -> Path:
    path = folder / "editions" / f"{name}.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A user's own folder with one edition in it: HER on a board of 2x3."""
    folder = tmp_path / "home"
    monkeypatch.setenv("KITGEN_TEMPLATES", str(folder))
    edition(
        folder,
        "tiny",
        HER.replace("3x3", "2x3").replace("HER: the Hexapawn Educable Robot", "Our tiny one"),
    )
    return folder


def test_no_test_reads_the_folder_of_whoever_runs_them():
    assert os.environ["KITGEN_TEMPLATES"] == ""
    assert user_folder() is None
    assert templates_in_force(None, print).roots == (shipped(),)


@pytest.mark.parametrize(
    ("platform", "variable", "inside"),
    [
        ("linux", "XDG_DATA_HOME", "kitgen/templates"),
        ("linux", "HOME", ".local/share/kitgen/templates"),
    ],
)
def test_it_is_where_programs_keep_a_users_data(tmp_path, monkeypatch, platform, variable, inside):
    if not sys.platform.startswith(platform):
        pytest.skip("the folder is another one here")
    for name in ("KITGEN_TEMPLATES", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv(variable, str(tmp_path))
    assert user_folder() == tmp_path / inside


def test_a_user_without_a_home_has_no_folder(monkeypatch):
    monkeypatch.delenv("KITGEN_TEMPLATES")
    monkeypatch.setattr(
        "platformdirs.user_data_path", lambda *_, **__: Path("~/.local/share/kitgen")
    )
    assert user_folder() is None
    with pytest.raises(UsageError, match="name a folder"):
        folder_to_write(None)


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(
    "words",
    few(
        [
            ["boxes", "tiny"],
            ["find", "tiny", "bb/.w/w. b"],
            ["verify", "tiny"],
            ["solve", "tiny"],
            ["simulate", "tiny", "--games", "3", "--machines", "3"],
            ["compare", "tiny", "--games", "3", "--machines", "3"],
            ["exact", "tiny", "--at", "1"],
            ["print", "tiny", "--parts", "labels", "-o", "out"],
            ["kits"],
        ],
        one_in=10,
    ),
    ids=lambda words: words[0],
)
def test_every_command_finds_an_edition_there(tmp_path, monkeypatch, words):
    monkeypatch.chdir(tmp_path)
    done = run(*words)
    assert done.exit_code == 0, done.output
    assert done.stderr == ""
    monkeypatch.setenv("KITGEN_TEMPLATES", "")
    without = run(*words)
    if words == ["kits"]:
        assert without.exit_code == 0
        assert "tiny" not in without.output
    else:
        assert without.exit_code == 2
        assert without.stderr.startswith("kitgen: unknown kit 'tiny'")


def test_the_sheets_do_not_say_where_it_is(home, tmp_path):
    assert run("print", "tiny", "--parts", "board", "-o", tmp_path / "out").exit_code == 0
    job = attached_job(tmp_path / "out" / "kit.pdf")
    assert job is not None
    assert job.command == "kitgen print tiny --parts board"
    assert home.is_dir()


@pytest.mark.every
def test_a_folder_that_is_named_stands_before_it_and_it_before_kitgens(home, tmp_path):
    named = tmp_path / "named"
    titles = {"named": (named, "As named"), "home": (home, "As at home")}
    for name, (folder, title) in titles.items():
        edition(folder, "her", HER.replace("HER: the Hexapawn Educable Robot", title))
        edition(folder, f"only-{name}")
    words = ["print", "her", "--parts", "board", "-o"]
    assert "As at home" in run(*words, tmp_path / "a").output
    assert "As named" in run(*words, tmp_path / "b", "--templates", named).output
    listed = run("kits", "--templates", named).output
    assert all(name in listed for name in ("only-named", "only-home", "tiny", "menace"))


@pytest.mark.every
@pytest.mark.usefixtures("home")
def test_import_kitgen_reads_it_only_when_asked_to():
    assert "tiny" not in {line.name for line in kitgen.kits()}
    assert "tiny" in {line.name for line in kitgen.kits(templates_in_force(None, print))}


def test_a_broken_file_is_left_out_of_lists_and_told_of_once(home):
    broken = [edition(home, name, HER.replace("side =", "sidde =")) for name in ("bad", "worse")]
    edition(home, "blakc", HER.replace('"black"', '"blakc"'))
    done = run("kits")
    assert done.exit_code == 0
    assert "tiny" in done.stdout
    assert "bad" not in done.stdout
    why = "unknown key 'sidde'; did you mean 'side'? (see 'kitgen templates check')"
    assert done.stderr == f"warning: '{broken[0]}' is skipped: {why}\n"
    assert run("boxes", "her").stderr == ""


def test_a_broken_file_that_is_used_is_refused(home):
    edition(home, "bad", HER.replace("side =", "sidde ="))
    done = run("boxes", "bad")
    assert done.exit_code == 1
    assert len(done.output.splitlines()) == 1
    assert "did you mean 'side'?" in done.output


@pytest.mark.usefixtures("home")
def test_a_broken_file_that_has_been_named_is_refused(tmp_path):
    edition(tmp_path / "named", "bad", "nonsense")
    done = run("kits", "--templates", tmp_path / "named")
    assert done.exit_code == 1
    assert "bad.toml" in done.output


def test_broken_palettes_tables_and_texts_spoil_nothing_that_does_not_use_them(home, tmp_path):
    for name in ("palettes/mine", "errata/a", "rules/mine", "texts/en/spinner", "texts/it/colours"):
        path = home / f"{name}.toml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("= broken", encoding="utf-8")
    listed = run("palette")
    assert listed.exit_code == 0
    assert "okabe-ito" in listed.stdout
    assert "palettes/mine.toml' is skipped" in listed.stderr
    done = run("print", "her", "--parts", "cover,errata", "-o", tmp_path / "out")
    assert done.exit_code == 0, done.output
    assert done.stderr.count("warning") == 1
    assert "errata/a.toml" in done.stderr
    assert run("simulate", "her", "--games", "2", "--machines", "2").stderr == ""
    used = run("print", "her", "--parts", "spinner", "-o", tmp_path / "other")
    assert used.exit_code == 1
    assert "spinner.toml" in used.output


def test_texts_of_ones_own_are_read_file_by_file(home):
    (home / "texts" / "en").mkdir(parents=True)
    (home / "texts" / "en" / "cover.toml").write_text('title = "Mine"', encoding="utf-8")
    (home / "texts" / "en" / "log.toml").write_text("= broken", encoding="utf-8")
    texts = Texts("en", Templates(None, home))
    assert texts("cover.title") == "Mine"
    assert texts.has("card.title") == Texts("en", Templates()).has("card.title")


@pytest.mark.parametrize("there", ["nothing", "file", "empty", "closed"])
def test_a_folder_that_holds_nothing_to_read_is_let_be(tmp_path, monkeypatch, there):
    folder = tmp_path / "home"
    monkeypatch.setenv("KITGEN_TEMPLATES", str(folder / "inside" if there == "closed" else folder))
    if there == "file":
        folder.write_text("mine")
    elif there != "nothing":
        folder.mkdir()
    if there == "closed":
        monkeypatch.setattr(Path, "is_dir", _refuse(Path.is_dir, folder / "inside"))
    done = run("boxes", "her")
    assert (done.exit_code, done.stderr) == (0, "")


def _refuse(is_dir, folder):
    def refused(path):
        if folder in path.parents:
            raise PermissionError(13, "Permission denied")
        return is_dir(path)

    return refused


def test_the_variable_reaches_programs_that_are_started(home):
    script = "from kitgen.reading.own_folders import user_folder; print(user_folder())"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == str(home)
