"""Pages of commands from their ``--help``, and of ``import kitgen`` from its docstrings, which
mkdocstrings reads.
"""

import inspect
import re
from collections.abc import Iterator
from functools import cache

import click

import kitgen
from docs.site.prints import ROOT
from kitgen.cli.main import command_names, main

#: What click has before a paragraph whose lines are kept.
_AS_IT_IS = "\b\n"
#: An example in a docstring, and what comes out of it.
_EXAMPLE = re.compile(
    r"^(?P<indent> *)>>> .*(?:\n(?P=indent)\S.*|\n(?P=indent) +\S.*)*", re.MULTILINE
)


def command_page(name: str) -> str:
    """Return the page of a command and the commands within it, as their ``--help`` has them."""
    context = click.Context(main, info_name="kitgen")
    lines: list[str] = []
    for path, command in _commands(name, context):
        lines += _told(path, command, context)
    lines.append(
        "What the options mean and what comes out: "
        f"[Commands](../docs/commands.md#{told_at(name)})."
    )
    return "\n\n".join(lines) + "\n"


def _commands(name: str, context: click.Context) -> Iterator[tuple[str, click.Command]]:
    """Yield a command and those within it, each with its name as typed."""
    command = main.get_command(context, name)
    if command is None:
        raise LookupError(name)
    yield f"kitgen {name}", command
    if isinstance(command, click.Group):
        for inner in command.list_commands(context):
            found = command.get_command(context, inner)
            if found is not None:
                yield f"kitgen {name} {inner}", found


def _told(path: str, command: click.Command, parent: click.Context) -> Iterator[str]:
    """Yield the paragraphs of one command."""
    context = click.Context(command, parent, info_name=path.removeprefix("kitgen "))
    yield f"{'#' * min(2, path.count(' '))} {path}"
    usage = " ".join([path, *command.collect_usage_pieces(context)])
    yield f"```text\n{usage}\n```"
    yield from map(_paragraph, re.split(r"\n\s*\n", inspect.cleandoc(command.help or "")))
    rows = []
    for parameter in command.get_params(context):
        option, about = parameter.get_help_record(context) or ("", "")
        if about:
            rows.append(f"| `{option}` | {_cell(about)} |")
    if rows:
        yield "\n".join(["| option | what it does |", "|---|---|", *rows])
    if command.epilog:
        example = command.epilog.replace(_AS_IT_IS, "").strip().removeprefix("Example: ")
        lines = "\n".join(line.strip() for line in example.splitlines())
        yield f"```sh\n{lines}\n```"


def _paragraph(text: str) -> str:
    """Return a paragraph of ``--help``; one whose lines are kept as they are, as a block."""
    if text.startswith(_AS_IT_IS):
        return f"```text\n{text.removeprefix(_AS_IT_IS)}\n```"
    return _plain(text)


def _plain(text: str) -> str:
    """Return a text of ``--help`` as Markdown that reads the same."""
    return re.sub(r"([*_<>\[\]])", r"\\\1", text)


def _cell(text: str) -> str:
    """Return a text of ``--help`` for a table."""
    return _plain(text).replace("|", "\\|")


@cache
def told_at(name: str) -> str:
    """Return the anchor of a command's section in the handbook, as MkDocs makes it of a heading.

    >>> told_at("diff")
    'kitgen-diff-kit-kit-json'
    """
    page = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    heading = next(line for line in page.splitlines() if line.startswith(f"## kitgen {name}"))
    ascii_heading = heading.encode("ascii", "ignore").decode()
    plain = re.sub(r"[^\w\s-]", "", ascii_heading).strip().lower()
    return re.sub(r"[-\s]+", "-", plain)


def commands_page() -> str:
    """Return the page that lists all commands."""
    rows = []
    for name in command_names():
        command = main.get_command(click.Context(main), name)
        about = command.get_short_help_str(limit=200) if command else ""
        rows.append(f"| [`kitgen {name}`]({name}.md) | {_cell(about)} |")
    head = "| command | what it does |\n|---|---|\n"
    return f"# All commands\n\n{head}" + "\n".join(rows) + "\n"


def python_page() -> str:
    """Return the page of the front door: everything that ``import kitgen`` offers, and what it
    raises.
    """
    parts = ["# From Python", "```python\nimport kitgen\n```"]
    for name in kitgen.__all__:
        module = getattr(kitgen, name).__module__
        options = ["show_root_heading: true", f"heading: kitgen.{name}", f"toc_label: {name}"]
        head = f"::: {module}.{name}\n    options:"
        parts.append("\n      ".join([head, *options]))
    parts.append("## Refusals\n\n::: kitgen.errors")
    return "\n\n".join(parts) + "\n"


def fenced(text: str) -> str:
    """Return a docstring with its examples as blocks of code."""

    def block(example: re.Match[str]) -> str:
        indent = example["indent"]
        return f"{indent}```pycon\n{example[0]}\n{indent}```"

    return _EXAMPLE.sub(block, text)
