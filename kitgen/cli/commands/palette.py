"""``kitgen palette``: list or show palettes, and how well their colours are distinguished."""

import sys
from collections.abc import Mapping
from dataclasses import asdict

import click
import msgspec

from kitgen.cli.options import language_option, options, templates_option
from kitgen.cli.terminal import echo_lines, json_option, show_table, wrote_json
from kitgen.kit.bead_names import makers_numbers
from kitgen.kit.colours import MIN_DIFFERENCE, Closest, closest
from kitgen.kit.palette import Colour, newest_palette, palette_file, read_palette
from kitgen.reading.templates import Templates, title_in

#: The difference of black and white, for a palette of a single colour.
MAX_DIFFERENCE = 100.0
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
        makers = numbers[colour.key].items()
        sold = ", ".join(f"{maker} {' '.join(own)}" for maker, own in makers)
        shown = f"{_swatch(colour.fill)}{colour.key}"
        signs = (colour.letter, colour.symbol, colour.line)
        rows.append((shown, colour.name, *signs, colour.fill, sold))
    show_table(["colour", "name", "letter", "symbol", "line", "printed as", "fuse beads"], rows)
    click.echo()
    sights = []
    for measure in measures:
        pair = f"{measure.first} and {measure.second}"
        sights.append((_SIGHTS[measure.sight], f"{measure.difference:.1f}", pair))
    show_table(["eyes with", "smallest difference (CIEDE2000)", "between"], sights)
    echo_lines((f"warning: {line}" for line in _warnings(measures)), err=True)


def _list(templates: Templates, language: str) -> None:
    def read(name: str) -> tuple[Colour, ...]:
        return read_palette(newest_palette(name, templates), language, templates)

    def data() -> list[dict[str, object]]:
        entries = []
        for name, colours in palettes:
            numbers = makers_numbers(colours, templates)
            entries.append(_data(name, colours, closest(colours), numbers))
        return entries

    palettes = list(templates.each("palettes", read))
    if wrote_json(data):
        return
    rows = []
    for name, colours in palettes:
        differences = [measure.difference for measure in closest(colours)]
        least = min(differences, default=MAX_DIFFERENCE)
        names = ", ".join(colour.name for colour in colours)
        rows.append((name, str(len(colours)), f"{least:.1f}", names))
    show_table(["palette", "colours", "smallest difference", "names"], rows, right=["colours"])


def _data(
    name: str,
    colours: tuple[Colour, ...],
    measures: tuple[Closest, ...],
    numbers: Mapping[str, Mapping[str, list[str]]],
) -> dict[str, object]:
    rows = []
    for colour in colours:
        rows.append(msgspec.structs.asdict(colour) | {"numbers": numbers[colour.key]})
    rounded = []
    for measure in measures:
        rounded.append(asdict(measure) | {"difference": round(measure.difference, 2)})
    return {"name": name, "colours": rows, "closest": rounded, "warnings": _warnings(measures)}


def _warnings(measures: tuple[Closest, ...]) -> list[str]:
    warnings = []
    for measure in measures:
        if measure.difference < MIN_DIFFERENCE:
            warnings.append(
                f"{measure.first} and {measure.second} differ by only {measure.difference:.1f}, "
                f"below {MIN_DIFFERENCE:.0f}, to eyes with {_SIGHTS[measure.sight]}; tell them "
                "apart by letter, symbol and line"
            )
    return warnings


def _swatch(fill: str) -> str:
    """Return a patch of a colour such as ``#D55E00`` on a terminal; empty in a pipe."""
    if not sys.stdout.isatty():
        return ""
    red = int(fill[1:3], 16)
    green = int(fill[3:5], 16)
    blue = int(fill[5:7], 16)
    return click.style("  ", bg=(red, green, blue)) + " "
