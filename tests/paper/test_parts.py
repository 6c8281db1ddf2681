"""Every printed part: inside its page, framed, with the kit's own figures, the same each time."""

import ast
import re
import sys
from collections import Counter
from itertools import combinations, pairwise
from pathlib import Path as FilePath
from types import ModuleType
from urllib.parse import parse_qsl

import pytest
import segno
from card_geometry import path_points
from counting import at_least, at_least_one
from jobs import LANGUAGES, TEXTS, make_job
from printed_words import lines_on, texts_on, words_on
from sampling import few, sample
from scene_text import dump

import kitgen
from kitgen.errors import UnknownNameError, UsageError
from kitgen.games import make_game
from kitgen.kit.choices import WISHES
from kitgen.kit.rule import Change
from kitgen.paper import parts as parts_package
from kitgen.paper.card.board import piece_counts, tent
from kitgen.paper.document import Sheet
from kitgen.paper.game_sheets import change_sentences, learning_rows
from kitgen.paper.job import bead_totals
from kitgen.paper.layout.frame import add_frame, content_area
from kitgen.paper.make import run_parts
from kitgen.paper.marks.codes import QUIET, qr_code
from kitgen.paper.marks.pieces import PIECES
from kitgen.paper.marks.scene import POINT, Disc, Line, Path, Polygon, Scene
from kitgen.paper.parts import PARTS, Part, cover, in_order, load_part, usual_parts
from kitgen.paper.parts.board import START_MM
from kitgen.paper.stock import Stock
from kitgen.paper.style import STYLE, text_width
from kitgen.papers import PAGES
from kitgen.reading.templates import Templates
from kitgen.reading.texts import Texts
from kitgen.web.address import read_address

MATCHBOX = Stock(53, 36, name="matchbox")
#: The parts that this file is about; labels and finder have tests of their own.
PLAIN = ("cover", "board", "beads", "operator", "log", "curve")
#: Those that keep out of the foot of a sheet and its margins.
FRAMED = (*PLAIN, "guide", "worksheet", "errata", "zero", "deck", "spinner", "class-set")


def texts_of(sheet):
    return texts_on(sheet)


def words_of(sheets):
    return words_on(*sheets)


def extent(mark):
    """Return left, top, right and bottom of a line of letters, ascenders and descenders
    included.
    """
    width = text_width(mark.text, mark.size, bold=mark.bold)
    shift = {"start": 0, "middle": width / 2, "end": width}[mark.anchor]
    left = -shift
    right = width - shift
    top = -0.76 * mark.size * POINT
    bottom = 0.2 * mark.size * POINT
    x, y = mark.at
    match mark.turn % 360:
        case 0:
            return x + left, y + top, x + right, y + bottom
        case 90:
            return x - bottom, y + left, x - top, y + right
        case 180:
            return x - right, y - bottom, x - left, y - top
        case 270:
            return x + top, y - right, x + bottom, y - left
    pytest.fail(f"a text is turned by {mark.turn}")


@pytest.mark.parametrize(
    ("kit", "page", "language"),
    few(
        ["her", "him", "ladder", "awari-mini", "hexapawn:4x3"],
        ["a4", "letter"],
        LANGUAGES,
        one_in=22,
    ),
)
def test_no_letters_leave_the_content_or_lie_on_others(kit, page, language):
    job = make_job(kit, page, language)
    x, y, width, height = content_area(job.page)
    for part in PLAIN:
        for sheet in at_least_one(load_part(part).sheets(job)):
            boxes = [(extent(mark), mark.text) for mark in texts_of(sheet)]
            for (left, top, right, bottom), text in at_least(3, boxes):
                assert x - 0.3 <= left, (part, text)
                assert y - 0.3 <= top, (part, text)
                assert right <= x + width + 0.3, (part, text)
                assert bottom <= y + height + 0.3, (part, text)
            for (one, first), (other, second) in combinations(boxes, 2):
                clear = (
                    one[2] <= other[0]
                    or other[2] <= one[0]
                    or one[3] <= other[1] + 0.6
                    or other[3] <= one[1] + 0.6
                )
                assert clear, (part, first, second)


@pytest.mark.parametrize(
    ("kit", "language", "page"),
    few(
        ["her", "him", "gardner24", "menace", "awari-mini", "hexapawn:4x4"],
        LANGUAGES,
        ["a4", "letter"],
        one_in=18,
    ),
)
def test_no_shape_leaves_the_content(kit, language, page):
    job = make_job(kit, page, language)
    x, y, width, height = content_area(job.page)
    for part in FRAMED:
        for sheet in at_least_one(load_part(part).sheets(job)):
            for mark in at_least(3, sheet.scene.marks):
                match mark:
                    case Line():
                        points = [mark.start, mark.end]
                    case Polygon():
                        points = list(mark.points)
                    case Path():
                        points = path_points(mark)
                    case Disc(centre=(a, b), radius=r):
                        points = [(a - r, b - r), (a + r, b + r)]
                    case _:
                        continue
                assert min(a for a, _ in points) >= x - 0.01, (part, mark)
                assert max(a for a, _ in points) <= x + width + 0.01, (part, mark)
                assert min(b for _, b in points) >= y - 0.01, (part, mark)
                assert max(b for _, b in points) <= y + height + 0.01, (part, mark)


@pytest.mark.parametrize("kit", few(["her", "awari-mini"], one_in=2))
def test_smallest_letters_and_thinnest_lines(kit):
    document = run_parts(make_job(kit), PLAIN)
    for sheet in at_least(6, document.sheets):
        assert min(mark.size for mark in texts_of(sheet)) >= 5
        strokes = [mark.stroke for mark in sheet.scene.marks if getattr(mark, "stroke", None)]
        assert min(stroke.width for stroke in strokes) >= 0.2 * POINT


@pytest.mark.parametrize(("language", "page_words", "scale"), [
    ("en", "page 2 of 2", "Print at 100%: this ruler is 100 mm long"),
    ("es", "página 2 de 2", "Imprime al 100\u00a0%: esta regla mide 100 mm"),
    ("it", "pagina 2 di 2", "Stampa al 100%: questo righello misura 100 mm"),
])  # fmt: skip
def test_every_sheet_is_framed_and_one_that_is_cut_has_a_ruler(language, page_words, scale):
    job = make_job(language=language)
    sheets = run_parts(job, ("board", "curve")).sheets
    assert len(sheets) == 2
    for words in map(words_of, (sheets[:1], sheets[1:])):
        for piece in (job.kit.name, job.kit.short_hash, job.kit.title, job.command):
            assert piece in words
    assert page_words in words_of(sheets[1:])
    assert scale in words_of(sheets[:1])
    assert scale not in words_of(sheets[1:])
    ruler = [
        mark for mark in sheets[0].scene.marks if isinstance(mark, Line) and mark.start[1] == 287
    ]
    assert max(mark.end[0] for mark in ruler) - min(mark.start[0] for mark in ruler) == 100
    upright = Counter(
        round(mark.start[1] - mark.end[1], 1) for mark in ruler if mark.start[0] == mark.end[0]
    )
    assert upright == {3.2: 11, 1.7: 10, 1.0: 80}


def test_frame_stays_in_the_foot():
    for page in at_least(2, PAGES.values()):
        job = make_job(page=page.name)
        sheet = Sheet(Scene(page.width, page.height), "x", "X")
        add_frame(job, sheet, 123, 456)
        for mark in at_least(3, texts_of(sheet)):
            left, top, right, bottom = extent(mark)
            assert page.margin <= left < right <= page.width - page.margin + 0.01, mark.text
            assert page.height - 22 <= top < bottom <= page.height - page.margin + 0.4, mark.text


def test_bought_label_sheets_keep_labels_free_of_the_frame():
    stock = Stock(63.5, 38.1, "a4", 3, 7, 7.25, 15.15, 66.04, 38.1, name="L7160")
    job = make_job(stock=stock)
    sheet = Sheet(Scene(210, 297), "labels", "Labels", framed=False)
    add_frame(job, sheet, 1, 1)
    assert job.kit.short_hash in words_of([sheet])
    lowest = 15.15 + 7 * 38.1
    for mark in texts_of(sheet):
        _, top, _, bottom = extent(mark)
        assert bottom <= 15.15 - 2 or top >= lowest + 2, mark.text
        assert top >= 5
        assert bottom <= 292


def test_parts_come_in_the_order_of_use_and_the_cover_knows_their_pages():
    job = make_job()
    document = run_parts(job, ("curve", "beads", "cover", "log"))
    assert [sheet.part for sheet in document.sheets] == ["cover", "beads", "log", "log", "curve"]
    listed = [mark.text for mark in texts_of(document.sheets[0])]
    for title, page in (("Bead plan", "2"), ("Log sheet", "3"), ("Learning curve", "5")):
        assert listed[listed.index(title) + 1] == page
    assert document.language == "en"
    assert job.kit.title == document.title
    assert job.kit.short_hash in document.subject


def test_unknown_part_is_refused():
    with pytest.raises(
        UnknownNameError, match=r"unknown part 'bead'; did you mean 'beads' or 'board'|'beads'"
    ):
        run_parts(make_job(), ("bead",))
    assert in_order(tuple(PARTS)) == tuple(PARTS)


def test_same_input_gives_the_same_marks():
    first, second = (run_parts(make_job("him", "letter", "it"), PLAIN) for _ in range(2))
    assert [dump(sheet.scene) for sheet in first.sheets] == [
        dump(sheet.scene) for sheet in second.sheets
    ]


def test_cover_has_the_kit_s_own_figures():
    words = words_of(load_part("cover").sheets(make_job(parts=("cover", "labels"))))
    beads = "Buy 53 beads in 4 colours: 45 for the boxes"
    for piece in ("19 boxes and 45", "for labels of 53 × 36 mm", beads, "The machine plays Black."):
        assert piece in words
    job = make_job()
    shown = [mark.text for mark in texts_of(load_part("cover").sheets(job)[0])]
    assert all(box.id in shown for box in job.kit.boxes)


@pytest.mark.every
def test_cover_of_a_very_large_kit_shows_the_ends_of_its_rows():
    job = make_job("hexapawn:4x4")
    (sheet,) = load_part("cover").sheets(job)
    shown = [mark.text for mark in texts_of(sheet)]
    last = max((box for box in job.kit.boxes if box.turn == 2), key=lambda box: int(box.id[1:]))
    assert f"… {last.id}" in shown


def test_qr_code_holds_the_modules_of_the_command():
    job = make_job()
    mark = qr_code(job.command, 10, 20, 40)
    matrix = segno.make_qr(job.command, error="m").matrix
    module = 40 / (len(matrix) + 2 * QUIET)
    corners = [points[0] for _, *points in mark.steps if points]
    runs = [(corners[i], corners[i + 2]) for i in range(0, len(corners), 4)]
    for row, line in enumerate(at_least(21, matrix)):
        for index, dark in enumerate(at_least(21, line)):
            x = 10 + (QUIET + index + 0.5) * module
            y = 20 + (QUIET + row + 0.5) * module
            assert any(a < x < c and b < y < d for (a, b), (c, d) in runs) == bool(dark)


@pytest.mark.parametrize(
    ("kit", "rule"),
    sample([("her", None), ("gardner24", None), ("menace", None), ("him", "mscroggs")], one_in=4),
)
def test_bead_plan_names_every_box_and_adds_up(kit, rule):
    job = make_job(kit, rule=rule)
    totals = bead_totals(job.kit)
    assert sum(row.needed for row in totals) == job.kit.beads
    assert all(row.spare >= max(2, row.needed / 10) for row in totals)
    sheets = load_part("beads").sheets(job)
    ids = [mark.text for mark in texts_on(*sheets) if mark.bold]
    rows = Counter(ids)
    assert all(rows[box.id] == 1 for box in job.kit.boxes)
    # The figures in the table of boxes, right of an id and on its line, are the beads of its slots.
    for box in job.kit.boxes[:: max(1, len(job.kit.boxes) // 40)]:
        for sheet in sheets:
            letters = [mark for mark in texts_of(sheet) if mark.text == box.id and mark.bold]
            if letters:
                (at,) = letters
                line = sorted(
                    (mark.at[0], mark.text)
                    for mark in texts_of(sheet)
                    if abs(mark.at[1] - at.at[1]) < 0.1 and mark.at[0] > at.at[0]
                )
                figures = [int(text) for _, text in line if text.isdigit()][: len(box.slots)]
                assert figures == [slot.beads for slot in box.slots], box.id


def test_bead_plan_of_owned_beads_says_what_is_left():
    job = make_job(beads=(("red", 30), ("blue", 20), ("yellow", 10), ("green", 10)))
    (sheet,) = load_part("beads").sheets(job)
    shown = [mark.text for mark in texts_of(sheet)]
    assert shown[shown.index("total") + 1 :][:3] == ["45", "70", "25"]
    assert "at hand" in shown
    assert "spares" not in shown


def test_operator_card_of_small_kits_says_what_to_do_without_a_box():
    alone, beside = (
        words_of(
            load_part("operator").sheets(make_job(express=True, expect="sensible", parts=parts))
        )
        for parts in (("operator",), ("operator", "always"))
    )
    assert "print the part always" in alone
    assert "“Always play this” shows what the machine plays" in beside
    words = alone
    assert "missed a win in one move" in words
    assert "No box at all?" not in words_of(load_part("operator").sheets(make_job()))


def test_a_grey_arrow_is_turned_where_the_board_has_more_than_a_mirror():
    """A wheel has up to three grey arrows for one bead: there is no either."""
    assert "turned or mirrored: choose any" in words_of(
        load_part("operator").sheets(make_job("told:mu-torere"))
    )
    assert "the same move mirrored: choose either" in words_of(
        load_part("operator").sheets(make_job())
    )


def test_menace_bead_plan_takes_two_pages():
    assert len(load_part("beads").sheets(make_job("menace"))) == 2


@pytest.mark.parametrize(("spec", "counts"), [
    ("hexapawn:4x3", {"pawn-light": 5, "pawn-dark": 5}),
    ("tictactoe:3x3", {"cross": 6, "ring": 5}),
    ("nim:9", {"counter": 10}),
    ("awari:6x4", {"seed": 53}),
    ("told:tapatan", {"pawn-light": 4, "pawn-dark": 4}),
])  # fmt: skip
def test_enough_pieces_and_a_spare(spec, counts):
    assert {piece.kind: piece.count for piece in piece_counts(make_game(spec))} == counts


@pytest.mark.parametrize("page", ["a4", "letter"])
def test_hexapawn_board_and_pieces_share_a_page_at_a_size_for_small_hands(page):
    job = make_job(page=page)
    (sheet,) = load_part("board").sheets(job)
    cells = [
        mark for mark in sheet.scene.marks if getattr(mark, "fill", None) in ("#FFFFFF", "#E8E8E8")
    ]
    sides = [
        mark.points[1][0] - mark.points[0][0]
        for mark in cells
        if len(getattr(mark, "points", ())) == 4
    ]
    sides = [
        side for side in sides if side > START_MM / 2
    ]  # without those of the picture of the start
    assert len(sides) == 9
    assert min(sides) > 43.99
    names = [mark.text for mark in texts_of(sheet)]
    assert [name for name in names if name in ("a", "b", "c", "1", "2", "3")] == [
        "a",
        "b",
        "c",
        "3",
        "2",
        "1",
    ]


def test_a_tent_shows_its_piece_twice_head_to_head_at_the_fold():
    scene = tent(PIECES["pawn-dark"], 24, 28)
    pictures = [mark for mark in scene.marks if type(mark).__name__ == "Path"]
    folds = [mark.start[1] for mark in scene.marks if isinstance(mark, Line)]
    assert folds == [6, 34, 62]
    middles = []
    for picture in pictures:
        ys = [y for _, y in path_points(picture)]
        middles.append((min(ys), max(ys)))
    (top, above), (below, low) = middles
    assert top + low == pytest.approx(68)
    assert above + below == pytest.approx(68)
    assert 6 < top < above < 34 < below < low < 62
    # The base, where the outline is straight, lies away from the fold.
    first = pictures[0].steps[0][1]
    assert first[1] == pytest.approx(top)


def rows(rule, language="en", kit="her"):
    job = make_job(kit, language=language, rule=rule)
    return dict(learning_rows(job.kit, job.texts))


def test_operator_card_says_gardners_rule():
    card = rows("gardner")
    assert list(card) == ["The machine wins", "The machine loses", "The box is empty"]
    assert card["The machine wins"] == ["All beads go back into their boxes. Nothing changes."]
    assert card["The machine loses"] == [
        "The bead of its last move goes into the bag, not back into its box.",
        "Every other bead goes back into its box.",
    ]
    assert card["The box is empty"][0].endswith("The move before counts as its last one.")


def test_operator_card_says_michies_rule_in_italian():
    card = rows("michie", "it", "menace")
    assert list(card) == [
        "La macchina vince",
        "Pareggio",
        "La macchina perde",
        "La scatola è vuota",
    ]
    assert card["La macchina vince"] == [
        "Ogni perlina torna nella scatola, con altre 3 del suo colore prese dal sacchetto."
    ]
    assert card["Pareggio"] == [
        "Ogni perlina torna nella scatola, con 1 altra del suo colore presa dal sacchetto."
    ]
    assert card["La macchina perde"] == ["Ogni perlina va nel sacchetto e non torna nella scatola."]


def test_operator_card_says_what_happens_to_the_last_moves_bead():
    card = rows("hexapawn-rl")
    win = card["The machine wins"]
    loss = card["The machine loses"]
    last = "The bead of its last move"
    assert (
        win[0] == f"{last} goes back; all other colours leave the box, and this one is filled up "
        "to 100 beads."
    )
    assert win[1] == "Every other bead goes back, with 3 more of its colour from the bag."
    assert loss[0].startswith(last)
    assert "for good" in loss[0]
    words = words_of(load_part("operator").sheets(make_job(rule="hexapawn-rl")))
    assert "Never put more than 100 beads of one colour into a box." in words
    assert "Always leave at least 1 bead of a colour" in words


def test_operator_card_counts_moves_from_the_end():
    texts = Texts("en", Templates())
    assert change_sentences(Change(every=-1, from_end=(-3, 0, 2)), None, texts) == [
        "The bead of its last move stays out: 3 beads of its colour go into the bag.",
        "The bead of the move before goes back into its box.",
        "The bead of move 3 from the end goes back, with 2 more of its colour from the bag.",
        "Every other bead goes into the bag, not back into its box.",
    ]


@pytest.mark.parametrize("rule", few(Templates().names("rules"), one_in=12))
@pytest.mark.parametrize("language", few(LANGUAGES, one_in=3))
@pytest.mark.parametrize("kit", ["her", "awari-mini"])
def test_the_operator_cards_words_fit_for_every_rule(rule, language, kit):
    job = make_job(kit, "letter", language, rule=rule)
    sheets = load_part("operator").sheets(job)
    # The strip is for beads; an example for which the card has no room has a page of its own.
    assert 1 <= len(sheets) - (job.kit.rule.learns == "beads") <= 2
    _, y, _, height = content_area(job.page)
    for sheet in sheets:
        assert max(extent(mark)[3] for mark in texts_of(sheet)) <= y + height


def test_operator_card_starts_with_the_beads_of_each_turn():
    assert "A boxes 4, B boxes 3, C boxes 2, D boxes 1" in words_of(
        load_part("operator").sheets(make_job("menace"))
    )
    assert "In every box lies 1 bead for each coloured arrow." in words_of(
        load_part("operator").sheets(make_job())
    )
    assert "from D on 1" in words_of(
        load_part("operator").sheets(make_job("hexapawn:3x5", rule="michie"))
    )
    awari = words_of(load_part("operator").sheets(make_job("awari-mini")))
    assert "the beads that its label says, for each coloured mark." in awari, (
        "a letter of Awari tells no turn"
    )


def test_log_has_fifty_games_and_draws_only_where_there_are_some():
    for kit, draws in (("her", False), ("menace", True)):
        pages = load_part("log").sheets(make_job(kit))
        letters = Counter(lines_on(*pages))
        assert all(letters[str(game)] == 1 for game in range(1, 51))
        assert letters["W"] == letters["L"] == 50
        assert letters["U"] == len(pages)  # blue, in the strip of beads
        # MENACE's fourth turn is a column D as well.
        assert letters["D"] == (50 + len(pages) if draws else 0)


def test_curve_has_fifty_square_squares():
    for page in PAGES:
        (sheet,) = load_part("curve").sheets(make_job(page=page))
        fine = [
            mark
            for mark in sheet.scene.marks
            if isinstance(mark, Line) and mark.stroke.colour in (STYLE.greys.fine, STYLE.greys.line)
        ]
        xs = sorted({round(mark.start[0], 3) for mark in fine if mark.start[0] == mark.end[0]})
        ys = sorted({round(mark.start[1], 3) for mark in fine if mark.start[1] == mark.end[1]})
        assert len(xs) == 51
        steps = {round(b - a, 2) for a, b in (*pairwise(xs), *pairwise(ys))}
        assert len(steps) == 1
        assert steps.pop() >= 3.5


# --- what parts declare
# ------------------------------------------------------------------------------------------


def test_a_document_says_where_its_parts_lie_and_what_they_show():
    document = run_parts(make_job(), ("cover", "labels", "finder", "log", "zero"))
    found = [(part.name, part.first, part.pages, part.shows) for part in document.parts]
    assert found == [
        ("cover", 1, 1, "nothing"),
        ("labels", 2, 1, "cards"),
        ("finder", 3, 1, "boards"),
        ("log", 4, 2, "nothing"),
        ("zero", 6, 2, "walls"),
    ]
    assert sum(part.pages for part in document.parts) == len(document.sheets)


def test_pieces_of_a_larger_picture_show_boards_that_may_be_cut():
    shown = {part.shows for part in run_parts(make_job(poster_tiled=True), ("poster",)).parts}
    assert shown == {"tiles"}
    assert {part.shows for part in run_parts(make_job(poster_size="a2"), ("poster",)).parts} == {
        "walls"
    }
    assert {part.shows for part in run_parts(make_job("gardner24"), ("map",)).parts} == {"nothing"}


def test_what_is_usual_follows_from_the_parts():
    assert usual_parts("label") == usual_parts("any")
    assert usual_parts("label")[:2] == ("cover", "labels")
    assert usual_parts("card")[:2] == ("cover", "cards")
    assert "beads" not in usual_parts("card")
    assert [part.name for part in PARTS.values() if part.bands] == ["curve"]


def test_no_part_imports_another():
    files = sorted(FilePath(parts_package.__file__).parent.glob("*.py"))
    drawn = {part.file or part.name.replace("-", "_") for part in PARTS.values()}
    assert {path.stem for path in files} == {"__init__", *drawn}
    for path in files:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                assert not (node.module or "").startswith("kitgen.paper.parts"), path.name


def test_a_part_of_ones_own_is_printed_listed_and_shown(monkeypatch):
    module = ModuleType("kitgen.paper.parts.riddle")
    module.sheets = lambda job: [
        Sheet(Scene(job.page.width, job.page.height), "riddle", "A riddle")
    ]
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setitem(PARTS, "riddle", Part("riddle", "pupil", shows="boards", usual=("card",)))
    document = run_parts(make_job(), ("riddle", "cover"))
    assert [(part.name, part.first, part.shows) for part in document.parts] == [
        ("cover", 1, "nothing"), ("riddle", 2, "boards"),
    ]  # fmt: skip
    assert "A riddle" in words_of(document.sheets[:1])
    assert usual_parts("card")[-1] == "riddle"


# --- the example of a log
# ------------------------------------------------------------------------------------------


def boxes_ahead(kit, side, positions):
    """The boxes that a machine can meet next from some positions, whatever is played; no
    position has an image.
    """
    drawn = {box.position: box for box in kit.boxes}
    met = set()
    seen = set()
    waiting = list(positions)
    while waiting:
        position = waiting.pop()
        if position in seen or kit.game.result(position) is not None:
            continue
        seen.add(position)
        if position.to_move == side and position in drawn:
            met.add(drawn[position].id)
            continue
        waiting += [
            kit.game.play(position, move).position for move in kit.game.legal_moves(position)
        ]
    return met


@pytest.mark.parametrize("name", few(["awari-mini", "awari-3x1", "ladder", "nim:9"], one_in=3))
def test_the_example_of_a_log_can_be_played(name):
    """In games without symmetry: its first box is met first, and the second one after the bead
    of the first.
    """
    job = make_job(name)
    kit = job.kit
    sheet, *_ = load_part("log").sheets(job)
    words = " ".join(mark.text for mark in texts_of(sheet))
    first, bead, second = re.search(r"such as (\w+) (\w), (\w+) \w\)", words).groups()
    box = next(box for box in kit.boxes if box.id == first)
    slot = next(slot for slot in box.slots if slot.colour.letter == bead)
    assert any(first in boxes_ahead(kit, side, [kit.game.start()]) for side in kit.players)
    after = kit.game.play(box.position, slot.moves[0]).position
    assert second in boxes_ahead(kit, box.position.to_move, [after])


@pytest.mark.parametrize(
    ("rule", "says"), [("gardner", "beads may go out:"), ("michie", "beads go in or out:")]
)
def test_a_cover_says_only_of_rules_that_add_beads_that_they_go_in(rule, says):
    (sheet,) = load_part("cover").sheets(make_job("her", rule=rule))
    assert says in " ".join(mark.text for mark in texts_of(sheet))


@pytest.mark.parametrize(
    ("kit", "choices"),
    sample(
        [
            (
                "ladder",
                {
                    "side": "second",
                    "stock": "poker",
                    "cards_duplex": "long",
                    "cards_back_offset": "1,-0.5",
                },
            ),
            ("her", {}),
            ("menace", {"language": "it", "express": True, "page": "letter"}),
            (
                "hexapawn:4x3",
                {
                    "merged": False,
                    "palette": "grey",
                    "poster_size": "a1",
                    "parts": ["cover", "poster"],
                },
            ),
            (
                "awari:2x3,rules=simple",
                {"language": "es", "beads_bank": 30, "rule": "michie", "economy": False},
            ),
        ],
        one_in=5,
    ),
)
def test_the_cover_leads_to_the_same_kit_and_print_in_the_app(kit, choices, monkeypatch):
    """The address on it, read as the app reads it, is the same kit and print."""
    codes = []
    monkeypatch.setattr(
        cover, "qr_code", lambda text, *where: codes.append(text) or qr_code(text, *where)
    )
    wish = {key: choices.pop(key) for key in [*choices] if key in WISHES}
    made = kitgen.make_kit(kit, **wish)
    document = kitgen.make_document(made, **choices, cover_address="https://example.org/app/")
    (link,) = codes
    home, _, query = link.partition("#")
    assert home == "https://example.org/app/"
    address, rest = read_address(parse_qsl(query), "en")
    assert rest == {}
    same = kitgen.make_kit(address.kit, **address.chosen("kit"))
    assert same.hash == made.hash
    settings = {**address.chosen("print"), **address.chosen("part"), "cover_address": home}
    assert kitgen.make_document(same, **settings).sheets == document.sheets
    words = lines_on(document.sheets[0])
    whole_text = " ".join(words)
    assert TEXTS[made.choices.language]("cover.app").split()[0] in whole_text
    assert TEXTS[made.choices.language]("cover.again") not in whole_text


@pytest.mark.parametrize(
    "address", ["example.org", "https://example.org/#kit=her", "javascript:alert(1)", "https://a b"]
)
def test_an_address_that_is_none_is_refused(address):
    with pytest.raises(UsageError, match="write that of the app"):
        kitgen.make_document("her", parts=["cover"], cover_address=address)
