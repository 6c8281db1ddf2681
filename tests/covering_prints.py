"""Print runs that together show every part with every value of every option, paper, language,
edition and stock.

Not the full product, which takes hours: each part meets each value that it reads once, and the rest
is spread over the runs. ``tests/paper/test_paper_quality.py`` holds that nothing is missing, and
looks at each page of them.
"""

import tempfile
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from jobs import LANGUAGES, TEMPLATES, make_job
from prints import document
from setting_values import OTHER_VALUES

from kitgen.paper.job import Band
from kitgen.paper.parts import PARTS
from kitgen.paper.stock import read_stock

BANDS = (Band("random", (-1,) * 50, (1,) * 50),)
#: Where the game lies that is told; removed when the tests are over.
FOLDER = tempfile.TemporaryDirectory()
STORIES = {
    "her": "game,opponent,A,B,C,result\n1,Anna,A1 R,,,L\n",
    "ladder": "game,opponent,A,B,C,result\n8,Anna,7 R,4 R,1 R,W\n",
}


#: A lesson of each kit of which all parts are printed.
LESSONS = {"her": "hexapawn-50", "ladder": "ladder-15"}


@dataclass(frozen=True)
class Run:
    """A print run: a kit, the parts, and what is chosen by name, as ``make_job`` takes it."""

    kit: str
    page: str
    language: str
    stock: str
    parts: tuple[str, ...]
    choices: tuple[tuple[str, object], ...] = field(default=())

    def __str__(self) -> str:
        """Return a name for the report of the tests."""
        return "-".join(
            (
                self.kit,
                self.page,
                self.language,
                self.stock,
                *(str(value) for _, value in self.choices),
            )
        )

    @property
    def all_choices(self):
        """All that ``make_job`` and ``document`` take besides the kit and the parts."""
        told = {"story_game": story(self.kit)} if "story" in self.parts else {}
        if "lesson" in self.parts:
            told["lesson_name"] = LESSONS[self.kit]
        return (
            {"page": self.page, "language": self.language, "stock": self.stock, "bands": BANDS}
            | told
            | dict(self.choices)
        )

    @property
    def job(self):
        """The print run itself."""
        return make_job(self.kit, **self.all_choices)

    @property
    def document(self):
        """Its document, drawn once in each process of the tests."""
        return document(self.kit, self.parts, **self.all_choices)


@cache
def story(kit):
    """Write the game that is told of a kit, and return where it lies."""
    path = Path(FOLDER.name) / f"{kit}.csv"
    path.write_text(STORIES[kit], encoding="utf-8")
    return str(path)


def run(kit, page, language, stock, parts, **choices):
    """Return a run; ``parts`` are names with blanks between, or all but those named after a
    minus sign.
    """
    names = tuple(parts.split())
    if parts.startswith("-"):
        names = tuple(part for part in PARTS if part not in parts[1:].split())
    return Run(kit, page, language, stock, names, tuple(choices.items()))


#: The sheet of sweets is for arrows, the poster usually for a plotter; outlines are of labels.
BY_HAND = (
    run("ladder", "a4", "it", "matchbox", "- finder always sweets"),
    run(
        "ladder",
        "letter",
        "en",
        "5160",
        "- sweets cards finder always",
        labels_start_at=4,
        poster_size="tabloid",
    ),
    run(
        "her", "a4", "en", "matchbox", "- outline story one-sheet", poster_size="a3", express=False
    ),
    run(
        "him",
        "letter",
        "es",
        "poker",
        "- outline story always poster lesson",
        poster_tiled=True,
        cards_duplex="long",
        cards_back_offset="1,-1",
        cover_address="https://example.org/app/",
        demo_size="page",
        demo_show="A1,B1",
        sweets_size="double",
        poster_bead=5.0,
        tactile_eye="none",
        tactile_braille="library-of-congress",
        boxes_size="slim",
        boxes_paper="160",
    ),
    run(
        "gardner24",
        "a4",
        "it",
        "L7160",
        "cover outline labels calibration cards poster sweets zero",
        poster_tiled=True,
        cards_duplex="short",
        labels_start_at=5,
        labels_nudge="-1,1",
        cards_back_offset="-5,5",
        poster_bead=5.0,
        sweets_size="page",
    ),
    run(
        "her",
        "letter",
        "es",
        "35x15",
        "cover labels always operator route finder poster",
        express=True,
        poster_size="arch-c",
    ),
    run(
        "her",
        "a4",
        "it",
        "a7",
        "cover cards deck always operator zero",
        rule="hexapawn-rl",
        express=True,
    ),
    run(
        "her",
        "a4",
        "es",
        "L7163",
        "outline labels cover beads story lesson",
        beads=(("red", 30), ("blue", 20), ("yellow", 10), ("green", 10)),
    ),
    run(
        "her-4x3",
        "letter",
        "it",
        "tray-front",
        "labels board class-set demo worksheet errata boxes map poster",
        poster_size="arch-d",
        boxes_size="japan",
        boxes_clearance=0.5,
    ),
    run("her-3x4", "a4", "en", "bridge", "log operator deck tactile poster", poster_size="a0"),
    run(
        "menace",
        "letter",
        "it",
        "matchbox",
        "cover labels finder beads poster log museum",
        beads_bank=5,
        poster_size="arch-e",
    ),
    run("him", "a4", "en", "mini", "cards calibration guide", cards_duplex="short"),
    run(
        "menace-second",
        "a4",
        "en",
        "matchbox-front",
        "board deck operator spinner panel class-set tactile",
    ),
    run(
        "awari-mini",
        "letter",
        "en",
        "matchbox",
        "cover labels zero beads log worksheet tactile map",
        beads_bank=5,
        beads_bank_opponent="perfect",
    ),
    run("misere", "letter", "es", "matchbox", "operator panel"),
    run(
        "awari-3x1",
        "a4",
        "it",
        "poker",
        "board operator log class-set demo errata",
        demo_size="page",
    ),
)


def for_new_languages():
    """Return two runs for each language that no run by hand has, which together show all parts."""
    known = {run.language for run in BY_HAND}
    for language in LANGUAGES:
        if language not in known:
            yield run("ladder", "letter", language, "matchbox", "- finder always sweets")
            yield run(
                "her",
                "a4",
                language,
                "poker",
                "- outline story poster one-sheet",
                sweets_size="double",
                express=False,
            )


def for_new_stocks():
    """Return a run for each size of label or card that no run by hand has."""
    known = {run.stock for run in BY_HAND}
    for name in TEMPLATES.names("stock"):
        if name not in known:
            stock = read_stock(name, TEMPLATES)
            parts = "cards" if stock.kind == "card" else "outline labels"
            yield run("her", stock.page or "a4", "en", name, parts)


def for_new_settings():
    """Return a run for each setting that no run by hand has, with another value and the parts
    that read it.
    """
    known = {key for made in BY_HAND for key, _ in made.choices}
    for key, (value, stock) in OTHER_VALUES.items():
        readers = [name for name, part in PARTS.items() if key in part.reads]
        if key not in known and readers:
            yield run("her", "a4", "en", stock, " ".join(readers), **{key: value})


RUNS = (*BY_HAND, *for_new_languages(), *for_new_stocks(), *for_new_settings())
#: Those that are also written as PDFs, and looked at as ink on paper.
REAL = (RUNS[0], RUNS[3])
