"""The standard streams of a command: closed, narrow, full of long lines; and questions on them."""

import io
import sys
from types import SimpleNamespace

import click
import pytest

from kitgen.cli import terminal
from kitgen.errors import KitgenError


@pytest.mark.parametrize(
    ("encoding", "written"),
    [
        ("ascii", b"\\xe8 \\u265f \\U0001f600 a"),
        ("latin-1", b"\xe8 \\u265f \\U0001f600 a"),
        ("utf-8", "è ♟ 😀 a".encode()),
    ],
)
@pytest.mark.parametrize("name", ["stdout", "stderr"])
def test_letters_that_a_terminal_cannot_show_are_escaped(name, encoding, written, monkeypatch):
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding=encoding)
    monkeypatch.setattr(sys, name, stream)
    terminal.open_streams()
    stream.write("è ♟ 😀 a")
    stream.flush()
    assert raw.getvalue() == written
    assert stream.errors == "backslashreplace"


def test_what_is_read_stays_as_it_is(monkeypatch):
    stream = io.TextIOWrapper(io.BytesIO(b"\xe8"), encoding="utf-8", errors="surrogateescape")
    monkeypatch.setattr(sys, "stdin", stream)
    terminal.open_streams()
    assert stream.errors == "surrogateescape"


def test_a_stream_that_is_closed_is_opened_to_nowhere(monkeypatch):
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, None)
    terminal.open_streams()
    assert sys.stdin.read() == ""
    sys.stdout.write("è")
    sys.stderr.write("è")
    modes = [stream.mode for stream in (sys.stdin, sys.stdout, sys.stderr)]
    encodings = [stream.encoding for stream in (sys.stdin, sys.stdout, sys.stderr)]
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        stream.close()
    assert modes == ["r", "w", "w"]
    assert encodings == ["utf-8"] * 3


def test_a_stream_that_is_something_else_is_left_alone(monkeypatch):
    kept = io.StringIO()
    monkeypatch.setattr(sys, "stdout", kept)
    terminal.open_streams()
    assert sys.stdout is kept


@pytest.mark.parametrize(
    ("reads", "writes", "at"),
    [(True, True, True), (True, False, False), (False, True, False), (False, False, False)],
)
def test_at_a_terminal_are_input_and_output(reads, writes, at, monkeypatch):
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(isatty=lambda: reads))
    monkeypatch.setattr(sys, "stdout", SimpleNamespace(isatty=lambda: writes))
    assert terminal.at_terminal() is at


@pytest.mark.parametrize("err", [False, True])
def test_lines_go_where_they_are_asked_for(err, capsys):
    terminal.echo_lines(["one", 2], err=err)
    out, errors = capsys.readouterr()
    assert (errors if err else out) == "one\n2\n"
    assert (out if err else errors) == ""


def answer(monkeypatch, *answers):
    """Let somebody answer so at each prompt, and return the prompts."""
    prompts = []
    waiting = iter(answers)

    def prompt(text, **options):
        prompts.append((text, options))
        given = next(waiting, None)
        if given is None:
            raise click.Abort
        return given

    monkeypatch.setattr(click, "prompt", prompt)
    return prompts


@pytest.mark.parametrize(
    ("said", "agreed"),
    [
        ("yes", True),
        ("y", True),
        (" YES ", True),
        ("sì", True),
        ("s", True),
        ("no", False),
        ("n", False),
        ("N", False),
        ("", False),
        ("  ", False),
    ],
)
def test_english_and_the_words_of_the_language_agree_or_not(said, agreed, monkeypatch):
    prompts = answer(monkeypatch, said)
    if agreed:
        terminal.agree("It is long", "left out", "Avanti?", yes="sì", no="no")
    else:
        with pytest.raises(KitgenError) as refused:
            terminal.agree("It is long", "left out", "Avanti?", yes="sì", no="no")
        assert str(refused.value) == "left out"
    options = {"default": "", "show_default": False, "err": True}
    assert prompts == [("Avanti? [s/N]", options)]


def test_another_word_is_asked_again_and_the_warning_is_the_question(monkeypatch):
    prompts = answer(monkeypatch, "perhaps", "ye", "y")
    terminal.agree("It is long", "left out")
    assert [text for text, _ in prompts] == ["It is long. Go on? [y/N]"] * 3


def test_where_nobody_answers_the_warning_is_the_error(monkeypatch, capsys):
    answer(monkeypatch)
    with pytest.raises(KitgenError) as refused:
        terminal.agree("It is long", "left out", "Avanti?", yes="sì", no="no")
    assert str(refused.value) == "It is long; use --yes to go on anyway"
    assert capsys.readouterr() == ("", "\n")


LONGEST = terminal.LINE * b"a"


@pytest.mark.parametrize(
    ("given", "lines"),
    [
        (b"", []),
        (b"a\nb", ["a\n", "b"]),
        (b"\xef\xbb\xbfa\n", ["a\n"]),
        (b"\xff\n", ["\ufffd\n"]),
        (b"\n\n", ["\n", "\n"]),
        (LONGEST, [LONGEST.decode()]),
        (LONGEST + b"\nb\n", [f"{LONGEST.decode()}\n", "b\n"]),
        (LONGEST + b"a\nb\n", [None, "b\n"]),
        (LONGEST + b"a", [None]),
        (40 * LONGEST + b"\nb", [None, "b"]),
    ],
)
def test_lines_of_input_are_bounded_and_readable(given, lines, monkeypatch):
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(given)))
    assert [*terminal.lines_of_input()] == lines


@pytest.mark.parametrize(
    ("least", "wanted", "room", "widths"),
    [
        ([4, 6], [4, 30], 40, [4, 30]),
        ([4, 6], [20, 30], 30, [14, 16]),
        ([4, 6], [20, 30], 10, [4, 6]),
        ([4, 6], [20, 30], 11, [5, 6]),
        ([4, 6], [5, 30], 20, [5, 15]),
        ([1, 1, 1], [9, 9, 9], 8, [3, 3, 2]),
        ([4, 6], [4, 6], 99, [4, 6]),
    ],
)
def test_a_width_is_shared_out_column_by_column(least, wanted, room, widths):
    assert terminal._widths(least, wanted, room) == widths


def test_a_block_has_the_headings_of_its_full_cells():
    block = terminal._block(["kit", "boxes", "about", "beads"], ["her", "19", "", "41"])
    assert block == "her\n  boxes: 19\n  beads: 41"
