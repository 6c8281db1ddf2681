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
from kitgen.reading.templates import Templates, capitalised
from kitgen.reading.texts import Texts

#: What the command line can do about too many boxes.
FEWER_BOXES = (
    "--express leaves out boxes with nothing to learn, --forced skip those without a choice."
)


@click.group(
    cls=OrderedGroup,
    short_help="Say whether a game of your own suits a machine.",
    epilog="Example: kitgen games try told:hexapawn",
)
def command() -> None:
    """Try a game that you have described in a file.

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
    played = game_of(game, templates)
    texts = Texts(language, templates)
    rules = played.spoken(texts, language).get("rules", "").splitlines()
    with working(f"trying {played.called}") as progress:
        try:
            usual = read_stock(DEFAULT_STOCK, templates)
            trial = try_game(
                played, templates, progress, label_of=lambda kit: label_for(kit, usual, texts)
            )
            largest = largest_board(played, templates, progress, trial)
        except (TooLargeError, UsageError) as error:
            largest = largest_board(played, templates, progress)
            if largest is None:
                raise
            raise type(error)(f"{error}; {_on_board(*largest)}") from None
    board = None
    if largest is not None:
        larger_game, boxes = largest
        told = larger_game.told
        board = {"board": told.board, "start": told.start, "boxes": boxes}
    if wrote_json(lambda: {**asdict(trial), "rules": rules, "largest_board": board}):
        return
    words: list[object] = [game]
    if templates.own:
        words += ["--templates", templates.own]
    _show(words, trial, rules)
    if largest is None:
        return
    if largest[0].spec == played.spec:
        click.echo("No larger board fits a class.")
    else:
        click.echo(f"{capitalised(_on_board(*largest))}.")


def _on_board(game: ToldGame, boxes: dict[str, int]) -> str:
    """Return how a game is told on another board, and what it needs there."""
    told = game.told
    needs = " and ".join(f"{many(count, 'box')} for {side}" for side, count in boxes.items())
    keys = f'board = "{told.board}"'
    if told.start:
        keys += f", start = {json.dumps(told.start)}"
    return f"the largest board that fits a class needs {needs}: {keys}"


def _show(words: list[object], trial: Trial, rules: list[str]) -> None:
    """Show what was tried; ``words`` name the game on a command line."""
    echo_lines([trial.game, *(f"  {line}" for line in rules), ""])
    click.echo(f"{trial.positions:,} positions. {_outcome_text(trial)}\n")
    headings = ("boxes", "with a choice", "where it matters", "beads", "fewest lost games with")
    figures = [_figures(side) for side in trial.sides]
    lines = [list(cells) for cells in zip(headings, *figures, strict=True)]
    by_opponent = zip(*(side.forecasts for side in trial.sides), strict=True)
    for forecasts in by_opponent:
        courses = [_course(forecast) for forecast in forecasts]
        lines.append([f"against {forecasts[0].opponent}", *courses])
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
    choices = ["--side", best.side, "--rule", best.rule]
    if best.label:
        choices += ["--stock", best.label]
    click.echo(f"Print one: {command_line('kitgen', 'print', *words, *choices)}")


def _outcome_text(trial: Trial) -> str:
    """Return in words how a game ends with best play."""
    ends = "it is a draw"
    if trial.winner:
        ends = f"the game is won by {trial.winner}"
        if trial.plies is not None:
            ends += f" after {many(trial.plies, 'move')} of both sides together"
    sentence = f"If both play as well as possible, {ends}."
    if trial.recurs:
        sentence += " Positions can come again: a game can go on for long."
    return sentence


def _tried(trial: Trial) -> str:
    """Return how many games of a lesson each side loses with each rule."""
    sides = []
    for side in trial.sides:
        rules = []
        for rule, result in side.tried.items():
            rules.append(f"{rule} {result.lost:.1f} ± {result.lost_error:.1f}")
        sides.append(f"{side.side}: {', '.join(rules)}")
    return f"games lost of {LESSON} against random and perfect play; {'; '.join(sides)}"


def _course(forecast: Forecast) -> str:
    """Return the results of the first and the last games, such as ``51/0/49 > 80/0/20``."""
    first = "/".join(map(str, forecast.first))
    last = "/".join(map(str, forecast.last))
    return f"{first} > {last}"


def _figures(side: SideTrial) -> list[str]:
    beads = f"{side.beads} in {many(side.colours, 'colour')}"
    return [str(side.boxes), str(side.choices), str(side.mattering), beads, side.rule]
