"""The language of games told as data: what is refused, with its line and its key, and that a
game has one form.
"""

import tomllib
from typing import Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mutant_files import changed
from sampling import few

from kitgen.errors import KitgenError, TemplateError
from kitgen.games import make_game
from kitgen.games.told.told_file import game_at
from kitgen.games.told.told_game import ToldGame
from kitgen.games.told.told_language import Told, canonical, parsed
from kitgen.reading.schema import to_schema
from kitgen.reading.templates import Templates

#: The lines of a game that can be played.
LINES = """\
name = "Hens and fox"
board = "3x3"
start = ["f..", "...", "h.h"]
first = "hens"

[side.hens]
step = ["forward", "side"]

[side.fox]
step = ["any"]
goal = "far"

[end]
stuck = "loses"
"""


def refusal(tmp_path, text):
    path = tmp_path / "hens.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(TemplateError) as caught:
        game_at(path)
    return str(caught.value).removeprefix(f"'{path}'").removeprefix(", ").removeprefix(": ")


def test_the_game_that_is_spoiled_below_is_one(tmp_path):
    path = tmp_path / "hens.toml"
    path.write_text(LINES, encoding="utf-8")
    game = game_at(path)
    assert [side.name for side in game.sides] == ["hens", "fox"]
    assert [game.move_text(move) for move in game.legal_moves(game.start())] == [
        "a1a2",
        "a1b1",
        "c1c2",
        "c1b1",
    ]


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('board = "3x3"', 'bord = "3x3"', "line 2: unknown key 'bord'; did you mean 'board'?"),
        ('board = "3x3"\n', "", "line 1: key 'board' is missing; write, for example, board = "),
        (
            '"3x3"',
            '"cube 3"',
            "line 2: board 'cube 3': write 3x3, path 9, ring 8, wheel 8, or [board] with points",
        ),
        ('"3x3"', '"9x9"', "line 2: board 9x9: a board has 2 to 64 points"),
        (
            '["f..", "...", "h.h"]',
            '["f##", "###", "###"]',
            "line 2: board 3x3: a board has 2 to 64 points",
        ),
        ('"f.."', '"f."', "line 3: start is not 3 rows of 3 signs (its rows have 2, 3, 3)"),
        ('"f.."', '"q.."', "line 3: start has 'q'; there are . h f"),
        (
            'first = "hens"',
            'first = "cow"',
            "line 4: first is 'cow', but the sides are hens and fox",
        ),
        (
            '["forward", "side"]',
            '["onward"]',
            "line 7: side.hens: there is no direction 'onward'; there",
        ),
        ('["forward", "side"]', '"forward"', "line 7: side.hens.step is 'forward'; write step = ["),
        ('goal = "far"', 'goal = ["d4"]', "line 11: side.fox: there is no point 'd4' on the board"),
        ('stuck = "loses"', 'stuck = "lost"', "line 14: end.stuck is 'lost'; write stuck = "),
        (
            'stuck = "loses"',
            'endless = "cow"',
            "line 14: endless is 'cow'; write draws, or the name of a side",
        ),
        (
            "[side.fox]",
            "[side.hawk]\n[side.fox]",
            "line 10: a game has two sides, and here are 3; keep two of",
        ),
        (
            '[side.fox]\nstep = ["any"]',
            "[side.fox]",
            "line 9: side.fox has no moves; write, for example, step",
        ),
        (
            'step = ["any"]',
            "must-take = true",
            "line 10: unknown key 'must-take' in side.fox; a told game cannot have",
        ),
        (
            'step = ["any"]',
            'double = ["forward"]',
            "line 10: unknown key 'double' in side.fox; a told game cannot",
        ),
        (
            "[end]",
            "[end]\nconnect = 1",
            "line 14: unknown key 'connect' in end; a told game cannot have sides",
        ),
        (
            'step = ["any"]',
            'slide = ["any", "links"]',
            "line 10: side.fox.slide holds 'links', but pieces slide in",
        ),
        (
            "[end]",
            "[common]\nslide = ['links']\n[end]",
            "line 14: common.slide holds 'links', but pieces slide in",
        ),
        (
            "[end]",
            "falls = 3\n[end]",
            "line 13: unknown key 'falls' in side.fox; write falls = true at the top",
        ),
    ],
)
def test_a_mistake_is_refused_with_its_line_and_what_to_write(tmp_path, old, new, says):
    assert old in LINES
    assert refusal(tmp_path, LINES.replace(old, new, 1)).startswith(says)


#: The games that are shipped.
SHIPPED = [Templates().path("games", name) for name in Templates().names("games")]


@pytest.mark.parametrize("path", few(SHIPPED, one_in=3), ids=lambda path: path.stem)
def test_a_game_is_read_back_from_its_one_line(path):
    game = game_at(path)
    again = make_game(game.spec)
    assert again.spec == game.spec
    assert again.told == game.told
    assert again.symmetries == game.symmetries
    assert game.spec == make_game(f"told:{path.stem}").spec
    assert game.called == game.told.name


def test_what_is_no_game_or_not_in_its_form_is_refused():
    spec = make_game("told:hexapawn").spec
    for wrong in (
        spec.replace("{", "{ ", 1),
        spec.replace('"board":"3x3"', '"board":"3x3","falls":false'),
        spec[:-1],
        spec.replace("forward", "x" * 300),
        "told:{}",
        'told:{"name":"' + "x" * 30_000,
    ):
        with pytest.raises(KitgenError):
            make_game(wrong)


def test_the_game_of_a_kit_may_hold_what_a_file_may_no_longer_say():
    spec = make_game("told:queen-5x8").spec
    game = make_game(spec.replace('"slide":["left"', '"slide":["links","left"'))
    assert game.spec != spec
    assert game.legal_moves(game.start()) == make_game(spec).legal_moves(game.start())


@given(st.data())
def test_whatever_a_file_says_is_played_or_refused(data):
    path = data.draw(st.sampled_from(SHIPPED))
    table = data.draw(changed(tomllib.loads(path.read_text(encoding="utf-8"))))
    try:
        told = msgspec.convert(table, Told)
    except (msgspec.ValidationError, RecursionError, UnicodeError):
        return
    try:
        game = ToldGame(told)
        assert parsed(canonical(told)) == told
    except KitgenError:
        return
    position = game.start()
    for _ in range(6):
        assert game.parse(game.text(position)) == position
        moves = game.legal_moves(position)
        texts = [game.move_text(move) for move in moves]
        assert len({*texts}) == len(moves)
        assert [game.parse_move(position, text) for text in texts] == [*moves]
        for symmetry in game.symmetries:
            images = {symmetry.move(move) for move in moves}
            assert images == {*game.legal_moves(symmetry.position(position))}
        if not moves:
            assert game.result(position) is not None
            break
        position = game.play(position, data.draw(st.sampled_from(moves))).position


def test_a_table_that_might_have_been_a_word_is_explained_too():
    class Kind(msgspec.Struct):
        called: dict[str, str] = {}

    class Side(msgspec.Struct):
        piece: Literal["pawn"] | dict[str, Kind] = "pawn"

    with pytest.raises(ValueError, match=r"called.*must be"):
        to_schema({"piece": {"king": {"called": "man"}}}, Side, "a game", ValueError)
