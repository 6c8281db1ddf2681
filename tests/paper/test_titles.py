"""Titles of kits without an edition: the game, its size and the machine's side, in the language
of the sheets; and titles of sheets, as lists have them.
"""

import pytest
from counting import at_least
from jobs import LANGUAGES, make_job
from printed_words import words_on
from sampling import few

from kitgen.paper.make import run_parts
from kitgen.paper.marks.scene import Text
from kitgen.paper.parts import load_part
from kitgen.paper.style import SMALL
from kitgen.press.print_run import pdfs_of


@pytest.mark.parametrize(
    ("name", "language", "title"),
    [
        ("nim:5", "it", "Scala (Nim) 5 · chi gioca per secondo"),
        ("nim:7,take=2", "es", "La escalera (Nim) 7 · quien juega en segundo lugar"),
        ("hexapawn:4x3", "es", "Hexapawn 4x3 · negras"),
        ("tictactoe:3x3,rules=misere", "en", "Noughts and crosses backwards 3x3 · O"),
        ("her", "en", "HER: the Hexapawn Educable Robot"),
    ],
)
def test_a_title_is_in_the_language_of_the_sheets(name, language, title):
    assert make_job(name, language=language).title == title


def test_a_machine_of_either_side_has_none_in_its_title():
    assert make_job("nim:5", side="either").title == "Ladder (Nim) 5"


def test_a_long_title_does_not_make_the_reader_s_name_small():
    job = make_job("awari-3x1", language="es")
    (sheet, *_) = load_part("operator").sheets(job)
    sizes = {mark.text: mark.size for mark in sheet.scene.marks if isinstance(mark, Text)}
    assert sizes["Para el operador"] == pytest.approx(SMALL)
    assert sizes[job.title] < SMALL


#: Sheets that lists name: in ``kit.pdf`` and, for the wall, in files of their own.
LISTED = ("operator", "log-marks", "curve", "beads", "guide", "roles", "museum", "poster")


@pytest.mark.parametrize("language", few(LANGUAGES, one_in=2))
@pytest.mark.parametrize("name", ["her", "gardner24"])
def test_a_sheet_has_the_title_by_which_a_list_names_it(name, language):
    document = run_parts(make_job(name, language=language), LISTED)
    for part in at_least(len(LISTED), document.parts):
        assert part.title in words_on(document.sheets[part.first - 1])


@pytest.mark.parametrize("language", few(LANGUAGES, one_in=2))
def test_a_list_names_the_file_of_a_sheet_that_is_in_none_but_its_own(language):
    job = make_job("her", language=language)
    document = run_parts(job, ["cover", "operator", "poster", "panel"])
    on_cover = words_on(document.sheets[0])
    in_kit_pdf, *others = pdfs_of(document).items()
    for name, pages in at_least(2, others):
        for part in pages.parts:
            assert f"{part.title} ({name})" in on_cover
    assert [part.name for part in in_kit_pdf[1].parts] == ["cover", "operator"]
    assert job.texts("operator.title") in on_cover
