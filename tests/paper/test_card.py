"""Every card is legible: measured on the marks themselves, with geometry that the drawing code
does not use.
"""

import math
import re
from functools import cache
from itertools import chain, combinations, groupby
from typing import get_args

import pytest
from card_geometry import (
    DARK,
    TWIN_FILL,
    Seen,
    apart_by,
    distance,
    inside,
    letter_corners,
    mark_points,
    outline,
    shape,
)
from counting import at_least, at_least_one
from hypothesis import given
from hypothesis import strategies as st
from jobs import LANGUAGES
from prints import document
from sampling import few, sample
from scene_text import dump

from kitgen.errors import UsageError
from kitgen.kit.build import build_kit
from kitgen.kit.editions import Wish
from kitgen.kit.palette import SYMBOLS, Colour, LineStyle, read_palette
from kitgen.paper.card import moves
from kitgen.paper.card.board import draw_box, image
from kitgen.paper.card.faces import Cards
from kitgen.paper.card.moves import Arrow, contrast, draw_badge, letter_colour
from kitgen.paper.marks.scene import (
    POINT,
    Disc,
    Line,
    Path,
    Polygon,
    Text,
    circle_points,
    clear,
    convex_hull,
)
from kitgen.paper.stock import read_stock
from kitgen.reading.templates import Templates
from kitgen.reading.texts import Texts

TEMPLATES = Templates()
SMALL = [("her", None), ("him", None), ("gardner24", None)]
LARGE = [("hexapawn:4x3", side) for side in ("black", "white")] + [
    ("hexapawn:3x4", side) for side in ("black", "white")
]
SIZES = ("35x15", "matchbox", "poker", "L7160")
#: Of large kits every second card is drawn at the hardest and the usual size, and fewer at the
#: others.
EVERY = {"35x15": 2, "matchbox": 2, "poker": 5, "L7160": 5}
#: Bought sheets are cut beforehand, and printers miss them by a little: nothing stands so near to
#: the edge of a label, in mm.
BOUGHT_INSET_MM = 2
#: The thinnest line that printers draw: 0.2 pt, in mm.
MIN_LINE_MM = 0.071
#: The smallest letters, in points.
MIN_LETTER_PT = 5
#: The least contrast of a letter with its ground (WCAG 2, level AA).
MIN_CONTRAST = 4.5
#: What may be lost when numbers are rounded.
ROUNDING_MM = 1e-6
ROUNDING_PT = 1e-9
#: The room for a square board on a matchbox's label, in mm.
BOARD_MM = 31.4
#: The usual label, of a matchbox, in mm.
LABEL_WIDTH_MM = 53
LABEL_HEIGHT_MM = 36


@cache
def kit_of(name, side=None, palette=None, language="en"):
    return build_kit(name, Wish(side=side, palette=palette, language=language))


@cache
def drawn(name, side, size, step=1):
    """Return the boxes of a kit with their cards, every ``step``-th."""
    cards = cards_of(name, side, size)
    return [(box, cards.draw(box)) for box in cards.kit.boxes[::step]]


@cache
def cards_of(name, side, size, palette=None, language="en"):
    stock = read_stock(size, TEMPLATES)
    texts = Texts(language, TEMPLATES)
    inset = BOUGHT_INSET_MM if stock.page else 0
    return Cards(
        kit_of(name, side, palette, language), stock.width, stock.height, texts, inset=inset
    )


# --- every card
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("of", "size"), few([*SMALL, *LARGE], SIZES, one_in=14))
def test_nothing_on_a_card_hides_anything(of, size):
    name, side = of
    step = EVERY[size] if (name, side) in LARGE else 1
    for box, scene in drawn(name, side, size, step):
        check_card(scene, box, f"{name} {side} {box.id} at {size}")


@pytest.mark.parametrize("size", ["35x15", "matchbox"])
@pytest.mark.parametrize("language", few(LANGUAGES, one_in=3))
def test_grey_cards_are_as_clear(language, size):
    kit = kit_of("her", None, "grey", language)
    cards = cards_of("her", None, size, "grey", language)
    for box in kit.boxes:
        check_card(cards.draw(box), box, f"{box.id} at {size}")


def check_card(scene, box, where):
    seen = Seen(scene)
    assert len(seen.badges) == len(seen.legend) == len(seen.arrows) == len(box.slots), where
    assert len(seen.twins) == sum(len(slot.moves) - 1 for slot in box.slots), where
    assert len(seen.pieces) == sum(content != 0 for content in box.position.cells), where
    check_badges(seen, where)
    check_letters(seen, box, where)
    strokes = [getattr(mark, "stroke", None) for mark in scene.marks]
    assert min(stroke.width for stroke in strokes if stroke) >= MIN_LINE_MM, where
    for mark in scene.marks:
        for x, y in mark_points(mark):
            assert -ROUNDING_MM <= x <= scene.width + ROUNDING_MM, where
            assert -ROUNDING_MM <= y <= scene.height + ROUNDING_MM, where


def check_badges(seen, where):
    badges = [outline(mark) for mark, _ in seen.badges]
    for one, other in combinations(badges, 2):
        assert apart_by(one, other, 0.05), f"{where}: two badges touch"
    for badge in badges:
        for piece in seen.pieces:
            assert apart_by(badge, outline(piece), 0.03), f"{where}: a badge touches a piece"
        for arrow in [*seen.arrows, *seen.twins]:
            assert apart_by(badge, head_of(arrow), 0.03), f"{where}: a badge touches an arrowhead"
    shafts = [shaft_of(arrow) for arrow in seen.arrows]
    for (mark, _), arrow, shaft in zip(seen.badges, seen.arrows, shafts, strict=True):
        assert mark.fill == arrow.fill, where
        lines = (mark.stroke.width + arrow.stroke.width) / 2
        own = distance(outline(mark), shaft)
        assert own - lines <= 0.5, f"{where}: a badge stands off its arrow"
        others = [other for other in shafts if other is not shaft]
        assert all(apart_by(outline(mark), other, own + 0.02) for other in others), where


# An arrow is drawn with seven corners: two at the tail's one side, three round the head with the
# tip in their middle, and two back to the tail's other side.


def is_arrow(mark):
    return isinstance(mark, Polygon) and len(mark.points) == 7


def head_of(arrow):
    return list(arrow.points[2:5])


def tip_of(arrow):
    return arrow.points[3]


def shaft_of(arrow):
    return [*arrow.points[:2], *arrow.points[5:]]


def axis_of(arrow):
    """Return the middle of the shaft's end at the tail, and of that at the head."""
    at_tail, at_head, other_at_head, other_at_tail = shaft_of(arrow)
    return middle(at_tail, other_at_tail), middle(at_head, other_at_head)


def check_letters(seen, box, where):
    assert min(text.size for text in seen.texts) >= MIN_LETTER_PT - ROUNDING_PT, where
    for mark, text in [*seen.badges, *seen.legend]:
        assert contrast(text.fill, mark.fill) >= MIN_CONTRAST, where
        shape = outline(mark)
        assert all(inside(corner, shape) for corner in letter_corners(text)), (
            f"{where}: {text.text} leaves its badge"
        )
    (name,) = [text for text in seen.texts if text.text == box.id]
    assert name.bold, where
    assert name.size == max(text.size for text in seen.texts), where
    words = [text for text in seen.texts if not text.bold]
    panel = [letter_corners(text) for text in [*words, name]]
    panel += [outline(mark) for mark, _ in seen.legend]
    for one, other in combinations([*panel, list(seen.frame.points), list(seen.edge.points)], 2):
        assert apart_by(one, other, 0.02), f"{where}: words, legend, board or edge mark touch"
    assert sum(text.text.startswith("×") for text in words) == len(box.slots), where
    ground = grown(seen.ground)
    corners = chain(*map(letter_corners, seen.texts))
    assert all(inside(corner, ground) for corner in corners), where


def grown(ground):
    """Return the corners of a card's ground, a little further out: letters may lie on its edge."""
    (left, top), _, (right, bottom), _ = ground.points
    return [
        (left - 0.01, top - 0.01),
        (right + 0.01, top - 0.01),
        (right + 0.01, bottom + 0.01),
        (left - 0.01, bottom + 0.01),
    ]


@pytest.mark.parametrize(("name", "side"), sample([*SMALL, LARGE[0], LARGE[3]], one_in=4))
@pytest.mark.parametrize("size", ["35x15", "poker"])
def test_arrows_lead_from_their_piece_to_their_target(name, side, size):
    kit = kit_of(name, side)
    last = len(kit.game.diagram.centres) - 1
    step = EVERY[size] if (name, side) in LARGE else 1
    for box, scene in at_least_one(drawn(name, side, size, step)):
        seen = Seen(scene)
        shown = {}
        for arrow in [*seen.arrows, *seen.twins]:
            tail, _ = axis_of(arrow)
            shown[seen.cell_of(tail), seen.cell_of(tip_of(arrow))] = arrow.fill
        wanted = {}
        for slot in box.slots:
            for number, move in enumerate(slot.moves):
                ends = (move.source, move.target)
                if kit.choices.side == "white":  # its boards are turned by 180 degrees
                    ends = (last - move.source, last - move.target)
                wanted[ends] = TWIN_FILL if number else slot.colour.fill
        assert shown == wanted, box.id
        for arrow in seen.arrows:
            target = seen.cells[0].points  # all cells are of one size
            high = target[2][1] - target[0][1]
            assert high > 0
            assert not any(inside(tip_of(arrow), outline(piece)) for piece in seen.pieces), box.id


def middle(one, other):
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def test_id_and_legend_stand_in_one_place_on_all_cards():
    for size in SIZES:
        cards = cards_of("her", None, size)
        id_places = set()
        legend_places = set()
        frames = set()
        for box in cards.kit.boxes:
            seen = Seen(cards.draw(box))
            id_places.update(text.at for text in seen.texts if text.text == box.id)
            legend_places.add(seen.legend[0][1].at)
            frames.add(tuple(seen.frame.points))
        assert len(id_places) == 1
        assert len(legend_places) == 1
        assert len(frames) == 1


def test_each_turn_has_its_own_tint_and_edge_mark():
    looks = {}
    for box, scene in drawn("hexapawn:4x3", "white", "matchbox"):
        seen = Seen(scene)
        looks.setdefault(box.turn, set()).add((seen.ground.fill, seen.edge.points))
    assert sorted(looks) == [1, 2, 3, 4, 5]
    tints = set()
    heights = []
    for same_on_all_cards in looks.values():
        ((tint, edge_mark),) = same_on_all_cards
        tints.add(tint)
        heights.append(edge_mark[0][1])
    assert len(tints) == 5
    assert heights == sorted(set(heights)), "each turn's mark stands below that of the turn before"


def test_tints_are_too_pale_to_become_noise():
    fills = {Seen(scene).ground.fill for _, scene in drawn("hexapawn:4x3", "white", "matchbox")}
    assert all(contrast(fill, "#FFFFFF") < 1.25 for fill in fills)
    assert all(contrast(fill, "#000000") > 15 for fill in fills)
    grey = cards_of("her", None, "matchbox", "grey")
    assert {Seen(grey.draw(box)).ground.fill for box in grey.kit.boxes} == {"#FFFFFF"}


def test_words_say_turn_and_mirror():
    cards = cards_of("gardner24@1", None, "matchbox")
    box = next(box for box in cards.kit.boxes if box.mirror_of)
    words = " ".join(text.text for text in Seen(cards.draw(box)).texts)
    assert f"turn {box.turn}" in words
    assert f"mirror of {box.mirror_of}" in words
    cards_drawn = drawn("hexapawn:3x4", "black", "matchbox")
    box, scene = next((box, scene) for box, scene in cards_drawn if box.later)
    assert any(text.text == f"turn {box.turn}+" for text in Seen(scene).texts)


def test_no_size_is_suggested_that_is_refused_when_it_is_typed():
    """A strip would have to be longer than labels can be; another shape is named."""
    with pytest.raises(UsageError) as refused:
        document("her", stock="6x120")
    size = re.search(r"--stock (\S+)$", str(refused.value))[1]
    assert document("her", stock=size).sheets


def test_a_card_too_small_says_what_would_do():
    kit = kit_of("her")
    with pytest.raises(
        UsageError,
        match=r"labels of 20 x 9 mm are too small for box \w+ of her; (\d+) x (\d+) mm would do",
    ) as caught:
        Cards(kit, 20, 9, Texts("en", TEMPLATES)).draw(kit.boxes[0])
    would_do = re.search(r"; (\d+) x (\d+) mm would do", str(caught.value))
    width, height = map(int, would_do.groups())
    drawn = Cards(kit, width, height, Texts("en", TEMPLATES))
    assert all(drawn.draw(box) for box in kit.boxes)
    assert width <= 35


def test_badges_of_boards_that_look_alike_are_placed_once(monkeypatch):
    kit = kit_of("her")
    first = draw_box(kit, kit.boxes[3], BOARD_MM, BOARD_MM)
    tried = []
    choice_of = moves._Choice

    def counted(*args, **kwargs):
        tried.append(args)
        return choice_of(*args, **kwargs)

    monkeypatch.setattr(moves, "_Choice", counted)
    assert draw_box(kit, kit.boxes[3], BOARD_MM, BOARD_MM) == first
    assert tried == []
    # That there is no room, as on an arrow of 1 mm, is kept, too.
    arrow = (Arrow((0.0, 0.0), (1.0, 0.0), 7.25, 0.2, 0.5, 0.4, 0.1), kit.boxes[0].slots[0].colour)
    for _ in range(2):
        with pytest.raises(moves.CrowdedError):
            moves.place_badges([arrow], [], 5, (0.0, 0.0, 1.0, 1.0))
    assert len(tried) == 1


@pytest.mark.parametrize("name", few(["her", "him"], one_in=2))
def test_badges_lie_on_their_arrows_and_leave_them_in_view(name):
    kit = kit_of(name)
    for box in at_least_one(kit.boxes):
        marks = draw_box(kit, box, BOARD_MM, BOARD_MM).marks
        arrows = [mark for mark in marks if is_arrow(mark)]
        texts = [mark for mark in marks if isinstance(mark, Text) and mark.bold]
        for slot in at_least_one(box.slots):
            badge = marks[marks.index(text_of(texts, slot.colour.letter)) - 1]
            (arrow,) = (arrow for arrow in arrows if arrow.fill == slot.colour.fill)
            axis = axis_of(arrow)
            covered = [inside(between(*axis, step / 100), outline(badge)) for step in range(101)]
            assert any(covered), f"{box.id} {slot.colour.letter}: beside its arrow"
            # The longest piece of the arrow that the badge leaves in view, in mm.
            runs = [len(list(run)) for hidden, run in groupby(covered) if not hidden]
            in_view = max(runs, default=0) / 100 * math.dist(*axis)
            assert in_view > 0.3, f"{box.id} {slot.colour.letter}: hides its arrow"


def text_of(texts, letter):
    (text,) = (text for text in texts if text.text == letter)
    return text


def between(start, end, share):
    return tuple(a + share * (b - a) for a, b in zip(start, end, strict=True))


#: The most of an arrow that its badge may hide, and how far it may stand beside it, in mm; of a
#: kit's badges so many, at most, stand beside their arrows.
MAX_HIDDEN = 0.6
MAX_BESIDE_MM = 0.5
MAX_SHARE_BESIDE = 0.06
WITH_ARROWS = ("her-4x3", "her-3x4", "her", "him", "gardner24", "told:frogs-and-toads")


@pytest.mark.parametrize("name", few(WITH_ARROWS, one_in=4))
def test_no_badge_hides_the_arrow_to_which_it_belongs(name):
    """On the usual label, of every box: where it is crowded a badge stands close beside."""
    cards = cards_of(name, None, "matchbox")
    beside = 0
    count = 0
    for box in at_least_one(cards.kit.boxes):
        marks = cards.draw(box).marks
        arrows = [mark for mark in marks if is_arrow(mark)]
        for slot in at_least_one(box.slots):
            (arrow,) = (shape(mark.points) for mark in arrows if mark.fill == slot.colour.fill)
            badges = [
                shape(outline(marks[number - 1]))
                for number, mark in enumerate(marks)
                if isinstance(mark, Text) and mark.bold and mark.text == slot.colour.letter
            ]
            badge = min(badges, key=arrow.distance)  # the other one is in the legend
            where = f"{box.id} {slot.colour.letter}"
            assert arrow.intersection(badge).area <= MAX_HIDDEN * arrow.area, where
            assert arrow.distance(badge) <= MAX_BESIDE_MM, where
            count += 1
            if arrow.distance(badge) > 0:
                beside += 1
    assert beside <= MAX_SHARE_BESIDE * count


WITH_MARKS = ("menace", "told:dawson-9", "menace-second", "told:notakto", "told:connect3-3x3")


@pytest.mark.parametrize("name", few(WITH_MARKS, one_in=2))
def test_marks_in_cells_keep_to_their_cells(name):
    cards = cards_of(name, None, "matchbox")
    diagram = cards.kit.game.diagram
    for box in at_least_one(cards.kit.boxes):
        board = draw_box(cards.kit, box, 49.0, BOARD_MM)  # the room on the label, in its width
        cell = (board.width / diagram.width, board.height / diagram.height)
        badges = [mark for mark in board.marks if is_badge(cards.kit, mark)]
        for badge in at_least_one(badges):
            points = outline(badge)
            for axis in (0, 1):
                places = [point[axis] for point in points]
                low = min(places)
                high = max(places)
                assert low // cell[axis] == high // cell[axis], box.id
                middle = (low + high) / 2 % cell[axis]
                assert middle == pytest.approx(cell[axis] / 2, abs=0.1)


def test_a_strip_of_points_fills_its_label():
    """Nine points lie across a label; what stands on them is as large as their distance allows."""
    cards = cards_of("told:dawson-9", None, "matchbox")
    diagram = cards.kit.game.diagram
    for box in at_least_one(cards.kit.boxes):
        marks = cards.draw(box).marks
        grounds = [m for m in marks if isinstance(m, Polygon) and m.fill == "#FFFFFF"]
        board = max(grounds, key=width_of)
        assert width_of(board) > 0.9 * LABEL_WIDTH_MM
        assert width_of(board) * height_of(board) >= LABEL_WIDTH_MM * LABEL_HEIGHT_MM / 6
        apart = width_of(board) / diagram.width
        pieces = [width_of(mark) for mark in marks if is_round_and_dark(mark)]
        assert min(at_least_one(pieces)) > 0.7 * apart


def is_round_and_dark(mark):
    """Return whether a mark is dark and nearly as wide as high: a piece, and no line."""
    if not isinstance(mark, Disc | Path | Polygon) or mark.fill != DARK:
        return False
    return abs(width_of(mark) - height_of(mark)) < 0.3


def width_of(mark):
    return extent_of(mark, 0)


def height_of(mark):
    return extent_of(mark, 1)


def extent_of(mark, axis):
    places = [point[axis] for point in outline(mark)]
    return max(places) - min(places)


def is_badge(kit, mark):
    return getattr(mark, "fill", None) in {colour.fill for colour in kit.palette}


def test_mirror_images_show_the_mirrored_moves():
    kit = kit_of("her")
    mirror = kit.symmetries.all[1]
    for box in at_least(19, kit.boxes):
        position, slots = image(box.position, box.slots, mirror)
        assert position == mirror.position(box.position)
        legal = kit.game.legal_moves(position)
        assert sorted(move for slot in slots for move in slot.moves) == sorted(legal)
        board = draw_box(kit, box, 30, 30, mirror)  # three cells of 10 mm each way
        arrows = [mark for mark in board.marks if is_arrow(mark) and mark.stroke.colour == DARK]
        for arrow, slot in zip(arrows, slots, strict=True):
            x, y = tip_of(arrow)
            column = int(x // 10)
            row = int(y // 10)
            assert row * 3 + column == slot.moves[0].target, box.id


# --- other games
# -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", few(["matchbox", "poker", "L7160", "5160"], one_in=4))
@pytest.mark.parametrize("name", ["menace", "ladder", "awari-mini", "menace-second"])
def test_other_games_are_drawn_without_knowing_them(name, size):
    kit = kit_of(name)
    cards = cards_of(name, None, size)
    for box in at_least(2, kit.boxes[::7]):
        scene = cards.draw(box)
        seen = Seen(scene)
        assert len(seen.badges) == len(seen.legend) == len(box.slots)
        badges = [outline(mark) for mark, _ in seen.badges]
        pieces = [outline(mark) for mark in scene.marks if is_cross(mark) or is_disc_or_ring(mark)]
        digits = [t for t in seen.texts if not t.bold and t.text.isdigit()]
        for one, other in combinations(badges, 2):
            assert apart_by(one, other, 0.05), box.id
        for badge in badges:
            assert all(apart_by(badge, piece, 0.02) for piece in pieces), box.id
            assert all(apart_by(badge, letter_corners(digit), 0) for digit in digits), box.id
        assert min(text.size for text in seen.texts) >= MIN_LETTER_PT - ROUNDING_PT
        if kit.game.diagram.seeds:
            assert sorted(int(d.text) for d in digits) == sorted(box.position.cells)


def is_cross(mark):
    return isinstance(mark, Polygon) and len(mark.points) == 12 and mark.fill == DARK


def is_disc_or_ring(mark):
    if not isinstance(mark, Disc):
        return False
    is_ring = mark.fill is None and bool(mark.stroke)
    return mark.fill == DARK or is_ring


# --- shapes
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("symbol", "size"), few(SYMBOLS, [5, 9, 20], one_in=3))
def test_every_letter_of_the_palettes_fits_every_symbol(symbol, size):
    letters = set()
    for palette in TEMPLATES.names("palettes"):
        for language in TEMPLATES.languages():
            letters |= {colour.letter for colour in read_palette(palette, language, TEMPLATES)}
    for letter in at_least(5, letters):
        mark, text = draw_badge(Colour("x", "x", letter, symbol, "#E69F00"), (10, 10), size)
        slack = 0
        if symbol == "circle" and letter in "GOCS":  # round letters have no corners to leave it
            slack = 0.07 * size * POINT
        left, top = letter_corners(text)[0]
        right, bottom = letter_corners(text)[2]
        corners = [
            (left + slack, top + slack),
            (right - slack, top + slack),
            (right - slack, bottom - slack),
        ]
        assert all(inside(corner, outline(mark)) for corner in corners), letter
        assert (left + right) / 2 == pytest.approx(10)
        assert (top + bottom) / 2 == pytest.approx(10)


@given(st.integers(0, 0xFFFFFF))
def test_a_letter_reads_on_any_colour(number):
    fill = f"#{number:06X}"
    assert contrast(letter_colour(fill), fill) >= MIN_CONTRAST


spots = st.tuples(st.floats(-5, 5), st.floats(-5, 5))


@given(spots, spots, st.floats(0.2, 3), st.floats(0.2, 3), st.floats(0, 1))
def test_apart_agrees_with_the_distance_of_circles(one, other, radius, second, gap):
    hulls = [
        convex_hull(circle_points(middle, size, 40))
        for middle, size in ((one, radius), (other, second))
    ]
    between = math.dist(one, other) - radius - second
    rough = 0.004 * (radius + second)  # a polygon of 40 sides round a circle stands out by this
    if between > gap + rough:
        assert clear(*hulls, gap)
    if between < gap - rough:
        assert not clear(*hulls, gap)


def test_line_styles_stay_on_their_arrow():
    kit = kit_of("hexapawn:4x3", "black", "grey")
    box = max(kit.boxes, key=lambda box: len(box.slots))
    assert {slot.colour.line for slot in box.slots} == set(get_args(LineStyle))
    scene = draw_box(kit, box, 60, 45)
    arrows = [mark for mark in scene.marks if is_arrow(mark)]
    lines = [m for m in scene.marks if isinstance(m, Line)]
    dots = [m for m in scene.marks if isinstance(m, Disc) and m.stroke is None]
    assert len(lines) > 6
    assert len(dots) > 2
    points = [dot.centre for dot in dots]
    for line in lines:
        points += [line.start, line.end]

    def is_on(point, arrow):
        return inside(point, arrow.points) or distance([point], arrow.points) < 1e-6

    for point in points:
        assert any(is_on(point, arrow) for arrow in arrows)


# --- golden scenes
# -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "box_id", "size", "palette", "language"),
    [
        ("her", "A2", "matchbox", None, "en"),
        ("her", "B1", "35x15", "grey", "it"),
        ("him", "B1", "L7160", None, "en"),
        ("gardner24@1", "B2", "poker", None, "it"),
        ("menace", "B7", "matchbox", None, "en"),
        ("ladder", "9", "matchbox", None, "en"),
        ("awari-mini", "B1", "poker", None, "en"),
    ],
)
def test_cards_are_drawn_as_before(golden, name, box_id, size, palette, language):
    cards = cards_of(name, None, size, palette, language)
    (box,) = [box for box in cards.kit.boxes if box.id == box_id]
    golden(f"{name}-{box_id}-{size}-{palette or 'usual'}-{language}", dump(cards.draw(box)))
