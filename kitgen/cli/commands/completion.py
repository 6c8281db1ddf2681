"""``kitgen completion``: completion for a shell."""

import click
from click.shell_completion import ShellComplete, get_completion_class

from kitgen.cli.options import Word

#: For each shell the line that enables completion, and the file for it.
SHELLS = {
    "bash": ('eval "$(kitgen completion bash)"', "~/.bashrc"),
    "zsh": ('eval "$(kitgen completion zsh)"', "~/.zshrc"),
    "fish": ("kitgen completion fish | source", "~/.config/fish/config.fish"),
    "powershell": ("kitgen completion powershell | Out-String | iex", "$PROFILE"),
}


_EXAMPLES = [f"{line}   (in {file})" for line, file in SHELLS.values()]


def _completion_for(shell: str) -> type[ShellComplete]:
    if shell == "fish":
        from kitgen.cli.fish import FishListComplete

        return FishListComplete
    if shell == "powershell":
        from kitgen.cli.powershell import PowerShellComplete

        return PowerShellComplete
    completion = get_completion_class(shell)
    assert completion is not None  # noqa: S101 - click has the others
    return completion


@click.command(epilog="\b\nExample: " + "\n         ".join(_EXAMPLES))
@click.argument("shell", type=Word("shell", SHELLS))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Make your shell complete commands and options.

    Prints what your shell has to run at its start, as the examples show. The Tab key then completes
    values, too: kits, parts, languages, rules, palettes, opponents and labels.
    """
    completion = _completion_for(shell)
    root = ctx.find_root()
    click.echo(completion(root.command, {}, "kitgen", "_KITGEN_COMPLETE").source())
