"""A key that was added to what commands write as JSON, or to a kit's file, is led to its page (docs/adding.md)."""

import re
from collections.abc import Iterator

import click
import msgspec
import pytest
from answers import result_of
from click.testing import CliRunner
from gaps import gap, named, page
from jobs import kit_of

from kitgen.cli.main import COMMANDS, main
from kitgen.kit.kit_json import write_kit
from kitgen.paper.job import PART_OPTIONS

#: What is run for each command, and the page that names its keys.
RUN = {
    "boxes": ("boxes her", "kit-json"),
    "diff": ("diff her him", "commands"),
    "doctor": ("doctor", "commands"),
    "exact": ("exact her --at 1", "commands"),
    "find": ("find her 'bbb/w../.ww b'", "commands"),
    "games try": ("games try told:dawson-9", "commands"),
    "kits": ("kits", "commands"),
    "kits --sizes": ("kits --sizes nim", "commands"),
    "match": ("match random perfect --game nim:9 --games 2 --sprt 50,60", "commands"),
    "palette": ("palette okabe-ito", "commands"),
    "parts": ("parts poster", "commands"),
    "print": ("print her --dry-run", "commands"),
    "search": ("search nim:9 --depth 3", "commands"),
    "solve": ("solve nim:9", "solving"),
    "verify": ("verify her", "commands"),
}
#: Commands whose keys are tested where they are at work: tests/journal, tests/lab and tests/authoring.
ELSEWHERE = {
    "compare", "journal beads", "journal check", "journal log", "journal show", "journal status", "reproduce",
    "simulate", "sweep", "templates check",
}  # fmt: skip
#: The names of the sides of a game are keys, too.
SIDES = {"first", "second", "black", "white"}


def writers() -> Iterator[str]:
    """Yield the commands that write JSON, with the words of subcommands."""
    for name in COMMANDS:
        command = main.get_command(click.Context(main), name)
        inside = getattr(command, "commands", {})
        for words, each in [(name, command), *((f"{name} {sub}", one) for sub, one in inside.items())]:
            if any("--json" in parameter.opts for parameter in each.params):
                yield words


def keys_of(data: object) -> set[str]:
    """Return all keys in some JSON that are names, at any depth."""
    if isinstance(data, dict):
        return {key for key in data if key.isidentifier()}.union(*map(keys_of, data.values()))
    return set().union(*map(keys_of, data)) if isinstance(data, list) else set()


def names_on(name: str) -> set[str]:
    """Return the words between backquotes on a page, without those in its blocks of code."""
    text = re.sub(r"```.*?```", "", page(f"docs/{name}.md"), flags=re.DOTALL)
    return set(re.findall(r"\w+", " ".join(named(text))))


@pytest.mark.parametrize("words", list(writers()))
def test_the_json_of_each_command_is_looked_at(words):
    if words not in RUN and words not in ELSEWHERE:
        gap("tests/adding/test_a_key_of_json.py", f'add to RUN what is run: "{words}": ("{words} …", "commands")')


@pytest.mark.parametrize("words", RUN)
def test_a_page_names_every_key_that_a_command_writes(words):
    run, name = RUN[words]
    done = CliRunner().invoke(main, f"{run} --json")
    assert done.exit_code in (0, 1), done.output  # 1 where two kits differ
    keys = keys_of(result_of(done.stdout))
    assert len(keys) > 1
    if missing := sorted(keys - SIDES - names_on(name)):
        gap(f"docs/{name}.md", f"tell of the keys that `kitgen {words} --json` writes: `{'`, `'.join(missing)}`")


def test_the_page_of_kit_json_names_every_key_of_a_kit():
    data = msgspec.json.decode(write_kit(kit_of("her")))
    keys = {*data, *data["choices"], *data["boxes"][0], *data["boxes"][0]["slots"][0], *data["palette"][0]}
    assert len(keys) > 30
    if missing := sorted(keys - names_on("kit-json")):
        gap("docs/kit-json.md", f"tell of the keys `{'`, `'.join(missing)}` of a kit")


@pytest.mark.parametrize("key", [option.file_key for option in PART_OPTIONS])
def test_the_page_of_kit_json_names_every_setting(key):
    row = next(line for line in page("docs/kit-json.md").splitlines() if line.startswith("| `options` |"))
    if key not in named(row):
        gap("docs/kit-json.md", f"add `{key}` to the row of `options` in the table of job.json")
