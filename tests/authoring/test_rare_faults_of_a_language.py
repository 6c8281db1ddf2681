"""Faults of a language that no language has now: lost figures, forms that it does not use, letters
that two things would have; and files that cannot be read.
"""

import pytest

from kitgen.authoring import copies, language_checks
from kitgen.authoring.language_checks import English, faults_of_translation, missing_texts
from kitgen.authoring.reviewed import unreviewed
from kitgen.errors import OutputError
from kitgen.kit.palette import USUAL_PALETTE, newest_palette, read_palette
from kitgen.reading.templates import Templates, shipped

ENGLISH = English()
TEMPLATES = Templates(shipped())


def faults_with(monkeypatch, texts, language="it"):
    """Return the faults of a language that has only these texts, but for those that are missing."""
    monkeypatch.setattr(language_checks, "written_texts", lambda *_: texts)
    monkeypatch.setattr(English, "needed", lambda *_: {*texts} - {"boxes.count.few"})
    return missing_texts(language, TEMPLATES, ENGLISH)[1]


def test_a_text_that_lost_its_figures_is_told_all_of_them():
    english = ENGLISH.texts["cover.step.1_plain"]
    figures = sorted(language_checks.figures_of(english).elements())
    assert figures
    faults = [*faults_of_translation("cover.step.1_plain", "x", ENGLISH)]
    assert faults[-1] == f"lacks {' '.join(figures)}, which English has"


def test_a_form_of_numbers_that_a_language_does_not_have_is_named(monkeypatch):
    assert faults_with(monkeypatch, {"boxes.count.few": "{count} {sheets}"}) == [
        ("boxes.toml", "key 'count.few' is a form of numbers that 'it' does not have")
    ]


@pytest.mark.parametrize(
    ("key", "letter", "says"),
    [
        ("log.letter.win", "R", "letter 'R' of red is that of a result, too: see [letter] in"),
        ("log.letter.loss", "R", "letter 'R' of red is that of a result, too: see [letter] in"),
        ("log.letter.win", "Vi", None),
        ("log.letters", "R", None),
    ],
)
def test_no_colour_has_the_letter_of_a_result(monkeypatch, key, letter, says):
    faults = faults_with(monkeypatch, {key: letter})
    told = [text for file, text in faults if file == "colours.toml"]
    if says is None:
        assert told == []
    else:
        assert told == [f"{says} log.toml"]


def test_each_colour_with_the_letter_of_a_result_is_named(monkeypatch):
    colours = read_palette(newest_palette(USUAL_PALETTE, TEMPLATES), "it", TEMPLATES)
    letters = {f"log.letter.{colour.key}": colour.letter for colour in colours}
    told = [text for _, text in faults_with(monkeypatch, letters) if text.startswith("letter ")]
    assert len(told) == len(colours) > 5


def test_what_a_text_lost_is_told_with_its_key(monkeypatch):
    faults = faults_with(monkeypatch, {"cover.what": "scatole 7"})
    assert ("cover.toml", "key 'what' has 7, which English has not") in faults


def test_an_english_word_is_quoted_but_not_of_a_text_that_is_all_english(
    monkeypatch,
):
    texts = {"log.title": "Il foglio sheet", "cover.what": ENGLISH.texts["cover.what"]}
    faults = faults_with(monkeypatch, texts)
    says = "translate it, or put it among as_in_english of the glossary"
    words = [fault for fault in faults if "English word" in fault[1]]
    assert words == [("log.toml", f"key 'title' has the English word 'sheet'; {says}")]


def test_a_template_of_kitgen_that_cannot_be_read_is_named(monkeypatch, tmp_path):
    monkeypatch.setattr(copies, "all_names", lambda: ("editions/none.toml",))
    with pytest.raises(OutputError, match=r"none\.toml' cannot be read: No such file"):
        copies.copy_all(tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_a_file_that_cannot_be_read_hides_no_words_of_others(tmp_path):
    (tmp_path / "texts" / "pt").mkdir(parents=True)
    (tmp_path / "texts" / "pt" / "cover.toml").write_text("title = 'Capa'\n", encoding="utf-8")
    (tmp_path / "themes").mkdir()
    (tmp_path / "themes" / "broken.toml").write_text("= broken", encoding="utf-8")
    (tmp_path / "themes" / "mine.toml").write_text("[title]\npt = 'Meu'\n", encoding="utf-8")
    assert unreviewed("pt", Templates(tmp_path), ENGLISH) == ("cover.title", "themes/mine.title")
