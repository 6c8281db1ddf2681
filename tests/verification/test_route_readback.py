"""The route, read back: what it says is what the rules say, and each damage to it is named with
its box.
"""

import re
from dataclasses import replace

import msgspec
import pytest
from counting import at_least_one
from jobs import kit_of
from prints import document, drawing_checks, write_print
from sampling import few, sample

from kitgen.paper.document import Document
from kitgen.paper.marks.scene import Polygon, Text
from kitgen.paper.parts.route import BADGE_PT, route_places

KITS = ("her", "menace", "awari-mini")
#: Letters of answers and of what follows on them, in points; of ids.
SMALL = 9.2
LARGE = 11.2


def route_faults(tmp_path, name, change=None, **choices):
    """Return what verify finds in the route of a kit; of its first page alone after a change to
    the marks there.
    """
    whole = document(name, ("route",), **choices)
    sheets = whole.sheets
    if change is not None:
        scene = replace(sheets[0].scene, marks=change(list(sheets[0].scene.marks)))
        sheets = (replace(sheets[0], scene=scene),)
    drawn = Document(whole.title, whole.author, whole.subject, whole.language, sheets)
    checks = drawing_checks(kit_of(name, **choices), write_print(tmp_path / "kit.pdf", drawn, name))
    (check,) = [
        check for check in checks if check.name == "every answer leads on as the route says"
    ]
    return check.faults


def is_goal(mark):
    """Whether a mark says what follows on an answer: bold letters of the size of entries."""
    return isinstance(mark, Text) and mark.bold and mark.size == SMALL


def goals(marks, kind=r".*"):
    """Return where it stands among the marks."""
    return [
        index for index, mark in enumerate(marks) if is_goal(mark) and re.fullmatch(kind, mark.text)
    ]


def answered(marks):
    """Return where the last goal with an answer before it stands, in a block that is not the
    first.
    """
    before = ((index, marks[index - 1]) for index in goals(marks)[:12])
    return max(
        index
        for index, mark in before
        if isinstance(mark, Text) and mark.size == SMALL and not mark.bold
    )


def heads(marks):
    """Return where the heads of blocks stand, and the signs of images beside them."""
    return [
        index
        for index, mark in enumerate(marks)
        if isinstance(mark, Text) and mark.bold and mark.size == LARGE
    ]


def box_of(marks, index):
    """Return the id of the box in whose block a mark stands: blocks are drawn one after the
    other.
    """
    before = [marks[head].text for head in heads(marks) if head < index]
    return [text for text in before if re.search(r"\w", text)][-1]


def with_text(marks, index, text):
    return [*marks[:index], msgspec.structs.replace(marks[index], text=text), *marks[index + 1 :]]


def without(marks, *gone):
    return [mark for index, mark in enumerate(marks) if index not in gone]


@pytest.mark.parametrize("name", few([*KITS, "him", "gardner24"], one_in=8))
def test_a_faultless_route_is_read_back(tmp_path, name):
    assert route_faults(tmp_path, name) == ()


@pytest.mark.every
def test_so_is_one_of_boards_that_are_mirrored_from_top_to_bottom(tmp_path):
    assert route_faults(tmp_path, "told:frogs-and-toads") == ()


@pytest.mark.parametrize(
    "choices",
    few(
        [{"express": True}, {"forced": "skip"}, {"expect": "sensible"}, {"merged": False}], one_in=4
    ),
    ids=str,
)
def test_so_is_that_of_other_choices(tmp_path, choices):
    assert route_faults(tmp_path, "her", **choices) == ()


@pytest.mark.every
def test_an_only_move_that_can_be_made_on_either_side_leads_on_from_both(tmp_path):
    """Without a box the machine may make either image: the sheet tells of both, or leaves the
    box to be found.
    """
    kit = kit_of("her-3x4", forced="skip")
    game = kit.game
    two_ways_on = 0
    for view, legs in route_places(kit, turned=False):
        for leg in legs if view is not None else ():
            position = game.play(view.position, leg.move).position
            for following in leg.nexts:
                if len(following.answers) == 2:
                    first, _ = following.answers
                    after = game.play(position, first).position
                    two_ways_on += len(game.legal_moves(after)) == 2
    assert two_ways_on
    assert route_faults(tmp_path, "her-3x4", forced="skip") == ()


def named(tmp_path, name, change, words):
    """Whether a change is found, and the fault names the box in whose block it was made."""
    box = []

    def changed(marks):
        place, new = change(marks)
        box.append(box_of(marks, place))
        return new

    faults = route_faults(tmp_path, name, changed)
    return any(
        re.match(rf"(box {box[0]}\W* |the start )", fault) and words in fault
        for fault in at_least_one(faults)
    )


def swapped(marks):
    """Two neighbours of one line that lead to different places, each with the other's goal."""
    one, two = next(
        (a, b)
        for a, b in zip(goals(marks)[4:], goals(marks)[5:], strict=False)
        if marks[a].text != marks[b].text and box_of(marks, a) == box_of(marks, b)
    )
    return one, with_text(with_text(marks, one, marks[two].text), two, marks[one].text)


def dropped(marks):
    """One goal and the answer before it."""
    place = answered(marks)
    return place, without(marks, place, place - 1)


def other_id(marks):
    place = next(index for index in goals(marks, r"[A-Z]?[0-9]+.*")[3:])
    row, number, sign = re.fullmatch(r"([A-Z]?)([0-9]+)(.*)", marks[place].text).groups()
    return place, with_text(marks, place, f"{row}{2 if number == '1' else 1}{sign}")


def no_goal(marks):
    place = answered(marks)
    return place, without(marks, place)


def extra(marks):
    """An answer that there is not, with a place to go."""
    place = answered(marks)
    more = [
        msgspec.structs.replace(
            marks[place - 1], text="zz", at=(marks[place].at[0] + 8, marks[place].at[1] + 0.0)
        ),
        msgspec.structs.replace(marks[place], at=(marks[place].at[0] + 11, marks[place].at[1])),
    ]
    return place, [*marks, *more]


def covered(marks):
    place = answered(marks)
    x, y = marks[place].at
    return place, [
        *marks,
        Polygon(((x - 1, y - 3), (x + 8, y - 3), (x + 8, y + 1), (x - 1, y + 1)), fill="#FFFFFF"),
    ]


@pytest.mark.parametrize("name", few(KITS, one_in=16))
@pytest.mark.parametrize(
    ("change", "words"),
    [
        (swapped, "instead of"),
        (dropped, "is missing"),
        (other_id, "instead of"),
        (no_goal, "leads nowhere"),
        (extra, "should not be there"),
        (covered, "is covered"),
    ],
    ids=["two swapped", "one left out", "another id", "no goal", "one too many", "one covered"],
)
def test_a_damaged_entry_is_named_with_its_box(tmp_path, name, change, words):
    assert named(tmp_path, name, change, words)


@pytest.mark.parametrize(
    ("name", "sign", "other"),
    sample([("her", "⇄", ""), ("menace", "▶", "◀"), ("menace", "⇄", "")], one_in=4),
)
def test_another_sign_is_named_with_its_box(tmp_path, name, sign, other):
    def change(marks):
        place = next(index for index in goals(marks, rf"[A-Z][0-9]+.*{sign}.*")
                     if box_of(marks, index) != "Start")  # fmt: skip
        return place, with_text(marks, place, marks[place].text.replace(sign, other))

    assert named(tmp_path, name, change, "instead of")


@pytest.mark.parametrize(
    ("name", "end", "other"), sample([("her", "–", "+"), ("awari-mini", "■", "?")], one_in=3)
)
def test_another_end_of_the_game_is_named_with_its_box(tmp_path, name, end, other):
    def change(marks):
        place = goals(marks, re.escape(end))[0]
        return place, with_text(marks, place, other)

    assert named(tmp_path, name, change, f"is {other} instead of {end}")


def test_a_box_that_stands_elsewhere_lies_otherwise_or_is_left_out_is_named(tmp_path):
    def renamed(marks):
        place = next(index for index in heads(marks) if marks[index].text == "B2")
        return with_text(marks, place, "B3")

    def turned(marks):
        return without(marks, next(index for index in heads(marks) if marks[index].text == "⇄"))

    def without_head(marks):
        return without(marks, next(index for index in heads(marks) if marks[index].text == "B2"))

    assert any(
        "picture is not the box" in fault
        for fault in at_least_one(route_faults(tmp_path, "her", renamed))
    )
    assert any(
        "picture is not the box" in fault
        for fault in at_least_one(route_faults(tmp_path, "her", turned))
    )
    assert any(
        "box B2 as" in fault for fault in at_least_one(route_faults(tmp_path, "her", without_head))
    )


def test_a_line_with_the_badge_of_another_bead_is_named(tmp_path):
    def change(marks):
        badges = [
            index
            for index, mark in enumerate(marks)
            if isinstance(mark, Text) and mark.size == BADGE_PT
        ]
        one, two = badges[:2]
        return with_text(with_text(marks, one, marks[two].text), two, marks[one].text)

    assert any(
        "the badge of line" in fault
        for fault in at_least_one(route_faults(tmp_path, "her", change))
    )


def test_a_page_without_a_route_is_not_believed(tmp_path):
    *first, last = route_faults(tmp_path, "her", lambda _: [])
    assert first[0] == "the start is missing"
    assert len(first) == int(re.fullmatch(r"and ([0-9]+) more", last)[1]) == 10, "20 in all"
