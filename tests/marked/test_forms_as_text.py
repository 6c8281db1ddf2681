"""Sheets to be marked as readable text: their codes, where rows and bubbles lie, and the example,
for kits that ask in each way.
"""

from collections import Counter
from itertools import pairwise

import pytest
from counting import at_least
from jobs import kit_of

from kitgen.errors import RecordError
from kitgen.forms import places
from kitgen.forms.form import COUNT, LOG, Area, FormCode, parse_form_code
from kitgen.forms.places import (
    Group,
    Moves,
    RowShape,
    count_numbers,
    counts_add_up,
    form_codes,
    make_form,
    most_turns,
    usual_turns,
)

#: Kits by how their rows ask: by boxes, by replies, by the machine's own moves, by pairs of cells;
#: with both sides, with many boxes, with games that go on.
KITS = ("her", "him", "menace", "ladder", "awari-mini", "hexapawn:4x4", "nim:12")


def shown_row(form, row):
    """Each group of a row: its field, its turn, and its bubbles from the first to the last."""
    groups = {}
    for bubble in form.example if row < 0 else form.bubbles:
        if bubble.row == row:
            groups.setdefault((bubble.field, bubble.turn), []).append(bubble)
    for (field, turn), bubbles in groups.items():
        first = bubbles[0]
        last = bubbles[-1]
        steps = {f"{after.x - before.x:.2f}" for before, after in pairwise(bubbles)}
        yield (
            f"{field} {turn}: {first.x:.1f} to {last.x:.1f} by {' '.join(sorted(steps)) or '-'} "
            f"at {first.y:.1f}: {' '.join(bubble.value or '+' for bubble in bubbles)}"
        )


def shown_form(kit, form):
    """A sheet as text: its first and last row, and how many of all else there are."""
    yield f"{form.code.text}"
    corners = " ".join(f"{one.x:.1f},{one.y:.1f}" for one in form.corners)
    yield f"  corners of {form.corners[0].side:g} at {corners}"
    code = ", ".join(f"{one:.1f}" for one in form.code_at)
    yield f"  {len(form.squares)} squares, code at {code}, bubbles of {form.diameter:.2f}"
    references = f"{len(form.empty)} empty, {len(form.full)} full"
    yield f"  references: {references}, at {form.empty[0][0]:.1f},{form.empty[0][1]:.1f}"
    yield f"  {len(form.rows)} rows, {form.rows[0].name} to {form.rows[-1].name}"
    for row in (-1, 0, len(form.rows) - 1):
        strip = form.example_row if row < 0 else form.rows[row]
        place = f"{strip.x:.1f},{strip.y:.1f}, {strip.width:.1f} by {strip.height:.1f}"
        yield f"  row {strip.name or 'of the example'}: {place}"
        yield from (f"    {line}" for line in shown_row(form, row))
    of_rows = Counter(label.row for label in form.labels)
    yield f"  labels: {of_rows[-1]} of the example, {of_rows[0]} of the first row"
    for label in form.labels[:3]:
        place = f"{label.x:.1f},{label.y:.1f}, {label.width:.1f}"
        yield f"    {label.field} {label.turn} of row {label.row}: {place}"
    example = places.example_marks(kit, form)
    yield f"  example: {', '.join(f'{one.field} {one.turn} {one.value}' for one in example)}"


@pytest.mark.parametrize("name", KITS)
def test_each_sheet_of_a_kit_as_text(golden, name):
    kit = kit_of(name)
    lines = []
    for part in (LOG, COUNT):
        for page in ("a4", "letter"):
            codes = form_codes(kit, part, page)
            numbers = f"{len(codes)} sheets, up to {codes[-1].last}"
            lines.append(f"{part}, {page}: {numbers}")
            if page == "a4":
                for code in dict.fromkeys((codes[0], codes[-1])):
                    lines += [f"  {line}" for line in shown_form(kit, make_form(kit, code))]
    golden(f"said/forms-{name.replace(':', '-')}", "\n".join(lines))


def test_what_is_asked_and_how_long_rows_are(golden):
    lines = []
    for name in at_least(7, KITS):
        kit = kit_of(name)
        moves = Moves(kit)
        first = moves.replies(1)
        later = moves.replies(2)
        lines += [
            f"{name}: turns {usual_turns(kit)}, at most {most_turns(kit)}",
            f"    counted: {count_numbers(kit)}, version 1 {count_numbers(kit, 1)}",
            f"    added up: {counts_add_up(kit)}, version 1 {counts_add_up(kit, 1)}",
            f"    before turn 1: {' '.join(first)}",
            f"    before turn 2: {' '.join(later)}",
            f"    before any turn: {' '.join(moves.replies(1, longer=True))}",
            f"    own: {' '.join(moves.own(kit.boxes))}; paired {moves.paired}",
        ]
        by_box = places.box_turns(kit, 3, longer=False)
        for turn in by_box or []:
            text = "; ".join(f"{group.field} {' '.join(group.values)}" for group in turn)
            lines.append(f"    with boxes: {text}")
        for turn in places.reply_turns(kit, 2, longer=False):
            text = "; ".join(f"{group.field} {len(group.values)}" for group in turn)
            lines.append(f"    with replies: {text}")
    golden("said/what-forms-ask", "\n".join(lines))


def test_sheets_that_a_kit_does_not_have_are_refused():
    kit = kit_of("her")
    good = form_codes(kit, LOG, "a4")[0]
    assert make_form(kit, good).code == good
    for other in (
        FormCode(**{**fields_of(good), "turns": 0}),
        FormCode(**{**fields_of(good), "turns": 9}),
        FormCode(**{**fields_of(good), "last": good.first - 1}),
        FormCode(**{**fields_of(good), "last": good.first + 98}),
        FormCode(**{**fields_of(form_codes(kit, COUNT, "a4")[0]), "last": 99}),
        FormCode(**{**fields_of(form_codes(kit, COUNT, "a4")[0]), "first": 7, "last": 6}),
    ):
        with pytest.raises(RecordError, match=r"^kit 'her' has no sheet 'KITGEN-FORM"):
            make_form(kit, other)


def fields_of(code):
    return {name: getattr(code, name) for name in FormCode.__dataclass_fields__}


GOOD = "KITGEN-FORM:1 LOG-MARKS HER C0FFEE12 GARDNER A4 2 26-50 3"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (GOOD, None),
        (GOOD.lower(), None),
        (f" {GOOD}\n", None),
        (GOOD.replace(" 3", " 3+"), None),
        (GOOD.replace("FORM:1", "LOG:1"), "it begins with kitgen-form:1 or kitgen-form:2"),
        (GOOD.replace(":1", ""), "it begins with kitgen-form:1 or kitgen-form:2"),
        (GOOD.replace(":1", ":3"), "is a code of version '3'; this kitgen reads 1 and 2"),
        (GOOD.replace(":1", ":2"), "its words are wrong"),
        (GOOD.replace("A4", "A5"), "its words are wrong"),
        (GOOD.replace("LOG-MARKS", "LOG"), "its words are wrong"),
        (GOOD.replace("C0FFEE12", "C0FFEE1"), "'c0ffee1' is not a hash of eight digits"),
        (GOOD.replace("C0FFEE12", "C0FFEE1G"), "'c0ffee1g' is not a hash of eight digits"),
        (GOOD.replace(" 2 ", " 0 "), "its words are wrong"),
        (GOOD.replace("26-50", "0-50"), "its words are wrong"),
        (GOOD.replace("26-50", "26"), "its words are wrong"),
        (GOOD.replace(" 3", " 123"), "its words are wrong"),
        (GOOD.replace(" 3", ""), "its words are wrong"),
        (f"{GOOD} 4", "its words are wrong"),
        ("", "it begins with kitgen-form:1 or kitgen-form:2"),
    ],
)
def test_codes_are_read_or_refused_with_their_reason(text, said):
    if said is None:
        code = parse_form_code(text)
        assert (code.kit, code.hash, code.page, code.first, code.last) == (
            "her",
            "c0ffee12",
            "a4",
            26,
            50,
        )
        assert code.longer is text.endswith("+")
        assert parse_form_code(code.text) == code
    else:
        with pytest.raises(RecordError) as caught:
            parse_form_code(text)
        assert said in str(caught.value)
        assert str(caught.value).startswith(f"{text!r} ")


@pytest.mark.parametrize(
    ("room", "lines", "groups"),
    [
        (60, 1, [(0.0, 0), (14.2, 0), (28.4, 0), (54.0, 0)]),
        (50, 1, None),
        (44, 1, None),
        (40, 2, None),
        (24, 3, None),
        (20, 4, None),
    ],
)
def test_a_row_takes_as_few_lines_as_hold_its_bubbles(room, lines, groups):
    void = (Group("void", 0, ("",)),)
    bead = (Group("bead", 1, ("red", "blue")),)
    shape = RowShape((), [bead] * 3, void, room)
    assert shape.lines == lines
    assert 5 <= shape.pitch <= 6
    assert shape.between == (1.6 if lines > 1 else 0)
    assert shape.least == pytest.approx(6.8 * lines + shape.between)
    assert [group.field for group, *_ in shape.groups].count("bead") == 3
    for _, starts, line in shape.groups:
        assert 0 <= starts[0] < starts[-1] <= room + 0.01
        assert 0 <= line < lines
    if groups:
        assert [(round(starts[0], 2), line) for _, starts, line in shape.groups] == groups
    (last,) = [starts for group, starts, _ in shape.groups if group.field == "void"]
    assert last[-1] == pytest.approx(room)


def test_the_area_of_a_form_lies_within_its_page():
    a4 = Area("a4")
    letter = Area("letter")
    assert (a4.page, letter.page) == ((210.0, 297.0), (215.9, 279.4))
    for area in at_least(2, (a4, letter)):
        assert len(area.references) == 12
        xs = [x for x, _ in area.references]
        assert xs == sorted(xs)
        assert len({y for _, y in area.references}) == 1
        squares = list(area.squares([100.0, 120.0]))
        assert len({square.side for square in squares}) == 1
        sides = [square for square in squares if square.y in (100.0, 120.0)]
        assert len(sides) == 4
