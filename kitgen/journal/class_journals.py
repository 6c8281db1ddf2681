"""The journals of a class: a folder with one for each group.

There is nothing else in it that kitgen needs: a group that joins is a file more, one that stops is
a file less, and a machine that changes hands is a file of another name.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, count
from pathlib import Path

from kitgen.errors import KitgenError, OutputError, UsageError, on_disk, quoted
from kitgen.files import disk
from kitgen.journal.beads import at_first
from kitgen.journal.journal import Journal, Status
from kitgen.kit.kit import Kit
from kitgen.machine.first_games import FirstGames, band_opponents, learning_band

#: The ending of the name of a journal's file.
JOURNAL_ENDING = ".kitgen"
#: The most groups of a class, and the most digits of their number as it may be written.
MAX_GROUPS = 60
MAX_GROUPS_DIGITS = 5
#: The most letters of a group's name.
MAX_NAME_LETTERS = 40
NAMES_CAN_HAVE = f"a name has 1 to {MAX_NAME_LETTERS} letters, digits, blanks and hyphens"
#: The most games after which a machine is compared with simulated ones.
MAX_GAMES_COMPARED = 200


def group_names(text: str) -> tuple[str, ...]:
    """Return the names of a class's groups from their number, or from names with commas between
    them.

    >>> group_names("3"), group_names("Foxes, Owls")
    (('1', '2', '3'), ('Foxes', 'Owls'))
    """
    if re.fullmatch("[0-9]+", text.strip(), re.ASCII):
        is_short = len(text.strip()) <= MAX_GROUPS_DIGITS
        if not is_short or not 1 <= int(text) <= MAX_GROUPS:
            advice = f"a class has 1 to {MAX_GROUPS} groups; or name them: Foxes,Owls"
            raise UsageError(f"--groups {quoted(text)}: {advice}")
        return tuple(map(str, range(1, int(text) + 1)))
    names = tuple(name.strip() for name in text.split(","))
    if len(names) > MAX_GROUPS:
        raise UsageError(f"--groups names {len(names)} groups; a class has 1 to {MAX_GROUPS}")
    for place, name in enumerate(names):
        if not is_group_name(name):
            raise UsageError(
                f"--groups: {quoted(name)} cannot be a group's file; {NAMES_CAN_HAVE}, as "
                "in Foxes,Owls"
            )
        if name.casefold() in (other.casefold() for other in names[:place]):
            raise UsageError(
                f"--groups: {quoted(name)} is named twice; give each group a name of its own"
            )
    return names


def is_group_name(name: str) -> bool:
    """Return whether a name can be that of a group's file.

    >>> is_group_name("Night owls 2"), is_group_name("../owls")
    (True, False)
    """
    return re.fullmatch(rf"\w[\w -]{{0,{MAX_NAME_LETTERS - 1}}}", name) is not None


def journals_in(folder: Path) -> tuple[Path, ...]:
    """Return the journals of a class's groups, in the order of their names; numbers count as
    such.
    """
    return tuple(sorted(folder.glob(f"*{JOURNAL_ENDING}"), key=_in_order))


def _in_order(path: Path) -> list[tuple[int, str]]:
    """Return what orders a group's file: the parts of its name, in which numbers come after
    letters.
    """
    parts = []
    for part in re.split(r"(\d+)", path.stem):
        parts.append((int(part), "") if part.isdecimal() else (-1, part.casefold()))
    return parts


def journals_named(word: Path) -> tuple[Path, ...]:
    """Return the journals that a word names: a file, a group of a class such as ``class3b/2``,
    or all of a class.
    """
    if word.suffix == JOURNAL_ENDING:
        return (word,)
    if word.name:
        group = word.with_name(f"{word.name}{JOURNAL_ENDING}")
        if group.is_file():
            return (group,)
    if word.is_dir():
        return journals_in(word)
    is_in_a_class = bool(word.name) and word.parent.is_dir() and str(word.parent) != "."
    if not is_in_a_class or word.exists():
        return ()
    groups = journals_in(word.parent)
    if groups:
        raise UsageError(
            f"class {quoted(word.parent)} has no group {quoted(word.name)}; there are: "
            f"{_listed(groups)}"
        )
    return ()


def _listed(journals: Iterable[Path]) -> str:
    return ", ".join(str(path.with_suffix("")) for path in journals)


def numbers_of(names: Sequence[str]) -> dict[str, int]:
    """Return the number of each group: its name, if that is a number, or the lowest that is free.

    So a machine that changes hands keeps its sign, and so do all others.

    >>> numbers_of(["1", "3"]), numbers_of(["Foxes", "Owls"]), numbers_of(["1", "3", "Owls"])
    ({'1': 1, '3': 3}, {'Foxes': 1, 'Owls': 2}, {'1': 1, '3': 3, 'Owls': 2})
    """
    numbered = {name for name in names if re.fullmatch("[1-9][0-9]{0,5}", name, re.ASCII)}
    free = (number for number in count(1) if str(number) not in numbered)
    numbers = {}
    for name in names:
        numbers[name] = int(name) if name in numbered else next(free)
    return numbers


def numbered(folder: Path) -> dict[Path, Path]:
    """Return the journals of a class whose groups have other names than their numbers, each with
    the file of that number, which is free.
    """
    paths = journals_in(folder)
    numbers = numbers_of([path.stem for path in paths])
    places = {}
    for path in paths:
        place = path.with_name(f"{numbers[path.stem]}{JOURNAL_ENDING}")
        if place != path:
            places[path] = place
    return places


def move_to_numbers(folder: Path) -> None:
    """Name the journals of a class after the numbers of its groups.

    Raises:
        OutputError: a file cannot be moved, or another program uses one.
    """
    for path, place in numbered(folder).items():
        log = path.with_name(f"{path.name}-wal")
        if log.exists():
            raise OutputError(
                f"another program uses {quoted(path)}; close that, and remove the names again"
            )
        with on_disk(path, "renamed"):
            disk.move(path, place)


def name_one_group(word: Path, journals: Sequence[Path]) -> str:
    """Return the reason for refusing a class where one journal is needed, with the groups to
    choose from.
    """
    return f"{quoted(word)} is a class of {len(journals)} groups; name one: {_listed(journals)}"


@dataclass(frozen=True, slots=True)
class Beside:
    """A machine's score beside simulated machines against an opponent, after as many games.

    Attributes:
        low, high: the band in which most of these are.
        where: ``below``, ``within`` or ``above`` it.
    """

    opponent: str
    low: int
    high: int
    where: str


@dataclass(frozen=True, slots=True)
class Fared:
    """How a group's machine has fared: its score is games won minus games lost."""

    group: str
    status: Status
    score: int
    beside: tuple[Beside, ...]


#: For each opponent the lower and the upper edge of a band, after each game.
BandEdges = dict[str, tuple[tuple[int, ...], tuple[int, ...]]]


def fared(journals: Sequence[Journal]) -> list[Fared]:
    """Return how the machines of a class have fared, each beside simulated machines of its kit.

    Machines are simulated once for groups with the same kit and rule. A kit that is not simulated
    has no bands.
    """
    most_games: dict[str, int] = {}
    for journal in journals:
        games = min(journal.status().games, MAX_GAMES_COMPARED)
        most_games[journal.kit.hash] = max(games, most_games.get(journal.kit.hash, 0))
    bands: dict[str, BandEdges] = {}
    rows = []
    for journal in journals:
        key = journal.kit.hash
        if key not in bands:
            bands[key] = bands_of(journal.kit, most_games[key])
        scores = list(accumulate(row.result for row in journal.games()))
        beside = []
        if scores:
            last = min(len(scores), MAX_GAMES_COMPARED) - 1
            for opponent, (low, high) in bands[key].items():
                beside.append(_beside(opponent, scores[last], low[last], high[last]))
        score = scores[-1] if scores else 0
        rows.append(Fared(journal.path.stem, journal.status(), score, tuple(beside)))
    return rows


def bands_of(kit: Kit, games: int) -> BandEdges:
    """Return the bands of simulated machines of a kit, by opponent; none if it cannot be
    simulated.
    """
    if not games:
        return {}
    new = at_first(kit)
    try:
        return {
            opponent: learning_band(FirstGames(new, opponent), games)
            for opponent in band_opponents(new)
        }
    except KitgenError:  # a rule or a game with which machines are not simulated
        return {}


def _beside(opponent: str, score: int, low: int, high: int) -> Beside:
    if score < low:
        return Beside(opponent, low, high, "below")
    if score > high:
        return Beside(opponent, low, high, "above")
    return Beside(opponent, low, high, "within")
