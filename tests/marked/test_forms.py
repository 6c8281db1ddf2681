"""Sheets to be marked: where bubbles lie, that a game marked there is one game, and that a
reader rebuilds them.
"""

import re
from dataclasses import replace
from itertools import pairwise, product

import pytest
from card_geometry import is_code, path_points
from click.testing import CliRunner
from counting import at_least, at_least_one
from jobs import TEMPLATES, kit_of, make_job
from msgspec import structs
from places import ROOT
from prints import document
from sampling import few, sample
from test_log_camera import read_codes, written

from kitgen.cli.main import main
from kitgen.errors import RecordError
from kitgen.forms import places
from kitgen.forms.form import COUNT, LOG, Area, FormCode, parse_form_code
from kitgen.forms.places import (
    MAX_BOXES_OF_A_TURN,
    Moves,
    _turns_left,
    box_turns,
    example_marks,
    form_codes,
    in_rows,
    make_form,
    marks_of_game,
    most_turns,
    random_game,
)
from kitgen.kit.kit_json import read_kit, write_kit
from kitgen.machine.paper_machine import SplitMix
from kitgen.paper.form_picture import draw_form
from kitgen.paper.layout.frame import content_area
from kitgen.paper.marks.scene import Disc, Polygon, Text
from kitgen.paper.parts import load_part, log_marks
from kitgen.paper.style import text_width
from kitgen.papers import PAGES
from kitgen.record.rows import sample_games

KITS = (*TEMPLATES.names("editions"), "nim:12", "tictactoe", "dodgem", "connect", "hexapawn:4x4")


def forms(name, part, page, most=3):
    """The first sheets of a part of a kit, and the last."""
    kit = kit_of(name)
    codes = form_codes(kit, part, page)
    return [make_form(kit, code) for code in [*codes[:most], codes[-1]]]


@pytest.mark.parametrize(("name", "part", "page"), few(KITS, (LOG, COUNT), PAGES, one_in=22))
def test_bubbles_lie_apart_within_their_rows_and_clear_of_what_a_camera_needs(name, part, page):
    x, y, width, height = content_area(PAGES[page])
    for form in at_least_one(forms(name, part, page)):
        assert (form.width, form.height) == (PAGES[page].width, PAGES[page].height)
        bubbles = [*form.example, *form.bubbles]
        rows = dict(enumerate(form.rows)) | {-1: form.example_row}
        lines = {}
        for bubble in at_least(10, bubbles):
            row = rows[bubble.row]
            assert row.x + 1.9 < bubble.x < row.x + row.width - 1.9
            assert row.y + 1.9 < bubble.y < row.y + row.height - 1.9
            lines.setdefault(bubble.y, []).append(bubble.x)
        for xs in at_least_one(lines.values()):
            xs.sort()
            assert all(b - a >= 4.99 for a, b in pairwise(xs))
        ys = sorted(lines)
        assert all(b - a > 6.7 for a, b in pairwise(ys))
        dark = [(one.x, one.y, one.side / 2) for one in (*form.squares, *form.corners)]
        dark += [(a, b, form.diameter / 2) for a, b in (*form.empty, *form.full)]
        for at, level, half in at_least(60, dark):
            assert x <= at - half < at + half <= x + width
            assert y <= level - half < level + half <= y + height
        for one in at_least_one(bubbles):
            assert all(
                max(abs(one.x - a), abs(one.y - b)) > 1.9 + half + 0.9 for a, b, half in dark
            )
        # Squares stand beside each line of bubbles, and no corner of the sheet is without.
        assert {round(one.y, 3) for one in form.squares} >= {round(level, 3) for level in ys}


@pytest.mark.parametrize(("name", "part", "page"), few(KITS, (LOG, COUNT), PAGES, one_in=10))
def test_all_rows_are_there_once_from_the_first_sheet_to_the_last(name, part, page):
    kit = kit_of(name)
    codes = form_codes(kit, part, page)
    rows = [number for code in codes for number in range(code.first, code.last + 1)]
    assert rows == list(range(1, len(rows) + 1))
    assert len(rows) == len(kit.boxes) if part == COUNT else 4 <= len(rows) <= 56
    assert [code.sheet for code in codes] == list(range(1, len(codes) + 1))
    names = [row.name for form in forms(name, part, page) for row in form.rows]
    assert names[0] == (kit.boxes[0].id if part == COUNT else "1")


@pytest.mark.parametrize("name", few(KITS, one_in=20))
def test_the_code_and_the_kit_alone_say_where_all_lies(name):
    """Also of a kit that was read from its file, and in whatever language its words are."""
    kit = kit_of(name)
    again = read_kit(write_kit(kit), "kit.json")
    for part, page in product((LOG, COUNT), PAGES):
        code = form_codes(kit, part, page)[0]
        assert parse_form_code(code.text) == code
        assert make_form(again, parse_form_code(code.text)) == make_form(kit, code)
    other = make_job(name, language="it").kit if name in TEMPLATES.names("editions") else kit
    one, two = (make_form(each, form_codes(each, LOG, "a4")[0]) for each in (kit, other))
    assert (one.bubbles, one.squares, one.code_at) == (two.bubbles, two.squares, two.code_at)


@pytest.mark.parametrize("page", PAGES)
def test_the_markers_lie_in_the_corners_where_those_of_printed_sheets_do(page):
    x, y, width, height = content_area(PAGES[page])
    form = forms("her", LOG, page)[0]
    ends = [
        (x + 6, y + 6),
        (x + width - 6, y + 6),
        (x + width - 6, y + height - 6),
        (x + 6, y + height - 6),
    ]
    assert [one.side for one in form.corners] == [9.0] * 4
    for one, end in zip(form.corners, ends, strict=True):
        assert (one.x, one.y) == pytest.approx(end)


def test_hexapawn_has_25_games_on_a_sheet_and_no_row_more_lines_than_it_needs():
    assert {
        len(form.rows)
        for name in ("her", "him")
        for page in PAGES
        for form in forms(name, LOG, page)
    } == {25}
    assert [
        len({bubble.y for bubble in forms(name, LOG, "a4")[0].example})
        for name in ("her", "menace")
    ] == [1, 2]


@pytest.mark.every
def test_a_row_has_room_for_every_turn_up_to_the_last_box_of_a_game():
    """Also where the machine has but one move on a turn before, and needs no box for it."""
    kit = kit_of("her-3x4", forced="skip")
    side = kit.players[0]
    without = 0
    for game in at_least(120, sample_games(kit, 60, machines=2)):
        position = kit.game.start()
        turns = []
        for move in game.moves:
            if position.to_move == side:
                turns.append(position)
            position = kit.game.play(position, move).position
        boxed = [kit.locate(one) is not None for one in turns]
        last = max((number for number, has_box in enumerate(boxed) if has_box), default=-1)
        turns_left = _turns_left(kit, side)
        for number, one in enumerate(turns[: last + 1]):
            assert turns_left(kit.symmetries.canonical(one)) >= last - number + 1
        without += boxed[: last + 1].count(False)
    assert without
    assert [most_turns(kit_of("ladder", forced=forced)) for forced in ("box", "skip")] == [5, 4]


@pytest.mark.parametrize(
    ("page", "name"), few(["a4", "letter"], ["awari-mini", "awari-3x1", "her-3x4"], one_in=2)
)
def test_the_lines_of_a_row_are_used_for_as_many_turns_as_they_hold(name, page):
    kit = kit_of(name)
    area = Area(page)
    turns, longer = places._turns(kit, area)
    usual, longest = places.usual_turns(kit)
    assert usual <= turns <= longest
    lines = [
        places._log_shape(kit, number, number != most_turns(kit), area).lines
        for number in (usual, turns)
    ]
    assert lines[0] == lines[1]
    if longer and turns < longest:
        assert places._log_shape(kit, turns + 1, True, area).lines > lines[1]


# --- games
# --------------------------------------------------------------------------------------------------


def meant(kit, side, row):
    """All games that marks of replies, beads and moves may mean: what was picked in each,
    followed move by move.
    """
    asked = Moves(kit)
    found = set()
    said = {}
    for field, turn, value in row:
        said.setdefault((field, turn), set()).add(value)
    last = max(turn for field, turn in said if field in ("bead", "move"))

    def go(position, turn, picks):
        if turn > last:
            found.add(picks)
        elif kit.game.result(position) is None:
            wanted = said.get(("reply", turn), set())
            for move in kit.game.legal_moves(position) if position.to_move != side else [None]:
                if move is not None and set(asked.marks(move)) != wanted:
                    continue
                after = position if move is None else kit.game.play(position, move).position
                if kit.game.result(after) is None:
                    own(after, turn, picks)

    def own(position, turn, picks):
        located = kit.locate(position)
        if located is None:
            move = kit.unboxed(position)
            if move is not None and not {("bead", turn), ("move", turn)} & set(said):
                go(kit.game.play(position, move).position, turn + 1, picks)
            return
        box, symmetry = located
        for slot in box.slots:
            for move in map(symmetry.inverse().move, slot.moves):
                told = said.get(("move", turn))
                if (
                    told == set(asked.marks(move))
                    if told
                    else said.get(("bead", turn)) == {slot.colour.key}
                ):
                    go(
                        kit.game.play(position, move).position,
                        turn + 1,
                        (*picks, (box.id, slot.colour.key)),
                    )

    go(kit.game.start(), 1, ())
    return found


@pytest.mark.parametrize(
    "name", few(["menace", "menace-second", "her-3x4", "her-4x3", "awari-mini"], one_in=4)
)
def test_a_game_that_is_marked_by_what_the_opponent_did_is_one_game(name):
    """Its boxes and beads follow; of 200 games of boards that can be turned, no more than a few
    may mean another.
    """
    kit = kit_of(name)
    (form, *_) = forms(name, LOG, "a4")
    several = 0
    games = 0
    for number in range(60):
        side, moves, outcome = random_game(kit, SplitMix(15, number))
        marks = marks_of_game(kit, side, moves, outcome)
        rows = in_rows(form, marks)
        if len(rows) > 1 or not any(field == "bead" for field, _, _ in marks):
            continue
        games += 1
        picked = [value for field, _, value in marks if field in ("box", "bead")]
        found = meant(kit, side, rows[0])
        assert tuple(zip(picked[::2], picked[1::2], strict=True)) in found
        several += len(found) > 1
    assert games > 40
    assert several <= 2


@pytest.mark.parametrize("name", few(KITS, one_in=8))
def test_every_mark_of_a_game_has_its_bubble(name):
    """What a form asks for on a turn it can be told; a long game goes on in further rows with a
    mark of their own.
    """
    kit = kit_of(name)
    (form, *_) = forms(name, LOG, "a4")
    asked = {(bubble.field, bubble.turn) for bubble in form.example}
    there = {(bubble.field, bubble.turn, bubble.value) for bubble in form.example}
    for number in range(40):
        side, moves, outcome = random_game(kit, SplitMix(3, number))
        marks = marks_of_game(kit, side, moves, outcome)
        rows = in_rows(form, marks)
        assert all(("on", 0, "") in row for row in rows[1:])
        last = max((turn for field, turn, _ in marks if field == "bead"), default=1)
        turns = form.code.turns
        wanted = []
        for field, turn, value in at_least_one(marks):
            here = (turn - 1) % turns + 1 if turn else 0
            if turn and turn <= last and (field, here) in asked:
                assert (field, here, value) in there
                wanted.append((field, turn, value))
        found = [
            (field, turn + number * turns, value)
            for number, row in enumerate(rows)
            for field, turn, value in row
        ]
        assert [mark for mark in found if mark[0] in ("box", "reply", "bead", "move")] == wanted
        assert sum(field == "result" for row in rows for field, _, _ in row) == 1


# --- on paper
# --------------------------------------------------------------------------------------------------


def inks(sheet, bubbles):
    """Those of some bubbles that are drawn filled in."""
    dark = {
        mark.centre
        for mark in sheet.scene.marks
        if isinstance(mark, Disc) and mark.fill == "#3A3A3A"
    }
    return [bubble for bubble in bubbles if (bubble.x, bubble.y) in dark]


@pytest.mark.parametrize(("name", "part", "page", "language"), sample([
    ("her", LOG, "a4", "en"), ("menace", LOG, "letter", "it"), ("awari-mini", LOG, "a4", "es"),
    ("her", COUNT, "letter", "it"), ("menace", COUNT, "a4", "es"), ("ladder", LOG, "letter", "en"),
], one_in=8))  # fmt: skip
def test_a_page_shows_all_bubbles_with_their_letters_and_a_real_game(name, part, page, language):
    job = make_job(name, page, language=language)
    sheets = load_part(part).sheets(job)
    codes = form_codes(job.kit, part, page)
    letters = {colour.key: colour.letter for colour in job.kit.palette}
    for sheet, code in at_least_one(zip(sheets, codes, strict=True)):
        form = make_form(job.kit, code)
        rings = {mark.centre for mark in sheet.scene.marks if isinstance(mark, Disc)}
        assert {(one.x, one.y) for one in (*form.bubbles, *form.example)} | {
            *form.empty,
            *form.full,
        } <= rings
        texts = {
            (round(mark.at[0], 3), mark.text): mark.at[1]
            for mark in sheet.scene.marks
            if isinstance(mark, Text)
        }
        for bubble in at_least(
            1 if part == LOG else 0, [one for one in form.bubbles if one.field == "bead"]
        ):
            assert (round(bubble.x, 3), letters[bubble.value]) in texts
        filled = inks(sheet, form.example)
        assert filled == [one for one in form.example if one in example_marks(job.kit, form)] != []
        assert not inks(sheet, form.bubbles)
        assert sum(is_code(mark) for mark in sheet.scene.marks) == 1


@pytest.mark.parametrize("name", ["ladder", "awari-mini", "him"])
def test_headings_are_large_enough_to_be_read_and_clear_of_each_other(name):
    job = make_job(name)
    words = {
        job.texts(f"form.head.{field}")
        for field in ("on", "starts", "reply", "bead", "box", "result", "void")
    }
    scene = load_part("log-marks").sheets(job)[0].scene
    heads = [
        mark
        for mark in scene.marks
        if isinstance(mark, Text) and (mark.text in words or mark.text[2:] in words)
    ]
    spans = sorted(
        (mark.at[1], mark.at[0] - width / 2, mark.at[0] + width / 2)
        for mark in at_least(6, heads)
        for width in [text_width(mark.text, mark.size, bold=mark.bold)]
    )
    assert all(mark.size >= 7.5 for mark in heads)
    assert all(two[1] - one[2] > 0.8 for one, two in pairwise(spans) if one[0] == two[0])


def test_the_example_on_a_count_sheet_is_the_first_box_as_it_is_new():
    """Its figures add up; 0 is marked where a slot holds nothing, and only there."""
    for name in ("her", "menace", "ladder"):
        kit = kit_of(name)
        first, *others = kit.boxes[0].slots
        emptied = replace(kit.boxes[0], slots=(replace(first, beads=0), *others))
        form = forms(name, COUNT, "a4")[0]
        for box in (kit.boxes[0], emptied):
            marked = [[] for _ in box.slots]
            for bubble in at_least_one(
                example_marks(replace(kit, boxes=(box, *kit.boxes[1:])), form)
            ):
                marked[bubble.turn - 1].append(int(bubble.value))
            assert [sum(values) for values in marked] == [slot.beads for slot in box.slots]
            assert [0 in values for values in marked] == [slot.beads == 0 for slot in box.slots]


@pytest.mark.parametrize(
    ("name", "page"), sample([("her", "a4"), ("menace", "letter"), ("her-3x4", "a4")], one_in=4)
)
def test_the_code_of_every_sheet_is_read_from_the_print(tmp_path, name, page):
    """At 100 dpi, where those of the log are read too; its modules are much larger."""
    kit = kit_of(name)
    path, made = written(tmp_path / "kit.pdf", document(name, (LOG, COUNT), page=page))
    found = [
        parse_form_code(text) for _, text in at_least(len(made.sheets), read_codes(path, made))
    ]
    assert found == [code for part in (LOG, COUNT) for code in form_codes(kit, part, page)]
    for sheet in made.sheets:
        (code,) = filter(is_code, sheet.scene.marks)
        rows = sorted({y for _, y in path_points(code)})
        assert rows[1] - rows[0] > 0.65


# --- refusals
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "",
        "KITGEN-LOG:1 HER C0FFEE12 GARDNER 26-50",
        "KITGEN-FORM:2 LOG-MARKS HER C0FFEE12 GARDNER A4 1 1-25 3",
        "KITGEN-FORM:1 LOG HER C0FFEE12 GARDNER A4 1 1-25 3",
        "KITGEN-FORM:1 LOG-MARKS HER C0FFEE1 GARDNER A4 1 1-25 3",
        "KITGEN-FORM:1 LOG-MARKS HER C0FFEE12 GARDNER A5 1 1-25 3",
        "KITGEN-FORM:1 LOG-MARKS HER C0FFEE12 GARDNER A4 1 1-25",
        "KITGEN-FORM:1 LOG-MARKS HER C0FFEE12 GARDNER A4 0 1-25 3",
        "KITGEN-FORM:1 LOG-MARKS HER C0FFEE12 GARDNER A4 1 1-25 333",
    ],
)
def test_other_codes_are_refused(text):
    with pytest.raises(RecordError, match=r"code|hash"):
        parse_form_code(text)


@pytest.mark.parametrize(
    ("part", "rows", "turns"),
    [
        (LOG, (1, 26), 3),
        (LOG, (1, 25), 0),
        (LOG, (25, 1), 3),
        (LOG, (1, 25), 99),
        (COUNT, (1, 20), 0),
        (COUNT, (20, 20), 0),
    ],
)
def test_a_code_of_a_sheet_that_the_kit_does_not_have_is_refused(part, rows, turns):
    kit = kit_of("her")
    code = FormCode(part, "her", kit.short_hash, "gardner", "a4", 1, *rows, turns)
    with pytest.raises(RecordError, match="has no sheet"):
        make_form(kit, code)


# --- checked
# --------------------------------------------------------------------------------------------------


def printed(folder, name, *words):
    """Print a kit with sheets to be marked, as a user does, and return the PDF."""
    done = CliRunner().invoke(
        main, ["print", name, "--parts", f"{LOG},{COUNT}", "-o", str(folder), "--yes", *words]
    )
    assert done.exit_code == 0, done.output
    return folder / "kit.pdf"


def verified(path):
    return CliRunner().invoke(main, ["verify", str(path), "--details"])


@pytest.mark.parametrize(
    ("name", "page", "language", "stock"),
    sample(
        [
            ("her", "a4", "en", "matchbox"),
            ("ladder", "letter", "it", "poker"),
            ("him", "letter", "es", "matchbox"),
            ("her-3x4", "a4", "it", "matchbox"),
            ("menace", "a4", "en", "poker"),
            ("menace-second", "letter", "es", "matchbox"),
            ("misere", "a4", "it", "matchbox"),
            ("gardner24", "letter", "en", "matchbox"),
            ("her-4x3", "a4", "es", "matchbox"),
            ("awari-mini", "letter", "it", "matchbox"),
            ("awari-3x1", "a4", "es", "poker"),
        ],
        one_in=22,
    ),
)
def test_a_print_with_sheets_to_be_marked_passes(tmp_path, name, page, language, stock):
    path = printed(tmp_path / "kit", name, "--page", page, "--language", language, "--stock", stock)
    done = verified(path)
    assert done.exit_code == 0, done.stdout
    assert "ok    the file is the one that kitgen prints" in done.stdout


def a_ring(mark):
    return (
        isinstance(mark, Disc)
        and mark.radius > 1.8
        and mark.stroke is not None
        and mark.centre[1] < 200
    )


FAULTS = {
    "a ring moved": (
        a_ring,
        lambda mark: [structs.replace(mark, centre=(mark.centre[0] + 1, mark.centre[1]))],
    ),
    "a ring missing": (a_ring, lambda _: []),
    "a ring filled in": (
        a_ring,
        lambda mark: [mark, structs.replace(mark, radius=1.6, fill="#3A3A3A")],
    ),
    "a letter exchanged": (
        lambda mark: isinstance(mark, Text) and mark.text == "W",
        lambda m: [structs.replace(m, text="L")],
    ),
    "a square missing": (
        lambda mark: isinstance(mark, Polygon) and mark.fill == "#000000",
        lambda _: [],
    ),
    "a code of other modules": (
        is_code,
        lambda mark: [structs.replace(mark, steps=mark.steps[:-5])],
    ),
}


@pytest.mark.every
@pytest.mark.parametrize(("wanted", "change"), FAULTS.values(), ids=FAULTS)
def test_a_sheet_on_which_something_is_changed_fails(tmp_path, monkeypatch, wanted, change):
    def wrongly(*given):
        scene = draw_form(*given)
        numbers = [number for number, mark in enumerate(scene.marks) if wanted(mark)]
        for number in numbers[-1:]:  # sheets for counting beads have no W
            scene.marks[number : number + 1] = change(scene.marks[number])
        return scene

    with monkeypatch.context() as patch:
        patch.setattr(log_marks, "draw_form", wrongly)
        path = printed(tmp_path / "kit", "her")
    done = verified(path)
    assert done.exit_code == 1, done.stdout
    assert "page 1" in done.stdout


def test_the_games_on_a_sheet_are_as_many_as_the_docs_say():
    text = (ROOT / "docs" / "games-csv.md").read_text(encoding="utf-8")
    lines = re.findall(r"^\| (`.*`) \| (\d+) \| (\d+) \|$", text, re.MULTILINE)
    told = {
        name: (int(a4), int(letter))
        for names, a4, letter in lines
        for name in re.findall("`([^`]+)`", names)
    }
    assert set(told) == set(TEMPLATES.names("editions"))
    for name in ("her", "gardner24", "menace", "menace-second", "awari-3x1"):
        assert told[name] == tuple(len(forms(name, LOG, page)[0].rows) for page in ("a4", "letter"))


@pytest.mark.parametrize(("name", "sheets"), [("nim:40", 1), ("her-3x4", 6), ("her-4x3", 4)])
def test_boxes_stand_side_by_side_where_they_would_take_several_sheets(name, sheets):
    assert len(document(name, ("count-marks",)).sheets) == sheets
    left, _, width, _ = content_area(PAGES["a4"])
    for form in forms(name, COUNT, "a4"):
        places = {(bubble.x, bubble.y) for bubble in form.bubbles}
        assert len(places) == len(form.bubbles)
        assert all(left < x < left + width for x, _ in places)


def test_rows_of_a_short_column_stand_on_the_levels_of_the_first():
    form = forms("nim:60", COUNT, "a4")[0]  # so many that they fill the page
    left = form.rows[0].x
    short = [row for row in form.rows if row.x > left + 1]
    first = [form.example_row, *(row for row in form.rows if row.x <= left + 1)]
    assert 1 < len(short) < len(form.rows)
    assert {row.y for row in short} < {row.y for row in first}


@pytest.mark.parametrize(("name", "asked"), [("ladder", True), ("her", True), ("her-3x4", False)])
def test_a_box_is_asked_for_only_where_there_are_few(name, asked):
    kit = kit_of(name)
    blocks = box_turns(kit, 4, longer=False)
    assert (blocks is not None) is asked
    groups = [group for block in blocks or () for group in block if group.field == "box"]
    assert all(len(group.values) <= MAX_BOXES_OF_A_TURN == 12 for group in groups)


def test_a_count_sheet_of_1_0_is_still_read_as_it_was_printed():
    """Its code has version 1, and it has no room for more beads than a box began with."""
    kit = kit_of("her")
    old = parse_form_code(
        f"KITGEN-FORM:1 COUNT-MARKS HER {kit.short_hash.upper()} GARDNER A4 1 1-19 0"
    )
    (new,) = form_codes(kit, COUNT, "a4")
    assert (old, new.version) == (replace(new, version=1), 2)
    assert {bubble.value for bubble in make_form(kit, old).bubbles if bubble.field == "count"} == {
        "0",
        "1",
    }
    assert {bubble.value for bubble in make_form(kit, new).bubbles if bubble.field == "count"} == {
        "0",
        "1",
        "2",
        "3",
    }
    with pytest.raises(RecordError, match="its words are wrong"):
        parse_form_code(
            f"KITGEN-FORM:2 LOG-MARKS HER {kit.short_hash.upper()} GARDNER A4 2 26-50 3"
        )
