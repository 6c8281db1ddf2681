"""The ``kitgen`` command: loads a command, runs it, and turns every error into one line."""

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
#: What click says of numbers out of range.
_LEAST = re.compile(r"is not in the range x>=(\d+)")
_RANGE = re.compile(r"is not in the range (\d+)<=x<=(\d+)")
#: The most names of options that are suggested for a wrong one.
MAX_NEAR_OPTIONS = 2
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

        def run() -> object:
            return click.Group.main(self, words, prog_name or "kitgen", **extra)

        sys.exit(guarded(run, words))


def _unknown_command(word: str, names: Collection[str]) -> UsageError:
    """Return the refusal of a command, with the one that the word means in any language."""
    # They are read only for a word that is no command.
    from kitgen.kit.kit_words import command_called  # noqa: PLC0415
    from kitgen.reading.templates import Templates  # noqa: PLC0415

    meant = command_called(word, Templates())
    if meant is not None and meant in names:
        return UnknownNameError("command", word, names, meant=[meant])
    if "print" in names and _is_kit(word):
        printing = suggested("kitgen", "print", word)
        return UsageError(f"{quoted(word)} is a kit, not a command; to print it: {printing}")
    return UnknownNameError("command", word, names)


def _is_kit(word: str) -> bool:
    """Return whether a word names an edition, or a game with or without its board."""
    from kitgen.games import game_names  # noqa: PLC0415 - as above
    from kitgen.kit.kit_words import kit_called  # noqa: PLC0415
    from kitgen.reading.templates import Templates  # noqa: PLC0415

    templates = Templates()
    name = word.partition(":")[0]
    known = name in game_names() or word in templates.names("editions")
    return known or kit_called(word, "en", templates) is not None


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
        if _helps(error) and "kitgen " not in message:
            message += f" (see {suggested(*_command_path(words), '--help')})"
        return _complain(message, error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        return _complain("stopped", INTERRUPTED)
    except OSError as error:
        return _complain(_about_file(error), 1)
    except MemoryError:
        return _complain("not enough memory for this; choose a smaller game", 1)
    except RecursionError:
        return _complain("the input is nested too deeply to be read", 1)
    except Exception as error:  # users get one line instead of a traceback
        # Python raises this for any path.
        if isinstance(error, ValueError) and "null byte" in str(error):
            return _complain("a file name cannot contain a null byte", UsageError.exit_code)
        refusal = explained(error) if isinstance(error, ModuleNotFoundError) else None
        if refusal is not None:
            return _complain(str(refusal), refusal.exit_code)
        if os.environ.get(TRACEBACK):
            raise
        return _complain(_bug_report(error), 1)
    return code if isinstance(code, int) else 0


def _helps(error: Exception) -> bool:
    """Return whether the help of a command says how to avoid an error; not for a wrong position."""
    if isinstance(error, NotationError):
        return False
    return isinstance(error, UsageError | click.UsageError)


def _about_file(error: OSError) -> str:
    """Return why a file cannot be read or written, after its name."""
    reason = error.strerror or error
    if isinstance(error.filename, str | bytes | os.PathLike):
        return f"{quoted(Path(os.fsdecode(error.filename)))}: {reason}"
    if error.errno:
        return f"the output cannot be written: {reason}"
    return str(reason)


def _in_our_style(error: click.ClickException, words: Sequence[str]) -> str:
    """Return click's message without a capital and a full stop, and in kitgen's words."""
    if isinstance(error, click.NoSuchOption):
        return _about_option(error, words)
    message = error.format_message().strip().removesuffix(".")
    message = message.replace("No such command", "unknown command")
    message = message.replace("'. Did you mean ", "'; did you mean ")
    message = message.replace("is not a valid integer", "is not a whole number")
    message = _LEAST.sub(r"is less than \1", message)
    message = _RANGE.sub(r"is not from \1 to \2", message)
    if isinstance(error, click.MissingParameter) and error.param and error.param.name == "kit":
        message += f"; name a kit, such as her; {suggested('kitgen', 'kits')} lists them"
    extra = _EXTRA.match(message)
    if extra is not None:
        message += _about_blanks(words, extra[1].replace(",", "").split())
    return message[:1].lower() + message[1:]


def _about_option(error: click.NoSuchOption, words: Sequence[str]) -> str:
    """Return today's name of an option of version 1.0, or the nearest names."""
    command = error.ctx.command_path.partition(" ")[2] if error.ctx else ""
    new_name = old_names().get(command, {}).get(error.option_name)
    if new_name is not None:
        whole = suggested("kitgen", *in_todays_words(command, words))
        return f"{error.option_name} is now {new_name}; type {whole}"
    message = f"unknown option {quoted(error.option_name)}"
    near = list(error.possibilities or ())[:MAX_NEAR_OPTIONS]
    if near:
        message += f"; did you mean {' or '.join(map(quoted, near))}?"
    return message


def _about_blanks(words: Sequence[str], extra: Sequence[str]) -> str:
    """Return what to type where a blank has made words too many; empty if that is not known.

    The blank may be one in a list, or in what should be quoted.
    """
    without_commas = [word.replace(",", "") for word in words]
    if extra[0] not in without_commas:
        return ""
    first_extra = without_commas.index(extra[0])
    if first_extra == 0:
        return ""
    before = words[first_extra - 1]
    together = [before, *words[first_extra : first_extra + len(extra)]]
    if before.endswith(","):
        option = words[first_extra - 2 : first_extra - 1]
        named = [word for word in option if word.startswith("-")]
        return f"; a list has no blanks: {command_line(*named, ''.join(together))}"
    if not before or before.startswith("-") or before in _command_path(words):
        return ""
    return f'; what has a blank is written in quotation marks: "{" ".join(together)}"'


def _command_path(words: Sequence[str]) -> list[str]:
    """Return the words that name a command, such as ``kitgen journal add``."""
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
    frames = list(traceback.extract_tb(error.__traceback__))
    package = Path(__file__).parents[1]
    own_frames = [frame for frame in frames if Path(frame.filename).is_relative_to(package)]
    place = "nowhere"
    if frames:
        last = (own_frames or frames)[-1]
        place = f"{Path(last.filename).name}, line {last.lineno}"
    what = quoted(f"{type(error).__name__}: {error}")
    return (
        f"this is a bug in kitgen, please report it: {what} ({place}); {TRACEBACK}=1 shows "
        "the traceback"
    )


def _complain(message: str, code: int) -> int:
    """Write a message on one line of standard error, and return the exit code."""
    letters = []
    for letter in " ".join(message.split()):
        letters.append(letter if letter.isprintable() else f"\\x{ord(letter):02x}")
    line = "".join(letters)
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
