"""Two told games whose rules read the same, and whose empty playing boards look the same, are the
same game.

Each game is changed in each of its keys and values; where its play changes, so must its words or
its board, in every language. Labels do not count: they show each move anyway.
"""

from collections.abc import Iterator
from copy import deepcopy
from itertools import count, islice

import msgspec
import pytest
from sampling import few
from told_samples import told_at_random

from kitgen.errors import KitgenError
from kitgen.games.told.told_game import ToldGame
from kitgen.games.told.told_language import Told
from kitgen.games.told.told_words import told_words
from kitgen.paper.card.styles import style_of
from kitgen.paper.card.vocabulary import goal_flags
from kitgen.paper.marks.scene import Scene
from kitgen.reading.templates import Templates, read_toml
from kitgen.reading.texts import texts_in

LANGUAGES = Templates().languages()
#: Positions of a game that are walked; games that agree in so many are taken for equal.
MAX_POSITIONS = 400
#: Keys without a part in play: they name and draw.
UNPLAYED_KEYS = {"name", "called", "with-article", "several", "sign"}
#: Keys whose values fit one board only.
KEYS_OF_A_BOARD = {"board", "points"}
#: Tables and keys of another game that would make this one another: its name, words and board.
NOT_BORROWED = {"name", "rules", "names", "board", "start"}


def made(data: dict) -> ToldGame | None:
    try:
        return ToldGame(msgspec.convert(data, Told))
    except (KitgenError, msgspec.ValidationError):
        return None


def course(game: ToldGame) -> list[object]:
    """The play of a game, with points and moves by their names, and positions by their numbers."""
    numbers = {game.start(): 0}
    waiting = [game.start()]
    rows: list[object] = [names_of_sides(game), game.repetition]
    for position in waiting:  # grows below
        moves = []
        for move in game.legal_moves(position):
            child = game.play(position, move).position
            if child not in numbers and len(numbers) < MAX_POSITIONS:
                numbers[child] = len(numbers)
                waiting.append(child)
            moves.append((game.move_text(move), numbers.get(child)))
        score_when_repeated = None
        if game.repetition:
            score_when_repeated = game.repeated(position)
        rows.append([position.to_move, moves, game.result(position), score_when_repeated])
    return rows


def names_of_sides(game: ToldGame) -> list[str] | None:
    """The names of the sides; None where all sheets call them by who begins: those called first and
    second, and those that own nothing.
    """
    names = [side.name for side in game.sides]
    if game.impartial or set(names) == {"first", "second"}:
        return None
    return names


def sheets(game: ToldGame, language: str) -> list[object]:
    """The rules in words, and the empty playing board."""
    texts = texts_in(language)
    words = told_words(game, texts, language)
    owners = [(shape, words.get(f"owner.{shape}")) for shape in game.diagram.pieces.values()]
    names = [words[f"side.{side.name}"] for side in game.sides]
    return [words["rules"], board(game, names), owners]


def board(game: ToldGame, names: list[str]) -> list[object]:
    """The marks of the empty playing board, and what is written at its edges."""
    diagram = game.diagram
    style = style_of(diagram)
    grid = style.fit(diagram, 120, 120)
    marks = [*style.empty(grid), *goal_flags(grid), *style.playing_names(game, grid)]
    scene = Scene(*grid.size)
    scene.add(*marks)
    # Players sit at both ends of a board that turns, with the names of their sides before them.
    seats = names if diagram.turns else []
    return [grid.size, scene.marks, seats, diagram.fronts]


def changes(data: dict, other: dict) -> Iterator[dict]:
    """Each change of one key: with another value, exchanged between the sides, or borrowed from
    another game; and the other side that begins.
    """
    yield from single_changes(data)
    yield from swaps_of_sides(data)
    yield from borrowed_keys(data, other)
    _, second = data["side"]
    yield changed(data, ("first",), second)


def single_changes(data: dict) -> Iterator[dict]:
    """Each key taken away, and with each other value."""
    left_as_they_are = UNPLAYED_KEYS | KEYS_OF_A_BOARD | {"rules", "names"}
    for path, value in paths(data):
        if path[-1] not in left_as_they_are:
            yield changed(data, path, None)
            for new in values(path, value, data):
                yield changed(data, path, new)


def swaps_of_sides(data: dict) -> Iterator[dict]:
    """Each key of a side exchanged with that of the other."""
    first, second = data["side"]
    keys = {*data["side"][first], *data["side"][second]} - UNPLAYED_KEYS
    for key in sorted(keys):
        swapped = deepcopy(data)
        for side, other_side in ((first, second), (second, first)):
            swapped["side"][side].pop(key, None)
            if key in data["side"][other_side]:
                swapped["side"][side][key] = data["side"][other_side][key]
        yield swapped


def borrowed_keys(data: dict, other: dict) -> Iterator[dict]:
    """Each key with the value that it has in another game."""
    for path, value in paths(other):
        if path[0] not in NOT_BORROWED and path[-1] != "name":
            yield changed(data, path, value)


def paths(data: dict, before: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], object]]:
    """Each value of nested tables, with the keys that lead to it."""
    for key, value in data.items():
        if isinstance(value, dict) and key != "enter":
            yield from paths(value, (*before, key))
        else:
            yield (*before, key), value


def changed(data: dict, path: tuple[str, ...], value: object) -> dict:
    """Data with another value where some keys lead; None takes it away."""
    new = deepcopy(data)
    table = new
    for key in path[:-1]:
        if not isinstance(table.get(key, {}), dict):  # ``piece`` is a word, or a table of kinds
            table[key] = {}
        table = table.setdefault(key, {})
    if value is None:
        table.pop(path[-1], None)
    else:
        table[path[-1]] = value
    return new


#: Ways of a piece that are tried: most words of the language, and two of its directions.
WAYS = (
    "forward",
    "back",
    "left",
    "right",
    "side",
    "any",
    "diagonal",
    "forward-diagonal",
    "links",
    "up",
    "down-left",
)
#: The values of keys that are one of a few. Written out: a word that the language gains is to be
#: added here by somebody who has thought of its sentence.
CHOICES = {
    "hand": (1, 2, 3, "any"),
    "lines": (2, 3),
    "stuck": ("wins", "loses", "draws"),
    "reach": ("wins", "loses"),
    "line": ("wins", "loses"),
    "taken": ("wins", "loses"),
    "faces": ("up", "down", "left", "right"),
    "not-beside": ("own", "other", "any"),
    "only-beside": ("own", "other", "any"),
    "leaves": ("block", "nothing"),
    "falls": (True, False),
    "endless": ("draws",),
    "over": ("own", "other", "any"),
    "jump-takes": (True, False),
    "chain": (True, False),
}


def values(path: tuple[str, ...], value: object, data: dict) -> Iterator[object]:
    """Other values for a key, as far as there are any to try."""
    key = path[-1]
    if key in CHOICES:
        yield from CHOICES[key]
    match key:
        case "endless":
            yield from data["side"]
        case "step" | "take" | "slide" | "jump":
            for way in WAYS:
                yield [way]
                yield [*value, way]
            yield value[:-1]
        case "start":
            for number, row in enumerate(value):
                for place, sign in enumerate(row):
                    if sign != ".":
                        yield with_item(value, number, without_piece(row, place))
        case "links":
            yield value[:-1]
            yield [*value, "all"]
            for number, link in enumerate(value[:4]):  # a few, of very many alike
                yield with_item(value, number, turned_link(link))
        case "goal":
            yield "far"
            if isinstance(value, list):
                yield value[:-1]
                yield value[:1]
        case "on" | "not-first":
            yield value[1:]
        case "enter":
            for beside in ("own", "other", "any"):
                yield {**value, "beside": beside}
            yield {**value, "points": value["points"][:1]}


def with_item(items: list, number: int, item: object) -> list:
    """A list with another item in a place."""
    return [*items[:number], item, *items[number + 1 :]]


def without_piece(row: str, place: int) -> str:
    """A row of a board without the piece in a place."""
    return f"{row[:place]}.{row[place + 1 :]}"


def turned_link(link: str) -> str:
    """A link that leads one way only: if it does so already, the other way."""
    if "-" in link:
        return link.replace("-", ">")
    return ">".join(reversed(link.split(">")))


SHIPPED = {
    name: read_toml(Templates().path("games", name), dict) for name in Templates().names("games")
}


def check(data: dict, other: dict) -> int:
    """Check every change of a game; return how many have changed its play."""
    data = {key: value for key, value in data.items() if key != "rules"}
    game = made(data)
    if game is None:
        return 0
    played = course(game)
    looks = {language: sheets(game, language) for language in LANGUAGES}
    differing = 0
    for new in changes(data, other):
        mutant = made(new)
        if mutant is None or course(mutant) == played:
            continue
        differing += 1
        for language in LANGUAGES:
            assert sheets(mutant, language) != looks[language], (language, difference(data, new))
    return differing


def difference(data: dict, new: dict) -> list[object]:
    before = dict(paths(data))
    after = dict(paths(new))
    changes = []
    for path in {**before, **after}:
        if before.get(path) != after.get(path):
            changes.append((path, before.get(path), after.get(path)))
    return [data, changes]


@pytest.mark.every
@pytest.mark.parametrize(
    "name", few(["hexapawn", "tapatan", "mu-torere", "connect3-3x3", "chess-3x3"], one_in=6)
)
def test_no_change_of_a_shipped_game_can_hide(name):
    # The other game has pieces that only take.
    assert check(SHIPPED[name], SHIPPED["clobber-3x3"]) > 5


@pytest.mark.every
@pytest.mark.parametrize("name", SHIPPED)
def test_no_change_of_any_shipped_game_can_hide(name):
    # The other game has points and links; the smallest have three changes that differ.
    assert check(SHIPPED[name], SHIPPED["mu-torere"]) >= 3


def check_random(number: int) -> int:
    """Check a random game, which borrows from another one."""
    return check(told_at_random(number), told_at_random(number + 1000))


@pytest.mark.parametrize("number", few(range(1, 7), one_in=3))
def test_no_change_of_a_random_game_can_hide(number):
    check_random(number)


@pytest.mark.every
def test_no_change_of_300_random_games_can_hide():
    playable = (number for number in count() if made(told_at_random(number)) is not None)
    differing = sum(map(check_random, islice(playable, 300)))
    assert differing > 5000  # more than sixteen a game: with few, the test would prove little
