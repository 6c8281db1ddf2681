"""Each property of the conformance suite, with a game that lacks it alone: none goes unfound."""

from dataclasses import replace
from functools import cache
from types import SimpleNamespace

import pytest

from kitgen.conformance import test_game as suite
from kitgen.conformance.__main__ import arguments
from kitgen.errors import UsageError
from kitgen.games.hexapawn import Hexapawn
from kitgen.model import Move, Position, Side, Step, Symmetry

HEXAPAWN = Hexapawn(3, 3)
#: How pytest says that a property fails.
FAILURES = (AssertionError, pytest.fail.Exception)


def changed(**values):
    """Return Hexapawn with other attributes or methods."""
    game = Hexapawn(3, 3)
    for name, value in values.items():
        object.__setattr__(game, name, value)
    return game


def drawn(**values):
    return changed(diagram=replace(HEXAPAWN.diagram, **values))


def moved(x, y):
    return drawn(centres=((x, y), *HEXAPAWN.diagram.centres[1:]))


def on_after(change):
    """Return Hexapawn whose moves lead to a step that is changed."""
    return changed(play=lambda position, move: change(position, HEXAPAWN.play(position, move)))


def with_moves(change):
    return changed(legal_moves=lambda position: change(HEXAPAWN.legal_moves(position)))


def text_of(change):
    return changed(text=lambda position: change(HEXAPAWN.text(position)))


def sides(*names_and_letters):
    return changed(sides=tuple(Side(name=name, letter=sign) for name, sign in names_and_letters))


IDENTITY, MIRROR = HEXAPAWN.symmetries
WIDTH = HEXAPAWN.diagram.width
HEIGHT = HEXAPAWN.diagram.height
#: Turns of three cells of a board of nine, whose second power is not among the ways.
ROLLED = (1, 2, 0, 4, 5, 3, 7, 8, 6)

#: What each faulty game lacks: the property's test, and the game.
FAULTY = {
    "spec": ("the_spec_makes_the_same_game_again", changed(spec="hexapawn:03x3")),
    "start": ("the_spec_makes_the_same_game_again", changed(start=lambda: Position((0,) * 9, 0))),
    "name": ("the_spec_makes_the_same_game_again", changed(name="hexa")),
    "same name": ("sides_are_told_apart", sides(("white", "w"), ("white", "b"))),
    "same letter": ("sides_are_told_apart", sides(("white", "w"), ("black", "w"))),
    "same letter, large": ("sides_are_told_apart", sides(("white", "x"), ("black", "X"))),
    "capital name": ("sides_are_told_apart", sides(("white", "w"), ("Black", "b"))),
    "name of two words": ("sides_are_told_apart", sides(("white", "w"), ("not white", "b"))),
    "digit in a name": ("sides_are_told_apart", sides(("white", "w"), ("black2", "b"))),
    "two letters": ("sides_are_told_apart", sides(("white", "w"), ("black", "bl"))),
    "no letter": ("sides_are_told_apart", sides(("white", "w"), ("black", " "))),
    "identity last": ("symmetries_are_a_group", changed(symmetries=(MIRROR, IDENTITY))),
    "no identity": ("symmetries_are_a_group", changed(symmetries=(MIRROR,))),
    "one symmetry twice": (
        "symmetries_are_a_group",
        changed(symmetries=(IDENTITY, MIRROR, Symmetry("flip", MIRROR.to))),
    ),
    "one name twice": (
        "symmetries_are_a_group",
        changed(symmetries=(IDENTITY, Symmetry(IDENTITY.name, MIRROR.to))),
    ),
    "no permutation": (
        "symmetries_are_a_group",
        changed(symmetries=(IDENTITY, Symmetry("squeeze", (0,) * 9))),
    ),
    "no group": (
        "symmetries_are_a_group",
        changed(symmetries=(IDENTITY, Symmetry("roll", ROLLED))),
    ),
    "cells": ("the_diagram_can_be_drawn", drawn(cell="triangle")),
    "markings": ("the_diagram_can_be_drawn", drawn(moves="zigzag")),
    "a centre fewer": ("the_diagram_can_be_drawn", drawn(centres=HEXAPAWN.diagram.centres[1:])),
    "a centre more": (
        "the_diagram_can_be_drawn",
        drawn(centres=(*HEXAPAWN.diagram.centres, (0.75, 0.75))),
    ),
    "a centre twice": ("the_diagram_can_be_drawn", moved(*HEXAPAWN.diagram.centres[1])),
    "left edge": ("the_diagram_can_be_drawn", moved(0, 1.25)),
    "right edge": ("the_diagram_can_be_drawn", moved(WIDTH, 1.25)),
    "upper edge": ("the_diagram_can_be_drawn", moved(1.25, 0)),
    "lower edge": ("the_diagram_can_be_drawn", moved(1.25, HEIGHT)),
    "names": ("the_diagram_can_be_drawn", drawn(names=("a", "b"))),
    "pieces": ("the_diagram_can_be_drawn", drawn(pieces={1: "dragon"})),
    "shaded": ("the_diagram_can_be_drawn", drawn(shaded=frozenset({9}))),
    "skewed": ("symmetries_keep_the_drawing", moved(0.25, 0.5)),
    "second side": (
        "the_game_starts_with_the_first_side",
        changed(start=lambda: replace_side(HEXAPAWN.start())),
    ),
    "over at once": ("the_game_starts_with_the_first_side", changed(result=lambda _: 0)),
    "no first move": ("the_game_starts_with_the_first_side", with_moves(lambda _: ())),
    "unsorted": ("moves_are_sorted_and_unique", with_moves(lambda moves: moves[::-1])),
    "a move twice": (
        "moves_are_sorted_and_unique",
        with_moves(lambda moves: (*moves, *moves[-1:])),
    ),
    "target beyond": ("moves_are_sorted_and_unique", with_moves(lambda _: (Move(0, 9),))),
    "source beyond": ("moves_are_sorted_and_unique", with_moves(lambda _: (Move(9, 0),))),
    "target before": ("moves_are_sorted_and_unique", with_moves(lambda _: (Move(None, -1),))),
    "goes on": ("a_game_is_over_when_no_move_is_left", changed(result=lambda _: None)),
    "two points": (
        "a_game_is_over_when_no_move_is_left",
        changed(result=lambda position: twice(HEXAPAWN.result(position))),
    ),
    "one side moves": (
        "sides_take_turns_and_moves_change_the_position",
        on_after(lambda _, step: Step(replace_side(step.position), step.gain)),
    ),
    "a cell more": (
        "sides_take_turns_and_moves_change_the_position",
        on_after(
            lambda _, step: Step(Position((*step.position.cells, 0), step.position.to_move), 0)
        ),
    ),
    "nothing moves": (
        "sides_take_turns_and_moves_change_the_position",
        on_after(lambda position, _: Step(Position(position.cells, 1 - position.to_move), 0)),
    ),
    "gain": (
        "sides_take_turns_and_moves_change_the_position",
        on_after(lambda _, step: Step(step.position, 1)),
    ),
    "recurs": (
        "positions_recur_only_where_the_game_says_so",
        on_after(lambda *_: Step(HEXAPAWN.start(), 0)),
    ),
    "repeated once": ("positions_recur_only_where_the_game_says_so", changed(repetition=1)),
    "worth too much": (
        "positions_recur_only_where_the_game_says_so",
        changed(repetition=3, repeated=lambda position: 2 - 4 * position.to_move),
    ),
    "worth something else": (
        "positions_recur_only_where_the_game_says_so",
        changed(repetition=3, repeated=lambda _: 1),
    ),
    "impure moves": ("methods_are_pure", with_moves(lambda moves: moves[1:])),
    "impure result": ("methods_are_pure", changed(result=lambda _: 1)),
    "another start": ("methods_are_pure", changed(start=lambda: replace_side(HEXAPAWN.start()))),
    "letter missing": ("texts_of_positions_read_back", text_of(lambda text: text[:-2])),
    "letter of the other": (
        "texts_of_positions_read_back",
        text_of(lambda text: text[:-1] + {"w": "b", "b": "w"}[text[-1]]),
    ),
    "blanks": (
        "texts_of_positions_read_back",
        changed(parse=lambda text: HEXAPAWN.parse(text.strip() if text == text.strip() else "x")),
    ),
    "two moves alike": ("texts_of_moves_read_back", changed(move_text=lambda _: "a1a2")),
    "blank in a move": (
        "texts_of_moves_read_back",
        changed(
            move_text=lambda move: " ".join(HEXAPAWN.move_text(move)),
            parse_move=lambda position, text: HEXAPAWN.parse_move(position, text.replace(" ", "")),
        ),
    ),
    "other result of an image": (
        "symmetry_commutes_with_the_rules",
        changed(result=lambda position: position.cells[0]),
    ),
    "no cell of an image": (
        "canonical_form_is_constant_on_an_orbit",
        changed(symmetries=(IDENTITY, Symmetry("roll", ROLLED))),
    ),
}


#: Numbers that choose the moves of a game; the last of them ends with White's win.
CHOICES = ((), (1,), (0, 1, 2, 1, 0, 1), (1, 1, 1, 0, 1, 0, 1), (2, 1, 0, 1, 1, 0, 2, 1))


def record_of(game, choices):
    """Return a game as the suite plays one at random."""
    position = game.start()
    record = []
    for choice in choices:
        moves = game.legal_moves(position)
        if not moves:
            break
        move = moves[choice % len(moves)]
        record.append((position, move))
        position = game.play(position, move).position
    return [*record, (position, None)]


def try_property(name, game):
    """Run a test of the suite: one on random games on a few that are not random, for its speed."""
    test = getattr(suite, f"test_{name}")
    if not hasattr(test, "hypothesis"):
        test(game)
        return
    for choices in CHOICES:
        record = record_of(game, choices)
        drawn_record = SimpleNamespace(draw=lambda _, record=record: record)
        test.hypothesis.inner_test(game, drawn_record)


def replace_side(position):
    return Position(position.cells, 1 - position.to_move)


def twice(result):
    return None if result is None else 2 * result


@pytest.mark.parametrize("fault", FAULTY)
def test_a_game_that_lacks_one_property_is_found(fault):
    name, game = FAULTY[fault]
    with pytest.raises((*FAILURES, UsageError)):
        try_property(name, game)


@cache
def properties():
    return sorted({name for name, _ in FAULTY.values()})


@pytest.mark.parametrize("name", properties())
def test_hexapawn_itself_has_each_property(name):
    try_property(name, HEXAPAWN)


def test_names_and_letters_that_differ_are_told_apart():
    suite.test_sides_are_told_apart(sides(("cross", "x"), ("nought", "O")))


@pytest.mark.parametrize("wrong", [":nonsense", ":0x0", ":-3", ":999x999", ",nonsense=1"])
def test_a_game_that_takes_an_unknown_size_or_option_is_found(wrong, monkeypatch):
    asked = []

    def make(spec):
        asked.append(spec)
        if spec != f"hexapawn{wrong}":
            raise UsageError(spec)

    monkeypatch.setattr(suite, "make_game", make)
    with pytest.raises(FAILURES):
        suite.test_unknown_sizes_and_options_are_refused(HEXAPAWN)
    assert asked[-1] == f"hexapawn{wrong}"


@pytest.mark.parametrize(
    ("words", "games", "options"),
    [
        ([], [], []),
        (["nim:3"], ["--game", "nim:3"], []),
        (["nim:3", "mine.toml"], ["--game", "nim:3", "--game", "mine.toml"], []),
        (["-q"], [], ["-q"]),
        (["nim:3", "-k", "moves"], ["--game", "nim:3"], ["-k", "moves"]),
        (["nim:3", "-k", "moves", "nim:4"], ["--game", "nim:3"], ["-k", "moves", "nim:4"]),
    ],
)
def test_words_before_the_first_dash_are_games_and_all_others_pytests(words, games, options):
    given = arguments(words)
    own = given.index("kitgen.conformance")
    assert given[:own] == [
        "-W",
        "ignore:Module already imported:pytest.PytestAssertRewriteWarning",
        "-p",
        "kitgen.conformance.plugin",
        "--pyargs",
    ]
    assert given[own + 1 :] == [*games, *options]
