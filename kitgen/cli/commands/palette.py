"""``kitgen palette``: shows a palette, and measures how well its colours are told apart."""

import sys
from dataclasses import asdict

import click

from kitgen.cli.shared.kit_options import templates_option
from kitgen.cli.shared.show import show_json, show_table
from kitgen.kit.colours import LEAST, Closest, closest
from kitgen.kit.palette import Colour, PaletteFile, read_palette
from kitgen.templates import Templates, title_in

#: The kinds of sight in words.
_SIGHTS = {
    "normal": "all cones",
    "protan": "no red cones (protan)",
    "deutan": "no green cones (deutan)",
    "tritan": "no blue cones (tritan)",
}


@click.command(epilog="Example: kitgen palette okabe-ito")
@click.argument("name", required=False)
@click.option("--lang", "language", default="en", metavar="LANGUAGE", help="The language of names and letters.")
@click.option("--json", "as_json", is_flag=True, help="Write a JSON object.")
@templates_option
def command(name: str | None, language: str, templates: Templates, *, as_json: bool) -> None:
    """Show the palette NAME and measure how different its colours look; without NAME, list the palettes."""
    if name is None:
        _list(templates, language, as_json=as_json)
        return
    colours = read_palette(name, language, templates)
    found = closest(colours)
    if as_json:
        show_json(_data(name, colours, found))
        return
    file = templates.read("palettes", name, PaletteFile)
    click.echo(f"{title_in(language, file.title, name)} ({file.source})\n")
    rows = [(f"{_swatch(c.fill)}{c.key}", c.name, c.letter, c.symbol, c.line, c.fill) for c in colours]
    show_table(["colour", "name", "letter", "symbol", "line", "printed as"], rows)
    click.echo()
    measures = [(_SIGHTS[m.sight], f"{m.difference:.1f}", f"{m.first} and {m.second}") for m in found]
    show_table(["eyes with", "smallest difference (CIEDE2000)", "between"], measures)
    for line in _warnings(found):
        click.echo(f"warning: {line}", err=True)


def _list(templates: Templates, language: str, *, as_json: bool) -> None:
    """Write what palettes there are."""
    rows = []
    for name, colours in templates.each("palettes", lambda name: read_palette(name, language, templates)):
        rows.append((name, colours, closest(colours)))
    if as_json:
        show_json([_data(name, colours, found) for name, colours, found in rows])
        return
    texts = []
    for name, colours, found in rows:
        least = min((measure.difference for measure in found), default=100.0)
        names = ", ".join(colour.name for colour in colours)
        texts.append((name, str(len(colours)), f"{least:.1f}", names))
    show_table(["palette", "colours", "smallest difference", "names"], texts, right=["colours"])


def _data(name: str, colours: tuple[Colour, ...], found: tuple[Closest, ...]) -> dict[str, object]:
    """Return a palette and its measures as plain data."""
    measures = [asdict(measure) | {"difference": round(measure.difference, 2)} for measure in found]
    return {
        "name": name,
        "colours": [asdict(colour) for colour in colours],
        "closest": measures,
        "warnings": _warnings(found),
    }


def _warnings(found: tuple[Closest, ...]) -> list[str]:
    """Return a sentence for each kind of sight that finds two colours hard to tell apart."""
    return [
        f"{measure.first} and {measure.second} differ by only {measure.difference:.1f}, below {LEAST:.0f}, "
        f"to eyes with {_SIGHTS[measure.sight]}; tell them apart by letter, symbol and line"
        for measure in found
        if measure.difference < LEAST
    ]


def _swatch(fill: str) -> str:
    """Return two blanks in a colour, on a terminal that shows colours."""
    if not sys.stdout.isatty():
        return ""
    red, green, blue = (int(fill[place : place + 2], 16) for place in (1, 3, 5))
    return click.style("  ", bg=(red, green, blue)) + " "
