"""Sheets of told games, which have boards, pieces and symmetries that no other game has."""

import re

import pytest
from counting import at_least
from jobs import TEMPLATES, kit_of, make_job
from printed_words import texts_on

from kitgen.errors import RecordError, TooFewColoursError
from kitgen.games import make_game
from kitgen.games.told.told_file import game_at
from kitgen.kit.build import build_kit
from kitgen.kit.choices import Wish
from kitgen.model import Move
from kitgen.paper.card.board import machine_below
from kitgen.paper.card.faces import CardFace
from kitgen.paper.exercises import cell_sign
from kitgen.paper.marks.scene import Line, Polygon, Text
from kitgen.paper.parts import load_part
from kitgen.paper.spoken_game import piece_name
from kitgen.paper.style import STYLE


def marks(part, name, parts=()):
    job = make_job(name, parts=(*parts, part))
    return marks_on(load_part(part).sheets(job))


def marks_on(sheets):
    """Return all marks of some sheets."""
    marks = []
    for sheet in sheets:
        marks += sheet.scene.marks
    return marks


def words(part, name, parts=()):
    return " ".join(mark.text for mark in marks(part, name, parts) if isinstance(mark, Text))


def test_squares_on_which_nothing_can_stand_are_seen_and_felt():
    board = [
        mark
        for mark in marks("board", "told:fox-hounds-4x4")
        if isinstance(mark, Polygon) and mark.fill == STYLE.greys.pale
    ]
    assert len(board) == 8 * 2  # and on the picture of the start
    sheet = load_part("tactile").sheets(make_job("told:fox-hounds-4x4"))[2]
    lines = [mark for mark in sheet.scene.marks if isinstance(mark, Line)]
    felt = []
    for line in lines:
        x, y = line.start
        end_x, end_y = line.end
        if x != end_x and y != end_y:
            felt.append(line)
    assert len(felt) % 8 == 0
    assert felt


@pytest.mark.parametrize(
    ("name", "beside"),
    [
        ("her", True),
        ("menace", True),
        ("awari-mini", True),
        ("ladder", False),
        ("told:dawson-9", False),
    ],
)
def test_long_boards_lie_below_the_words_of_a_label_and_others_beside_them(name, beside):
    job = make_job(name)
    measures = CardFace(job.kit, job.texts, 53, 36).measures
    assert measures.lying is beside


@pytest.mark.parametrize(
    ("name", "way", "sign"),
    [
        ("her", "mirrored", "arrow"),
        ("menace", "turned or mirrored", "mark"),
        ("told:connect3-3x3", "mirrored", "mark"),
        ("told:clobber-3x3", "turned or mirrored", "arrow"),
    ],
)
def test_a_move_without_a_letter_is_said_to_be_an_image_that_the_game_has(name, way, sign):
    text = words("operator", name)
    assert f"A grey {sign} without a letter is the same move {way}:" in re.sub(r"\s+", " ", text)
    if name == "told:connect3-3x3":
        assert "arrow" not in words("route", name)


@pytest.mark.parametrize(
    ("name", "side", "machine", "opponent"),
    [
        ("told:hexapawn", "black", "Black", "White"),
        ("told:hexapawn", "white", "White", "Black"),
        ("told:fox-hounds-4x4", "hounds", "Hounds", "Fox"),
    ],
)
def test_who_sits_where_is_said_where_sides_face_each_other(name, side, machine, opponent):
    job = make_job(name, side=side)
    for part in ("board", "cover"):
        texts = texts_on(*load_part(part).sheets(job))
        (above,) = [mark for mark in texts if re.search(f"machine.*: {machine}", mark.text)]
        (below,) = [
            mark
            for mark in texts
            if re.fullmatch(f"opponent: {opponent}|Opponent \\({opponent}\\).*", mark.text)
        ]
        assert above.at[1] < below.at[1]
    kit = kit_of(name, side=side)
    assert machine_below(kit) == (kit.players == (0,))


@pytest.mark.parametrize(
    "name", ["told:clobber-3x3", "told:pong-hau-ki", "told:tapatan", "told:notakto"]
)
def test_nobody_is_told_where_to_sit_where_no_side_has_a_front(name):
    assert not make_game(name).diagram.turns


def test_pieces_of_both_sides_have_different_names():
    for name in ("told:clobber-3x3", "told:pong-hau-ki", "told:hexapawn", "her"):
        job = make_job(name)
        kinds = job.kit.game.diagram.pieces.values()
        assert len({piece_name(job, kind) for kind in kinds}) == len(kinds)
    assert "piece, White" in words("tactile", "told:clobber-3x3")


def test_points_have_the_same_names_in_exercises_as_on_the_board():
    for name in ("told:pong-hau-ki", "told:tapatan", "told:dawson-9"):
        kit = kit_of(name)
        for cell in at_least(5, range(len(kit.game.diagram.centres))):
            assert cell_sign(kit, cell) == kit.game.move_text(Move(None, cell))
    assert "The number of a square" not in words("errata", "told:pong-hau-ki")


def test_boards_of_one_row_are_not_sorted_by_their_upper_row():
    assert "upper row" not in words("finder", "told:dawson-9")
    assert "upper row" in words("finder", "told:clobber-3x3")


def test_spinners_that_fit_on_one_page_have_one_heading():
    assert words("spinner", "told:dawson-9").split("Spinners")[2:] == []


def test_an_errata_lab_says_how_to_read_moves_of_each_kind():
    text = words("errata", "told:tapatan")
    assert "puts a piece on" in text
    assert re.search(r"moves the piece\s+from", text)


def test_a_log_whose_rings_would_lie_upon_each_other_is_refused():
    with pytest.raises(
        RecordError, match="has more moves than a line to be marked has rings; print the part log"
    ):
        load_part("log-marks").sheets(make_job("told:tapatan"))


def test_a_kit_with_more_moves_than_any_palette_has_colours_is_refused_in_earnest(tmp_path):
    text = (TEMPLATES.roots[0] / "games" / "dawson-9.toml").read_text(encoding="utf-8")
    path = tmp_path / "dawson-18.toml"
    path.write_text(text.replace("path 9", "path 18"), encoding="utf-8")
    with pytest.raises(
        TooFewColoursError, match="no palette has more than 15: choose a smaller board"
    ):
        build_kit(game_at(path), Wish(side="second"))


@pytest.mark.parametrize("name", ["told:queen-5x8", "told:clobber-4x3"])
def test_a_kit_with_more_moves_than_the_usual_palette_has_colours_is_told_of_one_that_has(name):
    with pytest.raises(
        TooFewColoursError,
        match=r"choose a palette with more \(--palette beads has 15, 'kitgen new ",
    ):
        build_kit(name)


def test_a_kit_with_more_moves_is_made_with_the_palette_of_all_beads():
    assert len(build_kit("told:clobber-4x3", Wish(palette="beads")).palette) == 13
