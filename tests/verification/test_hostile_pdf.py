"""PDFs made to do harm: each ends in one line, within bounds of memory and time, whatever it
asks for.
"""

import os
import subprocess
import sys

import msgspec
import pytest
from click.testing import CliRunner
from hostile_pdfs import HOSTILE, concentric, drawn
from prints import document, write_print
from raw_pdf import wrap
from sampling import few, sample

from kitgen import __version__
from kitgen.cli.main import main
from kitgen.errors import KitFileError
from kitgen.kit.build import build_kit
from kitgen.kit.job_json import write_job
from kitgen.kit.kit_json import write_kit
from kitgen.render.pdf import WRITER
from kitgen.sandbox import limits, process
from kitgen.sandbox.process import read_pdf
from kitgen.sources.attachments import attached_job

pytestmark = pytest.mark.usefixtures("as_users_do")
resource = pytest.importorskip("resource", reason="measures as Unix does")

#: Nothing may take more: bytes at once, and seconds of work, after which the system ends it; most
#: take one or two.
MOST_MEMORY = 1_000_000_000
MOST_SECONDS = 30
#: Starts a command from a process that is small itself, for Linux counts what a parent has to its
#: child, and says the exit code, the bytes of the largest process below it, and the seconds that
#: all of them worked.
MEASURE = f"""
import resource, subprocess, sys
resource.setrlimit(resource.RLIMIT_CPU, ({MOST_SECONDS}, {MOST_SECONDS}))
done = subprocess.run(sys.argv[1:])
used = resource.getrusage(resource.RUSAGE_CHILDREN)
unit = 1 if sys.platform == "darwin" else 1024
print("measured", done.returncode, used.ru_maxrss * unit, used.ru_utime + used.ru_stime)
"""


def measured(*words):
    """Run a command of kitgen; its exit code, most bytes, seconds of work, and what it wrote to
    both streams.
    """
    command = [sys.executable, "-I", "-S", "-c", MEASURE, sys.executable, "-m", "kitgen", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    said, _, figures = done.stdout.rpartition("measured ")
    code, memory, seconds = figures.split()
    return int(code), int(memory), float(seconds), said, done.stderr


@pytest.mark.every
@pytest.mark.parametrize("name", few(HOSTILE, one_in=120))
def test_harm_ends_in_one_line(tmp_path, name, record_property):
    path = tmp_path / "harm.pdf"
    path.write_bytes(HOSTILE[name]())
    code, memory, seconds, said, refusal = measured("verify", str(path))
    record_property("memory", memory)
    record_property("seconds", seconds)
    assert memory < MOST_MEMORY
    assert seconds < MOST_SECONDS
    assert code == 1, "it ends by itself, and not by the system"
    if "FAIL" in said:  # read, and found wanting
        assert refusal == ""
    else:
        assert said == ""
        assert refusal.startswith("kitgen: ")
        assert refusal.count("\n") == 1
        assert len(refusal) < 500 + len(str(path))


@pytest.mark.every
def test_a_print_run_that_asks_for_very_many_sheets_is_ended(tmp_path):
    """A small PDF, with a kit and a run that make two thousand sheets: minutes of work for
    whoever believed it.
    """
    drawn = document("her", ("zero",))
    run = attached_job(write_print(tmp_path / "her.pdf", drawn))
    wide = {"printed": ("demo", "tactile", "zero", "finder"), "options": dict(run.options)}
    wide["options"] |= {"demo": "page", "show": "all"}
    made = write_job(msgspec.structs.replace(run, **wide, kitgen=__version__, writer=WRITER))
    path = write_print(
        tmp_path / "kit.pdf", drawn, kit_file=write_kit(build_kit("hexapawn:5x3")), job_file=made
    )
    code, memory, _, said, _ = measured("verify", str(path))
    assert (code, memory < MOST_MEMORY) == (1, True)
    assert "takes longer to be printed again than an honest file of its size" in said


@pytest.mark.parametrize(
    ("name", "words"),
    sample(
        [
            ("kit-deflated-twice", "unpacks to far more than an honest file of its size"),
            ("kit-large", "carries a kit.json of more than 16 MB"),
            ("kit-twice", "carries two files kit.json"),
            ("nine-thousand-pages", "more than the 2000 that are read"),
            ("a-hundred-thousand-names", "carries 100000 files"),
            ("thirty-megabytes", "has more than 24 MB"),
        ],
        one_in=8,
    ),
)
def test_each_bound_says_what_is_too_much(tmp_path, name, words):
    path = tmp_path / "harm.pdf"
    path.write_bytes(HOSTILE[name]())
    with pytest.raises(KitFileError) as refusal:
        read_pdf(path)
    assert words in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.every
@pytest.mark.parametrize("name", ["frames-in-frames", "covers-over-covers"])
def test_a_page_is_read_only_as_far_as_kitgen_draws_it(tmp_path, name):
    """Ten thousands of marks are not compared with each other after the first that is strange."""
    path = tmp_path / "harm.pdf"
    path.write_bytes(HOSTILE[name]())
    done = CliRunner().invoke(main, ["verify", str(path)])
    assert done.exit_code == 1
    assert "page 1: something that kitgen does not draw" in done.stdout


def answering(monkeypatch, script):
    """Let another program stand where the one that reads PDFs is started."""
    monkeypatch.setattr(process, "_START", script)


HEAD = "import sys, os; sys.stdin.buffer.read(); out = sys.stdout.buffer; "


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("", "takes too much memory or crashes the reader"),
        (HEAD + "raise ValueError", "takes too much memory or crashes the reader"),
        (HEAD + "os.abort()", "takes too much memory or crashes the reader"),
        (HEAD + "os._exit(3)", "takes more than 512 MB of memory"),
        (HEAD + "out.write(b'f' + bytes(7) + bytes([1, 128]))", "crashes the reader"),  # no end
        (
            HEAD + "out.write(b'f' + bytes(7) + bytes([9, 128]))",
            "crashes the reader",
        ),  # half a frame
        (
            HEAD + "out.write(b'f' + bytes([255] * 8) + bytes(99)); out.write(b'.' + bytes(8))",
            "crashes the reader",
        ),
        (HEAD + "out.write(b'r' + bytes(7) + bytes([2]) + b'no')", "no"),
        ("import sys; sys.exit(0)", "crashes the reader"),  # never reads
    ],
)
def test_half_an_answer_is_none(tmp_path, monkeypatch, capfd, script, words):
    answering(monkeypatch, script)
    path = write_print(tmp_path / "kit.pdf", document("her"))
    with pytest.raises(KitFileError, match=words):
        read_pdf(path)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    "script", few(["import time; time.sleep(600)", "while True: pass"], one_in=2)
)
def test_who_takes_too_long_is_ended(tmp_path, monkeypatch, script):
    answering(
        monkeypatch,
        f"import os; open('pid', 'w').write(str(os.getpid())); {script}".replace(
            "; while", "\nwhile"
        ),
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(limits.Limits, "of", lambda _: limits.Limits(1, 1, 10**6))
    path = write_print(tmp_path / "kit.pdf", document("her"))
    with pytest.raises(KitFileError, match="takes longer to be read"):
        read_pdf(path)
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)


def test_no_process_outlives_its_question(tmp_path, monkeypatch):
    answering(
        monkeypatch,
        HEAD
        + "import time; open('pid', 'w').write(str(os.getpid())); os.close(1); time.sleep(600)",
    )
    monkeypatch.chdir(tmp_path)
    path = write_print(tmp_path / "kit.pdf", document("her"))
    with pytest.raises(KitFileError):
        read_pdf(path)
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)


def test_without_a_program_to_start_the_refusal_is_one_line(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    with pytest.raises(KitFileError, match="no process can be started"):
        read_pdf(write_print(tmp_path / "kit.pdf", document("her")))


def test_the_process_that_reads_is_bounded_by_the_system(tmp_path, monkeypatch):
    """The limits are set in the process itself, before the library is loaded."""
    script = (
        "import sys, resource; sys.path[:] = sys.argv[2:]; import kitgen.sandbox.child as child\n"
        "def refused(*a, **k):\n"
        "    raise child.KitFileError(' '.join(str(resource.getrlimit(getattr(resource, n))[0]) "
        "for n in ('RLIMIT_AS', 'RLIMIT_CPU', 'RLIMIT_CORE')) + ' pdf' * ('pypdfium2' in "
        "sys.modules))\n"
        "    yield\n"
        "child.frames = refused; child.main(sys.argv[1])"
    )
    answering(monkeypatch, script)
    path = write_print(tmp_path / "kit.pdf", document("her"))
    with pytest.raises(KitFileError) as said:
        read_pdf(path)
    assert str(said.value) == f"'{path}' {limits.MEMORY} 4 0"


@pytest.mark.every
def test_an_unforeseen_error_fails(tmp_path, monkeypatch):
    """Also one on the way, in whatever reads marks."""
    script = "import sys; wanted, *sys.path = sys.argv[1:]; from kitgen.sandbox.child import main\n"
    script += "import kitgen.sandbox.plain_page as plain; plain._Page = None; main(wanted)"
    answering(monkeypatch, script)
    path = write_print(tmp_path / "kit.pdf", document("her", ("labels", "finder")))
    done = CliRunner().invoke(main, ["verify", "--marks", str(path)])
    assert (done.exit_code, done.stderr) == (1, "")
    assert f"'{path}' has marks that cannot be read (TypeError); print the kit again" in done.stdout


def test_what_travels_in_a_pdf_is_read_without_its_pages(tmp_path):
    path = tmp_path / "harm.pdf"
    path.write_bytes(drawn(concentric(60_000)))
    done = CliRunner().invoke(main, ["boxes", str(path)])
    assert done.exit_code == 0, done.output


@pytest.mark.every
def test_a_pdf_of_which_nothing_can_be_read_fails(tmp_path):
    path = tmp_path / "empty.pdf"
    path.write_bytes(wrap())
    done = CliRunner().invoke(main, ["verify", str(path)])
    assert done.exit_code == 1
    assert "FAIL  every sheet carries the kit's hash: expected 1 page; found 0" in done.stdout
    assert "FAIL  every box is drawn in the labels: expected 19 cards; found 0" in done.stdout
