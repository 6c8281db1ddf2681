"""Lessons: those that come with kitgen, what is printed of one, one's own, and mistakes in its
file.
"""

import json
import re
import sys
from collections import Counter
from itertools import islice
from random import Random
from statistics import fmean

import pytest
from command_answers import result_of, run
from counting import at_least
from jobs import LANGUAGES, TEMPLATES, TEXTS, kit_of, make_job
from places import ROOT
from prints import as_printed
from sampling import few

from kitgen.authoring.template_checks import check_templates
from kitgen.claims.claims import say
from kitgen.claims.decided import DIGITS, decided_lessons, decided_until
from kitgen.claims.facts import Facts
from kitgen.claims.same_machine import machine_digest
from kitgen.claims.unbeatable import future_of
from kitgen.claims.until_unbeatable import until_unbeatable, within_games
from kitgen.kit.rule import Change, Rule
from kitgen.machine.first_games import FirstGames
from kitgen.machine.learning import starting_beads, with_rule
from kitgen.paper.job import bead_totals
from kitgen.paper.lesson_file import read_lesson
from kitgen.paper.making import work_for, work_of
from kitgen.paper.parts import PARTS, load_part
from kitgen.paper.parts.chips import LETTER_PT
from kitgen.paper.parts.lesson import numbers_to_leave
from kitgen.press.lessons import plan_lesson
from kitgen.press.print_run import make_document
from kitgen.reading.templates import Templates
from kitgen.reading.texts import BOXES, CARDS, CARTONS, CUPS, DRAWERS, PICTURES

sys.path.insert(0, str(ROOT / ".ci"))

from claims import exact_games

NAMES = TEMPLATES.names("lessons")
#: The keys without which there is no lesson: whatever is added later has a default.
LEAST = """
source = "us"
kit = "ladder"
begins = "machine"
age = 7
group = [2, 3]
title = { en = "Ours" }
about = { en = "Nine counters." }
[[course]]
minutes = 4
words = { en = "Play." }
"""


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("KITGEN_TEMPLATES", str(tmp_path / "home"))
    (tmp_path / "home" / "lessons").mkdir(parents=True)
    return tmp_path / "home" / "lessons"


def words_on(sheet):
    return " ".join(getattr(mark, "text", "") for mark in sheet.scene.marks)


def document_of(name, language="en", **more):
    plan = plan_lesson(name, TEMPLATES)
    kit = kit_of(plan.kit, language=language, **plan.choices)
    options = plan.options_for(plan.parts) | more
    return make_document(kit, parts=plan.parts, **options)


@pytest.mark.parametrize("name", NAMES)
def test_a_lesson_has_its_words_in_every_language(name):
    file = read_lesson(name, TEMPLATES)
    assert {*file.title} == {*file.about} == {*LANGUAGES}
    assert all({*step.words} == {*LANGUAGES} for step in file.course)
    assert file.parts[0] == "lesson"
    assert {*plan_lesson(name, TEMPLATES).parts} <= PARTS.keys()


@pytest.mark.parametrize("language", few(LANGUAGES, one_in=5))
def test_the_plan_comes_first_and_says_which_pages_are_for_whom(language):
    document = document_of("ladder-15", language)
    plan = document.sheets[0]
    file = read_lesson("ladder-15", TEMPLATES)
    assert plan.part == "lesson"
    assert [part.name for part in document.parts] == ["lesson", "labels", "operator", "strong"]
    words = words_on(plan)
    for part in document.parts[1:]:
        pages = f"{part.first}–{part.last}" if part.pages > 1 else f"{part.first}"
        assert re.search(rf"{re.escape(part.title)} \([^)]* {pages}\)", words)
    assert file.title[language] in words
    assert "13–15 min" in words
    figures = decided_until(kit_of("ladder"), 0)
    for opponent in ("perfect", "random"):
        assert re.search(rf"\b{round(figures.against[opponent].mean)}\b", words), opponent


@pytest.mark.parametrize("name", few(NAMES, one_in=5))
def test_pages_come_in_the_order_of_the_lesson(name):
    file = read_lesson(name, TEMPLATES)
    printed = list(dict.fromkeys(part.name for part in document_of(name).parts))
    assert printed == list(file.parts)


def test_pages_of_a_lesson_of_ones_own_come_in_its_order_and_what_is_added_after_the_plan(home):
    order = 'age = 7\ngroups = ["operator", "strong", "labels"]\nchildren = ["board"]'
    (home / "ours.toml").write_text(LEAST.replace("age = 7", order), encoding="utf-8")
    templates = Templates(home.parent)
    questions = ["labels", "log", "board", "strong", "lesson", "operator", "cover"]
    document = make_document("ladder", parts=questions, lesson_name="ours", templates=templates)
    printed = [part.name for part in document.parts]
    assert printed == ["cover", "lesson", "log", "operator", "strong", "labels", "board"]


def test_the_plan_tells_of_the_care_that_its_things_need():
    sweets = words_on(document_of("hexapawn-sheet").sheets[0])
    assert "allergies" in sweets
    assert "under three" not in sweets
    beads = words_on(document_of("ladder-15").sheets[0])
    assert "under three" in beads
    assert "allergies" not in beads


#: A machine of each kind as a lesson has it: its kit and its stock, and the part that it is made
#: from.
KINDS = {
    BOXES: ("ladder", "matchbox", "labels"),
    CARDS: ("her", "poker", "cards"),
    CARTONS: ("her", "egg-carton", "labels"),
    CUPS: ("ladder", "cups", "labels"),
    DRAWERS: ("her", "drawers", "labels"),
    PICTURES: ("ladder", "matchbox", "one-sheet"),
}
#: The lessons that come with kitgen: what their machine is, and what is kept with it.
KEPT = {
    "eight-sticks": (CUPS, "log"),
    "five-stones": (BOXES, "log"),
    "hexapawn-50": (BOXES, "both"),
    "hexapawn-roles": (CARDS, "both"),
    "hexapawn-sheet": (PICTURES, "both"),
    "ladder-15": (BOXES, ""),
    "menace-fair": (BOXES, "both"),
    "nim-cups": (CUPS, "log"),
    "nim-sheet": (PICTURES, "log"),
    "ten-pens": (CUPS, "log"),
}


def keeping_words(language, kind, kept):
    texts = TEXTS[language].speaking_of(kind)
    if kept:
        return texts("care.keep", things=texts(f"care.kept.{kept}"))
    return texts("care.keep_alone")


@pytest.mark.parametrize(("kind", "language"), few(KINDS, LANGUAGES, one_in=5))
def test_a_plan_says_how_each_kind_of_machine_is_kept(home, kind, language):
    """With the log where it is printed, and without it where it is not."""
    kit, stock, part = KINDS[kind]
    about = LEAST.replace('kit = "ladder"', f'kit = "{kit}"')
    if kit != "ladder":
        about = about.replace('begins = "machine"\n', "")
    for kept in ("", "log"):
        parts = [part, *filter(None, [kept])]
        keys = f'stock = "{stock}"\ngroups = {json.dumps(parts)}\n'
        (home / "ours.toml").write_text(keys + about, encoding="utf-8")
        templates = Templates(home.parent)
        plan = plan_lesson("ours", templates)
        document = make_document(
            kit_of(plan.kit, language=language),
            parts=plan.parts,
            templates=templates,
            **plan.options_for(plan.parts),
        )
        words = words_on(document.sheets[0])
        assert as_printed(keeping_words(language, kind, kept)) in words


@pytest.mark.parametrize(("name", "language"), few(KEPT, LANGUAGES, one_in=14))
def test_the_plan_of_each_lesson_says_how_its_machine_is_kept(name, language):
    words = words_on(document_of(name, language).sheets[0])
    assert as_printed(keeping_words(language, *KEPT[name])) in words


def test_a_lesson_with_too_many_words_is_refused(home):
    step = f'[[course]]\nminutes = 1\nwords = {{ en = "{"Play and play and " * 50}" }}\n'
    (home / "long.toml").write_text(LEAST + step * 12, encoding="utf-8")
    done = run("print", "lesson:long", "--dry-run")
    assert done.exit_code == 1
    assert re.search(r"the plan is \d+ mm too long for its page; shorten 'course'", done.stderr)


def test_a_lesson_is_printed_and_verified_with_the_options_that_are_given(tmp_path):
    out = tmp_path / "out"
    done = run(
        "print", "lesson:five-stones", "--language", "es", "--page", "letter", "--json", "-o", out
    )
    assert done.exit_code == 0, done.output
    printed = result_of(done.stdout)
    assert [part["name"] for part in printed["parts"]][:2] == ["lesson", "labels"]
    assert "--set lesson.name=five-stones" in printed["command"]
    assert "lesson:" not in printed["command"]
    assert run("verify", out).exit_code == 0
    again = run(*printed["command"].split()[1:], "-o", tmp_path / "again")
    assert again.exit_code == 0, again.output
    assert (tmp_path / "again" / "kit.pdf").read_bytes() == (out / "kit.pdf").read_bytes()


def test_the_operator_of_cups_turns_an_empty_one_over():
    cups, boxes = (
        " ".join(
            map(
                words_on,
                load_part("operator").sheets(make_job("nim:8", stock=stock, side="either")),
            )
        )
        for stock in ("cups", "matchbox")
    )
    assert "Turn it over" in cups
    assert "Turn it over" not in boxes


def test_one_picture_of_nim_runs_empty_and_the_lesson_asks_for_one():
    """The human begins, so that the machine never meets eight; only at four each move loses."""
    plan = plan_lesson("nim-sheet", TEMPLATES)
    assert plan.file.begins == "human"
    kit = kit_of(plan.kit, **plan.choices)
    empty = Counter()
    for games in islice(FirstGames(kit, "perfect", side=1).machines(), 20):
        beads = {box.id: [slot.beads for slot in box.slots] for box in kit.boxes}
        rows = [(box.id, slot) for box in kit.boxes for slot in range(len(box.slots))]
        for _, changes in islice(games, 40):
            for place, difference in changes:
                name, slot = rows[place]
                beads[name][slot] += difference
        empty.update(name for name, row in beads.items() if not sum(row))
    assert empty == {"4": 20}
    said = plan.file.course[-1].words["en"]
    assert "Which picture has none" in said


def test_other_parts_of_a_lesson_can_be_printed_and_its_folder_has_its_name():
    done = run(
        "print", "lesson:hexapawn-sheet", "--parts", "board", "--language", "it", "--dry-run"
    )
    assert done.exit_code == 0, done.output
    assert "lesson-hexapawn-sheet-it" in done.stdout
    assert "1 sheet: board 1" in done.stdout


@pytest.mark.parametrize("begins", ["machine", "human"])
def test_the_plan_says_if_the_wrong_side_begins(home, begins):
    """From nine counters whoever begins can win, so a machine that follows never becomes
    unbeatable.
    """
    (home / "ours.toml").write_text(LEAST.replace('"machine"', f'"{begins}"'), encoding="utf-8")
    templates = Templates(home.parent)
    plan = make_document(
        "ladder", parts=["lesson"], lesson_name="ours", templates=templates
    ).sheets[0]
    assert ("can never become unbeatable" in words_on(plan)) == (begins == "human")
    assert ("nothing beat it any more" in words_on(plan)) == (begins == "machine")


#: Keys of a lesson whose machine can never become unbeatable, with what is offered for it.
HOPELESS = [
    ('kit = "ladder"\nbegins = "human"', 'with begins = "machine" it can become perfect'),
    ('kit = "nim:8"\nchoices = { side = "first" }', "with --side second it can become perfect"),
    (
        'kit = "ladder"\nbegins = "machine"\nchoices = { rule = "never-last" }',
        "with --rule gardner it can become perfect",
    ),
]


@pytest.mark.parametrize(("keys", "offers"), HOPELESS)
def test_list_and_print_say_if_a_machine_never_becomes_unbeatable(home, keys, offers):
    wrong = LEAST.replace('kit = "ladder"\nbegins = "machine"', keys)
    (home / "wrong.toml").write_text(wrong, encoding="utf-8")
    listed = run("lessons").stdout
    assert re.search(rf"^wrong: .*{re.escape(offers)}$", listed, re.MULTILINE)
    assert "ladder-15:" not in listed.replace("lesson:ladder-15", "")
    done = run("print", "lesson:wrong", "--dry-run")
    assert re.search(rf"^kitgen: warning: .*{re.escape(offers)}$", done.stderr, re.MULTILINE)
    rows = json.loads(run("lessons", "--json").stdout)["result"]
    hopeless = {row["name"]: row["never_perfect"] for row in rows if row["never_perfect"]}
    assert hopeless.keys() == {"wrong"}
    assert f"with {' '.join(hopeless['wrong']['options'])} it can" in offers


@pytest.mark.every
@pytest.mark.parametrize("kit", ["told:queen-5x8", "tictactoe:4x4"])
def test_the_list_goes_on_with_a_lesson_whose_kit_cannot_be_made_or_is_large(home, kit):
    side = 'choices = { side = "second" }'
    keys = LEAST.replace('kit = "ladder"\nbegins = "machine"', f'kit = "{kit}"\n{side}')
    (home / "other.toml").write_text(keys, encoding="utf-8")
    listed = run("lessons")
    assert listed.exit_code == 0, listed.output
    assert re.search(r"^other ", listed.stdout, re.MULTILINE)


@pytest.mark.parametrize("language", few(LANGUAGES, one_in=5))
def test_a_plan_whose_game_is_lost_offers_the_other_side(home, language):
    wrong = LEAST.replace('kit = "ladder"\nbegins = "machine"', HOPELESS[1][0])
    (home / "wrong.toml").write_text(wrong, encoding="utf-8")
    kit = kit_of("nim:8", side="first", language=language)
    plan = make_document(
        kit, parts=["lesson"], lesson_name="wrong", templates=Templates(home.parent)
    ).sheets[0]
    sentence = say(TEXTS[language], "other_side", Facts(kit))
    assert "--side second" in sentence
    assert as_printed(sentence) in words_on(plan)


#: Rules of the sources of lessons, and how they are otherwise than those of the lessons.
TWO_OF_EACH = Rule(
    source="x", title={"en": "x"}, start=(2,), loss=Change(from_end=(-1,)), empty="resign-blame"
)


def test_what_is_said_of_the_sources_is_so():
    """Twice as many chips make twice as many losses; a chip that stays is never unbeatable."""
    plan = plan_lesson("eight-sticks", TEMPLATES)
    ours = kit_of(plan.kit, **plan.choices)
    theirs = with_rule(ours, TWO_OF_EACH, "two")
    losses = [until_unbeatable(kit, 0, "perfect", machines=5) for kit in (ours, theirs)]
    assert [(each.least, each.most) for each in losses] == [(8, 8), (16, 16)]
    assert sum(map(sum, starting_beads(theirs))) == 30
    for words in plan.file.differs.values():
        assert {"30", str(plan.file.minutes)} <= {*re.findall(r"[0-9]+", words)}
    pens = plan_lesson("ten-pens", TEMPLATES)
    for forced in ("skip", "box"):
        choices = pens.choices | {"rule": "never-last", "forced": forced}
        assert future_of(kit_of(pens.kit, **choices)).unbeatable is False


@pytest.mark.parametrize("language", few(LANGUAGES, one_in=5))
@pytest.mark.parametrize("name", [name for name in NAMES if read_lesson(name, TEMPLATES).differs])
def test_a_plan_says_how_its_source_differs(name, language):
    differs = read_lesson(name, TEMPLATES).differs
    assert differs.keys() == {*LANGUAGES}
    assert as_printed(differs[language]) in words_on(document_of(name, language).sheets[0])


def test_a_part_that_has_no_page_is_named():
    """Of a lesson as of a kit: a child counts the counters of nim, and needs no questions."""
    done = run("print", "nim:8", "--parts", "labels,questions", "--dry-run")
    assert done.exit_code == 0
    reason = "kitgen: without part questions: it has no page in kit 'nim-8-second'"
    assert done.stderr.splitlines() == [reason]


def test_a_lesson_is_for_its_own_kit():
    done = run("print", "him", "--parts", "lesson", "--set", "lesson.name=ladder-15", "--dry-run")
    assert done.exit_code == 2
    assert "lesson 'ladder-15' is for kit ladder, not for him" in done.stderr


def test_what_is_done_beforehand_is_no_part_of_the_lesson_and_said():
    file = read_lesson("menace-fair", TEMPLATES)
    assert (file.minutes, file.minutes_before) == (360, 155)
    job = make_job("menace", lesson_name="menace-fair", parts=("lesson", "labels"))
    words = words_on(load_part("lesson").sheets(job)[0])
    assert "155 min before" in words
    assert "take four people about 155 minutes, beforehand" in words
    listed = {row["name"]: row for row in json.loads(run("lessons", "--json").stdout)["result"]}
    assert {name for name, row in listed.items() if row["minutes_before"]} == {
        "hexapawn-50",
        "menace-fair",
    }
    assert "before: minutes to build the machine beforehand" in run("lessons").output
    assert "beforehand" not in run("lessons", "--minutes", "45").output


def test_the_list_is_chosen_by_time_age_group_and_needs():
    def listed(*words):
        return {
            row["name"] for row in json.loads(run("lessons", *words, "--json").stdout)["result"]
        }

    assert listed() == {*NAMES}
    assert listed("--minutes", "20") == {"ladder-15"}
    assert "hexapawn-50" not in listed("--age", "9")
    assert listed("--without", "glue") == {"hexapawn-sheet", "nim-sheet"}
    assert listed("--without", "matchboxes", "--without", "sweets") == {
        "eight-sticks",
        "hexapawn-roles",
        "nim-cups",
        "nim-sheet",
        "ten-pens",
    }
    assert listed("--group", "6") == {"hexapawn-50"}
    assert "No lesson fits" in run("lessons", "--minutes", "1").output


def test_a_file_with_the_first_keys_alone_goes_on_working(home, tmp_path):
    (home / "ours.toml").write_text(LEAST, encoding="utf-8")
    assert check_templates(home.parent).faults == []
    done = run("print", "lesson:ours", "-o", tmp_path / "out")
    assert done.exit_code == 0, done.output
    assert run("verify", tmp_path / "out").exit_code == 0


@pytest.mark.parametrize(
    ("find", "write", "says"),
    [
        ("age = 7", "aeg = 7", "line 5: unknown key 'aeg'; did you mean 'age'?"),
        ("age = 7", "age = 700", "line 5: age is 700"),
        ("group = [2, 3]", "group = 3", "line 6: group is 3; it must be a list of 2 entries"),
        ('"machine"', '"robot"', "line 4: begins is 'robot'; it must be one of human, machine"),
        ("age = 7", 'age = 7\nneeds = ["cupz"]', "line 6: needs[0] is 'cupz'"),
        ("minutes = 4", "minutes = 0", "line 10: course[0].minutes is 0"),
        ("minutes = 4\n", "", "line 9: key 'minutes' is missing in course[0]"),
        ("minutes = 4", "minuts = 4", "line 10: unknown key 'minuts' in course[0]"),
        (
            'words = { en = "Play." }',
            'words = { en = "Play." }\n[[course]]\nminutes = 5\n[course.words]\nen = 5',
            "line 15: course[1].words.en is 5",
        ),
        (
            'begins = "machine"',
            'choices = { side = "fist" }\nbegins = "machine"',
            "line 4: key 'choices': nim has no side 'fist'; did you mean 'first'?",
        ),
        (
            'begins = "machine"',
            'choices = { rule = "gardener" }\nbegins = "machine"',
            "line 4: key 'choices': unknown learning rule 'gardener'; did you mean 'gardner'",
        ),
        (
            'begins = "machine"',
            'choices = { palette = "okabee" }\nbegins = "machine"',
            "line 4: key 'choices': unknown palette 'okabee'; did you mean 'okabe-ito'?",
        ),
        (
            'title = { en = "Ours" }',
            'title = { en = "Ours", en2 = "x" }',
            "line 7: a key in title is not the code of a language, such as en",
        ),
        (
            'words = { en = "Play." }',
            'words = { en = "Play.", e = "x" }',
            "line 11: a key in course[0].words is not the code of a language, such as en",
        ),
        (
            "age = 7",
            'age = 7\ndiffers = { fr = "Rien." }',
            "line 6: key 'differs': needs at least the language en",
        ),
        (
            "group = [2, 3]",
            "group = [3, 2]",
            "line 6: key 'group': the fewest people are 3, the most 2",
        ),
        (
            'kit = "ladder"',
            'kit = "lader"',
            "line 3: key 'kit': unknown kit 'lader'; did you mean 'ladder'?",
        ),
        (
            'kit = "ladder"',
            'kit = "my/kit"',
            "line 3: key 'kit': is a file; a lesson names an edition or a game",
        ),
        (
            'begins = "machine"',
            "",
            "key 'begins': say human or machine; the machine of ladder may play either side",
        ),
        (
            'kit = "ladder"',
            'kit = "her"',
            "line 4: key 'begins': leave it out; the machine plays black",
        ),
        ("age = 7", 'age = 7\ngroups = ["lables"]', "line 6: key 'groups': unknown part 'lables'"),
        (
            "age = 7",
            'age = 7\nchildren = ["lesson"]',
            "line 6: key 'children': part 'lesson' is named twice",
        ),
        (
            "age = 7",
            'age = 7\nchoices = { forced = "x" }',
            "line 6: key 'choices': unknown way of --forced 'x'",
        ),
        (
            "age = 7",
            'age = 7\nsettings = { "a.b" = 1 }',
            "line 6: key 'settings': unknown setting 'a.b'",
        ),
        ("age = 7", 'age = 7\nstock = "mugs"', "line 6: key 'stock'"),
        (
            '{ en = "Play." }',
            '{ fr = "Jouez." }',
            "line 9: key 'course': step 1 needs words at least in en",
        ),
        ("[[course]]", "[[course", "not valid TOML"),
        (
            "minutes = 4",
            "minutes = 4\nbefore = true",
            "line 9: key 'course': needs a step without 'before'",
        ),
        (
            'words = { en = "Play." }',
            (
                'words = { en = "Play." }\n[[course]]\nminutes = 5\nbefore = true\n'
                'words = { en = "Build." }'
            ),
            "line 9: key 'course': steps with 'before' come first",
        ),
    ],
)
def test_a_mistake_is_refused_with_its_line(home, find, write, says):
    assert find in LEAST
    (home / "ours.toml").write_text(LEAST.replace(find, write, 1), encoding="utf-8")
    done = run("print", "lesson:ours", "--dry-run")
    assert done.exit_code == 1, done.output
    assert says in done.stderr
    assert "ours.toml" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_an_unknown_lesson_is_refused():
    done = run("print", "lesson:lader-15")
    assert done.exit_code == 2
    assert "unknown lesson 'lader-15'; did you mean 'ladder-15'?" in done.stderr


#: The step of each lesson in which its machine is built.
BUILT_IN = {
    "eight-sticks": 1,
    "five-stones": 1,
    "hexapawn-50": 0,
    "hexapawn-roles": 1,
    "hexapawn-sheet": 1,
    "ladder-15": 1,
    "menace-fair": 0,
    "nim-cups": 1,
    "nim-sheet": 1,
    "ten-pens": 1,
}
#: Who builds a machine beforehand: the plan says that they are four.
FOUR = 4


@pytest.mark.parametrize("name", NAMES)
def test_the_smallest_group_can_build_its_machine_in_the_time_that_the_plan_gives(name):
    plan = plan_lesson(name, TEMPLATES)
    options = plan.options_for(plan.parts)
    job = make_job(plan.kit, parts=plan.parts, **plan.choices, **options)
    file = read_lesson(name, TEMPLATES)
    step = file.course[BUILT_IN[name]]
    people = FOUR if step.before else file.group[0]
    work = sum(task.count * task.each for task in work_for(job).tasks)
    assert 0 < round(work / people) <= step.minutes


#: The word for what stands for a box on one sheet.
PICTURE = {"en": "picture", "it": "figura", "es": "imagen", "fr": "image", "de": "Bild"}


@pytest.mark.parametrize("language", few(PICTURE, one_in=3))
@pytest.mark.parametrize("name", ["hexapawn-sheet", "nim-sheet"])
def test_the_plan_of_a_machine_of_pictures_speaks_of_no_boxes_and_no_glue(name, language):
    plan = document_of(name, language).sheets[0]
    texts = TEXTS[language]
    words = words_on(plan)
    assert PICTURE[language] in words
    assert not re.search(rf"\b{texts('words.box')}", words, re.IGNORECASE)
    assert texts.raw("lesson.making").split("{")[0].strip() not in words


@pytest.mark.parametrize(
    ("name", "first", "never"),
    [("nim-cups", "7, 6, 5", "8"), ("ten-pens", "10", ""), ("ladder-15", "9", "")],
)
def test_cards_of_a_lesson_tell_of_games_that_begin_as_it_says(name, first, never):
    """Where the human begins with eight sticks, the machine never needs its cup for eight."""
    card = words_of("operator", document_of(name))
    assert re.search(rf"first (cups?|box(es)?) \({first}\)|no more now", card)
    example = re.search(r"Suppose the machine picks ([0-9]+) ", card)[1]
    assert example in first.split(", ")
    assert example != never
    both = " ".join(map(words_on, load_part("operator").sheets(make_job("nim:8", side="either"))))
    assert "(8, 7, 6, 5)" in both


def test_the_machine_on_one_sheet_and_its_log_begin_as_the_lesson_says():
    document = document_of("nim-sheet")
    assert "first pictures (7, 6, 5)" in words_of("one-sheet", document)
    example = re.search(r"such as ([0-9]+) ", words_of("log", document))[1]
    assert example in ("7", "6", "5")


@pytest.mark.every
@pytest.mark.parametrize("name", few(NAMES, one_in=3))
def test_every_sheet_of_a_lesson_is_of_the_paper_that_it_is_printed_on(name):
    """The pages that the plan names are then in one file."""
    document = document_of(name)
    assert len({sheet.size for sheet in document.sheets}) == 1


# How long it takes.

#: The machine of the lesson ``five-stones``.
FIVE_STONES = {
    "name": "nim:5,last=loses",
    "side": "second",
    "rule": "gardner-reward",
    "forced": "skip",
}


@pytest.mark.parametrize(
    ("kit", "side", "losses", "best", "chance"),
    [
        ({"name": "nim:8"}, 1, 12, 24, 85),
        ({"name": "nim:8", "side": "either"}, 1, 12, 24, 85),
        ({"name": "nim:10,last=loses", "side": "either", "forced": "skip"}, 0, 16, 27, 77),
        ({"name": "nim:5,last=loses", "forced": "skip"}, 1, 5, 14, 25),
    ],
)
def test_losses_and_medians_are_those_that_were_found_elsewhere(kit, side, losses, best, chance):
    """Losses are the losing tokens in the cups; the medians are those of 300 runs of another
    program.
    """
    for opponent, half in (("perfect", best), ("random", chance)):
        found = until_unbeatable(kit_of(**kit), side, opponent, machines=100)
        assert found.least == found.most == losses
        assert found.half == pytest.approx(half, rel=0.3)


@pytest.mark.parametrize(
    ("name", "side", "wish"),
    [
        ("nim:8", 0, {"side": "either"}),
        ("him", 0, {}),
        ("her", 1, {"rule": "michie"}),
        ("menace", 0, {}),
    ],
)
def test_what_is_never_or_not_soon_unbeatable_has_no_figures(name, side, wish):
    assert until_unbeatable(kit_of(name, **wish), side, "random") is None


def test_a_bound_is_on_the_games_of_all_machines_together():
    """Each takes about 24 games."""
    found = [
        until_unbeatable(kit_of("nim:8"), 1, "perfect", machines=40, most_games=most)
        for most in (300, 3000)
    ]
    assert [until is None for until in found] == [True, False]


def test_the_figures_of_lessons_are_those_of_other_machines():
    known = {each.lesson: each for each in decided_lessons()}
    for name in ("hexapawn-50", "ladder-15", "nim-cups", "ten-pens"):
        plan = plan_lesson(name, TEMPLATES)
        kit = kit_of(plan.kit, **plan.choices)
        each = known[name]
        assert each.machine == machine_digest(kit)[:DIGITS]
        seen = until_unbeatable(kit, each.side, "perfect", machines=40)
        assert (
            each.against["perfect"].least <= seen.least <= seen.most <= each.against["perfect"].most
        )
        assert seen.mean == pytest.approx(each.against["perfect"].mean, rel=0.35)


def test_the_means_of_lessons_are_exact():
    known = next(each for each in decided_lessons() if each.lesson == "nim-cups")
    kit = kit_of("nim:8", side="either")
    for opponent, until in at_least(2, known.against.items()):
        assert exact_games(kit, known.side, opponent) == pytest.approx(until.mean, abs=0.001)


def test_of_a_rule_that_adds_beads_it_is_known_how_many_machines_get_there():
    """Best play always takes five beads; the shares and the median are those of another program."""
    stones = kit_of(**FIVE_STONES)
    known = decided_until(stones, 1)
    assert known.against == {}
    best = known.within["perfect"]
    chance = known.within["random"]
    assert (best.games, best.least, best.most) == (500, 5, 5)
    assert best.of_hundred == pytest.approx(97, abs=1)
    assert best.half == pytest.approx(24, abs=1)
    assert chance.of_hundred == pytest.approx(25, abs=2)
    assert chance.half is None
    for opponent, decided in known.within.items():
        seen = within_games(stones, 1, opponent, machines=200)
        assert seen.of_hundred == pytest.approx(decided.of_hundred, abs=10)
        assert decided.least <= seen.least <= seen.most <= decided.most


@pytest.mark.parametrize(
    ("name", "side", "wish"),
    [
        ("nim:5,last=loses", 0, {"side": "first", "rule": "gardner-reward"}),
        ("nim:5,last=loses", 1, {"side": "second"}),
        ("her", 1, {"rule": "never-last"}),
        ("menace", 0, {}),
    ],
)
def test_shares_are_told_only_of_small_machines_that_can_get_there_and_gain_beads(name, side, wish):
    assert within_games(kit_of(name, **wish), side, "random", machines=2, games=2) is None


def test_a_plan_whose_rule_adds_beads_says_how_many_machines_get_there():
    stones = words_on(document_of("five-stones").sheets[0])
    within = decided_until(kit_of(**FIVE_STONES), 1).within
    best = within["perfect"]
    chance = within["random"]
    assert f"nothing beats {best.of_hundred} of 100 simulated machines" in stones
    assert f"nothing beats {chance.of_hundred} of 100." in stones
    assert f"Against best play {round(best.half)} games are enough for half" in stones
    assert f"had lost {best.least} to {chance.most} games by then" in stones
    assert "No mean is given: every win puts beads in" in stones
    assert "give the opponents the Card for a strong opponent" in stones


@pytest.mark.every
def test_the_plan_of_the_fair_says_that_it_goes_on_losing():
    fair = words_on(document_of("menace-fair").sheets[0])
    assert "After 500 games every simulated machine could still be beaten" in fair
    assert re.search(r"Of its first 50 games it loses about [0-9]+ against best play", fair)
    assert "No mean" not in fair


# The card for a strong opponent.


@pytest.mark.parametrize(
    ("kit", "numbers"),
    [
        ("nim:8", [4, 0]),
        ("nim:10,last=loses", [9, 5, 1]),
        ("nim:9", [8, 4, 0]),
        ("nim:8,take=2", [6, 3, 0]),
    ],
)
def test_numbers_to_leave_are_those_from_which_nobody_can_win(kit, numbers):
    assert numbers_to_leave(make_job(kit, side="either")) == numbers


def games_against_the_card(numbers, chance):
    """Return how many games cups for 8 sticks play and lose until nobody can beat them, against
    somebody who does what the card says; by rules of the game written here anew.
    """
    cups = {left: [take for take in (1, 2, 3) if take <= left] for left in range(1, 9)}

    def human_can_win(left):
        """Whether the human, who is to take of some sticks, can beat the machine."""
        return any(wins_with(left, take) for take in (1, 2, 3) if take <= left)

    def wins_with(left, take):
        if take == left:
            return True
        chips = cups[left - take]
        if not chips:  # the machine gives up
            return True
        rests = [left - take - chip for chip in chips]
        return any(rest > 0 and human_can_win(rest) for rest in rests)

    played = lost = 0
    while human_can_win(8):
        played += 1
        left = 8
        drawn = []
        while True:
            takes = [take for take in (1, 2, 3) if take <= left]
            told = [take for take in takes if left - take in numbers]
            left -= chance.choice(told or takes)
            if left == 0 or not cups[left]:
                lost += 1
                if drawn:
                    cup, chip = drawn[-1]
                    cups[cup].remove(chip)
                break
            drawn.append((left, chance.choice(cups[left])))
            left -= drawn[-1][1]
            if left == 0:
                break
    return played, lost


def test_whoever_does_what_the_card_says_makes_the_machine_unbeatable_as_soon_as_it_says():
    card = words_of("strong", document_of("nim-cups"))
    numbers = {int(number) for number in re.search(r"it: ([0-9 ·]+) If", card)[1].split(" · ")}
    assert "take any number, but not always the same" in card
    chance = Random(58)
    courses = [games_against_the_card(numbers, chance) for _ in range(200)]
    assert {lost for _, lost in courses} == {12}
    said = int(re.search(r"about (\d+) instead of", card)[1])
    assert fmean(played for played, _ in courses) == pytest.approx(said, rel=0.1)


def test_where_positions_are_no_numbers_there_is_no_card():
    assert PARTS["strong"].sheets(make_job("her")) == []


def words_of(part, document):
    """Return the words on the sheets of a part of a document."""
    scenes = [sheet.scene for sheet in document.sheets if sheet.part == part]
    return " ".join(mark.text for scene in scenes for mark in scene.marks if hasattr(mark, "text"))


def test_a_card_says_what_it_does_for_the_machine_only_where_that_is_known():
    for wish, known in (
        ({"side": "second"}, True),
        ({"side": "second", "rule": "never-last"}, False),
    ):
        document = make_document(kit_of("nim:8", **wish), parts=["strong"])
        assert ("fewer games" in words_of("strong", document)) == known
    # Of a machine of both sides nobody knows which begins, unless a lesson says so.
    assert "fewer games" not in words_of(
        "strong", make_document(kit_of("ladder"), parts=["strong"])
    )
    assert "fewer games" in words_of("strong", document_of("ladder-15"))


def test_a_plan_says_for_how_many_machines_the_bank_is_enough():
    enough = re.compile(r"enough for at least [0-9]+ of 100 simulated machines")
    assert enough.search(words_of("lesson", document_of("five-stones")))
    assert not enough.search(words_of("lesson", document_of("ladder-15")))


# Chips.


@pytest.mark.parametrize("kit", ["nim:8", "menace"])
def test_there_is_a_chip_for_each_bead_and_each_spare_one(kit):
    run = make_job(kit, side="either" if kit == "nim:8" else None)
    scenes = [sheet.scene for sheet in PARTS["chips"].sheets(run)]
    letters = Counter()
    for scene in scenes:
        letters.update(mark.text for mark in scene.marks if getattr(mark, "size", 0) == LETTER_PT)
    assert letters == {row.colour.letter: row.total for row in bead_totals(run.kit, run.bank)}
    task = work_of(run.kit, "boxes", TEMPLATES, ["chips"]).pieces[0]
    assert (task.kind, task.count) == ("chip", sum(row.total for row in bead_totals(run.kit)))
