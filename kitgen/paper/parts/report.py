"""Report on a machine that a class has trained: its curve, its bad moves, a forecast.

The sheet on which the curve is drawn before, and the reset to a new machine, are here too.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from kitgen.claims.claims import decide, facts_of, say
from kitgen.claims.facts import Facts
from kitgen.kit.kit import Box, Kit, Slot
from kitgen.kit.source_words import source_words
from kitgen.paper.card.moves import draw_badge
from kitgen.paper.game_sheets import draw_bands, forecast_facts, legend, signed_score
from kitgen.paper.job import GAMES, Band, Job, Past, Rank
from kitgen.paper.layout.frame import Column, new_page, room_below
from kitgen.paper.marks.scene import BLACK, POINT, Line, Polygon, Scene, Stroke, Text
from kitgen.paper.spoken_game import has_draws
from kitgen.paper.style import BODY, GREY, MIDDLE, PALE, SMALL, SPACE, STYLE, TIE, fitted
from kitgen.papers import Point
from kitgen.reading.texts import Texts

#: The height of the curve of a trained machine, and the room for the figures at its axes.
CURVE_HEIGHT_MM = 92.0
CURVE_LEFT_MM = 15.0
CURVE_FOOT_MM = 9.0
AXIS = Stroke(BLACK, 0.3)
CURVE = Stroke(BLACK, 0.7)
FINE = Stroke(STYLE.greys.fine, 0.1)
#: The most beads that are named.
MAX_NAMED_BEADS = 60


def has_past(job: Job) -> bool:
    """Return whether the machine has changed: it is not new."""
    return job.past is not None


def sheets(job: Job) -> list[Scene]:
    """Return one page."""
    assert job.past is not None  # noqa: S101 - it is not drawn without
    past = job.past
    texts = job.texts
    scene, column = new_page(job, texts("report.title"))
    column.paragraph(" ".join(beginning(job.kit, texts, past)))
    if past.scores:
        lines_are = [texts("report.line_is"), *legend(job.kit, texts, past.bands)]
        column.paragraph(" ".join(lines_are), SMALL, gap=SPACE.block)
        _curve(job, scene, column, past)
        column.gap(CURVE_HEIGHT_MM + CURVE_FOOT_MM)
    for heading, words in findings(job.kit, texts, past):
        column.heading(texts(f"report.{heading}"))
        for line in words:
            column.paragraph(line, BODY)
    return [scene]


def beginning(kit: Kit, texts: Texts, past: Past) -> list[str]:
    """Return the first sentences: where the machine comes from, its games and its score."""
    given = kit.given
    words = []
    if given is not None:
        key = "report.given_named" if given.name else "report.given"
        source = source_words(texts, given.source)
        words.append(texts(key, source=source, name=given.name))
    if not past.scores:
        words.append(texts("report.no_games"))
        return words
    words.append(texts("report.games", count=len(past.scores)))
    words.append(texts("report.score", score=signed_score(past.scores[-1])))
    return words


def findings(kit: Kit, texts: Texts, past: Past) -> list[tuple[str, list[str]]]:
    """Return the sections of the report, each the key of its heading and its lines."""
    opponent = texts(f"curve.band.{past.opponent}")
    sections = []
    if past.rank is not None:
        sections.append(("course", _course(kit, texts, past.rank, opponent, len(past.scores))))
    sections.append(("bad", [_bad_beads(kit, texts, past)]))
    sections.append(("beaten", _losing_line(kit, texts, past)))
    sections.append(("ahead", _ahead(kit, texts, past)))
    return sections


def _bad_beads(kit: Kit, texts: Texts, past: Past) -> str:
    names = [f"{box}{TIE}{letter}" for box, letter in past.bad]
    if not names:
        return say(texts, "no_bad", facts_of(kit, bad=len(names)))
    listed = ", ".join(names[:MAX_NAMED_BEADS])
    more = len(names) - MAX_NAMED_BEADS
    if more > 0:
        listed += f" {texts('report.more', count=more)}"
    else:
        listed += "."
    return texts("report.some_bad", kinds=len(names), first=past.bad_first, beads=listed)


def _losing_line(kit: Kit, texts: Texts, past: Past) -> list[str]:
    if not past.walked:
        return [texts("report.not_walked")]
    if past.line is None:
        return [say(texts, "unbeaten", facts_of(kit, walked=past.walked, line=past.line))]
    moves, boxes, empty = past.line
    lines = []
    if moves:
        names = ", ".join(box.replace(" ", TIE) for box in boxes)
        lines.append(texts("report.line", moves=" ".join(moves), boxes=names or "–"))
    if empty:
        key = "report.gives_up" if moves else "report.gives_up_first"
        lines.append(texts(key, box=empty))
    return lines


def _ahead(kit: Kit, texts: Texts, past: Past) -> list[str]:
    """Return when the machine will never lose again, and how its next games end, in children's
    words; how exact that is stands in the guide.
    """
    end, soon = forecast_facts(kit, texts, past)
    new = Facts(past.new)
    ends = say(texts, "done", end) or say(texts, "still", end) or say(texts, "never_done", new)
    words = [ends, say(texts, "soon", soon)]
    if not decide("done", end):
        words += [say(texts, "best", new), say(texts, "best_seen", new)]
    return [sentence for sentence in words if sentence]


def _course(kit: Kit, texts: Texts, rank: Rank, opponent: str, games: int) -> list[str]:
    """Return how unusual a course is: how many of a hundred machines do worse, as well, and
    better.
    """
    worse, alike, better = _percents((rank.worse, rank.alike, 100 - rank.worse - rank.alike))
    shares = texts("report.hundred", opponent=opponent, worse=worse, alike=alike, better=better)
    means = say(texts, "course", facts_of(kit, worse=rank.worse, alike=rank.alike))
    if rank.games != games:
        return [texts("report.first", games=rank.games), shares, means]
    return [shares, means]


def _percents(shares: Sequence[float]) -> list[str]:
    """Return shares of a hundred as whole numbers that add up to it; almost none and almost all are
    marked.

    >>> _percents((2.6, 7.6, 89.8)), _percents((0.2, 99.8, 0.0))
    (['3', '7', '90'], ['<1', '>99', '0'])
    """
    whole = [math.floor(share) for share in shares]
    missing = 100 - sum(whole)
    largest_fraction_first = sorted(
        range(len(shares)), key=lambda index: whole[index] - shares[index]
    )
    for index in largest_fraction_first[:missing]:
        whole[index] += 1
    return [_percent(count, share) for count, share in zip(whole, shares, strict=True)]


def _percent(count: int, share: float) -> str:
    """Return the whole number that stands for a share; it says neither none nor all wrongly."""
    if count == 0 and share > 0:
        return "<1"
    if count == 100 and share < 100:
        return ">99"
    return f"{count}"


def _curve(job: Job, scene: Scene, column: Column, past: Past) -> None:
    """Draw the score after each game, before the grey bands of simulated machines."""
    games = len(past.scores)
    figures = [0, *past.scores]
    for band in past.bands:
        figures += band.low
        figures += band.high
    lowest = min(figures) - 1
    highest = max(figures) + 1
    x = column.x + CURVE_LEFT_MM
    top = column.y
    foot = top + CURVE_HEIGHT_MM
    width = column.width - CURVE_LEFT_MM - 2

    def at(game: int, score: int) -> Point:
        down = (highest - score) * CURVE_HEIGHT_MM / (highest - lowest)
        return x + game * width / games, top + down

    grey, dashed = draw_bands(past.bands, at)
    scene.add(*grey, *dashed)
    score_step = _step(highest - lowest)
    for score in range(lowest, highest + 1):
        if score % score_step == 0:
            start = at(0, score)
            scene.add(Line(start, at(games, score), FINE))
            scene.add(Text((x - 1.5, start[1] + 1.1), signed_score(score), SMALL, "end"))
    game_step = _step(games)
    for game in range(game_step, games + 1, game_step):
        game_x, _ = at(game, 0)
        scene.add(Text((game_x, foot + 4), str(game), SMALL, "middle"))
    scene.add(Line((x, top), (x, foot), AXIS))
    scene.add(Line(at(0, 0), at(games, 0), AXIS))
    line = tuple(at(game, score) for game, score in enumerate((0, *past.scores)))
    scene.add(Polygon(line, None, CURVE, closed=False))
    across_at = (x + width / 2, foot + 8)
    up_at = (column.x + 2.4, top + CURVE_HEIGHT_MM / 2)
    _name_axes(job.texts, scene, across_at, up_at)


def _name_axes(texts: Texts, scene: Scene, across_at: Point, up_at: Point) -> None:
    """Write what is counted along the axes: games across, and the score upwards."""
    scene.add(Text(across_at, texts("curve.across"), SMALL, "middle", bold=True))
    scene.add(Text(up_at, texts("curve.up"), SMALL, "middle", bold=True, turn=-90))


def _step(length: int) -> int:
    """Return a round number that divides a length into about ten.

    >>> [_step(length) for length in (4, 30, 200)]
    [1, 5, 20]
    """
    rough = max(1.0, length / 10)
    power = 10 ** math.floor(math.log10(rough))
    return next(int(times * power) for times in (1, 2, 5, 10) if times * power >= rough)


#: A row of the reset's list, a column of them, and the room for a box's name.
RESET_ROW_MM = 6.4
RESET_COLUMN_MM = 46.0
RESET_ID_MM = 13.0
RESET_RULE = Stroke(PALE, 0.15)


class _BeadChange(NamedTuple):
    """How many beads to put into a slot of a box; negative to take out."""

    box: Box
    slot: Slot
    amount: int


def reset(job: Job) -> list[Scene]:
    """Return the list of beads to put into each box, or to take out, so that the machine is new."""
    assert job.past is not None  # noqa: S101 - it is not drawn without
    changes = _changes_to(job.kit, job.past.new)
    pages: list[Scene] = []
    while changes or not pages:
        scene, column = new_page(job, job.texts("reset.title"))
        column.paragraph(job.texts("reset.how" if changes else "reset.nothing"))
        if not pages:
            put = sum(change.amount for change in changes if change.amount > 0)
            out = -sum(change.amount for change in changes if change.amount < 0)
            column.paragraph(job.texts("reset.sums", put=put, out=out), SMALL)
        column.gap(SPACE.block)
        rows = int(room_below(job, column) / RESET_ROW_MM)
        across = int(column.width / RESET_COLUMN_MM)
        _list_changes(job.texts, column, changes[: rows * across], rows, across)
        changes = changes[rows * across :]
        pages.append(scene)
    return pages


def _changes_to(kit: Kit, new: Kit) -> list[_BeadChange]:
    """Return the changes that make a machine a new one, in the order of its boxes."""
    changes = []
    for box, new_box in zip(kit.boxes, new.boxes, strict=True):
        for slot, new_slot in zip(box.slots, new_box.slots, strict=True):
            amount = new_slot.beads - slot.beads
            if amount:
                changes.append(_BeadChange(box, slot, amount))
    return changes


def _list_changes(
    texts: Texts, column: Column, changes: Sequence[_BeadChange], rows: int, across: int
) -> None:
    """List changes of beads in columns of equal height, of at most so many rows."""
    scene = column.scene
    rows = min(rows, math.ceil(len(changes) / across))
    width = column.width / across
    last_box = None
    for number, (box, slot, amount) in enumerate(changes):
        place, row = divmod(number, rows)
        x = column.x + place * width
        y = column.y + row * RESET_ROW_MM
        line = y + RESET_ROW_MM - 2.0
        if row == 0 or last_box is not box:
            scene.add(Text((x, line), box.id, BODY, bold=True))
        last_box = box
        bead_at = (x + RESET_ID_MM + 2, line - MIDDLE * BODY * POINT)
        scene.add(*draw_badge(slot.colour, bead_at, BODY * 0.9))
        key = "reset.in" if amount > 0 else "reset.out"
        words = texts(key, amount=abs(amount))
        scene.add(Text((x + RESET_ID_MM + 7, line), words, BODY))
        below = y + RESET_ROW_MM
        scene.add(Line((x, below), (x + width - 4, below), RESET_RULE))


#: Scores between bold lines, and scores and games between figures.
BOLD_STEP = 5
FIGURE_STEP = 10
#: The room beyond a band, in scores: most machines outside it find a place there.
BEYOND_BAND = 5
#: The least score at both ends of the axis, whatever the bands.
MIN_END_SCORE = 10
#: The room for the figures at the axes: on the left, on the right and below.
FIGURES_LEFT_MM = 13.0
FIGURES_RIGHT_MM = 2.0
FIGURES_BELOW_MM = 8.0
BOLD = Stroke(STYLE.greys.line, 0.22)
AXES = Stroke(BLACK, 0.5)
GUIDE = Stroke(GREY, 0.35, (0.4, 1.2))


def curve(job: Job) -> list[Scene]:
    """Return one page of lined paper with axes for the scores of 50 games.

    A line of wins minus losses is the curve that Gardner drew for his machine of 1962: it goes down
    while the machine loses, and turns upwards when it has learned. The axes reach a little farther
    than the machines of the bands do.
    """
    texts = job.texts
    scene, column = new_page(job, texts("curve.title"))
    column.paragraph(texts("curve.how_draws" if has_draws(job.kit) else "curve.how"), BODY)
    words = [texts("curve.guides")]
    if job.forecasts:
        words.append(say(texts, "turn", Facts(job.kit, job.forecasts)))
    words += legend(job.kit, texts, job.bands)
    if job.bands and len(job.kit.players) == 2:
        words.append(texts("curve.in_turn"))
    column.paragraph(" ".join(words), SMALL, gap=SPACE.section)
    width = _tenths((column.width - FIGURES_LEFT_MM - FIGURES_RIGHT_MM) / GAMES)
    room = room_below(job, column) - FIGURES_BELOW_MM
    below, above = reach(job.bands, int(room / width))
    height = min(width, _tenths(room / (below + above)))
    left = column.x + FIGURES_LEFT_MM
    top = column.y

    def at(game: int, score: int) -> Point:
        return left + game * width, top + (above - score) * height

    grey, dashed = draw_bands(job.bands, at)
    scene.add(*grey)
    scores = range(-below, above + 1)
    for game in range(GAMES + 1):
        line = BOLD if game % BOLD_STEP == 0 else FINE
        scene.add(Line(at(game, above), at(game, -below), line))
    for score in scores:
        line = BOLD if score % BOLD_STEP == 0 else FINE
        scene.add(Line(at(0, score), at(GAMES, score), line))
    scene.add(*dashed)
    for end in (above, -below):
        scene.add(Line(at(0, 0), at(abs(end), end), GUIDE))
    scene.add(Line(at(0, above), at(0, -below), AXES), Line(at(0, 0), at(GAMES, 0), AXES))
    for score in scores:
        if score % FIGURE_STEP == 0:
            x, y = at(0, score)
            scene.add(fitted((x - 1.5, y), signed_score(score), SMALL, anchor="end", level=True))
    for game in range(FIGURE_STEP, GAMES + 1, FIGURE_STEP):
        x, bottom = at(game, -below)
        scene.add(Text((x, bottom + 4), str(game), SMALL, "middle"))
    middle, bottom = at(GAMES // 2, -below)
    across_at = (middle, bottom + 7.4)
    up_at = (left - FIGURES_LEFT_MM + 2.4, (top + bottom) / 2)
    _name_axes(texts, scene, across_at, up_at)
    return [scene]


def _tenths(length: float) -> float:
    """Round a length down to tenths of a mm, so that the steps can be measured with a ruler."""
    return math.floor(length * 10) / 10


def reach(bands: Sequence[Band], rows: int) -> tuple[int, int]:
    """Return how far the scores of a sheet go below zero and above it, in steps of five.

    Both ends share what the bands do not need of the rows that fit at the usual height.

    >>> (
    ...     reach((Band("random", (-3, -12), (1, 22)),), 40),
    ...     reach((Band("perfect", (-50,), (-1,)),), 60),
    ... )
    ((20, 30), (50, 10))
    """
    lowest = min((min(band.low) for band in bands), default=0)
    highest = max((max(band.high) for band in bands), default=0)
    below = _axis_end(-lowest)
    above = _axis_end(highest)
    while below + above + BOLD_STEP <= rows and min(below, above) < GAMES:
        if below <= above:
            below += BOLD_STEP
        else:
            above += BOLD_STEP
    return below, above


def _axis_end(band_end: int) -> int:
    """Return the score at an end of the axis that leaves some room beyond the bands' end."""
    steps = math.ceil((band_end + BEYOND_BAND) / BOLD_STEP)
    return min(GAMES, max(MIN_END_SCORE, BOLD_STEP * steps))
