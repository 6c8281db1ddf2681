"""Bands of simulated machines round a learning curve, with their legend."""

from collections.abc import Callable, Sequence

from kitgen.paper.job import Band
from kitgen.paper.marks.scene import Polygon, Stroke
from kitgen.paper.texts import Texts
from kitgen.papers import Point

#: The bands of simulated machines: the first is light grey, the second lies between dashed lines.
BAND_GREY, BAND_EDGE = "#E2E2E2", Stroke("#8C8C8C", 0.3, (1.6, 1.1))


def legend(texts: Texts, bands: Sequence[Band]) -> list[str]:
    """Return the meaning of each band that is drawn, and of those whose machines lose."""
    drawn, lost = [band for band in bands if not band.lost], [band for band in bands if band.lost]
    looks = [*zip(("curve.grey", "curve.dashed"), drawn, strict=False), *(("curve.lost", band) for band in lost)]
    return [texts(look, opponent=texts(f"curve.band.{band.opponent}")) for look, band in looks]


def draw_bands(bands: Sequence[Band], at: Callable[[int, int], Point]) -> tuple[list[Polygon], list[Polygon]]:
    """Return the first band in grey and the edges of the second; ``at`` gives the point of a score after a game.

    Bands of machines that lose all games are not drawn: the line of such a machine is there.
    """
    edges = [
        [[at(game, score) for game, score in enumerate((0, *scores))] for scores in (band.high, band.low)]
        for band in [band for band in bands if not band.lost][:2]
    ]
    grey = [Polygon((*high, *reversed(low)), BAND_GREY) for high, low in edges[:1]]
    return grey, [Polygon(tuple(edge), None, BAND_EDGE, closed=False) for pair in edges[1:] for edge in pair]


def signed_score(score: float) -> str:
    """Return a score, rounded, with its sign.

    >>> signed(-2.3), signed(0.2), signed(7)
    ('−2', '0', '+7')
    """
    return f"{round(score):+d}".replace("-", "−") if round(score) else "0"
