"""Figures in the guides of docs, each computed from what it is about."""

import json
import re
import shlex
import tomllib
from functools import cache

import pytest
from click.testing import CliRunner
from counting import at_least, at_least_one
from jobs import LANGUAGES, kit_of
from places import ROOT

from kitgen.claims.decided import decided_lessons
from kitgen.cli.main import main
from kitgen.forms.places import form_codes
from kitgen.kit.kit_json import kit_data
from kitgen.reading.templates import Templates

SITE = ROOT / "docs/site/pages"
WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]


@cache
def page(name: str) -> str:
    """Return a page of docs, each run of blanks and line ends as one blank."""
    return " ".join((ROOT / "docs" / name).read_text(encoding="utf-8").split())


@cache
def result(command: str) -> dict:
    done = CliRunner().invoke(main, [*shlex.split(command), "--json"])
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)["result"]


def planned(command: str) -> dict:
    """Return what a print would have and need, without printing."""
    return result(f"print {command} --dry-run")


def exact(opponent: str) -> dict:
    return result(f"exact her --opponent {opponent}")


def colours_of(kit: str) -> int:
    """Return how many colours the fullest box of a kit has."""
    return max(len(box.slots) for box in kit_of(kit).boxes)


@pytest.mark.every
def test_the_lecture_has_the_figures_of_exact_chains():
    said = exact("random")
    least, most = (said["losses"][end] for end in ("min", "max"))
    assert said["any_opponent"] == {"min": least, "max": most}
    text = page("start-lecture.md")
    assert f"loses {said['expected_losses']:.2f} games on average" in text
    assert f"never fewer than {least} or more than {most}, whoever plays" in text
    games = [f"{exact(opponent)['expected_games']:.0f}" for opponent in ("random", "perfect")]
    assert f"that takes {games[0]} games on average, against perfect play {games[1]}" in text
    assert f"four people {planned('her')['minutes']} minutes" in text


def test_the_lesson_says_how_often_a_machine_wins_and_loses():
    said = exact("random")
    first = 100 * said["lose_in_game"]["1"]
    later = 100 * said["win_in_game"]["20"]
    assert f"loses about {first:.0f} of 100 first games even against random moves" in page(
        "start-lesson.md"
    )
    assert f"after twenty games it wins {later:.0f} of 100" in page("start-lesson.md")


def test_lessons_are_named_with_their_minutes_ages_and_boxes():
    lessons = {lesson["name"]: lesson for lesson in result("lessons")}
    assert re.findall(r"\| \d+ minutes.*? \| `([\w-]+)` \|", page("start-lesson.md")) == [
        "ladder-15",
        "hexapawn-sheet",
        "hexapawn-50",
    ]
    for name in ("ladder-15", "hexapawn-50"):
        least = lessons[name]["age"]
        minutes = lessons[name]["minutes"]
        assert f"| {minutes} minutes, pupils from {least} | `{name}` |" in page("start-lesson.md")
    minutes = lessons["hexapawn-sheet"]["minutes"]
    assert f"| {minutes} minutes, no glue, no boxes | `hexapawn-sheet` |" in page("start-lesson.md")
    assert f"against {WORDS[len(kit_of('ladder').boxes)]} matchboxes" in page("start-lesson.md")
    assert f"against {len(kit_of('her').boxes)} matchboxes, with a log" in page("start-lesson.md")


@pytest.mark.parametrize("opponent", ["random", "perfect", "adversary"])
def test_opponents_have_the_figures_of_exact_chains(opponent):
    said = exact(opponent)
    row = re.search(
        rf"\| `{opponent}` \|[^|]*\| ([\d.]+) \| ([\d.]+) \|", page("howto-opponent.md")
    )
    assert row.groups() == (
        f"{said['expected_losses']:.2f}",
        f"{said['expected_games']:.1f}",
    )


#: Kits whose boxes stand in a line of their own; games of which each side may be the machine.
SINGLE = ("ladder", "gardner24")
OTHER_SIDES = (
    ("tictactoe:2x3", "x", ", noughts and crosses on six squares"),
    ("told:frogs-and-toads", "frogs", ""),
)


def test_tables_of_boxes_are_those_of_the_kits():
    text = page("howto-fewer-boxes.md")
    boxes = {name: len(kit_of(name).boxes) for name in (*SINGLE, "him", "her", "menace")}
    assert f"MENACE needs {boxes['menace']} boxes" in text
    assert f"| as usual | {boxes['menace']} |" in text
    assert f"all {boxes['menace']} positions of MENACE" in text
    for name in at_least(2, SINGLE):
        assert f"| `{name}` | {boxes[name]} |" in text
    assert f"| `him`, `her` | {boxes['him']}, {boxes['her']} |" in text


@pytest.mark.every
def test_boxes_that_may_be_left_out_are_counted():
    for choice in at_least(2, ["--express", "--express --expect sensible"]):
        boxes = planned(f"menace {choice}")["boxes"]
        assert f"| `{choice}` | {boxes} |" in page("howto-fewer-boxes.md")


@pytest.mark.every
def test_boxes_of_either_side_are_counted():
    for words, side, what in at_least(2, OTHER_SIDES):
        usual = planned(words)["boxes"]
        others = planned(f"{words} --side {side}")["boxes"]
        row = f"| `{words}`{what} | {usual}, with `--side {side}` {others} |"
        assert row in page("howto-fewer-boxes.md")


def test_as_many_colours_as_the_fullest_box_has_moves():
    text = page("howto-other-beads.md")
    assert {colours_of(kit) for kit in ("awari-mini", "told:frogs-and-toads", "nim:8,take=2")} == {
        2
    }
    assert "Two are enough for `awari-mini`, for `told:frogs-and-toads`, and for nim" in text
    assert f"{WORDS[colours_of('ladder')]} for `ladder`;" in text
    assert colours_of("her") == colours_of("him") == 4
    assert "four for `her` and `him`;" in text
    assert f"{WORDS[colours_of('menace')]} for `menace`." in text


def test_boxes_to_fold_take_so_many_sheets_and_minutes():
    plan = planned("her --parts boxes")
    text = page("howto-box-sizes.md")
    assert f"Nineteen boxes of the usual size take {WORDS[plan['sheets']]} sheets" in text
    assert f"takes four people about {plan['minutes']} minutes" in text
    assert plan["boxes"] == 19


@pytest.mark.every
def test_two_rules_differ_as_much_as_is_said():
    rows = result("compare her --rules gardner,michie --games 50 --machines 200")
    lost = {row["rule"]: f"{row['losses_per_machine']['mean']:.1f}" for row in at_least(2, rows)}
    assert f"`gardner` loses {lost['gardner']} of 50 games, `michie` {lost['michie']}." in page(
        "howto-compare-rules.md"
    )


#: Names of lessons, games lost, then the mean and the half against either opponent.
UNTIL = re.compile(
    r"^\| (`[^|]*) \| ([^|]*) \| ([\d.]+), (\d+) \| ([\d.]+), (\d+) \|$", re.MULTILINE
)
#: Names of lessons, games lost, then unbeatable machines of 100 and the half.
WITHIN = re.compile(r"^\| `([\w-]+)` \| ([^|]*) \| (\d+), (\d+) \| (\d+) \|$", re.MULTILINE)


def from_least_to_most(figures) -> str:
    least = min(each.least for each in figures)
    most = max(each.most for each in figures)
    return f"{least}" if least == most else f"{least} to {most}"


def test_tables_of_lessons_say_what_was_worked_out_beforehand():
    """Whatever becomes unbeatable for sure, and what does so within some games."""
    text = (ROOT / "docs" / "lessons.md").read_text(encoding="utf-8")
    told = {}
    for names, *figures in UNTIL.findall(text):
        told |= dict.fromkeys(re.findall(r"`([\w-]+)`", names), figures)
    worked_out = {}
    for lesson in decided_lessons():
        if lesson.against:
            figures = [from_least_to_most(lesson.against.values())]
            for opponent in ("perfect", "random"):
                found = lesson.against[opponent]
                figures += [f"{found.mean:.1f}", f"{found.half:.0f}"]
            worked_out[lesson.lesson] = figures
    assert told == worked_out
    assert len(told) >= 8
    within = {lesson.lesson: lesson.within for lesson in decided_lessons() if lesson.within}
    ((name, lost, best, half, by_chance),) = WITHIN.findall(text)
    found = within.pop(name)
    assert lost == from_least_to_most(found.values())
    assert (int(best), int(half)) == (found["perfect"].of_hundred, found["perfect"].half)
    assert int(by_chance) == found["random"].of_hundred
    (never,) = within
    assert {each.of_hundred for each in within[never].values()} == {0}
    assert f"| `{never}` | – | none | none |" in text
    games = {each.games for each in (*found.values(), *within[never].values())}
    assert f"| lesson, within {games.pop()} games |" in text


def test_marked_sheets_have_room_for_so_many_games():
    rows_of_table = re.findall(
        r"^\| (`[^|]*`) \| (\d+) \| (\d+) \|$",
        (ROOT / "docs" / "games-csv.md").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    seen = 0
    for names, a4, letter in rows_of_table:
        for name in re.findall(r"`([\w-]+)`", names):
            for paper, games in (("a4", a4), ("letter", letter)):
                code = form_codes(kit_of(name), "log-marks", paper)[0]
                assert code.last - code.first + 1 == int(games), (name, paper)
                seen += 1
    assert seen == 22


def test_the_front_page_of_the_site_says_how_well_a_machine_does():
    """Of the English one; those in other languages have its numbers."""
    text = (ROOT / "docs/site/pages/en/index.md").read_text(encoding="utf-8")
    flat = " ".join(text.split())
    assert f"# Can {len(kit_of('her').boxes)} matchboxes beat you?" in flat
    won = result("exact her --opponent random --at 40")["win_in_game"]["40"]
    assert round(20 * won) == 19
    assert "after forty games against somebody who plays at random they win nineteen" in flat
    assert f"MENACE from {len(kit_of('menace').boxes)} matchboxes" in flat
    assert f"Hexapawn, with {len(kit_of('gardner24').boxes)} boxes" in flat
    lesson = {lesson["name"]: lesson for lesson in result("lessons")}["ladder-15"]
    assert lesson["minutes"] == 15
    assert "the ladder, which is built in a quarter of an hour" in flat


def test_pages_name_the_oldest_python_that_is_enough():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    oldest = project["requires-python"].removeprefix(">=")
    named = []
    for path in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]:
        text = " ".join(path.read_text(encoding="utf-8").split())
        named += re.findall(r"Python (\d\.\d+) or newer", text)
    for version in at_least(3, named):
        assert version == oldest


#: Minutes of the lessons that the guide of each kit has.
LESSONS_OF_A_GUIDE = {20: "Twenty minutes", 50: "fifty minutes", 150: "A hundred and fifty minutes"}


def test_the_site_names_the_lessons_of_the_guide_of_a_kit():
    guide = (ROOT / "templates/guides/en/teacher.md").read_text(encoding="utf-8")
    headings = " ".join(re.findall(r"## (.*)", guide))
    assert [minutes for minutes, words in LESSONS_OF_A_GUIDE.items() if words in headings] == [
        20,
        50,
        150,
    ]
    longest = guide.partition("## A hundred and fifty minutes")[2].partition("\n## ")[0]
    steps = [int(minutes) for minutes in re.findall(r"\((\d+) minutes", longest)]
    assert sum(steps) == 150
    teachers = (ROOT / "docs/site/pages/en/teachers.md").read_text(encoding="utf-8")
    assert "## How long does a lesson take? 20, 50 or 150 minutes" in teachers
    told = re.findall(r"^\| \*\*(\d+) minutes\*\*", teachers, re.MULTILINE)
    assert [int(minutes) for minutes in told] == [*LESSONS_OF_A_GUIDE]
    index = (ROOT / "docs/site/pages/en/index.md").read_text(encoding="utf-8")
    assert "lessons of 20, 50 and 150 minutes](teachers.md)" in index


def test_pages_count_the_languages_of_kitgen():
    number = WORDS[len(LANGUAGES)]
    told = []
    for path in [ROOT / "README.md", *(ROOT / "docs").glob("*.md"), *SITE.glob("en/*.md")]:
        text = " ".join(path.read_text(encoding="utf-8").split())
        told += re.findall(r"in (\w+) languages\b", text)
    counted = [word for word in told if word in WORDS]
    assert set(at_least(4, counted)) == {number}


def test_the_readme_says_how_small_and_how_long():
    readme = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    kits = [kit for kit in result("kits") if kit["kind"] == "edition"]
    assert f"from {WORDS[min(kit['boxes'] for kit in kits)]} boxes on" in readme
    lessons = {lesson["name"]: lesson for lesson in result("lessons")}
    assert f"nine counters: {lessons['ladder-15']['minutes']} minutes" in readme
    first, more = readme.split("<details>")
    assert len(kits) == sum(
        len(re.findall(r"`[\w-]+`", cell))
        for part in (first, more)
        for cell in re.findall(r"\| (`[^|]*`) \|", part)
    )
    (number,) = re.findall(r"<summary>(\w+) more:", more)
    shown = [name for cell in re.findall(r"\| (`[^|]*`) \|", more) for name in cell.split(", ")]
    assert WORDS.index(number.lower()) == len(shown)


#: What prints the folders in output/ that pages name.
PRINTS = {
    "README.md": ["her"],
    "docs/start-lesson.md": ["lesson:hexapawn-50"],
    "docs/howto-check-a-table.md": ["her"],
    "docs/contents.md": ["her", "her --language it"],
    "docs/commands.md": [
        "her",
        "her --language it",
        "her --page letter",
        "her --rule michie --stock 35x15",
        "her --express",
    ],
    "docs/site/pages/en/index.md": ["her"],
    "docs/site/pages/de/index.md": ["her --language de"],
}
#: Other folders and files there: of a sweep, and the sheet of a printer.
NO_PRINTS = {"NAME", "printer"}


@pytest.mark.parametrize("name", PRINTS)
def test_folders_that_a_page_names_are_those_of_its_prints(name):
    text = (ROOT / name).read_text(encoding="utf-8")
    folders = set()
    for command in PRINTS[name]:
        board = planned(f"{command} --parts board")  # one part is quicker, into the same folder
        folders.add(board["folder"].removeprefix("output/"))
    assert set(re.findall(r"output/([\w-]+)", text)) - NO_PRINTS == folders


def test_keys_of_a_kit_are_what_the_page_of_its_file_says():
    """Moves are counted with the one of the bead: whoever wins at once has made one."""
    kit = kit_of("her")
    text = page("kit-json.md")
    assert "moves of both sides to the end with best play, including this one" in text
    assert "| how many beads it starts with |" in text
    assert "`wins`, `draws` or `loses`, for the machine" in text
    slots = [(box["position"], slot) for box in kit_data(kit)["boxes"] for slot in box["slots"]]
    at_once = 0
    for position, slot in at_least(45, slots):
        board = kit.game.parse(position)
        move = kit.game.parse_move(board, slot["move"])
        after = kit.game.play(board, move).position
        over = kit.game.result(after)
        assert (slot["plies"] == 1) == (over is not None)
        assert slot["verdict"] == {1: "wins", 0: "draws", -1: "loses"}[slot["value"]]
        if over is not None:
            assert slot["value"] == -over
            at_once += 1
    assert at_once > 5


#: An extra by its name, and the command that installs it, in one sentence.
EXTRA = re.compile(r"the extras? `(\w+)`[^.]*?`python -m pip install '\.\[(\w+)\]'`")


def test_an_extra_is_installed_by_its_own_name():
    named = []
    for path in sorted((ROOT / "docs").glob("*.md")):
        named += [(path.name, *found) for found in EXTRA.findall(page(path.name))]
    for where, extra, installed in at_least(4, named):
        assert extra == installed, where


def test_stocks_and_lessons_in_guides_exist():
    templates = Templates()
    stocks = set(templates.names("stock"))
    for where in at_least_one(["howto-box-sizes.md"]):
        cells = re.findall(
            r"^\| [^|]+ \| ([^|]+) \|$", (ROOT / "docs" / where).read_text(), re.MULTILINE
        )
        named = {name for cell in cells for name in re.findall(r"`(\w[\w-]*)`", cell)}
        assert len(named) > 4
        assert named <= stocks, where
