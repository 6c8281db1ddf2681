"""Lessons: checks their files against the parts and kits, and says what ``print`` makes of one."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from kitgen.errors import KitgenError, TemplateError
from kitgen.kit.choices import Wish
from kitgen.kit.editions import plan_kit
from kitgen.kit.kit import EITHER
from kitgen.kit.palette import palette_file
from kitgen.kit.rule import read_rule
from kitgen.paper.job import DEFAULT_PAGE
from kitgen.paper.lesson_file import LessonFile, lesson_fault, read_lesson
from kitgen.paper.parts import PARTS, in_order
from kitgen.paper.stock import read_stock
from kitgen.reading.templates import USUAL_LANGUAGE, Templates
from kitgen.reading.user_file import LESSON_PREFIX, is_lesson


@dataclass(frozen=True, slots=True)
class LessonPrint:
    """What is printed for a lesson: arguments of ``make_kit`` and ``print_kit``."""

    name: str
    file: LessonFile
    parts: tuple[str, ...]

    @property
    def kit(self) -> str:
        """The kit by name."""
        return self.file.kit

    @property
    def choices(self) -> dict[str, Any]:
        """The choices of the kit."""
        return dict(self.file.choices)

    def options_for(self, parts: Sequence[str]) -> dict[str, Any]:
        """Return what ``print_kit`` takes: paper, labels, and the settings that some parts read."""
        keys_read: set[str] = set()
        for part in in_order(parts):
            keys_read |= set(PARTS[part].settings)
        settings = self.file.options | {"lesson_name": self.name}
        options: dict[str, Any]
        options = {key: value for key, value in settings.items() if key in keys_read}
        if self.file.page is not None:
            options["page"] = self.file.page
        options["stock"] = self.file.stock
        return options


def plan_lesson(name: str, templates: Templates) -> LessonPrint:
    """Return what is printed for a lesson; ``name`` may begin with ``lesson:``.

    >>> plan_lesson("lesson:ladder-15", Templates()).kit
    'ladder'
    """
    if is_lesson(name):
        name = name[len(LESSON_PREFIX) :]
    file = read_lesson(name, templates)

    def checked(key: str, read_value: Callable[[], object]) -> Any:
        """Return the value of a key; a refusal becomes a fault of the file that names the key."""
        try:
            return read_value()
        except TemplateError:
            raise
        except KitgenError as error:
            raise lesson_fault(name, key, error, templates) from None

    checked("teacher", lambda: in_order(file.teacher))
    checked("groups", lambda: in_order(file.groups))
    checked("children", lambda: in_order(file.children))
    checked("stock", lambda: read_stock(file.stock, templates))
    checked("kit", lambda: plan_kit(file.kit, Wish(), templates))
    plan = checked("choices", lambda: plan_kit(file.kit, Wish(**file.choices), templates))
    checked("choices", lambda: read_rule(plan.choices.rule, templates))
    checked("choices", lambda: palette_file(plan.choices.palette, templates))
    advice = _advice_on_begins(file, plan.choices.side)
    if advice:
        raise lesson_fault(name, "begins", advice, templates)
    return LessonPrint(name, file, in_order(file.parts))


def _advice_on_begins(file: LessonFile, side: str) -> str:
    """Return what to do about the key ``begins``, needed if the machine may play either side;
    empty if it is right.
    """
    if side == EITHER and file.begins is None:
        return f"say human or machine; the machine of {file.kit} may play either side"
    if side != EITHER and file.begins is not None:
        return f"leave it out; the machine plays {side}"
    return ""


def lesson_folder(name: str, language: str, page: str | None) -> str:
    """Return the usual name of a lesson's folder, with a language and paper that are not usual.

    >>> lesson_folder("ladder-15", "it", "letter")
    'lesson-ladder-15-it-letter'
    """
    words = ["lesson", name]
    if language != USUAL_LANGUAGE:
        words.append(language)
    if page not in (None, DEFAULT_PAGE):
        words.append(str(page))
    return "-".join(words)
