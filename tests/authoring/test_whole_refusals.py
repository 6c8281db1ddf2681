"""Refusals whose whole words matter: what somebody typed, or a file's name, in quotation marks."""

import pytest

from kitgen.authoring.language_checks import English
from kitgen.authoring.reviewed import mark_reviewed
from kitgen.authoring.template_files import new_template
from kitgen.errors import TemplateError, UsageError
from kitgen.reading.outline_svg import MAX_SVG_BYTES, read_outline
from kitgen.reading.templates import Templates


@pytest.mark.parametrize("name", ["", "a b", "-mine", "Mine!", "x" * 41, "a\nb", "it's"])
def test_a_name_that_no_template_can_have_is_quoted(tmp_path, name):
    with pytest.raises(UsageError) as caught:
        new_template("rule", name, tmp_path, Templates(), like=None, language="en")
    assert str(caught.value) == (
        f"{name!r} cannot be a name; take up to 40 of the letters a to z, digits, '-' and '_'"
    )
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"<svg", " is not SVG: unclosed token: line 1, column 0"),
        (b" " * (MAX_SVG_BYTES + 1), " has more than 100 kB; an outline cannot be that long"),
    ],
)
def test_a_picture_that_cannot_be_read_is_quoted(tmp_path, data, said):
    path = tmp_path / "my cat.svg"
    path.write_bytes(data)
    with pytest.raises(TemplateError) as caught:
        read_outline(path)
    assert str(caught.value).startswith(f"'{path}'{said}")


@pytest.mark.parametrize("language", ["pt", "it"])
def test_a_language_that_a_folder_does_not_have_of_its_own_is_quoted(tmp_path, language):
    (tmp_path / "texts" / "it").mkdir(parents=True)
    with pytest.raises(UsageError) as caught:
        mark_reviewed(tmp_path, language, English())
    assert str(caught.value) == f"'{tmp_path}' has no language '{language}' of its own"
