"""A user's own templates stand before those that come with kitgen, and every mistake in them is named."""

import pytest
from click.testing import CliRunner

from kitgen.cli.main import main
from kitgen.paper.parts import PARTS
from kitgen.paper.texts import Texts
from kitgen.templates import Templates, shipped


def run(*words):
    return CliRunner().invoke(main, [str(word) for word in words])


@pytest.fixture
def mine(tmp_path):
    folder = tmp_path / "mine"
    assert run("templates", "copy", folder).exit_code == 0
    return folder


def test_all_templates_are_copied(mine):
    names = sorted(str(path.relative_to(shipped())) for path in shipped().rglob("*") if path.is_file())
    assert sorted(str(path.relative_to(mine)) for path in mine.rglob("*") if path.is_file()) == names
    assert len(names) > 50


def test_nothing_is_copied_over_something_else(mine):
    (mine / "editions" / "her.toml").write_text("mine")
    result = run("templates", "copy", mine)
    assert result.exit_code == 1
    assert "not empty" in result.output
    assert (mine / "editions" / "her.toml").read_text() == "mine"


def test_a_changed_file_is_used_and_named_in_the_command(mine, tmp_path):
    edition = mine / "editions" / "her.toml"
    edition.write_text(edition.read_text().replace("HER: the Hexapawn Educable Robot", "Our own machine"))
    result = run("print", "her", "--templates", mine, "--parts", "operator", "-o", tmp_path / "out")
    assert result.exit_code == 0, result.output
    assert "Our own machine" in result.output
    assert "Our own machine" not in run("boxes", "her", "--json").output


def test_what_is_not_in_the_folder_is_taken_from_kitgen(mine):
    (mine / "palettes" / "grey.toml").unlink()
    assert "grey" in Templates(mine).names("palettes")


@pytest.mark.parametrize(
    ("find", "write", "says"),
    [
        ("side =", "sidde =", "unknown key 'sidde'; did you mean 'side'?"),
        ('rule = "gardner"', "rule = 3", "rule is 3; it must be one line"),
        ("[title]", "[title", "not valid TOML"),
        ('game = "hexapawn:3x3"', "", "key 'game' is missing"),
    ],
)
def test_a_mistake_names_file_and_key(mine, find, write, says):
    edition = mine / "editions" / "her.toml"
    edition.write_text(edition.read_text().replace(find, write, 1))
    result = run("boxes", "her", "--templates", mine)
    assert result.exit_code == 1
    assert says in result.output
    assert "her.toml" in result.output
    assert len(result.output.splitlines()) == 1


@pytest.mark.parametrize("make", [False, True])
def test_a_folder_that_holds_no_templates_is_refused(tmp_path, make):
    folder = tmp_path / "none"
    if make:
        folder.mkdir()
    result = run("boxes", "her", "--templates", folder)
    assert result.exit_code == 2
    assert str(folder) in result.output


def test_a_text_too_long_for_its_place_is_named_with_file_key_and_limit(mine, tmp_path):
    texts = mine / "texts" / "en" / "operator.toml"
    texts.write_text(texts.read_text().replace('title = "Operator card"', f'title = "{"Operator card " * 40}"', 1))
    result = run("print", "her", "--templates", mine, "--parts", "operator", "-o", tmp_path / "out")
    assert result.exit_code == 1
    assert "texts/en/operator.toml, key 'operator.title'" in result.output
    assert "mm too long" in result.output
    assert not (tmp_path / "out").exists()


def test_every_part_is_listed_in_both_languages():
    for language in ("en", "it"):
        said = run("parts", "--lang", language).output
        for part in PARTS:
            assert Texts(language, Templates())(f"parts.{part}") in said
