"""What the parts of reading answer, function by function, as golden tables: what is said of data
that does not fit, kinds of files, names of templates, words to avoid, lengths of printers, themes,
and texts in their places.
"""

import io
import os
import zipfile
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import pytest
from counting import at_least, at_least_one
from jobs import LANGUAGES, TEMPLATES, TEXTS
from msgspec import Meta
from workbooks import ods, xlsx

from kitgen.errors import KitgenError, TemplateError
from kitgen.papers import listed_lengths
from kitgen.reading import own_folders, printer_file, user_file
from kitgen.reading.glossary import Glossary, avoided_words, missing_words, read_glossary
from kitgen.reading.own_folders import folder_to_read, folder_to_write, templates_to_begin_from
from kitgen.reading.printer_file import LENGTHS, measured_printer, read_printer
from kitgen.reading.schema import allowed, explain, keys_of, read_json, to_schema, unknown
from kitgen.reading.templates import (
    KINDS,
    Templates,
    capitalised,
    flat,
    plain_word,
    read_toml,
    title_in,
    toml_key,
    toml_value,
)
from kitgen.reading.texts import MOVED, Texts, guide_names, guide_path, now_at
from kitgen.reading.theme_file import read_theme, theme_files
from kitgen.reading.toml_lines import line_of_place
from kitgen.reading.user_file import (
    is_journal,
    is_lesson,
    is_photo,
    kind_of,
    kind_of_file,
    plain_text,
    read_user_file,
    tells_a_game,
)
from kitgen.reading.workbook import workbook_sheets, workbook_text


def outcome(work):
    """Return what some work answers, or why it refuses."""
    try:
        return work()
    except (KitgenError, ValueError, OSError) as error:
        return f"{type(error).__name__}: {error}"


# --- data that does not fit
# --------------------------------------------------------------------------------------------------


class Inner(msgspec.Struct, forbid_unknown_fields=True):
    """A table in a table."""

    end: Literal["won", "lost", "drawn"]
    beads: Annotated[int, Meta(ge=0, le=9999)] = 0
    deep: dict[str, int] = {}


class Outer(msgspec.Struct, forbid_unknown_fields=True):
    """A table with values of each kind."""

    name: Annotated[str, Meta(max_length=3, description="a word of at most 3 letters")] = ""
    text: str = ""
    on: bool = False
    some: Annotated[int, Meta(ge=1)] = 1
    most: Annotated[int, Meta(le=12_000)] = 1
    over: Annotated[float, Meta(gt=0)] = 1.0
    between: Annotated[float, Meta(gt=0, lt=1)] = 0.5
    either: Annotated[int, Meta(ge=0, lt=5)] = 0
    free: int = 0
    pair: tuple[int, str] = (0, "")
    row: tuple[int, ...] = ()
    short: Annotated[tuple[int, ...], Meta(min_length=1, max_length=2)] = (1,)
    filled: Annotated[tuple[int, ...], Meta(min_length=1)] = (1,)
    inner: Inner | None = None
    inners: tuple[Inner, ...] = ()
    words: dict[Annotated[str, Meta(pattern="^[a-z]+$", description="small letters")], str] = {}
    counts: dict[str, Annotated[int, Meta(ge=0, le=9)]] = {}
    tables: dict[str, Inner] = {}
    one: Literal["only"] = "only"
    choice: int | str = 0
    last: Annotated[int, Meta(ge=0)] | None = None


MISFITS: tuple[Any, ...] = (
    {"name": "long"},
    {"name": 3},
    {"text": 3},
    {"on": 1},
    {"some": 0},
    {"most": 12_001},
    {"over": 0},
    {"between": 1},
    {"either": 5},
    {"free": "1"},
    {"free": None},
    {"pair": [1]},
    {"pair": [1, 2]},
    {"pair": [1, "a", 2]},
    {"row": ["a"]},
    {"row": [1, 2, 1.5]},
    {"row": {}},
    {"short": []},
    {"short": [1, 2, 3]},
    {"filled": []},
    {"inner": {}},
    {"inner": {"end": "wom"}},
    {"inner": {"end": "xyz"}},
    {"inner": {"end": "won", "beds": 1}},
    {"inner": {"end": "won", "name": "a"}},
    {"inner": {"end": "won", "beads": 10_000}},
    {"inner": {"end": "won", "deep": {"a": 1, "b": "x"}}},
    {"inner": []},
    {"inners": [{"end": "won"}, {"end": 3}]},
    {"inners": [{"end": "won"}, {"end": "lost", "xyzzy": 1}]},
    {"inners": [{}]},
    {"words": {"A": "a"}},
    {"words": {"a": 1}},
    {"counts": {"a": 1, "b": 10}},
    {"counts": {"a": True}},
    {"counts": []},
    {"tables": {"a": {"end": "won"}, "b": 3}},
    {"tables": {"a": {"end": "won"}, "b": {"end": "no"}}},
    {"one": "other"},
    {"choice": 1.5},
    {"last": -1},
    {"last": "x"},
    {"nam": "a"},
    {"beads": 1},
    {"xyzzy": 1},
    [],
    "text",
    3,
    None,
)


def test_what_does_not_fit_is_said_as_before(golden):
    lines = []
    for data in at_least(40, MISFITS):
        said = outcome(lambda of=data: to_schema(of, Outer, "a file", ValueError))
        raw = msgspec.json.encode(data)
        by_user = outcome(lambda of=raw: read_json(of, Outer, "a file", ValueError))
        by_us = outcome(
            lambda of=raw: read_json(of, Outer, "a file", ValueError, lambda _: "WRITER")
        )
        lines += [f"{data}: {said}", f"  {by_user}", f"  {by_us}"]
        try:
            msgspec.convert(data, Outer)
        except msgspec.ValidationError as error:
            lines.append(f"  unseen: {explain(str(error), Outer, top='all')}")
            lines.append(f"  new: {unknown(str(error), Outer)!r}")
    for raw in (
        b"\xef\xbb\xbf{}",
        b'{"text": "a", "text": "b"}',
        b'{"inner": {"end": "won", "end": "won"}}',
        b"{",
        b"",
        b"{} {}",
        b'{"text": "\xff"}',
        b'{"free": NaN}',
        b'{"row": ' + b"[" * 2000,
    ):
        said = outcome(lambda of=raw: read_json(of, Outer, "a file", ValueError))
        lines.append(f"{raw[:50]!r}: {str(said)[:200]}")
    fields = msgspec.inspect.type_info(Outer).fields
    lines += [f"{field.encode_name}: {allowed(field.type)}" for field in fields]
    lines.append(f"{sorted(keys_of(Outer))}")
    golden("reading/misfits", "\n".join(lines))


def test_a_wrong_value_is_quoted_only_from_smaller_files():
    raw = b'{"some": 0, "text": "%s"}'
    said = outcome(lambda: read_json(raw % (b"a" * 900_000), Outer, "it", ValueError))
    assert said == "ValueError: it: some is 0; it must be a whole number of at least 1"
    said = outcome(lambda: read_json(raw % (b"a" * 1_000_000), Outer, "it", ValueError))
    expected = "some holds something else; it must be a whole number of at least 1"
    assert said == f"ValueError: it: {expected}"


# --- lines, keys and values in TOML
# --------------------------------------------------------------------------------------------------

TOML = """# a lesson
title = "A"
about.en = "x"
about.it = "y"
"quoted key" = 1
'single' = 2

[group]  # with a remark
size = 3
[group.inner]
a = 1
[[step]]
minutes = 1
words.en = "Go"
[step.more]
en = "b"
[[step]]
minutes = 2
[[step.part]]
a = 1
[[step.part]]
b = 2
[ "spaced" . key ]
c = 3
  indented = 4
"""
PLACES = (
    "title",
    "about",
    "about.en",
    "about.it",
    "about.fr",
    "quoted key",
    "single",
    "group",
    "group.size",
    "group.inner.a",
    "step",
    "step[0]",
    "step[0].minutes",
    "step[0].words.en",
    "step[0].words.it",
    "step[0].more.en",
    "step[1].minutes",
    "step[1].part[0].a",
    "step[1].part[1].b",
    "step[1].part[2].b",
    "step[2].minutes",
    "spaced.key.c",
    "spaced.key.indented",
    "none",
    "",
)


def test_places_are_found_on_their_lines(golden):
    lines = [f"{place!r} {line_of_place(TOML, place)}" for place in at_least(20, PLACES)]
    golden("reading/lines", "\n".join(lines))


def test_values_are_written_as_toml_reads_them():
    values = {
        "plain": "a",
        "with blank": 'quo"te',
        "é": "\x7f\n",
        "n_1-2": 3,
        "": [1, 2.5, True],
        "pair": ("a", ["b"]),
        "table": {"a b": 1, "c": {"d": "e"}},
    }
    for name, value in at_least(7, values.items()):
        text = f"{toml_key(name)} = {toml_value(value)}"
        read = read_toml_text(text)
        assert read == {name: [*value] if isinstance(value, tuple) else value}, text
    assert toml_key("n_1-2") == "n_1-2"
    assert toml_key("a b") == '"a b"'
    assert toml_key("é") == '"é"'
    assert toml_value({"a": 1, "b": "é"}) == '{ a = 1, b = "é" }'
    assert [*flat("f", {"a": 1, "b": {"c": 2, "d": {"e": 3}}})] == [
        ("f.a", 1),
        ("f.b.c", 2),
        ("f.b.d.e", 3),
    ]


def read_toml_text(text):
    import tomllib  # noqa: PLC0415

    return tomllib.loads(text)


WORDS = ("L'échelle", "l’ami", "The Ladder", "the", "der  Turm", "Las cajas", "ÉTÉ 3×3", "", "  ")
WORDS += ("gli scacchi", "il  tris", "lo", "la-la", "diese", "Straße", "a_b-c.d", "los 3")


def test_words_are_compared_without_articles_accents_and_signs(golden):
    lines = [f"{word!r} {plain_word(word)!r}" for word in at_least(12, WORDS)]
    for text in ("", "a", "élan", "ABC", "two words"):
        lines.append(f"{text!r} {capitalised(text)!r}")
    titles = {"en": "E", "it": "I", "fr": ""}
    lines.append(f"{[title_in(of, titles, 'n') for of in ('en', 'it', 'fr', 'xx')]}")
    lines.append(f"{title_in('it', {'fr': 'F'}, 'name')}")
    lines.append(f"{KINDS}")
    golden("reading/plain-words", "\n".join(lines))


def test_templates_are_found_or_refused_as_before(golden, tmp_path):
    own = tmp_path / "own"
    (own / "rules").mkdir(parents=True)
    (tmp_path / "empty").mkdir()
    (tmp_path / "file").write_text("x")
    lines = []

    def say(name, work):
        whole_text = str(outcome(work)).replace(str(tmp_path), "FOLDER")
        lines.append(f"{name}: {whole_text[:400]}")

    for folder in ("file", "none", "empty"):
        say(folder, lambda of=folder: Templates(tmp_path / of))
    templates = Templates(own)
    for text in (
        "a" * 10,
        "[" * 3000,
        "won = ",
        "a" + ".a" * 33 + " = 1",
        "a" + ".a" * 32 + " = 1",
        "a = 2020-13-45",
        "a = 1\n" * 2,
    ):
        (own / "rules" / "mine.toml").write_text(text)
        say(text[:20], lambda: templates.read("rules", "mine", dict))
    for data in (b"\xff\xfea", b"\x89PNG\r\n\x1a\n", b"a = '\xe9'", b"\xef\xbb\xbfa = 1", b""):
        (own / "rules" / "mine.toml").write_bytes(data)
        say(repr(data), lambda: templates.read("rules", "mine", dict))
    (own / "rules" / "mine.toml").write_bytes(b"#" * 500_001)
    say("long", lambda: templates.read("rules", "mine", dict))
    (own / "rules" / "mine.toml").write_bytes(b"#" * 500_000)
    say("as long as may be", lambda: templates.read("rules", "mine", dict))
    (own / "rules" / "gone.toml").symlink_to("nowhere")
    say("broken link", lambda: templates.read("rules", "gone", dict))
    say("names", lambda: [name for name in templates.names("rules") if name in ("mine", "gone")])
    for name in ("gardnr", "", "../rules/gardner", "a" * 60, "a" * 61, "sub/mine"):
        say(f"path {name[:20]}", lambda of=name: templates.path("rules", of))
    (own / "rules" / f"{'a' * 60}.toml").write_text("")
    say("longest", lambda: templates.path("rules", "a" * 60).name)
    say("kind", lambda: templates.path("nokind", "x"))
    for word in ("it", "italiano", "Italian", "it_IT", "Español", "xx", "deutsch", "IT"):
        say(word, lambda of=word: templates.check_language(of))
    golden("reading/templates", "\n".join(lines))


def test_files_of_a_users_own_folder_are_left_out_and_others_refused(tmp_path):
    home = tmp_path / "home"
    (home / "rules").mkdir(parents=True)
    (home / "rules" / "bad.toml").write_text("x")
    left = []
    templates = Templates(None, home, lambda path, error: left.append((path.name, str(error))))
    found = dict(templates.each("rules", lambda name: templates.read("rules", name, dict)))
    assert "gardner" in found
    assert "bad" not in found
    assert [name for name, _ in left] == ["bad.toml"]
    assert "is not valid TOML" in left[0][1]
    for strict in (Templates(None, home), Templates(home, None, lambda *_: None)):
        with pytest.raises(TemplateError):
            dict(strict.each("rules", lambda name, of=strict: of.read("rules", name, dict)))
    assert Templates(home, tmp_path).roots[:2] == (home, tmp_path)


def test_own_folders_are_named_by_the_environment(tmp_path, monkeypatch):
    named = tmp_path / "named"
    for variable, folder in at_least(
        2,
        (
            ("KITGEN_TEMPLATES", own_folders.user_folder),
            ("KITGEN_MACHINES", own_folders.machines_folder),
        ),
    ):
        monkeypatch.setenv(variable, str(named))
        assert folder() == named
        monkeypatch.setenv(variable, "  ")
        assert folder() is None
        monkeypatch.delenv(variable)
        usual = folder()
        assert usual is None or usual.name == variable.partition("_")[2].lower()
    monkeypatch.setenv("KITGEN_TEMPLATES", str(named))
    assert folder_to_write(None) == named
    assert folder_to_write(tmp_path) == tmp_path
    assert folder_to_read(tmp_path / "other") == tmp_path / "other"
    text = str(outcome(lambda: folder_to_read(None)))
    assert text == (
        f"UsageError: you have no templates of your own yet ('{named}'); 'kitgen new' begins one"
    )
    named.mkdir()
    assert folder_to_read(None) == named
    assert templates_to_begin_from(named).own is None
    (named / "rules").mkdir()
    assert templates_to_begin_from(named).own == named
    assert templates_to_begin_from(None).home == named
    monkeypatch.setenv("KITGEN_TEMPLATES", "")
    text = str(outcome(lambda: folder_to_write(None)))
    assert text == (
        "UsageError: there is no folder of your own (KITGEN_TEMPLATES is empty, or you have no "
        "home); name a folder"
    )


# --- files of users
# --------------------------------------------------------------------------------------------------

DATA = {
    "empty": b"",
    "blanks": b" \n\t",
    "pdf": b"%PDF-1.7",
    "pdf later": b"x" * 1000 + b"%PDF-1.7",
    "pdf too late": b"x" * 1024 + b"%PDF-1.7",
    "jpeg": b"\xff\xd8\xff\xe0",
    "png": b"\x89PNG\r\n\x1a\n",
    "gif": b"GIF89a",
    "bmp": b"BM1234",
    "tiff": b"II*\0",
    "tiff of others": b"MM\0*",
    "webp": b"RIFF1234WEBP",
    "heic": b"\0\0\0\x18ftypheic",
    "heic elsewhere": b"\0\0\0\0\x18ftyp",
    "database": b"SQLite format 3\0" + b"\0" * 100,
    "journal": b"SQLite format 3\0" + b"\0" * 52 + b"kitg" + b"\0" * 40,
    "journal elsewhere": b"SQLite format 3\0" + b"\0" * 53 + b"kitg" + b"\0" * 40,
    "spreadsheet": b"PK\x03\x04..xl/workbook.xml",
    "ods": b"PK\x03\x04mimetypeapplication/vnd.oasis.opendocument.spreadsheet",
    "office": b"PK\x03\x04[Content_Types].xml",
    "zip": b"PK\x03\x04other",
    "old office": b"\xd0\xcf\x11\xe0",
    "binary": b"\0\1\2",
    "bell": b"text\x07",
    "escape": b"text\x1b[31m",
    "form feed": b"text\x0c\x1a",
    "wide": b"\xff\xfeg\0a\0",
    "wide of others": b"\xfe\xff\0g\0a",
    "late binary": b"a" * 4096 + b"\0",
    "nearly late binary": b"a" * 4095 + b"\0",
    "json": b'{"a": 1}',
    "marked json": b'\xef\xbb\xbf {"a": 1}',
    "list": b"[1]",
    "list of lists": b'[["a"]]',
    "list of tables": b"[ {",
    "list of words": b'["a", "b"]',
    "one word": b'["a"]',
    "table heading": b"[win]\nevery = 1",
    "list heading": b"[[colours]]\nkey = 1",
    "quoted heading": b'["a b"]\nc = 1',
    "empty list": b"[]",
    "kit": b'{"schema": "kitgen/kit@3"}',
    "session": b'{"schema":"kitgen/session@1"}',
    "exported": b'{"schema": "kitgen/journal@2"}',
    "manifest": b'{"schema": "kitgen/manifest@1"}',
    "another": b'{"schema": "kitgen/job@3"}',
    "other program": b'{"schema": "other/kit@3"}',
    "text": b"game,result",
    "latin": b"\xe9t\xe9",
}


def test_files_are_known_by_their_first_bytes(golden, tmp_path):
    lines = []
    path = tmp_path / "file"
    for name, data in at_least(40, DATA.items()):
        path.write_bytes(data)
        assert kind_of_file(path) == kind_of(data)
        said = outcome(
            lambda: read_user_file(path, 9999, "a file of games", KitgenError, kinds=("text",))
        )
        said = str(said).replace(str(tmp_path), "FOLDER")[:80]
        lines.append(f"{name}: {kind_of(data)}; {is_journal(path)} {is_photo(path)}; {said}")
    golden("reading/kinds", "\n".join(lines))


def test_files_are_read_or_refused_as_before(tmp_path):
    (tmp_path / "a.csv").write_bytes(b"\xef\xbb\xbfabcdef")
    (tmp_path / "link").symlink_to("gone")
    os.mkfifo(tmp_path / "pipe")

    def said(name, most=99, **more):
        read = outcome(
            lambda: read_user_file(tmp_path / name, most, "a table", KitgenError, **more)
        )
        return str(read).replace(str(tmp_path), "F")

    assert said("a.csv", 5) == str(b"\xef\xbb\xbfabc")
    assert said("") == "KitgenError: 'F' is a folder; name a table"
    assert said("gone") == "KitgenError: there is no file 'F/gone'; name a table"
    assert said("link") == "KitgenError: 'F/link' is a broken link; name a table"
    assert said("pipe") == "KitgenError: 'F/pipe' is not a plain file; name a table"
    assert said("pipe", pipes=False) == said("pipe")
    assert said("a.csv/x") == "KitgenError: 'F/a.csv/x' cannot be read: Not a directory"
    device = Path("/dev/null")
    assert read_user_file(device, 9, "a table", KitgenError) == b""
    refused = outcome(lambda: read_user_file(device, 9, "a table", KitgenError, pipes=False))
    assert refused == "KitgenError: '/dev/null' is not a plain file; name a table"
    assert plain_text(tmp_path / "a.csv") == "abcdef"
    assert "it is not a plain file" in str(
        outcome(lambda: user_file.plain_bytes(tmp_path / "pipe"))
    )
    assert [kind_of_file(tmp_path / name) for name in ("", "gone", "pipe")] == ["", "", ""]
    assert is_photo(tmp_path)
    assert not is_photo(tmp_path / "a.csv")
    assert [is_lesson(name) for name in ("lesson:x", "LESSON:x", "lesson", "her")] == [
        True,
        True,
        False,
        False,
    ]
    assert [tells_a_game(text) for text in ("a\nb", "a\n", "\na", "a")] == [
        True,
        False,
        False,
        False,
    ]


SHEETS = {
    "Empty": [["", ""], []],
    "Games": [["game", "A", "won"], ["1", "A1 R", "W"], ["", "B1 R", ""], ["2", "A1 U", "L"]],
}


def test_workbooks_are_read_cell_by_cell():
    from datetime import date, time  # noqa: PLC0415

    from kitgen.reading.workbook import _fill_down, _text  # noqa: PLC0415

    cells = (True, False, 1.0, 1.5, -2.0, date(2026, 1, 2), time(3, 4), "x", "")
    assert [*map(_text, cells)] == [
        "yes",
        "no",
        "1",
        "1.5",
        "-2",
        "2026-01-02",
        "03:04:00",
        "x",
        "",
    ]
    rows = [["a", "b"], ["", "c"], ["", ""], ["d", ""], ["e"]]
    _fill_down(rows, [((0, 0), (2, 0)), ((1, 1), (4, 1))])
    assert rows == [["a", "b"], ["a", "c"], ["a", "c"], ["d", "c"], ["e"]]
    assert workbook_text(xlsx(SHEETS), "it") == "game,A,won\n1,A1 R,W\n,B1 R,\n2,A1 U,L\n"
    assert [name for name, _ in workbook_sheets(xlsx(SHEETS), "it")] == ["Empty", "Games"]
    assert workbook_text(ods(SHEETS["Games"]), "it").startswith("game,A,won\n1,A1 R,W\n")
    merged = xlsx([["1", "a"], ["", "b"], ["", "c"]], merged=("A1:A2",))
    assert workbook_text(merged, "it") == "1,a\n1,b\n,c\n"


# --- glossaries, printers, themes
# --------------------------------------------------------------------------------------------------

GLOSSARY = Glossary(
    words={"bead": ("Perle", "Perlen"), "box": ("Schachtel",), "cup": ("Becher",)},
    avoid={"Murmel*": "Perle", "Box, Kiste": "Schachtel", "z.B.": "zum Beispiel", "a b": "ab"},
    excepted={"Kiste": ("c",)},
)
SAID = {
    "a": "Drei Murmeln in der BOX",
    "b": "Eine Murmel, z.B. {Box} und Kisten",
    "c": "Die Kiste hat Perlen",
    "d": "Boxer, Inbox und schachtel",
    "e": "Kiste: a b; XMurmel",
    "f": "z.B",
}


def test_words_to_avoid_are_found_as_before(golden):
    lines = [f"{found.key}: {found}" for found in avoided_words(SAID, GLOSSARY)]
    lines.append(f"missing {missing_words(SAID, GLOSSARY)}")
    for language in at_least(5, LANGUAGES):
        glossary = read_glossary(language, TEMPLATES)
        lines.append(f"{language}: {len(glossary.words)} {sorted(glossary.languages)}")
    lines.append(f"{read_glossary('tlh', TEMPLATES) == Glossary()}")
    golden("reading/glossary", "\n".join(lines))


MEASURED = (
    "180,230,15,20",
    "178.5,228.5,15.5,20",
    "178,5 228,5 15,5 20",
    "178.2 mm,230,15,20mm",
    "174.6,223.1,5,10",
    "185.4,236.9,25,30",
    "174.5,230,15,20",
    "185.5,230,15,20",
    "180,223,15,20",
    "180,237,15,20",
    "180,230,4.9,20",
    "180,230,25.1,20",
    "180,230,15,9.9",
    "180,230,15,30.1",
    "180,230,15",
    "180,230,15,20,1",
    "180,x,15,20",
    "180,230,15.555,20",
    "1800,230,15,20",
    "",
)


def test_printers_are_measured_or_refused_as_before(golden, tmp_path):
    lines = []
    for text in at_least(18, MEASURED):
        said = outcome(lambda of=text: printer_file.read_measured(of))
        lines.append(f"{text!r} {listed_lengths(text)!r}: {said}")
    for length in at_least(4, LENGTHS):
        lines.append(f"{length}")
        for text in ("178,5", "178.5 mm", "20", " 15 ", "1,", ".5", "15.5cm", "-1", "9999"):
            lines.append(f"  {text!r}: {outcome(lambda of=text, by=length: by.read(of))}")
    own = tmp_path / "printers"
    own.mkdir()
    lines.append(f"{outcome(lambda: read_printer('desk', TEMPLATES))}")
    (own / "desk.toml").write_text("scale_x = 0.99\nscale_y = 1.01\noffset_x = 1\noffset_y = -1\n")
    (own / "odd.toml").write_text("scale_x = 0.96\nscale_y = 1.01\noffset_x = 1\noffset_y = -1\n")
    (own / "far.toml").write_text("scale_x = 0.97\nscale_y = 1.03\noffset_x = 11\noffset_y = -12\n")
    templates = Templates(tmp_path)
    for name in ("desk", "dask", "odd", "far", "178.2,230,15,20", "1"):
        said = outcome(lambda of=name: read_printer(of, templates))
        lines.append(f"{name}: {str(said).replace(str(tmp_path), 'FOLDER')}")
    printer = read_printer("desk", templates)
    for point in ((0, 0), (100, 50), (210, 297)):
        x, y = printer.drawn(printer.printed(point))
        assert (x, y) == pytest.approx(point)
        lines.append(f"{point} {printer.printed(point)}")
    lines.append(f"{measured_printer((178.123, 231.987, 14.3, 21.7))}")
    for name in ("desk", "a", "a" * 40, "a" * 41, "1a", "A", "a b", "a-_9"):
        lines.append(f"{name[:9]} {bool(printer_file.NAME.fullmatch(name))}")
    golden("reading/printers", "\n".join(lines))


SQUARE = '<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>'
FLAT = '<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="4"/></svg>'
THIN = (
    '<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/>'
    '<rect x="9" width="9" y="4" height="0.4"/></svg>'
)
PAIR = '[pieces.pawn-light]\noutline = "a"\ndark = false\n[pieces.pawn-dark]\noutline = "b"\n'
#: Themes of somebody's own, right and wrong.
THEMES = {
    "named": PAIR.replace("false", 'false\nname = "mouse"\nplural = "mice"')
    + 'dark = true\nname = "cat"\nplural = "cats"\n',
    "half named": PAIR + 'dark = true\nname = "cat"\nplural = "cats"\n',
    "alike": PAIR.replace('"b"', '"a2"') + "dark = true\n",
    "thin": PAIR.replace('"b"', '"thin"') + "dark = true\n",
    "gone": PAIR.replace('"b"', '"gone"') + "dark = true\n",
    "too large": PAIR + "dark = true\nsize = 0.71\n",
    "large": '[pieces.ring]\noutline = "a"\ndark = true\nsize = 0.7\n',
    "small": PAIR + "dark = true\nsize = 0.39\n",
    "high counter": '[pieces.counter]\noutline = "a"\ndark = true\nsize = 1.5\n',
    "too high": '[pieces.counter]\noutline = "a"\ndark = true\nsize = 1.6\n',
    "more pictures": PAIR + 'dark = true\n[pictures]\ncup = "b"\nmachine = "a"\nground = "b"\n',
    "picture gone": PAIR + 'dark = true\n[pictures]\nbag = "gone"\n',
    "bad picture": PAIR + 'dark = true\n[pictures]\nbag = "../a"\n',
    "bad name": PAIR + 'dark = true\nname = "a{b}"\n',
    "nothing": "",
}


def test_themes_are_read_or_refused_as_before(golden, tmp_path):
    folder = tmp_path / "themes"
    lines = []
    for number, (name, text) in enumerate(at_least(14, THEMES.items())):
        own = f"t{number}"
        (folder / own).mkdir(parents=True)
        for picture, svg in (("a", SQUARE), ("a2", SQUARE), ("b", FLAT), ("thin", THIN)):
            (folder / own / f"{picture}.svg").write_text(svg)
        (folder / f"{own}.toml").write_text(f'title = {{it = "Nostro"}}\n{text}')
        templates = Templates(tmp_path)
        theme = outcome(lambda of=own, by=templates: read_theme(of, by))
        if isinstance(theme, str):
            lines.append(f"{name}: {theme.replace(str(tmp_path), 'FOLDER')}")
            continue
        files = [path.name for path in theme_files(own, templates)]
        lines.append(f"{name}: {theme.names}, {theme.title_in('en')}, {theme.title_in('it')}")
        lines.append(f"  {files}, pieces {[*theme.outlines]}, pictures {[*theme.pictures]}")
    for name in at_least(2, TEMPLATES.names("themes")):
        theme = read_theme(name, TEMPLATES)
        titles = [theme.title_in(language) for language in (*LANGUAGES, "tlh")]
        lines.append(f"{name}: {titles} {theme.names}")
        for kind, piece in theme.pieces.items():
            lines.append(f"  {kind} {piece.outline} {piece.dark} {piece.size}")
        lines.append(f"  {[path.name for path in theme_files(name, TEMPLATES)]}")
        lines.append(f"  {[*theme.pictures]}")
    golden("reading/themes", "\n".join(lines))


# --- texts
# --------------------------------------------------------------------------------------------------


def test_texts_of_the_first_version_are_found_where_they_stand_now(golden):
    lines = []
    for key in at_least(50, MOVED):
        asked = key + "x.y" if key.endswith(".") else key
        lines.append(f"{asked}: {now_at(asked)!r}")
    for key in ("guide.perfect", "guide.perfectly", "log.title", ""):
        lines.append(f"{key}: {now_at(key)!r}")
    golden("reading/moved", "\n".join(lines))


def test_own_texts_in_old_places_are_read_in_the_new_ones(tmp_path):
    folder = tmp_path / "texts" / "en"
    folder.mkdir(parents=True)
    (folder / "cover.toml").write_text('[picture]\nlearn = "OURS"\n')
    (folder / "zero.toml").write_text('title = "ZERO"\nlearning.card = "gone"\n')
    texts = Texts("en", Templates(tmp_path))
    assert texts.raw("zero.title") == "ZERO"
    assert texts.raw("claims.idea.learns") == "OURS"
    (folder / "cover.toml").write_text("[picture]\nlearn = 3\n")
    with pytest.raises(TemplateError, match=r"'cover\.picture\.learn' is '?3'?; it must be a text"):
        Texts("en", Templates(tmp_path))


def test_sheets_kinds_and_themes_have_their_words(golden):
    lines = []
    for language in at_least(5, LANGUAGES):
        texts = TEXTS[language]
        for sheet in ("log", "museum", "curve", "guide.award", "nothing", "log-marks", "sweets"):
            key = texts.title_key(sheet)
            lines.append(f"{language} {sheet}: {key}: {key and texts(key)}")
        for made_of in ("boxes", "cards", "cups", "cartons", "drawers", "chips", "strike"):
            own = texts.speaking_of(made_of)
            words = [own(f"words.{word}") for word in ("box", "boxes") if own.has(f"words.{word}")]
            lines.append(f"  {made_of}: {own('operator.find')} {words}")
        for theme, names in (("crocodiles", {}), ("cats", {}), ("own", {"first": "AS"})):
            dressed = texts.in_theme(theme, names, "T")
            again = texts.dressed_as(dressed)
            assert again("games.hexapawn.name") == dressed("games.hexapawn.name")
            assert (again.theme, again.theme_names, again.theme_title) == (theme, names, "T")
            lines.append(
                f"  {theme}: {dressed._themed('games.hexapawn.side.black')!r} "
                f"{dressed._themed('games.nim.name')!r} {dressed._themed('operator.find')!r}"
            )
        lines.append(f"  guides {guide_names(TEMPLATES, language)}")
    lines.append(f"{guide_path(Path('t'), 'it', 'teacher')}")
    golden("reading/sheets", "\n".join(lines))


REASONS = (
    ("text", "'1,234.5: x'"),
    ("size", "12,000"),
    ("size", "0.5"),
    ("size", "1.5,-0.5"),
    ("size", "1,2,3"),
    ("fault", "is 'a: b': no"),
    ("fault", "start = [1, 2]"),
    ("name", "start = 1.5"),
    ("page", "a4"),
    ("page", "letter"),
    ("page", "arch-d"),
    ("page", "arch-f"),
    ("part", "log"),
    ("kit", "'her'"),
    ("kit", "nim:8"),
    ("game", "hexapawn"),
    ("stock", "poker"),
    ("option", "--set labels.start_at"),
    ("what", "it's 9,999 of 'x' and \"y\""),
)


def test_values_of_refusals_are_written_as_each_language_does(golden, tmp_path):
    lines = []
    for language in at_least(5, LANGUAGES):
        for place, value in REASONS:
            written = TEXTS[language]._as_written_here(place, value)
            lines.append(f"{language} {place} {value}: {written!r}")
    folder = tmp_path / "texts" / "nl"
    folder.mkdir(parents=True)
    (folder / "log.toml").write_text('title = "Log"\n')
    begun = Texts("nl", Templates(tmp_path))
    lines.append(f"begun: {[begun._as_written_here(*reason) for reason in REASONS]}")
    lines.append(f"{begun.place_of('log.title')}")
    golden("reading/written-here", "\n".join(lines))


def test_guides_are_filled_in_or_refused_as_before(tmp_path):
    folder = tmp_path / "guides" / "it"
    folder.mkdir(parents=True)
    templates = Templates(tmp_path)
    texts = Texts("it", templates)
    (folder / "mine.md").write_text("Per {who}, {number} volte", encoding="utf-8")
    text, where = texts.guide("mine", who="te", number=12_345)
    assert text == "Per te, 12.345 volte"
    assert where == str(folder / "mine.md")

    def said(content):
        (folder / "mine.md").write_bytes(content)
        return str(outcome(lambda: texts.guide("mine"))).replace(str(tmp_path), "F")

    assert said(b"{gone}") == "TemplateError: 'F/guides/it/mine.md' asks for an unknown {gone}"
    assert "'F/guides/it/mine.md' cannot be filled in: " in said(b"{0}")
    assert "'F/guides/it/mine.md' cannot be filled in: " in said(b"{")
    assert "'F/guides/it/mine.md' cannot be filled in: " in said(b"\xff")
    refused = str(outcome(lambda: texts.guide("mne")))
    assert refused == "UnknownNameError: language 'it' has no guide 'mne'; did you mean 'mine'?"
    assert "mine" in guide_names(templates, "it")


def test_a_text_is_looked_for_by_its_words_and_letters(tmp_path):
    folder = tmp_path / "texts" / "nl"
    folder.mkdir(parents=True)
    (folder / "log.toml").write_text(
        'title = "Game {n} of many"\nscore = "Game"\nscore_alone = "{n}"\n'
    )
    texts = Texts("nl", Templates(tmp_path))
    assert texts.keys() == {"log.title", "log.score", "log.score_alone"}
    assert texts.key_of("Game 7 of many") == "log.title"
    assert texts.key_of("Game 7") == "log.score"
    assert texts.key_of("7") is None
    assert texts.key_with("m") == "log.score"
    assert texts.key_with("f") == "log.title"
    assert texts.key_with("q") is None
    for key in at_least_one(texts.keys()):
        assert texts.has(key)


def test_what_cannot_be_read_is_refused_in_full(golden, tmp_path):
    path = tmp_path / "deep.toml"
    path.write_text("a = " + "[" * 5000 + "]" * 5000)
    (tmp_path / "printers").mkdir()
    (tmp_path / "printers" / "desk.toml").write_text("")
    huge = io.BytesIO()
    with zipfile.ZipFile(huge, "w") as archive:
        archive.writestr("xl/a", "")
        archive.getinfo("xl/a").file_size = 200_000_001
    refused = [
        outcome(lambda: read_toml(path, dict)),
        outcome(lambda: read_printer("xyz", Templates(tmp_path))),
        outcome(lambda: to_schema({"a\ud800": 1}, Outer, "a file", ValueError)),
        outcome(lambda: workbook_text(huge.getvalue(), "a file")),
        str(outcome(lambda: workbook_text(b"PK\x03\x04none", "a file"))).partition("(")[0],
    ]
    shown = "\n".join(map(str, refused)).replace(str(tmp_path), "FOLDER")
    golden("reading/in-full", shown)
