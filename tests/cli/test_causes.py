"""Every command that takes a file refuses a wrong one with its true cause: what it is, and what
to name instead.
"""

import os
import re
import shutil
import signal
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner
from counting import at_least_one
from sampling import sample

from kitgen.cli.main import main
from kitgen.errors import RecordError, UsageError, command_line, suggested
from kitgen.files.whole import read_note
from kitgen.journal.journal import Journal
from kitgen.play.host import sit_down
from kitgen.play.saves import LONGEST, check_name
from kitgen.press.print_run import print_kit
from kitgen.reading.user_file import kind_of, plain_bytes
from kitgen.sources.journal_start import import_journal, new_journal

#: A picture of one white dot.
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010800000000"
    "3a7e9b550000000a49444154789c63f80f0001010100"
    "1bb6ee560000000049454e44ae426082"
)
#: What each wrong file is called; the missing one and the folder stand for themselves.
KINDS = {
    "empty": "empty",
    "picture.png": "a picture",
    "kit.json": "a kit",
    "kit.pdf": "a PDF",
    "class.kitgen": "a journal",
    "class.jsonl": "an exported journal",
    "games.xlsx": "a spreadsheet",
    "note.txt": "text",
    "list.json": "JSON",
    "noise.dat": "no text",
}
KIT = (
    "a kit: a kit.json, its folder, a kit.pdf or a journal",
    "empty picture.png class.jsonl games.xlsx note.txt noise.dat",
)
JOURNAL = (
    "a journal; 'kitgen journal new' begins one",
    "empty picture.png kit.json kit.pdf class.jsonl games.xlsx note.txt",
)
NO_TABLE = "picture.png kit.pdf class.kitgen noise.dat"
BINARY = f"{NO_TABLE} games.xlsx"
#: Command lines, with @ for the file; what each wants, and the files that it refuses as something
#: else.
COMMANDS = [
    ("print @ -o made", *KIT),
    ("boxes @", *KIT),
    ("find @ 'bbb/.../www w'", *KIT),
    ("play @ --plain", *KIT),
    ("web @ -o made.html", *KIT),
    ("simulate @ --games 1 --machines 1", *KIT),
    ("exact @", *KIT),
    ("compare @", *KIT),
    ("diff @ her", *KIT),
    ("diff her @", *KIT),
    ("match machine:@ random --games 2", *KIT),
    ("journal new @ -o made.kitgen", *KIT),
    ("journal camera-report @ picture.png -o made.zip", *KIT),
    ("journal add @ games.csv", *JOURNAL),
    ("journal play @ --plain", *JOURNAL),
    ("journal undo @", *JOURNAL),
    ("journal status @", *JOURNAL),
    ("journal show @", *JOURNAL),
    ("journal check @", *JOURNAL),
    ("journal beads @", *JOURNAL),
    ("journal export @", *JOURNAL),
    (
        "journal add class.kitgen @",
        "a file of games (CSV, a workbook, JSON Lines or moves), or photos of marked sheets",
        "empty kit.json class.kitgen noise.dat",
    ),
    (
        "journal check class.kitgen --counts @",
        "a table of counted beads (box,bead,beads) or a photo of a count sheet",
        "empty kit.json class.kitgen class.jsonl list.json noise.dat",
    ),
    (
        "verify her --counts @",
        "a table of counted beads: box,bead,beads",
        f"empty kit.json list.json {NO_TABLE}",
    ),
    (
        "journal add class.kitgen picture.png --answers @",
        "a file of answers, such as 7: 1",
        f"kit.json {BINARY}",
    ),
    (
        "journal import @ -o made.kitgen",
        "a file of games: CSV, a workbook, JSON Lines or moves",
        f"empty kit.json {NO_TABLE}",
    ),
    (
        "play her --plain --record @",
        "a file of games as 'kitgen match --save' writes it",
        f"empty kit.json {BINARY}",
    ),
    (
        "print her -o made --parts story --set story.game=@",
        "a table of games as CSV",
        f"empty kit.json {BINARY}".replace("class.kitgen", ""),
    ),
    (
        "verify @ --game hexapawn:3x3",
        "a table of positions: CSV, JSON, TOML, Markdown, a program or other text",
        f"empty class.jsonl {BINARY}",
    ),
    (
        "verify @ --kit her",
        "a stripped PDF, or a scan, such as scan.pdf or photo.jpg",
        "empty kit.json class.kitgen games.xlsx note.txt list.json noise.dat",
    ),
    ("sweep @ -o made", "a file in TOML", f"kit.json list.json {BINARY}"),
    (
        "search awari:2x3 --depth 2 --database @",
        "a database of endgames (.npz) that 'kitgen solve' has saved",
        f"empty kit.json note.txt {BINARY}",
    ),
]


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """A folder with one file of each kind."""
    folder = tmp_path_factory.mktemp("files")
    print_kit("her", folder / "printed", parts=["labels"])
    for name in ("kit.json", "kit.pdf"):
        shutil.copy(folder / "printed" / name, folder)
    with new_journal("her", folder / "class.kitgen"):
        pass
    run(folder, ["journal", "export", "class.kitgen", "-o", "class.jsonl"])
    (folder / "empty").write_bytes(b"\n")
    (folder / "picture.png").write_bytes(PNG)
    (folder / "games.xlsx").write_bytes(b"PK\x03\x04" + bytes(26) + b"[Content_Types].xml")
    (folder / "note.txt").write_text("position;move\n")
    (folder / "list.json").write_text("[1, 2]\n")
    (folder / "noise.dat").write_bytes(bytes(range(1, 256)))
    (folder / "folder").mkdir()
    return folder


def run(folder, words):
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setenv("KITGEN_MACHINES", str(folder / "machines"))
        return CliRunner().invoke(main, words, input="")


def refusal(folder, line, name):
    """Return what a command line says of a file, which it must refuse in one line without making
    anything.
    """
    words = [word.strip("'").replace("@", name) for word in re.findall(r"'[^']*'|\S+", line)]
    done = run(folder, words)
    assert done.exit_code in (1, 2), done.output
    assert done.stdout == ""
    assert done.stderr.startswith("kitgen: ")
    assert done.stderr.count("\n") == 1
    assert not list(folder.glob("made*"))
    return done.stderr.removeprefix("kitgen: ").rstrip("\n")


def test_the_files_are_what_the_table_says(files):
    assert {name: kind_of((files / name).read_bytes()) for name in KINDS} == KINDS


@pytest.mark.parametrize(
    ("line", "wanted", "wrong"), sample({row[0]: row for row in COMMANDS}, one_in=2)
)
def test_a_wrong_file_is_refused_with_its_true_cause(line, wanted, wrong, files):
    for name in at_least_one(wrong.split()):
        assert refusal(files, line, name) == f"'{name}' is {KINDS[name]}; name {wanted}"


def test_a_journal_in_place_of_its_table_of_games_is_exported(files):
    line = "print her -o made --parts story --set story.game=@"
    assert refusal(files, line, "class.kitgen") == (
        "'class.kitgen' is a journal; name a table of its games, which this writes: kitgen journal "
        "export class.kitgen -o class.csv"
    )


@pytest.mark.parametrize(
    ("line", "wanted"), [row[:2] for row in COMMANDS], ids=[row[0] for row in COMMANDS]
)
def test_a_file_that_is_not_there_is_refused_as_missing(line, wanted, files):
    message = refusal(files, line, "no such/photo.jpg")
    if wanted == KIT[0]:
        assert (
            message
            == "there is no file or folder 'no such/photo.jpg'; 'kitgen kits' lists the kits "
            "that can be named"
        )
    else:
        assert message == f"there is no file 'no such/photo.jpg'; name {wanted}"


@pytest.mark.parametrize(
    ("line", "wanted"), [row[:2] for row in COMMANDS], ids=[row[0] for row in COMMANDS]
)
def test_a_folder_is_refused_as_a_folder(line, wanted, files):
    message = refusal(files, line, "./folder")
    if wanted == KIT[0]:
        assert (
            message == "folder 'folder' contains no kit.json; name a folder made by 'kitgen print'"
        )
    elif " photo" in wanted and "scan" not in wanted:
        assert (
            message == "'folder' contains no pictures: give photos (JPEG, PNG, HEIC) or scans (PDF)"
        )
    else:
        assert (
            message.removeprefix("'./").removeprefix("'") == f"folder' is a folder; name {wanted}"
        )


@pytest.fixture
def no_waiting():
    """A failure after 20 s, in place of a test that waits for ever; no error that a program
    could catch.
    """

    def stop(*_):
        pytest.fail("it still waits")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(20)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no such pipes")
@pytest.mark.usefixtures("no_waiting")
@pytest.mark.parametrize(
    ("line", "wanted"), [row[:2] for row in COMMANDS], ids=[row[0] for row in COMMANDS]
)
def test_a_pipe_is_refused_and_not_waited_for(line, wanted, files, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    assert (
        refusal(files, line, f"{tmp_path}/pipe")
        == f"'{tmp_path}/pipe' is not a plain file; name {wanted}"
    )


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no such pipes")
@pytest.mark.usefixtures("no_waiting")
@pytest.mark.parametrize("name", ["kit.pdf", "manifest.json", "parts/01-labels.pdf"])
def test_a_pipe_in_a_folder_is_a_fault_and_not_waited_for(name, files, tmp_path):
    shutil.copytree(files / "printed", tmp_path / "printed")
    (tmp_path / "printed" / name).unlink()
    os.mkfifo(tmp_path / "printed" / name)
    done = run(tmp_path, ["verify", "printed"])
    assert done.exit_code == 1
    assert name.rpartition("/")[2] in done.stdout


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no such pipes")
@pytest.mark.usefixtures("no_waiting")
def test_a_pipe_is_no_plain_file(tmp_path):
    """Such as in a folder of templates, or as the note of an unfinished print."""
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="it is not a plain file"):
        plain_bytes(tmp_path / "pipe")
    assert read_note(tmp_path / "pipe") is None


def test_the_pipe_of_a_shell_is_read(files):
    """What a command writes can be named as ``<(command)``."""
    with subprocess.Popen(["cat", files / "kit.json"], stdout=subprocess.PIPE) as writer:
        done = run(files, ["boxes", f"/dev/fd/{writer.stdout.fileno()}"])
    assert done.exit_code == 0
    assert "19 boxes" in done.stdout


@pytest.mark.parametrize(
    ("line", "name", "says"),
    [
        (
            "verify @",
            "note.txt",
            "'note.txt' is text, not a kit; for a table of positions name its game with --game",
        ),
        (
            "verify @",
            "list.json",
            "'list.json' is JSON, not a kit; for a table of positions name its game with",
        ),
        (
            "verify @",
            "picture.png",
            "'picture.png' is a picture, not a kit; name with --kit what was printed",
        ),
        (
            "journal add class.kitgen picture.png @",
            "gone.jpg",
            "there is no file 'gone.jpg'; name photos",
        ),
        (
            "journal add class.kitgen picture.png @",
            "note.txt",
            "'note.txt' is not a photo; add one file of games",
        ),
        (
            "journal camera-report her @ -o made.zip",
            "gone.jpg",
            "there is no file 'gone.jpg'; name a photo",
        ),
        (
            "journal camera-report her @ -o made.zip",
            "note.txt",
            "'note.txt' is text; name a photo (JPEG, PNG, HEIC)",
        ),
        ("boxes her --templates @", "note.txt", "'note.txt' is a file; name a folder of templates"),
        (
            "boxes her --templates @",
            "no such",
            "there is no folder 'no such'; \"kitgen templates copy 'no such'\"",
        ),
        (
            "print her -o made --beads @",
            "gone.toml",
            "there is no file 'gone.toml'; name a file in TOML",
        ),
        (
            "print her -o made --stock @",
            "gone.toml",
            "there is no file 'gone.toml'; name a file in TOML",
        ),
        ("simulate her --rule @", "gone.toml", "there is no file 'gone.toml'; name a file in TOML"),
    ],
)
def test_other_causes(line, name, says, files):
    assert says in refusal(files, line, name)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            ["pint"],
            "unknown command 'pint'; did you mean 'print' or 'printer'? (see 'kitgen --help')",
        ),
        (
            ["journal", "nwe"],
            "unknown command 'nwe'; did you mean 'new'? (see 'kitgen journal --help')",
        ),
        (["print"], "missing argument 'KIT'; name a kit, such as her; 'kitgen kits' lists them"),
        (
            ["hexapawn:4x3"],
            "'hexapawn:4x3' is a kit, not a command; to print it: 'kitgen print hexapawn:4x3'",
        ),
        (["morpion"], "'morpion' is a kit, not a command; to print it: 'kitgen print morpion'"),
        (
            ["play", "gone.toml"],
            "there is no file 'gone.toml'; 'kitgen new game NAME' starts a game of your own",
        ),
        (["print", "her", "--printer", "office"], "with 'kitgen printer new office'"),
        (
            ["print", "her", "--pagee", "a4"],
            "unknown option '--pagee'; did you mean '--page' or '--palette'?",
        ),
        (
            ["print", "her", "--page", "a5"],
            "unknown page 'a5'; there are: a4, letter (see 'kitgen print --help')",
        ),
        (
            ["simulate", "her", "--games", "x"],
            "'x' is not a whole number (see 'kitgen simulate --help')",
        ),
        (["lessons", "--age", "0"], "0 is less than 1 (see 'kitgen lessons --help')"),
        (
            ["journal", "others-played", "--after", "99999999"],
            "99999999 is not from 0 to 9999999 (see 'kitgen journal others-played --help')",
        ),
        (
            ["lessons", "--without", "glue,scissors"],
            "repeat the option: --without glue --without scissors (see 'kitgen lessons --help')",
        ),
        (
            ["play", "her", "--opponent", "hard"],
            "perfect, random, seconds:3, winning-move (see 'kitgen play --help')",
        ),
        (["journal", "ad"], "(see 'kitgen journal --help')"),
        (
            ["journal", "add", "x.kitgen"],
            "missing argument 'FILE...|-' (see 'kitgen journal add --help')",
        ),
        (
            ["boxes", "zzz.json"],
            "; 'kitgen kits' lists the kits that can be named",
        ),  # suggests a command already
        (["find", "her", "x"], "write it like 'bbb/.../www w'"),  # what is wrong is no usage
    ],
)
def test_a_wrong_usage_names_the_command_whose_help_is_meant(words, says, tmp_path):
    done = run(tmp_path, words)
    assert (done.exit_code, done.stderr.count("\n")) == (2, 1)
    assert says in done.stderr
    assert done.stderr.rstrip().endswith(says) or "--pagee" in words
    assert "usage" not in done.stderr.lower()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            ["web", "her", "-o", "gone/her.html"],
            "'gone/her.html' cannot be written: there is no folder 'gone'",
        ),
        (
            ["games", "try", "hens.txt"],
            "'hens.txt' is not a game: the file of a game ends in .toml",
        ),
        (
            ["web", "her", "-o", "her"],
            "-o 'her': a browser shows the page only if its name ends in .html",
        ),
    ],
)
def test_a_path_is_refused_with_what_is_wrong_about_it(words, says, tmp_path):
    (tmp_path / "hens.txt").write_text("name = 'Hens'")
    done = run(tmp_path, words)
    assert done.exit_code != 0
    assert says in done.stderr


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        ".",
        "..",
        ".x",
        "-x",
        "a.",
        "a/b",
        "../../etc/x",
        "a\\b",
        "a:b",
        "a\x01",
        "CON",
        "nul.x",
        "x" * 61,
    ],
)
def test_a_machine_cannot_have_every_name(name, tmp_path):
    done = run(tmp_path, ["play", "her", "--plain", "--as", name])
    assert done.exit_code == 2
    assert done.stderr.startswith("kitgen: --as ")
    assert "is no name for a machine: it " in done.stderr
    assert (
        "white" not in done.stderr
    )  # the name of the other side's machine, which nobody has typed
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(UsageError):
        check_name(name)


@pytest.mark.parametrize(
    "name", ["Anna", "class 3b", "v1.2", "Ωmega", "字" * LONGEST, "x" * LONGEST]
)
def test_a_machine_may_have_an_honest_name(name, tmp_path):
    sit_down("her", seed=1, folder=tmp_path, name=name).close()


def games_of(kit, folder, games=40):
    """Return a table of games that a machine of a kit has played."""
    host = sit_down(kit, seed=1, folder=folder)
    host.sitting.seat(host.opposite, "random")
    list(host.train(games))
    host.close()
    run(folder, ["journal", "export", f"{kit}.kitgen", "-o", f"{kit}.csv"])
    return folder / f"{kit}.csv"


@pytest.mark.parametrize(
    ("played", "named"),
    sample([("him", "her"), ("her", "him"), ("gardner24", "her"), ("misere", "menace")], one_in=3),
)
def test_games_of_another_machine_are_not_imported(played, named, tmp_path):
    table = games_of(played, tmp_path)
    with pytest.raises(
        RecordError, match=rf"is of another machine than '{named}', for which \d+ of its 40 games"
    ) as caught:
        import_journal(table, tmp_path / "made.kitgen", kit=named)
    assert "line 2: " in str(caught.value) or "line 3: " in str(caught.value)
    assert not (tmp_path / "made.kitgen").exists()
    with import_journal(table, tmp_path / "made.kitgen", kit=played) as journal:
        assert len(journal.games()) == 40


def test_slips_do_not_make_games_those_of_another_machine(tmp_path):
    table = games_of("her", tmp_path)
    lines = table.read_text().splitlines()
    spoilt = [
        line.replace("A", "C", 1) if 1 <= number <= 8 else line for number, line in enumerate(lines)
    ]
    table.write_text("\n".join(spoilt))
    with import_journal(table, tmp_path / "made.kitgen", kit="her") as journal:
        assert journal.check().problems


def test_commands_that_are_suggested_can_be_copied_into_a_shell(tmp_path):
    place = Path("my kit")
    assert command_line("kitgen", "verify", place / "kit.pdf") == "kitgen verify 'my kit/kit.pdf'"
    assert suggested("kitgen", "verify", place) == "\"kitgen verify 'my kit'\""
    printed = run(tmp_path, ["print", "her", "-o", "my kit", "--parts", "labels"])
    assert printed.stdout.endswith("kitgen verify 'my kit/kit.pdf'\n")
    begun = run(tmp_path, ["journal", "new", "her", "-o", "class 3b.kitgen"])
    assert "kitgen journal add 'class 3b.kitgen' games.csv" in begun.stdout
    file = tmp_path / "my kit" / "kit.json"
    file.write_text(re.sub(r'"beads":\s*1\b', '"beads": 9', file.read_text(), count=1))
    assert (
        "\"kitgen verify 'my kit/kit.json'\" names what is wrong"
        in run(tmp_path, ["boxes", "my kit"]).stderr
    )
    with Journal(tmp_path / "class 3b.kitgen") as journal:
        assert journal.kit_now().command == "kitgen print 'class 3b.kitgen'"
