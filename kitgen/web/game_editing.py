"""The text of a game told as data, changed bit by bit: each control of the page "Invent a game"
changes one key of it.

Controls and board are read from the text and write it, so that nothing else has to agree with it. A
change keeps comments, order and all other lines if the key has a line of its own; otherwise the
text is written anew.
"""

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import chdir, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from kitgen.errors import KitgenError, UsageError, quoted
from kitgen.games.told import TOLD
from kitgen.games.told.told_board import GROUPS, across, check_grid, grid_of, resized
from kitgen.games.told.told_file import game_of_file, read_game_file
from kitgen.games.told.told_game import COMMON_SIGN, ToldGame, has_pieces, signs_of
from kitgen.games.told.told_keys import KEYS
from kitgen.games.told.told_language import (
    MAX_POINTS,
    OwnBoard,
    Pieces,
    Told,
    kinds_of,
    parsed,
    side_order,
)
from kitgen.reading.templates import Templates, toml_key, toml_value

#: The longest text of a game.
MAX_TEXT_LETTERS = 40_000
#: The name of the text in messages.
TEXT = "game.toml"
#: Directions with a control; several in a word of ``GROUPS`` count as all of these.
WAYS = ("forward", "forward-diagonal", "side", "back", "back-diagonal")
#: What pieces can do in a direction.
ACTS = ("step", "slide", "take", "jump")
#: Words for some of ``WAYS`` together.
_TOGETHER = {
    "any": WAYS,
    "orthogonal": ("forward", "side", "back"),
    "diagonal": ("forward-diagonal", "back-diagonal"),
}
#: An empty square in the start picture.
EMPTY_SIGN = "."
#: A hole in the start picture.
HOLE = "#"
#: The name of pieces of both sides, among the sides.
BOTH = "common"
#: The keys of ``[end]`` that a control changes, with their values, the default first.
ENDS = {key.name: key.choices for key in KEYS if key.table == "end" and key.choices}
#: The keys of a side's pieces that have few values.
SIDE_CHOICES = ("faces", "not-beside", "only-beside", "over", "piece")
#: The keys of pieces that are true or false.
SIDE_SWITCHES = ("jump-takes", "chain")
#: What a control changes of each of two kinds of pieces of a side.
OF_KINDS = ("one", "many", "looks", "over", *SIDE_SWITCHES, *ACTS)


# Reading.


def read_game_text(text: str) -> tuple[Told, ToldGame | KitgenError]:
    """Return the game of a text, and its rules, or why they cannot work.

    Raises:
        KitgenError: the text is no game: its syntax, a key or a value is wrong.
    """
    if len(text) > MAX_TEXT_LETTERS:
        raise UsageError(f"the text of a game has at most {MAX_TEXT_LETTERS:,} letters")
    with TemporaryDirectory() as scratch, chdir(scratch):  # so that messages name no place
        path = Path(TEXT)
        path.write_text(text, encoding="utf-8", errors="replace", newline="")
        told = read_game_file(path)
        try:
            return told, game_of_file(told, path)
        except KitgenError as error:
            return told, error


def text_of(spec: str) -> str:
    """Return the text of a game: of the file with its name, or written from all of its data.

    >>> sides = '"side":{"a":{"step":["links"]},"b":{}}'
    >>> print(text_of('told:{"name":"Gap","board":"path 4","start":["a.bb"],' + sides + "}"))
    name = "Gap"
    board = "path 4"
    start = ["a.bb"]
    <BLANKLINE>
    [side.a]
    step = ["links"]
    <BLANKLINE>
    [side.b]
    <BLANKLINE>
    """
    name = spec.removeprefix(TOLD)
    if name.startswith("{"):
        parsed(name)  # refuses data that is not a game
        return written(json.loads(name))
    return Templates().path("games", name).read_text(encoding="utf-8")


def written(data: Mapping[str, Any]) -> str:
    """Return a game's data as text, with a table for each side and each kind of its pieces."""
    tables = _tables_of_sides(data.get("side", {}))
    for key in ("rules", "common", "end", "board"):
        if isinstance(data.get(key), Mapping):
            tables[key,] = data[key]
    plain = {key: value for key, value in data.items() if key != "side" and (key,) not in tables}
    blocks = ["\n".join(_lines(plain))]
    for path, table in tables.items():
        blocks.append("\n".join([_head(path), *_lines(table)]))
    return "\n\n".join(blocks) + "\n"


def _tables_of_sides(sides: Mapping[str, Any]) -> dict[tuple[str, ...], Any]:
    """Return the tables of all sides, by their paths; two kinds of pieces have one each."""
    tables: dict[tuple[str, ...], Any] = {}
    for name, side in sides.items():
        kinds = side.get("piece")
        if not isinstance(kinds, Mapping):
            tables["side", name] = side
            continue
        tables["side", name] = {key: value for key, value in side.items() if key != "piece"}
        for kind, pieces in kinds.items():
            tables["side", name, "piece", kind] = pieces
    return tables


def _head(path: Sequence[str]) -> str:
    """Return the line with which a table begins."""
    return f"[{'.'.join(map(toml_key, path))}]"


def _lines(table: Mapping[str, Any]) -> Iterator[str]:
    for key, value in table.items():
        yield f"{toml_key(key)} = {toml_value(value)}"


# Changing one key.


class _Statement(NamedTuple):
    """A key with its value, or the head of a table, on lines from ``first`` to before ``last``."""

    path: tuple[str, ...]
    first: int
    last: int
    is_table: bool


def with_value(text: str, path: Sequence[str], value: object) -> str:
    r"""Return a valid text with another value of a key; None leaves the key out.

    >>> with_value(
    ...     'name = "Gap" # ours\n[side.a]\n[side.b]\nstep = [\n  "any"]\n',
    ...     ("side", "b", "step"),
    ...     ["back"],
    ... )
    'name = "Gap" # ours\n[side.a]\n[side.b]\nstep = ["back"]\n'
    """
    wanted = tomllib.loads(text)
    table: Any = wanted
    for key in path[:-1]:
        table = table.setdefault(key, {})
    if table.get(path[-1]) == value:
        return text
    if value is None:
        del table[path[-1]]
    else:
        table[path[-1]] = value
    changed = _replaced(text, tuple(path), value)
    with suppress(ValueError):
        if tomllib.loads(changed) == wanted:
            return changed
    return written(wanted)  # the key stands inside the value of another one


def _replaced(text: str, path: tuple[str, ...], value: object) -> str:
    """Return a text with another value of a key.

    The key gets it in its place, or after the keys beside it, or after the head of its table, or
    with a new head at the end.
    """
    lines = text.splitlines()
    table = path[:-1]
    statements = list(_statements(lines))
    heads = [it for it in statements if it.is_table and it.path == table]
    beside = [it for it in statements if not it.is_table and it.path[:-1] == table]
    own = next((it for it in beside if it.path == path), None)
    new_line = f"{toml_key(path[-1])} = {toml_value(value)}"
    if own is not None:
        key = lines[own.first].partition("=")[0].rstrip()  # as it is written, perhaps with dots
        lines[own.first : own.last] = [] if value is None else [f"{key} = {toml_value(value)}"]
    elif beside:
        lines.insert(beside[-1].last, new_line)
    elif heads:
        lines.insert(heads[-1].last, new_line)
    elif not table:
        lines.insert(0, new_line)
    else:
        lines += ["", _head(table), new_line]
    return "\n".join(lines) + "\n"


def _statements(lines: Sequence[str]) -> Iterator[_Statement]:
    """Yield the statements of a valid text; the value of a key may take several lines."""
    table: tuple[str, ...] = ()
    last = 0
    while last < len(lines):
        first = last
        line = lines[first].strip()
        last += 1
        if line.startswith("["):
            table = _key_path(tomllib.loads(line))
            yield _Statement(table, first, last, is_table=True)
        elif line and not line.startswith("#"):
            while last < len(lines) and not _is_whole("\n".join(lines[first:last])):
                last += 1
            key = _key_path(tomllib.loads(f"{line.partition('=')[0]} = 0"))
            yield _Statement((*table, *key), first, last, is_table=False)


def _is_whole(statement: str) -> bool:
    try:
        tomllib.loads(statement)
    except ValueError:
        return False
    return True


def _key_path(data: Any) -> tuple[str, ...]:
    """Return the keys that lead through tables of one key each, to a value or an empty table."""
    path: list[str] = []
    while isinstance(data, dict) and data:
        key, data = next(iter(data.items()))
        path.append(key)
    return tuple(path)


# What each control changes.


def edited(text: str, name: str, value: str, language: str) -> str:
    """Return a text after a control got a value, with names in a language.

    Raises:
        KitgenError: that is impossible.
    """
    if name == "begin":
        return text_of(value)
    told, _ = read_game_text(text)
    try:
        for path, new_value in _changes(told, name, value, language):
            text = with_value(text, path, new_value)
    except (KeyError, IndexError, ValueError):
        raise UsageError(f"{name} cannot be {quoted(value)}") from None
    read_game_text(text)
    return text


#: The path of a key, and its new value.
_Change = tuple[tuple[str, ...], object]
#: Removes sentences about the old rules, which would be printed instead of those for the new ones.
_NO_SENTENCES: _Change = (("rules",), None)


def _changes(told: Told, name: str, value: str, language: str) -> Iterator[_Change]:
    """Yield what the control of a name changes; ``LookupError`` or ``ValueError`` for a value that
    it cannot have.
    """
    match name.split("."):
        case ["name"]:
            yield ("name",), value.strip()
            yield ("names",), None  # those of the game that it began as
        case ["size", length]:
            yield from _size_changes(told, length, int(value))
        case ["square", number]:
            yield ("start",), _with_next_content(told, int(number))
        case ["side", side, "piece", kind, key, *way] if key in OF_KINDS:
            pieces = kinds_of(told.side[side])[kind]
            table = ("side", side, "piece", kind)
            yield from _piece_changes(pieces, table, key, way, value, language)
        case ["side", side, "name"]:
            yield ("side", side, "name"), _with_word(told.side[side].name, language, value)
        case ["side", side, "with-article"]:
            words = told.side[side].with_article
            yield ("side", side, "with-article"), _with_word(words, language, value)
        case ["side", side, key, *way]:
            yield from _piece_changes(told.side[side], ("side", side), key, way, value, language)
        case ["lines"]:
            yield _NO_SENTENCES
            yield ("lines",), int(value) if value else None
        case ["first"]:
            yield ("first",), None if value == next(iter(told.side)) else value
        case ["falls"]:
            yield _NO_SENTENCES
            yield ("falls",), bool(value) or None
        case ["leaves"]:
            yield _NO_SENTENCES
            yield ("leaves",), "block" if value else None
        case ["end", "endless"]:
            yield _NO_SENTENCES
            yield ("end", "endless"), value if value in told.side else None
        case ["end", key]:
            yield _NO_SENTENCES
            usual, *_ = ENDS[key]
            if value not in ENDS[key]:
                raise ValueError(f"{value!r} is no end")
            yield ("end", key), None if value == usual else value
        case _:
            raise UsageError(f"there is no control {quoted(name)}")


def _size_changes(told: Told, length: str, value: int) -> Iterator[_Change]:
    """Yield the changes that make a board of squares as wide or as high as a control says."""
    size = size_of(told)
    if size is None:
        raise ValueError("the board has no squares")
    columns, rows = size
    if length == "columns":
        columns = value
    else:
        rows = value
    check_grid(columns, rows)
    yield ("board",), f"{columns}x{rows}"
    if told.start:
        picture = _with_lines(start_picture(told), rows)
        yield ("start",), list(across(_with_lines(across(picture), columns)))


def _with_word(words: Mapping[str, str], language: str, word: str) -> dict[str, str] | None:
    """Return words in all languages with another one in one of them; None if none is left."""
    changed = {**words, language: word.strip()}
    return {code: word for code, word in changed.items() if word} or None


def _with_next_content(told: Told, number: int) -> list[str]:
    """Return the start picture after a press on a square."""
    picture = start_picture(told)
    row, column = divmod(number, len(picture[0]))
    line = picture[row]
    content = _next_content(told, line[column])
    picture[row] = f"{line[:column]}{content}{line[column + 1 :]}"
    return picture


def _next_content(told: Told, sign: str) -> str:
    """Return what a square has after a press; one with a sign of no piece becomes empty."""
    signs = [sign for sign, _ in contents_of(told)]
    if sign not in signs:
        return EMPTY_SIGN
    return signs[(signs.index(sign) + 1) % len(signs)]


def _piece_changes(
    pieces: Pieces, table: tuple[str, ...], key: str, way: Sequence[str], value: str, language: str
) -> Iterator[_Change]:
    """Yield the changes below the table of a side, or of one of the kinds of its pieces.

    ``way`` has the direction of a control for one.
    """
    path = (*table, key)
    match key:
        case "several":
            yield path, bool(value) or None
        case "one" | "many":
            yield (*table, "called"), _called(pieces, key, value.strip(), language)
        case "looks":
            yield path, value or None
        case "jump-takes" | "chain":
            yield _NO_SENTENCES
            yield path, bool(value) or None
        case "over":
            yield _NO_SENTENCES
            yield path, value if value != "any" else None
        case "faces" | "not-beside" | "only-beside" | "piece":
            yield _NO_SENTENCES
            yield path, value or None
        case "hand":
            yield _NO_SENTENCES
            yield path, value if value == "any" else int(value) or None
        case "lines":
            yield _NO_SENTENCES
            yield path, int(value) if value else None
        case "not-first":
            yield _NO_SENTENCES
            yield path, value.replace(",", " ").lower().split() or None
        case "goal" if value in ("", "far"):
            yield _NO_SENTENCES
            yield path, value or None
        case "step" | "slide" | "take" | "jump":
            yield _NO_SENTENCES
            directions = set(ways_of(getattr(pieces, key)))
            if value:
                directions.add(way[0])
            else:
                directions.discard(way[0])
            yield path, list(_together(directions)) or None
        case _:
            raise KeyError(key)


def _called(
    pieces: Pieces, key: str, name: str, language: str
) -> Mapping[str, Sequence[str]] | None:
    """Return the names of pieces in all languages, with another one for one of them or for several.

    Without a name the language has none; None if no language has any.
    """
    called: dict[str, Sequence[str]] = dict(pieces.called)
    if not name:
        called.pop(language, None)
        return called or None
    one, many = called.get(language, (name, name))
    called[language] = [name, many] if key == "one" else [one, name]
    return called


def _with_lines(picture: Sequence[str], count: int) -> Sequence[str]:
    """Return a picture with so many rows, resized as for trials where that is possible.

    Otherwise there are empty rows in the middle.
    """
    while len(picture) != count:
        change = 1 if len(picture) < count else -1
        picture = resized(picture, change) or _with_middle(picture, change)
    return picture


def _with_middle(picture: Sequence[str], change: int) -> list[str]:
    """Return a picture with an empty row more in the middle, or with its middle row less."""
    middle = len(picture) // 2
    if change > 0:
        return [*picture[:middle], EMPTY_SIGN * len(picture[0]), *picture[middle:]]
    return [*picture[:middle], *picture[middle + 1 :]]


# What controls show.


def size_of(told: Told) -> tuple[int, int] | None:
    """Return the columns and rows of a board of squares; None for another one."""
    if not isinstance(told.board, str):
        return None
    grid = grid_of(told.board)
    return grid if grid and all(grid) else None


def start_picture(told: Told) -> list[str]:
    """Return the rows of the start picture, one for points.

    Raises:
        ValueError: it does not fit the board.
    """
    size = size_of(told)
    columns, rows = size or (_points(told.board), 1)
    if size is not None and columns * rows > MAX_POINTS:
        raise ValueError("the board has too many squares")
    picture = list(told.start) or [EMPTY_SIGN * columns] * rows
    if [len(row) for row in picture] != [columns] * rows:
        raise ValueError("the start picture does not fit the board")
    return picture


def _points(board: str | OwnBoard) -> int:
    """Return the number of points of ``path 9``, ``ring 8``, ``wheel 8`` or a board of its own."""
    if not isinstance(board, str):
        return len(board.points)
    kind, _, count = board.partition(" ")
    if kind == "wheel":  # which has a middle
        return int(count) + 1
    return int(count)


def contents_of(told: Told) -> list[tuple[str, str]]:
    """Return each sign of the start picture with whose pieces it is.

    They are in the order in which a square changes. The pieces are a side's, ``common``, or none
    for a hole and an empty square.
    """
    standing = set("".join(told.start))
    signs = []
    for side in side_order(told):
        for sign in signs_of(told, side):
            if has_pieces(told.side[side]) or sign in standing:
                signs.append((sign, side))
    if told.common is not None:
        signs.append((told.common.sign or COMMON_SIGN, BOTH))
    if size_of(told) is not None:
        signs.append((HOLE, ""))
    return [*signs, (EMPTY_SIGN, "")]


def ways_of(words: Sequence[str]) -> list[str]:
    """Return the ways of some directions: those of ``WAYS`` that they make together, then all
    others.

    >>> ways_of(["orthogonal", "back-left"]), ways_of(["left", "right", "links"])
    (['forward', 'side', 'back', 'back-left'], ['side', 'links'])
    """
    directions = _directions(words)
    whole_ways = [way for way in WAYS if set(_directions([way])) <= set(directions)]
    covered = set(_directions(whole_ways))
    others = [direction for direction in directions if direction not in covered]
    return [*whole_ways, *dict.fromkeys(others)]


def _directions(words: Sequence[str]) -> list[str]:
    """Return the single directions that some words mean."""
    directions: list[str] = []
    for word in words:
        directions += GROUPS.get(word, (word,))
    return directions


def _together(ways: set[str]) -> Iterator[str]:
    """Yield the shortest words for some ways.

    >>> list(_together({"forward", "side", "back", "links"}))
    ['orthogonal', 'links']
    """
    rest = set(ways)
    for word, several in _TOGETHER.items():
        if rest.issuperset(several):
            rest.difference_update(several)
            yield word
    yield from (way for way in WAYS if way in rest)
    yield from sorted(rest.difference(WAYS))
