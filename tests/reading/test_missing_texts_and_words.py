"""What is said of a text or word that is missing, and of data that is nested too deeply; and types
of which no part is wanted.
"""

from typing import Annotated

import msgspec
import pytest
from jobs import TEMPLATES
from msgspec import Meta, inspect

from kitgen.errors import TemplateError
from kitgen.reading import outline_svg, schema
from kitgen.reading.schema import allowed, to_schema
from kitgen.reading.templates import Templates
from kitgen.reading.texts import Texts


@pytest.mark.parametrize(
    ("key", "file"), [("cover.none", "cover"), ("none.such.key", "none"), ("cover", "cover")]
)
def test_a_missing_text_is_named_with_its_file(key, file):
    texts = Texts("it", TEMPLATES)
    for ask in (texts, texts.raw, texts.sheets_in):
        with pytest.raises(TemplateError, match=rf"^texts/it/{file}\.toml: '{key}' is missing$"):
            ask(key)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{word[none]}", "'cover.mine' asks for an unknown {word[none]}"),
        ("{word[None]}", "'cover.mine' asks for an unknown {word[None]}"),
        ("{sheet[none]}", "'cover.mine' asks for an unknown {sheet[none]}"),
        ("{none}", "'cover.mine' asks for an unknown {none}"),
        ("{word[box]} {word[Box]}", None),
    ],
)
def test_an_unknown_word_or_sheet_is_named_in_its_text(text, says):
    texts = Texts("en", TEMPLATES)
    texts.has("cover.title")
    texts._texts |= {"cover.mine": text}
    if says is None:
        assert texts("cover.mine") == "box Box"
        return
    with pytest.raises(TemplateError) as caught:
        texts("cover.mine")
    assert str(caught.value) == f"texts/en/cover.toml: {says}"


def test_languages_are_the_folders_of_texts(tmp_path):
    (tmp_path / "rules").mkdir()
    assert Templates(tmp_path).languages() == TEMPLATES.languages()
    (tmp_path / "texts" / "nl").mkdir(parents=True)
    (tmp_path / "texts" / "notes.toml").write_text("")
    assert {*Templates(tmp_path).languages()} == {"nl", *TEMPLATES.languages()}


def test_data_that_is_nested_too_deeply_is_refused(monkeypatch):
    def convert(_data, _schema):
        raise RecursionError

    monkeypatch.setattr(schema.msgspec, "convert", convert)
    with pytest.raises(TemplateError) as caught:
        to_schema({}, dict, "'a.toml'", TemplateError)
    assert str(caught.value) == "'a.toml': its tables or lists are nested too deeply"


def test_of_a_type_without_the_wanted_part_all_is_taken_but_none():
    described = inspect.type_info(Annotated[int | None, Meta(title="a number")])
    assert schema._part(described, inspect.DictType) == inspect.type_info(int)
    table = inspect.type_info(Annotated[str | dict[str, int] | None, Meta(title="words")])
    assert schema._part(table, inspect.DictType) == inspect.type_info(dict[str, int])
    assert schema._part(table, inspect.StrType) == inspect.type_info(str)


def test_a_type_with_another_note_than_its_description_is_told_by_its_values():
    number = Annotated[int, Meta(ge=3, title="a title")]
    assert allowed(msgspec.inspect.type_info(number)) == "a whole number of at least 3"
    described = Annotated[int, Meta(ge=3, description="three or more")]
    assert allowed(msgspec.inspect.type_info(described)) == "three or more"


def test_a_point_is_as_far_from_a_line_without_length_as_from_its_only_point():
    assert outline_svg._off((3, 4), (0, 0), (0, 0)) == 5
    assert outline_svg._off((3, 4), (0, 0), (9, 0)) == 4
    assert outline_svg._off((-30, -4), (0, 0), (9, 0)) == 4
