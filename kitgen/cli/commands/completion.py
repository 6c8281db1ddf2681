"""``kitgen completion``: what a shell needs to finish the words of a command."""

import click
from click.shell_completion import get_completion_class

from kitgen.cli.shared.offered_options import Word

#: From each shell to the line that makes it finish words, and the file that the line belongs into.
SHELLS = {
    "bash": ('eval "$(kitgen completion bash)"', "~/.bashrc"),
    "zsh": ('eval "$(kitgen completion zsh)"', "~/.zshrc"),
    "fish": ("kitgen completion fish | source", "~/.config/fish/config.fish"),
}


@click.command(epilog="\b\nExample: " + "\n         ".join(f"{line}   (in {file})" for line, file in SHELLS.values()))
@click.argument("shell", type=Word("shell", SHELLS))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Write what makes SHELL (bash, zsh or fish) finish commands, options and names of kits at the Tab key."""
    root = ctx.find_root()
    made = get_completion_class(shell)
    assert made is not None  # noqa: S101 - click has these three
    click.echo(made(root.command, {}, "kitgen", "_KITGEN_COMPLETE").source())
