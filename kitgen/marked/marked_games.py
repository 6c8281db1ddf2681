"""Add games from marked sheets to a journal: clear ones, and those that somebody has decided."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from kitgen.errors import RecordError, quoted
from kitgen.forms.form import RESULT_NAMES
from kitgen.journal.beads import RunningBeads
from kitgen.journal.journal import Journal
from kitgen.journal.results_alone import is_result_alone
from kitgen.kit.kit import Kit
from kitgen.marked.row_games import (
    BLANK,
    COMPLETED,
    DOUBTFUL,
    READ,
    VOID,
    Doubt,
    MarkedRow,
    Paths,
    understand_row,
)
from kitgen.marked.row_marks import (
    MARKED,
    TOUCHED,
    UNSEEN,
    UNSURE,
    ReadSheet,
    RowMarks,
    Written,
    games_on,
)
from kitgen.reading.templates import Templates
from kitgen.reading.texts import texts_for
from kitgen.record.game_lines import HOW, NotedRow, without_game
from kitgen.record.games_table import read_row
from kitgen.record.rows import GameRow
from kitgen.record.table_words import vocabularies

# States of a row that is not noted.

#: The journal has it already.
THERE = "there"
#: Somebody must decide.
UNDECIDED = "undecided"
#: Somebody has skipped it.
SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class SeenRow:
    """A game on a sheet, and the result of reading it.

    Attributes:
        state: that of ``reading``, ``confirmed``, ``corrected``, ``there``, ``undecided`` or
            ``skipped``.
        game: the game to note.
    """

    sheet: ReadSheet
    written: Written
    reading: MarkedRow
    state: str
    game: GameRow | None = None

    @property
    def number(self) -> int:
        """The number of the game."""
        return self.written.number


#: Asks about a row, and returns it as decided; None if nobody answers.
Ask = Callable[[SeenRow], SeenRow | None]


def understood_rows(
    journal: Journal, sheets: Sequence[ReadSheet], ask: Ask | None = None
) -> list[SeenRow]:
    """Return the games on some sheets by number, without noting any.

    The sheets may be in any order, with several photos of one. Unclear rows stay undecided without
    ``ask``.
    """
    seen: dict[int, list[tuple[ReadSheet, Written]]] = {}
    for sheet in sheets:
        for written in games_on(sheet.form, sheet.states, sheet.inked):
            seen.setdefault(written.number, []).append((sheet, written))
    judge = _Judge(journal)
    rows = []
    for number in sorted(seen):
        row = judge.judge(seen[number])
        if row.state == UNDECIDED and ask is not None:
            row = judge.answered(ask(row) or row)
        judge.take(row)
        rows.append(row)
    return rows


def add_rows(journal: Journal, rows: Sequence[SeenRow]) -> None:
    """Note rows and their games in one transaction; see ``Journal`` for errors."""
    results_alone = {game.game for game in journal.games() if is_result_alone(game)}
    noted: list[NotedRow] = []
    games: list[GameRow] = []
    replaced: list[int] = []
    for row in rows:
        noted += _noted_rows(row)
        if row.game is not None and row.state != THERE:
            games.append(row.game)
        has_beads_at_last = row.game is not None and row.number in results_alone
        if row.state in ("confirmed", "corrected", VOID) or has_beads_at_last:
            replaced.append(row.number)
    journal.add_marked(noted, games, instead=replaced)


def refuse_undecided(rows: Sequence[SeenRow], *, keep_good: bool) -> None:
    """Raise ``RecordError`` if a row is undecided, unless ``keep_good``."""
    undecided = [str(row.number) for row in rows if row.state == UNDECIDED]
    if keep_good or not undecided:
        return
    if len(undecided) == 1:
        games = f"game {undecided[0]} is"
    else:
        games = f"games {', '.join(undecided)} are"
    advice = "Decide on a terminal or with --answers, or note the other games with --keep-good"
    raise RecordError(f"{games} undecided; nothing was noted. {advice}")


def _noted_rows(row: SeenRow) -> Iterator[NotedRow]:
    """Yield the rows of a sheet to note; none in another state."""
    how = next((how for how in HOW if how == row.state), None)
    if how is None:
        return
    code = row.sheet.form.code
    first = row.written.rows[0]
    for index in row.written.rows:
        continues = index != first and how != VOID
        yield NotedRow(
            sheet=code.sheet,
            row=index + 1,
            game=code.first + index,
            how="on" if continues else how,
        )


class _Judge:
    """Judges the games on sheets one after the other, by what the journal has and what is in the
    boxes.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._paths = Paths(journal.kit)
        games = journal.games()
        # A result that was noted alone gives way to a game with beads that ended alike.
        self._in_journal = {game.game: game for game in games if not is_result_alone(game)}
        self._results_alone = {game.game: game for game in games if is_result_alone(game)}
        marked = journal.marked_rows()
        self._settled = {row.game for row in marked}
        self._numbers_without_game = without_game(marked)
        # The games known so far, those of the sheets included, and the beads after them.
        self._games = dict(self._in_journal)
        self._beads = RunningBeads(journal.passages)
        self._learned_up_to = 0

    def judge(self, seen: Sequence[tuple[ReadSheet, Written]]) -> SeenRow:
        """Return a game that one or several photos show, and what becomes of it."""
        row = self._clearest(self._readings(seen))
        if row.state == DOUBTFUL:
            return self._doubtful(row)
        if row.state == VOID:
            return self._void(row)
        if row.state == BLANK:
            return row
        return self._clear(row)

    def _readings(self, seen: Sequence[tuple[ReadSheet, Written]]) -> list[SeenRow]:
        """Return how each photo of a game is read."""
        full = self._boxes_with_beads(seen[0][1].number)
        judged = []
        for sheet, written in seen:
            reading = understand_row(
                self._paths,
                written.marks,
                written.number,
                full=full,
                joined=written.joined,
                inked=written.inked,
            )
            judged.append(SeenRow(sheet, written, reading, reading.state, reading.game))
        # Another photo may show that rings hidden on one have no ink.
        if any(row.state == BLANK for row in judged):
            judged = [row for row in judged if not _only_hidden(row.reading)]
        return judged

    def _clearest(self, judged: Sequence[SeenRow]) -> SeenRow:
        """Return the clearest of several readings of a row, or a doubt if they differ."""
        clearest_first = (READ, COMPLETED, VOID, DOUBTFUL, BLANK)
        row = min(judged, key=lambda row: clearest_first.index(row.state))
        games: dict[object, GameRow | None] = {}
        for other in judged:
            if other.state in (READ, COMPLETED, VOID):
                games[_played(other.game)] = other.game
        if len(games) > 1:
            possible = tuple(game for game in games.values() if game is not None)
            return self._unclear(row, Doubt("photos"), possible)
        return row

    def _doubtful(self, row: SeenRow) -> SeenRow:
        """Judge a row that is unclear by itself: it may be in the journal already."""
        known = self._in_journal.get(row.number)
        if _played(known) in map(_played, row.reading.proposed):
            return replace(row, state=THERE, game=known)
        has_outcome = known is not None or row.number in self._numbers_without_game
        if row.number in self._settled and has_outcome:
            return replace(row, state=THERE, game=known)
        return replace(row, state=UNDECIDED, game=None)

    def _void(self, row: SeenRow) -> SeenRow:
        """Judge a row that is crossed out: the journal should have no such game."""
        known = self._in_journal.get(row.number)
        if known is not None:
            return self._unclear(row, Doubt("changed-void"), (known,))
        if row.number in self._settled and row.number in self._numbers_without_game:
            return replace(row, state=THERE)
        return row

    def _clear(self, row: SeenRow) -> SeenRow:
        """Judge a row with a clear game: the journal should have no other."""
        if row.game is None:
            return row
        alone = self._results_alone.get(row.number)
        if alone is not None and alone.result != row.game.result:
            return self._unclear(row, Doubt("changed"), (row.game,))
        known = self._in_journal.get(row.number)
        if known is None:
            return row
        if _played(known) == _played(row.game):
            return replace(row, state=THERE, game=known)
        return self._unclear(row, Doubt("changed"), (row.game, known))

    def _unclear(self, row: SeenRow, doubt: Doubt, games: tuple[GameRow, ...]) -> SeenRow:
        """Return a row as undecided, with the games that are possible."""
        unclear = replace(
            row.reading, state=DOUBTFUL, game=None, doubt=doubt, proposed=games, more=0
        )
        return replace(row, reading=unclear, state=UNDECIDED, game=None)

    def answered(self, row: SeenRow) -> SeenRow:
        """Return a row as somebody has decided it."""
        known = self._in_journal.get(row.number)
        if row.game is not None and _played(row.game) == _played(known):
            return replace(row, state=THERE, game=known)
        return row

    def take(self, row: SeenRow) -> None:
        """Count on a row when later games are judged."""
        if row.state == VOID:
            self._games.pop(row.number, None)
            free = row.written.rows
        elif row.game is not None:
            self._games[row.number] = row.game
            free = row.written.rows[1:]
        else:
            return
        first = row.sheet.form.code.first
        self._numbers_without_game |= {first + index for index in free}

    def _boxes_with_beads(self, number: int) -> list[str] | None:
        """Return the boxes with beads before a game; None if an earlier game is missing."""
        for game in sorted(self._games):
            if self._learned_up_to < game < number:
                self._beads.learn(self._games[game])
        self._learned_up_to = max(self._learned_up_to, number - 1)
        known = self._games.keys() | self._numbers_without_game
        if any(game not in known for game in range(1, number)):
            return None
        return [box.id for box in self._journal.kit.boxes if not self._beads.empty(box.id)]


def _only_hidden(reading: MarkedRow) -> bool:
    """Return whether a row has no ink, but rings that do not show."""
    marks = reading.marks
    hidden = reading.doubt is not None and reading.doubt.kind == UNSEEN
    return hidden and not marks.marked and not marks.unsure


def _played(game: GameRow | None) -> object:
    """Return what makes two games the same one: their beads and result."""
    return None if game is None else (game.picks, game.result)


# Words for marked sheets, in the kit's language.

#: Answers that are accepted in every language.
OWN_VOID = "void"
OWN_LEAVE = "leave"
#: The most digits that are read of an answer by number.
MAX_ANSWER_DIGITS = 4
#: The most values named when several bubbles are marked side by side.
_MAX_VALUES_NAMED = 6


def ending_once(sentence: str) -> str:
    """Return a sentence without the full stop that follows a question in it.

    A reason at its end may be a question.

    >>> ending_once("Game 7: did it end there?.")
    'Game 7: did it end there?'
    """
    return sentence.replace("?.", "?")


class SheetWords:
    """The words for marked sheets in a kit's language; ``vocabulary`` has those for results."""

    def __init__(self, kit: Kit, templates: Templates | None = None) -> None:
        templates = templates or Templates()
        self.kit = kit
        self.texts = texts_for(kit.choices.language, templates)
        self.vocabulary = vocabularies(templates)

    def sheet(self, sheet: ReadSheet) -> Iterator[str]:
        """Yield a line about a sheet that was read, and its warnings."""
        code = sheet.form.code
        yield self.texts(
            "marked.sheet", picture=sheet.picture, on=code.sheet, first=code.first, last=code.last
        )
        yield from (f"{sheet.picture}: {warning}" for warning in sheet.warnings)

    def why(self, row: SeenRow) -> str:
        """Return why a row is unclear."""
        doubt = row.reading.doubt
        assert doubt is not None  # noqa: S101 - only unclear rows have a reason
        named = doubt.values[:_MAX_VALUES_NAMED]
        values = ", ".join(self._value(doubt.field, value) for value in named)
        key = f"marked.{doubt.kind}.{doubt.field}"
        if not self.texts.has(key):
            key = f"marked.doubt.{doubt.kind}"
        return self.texts(key, turn=doubt.turn, values=values)

    def question(self, row: SeenRow) -> Iterator[str]:
        """Yield the lines of the question about a row: why it is unclear, its marks, the possible
        games, and how to answer.
        """
        code = row.sheet.form.code
        texts = self.texts
        question = texts("marked.asked", game=row.number, on=code.sheet, why=self.why(row))
        yield ending_once(question)
        yield f"  {texts('marked.marks', marks=self.marks(row.reading.marks))}"
        for number, game in enumerate(row.reading.proposed, 1):
            yield f"  {number}: {self.game(game)}"
        if row.reading.more:
            yield f"  {texts('marked.more', count=row.reading.more)}"
        key = "marked.choices" if row.reading.proposed else "marked.crossed"
        yield texts(
            key,
            example=quoted(self.example(row)),
            void=quoted(texts("marked.void")),
            leave=quoted(texts("marked.leave")),
            strip=quoted(texts("marked.strip")),
        )

    def marks(self, marks: RowMarks) -> str:
        """Return the marks of a row, turn by turn, with unclear ones in brackets."""
        turns: dict[int, list[str]] = {}
        for mark, state in marks.states.items():
            if state not in (MARKED, UNSURE, TOUCHED):
                continue
            value = self._value(mark.field, mark.value)
            if state != MARKED:
                value = f"({value})"
            turns.setdefault(mark.turn, []).append(value)
        # Marks of the game as a whole, such as its result, belong to turn 0.
        of_game = turns.pop(0, None)
        parts = []
        for turn in sorted(turns):
            parts.append(self.texts("marked.turn", turn=turn, marks=" ".join(turns[turn])))
        if of_game is not None:
            parts.append(" ".join(of_game))
        return self.texts.joined(parts) or self.texts("marked.nothing")

    def _value(self, field: str, value: str) -> str:
        """Return what a bubble means, as it is printed beside it."""
        if field == "bead":
            letters = {colour.key: colour.letter for colour in self.kit.palette}
            return letters.get(value, value)
        if field in ("result", "starts"):
            return self.texts(f"marked.{field}.{value}")
        if field == "void":
            return self.texts("marked.void")
        return value or "+"  # the sign of a row that continues the one above

    def game(self, game: GameRow) -> str:
        """Return a game as it is written in an answer."""
        words = [pick.text for pick in game.picks]
        words.append(self._value("result", RESULT_NAMES[game.result]))
        return ", ".join(words)

    def example(self, row: SeenRow) -> str:
        """Return a game as an example of an answer."""
        if row.reading.proposed:
            return self.game(row.reading.proposed[0])
        box = self.kit.boxes[0]
        return f"{box.id} {box.slots[0].colour.letter}, {self.texts('marked.result.loss')}"

    def decided(self, journal: Journal, row: SeenRow, answer: str) -> SeenRow:
        """Return a row as an answer decides it: confirmed, corrected, void, or skipped.

        ``RecordError`` if it is not an answer, or its game is impossible.
        """
        word = " ".join(answer.casefold().split())
        if word in (OWN_VOID, self.texts("marked.void").casefold()):
            return replace(row, state=VOID)
        if word in (OWN_LEAVE, self.texts("marked.leave").casefold()):
            return replace(row, state=SKIPPED)
        if word.isdecimal():
            number = int(word[:MAX_ANSWER_DIGITS])
            if not 0 < number <= len(row.reading.proposed):
                raise RecordError(self.texts("marked.what", said=quoted(answer)))
            return replace(row, state="confirmed", game=row.reading.proposed[number - 1])
        beads, comma, result = word.rpartition(",")
        beads = beads.replace('"', "")
        result = result.strip().replace('"', "")
        # A game is read as a line of a table is; quotation marks would end its cells too early.
        noted = read_row(f'moves,result\n"{beads}","{result}"\n', self.kit, self.vocabulary)
        if noted.row is None and comma:  # it is meant as a game
            raise RecordError(noted.fault)
        if noted.row is None:
            raise RecordError(self.texts("marked.say", example=quoted(self.example(row))))
        game = journal.could_be(replace(noted.row, game=row.number))
        return replace(row, state="corrected", game=game)

    def summary(self, rows: Sequence[SeenRow]) -> Iterator[str]:
        """Yield a line for each row that was completed, void or undecided, and a summary."""
        by_state: dict[str, list[SeenRow]] = defaultdict(list)
        for row in rows:
            by_state[row.state].append(row)
        not_noted = [row for row in rows if row.state in (UNDECIDED, SKIPPED)]
        for row in by_state[COMPLETED]:
            assert row.game is not None  # noqa: S101 - it is a game
            yield self.texts("marked.completed", game=row.number, what=self.game(row.game))
        for row in by_state[VOID]:
            yield self.texts("marked.was_void", game=row.number)
        for row in not_noted:
            left_out = self.texts("marked.left", game=row.number, why=self.why(row))
            yield ending_once(left_out)
        doubtful = [row for row in rows if row.reading.doubt is not None and row.state != THERE]
        counts = {
            "read": len(by_state[READ]),
            "completed": len(by_state[COMPLETED]),
            "asked": len(doubtful),
            "left": len(not_noted),
        }
        if by_state[VOID]:
            counts["void"] = len(by_state[VOID])
        if by_state[THERE]:
            counts["there"] = len(by_state[THERE])
        words = [self.texts(f"marked.summary.{name}", count=counts[name]) for name in counts]
        yield ", ".join(words)
