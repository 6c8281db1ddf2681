"""``kitgen exact``: exact figures of a learning machine, without playing."""

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

from kitgen.cli.experiment_options import trial_options
from kitgen.cli.options import offered_option, options, options_as
from kitgen.cli.terminal import json_option, progress_options, show_table, working, wrote_json
from kitgen.errors import UsageError, quoted
from kitgen.installing.extras import need
from kitgen.kit.choices import WISHES
from kitgen.lab.experiment import reckon, trial
from kitgen.lab.tally import Experiment
from kitgen.machine.safety import Safety, losing_beads_only

if TYPE_CHECKING:
    from kitgen.lab.chain_answers import Answers, Figure

#: The default of ``--at``, and the one with fractions, which take much longer.
GAMES = "1,2,5,10,20,50,100"
GAMES_EXACT = "1,2,5,10"

#: The most characters of a fraction in the terminal; JSON has all of them.
DIGITS = 40
#: The letters of the longest line before its figure.
WIDTH_OF_WHAT = len("expected games until it can never lose again")


#: The choices of ``kitgen print`` that are no options of a trial; the command's function gets them
#: as ``choices``.
other_choices = options_as(
    "choices",
    *(offered_option(wish) for key, wish in WISHES.items() if key not in ("side", "rule")),
)


@click.command(epilog="Example: kitgen exact her --opponent winning-move --at 1,10,100")
@trial_options("side", "rule", "opponent", "opponent_rule")
@other_choices
@click.option("--at", metavar="N,N,…", help=f"The games whose chances to show [default: {GAMES}].")
@click.option(
    "--fractions", is_flag=True, help="Calculate with fractions instead of decimals (slower)."
)
@options(json_option, progress_options)
def command(
    settings: dict[str, Any], choices: dict[str, Any], at: str | None, *, fractions: bool
) -> None:
    """Calculate exactly how a machine learns, without playing.

    Shows the expected losses, the chance to win game n, and the best and the worst case. It needs a
    small kit, and a rule that only removes beads; for all others, use 'kitgen simulate', which
    shows standard errors.
    """
    need("kitgen exact", "numba", "numpy", "scipy")
    numbers = _numbers(at or (GAMES_EXACT if fractions else GAMES))
    with working(f"making {settings['kit']}") as report:
        experiment = trial(**settings, choices=choices, games=1, machines=1)
        report("calculating", 0)
        answers = reckon(experiment.match, numbers, fractions=fractions)
        safety = losing_beads_only(experiment.match.kit)
    if not wrote_json(lambda: _answers_data(experiment, answers, safety)):
        _show(experiment, answers, safety)


def _numbers(text: str) -> list[int]:
    """Return the numbers of games in a list, in order."""
    numbers = set()
    for part in text.split(","):
        digits = part.strip()
        if not re.fullmatch("[0-9]{1,9}", digits) or int(digits) == 0:
            raise UsageError(
                f"--at {quoted(text)} is not a list of whole numbers from 1 on, such as 1,2,5"
            )
        numbers.add(int(digits))
    return sorted(numbers)


def _answers_data(experiment: Experiment, answers: "Answers", safety: Safety) -> dict[str, Any]:
    """Return the answers as plain data; None stands for numbers that are not finite."""
    return {
        **experiment.about(),
        **answers.report(),
        "good_moves_safe": {
            "proved": safety.proved,
            "how": safety.how,
            "counterexample": safety.counterexample,
        },
    }


def _show(experiment: Experiment, answers: "Answers", safety: Safety) -> None:
    click.echo(experiment.text)
    if answers.first_game_alone:
        why = "the rule adds beads"
        if experiment.match.kit.rule.only_takes:
            why = "there are too many bead states"
        click.echo(f"{why}: only the chances of a new machine's first game have an exact answer")
    else:
        _show_losses(answers)
    if answers.distribution:
        click.echo()
        chances = [(str(number), _words(chance)) for number, chance in answers.distribution.items()]
        show_table(["lost games", "chance"], chances, right=["lost games"])
    click.echo()
    _show_games(answers)
    click.echo(
        f"\nCan a winning or drawing move ever leave its box for good? {_certainty(safety)}: "
        f"{safety.how}."
    )
    if safety.counterexample:
        click.echo(f"The last of these games: {' '.join(safety.counterexample)}")


def _show_losses(answers: "Answers") -> None:
    """Show how many games a machine loses until it can never lose again."""

    def show(what: str, figure: str) -> None:
        click.echo(f"{what:{WIDTH_OF_WHAT}} {figure}")

    click.echo(f"{answers.states:,} bead states can be reached, of {answers.size:,}\n")
    show("expected losses", _words(answers.expected_losses))
    show("expected games until it can never lose again", _words(answers.expected_games))
    if answers.never_safe:
        show("chance that it can lose for ever", _words(answers.never_safe))
    if answers.fewest is not None:
        losses = _range_text(answers.fewest, answers.most)
        show("losses until it can never lose again", losses)
    fewest, most = answers.any_opponent
    if fewest is not None:
        show("the same, whatever the opponent does", _range_text(fewest, most))


def _range_text(fewest: int, most: int | None) -> str:
    if most is None:
        return f"{fewest} or more, without limit"
    return f"{fewest} to {most}"


def _show_games(answers: "Answers") -> None:
    """Show the chances of single games."""
    columns = {"wins": answers.wins, "draws": answers.draws, "loses": answers.losses}
    if answers.safe:
        columns["can lose no more after it"] = answers.safe
    rows = []
    for game in answers.wins:
        chances = [_words(of_games[game]) for of_games in columns.values()]
        rows.append((f"{game:,}", *chances))
    show_table(["game", *columns], rows, right=["game"])


def _certainty(safety: Safety) -> str:
    """Return whether a good move can ever leave its box: ``safety.games`` shows that it can."""
    if safety.proved:
        return "No"
    return "Yes" if safety.games else "Perhaps"


def _words(figure: "Figure | None") -> str:
    if figure is None:
        return "infinite"
    decimals = f"{float(figure):.6f}"
    if isinstance(figure, Fraction) and len(str(figure)) <= DIGITS:
        return f"{decimals} = {figure}"
    return decimals
