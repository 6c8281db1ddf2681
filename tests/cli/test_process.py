"""The program as a process: closed and full outputs, pipes that end early, interrupts at any
moment, odd terminals.
"""

import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from places import ROOT
from sampling import few, sample

PROGRAM = [sys.executable, "-m", "kitgen"]


def environment(**more: str) -> dict[str, str]:
    """Return what a process finds in its environment: of the test that starts it, and with
    ``kitgen`` on its path.
    """
    programs = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    return os.environ | {"PYTHONPATH": str(ROOT), "PATH": programs} | more


def shell(line: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a line of shell, in which ``kitgen`` is the program."""
    script = f'kitgen() {{ {shlex.join(PROGRAM)} "$@"; }}\n{line}'
    return subprocess.run(
        ["bash", "-c", script],
        capture_output=True,
        text=True,
        check=False,
        env=environment(**more),
        timeout=120,
    )


@pytest.mark.parametrize(
    ("line", "code", "says"),
    sample(
        [
            ("kitgen boxes her >&-", 0, ""),
            ("kitgen boxes her >&- 2>&-", 0, ""),
            ("kitgen find her nonsense 2>&-", 2, ""),
            ("kitgen find her - <&-", 0, ""),
            (
                "kitgen boxes her >/dev/full",
                1,
                "kitgen: the output cannot be written: No space left on device\n",
            ),
            ("kitgen boxes her | cat >/dev/null; exit ${PIPESTATUS[0]}", 0, ""),
            ("kitgen boxes $'x\\xff.json'", 2, "kitgen: there is no file or folder 'x"),
            ("kitgen", 0, ""),
        ],
        one_in=3,
    ),
)
def test_outputs_that_are_closed_or_full_are_no_traceback(line, code, says):
    done = shell(line)
    assert done.returncode == code, done.stderr
    assert done.stderr.startswith(says)
    assert done.stderr.count("\n") == bool(says)


@pytest.mark.every
def test_a_bare_command_shows_its_help_as_it_is_laid_out():
    output = shell("kitgen").stdout
    assert output == shell("kitgen --help").stdout
    assert "\n  print " in output
    assert "\n  copy " in shell("kitgen templates").stdout


def test_letters_that_a_terminal_cannot_show_are_no_traceback():
    done = shell(
        "kitgen simulate ladder --games 5 --machines 2 | cat; kitgen boxes her",
        PYTHONIOENCODING="ascii",
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""


def test_a_long_line_of_input_takes_no_memory():
    line = (
        "ulimit -v 700000; (head -c 200000000 /dev/zero; echo; echo 'bbb/.../www w') | "
        "kitgen find her -"
    )
    done = shell(line)
    assert done.returncode == 2
    assert done.stderr == "kitgen: line 1: a position cannot have more than 2,000 characters\n"
    assert done.stdout.count("\n") == 1


#: Starts the program and interrupts it as it looks for the module of a number, the first after its
#: own first line.
INTERRUPTED = """
import os, signal, sys
class Interrupt:
    left = int(sys.argv.pop(1))
    def find_spec(self, name, path=None, target=None):
        if "kitgen.__main__" in sys.modules:
            self.left -= 1
            if self.left == 0:
                os.kill(os.getpid(), signal.SIGINT)
from kitgen.__main__ import run
sys.meta_path.insert(0, Interrupt())
run()
"""


@pytest.mark.parametrize("number", few([1, 2, 3, 5, 8, 13, 21, 34, 55], one_in=3))
def test_an_interrupt_while_it_starts_is_one_line(number):
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, str(number), "boxes", "her"],
        capture_output=True, text=True, check=False, env=environment(),
    )  # fmt: skip
    assert done.returncode == 130, done.stderr
    assert done.stderr.strip() == "kitgen: stopped"


@pytest.mark.parametrize("wait", few([0.3, 0.5], one_in=2))
def test_an_interrupt_while_it_works_is_one_line(wait):
    with subprocess.Popen(
        [*PROGRAM, "boxes", "hexapawn:5x4"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as process:
        time.sleep(wait)
        process.send_signal(signal.SIGINT)
        _, stderr = process.communicate()
    assert b"Traceback" not in stderr
    assert process.returncode in (130, -signal.SIGINT)  # the second: Python itself had not begun


@pytest.mark.every
def test_bash_finishes_words():
    ask = (
        "COMP_WORDS=($1); COMP_CWORD=$((${#COMP_WORDS[@]}-1)); _kitgen_completion kitgen; echo "
        '"${COMPREPLY[*]}"'
    )
    script = f'eval "$(kitgen completion bash)"; ask() {{ {ask}; }}\n'
    asked = {
        "kitgen pri": "print printer",
        "kitgen print menace-": "menace-second",
        "kitgen print her --page l": "letter",
    }
    for words, answer in asked.items():
        done = shell(f"{script}ask {words!r}")
        assert (done.stdout.strip(), done.stderr) == (answer, ""), words
    assert shell(f"{script}ask 'kitgen nonsense x'").stderr == ""


@pytest.mark.parametrize("name", ["zsh", "fish", "powershell"])
def test_other_shells_get_words_too(name):
    assert "_KITGEN_COMPLETE" in shell(f"kitgen completion {name}").stdout


def test_fish_takes_the_commas_of_a_list_as_part_of_the_word():
    assert 'string split --max 1 "," $completion' in shell("kitgen completion fish").stdout


@pytest.mark.skipif(not shutil.which("fish"), reason="fish is not installed")
def test_fish_finishes_a_list(tmp_path):
    program = tmp_path / "kitgen"
    program.write_text(f'#!/bin/sh\nexec {shlex.join(PROGRAM)} "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    script = shell("kitgen completion fish").stdout
    asked = f"{script}\ncomplete --do-complete 'kitgen print her --parts labels,bo'"
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["fish", "--no-config", "--command", asked],
        env=environment(PATH=path),
        capture_output=True,
        text=True,
        check=True,
    )
    assert set(done.stdout.split()) == {"labels,board", "labels,boxes"}


@pytest.mark.parametrize(
    ("words", "incomplete", "answers"),
    [
        (["kitgen", "pri"], "pri", {"print", "printer"}),
        (["kitgen", "print", "her", "--page"], "", {"a4", "letter"}),
        (["kitgen", "print", "her", "--parts", "cover,labe"], "cover,labe", {"cover,labels"}),
    ],
)
def test_powershell_is_answered_with_kinds_words_and_meanings(words, incomplete, answers):
    asked = {"_KITGEN_COMPLETE": "powershell_complete", "COMP_WORDS": "\n".join(words)}
    if incomplete:  # Windows has no empty variables
        asked["COMP_INCOMPLETE"] = incomplete
    done = subprocess.run(
        PROGRAM, env=environment() | asked, capture_output=True, text=True, check=True
    )
    rows = [line.split("\t") for line in done.stdout.splitlines()]
    assert {kind for kind, _, _ in rows} == {"plain"}
    assert {word for _, word, _ in rows} == answers
