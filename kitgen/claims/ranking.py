"""Which opponent, rule or side is best for a class.

Best is the one with the fewest lost games of a lesson, then with the earliest last one.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

from kitgen.machine.first_games import Forecast

#: Standard errors by which two figures must differ before one of them counts as lower.
CLEAR_ERRORS = 2.0
#: Games by which a last lost game must come earlier before it counts as earlier.
EARLIER_GAMES = 1.0

Name = TypeVar("Name")


@dataclass(frozen=True, slots=True)
class LessonResult:
    """How machines fare in a lesson.

    Attributes:
        lost, lost_error: games that a machine loses: the mean, and its standard error, 0 where it
            is exact.
        last_loss: the number of the last game that it loses, the mean.
    """

    lost: float
    lost_error: float
    last_loss: float


def lesson_result(*forecasts: Forecast) -> LessonResult:
    """Return how machines fare against opponents, each of them met as often as the others."""
    count = len(forecasts)
    return LessonResult(
        lost=sum(each.lost for each in forecasts) / count,
        lost_error=math.hypot(*(each.lost_error for each in forecasts)) / count,
        last_loss=sum(each.last_loss for each in forecasts) / count,
    )


def best_first(standings: Mapping[Name, LessonResult]) -> list[Name]:
    """Return all names, the best first.

    >>> best_first({"random": LessonResult(9.0, 0.1, 36), "perfect": LessonResult(8.7, 0.1, 30)})
    ['perfect', 'random']
    """
    return sorted(standings, key=lambda name: (standings[name].lost, standings[name].last_loss))


def best(standings: Mapping[Name, LessonResult]) -> list[Name]:
    """Return the names that are not clearly worse than the best: with as few lost games, and as
    early.

    >>> best({"random": LessonResult(14.1, 0.3, 46), "perfect": LessonResult(15.2, 1.1, 28)})
    ['perfect']
    >>> best({"random": LessonResult(9.0, 0.1, 36), "perfect": LessonResult(9.1, 0.1, 36)})
    ['random', 'perfect']
    >>> best({"random": LessonResult(9.0, 0.1, 36), "perfect": LessonResult(8.0, 0.1, 40)})
    ['perfect']
    """
    order = best_first(standings)
    least = standings[order[0]]

    def loses_as_few(name: Name) -> bool:
        error = math.hypot(least.lost_error, standings[name].lost_error)
        return standings[name].lost - least.lost <= CLEAR_ERRORS * error

    few = [name for name in order if loses_as_few(name)]
    earliest = min(standings[name].last_loss for name in few)
    return [name for name in few if standings[name].last_loss < earliest + EARLIER_GAMES]
