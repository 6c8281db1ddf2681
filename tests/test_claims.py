"""What the docs claim in figures, tables and recipes, held against the program."""

import ast
import hashlib
import json
import math
import re
import statistics

import msgspec
import pytest
from counting import at_least, at_least_one
from gaps import named, page, rows, section
from jobs import make_job
from places import ROOT
from sampling import few

from kitgen import simulate, solve
from kitgen.kit.build import build_kit
from kitgen.kit.choices import Choices
from kitgen.kit.editions import Wish
from kitgen.kit.kit_json import write_kit
from kitgen.kit.palette import SYMBOLS
from kitgen.kit.rule import read_rule
from kitgen.lab.matches import parse_sprt
from kitgen.machine.learning import schedule_of
from kitgen.paper.card.faces import Cards
from kitgen.paper.card.styles import STYLES
from kitgen.paper.marks.pieces import PIECES
from kitgen.paper.marks.scene import DARK, WHITE, Disc, Polygon, Text
from kitgen.paper.marks.scene import Path as Outline
from kitgen.reading.templates import Templates

TEMPLATES = Templates()


# --- README
# --------------------------------------------------------------------------------------------------


def test_the_readme_counts_every_edition():
    told = {}
    for names, _, boxes, beads in at_least(8, rows(section("README.md", "## The kits"))):
        figures = zip(boxes.split(", "), beads.split(", "), strict=True)
        pairs = [tuple(int(figure.replace(",", "")) for figure in pair) for pair in figures]
        told |= dict(zip(named(names), pairs, strict=True))
    made = {name: build_kit(name) for name in TEMPLATES.names("editions")}
    assert told == {name: (len(kit.boxes), kit.beads) for name, kit in made.items()}


# --- rules
# --------------------------------------------------------------------------------------------------


def test_every_rule_is_told_of_with_its_starting_beads():
    told = {
        named(row[0])[0]: row
        for row in rows(section("docs/rules.md", "## The rules that come with kitgen"))
    }
    assert sorted(told) == sorted(TEMPLATES.names("rules"))
    for name, (_, start, *_) in at_least(6, told.items()):
        rule = read_rule(name, TEMPLATES)
        if rule.learns == "beads":
            assert start.partition(",")[0] == "-".join(map(str, rule.start)), name


def change_in_words(change):
    """Return what a game does to beads as the table of rules says it: `+3 each`, `last move -1`."""
    parts = []
    if change.every:
        parts.append(f"{change.every:+} each")
    if change.from_end:
        (last,) = change.from_end
        parts.append(f"last move {last:+}")
    ends = {"only": "last move alone", "remove": "last move removed"}
    if change.last in ends:
        parts.append(ends[change.last])
    return ", ".join(parts)


def test_every_rule_is_told_of_with_what_a_game_does_to_its_beads():
    table = rows(section("docs/rules.md", "## The rules that come with kitgen"))
    for name, _start, *outcomes, _empty in at_least(6, table):
        rule = read_rule(name.strip("`"), TEMPLATES)
        assert outcomes == [
            change_in_words(change) for change in (rule.win, rule.draw, rule.loss)
        ], name
    weights = read_rule("hexapawn-rl", TEMPLATES)
    starts = {name.strip("`"): start for name, start, *_ in table}
    assert starts["hexapawn-rl"] == f"1, weights {weights.floor} to {weights.ceiling}"


def test_every_key_of_a_schedule_is_told_of():
    told = [
        name
        for row in rows(section("docs/rules.md", "## What a rule compiles to"))
        for name in named(row[0])
    ]
    assert sorted(told) == sorted(schedule_of(read_rule("michie", TEMPLATES)).data())


# --- the file of a kit
# -------------------------------------------------------------------------------------------


def digest(data):
    """A digest as docs/kit-json.md tells it: keys as JSON without spaces, sorted, in UTF-8."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


@pytest.mark.parametrize(
    ("name", "wish"),
    [
        ("her", {}),
        ("gardner24", {"language": "it"}),
        ("awari-mini", {}),
        ("her", {"express": True}),
        ("ladder", {}),
    ],
)
def test_the_hash_can_be_worked_out_from_the_page(name, wish):
    data = json.loads(write_kit(build_kit(name, Wish(**wish))))
    assert next(iter(data)) == "schema"
    usual = json.loads(msgspec.json.encode(Choices("black")))
    choices = {
        key: value for key, value in data["choices"].items() if key == "side" or value != usual[key]
    }
    assert choices.keys() < data["choices"].keys()
    assert (
        digest({key: data[key] for key in data if key != "hash"} | {"choices": choices})
        == data["hash"]
    )


@pytest.mark.parametrize("name", ["her", "gardner24", "menace", "awari-mini", "ladder"])
def test_boxes_are_in_the_order_that_the_page_says(name):
    kit = build_kit(name)
    looks = [(box.row, -kit.game.diagram.lying(box.position)) for box in kit.boxes]
    assert looks == sorted(looks)
    assert len(set(looks)) > 3


# --- cards
# --------------------------------------------------------------------------------------------------


def test_the_tables_of_cards_name_all_there_is():
    told = page("docs/reading-a-card.md")
    assert [row[0] for row in rows(section("docs/reading-a-card.md", "## Symbols"))] == list(
        SYMBOLS
    )
    assert {row[0] for row in rows(section("docs/reading-a-card.md", "## Pieces"))} == {*PIECES} - {
        "seed"
    }
    assert set(re.findall(r"^- \*\*(\w+)\*\* cells:", told, re.MULTILINE)) == set(STYLES)


@pytest.mark.parametrize(
    ("name", "palette"),
    few(["her", "menace", "awari-mini", "ladder"], ["okabe-ito", "grey"], one_in=2),
)
def test_marks_of_a_card_come_in_the_order_of_the_page(name, palette):
    """Ground, edge mark, board, twins, arrows, pieces, badges, id and words, legend."""
    job = make_job(build_kit(name, Wish(palette=palette)))
    kit = job.kit
    cards = Cards(kit, job.stock.width, job.stock.height, job.texts)
    inked = {colour.fill for colour in kit.palette} - {WHITE}
    for box in at_least_one(kit.boxes[::9]):
        marks = cards.draw(box).marks
        ground, edge = marks[:2]
        assert isinstance(ground, Polygon)
        assert ground.stroke is None
        assert (edge.fill, edge.stroke) == (DARK, None)
        assert max(x for x, _ in edge.points) == max(x for x, _ in ground.points)
        if kit.game.diagram.cell != "square":
            assert (marks[2].fill, marks[2].stroke) == (WHITE, None), (
                "the white under a board without cells of its own"
            )
        words = [index for index, mark in enumerate(marks) if isinstance(mark, Text)]
        of_id = next(index for index in words if marks[index].text == box.id)
        assert marks[of_id].bold
        assert marks[of_id].size == max(marks[index].size for index in words)
        twins = [
            index for index, mark in enumerate(marks) if getattr(mark, "fill", None) == "#D9D9D9"
        ]
        arrows = [
            index
            for index, mark in enumerate(marks)
            if isinstance(mark, Polygon)
            and len(mark.points) == 7
            and mark.fill in inked
            and index not in twins
        ]
        badges = [
            index - 1
            for index in words
            if marks[index].bold
            and isinstance(marks[index - 1], (Disc, Polygon, Outline))
            and index != of_id
        ]
        on_board = [i for i in badges if i < of_id]
        legend = [i for i in badges if i > of_id]
        assert len(on_board) == len(legend) == len(box.slots)
        assert sorted(marks[index].fill for index in on_board) == sorted(
            slot.colour.fill for slot in box.slots
        )
        assert [marks[index].fill for index in legend] == [slot.colour.fill for slot in box.slots]
        assert [marks[index + 2].text.replace(" ", "") for index in legend] == [
            f"×{slot.beads}" for slot in box.slots
        ]
        assert (len(arrows) == len(box.slots)) == (kit.game.diagram.moves != "place")
        order = [*twins, *arrows, *on_board, of_id, *legend]
        assert order == sorted(order)


# --- large boards
# ------------------------------------------------------------------------------------------------


def test_the_table_of_large_boards_begins_with_what_is_found():
    size, positions, black, white, wins = next(
        row
        for row in rows(section("docs/solving.md", "## kitgen solve GAME [--json]"))
        if row[0] == "5x5"
    )
    found = solve(f"hexapawn:{size}")
    boxes = [sum(layer.boxes for layer in found.layers if layer.side == side) for side in (0, 1)]
    figures = (sum(layer.positions for layer in found.layers), *boxes)
    assert [positions, white, black] == [f"{figure:,}" for figure in figures]
    assert wins == f"White, {found.worth.plies}"


# --- published results
# -------------------------------------------------------------------------------------------


def test_published_is_only_what_was_published():
    text = page("docs/reproductions.md")
    tris = rows(text.partition("## The Tris learner\n")[2].partition("## ")[0])
    games = [100, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000]
    assert len(tris) == 4 * 9 * 2
    for what, published, reference, _, _, verdict in tris:
        assert int(re.search(r"first ([\d,]+) games", what)[1].replace(",", "")) in games
        assert published
        assert (reference, verdict) == ("", "agrees")
    gardner = rows(text.partition("## Gardner's")[2].partition("## ")[0])
    assert [(what, published) for what, published, *_ in gardner if published] == [
        ("boxes of Gardner's own kit", "24")
    ]
    michie = rows(text.partition("## MENACE")[2].partition("## ")[0])
    assert {published for _, published, *_ in michie} == {"", "draws more and more"}
    mancala = rows(text.partition("## Looking ahead in mancala\n")[2])
    told = {what: published for what, published, *_ in mancala if published and "with" not in what}
    assert len([what for what in told if what.endswith("seconds")]) == 3 * 6
    assert told["minimax, depth 13: seconds"] == "2,640 s"
    assert told["alphabeta, depth 18: seconds"] == "94 s"
    assert {published for what, published in told.items() if not what.endswith("seconds")} == {
        "about 5"
    }
    assert {verdict for *_, verdict in mancala} == {"agrees", "new", "quicker"}
    others = rows(text.partition("## HexapawnRL")[2].partition("## ")[0])
    assert {published for _, published, *_ in others} == {""}


def test_every_script_of_the_page_has_tests_to_try_changes_against():
    tree = ast.parse((ROOT / "benchmarks" / "mutants.py").read_text(encoding="utf-8"))
    (scripts,) = [
        ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "SCRIPTS"
    ]
    for pattern, tests in at_least(2, scripts.values()):
        assert [*(ROOT / "kitgen").glob(pattern)], pattern
        assert [name for name in tests if not (ROOT / "tests" / "web" / name).is_file()] == []


def test_every_format_and_its_versions_are_promised():
    promised = section("docs/formats.md", "## Files")
    code = "\n".join(
        path.read_text("utf-8")
        for ending in ("*.py", "*.js")
        for path in (ROOT / "kitgen").rglob(ending)
    )
    for version in at_least(10, re.findall(r'^[^#>\n]*"(kitgen/[a-z-]+@\d)"', code, re.MULTILINE)):
        assert f"`{version}`" in promised


# --- words and figures beside code
# -------------------------------------------------------------------------------


def test_a_match_ends_early_at_the_ratio_that_the_page_says():
    """Of two errors of 5 in 100 each: 95 to 5."""
    test = parse_sprt("50,60")
    low, high = test.bounds
    assert (round(math.exp(-low)), round(math.exp(high))) == (19, 19)
    text = " ".join(page("docs/search.md").split())
    assert "beyond 19 to 1 the likelier hypothesis is accepted" in text
    assert (test.alpha, test.beta) == (1 / 20, 1 / 20)
    assert "either error happens in about one match of 20" in text


def test_lost_games_are_told_with_the_standard_error_of_their_mean():
    tally = simulate("ladder", games=10, machines=200)
    lost = [count for count, machines in enumerate(tally.lost_counts) for _ in range(machines)]
    mean, error = tally.lost
    assert mean == pytest.approx(statistics.mean(lost))
    assert error == pytest.approx(statistics.stdev(lost) / 200**0.5, rel=0.01)
    lines = []
    for path in (ROOT / "docs").glob("*.md"):
        lines += re.findall(r"print\(tally\.lost\)(.*)", path.read_text(encoding="utf-8"))
    assert set(at_least(2, lines)) == {"  # lost games of a machine: mean, standard error"}


def test_the_strip_of_the_readme_says_what_its_script_draws():
    """The rule of its kit takes a bead after a loss, and nothing after a win."""
    tree = ast.parse(page("docs/strip_picture.py"))
    (captions,) = [
        ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "CAPTIONS"
    ]
    drawn = re.findall(r">([^<>]+)</text>", page("docs/gallery/strip.svg"))
    for caption in at_least(4, captions):
        assert {*caption} <= {*drawn}
    rule = read_rule("gardner", TEMPLATES)
    assert rule.loss.takes
    assert rule.win.nothing
    assert captions[3] == ("4 Learn", "after a loss, its last bead leaves")
    assert "after a loss you take the bead out" in page("README.md")


#: What each file of a told game has that the page sends the author of a key to.
OF_A_KEY = {
    "told_language.py": ["class Told(", "class Pieces("],
    "told_game.py": ["def legal_moves(", "def play(", "def result("],
    "told_words.py": ["def told_words("],
    "told_drawing.py": ["def drawn_lines("],
    "told_values.py": ["def mended("],
    "told_rules.py": ["class ToldRules"],
    "told_speech.py": [
        "SENTENCES",
        "PLACED",
        "class SpokenRules",
        "def _facts(",
        "class WrittenRules",
    ],
}


def test_each_step_for_a_key_of_told_games_names_the_file_that_has_its_place():
    text = section("docs/adding.md", "## A key of told games")
    steps = re.split(r"^\d\. ", text, flags=re.MULTILINE)[1:]
    named_files = [re.findall(r"`(told_\w+\.py)`", step) for step in steps]
    assert named_files == [
        ["told_language.py"],
        ["told_game.py"],
        ["told_words.py", "told_drawing.py"],
        ["told_values.py"],
        ["told_rules.py", "told_speech.py"],
        [],
        [],
    ]
    for name, places in OF_A_KEY.items():
        (path,) = [*(ROOT / "kitgen").rglob(name)]
        source = path.read_text(encoding="utf-8")
        for place in places:
            assert place in source, f"{name} has no {place}"


#: Numbers in the names of folders.
NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6}


def test_a_class_has_as_many_groups_as_its_folder_is_called():
    text = page("docs/journal.md")
    commands = re.findall(r"--groups (\S+) -o class-of-(\w+)$", text, re.MULTILINE)
    for groups, name in at_least(2, commands):
        if groups.isdecimal():
            assert int(groups) == NUMBERS[name]
        else:
            assert len(groups.strip('"').split(",")) == NUMBERS[name]


def test_the_checkers_of_certificates_have_as_many_lines_as_their_page_says():
    (row,) = [
        row
        for row in rows(section("docs/verification.md", "## A certificate to check without kitgen"))
        if row[0] == "lines that are not blank"
    ]
    names = ("check_certificate", "check_hexapawn", "check_told")
    counted = []
    for name in names:
        lines = page(f"docs/{name}.py").splitlines()
        counted.append(str(sum(1 for line in lines if line.strip())))
    assert list(row[1:]) == counted
