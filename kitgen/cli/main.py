"""The ``kitgen`` command: finds the module of a command, runs it, and turns every refusal into one line.

Modules of commands are loaded only when they are asked for, so that ``kitgen --version`` stays quick.
"""

import os
import sys
import traceback
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

import click

from kitgen import __version__
from kitgen.errors import MESSAGE, KitgenError, UnknownNameError, UsageError, quoted, shortened
from kitgen.extras import explained

#: Command name to the module that holds its ``command``, in the order in which ``kitgen --help`` lists them.
COMMANDS = {
    "kits": "kitgen.cli.commands.kits",
    "print": "kitgen.cli.commands.print",
    "boxes": "kitgen.cli.commands.boxes",
    "find": "kitgen.cli.commands.find",
    "play": "kitgen.cli.commands.play",
    "web": "kitgen.cli.commands.web",
    "serve": "kitgen.cli.commands.serve",
    "simulate": "kitgen.cli.commands.simulate",
    "exact": "kitgen.cli.commands.exact",
    "compare": "kitgen.cli.commands.compare",
    "reproduce": "kitgen.cli.commands.reproduce",
    "sweep": "kitgen.cli.commands.sweep",
    "session": "kitgen.cli.commands.session",
    "camera": "kitgen.cli.commands.camera",
    "verify": "kitgen.cli.commands.verify",
    "diff": "kitgen.cli.commands.diff",
    "palette": "kitgen.cli.commands.palette",
    "solve": "kitgen.cli.commands.solve",
    "search": "kitgen.cli.commands.search",
    "match": "kitgen.cli.commands.match",
    "templates": "kitgen.cli.commands.templates",
    "new": "kitgen.cli.commands.new",
    "parts": "kitgen.cli.commands.parts",
    "doctor": "kitgen.cli.commands.doctor",
    "completion": "kitgen.cli.commands.completion",
}

#: The most signs of a line on standard error: those of a refusal, and what stands around it.
LINE = MESSAGE + 100
#: Exit code after an interrupt, as shells have it: 128 and the number of the signal.
INTERRUPTED = 130
#: The most signs of a path that could not be used.
PATH = 200
#: With this in the environment a fault of kitgen itself shows where it is, line by line.
TRACEBACK = "KITGEN_TRACEBACK"
#: How click asks for the help of a group that was given no command; older versions show it themselves.
_NoCommand = getattr(click.exceptions, "NoArgsIsHelpError", ())


class Commands(click.Group):
    """A group whose commands are loaded when they are asked for, and whose errors are one line long."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, in the order of use."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of this name; None for a name that somebody has not typed to its end yet.

        Raises:
            UnknownNameError: there is none.
        """
        if cmd_name not in COMMANDS:
            if ctx.resilient_parsing:
                return None
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

    A pipe whose reader has seen enough is no failure: click itself leaves quietly then. A fault of kitgen itself is
    one line, too, which says where it is.
    """
    try:
        code = work()
    except KitgenError as error:
        return _complain(str(error), error.exit_code)
    except _NoCommand as error:
        click.echo(error.format_message())
        return 0
    except click.UsageError as error:
        path = error.ctx.command_path if error.ctx else "kitgen"
        return _complain(f"{error.format_message()} ('{path} --help' shows what there is)", error.exit_code)
    except click.ClickException as error:
        return _complain(error.format_message(), error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        return _complain("stopped", INTERRUPTED)
    except OSError as error:
        place = (
            f"{shortened(str(error.filename), PATH)}: "
            if error.filename
            else "the output cannot be written: "
            if error.errno
            else ""
        )
        return _complain(f"{place}{error.strerror or error}", 1)
    except MemoryError:
        return _complain("not enough memory for this; choose a smaller game", 1)
    except RecursionError:
        return _complain("what was given is nested too deeply to be read; nothing of kitgen's is", 1)
    except Exception as error:  # whatever it is, no page of code for somebody who wanted a kit
        refusal = explained(error) if isinstance(error, ModuleNotFoundError) else None
        if isinstance(error, ValueError) and "null byte" in str(error):  # from Python, wherever a path is looked at
            return _complain("no file can have a name with a null byte in it", UsageError.exit_code)
        if refusal is not None:
            return _complain(str(refusal), refusal.exit_code)
        if os.environ.get(TRACEBACK):
            raise
        return _complain(_fault(error), 1)
    return code if isinstance(code, int) else 0


def _fault(error: Exception) -> str:
    """Return in one line what is wrong with kitgen itself, and where."""
    frames = traceback.extract_tb(error.__traceback__)
    home = Path(__file__).parents[1]
    own = [frame for frame in frames if Path(frame.filename).is_relative_to(home)] or frames
    place = f"{Path(own[-1].filename).name}, line {own[-1].lineno}" if own else "nowhere"
    what = quoted(f"{type(error).__name__}: {error}")
    return f"this is a fault of kitgen, please report it: {what} ({place}); {TRACEBACK}=1 shows all of it"


def _complain(message: str, code: int) -> int:
    """Write a message as one line on standard error, without signs that a terminal obeys; return the exit code."""
    line = "".join(sign if sign.isprintable() else f"\\x{ord(sign):02x}" for sign in " ".join(message.split()))
    click.echo(f"kitgen: {shortened(line, LINE)}", err=True)
    return code


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="kitgen", message="%(prog)s %(version)s")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Print, play, simulate and verify matchbox machines that learn.

    Start with: kitgen print her
    """
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        ctx.color = False  # https://no-color.org; click alone asks only whether there is a terminal
