"""Kits and templates changed at random, but soundly sealed: for tests that nothing that is read
brings kitgen down.
"""

import json
from copy import deepcopy

import msgspec
from hypothesis import strategies as st

from kitgen.kit.choices import CHOICES, Choices
from kitgen.kit.kit_file import digest

#: The usual value of each choice, as JSON has it, by its key there.
USUAL = {
    field.encode_name: json.loads(msgspec.json.encode(one.default))
    for one, field in zip(CHOICES, msgspec.structs.fields(Choices), strict=True)
    if one.default is not msgspec.NODEFAULT
}

#: Values that stand somewhere in some file, and that nobody expects where they are put.
JUNK = st.one_of(
    st.sampled_from(
        [
            None,
            True,
            False,
            0,
            1,
            -1,
            -5,
            2,
            3,
            7,
            9999,
            10**6,
            2**31,
            2**63,
            2**64,
            10**40,
            0.5,
            -1e308,
            "",
            " ",
            "A1",
            "B1",
            "A2",
            "B*1",
            "Z99",
            "../../PWN",
            "/etc/passwd",
            "bbb/..w/ww. b",
            "bbb/.../www w",
            ".../.../... b",
            "b../.w./... b",
            "bbb/www/www b",
            "a3a2",
            "b3c2",
            "a2a1",
            "red",
            "blue",
            "R",
            "RED",
            "€",
            "\x1b[31m",
            "\u202eabc",
            "x" * 300,
            "hexapawn:3x3",
            "hexapawn:2x2",
            "hexapawn:8x8",
            "tictactoe",
            "nim",
            "black",
            "white",
            "either",
            "en",
            "it",
            "xx",
            "wins",
            "loses",
            "draws",
            "positions",
            "michie",
            "only",
            "remove",
            "refill",
            "keep-last",
            "#000000",
            "circle",
            "plus",
            "dashed",
            [],
            {},
            [[]],
            [None],
            [[0, 1]],
            [1, 2, 3],
        ]
    ),
    st.integers(-3, 12),
    st.text(max_size=3),
)


def places(data, path=()):
    """Every place in plain data: the keys and numbers that lead to it."""
    pairs = (
        data.items()
        if isinstance(data, dict)
        else enumerate(data)
        if isinstance(data, list)
        else ()
    )
    for key, value in pairs:
        yield (*path, key)
        yield from places(value, (*path, key))


def at(data, path):
    for step in path:
        data = data[step]
    return data


@st.composite
def changed(draw, data, keep=lambda _: True):
    """Plain data with one to three things changed: replaced, taken away, doubled, exchanged, or
    moved a little.

    Of a few changes that are tried the first is made that leads to data to be kept.
    """
    for _ in range(draw(st.integers(1, 3))):
        for _ in range(12):
            tried = deepcopy(data)
            _change(draw, tried)
            if keep(tried):
                data = tried
                break
    return data


def _change(draw, data):
    """Change one thing in plain data."""
    everywhere = list(places(data))
    if not everywhere:
        return
    # Some keys stand there hundreds of times, others once; each is as likely to be changed.
    key = draw(st.sampled_from(sorted({str(path[-1]) for path in everywhere})))
    path = draw(st.sampled_from([path for path in everywhere if str(path[-1]) == key]))
    holder = at(data, path[:-1])
    key = path[-1]
    alike = [other for other in everywhere if other[-1] == key and other != path] or [path]
    match draw(
        st.sampled_from(["junk", "nudge", "drop", "double", "copy", "swap", "shuffle", "wrap"])
    ):
        case "nudge" if isinstance(holder[key], int) and not isinstance(holder[key], bool):
            holder[key] += draw(st.sampled_from([-1, 1, 2, 100]))
        case "nudge" if isinstance(holder[key], bool):
            holder[key] = not holder[key]
        case "drop":
            del holder[key]
        case "double" if isinstance(holder, list):
            holder.insert(key, deepcopy(holder[key]))
        case "copy":
            holder[key] = deepcopy(at(data, draw(st.sampled_from(alike))))
        case "swap":
            other = draw(st.sampled_from(alike))
            if other[: len(path)] != path and path[: len(other)] != other:
                there = at(data, other[:-1])
                holder[key], there[other[-1]] = there[other[-1]], holder[key]
        case "shuffle" if isinstance(holder[key], list):
            holder[key] = list(draw(st.permutations(holder[key])))
        case "wrap":
            holder[key] = [draw(JUNK) for _ in range(draw(st.integers(0, 3)))]
        case _:
            holder[key] = draw(JUNK)


def sealed(data):
    """The bytes of a kit.json with the hash that fits what it says, as anybody can work it out."""
    if isinstance(data, dict):
        data = {key: value for key, value in data.items() if key != "hash"}
        hashed = dict(data)
        if isinstance(data.get("choices"), dict):
            hashed["choices"] = {
                key: one for key, one in data["choices"].items() if one != USUAL.get(key)
            }
        data["hash"] = _digest(hashed)
    return json.dumps(data).encode()


def _digest(data):
    try:
        return digest(data)
    except (UnicodeError, msgspec.MsgspecError, OverflowError):
        return "0" * 64
