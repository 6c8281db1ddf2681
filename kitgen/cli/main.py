"""The ``kitgen`` command: finds the module of a command, runs it, and turns every refusal into one line.

Modules of commands are loaded only when they are asked for, so that ``kitgen --version`` stays quick.
"""

import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, NoReturn

import click

from kitgen import __version__
from kitgen.errors import KitgenError, UnknownNameError
from kitgen.extras import explained

#: Command name to the module that holds its ``command``, in the order in which ``kitgen --help`` lists them.
COMMANDS = {
    "kits": "kitgen.cli.commands.kits",
    "print": "kitgen.cli.commands.print",
    "boxes": "kitgen.cli.commands.boxes",
    "find": "kitgen.cli.commands.find",
    "simulate": "kitgen.cli.commands.simulate",
    "exact": "kitgen.cli.commands.exact",
    "compare": "kitgen.cli.commands.compare",
    "reproduce": "kitgen.cli.commands.reproduce",
    "sweep": "kitgen.cli.commands.sweep",
    "verify": "kitgen.cli.commands.verify",
    "palette": "kitgen.cli.commands.palette",
    "solve": "kitgen.cli.commands.solve",
    "templates": "kitgen.cli.commands.templates",
    "new": "kitgen.cli.commands.new",
    "parts": "kitgen.cli.commands.parts",
}

#: Exit code after an interrupt, as shells have it: 128 and the number of the signal.
INTERRUPTED = 130


class Commands(click.Group):
    """A group whose commands are loaded when they are asked for, and whose errors are one line long."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, in the order of use."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command:
        """Return the command of this name.

        Raises:
            UnknownNameError: there is none.
        """
        del ctx
        if cmd_name not in COMMANDS:
            raise UnknownNameError("command", cmd_name, COMMANDS)
        command: click.Command = import_module(COMMANDS[cmd_name]).command
        return command

    def main(  # type: ignore[override] # click returns from it when asked to; this one always leaves
        self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any
    ) -> NoReturn:
        """Run the command line and leave with its exit code."""
        extra["standalone_mode"] = False
        sys.exit(guarded(lambda: click.Group.main(self, args, prog_name or "kitgen", **extra)))


def guarded(work: Callable[[], object]) -> int:
    """Do some work and return an exit code; every failure becomes one line on standard error.

    A pipe whose reader has seen enough is no failure: click itself leaves quietly then.
    """
    try:
        code = work()
    except KitgenError as error:
        return _complain(str(error), error.exit_code)
    except ModuleNotFoundError as error:
        refusal = explained(error)
        if refusal is None:
            raise
        return _complain(str(refusal), refusal.exit_code)
    except click.UsageError as error:
        path = error.ctx.command_path if error.ctx else "kitgen"
        return _complain(f"{error.format_message()} ('{path} --help' shows what there is)", error.exit_code)
    except click.ClickException as error:
        return _complain(error.format_message(), error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        return _complain("stopped", INTERRUPTED)
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        return _complain(f"{place}{error.strerror or error}", 1)
    except MemoryError:
        return _complain("not enough memory for this; choose a smaller game", 1)
    return code if isinstance(code, int) else 0


def _complain(message: str, code: int) -> int:
    """Write a message as one line on standard error and return the exit code."""
    click.echo(f"kitgen: {' '.join(message.split())}", err=True)
    return code


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="kitgen", message="%(prog)s %(version)s")
def main() -> None:
    """Print, play, simulate and verify matchbox machines that learn.

    Start with: kitgen print her
    """
