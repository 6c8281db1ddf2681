"""The options that set single parts: boxes to fold, wells, posters, Braille, labels, cards."""

from collections.abc import Callable
from dataclasses import fields
from functools import wraps
from typing import Any, TypeVar

import click

from kitgen.cli.shared.kit_options import Word
from kitgen.paper.job import POSTERS
from kitgen.paper.options import DUPLEX, PartOptions

F = TypeVar("F", bound=Callable[..., Any])


def part_options(function: F) -> F:
    """Add the options that set single parts to a command; its function gets them as ``options``."""
    usual = PartOptions()

    @wraps(function)
    def with_options(*args: Any, **values: Any) -> Any:
        options = PartOptions(**{field.name: values.pop(field.name) for field in fields(PartOptions)})
        return function(*args, options=options, **values)

    options = [
        click.option("--box", default=usual.box, metavar="NAME|WxDxH", help="The box to fold: a name, or mm outside."),
        click.option("--paper", default=usual.paper, metavar="WEIGHT", help="The paper for it, in g/m²."),
        click.option("--clearance", default=usual.clearance, metavar="MM", help="Between its tray and sleeve."),
        click.option("--bead", default=usual.bead, metavar="MM", help="How wide a bead is, for the poster's wells."),
        click.option("--poster", default=usual.poster, type=Word("poster size", POSTERS), help="The poster's paper."),
        click.option("--tiled", is_flag=True, default=usual.tiled, help="The poster over many pages, to be glued."),
        click.option("--braille", default=usual.braille, metavar="NAME", help="The standard of Braille dots."),
        click.option(
            "--laser",
            default=usual.laser,
            metavar="NAME",
            help="Also SVG for a laser cutter, its colours as in NAME: usual, blue-cuts or your own.",
        ),
        click.option("--start-at", type=int, default=usual.start_at, metavar="N", help="The first label to print on."),
        click.option("--nudge", default=usual.nudge, metavar="DX,DY", help="Move labels on bought sheets, in mm."),
        click.option("--duplex", default=usual.duplex, type=Word("edge", DUPLEX), help="Backs of cards: which flip."),
        click.option("--back-offset", default=usual.back_offset, metavar="DX,DY", help="Move the backs, in mm."),
    ]
    wrapped: Any = with_options
    for option in reversed(options):
        wrapped = option(wrapped)
    return wrapped  # type: ignore[no-any-return] # click's decorators keep the function they are given


def said_options(options: PartOptions) -> list[str]:
    """Return the options that differ from the usual ones, as they are typed.

    >>> said_options(PartOptions(box="slim", tiled=True, clearance=0.5))
    ['--box', 'slim', '--clearance', '0.5', '--tiled']
    """
    words = []
    for field in fields(PartOptions):
        value, flag = getattr(options, field.name), f"--{field.name.replace('_', '-')}"
        if value is True:
            words.append(flag)
        elif value != field.default:
            words += [flag, f"{value:g}" if isinstance(value, float) else str(value)]
    return words
