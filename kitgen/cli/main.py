"""The ``kitgen`` command: loads the module of a command, runs it, and turns every error into one
line.
"""

import os
import re
import sys
import traceback
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

import click

from kitgen import __version__
from kitgen.cli.sections import OrderedGroup, in_todays_words, old_names
from kitgen.errors import (
    KitgenError,
    NotationError,
    UnknownNameError,
    UsageError,
    command_line,
    quoted,
    shortened,
    suggested,
)
from kitgen.installing.extras import explained

#: The commands, each in a module of its name, in the blocks and the order in which
#: ``kitgen --help`` lists them. With each stands the first line of its help, so that none has to be
#: loaded to list or complete them.
BLOCKS = {
    "Make a kit": {
        "kits": "List the kits and games, with boxes, beads and colours.",
        "lessons": "List the lessons, with their time, age and needs.",
        "print": "Print a kit: labels, board, guides, or any other part.",
        "parts": "List what can be printed, or the settings of one part.",
        "boxes": "List the boxes of a kit with their moves and beads.",
    },
    "At the table": {
        "journal": "Note a real machine's games, correct them, find mistakes.",
        "find": "Find the box of a position, and see what each move leads to.",
    },
    "Play": {},
    "Check": {
        "verify": "Check a kit, its printed PDF, or somebody's table.",
        "diff": "Show the differences between two kits.",
        "doctor": "Show versions, libraries and folders, for a bug report.",
    },
    "Research": {
        "solve": "Find who wins a game, and how many boxes it needs.",
        "search": "Look ahead in a large game: value, best moves, main line.",
    },
    "Your own files": {
        "new": "Start an edition, rule, palette, guide, game, lesson or theme.",
        "games": "Say whether a game of your own suits a machine.",
        "templates": "Copy and check the files that you may change.",
        "palette": "List bead colours and how well they are told apart.",
        "printer": "List the printers that you have measured, or measure one.",
        "completion": "Make your shell complete commands and options.",
    },
}
#: Those of kitgen itself; guests add theirs.
LINES = {name: line for lines in BLOCKS.values() for name, line in lines.items()}
#: Other names that people may type.
ALIASES = {"list": "kits"}

#: The most characters of a line on standard error: the longest message of ``kitgen.errors``, and
#: the words around it.
LINE = 1100
#: The exit code of shells after an interrupt: 128 plus the number of the signal.
INTERRUPTED = 130
#: Set in the environment, this shows the traceback of an internal error.
TRACEBACK = "KITGEN_TRACEBACK"
_VERSION = "%(prog)s %(version)s"
#: What click says of words that a command has no place for.
_EXTRA = re.compile(r"Got unexpected extra arguments? \((.+)\)")
#: Raised by newer versions of click for a group without a command; older versions show the help
#: themselves.
_NoCommand = getattr(click.exceptions, "NoArgsIsHelpError", ())


class Commands(OrderedGroup):
    """A group that loads its commands only when needed, and whose errors are one line long."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command by name; None for an unknown name during completion."""
        name = ALIASES.get(cmd_name, cmd_name)
        if name in LINES:
            command: click.Command = import_module(f"kitgen.cli.commands.{name}").command
            return command
        known = super().get_command(ctx, name)
        if known is None and not ctx.resilient_parsing:
            raise _unknown_command(cmd_name, {*self.list_commands(ctx), *self.of_guests})
        return known

    def line_about(self, _ctx: click.Context, name: str) -> str:
        """Return the first line of a command's help, without loading the command."""
        return LINES[name] if name in LINES else self.of_guests[name].line

    def main(  # type: ignore[override] # click's may return, this one never does
        self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any
    ) -> NoReturn:
        """Run the command line and exit with its exit code."""
        extra["standalone_mode"] = False
        if os.environ.get("_KITGEN_COMPLETE", "").startswith("powershell"):
            import kitgen.cli.powershell  # noqa: F401, PLC0415 - click learns of it

        words = sys.argv[1:] if args is None else list(args)
        sys.exit(
            guarded(lambda: click.Group.main(self, words, prog_name or "kitgen", **extra), words)
        )


def _unknown_command(word: str, names: Collection[str]) -> UsageError:
    """Return the refusal of a command, with the one that the word means in any language."""
    # They are read only for a word that is no command.
    from kitgen.kit.kit_words import command_called  # noqa: PLC0415
    from kitgen.reading.templates import Templates  # noqa: PLC0415

    meant = command_called(word, Templates())
    if meant in names:
        return UsageError(f"unknown command {quoted(word)}; did you mean {quoted(meant)}?")
    return UnknownNameError("command", word, names)


def guarded(work: Callable[[], object], words: Sequence[str] = ()) -> int:
    """Do some work and return an exit code; every error becomes one line on standard error.

    A closed pipe is not an error: click exits quietly then. ``words`` are those of the command
    line, to suggest help.
    """
    try:
        code = work()
    except _NoCommand as error:
        click.echo(error.format_message())
        return 0
    except (KitgenError, click.ClickException) as error:
        message = str(error) if isinstance(error, KitgenError) else _in_our_style(error, words)
        # help is of no use for a wrong position
        wrong_use = isinstance(error, UsageError | click.UsageError) and not isinstance(
            error, NotationError
        )
        if wrong_use and "kitgen " not in message:
            message += f" (see {suggested(*_command_path(words), '--help')})"
        return _complain(message, error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        return _complain("stopped", INTERRUPTED)
    except OSError as error:
        place = "the output cannot be written: " if error.errno else ""
        if isinstance(error.filename, str | bytes | os.PathLike):
            place = f"{quoted(Path(os.fsdecode(error.filename)))}: "
        return _complain(f"{place}{error.strerror or error}", 1)
    except MemoryError:
        return _complain("not enough memory for this; choose a smaller game", 1)
    except RecursionError:
        return _complain("the input is nested too deeply to be read", 1)
    except Exception as error:  # users get one line instead of a traceback
        refusal = explained(error) if isinstance(error, ModuleNotFoundError) else None
        if isinstance(error, ValueError) and "null byte" in str(
            error
        ):  # raised by Python for any path
            return _complain("a file name cannot contain a null byte", UsageError.exit_code)
        if refusal is not None:
            return _complain(str(refusal), refusal.exit_code)
        if os.environ.get(TRACEBACK):
            raise
        return _complain(_bug_report(error), 1)
    return code if isinstance(code, int) else 0


def _in_our_style(error: click.ClickException, words: Sequence[str]) -> str:
    # Without a capital or a full stop.
    if isinstance(error, click.NoSuchOption):
        command = error.ctx.command_path.partition(" ")[2] if error.ctx else ""
        if now := old_names().get(command, {}).get(error.option_name):
            whole = suggested("kitgen", *in_todays_words(command, words))
            return f"{error.option_name} is now {now}; type {whole}"
        near = " or ".join(map(quoted, list(error.possibilities or ())[:2]))
        return f"unknown option {quoted(error.option_name)}" + (
            f"; did you mean {near}?" if near else ""
        )
    message = (
        error.format_message()
        .strip()
        .removesuffix(".")
        .replace("No such command", "unknown command")
    )
    message = message.replace("'. Did you mean ", "'; did you mean ")
    if extra := _EXTRA.match(message):
        message += _about_blanks(words, extra[1].replace(",", "").split())
    return message[:1].lower() + message[1:]


def _about_blanks(words: Sequence[str], extra: Sequence[str]) -> str:
    """Return what to type where a blank has made words too many: in a list, or in what should be
    quoted.
    """
    plain = [word.replace(",", "") for word in words]
    at = plain.index(extra[0]) if extra[0] in plain else 0
    before = words[at - 1] if at else ""
    together = [before, *words[at : at + len(extra)]]
    if before.endswith(","):
        option = [word for word in words[at - 2 : at - 1] if word.startswith("-")]
        return f"; a list has no blanks: {command_line(*option, ''.join(together))}"
    if before and not before.startswith("-") and before not in _command_path(words):
        return f'; what has a blank is written in quotation marks: "{" ".join(together)}"'
    return ""


def _command_path(words: Sequence[str]) -> list[str]:
    # Such as ``kitgen journal add``.
    path = ["kitgen"]
    group: click.Command = main
    for word in words:
        if word.startswith("-"):
            continue
        context = click.Context(group, resilient_parsing=True)
        command = None
        with suppress(KitgenError):  # a guest that was taken out
            command = group.get_command(context, word) if isinstance(group, click.Group) else None
        if command is None:
            break
        path.append(word)
        group = command
    return path


def _bug_report(error: Exception) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    own = [
        frame for frame in frames if Path(frame.filename).is_relative_to(Path(__file__).parents[1])
    ] or frames
    place = f"{Path(own[-1].filename).name}, line {own[-1].lineno}" if own else "nowhere"
    what = quoted(f"{type(error).__name__}: {error}")
    return (
        f"this is a bug in kitgen, please report it: {what} ({place}); {TRACEBACK}=1 shows "
        "the traceback"
    )


def _complain(message: str, code: int) -> int:
    line = "".join(
        sign if sign.isprintable() else f"\\x{ord(sign):02x}" for sign in " ".join(message.split())
    )
    click.echo(f"kitgen: {shortened(line, LINE)}", err=True)
    return code


@click.group(
    cls=Commands,
    blocks=BLOCKS,
    guests="",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, "-V", "--version", prog_name="kitgen", message=_VERSION)
@click.pass_context
def main(ctx: click.Context) -> None:
    """Print, play, simulate and verify matchbox machines that learn.

    Start with: kitgen print her
    """
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        ctx.color = False  # https://no-color.org; click itself only checks for a terminal


def command_names() -> tuple[str, ...]:
    """Return the names of all commands, in the order of the help.

    >>> command_names()[:3]
    ('kits', 'lessons', 'print')
    """
    return tuple(main.list_commands(click.Context(main)))


@main.command("help", hidden=True)
@click.argument("words", metavar="[COMMAND]...", nargs=-1)
@click.pass_context
def help_command(ctx: click.Context, words: tuple[str, ...]) -> None:
    """Show the help of a command, or of kitgen."""
    assert ctx.parent is not None  # noqa: S101 - it is a command of kitgen
    ctx.parent.command.main([*words, "--help"], ctx.parent.info_name)


@main.command(hidden=True)
def version() -> None:
    """Show the version."""
    click.echo(_VERSION % {"prog": "kitgen", "version": __version__})
