"""The words of a game's file (docs/inventing-a-game.md explains each), and the refusal of all
others.
"""

import re
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from kitgen.errors import NotationError, TemplateError, UsageError, quoted
from kitgen.games.told.told_mistakes import first_mistake, mistake_in_game
from kitgen.reading.schema import Key, Language, Letter, TextLine, Title, Words, read_json
from kitgen.reading.templates import read_toml
from kitgen.reading.user_file import plain_text

#: The name of a point: ``a1`` on a grid, a number on a path, ring or wheel, or a name of the user's
#: own.
PointName = Annotated[
    str, Meta(pattern=r"^[a-z0-9]{1,3}\Z", description="the name of a point, such as a1 or 7")
]
#: A direction, a group of directions, or ``links``.
Way = Annotated[
    str, Meta(pattern=r"^[a-z-]{2,16}\Z", description="a direction, such as forward, or links")
]
#: Two points: ``a1-b2``, both ways, or ``a1>b2``, only from the first to the second.
Link = Annotated[
    str,
    Meta(
        pattern=r"^([a-z0-9]{1,3}[->][a-z0-9]{1,3}|orthogonal|any|all)\Z",
        description="two points, such as a1-b2 or a1>b2 (one way); or orthogonal, any, all",
    ),
]
#: Whose piece is beside a point, seen by the mover.
Neighbour = Literal["own", "other", "any"]
#: The result of a game for the side that ends it.
Outcome = Literal["wins", "loses"]

#: A sentence of a user's own.
Sentence = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=300,
        pattern=r"^[^\x00-\x1f]+\Z",
        description="a sentence of at most 300 letters",
    ),
]
#: Such sentences by language.
Sentences = dict[
    Language,
    Annotated[
        tuple[Sentence, ...], Meta(min_length=1, max_length=12, description="1 to 12 sentences")
    ],
]
#: The names of one piece and of several, by language.
OneAndMany = dict[
    Language,
    Annotated[tuple[TextLine, TextLine], Meta(description="the name of one and of several")],
]

#: The name of a shape; empty for the usual one.
Shape = Annotated[str, Meta(pattern=r"^[a-z-]{0,20}\Z", description="the name of a shape")]

#: The most letters of a user's own rules in one language: they have to fit on a card.
MAX_LETTERS_OF_RULES = 1200
#: The most points of a board, and pieces of a side.
MAX_POINTS = 64
#: The most lines of a list of lines that can be filled.
MAX_LINES = 200
#: The most lines that are drawn on a board.
MAX_LINKS = 2000
#: The longest game as one line of JSON, in letters.
MAX_LETTERS_OF_A_GAME = 20_000
#: The longest file whose mistakes are explained.
MAX_BYTES_TO_EXPLAIN = 20_000


#: Some points.
Points = Annotated[tuple[PointName, ...], Meta(min_length=1, max_length=MAX_POINTS)]
#: Lines that can be filled, by their length or one by one.
Lines = (
    Annotated[int, Meta(ge=2, le=20)] | Annotated[tuple[Points, ...], Meta(max_length=MAX_LINES)]
)
#: Lines of a board.
Links = Annotated[tuple[Link, ...], Meta(max_length=MAX_LINKS)]
#: A coordinate of a point, in cells.
Coordinate = Annotated[float, Meta(ge=0, le=20)]


class Strict(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    kw_only=True,
    omit_defaults=True,
    rename="kebab",
):
    """A table of the file."""


class Entrance(Strict, frozen=True, kw_only=True):
    """Points that a piece enters only from a point beside certain pieces."""

    points: Points
    beside: Neighbour


class PieceKind(Strict, frozen=True, kw_only=True):
    """One of the two kinds of pieces of a side, with what it does itself; the keys are those of
    ``Pieces``.
    """

    sign: Letter | None = None
    looks: Shape = ""
    called: OneAndMany = {}
    step: tuple[Way, ...] = ()
    take: tuple[Way, ...] = ()
    slide: tuple[Way, ...] = ()
    jump: tuple[Way, ...] = ()
    over: Neighbour = "any"
    jump_takes: bool = False
    chain: bool = False


#: The keys that stand below each kind where a side has two of them, instead of below the side.
FIELDS_OF_KINDS = PieceKind.__struct_fields__
#: The two kinds of pieces of a side, by their names.
Kinds = Annotated[
    dict[Key, PieceKind],
    Meta(min_length=2, max_length=2, description="a table of two kinds of pieces"),
]


class Pieces(Strict, frozen=True, kw_only=True):
    """Pieces of one kind: how they look, and what they do.

    Attributes:
        sign: their letter in the start picture.
        looks: their shape, one of ``told_keys.SHAPES``; left out, the usual one.
        piece: the word for one in the rules; left out, that of its shape. Or the two kinds of
            pieces of a side, which have ``FIELDS_OF_KINDS`` themselves.
        called: the names of one and of several where they are counted, by language, such as
            ``{ en = ["white hen", "white hens"] }``.
        hand: how many are put on the board before any moves; ``any`` if there are always more.
        on: the points where they may be put; empty for all.
        not_first: points where none may be put while there is none of these pieces on the board.
        not_beside, only_beside: pieces beside which none may be put, and beside one of which each
            must be put.
        step: ways onto an empty neighbouring point: directions, words for several, or ``links``,
            along the lines of the board (``told_board.py`` has the directions).
        take: ways onto a neighbouring point with a piece of the other side, which leaves the board.
        slide: directions onto an empty point, over any number of empty ones; never ``links``.
        jump: directions over the piece on the next point, onto the empty one behind it; never
            ``links``.
        over: whose pieces are jumped over.
        jump_takes: whether a piece that is jumped over leaves the board.
        chain: whether a piece that has jumped may jump again on the same turn, onto points where it
            has not been.
        links: their own links, instead of those of the board.
        goal: the points to reach, ``far`` for the far row from their view; empty for none.
    """

    sign: Letter | None = None
    looks: Shape = ""
    piece: Literal["piece", "pawn", "mark", "counter"] | Kinds | None = None
    called: OneAndMany = {}
    hand: Annotated[int, Meta(ge=0, le=MAX_POINTS)] | Literal["any"] = 0
    on: tuple[PointName, ...] = ()
    not_first: tuple[PointName, ...] = ()
    not_beside: Neighbour | None = None
    only_beside: Neighbour | None = None
    step: tuple[Way, ...] = ()
    take: tuple[Way, ...] = ()
    slide: tuple[Way, ...] = ()
    jump: tuple[Way, ...] = ()
    over: Neighbour = "any"
    jump_takes: bool = False
    chain: bool = False
    links: tuple[Link, ...] = ()
    enter: Entrance | None = None
    goal: tuple[PointName, ...] | Literal["far"] = ()

    @property
    def ways(self) -> tuple[Way, ...]:
        """All words for ways that they go, whatever they do there."""
        return (*self.step, *self.take, *self.slide, *self.jump)

    @property
    def barred(self) -> bool:
        """Whether they may not be put on every empty point."""
        return bool(self.on or self.not_first or self.not_beside or self.only_beside)

    @property
    def takes(self) -> bool:
        """Whether they take other pieces, in whatever way."""
        return bool(self.take or (self.jump and self.jump_takes))


class OwnPieces(Pieces, frozen=True, kw_only=True):
    """One side, with its pieces.

    Attributes:
        name: the name of the side, by language; empty for its key. ``white``, ``black``, ``x``,
            ``o``, ``first`` and ``second`` have names in every language.
        with_article: the same in a sentence, by language, such as
            ``{ en = "the hens", it = "le galline" }``.
        several: whether that is a plural: the hens *start*.
        faces: where its front is in the picture; usually up for the side that starts, down for the
            other.
        lines: the lines of this side, instead of those of the game.
    """

    name: Words = {}
    with_article: Words = {}
    several: bool = False
    faces: Literal["up", "down", "left", "right"] | None = None
    lines: Lines = ()


class Ends(Strict, frozen=True, kw_only=True):
    """How a game ends, seen from the side that has just moved; ``stuck`` from the side that cannot.

    Attributes:
        reach, line: the result for a side when one of its pieces reaches its goal, or when it fills
            a line.
        taken: the same for a side that takes the last piece of the other; left out, the game goes
            on.
        stuck: the result for a side that cannot move.
        endless: the result when a position occurs for the third time: ``draws``, or the name of the
            side that wins.
    """

    reach: Outcome = "wins"
    line: Outcome = "wins"
    taken: Outcome | None = None
    stuck: Literal["loses", "wins", "draws"] = "loses"
    endless: Annotated[str, Meta(max_length=40)] = "draws"


class OwnBoard(Strict, frozen=True, kw_only=True):
    """A board of points anywhere, each with its place to the right and up, and the links that
    are drawn as lines.
    """

    points: Annotated[
        dict[PointName, tuple[Coordinate, Coordinate]],
        Meta(
            min_length=2,
            max_length=MAX_POINTS,
            description=f"a table of 2 to {MAX_POINTS} points",
        ),
    ]
    links: Links = ()


class Told(Strict, frozen=True, kw_only=True):
    """A game in the words of its file.

    Attributes:
        names: its name in other languages.
        rules: the user's own sentences, by language, printed instead of kitgen's; nothing compares
            them with the moves.
        board: ``3x3`` (columns x rows), ``path 9``, ``ring 8``, ``wheel 8``, or points and links.
        start: the rows from the top, or one row of all points; ``.`` is empty, ``#`` no point; none
            for an empty board.
        first: the side that starts.
        links: of a grid: lines on the board.
        lines: the number of a side's pieces in a straight row, or lists of points.
        falls: whether a piece that is put falls down its column.
        leaves: ``block`` when nobody may enter a point again that a piece has left.
        common: pieces that either side may move or put.
    """

    name: Title
    names: Words = {}
    rules: Sentences = {}
    board: Annotated[str, Meta(max_length=20)] | OwnBoard
    start: Annotated[
        tuple[Annotated[str, Meta(max_length=MAX_POINTS)], ...], Meta(max_length=MAX_POINTS)
    ] = ()
    first: Key | None = None
    links: Links = ()
    lines: Lines = ()
    falls: bool = False
    leaves: Literal["nothing", "block"] = "nothing"
    side: Annotated[
        dict[Key, OwnPieces], Meta(min_length=2, max_length=2, description="a table of two sides")
    ]
    common: Pieces | None = None
    end: Ends = Ends()

    def lines_of(self, side: str) -> Lines:
        """Return the lines that the pieces of a side can fill."""
        return self.side[side].lines or self.lines

    @property
    def kinds(self) -> tuple[Pieces, ...]:
        """All kinds of pieces, common ones last."""
        return tuple(self.named_kinds().values())

    def named_kinds(self) -> dict[str, Pieces]:
        """Return all kinds of pieces by the name of their table, common ones last."""
        named: dict[str, Pieces] = {}
        for side, pieces in self.side.items():
            for kind, own in kinds_of(pieces).items():
                named[f"side.{side}.piece.{kind}" if kind else f"side.{side}"] = own
        if self.common is not None:
            named["common"] = self.common
        return named


def kinds_of(pieces: Pieces) -> dict[str, Pieces]:
    """Return the kinds of pieces of a side by their names; its pieces under an empty name if they
    are all alike.

    >>> two = {"king": PieceKind(step=("any",)), "pawn": PieceKind(step=("forward",))}
    >>> [(name, kind.step) for name, kind in kinds_of(OwnPieces(piece=two)).items()]
    [('king', ('any',)), ('pawn', ('forward',))]
    """
    if not isinstance(pieces.piece, dict):
        return {"": pieces}
    kinds = {}
    for name, kind in pieces.piece.items():
        own = {key: getattr(kind, key) for key in FIELDS_OF_KINDS}
        own["sign"] = kind.sign or name[0]
        kinds[name] = Pieces(**own, links=pieces.links, enter=pieces.enter, goal=pieces.goal)
    return kinds


def without_words(told: Told) -> Told:
    """Return a game with its name and without all other words: the same for files that tell it in
    other languages.

    >>> sides = {"a": OwnPieces(step=("links",), name={"en": "Ants"}), "b": OwnPieces()}
    >>> told = Told(name="Gap", names={"it": "Buco"}, board="path 4", start=("a.bb",), side=sides)
    >>> canonical(without_words(told))
    '{"name":"Gap","board":"path 4","start":["a.bb"],"side":{"a":{"step":["links"]},"b":{}}}'
    """
    sides = {}
    for side, own in told.side.items():
        piece = own.piece
        if isinstance(piece, dict):
            piece = {name: msgspec.structs.replace(kind, called={}) for name, kind in piece.items()}
        sides[side] = msgspec.structs.replace(
            own, name={}, with_article={}, several=False, called={}, piece=piece
        )
    common = told.common
    if common is not None:
        common = msgspec.structs.replace(common, called={})
    return msgspec.structs.replace(told, names={}, rules={}, side=sides, common=common)


def side_order(told: Told) -> list[str]:
    """Return the names of both sides, the one that starts first."""
    first = told.first or next(iter(told.side))
    return sorted(told.side, key=lambda side: side != first)


def read_game(path: Path) -> Told:
    """Return the game of a file, or refuse it with file, line and what to write instead."""
    try:
        told = read_toml(path, Told)
    except TemplateError as error:
        if "unknown key 'game'" in str(error):
            raise UsageError(
                f"{quoted(path)} tells no game; an edition is named without .toml, and found in "
                "your own folder "
                "('kitgen new edition NAME' puts one there) or in DIR/editions with --templates DIR"
            ) from None
        raise refused_file(path, _of_side(str(error), path)) from None
    # Only files are refused: a kit that was made with such a game stays readable.
    for key, pieces in told.named_kinds().items():
        for act, words in (("slide", pieces.slide), ("jump", pieces.jump)):
            if "links" in words:
                fault = (
                    f"{key}.{act} holds 'links', but pieces {act} in directions only; along "
                    "lines they step"
                )
                raise TemplateError(with_line(f"{quoted(path)}: {fault}", path))
    return told


def check_file(path: Path) -> None:
    """Refuse a file with a mistake that older kits may have: a side without moves, pieces that
    look alike.
    """
    mistake = mistake_in_game(_text_of(path))
    if mistake is not None:
        raise TemplateError(f"{quoted(path)}, line {mistake.line}: {mistake.says}")


def refused_file(path: Path, message: str) -> TemplateError:
    """Return the refusal of a file: of the mistake in it that classes make, or with a message
    about it.
    """
    mistake = first_mistake(_text_of(path))
    if mistake is None:
        return TemplateError(with_line(message, path))
    return TemplateError(f"{quoted(path)}, line {mistake.line}: {mistake.says}")


def _text_of(path: Path) -> str:
    """Return the text of a file; nothing of one that is no game by its length or its kind."""
    try:
        if path.is_file() and path.stat().st_size <= MAX_BYTES_TO_EXPLAIN:
            return path.read_text(encoding="utf-8-sig", errors="replace")
    except OSError:
        pass
    return ""


def _of_side(message: str, path: Path) -> str:
    """Return a message with the name of the side that it is about instead of ``side[…]``."""
    if "side[…]" in message:
        for name, side in read_toml(path, dict[str, Any])["side"].items():
            try:
                msgspec.convert(side, OwnPieces)
            except msgspec.ValidationError:
                return message.replace("side[…]", f"side.{name}")
    return message


def canonical(told: Told) -> str:
    """Return a game as JSON in one form: only the order of points and sides, which matters, is that
    of its file.

    >>> sides = {"a": OwnPieces(step=("links",)), "b": OwnPieces()}
    >>> told = Told(name="Gap", board="path 4", start=("a.bb",), side=sides)
    >>> canonical(told)
    '{"name":"Gap","board":"path 4","start":["a.bb"],"side":{"a":{"step":["links"]},"b":{}}}'
    """
    return msgspec.json.encode(told).decode()


def parsed(data: str) -> Told:
    """Return the game of a text that ``canonical`` has written; raise NotationError for any
    other.
    """
    if len(data) > MAX_LETTERS_OF_A_GAME:
        raise NotationError(
            f"a game told as data has at most {MAX_LETTERS_OF_A_GAME:,} letters, and this one "
            f"{len(data):,}"
        )
    told = read_json(
        data.encode(errors="replace"), Told, "a game told as data", NotationError, _newer_or_changed
    )
    if canonical(told) != data:
        raise NotationError("a game told as data is not in its canonical form")
    return told


def _newer_or_changed(_data: bytes) -> str:
    return "a newer kitgen has written it, or it has been changed"


def with_line(message: str, path: Path) -> str:
    """Return a message about a file with the number of the line that has its key, or the value
    that it quotes.
    """
    where = quoted(path)
    problem = message.removeprefix(f"{where}: ")
    if problem.startswith(where):  # such as a syntax error in TOML, whose message has its place
        return message
    try:
        line = line_of(plain_text(path), problem)
    except (OSError, UnicodeDecodeError):
        return message
    return f"{where}, line {line}: {problem}" if line else f"{where}: {problem}"


def line_of(text: str, problem: str) -> int:
    r"""Return the number of the line of a file that a problem is about; 0 if it cannot be found.

    >>> line_of(
    ...     'name = "Hens"\n[side.fox]\nstep = ["all"]',
    ...     "side.fox.step is ['all']; it must be something else",
    ... )
    3
    """
    path = re.search(rf"\b(?:{'|'.join(Told.__struct_encode_fields__)})\b(?:\.[\w-]+)*", problem)
    numbered = [*enumerate(text.splitlines(), 1)]
    # From the outermost table inwards, each key is sought from the line of the one before.
    line = 0
    for key in path[0].split(".") if path else []:
        sets_key = re.compile(
            rf"^\s*\"?{key}\"?\s*[=.]|^\s*\[[^\]]*\b{key}\b[^\]]*\]|[{{,]\s*{key}\s*="
        )
        line = next((n for n, words in numbered if n >= line and sets_key.search(words)), line)
    value = re.search(r"'([^']+)'", problem)
    if value is None:
        return line
    return next((n for n, words in numbered if n >= line and value[1] in words), line)
