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
from jobs import LANGUAGES, TEMPLATES, kit_of, make_job
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
    for form in at_least_one(forms(name, part, page)):
        assert (form.width, form.height) == (PAGES[page].width, PAGES[page].height)
        bubbles = [*form.example, *form.bubbles]
        rows = dict(enumerate(form.rows)) | {-1: form.example_row}
        for bubble in at_least(10, bubbles):
            row = rows[bubble.row]
            assert row.x + BUBBLE_RADIUS < bubble.x < row.x + row.width - BUBBLE_RADIUS
            assert row.y + BUBBLE_RADIUS < bubble.y < row.y + row.height - BUBBLE_RADIUS
        levels = sorted({bubble.y for bubble in bubbles})
        assert min(steps(levels)) > 6.7
        for level in levels:
            places = sorted(bubble.x for bubble in bubbles if bubble.y == level)
            assert min(steps(places), default=5) >= 4.99
        marks = camera_marks(form)
        left, top, width, height = content_area(PAGES[page])
        for x, y, half in at_least(60, marks):
            assert left <= x - half < x + half <= left + width
            assert top <= y - half < y + half <= top + height
        for bubble in bubbles:
            for x, y, half in marks:
                apart = max(abs(bubble.x - x), abs(bubble.y - y))
                assert apart > BUBBLE_RADIUS + half + 0.9
        # Squares stand beside each line of bubbles, and no corner of the sheet is without.
        beside = {round(square.y, 3) for square in form.squares}
        assert beside >= {round(level, 3) for level in levels}


#: How far a bubble reaches from its middle, with its line, in mm.
BUBBLE_RADIUS = 1.9


def steps(places):
    """Yield how far each of sorted places is from the next."""
    for place, after in pairwise(places):
        yield after - place


def camera_marks(form):
    """The marks by which a camera finds its way: the middle of each, and how far it reaches."""
    marks = [(square.x, square.y, square.side / 2) for square in (*form.squares, *form.corners)]
    marks += [(x, y, form.diameter / 2) for x, y in (*form.empty, *form.full)]
    return marks


@pytest.mark.parametrize(("name", "part", "page"), few(KITS, (LOG, COUNT), PAGES, one_in=10))
def test_all_rows_are_there_once_from_the_first_sheet_to_the_last(name, part, page):
    kit = kit_of(name)
    codes = form_codes(kit, part, page)
    rows = [number for code in codes for number in range(code.first, code.last + 1)]
    assert rows == list(range(1, len(rows) + 1))
    assert [code.sheet for code in codes] == list(range(1, len(codes) + 1))
    first_row = forms(name, part, page)[0].rows[0]
    if part == COUNT:
        assert len(rows) == len(kit.boxes)
        assert first_row.name == kit.boxes[0].id
    else:
        assert 4 <= len(rows) <= 56
        assert first_row.name == "1"


@pytest.mark.parametrize("name", few(KITS, one_in=20))
def test_the_code_and_the_kit_alone_say_where_all_lies(name):
    """Also of a kit that was read from its file, and in whatever language its words are."""
    kit = kit_of(name)
    again = read_kit(write_kit(kit), "kit.json")
    for part, page in product((LOG, COUNT), PAGES):
        code = form_codes(kit, part, page)[0]
        assert parse_form_code(code.text) == code
        assert make_form(again, parse_form_code(code.text)) == make_form(kit, code)
    if name in TEMPLATES.names("editions"):
        form = first_log(kit)
        italian = first_log(make_job(name, language="it").kit)
        assert form.bubbles == italian.bubbles
        assert form.squares == italian.squares
        assert form.code_at == italian.code_at


def first_log(kit):
    return make_form(kit, form_codes(kit, LOG, "a4")[0])


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
    for name, page in product(("her", "him"), PAGES):
        assert {len(form.rows) for form in forms(name, LOG, page)} == {25}
    assert len(lines_of_example("her")) == 1
    assert len(lines_of_example("menace")) == 2


def lines_of_example(name):
    """The lines of bubbles of the example on a kit's log."""
    return {bubble.y for bubble in forms(name, LOG, "a4")[0].example}


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
        while turns and kit.locate(turns[-1]) is None:
            turns.pop()
        turns_left = _turns_left(kit, side)
        for number, met in enumerate(turns):
            assert turns_left(kit.symmetries.canonical(met)) >= len(turns) - number
            if kit.locate(met) is None:
                without += 1
    assert without
    assert most_turns(kit_of("ladder", forced="box")) == 5
    assert most_turns(kit_of("ladder", forced="skip")) == 4


@pytest.mark.parametrize(
    ("page", "name"), few(["a4", "letter"], ["awari-mini", "awari-3x1", "her-3x4"], one_in=2)
)
def test_the_lines_of_a_row_are_used_for_as_many_turns_as_they_hold(name, page):
    kit = kit_of(name)
    area = Area(page)
    turns, longer = places._turns(kit, area)
    usual, longest = places.usual_turns(kit)
    assert usual <= turns <= longest

    def lines_of(number):
        goes_on = number != most_turns(kit)
        return places._log_shape(kit, number, goes_on, area).lines

    assert lines_of(usual) == lines_of(turns)
    if longer and turns < longest:
        assert places._log_shape(kit, turns + 1, True, area).lines > lines_of(turns)


# --- games


def meant(kit, side, row):
    """All games that marks of replies, beads and moves may mean: what was picked in each,
    followed move by move.
    """
    reader = RowReader(kit, side, row)
    reader.follow(kit.game.start(), 1, ())
    return reader.games


class RowReader:
    """Follows all games that agree with the marks of a row."""

    def __init__(self, kit, side, row):
        self.kit = kit
        self.side = side
        self.moves = Moves(kit)
        self.marks = {}  # of a field on a turn
        for field, turn, value in row:
            self.marks.setdefault((field, turn), set()).add(value)
        self.last = max(turn for field, turn in self.marks if field in ("bead", "move"))
        self.games = set()

    def follow(self, position, turn, picks):
        """Follow the opponent's moves of a turn that agree with the marks, if it is to move."""
        game = self.kit.game
        if turn > self.last:
            self.games.add(picks)
        elif game.result(position) is None:
            if position.to_move == self.side:
                self.pick(position, turn, picks)
                return
            reply = self.marks.get(("reply", turn), set())
            for move in game.legal_moves(position):
                after = game.play(position, move).position
                if set(self.moves.marks(move)) == reply and game.result(after) is None:
                    self.pick(after, turn, picks)

    def pick(self, position, turn, picks):
        """Follow the machine's moves that agree with the marks; without a box there are none."""
        located = self.kit.locate(position)
        if located is None:
            move = self.kit.unboxed(position)
            has_marks = ("bead", turn) in self.marks or ("move", turn) in self.marks
            if move is not None and not has_marks:
                self.follow(self.kit.game.play(position, move).position, turn + 1, picks)
            return
        box, symmetry = located
        for slot in box.slots:
            picked = (*picks, (box.id, slot.colour.key))
            for move in map(symmetry.inverse().move, slot.moves):
                if self.agrees(slot, move, turn):
                    self.follow(self.kit.game.play(position, move).position, turn + 1, picked)

    def agrees(self, slot, move, turn):
        """Whether a move is the marked one, or, without such a mark, its bead."""
        marked_move = self.marks.get(("move", turn))
        if marked_move:
            return marked_move == set(self.moves.marks(move))
        return self.marks.get(("bead", turn)) == {slot.colour.key}


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
        boxes = [value for field, _, value in marks if field == "box"]
        beads = [value for field, _, value in marks if field == "bead"]
        found = meant(kit, side, rows[0])
        assert tuple(zip(boxes, beads, strict=True)) in found
        if len(found) > 1:
            several += 1
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
        turns_of_a_row = form.code.turns
        wanted = []
        for field, turn, value in at_least_one(marks):
            turn_in_row = (turn - 1) % turns_of_a_row + 1
            if 0 < turn <= last and (field, turn_in_row) in asked:
                assert (field, turn_in_row, value) in there
                wanted.append((field, turn, value))
        marked = []
        results = 0
        for row_number, row in enumerate(rows):
            for field, turn, value in row:
                if field == "result":
                    results += 1
                if field in ("box", "reply", "bead", "move"):
                    marked.append((field, turn + row_number * turns_of_a_row, value))
        assert marked == wanted
        assert results == 1


# --- on paper


def filled_in(sheet, bubbles):
    """Those of some bubbles that are drawn filled in."""
    dark = set()
    for mark in sheet.scene.marks:
        if isinstance(mark, Disc) and mark.fill == "#3A3A3A":
            dark.add(mark.centre)
    return [bubble for bubble in bubbles if (bubble.x, bubble.y) in dark]


@pytest.mark.parametrize(
    ("name", "part", "page", "language"),
    sample(
        [
            ("her", LOG, "a4", "en"),
            ("menace", LOG, "letter", "it"),
            ("awari-mini", LOG, "a4", "es"),
            ("her", COUNT, "letter", "it"),
            ("menace", COUNT, "a4", "es"),
            ("ladder", LOG, "letter", "en"),
        ],
        one_in=8,
    ),
)
def test_a_page_shows_all_bubbles_with_their_letters_and_a_real_game(name, part, page, language):
    job = make_job(name, page, language=language)
    sheets = load_part(part).sheets(job)
    codes = form_codes(job.kit, part, page)
    letters = {colour.key: colour.letter for colour in job.kit.palette}
    for sheet, code in at_least_one(zip(sheets, codes, strict=True)):
        form = make_form(job.kit, code)
        rings = {mark.centre for mark in sheet.scene.marks if isinstance(mark, Disc)}
        assert {(bubble.x, bubble.y) for bubble in (*form.bubbles, *form.example)} <= rings
        assert {*form.empty, *form.full} <= rings
        texts = set()
        for mark in sheet.scene.marks:
            if isinstance(mark, Text):
                texts.add((round(mark.at[0], 3), mark.text))
        beads = [bubble for bubble in form.bubbles if bubble.field == "bead"]
        assert beads or part == COUNT
        for bubble in beads:
            assert (round(bubble.x, 3), letters[bubble.value]) in texts
        meant_marks = example_marks(job.kit, form)
        filled = filled_in(sheet, at_least_one(form.example))
        assert filled
        assert filled == [bubble for bubble in form.example if bubble in meant_marks]
        assert not filled_in(sheet, form.bubbles)
        assert sum(is_code(mark) for mark in sheet.scene.marks) == 1


@pytest.mark.parametrize("name", ["ladder", "awari-mini", "him"])
def test_headings_are_large_enough_to_be_read_and_clear_of_each_other(name):
    job = make_job(name)
    fields = ("on", "starts", "reply", "bead", "box", "result", "void")
    words = {job.texts(f"form.head.{field}") for field in fields}
    scene = load_part("log-marks").sheets(job)[0].scene
    spans = []
    for mark in scene.marks:
        # The number of a turn may stand before the words.
        if isinstance(mark, Text) and (mark.text in words or mark.text[2:] in words):
            assert mark.size >= 7.5
            x, y = mark.at
            half = text_width(mark.text, mark.size, bold=mark.bold) / 2
            spans.append((y, x - half, x + half))
    spans.sort()
    for (level, _, end), (next_level, next_start, _) in at_least(5, pairwise(spans)):
        if level == next_level:
            assert next_start - end > 0.8


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["him", "menace"])
def test_headings_have_one_size_and_stand_over_their_rings(name, language):
    """Each was as large as its own rings let it: “bolita” over a single ring had 6.5 points
    between others of 9.
    """
    job = make_job(name, language=language)
    form = make_form(job.kit, form_codes(job.kit, LOG, "a4")[0])
    scene = load_part("log-marks").sheets(job)[0].scene
    words = [mark for mark in scene.marks if isinstance(mark, Text)]
    sizes = set()
    for label in at_least(5, [label for label in form.labels if label.row < 0]):
        title = job.texts(f"form.head.{label.field}")
        (heading,) = [
            mark
            for mark in words
            if mark.text.removesuffix(title) in {"", "A ", "B ", "C ", "D "}
            and 0 < label.y - mark.at[1] < 5
            and label.x <= mark.at[0] <= label.x + label.width
        ]
        sizes.add(heading.size)
    assert len(sizes) == 1
    assert min(sizes) >= 8


def test_the_example_on_a_count_sheet_is_the_first_box_as_it_is_new():
    """Its figures add up; 0 is marked where a slot holds nothing, and only there."""
    for name in ("her", "menace", "ladder"):
        kit = kit_of(name)
        first, *others = kit.boxes[0].slots
        emptied = replace(kit.boxes[0], slots=(replace(first, beads=0), *others))
        form = forms(name, COUNT, "a4")[0]
        for box in (kit.boxes[0], emptied):
            with_box = replace(kit, boxes=(box, *kit.boxes[1:]))
            figures = [[] for _ in box.slots]
            for bubble in example_marks(with_box, form):
                figures[bubble.turn - 1].append(int(bubble.value))
            for marked, slot in at_least_one(zip(figures, box.slots, strict=True)):
                assert sum(marked) == slot.beads
                assert (0 in marked) == (slot.beads == 0)


@pytest.mark.parametrize(
    ("name", "page"), sample([("her", "a4"), ("menace", "letter"), ("her-3x4", "a4")], one_in=4)
)
def test_the_code_of_every_sheet_is_read_from_the_print(tmp_path, name, page):
    """At 100 dpi, where those of the log are read too; its modules are much larger."""
    kit = kit_of(name)
    path, made = written(tmp_path / "kit.pdf", document(name, (LOG, COUNT), page=page))
    read = at_least(len(made.sheets), read_codes(path, made))
    codes = [*form_codes(kit, LOG, page), *form_codes(kit, COUNT, page)]
    assert [parse_form_code(text) for _, text in read] == codes
    for sheet in made.sheets:
        (code,) = filter(is_code, sheet.scene.marks)
        rows = sorted({y for _, y in path_points(code)})
        assert rows[1] - rows[0] > 0.65


# --- refusals


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


def is_ring(mark):
    """Whether a mark is the ring of a bubble, and none at the foot of the page."""
    if not isinstance(mark, Disc) or mark.stroke is None:
        return False
    return mark.radius > 1.8 and mark.centre[1] < 200


def is_w(mark):
    return isinstance(mark, Text) and mark.text == "W"


def is_square(mark):
    return isinstance(mark, Polygon) and mark.fill == "#000000"


def moved(ring):
    x, y = ring.centre
    return [structs.replace(ring, centre=(x + 1, y))]


def missing(_mark):
    return []


def inked(ring):
    return [ring, structs.replace(ring, radius=1.6, fill="#3A3A3A")]


def exchanged(letter):
    return [structs.replace(letter, text="L")]


def cut_short(code):
    return [structs.replace(code, steps=code.steps[:-5])]


#: Which mark of a sheet is changed, and into which marks.
FAULTS = {
    "a ring moved": (is_ring, moved),
    "a ring missing": (is_ring, missing),
    "a ring filled in": (is_ring, inked),
    "a letter exchanged": (is_w, exchanged),
    "a square missing": (is_square, missing),
    "a code of other modules": (is_code, cut_short),
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
    rows = re.findall(r"^\| (`.*`) \| (\d+) \| (\d+) \|$", text, re.MULTILINE)
    games = {}
    for names, a4, letter in rows:
        for name in re.findall("`([^`]+)`", names):
            games[name] = {"a4": int(a4), "letter": int(letter)}
    assert set(games) == set(TEMPLATES.names("editions"))
    for name in ("her", "gardner24", "menace", "menace-second", "awari-3x1"):
        for page in ("a4", "letter"):
            assert games[name][page] == len(forms(name, LOG, page)[0].rows)


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
    assert MAX_BOXES_OF_A_TURN == 12
    for block in blocks or ():
        for group in block:
            assert group.field != "box" or len(group.values) <= 12


def figures_on(form):
    """The figures that the bubbles of a count sheet stand for."""
    return {bubble.value for bubble in form.bubbles if bubble.field == "count"}


def test_a_count_sheet_of_1_0_is_still_read_as_it_was_printed():
    """Its code has version 1, and it has no room for more beads than a box began with."""
    kit = kit_of("her")
    old = parse_form_code(
        f"KITGEN-FORM:1 COUNT-MARKS HER {kit.short_hash.upper()} GARDNER A4 1 1-19 0"
    )
    (new,) = form_codes(kit, COUNT, "a4")
    assert new.version == 2
    assert old == replace(new, version=1)
    assert figures_on(make_form(kit, old)) == {"0", "1"}
    assert figures_on(make_form(kit, new)) == {"0", "1", "2", "3"}
    with pytest.raises(RecordError, match="its words are wrong"):
        parse_form_code(
            f"KITGEN-FORM:2 LOG-MARKS HER {kit.short_hash.upper()} GARDNER A4 2 26-50 3"
        )
