"""``kitgen completion``: completion for a shell."""

import click
from click.shell_completion import get_completion_class

from kitgen.cli.options import Word

#: For each shell the line that enables completion, and the file for it.
SHELLS = {
    "bash": ('eval "$(kitgen completion bash)"', "~/.bashrc"),
    "zsh": ('eval "$(kitgen completion zsh)"', "~/.zshrc"),
    "fish": ("kitgen completion fish | source", "~/.config/fish/config.fish"),
}


@click.command(
    epilog="\b\nExample: "
    + "\n         ".join(f"{line}   (in {file})" for line, file in SHELLS.values())
)
@click.argument("shell", type=Word("shell", SHELLS))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Make your shell complete commands and options.

    SHELL is bash, zsh or fish. The Tab key then completes the names of kits, too.
    """
    root = ctx.find_root()
    completion = get_completion_class(shell)
    assert completion is not None  # noqa: S101 - click has these three
    click.echo(completion(root.command, {}, "kitgen", "_KITGEN_COMPLETE").source())
