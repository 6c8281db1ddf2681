"""A kit's folder: what is kitgen's there and what is not, parts that join, names by what
differs, and no way out.
"""

import ast
import hashlib
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pypdfium2
import pytest
from click.testing import CliRunner
from counting import at_least_one
from hypothesis import given
from hypothesis import strategies as st
from sampling import few, sample

import kitgen
from kitgen.cli.main import main
from kitgen.errors import OutputError
from kitgen.files import folder_update
from kitgen.files.tree import fault_of, inside
from kitgen.press import kit_folder
from kitgen.press.kit_folder import default_folder
from kitgen.reading.templates import Templates


def run(*words):
    return CliRunner().invoke(main, ["print", *map(str, words)])


def printed(*words):
    done = run(*words)
    assert done.exit_code == 0, done.output
    return done


def refused(*words) -> str:
    done = run(*words)
    assert done.exit_code == 1, done.output
    assert done.stderr.startswith("kitgen: ")
    assert done.stderr.count("\n") == 1
    return done.stderr


def contents(folder: Path) -> dict[str, str]:
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in files
    }


def parts(folder: Path) -> list[str]:
    return sorted(path.stem[3:] for path in (folder / "parts").glob("[0-9]*.pdf"))


@pytest.fixture(scope="module")
def old(tmp_path_factory):
    """A kit as it is printed, with pictures; tests copy it."""
    folder = tmp_path_factory.mktemp("old") / "her"
    printed("her", "-o", folder, "--parts", "log,board", "--svg")
    return folder


@pytest.fixture
def folder(old, tmp_path):
    place = tmp_path / "u"
    for name in contents(old):
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_bytes((old / name).read_bytes())
    return place


def test_the_manifest_lists_what_kitgen_made_and_says_so(folder):
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    found = contents(folder)
    del found["manifest.json"]
    assert manifest["files"] == found
    assert "everything else here is yours" in manifest["about"]
    assert manifest["command"] == "kitgen print her --parts log,board"


def test_what_somebody_has_put_there_stays(folder):
    mine = {
        "cards/my-photo.jpg": "photo",
        "parts/mine.odt": "mine",
        "diary.txt": "dear",
        "photos/a/b.jpg": "b",
    }
    for name, text in mine.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    (folder / "cards" / "link.svg").symlink_to("/etc/passwd")
    for words in (["her"], ["her", "--parts", "worksheet"], ["him", "--force"]):
        printed(*words, "-o", folder)
        assert {name: (folder / name).read_text() for name in mine} == mine
        assert (folder / "cards" / "link.svg").readlink() == Path("/etc/passwd")
    assert [path.name for path in folder.parent.iterdir()] == ["u"]


@pytest.mark.every
@pytest.mark.parametrize(
    "name", few(["kit.pdf", "kit.json", "parts/01-board.pdf", "cards/A1.svg"], one_in=3)
)
def test_what_somebody_has_changed_stays_and_is_named(folder, name):
    (folder / name).write_text("changed")
    before = contents(folder)
    for words in ([], ["--force"]):
        message = refused("her", "--parts", "log,board", "--svg", "-o", folder, *words)
        assert (
            f"{name} in folder '{folder}' has been changed since kitgen made it and is in the way"
            in message
        )
        assert "move it away, or choose another folder with -o" in message
        assert contents(folder) == before
    (folder / name).rename(folder / "mine")
    printed("her", "--parts", "log,board", "--svg", "-o", folder)
    assert (folder / "mine").read_text() == "changed"


def test_a_changed_file_that_is_not_in_the_way_becomes_somebodys_own(folder):
    (folder / "parts" / "02-log.pdf").write_text("changed")
    printed("her", "--parts", "cover", "-o", folder)
    assert (folder / "parts" / "02-log.pdf").read_text() == "changed"
    assert (
        "parts/02-log.pdf"
        not in json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["files"]
    )
    assert (folder / "parts" / "03-log.pdf").is_file()


@pytest.mark.parametrize("kind", few(["file", "folder", "link", "file for a folder"], one_in=2))
def test_what_is_in_the_way_of_a_new_file_is_named(folder, kind):
    place = folder / "parts" / "01-cover.pdf"
    if kind == "file":
        place.write_text("mine")
    elif kind == "folder":
        place.mkdir()
    elif kind == "link":
        place.symlink_to(folder.parent / "elsewhere")
    else:
        (folder / "laser").write_text("mine")
    more = ["--laser", "usual"] if kind == "file for a folder" else []
    before = contents(folder)
    name = "laser" if more else "parts/01-cover.pdf"
    assert f"{name} in folder '{folder}' was not made by kitgen and is in the way" in refused(
        "her", "--parts", "cover", "-o", folder, *more
    )
    assert contents(folder) == before
    assert not (folder.parent / "elsewhere").exists()


@pytest.mark.every
def test_parts_join_those_that_are_there(tmp_path):
    printed("her", "-o", tmp_path / "u")
    whole = contents(tmp_path / "u")
    printed("her", "-o", tmp_path / "u", "--parts", "worksheet")
    usual = ["beads", "board", "cover", "curve", "finder", "labels", "log", "operator"]
    assert parts(tmp_path / "u") == sorted([*usual, "worksheet"])
    pages = sum(len(pypdfium2.PdfDocument(path)) for path in (tmp_path / "u" / "parts").iterdir())
    assert len(pypdfium2.PdfDocument(tmp_path / "u" / "kit.pdf")) == pages == 12
    text = "".join(
        page.get_textpage().get_text_range()
        for page in pypdfium2.PdfDocument(tmp_path / "u" / "kit.pdf")
    )
    assert "page 12 of 12" in text
    # The folder is what one command makes, and it says which.
    words = json.loads((tmp_path / "u" / "manifest.json").read_text(encoding="utf-8"))[
        "command"
    ].split()[2:]
    printed(*words, "-o", tmp_path / "v")
    assert contents(tmp_path / "u") == contents(tmp_path / "v")
    # A part that is there is printed again, and so are all others.
    again = tmp_path / "w"
    printed("her", "-o", again, "--parts", "labels")
    printed("her", "-o", again)
    printed("her", "-o", again, "--parts", "labels,cover")
    assert contents(again) == whole


@pytest.mark.every
def test_named_parts_leave_the_others_as_they_were_told(tmp_path):
    folder = tmp_path / "u"
    printed(
        "her", "--stock", "L7160", "--parts", "labels", "--set", "labels.start-at=5", "-o", folder
    )
    printed("her", "--stock", "L7160", "--parts", "log", "-o", folder)
    command = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["command"]
    assert command == "kitgen print her --stock L7160 --parts labels,log --set labels.start-at=5"
    printed("her", "--stock", "L7160", "--parts", "log", "--set", "labels.start-at=1", "-o", folder)
    assert (
        json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["run"]["options"] == {}
    )
    printed("her", "--stock", "L7160", "--parts", "log", "--set", "labels.start-at=7", "-o", folder)
    printed("her", "--stock", "L7160", "-o", folder)
    assert (
        json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["run"]["options"] == {}
    )


def test_pictures_once_there_are_made_again(folder):
    before = contents(folder)
    (folder / "cards" / "A1.svg").unlink()
    assert (
        f"{folder / 'cards'}  a picture of each card"
        in printed("her", "--parts", "log", "-o", folder).stdout
    )
    after = contents(folder)
    assert {name for name in after if name.startswith("cards/")} == {
        n for n in before if n.startswith("cards/")
    }


def test_force_begins_anew(folder):
    printed("him", "-o", folder, "--force", "--parts", "labels")
    assert set(contents(folder)) == {"kit.json", "kit.pdf", "manifest.json", "parts/01-labels.pdf"}
    assert json.loads((folder / "kit.json").read_text(encoding="utf-8"))["name"] == "him"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["him"], "holds another kit (her: side: black there, white here)"),
        (["her", "--rule", "michie"], "holds another kit (her: rule: gardner there, michie here)"),
        (
            ["her", "--language", "it", "--unmerged"],
            "(her: merged: yes there, no here, language: en there, it here)",
        ),
        (["ladder"], "(her: game: hexapawn:3x3 there, nim:9 here"),
        (
            ["her", "--page", "letter"],
            "holds her printed differently (page: a4 there, letter here)",
        ),
        (
            ["her", "--stock", "poker"],
            "(stock: matchbox of 53x36 mm there, poker of 63x88 mm here)",
        ),
    ],
)
def test_a_refusal_says_which_choice_differs(folder, words, says):
    before = contents(folder)
    message = refused(*words, "-o", folder)
    assert says in message
    assert "choose another folder with -o, or use --force" in message
    assert contents(folder) == before


def test_own_templates_differ_too(folder, tmp_path):
    (tmp_path / "mine" / "texts").mkdir(parents=True)
    message = refused("her", "-o", folder, "--templates", tmp_path / "mine")
    assert f"(templates: kitgen's own there, {tmp_path / 'mine'} here)" in message


def test_a_folder_without_a_manifest_is_somebodys_own(folder):
    (folder / "manifest.json").unlink()
    before = contents(folder)
    for more in ([], ["--force"]):
        message = refused("her", "--parts", "log,board", "-o", folder, *more)
        assert (
            f"folder '{folder}' holds other files (cards, kit.json, kit.pdf and more); "
            "move them away" in message
        )
        assert contents(folder) == before


@pytest.mark.parametrize(
    "change",
    [
        lambda _: "{",
        lambda _: "[]",
        lambda _: "[" * 100_000,
        lambda text: text.replace("manifest@1", "manifest@9"),
        lambda text: text.replace('"svg"', '"swg"'),
        lambda text: text.replace('"log"', '"lug"'),
        lambda text: text.replace('"options": {}', '"options": {"beed": 2}'),
        lambda text: text.replace('"options": {}', '"options": {"duplex": "both"}'),
        lambda text: text.replace('"kit.pdf"', '"../thesis.odt"'),
        lambda text: text.replace('"kit.pdf"', '"/etc/passwd"'),
    ],
)
def test_a_damaged_manifest_lets_nothing_be_touched(folder, change):
    (folder.parent / "thesis.odt").write_text("mine")
    place = folder / "manifest.json"
    text = place.read_text(encoding="utf-8")
    place.write_text(change(text), encoding="utf-8")
    assert place.read_text(encoding="utf-8") != text
    before = contents(folder.parent)
    for more in ([], ["--force"]):
        message = refused("her", "--parts", "log,board", "-o", folder, *more)
        assert str(folder) in message
        assert len(message) < 600
    assert contents(folder.parent) == before


def test_a_manifest_cannot_lead_through_a_link(folder, tmp_path):
    """Somebody's kit names a file of ours, with its hash, behind a link that came with the kit."""
    (tmp_path / "dear").mkdir()
    (tmp_path / "dear" / "thesis.odt").write_text("mine")
    (folder / "more").symlink_to(tmp_path / "dear")
    place = folder / "manifest.json"
    data = json.loads(place.read_text(encoding="utf-8"))
    data["files"]["more/thesis.odt"] = hashlib.sha256(b"mine").hexdigest()
    place.write_text(json.dumps(data), encoding="utf-8")
    assert "is a link, maybe out of" in refused("her", "-o", folder, "--parts", "log", "--force")
    assert (tmp_path / "dear" / "thesis.odt").read_text() == "mine"


#: A kit, what is said of it, and what its folder is called.
NAMES = [
    ("her", {}, {}, "her"),
    ("her", {"language": "it"}, {}, "her-it"),
    ("her", {}, {"page": "letter"}, "her-letter"),
    ("her", {}, {"page": "a4"}, "her"),
    ("her", {"palette": "grey", "merged": False}, {"stock": "35x15"}, "her-grey-unmerged-35x15"),
    ("her", {"express": True}, {"stock": "5160"}, "her-express-5160"),
    ("her", {}, {"stock": "5160", "page": "letter"}, "her-5160"),  # the paper of these labels
    ("her", {"palette": "okabe-ito", "rule": "gardner"}, {}, "her"),
    (
        "her",
        {"beads": "blue:40,red:40,green:9,black:9"},
        {},
        "her-beads-red-40-blue-40-green-9-black-9",
    ),
    ("menace", {"rule": "gardner", "forced": "box"}, {}, "menace-gardner-forced-box"),
    ("menace", {"express": True, "expect": "sensible"}, {}, "menace-express-sensible"),
    ("ladder", {"expect": "sensible"}, {}, "ladder-sensible"),
    ("hexapawn:2x3", {}, {}, "hexapawn-2x3-black"),
    ("hexapawn:2x3", {"side": "white", "language": "it"}, {}, "hexapawn-2x3-white-it"),
    ("awari:2x1,rules=simple", {}, {}, "awari-2x1-rules-simple-north"),
]


@pytest.mark.parametrize(
    ("kit", "choices", "page", "name"), NAMES, ids=[name for *_, name in NAMES]
)
def test_folders_are_called_by_what_differs(kit, choices, page, name):
    made = kitgen.make_kit(kit, **choices)
    assert (
        default_folder(made, page.get("page"), page.get("stock", "matchbox"), Templates()) == name
    )


def test_readme_in_a_row(tmp_path, monkeypatch):
    """Whatever differs on paper goes to a folder of its own, and a kit that was printed goes
    back to its own.
    """
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine" / "texts").mkdir(parents=True)
    for words in (
        [],
        ["--language", "it", "--page", "a4"],
        ["--page", "letter"],
        ["--templates", "mine"],
        ["--stock", "35x15"],
    ):
        printed("her", *words, "--parts", "log")
    names = ["her", "her-35x15", "her-it", "her-letter", "her-mine"]
    assert sorted(path.name for path in (tmp_path / "output").iterdir()) == names
    before = contents(tmp_path / "output")
    printed("output/her-it", "--parts", "log")
    assert contents(tmp_path / "output") == before


def test_a_name_leads_nowhere():
    """The name and the command in a kit.json are whatever its author wants them to be."""
    kit = kitgen.make_kit("her")
    for name in (
        "../../x",
        "/etc/x",
        "..",
        "",
        "a\0b",
        "CON",
        "x" * 999,
        "a/b\\c",
        "..\\x",
        "C:\\x",
        "~root",
        "\N{SNOWMAN}",
    ):
        for command in ("kitgen print her", "kitgen print '", "", "kitgen print ../../x"):
            found = default_folder(
                replace(kit, name=name, command=command), None, "matchbox", Templates()
            )
            assert fault_of(found) is None, found
            assert "/" not in found
            assert len(found) <= 90


BAD = {
    "leads out": [
        "../a",
        "a/../../b",
        "/etc/passwd",
        "a//b",
        "",
        ".",
        "./a",
        "..",
        "a\\b",
        "..\\a",
        "C:a",
        "c:/a",
    ],
    "sign": ["a\0b", "a\nb", "ab:c", "a*b", "a?b", "cards/<b>.svg", "a|b", '"', "\udc80"],
    "device": [
        "NUL",
        "nul.svg",
        "cards/con.svg",
        "COM1.pdf",
        "lpt9",
        "aux .txt",
        "a/PRN/b",
        "com².x",
    ],
    "dot or a space": ["a.", "a ", "a/b. /c", "cards./x"],
    "longer than": ["x" * 256, "a/" + "ü" * 128 + ".svg"],
}


@pytest.mark.parametrize(
    ("why", "name"),
    sample([(why, name) for why, names in BAD.items() for name in names], one_in=48),
)
def test_names_that_no_file_may_have(tmp_path, why, name):
    with pytest.raises(OutputError) as refusal:
        inside(tmp_path, name)
    assert why in str(refusal.value)
    assert len(str(refusal.value).replace(str(tmp_path), "")) < 200
    before = sorted(tmp_path.parent.rglob("*"))
    with pytest.raises(OutputError), folder_update(tmp_path / "kit") as update:
        update.put({"kit.json": b"{}", name: b"PWN"}, {})
    assert sorted(tmp_path.parent.rglob("*")) == before


@given(
    st.text(max_size=40)
    | st.lists(st.sampled_from(["..", ".", "a", "", "C:", "nul", " "])).map("/".join)
)
def test_a_name_that_passes_is_a_file_inside(name):
    if fault_of(name) is None:
        place = inside(Path("/kit/u"), name)
        assert place.resolve() != Path("/kit/u")
        assert place.resolve().is_relative_to("/kit/u")


def test_two_names_that_are_one_file_on_many_systems(tmp_path):
    for one, other in (("a.svg", "A.svg"), ("\u00e9.svg", "e\u0301.svg")):
        with (
            pytest.raises(OutputError, match="one file on many systems"),
            folder_update(tmp_path / "kit") as update,
        ):
            update.put({one: b"1", other: b"2"}, {})
    assert list(tmp_path.iterdir()) == []


def test_a_box_id_leads_nowhere(tmp_path):
    """Whatever hands a kit to print_kit: what is written is checked where it is written."""
    kit = kitgen.make_kit("her")
    for bad in ("../../PWN", "/etc/PWN", "nul"):
        wrong = replace(kit, boxes=(replace(kit.boxes[0], id=bad), *kit.boxes[1:]))
        with pytest.raises(OutputError, match="cannot be a file in"):
            kitgen.print_kit(wrong, tmp_path / "kit", parts=["board"], svg=True)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_behind_a_link_is_written_where_it_leads(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    printed("her", "-o", tmp_path / "link", "--parts", "log")
    assert (tmp_path / "link").readlink() == Path("real")
    assert (tmp_path / "real" / "kit.pdf").is_file()
    (tmp_path / "nowhere").symlink_to("gone")
    assert "is a broken link" in refused("her", "-o", tmp_path / "nowhere", "--parts", "log")


@pytest.mark.parametrize("goal", ["round", "gone"])
@pytest.mark.parametrize("command", ["print", "verify", "boxes"])
def test_a_kit_behind_a_link_that_leads_nowhere(command, goal, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "round").symlink_to(goal)
    done = CliRunner().invoke(main, [command, "round"])
    assert done.exit_code == 2
    assert "'round' is a broken link or a circle of links" in done.stderr


@pytest.mark.every
def test_parts_of_two_prints_at_once_are_never_lost(folder, monkeypatch):
    """While one is drawing, another prints a part: the first draws again, with that part."""
    original = kit_folder.folder_update

    def late(place):
        monkeypatch.setattr(kit_folder, "folder_update", original)
        printed("her", "-o", folder, "--parts", "curve")
        return original(place)

    monkeypatch.setattr(kit_folder, "folder_update", late)
    printed("her", "-o", folder, "--parts", "beads")
    assert parts(folder) == ["beads", "board", "curve", "log"]


def test_what_is_refused_while_another_writes_is_looked_at_again(folder, monkeypatch):
    """Its manifest was read before the files of another print came into their places, and these
    after it.
    """
    original = kit_folder.made_in

    def in_motion(place):
        monkeypatch.setattr(kit_folder, "made_in", original)
        return original(place)[0], {}

    monkeypatch.setattr(kit_folder, "made_in", in_motion)
    printed("her", "-o", folder, "--parts", "curve")
    assert "curve" in parts(folder)


@pytest.mark.every
def test_parts_of_three_processes_at_once_all_come_to_one_folder(tmp_path):
    script = (
        "import sys; from kitgen.cli.main import main; main(['print', 'her', '--parts', "
        "*sys.argv[1:]])"
    )
    words = [[part, "-o", str(tmp_path / "u")] for part in ("log", "beads", "curve")]
    several = [
        subprocess.Popen([sys.executable, "-c", script, *each], stdout=subprocess.DEVNULL)
        for each in words
    ]
    assert [one.wait(120) for one in several] == [0, 0, 0]
    assert parts(tmp_path / "u") == ["beads", "curve", "log"]


@pytest.mark.every
def test_two_processes_print_to_one_folder(tmp_path):
    script = (
        "from kitgen.cli.main import main; main(['print', 'her', '--parts', 'log', '-o', "
        f"{str(tmp_path / 'u')!r}])"
    )
    several = [
        subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.DEVNULL)
        for _ in range(3)
    ]
    assert [one.wait(120) for one in several] == [0, 0, 0]
    manifest = json.loads((tmp_path / "u" / "manifest.json").read_text(encoding="utf-8"))
    found = contents(tmp_path / "u")
    del found["manifest.json"]
    assert found == manifest["files"]
    assert [path.name for path in tmp_path.iterdir()] == ["u"]


WRITES = {
    "write_bytes",
    "write_text",
    "rename",
    "unlink",
    "rmdir",
    "symlink_to",
    "hardlink_to",
    "mkdtemp",
    "rmtree",
}
#: Who makes the folder that a user names, and then writes each file there with ``write_whole``.
MAKE_FOLDERS = {
    "authoring/copies.py",
    "authoring/reviewed.py",
    "cli/commands/journal.py",
    "cli/commands/printer.py",
    "lab/sweeps.py",
}
#: Who lays files out in a temporary folder, to read them there, and nowhere else.
IN_PASSING = {
    "games/told/told_file.py",
    "journal/class_board.py",
    "journal/store.py",
    "press/attached_templates.py",
    "press/print_again.py",
    "serve/board_site.py",
    "serve/pool.py",
    "serve/work.py",
    "verification/remade_kit.py",
    "web/engine.py",
    "web/game_editing.py",
    "web/tasks.py",
}


def test_nothing_but_disk_changes_the_disk():
    """One place through which all writers go."""
    package = Path(kitgen.__file__).parent
    found: dict[str, set[str]] = {}
    for path in at_least_one(sorted(package.rglob("*.py"))):
        source = path.read_text(encoding="utf-8")
        if not any(word in source for word in (*WRITES, "mkdir")):
            continue
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Call):
                called = getattr(node.func, "attr", getattr(node.func, "id", ""))
                found.setdefault(called, set()).add(path.relative_to(package).as_posix())
    assert set().union(*(found.get(one, set()) for one in WRITES)) == {"files/disk.py"} | IN_PASSING
    assert found["mkdir"] - IN_PASSING == {"files/disk.py"} | MAKE_FOLDERS
