"""The games of a journal as sums of beads: what each game adds, in which games a box was opened,
where a journal breaks, and the moments of games, as golden texts.
"""

import msgspec
import pytest
from counting import at_least
from jobs import kit_of
from journal_games import rows_of

from kitgen.journal.course import Begun, JournalCourse
from kitgen.journal.moments import Moments
from kitgen.kit.kit_json import with_hash
from kitgen.machine.learning import with_rule
from kitgen.record.rows import GameRow, Passages, PickedBead

#: The possible games of each journal.
GAMES = 7
#: The moments of each machine that are looked at: those after the fewest beads.
MOMENTS = 50
#: The longest way to a moment from which others are looked at, in letters: about two beads.
MAX_WAY_LETTERS = 12


def ruled(name, rule, empty):
    """Return a kit with a rule, and another word for what happens at an empty box."""
    kit = kit_of(name, rule=rule)
    return with_hash(with_rule(kit, msgspec.structs.replace(kit.rule, empty=empty), rule))


def begins(kit):
    """Return what may be known of a machine before its first game."""
    many = []
    for box in kit.boxes:
        many += [2 + number % 3 for number in range(len(box.slots))]
    none = (0,) * len(many)
    return {
        "new": None,
        "given beads": Begun(0, tuple(many)),
        "given none": Begun(0, none),
        # Before the first game, and after the third and the fifth.
        "refilled": Begun(counts=tuple(many), refilled={-1: [0], 2: [0, 1], 4: [1]}),
    }


def told(course) -> list[str]:
    """Return a course in lines: what each game adds, in which games each box was opened, and the
    beads at first, before the last game and at the end.
    """
    lines = [f"even {course.even}, broken {course.broken}"]
    for row, delta in zip(course.rows, course.deltas, strict=True):
        adds = {" ".join(course.names[slot]): amount for slot, amount in delta.items()}
        lines.append(f"  {row.game}: {row.picks_text} {row.result:+d} {adds}")
    lines.append(f"  at {dict(course.at)}")
    for beads in (course.before[0], course.before[-2], course.final):
        lines.append(f"  {' '.join(map(str, beads))}")
    lines.append(f"  after a replay {' '.join(map(str, course.states[-1][0]))}")
    return lines


@pytest.mark.parametrize("name", ["her", "ladder", "him"])
def test_sums_of_games_as_before(name, golden):
    lines = []
    for rule, empty in (
        ("gardner", "resign-blame"),
        ("michie", "refill"),
        ("never-last", "resign"),
        ("gardner-reward", "keep-last"),
    ):
        kit = ruled(name, rule, empty)
        rows = rows_of(kit_of(name), GAMES)
        first = rows[0].picks[0]
        # Three games that cannot have been played so, one after the other.
        rows += [
            GameRow(8, (first,), 1),
            GameRow(9, (first, first), -1),
            GameRow(10, (PickedBead("Z9", "R"),), -1, resigned=True),
        ]
        for how, begun in begins(kit).items():
            course = JournalCourse(Passages(kit), rows, begun)
            lines += [f"== {rule}, {empty}, {how}", *told(course)]
            lines.append(f"  run {course.run(())} {course.run((), on=True)}")
    golden(f"journal/sums-{name}", "\n".join(lines))


def test_moments_as_before(golden):
    lines = []
    for name in ("her", "ladder"):
        course = JournalCourse(Passages(kit_of(name)), ())
        moments = Moments(course.passages, course.bead_of)
        waiting = [("", moments.start)]
        for _ in range(MOMENTS):
            way, moment = waiting.pop(0)
            ends = sorted(moment.ends)
            lines.append(f"{name} {way}: {moment.possible} {ends} {sorted(moment.boxes)}")
            for slot, (box, letter) in at_least(20, enumerate(course.names)):
                after = moment.after(slot)
                assert moment.after(slot) is after
                if after.possible and len(way) < MAX_WAY_LETTERS:
                    waiting.append((f"{way} {box} {letter}".strip(), after))
        nothing = moments.start.follow([0, 0, 0])
        lines.append(f"{nothing.possible} {moments.start.follow([]) is moments.start}")
    golden("journal/moments", "\n".join(lines))
