"""``kitgen diff``: what differs between two kits."""

from dataclasses import asdict

import click

from kitgen.cli.shared.kit_options import kit_argument, templates_option
from kitgen.cli.shared.progress import progress_options, working
from kitgen.cli.shared.show import show_json
from kitgen.door.differing import diff
from kitgen.templates import Templates


@click.command(epilog="Example: kitgen diff output/her her")
@kit_argument("first")
@kit_argument("second")
@templates_option
@progress_options
@click.option("--json", "as_json", is_flag=True, help="Write a JSON list.")
@click.pass_context
def command(ctx: click.Context, first: str, second: str, templates: Templates, *, as_json: bool) -> None:
    """Say in words what differs between the kits FIRST and SECOND, each an edition, a game, or a path.

    The exit code is 0 when nothing differs and 1 when something does.
    """
    with working("making the kits"):
        found = diff(first, second, templates=templates)
    if as_json:
        show_json([asdict(one) for one in found])
    else:
        for one in found:
            click.echo(str(one))
        click.echo(f"{len(found)} difference{'s' * (len(found) != 1)}" if found else "The kits are the same.")
    ctx.exit(1 if found else 0)
