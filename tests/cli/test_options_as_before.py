"""The options and arguments of every command: their names, kinds, defaults, how often each may be
given, and what the help says of them.
"""

import inspect

import click
from counting import at_least

from kitgen.cli.main import main


def commands(group, context, path):
    """Yield each command below a group with its path."""
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        here = f"{path} {name}"
        if isinstance(command, click.Group):
            yield from commands(command, context, here)
        else:
            yield here, command


def described(parameter, context):
    """Return one line on an option or an argument."""
    names = "/".join([*parameter.opts, *parameter.secondary_opts])
    default = parameter.get_default(context)
    if callable(default) or type(default).__name__ == "Sentinel":
        default = None
    facts = [names, parameter.type.name]
    if isinstance(parameter.type, click.Choice):
        facts.append("|".join(map(str, parameter.type.choices)))
    if isinstance(parameter.type, click.IntRange):
        facts.append(f"{parameter.type.min}..{parameter.type.max}")
    if default not in (None, (), False):
        facts.append(f"default {default}")
    facts += [
        word for word in ("required", "multiple", "is_flag") if getattr(parameter, word, False)
    ]
    if parameter.nargs != 1:
        facts.append(f"nargs {parameter.nargs}")
    if getattr(parameter, "envvar", None):
        facts.append(f"${parameter.envvar}")
    return "  " + " ".join(facts)


def test_options_are_as_before(golden):
    context = click.Context(main, info_name="kitgen")
    lines = []
    for path, command in at_least(50, commands(main, context, "kitgen")):
        lines.append(path)
        lines += [described(parameter, context) for parameter in command.params]
    golden("options", "\n".join(lines))


def words_of_help(command):
    """Yield what a command says of itself: each version of click lays it out in its own way."""
    yield from (f"  {line}" for line in inspect.cleandoc(command.help or "").splitlines())
    yield from (f"  | {line}" for line in (command.epilog or "").splitlines())
    for parameter in command.params:
        section = getattr(parameter, "section", "Options")
        shown = "[default] " if getattr(parameter, "show_default", False) else ""
        about = getattr(parameter, "help", None) or ""
        yield f"  {section}: {parameter.opts[0]} {parameter.metavar or ''} {shown}{about}"


def test_help_is_worded_as_before(golden):
    context = click.Context(main, info_name="kitgen")
    lines = []
    for path, command in at_least(50, [("kitgen", main), *commands(main, context, "kitgen")]):
        lines += [path, *words_of_help(command), ""]
    golden("help", "\n".join(line.rstrip() for line in lines).rstrip("\n"))
