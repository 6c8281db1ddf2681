"""Mistakes that classes make in the file of a game: each is refused in one line, with its line
and what to write.
"""

import re
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mutant_files import changed
from sampling import few
from told_samples import HENS

from kitgen.errors import TemplateError
from kitgen.games.told.told_file import game_at
from kitgen.games.told.told_game_words import game_words
from kitgen.games.told.told_mistakes import first_mistake
from kitgen.games.told.told_values import TWO_KINDS
from kitgen.reading.templates import Templates, toml_value

#: What is changed in the file, and what the refusal says after the file's name.
MISTAKES = {
    "a goal without brackets": (
        '"far"',
        '"a1"',
        "line 10: side.fox.goal is 'a1'; write goal = [\"a1\"]",
    ),
    "a table without side": ("[side.fox]", "[fox]", "line 8: unknown key 'fox'; write [side.fox]"),
    "one side": (
        HENS[HENS.index("\n[side.fox]") :],
        "",
        "line 5: a game has two sides, and here is only hens; write [side.black]",
    ),
    "no side": (
        HENS[HENS.index("\n[side.hens]") :],
        "",
        "a game has two sides; write [side.white] and [side.black]",
    ),
    "three sides": (
        "[side.fox]",
        '[side.owl]\nstep = ["any"]\n\n[side.fox]',
        "line 11: a game has two sides, and here are 3; keep two of",
    ),
    "a key of the top below a side": (
        'goal = "far"',
        "falls = true",
        (
            "unknown key 'falls' in side.fox; write falls = true at the top, before any line in "
            "brackets (above line 5)"
        ),
    ),
    "the same letter twice": (
        "[side.fox]",
        "[side.hawk]",
        "line 8: hens and hawk have the same letter 'h'; write sign = \"a\" below [side.hawk]",
    ),
    "start as one text": (
        '[".f.", "...", "hhh"]',
        '".f....hhh"',
        'line 3: start is \'.f....hhh\'; write start = [".f.", "...", "hhh"]',
    ),
    "start with strokes": (
        '[".f.", "...", "hhh"]',
        '".f. / ... / hhh"',
        'write start = [".f.", "...", "hhh"]',
    ),
    "start as a text of rows": (
        '[".f.", "...", "hhh"]',
        '"""\n.f.\n...\nhhh"""',
        'write start = [".f.", "...", "hhh"]',
    ),
    "blanks between the pieces": (
        '".f."',
        '". f ."',
        'line 3: start is [". f .", "...", "hhh"]; write start = [".f.", "...", "hhh"]',
    ),
    "blanks for empty places": (
        '".f."',
        '" f "',
        'start is [" f ", "...", "hhh"]; write start = [".f.", "...", "hhh"]',
    ),
    "a row for a goal": (
        '"far"',
        '"row 3"',
        'side.fox.goal is \'row 3\'; write goal = ["a3", "b3", "c3"]',
    ),
    "a row that the board does not have": (
        '"far"',
        '"row 4"',
        "side.fox.goal is 'row 4'; write goal = [\"b3\"]",
    ),
    "far misspelt": ('"far"', '"fra"', "line 10: side.fox.goal is 'fra'; write goal = \"far\""),
    "a blank in a side's name": (
        "[side.fox]",
        "[side.red fox]",
        "line 8: this line cannot be read; write [side.red-fox]",
    ),
    "a remark behind strokes": (
        '"3x3"',
        '"3x3" // ours',
        'line 2: this line cannot be read; write board = "3x3" # ours',
    ),
    "sides in a table of sides": (
        "[side.hens]",
        "[sides.hens]",
        "line 5: unknown key 'sides'; write [side.NAME] for each",
    ),
    "a table of players": (
        "[side.hens]",
        "[player.hens]",
        "line 5: unknown key 'player'; write [side.NAME] for each",
    ),
    "another word for taking": (
        'goal = "far"',
        "eats = true",
        "line 10: unknown key 'eats' in side.fox; write take =",
    ),
    "another word for stepping": (
        'goal = "far"',
        "walk = true",
        "unknown key 'walk' in side.fox; write step =",
    ),
    "another word for putting": (
        'goal = "far"',
        "put = true",
        "unknown key 'put' in side.fox; write hand =",
    ),
    "curly quotes": ('"3x3"', "“3x3”", 'line 2: this line cannot be read; write board = "3x3"'),
    "a blank behind a word without quotation marks": (
        '"far"',
        "far ",
        'line 10: this line cannot be read; write goal = "far"',
    ),
    "a key in capitals": ("board", "Board", "line 2: unknown key 'Board'; write board = \"3x3\""),
    "a size in capitals": ('"3x3"', '"3X3"', "line 2: board is '3X3'; write board = \"3x3\""),
    "a direction in capitals": (
        '"forward"',
        '"Forward"',
        'line 6: side.hens.step is ["Forward"]; write step = ["forward"]',
    ),
    "a table in capitals": (
        "[side.fox]",
        "[Side.fox]",
        "line 8: unknown key 'Side'; write [side.fox]",
    ),
    "a side in capitals": (
        "[side.fox]",
        "[side.Fox]",
        "start has 'f', and the letter of Fox is 'F'; write sign = \"f\"",
    ),
    "a point in capitals": (
        '"far"',
        '["A1"]',
        'line 10: side.fox.goal is ["A1"]; write goal = ["a1"]',
    ),
    "a side without moves": (
        'step = ["orthogonal"]\n',
        "",
        'line 8: side.fox has no moves; write, for example, step = ["forward"]',
    ),
    "a way without brackets": (
        '["forward"]',
        '"forward"',
        "line 6: side.hens.step is 'forward'; write step = [\"forward\"]",
    ),
    "a way without quotes": (
        '["forward"]',
        "[forward]",
        'line 6: this line cannot be read; write step = ["forward"]',
    ),
    "a word without quotes": (
        '"far"',
        "far",
        'line 10: this line cannot be read; write goal = "far"',
    ),
    "a size without quotes": (
        '"3x3"',
        "3x3",
        'line 2: this line cannot be read; write board = "3x3"',
    ),
    "a name without quotes": (
        '"Hens and fox"',
        "Hens and fox",
        'line 1: this line cannot be read; write name = "Hens and fox"',
    ),
    "no sign of equality": (
        "board =",
        "board",
        'line 2: this line cannot be read; write board = "3x3"',
    ),
    "a colon": ("board =", "board:", 'line 2: this line cannot be read; write board = "3x3"'),
    "no comma": (
        '"...", "hhh"',
        '"..." "hhh"',
        'line 3: this line cannot be read; write start = [".f.", "...", "hhh"]',
    ),
    "a semicolon": (
        '"...", "hhh"',
        '"..."; "hhh"',
        'line 3: this line cannot be read; write start = [".f.", "...", "hhh"]',
    ),
    "no bracket at the end": (
        '"hhh"]',
        '"hhh"',
        'line 3: this line cannot be read; write start = [".f.", "...", "hhh"]',
    ),
    "no quote at the end": (
        '"3x3"',
        '"3x3',
        'line 2: this line cannot be read; write board = "3x3"',
    ),
    "no bracket round a table": (
        "[side.fox]",
        "[side.fox",
        "line 8: this line cannot be read; write [side.fox]",
    ),
    "no brackets round a table": (
        "[side.fox]",
        "side.fox:",
        "line 8: this line cannot be read; write [side.fox]",
    ),
    "a blank in a table": (
        "[side.fox]",
        "[side fox]",
        "line 8: this line cannot be read; write [side.fox]",
    ),
    "round brackets": (
        '["forward"]',
        '("forward")',
        'line 6: this line cannot be read; write step = ["forward"]',
    ),
    "a key twice": (
        'goal = "far"',
        'goal = "far"\ngoal = "far"',
        "line 11: goal stands in line 10 already",
    ),
    "a key twice, as in the table of the other side": (
        'goal = "far"',
        'goal = "far"\nstep = ["forward"]',
        "line 11: step stands in line 9 already",
    ),
    "a table twice": ("[side.fox]", "[side.hens]", "line 8: [side.hens] stands in line 5 already"),
    "a key of the end at the top": (
        "start =",
        'stuck = "draws"\nstart =',
        "line 3: unknown key 'stuck'; write stuck = \"draws\" below [end]",
    ),
    "a key of a side at the top": (
        "start =",
        'step = ["any"]\nstart =',
        "line 3: unknown key 'step'; write step = [\"any\"] below [side.NAME]",
    ),
    "a key of a side in the end": (
        'goal = "far"',
        '[end]\ngoal = "far"',
        "unknown key 'goal' in end; write goal = \"far\" below [side.NAME]",
    ),
    "rows of different lengths": (
        '"..."',
        '".."',
        "line 3: start is not 3 rows of 3 signs (its rows have 3, 2, 3)",
    ),
    "a letter of nobody": ('".f."', '".g."', "line 3: start has 'g'; there are . h f"),
    "the far row in words": (
        '"far"',
        '"far row"',
        "line 10: side.fox.goal is 'far row'; write goal = \"far\"",
    ),
    "far in brackets": (
        '"far"',
        '["far"]',
        'line 10: side.fox.goal is ["far"]; write goal = "far"',
    ),
    "a point off the board": (
        '"far"',
        '["d4"]',
        "line 10: side.fox: there is no point 'd4' on the board; its points are a3",
    ),
    "taking as yes": (
        'goal = "far"',
        "take = true",
        'line 10: side.fox.take is true; write take = ["forward-diagonal"]',
    ),
    "a number in quotes": (
        'goal = "far"',
        'hand = "3"',
        "line 10: side.fox.hand is '3'; write hand = 3",
    ),
    "a number in words": (
        'goal = "far"',
        'hand = "three"',
        "line 10: side.fox.hand is 'three'; write hand = 3",
    ),
    "lines in quotes": ("start =", 'lines = "3"\nstart =', "line 3: lines is '3'; write lines = 3"),
    "lines in brackets": (
        "start =",
        "lines = [3]\nstart =",
        "line 3: lines is [3]; write lines = 3",
    ),
    "one line of points": (
        "start =",
        'lines = ["a1", "b1"]\nstart =',
        'write lines = [["a1", "b1"]]',
    ),
    "a draw in the singular": (
        'goal = "far"',
        '[end]\nstuck = "draw"',
        "line 11: end.stuck is 'draw'; write stuck = \"draws\"",
    ),
    "a loss in the singular": ('goal = "far"', '[end]\nreach = "lose"', 'write reach = "loses"'),
    "a side that begins in capitals": (
        "start =",
        'first = "Hens"\nstart =',
        "line 3: first is 'Hens'; write first = \"hens\"",
    ),
    "a side that is none": (
        "start =",
        'first = "cow"\nstart =',
        "line 3: first is 'cow', but the sides are hens and fox",
    ),
    "endless in the singular": (
        'goal = "far"',
        '[end]\nendless = "draw"',
        'write endless = "draws"',
    ),
    "two moves": (
        'goal = "far"',
        "moves = 2",
        (
            "line 10: unknown key 'moves' in side.fox; a told game cannot have several "
            "moves in one turn"
        ),
    ),
    "forced": (
        "start =",
        "forced = true\nstart =",
        "line 3: unknown key 'forced'; a told game cannot have forced captures",
    ),
    "covers": (
        'goal = "far"',
        "covers = 2",
        "a told game cannot have pieces that cover two points",
    ),
    "becomes": (
        'goal = "far"',
        'becomes = "queen"',
        "a told game cannot have pieces that become others",
    ),
    "pieces": (
        'goal = "far"',
        'pieces = ["king", "pawn"]',
        f"unknown key 'pieces' in side.fox; {TWO_KINDS}",
    ),
    "a table in a side": (
        'goal = "far"',
        '[side.fox.king]\nstep = ["any"]',
        "unknown key 'king' in side.fox; write [side.fox.piece.king]",
    ),
    "two letters": (
        'goal = "far"',
        'sign = ["f", "k"]',
        f'line 10: side.fox.sign is ["f", "k"]; {TWO_KINDS}',
    ),
    "a kind as a word": (
        'goal = "far"',
        'piece.king = "any"',
        f"line 10: side.fox.piece.king is 'any'; {TWO_KINDS}",
    ),
    "one kind": (
        'step = ["orthogonal"]',
        'piece.king = { step = ["any"] }',
        (
            "line 9: side.fox.piece: a table is for each of two kinds of pieces; one kind has its "
            "keys below [side.fox]"
        ),
    ),
    "three kinds": (
        'step = ["orthogonal"]',
        "".join(f'piece.{name} = {{ step = ["any"] }}\n' for name in ("fox", "king", "queen")),
        (
            "line 11: side.fox.piece: a side has at most two kinds of pieces; keep two of "
            "fox, king, queen"
        ),
    ),
    "two kinds with one letter": (
        'step = ["orthogonal"]',
        'piece.fox = { step = ["any"] }\npiece.fool = { step = ["any"] }',
        (
            "line 10: fox of fox and fool of fox have the same letter 'f'; "
            'write sign = "o" below [side.fox.piece.fool]'
        ),
    ),
    "a kind without moves": (
        'step = ["orthogonal"]',
        'piece.fox = { step = ["any"] }\npiece.king = {}',
        (
            "line 10: side.fox.piece.king has no moves; write, for example, "
            'step = ["forward"] below [side.fox.piece.king]'
        ),
    ),
    "a kind that becomes another": (
        'step = ["orthogonal"]',
        'piece.fox = { step = ["any"], promotes = "king" }\npiece.king = { step = ["any"] }',
        (
            "unknown key 'promotes' in side.fox.piece.fox; a told game cannot have pieces that "
            "become others"
        ),
    ),
    "a key of a side in a kind": (
        'step = ["orthogonal"]',
        'piece.fox = { step = ["any"], hand = 2 }\npiece.king = { step = ["any"] }',
        (
            "unknown key 'hand' in side.fox.piece.fox; a kind of pieces has only sign, "
            "looks, called, step"
        ),
    ),
    "a key of kinds below the side": (
        'step = ["orthogonal"]',
        'step = ["any"]\npiece.fox = { step = ["any"] }\npiece.king = { step = ["any"] }',
        (
            "side.fox.step: each kind of pieces has its own; write it in [side.fox.piece.fox], "
            "[side.fox.piece.king]"
        ),
    ),
    "kinds that are put": (
        'step = ["orthogonal"]',
        'hand = 2\npiece.fox = { step = ["any"] }\npiece.king = { step = ["any"] }',
        "side.fox.hand: a side with two kinds of pieces puts none on the board",
    ),
    "a kind that is nowhere": (
        'step = ["orthogonal"]',
        'piece.fox = { step = ["any"] }\npiece.king = { step = ["any"] }',
        "side.fox.piece.king has no effect here: start has no such piece",
    ),
    "a jump": ('goal = "far"', "jumps = true", 'write jump = ["forward"]'),
    "a jump by its game": ('goal = "far"', "checkers = true", 'write jump = ["forward"]'),
    "a jump as a step": ('"orthogonal"', '"jump"', 'write jump = ["forward"]'),
    "dice": (
        "start =",
        "dice = 6\nstart =",
        "line 3: unknown key 'dice'; a told game cannot have dice or chance",
    ),
    "no name": (
        'name = "Hens and fox"\n',
        "",
        "line 1: key 'name' is missing; write, for example, name = ",
    ),
    "no board": (
        'board = "3x3"\n',
        "",
        "line 1: key 'board' is missing; write, for example, board = ",
    ),
    "another word for a direction": (
        '"forward"',
        '"ahead"',
        'line 6: side.hens.step is ["ahead"]; write step = ["forward"]',
    ),
    "another word for a key": (
        "step =",
        "moves =",
        "line 6: unknown key 'moves' in side.hens; write step = [\"forward\"]",
    ),
    "capture": (
        'goal = "far"',
        'captures = ["diagonal"]',
        "unknown key 'captures' in side.fox; write take = [\"diagonal\"]",
    ),
    "win": ('goal = "far"', 'win = "a1"', "unknown key 'win' in side.fox; write goal = [\"a1\"]"),
    "a truth in words": (
        "start =",
        'falls = "yes"\nstart =',
        "line 3: falls is 'yes'; write falls = true",
    ),
    "a size with blanks": ('"3x3"', '"3 x 3"', 'write board = "3x3"'),
    "a size as a number": ('"3x3"', "3", 'line 2: board is 3; write board = "3x3"'),
    "an underscore": ('goal = "far"', 'not_beside = "any"', 'write not-beside = "any"'),
    "a kind of piece": (
        'goal = "far"',
        'piece = "king"',
        'write piece = "piece" and called for its name',
    ),
    "a name of a side as text": (
        'goal = "far"',
        'name = "Fox"',
        "line 10: side.fox.name is 'Fox'; write name = { en = \"Fox\" }",
    ),
    "points as numbers": ('"far"', "[1]", 'line 10: side.fox.goal is [1]; write goal = ["1"]'),
}


def refusal(folder, text):
    path = folder / "hens.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(TemplateError) as caught:
        game_at(path)
    message = str(caught.value)
    assert message.startswith(f"'{path}'"), message
    assert "\n" not in message
    return message.removeprefix(f"'{path}'").removeprefix(", ").removeprefix(": ")


@pytest.mark.parametrize("what", MISTAKES)
def test_a_mistake_is_refused_with_the_line_to_write(tmp_path, what):
    old, new, says = MISTAKES[what]
    assert old in HENS
    message = refusal(tmp_path, HENS.replace(old, new, 1))
    assert re.match(r"line \d+: ", message), message
    assert says in message, message


@pytest.mark.parametrize("name", few([*game_words().cannot], one_in=4))
def test_every_rule_beyond_the_language_is_refused_by_what_it_means(tmp_path, name):
    entry = game_words().cannot[name]
    for word in entry.words:
        for form in (word, f"{word}s", f"can-{word}"):
            message = refusal(tmp_path, HENS.replace('goal = "far"', f"{form} = true"))
            assert "a told game cannot have " in message, (form, message)
    assert entry.means in refusal(
        tmp_path, HENS.replace('goal = "far"', f"{entry.words[0]} = true")
    )


#: What a class writes in its own words, and what it is told.
OWN_WORDS = {
    'prend = ["forward"]': "unknown key 'prend' in side.fox; write take = [\"forward\"]",
    "mange = true": 'write take = ["forward-diagonal"]',
    'saute = ["back"]': 'write jump = ["back"]',
    'objectif = "far"': 'write goal = "far"',
    'couleur = "rouge"': 'write looks = "counter"',
    'arrivée = ["a3"]': "unknown key 'arrivée' in side.fox; write goal = [\"a3\"]",
    'schlägt = ["forward"]': "unknown key 'schlägt' in side.fox; write take = [\"forward\"]",
    'springt = ["forward"]': 'write jump = ["forward"]',
    'ziel = ["a3"]': 'write goal = ["a3"]',
    'zieht = ["vorwärts"]': 'write step = ["forward"]',
    'slide = ["rückwärts", "rechts"]': 'write slide = ["back", "right"]',
    'slide = ["arrière", "gauche"]': 'write slide = ["back", "left"]',
    'slide = ["droite", "en-avant"]': 'write slide = ["right", "forward"]',
    'slide = ["sinistra", "avanti"]': 'write slide = ["left", "forward"]',
    'slide = ["destra", "indietro"]': 'write slide = ["right", "back"]',
    'slide = ["izquierda", "adelante"]': 'write slide = ["left", "forward"]',
    'slide = ["derecha", "atrás"]': 'write slide = ["right", "back"]',
    "speed = 2": "a told game cannot have moves of a certain length",
    "bomb = true": "a told game cannot have pieces that are taken away by choice",
    'begins = "fox"': 'write first = "fox" at the top',
    '[side.hérisson]\nstep = ["any"]': "this line cannot be read; write [side.herisson]",
    '[side.Füße]\nstep = ["any"]': "this line cannot be read; write [side.Fusse]",
}


@pytest.mark.parametrize("line", OWN_WORDS)
def test_words_of_a_class_are_refused_by_what_they_mean(tmp_path, line):
    message = refusal(tmp_path, HENS.replace('goal = "far"', line))
    assert message.startswith("line 10: ")
    assert OWN_WORDS[line] in message


GAMES = [
    Templates().path("games", name).read_text(encoding="utf-8")
    for name in Templates().names("games")
]


@given(st.data())
def test_whatever_a_file_says_is_explained_without_failing(data):
    table = data.draw(changed(tomllib.loads(data.draw(st.sampled_from([HENS, *GAMES])))))
    text = "".join(f"{key} = {toml_value(value)}\n" for key, value in table.items())
    cut = data.draw(st.integers(0, len(text)))
    for each in (text, text[:cut], text[cut:]):
        mistake = first_mistake(each)
        assert mistake is None or (
            1 <= mistake.line <= len(each.splitlines()) + 1 and "\n" not in mistake.says
        )


@pytest.mark.parametrize("text", GAMES, ids=Templates().names("games"))
def test_a_game_without_a_mistake_has_none(text):
    assert first_mistake(text) is None
