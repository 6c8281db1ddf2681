"""Which texts there are: so that a key in a user's own file that nothing asks for is refused, not passed over."""

from collections.abc import Collection
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path

from kitgen.errors import TemplateError, quoted
from kitgen.games import game_names
from kitgen.paper.plurals import FORMS, OTHER

#: Texts of which there are some for each game, so that there may be more for games that are not kitgen's.
_OF_GAMES = "games."
_STORY = "guide.story."


def check_keys(path: Path, keys: Collection[str], known: Collection[str]) -> None:
    """Refuse a file of texts with a key that nothing asks for.

    Args:
        path: the file.
        keys: its keys, each as ``FILE.KEY``.
        known: the keys of the texts that come with kitgen.

    Raises:
        TemplateError: there is such a key; the error names the file, the key and the nearest key.
    """
    files, bases, parts = _kinds(frozenset(known))
    if path.stem not in files:
        raise TemplateError(f"{path}: no texts are read from a file of this name{_nearest(path.stem, files)}")
    for key in sorted(keys):
        if _base(key) in bases:
            continue
        if key.startswith(_OF_GAMES) and key.split(".")[1] not in game_names():
            _check_game(path, key.split(".")[1])
            _, game, *rest = key.split(".")
            if not rest or rest[0] not in parts:
                said = ".".join(rest)
                raise TemplateError(f"{path}: unknown key {quoted(said)} of {quoted(game)}{_nearest(said, parts)}")
        elif key.startswith(_STORY):
            _check_game(path, key.removeprefix(_STORY))
        else:
            inside = {other.partition(".")[2] for other in known if other.startswith(f"{path.stem}.")}
            said = key.partition(".")[2]
            raise TemplateError(f"{path}: unknown key {quoted(said)}{_nearest(said, inside)}")


@lru_cache(maxsize=2)
def _kinds(known: frozenset[str]) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """Return the files of keys, the keys without the forms of numbers, and what there is of each game."""
    return (
        frozenset(key.partition(".")[0] for key in known),
        frozenset(map(_base, known)),
        frozenset(key.split(".")[2] for key in known if key.startswith(_OF_GAMES)),
    )


def _check_game(path: Path, game: str) -> None:
    """Refuse the name of a game that nearly is one; another may be that of a game that is not installed here."""
    advice = "" if game in game_names() else _nearest(game, game_names(), 0.8)
    if advice:
        raise TemplateError(f"{path}: unknown game {quoted(game)}{advice}")


def _base(key: str) -> str:
    """Return a key without the form that goes with a number: other languages have other forms."""
    base, _, form = key.rpartition(".")
    return base if form in (*FORMS, OTHER) else key


def _nearest(said: str, known: Collection[str], cutoff: float = 0.5) -> str:
    """Return the advice that names the nearest known word, or nothing when none is near."""
    close = get_close_matches(said[:100], known, n=1, cutoff=cutoff)
    return f"; did you mean {close[0]!r}?" if close else ""
