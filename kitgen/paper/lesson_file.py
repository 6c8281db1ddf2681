"""A lesson as data: which kit a class gets, what is printed for whom, and what is done in which
minute.

Lessons are files in ``templates/lessons/``; docs/lessons.md explains them. Whether their parts
exist is known where they are printed, in ``kitgen/press/lessons.py``.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from kitgen.errors import KitgenError, TemplateError, quoted
from kitgen.games.told import TOLD
from kitgen.kit.choices import Wish
from kitgen.kit.editions import TOLD_FILE
from kitgen.paper.job import Job, parse_setting
from kitgen.reading.schema import Key, Language, TextLine, Title, Words
from kitgen.reading.templates import Templates, read_toml
from kitgen.reading.toml_lines import line_of_place
from kitgen.reading.user_file import plain_text

#: What a lesson needs that is not printed; ``lesson.need.KEY`` is its name on sheets.
Need = Literal[
    "bag",
    "beads",
    "boxes",
    "card",
    "coins",
    "counters",
    "cups",
    "glue",
    "matchboxes",
    "pegs",
    "pencils",
    "scissors",
    "sleeves",
    "stapler",
    "sweets",
]
#: How many people, and from which age on.
People = Annotated[int, Meta(ge=1, le=40)]
Age = Annotated[int, Meta(ge=3, le=99)]
#: Minutes of a step; a day at a fair is one.
Minutes = Annotated[int, Meta(ge=1, le=600)]


class LessonStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step of a lesson.

    Attributes:
        minutes: how long it takes.
        words: what is done, by language.
        before: whether it is done beforehand, without the class; the first steps alone may be.
    """

    minutes: Minutes
    words: Words
    before: bool = False


class LessonFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The schema of a file in ``templates/lessons/``.

    Attributes:
        source: who teaches it like this, or how it was tried.
        differs: what is otherwise in the lesson of the source, by language.
        title: its title by language.
        about: a sentence for the list of lessons and the plan, by language.
        kit: the kit, an edition or a game, such as ``her`` or ``nim:8``.
        choices: choices of the kit by their names, such as ``side``, ``rule`` or ``forced``.
        begins: who begins each game, where the machine may play either side: ``human`` or
            ``machine``.
        age: from which age on.
        group: the fewest and the most people round one machine.
        shared: whether there is one machine for everybody, as at a fair.
        needs: what is needed that is not printed.
        page: the paper; A4, or that of the labels, if it is left out.
        stock: the size of label or card.
        teacher: the parts that are printed once, for the teacher.
        groups: the parts that each group gets.
        children: the parts that each child gets.
        settings: settings of the parts, such as ``sweets.size``.
        course: the steps of the lesson, in order.
    """

    source: TextLine
    differs: Words = {}
    title: dict[Language, Title]
    about: Words
    kit: TextLine
    age: Age
    group: tuple[People, People]
    shared: bool = False
    choices: dict[Key, str | bool] = {}
    begins: Literal["human", "machine"] | None = None
    needs: tuple[Need, ...] = ()
    page: Literal["a4", "letter"] | None = None
    stock: TextLine = "matchbox"
    teacher: tuple[TextLine, ...] = ("lesson",)
    groups: tuple[TextLine, ...] = ()
    children: tuple[TextLine, ...] = ()
    settings: dict[TextLine, str | int | float | bool] = {}
    course: Annotated[tuple[LessonStep, ...], Meta(min_length=1, max_length=30)]

    @property
    def minutes(self) -> int:
        """How long it takes, without what is done beforehand."""
        return sum(step.minutes for step in self.course if not step.before)

    @property
    def minutes_before(self) -> int:
        """How long it takes beforehand."""
        return sum(step.minutes for step in self.course if step.before)

    @property
    def parts(self) -> tuple[str, ...]:
        """All its parts."""
        return (*self.teacher, *self.groups, *self.children)

    @property
    def options(self) -> dict[str, object]:
        """The settings of its parts, by the names in ``PartOptions``."""
        return dict(
            parse_setting(f"{name}={as_typed(value)}") for name, value in self.settings.items()
        )


def as_typed(value: object) -> str:
    """Return the value of a setting or choice as somebody types it.

    >>> as_typed(True), as_typed(False), as_typed(6.5)
    ('yes', 'no', '6.5')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def read_lesson(name: str, templates: Templates) -> LessonFile:
    """Return a lesson by name; an error names the line of the file.

    >>> read_lesson("ladder-15", Templates()).minutes
    15
    """
    path = templates.path("lessons", name)
    try:
        file = read_toml(path, LessonFile)
    except TemplateError as error:
        raise TemplateError(with_line(str(error), path)) from None
    for key, problem in _faults(file):
        raise lesson_fault(name, key, problem, templates)
    return file


def lesson_fault(name: str, key: str, problem: object, templates: Templates) -> TemplateError:
    """Return the error that something is wrong with a key of a lesson, with its file and line."""
    path = templates.path("lessons", name)
    return TemplateError(with_line(f"{quoted(path)}: key {quoted(key)}: {problem}", path))


def _faults(file: LessonFile) -> Iterator[tuple[str, object]]:
    """Yield keys with what is wrong with them, as far as kit and parts need not be known for it."""
    for key in ("title", "about"):
        if "en" not in getattr(file, key):
            yield key, "needs at least the language en"
    if file.differs and "en" not in file.differs:
        yield "differs", "needs at least the language en"
    for number, step in enumerate(file.course, 1):
        if "en" not in step.words:
            yield "course", f"step {number} needs words at least in en"
    if sorted(file.course, key=lambda step: not step.before) != [*file.course]:
        yield "course", "steps with 'before' come first"
    if all(step.before for step in file.course):
        yield "course", "needs a step without 'before'"
    if file.group[0] > file.group[1]:
        yield "group", f"the fewest people are {file.group[0]}, the most {file.group[1]}"
    if file.kit.endswith(TOLD_FILE) or ("/" in file.kit and not file.kit.startswith(TOLD)):
        yield "kit", "is a file; a lesson names an edition or a game"
    if "language" in file.choices:
        yield "choices", "the language is chosen when the lesson is printed, with --language"
    for key, values in (
        ("choices", lambda: Wish(**file.choices)),
        ("settings", lambda: file.options),
    ):
        try:
            values()
        except KitgenError as error:
            yield key, error
    if "lesson_name" in file.options:
        yield "settings", "'lesson.name' is this lesson; leave it out"
    seen = set[str]()
    for part in file.parts:
        if part in seen:
            yield (
                "groups" if part in file.groups else "children",
                f"part {quoted(part)} is named twice",
            )
        seen.add(part)


#: How messages name what is wrong: a key, a key in a table, or the place of a value.
_PLACE = r"[\w-]+(?:\.[\w-]+|\[\d+\])*"
_MISSING = re.compile(rf"key '[^']+' is missing in ({_PLACE})")
_UNKNOWN = re.compile(rf"unknown key '([\w-]+)'(?: in ({_PLACE}))?")
_KEY = re.compile(r"key '([\w-]+)")
_VALUE = re.compile(rf"({_PLACE}) (?:is|holds) ")
_KEYS_OF = re.compile(rf"a key in ({_PLACE}) is ")


def with_line(message: str, path: Path) -> str:
    """Return a message about a file with the number of the line that it is about, as far as that
    is found.
    """
    head = quoted(path)
    if not message.startswith(f"{head}: "):
        return message
    line = line_of_place(plain_text(path), _place_in(message.removeprefix(f"{head}: ")))
    if not line:
        return message
    return f"{head}, line {line}{message.removeprefix(head)}"


def _place_in(problem: str) -> str:
    """Return the place in a file that a problem is about; empty if it names none.

    >>> _place_in("course[0].minutes is 0; it must be more"), _place_in("key 'age' is missing")
    ('course[0].minutes', '')
    >>> _place_in("unknown key 'min' in course[1]"), _place_in("key 'kit': unknown kit 'lader'")
    ('course[1].min', 'kit')
    """
    missing = _MISSING.match(problem)
    if missing is not None:
        return missing[1]
    unknown = _UNKNOWN.match(problem)
    if unknown is not None:
        return f"{unknown[2]}.{unknown[1]}" if unknown[2] else unknown[1]
    if re.match("key '[^']+' is missing", problem):
        return ""
    for pattern in (_KEY, _KEYS_OF, _VALUE):
        named = pattern.match(problem)
        if named is not None:
            return named[1]
    return ""


def lesson_of(job: Job) -> LessonFile:
    """Return the lesson that a print run names."""
    return read_lesson(job.options.lesson_name, job.templates)


def machine_begins(job: Job, file: LessonFile) -> bool:
    """Return whether the machine begins the games of a lesson."""
    players = job.kit.players
    return file.begins == "machine" if len(players) == 2 else players == (0,)
