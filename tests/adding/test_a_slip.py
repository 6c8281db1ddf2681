"""A slip of the journal that was added is led to all that it needs
(docs/adding.md#a-slip-of-the-journal).
"""

from pathlib import Path

import pytest
from gaps import ENGLISH, gap, named, needs_text, page, rows
from jobs import TEMPLATES
from simulated_classes import COUNTING, EVENTS, HANDS, NAMES_OF_SLIPS, PEN, WHERE, lessons_with
from simulated_classes import KINDS as MADE

from kitgen.journal import slips
from kitgen.journal.slips.slip_kinds import KINDS

#: All kinds, whether they are in the code or in the table.
TABLE = TEMPLATES.read("tables", "slips", dict)
ALL = list(dict.fromkeys([*KINDS, *TABLE]))
JOURNAL = "docs/journal.md"
#: The source of all that looks for slips.
SEARCHES = "".join(
    path.read_text(encoding="utf-8")
    for path in Path(slips.__file__).parent.glob("*.py")
    if path.name != "slip_kinds.py"
)
#: The tables of sentences in one of which each kind has its own.
WAYS = ("take", "put", "game")


@pytest.mark.parametrize("kind", ALL)
def test_a_kind_of_slip_is_known_and_has_its_frequency(kind):
    if kind not in TABLE:
        gap("templates/tables/slips.toml", f"add [{kind}] with per_hundred = … and reason = …")
    if kind not in KINDS:
        gap("kitgen/journal/slips/slip_kinds.py", f'add "{kind}" to KINDS')


@pytest.mark.parametrize("kind", ALL)
def test_candidates_of_a_kind_are_looked_for(kind):
    if f'"{kind}"' not in SEARCHES:
        gap("kitgen/journal/slips", f'nothing looks for {kind}: call self.pool.take("{kind}", …)')


@pytest.mark.parametrize("kind", ALL)
def test_a_kind_of_slip_has_its_sentence(kind):
    if not any(ENGLISH.has(f"audit.{way}.{kind}") for way in WAYS):
        needs_text(
            f"audit.game.{kind}",
            "what has happened (under [take] and [put] if it is about one bead)",
        )


@pytest.mark.parametrize("kind", ALL)
def test_a_kind_of_slip_has_its_question(kind):
    needs_text(f"audit.question.{kind}", "the question that decides whether it happened")


@pytest.mark.parametrize("kind", ALL)
def test_the_page_of_journals_tells_of_a_kind(kind):
    if kind not in {name for row in rows(page(JOURNAL)) for name in named(row[0])}:
        gap(JOURNAL, f"add to the table of kinds: | `{kind}` | … |")


PUPILS = "tests/simulated_classes.py"
#: Where each list of slips is made in a class.
MAKERS = {
    "HANDS": (HANDS, "slip"),
    "PEN": (PEN, "play"),
    "EVENTS": (EVENTS, "event"),
    "COUNTING": (COUNTING, "count"),
}


@pytest.mark.parametrize("kind", ALL)
def test_a_simulated_class_makes_the_slip(kind):
    if kind not in {name for made in MADE for name in NAMES_OF_SLIPS.get(made, (made,))}:
        lists = ", ".join(
            f"{name} (and to `{maker}` what it does)" for name, (_, maker) in MAKERS.items()
        )
        gap(PUPILS, f'let a class make it: add "{kind}" to one of {lists}')


@pytest.mark.parametrize("kind", MADE)
def test_a_simulated_slip_leaves_a_trace(kind):
    maker = next((maker for kinds, maker in MAKERS.values() if kind in kinds), "play")
    trace = None
    unknown = ""
    try:
        trace = next(lessons_with(kind, WHERE[kind], 30, 100), None)
    except NotImplementedError as error:
        unknown = str(error)
    if unknown:
        gap(PUPILS, unknown)
    if trace is None:
        nothing = (
            f"{kind} is not made in 100 lessons on {WHERE[kind]}, or changes neither "
            "beads nor notes"
        )
        gap(
            PUPILS,
            f"{nothing}: let `{maker}` say what it does, or name in WHERE a kit that gives "
            "occasion for it",
        )
