"""Results from Python: one line, a table in a notebook, a frame, JSON, a plot, medians."""

import json
import re
from dataclasses import replace
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from statistics import median

import matplotlib as mpl
import numpy as np
import pytest
from click.testing import CliRunner
from counting import at_least
from places import ROOT
from sampling import few

import kitgen
from kitgen.cli.main import main
from kitgen.errors import UsageError
from kitgen.kit.kit_json import read_kit, write_kit
from kitgen.lab.curves import check_picture, plot_bars, plot_curves, trailing_share
from kitgen.lab.experiment import run, run_on_paper, trial
from kitgen.lab.kernel import Work, sum_up
from kitgen.record.rows import GameRow, PickedBead
from kitgen.results import MAX_ROWS_SHOWN, html_table
from kitgen.verdict import Verdict

mpl.use("Agg")

RESULTS = {
    "simulate": lambda: kitgen.simulate("her", games=30, machines=40),
    "compare": lambda: kitgen.compare("her", ["gardner", "michie"], games=20, machines=30),
    "exact": lambda: kitgen.exact("ladder", at=[1, 10, 20]),
    "solve": lambda: kitgen.solve("hexapawn"),
    "match": lambda: kitgen.match("perfect", "random", game="hexapawn", games=10, jobs=1),
    "kits": kitgen.kits,
    "palettes": kitgen.palettes,
    "find": lambda: kitgen.find("her", "bbb/w../.ww b"),
    "search": lambda: kitgen.search("nim:7", depth=3),
    "verify": lambda: kitgen.verify("her"),
    "verify_table": lambda: kitgen.verify_table(
        ROOT / "examples/ahl-1976.csv", "hexapawn:3x3", side="black"
    ),
    "diff": lambda: kitgen.diff("her", "him"),
    "print_kit": lambda: kitgen.print_kit("her", None, parts=["labels"], write=False),
    "make_document": lambda: kitgen.make_document("her", parts=["labels"]),
    "make_kit": lambda: kitgen.make_kit("ladder"),
}
#: Results that are words alone.
NOTHING_TO_DRAW = ("diff", "make_document")
#: Results that a notebook shows as pictures.
PICTURES_ALONE = ("make_document", "make_kit")


class Cells(HTMLParser):
    """Counts the rows and cells of a table."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag, _attributes):
        self.tags.append(tag)


def test_rules_are_compared_as_each_is_simulated_alone():
    asked = {"side": "black", "opponent": "winning-move", "games": 12, "machines": 10, "seed": 7}
    compared = kitgen.compare("her", ["gardner", "michie"], **asked)
    for rule, tally in at_least(2, compared.tallies.items()):
        alone = kitgen.simulate("her", rule=rule, **asked)
        assert (tally.wins, tally.losses) == (alone.wins, alone.losses), rule


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_is_a_line_a_table_frames_and_json(name):
    result = RESULTS[name]()
    assert "\n" not in repr(result)
    assert len(repr(result)) < 200
    rows = result.table()
    assert all(row.keys() == rows[0].keys() for row in rows)
    assert type(result.to_frame()) is type(result.to_frame("pandas"))
    frame = result.to_frame("pandas")
    assert list(frame.columns) == list(rows[0])
    assert len(frame) == len(rows)
    other = result.to_frame("polars")
    assert other.columns == list(rows[0])
    assert other.height == len(rows)
    html = result._repr_html_()
    tags = Cells(html).tags
    if name in PICTURES_ALONE:
        assert tags.count("svg") >= 1
    else:
        assert tags.count("th") == len(rows[0])
        assert tags.count("tr") == 1 + min(len(rows), MAX_ROWS_SHOWN + 1)
    assert json.loads(result.to_json())
    with pytest.raises(UsageError, match="library is 'excel'"):
        result.to_frame("excel")


@pytest.mark.parametrize("name", few(RESULTS, one_in=3))
def test_a_result_is_drawn_into_given_axes(name):
    from matplotlib import pyplot as plt  # noqa: PLC0415 - after Agg is chosen

    result = RESULTS[name]()
    axes = plt.subplots()[1]
    if name in NOTHING_TO_DRAW:
        with pytest.raises(UsageError, match="no figures to draw"):
            result.plot(axes)
    else:
        assert result.plot(axes) is axes
    if result.bar_columns:
        heights = [bar.get_height() for bar in axes.patches]
        rows = result.table()
        figures = []
        for key in result.bar_columns:
            figures += [row[key] for row in rows if row[key] is not None]
        assert heights == figures
    plt.close("all")


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (["find", "her", "bbb/w../.ww b"], "find"),
        (["diff", "her", "him"], "diff"),
        (["print", "her", "--parts", "labels", "--dry-run"], "print_kit"),
    ],
)
def test_json_of_results_is_that_of_the_commands(words, name):
    output = json.loads(CliRunner().invoke(main, [*words, "--json"]).stdout)["result"]
    own = json.loads(RESULTS[name]().to_json())
    if name == "print_kit":
        assert output.pop("command") == own.pop("command")
        assert own.items() <= output.items()
    else:
        assert output == own


def test_a_journal_shows_its_games(tmp_path):
    with kitgen.new_journal("her", tmp_path / "class3b.kitgen") as journal:
        assert (
            repr(journal)
            == "<journal class3b.kitgen of her, 0 games: 0 won, 0 drawn, 0 lost; 45 beads now>"
        )
        journal.add(GameRow(1, (PickedBead("A1", "R"), PickedBead("B1", "R")), -1))
        (row,) = journal.table()
        assert row == {"game": 1, "opponent": "", "picks": "A1 R B1 R", "result": "L", "score": -1}
        assert repr(journal.status()) == "<1 game: 0 won, 0 drawn, 1 lost; 44 beads now>"
        assert journal.status().to_frame("pandas")["lost"].tolist() == [1]


def test_json_is_that_of_the_command():
    said = CliRunner().invoke(
        main, ["simulate", "her", "--games", "30", "--machines", "40", "--json"]
    )
    assert json.loads(said.stdout)["result"] == json.loads(RESULTS["simulate"]().to_json())


def test_quantiles_are_those_of_the_machines():
    """Against one machine after the other, each with the seed's own luck."""
    whole = kitgen.simulate("her", games=25, machines=31)
    assert sum(whole.lost_counts) == sum(whole.last_loss_counts) == 31
    lost = [number for number, count in enumerate(whole.lost_counts) for _ in range(count)]
    assert sum(lost) / 31 == pytest.approx(whole.lost[0])
    assert whole.quantiles() == (median(lost),)
    assert whole.quantiles(0, 1) == (lost[0], lost[-1])
    last = [number for number, count in enumerate(whole.last_loss_counts) for _ in range(count)]
    assert sum(last) / 31 == pytest.approx(whole.last_loss[0])
    for game, share in enumerate(whole.lost_no_more, 1):
        assert share == sum(number <= game for number in last) / 31
    assert whole.lost_no_more[-1] == 1
    with pytest.raises(UsageError, match="a share is 2"):
        whole.quantiles(2)
    with pytest.raises(UsageError, match="of is 'won'"):
        whole.quantiles(of="won")


def test_both_engines_count_the_same():
    experiment = trial("her", games=40, machines=50)
    paper = run_on_paper(experiment)
    kernel = run(experiment, engine="kernel")
    assert paper.lost_counts == kernel.lost_counts
    assert paper.last_loss_counts == kernel.last_loss_counts


def test_the_exact_chance_never_to_lose_again():
    """It rises to 1, and is that of the expected length: the sum of the chances that it has not
    come yet.
    """
    answers = kitgen.exact("ladder", at=list(range(1, 200)), fractions=False)
    chances = list(answers.safe.values())
    assert chances == sorted(chances)
    assert chances[-1] > 0.999
    assert 1 + sum(1 - chance for chance in chances) == pytest.approx(
        answers.expected_games, rel=1e-3
    )
    exact = kitgen.exact("ladder", at=[5], fractions=True).safe[5]
    assert isinstance(exact, Fraction)
    assert float(exact) == pytest.approx(answers.safe[5])
    assert kitgen.exact("her", rule="michie", at=[1]).safe == {}


def test_curves_are_drawn_into_given_axes():
    from matplotlib import pyplot as plt  # noqa: PLC0415 - after Agg is chosen

    figure, axes = plt.subplots(1, 3)
    assert RESULTS["simulate"]().plot(axes[0]) is axes[0]
    assert len(RESULTS["compare"]().plot(axes[1]).lines) == 2
    labels = [line.get_label() for line in RESULTS["exact"]().plot(axes[2]).lines]
    assert labels == ["wins it", "loses it", "can lose no more after it"]
    assert RESULTS["simulate"]().plot() not in list(axes)
    plt.close("all")
    assert figure is not None


class Played:
    """Machines of which one wins every game and the others none."""

    def __init__(self, games, machines=4):
        self.games = games
        self.machines = machines
        self.tracks = [[1] * games, [-1] * games, [0] * games, [1, -1] * games]

    def windows(self, _most):
        for first in range(1, self.games + 1, max(1, self.games // 5)):
            yield first, first, 0.25, 0.0, 0.75


@pytest.fixture
def axes():
    """Return axes to draw into."""
    from matplotlib import pyplot as plt  # noqa: PLC0415 - after Agg is chosen

    yield plt.subplots()[1]
    plt.close("all")


@pytest.mark.parametrize(
    ("games", "end"),
    [([], 2), ([1], 2), ([2], 2), ([30], 30), ([10, 30], 30), ([30, 10], 30), ([5, 50, 7], 50)],
)
def test_the_axis_of_games_ends_with_the_longest_curve(axes, games, end):
    plot_curves({f"curve {number}": Played(count) for number, count in enumerate(games)}, axes)
    assert axes.get_xlim() == (1, end)
    assert axes.get_ylim() == (0, 1.02)
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("game", "share of games won")


def test_a_curve_alone_shows_three_machines_and_its_band(axes):
    plot_curves({"her": Played(20)}, axes)
    singles, (words, mean) = axes.lines[:3], axes.lines[3:]
    assert [[*line.get_ydata()] for line in singles] == [[1] * 5, [0] * 5, [0] * 5]
    assert words.get_label() == "single machines, share of their last games"
    assert mean.get_label() == "her (± 2 s.e.)"
    assert [*mean.get_ydata()] == [0.25] * 5
    (band,) = axes.collections
    heights = band.get_paths()[0].vertices[:, 1]
    assert (heights.min(), heights.max()) == (0, pytest.approx(0.25 + 2 * (0.1875 / 4) ** 0.5))


def test_of_several_curves_no_machine_is_drawn_alone_and_each_has_its_look(axes):
    plot_curves({f"curve {number}": Played(20) for number in range(7)}, axes)
    assert len(axes.lines) == 7
    assert len({line.get_color() for line in axes.lines}) == 7
    assert [text.get_text() for text in axes.get_legend().get_texts()] == [
        f"curve {number} (± 2 s.e.)" for number in range(7)
    ]


def test_the_share_of_the_last_games_begins_with_fewer():
    assert trailing_share([1, -1, 1, 1], 1, 10) == 1
    assert trailing_share([1, -1, 1, 1], 2, 10) == 0.5
    assert trailing_share([1, -1, -1, -1], 4, 3) == 0
    assert trailing_share([0, 0, 1, 1], 4, 4) == 0.5


@pytest.mark.parametrize("name", ["a.svg", "a.SVG", "a.png", "a.pdf"])
def test_pictures_of_these_endings_can_be_drawn(name):
    check_picture(Path(name))


@pytest.mark.parametrize("name", ["a.gif", "a", "svg", "a.svg.txt"])
def test_pictures_of_other_endings_are_refused_by_name(name):
    message = f"'{name}' cannot be drawn: its name must end with .svg, .png, .pdf"
    with pytest.raises(UsageError, match=f"^{re.escape(message)}$"):
        check_picture(Path(name))


def test_bars_stand_side_by_side_and_none_has_no_bar(axes):
    """A zero has one, of no height."""
    rows = [
        {"kit": "her", "rule": "gardner", "wins": 3, "losses": None},
        {"kit": "him", "rule": "michie", "wins": 0, "losses": 4},
    ]
    plot_bars(rows, ["kit", "rule"], ["wins", "losses"], axes)
    bars = [(round(bar.get_x() + bar.get_width() / 2, 6), bar.get_height()) for bar in axes.patches]
    assert bars == [(-0.2, 3), (0.8, 0), (1.2, 4)]
    assert [label.get_text() for label in axes.get_xticklabels()] == ["her gardner", "him michie"]
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["wins", "losses"]


def test_no_curves_leave_axes_empty():
    from matplotlib import pyplot as plt  # noqa: PLC0415 - after Agg is chosen

    _, axes = plt.subplots()
    assert len(plot_curves({}, axes).lines) == 0
    plt.close("all")


def test_kits_and_boxes_show_themselves():
    kit = kitgen.make_kit("her")
    assert repr(kit) == "<kit her: hexapawn:3x3, 19 boxes, 45 beads>"
    assert kit._repr_html_().count("<svg") == 12
    assert "… 7 more" in kit._repr_html_()
    assert kit.states[0] == kit.boxes[0].position
    assert [len(moves) for moves in kit.actions] == [len(box.slots) for box in kit.boxes]
    assert repr(kit.boxes[0]) == "<box A1: bbb/..w/ww. b, 3 moves, 3 beads>"
    assert kit.boxes[0]._repr_html_().count("<svg") == 1
    assert "1 R a3a2" in kit.boxes[0]._repr_html_()
    assert replace(kit.boxes[0], game=None)._repr_html_() is None
    assert repr(kit.game) == "<game hexapawn:3x3>"
    assert read_kit(write_kit(kit), "kit.json").boxes[0]._repr_html_() == kit.boxes[0]._repr_html_()


def test_a_picture_is_drawn_and_saved(tmp_path):
    box = kitgen.draw("her", "A1")
    bare = kitgen.draw("her", "bbb/.../www w")
    assert repr(box) == "<picture of box A1 of her>"
    assert box._repr_svg_().startswith("<?xml") or box._repr_svg_().startswith("<svg")
    assert box.svg.count("<path") + box.svg.count("<polygon") > bare.svg.count(
        "<path"
    ) + bare.svg.count("<polygon")
    assert kitgen.draw("her", kitgen.make_kit("her").boxes[0]).svg == box.svg
    assert box.save(tmp_path / "a1.png").read_bytes()[:4] == b"\x89PNG"
    with pytest.raises(UsageError, match="kit 'her' has no box 'Z9'"):
        kitgen.draw("her", "Z9")


def test_a_long_table_is_cut_in_the_middle():
    rows = [{"game": number, "share": 1 / 3} for number in range(100)]
    html = html_table(rows)
    assert "… 80 more" in html
    assert "0.3333" in html
    assert html_table([]) == ""


@pytest.mark.every
def test_a_policy_goes_out_and_comes_in_as_an_array(tmp_path):
    kit = kitgen.make_kit("menace")
    chances = kitgen.policy(kit)
    assert chances.shape == (304, 7)
    assert chances.sum(axis=1) == pytest.approx(1)
    assert ((chances > 0).sum(axis=1) == [len(box.slots) for box in kit.boxes]).all()
    learned = np.zeros_like(chances)
    learned[:, 0] = 1.0
    trained = kitgen.with_policy(kit, learned, beads=7)
    assert all(
        box.slots[0].beads == 7 and not any(slot.beads for slot in box.slots[1:])
        for box in trained.boxes
    )
    assert (kitgen.policy(trained) == learned).all()
    assert kitgen.verify(trained).passed
    made = kitgen.print_kit(
        kitgen.with_policy("her", kitgen.policy("her"), beads=12),
        tmp_path / "own",
        parts=["labels"],
    )
    assert kitgen.verify(tmp_path / "own").passed
    assert sum(slot.beads for slot in made.kit.boxes[0].slots) == 12
    assert kitgen.simulate(trained, games=3, machines=3).machines == 3


@pytest.mark.every
def test_a_learners_beads_are_printed_whole_and_verified(tmp_path):
    """Also by the command in the foot of its sheets, which knows the kit by its file alone."""
    own = kitgen.with_policy("her", kitgen.policy("her"), beads=20)
    made = kitgen.print_kit(own, tmp_path / "own")
    assert {part.name for part in made.parts} == {"labels", "poster", "report", "reset"}
    assert made.command == "kitgen print kit.json"
    assert kitgen.verify(tmp_path / "own").verdict is Verdict.RIGHT
    again = kitgen.print_kit(tmp_path / "own" / "kit.json", tmp_path / "again")
    assert (tmp_path / "again/kit.pdf").read_bytes() == (tmp_path / "own/kit.pdf").read_bytes()
    assert again.kit == own


def test_the_policy_of_trained_machines_prefers_good_moves():
    tally = kitgen.simulate("her", games=60, machines=200)
    chances = kitgen.policy(tally)
    kit = kitgen.make_kit("her")
    first = kit.boxes[0]
    values = [slot.value for slot in first.slots]
    assert chances[0].argmax() == values.index(max(values))


@pytest.mark.parametrize(
    "wrong",
    [[[1]], [[0.5, 0.4, 0]] * 9, [[0.5, 0.5, float("nan")]] * 9, [[2, -1, 0]] * 9, "no", None],
)
def test_what_is_no_policy_is_refused(wrong):
    with pytest.raises(UsageError, match="with_policy: "):
        kitgen.with_policy("ladder", wrong)


def test_a_plan_as_data_is_that_of_the_file(tmp_path):
    plan = {"kits": ["her"], "rules": ["gardner", "michie"], "games": 5, "machines": 3}
    swept = kitgen.sweep(plan, tmp_path / "data")
    file = tmp_path / "plan.toml"
    file.write_text(
        'kits = ["her"]\nrules = ["gardner", "michie"]\ngames = 5\nmachines = 3\n', encoding="utf-8"
    )
    assert kitgen.sweep(file, tmp_path / "file").rows == swept.rows
    assert kitgen.sweep(plan, tmp_path / "data").done_before == 2
    assert list(swept.to_frame("pandas")["rule"]) == ["gardner", "michie"]
    with pytest.raises(UsageError, match="the plan: unknown key 'kit'"):
        kitgen.sweep({"kit": ["her"]}, tmp_path / "wrong")


def test_lists_trials_and_tables_show_themselves(tmp_path):
    assert repr(kitgen.palettes()).endswith("palettes>")
    assert set(kitgen.palettes("it").to_frame("pandas")["palette"]) == {
        line.name for line in kitgen.palettes()
    }
    trial_of = kitgen.try_game("told:hexapawn")
    assert "19 boxes for black" in repr(trial_of)
    assert trial_of.to_frame("pandas")["recommended"].sum() == 2
    table = tmp_path / "table.csv"
    table.write_text("position,moves\n... nothing\n", encoding="utf-8")
    without = kitgen.verify_table(table, "her")
    assert str(without.verdict) == "not decided"
    assert "contains no positions" in str(without.refused)


@pytest.mark.parametrize(
    ("kit", "opponent"),
    [
        pytest.param("her", "random", marks=pytest.mark.every),
        pytest.param("her", "adversary", marks=pytest.mark.every),
        pytest.param("ladder", "adversary", marks=pytest.mark.every),
        ("ladder", "machine"),
    ],
)
def test_games_have_the_lengths_that_they_had_on_the_table(kit, opponent):
    """Counted by both kernels and on paper; games that end by resigning among them."""
    experiment = trial(kit, opponent=opponent, games=30, machines=40)
    paper = run_on_paper(experiment)
    plain = [dict(sorted(row.items())) for row in paper.length_counts]
    for quick in (True, False):
        work = Work(experiment, experiment.match.kit.oracle, quick=quick)
        compiled = sum_up(work, [work.play(0, 25), work.play(25, 15)])
        assert compiled.plies == paper.plies
        assert compiled.length_counts == plain
    assert [sum(row.values()) for row in plain] == [40] * 30
    totals = [sum(length * count for length, count in row.items()) for row in plain]
    assert totals == paper.plies


def test_lengths_are_those_of_games_by_chance():
    """A nim of two sticks, one at a time, has two moves; the third game of a machine has a
    median of its own.
    """
    always_two = kitgen.simulate("nim:2,take=1", games=5, machines=8)
    assert always_two.mean_lengths == [2.0] * 5
    assert always_two.length_quantiles(0, 1) == (2, 2)
    her = kitgen.simulate("her", games=25, machines=31)
    third = [length for length, count in sorted(her.length_counts[2].items()) for _ in range(count)]
    assert her.length_quantiles(game=3) == (median(third),)
    assert her.table()[2]["median_length"] == median(third)
    assert her.table()[2]["mean_length"] == pytest.approx(sum(third) / 31)
    with pytest.raises(UsageError, match="game is 26; it must be from 1 to 25"):
        her.length_quantiles(game=26)
    many = kitgen.simulate("ladder", games=2500, machines=1)
    assert len(many.length_counts) == 1000
    assert sum(sum(row.values()) for row in many.length_counts) == 2500
