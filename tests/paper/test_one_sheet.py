"""The machine and its chips on one sheet."""

from collections import Counter

import pytest
from jobs import LANGUAGES, make_job, slots_of
from printed_words import texts_on, words_on
from prints import as_printed, drawing_checks, write_print
from sampling import few

from kitgen.errors import UsageError
from kitgen.paper.make import run_parts
from kitgen.paper.marks.scene import POINT, Polygon, Text
from kitgen.paper.parts import load_part
from kitgen.paper.parts.one_sheet import CHIPS_MM, CUT, LETTER, PLACE

NIM = {"side": "either"}
#: Games of nim that are taught.
TAUGHT = ["nim:8", "nim:10,last=loses", "nim:6,take=2", "nim:5,last=loses", "ladder"]


def squares(scene, edge):
    """Return the squares with an edge: their corners in mm."""
    marks = [mark for mark in scene.marks if isinstance(mark, Polygon) and mark.stroke == edge]
    return [(*mark.points[0], *mark.points[2]) for mark in marks]


def meet(one, other):
    return (
        one[0] < other[2] - 1e-6
        and other[0] < one[2] - 1e-6
        and one[1] < other[3] - 1e-6
        and other[1] < one[3] - 1e-6
    )


@pytest.mark.parametrize(
    ("name", "page", "language"), few(TAUGHT, ["a4", "letter"], LANGUAGES, one_in=8)
)
def test_each_chip_has_its_square_and_is_cut_off_below_all_pictures(name, page, language):
    job = make_job(name, page, language, **NIM)
    (sheet,) = load_part("one-sheet").sheets(job)
    scene = sheet.scene
    places = squares(scene, PLACE)
    chips = squares(scene, CUT)
    assert len(places) == len(chips) == job.kit.beads
    sides = {round(right - left, 6) for left, _, right, _ in places + chips}
    (side,) = sides
    assert side in CHIPS_MM
    assert max(bottom for *_, bottom in places) < min(top for _, top, *_ in chips)
    every = places + chips
    assert not any(meet(one, other) for number, one in enumerate(every) for other in every[:number])
    size = LETTER * side / POINT
    letters = Counter(
        mark.text for mark in scene.marks if isinstance(mark, Text) and abs(mark.size - size) < 1e-6
    )
    wanted = Counter({slot.colour.letter: 0 for box, slot in slots_of(job.kit)})
    for box in job.kit.boxes:
        for slot in box.slots:
            wanted[slot.colour.letter] += 2 * slot.beads
    assert letters == wanted


@pytest.mark.parametrize("name", few(TAUGHT, one_in=5))
def test_the_sheet_says_how_many_each_letter_takes(name):
    """Its pictures are too small to have the numbers beside their badges."""
    job = make_job(name, **NIM)
    (sheet,) = load_part("one-sheet").sheets(job)
    texts = texts_on(sheet)
    key = [mark for mark in texts if mark.text.startswith("take ")]
    most = 2 if "take=2" in name else 3
    assert [mark.text for mark in key] == [f"take {number}" for number in range(1, most + 1)]
    letters = dict.fromkeys(slot.colour.letter for box, slot in slots_of(job.kit))
    for mark, letter in zip(key, letters, strict=True):
        beside = [other for other in texts if 0 < mark.at[0] - other.at[0] < 6 and other != mark]
        assert letter in {other.text for other in beside if abs(other.at[1] - mark.at[1]) < 1}


@pytest.mark.parametrize("language", LANGUAGES)
def test_its_pictures_are_found_by_their_numbers(language):
    """Pens lie on the table, and no board."""
    job = make_job("nim:8", language=language, **NIM)
    (sheet,) = load_part("one-sheet").sheets(job)
    written = as_printed(words_on(sheet))
    assert as_printed(job.texts("one-sheet.find_counted")) in written
    assert as_printed(job.texts("one-sheet.find")) not in written


def test_the_sheet_is_read_back(tmp_path):
    job = make_job("nim:8", **NIM)
    checks = list(
        drawing_checks(
            job.kit, write_print(tmp_path / "kit.pdf", run_parts(job, ["one-sheet"]), job)
        )
    )
    assert all(check.verdict == "right" for check in checks), checks
    assert "every box is drawn in the one-sheet" in {check.name for check in checks}


@pytest.mark.parametrize(
    ("name", "choices", "why"),
    [
        (
            "her",
            {},
            (
                "19 boxes and 45 chips of her do not fit on one sheet of a4 paper; print "
                "the parts labels"
            ),
        ),
        ("menace", {}, "the rule of menace does more than take the bead"),
        ("ladder", {"rule": "gardner-reward"}, "the rule of ladder does more"),
        ("her", {"express": True}, "leave out --express"),
    ],
)
def test_what_has_no_room_is_refused_with_what_is_possible(name, choices, why):
    with pytest.raises(UsageError, match=why):
        load_part("one-sheet").sheets(make_job(name, **choices))
