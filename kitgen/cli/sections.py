"""The help of commands: options under headings, commands in blocks, and new names of old ones."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import click

from kitgen.errors import UsageError

#: A decorator of a command's function, as click's own.
Decorator = Callable[[Any], Any]
#: The heading of options that belong to no section.
OTHERS = "Options"


def section(heading: str, decorator: Decorator) -> Decorator:
    """Return a decorator that adds the options of another one in a section of the help."""

    def add(function: Any) -> Any:
        before = len(getattr(function, "__click_params__", []))
        wrapped = decorator(function)
        for parameter in getattr(wrapped, "__click_params__", [])[before:]:
            parameter.section = heading
        return wrapped

    return add


def option(*names: str, under: str, **settings: Any) -> Decorator:
    """Return a ``click.option`` in the section ``under`` of the help."""
    return section(under, click.option(*names, **settings))


class OrderedGroup(click.Group):
    """A group that lists its commands in order, perhaps in ``blocks``, and answers old names with new ones."""

    def __init__(self, *args: Any, blocks: Mapping[str, Iterable[str]] | None = None, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.blocks = blocks

    def list_commands(self, _ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return list(self.commands)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands, each on one line, in blocks if there are any."""
        if self.blocks is None:
            super().format_commands(ctx, formatter)
            return
        width = max(len(name) for names in self.blocks.values() for name in names)
        for block, names in self.blocks.items():
            with formatter.section(block):
                for name in names:
                    command = self.get_command(ctx, name)
                    assert command is not None  # noqa: S101 - every one of them is there
                    formatter.write(f"  {name:{width}}  {command.get_short_help_str(limit=79 - width - 4)}\n")

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the named command; ``UsageError`` if it has another name now."""
        typed = f"{ctx.command_path} {args[0]}".partition(" ")[2]
        if args[0] not in self.list_commands(ctx) and (now := new_command(typed)) is not None:
            raise UsageError(f"'kitgen {typed}' is now 'kitgen {now}'")
        return super().resolve_command(ctx, args)


class Command(click.Command):
    """A command whose help lists its options section by section."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the sections."""
        sections: dict[str, list[tuple[str, str]]] = {}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is not None and isinstance(parameter, click.Option):
                sections.setdefault(getattr(parameter, "section", OTHERS), []).append(record)
        others = sections.pop(OTHERS, [])
        for heading, records in [*sections.items(), (OTHERS, others)]:
            if records:
                with formatter.section(heading):
                    formatter.write_dl(records)


# Old names of commands and options, so that an error can name the new ones.

#: Old commands, as typed after ``kitgen``, with the new ones.
_COMMANDS = {"session": "journal", "camera": "journal camera-report", "journal print": "print JOURNAL"}
#: Old options with the new ones, by command.
_OPTIONS = {
    "print": {
        "--box": "--set boxes.size", "--paper": "--set boxes.paper", "--clearance": "--set boxes.clearance",
        "--bead": "--set poster.bead", "--poster": "--set poster.size", "--tiled": "--set poster.tiled",
        "--bank": "--set beads.bank", "--bank-opponent": "--set beads.bank-opponent",
        "--braille": "--set tactile.braille", "--eye": "--set tactile.eye", "--demo": "--set demo.size",
        "--show": "--set demo.show", "--sweets": "--set sweets.size", "--start-at": "--set labels.start-at",
        "--nudge": "--set labels.nudge", "--duplex": "--set cards.duplex",
        "--back-offset": "--set cards.back-offset", "--guide": "--set guide.name", "--story": "--set story.game",
    },
    "find": {"--svg": "--draw"},
    "play": {"--opponent": "--against", "--game": "--record"},
    "simulate": {"--opponent": "--against", "--opponent-rule": "--against-rule"},
    "compare": {"--opponent": "--against"},
    "exact": {"--opponent": "--against", "--opponent-rule": "--against-rule", "--games": "--at",
              "--exact": "--fractions"},
    "reproduce": {"--page": "--markdown"},
    "search": {"--plain": "--reference"},
    "serve": {"--cores": "--jobs"},
    "solve": {"--force": "--no-limit", "--seeds": "--levels"},
    "journal undo": {"--to": "--after"},
    "journal show": {"--beads": "'kitgen journal beads'"},
}  # fmt: skip


def new_command(words: str) -> str | None:
    """Return the new name of an old command; None if there never was such a command.

    >>> new_command("session")
    'journal'
    """
    return _COMMANDS.get(words)


def new_option(command: str, option: str) -> str | None:
    """Return the new name of an old option; None if the command never had it.

    >>> new_option("simulate", "--opponent"), new_option("print", "--duplex"), new_option("print", "--colour")
    ('--against', '--set cards.duplex', None)
    """
    return _OPTIONS.get(command, {}).get(option)
