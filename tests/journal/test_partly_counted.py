"""What a check says of lessons in which something went wrong and only some boxes were counted, or
some twice: word for word, as a golden text.
"""

from itertools import islice

import pytest
from counting import at_least
from jobs import TEXTS, kit_of
from simulated_classes import KINDS, WHERE, lessons_with

from kitgen.journal.journal_check import check
from kitgen.journal.journal_words import JournalWords
from kitgen.record.rows import Passages

GAMES = 6


def some_of(counts, step):
    """Return the counts of each box but every third, second …, and the boxes counted twice."""
    boxes = list(dict.fromkeys(box for box, _ in counts))
    counted = {box for number, box in enumerate(boxes) if number % step}
    sure = {box for number, box in enumerate(sorted(counted)) if number % 2}
    return {key: beads for key, beads in counts.items() if key[0] in counted}, sure


@pytest.mark.parametrize(("name", "language", "lesson"), [("her", "en", 4), ("him", "it", 1)])
def test_what_is_said_where_some_boxes_were_counted(name, language, lesson, golden):
    """``lesson`` is that of each kind that is looked at: of HER none of the first, which others
    look at.
    """
    kit = kit_of(name)
    passages = Passages(kit)
    lines = []
    # After so few games no two colours differ in number.
    kinds = [kind for kind in KINDS if WHERE[kind] == "her" and kind != "colours-confused"]
    for number, kind in enumerate(at_least(8, kinds)):
        for _, rows, facts, counts in islice(
            lessons_with(kind, name, GAMES, 60), lesson, lesson + 1
        ):
            made = ", ".join(f"{fact.kind} {fact.game}" for fact in facts)
            some, sure = some_of(counts, 2 + number % 3)
            for given, twice in ((some, sure), (None, ())):
                checked = check(passages, rows, given, sure=twice)
                words = JournalWords(kit, TEXTS[language], everything=given is not None)
                lines.append(f"== {made}; {len(given or ())} counted, {sorted(twice)} twice")
                lines += [words.verdict(checked), *words.checked(checked)]
                lines.append(f"{checked.recount} {checked.doubted} {checked.differing}")
    golden(f"journal/partly-counted-{name}", "\n".join(lines))
