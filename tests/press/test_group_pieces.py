"""What is cut out for a group has its sign; a class is told of its groups, its beads and its
journals.
"""

import math
from io import BytesIO
from itertools import combinations, pairwise

import numpy as np
import pytest
from command_answers import result_of, run
from counting import at_least, at_least_one
from jobs import LANGUAGES, kit_of
from PIL import Image
from printed_words import words_on
from sampling import few

from kitgen.paper.document import Sign
from kitgen.paper.layout.group_signs import GRID_MM, LABEL_SIGNS_MM, draw_sign, free_sign
from kitgen.paper.marks.scene import BLACK, WHITE, Scene, Text, rectangle
from kitgen.press.print_run import make_document
from kitgen.render.png import png_bytes

#: The groups of a usual class.
USUAL_GROUPS = 8


def outline(group):
    """Return the black and white dots of a sign without its number, at the smallest size on a
    label, at 300 dpi.
    """
    scene = Scene(4, 4)
    shape, _ = draw_sign(group, Sign((2, 2), min(LABEL_SIGNS_MM)))
    scene.add(shape)
    picture = Image.open(BytesIO(png_bytes(scene, 300))).convert("L")
    dark = np.asarray(picture) < 128
    # What lies inside the outline counts, whatever it is filled with: fill from the corner.
    outside = np.zeros_like(dark)
    outside[0, 0] = True
    for _ in range(sum(dark.shape)):
        grown = outside.copy()
        for axis in (0, 1):
            for step in (-1, 1):
                grown |= np.roll(outside, step, axis)
        grown &= ~dark
        if (grown == outside).all():
            break
        outside = grown
    return ~outside


def test_the_signs_of_a_usual_class_have_eight_outlines_that_differ_at_print_size():
    outlines = [outline(group) for group in range(1, USUAL_GROUPS + 1)]
    for one, other in at_least(28, list(combinations(outlines, 2))):
        assert (one ^ other).sum() > 0.1 * (one | other).sum()


def test_each_width_of_a_sign_may_find_room_where_the_wider_one_before_has_none():
    """It takes fewer squares of the grid: else it would be looked for in vain."""
    squares = [math.ceil(width / GRID_MM) for width in LABEL_SIGNS_MM]
    for wider, narrower in at_least(2, list(pairwise(squares))):
        assert narrower < wider


def test_numbers_tell_later_groups_apart():
    looks = {repr(draw_sign(group, Sign((2, 2), 4))[0]) for group in range(1, 2 * USUAL_GROUPS + 1)}
    assert len(looks) == 2 * USUAL_GROUPS


@pytest.mark.parametrize(
    ("part", "kit", "options", "pieces"),
    [
        ("cards", "her", {}, 19),
        ("cards", "her", {"cards_duplex": "long"}, 19),
        ("boxes", "her", {}, 38),
        ("chips", "nim:8", {}, 24),
        ("chips", "nim:8", {"chips_face": "number"}, 24),
        ("labels", "her", {}, 19),
    ],
)
def test_each_piece_that_is_cut_out_has_the_sign_of_its_group(part, kit, options, pieces):
    document = make_document(kit, parts=[part], groups=7, **options)
    plain = make_document(kit, parts=[part], **options)
    for group in (1, 7):
        own = [sheet for sheet in document.sheets if sheet.group == group]
        heads = sum(sheet.framed for sheet in own)
        assert sum(len(sheet.signs) for sheet in own) == pieces
        more = sum(len(sheet.scene.marks) for sheet in own) - sum(
            len(sheet.scene.marks) for sheet in plain.sheets
        )
        assert more >= 2 * (pieces + heads)


def test_a_sign_covers_nothing_on_cards_and_chips():
    """A sign lies on no letter: the middles of all other letters are outside it."""
    for part, kit in (("cards", "her"), ("chips", "nim:8"), ("boxes", "her")):
        for sheet in at_least_one(
            [sheet for sheet in make_document(kit, parts=[part], groups=2).sheets if sheet.signs]
        ):
            numbers = {(round(sign.at[0], 3)) for sign in sheet.signs}
            letters = [
                mark
                for mark in sheet.scene.marks
                if isinstance(mark, Text) and mark.text != f"{sheet.group}"
            ]
            assert numbers
            for sign in sheet.signs:
                near = [
                    mark
                    for mark in letters
                    if abs(mark.at[0] - sign.at[0]) < sign.width / 2
                    and abs(mark.at[1] - sign.at[1]) < sign.width / 2
                ]
                assert not near, (part, near)


@pytest.mark.every
@pytest.mark.parametrize("language", few(LANGUAGES, one_in=3))
def test_the_guide_plans_the_groups_of_a_class(language):
    def said(**options):
        sheets = make_document(kit_of("her", language=language), parts=["guide"], **options).sheets
        return words_on(*sheets)

    assert said(groups=7).count("7") > said().count("7") + 1


def test_own_beads_are_counted_for_a_class():
    words = (
        "print",
        "her",
        "--beads",
        "red:40,blue:40,yellow:20,green:6",
        "--parts",
        "groups,labels",
        "--dry-run",
    )
    own = result_of(run(*words, "--groups", "6", "--json").stdout)["own_beads"]
    assert own["machines"] == 2
    # Six machines need 114, 102, 42 and 12 beads, and a tenth more to spare, as without own beads.
    assert {row["colour"]: row["beads"] for row in own["class_lacking"]} == {
        "red": 86, "blue": 73, "yellow": 27, "green": 8,
    }  # fmt: skip
    answer = run(*words, "--groups", "6").output
    assert (
        "For all groups of this class these are missing, spares included: "
        "red 86, blue 73, yellow 27, green 8." in answer
    )
    assert "to buy, besides those at hand, with some to spare: red 86, blue 73," in answer
    without = run("print", "her", "--groups", "6", "--parts", "groups", "--dry-run").output
    assert "with some to spare: red 126, blue 113, yellow 47, green 14" in without
    assert "For all groups" not in run(*words[:4], "--parts", "labels", "--dry-run").output


@pytest.mark.every
def test_what_each_group_gets_is_listed_once_before_printing():
    made = run("print", "her", "--groups", "6", "--parts", "labels,guide,board", "--dry-run")
    assert "  16 sheets: guide 4; for each of 6 groups labels 1, board 1\n" in made.output


def test_print_takes_a_group_of_a_class_and_names_the_groups(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run("journal", "new", "her", "--groups", "2", "-o", "class3b").exit_code == 0
    made = run("print", "class3b/2", "--parts", "poster", "--dry-run")
    assert made.exit_code == 0, made.output
    assert "files in output/class3b-2:" in made.output
    # The command can be typed where it is shown.
    assert "To print it: kitgen print class3b/2 --parts poster\n" in made.output
    for words in (["class3b"], ["class3b/5"]):
        refused = run("print", *words, "--dry-run")
        assert refused.exit_code == 2
        assert "class3b/1, class3b/2" in refused.output


#: A label of 10 mm each way, and where something is printed on it: left, top, right, bottom.
PRINTED = {
    "above": (0, 0, 10, 5.2),
    "below": (0, 4.8, 10, 10),
    "at the left": (0, 0, 5.2, 10),
    "at the right": (4.8, 0, 10, 10),
}


def label(*printed, ground=True):
    """Return a label with black marks on its ground."""
    scene = Scene(10, 10)
    if ground:
        scene.add(rectangle(0, 0, 10, 10, "#EEEEEE"))
    for left, top, right, bottom in printed:
        scene.add(rectangle(left, top, right - left, bottom - top, BLACK))
    return scene


@pytest.mark.parametrize("where", PRINTED)
def test_a_sign_keeps_half_a_millimetre_from_what_is_printed_and_from_the_edge(where):
    """Of 4.8 mm that are free, 3.8 remain; a sign 3.6 mm wide would not lie on the grid."""
    sign = free_sign([label(PRINTED[where])])
    assert sign.width == 3.0
    left, top, right, bottom = PRINTED[where]
    x, y = sign.at
    half = sign.width / 2
    apart = max(left - (x + half), x - half - right, top - (y + half), y - half - bottom)
    assert apart >= 0.5
    assert min(x, y) - half >= 0.5
    assert max(x, y) + half <= 9.5


def test_a_sign_is_as_large_as_there_is_room_on_all_cards():
    assert free_sign([label()]).width == 4.4
    sign = free_sign([label(PRINTED["above"]), label(PRINTED["at the left"])])
    assert sign.width == 3.0
    assert min(sign.at) >= 5.2 + 0.5 + 1.5
    assert free_sign([label((0, 0, 10, 6.0))]).width == 3.0
    assert free_sign([label((0, 0, 10, 3.5))]).width == 4.4


@pytest.mark.parametrize(
    "cards",
    [
        [label((0, 0, 10, 7))],
        [label(PRINTED["above"]), label(PRINTED["below"])],
        [label((0, 0, 1, 1), ground=False)],
        [label(), label((0, 0, 1, 1), ground=False)],
    ],
    ids=["no room", "no room on both", "no ground", "no ground on one"],
)
def test_without_room_or_ground_there_is_no_sign(cards):
    assert free_sign(cards) is None


@pytest.mark.parametrize(("group", "filled"), [(1, False), (8, False), (9, True), (16, True)])
def test_from_the_ninth_group_on_signs_are_filled(group, filled):
    shape, number = draw_sign(group, Sign((2, 2), 4))
    assert (shape.fill, number.fill) == ((BLACK, WHITE) if filled else (WHITE, BLACK))
    assert number.text == f"{group}"


def test_the_number_of_a_sign_is_smaller_with_two_digits_and_turns_with_it():
    sizes = [draw_sign(group, Sign((2, 2), 4))[1].size for group in (9, 10)]
    assert sizes[1] == pytest.approx(0.8 * sizes[0])
    _, level = draw_sign(3, Sign((2, 2), 4))
    _, turned = draw_sign(3, Sign((2, 2), 4, turn=90))
    assert level.at[0] == pytest.approx(2)
    assert level.at[1] > 2  # the baseline is below the middle
    assert turned.at[1] == pytest.approx(2)
    assert turned.at[0] < 2
    assert (level.turn, turned.turn) == (0, 90)
