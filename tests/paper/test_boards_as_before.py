"""The boards of all games, told and built in: in a terminal, for fingers, and their legends; and
each shape of a piece.
"""

from types import SimpleNamespace

from counting import at_least
from jobs import TEMPLATES, TEXTS
from scene_text import dump
from test_drawn import digest

from kitgen.games import make_game
from kitgen.paper.card.board import counted_edges, is_lettered, named_board_text
from kitgen.paper.card.grid import Grid
from kitgen.paper.card.vocabulary import course, front_words, touch_entries
from kitgen.paper.marks.braille import read_braille
from kitgen.paper.marks.pieces import PIECES
from kitgen.paper.marks.scene import Scene
from kitgen.paper.parts.tactile import board_room, draw_empty
from kitgen.paper.spoken_game import Spoken

BUILT_IN = (
    "hexapawn:3x3", "hexapawn:4x3", "nim:5", "tictactoe:3x3", "awari:3x2", "awari:1x3",
    "connect:3x2", "dodgem:3x3",
)  # fmt: skip


def test_the_board_of_each_game_is_as_before(golden):
    names = [*BUILT_IN, *(f"told:{name}" for name in TEMPLATES.names("games"))]
    braille = read_braille("marburg-medium", "en", TEMPLATES)
    lines = []
    for name in at_least(20, names):
        game = make_game(name)
        start = game.start()
        lines += [f"== {name}", f"{is_lettered(game)} {counted_edges(game)}"]
        lines.append(named_board_text(game, start))
        lines.append(named_board_text(game, start, plain=True, counted=True))
        for player in (0, 1):
            kit = SimpleNamespace(game=game, players=(player,))
            wide, high = board_room(kit, braille, 20)
            lines.append(f"{wide:.2f} x {high:.2f} {digest(draw_empty(kit, braille, 20))}")
        spoken = Spoken(kit, TEXTS["en"])
        lines.append(f"{front_words(spoken)}")
        for marks, words in touch_entries(spoken):
            lines.append(f"{words} {digest(Scene(20, 20, marks))}")
    golden("boards/games", "\n".join(lines))


def test_a_line_bends_round_a_point_on_its_way_each_side_s_another_way(golden):
    grid = Grid(make_game("hexapawn:3x3").diagram, 20, 20, False)
    lines = []
    for start, end in at_least(4, ((0, 2), (2, 0), (0, 6), (0, 8), (0, 1))):
        for owner in (None, 0, 1, 2):
            corners = [f"{x:.2f},{y:.2f}" for x, y in course(grid, start, end, owner)]
            lines.append(f"{start} to {end}, {owner}: {' '.join(corners)}")
    golden("boards/lines", "\n".join(lines))


def test_each_shape_is_as_before(golden):
    lines = []
    for name, piece in at_least(5, PIECES.items()):
        looks = (piece.height, piece.sign, piece.plain, piece.stands, piece.loose)
        hull = [f"{x:.2f},{y:.2f}" for x, y in piece.hull((10, 10), 8)]
        marks = [piece.draw((10, 10), 8), *piece.touch((10, 10), 20)]
        lines += [f"== {name} {looks}", " ".join(hull), dump(Scene(20, 20, marks))]
    golden("boards/pieces", "\n".join(lines))
