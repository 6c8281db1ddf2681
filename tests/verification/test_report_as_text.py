"""A report in each of its forms, with checks of all verdicts: on paper, as XML for other programs,
as rows and as data; and the words of which checks are made.
"""

import json
from dataclasses import replace

import pytest
from counting import at_least
from jobs import LANGUAGES, TEMPLATES, TEXTS
from printed_words import lines_on

from kitgen.papers import PAGES
from kitgen.reading.texts import Texts
from kitgen.verification.pdf_proof import PROOF
from kitgen.verification.report import (
    Check,
    Mismatch,
    Report,
    Witness,
    does_not_apply,
    found_faults,
    junit,
    not_decided,
    outcome_words,
    over_pages,
    pages_said,
    report_document,
    row_faults,
    said_by,
    say_verdict,
    summed,
)

RIGHT = found_faults("ids are unique", "a letter", "19 ids", [], "one by one")
WRONG = found_faults("turns are right", "the turn", "19 boxes", ["box A1 is odd", "box B1, too"])
OPEN = not_decided("every decision has a box", "there are too many", "nobody knows <why>")
NONE = does_not_apply("good beads keep what they promise", "positions recur")
BOTH = found_faults("marks", "19", "18", ["one \0 is missing"], not_read=["another"], warning="old")
CHECKS = (
    RIGHT,
    WRONG,
    *said_by(Witness.FILE, (does_not_apply(PROOF, "another version"),)),
    *said_by(Witness.MARKS, (OPEN, BOTH, NONE)),
)
MISMATCHES = (
    Mismatch(2, "labels", "B3", ("the arrow of R", "the id")),
    Mismatch(3, "", "", ("it shows something else",), ((1.0, 2.0, 3.0, 4.0),)),
    Mismatch(4, "labels", "A1", tuple(f"mark {number}" for number in range(12))),
)
REPORT = Report("<her>.pdf", "her", "0123456789abcdef", CHECKS, MISMATCHES)


def reports():
    """Reports of each verdict, by name."""
    only_marks = said_by(Witness.FILE, (does_not_apply(PROOF, "another version"),))
    return {
        "wrong": REPORT,
        "not decided": replace(REPORT, checks=(RIGHT, OPEN, NONE)),
        "right": replace(REPORT, checks=(RIGHT, RIGHT, NONE)),
        "right by its marks alone": replace(REPORT, checks=(RIGHT, *only_marks)),
        "without checks": replace(REPORT, checks=()),
    }


def test_a_report_in_each_of_its_forms(golden):
    lines = []
    for name, report in at_least(5, reports().items()):
        lines += [f"{name}: {report.summary()}", f"    {say_verdict(report, TEXTS['en'])}"]
        lines.append(f"    passed {report.passed}, marks alone {report.drawing_not_compared}")
        lines += [f"    not read: {one}" for one in report.not_read]
        lines += [f"    warning: {one}" for one in report.warnings]
    lines += ["", "rows:"]
    lines += [json.dumps(row) for row in REPORT.table()]
    lines += ["", "data:", json.dumps(REPORT.report(), indent=1)]
    lines += ["", "XML:", junit(REPORT).decode()]
    for page in ("a4", "letter"):
        document = report_document(REPORT, PAGES[page])
        lines += ["", f"on {page}: {document.title}, {document.subject}, {len(document.sheets)}"]
        for sheet in document.sheets:
            lines += [f"    {line}" for line in lines_on(sheet)]
    golden("verify/report-in-each-form", "\n".join(lines))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_verdict_on_a_kit_in_each_language(golden, language):
    texts = Texts(language, TEMPLATES)
    lines = [f"{name}: {say_verdict(report, texts)}" for name, report in reports().items()]
    golden(f"verify/verdicts-{language}", "\n".join(lines))


@pytest.mark.parametrize(
    ("check", "words"),
    [
        (RIGHT, "expected a letter; found 19 ids (one by one)"),
        (WRONG, "expected the turn; found 19 boxes"),
        (OPEN, "not decided"),
        (NONE, "left out, positions recur"),
        (BOTH, "expected 19; found 18"),
    ],
)
def test_what_came_of_a_check_in_words(check, words):
    assert outcome_words(check) == words


def test_checks_are_summed_in_one_line():
    assert summed([]) == "0 checks passed"
    assert summed([RIGHT]) == "1 check passed"
    assert summed([RIGHT, RIGHT, NONE]) == "2 checks passed, 1 left out"
    assert summed(CHECKS) == "1 check passed, 2 failed, 1 not decided, 2 left out"


@pytest.mark.parametrize(
    ("mismatch", "words"),
    [
        (MISMATCHES[0], "B3 (page 2, labels): the arrow of R, the id"),
        (MISMATCHES[1], "page 3: it shows something else"),
        (replace(MISMATCHES[1], part="log"), "page 3, log: it shows something else"),
        (replace(MISMATCHES[0], part=""), "B3 (page 2): the arrow of R, the id"),
    ],
)
def test_a_difference_names_its_box_page_and_part(mismatch, words):
    assert str(mismatch) == words


def test_of_many_marks_that_differ_some_are_named_and_the_others_counted():
    text = str(MISMATCHES[2])
    named = text.count("mark ")
    assert text.endswith(f"mark {named - 1} and {12 - named} more")
    few = replace(MISMATCHES[2], things=MISMATCHES[2].things[:named])
    assert str(few).endswith(f"mark {named - 1}")


@pytest.mark.parametrize(
    ("printed", "faults"),
    [
        ([("R", "B1"), ("Y", "B3")], []),
        ([("Y", "B2"), ("R", "B1")], []),
        ([], ["bead R is missing", "bead Y is missing"]),
        ([("R", "B2"), ("Y", "B2")], ["bead R is B2 instead of B1"]),
        ([("R", ""), ("Y", "B2")], ["bead R is nothing instead of B1"]),
        ([("R", "B1"), ("Y", "B4")], ["bead Y is B4 instead of B2 or B3"]),
        (
            [("R", "B1"), ("R", "B2"), ("Y", "B2")],
            ["bead R is there twice"],
        ),
        (
            [("G", "B1"), ("R", "B1"), ("Y", "B2"), ("W", "")],
            ["bead G is B1 and should not be there", "bead W should not be there"],
        ),
        (
            [("G", "B1"), ("G", "B1"), ("R", "B1")],
            [
                "bead G is B1 and should not be there",
                "bead G is there twice",
                "bead Y is missing",
            ],
        ),
    ],
)
def test_rows_that_are_printed_are_held_against_those_that_should_be(printed, faults):
    expected = {"R": ["B1"], "Y": ["B2", "B3"]}
    assert list(row_faults(expected, printed, "bead {}".format)) == faults


@pytest.mark.parametrize(
    ("pages", "said"),
    [
        ([3], "page 3"),
        ([1, 2], "pages 1-2"),
        ([1, 3], "pages 1, 3"),
        ([9, 1, 3, 2, 7, 8], "pages 1-3, 7-9"),
        (range(2, 12), "pages 2-11"),
    ],
)
def test_pages_are_said_in_runs(pages, said):
    assert pages_said(pages) == said


def test_a_fault_of_several_pages_is_said_once():
    faults = [(1, "a"), (2, "b"), (3, "a"), (2, "a"), (9, "b")]
    assert over_pages(faults) == ["pages 1-3: a", "pages 2, 9: b"]
    assert over_pages([]) == []


def test_each_witness_says_what_it_looks_at():
    assert [f"{witness}: {witness.looks_at}" for witness in Witness] == [
        "kit: the kit against the rules",
        "file: the PDF against the same printed again",
        "marks: the marks on its sheets",
        "paper: the sheets on paper",
        "files: the files of the folder",
        "journal: the journal",
    ]
    assert Check("a", "b", "c").witness is Witness.KIT
    assert REPORT.with_check(RIGHT).checks == (*CHECKS, RIGHT)
