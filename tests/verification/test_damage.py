"""Labels read back from real PDFs: whole ones say what the kit says, damaged ones differ in just
what was damaged.
"""

from dataclasses import replace
from functools import cache

import damaged_cards
import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jobs import kit_of, make_job
from prints import document, read_boxes
from sampling import examples, few, sample

from kitgen.paper.document import Document
from kitgen.paper.make import run_parts
from kitgen.paper.marks.scene import Scene
from kitgen.render import save
from kitgen.verification.drawn_boxes import PrintedBox, PrintedSlot

SIZES = ("matchbox", "poker", "L7160", "35x15")


def as_printed(box):
    """What a reader should read from the card of a box; the page is left open."""
    slots = []
    twins = []
    for slot in box.slots:
        first, *others = slot.moves
        colour = slot.colour
        slots.append(PrintedSlot(first, colour.letter, colour.fill, colour.symbol, slot.beads))
        twins += others
    return PrintedBox(0, box.id, box.position, tuple(slots), tuple(sorted(twins)))


def read(drawn, kit, path):
    save(drawn, path)
    return [replace(box, page=0) for box in read_boxes(path, kit)]


@pytest.mark.parametrize("stock", few(SIZES, one_in=4))
@pytest.mark.parametrize("name", ["her", "him", "gardner24"])
def test_every_label_says_what_its_box_says(tmp_path, name, stock):
    kit = kit_of(name)
    assert read(document(name, stock=stock), kit, tmp_path / "labels.pdf") == [
        as_printed(box) for box in kit.boxes
    ]


@pytest.mark.parametrize("stock", few(["matchbox", "35x15"], one_in=4))
@pytest.mark.parametrize(
    ("palette", "language"), [("grey", "en"), ("okabe-ito", "it"), ("grey", "it")]
)
def test_labels_are_read_in_every_palette_and_language(tmp_path, palette, language, stock):
    job = make_job("her", stock=stock, palette=palette, language=language)
    drawn = document("her", stock=stock, palette=palette, language=language)
    found = read(drawn, job.kit, tmp_path / "labels.pdf")
    assert found == [as_printed(box) for box in job.kit.boxes]


@pytest.mark.parametrize(
    ("name", "stock"),
    sample(
        [
            ("menace", "matchbox"),
            ("awari-mini", "L7160"),
            ("her-4x3", "matchbox"),
            ("ladder", "35x15"),
        ],
        one_in=4,
    ),
)
def test_labels_of_every_game_are_read(tmp_path, name, stock):
    kit = kit_of(name)
    some = replace(kit, boxes=kit.boxes[:: 1 + len(kit.boxes) // 30])
    drawn = run_parts(make_job(some, stock=stock, parts=("labels",)), ["labels"])
    assert read(drawn, some, tmp_path / "labels.pdf") == [as_printed(box) for box in some.boxes]


# --- damage
# --------------------------------------------------------------------------------------------------

KIT = "her"
BOXES = st.sampled_from([box.id for box in kit_of(KIT).boxes])
OTHER = "#CC79A7"


@cache
def one_card(box_id):
    """The document of a box's card and one more, so that writing and reading it is quick."""
    whole = document(KIT)
    cards = [damaged_cards.Card(whole, name) for name in (box_id, "A1" if box_id != "A1" else "A2")]
    scene = Scene(whole.sheets[0].scene.width, whole.sheets[0].scene.height)
    for number, card in enumerate(
        cards
    ):  # on another sheet the other card may lie in the same place
        one = Scene(
            scene.width, scene.height, [card.ground, *(card.marks[place] for place in card.own)]
        )
        left, top = (min(axis) for axis in zip(*card.ground.points, strict=True))
        scene.place(one, 20 + 80 * number - left, 20 - top)
    return replace(whole, sheets=(replace(whole.sheets[0], scene=scene),))


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    return tmp_path_factory.mktemp("damage") / "labels.pdf"


def differing(drawn: Document, box_id, path):
    """The box that is read from a damaged document; all others must be read as they are in the
    kit.
    """
    kit = kit_of(KIT)
    boxes = {box.id: as_printed(box) for box in kit.boxes}
    found = [box for box in read(drawn, kit, path) if box != boxes.get(box.id)]
    assert len(found) == 1, "exactly one box differs"
    assert box_id is None or found[0].id == box_id
    return found[0]


def whole(box_id):
    return next(as_printed(box) for box in kit_of(KIT).boxes if box.id == box_id)


def slot_of(box_id, data):
    return data.draw(st.integers(0, len(whole(box_id).slots) - 1))


def changed_slot(box, number, **changes):
    slots = list(box.slots)
    slots[number] = replace(slots[number], **changes)
    return replace(box, slots=tuple(slots))


def without_slot(box, number):
    return replace(box, slots=box.slots[:number] + box.slots[number + 1 :])


damaged = settings(
    max_examples=examples(6),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@given(box_id=BOXES, data=st.data())
@damaged
def test_a_recoloured_move_is_read_in_its_new_colour(path, box_id, data):
    number = slot_of(box_id, data)
    found = differing(
        damaged_cards.recolour_move(one_card(box_id), box_id, number, OTHER), box_id, path
    )
    assert replace(found, faults=()) == changed_slot(whole(box_id), number, fill=OTHER)
    letter = whole(box_id).slots[number].letter
    assert found.faults == (
        f"{letter} is {OTHER} on the board and {whole(box_id).slots[number].fill} in the legend",
    )


@given(box_id=BOXES, data=st.data())
@damaged
def test_a_recoloured_arrow_no_longer_fits_its_badge(path, box_id, data):
    number = slot_of(box_id, data)
    found = differing(
        damaged_cards.recolour_arrow(one_card(box_id), box_id, number, OTHER), box_id, path
    )
    assert replace(found, faults=()) == changed_slot(whole(box_id), number, fill=OTHER)
    assert len(found.faults) == 1
    assert f"is {OTHER}, and its badge" in found.faults[0]


@given(box_id=BOXES, data=st.data())
@damaged
def test_a_recoloured_badge_no_longer_fits_its_arrow(path, box_id, data):
    number = slot_of(box_id, data)
    found = differing(
        damaged_cards.recolour_badge(one_card(box_id), box_id, number, OTHER), box_id, path
    )
    assert replace(found, faults=()) == whole(box_id)
    assert any(
        f"and its badge {whole(box_id).slots[number].letter} is {OTHER}" in fault
        for fault in found.faults
    )


@given(box_id=BOXES, data=st.data())
@damaged
def test_a_missing_arrow_leaves_its_badge_alone(path, box_id, data):
    number = slot_of(box_id, data)
    letter = whole(box_id).slots[number].letter
    found = differing(damaged_cards.remove_arrow(one_card(box_id), box_id, number), box_id, path)
    if f"badge {letter} lies on no arrow" in found.faults:
        assert replace(found, faults=()) == without_slot(whole(box_id), number)
    else:  # another arrow passes close by and is now the nearest: it has two badges
        assert (
            len(found.slots) + len(found.twins)
            == len(whole(box_id).slots) + len(whole(box_id).twins) - 1
        )
        assert found.faults


@given(box_id=BOXES, data=st.data())
@damaged
def test_a_move_taken_away_is_missed_by_the_legend(path, box_id, data):
    number = slot_of(box_id, data)
    found = differing(damaged_cards.remove_move(one_card(box_id), box_id, number), box_id, path)
    assert replace(found, faults=()) == without_slot(whole(box_id), number)
    assert found.faults == (
        f"the legend shows {whole(box_id).slots[number].letter}, but no move does",
    )


def drawn_twins(box):
    """Return the second moves of slots, in the order in which a card draws them."""
    twins = []
    for slot in box.slots:
        twins += slot.moves[1:]
    return twins


def test_a_missing_twin_is_not_read(path):
    box = next(box for box in kit_of(KIT).boxes if drawn_twins(box))
    twins = drawn_twins(box)
    found = differing(damaged_cards.remove_twin(one_card(box.id), box.id), box.id, path)
    assert found == replace(whole(box.id), twins=tuple(sorted(twins[1:])))


@given(box_id=BOXES, data=st.data(), degrees=st.sampled_from([-90, 90, 180]))
@damaged
def test_a_turned_arrow_is_another_move_or_none(path, box_id, data, degrees):
    number = slot_of(box_id, data)
    found = differing(
        damaged_cards.turn_arrow(one_card(box_id), box_id, number, degrees), box_id, path
    )
    assert found.position == whole(box_id).position
    moves = {slot.move for slot in found.slots}
    assert whole(box_id).slots[number].move not in moves or found.faults
    assert moves != {slot.move for slot in whole(box_id).slots}


@given(box_id=BOXES, data=st.data())
@damaged
def test_a_changed_letter_is_read(path, box_id, data):
    number = slot_of(box_id, data)
    found = differing(
        damaged_cards.change_letter(one_card(box_id), box_id, number, "Q"), box_id, path
    )
    assert replace(found, faults=()) == changed_slot(whole(box_id), number, letter="Q", beads=None)
    assert "the legend has no line for Q" in found.faults


@given(box_id=BOXES, data=st.data())
@damaged
def test_a_missing_badge_is_named(path, box_id, data):
    number = slot_of(box_id, data)
    found = differing(damaged_cards.remove_badge(one_card(box_id), box_id, number), box_id, path)
    assert replace(found, faults=()) == changed_slot(
        whole(box_id), number, letter="", symbol="", beads=None
    )
    assert any("has no badge" in fault for fault in found.faults)


@given(box_id=BOXES, data=st.data(), beads=st.integers(2, 99))
@damaged
def test_another_number_of_beads_is_read(path, box_id, data, beads):
    number = slot_of(box_id, data)
    found = differing(
        damaged_cards.change_beads(one_card(box_id), box_id, number, f"× {beads}"), box_id, path
    )
    assert found == changed_slot(whole(box_id), number, beads=beads)


def cells(box_id, wanted):
    """Columns and rows of the cells that hold a piece, or of those that do not."""
    content = whole(box_id).position.cells
    return [(cell % 3, cell // 3) for cell in range(9) if bool(content[cell]) == wanted]


def content_at(box_id, cell):
    column, row = cell
    return whole(box_id).position.cells[column + 3 * row]


def contents(box_id, changes):
    """The contents of a box's cells, with some changed: column and row, and what is there
    instead.
    """
    cells = list(whole(box_id).position.cells)
    for (column, row), content in changes.items():
        cells[column + 3 * row] = content
    return tuple(cells)


@given(box_id=BOXES, data=st.data())
@damaged
def test_a_moved_pawn_is_read_where_it_stands(path, box_id, data):
    start = data.draw(st.sampled_from(cells(box_id, wanted=True)))
    end = data.draw(st.sampled_from(cells(box_id, wanted=False)))
    found = differing(damaged_cards.move_piece(one_card(box_id), box_id, start, end), box_id, path)
    assert found.position.cells == contents(box_id, {start: 0, end: content_at(box_id, start)})


@given(box_id=BOXES, data=st.data())
@damaged
def test_a_missing_pawn_is_missed(path, box_id, data):
    at = data.draw(st.sampled_from(cells(box_id, wanted=True)))
    found = differing(damaged_cards.remove_piece(one_card(box_id), box_id, at), box_id, path)
    assert found.position.cells == contents(box_id, {at: 0})


@given(box_id=BOXES, data=st.data())
@damaged
def test_a_pawn_of_the_wrong_side_is_read_as_such(path, box_id, data):
    at = data.draw(st.sampled_from(cells(box_id, wanted=True)))
    found = differing(damaged_cards.swap_piece(one_card(box_id), box_id, at), box_id, path)
    swapped = contents(box_id, {at: 3 - content_at(box_id, at)})
    assert found == replace(
        whole(box_id), position=msgspec.structs.replace(found.position, cells=swapped)
    )


@given(box_id=BOXES)
@damaged
def test_a_changed_id_is_read(path, box_id):
    found = differing(damaged_cards.change_id(one_card(box_id), box_id, "Z99"), "Z99", path)
    assert found == replace(whole(box_id), id="Z99")


@given(box_id=BOXES, data=st.data())
@damaged
def test_an_arrow_that_is_covered_is_named(path, box_id, data):
    number = slot_of(box_id, data)
    found = differing(damaged_cards.cover_arrow(one_card(box_id), box_id, number), box_id, path)
    assert any("is covered" in fault for fault in found.faults)


def test_two_cards_with_one_id_are_both_read(path):
    found = read(damaged_cards.change_id(document(KIT), "B3", "C1"), kit_of(KIT), path)
    assert [box.id for box in found].count("C1") == 2
    assert replace(whole("B3"), id="C1") in found
