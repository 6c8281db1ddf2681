"""What games answer to whoever writes sizes, options, positions and moves, right or wrong, how
their boards are drawn, and how they end, as golden texts.
"""

from itertools import product
from string import ascii_lowercase

from counting import at_least

from kitgen.errors import KitgenError
from kitgen.games import _template, check_installed, given_game, make_game, standard_name
from kitgen.games.notation import cell_name, read_grid, split_side, write_grid
from kitgen.games.unmirrored import with_mirrors
from kitgen.model import OPTIONAL, Position, Side, completed

#: Games by what somebody writes.
SPECS = (
    "hexapawn", "Hexapawn: 4 × 3", "hexapawn:2x8", "hexapawn:8x2", "hexapawn:1x3", "hexapawn:3x9",
    "hexapawn:9x3", "hexapawn:3x1", "hexapawn:", "hexapawn:3", "hexapawn:3x3x3", "hexapawn:33",
    "hexapawn:1000000000x3", "hexapawn,take=3", "hexapawn,take", "hexapawn,=3", "hexapawn,take=",
    "hexapawn,mirrors=never,mirrors=left", "hexapawn,mirrors=left", "hexapawn,mirrors=up",
    "tictactoe", "tictactoe:2x2", "tictactoe:2x4",
    "tictactoe:2x4,win=2", "tictactoe:4x2,win=2", "tictactoe:8x8,win=8", "tictactoe:3x3,win=4",
    "tictactoe:4x2,win=4", "tictactoe,win=1", "tictactoe,win=2", "tictactoe,win=x",
    "tictactoe,win=²", "told:{}", "TicTacToe : 3 * 3 , win = 3", "hexapawn,mirrors=right",
    "tictactoe,rules=misere", "tictactoe,rules=normal", "tictactoe,rules=other", "tictactoe:1x3",
    "tictactoe,mirrors=left", "tictactoe,mirrors=never", "tictactoe:4x3,win=3,mirrors=right",
    "connect", "connect:7x6,win=4", "connect:2x2", "connect:3x9", "connect,rules=misere",
    "connect,mirrors=right", "connect,win=5", "awari", "awari:6x4", "awari:1x1", "awari:12x9",
    "awari:13x1", "awari:1x10", "awari:0x1", "awari:3", "awari,rules=simple",
    "awari,rules=research",
    "awari,rules=other", "awari,mirrors=never", "awari:3x2,take=2", "nim", "nim:1", "nim:60",
    "nim:61", "nim:0", "nim:x", "nim:1000", "nim,take=1", "nim,take=9", "nim,take=0", "nim,take=10",
    "nim,take=3", "nim,last=loses", "nim,last=wins", "nim,last=win", "nim:12", "nim:13", "nim:25",
    "dodgem", "dodgem:2x2", "dodgem:5x5", "dodgem:6x6", "dodgem:1x1", "dodgem:3x4", "dodgem,win=3",
    "awri", "told:notakto",
)  # fmt: skip
#: Boards to write positions and moves of, and positions besides those of a game, right or wrong.
POSITIONS = {
    "hexapawn:3x3": (
        "bbb/..w/ww. b", "BBB/..W/WW. W", "bbb/..w/ww.", "bbb/..w/ww. x", "bbb/..w b", "bbb b",
        "bbb/..w/ww.. b", "bbb/..x/ww. b", "bbb/b../www w", ".../.../... w", "w../.../..b w",
        "bbb/www/www w", ".b./.w./w.. w", ".b./.w./... b", "w../.b./... b", "..b/.../... w",
        ".../.../b.w w", "bb./w../... w", "b b", "", "b./ ../w w",
    ),
    "tictactoe:3x3": (
        "X.O/.X./... O", "x.o/.x./... o", "X../.../... X", ".../.../... O", "XXX/OO./... O",
        "XXX/OOO/... X", "XXO/OOX/XOX O", "XX./.../... X", "OOO/XX./... X", "XXX/OOO/X.. O",
    ),
    "tictactoe:3x3,rules=misere": ("XXX/OO./... O", "XXO/OOX/XOX O", "OOO/XX./X.. X"),
    "connect:4x4": (
        "..../..../X.../OX.. O", "X.../..../..../.... O", "OX../XO../OX../XO.. X",
        "..../..../..../XXX. O", "..../.X../..../.... O", "XOXO/XOXO/OXOX/OXOX X",
    ),
    "awari:3x2": (
        "2,2,2/2,2,2 S", "2,2,2/2,2,2 n", "0,0,0/1,0,2 S", "1,0,0/0,0,0 N", "2,2/2,2,2 S",
        "2,2,2 S",
        "2,2,2/2,2,3 S", "1,1,1/1,1,1000 S", "a,1,1/1,1,1 S", "0,0,12/0,0,0 S", "0,0,3/1,1,1 S",
        "0,0,2/2,2,0 S", "0,1,1/0,0,0 S", "0,0,1/0,0,0 S", "1,0,0/0,1,1 N",
    ),
    "awari:3x2,rules=simple": ("0,1,1/0,0,0 S", "0,0,3/1,1,1 S", "8,0,0/1,1,1 S"),
    "nim:12": ("7 F", "0 S", "12 f", "13 F", "x F", "1000 F", "2 S", "7", "7 X", "1 F"),
    "nim:10,take=4,last=loses": ("0 F", "3 S", "11 S"),
    "nim:25": ("25 F", "9 S"),
    "dodgem:3x3": (
        "r../r../.uu R", "..r/r../.uu R", ".../.../.uu U", "r../r../... R", "r../u../... R",
        "rrr/.../.uu R", "r../r../uuu R",
        "rrr/.../uuu R", "r../ur./.u. U", "r.r/uu./... R", "uur/..r/... U",
    ),
    "dodgem:4x4": ("r.../r.../r.../.uuu R", "r.../.... R"),
    "gaps:5": ("..... F", "o.... S", "oo... F", "o.o.o S", ".o.", ".o..x F", "...... F"),
    "told:notakto": (".../.../... f", "x../.../... s"),
}  # fmt: skip
#: Moves, right or wrong, of each board.
MOVES = (
    "a1", "a3", "b2", "c3", "d4", "a3a2", "b3c2", "a1a1", "a3z9", "a10", "A1", "a", "b", "e", "f",
    "A", "C", "D", "z", "ab", "", "0", "1", "3", "4", "5", "9", "12", "c2d2", "c2d3", "d2c2",
    "a2a1",
    "c3c4", "c3d3", "a4a3", "f1f2", "a3-a2",
)  # fmt: skip


def said(function, *arguments):
    """Return an answer, or its refusal, as text."""
    try:
        return function(*arguments)
    except KitgenError as error:
        return f"{type(error).__name__}: {error}"


def board(spec):
    return _template.make("5", {}) if spec.startswith("gaps") else make_game(spec)


def mapped(symmetry):
    """Return a symmetry by its name and where it moves the cells of a small board."""
    to = "".join(map(ascii_lowercase.__getitem__, symmetry.to)) if len(symmetry.to) <= 9 else ""
    return f"{symmetry.name} {to}"


def drawn(game):
    """Return all that a game says of its board."""
    diagram = game.diagram
    centres = " ".join(f"{x:g},{y:g}" for x, y in diagram.centres)
    letters = "".join(sorted(diagram.printed_letters))
    return [
        f"{game.spec}; {game.called}; {game.about}; {game.hands}; {game.points}; {game.rows_by}",
        f"{' '.join(map(mapped, game.symmetries))}; {game.repetition} {game.impartial}",
        f"{diagram.width}x{diagram.height} {diagram.cell} {diagram.moves} {diagram.pieces}",
        f"{diagram.seeds} {diagram.turns} {sorted(diagram.shaded)} {letters}: {centres}",
        f"{' '.join(diagram.names)} {' '.join(diagram.counted)}",
        game.text(game.start()),
    ]


def test_each_board_is_made_and_drawn_or_refused_as_before(golden):
    lines = []
    for spec in at_least(80, SPECS):
        game = said(make_game, spec)
        lines.append(f"== {spec}")
        lines += [game] if isinstance(game, str) else drawn(game)
    for size in ("2", "16", "17", "1", "x", None):
        game = said(_template.make, size, {})
        lines += [f"== gaps {size}", *([game] if isinstance(game, str) else drawn(game))]
    lines.append(said(_template.make, "5", {"a": "b"}))
    golden("games/boards", "\n".join(lines))


def explained(game, text):
    """Return what a game says of a position: its moves and stages, or its result and its end."""
    position = said(game.parse, text)
    if isinstance(position, str):
        return position
    result = game.result(position)
    moves = game.legal_moves(position)
    lying = f"{game.text(position)}, {game.diagram.lying(position)} lie"
    if result is not None or not moves:
        return f"{lying}: {result}, {game.ending(position)}, {len(moves)} moves"
    steps = []
    for move in moves:
        step = game.play(position, move)
        stages = " ".join(
            f"{stage.act}{stage.count}@{stage.cell}" for stage in game.stages(position, move)
        )
        kind = game.move_kind(position, move)
        text = f"{game.move_text(move)} {kind}{stages} {game.text(step.position)}"
        steps.append(f"{text} +{step.gain}" if step.gain else text)
    return f"{lying}: {'; '.join(steps)}"


def test_each_position_is_read_or_refused_as_before(golden):
    lines = []
    for spec, positions in POSITIONS.items():
        game = board(spec)
        lines.append(f"== {spec}")
        lines += [f"{text!r}: {explained(game, text)}" for text in at_least(2, positions)]
    golden("games/positions", "\n".join(lines))


def test_each_move_is_read_or_refused_as_before(golden):
    lines = []
    for spec in at_least(9, POSITIONS):
        game = board(spec)
        moves_by_answer = {}
        for text in MOVES:
            answer = said(game.parse_move, game.start(), text)
            if isinstance(answer, str):
                answer = answer.replace(repr(text), "…")
            moves_by_answer.setdefault(answer, []).append(text)
        lines.append(f"== {spec}")
        lines += [f"{answer} <- {' '.join(moves)}" for answer, moves in moves_by_answer.items()]
    golden("games/moves", "\n".join(lines))


class Own:
    """A game of somebody's own with one member that is wrong, or without one."""

    def __init__(self, **members):
        self._game = _template.make("3", {})
        self._members = members

    def __getattr__(self, name):
        if name in self._members:
            return self._members[name]
        if name in OPTIONAL or name.startswith("__"):
            raise AttributeError(name)
        return getattr(self._game, name)


#: Members that a game must not have.
WRONG = {
    "name": 3,
    "spec": None,
    "sides": (Side("a", "A"),),
    "sides ": ("a", "b"),
    "symmetries": ("identity",),
    "diagram": "3x3",
    "start": lambda: (0, 0, 0),
    "result": lambda _position: 0,
    "legal_moves": lambda _position: (),
    "legal_moves ": lambda _position: ["a"],
    "play": lambda _position, _move: (0, 0),
}


def test_a_game_of_ones_own_is_completed_and_its_wrong_members_are_refused(golden):
    lines = []
    for name, member in WRONG.items():
        lines.append(said(given_game, Own(**{name.strip(): member})))
    whole = completed(Own(points="beans"))
    position = whole.start()
    move = whole.legal_moves(position)[0]
    lines += [
        f"{whole.points} {whole.scoring} {whole.impartial} {whole.repetition} {whole.rows_by}",
        f"{dict(whole.about)} {dict(whole.hands)} {whole.packed} {whole.levels} {whole.words}",
        f"{whole.repeated(position)} {whole.ending(position)!r}",
        f"{whole.move_kind(position, move)!r} {whole.spoken(str, 'en')}",
        f"{whole.stages(position, move)} {type(whole).__name__}",
        f"{said(check_installed, 'gaps:5')} {said(check_installed, ' NIM:5')}",
        f"{said(check_installed, 'told:x')} {standard_name(' Nim : 5 , Take = 2 × 3 ')}",
    ]
    golden("games/of-ones-own", "\n".join(lines))


def test_grids_are_read_and_written_as_before(golden):
    sides = (Side("white", "w"), Side("black", "B"))
    alike = (Side("a", "w"), Side("b", "W"))
    lines = []
    for text in ("ab w", "ab W", "ab b", "ab", "a b w", "ab x", "  ab   B  ", ""):
        lines += [f"{said(split_side, text, each, 'ex')}" for each in (sides, alike)]
    for text in ("aB/.b", "Ab/.B", "ab", "ab/c.", "ab./..", "../..", "ab/..//"):
        lines += [f"{said(read_grid, text, 2, 2, signs, 'ex')}" for signs in (".ab", ".aA", ".bB")]
    lines += [write_grid(Position((0, 1, 2, 1, 0, 2), side), 3, ".ab", sides) for side in (0, 1)]
    lines += [cell_name(cell, 4, 3) for cell in (0, 3, 4, 11)]
    golden("games/grids", "\n".join(lines))


#: Games to play without mirrors, and the ways of doing so.
MIRRORED = (
    "hexapawn:4x3", "connect:4x4", "connect:5x4", "tictactoe:3x3", "told:notakto", "nim:9",
    "awari:3x2", "dodgem:3x3", "hexapawn:3x3,mirrors=left",
)  # fmt: skip
WAYS = ("allowed", "never", "left", "right", "up")


def test_games_are_played_without_mirrors_as_before(golden):
    lines = []
    for spec, way in at_least(45, list(product(MIRRORED, WAYS))):
        game = said(with_mirrors, make_game(spec), way)
        if isinstance(game, str):
            lines.append(f"{spec} {way}: {game}")
            continue
        start = game.start()
        legal = game.legal_moves(start)
        after = game.play(start, legal[-1]).position
        replies = " ".join(map(game.move_text, game.legal_moves(after)))
        moves = " ".join(map(game.move_text, legal))
        about = dict(game.about)
        lines.append(
            f"{spec} {way}: {game.called} {len(game.symmetries)} {moves}; {replies}; {about}"
        )
    golden("games/without-mirrors", "\n".join(lines))
