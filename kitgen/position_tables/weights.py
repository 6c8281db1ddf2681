"""Weights of moves in a table: numbers of beads, counts, chances or values, however a program
saves them.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable

from kitgen.position_tables.board_notation import move_text
from kitgen.position_tables.nested_data import NestedData, Pairs, texts_of
from kitgen.position_tables.records import ACTION_KEYS, COORDINATE_KEYS, SQUARE_KEYS, WEIGHT_KEYS

#: Names of fields with moves, and with their weights, in small letters.
ACTION_LISTS = ("moves", "actions", "cells", "squares", "legal_moves", "valid_moves")
WEIGHT_LISTS = (
    "weights",
    "beads",
    "counts",
    "visits",
    "q_values",
    "qvalues",
    "values",
    "probs",
    "probabilities",
    "policy",
)
_NUMBER = re.compile(
    r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[-+]?[0-9]+)?|[-+]?inf(?:inity)?|nan", re.IGNORECASE
)
_PAIR = re.compile(r"([^\s:=;]+)\s*[:=]\s*([-+0-9.eE]+)[\s,;]*")

#: A move as it was written, and its weight.
Weight = tuple[str, float]


def is_number(value: NestedData) -> bool:
    """Return whether a value is a number.

    >>> [is_number(value) for value in ("4", "-0.25", "1e-05", "nan", "a1", ["4"])]
    [True, True, True, True, False, False]
    """
    return isinstance(value, str) and _NUMBER.fullmatch(value.strip()) is not None


def weights_in(value: NestedData, cells: int) -> list[Weight]:
    """Return the moves in a value with their weights; none if it holds no such thing.

    These are pairs of a move and a number, as an object, in lists or in a text; a number for each
    of the ``cells``; or a list of moves beside one of numbers.

    >>> (
    ...     weights_in(Pairs([("4", "0.5"), ("8", "2")]), 9),
    ...     weights_in([["0", "0", "3"], ["0", "1", "0"]], 6)[2:5],
    ... )
    ([('4', 0.5), ('8', 2.0)], [('2', 3.0), ('3', 0.0), ('4', 1.0)])
    >>> weights_in("a3-a2: 3, b3-b2: 1", 9), weights_in([Pairs([("action", "4"), ("q", "-1")])], 9)
    ([('a3-a2', 3.0), ('b3-b2', 1.0)], [('4', -1.0)])
    """
    if isinstance(value, str):
        return _in_text(value, cells)
    if isinstance(value, Pairs):
        return _in_object(value, cells)
    numbers = texts_of(value)
    if len(numbers) == cells and all(number == "" or is_number(number) for number in numbers):
        return [(str(cell), _weight(number)) for cell, number in enumerate(numbers)]
    single = _pair(value)
    if single is not None:
        return [single]
    pairs = []
    for item in value:
        pair = _pair(item)
        if pair is None:
            return []
        pairs.append(pair)
    return pairs


def beads_one_by_one(value: NestedData) -> list[Weight]:
    """Return the moves in a list that has each of them once for each bead; none if it is no such
    list.

    >>> beads_one_by_one(["0", "0", "4"])
    [('0', 2.0), ('4', 1.0)]
    """
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        return []
    return [(move, float(count)) for move, count in Counter(texts_of(value)).items()]


def _weight(number: str) -> float:
    return float(number) if number.strip() else math.nan


def _in_text(text: str, cells: int) -> list[Weight]:
    if _PAIR.sub("", text).strip("{}[]() ") == "":
        pairs = _PAIR.findall(text.strip("{} "))
        return [(move, float(number)) for move, number in pairs if is_number(number)]
    words = [word for word in re.split(r"[\s,;|]+", text.strip("{}[]() ")) if word]
    if len(words) == cells and all(map(is_number, words)):
        return [(str(cell), float(word)) for cell, word in enumerate(words)]
    return []


def _in_object(value: Pairs, cells: int) -> list[Weight]:
    single = _pair(value)
    if value and all(is_number(weight) or weight == "" for _, weight in value):
        if single is not None:
            return [single]
        return [(name, _weight(str(weight))) for name, weight in value]
    fields = {name.casefold(): inner for name, inner in value}
    moves = _first(fields, ACTION_LISTS)
    weights = _first(fields, WEIGHT_LISTS)
    if isinstance(moves, list) and isinstance(weights, list):
        numbers = [
            float(weight) for weight in weights if isinstance(weight, str) and is_number(weight)
        ]
        if len(moves) == len(weights) == len(numbers):
            return list(zip(map(move_text, moves), numbers, strict=True))
    if single is not None:
        return [single]
    for _, inner in value:
        weights_inside = [] if isinstance(inner, str) else weights_in(inner, cells)
        if weights_inside:
            return weights_inside
    return []


def _first(fields: dict[str, NestedData], names: Iterable[str]) -> "NestedData | None":
    return next((fields[name] for name in names if name in fields), None)


def _pair(item: NestedData) -> Weight | None:
    """Return one move with its weight: an object with both, or a list of two."""
    if isinstance(item, Pairs):
        fields = {name.casefold(): inner for name, inner in item}
        weight = _first(fields, WEIGHT_KEYS)
        move = _first(fields, ACTION_KEYS)
        has_squares = any(fields.keys() >= {*keys} for keys in (SQUARE_KEYS, *COORDINATE_KEYS))
        if move is None and has_squares:
            move = item
        if move is None or not isinstance(weight, str) or not is_number(weight):
            return None
        return move_text(move), float(weight)
    if (
        isinstance(item, list)
        and len(item) == 2
        and isinstance(item[1], str)
        and is_number(item[1])
    ):
        return move_text(item[0]), float(item[1])
    return None
