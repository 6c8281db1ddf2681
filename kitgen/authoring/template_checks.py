"""Checks a folder of templates: reads every file in it as kitgen would."""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from kitgen.authoring.language_checks import (
    Completeness,
    English,
    avoided_in_guides,
    faults_of_guide,
    faults_of_texts,
    missing_texts,
)
from kitgen.authoring.reviewed import unreviewed
from kitgen.authoring.template_files import faults_of_data, without_place
from kitgen.authoring.trial_sheets import FIRST_TRIAL, trial_job, trial_sheets
from kitgen.errors import KitgenError, TemplateError, UsageError, quoted
from kitgen.reading.templates import EARLIER, Templates, known_folders
from kitgen.reading.texts import Texts, did_you_mean
from kitgen.reading.theme_file import THEMES
from kitgen.verdict import Verdict

#: Endings of files that editors leave behind; like hidden files, they are not checked.
LEFT_BEHIND = ("~", ".bak", ".orig", ".swp", ".tmp")
#: The file that a message begins with.
_PLACE = re.compile(r"'?(?:\S*/)?((?:texts|guides|tables|palettes)/\S+\.(?:toml|md))'?[,:]? ")


@dataclass(frozen=True, slots=True)
class TemplateFault:
    """A fault in a folder of templates: the path of the file inside, and a message with the key."""

    file: str
    text: str


@dataclass(frozen=True, slots=True)
class CheckedTemplates:
    """The result of a check: files read, by their folder; the faults; and what was not read.

    Of each language the keys of the texts are named that nobody has marked as read since they or
    their English changed.
    """

    folder: Path
    files: dict[str, int]
    faults: list[TemplateFault]
    languages: list[Completeness]
    unreviewed: dict[str, tuple[str, ...]]
    not_read: list[TemplateFault]

    @property
    def verdict(self) -> Verdict:
        """The verdict; files that kitgen does not read are no faults, but not known either."""
        return Verdict.of(faults=bool(self.faults), not_read=bool(self.not_read))

    @property
    def passed(self) -> bool:
        """Whether the verdict is ``right``."""
        return self.verdict is Verdict.RIGHT


def check_templates(folder: Path, *, sheets: bool = False) -> CheckedTemplates:
    """Read every file of a folder of templates, and return the faults; what it lacks is taken from
    kitgen.

    With ``sheets`` a kit is drawn in each of its languages, which finds texts that are too long for
    their places.

    Raises:
        UsageError: there is no such folder, it holds no templates, or it cannot be read.

    >>> folder = Path("mine")
    >>> (folder / "palettes").mkdir(parents=True)
    >>> _ = (folder / "palettes" / "ours.toml").write_text("colours = 3")
    >>> for fault in check_templates(folder).faults:
    ...     print(fault.file, fault.text)
    palettes/ours.toml colours is 3; it must be a list of 1 to 100 entries
    """
    check = _Check(folder, sheets=sheets)
    try:
        check.walk()
    except OSError as error:
        raise UsageError(
            f"{quoted(error.filename or folder)} cannot be read: {error.strerror}"
        ) from None
    return check.checked


class _Check:
    def __init__(self, folder: Path, *, sheets: bool) -> None:
        self.sheets = sheets
        self.templates = Templates(folder)
        self.english = English()
        self.checked = CheckedTemplates(folder, {}, [], [], {}, [])

    def walk(self) -> None:
        for place in _inside(self.checked.folder):
            if place.is_dir() and place.name in known_folders():
                for path in self._files_of(place):
                    self._of_kind(place.name, path)
            elif place.is_dir():
                self._unread(
                    place, f"kitgen does not look here{did_you_mean(place.name, known_folders())}"
                )
            elif place.suffix in (".toml", ".md"):  # notes in other formats may be there
                self._unread(
                    place,
                    f"kitgen does not look here; move it into one of {', '.join(known_folders())}",
                )

    def _files_of(self, place: Path) -> Iterator[Path]:
        """Yield what is in the folder of a kind, and then the files that were replaced."""
        earlier = self.checked.folder / EARLIER.get(place.name, place.name)
        for path in _inside(place):
            if path == earlier and path.is_dir():
                yield from _inside(path)
            else:
                yield path

    def _of_kind(self, kind: str, path: Path) -> None:
        if kind == THEMES and path.is_dir() and path.with_suffix(".toml").is_file():
            return  # the pictures of a theme, which is read with them
        if kind not in ("texts", "guides"):
            self._read(kind, path, ".toml", faults_of_data(kind, path, self.templates))
        elif not path.is_dir():
            self._unread(path, f"is outside the folders of the languages, such as {kind}/en")
        elif kind == "guides":
            self._guides_in(path)
        else:
            self._texts_in(path)

    def _guides_in(self, folder: Path) -> None:
        """Read the guides of a language."""
        for path in _inside(folder):
            self._read("guides", path, ".md", faults_of_guide(path, self.english))
        with suppress(TemplateError):  # of a glossary, which is told of with its file
            for word in avoided_in_guides(folder.name, self.templates):
                self._fault(folder / word.key, str(word))

    def _texts_in(self, folder: Path) -> None:
        """Read the texts of a language."""
        language = folder.name
        for path in _inside(folder):
            self._read("texts", path, ".toml", faults_of_texts(path, self.english))
        # A wrong file of plural forms, of a glossary or of marks is told of by itself.
        with suppress(TemplateError):
            complete, missing = missing_texts(language, self.templates, self.english)
            for name, text in missing:
                self._fault(folder / name, text)
            unread = unreviewed(language, self.templates, self.english)
            self.checked.languages.append(complete)
            self.checked.unreviewed[language] = unread
        if self.sheets:
            self._draw(language)

    def _draw(self, language: str) -> None:
        """Draw sheets in a language, and note texts that are missing or too long for their places.

        Files with other faults are left out: these come first.
        """
        known_files = {fault.file for fault in self.checked.faults}
        known_texts = {fault.text for fault in self.checked.faults}
        try:
            drawn = [*trial_sheets(trial_job(FIRST_TRIAL, Texts(language, self.templates)))]
        except KitgenError as error:
            drawn = [error]
        for result in drawn:
            if not isinstance(result, KitgenError):
                continue
            file = f"texts/{language}/"
            text = str(result)
            place = _PLACE.match(text)
            if place is not None:
                file = place[1]
                text = text[place.end() :]
            if file not in known_files and text not in known_texts:
                self.checked.faults.append(TemplateFault(file, text))

    def _read(self, kind: str, path: Path, suffix: str, faults: Iterator[str]) -> None:
        """Count a file that kitgen reads, and note its faults; or note why it is not read."""
        if path.is_dir():
            self._unread(path, "is a folder; kitgen reads only files here")
        elif path.suffix != suffix:
            self._unread(path, f"is not read; its name has to end in {suffix}")
        else:
            self.checked.files[kind] = self.checked.files.get(kind, 0) + 1
            try:
                for fault in faults:
                    self._fault(path, fault)
            except KitgenError as error:
                self._fault(path, without_place(error, path))

    def _fault(self, path: Path, text: str) -> None:
        self.checked.faults.append(TemplateFault(self._name(path), text))

    def _unread(self, path: Path, text: str) -> None:
        self.checked.not_read.append(TemplateFault(self._name(path), text))

    def _name(self, path: Path) -> str:
        name = path.relative_to(self.checked.folder).as_posix()
        return f"{name}/" if path.is_dir() else name


def _inside(folder: Path) -> Iterator[Path]:
    """Yield the contents of a folder, in order, without hidden and left-behind files."""
    for path in sorted(folder.iterdir()):
        if not path.name.startswith(".") and not path.name.endswith(LEFT_BEHIND):
            yield path
