"""The sheets on a trained machine and on a class, in each state that they tell of: as digests,
and the sentences of reports as text.
"""

from dataclasses import replace

import pytest
from counting import at_least
from jobs import TEXTS, kit_of, make_job
from test_drawn import digest, figures_digest, words_digest

from kitgen.kit.kit import Kit
from kitgen.machine.first_games import Forecast
from kitgen.paper.document import Sheet
from kitgen.paper.job import Band, ClassRow, Past, Rank
from kitgen.paper.parts import load_part
from kitgen.paper.parts.report import beginning, findings, reach

#: Bands of machines: that learn, that lose nearly all games, that lose all.
LEARNING = Band("random", tuple(range(-3, 27)), tuple(range(1, 31)))
SLOW = Band("winning-move", (-2,) * 30, (4,) * 30)
LOSING = Band("perfect", tuple(-game for game in range(1, 31)), tuple(-game for game in range(30)))
#: A machine of which nothing is known: it is unbeaten and has not played.
NEW = Past(
    new=kit_of("her"),
    opponent="random",
    scores=(),
    bands=(),
    rank=None,
    bad=(),
    bad_first=0,
    line=None,
    walked=True,
    to_go=None,
    next_score=0.0,
    next_error=0.0,
)
LINE = (("1. b2", "c3"), ("B 1", "C4"), "")
FEW_BAD = (("A1", "R"), ("C4", "G"))
MANY_BAD = tuple((f"B{number}", "R") for number in range(62))

#: What is otherwise in each state.
STATES = {
    "new": {},
    "not walked": {"walked": False},
    "won": {"scores": (1, 2, 3), "next_score": 9.6, "next_error": 0.25, "to_go": 0.2},
    "lost": {"scores": (-1,), "next_score": -3.4, "next_error": 1.0, "to_go": 12.6, "line": LINE},
    "first games": {
        "scores": (0, 1, 0),
        "rank": Rank(games=2, worse=0.2, alike=99.8, exact=True),
        "bad": FEW_BAD,
        "bad_first": 9,
    },
    "all games": {
        "scores": (0, -1, 0),
        "rank": Rank(games=3, worse=96.5, alike=2.0, exact=False),
        "bad": MANY_BAD[:60],
    },
    "rare": {
        "opponent": "perfect",
        "scores": tuple(range(-1, -31, -1)),
        "rank": Rank(games=30, worse=1.0, alike=0.5, exact=True),
        "bad": MANY_BAD[:61],
        "bands": (LOSING, LEARNING),
    },
    "usual": {
        "opponent": "winning-move",
        "scores": tuple(range(1, 31)),
        "rank": Rank(games=30, worse=40.0, alike=10.0, exact=True),
        "bad": MANY_BAD,
        "bands": (LEARNING, SLOW, LOSING),
    },
    "gives up": {"line": (("1. b2",), ("A1",), "B7"), "to_go": 400.0},
    "gives up at once": {"line": ((), (), "A1"), "scores": (-1, -2)},
    "without boxes": {"line": (("1. b2",), (), "")},
}


def drawn(part, job):
    """Return the digests of the pages of a part for a print run."""
    lines = []
    for page in load_part(part).sheets(job):
        scene = page.scene if isinstance(page, Sheet) else page
        lines.append(f"{digest(scene)}-{figures_digest(scene)}-{words_digest([scene])}")
    return " ".join(lines)


def test_a_report_says_what_is_known(golden):
    lines = []
    for name, state in at_least(9, STATES.items()):
        past = replace(NEW, **state)
        for language in ("en", "it"):
            texts = TEXTS[language]
            lines += [f"== {name}, {language}", *beginning(past.new, texts, past)]
            for heading, words in findings(past.new, texts, past):
                lines += [f"{heading}: {line}" for line in words]
        lines.append(drawn("report", replace(make_job("her"), past=past)))
    golden("states-of-machines/reports", "\n".join(lines))


def changed(kit: Kit, amounts) -> Kit:
    """Return a kit whose first slots have other numbers of beads: by as much as is given."""
    boxes = []
    left = list(amounts)
    for box in kit.boxes:
        slots = []
        for slot in box.slots:
            amount = left.pop(0) if left else 0
            slots.append(replace(slot, beads=slot.beads + amount))
        boxes.append(replace(box, slots=tuple(slots)))
    return replace(kit, boxes=tuple(boxes))


@pytest.mark.parametrize("amounts", [(), (1,), (-1, 0, 2, -1, 3), (1, -1) * 300])
def test_a_reset_lists_each_change(amounts, golden):
    name = "menace" if len(amounts) > 9 else "her"
    new = kit_of(name)
    job = replace(make_job(changed(new, amounts)), past=replace(NEW, new=new))
    golden(f"states-of-machines/reset-{len(amounts)}", drawn("reset", job))


#: Bands of a curve; with forecasts, or without.
CURVES = {
    "none": (),
    "one": (LEARNING,),
    "two": (LEARNING, SLOW),
    "losing": (LOSING,),
    "losing, learning": (LOSING, LEARNING),
}
FORECAST = Forecast("random", (30, 10, 60), (80, 0, 20), (10, 60), 7.5, 0.5, 20.0, (1.5, 1.0))


def test_a_curve_has_room_for_its_bands(golden):
    lines = []
    for name, bands in at_least(5, CURVES.items()):
        for kit, page in (("her", "a4"), ("tictactoe:3x2", "letter")):
            job = replace(make_job(kit, page=page), bands=bands)
            lines.append(f"{name} {kit}: {drawn('curve', job)}")
            job = replace(job, forecasts=(FORECAST,))
            lines.append(f"{name} {kit} with a forecast: {drawn('curve', job)}")
    lines.append(f"either side: {drawn('curve', make_job('nim:5', side='either', bands=(SLOW,)))}")
    for low, high in ((0, 0), (-5, 5), (-6, 4), (-60, 60), (-50, -1), (1, 50)):
        bands = (Band("random", (low,), (high,)),)
        ends = [reach(bands, rows) for rows in (20, 24, 25, 40, 55, 200)]
        lines.append(f"{low} to {high}: {ends}")
    golden("states-of-machines/curves", "\n".join(lines))


def test_a_guide_tells_what_to_expect(golden):
    stopped = replace(FORECAST, opponent="perfect", stopped=(0, 2), first=(33, 0, 67))
    never = replace(FORECAST, opponent="winning-move", stopped=(0, 2))
    lines = []
    for kit in ("her", "tictactoe:3x2"):
        for forecasts in ((FORECAST,), (FORECAST, stopped), (never,)):
            job = replace(make_job(kit), forecasts=forecasts)
            lines.append(f"{kit} {len(forecasts)}: {drawn('guide', job)}")
    past = replace(NEW, scores=(1,), to_go=5.0, next_score=2.0, next_error=0.5)
    lines.append(f"trained: {drawn('guide', replace(make_job('her'), past=past))}")
    golden("states-of-machines/guides", "\n".join(lines))


#: The groups of a class on its board.
LONG_NAME = "The friends of the little red crocodile of the river"
CLASSES = {
    "one": [ClassRow(1, "", ())],
    "names": [ClassRow(3, "Ada", (1, 0, -1)), ClassRow(7, LONG_NAME, (1,) * 19)],
    "a line": [ClassRow(1, "Ada", (1,) * 20), ClassRow(2, "", (-1,) * 21)],
    "long": [ClassRow(1, "Ada", (1, -1) * 300)],
    "many": [ClassRow(number, "", (0,) * 30) for number in range(1, 30)],
}


def test_the_board_of_a_class_has_a_line_for_each_group(golden):
    lines = []
    for name, rows in at_least(5, CLASSES.items()):
        for page, language in (("a4", "en"), ("letter", "it")):
            job = replace(make_job("her", page=page, language=language), class_rows=tuple(rows))
            lines.append(f"{name} {page}: {drawn('class-board', job)}")
    golden("states-of-machines/classes", "\n".join(lines))
