"""Titles of kits without an edition: the game, its size and the machine's side, in the language
of the sheets.
"""

import pytest
from jobs import make_job

from kitgen.paper.marks.scene import Text
from kitgen.paper.parts import load_part
from kitgen.paper.style import SMALL


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
