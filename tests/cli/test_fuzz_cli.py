"""Whatever is typed, kitgen answers or refuses in one line: arguments made from what the commands
themselves declare.

Commands come from ``command_names`` and their arguments from click's own description of them, good
values and junk mixed, so that a new command or option is tried without being named here. What once
went wrong stands below as an example.
"""

import contextlib

import click
import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from sampling import examples, few

from kitgen.cli.main import command_names, main
from kitgen.errors import MESSAGE, NotationError
from kitgen.games import game_names, make_game

#: What leaves with other codes has not been thought of.
CODES = {0, 1, 2, 3, 130}
#: Kits that are made and worked with in no time.
KITS = ["her", "ladder", "nim:3", "awari-3x1", "hexapawn:2x3"]
DEEP = "[" * 5000
JUNK = [
    *(
        "",
        " ",
        "-",
        "--",
        "---/---/---",
        "nan",
        "inf",
        "-inf",
        "-1",
        "0",
        "1e999999999",
        "9" * 5000,
        "1" + "0" * 20,
    ),
    *(
        "x" * 100_000,
        "\x1b[31mred",
        "a\nb",
        "\0",
        "٣",
        "½",
        "é",
        "°",
        "../..",
        "/",
        "/dev/null",
        "none.pdf",
    ),
    *(
        "nowhere/kit.json",
        "her:",
        "hexapawn:",
        "hexapawn:3x3x3",
        "hexapawn:-1x2",
        "nim:0",
        "nim:3,take=0",
        "nim,take",
    ),
    *(
        "nim:9,take=9,take=9",
        "awari:1x0",
        "tictactoe:3x3,win=99",
        ":",
        ",",
        "=",
        "random:1e999999999",
        "random:1/0",
    ),
    *(
        "script:",
        "script:,",
        "script:a1",
        "machine:",
        "machine:machine",
        "random:0.5,perfect:nan",
        "red:",
        "a:b:c",
    ),
    *(
        "red:99999999999999999999,blue:1",
        "1,2,x",
        "1," * 1000,
        DEEP,
        "{" * 5000,
        "53x36",
        "0x0",
        "1e3x1",
        "NaN,NaN",
    ),
    *("1,1", "all", "her,her", "none.toml", "0x10"),
]
WORDS = [
    "her",
    "random",
    "perfect",
    "gardner",
    "michie",
    "black",
    "first",
    "en",
    "it",
    "cover",
    "labels",
    "a4",
    "35x15",
]
POSITIONS = [
    "bbb/w../.ww b",
    "BBB/W../.WW B",
    "5 F",
    "3 s",
    "-x-/---/--- o",
    "1,1,1/1,1,1 S",
    "...",
    "b" * 3000 + " b",
]

junk = st.one_of(st.sampled_from(JUNK), st.text(max_size=12))


def values(parameter: click.Parameter) -> st.SearchStrategy[str]:
    """Return values for an argument or option: such as it may have, and such as nobody thought
    of.
    """
    kind = parameter.type
    if parameter.name in ("kit", "first", "second", "game"):
        return st.one_of(st.sampled_from(KITS), junk)
    if parameter.name == "position":
        return st.one_of(st.sampled_from(POSITIONS), junk)
    if parameter.name in ("games", "machines", "highest"):
        return st.one_of(st.sampled_from(["1", "2", "3", "1,2"]), st.sampled_from(JUNK))
    known = getattr(kind, "known", None) or getattr(kind, "choices", None)
    return st.one_of(st.sampled_from(list(known) if known else WORDS), junk)


def leaves(
    command: click.Command, path: tuple[str, ...]
) -> list[tuple[tuple[str, ...], click.Command]]:
    """Return a command with the words that name it, or those of a group."""
    if isinstance(command, click.Group):
        return [
            leaf for name, one in command.commands.items() for leaf in leaves(one, (*path, name))
        ]
    return [(path, command)]


#: All commands that do not take minutes whatever they are given.
LEAVES = [
    leaf
    for name in command_names()
    if name != "reproduce"
    for leaf in leaves(main.get_command(click.Context(main), name), (name,))
]


@st.composite
def command_lines(draw: st.DrawFn) -> list[str]:
    """Return the words of a command line."""
    path, command = draw(st.sampled_from(LEAVES))
    words = list(path)
    options = [one for one in command.params if isinstance(one, click.Option)]
    for option in draw(st.lists(st.sampled_from(options), max_size=3)) if options else ():
        words.append(draw(st.sampled_from([*option.opts, *option.secondary_opts])))
        if not option.is_flag:
            words.append(draw(values(option)))
    for argument in command.params:
        if isinstance(argument, click.Argument) and draw(st.integers(0, 9)):
            words += [draw(values(argument))]
    if path == ("print",) and "--parts" not in words:  # all parts take seconds
        words += ["--parts", draw(st.sampled_from(["cover", "labels", "calibration", "nothing"]))]
    if path == ("serve",):  # which would not end
        words += ["--port", "none"]
    if draw(st.integers(0, 9)) == 0:
        words.insert(draw(st.integers(0, len(words))), draw(junk))
    return words


def answer(words: list[str], text: str | None = None) -> click.testing.Result:
    """Run a command line in this process and hold it to what every command keeps."""
    done = CliRunner().invoke(main, words, input=text)
    shown = done.stdout + done.stderr
    assert isinstance(done.exception, SystemExit | None), words
    assert done.exit_code in CODES, words
    assert "fault of kitgen" not in shown, (words, done.stderr)
    assert "Traceback" not in shown
    refused = done.stderr.splitlines()
    if done.exit_code == 2:
        assert refused
        assert refused[-1].startswith("kitgen: "), words
    assert all(len(line) <= MESSAGE + 200 for line in refused), words
    return done


@settings(
    max_examples=examples(25),
    derandomize=True,
    suppress_health_check=list(HealthCheck),
    database=None,
)
@given(words=command_lines())
@example(words=["print", "her", "--set", "boxes.clearance=nan", "--parts", "boxes"])
@example(words=["print", "her", "--set", "poster.bead=inf", "--parts", "poster"])
@example(words=["boxes", "her", "--beads", "red:" + "9" * 5000])
@example(words=["exact", "her", "--games", "9" * 5000])
@example(words=["simulate", "ladder", "--opponent", "random:1e999999999"])
@example(words=["find", "her", "b" * 100_000])
@example(words=["kits", "--sizes", "x" * 100_000])
@example(words=["print", "her", "--stock", DEEP])
@example(words=["boxes", "her", "--beads", DEEP])
@example(words=["pri\x1b[31mnt"])
@example(words=["journal", "undo", "\0"])
@example(words=[])
def test_every_command_line_is_answered_or_refused_in_one_line(words, tmp_path_factory):
    with contextlib.chdir(tmp_path_factory.mktemp("fuzz")):
        answer(words)


def test_every_command_is_among_those_tried():
    assert {path[0] for path, _ in LEAVES} == set(command_names()) - {"reproduce"}


GAMES = ["hexapawn", "tictactoe", "awari:3x2", "nim:9", "connect", "dodgem"]


@st.composite
def almost_positions(draw: st.DrawFn) -> tuple[str, str]:
    """Return a game and a text that is a position of it, or was one before some signs were
    changed.
    """
    spec = draw(st.sampled_from(GAMES))
    signs = list(make_game(spec).text(make_game(spec).start()))
    for _ in range(draw(st.integers(0, 4))):
        place = draw(st.integers(0, max(0, len(signs) - 1)))
        change = draw(
            st.sampled_from([*"bwBWxXoO./, 0129SsNnFf-", "99999", "", "\0", "é", "/" * 50])
        )
        signs[place : place + draw(st.integers(0, 1))] = change
    return spec, "".join(signs)


@settings(max_examples=examples(150), derandomize=True, database=None)
@given(asked=almost_positions())
@example(asked=("tictactoe", "x.o/.x./... o"))
@example(asked=("hexapawn", "BBB/.../WWW W"))
@example(asked=("nim:9", "٣ F"))
def test_every_position_is_read_or_refused(asked):
    spec, text = asked
    game = make_game(spec)
    try:
        position = game.parse(text)
    except NotationError:
        return
    assert game.parse(game.text(position)) == position


def test_positions_of_every_game_are_tried():
    assert {spec.partition(":")[0] for spec in GAMES} == set(game_names())


@settings(
    max_examples=examples(12),
    derandomize=True,
    suppress_health_check=list(HealthCheck),
    database=None,
)
@given(lines=st.lists(st.one_of(st.sampled_from(POSITIONS), junk), max_size=5))
@example(lines=["b" * 3_000_000, "bbb/.../www w"])
def test_every_line_of_standard_input_is_answered_or_refused(lines):
    done = answer(
        ["find", "her", "-"], "\n".join(line.encode("utf-8", "replace").decode() for line in lines)
    )
    assert done.exit_code in (0, 2)


@pytest.mark.parametrize(
    "words",
    few(
        [["find", "her"], ["boxes"], ["print"], ["kits", "--sizes"], ["simulate"], ["palette"]],
        one_in=3,
    ),
)
def test_a_million_letters_in_are_a_line_out(words):
    done = answer([*words, "x" * 1_000_000])
    assert done.exit_code == 2
    assert len(done.stderr) < MESSAGE + 200
