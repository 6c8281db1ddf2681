"""What kitgen tells somebody to write for each key, whatever they have written, as golden texts.

Whoever changes a word on purpose writes them anew.
"""

import tomllib

from counting import at_least
from told_samples import HENS

from kitgen.games.told.told_keys import KEYS, keys_named
from kitgen.games.told.told_values import EXAMPLE, Refused, mended, written

DATA = tomllib.loads(HENS)
#: Boards that a row or a start can be meant for.
BOARDS = (
    DATA,
    {**DATA, "board": "4 by 2", "start": ["#..h", "hh#f"]},
    {**DATA, "start": "##."},
    {"board": {"points": {"p1": [0, 0], "p2": [1, 0]}}, "side": {"Fox": {}, "hens": {}}},
)
#: Values of every kind that people write.
VALUES = (
    True, False, 0, 3, 1.5, "", "x", "xy", "xx", "xyz", "xyzw", " 3X4 ", "3 * 4", "2,5", "12-1",
    "path of 5", "Row 7", "strip 4", "circle 8", "wheel 6", "hexagon", "100x2", "3", " 12 ", "Any",
    "many", "unlimited", "infinite", "all", "two", "seven", "far", "Far Row", "top", "the far row",
    "faar", "row 1", "rank 3", "line 2", "row 0", "row 4", "a1", "A1, B2", "p1;p2", "p1 p3", "9",
    "zz1", "yes", "No", "off", "on", "1", "tru", "forward", "Forwards", "straight ahead", "any",
    "diagonal_forward", "up left", "vorwärts", "leap", "over", "knight", "king", "queen", "pawns",
    "Counter", "counters", "stones", "white", "disc", "pawn-lite", "north", "upp", "win", "Loses",
    "draw", "tie", "wins", "pass", "fox", "FOX", "draws", "enemy", "mine", "others", "block",
    "closed", ".f./.../hhh", ".f....hhh", "abcdefgh", ".f.|...;hhh", [], ["far"], ["row 2"],
    ["a1"], ["A1 ", "b2"], [1, 2], [True], [1, "a"], ["any"], ["Back"], ["forward", "left"],
    ["forward-left", "sideways"], ["jumps"], ["castling"], [["a1", "b1"]], ["3"],
    [[".", "f"], ["h", "."]], [". f", "h  "], [".f .", "h . h"], ["x"], ["own"], ["pawn"], ["win"],
    ["hen", "hens"], ["hen"], "TOP", ["Far Side"], {}, {"en": "Hens"}, {"a": [1, 2]},
    {"points": ["9"]},
)  # fmt: skip


#: Keys whose values are mended as those of a key before them.
LIKE_ANOTHER = (
    "take",
    "slide",
    "jump",
    "several",
    "jump-takes",
    "chain",
    "not-first",
    "not-beside",
)
#: What is written for each key somewhere else in the file.
WRITTEN = (True, 3, "Forward", ["a1"], {"en": "Hens"}, {"step": ["any"]})


def shown(answer):
    if answer is EXAMPLE:
        return "the example"
    if isinstance(answer, Refused):
        return f"refused: {answer.why}"
    return repr(answer)


def mended_values(key, data):
    """Return what each value of a key that is wrong is mended to, the same answers in one line."""
    values_by_answer = {}
    for value in VALUES:
        answer = mended(key, value, data)
        if answer is not None:
            values_by_answer.setdefault(shown(answer), []).append(repr(value))
    return [f"{answer} <- {' '.join(values)}" for answer, values in values_by_answer.items()]


def test_each_value_is_mended_as_before(golden):
    lines = []
    for key in at_least(40, KEYS):
        if key.name in LIKE_ANOTHER:
            continue
        lines += [f"== {key.table}.{key.name}", *mended_values(key, BOARDS[0])]
    for name in ("start", "goal", "endless"):
        for data in BOARDS[1:]:
            (key,) = keys_named(name)
            lines += [
                f"== {name}, board {data['board']} {data.get('start')}",
                *mended_values(key, data),
            ]
    golden("told/mended", "\n".join(lines))


def test_each_key_is_written_with_a_value_as_before(golden):
    lines = []
    for key in at_least(40, KEYS):
        lines.append(" | ".join(written(key, value, DATA) for value in WRITTEN))
    golden("told/written", "\n".join(lines))
