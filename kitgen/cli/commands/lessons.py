"""``kitgen lessons``: list the lessons that can be printed."""

from typing import Any, get_args

import click

from kitgen.cli.options import Word, language_option, options, templates_option
from kitgen.cli.terminal import json_option, show_table, wrote_json
from kitgen.paper.lesson_file import LessonFile, Need
from kitgen.press.lessons import plan_lesson
from kitgen.reading.templates import Templates, title_in
from kitgen.reading.texts import Texts, span
from kitgen.reading.user_file import LESSON_PREFIX


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
    if wrote_json(lambda: [_lesson_data(name, file, texts.language) for name, file in lessons]):
        return
    if not lessons:
        click.echo("No lesson is like that; 'kitgen lessons' lists all")
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
    click.echo(f"\nTo print everything for one: kitgen print {LESSON_PREFIX}{lessons[0][0]}")


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
