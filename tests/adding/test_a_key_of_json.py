"""A key that was added to what commands write as JSON, or to a kit's file, is led to its page
(docs/adding.md).
"""

import ast
import importlib
import inspect
import json
import pkgutil
import re
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path

import click
import msgspec
import pytest
from click.testing import CliRunner
from command_answers import result_of
from gaps import gap, named, page, rows
from jobs import kit_of
from places import ROOT
from samples_of_releases import samples

import kitgen.kit
from kitgen.cli.main import command_names, main
from kitgen.kit.choices import Choices
from kitgen.kit.file_table import FileTable
from kitgen.kit.kit_json import write_kit
from kitgen.paper.declared import PART_OPTIONS

FEW = "--games 3 --machines 2"
#: What is run for each command, and where its keys are told of if not in its section of
#: commands.md: another page, or the section of another command.
RUN = {
    "boxes": ("boxes her", "docs/kit-json.md"),
    "compare": (f"compare her --rules gardner,michie {FEW}", "simulate"),
    "diff": ("diff her him", ""),
    "doctor": ("doctor", ""),
    "exact": ("exact ladder --at 1", ""),
    "find": ("find her 'bbb/w../.ww b'", ""),
    "games try": ("games try told:dawson-9", ""),
    "lessons": ("lessons", ""),
    "journal beads": ("journal beads her.kitgen", ""),
    "journal check": ("journal check her.kitgen --counts counts.csv", "docs/journal.md"),
    "journal log": ("journal log her.kitgen", ""),
    "journal show": ("journal show her.kitgen", ""),
    "journal status": ("journal status her.kitgen", ""),
    "kits": ("kits", ""),
    "kits --sizes": ("kits --sizes nim", ""),
    "match": ("match random perfect --game nim:9 --games 2 --sprt 50,60", ""),
    "palette": ("palette okabe-ito", ""),
    "palette --all": ("palette", ""),
    "parts": ("parts poster", ""),
    "print": ("print her --dry-run", ""),
    "printer": ("printer --templates own", ""),
    "reproduce": ("reproduce gardner --runs 2", ""),
    "search": ("search nim:9 --depth 3", ""),
    "simulate": (f"simulate her {FEW}", ""),
    "solve": ("solve nim:9", "docs/solving.md"),
    "sweep": ("sweep tiny.toml", ""),
    "templates check": ("templates check faulty", ""),
    "verify": ("verify her", "docs/verification.md"),
}
#: What commands need before they are run: files, and commands that make the others.
GIVEN = {
    "games.txt": "a1a2 b3a2 b1a2 c3c2 W\n",
    "counts.csv": "box,bead,beads\nA1,R,7\n",
    "faulty/editions/ours.toml": 'gaem = "nim:9"\n',
    "faulty/texts/xx/cover.toml": 'bag = "una borsa"\n',
    "tiny.toml": 'kits = ["her"]\nopponents = ["random"]\ngames = 3\nmachines = 2\n',
}
FIRST = {
    "journal": ("journal new her", "journal add her.kitgen games.txt"),
    "printer": ("printer new office --measured 178.2,230,15.5,20 --templates own",),
}
#: The names of the sides of a game, and of a language, are keys, too.
SIDES = {"first", "second", "black", "white", "xx"}


def writers() -> Iterator[str]:
    """Yield the commands that write JSON, with the words of subcommands."""
    for name in command_names():
        command = main.get_command(click.Context(main), name)
        inside = getattr(command, "commands", {})
        for words, each in [
            (name, command),
            *((f"{name} {sub}", one) for sub, one in inside.items()),
        ]:
            if any("--json" in parameter.opts for parameter in each.params):
                yield words


def keys_of(data: object) -> set[str]:
    """Return all keys in some JSON that are names, at any depth."""
    if isinstance(data, dict):
        return {key for key in data if key.isidentifier()}.union(*map(keys_of, data.values()))
    return set().union(*map(keys_of, data)) if isinstance(data, list) else set()


def names_in(text: str) -> set[str]:
    """Return the words between backquotes in a text, without those in its blocks of code."""
    return set(re.findall(r"\w+", " ".join(named(re.sub(r"```.*?```", "", text, flags=re.DOTALL)))))


def keys_in_code(module: str) -> set[str]:
    """Return the keys of the dictionaries that the functions of a file make, on whatever
    condition.
    """
    tree = ast.parse((ROOT / module).read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    # A result writes itself by its `report`; what else its file makes are frames and curves.
    functions = [node for node in functions if node.name == "report"] or functions
    keys: list[object] = []
    for node in chain.from_iterable(map(ast.walk, functions)):
        match node:
            case ast.Dict():
                keys += [key.value for key in node.keys if isinstance(key, ast.Constant)]
            case ast.Subscript(slice=ast.Constant(value=value), ctx=ast.Store()):
                keys.append(value)
            case ast.Call(func=ast.Name(id="dict")):
                keys += [keyword.arg for keyword in node.keywords]
    return {key for key in keys if isinstance(key, str) and key.isidentifier()}


def told_of(command: str) -> str:
    """Return the section of a command on the page of commands; some have one for all their
    subcommands.
    """
    sections = re.split(r"^## kitgen ", page("docs/commands.md"), flags=re.MULTILINE)[1:]
    words = command.partition(" --")[0]
    wanted = [words, words.partition(" ")[0]]
    return next(text for word in wanted for text in sections if re.match(rf"{word}\b", text))


@pytest.mark.parametrize("words", list(writers()))
def test_the_json_of_each_command_is_looked_at(words):
    if words not in RUN:
        gap(
            "tests/adding/test_a_key_of_json.py",
            f'add to RUN what is run: "{words}": ("{words} …", "")',
        )


@cache
def written(words: str) -> object:
    """Return what a command writes as JSON, run in the folder of the test that asks first."""
    for name, text in GIVEN.items():
        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for command in FIRST.get(words.partition(" ")[0], ()):
        before = CliRunner().invoke(main, command)
        assert before.exit_code == 0, before.output
    run, _elsewhere = RUN[words]
    done = CliRunner().invoke(main, f"{run} --json")
    # 1 where two kits differ or a template is wrong, 3 where beads are to be counted again
    assert done.exit_code in (0, 1, 3), done.output
    return result_of(done.stdout)


#: These take more than a second.
SLOW = ("reproduce", "sweep")


@pytest.mark.parametrize(
    "words",
    [pytest.param(words, marks=[pytest.mark.every] if words in SLOW else []) for words in RUN],
)
def test_a_page_names_every_key_that_a_command_writes(words):
    _run, elsewhere = RUN[words]
    keys = keys_of(written(words))
    assert len(keys) > 1
    told = told_of(words)
    if elsewhere:
        told += page(elsewhere) if elsewhere.endswith(".md") else told_of(elsewhere)
    if missing := sorted(keys - SIDES - names_in(told)):
        file = elsewhere if elsewhere.endswith(".md") else "docs/commands.md"
        section = elsewhere if elsewhere and file == "docs/commands.md" else words
        gap(
            file,
            f"tell of the keys that `kitgen {section} --json` writes: `{'`, `'.join(missing)}`",
        )


#: Where the JSON of commands is put together outside their own files.
HELPERS = {
    "kitgen/cli/experiment_options.py": ("compare", "exact", "simulate"),
    "kitgen/cli/kit_report.py": ("verify",),
    "kitgen/cli/table_report.py": ("verify",),
    "kitgen/inquiries/game_solution.py": ("solve",),
    "kitgen/inquiries/game_trial.py": ("games try",),
    "kitgen/lab/chain_answers.py": ("exact",),
    "kitgen/lab/matches.py": ("match",),
    "kitgen/lab/reproductions.py": ("reproduce",),
    "kitgen/lab/rules_compared.py": ("compare", "simulate"),
    "kitgen/lab/sweeps.py": ("sweep",),
    "kitgen/lab/tally.py": ("simulate",),
    "kitgen/inquiries/lookahead.py": ("search",),
    "kitgen/inquiries/position_lookup.py": ("find",),
    "kitgen/journal/journal.py": ("journal status",),
    "kitgen/kit/kit.py": ("print",),
    "kitgen/press/print_run.py": ("print",),
    "kitgen/verification/report.py": ("verify",),
    "kitgen/verification/tables/reading.py": ("verify",),
    "kitgen/theory/database.py": ("solve",),
    "kitgen/theory/large_boards.py": ("kits",),
}
#: Files with the commands whose sections tell of their keys.
FILES = {
    f"kitgen/cli/commands/{name}.py": tuple(
        words for words in RUN if words.partition(" ")[0] == name
    )
    for name in dict.fromkeys(words.partition(" ")[0] for words in writers())
} | HELPERS
#: Keys of dictionaries in these files that are not JSON: arguments of other functions and places in
#: texts.
OF_NO_JSON: dict[str, set[str]] = {
    "kitgen/cli/commands/exact.py": {"draws", "loses", "wins"},  # headings of its table
    "kitgen/cli/commands/journal.py": {"files", "moves", "number"},
    "kitgen/cli/commands/print.py": {"cover"},
}


def test_the_reports_of_all_results_are_looked_at():
    for path in sorted((ROOT / "kitgen").rglob("*.py")):
        file = path.relative_to(ROOT).as_posix()
        writes = "def report(self)" in path.read_text(encoding="utf-8")
        if (
            writes and file not in FILES and file != "kitgen/model.py"
        ):  # which says only that there is one
            gap(
                "tests/adding/test_a_key_of_json.py",
                f'add to HELPERS the commands that write it: "{file}": ("…",)',
            )


@pytest.mark.parametrize("file", FILES)
def test_a_page_names_the_keys_that_are_written_only_sometimes(file):
    """A run of each command shows its usual keys; those on a condition are found in the code."""
    told = "".join(told_of(words) for words in FILES[file])
    for elsewhere in (RUN[words][1] for words in FILES[file] if words in RUN):
        if elsewhere:
            told += page(elsewhere) if elsewhere.endswith(".md") else told_of(elsewhere)
    missing = sorted(keys_in_code(file) - OF_NO_JSON.get(file, set()) - SIDES - names_in(told))
    if missing:
        sections = " or ".join(f"`kitgen {words}`" for words in FILES[file])
        other = "one that is not JSON goes into OF_NO_JSON in tests/adding/test_a_key_of_json.py"
        gap(
            "docs/commands.md",
            f"tell under {sections} of the keys in {file}: `{'`, `'.join(missing)}`; {other}",
        )


def test_the_page_of_kit_json_names_every_key_of_a_kit():
    data = msgspec.json.decode(write_kit(kit_of("her")))
    keys = {
        *data,
        *data["choices"],
        *data["boxes"][0],
        *data["boxes"][0]["slots"][0],
        *data["palette"][0],
    }
    assert len(keys) > 30
    if missing := sorted(keys - names_in(page("docs/kit-json.md"))):
        gap("docs/kit-json.md", f"tell of the keys `{'`, `'.join(missing)}` of a kit")


#: A list of keys in words: `board, start, boxes`, or `losses: {min, max}, finds: [{who, when}]`.
INNER = re.compile(r"(\w+): \[?\{([^{}]*)\}\]?")
LIST = re.compile(r"(\w+|INNER)(, (\w+|INNER))*".replace("INNER", r"\w+: [\[{].*[\]}]"))


def lists_of_keys(text: str) -> Iterator[list[str]]:
    """Yield the keys of each object that a text lists between backquotes, inner ones first."""
    for code in named(" ".join(text.split())):
        if not LIST.fullmatch(code) or "," not in code:
            continue
        left = code
        inner = INNER.search(left)
        while inner is not None:
            yield re.findall(r"\w+", inner[2])
            left = left.replace(inner[0], inner[1])
            inner = INNER.search(left)
        yield re.findall(r"\w+", left)


def objects_in(data: object) -> Iterator[set[str]]:
    """Yield the keys of each object in some JSON, at any depth."""
    if isinstance(data, dict):
        yield set(data)
        data = [*data.values()]
    for inner in data if isinstance(data, list) else []:
        yield from objects_in(inner)


def runs() -> dict[str, list[str]]:
    """Return what is run for each command, its subcommands together; slow ones are left out."""
    found: dict[str, list[str]] = {}
    for words in RUN:
        if words not in SLOW:
            found.setdefault(words.partition(" ")[0], []).append(words)
    return found


#: Lists of what no run above writes: the board of a class, and the chances by the number of a game.
OF_NO_RUN = {
    "journal": ["group, number, leads, score, results, learned"],
    "exact": ["n, p"],
    "games": ["board, start, boxes"],
    "templates": ["language, key"],
}


@pytest.mark.parametrize("name", runs())
def test_keys_that_a_page_lists_are_those_of_one_object(name):
    """As `name, kind, game` of `kits` are: whoever reads JSON looks for them under these names."""
    objects: list[set[str]] = []
    sections = []
    for words in runs()[name]:
        objects += objects_in(written(words))
        sections.append(told_of(words))
    text = "".join(dict.fromkeys(sections))
    strange = [
        ", ".join(keys)
        for keys in lists_of_keys(text)
        if not any(each.issuperset(keys) for each in objects)
    ]
    if wrong := [keys for keys in strange if keys not in OF_NO_RUN.get(name, [])]:
        gap(
            "docs/commands.md",
            f"no object that `kitgen {name} --json` writes has all the keys `{wrong[0]}`",
        )


@pytest.mark.parametrize("name", runs())
def test_keys_in_a_table_are_written(name):
    """Those in the first cell of a row: on some condition at least, as the code says."""
    text = told_of(runs()[name][0])
    keys: set[str] = set()
    for words in runs()[name]:
        keys |= keys_of(written(words))
        for file, commands in FILES.items():
            if words in commands:
                keys |= keys_in_code(file)
    tables = re.findall(r"^\| key \| holds \|\n(?:\|.*\n)+", text, re.MULTILINE)
    told = {key for table in tables for row in rows(table) for key in named(row[0])}
    if gone := sorted(told - keys):
        gap(
            "docs/commands.md",
            f"`kitgen {name} --json` writes no key `{gone[0]}`, which its table has",
        )


def kept_from_1_0() -> Iterator[tuple[type[FileTable], str]]:
    """Yield each table of files with a key that is written even where it has its default."""
    for module in pkgutil.iter_modules(kitgen.kit.__path__, "kitgen.kit."):
        for table in vars(importlib.import_module(module.name)).values():
            if (
                inspect.isclass(table)
                and issubclass(table, FileTable)
                and table.__module__ == module.name
            ):
                for field in msgspec.structs.fields(table):
                    if getattr(field.default_factory, "__module__", "") == FileTable.__module__:
                        yield table, field.encode_name


@cache
def keys_of_1_0() -> tuple[set[str], set[str]]:
    """Return all keys in the files that version 1.0 has written, and those of choices."""
    files = {name: json.loads(data) for name, data in samples().items() if name.endswith(".json")}
    choices = [data["choices"] for name, data in files.items() if name.startswith("kits/")]
    return keys_of([*files.values()]), set().union(*choices)


@pytest.mark.parametrize(("table", "key"), list(kept_from_1_0()))
def test_only_keys_of_1_0_are_declared_as_in_1_0(table, key):
    everywhere, choices = keys_of_1_0()
    if key not in (choices if table is Choices else everywhere):
        file = f"{table.__module__.replace('.', '/')}.py"
        gap(
            file,
            f"write `{key}: … = DEFAULT` in place of as_in_1_0(DEFAULT), which is for "
            "keys that 1.0 had",
        )


@pytest.mark.parametrize("key", [option.file_key for option in PART_OPTIONS])
def test_the_page_of_kit_json_names_every_setting(key):
    row = next(
        line for line in page("docs/kit-json.md").splitlines() if line.startswith("| `options` |")
    )
    if key not in named(row):
        gap("docs/kit-json.md", f"add `{key}` to the row of `options` in the table of job.json")
