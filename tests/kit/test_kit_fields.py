"""Every field of ``kit.json``: the hash covers it, and nothing outside its range is read."""

import json
from pathlib import Path

import pytest
from counting import at_least

#: Kits that between them have something in every field.
from kit_fields import FIELDS, KITS, plain_her, valid_changes, written
from msgspec import inspect as kinds
from sampling import few

from kitgen.errors import KitFileError
from kitgen.kit.kit_json import read_kit, with_hash, write_kit


def test_the_schema_is_walked_whole():
    assert len(FIELDS) > 70
    for path in [
        ("name",),
        ("boxes", 0, "arrivals", 0, 1),
        ("rule", "win", "from_end", None),
        ("rule", "title"),
    ]:
        assert path in FIELDS


@pytest.mark.parametrize("path", few(FIELDS, one_in=8), ids=lambda path: ".".join(map(str, path)))
def test_the_hash_covers_every_field(path):
    seen = 0
    for name in KITS:
        for changed in valid_changes(json.loads(written(name)), path, FIELDS[path]):
            seen += 1
            data = json.dumps(changed).encode()
            with pytest.raises(KitFileError):
                read_kit(data, "kit.json")
            try:
                kit = read_kit(data, "kit.json", trust=True)
            except KitFileError:
                continue  # it contradicts another field
            assert with_hash(kit).hash != kit.hash, changed
    elements = (
        path[-1] == 0 and (*path[:-1], None) in FIELDS
    )  # lists of numbers that no kit has anything in
    assert seen or elements, "no kit here has anything in this field; add one to KITS"


def out_of_range(info):
    """Values that no field of a type may hold."""
    match info:
        case kinds.IntType():
            return [-5_000_000, 10**30, 1.5, True, "1", [], float("1e300")]
        case kinds.StrType():
            return ["a\x1b[31m", "x" * 5000, "a\n", "\u202eabc", 3, True, ["a"], {}]
        case kinds.BoolType():
            return [0, 1, "true", []]
        case kinds.LiteralType():
            return ["nonesuch", 0, []]
        case kinds.DictType():
            return [[], {"en": 3}, {"en": "a\x07"}, {"../x": "a"}, {"en": {"en": "a"}}, "en"]
        case kinds.VarTupleType():
            return [{}, "abc", 3, [None] * 100_001, [[[[]]]]]
    raise AssertionError(f"{info} is a new type of field")


@pytest.mark.parametrize("path", few(FIELDS, one_in=4), ids=lambda path: ".".join(map(str, path)))
def test_every_field_has_a_range(path):
    data = json.loads(written("gardner24"))
    *above, last = path if path[-1] is not None else path[:-1]
    place = data
    for step in above:
        if isinstance(place, list) and not place:
            # such as what is always played in a kit without it; the field is of a kind that is
            # tried elsewhere
            return
        place = place[step]
    for value in at_least(3, out_of_range(FIELDS[path])):
        if isinstance(place, list) and last >= len(place):
            place.append(value)
        place[last] = value
        with pytest.raises(KitFileError) as refused:
            read_kit(json.dumps(data).encode(), "kit.json", trust=True)
        message = str(refused.value)
        assert message.startswith("kit.json")
        assert len(message) < 400
        assert "\n" not in message
        assert "\x1b" not in message


PWN = [
    (
        ("name",),
        "../../PWN",
        "kit.json: name is '../../PWN'; it must be a folder's name: up to 100 letters",
    ),
    (("name",), "/etc/x", "name is '/etc/x'; it must be a folder's name"),
    (("name",), "..", "name is '..'; it must be a folder's name"),
    (("name",), "x" * 101, "it must be a folder's name"),
    (
        ("boxes", 3, "id"),
        "../../PWN",
        "boxes[3].id is '../../PWN'; it must be at most two capitals and a number, such as B10",
    ),
    (("boxes", 3, "id"), "A1", "two boxes are called A1"),
    (("boxes", 0, "turn"), -5, "boxes[0].turn is -5; it must be a whole number from 1 to 702"),
    (
        ("boxes", 0, "turn"),
        10**30,
        "boxes[0].turn is 1000000000000000000000000000000; it must be a whole number",
    ),
    (
        ("boxes", 0, "slots", 0, "letter"),
        "RED",
        "boxes[0].slots[0].letter is 'RED'; it must be a single letter or digit",
    ),
    (
        ("boxes", 0, "slots", 0, "symbol"),
        "circel",
        "this kitgen does not know 'circel' as boxes[0].slots[0].symbol; ",
    ),
    (
        ("boxes", 0, "slots", 0, "beads"),
        1_000_000,
        "a slot begins with 1,000,000 beads; no rule gives more than 9,999",
    ),
    (
        ("boxes", 0, "slots", 0, "beads"),
        True,
        "beads is True; it must be a whole number from 0 to 999,999,999",
    ),
    (("boxes", 0, "mirror_of"), "Z9", "box A1 is the mirror image of Z9, which is not another box"),
    (("boxes",), [], "boxes is a list of 0; it must be a list of 1 to 100,000 entries"),
    (("palette", 0, "fill"), "red", "palette[0].fill is 'red'; it must be written as #RRGGBB"),
    (("palette", 1, "letter"), "R", "two colours of the palette share the letter 'R'"),
    (("rule", "title", "en"), 5, "rule.title.en is 5; it must be one line"),
    (("rule", "start"), [0], "key 'start' needs figures of 1 or more"),
    (("choices", "mirrors"), ["nonsense"], "position 'nonsense'"),
    (
        ("boxes", 0, "arrivals"),
        [[None, 2]],
        "box A1 is reached by a move that hexapawn:3x3 cannot have",
    ),
    (
        ("boxes", 0, "arrivals"),
        [[2, 2]],
        "box A1 is reached by a move that hexapawn:3x3 cannot have",
    ),
    (("title",), "x" * 5000, "title is 'xxxxxxxxxxxx"),
]


@pytest.mark.parametrize(("path", "value", "says"), PWN)
def test_what_is_wrong_is_said_with_file_field_and_what_is_allowed(path, value, says):
    data = json.loads(plain_her())
    place = data
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    with pytest.raises(KitFileError) as refused:
        read_kit(json.dumps(data).encode(), "kit.json", trust=True)
    assert says in str(refused.value)


RAW = {
    "a byte order mark": (
        lambda d: b"\xef\xbb\xbf" + d,
        "begins with a byte order mark, which some editors add; save",
    ),
    "a key twice": (
        lambda d: d.replace(b'"turn": 1,', b'"turn": 1, "turn": 1,', 1),
        "key 'turn' is twice",
    ),
    "not a number": (lambda d: d.replace(b'"turn": 1', b'"turn": NaN', 1), "is not valid JSON"),
    "half a letter": (lambda d: d.replace(b'"her"', b'"\\ud800"', 1), "is not valid JSON"),
    "no UTF-8": (lambda d: d.replace(b'"her"', b'"\xff"', 1), "is not valid JSON"),
    "lists in lists": (
        lambda d: d.replace(b'"boxes": [', b'"boxes": ' + b"[" * 200_000, 1),
        "is not valid JSON",
    ),
    "lists in what is unknown": (
        lambda d: d.replace(b"{", b'{"x": ' + b"[" * 200_000, 1),
        "is not valid JSON",
    ),
    "nothing but lists": (lambda _: b"[" * 1_000_000, "is not a kit"),
    "a kit that breaks off": (lambda d: d[: len(d) // 2], "is not valid JSON"),
    "more than a kit": (lambda d: d + d, "is not valid JSON"),
    "too much": (lambda d: d + b" " * 60_000_000, "has more than 60 MB"),
}


@pytest.mark.parametrize(("change", "says"), RAW.values(), ids=RAW)
def test_bytes_that_are_no_kit_are_refused_in_one_line(change, says):
    with pytest.raises(KitFileError) as refused:
        read_kit(change(plain_her()), "kit.json", trust=True)
    assert says in str(refused.value)
    assert len(str(refused.value)) < 400


RED = {"colour": "red", "letter": "R", "symbol": "circle"}
NONSENSE = {
    "a move that is not legal": (
        lambda d: d["boxes"][0]["slots"][0].update(move="a3b2"),
        "box A1 does not have exactly one slot for",
    ),
    "a slot less": (
        lambda d: d["boxes"][0]["slots"].pop(),
        "box A1 does not have exactly one slot for b3c2",
    ),
    "the other side": (
        lambda d: d["boxes"][0].update(position="bbb/..w/ww. w"),
        "in box A1 the other side is to move",
    ),
    "a game that is over": (
        lambda d: d["boxes"][0].update(position="bbb/.../... b"),
        "in box A1 the game is over",
    ),
    "no bead": (
        lambda d: [slot.update(beads=0) for slot in d["boxes"][0]["slots"]],
        "box A1 holds no bead",
    ),
    "another letter": (
        lambda d: d["boxes"][0]["slots"][0].update(letter="Q"),
        "box A1 does not have the letter or symbol",
    ),
    "a colour twice": (
        lambda d: d["boxes"][0]["slots"][1].update(RED),
        "two slots of box A1 have the key red",
    ),
    "a position twice": (
        lambda d: d["boxes"].append(d["boxes"][0] | {"id": "A77"}),
        "two boxes show bbb/..w/ww. b",
    ),
}


@pytest.mark.parametrize(("change", "says"), NONSENSE.values(), ids=NONSENSE)
def test_nonsense_with_a_right_hash_is_refused_but_for_verify(change, says):
    data = json.loads(plain_her())
    change(data)
    kit = with_hash(read_kit(json.dumps(data).encode(), "kit.json", trust=True))
    with pytest.raises(KitFileError) as refused:
        read_kit(write_kit(kit), "kit.json", file=Path("kit.json"))
    assert says in str(refused.value)
    assert "'kitgen verify kit.json' names all that is wrong" in str(refused.value)
