"""What the command line says of itself: help by blocks and sections, names with one meaning, old
names answered.
"""

import json
from collections import defaultdict

import click
import pytest
from click.testing import CliRunner
from command_answers import result_of
from counting import at_least_one

from kitgen import __version__
from kitgen.cli.main import ALIASES, command_names, main
from kitgen.cli.sections import LINE, old_names
from kitgen.paper.declared import PART_OPTIONS, SETTINGS
from kitgen.paper.job import parse_setting
from kitgen.paper.parts import PARTS

#: The width of an ordinary terminal.
WIDTH = 80


def run(*words):
    return CliRunner().invoke(
        main, list(map(str, words)), prog_name="kitgen", env={"COLUMNS": str(WIDTH)}
    )


def commands(group=main, path=()):
    """Yield all commands with their words, those within groups too."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        yield (*path, name), command
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))


COMMAND_OF = dict(commands())


@pytest.mark.parametrize("name", command_names())
def test_the_line_about_a_command_is_the_first_of_its_own_help(name):
    own = COMMAND_OF[(name,)].get_short_help_str(limit=LINE)
    assert main.line_about(click.Context(main), name) == own


def test_help_lists_every_command_once_in_its_block_within_the_width():
    shown = run("--help").stdout
    assert "..." not in shown.split("\n", 1)[1]
    assert max(map(len, shown.splitlines())) <= WIDTH
    blocks = {
        block: shown.split(f"{block}:\n")[1].split("\n\n")[0].splitlines() for block in main.blocks
    }
    listed = {block: tuple(line.split()[0] for line in lines) for block, lines in blocks.items()}
    assert listed == {block: tuple(names) for block, names in main.blocks.items()}
    assert len(set(command_names())) == len(command_names()) == sum(map(len, main.blocks.values()))


@pytest.mark.parametrize(
    "words", [words for words, command in COMMAND_OF.items() if isinstance(command, click.Group)]
)
def test_the_help_of_a_group_tells_each_command_in_a_whole_sentence(words):
    shown = run(*words, "--help").stdout
    group = COMMAND_OF[words]
    blocks = getattr(group, "blocks", None) or {"Commands": group.commands}
    rows = [
        row
        for block in blocks
        for row in shown.split(f"\n{block}:\n")[1].split("\n\n")[0].splitlines()
    ]
    assert {row.split()[0] for row in rows} == group.commands.keys()
    assert len(rows) == len(COMMAND_OF[words].commands)
    for row in at_least_one(rows):
        assert row.endswith("."), row
        assert not row.endswith("..."), row


@pytest.mark.parametrize("words", COMMAND_OF, ids=" ".join)
def test_each_command_has_help_with_an_example_and_no_option_without_words(words):
    command = COMMAND_OF[words]
    assert "Example: " in (command.epilog or "")
    assert f"kitgen {words[0]}" in command.epilog or words == ("completion",)
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, parameter.name
            assert parameter.help[0].isupper(), parameter.help
            assert parameter.help.rstrip("]").endswith(".") or "[default:" in parameter.help


def test_print_lists_its_options_in_sections():
    shown = run("print", "--help").stdout
    order = [
        shown.index(f"\n{section}:\n") for section in ("Kit", "Paper", "Parts", "Output", "Options")
    ]
    assert order == sorted(order)
    assert (
        shown.index("--rule")
        < order[1]
        < shown.index("--page")
        < order[2]
        < shown.index("--set")
        < order[3]
    )
    assert "  KIT\n" not in shown


#: Options that name a file or folder of another kind in each command: that is their one meaning.
PLACES = {"--output", "-o", "--report"}


def test_an_option_name_has_one_meaning():
    """The same name takes the same kind of value everywhere, and is explained in the same words
    or nearly.
    """
    kinds = defaultdict(set)
    for command in COMMAND_OF.values():
        for parameter in command.params:
            for name in (*parameter.opts, *parameter.secondary_opts):
                if name.startswith("-"):
                    words = parameter.type.known if hasattr(parameter.type, "known") else None
                    kinds[name].add(
                        (getattr(parameter, "is_flag", False), parameter.metavar, words)
                    )
    several = {name for name, found in kinds.items() if len(found) > 1}
    assert several - PLACES == {"--counts"}, "journal check takes photos of count sheets, too"


@pytest.mark.parametrize(
    ("command", "option"),
    [(command, option) for command, options in old_names().items() for option in options],
)
def test_an_option_that_has_gone_answers_with_the_command_in_todays_words(command, option):
    """The new one is there, and the old one is not."""
    new = old_names()[command][option]
    done = run(*command.split(), "my kit", option, "x")
    assert done.exit_code == 2
    assert f"{option} is now {new}; type \"kitgen {command} 'my kit' {new} x\"" in done.stderr
    options = [
        name for parameter in COMMAND_OF[tuple(command.split())].params for name in parameter.opts
    ]
    assert new in options
    assert option not in options


def test_a_command_that_version_1_0_printed_is_answered_whole():
    done = run("print", "her", "--opponent", "sensible", "--lang=it", "--for", "35x15")
    assert done.exit_code == 2
    assert "type 'kitgen print her --expect sensible --language=it --stock 35x15'" in done.stderr


def test_habits_are_answered():
    assert (
        run("version").stdout
        == run("-V").stdout
        == run("--version").stdout
        == f"kitgen {__version__}\n"
    )
    assert run("help").stdout == run("--help").stdout
    assert run("help", "print").stdout == run("print", "--help").stdout
    assert run("help", "journal", "add").stdout == run("journal", "add", "--help").stdout
    assert main.get_command(click.Context(main), "list") is main.get_command(
        click.Context(main), "kits"
    )
    assert ALIASES.keys().isdisjoint(command_names())


def test_json_has_one_envelope():
    answers = [
        run("palette", "--json"),
        run("parts", "map", "--json"),
        run("boxes", "ladder", "--json"),
        run("verify", "ladder", "--json"),
    ]
    for answer, command in zip(answers, ("palette", "parts", "boxes", "verify"), strict=True):
        data = json.loads(answer.stdout)
        assert (data["kitgen"], data["command"]) == (__version__, command)
        assert data["result"] == result_of(answer.stdout)


def test_the_table_of_kits_fits_an_ordinary_terminal():
    shown = run("kits").stdout.splitlines()
    assert len(shown) > 15
    assert max(map(len, shown)) <= WIDTH


@pytest.mark.parametrize("name", PARTS)
def test_the_settings_of_each_part_are_listed_and_can_be_typed(name):
    (part,) = result_of(run("parts", name, "--json").stdout)
    reads = {option.key for option in PART_OPTIONS if option.offer.setting} & set(PARTS[name].reads)
    assert {SETTINGS[setting["name"]].key for setting in part["settings"]} == reads
    shown = run("parts", name).stdout
    for setting in part["settings"]:
        assert setting["name"] in shown
        option = SETTINGS[setting["name"]]
        typed = option.arguments(option.default)[1]
        assert parse_setting(typed) == (option.key, option.default)


def test_the_limits_of_a_number_and_another_value_than_the_usual_one_are_shown():
    shown = run("parts", "keepers").stdout
    assert "N, 1 to 2  1" in shown
    assert "--set keepers.each=2\n" in shown


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("poster.sise=a1", "did you mean 'poster.size'"),
        ("poster.size", "write poster.size=usual|a3"),
        ("poster.size=a7", "'a7'"),
        ("poster.tiled=perhaps", "yes or no"),
        ("labels.start-at=two", "'two' is not a number"),
        ("beads.bank=0", "bank"),
        ("=", "unknown setting ''"),
    ],
)
def test_a_setting_that_cannot_be_is_refused_in_a_line(setting, message):
    done = run("print", "her", "--set", setting, "--dry-run")
    assert done.exit_code == 2
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_setting_given_twice_must_be_the_same():
    twice = ("--set", "poster.tiled", "--set", "poster.tiled=yes")
    assert run("print", "ladder", "--parts", "poster", *twice, "--dry-run").exit_code == 0
    done = run(
        "print",
        "ladder",
        "--parts",
        "poster",
        "--set",
        "poster.size=a3",
        "--set",
        "poster.size=a1",
        "--dry-run",
    )
    assert (done.exit_code, "poster.size is given twice" in done.stderr) == (2, True)
