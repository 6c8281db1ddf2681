"""What editions and lessons say of their machines in a sentence is so: boxes, beads, chips, how
many counters are taken, who starts and who wins.
"""

import re

import pytest
from counting import at_least
from jobs import TEMPLATES, kit_of

import kitgen
from kitgen.kit.editions import read_edition
from kitgen.paper.lesson_file import read_lesson
from kitgen.press.lessons import plan_lesson

NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
#: How the game ends for the machine with best play, by what an edition says of it.
ENDINGS = {
    "can always win": 1,
    "can win by a seed": 1,
    "nobody comes out ahead": 0,
    "cannot force a win": -1,
    "loses on this board": -1,
}
#: What a sentence calls the things that a lesson plays with.
COUNTERS = "counters|sticks|stones|pens"


def numbers_before(thing, said):
    """Return the numbers that a sentence gives of a thing, in figures or in letters."""
    found = re.findall(rf"(\d[\d,]*|{'|'.join(NUMBERS)})(?: paper)? (?:{thing})\b", said.lower())
    return [
        NUMBERS.index(number) if number in NUMBERS else int(number.replace(",", ""))
        for number in found
    ]


def most_taken(said):
    """Return the most counters that a sentence lets take at a time; None if it lets take none."""
    numbers = re.search(r"[Tt]akes? 1((?:, \d)*) or (\d) of", said)
    return numbers and int(numbers[2])


@pytest.mark.parametrize("name", TEMPLATES.names("editions"))
def test_an_edition_says_of_its_machine_what_is_so(name):
    said = read_edition(name, TEMPLATES).about["en"]
    kit = kit_of(name)
    counted = {
        "boxes": len(kit.boxes),
        "beads": kit.beads,
        "counters": kit.game.about.get("counters"),
    }
    for thing, number in at_least(3, counted.items()):
        assert numbers_before(thing, said) in ([], [number])
    assert most_taken(said) in (None, kit.game.about.get("take"))
    sides = [side.name for side in kit.game.sides]
    played = re.match(r"Plays (\w+)", said)
    if played is not None:
        assert kit.players == (sides.index(played[1].lower()),)
    if re.search(r"\bstarts\b", said):
        assert kit.players == (0,)
    value = kitgen.solve(name).worth.score * (-1 if kit.players == (1,) else 1)
    for ending, worth in ENDINGS.items():
        if ending in said:
            assert (value > 0) - (value < 0) == worth, ending
    if "one for each position with a choice" in said:
        assert all(len(box.slots) > 1 for box in kit.boxes)


def test_every_edition_but_half_of_a_pair_says_how_many_boxes_it_has():
    """So the test above has numbers to look at, and every ending."""
    silent = {
        name
        for name in TEMPLATES.names("editions")
        if not numbers_before("boxes", read_edition(name, TEMPLATES).about["en"])
    }
    assert silent == {"him"}
    assert {*ENDINGS} == {
        ending
        for ending in ENDINGS
        for name in TEMPLATES.names("editions")
        if ending in read_edition(name, TEMPLATES).about["en"]
    }


@pytest.mark.parametrize("name", TEMPLATES.names("lessons"))
def test_a_lesson_says_of_its_machine_what_is_so(name):
    lesson = read_lesson(name, TEMPLATES)
    said = lesson.about["en"]
    plan = plan_lesson(name, TEMPLATES)
    kit = kit_of(plan.kit, **plan.choices)
    assert numbers_before("boxes|cups|matchboxes", said) in ([], [len(kit.boxes)])
    assert numbers_before("chips", said) in ([], [kit.beads])
    everything = " ".join((said, *(step.words["en"] for step in lesson.course)))
    assert {*numbers_before(COUNTERS, everything)} <= {kit.game.about.get("counters")}
    assert most_taken(said) in (None, kit.game.about.get("take"))
    if "takes the last one" in said:
        assert kit.game.about["last"] == re.search("takes the last one (wins|loses)", said)[1]
    assert "White opens" not in everything or "mirrors=right" in plan.kit
