"""``kitgen templates check``: every kind of mistake is told of in one line, and what is right is
left in peace.
"""

import json
import re
import shutil

import pytest
from command_answers import result_of, run
from counting import at_least, at_least_one
from sampling import sample

from kitgen.authoring import template_checks
from kitgen.authoring.copies import all_names
from kitgen.authoring.language_checks import English
from kitgen.authoring.template_checks import check_templates
from kitgen.errors import UsageError
from kitgen.reading.templates import EARLIER, flat, read_toml, shipped


def put(folder, name, text):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def changed(name, old, new):
    text = (shipped() / name).read_text(encoding="utf-8")
    assert old in text
    return text.replace(old, new)


@pytest.mark.every
def test_what_comes_with_kitgen_is_right():
    done = run("templates", "check", shipped())
    assert done.exit_code == 0, done.output
    earlier = sum(len([*(shipped() / folder).iterdir()]) for folder in EARLIER.values())
    assert earlier > 2
    # The pictures of a theme are read with it.
    names = [name for name in all_names() if not name.endswith(".svg")]
    assert f"{len(names) + earlier} files read" in done.output
    assert done.output.splitlines()[-1] == "right: no mistakes"


#: A file that is wrong, as it is changed from a shipped one or written anew, and what is said of
#: it.
WRONG = [
    ("editions/her.toml", ("side =", "sidde ="), ["did you mean 'side'?", "key 'side' is missing"]),
    ("editions/her.toml", ('"black"', '"blakc"'), ["did you mean 'black'?"]),
    ("editions/her.toml", ('"gardner"', '"gardener"'), ["did you mean 'gardner'"]),
    ("editions/her.toml", ("hexapawn:3x3", "hexapwn:3x3"), ["did you mean 'hexapawn'?"]),
    (
        "lessons/ladder-15.toml",
        ("age = 7", 'age = 7\nchoices = { beads = "red:1,blue:1" }'),
        ["beads"],
    ),
    ("editions/her.toml", ("side =", 'mirrors = [".bb/bww/w... b"]\nside ='), ["bww"]),
    ("rules/michie.toml", ("[4, 3, 2, 1]", "[0]"), ["'start'"]),
    (
        "rules/michie.toml",
        ("every = 3", "evry = 3\nevery = true"),
        ["unknown key 'evry' in win", "every"],
    ),
    ("palettes/okabe-ito.toml", ("#0072B2", "blue"), ["RRGGBB"]),
    ("palettes/okabe-ito.toml", ('"#0072B2"', '"#0072B2"\nname = { en = "red" }'), ["'red'"]),
    ("stock/poker.toml", ("width = 63", "width = 630"), ["width"]),
    ("boxes/matchbox.toml", ("height = 15", "height = 1"), ["mm"]),
    ("laser/usual.toml", ("#FF0000", "#0000FF"), ["share a colour"]),
    ("braille/marburg-medium.toml", ("dot = 1.6", "dot = 100"), ["dot"]),
    ("errata/basic-hexapawn.toml", ('"c3c2", "b2b1"', '"c3c9", "b2b1"'), ["c3c9"]),
    ("tables/plurals.toml", ("n = 1", "n is 1"), ["n is 1"]),
    ("tables/braille.toml", ('number = "3456"', 'number = "9"'), ["'number'"]),
    ("tables/papers.toml", ("thickness = 0.24", "thickness = 24"), ["thickness"]),
    ("tables/paper.toml", "x = 1", ["no such table; did you mean 'papers'?"]),
    ("texts/en/cover.toml", "titel = 'x'", ["unknown key 'titel'; did you mean 'title'?"]),
    ("texts/en/cover.toml", "title = 3", ["key 'title' is not a text"]),
    (
        "texts/en/cover.toml",
        "time = '{minuts}'",
        ["key 'time' asks for an unknown {minuts}; did you mean 'minutes'?"],
    ),
    ("texts/en/cover.toml", "time = '{minutes'", ["cannot be filled in"]),
    ("texts/en/covr.toml", "", ["did you mean 'cover'?"]),
    ("guides/en/mine.md", "# {boxs}", ["asks for an unknown {boxs}; did you mean 'boxes'?"]),
    ("guides/en/mine.md", "```\ncode\n```", ["not drawn"]),
    ("texts/en/cover.toml", "= broken", ["not valid TOML"]),
]
#: A file that is not read, and what is said of it.
NOT_READ = [
    ("editions/her.tml", "", ["has to end in .toml"]),
    ("editon/her.toml", "", ["does not look here; did you mean 'editions'?"]),
    ("her.toml", "", ["does not look here; move it into"]),
    ("editions/more/her.toml", "", ["is a folder"]),
    ("texts/cover.toml", "", ["outside the folders of the languages"]),
]  # fmt: skip


CASES = [(*case, 1) for case in WRONG] + [(*case, 3) for case in NOT_READ]


@pytest.mark.parametrize(
    ("name", "wrong", "says", "code"),
    sample({f"{case[0]}-{case[2][0][:30]}": case for case in CASES}, one_in=4),
)
def test_a_mistake_is_told_of_with_its_file_and_key(tmp_path, name, wrong, says, code):
    put(tmp_path, name, wrong if isinstance(wrong, str) else changed(name, *wrong))
    put(
        tmp_path,
        "editions/right.toml",
        (shipped() / "editions" / "him.toml").read_text(encoding="utf-8"),
    )
    done = run("templates", "check", tmp_path)
    assert done.exit_code == code
    faults = [
        line
        for line in done.output.splitlines()
        if line.partition(": ")[0].startswith(name.split("/")[0])
    ]
    assert len(faults) == len(says)
    for line, part in zip(at_least_one(faults), says, strict=True):
        assert part in line
        assert "Traceback" not in line
        assert str(tmp_path) not in line


def test_each_mistake_has_its_words(golden, tmp_path, monkeypatch):
    """Whatever is wrong: one English, which takes longest, is enough for all of them."""
    english = English()
    monkeypatch.setattr(template_checks, "English", lambda: english)
    lines = []
    for number, (name, wrong, _) in enumerate(at_least(25, WRONG)):
        folder = tmp_path / str(number)
        put(folder, name, wrong if isinstance(wrong, str) else changed(name, *wrong))
        for fault in check_templates(folder).faults:
            lines.append(f"{fault.file}: {fault.text}".replace(str(folder), "FOLDER"))
    golden("authoring/mistakes", "\n".join(lines))


def test_all_unknown_keys_are_told_of_at_once(tmp_path):
    text = changed("palettes/okabe-ito.toml", 'symbol = "square"', 'symbl = "square"\nfille = "x"')
    put(tmp_path, "palettes/mine.toml", f"sorce = 'x'\n{text}")
    faults = [fault.text for fault in check_templates(tmp_path).faults]
    assert len(faults) == 4
    assert [
        word
        for text in faults
        for word in ("sorce", "symbl", "fille", "missing")
        if f"'{word}'" in text or word in text
    ]
    assert "key 'symbol' is missing in colours[1]" in faults


@pytest.mark.every
def test_a_language_is_told_what_it_lacks(tmp_path):
    shutil.copytree(shipped() / "texts" / "it", tmp_path / "texts" / "pl")
    for name in ("cover", "colours"):
        (tmp_path / "texts" / "pl" / f"{name}.toml").unlink()
    log = changed("texts/it/log.toml", "title =", "# title =").replace('loss = "Pe"', 'loss = "V"')
    put(tmp_path, "texts/pl/log.toml", log)
    checked = check_templates(tmp_path)
    faults = {(fault.file, fault.text) for fault in checked.faults}
    assert any(
        file == "texts/pl/cover.toml" and "the file is missing, with" in text
        for file, text in faults
    )
    assert ("texts/pl/log.toml", "key 'title' is missing") in faults
    assert ("texts/pl/spinner.toml", "key 'wheel.few' is missing") in faults
    assert any(file == "texts/pl/colours.toml" and "'red'" in text for file, text in faults)
    (tmp_path / "texts" / "pl" / "colours.toml").write_text(
        (shipped() / "texts/en/colours.toml").read_text(encoding="utf-8").replace('"U"', '"V"'),
        encoding="utf-8",
    )
    faults = {(fault.file, fault.text) for fault in check_templates(tmp_path).faults}
    fault = "letter 'V' of blue is that of a result, too: see [letter] in log.toml"
    assert ("texts/pl/colours.toml", fault) in faults
    state = next(one for one in checked.languages if one.language == "pl")
    assert 300 < state.there < state.needed
    assert state.needed > 408


#: What a language has at first: all English texts, and colours whose letters differ from those of
#: results.
GERMAN_COLOURS = "\n".join(
    f'{key} = {{name = "{name}", letter = "{letter}"}}'
    for key, name, letter in (
        ("red", "Rot", "R"),
        ("blue", "Blau", "B"),
        ("yellow", "Gelb", "Y"),
        ("green", "Grün", "G"),
        ("sky", "Himmelblau", "S"),
        ("pink", "Rosa", "P"),
        ("orange", "Orange", "O"),
        ("black", "Schwarz", "K"),
        ("clear", "Klar", "C"),
    )
)


def begin_german(folder):
    """Copy English, which counts as German does, into a folder of templates."""
    shutil.copytree(shipped() / "texts" / "en", folder / "texts" / "de")
    put(folder, "texts/de/colours.toml", GERMAN_COLOURS)


def translate(path):
    """Write a file of texts again with the letters of each text turned, but not its places."""
    lines = []
    for key, text in flat("", read_toml(path, dict)):
        pieces = re.split(r"(\{[^{}]*\})", text)
        turned = "".join(piece if piece.startswith("{") else piece.swapcase() for piece in pieces)
        name = ".".join(f'"{word}"' for word in key.removeprefix(".").split("."))
        lines.append(f"{name} = {json.dumps(turned)}")
    path.write_text("\n".join(lines), encoding="utf-8")


def test_a_whole_language_lacks_nothing(tmp_path):
    begin_german(tmp_path)
    for path in at_least(40, (tmp_path / "texts" / "de").glob("*.toml")):
        if path.stem != "colours":
            translate(path)
    checked = check_templates(tmp_path)
    assert checked.faults == []
    assert [(one.language, one.there == one.needed) for one in checked.languages] == [("de", True)]


def test_a_copied_language_is_told_what_is_still_english(tmp_path):
    begin_german(tmp_path)
    shutil.copytree(shipped() / "guides" / "en", tmp_path / "guides" / "de")
    checked = check_templates(tmp_path)
    faults = {fault.file: fault.text for fault in checked.faults}
    files = {path.name for path in at_least(40, (tmp_path / "texts" / "de").glob("*.toml"))} - {
        "colours.toml"
    }
    assert {name.removeprefix("texts/de/") for name in faults if name.startswith("texts/")} == files
    assert faults["texts/de/spinner.toml"].startswith("51 texts still in English: 'beads', ")
    assert re.match(r"\d\d lines still in English: 3, ", faults["guides/de/teacher.md"])
    (state,) = checked.languages
    assert state.there < state.needed / 20
    shutil.copytree(tmp_path / "texts" / "de", tmp_path / "texts" / "en-GB")
    shutil.copy(shipped() / "texts" / "en" / "colours.toml", tmp_path / "texts" / "en-GB")
    assert not [fault for fault in check_templates(tmp_path).faults if "en-GB" in fault.file]


def test_a_copied_language_that_kitgen_does_not_have_is_told_once_for_each_file(tmp_path):
    """No word of a text that is still in English is named besides: there are tens of thousands."""
    shutil.copytree(shipped() / "texts" / "en", tmp_path / "texts" / "pt")
    faults = [fault for fault in check_templates(tmp_path).faults if "/pt/" in fault.file]
    assert len({fault.file for fault in faults}) == len(faults) > 40


def test_a_sentence_that_was_left_in_english_is_named_and_a_word_that_is_the_same_is_not(tmp_path):
    put(
        tmp_path,
        "texts/it/spinner.toml",
        (shipped() / "texts/en/spinner.toml").read_text(encoding="utf-8"),
    )
    (fault,) = check_templates(tmp_path).faults
    assert fault.file == "texts/it/spinner.toml"
    assert fault.text.startswith("45 texts still in English: ")
    assert "'title'" not in fault.text


#: A text of Italian as it is changed, and what is said of it: places, numbers, signs and forms are
#: those of English.
PLANTED = [
    ("cover", "{boxes} scatole", "scatole", "key 'what' lacks {boxes}"),
    (
        "log",
        'score = "Punti: uno in più',
        'score = "Punti: +2',
        "key 'score' has + 2, which English has not",
    ),
    ("guide", "Nel 1962 Martin", "Nel 1926 Martin", "lacks 1962, which English has"),
    (
        "boxes",
        "{count} scatole:",
        "{count} o 3 scatole:",
        "key 'count.other' has 3, which English has not",
    ),
    (
        "spinner",
        "wheel.one",
        "wheel.few = 'x'\nwheel.one",
        "key 'wheel.few' is a form of numbers that 'pt' does not have",
    ),
]


@pytest.mark.every
def test_a_text_that_says_less_or_more_than_english_is_named(tmp_path):
    folder = tmp_path / "texts" / "pt"
    shutil.copytree(shipped() / "texts" / "it", folder)
    put(
        tmp_path,
        "glossaries/pt.toml",
        (shipped() / "glossaries" / "it.toml").read_text(encoding="utf-8"),
    )
    for file, old, new, _ in PLANTED:
        (folder / f"{file}.toml").write_text(
            changed(f"texts/it/{file}.toml", old, new), encoding="utf-8"
        )
    faults = {(fault.file, fault.text) for fault in check_templates(tmp_path).faults}
    for file, _, _, said in PLANTED:
        assert [text for name, text in faults if name == f"texts/pt/{file}.toml" and said in text]
    assert {name.removeprefix("texts/pt/") for name, _ in faults} == {
        f"{file}.toml" for file, *_ in PLANTED
    }


def test_a_text_that_is_too_long_for_its_sheet_is_named(tmp_path):
    put(tmp_path, "texts/it/operator.toml", f"find = '{'Trovatelascatola ' * 20}'")
    done = run("templates", "check", tmp_path)
    assert done.exit_code == 1
    assert re.match(
        r"texts/it/operator.toml: key 'operator.find': .* is \d+ mm too long", done.output
    )


def test_colours_that_are_still_english_are_told_of(tmp_path):
    shutil.copytree(shipped() / "texts" / "it", tmp_path / "texts" / "fr")
    shutil.copy(shipped() / "texts" / "en" / "colours.toml", tmp_path / "texts" / "fr")
    faults = [
        fault.text
        for fault in check_templates(tmp_path).faults
        if fault.file == "texts/fr/colours.toml"
    ]
    assert "the names of the colours are still in English" in faults


def test_a_few_texts_of_ones_own_need_no_others(tmp_path):
    put(tmp_path, "texts/it/cover.toml", "title = 'Mia'")
    assert check_templates(tmp_path).faults == []


def test_what_is_hidden_or_left_behind_by_editors_is_let_be(tmp_path):
    put(
        tmp_path,
        "editions/mine.toml",
        (shipped() / "editions" / "her.toml").read_text(encoding="utf-8"),
    )
    for name in (
        "editions/.mine.toml.swp",
        "editions/mine.toml~",
        ".git/config",
        "README",
        "editions/mine.toml.bak",
    ):
        put(tmp_path, name, "= broken")
    assert check_templates(tmp_path).faults == []


def test_it_is_said_as_json(tmp_path):
    put(tmp_path, "editions/mine.toml", "nonsense = 1")
    done = run("templates", "check", tmp_path, "--json")
    assert done.exit_code == 1
    output = result_of(done.stdout)
    assert list(output) == [
        "folder",
        "files",
        "faults",
        "languages",
        "unreviewed",
        "not_read",
        "verdict",
        "passed",
    ]
    assert output["files"] == {"editions": 1}
    assert output["faults"][0]["file"] == "editions/mine.toml"
    assert (output["verdict"], output["passed"], output["not_read"]) == ("wrong", False, [])


def test_without_a_folder_it_is_ones_own(tmp_path, monkeypatch):
    monkeypatch.setenv("KITGEN_TEMPLATES", str(tmp_path / "home"))
    done = run("templates", "check")
    assert done.exit_code == 2
    assert "no templates of your own yet" in done.output
    assert run("new", "rule", "mine").exit_code == 0
    done = run("templates", "check")
    assert done.exit_code == 0
    assert done.output == f"{tmp_path / 'home'}: 1 file read (1 in rules)\nright: no mistakes\n"


@pytest.mark.parametrize("make", ["nothing", "empty", "file"])
def test_a_folder_without_templates_is_refused(tmp_path, make):
    folder = tmp_path / "none"
    if make == "empty":
        folder.mkdir()
    elif make == "file":
        folder.write_text("mine")
    done = run("templates", "check", folder)
    assert done.exit_code == 2
    assert len(done.output.splitlines()) == 1


def test_what_cannot_be_read_is_named(tmp_path, monkeypatch):
    (tmp_path / "editions").mkdir()

    def deny(_check):
        raise PermissionError(13, "Permission denied", str(tmp_path / "editions"))

    monkeypatch.setattr(template_checks._Check, "walk", deny)
    with pytest.raises(UsageError, match="editions' cannot be read: Permission denied"):
        check_templates(tmp_path)
