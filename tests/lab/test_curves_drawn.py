"""What is drawn of learning curves, chances and tables, as a golden text: each line with its look
and its points.
"""

from types import SimpleNamespace

import matplotlib as mpl
import pytest

from kitgen.errors import UsageError
from kitgen.lab import curves
from kitgen.lab.curves import draw_curves, plot_bars, plot_chances, plot_curves, trailing_share
from kitgen.lab.tally import new_tally

mpl.use("Agg")


@pytest.fixture
def axes():
    """Return axes to draw into."""
    from matplotlib import pyplot as plt  # noqa: PLC0415 - after Agg is chosen

    yield plt.subplots()[1]
    plt.close("all")


def machines_of(games, machines, won):
    """Return machines that have won some games, by the number of a game; none was drawn."""
    boxes = SimpleNamespace(boxes=())
    tally = new_tally(SimpleNamespace(games=games, match=SimpleNamespace(kit=boxes)))
    tally.machines = machines
    for game in range(games):
        tally.wins[game] = won(game)
        tally.losses[game] = machines - won(game)
    tally.tracks = [[1 if game % 4 >= lost else -1 for game in range(games)] for lost in range(5)]
    return tally


def points(xs, ys):
    return " ".join(f"{x:.4g},{y:.4g}" for x, y in zip(xs, ys, strict=True))


def drawn(axes) -> list[str]:
    """Return all that was drawn into axes."""
    lines = []
    for line in axes.lines:
        look = (line.get_label(), line.get_color(), line.get_linestyle(), line.get_linewidth())
        lines.append(f"{look} {line.get_marker()} {line.get_alpha()}: {points(*line.get_data())}")
    for band in axes.collections:
        (path,) = band.get_paths()
        face = [round(float(part), 3) for part in band.get_facecolor()[0]]
        lines.append(f"band {face} {band.get_linewidth()}: {points(*path.vertices.T)}")
    for bar in axes.patches:
        face = [round(part, 3) for part in bar.get_facecolor()]
        place = (bar.get_x(), bar.get_width(), bar.get_height())
        lines.append(f"bar {face} {[round(float(part), 4) + 0.0 for part in place]}")
    ticks = [f"{tick.get_text()} {tick.get_rotation()}" for tick in axes.get_xticklabels()]
    reach = [round(float(end), 4) for end in axes.get_ylim()]
    labels = (axes.get_xlabel(), axes.get_ylabel(), axes.get_title(), reach)
    legend = axes.get_legend()
    words = [text.get_text() for text in legend.get_texts()] if legend else None
    return [*lines, f"{labels} {words}", *(ticks if axes.patches else [])]


CURVES = {
    "one": {"her": machines_of(7, 4, lambda game: game % 5)},
    "long": {"her": machines_of(130, 10, lambda game: min(10, game // 8))},
    "two": {
        "gardner": machines_of(6, 1, lambda game: game % 2),
        "michie": machines_of(3, 9, lambda game: 3 * game),
    },
}


@pytest.mark.parametrize("name", CURVES)
def test_curves_are_drawn_as_before(name, axes, golden):
    plot_curves(CURVES[name], axes)
    golden(f"lab/curves-{name}", "\n".join(drawn(axes)))


def test_chances_and_bars_are_drawn_as_before(axes, golden):
    rows = []
    for game in (1, 5, 20):
        rows.append(
            {"game": game, "wins": game / 25, "draws": 0, "losses": 1 - game / 25, "safe": None}
        )
    plot_chances(rows, axes)
    lines = drawn(axes)
    axes.clear()
    columns = [str(number) for number in range(8)]
    for row in rows:
        row |= {column: row["game"] + int(column) for column in columns}
    rows[1]["3"] = None
    plot_bars(rows, ["game", "wins"], columns, axes)
    golden("lab/chances-and-bars", "\n".join([*lines, *drawn(axes)]))


def test_what_is_no_axes_is_refused_and_a_picture_has_its_title(tmp_path, monkeypatch):
    with pytest.raises(
        UsageError, match="plot: axes is 'str'; it must be Matplotlib's Axes, as of"
    ):
        plot_bars([], [], ["a"], "axes")
    seen = []
    plot = curves.plot_curves
    monkeypatch.setattr(curves, "plot_curves", lambda *given: seen.append(plot(*given)) or seen[-1])
    draw_curves(tmp_path / "a.SVG", "her, rule gardner", CURVES["one"])
    assert b"her, rule gardner" in (tmp_path / "a.SVG").read_bytes()
    assert seen[0].figure.get_size_inches().tolist() == [8, 5]


def test_shares_of_the_last_games():
    track = [1, 1, -1, 0, 1, -1]
    shares = [[trailing_share(track, last, count) for last in range(1, 7)] for count in (1, 3, 9)]
    assert shares == [
        [1, 1, 0, 0, 1, 0],
        [1, 1, 2 / 3, 1 / 3, 1 / 3, 1 / 3],
        [1, 1, 2 / 3, 1 / 2, 3 / 5, 1 / 2],
    ]
