"""What a page shows instead of what kitgen prints is named by page, part and card."""

from dataclasses import replace
from functools import cache
from xml.etree import ElementTree as ET

import damaged_cards
import msgspec
import pikepdf
import pytest
from click.testing import CliRunner
from command_answers import result_of
from jobs import kit_of
from prints import document
from sampling import few

import kitgen
from kitgen.cli.main import main
from kitgen.paper.marks.scene import Scene, Text, rectangle
from kitgen.render.pdf import pdf_bytes
from kitgen.sandbox.plain_page import PlainPdf
from kitgen.verification.picture_places import ORDER, marks_differences
from kitgen.verification.remake import Remade
from kitgen.verification.report import ELSE


@cache
def sheets():
    return document("her", ("labels", "finder", "board"))


def differences(drawn) -> list[str]:
    """What is said of some sheets that should be those of the kit."""
    made = Remade(pdf_bytes(sheets()), sheets().parts)
    both = zip(drawn.sheets, sheets().sheets, strict=True)
    pages = {
        number
        for number, (own, model) in enumerate(both, 1)
        if own.scene.marks != model.scene.marks
    }
    return list(map(str, marks_differences(kit_of("her"), PlainPdf(pdf_bytes(drawn)), made, pages)))


def covered(drawn, box):
    card = damaged_cards.Card(drawn, box)
    x, y = card.marks[card.legend[0]].at
    return card.changed(
        card.own[-1], card.marks[card.own[-1]], rectangle(x - 3, y - 4, 14, 6, "#FFFFFF")
    )


def on_board(drawn, change):
    """The sheets with the marks of the playing board changed."""
    last = drawn.sheets[-1]
    marks = change(list(last.scene.marks))
    return replace(drawn, sheets=(*drawn.sheets[:-1], replace(last, scene=Scene(210, 297, marks))))


def titled(**look):
    return lambda marks: [
        msgspec.structs.replace(m, **look) if isinstance(m, Text) and m.size > 15 else m
        for m in marks
    ]


FAULTS = {
    "no arrow": (
        lambda d: damaged_cards.remove_arrow(d, "B3", 2),
        "B3 (page 1, labels): ",
        "the arrow of",
    ),
    "an id": (lambda d: damaged_cards.change_id(d, "C2", "C8"), "C2 (page 1, labels): ", "the id"),
    "a tint": (
        lambda d: damaged_cards.recolour_arrow(d, "A1", 0, "#20A020"),
        "A1 (page 1, labels): ",
        "the arrow of",
    ),
    "a patch": (lambda d: covered(d, "C2"), "C2 (page 1, labels): ", "the "),
    "a white title": (
        lambda d: on_board(d, titled(fill="#FFFFFF")),
        "page 3, board: ",
        "the title",
    ),
    "other marks": (lambda d: on_board(d, lambda marks: marks[:1]), "page 3, board: ", ELSE),
    "another order": (lambda d: on_board(d, lambda marks: marks[::-1]), "page 3, board: ", ORDER),
}


@pytest.mark.parametrize("fault", few(FAULTS, one_in=4))
def test_a_fault_is_named_by_page_part_and_card(fault):
    harm, where, what = FAULTS[fault]
    (words,) = differences(harm(sheets()))
    assert words.startswith(where)
    assert what in words


def test_verify_names_the_place_in_words_in_json_and_in_junit(tmp_path):
    kitgen.print_kit(kit_of("her"), tmp_path / "kit", parts=["labels"])
    path = tmp_path / "kit" / "kit.pdf"
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        pdf.pages[0].Contents.write(
            pdf.pages[0].Contents.read_bytes()
            + b"\n0 0 1 rg n 300 400 m 309 400 l 309 409 l h f*\n"
        )
        pdf.save(path)
    done = CliRunner().invoke(
        main, ["verify", str(path), "--json", "--junit", str(tmp_path / "bad.xml")]
    )
    assert done.exit_code == 1
    (mismatch,) = result_of(done.stdout)["mismatches"]
    assert (mismatch["page"], mismatch["part"]) == (1, "labels")
    assert mismatch["places"]
    root = ET.parse(tmp_path / "bad.xml").getroot()  # noqa: S314 - kitgen has just written it
    assert [suite.get("name") for suite in root] == ["kit", "file", "marks"]
    kit, file, _ = root.findall("testsuite")
    assert (file.get("tests"), file.get("failures"), kit.get("failures")) == ("4", "2", "0")
    assert int(root.get("tests")) == len(root.findall("testsuite/testcase")) > 20
