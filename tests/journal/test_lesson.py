"""The lesson in docs/journal.md, walked as it stands there, command by command."""

import re
import shlex
import shutil

import pytest
from click.testing import CliRunner
from counting import at_least
from places import ROOT
from sampling import sample

from kitgen.cli.main import main
from kitgen.installing.extras import installed

PAGE = (ROOT / "docs" / "journal.md").read_text(encoding="utf-8")
LESSON = PAGE.partition("## One lesson")[2].partition("\n## ")[0]
OTHER_LANGUAGES = PAGE.partition("## The same in Italian, Spanish and German")[2].partition(
    "\n## "
)[0]
#: The part of each language, and the tables in it.
SECTIONS = re.split(r"^In (?:Spanish|German), with", OTHER_LANGUAGES, flags=re.MULTILINE)
TABLES = (
    ("partite.csv", "conteggio.csv"),
    ("partidas.csv", "recuento.csv"),
    ("partien.csv", "zaehlung.csv"),
)
#: Commands that find beads that are wrong: that is what the lesson is about.
FIND = {"kitgen journal count"}


def commands(section):
    """Yield each command of a section with what is typed into it and the lines that are shown of
    its output.
    """
    for block in re.findall(r"^```text\n(.*?)^```$", section, re.MULTILINE | re.DOTALL):
        for part in block.split("$ ")[1:]:
            command, *lines = part.splitlines()
            typed = [line.removeprefix("> ") for line in lines if line.startswith("> ")]
            yield command, typed, [line for line in lines if not line.startswith("> ")]


def answer(command, typed, shown):
    """Run a command, compare what it says with what is shown, and return its exit code."""
    into = "".join(f"{line}\n" for line in typed)
    done = CliRunner().invoke(main, shlex.split(command)[1:], input=into, prog_name="kitgen")
    printed = re.sub(r"[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}", "DATE", done.output)
    wanted = re.sub(r"[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}", "DATE", "\n".join(shown))
    pattern = re.escape(wanted).replace("…\\\n", "(.*\n)*").replace("\\\n…", "(\n.*)*")
    printed = "\n".join(line.rstrip() for line in printed.split("\n"))
    assert re.fullmatch(rf"{pattern}\n", printed), (command, shown, done.output)
    return done.exit_code


@pytest.mark.every
@pytest.mark.skipif(not installed("cv2"), reason="a sheet is read from a photo")
def test_the_lesson_goes_as_it_is_told(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shutil.copy(ROOT / "examples" / "lesson" / "sheet.jpg", tmp_path)
    for command, typed, shown in at_least(13, commands(LESSON)):
        assert answer(command, typed, shown) == (1 if command in FIND else 0)
    assert (tmp_path / "game3.pdf").is_file()
    assert (tmp_path / "output" / "her-journal" / "kit.pdf").is_file()


@pytest.mark.parametrize(("section", "names"), sample(zip(SECTIONS, TABLES, strict=True), one_in=3))
def test_a_teacher_reads_the_answers_in_the_language_of_the_kit(
    section, names, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```text\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    tables = [block for block in blocks if "$ " not in block]
    for name, table in zip(names, tables, strict=True):
        (tmp_path / name).write_text(table, encoding="utf-8")
    codes = [answer(*words) for words in at_least(7, commands(section))]
    assert codes == [0, 0, 0, 0, 0, 3, 1]
