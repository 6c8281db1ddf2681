"""What long work shows: nothing at first, then lines or a bar, as it is asked for; and what asks
first.
"""

import re
import time

import click
import pytest
from click.testing import CliRunner
from explored_once import as_users_do
from sampling import few, sample

import kitgen
from kitgen.cli import terminal
from kitgen.cli.main import command_names, main
from kitgen.cli.terminal import progress_bar, progress_options, value_of, working
from kitgen.compiling import compile_progress
from kitgen.errors import TooLargeError

#: Commands whose work can take longer than somebody waits without wondering.
LONG = [
    "kits",
    "print",
    "boxes",
    "find",
    "simulate",
    "exact",
    "compare",
    "reproduce",
    "sweep",
    "verify",
    "diff",
    "solve",
]


@click.command()
@progress_options
def slow():
    """Work for a while."""
    with working("weaving") as report:
        time.sleep(0.4)
        report("sewing", 3, 10)
        time.sleep(0.4)
    click.echo("quiet" if value_of("quiet") else "done")


@pytest.fixture(autouse=True)
def hurry(monkeypatch):
    """Wait less than people do."""
    for name, seconds in (("SECONDS_BEFORE", 0.05), ("SECONDS_BETWEEN_LINES", 0.07)):
        monkeypatch.setattr(terminal, name, seconds)
    monkeypatch.delenv("KITGEN_PROGRESS")


def test_lines_tell_what_was_reported_last_and_go_on_by_themselves():
    done = CliRunner().invoke(slow, ["--progress", "plain"])
    lines = done.stderr.splitlines()
    assert done.stdout == "done\n"
    assert lines[0] == "kitgen: weaving, 0 s so far"
    assert re.fullmatch(r"kitgen: sewing 3 of 10, [01] s so far", lines[-1])
    assert CliRunner().invoke(slow, []).stderr.startswith("kitgen: weaving")  # no terminal


@pytest.mark.parametrize(
    ("words", "says"),
    sample([(["--progress", "none"], "done\n"), (["--quiet"], "quiet\n")], one_in=2),
)
def test_who_wants_to_hear_nothing_hears_nothing(words, says):
    done = CliRunner().invoke(slow, words)
    assert (done.stdout, done.stderr) == (says, "")


def test_the_environment_says_it_too():
    assert CliRunner().invoke(slow, [], env={"KITGEN_PROGRESS": "none"}).stderr == ""
    assert CliRunner().invoke(slow, [], env={"KITGEN_PROGRESS": "loud"}).exit_code == 2


@click.command()
@progress_options
def hasty():
    """Compile, and then do a little."""
    with working("weaving") as report:
        report("sewing", 3, 10)
        compile_progress.report(2, 5)
        time.sleep(0.5)
        compile_progress.report(0, 0)
        time.sleep(0.5)


@pytest.mark.every
def test_who_waits_for_code_to_be_compiled_is_told_soon(monkeypatch):
    monkeypatch.setattr(terminal, "SECONDS_BETWEEN_LINES", 30)
    assert CliRunner().invoke(slow, ["--progress", "plain"]).stderr == ""
    monkeypatch.setattr(terminal, "SECONDS_BETWEEN_LINES", 0.7)  # when the code has been compiled
    lines = CliRunner().invoke(hasty, ["--progress", "plain"]).stderr.splitlines()
    assert lines[0] == "kitgen: compiling (once per computer) 2 of 5, 0 s so far"
    assert re.fullmatch(r"kitgen: sewing 3 of 10, [01] s so far", lines[-1])
    monkeypatch.setattr(terminal, "SECONDS_BETWEEN_STEPS", 0.02)
    drawn = CliRunner().invoke(hasty, ["--progress", "bar"]).stderr
    assert re.search(r"compiling \(once per computer\).*2/5", drawn)
    assert "3/10" in drawn
    assert CliRunner().invoke(hasty, ["--quiet"]).stderr == ""


def test_a_bar_is_drawn_and_cleared(monkeypatch):
    monkeypatch.setattr(terminal, "SECONDS_BETWEEN_STEPS", 0.05)
    done = CliRunner().invoke(slow, ["--progress", "bar"])
    assert "sewing" in done.stderr
    assert "3/10" in done.stderr
    assert re.search(r"\x1b\[2K\s*$", done.stderr) or done.stderr.endswith("\x1b[2K")


def test_a_question_finds_the_line_empty(monkeypatch):
    @click.command()
    @progress_options
    def ask():
        with working("weaving") as report:
            time.sleep(0.1)
            with report.paused():
                told = len(done_so_far())
                time.sleep(0.2)
                assert len(done_so_far()) == told
            time.sleep(0.2)

    shown: list[str] = []

    def done_so_far() -> list[str]:
        return shown

    real = click.echo
    monkeypatch.setattr(
        terminal.click, "echo", lambda *words, **how: (shown.append("x"), real(*words, **how))[1]
    )
    done = CliRunner().invoke(ask, ["--progress", "plain"], catch_exceptions=False)
    assert done.exit_code == 0
    assert len(shown) >= 2


def test_a_count_adds_up():
    seen = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            terminal.ProgressDisplay, "__call__", lambda _self, *words: seen.append(words)
        )
        with progress_bar("games", 10) as advance:
            advance(3)
            advance(4)
    assert seen == [("games", 0, 10), ("games", 3, 10), ("games", 7, 10)]


@pytest.mark.parametrize("name", LONG)
def test_every_long_command_can_be_told_to_be_quiet(name):
    help_text = CliRunner().invoke(main, [name, "--help"]).stdout
    assert "--progress" in help_text
    assert "--quiet" in help_text
    assert set(LONG) <= set(command_names())


def test_quiet_leaves_results_alone(tmp_path):
    for words in (["boxes", "ladder"], ["find", "ladder", "5 F"], ["solve", "nim:5"]):
        assert (
            CliRunner().invoke(main, [*words, "--quiet"]).stdout
            == CliRunner().invoke(main, words).stdout
        )
    printed = CliRunner().invoke(
        main, ["print", "ladder", "-o", str(tmp_path / "kit"), "--quiet", "--parts", "cover"]
    )
    assert (printed.exit_code, printed.output) == (0, "")
    assert (tmp_path / "kit" / "kit.pdf").is_file()


@pytest.mark.parametrize("game", few(["hexapawn:5x4", "tictactoe:4x4", "hexapawn:7x7"], one_in=6))
def test_a_large_game_is_asked_about_before_it_is_explored(game, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    seen = []
    real = kitgen.sources.kit_sources.make_kit
    monkeypatch.setattr(
        "kitgen.sources.kit_sources.make_kit",
        lambda name, **more: seen.append(more["limit"]) or real(name, **more),
    )
    asked = CliRunner().invoke(main, ["print", game], input="n\n")
    assert asked.exit_code == 1
    assert f"'{game}' has more than 20,000 positions" in asked.stderr
    assert asked.stderr.endswith("nothing was printed\n")
    nobody = CliRunner().invoke(main, ["print", game], input="")
    assert "use --yes to go on anyway" in nobody.stderr
    assert seen == [20_000, 20_000]
    assert list(tmp_path.iterdir()) == []


def test_once_agreed_to_a_large_game_is_explored_whole(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    limits = []

    def large(_name, *, limit, **_more):
        limits.append(limit)
        raise TooLargeError(f"more than {limit}")

    monkeypatch.setattr("kitgen.sources.kit_sources.make_kit", large)
    assert (
        "more than 300000"
        in CliRunner().invoke(main, ["print", "hexapawn:5x5"], input="y\n").stderr
    )
    assert "more than 300000" in CliRunner().invoke(main, ["print", "hexapawn:5x5", "--yes"]).stderr
    assert limits == [20_000, 300_000] * 2


def test_exploring_says_how_far_it_is(monkeypatch):
    as_users_do(monkeypatch)
    told = []
    kitgen.make_kit("dodgem", progress=lambda *words: told.append(words))
    assert told == [
        ("exploring dodgem:3x3", 1000, None),
        ("solving dodgem:3x3", 0, None),
        ("making the boxes of dodgem:3x3", 0, None),
    ]


def test_a_bar_that_was_never_shown_needs_no_hiding():
    terminal.ProgressDisplay("bar").__exit__()
