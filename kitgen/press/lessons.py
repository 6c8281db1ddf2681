"""Lessons: their files, checked against the parts and kits that exist, and what ``print`` makes
of one.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from kitgen.errors import KitgenError, TemplateError
from kitgen.kit.choices import Wish
from kitgen.kit.editions import plan_kit
from kitgen.kit.kit import EITHER
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
        """Return the settings that some parts read, paper and labels, as ``print_kit`` takes
        them.
        """
        settings = self.file.options | {"lesson_name": self.name}
        read = {key for name in in_order(parts) for key in PARTS[name].settings}
        options: dict[str, Any] = {key: value for key, value in settings.items() if key in read}
        if self.file.page is not None:
            options["page"] = self.file.page
        return options | {"stock": self.file.stock}


def plan_lesson(name: str, templates: Templates) -> LessonPrint:
    """Return what is printed for a lesson; ``name`` may begin with ``lesson:``.

    >>> plan_lesson("lesson:ladder-15", Templates()).kit
    'ladder'
    """
    name = name[len(LESSON_PREFIX) :] if is_lesson(name) else name
    file = read_lesson(name, templates)

    def tried(key: str, work: Callable[[], object]) -> Any:
        try:
            return work()
        except TemplateError:
            raise
        except KitgenError as error:
            raise lesson_fault(name, key, error, templates) from None

    for key in ("teacher", "groups", "children"):
        tried(key, lambda: in_order(getattr(file, key)))  # noqa: B023 - called at once
    tried("stock", lambda: read_stock(file.stock, templates))
    tried("kit", lambda: plan_kit(file.kit, Wish(), templates))
    plan = tried("choices", lambda: plan_kit(file.kit, Wish(**file.choices), templates))
    if plan.choices.side == EITHER and file.begins is None:
        raise lesson_fault(
            name,
            "begins",
            f"say human or machine; the machine of {file.kit} may play either side",
            templates,
        )
    if plan.choices.side != EITHER and file.begins is not None:
        raise lesson_fault(
            name, "begins", f"leave it out; the machine plays {plan.choices.side}", templates
        )
    return LessonPrint(name, file, in_order(file.parts))


def lesson_folder(name: str, language: str, page: str | None) -> str:
    """Return the usual name of a lesson's folder: with its language and paper, as far as they are
    not the usual ones.

    >>> lesson_folder("ladder-15", "it", "letter")
    'lesson-ladder-15-it-letter'
    """
    words = ["lesson", name]
    if language != USUAL_LANGUAGE:
        words.append(language)
    if page not in (None, DEFAULT_PAGE):
        words.append(str(page))
    return "-".join(words)
