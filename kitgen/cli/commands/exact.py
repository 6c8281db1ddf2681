"""``kitgen exact``: what is exactly true of a machine that learns, without playing a game."""

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

from kitgen.cli.shared.experiment_options import about, headline, trial_options
from kitgen.cli.shared.progress import progress_options, working
from kitgen.cli.shared.show import show_json, show_table
from kitgen.door.trials import reckon, trial
from kitgen.errors import UsageError, quoted
from kitgen.experiment.experiment import Experiment
from kitgen.extras import need
from kitgen.markov.safety import Safety, losing_beads_only

if TYPE_CHECKING:
    from kitgen.markov.absorption import Answers, Figure

#: The games whose chances are shown when none are named.
GAMES, GAMES_EXACT = "1,2,5,10,20,50,100", "1,2,5,10"

#: Digits up to which a fraction is shown in the terminal; JSON holds all of them.
DIGITS = 40


@click.command(epilog="Example: kitgen exact her --opponent winning-move --games 1,10,100")
@trial_options("side", "rule", "against", "opponent_rule")
@click.option("--games", metavar="N,N,…", help=f"Games whose chances are asked for [default: {GAMES}].")
@click.option("--exact", "fractions", is_flag=True, help="Work with fractions; takes longer.")
@click.option("--json", "as_json", is_flag=True, help="Write the answers as JSON.")
@progress_options
def command(asked: dict[str, Any], games: str | None, *, fractions: bool, as_json: bool) -> None:
    """Work out exactly how machines of KIT learn: expected losses, chances to win game n, best and worst case.

    It needs a rule that only takes beads away, and a kit that is not too large; for all others
    'kitgen simulate' gives an answer with standard errors.
    """
    need("kitgen exact", "numba", "numpy", "scipy")
    numbers = _numbers(games or (GAMES_EXACT if fractions else GAMES))
    with working(f"making {asked['kit']}") as report:
        experiment = trial(**asked, games=1, machines=1)
        report("reckoning", 0)
        answers = reckon(experiment.match, numbers, fractions=fractions)
        safety = losing_beads_only(experiment.kit)
    if as_json:
        show_json(answers_data(experiment, answers, safety))
    else:
        show(experiment, answers, safety)


def _numbers(text: str) -> list[int]:
    """Return the numbers of games in a list such as ``1,2,5``.

    Raises:
        UsageError: something in it is no whole number from 1 on.
    """
    parts = [part.strip() for part in text.split(",")]
    if not all(re.fullmatch("[0-9]{1,9}", part) and int(part) for part in parts):
        raise UsageError(f"--games {quoted(text)} is not a list of whole numbers from 1 on, such as 1,2,5")
    return sorted(set(map(int, parts)))


def _plain(figure: "Figure | None") -> float | str | None:
    """Return a figure for JSON: a number, or a fraction as text."""
    return str(figure) if isinstance(figure, Fraction) else figure


def answers_data(experiment: Experiment, answers: "Answers", safety: Safety) -> dict[str, Any]:
    """Return the answers as plain data: what ``--json`` writes. null stands for numbers that are not finite."""

    def by_game(chances: dict[int, "Figure"]) -> dict[str, Any]:
        return {str(game): _plain(chance) for game, chance in chances.items()}

    return {
        **about(experiment),
        "bead_states": {"reached": answers.states, "possible": answers.size},
        "expected_losses": _plain(answers.expected_losses),
        "expected_games": _plain(answers.expected_games),
        "never_safe": _plain(answers.never_safe),
        "losses": {
            "min": answers.fewest,
            "max": answers.most,
            "distribution": None if answers.distribution is None else by_game(answers.distribution),
        },
        "any_opponent": {"min": answers.any_opponent[0], "max": answers.any_opponent[1]},
        "win_in_game": by_game(answers.wins),
        "draw_in_game": by_game(answers.draws),
        "lose_in_game": by_game(answers.losses),
        "good_moves_safe": {
            "proved": safety.proved,
            "how": safety.how,
            "counterexample": None if safety.counterexample is None else list(safety.counterexample),
        },
    }


def show(experiment: Experiment, answers: "Answers", safety: Safety) -> None:
    """Write the answers for people."""
    kit = experiment.kit
    click.echo(headline(experiment))
    if kit.rule.only_takes:
        click.echo(f"{answers.states:,} bead states can be reached, of {answers.size:,}\n")
        click.echo(f"expected losses                              {_words(answers.expected_losses)}")
        click.echo(f"expected games until it can never lose again {_words(answers.expected_games)}")
        if answers.never_safe:
            click.echo(f"chance that it can lose for ever             {_words(answers.never_safe)}")
        for what, fewest, most in (
            ("losses until it can never lose again", answers.fewest, answers.most),
            ("the same, whatever the opponent does", *answers.any_opponent),
        ):
            if fewest is not None or most is not None:
                click.echo(f"{what:44} {_bound(fewest)} to {_bound(most)}")
    else:
        click.echo("the rule adds beads: only the chances of a new machine's first game have an exact answer")
    if answers.distribution:
        click.echo()
        show_table(
            ["lost games", "chance"],
            [(str(number), _words(chance)) for number, chance in answers.distribution.items()],
            right=["lost games"],
        )
    click.echo()
    rows = [
        (f"{game:,}", *(_words(chances[game]) for chances in (answers.wins, answers.draws, answers.losses)))
        for game in answers.wins
    ]
    show_table(["game", "wins", "draws", "loses"], rows, right=["game"])
    click.echo(
        "\nCan a winning or drawing move ever leave its box for good? "
        f"{'No' if safety.proved else 'Yes' if safety.games else 'Perhaps'}: {safety.how}."
    )
    if safety.counterexample:
        click.echo(f"The last of these games: {' '.join(safety.counterexample)}")


def _bound(number: int | None) -> str:
    """Return the fewest or the most lost games in words."""
    return "without end" if number is None else str(number)


def _words(figure: "Figure | None") -> str:
    """Return a figure for the terminal: six decimals, with its fraction where that is short."""
    if figure is None:
        return "infinite"
    decimals = f"{float(figure):.6f}"
    if isinstance(figure, Fraction) and len(str(figure)) <= DIGITS:
        return f"{decimals} = {figure}"
    return decimals
