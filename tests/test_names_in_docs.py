"""Extras, addresses, settings of servers, variables, exit codes and functions that pages name."""

import ast
import inspect
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import get_args, get_type_hints

import click
import msgspec
import pytest
from counting import at_least, at_least_one
from gaps import named, page, rows, section
from jobs import TEMPLATES
from places import ROOT
from test_docs import PAGES, blocks

import kitgen
from kitgen import errors
from kitgen.cli.main import INTERRUPTED, main
from kitgen.guests import added_commands
from kitgen.kit import choices, job_json, kit, kit_file, palette
from kitgen.paper.lesson_file import read_lesson
from kitgen.press import kit_folder
from kitgen.serve import app, bounds
from kitgen.web.script import source

ENGLISH_SITE = [
    path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "docs/site/pages/en").glob("*.md"))
]


def parameters_of(name: str) -> list[click.Parameter]:
    return main.get_command(click.Context(main), name).params


def flat(name: str) -> str:
    """Return a page with each run of blanks and line ends as one blank."""
    return " ".join(page(name).split())


# --- extras
# --------------------------------------------------------------------------------------------------

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = {
    extra: [requirement.lower() for requirement in requirements]
    for extra, requirements in PROJECT["optional-dependencies"].items()
}
#: What the table calls a distribution that has another name.
DISTRIBUTIONS = {"opencv": "opencv-python-headless", "mkdocs": "mkdocs-material"}
#: An extra that a page names, alone or in the command that installs it.
EXTRA = re.compile(r"extras? `([a-z]+)`|pip install '?\.\[([a-z,]+)\]|the extra of `([a-z]+)`")


def test_every_extra_that_a_page_names_is_one():
    named_extras = []
    for name in [*PAGES, *ENGLISH_SITE]:
        for found in EXTRA.findall(flat(name)):
            named_extras += [(name, extra) for extra in ",".join(filter(None, found)).split(",")]
    for name, extra in at_least(35, named_extras):
        assert extra in EXTRAS, name


def test_the_table_of_extras_has_what_each_brings():
    told = {}
    for extra, brings, what in rows(section("docs/installing.md", "## What is installed")):
        told[extra.strip("`")] = brings, what
    # Whoever measures the tests needs the last one.
    assert told.keys() == EXTRAS.keys() - {"mutants"}
    for extra, (brings, _what) in at_least(10, told.items()):
        if extra in ("all", "test"):
            continue  # they bring all of these
        starts = []
        for thing in re.split(r", | and ", brings):
            word = thing.strip("`").split()[0].lower()
            if word in EXTRAS:
                starts.append(f"kitgen[{word}]")
            else:
                starts.append(DISTRIBUTIONS.get(word, word))
        for needed in at_least_one(EXTRAS[extra]):
            assert any(needed.startswith(start) for start in starts), (extra, needed)
        for start in starts:
            assert any(needed.startswith(start) for needed in EXTRAS[extra]), (extra, start)


def test_the_table_of_extras_names_each_command_that_needs_one():
    """But for those that are only quicker with it."""
    quicker = {"match", "simulate", "compare", "web"}
    table = rows(section("docs/installing.md", "## What is installed"))
    uses = {extra.strip("`"): set(" ".join(named(what)).split()) for extra, _, what in table}
    commands = [each for each in added_commands() if each[0] not in quicker]
    for name, command in at_least(5, commands):
        assert name in uses[command.extra]
        of_others = {extra for extra, words in uses.items() if name in words} - {command.extra}
        assert of_others <= {"cluster"}  # which brings the same, and other machines for it


# --- a site of one's own
# --------------------------------------------------------------------------------------------------


def test_the_table_of_addresses_has_what_a_site_makes_of_a_kit():
    table = rows(section("docs/serving.md", "## A site of your own"))
    addresses = " ".join(address for address, _ in table)
    # The board of a class is made for its page alone.
    assert set(re.findall(r"/kit/-/([\w.]+)\?", addresses)) == app.MADE.keys() - {
        "class-board.html"
    }
    assert "`/health`" in addresses
    for path in at_least_one(["/health", "/task/{name}", "/kit/{digest}/{name}"]):
        assert f'Route("{path}"' in inspect.getsource(app.make_app)
    tasks = re.findall(r"`/task/NAME` \(([^)]*)\)", flat("docs/serving.md"))[0]
    assert {*named(tasks)} <= app.engine.REQUESTS.keys()


#: How long a time is in words.
IN_WORDS = {3600: "an hour", 1800: "half an hour", 600: "ten minutes", 86400: "a day"}


def test_the_page_of_serving_says_what_may_be_kept_and_how_long():
    text = flat("docs/serving.md")
    assert f"may keep them for {IN_WORDS[bounds.KEPT_SECONDS]}" in text
    headers = app._kept("digest", bounds.KEPT_SECONDS)
    assert [name.lower() for name in re.findall(r"have an `([^`:]+)` and `([^`:]+):", text)[0]] == [
        *headers
    ]
    assert headers["cache-control"].partition(",")[0] == "public"
    assert "`Cache-Control: public`" in text


def test_the_web_server_in_front_lets_through_what_the_site_takes():
    """A little more than the largest file, and a little longer than the longest wait."""
    text = page("docs/serving.md")
    (most_sent,) = re.findall(r"client_max_body_size (\d+)m;", text)
    assert 1 <= int(most_sent) * 1024**2 / bounds.LARGEST_UPLOAD < 1.5
    (seconds,) = re.findall(r"proxy_read_timeout (\d+)s;", text)
    assert 1 <= int(seconds) / bounds.MAX_WAIT_SECONDS < 1.5
    port = str(next(each.default for each in parameters_of("serve") if "--port" in each.opts))
    local = re.findall(r"(?:localhost|127\.0\.0\.1|192\.168\.1\.20|10\.0\.0\.\d):(\d+)", text)
    mapped = re.findall(r"-p (\d+):(\d+)", text + page("docs/installing.md"))
    assert len(local) >= 5
    assert {*local, *sum(mapped, ())} == {port}


# --- variables and exit codes
# --------------------------------------------------------------------------------------------------


def test_variables_that_pages_name_are_read_by_a_program():
    read = set()
    for folder in ("kitgen", ".ci", "tests"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".py", "") and path.is_file() and not path.name.startswith("test_"):
                found = re.findall(r"KITGEN_[A-Z]+", path.read_text(encoding="utf-8"))
                read.update(found)
    told = set()
    for name in at_least(40, PAGES):
        told.update(re.findall(r"KITGEN_[A-Z]+", page(name)))
    assert len(told) >= 5
    assert told <= read


def test_pages_say_what_exit_codes_mean():
    codes = dict(rows(section("docs/commands.md", "## Errors")))
    assert [int(code) for code in codes] == [
        0,
        errors.KitgenError.exit_code,
        errors.UsageError.exit_code,
        errors.UnreadTableError.exit_code,
        INTERRUPTED,
    ]
    assert "a check: *right*" in codes["0"]
    assert "a check: *wrong*" in codes[str(errors.KitgenError.exit_code)]
    assert "the command makes no sense" in codes[str(errors.UsageError.exit_code)]
    assert "*not decided*" in codes[str(errors.UnreadTableError.exit_code)]
    assert (
        f"exit codes (0 done or *right*, {errors.KitgenError.exit_code} *wrong* or work that could "
        f"not be done, {errors.UsageError.exit_code} wrong usage, "
        f"{errors.UnreadTableError.exit_code} *not decided*)"
    ) in flat("docs/formats.md")
    for name in at_least(60, PAGES):
        verdicts = re.findall(r"\*(right|wrong|not decided)\* \((?:exit code )?(\d)\)", flat(name))
        for word, code in verdicts:
            assert {"right": "0", "wrong": "1", "not decided": "3"}[word] == code, name


def test_rows_with_a_verdict_end_with_its_exit_code():
    """In the tables of what a check finds: nothing else is 3, and whatever is proven is 0."""
    ends = []
    for name in ("docs/verification.md", "docs/journal.md"):
        ends += [(" ".join(row), row[-1]) for row in rows(page(name)) if row[-1] in "0123"]
    for words, code in at_least(20, ends):
        assert (code == "3") == ("not decided" in words), words
        if "proven:" in words:
            assert code == "0", words
        if "**wrong**" in words or "each fault" in words:
            assert code == "1", words


# --- files
# --------------------------------------------------------------------------------------------------

#: The tables of the page of files, by their headings, and what they tell of.
TABLES = {
    "## The kit": kit_file.KitFile,
    "## A box": kit_file.BoxFile,
    "## A slot": kit_file.SlotFile,
    "# job.json": job_json.JobFile,
    "## The manifest": kit_folder.Manifest,
}
#: Keys of machines that have played, which are told of below the table.
BELOW = {"played", "given"}


def keys_of(table: type) -> list[str]:
    return [field.encode_name for field in msgspec.structs.fields(table)]


@pytest.mark.parametrize("heading", TABLES)
def test_tables_of_files_have_their_keys_in_order(heading):
    table = rows(section("docs/kit-json.md", heading))
    told = [key for row in table for key in named(row[0])]
    assert told == [key for key in keys_of(TABLES[heading]) if key not in BELOW]


#: Where the page lists the keys of an object inside another, or words: before the list, and what
#: they are.
LISTED = {
    "the bead colours that the boxes use:": keys_of(palette.Colour),
    "the size of label or card:": keys_of(job_json.JobStock),
    "in the order of its pages:": keys_of(job_json.JobPart),
    "how it is printed:": keys_of(kit_folder.Run),
    "with best play, for the side that begins:": keys_of(kit_file.OutcomeFile),
    "what its badge shows; the symbol is": list(palette.SYMBOLS),
    "`shows` says how a part shows the boxes:": list(get_args(job_json.Shows)),
    "has one more key, `played`: its games, each with": keys_of(kit.PlayedGame),
    "`choices` holds": keys_of(choices.Choices),
}


@pytest.mark.parametrize("before", LISTED)
def test_lists_of_keys_inside_have_each_key(before):
    """What stands in brackets explains a key."""
    text = flat("docs/kit-json.md")
    assert text.count(before) == 1
    told = re.split(r"\. | \||\.$", text.partition(before)[2], maxsplit=1)[0]
    told = named(re.sub(r"\([^()]*\)", "", told))
    keys = LISTED[before]
    assert set(told) - OF_KEYS.get(before, set()) == set(keys)


#: Words among those lists that are values, of keys or of others.
OF_KEYS = {"`choices` holds": {"turn", "lying", "none"}}


# --- the companion page
# --------------------------------------------------------------------------------------------------


IN_MINUTES = {30: "half a minute", 60: "a minute", 120: "two minutes", 180: "three minutes"}
COUNTED = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]


def number_in(module: str, name: str) -> int:
    return int(re.search(rf"const {name} = ([\d_]+);", source(module))[1].replace("_", ""))


def test_what_an_address_of_the_page_may_say():
    text = flat("docs/web.md")
    most = number_in("core/variant.js", "MAX_CHANGE")
    beads = number_in("core/variant.js", "MAX_START")
    assert f"`start` (1 to {beads}), `win`, `draw` and `loss` (-{most} to {most})" in text
    away = number_in("view/museum.js", "AWAY")
    assert f"When nobody has pressed anything for {IN_MINUTES[away]}, it counts down from " in text
    assert f"counts down from {COUNTED[number_in('view/museum.js', 'COUNTDOWN')]}" in text
    kiosk = flat("docs/howto-kiosk.md")
    assert (
        f"counts down from {COUNTED[number_in('view/museum.js', 'COUNTDOWN')]} and begins" in kiosk
    )
    for pattern, where in (
        (r"`#museum&idle=(\d+)` waits for (\w+ \w+)", text),
        (r"#museum&idle=(\d+)` \| it waits for (\w+ \w+) \|", kiosk),
    ):
        idle, minutes = re.search(pattern, where).groups()
        assert IN_MINUTES[int(idle)] == minutes
    held = number_in("view/keeper.js", "HOLD") // 1000
    copies = number_in("view/keeper.js", "MAX_COPIES")
    for where in at_least(2, [text, kiosk]):
        assert f"press the robot for {COUNTED[held]} seconds" in where
        assert f"each of the last {COUNTED[copies]} days" in where


# --- lessons
# --------------------------------------------------------------------------------------------------


def test_lessons_of_the_table_take_the_minutes_that_it_says():
    table = dict(row[:2] for row in rows(page("docs/lessons.md").partition("\n## ")[0]))
    minutes = {}
    for name in TEMPLATES.names("lessons"):
        minutes[f"`{name}`"] = str(read_lesson(name, TEMPLATES).minutes)
    assert table == minutes


# --- Python
# --------------------------------------------------------------------------------------------------


def calls_in_docs() -> Iterator[tuple[str, str, list[str], int]]:
    """Yield where a page calls what kitgen offers, its name, the names and the number of
    arguments.
    """
    for where, text in blocks("python"):
        tree = ast.parse(text)
        imported = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module == "kitgen":
                imported.update(alias.name for alias in node.names)
        for node in ast.walk(tree):
            match node:
                case ast.Call(func=ast.Attribute(value=ast.Name(id="kitgen"), attr=name)):
                    pass
                case ast.Call(func=ast.Name(id=name)) if name in imported:
                    pass
                case _:
                    continue
            yield where, name, [each.arg for each in node.keywords if each.arg], len(node.args)


def arguments_of(name: str) -> set[str]:
    """Return the names of all arguments of a function, also of those that it takes as options."""
    function = getattr(kitgen, name)
    taken = set()
    for parameter in inspect.signature(function).parameters.values():
        taken.add(parameter.name)
        if parameter.kind is parameter.VAR_KEYWORD:
            for table in get_args(get_type_hints(function)[parameter.name]):
                taken.update(table.__annotations__)
    return taken


def test_functions_are_called_with_arguments_that_they_have():
    for where, name, keywords, count in at_least(30, calls_in_docs()):
        assert name in kitgen.__all__, (where, name)
        assert set(keywords) <= arguments_of(name), (where, name)
        inspect.signature(getattr(kitgen, name)).bind_partial(*[None] * count)


def test_arguments_in_running_text_are_those_of_the_function():
    """`print_kit(kit, folder, parts=[…])`: keywords beside the name of a function."""
    called = []
    for name in PAGES:
        for code in named(re.sub(r"```.*?```", "", page(name), flags=re.DOTALL)):
            function = re.match(r"(?:kitgen\.)?(\w+)\(", code)
            if function is not None and function[1] in kitgen.__all__:
                called.append((name, function[1], set(re.findall(r"[(,] ?(\w+)=", code))))
    for name, function, keywords in at_least(6, called):
        assert keywords <= arguments_of(function), (name, function)


# --- names in the sources
# --------------------------------------------------------------------------------------------------

#: Words as code that can be held: with an underscore or a capital inside, in capitals, or alone.
CODE_NAME = re.compile(
    r"(?<![\w-])[A-Za-z]*_\w+|(?<![\w-])[a-z]+[A-Z]\w+|\b[A-Z]{4,}\b|^[A-Za-z]\w*$"
)
BLOCK = re.compile(r"^ *```.*?^ *```$", re.MULTILINE | re.DOTALL)
#: Words that stand in no source: what a reader makes, calls of the system, boards, and others.
OF_NO_SOURCE = {
    "docs/adding-a-game.md": {"OPTION"},
    "docs/adding-a-guest.md": {"my_check"},
    "docs/adding-a-part.md": {"a_part", "MYPART_PART", "OTHER_KEY"},
    "docs/playing.md": {"TEXTUAL_ANIMATIONS"},
    "docs/reliability.md": {"CALL", "KILL", "linkat"},
    "docs/serving.md": {"ETag"},  # its header, which the program writes in small letters
    "docs/testing.md": {"_as_before"},
    "docs/verification.md": {"XXXO", "X2345678O"},
}


@cache
def names_in_sources() -> frozenset[str]:
    """Return the words of all programs, tables, templates and tests, and the names of modules."""
    found: set[str] = set()
    alone = [ROOT / "conftest.py", ROOT / "pyproject.toml", *sorted((ROOT / ".ci").iterdir())]
    for path in filter(Path.is_file, alone):
        found.update(re.findall(r"\w+", path.read_text(encoding="utf-8")))
    for folder in ("kitgen", "templates", "tests", "benchmarks", "docs"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix not in (".py", ".js", ".toml", ".sql", ".html", ".css"):
                continue
            found.add(path.stem)
            # What is told of in this file is not a source.
            if "golden" not in path.parts and not re.match(r"test_.*docs", path.name):
                found.update(re.findall(r"\w+", path.read_text(encoding="utf-8")))
    return frozenset(found)


def test_names_that_pages_write_as_code_stand_in_a_source():
    unknown = defaultdict(set)
    seen = []
    for path in sorted((ROOT / "docs").glob("*.md")):
        text = re.sub(
            r"^ *```.*?^ *```$",
            "",
            path.read_text(encoding="utf-8"),
            flags=re.MULTILINE | re.DOTALL,
        )
        for code in named(text):
            names = CODE_NAME.findall(code)
            seen += names
            strangers = {name for name in names if name not in names_in_sources()}
            if strangers:
                unknown[f"docs/{path.name}"] |= strangers
    assert len(seen) > 2000
    assert unknown == OF_NO_SOURCE


#: The key of a file's version, such as ``kitgen/kit@4``.
SCHEMA = re.compile(r"kitgen/[a-z-]+@\d+")


def test_versions_of_files_that_pages_name_are_those_that_are_read():
    read = set()
    for path in sorted((ROOT / "kitgen").rglob("*.py")):
        read.update(SCHEMA.findall(path.read_text(encoding="utf-8")))
    told = []
    for name in PAGES:
        told += [(name, schema) for schema in SCHEMA.findall(page(name))]
    for name, schema in at_least(15, told):
        assert schema in read, name
