"""Move-colour cards: fields for beads, last moves, fronts and backs that meet, tokens, and
fronts read back.
"""

from collections import Counter, defaultdict
from dataclasses import replace
from functools import partial
from itertools import product

import pytest
from counting import at_least_one
from jobs import LANGUAGES, kit_of, make_job
from printed_words import lines_on, texts_on
from prints import read_boxes
from sampling import few, sample

from kitgen.errors import UsageError
from kitgen.model import Position
from kitgen.paper.card.faces import CLOSED, OPEN, Backs, begins, field_number
from kitgen.paper.layout.dice import AGAIN, RANGES, TWO, column_numbers, range_for
from kitgen.paper.layout.frame import FOOT
from kitgen.paper.make import run_parts
from kitgen.paper.marks.scene import POINT, Disc, Line, Polygon, Text
from kitgen.paper.parts import load_part
from kitgen.paper.parts.cards import FOLD, MAX_TOKEN_MM, TOKEN_LETTERS, TOKENS_EACH
from kitgen.paper.stock import read_stock
from kitgen.paper.style import text_width
from kitgen.papers import PAGES
from kitgen.reading.templates import Templates
from kitgen.render import save
from kitgen.verification.pdf_checks import box_faults

TEMPLATES = Templates()
KITS = ("her", "him", "gardner24", "menace", "menace-second", "ladder", "awari-mini")


make_card_job = partial(make_job, stock="poker")


# --- last moves
# ----------------------------------------------------------------------------------------------


def walked(kit):
    """The moves of the other side before each position of the machine, found by playing every
    game out.
    """
    game = kit.game
    before = defaultdict(set)
    waiting = [game.start()]
    seen = {game.start()}
    while waiting:
        position = waiting.pop()
        for move in game.legal_moves(position):
            after = game.play(position, move).position
            if 1 - position.to_move in kit.players:
                before[after.cells].add(move)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return before


@pytest.mark.parametrize("name", KITS)
def test_last_moves_are_those_that_lead_to_the_drawn_position(name):
    kit = kit_of(name)
    before = walked(kit)
    for box in at_least_one(kit.boxes):
        assert set(box.arrivals) == before[box.position.cells], box.id
        assert box.arrivals or begins(kit, box), box.id


@pytest.mark.parametrize(
    ("name", "first"), [("her", []), ("him", ["A1"]), ("menace", ["A1"]), ("ladder", ["9"])]
)
def test_the_machine_begins_with_its_first_box_or_not_at_all(name, first):
    kit = kit_of(name)
    assert [box.id for box in kit.boxes if begins(kit, box)] == first


# --- backs
# --------------------------------------------------------------------------------------------------


def fields(scene):
    """The number of open fields in each row of a back, then that of closed ones; and the number of
    rows.
    """
    by_top = {OPEN: Counter(), CLOSED: Counter()}
    for mark in scene.marks:
        if isinstance(mark, Polygon) and mark.stroke in by_top:
            top = min(y for _, y in mark.points)
            by_top[mark.stroke][round(top, 3)] += 1
    rows = sorted(by_top[OPEN])
    numbers = [by_top[OPEN][row] for row in rows] + [by_top[CLOSED][row] for row in rows]
    return numbers, len(rows)


@pytest.mark.parametrize(("name", "stock"), few(KITS, ["poker", "bridge", "a7", "88x63"], one_in=4))
def test_each_slot_has_as_many_open_fields_as_beads(name, stock):
    job = make_card_job(name, stock=stock)
    backs = Backs(job, job.stock.width, job.stock.height)
    for box in at_least_one(job.kit.boxes[:: max(1, len(job.kit.boxes) // 30)]):
        counts, rows = fields(backs.draw(box))
        assert counts[:rows] == [slot.beads for slot in box.slots]
        # Fields to come are there only where the rule adds beads.
        more = name in ("menace", "menace-second", "awari-mini")
        assert all((closed > 0) == more for closed in counts[rows:])


def test_rules_that_add_beads_have_fields_for_them_up_to_their_ceiling():
    plain, michie = (make_card_job(rule=rule) for rule in ("gardner", "gardner-reward"))
    box = plain.kit.boxes[0]
    assert fields(Backs(plain, 63, 88).draw(box)) == ([1, 1, 1, 0, 0, 0], 3)
    counts, rows = fields(Backs(michie, 63, 88).draw(michie.kit.boxes[0]))
    assert counts[:rows] == [1, 1, 1]
    assert min(counts[rows:]) >= 2


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "stock", few(["poker", "bridge", "mini", "a7", "matchbox", "120x40", "25x60"], one_in=4)
)
@pytest.mark.parametrize("name", ["her", "gardner24", "ladder"])
def test_all_marks_of_a_back_lie_on_it_apart_and_large_enough_to_read(name, stock, language):
    job = make_card_job(name, stock=stock, language=language)
    width = job.stock.width
    height = job.stock.height
    for inset in (0, 2):
        backs = Backs(job, width, height, inset=inset)
        for box in at_least_one(job.kit.boxes):
            marks = backs.draw(box).marks
            words = [mark for mark in marks if isinstance(mark, Text)]
            assert min(mark.size for mark in words) >= 5
            assert f"{job.kit.short_hash}" in words[-1].text
            spans = [span(mark) for mark in words if not mark.text.isdigit() and len(mark.text) > 1]
            spans += [
                bounds(mark)
                for mark in marks
                if isinstance(mark, Polygon) and mark.stroke in (OPEN, CLOSED)
            ]
            for left, top, right, bottom in spans:
                assert left >= inset - 0.01
                assert top >= inset - 0.3
                assert right <= width - inset + 0.01
                assert bottom <= height - inset + 0.01
            for nth, one in enumerate(spans):
                for other in spans[:nth]:
                    apart = (
                        one[2] <= other[0]
                        or other[2] <= one[0]
                        or one[3] <= other[1]
                        or other[3] <= one[1]
                    )
                    assert apart, (box.id, one, other)


def span(mark):
    """Left, top, right and bottom of upright letters, without their descenders."""
    width = text_width(mark.text, mark.size, bold=mark.bold)
    left = mark.at[0] - {"start": 0, "middle": width / 2, "end": width}[mark.anchor]
    return left, mark.at[1] - 0.73 * mark.size * POINT, left + width, mark.at[1]


def bounds(mark):
    xs, ys = zip(*mark.points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def test_backs_say_who_moved_last_and_how():
    job = make_card_job("her")
    backs = Backs(job, 63, 88)
    (box,) = (box for box in job.kit.boxes if box.id == "B1")
    scene = backs.draw(box)
    words = " ".join(mark.text for mark in scene.marks if isinstance(mark, Text))
    assert "Last move (White): b1b2, c1c2" in words
    # The machine's side is drawn at the top: White's pawns move up, and c is the right-hand column.
    shafts = [mark for mark in scene.marks if isinstance(mark, Line)]
    assert len(shafts) == 2
    assert all(line.end[1] < line.start[1] for line in shafts)
    assert max(line.start[0] for line in shafts) > min(line.start[0] for line in shafts)
    begun = Backs(make_card_job("menace", language="it"), 63, 88).draw(
        kit_of("menace", language="it").boxes[0]
    )
    assert any(
        isinstance(mark, Text) and mark.text == "Comincia la macchina." for mark in begun.marks
    )


def test_placements_are_marked_in_their_cells():
    job = make_card_job("menace")
    (box,) = (box for box in job.kit.boxes if box.id == "B4")
    assert job.kit.game.text(box.position) == ".../..X/.O. X"
    (disc,) = (
        mark
        for mark in Backs(job, 63, 88).draw(box).marks
        if isinstance(mark, Disc) and mark.fill == "#1A1A1A"
    )
    cells = [
        mark
        for mark in Backs(job, 63, 88).draw(box).marks
        if getattr(mark, "fill", None) == "#D4D4D4"
    ]
    middles = [((a + c) / 2, (b + d) / 2) for a, b, c, d in map(bounds, cells)]
    assert disc.centre == (pytest.approx(middles[7][0]), pytest.approx(middles[7][1]))


@pytest.mark.parametrize(
    ("name", "stock"), [("menace", "35x15"), ("menace", "40x30"), ("her", "20x10"), ("her", "8x60")]
)
def test_cards_too_small_for_their_fields_are_refused(name, stock):
    job = make_card_job(name, stock=stock)
    with pytest.raises(UsageError, match="too small"):
        Backs(job, job.stock.width, job.stock.height)


# --- fronts and backs meet
# -----------------------------------------------------------------------------------


def grounds(scene, ids):
    """The grounds of cards by their ids, with the place of the id, from marks alone."""
    found = {}
    rectangles = [
        bounds(mark)
        for mark in scene.marks
        if isinstance(mark, Polygon) and mark.fill and not mark.stroke and min(sides(mark)) > 25
    ]
    for mark in scene.marks:
        if isinstance(mark, Text) and mark.bold and mark.text in ids:
            x, y = mark.at
            holding = [r for r in rectangles if r[0] <= x <= r[2] and r[1] <= y <= r[3]]
            found.setdefault(mark.text, []).append(
                (min(holding, key=lambda r: (r[2] - r[0]) * (r[3] - r[1])), mark)
            )
    return found


def sides(mark):
    left, top, right, bottom = bounds(mark)
    return right - left, bottom - top


@pytest.mark.parametrize("shift", ["0,0", "1.5,-2"])
@pytest.mark.parametrize("duplex", ["long", "short"])
@pytest.mark.parametrize(
    ("stock", "page"),
    sample([("poker", "a4"), ("poker", "letter"), ("mini", "a4"), ("88x63", "letter")], one_in=4),
)
def test_backs_lie_behind_their_fronts_the_same_way_up(stock, page, duplex, shift):
    job = make_card_job(stock=stock, page=page, cards_duplex=duplex, cards_back_offset=shift)
    ids = {box.id for box in job.kit.boxes}
    pages = [sheet.scene for sheet in load_part("cards").sheets(job)][2:]
    dx, dy = map(float, shift.split(","))
    width = job.page.width
    height = job.page.height
    seen = set()
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        fronts = grounds(front, ids)
        backs = grounds(back, ids)
        assert set(fronts) == set(backs)
        seen |= set(fronts)
        for name in fronts:
            ((ground, mark),) = fronts[name]
            ((behind, other),) = backs[name]
            assert behind[1] >= 10
            assert behind[3] <= height - FOOT
            # What the paper has on its other side, seen through it from the front.
            points = [
                (x - dx, y - dy)
                for x, y in ((behind[0], behind[1]), (behind[2], behind[3]), other.at)
            ]
            seen_through = [
                (width - x, y) if duplex == "long" else (x, height - y) for x, y in points
            ]
            xs = sorted(p[0] for p in seen_through[:2])
            ys = sorted(p[1] for p in seen_through[:2])
            # Backs keep 2 mm white on every side.
            assert (xs[0], ys[0]) == (pytest.approx(ground[0] + 2), pytest.approx(ground[1] + 2))
            assert (xs[1], ys[1]) == (pytest.approx(ground[2] - 2), pytest.approx(ground[3] - 2))
            # The id stands at the top left of the front, and so, seen through, at the top right of
            # the back.
            x, y = seen_through[2]
            if mark.turn == 0:
                assert y < (ground[1] + ground[3]) / 2
                assert x > (ground[0] + ground[2]) / 2
            else:
                assert mark.turn == 90
                assert x > (ground[0] + ground[2]) / 2
                assert y > (ground[1] + ground[3]) / 2
    assert seen == ids


@pytest.mark.parametrize(("name", "stock", "page", "below"), [
    ("her", "poker", "a4", False),
    ("her", "mini", "letter", False),
    ("him", "100x60", "a4", False),
    ("gardner24", "61x30", "a4", True),
])  # fmt: skip
def test_folded_backs_lie_behind_their_fronts_the_same_way_up(name, stock, page, below):
    job = make_card_job(name, page, stock=stock)
    ids = {box.id for box in job.kit.boxes}
    seen = 0
    for sheet in load_part("cards").sheets(job)[1:]:
        folds = [
            mark for mark in sheet.scene.marks if isinstance(mark, Line) and mark.stroke == FOLD
        ]
        found = grounds(sheet.scene, ids)
        assert len(folds) == len(found)
        for fold, box_id in zip(folds, found, strict=True):
            (ground, mark), (behind, other) = found[box_id]
            seen += 1
            upright = fold.start[0] == pytest.approx(fold.end[0])
            assert (upright == (mark.turn == 90)) == below
            axis = 0 if upright else 1
            line = fold.start[axis]
            mirrored = list(behind)
            mirrored[axis], mirrored[axis + 2] = (
                2 * line - behind[axis + 2],
                2 * line - behind[axis],
            )
            assert mirrored == pytest.approx(list(ground))
            at = list(other.at)
            at[axis] = 2 * line - at[axis]
            centre = ((ground[0] + ground[2]) / 2, (ground[1] + ground[3]) / 2)
            if mark.turn == 0:  # top right, seen through
                assert at[0] > centre[0]
                assert at[1] < centre[1]
            else:
                assert at[0] > centre[0]
                assert at[1] > centre[1]
    assert seen == len(ids)


def test_the_usual_size_is_a_playing_card_where_labels_were_chosen():
    for stock in ("matchbox", "L7160", "tray-front"):
        page = read_stock(stock, TEMPLATES).page or "a4"
        scene = (
            load_part("cards")
            .sheets(make_card_job(stock=stock, page=page, cards_duplex="long"))[2]
            .scene
        )
        ((ground, _),) = grounds(scene, {"A1"})["A1"]
        assert sorted((ground[2] - ground[0], ground[3] - ground[1])) == pytest.approx([63, 88])


@pytest.mark.parametrize(
    ("stock", "options", "words"),
    [
        (
            "poker",
            {"cards_duplex": "long", "cards_back_offset": "6,0"},
            ["--set cards.back-offset=6,0", "5 mm"],
        ),
        (
            "poker",
            {"cards_duplex": "short", "cards_back_offset": "0,-5.1"},
            ["--set cards.back-offset", "5 mm"],
        ),
        (
            "poker",
            {"cards_duplex": "long", "cards_back_offset": "2"},
            ["--set cards.back-offset '2'", "1.5,-0.5"],
        ),
        ("poker", {"cards_back_offset": "1,0"}, ["--set cards.back-offset", "cards.duplex=long"]),
        ("180x150", {}, ["180 x 150", "--set cards.duplex=long"]),
        ("240x240", {"cards_duplex": "long"}, ["240 x 240", "do not fit"]),
    ],
)
def test_what_cannot_be_printed_is_refused(stock, options, words):
    with pytest.raises(UsageError) as refused:
        load_part("cards").sheets(make_card_job(stock=stock, **options))
    assert all(word in str(refused.value) for word in words), refused.value


# --- tokens and calibration
# ----------------------------------------------------------------------------------


@pytest.mark.every
@pytest.mark.parametrize("language", few(LANGUAGES, one_in=12))
@pytest.mark.parametrize("name", ["her", "ladder", "her-4x3"])
def test_there_is_a_token_of_each_colour_where_no_card_has_two_fields_of_it(name, language):
    job = make_card_job(name, language=language)
    sheet = load_part("cards").sheets(job)[0]
    tokens = [mark for mark in sheet.scene.marks if is_token(mark)]
    assert len(tokens) == TOKENS_EACH * len(job.kit.palette)
    words = texts_on(sheet)
    (size,) = {round(TOKEN_LETTERS * sides(token)[0], 6) for token in tokens}
    assert Counter(mark.text for mark in words if mark.bold and round(mark.size, 6) == size) == {
        colour.letter: TOKENS_EACH for colour in job.kit.palette
    }
    assert job.texts("dice.title") not in {mark.text for mark in words}


@pytest.mark.every
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("of", [("menace", None), ("awari-mini", None), ("ladder", "mscroggs")])
def test_dice_pick_where_a_card_has_several_fields_of_a_colour(of, language):
    name, rule = of
    lines = (2, 3, 6, 12, 18, 36)
    job = make_card_job(name, language=language, rule=rule)
    sheet = load_part("cards").sheets(job)[0]
    words = lines_on(sheet)
    assert not any(is_token(mark) for mark in sheet.scene.marks)
    highest = max(map(Backs(job, 63, 88).highest, job.kit.boxes))
    assert [line for line in RANGES if job.texts("dice.up_to", number=line) in words] == [
        line for line in lines if line <= range_for(highest)
    ]
    assert (highest > 36) == any("72" in word for word in words)


def number_thrown(count: int, dark: int, light: int, again: int) -> int:
    """Return the number of a throw, by the table and the sentences below it; the lighter die may
    be thrown again.
    """
    first, last = column_numbers(min(count, max(TWO)), dark)
    number = first if first == last else first + light - 1
    if count == AGAIN[0]:
        return number + max(TWO) * (again > 3)
    return number + max(TWO) * (again - 1) if count == AGAIN[1] else number


@pytest.mark.parametrize("count", RANGES)
def test_each_number_of_a_throw_is_as_likely(count):
    faces = range(1, 7)
    thrown = Counter(number_thrown(count, *dice) for dice in product(faces, faces, faces))
    assert thrown == dict.fromkeys(range(1, count + 1), 216 // count)


@pytest.mark.parametrize("name", few(KITS, one_in=3))
def test_fields_are_numbered_once_and_the_open_ones_are_the_lowest(name):
    job = make_card_job(name, rule="michie")
    backs = Backs(job, 63, 88)
    for box in at_least_one(job.kit.boxes[:: max(1, len(job.kit.boxes) // 30)]):
        numbers = [
            int(mark.text)
            for mark in backs.draw(box).marks
            if isinstance(mark, Text) and mark.text.isdigit() and mark.anchor == "middle"
        ]
        assert sorted(numbers) == list(range(1, backs.highest(box) + 1))
        beads = [slot.beads for slot in box.slots]
        inside = [
            field_number(box, slot, index)
            for slot, count in enumerate(beads)
            for index in range(count)
        ]
        assert sorted(inside) == list(range(1, sum(beads) + 1))
        assert range_for(max(inside)) <= 2 * sum(beads)  # two throws at most, on average


def is_token(mark):
    """Return whether a mark is the square of a token; a row of all colours is as wide as the
    page at most.
    """
    if not isinstance(mark, Polygon) or mark.fill is not None:
        return False
    wide, high = sides(mark)
    return wide == pytest.approx(high) and 25 <= wide <= MAX_TOKEN_MM


@pytest.mark.parametrize("shift", ["0,0", "2,-1"])
@pytest.mark.parametrize("duplex", ["long", "short"])
@pytest.mark.parametrize("page", sorted(PAGES))
def test_scales_lie_behind_the_crosses(page, duplex, shift):
    job = make_card_job(page=page, cards_duplex=duplex, cards_back_offset=shift)
    front, back = (sheet.scene for sheet in load_part("calibration").sheets(job))
    crosses = centres(front, 18)
    scales = centres(back, 16)
    assert len(crosses) == 5
    dx, dy = map(float, shift.split(","))
    width = job.page.width
    height = job.page.height
    through = [(width - x, y) if duplex == "long" else (x, height - y) for x, y in crosses]
    moved = sorted((round(x + dx, 6), round(y + dy, 6)) for x, y in through)
    assert moved == sorted((round(x, 6), round(y, 6)) for x, y in scales)
    # No scale lies on the words.
    lowest = max(mark.at[1] for mark in back.marks if isinstance(mark, Text) and mark.size > 9)
    assert min(y for _, y in scales) > lowest + 10


def centres(scene, length):
    """The middles of the level lines of a length."""
    lines = [
        mark for mark in scene.marks if isinstance(mark, Line) and mark.start[1] == mark.end[1]
    ]
    return [
        ((a.start[0] + a.end[0]) / 2, a.start[1])
        for a in lines
        if abs(a.end[0] - a.start[0] - length) < 0.01
    ]


# --- read back
# -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "stock", "options"), sample([
    ("her", "poker", {}),
    ("her", "matchbox", {"cards_duplex": "short"}),
    ("him", "mini", {"cards_duplex": "long", "palette": "grey", "language": "it"}),
    ("gardner24", "88x63", {"page": "letter"}),
    ("menace-second", "bridge", {"cards_duplex": "long"}),
    ("ladder", "a7", {"cards_duplex": "short", "page": "letter"}),
], one_in=6))  # fmt: skip
def test_fronts_are_read_back_and_backs_are_no_boxes(tmp_path, name, stock, options):
    job = make_card_job(name, stock=stock, **options)
    path = tmp_path / "cards.pdf"
    document = run_parts(job, ["cards", "calibration"])
    most = 10  # enough of a large kit, after how it is played
    save(replace(document, sheets=document.sheets[:most]), path)
    printed = read_boxes(path, job.kit)
    assert [fault for box in printed for fault in box_faults(job.kit, box)] == []
    ids = [box.id for box in job.kit.boxes]
    assert Counter(box.id for box in printed) == Counter(
        ids if len(document.sheets) <= most else ids[: len(printed)]
    )
    assert len(printed) >= min(len(ids), 15)
    assert all(slot.beads is not None for box in printed for slot in box.slots)
    by_id = {box.id: box.position for box in job.kit.boxes}
    assert all(
        Position(box.position.cells, by_id[box.id].to_move) == by_id[box.id] for box in printed
    )
