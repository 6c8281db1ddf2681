"""Learning curves and chances as pictures; the only user of Matplotlib."""

from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from kitgen.errors import UsageError, quoted
from kitgen.files import write_whole
from kitgen.installing.extras import need

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class Curve(Protocol):
    """What is drawn of machines: see ``Tally``, which is one.

    Attributes:
        machines: how many there are.
        tracks: the outcomes of each machine's games in order, 1, 0 or -1.
    """

    machines: int
    tracks: list[list[int]]

    @property
    def games(self) -> int:
        """The games of a machine's life."""

    def windows(self, most: int) -> Iterator[tuple[int, int, float, float, float]]:
        """Yield first and last game of some windows, with the shares of wins, draws and losses."""


#: Formats of pictures by file suffix, each with the metadata that keeps the clock out of the file.
FORMATS = {".svg": {"Date": None}, ".png": {"Software": None}, ".pdf": {"CreationDate": None}}
#: The most points of a curve.
MAX_POINTS = 50
#: The most single machines that are drawn beside their mean.
MAX_SINGLE_MACHINES = 3
#: A point of a single machine's curve is the share of games that it won among the last ones: a
#: tenth of its life, and at least ten games.
MIN_LAST_GAMES = 10
PARTS_OF_A_LIFE = 10
#: Colours that colour-blind readers tell apart (Okabe and Ito), each with a line style of its own.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
STYLES = ("-", "--", "-.", ":", (0, (5, 1)), (0, (3, 1, 1, 1)), (0, (1, 1)))


def check_picture(path: Path) -> None:
    """Refuse an unknown kind of picture, before anything is played."""
    if path.suffix.lower() not in FORMATS:
        raise UsageError(
            f"{quoted(path)} cannot be drawn: its name must end with {', '.join(FORMATS)}"
        )


def draw_curves(path: Path, title: str, curves: Mapping[str, Curve]) -> None:
    """Draw the share of won games: the mean of all machines, and a band of two standard errors.

    A single curve also shows a few machines alone. The ending of the path decides whether it is
    SVG, PNG or PDF.
    """
    import matplotlib as mpl  # noqa: PLC0415 - it takes a second to load

    mpl.use("Agg")
    from matplotlib.figure import Figure  # noqa: PLC0415

    with mpl.rc_context({"svg.hashsalt": "kitgen", "svg.fonttype": "none", "font.size": 11}):
        figure = Figure(figsize=(8, 5), layout="constrained")
        axes = plot_curves(curves, figure.subplots())
        axes.set_title(title)
        suffix = path.suffix.lower()

        def save(file: Any) -> None:
            figure.savefig(file, format=suffix[1:], metadata=FORMATS[suffix], dpi=150)

        write_whole(path, save)


def plot_curves(curves: Mapping[str, Curve], axes: "Axes | None" = None) -> "Axes":
    """Draw learning curves into Matplotlib axes, new ones if None, and return them.

    Raises:
        MissingExtraError: Matplotlib is not installed.
    """
    axes = _axes_or_new(axes)
    for number, (name, tally) in enumerate(curves.items()):
        _draw(axes, name, tally, number, alone=len(curves) == 1)
    axes.set_xlabel("game")
    axes.set_ylabel("share of games won")
    axes.set_ylim(0, 1.02)
    longest = max((tally.games for tally in curves.values()), default=1)
    # An axis from 1 to 1 would have no length.
    axes.set_xlim(1, max(2, longest))
    axes.grid(visible=True, alpha=0.3)
    if curves:
        axes.legend(loc="lower right")
    return axes


#: The columns of exact answers that are drawn, with their words.
CHANCES = {
    "wins": "wins it",
    "draws": "draws it",
    "losses": "loses it",
    "safe": "can lose no more after it",
}


def plot_chances(rows: Sequence[Mapping[str, Any]], axes: "Axes | None" = None) -> "Axes":
    """Draw exact chances by game into Matplotlib axes, new ones if None, and return them."""
    axes = _axes_or_new(axes)
    games = [row["game"] for row in rows]
    for number, (key, words) in enumerate(CHANCES.items()):
        chances = [row[key] for row in rows]
        if not any(chances):  # a line at zero says nothing
            continue
        shown = [float(chance) for chance in chances]
        axes.plot(
            games, shown, marker="o", color=COLOURS[number], linestyle=STYLES[number], label=words
        )
    axes.set_xlabel("game")
    axes.set_ylabel("chance")
    axes.set_ylim(0, 1.02)
    axes.grid(visible=True, alpha=0.3)
    axes.legend()
    return axes


#: The share of the room of a row that its bars take.
BARS_WIDTH = 0.8


def plot_bars(
    rows: Sequence[Mapping[str, Any]],
    labels: Sequence[str],
    columns: Sequence[str],
    axes: "Axes | None" = None,
) -> "Axes":
    """Draw columns of a table as bars into Matplotlib axes, new ones if None, and return them.

    A None in the table has no bar.
    """
    axes = _axes_or_new(axes)
    width = BARS_WIDTH / len(columns)
    for number, column in enumerate(columns):
        shift = (number - (len(columns) - 1) / 2) * width
        places = []
        heights = []
        for place, row in enumerate(rows):
            if row[column] is not None:
                places.append(place + shift)
                heights.append(row[column])
        colour = COLOURS[number % len(COLOURS)]
        axes.bar(places, heights, width, color=colour, label=column)
    names = []
    for row in rows:
        names.append(" ".join(str(row[label]) for label in labels))
    axes.set_xticks(range(len(rows)), names, rotation=30, ha="right")
    axes.legend()
    return axes


def _axes_or_new(axes: "Axes | None") -> "Axes":
    """Return the axes to draw into, new ones if None; refuse anything else, and to draw without
    Matplotlib.
    """
    need("plot()", "matplotlib")
    if axes is None:
        from matplotlib import pyplot as plt  # noqa: PLC0415 - it takes a second to load

        return plt.subplots(figsize=(8, 5), layout="constrained")[1]
    from matplotlib.axes import Axes  # noqa: PLC0415 - as above

    if not isinstance(axes, Axes):
        raise UsageError(
            f"plot: axes is {quoted(type(axes).__name__)}; it must be Matplotlib's Axes, as of "
            "plt.subplots()"
        )
    return axes


def _draw(axes: Any, name: str, tally: Curve, number: int, *, alone: bool) -> None:
    firsts, lasts, means, _, _ = zip(*tally.windows(MAX_POINTS), strict=True)
    middles = [(first + last) / 2 for first, last in zip(firsts, lasts, strict=True)]
    colour = COLOURS[number % len(COLOURS)]
    style = STYLES[number % len(STYLES)]
    if alone:
        _draw_single_machines(axes, tally, lasts)
    # Games of one machine are not independent, so a window counts as one game of each: the band is
    # rather too wide.
    errors = [2 * sqrt(mean * (1 - mean) / tally.machines) for mean in means]
    low = [max(0.0, mean - error) for mean, error in zip(means, errors, strict=True)]
    high = [min(1.0, mean + error) for mean, error in zip(means, errors, strict=True)]
    axes.fill_between(middles, low, high, color=colour, alpha=0.2, linewidth=0)
    axes.plot(
        middles, means, color=colour, linestyle=style, linewidth=2, label=f"{name} (± 2 s.e.)"
    )


def _draw_single_machines(axes: Any, tally: Curve, lasts: Sequence[int]) -> None:
    """Draw the shares of a few machines alone, in grey, at the end of each window."""
    count = max(MIN_LAST_GAMES, tally.games // PARTS_OF_A_LIFE)
    for track in tally.tracks[:MAX_SINGLE_MACHINES]:
        shares = [trailing_share(track, last, count) for last in lasts]
        axes.plot(lasts, shares, color="#999999", linewidth=0.8, alpha=0.8)
    # An empty line, for the words in the legend.
    axes.plot(
        [],
        [],
        color="#999999",
        linewidth=0.8,
        label="single machines, share of their last games",
    )


def trailing_share(track: Sequence[int], last: int, count: int) -> float:
    """Return the share of won games among the last so many up to a game.

    >>> trailing_share([1, -1, 1, 1], 3, 2)
    0.5
    """
    games = track[max(0, last - count) : last]
    return sum(outcome == 1 for outcome in games) / len(games)
