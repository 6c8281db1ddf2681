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
WALKED = 400


def made(data: dict) -> ToldGame | None:
    try:
        return ToldGame(msgspec.convert(data, Told))
    except (KitgenError, msgspec.ValidationError):
        return None


def course(game: ToldGame) -> list[object]:
    """The play of a game, with points and moves by their names, and positions by their numbers."""
    numbers = {game.start(): 0}
    waiting = [game.start()]
    # Sides called first and second are who begins and who does not, on all sheets; so are those
    # that own nothing.
    names = [side.name for side in game.sides]
    rows: list[object] = [
        game.impartial or {*names} == {"first", "second"} or names,
        game.repetition,
    ]
    for position in waiting:
        row = []
        for move in game.legal_moves(position):
            child = game.play(position, move).position
            if child not in numbers and len(numbers) < WALKED:
                numbers[child] = len(numbers)
                waiting.append(child)
            row.append((game.move_text(move), numbers.get(child)))
        end = game.result(position)
        rows.append([position.to_move, row, end, game.repetition and game.repeated(position)])
    return rows


def sheets(game: ToldGame, language: str) -> list[object]:
    """The rules in words, and the empty playing board."""
    texts = texts_in(language)
    words = told_words(game, texts, language)
    owners = [(shape, words.get(f"owner.{shape}")) for shape in game.diagram.pieces.values()]
    return [
        words["rules"],
        board(game, [words[f"side.{side.name}"] for side in game.sides]),
        owners,
    ]


def board(game: ToldGame, names: list[str]) -> list[object]:
    """The marks of the empty playing board, and what is written at its edges."""
    diagram = game.diagram
    style = style_of(diagram)
    grid = style.fit(diagram, 120, 120)
    marks = [*style.empty(grid), *goal_flags(grid), *style.playing_names(game, grid)]
    scene = Scene(*grid.size)
    scene.add(*marks)
    seats = names if diagram.turns else []
    return [grid.size, scene.marks, seats, diagram.fronts]


def changes(data: dict, other: dict) -> Iterator[dict]:
    """Each change of one key: taken away, with another value, or exchanged between the sides."""
    for path, value in paths(data):
        if path[-1] in (
            "name",
            "rules",
            "names",
            "called",
            "with-article",
            "several",
            "sign",
            "board",
            "points",
        ):
            continue
        yield changed(data, path, None)
        for new in values(path, value, data):
            yield changed(data, path, new)
    first, second = data["side"]
    for key in {*data["side"][first], *data["side"][second]} - {
        "name",
        "called",
        "sign",
        "with-article",
        "several",
    }:
        swapped = deepcopy(data)
        for one, two in ((first, second), (second, first)):
            swapped["side"][one].pop(key, None)
            if key in data["side"][two]:
                swapped["side"][one][key] = data["side"][two][key]
        yield swapped
    for path, value in paths(other):  # keys of another game
        if path[0] not in ("name", "rules", "names", "board", "start") and path[-1] != "name":
            yield changed(data, path, value)
    yield changed(data, ("first",), second)


def paths(data: dict, before: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], object]]:
    for key, value in data.items():
        if isinstance(value, dict) and key != "enter":
            yield from paths(value, (*before, key))
        else:
            yield (*before, key), value


def changed(data: dict, path: tuple[str, ...], value: object) -> dict:
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
    key = path[-1]
    if key in CHOICES:
        yield from CHOICES[key]
        if key == "endless":
            yield from data["side"]
    elif key in ("step", "take", "slide", "jump"):
        for way in WAYS:
            yield [way]
            yield [*value, way]
        yield value[:-1]
    elif key == "start":
        for at, row in enumerate(value):
            for place in range(len(row)):
                if row[place] != ".":
                    yield [*value[:at], f"{row[:place]}.{row[place + 1 :]}", *value[at + 1 :]]
    elif key == "links":
        yield value[:-1]
        yield [*value, "all"]
        for at, link in enumerate(value[:4]):
            turned = link.replace("-", ">") if "-" in link else ">".join(reversed(link.split(">")))
            yield [*value[:at], turned, *value[at + 1 :]]
    elif key == "goal":
        yield "far"
        if isinstance(value, list):
            yield value[:-1]
            yield value[:1]
    elif key in ("on", "not-first"):
        yield value[1:]
    elif key == "enter":
        for beside in ("own", "other", "any"):
            yield {**value, "beside": beside}
        yield {**value, "points": value["points"][:1]}


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


@pytest.mark.parametrize(
    "name", few(["hexapawn", "tapatan", "mu-torere", "connect3-3x3", "chess-3x3"], one_in=6)
)
def test_no_change_of_a_shipped_game_can_hide(name):
    assert check(SHIPPED[name], SHIPPED["clobber-3x3"]) > 5


@pytest.mark.every
@pytest.mark.parametrize("name", SHIPPED)
def test_no_change_of_any_shipped_game_can_hide(name):
    assert check(SHIPPED[name], SHIPPED["mu-torere"]) >= 3


@pytest.mark.parametrize("number", few(range(1, 7), one_in=3))
def test_no_change_of_a_random_game_can_hide(number):
    check(told_at_random(number), told_at_random(number + 1000))


@pytest.mark.every
def test_no_change_of_300_random_games_can_hide():
    games = (number for number in count() if made(told_at_random(number)) is not None)
    changed = sum(
        check(told_at_random(number), told_at_random(number + 1000))
        for number in islice(games, 300)
    )
    assert changed > 5000
