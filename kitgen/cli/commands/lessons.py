"""``kitgen lessons``: list the lessons that can be printed."""

from dataclasses import asdict
from typing import Any, get_args

import click

from kitgen.claims.unbeatable import NeverPerfect, never_perfect_in_a_lesson
from kitgen.cli.options import Word, language_option, options, templates_option
from kitgen.cli.terminal import echo_lines, json_option, show_table, wrote_json
from kitgen.errors import KitgenError
from kitgen.kit.build import build_kit
from kitgen.kit.choices import Wish
from kitgen.paper.lesson_file import LessonFile, Need
from kitgen.press.lessons import plan_lesson
from kitgen.reading.templates import Templates, title_in
from kitgen.reading.texts import Texts, span
from kitgen.reading.user_file import LESSON_PREFIX
from kitgen.theory.explore import SOON


@click.command(epilog="Example: kitgen lessons --minutes 50 --age 9 --without glue")
@click.option(
    "--minutes", type=click.IntRange(1), metavar="N", help="Only lessons of at most N minutes."
)
@click.option(
    "--age", type=click.IntRange(1), metavar="N", help="Only lessons for children of N years."
)
@click.option(
    "--group",
    type=click.IntRange(1),
    metavar="N",
    help="Only lessons for N people round one machine.",
)
@click.option(
    "--without",
    "without",
    multiple=True,
    type=Word("need", get_args(Need)),
    metavar="NEED",
    help="Only lessons that do not need it, such as matchboxes or glue. May be repeated.",
)
@language_option("Only lessons in a language, and the list in it.")
@options(json_option, templates_option)
def command(
    minutes: int | None,
    age: int | None,
    group: int | None,
    without: tuple[str, ...],
    language: str | None,
    templates: Templates,
) -> None:
    """List the lessons, with their time, age and needs.

    'kitgen print lesson:NAME' prints everything for one, and nothing else: what the teacher reads,
    what each group gets and what each child gets. 'kitgen new lesson NAME' starts a lesson of your
    own.
    """
    texts = Texts(language or "en", templates)
    lessons = []
    for name, plan in templates.each("lessons", lambda name: plan_lesson(name, templates)):
        file = plan.file
        fewest, most = file.group
        if minutes is not None and file.minutes > minutes:
            continue
        if age is not None and file.age > age:
            continue
        if group is not None and not fewest <= group <= most:
            continue
        if language is not None and language not in file.title:
            continue
        if set(without).isdisjoint(file.needs):
            lessons.append((name, file))
    never = {name: _never_perfect(file, templates) for name, file in lessons}

    def as_data(name: str, file: LessonFile) -> dict[str, Any]:
        hopeless = never[name]
        data = _lesson_data(name, file, texts.language)
        return data | {"never_perfect": hopeless and asdict(hopeless)}

    if wrote_json(lambda: [as_data(name, file) for name, file in lessons]):
        return
    if not lessons:
        click.echo("No lesson fits; 'kitgen lessons' lists all of them")
        return
    columns = ["lesson", "minutes", "before", "age", "group", "kit", "needs"]
    rows = []
    for name, file in lessons:
        minutes_before = str(file.minutes_before or "")
        times = (str(file.minutes), minutes_before, f"{file.age}+")
        rows.append((name, *times, span(*file.group), file.kit, " ".join(file.needs)))
    show_table(columns, rows, right=["minutes", "before", "age", "group"])
    if any(file.minutes_before for _, file in lessons):
        click.echo(
            "\nbefore: minutes to build the machine beforehand; the others are built in the "
            "lesson or before it"
        )
    hopeless_lines = [f"{name}: {each.line}" for name, each in never.items() if each is not None]
    if hopeless_lines:
        click.echo("")
        echo_lines(hopeless_lines)
    click.echo(f"\nTo print everything for one: kitgen print {LESSON_PREFIX}{lessons[0][0]}")


def _never_perfect(file: LessonFile, templates: Templates) -> NeverPerfect | None:
    """Return why the machine of a lesson can never become unbeatable; None for others, for those
    whose game is too large to say it soon, and for kits that ``print`` refuses, with the reason.
    """
    try:
        kit = build_kit(file.kit, Wish(**file.choices), templates, limit=SOON)
    except KitgenError:
        return None
    return never_perfect_in_a_lesson(kit, file.begins, templates)


def _lesson_data(name: str, file: LessonFile, language: str) -> dict[str, Any]:
    return {
        "name": name,
        "title": title_in(language, file.title, name),
        "about": title_in(language, file.about, ""),
        "minutes": file.minutes,
        "minutes_before": file.minutes_before,
        "age": file.age,
        "group": list(file.group),
        "needs": list(file.needs),
        "languages": sorted(file.title),
        "kit": file.kit,
        "choices": dict(file.choices),
        "begins": file.begins,
        "teacher": list(file.teacher),
        "groups": list(file.groups),
        "children": list(file.children),
        "source": file.source,
    }
