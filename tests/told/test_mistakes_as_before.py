"""Files of games with mistakes of every kind, as a golden text: the line of each, what is wrong,
and what to write.
"""

from counting import at_least
from told_samples import HENS

from kitgen.errors import TemplateError, UsageError
from kitgen.games.told.told_file import game_of_text
from kitgen.games.told.told_language import line_of
from kitgen.games.told.told_mistakes import first_mistake, mistake_in_game

#: Two kinds of pieces on a side.
KINGS = """\
name = "Kings"
board = "4x4"
start = ["Kk..", "....", "....", "..rp"]
[side.white.piece.king]
sign = "K"
step = ["any"]
[side.white.piece.pawn]
sign = "k"
step = ["forward"]
[side.black.piece."red rook"]
sign = "r"
slide = ["orthogonal"]
[side.black.piece.pawn]
step = ["forward"]
called = { en = ["foot", "feet"] }
"""
#: Lines that are no TOML, or are, each instead of the goal in the file about hens.
LINES = (
    "goal: far", "goal := far", "goal == 'far'", "goal -> far", "goal is far", "goal is 'far'",
    'goal "far"', "goal 3", "goal = far", "goal = b3", "goal = [b3, a3]", 'goal = ["b3" "a3"]',
    'goal = ["b3", "a3"', 'goal = ["b3; a3"]', "goal = ['b3'; 'a3']", "goal = (b3)",
    'goal = ("b3", "a3")', "goal = “far”", "goal = ‘far’", "goal = «far»", 'goal = "far',
    'goal = far"', 'goal = ["b3]', "goal = Yes", "goal = no", "goal = True", "goal =", "goal",
    "= far", 'called = { en: ["a", "b"] }', 'called = { en = ["a", "b"]', "[end", "[ end ]",
    "end:", "{end}", "(board)", "side owl:", "common:", "[side owl]", "[side.owl", "[owl", "[Owl]",
    "[side.Three Owls]", "[côté.hibou]", "[Straße]", "// remark", "goal = 'far' // remark",
    'goal = "far" # remark', 'step = ["any"]', "[side.fox]", "[side.hens]", 'name = "Owls"',
    "hand = 3 # three\nhand = 4", "[end]\nstuck = draws", "[end]\n[end]", "a.b = 1\na = 2",
    "hand = 1e999", "hand = 08", 'goal = "far"\n\n\ngoal = "far"', 'lines = ["a1", "a2"',
    "\tgoal =\t far ", "goal = far, a3", "goal = 3x", "goal = 3 x", "goal = @", "goal = [@]",
    "wins = true", "speed = 2", "moves = 2", "captures = true", "captures = false", "jumps = 1",
    "jumps = true", "Goal = 'far'", "goal_ = 1",
    'goal = ["b3 ]', 'goal = ["b3]\t', "[end] # one\n[end]", "hand = " + "9" * 5000,
    "[end] # one\n[end] # two", "not_beside = 'any'", "Not Beside = 'any'",
    '"not beside" = "any"', "first = 'fox'", "points = 3", "beside = 'own'", "stuck = 'draws'",
    "endles = 'draws'", "gaol = 'far'", "zzzz = 1", "zzzz = {}", "queen = { step = ['any'] }",
    "players = { a = 1 }", "Team = { a = 1 }", "kind = 'king'", "king = true", "pieces = 3",
    "enter = { points = ['a1'], besides = 'own' }", "enter = 'a1'", "enter = { beside = 'enemy' }",
    "called = 'hen'", "color = 'red'", "start = ['a']", "board = '3x3'", "flies = true",
    "over = true", "rückwärts = true", "piece = { king = 1, pawn = 2 }", "step2 = 'any'",
    "piece = { king = { step = ['any'] } }", "piece = { a = {}, b = {}, c = {}, d = {} }",
    "piece = { king = { step = 'any' }, pawn = { hand = 3, goal = 'far' } }", "sign = 'F'",
    "sign = 'h'", "sign = 3", "sign = 'hf'", "several = 1", "looks = 'round'", f"zz = '{'y' * 99}'",
    f"step = {['forward'] * 12}".replace("'", '"'), "goal = " + "[" * 2000, "." * 2001,
)  # fmt: skip
#: Pieces called alike in the second language alone.
LATER_ALIKE = 'slide = ["any"]\ncalled = { de = ["a", "b"], it = ["pedone", "c"] }'
#: What is changed in a whole file: in which one, what stands there, and instead of it.
CHANGES = (
    (HENS, '"3x3"', "3x3"), (HENS, '"3x3"', "3"), (HENS, '"3x3"', "[3, 3]"),
    (HENS, 'name = "Hens and fox"\n', ""), (HENS, 'board = "3x3"\n', ""),
    (HENS, 'board = "3x3"\n', "Board = '3x3'\n"), (HENS, 'name = "Hens', 'name = "Hens\x00'),
    (HENS, '[side.hens]\nstep = ["forward"]\n', ""), (HENS, HENS[HENS.index("\n[") :], ""),
    (HENS, "[side.fox]", "[side.owl]\nstep = ['any']\n[side.fox]"), (HENS, "fox]", "hawk]"),
    (HENS, "[side.hens]", "[sides.hens]"), (HENS, "side.hens", "hens"), (HENS, "side.", ""),
    (HENS, "[side.hens]", "[Side.hens]"), (HENS, "[side.hens]", "[end]\nfalls = true\n[side.hens]"),
    (HENS, '[side.fox]\nstep = ["orthogonal"]', "[side.black]"), (HENS, '"..."', "3"),
    (HENS, '".f."', '".f.a"'), (HENS, '".f."', '"..."'), (HENS, '".f."', '".H."'),
    (HENS, "[side.hens]", "[side.hens]\nsign = 'H'"), (HENS, "[side.hens]\n", "[side.black]\n"),
    (HENS, HENS[HENS.index("\n[side.fox]") :], ""), (HENS, 'step = ["forward"]\n', ""),
    (HENS, 'step = ["orthogonal"]\n', ""), (HENS, 'step = ["forward"]', "step = []\nhand = 0"),
    (HENS, "[side.fox]", "[side.fox]\nlooks = 'pawn-dark'\n[common]\nlooks = 'pawn-dark'"),
    (HENS, "[side.fox]", "[side.fox]\nlooks = 'ring'\n[common]\nlooks = 'disc'"),
    (HENS, "[side.hens]", "[side.hens]\nlooks = 'pawn-light'\n[side.fox]\nlooks = 'pawn-light'"),
    (HENS, "[side.fox]", "[end]\ntaken = 'wins'\n[side.fox]"), (HENS, '"far"', '["b9"]'),
    (HENS, '"far"', '"far"\nslide = ["links"]'), (HENS, '"far"', '"far"\njump = ["links"]'),
    (HENS, '["orthogonal"]', '["orthogonl"]'), (HENS, "[side.fox]", "[side.'the fox']"),
    (HENS, '"far"', '"far"\nhand = -1'), (HENS, '"far"', '"far"\nhand = 99'),
    (HENS, '"..."', '"###"'), (HENS, '".f."', '"###"'), (HENS, 'start = [".f.", "...", "hhh"]', ""),
    (HENS, "[side.fox]", "first = 'owl'\n[side.fox]"), (HENS, "board =", 'first = "owl"\nboard ='),
    (HENS, "board =", "falls = true\nboard ="), (HENS, "board =", 'leaves = "blocks"\nboard ='),
    (HENS, "board =", "lines = 4\nboard ="), (HENS, "board =", 'links = ["a1-a9"]\nboard ='),
    (HENS, "board =", 'links = ["a1-a1"]\nboard ='), (HENS, "3x3", "0x3"), (HENS, "3x3", "27x1"),
    (HENS, "3x3", "4x3"), (HENS, "3x3", "3x4"), (HENS, "3x3", "path 9"), (HENS, "3x3", "ring 2"),
    (HENS, "3x3", "wheel 99"), (HENS, "3x3", "egg"), (HENS, "fox]\nstep", "fox]\nslide"),
    (HENS, "[side.fox]", "[[side.fox]]"), (HENS, "side.hens", "side.hens.piece"),
    (KINGS, "", ""), (KINGS, "red rook", "pawn2"), (KINGS, '[side.black.piece."red rook"]\n', ""),
    (KINGS, '"K"', '"k"'), (KINGS, "..rp", "..rP"), (KINGS, 'sign = "r"\n', 'sign = "p"\n'),
    (KINGS, 'step = ["any"]\n', ""), (KINGS, 'step = ["any"]', 'goal = "far"'),
    (KINGS, 'step = ["any"]', 'step = "any"\nhand = 2'), (KINGS, "slide =", "flies ="),
    (KINGS, "[side.black.piece.pawn]", '[side.black.piece.pawn]\ncalled = { en = ["Foot", "x"] }'),
    (KINGS, "[side.white.piece.king]", "[side.white.piece.queen]\n[side.white.piece.king]"),
    (KINGS, "[side.white.piece.king]", '[side.white]\nstep = ["any"]\n[side.white.piece.king]'),
    (KINGS, "[side.white.piece.king]", "[side.white]\nhand = 3\n[side.white.piece.king]"),
    (KINGS, 'slide = ["orthogonal"]', 'called = { en = ["feet", "Foots"], it = ["p", "q"] }'),
    (KINGS, 'slide = ["orthogonal"]', LATER_ALIKE),
    (KINGS, 'step = ["any"]', 'step = ["up"]'),
    (HENS, '"far"', '"far"\nlooks = "pawn-light"\n[common]\nlooks = "pawn-light"'),
    (KINGS, '"feet"]', '"feet"], it = ["pedone", "x"] }\nlooks = "ring"\n# ]'),
    (KINGS, 'slide = ["orthogonal"]', 'slide = ["any"]\ncalled = { it = ["pedone", "Bauer"] }'),
    (KINGS, 'slide = ["orthogonal"]', 'slide = ["any"]\ncalled = { en = ["a", "Foot"] }'),
    (KINGS, 'step = ["any"]', 'step = ["any"]\ncalled = { en = ["tower", " Pawns "] }'),
    (KINGS, 'step = ["any"]', 'step = ["any"]\nlooks = "ring"\n[common]\nlooks = "ring"'),
    (KINGS, "", '[common.piece.king]\nstep = ["up"]\n[common.piece.pawn]\nstep = ["up"]\n'),
)  # fmt: skip


def of_the_file(text):
    """Return the mistake of a file, whatever game it holds."""
    mistake = first_mistake(text)
    return f"{mistake.line}: {mistake.says}" if mistake else "no mistake"


def of_the_game(text):
    """Return why a file is refused, or the game that it holds."""
    try:
        game = game_of_text(text)
    except (TemplateError, UsageError) as error:
        whole_text = str(error).removeprefix("the text of the game, line ")
        whole_text, no_toml, _ = whole_text.partition(
            "is not valid TOML"
        )  # Python's words come after it
        return f"refused: {whole_text}{no_toml}"
    return f"a game: {game.called}, {mistake_in_game(text)}"


def test_each_mistake_in_a_line_is_told_as_before(golden):
    lines = []
    for line in at_least(99, LINES):
        text = HENS.replace('goal = "far"', line)
        said = of_the_file(text)
        lines += [f"== {line[:120]!a}", said]
        if said == "no mistake":
            lines.append(of_the_game(text))
    golden("told/mistakes-in-lines", "\n".join(lines))


def test_each_mistake_in_a_file_is_told_as_before(golden):
    lines = []
    for file, old, new in at_least(60, CHANGES):
        text = file.replace(old, new, 1) if old else file + new
        lines += [f"== {old!a} -> {new!a}", of_the_file(text), of_the_game(text)]
    golden("told/mistakes-in-files", "\n".join(lines))


def test_the_line_of_a_problem_is_found_by_its_key_and_its_value(golden):
    problems = (
        "side.fox.step is ['orthogonal']", "side.hens.step is wrong", "side.hens", "start has 'f'",
        "board is '3x3'", "name", "side.black.piece.pawn.called has 'feet'", "'hhh' is there",
        "side.white.piece.king.sign", "nothing of it", "end.stuck is 'draws'", "goal 'far'",
        "side.owl.step is 'any'", "side.black.piece.pawn.step", "first is 'fox'", "'nowhere'",
    )  # fmt: skip
    lines = []
    for problem in at_least(9, problems):
        lines.append(f"{problem}: {line_of(HENS, problem)} {line_of(KINGS, problem)}")
    golden("told/lines-of-problems", "\n".join(lines))
