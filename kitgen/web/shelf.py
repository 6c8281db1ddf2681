"""The shelf: lessons, kits and games as pictures, with which the app and ``kitgen serve`` begin."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Annotated

import msgspec
from msgspec import Meta

from kitgen.games.told import TOLD
from kitgen.kit.editions import game_of
from kitgen.kit.kit import Slot
from kitgen.kit.palette import USUAL_PALETTE, newest_palette, read_palette
from kitgen.model import Game, Position
from kitgen.paper.card.board import draw_board
from kitgen.paper.declared import PART_OPTIONS
from kitgen.paper.job import address_name
from kitgen.paper.lesson_file import Age, as_typed
from kitgen.press.lessons import plan_lesson
from kitgen.reading.schema import TextLine
from kitgen.reading.templates import USUAL_LANGUAGE, Templates, capitalised, title_in
from kitgen.reading.texts import Texts, texts_in
from kitgen.render.svg import svg_bytes
from kitgen.web.address import KIT_FIELD, LANGUAGE, read_address
from kitgen.web.forms import editions_in
from kitgen.web.game_form import games_to_begin_with
from kitgen.web.markup import Markup, fill

#: The largest side of a picture of a board, in mm; a browser shows it as large as there is room.
PICTURE_MM = 40.0
#: The most moves on a picture.
MAX_ARROWS = 4
#: A number of boxes or minutes.
Count = Annotated[int, Meta(ge=1)]


class ShelfKit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A kit or game on the shelf.

    Attributes:
        name: the kit, an edition or a game.
        age: from which age on: an estimate.
        boxes: how many boxes it has.
        minutes: about how many minutes four people need to build it.
    """

    name: TextLine
    age: Age
    boxes: Count
    minutes: Count


class ShelfFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The schema of ``templates/tables/shelf.toml``.

    Attributes:
        lessons: lessons by name, in the order of the shelf.
        kits: editions, likewise.
        games: games, likewise.
    """

    lessons: tuple[TextLine, ...]
    kits: tuple[ShelfKit, ...]
    games: tuple[ShelfKit, ...]


@dataclass(frozen=True, slots=True)
class ShelfThing:
    """One thing on the shelf, in the words of a language.

    Attributes:
        query: the address of the kit, as a query.
        game: the game whose board is its picture.
        facts: what to know of it, in a few words each.
    """

    query: str
    game: str
    title: str
    facts: tuple[str, ...]


@cache
def shelf_file() -> ShelfFile:
    """Return what stands on the shelf."""
    return Templates().read("tables", "shelf", ShelfFile)


def things(language: str) -> dict[str, list[ShelfThing]]:
    """Return what stands on the shelf, by the names of its rows.

    >>> [thing.title for thing in things("en")["lessons"]][:2]
    ['Hexapawn with matchboxes', 'The ladder in a quarter of an hour']
    >>> first = things("it")["kits"][0]
    >>> first.query
    'kit=her&language=it'
    >>> first.facts
    ('19 scatole', '15 minuti per costruirla, in quattro', 'da 8 anni in su')
    """
    shelf = shelf_file()
    return {
        "lessons": [_lesson(name, language) for name in shelf.lessons],
        "kits": [_kit(kit, language) for kit in shelf.kits],
        "games": [_kit(kit, language) for kit in shelf.games],
    }


def _lesson(name: str, language: str) -> ShelfThing:
    texts = texts_in(language)
    lesson = plan_lesson(name, Templates())
    address_names = {option.key: address_name(option) for option in PART_OPTIONS}
    options = lesson.options_for(lesson.parts)
    pairs = [(KIT_FIELD, lesson.kit), (LANGUAGE, language), ("parts", ",".join(lesson.parts))]
    pairs += [(key, as_typed(value)) for key, value in lesson.choices.items()]
    pairs += [(address_names.get(key, key), as_typed(value)) for key, value in options.items()]
    least, most = lesson.file.group
    group = f"{least}" if least == most else f"{least}–{most}"
    facts = (
        texts("serve.shelf_minutes", count=lesson.file.minutes),
        texts("serve.shelf_age", age=lesson.file.age),
        texts("serve.shelf_group", group=group),
    )
    title = title_in(language, lesson.file.title, name)
    address, _ = read_address(pairs, language)
    return ShelfThing(address.query, lesson.kit, title, facts)


def _kit(kit: ShelfKit, language: str) -> ShelfThing:
    texts = texts_in(language)
    facts = (
        texts("serve.shelf_boxes", count=kit.boxes),
        texts("serve.shelf_build", count=kit.minutes),
        texts("serve.shelf_age", age=kit.age),
    )
    address, _ = read_address([(KIT_FIELD, kit.name), (LANGUAGE, language)], language)
    return ShelfThing(address.query, kit.name, _title(kit.name, texts, language), facts)


def _title(name: str, texts: Texts, language: str) -> str:
    editions = editions_in(language)
    if name in editions:
        return editions[name]
    if name.startswith(TOLD):
        return games_to_begin_with(language)[name]
    game, _, size = name.partition(":")
    return f"{capitalised(texts(f'games.{game}.name'))}, {size}"


def picture_name(game: str) -> str:
    """Return the name of the file with a game's picture.

    >>> picture_name("told:mu-torere"), picture_name("nim:10,last=loses")
    ('shelf-told-mu-torere.svg', 'shelf-nim-10-last-loses.svg')
    """
    words = "".join(letter if letter.isalnum() else "-" for letter in game)
    return f"shelf-{words}.svg"


@cache
def shelf_pictures() -> dict[str, str]:
    """Return the pictures of all boards on the shelf, as SVG, by the names of their files."""
    names: set[str] = set()
    for row in things("en").values():
        names.update(thing.game for thing in row)
    return {picture_name(name): _picture(name) for name in sorted(names)}


def _picture(name: str) -> str:
    """Return a board early in a game with the moves there, whose badges have no letters."""
    templates = Templates()
    game = game_of(name, templates)
    position = _with_some_moves(game)
    colours = read_palette(newest_palette(USUAL_PALETTE, templates), USUAL_LANGUAGE, templates)
    slots = []
    for move, colour in zip(game.legal_moves(position), colours, strict=False):
        unnamed = msgspec.structs.replace(colour, letter="")
        slots.append(Slot(moves=(move,), colour=unnamed, beads=1, value=0, plies=None))
    return svg_bytes(draw_board(game, position, slots, PICTURE_MM, PICTURE_MM)).decode()


def _with_some_moves(game: Game) -> Position:
    """Return the first position with few moves to draw, where everybody makes the first move."""
    position = game.start()
    moves = game.legal_moves(position)
    while len(moves) > MAX_ARROWS:
        position = game.play(position, moves[0]).position
        moves = game.legal_moves(position)
    return position


@cache
def shelf_html(language: str, folder: str) -> Markup:
    """Return the shelf in a language; its pictures are in a folder of the site."""
    return fill("{rows}", language, rows=_rows(language, folder))


def _rows(language: str, folder: str) -> Iterator[Markup]:
    """Yield each row of the shelf below its title."""
    for row, standing in things(language).items():
        yield fill(
            '<h2>{title}</h2><ul class="shelf">{things}</ul>',
            language,
            title=texts_in(language)(f"serve.shelf_{row}"),
            things=_shown(standing, folder),
        )


def _shown(standing: Iterable[ShelfThing], folder: str) -> Iterator[Markup]:
    """Yield the things in a row, each a link with its picture."""
    for thing in standing:
        yield fill(
            '<li><a href="?{query}" data-kit="{query}"><img src="{folder}/{picture}" alt="" '
            'loading="lazy">'
            "<b>{title}</b>{facts}</a></li>",
            query=thing.query,
            folder=folder,
            picture=picture_name(thing.game),
            title=thing.title,
            facts=[fill("<span>{fact}</span>", fact=fact) for fact in thing.facts],
        )
