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
        about: its meaning: what it does to moves, to the end, or to the words; a sentence without a
            full stop.
        example: a line, as it stands in a file.
        mistake: a line as a beginner writes it instead; ``mended`` is what kitgen tells them to
            write.
        sentences: the texts in ``told.toml`` that print it, ``{place}`` for ``square`` or
            ``point``.
        drawn: the attribute of ``Diagram`` that shows it on the empty board, if it is drawn.
        choices: the words that it may have, if there are few, that of a file without the key first.
        control: the name of its control on the page "Invent a game", ``SIDE`` and ``WAY`` for any;
            empty if one has to write it in the text.
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
        "game",
        "name",
        "the name of the game",
        'name = "Hens and fox"',
        "name = Hens and fox",
        'name = "Hens and fox"',
        control="name",
    ),
    ToldKey(
        "game",
        "board",
        "the board: squares (columns x rows), points in a row, in a circle or round a hub, or a "
        "table [board]",
        'board = "3x4"',
        "board = 3x4",
        'board = "3x4"',
        drawn="centres",
        control="size.columns",
    ),
    ToldKey(
        "game",
        "start",
        "the picture at the start, a text for each row from the top, or a single one for "
        "points in no rows, "
        "always in brackets: a letter is a piece, '.' an empty place, '#' a hole in a board of "
        "squares; left out, the "
        "board is empty",
        'start = [".f.", "...", "hhh"]',
        'start = ".f.|...|hhh"',
        'start = [".f.", "...", "hhh"]',
        sentences=("start", "empty"),
        drawn="centres",
        control="square.0",
    ),
    ToldKey(
        "game",
        "first",
        "the side that begins; left out, the side that comes first in the file",
        'first = "fox"',
        'first = "Fox"',
        'first = "fox"',
        sentences=("begins", "named.begins"),
        control="first",
    ),
    ToldKey(
        "game",
        "links",
        "lines on a board of squares: 'orthogonal' joins all neighbours that share an edge, 'any' "
        "diagonal ones too, "
        "'all' joins everything with everything, 'a1-b2' two squares, 'a1>b2' two "
        "squares one way only",
        'links = ["orthogonal", "a1-b2"]',
        'links = "orthogonal"',
        'links = ["orthogonal"]',
        sentences=("{place}.links", "{place}.all", "arrows", "near.orthogonal"),
        drawn="lines",
    ),
    ToldKey(
        "game",
        "lines",
        "how many pieces in a straight row, without a gap, end the game; or a list of lines, each "
        "a list of points",
        "lines = 3",
        'lines = "3"',
        "lines = 3",
        sentences=("end.row_wins", "end.row_loses", "end.list_wins", "end.list_loses"),
        control="lines",
    ),
    ToldKey(
        "game",
        "falls",
        "whether a piece that is put falls down its column to the lowest empty square",
        "falls = true",
        'falls = "yes"',
        "falls = true",
        sentences=("{place}.drop",),
        control="falls",
    ),
    ToldKey(
        "game",
        "leaves",
        "'block' if nobody may ever enter a place from which a piece has moved",
        'leaves = "block"',
        "leaves = block",
        'leaves = "block"',
        sentences=("closed",),
        choices=("nothing", "block"),
        control="leaves",
    ),
    ToldKey(
        "game",
        "names",
        "the name of the game in other languages",
        'names = { it = "Le galline e la volpe" }',
        'names = "Le galline"',
        'names = { it = "Le galline" }',
        control="name",
    ),
    ToldKey(
        "game",
        "rules",
        "your own sentences, by language, printed in place of kitgen's",
        'rules = { en = ["The hens start.", "A hen walks straight ahead."] }',
        'rules = "The hens start."',
        'rules = { en = ["The hens start."] }',
    ),
    ToldKey(
        "game",
        "side",
        "the two sides, a table [side.NAME] for each",
        "[side.hens]",
        "[hens]",
        "[side.hens]",
        sentences=("each",),
        control="side.SIDE.name",
    ),
    ToldKey(
        "game",
        "common",
        "a table of pieces that belong to both sides",
        "[common]",
        'common = "counter"',
        "[common]",
        sentences=("common_one", "common_more"),
        drawn="pieces",
    ),
    ToldKey(
        "game",
        "end",
        "a table of how the game ends",
        "[end]",
        'end = "far"',
        "[end]",
        control="end.stuck",
    ),
    ToldKey(
        "board",
        "points",
        "each point with its place, to the right and up",
        "points = { 1 = [0, 2], 2 = [0, 0] }",
        'points = ["1", "2"]',
        "points = { 1 = [0, 2], 2 = [0, 0] }",
        drawn="centres",
    ),
    ToldKey(
        "board",
        "links",
        "the lines between the points, '1-2' both ways and '1>2' one way only",
        'links = ["1-2", "2>3"]',
        'links = "1-2"',
        'links = ["1-2"]',
        sentences=("{place}.links", "arrows"),
        drawn="lines",
    ),
    ToldKey(
        "pieces",
        "step",
        "to which empty neighbour a piece moves: directions, or 'links' for along the "
        "lines of the board",
        'step = ["forward", "back"]',
        'step = "forward"',
        'step = ["forward"]',
        sentences=("{place}.step", "{place}.links", "{place}.all"),
        control="side.SIDE.step.WAY",
    ),
    ToldKey(
        "pieces",
        "take",
        "onto which neighbour of the other side it moves; that piece leaves the board",
        'take = ["forward-diagonal"]',
        "take = true",
        'take = ["forward-diagonal"]',
        sentences=("{place}.take", "{place}.take_only", "{place}.take_links", "{place}.take_all"),
        control="side.SIDE.take.WAY",
    ),
    ToldKey(
        "pieces",
        "slide",
        "in which directions it moves any number of squares, over empty ones",
        'slide = ["orthogonal"]',
        'slide = "orthogonal"',
        'slide = ["orthogonal"]',
        sentences=("{place}.slide",),
        control="side.SIDE.slide.WAY",
    ),
    ToldKey(
        "pieces",
        "jump",
        "in which directions it jumps over the piece on the next square, onto the empty "
        "square behind it",
        'jump = ["forward"]',
        "jump = true",
        'jump = ["forward"]',
        sentences=("{place}.jump",),
        control="side.SIDE.jump.WAY",
    ),
    ToldKey(
        "pieces",
        "over",
        "whose pieces it jumps over: 'any' (if left out), 'own' or 'other'",
        'over = "other"',
        'over = "enemy"',
        'over = "other"',
        sentences=("{place}.jump",),
        choices=("any", "own", "other"),
        control="side.SIDE.over",
    ),
    ToldKey(
        "pieces",
        "jump-takes",
        "whether the piece that it has jumped over leaves the board",
        "jump-takes = true",
        'jump-takes = "yes"',
        "jump-takes = true",
        sentences=("jump_takes",),
        control="side.SIDE.jump-takes",
    ),
    ToldKey(
        "pieces",
        "chain",
        "whether a piece that has jumped may jump on in the same turn, but never to a square "
        "where it has already been",
        "chain = true",
        'chain = "yes"',
        "chain = true",
        sentences=("{place}.chain",),
        control="side.SIDE.chain",
    ),
    ToldKey(
        "pieces",
        "hand",
        "how many pieces are put on the board before any of them moves, those of the start "
        "counted; 'any' if there are "
        "always more, and then none moves",
        "hand = 3",
        'hand = "3"',
        "hand = 3",
        sentences=("{place}.put", "{place}.hand", "{place}.hand_stays"),
        control="side.SIDE.hand",
    ),
    ToldKey(
        "pieces",
        "on",
        "where they may be put, if not everywhere",
        'on = ["a1", "b1", "c1"]',
        'on = "a1"',
        'on = ["a1"]',
        sentences=("on",),
    ),
    ToldKey(
        "pieces",
        "not-first",
        "where the first of them may not be put",
        'not-first = ["b2"]',
        'not-first = "b2"',
        'not-first = ["b2"]',
        sentences=("not_first", "not_first_common"),
        control="side.SIDE.not-first",
    ),
    ToldKey(
        "pieces",
        "not-beside",
        "pieces ('own', 'other', 'any') next to which none may be put",
        'not-beside = "any"',
        'not_beside = "any"',
        'not-beside = "any"',
        sentences=("not_beside",),
        choices=WHOSE,
        control="side.SIDE.not-beside",
    ),
    ToldKey(
        "pieces",
        "only-beside",
        "pieces ('own', 'other', 'any') next to one of which each must be put",
        'only-beside = "other"',
        'only-beside = ["other"]',
        'only-beside = "other"',
        sentences=("only_beside",),
        choices=WHOSE,
        control="side.SIDE.only-beside",
    ),
    ToldKey(
        "pieces",
        "links",
        "lines of their own, in place of those of the board",
        'links = ["1>2", "2-3"]',
        'links = "1>2"',
        'links = ["1>2"]',
        sentences=("{place}.links", "{place}.all", "arrows"),
        drawn="own_lines",
    ),
    ToldKey(
        "pieces",
        "enter",
        "points that are entered only from a point next to certain pieces",
        'enter = { points = ["9"], beside = "other" }',
        'enter = ["9"]',
        'enter = { points = ["9"], beside = "other" }',
        sentences=("{place}.enter",),
    ),
    ToldKey(
        "pieces",
        "sign",
        "their letter in the start picture; left out, the first letter of the side's name, and "
        "'o' for common pieces",
        'sign = "r"',
        'sign = "rr"',
        'sign = "r"',
    ),
    ToldKey(
        "pieces",
        "looks",
        "their shape: 'pawn-light', 'pawn-dark', 'king-light', 'king-dark', 'cross', "
        "'ring' or 'counter'",
        'looks = "counter"',
        'looks = "disc"',
        "there are pawn-light, pawn-dark, cross, ring, counter, king-light, king-dark",
        drawn="pieces",
        control="side.SIDE.looks",
    ),
    ToldKey(
        "pieces",
        "piece",
        "the word for one of them in the rules: 'piece', 'pawn', 'mark' or 'counter'; it also "
        "chooses their shape, if "
        "'looks' does not; or, below a side, a table for each of its two kinds of pieces, "
        "[side.NAME.piece.NAME]",
        'piece = "pawn"',
        'piece = "pawns"',
        'piece = "pawn"',
        sentences=("of_kind", "this_piece", "kind_names.king.single"),
        choices=NOUNS,
        control="side.SIDE.piece",
    ),
    ToldKey(
        "pieces",
        "called",
        "what one and several of them are called where pieces are counted, by language",
        'called = { en = ["hen", "hens"] }',
        'called = "hen"',
        'called = { en = ["hen", "hens"] }',
        control="side.SIDE.one",
    ),
    ToldKey(
        "side",
        "goal",
        "the points to reach, or 'far' for the far row",
        'goal = ["b3"]',
        'goal = "a1"',
        'goal = ["a1"]',
        sentences=("{place}.far", "{place}.reach"),
        drawn="goals",
        control="side.SIDE.goal",
    ),
    ToldKey(
        "side",
        "lines",
        "lines of its own, in place of those at the top: how many pieces in a straight row, or a "
        "list of lines",
        'lines = [["a1", "a2", "a3"]]',
        'lines = ["a1", "a2", "a3"]',
        'lines = [["a1", "a2", "a3"]]',
        sentences=("end.row_wins", "end.row_loses", "end.list_wins", "end.list_loses"),
        control="side.SIDE.lines",
    ),
    ToldKey(
        "side",
        "faces",
        "where ahead is in the picture: 'up', 'down', 'left' or 'right'",
        'faces = "right"',
        'faces = "east"',
        'faces = "right"',
        sentences=("ahead_rows", "ahead_columns"),
        drawn="fronts",
        choices=("up", "down", "left", "right"),
        control="side.SIDE.faces",
    ),
    ToldKey(
        "side",
        "name",
        "its name, by language",
        'name = { en = "Hens", it = "Galline" }',
        'name = "Hens"',
        'name = { en = "Hens" }',
        control="side.SIDE.name",
    ),
    ToldKey(
        "side",
        "with-article",
        "its name as it stands in a sentence, by language",
        'with-article = { en = "the hens", it = "le galline" }',
        'with-article = "the hens"',
        'with-article = { en = "the hens" }',
        control="side.SIDE.with-article",
    ),
    ToldKey(
        "side",
        "several",
        "whether that is a plural: the hens *start*, the fox *starts*",
        "several = true",
        'several = "yes"',
        "several = true",
        control="side.SIDE.several",
    ),
    ToldKey(
        "enter",
        "points",
        "the points that are hard to enter",
        'points = ["9"]',
        'points = "9"',
        'points = ["9"]',
        sentences=("{place}.enter",),
    ),
    ToldKey(
        "enter",
        "beside",
        "the pieces ('own', 'other', 'any') next to one of which a piece must stand to enter",
        'beside = "other"',
        'beside = "others"',
        'beside = "other"',
        sentences=("{place}.enter",),
        choices=WHOSE,
    ),
    ToldKey(
        "end",
        "reach",
        "what it is for a side whose piece reaches its goal: 'wins' (if left out) or 'loses'",
        'reach = "loses"',
        'reach = "lose"',
        'reach = "loses"',
        sentences=("end.wins", "end.loses"),
        choices=("wins", "loses"),
        control="end.reach",
    ),
    ToldKey(
        "end",
        "line",
        "what it is for a side that makes a line: 'wins' (if left out) or 'loses'",
        'line = "loses"',
        'line = "lose"',
        'line = "loses"',
        sentences=("end.row_wins", "end.row_loses", "end.list_wins", "end.list_loses"),
        choices=("wins", "loses"),
        control="end.line",
    ),
    ToldKey(
        "end",
        "taken",
        "what it is for a side that takes the last piece of the other, 'wins' or 'loses'; left "
        "out, the game goes on",
        'taken = "wins"',
        'taken = "win"',
        'taken = "wins"',
        sentences=("end.taken_wins", "end.taken_loses"),
        choices=("", "wins", "loses"),
        control="end.taken",
    ),
    ToldKey(
        "end",
        "stuck",
        "what it is for the side that cannot move: 'loses' (if left out), 'wins' or 'draws'",
        'stuck = "draws"',
        'stuck = "draw"',
        'stuck = "draws"',
        sentences=("end.stuck_wins", "end.stuck_loses", "end.stuck_draws", "end.only_stuck_wins"),
        choices=("loses", "wins", "draws"),
        control="end.stuck",
    ),
    ToldKey(
        "end",
        "endless",
        "what it is when a position comes up a third time: 'draws' (if left out), or the name of "
        "the side that wins",
        'endless = "fox"',
        'endless = "draw"',
        'endless = "draws"',
        sentences=("third_draw", "third_win"),
        control="end.endless",
    ),
)


def key_at(table: str, name: str) -> ToldKey | None:
    """Return the entry of a key in a table; a side has its own keys and those of pieces, a ``kind``
    some of the latter.

    >>> key_at("side", "step").table, key_at("common", "faces"), key_at("kind", "hand")
    ('pieces', None, None)
    """
    if table == "kind" and name not in KEYS_OF_KINDS:
        return None
    tables: tuple[str, ...] = (table,)
    if table == "side":
        tables = ("side", "pieces")
    elif table in ("common", "kind"):
        tables = ("pieces",)
    return next((key for key in KEYS if key.name == name and key.table in tables), None)


def keys_named(name: str) -> Iterator[ToldKey]:
    """Yield every entry with a name, wherever it stands."""
    return (key for key in KEYS if key.name == name)
