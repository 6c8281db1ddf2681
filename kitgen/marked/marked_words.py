"""Words for marked sheets, in the kit's language."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kitgen.errors import RecordError, quoted
from kitgen.forms.form import RESULT_NAMES
from kitgen.journal.journal import Journal
from kitgen.journal.journal_words import spoken
from kitgen.kit.kit import Kit
from kitgen.marked.marked_games import LEFT, LEFT_OUT, THERE, MarkedAdded, RowAnswer, SeenRow
from kitgen.marked.row_games import COMPLETED, READ, VOID
from kitgen.marked.row_marks import MARKED, UNSURE, ReadSheet, RowMarks
from kitgen.paper.texts import Texts
from kitgen.record.games_table import Vocabulary, read_table, vocabularies
from kitgen.record.rows import GameRow
from kitgen.templates import Templates

#: Answers that are accepted in every language.
OWN_VOID, OWN_LEAVE = "void", "leave"
#: The most values named of several marked side by side.
_MOST = 6


@dataclass(frozen=True, slots=True)
class MarkedTelling:
    """The words for marked sheets; ``vocabulary`` has the words for results."""

    kit: Kit
    texts: Texts
    vocabulary: Sequence[Vocabulary]

    def sheet(self, sheet: ReadSheet) -> Iterator[str]:
        """Yield a line about a sheet that was read, and its warnings."""
        code = sheet.form.code
        yield self.texts("marked.sheet", picture=sheet.picture, on=code.sheet, first=code.first, last=code.last)
        yield from (f"{sheet.picture}: {warning}" for warning in sheet.warnings)

    def why(self, row: SeenRow) -> str:
        """Return why a row is unclear."""
        doubt = row.found.doubt
        assert doubt is not None  # noqa: S101 - it is asked for
        values = ", ".join(self._value(doubt.field, value) for value in doubt.values[:_MOST])
        key = f"marked.{doubt.kind}.{doubt.field}"
        if not self.texts.has(key):
            key = f"marked.doubt.{doubt.kind}"
        return self.texts(key, turn=doubt.turn, values=values)

    def asked(self, row: SeenRow) -> Iterator[str]:
        """Yield the question about a row: why, its marks, the possible games, numbered, and how to answer."""
        code = row.sheet.form.code
        yield self.texts("marked.asked", game=row.number, on=code.sheet, why=self.why(row))
        yield f"  {self.texts('marked.marks', marks=self.marks(row.found.marks))}"
        for number, game in enumerate(row.found.proposed, 1):
            yield f"  {number}: {self.game(game)}"
        if row.found.more:
            yield f"  {self.texts('marked.more', count=row.found.more)}"
        texts = self.texts
        key = "marked.choices" if row.found.proposed else "marked.crossed"
        void, leave, strip = (quoted(texts(f"marked.{word}")) for word in ("void", "leave", "strip"))
        yield texts(key, example=quoted(self.example(row)), void=void, leave=leave, strip=strip)

    def marks(self, marks: RowMarks) -> str:
        """Return the marks of a row, turn by turn, with unclear ones in brackets."""
        turns: dict[int, list[str]] = {}
        for mark, state in marks.states.items():
            if state in (MARKED, UNSURE):
                value = self._value(mark.field, mark.value)
                turns.setdefault(mark.turn, []).append(value if state == MARKED else f"({value})")
        parts = [self.texts("marked.turn", turn=turn, marks=" ".join(turns[turn])) for turn in sorted(turns) if turn]
        parts += [" ".join(turns[0])] if 0 in turns else []
        return "; ".join(parts) or self.texts("marked.nothing")

    def _value(self, field: str, value: str) -> str:
        if field == "bead":
            return next((colour.letter for colour in self.kit.palette if colour.key == value), value)
        if field in ("result", "starts"):
            return self.texts(f"marked.{field}.{value}")
        return self.texts("marked.void") if field == "void" else value

    def game(self, game: GameRow) -> str:
        """Return a game as it is written in an answer."""
        return ", ".join(
            [*(pick.text for pick in game.picks), self.texts(f"marked.result.{RESULT_NAMES[game.result]}")]
        )

    def example(self, row: SeenRow) -> str:
        """Return a game as an example of an answer."""
        if row.found.proposed:
            return self.game(row.found.proposed[0])
        box = self.kit.boxes[0]
        return f"{box.id} {box.slots[0].colour.letter}, {self.texts('marked.result.loss')}"

    def hear(self, journal: Journal, row: SeenRow, answer: str) -> RowAnswer:
        """Parse an answer about a row.

        Raises:
            RecordError: it is not an answer, or its game is impossible.
        """
        word = " ".join(answer.casefold().split())
        if word in (OWN_VOID, self.texts("marked.void").casefold()):
            return RowAnswer(VOID)
        if word in (OWN_LEAVE, self.texts("marked.leave").casefold()):
            return RowAnswer(LEFT_OUT)
        if word.isdecimal():
            number = int(word[:4])
            if not 0 < number <= len(row.found.proposed):
                raise RecordError(self.texts("marked.what", said=quoted(answer)))
            return RowAnswer("confirmed", row.found.proposed[number - 1])
        beads, comma, result = word.rpartition(",")
        head = 'moves,result\n"{}","{}"\n'.format(beads.replace('"', ""), result.strip().replace('"', ""))
        [noted] = read_table(head, self.kit, self.vocabulary)
        if noted.row is None:
            raise RecordError(noted.fault if comma else self.texts("marked.say", example=quoted(self.example(row))))
        return RowAnswer("corrected", journal.could_be(replace(noted.row, game=row.number)))

    def summary(self, added: MarkedAdded) -> Iterator[str]:
        """Yield the result of all rows, and a summary."""
        for row in added.of(COMPLETED):
            assert row.game is not None  # noqa: S101 - it is a game
            yield self.texts("marked.completed", game=row.number, what=self.game(row.game))
        for row in added.of(VOID):
            yield self.texts("marked.was_void", game=row.number)
        for row in added.of(LEFT, LEFT_OUT):
            yield self.texts("marked.left", game=row.number, why=self.why(row))
        counts = {
            "read": len(added.of(READ)),
            "completed": len(added.of(COMPLETED)),
            "asked": len([row for row in added.rows if row.found.doubt is not None and row.state != THERE]),
            "left": len(added.of(LEFT, LEFT_OUT)),
        }
        more = {"void": len(added.of(VOID)), "there": len(added.of(THERE))}
        counts |= {name: count for name, count in more.items() if count}
        yield ", ".join(self.texts(f"marked.summary.{name}", count=count) for name, count in counts.items())


def marked_telling(kit: Kit, templates: Templates | None = None) -> MarkedTelling:
    """Return the words for marked sheets in a kit's language."""
    templates = templates or Templates()
    return MarkedTelling(kit, spoken(kit, templates), vocabularies(templates))
