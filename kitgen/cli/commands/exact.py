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
    from kitgen.lab.chain import Answers, Figure

#: The defaults of ``--at``, with decimals and with fractions.
GAMES, GAMES_EXACT = "1,2,5,10,20,50,100", "1,2,5,10"

#: The most characters of a fraction in the terminal; JSON has all of them.
DIGITS = 40


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
    parts = [part.strip() for part in text.split(",")]
    if not all(re.fullmatch("[0-9]{1,9}", part) and int(part) for part in parts):
        raise UsageError(
            f"--at {quoted(text)} is not a list of whole numbers from 1 on, such as 1,2,5"
        )
    return sorted(set(map(int, parts)))


def _answers_data(experiment: Experiment, answers: "Answers", safety: Safety) -> dict[str, Any]:
    # None stands for numbers that are not finite.
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
    kit = experiment.match.kit
    click.echo(experiment.text)
    if not answers.first_game_alone:
        click.echo(f"{answers.states:,} bead states can be reached, of {answers.size:,}\n")
        click.echo(
            f"expected losses                              {_words(answers.expected_losses)}"
        )
        click.echo(f"expected games until it can never lose again {_words(answers.expected_games)}")
        if answers.never_safe:
            click.echo(f"chance that it can lose for ever             {_words(answers.never_safe)}")
        losses = {"losses until it can never lose again": (answers.fewest, answers.most),
                  "the same, whatever the opponent does": answers.any_opponent}  # fmt: skip
        for what, (fewest, most) in losses.items():
            if fewest is not None:
                click.echo(
                    f"{what:44} {fewest} "
                    f"{'or more, without limit' if most is None else f'to {most}'}"
                )
    else:
        why = "there are too many bead states" if kit.rule.only_takes else "the rule adds beads"
        click.echo(f"{why}: only the chances of a new machine's first game have an exact answer")
    if answers.distribution:
        click.echo()
        chances = [(str(number), _words(chance)) for number, chance in answers.distribution.items()]
        show_table(["lost games", "chance"], chances, right=["lost games"])
    click.echo()
    columns = {"wins": answers.wins, "draws": answers.draws, "loses": answers.losses}
    if answers.safe:
        columns["can lose no more after it"] = answers.safe
    rows = [
        (f"{game:,}", *(_words(chances[game]) for chances in columns.values()))
        for game in answers.wins
    ]
    show_table(["game", *columns], rows, right=["game"])
    certain = "No" if safety.proved else "Yes" if safety.games else "Perhaps"
    click.echo(
        f"\nCan a winning or drawing move ever leave its box for good? {certain}: {safety.how}."
    )
    if safety.counterexample:
        click.echo(f"The last of these games: {' '.join(safety.counterexample)}")


def _words(figure: "Figure | None") -> str:
    if figure is None:
        return "infinite"
    short = isinstance(figure, Fraction) and len(str(figure)) <= DIGITS
    return f"{float(figure):.6f}" + (f" = {figure}" if short else "")
