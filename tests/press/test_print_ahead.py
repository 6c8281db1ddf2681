"""``kitgen print`` with --dry-run, --json and --preview: what a print comes to, and what it
looks like, beforehand.
"""

import base64
import re
from io import BytesIO
from pathlib import Path

import pytest
from click.testing import CliRunner
from command_answers import result_of
from counting import at_least
from PIL import Image

from kitgen.cli.commands import print as print_command
from kitgen.cli.commands.print import chosen_pages, iterm2, kitty, picture_writer
from kitgen.cli.main import main
from kitgen.errors import UsageError
from kitgen.kit.build import build_kit
from kitgen.paper.job import bead_totals
from kitgen.sources.attachments import attached_job

FEW = ["her", "--parts", "cover,labels"]


def run(*words, text=None):
    return CliRunner().invoke(main, ["print", *map(str, words)], input=text)


def contents(folder: Path) -> dict[str, bytes | None]:
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
        for path in folder.rglob("*")
    }


@pytest.fixture(autouse=True)
def inside(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_a_dry_run_says_what_a_print_then_makes_and_writes_nothing(tmp_path):
    ahead = run("her", "--svg", "--dry-run", "--json")
    assert ahead.exit_code == 0, ahead.output
    assert contents(tmp_path) == {}
    real = run("her", "--svg", "--json")
    assert real.exit_code == 0, real.output
    output = result_of(ahead.stdout)
    made = result_of(real.stdout)
    assert (output.pop("written"), made.pop("written")) == (False, True)
    assert output == made
    folder = tmp_path / made["folder"]
    assert sorted(made["files"]) == sorted(
        name for name, data in contents(folder).items() if data is not None
    )
    assert len(made["files"]) > 25
    job = attached_job(folder / "kit.pdf")
    assert [(part["name"], part["first"], part["pages"]) for part in made["parts"]] == [
        (part.name, part.first, part.pages) for part in job.parts
    ]
    assert made["sheets"] == sum(part.pages for part in job.parts)
    assert made["command"] == job.command == "kitgen print her"


def test_the_figures_are_those_of_the_kit():
    output = result_of(run(*FEW, "--dry-run", "--json").stdout)
    kit = build_kit("her")
    assert (output["kit"], output["hash"], output["boxes"], output["beads"]) == (
        "her",
        kit.hash,
        19,
        45,
    )
    for row, total in zip(at_least(4, output["to_buy"]), bead_totals(kit), strict=True):
        assert (row["colour"], row["needed"], row["spare"]) == (
            total.colour.key,
            total.needed,
            total.spare,
        )
        assert row["total"] == row["needed"] + row["spare"]
    assert sum(row["needed"] for row in output["to_buy"]) == output["beads"]
    assert output["minutes"] == 10


@pytest.mark.every
def test_pages_for_bought_labels_are_named_in_the_terminal_and_in_json():
    done = run("her", "--stock", "L7160", "--parts", "cover,labels", "--dry-run")
    assert (
        "  page 2 on a sheet of labels L7160, all others on plain paper" in done.stdout.splitlines()
    )
    alone = run("her", "--stock", "L7160", "--parts", "labels")
    assert "Print page 1 on a sheet of labels L7160." in alone.stdout.splitlines()
    several = result_of(
        run("her-4x3", "--stock", "L7160", "--parts", "labels", "--dry-run", "--json").stdout
    )
    assert several["label_pages"] == {"L7160": [1, 2, 3, 4, 5, 6]}
    assert "labels" not in run("her", "--parts", "cover", "--dry-run").stdout


def test_a_machine_of_cards_has_cards_and_takes_no_beads():
    output = run("her", "--parts", "cards", "--dry-run").stdout
    assert "  19 cards, 45 open fields" in output.splitlines()
    assert "to buy" not in output
    known = result_of(
        run(
            "her", "--rule", "michie", "--stock", "poker", "--parts", "cards", "--dry-run", "--json"
        ).stdout
    )
    assert (known["made_of"], known["to_buy"], known["bank"]) == ("cards", [], None)


def test_a_dry_run_speaks_to_people():
    done = run(*FEW, "--dry-run")
    assert done.exit_code == 0
    assert done.stdout.splitlines()[1:] == [
        "  2 sheets: cover 1, labels 1",
        "  19 boxes, 45 beads",
        "  to buy, with some to spare: red 21, blue 19, yellow 9, green 4",
        "  to build: about 10 minutes for four people",
        f"  files in {Path('output/her')}: kit.json, kit.pdf, manifest.json, parts/ with 2 files",
        "Nothing was written. To print it: kitgen print her --parts cover,labels",
    ]
    assert run(*FEW, "--dry-run", "--language", "it").stdout.count("rosso") == 1


def test_a_dry_run_tells_of_no_building_where_nothing_is_built():
    assert "to build" not in run("her", "--parts", "zero", "--dry-run").stdout


def test_a_dry_run_refuses_what_a_print_would(tmp_path):
    (tmp_path / "theirs").mkdir()
    (tmp_path / "theirs" / "thesis.odt").write_text("mine")
    before = contents(tmp_path)
    for words in (
        [*FEW, "-o", "theirs"],
        ["her", "--parts", "labls"],
        [*FEW, "-o", "theirs/thesis.odt"],
    ):
        ahead = run(*words, "--dry-run")
        real = run(*words)
        assert ahead.exit_code != 0
        assert (ahead.exit_code, ahead.output) == (real.exit_code, real.output)
    assert contents(tmp_path) == before


def test_a_dry_run_over_a_kit_that_is_there_leaves_it_as_it_is(tmp_path):
    assert run(*FEW).exit_code == 0
    before = contents(tmp_path)
    done = run("her", "--parts", "log", "--dry-run", "--json")
    assert done.exit_code == 0, done.output
    assert [part["name"] for part in result_of(done.stdout)["parts"]] == ["cover", "labels", "log"]
    assert contents(tmp_path) == before


@pytest.mark.every
def test_a_dry_run_asks_nothing():
    done = run("menace", "--parts", "cards,finder", "--stock", "poker", "--dry-run")
    assert done.exit_code == 0, done.output
    assert int(re.search(r"(\d+) sheets", done.stdout)[1]) > 40
    assert "Go on?" not in done.output


def test_pages_are_named_by_numbers_and_ranges():
    assert chosen_pages("1, 3-5,4", 9) == [1, 3, 4, 5]
    assert chosen_pages("ALL", 2) == [1, 2]
    for text in ("", "x", "1;2", "1-", "-1", "1,,2", "1-2-3", "99999", "one"):
        with pytest.raises(UsageError, match="are not like"):
            chosen_pages(text, 9)
    for text in ("0", "10", "3-2", "9-10", "0-1"):
        with pytest.raises(UsageError, match="there is no page"):
            chosen_pages(text, 9)


@pytest.mark.every
def test_a_preview_writes_the_pages_as_png_and_no_kit(tmp_path):
    done = run(*FEW, "--preview", "1-2")
    assert done.exit_code == 0, done.output
    folder = tmp_path / "output" / "her-preview"
    names = ["page-1-cover.png", "page-2-labels.png"]
    assert [Path(line).name for line in done.stdout.splitlines()] == names
    assert {name for name in contents(tmp_path / "output") if "/" in name} == {
        f"her-preview/{name}" for name in (*names, "manifest.json")
    }
    for name in names:
        picture = Image.open(folder / name)
        assert picture.size == (1241, 1754)  # A4 with 150 dots to an inch
        assert len(set(picture.convert("L").tobytes())) > 10  # something is on it


def test_a_preview_without_pages_is_the_first_one(tmp_path):
    done = run(*FEW, "--preview")
    assert done.exit_code == 0, done.output
    assert [path.name for path in (tmp_path / "output" / "her-preview").glob("*.png")] == [
        "page-1-cover.png"
    ]


@pytest.mark.every
def test_a_preview_takes_the_place_of_the_one_before_and_of_nothing_else(tmp_path):
    folder = tmp_path / "look"
    assert run(*FEW, "--preview", "1", "-o", folder).exit_code == 0
    (folder / "notes.txt").write_text("mine")
    assert run(*FEW, "--preview", "2", "-o", folder).exit_code == 0
    assert {path.name for path in folder.iterdir()} == {
        "page-2-labels.png",
        "manifest.json",
        "notes.txt",
    }
    (folder / "page-1-cover.png").write_text("mine")
    done = run(*FEW, "--preview", "1", "-o", folder)
    assert done.exit_code == 1
    assert "page-1-cover.png" in done.output
    assert (folder / "page-1-cover.png").read_text() == "mine"


def test_a_preview_never_takes_the_place_of_a_kit(tmp_path):
    assert run(*FEW, "-o", "kit").exit_code == 0
    before = contents(tmp_path)
    done = run(*FEW, "--preview", "-o", "kit")
    assert done.exit_code == 1
    assert "holds a printed kit" in done.output
    assert contents(tmp_path) == before


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["her", "--preview", "12"], "there is no page 12; this print has 10 pages"),
        (["--preview", "her"], "KIT comes before --preview"),
        (["her", "--preview", "--dry-run"], "omit --dry-run"),
        (["her", "--preview", "--json"], "omit --dry-run and --json"),
    ],
)
def test_what_cannot_be_previewed_is_refused_in_a_line(tmp_path, words, says):
    done = run(*words)
    assert done.exit_code == 2
    assert says in done.output
    assert len(done.output.splitlines()) == 1
    assert contents(tmp_path) == {}


def shown_by_kitty(text: str) -> bytes:
    """Return the picture that a terminal with kitty's graphics protocol reads: chunks of at most
    4096 bytes.
    """
    chunks = re.findall(r"\x1b_G([^;]*);([^\x1b]*)\x1b\\", text)
    assert "".join(f"\x1b_G{head};{data}\x1b\\" for head, data in chunks) == text
    keys = [dict(pair.split("=") for pair in head.split(",")) for head, _ in chunks]
    assert keys[0] | {"a": "T", "f": "100"} == keys[0]
    assert [key["m"] for key in keys] == ["1"] * (len(keys) - 1) + ["0"]
    assert all(key["q"] == "2" for key in keys)
    assert all(len(data) <= 4096 and (len(data) % 4 == 0) for _, data in chunks)
    return base64.b64decode("".join(data for _, data in chunks), validate=True)


def shown_by_iterm2(text: str) -> bytes:
    """Return the picture that a terminal with iTerm2's protocol reads."""
    found = re.fullmatch(r"\x1b\]1337;File=([^:]*):([^\x07]*)\x07", text)
    keys = dict(pair.split("=") for pair in found[1].split(";"))
    picture = base64.b64decode(found[2], validate=True)
    assert keys["inline"] == "1"
    assert int(keys["size"]) == len(picture)
    return picture


@pytest.mark.parametrize("size", [0, 1, 3071, 3072, 3073, 100_000])
def test_pictures_reach_a_terminal_whole(size):
    png = bytes(place % 251 for place in range(size))
    assert shown_by_iterm2(iterm2(png)) == png
    if size:
        assert shown_by_kitty(kitty(png)) == png


@pytest.mark.parametrize(
    ("environment", "writer"),
    [
        ({"TERM": "xterm-kitty"}, kitty),
        ({"TERM": "xterm-ghostty"}, kitty),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"}, iterm2),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"}, iterm2),
        (
            {"TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"},
            None,
        ),  # a terminal that was started from kitty
        ({"TERM": "xterm-kitty", "TMUX": "tmux-0/default,1,0"}, None),
        ({"TERM": "screen", "TERM_PROGRAM": "iTerm.app"}, None),
        ({"TERM": "xterm-kitty", "STY": "1.pts"}, None),
        ({"TERM": "dumb", "TERM_PROGRAM": "WezTerm"}, None),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "vscode"}, None),
        ({}, None),
    ],
)
def test_only_a_terminal_that_says_so_is_shown_pictures(monkeypatch, environment, writer):
    monkeypatch.setattr(print_command, "sys", Screen(True))
    assert picture_writer(environment) is writer
    monkeypatch.setattr(print_command, "sys", Screen(False))
    assert picture_writer(environment) is None


class Screen:
    """Stands for ``sys`` where the standard output is a terminal, or is none."""

    def __init__(self, there):
        self.stdout = self
        self.isatty = lambda: there


@pytest.mark.every
def test_in_a_terminal_that_shows_pictures_nothing_is_written(tmp_path, monkeypatch):
    monkeypatch.setattr(print_command, "sys", Screen(True))
    monkeypatch.delenv("TMUX", raising=False)
    monkeypatch.delenv("STY", raising=False)
    monkeypatch.setenv("TERM", "xterm-kitty")
    done = run(*FEW, "--preview", "1-2")
    assert done.exit_code == 0, done.output
    assert contents(tmp_path) == {}
    lines = done.stdout.splitlines()
    assert lines[0::2] == ["page 1 of 2: cover", "page 2 of 2: labels"]
    for line in at_least(2, lines[1::2]):
        assert Image.open(BytesIO(shown_by_kitty(line))).size == (
            662,
            936,
        )  # A4 with 80 dots to an inch
    named = run(*FEW, "--preview", "-o", "look")
    assert (tmp_path / "look" / "page-1-cover.png").is_file()
    assert "\x1b" not in named.stdout
