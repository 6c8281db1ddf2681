"""A user's own templates stand before those that come with kitgen, and every mistake in them is
named.
"""

import shutil

import pytest
from command_answers import run
from counting import at_least, at_least_one
from jobs import LANGUAGES
from sampling import few, sample

from kitgen.errors import TemplateError
from kitgen.files import disk, write_whole
from kitgen.paper.parts import PARTS
from kitgen.reading.templates import EARLIER, Templates, shipped
from kitgen.reading.texts import Texts


@pytest.fixture
def mine(tmp_path):
    """What ``templates copy`` makes, copied without its care, which takes six times as long."""
    folder = tmp_path / "mine"
    shutil.copytree(
        shipped(), folder, ignore=shutil.ignore_patterns("earlier"), copy_function=shutil.copyfile
    )
    return folder


def test_all_templates_are_copied(tmp_path):
    mine = tmp_path / "mine"
    assert run("templates", "copy", mine).exit_code == 0
    paths = [path.relative_to(shipped()) for path in shipped().rglob("*") if path.is_file()]
    names = sorted(str(path) for path in paths if str(path.parent) not in EARLIER.values())
    assert (
        sorted(str(path.relative_to(mine)) for path in mine.rglob("*") if path.is_file()) == names
    )
    assert len(names) > 50


def test_nothing_is_copied_over_something_else(mine):
    (mine / "editions" / "her.toml").write_text("mine")
    result = run("templates", "copy", mine)
    assert result.exit_code == 1
    assert "not empty" in result.output
    assert (mine / "editions" / "her.toml").read_text() == "mine"


@pytest.mark.parametrize("wanted", ["editions/her.toml", "editions/her", "texts/it"])
def test_single_templates_are_copied_to_ones_own_folder(tmp_path, monkeypatch, wanted):
    monkeypatch.setenv("KITGEN_TEMPLATES", str(tmp_path / "home"))
    done = run("templates", "copy", "--only", wanted)
    assert done.exit_code == 0, done.output
    made = [path for path in (tmp_path / "home").rglob("*") if path.is_file()]
    assert sorted(done.output.splitlines()) == sorted(map(str, made))
    for path in at_least_one(made):
        name = path.relative_to(tmp_path / "home")
        assert path.read_bytes() == (shipped() / name).read_bytes()
        assert str(name).startswith(wanted)
    again = run("templates", "copy", "--only", wanted)
    assert again.exit_code == 1
    assert "already exists" in again.output


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--only", "her"], "editions/her.toml"),
        (["--only", "editions/hre.toml"], "unknown template"),
        (["--only", "../kitgen/model.py"], "unknown template"),
        (["--only", ""], "unknown template"),
        (["--only", "/"], "unknown template"),
        ([], "name a folder"),
    ],
)
def test_what_cannot_be_copied_is_refused_in_a_line(tmp_path, monkeypatch, words, says):
    monkeypatch.setenv("KITGEN_TEMPLATES", str(tmp_path / "home"))
    done = run("templates", "copy", *words)
    assert done.exit_code == 2
    assert says in done.output
    assert len(done.output.splitlines()) == 1
    assert not (tmp_path / "home").exists()


@pytest.mark.parametrize("only", [(), ("--only", "editions")])
def test_a_full_disk_is_told_of_in_a_line_and_leaves_nothing_half_written(
    tmp_path, monkeypatch, only
):
    written = []

    def full(path, data):
        written.append(path)
        if len(written) > 3:
            raise OSError(28, "No space left on device")
        return len(data)

    monkeypatch.setattr(disk, "write_file", full)
    monkeypatch.setattr(
        "kitgen.authoring.copies.write_whole",
        lambda path, _: write_whole(path, lambda _stream: full(path, b"")),
    )
    done = run("templates", "copy", tmp_path / "mine", *only)
    assert done.exit_code == 1
    assert done.output.startswith(f"kitgen: '{tmp_path / 'mine'}")
    told = "" if only else "; nothing was changed"
    assert done.output.endswith(f"cannot be written: No space left on device{told}\n")
    assert len(written) == 4
    assert [path.name for path in tmp_path.iterdir()] == (["mine"] if only else [])
    assert not list(tmp_path.rglob(".*"))


@pytest.mark.parametrize("there", ["file", "link", "below"])
def test_a_place_that_is_no_folder_is_refused(tmp_path, there):
    (tmp_path / "file").write_text("mine")
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    done = run("templates", "copy", tmp_path / {"below": "file/mine"}.get(there, there))
    assert done.exit_code == 1
    assert len(done.output.splitlines()) == 1
    assert (tmp_path / "file").read_text() == "mine"


def test_a_changed_file_is_used_and_named_in_the_command(mine, tmp_path):
    edition = mine / "editions" / "her.toml"
    edition.write_text(
        edition.read_text().replace("HER: the Hexapawn Educable Robot", "Our own machine")
    )
    result = run("print", "her", "--templates", mine, "--parts", "operator", "-o", tmp_path / "out")
    assert result.exit_code == 0, result.output
    assert "Our own machine" in result.output
    assert "Our own machine" not in run("boxes", "her", "--json").output


def test_what_is_not_in_the_folder_is_taken_from_kitgen(mine):
    (mine / "palettes" / "grey.toml").unlink()
    assert "grey" in Templates(mine).names("palettes")


@pytest.mark.parametrize(
    ("find", "write", "says"),
    [
        ("side =", "sidde =", "unknown key 'sidde'; did you mean 'side'?"),
        ("[title]", "start = [1]\n[title]", "unknown key 'start'"),
        ('rule = "gardner"', "rule = 3", "rule is 3; it must be one line"),
        ("[title]", "[title", "not valid TOML"),
        ('game = "hexapawn:3x3"', "", "key 'game' is missing"),
    ],
)
def test_a_mistake_names_file_and_key(mine, find, write, says):
    edition = mine / "editions" / "her.toml"
    edition.write_text(edition.read_text().replace(find, write, 1))
    result = run("boxes", "her", "--templates", mine)
    assert result.exit_code == 1
    assert says in result.output
    assert "her.toml" in result.output
    assert len(result.output.splitlines()) == 1


#: One file of each kind that a user may change, a key of it, and how the key may be misspelt.
KEYS = {
    "boxes/slim.toml": ("width =", "widht =", "did you mean 'width'?"),
    "braille/marburg-medium.toml": ("spacing =", "spacin =", "did you mean 'spacing'?"),
    "editions/her.toml": ("side =", "sidde =", "did you mean 'side'?"),
    "errata/basic-hexapawn.toml": ("side =", "sidde =", "did you mean 'side'?"),
    "games/hexapawn.toml": ("board =", "bord =", "did you mean 'board'?"),
    "glossaries/en.toml": ("[kits]", "[kitz]", "did you mean 'kits'?"),
    "laser/usual.toml": ("kerf =", "kref =", "did you mean 'kerf'?"),
    "lessons/ladder-15.toml": ("begins =", "beginns =", "did you mean 'begins'?"),
    "palettes/okabe-ito.toml": ("symbol =", "symbl =", "did you mean 'symbol'?"),
    "rules/gardner.toml": ("empty =", "emty =", "did you mean 'empty'?"),
    "stock/L7160.toml": ("pitch_x =", "pitch_xx =", "did you mean 'pitch_x'?"),
    "tables/papers.toml": ("thickness =", "thicknes =", "did you mean 'thickness'?"),
    "tables/braille.toml": ("number =", "nmber =", "did you mean 'number'?"),
    "tables/plurals.toml": ("families", "familes", "did you mean 'families'?"),
    "themes/cats.toml": ("outline =", "outlin =", "did you mean 'outline'?"),
    "texts/en/operator.toml": ("title =", "titel =", "did you mean 'title'?"),
    "texts/en/games.toml": ("rules =", "ruels =", "did you mean 'hexapawn.rules'?"),
}


#: What is printed to read a file of a kind, if not a kit of Hexapawn; and the line that the message
#: then names.
NAMED = {
    "games": ("told:hexapawn", ", line 3"),
    "glossaries": ("oware", ""),
    "lessons": ("lesson:ladder-15", ", line 4"),
}


def test_there_is_a_misspelt_key_for_each_kind_of_file(mine):
    kinds = {path.parent.relative_to(mine).parts[0] for path in mine.rglob("*.toml")}
    assert kinds - {"reviewed"} == {
        key.split("/")[0] for key in KEYS
    }  # its keys are files of texts


@pytest.mark.parametrize(
    ("file", "change"), sample({key: (key, change) for key, change in KEYS.items()}, one_in=4)
)
def test_an_unknown_key_is_refused_in_every_kind_of_file(mine, tmp_path, file, change):
    before, after, says = change
    path = mine / file
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after, 1), encoding="utf-8")
    parts = "labels,operator,boxes,tactile,errata"
    words = (
        "--templates",
        mine,
        "--parts",
        parts,
        "--set",
        "boxes.size=slim",
        "--laser",
        "usual",
        "--stock",
        "L7160",
    )
    kit, line = NAMED.get(file.partition("/")[0], ("her", ""))
    if file == "themes/cats.toml":
        words += ("--theme", "cats")
    result = run("print", kit, *words, "-o", tmp_path / "out")
    assert result.exit_code == 1
    assert f"'{path}'{line}: unknown key" in result.output
    assert says in result.output
    assert len(result.output.splitlines()) == 1


TEXTS = {
    "a file of another name": ("operater", 'title = "x"', "did you mean 'operator'?"),
    "a key of a table": ("operator", '[empty]\nresing = "x"', "did you mean 'empty.resign'?"),
    "a key of a game": (
        "games",
        '[ludo]\nruels = "x"',
        "unknown key 'ruels' of 'ludo'; did you mean 'rules'?",
    ),
    "no table": ("games", 'ludo = "x"', "unknown key '' of 'ludo'"),
    "a game": (
        "games",
        '[hexpawn]\nname = "x"',
        "unknown game 'hexpawn'; did you mean 'hexapawn'?",
    ),
    "a story": (
        "guide",
        '[story]\nhexpawn = "x"',
        "unknown game 'hexpawn'; did you mean 'hexapawn'?",
    ),
    "a number": ("operator", "title = 3", "'operator.title' is 3; it must be a text"),
}


@pytest.mark.parametrize(("stem", "text", "says"), TEXTS.values(), ids=TEXTS)
def test_a_text_that_nothing_asks_for_is_refused(tmp_path, stem, text, says):
    path = tmp_path / "texts" / "en" / f"{stem}.toml"
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    with pytest.raises(TemplateError) as refused:
        Texts("en", Templates(tmp_path))
    assert str(refused.value).startswith(f"'{path}': ")
    assert says in str(refused.value)


def test_texts_of_other_games_and_forms_of_other_languages_are_known(tmp_path):
    folder = tmp_path / "texts" / "xx"
    folder.mkdir(parents=True)
    (folder / "games.toml").write_text(
        '[ludo]\nname = "Ludo"\n[ludo.piece]\ncounter = "man"\n', encoding="utf-8"
    )
    (folder / "guide.toml").write_text('[story]\nludo = "Once upon a time."\n', encoding="utf-8")
    (folder / "colours.toml").write_text(
        'teal = { name = "teal", letter = "T" }\n', encoding="utf-8"
    )
    (folder / "boxes.toml").write_text('count.few = "{count} boxes"\n', encoding="utf-8")
    texts = Texts("xx", Templates(tmp_path))
    assert texts("games.ludo.piece.counter") == "man"
    assert "boxes.count.few" in texts.keys()  # noqa: SIM118 - a method of Texts


@pytest.mark.parametrize("make", [False, True])
def test_a_folder_that_holds_no_templates_is_refused(tmp_path, make):
    folder = tmp_path / "none"
    if make:
        folder.mkdir()
    result = run("boxes", "her", "--templates", folder)
    assert result.exit_code == 2
    assert str(folder) in result.output


def test_a_text_too_long_for_its_place_is_named_with_file_key_and_limit(mine, tmp_path):
    texts = mine / "texts" / "en" / "operator.toml"
    texts.write_text(
        texts.read_text().replace(
            'title = "Operator card"', f'title = "{"Operator card " * 40}"', 1
        )
    )
    result = run("print", "her", "--templates", mine, "--parts", "operator", "-o", tmp_path / "out")
    assert result.exit_code == 1
    assert "texts/en/operator.toml, key 'operator.title'" in result.output
    assert "mm too long" in result.output
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("title", few(["x" * 120, "W" * 120, "M" * 90], one_in=3))
def test_a_title_too_long_for_its_place_is_named_as_what_it_is(mine, tmp_path, title):
    edition = mine / "editions" / "her.toml"
    edition.write_text(edition.read_text().replace("HER: the Hexapawn Educable Robot", title))
    result = run(
        "print",
        "her",
        "--templates",
        mine,
        "--parts",
        "cover,guide,certificate",
        "-o",
        tmp_path / "out",
    )
    assert result.exit_code == 1
    assert "editions/her.toml, key 'title.en': " in result.output
    assert "mm too long" in result.output


def test_a_title_longer_than_any_place_is_refused_with_its_limit(mine):
    edition = mine / "editions" / "her.toml"
    edition.write_text(edition.read_text().replace("HER: the Hexapawn Educable Robot", "x" * 5000))
    result = run("boxes", "her", "--templates", mine)
    assert result.exit_code == 1
    assert f"'{edition}': title.en is 'xxx" in result.output
    assert "it must be one line of 1 to 120 printable letters" in result.output
    assert len(result.output) < 400


#: What may be written into a file of TOML by a slip or by malice, and what is said of it.
TOML = {
    "lists in lists": (b"a = " + b"[" * 100_000, "nested too deeply"),
    "tables in tables": (b"a = " + b"{a=" * 100_000, "nested too deeply"),
    "lists in lists that close": (
        b"title = " + b"[" * 300 + b"]" * 300,
        "is a list of 1; it must be a table",
    ),
    "a key of many parts": (b".".join([b"a"] * 200_000) + b" = 1", "line 1 has more than 32 dots"),
    "a table of many parts": (
        b"[" + b" . ".join([b"a"] * 1000) + b"]",
        "line 1 has more than 32 dots",
    ),
    "a number of many digits": (b"game = " + b"9" * 5000, "not valid TOML"),
    "a number of many digits in hexadecimal": (
        b"game = 0x" + b"f" * 9000,
        "game is a number of more than 60 digits",
    ),
    "not a number": (b"game = nan", "game is nan; it must be one line"),
    "a date that is none": (b"game = 2023-02-31", "not valid TOML"),
    "half a letter": (b'game = "\\ud800"', "not valid TOML"),
    "a control character": (b'game = "\\u001b[31m"', "game is '\\x1b[31m'; it must be one line"),
    "no UTF-8": ("game = 'é'".encode("latin-1"), "is not written in UTF-8; save it as UTF-8"),
    "UTF-16": ("game = 'x'".encode("utf-16"), "is not written in UTF-8; save it as UTF-8"),
    "a key twice": (b"game = 1\ngame = 2", "not valid TOML"),
    "far too much": (b"#" * 600_000, "has more than 500 kB"),
}


@pytest.mark.parametrize(("data", "says"), TOML.values(), ids=TOML)
def test_toml_that_nobody_should_write_is_refused_in_one_line(tmp_path, data, says):
    path = tmp_path / "editions" / "her.toml"
    path.parent.mkdir()
    path.write_bytes(data)
    result = run("boxes", "her", "--templates", tmp_path)
    assert result.exit_code == 1
    assert str(path) in result.output
    assert says in result.output
    assert len(result.output.splitlines()) == 1
    assert len(result.output) < 500


def test_a_mark_before_the_first_letter_is_passed_over(mine):
    edition = mine / "editions" / "her.toml"
    edition.write_bytes(b"\xef\xbb\xbf" + edition.read_bytes())
    assert run("boxes", "her", "--templates", mine).exit_code == 0


def test_a_link_that_leads_nowhere_is_named(mine):
    edition = mine / "editions" / "her.toml"
    edition.unlink()
    edition.symlink_to(edition)  # round and round
    for words in (["boxes", "her"], ["kits"]):
        result = run(*words, "--templates", mine)
        assert result.exit_code == 1
        assert f"'{edition}' cannot be read" in result.output
    edition.unlink()
    edition.mkdir()
    assert f"'{edition}' is a folder" in run("boxes", "her", "--templates", mine).output


def test_a_wrong_word_is_answered_with_those_that_there_are(mine):
    palette = mine / "palettes" / "okabe-ito.toml"
    palette.write_text(palette.read_text().replace('symbol = "circle"', 'symbol = "circel"', 1))
    output = run("boxes", "her", "--templates", mine).output
    assert f"'{palette}': colours[" in output
    assert (
        "].symbol is 'circel'; it must be one of arch, bucket, circle, crystal, diamond, hexagon"
        in output
    )
    assert "did you mean 'circle'?" in output


def test_a_letter_that_has_no_room_in_its_badge_is_refused(mine):
    words = mine / "texts" / "en" / "colours.toml"
    words.write_text(words.read_text().replace('"R"', '"RRRR"', 1))
    output = run("boxes", "her", "--templates", mine).output
    assert "colours.toml', red: letter is 'RRRR'; it must be a single letter or digit" in output


def test_every_part_is_listed_in_every_language():
    for language in at_least(3, LANGUAGES):
        output = run("parts", "--language", language).output
        for part in PARTS:
            assert Texts(language, Templates())(f"parts.{part}") in output
