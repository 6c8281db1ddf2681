"""What people name as a kit: names, files, folders, links and pipes, and why others are refused;
and files that a journal begins with.
"""

import os
from pathlib import Path
from types import SimpleNamespace

import pytest
from counting import at_least, at_least_one
from jobs import TEMPLATES, kit_of

from kitgen.errors import KitgenError, RecordError, UsageError
from kitgen.games import make_game
from kitgen.games.nim import Nim
from kitgen.inquiries import position_lookup
from kitgen.inquiries.position_lookup import find
from kitgen.journal.exchange import exported
from kitgen.journal.journal import Journal
from kitgen.kit.editions import read_edition
from kitgen.kit.kit_json import write_kit
from kitgen.lab.experiment import _has_one_side
from kitgen.reading.templates import shipped
from kitgen.record.machine_events import EventBead, MachineEvent
from kitgen.record.rows import GameRow, PickedBead
from kitgen.sources import attachments, journal_start, kit_list, kit_sources
from kitgen.sources.journal_start import (
    _possible_events,
    import_file,
    import_journal,
    machine_from,
    new_journal,
)
from kitgen.sources.kit_list import KitList, ListedKit, _line, palettes
from kitgen.sources.kit_sources import file_at, finished_at, is_path, is_pdf, load_kit, make_kit
from kitgen.verification.tables.table_check import verify_table

HER = kit_of("her")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with files of all kinds, in which commands are typed."""
    (tmp_path / "kit.json").write_bytes(write_kit(HER))
    (tmp_path / "made").mkdir()
    (tmp_path / "made" / "kit.json").write_bytes(write_kit(HER))
    (tmp_path / "printed").mkdir()
    (tmp_path / "printed" / "manifest.json").write_text("{}")
    (tmp_path / "empty").mkdir()
    (tmp_path / "her").mkdir()
    (tmp_path / "broken.json").write_text("{")
    (tmp_path / "other.json").write_text("{}")
    (tmp_path / "words.txt").write_text("words")
    (tmp_path / "words").write_text("words")
    (tmp_path / "A.JSON").write_bytes(write_kit(HER))
    (tmp_path / "link").symlink_to("gone")
    (tmp_path / "round").symlink_to("round")
    (tmp_path / "scan.pdf").write_bytes(b"%PDF-1.7\n")
    with Journal.create(tmp_path / "a.kitgen", HER) as journal:
        journal.add_all([GameRow(1, (PickedBead("A1", "R"), PickedBead("B1", "U")), -1)])
    monkeypatch.chdir(tmp_path)
    return tmp_path


NAMES = [
    "her",
    "HER",
    "ladder",
    "hexapawn",
    "hexapawn:3x3",
    "hexapawn:3x3,first=white",
    "hexapwn",
    "",
    "  ",
    "kit.json",
    "./kit.json",
    "A.JSON",
    "made",
    "made/",
    "./her",
    "printed",
    "empty",
    "broken.json",
    "other.json",
    "words",
    "words.txt",
    "link",
    "round",
    "gone",
    "gone/her",
    "gone.json",
    "gone.pdf",
    "scan.pdf",
    "a.kitgen",
    "x" * 300 + ".json",
]


def outcome(function, *words, **more):
    try:
        return function(*words, **more)
    except KitgenError as error:
        return f"refused ({type(error).__name__}): {error}"


@pytest.mark.usefixtures("folder")
def test_what_each_name_stands_for(golden):
    lines = []
    for name in at_least(25, NAMES):
        shown = name if len(name) < 40 else f"{name[:20]}…"
        finished = outcome(finished_at, name, TEMPLATES, {})
        kit = outcome(load_kit, name)
        if not isinstance(kit, str):
            kit = f"kit {kit.name}, {len(kit.boxes)} boxes, {kit.beads} beads, {kit.command}"
        kit = kit.replace(name, shown) if len(name) > 40 else kit
        path = finished if finished is None or not isinstance(finished, str) else "refused"
        lines.append(f"{shown!r}: {path if len(str(path)) < 60 else 'a path'}\n    {kit}")
    golden("said/kits-named", "\n".join(lines))


@pytest.mark.usefixtures("folder")
def test_a_finished_kit_takes_no_choices(golden):
    lines = []
    for choice, value in (
        ("side", "black"),
        ("rule", "gardner"),
        ("palette", "grey"),
        ("language", "it"),
        ("merged", False),
        ("express", True),
        ("express", False),
        ("opponent", "any"),
        ("expect", "any"),
        ("beads", {"red": 3}),
        ("side", None),
    ):
        for name in ("made", HER):
            try:
                said = outcome(load_kit, name, **{choice: value})
            except TypeError as error:
                said = f"TypeError {error}"
            lines.append(f"{choice}={value}: {said if isinstance(said, str) else said.name}")
    golden("said/choices-of-finished-kits", "\n".join(lines))


def test_a_journal_gives_its_beads_and_a_game_is_made_a_kit_of(folder):
    now = load_kit("a.kitgen")
    assert now.beads == HER.beads - 1
    assert [game.game for game in now.played] == [1]
    assert load_kit(HER) is HER
    assert len(load_kit(make_game("hexapawn:3x3")).boxes) == len(load_kit("hexapawn:3x3").boxes)
    assert file_at(folder / "made") == folder / "made" / "kit.json"
    assert is_pdf(folder / "scan.pdf")
    assert not is_pdf(folder / "kit.json")
    os.mkfifo(folder / "pipe.pdf")
    assert not is_pdf(folder / "pipe.pdf")


@pytest.mark.parametrize(
    ("name", "is_a_path"),
    [
        ("her", False),
        ("nim", False),
        ("nim:4", False),
        ("nim,last=loses", False),
        ("nimble", True),
        ("mine.toml", False),
        ("told:notakto", False),
        ("other\\kit", False),
    ],
)
def test_a_file_with_the_name_of_an_edition_or_a_game_is_not_meant(
    tmp_path, monkeypatch, name, is_a_path
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(os, "altsep", None)
    assert not is_path(name, TEMPLATES)
    Path(name).write_bytes(b"")
    assert is_path(name, TEMPLATES) is (is_a_path or "\\" in name)


@pytest.mark.parametrize("other", [None, "\\"])
def test_a_name_with_what_separates_folders_is_a_path(monkeypatch, other):
    monkeypatch.setattr(os, "altsep", other)
    assert is_path("kits/her", TEMPLATES)
    assert is_path("kits\\her", TEMPLATES) is (other is not None)
    for name in at_least(4, ("her.json", "HER.PDF", "her.Kitgen", "a,b.json")):
        assert is_path(name, TEMPLATES)


@pytest.mark.parametrize("form", [str, Path])
def test_a_file_that_tells_a_game_may_be_named_in_each_way(form, tmp_path, monkeypatch):
    file = tmp_path / "hens.toml"
    file.write_text((shipped() / "games/hens-on-guard.toml").read_text())
    assert not is_path(form(file), TEMPLATES)
    assert load_kit(form(file)).name == "Hens-on-guard-fox"
    assert _has_one_side(form(file), TEMPLATES)
    monkeypatch.setattr(position_lookup, "MAX_PRINTABLE_POSITIONS", 1)
    assert find(form(file), ".f./.../h.h h").finder.kit is None  # too large for one
    with pytest.raises(UsageError, match="is a file; name a game, such as hexapawn:3x3"):
        verify_table("table.csv", form(tmp_path / "kit.json"))


@pytest.mark.parametrize("name", ["ladder", Path("ladder"), "told:notakto", make_game("nim:4")])
def test_how_a_kit_is_made_is_handed_on(monkeypatch, name):
    calls = []
    monkeypatch.setattr(
        kit_sources, "build_kit", lambda *words, **more: calls.append((words, more))
    )
    how = {"templates": TEMPLATES, "limit": 7, "progress": print}
    make_kit(name, **how, side="first", express=True)
    load_kit(f"{name}" if isinstance(name, Path) else name, **how, side="first", express=True)
    wished = {"side": "first", "express": True}
    game = f"{name}" if isinstance(name, Path) else name
    assert calls == [((game, wished, TEMPLATES), {"limit": 7, "progress": print})] * 2
    calls.clear()
    make_kit(name)
    assert calls == [((game, {}, None), {"limit": 300_000, "progress": None})]


@pytest.mark.parametrize("trust", [False, True])
@pytest.mark.usefixtures("folder")
def test_how_a_finished_kit_is_read_is_handed_on(monkeypatch, trust):
    calls = []

    def read(*words, **more):
        calls.append((words[1:], more))
        return HER

    monkeypatch.setattr(kit_sources, "read_kit", read)
    monkeypatch.setattr(
        attachments, "attached_kit", lambda path, trust: calls.append((path, trust))
    )
    load_kit("made", trust=trust)
    load_kit("scan.pdf", trust=trust)
    file = Path("made") / "kit.json"
    assert calls == [
        (("'made/kit.json'",), {"trust": trust, "file": file}),
        (Path("scan.pdf"), trust),
    ]


# --- files that a journal begins with
# --------------------------------------------------------------------------------------------------

TABLE = "game,A,B,result\n1,A1 R,B1 U,L\n2,A1 Y,B6 U,L\n"


def impossible_and_all(impossible, count):
    """Return a table of so many games, some of which no machine can have played."""
    games = [f"{number},A1 R,C1 R,L" for number in range(1, impossible + 1)]
    games += [f"{number},A1 R,B1 U,L" for number in range(impossible + 1, count + 1)]
    return "\n".join(["game,A,B,result", *games, ""])


GAMES = {
    "a table": (TABLE, {"kit": "her"}),
    "a table without a kit": (TABLE, {}),
    "a table of another machine": (TABLE, {"kit": "menace"}),
    "with a rule": (TABLE, {"kit": "her", "rule": "michie"}),
    "with a rule that there is not": (TABLE, {"kit": "her", "rule": "mitchie"}),
    "with a column that is not read": (
        TABLE.replace("result\n", "result,weather\n").replace("L\n", "L,sun\n"),
        {"kit": "her"},
    ),
    "with one that is ignored": (
        TABLE.replace("result\n", "result,weather\n").replace("L\n", "L,sun\n"),
        {"kit": "her", "ignore": ["weather"]},
    ),
    "without numbers": ("A,B,result\nA1 R,B1 U,L\nA1 Y,B6 U,L\n", {"kit": "her"}),
    "some numbers": ("game,A,B,result\n7,A1 R,B1 U,L\n,A1 Y,B6 U,L\n", {"kit": "her"}),
    "a fault": (TABLE.replace("A1 Y", "A1 Q"), {"kit": "her"}),
    "two impossible games of three": (
        "game,A,B,result\n1,A1 R,C1 U,L\n2,A1 R,C1 U,L\n3,A1 R,B1 U,L\n",
        {"kit": "her"},
    ),
    "three impossible games of four": (
        "game,A,B,result\n1,A1 R,C1 R,L\n2,A1 R,C1 R,L\n3,A1 R,C1 R,L\n4,A1 R,B1 U,L\n",
        {"kit": "her"},
    ),
    "three impossible games of nine": (impossible_and_all(3, 9), {"kit": "her"}),
    "three impossible games of eight": (impossible_and_all(3, 8), {"kit": "her"}),
    "two impossible games of two": (impossible_and_all(2, 2), {"kit": "her"}),
    "a game twice in two tables": (TABLE + TABLE.replace("2,", "3,"), {"kit": "her"}),
    "results alone": ("game,result\n1,W\n2,L\n", {"kit": "her"}),
    "words": ("some words\n", {"kit": "her"}),
    "nothing": ("", {"kit": "her"}),
    "marked rows": (
        "game,A,B,result,sheet,row,how\n1,A1 R,B1 U,L,1,1,read\n2,,,,1,2,void\n",
        {"kit": "her"},
    ),
}


def shown_journal(journal):
    with journal:
        games = "; ".join(f"{row.game} {row.picks_text} {row.result}" for row in journal.games())
        marked = "; ".join(f"{row.sheet} {row.row} {row.how}" for row in journal.marked_rows())
        kit = journal.kit
        return f"{kit.name}, rule {kit.choices.rule}: {games or 'no games'} | {marked or '-'}"


def test_what_a_journal_begins_with(golden, tmp_path):
    lines = []
    for number, (name, (text, how)) in enumerate(at_least(15, GAMES.items())):
        source = tmp_path / "games.csv"
        source.write_text(text)
        made = outcome(import_file, source, tmp_path / f"{number}.kitgen", **how)
        if isinstance(made, str):
            said = made.replace(str(tmp_path), "FOLDER")
            assert not (tmp_path / f"{number}.kitgen").exists()
        else:
            account = made.account
            ignored = ", ".join(part.name for part in account.ignored)
            said = (
                f"{shown_journal(made.journal)} | {account.cells} cells, ignored {ignored or '-'}"
            )
        lines.append(f"{name}:\n    {said}")
    golden("said/journals-begun", "\n".join(lines))


@pytest.mark.usefixtures("folder")
def test_a_new_journal_is_made_of_any_kit_with_any_rule_that_suits(golden, tmp_path):
    lines = []
    for number, (kit, path, rule) in enumerate(
        [
            ("her", "b.kitgen", None),
            ("her", "c.kitgen", "michie"),
            ("a.kitgen", "d.kitgen", None),
            ("a.kitgen", "e.kitgen", "michie"),
            (HER, "f.kitgen", None),
            ("her", "a.kitgen", None),
            ("her", "", None),
            ("her", "none/g.kitgen", None),
            ("her", "h.kitgen", "gardnr"),
            ("gone.json", "i.kitgen", None),
        ]
    ):
        made = outcome(new_journal, kit, path, rule=rule)
        said = made if isinstance(made, str) else shown_journal(made)
        beads = ""
        if not isinstance(made, str):
            with Journal(tmp_path / path) as journal:
                beads = f", {journal.status().beads} beads"
        lines.append(f"{number}: {kit if kit is not HER else 'a kit'}, {rule}: {said}{beads}")
    golden("said/new-journals", "\n".join(lines))


def test_what_is_exported_begins_the_same_journal_and_takes_no_other_machine(folder):
    with Journal(folder / "a.kitgen") as journal:
        text = exported(journal, "jsonl")
        games = journal.games()
    (folder / "a.jsonl").write_bytes(text)
    made = import_file(folder / "a.jsonl", folder / "b.kitgen")
    with made.journal as again:
        assert again.games() == games
    said = outcome(import_file, folder / "a.jsonl", folder / "c.kitgen", kit="her")
    assert said.endswith("a.jsonl' says which machine has played; omit --kit and --rule")


def test_how_a_journal_is_imported_is_handed_on(monkeypatch):
    calls = []

    def imported(*words, **more):
        calls.append((words, more))
        return SimpleNamespace(journal="a journal")

    monkeypatch.setattr(journal_start, "import_file", imported)
    how = {"kit": "her", "rule": "michie", "templates": TEMPLATES, "ignore": ["weather"]}
    assert import_journal(Path("a.csv"), Path("b.kitgen"), **how) == "a journal"
    assert calls == [((Path("a.csv"), Path("b.kitgen")), how)]


@pytest.mark.parametrize(("text", "read"), [("{", "foreign"), ("A1 R", "trained")])
def test_the_machine_of_another_program_is_read_as_its_own_file_or_as_a_trained_one(
    tmp_path, monkeypatch, text, read
):
    """With what is to be ignored, for the kit that is named."""
    source = tmp_path / "a.JSON"
    source.write_text(text)
    foreign = "foreign" if read == "foreign" else None
    calls = []
    monkeypatch.setattr(
        journal_start, "read_foreign", lambda *words: calls.append(words) or foreign
    )
    monkeypatch.setattr(journal_start, "TrainedFile", lambda *words: words)
    monkeypatch.setattr(journal_start, "take_machine", lambda *words: words)
    taken = machine_from(source, HER, ["boxes"])
    where = f"'{source}'"
    assert calls == [(text, where)]
    trained = (text, ".json", where)
    assert taken == (foreign or trained, HER, ["boxes"])


# --- lists
# --------------------------------------------------------------------------------------------------


def test_the_list_of_palettes_as_text(golden):
    """Their colours in two languages, and how well the two nearest are told apart."""
    lines = []
    for language in ("en", "it"):
        found = palettes(language)
        lines.append(found.summary())
        for row in at_least_one(found.table()):
            lines.append(f"{row['palette']}: {row['colours']}; {row['least_difference']:.1f}")
    golden("said/list-of-palettes", "\n".join(lines))


def test_lines_of_the_list_of_kits(golden, monkeypatch):
    """With all figures, and without those of a game that is too large to be listed soon."""
    oracles = {}

    def line(name, kind):
        game = read_edition(name, TEMPLATES).game if kind == "edition" else name
        return _line(name, kind, make_game(game), f"about {name}", oracles, TEMPLATES)

    listed = [line(name, "edition") for name in ("her", "him", "ladder", "awari-mini")]
    listed += [line(name, "game") for name in ("hexapawn:2x3", "nim:4", "tictactoe:2x3")]
    assert oracles.keys() == {one.game for one in listed}
    monkeypatch.setattr(kit_list, "MAX_LISTED_POSITIONS", 5)
    oracles.clear()
    listed += [line("her", "edition"), line("hexapawn:2x3", "game")]
    listed.append(ListedKit("told:notakto", "told", "notakto"))
    rows = [
        ", ".join(f"{key} {value}" for key, value in row.items()) for row in KitList(listed).table()
    ]
    golden("said/list-of-kits", "\n".join([KitList(listed).summary(), *rows]))


def test_editions_games_and_told_games_are_listed_in_this_order(monkeypatch):
    """Not those told games whose kits cannot be printed; and each with what it is about."""
    read = []

    class Few:
        def each(self, kind, reader):
            names = {"editions": ["her", "ladder"], "games": ["notakto", *kit_list.WITHOUT_KIT]}
            return [(name, reader(name)) for name in names[kind]]

        def path(self, kind, name):
            return f"{kind}/{name}.toml"

    def told(path):
        read.append(path)
        return SimpleNamespace(name=f"spec of {path}")

    def line(name, kind, game, about, oracles, templates):
        assert (oracles, templates) == ({}, few)
        return ListedKit(name, kind, game.spec, about=about)

    few = Few()
    monkeypatch.setattr(kit_list, "read_edition", lambda name, _: EDITIONS[name])
    monkeypatch.setattr(kit_list, "game_names", lambda: ["nim", "connect"])
    monkeypatch.setattr(kit_list, "_line", line)
    monkeypatch.setattr("kitgen.games.told.told_language.read_game", told)
    listed = kit_list.kits(few)
    assert [(one.name, one.kind, one.game, one.about) for one in listed] == [
        ("her", "edition", "hexapawn:3x3", "About HER"),
        ("ladder", "edition", "nim:9", ""),
        ("nim", "game", "nim:9", " ".join(Nim.__doc__.split("\n\n")[0].split())),
        ("connect", "game", make_game("connect").spec, listed[3].about),
        ("told:notakto", "told", "spec of games/notakto.toml", ""),
    ]
    assert read == [f"games/{name}.toml" for name in ("notakto", *kit_list.WITHOUT_KIT)]
    assert listed.summary() == "2 editions and 3 games"


EDITIONS = {
    "her": SimpleNamespace(game="hexapawn:3x3", about={"en": "About HER", "it": "Su HER"}),
    "ladder": SimpleNamespace(game="nim:9", about={"it": "Su"}),
}


# --- events of another journal
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (MachineEvent("refilled", 0, box="A1"), None),
        (MachineEvent("refilled", 0, box="Q1"), "the machine has no box 'Q1'"),
        (MachineEvent("counted", 0, beads=(EventBead("A1", "R", 2),)), None),
        (
            MachineEvent("counted", 0, beads=(EventBead("A1", "R", 2), EventBead("A1", "G", 2))),
            "the machine has no bead 'G' in box 'A1'",
        ),
        (
            MachineEvent("counted", 0, beads=(EventBead("Q1", "R", 2),)),
            "the machine has no bead 'R' in box 'Q1'",
        ),
    ],
)
def test_events_of_boxes_and_beads_that_a_machine_has_not_are_refused(event, said):
    good = MachineEvent("refilled", 0, box="A1")
    if said is None:
        assert list(_possible_events([good, event], HER, "'a.jsonl'")) == [good, event]
        return
    with pytest.raises(RecordError) as refused:
        _possible_events([good, event, good], HER, "'a.jsonl'")
    assert str(refused.value) == f"'a.jsonl': {said}"
