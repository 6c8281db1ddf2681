"""What the parts of kits answer, function by function, as golden tables: names and versions, what
fields of files hold, choices as they are offered, palettes, and words in each language.
"""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import msgspec
import pytest
from counting import at_least, at_least_one
from jobs import LANGUAGES, TEMPLATES, TEXTS, kit_of
from msgspec import Meta

from kitgen.errors import KitgenError
from kitgen.games import make_game
from kitgen.kit import file_table, kit, kit_file, kit_json, releases
from kitgen.kit.bead_names import makers_numbers
from kitgen.kit.bead_shares import class_beads
from kitgen.kit.build import build_kit
from kitgen.kit.choices import (
    CHOICES,
    WISHES,
    Choices,
    Offer,
    Wish,
    arguments_for,
    offered,
    todays_command,
    written_command,
)
from kitgen.kit.colours import closest, fill_called, look_alikes
from kitgen.kit.editions import editions_of, game_of, plan_again, plan_game, plan_kit, side_named
from kitgen.kit.job_json import (
    JOB_SCHEMA,
    JobFile,
    JobPart,
    JobStock,
    Pages,
    TemplatePath,
    contract_of,
    page_count,
    part_at,
    read_job,
    write_job,
)
from kitgen.kit.kit_json import box_data, kit_data, read_kit, with_hash, write_kit
from kitgen.kit.kit_words import command_called, kit_called
from kitgen.kit.palette import (
    BeadsAtHand,
    Colour,
    beads_text,
    has_palette,
    letters_give_way,
    newest_palette,
    palette_name,
    parse_beads,
    read_palette,
)
from kitgen.kit.source_words import source_words
from kitgen.reading.templates import Templates

JOB = JobFile(
    schema=JOB_SCHEMA,
    kitgen="1.0.0",
    writer="any",
    contract=1,
    command="kitgen print her",
    page="a4",
    stock=JobStock("matchbox", 53.0, 36.0),
    options={},
    parts=(),
    printed=("log",),
)


def outcome(work):
    """Return what some work answers, or why it refuses."""
    try:
        return work()
    except (KitgenError, TypeError) as error:
        return f"{type(error).__name__}: {error}"


# --- what fields hold
# --------------------------------------------------------------------------------------------------

#: Values of the fields of files, at and beyond the ends of what they hold.
FIELDS = {
    "box ids": (
        kit.BoxId,
        ("A1", "1", "AB12", "Z999999", "ABC1", "A0", "A01", "A1000000", "a1", "A", "", "A1\n"),
    ),
    "beads left": (kit.BeadsLeft, (-1, 0, 999_999_999, 1_000_000_000, True)),
    "games": (kit._Games, (-1, 0, 1_000_000_000, 1_000_000_001)),
    "names": (
        kit_file.Name,
        ("a", "a" * 100, "a" * 101, "a b", "a.", "a-", "a+", ".a", "_a", "9", "a ", "è", "a\n", ""),
    ),
    "digests": (kit_file.Digest, ("0" * 64, "f" * 64, "0" * 63, "0" * 65, "g" * 64, "F" * 64)),
    "turns": (kit_file.Turn, (0, 1, 702, 703)),
    "points": (kit_file.Points, (-10_000, -9999, 9999, 10_000)),
    "plies": (kit_file.Plies, (-1, 0, 100_000, 100_001)),
    "cells": (kit_file.Cell, (-1, 0, 999, 1000)),
    "verdicts": (kit_file.Verdict, ("wins", "draws", "loses", "won")),
    "twins": (kit_file.Twins, (["a"] * 100, ["a"] * 101, [])),
    "pages": (Pages, (0, 1, 100_000, 100_001)),
    "paths": (
        TemplatePath,
        (
            "rules/mine.toml",
            "texts/en/cover.toml",
            "guides/it/a b.md",
            "themes/x/y.svg",
            "a/b/c/d.toml",
            "mine.toml",
            "../x.toml",
            "a/../x.toml",
            "a/.x.toml",
            "a/x.txt",
            "a/x.toml\n",
            f"{'a' * 60}/x.toml",
            f"{'a' * 61}/x.toml",
            f"a/{'x' * 60}.toml",
            f"a/{'x' * 61}.toml",
        ),
    ),
    "beads": (BeadsAtHand, ([["red", 0]], [["red", 1_000_000]], [["red", 1_000_001]], [["_", 1]])),
    "played": (
        kit.PlayedGame,
        (
            {"game": 0, "picks": "", "result": "W"},
            {"game": 9_999_999, "picks": "A1 R B4 U", "result": "D", "resigned": True},
            {"game": 10_000_000, "picks": "", "result": "W"},
            {"game": 1, "picks": "A1 R ", "result": "L"},
            {"game": 1, "picks": "A1", "result": "L"},
            {"game": 1, "picks": "A1 _", "result": "L"},
            {"game": 1, "picks": "A1 " + "R" * 40, "result": "L"},
            {"game": 1, "picks": "A1 " + "R" * 41, "result": "L"},
            {"game": 1, "picks": "A1 R " * 999 + "A1 RR", "result": "L"},
            {"game": 1, "picks": "A1 R " * 999 + "A1 RRR", "result": "L"},
            {"game": 1, "picks": "", "result": "X"},
            {"game": 1, "picks": "", "result": "L", "last_only": True},
        ),
    ),
    "given": (
        kit.Given,
        (
            {"source": "x", "boxes": []},
            {"source": "x", "boxes": [{"box": "A1", "beads": [0]}], "won": 1, "name": "n"},
            {"source": "x", "boxes": [{"box": "A1", "beads": []}]},
            {"source": "x", "boxes": [{"box": "A1", "beads": [1] * 101}]},
            {"boxes": []},
        ),
    ),
}


def test_fields_of_files_hold_what_they_held(golden):
    lines = []
    for name, (kind, values) in at_least(15, FIELDS.items()):
        for value in values:
            try:
                said = repr(msgspec.convert(value, kind))
            except msgspec.ValidationError as error:
                said = f"refused: {str(error)[:60]}"
            lines.append(f"{name}: {repr(value)[:60]}: {said[:90]}")
    golden("parts/fields", "\n".join(lines))


# --- ids, versions, commands
# --------------------------------------------------------------------------------------------------


def test_names_of_rows_count_on_behind_z(golden):
    rows = (0, 1, 2, 25, 26, 27, 51, 52, 53, 78, 701, 702)
    lines = [f"{row} {kit.row_letter(row)!r}" for row in rows]
    for box_id in at_least(6, ("A1", "C12", "Z9", "AA3", "AZ1", "BA1", "9", "12", "", "ZZ702")):
        lines.append(f"{box_id!r}: row {kit.row_number(box_id)}, {kit.split_id(box_id)}")
    golden("parts/rows", "\n".join(lines))


SCHEMAS = ("kitgen/kit@2", "kitgen/kit@3", "kitgen/kit@5", "kitgen/kit@0", "kitgen/kit@", "x@1")
VERSIONS = ("1.0.0", "0.9.0", "1.0", "1.1.0", "1.1.dev0", "1.1.dev1", "1.1.0rc1", "1.1a2", "2.0.0")
VERSIONS += ("99.0.0", "1", "", "mine", "1.0.0.0", "1.0.0 ", "1.1234567", "1.0.0.post1")


def test_versions_are_compared_as_before(golden):
    lines = []
    for schema in at_least(5, SCHEMAS):
        for known in (["kitgen/kit@3"], ["kitgen/kit@3", "kitgen/kit@4"], ["a@2", "a@3", "a@4"]):
            lines.append(f"{schema} {known}: {file_table.other_version(schema, known)}")
        lines.append(f"  earlier {file_table.is_earlier(schema, 'kitgen/kit@3')}")
    lines.append(file_table.other_version("kitgen/session@1", ["kitgen/journal@2"], "kitgen/sess"))
    for version in at_least(10, VERSIONS):
        later = [releases.is_later(version, than) for than in ("1.0.0", "1.1.dev0", "1.1.0")]
        lines.append(f"{version!r} later {later}")
    for version in ("0.9.0", "1.0.0", "99.0.0", "mine"):
        lines.append(f"{version} never existed {releases.never_existed(version)}")
    for data in (
        b'{"kitgen": "9.0.0"}',
        b'{"kitgen": "1.0.0"}',
        b'{"kitgen": "0.5.0"}',
        b'{"software": "9.0.0"}',
        b'{"software": "1.0.0"}',
        b"{}",
        b"[",
        b"\xff",
        b'{"schema": 1}',
    ):
        lines.append(f"{data!r}: {file_table.written_by(data)}; {file_table.schema_of(data)!r}")
    golden("parts/versions", "\n".join(lines))


def test_who_has_written_a_key_is_told_by_the_hash():
    data = kit_data(kit_of("her"))
    data["later"] = 1
    raw = msgspec.json.encode(data)
    assert kit_file.kit_written_by(raw) == "the file has been changed since kitgen made it"
    usual = kit_file._usual_choices()
    assert {"rule", "merged", "language"} <= usual.keys()
    assert "side" not in usual
    covered = {key: value for key, value in data.items() if key != "hash"}
    covered["choices"] = {
        key: value
        for key, value in data["choices"].items()
        if key not in usual or value != usual[key]
    }
    data["hash"] = kit_file.digest(covered)
    raw = msgspec.json.encode(data)
    assert kit_file.kit_written_by(raw) == "a newer kitgen has written it; use that"
    for broken in at_least(5, (b"{", b"[]", b"\xff", b"{}", b'{"choices": []}')):
        assert kit_file.kit_written_by(broken).startswith("the file has been changed")


def test_a_table_says_what_is_not_as_usual():
    assert kit_file._set_otherwise(Choices(side="black", language="it")) == {
        "side": "black",
        "language": "it",
    }
    assert set(file_table.defaults_of(JobPart)) == {"top"}
    assert file_table.defaults_of(kit.View) == {"sign": ""}


COMMANDS = (
    "kitgen print her",
    "kitgen print her --expect sensible --language it",
    "kitgen print her --language it --side white",
    "kitgen print 'a --language b'",
    "kitgen  print her",
)


def test_commands_are_written_in_the_words_of_1_0_and_read_in_todays():
    for command in at_least(5, COMMANDS):
        written = written_command(command)
        assert "--language" not in written
        assert "--expect" not in written
        assert todays_command(written) == command
    assert written_command(COMMANDS[1]) == "kitgen print her --opponent sensible --lang it"


# --- choices
# --------------------------------------------------------------------------------------------------

#: Values that somebody wishes, right and wrong.
WISHED = [
    ("side", "white"),
    ("side", ""),
    ("rule", "michie"),
    ("rule", 3),
    ("palette", "grey"),
    ("forced", "skip"),
    ("forced", "skp"),
    ("colour_by", "cell"),
    ("colour_by", "row"),
    ("expect", "sensible"),
    ("expect", "all"),
    ("beads", "red:3"),
    ("beads", {"red": 3}),
    ("beads", [("red", 3)]),
    ("beads", "red"),
    ("express", True),
    ("express", "yes"),
    ("merged", 0),
    ("language", "it"),
    ("language", "italiano"),
    ("language", "Italian"),
    ("language", "it_IT"),
    ("language", "tlh"),
    ("language", "x"),
    ("language", "françai"),
    ("mirroring", "never"),
    ("mirroring", "nver"),
    ("mirrors", ("a",)),
    ("colour", "red"),
    ("side", None),
]


class Limited(msgspec.Struct, frozen=True):
    """Choices with limits of all kinds."""

    plain: int
    least: Annotated[int, Meta(ge=2), Offer("--least", "At least.", "N")] = 2
    most: Annotated[float, Meta(le=7.5), Offer("--most", "At most.", "MM", setting="a.most")] = 3.5
    both: Annotated[int, Meta(ge=1, le=9), Offer(setting="a.both", file_key="beide")] = 1
    tiled: Annotated[bool, Offer(setting="a.tiled")] = False


LIMITED = [
    ("least", 1),
    ("least", 2),
    ("most", 7.5),
    ("most", 7.6),
    ("most", float("-inf")),
    ("most", float("nan")),
    ("most", 7),
    ("both", "3"),
    ("both", True),
    ("tiled", 1),
]


def test_choices_are_offered_and_checked_as_before(golden):
    lines = []
    for one in at_least(20, (*CHOICES, *WISHES.values(), *offered(Limited))):
        facts = f"{one.typed!r} {one.file_key} {one.values!r} {one.limits!r} {one.words}"
        lines.append(f"{one.key}: {facts} switch {one.is_switch}; {one.offer.help}")
    for key, value in WISHED:
        lines.append(f"{key} {value!r}: {outcome(lambda k=key, v=value: Wish(**{k: v}))}")
    limited = {one.key: one for one in offered(Limited)}
    assert "plain" not in limited
    for key, value in LIMITED:
        lines.append(f"{key} {value!r}: {outcome(lambda k=key, v=value: limited[k].checked(v))}")
    lines.append(f"{arguments_for(Limited(1, 3, 4.25, 7, True), Limited(2), offered(Limited))}")
    lines.append(f"{arguments_for(Limited(1), Limited(1, 3, 4.25, 7, True), offered(Limited))}")
    usual = Choices("black")
    for other in (
        Choices("white", "michie", "grey", "skip", "cell"),
        Choices("black", expect="sensible", express=True, merged=False, language="it"),
        Choices("black", mirrors=("a",), beads=(("red", 3), ("blue", 4)), rows_by="none"),
    ):
        lines.append(f"{arguments_for(other, usual, CHOICES)}")
        lines.append(f"  back {arguments_for(usual, other, CHOICES)}")
    golden("parts/choices", "\n".join(lines))


def test_wishes_are_told_apart():
    assert Wish(side="white") != Wish(side="black")
    assert Wish(side="white") != "white"
    assert Wish(side="white", rule="x") == Wish(rule="x", side="white")
    assert hash(Wish(side="white", rule="x")) == hash(Wish(rule="x", side="white"))
    assert repr(Wish(side="a", merged=True)) == "Wish(side='a', merged=True)"


SIDES = ("black", "White", "FIRST", "second", "either", "b", "w", "S", "x", "", "whit")


def test_sides_and_editions_are_found_as_before(golden):
    lines = []
    for spec in at_least(4, ("hexapawn:3x3", "tictactoe:3x3", "nim:6", "awari:2x3", "dodgem:3x3")):
        game = make_game(spec)
        found = [f"{name}={outcome(lambda g=game, n=name: side_named(g, n))}" for name in SIDES]
        lines.append(f"{spec}: editions {editions_of(spec, TEMPLATES)}; {'; '.join(found)}")
        lines.append(f"  {[kit.players_of(game, side.name) for side in game.sides]}")
    for given in ("her", "nim:6", kit_of("him"), make_game("nim:7")):
        lines.append(f"game of {given}: {game_of(given, None).spec}")
    lines.append(f"both {kit.players_of(make_game('nim:6'), 'either')}")
    plan = plan_game(make_game("nim:6"), Wish(language="it"), TEMPLATES)
    lines.append(f"{plan.name} | {plan.title} | {plan.command} | {plan.players} | {plan.choices}")
    for name, more in (
        ("gardner24", {}),
        ("gardner24@1", {}),
        ("her", {"palette": "grey", "language": "fr"}),
        ("her", {"palette": "okabe-ito@1"}),
        ("HER", {"beads": "brown:40,purple:40,grey:20,gold:9"}),
        ("Hexapawn", {"mirroring": "right"}),
        ("morpion", {"language": "fr"}),
        ("menace", {"side": "o", "expect": "sensible"}),
        ("told:notakto", {}),
        ("misere", {"express": True}),
        ("gardner24@1", {"express": True}),
        ("gardner24@1", {"merged": False}),
        ("awari-mini", {"expect": "sensible"}),
        ("her", {"beads": "red:9", "colour_by": "cell"}),
        ("her", {"language": "tlh"}),
        ("hr", {}),
        ("gone.toml", {}),
        ("told:notakt", {}),
        ("hexapawn,first=blac", {}),
    ):
        plan = outcome(lambda n=name, m=more: plan_kit(n, Wish(**m), TEMPLATES))
        if isinstance(plan, str):
            lines.append(f"{name} {more}: {plan}")
            continue
        chosen = plan.choices
        lines.append(f"{name} {more}: {plan.name} | {plan.title} | {plan.command} | {chosen}")
        spec = plan.game.spec
        again = plan_again(plan.command.split()[2], chosen, TEMPLATES, plan.command, spec=spec)
        assert (again.name, again.title, again.command) == (plan.name, plan.title, plan.command)
        assert (again.choices, again.game.spec) == (plan.choices, spec)
    golden("parts/plans", "\n".join(lines))


# --- kits
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["her", "tictactoe:2x2", "awari:2x2", "ladder", "gardner24@1", "told:mu-torere"]
)
def test_boxes_lie_on_the_table_as_before(name, golden):
    made = kit_of(name)
    game = made.game
    lines = [made.summary(), repr(made), f"{made.short_hash} trained {made.trained}"]
    for box in at_least_one(made.boxes[: 3 if len(made.symmetries.all) > 8 else 8]):
        lines.append(f"{box!r} row {box.row}")
        views = [*kit.views_of(made, box)]
        for view in at_least_one(views):
            found = kit.view_at(made, view.position)
            lines.append(
                f"  {view.name} {view.mirrored} {game.text(view.position)} is {found.name}; "
                f"{view.symmetry.name}"
            )
        arrivals = [(move.source, move.target) for move in box.arrivals]
        lines.append(f"  from {arrivals}")
    for row in made.table()[:4]:
        lines.append(f"{row}")
    lines.append(f"{kit.view_at(made, game.start())}")
    lines.append(f"{len(made.states)} {made.states[0]} {made.actions[0]} {made.beads}")
    lines.append(f"{sorted(box_data(game, made.boxes[0]))}")
    golden(f"parts/boxes-{name.replace(':', '-').replace('@', '-')}", "\n".join(lines))


def test_a_position_without_a_box_has_a_move_or_none(golden):
    lines = []
    for wish in ({}, {"forced": "skip"}, {"express": True}, {"expect": "sensible"}):
        made = kit_of("her", **wish)
        game = made.game
        alone = [game.text(box.position) for box in kit_of("her").boxes if len(box.slots) == 1]
        for text in (
            *at_least(2, alone),
            "bbb/.../www w",
            "bbb/w../.ww b",
            "bb./wb./..w b",
            ".bb/.bw/w.. b",
            ".../wbb/.w. b",
            "b../w../.w. b",
            "b.b/.w./..w w",
            "bb./.wb/w.w w",
        ):
            position = game.parse(text)
            move = made.unboxed(position)
            found = made.locate(position)
            fixed = made.always_played(position)
            lines.append(
                f"{wish} {text}: box {found and (found[0].id, found[1].name)}, "
                f"fixed {fixed and (fixed[0].id, fixed[1].name)}, "
                f"alone {move and game.move_text(move)}, "
                f"replies {' '.join(map(game.move_text, made.replies(position)))}"
            )
    small = make_game("hexapawn:3x4").start()
    for side in (0, 1):
        wrong = type(small)(small.cells, side)
        lines.append(f"{outcome(lambda w=wrong: kit_of('her').locate(w))}")
    golden("parts/unboxed", "\n".join(lines))


def test_contracts_are_those_of_boards():
    numbers = {}
    for spec in at_least(4, ("hexapawn:3x3", "awari:2x3", "told:mu-torere", "told:fox-hounds-4x4")):
        diagram = make_game(spec).diagram
        numbers[spec] = (contract_of(diagram), contract_of(diagram, corrected=True))
    assert numbers["hexapawn:3x3"] == (1, 4)
    diagram = make_game("hexapawn:3x3").diagram
    assert contract_of(replace(diagram, theme="cats")) == 3
    assert contract_of(replace(diagram, pieces={"x": "block"})) == 2
    assert contract_of(replace(diagram, pieces={"x": "block"}), corrected=True) == 4


def test_each_place_on_a_page_is_of_a_part():
    parts = [
        JobPart("cover", "A", 1, 1, "nothing"),
        JobPart("beads", "B", 1, 2, "nothing", 90.0),
        JobPart("log", "C", 2, 1, "nothing", 60.0),
        JobPart("map", "D", 2, 1, "nothing", 120.0),
        JobPart("labels", "E", 3, 2, "cards"),
    ]
    found = []
    for page, down in ((0, 0), (1, 0), (1, 89.9), (1, 90), (2, 0), (2, 60), (2, 130), (3, 5)):
        part = part_at(parts, page, down)
        found.append(part and part.name)
    assert found == [None, "cover", "cover", "beads", "beads", "log", "map", "labels"]
    assert [part.last for part in parts] == [1, 2, 2, 2, 4]
    assert part_at(parts, 5, 0) is None
    assert (page_count(parts), page_count(parts[:1]), page_count([])) == (4, 1, 0)


# --- palettes and words
# --------------------------------------------------------------------------------------------------

PALETTES = (*TEMPLATES.names("palettes"), "okabe-ito@1", "okabe-ito@2", "okabe-ito@9", "none", "")


def test_palettes_are_read_as_before(golden):
    lines = []
    for name in at_least(6, PALETTES):
        newest = outcome(lambda n=name: newest_palette(n, TEMPLATES))
        lines.append(
            f"{name!r}: {palette_name(name)!r}, newest {newest}, "
            f"there {has_palette(name, TEMPLATES)}, gives way {letters_give_way(name)}"
        )
        if not has_palette(name, TEMPLATES):
            continue
        for language in ("en", "fr"):
            colours = read_palette(name, language, TEMPLATES)
            lines += [
                f"  {language} {of.key} {of.name} {of.letter} {of.symbol} {of.fill} {of.line}"
                for of in colours
            ]
        for near in closest(colours):
            lines.append(f"  {near.sight} {near.difference:.1f} {near.first} {near.second}")
        lines.append(f"  makers {makers_numbers(colours, TEMPLATES)}")
    lines.append(f"{closest(colours[:1])}")
    lines += [f"{word}: {fill_called(word)}" for word in ("red", "DarkSeaGreen", "#123", "nought")]
    golden("parts/palettes", "\n".join(lines))


RED = 'fill = "#aa0000"\nsymbol = "circle"\n'
GREEN = '[[colours]]\nfill = "#00aa00"\n'
#: Palettes of somebody's own, right and wrong.
OWN_PALETTES = {
    "named": RED + 'key = "a"\nname = {en = "aa"}\nletter = {en = "A"}',
    "by words": RED + 'key = "a"\nwords = "red"',
    "by key": RED + 'key = "red"\nline = "dashed"',
    "half": RED + 'key = "red"\nletter = {en = "Q"}',
    "nameless": RED + 'key = "puce"',
    "wordless": RED + 'key = "a"\nwords = "puce"',
    "no letter": RED + 'key = "a"\nname = {en = "aa"}',
    "no symbol": 'fill = "#aa0000"\nkey = "a"\nsymbol = "star"',
    "twice": RED + 'key = "red"\n' + GREEN + 'key = "red"\nsymbol = "square"',
    "letter twice": RED
    + 'key = "red"\n'
    + GREEN
    + 'key = "blue"\nsymbol = "square"\nletter = {en = "R"}',
    "symbol twice": RED + 'key = "red"\n' + GREEN + 'key = "blue"\nsymbol = "circle"',
}


def test_own_palettes_are_read_or_refused_as_before(golden, tmp_path):
    folder = tmp_path / "palettes"
    folder.mkdir()
    (tmp_path / "texts" / "en").mkdir(parents=True)
    lines = []
    for number, (name, text) in enumerate(at_least(9, OWN_PALETTES.items())):
        head = 'source = "us"\ntitle = {en = "ours"}\n[[colours]]\n'
        (folder / f"p{number}.toml").write_text(head + text, encoding="utf-8")
        own = Templates(tmp_path)
        for language in ("en", "it"):
            found = outcome(lambda o=own, n=number, of=language: read_palette(f"p{n}", of, o))
            lines.append(f"{name} {language}: {str(found).replace(str(tmp_path), 'FOLDER')}")
    words = tmp_path / "texts" / "en" / "colours.toml"
    words.write_text('[puce]\nname = "puce"\nletter = "P"\n[red]\nname = "ruddy"\nletter = "Y"\n')
    for number in (2, 4, 5):
        lines.append(f"own words: {read_palette(f'p{number}', 'en', Templates(tmp_path))}")
    words.write_text('[puce]\nname = "puce"\nletter = "PP"\n')
    said = outcome(lambda: read_palette("p4", "en", Templates(tmp_path)))
    lines.append(f"wrong words: {str(said).replace(str(tmp_path), 'FOLDER')}")
    golden("parts/own-palettes", "\n".join(lines))


def test_colours_that_look_alike_are_named_in_pairs():
    made = kit_of("her")
    red = made.palette[0]
    near = Colour("near", "near", "N", "square", red.fill)
    far = Colour("far", "far", "F", "square", "#0072B2")
    nearly = Colour(
        "nearly", "nearly", "Y", "tag", red.fill[:-1] + ("0" if red.fill[-1] != "0" else "3")
    )
    said = look_alikes(replace(made, palette=(red, near, far, nearly)))
    assert len(said) == 3
    assert said[0] == (
        "red and near are printed in the same colour; tell them apart by letter and symbol, or "
        "choose other fills"
    )
    assert said[1].startswith("red and nearly differ by only ")
    assert said[1].endswith(
        " (CIEDE2000); tell them apart by letter and symbol, or choose other fills"
    )
    assert said[2].startswith("near and nearly differ by only ")


@pytest.mark.parametrize(
    ("fill", "is_named"), [("#0072B2", True), ("#1A80C4", True), ("#2A90D4", False)]
)
def test_colours_are_alike_below_a_difference_of_ten(fill, is_named):
    """They differ from the blue of the palette by 0, by 5.5 and by 11.4."""
    blue = Colour("deep", "deep", "D", "square", "#0072B2")
    other = Colour("other", "other", "O", "circle", fill)
    found = look_alikes(replace(kit_of("her"), palette=(blue, other)))
    assert bool(found) is is_named


CALLED = (
    "Morpion",
    "tris:3x3",
    "l'échelle",
    "vier gewinnt",
    "HER",
    "MENACE",
    "hexapion",
    "",
    "xyz",
)
TYPED = ("imprimer", "stampa", "drucken", "imprimir", "prufen", "print", "verifica", "", "xyz")
SOURCES = (
    "a table of boxes",
    "a table of positions",
    "a policy",
    "kitgen play, train",
    "kitgen.play_with",
    "her, rule gardner, game 12",
    "her, rule michie",
    "her, game 3",
    "her",
    "HexapawnRL, game x",
    "two\nlines",
)


def test_kits_commands_and_sources_are_called_as_before(golden):
    lines = []
    for language in at_least(5, LANGUAGES):
        called = [kit_called(word, language, TEMPLATES) for word in CALLED]
        lines.append(f"{language}: {called}")
        lines += [f"  {source_words(TEXTS[language], source)}" for source in SOURCES]
    lines.append(f"{[command_called(word, TEMPLATES) for word in TYPED]}")
    golden("parts/called", "\n".join(lines))


#: What a class owns, by colour, and what the bank of each machine needs beside its boxes.
OWNED = [
    ({"red": 19, "blue": 17, "yellow": 7, "green": 2}, {}),
    ({"red": 60, "blue": 60, "yellow": 60, "green": 60}, {}),
    ({"red": 100, "blue": 40, "yellow": 30, "green": 21}, {}),
    ({"red": 90, "blue": 80, "yellow": 13, "green": 5, "sky": 30}, {}),
    ({"red": 19, "blue": 17, "yellow": 7, "sky": 9}, {}),
    ({"red": 200, "blue": 200, "yellow": 1, "green": 1}, {}),
    ({"red": 60, "blue": 60, "yellow": 60, "green": 60}, {"red": 3, "sky": 1}),
    ({"red": 60, "blue": 60, "yellow": 60, "green": 60, "sky": 5}, {"red": 3, "sky": 1}),
    ({"red": 60, "blue": 60, "yellow": 60, "green": 60}, {"red": 3, "sky": 0}),
    ({"red": 500}, {}),
]


def test_beads_are_shared_out_in_a_class_as_before(golden):
    lines = []
    for owned, bank in at_least(10, OWNED):
        found = class_beads(kit_of("her").boxes, tuple(owned.items()), bank)
        lines.append(f"{owned} {bank}: {found}")
    golden("parts/class-beads", "\n".join(lines))


#: Beads that somebody types with a palette that lacks some of them.
LACKING = (
    ("okabe-ito", "brown:40,red:20"),
    ("okabe-ito", "brown:40,purple:20"),
    ("okabe-ito", "brwn:40,prple:20"),
    ("okabe-ito", "red:1,blue:1,yellow:1,green:1,sky:1,pink:1,orange:1,black:1,teal:2,tan:3"),
    ("beads", "crimson:40,teal:20"),
    ("beads", "crimsn:40"),
    ("grey", "red:40"),
    ("okabe-ito@1", "white:3,clear:4"),
)


def test_beads_that_a_palette_lacks_are_refused_as_before(golden):
    lines = []
    for number, (palette, text) in enumerate(at_least(8, LACKING)):
        for language in ("en", "it") if number == 1 else ("en",):
            wish = Wish(palette=palette, beads=text, language=language)
            found = outcome(lambda of=wish: plan_kit("her", of, TEMPLATES))
            shown = found if isinstance(found, str) else f"{found.choices.beads}"
            lines.append(f"{palette} {language} {text}: {shown}")
    golden("parts/beads-refused", "\n".join(lines))


def test_beads_are_typed_as_they_are_read():
    for text in at_least(3, ("red:60,blue:40", "sky blue:0", "red:1000000")):
        assert beads_text(parse_beads(text)) == text
    assert parse_beads(" red : 7 , blue:8") == (("red", 7), ("blue", 8))
    assert parse_beads([(" red ", 7)]) == (("red", 7),)


@pytest.mark.parametrize(("most", "said"), [(0, "matchbox"), (1, "no job is that large")])
def test_a_job_is_read_up_to_its_longest(most, said):
    """With blanks behind it, a million bytes."""
    raw = write_job(JOB)
    raw += b" " * (1_000_000 + most - len(raw))
    found = outcome(lambda: read_job(raw).stock.name)
    assert said in found
    assert most == 0 or found == "KitFileError: job.json has more than 1 MB; no job is that large"


@pytest.mark.parametrize(
    ("name", "game", "said"),
    [
        ("told:notakto", 'told:{"name": "x"}', "KitFileError: kit.json: a game told as data: key "),
        ("her", "mine:3x3", "KitFileError: kit.json: "),
        ("her", "hexapawn:3x4", "KitFileError: kit.json is damaged: "),
        ("her", "hexapawn:99x99", "KitFileError: kit.json is damaged: "),
    ],
)
def test_a_game_that_cannot_be_read_is_refused_with_the_file(name, game, said):
    data = kit_data(kit_of(name))
    data["game"] = game
    found = outcome(lambda: read_kit(msgspec.json.encode(data), "kit.json", trust=True))
    assert found.startswith(said)


def test_a_kit_is_read_up_to_its_longest(monkeypatch):
    raw = write_kit(kit_of("her"))
    monkeypatch.setattr(kit_json, "MAX_KIT_BYTES", len(raw))
    assert read_kit(raw, "kit.json") == kit_of("her")
    said = outcome(lambda: read_kit(raw + b" ", "kit.json"))
    assert said == "KitFileError: kit.json has more than 0 MB; no kit is that large"


def test_a_kit_is_written_on_a_line_for_each_value():
    lines = write_kit(kit_of("her")).decode().splitlines()
    assert lines[0] == "{"
    assert lines[1] == ' "schema": "kitgen/kit@3",'
    assert lines[-1] == "}"


def test_kits_and_files_are_refused_in_full(golden):
    her = kit_of("her")
    raw = write_kit(her)
    where = "'her/kit.json'"
    given = kit_data(her)
    given["given"] = {"source": "x", "boxes": [{"box": "A1", "beads": [1, 2]}]}
    more = kit_data(her)
    more["boxes"][0]["slots"][0]["equivalent"] = ["a3b2"]
    more = write_kit(with_hash(read_kit(msgspec.json.encode(more), where, trust=True)))
    changed = raw.replace(b'"title": "HER', b'"title": "HIM')
    other = raw.replace(b"kitgen/kit@3", b"kitgen/kit@9")
    job = msgspec.structs.replace(JOB, parts=(JobPart("log", "Log", 2, 1, "nothing"),))
    file = Path("her/kit.json")
    refused = [
        outcome(lambda: build_kit("hexapawn:3x3", limit=5)),
        outcome(lambda: build_kit("hexapawn:8x2", {"side": "white", "merged": False})),
        outcome(lambda: build_kit("hexapawn:2x8", {"palette": "beads", "colour_by": "cell"})),
        outcome(lambda: kit_json.sealed(replace(her, title=""))),
        outcome(lambda: read_kit(changed, where, file=file)),
        outcome(lambda: read_kit(changed, where)),
        outcome(lambda: read_kit(other, where)),
        outcome(lambda: read_kit(msgspec.json.encode(given), where, trust=True)),
        outcome(lambda: read_kit(more, where, file=file)),
        outcome(lambda: read_kit(more, where)),
        outcome(lambda: read_job(write_job(job), "a file")),
    ]
    golden("parts/in-full", "\n".join(map(str, refused)))
