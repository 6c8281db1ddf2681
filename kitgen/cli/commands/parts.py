"""``kitgen parts``: list the parts that can be printed, and the settings of one."""

import click

from kitgen.cli.options import Word, language_option, options, templates_option
from kitgen.cli.terminal import json_option, show_table, wrote_json
from kitgen.kit.choices import Offered
from kitgen.paper.declared import PART_OPTIONS
from kitgen.paper.parts import PARTS, usual_parts
from kitgen.reading.templates import Templates
from kitgen.reading.texts import Texts

#: The stock whose usual parts are listed, as it is the usual one.
USUAL_STOCK = "label"


@click.command(epilog="Example: kitgen parts poster")
@click.argument("name", metavar="[PART]", required=False, type=Word("part", PARTS))
@language_option("The language of the list.", default="en", show_default=True)
@options(json_option, templates_option)
def command(name: str | None, language: str, templates: Templates) -> None:
    """List what can be printed, or the settings of one part.

    'kitgen print KIT --parts A,B,…' prints parts by name, and '--set PART.KEY=VALUE' changes a
    setting.
    """
    texts = Texts(language, templates)
    names = list(PARTS) if name is None else [name]
    if wrote_json(lambda: [_part_data(part, texts) for part in names]):
        return
    if name is None:
        _show_all(texts)
    else:
        _show_part(name, texts)


def _show_all(texts: Texts) -> None:
    usual = usual_parts(USUAL_STOCK)
    rows = []
    for part in PARTS:
        is_usual = "yes" if part in usual else ""
        settings = _settings(part)
        count = str(len(settings)) if settings else ""
        rows.append((part, is_usual, count, texts(f"parts.{part}")))
    show_table(["part", "usual", "settings", "what it is"], rows, right=["settings"])
    click.echo(
        "\nThe usual parts are printed unless --parts names others: kitgen print her --parts map"
    )
    click.echo("Settings of a part, such as the size of the poster: kitgen parts poster")


def _show_part(name: str, texts: Texts) -> None:
    click.echo(f"{name}: {texts(f'parts.{name}')}\n")
    kit = "her"
    if PARTS[name].past:  # it shows a machine that has learned, which a journal has
        kit = "class3b.kitgen"
    printing = f"kitgen print {kit} --parts {name}"
    settings = _settings(name)
    if not settings:
        click.echo(f"It has no settings. To print it: {printing}")
        return
    rows = []
    for option in settings:
        offer = option.offer
        rows.append((offer.setting, offer.help, _values_text(option), _default_text(option)))
    show_table(["setting", "what it sets", "values", "default"], rows)
    first = settings[0]
    click.echo(f"\nExample: {printing} --set {first.offer.setting}={_example(first)}")


def _part_data(name: str, texts: Texts) -> dict[str, object]:
    settings = []
    for option in _settings(name):
        settings.append(
            {
                "name": option.offer.setting,
                "about": option.offer.help,
                "values": option.values,
                "default": option.default,
            }
        )
    return {
        "part": name,
        "printed": name in usual_parts(USUAL_STOCK),
        "about": texts(f"parts.{name}"),
        "settings": settings,
    }


def _settings(name: str) -> list[Offered]:
    """Return the settings that a part reads; options of their own, such as --page, are none."""
    return [
        option
        for option in PART_OPTIONS
        if option.offer.setting and option.key in PARTS[name].reads
    ]


def _values_text(option: Offered) -> str:
    return f"{option.values}, {option.limits}" if option.limits else option.values


def _default_text(option: Offered) -> str:
    return _typed(option, option.default)


def _typed(option: Offered, value: object) -> str:
    """Return a value as it is typed behind ``--set PART.KEY=``."""
    return option.arguments(value)[-1].partition("=")[2]


def _example(option: Offered) -> str:
    if option.offer.example is not None:
        return _typed(option, option.offer.example)
    for word in option.words:
        if word != option.default:
            return word or option.values
    return _default_text(option) or option.values
