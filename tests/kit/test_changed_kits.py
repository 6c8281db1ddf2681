"""What is said of a kit.json that somebody has changed, one thing at a time, and sealed again with
the hash that fits.
"""

import msgspec
import pytest
from counting import at_least
from jobs import kit_of
from mutant_files import sealed

from kitgen.errors import KitFileError
from kitgen.kit.kit_json import kit_data, read_kit, write_kit


def box(data, name):
    return next(each for each in [*data["boxes"], *data["always"]] if each["id"] == name)


def slot(data, name="A2", number=0):
    return box(data, name)["slots"][number]


def put(key, value, where=lambda data: data):
    """Return a change of one key in a table of the file."""

    def change(data):
        where(data)[key] = value

    return change


def of_slot(key, value, name="A2", number=0):
    return put(key, value, lambda data: slot(data, name, number))


def of_box(key, value, name="A2"):
    return put(key, value, lambda data: box(data, name))


def of_colour(key, value):
    return put(key, value, lambda data: data["palette"][1])


def without_slot(data):
    del box(data, "A2")["slots"][0]


def with_slot_twice(data):
    box(data, "A2")["slots"].append(dict(slot(data)))


def with_box_twice(data):
    data["boxes"].append(dict(box(data, "A2")))


def with_a_letter_twice(data):
    slot(data, "A2", 1)["letter"] = "R"


#: The changes to her, in the order of what they are about.
OF_HER = {
    "another side": put("side", "green", lambda data: data["choices"]),
    "the other side": put("side", "white", lambda data: data["choices"]),
    "no game": put("game", "chess:8x8"),
    "another board": put("game", "hexapawn:3x4"),
    "outcome": put("verdict", "wins", lambda data: data["outcome"]),
    "outcome is drawn": put("verdict", "draws", lambda data: data["outcome"]),
    "slot says wins": of_slot("verdict", "wins"),
    "slot says draws": of_slot("verdict", "draws"),
    "slot says loses": of_slot("verdict", "loses", number=1),
    "slot's value": of_slot("value", 1),
    "slot's plies": put("plies", 3, slot),
    "no such move": of_slot("move", "a9a8"),
    "no legal move": of_slot("move", "a3c3"),
    "a move of another slot": of_slot("move", "b3b2"),
    "no such colour": of_slot("colour", "pink"),
    "letter": of_slot("letter", "Q"),
    "symbol": of_slot("symbol", "square"),
    "the letter of the other slot": with_a_letter_twice,
    "no slot for a move": without_slot,
    "a slot twice": with_slot_twice,
    "no bead": lambda data: [each.update(beads=0) for each in box(data, "A2")["slots"]],
    "too many beads": of_slot("beads", 10_000),
    "as many beads as may be": of_slot("beads", 9999),
    "position": of_box("position", "bbb/www b"),
    "position of the other": of_box("position", "bbb/.w./w.w w"),
    "position that is over": of_box("position", "..b/w.w/b.. b"),
    "position of another box": lambda data: box(data, "A2").update(
        position=box(data, "A1")["position"], slots=box(data, "A1")["slots"]
    ),
    "arrival beyond": of_box("arrivals", [[7, 9]]),
    "arrival from beyond": of_box("arrivals", [[9, 7]]),
    "arrival before": of_box("arrivals", [[-1, 7]]),
    "arrival that stays": of_box("arrivals", [[7, 7]]),
    "arrival out of nowhere": of_box("arrivals", [[None, 7]]),
    "arrival of another move": of_box("arrivals", [[0, 8]]),
    "a name twice": of_box("id", "A1"),
    "a box twice": with_box_twice,
    "image of itself": of_box("mirror_of", "A2"),
    "image of nothing": of_box("mirror_of", "Z9"),
    "image of another": of_box("mirror_of", "A1"),
    "mirrors": put("mirrors", [".bb/bww/w.. b"] * 2, lambda data: data["choices"]),
    "a mirror that is none": put("mirrors", ["bbb b"], lambda data: data["choices"]),
    "two colours with a key": of_colour("key", "red"),
    "two colours with a name": of_colour("name", "red"),
    "two colours with a letter": of_colour("letter", "R"),
    "two colours with a symbol": of_colour("symbol", "circle"),
    "a rule that does nothing": put("loss", {}, lambda data: data["rule"]),
    "a rule without an end": put("empty", "never", lambda data: data["rule"]),
    "nothing": lambda _: None,
}
#: The changes to a kit with moves that are always made.
OF_EXPRESS = {
    "fixed move says loses": put("verdict", "loses", lambda data: data["always"][0]),
    "fixed move that is not legal": put("move", "b2c1", lambda data: data["always"][0]),
    "fixed move that is none": put("move", "b2", lambda data: data["always"][0]),
    "name of a fixed move": put("id", "A1", lambda data: data["always"][0]),
}


def said_of(data, *, trust):
    try:
        read_kit(sealed(data), "kit.json", trust=trust)
    except KitFileError as error:
        return str(error)
    return "read"


def test_each_change_of_a_kit_has_its_own_words(golden):
    lines = []
    kits = ((kit_of("her"), OF_HER), (kit_of("her", express=True), OF_EXPRESS))
    for kit, changes in at_least(2, kits):
        for name, change in at_least(4, changes.items()):
            data = kit_data(kit)
            change(data)
            said = said_of(data, trust=False)
            trusted = said_of(data, trust=True)
            lines.append(f"{name}: {said}")
            lines.append("  the same when trusted" if said == trusted else f"  trusted: {trusted}")
    golden("kit/changed", "\n".join(lines))


@pytest.mark.parametrize("name", ["her", "him", "ladder", "gardner24@1", "menace"])
def test_a_kit_that_is_sealed_as_it_is_keeps_its_hash(name):
    kit = kit_of(name)
    assert msgspec.json.decode(sealed(kit_data(kit)))["hash"] == kit.hash
    assert read_kit(sealed(kit_data(kit)), "kit.json") == kit


def test_a_change_that_is_not_sealed_is_told_with_the_command_that_makes_it_again():
    data = kit_data(kit_of("her"))
    data["title"] = "HIM"
    raw = msgspec.json.encode(data)
    with pytest.raises(KitFileError) as refused:
        read_kit(raw, "kit.json")
    assert str(refused.value) == (
        "kit.json has been changed since kitgen made it; 'kitgen print her' makes it again"
    )
    assert read_kit(raw, "kit.json", trust=True).title == "HIM"
    assert read_kit(write_kit(kit_of("her")), "kit.json") == kit_of("her")


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"", "kit.json is not a kit: it is not valid JSON (Input data was truncated)"),
        (b"\xef\xbb\xbf{}", "kit.json begins with a byte order mark, which some editors add; "),
        (b"{}", 'kit.json is not a kit made by kitgen: it has no "schema": "kitgen/kit@3"'),
        (b'{"schema": "kitgen/job@1"}', "kit.json is not a kit made by kitgen: "),
        (b'{"schema": "kitgen/kit@99"}', "kit.json "),
    ],
)
def test_what_is_no_kit_of_this_kitgen_is_refused(raw, said):
    with pytest.raises(KitFileError) as refused:
        read_kit(raw, "kit.json")
    assert str(refused.value).startswith(said)
