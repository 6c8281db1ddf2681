"""The page for a reader of a language: which text has which picture, and what a picture shows."""

import pytest
from jobs import TEMPLATES

from kitgen.authoring import text_report
from kitgen.authoring.language_checks import Completeness
from kitgen.authoring.template_checks import CheckedTemplates
from kitgen.authoring.text_report import RecordedTexts, TextPicture, lines_of
from kitgen.errors import UsageError
from kitgen.paper.document import Sheet
from kitgen.paper.marks.scene import Disc, Line, Scene, Stroke, Text

WORDS = ["Log sheet", "1", "Write each", "game here.", "I", "Ends", "Write each", "bead."]


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("Log sheet", [0]),
        ("**Log** sheet", [0]),
        ("Logsheet", [0]),
        ("1", [1]),
        ("1 bead is red", []),
        ("In its box", []),
        ("Endspiel", []),
        ("Ends", [5]),
        ("End", []),
        ("rite each", [2]),
        ("ite each", []),
        ("game here", [3]),
        ("Write each game here.", [2, 3]),
        ("Write each game here. I Ends", [2, 3, 4, 5]),
        ("Write each game there.", [2]),
        ("Write each bead.", [2]),
        ("Log sheet 1 Write each", [0, 1, 2]),
        ("", []),
        ("   ", []),
        ("nothing of it", []),
    ],
)
def test_a_text_is_found_on_its_lines_and_not_by_a_few_letters(text, places):
    lines = [Text((0, 5 * place), word, 9) for place, word in enumerate(WORDS)]
    assert lines_of(text, lines) == [lines[place] for place in places]


def test_each_form_of_a_text_is_kept_as_it_was_filled_in_first():
    texts = RecordedTexts("en", TEMPLATES)
    lines = [texts("operator.floor", count=number) for number in (2, 1, 3)]
    assert texts.filled == {"operator.floor.one": lines[1], "operator.floor.other": lines[0]}
    assert "2 beads" in lines[0]
    assert "1 bead " in lines[1]


def test_a_text_without_a_number_is_kept_by_its_key_and_one_of_another_machine_by_its_own():
    texts = RecordedTexts("en", TEMPLATES)
    title = texts("log.title")
    assert texts.filled == {"log.title": title}
    cups = RecordedTexts("en", TEMPLATES).speaking_of("cards")
    said = cups("operator.floor", count=1)
    assert cups.filled == {"operator.cards.floor.one": said}
    assert "open field" in said


SHEET = Scene(210, 297)
SHEET.add(
    Text((100, 50), "Here it begins,", 10),
    Text((100, 56), "and there it ends.", 10),
    Line((0, 48), (300, 48), Stroke("#111111", 0.5)),
    Disc((86, 50), 2, fill="#222222"),
    Disc((80, 50), 2, fill="#333333"),
    Disc((105, 33), 2, fill="#444444"),
    Disc((105, 20), 2, fill="#555555"),
    Disc((105, 71), 2, fill="#666666"),
    Disc((105, 90), 2, fill="#777777"),
)


def test_a_picture_has_the_marks_around_its_text_and_a_frame(golden):
    lines = [mark for mark in SHEET.marks if isinstance(mark, Text)]
    drawn = text_report._drawing(Sheet(SHEET, "log", "Log sheet"), lines)
    shown = [digit for digit in "1234567" if f"#{digit * 6}" in drawn]
    assert shown == ["1", "2", "4", "6"]
    golden("text-report/picture", drawn.replace("><", ">\n<"))


@pytest.mark.parametrize(
    ("mark", "meets"),
    [
        (Disc((50, 50), 1), True),
        (Disc((9, 50), 1), True),
        (Disc((8.9, 50), 1), False),
        (Disc((91, 50), 1), True),
        (Disc((91.1, 50), 1), False),
        (Disc((50, 19), 1), True),
        (Disc((50, 18.9), 1), False),
        (Disc((50, 81), 1), True),
        (Disc((50, 81.1), 1), False),
    ],
)
def test_a_mark_is_drawn_where_it_reaches_into_the_view(mark, meets):
    assert text_report._meets(mark, (10, 20, 90, 80)) is meets


def test_what_is_around_several_lines_reaches_to_the_outermost():
    assert text_report._around([(10, 20, 30, 40), (5, 25, 28, 44)]) == (5, 20, 30, 44)


def test_a_row_has_the_english_its_state_and_its_picture(golden):
    picture = TextPicture("log", "her", "<svg/>")
    rows = [
        text_report._row("log.title", "Diario <b>", "Log & sheet", None, is_read=True),
        text_report._row("log.title", "Diario", "Log", picture, is_read=False),
    ]
    golden("text-report/rows", "\n".join(rows).replace("><", ">\n<"))


def test_the_page_has_each_text_beside_its_english_file_by_file(golden, monkeypatch):
    """And loads nothing."""
    picture = TextPicture("log", "her", "<svg/>")
    texts = {"log.title": "Diario", "cover.title": "Copertina", "log.how": "Così"}
    monkeypatch.setattr(text_report, "pictures_of", lambda *_: {"log.title": picture})
    monkeypatch.setattr(text_report, "written_texts", lambda *_: texts)
    monkeypatch.setattr(text_report, "_STYLE", "STYLE")
    monkeypatch.setattr(text_report, "_SCRIPT", "SCRIPT")
    page = text_report.text_report("it", TEMPLATES, ["log.title"])
    golden("text-report/page", page.replace("><", ">\n<").rstrip())


@pytest.mark.parametrize(
    ("languages", "asked", "about"),
    [
        (["en", "it"], None, "it"),
        (["en-GB", "en", "it"], None, "it"),
        (["it", "es"], None, ""),
        (["en"], None, ""),
        (["it", "es"], "es", "es"),
        (["it", "es"], "en", ""),
        (["en", "it"], "en", "en"),
    ],
)
def test_the_page_is_about_a_language_that_is_named_or_the_only_one(
    monkeypatch, tmp_path, languages, asked, about
):
    (tmp_path / "texts").mkdir()
    checked = CheckedTemplates(
        tmp_path,
        {},
        [],
        [Completeness(language, 1, 1) for language in languages],
        {language: (f"{language}.key",) for language in languages},
        [],
    )
    monkeypatch.setattr(
        text_report, "text_report", lambda *words: f"{words[0]} {words[1].own} {words[2]}"
    )
    path = tmp_path / "page.html"
    if about:
        text_report.write_text_report(path, checked, asked)
        assert path.read_text() == f"{about} {tmp_path} ('{about}.key',)"
    else:
        with pytest.raises(UsageError) as caught:
            text_report.write_text_report(path, checked, asked)
        assert str(caught.value) == (
            f"which language is the report about? --language takes {', '.join(languages)}"
        )


def test_a_text_has_the_picture_of_the_first_sheet_on_which_it_stands():
    sheet = Sheet(SHEET, "log", "Log sheet")
    filled = {"a": "Here it begins, and there it ends.", "b": "nowhere", "c": "it begins"}
    found = text_report._pictures_on(sheet, filled, {}, "her")
    assert {key: (each.part, each.kit) for key, each in found.items()} == {
        "a": ("log", "her"),
        "c": ("log", "her"),
    }
    assert found["a"].svg != found["c"].svg
    assert [*text_report._pictures_on(sheet, filled, {"c": found["c"]}, "him")] == ["a"]
