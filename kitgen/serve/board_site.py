"""The answers of the board of a class: the page, its state, keys and files."""

import os
import re
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Any, NamedTuple

from kitgen.errors import KitgenError
from kitgen.files import write_whole
from kitgen.guests import ask_guest
from kitgen.journal.class_board import BoardFolder
from kitgen.journal.journal import Journal
from kitgen.reading.user_file import is_journal, is_photo
from kitgen.sources.journal_start import import_file
from kitgen.web.board_page import board_data, build_board_page
from kitgen.web.engine import reason_of

#: A name that a file can have while it is read.
_NAME = re.compile(r"[\w][\w .()-]{0,80}")
#: The most letters of a file's ending that are kept where its name is replaced.
MAX_ENDING = 10
#: The most digits of a group's number.
MAX_DIGITS = 6


class _Change(NamedTuple):
    """What was changed, in words, and the name of its group; empty if it is none of a group."""

    words: str
    group: str


class BoardSite:
    """The answers of a board. One step at a time changes the class."""

    def __init__(self, folder: BoardFolder) -> None:
        self._folder = folder
        self._lock = Lock()
        self._signature: object = None
        self._data: dict[str, Any] = {}

    def _board(self) -> dict[str, Any]:
        """Return the board as data, made again if a journal has changed. The lock is held."""
        signature = _signature(self._folder)
        if signature != self._signature:
            self._data = board_data(self._folder.board(), self._folder.texts())
            self._signature = signature
        return self._data

    def page(self) -> str:
        """Return the page."""
        with self._lock:
            name = self._folder.folder.resolve().name
            return build_board_page(self._folder.board(), self._folder.texts(), name, live=True)

    def state(self, version: str) -> dict[str, Any] | None:
        """Return the board if it has changed since a version."""
        with self._lock:
            board = self._board()
        return {"board": board} if board["version"] != version else None

    def press(self, typed: str) -> dict[str, Any]:
        """Note what was typed."""

        def change() -> _Change:
            noted = self._folder.press(typed)
            words = self._folder.noted_words(noted, self._folder.texts())
            return _Change(words, noted[-1].group if noted else "")

        return self._answer(change)

    def take(self, content: bytes, name: str, number: str) -> dict[str, Any]:
        """Add a file that was dropped on a group, or beside all of them."""
        with TemporaryDirectory(prefix="kitgen-board-") as place:
            safe_name = name
            if not _NAME.fullmatch(name):
                safe_name = f"file{Path(name).suffix[:MAX_ENDING]}"
            path = Path(place, safe_name)
            path.write_bytes(content)
            answer = self._answer(lambda: self._take_file(path, name, number))
        if "refused" in answer:
            answer["refused"] = answer["refused"].replace(f"{place}{os.sep}", "")
        return answer

    def _take_file(self, file: Path, name: str, number: str) -> _Change:
        texts = self._folder.texts()
        if number.isdecimal() and len(number) <= MAX_DIGITS:
            group = self._add(file, int(number))
            key = "taken"
        else:
            group = self._join(file, Path(name).stem)
            key = "joined"
        return _Change(texts(f"class-board.screen.{key}", name=self._folder.called(group)), group)

    def _add(self, file: Path, number: int) -> str:
        """Add a file or a photo to a group's journal, and return its name."""
        if not is_photo(file):
            return self._folder.take_file(file, number)
        add_photos = ask_guest("camera.add_photos", "a photo on kitgen journal board")
        path = self._folder.path_of(number)
        unclear = {"review": None, "answers": None, "asks": False}
        with Journal(path, write=True) as journal:
            add_photos(
                journal,
                [file],
                keep_good=False,
                first=1,
                templates=self._folder.templates,
                **unclear,
            )
        return path.stem

    def _join(self, file: Path, group: str) -> str:
        """Make a file that was dropped beside all groups the journal of a new one."""
        path = self._folder.path_of_new(group)
        if is_journal(file):
            with Journal(file) as journal:
                journal.games()
            write_whole(path, file.read_bytes())
            return group
        import_file(file, path, templates=self._folder.templates).journal.close()
        return group

    def _answer(self, change: Callable[[], _Change]) -> dict[str, Any]:
        """Change the class, and return the answer for the page."""
        with self._lock:
            try:
                changed = change()
                number = self._folder.number(changed.group) if changed.group else 0
                return {"said": changed.words, "board": self._board(), "number": number}
            except KitgenError as error:
                return {"refused": reason_of(error), "board": self._board()}


def _signature(folder: BoardFolder) -> object:
    """Return what changes when a journal of a class does: names, times and sizes of its files."""
    files = []
    for path in folder.paths():
        for file in (path, path.with_name(f"{path.name}-wal")):
            try:
                about = file.stat()
            except OSError:
                continue
            files.append((file.name, about.st_mtime_ns, about.st_size))
    return files
