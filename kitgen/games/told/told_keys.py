"""The table of the language: all that kitgen knows of each key of a told game's file, in one place.

Help, the comments of ``kitgen new game``, the tables of docs/inventing-a-game.md, refusals, the
words on sheets, the drawing and the page "Invent a game" come from these entries or are held
against them: tests/told/test_told_keys.py.
"""

from collections.abc import Iterator
from dataclasses import dataclass

#: The tables of a file: how an entry names one, and where its lines stand.
PLACES = {
    "game": "at the top, before any line in brackets",
    "board": "below [board]",
    "pieces": "below [side.NAME] or [common]",
    "side": "below [side.NAME]",
    "enter": "in enter = {...}",
    "end": "below [end]",
}
#: The shapes of pieces that a file can name.
SHAPES = ("pawn-light", "pawn-dark", "cross", "ring", "counter", "king-light", "king-dark")
#: Whose pieces something is next to, seen by the mover.
WHOSE = ("own", "other", "any")
#: The words for one piece.
NOUNS = ("piece", "pawn", "mark", "counter")
#: The keys that stand below [side.NAME.piece.NAME], where a side has two kinds of pieces.
KEYS_OF_KINDS = (
    "sign",
    "looks",
    "called",
    "step",
    "take",
    "slide",
    "jump",
    "over",
    "jump-takes",
    "chain",
)


@dataclass(frozen=True, slots=True)
class ToldKey:
    """One key of the file.

    Attributes:
        table: the table it stands in, one of ``PLACES``.
        name: the key itself.
        about: its meaning: what it does to moves, to the end, or to the words; a sentence without a
            full stop.
        example: a line, as it stands in a file.
        mistake: a line as a beginner writes it instead.
        mended: what kitgen tells them to write: a line, or words for what may stand there.
        sentences: the texts in ``told.toml`` that print it, ``{place}`` for ``square`` or
            ``point``.
        drawn: the attribute of ``Diagram`` that shows it on the empty board, if it is drawn.
        choices: the words that it may have, if there are few. If it can be left out, and a file
            without it means one of them, that one comes first.
        control: the name of its control on the page "Invent a game" (``kitgen.web.game_form``),
            with ``SIDE`` for any side and ``WAY`` for any direction; empty if there is none, and
            one has to write it in the text.
    """

    table: str
    name: str
    about: str
    example: str
    mistake: str
    mended: str
    sentences: tuple[str, ...] = ()
    drawn: str = ""
    choices: tuple[str, ...] = ()
    control: str = ""

    @property
    def is_list(self) -> bool:
        """Whether its example is a list."""
        return self.example.partition(" = ")[2].startswith("[")


#: Every key, in the order in which the docs explain them.
KEYS: tuple[ToldKey, ...] = (
    ToldKey(
        table="game",
        name="name",
        about="the name of the game",
        example='name = "Hens and fox"',
        mistake="name = Hens and fox",
        mended='name = "Hens and fox"',
        control="name",
    ),
    ToldKey(
        table="game",
        name="board",
        about=(
            "the board: squares (columns x rows), points in a row, in a circle or round a hub, or "
            "a table [board]"
        ),
        example='board = "3x4"',
        mistake="board = 3x4",
        mended='board = "3x4"',
        drawn="centres",
        control="size.columns",
    ),
    ToldKey(
        table="game",
        name="start",
        about=(
            "the picture at the start, a text for each row from the top, or a single one for "
            "points in no rows, always in brackets: a letter is a piece, '.' an empty place, '#' a "
            "hole in a board of squares; left out, the board is empty"
        ),
        example='start = [".f.", "...", "hhh"]',
        mistake='start = ".f.|...|hhh"',
        mended='start = [".f.", "...", "hhh"]',
        sentences=("start", "empty"),
        drawn="centres",
        control="square.0",
    ),
    ToldKey(
        table="game",
        name="first",
        about="the side that begins; left out, the side that comes first in the file",
        example='first = "fox"',
        mistake='first = "Fox"',
        mended='first = "fox"',
        sentences=("begins", "named.begins"),
        control="first",
    ),
    ToldKey(
        table="game",
        name="links",
        about=(
            "lines on a board of squares: 'orthogonal' joins all neighbours that share an edge, "
            "'any' diagonal ones too, 'all' joins everything with everything, 'a1-b2' two squares, "
            "'a1>b2' two squares one way only"
        ),
        example='links = ["orthogonal", "a1-b2"]',
        mistake='links = "orthogonal"',
        mended='links = ["orthogonal"]',
        sentences=("{place}.links", "{place}.all", "arrows", "near.orthogonal"),
        drawn="lines",
    ),
    ToldKey(
        table="game",
        name="lines",
        about=(
            "how many pieces in a straight row, without a gap, end the game; or a list of lines, "
            "each a list of points"
        ),
        example="lines = 3",
        mistake='lines = "3"',
        mended="lines = 3",
        sentences=("end.row_wins", "end.row_loses", "end.list_wins", "end.list_loses"),
        control="lines",
    ),
    ToldKey(
        table="game",
        name="falls",
        about="whether a piece that is put falls down its column to the lowest empty square",
        example="falls = true",
        mistake='falls = "yes"',
        mended="falls = true",
        sentences=("{place}.drop",),
        control="falls",
    ),
    ToldKey(
        table="game",
        name="leaves",
        about="'block' if nobody may ever enter a place from which a piece has moved",
        example='leaves = "block"',
        mistake="leaves = block",
        mended='leaves = "block"',
        sentences=("closed",),
        choices=("nothing", "block"),
        control="leaves",
    ),
    ToldKey(
        table="game",
        name="names",
        about="the name of the game in other languages",
        example='names = { it = "Le galline e la volpe" }',
        mistake='names = "Le galline"',
        mended='names = { it = "Le galline" }',
        control="name",
    ),
    ToldKey(
        table="game",
        name="rules",
        about="your own sentences, by language, printed in place of kitgen's",
        example='rules = { en = ["The hens start.", "A hen walks straight ahead."] }',
        mistake='rules = "The hens start."',
        mended='rules = { en = ["The hens start."] }',
    ),
    ToldKey(
        table="game",
        name="side",
        about="the two sides, a table [side.NAME] for each",
        example="[side.hens]",
        mistake="[hens]",
        mended="[side.hens]",
        sentences=("each",),
        control="side.SIDE.name",
    ),
    ToldKey(
        table="game",
        name="common",
        about="a table of pieces that belong to both sides",
        example="[common]",
        mistake='common = "counter"',
        mended="[common]",
        sentences=("common_one", "common_more"),
        drawn="pieces",
    ),
    ToldKey(
        table="game",
        name="end",
        about="a table of how the game ends",
        example="[end]",
        mistake='end = "far"',
        mended="[end]",
        control="end.stuck",
    ),
    ToldKey(
        table="board",
        name="points",
        about="each point with its place, to the right and up",
        example="points = { 1 = [0, 2], 2 = [0, 0] }",
        mistake='points = ["1", "2"]',
        mended="points = { 1 = [0, 2], 2 = [0, 0] }",
        drawn="centres",
    ),
    ToldKey(
        table="board",
        name="links",
        about="the lines between the points, '1-2' both ways and '1>2' one way only",
        example='links = ["1-2", "2>3"]',
        mistake='links = "1-2"',
        mended='links = ["1-2"]',
        sentences=("{place}.links", "arrows"),
        drawn="lines",
    ),
    ToldKey(
        table="pieces",
        name="step",
        about=(
            "to which empty neighbour a piece moves: directions, or 'links' for along the lines of "
            "the board"
        ),
        example='step = ["forward", "back"]',
        mistake='step = "forward"',
        mended='step = ["forward"]',
        sentences=("{place}.step", "{place}.links", "{place}.all"),
        control="side.SIDE.step.WAY",
    ),
    ToldKey(
        table="pieces",
        name="take",
        about="onto which neighbour of the other side it moves; that piece leaves the board",
        example='take = ["forward-diagonal"]',
        mistake="take = true",
        mended='take = ["forward-diagonal"]',
        sentences=("{place}.take", "{place}.take_only", "{place}.take_links", "{place}.take_all"),
        control="side.SIDE.take.WAY",
    ),
    ToldKey(
        table="pieces",
        name="slide",
        about="in which directions it moves any number of squares, over empty ones",
        example='slide = ["orthogonal"]',
        mistake='slide = "orthogonal"',
        mended='slide = ["orthogonal"]',
        sentences=("{place}.slide",),
        control="side.SIDE.slide.WAY",
    ),
    ToldKey(
        table="pieces",
        name="jump",
        about=(
            "in which directions it jumps over the piece on the next square, onto the empty square "
            "behind it"
        ),
        example='jump = ["forward"]',
        mistake="jump = true",
        mended='jump = ["forward"]',
        sentences=("{place}.jump",),
        control="side.SIDE.jump.WAY",
    ),
    ToldKey(
        table="pieces",
        name="over",
        about="whose pieces it jumps over: 'any' (if left out), 'own' or 'other'",
        example='over = "other"',
        mistake='over = "enemy"',
        mended='over = "other"',
        sentences=("{place}.jump",),
        choices=("any", "own", "other"),
        control="side.SIDE.over",
    ),
    ToldKey(
        table="pieces",
        name="jump-takes",
        about="whether the piece that it has jumped over leaves the board",
        example="jump-takes = true",
        mistake='jump-takes = "yes"',
        mended="jump-takes = true",
        sentences=("jump_takes",),
        control="side.SIDE.jump-takes",
    ),
    ToldKey(
        table="pieces",
        name="chain",
        about=(
            "whether a piece that has jumped may jump on in the same turn, but never to a square "
            "where it has already been"
        ),
        example="chain = true",
        mistake='chain = "yes"',
        mended="chain = true",
        sentences=("{place}.chain",),
        control="side.SIDE.chain",
    ),
    ToldKey(
        table="pieces",
        name="hand",
        about=(
            "how many pieces are put on the board before any of them moves, those of the start "
            "counted; 'any' if there are always more, and then none moves"
        ),
        example="hand = 3",
        mistake='hand = "3"',
        mended="hand = 3",
        sentences=("{place}.put", "{place}.hand", "{place}.hand_stays"),
        control="side.SIDE.hand",
    ),
    ToldKey(
        table="pieces",
        name="on",
        about="where they may be put, if not everywhere",
        example='on = ["a1", "b1", "c1"]',
        mistake='on = "a1"',
        mended='on = ["a1"]',
        sentences=("on",),
    ),
    ToldKey(
        table="pieces",
        name="not-first",
        about="where the first of them may not be put",
        example='not-first = ["b2"]',
        mistake='not-first = "b2"',
        mended='not-first = ["b2"]',
        sentences=("not_first", "not_first_common"),
        control="side.SIDE.not-first",
    ),
    ToldKey(
        table="pieces",
        name="not-beside",
        about="pieces ('own', 'other', 'any') next to which none may be put",
        example='not-beside = "any"',
        mistake='not_beside = "any"',
        mended='not-beside = "any"',
        sentences=("not_beside",),
        choices=WHOSE,
        control="side.SIDE.not-beside",
    ),
    ToldKey(
        table="pieces",
        name="only-beside",
        about="pieces ('own', 'other', 'any') next to one of which each must be put",
        example='only-beside = "other"',
        mistake='only-beside = ["other"]',
        mended='only-beside = "other"',
        sentences=("only_beside",),
        choices=WHOSE,
        control="side.SIDE.only-beside",
    ),
    ToldKey(
        table="pieces",
        name="links",
        about="lines of their own, in place of those of the board",
        example='links = ["1>2", "2-3"]',
        mistake='links = "1>2"',
        mended='links = ["1>2"]',
        sentences=("{place}.links", "{place}.all", "arrows"),
        drawn="own_lines",
    ),
    ToldKey(
        table="pieces",
        name="enter",
        about="points that are entered only from a point next to certain pieces",
        example='enter = { points = ["9"], beside = "other" }',
        mistake='enter = ["9"]',
        mended='enter = { points = ["9"], beside = "other" }',
        sentences=("{place}.enter",),
    ),
    ToldKey(
        table="pieces",
        name="sign",
        about=(
            "their letter in the start picture; left out, the first letter of the side's name, and "
            "'o' for common pieces"
        ),
        example='sign = "r"',
        mistake='sign = "rr"',
        mended='sign = "r"',
    ),
    ToldKey(
        table="pieces",
        name="looks",
        about=(
            "their shape: 'pawn-light', 'pawn-dark', 'king-light', 'king-dark', 'cross', 'ring' or "
            "'counter'"
        ),
        example='looks = "counter"',
        mistake='looks = "disc"',
        mended="there are pawn-light, pawn-dark, cross, ring, counter, king-light, king-dark",
        drawn="pieces",
        control="side.SIDE.looks",
    ),
    ToldKey(
        table="pieces",
        name="piece",
        about=(
            "the word for one of them in the rules: 'piece', 'pawn', 'mark' or 'counter'; it also "
            "chooses their shape, if 'looks' does not; or, below a side, a table for each of its "
            "two kinds of pieces, [side.NAME.piece.NAME]"
        ),
        example='piece = "pawn"',
        mistake='piece = "pawns"',
        mended='piece = "pawn"',
        sentences=("of_kind", "this_piece", "kind_names.king.single"),
        choices=NOUNS,
        control="side.SIDE.piece",
    ),
    ToldKey(
        table="pieces",
        name="called",
        about="what one and several of them are called where pieces are counted, by language",
        example='called = { en = ["hen", "hens"] }',
        mistake='called = "hen"',
        mended='called = { en = ["hen", "hens"] }',
        control="side.SIDE.one",
    ),
    ToldKey(
        table="side",
        name="goal",
        about="the points to reach, or 'far' for the far row",
        example='goal = ["b3"]',
        mistake='goal = "a1"',
        mended='goal = ["a1"]',
        sentences=("{place}.far", "{place}.reach"),
        drawn="goals",
        control="side.SIDE.goal",
    ),
    ToldKey(
        table="side",
        name="lines",
        about=(
            "lines of its own, in place of those at the top: how many pieces in a straight row, or "
            "a list of lines"
        ),
        example='lines = [["a1", "a2", "a3"]]',
        mistake='lines = ["a1", "a2", "a3"]',
        mended='lines = [["a1", "a2", "a3"]]',
        sentences=("end.row_wins", "end.row_loses", "end.list_wins", "end.list_loses"),
        control="side.SIDE.lines",
    ),
    ToldKey(
        table="side",
        name="faces",
        about="where ahead is in the picture: 'up', 'down', 'left' or 'right'",
        example='faces = "right"',
        mistake='faces = "east"',
        mended='faces = "right"',
        sentences=("ahead_rows", "ahead_columns"),
        drawn="fronts",
        choices=("up", "down", "left", "right"),
        control="side.SIDE.faces",
    ),
    ToldKey(
        table="side",
        name="name",
        about="its name, by language",
        example='name = { en = "Hens", it = "Galline" }',
        mistake='name = "Hens"',
        mended='name = { en = "Hens" }',
        control="side.SIDE.name",
    ),
    ToldKey(
        table="side",
        name="with-article",
        about="its name as it stands in a sentence, by language",
        example='with-article = { en = "the hens", it = "le galline" }',
        mistake='with-article = "the hens"',
        mended='with-article = { en = "the hens" }',
        control="side.SIDE.with-article",
    ),
    ToldKey(
        table="side",
        name="several",
        about="whether that is a plural: the hens *start*, the fox *starts*",
        example="several = true",
        mistake='several = "yes"',
        mended="several = true",
        control="side.SIDE.several",
    ),
    ToldKey(
        table="enter",
        name="points",
        about="the points that are hard to enter",
        example='points = ["9"]',
        mistake='points = "9"',
        mended='points = ["9"]',
        sentences=("{place}.enter",),
    ),
    ToldKey(
        table="enter",
        name="beside",
        about="the pieces ('own', 'other', 'any') next to one of which a piece must stand to enter",
        example='beside = "other"',
        mistake='beside = "others"',
        mended='beside = "other"',
        sentences=("{place}.enter",),
        choices=WHOSE,
    ),
    ToldKey(
        table="end",
        name="reach",
        about="what it is for a side whose piece reaches its goal: 'wins' (if left out) or 'loses'",
        example='reach = "loses"',
        mistake='reach = "lose"',
        mended='reach = "loses"',
        sentences=("end.wins", "end.loses"),
        choices=("wins", "loses"),
        control="end.reach",
    ),
    ToldKey(
        table="end",
        name="line",
        about="what it is for a side that makes a line: 'wins' (if left out) or 'loses'",
        example='line = "loses"',
        mistake='line = "lose"',
        mended='line = "loses"',
        sentences=("end.row_wins", "end.row_loses", "end.list_wins", "end.list_loses"),
        choices=("wins", "loses"),
        control="end.line",
    ),
    ToldKey(
        table="end",
        name="taken",
        about=(
            "what it is for a side that takes the last piece of the other, 'wins' or 'loses'; left "
            "out, the game goes on"
        ),
        example='taken = "wins"',
        mistake='taken = "win"',
        mended='taken = "wins"',
        sentences=("end.taken_wins", "end.taken_loses"),
        choices=("", "wins", "loses"),
        control="end.taken",
    ),
    ToldKey(
        table="end",
        name="stuck",
        about="what it is for the side that cannot move: 'loses' (if left out), 'wins' or 'draws'",
        example='stuck = "draws"',
        mistake='stuck = "draw"',
        mended='stuck = "draws"',
        sentences=("end.stuck_wins", "end.stuck_loses", "end.stuck_draws", "end.only_stuck_wins"),
        choices=("loses", "wins", "draws"),
        control="end.stuck",
    ),
    ToldKey(
        table="end",
        name="endless",
        about=(
            "what it is when a position comes up a third time: 'draws' (if left out), or the name "
            "of the side that wins"
        ),
        example='endless = "fox"',
        mistake='endless = "draw"',
        mended='endless = "draws"',
        sentences=("third_draw", "third_win"),
        control="end.endless",
    ),
)


#: The tables in which a key of a table of the file may be explained, if there are others than that
#: of its own name. A ``kind`` is one of a side's two kinds of pieces, [side.NAME.piece.NAME].
TABLES_READ_AT = {
    "side": ("side", "pieces"),
    "common": ("pieces",),
    "kind": ("pieces",),
}


def key_at(table: str, name: str) -> ToldKey | None:
    """Return the entry of a key in a table; a side has its own keys and those of pieces, a ``kind``
    some of the latter.

    >>> key_at("side", "step").table, key_at("common", "faces"), key_at("kind", "hand")
    ('pieces', None, None)
    """
    if table == "kind" and name not in KEYS_OF_KINDS:
        return None
    tables = TABLES_READ_AT.get(table, (table,))
    return next((key for key in KEYS if key.name == name and key.table in tables), None)


def keys_named(name: str) -> Iterator[ToldKey]:
    """Yield every entry with a name, wherever it stands."""
    return (key for key in KEYS if key.name == name)
