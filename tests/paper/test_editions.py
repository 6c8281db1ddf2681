"""Every edition on paper: what is printed is read back and is right, and damage is found in
every game.
"""

import math
from dataclasses import replace

import damaged_cards
import pytest
from counting import at_least
from jobs import kit_of, make_job
from prints import document, drawing_checks, read_boxes, write_print
from sampling import few, sample

from kitgen.paper.document import Document
from kitgen.paper.make import run_parts
from kitgen.paper.marks.scene import Disc, Path, Place, Polygon
from kitgen.reading.templates import Templates
from kitgen.render import save
from kitgen.verification.pdf_checks import box_faults

TEMPLATES = Templates()
#: An edition of each game, with a few boxes on which something can go wrong.
GAMES = {
    "her": ("A2", "B3"),
    "menace": ("A1", "B4"),
    "awari-mini": ("B2", "E5"),
    "ladder": ("8", "5"),
}


@pytest.mark.parametrize("name", few(TEMPLATES.names("editions"), one_in=24))
def test_every_edition_is_read_back_without_a_fault(name, tmp_path):
    path = write_print(tmp_path / "kit.pdf", document(name), name)
    checks = list(drawing_checks(kit_of(name), path))
    assert [check for check in checks if check.verdict != "right"] == []
    assert [check.name for check in checks if "labels" in check.name] == [
        "every box is drawn in the labels"
    ]


@pytest.mark.every
def test_where_rows_stand_close_a_board_is_not_called_by_the_id_below_it(tmp_path):
    """On Letter the finder of this edition needs all the room of its pages: an id is nearer to
    the board above it.
    """
    job = make_job("her-4x3", "letter")
    path = write_print(tmp_path / "kit.pdf", run_parts(job, ["finder"]), job)
    kit = kit_of("her-4x3")
    boxes = read_boxes(path, kit)
    assert [fault for box in at_least(200, boxes) for fault in box_faults(kit, box)] == []


def pages_of(document: Document, sheet: int) -> Document:
    """Only the damaged sheet: the others are as they were."""
    return replace(document, sheets=(document.sheets[sheet],))


def faults(name, path, damaged, box_id):
    """What is read from the sheet of one damaged card; every fault must name its box."""
    kit = kit_of(name)
    sheet = damaged_cards.Card(document(name), box_id).sheet
    save(pages_of(damaged, sheet), path)
    found = [fault for box in read_boxes(path, kit) for fault in box_faults(kit, box)]
    assert all(f"box {box_id} " in fault for fault in found)
    return found


CASES = [(name, box_id) for name, boxes in GAMES.items() for box_id in boxes]


@pytest.mark.parametrize(("name", "box_id"), sample(CASES, one_in=8))
def test_a_missing_move_is_found(name, box_id, tmp_path):
    found = faults(
        name, tmp_path / "kit.pdf", damaged_cards.remove_move(document(name), box_id, 0), box_id
    )
    assert any("is missing" in fault for fault in found)


@pytest.mark.parametrize(("name", "box_id"), sample(CASES, one_in=8))
def test_a_recoloured_move_is_found(name, box_id, tmp_path):
    found = faults(
        name,
        tmp_path / "kit.pdf",
        damaged_cards.recolour_move(document(name), box_id, 0, "#CC79A7"),
        box_id,
    )
    assert any("instead of red" in fault for fault in found)


@pytest.mark.parametrize(("name", "box_id"), sample(CASES, one_in=8))
def test_a_wrong_letter_is_found(name, box_id, tmp_path):
    found = faults(
        name,
        tmp_path / "kit.pdf",
        damaged_cards.change_letter(document(name), box_id, 0, "Q"),
        box_id,
    )
    assert any("letter" in fault or "Q" in fault for fault in found)


@pytest.mark.parametrize(
    ("name", "box_id"), sample([("menace", "B4"), ("awari-mini", "B2"), ("ladder", "8")], one_in=3)
)
def test_a_missing_piece_or_seed_is_found(name, box_id, tmp_path):
    card = damaged_cards.Card(document(name), box_id)
    (x0, y0), _, (x1, y1), _ = card.frame.points
    inside = card.find(
        lambda m: (
            isinstance(m, (Disc, Path, Polygon))
            and m is not card.frame
            and _within(m, x0, y0, x1, y1)
        )
    )
    badges = [damaged_cards.middle(card.marks[number]) for number in card.badges]
    pieces = [
        number
        for number in inside
        if _is_piece(card.marks[number])
        and all(math.dist(damaged_cards.middle(card.marks[number]), b) > 1.5 for b in badges)
    ]
    assert pieces
    found = faults(name, tmp_path / "kit.pdf", card.without([pieces[0]]), box_id)
    assert found


def _within(mark, x0, y0, x1, y1):
    x, y = damaged_cards.middle(mark)
    return min(x0, x1) < x < max(x0, x1) and min(y0, y1) < y < max(y0, y1)


def _is_piece(mark):
    """A cross, a ring, a counter or a seed: not a ground, not a pit, not an arrow."""
    match mark:
        case Polygon():
            return len(mark.points) == 12 and mark.fill == damaged_cards.DARK
        case Disc():
            return damaged_cards.DARK in (mark.fill, mark.stroke and mark.stroke.colour)
    return False


@pytest.mark.parametrize(("name", "box_id"), [("menace", "B4"), ("ladder", "8")])
def test_a_badge_in_another_cell_is_found(name, box_id, tmp_path):
    """A placement marks where it lies: moved by a cell it says another move."""
    card = damaged_cards.Card(document(name), box_id)
    badge = card.badges[0]
    other = card.badges[-1]
    x, y = damaged_cards.middle(card.marks[badge])
    x2, y2 = damaged_cards.middle(card.marks[other])
    marks = [*card.marks]
    for number in (badge, card.letters[0]):
        marks[number] = marks[number].placed(Place(x2 - x, y2 - y))
    assert faults(name, tmp_path / "kit.pdf", card._with(marks), box_id)


@pytest.mark.parametrize("name", few(GAMES, one_in=3))
def test_pictures_of_boxes_show_what_the_boxes_do_and_nobody_takes_them_for_these(name, tmp_path):
    """The back of the operator card shows boards of a game beside a row of boxes: none is taken
    for one of these.
    """
    kit = kit_of(name)
    path = write_print(tmp_path / "kit.pdf", document(name, ("operator",)), name)
    found = [box for box in read_boxes(path, kit) if box.id is not None]
    assert all(box.page == 1 for box in found)
    known = {box.id: box.position for box in kit.boxes}
    for box in found:
        assert box.position == known[box.id]
    assert all(check.verdict != "wrong" for check in drawing_checks(kit, path)), (
        "without moves they say nothing"
    )
