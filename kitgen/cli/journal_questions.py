"""``kitgen journal add`` from the keyboard, box by box."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

import click

from kitgen.cli.terminal import at_terminal, lines_of_input
from kitgen.cli.terminal_board import board_text
from kitgen.errors import RecordError, UsageError, command_line, quoted
from kitgen.journal.beads import RunningBeads, most_left
from kitgen.journal.journal import Journal
from kitgen.journal.journal_words import result_letter, spoken_game, what_now
from kitgen.journal.results_alone import ends_at_once, has_enough_beads
from kitgen.journal.understand import ImpossibleGameError, nearest_in
from kitgen.kit.kit import Box, split_id
from kitgen.reading.templates import USUAL_LANGUAGE, Templates
from kitgen.reading.texts import Texts
from kitgen.record.rows import RESULTS, GameRow, PickedBead, parse_bead
from kitgen.record.table_side import Refusal, TableSide
from kitgen.record.table_words import meanings_of_results, vocabularies, vocabulary_of

#: The answer that takes back the last bead, in every language.
BACK = "back"
#: The answer that ends, in every language.
END = "end"
#: So many beads more than the games can leave may still be in a box, put in by mistake.
BEADS_OVER = 2
#: The most boxes that are listed with their beads.
MAX_LISTED_BOXES = 12
#: Letters for a result are one or two.
MAX_LETTERS_OF_RESULT = 2


def ask_cells(cells: Mapping[str, str], texts: Texts) -> dict[str, str]:
    """Ask on a terminal for each cell of a game; Enter gives its present text.

    ``UsageError`` if this is not a terminal.
    """
    if not at_terminal():
        raise UsageError("say what the game should be: --picks, --result, --opponent or --remark")
    letters = "/".join(result_letter(texts, result) for result in RESULTS.values())
    result = texts(
        "journal.change.result_of", result=texts("journal.column.result"), letters=letters
    )
    names = {
        "moves": texts("log.column.moves"),
        "result": result,
        "opponent": texts("log.column.opponent"),
        "remark": texts("journal.column.remark"),
    }
    return {key: click.prompt(names[key], default=cell, type=str) for key, cell in cells.items()}


class _Keyboard:
    """The words of questions at the keyboard, in the language of the kit.

    Attributes:
        back, end: the answers that go back, and that end, in that language and in English.
    """

    def __init__(self, texts: Texts) -> None:
        self.texts = texts
        self.back = {BACK, self.say("back").casefold()}
        self.end = {END, self.say("end").casefold()}

    def say(self, key: str, *, count: int | None = None, **values: object) -> str:
        """Return a text for the keyboard."""
        return self.texts(f"journal.keyboard.{key}", count=count, **values)

    def explain(self, key: str, **values: object) -> None:
        """Say how to answer."""
        click.echo(self.texts(f"journal.keyboard.{key}", count=None, **values))
        click.echo(self.say(f"{key}_words", back=self.say("back"), end=self.say("end")))


#: Numbers of beads, such as those that were counted, by box and letter.
_BeadCounts = dict[tuple[str, str], int]


def ask_counts(journal: Journal, boxes: Sequence[Box], texts: Texts, why: str = "") -> _BeadCounts:
    """Ask for the beads in some boxes, and return those that were counted, by box and letter.

    Each box is shown as it is printed, never with the beads it should hold. The answer has a number
    for each bead. More beads than games can leave are asked about, and still more are refused.
    ``why`` is the first line.
    """
    if why:
        click.echo(why)
    return _CountQuestions(journal, texts).ask(boxes)


class _CountQuestions:
    """Questions for the beads in boxes.

    Attributes:
        most: the most beads that the games can leave.
        keyboard: the words of the questions.
    """

    def __init__(self, journal: Journal, texts: Texts) -> None:
        self.game = journal.kit.game
        self.most = most_left(journal.passages, journal.games())
        self.texts = texts
        self.keyboard = _Keyboard(texts)

    def ask(self, boxes: Sequence[Box]) -> _BeadCounts:
        self.keyboard.explain("count")
        counts: _BeadCounts = {}
        unusual: _BeadCounts = {}  # the last count that was not believed: who repeats it is sure
        answers = ((line or "").strip().casefold() for line in lines_of_input())
        number = 0
        while number < len(boxes):
            box = boxes[number]
            self._show(box, number + 1, len(boxes))
            answer = next(answers, END)
            if answer in self.keyboard.end:
                break
            if answer in self.keyboard.back:
                number = max(0, number - 1)
                continue
            counted = self._read(box, answer)
            if counted is None:
                continue
            if self._is_unusual(box, counted, sure=counted == unusual):
                unusual = counted
                continue
            counts |= counted
            number += 1
        return counts

    def _show(self, box: Box, number: int, total: int) -> None:
        beads = self._beads(box)
        question = self.keyboard.say("box", box=box.id, number=number, total=total, beads=beads)
        click.echo(f"\n{board_text(self.game, box.position)}\n{question}")

    def _beads(self, box: Box) -> str:
        return ", ".join(f"{slot.colour.letter} {slot.colour.name}" for slot in box.slots)

    def _read(self, box: Box, answer: str) -> _BeadCounts | None:
        """Return the beads in an answer, none for an empty one.

        None for an answer that cannot be read, of which it says why.
        """
        letters = [slot.colour.letter.upper() for slot in box.slots]
        numbers = answer.replace(",", " ").split()
        are_numbers = all(re.fullmatch("[0-9]{1,6}", number) for number in numbers)
        if not are_numbers or len(numbers) not in (0, len(letters)):
            beads = self._beads(box)
            refusal = self.keyboard.say(
                "numbers", said=quoted(answer), count=len(letters), beads=beads
            )
            click.echo(refusal, err=True)
            return None
        if not numbers:
            return {}
        slots = [(box.id, letter) for letter in letters]
        return dict(zip(slots, map(int, numbers), strict=True))

    def _is_unusual(self, box: Box, counted: _BeadCounts, *, sure: bool) -> bool:
        """Return whether there are more beads than the games can leave, and say so.

        Somebody who is sure may have some beads more, but not many.
        """
        over: _BeadCounts = {}
        far_over: _BeadCounts = {}
        for slot, number in counted.items():
            if number > self.most[slot]:
                over[slot] = number
            if number > self.most[slot] + BEADS_OVER:
                far_over[slot] = number
        if not over or (sure and not far_over):
            return False
        key = "far_over" if far_over else "sure"
        refusal = self.keyboard.say(key, box=box.id, over=self._over(far_over or over))
        click.echo(refusal, err=True)
        return True

    def _over(self, over: _BeadCounts) -> str:
        parts = []
        for slot, beads in over.items():
            _, letter = slot
            parts.append(
                self.keyboard.say("over", beads=beads, letter=letter, most=self.most[slot])
            )
        return self.texts.joined(parts)


def ask_games(journal: Journal, texts: Texts) -> int:
    """Ask for games until the input ends, and return how many answers were refused.

    Each game is on the disk before the next question. A line may have several answers, separated by
    commas.
    """
    questions = _GameQuestions(journal, texts)
    keyboard = questions.keyboard
    refused = 0
    keyboard.explain(
        "add",
        example=questions.example,
        win=questions.letters[1],
        draw=questions.letters[0],
        loss=questions.letters[-1],
    )
    answers = _typed_answers()
    while True:
        click.echo(questions.question())
        answer = next(answers, END)
        if answer.casefold() in keyboard.end:
            break
        try:
            row = questions.answer(answer)
        except RecordError as error:
            refused += 1
            click.echo(f"{error}", err=True)
            continue
        if row is not None:
            key = "noted_last" if row.last_only else "noted"
            click.echo(keyboard.say(key, game=row.game, what=spoken_game(texts, row)))
            click.echo(what_now(journal, texts))
    if questions.side.picks:
        beads = ", ".join(pick.text for pick in questions.side.picks)
        click.echo(keyboard.say("unfinished", beads=beads))
    return refused


def _typed_answers() -> Iterator[str]:
    """Yield the answers that stand between commas on the lines of the input."""
    for line in lines_of_input():
        for part in (line or "").split(","):
            answer = part.strip()
            if answer:
                yield answer


class _GameQuestions:
    """Questions for the beads and the result of one game after another.

    Attributes:
        keyboard: the words of the questions.
        letters: the letters of results; 1 is a win.
        example: a bead as somebody types it.
        side: the game that is now asked for, as far as it is known.
    """

    def __init__(self, journal: Journal, texts: Texts) -> None:
        self.journal = journal
        self.keyboard = _Keyboard(texts)
        self.letters = {result: result_letter(texts, result) for result in RESULTS.values()}
        first = journal.kit.boxes[0]
        self.example = f"{first.id} {first.slots[0].colour.letter}"
        templates = Templates()
        self._own_words = vocabulary_of(texts.language, templates)
        self._words = vocabularies(templates)
        self.side = TableSide(journal.passages, self._may_be_last)

    def question(self) -> str:
        status = self.journal.status()
        boxes = self.side.boxes()
        ends = self.side.ends(status.empty)
        ways = []
        if boxes:
            ways.append(self._named(boxes))
        if ends:
            ways.append("/".join(self.letters[outcome] for outcome in sorted(ends, reverse=True)))
        answers = f" {self.keyboard.texts('audit.or')} ".join(ways)
        return self.keyboard.say(
            "question", game=status.last + 1, number=len(self.side.picks) + 1, answers=answers
        )

    def _named(self, boxes: Collection[str]) -> str:
        """Return boxes in words: with their beads, unless they are many."""
        if len(boxes) > MAX_LISTED_BOXES:
            last = self.side.picks[-1].box if self.side.picks else "A1"
            return self._nearest(last, boxes)
        named = []
        for box in sorted(boxes, key=split_id):
            letters = " ".join(slot.colour.letter for slot in self.journal.kit.by_id[box].slots)
            named.append(f"{box} ({letters})")
        return ", ".join(named)

    def _nearest(self, box: str, boxes: Collection[str]) -> str:
        return nearest_in(self.keyboard.texts, box, boxes)

    def answer(self, answer: str) -> GameRow | None:
        """Take an answer: a bead, a result, or the word that goes back; return a finished game."""
        if answer.casefold() in self.keyboard.back:
            if not self.side.undo():
                undo = command_line("kitgen", "journal", "undo", self.journal.path)
                raise RecordError(self.keyboard.say("no_bead_back", undo=undo))
            return None
        word = " ".join(answer.casefold().split())
        results = meanings_of_results({word}, self._own_words, self._words)
        if word in results.words or word in results.unclear or word in results.elsewhere:
            row = self._noted(self._finished(results.result(answer)))
            self.side = TableSide(self.journal.passages, self._may_be_last)
            return row
        pick = self._bead(answer)
        refusal = self.side.pick(pick)
        if refusal is not None:
            raise RecordError(self._cannot_come(refusal, pick))
        return None

    def _bead(self, answer: str) -> PickedBead:
        if answer.isalpha() and len(answer) <= MAX_LETTERS_OF_RESULT:
            letters = self.letters.copy()
            if not self.journal.kit.draws:
                del letters[0]
            refusal = self.keyboard.say(
                "not_a_bead_or_result",
                said=quoted(answer),
                example=self.example,
                letters=", ".join(letters.values()),
            )
            raise RecordError(refusal)
        try:
            return parse_bead(self.journal.kit, answer)
        except RecordError as error:
            if self.keyboard.texts.language == USUAL_LANGUAGE:
                raise
            refusal = self.keyboard.say("not_a_bead", said=quoted(answer), example=self.example)
            raise RecordError(refusal) from error

    def _cannot_come(self, refusal: Refusal, pick: PickedBead) -> str:
        others = self._nearest(pick.box, self.side.boxes())
        after = self.side.picks[-1].text if self.side.picks else ""
        return self.keyboard.say(refusal, box=pick.box, after=after, others=others)

    def _noted(self, row: GameRow) -> GameRow:
        try:
            return self.journal.add(row)
        except ImpossibleGameError as error:
            if self.keyboard.texts.language == USUAL_LANGUAGE:
                raise
            problem = replace(error.problem, game=self.journal.status().last + 1)
            raise RecordError(problem.sentence(self.keyboard.texts)) from error

    def _finished(self, result: int) -> GameRow:
        """Return the game; refuse one without a bead that its rule needs.

        A machine whose first box is empty plays a game without a bead.
        """
        row = self.side.row(result)
        if row.picks or has_enough_beads(self.journal.kit, row):
            return row
        beads = RunningBeads(self.journal.passages, self.journal.games())
        if not ends_at_once(beads, row):
            raise RecordError(self.keyboard.say("no_bead"))
        return row

    def _may_be_last(self, pick: PickedBead) -> bool:
        for result in RESULTS.values():
            with suppress(RecordError):
                if self.journal.could_be(GameRow(0, (pick,), result)).last_only:
                    return True
        return False
