"""All that is read of many cards, right and wrong ones, from marks that never were in a PDF."""

from dataclasses import replace
from functools import partial

import msgspec
from test_readback import (
    BLUE,
    DARK,
    FAULTS,
    HER,
    HIM,
    PIECES,
    RED,
    SHAPES,
    Hand,
    arrow,
    good_card,
    half_card,
    red,
    with_marks,
)
from test_readback_games import GREY, PITS, SIX_PITS, Bare, Page, crosses, pits, sowing

from kitgen.games import make_game
from kitgen.kit.choices import Choices
from kitgen.kit.kit import Slot
from kitgen.kit.palette import SYMBOLS
from kitgen.paper.card.board import draw_board
from kitgen.paper.card.moves import draw_badge
from kitgen.paper.marks.scene import Disc, Line, Path, Place, Polygon, Stroke, Text, rectangle
from kitgen.sandbox.page_marks import Letters, MarkIndex, PageMarks, Shape
from kitgen.verification.drawn_boxes import BoxReader, is_badge, is_twin
from kitgen.verification.recognise import (
    find_arrow,
    find_piece,
    find_symbol,
    is_circle,
    is_line,
    is_rectangle,
    is_upright,
)

#: A point in mm.
POINT = 25.4 / 72
#: A circle as four curves: how far their control points lie along it.
KAPPA = 0.5523


def steps_of(mark):
    """The letters and the points of an outline."""
    match mark:
        case Line():
            return (("M", mark.start), ("L", mark.end)), False
        case Polygon():
            first, *rest = mark.points
            return (("M", first), *(("L", point) for point in rest)), mark.closed
        case Disc():
            x, y = mark.centre
            r = mark.radius
            k = KAPPA * r
            curves = (
                ("C", (x + r, y + k), (x + k, y + r), (x, y + r)),
                ("C", (x - k, y + r), (x - r, y + k), (x - r, y)),
                ("C", (x - r, y - k), (x - k, y - r), (x, y - r)),
                ("C", (x + k, y - r), (x + r, y - k), (x + r, y)),
            )
            return (("M", (x + r, y)), *curves), True
        case Path():
            steps = [step for step in mark.steps if step[0] != "Z"]
            return steps, len(steps) < len(mark.steps)


def shape_of(mark, order):
    steps, closed = steps_of(mark)
    points = [point for _, *inner in steps for point in inner]
    corners = [step[-1] for step in steps]
    if closed and corners[0] == corners[-1]:
        points.pop()
        corners.pop()
        if steps[-1][0] == "L":
            steps = steps[:-1]
    stroke = mark.stroke
    return Shape(
        order=order,
        points=tuple(points),
        corners=tuple(corners),
        steps="".join(step[0] for step in steps),
        closed=closed,
        fill=getattr(mark, "fill", None),
        stroke=stroke.colour if stroke else None,
        width=stroke.width if stroke else 0.0,
    )


def letters_of(mark, order):
    """A text, each letter of it half as wide as high."""
    x, y = mark.at
    high = 0.7 * mark.size * POINT
    wide = 0.5 * high * len(mark.text)
    if mark.anchor == "middle":
        x -= wide / 2
    bounds = (x, y - high, x + wide, y)
    return Letters(order, mark.text, bounds, mark.size, mark.turn, mark.fill, (x, y))


def marks_of(scene):
    """The marks of a page."""
    shapes = []
    letters = []
    for order, mark in enumerate(scene.marks):
        if isinstance(mark, Text):
            letters.append(letters_of(mark, order))
        else:
            shapes.append(shape_of(mark, order))
    return PageMarks(scene.width, scene.height, tuple(shapes), tuple(letters))


def read(scene, kit):
    return [*BoxReader(kit).read_page(MarkIndex(marks_of(scene)), 3)]


def said_of(box, kit):
    """All of a box that was read, line by line."""
    x, y = box.at
    lines = [f"  {box.id} on page {box.page} at {x:.1f} {y:.1f}: {kit.game.text(box.position)}"]
    for slot in box.slots:
        move = kit.game.move_text(slot.move)
        lines.append(f"  {move} {slot.letter} {slot.fill} {slot.symbol} {slot.beads}")
    if box.twins:
        lines.append(f"  twins {' '.join(map(kit.game.move_text, box.twins))}")
    return [*lines, *(f"  ! {fault}" for fault in box.faults)]


def report(cases):
    lines = []
    for name, (kit, make) in cases.items():
        made = make()
        boxes = read(made.scene, kit)
        lines.append(f"{name}: {len(boxes)}")
        for box in boxes:
            lines += said_of(box, kit)
    return "\n".join(lines)


TWIN = {"fill": "#D9D9D9", "line": "#8C8C8C", "badge": False}


def ring(x, y, radius=0.8, fill="#FFFFFF"):
    """A ring for beads."""
    return Disc((x, y), radius, fill, Stroke(DARK, 0.1))


def under(card, *marks):
    """A card with marks below all others."""
    card.scene.marks = [*marks, *card.scene.marks]
    return card


def bare(card):
    """A board on the bare page."""
    del card.scene.marks[:2]
    return card


def without_frame(card):
    card.scene.marks = [mark for mark in card.scene.marks if getattr(mark, "fill", "") is not None]
    return card


def ringed(card, *places, fill="#FFFFFF"):
    """The card with rings below its arrows' ends, which are drawn before them."""
    first = next(
        number
        for number, mark in enumerate(card.scene.marks)
        if isinstance(mark, Polygon) and len(mark.points) == 7
    )
    card.scene.marks[first:first] = [ring(x, y, fill=fill) for x, y in places]
    return card


def two_cards():
    first = one_move()
    other = Hand("bbb/w../.ww", box_id="C4", x=110, y=100).move((2, 0), (2, 1), BLUE)
    first.scene.add(*other.scene.marks)
    return first


def one_move():
    return half_card().legend((RED, 1))


def unmarked():
    """A card whose move has no badge yet."""
    return Hand("bbb/..w/ww.").move((1, 0), (1, 1), badge=False).legend((RED, 1))


def narrow():
    """A card whose cells are narrow."""
    return Hand("bbb/.../www", wide=5, high=9).move((0, 0), (0, 1)).legend((RED, 1))


CARDS = {f"fault {number}": (HER, make) for number, (make, _) in enumerate(FAULTS)} | {
    "good": (HER, good_card),
    "of the other side": (HIM, lambda: Hand("bbb/w../.ww").move((1, 0), (0, 1))),
    "with twins": (
        HER,
        lambda: one_move().move((1, 0), (0, 1), **TWIN).move((0, 0), (0, 1), **TWIN),
    ),
    "a twin with a badge": (
        HER,
        lambda: one_move().move((2, 0), (2, 1), BLUE, fill="#D9D9D9", line="#8C8C8C"),
    ),
    "twins too dark, in colour, and without a line": (
        HER,
        lambda: (
            one_move()
            .move((0, 0), (0, 1), fill="#909090", line="#8C8C8C", badge=False)
            .move((2, 0), (2, 1), fill="#D9D9D9", line="#8C8C90", badge=False)
            .move((1, 0), (0, 1), fill="#D9D9D0", line="#8C8C8C", badge=False)
            .move((1, 0), (2, 1), fill="#D9D9D9", line="#1A1A1A", badge=False)
        ),
    ),
    "a ring for one of two": (HER, lambda: with_marks(good_card(), ring(38, 41))),
    "rings on both and one too many": (
        HER,
        lambda: ringed(good_card(), (38, 37.3), (41.6, 37.2), (42.4, 37.8)),
    ),
    "a dark ring and one beside the arrow": (
        HER,
        lambda: ringed(ringed(good_card(), (38.2, 37.3), (41.6, 37.7)), (38, 41), fill="#E8E8E8"),
    ),
    "an unknown id": (HER, lambda: Hand("bbb/..w/ww.", box_id="AAA1").move((1, 0), (1, 1))),
    "a number for an id": (HER, lambda: Hand("bbb/..w/ww.", box_id="7").move((1, 0), (1, 1))),
    "no id": (HER, lambda: Hand("bbb/..w/ww.", box_id="").move((1, 0), (1, 1))),
    "two ids": (HER, lambda: with_marks(one_move(), Text((40, 65), "C3", 9))),
    "a white id": (
        HER,
        lambda: with_marks(Hand("bbb/..w/ww.", box_id=""), Text((40, 65), "C3", 9, fill="#FFFFFF")),
    ),
    "an id on the board": (
        HER,
        lambda: with_marks(Hand("bbb/..w/ww.", box_id=""), Text((38, 45), "C3", 9)),
    ),
    "an id on its side": (HER, lambda: with_marks(one_move(), Text((40, 65), "C3", 9, turn=90))),
    "on the bare page": (HER, lambda: bare(one_move())),
    "empty on the bare page": (HER, lambda: bare(Hand(".../.../..."))),
    "empty on a ground": (HER, lambda: Hand(".../.../...")),
    "without a frame": (HER, lambda: without_frame(one_move())),
    "at the edge": (HER, lambda: Hand("bbb/..w/ww.", x=-1, y=30).move((1, 0), (1, 1))),
    "just at the edge": (HER, lambda: Hand("bbb/..w/ww.", x=-0.05, y=30).move((1, 0), (1, 1))),
    "narrow": (HER, narrow),
    "an arrow within a cell": (
        HER,
        lambda: with_marks(one_move(), arrow((50.5, 33), (55, 33), "#0072B2")),
    ),
    "an arrow askew": (
        HER,
        lambda: with_marks(one_move(), arrow((50, 35), (50.5, 43), "#0072B2")),
    ),
    "an arrow hardly askew": (
        HER,
        lambda: with_marks(one_move(), arrow((50, 35), (50.1, 43), "#0072B2")),
    ),
    "an arrow between cells": (
        HER,
        lambda: with_marks(one_move(), arrow((50, 30), (50, 34.6), "#0072B2")),
    ),
    "two badges on an arrow": (
        HER,
        lambda: with_marks(one_move(), *draw_badge(BLUE, (38, 41), 3)),
    ),
    "a badge somewhat off its arrow": (
        HER,
        lambda: with_marks(unmarked(), *draw_badge(RED, (40, 39), 5)),
    ),
    "a badge too far off its arrow": (
        HER,
        lambda: with_marks(unmarked(), *draw_badge(RED, (40.5, 39), 5)),
    ),
    "an unknown outline for a badge": (
        HER,
        lambda: with_marks(
            one_move(),
            Polygon(((48, 37), (53, 38), (51, 41), (49, 42)), "#0072B2", Stroke(DARK, 0.2)),
            Text((50, 40.3), "B", 8, "middle", fill="#FFFFFF"),
        ),
    ),
    "a badge around a badge": (
        HER,
        lambda: with_marks(
            unmarked(),
            Disc((38, 39), 3.5, "#0072B2", Stroke(DARK, 0.2)),
            *draw_badge(RED, (38, 39), 5),
        ),
    ),
    "a badge too large for its letter": (
        HER,
        lambda: with_marks(
            unmarked(),
            Disc((38, 39), 3.6, "#0072B2", Stroke(DARK, 0.2)),
            Text((38, 39.6), "B", 5.6, "middle"),
        ),
    ),
    "letters off the middle of their badges": (
        HER,
        lambda: with_marks(
            one_move(),
            Disc((26, 39), 2.5, "#0072B2", Stroke(DARK, 0.2)),
            Text((27.1, 39.9), "B", 8, "middle"),
            Disc((50, 39), 2.5, "#0072B2", Stroke(DARK, 0.2)),
            Text((51.4, 39.9), "C", 8, "middle"),
            Disc((50, 57), 2.5, "#0072B2", Stroke(DARK, 0.2)),
            Text((50, 59.3), "D", 8, "middle"),
        ),
    ),
    "a badge with a sign, with a figure, and with two letters": (
        HER,
        lambda: with_marks(
            one_move(),
            *draw_badge(red(letter="!"), (26, 39), 5),
            *draw_badge(red(letter="8"), (50, 39), 5),
            *draw_badge(red(letter="AB"), (50, 57), 5),
        ),
    ),
    "a letter below its badge": (
        HER,
        lambda: under(one_move(), Text((38, 39.8), "Q", 8, "middle")),
    ),
    "a covered badge": (
        HER,
        lambda: with_marks(one_move(), rectangle(36, 37, 4, 4, "#FFFFFF")),
    ),
    "a covered arrowhead": (
        HER,
        lambda: with_marks(one_move(), rectangle(37, 41, 2, 1.1, "#FFFFFF")),
    ),
    "a legend with two of one letter": (
        HER,
        lambda: good_card().legend((RED, 1), (BLUE, 3), (RED, 2)),
    ),
    "a legend of several columns": (
        HER,
        lambda: with_marks(
            one_move().legend((RED, 12)),
            *draw_badge(BLUE, (77, 35), 7),
            Text((81, 36), "x3", 7),
        ),
    ),
    "all kinds of pieces": (
        HER,
        lambda: with_marks(
            Hand(".../.../..."),
            *(SHAPES[kind].draw((26 + 12 * n, 34.5), 5) for n, kind in enumerate(PIECES.values())),
            SHAPES["ring"].draw((50, 34.5), 5),
        ),
    ),
    "two cards": (HER, two_cards),
    "no pieces but a badge's outline": (
        HER,
        lambda: with_marks(one_move(), Disc((26, 43.5), 2.5, "#D55E00", Stroke(DARK, 0.2))),
    ),
}


def test_all_that_is_read_of_cards_with_arrows(golden):
    golden("verify/cards-with-arrows", report(CARDS))


TICTACTOE = Bare(make_game("tictactoe"), (1,))
OF_AWARI = Bare(SIX_PITS, (1,))
SEEDS = (1, 0, 2, 3, 12, 0)
IN_NUMBERS = replace(
    Bare(make_game("nim:5"), (0,)), choices=msgspec.structs.replace(Choices("one"), rows_by="none")
)


def named(page, box_id="B1"):
    return page.add(Text((30, 38), box_id, 12, bold=True))


def disc(x, y, fill="#D9D9D9", line="#8C8C8C"):
    return Disc((x, y), 1.2, fill, Stroke(line, 0.1))


def ladder(left, size=10, box_id="3"):
    page = Page().add(rectangle(30, 40, 5 * size, 12, None, Stroke(GREY, 0.2)))
    for number in range(5):
        x = 30 + (number + 0.5) * size
        page.add(Line((x, 41), (x, 51), Stroke(GREY, 0.2)))
        page.add(*(Line((x - 5, y), (x + 5, y), Stroke(GREY, 0.2)) for y in (41, 51)))
        if number < left:
            page.add(Disc((x, 44), 1.8, DARK))
    return page.add(Text((30, 38), box_id, 12, bold=True))


OTHERS = {
    "placements": (
        TICTACTOE,
        lambda: named(crosses(".../.X./O..")).add(
            *draw_badge(RED, (45, 45), 7), *draw_badge(BLUE, (55, 65), 7), disc(35, 55)
        ),
    ),
    "badges off the middle, and off the board": (
        TICTACTOE,
        lambda: named(crosses(".../.X./O..")).add(
            *draw_badge(RED, (47.8, 45), 7),
            *draw_badge(BLUE, (48.7, 65), 7),
            *draw_badge(red(letter="Q"), (63, 45), 7),
        ),
    ),
    "discs on no cell, dark, and in colour": (
        TICTACTOE,
        lambda: named(crosses("X../.../...")).add(
            disc(60.9, 55), disc(45, 45, "#B0B0B0"), disc(55, 65, "#D9D9E9"), disc(45, 65)
        ),
    ),
    "an arrow where there are none": (
        TICTACTOE,
        lambda: named(crosses("X../.../...")).add(arrow((45, 45), (45, 55))),
    ),
    "two pieces, one too large": (
        TICTACTOE,
        lambda: named(crosses("X../.O./..X")).add(SHAPES["cross"].draw((55, 45), 9)),
    ),
    "pits": (OF_AWARI, lambda: named(sowing(pits(SEEDS), PITS[3], PITS[4]))),
    "a sowing to another pit": (OF_AWARI, lambda: named(sowing(pits(SEEDS), PITS[4], PITS[3]))),
    "a sowing from an empty pit": (OF_AWARI, lambda: named(sowing(pits(SEEDS), PITS[1], PITS[2]))),
    "a sowing hardly askew": (
        OF_AWARI,
        lambda: named(sowing(pits(SEEDS), PITS[3], (48, 44.15))),
    ),
    "a pit too few": (OF_AWARI, lambda: named(pits(SEEDS, places=[*PITS[:5], (36, 45)]))),
    "dots too many, and too few": (
        OF_AWARI,
        lambda: named(pits((1, 0, 2, 3, 12, 13), (1, 1, 2, 2, 12, 4))),
    ),
    "more seeds than dots": (
        OF_AWARI,
        lambda: named(pits((13, 0, 2, 3, 120, 0), (0, 0, 2, 3, 0, 0))),
    ),
    "no figure, and two": (
        OF_AWARI,
        lambda: named(
            without_figure(pits(SEEDS).add(Text((36, 55), "4", 6, "middle")), (60, 59.5))
        ),
    ),
    "light dots": (OF_AWARI, lambda: named(pits(SEEDS).add(Disc((36, 43), 0.3, "#606060")))),
    "a ladder in numbers": (
        IN_NUMBERS,
        lambda: ladder(3).add(*draw_badge(RED, (55, 49), 5), *draw_badge(BLUE, (45, 49), 5)),
    ),
    "a ladder with a letter": (IN_NUMBERS, lambda: ladder(3, box_id="A3")),
}


def without_figure(page, at):
    page.scene.marks = [mark for mark in page.scene.marks if getattr(mark, "at", None) != at]
    return page


def test_all_that_is_read_of_other_boards(golden):
    golden("verify/cards-of-other-games", report(OTHERS))


#: Told games whose boards and moves are drawn in different ways.
TOLD_GAMES = (
    "chess-3x3",
    "dawson-9",
    "draughts-4x4",
    "frogs-and-toads",
    "hare-hounds-end",
    "mu-torere",
    "nine-holes",
    "notakto",
    "pong-hau-ki",
    "tapatan",
)
COLOURS = (RED, BLUE, red(letter="G", fill="#009E73", symbol="triangle"))


def drawn_position(game, plies):
    """A page with the board of a position and its first moves, drawn as on sheets."""
    position = game.start()
    for _ in range(plies):
        position = game.play(position, game.legal_moves(position)[-1]).position
    slots = []
    for colour, move in zip(COLOURS, game.legal_moves(position), strict=False):
        slots.append(Slot((move,), colour, 1, 0, None))
    page = named(Page())
    page.scene.place(draw_board(game, position, slots, 90, 60), 30, 40)
    return page


def of_told_games():
    for name in TOLD_GAMES:
        game = make_game(f"told:{name}")
        for plies in (0, 3):
            kit = Bare(game, (plies % 2,))
            yield f"{name} after {plies}", (kit, partial(drawn_position, game, plies))


def test_boards_of_told_games_are_read_as_they_are_drawn(golden):
    golden("verify/cards-of-told-games", report(dict(of_told_games())))


#: Outlines that are no piece, or hardly one.
OUTLINES = {
    "a square of lines": rectangle(0, 0, 5, 5, None, Stroke(DARK, 0.3)),
    "a dark square with a line": rectangle(0, 0, 5, 5, DARK, Stroke(DARK, 0.3)),
    "a light square": rectangle(0, 0, 5, 5, "#FFFFFF", Stroke(DARK, 0.3)),
    "a flat rectangle": rectangle(0, 0, 5, 0.01, DARK),
    "a wide rectangle": rectangle(0, 0, 5, 2, "#E8E8E8"),
    "a rhombus": Polygon(((0, 2), (2, 0), (4, 2), (2, 4)), DARK),
    "a slanted square": Polygon(((0, 0), (4, 0.3), (4, 4), (0, 4)), "#0072B2"),
    "a bucket": Polygon(((0, 0), (5, 0), (4, 4), (1, 4)), "#0072B2"),
    "a bucket upside down": Polygon(((1, 0), (4, 0), (5, 4), (0, 4)), "#0072B2"),
    "a triangle": Polygon(((0, 4), (2, 0), (4, 4)), "#0072B2"),
    "a triangle on its tip": Polygon(((0, 0), (4, 0), (2, 4)), "#0072B2"),
    "an open triangle": Polygon(((0, 4), (2, 0), (4, 4)), "#0072B2", closed=False),
    "a dark disc": Disc((2, 2), 2, DARK),
    "a dark disc with a line": Disc((2, 2), 2, DARK, Stroke(DARK, 0.1)),
    "a light disc with a thin line": Disc((2, 2), 2, "#FFFFFF", Stroke(DARK, 0.39)),
    "a light disc with a thick line": Disc((2, 2), 2, "#FFFFFF", Stroke(DARK, 0.41)),
    "a light disc with a light line": Disc((2, 2), 2, "#FFFFFF", Stroke("#D0D0D0", 0.5)),
    "a grey disc with a thick line": Disc((2, 2), 2, "#808080", Stroke(DARK, 0.5)),
    "a ring": Disc((2, 2), 2, None, Stroke(DARK, 0.1)),
    "a level line": Line((0, 0), (5, 0), Stroke(DARK, 0.3)),
    "an upright line": Line((0, 0), (0, 5), Stroke(DARK, 0.3)),
    "a slanted line": Line((0, 0), (5, 1), Stroke(DARK, 0.3)),
    "an arrow": arrow((0, 0), (10, 4)),
    "an arrow of no length": Polygon(((0, 0),) * 7, DARK),
    "a crooked arrow": Polygon(
        ((0, -0.4), (7, -0.4), (7, -1), (10, 1), (7, 1), (7, 0.4), (0, 0.4)), DARK
    ),
    "a tail that is wider than its head": Polygon(
        ((0, -2), (7, -2), (7, -1), (10, 0), (7, 1), (7, 2), (0, 2)), DARK
    ),
}


def kinds_of(shape):
    """All that an outline is."""
    tests = (is_circle, is_line, is_rectangle, is_twin, is_badge)
    words = [test.__name__ for test in tests if test(shape)]
    if is_line(shape) and is_upright(shape):
        words.append("is_upright")
    words += [f"piece {find_piece(shape)}"] if find_piece(shape) else []
    words += [f"symbol {find_symbol(shape)}"] if find_symbol(shape) else []
    found = find_arrow(shape)
    if found:
        places = (found.tail, found.tip, *found.shaft)
        words.append("arrow " + " ".join(f"{x:.1f},{y:.1f}" for x, y in places))
    return ", ".join(words) or "nothing"


def test_what_outlines_are_recognised_as(golden):
    outlines = dict(OUTLINES)
    for kind, piece in SHAPES.items():
        outlines[kind] = piece.draw((0, 0), 6)
    for symbol in SYMBOLS:
        outlines[f"badge {symbol}"], *_ = draw_badge(red(symbol=symbol), (0, 0), 7)
    lines = []
    for name, mark in outlines.items():
        shape = shape_of(mark, 1)
        lines.append(f"{name}: {kinds_of(shape)}")
        turned = mark.placed(Place(turn=180))
        lines.append(f"  upside down: {kinds_of(shape_of(turned, 1))}")
        stretched = shape_of(mark.placed(Place(turn=12)), 1)
        lines.append(f"  slanted: {kinds_of(stretched)}")
    golden("verify/outlines", "\n".join(lines))
