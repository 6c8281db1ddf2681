"""Rules for every game, tested on random games and, where a game is small, on all its positions
together.
"""

import random
import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import combinations
from math import dist

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from kitgen.errors import NotationError, TooFewColoursError, TooLargeError, UsageError
from kitgen.games import make_game
from kitgen.kit.build import build_kit
from kitgen.kit.choices import Wish
from kitgen.kit.kit import EITHER, players_of
from kitgen.kit.kit_json import read_kit, write_kit
from kitgen.model import Game, Move, Position
from kitgen.paper.card.moves import MARKINGS
from kitgen.paper.card.styles import STYLES
from kitgen.paper.marks.pieces import PIECES
from kitgen.theory.explore import Symmetries, explore
from kitgen.theory.solve import Solution, solve_graph

#: A played game: each position with the move made in it.
RandomGame = list[tuple[Position, Move | None]]
#: The most plies of a random game.
MAX_PLIES = 64
#: No game on paper has as many plies.
PLIES_WITHOUT_END = 5_000
#: Games with more positions than this, up to symmetry, are not walked through.
MAX_POSITIONS = 3_000


@st.composite
def played(draw: st.DrawFn, game: Game) -> RandomGame:
    """Return a random game, or the beginning of one: each position with the move made in it; the
    last with None.

    Each byte chooses one move, so a failing game soon becomes short and simple.
    """
    position = game.start()
    record: RandomGame = []
    for choice in draw(st.binary(max_size=MAX_PLIES)):
        moves = game.legal_moves(position)
        if not moves:
            break
        move = moves[choice % len(moves)]
        record.append((position, move))
        position = game.play(position, move).position
    return [*record, (position, None)]


#: The suite's settings of Hypothesis: the same games each time, nothing saved, one failure at a
#: time. Of each test 30 games are tried; fewer or more with a profile of Hypothesis that has other
#: than the usual 100 examples.
SUITE_SETTINGS = settings(
    max_examples=max(1, settings().max_examples * 3 // 10),
    deadline=None,
    derandomize=True,
    database=None,
    report_multiple_bugs=False,
    suppress_health_check=list(HealthCheck),
)


def on_random_games(test: Callable[[Game, RandomGame], None]) -> Callable[..., None]:
    """Run a test, which takes a game and how it was played, on many random games."""

    @SUITE_SETTINGS
    @given(data=st.data())
    def on_many(game: Game, data: st.DataObject) -> None:
        test(game, data.draw(played(game)))

    on_many.__name__ = test.__name__
    on_many.__doc__ = test.__doc__
    return on_many


def test_the_spec_makes_the_same_game_again(game: Game) -> None:
    again = make_game(game.spec)
    assert again.spec == game.spec
    assert again.start() == game.start()
    assert re.split("[:,]", game.spec)[0] == game.name


def test_unknown_sizes_and_options_are_refused(game: Game) -> None:
    for wrong in (":nonsense", ":0x0", ":-3", ":999x999", ",nonsense=1"):
        with pytest.raises(UsageError):
            make_game(f"{game.name}{wrong}")


def test_sides_are_told_apart(game: Game) -> None:
    first, second = game.sides
    assert first.name.lower() != second.name.lower()
    assert first.letter.lower() != second.letter.lower()
    for side in (first, second):
        assert re.fullmatch(r"[a-z]+", side.name), "a side's name is typed on the command line"
        assert re.fullmatch(r"\S", side.letter)


def test_symmetries_are_a_group(game: Game) -> None:
    ways = [symmetry.to for symmetry in game.symmetries]
    cells = tuple(range(len(game.start().cells)))
    assert ways[0] == cells, "the identity comes first"
    names = [symmetry.name for symmetry in game.symmetries]
    alike = [name for name, way in zip(names, ways, strict=True) if ways.count(way) > 1]
    assert not alike, (
        f"these symmetries are the same on this board, so all but one go: {', '.join(alike)}"
    )
    assert len(set(names)) == len(names), "each symmetry has a name of its own"
    for way in ways:
        assert tuple(sorted(way)) == cells
        for other in ways:
            assert tuple(other[cell] for cell in way) in ways, "doing two of them is one of them"


def test_the_diagram_can_be_drawn(game: Game) -> None:
    diagram = game.diagram
    cells = len(game.start().cells)
    assert diagram.cell in STYLES
    assert diagram.moves in MARKINGS
    assert len(diagram.centres) == cells
    assert len(set(diagram.centres)) == cells
    assert all(0 < x < diagram.width and 0 < y < diagram.height for x, y in diagram.centres)
    assert len(diagram.names) in (0, cells)
    assert set(diagram.pieces.values()) <= set(PIECES)
    assert diagram.shaded <= set(range(cells))


def test_symmetries_keep_the_drawing(game: Game) -> None:
    """Cells keep their distances: a symmetry turns or mirrors the whole board."""
    centres = game.diagram.centres
    for symmetry in game.symmetries:
        images = [centres[cell] for cell in symmetry.to]
        for a, b in combinations(range(len(centres)), 2):
            square = dist(centres[a], centres[b]) ** 2
            assert square == pytest.approx(dist(images[a], images[b]) ** 2)


def test_the_game_starts_with_the_first_side(game: Game) -> None:
    start = game.start()
    assert start.to_move == 0
    assert game.result(start) is None
    assert game.legal_moves(start)


@on_random_games
def test_moves_are_sorted_and_unique(game: Game, record: RandomGame) -> None:
    position, _ = record[-1]
    moves = game.legal_moves(position)
    assert list(moves) == sorted(set(moves))
    for move in moves:
        assert move.target in range(len(position.cells))
        assert move.source is None or move.source in range(len(position.cells))


@on_random_games
def test_a_game_is_over_when_no_move_is_left(game: Game, record: RandomGame) -> None:
    for position, move in record:
        over = game.result(position) is not None
        assert over == (not game.legal_moves(position))
        assert not over or move is None
        if not game.scoring:
            assert game.result(position) in (None, 1, 0, -1)


@on_random_games
def test_sides_take_turns_and_moves_change_the_position(game: Game, record: RandomGame) -> None:
    for position, move in record[:-1]:
        assert move is not None
        step = game.play(position, move)
        assert step.position.to_move == 1 - position.to_move
        assert len(step.position.cells) == len(position.cells)
        assert step.position.cells != position.cells
        assert game.scoring or step.gain == 0


@on_random_games
def test_positions_recur_only_where_the_game_says_so(game: Game, record: RandomGame) -> None:
    if game.repetition is None:
        assert len({position for position, _ in record}) == len(record)
    else:
        assert game.repetition > 1
        start = game.start()
        for position, _ in record:
            value = game.repeated(position)
            to_first_side = value if position.to_move == start.to_move else -value
            assert to_first_side == game.repeated(start)
        assert game.repeated(start) in ((0,) if game.scoring else (1, 0, -1))


def test_games_without_repetition_end(game: Game) -> None:
    draw = random.Random(1)
    for _ in range(5):
        position = game.start()
        plies = 0
        while game.repetition is None and game.result(position) is None:
            position = game.play(position, draw.choice(game.legal_moves(position))).position
            plies += 1
            assert plies < PLIES_WITHOUT_END


@on_random_games
def test_methods_are_pure(game: Game, record: RandomGame) -> None:
    """The same question has the same answer, whatever happened in between, and from a second
    game object.
    """
    again = make_game(game.spec)
    for position, move in record[-3:]:
        moves = game.legal_moves(position)
        assert again.legal_moves(position) == moves
        assert game.legal_moves(position) == moves
        assert game.result(position) == again.result(position)
        if move is not None:
            step = game.play(position, move)
            assert again.play(position, move) == step
            assert game.play(position, move) == step
    assert game.start() == again.start()


@on_random_games
def test_texts_of_positions_read_back(game: Game, record: RandomGame) -> None:
    for position, _ in record:
        for image in {symmetry.position(position) for symmetry in game.symmetries}:
            text = game.text(image)
            assert game.parse(text) == image
            assert game.parse(f"  {text}\n") == image, "blanks around a position do no harm"
            assert text.endswith(f" {game.sides[position.to_move].letter}")


@on_random_games
def test_texts_of_moves_read_back(game: Game, record: RandomGame) -> None:
    for position, _ in record:
        moves = game.legal_moves(position)
        texts = [game.move_text(move) for move in moves]
        assert len(set(texts)) == len(texts)
        assert all(re.fullmatch(r"\S+", text) for text in texts)
        assert tuple(game.parse_move(position, text) for text in texts) == moves


@on_random_games
def test_what_a_hand_does_in_a_move_ends_at_the_board_after_it(
    game: Game, record: RandomGame
) -> None:
    """Each action applies to the board after the one before, and the points taken are the gain
    of the move.
    """
    position = record[-1][0]
    for move in game.legal_moves(position):
        step = game.play(position, move)
        stages = game.stages(position, move)
        if not stages:
            continue
        cells = list(position.cells)
        hand = 0
        for stage in stages:
            cells[stage.cell] += stage.count if stage.act == "put" else -stage.count
            assert stage.cells == tuple(cells)
            if stage.act == "lift":
                hand += stage.count
            elif stage.act == "put":
                hand -= stage.count
            else:
                assert stage.act == "take"
            assert hand >= 0
        assert stages[-1].cells == step.position.cells
        assert hand == 0
        assert sum(stage.count for stage in stages if stage.act == "take") == step.gain


def test_nonsense_is_refused(game: Game) -> None:
    board = game.text(game.start()).rpartition(" ")[0]
    for wrong in ("", "nonsense", board, f"{board} ?", f"{board}/ {game.sides[0].letter}"):
        with pytest.raises(NotationError):
            game.parse(wrong)
    for wrong in ("", "nonsense", "?"):
        with pytest.raises(NotationError):
            game.parse_move(game.start(), wrong)


@SUITE_SETTINGS
@given(text=st.text(max_size=30))
@example(text="")
@example(text="/")
@example(text="///// x")
def test_any_text_is_read_or_refused(game: Game, text: str) -> None:
    """Any text gives a position that can be written again, or a NotationError."""
    alphabet = sorted({*game.text(game.start()), *(side.letter for side in game.sides)})
    # Almost right is the harder case.
    folded = "".join(alphabet[ord(sign) % len(alphabet)] for sign in text)
    for attempt in (text, folded, f"{folded} {game.sides[0].letter}", game.text(game.start())[1:]):
        try:
            position = game.parse(attempt)
        except NotationError:
            continue
        assert game.parse(game.text(position)) == position
        game.legal_moves(position)
        game.result(position)
    for attempt in (text, folded):
        try:
            move = game.parse_move(game.start(), attempt)
        except NotationError:
            continue
        assert game.move_text(move) == attempt


@on_random_games
def test_symmetry_commutes_with_the_rules(game: Game, record: RandomGame) -> None:
    """A turned position has the turned moves, the same result and the turned next positions."""
    for position, _ in record[-2:]:
        for symmetry in game.symmetries:
            image = symmetry.position(position)
            assert game.result(image) == game.result(position)
            moves = game.legal_moves(position)
            assert sorted(map(symmetry.move, moves)) == list(game.legal_moves(image))
            for move in moves:
                step = game.play(position, move)
                turned = game.play(image, symmetry.move(move))
                assert turned.gain == step.gain
                assert turned.position == symmetry.position(step.position)


@on_random_games
def test_inverses_undo(game: Game, record: RandomGame) -> None:
    position, _ = record[-1]
    for symmetry in game.symmetries:
        back = symmetry.inverse()
        assert back.position(symmetry.position(position)) == position
        for move in game.legal_moves(position):
            assert back.move(symmetry.move(move)) == move


@on_random_games
def test_canonical_form_is_constant_on_an_orbit(game: Game, record: RandomGame) -> None:
    symmetries = Symmetries(game)
    for position, _ in record:
        orbit = {symmetry.position(position) for symmetry in symmetries.all}
        canonical = symmetries.canonical(position)
        assert canonical in orbit
        assert {symmetries.canonical(image) for image in orbit} == {canonical}


@on_random_games
def test_moves_in_one_slot_lead_to_the_same_box(game: Game, record: RandomGame) -> None:
    symmetries = Symmetries(game)
    position, _ = record[-1]
    moves = game.legal_moves(position)
    orbits = symmetries.orbits(position, moves)
    assert sorted(move for orbit in orbits for move in orbit) == list(moves)
    for orbit in orbits:
        steps = [game.play(position, move) for move in orbit]
        assert len({(symmetries.canonical(step.position), step.gain) for step in steps}) == 1


@on_random_games
def test_impartial_games_look_the_same_from_both_sides(game: Game, record: RandomGame) -> None:
    if not game.impartial:
        pytest.skip(f"{game.called} is not impartial")
    position, _ = record[-1]
    other = Position(position.cells, 1 - position.to_move)
    assert game.parse(game.text(other)) == other
    assert game.legal_moves(other) == game.legal_moves(position)
    assert game.result(other) == game.result(position)
    for move in game.legal_moves(position):
        assert game.play(other, move).position.cells == game.play(position, move).position.cells


# All positions of a game together; skipped where there are too many.


@cache
def _explored(spec: str) -> Solution | None:
    try:
        return solve_graph(explore(make_game(spec), limit=MAX_POSITIONS))
    except TooLargeError:
        return None


def solution_of(game: Game) -> Solution:
    """Return the explored and solved game; skip the test when it is too large."""
    solution = _explored(game.spec)
    if solution is None:
        pytest.skip(
            f"{game.called} has more than {MAX_POSITIONS:,} positions; test a smaller size too"
        )
    return solution


def shortest_plies(game: Game) -> dict[Position, int]:
    """Return every position that a game can reach, with the fewest plies to it; no symmetry is
    used.
    """
    plies = {game.start(): 0}
    waiting = [game.start()]
    for position in waiting:  # which grows
        for move in game.legal_moves(position):
            child = game.play(position, move).position
            if child not in plies:
                plies[child] = plies[position] + 1
                waiting.append(child)
    return plies


def test_exploring_finds_what_brute_force_finds(game: Game) -> None:
    """Every position of plain play is there once, with its result, its moves and its fewest
    plies.
    """
    graph = solution_of(game).graph
    canonical = Symmetries(game).canonical
    reached: dict[Position, int] = {}
    for position, plies in shortest_plies(game).items():
        reached[canonical(position)] = min(plies, reached.get(canonical(position), plies))
    assert {node.position: node.depth for node in graph.nodes} == reached
    for node in graph.nodes:
        assert node.result == game.result(node.position)
        steps = [game.play(node.position, move) for move in game.legal_moves(node.position)]
        children = Counter((canonical(step.position), step.gain) for step in steps)
        edges = Counter[tuple[Position, int]]()
        for edge in node.edges:
            edges[graph.nodes[edge.child].position, edge.gain] += len(edge.moves)
        assert edges == children


def test_only_a_game_of_points_wins_more_than_the_game(game: Game) -> None:
    """Elsewhere moves gain nothing, and values are -1, 0 and 1."""
    graph = solution_of(game).graph
    if not game.scoring:
        for node in graph.nodes:
            assert not any(edge.gain for edge in node.edges)
            assert node.result in (None, -1, 0, 1)


def test_values_follow_from_those_behind_them(game: Game) -> None:
    """A position has the value of its best move, and ends in as many plies as that move."""
    solution = solution_of(game)
    for number, node in enumerate(solution.graph.nodes):
        value = solution.values[number]
        plies = solution.plies[number]
        if not node.edges:
            assert value == node.result
            continue
        worths = [solution.worth_of(edge) for edge in node.edges]
        assert value == max(worth.score for worth in worths)
        if plies is not None:
            best = [worth for worth in worths if worth.score == value]
            known = [worth.plies for worth in best if worth.plies is not None]
            assert plies == (max(known) if value < 0 else min(known))


def test_values_are_those_of_plain_minimax(game: Game) -> None:
    """In games where no position recurs, values are computed again without symmetry, by playing
    to every end.
    """
    solution = solution_of(game)
    if game.repetition is not None:
        pytest.skip(f"positions of {game.called} recur")
    values: dict[Position, int] = {}
    stack = [game.start()]
    while stack:
        here = stack[-1]
        result = game.result(here)
        steps = [game.play(here, move) for move in game.legal_moves(here)]
        missing = [step.position for step in steps if step.position not in values]
        if missing:
            stack += missing
            continue
        stack.pop()
        if result is None:
            values[here] = max(step.gain - values[step.position] for step in steps)
        else:
            values[here] = result
    for position, value in values.items():
        assert value == solution.values[solution.graph.find(position) or 0]


def test_a_machine_can_be_made_for_either_side(game: Game) -> None:
    """Every decision of the machine, as it lies on the table, leads to one box, turned the right
    way.
    """
    graph = solution_of(game).graph
    sides = [side.name for side in game.sides] + ([EITHER] if game.impartial else [])
    for side in sides:
        players = players_of(game, side)
        if not any(node.edges and node.position.to_move in players for node in graph.nodes):
            continue  # the game is over before this side has moved
        try:
            kit = build_kit(game.spec, Wish(side=side))
        except TooFewColoursError:
            pytest.skip(f"the usual palette has no colour for each move of {game.called}")
        assert read_kit(write_kit(kit), game.spec) == kit
        met = set()
        for position in shortest_plies(game):
            located = kit.locate(position)
            decides = position.to_move in players and bool(game.legal_moves(position))
            assert (located is not None) == decides
            if located is not None:
                box, symmetry = located
                met.add(box.id)
                with_side_of_box = Position(position.cells, box.position.to_move)
                assert symmetry.position(with_side_of_box) == box.position
                moves = sorted(symmetry.move(move) for move in game.legal_moves(position))
                drawn: list[Move] = []
                for slot in box.slots:
                    drawn += slot.moves
                assert sorted(drawn) == moves
        assert met == {box.id for box in kit.boxes}
