"""Rules of a game that cannot work, or that say nothing, as a golden text: what each is refused
with; and what a game is without its words.
"""

import pytest
from counting import at_least
from jobs import TEMPLATES, TEXTS
from told_samples import HENS

from kitgen.errors import KitgenError, NotationError, UsageError
from kitgen.games.told.told_board import resized
from kitgen.games.told.told_file import game_at, game_of_text
from kitgen.games.told.told_game_words import game_words, key_alike, meant, stem, words_for_kinds
from kitgen.games.told.told_language import canonical, kinds_of, parsed, without_words

#: Both sides put pieces on an empty board.
MARKS = """\
name = "Marks"
board = "3x3"
lines = 3
[side.x]
hand = 3
[side.o]
hand = "any"
"""
#: Points that are joined by lines, with pieces of nobody.
POINTS = """\
name = "Ours"
start = ["ab.c."]
[board]
points = { p1 = [0, 0], p2 = [1, 0], p3 = [2, 0], p4 = [0, 1], p5 = [1, 1.5] }
links = ["p1-p2", "p2>p3", "p3-p4"]
[side.a]
step = ["links"]
goal = ["p3"]
[side.b]
step = ["links"]
links = ["p1>p5", "p2-p5"]
[common]
sign = "c"
step = ["links"]
[end]
stuck = "draws"
"""
#: A long one; several are too much for a card.
SENTENCE = "a " * 149
#: Sides without pieces of their own.
FIRST_AND_SECOND = '[side.second]\n[side.first]\n[common]\nhand = "any"'
#: A piece of nobody that moves, and a draw of whoever cannot move.
CUBE = "[common]\nsign = 'c'\nstep = ['any']"
DRAWS = '[end]\nstuck = "draws"'
#: What is changed: in which file, what stands there, and instead of it.
CHANGES = (
    (MARKS, "", ""),
    (MARKS, "hand = 3", "hand = 3\ntake = ['any']"),
    (MARKS, "hand = 3", "hand = 3\njump = ['any']\njump-takes = true"),
    (MARKS, "hand = 3", "hand = 3\njump = ['any']\nover = 'other'\nchain = true"),
    (MARKS, "hand = 3", "hand = 3\nstep = ['any']"),
    (MARKS, "lines = 3", "falls = true"),
    (MARKS, "hand = 3", "hand = 2\nstep = ['left']\nenter = { points = ['a1'], beside = 'own' }"),
    (MARKS, "lines = 3", "lines = 3\nfalls = true\nstart = ['...', 'x.o', '...']"),
    (MARKS, "lines = 3", "lines = 3\nfalls = true\nstart = ['...', '#.#', 'xox']"),
    (MARKS, "lines = 3", "lines = 3\nstart = ['...', 'xxx', '...']"),
    (MARKS, "lines = 3", "lines = 4"),
    (MARKS, "lines = 3", "lines = 3\nstart = ['x..', 'x..', '..x']"),
    (MARKS, "hand = 3", "hand = 2"),
    (MARKS, "lines = 3", "lines = [['a1', 'a2']]"),
    (MARKS, "lines = 3", "lines = [['a1', 'z2']]"),
    (MARKS, "hand = 3", "hand = 3\nlines = 2"),
    (MARKS, "hand = 3", "hand = 3\nlines = [['a1', 'q1']]"),
    (MARKS, '"any"\n', '"any"\nlines = 2\n[end]\nline = "loses"\nreach = "wins"\n'),
    (MARKS, "hand = 3", "hand = 3\non = ['a1']"),
    (MARKS, "hand = 3", "hand = 3\non = ['a1', 'q']"),
    (MARKS, "hand = 3", "hand = 3\nnot-first = ['b2']"),
    (MARKS, "hand = 3", "not-first = ['b2']"),
    (MARKS, "hand = 3", "hand = 3\nnot-beside = 'own'"),
    (MARKS, "hand = 3", "only-beside = 'any'"),
    (MARKS, "hand = 3", "hand = 3\nonly-beside = 'own'"),
    (MARKS, "3x3", "path 2"),
    (MARKS, "hand = 3", "hand = 3\non = ['b2']\nnot-first = ['a1']"),
    (MARKS, "3x3", "1x2"),
    (MARKS, "hand = 3", "hand = 3\nfaces = 'left'"),
    (MARKS, "hand = 3", "hand = 3\ngoal = ['a1']"),
    (MARKS, "hand = 3", "hand = 3\nstep = ['up']"),
    (MARKS, "hand = 3", "hand = 3\ngoal = 'far'"),
    (MARKS, '"any"\n', '"any"\n[common]\nsign = "c"\nhand = 3\n'),
    (MARKS, '"any"\n', '"any"\n[common]\n'),
    (MARKS, '"any"\n', '"any"\n[common]\nsign = "c"\nhand = "any"\n'),
    (MARKS, "[side.x]", "[side.o2]"),
    (MARKS, '"any"\n', '"any"\n[end]\nendless = "z"\n'),
    (MARKS, '"any"\n', '"any"\n[end]\nstuck = "draws"\n'),
    (MARKS, '"any"\n', '"any"\n[end]\nendless = "x"\ntaken = "wins"\n'),
    (MARKS, "[side.x]", "[side.X]"),
    (MARKS, "lines = 3", 'leaves = "block"'),
    (MARKS, "lines = 3", "links = ['orthogonal']"),
    (MARKS, '[side.o]\nhand = "any"', "[side.o]\nsign = 'x'\nhand = 1"),
    (MARKS, "3x3", "ring 5"),
    (MARKS, "3x3", "9x9"),
    (MARKS, "3x3", "8x8"),
    (MARKS, "3x3", "64x1"),
    (MARKS, "3x3", "26x2"),
    (MARKS, "3x3", "1x1"),
    (MARKS, "3x3", "3x0"),
    (MARKS, "3x3", "path 63"),
    (MARKS, "3x3", "path 64"),
    (MARKS, "3x3", "ring 3"),
    (MARKS, "3x3", "path 1"),
    (MARKS, "lines = 3", "rules = { en = ['A.'] }"),
    (MARKS, "lines = 3", f"lines = 3\nrules = {{ it = {[SENTENCE] * 8} }}"),
    (MARKS, "lines = 3", "links = ['a1-b1']\nstart = ['#..', '...', '..#']"),
    (MARKS, "lines = 3", "lines = 2\nstart = ['###', '...', '..x']"),
    (MARKS, "lines = 3", "lines = 2\nstart = ['#..', '#..', '#.x']"),
    (MARKS, "lines = 3", "lines = 2\nstart = ['..#', '..#', 'x.#']"),
    (MARKS, "lines = 3", "lines = 2\nstart = ['x..', '...', '###']"),
    (POINTS, "", ""),
    (POINTS, '"ab.c."', '"ab.c"'),
    (POINTS, '"ab.c."', '"ab.cx"'),
    (POINTS, '"ab.c."', '"ab.", "c."'),
    (POINTS, '"ab.c."', '"ab..."'),
    (POINTS, '"ab.c."', '"a..c."'),
    (POINTS, '"p1-p2"', '"p1-p1"'),
    (POINTS, '"p1-p2"', '"p1-q2"'),
    (POINTS, '"p1-p2"', '"any"'),
    (POINTS, '"p1-p2"', '"all"'),
    (POINTS, "p2 = [1, 0]", "p2 = [0.3, 0.3]"),
    (POINTS, "p2 = [1, 0]", "p2 = [0.5, 0]"),
    (POINTS, 'goal = ["p3"]', 'goal = "far"'),
    (POINTS, 'goal = ["p3"]', 'goal = ["p9"]'),
    (POINTS, 'goal = ["p3"]', "faces = 'up'"),
    (POINTS, 'goal = ["p3"]', "lines = 2"),
    (POINTS, 'goal = ["p3"]', 'lines = [["p1", "p2"]]'),
    (POINTS, 'goal = ["p3"]', 'slide = ["any"]'),
    (POINTS, 'goal = ["p3"]', 'jump = ["any"]'),
    (POINTS, 'goal = ["p3"]', 'take = ["links"]'),
    (POINTS, 'goal = ["p3"]', 'links = ["p4-p5"]'),
    (POINTS, 'goal = ["p3"]', 'enter = { points = ["p4"], beside = "other" }'),
    (POINTS, 'goal = ["p3"]', 'enter = { points = ["p9"], beside = "other" }'),
    (POINTS, "start =", "falls = true\nstart ="),
    (POINTS, "start =", 'links = ["p1-p2"]\nstart ='),
    (POINTS, "start =", 'leaves = "block"\nstart ='),
    (POINTS, "start =", 'first = "b"\nstart ='),
    (POINTS, "start =", "lines = 2\nstart ="),
    (POINTS, "start =", 'lines = [["p1", "p5"]]\nstart ='),
    (POINTS, 'sign = "c"', 'sign = "c"\ngoal = ["p1"]'),
    (POINTS, 'sign = "c"', 'sign = "a"'),
    (POINTS, '"c"\nstep', '"c"\nhand'),
    (POINTS, '"c"\nstep = ["links"]', '"c"\ntake = ["links"]'),
    (POINTS, '"c"\nstep = ["links"]', '"c"\nenter = { points = ["p4"], beside = "q" }'),
    (POINTS, '"c"\nstep = ["links"]', '"c"\nstep = ["up"]'),
    (POINTS, 'stuck = "draws"', 'reach = "wins"'),
    (POINTS, 'stuck = "draws"', 'endless = "a"'),
    (POINTS, 'stuck = "draws"', 'line = "wins"'),
    (HENS, '"far"', '"far"\njump = ["any"]\njump-takes = true\nchain = true'),
    (HENS, '"far"', '"far"\nslide = ["any"]\njump = ["any"]\njump-takes = true'),
    (HENS, '"far"', '"far"\nchain = true'),
    (HENS, 'step = ["forward"]', 'step = ["forward"]\ntake = ["forward-left", "left"]'),
    (HENS, 'step = ["forward"]', 'step = ["forward"]\ntake = ["forward-left"]'),
    (HENS, 'step = ["orthogonal"]', 'jump = ["any"]'),
    (MARKS.replace("lines = 3", "falls = true"), "hand = 3", "hand = 3\ngoal = 'far'"),
    (MARKS.replace("lines = 3", "falls = true"), "hand = 3", "hand = 3\nstep = ['left']"),
    (MARKS, "lines = 3", "lines = 3\nfalls = true\nstart = ['#..', '...', '...']"),
    (MARKS, "lines = 3", f"lines = 3\nstart = ['.c.', '...', '...']\n{CUBE}"),
    (MARKS, '[side.x]\nhand = 3\n[side.o]\nhand = "any"', f"{FIRST_AND_SECOND}\n{DRAWS}"),
    (MARKS, "hand = 3", "hand = 3\nname = { en = 'Crosses', it = 'Croci' }"),
    (MARKS, "hand = 3", "hand = 3\nname = { en = 'C' }\nwith-article = { en = 'the C' }"),
    (
        MARKS,
        "hand = 3",
        "hand = 3\nname = { en = 'C' }\nwith-article = { en = 'the C' }\nseveral = true",
    ),
    (MARKS, "hand = 3", "hand = 3\ncalled = { en = ['cube', 'cubes'] }"),
    (MARKS, "hand = 3", "hand = 3\npiece = 'counter'\nlooks = 'pawn-dark'"),
    (MARKS, '[side.x]\nhand = 3\n[side.o]\nhand = "any"', FIRST_AND_SECOND),
    (MARKS, '[side.x]\nhand = 3\n[side.o]\nhand = "any"', f"{FIRST_AND_SECOND}\nstep = ['any']"),
    (
        MARKS,
        '[side.x]\nhand = 3\n[side.o]\nhand = "any"',
        FIRST_AND_SECOND.replace("first", "white").replace("second", "black"),
    ),
    (HENS, '"far"', '"far"\nover = "own"\njump = ["any"]'),
    (HENS, "board =", 'leaves = "block"\nboard ='),
    (HENS, '"far"', '"far"\nlinks = ["a1-b2"]'),
    (HENS, 'step = ["forward"]', 'jump = ["forward"]\nchain = true'),
    (HENS, '"far"', '"far"\nlooks = "ring"'),
    (HENS, '"far"', '"far"\nwith-article = { en = "the fox" }'),
    (HENS, '"far"', '"far"\nseveral = true'),
    (HENS, "[side.hens]", "[side.white]\nsign = 'h'\nwith-article = { en = 'the hens' }"),
    (HENS, '"far"', '"far"\n[end]\ntaken = "loses"\n'),
    (HENS, '"far"', '"far"\n[end]\nstuck = "wins"\n'),
)


def answer(text):
    """Return why a game is refused, or what it is."""
    try:
        game = game_of_text(text)
    except KitgenError as error:
        return str(error).removeprefix("the text of the game").removeprefix(", line ")
    said = game.spoken(TEXTS["en"], "en").values()
    start = game.start()
    moves = " ".join(map(game.move_text, game.legal_moves(start)))
    seen = f"turns {game.diagram.turns} {game.diagram.fronts}"
    return "\n".join((f"{game.text(start)} {game.repetition} {game.hands} {moves} {seen}", *said))


def test_rules_that_cannot_work_are_refused_as_before(golden):
    lines = []
    for file, old, new in at_least(99, CHANGES):
        text = file.replace(old, new, 1) if old else file
        lines += [f"== {old[:80]!a} -> {new[:80]!a}", answer(text)]
    golden("told/refused-rules", "\n".join(lines))


def test_a_game_without_its_words_is_the_same_in_each_language():
    words = HENS.replace(
        "[side.hens]",
        "names = { it = 'Galline' }\nrules = { en = ['A rule.'] }\n[side.hens]\nseveral = true\n"
        "with-article = { en = 'the hens' }\nname = { en = 'Hens' }\n"
        "called = { en = ['hen', 'hens'] }",
    )
    common = "\n[common]\nsign = 'c'\nstep = ['up']\n"
    called = f"{common}called = {{ en = ['cube', 'cubes'] }}\n"
    told = game_of_text(f"{words}{called}".replace("...", "..c")).told
    plain = game_of_text(f"{HENS}{common}".replace("...", "..c")).told
    assert canonical(without_words(told)) == canonical(without_words(plain))
    assert parsed(canonical(told)) == told


def test_the_kinds_of_pieces_of_a_side_share_its_links_entries_and_goal():
    kinds = HENS.replace(
        'step = ["orthogonal"]\ngoal = "far"',
        "goal = ['a1']\nlinks = ['a1-b1']\nenter = { points = ['a1'], beside = 'own' }\n"
        "[side.fox.piece.fox]\nstep = ['links']\n[side.fox.piece.vixen]\nslide = ['any']",
    ).replace("...", ".v.")
    side = game_of_text(kinds).told.side["fox"]
    for name, pieces in at_least(2, kinds_of(side).items()):
        assert (pieces.links, pieces.enter, pieces.goal) == (side.links, side.enter, side.goal)
        assert pieces.sign == name[0]


def test_words_are_alike_by_their_stems(golden):
    words = (
        "Jumping", "jumps", "covers", "dice", "moved", "ring", "bed", "as", "use", "used", "er",
        "seeing", "wins", "-jump-", "can jump over", "next_to", "not next to", "FORCED captures",
        "check", "checks", "checkers", "Checks", "CHECKERS", "Wins", "Captures", "Lines",
        "king", "pieces", "colour", "goals", "lines", "", "zzzz",
    )  # fmt: skip
    lines = []
    for word in at_least(20, words):
        means = [meant(word, game_words().instead), meant(word, game_words().cannot)]
        lines.append(f"{word}: {stem(word)} {key_alike(word)} {means}")
    golden("told/stems", "\n".join(lines))
    assert words_for_kinds("xx") == {}
    assert words_for_kinds("de")["pawn"] == ("Bauer", "Bauern")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ("{", "a game told as data"),
        ('{"name":"Gap"}', "a game told as data: key 'board' is missing"),
        ("x" * 50_000, "has at most 20,000 letters, and this one 50,000"),
        ("\ud800", "a game told as data"),
    ],
)
def test_data_that_are_no_game_are_refused(data, said):
    with pytest.raises(NotationError) as refused:
        parsed(data)
    assert said in str(refused.value)


def test_a_game_of_a_newer_kitgen_is_refused_as_such():
    data = canonical(game_of_text(HENS).told)
    with pytest.raises(NotationError) as refused:
        parsed(data.replace('{"name"', '{"colour":1,"name"'))
    assert str(refused.value).endswith("a newer kitgen has written it, or it has been changed")
    with pytest.raises(NotationError, match="is not in its canonical form"):
        parsed(data.replace('"name":', '"name": '))


def test_an_edition_in_place_of_a_game_is_told_where_it_belongs():
    with pytest.raises(UsageError) as refused:
        game_at(TEMPLATES.path("editions", "her"))
    assert str(refused.value).endswith(
        "her.toml' tells no game; an edition is named without .toml, and found in your own folder "
        "('kitgen new edition NAME' puts one there) or in DIR/editions with --templates DIR"
    )


def test_a_position_with_pieces_in_holes_is_refused():
    game = game_of_text(HENS.replace("...", ".#."))
    with pytest.raises(NotationError) as refused:
        game.parse("#f./.../hhh h")
    assert str(refused.value) == (
        "position '#f./.../hhh h' has points where the board has none; write it like "
        "'.f./.#./hhh h'"
    )
    for text in (".f./.../hhh h", ".f#/.#./hhh h"):
        with pytest.raises(NotationError, match="where the board has none"):
            game.parse(text)


@pytest.mark.parametrize(
    ("lines", "by", "resized_lines"),
    [
        (("www", "w..", "bbb"), 1, ("www", "w..", "w..", "bbb")),
        (("ww", "..", "..", "bb"), -1, ("ww", "..", "bb")),
        ((".w.", "...", "www", "...", ".b."), -1, (".w.", "www", "...", ".b.")),
        (("w.", "..", "w.", "b."), 1, ("w.", "w.", "..", "w.", "b.")),
        (("w", "b"), -1, None),
        (("wb", "bw", "wb"), -1, ("wb", "bw")),
    ],
)
def test_a_picture_is_resized_at_its_most_even_line(lines, by, resized_lines):
    assert resized(lines, by) == resized_lines
