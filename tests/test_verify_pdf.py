"""``kitgen verify`` on printed PDFs: whole ones pass, and each planted fault fails and is named."""

import json
from dataclasses import replace
from functools import cache, partial
from io import BytesIO

import damage
import pytest
from click.testing import CliRunner

from kitgen.cli.main import main
from kitgen.kit.build import make_kit
from kitgen.kit.editions import Wish
from kitgen.kit.kit_json import kit_data, write_kit
from kitgen.paper.job import PAGES, Job
from kitgen.paper.layout.stock import read_stock
from kitgen.paper.make import make_document
from kitgen.paper.texts import Texts
from kitgen.render.pdf import write_pdf
from kitgen.templates import Templates

BLUE, YELLOW = "#0072B2", "#F0E442"


@cache
def document(name, stock="matchbox", parts=("labels", "finder")):
    kit = make_kit(name)
    templates = Templates()
    job = Job(kit, PAGES["a4"], read_stock(stock, templates), Texts("en", templates), kit.command)
    return make_document(job, parts, {"kit.json": write_kit(kit)})


def verify(path, *words):
    done = CliRunner().invoke(main, ["verify", str(path), *words])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done


def written(path, doc, parts=("labels", "finder")):
    stream = BytesIO()
    write_pdf(replace(doc, keywords=parts), stream)
    path.write_bytes(stream.getvalue())
    return path


@pytest.mark.parametrize("name", ["her", "him", "gardner24", "ladder"])
def test_a_faultless_pdf_passes(tmp_path, name):
    done = verify(written(tmp_path / "kit.pdf", document(name)))
    assert done.exit_code == 0, done.stdout
    assert "every box is drawn in the labels" in done.stdout
    assert "every box is drawn in the finder" in done.stdout
    assert " 0 failed" in done.stdout


@pytest.mark.parametrize("words", [["--page", "letter", "--lang", "it"], ["--palette", "grey", "--for", "35x15"],
                                   ["--for", "L7160"], ["--express"], ["--unmerged"]])  # fmt: skip
def test_what_print_has_made_passes_as_a_folder(tmp_path, words):
    folder = tmp_path / "her"
    printed = CliRunner().invoke(main, ["print", "her", "-o", str(folder), *words])
    assert printed.exit_code == 0, printed.output
    done = verify(folder)
    assert done.exit_code == 0, done.stdout


# B3 of her: .bb/w.w/w.. b with the moves b3a2, b3b2, b3c2; A2 has twins. On paper Black sits at the top.
DAMAGE = {
    "an arrow turned within its cell": (
        partial(damage.turn_arrow, box_id="B3", arrow=1, degrees=-20),
        ["box B3 (page 1): the arrow from column 2, row 1 does not point to the middle of a cell"],
    ),
    "an arrow turned to another cell": (
        partial(damage.turn_arrow, box_id="B3", arrow=1, degrees=-60),
        ["box B3 (page 1): the arrow of b3b2 is missing"],
    ),
    "an arrow turned about": (partial(damage.turn_arrow, box_id="B3", arrow=2, degrees=180), ["box B3 (page 1)"]),
    "an arrow recoloured": (
        partial(damage.recolour_arrow, box_id="B3", arrow=2, fill=BLUE),
        ["box B3 (page 1)", "is blue instead of yellow"],
    ),
    "arrow and badge recoloured": (
        partial(damage.recolour_move, box_id="B3", slot=2, fill=BLUE),
        ["box B3 (page 1)", "is blue instead of yellow"],
    ),
    "an arrow missing": (
        partial(damage.remove_arrow, box_id="B3", arrow=2),
        ["box B3 (page 1): the arrow of b3c2 is missing"],
    ),
    "arrow and badge missing": (
        partial(damage.remove_move, box_id="B3", slot=2),
        ["box B3 (page 1): the arrow of b3c2 is missing"],
    ),
    "a twin missing": (
        partial(damage.remove_twin, box_id="A2"),
        ["box A2 (page 1): the grey twin arrow of"],
    ),
    "a badge missing": (partial(damage.remove_badge, box_id="B3", slot=0), ["box B3 (page 1): the badge of b3a2"]),
    "another letter": (
        partial(damage.change_letter, box_id="B3", slot=0, letter="Q"),
        ["box B3 (page 1): the letter of b3a2 is Q instead of R"],
    ),
    "other beads": (
        partial(damage.change_beads, box_id="B3", slot=0, text="× 3"),
        ["box B3 (page 1): b3a2 starts with 3 beads instead of 1"],
    ),
    "a pawn moved": (
        partial(damage.move_piece, box_id="B3", start=(0, 2), end=(1, 2)),
        ["box B3 (page 1): the pieces stand as .bb/w.w/.w. b instead of .bb/w.w/w.. b"],
    ),
    "a pawn missing": (
        partial(damage.remove_piece, box_id="B3", at=(0, 2)),
        ["box B3 (page 1): the pieces stand as .bb/w.w/... b instead of .bb/w.w/w.. b"],
    ),
    "a pawn of the other side": (
        partial(damage.swap_piece, box_id="B3", at=(0, 2)),
        ["box B3 (page 1): the pieces stand as .bb/w.w/b.. b instead of .bb/w.w/w.. b"],
    ),
    "an id of another box": (
        partial(damage.change_id, box_id="B3", new="B4"),
        ["box B3: there is no card of it (.bb/w.w/w.. b)", "box B4 (page 1): the pieces stand as"],
    ),
    "an id of no box": (
        partial(damage.change_id, box_id="B3", new="Z9"),
        ["page 1: a box with the id Z9, which the kit has not"],
    ),
    "an arrow covered": (partial(damage.cover_arrow, box_id="B3", arrow=1), ["box B3 (page 1)"]),
}


@pytest.mark.parametrize(("harm", "says"), DAMAGE.values(), ids=DAMAGE.keys())
def test_a_planted_fault_fails_and_is_named(tmp_path, harm, says):
    done = verify(written(tmp_path / "kit.pdf", harm(document("her"))))
    assert done.exit_code == 1
    assert "FAIL  the drawing agrees with the rules" in done.stdout or "there is no card" in done.stdout
    for words in says:
        assert words in done.stdout


def test_faults_stand_in_the_json_report(tmp_path):
    done = verify(written(tmp_path / "kit.pdf", damage.remove_arrow(document("her"), "B3", 2)), "--json")
    assert done.exit_code == 1
    data = json.loads(done.stdout)
    assert data["passed"] is False
    faults = {check["name"]: check["faults"] for check in data["checks"] if check["passed"] is False}
    assert any("b3c2 is missing" in fault for fault in faults["the drawing agrees with the rules"])


def test_a_card_that_is_missing_altogether_is_named(tmp_path):
    doc = document("her")
    card = damage.Card(doc, "C7")
    gone = card.without([card.number, *card.own])
    done = verify(written(tmp_path / "kit.pdf", gone))
    assert done.exit_code == 1
    assert "box C7: there is no card of it" in done.stdout


def test_labels_that_are_missing_altogether_are_noticed(tmp_path):
    done = verify(written(tmp_path / "kit.pdf", document("her", parts=("log",)), parts=("labels",)))
    assert done.exit_code == 1
    assert "box A1: there is no card of it" in done.stdout


def test_a_part_without_boxes_says_so(tmp_path):
    done = verify(written(tmp_path / "log.pdf", document("her", parts=("log",)), parts=("log",)))
    assert done.exit_code == 0
    assert "no part that shows boxes" in done.stdout


def test_a_pdf_and_data_of_different_kits_are_told_apart(tmp_path):
    written(tmp_path / "kit.pdf", document("her"))
    (tmp_path / "kit.json").write_bytes(write_kit(make_kit("her", Wish(palette="grey"))))
    done = verify(tmp_path)
    assert done.exit_code == 1
    assert "FAIL  the PDF belongs to the kit" in done.stdout


def test_a_kit_changed_inside_its_pdf_is_noticed(tmp_path):
    data = kit_data(make_kit("her"))
    data["boxes"][0]["slots"][0]["beads"] = 2
    changed = replace(document("her"), attachments={"kit.json": json.dumps(data).encode()})
    done = verify(written(tmp_path / "kit.pdf", changed))
    assert done.exit_code == 1
    assert "2 beads instead of 1" in done.stdout
    assert "box A1 (page 1): a3a2 starts with 1 beads instead of 2" in done.stdout


def test_a_sheet_of_another_kit_among_the_sheets_is_named(tmp_path):
    her, him = document("her"), document("him", parts=("log",))
    mixed = replace(her, sheets=(*her.sheets, *him.sheets))
    done = verify(written(tmp_path / "kit.pdf", mixed, parts=("labels", "finder", "log")))
    assert done.exit_code == 1
    assert "does not carry the hash" in done.stdout
