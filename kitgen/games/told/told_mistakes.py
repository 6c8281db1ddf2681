"""Mistakes in the file of a told game: what is wrong, in which line, and the line to write
instead.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from kitgen.errors import quoted
from kitgen.games.told.told_game_words import (
    game_words,
    key_alike,
    unsupported_rule,
    words_for_kinds,
)
from kitgen.games.told.told_keys import (
    KEYS,
    KEYS_OF_KINDS,
    PLACES,
    SHAPES,
    ToldKey,
    key_at,
    keys_named,
)
from kitgen.games.told.told_syntax import ACCENTED_KEY, Mistake, syntax_mistake
from kitgen.games.told.told_values import EXAMPLE, TWO_KINDS, Refused, mended, written
from kitgen.reading.templates import toml_key, toml_value

#: The most dots in a file that is explained: reading a key with many of them is slow.
MAX_DOTS = 2000
#: The keys with directions.
WAYS_OF_MOVING = ("step", "take", "slide", "jump")
#: The keys that somebody means who writes another word for them, and ``= true``.
MEANT_BY_TRUE = (*WAYS_OF_MOVING, "falls", "jump-takes", "chain", "hand", "leaves", "goal")
#: Words for a table with both sides, which the language has not: each side has a table of its own.
WORDS_FOR_SIDES = ("sides", "player", "players", "team", "teams")
#: The number of kinds of pieces of a side that has several.
KINDS = 2
#: How like a key an unknown one has to be for a guess, 1 for the same.
MIN_ALIKE = 0.6
#: The longest value that a message shows, in letters.
LONGEST_SHOWN = 80


def first_mistake(text: str) -> Mistake | None:
    r"""Return the first mistake of a file that is refused; None if it is none that classes make.

    >>> first_mistake('name = "Hens"\nboard = 3x3')
    Mistake(line=2, says='this line cannot be read; write board = "3x3"')
    """
    if text.count(".") > MAX_DOTS:
        return None
    text = re.sub(ACCENTED_KEY, r'\1"\2"', text)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return syntax_mistake(text, str(error))
    except (RecursionError, ValueError):  # tables in tables, numbers without end
        return None
    return next(_Checks(text, data).mistakes(), None)


def mistake_in_game(text: str) -> Mistake | None:
    """Return the first mistake of a file that holds a game all the same.

    A side has no moves although nothing belongs to both sides, a shape is unknown, or two kinds of
    pieces look alike or, on one side, are called alike.
    """
    checks = _Checks(text, tomllib.loads(text))
    return next(checks.in_game(), None)


class _Checks:
    """The checks of a file's data, in the order in which mistakes are named."""

    def __init__(self, text: str, data: dict[str, Any]) -> None:
        self.text = text
        self.data = data
        self.lines = text.splitlines()

    def mistakes(self) -> Iterator[Mistake]:
        yield from self._table((), "game", self.data)
        yield from self._missing()
        yield from self._sides()
        yield from self._kinds()
        yield from self._letters()
        yield from self._without_moves()

    # Places.

    def line(self, *path: str) -> int:
        """Return the number of the line with a key, or of that of the innermost table on the way
        to it; of a table that has no line of its own, the first table inside it.
        """
        nearest = 1
        depth = 0  # how many words of the path that line has
        for number, place in self._places():
            is_on_the_way = path[: len(place)] == place
            is_inside = place[: len(path)] == path
            if is_on_the_way and len(place) > depth:
                nearest = number
                depth = len(place)
            elif is_inside and depth < len(path):
                nearest = number
                depth = len(path)
        return nearest

    def _places(self) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Yield each line that begins a table or sets a key, by its number, with the way there."""
        table: tuple[str, ...] = ()
        for number, line in enumerate(self.lines, 1):
            head = re.match(r"\s*\[+\s*([^\]]+?)\s*\]", line)
            key = re.match(r"\s*([\w\". -]+?)\s*=", line)
            if head is not None:
                table = tuple(part.strip(" \"'") for part in head[1].split("."))
                yield number, table
            elif key is not None:
                yield number, (*table, *(part.strip(' "') for part in key[1].split(".")))

    def _first_table(self) -> int:
        for number, line in enumerate(self.lines, 1):
            if line.lstrip().startswith("["):
                return number
        return 1

    # Keys.

    def _table(
        self, path: tuple[str, ...], kind: str, table: Mapping[str, Any]
    ) -> Iterator[Mistake]:
        """Yield the mistakes in the keys and values of a table."""
        for name, value in table.items():
            entry = key_at(kind, name)
            if entry is None:
                yield Mistake(self.line(*path, name), self._unknown(path, kind, name, value))
                continue
            if isinstance(value, dict):
                yield from self._inner(path, kind, entry, value)
                continue
            instead = mended(entry, value, self.data)
            if instead is not None and instead != value:
                yield self._wrong_value(path, entry, value, instead)

    def _inner(
        self, path: tuple[str, ...], kind: str, entry: ToldKey, table: Mapping[str, Any]
    ) -> Iterator[Mistake]:
        """Yield the mistakes in a table that is the value of a key."""
        inside = (*path, entry.name)
        if kind == "game" and entry.name == "side":
            for side, pieces in self._side_tables():
                yield from self._table((*inside, side), "side", pieces)
        elif entry.name == "piece" and kind == "side":
            for name, pieces in table.items():
                if isinstance(pieces, dict):
                    yield from self._table((*inside, name), "kind", pieces)
                else:
                    place = ".".join((*inside, name))
                    says = f"{place} is {_shown(pieces)}; {TWO_KINDS}"
                    yield Mistake(self.line(*inside, name), says)
        elif entry.name in ("common", "end", "board", "enter"):
            yield from self._table(inside, entry.name, table)

    def _unknown(self, path: tuple[str, ...], kind: str, name: str, value: object) -> str:
        where = f" in {'.'.join(path)}" if path else ""
        problem = f"unknown key {quoted(name)}{where}"
        advice = self._advice(path, kind, name, value)
        return f"{problem}; {advice}" if advice else problem

    def _advice(self, path: tuple[str, ...], kind: str, name: str, value: object) -> str:
        """Return what to write in place of an unknown key: what is most alike first."""
        as_keys_are = name.lower().replace("_", "-").replace(" ", "-")
        entry = key_at(kind, as_keys_are)
        if as_keys_are != name and entry is not None:
            return f"write {written(entry, value, self.data)}"
        if isinstance(value, dict):
            if kind == "game" and self._is_side(name, value):
                return f"write [side.{toml_key(as_keys_are)}]"
            if kind == "side" and any(key_at("kind", key) for key in value):
                return f"write [{'.'.join(path)}.piece.{toml_key(name)}]"
            if as_keys_are in WORDS_FOR_SIDES:
                return "write [side.NAME] for each of the two sides, such as [side.white]"
        elsewhere = next(keys_named(as_keys_are), None)
        if elsewhere is not None and kind == "kind":
            return f"a kind of pieces has only {', '.join(KEYS_OF_KINDS)}"
        if elsewhere is not None:
            return self._belongs(elsewhere, value)
        return self._meaning(kind, name, value)

    @staticmethod
    def _is_side(name: str, value: Mapping[str, object]) -> bool:
        if name.lower() in ("sides", "players"):
            return False
        keys = [key.lower().replace("_", "-") for key in value]
        return not keys or any(key_at("side", key) for key in keys)

    def _belongs(self, entry: ToldKey, value: object) -> str:
        line = written(entry, value, self.data)
        if entry.table == "game":
            return f"write {line} {PLACES['game']} (above line {self._first_table()})"
        return f"write {line} {PLACES[entry.table]}"

    def _meaning(self, kind: str, name: str, value: object) -> str:
        """Return what an unknown key may stand for: another key, or a rule that no file can
        express; nothing where it is like no word that is known.
        """
        alike = key_alike(name)
        if alike == "piece":
            return TWO_KINDS
        entry = None if alike is None else next(keys_named(alike), None)
        is_number = isinstance(value, int) and not isinstance(value, bool)
        if entry is not None and entry.is_list and is_number and alike in WAYS_OF_MOVING:
            return f"a told game cannot have {game_words().cannot['moves'].means}"
        says_no_more = isinstance(value, bool) and (alike not in MEANT_BY_TRUE or not value)
        if entry is not None and not says_no_more:
            line = written(entry, value, self.data)
            if key_at(kind, entry.name):
                return f"write {line}"
            return f"write {line} {PLACES[entry.table]}"
        means = unsupported_rule(name)
        if means is not None:
            return f"a told game cannot have {means}"
        names = [key.name for key in KEYS]
        spelled_alike = get_close_matches(name.lower(), names, n=1, cutoff=MIN_ALIKE)
        return f"did you mean {quoted(spelled_alike[0])}?" if spelled_alike else ""

    def _wrong_value(
        self, path: tuple[str, ...], entry: ToldKey, value: object, instead: object
    ) -> Mistake:
        line = self.line(*path, entry.name)
        place = ".".join((*path, entry.name))
        if isinstance(instead, Refused):
            advice = instead.why
        elif instead is EXAMPLE:
            advice = f"write {entry.example}"
        else:
            advice = f"write {toml_key(entry.name)} = {toml_value(instead)}"
        return Mistake(line, f"{place} is {_shown(value)}; {advice}")

    # Sides.

    def _side_tables(self) -> list[tuple[str, dict[str, Any]]]:
        sides = self.data.get("side")
        items = sides.items() if isinstance(sides, dict) else ()
        return [(name, pieces) for name, pieces in items if isinstance(pieces, dict)]

    def _missing(self) -> Iterator[Mistake]:
        for name in ("name", "board"):
            is_elsewhere = any(name in table for _, table in self._side_tables())
            if name not in self.data and not is_elsewhere:
                entry = next(keys_named(name))
                yield Mistake(
                    1, f"key '{name}' is missing; write, for example, {entry.example} at the top"
                )

    def _sides(self) -> Iterator[Mistake]:
        """Yield what is wrong with the number of sides."""
        sides = self.data.get("side")
        names = [*sides] if isinstance(sides, dict) else []
        if len(names) == 2:
            return
        if not names:
            yield Mistake(
                len(self.lines),
                "a game has two sides; write [side.white] and [side.black], each with its moves",
            )
        elif len(names) == 1:
            other = "[side.black]" if names[0] != "black" else "[side.white]"
            line = self.line("side", names[0])
            yield Mistake(
                line,
                f"a game has two sides, and here is only {names[0]}; write {other} for the other",
            )
        else:
            third = self.line("side", names[2])
            yield Mistake(
                third,
                f"a game has two sides, and here are {len(names)}; keep two of {', '.join(names)}",
            )

    def _kind_tables(self) -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
        """Yield the table of each kind of pieces of the sides, with the way there."""
        for side, pieces in self._side_tables():
            kinds = pieces.get("piece")
            if not isinstance(kinds, dict):
                yield ("side", side), pieces
                continue
            for name, kind in kinds.items():
                if isinstance(kind, dict):
                    yield ("side", side, "piece", name), kind

    def _kinds(self) -> Iterator[Mistake]:
        """Yield the sides that have not one kind of pieces or two."""
        for side, pieces in self._side_tables():
            kinds = pieces.get("piece")
            if not isinstance(kinds, dict) or len(kinds) == KINDS:
                continue
            table = f"side.{toml_key(side)}"
            odd = [*kinds][KINDS:] or [*kinds]
            line = self.line("side", side, "piece", *odd[:1])
            if len(kinds) > KINDS:
                says = f"a side has at most two kinds of pieces; keep two of {', '.join(kinds)}"
            else:
                says = (
                    "a table is for each of two kinds of pieces; one kind has its keys below "
                    f"[{table}] itself"
                )
            yield Mistake(line, f"{table}.piece: {says}")

    def _letters(self) -> Iterator[Mistake]:
        """Yield pieces that have the same letter, or another one than in the start."""
        used: dict[str, str] = {}
        in_start = self._signs_in_start()
        for path, pieces in self._kind_tables():
            name = path[-1]
            sign = pieces.get("sign", name[:1])
            if not isinstance(sign, str):
                continue
            called = name
            if "piece" in path[2:]:  # one of the two kinds of a side
                called = f"{name} of {path[1]}"
            table = ".".join(map(toml_key, path))
            if sign in used:
                free = _free_letter(name, {*used, *in_start})
                problem = f"{used[sign]} and {called} have the same letter {quoted(sign)}"
                write = f'write sign = "{free}" below [{table}], and {free} for its pieces in start'
                yield Mistake(self.line(*path), f"{problem}; {write}")
            used[sign] = called
            small = sign.lower()
            if sign != small and small in in_start and sign not in in_start:
                problem = f"start has {quoted(small)}, and the letter of {called} is {quoted(sign)}"
                write = f'write sign = "{small}" below [{table}]'
                yield Mistake(self.line(*path), f"{problem}; {write}")

    def _signs_in_start(self) -> str:
        start = self.data.get("start")
        if not isinstance(start, list):
            return ""
        return "".join(row for row in start if isinstance(row, str))

    def in_game(self) -> Iterator[Mistake]:
        """Yield the mistakes of a file that holds a game all the same."""
        yield from self._without_moves()
        yield from self._looks()
        yield from self._called_alike()

    def _called_alike(self) -> Iterator[Mistake]:
        """Yield the sides whose two kinds of pieces have one name in a language: no sentence
        tells them apart.
        """
        for side, pieces in self._side_tables():
            kinds = pieces.get("piece")
            if not isinstance(kinds, dict):
                continue
            first, second = kinds
            given = {name: kind.get("called", {}) for name, kind in kinds.items()}
            for language in dict.fromkeys([*given[first], *given[second]]):
                names_of_first = _names_of_kind(first, kinds[first], language)
                names_of_second = _names_of_kind(second, kinds[second], language)
                shared = names_of_first & names_of_second
                if not shared:
                    continue
                renamed = second if language in given[second] else first
                line = self.line("side", side, "piece", renamed, "called")
                problem = (
                    f"{first} and {second} of {side} are both called {quoted(min(shared))} in "
                    f"called.{language}"
                )
                yield Mistake(line, f"{problem}; write another name for {renamed}")

    def _looks(self) -> Iterator[Mistake]:
        """Yield shapes that there are not, or that two kinds of pieces share."""
        used: dict[str, str] = {}
        for path, pieces in [*self._kind_tables(), (("common",), self.data.get("common", {}))]:
            looks = pieces.get("looks")
            if looks is None:
                continue
            line = self.line(*path, "looks")
            if looks not in SHAPES:
                yield Mistake(
                    line,
                    f"{'.'.join(path)}.looks is {_shown(looks)}; there are {', '.join(SHAPES)}",
                )
            elif looks in used:
                other = next(shape for shape in SHAPES if shape not in used)
                yield Mistake(
                    line,
                    f'{path[-1]} looks like {used[looks]}; write, for example, looks = "{other}"',
                )
            used[looks] = path[-1]

    def _without_moves(self) -> Iterator[Mistake]:
        if "common" in self.data:
            return
        is_grid = "x" in str(self.data.get("board"))
        example = 'step = ["forward"]' if is_grid else 'step = ["links"]'
        for path, pieces in self._kind_tables():
            if all(pieces.get(act) in (None, 0, []) for act in (*WAYS_OF_MOVING, "hand")):
                table = ".".join(map(toml_key, path))
                says = (
                    f"{'.'.join(path)} has no moves; write, for example, {example} below [{table}]"
                )
                yield Mistake(self.line(*path), says)


def _names_of_kind(name: str, kind: Mapping[str, Any], language: str) -> set[str]:
    """Return the names of one and several of a kind of pieces in a language, in small letters."""
    called = kind.get("called", {}).get(language) or words_for_kinds(language).get(name, (name,))
    return {word.strip().lower() for word in called}


def _free_letter(name: str, taken: set[str]) -> str:
    """Return a letter of a name, large or small, or another one, that is not taken; ``x`` if all
    are.
    """
    letters = filter(str.isalnum, f"{name.lower()}{name.upper()}xyz")
    return next((letter for letter in letters if letter not in taken), "x")


def _shown(value: object) -> str:
    """Return a value as the file has it, if it is short."""
    text = toml_value(value) if isinstance(value, list | bool | int) else quoted(value)
    return text if len(text) <= LONGEST_SHOWN else quoted(value)
