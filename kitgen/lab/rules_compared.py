"""Learning rules, or opponents, compared on one kit: each trains as many machines."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from kitgen.claims.ranking import LessonResult, best
from kitgen.errors import UsageError, quoted
from kitgen.kit.kit import KitGiven
from kitgen.lab.experiment import GamesDone, OpponentGiven, RuleGiven, machine, run, trial
from kitgen.lab.tally import Experiment, Tally, note_of_speed
from kitgen.model import Result
from kitgen.reading.templates import Templates

#: The rules that are compared if none are named.
USUAL_RULES = ("gardner", "gardner-reward", "michie")


@dataclass(frozen=True, repr=False)
class RulesCompared(Result):
    """Rules compared on one kit, by name in the order in which they were given."""

    tallies: Mapping[str, Tally]

    def summary(self) -> str:
        """Return the result in one line."""
        experiments = [tally.experiment for tally in self.tallies.values()]
        match = experiments[0].match
        return (
            f"{match.kit.title}, against {match.opponent_text}: fewest lost games with "
            f"{' or '.join(self.recommended)}{note_of_speed(*experiments)}"
        )

    @property
    def standings(self) -> dict[str, LessonResult]:
        """The figures by which rules are ranked."""
        return {name: _standing(tally) for name, tally in self.tallies.items()}

    @property
    def recommended(self) -> list[str]:
        """The rules with the fewest lost games, then the earliest last one; several if close."""
        return best(self.standings)

    def table(self) -> list[dict[str, Any]]:
        """Return a row for each rule."""
        rows = []
        for name, tally in self.tallies.items():
            lost, lost_error = tally.lost
            (median_lost,) = tally.quantiles()
            (median_last_loss,) = tally.quantiles(of="last_loss")
            rows.append(
                {
                    "rule": name,
                    "wins": tally.share(0)[0],
                    "draws": tally.share(1)[0],
                    "losses": tally.share(2)[0],
                    "wins_in_the_last_tenth": tally.late_share(tally.wins),
                    "lost": lost,
                    "lost_error": lost_error,
                    "median_lost": median_lost,
                    "median_last_loss": median_last_loss,
                    "recommended": name in self.recommended,
                }
            )
        return rows

    def report(self) -> list[dict[str, Any]]:
        """Return all results as plain data."""
        standings = self.standings
        recommended = self.recommended
        results = []
        for name, tally in self.tallies.items():
            standing = asdict(standings[name])
            ranked = {"standing": standing, "recommended": name in recommended}
            results.append(tally.report() | ranked)
        return results

    def plot(self, axes: Any = None) -> Any:
        """Draw the learning curves with Matplotlib, into axes of yours or new ones, returned."""
        from kitgen.lab.curves import plot_curves  # noqa: PLC0415 - Matplotlib takes a second to load

        return plot_curves(self.tallies, axes)


def _standing(tally: Tally) -> LessonResult:
    lost, error = tally.lost
    last_loss, _ = tally.last_loss
    return LessonResult(lost, error or 0.0, last_loss)


def planned(experiments: Sequence[Experiment]) -> dict[str, Experiment]:
    """Return experiments by the names of their rules; UsageError where two have the same.

    >>> planned([])
    Traceback (most recent call last):
    kitgen.errors.UsageError: there are no rules to compare; name some, such as gardner and michie
    """
    if not experiments:
        raise UsageError("there are no rules to compare; name some, such as gardner and michie")
    named = {experiment.match.rule_text: experiment for experiment in experiments}
    if len(named) < len(experiments):
        names = [experiment.match.rule_text for experiment in experiments]
        raise UsageError(f"the rules {quoted(', '.join(names))} are not all different")
    return named


def compare(
    kit: KitGiven,
    rules: Sequence[RuleGiven] = USUAL_RULES,
    *,
    side: str | None = None,
    opponent: OpponentGiven = "random",
    games: int = 200,
    machines: int = 100,
    seed: int = 1,
    templates: Templates | None = None,
    progress: GamesDone | None = None,
) -> RulesCompared:
    """Train machines with several rules on one kit, and return the results side by side.

    Args:
        kit: as for ``simulate``, and so are all others that are not listed here.
        rules: learning rules, each as for ``simulate``.

    Returns:
        The comparison: ``tallies`` by rule, ``standings``, ``recommended``; ``to_frame`` and
            ``plot`` show it.

    Raises:
        UsageError: a name is unknown, a rule is named twice, or the choices do not fit each other.
        TooLargeError: the game is too large for a kit.

    >>> compare("her", ["gardner", "michie"], games=20, machines=20).recommended
    ['gardner']
    """
    same_kit, _ = machine(kit, side, templates=templates)
    experiments = []
    for rule in rules:
        experiment = trial(
            same_kit,
            side=side,
            rule=rule,
            opponent=opponent,
            games=games,
            machines=machines,
            seed=seed,
            templates=templates,
        )
        experiments.append(experiment)
    tallies = {}
    for name, experiment in planned(experiments).items():
        tallies[name] = run(experiment, progress=progress)
    return RulesCompared(tallies)
