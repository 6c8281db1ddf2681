"""Nim: who wins by arithmetic, the ladder's boxes, and what is refused."""

from pathlib import Path

import pytest
from counting import at_least
from jobs import LANGUAGES, TEXTS, make_job, slots_of
from prints import read_boxes
from sampling import few

from kitgen.errors import UsageError
from kitgen.games import make_game
from kitgen.kit.build import build_kit
from kitgen.kit.editions import Wish
from kitgen.paper.card.board import draw_box
from kitgen.paper.card.faces import Cards
from kitgen.paper.card.styles import style_of
from kitgen.paper.make import run_parts
from kitgen.paper.marks.scene import Scene, Text
from kitgen.paper.style import TITLE, text_width
from kitgen.render import save
from kitgen.theory.explore import explore
from kitgen.theory.solve import solve_graph


@pytest.mark.parametrize("last", ["wins", "loses"])
@pytest.mark.parametrize("take", [1, 2, 3, 5])
def test_heaps_are_lost_by_the_rest_of_a_division(take: int, last: str) -> None:
    """A heap is lost when it leaves 0 (or 1, where the last counter loses) by division by take +
    1.
    """
    game = make_game(f"nim:17,take={take},last={last}")
    solution = solve_graph(explore(game))
    rest = 0 if last == "wins" else 1 % (take + 1)
    for node, value in at_least(17, zip(solution.graph.nodes, solution.values, strict=True)):
        left = sum(node.position.cells)
        if left or last == "wins":
            assert (value < 0) == (left % (take + 1) == rest), left


def test_the_ladder_has_nine_boxes_and_24_beads() -> None:
    kit = build_kit("ladder")
    assert (len(kit.boxes), kit.beads) == (9, 24)
    beads = [slot.colour.key for box, slot in slots_of(kit)]
    assert [beads.count(colour.key) for colour in kit.palette] == [9, 8, 7]


def test_a_box_of_the_ladder_serves_both_sides() -> None:
    kit = build_kit("ladder")
    boxes = {kit.locate(kit.game.parse(text))[0].id for text in ("7 F", "7 S")}
    assert len(boxes) == 1


def test_one_side_of_the_ladder_alone() -> None:
    kit = build_kit("ladder", Wish(side="second"))
    assert {box.position.to_move for box in kit.boxes} == {1}
    assert len(kit.boxes) == 8  # nine counters are never left to the second side


def test_specs_name_what_is_unusual() -> None:
    assert make_game("nim").spec == "nim:9"
    assert make_game("nim:9,take=3,last=wins").spec == "nim:9"
    assert make_game("nim:21,last=loses,take=4").spec == "nim:21,take=4,last=loses"


def test_counters_are_taken_from_the_end_of_the_row() -> None:
    game = make_game("nim:9")
    position = game.play(game.start(), game.parse_move(game.start(), "2")).position
    assert game.text(position) == "7 S"
    empty = [
        game.diagram.centres[cell] for cell, content in enumerate(position.cells) if not content
    ]
    assert sorted(empty) == [(7.5, 0.5), (8.5, 0.5)]


def test_many_counters_lie_in_rows_of_the_same_length() -> None:
    diagram = make_game("nim:21").diagram
    assert (diagram.width, diagram.height) == (11, 2)
    assert len(set(diagram.centres)) == 21
    assert all(0 < x < diagram.width and 0 < y < diagram.height for x, y in diagram.centres)


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("nim:0", "from 1 to 60"),
        ("nim:9x2", "from 1 to 60"),
        ("nim:9,take=0", "from 1 to 9"),
        ("nim:9,take=10", "from 1 to 9"),
        ("nim:9,last=win", "did you mean 'wins'"),
    ],
)
def test_impossible_games_are_refused(spec: str, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        make_game(spec)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("10 F", "nim:9 has 9"),
        ("x F", "with a number"),
        ("7", "side to move"),
        ("-1 F", "with a number"),
    ],
)
def test_impossible_positions_are_refused(text: str, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        make_game("nim:9").parse(text)


def test_impossible_moves_are_refused() -> None:
    game = make_game("nim:9")
    for text in ("0", "4", "one", ""):
        with pytest.raises(UsageError, match="cannot be taken"):
            game.parse_move(game.start(), text)
    with pytest.raises(UsageError, match="cannot be taken from 2"):
        game.parse_move(game.parse("2 F"), "3")


def words_of(scene: Scene) -> list[str]:
    return [mark.text for mark in scene.marks if isinstance(mark, Text)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("stock", ["matchbox", "poker", "mini"])
def test_a_card_of_the_ladder_says_how_many_to_take_and_how_many_are_left(
    language: str, stock: str
) -> None:
    """Its id is the number left, in the largest letters, and each bead says how many counters
    go.
    """
    take = {"en": "take", "it": "prendi", "es": "quita"}.get(language) or TEXTS[language].raw(
        "card.take"
    ).split()[0]
    job = make_job("ladder", stock=stock, language=language)
    cards = Cards(job.kit, job.stock.width, job.stock.height, job.texts)
    for box in at_least(9, job.kit.boxes):
        scene = cards.draw(box)
        largest = max(
            (mark for mark in scene.marks if isinstance(mark, Text)), key=lambda mark: mark.size
        )
        assert largest.text == box.id == str(sum(box.position.cells))
        lines = [word for word in words_of(scene) if word.startswith(f"{take} ")]
        assert lines == [f"{take} {n}" for n in range(1, len(box.slots) + 1)]


def test_over_each_badge_on_a_ladder_stands_how_many_to_take() -> None:
    """The number stands in the cell of the last counter that the move takes."""
    job = make_job("ladder")
    board = draw_box(job.kit, job.kit.boxes[0], 60, 20)
    marks = [mark for mark in board.marks if isinstance(mark, Text)]
    beads = {mark.text: mark.at for mark in marks if mark.text.isalpha()}
    for letter, number in at_least(3, zip("RUY", "123", strict=True)):
        (figure,) = [mark for mark in marks if mark.text == number]
        bead = beads[letter]
        assert figure.at[0] == pytest.approx(bead[0] + text_width(letter, 1) / 2, abs=2.5)
        assert figure.at[1] < bead[1]


@pytest.mark.parametrize("name", ["ladder", "nim:21"])
def test_rungs_of_the_playing_board_are_numbered_by_what_is_left(name: str) -> None:
    job = make_job(name)
    counters = len(job.kit.game.diagram.centres)
    scene = style_of(job.kit.game.diagram).playing(job, 50, 180, 250, turned=False)
    assert sorted(map(int, words_of(scene))) == list(range(1, counters + 1))
    places = {int(mark.text): mark.at for mark in scene.marks if isinstance(mark, Text)}
    rows = sorted(places, key=lambda left: (places[left][1], places[left][0]))
    assert rows == list(range(1, counters + 1)), "read from the end that is taken last"


def test_nobody_looks_up_a_box_of_the_ladder() -> None:
    with pytest.raises(UsageError, match="finder has no page in kit 'ladder'"):
        run_parts(make_job("ladder"), ["finder"])


@pytest.mark.parametrize("page", few(["a4", "letter"], one_in=4))
@pytest.mark.parametrize("language", few(LANGUAGES, one_in=3))
@pytest.mark.parametrize("name", ["ladder", "nim:8"])
def test_the_whole_ladder_stands_on_one_sheet(
    name: str, language: str, page: str, tmp_path: Path
) -> None:
    """All positions to strike out, the rules, what happens after a game, and a board with all
    rungs.
    """
    job = make_job(name, page, language)
    document = run_parts(job, ["zero"])
    (sheet,) = document.sheets
    words = words_of(sheet.scene)
    rungs = [
        mark.text for mark in sheet.scene.marks if isinstance(mark, Text) and mark.size > TITLE
    ]
    assert rungs == [str(left) for left in range(1, len(job.kit.game.diagram.centres) + 1)]
    assert job.texts("operator.learn") in words
    save(document, tmp_path / "zero.pdf")
    assert [box.id for box in read_boxes(tmp_path / "zero.pdf", job.kit)] == [
        box.id for box in job.kit.boxes
    ]


@pytest.mark.parametrize(
    ("rule", "told"), [("gardner", True), ("never-last", True), ("gardner-reward", False)]
)
def test_a_sheet_is_a_whole_kit_where_its_rule_is_told_in_a_sentence(rule: str, told: bool) -> None:
    job = make_job("ladder", rule=rule)
    sheet = run_parts(job, ["zero"]).sheets[0]
    assert (job.texts("operator.learn") in words_of(sheet.scene)) == told
