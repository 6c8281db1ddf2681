"""Whole prints of kinds that a class rarely asks for, as digests: for groups, for lessons, with the
fewest sheets, of own beads, in themes, in greys, on other papers, of programs, cups and cartons.

Each is read as one document: frames, the order of sheets, what shares a sheet, and lists of
contents are part of it.
"""

from dataclasses import replace

import pytest
from counting import at_least
from jobs import TEMPLATES, make_job
from test_drawn import digest, figures_digest, words_digest

from kitgen.errors import KitgenError
from kitgen.paper.make import run_parts
from kitgen.paper.theme import in_theme, texts_in_theme

#: What is printed for groups of a class.
FOR_GROUPS = "groups class-board cover labels operator log"
#: Few own beads, and enough for a machine, and more.
FEW_BEADS = (("red", 30), ("blue", 20), ("yellow", 10), ("green", 10))
MANY_BEADS = (("red", 90), ("blue", 80), ("yellow", 40), ("green", 40))

#: The kit, the parts, and the choices of each print, by what is special about it.
PRINTS = {
    "groups": {
        "boxes": ("her", FOR_GROUPS, {"groups": 3}),
        "own beads": ("her", FOR_GROUPS, {"groups": 3, "beads": FEW_BEADS}),
        "enough beads": ("her", "groups labels", {"groups": 2, "beads": MANY_BEADS}),
        "beads to add": ("ladder", "groups labels", {"groups": 2, "rule": "michie"}),
        "own beads to add": (
            "her",
            "groups labels",
            {"groups": 2, "rule": "gardner-reward", "beads": FEW_BEADS},
        ),
        "cards": ("ladder", "groups cards deck", {"groups": 2, "stock": "poker"}),
        "cards of two sides": (
            "ladder",
            "groups cards",
            {"groups": 2, "stock": "poker", "cards_duplex": "long", "page": "letter"},
        ),
        "chips": ("ladder", "groups labels chips", {"groups": 2, "stock": "chips"}),
        "cups": ("ladder", "groups labels operator", {"groups": 2, "stock": "cups"}),
        "tents": ("ladder", "groups labels", {"groups": 2, "stock": "cup-tents"}),
        "bought labels": ("ladder", "groups labels", {"groups": 2, "stock": "L7160"}),
        "a roll": (
            "ladder",
            "groups labels",
            {"groups": 2, "stock": "50x30", "labels_one_a_page": True},
        ),
        "one sheet": ("ladder", "groups one-sheet log", {"groups": 4}),
        "sweets": ("her", "groups sweets guide", {"groups": 2, "language": "it"}),
        "zero": ("ladder", "groups zero", {"groups": 2, "language": "fr"}),
        "a lesson": (
            "ladder",
            "groups lesson labels board operator log",
            {"groups": 2, "lesson_name": "ladder-15"},
        ),
        "many": ("ladder", "class-board groups", {"groups": 35, "language": "de"}),
    },
    "sheets": {
        "fewest": (
            "ladder",
            "cover labels beads board operator log curve finder",
            {"economy": True},
        ),
        "fewest in a row": ("ladder", "labels board beads operator questions", {"page": "letter"}),
        "fewest cards": ("ladder", "cards board operator", {"economy": True, "stock": "poker"}),
        "exact": ("ladder", "labels board operator", {"printer": "178.2,230,15.5,20"}),
        "long edge": (
            "her",
            "cards operator calibration",
            {"stock": "poker", "cards_duplex": "long", "cards_back_offset": "1,2"},
        ),
        "short edge": (
            "her",
            "cards operator",
            {"stock": "mini", "cards_duplex": "short", "cards_back_offset": "-1,2"},
        ),
        "demo": ("her", "demo", {"demo_show": "all"}),
        "demo of some": ("her", "demo", {"demo_show": "B4, A1,B4", "page": "letter"}),
        "a roll": ("her", "labels guide", {"stock": "53x36", "labels_one_a_page": True}),
        "some labels": (
            "her",
            "labels outline",
            {"stock": "5160", "labels_start_at": 29, "labels_nudge": "1,-1"},
        ),
        "outside": ("her", "boxes cover", {"boxes_size": "60x40x20", "boxes_clearance": 1.0}),
        "inside": ("her", "boxes cover", {"boxes_size": "inside:50x33x12", "boxes_paper": "160"}),
        "squares": ("her", "board class-set", {"board_pieces": "square", "page": "letter"}),
        "numbered chips": ("ladder", "chips", {"stock": "chips", "chips_face": "number"}),
        "two each": ("her", "keepers roles", {"keepers_each": 2}),
    },
    "machines": {
        "program": ("ladder", "cover operator guide curve board certificate", {"rule": "tris"}),
        "cups": ("ladder", "cover labels operator guide log board beads", {"stock": "cups"}),
        "cartons": ("ladder", "cover labels operator guide beads", {"stock": "egg-carton"}),
        "drawers": ("ladder", "cover labels operator guide", {"stock": "drawers"}),
        "chips": ("her", "cover labels operator chips guide", {"stock": "chips"}),
        "pictures": ("ladder", "cover one-sheet operator board log guide", {}),
        "cards alone": ("her", "cover playing-cards board log guide", {}),
        "situations": ("ladder", "cover situations board log guide", {}),
        "zero": ("her", "cover zero always log guide", {"express": True}),
        "strike": ("ladder", "cover zero log guide operator", {"language": "es"}),
        "adds": (
            "ladder",
            "cover labels beads operator guide zero errata certificate",
            {"rule": "michie"},
        ),
        "refills": ("her", "cover labels operator guide zero", {"rule": "mscroggs"}),
        "numbers": ("ladder", "cards operator deck", {"rule": "michie", "stock": "poker"}),
        "either side": ("ladder", "operator guide cover worksheet", {"side": "either"}),
        "begins": (
            "nim:8",
            "lesson operator guide cover worksheet",
            {"side": "either", "lesson_name": "eight-sticks"},
        ),
        "draws": ("tictactoe:3x2", "operator log guide curve zero certificate", {}),
        "points": ("awari-3x1", "operator log curve", {}),
    },
    "looks": {
        "grey": ("her", "labels finder operator beads poster", {"palette": "grey"}),
        "own colours": ("ladder", "labels operator beads", {"palette": "colour-in"}),
        "safe colours": ("him", "labels operator beads chips", {"palette": "okabe-ito"}),
        "crocodiles": (
            "her",
            "cover labels board operator guide zero museum",
            {"theme": "crocodiles"},
        ),
        "pens": ("nim:8", "cover board operator guide demo", {"theme": "pens"}),
        "stars": ("tictactoe:3x2", "cover board operator panel", {"theme": "stars"}),
        "garden": ("awari-3x1", "board museum", {"theme": "garden"}),
        "letter": (
            "her",
            "cover guide worksheet errata museum panel certificate tactile map",
            {"page": "letter"},
        ),
        "german": ("her", "operator guide worksheet errata museum", {"language": "de"}),
        "french": ("ladder", "operator guide tactile roles questions", {"language": "fr"}),
        "turned": ("nim:5", "labels finder board", {"side": "first"}),
    },
    "boards": {
        "a booklet": ("menace", "finder", {}),
        "numbers": ("awari-mini", "finder", {"page": "letter"}),
        "two kinds": ("gardner24", "finder", {}),
        "two kinds on few sheets": ("gardner24", "finder", {"economy": True}),
        "a lane": ("dodgem:2x2", "finder route tactile guide", {"language": "it"}),
        "crosses": ("tictactoe:3x2", "route tactile", {}),
        "one row": ("told:notakto", "route finder tactile", {}),
        "a ring": ("told:mu-torere", "finder tactile", {}),
        "fields": ("ladder", "poster", {"rule": "michie", "poster_tiled": True}),
        "more fields": ("her", "poster", {"rule": "hexapawn-rl", "page": "letter"}),
        "wells": ("gardner24", "poster", {"page": "letter", "poster_size": "tabloid"}),
        "one page": ("her", "sweets", {"sweets_size": "page"}),
        "too wide": ("her", "sweets", {"sweets_size": "page", "poster_bead": 20.0}),
        "wide": ("gardner24", "sweets", {"poster_bead": 19.0}),
        "narrow": ("gardner24", "sweets", {"poster_bead": 5.0, "language": "it"}),
    },
}


def printed(name, parts, choices):
    """Return what is drawn on each sheet of a print and of which part it is; or the refusal."""
    parts = tuple(parts.split())
    try:
        job = make_job(name, parts=parts, **choices)
        if "theme" in choices:
            kit = in_theme(job.kit, choices["theme"], TEMPLATES)
            texts = texts_in_theme(job.texts, choices["theme"], TEMPLATES)
            job = replace(job, kit=kit, texts=texts)
        document = run_parts(job, parts)
    except KitgenError as error:
        return str(error)
    sheets = []
    for sheet in document.sheets:
        named = f"{sheet.part} {sheet.title} {sheet.group} {sheet.foot} {sheet.stock}"
        below = ", ".join(f"{begun.part} {begun.top:g}" for begun in sheet.beginnings[1:])
        drawn = f"{digest(sheet.scene)} {figures_digest(sheet.scene)} {words_digest([sheet.scene])}"
        more = f"{len(sheet.signs)} {bool(sheet.printer)} {' '.join(sheet.names)}"
        sheets.append(f"  {drawn} {named} [{below}] {more}")
    return "\n".join([f"{document.title} | {document.subject}", *sheets])


@pytest.mark.parametrize("kind", PRINTS)
def test_a_print_of_a_rare_kind_is_as_before(kind, golden):
    lines = []
    for name, (kit, parts, choices) in at_least(9, PRINTS[kind].items()):
        lines += [f"== {name}", printed(kit, parts, choices)]
    golden(f"kinds-of-prints/{kind}", "\n".join(lines))
