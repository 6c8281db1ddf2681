"""What boxes and beads are called: a letter is one thing only, and no box is looked for in a
wrong row.
"""

import random

import pytest
from counting import at_least
from jobs import make_job
from sampling import few

from kitgen.games import make_game
from kitgen.kit.build import build, build_kit, free_letters
from kitgen.kit.choices import Wish
from kitgen.kit.editions import plan_kit, read_edition
from kitgen.kit.kit import row_letter, row_number
from kitgen.kit.palette import WIDE_PALETTE, Colour, newest_palette, read_palette
from kitgen.machine.paper_machine import Table
from kitgen.paper.card.box_words import row_title
from kitgen.paper.card.styles import style_of
from kitgen.paper.finder_index import find_steps
from kitgen.paper.marks.pieces import PIECES
from kitgen.paper.marks.scene import Text
from kitgen.paper.style import TIE
from kitgen.reading.templates import Templates
from kitgen.reading.texts import Texts

EDITIONS = Templates().names("editions")
PALETTES = Templates().names("palettes")


#: The letters of beads, in the order of the palettes. They are on the sheets of classes: whoever
#: changes one gives the palettes a new version.
KEYS = ("red", "blue", "yellow", "green", "sky", "pink", "orange", "black", "clear")
LETTERS = {
    "en": "RUYGSPNKT",
    "it": "RUGVLSNKT",
    "es": "RZMVLSJNT",
    "de": "RULGMPNZW",
    "fr": "RUJVTSNKL",
}
#: Those of the palette of beads, which calls its white beads so, and in French has both a sky blue
#: and a turquoise.
WIDE_KEYS = (*KEYS[:-1], "white", "brown", "purple", "turquoise", "grey", "gold", "clear")
WIDE_LETTERS = {
    language: letters + more
    for (language, letters), more in zip(
        {**LETTERS, "fr": "RUJVYSNKL"}.items(),
        ("MVQHJZ", "MWHJZQ", "HUQKYW", "KVTSHQ", "MWTGZQ"),
        strict=True,
    )
}


def letters_of(palette, language):
    """Return the letter of each colour of a palette by its key."""
    keys, letters = (WIDE_KEYS, WIDE_LETTERS) if palette == WIDE_PALETTE else (KEYS, LETTERS)
    return dict(zip(keys, letters[language], strict=True))


@pytest.mark.parametrize("name", few(EDITIONS, one_in=7))
def test_the_letter_of_a_bead_is_of_one_colour_and_of_nothing_else_in_its_language(name):
    oracle = None
    for language in at_least(3, Templates().languages()):
        texts = Texts(language, Templates())
        results = {texts(f"log.letter.{result}") for result in ("win", "draw", "loss")}
        assert len(results) == 3
        for palette in at_least(2, PALETTES):
            plan = plan_kit(name, Wish(language=language, palette=palette), Templates())
            kit = build(plan, Templates(), oracle=oracle)
            oracle = kit.oracle
            beads = {colour.letter: colour.key for colour in kit.palette}
            assert (
                beads.items()
                <= {letter: key for key, letter in letters_of(palette, language).items()}.items()
            )
            rows = {sign for box in kit.boxes for sign in row_letter(row_number(box.id))}
            assert not beads.keys() & (rows | kit.game.diagram.printed_letters | results)


@pytest.mark.parametrize("language", Templates().languages())
def test_who_starts_is_marked_with_letters_of_the_words_and_of_nothing_else(language):
    texts = Texts(language, Templates())
    results = {texts(f"log.letter.{result}") for result in ("win", "draw", "loss")}
    letters = {key: texts(f"form.letter.{key}") for key in ("machine", "opponent")}
    assert len({*letters.values()} - results - {*LETTERS[language]}) == 2
    for key, head in (("machine", "move"), ("opponent", "reply")):
        assert texts(f"form.head.{head}").lower().startswith(letters[key].lower())
        assert f"{letters[key]} " in texts("log-marks.starts", **letters)


@pytest.mark.parametrize("language", Templates().languages())
def test_no_colour_of_a_palette_has_the_letter_of_a_result(language):
    texts = Texts(language, Templates())
    results = {texts(f"log.letter.{result}") for result in ("win", "draw", "loss")}
    for palette in at_least(2, PALETTES):
        colours = read_palette(newest_palette(palette, Templates()), language, Templates())
        assert {colour.key: colour.letter for colour in colours} == letters_of(palette, language)
        assert not {colour.letter for colour in colours} & {*results, *"ABCDEFXO"}


def test_letters_are_kept_in_a_kit_with_many_rows():
    kit = build_kit("awari:2x5")
    assert "R" in {row_letter(row_number(box.id)) for box in kit.boxes}
    assert [colour.letter for colour in kit.palette] == ["R", "U"]


@pytest.mark.parametrize("name", [*EDITIONS, "hexapawn:5x3", "tictactoe:4x3", "awari:4x1"])
def test_a_game_knows_the_letters_that_its_board_prints(name):
    """Those beside the playing board and in its cells, and pieces that look like a letter."""
    diagram = make_game(read_edition(name, Templates()).game if name in EDITIONS else name).diagram
    board = style_of(diagram)
    grid = board.fit(diagram, 100, 100)
    marks = [*board.names(grid), *(board.edge_names(grid, 0, 0) if board.lettered else ())]
    printed = {
        mark.text.upper() for mark in marks if isinstance(mark, Text) and mark.text.isalpha()
    }
    looks = {
        PIECES[kind].sign
        for kind in diagram.pieces.values()
        if PIECES[kind].sign.upper() in ("X", "O")
    }
    assert printed | looks <= diagram.printed_letters
    assert printed or not board.lettered


def colour(name, letter):
    return Colour(name, name, letter, "circle", "#000000")


def test_a_bead_takes_another_letter_of_its_name_then_of_the_alphabet():
    palette = [colour("blue", "B"), colour("lime", "L"), colour("bib", "I")]
    assert [one.letter for one in free_letters(palette, "B", "")] == ["U", "L", "I"]
    assert [one.letter for one in free_letters(palette, "BIA", "C")] == ["U", "L", "D"]
    assert free_letters(palette, "", "") == tuple(palette)


def test_letters_of_rows_give_way_before_letters_of_the_game():
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    palette = [colour("red", "R"), colour("blue", "B")]
    assert [one.letter for one in free_letters(palette, "B", alphabet)] == ["R", "L"]
    assert [one.letter for one in free_letters(palette, alphabet, "")] == ["R", "B"]


@pytest.mark.parametrize("name", PALETTES)
def test_letters_of_large_kits_are_still_different(name):
    for language in at_least(2, Templates().languages()):
        palette = read_palette(f"{name}@1", language, Templates())
        for rows in range(27):
            letters = [
                one.letter
                for one in free_letters(palette, "ABCDEF", [row_letter(n + 1) for n in range(rows)])
            ]
            assert len({*letters}) == len(letters)
            assert not {*letters} & {*"ABCDEF"}


@pytest.mark.parametrize(
    "name",
    few(["awari-mini", "awari-3x1", "awari:2x1", "ladder", "nim:21", "her", "menace"], one_in=3),
)
def test_no_box_is_found_under_another_row_than_the_table_says(name):
    """The row that an operator looks in, by the turn, or by what lies on the board, is the one
    that the box lies in.
    """
    kit = build_kit(name)
    rng = random.Random(1)
    lying = kit.game.diagram.lying
    rows = {lying(box.position): row_number(box.id) for box in kit.boxes}
    finds = 0
    for game in range(200):
        table = Table(kit.game, kit.game.start())
        turn = 0
        player = kit.players[game % len(kit.players)]
        while table.ended() is None:
            if table.position.to_move == player:
                turn += 1
                found = kit.locate(table.position)
                if found is not None:
                    by = {"turn": turn, "lying": rows[lying(table.position)], "none": 0}[
                        kit.choices.rows_by
                    ]
                    assert row_number(found[0].id) == by
                    finds += 1
            table.play(rng.choice(kit.game.legal_moves(table.position)))
    assert finds > 100


@pytest.mark.parametrize("name", ["awari-mini", "awari-3x1", "awari:2x1"])
def test_boxes_of_awari_are_sorted_by_seeds_then_by_pits(name):
    kit = build_kit(name)
    looks = [(-sum(box.position.cells), box.position.cells) for box in kit.boxes]
    assert looks == sorted(looks)
    rows = [row_number(box.id) for box in kit.boxes]
    assert sorted({*rows}) == [*range(1, max(rows) + 1)]
    assert rows == sorted(rows)
    for row in set(rows):
        assert len({sum(box.position.cells) for box in kit.boxes if row_number(box.id) == row}) == 1


@pytest.mark.parametrize("name", ["ladder", "nim:21", "nim:13,take=5,last=loses"])
def test_a_box_of_the_ladder_has_the_number_of_counters_left(name):
    kit = build_kit(name)
    assert [box.id for box in kit.boxes] == [
        kit.game.text(box.position).split()[0] for box in kit.boxes
    ]
    assert [int(box.id) for box in kit.boxes] == sorted(
        (int(box.id) for box in kit.boxes), reverse=True
    )


@pytest.mark.parametrize(
    ("name", "says", "title"),
    [
        ("her", "say which turn of its own it is", "Turn 3"),
        (
            "awari-mini",
            "letter of the box: A 12, B 10, C 9, D 8, E 7, F 6, G 5, H 4, I 3.",
            "I · 3 seeds",
        ),
        ("ladder", "The box with that number is the one.", "All positions"),
    ],
)
def test_the_way_to_a_box_is_that_of_its_kit(name, says, title):
    job = make_job(name)
    assert says in " ".join(find_steps(job.kit, job.texts)).replace(TIE, " ")
    assert row_title(job.kit, job.texts, job.kit.boxes[-1]) == title
