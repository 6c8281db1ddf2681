"""The board of a class on paper: a line of squares for each group, its results in them, and nothing
of one group in the line of another.
"""

import shutil
from collections import Counter

import pypdfium2
import pytest
from command_answers import run
from counting import at_least_one
from jobs import LANGUAGES, TEXTS, kit_of
from printed_words import texts_on
from sampling import few

from kitgen.paper.job import ClassRow
from kitgen.paper.layout.frame import content_area
from kitgen.paper.marks.scene import Line
from kitgen.paper.parts.class_board import GAMES_A_LINE
from kitgen.paper.style import LABEL
from kitgen.papers import PAGES
from kitgen.press.print_run import make_class_board, make_document

#: The signs of groups have letters larger than this, in points.
SIGN_PT = 12
#: The smallest letters of a name, in points.
MIN_NAME_PT = 9


def heights_of(sheet, texts):
    """Return how far down some texts stand on a sheet, in the order of the texts."""
    heights = {}
    for mark in texts_on(sheet):
        heights.setdefault(mark.text, mark.at[1])
    return [heights[text] for text in texts]


@pytest.mark.parametrize("groups", few([2, 6, 20], one_in=3))
@pytest.mark.parametrize("page", few(["a4", "letter"], one_in=2))
def test_each_group_has_a_line_with_its_sign(groups, page):
    made = make_document("her", parts=["class-board"], groups=groups, page=page)
    (sheet,) = made.sheets
    assert sheet.group == 0  # one for all
    signs = [f"{number}" for number in range(1, groups + 1)]
    heights = heights_of(sheet, signs)
    assert heights == sorted(heights)
    games = Counter(mark.text for mark in texts_on(sheet) if "–" in mark.text)
    assert games["1–20"] == groups
    # A lesson of fifty games has room where groups are as many as in a usual class.
    assert games["41–60"] == (groups if groups <= 6 else 0)


@pytest.mark.parametrize("page", ["a4", "letter"])
@pytest.mark.parametrize("groups", [2, 6, 7, 20])
def test_lines_and_words_of_the_board_end_where_the_page_does(groups, page):
    rows = [ClassRow(number, "", (1, -1) * 20) for number in range(1, groups + 1)]
    left, top, width, height = content_area(PAGES[page])
    sheets = make_class_board(kit_of("her"), rows, "c", page=page).sheets
    for sheet in at_least_one(sheets):
        lines = [mark for mark in sheet.scene.marks if isinstance(mark, Line)]
        rules = [line for line in lines if line.start[0] == left and line.end[0] > left]
        assert len(rules) > 2
        assert all(line.end[0] == pytest.approx(left + width) for line in rules)
        assert max(line.end[1] for line in lines) < top + height
        # The line at the foot of the page has smaller letters.
        assert max(mark.at[1] for mark in texts_on(sheet) if mark.size > LABEL) < top + height


@pytest.mark.every
def test_the_board_is_printed_once_for_the_class_and_only_for_a_class():
    made = make_document("her", groups=2)
    assert [sheet.group for sheet in made.sheets if sheet.part == "class-board"] == [0]
    assert "class-board" not in {sheet.part for sheet in make_document("her").sheets}
    for words in (["her"], ["lesson:hexapawn-50"]):
        planned = run("print", *words, "--groups", "2", "--dry-run").output
        assert "class-board 1" in planned.partition("; for each of 2 groups")[0]
    refused = run("print", "her", "--parts", "class-board", "--dry-run")
    assert refused.exit_code == 2
    assert "part class-board needs --groups" in refused.output


@pytest.mark.parametrize("language", few(LANGUAGES, one_in=2))
def test_results_stand_in_the_line_of_their_group(language):
    kit = kit_of("menace", language=language)
    letters = {
        result: TEXTS[language](f"log.letter.{key}")
        for result, key in ((1, "win"), (0, "draw"), (-1, "loss"))
    }
    results = ((1,) * 23, (0, 0, 0), (-1,) * 5)
    rows = [
        ClassRow(number, name, own)
        for number, name, own in zip((1, 3, 4), ("Foxes", "", "Owls"), results, strict=True)
    ]
    (sheet,) = make_class_board(kit, rows, "kitgen journal board c").sheets
    places = {
        result: [mark.at for mark in texts_on(sheet) if mark.text == letter]
        for result, letter in letters.items()
    }
    assert [len(places[result]) for result in (1, 0, -1)] == [23, 3, 5]
    signs = heights_of(sheet, ["1", "3", "4"])
    below_first = (signs[0] + signs[1]) / 2
    below_second = (signs[1] + signs[2]) / 2
    assert all(y < below_first for _, y in places[1])
    assert all(below_first < y < below_second for _, y in places[0])
    assert all(y > below_second for _, y in places[-1])
    assert len({y for _, y in places[1]}) == 2  # 20 games in the first line, 3 in the next
    assert {"Foxes", "Owls"} <= {mark.text for mark in texts_on(sheet)}


def test_many_games_take_more_lines_and_many_groups_more_pages():
    kit = kit_of("her")
    rows = [ClassRow(number, "", (1, -1) * 30) for number in range(1, 9)]
    sheets = make_class_board(kit, rows, "kitgen journal board c").sheets
    assert len(sheets) == 2
    signs = [{mark.text for mark in texts_on(sheet) if mark.size > SIGN_PT} for sheet in sheets]
    assert {"1", "4"} <= signs[0]
    assert {"5", "8"} <= signs[1]
    shown = Counter(mark.text for mark in texts_on(*sheets))
    assert shown["W"] == shown["L"] == 8 * 30
    assert shown["61–80"] == 8  # there is a free square left
    # Of more games than a page has room for, the last ones are shown.
    (sheet,) = make_class_board(kit, [ClassRow(1, "", (1,) * 2000)], "c").sheets
    lines = [mark.text for mark in texts_on(sheet) if "–" in mark.text]
    assert lines[-1] == f"2001–{2000 + GAMES_A_LINE}"
    assert sum(mark.text == "W" for mark in texts_on(sheet)) == (len(lines) - 1) * GAMES_A_LINE


def test_a_long_name_is_written_on_several_lines():
    name = "Anna and the owls from the third row"
    rows = [ClassRow(1, name, ()), ClassRow(2, "", ())]
    (sheet,) = make_class_board(kit_of("her"), rows, "c").sheets
    lines = [mark for mark in texts_on(sheet) if mark.text and mark.text in name and mark.bold]
    assert " ".join(mark.text for mark in lines) == name
    assert min(mark.size for mark in lines) >= MIN_NAME_PT


def test_the_board_of_a_folder_is_printed_with_its_names_and_results(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run("journal", "new", "her", "--groups", "3", "-o", "c").exit_code == 0
    shutil.move("c/2.kitgen", "c/Owls.kitgen")  # a machine that changes hands
    assert run("journal", "board", "c", "--keys", "1l 1w 3l").exit_code == 0
    done = run("journal", "board", "c", "-o", "board.pdf")
    assert done.output == "board.pdf: 1 sheet, a line for each group\n"
    text = pypdfium2.PdfDocument("board.pdf")[0].get_textpage().get_text_range()
    assert "Owls" in text
    assert "kitgen journal board c -o board.pdf" in text
    assert run("journal", "board", "c", "-o", "board.pdf", "--page", "letter").exit_code == 0
    sheet = pypdfium2.PdfDocument("board.pdf")[0]
    assert sheet.get_size() == (612, 792)
    assert "-o board.pdf --page letter" in sheet.get_textpage().get_text_range()
