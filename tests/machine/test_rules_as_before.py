"""What is said of rules of every kind, and what they do to beads: as a golden table."""

from itertools import product

from counting import at_least

from kitgen.kit.rule import WHEN_EMPTY, Change, Rule, rule_faults
from kitgen.machine.learning import OUTCOMES, learn, schedule_of

#: What an outcome can do: nothing; by every move, by the last ones, by both; by a whole slot.
CHANGES = {
    "nothing": Change(),
    "+1 each": Change(every=1),
    "-1 each": Change(every=-1),
    "+3, -2, -1 each": Change(every=-1, from_end=(3, -2)),
    "-2, 0, +4": Change(from_end=(-2, 0, 4)),
    "0, -1, +1 each": Change(every=1, from_end=(0, -1)),
    "0, 0": Change(from_end=(0, 0)),
    "remove": Change(last="remove"),
    "remove, -1 each": Change(every=-1, last="remove"),
    "only": Change(last="only"),
    "only, +1 each": Change(every=1, last="only"),
    "both": Change(last="remove", from_end=(-1,)),
}
#: The bounds of a rule: where its slots start, its floor and its ceiling.
BOUNDS = {
    "free": {},
    "3, 2": {"start": (3, 2)},
    "2 to 5": {"start": (4, 3), "floor": 2, "ceiling": 5},
    "from 2": {"start": (2,), "floor": 2},
    "floor above": {"start": (2, 1), "floor": 2},
    "ceiling below": {"start": (4,), "ceiling": 3},
    "0": {"start": (0,)},
}
#: Beads of three boxes, and a game of four moves through them: the first box twice.
BEADS = ([3, 2, 0], [1, 6], [1, 2])
PICKED = ((0, 0), (1, 1), (0, 1), (2, 0))


def rules():
    """Yield rules of every kind, each after a line of what was chosen for it."""
    names = list(CHANGES)
    for number, (empty, bounds, loss) in enumerate(product(WHEN_EMPTY, BOUNDS, names)):
        win, draw = names[number * 5 % 7], names[number * 3 % 11]
        learns = "positions" if number % 6 == 5 else "beads"
        changes = {"win": CHANGES[win], "draw": CHANGES[draw], "loss": CHANGES[loss]}
        title = {"it": "titolo"} if number % 50 == 7 else {"en": "title"}
        rule = Rule("a source", title, empty=empty, learns=learns, **BOUNDS[bounds], **changes)
        yield f"{learns}, {empty}, {bounds}; win {win}; draw {draw}; loss {loss}", rule


def said(thing, names):
    """Return those of the named properties that are true."""
    return " ".join(name for name in names.split() if getattr(thing, name)) or "-"


def test_changes_say_what_they_do_as_before(golden):
    names = "by_numbers for_all raises lowers takes adds nothing"
    lines = [f"{name}: {said(of, names)}; {of.by_move}" for name, of in CHANGES.items()]
    lines += [
        f"{name}: {said(of, 'blames_last refills keeps_last draws resigns')}"
        for name, of in WHEN_EMPTY.items()
    ]
    golden("learned/changes", "\n".join(lines))


def test_faults_of_rules_are_found_as_before(golden):
    lines = []
    for name, rule in at_least(300, list(rules())):
        faults = rule_faults(rule)
        if faults:
            lines += [name, *(f"  {fault}" for fault in faults)]
    golden("learned/faults", "\n".join(lines))


def test_rules_are_compiled_and_teach_as_before(golden):
    lines = []
    for name, rule in rules():
        if rule.learns != "beads" or rule_faults(rule):
            continue
        schedule = schedule_of(rule)
        facts = "never_takes blames_last_only by_numbers steady"
        numbers = f"{schedule.memory} {schedule.least_left} {schedule.most_added}"
        lines += [
            name,
            f"  rule: {said(rule, 'needs_draws adds only_takes')}; {rule.beads(1)} {rule.beads(3)}",
            f"  {schedule.row}",
            f"  {said(schedule, facts)}; {numbers}",
        ]
        for outcome in OUTCOMES:
            does = f"needs {schedule.needs(outcome)} takes {schedule.takes(outcome)}"
            does += " removes" * schedule.removes(outcome) + " clears" * schedule.clears(outcome)
            does += " cares" * schedule.cares_how_it_ended(outcome)
            lines.append(f"  {outcome:2}: {does}")
            for resigned in (False, True):
                updates = learn(schedule, BEADS, PICKED, outcome, resigned=resigned)
                moved = [f"{of.box}.{of.slot} {of.before}>{of.after}" for of in updates]
                lines.append(f"      {', '.join(moved) or '-'}")
    golden("learned/rules", "\n".join(at_least(900, lines)))
