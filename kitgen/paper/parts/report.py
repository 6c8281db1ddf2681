"""Report on a machine that a class has trained: its curve, its bad moves, a forecast.

The sheet on which the curve is drawn before, and the reset to a new machine, are here too.
"""

import math
from collections.abc import Sequence

from kitgen.claims.claims import decide, facts_of, say
from kitgen.claims.facts import Facts
from kitgen.kit.kit import Kit
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

#: The height of the curve, and the room for the figures at its axes, in mm.
HIGH, LEFT, FOOT = 92.0, 15.0, 9.0
AXIS, CURVE, FINE = Stroke(BLACK, 0.3), Stroke(BLACK, 0.7), Stroke(STYLE.greys.fine, 0.1)
#: The most beads that are named.
NAMED = 60


def has_past(job: Job) -> bool:
    """Return whether the machine has changed: it is not new."""
    return job.past is not None


def sheets(job: Job) -> list[Scene]:
    """Return one page."""
    assert job.past is not None  # noqa: S101 - it is not drawn without
    past, texts = job.past, job.texts
    scene, column = new_page(job, texts("report.title"))
    column.paragraph(" ".join(beginning(job.kit, texts, past)))
    if past.scores:
        column.paragraph(
            " ".join([texts("report.line_is"), *legend(job.kit, texts, past.bands)]),
            SMALL,
            gap=SPACE.block,
        )
        _curve(job, scene, column, past)
        column.gap(HIGH + FOOT)
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
        source = source_words(texts, given.source)
        words = [
            texts(
                "report.given_named" if given.name else "report.given",
                source=source,
                name=given.name,
            )
        ]
    if not past.scores:
        return [*words, texts("report.no_games")]
    games = texts("report.games", count=len(past.scores))
    return [*words, games, texts("report.score", score=signed_score(past.scores[-1]))]


def findings(kit: Kit, texts: Texts, past: Past) -> list[tuple[str, list[str]]]:
    """Return the sections of the report, each the key of its heading and its lines."""
    opponent = texts(f"curve.band.{past.opponent}")
    sections = []
    if past.rank is not None:
        sections.append(("course", _course(kit, texts, past.rank, opponent, len(past.scores))))
    sections += [
        ("bad", [_bad_beads(kit, texts, past)]),
        ("beaten", _losing_line(kit, texts, past)),
        ("ahead", _ahead(kit, texts, past)),
    ]
    return sections


def _bad_beads(kit: Kit, texts: Texts, past: Past) -> str:
    names = [f"{box}{TIE}{letter}" for box, letter in past.bad]
    if not names:
        return say(texts, "no_bad", facts_of(kit, bad=len(names)))
    listed = ", ".join(names[:NAMED])
    more = len(names) - NAMED
    if more > 0:
        listed += f" {texts('report.more', count=more)}"
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
        lines.append(texts("report.gives_up" if moves else "report.gives_up_first", box=empty))
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
    return (
        [shares, means]
        if rank.games == games
        else [texts("report.first", games=rank.games), shares, means]
    )


def _percents(shares: Sequence[float]) -> list[str]:
    """Return shares of a hundred as whole numbers that add up to it; almost none and almost all are
    marked.

    >>> _percents((2.6, 7.6, 89.8)), _percents((0.2, 99.8, 0.0))
    (['3', '7', '90'], ['<1', '>99', '0'])
    """
    whole = [math.floor(share) for share in shares]
    for index in sorted(range(len(shares)), key=lambda index: whole[index] - shares[index])[
        : 100 - sum(whole)
    ]:
        whole[index] += 1
    pairs = zip(whole, shares, strict=True)
    return [
        "<1" if count == 0 < share else ">99" if count == 100 > share else f"{count}"
        for count, share in pairs
    ]


def _curve(job: Job, scene: Scene, column: Column, past: Past) -> None:
    games = len(past.scores)
    figures = [
        *past.scores,
        *(score for band in past.bands for score in (*band.low, *band.high)),
        0,
    ]
    lowest, highest = min(figures) - 1, max(figures) + 1
    x, width = column.x + LEFT, column.width - LEFT - 2

    def at(game: int, score: int) -> Point:
        return x + game * width / games, column.y + (highest - score) * HIGH / (highest - lowest)

    grey, dashed = draw_bands(past.bands, at)
    scene.add(*grey, *dashed)
    for score in range(lowest, highest + 1):
        if score % _step(highest - lowest) == 0:
            scene.add(Line(at(0, score), at(games, score), FINE))
            scene.add(Text((x - 1.5, at(0, score)[1] + 1.1), signed_score(score), SMALL, "end"))
    for game in range(_step(games), games + 1, _step(games)):
        scene.add(Text((at(game, 0)[0], column.y + HIGH + 4), str(game), SMALL, "middle"))
    scene.add(Line((x, column.y), (x, column.y + HIGH), AXIS), Line(at(0, 0), at(games, 0), AXIS))
    line = tuple(at(game, score) for game, score in enumerate((0, *past.scores)))
    scene.add(Polygon(line, None, CURVE, closed=False))
    scene.add(
        Text(
            (x + width / 2, column.y + HIGH + 8),
            job.texts("curve.across"),
            SMALL,
            "middle",
            bold=True,
        )
    )
    scene.add(
        Text(
            (column.x + 2.4, column.y + HIGH / 2),
            job.texts("curve.up"),
            SMALL,
            "middle",
            bold=True,
            turn=-90,
        )
    )


def _step(length: int) -> int:
    """Return a round number that divides a length into about ten.

    >>> [_step(length) for length in (4, 30, 200)]
    [1, 5, 20]
    """
    rough = max(1.0, length / 10)
    power = 10 ** math.floor(math.log10(rough))
    return next(int(times * power) for times in (1, 2, 5, 10) if times * power >= rough)


#: The height of a row, the width of a column of boxes and the room for its box's name, in mm.
ROW, WIDE, ID = 6.4, 46.0, 13.0
RULE = Stroke(PALE, 0.15)


def reset(job: Job) -> list[Scene]:
    """Return the list of beads to put into each box, or to take out, so that the machine is new."""
    assert job.past is not None  # noqa: S101 - it is not drawn without
    pages: list[Scene] = []
    boxes = zip(job.kit.boxes, job.past.new.boxes, strict=True)
    slots = ((box, *pair) for box, new in boxes for pair in zip(box.slots, new.slots, strict=True))
    # How many beads to put in; negative to take out.
    changes = [
        (box, slot, first.beads - slot.beads)
        for box, slot, first in slots
        if slot.beads != first.beads
    ]
    while changes or not pages:
        scene, column = new_page(job, job.texts("reset.title"))
        pages.append(scene)
        column.paragraph(job.texts("reset.how" if changes else "reset.nothing"))
        if len(pages) == 1:
            put = sum(amount for _, _, amount in changes if amount > 0)
            out = -sum(amount for _, _, amount in changes if amount < 0)
            column.paragraph(job.texts("reset.sums", put=put, out=out), SMALL)
        column.gap(SPACE.block)
        high, across = int(room_below(job, column) / ROW), int(column.width / WIDE)
        shown, changes = changes[: high * across], changes[high * across :]
        high, width = min(high, -(-len(shown) // across)), column.width / across
        for number, (box, slot, amount) in enumerate(shown):
            x, y = column.x + number // high * width, column.y + number % high * ROW
            line = y + ROW - 2.0
            if number % high == 0 or shown[number - 1][0] is not box:
                scene.add(Text((x, line), box.id, BODY, bold=True))
            scene.add(
                *draw_badge(slot.colour, (x + ID + 2, line - MIDDLE * BODY * POINT), BODY * 0.9)
            )
            words = job.texts("reset.in" if amount > 0 else "reset.out", amount=abs(amount))
            scene.add(Text((x + ID + 7, line), words, BODY))
            scene.add(Line((x, y + ROW), (x + width - 4, y + ROW), RULE))
    return pages


#: Scores between bold lines, the room beyond a band for most machines outside it, and the least
#: score at both ends of the axis, whatever the bands.
STEP, BEYOND, LEAST = 5, 5, 10
#: Room for the figures at the axes, in mm.
FIGURES, RIGHT, BENEATH = 13.0, 2.0, 8.0
BOLD, AXES = Stroke(STYLE.greys.line, 0.22), Stroke(BLACK, 0.5)
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
    width = _tenths((column.width - FIGURES - RIGHT) / GAMES)
    room = room_below(job, column) - BENEATH
    below, above = reach(job.bands, int(room / width))
    left, top, height = column.x + FIGURES, column.y, min(width, _tenths(room / (below + above)))

    def at(game: int, score: int) -> Point:
        return left + game * width, top + (above - score) * height

    grey, dashed = draw_bands(job.bands, at)
    scene.add(*grey)
    scores = range(-below, above + 1)
    for game in range(GAMES + 1):
        scene.add(Line(at(game, above), at(game, -below), BOLD if game % STEP == 0 else FINE))
    for score in scores:
        scene.add(Line(at(0, score), at(GAMES, score), BOLD if score % STEP == 0 else FINE))
    scene.add(*dashed)
    for end in (above, -below):
        scene.add(Line(at(0, 0), at(abs(end), end), GUIDE))
    scene.add(Line(at(0, above), at(0, -below), AXES), Line(at(0, 0), at(GAMES, 0), AXES))
    for score in scores:
        if score % 10 == 0:
            x, y = at(0, score)
            scene.add(fitted((x - 1.5, y), signed_score(score), SMALL, anchor="end", level=True))
    for game in range(10, GAMES + 1, 10):
        x, bottom = at(game, -below)
        scene.add(Text((x, bottom + 4), str(game), SMALL, "middle"))
    x, bottom = at(GAMES // 2, -below)
    scene.add(Text((x, bottom + 7.4), texts("curve.across"), SMALL, "middle", bold=True))
    scene.add(
        Text(
            (left - FIGURES + 2.4, (top + bottom) / 2),
            texts("curve.up"),
            SMALL,
            "middle",
            bold=True,
            turn=-90,
        )
    )
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
    lowest = min((score for band in bands for score in band.low), default=0)
    highest = max((score for band in bands for score in band.high), default=0)
    below, above = (
        min(GAMES, max(LEAST, STEP * math.ceil((end + BEYOND) / STEP)))
        for end in (-lowest, highest)
    )
    while below + above + STEP <= rows and min(below, above) < GAMES:
        below, above = (below + STEP, above) if below <= above else (below, above + STEP)
    return below, above
