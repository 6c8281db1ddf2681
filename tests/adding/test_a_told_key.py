"""A key of told games that was added is led to all that must heed it
(docs/adding.md#a-key-of-told-games).

Each key is tried in the games that come with kitgen: with its example, with each word it may have,
and without it.
"""

import tomllib
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from copy import deepcopy
from functools import cache
from itertools import chain, combinations, islice, product
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from gaps import ENGLISH, gap, needs_text, page, refusal
from jobs import LANGUAGES, TEMPLATES, TEXTS
from told_samples import HENS as HENS_TEXT

from kitgen.errors import KitgenError, TemplateError, TooLargeError
from kitgen.games.told.told_file import game_at
from kitgen.games.told.told_game import ToldGame
from kitgen.games.told.told_keys import KEYS, KEYS_OF_KINDS, PLACES, SHAPES, ToldKey
from kitgen.games.told.told_language import (
    Ends,
    Entrance,
    OwnBoard,
    OwnPieces,
    PieceKind,
    Pieces,
    Told,
    canonical,
)
from kitgen.games.told.told_words import told_words
from kitgen.model import Diagram
from kitgen.reading.templates import read_toml
from kitgen.verification.told_rules import told_faults
from kitgen.verification.told_speech import words_check
from kitgen.web.game_editing import edited, written
from kitgen.web.game_form import GameForm

FOLDER = "kitgen/games/told"
PAGE = "docs/inventing-a-game.md"
#: Games with the keys that those of kitgen have not, or of which none can be without a key that it
#: has.
OTHERS = {
    "leapers": """
        name = "Leapers"
        board = "1x6"
        start = ["b", ".", "b", ".", "b", "w"]
        [side.white]
        step = ["forward"]
        jump = ["forward"]
        over = "other"
        jump-takes = true
        chain = true
        [side.black]
        step = ["forward"]
        """,
    "wall": """
        name = "Wall"
        board = "2x2"
        start = ["#.", ".."]
        [side.one]
        [side.two]
        [common]
        hand = "any"
        not-beside = "any"
        looks = "counter"
        """,
    "gate": """
        name = "Gate"
        [board]
        points = { 1 = [0, 0], 2 = [1, 0], 3 = [2, 0], 9 = [1, 1] }
        links = ["1-2", "2-3", "2-9", "1-9"]
        [side.one]
        hand = 1
        step = ["links"]
        enter = { points = ["9"], beside = "other" }
        [side.two]
        hand = 1
        step = ["links"]
        enter = { points = ["3"], beside = "own" }
        """,
    "pair": """
        name = "Pair"
        [board]
        points = { 1 = [0, 0], 2 = [1, 0] }
        links = ["1-2"]
        [side.one]
        hand = 1
        [side.two]
        hand = 1
        """,
    "last": """
        name = "Last"
        board = "2x2"
        start = ["b#", ".a"]
        [side.a]
        step = ["any"]
        take = ["any"]
        [side.b]
        step = ["any"]
        take = ["any"]
        """,
    "shared": """
        name = "Shared"
        board = "2x2"
        [side.first]
        [side.second]
        [common]
        hand = "any"
        not-first = ["a1"]
        """,
    "hens": """
        name = "Hens and fox"
        board = "3x3"
        start = [".f.", "...", "hhh"]
        leaves = "block"
        lines = 3
        [side.hens]
        step = ["forward"]
        name = { en = "Hens" }
        with-article = { en = "the hens" }
        several = true
        called = { en = ["hen", "hens"] }
        [side.fox]
        step = ["any"]
        take = ["forward"]
        goal = "far"
        faces = "down"
        [end]
        line = "loses"
        endless = "fox"
        """,
}  # fmt: skip
#: A game whose controls the page draws.
HENS = Told(
    name="Hens and fox",
    board="3x3",
    start=(".f.", "...", "hhh"),
    side={"hens": OwnPieces(step=("forward",)), "fox": OwnPieces(step=("any",), goal="far")},
)
#: The text before a line of each table, in which a mistake is made.
HENS_FILE = HENS_TEXT.removesuffix('goal = "far"\n')
BEFORE = {
    "game": "",
    "board": 'name = "Gap"\nstart = ["ab"]\n[side.a]\nstep = ["links"]\n[side.b]\nstep = '
    '["links"]\n[board]\n',
    "pieces": HENS_FILE,
    "side": HENS_FILE,
    "enter": f"{HENS_FILE}[side.fox.enter]\n",
    "end": f"{HENS_FILE}[end]\n",
}
#: Positions of a game that are walked; games that agree in so many are taken for equal.
MAX_POSITIONS = 100
#: The most positions of a game that is read twice.
READ_TWICE = 200
SAMPLES: dict[str, dict[str, Any]] = {
    **{name: tomllib.loads(text) for name, text in OTHERS.items()},
    **{
        name: read_toml(TEMPLATES.path("games", name), dict[str, Any])
        for name in TEMPLATES.names("games")
    },
}
NAMES = {f"{key.table}.{key.name}": key for key in KEYS}
each_key = pytest.mark.parametrize("name", NAMES)
each_key_with_sentences = pytest.mark.parametrize(
    "name", [name for name, key in NAMES.items() if key.sentences]
)
each_key_with_a_control = pytest.mark.parametrize(
    "name", [name for name, key in NAMES.items() if key.control]
)

#: The table of the schema in which a key is a field.
SCHEMAS = {
    "game": Told,
    "board": OwnBoard,
    "pieces": Pieces,
    "side": OwnPieces,
    "enter": Entrance,
    "end": Ends,
}
#: A key of sides alone that is a field of all pieces.
OF_SIDES = "goal"


def keys_in(table: str) -> set[str]:
    """Return the keys for which the schema of a table has a field."""
    keys = {*SCHEMAS[table].__struct_encode_fields__}
    if table == "pieces":
        return keys - {OF_SIDES}
    if table == "side":
        return keys - {*Pieces.__struct_encode_fields__} | {OF_SIDES}
    return keys


#: Every field of the schema, as a table and a key.
FIELDS = {f"{table}.{key}": (table, key) for table in SCHEMAS for key in sorted(keys_in(table))}


def need_field(name: str) -> None:
    """Try nothing with a key that has no field yet, as a test of its own says: no game could
    have it.
    """
    if name not in FIELDS:
        pytest.skip(f"told_language.py has no field for {name}")


def made(data: dict[str, Any]) -> ToldGame | None:
    """Return a game, or nothing if kitgen refuses it: the same object each time, so that it is
    walked and told once.
    """
    return _made_of(msgspec.json.encode(data))


@cache
def _made_of(text: bytes) -> ToldGame | None:
    try:
        return ToldGame(msgspec.json.decode(text, type=Told))
    except (KitgenError, msgspec.ValidationError):
        return None


def places(data: dict[str, Any], table: str) -> Iterator[tuple[str, ...]]:
    """Yield the paths of the tables of a kind that a game has, or may have."""
    sides = [("side", side) for side in data["side"]]
    common = [("common",)] if "common" in data else []
    match table:
        case "game":
            yield ()
        case "board" if isinstance(data["board"], dict):
            yield ("board",)
        case "end":
            yield ("end",)
        case "side":
            yield from sides
        case "pieces":
            yield from (*sides, *common)
        case "enter":
            for path in (*sides, *common):
                if "enter" in at_path(data, path):
                    yield (*path, "enter")


def at_path(data: dict[str, Any], path: tuple[str, ...]) -> dict[str, Any]:
    """Return the table at a path, which is made if it is missing."""
    for step in path:
        data = data.setdefault(step, {})
    return data


def spellings(
    key: ToldKey, data: dict[str, Any], path: tuple[str, ...]
) -> Iterator[dict[str, Any]]:
    """Yield a game with all values of a key at one place that are tried there, and without it."""
    if key.name == "common":
        yield {**data, "common": {"hand": "any"}}
        yield {name: value for name, value in data.items() if name != "common"}
        return
    own = at_path(deepcopy(data), path).get(key.name)
    # A plain table in brackets, such as [end], has no value of its own: its keys are tried.
    example = tomllib.loads(key.example)[key.name]
    values = [own, None, *key.choices]
    if example:
        values.append(example)
    if isinstance(own, dict) and all(isinstance(table, dict) for table in own.values()):
        exchanged = dict(zip(own, reversed(own.values()), strict=True))
        values.append(exchanged)
    for value in values:
        new = deepcopy(data)
        table = at_path(new, path)
        table.pop(key.name, None)
        if value is not None:
            table[key.name] = value
        yield new


def families(name: str) -> Iterator[list[ToldGame]]:
    """Yield games that differ in one key alone, by game and place."""
    need_field(name)
    key = NAMES[name]
    if key.name == "side":  # nothing is a game without it
        yield all_made(SAMPLES.values())
        return
    found = 0
    for data in SAMPLES.values():
        sample = {word: value for word, value in data.items() if word != "rules"}
        for path in places(sample, key.table):
            family = all_made(spellings(key, sample, path))
            if len(family) > 1:
                found += 1
                yield family
    if not found:
        file = "tests/adding/test_a_told_key.py"
        advice = f"change its example, or add a game with it to OTHERS in {file}"
        gap(f"{FOLDER}/told_keys.py", f"no game can have `{key.name}` and be without it: {advice}")


def all_made(spelled: Iterable[dict[str, Any]]) -> list[ToldGame]:
    """Return the games that kitgen takes."""
    return [game for game in map(made, spelled) if game is not None]


def differ(name: str, *views) -> bool:
    """Return whether a key makes a difference in what is looked at."""
    for family in families(name):
        for first, second in combinations(family, 2):
            if first.spec != second.spec and any(view(first) != view(second) for view in views):
                return True
    return False


@cache
def play(game: ToldGame) -> list[object]:
    """Return the first positions of a game, its moves and results."""
    known = {game.start()}
    waiting = [game.start()]
    seen: list[object] = [[side.name for side in game.sides]]
    for position in waiting:  # grows below
        children = {}
        for move in game.legal_moves(position):
            children[game.move_text(move)] = game.play(position, move).position
        score_when_repeated = None
        if game.repetition:
            score_when_repeated = game.repeated(position)
        ends = (game.result(position), score_when_repeated)
        seen.append((game.text(position), sorted(children), ends))
        new = [child for child in children.values() if child not in known]
        if len(known) < MAX_POSITIONS:
            known.update(new)
            waiting += dict.fromkeys(new)
    return seen


@cache
def words(game: ToldGame) -> list[dict[str, str] | str]:
    """Return all that is said of a game in English and in another language, or why it cannot be
    said.
    """
    return [words_in(game, language) for language in ("en", "it")]


def words_in(game: ToldGame, language: str) -> dict[str, str] | str:
    """Return all that is said of a game in a language, or why it cannot be said."""
    try:
        return told_words(game, TEXTS[language], language)
    except TemplateError as error:
        return str(error)


def drawing(game: ToldGame) -> object:
    """Return what is drawn of its board."""
    return game.diagram


@each_key
def test_the_language_has_a_field_for_the_key(name):
    key = NAMES[name]
    if key.table not in PLACES:
        gap(
            f"{FOLDER}/told_keys.py",
            f"{key.name} is in the table {key.table!r}; name one of PLACES",
        )
    if name not in FIELDS:
        field = f"{key.name.replace('-', '_')}: … = …"
        schema = SCHEMAS[key.table].__name__
        gap(
            f"{FOLDER}/told_language.py",
            f"add to {schema} the field `{field}`, with what the key may hold",
        )


@pytest.mark.parametrize("name", FIELDS)
def test_a_field_of_the_language_has_its_entry(name):
    table, key = FIELDS[name]
    if name not in NAMES:
        gap(
            f"{FOLDER}/told_keys.py",
            f'add to KEYS the entry of a field: ToldKey("{table}", "{key}", …)',
        )


@pytest.mark.parametrize("key", sorted({*KEYS_OF_KINDS, *PieceKind.__struct_encode_fields__}))
def test_kinds_of_pieces_have_the_same_keys_everywhere(key):
    if key not in KEYS_OF_KINDS:
        gap(f"{FOLDER}/told_keys.py", f'add "{key}" to KEYS_OF_KINDS')
    if key not in PieceKind.__struct_encode_fields__:
        gap(
            f"{FOLDER}/told_language.py",
            f"add to PieceKind the field `{key.replace('-', '_')}`, as Pieces has it",
        )


@each_key
def test_the_entry_of_the_key_lacks_nothing(name):
    key = NAMES[name]
    try:
        example = [*tomllib.loads(key.example)]
    except tomllib.TOMLDecodeError as error:
        example = [f"what cannot be read: {error}"]
    faults = []
    if not key.about:
        faults.append("say what it does")
    if key.about.endswith("."):
        faults.append("take out the full stop after what it does")
    if key.mistake == key.mended:
        faults.append("mistake and mended are the same")
    if example != [key.name]:
        faults.append(f"its example has {', '.join(example)}")
    if key.drawn and key.drawn not in Diagram.__dataclass_fields__:
        faults.append(f"Diagram has no {key.drawn}, in which it is drawn")
    for fault in faults:
        gap(f"{FOLDER}/told_keys.py", f"{key.name}: {fault}")


def with_mistake(key: ToldKey) -> str:
    """Return a game's file with the mistake of a key."""
    if key.name == "side":
        return HENS_FILE.replace("[side.hens]", key.mistake)
    if key.table == "game":
        lines = HENS_FILE.splitlines(keepends=True)
        rest = "".join(line for line in lines if not line.startswith(f"{key.name} ="))
        if key.mistake.startswith("["):  # a table stands behind all keys of the game
            return f"{rest}\n{key.mistake}\n"
        return f"{key.mistake}\n{rest}"
    before = BEFORE[key.table]
    if key.name in ("step", "name"):
        before = before.replace('step = ["orthogonal"]\n', "")
    return f"{before}{key.mistake}\n"


@each_key
def test_the_mistake_of_the_key_is_refused_with_what_to_write(name, tmp_path):
    need_field(name)
    key = NAMES[name]
    file = tmp_path / "hens.toml"
    file.write_text(with_mistake(key), encoding="utf-8")
    says = refusal(lambda: game_at(file))
    if key.mended not in says:
        says = says.partition("hens.toml")[2] or "nothing"
        gap(
            f"{FOLDER}/told_values.py",
            f"let it say `{key.mended}` of `{key.mistake}`; kitgen says {says}",
        )


def missing_texts(sentence: str) -> list[str]:
    """Return the texts of a sentence that English has not, neither alone nor with forms for one
    and for several.
    """
    texts = dict.fromkeys(f"told.{sentence.format(place=place)}" for place in ("square", "point"))
    return [text for text in texts if not ENGLISH.has(text) and not ENGLISH.has(f"{text}.other")]


@pytest.mark.parametrize(
    "sentence", dict.fromkeys(chain.from_iterable(key.sentences for key in KEYS))
)
def test_the_texts_have_a_sentence_that_a_key_names(sentence):
    for text in missing_texts(sentence):
        needs_text(text, "a sentence that `sentences` in told_keys.py names")


@each_key
def test_a_game_heeds_the_key(name):
    key = NAMES[name]
    if key.sentences and not differ(name, play):
        gap(
            f"{FOLDER}/told_game.py",
            f"nothing heeds `{key.name}`: no game is played otherwise with it",
        )
    if not differ(name, play, words, drawing):
        gap(
            f"{FOLDER}/told_game.py",
            f"nothing heeds `{key.name}`: no game is played, told or drawn otherwise with it",
        )


@cache
def reasons(game: ToldGame) -> set[str]:
    """Return why games are over, of those that end in its first positions."""
    positions = (game.parse(text) for text, moves, _ in play(game)[1:] if not moves)
    return {game.ending(position) for position in positions}


@pytest.mark.parametrize("name", [name for name, key in NAMES.items() if key.table == "end"])
def test_the_page_says_why_a_game_is_over(name):
    why = f"why a game is over, which the page says: {name} makes it end so"
    for game in dict.fromkeys(chain.from_iterable(families(name))):
        for reason in sorted(reasons(game)):
            needs_text(f"told.ending.{reason}", why)


@each_key
def test_sheets_tell_of_the_key(name):
    key = NAMES[name]
    if key.drawn and not differ(name, lambda game: getattr(game.diagram, key.drawn)):
        gap(
            f"{FOLDER}/told_drawing.py",
            f"`{key.drawn}` of the diagram is the same with and without `{key.name}`",
        )
    refused: list[str] = []

    def said(game: ToldGame) -> object:
        english, other = words(game)
        if isinstance(english, str):
            refused.append(english)
        return english, other

    if not differ(name, said, drawing):
        gap(f"{FOLDER}/told_words.py", f"the rules read the same with and without `{key.name}`")
    if refused and not any(map(missing_texts, key.sentences)):
        gap("templates/texts/en/told.toml", f"{refused[0]}: told_words.py says it of `{key.name}`")


@cache
def statements_amiss(game: ToldGame, language: str) -> list[str]:
    """Return what is wrong with the sentences of a game, read back by what knows nothing of how
    they are made.
    """
    kit = SimpleNamespace(
        game=game, game_spec=game.spec, choices=SimpleNamespace(language=language)
    )
    try:
        return [*words_check(kit).faults]
    except TemplateError:  # a text is missing, as other tests say
        return []


@each_key_with_sentences
def test_the_sentences_of_the_key_can_be_read_back(name):
    told_otherwise = families_that_differ(name, words)
    # The first in all languages, and one more in English alone: each takes a while.
    for family, languages in zip(told_otherwise, (LANGUAGES, ["en"]), strict=False):
        for game, language in product(family, languages):
            for fault in statements_amiss(game, language):
                advice = f"let WrittenRules yield what the file says with `{NAMES[name].name}`"
                if "no sentence that kitgen has" in fault:
                    advice = (
                        "add the key of the sentence to SENTENCES or PLACED, and to "
                        "SpokenRules._facts what it states"
                    )
                gap("kitgen/verification/told_speech.py", f"{advice}: {fault}")


def families_that_differ(name: str, view: Callable[[ToldGame], object]) -> Iterator[list[ToldGame]]:
    """Yield the families of a key whose games are not all the same in what is looked at."""
    for family in families(name):
        if len({repr(view(game)) for game in family}) > 1:
            yield family


@cache
def read_otherwise(game: ToldGame) -> list[str]:
    """Return how a game differs from its file as the second reading has it; nothing of one that
    is too large.
    """
    try:
        return told_faults(game, canonical(game.told), READ_TWICE)[1]
    except TooLargeError:
        return []


@each_key_with_sentences
def test_the_second_reading_heeds_the_key(name):
    for family in islice(families_that_differ(name, play), 2):
        for game in family:
            for fault in read_otherwise(game)[:1]:
                gap("kitgen/verification/told_rules.py", f"heed `{NAMES[name].name}`, too: {fault}")


def answers(key: ToldKey, data: dict[str, Any]) -> Iterator[str]:
    """Yield texts after somebody has used the control of a key, for each place and with all
    values that it takes.
    """
    text = written(data)
    sides = [*data["side"]] if "SIDE" in key.control else [""]
    values = ("", "on", "2", "far", "loses", "wins", *SHAPES, *key.choices, *data["side"])
    for side, value in product(sides, values):
        control = key.control.replace("SIDE", side).replace("WAY", "forward")
        with suppress(KitgenError):
            yield edited(text, control, value, "en")


def values_of(key: ToldKey, data: dict[str, Any]) -> list[object]:
    """Return what a game has of a key, at all places."""
    return [at_path(deepcopy(data), path).get(key.name) for path in places(data, key.table)]


@cache
def form() -> tuple[str, str]:
    """Return the controls of a game as HTML, and why they cannot be drawn, of which one is
    empty.
    """
    pages: list[str] = []
    fault = refusal(lambda: pages.append(str(GameForm(HENS, "en").drawn())))
    return "".join(pages), fault


def test_every_control_of_the_page_has_its_words():
    _, fault = form()
    if fault:
        gap(
            "templates/texts/en/invent.toml",
            f"{fault}: GameForm in kitgen/web/game_form.py says it of a control",
        )


@each_key_with_a_control
def test_the_page_draws_the_control_of_the_key(name):
    key = NAMES[name]
    drawn, fault = form()
    if fault:
        pytest.skip("a text of the page is missing")
    control = key.control.replace("SIDE", "hens").replace("WAY", "forward")
    if f'name="{control}"' not in drawn and f'id="game.{control}"' not in drawn:
        gap(
            "kitgen/web/game_form.py",
            f"let GameForm draw the control `{key.control}` of `{key.name}`",
        )


@each_key_with_a_control
def test_the_control_of_the_key_changes_it(name):
    need_field(name)
    key = NAMES[name]
    if not any(can_be_changed(key, data) for data in SAMPLES.values() if made(data)):
        gap(
            "kitgen/web/game_editing.py",
            f"let _changes write `{key.name}` for its control, `{key.control}`",
        )


def can_be_changed(key: ToldKey, data: dict[str, Any]) -> bool:
    """Return whether some use of its control changes a key of a game."""
    before = values_of(key, data)
    return any(values_of(key, tomllib.loads(text)) != before for text in answers(key, data))


@each_key
def test_the_page_of_told_games_explains_the_key(name):
    key = NAMES[name]
    row = f"| `{key.name}` | {key.about} | `{key.example}` |"
    heading = key.example.startswith("[") and key.example.replace("hens", "NAME") in page(PAGE)
    if row not in page(PAGE) and not heading:
        gap(PAGE, f"add to the table of its keys: {row}")
