"""``kitgen verify`` on printed PDFs: whole ones pass, and each planted fault fails and is named."""

import json
from dataclasses import replace
from functools import partial

import damaged_cards
import pytest
from click.testing import CliRunner
from command_answers import result_of
from jobs import kit_of
from palette_colours import INK
from prints import document, drawing_checks, parts_of, write_print
from report_text import in_words
from sampling import few, sample

from kitgen.cli.main import main
from kitgen.kit.kit_json import kit_data, write_kit

BLUE = INK["blue"]


def sheets(name="her"):
    """The labels and the finder of a kit."""
    return document(name, ("labels", "finder"))


def verify(path, *words):
    done = CliRunner().invoke(main, ["verify", str(path), "--details", *words])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done


@pytest.mark.parametrize("name", few(["her", "him", "gardner24", "ladder"], one_in=4))
def test_a_faultless_pdf_passes(tmp_path, golden, name):
    path = write_print(tmp_path / "kit.pdf", sheets(name), name)
    done = verify(path, "--marks")
    assert done.exit_code == 0, done.stdout
    assert "every box is drawn in the labels" in done.stdout
    # The ladder's boxes are found by their number: it has no finder.
    assert ("every box is drawn in the finder" in done.stdout) == (name != "ladder")
    assert "failed" not in done.stdout
    golden(f"verify/pdf-{name}", in_words(drawing_checks(kit_of(name), path)))


@pytest.mark.parametrize(
    "words",
    few(
        [
            ["--page", "letter", "--language", "it"],
            ["--palette", "grey", "--stock", "35x15"],
            ["--stock", "L7160"],
            ["--express"],
            ["--unmerged"],
        ],
        one_in=10,
    ),
)
def test_what_print_has_made_passes_as_a_folder(tmp_path, words):
    folder = tmp_path / "her"
    printed = CliRunner().invoke(main, ["print", "her", "-o", str(folder), *words])
    assert printed.exit_code == 0, printed.output
    done = verify(folder)
    assert done.exit_code == 0, done.stdout


# B3 of her: .bb/w.w/w.. b with the moves b3a2, b3b2, b3c2; A2 has twins. On paper Black sits at the
# top.
DAMAGE = {
    "an arrow turned within its cell": (
        partial(damaged_cards.turn_arrow, box_id="B3", arrow=1, degrees=-20),
        ["box B3 (page 1): the arrow from column 2, row 1 does not point to the middle of a cell"],
    ),
    "an arrow turned to another cell": (
        partial(damaged_cards.turn_arrow, box_id="B3", arrow=1, degrees=-60),
        ["box B3 (page 1): the arrow of b3b2 is missing"],
    ),
    "an arrow turned about": (
        partial(damaged_cards.turn_arrow, box_id="B3", arrow=2, degrees=180),
        ["box B3 (page 1)"],
    ),
    "an arrow recoloured": (
        partial(damaged_cards.recolour_arrow, box_id="B3", arrow=2, fill=BLUE),
        ["box B3 (page 1)", "is blue "],
    ),
    "arrow and badge recoloured": (
        partial(damaged_cards.recolour_move, box_id="B3", slot=2, fill=BLUE),
        ["box B3 (page 1)", "is blue "],
    ),
    "an arrow missing": (
        partial(damaged_cards.remove_arrow, box_id="B3", arrow=2),
        ["box B3 (page 1): the arrow of b3c2 is missing"],
    ),
    "arrow and badge missing": (
        partial(damaged_cards.remove_move, box_id="B3", slot=2),
        ["box B3 (page 1): the arrow of b3c2 is missing"],
    ),
    "a twin missing": (
        partial(damaged_cards.remove_twin, box_id="A2"),
        ["box A2 (page 1): the arrow of"],
    ),
    "a badge missing": (
        partial(damaged_cards.remove_badge, box_id="B3", slot=0),
        ["box B3 (page 1): the arrow of b3a2"],
    ),
    "another letter": (
        partial(damaged_cards.change_letter, box_id="B3", slot=0, letter="Q"),
        ["box B3 (page 1): the arrow of b3a2 is red circle Q"],
    ),
    "other beads": (
        partial(damaged_cards.change_beads, box_id="B3", slot=0, text="× 3"),
        ["×3 instead of red circle R ×1"],
    ),
    "a pawn moved": (
        partial(damaged_cards.move_piece, box_id="B3", start=(0, 2), end=(1, 2)),
        ["box B3 (page 1): the pieces stand as .bb/w.w/.w. b instead of .bb/w.w/w.. b"],
    ),
    "a pawn missing": (
        partial(damaged_cards.remove_piece, box_id="B3", at=(0, 2)),
        ["box B3 (page 1): the pieces stand as .bb/w.w/... b instead of .bb/w.w/w.. b"],
    ),
    "a pawn of the other side": (
        partial(damaged_cards.swap_piece, box_id="B3", at=(0, 2)),
        ["box B3 (page 1): the pieces stand as .bb/w.w/b.. b instead of .bb/w.w/w.. b"],
    ),
    "an id of another box": (
        partial(damaged_cards.change_id, box_id="B3", new="B4"),
        ["box B3: its card (.bb/w.w/w.. b) is missing", "box B4 (page 1): the pieces stand as"],
    ),
    "an id of no box": (
        partial(damaged_cards.change_id, box_id="B3", new="Z9"),
        ["page 1: a box with the id Z9, which the kit has not"],
    ),
    "an arrow covered": (
        partial(damaged_cards.cover_arrow, box_id="B3", arrow=1),
        ["box B3 (page 1)"],
    ),
}


@pytest.mark.parametrize(("harm", "says"), sample(DAMAGE, one_in=32))
def test_a_planted_fault_fails_and_is_named(tmp_path, request, golden, harm, says):
    path = write_print(tmp_path / "kit.pdf", harm(sheets()))
    done = verify(path)
    assert done.exit_code == 1
    assert "FAIL  the drawing agrees with the rules" in done.stdout or "its card" in done.stdout
    for words in says:
        assert words in done.stdout
    name = request.node.callspec.id.replace(" ", "-")
    golden(f"verify/pdf-{name}", in_words(drawing_checks(kit_of("her"), path)))


def test_faults_stand_in_the_json_report(tmp_path):
    done = verify(
        write_print(tmp_path / "kit.pdf", damaged_cards.remove_arrow(sheets(), "B3", 2)), "--json"
    )
    assert done.exit_code == 1
    data = result_of(done.stdout)
    assert data["passed"] is False
    faults = {
        check["name"]: check["faults"] for check in data["checks"] if check["verdict"] == "wrong"
    }
    assert any("b3c2 is missing" in fault for fault in faults["the drawing agrees with the rules"])


def test_a_card_that_is_missing_altogether_is_named(tmp_path):
    card = damaged_cards.Card(sheets(), "C7")
    done = verify(write_print(tmp_path / "kit.pdf", card.without([card.number, *card.own])))
    assert done.exit_code == 1
    assert "box C7: its card" in done.stdout


def test_labels_that_are_missing_altogether_are_noticed(tmp_path):
    promised = parts_of(document("her").sheets)[:1]
    done = verify(write_print(tmp_path / "kit.pdf", document("her", ("log",)), parts=promised))
    assert done.exit_code == 1
    assert "page 1: no box can be read there" in done.stdout
    assert "its card" not in done.stdout


def test_a_part_without_boxes_says_so(tmp_path):
    done = verify(write_print(tmp_path / "log.pdf", document("her", ("log",))), "--marks")
    assert done.exit_code == 0
    assert "no part that shows boxes" in done.stdout


# --- pages
# --------------------------------------------------------------------------------------------------


def cards_and_finder():
    """Four pages of labels as large as playing cards, and a page of the finder."""
    whole = document("her", ("labels", "finder"), stock="poker")
    assert [(part.name, part.first, part.pages) for part in parts_of(whole.sheets)] == [
        ("labels", 1, 4), ("finder", 5, 1),
    ]  # fmt: skip
    return whole


@pytest.mark.parametrize("number", few(range(5), one_in=8))
def test_a_page_that_is_missing_is_missed(tmp_path, number):
    whole = cards_and_finder()
    short = replace(whole, sheets=whole.sheets[:number] + whole.sheets[number + 1 :])
    done = verify(write_print(tmp_path / "kit.pdf", short, parts=parts_of(whole.sheets)))
    assert done.exit_code == 1
    assert "FAIL  all pages are there: expected 5 pages; found 4 pages" in done.stdout
    assert "1 of 5 pages missing; the numbers at the foot of the sheets tell which" in done.stdout


@pytest.mark.every
def test_a_page_too_many_is_named(tmp_path):
    whole = cards_and_finder()
    done = verify(write_print(tmp_path / "kit.pdf", whole, parts=parts_of(whole.sheets)[:1]))
    assert done.exit_code == 1
    assert "page 5 belongs to no part" in done.stdout


def test_the_job_says_which_part_a_page_belongs_to_whatever_bookmarks_say(tmp_path):
    swapped = [replace(sheet, part="log", title="Log") for sheet in sheets().sheets]
    path = write_print(
        tmp_path / "kit.pdf", replace(sheets(), sheets=swapped), parts=parts_of(sheets().sheets)
    )
    done = verify(path)
    assert done.exit_code == 0, done.stdout
    assert "every box is drawn in the finder" in done.stdout


def test_a_pdf_without_a_job_fails_as_nobody_knows_its_pages_but_its_boxes_are_read(tmp_path):
    harmed = damaged_cards.remove_arrow(sheets(), "B3", 2)
    done = verify(write_print(tmp_path / "kit.pdf", harmed, job_file=None))
    assert done.exit_code == 1
    assert "FAIL  all pages are there" in done.stdout
    assert "carries no job.json, so it is unknown what was printed; print it again" in done.stdout
    assert "box B3 (page 1): the arrow of b3c2 is missing" in done.stdout
    assert "every box is drawn in" not in done.stdout
    assert " 2 failed" in done.stdout


@pytest.mark.parametrize(
    "data",
    few([b"", b"{}", b'{"schema": "kitgen/job@1"}', b'{"schema": "kitgen/job@9"}'], one_in=4),
)
def test_a_damaged_job_fails(tmp_path, data):
    done = verify(write_print(tmp_path / "kit.pdf", sheets(), job_file=data))
    assert done.exit_code == 1
    assert "FAIL  all pages are there" in done.stdout
    assert "job.json" in done.stdout
    assert "print it again" in done.stdout


# --- kits
# --------------------------------------------------------------------------------------------------


def test_a_pdf_and_data_of_different_kits_are_told_apart(tmp_path):
    write_print(tmp_path / "kit.pdf", sheets())
    (tmp_path / "kit.json").write_bytes(write_kit(kit_of("her", palette="grey")))
    done = verify(tmp_path)
    assert done.exit_code == 1
    assert "FAIL  the PDF belongs to the kit" in done.stdout


def test_a_kit_changed_inside_its_pdf_is_noticed(tmp_path):
    data = kit_data(kit_of("her"))
    data["boxes"][0]["slots"][0]["beads"] = 2
    done = verify(write_print(tmp_path / "kit.pdf", sheets(), kit_file=json.dumps(data).encode()))
    assert done.exit_code == 1
    assert "2 beads instead of 1" in done.stdout
    assert (
        "box A1 (page 1): the arrow of a3a2 is red circle R ×1 instead of red circle R ×2"
        in done.stdout
    )


@pytest.mark.every
def test_a_sheet_of_another_kit_among_the_sheets_is_named(tmp_path):
    mixed = replace(sheets(), sheets=(*sheets().sheets, *document("him", ("log",)).sheets))
    done = verify(write_print(tmp_path / "kit.pdf", mixed))
    assert done.exit_code == 1
    assert "pages 3-4 do not carry the hash" in done.stdout
