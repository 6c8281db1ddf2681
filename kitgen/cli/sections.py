"""The help of commands: options under headings, commands in blocks, and new names of old ones."""

import tomllib
from collections.abc import Callable, Iterable, Mapping
from functools import cache, cached_property
from itertools import chain
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from kitgen.guests import GuestCommand, added_commands

#: A decorator of a command's function, as click's own.
Decorator = Callable[[Any], Any]
#: The most letters of the line about a command.
LINE = 65
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


class OrderedGroup(click.Group):
    """A group that lists its commands in order, perhaps in ``blocks``.

    ``guests`` are its words, empty for ``kitgen`` itself, if guests may add commands; they load
    when they are used.
    """

    def __init__(
        self,
        *args: Any,
        blocks: Mapping[str, Iterable[str]] | None = None,
        guests: str | None = None,
        **settings: Any,
    ) -> None:
        super().__init__(*args, **settings)
        self.own_blocks = blocks
        self.guests = guests

    @cached_property
    def of_guests(self) -> dict[str, GuestCommand]:
        """The commands that guests add, by name, those of guests that were taken out among them."""
        return {} if self.guests is None else dict(added_commands(self.guests))

    @cached_property
    def blocks(self) -> dict[str, list[str]]:
        """The names of all commands in blocks, in order; empty if there are no blocks."""
        blocks = {heading: list(names) for heading, names in (self.own_blocks or {}).items()}
        for name, command in self.of_guests.items():
            if not command.here:
                continue
            names = blocks[command.block]
            if command.before in names:
                names.insert(names.index(command.before), name)
            else:
                names.append(name)
        return {heading: names for heading, names in blocks.items() if names}

    def list_commands(self, _ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return list(chain(*self.blocks.values())) if self.blocks else list(self.commands)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command by name; ``MissingExtraError`` for that of a guest that was taken
        out.
        """
        own = super().get_command(ctx, cmd_name)
        if own is not None or cmd_name not in self.of_guests:
            return own
        added: click.Command = self.of_guests[cmd_name].load()
        self.add_command(added, cmd_name)
        return added

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands, each on one line, in blocks if there are any."""
        if not self.blocks:
            super().format_commands(ctx, formatter)
            return
        width = max(len(name) for names in self.blocks.values() for name in names)
        for block, names in self.blocks.items():
            with formatter.section(block):
                for name in names:
                    formatter.write(f"  {name:{width}}  {self.line_about(ctx, name)}\n")
        self._format_missing(formatter)

    def _format_missing(self, formatter: click.HelpFormatter) -> None:
        """Write the commands of guests that were taken out, a line for each extra."""
        missing: dict[str, list[str]] = {}
        for name, command in self.of_guests.items():
            if not command.here:
                missing.setdefault(command.extra, []).append(name)
        if missing:
            with formatter.section("Not installed"):
                for extra, names in missing.items():
                    formatter.write(f"  {', '.join(names)}: with the extra {extra!r}\n")

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the commands and options that begin with what has been typed."""
        commands = [
            CompletionItem(name, help=self.line_about(ctx, name))
            for name in self.list_commands(ctx)
            if name.startswith(incomplete)
        ]
        return commands + click.Command.shell_complete(self, ctx, incomplete)

    def line_about(self, ctx: click.Context, name: str) -> str:
        """Return the first line of a command's help."""
        command = self.get_command(ctx, name)
        assert command is not None  # noqa: S101 - it is one of the list
        return command.get_short_help_str(limit=LINE)


class Command(click.Command):
    """A command whose help lists its options section by section."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the sections."""
        sections: dict[str, list[tuple[str, str]]] = {}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is not None and isinstance(parameter, click.Option):
                sections.setdefault(getattr(parameter, "section", OTHERS), []).append(record)
        headings = [heading for heading in sections if heading != OTHERS]
        if OTHERS in sections:
            headings.append(OTHERS)
        for heading in headings:
            with formatter.section(heading):
                formatter.write_dl(sections[heading])


@cache
def old_names() -> dict[str, dict[str, str]]:
    """Return the old names of options, of version 1.0, with their new ones, by command.

    >>> old_names()["print"]["--for"]
    '--stock'
    """
    return tomllib.loads(Path(__file__).with_name("old_names.toml").read_text(encoding="utf-8"))


def in_todays_words(command: str, words: Iterable[str]) -> list[str]:
    """Return the words of a command line of version 1.0 with today's names of its options.

    >>> in_todays_words("print", ["print", "her", "--lang=it", "--for", "35x15"])
    ['print', 'her', '--language=it', '--stock', '35x15']
    """
    names = old_names().get(command, {})
    renewed = []
    for word in words:
        option, assigned, value = word.partition("=")
        renewed.append(f"{names.get(option, option)}{assigned}{value}")
    return renewed
