"""``kitgen serve``: run a site that prints kits."""

import click

from kitgen.installing.extras import need


@click.command(epilog="Example: kitgen serve --port 8000")
@click.option(
    "--port", default=8000, show_default=True, metavar="PORT", help="The port; 0 for any free one."
)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    metavar="HOST",
    help="The address; 0.0.0.0 for all addresses of this computer.",
)
@click.option(
    "--jobs",
    "cores",
    type=click.IntRange(1, 256),
    metavar="N",
    help="How many processes to use for long work [default: one per processor].",
)
@click.option("--behind", default="", metavar="IP,…", help="Trusted proxies, or * for all.")
@click.option(
    "--root-path", default="", metavar="/PATH", help="The path at which a proxy offers the site."
)
@click.option("--log", is_flag=True, help="Log each request; faults are always logged.")
def command(
    port: int, host: str, cores: int | None, behind: str, root_path: str, log: bool
) -> None:
    """Run a site where others choose and download kits.

    Nothing is stored. It needs the extra 'web'.
    """
    need("kitgen serve", "starlette", "uvicorn")
    from kitgen.serve.run import serve

    def tell(address: str) -> None:
        click.echo(f"kitgen is at {address} (press Ctrl-C to stop)", err=True)

    serve(host, port, cores, behind, root_path, log, tell)
    click.echo("The site is closed.", err=True)
