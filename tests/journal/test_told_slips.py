"""All that is said of a short lesson with one slip of each kind, word for word: the likeliest
stories in their order, what each does to the beads, and how the machine is put right.
"""

from itertools import islice

import pytest
from counting import at_least_one
from jobs import TEXTS, kit_of
from simulated_classes import EVENTS, HANDS, KINDS, PEN, WHERE, lessons_with

from kitgen.journal.audit import audit
from kitgen.journal.journal_words import JournalWords
from kitgen.record.rows import Passages

#: The games of a lesson, and of one after which colours differ in number; the lessons with each
#: kind of slip.
GAMES = 7
MANY_GAMES = 25
LESSONS = 3
#: Kinds of slips that a machine of few boxes gives no occasion for.
LARGE = ("reward-forgotten", "done-twice", "colours-confused")
#: Kinds by what they are done with, and by the language in which they are told.
GROUPS = {
    "hands": ("en", HANDS),
    "pen": ("it", (*PEN, "moved-otherwise")),
    "events": ("fr", EVENTS),
    "others": ("de", [kind for kind in KINDS if kind not in (*HANDS, *PEN, *EVENTS)]),
}


@pytest.mark.parametrize("group", GROUPS)
def test_what_is_said_of_a_slip_of_each_kind_is_as_before(group, golden):
    language, kinds = GROUPS[group]
    lines = []
    for kind in at_least_one(kinds):
        name = WHERE[kind]
        if name == "menace" and kind not in LARGE:
            name = "her"
        passages = Passages(kit_of(name))
        words = JournalWords(kit_of(name), TEXTS[language], everything=True)
        games = MANY_GAMES if kind == "colours-confused" else GAMES
        for _, rows, facts, counts in islice(lessons_with(kind, name, games, 60), LESSONS):
            made = ", ".join(f"{fact.kind} {fact.game}" for fact in facts)
            lines += [f"== {kind} at {name}: {made}", *words.lines(audit(passages, rows, counts))]
    golden(f"journal/slips-{group}", "\n".join(lines))
