"""What people type nearly right is answered with what to type, what they have begun is completed,
and a print says what may be printed next.
"""

import pytest
from click.shell_completion import BashComplete
from click.testing import CliRunner
from command_answers import run

from kitgen.cli.main import main
from kitgen.kit.build import build_kit
from kitgen.kit.kit_json import KIT_FILE
from kitgen.paper.parts import PARTS

#: What has been typed, and some of the words that Tab then offers.
BEGUN = {
    "print her --parts la": ["labels"],
    "print her --parts labels,bo": ["labels,boxes", "labels,board"],
    "print her --language ": ["de", "en", "es", "fr", "it"],
    "print her --rule mi": ["michie"],
    "print her --palette oka": ["okabe-ito"],
    "print her --stock matchb": ["matchbox"],
    "simulate her --opponent pe": ["perfect"],
    "play her --opponent mach": ["machine"],
    "compare her --rules gardner,mi": ["gardner,michie"],
    "journal new her --rule mi": ["michie"],
    "parts --language d": ["de"],
    "templates check --mark-read f": ["fr"],
    "print hexa": ["hexapawn"],
}


def completions(typed):
    """Return what Tab offers for the last word that was typed."""
    *before, last = typed.split(" ")
    shell = BashComplete(main, {}, "kitgen", "_KITGEN_COMPLETE")
    return shell.get_completions(before, last)


def completed(typed):
    return [item.value for item in completions(typed)]


@pytest.mark.parametrize("typed", BEGUN)
def test_what_has_been_begun_is_completed(typed):
    assert {*BEGUN[typed]} <= {*completed(typed)}


def test_printed_folders_and_journals_are_kits(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "menace-3b").mkdir()
    (tmp_path / "menace-3b" / KIT_FILE).touch()
    (tmp_path / "menace.kitgen").touch()
    (tmp_path / "menace.txt").touch()
    (tmp_path / "menace-photos").mkdir()
    assert completed("verify menace") == ["menace-3b", "menace.kitgen", "menace", "menace-second"]


def test_a_text_that_is_no_known_word_may_be_a_file():
    (file,) = completions("print her --rule our")
    assert (file.type, file.value) == ("file", "our")


# Each hint is followed by where to read more, so that it ends where it should.
@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (
            ["print", "her", "--parts", "labels,", "board"],
            "a list has no blanks: --parts labels,board (see",
        ),
        (
            ["print", "her", "--parts", "labels,", "board,", "log"],
            "a list has no blanks: --parts labels,board,log (see",
        ),
        (
            ["find", "her", "bbb/.../www", "w"],
            'what has a blank is written in quotation marks: "bbb/.../www w" (see',
        ),
        (
            ["print", "noughts", "and", "crosses"],
            'is written in quotation marks: "noughts and crosses" (see',
        ),
    ],
)
def test_a_blank_too_many_is_answered_with_what_to_type(words, hint):
    done = run(*words)
    assert done.exit_code == 2
    assert hint in done.output


def test_a_word_after_a_switch_is_not_put_into_quotation_marks():
    assert run("print", "her", "--quiet", "more").output == (
        "kitgen: got unexpected extra argument (more) (see 'kitgen print --help')\n"
    )


def test_a_word_too_many_is_not_put_into_quotation_marks_together_with_its_command():
    assert run("kits", "her").output == (
        "kitgen: got unexpected extra argument (her) (see 'kitgen kits --help')\n"
    )


@pytest.mark.parametrize("games", ["nosuch.csv", "class/nosuch.xlsx"])
def test_a_file_of_games_that_is_not_there_is_named_rather_than_a_journal(
    games, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    done = run("journal", "add", games)
    assert done.exit_code == 1
    assert done.output.startswith(f"kitgen: there is no file '{games}'; name a file of games")


def test_games_from_a_pipe_still_need_a_journal(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert "begin one with 'kitgen journal new her'" in run("journal", "add", "-").output


def test_a_print_says_what_a_lesson_needs_besides_and_how_to_print_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    output = run("print", "ladder", "--page", "letter").output.splitlines()
    (line,) = [line for line in output if line.startswith("A lesson also needs the guide")]
    words = line.partition(": kitgen ")[2].split()
    assert words == [
        "print",
        "ladder",
        "--page",
        "letter",
        "--parts",
        "guide,class-set",
        "-o",
        "output/ladder-letter-lesson",
    ]
    assert run(*words).exit_code == 0
    assert (tmp_path / "output" / "ladder-letter-lesson" / "kit.pdf").is_file()
    for parts in ("cover,labels", ",".join(PARTS)):  # no lesson is meant; nothing is missing
        output = run("print", "ladder", "--parts", parts, "--dry-run").output
        assert "A lesson also needs" not in output


def test_a_game_is_printed_with_the_names_of_its_kits(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert build_kit("menace").game.spec == "tictactoe:3x3"
    for words in (("noughts and crosses",), ("tictactoe",), ("tictactoe", "--dry-run")):
        output = run("print", *words, "--parts", "log").output
        assert (
            "Kits of this game that have a name: menace, menace-second; to print one: kitgen "
            "print menace\n" in output
        )
    for other in ("her", "nim:8"):
        assert "that have a name" not in run("print", other, "--parts", "log").output


def test_doctor_lists_each_library_once():
    done = CliRunner().invoke(main, ["doctor"])
    after_heading = done.output.partition("library\n")[2]
    libraries = after_heading.partition("typeface")[0]  # the table that follows
    names = [line.split()[0] for line in libraries.splitlines()]
    assert len(names) == len({*names})
    assert {"numpy", "reportlab", "dask"} <= {*names}
