"""Finding a box: the route and the key lead to it from wherever a game can be, and the
instructions can be followed.
"""

import re
from collections import Counter, defaultdict
from dataclasses import replace
from functools import cache
from itertools import chain, pairwise

import msgspec
import pytest
from card_geometry import outline
from counting import at_least, at_least_one
from finding_by_finder import Key, Pictures, bar_begins, read_sections, remembered
from finding_by_help import MARGIN, Route, check_sign, has_tab, leafed, random_play
from jobs import kit_of, make_job
from printed_words import marks_on, texts_on, words_on
from prints import document, drawing_checks, write_print
from report_text import all_faults
from sampling import few, sample

from kitgen.kit.kit import views_of
from kitgen.model import lie_of
from kitgen.paper.document import Document
from kitgen.paper.finder_index import INDEX_EDGE_MM, has_key
from kitgen.paper.make import run_parts
from kitgen.paper.marks.scene import DARK, Disc, Path, Polygon, Text, bounds
from kitgen.paper.parts import PARTS, finder, route
from kitgen.paper.parts.finder import lay_out_key

KITS = (
    "her",
    "him",
    "gardner24",
    "her-4x3",
    "ladder",
    "awari-mini",
    "awari-3x1",
    "menace",
    "menace-second",
)
#: All kits but the ladder, whose boxes have the number of the counters that are left.
#: The one with the smallest cells comes first.
EDITIONS_WITH_FINDER = [
    "menace",
    *(name for name in KITS if name not in ("menace", "ladder")),
    "her-3x4",
]
#: Kits with a key for a finder: of numbers, and of pieces.
KEYS = ("awari-3x1", "menace")
#: What stands for the end of a game, by its value for the machine.
ENDS = {1: "+", 0: "=", -1: "–"}


def job_of(name, **wish):
    return make_job(name, **wish)


@cache
def finder_of(name, **wish):
    """The finder of a kit, which takes long to draw: the same one for the same wishes."""
    return PARTS["finder"].sheets(job_of(name, **wish))


@pytest.mark.parametrize(
    "name",
    [
        "her",
        "gardner24",
        "ladder",
        "awari-3x1",
        "menace",
        "menace-second",
        "misere",
        "told:frogs-and-toads",
    ],
)
def test_a_box_laid_as_its_signs_say_looks_like_the_board(name):
    """As the sentence has it: first the arrow, then the mirror; for every way in which any box
    can lie.
    """
    kit = kit_of(name)
    for box in at_least_one(kit.boxes):
        for view in at_least_one(views_of(kit, box)):
            check_sign(kit, view.name, view.position)


#: How many of the signs are two steps for the hand: a turn to the side, and a mirror.
TWO_STEPS = {"menace": 498, "menace-second": 474, "told:frogs-and-toads": 0, "told:notakto": 16}


@pytest.mark.parametrize("name", TWO_STEPS)
def test_no_box_is_laid_in_two_steps_where_one_does(name):
    """Of the eight ways in which a board can lie, only the two on its side and mirrored take two;
    a box that looks alike in several of them is laid in the easiest.
    """
    kit = kit_of(name)
    diagram = kit.game.diagram
    two_steps = 0
    for box in at_least_one(kit.boxes):
        for view in at_least_one(views_of(kit, box)):
            ways = [
                lie_of(diagram, symmetry)
                for symmetry in kit.symmetries.all
                if symmetry.position(box.position) == view.position
            ]
            assert len(view.sign) == min(len(way.sign) for way in at_least_one(ways))
            two_steps += len(view.sign) > 1
    assert two_steps == TWO_STEPS[name]


#: The least side of a cell of a board in a finder, in mm.
MIN_CELL_MM = 3.0


def cells_in_lines(sheets, lines_only):
    """Yield the distances of neighbouring cells of a key, in mm: pieces and dots, or numbers."""
    for sheet in sheets:
        lines = defaultdict(list)
        for mark in sheet.scene.marks:
            if isinstance(mark, Text) and lines_only == "numbers":
                if mark.text.isdigit() and not mark.bold:
                    lines[round(mark.at[1], 1)].append(mark.at[0])
            elif isinstance(mark, Disc | Path) and lines_only == "pieces":
                xs = [x for x, _ in outline(mark)]
                ys = [y for _, y in outline(mark)]
                if max(xs) - min(xs) < 2 * MIN_CELL_MM:
                    middle = round((min(ys) + max(ys)) / 2, 1)
                    lines[middle].append((min(xs) + max(xs)) / 2)
        for middles in lines.values():
            for one, next_one in pairwise(sorted(middles)):
                if next_one - one > 0.5:  # a piece may be drawn with two marks
                    yield next_one - one


@pytest.mark.every
@pytest.mark.parametrize("name", few(EDITIONS_WITH_FINDER, one_in=8))
def test_cells_of_a_finder_are_large_enough(name):
    """In keys the cells stand in lines; elsewhere each board is a grid in a rectangle."""
    kit = kit_of(name)
    sheets = finder_of(name)
    columns = len({x for x, _ in kit.game.diagram.centres})
    if has_key(kit):
        kind = "numbers" if kit.game.diagram.seeds else "pieces"
        assert min(at_least(100, list(cells_in_lines(sheets, kind)))) > MIN_CELL_MM - 0.01
        return
    widths = []
    for mark in marks_on(*sheets):
        if isinstance(mark, Polygon) and mark.fill is None and len(mark.points) == 4:
            xs = [x for x, _ in mark.points]
            widths.append(max(xs) - min(xs))
    assert min(at_least(len(kit.boxes), widths)) / columns >= MIN_CELL_MM


@pytest.mark.every
@pytest.mark.parametrize(("name", "page"), [("menace", "a4"), ("menace-second", "letter")])
def test_a_black_bar_of_the_index_marks_the_pages_of_a_section(name, page):
    """Whoever goes to a page with a bar beside a turn and an upper left cell finds them there,
    and nowhere else; each section has its own place down the edge.
    """
    job = make_job(name, page)
    key, pages = lay_out_key(job)
    sheets = PARTS["finder"].sheets(job)
    right = job.page.width - INDEX_EDGE_MM
    places = defaultdict(set)
    for sheet, columns in zip(sheets, pages, strict=True):
        here = {(block.turn, block.row[0]) for block, _ in chain(*columns)}
        tops = []
        for mark in sheet.scene.marks:
            if isinstance(mark, Polygon) and mark.fill == DARK:
                _, top, end, _ = bounds(mark.points)
                if abs(end - right) < 0.01:
                    tops.append(top)
        tops.sort()
        assert here
        for section, top in zip(sorted(here), tops, strict=True):
            places[section].add(round(top, 1))
    assert all(len(tops) == 1 for tops in places.values())
    tops = {min(tops) for tops in places.values()}
    assert len(tops) == len(places) == len(key.sections) > 1


def test_a_route_explains_the_signs_that_it_has_and_no_others():
    """Boards with one mirror image have one sign, for the way in which they are mirrored."""
    for name, sign, words in (
        ("told:frogs-and-toads", "⇅", "top and bottom are swapped"),
        ("her", "⇄", "left and right are swapped"),
    ):
        marks = PARTS["route"].sheets(job_of(name))[0].scene.marks
        text = " ".join(mark.text for mark in marks if isinstance(mark, Text))
        assert words in text
        assert set(re.findall("[▶▼◀⇄⇅]", text)) == {sign}


def blocks_of(pages):
    """Return the blocks of a route, page by page and column by column."""
    blocks = []
    for page in pages:
        for column in page:
            blocks += column
    return blocks


@pytest.mark.parametrize("name", few([*KITS, "him-express", "menace-express"], one_in=12))
def test_every_answer_leads_to_its_box_as_it_lies_or_to_how_the_game_has_ended(name):
    job = job_of(name.removesuffix("-express"), express=name.endswith("-express"))
    kit = job.kit
    game = kit.game
    blocks = blocks_of(route.lay_out(job).pages)
    for block in at_least(len(kit.boxes) // 4, blocks):
        position = game.start() if block.view is None else block.view.position
        if block.view is not None:
            check_sign(kit, block.view.name, position)
        for leg, line in at_least_one(zip(block.legs, block.lines, strict=True)):
            after = position if leg.move is None else game.play(position, leg.move).position
            expected = dict(answers(kit, after, 1 - after.to_move, block.cells))
            printed = {entry.answer: entry.goal for entry in line}
            assert len(printed) == len(line)
            for answer, goal in printed.items():
                if goal == route.UNKNOWN:
                    assert any(one.startswith(f"{answer}·") or one == answer for one in expected)
                elif isinstance(expected[answer], str):
                    assert goal == expected[answer]
                else:
                    check_sign(kit, goal, expected[answer])
            unknown = [answer for answer, goal in printed.items() if goal == route.UNKNOWN]
            for answer in expected.keys() - printed.keys():
                assert any(answer.startswith(known) for known in unknown), (block.view, answer)


def answers(kit, position, machine, cells, made=(), depth=0):
    """Yield every line of answers with what is on the table then, or the sign of the end: from
    the rules alone.
    """
    game = kit.game
    result = game.result(position)
    if result is not None:
        value = result if position.to_move == machine else -result
        yield "·".join(made), "■" if game.scoring else ENDS[value]
        return
    if position.to_move == machine:
        keeping = [one for one in game.symmetries if one.position(position) == position]
        ways = {}
        for move in game.legal_moves(position):
            ways[frozenset(symmetry.move(move) for symmetry in keeping)] = move
        own = set()
        for box in kit.all_boxes:
            own |= {symmetry.position(box.position).cells for symmetry in game.symmetries}
        if position.cells in own or len(ways) > 1 or depth > route_depth():
            yield "·".join(made), position
            return
        (only,) = ways.values()
        yield from answers(kit, game.play(position, only).position, machine, cells, made, depth + 1)
        return
    moves = game.legal_moves(position)
    if kit.choices.expect == "sensible":
        moves = [m for m in moves if game.result(game.play(position, m).position) == -1] or moves
    for move in moves:
        name = cells[move.target] if cells else game.move_text(move)
        yield from answers(
            kit, game.play(position, move).position, machine, cells, (*made, name), depth
        )


def route_depth():
    """So many moves without a box are followed: one more than the route does."""
    return 3


@pytest.mark.parametrize(
    "name", few(["gardner24", "her-4x3", "menace", "her", "awari-mini"], one_in=10)
)
def test_whoever_follows_the_route_word_by_word_gets_to_every_box(name):
    job = job_of(name)
    look_up = remembered(
        (Key(job) if has_key(job.kit) else Pictures(job, finder.images, finder_of(name))).find
    )
    way = Route(job, look_up)
    finds = random_play(job.kit, way.lies)
    met = {job.kit.locate(one.position)[0].id for one in at_least(5, finds)}
    assert met == {box.id for box in job.kit.boxes}
    assert all(way.find(one).looks > 0 and look_up(one).looks > 0 for one in finds)
    turns = sum(way.find(one).turns * often for one, often in finds.items())
    assert turns < 0.15 * sum(finds.values()), "boxes are drawn as they lie most often"


def words_above(sheet):
    """Return the words in the upper margin of a sheet, where its tab is."""
    return [mark for mark in texts_on(sheet) if mark.at[1] < MARGIN]


@pytest.mark.every
@pytest.mark.parametrize("name", ["her-4x3", "menace-second"])  # the second has the most pages
def test_the_pages_of_a_route_have_tabs_in_order_and_what_ends_the_game_comes_last(name):
    job = job_of(name)
    sheets = PARTS["route"].sheets(job)
    tabs = [words_above(sheet)[0] for sheet in at_least(route_depth(), sheets)]
    assert [tab.at[0] for tab in tabs] == sorted(tab.at[0] for tab in tabs)
    first = [page[0][0] for page in route.lay_out(job).pages]
    assert [tab.text for tab in tabs] == [
        "Start" if one.view is None else one.view.box.id for one in first
    ]
    blocks = blocks_of(route.lay_out(job).pages)
    for line in at_least_one(chain(*(block.lines for block in blocks))):
        over = [entry.goal in (*ENDS.values(), route.UNKNOWN) for entry in line]
        assert over == sorted(over)


def test_the_pages_of_a_stack_are_halved():
    assert [leafed(6, page) for page in range(6)] == [2, 3, 1, 3, 2, 3]
    assert leafed(1, 0) == 0


# --- the key, read back
# ------------------------------------------------------------------------------------------


def key_faults(tmp_path, name, change=lambda marks: marks):
    """Return what verify finds in the key of a kit after a change to the marks of its last page
    but one, or its one.
    """
    whole = document(name, ("finder",))
    sheets = list(whole.sheets)
    place = max(0, len(sheets) - 2)
    sheets[place] = replace(
        sheets[place], scene=replace(sheets[place].scene, marks=change(sheets[place].scene.marks))
    )
    damaged = Document(whole.title, whole.author, whole.subject, whole.language, tuple(sheets))
    checks = drawing_checks(kit_of(name), write_print(tmp_path / "kit.pdf", damaged, name))
    (check,) = [
        check for check in checks if check.name == "every position leads to its box in the finder"
    ]
    return check.faults


def entry_marks(marks):
    return [
        index
        for index, mark in enumerate(marks)
        if isinstance(mark, Text) and re.fullmatch(r"[A-Z][0-9]+[▶▼◀]?[⇄⇅]?", mark.text)
    ]


def with_text(marks, index, text):
    return [*marks[:index], msgspec.structs.replace(marks[index], text=text), *marks[index + 1 :]]


@pytest.mark.parametrize("name", few(KEYS, one_in=4))
def test_a_faultless_key_is_read_back(tmp_path, name):
    assert key_faults(tmp_path, name) == ()


def test_a_faultless_key_of_a_board_that_is_no_square_is_read_back(tmp_path):
    assert key_faults(tmp_path, "tictactoe:3x2") == ()


@pytest.mark.every
def test_a_key_with_the_two_signs_of_earlier_prints_is_read_back(tmp_path):
    """Version 1.0 printed a half turn and a mirror for a box that lies upside down."""

    def as_before(marks):
        changed = list(marks)
        for index in at_least(100, entry_marks(marks)):
            if re.fullmatch(r"[A-Z][0-9]+⇅", marks[index].text):
                changed = with_text(changed, index, marks[index].text.replace("⇅", "▼⇄"))
        assert changed != list(marks)
        return changed

    assert key_faults(tmp_path, "menace", as_before) == ()


@pytest.mark.every
def test_a_part_below_a_key_is_none_of_it(tmp_path):
    """The ids of the moves that are always played stand on its last page, and its last line just
    above them.
    """
    choices = {"forced": "skip", "express": True}
    job = make_job("connect:3x3", "letter", **choices)
    drawn = run_parts(job, ("finder", "always"))
    assert drawn.sheets[-1].below
    checks = drawing_checks(job.kit, write_print(tmp_path / "kit.pdf", drawn, job))
    assert all_faults(at_least_one(checks)) == []


@pytest.mark.parametrize("name", few(KEYS, one_in=4))
@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            lambda marks: with_text(
                marks, entry_marks(marks)[5], marks[entry_marks(marks)[9]].text
            ),
            "instead of",
        ),
        (
            lambda marks: with_text(
                marks, entry_marks(marks)[5], marks[entry_marks(marks)[5]].text + "⇄"
            ),
            "",
        ),
        (
            lambda marks: marks[: entry_marks(marks)[5]] + marks[entry_marks(marks)[5] + 1 :],
            "is missing",
        ),
        (
            lambda marks: marks[: entry_marks(marks)[5] - 1] + marks[entry_marks(marks)[5] :],
            "stand before",
        ),
        (lambda marks: with_text(marks, entry_marks(marks)[5], "Z9"), "is Z9 instead of"),
    ],
    ids=["another box", "another way to lie", "no id", "a cell too few", "an unknown box"],
)
def test_a_damaged_key_is_found(tmp_path, name, change, words):
    assert any(words in fault for fault in at_least_one(key_faults(tmp_path, name, change)))


@pytest.mark.parametrize("above", [False, True])
def test_another_number_of_seeds_is_found(tmp_path, above):
    def changed(marks):
        numbers = [
            index
            for index, mark in enumerate(marks)
            if isinstance(mark, Text) and mark.text.isdigit()
        ]
        index = (
            max(numbers, key=lambda index: marks[index].size)
            if above
            else entry_marks(marks)[5] - 1
        )
        return with_text(marks, index, f"{int(marks[index].text) + 1}")

    assert any(
        "should not be there" in fault
        for fault in at_least_one(key_faults(tmp_path, "awari-3x1", changed))
    )


@pytest.mark.parametrize(
    ("name", "pages"), sample([("her", 1), ("her-3x4", 6), ("menace", 9)], one_in=6)
)
def test_each_page_of_a_long_finder_has_a_tab_further_right_which_says_what_it_begins_with(
    name, pages
):
    sheets = finder_of(name)
    assert len(sheets) == pages
    assert all(map(has_tab, sheets)) == (pages > 1)
    for sheet in sheets[: pages - 1]:
        assert words_above(sheet)[0].text.startswith("Turn ")
    lefts = []
    for sheet in sheets:
        if has_tab(sheet):
            lefts.append(min(mark.at[0] for mark in words_above(sheet)))
    assert lefts == sorted(set(lefts))


@pytest.mark.every
@pytest.mark.parametrize("name", ["her-3x4", "her-4x3"])
def test_in_long_finders_headings_count_the_pieces_of_each_kind(name):
    job = job_of(name)
    boxes = {box.id: box for box in job.kit.boxes}
    pieces = job.kit.game.diagram.pieces
    for section in at_least(20, read_sections(finder_of(name))):
        for box_id in at_least_one(section.ids):
            lying = Counter(map(pieces.get, boxes[box_id].position.cells))
            kinds = [(n, kind.endswith("dark")) for kind, n in lying.items() if kind]
            assert sorted(section.kinds) == sorted(kinds)


@pytest.mark.every
def test_where_paper_is_saved_headings_count_no_pieces():
    sections = read_sections(finder_of("her-3x4", economy=True))
    assert not any(section.kinds for section in at_least(20, sections))


@pytest.mark.every
def test_bars_begin_where_the_row_is_another_and_only_where_many_boxes_stand_under_one_heading():
    job = job_of("her-4x3")
    begun = [*chain(*map(bar_begins, finder_of("her-4x3")))]
    lying = job.kit.game.diagram.lying
    kinds = sorted(job.kit.game.diagram.pieces)
    heads = {}
    for box in job.kit.boxes:
        counts = [-box.position.cells.count(kind) for kind in kinds]
        heads[box.id] = (box.row, -lying(box.position), counts)
    boxes = sorted(job.kit.boxes, key=lambda box: heads[box.id])
    rows = [(heads[box.id], box.position.cells[:4]) for box in boxes]
    boxes = [box.id for box in boxes]
    expected = [
        boxes[number] for number, row in enumerate(rows) if number == 0 or row != rows[number - 1]
    ]
    assert sorted(begun) == sorted(expected)
    assert not [*chain(*map(bar_begins, finder_of("her")))]


@pytest.mark.every
def test_where_the_first_row_is_a_lane_bars_begin_where_the_second_is_another():
    """A car that has driven into the lane of Dodgem is off the board: the first row tells no boxes
    apart.
    """
    job = job_of("dodgem")
    rows = {box.id: box.position.cells for box in at_least(900, job.kit.boxes)}
    assert {cells[:4] for cells in rows.values()} == {(0, 0, 0, 0)}
    sheets = finder_of("dodgem")
    begun = {*chain(*map(bar_begins, sheets))}
    assert "second row from the top" in words_on(*sheets)
    compared = 0
    for section in read_sections(sheets):
        for before, box_id in pairwise(section.ids):
            compared += 1
            differs = rows[before][4:8] != rows[box_id][4:8]
            assert (box_id in begun) == differs, (before, box_id)
    assert compared > 700


@pytest.mark.parametrize(
    ("name", "parts", "said", "unsaid"),
    [
        (
            "her",
            ("finder", "operator"),
            [],
            ["off the Route", "two rows of pits", "rows of the board"],
        ),
        (
            "her",
            ("finder", "route", "operator"),
            ["second box", "off the Route"],
            ["rows of the board"],
        ),
        ("awari-mini", ("finder", "operator"), ["two rows of pits"], ["off the Route"]),
        ("awari-mini", ("operator",), [], ["two rows of pits"]),
        ("menace", ("finder", "operator"), ["rows of the board to the box"], ["two rows of pits"]),
    ],
)
def test_the_operator_card_tells_of_the_sheets_that_are_there(name, parts, said, unsaid):
    sheets = PARTS["operator"].sheets(replace(job_of(name), parts=parts))
    words = words_on(*sheets)
    assert all(one in words for one in said), words
    assert not any(one in words for one in unsaid)


def test_a_kit_whose_first_box_is_its_last_has_no_route():
    assert PARTS["route"].sheets(job_of("hexapawn:2x3", side="white", forced="skip")) == []


@pytest.mark.every
def test_on_cards_finder_and_route_speak_of_cards():
    job = job_of("her-4x3", stock="poker")
    for part in ("finder", "route"):
        words = " ".join(
            mark.text for mark in PARTS[part].sheets(job)[0].scene.marks if isinstance(mark, Text)
        ).lower()
        assert "card" in words
        assert "box" not in words
