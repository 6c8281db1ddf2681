"""The rules of told games in words."""

from pathlib import Path

import pytest
from jobs import make_job

from kitgen.errors import TemplateError
from kitgen.games import make_game
from kitgen.games.told.told_file import game_at
from kitgen.paper.marks.scene import Scene, Text
from kitgen.paper.parts.operator import sheets
from kitgen.reading.templates import Templates
from kitgen.reading.texts import Texts

TEMPLATES = Templates()
LANGUAGES = Templates().languages()
WHOSE = ("own", "other")
PAWNS = """name = "Pawns"
board = "3x3"
start = ["bbb", "...", "www"]
[side.white]
step = ["forward"]
goal = "far"
[side.black]
step = ["forward"]
goal = "far"
"""
HENS = PAWNS.replace("white", "hens").replace("www", "hhh")
ENDLESS = HENS.replace('"forward"', '"forward", "back"') + "[end]\nendless = 'hens'\n"


def said(game, language: str) -> dict[str, str]:
    return dict(game.spoken(Texts(language, TEMPLATES), language))


def of(tmp_path: Path, text: str, language: str = "en") -> dict[str, str]:
    (tmp_path / "own.toml").write_text(text, encoding="utf-8")
    return said(game_at(tmp_path / "own.toml"), language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", TEMPLATES.names("games"))
def test_every_game_has_its_words_in_every_language(name: str, language: str) -> None:
    game = make_game(f"told:{name}")
    words = said(game, language)
    assert language == "en" or language in game.told.names
    for side in game.sides:
        own = game.told.side[side.name].name
        assert language in own or not own, "a side with a name of its own has one in each language"
        assert (
            side.name not in words["rules"].lower().split()
            or language == "en"
            or side.name in ("x", "o")
        )
    for line in words["rules"].splitlines():
        assert line[0].isupper(), line
        assert line[-1] == ".", line
        assert "{" not in line
        assert "  " not in line
        assert ".." not in line


@pytest.mark.parametrize(
    ("language", "first", "take"),
    [
        (
            "en",
            "White starts; then",
            "A pawn takes a pawn of the other side one square diagonally ahead, never straight",
        ),
        (
            "it",
            "Comincia il Bianco; poi",
            (
                "Un pedone mangia un pedone dell'avversario a una casella di distanza, in "
                "diagonale in avanti"
            ),
        ),
        (
            "es",
            "Empiezan las blancas; después",
            "Un peón captura un peón rival que está a una casilla, en diagonal hacia delante",
        ),
    ],
)
def test_hexapawn_is_said_as_a_teacher_says_it(language: str, first: str, take: str) -> None:
    lines = said(make_game("told:hexapawn"), language)["rules"].splitlines()
    assert lines[1].startswith(first)
    assert lines[3].startswith(take)
    assert len(lines) == 6


def test_sides_in_sentences_carry_their_article_and_number(tmp_path: Path) -> None:
    named = HENS.replace(
        "[side.hens]",
        '[side.hens]\nname = { en = "Hens", it = "Galline" }\nseveral = true\n'
        'with-article = { en = "the hens", it = "le galline" }',
    )
    assert "\nThe hens start; then" in of(tmp_path, named)["rules"]
    assert "\nCominciano le galline; poi" in of(tmp_path, named, "it")["rules"]
    assert (
        of(tmp_path, named)["machine.black"]
        == "The machine plays Black. Its opponent plays the hens and starts."
    )


@pytest.mark.parametrize(
    ("language", "first", "third", "machine"),
    [
        (
            "en",
            "First to move: Hens. Then",
            "the winner is: Hens.",
            "The machine's side: Hens. Its",
        ),
        (
            "it",
            "La prima mossa spetta a: Hens. Poi",
            "la vittoria va a: Hens.",
            "La parte della macchina: Hens.",
        ),
        (
            "es",
            "La primera jugada es de: Hens. Después",
            "la victoria es de: Hens.",
            "El bando de la máquina: Hens.",
        ),
    ],
)
def test_sides_without_an_article_stand_where_neither_it_nor_number_shows(
    tmp_path, language, first, third, machine
):
    """A verb would have to agree: *Hens starts* is wrong, and so is *comincia galline*."""
    words = of(tmp_path, ENDLESS, language)
    assert f"\n{first}" in words["rules"]
    assert third in words["rules"]
    assert words["machine.hens"].startswith(machine)


@pytest.mark.parametrize(
    ("language", "enter", "reach"),
    [
        (
            "en",
            "A piece may move to point 1 or the middle only if",
            "when a piece of yours reaches point 3 or 4.",
        ),
        (
            "it",
            "Un pezzo può andare sul punto 1 o al centro solo se",
            "se un tuo pezzo arriva sul punto 3 o 4.",
        ),
        (
            "es",
            "Una pieza puede ir al punto 1 o al centro solo si",
            "cuando una pieza tuya llega al punto 3 o 4.",
        ),
    ],
)
def test_points_are_called_by_their_names_and_the_middle_by_what_it_is(
    tmp_path, language, enter, reach
):
    side = (
        'step = ["links"]\nenter = { points = ["7", "1"], beside = "other" }\ngoal = ["3", "4"]\n'
    )
    text = (
        'name = "Wheel"\nboard = "wheel 6"\nstart = ["ww..bb."]\n[side.white]\n'
        f"{side}[side.black]\n{side}"
    )
    rules = of(tmp_path, f'{text}[end]\nstuck = "draws"\n', language)["rules"]
    assert enter in rules
    assert reach in rules


def test_who_can_go_anywhere_is_never_without_a_move():
    assert "cannot move" not in said(make_game("told:nine-holes"), "en")["rules"]
    assert "cannot move" in said(make_game("told:tapatan"), "en")["rules"]


def test_pieces_are_counted_by_the_names_of_the_file(tmp_path: Path) -> None:
    words = of(
        tmp_path,
        HENS.replace("[side.hens]", '[side.hens]\ncalled = { en = ["white hen", "white hens"] }'),
    )
    assert (words["one.pawn-light"], words["many.pawn-light"]) == ("white hen", "white hens")
    assert "one.pawn-dark" not in words


def test_sentences_of_a_file_are_printed_in_place_of_those_that_follow(tmp_path: Path) -> None:
    own = PAWNS.replace("[side.white]", '[rules]\nen = ["Walk.", "Arrive first."]\n[side.white]')
    assert of(tmp_path, own)["rules"] == "Walk.\nArrive first."
    assert of(tmp_path, own, "it")["rules"] == of(tmp_path, PAWNS, "it")["rules"]


@pytest.mark.parametrize(
    ("sentences", "says"),
    [
        (["x" * 301], "at most 300 letters"),
        (["x"] * 13, "1 to 12 sentences"),
        (["x" * 150] * 9, "line 5: rules.en has 1,350 letters; at most 1,200 fit on a card"),
    ],
)
def test_rules_that_find_no_room_on_a_card_are_refused(
    tmp_path: Path, sentences: list[str], says: str
) -> None:
    written = "".join(f'"{sentence}",' for sentence in sentences)
    with pytest.raises(TemplateError, match=says):
        of(tmp_path, PAWNS.replace("[side.white]", f"[rules]\nen = [{written}]\n[side.white]"))


def test_directions_and_conditions_are_joined_without_repeating(tmp_path: Path) -> None:
    both = PAWNS.replace(
        'step = ["forward"]', 'step = ["forward-left", "forward-right", "back"]\ntake = ["forward"]'
    )
    both += '[end]\ntaken = "wins"\n'
    rules = of(tmp_path, both)["rules"]
    assert "one square diagonally ahead or straight back, onto" in rules
    ahead = PAWNS.replace('"forward"', '"forward-left", "forward-right", "forward"')
    assert "one square ahead, straight or diagonally, onto" in of(tmp_path, ahead)["rules"]
    assert (
        "reaches the far row, when the other side has no pieces left or when it cannot move."
        in rules
    )


def test_a_piece_of_both_sides_is_said_to_be_theirs(tmp_path: Path) -> None:
    shared = (
        PAWNS.replace('"..."', '".r."')
        + "[common]\nsign = 'r'\nlooks = 'ring'\nstep = ['left', 'right']\n"
    )
    assert "Both sides move the same piece." in of(tmp_path, shared)["rules"]
    assert (
        "All common pieces belong to both sides."
        in of(tmp_path, shared.replace('".r."', '"rr."'))["rules"]
    )


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("hexapawn", {"step", "take"}),
        ("tapatan", {"put", "step"}),
        ("connect3-3x3", {"drop"}),
        ("clobber-3x3", {"take"}),
        ("queen-5x8", {"slide"}),
        ("frogs-and-toads", {"step", "jump"}),
    ],
)
def test_moves_are_of_kinds_that_have_a_word(name: str, kinds: set[str]) -> None:
    game = make_game(f"told:{name}")
    position = game.start()
    found = set()
    for _ in range(8):
        moves = game.legal_moves(position)
        found |= {game.move_kind(position, move) for move in moves}
        if not moves:
            break
        position = game.play(position, moves[len(moves) // 2]).position
    assert found == kinds
    for language in LANGUAGES:
        assert all(Texts(language, TEMPLATES).has(f"told.kind.{kind}") for kind in kinds)


def words_in(scenes: list[Scene]) -> list[str]:
    """Return the words of each mark of some scenes."""
    words = []
    for scene in scenes:
        words += [mark.text for mark in scene.marks if isinstance(mark, Text)]
    return words


def test_the_operator_card_shows_a_move_of_each_kind() -> None:
    for language, words in (
        ("en", ("Move", "Take")),
        ("it", ("Muovi", "Mangia")),
        ("es", ("Mueve", "Captura")),
    ):
        job = make_job("told:hexapawn", parts=("operator",), language=language)
        drawn = words_in(sheets(job))
        assert set(words) <= set(drawn)


def test_the_operator_card_of_a_game_that_puts_pieces_speaks_of_marks_and_not_of_arrows() -> None:
    job = make_job("told:tapatan", parts=("operator",))
    drawn = " ".join(words_in(sheets(job)))
    assert "for each coloured mark" in drawn
    assert "arrow" not in drawn


#: For each rule that a sentence once left out or told wrongly: the lines of both sides, and what is
#: then said.
SAID = {
    "where pieces are put": (
        'hand = 4\non = ["b2"]\nstep = ["forward"]',
        "Put pieces only here: b2.",
    ),
    "a hand that never moves": (
        "hand = 4",
        "You have one mark beside the board. On your turn put it on an empty square. It",
    ),
    "only what is missing is put": ("hand = 5", "You have 2 marks beside the board."),
    "who always puts": ('hand = "any"', "On your turn put one of your marks on an empty square."),
    "what is next to what": (
        'hand = "any"\nonly-beside = "own"',
        "Next to means sharing an edge: a corner alone is not enough.",
    ),
    "a side that looks aside": (
        'step = ["right"]\nfaces = "left"',
        "Ahead is from column c to column a.",
    ),
    "own lines": (
        'links = ["a1>a2", "a3>a2"]\nstep = ["links"]',
        "White: a piece moves along a double line",
    ),
}


@pytest.mark.parametrize("what", SAID)
def test_no_rule_is_left_out_or_told_wrongly(tmp_path: Path, what: str) -> None:
    lines, says = SAID[what]
    rules = of(tmp_path, PAWNS.replace('step = ["forward"]\ngoal = "far"', lines))["rules"]
    assert says in rules
    if lines == 'hand = "any"':
        assert "move" not in rules.partition("square.")[0]


def test_points_of_a_list_have_commas_between_them(tmp_path: Path) -> None:
    assert "White on a1, b1, c1; Black on a3, b3, c3." in of(tmp_path, PAWNS)["rules"]
    lines = 'hand = "any"\non = ["b2", "c2"]'
    put = PAWNS.replace('step = ["forward"]\ngoal = "far"', lines)
    put = put.replace("bbb", "...").replace("www", "...")
    assert "Put marks only here: b2, c2." in of(tmp_path, put)["rules"]


def test_pieces_fall_only_where_they_may_be_put(tmp_path: Path) -> None:
    """The lowest square of a column need not be one where the file lets pieces be put."""
    lines = 'hand = "any"\non = ["b2"]\nnot-beside = "other"'
    falls = PAWNS.replace('step = ["forward"]\ngoal = "far"', lines).replace(
        "[side.white]", "falls = true\n[side.white]"
    )
    rules = of(tmp_path, falls.replace("bbb", "...").replace("www", ".w."))["rules"]
    assert "let one of your marks fall" in rules
    assert "Put marks only here: b2." in rules
    assert "Never put a mark next to a mark of the other side." in rules


#: One-way lines of which the rules ask what is next to what.
STREET = """name = "Street"
start = ["..wb"]
[board]
points = { 1 = [0, 0], 2 = [1, 0], 3 = [1, 1], 4 = [2, 1] }
links = ["1>2", "2>3", "4-3"]
[side.white]
hand = 2
only-beside = "own"
step = ["links"]
[side.black]
hand = 2
step = ["links"]
"""


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("en", "the point it comes from counts as next to the point at its tip"),
        ("it", "il punto da cui parte conta come accanto al punto a cui porta"),
        ("es", "el punto del que sale está al lado del punto al que lleva"),
    ],
)
def test_next_to_looks_along_an_arrow(tmp_path: Path, language: str, says: str) -> None:
    """From point 4 one sees the white piece on 3, and from 2 too: the arrow leads there."""
    assert says in of(tmp_path, STREET, language)["rules"]
    game = game_at(tmp_path / "own.toml")
    position = game.parse("..w. w")
    assert [game.move_text(move) for move in game.legal_moves(position)] == ["2", "4"]


OWN_AND_COMMON = """name = "Two kinds"
board = "3x2"
start = ["..b", "w.."]
[side.white]
step = ["any"]
[side.black]
step = ["any"]
[common]
sign = "c"
hand = "any"
"""


@pytest.mark.parametrize(
    ("language", "own", "other"),
    [
        ("en", "one of your pieces.", "a piece of the other side."),
        ("it", "uno dei tuoi pezzi.", "un pezzo dell'avversario."),
        ("es", "una de tus piezas.", "una pieza rival."),
    ],
)
def test_own_pieces_of_common_ones_are_those_of_the_side_that_moves(tmp_path, language, own, other):
    both = {
        whose: of(tmp_path, f'{OWN_AND_COMMON}only-beside = "{whose}"\n', language)["rules"]
        for whose in WHOSE
    }
    assert own in both["own"].replace("\n", " ")
    assert other in both["other"]
    game = game_at(tmp_path / "own.toml")
    assert [
        game.move_text(move) for move in game.legal_moves(game.start()) if move.source is None
    ] == ["b2", "c1"]
