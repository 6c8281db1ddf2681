"""Whether a folder of templates is right: every file in it read as kitgen would read it."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from kitgen.door.templates.data_files import faults_of_data, nearest, table_names
from kitgen.door.templates.words import Completeness, English, faults_of_guide, faults_of_texts, missing_texts
from kitgen.errors import UsageError
from kitgen.templates import Templates, known_folders

#: Ends of the names of files that editors leave behind; like hidden files, they are nobody's templates.
LEFT_BEHIND = ("~", ".bak", ".orig", ".swp", ".tmp")


@dataclass(frozen=True, slots=True)
class TemplateFault:
    """One thing that is wrong in a folder of templates.

    Attributes:
        file: the file, by its path inside the folder.
        text: what is wrong, with the key and the nearest one that is known.
    """

    file: str
    text: str


@dataclass(frozen=True, slots=True)
class CheckedTemplates:
    """What was found in a folder of templates.

    Attributes:
        folder: the folder.
        files: how many files were read, by the folder that they are in.
        faults: all that is wrong, file by file.
        languages: how complete each language is that has texts there.
    """

    folder: Path
    files: Mapping[str, int]
    faults: tuple[TemplateFault, ...]
    languages: tuple[Completeness, ...]


def check_templates(folder: Path) -> CheckedTemplates:
    """Read every file of a folder of templates, and say what is wrong.

    Args:
        folder: such as 'kitgen templates copy' makes; what it lacks is taken from kitgen.

    Raises:
        UsageError: there is no such folder, it holds no templates, or it cannot be read.

    >>> from kitgen.templates import shipped
    >>> checked = check_templates(shipped())
    >>> checked.faults, [(one.language, one.there == one.needed) for one in checked.languages]
    ((), [('en', True), ('it', True)])
    """
    check = _Check(folder)
    try:
        check.walk()
    except OSError as error:
        raise UsageError(f"{error.filename or folder} cannot be read: {error.strerror}") from None
    return CheckedTemplates(folder, dict(check.files), tuple(check.faults), tuple(check.languages))


class _Check:
    """A walk through a folder, and what it finds."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.templates = Templates(folder)
        self.english = English()
        self.files: Counter[str] = Counter()
        self.faults: list[TemplateFault] = []
        self.languages: list[Completeness] = []

    def walk(self) -> None:
        """Go through all that is there."""
        for place in _inside(self.folder):
            if place.is_dir() and place.name in known_folders():
                for path in _inside(place):
                    self._of_kind(place.name, path)
            elif place.is_dir():
                self._fault(place, f"kitgen does not look here{nearest(place.name, known_folders())}")
            elif place.suffix in (".toml", ".md"):  # notes of one's own may lie there, too, but as other files
                self._fault(place, f"kitgen does not look here; move it into one of {', '.join(known_folders())}")

    def _of_kind(self, kind: str, path: Path) -> None:
        """Check what lies in one of the folders that kitgen looks into."""
        if kind not in ("texts", "guides"):
            if self._counts(kind, path, ".toml"):
                if kind == "tables" and path.stem not in table_names():
                    self._fault(path, f"kitgen has no such table{nearest(path.stem, table_names())}")
                else:
                    self._fault(path, *faults_of_data(kind, path, self.templates))
            return
        if not path.is_dir():
            self._fault(path, f"lies outside the folders of the languages, such as {kind}/en")
            return
        for file in _inside(path):
            if kind == "guides" and self._counts(kind, file, ".md"):
                self._fault(file, *faults_of_guide(file, self.english))
            elif kind == "texts" and self._counts(kind, file, ".toml"):
                self._fault(file, *faults_of_texts(file, self.english))
        if kind == "texts":
            complete, missing = missing_texts(path.name, self.templates, self.english)
            self.languages.append(complete)
            for name, text in missing:
                self._fault(path / name, text)

    def _counts(self, kind: str, path: Path, suffix: str) -> bool:
        """Return whether something is a file that kitgen reads, and count it; tell of it when it is not."""
        if path.is_dir():
            self._fault(path, "is a folder; kitgen looks into none here")
        elif path.suffix != suffix:
            self._fault(path, f"is not read; its name has to end in {suffix}")
        else:
            self.files[kind] += 1
            return True
        return False

    def _fault(self, path: Path, *texts: str) -> None:
        """Take down what is wrong with a file."""
        name = path.relative_to(self.folder).as_posix() + "/" * path.is_dir()
        self.faults += [TemplateFault(name, text) for text in texts]


def _inside(folder: Path) -> Iterator[Path]:
    """Yield what lies in a folder, in order, without what is hidden or left behind."""
    for path in sorted(folder.iterdir()):
        if not path.name.startswith(".") and not path.name.endswith(LEFT_BEHIND):
            yield path
