"""``kitgen games``: what a class should know of a game that it has made up."""

import json
from dataclasses import asdict
from pathlib import Path

import click

from kitgen.claims.claims import words_of
from kitgen.cli.options import kit_argument, language_option, options, templates_option
from kitgen.cli.sections import OrderedGroup
from kitgen.cli.terminal import (
    echo_lines,
    json_option,
    progress_options,
    show_table,
    working,
    wrote_json,
)
from kitgen.errors import TooLargeError, UsageError, command_line, many, quoted
from kitgen.games.told.told_game import ToldGame
from kitgen.inquiries.game_trial import SideTrial, Trial, largest_board, try_game
from kitgen.kit.editions import game_of
from kitgen.machine.first_games import LESSON, Forecast
from kitgen.paper.card.faces import label_for
from kitgen.paper.stock import DEFAULT_STOCK, read_stock
from kitgen.reading.templates import Templates
from kitgen.reading.texts import Texts

#: What the command line can do about too many boxes.
FEWER_BOXES = (
    "--express leaves out boxes with nothing to learn, --forced skip those without a choice."
)


@click.group(
    cls=OrderedGroup, short_help="Say whether a game of your own suits a machine.",
    epilog="Example: kitgen games try told:hexapawn",
)  # fmt: skip
def command() -> None:
    """Try games that are told as data.

    'kitgen new game NAME' starts one; docs/inventing-a-game.md explains its words.
    """


@command.command("try", epilog="Example: kitgen games try told:hexapawn")
@kit_argument("game")
@language_option("The language of the rules.", default="en")
@options(json_option, templates_option, progress_options)
def try_command(game: str, language: str, templates: Templates) -> None:
    """Say whether a game is good for a machine of boxes.

    GAME is a file such as hens.toml, told:NAME for a game in a folder of templates, or any other
    game with its board. A machine of each side learns with several rules, 60 machines of each, 50
    games against each opponent.
    """
    if Path(game).is_file() and Path(game).suffix not in ("", ".toml"):
        raise UsageError(f"{quoted(game)} is not a game: the file of a game ends in .toml")
    made = game_of(game, templates)
    rules = made.spoken(Texts(language, templates), language).get("rules", "").splitlines()
    with working(f"trying {made.called}") as progress:
        try:
            usual = read_stock(DEFAULT_STOCK, templates)
            texts = Texts(language, templates)
            trial = try_game(
                made, templates, progress, label_of=lambda kit: label_for(kit, usual, texts)
            )
            largest = largest_board(made, templates, progress, trial)
        except (TooLargeError, UsageError) as error:
            largest = largest_board(made, templates, progress)
            if largest is None:
                raise
            raise type(error)(f"{error}; {_on_board(*largest)}") from None
    board = largest and {
        "board": largest[0].told.board,
        "start": largest[0].told.start,
        "boxes": largest[1],
    }
    if wrote_json(lambda: {**asdict(trial), "rules": rules, "largest_board": board}):
        return
    _show([game, *(["--templates", templates.own] if templates.own else [])], trial, rules)
    if largest is not None:
        is_own = largest[0].spec == made.spec
        click.echo(
            "No larger board fits a class." if is_own else f"{_on_board(*largest).capitalize()}."
        )


def _on_board(game: ToldGame, boxes: dict[str, int]) -> str:
    """Return how a game is told on another board, and what it needs there."""
    told = game.told
    needs = " and ".join(f"{many(count, 'box')} for {side}" for side, count in boxes.items())
    keys = [
        f'board = "{told.board}"',
        *([f"start = {json.dumps(told.start)}"] if told.start else []),
    ]
    return f"the largest board that fits a class needs {needs}: {', '.join(keys)}"


def _show(words: list[object], trial: Trial, rules: list[str]) -> None:
    echo_lines([trial.game, *(f"  {line}" for line in rules), ""])
    moves = (
        "" if trial.plies is None else f" after {many(trial.plies, 'move')} of both sides together"
    )
    ends = f"the game is won by {trial.winner}{moves}" if trial.winner else "it is a draw"
    again = " Positions can come again: a game can go on for long." if trial.recurs else ""
    click.echo(f"{trial.positions:,} positions. If both play as well as possible, {ends}.{again}\n")
    headings = ("boxes", "with a choice", "where it matters", "beads", "fewest lost games with")
    lines = [list(cells) for cells in zip(headings, *map(_figures, trial.sides), strict=True)]
    opponents = zip(*(side.forecasts for side in trial.sides), strict=True)
    lines += [[f"against {row[0].opponent}", *map(_course, row)] for row in opponents]
    show_table(["a machine of", *(side.side for side in trial.sides)], lines)
    click.echo(f"\nfewest lost games with …: {_tried(trial)}")
    click.echo(
        "against …: of 100 games those won/drawn/lost, of the first ten games and of the last "
        "ten of fifty\n"
    )
    english = Texts("en", Templates())
    echo_lines(words_of(english, claim) for claim in trial.claims)
    if "large" in trial.remarks:
        click.echo(FEWER_BOXES)
    best = trial.sides[trial.best_side]
    if best.label is None:
        click.echo("No label holds its fullest box: it needs fewer moves in a position.")
        return
    size = ["--stock", best.label] if best.label else []
    choices = ("--side", best.side, "--rule", best.rule, *size)
    click.echo(f"Print one: {command_line('kitgen', 'print', *words, *choices)}")


def _tried(trial: Trial) -> str:
    """Return how many games of a lesson each side loses with each rule."""
    sides = []
    for side in trial.sides:
        figures = ", ".join(
            f"{rule} {each.lost:.1f} ± {each.lost_error:.1f}" for rule, each in side.tried.items()
        )
        sides.append(f"{side.side}: {figures}")
    return f"games lost of {LESSON} against random and perfect play; {'; '.join(sides)}"


def _course(forecast: Forecast) -> str:
    return " > ".join("/".join(map(str, counts)) for counts in (forecast.first, forecast.last))


def _figures(side: SideTrial) -> list[str]:
    beads = f"{side.beads} in {many(side.colours, 'colour')}"
    return [str(side.boxes), str(side.choices), str(side.mattering), beads, side.rule]
