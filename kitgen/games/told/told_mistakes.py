"""Mistakes in the file of a told game: what is wrong, in which line, and the line to write
instead.
"""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from itertools import zip_longest
from string import ascii_lowercase
from typing import Any, NamedTuple
from unicodedata import combining, normalize

import msgspec

from kitgen.errors import quoted
from kitgen.games.told.told_keys import (
    KEYS,
    KEYS_OF_KINDS,
    PLACES,
    SHAPES,
    ToldKey,
    key_at,
    keys_named,
)
from kitgen.reading.schema import TextLine
from kitgen.reading.templates import Templates, read_toml, shipped, toml_key, toml_value

#: The most dots in a file that is explained: reading a key with many of them is slow.
MAX_DOTS = 2000
#: The keys with directions.
WAYS_OF_MOVING = ("step", "take", "slide", "jump")
#: The keys that somebody means who writes another word for them, and ``= true``.
MEANT_BY_TRUE = (*WAYS_OF_MOVING, "falls", "jump-takes", "chain", "hand", "leaves", "goal")
#: The number of kinds of pieces of a side that has several.
KINDS = 2
#: How to write them.
TWO_KINDS = (
    "for two kinds of pieces write a table each: [side.NAME.piece.king] and [side.NAME.piece.pawn]"
)
#: The longest value that a message shows, in letters.
LONGEST_SHOWN = 80


class Mistake(NamedTuple):
    """A mistake: the number of its line, from 1, and what is wrong with the line to write
    instead.
    """

    line: int
    says: str


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
        return _syntax_mistake(text, str(error))
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


# Lines that are no TOML.

#: Quotation marks that word processors write.
CURLY = str.maketrans(dict.fromkeys("“”„‟«»″", '"') | dict.fromkeys("‘’‚′", "'"))
#: A key with letters that TOML takes in quotation marks only. No key of the language has any: it
#: means another.
ACCENTED_KEY = re.compile(r"^(\s*)([\w-]*[^\W\dA-Za-z_][\w-]*)(?=\s*=)", re.MULTILINE)
#: So many lines before the one where reading stops are repaired, too.
LINES_BEFORE_THE_STOP = 2
#: A word without quotation marks, where TOML wants them.
_BARE = r"[A-Za-zÀ-ÿ][\w -]*|\d+[A-Za-z×*][\w -]*"


def _syntax_mistake(text: str, message: str) -> Mistake | None:
    lines = text.splitlines()
    place = re.search(r"at line (\d+)", message)
    number = int(place[1]) if place else len(lines)
    twice = _set_twice(lines, number, message)
    if twice is not None:
        return twice
    # The slip may be in a line before the one where reading stops: an open bracket.
    last = min(number, len(lines))
    first = max(number - LINES_BEFORE_THE_STOP, 1)
    for at in range(last, first - 1, -1):
        for repaired in _repairs(lines[at - 1]):
            if repaired != lines[at - 1] and _reads_further(lines, at, repaired, number):
                return Mistake(at, f"this line cannot be read; write {repaired.strip()}")
    return None


def _set_twice(lines: list[str], number: int, message: str) -> Mistake | None:
    """Return the mistake of a key that an earlier line sets as well."""
    if not re.search("Cannot (overwrite|declare|mutate)", message) or number > len(lines):
        return None
    key = _key_of(lines[number - 1])
    first = 0
    if not key.startswith("["):  # a key may be set once in each table
        heads = [at for at in range(number - 1) if lines[at].lstrip().startswith("[")]
        first = heads[-1] + 1 if heads else 0
    for earlier in range(first, number - 1):
        if _key_of(lines[earlier]) == key:
            return Mistake(number, f"{key} stands in line {earlier + 1} already; keep one of them")
    return None


def _key_of(line: str) -> str:
    """Return the key that a line sets, or the head of a table, as it is written."""
    text = line.strip()
    if text.startswith("["):
        return text.partition("]")[0] + "]"
    return text.partition("=")[0].strip()


def _repairs(line: str) -> Iterator[str]:
    """Yield a line with one thing changed after the other, each kept for the next."""
    changes: tuple[Callable[[str], str], ...] = (
        lambda line: line.translate(CURLY),
        lambda line: re.sub(r"^\s*\[[\w. -]+\]\s*$", _in_plain_letters, line),
        lambda line: re.sub(
            r"^(\s*)[({]?\s*(side|end|board|common)\s*[. ]?\s*(\w*)\s*[)}:]\s*$", _as_head, line
        ),
        lambda line: re.sub(r"^\s*\[\s*(\w+)[ .]+(\w+)\s*\]?\s*$", r"[\1.\2]", line),
        lambda line: re.sub(r"^\s*\[\s*(\w+)\s*\]?\s*$", r"[\1]", line),
        lambda line: re.sub(r"^\s*\[\s*side\.(\w+(?: +\w+)+)\s*\]\s*$", _with_hyphens, line),
        lambda line: re.sub(r"(?<=[\s\]\"])//", "#", line),
        lambda line: re.sub(r"^(\s*[\w-]+)\s*(?:==|:=?|->|\bis\b)\s*", r"\1 = ", line),
        lambda line: re.sub(r"^(\s*[\w-]+) +(?=[\"'\[\d])", r"\1 = ", line),
        lambda line: line.replace(";", ","),
        lambda line: re.sub(r"([{,]\s*\w+)\s*:", r"\1 =", line),
        lambda line: re.sub(r"(?<==)\s*(?:True|Yes|yes)\s*$", " true", line),
        lambda line: re.sub(r"(?<==)\s*(?:False|No|no)\s*$", " false", line),
        lambda line: re.sub(r"(?<==)(\s*)\(([^)]*)\)\s*$", r"\1[\2]", line),
        lambda line: re.sub(rf"(?<==)\s*({_BARE})\s*$", r' "\1"', line),
        lambda line: re.sub(rf"(?<=[\[,])(\s*)({_BARE})\s*(?=[,\]]|$)", r'\1"\2"', line),
        lambda line: re.sub(r'"\s+"(?=[^,\]])', '", "', line) if "[" in line else line,
        _closed,
    )
    for change in changes:
        line = change(line)
        yield line


def _in_plain_letters(head: re.Match[str]) -> str:
    """Return the head of a table without accents: with them TOML wants quotation marks."""
    parted = normalize("NFKD", head[0].replace("ß", "ss"))
    return "".join(letter for letter in parted if not combining(letter))


def _with_hyphens(match: re.Match[str]) -> str:
    return f"[side.{'-'.join(match[1].lower().split())}]"


def _as_head(match: re.Match[str]) -> str:
    return f"[{match[2]}.{match[3]}]" if match[3] else f"[{match[2]}]"


def _closed(line: str) -> str:
    """Return a line with the quotation mark and the bracket that it opens and does not close."""
    if line.count('"') % 2:
        end = len(line.rstrip("] \t"))
        line = f'{line[:end]}"{line[end:]}'
    missing = line.count("[") - line.count("]")
    return line + "]" * max(missing, 0)


def _reads_further(lines: list[str], at: int, repaired: str, number: int) -> bool:
    changed = [*lines[: at - 1], repaired, *lines[at:]]
    try:
        tomllib.loads("\n".join(changed))
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"at line (\d+)", str(error))
        return place is not None and int(place[1]) > number
    except (RecursionError, ValueError):
        return False
    return True


# Keys and values that are not those of the language.


class Means(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words for one rule.

    Attributes:
        means: what a told game does not have, in the plural; empty for words of which the language
            has one.
        words: the words, in any form.
    """

    words: tuple[TextLine, ...]
    means: str = ""


class GameWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file ``tables/game_words.toml``.

    Attributes:
        instead: for keys of the language other words.
        cannot: rules that no file can express.
    """

    instead: dict[str, Means]
    cannot: dict[str, Means]


@cache
def game_words() -> GameWords:
    """Return the words that kitgen knows, those of users' own folders left out."""
    return Templates().read("tables", "game_words", GameWords)


@cache
def words_for_kinds(language: str) -> dict[str, tuple[str, str]]:
    """Return one and several of the kinds of pieces that sheets name in a language, users' own
    words left out.

    >>> words_for_kinds("it")["pawn"]
    ('pedone', 'pedoni')
    """
    path = shipped() / "texts" / language / "told.toml"
    if not path.is_file():
        return {}
    words = read_toml(path, dict).get("kind_names", {})
    return {name: (forms["single"], forms["many"]) for name, forms in words.items()}


def stem(word: str) -> str:
    """Return a word without its endings, so that forms of one word are equal.

    >>> [stem(word) for word in ("Jumping", "jumps", "covers", "cover", "dice", "moved")]
    ['jump', 'jump', 'cov', 'cov', 'dic', 'mov']
    """
    word = word.lower()
    ending = _ending(word)
    while ending:
        word = word.removesuffix(ending)
        ending = _ending(word)
    return word


def _ending(word: str) -> str:
    """Return the ending that can be left out of a word; at least three letters stay."""
    for ending in ("ing", "ed", "er", "s", "e"):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            return ending
    return ""


def _stems(phrase: str) -> tuple[str, ...]:
    return tuple(stem(word) for word in re.split("[-_ ]+", phrase) if word)


def meant(phrase: str, table: Mapping[str, Means]) -> str | None:
    """Return the name of the entry that means the same as a phrase, or as the longest part of it
    that any means.

    >>> meant("can-fly-like-a-knight", game_words().cannot), meant("forced", game_words().cannot)
    ('knight', 'forced')
    """
    stems = _stems(phrase)
    for length in range(len(stems), 0, -1):
        for first in range(len(stems) - length + 1):
            part = stems[first : first + length]
            for name, entry in table.items():
                if part in map(_stems, entry.words):
                    return name
    return None


def _is_rather(word: str, table: Mapping[str, Means], other: Means) -> bool:
    """Return whether a word is spelled as one of a table, and is like one of another entry only by
    its stem.

    >>> words = game_words()
    >>> [
    ...     _is_rather(word, words.cannot, words.instead["jump"])
    ...     for word in ("check", "checks", "checkers")
    ... ]
    [True, True, False]
    """
    spellings = {word.lower(), word.lower().removesuffix("s")}
    return spellings.isdisjoint(other.words) and any(
        not spellings.isdisjoint(each.words) for each in table.values()
    )


def beyond(word: str) -> str | None:
    """Return what a told game does not have that a word stands for, in the plural."""
    rules = game_words().cannot
    name = meant(word, rules)
    return None if name is None else rules[name].means


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
        to it.
        """
        nearest = 1
        depth = 0
        for number, place in self._places():
            if len(place) > depth and path[: len(place)] == place:
                nearest = number
                depth = len(place)
            elif depth < len(path) and place[: len(path)] == path:  # the first table below it
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
        for name, value in table.items():
            entry = key_at(kind, name)
            if entry is None:
                yield Mistake(self.line(*path, name), self._unknown(path, kind, name, value))
                continue
            if isinstance(value, dict):
                yield from self._inner(path, kind, entry, value)
                continue
            new = mended(entry, value, self.data)
            if new is not None and new != value:
                yield self._instead(path, entry, value, new)

    def _inner(
        self, path: tuple[str, ...], kind: str, entry: ToldKey, table: Mapping[str, Any]
    ) -> Iterator[Mistake]:
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
        small = name.lower().replace("_", "-").replace(" ", "-")
        if small != name and (entry := key_at(kind, small)) is not None:
            return f"{problem}; write {written(entry, value, self.data)}"
        if kind == "game" and isinstance(value, dict) and self._is_side(name, value):
            return f"{problem}; write [side.{toml_key(small)}]"
        if kind == "side" and isinstance(value, dict) and any(key_at("kind", key) for key in value):
            return f"{problem}; write [{'.'.join(path)}.piece.{toml_key(name)}]"
        if small in ("sides", "player", "players", "team", "teams") and isinstance(value, dict):
            return f"{problem}; write [side.NAME] for each of the two sides, such as [side.white]"
        if (elsewhere := next(keys_named(small), None)) is not None:
            if kind == "kind":
                return f"{problem}; a kind of pieces has only {', '.join(KEYS_OF_KINDS)}"
            return f"{problem}; {self._belongs(elsewhere, value)}"
        return f"{problem}{self._meaning(kind, name, value)}"

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
        express.
        """
        other = _key_alike(name)
        if other == "piece":
            return f"; {TWO_KINDS}"
        entry = None if other is None else next(keys_named(other), None)
        is_number = isinstance(value, int) and not isinstance(value, bool)
        if entry is not None and entry.is_list and is_number and other in WAYS_OF_MOVING:
            return f"; a told game cannot have {game_words().cannot['moves'].means}"
        says_no_more = isinstance(value, bool) and (other not in MEANT_BY_TRUE or not value)
        if entry is not None and not says_no_more:
            line = written(entry, value, self.data)
            if key_at(kind, entry.name):
                return f"; write {line}"
            return f"; write {line} {PLACES[entry.table]}"
        means = beyond(name)
        if means is not None:
            return f"; a told game cannot have {means}"
        close = get_close_matches(name.lower(), [key.name for key in KEYS], n=1, cutoff=0.6)
        return f"; did you mean {quoted(close[0])}?" if close else ""

    def _instead(
        self, path: tuple[str, ...], entry: ToldKey, value: object, new: object
    ) -> Mistake:
        line = self.line(*path, entry.name)
        place = ".".join((*path, entry.name))
        if isinstance(new, _Refused):
            return Mistake(line, f"{place} is {_shown(value)}; {new.why}")
        write = entry.example if new is _EXAMPLE else f"{toml_key(entry.name)} = {toml_value(new)}"
        return Mistake(line, f"{place} is {_shown(value)}; write {write}")

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


def _key_alike(name: str) -> str | None:
    """Return the key of the language for which a name is another word; None if it is none."""
    words = game_words()
    alike = []
    for key, entry in words.instead.items():
        if _stems(name) in map(_stems, entry.words):
            alike.append(key)
    if not alike:
        return None
    spelled = [key for key in alike if name.lower() in words.instead[key].words]
    nearest = [*spelled, *alike][0]
    if _is_rather(name, words.cannot, words.instead[nearest]):
        return None
    return nearest


def _names_of_kind(name: str, kind: Mapping[str, Any], language: str) -> set[str]:
    """Return the names of one and several of a kind of pieces in a language, in small letters."""
    called = kind.get("called", {}).get(language) or words_for_kinds(language).get(name, (name,))
    return {word.strip().lower() for word in called}


def _free_letter(name: str, taken: set[str]) -> str:
    """Return a letter of a name, large or small, or another one, that is not taken."""
    letters = filter(str.isalnum, f"{name.lower()}{name.upper()}xyz")
    return next((letter for letter in letters if letter not in taken), "x")


def _shown(value: object) -> str:
    """Return a value as the file has it, if it is short."""
    text = toml_value(value) if isinstance(value, list | bool | int) else quoted(value)
    return text if len(text) <= LONGEST_SHOWN else quoted(value)


# Values.

#: A value for which only the example of its key can be written.
_EXAMPLE = object()


class _Refused(NamedTuple):
    """A value that stands for a rule that no file can express, or has its own advice."""

    why: str


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
        return f"[{entry.name}]"
    new = mended(entry, value, data)
    is_no_shape = entry.name == "looks" and new is None and value not in SHAPES
    if new is _EXAMPLE or isinstance(new, _Refused) or is_no_shape:
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
        case "name" | "names" | "with-article" | "rules" | "called" if (
            entry.example.partition(" = ")[2][:1] == "{"
        ):
            return _mended_words(entry, value)
        case "enter":
            points = _mended_list(value) or value
            return {"points": points, "beside": "other"} if isinstance(points, list) else None
        case "side" | "common" | "end":
            return None if isinstance(value, dict) else _EXAMPLE
        case "points":
            return None if isinstance(value, dict) else _EXAMPLE
    return _mended_word(entry.name, value)


def _mended_board(value: object) -> object:
    text = str(value).lower().strip()
    if grid := re.fullmatch(r"(\d{1,2})\s*(?:x|×|\*|,|by|per|por|/|-)\s*(\d{1,2})", text):
        return f"{grid[1]}x{grid[2]}"
    words_of_kinds = {"line": "path", "row": "path", "strip": "path", "circle": "ring"}
    pattern = r"(path|line|row|strip|ring|circle|wheel)\s*(?:of\s*)?(\d{1,2})"
    if other := re.fullmatch(pattern, text):
        kind = words_of_kinds.get(other[1], other[1])
        return f"{kind} {other[2]}"
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value}x{value}"
    return None if isinstance(value, str) else _EXAMPLE


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
        return _EXAMPLE
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
    if isinstance(value, bool):
        return _EXAMPLE
    if isinstance(value, list):
        if name == "lines" and all(isinstance(line, list) for line in value):
            return None
        if len(value) == 1:
            return _mended_number(name, value[0]) or value[0]
        return [value] if all(isinstance(point, str) for point in value) else _EXAMPLE
    if not isinstance(value, str) or (name == "hand" and value == "any"):
        return None
    text = value.strip().lower()
    if text.isdecimal():
        return int(text)
    if name == "hand" and text in ("all", "infinite", "unlimited", "many", "any"):
        return "any"
    return _NUMBERS.get(text, _EXAMPLE)


def _mended_sign(value: object) -> object:
    if isinstance(value, list):
        return _Refused(TWO_KINDS)
    if isinstance(value, str) and 2 <= len(value) <= 3 and len(set(value)) == len(value):
        return _Refused(TWO_KINDS)  # two or three letters, all different
    text = str(value)
    if len(text) == 1:
        return None
    return text[:1] or _EXAMPLE


def _mended_goal(value: object, data: Mapping[str, Any]) -> object:
    if value == "far":
        return None
    text = value[0] if isinstance(value, list) and len(value) == 1 else value
    if isinstance(text, str) and text.lower() in _WORDS_FOR_FAR:
        return "far"
    if not isinstance(value, str):
        return _mended_list(value)
    if row := re.fullmatch(r"(?:row|rank|line)\s*(\d{1,2})", value.strip().lower()):
        return _points_of_row(int(row[1]), data)
    points = _mended_list(value)
    if isinstance(points, list) and all(_is_point(point, data) for point in points):
        return points
    return "far" if get_close_matches(value.lower(), ["far"], cutoff=0.6) else _EXAMPLE


def _points_of_row(number: int, data: Mapping[str, Any]) -> object:
    """Return the names of the squares of a row, without its holes."""
    columns, rows = _grid_meant(data) or (0, 0)
    if not 1 <= number <= rows or columns > len(ascii_lowercase):
        return _EXAMPLE
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
        return _EXAMPLE
    if all(isinstance(part, int) and not isinstance(part, bool) for part in value):
        return [str(part) for part in value]
    small = [part.lower().strip() if isinstance(part, str) else part for part in value]
    return None if small == value else small


def _mended_ways(value: object) -> object:
    words = _mended_list(value)
    if words is None:
        words = value
    if not isinstance(words, list):
        return _EXAMPLE
    new = []
    for word in words:
        if not isinstance(word, str):
            return _EXAMPLE
        plain = word.lower().replace(" ", "-").replace("_", "-")
        new.append(_DIRECTIONS.get(plain, plain))
        if plain in _DIRECTIONS or plain in _KNOWN_WAYS:
            continue
        if meant(plain, game_words().instead) == "jump":
            return _Refused(f"write {next(keys_named('jump')).example}")
        if (means := beyond(plain)) is not None:
            return _Refused(f"a told game cannot have {means}")
    return None if new == value else new


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
    allowed = _ALLOWED.get(name, ())
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
        if value in allowed:
            return value
    text = str(value).lower()
    if name == "piece" and text not in _WORDS["piece"]:
        advice = 'write piece = "piece" and called for its name'
        if meant(text, game_words().instead) == "piece":
            return _Refused(advice)
        means = beyond(text)
        if text not in allowed and means is not None:
            return _Refused(f"a told game cannot have {means}; {advice}")
    if text in _WORDS.get(name, {}):
        return _WORDS[name][text]
    if not allowed or value in allowed:
        return None
    if text in allowed:
        return text
    close = get_close_matches(text, allowed, n=1, cutoff=0.5)
    return close[0] if close else None
