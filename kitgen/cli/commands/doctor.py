"""``kitgen doctor``: is this kitgen whole, and where does it find what?"""

import sys
from dataclasses import asdict
from itertools import groupby

import click

from kitgen.cli.shared.kit_options import templates_option
from kitgen.cli.shared.show import show_json
from kitgen.door.doctor import Finding, examine
from kitgen.templates import Templates


@click.command(epilog="Example: kitgen doctor")
@click.option("--json", "as_json", is_flag=True, help="Write a JSON list.")
@templates_option
@click.pass_context
def command(ctx: click.Context, templates: Templates, *, as_json: bool) -> None:
    """Say which versions, libraries, typefaces and templates this kitgen has, and where they are.

    The exit code is 1 when something is missing that nothing goes without. A report of a fault is best sent with this.
    """
    found = examine(templates)
    if as_json:
        show_json([asdict(one) for one in found])
    else:
        for group, members in groupby(found, key=lambda one: one.group):
            click.echo(group)
            for one in members:
                click.echo(f"  {one.name:24} {_words(one)}")
        click.echo(f"terminal\n  {'output':24} {sys.stdout.encoding}, {'a' if sys.stdout.isatty() else 'no'} terminal")
        missing = [one.name for one in found if one.missing]
        click.echo(f"\nMissing: {', '.join(missing)}" if missing else "\nNothing is missing that printing needs.")
    ctx.exit(1 if any(one.missing for one in found) else 0)


def _words(one: Finding) -> str:
    """Return in words what was found."""
    if one.found:
        return one.found
    return f"not installed: python -m pip install 'kitgen[{one.extra}]'" if one.extra else "MISSING"
