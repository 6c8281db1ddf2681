"""A class in groups: each group's sheets with its sign, the teacher's once, and one list for
all.
"""

import re
from collections import Counter

import pytest
from command_answers import run
from counting import at_least
from jobs import LANGUAGES, TEMPLATES, kit_of, make_job
from printed_words import lines_on, words_on
from report_text import all_faults
from sampling import few

from kitgen.errors import UsageError
from kitgen.paper.marks.scene import Text
from kitgen.paper.parts import PARTS, load_part, made_of
from kitgen.paper.stock import read_stock
from kitgen.press.print_run import make_document, print_kit, printed_report
from kitgen.reading.texts import Texts
from kitgen.verification.verify import verify


def without_sign(sheet, plain):
    """Return the marks that a group's copy of a sheet has beyond those of the sheet printed for
    one group.
    """
    more = Counter(map(repr, sheet.scene.marks)) - Counter(map(repr, plain.scene.marks))
    return [mark for mark in sheet.scene.marks if repr(mark) in more]


@pytest.mark.parametrize("name", few(["ladder", "her", "awari-mini"], one_in=3))
def test_each_group_gets_the_same_sheets_with_its_own_sign(name):
    for_one = make_document(name, parts=["labels", "board", "log"])
    for_all = make_document(name, parts=["labels", "board", "log"], groups=3)
    sheets = {
        group: [sheet for sheet in for_all.sheets if sheet.group == group] for group in (1, 2, 3)
    }
    for group, own in at_least(3, sheets.items()):
        assert len(own) == len(for_one.sheets)
        for sheet, plain in zip(own, for_one.sheets, strict=True):
            signs = [mark.text for mark in without_sign(sheet, plain) if isinstance(mark, Text)]
            assert f"{group}" in signs
            assert not {"1", "2", "3"} - {f"{group}"} & {*signs}


def test_each_label_to_cut_has_the_sign_of_its_group():
    for_all = make_document("her", parts=["labels"], groups=2)
    plain = make_document("her", parts=["labels"]).sheets[0]
    for sheet in at_least(2, [sheet for sheet in for_all.sheets if sheet.part == "labels"]):
        numbers = [
            mark
            for mark in without_sign(sheet, plain)
            if isinstance(mark, Text) and mark.text == f"{sheet.group}"
        ]
        assert len(numbers) >= 19 + 1  # one on each label, and one at the head


def test_what_the_teacher_needs_is_printed_once_and_the_list_names_all_pages():
    names = [
        part.name
        for part in PARTS.values()
        if part.for_groups == "teacher" and part.name in ("guide", "panel")
    ]
    document = make_document("ladder", parts=["groups", "labels", "log", *names], groups=4)
    once = Counter(sheet.part for sheet in document.sheets if not sheet.group)
    assert once["groups"] == 1
    assert {*names} <= {*once}
    assert "labels" not in once
    (page,) = [sheet for sheet in document.sheets if sheet.part == "groups"]
    words = words_on(page)
    for group in range(1, 5):
        own = [number for number, sheet in enumerate(document.sheets, 1) if sheet.group == group]
        (pages,) = re.findall(rf"Group {group}: pages? (\d+)(?:–(\d+))?", words)
        assert (int(pages[0]), int(pages[1] or pages[0])) == (own[0], own[-1])
    assert f"{len(document.sheets)} sheets of paper" in words


@pytest.mark.parametrize(
    ("stock", "wanted", "filled"),
    [
        ("matchbox", "28 boxes, 7 for each group", "72 of them are for the boxes"),
        ("cups", "28 cups, 7 for each group", "72 of them are for the cups"),
        ("egg-carton", "28 hollows, 7 for each group", "72 of them are for the hollows"),
        ("drawers", "28 drawers, 7 for each group", "72 of them are for the drawers"),
    ],
)
def test_the_list_names_what_the_machines_are_made_of(stock, wanted, filled):
    document = make_document("nim:8", parts=["groups", "labels", "log"], groups=4, stock=stock)
    (page,) = [sheet for sheet in document.sheets if sheet.part == "groups"]
    words = words_on(page)
    assert wanted in words
    assert filled in words
    # Four times the 24 chips of a sheet; all share the spare beads.
    assert ("96 chips to cut out" in words) == (stock == "cups")
    assert ("80 beads" in words) == (stock != "cups")


def numbers_said(page, texts, key):
    """Return the numbers that a page says in a sentence of the texts, by the places they fill."""
    sentence = re.escape(" ".join(texts.raw(key).split())).replace(r"\{list\}", r"(?P<list>.+?)")
    sentence = re.sub(r"\\{(\w+)\\}", r"(?P<\1>\\d+)", sentence)
    places = re.search(sentence, " ".join(words_on(page).split()))
    assert places, texts.raw(key)
    said = places.groupdict()
    colours = [int(count) for count in re.findall(r"\(\w+\) (\d+)", said.pop("list"))]
    return colours, {place: int(number) for place, number in said.items()}


#: Kits without and with a bank of beads to add.
COUNTED_KITS = ["ladder", "her", "awari-mini", "menace"]
COUNTED_STOCKS = ["matchbox", "cups", "egg-carton", "drawers", "chips"]


@pytest.mark.parametrize(
    ("name", "stock", "language"), few(COUNTED_KITS, COUNTED_STOCKS, LANGUAGES, one_in=22)
)
def test_beads_for_boxes_to_add_and_to_spare_add_up_to_those_of_the_list(name, stock, language):
    """Of chips each group cuts out its own spares; beads to spare are bought for all together."""
    kit = kit_of(name, language=language)
    chips = stock in ("cups", "chips")
    parts = ["groups", "labels", "log"]
    if chips:
        parts.append("chips")
    document = make_document(kit, parts=parts, groups=3, stock=stock)
    (page,) = [sheet for sheet in document.sheets if sheet.part == "groups"]
    kind = made_of(read_stock(stock, TEMPLATES).kind, parts)
    texts = Texts(language, TEMPLATES).speaking_of(kind)
    key = "groups.beads_bank" if kit.rule.adds else "groups.beads"
    colours, said = numbers_said(page, texts, key)
    assert sum(colours) == said["total"]
    assert said["filled"] == 3 * kit.beads
    if kit.rule.adds:
        assert said["filled"] + said["added"] + said["spare"] == said["total"]
        assert said["added"] > said["spare"] > 0
    if chips:
        assert said["total"] == sum(
            len(sheet.signs) for sheet in document.sheets if sheet.part == "chips"
        )


def test_a_lesson_names_what_each_group_gets_without_its_number_or_pages():
    """The pages of each group stand in the list of the class, and those for all in the plan."""
    lesson = make_document(
        "her",
        parts=["groups", "lesson", "labels", "log", "worksheet"],
        lesson_name="hexapawn-50",
        groups=6,
    )
    words = " ".join(
        text for sheet in lesson.sheets if sheet.part == "lesson" for text in lines_on(sheet)
    )
    assert "Box labels; Log sheet" in words
    assert "Pupil worksheet (p. 3–4)" in words
    assert " · 1" not in words


@pytest.mark.parametrize(
    ("name", "part", "says"),
    [
        ("nim:8", "one-sheet", "cut its chips out of it"),
        ("her", "sweets", "lists what is needed"),
        ("her", "zero", "lists what is needed"),
    ],
)
def test_a_machine_on_a_sheet_needs_no_boxes_and_beads(name, part, says):
    words = words_on(make_document(name, parts=["groups", part], groups=3).sheets[0])
    assert says in words
    assert "beads" not in words
    assert "boxes, " not in words.replace("folded boxes", "")


def test_where_all_sheets_are_the_teacher_s_the_list_names_no_group():
    list_of_class = make_document("her", parts=["groups", "class-set"], groups=3).sheets[0]
    words = lines_on(list_of_class)
    assert any("1–2" in text for text in words)
    assert not any(text.startswith("Group 1") for text in words)


def test_beads_and_boxes_are_those_of_all_groups_and_spares_are_counted_once():
    one = printed_report(print_kit("her", "unused", parts=["labels", "beads"], write=False))
    six = printed_report(
        print_kit("her", "unused", parts=["labels", "beads"], write=False, groups=6)
    )
    for row, of_all in at_least(4, zip(one["to_buy"], six["to_buy"], strict=True)):
        assert of_all["needed"] == 6 * row["needed"]
        assert of_all["spare"] == max(row["spare"], -(-of_all["needed"] // 10))
        assert of_all["total"] == of_all["needed"] + of_all["spare"]


@pytest.mark.every
@pytest.mark.parametrize("name", few(["ladder", "her", "lesson:nim-cups"], one_in=3))
def test_a_class_s_folder_is_right(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = run("print", name, "--groups", "3", "-o", "made", "--yes")
    assert done.exit_code == 0, done.output
    for path in ("made", "made/kit.pdf"):
        report = verify(tmp_path / path)
        assert report.verdict == "right", all_faults(report.checks)
        assert verify(tmp_path / path, marks=True).verdict == "right"


@pytest.mark.parametrize("groups", ["0", "1", "-2", "100", "six"])
def test_a_number_of_groups_that_cannot_be_is_one_line(groups):
    done = run("print", "her", "--groups", groups, "--dry-run")
    assert done.exit_code == 2
    assert len(done.output.splitlines()) == 1


def test_one_group_is_no_class():
    with pytest.raises(UsageError, match="groups"):
        make_document("her", parts=["labels"], groups=1)


@pytest.mark.parametrize(
    ("kit", "stock", "parts", "said"),
    [
        ("her", "matchbox", ["labels"], ["114 boxes, 19 for each group", "270 of them are for"]),
        ("her", "drawers", ["labels"], ["114 drawers, 19 for each group", "270 of them are for"]),
        ("her", "egg-carton", ["labels"], ["114 hollows, 19 for each", "for the hollows"]),
        ("her", "chips", ["labels"], ["114 boxes, 19 for each group", "chips to cut out"]),
        ("ladder", "cups", ["labels"], ["54 cups, 9 for each group", "chips to cut out"]),
        ("ladder", "matchbox", ["boxes"], ["54 boxes, 9 for each group", "beads: "]),
        ("her", "poker", ["cards"], []),
        ("ladder", "matchbox", ["one-sheet"], ["“Machine and chips on one sheet” is the machine"]),
        ("ladder", "matchbox", ["zero"], ["“The machine on paper” is the machine of a group"]),
    ],
)
def test_a_class_is_told_to_buy_what_its_machines_are_made_of(kit, stock, parts, said):
    """Six machines of 19 boxes and 45 beads, or of 9 boxes; cards need neither."""
    job = make_job(kit, stock=stock, parts=(*parts, "groups"), groups=6)
    (sheet,) = load_part("groups").sheets(job)
    words = " ".join(mark.text for mark in sheet.scene.marks if isinstance(mark, Text))
    needed = words.partition(" Plan ")[0]
    for text in said:
        assert text in needed
    if not said:
        assert " for each group" not in needed
        assert " beads" not in needed
        assert "chips:" not in needed
