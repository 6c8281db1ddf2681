"""The pictures beside the form: the first sheet of labels, cards or a board, and a card, as the
whole print has them.
"""

import re
from urllib.parse import parse_qsl

import pytest

from kitgen.errors import UsageError
from kitgen.web.address import read_address
from kitgen.web.tasks import SiteTask, card, labels


def task_of(query, **more):
    address, _ = read_address(parse_qsl(query), "en")
    return SiteTask("labels", address.kit, address.choices, more)


def names_on(picture):
    """Return the names of boxes in a picture, in their order, each once."""
    found = re.findall(r">([A-Z]\d{1,2})<", picture.decode())
    return list(dict.fromkeys(found))


def size_of(picture):
    return re.search(rb'viewBox="0 0 ([\d.]+) ([\d.]+)"', picture).groups()


#: The boxes of HER.
ALL = "A1 A2 B1 B2 B3 B4 B5 B6 B7 B8 B9 B10 C1 C2 C3 C4 C5 C6 C7"
#: What is chosen, the boxes on the sheet that is shown, and the width and height of the paper.
SHEETS = {
    "kit=her": (ALL, "210", "297"),
    "kit=her&page=letter": (ALL, "215.9", "279.4"),
    "kit=her&stock=L7163&labels-start-at=5": ("A1 A2 B1 B2 B3 B4 B5 B6 B7 B8", "210", "297"),
    "kit=her&stock=62x29&labels-one-a-page=yes": ("A1", "62", "29"),
    "kit=her&parts=labels&stock=35x15": (ALL, "210", "297"),
    "kit=her&stock=poker": ("A1 A2 B1 B2", "210", "297"),
    "kit=her&stock=poker&cards-duplex=long": ("A1 A2 B1 B2 B3 B4", "210", "297"),
    "kit=her&stock=poker&cards-duplex=short": ("A1 A2 B1 B2 B3 B4", "210", "297"),
    "kit=her&rule=tris": ("", "210", "297"),
}  # fmt: skip


def test_the_first_sheet_has_the_first_boxes():
    """Of cards it comes after their instructions, which have an empty back in two-sided prints."""
    found = {}
    for query in SHEETS:
        picture = labels(task_of(query))
        width, height = size_of(picture)
        found[query] = (" ".join(names_on(picture)), width.decode(), height.decode())
    assert found == SHEETS


def test_a_card_is_the_one_of_a_box_or_the_one_with_the_most_moves():
    named = card(task_of("kit=her", **{"box-shown": "C5"}))
    assert names_on(named) == ["C5"]
    most = card(task_of("kit=her"))
    assert names_on(most) == ["B4"]
    assert card(task_of("kit=her", **{"box-shown": "B4"})) == most
    assert card(task_of("kit=her&stock=poker")) != most
    with pytest.raises(UsageError, match="there is no box 'Z9' in this kit"):
        card(task_of("kit=her", **{"box-shown": "Z9"}))
