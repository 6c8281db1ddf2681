"""Learning stands once: a schedule says what docs/rules.md says, whoever reads it."""

import ast
import json
import re
from itertools import pairwise
from pathlib import Path

import msgspec
import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rules_by_the_docs import by_the_book

import kitgen
from kitgen.kit.rule import WHEN_EMPTY, Change, Rule, read_rule, rule_faults
from kitgen.machine import learning_kernels
from kitgen.machine.learning import ALL, LAST_MOVES, OUTCOMES, flattened, learn, schedule_of, teach
from kitgen.reading.templates import Templates


@pytest.mark.parametrize("beads", [9999, -9999])
def test_no_game_changes_a_slot_by_ten_thousand_beads(beads):
    assert msgspec.convert({"every": beads}, Change).every == beads
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"every": beads + (1 if beads > 0 else -1)}, Change)


SHIPPED = [
    name for name in Templates().names("rules") if read_rule(name, Templates()).learns == "beads"
]

#: What can be done to the slot of the last move, and how a game can end.
LAST = [word for word in LAST_MOVES if word is not None]
changes = st.one_of(
    st.builds(
        Change,
        every=st.integers(-3, 3),
        from_end=st.lists(st.integers(-3, 3), max_size=3).map(tuple),
    ),
    st.builds(Change, every=st.integers(-3, 3), last=st.sampled_from(LAST)),
)
made_rules = st.builds(
    Rule,
    source=st.just("s"),
    title=st.just({"en": "t"}),
    empty=st.sampled_from(sorted(WHEN_EMPTY)),
    floor=st.integers(0, 2),
    ceiling=st.integers(4, 9),
    win=changes,
    draw=changes,
    loss=changes,
)
endless = st.builds(
    Rule,
    source=st.just("s"),
    title=st.just({"en": "t"}),
    empty=st.sampled_from(sorted(WHEN_EMPTY)),
    win=st.builds(Change, every=st.integers(-2, 3)),
    loss=st.builds(Change, from_end=st.just((-1, 2))),
)
rules = st.one_of(
    st.sampled_from(SHIPPED).map(lambda name: read_rule(name, Templates())), made_rules, endless
)


@st.composite
def games(draw):
    """A rule, beads, a record that could have come about, and how the game ended."""
    rule = draw(rules)
    boxes = st.lists(st.integers(0, 7), min_size=1, max_size=4).filter(any)
    beads = draw(st.lists(boxes, min_size=1, max_size=4))
    slots = [
        (box, slot) for box, row in enumerate(beads) for slot, count in enumerate(row) if count
    ]
    picked = draw(st.lists(st.sampled_from(slots), max_size=5, unique=draw(st.booleans())))
    if rule.when_empty.keeps_last and any(
        change.last == "only" for change in (rule.win, rule.draw, rule.loss)
    ):
        rule = Rule("s", {"en": "t"}, empty="keep-last", loss=Change(last="remove", every=-2))
    outcome = draw(st.sampled_from(OUTCOMES))
    return rule, beads, picked, outcome, outcome < 1 and draw(st.booleans())


#: A machine that gives up: its loss begins at the move that it could not make.
GAVE_UP = (
    Rule("s", {"en": "t"}, empty="resign", loss=Change(from_end=(-3, -1))),
    [[4], [4]],
    [(0, 0), (1, 0)],
    -1,
    True,
)


@example(GAVE_UP)
@given(games())
def test_a_schedule_does_what_the_rule_says(game):
    rule, beads, picked, outcome, resigned = game
    expected = by_the_book(rule, beads, picked, outcome, resigned=resigned)
    after = [list(row) for row in beads]
    updates = learn(schedule_of(rule), beads, picked, outcome, resigned=resigned)
    for update in updates:
        assert after[update.box][update.slot] == update.before != update.after
        after[update.box][update.slot] = update.after
    assert after == expected
    # The last move stands first, apart from slots that it takes out of its box.
    order = [(update.box, update.slot) for update in updates if (update.box, update.slot) in picked]
    assert order == [pick for pick in dict.fromkeys(reversed(picked)) if pick in order]


@example(GAVE_UP)
@given(games())
def test_what_a_schedule_answers_holds_in_games(game):
    rule, beads, picked, outcome, resigned = game
    schedule = schedule_of(rule)
    resigned = resigned and rule.when_empty.outcome == outcome
    after = by_the_book(rule, beads, picked, outcome, resigned=resigned)
    back = {}  # how far from the end each slot was picked
    for number, pick in enumerate(reversed(picked), int(resigned and rule.empty == "resign")):
        back.setdefault(pick, []).append(number)
    for box, row in enumerate(beads):
        for slot, before in enumerate(row):
            moves = back.get((box, slot), [])
            cleared = schedule.clears(outcome) and any(
                0 in back[pick] for pick in back if pick[0] == box
            )
            if after[box][slot] != before:
                assert cleared or min(moves) < schedule.needs(outcome)
            if after[box][slot] < before:
                assert not schedule.never_takes
                assert cleared or {min(at, len(schedule.amounts[0])) for at in moves} & {
                    *schedule.takes(outcome)
                }
                assert not schedule.blames_last_only or (outcome == -1 and 0 in moves)
            assert after[box][slot] >= min(before, schedule.least_left)
    if schedule.steady and len(set(picked)) == len(picked):
        fuller = [[count + 2 for count in row] for row in beads]
        more = by_the_book(rule, fuller, picked, outcome, resigned=resigned)
        for box, slot in picked:
            assert more[box][slot] - fuller[box][slot] == after[box][slot] - beads[box][slot]
    if rule.when_empty.outcome == outcome and not schedule.cares_how_it_ended(outcome):
        assert by_the_book(rule, beads, picked, outcome, resigned=not resigned) == after


#: For each answer a rule of which it is true, and the outcome that it is asked about, if any.
ONE_OF_LAST = Change(from_end=(-1,))
ALL_MOVES = Change(every=-1)
TRUE_OF = {
    "needs one": (lambda schedule: schedule.needs(-1) == 1, {"loss": ONE_OF_LAST}),
    "needs all": (lambda schedule: schedule.needs(0) == ALL, {"draw": ALL_MOVES}),
    "takes of the last": (lambda schedule: schedule.takes(-1) == (0,), {"loss": ONE_OF_LAST}),
    "removes the last": (
        lambda schedule: schedule.takes(1) == (0,),
        {"win": Change(last="remove")},
    ),
    "takes of all": (lambda schedule: schedule.takes(-1) == (0, 1), {"loss": ALL_MOVES}),
    "takes of the second": (
        lambda schedule: schedule.takes(-1) == (1,),
        {"loss": Change(from_end=(1, -1))},
    ),
    "clears": (lambda schedule: schedule.clears(1), {"win": Change(last="only"), "ceiling": 9}),
    "never takes": (lambda schedule: schedule.never_takes, {"win": Change(every=3)}),
    "blames the last": (
        lambda schedule: schedule.blames_last_only,
        {"loss": ONE_OF_LAST, "win": Change(every=1)},
    ),
    "leaves two": (
        lambda schedule: schedule.least_left == 2,
        {"loss": ALL_MOVES, "floor": 2, "start": (3,)},
    ),
    "steady": (lambda schedule: schedule.steady, {"loss": ONE_OF_LAST, "win": Change(every=1)}),
    "cares": (
        lambda schedule: schedule.cares_how_it_ended(-1),
        {"loss": ONE_OF_LAST, "empty": "resign"},
    ),
}


@pytest.mark.parametrize("name", TRUE_OF)
def test_a_schedule_answers_for_the_rules_of_which_it_is_true(name):
    holds, keys = TRUE_OF[name]
    assert holds(schedule_of(Rule("s", {}, **keys)))
    other = Change(from_end=(1, 1, -2))
    assert not holds(schedule_of(Rule("s", {}, win=other, draw=other, loss=other)))


#: What only the rule, its schedule and the page's twin of it read: figures of changes and of
#: schedules.
FIGURES = {"every", "from_end", "last", "amounts", "reach", "missed"}
HOLDERS = re.compile(r"(.*\.)?(change|schedule|win|draw|loss)")
PLACES = {
    "ADD",
    "REMOVE",
    "ONLY",
    "REACH",
    "LAST",
    "FLOOR",
    "CEILING",
    "KEEPS_LAST",
    "MISSED",
    "WIDTH",
    "AMOUNTS",
}
READERS = {"kit/rule.py", "machine/learning.py"}


#: What stands in the source of every module that reads figures; others need not be parsed.
MAY_READ = re.compile(rf"\.\s*({'|'.join(FIGURES)})\b|\bkitgen\.machine\.learning\b")


def figures_read(source):
    """Return the figures of changes and schedules that a module's source reads by itself."""
    if not MAY_READ.search(source) or not re.search(
        "change|schedule|win|draw|loss|learning", source
    ):
        return set()
    nodes = list(ast.walk(ast.parse(source)))
    attributes = [
        node for node in nodes if isinstance(node, ast.Attribute) and node.attr in FIGURES
    ]
    read = {node.attr for node in attributes if HOLDERS.fullmatch(ast.unparse(node.value))}
    imports = [
        node
        for node in nodes
        if isinstance(node, ast.ImportFrom) and node.module == "kitgen.machine.learning"
    ]
    return read | {alias.name for node in imports for alias in node.names if alias.name in PLACES}


def test_whoever_asks_what_a_rule_does_asks_the_schedule():
    package = Path(kitgen.__file__).parent
    modules = {
        path.relative_to(package).as_posix(): path.read_text("utf-8")
        for path in package.rglob("*.py")
    }
    assert {name for name, source in modules.items() if figures_read(source)} == READERS
    read_by_scripts = re.compile(
        r"schedule\.(reach|last|floor|ceiling|keeps_last|missed|width|amounts)"
    )
    scripts = {
        path.name
        for path in (package / "web").rglob("*.js")
        if read_by_scripts.search(path.read_text("utf-8"))
    }
    assert scripts == {"learning.js", "variant.js"}, (
        "a variant of a rule is written as a schedule; the rest asks"
    )


@pytest.mark.parametrize("source", [
    "rule.loss.every", "change.from_end[0]", "kit.rule.win.last == 'only'", "schedule.amounts",
    "from kitgen.machine.learning import ADD, learn",
])  # fmt: skip
def test_a_module_that_reads_figures_is_noticed(source):
    assert figures_read(source)
    assert not figures_read("part.last, line.width, change.nothing, self.schedule.memory")


@example(GAVE_UP)
@given(games())
def test_the_compiled_function_does_what_the_plain_one_does(game):
    rule, rows, picked, outcome, resigned = game
    row = schedule_of(rule).row
    beads, totals, first, box_of = flattened(rows)
    picks = [first[box] + slot for box, slot in picked]
    compiled = [np.array(part, np.int32) for part in (beads, totals, first, box_of, picks)]
    teach(row, outcome, resigned, beads, totals, first, box_of, picks, len(picks))
    learning_kernels.fast_teach(np.array(row, np.int32), outcome, resigned, *compiled, len(picks))
    assert (compiled[0].tolist(), compiled[1].tolist()) == (beads, totals)
    assert totals == [sum(beads[start:end]) for start, end in pairwise(first)]


@pytest.mark.parametrize("name", SHIPPED)
def test_a_schedule_is_plain_data(name):
    schedule = schedule_of(read_rule(name, Templates()))
    data = json.loads(json.dumps(schedule.data()))
    assert set(data) == set(schedule._fields)
    assert all(isinstance(figure, int) for figure in schedule.row)
    assert [figure for row in data["amounts"] for figure in row] == list(schedule.row[12:])
    # What stands in the data is all that there is to know.
    assert (
        *data["reach"],
        *data["last"],
        *(data[key] for key in schedule._fields[2:-1]),
    ) == schedule.row[:12]


def test_a_schedule_remembers_no_more_than_it_needs():
    assert schedule_of(read_rule("gardner", Templates())).memory == 1
    assert schedule_of(read_rule("michie", Templates())).memory > 10**6
    assert (
        schedule_of(
            Rule("s", {}, win=Change(from_end=(1, 0)), loss=Change(from_end=(0, -1, 0)))
        ).memory
        == 2
    )


def test_every_word_for_an_empty_box_has_one_meaning():
    """That each has a meaning of its own is held by ``tests/adding/test_a_rules_outcome.py``."""
    assert WHEN_EMPTY["draw"].draws
    assert WHEN_EMPTY["refill"].refills
    assert WHEN_EMPTY["keep-last"].keeps_last
    assert WHEN_EMPTY["resign"].resigns and not WHEN_EMPTY["resign"].blames_last  # noqa: PT018 - one meaning
    assert WHEN_EMPTY["resign-blame"].resigns and WHEN_EMPTY["resign-blame"].blames_last  # noqa: PT018 - one meaning


BEADLESS = {
    "as it comes": ({}, ""),
    "from 0": ({"start": (0,)}, ""),
    "from 2": ({"start": (2,)}, "starts from 0, without floor or ceiling"),
    "a floor": ({"floor": 1}, "starts from 0, without floor or ceiling"),
    "a ceiling": ({"ceiling": 9}, "starts from 0, without floor or ceiling"),
    "the last move": ({"loss": Change(from_end=(-1,))}, "may say 'every' only"),
}


@pytest.mark.parametrize(("change", "says"), BEADLESS.values(), ids=BEADLESS)
def test_a_rule_without_beads_says_nothing_of_beads(change, says):
    rule = msgspec.structs.replace(read_rule("tris", Templates()), **change)
    faults = rule_faults(rule)
    assert len(faults) == bool(says), faults
    assert says in "".join(faults)


#: What no rule with beads may say together, whichever outcome says it.
AT_ODDS = {
    "both speak of the last move": {"change": Change(last="remove", from_end=(-1,))},
    "fills a slot to the ceiling, but there is no 'ceiling'": {"change": Change(last="only")},
    "empties slots, which 'keep-last' forbids": {
        "change": Change(last="only"),
        "ceiling": 9,
        "empty": "keep-last",
    },
}


@pytest.mark.parametrize("outcome", ["win", "draw", "loss"])
@pytest.mark.parametrize("says", AT_ODDS)
def test_what_a_rule_cannot_say_together_is_named_with_its_outcome(outcome, says):
    keys = AT_ODDS[says].copy()
    rule = msgspec.structs.replace(
        read_rule("gardner", Templates()), **{outcome: keys.pop("change")}, **keys
    )
    (fault,) = rule_faults(rule)
    assert fault.startswith(f"in '{outcome}', 'last")
    assert says in fault
