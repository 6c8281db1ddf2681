"""Figures beside published ones: when they agree, how they are written, and the page of them all;
without doing any experiment again.
"""

from types import SimpleNamespace

import pytest

from kitgen.errors import UnknownNameError, UsageError
from kitgen.games import make_game
from kitgen.kit.rule import read_rule
from kitgen.lab import reproductions
from kitgen.lab.reproductions import Figure, Reproduction, cells, results_page
from kitgen.lab.tally import Running
from kitgen.reading.templates import Templates


@pytest.mark.parametrize(
    ("figure", "verdict"),
    [
        (Figure("a", 10, 10, 0, 0), "agrees"),
        (Figure("a", 10, 10.5, 0, 0), "agrees"),
        (Figure("a", 10, 10.51, 0, 0), "differs"),
        (Figure("a", 10, 9.5, 0, 0), "agrees"),
        (Figure("a", 10, 9.49, 0, 0), "differs"),
        (Figure("a", 10.0, 10.06, 0, 1), "differs"),
        (Figure("a", 10, 13.4, 1, 0), "agrees"),
        (Figure("a", 10, 13.6, 1, 0), "differs"),
        (Figure("a", None, 13.6, 1, 0), "new"),
        (Figure("a", None, 13.6, 1, 0, reference=13.5), "agrees"),
        (Figure("a", None, 13.6, 0, 0, reference=11), "differs"),
        (Figure("a", 10, 13.6, 0, 0, reference=13.6), "differs"),
        (Figure("a", None, 1, 0, 0, words="most", holds=True), "agrees"),
        (Figure("a", None, 1, 0, 0, words="most", holds=False), "differs"),
        (Figure("a", 2.0, 1.99, 0, 2, unit="s"), "quicker"),
        (Figure("a", 2.0, 2.0, 0, 2, unit="s"), "slower"),
        (Figure("a", None, 2.0, 0, 2, unit="s", reference=3), "quicker"),
        (Figure("a", None, 2.0, 0, 2, unit="s"), "new"),
    ],
)
def test_a_figure_agrees_within_three_spreads_and_half_a_unit(figure, verdict):
    assert figure.verdict == verdict


@pytest.mark.parametrize(
    ("figure", "texts"),
    [
        (Figure("a", 10, 10, 0, 0), ("10%", "", "10%", "", "agrees")),
        (Figure("a", 10, 12.34, 1.26, 0), ("10%", "", "12.3%", "1.3%", "agrees")),
        (
            Figure("a", None, 1234.5, 0, 1, 1234.46, unit=""),
            ("", "1,234.5", "1,234.5", "", "agrees"),
        ),
        (Figure("a", 2, 1.2345, 0, 0, unit="s"), ("2 s", "", "1.234 s", "", "quicker")),
        (Figure("a", None, 7, 0, 0, words="most", holds=True), ("most", "", "7%", "", "agrees")),
        (Figure("a", 5, 7, 0, 0, unit="games"), ("5 games", "", "7 games", "", "differs")),
    ],
)
def test_ours_has_one_decimal_more_where_it_has_a_spread(figure, texts):
    assert cells(figure) == texts


LINES = (Figure("boxes", 24, 24, 0, 0, unit=""), Figure("wins", None, 51.26, 0.5, 0, words="half"))
MADE = Reproduction("gardner", "Gardner 1962", "M. Gardner", "Worked out.", LINES)


def test_a_reproduction_is_a_line_a_table_and_data():
    assert MADE.summary() == "Gardner 1962: 2 figures, agrees 1, new 1"
    rows = [
        {
            "what": "boxes",
            "published": 24,
            "reference": None,
            "ours": 24,
            "spread": 0,
            "verdict": "agrees",
        },
        {
            "what": "wins",
            "published": None,
            "reference": None,
            "ours": 51.26,
            "spread": 0.5,
            "verdict": "new",
        },
    ]
    assert MADE.table() == rows
    assert MADE.report() == {"name": "gardner", "source": "M. Gardner", "figures": rows}


def test_the_page_of_all_figures_is_as_before(golden):
    golden("reproduced-page", "\n".join(results_page([MADE, MADE], "kitgen reproduce all")))


def test_shares_are_of_games_and_of_some_of_them():
    figures = [Running.of(2) + Running.of(4), Running.of(1) + Running.of(1)]
    tally = SimpleNamespace(by_machine=figures, games=10, machines=2)
    assert reproductions.shares(tally, 0) == (pytest.approx(30), pytest.approx(100 * 2**0.5 / 10))
    assert reproductions.shares(tally, 1) == (pytest.approx(10), 0)
    counts = [2, 1, 0, 1, 2, 2, 2, 2, 2, 2]
    assert reproductions.in_games(tally, counts, 1, 4) == pytest.approx(100 * 4 / 4 / 2)
    assert reproductions.in_games(tally, counts, 3, 3) == 0
    assert reproductions.in_games(tally, counts, 5, 10) == pytest.approx(100)


def test_a_free_kit_has_a_box_for_each_position_and_a_slot_for_each_move():
    game = make_game("tictactoe:2x2")
    kit = reproductions.free_kit(game, 1, read_rule("gardner", Templates()), "gardner")
    assert [game.text(box.position) for box in kit.boxes] == [
        "X./.. O",
        ".X/.. O",
        "../X. O",
        "../.X O",
    ]
    assert [box.turn for box in kit.boxes] == [1] * 4
    for box in kit.boxes:
        assert [slot.moves for slot in box.slots] == [
            (move,) for move in game.legal_moves(box.position)
        ]
    first = reproductions.free_kit(game, 0, read_rule("gardner", Templates()), "gardner")
    assert sorted({box.turn for box in first.boxes}) == [1, 2]


def test_an_unknown_experiment_and_a_single_run_are_refused():
    with pytest.raises(UnknownNameError, match="unknown reproduction 'gardener'; did you mean"):
        reproductions.reproduce("gardener")
    with pytest.raises(UsageError, match="1 runs give no spread; ask for 2 or more"):
        reproductions.reproduce("gardner", runs=1)
