"""What commands that run machines share: their options, and the experiment that these describe."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from kitgen.cli.shared.kit_options import current_templates, is_path, load_kit, templates_option
from kitgen.errors import OutputError, UnknownNameError, UsageError
from kitgen.experiment.experiment import Experiment
from kitgen.experiment.reports.curves import Curve, check_picture, draw_curves
from kitgen.experiment.reports.tables import check_table, write_csv, write_parquet
from kitgen.experiment.tally import Tally
from kitgen.kit.build import make_kit
from kitgen.kit.editions import Wish
from kitgen.kit.kit import EITHER, Kit
from kitgen.kit.rule import read_rule
from kitgen.machine.learning import with_rule
from kitgen.machine.match import Match
from kitgen.machine.opponents import OPPONENTS
from kitgen.machine.policies import Policy, parse_policy

F = TypeVar("F", bound=Callable[..., Any])

OPPONENT_HELP = (
    f"{', '.join(OPPONENTS)}; a mixture such as random:0.3,perfect:0.7; script:MOVE,MOVE,…; or machine[:KIT], "
    "a second machine that learns at the same time."
)


def machine_options(function: F) -> F:
    """Add the options that choose a machine and its opponent: KIT, --side, --rule, --opponent, --opponent-rule."""
    decorators = [
        click.argument("kit"),
        click.option("--side", metavar="SIDE", help="The side that the machine plays: its name, 'first' or 'second'."),
        click.option(
            "--rule", metavar="RULE", help="The learning rule: a name, or a file of your own ending in .toml."
        ),
        click.option("--opponent", default="random", show_default=True, metavar="WHO", help=OPPONENT_HELP),
        click.option("--opponent-rule", metavar="RULE", help="The learning rule of a second machine."),
        templates_option,
    ]
    wrapped: Any = function
    for decorator in reversed(decorators):
        wrapped = decorator(wrapped)
    return wrapped  # type: ignore[no-any-return] # click's decorators keep the function they are given


def report_options(function: F) -> F:
    """Add the options that say where results go: --plot, --csv, --parquet, --json."""
    decorators = [
        click.option(
            "--plot", type=click.Path(path_type=Path), metavar="FILE", help="Draw the curve: .svg, .png or .pdf."
        ),
        click.option(
            "--csv", "csv_file", type=click.Path(path_type=Path), metavar="FILE", help="Write each game as CSV."
        ),
        click.option("--parquet", type=click.Path(path_type=Path), metavar="FILE", help="The same as Parquet."),
        click.option("--json", "as_json", is_flag=True, help="Write the results as JSON."),
    ]
    wrapped: Any = function
    for decorator in reversed(decorators):
        wrapped = decorator(wrapped)
    return wrapped  # type: ignore[no-any-return] # as above


def check_reports(plot: Path | None, csv_file: Path | None, parquet: Path | None) -> None:
    """Refuse places that results cannot be written to, before anything is played.

    Raises:
        UsageError: a file's name has a wrong ending.
        OutputError: its folder is not there.
    """
    if plot is not None:
        check_picture(plot)
    for path, suffix in ((csv_file, ".csv"), (parquet, ".parquet")):
        if path is not None:
            check_table(path, suffix)
    for path in (plot, csv_file, parquet):
        if path is not None and not path.parent.is_dir():
            raise OutputError(f"{path} cannot be written: there is no folder {path.parent}")
        if path is not None and path.is_dir():
            raise OutputError(f"{path} cannot be written: it is a folder")


def write_reports(
    results: Sequence[tuple[Experiment, Tally]],
    title: str,
    names: Sequence[str],
    plot: Path | None,
    csv_file: Path | None,
    parquet: Path | None,
) -> None:
    """Write what was asked for of some experiments."""
    if plot is not None:
        draw_curves(plot, title, [Curve(name, tally) for name, (_, tally) in zip(names, results, strict=True)])
    if csv_file is not None:
        write_csv(csv_file, results)
    if parquet is not None:
        write_parquet(parquet, results)


def chosen_machine(kit: str, side: str | None, rule: str | None) -> tuple[Kit, int]:
    """Return the kit of a machine with the rule that is asked for, and the side that it plays.

    Raises:
        KitgenError: the kit, the side or the rule is unknown or damaged.
    """
    templates = current_templates()
    made = load_kit(kit, Wish() if is_path(kit) else Wish(side=_kit_side(kit, side)), templates)
    if rule is not None:
        made = with_rule(made, read_rule(rule, templates), rule)
    return made, _seat(made, side)


def _kit_side(kit: str, side: str | None) -> str | None:
    """Return the side to build a kit for: boxes for either side serve each of them already."""
    if side is None:
        return None
    made = make_kit(kit, templates=current_templates())
    return None if made.choices.side == EITHER else side


def _seat(kit: Kit, side: str | None) -> int:
    """Return the side that a kit's machine plays, 0 or 1."""
    if side is None or side == EITHER:
        return kit.players[0]
    names = {"first": 0, "second": 1}
    for number, known in enumerate(kit.game.sides):
        names |= {known.name: number, known.letter.lower(): number}
    if side.lower() not in names:
        raise UnknownNameError(f"side of {kit.game.name}", side, names)
    seat = names[side.lower()]
    if seat not in kit.players:
        raise UsageError(f"kit {kit.name!r} plays {kit.choices.side}; it has no boxes for {kit.game.sides[seat].name}")
    return seat


def chosen_opponent(text: str, rule: str | None, kit: Kit, seat: int) -> Policy | Kit:
    """Return the opponent that a text says, for a machine in its seat.

    Raises:
        KitgenError: there is no such opponent, or it cannot be made.
    """
    kind, _, name = text.partition(":")
    if kind != "machine":
        if rule is not None:
            raise UsageError(
                f"opponent {text!r} does not learn; leave out --opponent-rule, or choose --opponent machine"
            )
        return parse_policy(text)
    if name:
        other = load_kit(name, Wish())
    elif len(kit.players) == 2:
        other = kit
    else:
        choices = kit.choices
        wish = Wish(side=kit.game.sides[1 - seat].name, merged=choices.merged, forced=choices.forced)
        other = with_rule(make_kit(kit.game_spec, wish), kit.rule, choices.rule)
    if rule is not None:
        other = with_rule(other, read_rule(rule, current_templates()), rule)
    return other


def chosen_experiment(
    kit: Kit, seat: int, opponent: str, opponent_rule: str | None, games: int, machines: int, seed: int
) -> Experiment:
    """Return the experiment that the options of a command describe."""
    return Experiment(Match(kit, chosen_opponent(opponent, opponent_rule, kit, seat), seat), games, machines, seed)
