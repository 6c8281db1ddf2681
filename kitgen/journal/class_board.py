"""The board of a class: how all groups stand, what each machine learned last, and results noted by
a key.

A key is a game with a result alone in its group's journal. The board keeps nothing else, so a
journal that changes in any other way changes the board, and a board that is killed begins again
where it stopped.
"""

import math
import re
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from kitgen.claims.ranking import LessonResult, best
from kitgen.errors import RecordError, UsageError, command_line, quoted
from kitgen.journal.beads import RunningBeads
from kitgen.journal.class_journals import (
    JOURNAL_ENDING,
    MAX_GAMES_COMPARED,
    NAMES_CAN_HAVE,
    bands_of,
    is_group_name,
    journals_in,
    numbers_of,
)
from kitgen.journal.exchange import add_file, exported
from kitgen.journal.journal import Journal, Status
from kitgen.journal.journal_words import result_letter
from kitgen.journal.results_alone import is_result_alone
from kitgen.journal.store import LogEntry
from kitgen.kit.kit import Kit, Slot
from kitgen.machine.first_games import LESSON
from kitgen.machine.learning import schedule_of
from kitgen.paper.game_sheets import change_sentences, signed_score
from kitgen.paper.job import Band
from kitgen.paper.spoken_game import has_draws
from kitgen.reading.templates import Templates
from kitgen.reading.texts import Texts, texts_for
from kitgen.reading.user_file import is_journal
from kitgen.record.rows import RESULT_WORDS, GameRow

#: The fewest games that a curve has room for, and the step in which this grows, in games.
MIN_GAMES_SHOWN = 20
GAMES_STEP = 10
#: The key that takes back the last result.
UNDO = "u"
#: The most letters of what is typed at once, and the most digits of a group's number in it.
MAX_KEYS_LETTERS = 200
MAX_NUMBER_DIGITS = 6
#: The most changes of beads that are named for a game.
MAX_CHANGES_NAMED = 3


@dataclass(frozen=True, slots=True)
class BeadChange:
    """What a game changed in a slot of a box: the beads before and after."""

    box: str
    slot: Slot
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Learned:
    """The last game from which a machine has learned; no ``changes`` if nobody noted its beads."""

    game: GameRow
    changes: tuple[BeadChange, ...]


@dataclass(frozen=True, slots=True)
class GroupStanding:
    """How a group stands.

    Attributes:
        group: its name.
        number: the number on its sign and its key: the name, if that is a number, or its place in
            the class.
        results: 1, 0 or -1 for each game of its machine.
        learned: what its machine learned last; None if it has learned nothing yet.
        leads: whether no group is better after as many games.
        bands: where simulated machines are after each game, as far as the curve reaches.
    """

    group: str
    number: int
    kit: Kit
    status: Status
    results: tuple[int, ...]
    learned: Learned | None
    leads: bool
    bands: tuple[Band, ...]


@dataclass(frozen=True, slots=True)
class ClassBoard:
    """How all groups of a class stand.

    Attributes:
        compared: the games after which they are compared: as many as each group has that has any; 0
            if none has.
        least_lost: how many of these the leading groups have lost.
        reach: the games that the curves have room for.
    """

    groups: tuple[GroupStanding, ...]
    compared: int
    least_lost: int
    reach: int


def leaders(results: Mapping[str, Sequence[int]]) -> tuple[int, list[str]]:
    """Return the games after which groups are compared, and the best groups, as the ranking of
    opponents has it.

    That are the fewest games of any group that has some, within a lesson.

    >>> leaders({"1": [-1, -1, 1], "2": [-1, 1], "3": []})
    (2, ['2'])
    """
    played = {name: of_group for name, of_group in results.items() if of_group}
    if not played:
        return 0, []
    games = min(LESSON, *map(len, played.values()))
    compared = {name: _lesson_result(of_group[:games]) for name, of_group in played.items()}
    return games, best(compared)


def _lesson_result(results: Sequence[int]) -> LessonResult:
    lost = [game for game, result in enumerate(results, 1) if result < 0]
    return LessonResult(lost=len(lost), lost_error=0, last_loss=max(lost, default=0))


#: The bands of kits by their hash and the number of games.
Bands = dict[tuple[str, int], tuple[Band, ...]]


def board_of(journals: Sequence[Journal], bands: Bands | None = None) -> ClassBoard:
    """Return how the groups of a class stand; ``bands`` are those known already, and new ones
    are added to them.
    """
    bands = {} if bands is None else bands
    games = {journal.path.stem: journal.games() for journal in journals}
    results = {}
    for name, rows in games.items():
        results[name] = tuple(row.result for row in rows)
    compared, leading = leaders(results)
    most_games = max(map(len, results.values()), default=0)
    reach = max(MIN_GAMES_SHOWN, math.ceil(most_games / GAMES_STEP) * GAMES_STEP)
    games_simulated = min(reach, MAX_GAMES_COMPARED)
    numbers = numbers_of(list(games))
    groups = []
    for journal in journals:
        name = journal.path.stem
        key = (journal.kit.hash, games_simulated)
        if key not in bands:
            simulated = bands_of(journal.kit, games_simulated)
            bands[key] = tuple(Band(opponent, *edges) for opponent, edges in simulated.items())
        groups.append(
            GroupStanding(
                group=name,
                number=numbers[name],
                kit=journal.kit,
                status=journal.status(),
                results=results[name],
                learned=last_learned(journal),
                leads=name in leading,
                bands=bands[key],
            )
        )
    lost = [results[name][:compared].count(-1) for name in leading]
    return ClassBoard(tuple(groups), compared, min(lost, default=0), reach)


def last_learned(journal: Journal) -> Learned | None:
    """Return the last game that changed the beads of a machine, or would have if its beads were
    noted.
    """
    kit = journal.kit
    schedule = schedule_of(kit.rule)
    beads = RunningBeads(journal.passages)
    slots = []
    for box in kit.boxes:
        slots += [(box.id, slot) for slot in box.slots]
    learned = None
    for game in journal.games():
        before = beads.counts.copy()
        beads.learn(game)
        changes = []
        for (box_id, slot), had, has in zip(slots, before, beads.counts, strict=True):
            if has != had:
                changes.append(BeadChange(box_id, slot, had, has))
        if changes or (not game.picks and schedule.needs(game.result)):
            learned = Learned(game, tuple(changes))
    return learned


def learned_words(standing: GroupStanding, texts: Texts) -> str:
    """Return in words of children what a machine learned last; empty if it has learned nothing
    yet.
    """
    learned = standing.learned
    if learned is None:
        return ""
    if learned.changes:
        named = learned.changes[:MAX_CHANGES_NAMED]
        fills_again = standing.kit.rule.when_empty.refills
        what = ", ".join(_change_words(change, texts, fills_again) for change in named)
        if len(learned.changes) > len(named):
            what += ", …"
    else:
        rule = standing.kit.rule
        change = {1: rule.win, 0: rule.draw, -1: rule.loss}[learned.game.result]
        what = change_sentences(change, rule.ceiling, texts)[0]
    return texts(
        f"class-board.learned.{RESULT_WORDS[learned.game.result]}",
        game=learned.game.game,
        what=what,
    )


def _change_words(change: BeadChange, texts: Texts, fills_again: bool) -> str:
    colour = change.slot.colour
    if not change.after and not fills_again:  # else its beads come back once the box is empty
        return texts("class-board.never", box=change.box, colour=colour.name, letter=colour.letter)
    difference = signed_score(change.after - change.before)
    return texts(
        "class-board.beads",
        box=change.box,
        colour=colour.name,
        letter=colour.letter,
        difference=difference,
    )


def called(group: str, number: int, texts: Texts) -> str:
    """Return how a group with a name and a number is called: “Group 3”, or by a name of its own."""
    return texts("class-board.screen.named", name=group) if group == str(number) else group


# Keys.


def result_keys(kit: Kit, texts: Texts) -> dict[str, int]:
    """Return what is typed for each result: its letters on the log, or as few of them as tell it
    from the others.

    >>> from kitgen.kit.build import build_kit
    >>> result_keys(build_kit("her"), Texts("en", Templates()))
    {'w': 1, 'l': -1}
    """
    possible = (1, 0, -1) if has_draws(kit) else (1, -1)
    letters = {result: result_letter(texts, result).casefold() for result in possible}
    keys = {}
    for result, word in letters.items():
        others = [other for other in letters.values() if other != word]
        for length in range(1, len(word) + 1):
            short = word[:length]
            # Whoever types the whole word must not take the result back by its last letter.
            if UNDO not in word[length:] and not any(other.startswith(short) for other in others):
                keys[short] = result
    return keys


@dataclass(frozen=True, slots=True)
class Key:
    """A result of a group; to take back the last one if ``group`` is None."""

    group: int | None = None
    result: int = 0


def read_keys(text: str, keys: Mapping[str, int]) -> list[Key]:
    """Return what was typed; ``UsageError`` if something in it is neither a result of a group nor
    the key to undo.

    >>> read_keys("3 l, 12w u", {"w": 1, "l": -1})
    [Key(group=3, result=-1), Key(group=12, result=1), Key(group=None, result=0)]
    """
    examples = " or ".join(f"3 {key}" for key in shortest_keys(keys))
    possible = f"write {examples} for group 3, or {UNDO} to undo"
    if len(text) > MAX_KEYS_LETTERS:
        raise UsageError(f"these are too many keys at once; {possible}")
    words = re.findall(r"[0-9]+|[^\W\d_]+|[^\s,;\w]+|_+", text.casefold())
    typed = []
    place = 0
    while place < len(words):
        if words[place] == UNDO:
            typed.append(Key())
            place += 1
            continue
        pair = words[place : place + 2]
        number = pair[0]
        result = keys.get(pair[1]) if len(pair) == 2 else None
        if result is None or not number.isdecimal() or len(number) > MAX_NUMBER_DIGITS:
            raise UsageError(f"{quoted(' '.join(pair))} is no result of a group; {possible}")
        typed.append(Key(int(number), result))
        place += 2
    return typed


def shortest_keys(keys: Mapping[str, int]) -> dict[str, int]:
    """Return the shortest key of each result, with the result.

    >>> shortest_keys({"w": 1, "wi": 1, "l": -1})
    {'w': 1, 'l': -1}
    """
    shortest = {}
    for result in dict.fromkeys(keys.values()):
        own = [key for key, means in keys.items() if means == result]
        shortest[min(own, key=len)] = result
    return shortest


@dataclass(frozen=True, slots=True)
class Noted:
    """A result that a key has noted, or that was taken back."""

    group: str
    game: int
    result: int
    undone: bool = False


class _LatestKey(NamedTuple):
    """The last result that a key noted in a journal; ``is_last`` unless it was changed since."""

    when: datetime
    path: Path
    entry: LogEntry
    is_last: bool


class BoardFolder:
    """The folder of a class with a journal for each group, as its board is fed.

    Journals are opened for each step, so that others may change, add and take them away meanwhile.
    """

    def __init__(self, folder: Path, templates: Templates | None = None) -> None:
        self.folder = folder
        self.templates = templates or Templates()
        self._bands: Bands = {}
        self._texts: tuple[str, Texts] | None = None

    def paths(self) -> tuple[Path, ...]:
        """Return the journals of the groups; ``UsageError`` if there is none."""
        paths = journals_in(self.folder) if self.folder.is_dir() else ()
        if not paths:
            advice = command_line(
                "kitgen", "journal", "new", "her", "--groups", 6, "-o", self.folder
            )
            raise UsageError(
                f"{quoted(self.folder)} is not a class with journals of groups; begin one "
                f"with: {advice}"
            )
        return paths

    def board(self) -> ClassBoard:
        """Return how the groups stand."""
        with ExitStack() as stack:
            return board_of(
                [stack.enter_context(Journal(path)) for path in self.paths()], self._bands
            )

    def texts(self) -> Texts:
        """Return the texts in the language of the class, that of its first journal's kit."""
        with Journal(self.paths()[0]) as journal:
            kit = journal.kit
        if self._texts is None or self._texts[0] != kit.hash:
            self._texts = kit.hash, texts_for(kit.choices.language, self.templates)
        return self._texts[1]

    def path_of(self, number: int) -> Path:
        """Return the journal of the group with a number; ``UsageError`` if there is none."""
        paths = self.paths()
        numbers = numbers_of([path.stem for path in paths])
        for path in paths:
            if numbers[path.stem] == number:
                return path
        groups = ", ".join(map(str, numbers.values()))
        raise UsageError(f"the class has no group {number}; its groups are {groups}")

    def press(self, text: str) -> list[Noted]:
        """Note what was typed, such as ``3 l`` or ``u``; each result is on the disk before the next
        is looked at.

        Raises:
            UsageError: something else was typed; nothing of it is noted.
            RecordError: a journal refuses a result, or there is nothing to take back.
        """
        with Journal(self.paths()[0]) as journal:
            keys = result_keys(journal.kit, self.texts())
        typed = read_keys(text, keys)
        for key in typed:
            if key.group is not None:
                self.path_of(key.group)
        noted = []
        for key in typed:
            if key.group is None:
                noted.append(self._undo())
            else:
                noted.append(self._note(key.group, key.result))
        return noted

    def _note(self, number: int, result: int) -> Noted:
        path = self.path_of(number)
        with Journal(path, write=True) as journal:
            row = journal.add(GameRow(0, (), result, last_only=True))
        return Noted(path.stem, row.game, row.result)

    def _undo(self) -> Noted:
        latest = self._latest_key()
        if latest is None:
            raise RecordError("no result was noted by a key, so there is nothing to take back")
        path = latest.path
        if not latest.is_last:
            log = command_line("kitgen", "journal", "log", path.with_suffix(""))
            raise RecordError(
                f"the journal of group {quoted(path.stem)} was changed after its last key; "
                f"look at: {log}"
            )
        with Journal(path, write=True) as journal:
            journal.undo()
        row = latest.entry.changes[0].row
        return Noted(path.stem, row.game, row.result, undone=True)

    def _latest_key(self) -> _LatestKey | None:
        """Return the latest result of a key that was not taken back, in any journal."""
        latest: _LatestKey | None = None
        for path in self.paths():
            with Journal(path) as journal:
                steps = journal.log()
            standing = [
                entry
                for entry in steps
                if entry.kind not in ("undo", "redo", "count") and not entry.undone
            ]
            keys = [entry for entry in standing if _is_key(entry)]
            if not keys:
                continue
            key = keys[-1]
            when = datetime.fromisoformat(key.at)
            if latest is None or when > latest.when:
                latest = _LatestKey(when, path, key, is_last=key is standing[-1])
        return latest

    def noted_words(self, noted: Sequence[Noted], texts: Texts) -> str:
        """Return what keys have noted, in words."""
        sentences = []
        for result in noted:
            key = "undone" if result.undone else "noted"
            sentence = texts(
                f"class-board.screen.{key}",
                name=self.called(result.group),
                game=result.game,
                result=texts(f"class-board.screen.{RESULT_WORDS[result.result]}"),
            )
            sentences.append(sentence)
        return texts.joined(sentences)

    def number(self, group: str) -> int:
        """Return the number of a group; 0 if it has gone."""
        return numbers_of([path.stem for path in self.paths()]).get(group, 0)

    def called(self, group: str) -> str:
        """Return how a group is called."""
        return called(group, self.number(group), self.texts())

    def take_file(self, file: Path, number: int) -> str:
        """Add the games of a file to a group's journal, and return its name; results of keys give
        way to them.

        The file is a journal, an export or a table of games. Its games must have ended as the keys
        said.
        """
        path = self.path_of(number)
        with ExitStack() as stack:
            journal = stack.enter_context(Journal(path, write=True))
            if is_journal(file):
                other = stack.enter_context(Journal(file))
                folder = stack.enter_context(TemporaryDirectory(prefix="kitgen-"))
                file = Path(folder, f"{file.stem}.jsonl")
                file.write_bytes(exported(other, "jsonl"))
            add_file(
                journal,
                file,
                instead=lambda rows: _refuse_other_results(journal, rows),
                templates=self.templates,
            )
        return path.stem

    def path_of_new(self, name: str) -> Path:
        """Return the file of a further group with a name; ``UsageError`` if it cannot be one, or
        is there already.
        """
        if not is_group_name(name):
            raise UsageError(f"{quoted(name)} cannot be a group's name; {NAMES_CAN_HAVE}")
        if name.casefold() in (path.stem.casefold() for path in self.paths()):
            raise UsageError(
                f"the class has a group {quoted(name)} already; drop the file on it, or rename it"
            )
        return self.folder / f"{name}{JOURNAL_ENDING}"


def _is_key(entry: LogEntry) -> bool:
    """Return whether a step is a result that was noted alone."""
    if entry.kind != "add" or len(entry.changes) != 1 or not entry.at:
        return False
    change = entry.changes[0]
    return change.before is None and is_result_alone(change.row)


def _refuse_other_results(journal: Journal, rows: Sequence[GameRow]) -> None:
    """Raise ``RecordError`` if games would replace others than results alone that ended alike."""
    there = {row.game: row for row in journal.games()}
    for row in rows:
        known = there.get(row.game, row)
        if known == row:
            continue
        if not is_result_alone(known) or known.result != row.result:
            was = RESULT_WORDS[known.result]
            now = RESULT_WORDS[row.result]
            mending = command_line("kitgen", "journal", "edit", journal.path, row.game)
            raise RecordError(
                f"game {row.game} of group {quoted(journal.path.stem)} is noted otherwise ({was}; "
                f"in the file {now}); to correct it: {mending}"
            )
