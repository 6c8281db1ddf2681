"""Options that pages name, and the words after them, are those of the command beside them."""

import re
import shlex
from collections import defaultdict
from collections.abc import Iterator
from functools import cache

import click
import pytest
from counting import at_least
from places import ROOT
from test_docs import PAGES, RUN, mentioned

from kitgen.cli.main import command_names, main
from kitgen.errors import KitgenError
from kitgen.paper.declared import SETTINGS
from kitgen.paper.job import parse_setting

OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
#: What stands as code in running text.
CODE = re.compile(r"`([^`]+)`")
BLOCK = re.compile(r"^ *```.*?^ *```$", re.MULTILINE | re.DOTALL)


def single_commands(name: str) -> list[click.Command]:
    """Return a command with its subcommands."""
    command = main.get_command(click.Context(main), name)
    found = [command]
    if isinstance(command, click.Group):
        found += [command.get_command(None, inner) for inner in command.list_commands(None)]
    return found


@cache
def options_of(name: str) -> frozenset[str]:
    """Return the options of a command and its subcommands, with those that undo others."""
    options = {"--help"}
    for command in single_commands(name):
        for parameter in command.params:
            options.update(parameter.opts)
            options.update(parameter.secondary_opts)
    return frozenset(options)


@cache
def offered() -> dict[str, set[str]]:
    """Return the words that the Tab key offers after each option."""
    words = defaultdict(set)
    for name in command_names():
        for command in single_commands(name):
            context = click.Context(command)
            for parameter in command.params:
                items = parameter.shell_complete(context, "")
                plain = {item.value for item in items if item.type == "plain"}
                for option in (*parameter.opts, *parameter.secondary_opts):
                    words[option] |= plain
    return {option: found for option, found in words.items() if found}


def running_text(name: str) -> str:
    """Return a page without its blocks of code."""
    return BLOCK.sub("", (ROOT / name).read_text(encoding="utf-8"))


def sections() -> dict[str, str]:
    """Return the sections of the page of commands, by the name of their command."""
    parts = re.split(r"^## kitgen ", running_text("docs/commands.md"), flags=re.MULTILINE)[1:]
    return {part.split()[0]: part for part in parts}


# --- options
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", command_names())
def test_options_told_of_in_the_section_of_a_command_are_its_own(name):
    """But for those that stand behind the name of another command, or are told of in its words."""
    text = re.sub(r"`kitgen [^`]*`", "", sections()[name])
    told = set()
    for code in CODE.findall(text):
        told.update(OPTION.findall(code))
    # The palette of a print is chosen with an option that `kitgen palette` does not have, and a
    # part, and a preview of pages: these sections tell what it has to do with them.
    of_print = {"palette": {"--palette"}, "printer": {"--preview"}, "parts": {"--parts"}}
    assert told - options_of(name) == of_print.get(name, set())


def test_options_in_the_row_of_a_subcommand_are_its_own():
    """Of the journal, whose subcommands have a table; the last one is told of below it."""
    group, *inside = single_commands("journal")
    subcommands = {command.name: command for command in inside}
    seen = set()
    for row in re.findall(r"^\| (`kitgen journal .*) \|$", sections()["journal"], re.MULTILINE):
        names, what = row.split(" | ", 1)
        first, *others = [code.removeprefix("kitgen journal ") for code in CODE.findall(names)]
        name = first.split()[0]
        seen |= {name, *others}
        options = set()
        for each in (name, *others):
            for parameter in [*subcommands[each].params, *group.params]:
                options.update([*parameter.opts, *parameter.secondary_opts])
        told = set(OPTION.findall(" ".join(CODE.findall(what))))
        assert told <= options, name
    assert seen == subcommands.keys() - {"camera-report"}


#: Options of programs that are not ours.
OF_OTHERS = {"--check": "qpdf, tsc", "--strict": "tsc", "--pyargs": "pytest", "--version": "kitgen"}


@cache
def options_of_scripts() -> frozenset[str]:
    """Return the options of the scripts beside kitgen, and of its tests."""
    found = set()
    for folder in ("benchmarks", "docs", ".ci", "tests", "kitgen/conformance"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix == ".py" or path.parent.name == ".ci":
                if path.name.startswith("test_") or not path.is_file():
                    continue
                text = path.read_text(encoding="utf-8")
                found.update(re.findall(r"""["'](--[a-z][a-z-]*)["' =]""", text))
    found.update(re.findall(r'"(--[a-z-]+)"', (ROOT / "conftest.py").read_text(encoding="utf-8")))
    return frozenset(found)


#: Pages for those who work on kitgen or run its tests; only these name options of scripts alone.
OF_SCRIPTS = re.compile(
    r"CONTRIBUTING|docs/(adding|app|testing|paper|reliability|makers|serving|web)"
)


def test_every_option_that_a_page_names_exists():
    """Of a command of kitgen or, on pages about the work on it, of one of its scripts."""
    of_kitgen = set(OF_OTHERS)
    for name in command_names():
        of_kitgen |= options_of(name)
    named = []
    for page in PAGES:
        for code in CODE.findall(running_text(page)):
            named += [(page, option) for option in OPTION.findall(code)]
    unknown = {(page, option) for page, option in at_least(400, named) if option not in of_kitgen}
    in_scripts = {
        (page, option)
        for page, option in unknown
        if OF_SCRIPTS.match(page) and option in options_of_scripts()
    }
    # The first is an example of a guest that has an option of its own.
    assert unknown - in_scripts == {
        ("docs/adding-a-guest.md", "--my-check"),
        ("docs/howto-kiosk.md", "--kiosk"),  # of Chromium
    }


# --- what stands behind options
# --------------------------------------------------------------------------------------------------

#: Names that a reader gives to a template, a folder or a person.
INVENTED = {"mine", "ours", "xx", "mystock", "myrule", "Eva"}
#: How opponents begin that take something behind a colon, or are no word of a list.
PLANS = {"script", "level", "seconds", "minimax", "alphabeta", "negascout", "human", "quick"}


def values_in_docs() -> Iterator[tuple[str, str, str]]:
    """Yield where an option stands with a word behind it, the option and the word."""
    texts = []
    for page in PAGES:
        texts += [(page, code) for code in CODE.findall(running_text(page))]
    for where, (lines,) in RUN.items():
        texts += [(where, line) for line in lines]
    for where, text in texts:
        for option, value in re.findall(r"(--[a-z-]+)[ =]([\w:.,@=/-]+)", text):
            if option in offered():
                yield where, option, value


def is_offered(option: str, value: str) -> bool:
    """Return whether an option takes a word, or what a reader puts in its place."""
    if option == "--set" and value != "PART.KEY=VALUE":
        name, _, chosen = value.partition("=")
        if not chosen or chosen.isupper():
            return name in SETTINGS
        try:
            parse_setting(value)
        except KitgenError:
            return False
        return True
    if re.search(r"(^|=)[A-Z]+$|^a,b$", value) or value in INVENTED:
        return True
    if value.endswith(".toml") or value[0].isdigit():
        return True
    words = offered()[option] | (PLANS if option == "--opponent" else set())
    if value.startswith("script:"):
        return True
    return all(re.split("[:@]", word)[0] in words for word in value.split(","))


def test_words_behind_options_are_those_that_they_take():
    wrong = []
    for where, option, value in at_least(150, values_in_docs()):
        if not is_offered(option, value):
            wrong.append((where, option, value))
    assert wrong == []


def test_a_table_that_lists_the_words_of_an_option_has_them_all():
    page = running_text("docs/commands.md")
    for option, words in at_least(6, re.findall(r"`(--[a-z-]+) ([\w-]+(?:\\\|[\w-]+)+)`", page)):
        assert set(words.split(r"\|")) == offered()[option], option


def commands_in_docs() -> Iterator[tuple[str, list[str]]]:
    """Yield the words of each command that stands whole on a page, and where."""
    texts = list(mentioned())
    for where, (lines,) in RUN.items():
        texts += [
            (where, line.removeprefix("kitgen ")) for line in lines if line.startswith("kitgen ")
        ]
    for where, text in texts:
        words = shlex.split(re.sub(r"\\\||[|<>].*", " ", text, flags=re.DOTALL))
        has_place = re.search(r"[A-Z]{3,}|…|\.\.\.|\[", text)
        if len(words) > 1 and words[0] in command_names() and not has_place:
            yield where, words


#: Commands of which only the options are named that a sentence is about.
IN_PART = {
    "journal camera-report",
    "journal import",
    "new rule",
    "new game",
    "games try",
    "match --save",
    "solve --levels",
    "print --parts story",
    "print --dry-run --json",
}


def test_commands_take_what_stands_behind_them(monkeypatch, tmp_path):
    """Each with its arguments, and values of the kind that its options take; none is run."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine" / "editions").mkdir(parents=True)
    refused = {}
    for where, words in at_least(250, commands_in_docs()):
        context = click.Context(main, info_name="kitgen")
        command = main.get_command(context, words[0])
        left = words[1:]
        while isinstance(command, click.Group) and left and not left[0].startswith("-"):
            command = command.get_command(context, left[0])
            assert command is not None, (where, words)
            left = left[1:]
        try:
            command.make_context(words[0], list(left), parent=context).close()
        except click.exceptions.Exit:  # of --help
            continue
        except (click.ClickException, KitgenError) as error:
            refused[" ".join(words)] = f"{where}: {error}"
    assert {words: why for words, why in refused.items() if words not in IN_PART} == {}
    assert refused.keys() >= IN_PART, "what is not refused need not be listed"
