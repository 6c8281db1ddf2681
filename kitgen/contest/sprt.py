"""When enough games have been played: the sequential probability ratio test.

Two hypotheses say what share of the points the first player can expect. After each pair of games the likelihoods of all
that was seen are compared, and the match ends once one of the two is far enough ahead (A. Wald, Sequential Tests of
Statistical Hypotheses, The Annals of Mathematical Statistics 16(2), 1945, pp. 117-186). How often pairs give each of
their five scores is not part of a hypothesis: of all such chances with the share that it says, those are taken under
which the games seen are likeliest (the generalised test, as chess programs are tested with; pairs as one sample).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from kitgen.contest.score import PAIR_POINTS
from kitgen.errors import UsageError, quoted

#: How likely each of the two mistakes may be.
MISTAKE = 0.05
#: Added to each count, so that a score that was not seen yet is unlikely and not impossible.
UNSEEN = 1e-3
#: Halvings of an interval: as exact as numbers are.
HALVINGS = 60


@dataclass(frozen=True, slots=True)
class Sprt:
    """The test of two hypotheses.

    Attributes:
        low: the share of points by the first hypothesis.
        high: the share by the second one, higher.
        alpha: how likely the second may be taken although the first is true.
        beta: how likely the first may be taken although the second is true.

    >>> test = parse_sprt("50,60")
    >>> test.decision((0, 0, 3, 2, 1)), test.decision((0, 0, 3, 9, 30)), test.decision((30, 9, 3, 0, 0))
    (None, 'high', 'low')
    """

    low: float
    high: float
    alpha: float = MISTAKE
    beta: float = MISTAKE

    @property
    def bounds(self) -> tuple[float, float]:
        """Where the logarithm of the ratio ends the test: for the first hypothesis, and for the second."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def ratio(self, pairs: Sequence[int]) -> float:
        """Return the logarithm of the ratio of likelihoods, of the second hypothesis to the first.

        Args:
            pairs: how many pairs of games gave 0, 1, 2, 3 and 4 half points.
        """
        counts = [count + UNSEEN for count in pairs]
        shares = [points / PAIR_POINTS[-1] for points in PAIR_POINTS]
        tilts = {share: _tilt(counts, shares, share) for share in (self.low, self.high)}
        return sum(
            count * log((1 + tilts[self.low] * (share - self.low)) / (1 + tilts[self.high] * (share - self.high)))
            for count, share in zip(counts, shares, strict=True)
        )

    def decision(self, pairs: Sequence[int]) -> str | None:
        """Return ``low`` or ``high`` when that hypothesis is taken, None while more games are needed."""
        ratio, (low, high) = self.ratio(pairs), self.bounds
        return "low" if ratio <= low else "high" if ratio >= high else None


def _tilt(counts: Sequence[float], shares: Sequence[float], mean: float) -> float:
    """Return the number that makes counts into the likeliest chances with a mean.

    These are ``count / (1 + tilt * (share - mean))``, all divided by the same: Lagrange's multiplier.
    """
    lowest, highest = -1 / (shares[-1] - mean), 1 / (mean - shares[0])
    for _ in range(HALVINGS):
        tilt = (lowest + highest) / 2
        slope = sum(n * (share - mean) / (1 + tilt * (share - mean)) for n, share in zip(counts, shares, strict=True))
        lowest, highest = (tilt, highest) if slope > 0 else (lowest, tilt)
    return (lowest + highest) / 2


def parse_sprt(text: str) -> Sprt:
    """Return the test of two shares in per cent, such as ``50,60``.

    Raises:
        UsageError: they are no two such figures, the lower one first.
    """
    found = re.fullmatch(r"([0-9]{1,2}(?:\.[0-9]{1,3})?),([0-9]{1,2}(?:\.[0-9]{1,3})?)", text)
    low, high = (float(figure) / 100 for figure in found.groups()) if found else (0.0, 0.0)
    if not 0 < low < high < 1:
        raise UsageError(f"--sprt {quoted(text)} needs two shares of the points in per cent, such as '50,60'")
    return Sprt(low, high)
