"""What is planned of each lesson, what is said of a lesson that cannot be, and how long a machine
takes to make: as golden texts.
"""

from pathlib import Path

import pytest
from counting import at_least
from jobs import TEMPLATES, kit_of

from kitgen.errors import KitgenError
from kitgen.paper.making import shared_minutes, work_of
from kitgen.paper.parts import PARTS
from kitgen.press.lessons import lesson_folder, plan_lesson
from kitgen.reading.templates import Templates, shipped


def test_each_lesson_is_planned_as_before(golden):
    lines = []
    for name in at_least(8, TEMPLATES.names("lessons")):
        plan = plan_lesson(name, TEMPLATES)
        file = plan.file
        lines += [
            f"{name}: kit {plan.kit}, choices {plan.choices}, parts {' '.join(plan.parts)}",
            f"  options {plan.options_for(plan.parts)}",
            f"  {file.minutes} minutes, {file.minutes_before} before, group {file.group}",
        ]
    golden("lessons/planned", "\n".join(lines))


#: Changes to a lesson that is shipped, each of which makes one that cannot be: a text, and another.
CHANGES = {
    "no English title": ("\nen = ", "\nsv = "),
    "an unknown kit": ('kit = "ladder"', 'kit = "lader"'),
    "a file": ('kit = "ladder"', 'kit = "ladder.toml"'),
    "another side": ('kit = "ladder"', 'kit = "her"'),
    "no label": ('kit = "ladder"', 'kit = "ladder"\nstock = "postcard"'),
    "no page": ('kit = "ladder"', 'kit = "ladder"\npage = "a5"'),
    "no part": ('kit = "ladder"', 'kit = "ladder"\nteacher = ["lesso"]'),
    "a part twice": ('kit = "ladder"', 'kit = "ladder"\nchildren = ["roles", "roles"]'),
    "a language": ('kit = "ladder"', 'kit = "ladder"\nchoices = { language = "it" }'),
    "a choice": ('kit = "ladder"', 'kit = "ladder"\nchoices = { rules = "michie" }'),
    "a rule": ('kit = "ladder"', 'kit = "ladder"\nchoices = { rule = "michi" }'),
    "a palette": ('kit = "ladder"', 'kit = "ladder"\nchoices = { palette = "grei" }'),
    "a side alone": ('kit = "ladder"', 'kit = "ladder"\nchoices = { side = "first" }'),
    "a setting": ('kit = "ladder"', 'kit = "ladder"\nsettings = { "poster.siz" = "a1" }'),
    "its own name": ('kit = "ladder"', 'kit = "ladder"\nsettings = { "lesson.name" = "x" }'),
}


def test_a_lesson_that_cannot_be_is_refused_as_before(golden):
    text = (shipped() / "lessons" / "ladder-15.toml").read_text(encoding="utf-8")
    lines = []
    for number, (name, (old, new)) in enumerate(at_least(15, CHANGES.items())):
        own = Path(f"own-{number}")
        (own / "lessons").mkdir(parents=True)
        changed = text.replace(old, new, 1)
        assert changed != text
        (own / "lessons" / "mine.toml").write_text(changed, encoding="utf-8")
        try:
            whole_text = str(plan_lesson("mine", Templates(own)).options_for(["log"]))
        except KitgenError as error:
            whole_text = str(error).replace(str(own), "OWN")
        lines.append(f"{name}: {whole_text}")
    golden("lessons/refused", "\n".join(lines))


@pytest.mark.parametrize(
    ("name", "language", "page", "folder"),
    [
        ("ladder-15", "en", None, "lesson-ladder-15"),
        ("ladder-15", "en", "a4", "lesson-ladder-15"),
        ("ladder-15", "it", None, "lesson-ladder-15-it"),
        ("ladder-15", "en", "letter", "lesson-ladder-15-letter"),
        ("ladder-15", "it", "letter", "lesson-ladder-15-it-letter"),
    ],
)
def test_the_folder_of_a_lesson_names_what_is_not_usual(name, language, page, folder):
    assert lesson_folder(name, language, page) == folder


def test_what_is_made_takes_as_long_as_before(golden):
    lines = []
    for name in ("her", "ladder", "awari-mini"):
        kit = kit_of(name)
        for made_of in (
            "boxes",
            "cards",
            "cups",
            "cartons",
            "drawers",
            "chips",
            "pictures",
            "program",
        ):
            for bought in (False, True):
                for parts in ((), ("labels", "board"), ("boxes", "chips"), tuple(PARTS)):
                    work = work_of(kit, made_of, TEMPLATES, parts, bought=bought)
                    tasks = [
                        [f"{task.count} {task.kind} {task.each:g}" for task in group]
                        for group in (work.machine, work.pieces)
                    ]
                    lines.append(
                        f"{name} {made_of} bought {bought} {len(parts)} parts: "
                        f"{', '.join(tasks[0])} | {', '.join(tasks[1])}; "
                        f"{shared_minutes(work.tasks)} minutes"
                    )
    golden("lessons/work", "\n".join(lines))
