"""The start and the end of the command: in which order streams are opened, work is done, and an
interrupt leaves at once or ends work tidily.
"""

import gc
import os
import signal

import pytest

import kitgen.cli.main
import kitgen.cli.terminal
from kitgen import __main__ as start


class Left(BaseException):
    """What stands for the end of the process here."""


@pytest.fixture
def steps(monkeypatch):
    """A list of what the command does, step by step."""
    done = []

    def note(name, *shown):
        def step(*words):
            done.append(" ".join((name, *(shown or map(str, words)))))

        return step

    def handle(number, handler):
        name = "tidily" if handler is signal.default_int_handler else handler.__name__
        done.append(f"{signal.Signals(number).name} {name}")

    def leave(code):
        done.append(f"exit {code}")
        raise Left

    monkeypatch.setattr(signal, "signal", handle)
    monkeypatch.setattr(os, "_exit", leave)
    monkeypatch.setattr(os, "write", note("write"))
    monkeypatch.setattr(gc, "set_threshold", note("cycles after"))
    monkeypatch.setattr(gc, "freeze", note("freeze"))
    monkeypatch.setattr(kitgen.cli.terminal, "open_streams", note("open"))
    monkeypatch.setattr(kitgen.cli.terminal, "finish", note("finish"))
    return done


BEGUN = ["SIGINT _leave", "cycles after 50000", "open", "SIGINT tidily"]
ENDED = ["SIGINT _leave", "finish", "freeze"]
STOPPED = [r"write 2 b'kitgen: stopped\n'", "exit 130"]


@pytest.mark.parametrize(
    ("fault", "raised", "after"),
    [
        (None, None, []),
        (SystemExit(3), SystemExit, []),
        (KeyboardInterrupt(), Left, STOPPED),
    ],
)
def test_the_command_begins_and_ends_in_its_order(monkeypatch, steps, fault, raised, after):
    def work():
        steps.append("work")
        if fault:
            raise fault

    monkeypatch.setattr(kitgen.cli.main, "main", work)
    if raised:
        with pytest.raises(raised):
            start.run()
    else:
        start.run()
    assert steps == [*BEGUN, "work", *after, *ENDED]


def test_an_interrupt_without_a_stream_for_errors_leaves_all_the_same(monkeypatch, steps):
    def closed(*_):
        raise OSError

    monkeypatch.setattr(os, "write", closed)
    with pytest.raises(Left):
        start._leave(signal.SIGTERM, None)
    assert steps == ["exit 143"]
