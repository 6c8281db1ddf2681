"""Beads as somebody types them, in several languages: the palette and the colours of the kit, or
what is said; and how beads are shared out among boxes of all kinds.
"""

from collections import Counter

import pytest
from counting import at_least
from jobs import TEXTS

from kitgen.errors import KitgenError
from kitgen.kit.bead_shares import Kind, class_beads, fill_boxes, solve_shares
from kitgen.kit.build import build_kit
from kitgen.kit.editions import Wish

#: What somebody types, right or wrong, by the language of the kit.
TYPED = {
    "en": (
        "red:20,blue:20,yellow:9,green:9",
        "Red: 20, BLUE:20 ,yellow:9,green:9",
        "H01:50",
        "H01:50,H05:50,H09:50,H18:50",
        "white:50,black:50,clear:50,grey:50",
        "red:50,dark red:50,blue:50,green:50",
        "turquoise:50,red:50,blue:50,green:50",
        "pink:50,purple:50,orange:50,brown:50",
        "rosso:50",
        "rood:50,blauw:50,geel:50,groen:50",
        "silver:50,red:50,blue:50,green:50",
        "reed:50,blue:50",
        "redd:50",
        "xyzzy:50,red:50",
        "red:50,crimson:50,blue:50,green:50",
        "red",
        "red:",
        "red:x",
        ":5",
        "red:1.5",
        "red:1000001",
        "red:0,blue:0,yellow:0,green:0",
        "red:5,,blue:5",
        "red=5",
        "red:5;blue:5",
        "",
        "S-01:50",
        "P18:99",
        "5:50",
        "red:50,red:5",
        "red:50,H05:5",
        "red:20,H09:20,yellow:9,green:9",
    ),
    "it": (
        "rosso:20,blu:20,giallo:9,verde:9",
        "rosse:20,blu:20,gialle:9,verdi:9",
        "rosse:20",
        "azzurro:50,rosso:50,giallo:50,verde:50",
        "red:20,blue:20,yellow:9,green:9",
        "fucsia:50,rosso:50,blu:50,verde:50",
        "roso:50",
        "rosso:50,rosse:5",
        "H05:50",
    ),
    "de": (
        "rot:20,blau:20,gelb:9,grün:9",
        "rote:20,gruen:20",
        "türkis:50,rot:50,blau:50,gelb:50",
        "weiß:50,schwarz:50,rot:50,grau:50",
        "weiss:50,rot:50,blau:50,gelb:50",
        "rott:50",
    ),
    "fr": (
        "rouge:20,bleu:20,jaune:9,vert:9",
        "rouges:20,vertes:20",
        "bordeaux:50,bleu:50",
        "rouje:5",
    ),
    "es": (
        "rojo:20,azul:20,amarillo:9,verde:9",
        "rojas:20,azules:20",
        "celeste:50,rojo:50",
        "rjo:5",
    ),
}


def said_of(language, text):
    try:
        kit = build_kit("her", Wish(beads=text, language=language))
    except KitgenError as error:
        own = TEXTS[language].reason(str(error))
        return f"{error}\n    {own}" if own else str(error)
    used = Counter(slot.colour.key for box in kit.boxes for slot in box.slots)
    beads = ", ".join(f"{key} {number}" for key, number in kit.choices.beads)
    colours = ", ".join(f"{key} {number}" for key, number in sorted(used.items()))
    return f"{kit.choices.palette}; {beads}; in boxes {colours}; {kit.command}"


def test_beads_are_understood_or_refused_as_before(golden):
    lines = []
    for language, texts in at_least(5, TYPED.items()):
        lines += [f"{language} {text!r}: {said_of(language, text)}" for text in texts]
    golden("kit/beads-as-typed", "\n".join(lines))


#: Boxes by the number of slots, of beads in each, and of boxes; and the beads at hand.
SHARED = {
    "her": ({(1, 1): 2, (2, 1): 9, (3, 1): 5, (4, 1): 2}, (19, 17, 7, 2)),
    "just enough otherwise": ({(1, 1): 2, (2, 1): 9, (3, 1): 5, (4, 1): 2}, (12, 11, 11, 11)),
    "still enough": ({(1, 1): 2, (2, 1): 9, (3, 1): 5, (4, 1): 2}, (12, 11, 10, 10)),
    "much of one": ({(2, 1): 9, (3, 1): 5}, (99, 3, 3, 3)),
    "nothing": ({(2, 1): 3, (3, 2): 1}, (0, 0, 0)),
    "of several sizes": ({(2, 8): 2, (2, 4): 5, (3, 2): 4, (1, 2): 3}, (40, 40, 30, 12)),
    "tight": ({(2, 4): 3, (2, 3): 3, (3, 1): 2}, (14, 14, 13, 10)),
    "many colours": ({(3, 1): 20, (5, 1): 4}, (20, 20, 15, 10, 10, 10, 10)),
    "one colour": ({(1, 3): 4}, (6, 6)),
}
FILLS = ("#CD1622", "#0072B2", "#F0E442", "#009E73", "#E69F00", "#56B4E9", "#CC79A7")


def test_boxes_get_the_colours_that_they_got_before(golden):
    lines = []
    for name, (kinds, stock) in at_least(9, SHARED.items()):
        boxes = Counter({Kind(*kind): number for kind, number in kinds.items()})
        bought, chosen = solve_shares(boxes, stock, FILLS[: len(stock)])
        lines.append(f"{name}: buy {bought}")
        for kind, sets in chosen.items():
            lines.append(f"  {kind.slots} of {kind.beads}: {sets}")
        used = Counter()
        for kind, sets in chosen.items():
            assert sum(number for _, number in sets) == boxes[kind]
            for places, number in sets:
                assert len(set(places)) == kind.slots
                for place in places:
                    used[place] += number * kind.beads
        for place, number in enumerate(stock):
            assert used[place] <= number + bought[place]
        filled, _ = fill_boxes(boxes, stock)
        assert sum(filled) == sum(bought)
    golden("kit/shares", "\n".join(lines))


@pytest.mark.parametrize(
    ("beads", "bank", "machines", "lacking", "most"),
    [
        ({"red": 19, "blue": 17, "yellow": 7, "green": 2}, {}, 1, 45, 1),
        ({"red": 38, "blue": 34, "yellow": 14, "green": 4}, {}, 2, 45, 2),
        ({"red": 37, "blue": 34, "yellow": 14, "green": 4}, {}, 1, 1, 1),
        ({"red": 60, "blue": 60, "yellow": 60, "green": 60}, {}, 3, 24, 5),
        ({"red": 24, "blue": 17, "yellow": 7, "green": 2}, {"red": 5}, 1, 50, 1),
        ({"red": 24, "blue": 17, "yellow": 7, "green": 2}, {"red": 6}, 0, 1, 0),
    ],
)
def test_beads_are_enough_for_so_many_machines(beads, bank, machines, lacking, most):
    boxes = build_kit("her").boxes
    found = class_beads(boxes, tuple(beads.items()), bank)
    assert (found.machines, found.most) == (machines, most)
    assert sum(number for _, number in found.lacking) == lacking
