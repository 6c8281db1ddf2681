"""What the docs say is so: code blocks run, commands and options exist, examples are as kitgen
writes them.
"""

import ast
import json
import os
import re
import shlex
import sys
import tokenize
import tomllib
from collections.abc import Iterator
from pathlib import Path

import click
import msgspec
import pytest
from click.testing import CliRunner
from counting import at_least
from places import ROOT
from sampling import sample

from kitgen.cli.main import command_names, main
from kitgen.games.told.told_file import game_at
from kitgen.kit.build import build_kit
from kitgen.kit.kit_json import write_kit
from kitgen.kit.palette import read_palette
from kitgen.kit.rule import read_rule
from kitgen.lab.sweeps import read_plan
from kitgen.paper.parts import PARTS
from kitgen.reading.templates import Templates
from kitgen.sources.kit_sources import make_kit

PAGES = [
    "README.md",
    "CONTRIBUTING.md",
    *sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("docs/*.md")),
]

#: Pages of the sections Start and How to.
GUIDE = re.compile(r"docs/(start|howto)-")

#: Rooms whose files a page may name without the `kitgen/` before them.
ROOMS = "|".join(path.parent.name for path in ROOT.glob("kitgen/*/__init__.py"))

#: Lines of shell that are not run here, and why.
NOT_RUN = {
    "python -m venv": "a new environment: .ci/run makes one",
    "python -m pip": "installs: tests/test_install.py does",
    "python -m pytest": "runs the tests: it would run itself",
    **dict.fromkeys(
        ("mkdir ", "cp ", "cd "),
        "a folder for the lesson: tests/journal/test_lesson.py copies the photo",
    ),
    "python -m kitgen.conformance": "its games are the reader's own; "
    "tests/games/test_conformance.py "
    "runs the suite",
    "python benchmarks/": "takes minutes, and measures",
    "python tests/": "kills processes for many minutes; "
    "tests/journal/test_journal_killed.py kills fewer",
    "python docs/": "writes to docs/; the drawing is compared below",
    "git ": "changes a repository",
    ".ci/run": "runs this",
    **dict.fromkeys(
        ("python -m docs.app", "KITGEN_APP=", "python .ci/"),
        "builds the app: .ci/run does, and tries it",
    ),
    "kitgen serve": "runs until somebody ends it",
    "export ": "sets a variable of the reader's shell",
}
#: Commands that take too long for a test; the tests of their own work run them on smaller boards.
SLOW = (
    "kitgen solve hexapawn:5x5",
    "kitgen solve hexapawn:6x5",
    "kitgen reproduce",
    "kitgen sweep",
)


def blocks(*languages: str) -> list[tuple[str, str]]:
    """Return all fenced blocks in some languages: where each stands, and what it holds."""
    found = []
    for page in PAGES:
        text = (ROOT / page).read_text(encoding="utf-8")
        for match in re.finditer(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
            line = text.count("\n", 0, match.start()) + 1
            if match[1] in languages:
                found.append((f"{page}:{line}", match[2]))
    return found


def commands(language: str, text: str) -> list[str]:
    """Return the single commands of a block: after a prompt in a console, all lines in a script."""
    single = []
    for line in text.splitlines():
        if language == "sh" or line.startswith("$ "):
            typed, _, _comment = line.removeprefix("$ ").partition(" #")
            single += [part.strip() for part in typed.split("&&")]
    return [command.removeprefix("time ") for command in single if command]


#: The commands of each block that can be run, as the one argument of a test.
RUN = {}
for _language in ("sh", "console"):
    for _where, _text in blocks(_language):
        RUN[_where] = (commands(_language, _text),)

#: What pages show of commands that are refused.
REFUSALS = dict(
    re.findall(
        r"^\$ (.+)\n(kitgen: .+)$", "".join(text for _, text in blocks("console")), re.MULTILINE
    )
)


def trained_elsewhere() -> dict[str, dict[str, int]]:
    """Return a machine as other programs save it: a weight for each move of each board."""
    kit = make_kit("menace")
    weights = {}
    for box in kit.boxes:
        board, _, _ = kit.game.text(box.position).partition(" ")
        weights[board] = {kit.game.move_text(slot.moves[0]): slot.beads + 1 for slot in box.slots}
    return weights


def kitgen_lines(lines: list[str]) -> Iterator[list[str]]:
    """Yield the words of each command of kitgen among some lines."""
    for line in lines:
        if line.startswith((*NOT_RUN, *SLOW, ". ")):
            continue
        words = shlex.split(line)
        assert words[0] == "kitgen", f"{line!r} is neither run nor excepted"
        yield words[1:]


def test_all_commands_in_the_docs_have_the_options_that_stand_there():
    """Quicker than to run them, which is done with some."""
    typed = []
    for where, (lines,) in RUN.items():
        typed += [(where, words) for words in kitgen_lines(lines)]
    for where, words in at_least(100, typed):
        assert words[0] in {*command_names(), "--version", "--help"}, (where, words)
        known = options_of(words[0]) if words[0] in command_names() else set()
        long = {word.partition("=")[0] for word in words[1:] if word.startswith("--")}
        assert long - known - {"--help"} == set(), (where, words)


@pytest.mark.parametrize("lines", sample(RUN, one_in=36))
def test_commands_in_the_docs_run(lines, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KITGEN_TEMPLATES", str(tmp_path / "own"))
    (tmp_path / "own").mkdir()
    assert lines
    (table,) = [text for _, text in blocks("csv")]  # the file that docs/games-csv.md shows
    (tmp_path / "games.csv").write_text(table, encoding="utf-8")
    hens = next(text for where, text in blocks("toml") if "inventing-a-game" in where)
    (tmp_path / "hens.toml").write_text(hens, encoding="utf-8")
    if any("trained.json" in line for line in lines):
        (tmp_path / "trained.json").write_text(json.dumps(trained_elsewhere()), encoding="utf-8")
    if any("--printer office" in line for line in lines):
        measured = ["printer", "new", "office", "--measured", "178.2,230,15.5,20"]
        assert CliRunner().invoke(main, measured).exit_code == 0
    named = any("class-with-board" in line for line in lines)
    if named and not any("journal new" in line for line in lines):
        made = ["journal", "new", "her", "--groups", "6", "-o", "class-with-board"]
        assert CliRunner().invoke(main, made).exit_code == 0
    refused = {tuple(shlex.split(command)[1:]): said for command, said in REFUSALS.items()}
    for words in kitgen_lines(lines):
        done = CliRunner().invoke(main, words)
        refusal = refused.get(tuple(words))
        if refusal is None:
            assert done.exit_code == 0, (words, done.output)
        else:
            assert (done.exit_code, done.output) == (2, f"{refusal}\n")


@pytest.mark.parametrize(
    ("where", "text"), sample({block[0]: block for block in blocks("python")}, one_in=6)
)
def test_python_in_the_docs_runs(where, text, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "__main__", sys.modules["__main__"])
    exec(compile(text, where, "exec"), {"__name__": "docs"})  # noqa: S102 - the docs' own code


@pytest.mark.parametrize(
    ("where", "text"), [pytest.param(*block, id=block[0]) for block in blocks("toml")]
)
def test_toml_in_the_docs_is_what_kitgen_reads(where, text, tmp_path):
    """A file that a page shows whole can be read: a rule, a sweep, entry points."""
    data = tomllib.loads(text)
    path = tmp_path / "shown.toml"
    path.write_text(text, encoding="utf-8")
    if "empty" in data:
        assert read_rule(str(path), Templates()).empty
    elif "side" in data:
        assert game_at(path).legal_moves(game_at(path).start())
    elif "kits" in data:
        assert read_plan(path).kits
    elif "colours" in data:
        (tmp_path / "palettes").mkdir()
        path.rename(tmp_path / "palettes" / "shown.toml")
        assert len(read_palette(f"shown@{data['version']}", "en", Templates(tmp_path))) == len(
            data["colours"]
        )
    else:
        assert list(data) == ["project"], f"{where} shows a file that this test does not know"


def test_there_are_blocks_to_try():
    assert len(RUN) >= 6
    assert len(blocks("toml")) >= 3


def test_the_first_box_in_the_docs_is_that_of_her():
    page = (ROOT / "docs" / "kit-json.md").read_text(encoding="utf-8")
    shown = json.loads(re.findall(r"```json\n(\{.*?)```", page, re.DOTALL)[0])
    assert shown == msgspec.json.decode(write_kit(build_kit("her")))["boxes"][0]


def options_of(name: str) -> set[str]:
    """Return the options of a command and its subcommands, as they are typed."""
    command = main.get_command(None, name)
    commands = [command]
    if isinstance(command, click.Group):
        commands += [command.get_command(None, inner) for inner in command.list_commands(None)]
    options = set()
    for each in commands:
        for parameter in each.params:
            options.update(option for option in parameter.opts if option.startswith("--"))
    return options


def test_the_page_of_commands_tells_of_each():
    page = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## kitgen (\S+)", page, re.MULTILINE)
    assert sorted(headings) == sorted(command_names())


#: Options that the page explains once for all commands, or with their opposite.
ELSEWHERE = {"--help", "--templates", "--no-express", "--progress", "--quiet"}
#: Where options stand that several commands have.
SHARED = {
    "web": "KIT",
    "print": "KIT",
    "boxes": "KIT",
    "find": "KIT",
    "verify": "KIT",
    "exact": "kitgen simulate",
    "compare": "kitgen simulate",
}


@pytest.mark.parametrize("name", command_names())
def test_every_option_is_told_of_where_its_command_is(name):
    """In the command's own section, or where those stand that several have."""
    page = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    sections = {
        part.partition("\n")[0]: part
        for part in re.split(r"^## (?=kitgen|KIT)", page, flags=re.MULTILINE)[1:]
    }
    text = "".join(
        part for title, part in sections.items()
        if title.split()[:2] == ["kitgen", name] or title.startswith(SHARED.get(name, "nothing"))
    )  # fmt: skip
    text += (ROOT / "docs" / "makers.md").read_text(encoding="utf-8") if name == "print" else ""
    told = set(re.findall(r"(?<=[`\s\[])--?[a-z-]+", text))
    assert text
    assert {
        "/".join(parameter.opts)
        for parameter in main.get_command(None, name).params
        if not told & {*parameter.opts}
        and not ELSEWHERE & {*parameter.opts}
        and parameter.opts[0].startswith("-")
    } == set()


def mentioned() -> list[tuple[str, str]]:
    """Return every ``kitgen …`` command in running text or a table, with the page that names it."""
    found = []
    for page in PAGES:
        text = (ROOT / page).read_text(encoding="utf-8")
        found += [(page, words) for words in re.findall(r"`(?:\$ )?kitgen ([a-z][^`]*)`", text)]
    return found


def test_commands_and_options_in_running_text_exist():
    assert len(mentioned()) >= 30
    for page, text in mentioned():
        name, *words = text.replace("|", " ").split()
        assert name in command_names(), (page, text)
        unknown = {word.partition("=")[0] for word in words if word.startswith("--")} - options_of(
            name
        )
        assert unknown == set(), (page, text)


#: A link in Markdown: its target, without the place in it.
LINK = r"\]\(([^)#]+)[^)]*\)"


def test_links_lead_somewhere():
    links = [(page, target) for page, target in named(LINK) if "://" not in target]
    for page, target in at_least(30, links):
        assert (ROOT / page).parent.joinpath(target).exists(), (page, target)


def test_every_page_can_be_found_from_the_readme():
    """README leads to the page of all pages, which leads to each."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "](docs/contents.md)" in readme
    text = (ROOT / "docs" / "contents.md").read_text(encoding="utf-8")
    named_there = {f"docs/{target}" for target in re.findall(r"\]\(([\w-]+\.md)", text)}
    assert [
        page
        for page in PAGES
        if page.startswith("docs/") and page not in {*named_there, "docs/contents.md"}
    ] == []


#: So many words of README, with its pictures, are one screen and a half of 1280 x 800 pixels.
MAX_README_WORDS = 520


def test_the_readme_is_one_screen_and_a_half():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(readme.split()) <= MAX_README_WORDS
    for page in ("start-lesson", "start-museum", "start-lecture"):
        assert f"](docs/{page}.md)" in readme
    assert "](CONTRIBUTING.md)" in readme


def test_start_and_how_to_stay_short():
    """Guides are one screen or two each, and 20,000 words together."""
    words = {
        page: len((ROOT / page).read_text(encoding="utf-8").split())
        for page in PAGES
        if GUIDE.match(page)
    }
    assert len(words) >= 20
    assert {page: count for page, count in words.items() if count > 900} == {}
    assert sum(words.values()) <= 20_000


def figures_of(command: str) -> dict:
    """Return what a print would have and need, without printing."""
    done = CliRunner().invoke(main, [*shlex.split(command), "--dry-run", "--json"])
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)["result"]


def beads_to_buy(figures: dict) -> int:
    return sum(colour["total"] for colour in figures["to_buy"])


@pytest.mark.every
def test_the_museum_page_has_the_figures_of_both_machines():
    page = (ROOT / "docs" / "start-museum.md").read_text(encoding="utf-8")
    her = figures_of("print her")
    menace = figures_of("print menace")
    rows = {
        "boxes": [kit["boxes"] for kit in (her, menace)],
        "beads in the boxes": [f"{kit['beads']:,}" for kit in (her, menace)],
        "sheets of A4 for the kit": [kit["sheets"] for kit in (her, menace)],
        "building, four people": [f"{kit['minutes']} minutes" for kit in (her, menace)],
    }
    for what, (small, large) in at_least(4, rows.items()):
        assert f"| {what} | {small} | {large} |" in page
    assert len(menace["to_buy"]) == 7
    assert f"{beads_to_buy(menace):,} in seven colours" in page
    staff = figures_of("print menace --parts museum,panel")
    assert staff["sheets"] == 8
    assert "a panel for the wall, on A3, and seven sheets for your staff" in page


def test_the_page_of_a_first_lesson_has_the_figures_of_its_print():
    page = (ROOT / "docs" / "start-lesson.md").read_text(encoding="utf-8")
    lesson = figures_of("print lesson:hexapawn-50")
    assert lesson["sheets"] == 12
    assert "twelve sheets for one group" in page
    assert len(lesson["to_buy"]) == 4
    needed = f"{lesson['boxes']} matchboxes and {beads_to_buy(lesson)} beads in four colours"
    assert needed in page
    assert f"four people about {lesson['minutes']} minutes" in page


def test_the_page_of_six_groups_has_the_figures_of_its_list():
    page = (ROOT / "docs" / "howto-groups.md").read_text(encoding="utf-8")
    one = figures_of("print lesson:hexapawn-50")["to_buy"]
    six = figures_of("print lesson:hexapawn-50 --groups 6")["to_buy"]
    for colour, for_all in at_least(4, zip(one, six, strict=True)):
        assert f"| {colour['name']} beads | {colour['total']} | {for_all['total']} |" in page


def named(pattern):
    """Return the names of a pattern in the pages, each with its page."""
    found = set()
    for page in PAGES:
        text = (ROOT / page).read_text(encoding="utf-8")
        found.update((page, name) for name in re.findall(pattern, text))
    return found


def test_parts_and_paths_that_are_named_exist():
    """A file that a page names is there, and a part in a table of parts is one."""
    names = named(r"`((?:kitgen|tests|templates|docs|benchmarks|\.ci)/[\w./-]*)`")
    assert len(names) > 15
    assert {
        (page, name) for page, name in names if not (ROOT / name).exists() and "my" not in name
    } == set()
    inside = named(rf"`((?:{ROOMS})/[\w/]+\.py)`")
    assert len(inside) > 3
    assert {(page, name) for page, name in inside if not (ROOT / "kitgen" / name).exists()} == set()
    here = set()
    for folder in ("kitgen", "tests", "docs", "benchmarks"):
        here.update(path.name for path in (ROOT / folder).rglob("*.py"))
    bare = named(r"`(\w+\.py)`")
    assert len(bare) > 8
    assert {(page, name) for page, name in bare if name not in here and "my" not in name} == set()
    makers = (ROOT / "docs" / "makers.md").read_text(encoding="utf-8")
    shown = re.findall(r"^\| `([\w-]+)` \|", makers, re.MULTILINE)
    editions = set(Templates().names("editions"))
    assert editions <= set(shown)
    assert set(shown) <= {*PARTS, *editions}


#: How comments of the languages without docstrings begin, by the endings of their files; `#` stands
#: in shell, too.
COMMENTS = {
    (".js", ".mjs", ".css", ".html"): r"/\*.*?\*/|(?<![:\w])//[^\n]*|<!--.*?-->",
    (".toml", ".yml", ".yaml", ".sh", "run", "programs", "Containerfile"): r"(?:^|(?<=\s))#[^\n]*",
    (".sql",): r"--[^\n]*",
}


#: A file with its folder, as comments name it.
NAMED = re.compile(r"(?<![\w./<{*-])((?:\.?[\w-]+/)+[\w.-]*\w\.(?:py|js|mjs|css|sql))(?![\w.])")


#: The folders whose files have comments.
COMMENTED = ("kitgen", "templates", "tests", "docs", "benchmarks", "examples", ".ci", ".github")


def comments() -> Iterator[tuple[str, str]]:
    """Yield the comments of all files that name one: where each is, and its words; of Python its
    docstrings, too.
    """
    listed = []
    for folder in COMMENTED:
        listed += sorted((ROOT / folder).rglob("*"))
    listed += [path for path in sorted(ROOT.iterdir()) if path.is_file()]
    for path in listed:
        where = path.relative_to(ROOT).as_posix()
        pattern = next(
            (pattern for ends, pattern in COMMENTS.items() if path.name.endswith(ends)), None
        )
        if path.suffix == ".py":
            text = path.read_text(encoding="utf-8")
            if NAMED.search(text) is None:
                continue
            with path.open("rb") as file:
                for token in tokenize.tokenize(file.readline):
                    if token.type == tokenize.COMMENT:
                        yield where, token.string
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and (
                    told := ast.get_docstring(node)
                ):
                    yield where, told
        elif pattern is not None and path.is_file():
            for found in re.finditer(
                pattern, path.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
            ):
                yield where, found[0]


def test_files_that_comments_name_exist():
    """In every language: the whole path in the repository, or in kitgen/, or the end of one."""
    ends = set()  # of the paths of all files and folders: up to six parts
    for folder, folders, files in os.walk(ROOT):
        parts = Path(folder).relative_to(ROOT).parts
        if not parts:
            folders[:] = sorted({*folders} - {".git", "build", ".venv"})
        for name in (*folders, *files):
            whole = (*parts, name)
            ends.update("/".join(whole[-depth:]) for depth in range(1, 7))
    read = list(comments())
    kinds = {Path(where).suffix or Path(where).name for where, _ in read}
    assert {".py", ".js", ".css", ".toml", ".yml", ".sql", "run", "programs"} <= kinds
    mentions = []
    for where, words in read:
        mentions += [(where, name) for name in NAMED.findall(words)]
    assert {(where, name) for where, name in at_least(100, mentions) if name not in ends} == set()


def test_the_drawing_of_the_house_is_up_to_date():
    """``python docs/draw_house.py`` draws it anew."""
    script = (ROOT / "docs" / "draw_house.py").read_text(encoding="utf-8")
    module = {"__name__": "draw_house", "__file__": str(ROOT / "docs" / "draw_house.py")}
    exec(compile(script, "draw_house.py", "exec"), module)  # noqa: S102 - the docs' own script
    drawn = (ROOT / "docs" / "house.svg").read_text(encoding="utf-8")
    assert module["drawing"]() == drawn, "docs/house.svg is old: python docs/draw_house.py draws it"
    with pytest.raises(ValueError, match="circle: a, b"):
        module["ranks"](["a", "b", "c"], {("a", "b"), ("b", "a"), ("a", "c")})
    assert module["needed"]({("a", "b"), ("b", "c"), ("a", "c")}) == {("a", "b"), ("b", "c")}


def test_every_module_of_the_house_says_what_it_is():
    files = sorted((ROOT / "kitgen").rglob("*.py"))
    assert len(files) > 100
    assert [
        path.name for path in files if not path.read_text(encoding="utf-8").startswith('"""')
    ] == []


def test_every_test_that_the_page_of_promises_names_is_there():
    page = (ROOT / "docs" / "reliability.md").read_text(encoding="utf-8")
    there = {
        path.name: path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py")
    }
    for name in at_least(40, set(re.findall(r"\btest_\w+\b(?!\.py)", page))):
        assert any(f"def {name}(" in text for text in there.values()), name
    for name in at_least(15, set(re.findall(r"\b(test_\w+\.py)", page))):
        assert name in there
