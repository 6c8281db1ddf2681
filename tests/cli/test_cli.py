"""The command line through its real entry point: what it makes, and how it refuses bad input."""

import json
import os
import shlex
import signal
import subprocess
import sys
import time
import tomllib

import pytest
from click.testing import CliRunner
from command_answers import result_of, run
from jobs import LANGUAGES
from places import ROOT

from kitgen import __version__
from kitgen.__main__ import run as run_program
from kitgen.cli.main import command_names, guarded, main
from kitgen.kit.build import build_kit
from kitgen.kit.kit_json import kit_data

PROGRAM = [sys.executable, "-m", "kitgen"]


def outside(*words, **options):
    """Run the program in a process of its own."""
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [*PROGRAM, *map(str, words)],
        capture_output=True,
        text=True,
        env=env,
        check=False,
        **options,
    )


def test_the_version():
    assert outside("--version").stdout == f"kitgen {__version__}\n"


def test_the_installed_command_is_the_same():
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]
    assert scripts == {"kitgen": f"{run_program.__module__}:run"}


@pytest.mark.parametrize("name", command_names())
def test_every_command_explains_itself_with_an_example(name):
    done = run(name, "--help")
    assert done.exit_code == 0
    assert f"kitgen {name}" in done.stdout


def test_help_lists_every_command():
    done = run("--help")
    assert done.exit_code == 0
    for name in command_names():
        assert f"\n  {name} " in done.stdout


BAD = [
    (["pint", "her"], 2, "did you mean 'print'"),
    (["print", "her", "--pagee", "a4"], 2, "--page"),
    (["print", "her", "--page", "a5"], 2, "a4, letter"),
    (["print", "her", "--page", "lettr"], 2, "letter"),
    (["print", "her", "--palette", "okabe"], 2, "okabe-ito"),
    (["print", "her", "--language", "xx"], 2, ", ".join(LANGUAGES)),
    (["print", "her", "--side", "red"], 2, "black"),
    (["print", "her", "--forced", "skp"], 2, "skip"),
    (["print", "her", "--stock", "matchbx"], 2, "matchbox"),
    (["print", "her", "--stock", "0x15"], 2, ""),
    (["print", "her", "--stock", "5x5"], 2, "too small"),
    (["print", "her", "--stock", "-5x5"], 2, ""),
    (["print", "her", "--stock", "500x500"], None, ""),
    (["print", "her", "--parts", "lables"], 2, "labels"),
    (["print", "her", "--parts", ","], 2, "--parts"),
    (["print", "hre"], 2, "her"),
    (["print", "hexapawn:1x3"], 2, "2x2 to 8x8"),
    (["print", "hexapwn:3x3"], 2, "hexapawn"),
    (["print", "hexapawn:3x3,take=3"], 2, "no options"),
    (["print", ""], 2, "kitgen kits"),
    (["print"], 2, "KIT"),
    (["boxes", "her", "him"], 2, "him"),
    (["boxes", "nowhere/kit.json"], 2, "no file or folder"),
    (["boxes", "her.json"], 2, "no file or folder"),
    (["find", "her"], 2, "POSITION"),
    (["find", "her", "bbb/.../www"], 2, "side to move"),
    (["find", "her", "bbb/.../ww w"], 2, "3 rows of 3"),
    (["find", "her", "xxx/.../www w"], 2, "'x'"),
    (["find", "her", ""], 2, "side to move"),
    (["palette", "gry"], 2, "grey"),
    (["palette", "../palettes/grey"], 2, "palette"),
    (["palette", "okabe-ito", "--language", "xx"], 1, "'xx'"),
    (["verify", "hr"], 2, "her"),
    (["kits", "--jason"], 2, "--json"),
]


@pytest.mark.parametrize(
    ("words", "code", "says"), BAD, ids=[" ".join(words) for words, _, _ in BAD]
)
def test_bad_input_is_refused_in_one_line(words, code, says, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = run(*words)
    assert isinstance(done.exception, SystemExit)
    assert done.exit_code in ((code,) if code else (1, 2))
    assert done.stdout == ""
    assert done.stderr.startswith("kitgen: ")
    assert done.stderr.count("\n") == 1
    assert says in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_refusal_from_outside_has_no_traceback(tmp_path):
    done = outside("find", "her", "nonsense", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("kitgen: position 'nonsense'")


FILES = {
    "empty.json": b"",
    "list.json": b"[1, 2]",
    "other.json": b'{"schema": "something else"}',
    "newer.json": b'{"schema": "kitgen/kit@3"}',
    "binary.json": bytes(range(256)),
    "empty.pdf": b"",
    "broken.pdf": b"%PDF-1.7\nand nothing more",
    "text.pdf": b"not a PDF at all",
    "text.txt": b"not a kit",
    "folder": None,
}


@pytest.mark.parametrize("command", ["boxes", "verify", "print", "find"])
@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_no_kit_is_refused_in_one_line(name, command, tmp_path):
    path = tmp_path / name
    if FILES[name] is None:
        path.mkdir()
    else:
        path.write_bytes(FILES[name])
    done = run(command, path, *(["bbb/.../www w"] if command == "find" else []))
    assert done.exit_code == 1, done.output
    assert done.stderr.startswith("kitgen: ")
    assert done.stderr.count("\n") == 1
    assert name in done.stderr


def test_a_foreign_pdf_is_refused(tmp_path):
    from reportlab.pdfgen.canvas import Canvas  # noqa: PLC0415

    path = tmp_path / "letter.pdf"
    canvas = Canvas(str(path))
    canvas.drawString(100, 100, "Dear all")
    canvas.save()
    done = run("verify", path)
    assert done.exit_code == 1
    assert "not of a kit made by kitgen" in done.stderr


def test_options_that_would_change_a_finished_kit_are_refused(tmp_path):
    path = tmp_path / "kit.json"
    path.write_text(json.dumps(kit_data(build_kit("her"))))
    done = run("boxes", path, "--palette", "grey")
    assert done.exit_code == 2
    assert "--palette" in done.stderr
    assert run("boxes", path).stdout == run("boxes", "her").stdout


def test_a_changed_kit_is_refused_by_all_but_verify(tmp_path):
    data = kit_data(build_kit("her"))
    data["boxes"][0]["slots"][0]["beads"] = 7
    path = tmp_path / "kit.json"
    path.write_text(json.dumps(data))
    done = run("boxes", path)
    assert done.exit_code == 1
    assert "kitgen verify" in done.stderr
    assert "7 beads instead of 1" in run("verify", path).stdout


def test_slots_are_listed_with_their_beads_where_there_are_several():
    assert "4 red a3=c3=a1=c1 draws in 9 plies;" in run("boxes", "menace").stdout
    assert "  red b3c2 wins in 3 plies" in run("boxes", "her").stdout


def test_lists_of_kits_and_boxes_as_json():
    rows = {row["name"]: row for row in result_of(run("kits", "--json").stdout)}
    assert (rows["her"]["boxes"], rows["her"]["beads"], rows["her"]["winner"]) == (19, 45, "black")
    assert (rows["him"]["boxes"], rows["gardner24"]["beads"], rows["menace"]["beads"]) == (
        18,
        55,
        1720,
    )
    assert rows["menace"]["winner"] is None
    assert rows["awari"]["boxes"] is None
    boxes = result_of(run("boxes", "gardner24", "--json").stdout)
    assert len(boxes) == 24
    assert {"id", "turn", "position", "slots"} <= boxes[0].keys()
    assert sum(len(box["slots"]) for box in boxes) == 55


def test_an_edition_comes_before_a_folder_of_its_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "her").mkdir()
    assert run("boxes", "her").exit_code == 0
    assert run("boxes", "./her").exit_code == 1


def test_a_closed_pipe_is_quiet():
    shell = f"{shlex.join(PROGRAM)} boxes menace --json | head -n 1"
    done = subprocess.run(
        ["bash", "-c", shell],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""


def test_an_interrupt_is_one_line():
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [*PROGRAM, "find", "her", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=env,
    ) as process:
        process.stdin.write(b"bbb/.../www w\n")
        process.stdin.flush()
        assert process.stdout.readline().startswith(b"{")  # it has started
        time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        process.stdin.close()
        stderr = process.stderr.read()
        assert process.wait() in (0, 130)
    assert b"Traceback" not in stderr


def test_failures_of_the_machine_are_one_line_too(capsys):
    def fail(error):
        raise error

    assert guarded(lambda: fail(PermissionError(13, "Permission denied", "/some/file"))) == 1
    assert guarded(lambda: fail(MemoryError())) == 1
    assert guarded(lambda: fail(KeyboardInterrupt())) == 130
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == "kitgen: '/some/file': Permission denied"
    assert len(lines) == 3


@pytest.mark.parametrize(
    ("words", "like"),
    [
        (["find", "menace", "x.o/.x./... o"], ["find", "menace", "X.O/.X./... O"]),
        (["find", "her", "BBB/W../.WW B"], ["find", "her", "bbb/w../.ww b"]),
        (["find", "nim", "5 f"], ["find", "nim", "5 F"]),
    ],
)
def test_letters_of_a_position_may_have_any_case(words, like):
    assert run(*words).stdout == run(*like).stdout != ""


def test_a_position_may_begin_with_a_dash():
    done = run("find", "menace", "-X-/---/--- O", "--json")
    assert done.exit_code == 2
    assert "contains '-'; only . X O are allowed" in done.stderr
    assert "unknown option '--jsn'" in run("find", "menace", "--jsn", "X../.../... O").stderr


def test_a_picture_of_a_position_is_svg_or_refused_before_any_work(tmp_path):
    refused = run("find", "her", "bbb/.../www w", "--draw", tmp_path / "out.png")
    assert refused.exit_code == 2
    assert "does not end in .svg" in refused.stderr
    assert list(tmp_path.iterdir()) == []
    assert run("find", "her", "bbb/.../www w", "--draw", tmp_path / "out.SVG").exit_code == 0
    assert (tmp_path / "out.SVG").read_text().startswith("<?xml")


def test_an_own_edition_is_looked_for_among_templates():
    for command in ("simulate", "print", "boxes", "exact", "verify"):
        assert "or with --templates DIR" in run(command, "zzz").stderr


@pytest.mark.every
def test_a_narrow_terminal_cuts_no_word(monkeypatch):
    monkeypatch.setattr("rich.console.Console.width", 40)
    narrow = run("kits").stdout
    for row in result_of(run("kits", "--json").stdout):
        _, told, name = row["name"].rpartition("told:")
        assert name in narrow.split() if told else f"\n{name}\n" in f"\n{narrow}"
    assert "boxes: 19" in narrow
    monkeypatch.setattr("rich.console.Console.width", 200)
    assert run("kits").stdout.startswith("kit ")


def test_no_color_is_kept_by_every_command(monkeypatch):
    assert "\x1b[" in CliRunner().invoke(main, ["verify", "her"], color=True).stdout
    for name, value in (("NO_COLOR", "1"), ("TERM", "dumb")):
        with monkeypatch.context() as patch:
            patch.setenv(name, value)
            assert "\x1b[" not in CliRunner().invoke(main, ["verify", "her"], color=True).stdout


def test_an_edition_is_no_kit_and_is_named_without_its_ending(tmp_path):
    (tmp_path / "mine.toml").write_text('game = "hexapawn:3x3"')
    done = run("boxes", str(tmp_path / "mine.toml"))
    assert done.exit_code == 2
    assert "tells no game; an edition is named without .toml" in done.stderr
    assert done.stderr.count("\n") == 1
