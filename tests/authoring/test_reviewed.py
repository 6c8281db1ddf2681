"""A text whose English or translation changed is unreviewed until it is marked read; a page
shows where texts stand.
"""

import re
import shutil
from functools import cache, partial

import pytest
from command_answers import result_of, run
from counting import at_least
from jobs import LANGUAGES, TEMPLATES, TEXTS
from printed_words import lines_on
from sampling import few

from kitgen.authoring import text_report
from kitgen.authoring.language_checks import English
from kitgen.authoring.reviewed import mark_reviewed, unreviewed
from kitgen.authoring.trial_sheets import FIRST_TRIAL, TRIALS, TrialKit, trial_job, trial_sheets
from kitgen.errors import UsageError
from kitgen.paper.parts import PARTS
from kitgen.paper.stock import read_stock
from kitgen.reading.templates import Templates, shipped

ENGLISH = English()


@pytest.fixture
def portuguese(tmp_path):
    """Return a folder with two files of a language that was read."""
    folder = tmp_path / "texts" / "pt"
    folder.mkdir(parents=True)
    for file in ("log", "panel"):
        shutil.copy(shipped() / "texts" / "it" / f"{file}.toml", folder)
    (tmp_path / "guides" / "pt").mkdir(parents=True)
    (tmp_path / "guides" / "pt" / "mine.md").write_text("# Uma", encoding="utf-8")
    mark_reviewed(tmp_path, "pt", ENGLISH)
    return tmp_path


def test_a_changed_translation_is_unread_until_it_is_marked(portuguese):
    assert unreviewed("pt", Templates(portuguese), ENGLISH) == ()
    log = portuguese / "texts" / "pt" / "log.toml"
    log.write_text(
        log.read_text(encoding="utf-8").replace("uno in più", "uno in meno"), encoding="utf-8"
    )
    (portuguese / "guides" / "pt" / "mine.md").write_text("# Duas", encoding="utf-8")
    assert unreviewed("pt", Templates(portuguese), ENGLISH) == (
        "guides.mine.md",
        "log.score",
        "log.score_alone",
    )
    mark_reviewed(portuguese, "pt", ENGLISH)
    assert unreviewed("pt", Templates(portuguese), ENGLISH) == ()


def test_a_text_is_unread_when_its_english_changed(portuguese):
    changed = English()
    changed.texts["log.title"] = "Diary"
    assert unreviewed("pt", Templates(portuguese), changed) == ("log.title",)


def test_words_in_files_of_all_languages_are_read_too(portuguese):
    lesson = portuguese / "lessons" / "ours.toml"
    lesson.parent.mkdir()
    lesson.write_text(
        '[[course]]\nwords = { en = "White opens.", pt = "As brancas abrem." }\n', encoding="utf-8"
    )
    glossary = portuguese / "glossaries" / "pt.toml"
    glossary.parent.mkdir()
    glossary.write_text('[words]\nbox = ["caixa"]\n', encoding="utf-8")
    keys = ("glossaries.words.box", "lessons/ours.course.1.words")
    assert unreviewed("pt", Templates(portuguese), ENGLISH) == keys
    mark_reviewed(portuguese, "pt", ENGLISH)
    assert unreviewed("pt", Templates(portuguese), ENGLISH) == ()
    lesson.write_text(
        '[[course]]\nwords = { en = "Black opens.", pt = "As brancas abrem." }\n', encoding="utf-8"
    )
    assert unreviewed("pt", Templates(portuguese), ENGLISH) == keys[1:]


def test_the_name_of_a_told_game_is_unread_when_its_english_name_changed(portuguese):
    game = portuguese / "games" / "ours.toml"
    game.parent.mkdir()
    game.write_text('name = "Lonely queen"\nnames = { pt = "A dama só" }\n', encoding="utf-8")
    mark_reviewed(portuguese, "pt", ENGLISH)
    assert unreviewed("pt", Templates(portuguese), ENGLISH) == ()
    game.write_text('name = "Lonely king"\nnames = { pt = "A dama só" }\n', encoding="utf-8")
    assert unreviewed("pt", Templates(portuguese), ENGLISH) == ("games/ours.names",)


def test_a_language_without_marks_is_unread_as_a_whole_and_said_to_be(portuguese):
    (portuguese / "reviewed" / "pt.toml").unlink()
    output = run("templates", "check", portuguese).output
    count = len(unreviewed("pt", Templates(portuguese), ENGLISH))
    assert count > 30
    assert re.search(
        rf"\npt: \d+ of \d+ texts, {count} unreviewed: guides.mine.md, log.beads, .*…\n", output
    )
    result = result_of(run("templates", "check", portuguese, "--mark-read", "pt", "--json").stdout)
    assert result["unreviewed"] == {"pt": []}


def test_what_cannot_be_marked_is_refused(portuguese):
    for language in ("it", "xx"):
        with pytest.raises(UsageError, match=f"has no language '{language}' of its own"):
            mark_reviewed(portuguese, language, ENGLISH)


def test_the_page_shows_texts_where_they_stand(monkeypatch):
    monkeypatch.setattr(text_report, "TRIALS", (FIRST_TRIAL,))
    monkeypatch.setattr(text_report, "trial_sheets", partial(trial_sheets, parts=("log",)))
    page = text_report.text_report("fr", TEMPLATES, ["log.how"])
    sections = dict(re.findall(r'<section data-key="(.*?)">(.*?)</section>', page, re.DOTALL))
    assert sections.keys() >= ENGLISH.keys - {
        key for key in ENGLISH.keys if key.startswith("told.noun")
    }
    title = sections["log.title"]
    assert "Log sheet" in title
    assert re.search(r'<text[^>]*font-weight="bold"[^>]*>Feuille de résultats</text>', title)
    assert 'stroke="#D55E00"' in title
    assert "unreviewed" not in title
    assert "unreviewed" in sections["log.how"]
    assert "<svg" in sections["log.how"]
    assert "<svg" not in sections["play.ahead.one"]


def test_what_serves_as_boxes_has_pictures_of_its_own_texts(monkeypatch):
    cups = next(trial for trial in TRIALS if (trial.kit, trial.stock) == ("ladder", "cups"))
    monkeypatch.setattr(text_report, "TRIALS", (cups,))
    monkeypatch.setattr(text_report, "trial_sheets", partial(trial_sheets, parts=("operator",)))
    pictures = text_report.pictures_of("de", TEMPLATES)
    assert "operator.cups.step.bead" in pictures
    assert "operator.step.bead" not in pictures


def test_each_theme_is_drawn_for_the_page():
    assert {trial.theme for trial in TRIALS} - {""} == {*TEMPLATES.names("themes")}


def test_each_theme_is_drawn_once_and_all_on_the_same_sheets():
    themed = [trial for trial in TRIALS if trial.theme]
    assert {trial.parts for trial in themed} == {PARTS_OF_THEMES}
    assert len({trial.theme for trial in themed}) == len(themed)


#: The parts that are drawn for each theme.
PARTS_OF_THEMES = next(trial.parts for trial in TRIALS if trial.theme)
#: A theme for each game that has some, with a small kit.
SMALL_KITS = {
    "pens": "ladder",
    "shells": "awari:2x1",
    "stars": "tictactoe:3x2,win=2",
    "crocodiles": "her",
}


@cache
def parts_with_words(theme):
    """Return the parts on which other words stand in a theme than without it, beside the title."""
    kit = SMALL_KITS[theme]
    usual = words_by_part(TrialKit(kit))
    themed = words_by_part(TrialKit(kit, theme=theme))
    assert usual.keys() == themed.keys()
    return {part for part in at_least(30, usual) if usual[part] != themed[part]}


def words_by_part(trial):
    """Return the lines on the sheets of each part that a kit has, without those with its title."""
    job = trial_job(trial, TEXTS["en"])
    lines = {}
    for part in PARTS:
        for sheets in trial_sheets(job, (part,)):
            lines[part] = [line for line in lines_on(*sheets) if job.title not in line]
    return lines


@pytest.mark.every
@pytest.mark.parametrize("theme", few(SMALL_KITS, one_in=4))
def test_no_other_sheets_speak_of_the_pieces_of_a_theme_than_are_drawn(theme):
    assert parts_with_words(theme) <= set(PARTS_OF_THEMES)


@pytest.mark.every
def test_each_sheet_that_is_drawn_for_themes_speaks_of_their_pieces():
    assert set().union(*map(parts_with_words, SMALL_KITS)) == set(PARTS_OF_THEMES)


def test_every_build_of_a_machine_is_drawn_for_the_page():
    """Each has words of its own: boxes, cards, cups, and what else serves as boxes."""
    kinds = {name: read_stock(name, TEMPLATES).kind for name in TEMPLATES.names("stock")}
    drawn = {kinds[trial.stock] for trial in TRIALS}
    assert drawn == {*kinds.values()}
    of_labels_alone = [trial for trial in TRIALS if trial.stock not in ("matchbox", "poker")]
    for trial in of_labels_alone:
        assert "cards" not in trial.parts
        assert "boxes" not in trial.parts
        assert "labels" in trial.parts


@pytest.mark.every
def test_the_page_is_written_by_command(tmp_path):
    page = tmp_path / "it.html"
    done = run("templates", "check", shipped(), "--report", page, "--language", "it")
    assert done.exit_code == 0, done.output
    assert page.read_text(encoding="utf-8").count("<svg") > 1000
    done = run("templates", "check", shipped(), "--report", page)
    assert done.exit_code == 2
    assert "which language is the report about?" in done.output


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_every_text_that_comes_with_kitgen_was_read_as_it_is_now(language):
    """A word that was changed in passing, in English or here, falls out of the list of what was
    read.
    """
    of_kitgen = Templates(shipped())  # whoever changes texts in a folder of theirs has no marks
    changed = unreviewed(language, of_kitgen, ENGLISH)
    assert changed == (), (
        "read these beside their English; then kitgen templates check templates "
        f"--mark-read {language}"
    )
