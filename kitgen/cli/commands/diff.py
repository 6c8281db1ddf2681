"""``kitgen diff``: the differences between two kits."""

import click

from kitgen.cli.options import kit_argument, options, templates_option
from kitgen.cli.terminal import echo_lines, json_option, progress_options, working, wrote_json
from kitgen.errors import many
from kitgen.inquiries.differences import diff
from kitgen.reading.templates import Templates


@click.command(epilog="Example: kitgen diff output/her her")
@options(
    kit_argument("first"), kit_argument("second"), templates_option, progress_options, json_option
)
def command(first: str, second: str, templates: Templates) -> int:
    """Show the differences between two kits.

    FIRST and SECOND are editions, games, or paths. The exit code is 0 if the kits are the same,
    otherwise 1.
    """
    with working("making the kits"):
        differences = diff(first, second, templates=templates)
    if wrote_json(differences.report):
        return 1 if differences else 0
    if not differences:
        click.echo("The kits are the same.")
        return 0
    echo_lines(differences)
    click.echo(many(len(differences), "difference"))
    return 1
