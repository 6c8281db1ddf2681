"""What the Tab key offers, command line by command line, in each shell's own form."""

import os
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete, get_completion_class
from command_answers import run
from counting import at_least

from kitgen.cli.fish import FishListComplete
from kitgen.cli.main import main
from kitgen.cli.powershell import PowerShellComplete

#: Command lines as far as they are typed; the last word is completed.
TYPED = (
    "",
    "j",
    "x",
    "-",
    "--v",
    "print ",
    "print h",
    "print her --p",
    "print her --parts ",
    "print her --parts la",
    "print her --parts labels,b",
    "print her --parts labels,",
    "print her --set ",
    "print her --set poster.",
    "print her --set poster.size=",
    "print her --set poster.size=a",
    "print her --set nosuch=",
    "print her --stock ",
    "print her --stock L7",
    "print her --language ",
    "print her --rule ",
    "print her --palette o",
    "print her --theme c",
    "print her --page ",
    "print her --forced ",
    "print her --side ",
    "boxes ",
    "boxes m",
    "boxes her --colour-by ",
    "boxes her --mirrors n",
    "simulate her --opponent ",
    "simulate her --opponent m",
    "compare her --rules ",
    "compare her --rules gardner,m",
    "exact ladder --",
    "solve ",
    "search nim --algorithm ",
    "search nim --refinements ordering,",
    "match ",
    "diff her ",
    "find her --",
    "journal ",
    "journal a",
    "journal add ",
    "journal export --f",
    "journal export --format ",
    "kits --",
    "lessons --",
    "parts ",
    "parts p",
    "palette ",
    "new ",
    "new g",
    "templates ",
    "verify ",
    "web ",
    "play her --opponent ",
    "completion ",
    "printer ",
    "reproduce ",
    "serve --",
    "games ",
    "sweep ",
    "nosuch ",
)


def offered(shell, line):
    """Return the words that a shell is offered, one per line, with their kinds and meanings."""
    *words, incomplete = line.split(" ")
    completion = shell(main, {}, "kitgen", "_KITGEN_COMPLETE")
    items = completion.get_completions(words, incomplete)
    return [completion.format_completion(item) for item in items]


class Plain(ShellComplete):
    """Shows each answer as it is."""

    name = "plain"
    source_template = ""

    def format_completion(self, item):
        return f"{item.type} {item.value} {item.help or ''}".rstrip()


def test_the_words_that_are_offered_are_as_before(golden):
    folder = Path("her-printed")
    folder.mkdir()
    (folder / "kit.json").write_text("{}", encoding="utf-8")
    Path("class.kitgen").write_text("", encoding="utf-8")
    lines = []
    for line in at_least(60, TYPED):
        lines += [f"$ kitgen {line}", *(f"  {word}" for word in offered(Plain, line))]
    golden("completed", "\n".join(lines))


@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_the_script_of_a_shell_that_click_knows_is_clicks(shell):
    completion = get_completion_class(shell)(main, {}, "kitgen", "_KITGEN_COMPLETE")
    assert run("completion", shell).stdout == f"{completion.source()}\n"


def test_the_scripts_of_other_shells_are_kitgens(golden):
    fish = FishListComplete(main, {}, "kitgen", "_KITGEN_COMPLETE")
    assert run("completion", "fish").stdout == f"{fish.source()}\n"
    golden("completion-powershell", run("completion", "powershell").stdout.rstrip("\n"))


def test_fish_keeps_lists_whole():
    assert 'string split --max 1 ","' in FishListComplete.source_template
    assert 'string split ","' not in FishListComplete.source_template


@pytest.mark.parametrize(
    ("words", "incomplete", "args"),
    [
        ("kitgen", "", ([], "")),
        ("kitgen\nprint", "", (["print"], "")),
        ("kitgen\nprint\nhe", "he", (["print"], "he")),
        (
            "kitgen\nprint\nher\n--parts\nlabels,b",
            "labels,b",
            (["print", "her", "--parts"], "labels,b"),
        ),
        ("", "", ([], "")),
    ],
)
def test_powershell_says_what_was_typed(words, incomplete, args, monkeypatch):
    monkeypatch.setitem(os.environ, "COMP_WORDS", words)
    monkeypatch.setitem(os.environ, "COMP_INCOMPLETE", incomplete)
    assert PowerShellComplete(main, {}, "kitgen", "X").get_completion_args() == args


def test_powershell_gets_kind_word_and_meaning_in_one_line():
    lines = offered(PowerShellComplete, "journal st")
    assert lines == [
        "plain\tstatus\tShow games, results and beads, and what to do now.",
        "plain\tstory\tTell a game, picture by picture.",
    ]
