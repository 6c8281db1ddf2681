"""Each property of the conformance suite, with a game that lacks it alone: none goes unfound."""

from dataclasses import replace
from functools import cache
from itertools import count
from types import SimpleNamespace

import pytest
from counting import at_least
from hypothesis import HealthCheck

from kitgen.conformance import conftest, plugin
from kitgen.conformance import test_game as suite
from kitgen.conformance.__main__ import arguments
from kitgen.errors import NotationError, TooFewColoursError, UsageError
from kitgen.games import make_game
from kitgen.games.hexapawn import Hexapawn
from kitgen.kit.build import build_kit
from kitgen.model import Move, Position, Side, Step, Symmetry
from kitgen.theory.explore import Graph, explore
from kitgen.theory.solve import Solution, solve_graph

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

START = HEXAPAWN.text(HEXAPAWN.start())
#: Points of moves, in a game that wins other ones each time.
POINTS = count(1)


def on_the_left(position):
    """Return whether a position is one of two that are each other's mirror image, by its cells."""
    return int(position.cells < MIRROR.position(position).cells)


def start_unless_played(position):
    """Return a position of the games that are tried; the start for any other."""
    for choices in CHOICES:
        if position in dict(record_of(HEXAPAWN, choices)):
            return position
    return HEXAPAWN.start()


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
    "other moves of an image": (
        "symmetry_commutes_with_the_rules",
        changed(
            legal_moves=lambda position: HEXAPAWN.legal_moves(position)[on_the_left(position) :]
        ),
    ),
    "other points of an image": (
        "symmetry_commutes_with_the_rules",
        on_after(lambda position, step: Step(step.position, on_the_left(position))),
    ),
    "other board after an image": (
        "symmetry_commutes_with_the_rules",
        on_after(lambda position, step: Step(position, 0) if on_the_left(position) else step),
    ),
    "other points each time": (
        "methods_are_pure",
        on_after(lambda _, step: Step(step.position, next(POINTS))),
    ),
    "an image is not read": (
        "texts_of_positions_read_back",
        changed(parse=lambda text: start_unless_played(HEXAPAWN.parse(text))),
    ),
    "only the start is read": (
        "texts_of_positions_read_back",
        text_of(lambda text: text if text == START else text[:-2]),
    ),
    "only moves at the start are read": (
        "texts_of_moves_read_back",
        changed(
            parse_move=lambda position, text: (
                HEXAPAWN.parse_move(position, text) if position == HEXAPAWN.start() else None
            )
        ),
    ),
    "points after the start": (
        "sides_take_turns_and_moves_change_the_position",
        on_after(lambda position, step: Step(step.position, int(position != HEXAPAWN.start()))),
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
    calls = []

    def make(spec):
        calls.append(spec)
        if spec != f"hexapawn{wrong}":
            raise UsageError(spec)

    monkeypatch.setattr(suite, "make_game", make)
    with pytest.raises(FAILURES):
        suite.test_unknown_sizes_and_options_are_refused(HEXAPAWN)
    assert calls[-1] == f"hexapawn{wrong}"


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


# --- properties of other games than Hexapawn
# --------------------------------------------------------------------------------------------------

NIM = make_game("nim:5")
AWARI = make_game("awari:2x3")


def altered(name, **values):
    """Return a game with other attributes or methods."""
    game = make_game(name)
    for key, value in values.items():
        object.__setattr__(game, key, value)
    return game


def impartial(**values):
    return altered("nim:5", **values)


def for_the_second(change, method):
    """Return a method that changes what it answers where the second side is to move."""
    return lambda position: change(method(position)) if position.to_move else method(position)


def with_stages(change):
    """Return Awari whose hands do something else in a move; each change is of a list of stages."""
    return altered(
        "awari:2x3",
        stages=lambda position, move: change(list(AWARI.stages(position, move))),
    )


def put_first(stages):
    """Return stages in which a seed is put down before any is lifted."""
    lift, put, *others = stages
    before = list(lift.cells)
    before[lift.cell] += lift.count
    before[put.cell] += put.count
    return [replace(put, cells=tuple(before)), replace(lift, cells=put.cells), *others]


class Crooked(Symmetry):
    """Hexapawn's mirror, whose inverse is one of something else."""

    def __init__(self, position=MIRROR.position, move=MIRROR.move):
        super().__init__(MIRROR.name, MIRROR.to)
        back = SimpleNamespace(position=position, move=move)
        object.__setattr__(self, "back", back)

    def inverse(self):
        return self.back


OTHERS_FAULTY = {
    "inverse of positions": (
        "inverses_undo",
        changed(symmetries=(IDENTITY, Crooked(position=IDENTITY.position))),
    ),
    "inverse of moves": (
        "inverses_undo",
        changed(symmetries=(IDENTITY, Crooked(move=IDENTITY.move))),
    ),
    "a mirrored move more": (
        "moves_in_one_slot_lead_to_the_same_box",
        with_moves(lambda moves: moves[1:]),
    ),
    "gain at the left": (
        "moves_in_one_slot_lead_to_the_same_box",
        changed(
            play=lambda position, move: Step(
                HEXAPAWN.play(position, move).position, move.target % 3
            )
        ),
    ),
    "nothing moves at the left": (
        "moves_in_one_slot_lead_to_the_same_box",
        changed(
            play=lambda position, move: (
                HEXAPAWN.play(position, move) if move.target % 3 else Step(position, 0)
            )
        ),
    ),
    "endless": (
        "games_without_repetition_end",
        on_after(lambda *_: Step(HEXAPAWN.start(), 0)),
    ),
    "one side is not read": (
        "impartial_games_look_the_same_from_both_sides",
        impartial(parse=lambda text: Position(NIM.parse(text).cells, 0)),
    ),
    "one side has fewer moves": (
        "impartial_games_look_the_same_from_both_sides",
        impartial(legal_moves=for_the_second(lambda moves: moves[1:], NIM.legal_moves)),
    ),
    "one side wins": (
        "impartial_games_look_the_same_from_both_sides",
        impartial(result=for_the_second(lambda _: 1, NIM.result)),
    ),
    "one side takes nothing": (
        "impartial_games_look_the_same_from_both_sides",
        impartial(
            play=lambda position, move: (
                Step(position, 0) if position.to_move else NIM.play(position, move)
            )
        ),
    ),
    "another board after an action": (
        "what_a_hand_does_in_a_move_ends_at_the_board_after_it",
        with_stages(lambda stages: [replace(stages[0], cells=(9,) * 6), *stages[1:]]),
    ),
    "an action fewer": (
        "what_a_hand_does_in_a_move_ends_at_the_board_after_it",
        with_stages(lambda stages: stages[:-1]),
    ),
    "put before it is lifted": (
        "what_a_hand_does_in_a_move_ends_at_the_board_after_it",
        with_stages(put_first),
    ),
    "taken and not lifted": (
        "what_a_hand_does_in_a_move_ends_at_the_board_after_it",
        with_stages(lambda stages: [replace(stages[0], act="take"), *stages[1:]]),
    ),
    "an action that is none": (
        "what_a_hand_does_in_a_move_ends_at_the_board_after_it",
        with_stages(lambda stages: [replace(stages[0], act="drop"), *stages[1:]]),
    ),
    "more points than are taken": (
        "what_a_hand_does_in_a_move_ends_at_the_board_after_it",
        altered(
            "awari:2x3",
            play=lambda position, move: Step(AWARI.play(position, move).position, 9),
        ),
    ),
}


@pytest.mark.parametrize("fault", OTHERS_FAULTY)
def test_a_game_that_lacks_another_property_is_found(fault):
    name, game = OTHERS_FAULTY[fault]
    with pytest.raises(FAILURES):
        try_property(name, game)


@pytest.mark.parametrize("name", sorted({name for name, _ in OTHERS_FAULTY.values()}))
def test_the_games_themselves_have_each_property(name):
    for game in at_least(3, (HEXAPAWN, NIM, AWARI)):
        if "impartial" in name and not game.impartial:
            with pytest.raises(pytest.skip.Exception, match=f"^{game.called} is not impartial$"):
                try_property(name, game)
        else:
            try_property(name, game)


def test_a_game_whose_positions_recur_may_go_on():
    suite.test_games_without_repetition_end(
        changed(repetition=3, play=lambda *_: Step(HEXAPAWN.start(), 0))
    )


BOARD = HEXAPAWN.text(HEXAPAWN.start()).rpartition(" ")[0]


@pytest.mark.parametrize("text", ["", "nonsense", BOARD, f"{BOARD} ?", f"{BOARD}/ w"])
def test_a_game_that_reads_nonsense_is_found(text):
    def parse(given):
        return HEXAPAWN.start() if given == text else HEXAPAWN.parse(given)

    with pytest.raises(FAILURES):
        suite.test_nonsense_is_refused(changed(parse=parse))


@pytest.mark.parametrize("text", ["", "nonsense", "?"])
def test_a_game_that_reads_nonsense_as_a_move_is_found(text):
    def parse_move(position, given):
        return Move(6, 3) if given == text else HEXAPAWN.parse_move(position, given)

    with pytest.raises(FAILURES):
        suite.test_nonsense_is_refused(changed(parse_move=parse_move))


def try_text(game, text):
    suite.test_any_text_is_read_or_refused.hypothesis.inner_test(game, text)


def test_a_game_that_reads_any_text_as_something_else_is_found():
    for text in at_least(3, ("", "x", "bbb/.../www w")):
        try_text(HEXAPAWN, text)
    start = HEXAPAWN.start()
    empty = Position((0,) * 9, 0)
    written = HEXAPAWN.text(start)
    with pytest.raises(FAILURES):  # what it reads is written otherwise
        try_text(
            changed(parse=lambda text: start if text == written else empty, text=lambda _: written),
            "x",
        )
    with pytest.raises(FAILURES):
        try_text(changed(parse_move=lambda *_: Move(6, 3)), "x")
    with pytest.raises(ZeroDivisionError):  # nor may the rules fail at what is read
        try_text(changed(legal_moves=lambda _: 1 // 0, parse=lambda _: start), "x")
    with pytest.raises(ZeroDivisionError):
        try_text(changed(result=lambda _: 1 // 0, parse=lambda _: start), "x")


def test_what_is_tried_of_a_text_is_itself_the_same_in_signs_of_the_game_and_almost_a_position():
    questions = []

    def refuse(*words):
        questions.append(words[-1])
        raise NotationError("no")

    try_text(changed(parse=refuse), "x.")
    folded = questions[1]
    assert questions == ["x.", folded, f"{folded} w", HEXAPAWN.text(HEXAPAWN.start())[1:]]
    assert set(folded) <= set(HEXAPAWN.text(HEXAPAWN.start()))
    questions.clear()
    try_text(changed(parse_move=refuse), "x.")
    assert questions == ["x.", folded]


@pytest.mark.parametrize("scoring", [False, True])
def test_a_repeated_position_is_worth_as_much_to_a_side_in_each(scoring):
    """And nothing in games of points."""

    def game(worth):
        return changed(
            repetition=2,
            scoring=scoring,
            repeated=lambda position: worth * (1 - 2 * position.to_move),
        )

    name = "positions_recur_only_where_the_game_says_so"
    try_property(name, game(0))
    for worth in at_least(3, (1, -1, 2)):
        if scoring or worth == 2:
            with pytest.raises(FAILURES):
                try_property(name, game(worth))
        else:
            try_property(name, game(worth))


# --- all positions together
# --------------------------------------------------------------------------------------------------


@cache
def solved():
    return solve_graph(explore(HEXAPAWN))


def with_nodes(change):
    """Return Hexapawn's solution with other nodes: a node, or None to leave it, by its number."""
    solution = solved()
    nodes = list(solution.graph.nodes)
    for number, node in enumerate(nodes):
        other = change(number, node)
        if other is not None:
            nodes[number] = other
    graph = Graph(HEXAPAWN, solution.graph.symmetries, tuple(nodes))
    return Solution(graph, solution.values, solution.plies)


def with_first_edge(**values):
    def change(number, node):
        if number:
            return None
        return replace(node, edges=(replace(node.edges[0], **values), *node.edges[1:]))

    return with_nodes(change)


def with_ended(**values):
    """Return the solution whose ended positions are something else."""
    return with_nodes(lambda _, node: None if node.edges else replace(node, **values))


def with_worth(which, values=None, plies=None):
    """Return the solution in which the first position of some kind is worth something else."""
    solution = solved()
    number = next(
        number
        for number, node in enumerate(solution.graph.nodes)
        if which(node, solution.values[number], solution.plies[number])
    )
    worth = list(solution.values)
    ends = list(solution.plies)
    if values is not None:
        worth[number] = values(worth[number])
    if plies is not None:
        ends[number] = plies(ends[number])
    return Solution(solution.graph, tuple(worth), tuple(ends))


def longer_win(node, value, plies):
    return bool(node.edges) and value > 0 and plies > 1


def longer_loss(node, value, plies):
    return bool(node.edges) and value < 0 and plies > 2


WRONGLY_SOLVED = {
    "fewest plies": (
        "exploring_finds_what_brute_force_finds",
        with_nodes(lambda number, node: replace(node, depth=node.depth + (number == 5))),
    ),
    "a position missing": (
        "exploring_finds_what_brute_force_finds",
        with_nodes(
            lambda number, node: replace(node, position=HEXAPAWN.start()) if number == 9 else None
        ),
    ),
    "results": ("exploring_finds_what_brute_force_finds", with_ended(result=0)),
    "a move missing": (
        "exploring_finds_what_brute_force_finds",
        with_nodes(lambda number, node: None if number else replace(node, edges=node.edges[1:])),
    ),
    "a move of two": (
        "exploring_finds_what_brute_force_finds",
        with_first_edge(moves=(Move(6, 3),)),
    ),
    "where a move leads": ("exploring_finds_what_brute_force_finds", with_first_edge(child=7)),
    "what a move gains": ("exploring_finds_what_brute_force_finds", with_first_edge(gain=1)),
    "points": ("only_a_game_of_points_wins_more_than_the_game", with_first_edge(gain=1)),
    "two points": ("only_a_game_of_points_wins_more_than_the_game", with_ended(result=2)),
    "an end": (
        "values_follow_from_those_behind_them",
        with_worth(lambda node, *_: not node.edges, values=lambda value: -value),
    ),
    "a position": ("values_follow_from_those_behind_them", with_worth(longer_win, lambda _: 0)),
    "plies of a win": (
        "values_follow_from_those_behind_them",
        with_worth(longer_win, plies=lambda plies: plies + 2),
    ),
    "plies of a loss": (
        "values_follow_from_those_behind_them",
        with_worth(longer_loss, plies=lambda plies: plies - 2),
    ),
    "the first position": (
        "values_are_those_of_plain_minimax",
        with_worth(lambda *_: True, values=lambda value: -value),
    ),
    "another position": ("values_are_those_of_plain_minimax", with_worth(longer_loss, lambda _: 0)),
}  # fmt: skip


def with_all_of_it(test, game):
    """Run a test, which may not be skipped."""
    try:
        test(game)
    except pytest.skip.Exception as skipped:
        pytest.fail(f"skipped: {skipped}")


@pytest.mark.parametrize("fault", WRONGLY_SOLVED)
def test_a_wrong_solution_of_a_game_is_found(fault, monkeypatch):
    name, solution = WRONGLY_SOLVED[fault]
    test = getattr(suite, f"test_{name}")
    monkeypatch.setattr(suite, "solution_of", lambda _: solved())
    with_all_of_it(test, HEXAPAWN)
    monkeypatch.setattr(suite, "solution_of", lambda _: solution)
    with pytest.raises(FAILURES):
        test(HEXAPAWN)


def test_a_game_may_be_won_drawn_or_lost_at_its_end(monkeypatch):
    for result in at_least(3, (1, 0, -1)):
        monkeypatch.setattr(
            suite, "solution_of", lambda _, result=result: with_ended(result=result)
        )
        suite.test_only_a_game_of_points_wins_more_than_the_game(HEXAPAWN)
    monkeypatch.setattr(suite, "solution_of", lambda _: with_ended(result=7))
    suite.test_only_a_game_of_points_wins_more_than_the_game(changed(scoring=True))


def test_a_position_that_can_end_sooner_or_later_ends_as_its_side_wishes():
    """Otherwise plies of a win and of a loss could be exchanged, and no test would see it."""
    solution = solved()
    differ = set()
    for node, value in zip(solution.graph.nodes, solution.values, strict=True):
        worths = [solution.worth_of(edge) for edge in node.edges]
        if len({worth.plies for worth in worths if worth.score == value}) > 1:
            differ.add(value)
    assert differ == {1, -1}


def test_a_game_that_is_too_large_is_not_walked_through(monkeypatch):
    monkeypatch.setattr(suite, "MAX_POSITIONS", 20)
    assert suite._explored.__wrapped__("hexapawn:3x3") is None
    monkeypatch.setattr(suite, "_explored", lambda _: None)
    sentence = r"^hexapawn:3x3 has more than 20 positions; test a smaller size too$"
    with pytest.raises(pytest.skip.Exception, match=sentence):
        suite.solution_of(HEXAPAWN)
    sentence = r"^positions of hexapawn:3x3 recur$"
    monkeypatch.setattr(suite, "_explored", lambda _: solved())
    with pytest.raises(pytest.skip.Exception, match=sentence):
        suite.test_values_are_those_of_plain_minimax(changed(repetition=3))


#: A game whose machines are quickly made, and the kit of one of its sides.
SMALL = make_game("hexapawn:2x3")


class FaultyKit:
    """A kit that answers like another one, but for one thing."""

    def __init__(self, kit, boxes=None, locate=None):
        self.boxes = boxes or kit.boxes
        self.locate = locate or kit.locate


def in_another_box(kit):
    boxes = {box.id: kit.boxes[number - 1] for number, box in enumerate(kit.boxes)}
    return FaultyKit(kit, locate=lambda position: _changed_box(kit.locate(position), boxes))


def _changed_box(located, boxes):
    return located and (boxes[located[0].id], located[1])


def turned_wrongly(kit):
    other = {IDENTITY.name: SMALL.symmetries[1], "mirror": SMALL.symmetries[0]}
    return FaultyKit(kit, locate=lambda position: _turned(kit.locate(position), other))


def _turned(located, other):
    return located and (located[0], other[located[1].name])


FAULTY_KITS = {
    "no box": lambda kit: FaultyKit(kit, locate=lambda _: None),
    "a box for the other side": lambda kit: FaultyKit(
        kit, locate=lambda position: kit.locate(position) or (kit.boxes[0], IDENTITY)
    ),
    "another box": in_another_box,
    "turned wrongly": turned_wrongly,
    "a box that is never opened": lambda kit: FaultyKit(
        kit, boxes=(*kit.boxes, replace(kit.boxes[0], id="Z9"))
    ),
    "a move without a bead": lambda kit: FaultyKit(
        kit, locate=lambda position: without_a_slot(kit.locate(position))
    ),
}


def without_a_slot(located):
    return located and (replace(located[0], slots=located[0].slots[1:]), located[1])


@pytest.mark.parametrize("fault", FAULTY_KITS)
def test_a_machine_that_does_not_fit_its_game_is_found(fault, monkeypatch):
    def build(spec, wish):
        return FAULTY_KITS[fault](build_kit(spec, wish))

    with_all_of_it(suite.test_a_machine_can_be_made_for_either_side, SMALL)
    monkeypatch.setattr(suite, "build_kit", build)
    monkeypatch.setattr(suite, "write_kit", lambda kit: kit)
    monkeypatch.setattr(suite, "read_kit", lambda kit, _: kit)
    with pytest.raises(FAILURES):
        suite.test_a_machine_can_be_made_for_either_side(SMALL)


def test_a_machine_is_made_for_each_side_and_for_either_in_an_impartial_game(monkeypatch):
    made = []

    def build(spec, wish):
        made.append((spec, wish.chosen["side"]))
        return build_kit(spec, wish)

    monkeypatch.setattr(suite, "build_kit", build)
    suite.test_a_machine_can_be_made_for_either_side(SMALL)
    suite.test_a_machine_can_be_made_for_either_side(NIM)
    sides = [side.name for side in NIM.sides]
    assert made == [
        *[("hexapawn:2x3", side) for side in ("white", "black")],
        *[("nim:5", side) for side in (*sides, "either")],
    ]
    monkeypatch.setattr(suite, "read_kit", lambda *_: None)
    with pytest.raises(FAILURES):
        suite.test_a_machine_can_be_made_for_either_side(SMALL)


def test_a_game_with_more_moves_than_colours_has_no_machine_to_try(monkeypatch):
    def build(*_):
        raise TooFewColoursError("too few")

    monkeypatch.setattr(suite, "build_kit", build)
    sentence = r"^the usual palette has no colour for each move of hexapawn:2x3$"
    with pytest.raises(pytest.skip.Exception, match=sentence):
        suite.test_a_machine_can_be_made_for_either_side(SMALL)


# --- how games are named
# --------------------------------------------------------------------------------------------------


def generated(games, fixtures=("game", "data")):
    """Return what pytest is told to try, given what stands behind ``--game``."""
    told = []
    config = SimpleNamespace(getoption=lambda name, default: games if name == "--game" else default)
    metafunc = SimpleNamespace(
        fixturenames=fixtures,
        config=config,
        parametrize=lambda name, values, ids: told.append((name, values, ids)),
    )
    conftest.pytest_generate_tests(metafunc)
    return told


def test_each_test_is_tried_on_the_games_that_are_named_or_on_all(tmp_path, monkeypatch):
    ((name, games, ids),) = generated(["nim:3", "hexapawn:2x3"])
    assert (name, ids) == ("game", ["nim:3", "hexapawn:2x3"])
    assert [game.spec for game in games] == ids
    assert generated(["nim:3"], fixtures=("data",)) == []
    monkeypatch.setattr(conftest, "game_names", lambda: ["nim", "connect"])
    for nothing in at_least(2, (None, [])):
        ((_, games, ids),) = generated(nothing)
        assert ids == ["nim", "connect"]
        assert [game.name for game in games] == ids
    with pytest.raises(pytest.UsageError, match=r"^unknown game 'nimm'; did you mean 'nim'"):
        generated(["nim:3", "nimm"])
    path = tmp_path / "mine.toml"
    monkeypatch.setattr(conftest, "game_at", lambda path: path)
    assert generated([f"{path}"]) == [("game", [path], [f"{path}"])]


def test_games_may_be_named_more_than_once():
    added = []
    group = SimpleNamespace(addoption=lambda *words, **more: added.append((words, more)))
    plugin.pytest_addoption(SimpleNamespace(getgroup=lambda *words: added.append(words) or group))
    (heading, ((option,), more)) = added
    assert heading == ("kitgen", "conformance of games to kitgen")
    assert (option, more["action"], more["metavar"]) == ("--game", "append", "SPEC")
    assert more["help"] == (
        "a game to test, such as mygame:4x3,option=value, or a .toml file that tells one"
    )


def test_games_are_tried_the_same_each_time_and_nothing_is_saved():
    settings = suite.SUITE_SETTINGS
    assert (settings.deadline, settings.derandomize, settings.database) == (None, True, None)
    assert not settings.report_multiple_bugs
    assert {*settings.suppress_health_check} == {*HealthCheck}
    assert 1 <= settings.max_examples <= 30


def test_a_test_on_random_games_keeps_its_name_and_its_words():
    def test_nothing(game, record):
        """Nothing is tried."""

    on_many = suite.on_random_games(test_nothing)
    assert (on_many.__name__, on_many.__doc__) == ("test_nothing", "Nothing is tried.")
