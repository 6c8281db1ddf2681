"""Two kinds of pieces for a side: each moves, takes and jumps in its own way, and is drawn and
named apart.
"""

import msgspec
import pytest
from test_told_jumps import jumps
from test_told_speech import kit_of

from kitgen.errors import TemplateError, UsageError
from kitgen.games import make_game
from kitgen.games.told.told_file import game_at
from kitgen.games.told.told_game import ToldGame
from kitgen.games.told.told_language import Told, canonical
from kitgen.reading.templates import Templates
from kitgen.reading.texts import texts_in
from kitgen.verification.told_rules import told_faults
from kitgen.verification.told_speech import words_check

KING = {"sign": "K", "step": ["any"], "take": ["any"]}
PAWN = {"sign": "P", "step": ["forward"], "take": ["forward-diagonal"]}
LANGUAGES = Templates().languages()


def game_of(*, board="3x3", start, white=None, black=None, **keys):
    white = {"piece": {"king": KING, "pawn": PAWN}} | (white or {})
    sides = {"white": white, "black": black or {"step": ["any"]}}
    return ToldGame(
        msgspec.convert(
            {"name": "Kinds", "board": board, "start": start, "side": sides, **keys}, Told
        )
    )


def moves(game, text=None):
    position = game.start() if text is None else game.parse(text)
    return {game.move_text(move) for move in game.legal_moves(position)}


def rules(game, language="en"):
    return game.spoken(texts_in(language), language)["rules"].splitlines()


def test_each_kind_moves_and_takes_in_its_own_way():
    game = game_of(start=["..b", "b.b", "KP."])
    assert moves(game) == {"a1a2", "a1b2", "b1b2", "b1a2", "b1c2"}


def test_a_piece_of_either_kind_can_be_taken():
    black = {"step": ["right"], "take": ["forward", "forward-right"], "faces": "down"}
    game = game_of(start=["..b", "KP.", "..."], black=black)
    assert moves(game, "..b/KP./... b") == {"c3b3", "c3b2"}
    assert moves(game, ".b./KP./... b") == {"b3a3", "b3b2", "b3a2"}
    assert moves(game, ".b./PK./... b") == {"b3a3", "b3b2", "b3a2"}


def test_jumps_go_over_own_pieces_of_both_kinds():
    leaper = {"sign": "K", "jump": ["right"], "over": "own"}
    white = {"piece": {"king": leaper, "pawn": PAWN}}
    game = game_of(board="3x1", start=["KP."], white=white, black={"step": ["any"]})
    assert jumps(game) == {"a1c1": ".PK"}


def test_a_side_has_lost_all_its_pieces_only_when_both_kinds_are_gone():
    game = game_of(
        start=["..K", "...", "b.P"], black={"step": ["any"], "take": ["any"]}, end={"taken": "wins"}
    )
    assert game.result(game.parse("..K/.../b.. w")) is None
    assert game.result(game.parse(".../.../b.P w")) is None
    assert game.result(game.parse(".../.../b.. w")) == -1


def test_lines_and_goals_are_those_of_both_kinds():
    game = game_of(start=["b.b", "...", "KPK"], lines=3, white={"goal": ["b3"]})
    assert game.ending(game.parse("b.b/KKP/... b")) == "line"
    assert game.ending(game.parse("bKb/.../.P. b")) == "reach"
    assert game.ending(game.parse("bPb/.../K.. b")) == "reach"
    assert game.result(game.parse("b.b/K.P/... b")) is None


@pytest.mark.parametrize(
    "more",
    [
        {"end": {"taken": "wins"}},
        {"lines": 2},
        {"white": {"goal": "far", "enter": {"points": ["a2"], "beside": "other"}}},
        {"black": {"jump": ["any"], "over": "any", "jump-takes": True, "step": ["forward"]}},
    ],
    ids=str,
)
def test_the_second_reading_plays_the_same(more):
    game = game_of(board="2x3", start=["b.", "..", "KP"], **more)
    assert told_faults(game, canonical(game.told), 5000)[1] == []


def test_sides_whose_kinds_are_alike_share_a_paragraph_for_each():
    lines = rules(make_game("told:chess-3x3"))
    assert [line.partition(":")[0] for line in lines] == [
        "Setup",
        "White starts; then the two sides take turns.",
        "King",
        "Pawn",
        "You win when a piece of yours reaches the far row or when the other side cannot move.",
        "If the same position comes up for the third time, it is a draw.",
    ]
    assert (
        lines[0]
        == "Setup: White, king on b1; White, pawn on c1; Black, king on b3; Black, pawn on a3."
    )
    assert lines[2].startswith(
        "King: this piece moves one square in any direction, onto an empty square. This piece takes"
    )


def test_sides_whose_kinds_differ_have_a_paragraph_for_each_kind():
    lines = rules(game_of(start=["..b", "...", "KP."]))
    heads = [line.partition(":")[0] for line in lines]
    assert heads[2:5] == ["White, king", "White, pawn", "Black"]


@pytest.mark.parametrize(
    ("language", "head"),
    [("en", "White, dragon"), ("it", "Bianco, drago"), ("es", "Blancas, dragon")],
)
def test_a_kind_is_called_as_the_file_says_or_by_its_name(language, head):
    dragon = {**KING, "called": {"it": ["drago", "draghi"]}}
    game = game_of(start=["..b", "...", "KP."], white={"piece": {"dragon": dragon, "pawn": PAWN}})
    assert rules(game, language)[2].startswith(f"{head}: ")
    assert words_check(kit_of(game, language)).verdict == "right"


def test_where_both_sides_look_the_same_way_it_is_said_of_both():
    white = {"faces": "right"}
    black = {
        "faces": "right",
        "piece": {"king": {**KING, "sign": "k"}, "pawn": {**PAWN, "sign": "p"}},
    }
    game = game_of(start=["k.p", "...", "KP."], white=white, black=black)
    assert [line.partition(":")[0] for line in rules(game)][2:5] == [
        "Ahead is from column a to column c.",
        "King",
        "Pawn",
    ]
    for language in LANGUAGES:
        assert words_check(kit_of(game, language)).verdict == "right"


def test_words_of_another_kind_are_found():
    game = make_game("told:chess-3x3")
    other = game.spec.replace('"pawn":{"step":["forward"]', '"pawn":{"step":["back"]')
    assert other != game.spec
    for language in LANGUAGES:
        check = words_check(kit_of(game, language, other))
        assert check.verdict == "wrong"
        assert "kind pawn step" in " ".join(check.faults)


def test_a_king_wears_a_crown_wherever_it_stands_in_the_file():
    chess = make_game("told:chess-3x3").diagram.pieces
    assert chess == {1: "king-light", 5: "pawn-light", 2: "king-dark", 6: "pawn-dark"}
    last = game_of(start=["..b", "...", "KP."], white={"piece": {"pawn": PAWN, "king": KING}})
    assert last.diagram.pieces == {1: "pawn-light", 5: "king-light", 2: "pawn-dark"}
    unnamed = game_of(start=["..b", "...", "KP."], white={"piece": {"cub": PAWN, "lion": KING}})
    assert unnamed.diagram.pieces == {1: "pawn-light", 5: "king-light", 2: "pawn-dark"}


@pytest.mark.parametrize("key", ["sign", "step", "called", "hand", "on"])
def test_what_each_kind_has_for_itself_is_refused_below_the_side(key):
    value = {"sign": "K", "step": ["any"], "called": {"en": ["a", "b"]}, "hand": 2, "on": ["a1"]}[
        key
    ]
    with pytest.raises(UsageError, match=rf"^side\.white\.{key}: "):
        game_of(start=["..b", "...", "KP."], white={key: value})


def test_common_pieces_are_of_one_kind():
    with pytest.raises(UsageError, match=r"common\.piece"):
        game_of(
            start=["..b", "...", "KPo"],
            common={"piece": {"king": {"step": ["any"]}, "pawn": {"step": ["up"]}}},
        )


@pytest.mark.parametrize(
    ("king", "pawn", "line", "says"),
    [
        ("", 'en = ["King", "kings"]', 9, "'king' in called.en; write another name for pawn"),
        (
            'en = ["man", "men"]',
            'en = ["lad", "men"]',
            9,
            "'men' in called.en; write another name for pawn",
        ),
        ('it = ["pedone", "pedoni"]', "", 8, "'pedone' in called.it; write another name for king"),
        ('en = ["man", "men"]', 'it = ["man", "men"]', 0, ""),
        ('en = ["man", "men"]', 'en = ["lad", "lads"]', 0, ""),
    ],
)
def test_two_kinds_of_a_side_are_not_called_alike(tmp_path, king, pawn, line, says):
    text = Templates().path("games", "chess-3x3").read_text()
    for kind, called in (("king", king), ("pawn", pawn)):
        text = text.replace(f"piece.{kind} = {{", f"piece.{kind} = {{ called = {{ {called} }},", 1)
    path = tmp_path / "chess.toml"
    path.write_text(text)
    if not line:
        game_at(path)
        return
    with pytest.raises(TemplateError) as refusal:
        game_at(path)
    assert str(refusal.value).endswith(
        f"line {line}: king and pawn of white are both called {says}"
    )
