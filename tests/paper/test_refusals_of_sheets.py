"""What is refused, or advised, of sizes, shifts, settings and parts: each sentence as it is, with
its figures, from both sides of the limit where there is one.
"""

import pytest
from counting import at_least
from jobs import TEMPLATES, TEXTS, kit_of, make_job
from test_drawn import digest

from kitgen.errors import KitgenError
from kitgen.paper.card.faces import Cards, label_for, smallest_label
from kitgen.paper.job import (
    PartOptions,
    bead_width,
    parse_setting,
    parse_shift,
    part_options,
    spoken_choices,
    unusual_options,
)
from kitgen.paper.layout.imposition import labels_per_page, plan_sheet
from kitgen.paper.parts import (
    check_program,
    check_settings,
    first_lesson,
    in_order,
    load_part,
    usual_parts,
)
from kitgen.paper.stock import read_stock
from kitgen.papers import PAGES


def answer(call, *values, **named):
    """Return what a call returns, or what it refuses, as text."""
    try:
        return repr(call(*values, **named))
    except KitgenError as error:
        return f"{type(error).__name__}: {error}"


STOCKS = (
    "matchbox", " Poker ", "l7160", "j8160", "L7162", "999", "99", "5", "5x5", "4.9x5", "250x250",
    "251x30", "30x250.5", "-5x20", "35x15", "35 x 15 mm", "2.625x1in", "35x", "35x15x", "53x36x15",
    "inside:50x33x12", "50x33x12 inside", "inside 50x33x12 outside", "outside:50x33x12", "matchbx",
    "missing.toml", "",
)  # fmt: skip
SETTINGS = (
    "poster.size=a1", "poster.size=a9", "poster.tiled", "poster.tiled=OFF", "poster.tiled=2",
    "poster.bead", "poster.bead=4", "poster.bead=wide", "keepers.each=2", "keepers.each=3",
    "keepers.each=1.5", "labels.start-at=3", "labels.nudge=1,2", "labels.nudge=1;2", "psoter.size",
    " Demo.Size = page", "beads.bank=501", "cards.duplex=both", "boxes.size=Inside 50x33x12mm",
    "boxes.size=inside:50x33x12 inside", "boxes.clearance=x",
)  # fmt: skip
SHIFTS = ("1,2", "-1.5, +0.25", "1", "1,2,3", "1,x", "1000,1", "1,.5", "")
COMMANDS = (
    "kitgen print her",
    "kitgen print her --rule michie --unmerged --express",
    "kitgen print nim:8 --set poster.size=a1 --set demo.show=A1 --economy --groups 3 --one-a-page",
)


def test_what_is_typed_is_read_or_refused(golden):
    lines = [f"{name!r}: {answer(read_stock, name, TEMPLATES)}" for name in STOCKS]
    lines += [f"{text!r}: {answer(parse_setting, text)}" for text in SETTINGS]
    lines += [f"{text!r}: {answer(parse_shift, text, '--set labels.nudge')}" for text in SHIFTS]
    lines += [f"{text}: {answer(spoken_choices, text, 'it')}" for text in COMMANDS]
    for width in (2.9, 3.0, 20.0, 20.1):
        lines.append(answer(bead_width, PartOptions(poster_bead=width)))
    for options in ({"guide_nam": 8}, {"poster_size": "a9"}, {"groups": 2}, {"poster_tiled": True}):
        reply = answer(part_options, **options).replace(repr(PartOptions()), "as usual")
        lines.append(f"{options}: {reply}")
    lines.append(answer(unusual_options, {"bank": 50, "bead": 5.0, "demo": "page", "other": 1}))
    golden("refusals-of-sheets/typed", "\n".join(lines))


STOCK_FILE = 'source = "ours"\nwidth = {width}\nheight = {height}\n{more}\n'
SHEET = 'page = "a4"\ncolumns = 2\nrows = 3\nleft = 5\ntop = 10\npitch_x = 100\npitch_y = 50\n'
TRAYS = 'kind = "carton"\ncolumns = 2\nrows = 3\npitch_x = 100\npitch_y = 50\n'
#: A side, and more lines of a file of a size; of a file that is right one thing is otherwise.
FILES = (
    (90, 50, ""), (4, 50, ""), (90, 251, ""), (90, 50, "tent = true"), (90, 50, "left = 3"),
    (90, 50, "rows = 3"), (90, 50, "pitch_y = 60"), (90, 50, SHEET), (100, 50, SHEET),
    (101, 50, SHEET), (90, 51, SHEET), (90, 50, SHEET + "tent = true"),
    (90, 50, SHEET.replace("columns = 2\n", "")), (90, 50, SHEET.replace("rows = 3", "rows = 0")),
    (90, 50, SHEET.replace("left = 5", "left = 121")),
    (90, 50, SHEET.replace("left = 5", "left = 20")),
    (90, 50, SHEET.replace("left = 5", "left = 20.1")),
    (90, 50, SHEET.replace("rows = 3", "rows = 6")),
    (90, 50, SHEET.replace("top = 10", "top = 248")), (90, 50, SHEET.replace('"a4"', '"letter"')),
    (90, 50, TRAYS), (101, 50, TRAYS), (100, 51, TRAYS), (90, 50, TRAYS + "left = 1"),
    (90, 50, TRAYS + "tent = true"), (90, 50, TRAYS.replace("columns = 2\n", "")),
    (90, 50, TRAYS.replace("carton", "drawer").replace("rows = 3\n", "")),
)  # fmt: skip


def test_a_file_of_a_size_is_read_or_refused(golden, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lines = []
    for width, height, more in at_least(20, FILES):
        text = STOCK_FILE.format(width=width, height=height, more=more)
        (tmp_path / "own.toml").write_text(text, encoding="utf-8")
        lines.append(f"{width} {height} {more!r}: {answer(read_stock, 'own.toml', TEMPLATES)}")
    golden("refusals-of-sheets/files", "\n".join(lines))


#: What is printed on what, where labels lie elsewhere than usually, or cannot lie.
SHEETS = (
    ("matchbox", "a4", {}), ("matchbox", "letter", {"labels_nudge": "1,0"}),
    ("matchbox", "a4", {"labels_start_at": 2}), ("L7160", "letter", {}), ("5160", "a4", {}),
    ("L7160", "a4", {"labels_start_at": 21}), ("L7160", "a4", {"labels_start_at": 22}),
    ("L7160", "a4", {"labels_start_at": 0}), ("L7160", "a4", {"labels_nudge": "7.2,-15.1"}),
    ("L7160", "a4", {"labels_nudge": "7.6,0"}), ("L7160", "a4", {"labels_nudge": "0,-15.3"}),
    ("L7160", "a4", {"labels_nudge": "-7.3,0"}), ("L7160", "a4", {"labels_nudge": "0,15.3"}),
    ("egg-carton", "a4", {}), ("egg-carton-6", "letter", {}), ("drawers", "letter", {}),
    ("190x60", "a4", {}), ("186x60", "a4", {}), ("250x60", "a4", {}), ("60x250", "a4", {}),
    ("cup-tents", "letter", {}),
)  # fmt: skip


def test_labels_lie_where_they_have_room(golden):
    lines = []
    for stock, page, options in at_least(20, SHEETS):
        lines.append(f"{stock} {page} {options}: {answer(placed, stock, page, options)}")
        size = read_stock(stock, TEMPLATES)
        for count in (1, 19, 24):
            lines.append(f"  {count}: {answer(labels_per_page, PAGES[page], size, count)}")
    golden("refusals-of-sheets/places", "\n".join(lines))


def placed(stock, page, options):
    """Return how labels lie on a page: how many, the first and the last, and the rest."""
    layout = plan_sheet(make_job("her", page=page, stock=stock, **options))
    ends = [layout.spots[0], layout.spots[-1]]
    where = [
        f"{spot.x:.2f},{spot.y:.2f} {spot.width:g}x{spot.height:g} {spot.turn}" for spot in ends
    ]
    return len(layout.spots), where, layout.marks, layout.inset, layout.gutter, layout.skip


#: Prints whose settings or parts are refused, or not.
PRINTS = (
    ("her", "labels", {"labels_start_at": 0}), ("her", "labels", {"poster_tiled": True}),
    ("her", "labels poster", {"poster_tiled": True}), ("her", "story labels", {}),
    ("her", "class-board", {}), ("her", "demo", {"demo_show": "A1,Z9"}),
    ("her", "demo", {"demo_show": " , "}), ("her", "demo", {"demo_show": "B4, A1,B4"}),
    ("her", "labels", {"labels_nudge": "x"}),
    ("her", "labels", {"labels_one_a_page": True, "stock": "L7160"}),
    ("her", "labels", {"labels_one_a_page": True, "stock": "cup-tents"}),
    ("her", "labels", {"labels_one_a_page": True, "stock": "drawers"}),
    ("her", "cards", {"cards_back_offset": "1,1", "stock": "poker"}),
    ("her", "cards", {"cards_back_offset": "5.1,0", "cards_duplex": "long", "stock": "poker"}),
    ("her", "cards", {"stock": "30x20"}), ("her", "cards", {"stock": "180x150"}),
    ("her", "chips", {"chips_face": "number", "stock": "chips"}),
    ("ladder", "chips", {"chips_face": "number", "stock": "chips"}),
    ("her", "beads", {"beads_bank": 9}), ("her", "beads", {"beads_bank_opponent": "perfect"}),
    ("her", "poster", {"poster_bead": 2.0}), ("her", "poster", {"poster_bead": 19.0}),
    ("her", "poster", {"poster_bead": 5.0, "rule": "michie"}),
    ("her", "boxes", {"boxes_size": "10x10x10"}), ("her", "boxes", {"boxes_size": "400x300x20"}),
    ("her", "boxes", {"boxes_paper": "190"}), ("her", "boxes", {"boxes_clearance": 0.0}),
    ("her", "boxes", {"boxes_clearance": 9.0}), ("her", "boxes", {"boxes_size": "matchbx"}),
    ("her", "tactile", {"tactile_braille": "marburg"}), ("her", "guide", {"guide_name": "program"}),
    ("her", "guide", {"guide_name": "techer"}), ("her", "labels", {"laser": "blue"}),
    ("her", "labels", {"printer": "1,2,3,4"}), ("her", "labels", {"printer": "office"}),
    ("her", "lesson", {"lesson_name": "ladder-15"}),
    ("ladder", "lesson", {"lesson_name": "lader-15"}),
    ("her", "one-sheet", {"rule": "michie"}), ("her", "one-sheet", {"express": True}),
    ("her", "situations", {"rule": "gardner-reward"}), ("menace", "situations", {}),
    ("menace", "playing-cards", {}), ("ladder", "playing-cards", {"rule": "michie"}),
    ("menace", "one-sheet", {}), ("menace", "sweets", {}),
    ("her", "sweets", {"rule": "michie"}), ("her", "sweets", {"express": True}),
    ("her", "sweets", {"rule": "mscroggs"}),
    ("gardner24", "poster", {"poster_size": "a3", "poster_bead": 12.0}),
    ("menace", "panel", {}), ("menace", "labels", {"stock": "17x12"}),
    ("her", "labels", {"stock": "12x9"}),
    ("her", "labels", {"stock": "9x12"}), ("menace", "keepers", {}), ("ladder", "route", {}),
)  # fmt: skip


def checked(name, parts, choices):
    """Return what is printed of a part when its settings are right; or what is refused."""
    parts = tuple(parts.split())
    try:
        job = make_job(name, parts=parts, **choices)
        check_settings(job)
        return [len(load_part(part).sheets(job)) for part in parts]
    except KitgenError as error:
        return f"{type(error).__name__}: {error}"


def test_settings_and_parts_are_refused_where_they_cannot_be(golden):
    lines = []
    for name, parts, choices in at_least(40, PRINTS):
        lines.append(f"{name} {parts} {choices}: {checked(name, parts, choices)}")
    golden("refusals-of-sheets/prints", "\n".join(lines))


#: Labels so small that a kit may not fit on them, and larger.
SMALL = ((10, 10), (14, 9), (20, 14), (30, 12), (12, 30), (40, 27))


def first_card(kit, width, height):
    """Return the digest of the first card of a kit on a label of a size."""
    return digest(Cards(kit, width, height, TEXTS["en"]).draw(kit.boxes[0]))


@pytest.mark.parametrize("name", ["her", "ladder", "tictactoe:3x2"])
def test_a_label_that_is_too_small_names_one_that_would_do(name, golden):
    kit = kit_of(name)
    lines = []
    for width, height in SMALL:
        drawn = answer(
            lambda w=width, h=height: digest(Cards(kit, w, h, TEXTS["en"]).draw(kit.boxes[0]))
        )
        usual = read_stock(f"{width}x{height}", TEMPLATES)
        lines.append(f"{width}x{height}: {drawn}; {answer(label_for, kit, usual, TEXTS['en'])}")
    usual = read_stock("matchbox", TEMPLATES)
    lines.append(answer(smallest_label, kit, usual, TEXTS["en"], TEMPLATES))
    golden(f"refusals-of-sheets/small-{name.replace(':', '-')}", "\n".join(lines))


def test_parts_are_chosen_and_found(golden):
    lines = []
    for kind in ("label", "card", "cup", "chip", "carton", "drawer"):
        for wish in ({}, {"economy": True}, {"trained": True}, {"groups": 3}):
            lines.append(f"{kind} {wish}: {' '.join(usual_parts(kind, **wish))}")
    for name in ("label", "Etichette", "carte", "Lernkurve", "sheet", "xyz", ""):
        lines.append(f"{name}: {answer(load_part, name)}")
    lines.append(answer(in_order, ["beads", "cover", "beads"]))
    program = kit_of("her", rule="tris")
    for names in (("cover", "board"), ("labels",), ("labels", "cover", "log")):
        lines.append(f"{names}: {answer(check_program, program, names)}")
        lines.append(answer(check_program, program, names, other="--economy"))
        lines.append(answer(check_program, kit_of("her"), names, other="--economy"))
    golden("refusals-of-sheets/parts", "\n".join(lines))


#: Prints of which a first lesson needs something, and lacks something.
LESSONS = (
    ("her", "labels", {}), ("her", "labels boxes finder beads always board operator log", {}),
    ("her", "cards operator finder beads", {"stock": "poker"}), ("her", "log", {"stock": "poker"}),
    ("ladder", "labels", {"stock": "chips"}), ("ladder", "labels chips log", {"stock": "cups"}),
    ("ladder", "one-sheet log", {}), ("her", "sweets log-marks", {}),
    ("her", "zero operator board", {}),
    ("her", "zero operator", {}), ("her", "playing-cards situations", {}),
    ("her", "labels class-set always", {"express": True}), ("her", "board", {"rule": "tris"}),
)  # fmt: skip


def test_a_first_lesson_needs_and_lacks_parts(golden):
    lines = []
    for name, parts, choices in at_least(10, LESSONS):
        job = make_job(name, parts=in_order(parts.split()), **choices)
        lines.append(f"{name} {parts} {choices}: {first_lesson(job)}")
    golden("refusals-of-sheets/lessons", "\n".join(lines))
