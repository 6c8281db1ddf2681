"""Values of keys that a told game's file cannot have: the value that is meant."""

import re
from collections.abc import Mapping
from difflib import get_close_matches
from itertools import zip_longest
from string import ascii_lowercase
from typing import Any, NamedTuple

from kitgen.games.told.told_game_words import game_words, meant, unsupported_rule
from kitgen.games.told.told_keys import KEYS, SHAPES, ToldKey, keys_named
from kitgen.reading.templates import toml_key, toml_value

#: How to write two kinds of pieces of one side.
TWO_KINDS = (
    "for two kinds of pieces write a table each: [side.NAME.piece.king] and [side.NAME.piece.pawn]"
)

#: A value for which only the example of its key can be written.
EXAMPLE = object()


class Refused(NamedTuple):
    """A value that stands for a rule that no file can express, or has its own advice."""

    why: str


#: The words of the language for directions.
_KNOWN_WAYS = frozenset(
    [
        "forward",
        "back",
        "left",
        "right",
        "forward-left",
        "forward-right",
        "back-left",
        "back-right",
        "side",
        "forward-diagonal",
        "back-diagonal",
        "diagonal",
        "orthogonal",
        "any",
        "links",
        "up",
        "down",
        "up-left",
        "up-right",
        "down-left",
        "down-right",
    ]
)
#: What people write for a direction.
_DIRECTIONS = {
    "ahead": "forward",
    "straight": "forward",
    "forwards": "forward",
    "front": "forward",
    "north": "forward",
    "backward": "back",
    "backwards": "back",
    "south": "back",
    "sideways": "side",
    "sidewards": "side",
    "horizontal": "side",
    "diagonally": "diagonal",
    "straights": "orthogonal",
    "all": "any",
    "everywhere": "any",
    "line": "links",
    "lines": "links",
    "link": "links",
    "along": "links",
    "diagonal-forward": "forward-diagonal",
    "diagonal-back": "back-diagonal",
    "avanti": "forward",
    "indietro": "back",
    "adelante": "forward",
    "atras": "back",
    "atrás": "back",
    "avant": "forward",
    "en-avant": "forward",
    "arrière": "back",
    "en-arrière": "back",
    "gauche": "left",
    "droite": "right",
    "diagonale": "diagonal",
    "sinistra": "left",
    "destra": "right",
    "izquierda": "left",
    "derecha": "right",
    "vorwärts": "forward",
    "vor": "forward",
    "rückwärts": "back",
    "zurück": "back",
    "rechts": "right",
    "seitwärts": "side",
}
#: Numbers in words.
_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
#: What people write for true and false.
_YES = {
    "true": True,
    "yes": True,
    "on": True,
    "1": True,
    "false": False,
    "no": False,
    "off": False,
    "0": False,
}
#: What people write for whose pieces something is next to.
_WHOSE = {"others": "other", "enemy": "other", "opponent": "other", "mine": "own", "all": "any"}
#: For each key with few words what people write instead of these.
_WORDS = {
    "reach": {"win": "wins", "lose": "loses", "loss": "loses"},
    "line": {"win": "wins", "lose": "loses", "loss": "loses"},
    "taken": {"win": "wins", "lose": "loses", "loss": "loses"},
    "stuck": {
        "win": "wins",
        "lose": "loses",
        "loss": "loses",
        "draw": "draws",
        "tie": "draws",
        "pass": "draws",
    },
    "endless": {"draw": "draws", "tie": "draws"},
    "leaves": {
        "blocks": "block",
        "blocked": "block",
        "closed": "block",
        "close": "block",
        "true": "block",
    },
    "faces": {"north": "up", "south": "down", "east": "right", "west": "left", "forward": "up"},
    "looks": {
        "pawn": "pawn-light",
        "white": "pawn-light",
        "black": "pawn-dark",
        "o": "ring",
        "x": "cross",
        "circle": "ring",
        "nought": "ring",
        "disc": "counter",
        "disk": "counter",
        "pawns": "pawn-light",
    },
    "piece": {"pieces": "piece", "pawns": "pawn", "marks": "mark", "counters": "counter"},
    "over": _WHOSE,
    "beside": _WHOSE,
    "not-beside": _WHOSE,
    "only-beside": _WHOSE,
}
#: How like "far" another word for it has to be, 1 for the same.
LIKE_FAR = 0.6
#: How like one of a few words a wrong one has to be; only these may be meant, so less is enough.
LIKE_WORD = 0.5
#: What people write for the far row.
_WORDS_FOR_FAR = (
    "far",
    "far row",
    "far-row",
    "top",
    "last row",
    "end",
    "back row",
    "other side",
    "opposite",
    "far side",
)
#: The words that a key may have, if they are few.
_ALLOWED = {key.name: tuple(filter(None, key.choices)) for key in KEYS if key.choices}


def written(entry: ToldKey, value: object, data: Mapping[str, Any]) -> str:
    """Return the line of a key with a value, mended if it has to be; its example where the value
    says nothing.
    """
    if isinstance(value, dict) and entry.table == "game" and entry.example.startswith("["):
        tables = [name for name, table in value.items() if isinstance(table, dict)]
        if entry.name == "side" and tables:
            return f"[side.{toml_key(tables[0])}]"
        return f"[{entry.name}]"
    new = mended(entry, value, data)
    is_no_shape = entry.name == "looks" and new is None and value not in SHAPES
    if new is EXAMPLE or isinstance(new, Refused) or is_no_shape:
        return entry.example
    return f"{toml_key(entry.name)} = {toml_value(value if new is None else new)}"


def mended(entry: ToldKey, value: Any, data: Mapping[str, Any]) -> Any:
    """Return the value that is meant by a wrong one of a key; None if nothing is wrong with it
    that is known here.
    """
    match entry.name:
        case "board":
            return None if isinstance(value, dict) else _mended_board(value)
        case "start":
            return _mended_start(value, data)
        case "hand" | "lines":
            return _mended_number(entry.name, value)
        case "falls" | "several" | "jump-takes" | "chain":
            return None if isinstance(value, bool) else _YES.get(str(value).lower(), True)
        case "sign":
            return _mended_sign(value)
        case "goal":
            return _mended_goal(value, data)
        case "step" | "take" | "slide" | "jump":
            return _mended_ways(value)
        case "on" | "not-first" | "links" | "points" if entry.is_list:
            return _mended_list(value)
        case "first" | "endless":
            return _mended_side(entry.name, value, data)
        case "name" | "names" | "with-article" | "rules" | "called" if _is_by_language(entry):
            return _mended_words(entry, value)
        case "enter":
            points = _mended_list(value) or value
            return {"points": points, "beside": "other"} if isinstance(points, list) else None
        case "side" | "common" | "end":
            return None if isinstance(value, dict) else EXAMPLE
        case "points":
            return None if isinstance(value, dict) else EXAMPLE
    return _mended_word(entry.name, value)


def _is_by_language(entry: ToldKey) -> bool:
    """Return whether a key has a value for each language, as the ``name`` of a side has."""
    _, _, value = entry.example.partition(" = ")
    return value.startswith("{")


def _mended_board(value: object) -> object:
    """Return a board as it should be written; None where it is, or cannot be guessed."""
    text = str(value).lower().strip()
    grid = re.fullmatch(r"(\d{1,2})\s*(?:x|×|\*|,|by|per|por|/|-)\s*(\d{1,2})", text)
    if grid is not None:
        return f"{grid[1]}x{grid[2]}"
    words_of_kinds = {"line": "path", "row": "path", "strip": "path", "circle": "ring"}
    pattern = r"(path|line|row|strip|ring|circle|wheel)\s*(?:of\s*)?(\d{1,2})"
    other = re.fullmatch(pattern, text)
    if other is not None:
        kind = words_of_kinds.get(other[1], other[1])
        return f"{kind} {other[2]}"
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value}x{value}"
    return None if isinstance(value, str) else EXAMPLE


def _grid_meant(data: Mapping[str, Any]) -> tuple[int, int] | None:
    """Return the columns and rows of a board of squares, also of one that is written in another
    way.
    """
    grid = re.fullmatch(r"(\d+)x(\d+)", str(_mended_board(data.get("board")) or data.get("board")))
    return None if grid is None else (int(grid[1]), int(grid[2]))


def _mended_start(value: object, data: Mapping[str, Any]) -> object:
    grid = _grid_meant(data)
    if isinstance(value, list):
        return _joined_rows(value, grid and grid[0])
    if not isinstance(value, str):
        return EXAMPLE
    rows = [row for row in re.split(r"[\n|/,; ]+", value.strip()) if row]
    if len(rows) == 1 and grid is not None and len(value) == grid[0] * grid[1]:
        wide = grid[0]
        rows = [value[at : at + wide] for at in range(0, len(value), wide)]
    return rows


def _joined_rows(rows: list[object], columns: int | None) -> object:
    """Return rows that are written as lists of signs, or with blanks between signs or for empty
    places, as texts.
    """
    if rows and all(isinstance(row, list) for row in rows):
        return ["".join(map(str, row)) for row in rows if isinstance(row, list)]
    if all(isinstance(row, str) for row in rows) and any(" " in str(row) for row in rows):
        if all(len(str(row)) == columns for row in rows):
            return [str(row).replace(" ", ".") for row in rows]
        return [str(row).replace(" ", "") for row in rows]
    return None


def _mended_number(name: str, value: object) -> object:
    """Return a number as it should be written; None where it is."""
    if isinstance(value, bool):
        return EXAMPLE
    if isinstance(value, list):
        if name == "lines" and all(isinstance(line, list) for line in value):
            return None
        if len(value) == 1:
            return _mended_number(name, value[0]) or value[0]
        return [value] if all(isinstance(point, str) for point in value) else EXAMPLE
    if not isinstance(value, str) or (name == "hand" and value == "any"):
        return None
    text = value.strip().lower()
    if text.isdecimal():
        return int(text)
    if name == "hand" and text in ("all", "infinite", "unlimited", "many", "any"):
        return "any"
    return _NUMBERS.get(text, EXAMPLE)


def _mended_sign(value: object) -> object:
    if isinstance(value, list):
        return Refused(TWO_KINDS)
    if isinstance(value, str) and 2 <= len(value) <= 3 and len(set(value)) == len(value):
        return Refused(TWO_KINDS)  # two or three letters, all different
    text = str(value)
    if len(text) == 1:
        return None
    return text[:1] or EXAMPLE


def _mended_goal(value: object, data: Mapping[str, Any]) -> object:
    """Return a goal as it should be written; None where it is."""
    if value == "far":
        return None
    text = value[0] if isinstance(value, list) and len(value) == 1 else value
    if isinstance(text, str) and text.lower() in _WORDS_FOR_FAR:
        return "far"
    if not isinstance(value, str):
        return _mended_list(value)
    row = re.fullmatch(r"(?:row|rank|line)\s*(\d{1,2})", value.strip().lower())
    if row is not None:
        return _points_of_row(int(row[1]), data)
    points = _mended_list(value)
    if isinstance(points, list) and all(_is_point(point, data) for point in points):
        return points
    is_like_far = get_close_matches(value.lower(), ["far"], cutoff=LIKE_FAR)
    return "far" if is_like_far else EXAMPLE


def _points_of_row(number: int, data: Mapping[str, Any]) -> object:
    """Return the names of the squares of a row, without its holes."""
    columns, rows = _grid_meant(data) or (0, 0)
    if not 1 <= number <= rows or columns > len(ascii_lowercase):
        return EXAMPLE
    start = data.get("start")
    signs = str(start[rows - number]) if isinstance(start, list) and len(start) == rows else ""
    names = [f"{letter}{number}" for letter in ascii_lowercase[:columns]]
    return [name for name, sign in zip_longest(names, signs[:columns]) if sign != "#"]


def _is_point(name: str, data: Mapping[str, Any]) -> bool:
    board = data.get("board")
    if isinstance(board, dict):
        return name in board.get("points", ())
    return re.fullmatch(r"[a-z]?\d{1,2}", name) is not None


def _mended_list(value: object) -> object:
    if isinstance(value, str):
        return [part.lower() for part in re.split(r"[,; ]+", value) if part]
    if not isinstance(value, list):
        return EXAMPLE
    if all(isinstance(part, int) and not isinstance(part, bool) for part in value):
        return [str(part) for part in value]
    small = [part.lower().strip() if isinstance(part, str) else part for part in value]
    return None if small == value else small


def _mended_ways(value: object) -> object:
    """Return directions as they should be written; None where they are."""
    words = _mended_list(value)
    if words is None:
        words = value
    if not isinstance(words, list):
        return EXAMPLE
    new = []
    for word in words:
        if not isinstance(word, str):
            return EXAMPLE
        plain = word.lower().replace(" ", "-").replace("_", "-")
        new.append(_DIRECTIONS.get(plain, plain))
        if plain in _DIRECTIONS or plain in _KNOWN_WAYS:
            continue
        if meant(plain, game_words().instead) == "jump":
            return Refused(f"write {next(keys_named('jump')).example}")
        means = unsupported_rule(plain)
        if means is not None:
            return Refused(f"a told game cannot have {means}")
    return None if new == value else new


def _mended_side(name: str, value: object, data: Mapping[str, Any]) -> object:
    sides = data.get("side")
    names = [*sides] if isinstance(sides, dict) else []
    if value in names or (name == "endless" and value == "draws"):
        return None
    text = str(value).lower()
    if name == "endless" and text in _WORDS["endless"]:
        return _WORDS["endless"][text]
    same = [side for side in names if side.lower() == text]
    return same[0] if same else None


def _mended_words(entry: ToldKey, value: object) -> object:
    if isinstance(value, dict):
        return None
    if entry.name == "called":
        if isinstance(value, list) and len(value) == 2:
            return {"en": value}
        return {"en": [str(value), f"{value}s"]}
    if entry.name == "rules":
        return {"en": value if isinstance(value, list) else [str(value)]}
    if entry.name == "names":
        return {"it": str(value)}
    return {"en": str(value)}


def _mended_word(name: str, value: object) -> object:
    """Return the word that is meant; None where it is right, or cannot be guessed."""
    allowed = _ALLOWED.get(name, ())
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
        if value in allowed:
            return value
    text = str(value).lower()
    if name == "piece" and text not in _WORDS["piece"]:
        advice = 'write piece = "piece" and called for its name'
        if meant(text, game_words().instead) == "piece":
            return Refused(advice)
        means = unsupported_rule(text)
        if text not in allowed and means is not None:
            return Refused(f"a told game cannot have {means}; {advice}")
    if text in _WORDS.get(name, {}):
        return _WORDS[name][text]
    if not allowed or value in allowed:
        return None
    if text in allowed:
        return text
    close = get_close_matches(text, allowed, n=1, cutoff=LIKE_WORD)
    return close[0] if close else None
