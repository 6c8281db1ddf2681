"""The help of commands: options under headings, commands in blocks, and new names of old ones."""

import tomllib
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

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
    """A group that lists its commands in order, perhaps in ``blocks``."""

    def __init__(self, *args: Any, blocks: Mapping[str, Iterable[str]] | None = None, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.blocks = blocks

    def list_commands(self, _ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return list(chain(*self.blocks.values())) if self.blocks else list(self.commands)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands, each on one line, in blocks if there are any."""
        if self.blocks is None:
            super().format_commands(ctx, formatter)
            return
        width = max(len(name) for names in self.blocks.values() for name in names)
        for block, names in self.blocks.items():
            with formatter.section(block):
                for name in names:
                    formatter.write(f"  {name:{width}}  {self.line_about(ctx, name)}\n")

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
        for heading in [*(heading for heading in sections if heading != OTHERS), OTHERS]:
            if heading in sections:
                with formatter.section(heading):
                    formatter.write_dl(sections[heading])


@cache
def old_names() -> dict[str, dict[str, str]]:
    """Return the options of version 1.0 that have another name now, by command, each with the new one.

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
