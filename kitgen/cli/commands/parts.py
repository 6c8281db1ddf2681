"""``kitgen parts``: everything that can be printed, and what is printed when nothing is said."""

import click

from kitgen.cli.shared.kit_options import templates_option
from kitgen.cli.shared.show import show_json, show_table
from kitgen.paper.parts import PARTS, usual_parts
from kitgen.paper.texts import Texts
from kitgen.templates import Templates


@click.command(epilog="Example: kitgen parts --lang it")
@click.option("--lang", default="en", metavar="LANGUAGE", help="The language of the list, such as en.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@templates_option
def command(lang: str, templates: Templates, *, as_json: bool) -> None:
    """List the parts that 'kitgen print KIT --parts A,B,…' can make."""
    texts = Texts(lang, templates)
    rows = [{"part": name, "printed": name in usual_parts("label"), "about": texts(f"parts.{name}")} for name in PARTS]
    if as_json:
        show_json(rows)
        return
    cells = [[str(row["part"]), "yes" if row["printed"] else "", str(row["about"])] for row in rows]
    show_table(["part", "usual", "what it is"], cells)
    click.echo(
        "\nThe usual parts are printed when none are named; 'kitgen print her --parts map' prints one to look at."
    )
