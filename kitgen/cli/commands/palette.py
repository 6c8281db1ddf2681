"""``kitgen palette``: list or show palettes, and how well their colours are distinguished."""

import sys
from collections.abc import Mapping
from dataclasses import asdict

import click
import msgspec

from kitgen.cli.options import language_option, options, templates_option
from kitgen.cli.terminal import echo_lines, json_option, show_table, wrote_json
from kitgen.kit.bead_names import makers_numbers
from kitgen.kit.colours import LEAST_DIFFERENCE, Closest, closest
from kitgen.kit.palette import Colour, newest_palette, palette_file, read_palette
from kitgen.reading.templates import Templates, title_in

#: The kinds of colour vision in words.
_SIGHTS = {
    "normal": "all cones",
    "protan": "no red cones (protan)",
    "deutan": "no green cones (deutan)",
    "tritan": "no blue cones (tritan)",
}


@click.command(epilog="Example: kitgen palette okabe-ito")
@click.argument("name", required=False)
@language_option("The language of names and letters.", default="en")
@options(json_option, templates_option)
def command(name: str | None, language: str, templates: Templates) -> None:
    """List bead colours and how well they are told apart.

    Without NAME, all palettes are listed. With NAME, one palette is shown, with measures for four
    kinds of colour vision.
    """
    if name is None:
        _list(templates, language)
        return
    name = newest_palette(name, templates)
    colours = read_palette(name, language, templates)
    measures = closest(colours)
    numbers = makers_numbers(colours, templates)
    if wrote_json(lambda: _data(name, colours, measures, numbers)):
        return
    file = palette_file(name, templates)
    click.echo(f"{title_in(language, file.title, name)} ({file.source})\n")
    rows = []
    for colour in colours:
        sold = ", ".join(f"{maker} {' '.join(own)}" for maker, own in numbers[colour.key].items())
        shown = f"{_swatch(colour.fill)}{colour.key}"
        rows.append(
            (shown, colour.name, colour.letter, colour.symbol, colour.line, colour.fill, sold)
        )
    show_table(["colour", "name", "letter", "symbol", "line", "printed as", "fuse beads"], rows)
    click.echo()
    table = [
        (_SIGHTS[m.sight], f"{m.difference:.1f}", f"{m.first} and {m.second}") for m in measures
    ]
    show_table(["eyes with", "smallest difference (CIEDE2000)", "between"], table)
    echo_lines((f"warning: {line}" for line in _warnings(measures)), err=True)


def _list(templates: Templates, language: str) -> None:
    def read(name: str) -> tuple[Colour, ...]:
        return read_palette(newest_palette(name, templates), language, templates)

    palettes = list(templates.each("palettes", read))
    if wrote_json(
        lambda: [
            _data(name, colours, closest(colours), makers_numbers(colours, templates))
            for name, colours in palettes
        ]
    ):
        return
    rows = []
    for name, colours in palettes:
        least = min((measure.difference for measure in closest(colours)), default=100.0)
        rows.append(
            (name, str(len(colours)), f"{least:.1f}", ", ".join(colour.name for colour in colours))
        )
    show_table(["palette", "colours", "smallest difference", "names"], rows, right=["colours"])


def _data(
    name: str,
    colours: tuple[Colour, ...],
    measures: tuple[Closest, ...],
    numbers: Mapping[str, Mapping[str, list[str]]],
) -> dict[str, object]:
    return {
        "name": name,
        "colours": [
            msgspec.structs.asdict(colour) | {"numbers": numbers[colour.key]} for colour in colours
        ],
        "closest": [
            asdict(measure) | {"difference": round(measure.difference, 2)} for measure in measures
        ],
        "warnings": _warnings(measures),
    }


def _warnings(measures: tuple[Closest, ...]) -> list[str]:
    return [
        f"{measure.first} and {measure.second} differ by only {measure.difference:.1f}, below "
        f"{LEAST_DIFFERENCE:.0f}, "
        f"to eyes with {_SIGHTS[measure.sight]}; tell them apart by letter, symbol and line"
        for measure in measures
        if measure.difference < LEAST_DIFFERENCE
    ]


def _swatch(fill: str) -> str:
    if not sys.stdout.isatty():
        return ""
    red, green, blue = (int(fill[place : place + 2], 16) for place in (1, 3, 5))
    return click.style("  ", bg=(red, green, blue)) + " "
