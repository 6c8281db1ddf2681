"""``kitgen serve``: kits for whoever opens an address."""

import click

from kitgen.serve.run import serve


@click.command(epilog="Example: kitgen serve --port 8000")
@click.option("--port", default=8000, metavar="PORT", help="The port; 0 for any that is free [default: 8000].")
@click.option("--host", default="127.0.0.1", metavar="HOST", help="The address; 0.0.0.0 for all of this machine's.")
@click.option("--cores", type=click.IntRange(1, 256), metavar="N", help="Processes for what takes long; one a core.")
@click.option("--behind", default="", metavar="IP,…", help="Balancers whose word on who asks is taken, or *.")
def command(port: int, host: str, cores: int | None, behind: str) -> None:
    """Serve a site on which kits are chosen, looked at and downloaded, without installing anything.

    Nothing is stored. Needs the extra 'web'.
    """
    serve(host, port, cores, behind, _tell)
    click.echo("The site is closed.", err=True)


def _tell(address: str) -> None:
    """Say where the site is."""
    click.echo(f"kitgen is at {address} (Ctrl-C ends it)", err=True)
